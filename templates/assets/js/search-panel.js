/* The search box: results in a panel below it. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen,
    search = sg.search,
    { root, make } = sg,
    {
      ruleset,
      marked,
      ready,
      passages,
      places,
      others,
      address,
      chips,
      labels,
      summary,
      answered,
      answerAddress,
      worked,
      hints,
      remarks,
      nothing,
    } = search;
  const PANEL = 8; // results
  let serial = 0;

  const saidOf = (result) =>
    result.answer?.sort === "number" ? `${result.answer.title}: ${result.answer.value}. ` : "";

  function attach(form) {
    const input = form.querySelector("input[type=search]"),
      id = "sr" + ++serial;
    const list = make("div.search-list", { role: "listbox", id, "aria-label": sg.words("Results") });
    const narrow = make("div.search-chips", { role: "group", "aria-label": sg.words("Narrow down") }),
      note = make("div.search-note"),
      foot = make("div.search-foot");
    const say = make("div.sr-only", { role: "status" }),
      layer = "showPopover" in HTMLElement.prototype;
    const work = make("div"),
      panel = make("div.search-panel", layer ? { popover: "manual" } : { hidden: "" }, narrow, work, list, note, foot);
    let options = [],
      active = -1,
      moved = false,
      timer = 0,
      open = false,
      changing = false,
      everywhere = false, // whether all games are searched, and not the open one alone
      last = "",
      said = ""; // the answer that was announced
    form.append(panel, say);
    for (const [name, value] of Object.entries({
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": id,
      "aria-haspopup": "listbox",
    }))
      input.setAttribute(name, value);

    function place() {
      if (!open) return;
      const box = form.getBoundingClientRect(),
        view = self.visualViewport || { width: innerWidth, height: innerHeight, offsetTop: 0 },
        wide = doc.documentElement.clientWidth;
      const width = wide <= 640 ? wide : Math.min(wide - 32, Math.max(box.width, 600));
      const left =
        wide <= 640 ? 0 : Math.max(16, Math.min(box.left, box.right - width < 16 ? 16 : box.left, wide - 16 - width));
      Object.assign(panel.style, {
        width: width + "px",
        left: left + "px",
        top: box.bottom + "px",
        maxHeight: Math.max(180, view.offsetTop + view.height - box.bottom - (wide <= 640 ? 0 : 8)) + "px",
      });
    }
    /* Brings the box up when there is no room for results below it. */
    function rise() {
      const box = form.getBoundingClientRect(),
        height = self.visualViewport ? self.visualViewport.height : innerHeight;
      if (height - box.bottom > 380 || box.top < 100) return;
      scrollBy({
        top: box.top - 76,
        behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth",
      });
    }
    function show() {
      if (!open) {
        open = true;
        if (layer) panel.showPopover();
        else panel.hidden = false;
      }
      input.setAttribute("aria-expanded", String(options.length > 0));
      place();
    }
    function close() {
      if (open) {
        open = false;
        if (layer) panel.hidePopover();
        else panel.hidden = true;
      }
      input.setAttribute("aria-expanded", "false");
      choose(-1);
    }
    function choose(n) {
      if (options[active]) options[active].setAttribute("aria-selected", "false");
      active = n;
      const option = options[n];
      if (!option) {
        input.removeAttribute("aria-activedescendant");
        return;
      }
      option.setAttribute("aria-selected", "true");
      input.setAttribute("aria-activedescendant", option.id);
      const top = option.offsetTop,
        end = top + option.offsetHeight;
      if (n === 0) panel.scrollTop = 0;
      else if (top < panel.scrollTop + narrow.offsetHeight) panel.scrollTop = top - narrow.offsetHeight;
      else if (end > panel.scrollTop + panel.clientHeight - foot.offsetHeight)
        panel.scrollTop = end - panel.clientHeight + foot.offsetHeight;
    }
    function set(query, chip) {
      input.value = query;
      run();
      show();
      chipOf(chip).focus();
    }
    const chipOf = (name) =>
      [...narrow.querySelectorAll("button")].find((chip) => name && chip.dataset.chip === name) || input;
    function placed(node, href) {
      for (const [name, value] of Object.entries({
        role: "option",
        "aria-selected": "false",
        tabindex: "-1",
        href,
        id: `${id}-${options.length}`,
      }))
        node.setAttribute(name, value);
      options.push(node);
      return node;
    }
    function option(hit, part) {
      const node = part
        ? make(
            "a.search-part",
            {},
            make("span.search-where", { dir: "auto" }, ...marked(part.title)),
            part.text.length ? make("span.search-text", { dir: "auto" }, ...marked(part.text)) : null,
          )
        : make(
            "a.search-hit",
            {},
            make("span.search-name", { dir: "auto" }, ...marked(hit.title)),
            make("span.search-label", {}, labels(hit)),
            ...summary(hit),
          );
      return placed(node, address(hit, part, input.value));
    }
    function run(refresh) {
      if (!search.engine) {
        note.replaceChildren(make("p", {}, sg.words("One moment: the index is loading.")));
        show();
        return;
      }
      const query = input.value,
        kept = refresh ? active : 0,
        result = search.engine.search(query, { limit: PANEL, ruleset, scoped: !everywhere });
      const again = () => {
        if (input.value === query) run(refresh);
      };
      if (places(result, again)) return;
      const chip = narrow.contains(doc.activeElement) && /** @type {HTMLElement} */ (doc.activeElement).dataset.chip;
      changing = true; // what had the focus is about to be drawn anew
      options = [];
      list.replaceChildren();
      note.replaceChildren();
      narrow.replaceChildren();
      foot.replaceChildren();
      const before = work.firstChild;
      const help = make("a", { href: root + "search.html#words" }, sg.words("Words you can type"));
      if (!query.trim()) {
        note.append(make("p", {}, sg.words("A name, a rule, a word of the text.")), hints(set, ruleset));
        foot.append(help);
      } else if (!result.total) {
        note.append(nothing(result, query.trim(), set));
        foot.append(help);
      } else {
        note.append(...remarks(result.parsed.problems));
        if (result.answer)
          list.append(placed(make("a.search-answer", {}, ...answered(result.answer)), answerAddress(result.answer)));
        for (const hit of result.hits)
          list.append(option(hit), ...hit.sections.slice(0, 2).map((part) => option(hit, part)));
        const within = result.scope && !everywhere ? " game:" + ruleset : "";
        foot.append(
          make(
            "a.search-all",
            {
              href: `${root}search.html?q=${encodeURIComponent(query.trim() + within)}`,
            },
            result.total > result.hits.length
              ? sg.words("All {n} results", { n: result.total })
              : sg.words("{n} results", { n: result.total }),
          ),
          help,
        );
      }
      const calculator = query.trim() && worked(result, before);
      if (calculator !== before) work.replaceChildren(...(calculator ? [calculator] : []));
      const typed = /(?:^|\s)([^\s:"]+):[^\s"]*$/.exec(query),
        asked = typed && search.engine.find(typed[1].replace(/^[-!]/, ""));
      const facets = query.trim()
        ? result.facets
        : search.engine.facets.map((f) => ({
            id: f.id,
            title: f.title,
            number: f.number,
            values: f.titles.map((value, i) => ({ value, count: f.lists[i].length, active: false })),
          }));
      if (result.scope && query.trim()) narrow.append(...scopes(result.scope));
      for (const facet of facets) {
        if (facet.id === "ruleset" && result.scope && !everywhere) continue;
        const wanted =
          facet.id === "kind" ||
          facet.id === "ruleset" ||
          (asked && asked.id === facet.id) ||
          facet.values.some((v) => v.active);
        if (wanted && !facet.number && (facet.values.length > 1 || facet.values.some((v) => v.active)))
          narrow.append(...chips(facet, query, set, asked && asked.id === facet.id ? 14 : 6));
      }
      narrow.hidden = !narrow.children.length;
      if (chip) chipOf(chip).focus();
      changing = false;
      list.hidden = !options.length;
      active = -1;
      if (doc.activeElement === input || form.contains(doc.activeElement)) show();
      choose(options.length ? Math.min(Math.max(kept, 0), options.length - 1) : -1);
      if (!refresh) moved = false;
      const now = saidOf(result);
      if (!refresh || (now && now !== said)) announce(result, query);
      said = now;
      clearTimeout(timer);
      timer = setTimeout(
        () =>
          passages(result.missing, () => {
            if (input.value === query && open) run(true);
          }),
        refresh ? 0 : 80,
      );
      last = query;
    }
    /* The open game, lit, and all games: one tap from each to the other. */
    function scopes({ title, within, all }) {
      const chip = (name, count, wide) => {
        const node = make(
          "button.search-chip",
          {
            type: "button",
            "aria-pressed": String(wide === everywhere),
            "data-chip": `scope:${wide ? "all" : "game"}`,
          },
          ...name,
          " ",
          make("span", {}, String(count)),
        );
        node.addEventListener("click", () => {
          everywhere = wide === everywhere ? !wide : wide;
          set(input.value, node.dataset.chip);
        });
        return node;
      };
      return [
        chip(sg.parts("In {game}", { game: make("bdi", {}, title) }), within, false),
        chip([sg.words("All games")], all, true),
      ];
    }
    let saying = 0;
    const scopeOf = (result) =>
      result.scope && !everywhere ? " " + sg.words("in {game}", { game: result.scope.title }) : "";
    function announce(result, query) {
      clearTimeout(saying);
      saying = setTimeout(() => {
        say.textContent = !query.trim()
          ? ""
          : result.total
            ? saidOf(result) +
              sg.words("{n} results", { n: result.total }) +
              scopeOf(result) +
              ". " +
              sg.words("First: {title}.", { title: result.hits[0].title.map((p) => p[0]).join("") })
            : sg.words("Nothing found.");
      }, 500);
    }
    function begin() {
      if (!search.engine) {
        run();
        ready(() => run()).catch(() => {
          note.replaceChildren(
            make(
              "p",
              {},
              sg.words("The index could not be loaded.") + " ",
              make("a", { href: root + "search.html" }, sg.words("Try the search page")),
            ),
          );
          show();
        });
      } else run();
    }

    /* Who only passes with the Tab key is not stopped by a panel. */
    const arrive = () => {
      if (self.sheetgenLoad.tabbed && !input.value) ready(() => {}).catch(() => {});
      else begin();
    };
    input.addEventListener("focus", arrive);
    input.addEventListener("click", () => {
      if (!open) begin();
    });
    input.addEventListener("input", () => {
      rise();
      begin();
      others();
    });
    form.addEventListener("focusout", (e) => {
      if (!changing && !form.contains(e.relatedTarget)) close();
    });
    panel.addEventListener("pointerdown", (e) => {
      if (!e.target.closest("a, button, details")) e.preventDefault();
    });
    list.addEventListener("pointermove", (e) => {
      const n = options.indexOf(e.target.closest("[role=option]"));
      if (n >= 0 && n !== active && (e.movementX || e.movementY)) {
        const y = panel.scrollTop;
        choose(n);
        panel.scrollTop = y;
      }
    });
    addEventListener("resize", place);
    addEventListener("scroll", place, { passive: true });
    if (self.visualViewport) self.visualViewport.addEventListener("resize", place);
    form.addEventListener("keydown", (e) => {
      if (e.key === "Escape") {
        if (!open && !input.value) {
          input.blur();
          return;
        }
        e.preventDefault();
        e.stopPropagation();
        if (open) {
          input.focus();
          close();
        } else input.value = "";
        return;
      }
      if (e.target !== input || e.isComposing || e.altKey) return;
      const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 };
      if (e.key in steps) {
        e.preventDefault();
        if (!open) {
          begin();
          return;
        }
        const n = options.length,
          by = steps[e.key];
        if (n) choose(Math.abs(by) === 1 ? (active + by + n) % n : Math.max(0, Math.min(n - 1, active + by)));
        moved = true;
      } else if ((e.key === "Home" || e.key === "End") && moved && open && !e.shiftKey) {
        e.preventDefault();
        choose(e.key === "Home" ? 0 : options.length - 1);
      } else if (e.key === "Enter" && open && options[active]) {
        if (input.value !== last) run();
        if (input.value !== last) return; // what it needs is on its way: the search page answers
        e.preventDefault();
        if (options[active])
          options[active].dispatchEvent(
            new MouseEvent("click", {
              bubbles: true,
              cancelable: true,
              ctrlKey: e.ctrlKey,
              metaKey: e.metaKey,
              shiftKey: e.shiftKey,
            }),
          );
      }
    });
    list.addEventListener("click", (e) => {
      const link = e.target.closest("a");
      if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
      close(); // a link into the page one is on leaves the panel behind
    });
    form.addEventListener("submit", (e) => {
      if (!input.value.trim()) e.preventDefault();
    });
    if (doc.activeElement === input) arrive();
  }

  for (const form of doc.querySelectorAll("form[data-search]")) if (!form.closest("[data-search-page]")) attach(form);
})();
