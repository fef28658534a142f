/* What a roll gives the fields of a new entry: the twin of `rolled_values` in sheetgen/model/ruleset/rolled_fields.py.
   `parts` say for each cell of the roll {field, key, dice}: whose value it is, of a map under which key, and whether it is
   dice or what was rolled on another table. `shapes` are those of the fields, `known` gives what a shape is made of:
   {fields(shape), options(shape)}. */
(() => {
  "use strict";
  const FALLEN =
    /\b(?:[1-9]\d?)?(?:d|D(?!F))(?:[1-9]\d{0,3}|%|F)(?:\s?[+−-]\s?\d{1,4})?(?:\s?[×*]\s?\d{1,4})?(?!\w) \[(-?\d+)\]/g;
  const plain = (text) => text.replace(FALLEN, (_, fallen) => fallen),
    same = (text, other) => text.toLowerCase().replace(/[\s_-]+/g, "") === other.toLowerCase().replace(/[\s_-]+/g, "");
  // The cells of a roll, with what was rolled on other tables in the place of their names.
  function texts(rolled) {
    const others = rolled.others.slice();
    return rolled.cells.map(([head, text]) => {
      let place = 0,
        at = 0;
      while (others.length && (at = text.indexOf(others[0].title, place)) >= 0) {
        const other = others.shift(),
          inner = texts(other)
            .map((cell) => cell[1])
            .join(", ");
        text = text.slice(0, at) + inner + text.slice(at + other.title.length);
        place = at + inner.length;
      }
      return [head, plain(text)];
    });
  }
  function typed(shape, cells, known) {
    if (shape.type === "record") {
      const fields = known.fields(shape),
        named = (head) => fields.find((field) => head && (same(head, field.name) || same(head, field.title))),
        own = cells.filter(([head, cell]) => cell && named(head)),
        all = own.length ? own : [[fields[0].title, cells.map((cell) => cell[1]).join(", ")]];
      return Object.fromEntries(
        all.map(([head, cell]) => [named(head).name, typed(named(head).shape, [["", cell]], known)]),
      );
    }
    if (shape.type === "ref" || shape.type === "term") {
      const text = plain(cells[0][1]);
      return known.options(shape).find(([id, title]) => same(text, id) || same(text, title))?.[0] ?? text;
    }
    if (shape.type === "integer" || shape.type === "number") {
      const text = plain(cells[0][1]);
      return /^-?\d+$/.test(text) ? +text : text;
    }
    return plain(cells.map((cell) => cell[1]).join(" "));
  }
  function rolledValues(parts, rolled, shapes, known) {
    const others = rolled.others.slice(),
      values = {};
    parts.forEach(({ field, key, dice }, number) => {
      const cells = dice ? [["", rolled.cells[number][1]]] : texts(others.shift()),
        shape = shapes[field];
      if (shape.type === "map") (values[field] ??= {})[key] = typed(shape.value, cells, known);
      else if (shape.type === "list") (values[field] ??= []).push(typed(shape.item, cells, known));
      else values[field] = typed(shape, cells, known);
    });
    return values;
  }
  if (typeof document === "undefined") module.exports = { rolledValues };
  else window.sheetgen.rolledValues = rolledValues;
})();
