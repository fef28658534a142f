/* An entry inside another page: its own page unfolds in a frame that shows its main part alone. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen;

  // Inside of such a frame: say how tall the page is, and let links lead the whole window away.
  if (doc.documentElement.classList.contains("inline-entry")) {
    doc.head.append(sg.make("base", { target: "_parent" }));
    sg.loadOnce("../inline-entry.css");
    new ResizeObserver(() => {
      parent.postMessage({ sheetgenPeek: doc.querySelector("main").offsetHeight }, "*");
    }).observe(doc.querySelector("main"));
    // A list of the same site asks for what its comparison shows.
    addEventListener("message", async (e) => {
      if (e.source !== parent || e.origin !== self.origin || e.data !== "sheetgenLines") return;
      await sg.loadOnce("entry-lines.js");
      parent.postMessage({ sheetgenLines: sg.lines() }, "*");
    });
  }

  doc.addEventListener(
    "toggle",
    (e) => {
      const box = /** @type {HTMLDetailsElement} */ (e.target),
        summary = box.querySelector?.("summary");
      if (!box.open || !box.dataset?.frame || box.querySelector("iframe")) return;
      box.append(sg.make("iframe", { name: "inline-entry", src: box.dataset.frame, title: summary.textContent }));
    },
    true,
  );

  // A framed page tells how tall it is; pages opened by double-click cannot look into each other.
  addEventListener("message", (e) => {
    const tall = e.data && +e.data.sheetgenPeek;
    if (!tall) return;
    doc.querySelectorAll("iframe[name=inline-entry]").forEach((frame) => {
      if (frame.contentWindow === e.source) frame.style.height = Math.min(tall, 20000) + "px";
    });
  });
})();
