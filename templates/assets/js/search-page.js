/* The search page. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen,
    search = sg.search,
    { make } = sg,
    {
      ruleset,
      marked,
      ready,
      prepare,
      passages,
      places,
      others,
      address,
      labels,
      summary,
      answered,
      answerAddress,
      worked,
      helps,
      remarks,
      nothing,
    } = search;
  const PAGE = 10, // results; as many more at a time
    SHOWN = 150, // milliseconds in which a browser draws what is told of results
    WAITS = 3; // times that first results wait for what answers above them, so that they stay where they are seen

  /* Puts nodes in the place of others, but for those at the beginning that stay as they are: what is read stands still, and
     what had the focus has it again. */
  function renew(list, nodes) {
    const same = nodes.findIndex((node, n) => !list.children[n]?.isEqualNode(node)),
      first = same < 0 ? nodes.length : same,
      chosen = [...list.querySelectorAll("a")].indexOf(doc.activeElement);
    while (list.children.length > first) list.lastChild.remove();
    list.append(...nodes.slice(first));
    if (chosen >= 0) list.querySelectorAll("a")[chosen]?.focus();
  }

  function page(area) {
    const form = area.querySelector("form[data-search]"),
      out = area.querySelector("[data-search-results]");
    out.removeAttribute("aria-live");
    const input = form.querySelector("input[type=search]"),
      say = make("p.search-count", { role: "status" });
    const side = make("div.search-by"),
      box = make("details.search-side", {}, make("summary", {}, sg.words("Narrow down")), side),
      narrow = matchMedia("(max-width: 900px)"),
      reply = make("div.search-reply"),
      list = make("ol.search-results"),
      more = make("button.search-more", { type: "button" });
    const main = make("div.search-main", {}, say, reply, list, more, ...area.querySelectorAll(".words"));
    out.append(make("div.search-page", {}, box, main));
    const body = out.firstChild;
    const unfold = () => {
      box.open = !narrow.matches;
    };
    unfold();
    narrow.addEventListener("change", unfold);
    let narrowed = () => {}; // puts what the last results can be narrowed down to in its place
    box.addEventListener("toggle", () => narrowed());
    let arriving = () => {};
    const near = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) arriving();
      },
      { rootMargin: "30%" },
    );
    let limit = PAGE,
      timer = 0,
      waits = WAITS;
    input.value = new URLSearchParams(location.search).get("q") || "";

    function set(query, chip) {
      input.value = query;
      limit = PAGE;
      run();
      const again = chip && side.querySelector(`[data-chip="${CSS.escape(chip)}"]`);
      if (again) again.focus();
      else if (!chip) input.focus();
    }
    function item(hit) {
      const parts = hit.sections.map((part) =>
        make(
          "li",
          {},
          make("a", { href: address(hit, part, input.value), dir: "auto" }, ...marked(part.title)),
          make("p", { dir: "auto" }, ...marked(part.text)),
        ),
      );
      return make(
        hit.called ? "li.search-named" : "li",
        {},
        make("p.search-label", {}, labels(hit)),
        make("h2", {}, make("a", { href: address(hit, null, input.value), dir: "auto" }, ...marked(hit.title))),
        ...summary(hit),
        parts.length ? make("ul", {}, ...parts) : null,
      );
    }
    function run(refresh) {
      const query = input.value,
        url = new URL(location.href);
      if (query.trim()) url.searchParams.set("q", query.trim());
      else url.searchParams.delete("q");
      if (!refresh && url.href !== location.href) history.replaceState(history.state, "", url);
      if (!search.engine) {
        say.textContent = sg.words("One moment: the index is loading.");
        return;
      }
      const result = search.engine.search(query, { limit, ruleset }),
        blank = !query.trim();
      const again = () => {
        if (input.value === query) run(refresh);
      };
      if (places(result, refresh ? () => prepare(query, { limit, ruleset }).then(again) : again)) return;
      if (refresh && waits > 0 && result.unsaid.length) {
        waits--;
        passages(result.missing, again, again, result.unsaid.length);
        return;
      }
      waits = 0;
      const status = blank
        ? sg.words("{n} chapters, entries and rules can be found.", { n: search.engine.size })
        : result.total
          ? sg.words("{n} results", { n: result.total })
          : "";
      if (say.textContent !== status) say.textContent = status;
      body.dataset.empty = blank || !result.total;
      renew(list, [
        ...remarks(result.total ? result.parsed.problems : []).map((text) => make("li", {}, text)),
        ...result.hits.map(item),
      ]);
      const before = reply.querySelector("details"),
        calculator = blank ? null : worked(result, before);
      reply.querySelector("a")?.remove();
      if (result.answer)
        reply.prepend(make("a.search-answer", { href: answerAddress(result.answer) }, ...answered(result.answer)));
      if (calculator !== before) {
        before?.remove();
        if (calculator) reply.append(calculator);
      }
      if (!blank && !result.total) {
        list.replaceChildren(make("li", {}, nothing(result, query.trim(), set)));
      }
      // what stands below is seen once results, or what helps, have their place
      const placed = () => {
        out.dataset.ready = "";
      };
      if (list.querySelector("[data-help]")) helps().then(placed, placed);
      else placed();
      box.hidden = !blank && !result.total && !result.parsed.filters.length;
      more.hidden = result.hits.length >= result.total;
      more.textContent = sg.words("Show {some} more of {all}", {
        some: Math.min(PAGE, result.total - result.hits.length),
        all: result.total,
      });
      const facets = blank ? search.engine.search("kind:*", { limit: 0 }).facets : result.facets;
      narrowed = () => {
        narrowed = () => {};
        sg.loadOnce("search-filters.js").then(
          () => input.value === query && search.narrow(side, facets, query, set),
          () => {},
        );
      };
      if (box.open) narrowed(); // what is folded waits until it is unfolded
      clearTimeout(timer);
      timer = setTimeout(() => tell(result, query), refresh ? 0 : 80);
    }
    /* What results say: of those on the screen, and of others when these come near. */
    function tell(result, query) {
      const again = () => {
          if (input.value === query) run(true);
        },
        items = [...list.children].slice(-result.hits.length),
        dumb = items.find((_, n) => !result.hits[n]?.told);
      near.disconnect();
      arriving = () => passages(result.missing, again);
      // once the browser has shown what is told already
      if (dumb) requestAnimationFrame(() => setTimeout(() => near.observe(dumb), SHOWN));
    }
    more.hidden = true;
    more.addEventListener("click", () => {
      const n = limit;
      limit += PAGE;
      run();
      const next = list.children[n];
      if (next) next.querySelector("h2 a").focus();
    });
    input.addEventListener("input", () => {
      limit = PAGE;
      run();
      others();
    });
    input.addEventListener("keydown", (e) => {
      if (e.key === "ArrowDown") {
        const first = list.querySelector("h2 a");
        if (first) {
          e.preventDefault();
          first.focus();
        }
      }
    });
    list.addEventListener("keydown", (e) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[e.key],
        links = step ? [...list.querySelectorAll("a")] : [],
        at = links.indexOf(e.target);
      if (at < 0) return;
      e.preventDefault();
      (links[at + step] || (step < 0 ? input : links[at])).focus();
    });
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      run();
    });
    run();
    const first = () => prepare(input.value, { limit, ruleset }).then(() => run(true));
    ready(first).catch(() => {
      say.textContent = sg.words("The index could not be loaded.");
      body.dataset.empty = true;
      out.dataset.ready = "";
    });
    if (!matchMedia("(pointer: coarse)").matches) input.focus();
  }

  for (const area of doc.querySelectorAll("[data-search-page]")) page(area);
})();
