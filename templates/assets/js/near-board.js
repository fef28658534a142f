/* The board of an encounter comes when it is near or a hand is laid on the page, at once where a fight goes on. */
(function () {
  "use strict";
  var sg = window.sheetgen, board = document.querySelector("[data-board]");
  sg.board = "board:" + document.body.dataset.path + ":" + board.dataset.board;

  function open() { sg.need("../board.css").then(function () { sg.need("fight.js"); }); }
  if (!("IntersectionObserver" in window) || sg.load(sg.board, null)) return open();
  var watch = new IntersectionObserver(function (seen) {
    if (seen.some(function (s) { return s.isIntersecting; })) { watch.disconnect(); open(); }
  }, { rootMargin: "400px" });
  watch.observe(board);
  ["keydown", "pointerdown"].forEach(function (type) { addEventListener(type, open, { once: true }); });
})();
