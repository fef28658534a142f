/* Which entries have the properties that a query names. */
(() => {
  "use strict";
  const { words, fold, stem } = self.SheetgenWords,
    { SearchNames } = self.SheetgenNames;

  class SearchProperties extends SearchNames {
    /* What a query says of entries, each as the values of facets that may be meant, [[facet, number of the value]]: "colour
       blue" or, with what has them, "blue boats" and "colour blue boats"; and in what part of its words it says so. */
    properties(parsed) {
      const { plain, ruleset } = parsed,
        said = this.telling(words(plain)),
        { kinds } = this,
        pairs = said.slice(1).flatMap((word, n) => [
          [said[n], word],
          [word, said[n]],
        ]),
        named = [],
        claimed = new Set();
      for (const [name, value] of pairs)
        for (const facet of this.facets) {
          const at = facet !== kinds && this.calls(facet, name) ? this.valued(facet, value) : -1;
          if (at < 0) continue;
          named.push([[facet, at]]);
          claimed.add(name).add(value);
        }
      for (const [name, value] of pairs) {
        const kind = kinds ? this.kindOf(name, ruleset) : -1;
        if (kind < 0) continue;
        const of = claimed.has(value) ? null : this.valuesOf(value, meets(kinds.lists[kind]));
        if (of?.length) named.push(of);
        if (!(of ? of.length : meets(this.inAll(named))(kinds.lists[kind]))) continue;
        named.push([[kinds, kind]]);
        claimed.add(name).add(value);
      }
      for (const word of named.length ? said.filter((word) => !claimed.has(word)) : []) {
        const of = this.valuesOf(word, meets(this.inAll(named)));
        if (!of.length) continue;
        named.push(of);
        claimed.add(word);
      }
      if (named.length) parsed.claimed = said.filter((word) => claimed.has(word)).length / said.length;
      if (named.length || said.length > 2) return named;
      return said.length === 2 ? this.together(said) : this.alone(said[0] || "", ruleset);
    }

    /* The values of facets but the kind that a word names, where the list of those who have them is as asked. */
    valuesOf(word, fits) {
      return this.facets.flatMap((facet) => {
        const at = facet === this.kinds ? -1 : this.valued(facet, word);
        return at >= 0 && fits(facet.lists[at]) ? [[facet, at]] : [];
      });
    }

    /* What one word says of entries, where nothing in the open game is called so. */
    alone(word, ruleset) {
      const mine = (r) => !this.games || !ruleset || this.idOfGame(r) === ruleset,
        calls = (name) => fold(name).startsWith(word),
        inHeading = (place) => (place >> 1) % 3 !== 1 && mine(this.owner[(place / 6) | 0]);
      if (word.length < 4 || this.names.forms(word).some((i) => [...this.names.list(i)].some(inHeading))) return [];
      if (this.titles.some((title, r) => mine(r) && (calls(title) || this.aliases[r].some(calls)))) return [];
      const of = this.valuesOf(word, (list) => list.some(mine)).filter(
        ([facet]) => facet !== this.games && !facet.number,
      );
      return of.length ? [of] : [];
    }

    /* Whether one of some words is a name by itself. */
    titled(said) {
      const roots = said.map(stem);
      return this.titles.some((title) => !title.includes(" ") && roots.includes(stem(fold(title))));
    }

    /* The two values of a facet that two words name, where entries have both, as in "large machines". */
    together(said) {
      for (const facet of this.facets) {
        const [first, second] = said.map((word) =>
            facet === this.kinds || word.length < 3 ? -1 : this.valued(facet, word),
          ),
          both = first >= 0 && second >= 0 && first !== second;
        if (both && !this.titled(said) && facet.lists[first].some((r) => facet.lists[second].includes(r)))
          return [[[facet, first]], [[facet, second]]];
      }
      return [];
    }

    /* The number of the value of a facet that a word names, in whatever form; -1 for none. */
    valued(facet, word) {
      const root = stem(word),
        is = (v) => (v.root ??= words(v.title).map(stem).join(" ")) === root;
      const at = facet.values.findIndex(is);
      return at >= 0 || word.length < 3 ? at : facet.values.findIndex((v) => v.names.includes(word));
    }

    /* The number of the kind that a word names, or what it means. */
    kindOf(name, ruleset) {
      const meant = ["", ruleset].flatMap((id) => this.meantBy(stem(name), id));
      return [name, ...meant].map((word) => this.valued(this.kinds, word)).find((at) => at >= 0) ?? -1;
    }

    /* The entries that a query names as a value: the size Huge, where it asks for what is of that size, and what has a
       value of the same property itself. */
    themselves(parsed) {
      const { kinds } = this,
        roots = (text) => words(text).map(stem).join(" ");
      return parsed.having.flat().flatMap(([facet, at]) => {
        const kind = kinds && facet !== kinds ? this.valued(kinds, fold(facet.title)) : -1,
          list = kind < 0 ? facet.lists.flat() : kinds.lists[kind];
        return list.filter((r) => facet !== kinds && roots(this.titles[r]) === roots(facet.titles[at]));
      });
    }

    /* The records with all properties that a query names. */
    having(parsed) {
      if (!parsed.having) parsed.having = this.asks("defines", parsed.plain) ? [] : this.properties(parsed);
      return this.inAll(parsed.having);
    }

    /* The records that have one value of each. */
    inAll(having) {
      const lists = having.map((any) => [...new Set(any.flatMap(([facet, at]) => facet.lists[at]))]);
      return lists.length ? lists.reduce((all, list) => all.filter((r) => list.includes(r))) : [];
    }

    /* Whether a word names a facet, in whatever form. */
    calls(facet, word) {
      const names = [facet.id, facet.title.split(" ")[0]].map((name) => words(name).join(" "));
      return names.some((name) => stem(name) === stem(word) || (name.length > 3 && word.startsWith(name)));
    }
  }

  /* Whether some of one list are of another. */
  const meets = (list) => (others) => list.some((r) => others.includes(r));

  self.SheetgenProperties = { SearchProperties };
})();
