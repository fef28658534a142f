/* Marks what was searched for on the page that one arrives at. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen,
    { words } = self.SheetgenWords,
    { spans } = self.SheetgenTexts;

  function highlight() {
    const asked = new URLSearchParams(location.search).get("h"),
      area = doc.querySelector("main") || doc.body;
    if (!asked) return;
    const sought = new Set(words(asked)),
      nodes = [],
      walk = doc.createTreeWalker(area, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const parent = walk.currentNode.parentElement;
      if (
        parent &&
        !parent.closest(
          "script, style, template, svg, textarea, select, output, nav, h1, [data-toc], .sr-only, [data-search-page]",
        ) &&
        walk.currentNode.nodeValue.trim()
      )
        nodes.push(walk.currentNode);
    }
    let count = 0,
      first = null;
    for (const node of nodes) {
      for (const [start, end] of spans(node.data, sought).reverse()) {
        const rest = node.splitText(start),
          mark = sg.make("mark.search-mark");
        rest.splitText(end - start);
        rest.replaceWith(mark);
        mark.append(rest);
        count++;
      }
    }
    if (!count) return;
    const clear = sg.make(
      "button.search-clear",
      { type: "button" },
      sg.words("{n} marks", { n: count }) + " ",
      sg.make("span", {}, sg.words("remove")),
      sg.make("kbd", { "aria-hidden": "true" }, "Esc"),
    );
    const remove = () => {
      for (const mark of area.querySelectorAll("mark.search-mark")) {
        const up = mark.parentNode;
        mark.replaceWith(...mark.childNodes);
        up.normalize();
      }
      const url = new URL(location.href);
      url.searchParams.delete("h");
      history.replaceState(history.state, "", url);
      clear.remove();
      doc.removeEventListener("keydown", key);
    };
    const key = (e) => {
      if (e.key === "Escape" && !e.defaultPrevented) remove();
    };
    clear.addEventListener("click", remove);
    doc.addEventListener("keydown", key);
    doc.body.append(clear);
    first = [...area.querySelectorAll("mark.search-mark")].find((m) => m.getClientRects().length);
    const target = location.hash && doc.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target) target.scrollIntoView({ behavior: "instant" }); // marks made the text longer
    const head = area.querySelector("h1");
    if (!location.hash && first && !(head && spans(head.textContent, sought).length))
      first.scrollIntoView({ block: "center" });
  }

  self.sheetgenLoad("../search-marks.css").catch(() => {});
  highlight();
})();
