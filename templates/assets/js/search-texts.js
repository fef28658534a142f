/* Texts of results: where the words of a query stand in them, and the stretch that shows most of these. */
(() => {
  "use strict";
  const { words, fold, CJK, LETTERS, WRITTEN } = self.SheetgenWords;

  /* Where the marked words stand in a written text: [[start, end]]. */
  function spans(text, marks) {
    const ranges = [];
    for (const m of marks.size ? text.matchAll(WRITTEN) : []) {
      const plain = m[0].toLowerCase();
      if (LETTERS.test(plain)) {
        if (marks.has(plain)) ranges.push([m.index, m.index + plain.length]); // as below, and faster
      } else if (CJK.test(m[0])) {
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
      const last = joined.at(-1);
      if (last && last[1] === s[0]) last[1] = s[1];
      else joined.push(s);
      return joined;
    }, []);
  }

  /* A text in pieces: [[text, marked]]. */
  function cut(text, marks, from = 0, to = text.length, marked = spans(text, marks)) {
    const pieces = [];
    let at = from;
    for (const [start, end] of marked) {
      if (start < from || end > to) continue;
      if (start > at) pieces.push([text.slice(at, start), false]);
      pieces.push([text.slice(start, end), true]);
      at = end;
    }
    if (at < to) pieces.push([text.slice(at, to), false]);
    return pieces;
  }

  const SAID = 1.5; // what a sentence counts for, in words that it has of a query

  /* Where the sentence, or the part of a list, begins that a place of a text is in. */
  const sentenceAt = (text, place) =>
    Math.max(
      0,
      ...[". ", "! ", "? ", " · "]
        .map((end) => text.lastIndexOf(end, place - 1) + end.length)
        .filter((at) => at > 2 && at <= place),
    );

  /* Whether a place of a text is in a sentence, and not in a part of a list or of a formula. */
  const isSaid = (text, place) => /[.!?](?=\s|$)| · /.exec(text.slice(place))?.[0] !== " · ";

  /* The stretch of a text with most marks, in pieces; a sentence rather than what is listed. */
  function excerpt(text, marks, width = 150) {
    if (text.length <= width) return cut(text, marks);
    const all = spans(text, marks);
    let from = 0,
      first = 0,
      most = -1;
    for (const [start] of all.length ? all : [[0]]) {
      const begin = Math.max(0, start - 30),
        within = all.filter((s) => s[0] >= begin && s[1] <= begin + width).map((s) => fold(text.slice(s[0], s[1]))),
        marked = new Set(within).size + (isSaid(text, start) ? SAID : 0);
      if (marked > most) {
        most = marked;
        from = begin;
        first = start;
      }
    }
    const sentence = sentenceAt(text, first);
    if (first - sentence <= width / 2) from = sentence;
    else if (from) from = text.indexOf(" ", from) + 1 || from;
    let to = Math.min(text.length, from + width);
    if (to < text.length) to = Math.max(text.lastIndexOf(" ", to), from + width / 2);
    const pieces = cut(text, marks, from, to, all);
    if (from && from !== sentence) pieces.unshift(["… ", false]);
    if (to < text.length) pieces.push(["\u00a0…", false]);
    return pieces;
  }

  self.SheetgenTexts = { spans, cut, excerpt };
})();
