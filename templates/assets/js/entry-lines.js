/* What the page of an entry says in numbers and short texts, line by line, for a comparison with others. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen;
  const LONGEST = 200; // letters of a text that is still compared
  const TEXTS = ".b-figures, .b-tracks, .b-scores, .b-clock, .b-facts",
    BLOCKS = TEXTS + ", .b-body, .b-grid, .b-table, .b-strip, .b-named:not([data-boxes])";

  // The text of a node as it is read, without what is drawn and without what only explains.
  function said(node, without = "") {
    const copy = node.cloneNode(true);
    for (const drawn of copy.querySelectorAll("svg, [aria-hidden]" + without)) drawn.remove();
    for (const part of copy.querySelectorAll("*")) part.before(" ");
    return copy.textContent
      .replace(/[\ue000-\uf8ff]/g, "")
      .replace(/\s+/g, " ")
      .trim();
  }
  function titleOf(block) {
    const labelled = block.closest("[aria-label]"),
      heading = block.previousElementSibling;
    if (heading?.matches(".block-title")) return said(heading);
    return labelled?.matches("table, ul, .b-scroll") ? labelled.getAttribute("aria-label") : "";
  }
  function pairs(block) {
    return [...block.querySelectorAll("dt")].map((term) => {
      const short = term.querySelector("abbr"),
        bonus = term.nextElementSibling.querySelector("b"),
        value = said(term.nextElementSibling, ", b");
      return [short ? short.title : said(term), bonus ? `${value} (${said(bonus, ", .sr-only")})` : value];
    });
  }
  const readers = {
    "b-body": (block) => [
      [titleOf(block) || said(block.querySelector("p")), pairs(block).map((pair) => pair.join(" "))],
    ],
    "b-grid"(table) {
      const heads = [...table.tHead.rows[0].cells].map((cell) => said(cell)),
        [title, ...columns] = heads.map((head) => head.replace(/\s+\S*\d\S*$/, ""));
      const row = ({ cells: [label, ...cells] }) => [
        said(label),
        cells.map((cell, i) => `${columns[i] || ""} ${said(cell)}`.trim()),
      ];
      const own = columns.some((column, i) => column !== heads[i + 1]) ? [[title, heads.slice(1)]] : [];
      return [...own, ...[...table.tBodies[0].rows].map(row)];
    },
    "b-table"(table) {
      const [title, ...columns] = [...table.tHead.rows[0].cells].map((cell) => said(cell));
      const rows = [...table.rows].filter((row) => row.parentNode !== table.tHead && !row.matches(".note"));
      const texts = rows.map(({ cells: [name, ...cells] }) => {
        const values = cells.map((cell, i) => (said(cell) ? `${columns[i]} ${said(cell)}`.trim() : ""));
        return said(name, ", .cost, .sign") + (values.join("") ? ": " + values.filter(Boolean).join(", ") : "");
      });
      return [[title || titleOf(table), texts]];
    },
    "b-strip": (list) => [
      [titleOf(list), [...list.querySelectorAll("li[class] > .sr-only")].map((pair) => said(pair))],
    ],
    "b-named"(block) {
      const names = [...block.querySelectorAll(".item-name")],
        own = names.filter((name) => !name.nextElementSibling?.textContent.startsWith("= ")); // a number with its why
      return [[titleOf(block), own.map((name) => said(name, ", .cost, .sign"))]];
    },
  };

  // Each line: the type of its block, the title above several of them, its label, and its texts.
  sg.lines = () =>
    [...doc.querySelectorAll(`main :is(${BLOCKS})`)]
      .filter((block) => !block.closest(".b-panel"))
      .flatMap((block) => {
        const type = block.classList[0],
          lines = (readers[type] || pairs)(block);
        const title = readers[type] ? "" : titleOf(block);
        return lines.map(([label, texts]) => ({ type, title, label, texts: [texts].flat().filter(Boolean) }));
      })
      .filter(({ label, texts }) => label && texts.length && texts.every((text) => text.length <= LONGEST));
})();
