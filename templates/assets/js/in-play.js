/* The panel of an entry that is played from: the row that it has on a board, without turns. See play.js. */
window.sheetgenInPlay = (key) => {
  "use strict";
  const doc = document,
    sg = window.sheetgen,
    { game, path } = doc.body.dataset,
    fighter = window.sheetgenPlay[key];
  let mine = {}; // {tracks, conditions}, as far as they were marked
  const marked = (label) => {
    const track = fighter.tracks.find((known) => known.label === label),
      kept = mine.tracks?.[label];
    return Math.max(track.least, Math.min(kept === undefined ? track.marked : Math.trunc(+kept) || 0, track.most));
  };
  const conditions = () => mine.conditions ?? fighter.conditions;
  // One change after another; another window may have marked something else meanwhile.
  let last = Promise.resolve();
  function keep(act) {
    last = last
      .then(() => sg.load("play", {}))
      .then((all) => {
        const { [key]: now = {}, ...others } = all;
        const next = act({ tracks: {}, conditions: conditions(), ...now });
        mine = next ?? {};
        draw();
        return sg.save("play", next ? { ...others, [key]: next } : others).then((taken) => {
          if (!taken)
            said.textContent = sg.words("This browser keeps nothing: write it into the file before you leave.");
        });
      });
    return last;
  }
  const said = sg.make("p.soft", { role: "status" });
  const row = window.sheetgenFighterRow({ ...fighter, page: "", side: "", figures: [] }, fighter.every, {
    cross: (label, value) =>
      keep((now) => ({ ...now, tracks: { ...now.tracks, [label]: value } })).then(() => {
        const { most } = fighter.tracks.find((track) => track.label === label);
        sg.say(label + ": " + sg.words("{some} of {all}", { some: marked(label), all: most }));
      }),
    condition: (name, holds) =>
      keep((now) => ({
        ...now,
        conditions: [...now.conditions.filter((other) => other !== name), ...(holds ? [name] : [])],
      })),
    clear: () => keep(() => null),
    write:
      doc.querySelector("[data-edit]") &&
      (() =>
        window
          .sheetgenMarks(game)
          .write({ ...fighter, kept: key, page: path }, marked, conditions())
          .catch((problem) => {
            said.textContent = problem.message;
          })),
  });
  function draw() {
    row.draw({
      now: false,
      closed: false,
      hidden: false,
      tracks: Object.fromEntries(fighter.tracks.map(({ label }) => [label, marked(label)])),
      conditions: conditions(),
      timers: [],
      note: "",
      initiative: null,
    });
  }
  const title = sg.make("h2", { id: "play-title", tabindex: "-1" }, sg.words("In play")),
    panel = sg.make(
      "section.board.in-play",
      { "aria-labelledby": "play-title", id: "play" },
      sg.make("div.board-head", null, title),
      sg.make("ol.fighters", null, row.li),
      said,
    );
  said.textContent = sg.words("Kept in this browser, and shared with the boards of fights. A reload loses nothing.");
  function hear() {
    return sg.load("play", {}).then((all) => {
      mine = all[key] ?? {};
      draw();
    });
  }
  sg.changed("play", hear);
  return hear().then(() => {
    doc.querySelector(".stat-block").before(panel);
    return title;
  });
};
