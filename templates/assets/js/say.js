/* What is spoken to screen readers, in a region of the page that says nothing to others. */
(() => {
  "use strict";
  const box = window.sheetgen.make("div.sr-only", { id: "say", role: "status" });
  document.body.append(box);
  window.sheetgen.speak = (text) => {
    box.textContent = "";
    setTimeout(() => {
      box.textContent = text;
    }, 30);
  };
})();
