/* What effects of entries change in a browser: the twin of sheetgen/model/owned_effects.py and changed_values.py. */
// biome-ignore lint/correctness/noUnusedVariables: the parts of rules-runtime that follow use it
var sheetgenEffects = (() => {
  "use strict";
  const { add, eq, exact, fail, isNumber, lt, minus, ne, notin, truth } = sheetgenValues;
  const { show } = sheetgenTexts;
  const { Leaf, leaf, plainly } = sheetgenRuns;
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
    const longest = [...parts.values()].sort((a, b) => b[0].formulas.data.part.length - a[0].formulas.data.part.length);
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
    const why = made.why === show(0) && !negative ? words : addend(run, made.why) + (negative ? " − " : " + ") + words;
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

  return { changed, counting, field, order };
})();
