/* Opens the board of an encounter where its fight is begun, at once where it goes on. */
(() => {
  "use strict";
  const sg = window.sheetgen,
    board = document.querySelector("[data-board]");
  sg.board = "board:" + document.body.dataset.path + ":" + board.dataset.board;

  // The players' view alone, in a window of its own.
  function players() {
    const wanted = location.hash === "#players";
    if (wanted) sg.loadOnce("../board.css").then(() => sg.loadOnce("players.js"));
    return wanted;
  }
  addEventListener("hashchange", players);
  if (players()) return;

  // Begun, the board stands first on its page, and its scripts come.
  function begin() {
    document.getElementById("main").prepend(board);
    sg.loadOnce("../board.css").then(() => sg.loadOnce("fight.js"));
  }
  document.querySelector("a[href='#board']")?.addEventListener("click", begin);
  if (location.hash === "#board") begin();
  sg.begin = begin; // where another device has begun it
  sg.load(sg.board).then((fight) => {
    if (fight) begin();
  });

  // Ready before somebody prints, but after all that is read.
  (self.requestIdleCallback ?? setTimeout)(() => sg.loadOnce("board-print.js"));
})();
