/* What the course of a fight follows from, the twin of sheetgen/model/fight_plans.py: the blows of everybody's best
   attacks, and what they leave of everybody. `plan` goes on step by step, since the rules are asked many times: it is a
   generator, which returns the plan, or null where there is none. `answer(rule, given)` gives the outputs of a rule as a
   map of plain values, or null where it fails; `odds(given)` its odds with their numbers. */
(() => {
  "use strict";
  const WORD = 32n,
    WHOLE = 4294967296,
    MOST_FIGHTERS = 60,
    MOST_ROWS = 1000,
    MOST_ASKED = 100000,
    MOST_PLACES = 2000;
  const boxes = (value) => (Number.isInteger(value) ? Math.max(0, value) : 0),
    sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  // The chances that a rule gives, in parts of a word.
  function weights(outputs) {
    const chances = outputs?.values().next().value,
      known = new Map();
    if (!(chances instanceof Map)) return known;
    for (const [blow, chance] of chances) {
      const ratio = typeof chance === "number" ? { n: BigInt(chance), d: 1n } : chance,
        weight = typeof ratio?.n === "bigint" ? Number((ratio.n << WORD) / ratio.d) : 0;
      if (weight > 0) known.set(blow, weight);
    }
    return known;
  }
  function inOrder(blows) {
    const numbers = blows.filter((blow) => typeof blow === "number").sort((a, b) => a - b);
    return [...numbers, ...blows.filter((blow) => typeof blow !== "number").sort()];
  }
  // The blows of an attack as sums of their chances.
  function blowOf(chances, known) {
    const limits = [],
      numbers = [];
    known.forEach((blow, number) => {
      if (!chances.has(blow)) return;
      limits.push(Math.min(WHOLE, (limits.at(-1) ?? 0) + chances.get(blow)));
      numbers.push(number);
    });
    return { limits, numbers };
  }
  function* plan(fight, attackOdds, answer, odds) {
    const most = Math.max(fight.attacks.length, fight.targets.length);
    if (!fight.fight || fight.order.length > MOST_FIGHTERS || most > MOST_ROWS) return null;
    let asked = 0;
    const ask = (rule, given) => {
      asked++;
      return answer(rule, given);
    };
    ask.tooOften = () => asked > MOST_ASKED;
    const { attackers, attacked } = attackOdds.opponents(fight),
      chances = new Map(),
      worth = {};
    for (const [first, attacker] of attackers.entries())
      for (const [second, target] of attacked.entries()) {
        if (attacker.side === target.side) continue;
        yield;
        const best = attackOdds.best(fight, { attacker, target }, odds),
          given = { ...best.attack.given, ...target.rows[0].given };
        worth[first + "/" + second] = best.worth;
        chances.set(first + "/" + second, weights(ask(fight.fight.blow, given)));
      }
    const known = attacked.map((_, row) => {
      const mine = [...chances].filter(([key]) => key.endsWith("/" + row)).flatMap(([, blows]) => [...blows.keys()]);
      return inOrder([...new Set(mine)]);
    });
    const chains = chainsOf(fight, attacked),
      texts = [...new Set([...chains.values()].map((chain) => chain.join()))],
      sides = [...new Set(fight.order.map((name) => fight.sides[name]))],
      kinds = new Map(attackers.flatMap((alike, number) => alike.fighters.map((name) => [name, number])));
    const bodies = [];
    for (const text of texts) {
      const body = yield* bodyOf(fight, text.split(",").map(Number), attacked, known, ask);
      if (!body) return null;
      bodies.push(body);
    }
    const fighters = fight.order.map((name) => ({
      name,
      side: sides.indexOf(fight.sides[name]),
      attacks: kinds.get(name) ?? null,
      body: chains.has(name) ? texts.indexOf(chains.get(name).join()) : null,
      times: fight.times?.[name] ?? 1,
    }));
    const standing = new Set(fighters.filter((f) => f.body !== null && bodies[f.body].rows.length).map((f) => f.side));
    if (standing.size < 2) return null;
    const blows = Object.fromEntries(
      [...chances].map(([key, mine]) => [key, blowOf(mine, known[Number(key.split("/")[1])])]),
    );
    return { sides, fighters, bodies, blows, worth, whom: fight.fight.whom };
  }
  // For each fighter the numbers of its rows of targets, one for all that stand for the same tracks.
  function chainsOf(fight, attacked) {
    const chains = new Map(),
      seen = new Set(),
      common = (name) => name.replace(/\s+\d+$/, "");
    for (const row of fight.targets) {
      const key = JSON.stringify([row.name, row.tracks ?? ""]);
      if (seen.has(key) || !(row.name in fight.sides)) continue;
      seen.add(key);
      const called = common(row.called || row.name),
        given = JSON.stringify(row.given),
        number = attacked.findIndex(
          ({ fighters, rows: [first] }) =>
            fighters.includes(row.name) && common(first.name) === called && JSON.stringify(first.given) === given,
        );
      chains.set(row.name, [...(chains.get(row.name) ?? []), number]);
    }
    return chains;
  }
  // The places of those who lose one row after the other.
  function* bodyOf(fight, chain, attacked, known, ask) {
    const rows = [],
      left = [],
      after = [],
      alike = [];
    for (const row of chain) {
      const places = yield* placesOf(fight, attacked[row], known[row], ask);
      if (!places) return null;
      alike.push(places);
    }
    if (sum(alike.map((places) => places.size)) > MOST_PLACES) return null;
    alike.forEach((places, at) => {
      const begin = rows.length,
        beyond = begin + places.size,
        rest = sum(alike.slice(at + 1).map((later) => sum(later.values().next().value?.state ?? []))),
        where = new Map([...places.keys()].map((key, number) => [key, begin + number]));
      for (const { state, nexts } of places.values()) {
        rows.push(chain[at]);
        left.push(sum(state) + rest);
        after.push(nexts.map((next) => where.get(next.join()) ?? beyond));
      }
    });
    return { rows, left: [...left, 0], after };
  }
  // What may be left of a target while it stands, from the start on, and what of it after each of the blows.
  function* placesOf(fight, target, blows, ask) {
    const labels = Object.keys(fight.lost),
      inputs = Object.fromEntries(Object.entries(fight.left).map(([name, label]) => [label, name])),
      { given } = target.rows[0],
      start = labels.map((label) => boxes(given[inputs[label]])),
      deciding = fight.fight.standing.length ? fight.fight.standing : labels,
      stands = (state) => state.some((number, at) => number > 0 && deciding.includes(labels[at])),
      places = new Map(),
      waiting = stands(start) ? [start] : [];
    for (const state of waiting) {
      if (places.has(state.join())) continue;
      if (places.size >= MOST_PLACES) return null;
      const own = { ...given, ...Object.fromEntries(labels.map((label, at) => [inputs[label], state[at]])) },
        nexts = [];
      for (const blow of blows) {
        if (ask.tooOften()) return null;
        yield;
        const outputs = ask(fight.fight.crosses, { ...own, blow });
        nexts.push(labels.map((label, at) => Math.max(0, state[at] - boxes(outputs?.get(fight.lost[label])))));
      }
      places.set(state.join(), { state, nexts });
      waiting.push(...nexts.filter((next) => !places.has(next.join()) && stands(next)));
    }
    return places;
  }
  if (typeof document === "undefined") module.exports = { plan };
  else window.sheetgen.fightPlan = plan;
})();
