/* What a search knows: the index that sheetgen/site/search writes, unfolded, and the parts of it as they come. */
(() => {
  "use strict";
  const grammar = self.SheetgenQuery,
    { words, fold, stem } = self.SheetgenWords,
    { numbers, rising, lines, partOf, beginning, Places, VALUE, HALF } = self.SheetgenPacking;

  const K = 0.9,
    B = 0.85, // BM25: how soon repetition stops to count, how much length does
    BEFORE_WORDS = "\n\f "; // what stands before the words of synonyms

  class SearchData {
    constructor(data) {
      const rows = data.records ? data.records.split("\n").map((line) => line.split("\f")) : [],
        listed = (text) => (text ? text.split("\t") : []),
        counts = numbers(data.counts);
      this.titles = rows.map(([title]) => title);
      this.size = rows.length;
      let hrefs = null; // what only results need is read with the first of them
      this.href = (r) => full((hrefs = hrefs || lines(data.addresses))[r], this.titles[r]);
      this.aliases = rows.map((row) => listed(row[1]));
      this.parts = rows.map((row) => row[2] || ""); // the names of what a record is made of
      this.headings = rows.flatMap((row, r) => (counts[r] ? (row[3] || "").split("\t") : []));
      this.anchors = []; // of a section, once its passage is there
      this.first = [0]; // record -> its first unit
      for (const n of counts) this.first.push(this.first.at(-1) + 1 + n);
      const units = (this.units = this.first[this.size] || 0);
      this.owner = new Int32Array(units); // unit -> record
      for (let r = 0; r < this.size; r++) this.owner.fill(r, this.first[r], this.first[r + 1]);
      this.lengths = data.lengths;
      this.felt = null; // read with the first search
      this.common = new Set(data.common.split(" "));
      this.questions = data.questions;
      this.little = new Set(data.little.split(" "));
      this.chunks = rising(data.chunks);
      this.texts = [];
      this.numbers = []; // of a record, once its passage is there: [[label, value, why]]
      this.terms = []; // ... and what it defines: [[name, sentences, anchor]]
      this.facets = data.facets.map((f) => this.facet(f));
      const facetOf = (id) => this.facets.find((f) => f.id === id);
      this.games = facetOf("ruleset");
      this.kinds = facetOf("kind");
      this.own = new Uint8Array(this.size); // what the reader's table made itself
      for (const r of rising(data.own)) this.own[r] = 1;
      this.minor = new Uint8Array(this.size); // 1 for what tells in another form what a chapter tells, 2 for remarks on it
      data.minor.split(" ").forEach((list, n) => {
        for (const r of rising(list)) this.minor[r] = n + 1;
      });
      this.numbered = this.flags(data.numbered); // what has numbers of its own
      this.works = this.flags(data.works); // rules that can be worked out
      this.ruleTitles = new Set(this.titles.filter((_, r) => this.minor[r] === 1));
      this.known = []; // the names of records, once they have been compared with a query
      this.everywhere = data.synonyms; // those of little words alone
      this.lines = new Map(); // of a ruleset: those of the parts that are there
      this.lookedUp = new Map(); // what was looked up in them
      this.places = new Places(data.places);
      this.names = this.places.names;
      this.body = this.places.body;
      this.expanded = new Map();
      this.nameWidth = new Float32Array(this.size);
      for (let r = 0; r < this.size; r++) {
        let blanks = 1;
        for (let at = this.titles[r].indexOf(" "); at >= 0; at = this.titles[r].indexOf(" ", at + 1)) blanks++;
        this.nameWidth[r] = 1 / (1 + 0.12 * blanks);
      }
      const ofRecords = () => new Float32Array(this.size),
        ofUnits = () => new Float32Array(units);
      this.work = {
        unit: ofUnits(),
        stamp: new Int32Array(units),
        mark: new Int32Array(this.size),
        name: ofRecords(),
        text: ofRecords(),
        near: ofRecords(),
        like: ofRecords(),
        state: new Int16Array(this.size),
        total: ofRecords(),
        cover: ofRecords(),
        named: ofRecords(),
        exact: new Uint8Array(this.size),
        spelled: new Uint8Array(this.size),
        units: ofUnits(),
        covers: ofUnits(),
        covered: ofUnits(),
        names: ofRecords(),
        inName: ofRecords(),
      };
      this.clock = 0;
      this.found = null; // by the last query: it is asked again as passages come
      this.searches = 0;
      this.byTitle = null;
    }

    /* A packed list of records as flags. */
    flags(packed) {
      const flags = new Uint8Array(this.size);
      for (const r of rising(packed)) flags[r] = 1;
      return flags;
    }

    /* The lines of a ruleset's synonyms, as far as the parts that are there tell. */
    synonyms(ruleset) {
      if (!this.lines.has(ruleset)) {
        const all = [...this.everywhere, ...this.places.synonyms].filter(([id]) => id === ruleset);
        this.lines.set(ruleset, all.map(([, written]) => written).join("\n"));
      }
      return this.lines.get(ruleset);
    }

    /* Whose synonyms are read, each with the game that they lead to places of, -1 for any: those of every game, and those of
       the open game or, where none is open, of each game. */
    speakers(ruleset) {
      const own = ruleset || !this.games ? [[ruleset, -1]] : this.games.ids.map((id, game) => [id, game]);
      return [["", -1], ...own];
    }

    /* What each of some speakers means: [[words, game]]. */
    meantTo(speakers, meantBy) {
      return speakers.flatMap(([id, game]) => meantBy(id).map((text) => [text, game]));
    }

    /* The number of a record's game; -1 where it is of none. */
    gameOf(r) {
      return this.games?.of[r] ?? -1;
    }

    idOfGame(r) {
      return this.games?.ids[this.gameOf(r)] || "";
    }

    /* What the stems of some words mean in a ruleset, by its synonyms; only those lines are read that may say it. */
    meantBy(key, ruleset) {
      const known = `${ruleset}\n${key}`;
      if (!this.lookedUp.has(known)) this.lookedUp.set(known, this.meant(key, this.synonyms(ruleset)));
      return this.lookedUp.get(known);
    }

    meant(key, written) {
      const long = key.length > 5 && !key.includes(" "),
        first = long ? key.slice(0, 3) : beginning(key.split(" ", 1)[0]),
        all = [];
      for (let at = written.indexOf(first); at >= 0; at = written.indexOf(first, at)) {
        if (at && !BEFORE_WORDS.includes(written[at - 1])) {
          at++;
          continue;
        }
        const from = written.lastIndexOf("\n", at) + 1,
          end = written.indexOf("\n", at);
        at = end < 0 ? written.length : end;
        const [typed, ...meant] = written.slice(from, at).split("\t");
        if (typed.split("\f").some((text) => this.says(text.split(" "), key))) all.push(...meant);
      }
      return all;
    }

    /* Whether words are those of a key, in any form: "knockback" is "knock back". */
    says(said, key) {
      const telling = this.telling(said),
        joined = said.length === 2 && key.length > 5;
      if ((telling.length > 1 ? telling : said).map(stem).join(" ") === key) return true;
      return joined && stem(said.join("")) === key;
    }

    /* How much the length of each unit weighs against a word in it. */
    get norms() {
      return (this.felt ||= this.feltLengths());
    }

    feltLengths() {
      const { owner, units, lengths } = this,
        felt = new Float32Array(units),
        whole = new Float32Array(this.size),
        size = Array.from({ length: 2 * HALF }, (_, v) => 2 ** (v / 8) - 1);
      for (let unit = 0; unit < units; unit++) whole[owner[unit]] += felt[unit] = size[VALUE[lengths.charCodeAt(unit)]];
      let mean = 1; // a section of a long page counts as longer than a page of its own
      for (let unit = 0; unit < units; unit++) mean += felt[unit] = Math.min(whole[owner[unit]], 2 * felt[unit]);
      mean /= units || 1;
      for (let unit = 0; unit < units; unit++) felt[unit] = K * (1 - B + (B * felt[unit]) / mean);
      return felt;
    }

    /* A script of words and their places, null for one that cannot be had; n: its number, or "all". */
    addPlaces(n, part) {
      this.lines.clear();
      this.lookedUp.clear();
      this.places.add(n, part);
    }

    /* A script of passages: the text of the units from chunks[n] on. */
    addText(n, list) {
      list.forEach((text, i) => {
        const unit = this.chunks[n] + i,
          r = this.owner[unit],
          [written, ...numbers] = text.split("\n");
        if (unit !== this.first[r]) {
          const [anchor, said] = written.split("\t");
          this.anchors[unit] = full(anchor, this.headings[unit - r - 1]);
          this.texts[unit] = said;
          return;
        }
        this.texts[unit] = written;
        const lines = numbers.map((line) => line.split("\t"));
        this.numbers[r] = lines.filter(([label]) => label);
        this.terms[r] = lines.filter(([label]) => !label).map((line) => line.slice(1));
      });
    }

    /* The sections of a record: its units but for the first. */
    sectionsOf(r) {
      const from = this.first[r] + 1;
      return Array.from({ length: this.first[r + 1] - from }, (_, n) => from + n);
    }

    /* The heading of a section, or the title of the record. */
    nameOf(unit) {
      const r = this.owner[unit];
      return unit === this.first[r] ? this.titles[r] : this.headings[unit - r - 1];
    }

    chunkOf(unit) {
      return partOf(this.chunks, unit);
    }

    /* Place of each record in the order of titles. */
    get rank() {
      if (!this.byTitle) {
        const folded = this.titles.map(fold),
          order = Array.from(folded, (_, r) => r).sort((a, b) =>
            folded[a] < folded[b] ? -1 : folded[a] > folded[b] ? 1 : a - b,
          );
        this.byTitle = new Int32Array(this.size);
        order.forEach((r, place) => (this.byTitle[r] = place));
      }
      return this.byTitle;
    }

    /* A facet; what only some queries ask for is read when they do. */
    facet(data) {
      const spelled = data.values.map((_, i) => (data.names ? data.names[i].split("\t") : [])),
        ids = spelled.map((names) => names[0] || ""),
        facet = { ...grammar.facet(data.id, data.title), titles: data.values, ids, number: !!data.number };
      const reads = {
        values: () => data.values.map((title, i) => grammar.value(title, ...spelled[i])),
        lists: () => data.lists.split(" ").map(rising),
        of: () => {
          const of = new Int16Array(this.size).fill(-1);
          facet.lists.forEach((list, i) => {
            for (const r of list) of[r] = i;
          });
          return of;
        },
      };
      for (const name in reads) {
        let read;
        Object.defineProperty(facet, name, { get: () => (read ||= reads[name]()) });
      }
      return facet;
    }

    find(name) {
      return grammar.named(name, this.facets);
    }

    /* Whether a text looks like a question of a sort, such as `amount`, in a language of the site. */
    asks(sort, text) {
      return new RegExp(this.questions[sort], "i").test(text);
    }

    /* The words of a list that are not little, if there are any. */
    telling(list) {
      const telling = list.filter((word) => !this.little.has(word));
      return telling.length ? telling : list;
    }
  }

  /* An address, whole: what repeats the words of a title is written as a star. */
  const full = (address, title) => (address.includes("*") ? address.replace("*", words(title).join("-")) : address);

  self.SheetgenData = { SearchData, K };
})();
