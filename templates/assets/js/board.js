/* The initiative board: whose turn, wounds, conditions, notes. Every change is kept at once, so a reload loses nothing. */
window.sheetgen.load(window.sheetgen.board).then((stored) => {
  "use strict";
  const doc = document,
    sg = window.sheetgen,
    board = doc.querySelector("[data-board]"),
    name = sg.board;
  const holder = board.querySelector(".fighters");
  const rows = Object.create(null),
    first = [],
    said = board.querySelector("[data-board-say]"),
    forms = JSON.parse(board.dataset.forms);
  // A fighter is known by its entry, its name without a number, and which of these it is: a fight goes on when the
  // names or numbers of its roster change.
  [...holder.children].forEach((li) => {
    const called = li.dataset.id + "/" + li.querySelector(".item-name").textContent.replace(/\s+\d+$/, "") + "/";
    let copy = 1;
    while (rows[called + copy]) copy++;
    first.push(called + copy);
    rows[called + copy] = { li, tracks: {}, conditions: {} };
  });
  const FORMAT = "sheetgen board 2";
  function fresh() {
    return { format: FORMAT, board: board.dataset.board, round: 1, turn: first[0], order: first.slice(), fighters: {} };
  }
  let state = read(stored) || fresh();

  // Only what the board knows is taken from the store or a file.
  function read(from) {
    if (!from || from.format !== FORMAT || from.board !== board.dataset.board) return null;
    const known = fresh(),
      kept = renamed(Object.keys(Object(from.fighters)).concat(Array.isArray(from.order) ? from.order : []));
    const listed = [...new Set((Array.isArray(from.order) ? from.order : []).map((k) => kept[k]))].filter(
      (k) => rows[k],
    );
    known.order = joined(listed);
    known.round = Math.max(1, Math.trunc(+from.round) || 1);
    known.turn = rows[kept[from.turn]] ? kept[from.turn] : known.order[0];
    Object.keys(Object(from.fighters)).forEach((old) => {
      const fighter = Object(from.fighters[old]);
      if (!kept[old]) return;
      known.fighters[kept[old]] = {
        tracks: Object(fighter.tracks),
        conditions: Array.isArray(fighter.conditions) ? fighter.conditions.map(String) : [],
        note: String(fighter.note || ""),
        initiative: number(fighter.initiative),
      };
    });
    return known;
  }
  // The number that a text or value is; null where it is none.
  function number(value) {
    const text = String(value ?? "")
      .trim()
      .replace("−", "-");
    return text && Number.isFinite(+text) ? +text : null;
  }
  // Which fighter of today each kept one is: the same, else the next copy of its entry that no kept one is.
  function renamed(keys) {
    const today = Object.create(null),
      entry = (key) => key.slice(0, key.indexOf("/"));
    keys.forEach((key) => {
      if (rows[key]) today[key] = key;
    });
    keys.forEach((key) => {
      if (today[key]) return;
      const free = first.find(
        (k) => entry(k) === entry(String(key)) && !keys.includes(k) && !Object.values(today).includes(k),
      );
      if (free) today[key] = free;
    });
    return today;
  }
  // A fighter who is new stands behind the one who acts before in the roster, wherever that one stands by now.
  function joined(order) {
    const all = order.slice();
    first.forEach((key, at) => {
      if (all.includes(key)) return;
      const before = first
        .slice(0, at)
        .reverse()
        .find((k) => all.includes(k));
      all.splice(before === undefined ? 0 : all.indexOf(before) + 1, 0, key);
    });
    return all;
  }
  function of(key) {
    return state.fighters[key] || (state.fighters[key] = { tracks: {}, conditions: [], note: "", initiative: null });
  }
  function save() {
    sg.save(name, state).then((taken) => {
      if (!taken) said.textContent = sg.words("This browser keeps nothing: save to a file before you leave.");
    });
  }
  function keep() {
    save();
    draw();
  }
  function title(key) {
    return rows[key].li.querySelector(".item-name").textContent.trim();
  }
  function out(key) {
    return of(key).conditions.indexOf("Out") >= 0;
  }

  function draw() {
    board.querySelector("[data-round]").textContent = String(state.round);
    board.querySelector("[data-whose]").textContent = title(state.turn);
    state.order.forEach((key) => {
      const row = rows[key],
        mine = of(key);
      if (holder.children[state.order.indexOf(key)] !== row.li) holder.append(...state.order.map((k) => rows[k].li));
      row.li.classList.toggle("now", key === state.turn);
      row.li.classList.toggle("down", out(key));
      if (key === state.turn) row.li.setAttribute("aria-current", "true");
      else row.li.removeAttribute("aria-current");
      Object.keys(row.tracks).forEach((label) => {
        const track = row.tracks[label],
          ticked = marked(key, label);
        if (track.number) track.number.value = track.left ? track.size - ticked : ticked;
        track.buttons.forEach((b, i) => {
          b.setAttribute("aria-pressed", i < ticked);
          b.replaceChildren(sg.mark(i < ticked ? track.on : track.off));
        });
      });
      Object.keys(row.conditions).forEach((c) => {
        row.conditions[c].checked = mine.conditions.indexOf(c) >= 0;
      });
      if (row.note !== doc.activeElement) row.note.value = mine.note;
      row.initiative.value = initiative(key) ?? "";
    });
  }

  // Who it is and its figures, in the order that the hand looks for them.
  function figures(li, labels) {
    const side = li.querySelector("i"),
      line = sg.make("span.headlines"),
      who = sg.make("div.who");
    if (side) {
      line.append(sg.make("span.side-name", null, side.textContent));
      side.remove();
    }
    li.dataset.figures.split("|").forEach((text, i) => {
      if (labels[i]) line.append(sg.make("span", null, sg.make("span.lab", null, labels[i]), " " + text));
    });
    who.append(...li.children);
    if (line.firstChild) who.append(line);
    li.replaceChildren(who, sg.make("div.tracks"));
  }

  // Where a track stands: as it was left here, else as its entry says.
  function marked(key, label) {
    const track = rows[key].tracks[label],
      kept = of(key).tracks[label];
    return Math.max(track.least, Math.min(kept === undefined ? track.marked : +kept || 0, track.size));
  }
  function cross(key, label, ticked) {
    of(key).tracks[label] = ticked;
    of(key).tracks[label] = marked(key, label);
    keep();
    const some = sg.words("{some} of {all}", { some: of(key).tracks[label], all: rows[key].tracks[label].size });
    sg.say(title(key) + ", " + label + ": " + some);
  }
  // Of a track with too many boxes what is left, of others the number that they stand at, to write over or to step.
  function counter(key, label, track) {
    const named = title(key) + ", " + label,
      range = track.least
        ? sg.words("{first} to {last}", { first: track.least, last: track.size })
        : sg.words("of {all}", { all: track.size }),
      number = sg.make("input", {
        type: "number",
        min: track.least,
        max: track.size,
        "aria-label": named + (track.left ? " " + sg.words("left") : "") + ", " + range,
      });
    const holder = sg.make("span.count", { role: "group", "aria-label": named });
    const step = (by, sign, does) => {
      const b = sg.make("button", { type: "button", "aria-label": does + ": " + named }, sign);
      b.addEventListener("click", () => {
        cross(key, label, marked(key, label) + (track.left ? -by : by));
      });
      return b;
    };
    number.addEventListener("change", () => {
      const written = Math.trunc(+number.value) || 0;
      cross(key, label, track.left ? track.size - written : written);
    });
    holder.append(
      step(-1, "−", sg.words("One less")),
      number,
      step(1, "+", sg.words("One more")),
      sg.make("span.soft", null, " " + range.replaceAll("-", "−")),
    );
    track.number = number;
    return holder;
  }

  function tracks(key, row, form) {
    const sizes = row.li.dataset.sizes.split(" "),
      starts = row.li.dataset.marked.split(" "),
      named = title(key);
    form.forEach(([label, [off, on], way, least], at) => {
      const count = +sizes[at],
        track = { buttons: [], size: count, least, marked: +starts[at], left: way === "left", on, off },
        box = sg.make("div", { "data-track": label }, sg.make("span.lab", null, label), " ");
      row.tracks[label] = track;
      row.li.lastChild.append(box);
      if (way !== "boxes") {
        box.append(counter(key, label, track));
        return;
      }
      const holder = sg.make("span.boxes", { role: "group", "aria-label": named + ", " + label });
      for (let i = 0; i < count; i++)
        ((i) => {
          if (i % 5 === 0) holder.append(sg.make("span"));
          const b = sg.make("button", {
            type: "button",
            "aria-label": named + ", " + label + " " + sg.words("{some} of {all}", { some: i + 1, all: count }),
          });
          b.addEventListener("click", () => {
            cross(key, label, marked(key, label) === i + 1 ? i : i + 1);
          });
          track.buttons.push(b);
          holder.lastChild.append(b);
        })(i);
      box.append(holder);
    });
  }

  // Of many conditions only those that hold are in sight, until one is looked for.
  function unfolding(conds, called) {
    const more = sg.make(
      "button.cond",
      {
        type: "button",
        "aria-expanded": "false",
        "aria-label": sg.words("Conditions of {name}, all of them", { name: called }),
      },
      sg.make("span", null, sg.words("Conditions") + " +"),
    );
    conds.classList.add("folded");
    more.addEventListener("click", () => {
      const folded = conds.classList.toggle("folded");
      more.setAttribute("aria-expanded", !folded);
      more.firstChild.textContent = sg.words("Conditions") + (folded ? " +" : " −");
    });
    return more;
  }

  // The initiative of a fighter: as it was entered, else as the encounter has it; null where neither is a number.
  function initiative(key) {
    return of(key).initiative ?? rows[key].written;
  }
  // Whether low numbers act first in this roster.
  function ascends() {
    const known = first.map((key) => rows[key].written).filter((n) => n !== null);
    return known.some((n, i) => i && n > known[i - 1]) && known.every((n, i) => !i || n >= known[i - 1]);
  }
  // A fighter whose initiative was entered stands behind those who act before, as far as theirs is known.
  function placed(key) {
    const mine = initiative(key),
      others = state.order.filter((k) => k !== key),
      sign = ascends() ? -1 : 1,
      known = others.filter((k) => initiative(k) !== null);
    if (mine === null || !known.length) return;
    const after = known.find((k) => sign * initiative(k) < sign * mine);
    others.splice(after ? others.indexOf(after) : others.indexOf(known[known.length - 1]) + 1, 0, key);
    state.order = others;
  }
  function entered(key) {
    const row = rows[key],
      box = sg.make("input.initiative", {
        type: "number",
        step: "any",
        "aria-label": sg.words("Initiative of {name}", { name: title(key) }),
      }),
      label = row.li.querySelector(".initiative");
    row.written = number(label.textContent);
    row.initiative = box;
    box.addEventListener("change", () => {
      of(key).initiative = number(box.value);
      placed(key);
      keep();
      sg.say(title(key) + ": " + sg.words("place {number}", { number: state.order.indexOf(key) + 1 }));
    });
    label.replaceWith(box);
  }

  function move(key, by) {
    const from = state.order.indexOf(key),
      to = from + by;
    if (to < 0 || to >= state.order.length) return;
    state.order.splice(to, 0, state.order.splice(from, 1)[0]);
    keep();
    sg.say(sg.words("Moved to place {number}", { number: to + 1 }));
  }

  const FEW = 8,
    conditions = JSON.parse(board.dataset.conditions).concat("Out");
  first.forEach((key) => {
    const row = rows[key],
      called = title(key);
    figures(row.li, forms[row.li.dataset.form].figures);
    entered(key);
    tracks(key, row, forms[row.li.dataset.form].tracks);
    const conds = sg.make("div.conds", {
      role: "group",
      "aria-label": sg.words("Conditions of {name}", { name: called }),
    });
    conditions.forEach((condition) => {
      const box = (row.conditions[condition] = sg.make("input", { type: "checkbox", value: condition }));
      conds.append(
        sg.make("label.cond", null, box, sg.make("span", null, condition === "Out" ? sg.words("Out") : condition)),
      );
      box.addEventListener("change", () => {
        const mine = of(key);
        mine.conditions = mine.conditions.filter((c) => c !== box.value);
        if (box.checked) mine.conditions.push(box.value);
        keep();
      });
    });
    if (conditions.length > FEW) conds.prepend(unfolding(conds, called));
    row.note = sg.make("input.note-field", {
      type: "text",
      placeholder: sg.words("Note"),
      "aria-label": sg.words("Note about {name}", { name: called }),
    });
    row.note.addEventListener("input", () => {
      of(key).note = row.note.value;
      save();
    });
    const moves = sg.make("span.moves");
    [
      ["↑", -1, sg.words("Earlier")],
      ["↓", 1, sg.words("Later")],
    ].forEach((m) => {
      const b = sg.make("button", { type: "button", "aria-label": m[2] + ": " + called }, m[0]);
      b.addEventListener("click", () => {
        move(key, m[1]);
        b.focus();
      });
      moves.append(b);
    });
    row.li.querySelector(".who").append(moves);
    row.li.append(conds, row.note);
  });

  function turn(by) {
    const n = state.order.length;
    let at = state.order.indexOf(state.turn);
    for (let step = 0; step < n; step++) {
      at += by;
      if (at >= n) {
        at = 0;
        state.round++;
      }
      if (at < 0) {
        if (state.round === 1) return;
        at = n - 1;
        state.round--;
      }
      if (!out(state.order[at])) break;
    }
    state.turn = state.order[at];
    keep();
    follow();
    sg.say(sg.words("Round {number}", { number: state.round }) + ": " + title(state.turn));
  }
  // Whose turn it is comes into sight, below the bars and above a thumb.
  function follow() {
    const box = rows[state.turn].li.getBoundingClientRect(),
      bar = board.querySelector(".turnbar").getBoundingClientRect();
    const low = bar.top > innerHeight / 2;
    if (box.top < (low ? 60 : bar.bottom) || box.bottom > (low ? bar.top : innerHeight))
      rows[state.turn].li.scrollIntoView({ block: "start", behavior: "instant" });
  }
  function on(what, act) {
    board.querySelector(what).addEventListener("click", act);
  }
  on("[data-next]", () => {
    turn(1);
  });
  on("[data-prev]", () => {
    turn(-1);
  });
  on("[data-here]", follow);
  on("[data-reset]", () => {
    if (!confirm(sg.words("Start this fight over? Wounds, conditions and notes are cleared."))) return;
    state = fresh();
    keep();
  });
  on("[data-export]", () => {
    const link = sg.make("a", {
      href: URL.createObjectURL(new Blob([JSON.stringify(state, null, 2)], { type: "application/json" })),
      download: board.dataset.board + ".board.json",
    });
    link.click();
    setTimeout(() => {
      URL.revokeObjectURL(link.href);
    }, 1000);
  });
  board.querySelector("[data-import]").addEventListener("change", (e) => {
    const file = e.target.files[0],
      reader = new FileReader();
    if (!file) return;
    reader.onload = () => {
      let imported = null;
      try {
        imported = read(JSON.parse(String(reader.result)));
      } catch {}
      if (imported) {
        state = imported;
        keep();
      }
      said.textContent = imported
        ? sg.words("Loaded {file}.", { file: file.name })
        : sg.words("{file} is not a board of this encounter; nothing was changed.", { file: file.name });
      e.target.value = "";
    };
    reader.readAsText(file);
  });
  sg.changed(name, () => {
    sg.load(name).then((newer) => {
      state = read(newer) || state;
      draw();
    });
  });
  draw();
});
