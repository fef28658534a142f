/* The lists of a page with boxes before their names as they are after a change: boxes are ticked or empty, and rows come
   and go. `blocks` say by block which parts of its rows are {name, text, ticked}, and which value its `rows` are; `yes`
   is how a value says that it holds. A list that does not stand as these values have it stays as it was built. */
window.sheetgenPageBoxes = (root, blocks, yes) => {
  "use strict";
  const sg = window.sheetgen,
    ROWS = "boxes-"; // how the names of their rows begin
  const signOf = (node) => node.querySelector(":scope > .sign, :scope > .item-name > .sign"),
    nameOf = (node) => node.querySelector(".item-name strong")?.textContent.trim() ?? "";
  const lists = [...root.querySelectorAll("[data-boxes]")]
    .filter((node) => Object.hasOwn(blocks, node.dataset.boxes))
    .map((node) => ({
      node,
      rows: [...node.children],
      ticks: [...node.children].map((row) => signOf(row)?.textContent),
      names: [...node.children].map(nameOf),
      signs: [...node.nextElementSibling.content.children], // empty and ticked
      parts: blocks[node.dataset.boxes],
      path: ROWS + node.dataset.boxes + ".",
    }));

  // The rows of a list among all values, each as a map of its parts.
  function rowsIn(values, path) {
    const rows = [];
    for (const { name, text } of values) {
      const [place, part, ...inner] = name.startsWith(path) ? name.slice(path.length).split(".") : [];
      if (part && !inner.length) (rows[+place] ??= new Map()).set(part, text);
    }
    return rows;
  }
  const said = (row, part) => (part ? row.get(part) : ""),
    isTicked = (list, row) => row.get(list.parts.ticked) === yes;
  function isAsBuilt(list, rows) {
    const { parts, names, ticks, signs } = list;
    return (
      rows.length === names.length &&
      rows.every(
        (row, at) =>
          [parts.name, parts.text, parts.ticked].every((part) => !part || row.has(part)) &&
          said(row, parts.name).trim() === names[at] &&
          signs[+isTicked(list, row)].textContent === ticks[at],
      )
    );
  }
  // A text without its marks.
  const plain = (text) =>
    text.replace(/\[\[(?:[^[\]|]*\|)?([^[\]]*)\]\]/g, "$1").replace(/\[([^[\]]*)\]\([^()]*\)|[*_`\\]/g, "$1");
  function made(list, row) {
    const name = said(row, list.parts.name),
      text = plain(said(row, list.parts.text)),
      sign = list.signs[0].cloneNode(true);
    if (!name) return sg.make("div.item", null, sign, " ", text);
    const head = sg.make("p.item-name", null, sign, " ", sg.make("strong", { dir: "auto" }, name));
    return sg.make("div.item", null, head, ...(text ? [sg.make("div.item-text", null, text)] : []));
  }

  return (old, now) => {
    for (const list of lists) {
      const before = rowsIn(old, list.path),
        free = new Set(before.keys()),
        { name, text } = list.parts;
      if (!isAsBuilt(list, before)) continue;
      const isSame = (row, other) => said(row, name) === said(other, name) && said(row, text) === said(other, text);
      const nodes = rowsIn(now, list.path).map((row) => {
        const at = [...free].find((place) => isSame(before[place], row)),
          node = at === undefined ? made(list, row) : list.rows[at],
          sign = list.signs[+isTicked(list, row)].cloneNode(true);
        free.delete(at);
        sign.classList.toggle("changed", at === undefined || sign.textContent !== list.ticks[at]);
        signOf(node).replaceWith(sign);
        return node;
      });
      list.node.replaceChildren(...nodes);
    }
  };
};
/* Whether a value stands on the page as what such a list has of a row. */
window.sheetgenInBoxes = (blocks, name) =>
  name.startsWith("boxes-") ||
  Object.values(blocks).some(({ rows, ...parts }) => {
    const [place, part, ...inner] = rows && name.startsWith(rows + ".") ? name.slice(rows.length + 1).split(".") : [];
    return /^\d+$/.test(place) && !inner.length && Object.values(parts).includes(part);
  });
