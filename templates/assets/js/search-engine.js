/* The search engine: reads the index that sheetgen/search writes and answers queries.
   Pure: no page, no network; runs in any browser and in Node. */
((root) => {
  "use strict";
  const grammar = globalThis.SheetgenQuery || require("./query.js");

  /* ---- words: the same as sheetgen/search/words.py ---- */
  const SEP =
    "\\0-/:-@\\[-`{-\\u00bf\\u00d7\\u00f7\\u055a-\\u055f\\u0589\\u058a\\u05be\\u05c0\\u05c3\\u05c6\\u05f3\\u05f4" +
    "\\u0600-\\u060d\\u061b-\\u061f\\u066a-\\u066d\\u06d4\\u0964\\u0965\\u0e2f\\u0e5a\\u0e5b\\u1360-\\u1368\\u1680" +
    "\\u2000-\\u206f\\u20a0-\\u20cf\\u2190-\\u2bff\\u2e00-\\u2e7f\\u3000-\\u3004\\u3008-\\u3020\\u3030\\u303d\\u30a0" +
    "\\u30fb\\ud800-\\uf8ff\\ufe10-\\ufe1f\\ufe30-\\ufe6f\\ufff0-\\uffff\\u{1f000}-\\u{1faff}";
  const SYM = "\\u2190-\\u2bff\\u{1f000}-\\u{1faff}";
  const UNSPACED =
    "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
  const APOSTROPHES = "'’‘ʼ`´ʹ′";
  const DROPPED = new RegExp(`[${APOSTROPHES}™℠\\u00ad\\u200b-\\u200f\\u2060\\ufeff]`, "g");
  const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]/g;
  const SPELLED = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ς: "σ" };
  const RUN = new RegExp(`[+-]?[^${SEP}]+%?|[${SYM}]+`, "gu");
  const WRITTEN = new RegExp(`(?:[+−-](?=[0-9]))?[^${SEP}]+(?:[${APOSTROPHES}][^${SEP}]+)*%?|[${SYM}]+`, "gu");
  const CJK = new RegExp(`([${UNSPACED}]+)`, "u");

  function fold(text) {
    if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase().replace(/['`]/g, "");
    return text
      .replace(/−/g, "-")
      .replace(DROPPED, "")
      .normalize("NFKD")
      .toLowerCase()
      .replace(ACCENTS, "")
      .normalize("NFC")
      .replace(/[ßæœøłđðþıς]/g, (c) => SPELLED[c]);
  }

  function words(text) {
    const all = [];
    for (const run of fold(text).match(RUN) || []) {
      const core = run.replace(/^[+-]+/, "").replace(/%$/, "");
      if (CJK.test(core)) {
        for (const piece of core.split(CJK)) {
          if (!piece) continue;
          const letters = CJK.test(piece) ? [...piece] : 0;
          if (letters) letters.forEach((c, i) => all.push(c + (letters[i + 1] || "")));
          else all.push(piece);
        }
        continue;
      }
      all.push(core);
      if (!/^[0-9]/.test(core)) continue;
      if (core !== run) all.push(run);
      const dice = /^[0-9]+(d[0-9]+)$/.exec(core);
      if (dice) all.push(dice[1]);
    }
    return all;
  }

  /* ---- packed numbers and lists: the same as sheetgen/search/packing.py ---- */
  const VALUE = new Uint8Array(128),
    SIX = new Uint8Array(128),
    HALF = 46;
  for (let code = 33, n = 0; code < 127; code++) if (code !== 34 && code !== 92) VALUE[code] = n++;
  [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].forEach((c, i) => (SIX[c.charCodeAt(0)] = i));

  function numbers(text) {
    const values = [];
    for (let i = 0, n = 0; i < text.length; i++) {
      const v = VALUE[text.charCodeAt(i)];
      if (v >= HALF) n = n * HALF + v - HALF;
      else {
        values.push(n * HALF + v);
        n = 0;
      }
    }
    return values;
  }

  /* Rising numbers: Rice's code over the gaps, six bits a character. */
  function rising(text) {
    const values = [],
      length = text.length * 6;
    let at = 4,
      n = -1;
    const bit = () => {
      const v = (SIX[text.charCodeAt((at / 6) | 0)] >> (5 - (at % 6))) & 1;
      at++;
      return v;
    };
    const low = SIX[text.charCodeAt(0)] >> 2;
    for (;;) {
      let gap = 0,
        set = 1;
      while (at < length && (set = bit())) gap++;
      if (set) return values; // nothing but the filling was left
      for (let i = 0; i < low; i++) gap = gap * 2 + bit();
      values.push((n += gap + 1));
    }
  }

  function lines(text) {
    let before = "";
    return text.split("\n").map((s) => (before = before.slice(0, VALUE[s.charCodeAt(0)]) + s.slice(1)));
  }

  /* A vocabulary with the places of each word. */
  class Layer {
    constructor(data) {
      this.terms = data.terms ? lines(data.terms) : [];
      this.packed = data.lists.split(" ");
      this.lists = [];
    }
    /* Places of a term, doubled; odd where the term is repeated. */
    list(i) {
      if (this.lists[i]) return this.lists[i];
      const [all, again] = this.packed[i].split("-"),
        places = rising(all).map((n) => n * 2);
      if (again) for (const n of rising(again)) places[n]++;
      return (this.lists[i] = places);
    }
    at(word) {
      // index of the first term not below word
      let low = 0,
        high = this.terms.length;
      while (low < high) {
        const mid = (low + high) >> 1;
        if (this.terms[mid] < word) low = mid + 1;
        else high = mid;
      }
      return low;
    }
    has(word) {
      const i = this.at(word);
      return this.terms[i] === word ? i : -1;
    }
    masks() {
      return this.bits || (this.bits = Int32Array.from(this.terms, letters));
    }
  }

  /* ---- likeness ---- */
  const letters = (word) => {
    let mask = 0;
    for (let i = 0; i < word.length; i++) mask |= 1 << (word.charCodeAt(i) & 31);
    return mask;
  };
  const bits = (n) => {
    n -= (n >>> 1) & 0x55555555;
    n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
    return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
  };

  /* Edits (insert, delete, replace, swap of neighbours) between a and b: [whole b, best start of b]. */
  const ROWS = [new Uint8Array(128), new Uint8Array(128), new Uint8Array(128)];
  const EDITS = [0, 0];
  function edits(a, b, most) {
    EDITS[0] = EDITS[1] = 99;
    const n = Math.min(b.length, a.length + most);
    let [before, above, row] = ROWS;
    if (a.length > 120) return EDITS;
    for (let j = 0; j <= n; j++) above[j] = j;
    for (let i = 1; i <= a.length; i++) {
      const c = a.charCodeAt(i - 1);
      let best = (row[0] = i);
      for (let j = 1; j <= n; j++) {
        const d = b.charCodeAt(j - 1);
        let v = above[j - 1] + (c === d ? 0 : 1);
        if (above[j] + 1 < v) v = above[j] + 1;
        if (row[j - 1] + 1 < v) v = row[j - 1] + 1;
        if (i > 1 && j > 1 && c === b.charCodeAt(j - 2) && d === a.charCodeAt(i - 2) && before[j - 2] + 1 < v)
          v = before[j - 2] + 1;
        row[j] = v;
        if (v < best) best = v;
      }
      if (best > most) return EDITS;
      [before, above, row] = [above, row, before];
    }
    if (n === b.length) EDITS[0] = above[n];
    for (let j = 0; j <= n; j++) if (above[j] < EDITS[1]) EDITS[1] = above[j];
    return EDITS;
  }

  /* ---- the engine ---- */
  const K = 0.9,
    B = 0.85; // BM25: how soon repetition stops to count, how much length does
  const IN_NAME = 1.8; // what a word in a name counts as, against one in a text
  const REPEATED = 2.2; // what a repeated word counts as
  const FINE = 150; // how many names are compared with the query as a whole
  const FIRST_LETTERS = 6; // from here on the start of a name is as good whosever it is
  const EXACT = 1000; // what a name that is the query counts for, so that it stands first
  const OURS = 100; // what being of the open game counts for: its answers stand before those of other games
  const HEADING = 8.5; // what a section that is called as the query says is like
  const NAMED = 6; // from here on a name begins as the query does
  const MINOR = 0.75; // what rules and rulings count for beside chapters and entries
  const ENOUGH = 0.68; // results that hold less of the query than this, compared with the best, are left out

  class SearchEngine {
    constructor(data) {
      const split = (text) => text.split("\n");
      this.titles = split(data.titles);
      this.size = data.hrefs ? this.titles.length : 0;
      const full = (address, title) => (address.includes("*") ? address.replace("*", words(title).join("-")) : address);
      let hrefs = null; // what only results need is read with the first of them
      this.href = (r) => full((hrefs = hrefs || lines(data.hrefs))[r], this.titles[r]);
      this.anchor = (n) => full(this.anchors[n], this.headings[n]);
      this.aliases = split(data.aliases).map((s) => (s ? s.split("\t") : []));
      this.parts = split(data.inside); // the names of what a record is made of
      this.summaries = split(data.summaries);
      this.headings = split(data.headings);
      this.anchors = split(data.anchors);
      this.first = [0]; // record -> its first unit
      for (const n of numbers(data.counts)) this.first.push(this.first[this.first.length - 1] + 1 + n);
      const units = (this.units = this.first[this.size] || 0);
      this.owner = new Int32Array(units); // unit -> record
      for (let r = 0; r < this.size; r++) this.owner.fill(r, this.first[r], this.first[r + 1]);
      this.norms = this.feltLengths(data.lengths);
      this.common = new Set(data.common.split(" "));
      this.little = new Set(data.little.split(" "));
      this.chunks = data.chunks;
      this.texts = [];
      this.facets = data.facets.map((f) => this.facet(f));
      this.own = new Uint8Array(this.size); // what the reader's table made itself
      for (const r of rising(data.own)) this.own[r] = 1;
      this.minor = new Uint8Array(this.size); // what tells in another form what a chapter tells
      for (const r of rising(data.minor)) this.minor[r] = 1;
      this.plainHeadings = [];
      this.plainInside = [];
      this.names = new Layer(data.names);
      this.body = data.body ? new Layer(data.body) : null;
      this.large = !data.body;
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
      };
      this.clock = 0;
      this.byTitle = null;
    }

    /* How much the length of each unit weighs against a word in it. */
    feltLengths(packed) {
      const { owner, units } = this,
        felt = new Float32Array(units),
        whole = new Float32Array(this.size),
        size = Array.from({ length: 2 * HALF }, (_, v) => 2 ** (v / 8) - 1);
      for (let unit = 0; unit < units; unit++) whole[owner[unit]] += felt[unit] = size[VALUE[packed.charCodeAt(unit)]];
      let mean = 1; // a section of a long page counts as longer than a page of its own
      for (let unit = 0; unit < units; unit++) mean += felt[unit] = Math.min(whole[owner[unit]], 2 * felt[unit]);
      mean /= units || 1;
      for (let unit = 0; unit < units; unit++) felt[unit] = K * (1 - B + (B * felt[unit]) / mean);
      return felt;
    }

    /* The words of the text (large sites load them second). */
    addBody(data) {
      this.body = new Layer(data);
      this.expanded.clear();
    }
    /* A script of passages: the text of the units from chunks[n] on. */
    addText(n, list) {
      list.forEach((text, i) => (this.texts[this.chunks[n] + i] = text));
    }
    chunkOf(unit) {
      let n = 0;
      while (n + 1 < this.chunks.length && this.chunks[n + 1] <= unit) n++;
      return n;
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

    facet(data) {
      const { size } = this,
        spelled = data.values.map((_, i) => (data.names ? data.names[i].split("\t") : []));
      const values = data.values.map((title, i) => grammar.value(title, ...spelled[i]));
      const facet = {
        ...grammar.facet(data.id, data.title, values),
        titles: data.values,
        ids: spelled.map((names) => names[0] || ""),
        number: !!data.number,
      };
      let lists = null,
        of = null; // read when they are asked for
      Object.defineProperty(facet, "lists", { get: () => (lists = lists || data.lists.split(" ").map(rising)) });
      Object.defineProperty(facet, "of", {
        get() {
          if (!of) {
            of = new Int16Array(size).fill(-1);
            this.lists.forEach((list, i) => {
              for (const r of list) of[r] = i;
            });
          }
          return of;
        },
      });
      return facet;
    }

    find(name) {
      return grammar.named(name, this.facets);
    }

    /* Query -> {words, last, phrases, not, filters, problems, unknown}. What is not a known facet is text. */
    parse(query) {
      const { words: read, problems, unknown } = grammar.read(query, this.facets);
      const out = {
        words: [],
        weights: [],
        phrases: [],
        not: [],
        filters: read.filter((w) => w.facet),
        problems,
        unknown,
        last: -1,
        plain: "",
        asked: "",
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
      out.words = this.mend(telling.some((w) => !this.common.has(w)) ? telling : out.words);
      if (out.words.length && open) out.last = out.words.length - 1;
      return out;
    }

    /* Words run together are parted and parted ones joined, where only that gives words of names. */
    mend(list) {
      const { names, body } = this,
        known = (w) => names.has(w) >= 0 || (body && body.has(w) >= 0),
        starts = (w) => (names.terms[names.at(w)] || "").startsWith(w);
      return list.flatMap((word, n) => {
        const joined = word + list[n + 1];
        if (
          n + 1 < list.length &&
          word.length + list[n + 1].length > 4 &&
          names.has(joined) >= 0 &&
          !(known(word) && known(list[n + 1]))
        )
          return [word, joined];
        if (word.length < 6 || known(word) || starts(word)) return [word];
        for (let i = 3; i <= word.length - 3; i++)
          if (names.has(word.slice(0, i)) >= 0 && starts(word.slice(i))) return [word.slice(0, i), word.slice(i)];
        return [word];
      });
    }

    /* The words of the index that a query word may stand for, in names and in text: [[term, likeness, guessed]]. */
    expand(word, last) {
      const name = (last ? "+" : " ") + word,
        known = this.expanded.get(name);
      if (known) return known;
      if (this.expanded.size > 400) this.expanded.clear();
      const variants = [
        this.variants(this.names, word, last, 3000),
        this.body ? this.variants(this.body, word, last, last ? 150 : 60) : [],
      ];
      this.expanded.set(name, variants);
      return variants;
    }

    variants(layer, word, last, room) {
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
      for (const other of [
        n > 2 ? word + "s" : "",
        /[^s]s$/.test(word) && n > 3 ? word.slice(0, -1) : "",
        /ies$/.test(word) ? word.slice(0, -3) + "y" : "",
      ]) {
        const i = other ? layer.has(other) : -1;
        if (i >= 0) add(i, 0.92);
      }
      if (n > 2 || !/^[+-]?[a-z0-9]/.test(word) || (last && (n > 1 || layer === this.names))) {
        for (let i = from; i < terms.length && room > 0 && terms[i].startsWith(word); i++, room--)
          add(i, (last ? 0.9 : 0.72) - 0.2 * (1 - n / terms[i].length));
      }
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

    /* Adds what one query word finds to the totals; returns its weight. */
    gather(word, last) {
      const { names, body, work } = this,
        [inNames, inBody] = this.expand(word, last),
        now = ++this.clock;
      const count = (layer, list) =>
        list.reduce((n, [i, like]) => n + (like > 0.5 ? layer.packed[i].length / 2 : 0), 0.5);
      const rare = (n, all) => Math.log(1 + all / (n + 0.5));
      const nameWeight = rare(count(names, inNames), this.size),
        textWeight = body ? rare(count(body, inBody), this.units) : 0;
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
      for (const [i, like] of inNames) {
        for (const place of names.list(i)) {
          const unit = (place / 6) | 0,
            field = (place >> 1) - unit * 3,
            r = this.owner[unit];
          const score =
            like *
            nameWeight *
            (field === 2 ? 0.5 : (field ? (like < 0.99 ? 0.6 : 0.9) : 1) * IN_NAME * this.nameWidth[r]);
          touch(r, like);
          if (field === 2) {
            if (work.stamp[unit] !== now) {
              work.stamp[unit] = now;
              work.unit[unit] = 0;
            }
            if (score > work.unit[unit]) {
              work.units[unit] += score - work.unit[unit];
              work.unit[unit] = score;
            }
          }
          if (score > work.name[r]) work.name[r] = score;
          if (field < 2 && like > work.like[r]) work.like[r] = like;
        }
      }
      for (const [i, like] of inBody) {
        const base = like * textWeight * (K + 1);
        for (const place of body.list(i)) {
          const unit = place >> 1,
            r = this.owner[unit],
            tf = place & 1 ? REPEATED : 1;
          const score = (base * tf) / (tf + this.norms[unit]);
          touch(r, like);
          if (work.stamp[unit] !== now) {
            work.stamp[unit] = now;
            work.unit[unit] = 0;
          }
          if (score > work.unit[unit]) {
            work.units[unit] += score - work.unit[unit];
            work.unit[unit] = score;
          }
          if (score > work.text[r]) work.text[r] = score;
        }
      }
      return { touched, weight };
    }

    /* Scores every record: rough score (words found, where, how rare) for all, a fine one for the best. */
    score(parsed) {
      const { work } = this,
        { total, cover, named, exact } = work,
        records = [];
      total.fill(0);
      cover.fill(0);
      named.fill(0);
      exact.fill(0);
      work.spelled.fill(0);
      work.units.fill(0);
      let weights = 0;
      work.asWritten = false;
      parsed.words.forEach((word, n) => {
        const { touched, weight } = this.gather(word, n === parsed.last);
        weights += weight;
        parsed.weights.push(weight);
        for (const r of touched) {
          if (cover[r] === 0) records.push(r);
          total[r] += work.name[r] + work.text[r];
          cover[r] += weight * work.near[r];
          named[r] += work.like[r];
          if (work.near[r] === 1) exact[r]++;
          if (work.like[r] === 1) work.spelled[r] = 1;
        }
      });
      for (const r of records) {
        cover[r] /= weights;
        total[r] *= cover[r] ** 3 / weights;
        if (parsed.words.length > 1 && exact[r] === parsed.words.length) {
          total[r] += 2 * exact[r];
          work.asWritten = true;
        }
      }
      return records;
    }

    /* How well the best of a record's names answers the query, with its little words or without: 0..10. */
    likenessOf(r, parsed, named) {
      const asked = parsed.asked && parsed.asked !== parsed.plain ? [parsed.plain, parsed.asked] : [parsed.plain];
      let like = 0;
      for (const plain of asked) {
        like = Math.max(like, this.likeness(this.titles[r], plain, named));
        for (const alias of this.aliases[r]) {
          const also = this.likeness(alias, plain, 0);
          like = Math.max(like, (also === 10 ? 0.97 : 0.75) * also);
        }
        if (like < HEADING && this.headed(r, plain)) like = HEADING;
      }
      return like;
    }

    /* Whether a section of a record, or something that it is made of, is called so. */
    headed(r, plain) {
      const inside = (this.plainInside[r] =
        this.plainInside[r] || this.parts[r].split("\t").map((name) => words(name).join(" ")));
      if (inside.includes(plain)) return true;
      for (let unit = this.first[r] + 1; unit < this.first[r + 1]; unit++) {
        const n = unit - r - 1;
        if ((this.plainHeadings[n] = this.plainHeadings[n] || words(this.headings[n]).join(" ")) === plain) return true;
      }
      return false;
    }

    /* How well a name answers the whole query, 0..10. named: how much of the query its words hold. */
    likeness(name, plain, named) {
      const title = words(name).join(" ");
      if (title === plain) return 10;
      const n = plain.length,
        most = n < 4 ? 0 : n < 9 || this.work.asWritten ? 1 : 2,
        share = n / Math.max(n, title.length);
      if (title.startsWith(plain)) return 6 + 2 * share + (title.indexOf(" ", n) < 0 ? 0.7 : 0);
      const [whole, start] = most ? edits(plain, title, most) : [99, 99];
      if (whole <= most) return 6.5 - whole;
      let best = named < 0.85 ? 0 : (3 + 1.5 * share) * named;
      if (start <= most && title[0] === plain[0]) best = Math.max(best, 4 - start + share);
      return best;
    }

    fine(records, candidates, parsed, ruleset, limit) {
      const { total, named, cover, state } = this.work,
        all = parsed.words.length,
        own = this.facets.find((f) => f.id === "ruleset");
      const mine = own && ruleset ? own.ids.indexOf(ruleset) : -1;
      const ours = (r) => mine >= 0 && own.of[r] === mine,
        scoped = mine >= 0 && !parsed.filters.some((f) => f.facet === own);
      for (const r of records) {
        if (this.minor[r]) total[r] *= MINOR;
        if (scoped && ours(r)) total[r] += OURS;
      }
      const scale = 1.2,
        liked = new Set(),
        likes = new Map();
      let top = best(records, total, FINE);
      for (const r of top) likes.set(r, this.likenessOf(r, parsed, named[r] / all));
      const answered = scoped && top.some((r) => ours(r) && likes.get(r) >= NAMED);
      for (const r of top) {
        let like = likes.get(r);
        if (like > 0) liked.add(r);
        // At the first letters a table's own names come before the rulebook's; a longer start finds either. And names of
        // the game that is open come before those of other games.
        if (like >= 6 && like < 10)
          like +=
            (this.own[r] ? Math.max(0, FIRST_LETTERS - parsed.plain.length) : 0) +
            (mine >= 0 && own.of[r] === mine ? 3 : 0);
        total[r] +=
          like === 10 && (ours(r) || !answered) ? EXACT : like * scale * all * (this.minor[r] && like < 10 ? MINOR : 1);
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
          j = this.body ? this.body.has(word) : -1;
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

    /* query -> {total, hits, facets, parsed, near, missing}. limit: how many hits are worked out;
     ruleset: id of the reader's own ruleset; missing: numbers of the passages that would tell more. */
    search(query, { limit = 20, ruleset = "" } = {}) {
      const parsed = this.parse(query),
        everything = !parsed.words.length && (parsed.filters.length || parsed.not.length);
      if (everything) {
        this.work.cover.fill(0);
        this.work.units.fill(0);
      }
      let candidates = everything ? Array.from(this.titles, (_, r) => r) : this.score(parsed);
      if (parsed.phrases.length) {
        const within = new Set(
          parsed.phrases.map((p) => this.holding(p)).reduce((a, b) => a.filter((r) => b.includes(r))),
        );
        candidates = candidates.filter((r) => within.has(r));
      }
      let order = this.filter(parsed, candidates);
      order = everything
        ? order.sort((a, b) => this.rank[a] - this.rank[b])
        : this.fine(order, candidates, parsed, ruleset, limit);
      const missing = new Set(),
        marks = this.marks(parsed);
      const hits = order.slice(0, limit).map((r) => this.hit(r, marks, missing, parsed));
      return {
        total: order.length,
        hits,
        facets: this.counts(parsed),
        parsed,
        missing: [...missing],
        near: order.length || !this.size ? [] : this.near(parsed),
      };
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
        const lists = this.expand(word, n === parsed.last),
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
      const kind = this.facets.find((f) => f.id === "kind"),
        game = this.facets.find((f) => f.id === "ruleset"),
        from = this.first[r];
      const scores = this.work.units,
        of = (f) => (f && f.of[r] >= 0 ? f.values[f.of[r]].title : "");
      const parts = [];
      for (let unit = from; unit < this.first[r + 1]; unit++) {
        const heading = unit > from ? this.headings[unit - r - 1] : "",
          inHeading = heading ? spans(heading, marks) : [];
        if (scores[unit] || inHeading.length) parts.push({ unit, heading, score: scores[unit] + 3 * inHeading.length });
      }
      parts.sort((a, b) => b.score - a.score);
      const preview = (unit) => {
        if (this.texts[unit] === undefined && (scores[unit] || this.summaries[r].endsWith("…")))
          missing.add(this.chunkOf(unit));
        return excerpt(
          this.texts[unit] !== undefined ? this.texts[unit] : unit === from ? this.summaries[r] : "",
          marks,
        );
      };
      const title = words(this.titles[r]).join(" "),
        called = title && (title === parsed.plain || title === parsed.asked);
      const alias = this.aliases[r].find((a) => spans(a, marks).length);
      return {
        record: r,
        title: cut(this.titles[r], marks),
        alias: alias && !spans(this.titles[r], marks).length ? cut(alias, marks) : null,
        href: this.href(r),
        kind: of(kind),
        ruleset: of(game),
        rulesetId: game && game.of[r] >= 0 ? game.ids[game.of[r]] : "",
        text: called
          ? this.opening(r, missing)
          : scores[from] || !parts.length
            ? preview(from)
            : cut(this.summaries[r], marks),
        sections: parts
          .filter((p) => p.unit > from)
          .slice(0, 3)
          .map((p) => ({ title: cut(p.heading, marks), anchor: this.anchor(p.unit - r - 1), text: preview(p.unit) })),
      };
    }

    /* How a record begins: what tells of it to who has asked for it by its name. */
    opening(r, missing) {
      const text = this.texts[this.first[r]];
      if (text === undefined && this.summaries[r].endsWith("…")) missing.add(this.chunkOf(this.first[r]));
      return excerpt(text === undefined ? this.summaries[r] : text, new Set());
    }

    /* Names that look like the query, for when nothing was found. */
    near(parsed) {
      const grams = (text) => {
        const t = ` ${text} `,
          set = new Set();
        for (let i = 0; i + 2 <= t.length; i++) set.add(t.slice(i, i + 2));
        return set;
      };
      const own = grams(parsed.plain || parsed.filters.flatMap((f) => f.items.map((item) => item.key || "")).join(" "));
      const scored = this.titles.map((title) => {
        const other = grams(words(title).join(" "));
        let shared = 0;
        for (const g of own) if (other.has(g)) shared++;
        return [(2 * shared) / (own.size + other.size), title];
      });
      return scored
        .filter(([n]) => n > 0.25)
        .sort((a, b) => b[0] - a[0])
        .slice(0, 3)
        .map(([, title]) => title);
    }
  }

  /* A list by score, ties in the order of the records. */
  const sorted = (list, score) => list.sort((a, b) => score[b] - score[a] || a - b);

  /* The n of a list with the best scores, and those that tie with the last of them. */
  function best(list, score, n) {
    if (list.length <= n) return list.slice();
    const least = Float32Array.from(list, (r) => score[r]).sort()[list.length - n];
    return list.filter((r) => score[r] >= least).slice(0, 2 * n);
  }

  /* Where the marked words stand in a written text: [[start, end]]. */
  function spans(text, marks) {
    const ranges = [];
    for (const m of text.matchAll(WRITTEN)) {
      if (CJK.test(m[0])) {
        let at = m.index,
          last = "";
        for (const c of m[0]) {
          const next = m[0].slice(at - m.index + c.length),
            pair = fold(c + String.fromCodePoint(next.codePointAt(0) || 32).trim());
          if (marks.has(pair) || marks.has(last)) ranges.push([at, at + c.length]);
          last = pair.length > 1 ? pair : "";
          at += c.length;
        }
      } else if (words(m[0]).some((w) => marks.has(w))) ranges.push([m.index, m.index + m[0].length]);
    }
    return ranges.reduce((joined, s) => {
      const last = joined[joined.length - 1];
      if (last && last[1] === s[0]) last[1] = s[1];
      else joined.push(s);
      return joined;
    }, []);
  }

  /* A text in pieces: [[text, marked]]. */
  function cut(text, marks, from = 0, to = text.length) {
    const pieces = [];
    let at = from;
    for (const [start, end] of spans(text, marks)) {
      if (start < from || end > to) continue;
      if (start > at) pieces.push([text.slice(at, start), false]);
      pieces.push([text.slice(start, end), true]);
      at = end;
    }
    if (at < to) pieces.push([text.slice(at, to), false]);
    return pieces;
  }

  /* The stretch of a text with most marks, in pieces. */
  function excerpt(text, marks, width = 150) {
    if (text.length <= width) return cut(text, marks);
    const all = spans(text, marks);
    let from = 0,
      most = -1;
    for (const [start] of all.length ? all : [[0]]) {
      const begin = Math.max(0, start - 30),
        marked = new Set(
          all.filter((s) => s[0] >= begin && s[1] <= begin + width).map((s) => fold(text.slice(s[0], s[1]))),
        ).size;
      if (marked > most) {
        most = marked;
        from = begin;
      }
    }
    if (from) from = text.indexOf(" ", from) + 1 || from;
    let to = Math.min(text.length, from + width);
    if (to < text.length) to = Math.max(text.lastIndexOf(" ", to), from + width / 2);
    const pieces = cut(text, marks, from, to);
    if (from) pieces.unshift(["… ", false]);
    if (to < text.length) pieces.push(["\u00a0…", false]);
    return pieces;
  }

  const api = { SearchEngine, words, fold, spans, numbers, rising, lines };
  if (typeof module === "object" && module.exports) module.exports = api;
  else root.SheetgenSearch = api;
})(typeof self === "object" ? self : globalThis);
