/* What answers a query by itself, above the results: a number of an entry, a term with its definition, a rule to work out. */
(() => {
  "use strict";
  const { words, stem } = self.SheetgenWords;
  const LOOKED_AT = 3, // results among which an answer is sought ...
    FURTHER = 6, // ... and rules where a query asks for an amount
    AMOUNT = /\bhow (many|much|far|fast|high|long|often)\b/,
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
    return calculator(engine, [...best, ...amounts], asked, missing);
  }

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
    return {
      sort: "number",
      record: r,
      title: engine.titles[r],
      href: engine.href(r),
      anchor: "",
      label: "",
      value: values.map(([label, value]) => `${label} ${value}`).join(" · "),
      why: values.length === 1 ? values[0][2] : "",
    };
  }
  /* A word in the form that it has in other numbers: damaging is not damage, and wounds are a wound. */
  const formOf = (word) => stem(word) + (/(ing|ed|er|ly)s?$/.exec(word)?.[1] || "");
  const FORMS = [formOf, stem]; // what is called exactly so is looked for first
  const roots = (text) => words(text).map(stem).join(" ");

  /* The first sentences of a section that is called as the query is. */
  function definition(engine, best, asked, form, missing) {
    for (const r of best) {
      for (let unit = engine.first[r] + 1; unit < engine.first[r + 1]; unit++) {
        const heading = engine.headings[unit - r - 1];
        if (!same(asked, engine.telling(words(heading)), form) || RELATES.test(heading)) continue;
        const text = engine.texts[unit];
        if (text === undefined) {
          missing.add(engine.chunkOf(unit));
          return null;
        }
        const said = sentences(text);
        if (said)
          return {
            sort: "term",
            record: r,
            title: heading,
            href: engine.href(r),
            anchor: engine.anchors[unit] || "",
            label: engine.titles[r],
            value: said,
            why: "",
          };
      }
    }
    return null;
  }

  /* What a page says of a name that it defines. */
  function term(engine, best, asked, form, missing) {
    const called = (name) => same(asked, engine.telling(words(name)), form);
    for (const r of best) {
      const rule = engine.minor[r] === 1; // its names are those of what it gives, and come with its passage
      if (!rule && !engine.parts[r].split("\t").some(called)) continue;
      if (engine.terms[r] === undefined) {
        missing.add(engine.chunkOf(engine.first[r]));
        return null;
      }
      const said = engine.terms[r].find(([name]) => called(name));
      if (said)
        return {
          sort: "term",
          record: r,
          title: said[0],
          href: engine.href(r),
          anchor: said[2],
          label: engine.titles[r],
          value: said[1],
          why: "",
        };
    }
    return null;
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
        return {
          sort: "rule",
          record: r,
          title: engine.titles[r],
          href: engine.href(r),
          anchor: "",
          label: "",
          value: sentences(engine.text(engine.first[r], missing)),
          why: "",
        };
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
