/* What stands around the fighters of a board: steps taken back, all folded or not, fighters and timers to add, and who
   was taken out. */
window.sheetgenBoardTools = (board, fight, acts) => {
  "use strict";
  const sg = window.sheetgen,
    head = board.querySelector(".board-tools");
  const button = (what, text, act, label) => {
    const node = sg.make(what, { type: "button", "aria-label": label }, text);
    node.addEventListener("click", act);
    return node;
  };
  const undo = button("button.flat", sg.words("Undo"), acts.undo),
    redo = button("button.flat", sg.words("Redo"), acts.redo),
    quick = button("button.tool", "↶", acts.undo, sg.words("Undo")),
    fold = button("button.flat", "", () => {
      const closed = board.querySelector(".fighters > .closed");
      acts.unfold(!!closed);
    });
  const players = sg.make("a.flat", { href: "#players", target: "_blank", rel: "noopener" }, sg.words("Players' view"));
  head.prepend(undo, redo, fold, players);
  board.querySelector("[data-prev]").after(quick);

  // ---- another fighter: an entry of the game, or a bare name
  const names = sg.make("datalist", { id: "board-names" }),
    who = sg.make("input", {
      type: "text",
      list: "board-names",
      autocomplete: "off",
      placeholder: sg.words("Add a fighter"),
      "aria-label": sg.words("Add a fighter: an entry, or any name"),
    }),
    running = sg.make("ul.timers"),
    timer = sg.make("input", {
      type: "text",
      autocomplete: "off",
      placeholder: sg.words("Timer of the fight, such as Torch 6"),
      "aria-label": sg.words("Timer of the fight, such as Torch 6"),
    }),
    gone = sg.make("p.gone");
  const add = sg.make("form.adding", null, who, sg.make("button", null, sg.words("Add")));
  const timing = sg.make("form.adding", null, timer, sg.make("button", null, sg.words("Start")));
  board.append(sg.make("div.board-more", null, add, timing, names, running, gone));

  // Entries that could fight, by name: those of the encounter, then all that entries of the game refer to.
  const entries = new Map();
  const joinedData = ({ kind, id }) => {
    const { fighter } = window.sheetgenSources[acts.game + "/" + kind + ":" + id];
    return { ...fighter, kept: fighter.kept && acts.game + "/" + kind + ":" + id };
  };
  let asked = null;
  function known() {
    asked ??= window
      .sheetgenMarks(acts.game)
      .forms()
      .catch(() => {})
      .then(() => {
        for (const [kind, all] of Object.entries(window.sheetgenKinds?.[acts.game]?.entries ?? {}))
          for (const [id, name, page] of all)
            if (!entries.has(name.toLowerCase())) entries.set(name.toLowerCase(), { kind, id, name, page });
        names.replaceChildren(...[...entries.values()].map(({ name }) => sg.make("option", { value: name })));
      });
    return asked;
  }
  who.addEventListener("focus", known);
  // A name that somebody has already gets the next free number.
  function numbered(name) {
    const taken = new Set(fight.order.map((key) => fight.fighter(key).name));
    let number = 2;
    if (!taken.has(name) && !taken.has(name + " 1")) return name;
    while (taken.has(name + " " + number)) number++;
    return name + " " + number;
  }
  function joining(name) {
    const same = acts.roster.find(
      (planned) => planned.name.replace(/\s+\d+$/, "").toLowerCase() === name.toLowerCase(),
    );
    if (same) {
      const { figures, tracks, conditions, hidden, id, page } = same;
      return Promise.resolve({ id, page, name: same.name.replace(/\s+\d+$/, ""), figures, tracks, conditions, hidden });
    }
    return known().then(() => {
      const entry = entries.get(name.toLowerCase());
      if (!entry) return { name };
      return window
        .sheetgenMarks(acts.game)
        .source(entry.page)
        .then(
          () => ({
            ...joinedData(entry),
            id: entry.id,
            page: entry.page,
            name: entry.name,
          }),
          () => ({ ...entry }),
        );
    });
  }
  add.addEventListener("submit", (e) => {
    e.preventDefault();
    const name = who.value.trim().slice(0, 80);
    if (!name) return;
    who.value = "";
    joining(name).then((fighter) => {
      const named = { ...fighter, name: numbered(fighter.name) };
      acts.change("", () => fight.join(named));
      sg.say(sg.words("{name} joins the fight", { name: named.name }));
    });
  });
  timing.addEventListener("submit", (e) => {
    e.preventDefault();
    if (timer.value.trim() && acts.timer(timer.value)) timer.value = "";
  });

  return {
    tell: acts.tell,
    draw() {
      undo.disabled = quick.disabled = !fight.canUndo();
      redo.disabled = !fight.canRedo();
      fold.textContent = board.querySelector(".fighters > .closed") ? sg.words("Unfold all") : sg.words("Fold all");
      running.replaceChildren(
        ...acts.timers().map(([text, over], at) =>
          sg.make(
            "li" + (over ? ".over" : ""),
            null,
            text,
            button("button", "×", () => acts.endTimer(at), sg.words("End {what}", { what: text })),
          ),
        ),
      );
      const back = fight.removed.map((key) => {
        const { name } = fight.fighter(key);
        return button(
          "button.flat",
          name,
          () => acts.change("", () => fight.comeBack(key)),
          sg.words("Put {name} back", { name }),
        );
      });
      gone.replaceChildren(...(back.length ? [sg.words("Taken out; put back:"), " ", ...back] : []));
      gone.hidden = !back.length;
    },
  };
};
