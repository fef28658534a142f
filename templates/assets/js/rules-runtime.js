/* What the rules of a game need to run in a browser.

   Each assets/rules/RULESET.js calls sheetgenRules.add; calculators call sheetgenRules.run (the contract is in
   calculator.js). Bounds, words of errors and words of explanations are those of Python; tests hold the two to the same
   answers. */
// biome-ignore lint/correctness/noUnusedVariables: calculators, forms and pages that are edited use it
var sheetgenRules = (() => {
  "use strict";
  const { Failed, bottom, fail, isNumber, ratio, top, truth, words } = sheetgenValues;
  const { ENGLISH, record, show } = sheetgenTexts;
  const { MOST_STEPS, plainly, settled } = sheetgenRuns;
  const { anything, display, flattened, formatted, given, json, outputs, own, parted, why } = sheetgenAnswers;
  // What formulas call: the operations of the rule language.
  const f = {
    ...sheetgenValues,
    ...sheetgenTexts,
    ...sheetgenRuns,
    ...sheetgenChances,
    show: (run, value) => show(value, run.words),
    formatted: (run, value, form) => (isNumber(value) ? formatted(value, form, run.words) : show(value, run.words)),
    q: (n, d) => ratio(BigInt(n), BigInt(d)),
  };

  // ---- games: each script adds one; it is built when a rule of it first runs
  const makers = new Map(),
    games = new Map();
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
    const effects = sheetgenEffects.counting(game, run, id, values, known);
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
        const made = sheetgenEffects.changed(effects, name, settled(make(run, values)), run, values);
        values.set(name, plainly(made));
        leaves.set(name, { label, leaves: made, places });
      } else if (effects.has(name)) sheetgenEffects.field(effects.get(name), name, run, values, leaves);
    }
    for (const name of effects.size ? sheetgenEffects.order(kind, effects) : steps.keys()) compute(name);
    return { run, values, leaves };
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
          ...flattened(run, name, value.label, deep ? parted(value.leaves) : value.leaves, value.places),
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
