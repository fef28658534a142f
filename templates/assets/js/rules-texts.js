/* Maps, tables, texts and dice of the rule language in a browser: the twin of sheetgen/formula/builtins.py. */
// biome-ignore lint/correctness/noUnusedVariables: the parts of rules-runtime that follow use it
var sheetgenTexts = (() => {
  "use strict";
  const { Ratio, bounded, div, eq, fail, ge, gt, key, le, listed, lt, misfit, plain, strip, truth } = sheetgenValues;

  const SHORT = 10n ** 6n, // numbers of so many parts are shown exactly
    SIMPLE = 12n; // ... and so many parts of a whole as a fraction

  // ---- texts
  // How values are written in English; a game in another language brings the same.
  const ENGLISH = {
    decimal: ".",
    group: ",",
    yes: "yes",
    no: "no",
    none: "none",
    joining: [" and ", " or ", " is ", " is not ", " < ", " > ", " ≤ ", " ≥ "],
  };
  function show(value, words = ENGLISH) {
    if (value === null) return words.none;
    if (typeof value === "boolean") return value ? words.yes : words.no;
    if (typeof value === "number") return value < 0 ? "−" + -value : String(value);
    if (value instanceof Ratio) return showRatio(value, words);
    if (Array.isArray(value)) {
      // Records have commas of their own.
      const between = value.some((item) => item instanceof Map) ? "; " : ", ";
      return value.map((item) => show(item, words)).join(between);
    }
    if (value instanceof Map)
      return Array.from(value, (pair) => String(pair[0]).replace(/_/g, " ") + " " + show(pair[1], words)).join(", ");
    return String(value).replace(/_/g, " ");
  }
  // A number as readers see it: exactly where that is short, 0.25 or 1/3, else to three digits, 1.15 for 15/13, or as many
  // as make it no whole number.
  /** @param {InstanceType<typeof Ratio>} value */
  function showRatio(value, words) {
    const { d } = value,
      sign = value.n < 0n ? "−" : "",
      n = value.n < 0n ? -value.n : value.n,
      nearest = (scale) => (2n * n * scale + d) / (2n * d);
    let scale = 10n;
    if (SHORT % d === 0n) return sign + decimals(n, d, words);
    if (n < d && d <= SIMPLE) return sign + n + "/" + d;
    while (n * scale < 100n * d || nearest(scale) % scale === 0n) scale *= 10n;
    return sign + decimals(nearest(scale), scale, words);
  }
  // A quotient that ends, as a decimal.
  /** @param {bigint} n @param {bigint} d */
  function decimals(n, d, words) {
    let digits = "";
    for (let rest = n % d; rest; rest = (rest * 10n) % d) digits += (rest * 10n) / d;
    return n / d + (digits && words.decimal + digits);
  }
  const text = (value) => (typeof value === "string" ? value : show(value).replace(/−/g, "-"));
  const texts = (...parts) => bounded(parts.map(text).join(""));
  function join(items, between) {
    if (typeof between !== "string") misfit(between);
    return bounded(listed(items).map(text).join(between));
  }
  const signed = (value) => (lt(value, 0) ? "" : "+") + text(value);
  // A number as it is shown, without its sign, with marks between its thousands.
  const inThousands = (size, marks) =>
    size.includes("/") ? size : size.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, marks.group));
  function grouped(run, value) {
    const sign = lt(value, 0) ? "-" : "";
    return sign + inThousands(show(value, run.words).replace("−", ""), run.words);
  }
  const lower = (words) => (typeof words === "string" ? words.toLowerCase() : misfit(words));
  function split(words, between) {
    if (typeof words !== "string") misfit(words);
    return bounded((between ? words.split(between) : [words]).map(strip).filter(Boolean));
  }

  // ---- maps and tables
  const record = (pairs) => new Map(pairs.map((pair) => [key(pair[0]), pair[1]]));
  const partOfNothing = () => fail("a part is asked for of a value that is none");
  const mapping = (value) => (value instanceof Map ? value : value === null ? partOfNothing() : misfit(value));
  const nothing = (name) => fail("there is nothing for `{name}`", { name: show(name) });
  function pick(holder, name) {
    const place = plain(name);
    if (Array.isArray(holder)) {
      if (typeof place === "number" && place >= 0 && place < holder.length) return holder[place];
      fail("the list has no place {place}: it holds {some}, counted from 0", {
        place: show(name),
        some: holder.length,
      });
    }
    return holder instanceof Map && holder.has(place) ? holder.get(place) : nothing(name);
  }
  function first(items, otherwise) {
    return truth(items) ? pick(items, 0) : otherwise;
  }
  function part(holder, name) {
    return mapping(holder).has(name) ? holder.get(name) : nothing(name);
  }
  function step(table, value) {
    for (const [low, high, result] of table)
      if ((low === null || ge(value, low)) && (high === null || le(value, high))) return result;
    return fail("no row of the table holds {value}", { value: show(value) });
  }
  function get(holder, name, otherwise) {
    return mapping(holder).has(key(name)) ? holder.get(key(name)) : otherwise;
  }
  const keys = (holder) => listed(holder).slice();
  const values = (holder) => Array.from(mapping(holder).values());
  const pairs = (holder) =>
    Array.from(
      mapping(holder),
      (pair) =>
        new Map([
          ["key", pair[0]],
          ["value", pair[1]],
        ]),
    );
  const merge = (a, b) => new Map([...mapping(a), ...mapping(b)]);

  // ---- dice
  function dice(times, sides, bonus) {
    if (typeof times === "string")
      return diceTerms(times)
        .map((term) => term[0] + term[1])
        .join("")
        .replace(/^\+/, "");
    if (le(times, 0)) return text(bonus);
    return text(times) + "d" + text(sides) + (gt(bonus, 0) ? "+" : "") + (eq(bonus, 0) ? "" : text(bonus));
  }
  const DICE = "(?:[0-9]{0,4}d(?:[0-9]{1,4}|f|%)|[0-9]{1,6})";
  const DICE_TEXT = new RegExp("^[+-]?" + DICE + "(?:[+-]" + DICE + ")*$");
  // The terms of a dice text, each with its sign.
  function diceTerms(words) {
    if (typeof words !== "string") misfit(words);
    const compact = words
      .replace(/[ \t\n\r\v\f\u00a0\u2009\u202f]/g, "")
      .replace(/−/g, "-")
      .toLowerCase();
    if (!DICE_TEXT.test(compact)) fail("`{text}` is no dice text, such as 2d6+3", { text: words });
    return compact.match(/[+-]?[^+-]+/g).map((term) => {
      const sign = /^[+-]/.test(term),
        written = term.replace("f", "F");
      return sign ? [term[0], written.slice(1)] : ["+", written];
    });
  }
  // The lowest and the highest face of a die by what stands behind its `d`; both are 0 where it has none.
  function faces(sides) {
    const number = +sides.replace("%", "100");
    return sides === "F" ? [-1, 1] : [Math.min(1, number), number];
  }
  function diceEnds(words) {
    let low = 0,
      high = 0;
    for (const [sign, term] of diceTerms(words)) {
      const [count, sides] = term.split("d");
      const number = +(count || 1),
        [least, most] = sides === undefined ? [number, number] : faces(sides).map((face) => number * face);
      low += sign === "+" ? least : -most;
      high += sign === "+" ? most : -least;
    }
    return [low, high];
  }
  function average(words) {
    const ends = diceEnds(words);
    return div(ends[0] + ends[1], 2);
  }
  const lowest = (words) => diceEnds(words)[0];
  const highest = (words) => diceEnds(words)[1];

  return {
    DICE,
    DICE_TEXT,
    ENGLISH,
    average,
    dice,
    diceEnds,
    diceTerms,
    faces,
    first,
    get,
    grouped,
    highest,
    inThousands,
    join,
    keys,
    lower,
    lowest,
    mapping,
    merge,
    nothing,
    pairs,
    part,
    pick,
    record,
    show,
    showRatio,
    signed,
    split,
    step,
    text,
    texts,
    values,
  };
})();
