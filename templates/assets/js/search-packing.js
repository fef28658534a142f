/* Packed numbers and lists, as sheetgen/site/search/packing.py writes them. */
(() => {
  "use strict";
  const { letters, stem } = self.SheetgenWords;

  const VALUE = new Uint8Array(128),
    SIX = new Uint8Array(128),
    DIGIT = new Uint8Array(128),
    HALF = 46;
  for (let code = 33, n = 0; code < 127; code++) if (code !== 34 && code !== 92) VALUE[code] = n++;
  [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].forEach((c, i) => (SIX[c.charCodeAt(0)] = i));
  [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"].forEach(
    (c, i) => (DIGIT[c.charCodeAt(0)] = i),
  );

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

  /* The number of the part that holds a place, by where the parts start. */
  function partOf(starts, place) {
    let n = 0;
    while (n + 1 < starts.length && starts[n + 1] <= place) n++;
    return n;
  }

  /* The words of names or of texts, in order, and where each stands, as far as the parts that are there tell. */
  class Layer {
    constructor(places, starts) {
      this.places = places;
      this.starts = starts;
      this.terms = Array(starts.at(-1)).fill("");
      this.packed = [];
      this.lists = [];
      this.roots = [];
    }
    /* A part: words and their places; without both, a part that cannot be had, whose words have no places. */
    add(n, { terms, lists } = { terms: "", lists: "" }) {
      const from = this.starts[n],
        all = terms ? lines(terms) : [],
        packed = lists.split(" ");
      for (let i = from; i < this.starts[n + 1]; i++) {
        if (all.length) this.terms[i] = all[i - from];
        this.packed[i] = packed[i - from] || "";
      }
    }
    /* How much room the places of a term take: how common it is. */
    size(i) {
      return this.packed[i] === undefined ? 1 : this.packed[i].length;
    }
    /* Places of a term, doubled; odd where the term is repeated. */
    list(i) {
      if (this.lists[i]) return this.lists[i];
      if (this.packed[i] === undefined) {
        this.places.missing.add(partOf(this.starts, i));
        return [];
      }
      const [all, again] = this.packed[i].split("-"),
        places = rising(all).map((n) => n * 2);
      if (again) for (const n of rising(again)) places[n]++;
      return (this.lists[i] = places);
    }
    at(word) {
      // index of the first term not below word; that behind the last one while this is not known
      const n = partOf(this.places.first, word),
        { whole } = this.places;
      let low = whole ? 0 : this.starts[n],
        high = whole ? this.terms.length : this.starts[n + 1];
      if (!this.places.has(n)) return this.terms.length;
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
    /* Numbers of the terms that are forms of a word, its other spelling included. */
    forms(word) {
      const { terms } = this,
        root = stem(word),
        start = beginning(root),
        all = [];
      for (let i = this.at(start); i < terms.length && terms[i].startsWith(start); i++)
        if ((this.roots[i] = this.roots[i] || stem(terms[i])) === root) all.push(i);
      return all;
    }
    masks() {
      return this.bits || (this.bits = Int32Array.from(this.terms, letters));
    }
  }

  /* What all forms of a word with this stem begin with: it without the letters that some of them have others for, as of
     colour, defence, realise, parries and metre. */
  const beginning = (root) => root.replace(/(?<=.o)r$|(?<=en)s$|(?<=.[iy])z$|(?<=..)y$|(?<=.t)er$/, "");

  /* The words of the index and their places. Many come in parts, each from one word to another, when they are asked for:
     "all" is every word without its places, which is what the misspelt are compared with. */
  class Places {
    constructor({ first, part, names, body }) {
      const count = (layer) => [0, part[layer].terms ? part[layer].terms.split("\n").length : 0];
      this.first = first;
      this.missing = new Set(); // numbers of the parts that were asked for and are not there
      this.known = new Set();
      this.whole = false; // whether all words are there
      this.names = new Layer(this, names || count("names"));
      this.body = new Layer(this, body || count("body"));
      this.synonyms = []; // [ruleset, lines] of the parts, of each what is typed and begins like its words
      if (part) this.add(0, part);
    }
    /* A part, null for one that cannot be had. */
    add(n, part) {
      if (n === "all") this.name(part);
      else {
        this.known.add(n);
        if (!this.said) this.synonyms.push(...(part?.synonyms || []));
        this.names.add(n, part?.names);
        this.body.add(n, part?.body);
      }
      this.whole = this.whole || this.known.size >= this.first.length;
    }
    name(all) {
      this.whole = this.said = true;
      if (all) this.synonyms = all.synonyms;
      if (all) for (const layer of ["names", "body"]) this[layer].terms = lines(all[layer]);
    }
    /* Whether the words of a part are there; it is asked for if not. */
    has(n) {
      if (this.whole || this.known.has(n)) return true;
      this.missing.add(n);
      return false;
    }
    /* Asks for the parts with the words that begin so. */
    need(start) {
      for (let n = partOf(this.first, start); n < this.first.length; n++) {
        if (this.first[n] > start && !this.first[n].startsWith(start)) return;
        this.has(n);
      }
    }
    /* Whether words are wanting to find out what a misspelt one is; all are asked for once nothing else is. */
    wanting() {
      if (!this.whole && !this.missing.size) this.missing.add("all");
      return !this.whole;
    }
    /* Asks for what is needed of a word and of its forms. */
    prepare(word) {
      this.need(word);
      this.need(beginning(stem(word)));
    }
  }

  /* The bytes of a text in base 85: five digits are four bytes, the highest first; at the end a digit more than bytes. */
  function fromBase85(packed) {
    const bytes = new Uint8Array((packed.length * 4) / 5),
      filled = `${packed}~~~~`; // the highest digit
    for (let from = 0, to = 0; from < packed.length; to += 4) {
      let four = 0;
      for (const end = from + 5; from < end; from++) four = four * 85 + DIGIT[filled.charCodeAt(from)];
      for (let n = 0; n < 4; n++) bytes[to + n] = four >>> (24 - 8 * n); // what stands behind the end is not written
    }
    return bytes;
  }

  /* The value of a script of the index: a promise. */
  function unpack(packed) {
    const bytes = fromBase85(packed),
      stream = new DecompressionStream("deflate"),
      writer = stream.writable.getWriter();
    writer.write(bytes).catch(() => {});
    writer.close().catch(() => {}); // what is wrong is told where it is read
    return new Response(stream.readable).json();
  }

  self.SheetgenPacking = { numbers, rising, lines, fromBase85, unpack, partOf, beginning, Places, VALUE, HALF };
})();
