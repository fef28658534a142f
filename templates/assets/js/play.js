/* An entry played from on its own page: what is crossed off, and which conditions hold. Boards of fights share it; it lies
   under "play" by the entry's name, apart from what the entry is. It is there again as long as something is marked. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen,
    button = doc.querySelector("[data-play]"),
    { game } = doc.body.dataset,
    { path } = doc.body.dataset,
    key =
      game +
      "/" +
      doc.querySelector("[data-kind]").dataset.kind +
      ":" +
      doc.querySelector("[data-entry]").dataset.entry;
  if (self !== top) return;
  let opened = null;
  function open() {
    opened ??= Promise.all([
      sg.loadOnce("../board.css"),
      sg.loadOnce("in-play.js"),
      sg.loadOnce("../../" + encodeURI(path.replace(/html$/, "play.js"))),
    ]).then(() => window.sheetgenInPlay(key));
    return opened;
  }
  const wanted = () => sg.load("play", {}).then((all) => all[key] && open());
  button.addEventListener("click", () => open().then((panel) => panel.focus()));
  sg.changed("play", wanted);
  wanted();
})();
