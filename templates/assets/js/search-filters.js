/* What results of the search page can be narrowed down to: fetched once that is unfolded. */
(() => {
  "use strict";
  const sg = window.sheetgen,
    search = sg.search,
    { make } = sg;
  const MOST = 8, // facets beside kind and game
    VALUES = 16; // of a facet

  /* Kind and game, then the facets that most of the results have. */
  function telling(facets) {
    const weigh = (f) =>
      f.values.some((v) => v.active || v.excluded) ? Infinity : f.values.reduce((n, v) => n + v.count, 0);
    const useful = facets.filter((f) => f.values.length > 1 || weigh(f) === Infinity),
      fixed = (f) => f.id === "kind" || f.id === "ruleset";
    const others = useful.filter((f) => !fixed(f)).sort((a, b) => weigh(b) - weigh(a));
    return useful.filter(fixed).concat(others.slice(0, MOST));
  }

  function withRange(query, facet, low, high) {
    const own = search.engine
      .parse(query)
      .filters.filter((f) => f.facet.id === facet)
      .reverse();
    for (const f of own) query = query.slice(0, f.start) + query.slice(f.end);
    return `${query.trim()} ${low || high ? `${facet}:${low}..${high}` : ""}`.trim() + " ";
  }

  function range(facet, query, set) {
    const own = search.engine.parse(query).filters.find((f) => f.facet.id === facet.id && !f.excluded),
      want = own?.items[0] || {};
    const every = search.engine.facets.find((f) => f.id === facet.id).titles,
      names = ["least", "most"],
      limits = [want.low, want.high];
    const inputs = names.map((name, i) =>
      make("input", {
        type: "text",
        inputmode: "decimal",
        "aria-label": facet.title + ", " + (i ? sg.words("most") : sg.words("least")),
        "data-chip": `${facet.id}:${name}`,
        placeholder: i ? every[every.length - 1] : every[0],
        value: Number.isFinite(limits[i]) ? limits[i] : null,
      }),
    );
    for (const box of inputs)
      box.addEventListener("change", () =>
        set(withRange(query, facet.id, inputs[0].value.trim(), inputs[1].value.trim()), box.dataset.chip),
      );
    return make("div.search-range", {}, inputs[0], " " + sg.words("to") + " ", inputs[1]);
  }

  /* Fills an element with the facets of what a query found; what had the focus has it again. */
  search.narrow = (side, facets, query, set) => {
    const chosen = /** @type {HTMLElement} */ (document.activeElement)?.dataset.chip;
    side.replaceChildren(
      ...telling(facets).map((f) =>
        make(
          "fieldset",
          {},
          make("legend", {}, f.title),
          f.number ? range(f, query, set) : make("div.search-chips", {}, ...search.chips(f, query, set, VALUES)),
        ),
      ),
    );
    if (chosen) side.querySelector(`[data-chip="${CSS.escape(chosen)}"]`)?.focus();
  };
})();
