/* Lists: filter, order, counts, and all of it in the address, so that a link keeps the list.
   ?q=heron & level=2..4 & colour=red,!blue & colour.mode=all & sort=-level & compare=a,b */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen,
    grammar = self.SheetgenQuery,
    { ListFilter, ranked } = self.SheetgenList,
    list = doc.querySelector("[data-list]"),
    form = list?.querySelector(".filters");
  if (!form) return;
  const table = list.querySelector(".entries"),
    body = table.tBodies[0],
    heads = [...table.tHead.rows[0].cells];
  const keys = heads.map((h) => h.dataset.key);
  let collator = null; // takes a browser long to make, so that it is made when texts are first ordered
  const collate = (a, b) => {
    collator ??= new Intl.Collator(doc.documentElement.lang, { numeric: true, sensitivity: "base" });
    return collator.compare(a, b);
  };

  // All rows as columns: of a long list they come with it, of any other they stand in the page.
  const parts = list.querySelector("[data-parts]");
  const rows = parts ? self.sheetgenRows : read([...body.rows]);
  if (!rows) {
    form.hidden = true;
    return; // only the pages of the list are there
  }
  const vocabularies = [...form.querySelectorAll("[data-filter]")].map((set) => {
    const key = set.dataset.filter,
      chips = {};
    set.querySelectorAll(".chip").forEach((c) => {
      chips[c.dataset.value] = c;
    });
    rows.facets[key].title = set.querySelector("legend").textContent;
    return { key, set, chips, mode: set.querySelector("[data-mode]") };
  });
  const ranges = [...form.querySelectorAll("[data-range]")].map((set) => {
    rows.facets[set.dataset.range].title = set.querySelector("legend").textContent;
    return { key: set.dataset.range, ends: set.querySelectorAll("input") };
  });
  const engine = new ListFilter(rows),
    view = parts ? self.sheetgenLongList(list, rows) : { show, tr: (i) => rows.trs[i], each };

  function read(trs) {
    const cells = (i) =>
      trs.map(({ cells }) => {
        const value = "sort" in cells[i].dataset ? cells[i].dataset.sort : cells[i].textContent.trim();
        return value !== "" && !Number.isNaN(+value) ? +value : value;
      });
    const names = trs.map((tr) => tr.cells[0].querySelector("a").textContent),
      given = trs.map((tr) => JSON.parse(tr.dataset.f || "{}")),
      facets = {};
    const ordered = (values) => {
      let ranks = null; // read when rows are first ordered by them
      return {
        get ranks() {
          return (ranks ??= ranked(values(), collate));
        },
      };
    };
    form.querySelectorAll("[data-filter], [data-range]").forEach((set) => {
      const chips = [...set.querySelectorAll(".chip")],
        key = set.dataset.filter || set.dataset.range,
        own = given.map((facet) => facet[key] || []);
      const values = chips.length
        ? chips.map((c) => c.dataset.value)
        : [...new Set(own.flat())].sort((a, b) => a - b).map(String);
      const titles = chips.length ? chips.map((c) => c.title) : null;
      facets[key] = { titles, values, rows: own.map((all) => all.map((v) => values.indexOf(String(v)))) };
    });
    return Object.assign(
      ordered(() => names),
      {
        trs,
        names,
        ids: trs.map((tr) => tr.dataset.id),
        also: trs.map((tr) => tr.dataset.also || ""),
        notes: trs.map((tr) => tr.cells[0].querySelector("small")?.textContent || ""),
        columns: heads.slice(1).map((_, i) => ordered(() => cells(i + 1))),
        facets,
      },
    );
  }
  const search = form.elements.q,
    remarks = form.querySelector("[data-remarks]");
  const initial = list.dataset.sort || "name";
  let order = initial,
    sorted = [],
    standing = [...Array(body.rows.length).keys()]; // the order in which the rows of a short list stand
  list.table = { rows, tr: (i) => view.tr(i), each: (act) => view.each(act) };

  // A short list: all of its rows stand in the page, those that do not fit are hidden.
  function each(act) {
    rows.trs.forEach(act);
  }
  function show(order, fits) {
    if (order.some((i, n) => i !== standing[n])) body.append(...order.map((i) => rows.trs[i]));
    standing = order;
    rows.trs.forEach((tr, i) => {
      tr.hidden = !fits[i];
    });
  }

  function valuesOf(v, state) {
    return Object.keys(v.chips).filter((value) => v.chips[value].dataset.state === state);
  }
  // The chip of a value; of a long list, the page has only those of the most frequent ones.
  function chipOf({ key, set, chips }, value) {
    const { titles, values } = rows.facets[key],
      at = values.indexOf(value);
    if (chips[value] || at < 0) return chips[value];
    const count = sg.make("small", { "data-n": "" }, "0"),
      of = { type: "button", "data-value": value, title: titles[at] };
    chips[value] = sg.make("button.chip", of, titles[at] + " ", count);
    set.querySelector(".chips").append(chips[value]);
    return chips[value];
  }
  function mode(v) {
    return v.mode && v.mode.querySelector("input:checked").value === "all" ? "all" : "any";
  }
  function set(chip, state) {
    chip.dataset.state = state;
    chip.setAttribute("aria-pressed", state === "on" ? "true" : state === "not" ? "mixed" : "false");
    if (state === "not") chip.setAttribute("aria-label", sg.words("not {title}", { title: chip.title }));
    else chip.removeAttribute("aria-label");
  }

  // What the filters ask for; a filter that asks nothing is left out.
  function asked() {
    const query = grammar.read(search.value, engine.facets);
    const chosen = vocabularies.map((v) => {
      const on = valuesOf(v, "on"),
        not = valuesOf(v, "not");
      if (v.mode) v.mode.hidden = on.length < 2;
      return { key: v.key, on, not, all: mode(v) === "all" };
    });
    const bounds = ranges.map(({ key, ends }) => {
      const low = ends[0].value === "" ? -Infinity : +ends[0].value,
        high = ends[1].value === "" ? Infinity : +ends[1].value;
      return { key, low: Math.min(low, high), high: Math.max(low, high) }; // 9 to 2 is 2 to 9
    });
    return {
      words: query.words,
      remarks: [...query.problems, ...query.unknown],
      chosen: chosen.filter((v) => v.on.length || v.not.length),
      ranges: bounds.filter((r) => r.low > -Infinity || r.high < Infinity),
    };
  }

  // What is there already is left as it is, so that nothing is laid out anew.
  function put(node, number) {
    if (node.textContent !== String(number)) node.textContent = String(number);
  }
  function counts(tallies) {
    vocabularies.forEach(({ key, chips }) => {
      engine.of(key).written.forEach((value, i) => {
        if (!chips[value]) return;
        put(chips[value].querySelector("[data-n]"), tallies[key][i]);
        chips[value].classList.toggle("nil", !tallies[key][i]);
      });
    });
  }

  function filter() {
    const wanted = asked(),
      { fits, tallies, count, keys } = engine.filter(wanted);
    view.show(sorted, fits);
    counts(tallies);
    list.querySelectorAll("[data-shown]").forEach((counter) => {
      put(counter, count);
    });
    list.querySelector("[data-none]").hidden = count > 0;
    remarks.textContent = wanted.remarks.join(". ");
    remarks.hidden = !wanted.remarks.length;
    form.querySelector("[data-clear]").hidden = !keys.length;
    const active = form.querySelector("[data-active]"),
      n = keys.filter(Boolean).length;
    if (active) {
      active.textContent = String(n);
      active.hidden = !n;
    }
    remember();
  }

  function sort() {
    const down = order[0] === "-",
      at = Math.max(0, keys.indexOf(order.replace(/^-/, "")));
    sorted = order === initial && !parts ? [...rows.trs.keys()] : engine.order(at, down); // as they stand in the page
    heads.forEach((h, i) => {
      if (!h.dataset.key) return;
      if (i === at) h.setAttribute("aria-sort", down ? "descending" : "ascending");
      else h.removeAttribute("aria-sort");
    });
    if (picker) picker.value = order;
    filter();
  }

  // ---- the address
  let ready = false;
  function remember() {
    if (!ready) return;
    const q = new URLSearchParams();
    if (search.value.trim()) q.set("q", search.value.trim());
    ranges.forEach((r) => {
      if (r.ends[0].value !== "" || r.ends[1].value !== "") q.set(r.key, r.ends[0].value + ".." + r.ends[1].value);
    });
    vocabularies.forEach((v) => {
      const values = valuesOf(v, "on").concat(valuesOf(v, "not").map((x) => "!" + x));
      if (values.length) q.set(v.key, values.join(","));
      if (values.length && mode(v) === "all") q.set(v.key + ".mode", "all");
    });
    if (order !== initial) q.set("sort", order);
    if (list.compared?.length) q.set("compare", list.compared.join(","));
    const text = q.toString().replace(/%2C/g, ",").replace(/%21/g, "!");
    try {
      if (text !== location.search.slice(1))
        history.replaceState(history.state, "", location.pathname + (text ? "?" + text : "") + location.hash);
    } catch {}
  }
  list.remember = remember;

  function recall() {
    const q = new URLSearchParams(location.search);
    search.value = q.get("q") || "";
    ranges.forEach((r) => {
      const { low, high } = grammar.item(q.get(r.key) || "*"),
        end = (n) => (Number.isFinite(n) ? n : "");
      r.ends[0].value = end(low);
      r.ends[1].value = end(high);
    });
    vocabularies.forEach((v) => {
      Object.keys(v.chips).forEach((value) => {
        set(v.chips[value], "off");
      });
      (q.get(v.key) || "").split(",").forEach((value) => {
        const chip = chipOf(v, value.replace(/^!/, ""));
        if (chip) set(chip, value[0] === "!" ? "not" : "on");
      });
      if (v.mode)
        v.mode.querySelectorAll("input").forEach((i) => {
          i.checked = i.value === (q.get(v.key + ".mode") || "any");
        });
    });
    order = keys.indexOf((q.get("sort") || "").replace(/^-/, "")) >= 0 ? q.get("sort") : order;
    list.compared = (q.get("compare") || "").split(",").filter(Boolean);
  }

  // ---- controls
  heads.forEach((h) => {
    if (!h.dataset.key) return;
    const button = sg.make("button", { type: "button" }, h.textContent);
    button.addEventListener("click", () => {
      order = order === h.dataset.key ? "-" + h.dataset.key : h.dataset.key;
      sort();
      const column = h.textContent;
      sg.say(
        order[0] === "-"
          ? sg.words("Sorted by {column}, descending", { column })
          : sg.words("Sorted by {column}, ascending", { column }),
      );
    });
    h.textContent = "";
    h.append(button);
  });
  const picker = form.querySelector("[data-order]");
  heads.forEach((h) => {
    picker.append(
      sg.make("option", { value: h.dataset.key }, h.textContent + " ▲"),
      sg.make("option", { value: "-" + h.dataset.key }, h.textContent + " ▼"),
    );
  });
  picker.addEventListener("change", () => {
    order = picker.value;
    sort();
  });

  // A phone has no line for filters: they all stand in what is folded.
  const beside = form.querySelector("[data-beside]"),
    first = beside ? [...beside.children] : [],
    phone = matchMedia("(max-width: 760px)");
  const arrange = () => (phone.matches ? form.querySelector(".more-filters .facets") : beside)?.prepend(...first);
  if (first.length) phone.addEventListener("change", arrange);
  if (first.length && phone.matches) arrange();

  form.addEventListener("input", (e) => {
    if (e.target !== picker) filter();
  });
  form.addEventListener("submit", (e) => {
    e.preventDefault();
  });
  form.addEventListener("click", (e) => {
    const chip = e.target.closest(".chip");
    if (!chip) return;
    set(chip, { off: "on", on: "not", not: "off" }[chip.dataset.state]);
    filter();
  });
  list.addEventListener("click", (e) => {
    if (!e.target.closest("[data-clear]")) return;
    e.preventDefault();
    form.reset();
    vocabularies.forEach((v) => {
      Object.keys(v.chips).forEach((value) => {
        set(v.chips[value], "off");
      });
    });
    filter();
    if (sg.pointer !== "touch") search.focus();
  });
  // Below the many filters on a phone: fold them and show what is left.
  list.addEventListener("click", (e) => {
    if (!e.target.closest("[data-see]")) return;
    form.querySelector(".more-filters").open = false;
    table.scrollIntoView({ block: "start" });
  });
  addEventListener("popstate", () => {
    recall();
    sort();
  });

  // Drawn as blocks on a phone, a table keeps its meaning only when told so.
  if (matchMedia("(max-width: 760px)").matches) {
    table.setAttribute("role", "table");
    body.setAttribute("role", "rowgroup");
    view.each((tr) => {
      tr.setAttribute("role", "row");
      [...tr.cells].forEach((c, i) => {
        c.setAttribute("role", i ? "cell" : "rowheader");
      });
    });
  }
  vocabularies.forEach(({ key, set, chips }) => {
    const more = engine.of(key).written.length - Object.keys(chips).length;
    if (more > 0) set.append(sg.make("p.more", null, sg.words("{n} more: type {key}", { n: more, key: key + ":" })));
  });
  recall();
  sort();
  ready = true;

  // What words are looked up in is made ready before the first is typed, while nothing else is to be done.
  const idle = self.requestIdleCallback || ((act) => setTimeout(act, 50));
  function prepare() {
    if (engine.prepare()) idle(prepare);
  }
  idle(prepare);
})();
