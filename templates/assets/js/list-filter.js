/* Which rows of a list fit its filters, and in which order they stand. Rows come as columns: an array for each of
   `names`, `also`, `notes`; `ranks` of the names; `columns` with the ranks of the rows, or of the cells that there are
   and which of them each row has; so the values of `facets`. Pure: no page; runs in any browser and in Node. */
(() => {
  "use strict";
  const grammar = self.SheetgenQuery,
    fold = self.sheetgenFold;
  const SLICE = 250; // rows that are made ready for words at once
  const letters = (word) => {
    let mask = 0;
    for (let i = 0; i < word.length; i++) mask |= 1 << (word.charCodeAt(i) & 31);
    return mask;
  };

  // Whether a word is meant by what was typed of it: one letter more, less or other, or two swapped; of eight or more two slips.
  const slips = (typed) => (typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2);
  function near(typed, word, most) {
    if (word.length < typed.length - most) return false;
    let last = [],
      row = [...Array(word.length + 1).keys()];
    for (let i = 1; i <= typed.length; i++) {
      const next = [i];
      for (let j = 1; j <= word.length; j++) {
        const change = row[j - 1] + Number(typed[i - 1] !== word[j - 1]),
          swapped = i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1];
        next[j] = Math.min(change, row[j] + 1, next[j - 1] + 1, swapped ? last[j - 2] + 1 : change);
      }
      last = row;
      row = next;
    }
    return Math.min(...row.slice(Math.max(1, typed.length - most))) <= most;
  }

  /* Letters of what was typed that a word does not have: each is a slip. */
  function missing(typed, word) {
    let bits = typed & ~word,
      count = 0;
    for (; bits; bits &= bits - 1) count++;
    return count;
  }

  /* For each value its place in the order: numbers first, then texts; -1 for what is empty, the same for equals. */
  function ranked(values, compare) {
    const order = (a, b) =>
      +(typeof b === "number") - +(typeof a === "number") || (typeof a === "number" ? a - b : compare(a, b));
    const all = [...new Set(values)].filter((v) => v !== "").sort(order),
      ranks = new Map([["", -1]]);
    all.forEach((v, i) => {
      ranks.set(v, i && !order(all[i - 1], v) ? ranks.get(all[i - 1]) : i);
    });
    return values.map((v) => ranks.get(v));
  }

  class ListFilter {
    constructor(rows) {
      this.rows = rows;
      this.size = rows.names.length;
      this.texts = []; // of each row what words are looked up in, folded
      this.places = []; // of each row the places of its words among all
      this.words = new Map(); // each word of the names, with its place
      this.masks = [];
      this.facets = Object.keys(rows.facets)
        .sort()
        .map((id) => this.facet(id, rows.facets[id]));
    }

    facet(id, { title, titles, values, rows }) {
      const start = new Int32Array(this.size + 1),
        all = [];
      for (let i = 0; i < this.size; i++) {
        const own = rows[i];
        if (typeof own === "number") all.push(own);
        else for (const v of new Set(own)) all.push(v);
        start[i + 1] = all.length;
      }
      const spelled = () => values.map((v, i) => grammar.value(titles ? titles[i] : v, titles && v));
      const numbers = titles ? [] : values.map(Number);
      const made = grammar.facet(id, title, []);
      let known = null; // made for the first query
      Object.defineProperty(made, "values", { get: () => (known = known || spelled()) });
      return Object.assign(made, { written: values, counted: !!titles, numbers, start, all: Int32Array.from(all) });
    }

    /* Make some more rows ready to be looked up by words; whether there are any left. */
    prepare(count = SLICE) {
      const { names, also, notes } = this.rows;
      for (const end = Math.min(this.size, this.texts.length + count); this.texts.length < end; ) {
        const i = this.texts.length,
          called = fold(names[i] + " " + also[i]);
        this.texts.push(called + " " + fold(notes[i]));
        this.places.push(called.split(/[^\p{L}\p{N}]+/u).flatMap((word) => (word ? [this.place(word)] : [])));
      }
      return this.texts.length < this.size;
    }
    place(word) {
      let place = this.words.get(word);
      if (place === undefined) {
        this.words.set(word, (place = this.words.size));
        this.masks.push(letters(word));
      }
      return place;
    }

    /* Of each row whether a word of its name is meant by what was typed, but for a slip. */
    slipped(typed) {
      const most = slips(typed),
        mask = letters(typed),
        meant = new Uint8Array(this.words.size);
      if (!most) return null;
      for (const [word, place] of this.words)
        if (missing(mask, this.masks[place]) <= most && near(typed, word, most)) meant[place] = 1;
      return meant.includes(1) ? meant : null;
    }

    /* Rows that are called so: each word in their text, or of their name but for a slip; a text in quotes as it is. */
    called({ text, quoted, excluded }) {
      while (this.prepare());
      const fits = new Uint8Array(this.size).fill(1);
      for (const typed of quoted ? [fold(text)] : fold(text).split(/\s+/)) {
        const meant = quoted || excluded ? null : this.slipped(typed);
        for (let i = 0; i < this.size; i++)
          if (fits[i] && !this.texts[i].includes(typed))
            fits[i] = Number(!!meant && this.places[i].some((p) => meant[p]));
      }
      return excluded ? fits.map((fit) => 1 - fit) : fits;
    }

    /* Rows of which enough values of a facet are marked: at least one, or all that are asked for. */
    having(facet, marked, least = 1) {
      const { start, all } = facet,
        fits = new Uint8Array(this.size);
      for (let i = 0; i < this.size; i++) {
        let count = 0;
        for (let at = start[i]; at < start[i + 1]; at++) count += marked[all[at]];
        fits[i] = Number(count >= least);
      }
      return fits;
    }

    queried(word) {
      if (!word.facet) return this.called(word);
      const marked = word.facet.values.map((value) => Number(word.items.some((item) => grammar.fits(item, value))));
      const fits = this.having(word.facet, marked);
      return word.excluded ? fits.map((fit) => 1 - fit) : fits;
    }

    /* The facet of a key. */
    of(key) {
      return this.facets.find((facet) => facet.id === key);
    }

    /* What filters choose: `words` of a query, `chosen` of facets {key, on, not, all}, `ranges` {key, low, high}.
       Each filter becomes its key and, for each row, whether it fits. */
    tests({ words, chosen, ranges }) {
      const tests = words.length ? [{ key: "", fits: every(words.map((word) => this.queried(word))) }] : [];
      for (const { key, on, not, all } of chosen) {
        const facet = this.of(key),
          marks = (ids) => facet.written.map((value) => Number(ids.includes(value))),
          fits = on.length ? this.having(facet, marks(on), all ? on.length : 1) : new Uint8Array(this.size).fill(1);
        const without = this.having(facet, marks(not));
        tests.push({ key, all, fits: fits.map((fit, i) => fit & (1 - without[i])) });
      }
      for (const { key, low, high } of ranges) {
        const facet = this.of(key);
        const marked = facet.numbers.map((n) => Number(n >= low && n <= high));
        tests.push({ key, fits: this.having(facet, marked) });
      }
      return tests;
    }

    /* Which rows fit all filters, how many, and for each facet how many rows would have each of its values: those that
       fit the other filters, and its own where that asks for all of several. */
    filter(asked) {
      const tests = this.tests(asked),
        failed = new Uint8Array(this.size), // how many filters a row does not fit
        last = new Uint8Array(this.size); // and one that it does not fit, by its place from 1
      tests.forEach(({ fits }, number) => {
        for (let i = 0; i < this.size; i++)
          if (!fits[i]) {
            failed[i]++;
            last[i] = number + 1;
          }
      });
      const fits = failed.map((count) => Number(!count)),
        tallies = {};
      for (const facet of this.facets.filter((f) => f.counted)) {
        const own = 1 + tests.findIndex((test) => test.key === facet.id && !test.all);
        tallies[facet.id] = this.tally(facet, failed, last, own);
      }
      return { fits, tallies, count: fits.reduce((sum, fit) => sum + fit, 0), keys: tests.map((test) => test.key) };
    }
    tally({ written, start, all }, failed, last, own) {
      const tally = new Int32Array(written.length);
      for (let i = 0; i < this.size; i++)
        if (!failed[i] || (own && failed[i] === 1 && last[i] === own))
          for (let at = start[i], end = start[i + 1]; at < end; at++) tally[all[at]]++;
      return tally;
    }

    /* The rows in the order of a column, by number (0 is the name); what is empty stands last, equals by name. */
    order(column, down) {
      const { ranks, columns } = this.rows,
        cells = columns[column - 1],
        own = !column ? ranks : cells.rows ? cells.rows.map((cell) => cells.ranks[cell]) : cells.ranks,
        most = this.size + 1;
      const keys = Float64Array.from(own, (rank, i) => {
        const place = rank < 0 ? most : down ? most - 1 - rank : rank;
        return (place * most + (column ? ranks[i] : 0)) * most + i;
      });
      return Array.from(keys.sort(), (key) => key % most);
    }
  }

  function every(all) {
    return all.reduce((fits, more) => fits.map((fit, i) => fit & more[i]));
  }

  self.SheetgenList = { ListFilter, ranked };
})();
