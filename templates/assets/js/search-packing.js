/* Packed numbers and lists, as sheetgen/site/search/packing.py writes them. */
((root) => {
  "use strict";
  const { letters, stem } = globalThis.SheetgenWords || require("./search-words.js");

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

  /* The number of the part that holds a place, by where the parts start. */
  function partOf(starts, place) {
    let n = 0;
    while (n + 1 < starts.length && starts[n + 1] <= place) n++;
    return n;
  }

  /* A vocabulary with the places of each word; those of a large one come in parts, when they are asked for. */
  class Layer {
    constructor({ terms, lists, sizes = "", starts = [] }) {
      this.terms = terms ? lines(terms) : [];
      this.packed = lists ? lists.split(" ") : [];
      this.sizes = sizes;
      this.starts = starts;
      this.missing = new Set(); // numbers of the parts that were asked for and are not there
      this.lists = [];
      this.roots = [];
    }
    /* A part of the places; "" for one that cannot be had. */
    add(n, lists) {
      const all = lists.split(" "),
        [from, to = this.terms.length] = this.starts.slice(n, n + 2);
      for (let i = from; i < to; i++) this.packed[i] = all[i - from] || "";
    }
    /* How much room the places of a term take: how common it is. */
    size(i) {
      return this.sizes ? 2 ** (VALUE[this.sizes.charCodeAt(i)] / 8) : this.packed[i].length;
    }
    /* Places of a term, doubled; odd where the term is repeated. */
    list(i) {
      if (this.lists[i]) return this.lists[i];
      if (this.packed[i] === undefined) {
        this.missing.add(partOf(this.starts, i));
        return [];
      }
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
    /* Numbers of the terms that are forms of a word, its other spelling included. */
    forms(word) {
      const { terms } = this,
        root = stem(word),
        start = root.slice(0, Math.max(2, root.length - 2)),
        all = [];
      for (let i = this.at(start); i < terms.length && terms[i].startsWith(start); i++)
        if ((this.roots[i] = this.roots[i] || stem(terms[i])) === root) all.push(i);
      return all;
    }
    masks() {
      return this.bits || (this.bits = Int32Array.from(this.terms, letters));
    }
  }

  /* The value of a script of the index: a promise. */
  function unpack(packed) {
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0)),
      stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).json();
  }

  const api = { numbers, rising, lines, unpack, partOf, Layer, VALUE, HALF };
  if (typeof module === "object" && module.exports) module.exports = api;
  else root.SheetgenPacking = api;
})(typeof self === "object" ? self : globalThis);
