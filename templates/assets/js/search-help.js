/* What only some searches need: help where nothing is typed or nothing fits, and the calculator of a rule. */
(() => {
  "use strict";
  const sg = window.sheetgen,
    search = sg.search,
    { make } = sg,
    { toggled, remarks } = search,
    { words } = self.SheetgenWords,
    grammar = self.SheetgenQuery;

  /* Queries that find something here, each with what it shows: [[query, meaning]]. */
  function example(ruleset) {
    const game = search.engine.facets.find((f) => f.id === "ruleset"),
      at = game && ruleset ? game.ids.indexOf(ruleset) : -1,
      ours = (r) => at < 0 || game.of[r] === at;
    const count = (f) => f.lists.reduce((n, list) => n + list.filter(ours).length, 0),
      values = (f) => f.titles.filter((_, i) => f.lists[i].some(ours));
    const facets = search.engine.facets
      .filter((f) => !["kind", "ruleset", "tag", "tags"].includes(f.id) && count(f))
      .sort((a, b) => count(b) - count(a));
    const number = facets.find((f) => f.number),
      choice = facets.find((f) => !f.number);
    const names = search.engine.titles.filter((_, r) => ours(r) && (at < 0 || search.engine.own[r])),
      all = names.length ? names : search.engine.titles;
    const two = all.map((t) => words(t)).filter((w) => w.length === 2 && w[0].length > 3 && w[1].length > 4),
      [first, second] = two[two.length >> 1] || words(all[0] || "name");
    const rows = [
      [
        second ? `${first} ${second.slice(0, 3)}` : first.slice(0, 3),
        sg.words("the first letters are enough, and a slip of the finger does no harm"),
      ],
    ];
    if (number)
      rows.push([`${number.id}:${values(number)[0]}..${values(number).at(-1)}`, sg.words("a range of numbers")]);
    if (choice)
      rows.push([
        `${choice.id}:${grammar.typed(values(choice)[0])}`,
        sg.words("a property; with - in front: without it"),
      ]);
    if (second) rows.push([`"${first} ${second}"`, sg.words("these words in this order")]);
    return rows;
  }

  /* Fills the form of a rule's calculator, by the address of the rule. */
  async function calculate(form, href) {
    const needed = ["../rulebox.css", "rules-runtime.js", `../rules/${form.dataset.ruleset}.js`, "calculator.js"];
    await Promise.all(needed.map(sg.loadOnce));
    const slug = href.replace(/^.*\//, "").replace(/\.html.*$/, "");
    form.dataset.calculator = Object.keys(self.sheetgenForms[form.dataset.ruleset]).find(
      (name) => name.replace(/_/g, "-") === slug,
    );
    sg.calculate(form);
  }

  function hints(set, ruleset) {
    return make(
      "dl.search-hints",
      {},
      ...example(ruleset).map(([query, meaning]) => {
        const use = make("button", { type: "button" }, query);
        use.addEventListener("click", () => set(query));
        return make("div", {}, make("dt", {}, use), make("dd", {}, meaning));
      }),
    );
  }

  /* The names that look most like a query. */
  function near({ plain, filters }) {
    const grams = (text) => {
      const t = ` ${text} `,
        set = new Set();
      for (let i = 0; i + 2 <= t.length; i++) set.add(t.slice(i, i + 2));
      return set;
    };
    const own = grams(plain || filters.flatMap((f) => f.items.map((item) => item.key || "")).join(" "));
    const scored = search.engine.titles.map((title) => {
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

  function nothing(result, query, set) {
    const box = make(
      "div.search-none",
      {},
      make("p", {}, make("strong", {}, sg.words("Nothing fits") + " "), make("bdi", {}, query), "."),
    );
    const offer = (text, next) => {
      const b = make("button.search-chip", { type: "button" }, make("bdi", {}, text));
      b.addEventListener("click", () => set(next));
      return b;
    };
    const offers = (result.parsed.words.length ? near(result.parsed) : []).map((title) => offer(title, title));
    if (offers.length) box.append(make("p", {}, sg.words("Did you mean:") + " ", ...offers));
    const problems = [...result.parsed.problems, ...result.parsed.unknown];
    if (result.parsed.filters.length) {
      let rest = query;
      for (const f of result.parsed.filters.slice().reverse()) rest = rest.slice(0, f.start) + rest.slice(f.end);
      const dead = result.parsed.filters.find(
        (f) => !f.facet.number && !f.items.some((item) => f.facet.values.some((v) => grammar.fits(item, v))),
      );
      if (dead) {
        // What it can be follows as buttons.
        box.append(...remarks(problems.splice(0).map((text) => text.replace(/; it can be: .*/, ""))));
        box.append(
          make(
            "p",
            {},
            sg.words("{facet} can be:", { facet: dead.facet.title }) + " ",
            ...grammar
              .nearest(dead.items[0].text, dead.facet.titles)
              .slice(0, 12)
              .map((v) => offer(v, toggled(rest, dead.facet.id, v))),
          ),
        );
      }
      if (rest.trim()) box.append(make("p", {}, offer(sg.words("Search without the filters"), rest.trim() + " ")));
    }
    box.append(...remarks(problems));
    return box;
  }

  search.helps = { hints, nothing, near, calculate };
})();
