/* On paper a board is a list of the fighters with their tracks as they stand, to go on with a pencil. */
(() => {
  "use strict";
  const sg = window.sheetgen,
    board = document.querySelector("[data-board]");
  const printed = sg.make("ol.container.printed-board");
  function track(li, [label, [off, on], way], n) {
    const size = +li.dataset.sizes.split(" ")[n],
      drawn = li.querySelectorAll(".tracks > div")[n],
      number = drawn?.querySelector("input")?.value,
      ticked = drawn ? drawn.querySelectorAll("[aria-pressed=true]").length : +li.dataset.marked.split(" ")[n];
    const counted = sg.words("{some} of {all}", { some: number ?? "", all: size }),
      stands = way === "boxes" ? sg.mark(on.repeat(ticked) + off.repeat(size - ticked)) : counted;
    return sg.make("span", null, sg.make("span.lab", null, label), " ", stands);
  }
  addEventListener("beforeprint", () => {
    const forms = JSON.parse(board.dataset.forms);
    printed.replaceChildren(
      ...[...board.querySelectorAll(".fighters > li")].map((li) =>
        sg.make(
          "li",
          null,
          sg.make("b", null, li.querySelector(".item-name").textContent),
          ...forms[li.dataset.form].tracks.map((form, n) => track(li, form, n)),
        ),
      ),
    );
    board.after(printed);
  });
  addEventListener("afterprint", () => {
    printed.remove();
  });
})();
