/* The course of a fight, the twin of sheetgen/model/fight_course.py: counted where it has few ways to go, else played
   with dice that a seed repeats. It is one function without anything around it, so that a worker can be made of it.
   `plan` is what fight-plan.js makes. */
(() => {
  "use strict";
  function fightCourse(plan, seed, fights, dieOf) {
    const WHOLE_WORD = 4294967296,
      MOST_ROUNDS = 50,
      MOST_TRANSITIONS = 100000,
      MOST_CHOICES = 6000000,
      NEGLIGIBLE = 1e-9;
    const { fighters, bodies, sides } = plan,
      ends = fighters.map((fighter) => (fighter.body === null ? -1 : bodies[fighter.body].rows.length)),
      turns = fighters.flatMap((fighter, at) => (fighter.attacks === null ? [] : Array(fighter.times).fill(at))),
      against = fighters.map((fighter) =>
        [...fighters.keys()].filter((at) => fighters[at].side !== fighter.side && fighters[at].body !== null),
      );
    const bodyOf = (at) => bodies[fighters[at].body],
      pair = (state, at, other) => fighters[at].attacks + "/" + bodyOf(other).rows[state[other]],
      enemies = (state, at) =>
        state[at] === ends[at] ? [] : against[at].filter((other) => state[other] !== ends[other]);
    // The only side of which one that can be hit still stands; null where there are several.
    function winner(state) {
      const standing = new Set(
        fighters.filter((_, at) => ends[at] >= 0 && state[at] !== ends[at]).map(({ side }) => side),
      );
      return standing.size === 1 ? [...standing][0] : null;
    }
    function most(known, worth) {
      let best = known[0];
      for (const other of known) if (worth(other) > worth(best)) best = other;
      return best;
    }
    function chosen(state, at, known) {
      if (plan.whom === "anyone") return known;
      if (plan.whom === "weakest") return [most(known, (other) => -bodyOf(other).left[state[other]])];
      if (plan.whom === "best") return [most(known, (other) => plan.worth[pair(state, at, other)] ?? -Infinity)];
      return known.slice(0, 1);
    }
    function sums() {
      const wins = sides.map(() => 0),
        rounds = Array(MOST_ROUNDS).fill(0),
        out = fighters.map(() => 0);
      let undecided = 0;
      return {
        end(state, weight, round, side) {
          if (side === null) undecided += weight;
          else {
            wins[side] += weight;
            rounds[round - 1] += weight;
          }
          state.forEach((place, at) => {
            if (place === ends[at]) out[at] += weight;
          });
        },
        course(played) {
          const whole = played || 1,
            last = rounds.reduce((known, weight, at) => (weight ? at + 1 : known), 0);
          return {
            fights: played,
            seed: played ? seed : "",
            wins: sides.map((side, at) => [side, wins[at] / whole]),
            undecided: undecided / whole,
            rounds: rounds.slice(0, last).map((weight) => weight / whole),
            out: fighters.flatMap(({ name }, at) => (ends[at] < 0 ? [] : [[name, out[at] / whole]])),
          };
        },
      };
    }
    function counted() {
      const total = sums();
      let states = new Map(),
        spent = 0;
      const start = fighters.map(() => 0);
      states.set(start.join(), [start, 1]);
      for (let round = 1; round <= MOST_ROUNDS; round++) {
        for (const at of turns) {
          const nexts = new Map();
          for (const [state, chance] of states.values()) {
            spent += spread(state, chance, at, nexts);
            if (spent > MOST_TRANSITIONS) return null;
          }
          states = new Map();
          for (const [key, [state, chance]] of nexts) {
            const side = winner(state);
            if (side === null) states.set(key, [state, chance]);
            else total.end(state, chance, round, side);
          }
        }
        if ([...states.values()].reduce((sum, [, chance]) => sum + chance, 0) < NEGLIGIBLE) break;
      }
      for (const [state, chance] of states.values()) total.end(state, chance, 0, null);
      return total.course(0);
    }
    // Add the states after an attack to those to come; how many there are.
    function spread(state, chance, at, nexts) {
      const add = (next, part) => {
        const key = next.join(),
          known = nexts.get(key);
        if (known) known[1] += part;
        else nexts.set(key, [next, 0 + part]);
      };
      const known = enemies(state, at);
      if (!known.length) {
        add(state, chance);
        return 1;
      }
      const struck = chosen(state, at, known);
      let ways = 0;
      for (const other of struck) {
        const { limits, numbers } = plan.blows[pair(state, at, other)] ?? { limits: [], numbers: [] },
          part = chance / struck.length;
        let before = 0;
        limits.forEach((limit, way) => {
          const next = state.slice();
          next[other] = bodyOf(other).after[state[other]][numbers[way]];
          add(next, part * ((limit - before) / WHOLE_WORD));
          before = limit;
        });
        add(state, part * ((WHOLE_WORD - before) / WHOLE_WORD));
        ways += 1 + limits.length;
      }
      return ways;
    }
    function played() {
      const total = sums(),
        die = dieOf(seed);
      let done = 0,
        spent = 0;
      while (done < fights && spent < MOST_CHOICES) {
        spent += play(total, die);
        done++;
      }
      return total.course(done);
    }
    function play(total, die) {
      const state = fighters.map(() => 0);
      let looked = 0;
      for (let round = 1; round <= MOST_ROUNDS; round++)
        for (const at of turns) {
          const known = enemies(state, at);
          if (!known.length) continue;
          looked += fighters.length;
          const struck = chosen(state, at, known),
            other = struck.length > 1 ? struck[die(struck.length) - 1] : struck[0],
            blow = plan.blows[pair(state, at, other)];
          if (!blow) continue;
          const rolled = die(WHOLE_WORD) - 1,
            way = blow.limits.findIndex((limit) => limit > rolled);
          if (way >= 0) state[other] = bodyOf(other).after[state[other]][blow.numbers[way]];
          const side = state[other] === ends[other] ? winner(state) : null;
          if (side !== null) {
            total.end(state, 1, round, side);
            return looked;
          }
        }
      total.end(state, 1, 0, null);
      return looked;
    }
    return counted() ?? played();
  }
  if (typeof document === "undefined") module.exports = { fightCourse };
  else window.sheetgen.fightCourse = fightCourse;
})();
