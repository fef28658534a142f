/* One run of a rule in a browser: its budget, what it explains, and leaves, each a value with its why and its rule. */
// biome-ignore lint/correctness/noUnusedVariables: the parts of rules-runtime that follow use it
var sheetgenRuns = (() => {
  "use strict";
  const { Failed, exact, fail, isNumber, key, len, listed, misfit, plain } = sheetgenValues;
  const { part, show } = sheetgenTexts;
  const MOST_STEPS = 200000,
    LETTERS_A_STEP = 64;

  // ---- the budget
  function spend(run, steps) {
    if ((run.steps -= steps === undefined ? 1 : steps) < 0) fail("this takes more than 200,000 steps");
  }
  function each(run, items, make) {
    if (!Array.isArray(items) && !(items instanceof Map))
      items === null ? fail("there is no list to go over: the value is none") : fail("there is no list to go over");
    const all = [];
    for (const item of listed(items)) {
      spend(run);
      for (const made of make(item)) all.push(made);
    }
    return all;
  }
  function charge(run, value) {
    if (typeof value === "string")
      spend(run, Math.floor((value.length > LETTERS_A_STEP ? len(value) : 0) / LETTERS_A_STEP));
    else if (Array.isArray(value) || value instanceof Map)
      value.forEach((item) => {
        spend(run);
        if (typeof item === "object" || typeof item === "string") charge(run, item);
      });
    return value;
  }

  // ---- types
  function fits(value, outline) {
    if (value === null || outline === null) return value;
    const kind = Array.isArray(outline) ? outline[0] : outline,
      inside = (item) => {
        fits(item, outline[1]);
      };
    if (kind === "list" && Array.isArray(value)) value.forEach(inside);
    else if (kind === "map" && value instanceof Map) value.forEach(inside);
    else if (kind === "record" && value instanceof Map)
      outline[1].forEach((field, name) => {
        if (value.has(name)) fits(value.get(name), field);
      });
    else if (
      !(kind === "number"
        ? isNumber(plain(value))
        : kind === "text"
          ? typeof value === "string"
          : kind === "truth" && typeof value === "boolean")
    )
      misfit(0);
    return value;
  }

  // ---- explanations
  class Leaf {
    constructor(value, why, rule) {
      this.value = value;
      this.why = why;
      this.rule = rule;
    }
  }
  const leaf = (value, why, rule) => new Leaf(value, why, rule);
  function inner(leaves, name) {
    return leaves instanceof Leaf ? new Leaf(part(leaves.value, name), leaves.why, leaves.rule) : part(leaves, name);
  }
  function plainly(leaves) {
    if (leaves instanceof Leaf) return exact(leaves.value);
    return Array.isArray(leaves)
      ? leaves.map(plainly)
      : new Map(Array.from(leaves, (pair) => [pair[0], plainly(pair[1])]));
  }
  function settled(leaves) {
    if (leaves instanceof Leaf) return leaf(exact(leaves.value), leaves.why, leaves.rule);
    return Array.isArray(leaves)
      ? leaves.map(settled)
      : new Map(Array.from(leaves, (pair) => [pair[0], settled(pair[1])]));
  }
  function reasons(whys) {
    const text = whys.filter(Boolean).join(", ");
    return text && " (" + text + ")";
  }
  function keptParts(parts) {
    let kept = parts.filter((part) => !part[2]);
    if (!kept.length) kept = parts.slice(0, 1);
    return kept[0][0] === " − " ? [parts[0], ...kept] : kept;
  }
  const inSum = (parts) => parts.map((part, place) => (place ? part[0] : "") + part[1]).join("");
  const addends = (parts) => inSum(keptParts(parts));
  function bracketed(parts) {
    const kept = keptParts(parts);
    return kept.length > 1 ? "(" + inSum(kept) + ")" : inSum(kept);
  }
  const either = (words, between) => words.filter(Boolean).join(between);
  function title(run, vocabulary, term) {
    const titles = run.titles[vocabulary];
    return titles?.has(key(term)) ? titles.get(term) : show(term, run.words);
  }
  function optional(run, words) {
    try {
      return words();
    } catch (problem) {
      if (!(problem instanceof Failed)) throw problem;
      spend(run);
      return "";
    }
  }

  return {
    LETTERS_A_STEP,
    Leaf,
    MOST_STEPS,
    addends,
    bracketed,
    charge,
    each,
    either,
    fits,
    inner,
    leaf,
    optional,
    plainly,
    reasons,
    settled,
    spend,
    title,
  };
})();
