/* What rules are given in a browser and what they answer, as JSON holds it and as readers see it. */
// biome-ignore lint/correctness/noUnusedVariables: the parts of rules-runtime that follow use it
var sheetgenAnswers = (() => {
  "use strict";
  const { Ratio, exact, fail, isNumber, misfit, strip, written } = sheetgenValues;
  const { inThousands, show, showRatio, text } = sheetgenTexts;
  const { Leaf, leaf, settled, title } = sheetgenRuns;

  // ---- given
  const own = (holder, name) => (Object.hasOwn(holder, name) ? holder[name] : undefined);
  function anything(value) {
    if (typeof value === "number") return Number.isSafeInteger(value) ? value : written(String(value)) || misfit(0);
    if (Array.isArray(value)) return value.map(anything);
    return value && typeof value === "object"
      ? new Map(Object.keys(value).map((name) => [name, anything(value[name])]))
      : value;
  }
  function given(game, shape, value, name, otherwise) {
    if (value === undefined || value === null)
      return otherwise === undefined ? fail("{title} is missing", { title: show(name) }) : otherwise;
    if (shape === "integer" || shape === "number") {
      const read = typeof value === "string" ? written(strip(value)) : anything(value);
      if (!isNumber(read) || (shape === "integer" && typeof read !== "number"))
        shape === "integer"
          ? fail("{title} takes a whole number", { title: show(name) })
          : fail("{title} takes a number", { title: show(name) });
      return read;
    }
    if (shape[0] === "ref") return game.known(shape[1], value);
    if (shape[0] === "options" && !game.exist) return null; // nothing is known of other entries
    if (shape[0] === "list" || shape[0] === "options")
      return Array.isArray(value)
        ? value.map((item) => given(game, shape[0] === "list" ? shape[1] : "any", item, name))
        : fail("{title} takes a list", { title: show(name) });
    if (shape[0] === "map" || shape[0] === "record") {
      if (typeof value !== "object") fail("{title} takes a mapping of names to values", { title: show(name) });
      if (Array.isArray(value)) return new Map(value.map((pair) => [pair[0], given(game, shape[2], pair[1], name)]));
      if (shape[0] === "record") {
        const made = new Map(
          game.records[shape[1]].map((field) => [
            field[0],
            given(game, field[1], own(value, field[0]), field[0], field[2]),
          ]),
        );
        game.exist?.(shape[1], made, game.records[shape[1]]);
        return made;
      }
      const names = shape[1]
        ? shape[1].filter((key) => shape.length > 3 || own(value, key) !== undefined)
        : Object.keys(value);
      return new Map(names.map((key) => [key, given(game, shape[2], own(value, key), key, shape[3])]));
    }
    return anything(value);
  }

  // ---- answered
  function json(value) {
    if (value instanceof Ratio) return value.n + "/" + value.d;
    if (value instanceof Leaf) return { value: json(exact(value.value)), why: value.why, rule: value.rule };
    if (Array.isArray(value)) return value.map(json);
    return value instanceof Map ? Object.fromEntries(Array.from(value, (pair) => [pair[0], json(pair[1])])) : value;
  }
  function outputs(rule, leaves) {
    if (rule.single) return new Map([[rule.single, settled(leaves)]]);
    if (leaves instanceof Leaf && leaves.value instanceof Map)
      return new Map(Array.from(leaves.value, (pair) => [pair[0], settled(leaf(pair[1], leaves.why, leaves.rule))]));
    return leaves instanceof Map ? settled(leaves) : new Map([["result", settled(leaves)]]);
  }
  // Leaves with those of several values taken apart.
  function parted(leaves) {
    const values = leaves instanceof Leaf ? exact(leaves.value) : leaves,
      each = (part) => parted(leaves instanceof Leaf ? leaf(part, "", "") : part);
    if (Array.isArray(values)) return values.map(each);
    return values instanceof Map ? new Map(Array.from(values, (pair) => [pair[0], each(pair[1])])) : leaves;
  }
  // Each leaf with its dotted name, its label, its text and its why; items of lists that are records by their places.
  function* flattened(run, name, label, leaves, how) {
    if (leaves instanceof Leaf) {
      const value = display(run, leaves, how);
      yield {
        name,
        label,
        text: typeof value === "object" ? show(leaves.value, run.words) : text(value),
        why: leaves.why,
        rule: leaves.rule,
      };
    } else if (Array.isArray(leaves))
      for (const [place, item] of leaves.entries())
        yield* flattened(
          run,
          name + "." + place,
          label + " " + (place + 1),
          item,
          how && how[0] === "list" ? how[1] : null,
        );
    else
      for (const [key, item] of leaves)
        yield* flattened(run, name + "." + key, label + ", " + inWords(run, key, how), item, inside(how, key));
  }

  // ---- shown
  // What a reader sees: terms by their titles, and one text of reasons for what holds several values.
  function display(run, value, how) {
    if (value instanceof Leaf) return display(run, value.value, how);
    if (Array.isArray(value)) return value.map((item) => display(run, item, how && how[0] === "list" ? how[1] : null));
    if (value instanceof Map) {
      return Object.fromEntries(
        Array.from(value, (pair) => [label(run, pair[0], how), display(run, pair[1], inside(how, pair[0]))]),
      );
    }
    if (typeof how === "string" && value !== null) return title(run, how, value);
    if (how && how[0] === "number") return formatted(value, how[1].format, run.words);
    if (!(value instanceof Ratio)) return value;
    const words = showRatio(value, run.words);
    return words.includes(".") ? Number(words.replace("−", "-")) : words;
  }
  // A number in its format; what is no number as it is.
  function formatted(value, form, marks) {
    const words = show(value, marks);
    if (typeof value !== "number" && !(value instanceof Ratio)) return value;
    const sign = words.startsWith("−") ? "−" : "",
      size = words.slice(sign.length);
    if (form === "signed") return (sign || "+") + size;
    if (form === "fraction") return sign + mixed(value, size);
    return sign + inThousands(size, marks);
  }
  function mixed(value, size) {
    if (!(value instanceof Ratio)) return size;
    const n = value.n < 0n ? -value.n : value.n,
      whole = n / value.d;
    return (whole ? whole + " " : "") + (n % value.d) + "/" + value.d;
  }
  const inWords = (run, name, how) => String(label(run, name, how)).toLowerCase();
  function inside(how, name) {
    return !how ? null : how[0] === "map" ? how[2] : how[0] === "record" ? how[1][name] : null;
  }
  function label(run, name, how) {
    return how && how[0] === "map" && how[1] ? title(run, how[1], name) : show(name, run.words);
  }
  function why(run, leaves, how) {
    if (leaves instanceof Leaf) return leaves.why;
    if (Array.isArray(leaves)) return "";
    return Array.from(leaves, (pair) => {
      const words = why(run, pair[1], inside(how, pair[0]));
      return words && label(run, pair[0], how) + ": " + words;
    })
      .filter(Boolean)
      .join("; ");
  }

  return { anything, display, flattened, formatted, given, json, outputs, own, parted, why };
})();
