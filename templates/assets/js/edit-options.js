/* Options of the entry that a field refers to, chosen by a field beside it. `forms` is what
   assets/rules/RULESET-forms.js says, `put` gives values with one of them changed, `truth` makes the control of a field
   that is true or false. */
window.sheetgenChosen = (forms, put, truth) => {
  "use strict";
  const sg = window.sheetgen;
  function optionsBeside(shape, values) {
    const known = forms.chosen[shape.of],
      id = values[shape.beside];
    return Object.hasOwn(known, id) ? known[id] : [];
  }
  const choicesOf = (fields, name) => fields.filter(({ shape }) => shape.type === "options" && shape.beside === name);
  /* What gives values with one of them changed: what is chosen of an entry goes with it, and is there again when the
     entry is. */
  function changing(fields) {
    const left = new Map(); // by field and entry
    return (values, name, part) => {
      const key = (choice, id) => choice.name + " " + id;
      return choicesOf(fields, name).reduce(
        (now, choice) => {
          if (values[name] === part) return now;
          left.set(key(choice, values[name]), values[choice.name]);
          return put(now, choice.name, left.get(key(choice, part)));
        },
        put(values, name, part),
      );
    };
  }

  /* Why a value is no choice of these options; empty where it is. */
  function problem(shape, value, beside) {
    const isList = Array.isArray(value) && value.every((name) => typeof name === "string"),
      isLegal = isList && !window.sheetgenRules.places(optionsBeside(shape, beside), value).includes(-1);
    return isLegal ? "" : sg.words("one of its words");
  }
  /* The options of the entry beside it, each to tick; those that everybody has stay ticked. What was written keeps its
     words and its order. */
  function control(field, value, set, beside) {
    const known = optionsBeside(field.shape, beside),
      placesOf = (names) => window.sheetgenRules.places(known, names),
      written = value ?? [],
      before = placesOf(written),
      chosen = new Set(before);
    const wordOf = ({ id, name }, place) =>
      [id, name, String(place + 1)].find((word) => word && placesOf([word])[0] === place);
    return sg.make(
      "div.terms.options",
      { role: "group", "aria-label": field.title },
      ...known.map((option, place) => {
        const title = [option.name, option.text].filter(Boolean).join(": ") || String(place + 1),
          isFixed = option.ticked || !wordOf(option, place);
        const tick = truth({ title, shape: { type: "truth" } }, option.ticked || chosen.has(place), (holds) => {
          if (isFixed) return;
          chosen[holds ? "add" : "delete"](place);
          const added = [...chosen].filter((at) => !before.includes(at));
          set([...written.filter((_, at) => chosen.has(before[at])), ...added.map((at) => wordOf(known[at], at))]);
        });
        tick.querySelector("input").disabled = isFixed;
        return tick;
      }),
    );
  }
  return { choicesOf, changing, problem, control };
};
