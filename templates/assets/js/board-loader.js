/* Loads the board of an encounter when it is scrolled near or the page is touched, at once where a fight goes on. */
(() => {
  "use strict";
  const sg = window.sheetgen,
    board = document.querySelector("[data-board]");
  sg.board = "board:" + document.body.dataset.path + ":" + board.dataset.board;

  function open() {
    sg.loadOnce("../board.css").then(() => {
      sg.loadOnce("fight.js");
    });
  }
  sg.load(sg.board).then((fight) => {
    if (fight) open();
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
