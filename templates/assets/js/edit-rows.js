/* The rows of a page's tables and lists as they are after a change: those that come, those that go, and their values. A
   table is known by the names of its rows, and a column by what it says of all of them; where that leaves a doubt, it
   stays as it was built. `values` are {name, text} such as `attacks.0.damage`; lists that `boxes` names are known better
   (edit-boxes.js). */
window.sheetgenPageRows = (root, boxes) => {
  "use strict";
  const MARKS = /[\ue000-\uf8ff]/g;
  const plain = (node) => {
    const copy = node.cloneNode(true);
    for (const part of copy.querySelectorAll(".cost, .sr-only, .mark")) part.remove();
    return copy.textContent.replace(MARKS, "").replace(/\s+/g, " ").trim();
  };
  // Where the name of a row stands, and its cells: those of a table, or the value and the text of a list.
  const nameOf = (node) => node.querySelector("th[scope=row] bdi, .item-name strong");
  const cellsOf = (node) => [...node.querySelectorAll("td, .item-name .val, .item-text")];
  // The one text that a cell holds; none where it holds more.
  function textIn(cell) {
    const inner = cell.childElementCount === 1 && cell.firstElementChild;
    return !inner ? (cell.childElementCount ? null : cell) : inner.childElementCount ? null : inner;
  }
  function rowsOf(block) {
    const nodes = block.matches("table")
      ? [...(block.tBodies.length > 1 ? block.tBodies : (block.tBodies[0]?.rows ?? []))]
      : [...block.children];
    return nodes.every(nameOf) ? nodes : [];
  }
  // The lists among values: by where they stand, for each of their items its parts.
  function listsIn(values) {
    const lists = new Map();
    for (const { name, text } of values) {
      const [, path, place, part] = /^(.+)\.(\d+)\.([^.]+)$/.exec(name) ?? [];
      if (!path) continue;
      if (!lists.has(path)) lists.set(path, []);
      (lists.get(path)[place] ??= new Map()).set(part, text);
    }
    return lists;
  }
  // The part that all rows show: of several one that has no other text anywhere.
  const partWith = (items, texts) =>
    [...(items[0]?.keys() ?? [])].find((part) => items.every((item, at) => item.get(part) === texts[at]));
  function known(rows, lists) {
    const names = rows.map((row) => row.name);
    const ways = [...lists].flatMap(([path, items]) => {
      const name = items.length === names.length ? partWith(items, names) : undefined;
      if (name === undefined) return [];
      const columns = rows[0].texts.map((text, at) =>
        text === null
          ? undefined
          : partWith(
              items,
              rows.map((row) => row.texts[at] ?? ""),
            ),
      );
      return [{ path, name, columns, certain: columns.filter(Boolean).length }];
    });
    return ways.sort((a, b) => b.certain - a.certain)[0];
  }

  const guessed = [...root.querySelectorAll(".b-table, .b-named")].filter(
    (block) => !Object.hasOwn(boxes, block.dataset.boxes),
  );
  const blocks = guessed.map((block) => ({
    rows: rowsOf(block).map((node) => ({
      node,
      name: plain(nameOf(node)),
      texts: cellsOf(node).map((cell) => (textIn(cell) ? plain(cell) : null)),
      pristine: node.cloneNode(true),
    })),
    added: [],
    way: null,
  }));
  function fill(node, texts, before) {
    cellsOf(node).forEach((cell, at) => {
      const holder = textIn(cell),
        text = texts[at] ?? before?.[at];
      if (!holder || text === undefined || text === null) return;
      if (plain(holder) !== text) holder.textContent = text;
      cell.classList.toggle("changed", !before || text !== before[at]);
    });
  }
  function another(row, name, texts) {
    const node = row.pristine.cloneNode(true);
    for (const part of node.querySelectorAll(".cost, .sign, .mark")) part.remove();
    nameOf(node).textContent = name;
    fill(
      node,
      texts.map((text) => text ?? ""),
    );
    return node;
  }
  // Which item each row is by now: the one of its name, else the one that stands in its place.
  function pairsOf(rows, items, part) {
    const free = new Set(items.keys());
    const take = (at) => (free.delete(at) ? at : -1);
    const pairs = rows.map((row) => take([...free].find((at) => items[at].get(part) === row.name) ?? -1));
    return { pairs: pairs.map((at, place) => (at < 0 ? take(place) : at)), free };
  }

  return (old, now) => {
    const before = listsIn(old),
      after = listsIn(now);
    for (const block of blocks.filter((block) => block.rows.length)) {
      block.way ??= known(block.rows, before);
      if (!block.way) continue;
      const { path, name, columns } = block.way,
        items = (after.get(path) ?? []).filter(Boolean),
        texts = (at) => columns.map((part) => (part === undefined ? undefined : items[at].get(part))),
        { pairs, free } = pairsOf(block.rows, items, name);
      for (const node of block.added) node.remove();
      block.rows.forEach((row, place) => {
        row.node.hidden = pairs[place] < 0;
        if (pairs[place] < 0) return;
        fill(row.node, texts(pairs[place]), row.texts);
        const called = items[pairs[place]].get(name);
        if (plain(nameOf(row.node)) !== called) nameOf(row.node).textContent = called;
        nameOf(row.node).classList.toggle("changed", called !== row.name);
      });
      const last = block.rows[block.rows.length - 1];
      block.added = [...free].map((at) => another(last, items[at].get(name), texts(at)));
      last.node.after(...block.added);
    }
  };
};
