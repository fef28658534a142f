/* The order of results: by names, by the best section, by what of the query the two hold together. */
(() => {
  "use strict";
  const { words, stem } = self.SheetgenWords,
    { K } = self.SheetgenData,
    { W, inGame, holds } = self.SheetgenMeaning,
    { HEADED, RULED, ASKED } = self.SheetgenNames,
    { SearchProperties } = self.SheetgenProperties;

  const REPEATED = 2.2, // what a repeated word counts as
    FINE = 150, // how many names are compared with the query as a whole ...
    NAMES_A_STEP = 40, // ... and how many of them in one step
    FIRST_LETTERS = 6, // from here on the start of a name is as good whosever it is
    EXACT = 1000, // what each point of likeness counts for where a name is the query, so that it stands first
    FULLER = 0.1, // ... and of several so called which tells how much
    OURS = 100, // what being of the open game counts for: its answers stand before those of other games
    NAMED = 6, // from here on a name begins as the query does
    ENOUGH = 0.68, // results that hold less of the query than this, compared with the best, are left out
    FACET = 8, // likeness of what has the property that is asked for
    REMARKED = 8, // likeness, at most, of a remark on the source
    CALLING = 2, // words of a query that may call something by one of them; more are a question
    REMARK = 2, // what kind of minor records they are
    QUESTION = 2, // little words from which on a query is a question
    CHAPTER = 3; // sections from which on a page tells how things go, where an entry says what one thing is

  class SearchOrder extends SearchProperties {
    /* Adds what one query word finds: to the units that hold it, and to the records that are called so. */
    gather(word, last, parsed) {
      const { names, body, work } = this,
        [inNames, inBody] = this.expand(word, last, parsed.also.get(word)),
        now = ++this.clock;
      const count = (layer, list) =>
        list.reduce((n, [i, like, , game]) => n + (like > 0.5 && holds(game, -1) ? layer.size(i) / 2 : 0), 0.5);
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
      for (const [i, like, , game] of inNames) {
        let titled = 0,
          only = -1;
        for (const place of names.list(i)) {
          const unit = (place / 6) | 0,
            field = (place >> 1) - unit * 3,
            r = this.owner[unit];
          if (!holds(game, this.gameOf(r))) continue;
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
      for (const [i, like, , game] of inBody) {
        const base = like * textWeight * (K + 1);
        for (const place of body.list(i)) {
          const unit = place >> 1,
            r = this.owner[unit],
            tf = place & 1 ? REPEATED : 1;
          if (!holds(game, this.gameOf(r))) continue;
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
      const root = (word) => (word === parsed.begun ? `${word}…` : stem(word)); // letters are no stem yet
      parsed.stems = new Map(this.telling(words(parsed.plain)).map((word) => [root(word), 0.2]));
      parsed.words.forEach((word, n) =>
        parsed.stems.set(root(word), parsed.weights[n] * (parsed.within.has(word) ? W.within : 1)),
      );
      parsed.asking = [...parsed.stems.values()].reduce((a, b) => a + b, 0);
      for (const [word, meant] of parsed.also) {
        const weight = parsed.weights[parsed.words.indexOf(word)];
        for (const root of word.includes(" ") ? word.split(" ").map(stem) : []) parsed.stems.set(root, weight / 2);
        for (const [text, game] of meant) {
          const said = this.telling(words(text)).map(stem);
          for (const root of said.map((root) => inGame(root, game)))
            if (!parsed.stems.has(root)) parsed.stems.set(root, (0.75 * weight) / said.length);
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
        }
      }
      return records;
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
        all = parsed.words.length;
      const mine = ruleset && this.games ? this.games.ids.indexOf(ruleset) : -1;
      const ours = (r) => mine >= 0 && this.gameOf(r) === mine,
        scoped = mine >= 0 && !parsed.filters.some((f) => f.facet === this.games);
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
  }

  /* A list by score, ties in the order of the records. */
  const sorted = (list, score) => list.sort((a, b) => score[b] - score[a] || a - b);

  /* The n of a list with the best scores, and those that tie with the last of them. */
  function best(list, score, n) {
    if (list.length <= n) return list.slice();
    const least = Float32Array.from(list, (r) => score[r]).sort()[list.length - n];
    return list.filter((r) => score[r] >= least).slice(0, 2 * n);
  }

  self.SheetgenOrder = { SearchOrder };
})();
