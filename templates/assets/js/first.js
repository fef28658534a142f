/* What is only needed once a hand is laid on it comes with that hand: colours, menu, tray; whys and previews. */
(function () {
  "use strict";
  var doc = document, sg = window.sheetgen, box = null;
  sg.wants = ".n, [data-preview], main .sign, main abbr[title], .b-strip li, .cost, .tk";

  function hands() { return sg.need("hands.js"); }
  if (sg.tray().length) hands();

  sg.pointer = "mouse";                        // with what the page was touched last: mouse, touch, pen, keyboard
  function first(e) {
    if (/down$/.test(e.type)) sg.pointer = e.pointerType || "keyboard";
    var at = e.target, button = at.closest && at.closest("[data-theme-toggle], [data-tray-add]"), node = at.closest && at.closest(sg.wants);
    if (/down$/.test(e.type)) hands();
    if (button && !sg.laid && e.type === "click") hands().then(function () { button.click(); });
    if (!node || sg.pop || /down$/.test(e.type) || (e.type === "pointerover" && e.pointerType !== "mouse")) return;
    // A first tap on a link with a preview shows it, as every later one does.
    var tap = e.type === "click" && sg.pointer === "touch" && node.dataset.preview;
    if (tap) e.preventDefault();
    box = box || Promise.all([sg.need("../popover.css"), sg.need("popover.js")]);
    box.then(function () { sg.pop(node, e.type, tap); }, function () { box = null; });
  }
  ["pointerdown", "keydown", "pointerover", "focusin", "click"].forEach(function (type) { doc.addEventListener(type, first); });
})();
