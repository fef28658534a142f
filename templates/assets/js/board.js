/* The initiative board: whose turn, wounds, conditions, timers, notes. Every change is kept at once, so a reload loses
   nothing, and is a step to take back. Other scripts of the page cross off by `sheetgen.fight`. */
Promise.all([window.sheetgen.board, "play"].map((name) => window.sheetgen.load(name))).then((known) => {
  "use strict";
  const [stored, play] = known;
  const doc = document,
    sg = window.sheetgen,
    board = doc.querySelector("[data-board]"),
    holder = board.querySelector(".fighters"),
    said = board.querySelector("[data-board-say]"),
    { game } = doc.body.dataset,
    conditions = JSON.parse(board.dataset.conditions).concat("Out"),
    events = JSON.parse(board.dataset.events || "[]"),
    forms = JSON.parse(board.dataset.forms),
    FEW = 6, // fighters who all stand unfolded
    rows = Object.create(null), // by key: {li, draw}
    opened = Object.create(null); // by key: whether it was unfolded or folded by hand
  let all = null; // whether all were unfolded or folded at once

  // What is marked on fighters who keep it, by their names; every board of this site shares it.
  let marks = play || {};
  const roster = [...holder.children].map(planned);
  for (const fighter of roster)
    if (roster.some((other) => other !== fighter && other.kept === fighter.kept)) fighter.kept = "";
  [...holder.children].forEach((li, at) => {
    let copy = 1;
    const { id, name } = roster[at],
      called = id + "/" + name.replace(/\s+\d+$/, "") + "/";
    while (roster.some((other) => other.key === called + copy)) copy++;
    roster[at].key = called + copy;
    li.remove();
  });
  const fight = window.sheetgenFight(board.dataset.board, roster);

  // A fighter of the encounter, as the page has it.
  function planned(li) {
    const { id, form, figures, sizes, marked } = li.dataset,
      link = li.querySelector("a"),
      { figures: labels, tracks, kept } = forms[form ?? 0],
      texts = figures.split("|"),
      most = sizes.split(" "),
      starts = marked?.split(" ");
    return {
      key: "",
      id,
      kept: kept ? game + "/" + kept + ":" + id : "",
      page: link ? decodeURI(link.href.slice(new URL(sg.root, location.href).href.length)) : "",
      name: li.querySelector(".item-name").textContent.trim(),
      side: li.querySelector("i")?.textContent ?? "",
      initiative: li.querySelector(".initiative").textContent,
      conditions: JSON.parse(li.dataset.conditions || "[]"),
      hidden: "hidden" in li.dataset,
      figures: labels.map((label, i) => [label, texts[i]]),
      tracks: tracks.map(([label, boxes, way, least, owner], i) => ({
        label,
        owner: owner ?? "",
        boxes,
        way,
        least,
        most: +most[i],
        marked: +(starts?.[i] ?? 0),
      })),
    };
  }
  const title = (key) => fight.fighter(key).name;

  // ---- what a change does beside itself
  function save() {
    sg.save(sg.board, fight.stored).then((taken) => {
      if (!taken) said.textContent = sg.words("This browser keeps nothing: save to a file before you leave.");
    });
    const now = { ...marks, ...fight.carried() };
    if (JSON.stringify(now) !== JSON.stringify(marks)) sg.save("play", (marks = now));
    sg.save(sg.board + ":players", players());
  }
  const players = () => fight.players((condition) => (condition === "Out" ? sg.words("Out") : condition), conditions),
    self = Math.random().toString(36).slice(2); // this window among those that share the fight
  function share(first) {
    window.sheetgenShare?.({ sender: self, state: JSON.parse(fight.text), players: players(), first });
  }
  // What another device has done is a step here, too.
  function hear() {
    const { sender, state } = window.sheetgenNews ?? {},
      news = sender !== self && state && fight.read(state);
    if (!news || JSON.stringify(news) === JSON.stringify(fight.read(JSON.parse(fight.text)))) return;
    if (fight.change("", () => fight.replace(news))) save();
    draw();
  }
  function change(name, act) {
    if (fight.change(name, act)) {
      save();
      share(false);
    }
    draw();
  }
  function cross(key, label, marked) {
    change("", (_, of) => {
      of(key).tracks[label] = marked;
      of(key).tracks[label] = fight.marked(key, label);
    });
    const most = fight.fighter(key).tracks.find((track) => track.label === label).most,
      some = sg.words("{some} of {all}", { some: fight.marked(key, label), all: most });
    sg.say(title(key) + ", " + label + ": " + some);
  }
  // "Torch 3": what it is and how many turns; of the whole fight ("") how many rounds.
  function timer(key, text) {
    const [name, turns] =
      /^(.*?)\s*(\d{1,3})$/
        .exec(text.trim())
        ?.slice(1)
        .map((part) => part.trim()) ?? [];
    if (!turns) {
      said.textContent = sg.words("A timer needs its number, such as Torch 3.");
      return false;
    }
    change("", (state, of) => {
      (key ? of(key) : state).timers.push({ name, until: fight.begun(key) + +turns });
    });
    return true;
  }
  const timed = (key, ended) => (at) =>
    change("", (state, of) => {
      (key ? of(key) : state).timers.splice(at, 1);
      ended?.();
    });
  function sayTimer(key, timer) {
    const left = fight.left(key, timer);
    return left ? timer.name + " " + left : sg.words("{what} is over", { what: timer.name || sg.words("Timer") });
  }
  function row(key) {
    const fighter = fight.fighter(key);
    return window.sheetgenFighterRow(fighter, conditions, {
      cross: (label, marked) => cross(key, label, marked),
      condition: (name, holds) =>
        change("", (_, of) => {
          of(key).conditions = of(key).conditions.filter((c) => c !== name);
          if (holds) of(key).conditions.push(name);
        }),
      note: (text) =>
        change("note " + key, (_, of) => {
          of(key).note = text;
        }),
      initiative: (text) => {
        change("", (_, of) => {
          of(key).initiative = fight.number(text);
          fight.place(key);
        });
        sg.say(title(key) + ": " + sg.words("place {number}", { number: fight.order.indexOf(key) + 1 }));
      },
      // After a roll the next one of the roster is entered, wherever it stands by now.
      nextInitiative: () => {
        const keys = roster.map((planned) => planned.key).filter((k) => rows[k]?.li.isConnected),
          next = keys[(keys.indexOf(key) + 1) % keys.length];
        setTimeout(() => rows[next]?.li.querySelector(".initiative").select());
      },
      timer: (text) => timer(key, text),
      endTimer: timed(key),
      fold: (closed) => {
        opened[key] = !closed;
        draw();
      },
      move: (by) => {
        const from = fight.order.indexOf(key),
          to = from + by;
        if (to < 0 || to >= fight.order.length) return;
        change("", (state) => {
          state.order.splice(to, 0, state.order.splice(from, 1)[0]);
        });
        sg.say(sg.words("Moved to place {number}", { number: to + 1 }));
      },
      hide: (hidden) =>
        change("", (_, of) => {
          of(key).hidden = hidden;
        }),
      clear: () => change("", () => fight.clear(key)),
      write:
        doc.querySelector("[data-edit]") &&
        (() =>
          window
            .sheetgenMarks(game)
            .write(fight.fighter(key), (label) => fight.marked(key, label), fight.conditions(key))
            .catch((problem) => tools.tell(problem.message))),
      leave: () => {
        change("", () => fight.leave(key));
        sg.say(sg.words("{name} is taken out", { name: fighter.name }));
      },
    });
  }

  // ---- drawing
  function isClosed(key) {
    return !(opened[key] ?? all ?? (key === fight.turn || fight.order.length <= FEW));
  }
  function draw() {
    const { order, turn } = fight;
    board.querySelector("[data-round]").textContent = String(fight.round);
    board.querySelector("[data-whose]").textContent = turn ? title(turn) : "";
    for (const key of order) {
      rows[key] ??= row(key);
      rows[key].draw({
        now: key === turn,
        closed: isClosed(key),
        tracks: Object.fromEntries(fight.fighter(key).tracks.map(({ label }) => [label, fight.marked(key, label)])),
        conditions: fight.conditions(key),
        hidden: fight.isHidden(key),
        timers: fight.timers(key).map((timer) => [sayTimer(key, timer), !fight.left(key, timer)]),
        note: fight.note(key),
        initiative: fight.initiative(key),
      });
    }
    for (const key in rows) if (!fight.fighter(key)) delete rows[key];
    const lis = order.map((key) => rows[key].li);
    if (lis.length !== holder.children.length || lis.some((li, at) => holder.children[at] !== li))
      holder.replaceChildren(...lis);
    remind();
    tools.draw();
    sg.fight?.drawn?.();
  }
  // What comes up now: timers of whose turn it is and of the fight, and what the encounter has for this round.
  const reminders = sg.make("span.reminders", { role: "status" });
  function remind() {
    const { turn, round } = fight,
      own = turn ? fight.timers(turn).map((timer) => title(turn) + ": " + sayTimer(turn, timer)) : [],
      shared = fight.timers("").map((timer) => sayTimer("", timer)),
      planned = events.filter(([at]) => at === round).map(([, text]) => text),
      all = [...planned, ...shared, ...own].join(" · ");
    if (reminders.textContent !== all) reminders.textContent = all;
  }
  board.querySelector(".turnbar").prepend(reminders);

  // ---- turns
  function turn(by) {
    let moved = false;
    change("", () => {
      moved = fight.advance(by);
    });
    if (!moved) return;
    follow();
    sg.say(sg.words("Round {number}", { number: fight.round }) + ": " + title(fight.turn));
  }
  // Whose turn it is comes into sight, below the bars and above a thumb.
  function follow() {
    if (!fight.turn) return;
    const box = rows[fight.turn].li.getBoundingClientRect(),
      bar = board.querySelector(".turnbar").getBoundingClientRect();
    const low = bar.top > innerHeight / 2;
    if (box.top < (low ? 60 : bar.bottom) || box.bottom > (low ? bar.top : innerHeight))
      rows[fight.turn].li.scrollIntoView({ block: "start", behavior: "instant" });
  }
  function step(done, words) {
    if (!done) return;
    save();
    share(false);
    draw();
    sg.say(words);
  }
  const undo = () => step(fight.undo(), sg.words("Undone"));
  const redo = () => step(fight.redo(), sg.words("Done again"));
  const tools = window.sheetgenBoardTools(board, fight, {
    game,
    roster,
    change,
    timer: (text) => timer("", text),
    endTimer: timed(""),
    timers: () => fight.timers("").map((timer) => [sayTimer("", timer), !fight.left("", timer)]),
    undo,
    redo,
    tell: (text) => {
      said.textContent = text;
      sg.say(text);
    },
    unfold: (open) => {
      all = open;
      for (const key in opened) delete opened[key];
      draw();
    },
  });

  function on(what, act) {
    board.querySelector(what).addEventListener("click", act);
  }
  on("[data-next]", () => turn(1));
  on("[data-prev]", () => turn(-1));
  on("[data-here]", follow);
  on("[data-reset]", () => {
    if (!confirm(sg.words("Start this fight over? Wounds, conditions and notes are cleared."))) return;
    change("", () => fight.replace(null));
  });
  on("[data-export]", () => {
    const link = sg.make("a", {
      href: URL.createObjectURL(new Blob([fight.text], { type: "application/json" })),
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
        imported = fight.read(JSON.parse(String(reader.result)));
      } catch {}
      if (imported) change("", () => fight.replace(imported));
      said.textContent = imported
        ? sg.words("Loaded {file}.", { file: file.name })
        : sg.words("{file} is not a board of this encounter; nothing was changed.", { file: file.name });
      e.target.value = "";
    };
    reader.readAsText(file);
  });

  // The space bar moves on where nothing has the focus that it presses; what was done is undone as everywhere.
  doc.addEventListener("keydown", (e) => {
    const typing = e.target.closest?.("input:not([type=checkbox]), textarea, select"),
      pressed = typing || e.target.closest?.("button, a, summary, input, [tabindex]:not(main)"),
      { top, bottom } = board.getBoundingClientRect(),
      command = e.ctrlKey || e.metaKey,
      letter = e.key.toLowerCase();
    if (e.defaultPrevented || e.altKey || top > innerHeight || bottom < 0) return;
    if (command && !typing && (letter === "z" || letter === "y")) (letter === "y" || e.shiftKey ? redo : undo)();
    else if (e.key === " " && !command && !pressed) turn(e.shiftKey ? -1 : 1);
    else return;
    e.preventDefault();
  });

  // What an attack does to a fighter is one step: boxes, conditions, and what is noted.
  function struck(key, { lost, conditions: inflicted, noted }) {
    change("", (_, of) => {
      for (const [label, boxes] of lost) {
        of(key).tracks[label] = fight.marked(key, label) + boxes;
        of(key).tracks[label] = fight.marked(key, label);
      }
      for (const name of inflicted) if (!of(key).conditions.includes(name)) of(key).conditions.push(name);
      if (noted) of(key).note = [of(key).note, noted].filter(Boolean).join("; ");
    });
  }

  // For other scripts: who takes part and how their tracks stand, and what an attack does to one of them.
  sg.fight = {
    fighters: () =>
      fight.order.map((key) => {
        const { id, name, tracks } = fight.fighter(key),
          standing = tracks.map((track) => ({ ...track, marked: fight.marked(key, track.label) }));
        return { key, id, name, tracks: standing, conditions: fight.conditions(key) };
      }),
    struck,
  };

  sg.changed(sg.board, () => {
    Promise.all([sg.load(sg.board), sg.load("play", {})]).then(([newer, play]) => {
      marks = play;
      if (fight.restore(newer, marks)) draw();
    });
  });
  sg.changed("play", () => {
    sg.load("play", {}).then((play) => {
      fight.carry((marks = play));
      draw();
    });
  });
  if (!doc.querySelector("script[src*=inline-entry]")) sg.loadOnce("inline-entry.js"); // stat blocks unfold by it
  fight.restore(stored, marks);
  draw();
  if ("attack" in board.dataset) {
    const attack = sg.make("details.attack", null, sg.make("summary", null, sg.words("An attack")));
    attack.addEventListener("toggle", () => sg.loadOnce("attack.js"), { once: true });
    board.append(attack);
  }
  hear();
  doc.addEventListener("sheetgen-news", hear);
  if (stored) share(true);
  doc.dispatchEvent(new Event("sheetgen-fight"));
});
