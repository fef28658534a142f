/* The page is remembered among those that were read last. */
(() => {
  "use strict";
  const MOST = 8, // pages that are remembered
    sg = window.sheetgen,
    { path } = document.body.dataset,
    title = document.querySelector("h1")?.textContent.trim();
  if (!title) return;
  sg.load("recent", []).then((all) => {
    const others = all.filter((page) => page.path !== path);
    sg.save(
      "recent",
      [{ path, game: document.querySelector(".menu .lab")?.textContent || "", title }, ...others].slice(0, MOST),
    );
  });
})();
