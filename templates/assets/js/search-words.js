/* Words of a text, exactly as sheetgen/site/search/words.py finds them, and how like two of them are. */
(() => {
  "use strict";
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
  const ASCII = /^[\0-\x7f]*$/,
    LETTERS = /^[a-z]+$/;
  const PLAIN = /[+-]?[0-9a-z]+%?/g; // the same for folded ASCII, and faster
  const RUN = new RegExp(`[+-]?[^${SEP}]+%?|[${SYM}]+`, "gu");
  const WRITTEN = new RegExp(`(?:[+−-](?=[0-9]))?[^${SEP}]+(?:[${APOSTROPHES}][^${SEP}]+)*%?|[${SYM}]+`, "gu");
  const CJK = new RegExp(`([${UNSPACED}]+)`, "u");

  function fold(text) {
    if (ASCII.test(text)) return text.toLowerCase().replace(/['`]/g, "");
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
    const all = [],
      folded = fold(text);
    for (const run of folded.match(ASCII.test(folded) ? PLAIN : RUN) || []) {
      if (LETTERS.test(run)) {
        all.push(run);
        continue;
      }
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

  /* The stem of an English word, in either spelling of it: "charging" and "charge", "colour" and "color" are one. */
  function stem(word) {
    const known = stems.get(word);
    if (known !== undefined) return known;
    if (stems.size > STEMS) stems.clear();
    const root = stemmed(word);
    stems.set(word, root);
    return root;
  }
  const stems = new Map(),
    STEMS = 20000; // words that are remembered: those of a large site
  function stemmed(word) {
    if (word.length < 4 || /[^a-z]/.test(word)) return word;
    const base = word
      .replace(/our(?=$|s$|ed$|ing$)/, "or")
      .replace(/enc(?=e$|es$)/, "ens")
      .replace(/tre(?=s?$)/, "ter")
      .replace(/([iy])s(?=e$|es$|ed$|ing$)/, "$1z")
      .replace(/^(.)ie[ds]$/, "$1ie")
      .replace(/(?:ies|ied)$/, "y")
      .replace(/^(.{3,}?)(?:ings?|ed|es|(?<![su])s|e)$/, "$1");
    return base
      .replace(/^(.{4,})(?:ers?|ly)$/, "$1")
      .replace(/^(.{5,}?)(?:ion|y|i)$/, "$1")
      .replace(/([^aeiouls])\1$/, "$1")
      .replace(/([aeiou].*[aeiou]l)l$/, "$1");
  }

  /* What the same keys write on a keyboard of another country: German, French. */
  const KEYBOARDS = [
    { y: "z", z: "y" },
    { a: "q", q: "a", w: "z", z: "w" },
  ];
  const retyped = (word) =>
    KEYBOARDS.map((keys) => word.replace(/[aqwyz]/g, (key) => keys[key] || key)).filter((other) => other !== word);

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

  self.SheetgenWords = { words, fold, stem, retyped, letters, bits, edits, CJK, LETTERS, WRITTEN };
})();
