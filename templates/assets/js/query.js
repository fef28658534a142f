/* The query grammar: `level:2..4 colour:red,blue -guild:dyers heron`. The guide states it (the-site.md#words),
   sheetgen/model/query.py reads the same, and tests/data/queries.json holds both to it.
   Pure: no page, no network; runs in any browser and in Node. */
(() => {
  "use strict";
  const WORD = /([-!]?)(?:([\p{L}\p{N}_-]+):((?:"[^"]*"?|[^\s"])*)|"([^"]*)"?|([^\s"]+))/gu;
  const ITEM = /(?:"[^"]*"?|[^",])+/g;
  const NUMBER = /^-?[0-9]{1,40}(?:\.[0-9]{1,40}|\/0*[1-9][0-9]{0,40})?$/;
  const COMPARED = /^([<>]=?|=)(.+)$/;
  const RANGE = /^(.*?)\.\.(.*)$/;
  const DASHED = /^([0-9]+)[-–]([0-9]+)$/;
  const MOST = 8; // values that a message names

  /* A name without what may differ when it is the same: case, accents, blanks, hyphens, marks. */
  function fold(text) {
    const plain = text.toUpperCase().toLowerCase().replace(/ς/g, "σ").normalize("NFKD");
    return plain.replace(/[^\p{L}\p{N}]/gu, "") || text.trim().toLowerCase();
  }

  /* A number as it is typed, such as 2, 2.5 or 5/2; NaN for any other text. */
  function amount(text) {
    if (!NUMBER.test(text)) return NaN;
    const [above, below] = text.split("/");
    return above / (below || 1);
  }

  /* A value of a facet with other spellings of it, and a facet with the values that it can have. */
  const value = (title, ...others) => ({
    title,
    names: [title, ...others].filter(Boolean).map(fold),
    amount: amount(title),
  });
  const facet = (id, title, values) => ({ id, title, values, names: [fold(id), fold(title)] });

  /* The facet that a name means: by its id or title, or from three letters on by how one of them begins. */
  function named(name, facets) {
    const key = fold(name),
      begins = (f) => f.names.some((n) => n.startsWith(key));
    return facets.find((f) => f.names.includes(key)) || (key.length > 2 && facets.find(begins)) || null;
  }

  /* What one item of a filter asks for: any value, a name or its beginning, numbers from low to high (`open`: without those). */
  function item(text) {
    const plain = text.replace(/"/g, ""),
      n = amount(plain);
    if (text[0] === '"') return { text, key: fold(plain), low: n, high: n };
    if (text === "*") return { text, any: true };
    const compared = COMPARED.exec(text),
      ends = RANGE.exec(text) || DASHED.exec(text);
    if (compared) {
      const [, sign, rest] = compared,
        bound = amount(rest);
      return {
        text,
        low: sign[0] === "<" ? -Infinity : bound,
        high: sign[0] === ">" ? Infinity : bound,
        open: sign === "<" || sign === ">",
        wrong: Number.isNaN(bound),
      };
    }
    if (!ends) return { text, key: fold(plain), low: n, high: n };
    const low = ends[1] ? amount(ends[1]) : -Infinity,
      high = ends[2] ? amount(ends[2]) : Infinity;
    return {
      text,
      key: text.includes("..") ? "" : fold(plain),
      low: Math.min(low, high),
      high: Math.max(low, high),
      wrong: Number.isNaN(low) || Number.isNaN(high),
    };
  }

  /* Whether an item accepts a value; `whole`: the item is the name of a value, so that no longer one is meant. */
  function fits({ any, key, low, high, open, whole }, { names, amount: n }) {
    if (any) return true;
    if (!Number.isNaN(n)) return n >= low && n <= high && !(open && (n === low || n === high));
    return !!key && names.some((name) => name === key || (!whole && (name.startsWith(key) || name + "s" === key)));
  }

  /* How many letters two names share, less those that they do not. */
  function likeness(a, b) {
    const left = [...b];
    let shared = 0;
    for (const c of a) {
      const at = left.indexOf(c);
      if (at >= 0) {
        left.splice(at, 1);
        shared++;
      }
    }
    return shared - [...a].length - left.length;
  }

  /* Names, those most like what was typed first. */
  function nearest(typed, names) {
    const key = fold(typed),
      order = names.map((name, at) => [likeness(key, fold(name)), at, name]).sort((a, b) => b[0] - a[0] || a[1] - b[1]);
    return order.map(([, , name]) => name);
  }
  function listed(typed, names) {
    const all = nearest(typed, names);
    return all.slice(0, MOST).join(", ") + (all.length > MOST ? ", …" : "");
  }

  /* A name as it is typed: small letters and hyphens, in quotes where it would be read as anything else. */
  function typed(name) {
    const plain = name.trim().toLowerCase().replace(/\s+/g, "-"),
      { key, wrong } = item(plain);
    return key && !wrong && !/[",]/.test(plain) ? plain : `"${name.replace(/"/g, "")}"`;
  }

  /* What is not understood about an item, for people; empty where it is. */
  function problem(item, facet) {
    const numbers = facet.values.some((v) => !Number.isNaN(v.amount)),
      texts = facet.values.filter((v) => Number.isNaN(v.amount));
    const names = () =>
      listed(
        item.text,
        texts.map((v) => typed(v.title)),
      );
    if (item.wrong) return `“${item.text}” is no range: write 2..4, 2.., ..4 or >2`;
    if (item.any || !facet.values.length || (numbers && !Number.isNaN(item.low))) return "";
    if (!texts.length) return `“${facet.id}” takes numbers, such as 2, 2..4 or >2, not “${item.text}”`;
    if (!item.key) return `“${facet.id}” takes names, not numbers: ${names()}`;
    return texts.some((v) => fits(item, v)) ? "" : `“${facet.id}” has no “${item.text}”; it can be: ${names()}`;
  }

  /* The words of a query. With a facet: {facet, items, excluded, start, end}; without: {text, quoted, excluded}.
   `problems` tells what is not understood; `unknown`, which words look like filters and are none. */
  function read(query, facets) {
    const words = [],
      problems = [],
      unknown = [];
    for (const match of query.matchAll(WORD)) {
      const [whole, mark, name, given, phrase, plain] = match,
        start = match.index,
        end = start + whole.length,
        excluded = mark !== "";
      const facet = name !== undefined && named(name, facets);
      if (facet) {
        const items = (given.match(ITEM) || ["*"]).map(item);
        for (const i of items) i.whole = facet.values.some((v) => v.names.includes(i.key));
        problems.push(...items.map((i) => problem(i, facet)).filter(Boolean));
        words.push({ facet, items, excluded, start, end });
        continue;
      }
      if (name !== undefined)
        unknown.push(
          `“${name}” is no filter; there are: ${listed(
            name,
            facets.map((f) => f.id),
          )}`,
        );
      const number = mark === "-" && phrase === undefined && !/^\p{L}/u.test(name || plain);
      const text =
        phrase !== undefined
          ? phrase
          : (number ? mark : "") + (name === undefined ? plain : `${name}:${given.replace(/"/g, "")}`);
      if (text !== "-" && text !== "!")
        words.push({ text, quoted: phrase !== undefined, excluded: excluded && !number, start, end });
    }
    return { words, problems, unknown };
  }

  /* Whether a word with a facet accepts an entry with these values of it. */
  const accepts = (word, values) => values.some((v) => word.items.some((i) => fits(i, v))) !== word.excluded;

  self.SheetgenQuery = { accepts, facet, fits, fold, item, named, nearest, read, typed, value };
})();
