/* Lazy loading: colours, menu and tray come with the first touch or key, whys and previews with the first pointing, or
   where a page is read for a while. */
(() => {
  "use strict";
  const doc = document;
  const sg = window.sheetgen;
  const settings = doc.documentElement.dataset;
  const READ = 2000; // milliseconds after which a page counts as read
  let popover = null;
  sg.popoverSelector = ".number,[data-preview],main .sign,main abbr[title],.b-strip li,.cost";

  function loadInteraction() {
    return sg.loadOnce("on-interaction.js");
  }
  sg.tray().then((entries) => {
    if (entries.length) loadInteraction();
  });
  sg.changed("tray", loadInteraction);

  // An entry that is edited, or made on a page of its own, opens at once.
  sg.load("drafts", /#edit|\/new-/.test(doc.URL)).then((wanted) => wanted && sg.loadOnce("drafts.js"));

  if (doc.querySelector("[data-play]")) sg.loadOnce("play.js");

  // The page's head read the colours from localStorage, which is quick but may be old.
  sg.colour = (name) => {
    if (name === "system") delete settings.theme;
    else settings.theme = name;
    try {
      if (settings.theme) localStorage.setItem("sheetgen:theme", name);
      else localStorage.removeItem("sheetgen:theme");
    } catch {}
  };
  sg.load("theme").then((name) => {
    if (name) sg.colour(name);
  });

  // What was read for a while is remembered, for the menu.
  if (/page-(entr|chap|rule\b)/.test(doc.body.className) && self === top)
    setTimeout(() => sg.loadOnce("recent.js"), READ);

  function loadWhys() {
    popover ??= Promise.all([sg.loadOnce("../popover.css"), sg.loadOnce("popover.js")]);
    return popover;
  }
  if (doc.querySelector(".number")) setTimeout(loadWhys, READ);

  sg.pointer = "mouse"; // with what the page was touched last: mouse, touch, pen, keyboard
  function onFirst(e) {
    const down = /down$/.test(e.type),
      at = e.target,
      button = at.closest?.("[data-theme-toggle],[data-tray-add],[data-edit]"),
      node = at.closest?.(sg.popoverSelector);
    if (down) {
      sg.pointer = e.pointerType || "keyboard";
      loadInteraction();
    }
    if (button && !sg.trayLoaded && e.type === "click") loadInteraction().then(() => button.click());
    if (!node || sg.showPopover || down || (e.type === "pointerover" && e.pointerType !== "mouse")) return;
    // A first tap on a link with a preview shows it, as every later one does.
    const tap = e.type === "click" && sg.pointer === "touch" && node.dataset.preview;
    if (tap) e.preventDefault();
    loadWhys().then(
      () => sg.showPopover(node, e.type, tap),
      () => {
        popover = null;
      },
    );
  }
  for (const type of ["pointerdown", "keydown", "pointerover", "focusin", "click"]) doc.addEventListener(type, onFirst);
})();
