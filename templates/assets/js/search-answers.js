/* What answers a query by itself, above the results: a number of an entry, a term with its definition, a rule to work out. */
(() => {
  "use strict";
  const { words, stem } = self.SheetgenWords,
    { holds } = self.SheetgenMeaning;
  const LOOKED_AT = 3, // results among which an answer is sought ...
    FURTHER = 6, // ... and rules where a query asks for an amount
    HELD = 0.6, // how much of a query a rule must hold to be what it asks for
    MOST = 6, // numbers of one rule
    LONGEST = 240, // characters of a definition ...
    SHORTEST = 40, // ... and of one that is asked for by another name
    GENERAL = ["kind", "ruleset", "tag"]; // facets that say what a record is, not what it has

  /* A word in the form that it has in other numbers: damaging is not damage, and wounds are a wound. */
  const formOf = (word) => stem(word) + (/(ing|ed|er|ly|ion)s?$/.exec(word)?.[1] || "");
  const FORMS = [formOf, stem]; // what is called exactly so is looked for first

  /* The answer of the best results; null where there is none. What needs a passage that is not there asks for it. */
  function answer(engine, parsed, order, missing) {
    if (!parsed.words.length || parsed.filters.length) return null;
    return new Answers(engine, parsed, missing).best(order);
  }

  class Answers {
    constructor(engine, parsed, missing) {
      this.engine = engine;
      this.parsed = parsed;
      this.missing = missing;
      this.isAmount = engine.asks("amount", parsed.plain);
      this.isComputed = engine.asks("computed", parsed.plain);
      this.isExplained = engine.asks("explained", parsed.plain);
      this.telling = engine.telling(words(parsed.plain));
      this.askedIn = new Map(FORMS.map((form) => [form, new Set(this.telling.map(form))]));
      this.asked = this.askedIn.get(stem);
      this.rootsOf = (text) => engine.telling(words(text)).map(stem);
    }

    best(order) {
      const { engine, asked, isAmount, isComputed, isExplained } = this,
        best = order.slice(0, LOOKED_AT),
        isNamed = best.some((r) => !engine.minor[r] && this.isCalled(engine.titles[r])),
        rules = isAmount ? order.slice(LOOKED_AT, FURTHER).filter((r) => engine.minor[r] === 1) : [],
        isMostly = (list) => list.every((root) => asked.has(root)) && 2 * list.length >= asked.size,
        amounts = isAmount ? [...best, ...rules].filter((r) => isMostly(words(engine.titles[r]).map(stem))) : [],
        fitting = best.filter((r) => isComputed || (!isExplained && engine.work.cover[r] >= HELD));
      this.givesFormulas = isAmount || isComputed || !(isNamed || isExplained);
      return (
        this.first(isNamed ? [] : best, (r) => this.number(r, r === best[0])) ||
        this.first(FORMS, (form) => this.definition(best, form) || this.term([...best, ...rules], form)) ||
        this.first([...fitting, ...amounts], (r) => this.calculator(r)) ||
        (best.some((r) => this.isAsked(words(engine.titles[r]), stem))
          ? null
          : this.first(best, (r) => this.saidOf(r, formOf, engine.aliases[r])))
      );
    }

    /* The first of some candidates that gives an answer; none while a passage of it or of one before it is on its way. The
       passages of all that may give one are asked for at once. */
    first(candidates, answered) {
      const { missing } = this,
        wanting = (this.missing = new Set());
      let first = null;
      for (const candidate of candidates) first ||= answered(candidate);
      this.missing = missing;
      for (const n of wanting) missing.add(n);
      return wanting.size ? null : first;
    }

    /* An answer of a record. */
    answer(sort, r, { title = this.engine.titles[r], anchor = "", label = "", value, why = "" }) {
      return { sort, record: r, title, href: this.engine.href(r), anchor, label, value, why };
    }

    /* A number of an entry, or else a property: its name, or part of it, and a label, as in "black knight armour". */
    number(r, isFirst) {
      const { engine, asked } = this,
        title = engine.telling(words(engine.titles[r])),
        isSlip = (word) =>
          engine.names.has(word) < 0 && engine.body.has(word) < 0 && title.some((own) => engine.isSlip(word, own)),
        forms = new Set(title.map(formOf)),
        isOfTitle = (word) => forms.has(formOf(word)) || isSlip(word),
        named = new Set(this.telling.filter(isOfTitle).map(stem)),
        rest = [...asked].filter((root) => !named.has(root));
      if (!rest.length || rest.length === asked.size) return null;
      if (engine.numbered[r] && !engine.numbers[r]) {
        this.missing.add(engine.chunkOf(engine.first[r]));
        return null;
      }
      const meant = rest.map((root) => this.meaningsOf(root, engine.gameOf(r))),
        numbers = this.mostFitting(this.fitting(engine.numbers[r] || [], meant), rest, meant),
        isNumber = numbers.length || !isFirst,
        values = isNumber ? numbers : this.labelledSo(this.fitting(this.propertiesOf(r), meant), meant);
      if (!values.length) return null;
      const value = values.map(([label, value]) => `${label} ${value}`).join(" · ");
      return this.answer("number", r, { value, why: values.length === 1 ? values[0][2] : "" });
    }

    /* What a word of the query means in a game, itself first: lists of roots. */
    meaningsOf(root, game) {
      const { said, also } = this.parsed,
        together = said.filter(([stems]) => stems.includes(root) && stems.every((other) => this.asked.has(other))),
        alone = [...also].flatMap(([word, meant]) => (stem(word) === root ? meant : [])),
        meant = [...alone, ...together.flatMap(([, meant]) => meant)].filter(([, said]) => holds(said, game));
      return [[root], ...meant.map(([text]) => this.rootsOf(text))];
    }

    /* The properties of a record as numbers are: [[label, value, why, rule]]. */
    propertiesOf(r) {
      return this.engine.facets
        .filter(({ id }) => !GENERAL.includes(id))
        .map(({ title, titles, lists }) => [title, titles.filter((_, n) => lists[n].includes(r)).join(", "), "", ""])
        .filter(([, value]) => value);
    }

    /* Those of some numbers that the rest of the query may mean, by their labels and rules. */
    fitting(numbers, meant) {
      return numbers.filter(([label, , , rule]) => {
        const labelled = this.rootsOf(`${label} ${rule}`);
        return meant.every((word) => says(word, labelled));
      });
    }

    /* Those of them whose labels say no more than that. */
    labelledSo(numbers, meant) {
      return numbers.filter(([label]) => this.rootsOf(label).every((root) => meant.some((word) => says(word, [root]))));
    }

    /* The one of them that is called so, or else those that say no more, or all. */
    mostFitting(numbers, rest, meant) {
      const named = numbers.filter(([label]) => rest.some((root) => this.rootsOf(label).includes(root))),
        [shortest] = named.sort(([a], [b]) => a.length - b.length),
        exact = this.labelledSo(numbers, meant);
      return shortest ? [shortest] : (exact.length ? exact : numbers).slice(0, MOST);
    }

    /* What a section says that is called as the query is. */
    definition(best, form) {
      const { engine } = this,
        sections = best.flatMap((r) => engine.sectionsOf(r));
      return this.first(sections, (unit) => this.isAsked(words(engine.nameOf(unit)), form) && this.section(unit));
    }

    /* What a section says first; null where that is too short, or on its way. */
    section(unit, least = 0) {
      const { engine } = this,
        r = engine.owner[unit],
        title = engine.nameOf(unit),
        value = engine.asks("relates", title) ? "" : sentences(engine.text(unit, this.missing));
      if (value.length <= least) return null;
      return this.answer("term", r, { title, value, anchor: engine.anchors[unit], label: engine.titles[r] });
    }

    /* What pages say of a name that they define. */
    term(pages, form) {
      return this.first(pages, (r) => this.saidOf(r, form, this.engine.parts[r].split("\t")));
    }

    /* What a page says of one of some names of what it defines or of its sections. */
    saidOf(r, form, names) {
      const { engine } = this,
        called = (name) => this.isAsked(words(name), form),
        rule = engine.minor[r] === 1; // its names are those of what it gives, and come with its passage
      if (rule ? !this.givesFormulas : !names.some(called)) return null;
      if (!engine.terms[r]) this.missing.add(engine.chunkOf(engine.first[r]));
      const [title, value, place] = engine.terms[r]?.find(([name]) => called(name)) || [];
      if (!title) return null;
      return value
        ? this.answer("term", r, { title, value, anchor: place, label: engine.titles[r] })
        : this.section(engine.first[r] + +place, SHORTEST);
    }

    /* Whether a title is the query as a whole, but for one slip. */
    isCalled(title) {
      const { slip, plain } = this.parsed;
      return this.isAsked(words(title), stem) || (slip && this.engine.isSlip(plain, words(title).join(" ")));
    }

    /* Whether a name says what the query asks for, and no more. */
    isAsked(name, form) {
      const all = new Set(this.engine.telling(name).map(form)),
        asked = this.askedIn.get(form);
      return all.size === asked.size && [...asked].every((root) => all.has(root));
    }

    /* A rule that can be worked out and is called as the query is, or as most of it. */
    calculator(r) {
      const { engine } = this;
      return engine.works[r] && this.rootsOf(engine.titles[r]).every((root) => this.asked.has(root))
        ? this.answer("rule", r, { value: sentences(engine.text(engine.first[r], this.missing)) })
        : null;
    }
  }

  /* Whether a word of a query, by what it means, says what some roots say. */
  const says = (meant, labelled) => meant.some((roots) => roots.every((root) => labelled.includes(root)));

  /* The first sentences of a text, whole ones; none where it begins with a table or a formula. */
  function sentences(text) {
    const all = text.match(/\S.*?[.!?]+(?=\s|$)/g) || [];
    let said = "";
    if (all[0]?.includes(" · ")) return "";
    for (const sentence of all) {
      if (said && said.length + sentence.length > LONGEST) break;
      said += ` ${sentence}`;
      if (said.length > LONGEST / 2) break;
    }
    return said.length <= 2 * LONGEST ? said.trim() : "";
  }

  self.SheetgenAnswers = { answer };
})();
