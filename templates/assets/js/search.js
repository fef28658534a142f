/* The search box with its results, the search page, and marks on the page that one arrives at. */
(() => {
  "use strict";
  const doc = document,
    html = doc.documentElement,
    { SearchEngine, words, spans, fold } = self.SheetgenSearch,
    { unpack } = self.SheetgenPacking,
    grammar = self.SheetgenQuery,
    load = self.sheetgenLoad;
  const given = (name) => html.dataset[name] || doc.body.dataset[name] || "";
  const root = given("root"),
    ruleset = given("ruleset") || given("game");
  const PANEL = 8,
    PAGE = 10,
    PASSAGES = 10;
  let engine = null,
    waiting = null,
    serial = 0;

  function make(what, attributes, ...children) {
    const [tag, ...classes] = what.split("."),
      node = doc.createElement(tag);
    if (classes.length) node.className = classes.join(" ");
    for (const name in attributes)
      if (attributes[name] !== null && attributes[name] !== undefined) node.setAttribute(name, attributes[name]);
    node.append(...children.filter((c) => c !== null));
    return node;
  }
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
  const marked = (pieces) => pieces.map(([text, on]) => (on ? make("mark", {}, text) : text));
  const sg = window.sheetgen;

  /* ---- the index, once ---- */
  /* What a script of the index holds, once. */
  const parts = {};
  function part(file, name) {
    const read = async () => {
      await load(file);
      const packed = self[name];
      self[name] = null;
      return unpack(packed);
    };
    parts[file] ||= read().catch((error) => {
      parts[file] = null;
      throw error;
    });
    return parts[file];
  }

  /* What an act gives, done when the browser has seen to what else there is: each step is short. */
  const afterPause = (act) => new Promise((done) => setTimeout(() => done(act())));

  /* Calls again once the index is there. */
  function ready(again) {
    if (!waiting)
      waiting = part("search-index.js", "sheetgenIndex")
        .then(async (data) => {
          engine = await afterPause(() => new SearchEngine(data));
          await afterPause(() => {});
        })
        .catch(() => {
          waiting = null;
          throw new Error("index");
        });
    return waiting.then(again);
  }

  /* The passages that would tell more about these results; calls again when they are here. */
  function passages(result, again) {
    const wanted = result.missing.slice(0, PASSAGES);
    if (!wanted.length) return;
    Promise.all(
      wanted.map((n) => part(`search-text-${n}.js`, "sheetgenText" + n).then((list) => engine.addText(n, list))),
    ).then(again, () => {});
  }

  /* The places of the words of a query, where it needs some that are not there; calls again when they are here. A part that
     cannot be loaded is one without places. */
  function places(result, again) {
    if (!result.places.length) return false;
    const wanted = result.places.map((n) =>
      part(`search-body-${n}.js`, "sheetgenBody" + n)
        .catch(() => "")
        .then((lists) => engine.addBody(n, lists)),
    );
    Promise.all(wanted).then(again);
    return true;
  }

  /* ---- addresses and filters ---- */
  const FIRST_LETTERS = /^\s*[a-z]{1,2}\s*$/i; // they find a name; what else begins with them on its page is nothing to mark

  function address(hit, part, query) {
    const [path, hash] = hit.href.split("#"),
      pieces = [...hit.title, ...hit.text, ...(part ? [...part.title, ...part.text] : [])];
    const terms = new Set(FIRST_LETTERS.test(query) ? [] : pieces.filter((p) => p[1]).map((p) => fold(p[0])));
    const sought = terms.size ? "?h=" + encodeURIComponent([...terms].slice(0, 6).join(" ")) : "";
    const anchor = part ? part.anchor : hash;
    return root + path + sought + (anchor ? "#" + anchor : "");
  }

  /* The query with a value of a facet added, or taken out where it is in. */
  function toggled(query, facet, value) {
    const data = engine.facets.find((f) => f.id === facet),
      at = data.titles.indexOf(value),
      text = grammar.typed(data.ids[at] || value);
    const own = engine.parse(query).filters.find((f) => f.facet === data && !f.excluded);
    if (!own) return `${query.trim()} ${facet}:${text} `.trimStart();
    const asked = own.items.filter((item) => !item.any),
      rest = asked.filter((item) => !grammar.fits(item, data.values[at])).map((item) => item.text);
    if (rest.length === asked.length) rest.push(text);
    return (query.slice(0, own.start) + (rest.length ? `${facet}:${rest.join(",")}` : "") + query.slice(own.end))
      .replace(/ {2,}/g, " ")
      .trimStart();
  }

  function withRange(query, facet, low, high) {
    const own = engine
      .parse(query)
      .filters.filter((f) => f.facet.id === facet)
      .reverse();
    for (const f of own) query = query.slice(0, f.start) + query.slice(f.end);
    return `${query.trim()} ${low || high ? `${facet}:${low}..${high}` : ""}`.trim() + " ";
  }

  function chips(facet, query, set, most) {
    const values = facet.values
      .filter((v) => v.count || v.active)
      .sort((a, b) => b.active - a.active || b.count - a.count)
      .slice(0, most);
    return values.map((v) => {
      const chip = make(
        "button.search-chip",
        { type: "button", "aria-pressed": v.active, "data-chip": facet.id + ":" + v.value },
        make("bdi", {}, v.value),
        " ",
        make("span", {}, String(v.count)),
      );
      chip.addEventListener("click", () => set(toggled(query, facet.id, v.value), chip.dataset.chip));
      return chip;
    });
  }

  /* ---- one result ---- */
  const labels = (hit) => [hit.kind, hit.ruleset].filter(Boolean);

  function summary(hit) {
    return [
      hit.alias
        ? make("span.search-alias", {}, ...sg.parts("also {name}", { name: make("bdi", {}, ...marked(hit.alias)) }))
        : null,
      hit.text.length ? make("span.search-text", { dir: "auto" }, ...marked(hit.text)) : null,
    ];
  }

  /* What answers by itself: a number with its why, a term with its definition, a rule to work out. */
  const SORTS = { number: sg.words("Number"), term: sg.words("In short"), rule: sg.words("Work it out") };
  function answered({ sort, title, label, value, why }) {
    return [
      make("span.search-label", {}, [SORTS[sort], label].filter(Boolean).join(" · ")),
      make("span.search-name", { dir: "auto" }, title),
      make(sort === "number" ? "strong.search-value" : "span.search-text", { dir: "auto" }, value),
      why ? make("span.search-text", { dir: "auto" }, why) : null,
    ];
  }
  const saidOf = (result) =>
    result.answer?.sort === "number" ? `${result.answer.title}: ${result.answer.value}. ` : "";
  const answerAddress = ({ href, anchor }) => root + href + (anchor ? "#" + anchor : "");

  /* The calculator of a rule that is found, which is made where it is unfolded and stays while the rule is found. */
  function worked(result, before) {
    const first = result.hits.slice(0, 3).filter((hit) => hit.works),
      hit = first.find(({ record }) => record === result.answer?.record) || first[0];
    if (!hit) return null;
    if (before?.dataset.rule === hit.href) return before;
    const title = hit.title.map(([text]) => text).join(""),
      named = sg.words("Calculator: {title}", { title }),
      form = make("form.calc", { "aria-label": named, "data-ruleset": hit.rulesetId || ruleset }),
      box = make("details.search-calc", { "data-rule": hit.href }, make("summary", {}, named), form);
    const fill = async () => {
      const needed = ["../rulebox.css", "rules-runtime.js", `../rules/${form.dataset.ruleset}.js`, "calculator.js"];
      await Promise.all(needed.map(sg.loadOnce));
      const slug = hit.href.replace(/^.*\//, "").replace(/\.html.*$/, "");
      form.dataset.calculator = Object.keys(self.sheetgenForms[form.dataset.ruleset]).find(
        (name) => name.replace(/_/g, "-") === slug,
      );
      sg.calculate(form);
    };
    box.addEventListener("toggle", fill, { once: true });
    return box;
  }

  /* ---- what to say when nothing is typed or nothing fits ---- */
  function example(ruleset) {
    const game = engine.facets.find((f) => f.id === "ruleset"),
      at = game && ruleset ? game.ids.indexOf(ruleset) : -1,
      ours = (r) => at < 0 || game.of[r] === at;
    const count = (f) => f.lists.reduce((n, list) => n + list.filter(ours).length, 0),
      values = (f) => f.titles.filter((_, i) => f.lists[i].some(ours));
    const facets = engine.facets
      .filter((f) => !["kind", "ruleset", "tag", "tags"].includes(f.id) && count(f))
      .sort((a, b) => count(b) - count(a));
    const number = facets.find((f) => f.number),
      choice = facets.find((f) => !f.number);
    const names = engine.titles.filter((_, r) => ours(r) && (at < 0 || engine.own[r])),
      all = names.length ? names : engine.titles;
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

  const remarks = (texts) => texts.map((text) => make("p.search-remark", {}, text));

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
    const offers = (result.parsed.words.length ? result.near : []).map((title) => offer(title, title));
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

  /* ---- the box ---- */
  function attach(form) {
    const input = form.querySelector("input[type=search]"),
      id = "sr" + ++serial;
    const list = make("div.search-list", { role: "listbox", id, "aria-label": sg.words("Results") });
    const narrow = make("div.search-chips", { role: "group", "aria-label": sg.words("Narrow down") }),
      note = make("div.search-note"),
      foot = make("div.search-foot");
    const say = make("div.search-say", { role: "status" }),
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
        wide = html.clientWidth;
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
            make("span.search-label", {}, labels(hit).join(" · ")),
            ...summary(hit),
          );
      return placed(node, address(hit, part, input.value));
    }
    function run(refresh) {
      if (!engine) {
        note.replaceChildren(make("p", {}, sg.words("One moment: the index is loading.")));
        show();
        return;
      }
      const query = input.value,
        kept = refresh ? active : 0,
        result = engine.search(query, { limit: PANEL, ruleset, scoped: !everywhere });
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
        asked = typed && engine.find(typed[1].replace(/^[-!]/, ""));
      const facets = query.trim()
        ? result.facets
        : engine.facets.map((f) => ({
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
          passages(result, () => {
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
          { type: "button", "aria-pressed": wide === everywhere, "data-chip": `scope:${wide ? "all" : "game"}` },
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
      if (!engine) {
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
      if (load.tabbed && !input.value) ready(() => {}).catch(() => {});
      else begin();
    };
    input.addEventListener("focus", arrive);
    input.addEventListener("click", () => {
      if (!open) begin();
    });
    input.addEventListener("input", () => {
      rise();
      begin();
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

  /* ---- the search page ---- */
  function page(area) {
    let form = area.querySelector("form[data-search]"),
      out = area.querySelector("[data-search-results]");
    if (!form) {
      form = make(
        "form",
        { "data-search": "", role: "search" },
        make("input", { type: "search", name: "q", "aria-label": sg.words("Search") }),
      );
      area.prepend(form);
    }
    if (!out) {
      out = make("div", { "data-search-results": "" });
      form.after(out);
    }
    out.removeAttribute("aria-live");
    const input = form.querySelector("input[type=search]"),
      say = make("p.search-count", { role: "status" });
    const side = make("div.search-by"),
      box = make("details.search-side", {}, make("summary", {}, sg.words("Narrow down")), side),
      narrow = matchMedia("(max-width: 900px)"),
      reply = make("div.search-reply"),
      list = make("ol.search-results"),
      more = make("button.search-more", { type: "button" });
    out.append(make("div.search-page", {}, box, make("div.search-main", {}, say, reply, list, more)));
    const body = out.firstChild;
    const unfold = () => {
      box.open = !narrow.matches;
    };
    unfold();
    narrow.addEventListener("change", unfold);
    let limit = PAGE,
      timer = 0;
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
        "li",
        {},
        make("p.search-label", {}, labels(hit).join(" · ")),
        make("h2", {}, make("a", { href: address(hit, null, input.value), dir: "auto" }, ...marked(hit.title))),
        ...summary(hit),
        parts.length ? make("ul", {}, ...parts) : null,
      );
    }
    /* Kind and game, then the facets that most of the results have. */
    function telling(facets) {
      const weigh = (f) =>
        f.values.some((v) => v.active || v.excluded) ? Infinity : f.values.reduce((n, v) => n + v.count, 0);
      const useful = facets.filter((f) => f.values.length > 1 || weigh(f) === Infinity),
        fixed = (f) => f.id === "kind" || f.id === "ruleset";
      return useful.filter(fixed).concat(
        useful
          .filter((f) => !fixed(f))
          .sort((a, b) => weigh(b) - weigh(a))
          .slice(0, 8),
      );
    }
    function range(facet, query) {
      const own = engine.parse(query).filters.find((f) => f.facet.id === facet.id && !f.excluded),
        want = own?.items[0] || {};
      const every = engine.facets.find((f) => f.id === facet.id).titles,
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
          set(withRange(input.value, facet.id, inputs[0].value.trim(), inputs[1].value.trim()), box.dataset.chip),
        );
      return make("div.search-range", {}, inputs[0], " " + sg.words("to") + " ", inputs[1]);
    }
    function run(refresh) {
      const query = input.value,
        url = new URL(location.href);
      if (query.trim()) url.searchParams.set("q", query.trim());
      else url.searchParams.delete("q");
      if (!refresh && url.href !== location.href) history.replaceState(history.state, "", url);
      if (!engine) {
        say.textContent = sg.words("One moment: the index is loading.");
        return;
      }
      const result = engine.search(query, { limit, ruleset }),
        blank = !query.trim();
      const drawn = () => {
        if (input.value === query) run(refresh);
      };
      if (places(result, drawn)) return;
      out.dataset.ready = ""; // what stands below is seen once results have their place
      const status = blank
        ? sg.words("{n} chapters, entries and rules can be found.", { n: engine.size })
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
      if (blank) list.replaceChildren(make("li", {}, hints(set, ruleset)));
      if (!blank && !result.total) {
        list.replaceChildren(make("li", {}, nothing(result, query.trim(), set)));
      }
      more.hidden = result.hits.length >= result.total;
      more.textContent = sg.words("Show {some} more of {all}", {
        some: Math.min(PAGE, result.total - result.hits.length),
        all: result.total,
      });
      const facets = blank ? engine.search("kind:*", { limit: 0 }).facets : result.facets,
        focused = /** @type {HTMLElement} */ (doc.activeElement)?.dataset.chip;
      side.replaceChildren(
        ...telling(facets).map((f) =>
          make(
            "fieldset",
            {},
            make("legend", {}, f.title),
            f.number ? range(f, query) : make("div.search-chips", {}, ...chips(f, query, set, 16)),
          ),
        ),
      );
      const again = focused && side.querySelector(`[data-chip="${CSS.escape(focused)}"]`);
      if (again) again.focus();
      clearTimeout(timer);
      timer = setTimeout(
        () =>
          passages(result, () => {
            if (input.value === query) run(true);
          }),
        refresh ? 0 : 80,
      );
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
    ready(() => run()).catch(() => {
      say.textContent = sg.words("The index could not be loaded.");
      body.dataset.empty = true;
      out.dataset.ready = "";
    });
    if (!matchMedia("(pointer: coarse)").matches) input.focus();
  }

  /* ---- marks on the page that one arrives at ---- */
  function highlight() {
    const asked = new URLSearchParams(location.search).get("h"),
      area = doc.querySelector("main") || doc.body;
    if (!asked) return;
    const sought = new Set(words(asked)),
      nodes = [],
      walk = doc.createTreeWalker(area, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const parent = walk.currentNode.parentElement;
      if (
        parent &&
        !parent.closest(
          "script, style, template, svg, textarea, select, output, nav, h1, [data-toc], .sr-only, [data-search-page]",
        ) &&
        walk.currentNode.nodeValue.trim()
      )
        nodes.push(walk.currentNode);
    }
    let count = 0,
      first = null;
    for (const node of nodes) {
      for (const [start, end] of spans(node.data, sought).reverse()) {
        const rest = node.splitText(start),
          mark = make("mark.search-mark");
        rest.splitText(end - start);
        rest.replaceWith(mark);
        mark.append(rest);
        count++;
      }
    }
    if (!count) return;
    const clear = make(
      "button.search-clear",
      { type: "button" },
      sg.words("{n} marks", { n: count }) + " ",
      make("span", {}, sg.words("remove")),
      make("kbd", { "aria-hidden": "true" }, "Esc"),
    );
    const remove = () => {
      for (const mark of area.querySelectorAll("mark.search-mark")) {
        const up = mark.parentNode;
        mark.replaceWith(...mark.childNodes);
        up.normalize();
      }
      const url = new URL(location.href);
      url.searchParams.delete("h");
      history.replaceState(history.state, "", url);
      clear.remove();
      doc.removeEventListener("keydown", key);
    };
    const key = (e) => {
      if (e.key === "Escape" && !e.defaultPrevented) remove();
    };
    clear.addEventListener("click", remove);
    doc.addEventListener("keydown", key);
    doc.body.append(clear);
    first = [...area.querySelectorAll("mark.search-mark")].find((m) => m.getClientRects().length);
    const target = location.hash && doc.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target) target.scrollIntoView({ behavior: "instant" }); // marks made the text longer
    const head = area.querySelector("h1");
    if (!location.hash && first && !(head && spans(head.textContent, sought).length))
      first.scrollIntoView({ block: "center" });
  }

  for (const form of doc.querySelectorAll("form[data-search]")) if (!form.closest("[data-search-page]")) attach(form);
  for (const area of doc.querySelectorAll("[data-search-page]")) page(area);
  highlight();
})();
