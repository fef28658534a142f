/* Changes that are not saved are named on every page; an address may bring some along. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen,
    { path } = doc.body.dataset;
  const bar = sg.make("aside.drafts", { "aria-label": sg.words("Changes that are not saved") });
  function draw() {
    sg.load("drafts", {}).then((drafts) => {
      const others = Object.keys(drafts).filter((page) => page !== path || !doc.getElementById("edit"));
      bar.replaceChildren(
        sg.words("Not saved:") + " ",
        ...others.flatMap((page, place) => [
          place ? ", " : "",
          sg.make("a", { href: sg.root + encodeURI(page) + "#edit" }, drafts[page].title),
        ]),
      );
      if (others.length) doc.getElementById("main").prepend(bar);
      else bar.remove();
    });
  }
  sg.changed("drafts", draw);
  draw();
  sg.openEditor = () => {
    sg.loadOnce("../edit.css").then(() => sg.loadOnce("edit.js"));
  };
  function look() {
    const opens = /^#edit\b/.test(location.hash) ? "[data-edit]" : "[data-edit=now]";
    if (doc.querySelector(opens)) sg.openEditor();
  }
  addEventListener("hashchange", look);
  look();
})();
