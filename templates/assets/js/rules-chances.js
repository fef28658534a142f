/* Exact chances of dice in a browser: the twin of sheetgen/formula/distributions.py. Counts are big integers over one whole. */
// biome-ignore lint/correctness/noUnusedVariables: the parts of rules-runtime that follow use it
var sheetgenChances = (() => {
  "use strict";
  const {
    MOST_ITEMS,
    abs,
    bottom,
    exact,
    fail,
    greatestDivisor,
    gt,
    isNumber,
    len,
    listed,
    misfit,
    plain,
    plus,
    ratio,
    tooMany,
    top,
  } = sheetgenValues;
  const { diceTerms, faces, mapping } = sheetgenTexts;
  const { spend } = sheetgenRuns;
  const PAIRS_A_STEP = 16,
    PAIRS_A_WAY = 4,
    MOST_ROLLED = 200;
  const spendPairs = (run, pairs) => spend(run, Math.ceil(pairs / PAIRS_A_STEP));
  function rolls(times) {
    times = plain(times);
    if (typeof times !== "number") misfit(times);
    return times > MOST_ROLLED
      ? fail("more than {most} rolls are too many to count", { most: MOST_ROLLED })
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
    for (const [sign, term] of diceTerms(words)) {
      const [count, sides] = term.split("d"),
        way = sign === "+" ? 1 : -1;
      if (sides === undefined)
        made = [new Map(Array.from(made[0], (pair) => [pair[0] + way * +count, pair[1]])), made[1]];
      else if (faces(sides)[1] < 1) fail("a die without faces shows nothing");
      else {
        const [low, high] = faces(sides),
          number = high - low + 1;
        const die = new Map(Array.from({ length: number }, (_, face) => [way * (low + face), 1n]));
        made = product(run, made, power(run, [die, BigInt(number)], rolls(+(count || 1))));
      }
    }
    return finished(made);
  }

  return {
    MOST_ROLLED,
    PAIRS_A_STEP,
    PAIRS_A_WAY,
    added,
    certain,
    chances,
    counted,
    exploding,
    finished,
    gathered,
    kept,
    more,
    power,
    product,
    repeated,
    rolls,
    spendPairs,
  };
})();
