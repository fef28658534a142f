/* The search engine: reads the index that sheetgen/site/search writes and answers queries.
   Pure: no page, no network; runs in any browser and in Node. */
((root) => {
  "use strict";
  const grammar = globalThis.SheetgenQuery || require("./query.js"),
    { words, fold, stem, retyped, letters, bits, edits } = globalThis.SheetgenWords || require("./search-words.js"),
    { numbers, rising, lines, partOf, beginning, Places, VALUE, HALF } =
      globalThis.SheetgenPacking || require("./search-packing.js"),
    { answer } = globalThis.SheetgenAnswers || require("./search-answers.js"),
    { spans, cut, excerpt } = globalThis.SheetgenTexts || require("./search-texts.js");

  const K = 0.9,
    B = 0.85; // BM25: how soon repetition stops to count, how much length does
  const REPEATED = 2.2; // what a repeated word counts as
  const FINE = 150; // how many names are compared with the query as a whole ...
  const NAMES_A_STEP = 40; // ... and how many of them in one step
  const FIRST_LETTERS = 6; // from here on the start of a name is as good whosever it is
  const EXACT = 1000; // what each point of likeness counts for where a name is the query, so that it stands first
  const FULLER = 0.1; // ... and of several so called which tells how much
  const OURS = 100; // what being of the open game counts for: its answers stand before those of other games
  const NAMED = 6; // from here on a name begins as the query does
  const ENOUGH = 0.68; // results that hold less of the query than this, compared with the best, are left out

  /* What weighs how much; found by trying them on two thirds of tests/bench/search/queries.txt. */
  const W = {
    name: 3.9, // words in the name of a record ...
    unit: 0.6, // in the best of its sections ...
    rest: 0.57, // and anywhere in it, each word where it stands best
    heading: 0.65, // a word of a heading, against one of a name
    synonym: 0.7, // a word that means the one typed, against that
    phrase: 0.4, // a word of several that mean it together
    one: 0.75, // how much of the query name and best section hold together, against the whole record
    power: 2,
    exact: 2, // each word, where all are there as written
    like: 1.2, // likeness of the names, 0 to 10
    chapter: 1.15, // a page of several sections, for a question
    within: 0.8, // a word that is part of several that mean something together, as a name of its own
    owned: 0.5, // what a table made itself, for a question that does not name it
    minor: [1, 0.75, 0.4], // what stands beside chapters and entries, and remarks on the source
  };
  const FORMED = 9.95, // likeness of a title that is the query in another form
    HEADED = 9.9, // ... of a page with a section that is called as the query is
    RULED = 9.8; // ... of a rule or a remark that is; nothing else is between it and 10
  const ASKED = 11, // likeness of a title made of the words of the query, in any order and form
    ALSO = 9, // ... of another name
    HEADING = 8.5, // ... of a section, or of initials
    SLIP = 5.5, // ... but for one slip
    FACET = 8, // ... of what has the property that is asked for
    WITHIN = 7.5, // ... of more than one word, all of it typed
    BEGUN = 7.5, // ... whose words begin as those typed, in their order
    CALLED = 5.5, // ... of what a table made, one word of whose name is typed and is in no other
    REMARKED = 8, // ... at most, of a remark on the source
    MEANT = 6, // ... of what the query means, where another begins as it does
    PARTLY = 5.6; // ... most, of a name that holds part of the query
  /* Likeness of a name that is part of the query: the least, and what grows with the part. */
  const PARTS = { title: [1.3, 5], also: [1, 4.6], inside: [1, 4] };

  const BEFORE_WORDS = "\n\f "; // what stands before the words of synonyms
  const ENDING = 4; // letters by which an unknown word is longer than one it is a form of, as starvation than starve
  const SHORT = 4; // letters up to which a word that is unknown may be a slip of one key as well as of a keyboard
  const CALLING = 2; // words of a query that may call something by one of them; more are a question
  const FORMULA = 0.6; // what the box of a rule weighs among the sections that a result shows, against prose
  const REMARK = 2; // what kind of minor records they are
  const QUESTION = 2, // little words from which on a query is a question
    CHAPTER = 3; // sections from which on a page tells how things go, where an entry says what one thing is
  const DEFINES = /^if\b|\b(what|why|how|mean|means)\b/; // who asks so wants to know what a property is, not who has it

  class SearchEngine {
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
      for (const n of counts) this.first.push(this.first[this.first.length - 1] + 1 + n);
      const units = (this.units = this.first[this.size] || 0);
      this.owner = new Int32Array(units); // unit -> record
      for (let r = 0; r < this.size; r++) this.owner.fill(r, this.first[r], this.first[r + 1]);
      this.lengths = data.lengths;
      this.felt = null; // read with the first search
      this.common = new Set(data.common.split(" "));
      this.little = new Set(data.little.split(" "));
      this.chunks = rising(data.chunks);
      this.texts = [];
      this.numbers = []; // of a record, once its passage is there: [[label, value, why]]
      this.terms = []; // ... and what it defines: [[name, sentences, anchor]]
      this.facets = data.facets.map((f) => this.facet(f));
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
      this.work = {
        unit: new Float32Array(units),
        stamp: new Int32Array(units),
        mark: new Int32Array(this.size),
        name: new Float32Array(this.size),
        text: new Float32Array(this.size),
        near: new Float32Array(this.size),
        like: new Float32Array(this.size),
        state: new Int16Array(this.size),
        total: new Float32Array(this.size),
        cover: new Float32Array(this.size),
        named: new Float32Array(this.size),
        exact: new Uint8Array(this.size),
        spelled: new Uint8Array(this.size),
        units: new Float32Array(units),
        covers: new Float32Array(units),
        covered: new Float32Array(units),
        names: new Float32Array(this.size),
        inName: new Float32Array(this.size),
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
    /* What a word means that is misspelt or a longer form, and that no word of the index is like. */
    guessed(word, last, ruleset) {
      if (word.length < 6 || this.expand(word, last).some((list) => list.some(([, like]) => like > 0.3))) return [];
      const root = stem(word),
        lines = ["", ruleset].flatMap((id) => this.synonyms(id).split("\n")),
        slips = (most) => (key) => edits(root, key, most)[0] <= most,
        ending = (key) => root.startsWith(key) && root.length - key.length <= ENDING;
      for (const like of [slips(1), ...(root.length < 8 ? [] : [slips(2)]), ending])
        for (const line of lines) {
          const [typed, ...meant] = line.split("\t"),
            keys = typed.split("\f").map((text) => stem(text.replace(" ", "")));
          if (keys.some((key) => key.length > 4 && like(key))) return meant;
        }
      return [];
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

    /* The facet with an id, if there is one. */
    facetOf(id) {
      return this.facets.find((f) => f.id === id);
    }

    find(name) {
      return grammar.named(name, this.facets);
    }

    /* Query -> {words, last, phrases, not, filters, problems, unknown}. What is not a known facet is text. */
    parse(query, ruleset = "") {
      const { words: read, problems, unknown } = grammar.read(query, this.facets);
      const out = {
        words: [],
        weights: [],
        also: new Map(),
        phrases: [],
        not: [],
        filters: read.filter((w) => w.facet),
        problems,
        unknown,
        last: -1,
        slip: false, // whether a word of it is none
        begun: "", // the last word, where it is none yet but the beginning of one
        plain: "",
        asked: "",
        written: query,
        ruleset,
        short: new Set(),
        called: new Set(),
        meant: new Set(), // stems of what the query as a whole means
        within: new Set(), // words that mean something only together with others
        claimed: 1, // what part of its words say what entries have
        said: [], // words of it that mean something together: [their stems, what they mean]
      };
      for (const { facet, text, quoted, excluded } of read) {
        if (facet) continue;
        if (excluded) {
          out.not.push(text);
          continue;
        }
        if (quoted && words(text).length > 1) out.phrases.push(text);
        for (const w of words(text)) if (!out.words.includes(w)) out.words.push(w);
        out.plain += " " + text;
      }
      out.plain = words(out.plain).join(" ");
      const typed = out.words[out.words.length - 1],
        asked = out.words.filter((w) => !this.little.has(w));
      if (asked.length) {
        out.words = asked;
        out.asked = words(out.plain)
          .filter((w) => !this.little.has(w))
          .join(" ");
      }
      const open = /[^\s"]$/.test(query) && typed === out.words[out.words.length - 1];
      const telling = out.words.filter((w, n) => !this.common.has(w) || (open && n === out.words.length - 1));
      out.words = telling.some((w) => !this.common.has(w)) ? telling : out.words;
      for (const w of new Set([...out.words, ...this.telling(words(out.plain))])) this.places.prepare(w);
      if (!this.places.missing.size) this.retype(out, ruleset);
      if (!this.places.missing.size) this.mend(out, ruleset, open);
      if (out.words.length && open) out.last = out.words.length - 1;
      if (out.last >= 0 && this.isBegun(out.words[out.last])) out.begun = out.words[out.last];
      this.translate(out, ruleset);
      if (out.last >= 0 && this.isAbbreviation(out.words[out.last], out)) out.last = -1;
      out.slip = out.plain.length > SHORT && out.words.some((word) => !this.isKnown(word, ruleset));
      return out;
    }

    /* Whether a word is written in capitals and means something as it is, so that no longer one is being typed. */
    isAbbreviation(word, { written, also }) {
      const known = also.has(word) || this.names.has(word) >= 0 || this.body.has(word) >= 0;
      return known && /^[a-z]{2,4}$/.test(word) && written.includes(word.toUpperCase());
    }

    /* Whether the letters of the word that is being typed are no word of a name yet, but the first of one. */
    isBegun(word) {
      return this.names.has(word) < 0 && (this.names.terms[this.names.at(word)] || "").startsWith(word);
    }

    /* Finds what a query says in other words than the books: word -> what is meant. */
    translate(out, ruleset) {
      const all = words(out.plain);
      for (const said of [all, this.telling(all)])
        for (let length = Math.min(4, said.length); length > 0; length--)
          for (let at = 0; at + length <= said.length; at++) this.mean(out, said.slice(at, at + length), ruleset);
      for (const word of out.words) {
        const meant = out.also.has(word) ? [] : this.guessed(word, word === out.words[out.last], ruleset);
        if (meant.length) out.also.set(word, meant);
        this.prepare(meant);
      }
      if (!out.also.size || !out.words.some((word) => this.little.has(word))) return;
      out.words = out.words.filter((word) => !this.little.has(word));
      out.last = -1;
    }
    mean(out, said, ruleset) {
      const joined = said.length === 2 && said.join("").length > 5 ? [stem(said.join(""))] : [], // knock back: knockback
        keys = [said.map(stem).join(" "), ...joined],
        meant = keys.flatMap((key) => ["", ruleset].flatMap((id) => this.meantBy(key, id)));
      if (!meant.length || (said.length === 1 && this.isBeginning(said[0], out, ruleset))) return;
      out.said.push([said.map(stem), meant]);
      if (this.telling(said).length > 1) for (const w of said) out.within.add(w);
      let word = said.find((w) => out.words.includes(w) && !this.little.has(w));
      if (!word && said.length > 1) {
        word = said.join(" ");
        if (!out.words.includes(word)) {
          out.words.unshift(word);
          out.asked = `${word} ${out.asked}`.trim(); // little words that mean something are asked, too
          if (out.last >= 0) out.last++;
        }
      }
      const whole = this.telling(words(out.plain)).every((w) => said.includes(w));
      if (whole && ` ${out.plain}`.endsWith(` ${said.join(" ")}`))
        for (const phrase of meant) out.meant.add(this.telling(words(phrase)).map(stem).join(" "));
      if (word) out.also.set(word, [...new Set([...(out.also.get(word) || []), ...meant])]);
      this.prepare(meant);
    }
    /* Whether a word is being typed that means nothing yet: "hol" begins a name, though "hole" means something. */
    isBeginning(word, { words: all, last }, ruleset) {
      const { names } = this;
      if (word !== all[last] || !/^[a-z]{1,3}$/.test(word)) return false;
      if (!names.terms[names.at(word)]?.startsWith(word)) return false;
      const written = new RegExp(`(^|[\n\f])${word}s?[\t\f]`);
      return !["", ruleset].some((id) => written.test(this.synonyms(id)));
    }
    /* Asks for the places of what is meant. */
    prepare(meant) {
      for (const phrase of meant) for (const w of this.telling(words(phrase))) this.places.prepare(w);
    }

    /* Whether a word is one of the index, or means one. */
    isKnown(word, ruleset) {
      const { names, body } = this;
      return (
        names.has(word) >= 0 || body.has(word) >= 0 || ["", ruleset].some((id) => this.meantBy(stem(word), id).length)
      );
    }

    /* What the keys of another country wrote is what was meant, where only that is a word. */
    retype(out, ruleset) {
      const { names, body } = this;
      for (const word of out.words) {
        if (this.isKnown(word, ruleset) || (names.terms[names.at(word)] || "").startsWith(word)) continue;
        const others = retyped(word);
        for (const other of others) this.places.prepare(other);
        const meant = others.find((w) => names.has(w) >= 0 || (w.length > SHORT && body.has(w) >= 0));
        if (!meant) continue;
        const corrected = (text) =>
          text
            .split(" ")
            .map((w) => (w === word ? meant : w))
            .join(" ");
        out.words = out.words.map(corrected);
        out.plain = corrected(out.plain);
        out.asked = corrected(out.asked);
      }
    }

    /* Words run together are parted and parted ones joined, where only that gives words of names. */
    mend(out, ruleset, open) {
      const { names, body } = this,
        known = (w) => this.isKnown(w, ruleset),
        list = out.words;
      const parted = new Map();
      out.words = list.flatMap((word, n) => {
        const joined = word + list[n + 1];
        if (
          n + 1 < list.length &&
          word.length + list[n + 1].length > 4 &&
          names.has(joined) >= 0 &&
          !(known(word) && known(list[n + 1]))
        )
          return [word, joined];
        const isWord = word.length < 6 || names.has(word) >= 0 || body.has(word) >= 0,
          parts = isWord ? [] : this.parted(word, open && n === list.length - 1);
        if (!parts.length) return [word];
        parted.set(word, parts.join(" "));
        return parts;
      });
      const corrected = (text) =>
        text
          .split(" ")
          .map((word) => parted.get(word) || word)
          .join(" ");
      out.plain = corrected(out.plain);
      out.asked = corrected(out.asked);
    }
    /* Whether one text is another but for one slip. */
    isSlip(typed, meant) {
      return Math.abs(typed.length - meant.length) < 2 && edits(typed, meant, 1)[0] < 2;
    }
    /* The two words of names that are run together in one; none where it is like a name, or begins as one does. */
    parted(word, open) {
      const { names } = this,
        starts = (w) => (names.terms[names.at(w)] || "").startsWith(w),
        isSlip = (term) => this.isSlip(word, term);
      for (let i = 3; i <= word.length - 3 && !starts(word); i++) {
        const parts = [word.slice(0, i), word.slice(i)];
        if (names.has(parts[0]) < 0 || parts.some((part) => this.little.has(part))) continue;
        if (names.has(parts[1]) >= 0 || (open && starts(parts[1])))
          return !this.places.wanting() && names.terms.some(isSlip) ? [] : parts;
      }
      return [];
    }

    /* The words of the index that a query word may stand for, in names and in text: [[term, likeness, guessed]]. */
    expand(word, last, meant = []) {
      const name = [last ? "+" : " ", word, ...meant].join(" "),
        known = this.expanded.get(name);
      if (known) return known;
      if (this.expanded.size > 400) this.expanded.clear();
      const layers = [this.names, this.body],
        spelled = meant.length > 0 || layers.some((layer) => layer.has(word) >= 0);
      const variants = layers.map((layer) => {
        const room = layer === this.names ? 3000 : last ? 150 : 60;
        return this.meanings(layer, meant, word.includes(" ") ? [] : this.variants(layer, word, last, room, spelled));
      });
      if (!this.places.missing.size) this.expanded.set(name, variants);
      return variants;
    }

    /* Adds the words that say the same. */
    meanings(layer, meant, matches) {
      const seen = new Set(matches.map(([i]) => i));
      for (const phrase of meant) {
        const said = this.telling(words(phrase));
        for (const word of said) {
          for (const i of layer.forms(word))
            if (!seen.has(i)) {
              seen.add(i);
              matches.push([i, said.length > 1 ? W.phrase : W.synonym]);
            }
        }
      }
      return matches;
    }

    variants(layer, word, last, room, known) {
      const matches = [],
        seen = new Set(),
        { terms } = layer,
        n = word.length;
      const add = (i, like, guess) => {
        if (!seen.has(i)) {
          seen.add(i);
          matches.push([i, like, guess]);
        }
      };
      const exact = layer.has(word),
        from = layer.at(word);
      if (exact >= 0) add(exact, 1);
      if (!last || !this.isBegun(word)) for (const i of layer.forms(word)) add(i, 0.92);
      if (n > 2 || !/^[+-]?[a-z0-9]/.test(word) || (last && (n > 1 || layer === this.names))) {
        for (let i = from; i < terms.length && room > 0 && terms[i].startsWith(word); i++, room--)
          add(i, (last ? 0.9 : 0.72) - 0.2 * (1 - n / terms[i].length));
      }
      if (known) return matches;
      if (this.places.wanting()) return matches;
      for (const other of n > 2 ? retyped(word) : [])
        for (let i = layer.at(other); i < terms.length && terms[i].startsWith(other); i++)
          add(i, terms[i] === other ? 0.9 : 0.6, true);
      if (n > 2 && !/^[+-]?[0-9]/.test(word)) this.alike(layer, word, last, add);
      return matches;
    }

    alike(layer, word, last, add) {
      const { terms } = layer,
        masks = layer.masks(),
        n = word.length,
        most = n > 5 ? 2 : 1,
        own = letters(word);
      for (let i = 0; i < terms.length; i++) {
        if (bits(own & ~masks[i]) > most) continue;
        const term = terms[i],
          longer = term.length - n;
        if (longer < -most || (longer > most && !(last && n > 3))) continue;
        if (longer <= most && bits(masks[i] & ~own) > most) continue;
        const [whole, start] = edits(word, term, most);
        const first = term[0] === word[0] ? 0.04 : 0;
        if (whole <= most && whole > 0) add(i, (whole === 1 ? 0.62 : 0.36) + first, true);
        else if (last && n > 3 && start === 1 && longer > 0 && first) add(i, 0.4, true);
      }
      if (n > 3) this.inside(layer, word, add);
    }

    /* Terms with the word in their middle. */
    inside(layer, word, add) {
      const { terms } = layer,
        masks = layer.masks(),
        own = letters(word);
      for (let i = 0; i < terms.length; i++)
        if ((own & ~masks[i]) === 0 && terms[i].length > word.length && terms[i].indexOf(word, 1) > 0)
          add(i, 0.3, true);
    }

    /* Adds what one query word finds: to the units that hold it, and to the records that are called so. */
    gather(word, last, parsed) {
      const { names, body, work } = this,
        [inNames, inBody] = this.expand(word, last, parsed.also.get(word)),
        now = ++this.clock;
      const count = (layer, list) => list.reduce((n, [i, like]) => n + (like > 0.5 ? layer.size(i) / 2 : 0), 0.5);
      const rare = (n, all) => Math.log(1 + all / (n + 0.5));
      const nameWeight = rare(count(names, inNames), this.size) * (parsed.within.has(word) ? W.within : 1),
        textWeight = rare(count(body, inBody), this.units);
      const touched = [],
        weight = Math.max(0.2, inBody.length ? Math.min(textWeight, inNames.length ? nameWeight : 99) : nameWeight);
      const touch = (r, like) => {
        if (work.mark[r] !== now) {
          work.mark[r] = now;
          work.name[r] = work.text[r] = work.near[r] = work.like[r] = 0;
          touched.push(r);
        }
        if (like > work.near[r]) work.near[r] = like;
      };
      const put = (unit, score, like) => {
        if (work.stamp[unit] !== now) {
          work.stamp[unit] = now;
          work.unit[unit] = work.covered[unit] = 0;
        }
        if (score > work.unit[unit]) {
          work.units[unit] += score - work.unit[unit];
          work.unit[unit] = score;
        }
        const more = Math.max(0, like - work.like[this.owner[unit]]); // what the record's name does not hold already
        if (more > work.covered[unit]) {
          work.covers[unit] += weight * (more - work.covered[unit]);
          work.covered[unit] = more;
        }
      };
      const headings = [],
        known = names.has(word) >= 0 || body.has(word) >= 0;
      for (const [r, unit] of this.shortened(word, inNames, parsed.written)) {
        if (this.own[r] && (unit >= 0 || known)) continue; // seldom is a person's name shortened, and never what they have
        if (parsed.words.length === 1) parsed.short.add(r);
        touch(r, 1);
        if (unit < 0) {
          work.name[r] = Math.max(work.name[r], nameWeight * this.nameWidth[r]);
          work.like[r] = 1;
        } else headings.push(unit, 1);
      }
      for (const [i, like] of inNames) {
        let titled = 0,
          only = -1;
        for (const place of names.list(i)) {
          const unit = (place / 6) | 0,
            field = (place >> 1) - unit * 3,
            r = this.owner[unit];
          touch(r, like);
          if (field === 0 && like === 1) {
            titled++;
            only = r;
          }
          if (field === 2) {
            headings.push(unit, like);
            continue;
          }
          const covered = like * (field ? (like < 0.99 ? 0.7 : 0.9) : 1),
            score = covered * nameWeight * this.nameWidth[r];
          if (score > work.name[r]) work.name[r] = score;
          if (covered > work.like[r]) work.like[r] = covered;
        }
        if (titled === 1 && this.own[only] && parsed.words.length <= CALLING) parsed.called.add(only);
      }
      for (let n = 0; n < headings.length; n += 2)
        put(headings[n], headings[n + 1] * nameWeight * W.heading, headings[n + 1]);
      for (const [i, like] of inBody) {
        const base = like * textWeight * (K + 1);
        for (const place of body.list(i)) {
          const unit = place >> 1,
            r = this.owner[unit],
            tf = place & 1 ? REPEATED : 1;
          const score = (base * tf) / (tf + this.norms[unit]);
          touch(r, like);
          put(unit, score, like);
          if (score > work.text[r]) work.text[r] = score;
        }
      }
      return { touched, weight };
    }

    /* Scores every record: by its name, its best section, and how much of the query the two hold together. */
    score(parsed) {
      const { work } = this,
        { total, cover, named, exact } = work,
        records = [];
      for (const list of [total, cover, named, exact, work.spelled, work.units, work.covers, work.names, work.inName])
        list.fill(0);
      let weights = 0;
      work.asWritten = false;
      parsed.words.forEach((word, n) => {
        const { touched, weight } = this.gather(word, n === parsed.last, parsed);
        weights += weight;
        parsed.weights.push(weight);
        for (const r of touched) {
          if (cover[r] === 0) records.push(r);
          work.names[r] += work.name[r];
          work.inName[r] += weight * work.like[r];
          total[r] += work.text[r];
          cover[r] += weight * work.near[r];
          named[r] += work.like[r];
          if (work.near[r] === 1) exact[r]++;
          if (work.like[r] === 1) work.spelled[r] = 1;
        }
      });
      parsed.all = weights;
      parsed.forms = words(parsed.plain).map(stem).join(" ");
      const root = (word) => (word === parsed.begun ? word : stem(word));
      parsed.stems = new Map(this.telling(words(parsed.plain)).map((word) => [root(word), 0.2]));
      parsed.words.forEach((word, n) =>
        parsed.stems.set(root(word), parsed.weights[n] * (parsed.within.has(word) ? W.within : 1)),
      );
      parsed.asking = [...parsed.stems.values()].reduce((a, b) => a + b, 0);
      for (const [word, meant] of parsed.also) {
        const weight = parsed.weights[parsed.words.indexOf(word)];
        for (const root of word.includes(" ") ? word.split(" ").map(stem) : []) parsed.stems.set(root, weight / 2);
        for (const phrase of meant) {
          const said = this.telling(words(phrase)).map(stem);
          for (const root of said) if (!parsed.stems.has(root)) parsed.stems.set(root, (0.75 * weight) / said.length);
        }
      }
      for (const r of this.having(parsed)) {
        if (cover[r] === 0) records.push(r);
        cover[r] = weights;
      }
      for (const r of records) {
        let unit = 0,
          covered = 0;
        for (let u = this.first[r]; u < this.first[r + 1]; u++) {
          if (work.units[u] > unit) unit = work.units[u];
          if (work.covers[u] > covered) covered = work.covers[u];
        }
        const together = (work.inName[r] + covered) / weights;
        cover[r] /= weights;
        total[r] =
          ((W.name * work.names[r] + W.unit * unit + W.rest * total[r]) / weights) *
          (W.one * together + (1 - W.one) * cover[r]) ** W.power;
        if (parsed.words.length > 1 && exact[r] === parsed.words.length) {
          total[r] += W.exact * exact[r] * together ** 2;
          work.asWritten = true;
        }
      }
      return records;
    }

    /* How well the best of a record's names answers the query, with its little words or without: 0..11. */
    likenessOf(r, parsed, named) {
      const { title, also, inside, headings } = (this.known[r] = this.known[r] || this.namesOf(r)),
        asked = [parsed.plain, ...(parsed.asked !== parsed.plain && parsed.asked ? [parsed.asked] : [])];
      let like = parsed.short.has(r) ? (parsed.also.size ? MEANT : HEADING) : parsed.called.has(r) ? CALLED : 0;
      if (title.plain === parsed.plain) return this.minor[r] ? RULED : 10;
      if (!this.minor[r] && title.forms === parsed.forms) return FORMED;
      if (headings.includes(parsed.plain)) return HEADED;
      for (const heading of parsed.begun ? headings : [])
        if (heading.startsWith(parsed.plain)) like = Math.max(like, 6 + (2 * parsed.plain.length) / heading.length);
      if (parsed.slip && headings.some((heading) => this.isSlip(parsed.plain, heading))) like = Math.max(like, SLIP);
      for (const plain of asked) {
        const typed = plain.split(" "),
          mask = letters(plain);
        like = Math.max(like, this.likeness(title, plain, typed, mask, named));
        for (const name of also) {
          const other = this.likeness(name, plain, typed, mask, 0);
          like = Math.max(like, (other === 10 ? 0.97 : 0.75) * other);
        }
      }
      const whole = Math.min(1, this.work.named[r] / title.stems.length) ** 0.5,
        part = whole * Math.min(1, this.work.inName[r] / parsed.all);
      like = Math.max(like, PARTLY * part, this.made(title.stems, parsed, ASKED, PARTS.title));
      for (const name of also) like = Math.max(like, this.made(name.stems, parsed, ALSO, PARTS.also));
      for (const stems of inside) like = Math.max(like, this.made(stems, parsed, HEADING, PARTS.inside));
      return like;
    }

    /* How well a name answers that is made of words of the query: of all of them, or of a part. */
    made(stems, parsed, whole, part) {
      const [least, most] = part,
        share = this.share(stems, parsed);
      if (parsed.meant.has(stems.join(" "))) return parsed.calling ? MEANT : whole - 0.5;
      return share > 0.999 ? whole : share < 0 ? 0 : least + most * share;
    }

    /* What a word may be the initials of: one that is no word of a name, or is written in capitals. */
    shortened(word, matches, written) {
      const capitals = written.includes(word.toUpperCase()),
        known = matches.some(([, like, guessed]) => like > 0.6 && !guessed);
      return /^[a-z]{2,4}$/.test(word) && (capitals || !known) ? this.initialled(word) : [];
    }

    /* The records, and sections of them, whose name begins with these letters, word by word: [record, unit or -1]. */
    initialled(letters) {
      if (!this.initials) {
        this.initials = new Map();
        const put = (name, r, unit) => {
          const all = words(name),
            telling = this.telling(all);
          for (const list of telling.length < all.length ? [all, telling] : [all]) {
            if (list.length < 2) continue;
            const key = list.map((word) => word[0]).join("");
            if (!this.initials.has(key)) this.initials.set(key, []);
            this.initials.get(key).push([r, unit]);
          }
        };
        for (let r = 0; r < this.size; r++) {
          for (const name of [this.titles[r], ...this.aliases[r]]) put(name, r, -1);
          for (let unit = this.first[r] + 1; unit < this.first[r + 1]; unit++)
            put(this.headings[unit - r - 1], r, unit);
        }
      }
      return this.initials.get(letters) || [];
    }

    /* What a query says of entries, each as the values of facets that may be meant, [[facet, number of the value]]: "colour
       blue" or, with what has them, "blue boats" and "colour blue boats"; and in what part of its words it says so. */
    properties(parsed) {
      const { plain, ruleset } = parsed,
        said = this.telling(words(plain)),
        kinds = this.facetOf("kind"),
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
        const kind = kinds ? this.kindOf(kinds, name, ruleset) : -1;
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
      return said.length === 2 ? this.together(said, kinds) : this.alone(said[0] || "", ruleset);
    }
    /* The values of facets but the kind that a word names, where the list of those who have them is as asked. */
    valuesOf(word, fits) {
      return this.facets.flatMap((facet) => {
        const at = facet.id === "kind" ? -1 : this.valued(facet, word);
        return at >= 0 && fits(facet.lists[at]) ? [[facet, at]] : [];
      });
    }
    /* What one word says of entries, where nothing in the open game is called so. */
    alone(word, ruleset) {
      const game = this.facetOf("ruleset"),
        mine = (r) => !game || !ruleset || game.ids[game.of[r]] === ruleset,
        calls = (name) => fold(name).startsWith(word),
        inHeading = (place) => (place >> 1) % 3 !== 1 && mine(this.owner[(place / 6) | 0]);
      if (word.length < 4 || this.names.forms(word).some((i) => [...this.names.list(i)].some(inHeading))) return [];
      if (this.titles.some((title, r) => mine(r) && (calls(title) || this.aliases[r].some(calls)))) return [];
      const of = this.valuesOf(word, (list) => list.some(mine)).filter(([facet]) => facet !== game && !facet.number);
      return of.length ? [of] : [];
    }
    /* Whether one of some words is a name by itself. */
    titled(said) {
      const roots = said.map(stem);
      return this.titles.some((title) => !title.includes(" ") && roots.includes(stem(fold(title))));
    }
    /* The two values of a facet that two words name, where entries have both, as in "large machines". */
    together(said, kinds) {
      for (const facet of this.facets) {
        const [first, second] = said.map((word) =>
            facet === kinds || word.length < 3 ? -1 : this.valued(facet, word),
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
        is = (v) => words(v.title).map(stem).join(" ") === root;
      const at = facet.values.findIndex(is);
      return at >= 0 || word.length < 3 ? at : facet.values.findIndex((v) => v.names.includes(word));
    }
    /* The number of the kind that a word names, or what it means. */
    kindOf(kinds, name, ruleset) {
      const meant = ["", ruleset].flatMap((id) => this.meantBy(stem(name), id));
      return [name, ...meant].map((word) => this.valued(kinds, word)).find((at) => at >= 0) ?? -1;
    }
    /* The entries that a query names as a value: the size Huge, where it asks for what is of that size, and what has a
       value of the same property itself. */
    themselves(parsed) {
      const kinds = this.facetOf("kind"),
        roots = (text) => words(text).map(stem).join(" ");
      return parsed.having.flat().flatMap(([facet, at]) => {
        const kind = kinds && facet !== kinds ? this.valued(kinds, fold(facet.title)) : -1,
          list = kind < 0 ? facet.lists.flat() : kinds.lists[kind];
        return list.filter((r) => facet !== kinds && roots(this.titles[r]) === roots(facet.titles[at]));
      });
    }
    /* The records with all properties that a query names. */
    having(parsed) {
      if (!parsed.having) parsed.having = DEFINES.test(parsed.plain) ? [] : this.properties(parsed);
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

    /* What part of the query's words a name is made of; -1 where it has others, too. */
    share(stems, { stems: asked, asking }) {
      let share = 0;
      for (const root of stems) {
        const weight = asked.get(root);
        if (weight === undefined) return -1;
        share += weight;
      }
      return Math.min(1, share / asking);
    }

    /* A record's names, read once: its title, its other names, and the stems of its headings and of what it is made of. */
    namesOf(r) {
      const stems = (list) => [...new Set(this.telling(list).map(stem))],
        headings = this.headings.slice(this.first[r] - r, this.first[r + 1] - r - 1);
      const name = (text) => {
        const list = words(text),
          plain = list.join(" ");
        return { plain, list, forms: list.map(stem).join(" "), stems: stems(list), mask: letters(plain) };
      };
      return {
        title: name(this.titles[r]),
        also: this.aliases[r].map(name),
        headings: headings.map((text) => words(text).join(" ")),
        inside: [...headings, ...this.parts[r].split("\t")].filter(Boolean).map((text) => stems(words(text))),
      };
    }

    /* The words of a list that are not little, if there are any. */
    telling(list) {
      const telling = list.filter((word) => !this.little.has(word));
      return telling.length ? telling : list;
    }

    /* How well a name answers the whole query, 0..10. named: how much of the query its words hold. */
    likeness(name, plain, typed, mask, named) {
      const title = name.plain;
      if (title === plain) return 10;
      const n = plain.length,
        most = n < 4 ? 0 : n < 9 || this.work.asWritten ? 1 : 2,
        share = n / Math.max(n, title.length);
      if (title.startsWith(plain)) return 6 + 2 * share + (title.indexOf(" ", n) < 0 ? 0.7 : 0);
      if (begins(name.list, typed)) return BEGUN + share;
      const near = most && title.length >= n - most && bits(mask & ~name.mask) <= most,
        [whole, start] = near ? edits(plain, title, most) : [99, 99];
      if (whole <= most) return 6.5 - whole;
      if (name.list.length > 1 && ` ${plain} `.includes(` ${title} `)) return WITHIN;
      const best = named < 0.85 ? 0 : (3 + 1.5 * share) * named;
      return start <= most && title[0] === plain[0] ? Math.max(best, 4 - start + share) : best;
    }

    /* Whether a query has a word of a record's title. */
    isNamed(r, { stems }) {
      return this.telling(words(this.titles[r])).some((word) => stems.has(stem(word)));
    }
    /* How much a record tells: its sections, and the length of its text as it is felt. */
    extent(r) {
      return this.norms[this.first[r]] + this.first[r + 1] - this.first[r];
    }

    /* At the first letters a table's own names come before the rulebook's; a longer start finds either. And names of the
       game that is open come before those of other games. */
    nearness(r, parsed, ours) {
      return (this.own[r] ? Math.max(0, FIRST_LETTERS - parsed.plain.length) : 0) + (ours ? 3 : 0);
    }

    *fine(records, candidates, parsed, ruleset, limit) {
      const { total, named, cover, state } = this.work,
        all = parsed.words.length,
        own = this.facetOf("ruleset");
      const mine = own && ruleset ? own.ids.indexOf(ruleset) : -1;
      const ours = (r) => mine >= 0 && own.of[r] === mine,
        scoped = mine >= 0 && !parsed.filters.some((f) => f.facet === own);
      const count = (text) => text.split(" ").length,
        question = count(parsed.plain) - count(parsed.asked || parsed.plain) >= QUESTION;
      const weigh = (r) => (question && this.own[r] && !this.isNamed(r, parsed) ? W.owned : W.minor[this.minor[r]]);
      for (const r of records) {
        total[r] *= weigh(r);
        if (question && this.first[r + 1] - this.first[r] > CHAPTER) total[r] *= W.chapter;
        if (scoped && ours(r)) total[r] += OURS;
      }
      const liked = new Set(),
        likes = new Map();
      let top = best(records, total, FINE);
      parsed.calling = top.some(
        (r) => ours(r) && !this.minor[r] && words(this.titles[r]).join(" ").startsWith(`${parsed.plain} `),
      );
      const alone = words(parsed.plain).length < 2, // one word that only entries have is their name
        called = alone ? ASKED : FACET * parsed.claimed ** 2,
        having = new Map(this.having(parsed).map((r) => [r, called]));
      for (const r of this.themselves(parsed)) having.set(r, called + 0.5);
      for (const [n, r] of top.entries()) {
        if (n % NAMES_A_STEP === 0) yield;
        const like = Math.max(this.likenessOf(r, parsed, named[r] / all), having.get(r) || 0);
        likes.set(r, this.minor[r] === REMARK && like !== RULED ? Math.min(like, REMARKED) : like);
      }
      const answered = scoped && top.some((r) => ours(r) && likes.get(r) >= NAMED);
      for (const r of top) {
        const like = likes.get(r),
          isName = like <= 10 && like >= RULED,
          weight = isName ? 1 : weigh(r),
          first = ours(r) || !scoped || (like !== HEADED && !answered);
        if (like > 0) liked.add(r);
        if (isName && first) total[r] += EXACT * like + FULLER * this.extent(r);
        else total[r] += (like + (like >= 6 ? this.nearness(r, parsed, ours(r)) : 0)) * W.like * all * weight;
      }
      const most = (list) => ENOUGH * list.reduce((most, r) => Math.max(most, cover[r]), 0);
      const least = most(records),
        leastOfOurs = scoped ? most(records.filter(ours)) : least;
      for (const r of candidates)
        if (cover[r] < (ours(r) ? leastOfOurs : least) && !liked.has(r) && !this.work.spelled[r]) state[r] = 0;
      top = sorted(
        top.filter((r) => state[r] === 1),
        total,
      );
      const others = new Set(top),
        rest = records.filter((r) => state[r] === 1 && !others.has(r));
      return top.concat(limit > top.length ? sorted(rest, total) : rest);
    }

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
        for (let unit = this.first[r]; unit < this.first[r + 1]; unit++) {
          if (
            this.texts[unit] === undefined ||
            has(this.texts[unit]) ||
            (unit > this.first[r] && has(this.headings[unit - r - 1]))
          )
            return true;
        }
        return false;
      });
    }

    /* query -> {total, hits, facets, parsed, missing, unsaid, places}. limit: how many hits are worked out;
     ruleset: id of the reader's own ruleset; scoped: whether only that is searched, where it answers at all; scope: what
     that left out; missing: numbers of the passages that would tell more; unsaid: of those that
     the answer waits for; places: of the parts of the words that it needs first. */
    search(query, { limit = 20, ruleset = "", scoped = false } = {}) {
      for (const steps = this.steps(query, { limit, ruleset, scoped }); !steps.next().done; );
      const { parsed, order, scope, facets } = this.found;
      if (!order) return this.waiting(parsed);
      if (parsed.phrases.length) this.found = null; // passages that come may tell that a phrase is not there
      const missing = new Set(),
        marks = this.marks(parsed);
      const answered = answer(this, parsed, order, missing),
        unsaid = [...missing];
      const hits = order.slice(0, limit).map((r) => this.hit(r, marks, missing, parsed));
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
      const nothing = { total: 0, hits: [], facets: [], missing: this.calledSo(parsed), unsaid: [] };
      return { ...nothing, parsed, answer: null, scope: null, places: [...this.places.missing] };
    }
    /* The passages of pages and sections that are called as the query is; those of the open game, if it has some. */
    calledSo({ plain, ruleset }) {
      const chunks = [new Set(), new Set()],
        game = this.facetOf("ruleset"),
        isSo = (name) => Math.abs(name.length - plain.length) < 3 && fold(name) === plain;
      for (let r = 0; r < this.size; r++)
        for (let unit = this.first[r]; unit < this.first[r + 1]; unit++)
          if (isSo(unit === this.first[r] ? this.titles[r] : this.headings[unit - r - 1]))
            chunks[+(game?.ids[game.of[r]] === ruleset)].add(this.chunkOf(unit));
      return [...(chunks[1].size ? chunks[1] : chunks[0])];
    }

    /* The open game, where a site has several and the query names none: its title, and how much is found in it and elsewhere. */
    scope(order, parsed, ruleset) {
      const game = this.facetOf("ruleset"),
        mine = game && game.values.length > 1 ? game.ids.indexOf(ruleset) : -1;
      if (mine < 0 || parsed.filters.some((f) => f.facet === game)) return null;
      const within = order.filter((r) => game.of[r] === mine).length;
      return within ? { game, mine, title: game.titles[mine], within, all: order.length } : null;
    }

    /* What is of the open game, or of none; facets count the rest as what that leaves out. */
    narrowed(order, { game, mine }) {
      const out = 2 + this.facets.indexOf(game),
        within = (r) => game.of[r] === mine || game.of[r] < 0;
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

    /* The words of the index to mark in results: guesses only where nothing is spelled so, and no word that is everywhere. */
    marks(parsed) {
      const marked = new Set(),
        most = Math.max(0, ...parsed.weights);
      parsed.words.forEach((word, n) => {
        if (parsed.weights[n] < 0.3 * most && word.length < 4) return;
        const lists = this.expand(word, n === parsed.last, parsed.also.get(word)),
          guess = !lists.some((list) => list.some((match) => !match[2]));
        marked.add(word);
        [this.names, this.body].forEach((layer, l) =>
          lists[l].forEach(([i, , guessed]) => {
            if (guess || !guessed) marked.add(layer.terms[i]);
          }),
        );
      });
      return marked;
    }

    hit(r, marks, missing, parsed) {
      const kind = this.facetOf("kind"),
        game = this.facetOf("ruleset"),
        from = this.first[r];
      const scores = this.work.units,
        of = (f) => (f && f.of[r] >= 0 ? f.values[f.of[r]].title : "");
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
      const opening = () => excerpt(this.text(from, waits), new Set()),
        named = new Set(words(this.titles[r]).map(stem)),
        marked = spans(this.text(from, waits), marks).map(([start, end]) => this.text(from, waits).slice(start, end)),
        onlyName = marked.length > 0 && marked.every((text) => words(text).every((word) => named.has(stem(word))));
      const hit = {
        record: r,
        title: cut(this.titles[r], marks),
        alias: alias && !spans(this.titles[r], marks).length ? cut(alias, marks) : null,
        href: this.href(r),
        kind: of(kind),
        ruleset: of(game),
        rulesetId: game && game.of[r] >= 0 ? game.ids[game.of[r]] : "",
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

  /* An address, whole: what repeats the words of a title is written as a star. */
  const full = (address, title) => (address.includes("*") ? address.replace("*", words(title).join("-")) : address);

  /* Whether words of a name, one after the other, begin as those typed do: "light that" and Lighthouse That Left. */
  const begins = (name, typed) =>
    typed.length > 1 && name.some((_, at) => typed.every((word, n) => (name[at + n] || "").startsWith(word)));

  /* Whether some of one list are of another. */
  const meets = (list) => (others) => list.some((r) => others.includes(r));

  /* A list by score, ties in the order of the records. */
  const sorted = (list, score) => list.sort((a, b) => score[b] - score[a] || a - b);

  /* The n of a list with the best scores, and those that tie with the last of them. */
  function best(list, score, n) {
    if (list.length <= n) return list.slice();
    const least = Float32Array.from(list, (r) => score[r]).sort()[list.length - n];
    return list.filter((r) => score[r] >= least).slice(0, 2 * n);
  }

  const api = { SearchEngine, words, fold, spans, numbers, rising, lines };
  if (typeof module === "object" && module.exports) module.exports = api;
  else root.SheetgenSearch = api;
})(typeof self === "object" ? self : globalThis);
