/* Loads the board of an encounter when it is scrolled near or the page is touched, at once where a fight goes on. */
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

  function open() {
    sg.loadOnce("../board.css").then(() => {
      sg.loadOnce("fight.js");
    });
  }
  // A fight that goes on stands first on its page.
  function begin() {
    document.getElementById("main").prepend(board);
    open();
  }
  document.querySelector("a[href='#board']")?.addEventListener("click", begin);
  if (location.hash === "#board") begin();
  sg.begin = begin;
  sg.load(sg.board).then((fight) => {
    if (fight) begin();
  });
  if (!("IntersectionObserver" in window)) return open();
  const watch = new IntersectionObserver(
    (seen) => {
      if (seen.some((s) => s.isIntersecting)) {
        watch.disconnect();
        open();
      }
    },
    { rootMargin: "400px" },
  );
  watch.observe(board);
  ["keydown", "pointerdown"].forEach((type) => {
    addEventListener(type, open, { once: true });
  });

  // Ready before somebody prints, but after all that is read.
  (self.requestIdleCallback ?? setTimeout)(() => sg.loadOnce("board-print.js"));
})();
