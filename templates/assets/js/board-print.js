/* On paper a board is a list of the fighters with their tracks as they stand, to go on with a pencil. */
(() => {
  "use strict";
  const sg = window.sheetgen,
    board = document.querySelector("[data-board]");
  const printed = sg.make("ol.container.printed-board");
  // The fighters as the board has them; where it is not loaded, as the page says that they begin.
  function fighters() {
    if (sg.fight) return sg.fight.fighters();
    const forms = JSON.parse(board.dataset.forms);
    return [...board.querySelectorAll(".fighters > li")].map((li) => ({
      name: li.querySelector(".item-name").textContent,
      tracks: forms[li.dataset.form ?? 0].tracks.map(([label, boxes, way], n) => {
        const [most, marked] = [li.dataset.sizes, li.dataset.marked].map((all) => +(all?.split(" ")[n] ?? 0));
        return { label, boxes, way, most, marked };
      }),
    }));
  }
  function track({ label, boxes: [off, on], way, most, marked }) {
    const counted = sg.words("{some} of {all}", { some: way === "left" ? most - marked : marked, all: most }),
      stands = way === "boxes" ? sg.mark(on.repeat(marked) + off.repeat(most - marked)) : counted;
    return sg.make("span", null, sg.make("span.lab", null, label), " ", stands);
  }
  addEventListener("beforeprint", () => {
    printed.replaceChildren(
      ...fighters().map(({ name, tracks }) => sg.make("li", null, sg.make("b", null, name), ...tracks.map(track))),
    );
    board.after(printed);
  });
  addEventListener("afterprint", () => {
    printed.remove();
  });
})();
