/* What the rules of a game need to run in a browser: the twin of sheetgen/formula/runtime.py and operations.py.

   Each assets/rules/RULESET.js calls sheetgenRules.add; calculators call sheetgenRules.run (the contract is in
   calculator.js). Numbers are exact: safe integers are plain numbers, everything else is a Ratio of two big integers.
   Records are Maps, so that keys keep their order. Bounds, words of errors and words of explanations are those of
   Python; tests hold the two to the same answers. */
var sheetgenRules = (() => {
  "use strict";
  const LARGEST_NUMBER = 10n ** 15n,
    FINEST_FRACTION = 10n ** 100n,
    MOST_STEPS = 200000,
    MOST_ITEMS = 10000,
    LETTERS_A_STEP = 64;

  class Failed extends Error {}
  class Ratio {
    /** @param {bigint} n @param {bigint} d */
    constructor(n, d) {
      this.n = n;
      this.d = d;
    }
  }
  class Leaf {
    constructor(value, why, rule) {
      this.value = value;
      this.why = why;
      this.rule = rule;
    }
  }
  /* A text of the program with values in its places, in the language of the page where there is one. */
  function words(text, values = {}) {
    const put = (all, [name, value]) => all.replace("{" + name + "}", () => value);
    return globalThis.sheetgen?.words?.(text, values) ?? Object.entries(values).reduce(put, text);
  }
  /** @returns {never} */
  function fail(text, values = {}) {
    throw new Failed(words(text, values));
  }
  const tooMany = () => fail("a list or text holds more than 10,000 items");
  /** @returns {never} */
  function misfit(...values) {
    for (const value of values)
      if (value === null || value === undefined) fail("a value is none where a number is needed");
    fail("the values do not fit together");
  }

  // ---- numbers
  const isNumber = (v) => typeof v === "number" || v instanceof Ratio;
  /** @returns {bigint} */
  const top = (v) => (typeof v === "number" ? BigInt(v) : v.n);
  /** @returns {bigint} */
  const bottom = (v) => (typeof v === "number" ? 1n : v.d);
  function greatestDivisor(a, b) {
    while (b) [a, b] = [b, a % b];
    return a < 0n ? -a : a;
  }
  function ratio(n, d) {
    if (d === 0n) fail("this divides by zero");
    if (d < 0n) {
      n = -n;
      d = -d;
    }
    const by = greatestDivisor(n, d);
    if (by > 1n) {
      n /= by;
      d /= by;
    }
    return d === 1n && n >= Number.MIN_SAFE_INTEGER && n <= Number.MAX_SAFE_INTEGER ? Number(n) : new Ratio(n, d);
  }
  const plain = (v) => (typeof v === "boolean" ? +v : v);
  function numbers(a, b) {
    if (!isNumber(a) || !isNumber(b)) misfit(a, b);
    return typeof a === "number" && typeof b === "number";
  }
  function plus(a, b) {
    a = plain(a);
    b = plain(b);
    if (numbers(a, b) && Number.isSafeInteger(a + b)) return a + b;
    return ratio(top(a) * bottom(b) + top(b) * bottom(a), bottom(a) * bottom(b));
  }
  function minus(a, b) {
    a = plain(a);
    b = plain(b);
    if (numbers(a, b) && Number.isSafeInteger(a - b)) return a - b;
    return ratio(top(a) * bottom(b) - top(b) * bottom(a), bottom(a) * bottom(b));
  }
  function mul(a, b) {
    a = plain(a);
    b = plain(b);
    if (numbers(a, b) && Number.isSafeInteger(a * b)) return exact(a * b || 0);
    return exact(ratio(top(a) * top(b), bottom(a) * bottom(b)));
  }
  function div(a, b) {
    a = plain(a);
    b = plain(b);
    numbers(a, b);
    return exact(ratio(top(a) * bottom(b), bottom(a) * top(b)));
  }
  function floordiv(a, b) {
    a = plain(a);
    b = plain(b);
    if (numbers(a, b) && b !== 0) {
      const rest = a % b;
      return (a - rest) / b - (rest !== 0 && rest < 0 !== b < 0 ? 1 : 0) || 0;
    }
    let n = top(a) * bottom(b),
      d = bottom(a) * top(b);
    if (d === 0n) fail("this divides by zero");
    if (d < 0n) {
      n = -n;
      d = -d;
    }
    return ratio(n / d - (n % d < 0n ? 1n : 0n), 1n);
  }
  function mod(a, b) {
    return minus(a, times(floordiv(a, b), plain(b)));
  }
  function times(a, b) {
    return ratio(top(a) * top(b), bottom(a) * bottom(b));
  }
  function add(a, b) {
    if (typeof a === "string" && typeof b === "string") return bounded(a + b);
    if (Array.isArray(a) && Array.isArray(b)) return bounded(a.concat(b));
    return plus(a, b);
  }
  function exact(value) {
    if (Array.isArray(value)) return value.map(exact);
    if (value instanceof Map) return new Map(Array.from(value, (pair) => [pair[0], exact(pair[1])]));
    if (!isNumber(value)) return value;
    const n = top(value),
      d = bottom(value);
    if (n > LARGEST_NUMBER * d || n < -LARGEST_NUMBER * d) fail("the number grows past 10^15");
    if (d > FINEST_FRACTION) fail("the fraction grows finer than 1/10^100");
    return value;
  }
  function written(text) {
    const match = /^([+-]?)([0-9]{1,20})(?:\.([0-9]{0,20})|\/([0-9]{1,20}))?$/.exec(text);
    if (!match || (match[4] && !/[1-9]/.test(match[4]))) return null;
    const sign = match[1] === "-" ? -1n : 1n,
      after = match[3] || "";
    return ratio(sign * BigInt(match[2] + after), match[4] ? BigInt(match[4]) : 10n ** BigInt(after.length));
  }
  function number(text) {
    if (typeof text !== "string") misfit(text);
    const value = written(strip(text).replace(/−/g, "-"));
    return value === null ? fail("`{text}` is not a number", { text }) : exact(value);
  }
  function abs(value) {
    return compare(value, 0) < 0 ? minus(0, value) : plus(value, 0);
  }
  function several(items) {
    const choices = items.length === 1 && !isNumber(plain(items[0])) ? listed(items[0]) : items;
    return choices.length ? choices : fail("there is nothing to choose from: the list is empty");
  }
  function max(...items) {
    return several(items).reduce((best, item) => (compare(item, best) > 0 ? item : best));
  }
  function min(...items) {
    return several(items).reduce((best, item) => (compare(item, best) < 0 ? item : best));
  }
  function clamp(value, low, high) {
    return max(low, min(high, value));
  }
  function floor(value) {
    return floordiv(value, 1);
  }
  function ceil(value) {
    return minus(0, floordiv(minus(0, value), 1));
  }
  function round_half(value) {
    return floor(plus(value, new Ratio(1n, 2n)));
  }
  function sum(items) {
    return exact(listed(items).reduce(plus, 0));
  }
  function totals(items) {
    let so_far = 0;
    return listed(items).map((item) => (so_far = plus(so_far, item)));
  }

  // ---- comparisons
  function eq(a, b) {
    a = plain(a);
    b = plain(b);
    if (a === b) return true;
    if (a instanceof Ratio && b instanceof Ratio) return a.n === b.n && a.d === b.d;
    if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => eq(item, b[i]));
    if (a instanceof Map && b instanceof Map)
      return a.size === b.size && Array.from(a).every((pair) => b.has(pair[0]) && eq(pair[1], b.get(pair[0])));
    return false;
  }
  function compare(a, b) {
    a = plain(a);
    b = plain(b);
    if (isNumber(a) && isNumber(b)) {
      const whole = typeof a === "number" && typeof b === "number",
        x = whole ? a : top(a) * bottom(b),
        y = whole ? b : top(b) * bottom(a);
      return x < y ? -1 : x > y ? 1 : 0;
    }
    if (typeof a === "string" && typeof b === "string")
      return compareLists(
        Array.from(a, (c) => c.codePointAt(0)),
        Array.from(b, (c) => c.codePointAt(0)),
      );
    if (Array.isArray(a) && Array.isArray(b)) return compareLists(a, b);
    return misfit(a, b);
  }
  function compareLists(a, b) {
    for (let i = 0; i < a.length && i < b.length; i++) if (!eq(a[i], b[i])) return compare(a[i], b[i]);
    return a.length - b.length;
  }
  const ne = (a, b) => !eq(a, b);
  const lt = (a, b) => compare(a, b) < 0;
  const le = (a, b) => compare(a, b) <= 0;
  const gt = (a, b) => compare(a, b) > 0;
  const ge = (a, b) => compare(a, b) >= 0;
  function isin(item, holder) {
    if (Array.isArray(holder)) return holder.some((member) => eq(member, item));
    if (holder instanceof Map) return holder.has(key(item));
    return typeof holder === "string" && typeof item === "string" ? holder.includes(item) : misfit(holder, item);
  }
  const notin = (item, holder) => !isin(item, holder);
  function chain(left, ...rest) {
    for (let i = 0; i < rest.length; i += 2) {
      const right = rest[i + 1]();
      if (!rest[i](left, right)) return false;
      left = right;
    }
    return true;
  }
  function truth(value) {
    return !(
      value === null ||
      value === false ||
      value === 0 ||
      value === "" ||
      (Array.isArray(value) && !value.length) ||
      (value instanceof Map && !value.size)
    );
  }

  // ---- lists
  function listed(value) {
    return Array.isArray(value)
      ? value
      : value instanceof Map
        ? Array.from(value.keys())
        : typeof value === "string"
          ? Array.from(value)
          : misfit(value);
  }
  function len(value) {
    return value instanceof Map ? value.size : listed(value).length;
  }
  function bounded(items) {
    if ((items.length || items.size) > MOST_ITEMS && len(items) > MOST_ITEMS) tooMany();
    return items;
  }
  const count = (items) => listed(items).filter(truth).length;
  const any = (items) => listed(items).some(truth);
  const all = (items) => listed(items).every(truth);
  function range(first, end) {
    const open = end === undefined || end === null,
      start = open ? 0 : plain(first),
      stop = plain(open ? first : end);
    if (gt(minus(stop, start), MOST_ITEMS)) tooMany();
    if (typeof start !== "number" || typeof stop !== "number") misfit(0);
    return Array.from({ length: Math.max(0, stop - start) }, (_, i) => start + i);
  }
  function order_by(items, keys) {
    if (len(items) !== len(keys))
      fail("order_by needs as many keys as items, not {some} for {all}", { some: len(keys), all: len(items) });
    return listed(items)
      .map((_, i) => i)
      .sort((a, b) => compare(keys[a], keys[b]))
      .map((i) => items[i]);
  }
  function first(items, otherwise) {
    return truth(items) ? pick(items, 0) : otherwise;
  }
  function frozen(value) {
    value = plain(value);
    if (Array.isArray(value)) return "[" + value.map(frozen).join() + "]";
    if (value instanceof Map)
      return (
        "{" +
        Array.from(value, (pair) => frozen(pair[0]) + ":" + frozen(pair[1]))
          .sort()
          .join() +
        "}"
      );
    return value instanceof Ratio ? value.n + "/" + value.d : JSON.stringify(value);
  }
  function unique(items) {
    const firsts = new Map();
    listed(items).forEach((item) => {
      const id = frozen(item);
      if (!firsts.has(id)) firsts.set(id, item);
    });
    return Array.from(firsts.values());
  }
  const reversed = (items) => listed(items).slice().reverse();
  const index = (items, item) => listed(items).findIndex((member) => eq(member, item));
  function zip(a, b) {
    const left = listed(a),
      right = listed(b);
    return left.slice(0, right.length).map(
      (item, i) =>
        new Map([
          ["first", item],
          ["second", right[i]],
        ]),
    );
  }

  // ---- maps and tables
  function key(value) {
    return Array.isArray(value) || value instanceof Map ? misfit(0) : plain(value);
  }
  const record = (pairs) => new Map(pairs.map((pair) => [key(pair[0]), pair[1]]));
  const mapping = (value) => (value instanceof Map ? value : misfit(value));
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
  function part(holder, name) {
    return mapping(holder).has(name) ? holder.get(name) : nothing(name);
  }
  function inner(leaves, name) {
    return leaves instanceof Leaf ? new Leaf(part(leaves.value, name), leaves.why, leaves.rule) : part(leaves, name);
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
  /** @param {Ratio} value */
  function showRatio(value, words) {
    const sign = value.n < 0n ? "−" : "",
      n = value.n < 0n ? -value.n : value.n;
    let d = value.d,
      digits = "";
    for (const prime of [2n, 5n]) while (d % prime === 0n) d /= prime;
    if (d !== 1n) return sign + n + "/" + value.d;
    for (let rest = n % value.d; rest; rest = (rest * 10n) % value.d) digits += (rest * 10n) / value.d;
    return sign + n / value.d + (digits && words.decimal + digits);
  }
  const text = (value) => (typeof value === "string" ? value : show(value).replace(/−/g, "-"));
  const texts = (...parts) => bounded(parts.map(text).join(""));
  function join(items, between) {
    if (typeof between !== "string") misfit(between);
    return bounded(listed(items).map(text).join(between));
  }
  function dice(times, sides, bonus) {
    if (typeof times === "string")
      return diceWritten(times)
        .map((term) => term[0] + term[1])
        .join("")
        .replace(/^\+/, "");
    if (le(times, 0)) return text(bonus);
    return text(times) + "d" + text(sides) + (gt(bonus, 0) ? "+" : "") + (eq(bonus, 0) ? "" : text(bonus));
  }
  const DICE = "(?:[0-9]{0,4}d[0-9]{1,4}|[0-9]{1,6})";
  const DICE_TEXT = new RegExp("^[+-]?" + DICE + "(?:[+-]" + DICE + ")*$");
  // The terms of a dice text, each with its sign.
  function diceWritten(words) {
    if (typeof words !== "string") misfit(words);
    const compact = words
      .replace(/[ \t\n\r\v\f\u00a0\u2009\u202f]/g, "")
      .replace(/−/g, "-")
      .toLowerCase();
    if (!DICE_TEXT.test(compact)) fail("`{text}` is no dice text, such as 2d6+3", { text: words });
    return compact.match(/[+-]?[^+-]+/g).map((term) => {
      const sign = /^[+-]/.test(term);
      return sign ? [term[0], term.slice(1)] : ["+", term];
    });
  }
  function diceEnds(words) {
    let low = 0,
      high = 0;
    for (const [sign, term] of diceWritten(words)) {
      const [count, sides] = term.split("d");
      const number = +(count || 1),
        least = sides === undefined ? number : number * Math.min(1, +sides),
        most = sides === undefined ? number : number * +sides;
      low += sign === "+" ? least : -most;
      high += sign === "+" ? most : -least;
    }
    return [low, high];
  }
  function average(words) {
    const ends = diceEnds(words);
    return div(ends[0] + ends[1], 2);
  }
  // ---- exact chances: the twin of distributions.py; counts are big integers over one whole
  const PAIRS_A_STEP = 16,
    PAIRS_A_WAY = 4,
    MOST_DICE = 200;
  const spendPairs = (run, pairs) => spend(run, Math.ceil(pairs / PAIRS_A_STEP));
  function rolls(times) {
    times = plain(times);
    if (typeof times !== "number") misfit(times);
    return times > MOST_DICE
      ? fail("more than {most} rolls are too many to count", { most: MOST_DICE })
      : Math.max(0, times);
  }
  /** @returns {[Map<number, bigint>, bigint]} */
  function counted(chances) {
    const results = Array.from(mapping(chances));
    for (const [result, chance] of results) if (typeof result !== "number" || !isNumber(chance)) misfit(result, chance);
    const whole = results.reduce((lcm, [, chance]) => {
      const d = bottom(chance);
      return (lcm / greatestDivisor(lcm, d)) * d;
    }, 1n);
    return [new Map(results.map(([result, chance]) => [result, (top(chance) * whole) / bottom(chance)])), whole];
  }
  const more = (sums, result, number) => sums.set(result, (sums.get(result) || 0n) + number);
  /** @param {[Map<number, bigint>, bigint]} roll @param {[Map<number, bigint>, bigint]} another
      @returns {[Map<number, bigint>, bigint]} */
  function product(run, roll, another) {
    const [first, whole] = roll,
      [second, of] = another;
    spendPairs(run, first.size * second.size);
    const sums = new Map();
    for (const [left, number] of first) for (const [right, times] of second) more(sums, left + right, number * times);
    return [sums, whole * of];
  }
  /** @returns {[Map<number, bigint>, bigint]} */
  const certain = () => [new Map([[0, 1n]]), 1n];
  /** @returns {[Map<number, bigint>, bigint]} */
  function power(run, chances, times) {
    let made = certain();
    for (let square = chances; times; ) {
      if (times % 2) made = product(run, made, square);
      times = Math.floor(times / 2);
      if (times) square = product(run, square, square);
    }
    return made;
  }
  function finished([sums, whole]) {
    if (sums.size > MOST_ITEMS) tooMany();
    const results = Array.from(sums.keys()).sort((a, b) => a - b);
    return new Map(results.map((result) => [result, exact(ratio(sums.get(result), whole))]));
  }
  const added = (run, first, second) => finished(product(run, counted(first), counted(second)));
  const repeated = (run, chances, times) => finished(power(run, counted(chances), rolls(times)));
  function kept(run, chances, times, number) {
    const [counts, whole] = counted(chances),
      thrown = rolls(times),
      up = gt(number, 0),
      ways = [[1n]];
    for (let n = 1; n <= thrown; n++)
      ways.push(Array.from({ length: n + 1 }, (_, k) => (ways[n - 1][k - 1] || 0n) + (ways[n - 1][k] || 0n)));
    let states = new Map([[thrown + " " + Math.min(rolls(abs(number)), thrown) + " 0", 1n]]);
    for (const result of Array.from(counts.keys()).sort((a, b) => (up ? b - a : a - b))) {
      const nexts = new Map();
      for (const [state, count] of states) {
        const [left, places, total] = state.split(" ").map(Number);
        spendPairs(run, PAIRS_A_WAY * (left + 1));
        for (let alike = 0, power = count; alike <= left; alike++, power *= counts.get(result)) {
          const taken = Math.min(alike, places);
          more(nexts, [left - alike, places - taken, total + taken * result].join(" "), power * ways[left][alike]);
        }
      }
      states = nexts;
    }
    const sums = new Map();
    for (const [state, count] of states) {
      const [left, , total] = state.split(" ").map(Number);
      if (!left) more(sums, total, count);
    }
    return finished([sums, whole ** BigInt(thrown)]);
  }
  function exploding(run, chances, times) {
    const [counts, whole] = counted(chances);
    if (!counts.size) fail("there are no results to roll");
    const highestOf = Math.max(...counts.keys());
    let [made, of] = [counts, whole];
    for (let left = rolls(times); left; left--) {
      spendPairs(run, made.size + counts.size);
      const again = new Map();
      for (const [result, count] of counts) if (result !== highestOf) more(again, result, count * of);
      for (const [result, count] of made) more(again, highestOf + result, counts.get(highestOf) * count);
      [made, of] = [again, whole * of];
    }
    return finished([made, of]);
  }
  function gathered(_run, results, chances) {
    if (len(results) !== len(chances))
      fail("gathered needs as many chances as results, not {some} for {all}", {
        some: len(chances),
        all: len(results),
      });
    const sums = new Map();
    for (const [i, written] of listed(results).entries()) {
      const result = plain(written);
      if (typeof result !== "string" && typeof result !== "number") misfit(result);
      sums.set(result, plus(sums.get(result) || 0, chances[i]));
    }
    const names = Array.from(sums.keys());
    if (names.every((name) => typeof name === "number")) names.sort((a, b) => a - b);
    return new Map(names.map((name) => [name, exact(sums.get(name))]));
  }
  function chances(run, words) {
    let made = certain();
    for (const [sign, term] of diceWritten(words)) {
      const [count, sides] = term.split("d"),
        way = sign === "+" ? 1 : -1;
      if (sides === undefined)
        made = [new Map(Array.from(made[0], (pair) => [pair[0] + way * +count, pair[1]])), made[1]];
      else if (+sides < 1) fail("a die without faces shows nothing");
      else {
        const faces = new Map(Array.from({ length: +sides }, (_, face) => [way * (face + 1), 1n]));
        made = product(run, made, power(run, [faces, BigInt(+sides)], rolls(+(count || 1))));
      }
    }
    return finished(made);
  }
  const lowest = (words) => diceEnds(words)[0];
  const highest = (words) => diceEnds(words)[1];
  const signed = (value) => (lt(value, 0) ? "" : "+") + text(value);
  const lower = (words) => (typeof words === "string" ? words.toLowerCase() : misfit(words));
  const strip = (words) => words.replace(/^[ \t\n\r\v\f\u00a0\u2009\u202f]+|[ \t\n\r\v\f\u00a0\u2009\u202f]+$/g, "");
  function split(words, between) {
    if (typeof words !== "string") misfit(words);
    return bounded((between ? words.split(between) : [words]).map(strip).filter(Boolean));
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
  const leaf = (value, why, rule) => new Leaf(value, why, rule);
  function reasons(whys) {
    const text = whys.filter(Boolean).join(", ");
    return text && " (" + text + ")";
  }
  function addends(parts) {
    let kept = parts.filter((part) => !part[2]);
    if (!kept.length) kept = parts.slice(0, 1);
    if (kept[0][0] === " − ") kept.unshift(parts[0]);
    return (
      kept[0][1] +
      kept
        .slice(1)
        .map((part) => part[0] + part[1])
        .join("")
    );
  }
  const either = (words, between) => words.filter(Boolean).join(between);

  // ---- one run: the house rules, the titles of terms, and the budget
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

  const f = {
    abs,
    add,
    addends,
    all,
    any,
    bounded,
    ceil,
    chain,
    clamp,
    count,
    dice,
    chances,
    added,
    repeated,
    kept,
    exploding,
    gathered,
    average,
    lowest,
    highest,
    signed,
    div,
    each,
    either,
    eq,
    exact,
    first,
    fits,
    floor,
    floordiv,
    ge,
    get,
    gt,
    index,
    inner,
    isin,
    join,
    keys,
    le,
    leaf,
    len,
    lower,
    lt,
    max,
    merge,
    min,
    minus,
    mod,
    mul,
    ne,
    notin,
    number,
    order_by,
    pairs,
    part,
    pick,
    plus,
    range,
    reasons,
    record,
    reversed,
    round_half,
    show: (run, value) => show(value, run.words),
    spend,
    split,
    step,
    sum,
    text,
    texts,
    title,
    totals,
    optional,
    truth,
    unique,
    values,
    charge,
    zip,
    q: (n, d) => ratio(BigInt(n), BigInt(d)),
  };

  // ---- what is given and what is answered, as JSON holds it
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
  function json(value) {
    if (value instanceof Ratio) return value.n + "/" + value.d;
    if (value instanceof Leaf) return { value: json(exact(value.value)), why: value.why, rule: value.rule };
    if (Array.isArray(value)) return value.map(json);
    return value instanceof Map ? Object.fromEntries(Array.from(value, (pair) => [pair[0], json(pair[1])])) : value;
  }

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
    return (
      sign +
      (size.includes("/") ? size : size.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, marks.group)))
    );
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

  // ---- games: each script adds one; it is built when a rule of it first runs
  const makers = new Map(),
    games = new Map();
  const own = (holder, name) => (Object.hasOwn(holder, name) ? holder[name] : undefined);
  function opened(ruleset) {
    if (!games.has(ruleset) && makers.has(ruleset)) games.set(ruleset, makers.get(ruleset)(f));
    return games.get(ruleset);
  }
  // The problem in words for people.
  function worded(problem, what) {
    return new Error(
      problem instanceof Failed
        ? problem.message
        : problem instanceof RangeError
          ? words("the rules call each other too deeply")
          : words("{what} cannot be computed: {reason}", { what, reason: problem.message }),
    );
  }
  function begun(game, house) {
    const chosen = record(game.house);
    Object.keys(house || {}).forEach((rule) => chosen.set(rule, anything(house[rule])));
    return { house: chosen, titles: game.titles, words: game.words || ENGLISH, steps: MOST_STEPS };
  }
  function compute(ruleset, name, values, house) {
    const game = opened(ruleset),
      rule = game?.rules[name];
    if (!rule) throw new Error(words("There is no rule called {name}.", { name }));
    const run = begun(game, house);
    try {
      const inputs = rule.inputs.map((input) => given(game, input[1], own(values || {}, input[0]), input[0], input[2]));
      return { run, rule, leaves: outputs(rule, rule.run(run, ...inputs)) };
    } catch (problem) {
      throw worded(problem, words("the rule"));
    }
  }
  // Fields that do not exist are none; one that does has its default where nothing is written. The names of the former.
  function existing(game, run, holder, values) {
    const absent = [];
    for (const [name, holds, otherwise] of game.existence[holder] || []) {
      if (!truth(plainly(holds(run, values)))) {
        values.set(name, null);
        absent.push(name);
      } else values.set(name, values.get(name) ?? otherwise);
    }
    return absent;
  }
  // ---- options: the twin of options.py and of FieldResolver
  // A name without what may differ when it is the same: case, accents, blanks, hyphens, marks.
  function nameKey(name) {
    const plain = name.toUpperCase().toLowerCase().replace(/ς/g, "σ").normalize("NFKD");
    return plain.replace(/[^\p{L}\p{N}]/gu, "") || name.trim().toLowerCase();
  }
  // The place of an option by its id, its name or its number from 1; -1 where there is none such.
  function placeOfOption(options, name) {
    for (const key of ["id", "name"]) {
      const at = options.findIndex((option) => option.get(key) && nameKey(option.get(key)) === nameKey(name));
      if (at >= 0) return at;
    }
    const number = /^\d{1,3}$/.test(name) ? +name : 0;
    return number <= options.length ? number - 1 : -1;
  }
  const isOptions = (shape) => shape[0] === "list" && shape[1][0] === "record" && shape[1][1] === "sheetgen.option";
  // A choice becomes all options of the entry beside it, those ticked that are, and that entry shows them so.
  function choose(game, known, fields, values) {
    for (const [name, [, beside]] of fields.filter((field) => field[1][0] === "options")) {
      const kind = fields.find((field) => field[0] === beside)[1][1],
        list = game.kinds[kind]?.fields.find((field) => isOptions(field[1]))?.[0],
        owned = values.get(beside),
        options = (list && owned && known(kind, owned.get("id")).get(list)) || [];
      const chosen = new Set((values.get(name) || []).map((option) => placeOfOption(options, option))),
        ticked = (option, at) => (chosen.has(at) ? new Map([...option, ["ticked", true]]) : option);
      values.set(name, options.map(ticked));
      if (options.length) values.set(beside, new Map([...owned, [list, owned.get(list).map(ticked)]]));
    }
  }
  // The fields of an entry with all that follows from them, and the leaves of that; `known` gives those of another one.
  function derived(game, id, fields, known) {
    const kind = game.kinds[id],
      run = begun(game),
      values = new Map(),
      leaves = new Map(),
      reading = { records: game.records, known, exist: settle };
    kind.fields.forEach(([name, shape, otherwise]) => {
      values.set(name, given(reading, shape, own(fields, name), name, otherwise));
    });
    settle("ref " + id, values, kind.fields);
    const effects = changes.counting(game, run, id, values, known);
    const steps = new Map(kind.derived.map((step) => [step[0], step]));
    function settle(holder, made, fields) {
      choose(game, known, fields, made);
      existing(game, run, holder, made);
    }
    function compute(name) {
      const [, label, make, places] = steps.get(name) || [];
      if (places && !make)
        return values.set(name, new Map(places.map(([member, dotted]) => [member, values.get(dotted)])));
      if (make) {
        const made = changes.changed(effects, name, settled(make(run, values)), run, values);
        values.set(name, plainly(made));
        leaves.set(name, { label, leaves: made, places });
      } else if (effects.has(name)) changes.field(effects.get(name), name, run, values, leaves);
    }
    for (const name of effects.size ? changes.order(kind, effects) : steps.keys()) compute(name);
    return { run, values, leaves };
  }
  // ---- effects: the twin of owned_effects.py and changed_values.py
  const changes = (() => {
    const listOf = (shape) => Array.isArray(shape) && shape[0] === "list" && shape[1][0] === "record" && shape[1][1];
    function* written(game, fields, values, outer) {
      for (const [name, shape] of fields) {
        const record = listOf(shape);
        for (const [number, row] of (record && values.get(name) ? values.get(name) : []).entries()) {
          const path = [...outer.path, name, number],
            source = row.get("name") || outer.source;
          if (record === "sheetgen.effect") yield { ...outer, path, source, data: row };
          else
            yield* written(game, game.records[record] || [], row, {
              path,
              source,
              ticked: outer.ticked && row.get("ticked") !== false,
            });
        }
      }
    }
    const ofEntry = (game, kind, values) => [
      ...written(game, game.kinds[kind].fields, values, { path: [], source: values.get("name"), ticked: true }),
    ];
    function ofTerm(game, vocabulary, term) {
      const [own, effects] = game.terms.get(vocabulary)?.get(term) || [null, []];
      return {
        own,
        effects: effects.map(([data, source], number) => ({ data, source, path: [number], ticked: true })),
      };
    }
    function* references(game, run, known, holder, values, row) {
      for (const [name, way] of game.ways[holder] || []) {
        const condition = game.conditions[holder + " " + name],
          value = values.get(name);
        if (value === null || value === undefined) continue;
        if (!condition || truth(plainly(condition(run, values))))
          yield* within(game, run, known, way, value, { row, values });
      }
    }
    function* within(game, run, known, way, value, holder) {
      if (!way || value === null) return;
      const inside = (inner, part, other) => within(game, run, known, inner, part, other || holder);
      const entry = (kind, own) => ({
        ...holder,
        source: kind,
        id: own.get("id"),
        own,
        effects: ofEntry(game, kind, own),
      });
      // What is chosen of its options counts, and is no part of the entry itself.
      if (way[0] === "ref") yield { ...entry(way[1], value), own: known(way[1], value.get("id")) };
      else if (way[0] === "term" && way[2]) yield { ...entry(way[2], known(way[2], value)), id: value };
      else if (way[0] === "term")
        yield { ...holder, source: way[1] + " (terms)", id: value, ...ofTerm(game, way[1], value) };
      else if (way[0] === "list") for (const item of value) yield* inside(way[1], item);
      else if (way[0] === "record") yield* references(game, run, known, way[1], value, way[1]);
      else
        for (const [key, part] of value) {
          if (truth(part)) yield* inside(way[1], key, { row: way[2], values: new Map([["value", part]]) });
          yield* inside(way[3], part);
        }
    }
    function compiled(game, data, owner, source, row) {
      const texts = [owner, source, row, ...["target", "on", "add", "set", "when"].map((part) => data.get(part))],
        key = JSON.stringify(texts);
      return key in game.effects
        ? game.effects[key]
        : fail("what the effect of {target} does follows when the site is built", { target: data.get("target") });
    }
    // The effects that count for an entry, by the value that they change.
    function counting(game, run, id, values, known) {
      const by = new Map(),
        seen = new Set();
      if (!Object.keys(game.ways).length) return by;
      const add = (effect, formulas, names) => {
        const { node } = formulas.data;
        by.set(node, [...(by.get(node) || []), { ...effect, formulas, names }]);
      };
      let number = 0;
      for (const reference of references(game, run, known, "ref " + id, values, "")) {
        for (const effect of reference.effects) {
          if (effect.data.get("on") === "itself") continue;
          const formulas = compiled(game, effect.data, id, reference.source, reference.row),
            once = JSON.stringify([reference.source, reference.id, effect.path, formulas?.data.row ? number : -1]);
          if (!formulas || !effect.ticked || seen.has(once)) continue;
          seen.add(once);
          add(effect, formulas, [
            ["self", reference.own],
            ["row", reference.values],
          ]);
        }
        number++;
      }
      for (const effect of ofEntry(game, id, values))
        if (effect.data.get("on") === "itself" && effect.ticked) {
          const formulas = compiled(game, effect.data, id, id, "");
          if (formulas) add(effect, formulas, []);
        }
      return by;
    }
    // All values, each after those that it follows from.
    function order(kind, effects) {
      const names = [...kind.fields, ...kind.derived].map((part) => part[0]),
        known = new Set(names),
        done = new Set(),
        under = new Set();
      function place(name) {
        if (done.has(name) || !known.has(name)) return;
        if (under.has(name)) fail("with these effects, values need each other in a circle");
        under.add(name);
        (kind.needs[name] || []).forEach(place);
        for (const effect of effects.get(name) || []) effect.formulas.data.needs.forEach(place);
        done.add(name);
      }
      names.forEach(place);
      return done;
    }
    function compute(effect, slot, run, values, before) {
      const leaves = effect.formulas[slot](run, new Map([...values, ...effect.names, ["value", before]]));
      return leaves instanceof Leaf ? leaves : leaf(plainly(leaves), "", "");
    }
    function changed(effects, node, leaves, run, values) {
      const parts = new Map();
      for (const effect of effects.get(node) || []) {
        const key = JSON.stringify(effect.formulas.data.part);
        parts.set(key, [...(parts.get(key) || []), effect]);
      }
      const longest = [...parts.values()].sort(
        (a, b) => b[0].formulas.data.part.length - a[0].formulas.data.part.length,
      );
      return longest.reduce(
        (made, some) => atPart(made, some[0].formulas.data.part, (part) => change(part, some, run, values)),
        leaves,
      );
    }
    function atPart(leaves, part, make) {
      if (!part.length) return make(leaves);
      if (!(leaves instanceof Map) || !leaves.has(part[0])) return leaves;
      return new Map([...leaves, [part[0], atPart(leaves.get(part[0]), part.slice(1), make)]]);
    }
    function change(leaves, effects, run, values) {
      if (leaves instanceof Map)
        return new Map(Array.from(leaves, ([key, part]) => [key, change(part, effects, run, values)]));
      const before = plainly(leaves);
      const holding = effects.filter(
        (effect) => !effect.formulas.when || truth(compute(effect, "when", run, values, before).value),
      );
      const amount = (effect, made) => compute(effect, effect.formulas.add ? "add" : "set", run, values, plainly(made));
      for (const effect of holding.filter((effect) => effect.formulas.add))
        leaves = Array.isArray(leaves)
          ? longer(leaves, effect, amount(effect, leaves))
          : increased(run, leaves, effect, amount(effect, leaves));
      const setting = holding.filter((effect) => !effect.formulas.add),
        fixed = setting.filter((effect) => !effect.formulas.data.value);
      for (const effect of [...fixed, ...setting.filter((effect) => effect.formulas.data.value)]) {
        const to = amount(effect, leaves);
        if (!effect.formulas.data.value && effect !== fixed[0] && ne(to.value, plainly(leaves)))
          fail("{first} sets it to {value}, and {second} to {other}", {
            first: fixed[0].source,
            value: show(plainly(leaves)),
            second: effect.source,
            other: show(to.value),
          });
        leaves = Array.isArray(leaves)
          ? to.value.map((item) => leaf(item, effect.source, ""))
          : leaf(to.value, effect.source + " " + show(to.value, run.words) + because(run, to), leaves.rule);
      }
      return leaves;
    }
    function longer(leaves, effect, amount) {
      const before = plainly(leaves);
      return [
        ...leaves,
        ...amount.value.filter((item) => notin(item, before)).map((item) => leaf(item, effect.source, "")),
      ];
    }
    function increased(run, made, effect, amount) {
      if (eq(amount.value, 0)) return made;
      const negative = isNumber(amount.value) && lt(amount.value, 0),
        size = show(negative ? minus(0, amount.value) : amount.value, run.words),
        words = effect.source + " " + size + because(run, amount);
      const why =
        made.why === show(0) && !negative ? words : addend(run, made.why) + (negative ? " − " : " + ") + words;
      return leaf(exact(add(made.value, amount.value)), why, made.rule);
    }
    function addend(run, why) {
      let outside = why;
      for (let inner; (inner = outside.replace(/\([^()]*\)/g, "")) !== outside; ) outside = inner;
      return run.words.joining.some((word) => outside.includes(word)) ? "(" + why + ")" : why;
    }
    const because = (run, amount) =>
      amount.why && amount.why !== show(amount.value, run.words) ? " (" + amount.why + ")" : "";
    // A field with its effects; of its parts, those that are changed have a why.
    function field(effects, name, run, values, leaves) {
      const { label, vocabulary } = effects[0].formulas.data;
      const asLeaves = (value, title) => {
        if (value instanceof Map)
          return new Map(
            Array.from(value, ([key, part]) => [
              key,
              asLeaves(part, vocabulary ? titled(run, vocabulary, key) : String(key)),
            ]),
          );
        if (Array.isArray(value)) return value.map((part) => asLeaves(part, title));
        return leaf(value, eq(value, 0) ? show(value) : title + " " + show(value, run.words), "");
      };
      const made = changed(new Map([[name, effects]]), name, asLeaves(values.get(name), label), run, values);
      values.set(name, plainly(made));
      for (const effect of effects) {
        const { part } = effect.formulas.data;
        const inner = part.reduce((at, step) => (at instanceof Map && at.has(step) ? at.get(step) : null), made);
        if (inner) leaves.set([name, ...part].join("."), { label, leaves: inner, places: null });
      }
    }
    const titled = (run, vocabulary, term) => run.titles[vocabulary]?.get(term) ?? String(term);
    return { counting, changed, order, field };
  })();
  function plainly(leaves) {
    if (leaves instanceof Leaf) return exact(leaves.value);
    return Array.isArray(leaves)
      ? leaves.map(plainly)
      : new Map(Array.from(leaves, (pair) => [pair[0], plainly(pair[1])]));
  }
  // Leaves with those of several values taken apart.
  function parted(leaves) {
    const values = leaves instanceof Leaf ? exact(leaves.value) : leaves,
      each = (part) => parted(leaves instanceof Leaf ? leaf(part, "", "") : part);
    if (Array.isArray(values)) return values.map(each);
    return values instanceof Map ? new Map(Array.from(values, (pair) => [pair[0], each(pair[1])])) : leaves;
  }
  // Each leaf with its dotted name, its label, its text and its why; items of lists that are records by their places.
  function* told(run, name, label, leaves, how) {
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
        yield* told(run, name + "." + place, label + " " + (place + 1), item, how && how[0] === "list" ? how[1] : null);
    else
      for (const [key, item] of leaves)
        yield* told(run, name + "." + key, label + ", " + inWords(run, key, how), item, inside(how, key));
  }
  function outputs(rule, leaves) {
    if (rule.single) return new Map([[rule.single, settled(leaves)]]);
    if (leaves instanceof Leaf && leaves.value instanceof Map)
      return new Map(Array.from(leaves.value, (pair) => [pair[0], settled(leaf(pair[1], leaves.why, leaves.rule))]));
    return leaves instanceof Map ? settled(leaves) : new Map([["result", settled(leaves)]]);
  }
  function settled(leaves) {
    if (leaves instanceof Leaf) return leaf(exact(leaves.value), leaves.why, leaves.rule);
    return Array.isArray(leaves)
      ? leaves.map(settled)
      : new Map(Array.from(leaves, (pair) => [pair[0], settled(pair[1])]));
  }

  return {
    /* A game: its id, and a function from the functions above to {rules, records, house, titles, words}. */
    add: (ruleset, make) => {
      makers.set(ruleset, make);
      games.delete(ruleset);
    },
    /* The outputs of a rule for readers, why they are so, and those that are numbers to reckon with. */
    run: (ruleset, name, values, house) => {
      const computed = compute(ruleset, name, values, house),
        answer = { outputs: {}, why: {}, numbers: {} };
      computed.leaves.forEach((leaves, output) => {
        const how = computed.rule.shown[output],
          value = plainly(leaves);
        if (isNumber(value)) answer.numbers[output] = Number(top(value)) / Number(bottom(value));
        answer.outputs[output] = display(computed.run, leaves, how);
        answer.why[output] = why(computed.run, leaves, how);
      });
      return answer;
    },
    /* The outputs of a rule to reckon with, as a map: numbers, fractions {n, d} of big integers, maps, lists. */
    values: (ruleset, name, values, house) => plainly(compute(ruleset, name, values, house).leaves),
    /* What follows from the fields of an entry: {name, label, text, why, rule} of each value. `entries` gives the fields
       of another one by kind and id, or nothing. With `deep`, what holds several values is told by its parts. */
    entry: (ruleset, kind, fields, entries, deep = false) => {
      const game = opened(ruleset),
        made = new Map();
      function known(kind, id) {
        const key = kind + ":" + id;
        if (made.get(key) === null) fail("these entries refer to each other");
        if (!made.has(key)) {
          const other = game.kinds[kind] && entries(kind, id);
          if (!other) return anything({ id, name: id });
          made.set(key, null);
          made.set(key, derived(game, kind, other, known).values);
        }
        return made.get(key);
      }
      try {
        const { run, leaves } = derived(game, kind, fields, known);
        return Array.from(leaves).flatMap(([name, value]) => [
          ...told(run, name, value.label, deep ? parted(value.leaves) : value.leaves, value.places),
        ]);
      } catch (problem) {
        throw worded(problem, words("this"));
      }
    },
    /* The place of each of these options among {id, name}, by id, name or number from 1; -1 where there is none such. */
    places: (options, names) => names.map((name) => placeOfOption(options.map(anything), name)),
    /* The names of the fields of a record, or of a kind as `ref KIND`, that do not exist beside these values. What cannot
       be read of them counts as none. */
    absent: (ruleset, holder, fields) => {
      const game = opened(ruleset),
        kind = holder.startsWith("ref ") && game.kinds[holder.slice(4)],
        known = (_, id) => anything({ id, name: id });
      if (!game.existence[holder]) return [];
      const values = (kind ? kind.fields : game.records[holder] || []).map(([name, shape, otherwise]) => {
        try {
          return [name, given({ records: game.records, known }, shape, own(fields, name), name, otherwise)];
        } catch {
          return [name, null];
        }
      });
      try {
        return existing(game, begun(game), holder, new Map(values));
      } catch {
        return [];
      }
    },
    /* The outputs of a rule as they are: values with their explanation and rule, nested; fractions as "7/2". */
    answer: (ruleset, name, values, house) => json(compute(ruleset, name, values, house).leaves),
  };
})();
if (typeof module === "object") module.exports = sheetgenRules;
