/* The initiative board: whose turn, wounds, conditions, notes. Every change is kept at once, so a reload loses nothing. */
window.sheetgen.load(window.sheetgen.board).then(held => {
  "use strict";
  const doc = document, sg = window.sheetgen, board = doc.querySelector("[data-board]"), name = sg.board;
  const holder = board.querySelector(".fighters");
  const rows = Object.create(null), first = [], said = board.querySelector("[data-board-say]"), forms = JSON.parse(board.dataset.forms);
  // Fighters are known by name, so that a fight goes on when the roster changes.
  [...holder.children].forEach(li => {
    let key = li.querySelector(".nm").textContent;
    while (rows[key]) key += "+";
    first.push(key);
    rows[key] = { li, tracks: {}, conditions: {} };
  });
  function fresh() { return { format: "sheetgen board 1", board: board.dataset.board, round: 1, turn: first[0], order: first.slice(), fighters: {} }; }
  let state = read(held) || fresh();

  // Only what the board knows is taken from the store or a file.
  function read(from) {
    if (!from || from.format !== "sheetgen board 1" || from.board !== board.dataset.board) return null;
    const known = fresh(), listed = Array.isArray(from.order) ? from.order.filter(k => rows[k]) : [];
    known.order = listed.concat(first.filter(k => listed.indexOf(k) < 0));
    known.round = Math.max(1, Math.trunc(+from.round) || 1);
    known.turn = rows[from.turn] ? from.turn : known.order[0];
    first.forEach(key => {
      const one = (from.fighters || {})[key] || {};
      known.fighters[key] = { tracks: Object(one.tracks), conditions: Array.isArray(one.conditions) ? one.conditions.map(String) : [], note: String(one.note || "") };
    });
    return known;
  }
  function of(key) { return state.fighters[key] || (state.fighters[key] = { tracks: {}, conditions: [], note: "" }); }
  function save() {
    sg.save(name, state).then(taken => { if (!taken) said.textContent = "This browser keeps nothing: save to a file before you leave."; });
  }
  function keep() { save(); draw(); }
  function title(key) { return rows[key].li.querySelector(".nm").textContent.trim(); }
  function out(key) { return of(key).conditions.indexOf("Out") >= 0; }

  function draw() {
    board.querySelector("[data-round]").textContent = state.round;
    board.querySelector("[data-whose]").textContent = title(state.turn);
    state.order.forEach(key => {
      const row = rows[key], mine = of(key);
      if (holder.children[state.order.indexOf(key)] !== row.li) holder.append(...state.order.map(k => rows[k].li));
      row.li.classList.toggle("now", key === state.turn);
      row.li.classList.toggle("down", out(key));
      if (key === state.turn) row.li.setAttribute("aria-current", "true"); else row.li.removeAttribute("aria-current");
      Object.keys(row.tracks).forEach(label => {
        const track = row.tracks[label], ticked = Math.min(+mine.tracks[label] || 0, track.buttons.length);
        track.buttons.forEach((b, i) => {
          b.setAttribute("aria-pressed", i < ticked);
          b.replaceChildren(sg.mark(i < ticked ? track.on : track.off));
        });
      });
      Object.keys(row.conditions).forEach(c => { row.conditions[c].checked = mine.conditions.indexOf(c) >= 0; });
      if (row.note !== doc.activeElement) row.note.value = mine.note;
    });
  }

  // Who it is and its figures, in the order that the hand looks for them.
  function figures(li, labels) {
    const side = li.querySelector("i"), line = sg.make("span.hd"), who = sg.make("div.who");
    if (side) { line.append(sg.make("span.side-n", null, side.textContent)); side.remove(); }
    li.dataset.figures.split("|").forEach((text, i) => {
      if (labels[i]) line.append(sg.make("span", null, sg.make("span.lab", null, labels[i]), " " + text));
    });
    who.append(...li.children);
    if (line.firstChild) who.append(line);
    li.replaceChildren(who, sg.make("div.tr"));
  }

  function tracks(key, row, form) {
    const sizes = row.li.dataset.sizes.split(" ");
    form.forEach((track, at) => {
      const label = track.label, count = Math.min(+sizes[at], 60), box = sg.make("div", { "data-track": label }, sg.make("span.lab", null, label), " ");
      const buttons = [], holder = sg.make("span.boxes", { role: "group", "aria-label": label });
      for (let i = 0; i < count; i++) (i => {
        if (i % 5 === 0) holder.append(sg.make("span"));
        const b = sg.make("button", { type: "button", "aria-label": label + " " + (i + 1) + " of " + count });
        b.addEventListener("click", () => {
          const now = +of(key).tracks[label] || 0;
          of(key).tracks[label] = now === i + 1 ? i : i + 1;
          keep();
          sg.say(label + ": " + of(key).tracks[label] + " of " + count);
        });
        buttons.push(b);
        holder.lastChild.append(b);
      })(i);
      box.append(holder);
      row.li.lastChild.append(box);
      row.tracks[label] = { buttons, on: track.ticked, off: track.open };
    });
  }

  // Of many conditions only those that hold are in sight, until one is looked for.
  function unfolding(conds, called) {
    const more = sg.make("button.cond", { type: "button", "aria-expanded": "false", "aria-label": "Conditions of " + called + ", all of them" }, sg.make("span", null, "Conditions +"));
    conds.classList.add("folded");
    more.addEventListener("click", () => {
      const folded = conds.classList.toggle("folded");
      more.setAttribute("aria-expanded", !folded);
      more.firstChild.textContent = folded ? "Conditions +" : "Conditions −";
    });
    return more;
  }

  function move(key, by) {
    const from = state.order.indexOf(key), to = from + by;
    if (to < 0 || to >= state.order.length) return;
    state.order.splice(to, 0, state.order.splice(from, 1)[0]);
    keep();
    sg.say("Moved to place " + (to + 1));
  }

  const FEW = 8, conditions = JSON.parse(board.dataset.conditions).concat("Out");
  first.forEach(key => {
    const row = rows[key], called = title(key);
    figures(row.li, forms[row.li.dataset.form].figures);
    tracks(key, row, forms[row.li.dataset.form].tracks);
    const conds = sg.make("div.conds", { role: "group", "aria-label": "Conditions of " + called });
    conditions.forEach(condition => {
      const box = row.conditions[condition] = sg.make("input", { type: "checkbox", value: condition });
      conds.append(sg.make("label.cond", null, box, sg.make("span", null, condition)));
      box.addEventListener("change", () => {
        const mine = of(key);
        mine.conditions = mine.conditions.filter(c => c !== box.value);
        if (box.checked) mine.conditions.push(box.value);
        keep();
      });
    });
    if (conditions.length > FEW) conds.prepend(unfolding(conds, called));
    row.note = sg.make("input.jot", { type: "text", placeholder: "Note", "aria-label": "Note about " + called });
    row.note.addEventListener("input", () => { of(key).note = row.note.value; save(); });
    const moves = sg.make("span.moves");
    [["↑", -1, "Earlier"], ["↓", 1, "Later"]].forEach(m => {
      const b = sg.make("button", { type: "button", "aria-label": m[2] + ": " + called }, m[0]);
      b.addEventListener("click", () => { move(key, m[1]); b.focus(); });
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
      if (at >= n) { at = 0; state.round++; }
      if (at < 0) { if (state.round === 1) return; at = n - 1; state.round--; }
      if (!out(state.order[at])) break;
    }
    state.turn = state.order[at];
    keep();
    follow();
    sg.say("Round " + state.round + ": " + title(state.turn));
  }
  // Whose turn it is comes into sight, below the bars and above a thumb.
  function follow() {
    const box = rows[state.turn].li.getBoundingClientRect(), bar = board.querySelector(".turnbar").getBoundingClientRect();
    const low = bar.top > innerHeight / 2;
    if (box.top < (low ? 60 : bar.bottom) || box.bottom > (low ? bar.top : innerHeight)) rows[state.turn].li.scrollIntoView({ block: "start" });
  }
  function on(what, act) { board.querySelector(what).addEventListener("click", act); }
  on("[data-next]", () => { turn(1); });
  on("[data-prev]", () => { turn(-1); });
  on("[data-here]", follow);
  on("[data-reset]", () => {
    if (!confirm("Start this fight over? Wounds, conditions and notes are cleared.")) return;
    state = fresh();
    keep();
  });
  on("[data-export]", () => {
    const link = sg.make("a", { href: URL.createObjectURL(new Blob([JSON.stringify(state, null, 2)], { type: "application/json" })), download: board.dataset.board + ".board.json" });
    link.click();
    setTimeout(() => { URL.revokeObjectURL(link.href); }, 1000);
  });
  board.querySelector("[data-import]").addEventListener("change", e => {
    const file = e.target.files[0], reader = new FileReader();
    if (!file) return;
    reader.onload = () => {
      let found = null;
      try { found = read(JSON.parse(reader.result)); } catch (problem) { }
      if (found) { state = found; keep(); }
      said.textContent = found ? "Loaded " + file.name + "." : file.name + " is not a board of this encounter; nothing was changed.";
      e.target.value = "";
    };
    reader.readAsText(file);
  });
  sg.changed(name, () => {
    sg.load(name).then(newer => { state = read(newer) || state; draw(); });
  });
  draw();
});
