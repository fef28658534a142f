/* Values of facets as buttons that narrow results down; part of whatever shows some. */
(() => {
  "use strict";
  const { search, make } = window.sheetgen,
    grammar = self.SheetgenQuery;

  /* The query with a value of a facet added, or taken out where it is in. */
  function toggled(query, facet, value) {
    const data = search.engine.facets.find((f) => f.id === facet),
      at = data.titles.indexOf(value),
      text = grammar.typed(data.ids[at] || value);
    const own = search.engine.parse(query).filters.find((f) => f.facet === data && !f.excluded);
    if (!own) return `${query.trim()} ${facet}:${text} `.trimStart();
    const asked = own.items.filter((item) => !item.any),
      rest = asked.filter((item) => !grammar.fits(item, data.values[at])).map((item) => item.text);
    if (rest.length === asked.length) rest.push(text);
    return (query.slice(0, own.start) + (rest.length ? `${facet}:${rest.join(",")}` : "") + query.slice(own.end))
      .replace(/ {2,}/g, " ")
      .trimStart();
  }

  function chips(facet, query, set, most) {
    const values = facet.values
      .filter((v) => v.count || v.active)
      .sort((a, b) => b.active - a.active || b.count - a.count)
      .slice(0, most);
    return values.map((v) => {
      const chip = make(
        "button.search-chip",
        { type: "button", "aria-pressed": String(v.active), "data-chip": facet.id + ":" + v.value },
        make("bdi", {}, v.value),
        " ",
        make("span", {}, String(v.count)),
      );
      chip.addEventListener("click", () => set(toggled(query, facet.id, v.value), chip.dataset.chip));
      return chip;
    });
  }

  Object.assign(search, { toggled, chips });
})();
