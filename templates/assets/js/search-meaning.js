/* What the words of a query mean: those of the index that they are, begin, are slips of, or stand for. */
(() => {
  "use strict";
  const grammar = self.SheetgenQuery,
    { words, stem, retyped, letters, bits, edits } = self.SheetgenWords,
    { SearchData } = self.SheetgenData;

  const ENDING = 4, // letters by which an unknown word is longer than one it is a form of, as starvation than starve
    SHORT = 4; // letters up to which a word that is unknown may be a slip of one key as well as of a keyboard

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

  class SearchMeaning extends SearchData {
    /* What a word means that is misspelt or a longer form, and that no word of the index is like. */
    guessed(word, last, speakers) {
      if (word.length < 6 || this.expand(word, last).some((list) => list.some(([, like]) => like > 0.3))) return [];
      const root = stem(word),
        slips = (most) => (key) => edits(root, key, most)[0] <= most,
        ending = (key) => root.startsWith(key) && root.length - key.length <= ENDING;
      for (const like of [slips(1), ...(root.length < 8 ? [] : [slips(2)]), ending]) {
        const meant = this.meantTo(speakers, (id) => this.meantLike(like, id));
        if (meant.length) return meant;
      }
      return [];
    }

    /* What a ruleset's first synonym means that is long, and like what is asked for. */
    meantLike(like, ruleset) {
      const lines = this.synonyms(ruleset)
          .split("\n")
          .map((line) => line.split("\t")),
        isLike = (key) => key.length > 4 && like(key),
        keys = ([typed]) => typed.split("\f").map((text) => stem(text.replace(" ", "")));
      return lines.find((line) => keys(line).some(isLike))?.slice(1) || [];
    }

    /* Query -> {words, last, phrases, not, filters, problems, unknown}. What is not a known facet is text. */
    parse(query, ruleset = "") {
      const { words: read, problems, unknown } = grammar.read(query, this.facets);
      const out = {
        words: [],
        weights: [],
        also: new Map(), // word -> [[what it means, the game it means that in, or -1]]
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
        speakers: [],
        short: new Set(),
        called: new Set(),
        meant: new Set(), // stems of what the query as a whole means, `inGame`
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
      out.speakers = this.speakers(out.filters.some(({ facet }) => facet === this.games) ? "" : ruleset);
      const typed = out.words.at(-1),
        asked = out.words.filter((w) => !this.little.has(w));
      if (asked.length) {
        out.words = asked;
        out.asked = words(out.plain)
          .filter((w) => !this.little.has(w))
          .join(" ");
      }
      const open = /[^\s"]$/.test(query) && typed === out.words.at(-1);
      const telling = out.words.filter((w, n) => !this.common.has(w) || (open && n === out.words.length - 1));
      out.words = telling.some((w) => !this.common.has(w)) ? telling : out.words;
      for (const w of new Set([...out.words, ...this.telling(words(out.plain))])) this.places.prepare(w);
      if (!this.places.missing.size) this.retype(out);
      if (!this.places.missing.size) this.mend(out, open);
      if (out.words.length && open) out.last = out.words.length - 1;
      if (out.last >= 0 && this.isBegun(out.words[out.last])) out.begun = out.words[out.last];
      this.translate(out);
      if (out.last >= 0 && this.isAbbreviation(out.words[out.last], out)) out.last = -1;
      out.slip = out.plain.length > SHORT && out.words.some((word) => !this.isKnown(word, out));
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
    translate(out) {
      const all = words(out.plain);
      for (const said of [all, this.telling(all)])
        for (let length = Math.min(4, said.length); length > 0; length--)
          for (let at = 0; at + length <= said.length; at++) this.mean(out, said.slice(at, at + length));
      for (const word of out.words) {
        const meant = out.also.has(word) ? [] : this.guessed(word, word === out.words[out.last], out.speakers);
        if (meant.length) out.also.set(word, meant);
        this.prepare(meant);
      }
      if (!out.also.size || !out.words.some((word) => this.little.has(word))) return;
      out.words = out.words.filter((word) => !this.little.has(word));
      out.last = -1;
    }

    mean(out, said) {
      const joined = said.length === 2 && said.join("").length > 5 ? [stem(said.join(""))] : [], // knock back: knockback
        keys = [said.map(stem).join(" "), ...joined],
        meant = this.meantTo(out.speakers, (id) => keys.flatMap((key) => this.meantBy(key, id)));
      if (!meant.length || (said.length === 1 && this.isBeginning(said[0], out))) return;
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
        for (const [text, game] of meant) out.meant.add(inGame(this.telling(words(text)).map(stem).join(" "), game));
      if (word) out.also.set(word, [...(out.also.get(word) || []), ...meant]);
      this.prepare(meant);
    }

    /* Whether a word is being typed that means nothing yet: "hol" begins a name, though "hole" means something. */
    isBeginning(word, { words: all, last, speakers }) {
      const { names } = this;
      if (word !== all[last] || !/^[a-z]{1,3}$/.test(word)) return false;
      if (!names.terms[names.at(word)]?.startsWith(word)) return false;
      const written = new RegExp(`(^|[\n\f])${word}s?[\t\f]`);
      return !speakers.some(([id]) => written.test(this.synonyms(id)));
    }

    /* Asks for the places of what is meant. */
    prepare(meant) {
      for (const [text] of meant) for (const w of this.telling(words(text))) this.places.prepare(w);
    }

    /* Whether a word is one of the index, or means one. */
    isKnown(word, { speakers }) {
      const { names, body } = this;
      return (
        names.has(word) >= 0 || body.has(word) >= 0 || speakers.some(([id]) => this.meantBy(stem(word), id).length)
      );
    }

    /* What the keys of another country wrote is what was meant, where only that is a word. */
    retype(out) {
      const { names, body } = this;
      for (const word of out.words) {
        if (this.isKnown(word, out) || (names.terms[names.at(word)] || "").startsWith(word)) continue;
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
    mend(out, open) {
      const { names, body } = this,
        known = (w) => this.isKnown(w, out),
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

    /* The words of the index that a query word may stand for, in names and in text: [[term, likeness, guessed, the only game
       where it may]]. */
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
      for (const [text, game] of meant) {
        const said = this.telling(words(text));
        for (const word of said) {
          for (const i of layer.forms(word)) {
            const here = inGame(i, game);
            if (seen.has(i) || seen.has(here)) continue;
            seen.add(here);
            matches.push([i, said.length > 1 ? W.phrase : W.synonym, false, game]);
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
  }

  /* Whether words of a name, one after the other, begin as those typed do: "light that" and Lighthouse That Left. */
  const begins = (name, typed) =>
    typed.length > 1 && name.some((_, at) => typed.every((word, n) => (name[at + n] || "").startsWith(word)));

  /* What is said in one game alone, told apart from the same in all. */
  const inGame = (said, game) => (game < 0 ? said : `${game}\n${said}`);

  /* Whether what is said in a game, or in all (-1, or nothing), holds in another one. */
  const holds = (said, game) => !(said >= 0) || said === game;

  self.SheetgenMeaning = { SearchMeaning, begins, inGame, holds, W };
})();
