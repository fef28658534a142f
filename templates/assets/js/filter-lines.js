/* A box above lines that unfold, which leaves those that have all words typed into it. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen,
    fold = window.sheetgenFold,
    form = doc.querySelector(".filter-lines");
  if (!form) return;
  const box = form.querySelector("input");
  const lines = [...doc.querySelectorAll(".fold.rulebox, .ruling")].map((node) => ({
    node,
    text: fold(node.textContent),
  }));
  function filter() {
    const words = fold(box.value).split(/\s+/);
    for (const { node, text } of lines) node.hidden = !words.every((word) => text.includes(word));
    // A heading goes with the last of its lines.
    for (const head of doc.querySelectorAll("article > h2")) {
      let next = head.nextElementSibling;
      while (next?.hidden) next = next.nextElementSibling;
      head.hidden = !next || next.matches("h2");
    }
    const some = lines.filter(({ node }) => !node.hidden).length;
    form.querySelector("output").textContent = words.join("")
      ? sg.words("{some} of {all}", { some, all: lines.length })
      : "";
  }
  box.addEventListener("input", filter);
  form.addEventListener("submit", (e) => e.preventDefault());
  // Who follows a link to a line finds it.
  addEventListener("hashchange", () => {
    box.value = "";
    filter();
    doc.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  });
})();
