/* How well the names of records answer a query. */
(() => {
  "use strict";
  const { words, stem, letters, bits, edits } = self.SheetgenWords,
    { SearchMeaning, begins, inGame, holds } = self.SheetgenMeaning;

  const FORMED = 9.95, // likeness of a title that is the query in another form
    HEADED = 9.9, // ... of a page with a section that is called as the query is
    RULED = 9.8, // ... of a rule or a remark that is; nothing else is between it and 10
    ASKED = 11, // likeness of a title made of the words of the query, in any order and form
    ALSO = 9, // ... of another name
    HEADING = 8.5, // ... of a section, or of initials
    SLIP = 5.5, // ... but for one slip
    WITHIN = 7.5, // ... of more than one word, all of it typed
    BEGUN = 7.5, // ... whose words begin as those typed, in their order
    CALLED = 5.5, // ... of what a table made, one word of whose name is typed and is in no other
    MEANT = 6, // ... of what the query means, where another begins as it does
    PARTLY = 5.6, // ... most, of a name that holds part of the query
    HELD = 0.9; // what part of a query a record has that has nearly all of it

  /* Likeness of a name that is part of the query: the least, and what grows with the part; `both`: of a title whose record
     has the rest. */
  const PARTS = { title: [1.3, 5], both: [2.3, 5], also: [1, 4.6], inside: [1, 4] };

  class SearchNames extends SearchMeaning {
    /* How well the best of a record's names answers the query, with its little words or without: 0..11. */
    likenessOf(r, parsed, named) {
      const { title, also, inside, headings } = (this.known[r] = this.known[r] || this.namesOf(r)),
        game = this.gameOf(r),
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
      const parts = this.holdsRest(r, parsed) ? PARTS.both : PARTS.title;
      like = Math.max(like, PARTLY * part, this.made(title.stems, game, parsed, ASKED, parts));
      for (const name of also) like = Math.max(like, this.made(name.stems, game, parsed, ALSO, PARTS.also));
      for (const stems of inside) like = Math.max(like, this.made(stems, game, parsed, HEADING, PARTS.inside));
      return like;
    }

    /* How well a name in a game answers that is made of words of the query: of all of them, or of a part. */
    made(stems, game, parsed, whole, part) {
      const [least, most] = part,
        share = this.share(stems, game, parsed),
        name = stems.join(" ");
      if (parsed.meant.has(name)) return parsed.calling ? MEANT : whole - 0.5;
      if (parsed.meant.has(inGame(name, game))) return Math.min(whole, ALSO);
      return share > 0.999 ? whole : share < 0 ? 0 : least + most * share;
    }

    /* Whether a record has all of a query that names things, and asks for none that have a property: where its title is one
       of them, its text has the others. */
    holdsRest(r, { plain, asked, having }) {
      return plain === asked && !having.length && !this.minor[r] && this.work.cover[r] >= HELD;
    }

    /* What a word may be the initials of: one that is no word of a name, or is written in capitals. */
    shortened(word, matches, written) {
      const capitals = written.includes(word.toUpperCase()),
        known = matches.some(([, like, guessed, game]) => like > 0.6 && !guessed && holds(game, -1));
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
          for (const unit of this.sectionsOf(r)) put(this.nameOf(unit), r, unit);
        }
      }
      return this.initials.get(letters) || [];
    }

    /* What part of the query's words a name is made of; -1 where it has others, too. */
    share(stems, game, { stems: asked, asking }) {
      let share = 0;
      for (const root of stems) {
        const weight = asked.get(root) ?? asked.get(inGame(root, game));
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

    /* How well a name answers the whole query, 0..10. named: how much of the query its words hold. */
    likeness(name, plain, typed, mask, named) {
      const title = name.plain;
      if (title === plain) return 10;
      const n = plain.length,
        most = n < 4 ? 0 : n < 9 ? 1 : 2,
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
  }

  self.SheetgenNames = { SearchNames, HEADED, RULED, ASKED };
})();
