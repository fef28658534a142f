/* Fields of a PDF form that follow from others, computed by the reader where it runs scripts.

   `sheetgenFields(rules, form)` gives what the script of the document calls: `open(doc)` when it is opened, and
   `calculate(doc, event)` for each field that follows, after any was changed. `form` is {ruleset, sheets, entries};
   a sheet is {kind, fields, inputs: {FIELD: [path, sort, terms]}, outputs: {FIELD: [value, unit, after, printed]}}: a value by its name, its
   unit, a text behind it by its name, and what was printed.

   A field is touched only if the rules give what was printed in it, and then only when what they give changes: what was
   typed over stays. What cannot be read or computed changes nothing. */
var sheetgenFields = (rules, form) => {
  "use strict";
  const plain = (text) =>
    String(text)
      .replace(/\u00a0/g, " ")
      .replace(/\u2212/g, "-")
      .replace(/\u2019/g, "'")
      .trim();

  /* What was typed in as the value of its field; undefined where it is none. */
  function read(text, sort, terms) {
    if (sort === "text") return text;
    if (sort === "term") return terms[text.toLowerCase()];
    return /^[+-]?\d+([./]\d+)?$/.test(text) ? text.replace("+", "") : undefined;
  }
  function put(fields, path, value) {
    const last = path[path.length - 1];
    let holder = fields;
    for (const step of path.slice(0, -1)) holder = holder?.[step];
    if (holder && typeof holder === "object") holder[last] = value;
  }
  /* What a sheet says now: the entry with what stands in the fields of the form. */
  function said(sheet, doc) {
    const fields = JSON.parse(JSON.stringify(sheet.fields));
    for (const [name, [path, sort, terms]] of Object.entries(sheet.inputs)) {
      const field = doc.getField(name),
        value = field ? read(plain(field.value), sort, terms) : undefined;
      if (value !== undefined) put(fields, path, value);
    }
    return fields;
  }
  /* The text of each field that follows from what is said. */
  function follows(sheet, fields) {
    const values = new Map(
      rules
        .entry(form.ruleset, sheet.kind, fields, (kind, id) => form.entries[kind + ":" + id], true)
        .map((value) => [value.name, value.text]),
    );
    const text = ([value, unit, after]) =>
      unit || after ? (values.get(value) ?? "") + unit + (after ? (values.get(after) ?? "") : "") : values.get(value);
    return new Map(Object.entries(sheet.outputs).map(([name, parts]) => [name, text(parts)]));
  }
  function attempt(sheet, fields) {
    try {
      return follows(sheet, fields);
    } catch (_problem) {
      return new Map();
    }
  }

  const states = form.sheets.map((sheet) => {
    const made = attempt(sheet, sheet.fields),
      same = Object.entries(sheet.outputs).filter(
        ([name, [, , , printed]]) => made.has(name) && plain(made.get(name) ?? "") === plain(printed),
      );
    return { sheet, text: "", now: made, names: new Set(same.map((pair) => pair[0])), changed: new Map() };
  });
  function follow(state, doc) {
    const fields = said(state.sheet, doc),
      text = JSON.stringify(fields);
    if (text === state.text) return;
    const now = attempt(state.sheet, fields);
    state.changed = new Map([...now].filter(([name, value]) => state.names.has(name) && value !== state.now.get(name)));
    state.text = text;
    if (now.size) state.now = now;
  }
  return {
    names: () => states.flatMap((state) => [...state.names]),
    open: (doc) => {
      for (const state of states) {
        follow(state, doc);
        state.changed.clear();
      }
    },
    calculate: (doc, event) => {
      const state = states.find((own) => own.names.has(event.target.name));
      if (!state) return;
      follow(state, doc);
      if (!state.changed.has(event.target.name)) return;
      event.value = state.changed.get(event.target.name);
      state.changed.delete(event.target.name);
    },
  };
};
if (typeof module === "object") module.exports = sheetgenFields;
