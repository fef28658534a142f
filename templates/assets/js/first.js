/* What is only needed once a hand is laid on it comes with that hand: colours, menu, tray; whys and previews. */
(() => {
  "use strict";
  const doc = document;
  const sg = window.sheetgen;
  const look = doc.documentElement.dataset;
  let box = null;
  sg.wants = ".n, [data-preview], main .sign, main abbr[title], .b-strip li, .cost, .tk";

  function hands() {
    return sg.need("hands.js");
  }
  sg.tray().then((held) => {
    if (held.length) hands();
  });
  sg.changed("tray", hands);

  // The page's head read the colours from localStorage, which is quick but may be old.
  sg.colour = (name) => {
    if (name === "system") delete look.theme;
    else look.theme = name;
    try {
      if (look.theme) localStorage.setItem("sheetgen:theme", name);
      else localStorage.removeItem("sheetgen:theme");
    } catch {}
  };
  sg.load("theme").then((name) => {
    if (name) sg.colour(name);
  });

  sg.pointer = "mouse"; // with what the page was touched last: mouse, touch, pen, keyboard
  function first(e) {
    if (/down$/.test(e.type)) sg.pointer = e.pointerType || "keyboard";
    const at = e.target,
      button = at.closest?.("[data-theme-toggle], [data-tray-add]"),
      node = at.closest?.(sg.wants);
    if (/down$/.test(e.type)) hands();
    if (button && !sg.laid && e.type === "click")
      hands().then(() => {
        button.click();
      });
    if (!node || sg.pop || /down$/.test(e.type) || (e.type === "pointerover" && e.pointerType !== "mouse")) return;
    // A first tap on a link with a preview shows it, as every later one does.
    const tap = e.type === "click" && sg.pointer === "touch" && node.dataset.preview;
    if (tap) e.preventDefault();
    box = box || Promise.all([sg.need("../popover.css"), sg.need("popover.js")]);
    box.then(
      () => {
        sg.pop(node, e.type, tap);
      },
      () => {
        box = null;
      },
    );
  }
  ["pointerdown", "keydown", "pointerover", "focusin", "click"].forEach((type) => {
    doc.addEventListener(type, first);
  });
})();
