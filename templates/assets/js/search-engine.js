/* The search engine: answers queries. Pure: no page, no network; runs in any browser and in Node. */
(() => {
  "use strict";
  const grammar = self.SheetgenQuery,
    { words, fold, stem } = self.SheetgenWords,
    { answer } = self.SheetgenAnswers,
    { spans, cut, excerpt } = self.SheetgenTexts,
    { holds } = self.SheetgenMeaning,
    { SearchOrder } = self.SheetgenOrder;

  const FORMULA = 0.6; // what the box of a rule weighs among the sections that a result shows, against prose

  class SearchEngine extends SearchOrder {
    /* Marks each record: 1 fits, 0 does not, 2 + f: only the filters of facet f are against it. */
    filter(parsed, candidates) {
      const { state } = this.work,
        failed = new Int16Array(this.size).fill(-1),
        drop = new Uint8Array(this.size);
      for (const { facet, items, excluded } of parsed.filters) {
        const number = this.facets.indexOf(facet),
          ok = new Uint8Array(this.size).fill(excluded ? 1 : 0);
        facet.values.forEach((v, i) => {
          if (items.some((item) => grammar.fits(item, v))) for (const r of facet.lists[i]) ok[r] = excluded ? 0 : 1;
        });
        for (let r = 0; r < this.size; r++)
          if (!ok[r]) {
            if ((failed[r] >= 0 && failed[r] !== number) || excluded) drop[r] = 1;
            failed[r] = number;
          }
      }
      for (const text of parsed.not) for (const r of this.holding(text)) drop[r] = 1;
      state.fill(0);
      for (const r of candidates) if (!drop[r] && this.quoted(r, parsed)) state[r] = failed[r] < 0 ? 1 : 2 + failed[r];
      return candidates.filter((r) => state[r] === 1);
    }

    /* Records that hold every word of a text, as written. */
    holding(text) {
      let left = null;
      for (const word of words(text)) {
        const here = new Set(),
          i = this.names.has(word),
          j = this.body.has(word);
        if (this.common.has(word) && this.little.has(word)) continue; // the index has no places of these
        if (i >= 0) for (const place of this.names.list(i)) here.add(this.owner[(place / 6) | 0]);
        if (j >= 0) for (const place of this.body.list(j)) here.add(this.owner[place >> 1]);
        left = left ? left.filter((r) => here.has(r)) : [...here];
      }
      return left || Array.from(this.titles, (_, r) => r);
    }

    /* False only when it is known that the record has not every quoted phrase. */
    quoted(r, parsed) {
      return parsed.phrases.every((phrase) => {
        const sought = ` ${words(phrase).join(" ")} `,
          has = (text) => ` ${words(text).join(" ")} `.includes(sought);
        if (has(this.titles[r]) || this.aliases[r].some(has)) return true;
        for (let unit = this.first[r]; unit < this.first[r + 1]; unit++)
          if (this.texts[unit] === undefined || has(this.texts[unit]) || has(this.nameOf(unit))) return true;
        return false;
      });
    }

    /* query -> {total, hits, facets, parsed, missing, unsaid, places}. limit: how many hits are worked out;
     ruleset: id of the reader's own ruleset; scoped: whether only that is searched, where it answers at all; scope: what
     that left out; missing: numbers of the passages that would tell more; unsaid: of those that
     the answer waits for; places: of the parts of the words that it needs first. */
    search(query, { limit = 20, ...within } = {}) {
      for (const steps = this.steps(query, { limit, ...within }); !steps.next().done; );
      const { parsed, order, scope, facets } = this.found;
      if (!order) return this.waiting(parsed);
      if (parsed.phrases.length) this.found = null; // passages that come may tell that a phrase is not there
      const missing = new Set(),
        answered = answer(this, parsed, order, missing),
        unsaid = [...missing],
        known = {}, // marks, by game
        hits = order.slice(0, limit).map((r) => this.hit(r, known, missing, parsed));
      return {
        total: order.length,
        hits,
        facets,
        parsed,
        answer: answered,
        scope,
        missing: [...missing],
        unsaid,
        places: [...this.places.missing],
      };
    }

    /* The steps of a search, which tells at once what they found once all are done. No other search may come between
       them: it counts up `searches`. */
    *steps(query, { limit = 20, ruleset = "", scoped = false } = {}) {
      const known = [query, limit, ruleset, scoped, this.places.known.size, this.places.whole].join("\n");
      if (this.found?.known === known) return;
      this.searches++;
      this.found = null;
      this.found = { known, ...(yield* this.order(query, { limit, ruleset, scoped })) };
    }

    /* What a query finds, best first, without what is shown of it: {parsed, order, scope, facets}; no order while places are
       on their way. */
    *order(query, { limit, ruleset, scoped }) {
      this.places.missing.clear();
      const parsed = this.parse(query, ruleset);
      if (this.places.missing.size) return { parsed };
      yield;
      const everything = !parsed.words.length && (parsed.filters.length || parsed.not.length);
      if (everything) {
        this.work.cover.fill(0);
        this.work.units.fill(0);
      }
      let candidates = everything ? Array.from(this.titles, (_, r) => r) : this.score(parsed);
      yield;
      if (this.places.missing.size) return { parsed };
      if (parsed.phrases.length) {
        const within = new Set(
          parsed.phrases.map((p) => this.holding(p)).reduce((a, b) => a.filter((r) => b.includes(r))),
        );
        candidates = candidates.filter((r) => within.has(r));
      }
      let order = this.filter(parsed, candidates);
      order = everything
        ? order.sort((a, b) => this.rank[a] - this.rank[b])
        : yield* this.fine(order, candidates, parsed, ruleset, limit);
      yield;
      const scope = this.scope(order, parsed, ruleset);
      if (scoped && scope) order = this.narrowed(order, scope);
      const facets = this.counts(parsed);
      yield; // results are shown in a step of their own
      return { parsed, order, scope, facets };
    }

    /* What is found while places are on their way: nothing yet, but for the passages of what is called so. */
    waiting(parsed) {
      const none = { total: 0, hits: [], facets: [], unsaid: [], answer: null, scope: null };
      return { ...none, parsed, missing: this.calledSo(parsed), places: [...this.places.missing] };
    }

    /* The passages of pages and sections that are called as the query is; those of the open game, if it has some. */
    calledSo({ plain, ruleset }) {
      const chunks = [new Set(), new Set()],
        isSo = (name) => Math.abs(name.length - plain.length) < 3 && fold(name) === plain;
      this.owner.forEach((r, unit) => {
        const others = unit > this.first[r] ? [] : this.aliases[r];
        if ([this.nameOf(unit), ...others].some(isSo)) chunks[+(this.idOfGame(r) === ruleset)].add(this.chunkOf(unit));
      });
      return [...(chunks[1].size ? chunks[1] : chunks[0])];
    }

    /* The open game, where a site has several and the query names none: its title, and how much is found in it and elsewhere. */
    scope(order, parsed, ruleset) {
      const mine = this.games?.values.length > 1 ? this.games.ids.indexOf(ruleset) : -1;
      if (mine < 0 || parsed.filters.some((f) => f.facet === this.games)) return null;
      const within = order.filter((r) => this.gameOf(r) === mine).length;
      return within ? { mine, title: this.games.titles[mine], within, all: order.length } : null;
    }

    /* What is of the open game, or of none; facets count the rest as what that leaves out. */
    narrowed(order, { mine }) {
      const out = 2 + this.facets.indexOf(this.games),
        within = (r) => [mine, -1].includes(this.gameOf(r));
      for (const r of order) if (!within(r)) this.work.state[r] = out;
      return order.filter(within);
    }

    counts(parsed) {
      const { state } = this.work;
      return this.facets
        .map((facet, f) => {
          const own = parsed.filters.filter((p) => p.facet === facet);
          const values = facet.values.map((value, i) => {
            let count = 0;
            for (const r of facet.lists[i]) if (state[r] === 1 || state[r] === 2 + f) count++;
            const chosen = (p) => p.items.some((item) => !item.any && grammar.fits(item, value));
            const active = own.some((p) => !p.excluded && chosen(p)),
              excluded = own.some((p) => p.excluded && chosen(p));
            return { value: value.title, count, active, excluded };
          });
          return { id: facet.id, title: facet.title, number: facet.number, values };
        })
        .filter((facet) => facet.values.some((v) => v.count || v.active || v.excluded));
    }

    /* The words of the index to mark in results of a game: guesses only where nothing is spelled so, and no word that is
       everywhere. */
    marks(parsed, game) {
      const marked = new Set(),
        most = Math.max(0, ...parsed.weights);
      parsed.words.forEach((word, n) => {
        if (parsed.weights[n] < 0.3 * most && word.length < 4) return;
        const lists = this.expand(word, n === parsed.last, parsed.also.get(word)).map((list) =>
            list.filter((match) => holds(match[3], game)),
          ),
          guess = lists.flat().every((match) => match[2]);
        marked.add(word);
        [this.names, this.body].forEach((layer, l) =>
          lists[l].forEach(([i, , guessed]) => {
            if (guess || !guessed) marked.add(layer.terms[i]);
          }),
        );
      });
      return marked;
    }

    hit(r, known, missing, parsed) {
      const game = this.gameOf(r),
        marks = (known[game] ??= this.marks(parsed, game)),
        from = this.first[r];
      const scores = this.work.units,
        of = (f) => f?.values[f.of[r]]?.title || "";
      const parts = [];
      for (let unit = from; unit < this.first[r + 1]; unit++) {
        const heading = unit > from ? this.headings[unit - r - 1] : "",
          inHeading = heading ? spans(heading, marks) : [];
        const formula = this.ruleTitles.has(heading) ? FORMULA : 1;
        if (scores[unit] || inHeading.length)
          parts.push({ unit, heading, score: formula * (scores[unit] + 3 * inHeading.length) });
      }
      parts.sort((a, b) => b.score - a.score);
      const waits = new Set(); // for passages
      const preview = (unit) => excerpt(this.text(unit, waits), marks);
      const title = words(this.titles[r]).join(" "),
        called = title && (title === parsed.plain || title === parsed.asked);
      const alias = this.aliases[r].find((a) => spans(a, marks).length);
      const text = this.text(from, waits),
        opening = () => excerpt(text, new Set()),
        named = new Set(words(this.titles[r]).map(stem)),
        marked = spans(text, marks).map(([start, end]) => text.slice(start, end)),
        onlyName = marked.length > 0 && marked.every((text) => words(text).every((word) => named.has(stem(word))));
      const hit = {
        record: r,
        title: cut(this.titles[r], marks),
        called,
        alias: alias && !spans(this.titles[r], marks).length ? cut(alias, marks) : null,
        href: this.href(r),
        kind: of(this.kinds),
        ruleset: of(this.games),
        rulesetId: this.idOfGame(r),
        works: !!this.works[r],
        text: called || onlyName ? opening() : scores[from] || !parts.length ? preview(from) : [], // its sections say why it is here
        sections: parts
          .filter((p) => p.unit > from)
          .slice(0, 3)
          .map((p) => ({ title: cut(p.heading, marks), anchor: this.anchors[p.unit] || "", text: preview(p.unit) })),
      };
      for (const n of waits) missing.add(n);
      return { ...hit, told: !waits.size };
    }

    /* The text of a unit; empty while its passage is not there. */
    text(unit, missing) {
      const text = this.texts[unit];
      if (text === undefined) missing.add(this.chunkOf(unit));
      return text || "";
    }
  }

  self.SheetgenSearch = { SearchEngine };
})();
