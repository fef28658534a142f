/* What answers a query by itself, above the results: a number of an entry, a term with its definition, a rule to work out. */
(() => {
  "use strict";
  const { words, stem } = self.SheetgenWords;
  const LOOKED_AT = 3, // results among which an answer is sought ...
    FURTHER = 6, // ... and rules where a query asks for an amount
    AMOUNT = /\bhow (many|much|far|fast|high|long|often)\b/,
    COMPUTED = /\b(calculat\w+|formula|(figure|work) out)\b/,
    HELD = 0.6, // how much of a query a rule must have to be worked out for it, where it does not ask for that
    MOST = 6, // numbers of one rule
    LONGEST = 240, // characters of a definition
    RELATES = /^(for|with|without|in|on|at|to|from|of|by)\b/i; // a heading that begins so says something about a term

  /* The answer of the best results; null where there is none. What needs a passage that is not there asks for it. */
  function answer(engine, parsed, order, missing) {
    if (!parsed.words.length || parsed.filters.length) return null;
    const best = order.slice(0, LOOKED_AT),
      asked = new Set(engine.telling(words(parsed.plain)).map(stem));
    for (const r of best) {
      const number = numberOf(engine, parsed, r, asked, missing);
      if (number) return number;
    }
    const further = AMOUNT.test(parsed.plain) ? order.slice(LOOKED_AT, FURTHER) : [],
      rules = further.filter((r) => engine.minor[r] === 1);
    const meant = FORMS.map((form) => new Set(engine.telling(words(parsed.plain)).map(form)));
    for (const [n, form] of FORMS.entries()) {
      const said =
        definition(engine, best, meant[n], form, missing) || term(engine, [...best, ...rules], meant[n], form, missing);
      if (said) return said;
    }
    const whole = (r) => words(engine.titles[r]).every((word) => asked.has(stem(word)));
    const amounts = rules.filter((r) => whole(r) && 2 * words(engine.titles[r]).length >= asked.size);
    const worked = best.filter((r) => engine.work.cover[r] >= HELD || COMPUTED.test(parsed.plain));
    return calculator(engine, [...worked, ...amounts], asked, missing);
  }

  /* An answer of a record; `said`: its value, and what is not as it is for most. */
  const answerOf = (engine, sort, record, said) => {
    const about = { title: engine.titles[record], href: engine.href(record), anchor: "", label: "", why: "" };
    return { sort, record, ...about, ...said };
  };

  /* A number of an entry: its name, or part of it, and a label, as in "black knight armour". */
  function numberOf(engine, parsed, r, asked, missing) {
    const title = new Set(engine.telling(words(engine.titles[r])).map(stem)),
      rest = [...asked].filter((root) => !title.has(root));
    if (!engine.numbered[r] || !rest.length || rest.length === asked.size) return null;
    if (engine.numbers[r] === undefined) {
      missing.add(engine.chunkOf(engine.first[r]));
      return null;
    }
    const means = (root, labelled) => {
      const said = parsed.said.filter(([stems]) => stems.includes(root) && stems.every((other) => asked.has(other))),
        all = [...parsed.also].flatMap(([word, meant]) => (stem(word) === root ? meant : []));
      return [root, ...[...all, ...said.flatMap(([, meant]) => meant)].map(roots)].some((text) =>
        text.split(" ").every((part) => labelled.includes(part)),
      );
    };
    const fitting = engine.numbers[r].filter(([label, , , rule]) => {
      const labelled = roots(`${label} ${rule}`).split(" ");
      return rest.every((root) => means(root, labelled));
    });
    const exact = fitting.filter(([label]) =>
        roots(label)
          .split(" ")
          .every((part) => rest.some((root) => means(root, [part]))),
      ),
      named = fitting.filter(([label]) => rest.some((root) => roots(label).split(" ").includes(root))),
      shortest = named.reduce((best, number) => (best && best[0].length <= number[0].length ? best : number), null),
      values = shortest ? [shortest] : (exact.length ? exact : fitting).slice(0, MOST);
    if (!values.length) return null;
    const value = values.map(([label, value]) => `${label} ${value}`).join(" · ");
    return answerOf(engine, "number", r, { value, why: values.length === 1 ? values[0][2] : "" });
  }
  /* A word in the form that it has in other numbers: damaging is not damage, and wounds are a wound. */
  const formOf = (word) => stem(word) + (/(ing|ed|er|ly)s?$/.exec(word)?.[1] || "");
  const FORMS = [formOf, stem]; // what is called exactly so is looked for first
  const roots = (text) => words(text).map(stem).join(" ");

  /* The first of some candidates that gives an answer; none while a passage of it or of one before it is on its way. The
     passages of all that may give one are asked for at once. */
  function firstOf(candidates, missing, answered) {
    const wanting = new Set();
    let first = null;
    for (const candidate of candidates) first ||= answered(candidate, wanting);
    for (const n of wanting) missing.add(n);
    return wanting.size ? null : first;
  }

  /* The first sentences of a section that is called as the query is. */
  function definition(engine, best, asked, form, missing) {
    const sections = best.flatMap((r) => engine.sectionsOf(r));
    return firstOf(sections, missing, (unit, wanting) => {
      const r = engine.owner[unit],
        heading = engine.nameOf(unit);
      if (!same(asked, engine.telling(words(heading)), form) || RELATES.test(heading)) return null;
      const value = sentences(engine.text(unit, wanting)),
        place = { title: heading, anchor: engine.anchors[unit] || "", label: engine.titles[r] };
      return value ? answerOf(engine, "term", r, { ...place, value }) : null;
    });
  }

  /* What a page says of a name that it defines. */
  function term(engine, best, asked, form, missing) {
    const called = (name) => same(asked, engine.telling(words(name)), form);
    return firstOf(best, missing, (r, wanting) => {
      const rule = engine.minor[r] === 1; // its names are those of what it gives, and come with its passage
      if (!rule && !engine.parts[r].split("\t").some(called)) return null;
      if (engine.terms[r] === undefined) wanting.add(engine.chunkOf(engine.first[r]));
      const [title, value, anchor] = engine.terms[r]?.find(([name]) => called(name)) || [];
      return title ? answerOf(engine, "term", r, { title, value, anchor, label: engine.titles[r] }) : null;
    });
  }
  const same = (asked, list, form) => {
    const all = new Set(list.map(form));
    return all.size === asked.size && [...all].every((root) => asked.has(root));
  };

  /* A rule that can be worked out and is called as the query is, or as most of it. */
  function calculator(engine, best, asked, missing) {
    for (const r of best) {
      const title = engine.telling(words(engine.titles[r])).map(stem);
      if (engine.works[r] && title.every((root) => asked.has(root)))
        return answerOf(engine, "rule", r, { value: sentences(engine.text(engine.first[r], missing)) });
    }
    return null;
  }

  /* The first sentences of a text, whole ones; none where it begins with a table or a formula. */
  function sentences(text) {
    const all = text.match(/[^.!?]+[.!?]+(?=\s|$)/g) || [];
    let said = "";
    if (all[0]?.includes(" · ")) return "";
    for (const sentence of all) {
      if (said && said.length + sentence.length > LONGEST) break;
      said += sentence;
      if (said.length > LONGEST / 2) break;
    }
    return said.length <= 2 * LONGEST ? said.trim() : "";
  }

  self.SheetgenAnswers = { answer, sentences };
})();
