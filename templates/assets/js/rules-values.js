/* Values of the rule language in a browser: numbers, comparisons, lists. The twin of sheetgen/formula/runtime.py.

   Numbers are exact: safe integers are plain numbers, everything else is a Ratio of two big integers. Records are Maps,
   so that keys keep their order. Bounds and words of errors are those of Python; tests hold the two to the same answers. */
// biome-ignore lint/correctness/noUnusedVariables: the parts of rules-runtime that follow use it
var sheetgenValues = (() => {
  "use strict";
  const LARGEST_NUMBER = 10n ** 15n,
    FINEST_FRACTION = 10n ** 100n,
    MOST_ITEMS = 10000;
  class Failed extends Error {}
  class Ratio {
    /** @param {bigint} n @param {bigint} d */
    constructor(n, d) {
      this.n = n;
      this.d = d;
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
  const strip = (words) => words.replace(/^[ \t\n\r\v\f\u00a0\u2009\u202f]+|[ \t\n\r\v\f\u00a0\u2009\u202f]+$/g, "");
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
  function key(value) {
    return Array.isArray(value) || value instanceof Map ? misfit(0) : plain(value);
  }
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

  return {
    FINEST_FRACTION,
    Failed,
    LARGEST_NUMBER,
    MOST_ITEMS,
    Ratio,
    abs,
    add,
    all,
    any,
    bottom,
    bounded,
    ceil,
    chain,
    clamp,
    compare,
    compareLists,
    count,
    div,
    eq,
    exact,
    fail,
    floor,
    floordiv,
    frozen,
    ge,
    greatestDivisor,
    gt,
    index,
    isNumber,
    isin,
    key,
    le,
    len,
    listed,
    lt,
    max,
    min,
    minus,
    misfit,
    mod,
    mul,
    ne,
    notin,
    number,
    numbers,
    order_by,
    plain,
    plus,
    range,
    ratio,
    reversed,
    round_half,
    several,
    strip,
    sum,
    times,
    tooMany,
    top,
    totals,
    truth,
    unique,
    words,
    written,
    zip,
  };
})();
