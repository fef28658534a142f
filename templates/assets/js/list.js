/* Lists: filter, order, counts, and all of it in the address, so that a link keeps the list.
   ?q=heron & level=2..4 & colour=red,!blue & colour.mode=all & sort=-level & compare=a,b */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen,
    grammar = self.SheetgenQuery,
    list = doc.querySelector("[data-list]"),
    form = list?.querySelector(".filters");
  if (!form) return;
  const table = list.querySelector(".entries"),
    body = table.tBodies[0],
    heads = [...table.tHead.rows[0].cells];
  const keys = heads.map((h) => h.dataset.key);
  const collate = new Intl.Collator(doc.documentElement.lang, { numeric: true, sensitivity: "base" }).compare;
  const fold = (t) => t.normalize("NFD").replace(/[̀-ͯ]/g, "").toLowerCase();

  // Whether a word is meant by what was typed of it: one letter more, less or other, of eight or more two.
  function near(typed, word) {
    const most = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2;
    if (!most || word.length < typed.length - most) return false;
    const row = [...Array(word.length + 1).keys()];
    for (let i = 1; i <= typed.length; i++) {
      let before = row[0]++;
      for (let j = 1; j <= word.length; j++) {
        const change = before + Number(typed[i - 1] !== word[j - 1]);
        before = row[j];
        row[j] = Math.min(change, row[j] + 1, row[j - 1] + 1);
      }
    }
    return Math.min(...row.slice(Math.max(1, typed.length - most))) <= most;
  }

  const rows = [...body.rows].map((tr) => {
    const cells = [...tr.cells],
      name = cells[0].querySelector("a").textContent;
    return {
      tr,
      id: tr.dataset.id,
      name,
      facets: JSON.parse(tr.dataset.f || "{}"),
      text: fold(name + " " + (tr.dataset.also || "") + " " + (cells[0].querySelector("small")?.textContent || "")),
      words: fold(name + " " + (tr.dataset.also || ""))
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean),
      sort: cells.map((c, i) => {
        const value = i ? ("sort" in c.dataset ? c.dataset.sort : c.textContent.trim()) : name;
        return value !== "" && !Number.isNaN(+value) ? +value : value;
      }),
    };
  });
  list.rows = rows;

  const vocabularies = [...form.querySelectorAll("[data-filter]")].map((set) => {
    const chips = {};
    set.querySelectorAll(".chip").forEach((c) => {
      chips[c.dataset.value] = c;
    });
    const values = Object.keys(chips).map((id) => grammar.value(chips[id].title, id));
    return {
      key: set.dataset.filter,
      title: set.querySelector("legend").textContent,
      chips,
      values,
      mode: set.querySelector("[data-mode]"),
    };
  });
  const numbers = (key) => [...new Set(rows.flatMap((r) => r.facets[key] || []))].sort((a, b) => a - b).map(String);
  const ranges = [...form.querySelectorAll("[data-range]")].map((set) => ({
    key: set.dataset.range,
    title: set.querySelector("legend").textContent,
    values: numbers(set.dataset.range).map((n) => grammar.value(n)),
    ends: set.querySelectorAll("input"),
  }));
  // What the words of a query can choose by, and the values of each row.
  const facets = [...vocabularies, ...ranges]
    .map((f) => grammar.facet(f.key, f.title, f.values))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const values = {};
  vocabularies.forEach((v) => {
    values[v.key] = new Map(Object.keys(v.chips).map((id, i) => [id, v.values[i]]));
  });
  ranges.forEach((r) => {
    values[r.key] = new Map(r.values.map((v) => [v.title, v]));
  });
  const valuesOf = (row, key) => (row.facets[key] || []).map((v) => values[key].get(String(v)));
  const search = form.elements.q,
    remarks = form.querySelector("[data-remarks]");
  let order = list.dataset.sort || "name";

  function chosen(v, state) {
    return Object.keys(v.chips).filter((value) => v.chips[value].dataset.state === state);
  }
  function mode(v) {
    return v.mode && v.mode.querySelector("input:checked").value === "all" ? "all" : "any";
  }
  function set(chip, state) {
    chip.dataset.state = state;
    chip.setAttribute("aria-pressed", state === "on" ? "true" : state === "not" ? "mixed" : "false");
    if (state === "not") chip.setAttribute("aria-label", "not " + chip.title);
    else chip.removeAttribute("aria-label");
  }
  function has(row, key, value) {
    return (row.facets[key] || []).some((v) => String(v) === value);
  }

  // Whether a row is called so: each word in its text, or of its name but for a slip; a text in quotes as it stands.
  function called({ text, quoted, excluded }, row) {
    const has = (w) => row.text.includes(w) || (!quoted && !excluded && row.words.some((word) => near(w, word)));
    return (quoted ? [fold(text)] : fold(text).split(/\s+/)).every(has) !== excluded;
  }

  // Each filter as a test of a row; a filter that asks nothing is left out.
  function tests() {
    const active = [],
      query = grammar.read(search.value, facets);
    if (query.words.length)
      active.push({
        key: "",
        ok(r) {
          return query.words.every((word) =>
            word.facet ? grammar.accepts(word, valuesOf(r, word.facet.id)) : called(word, r),
          );
        },
      });
    list.remarks = [...query.problems, ...query.unknown];
    vocabularies.forEach((v) => {
      const on = chosen(v, "on"),
        not = chosen(v, "not"),
        all = mode(v) === "all";
      if (v.mode) v.mode.hidden = on.length < 2;
      if (on.length || not.length)
        active.push({
          key: v.key,
          all,
          ok(r) {
            const hit = (value) => has(r, v.key, value);
            return (!on.length || (all ? on.every(hit) : on.some(hit))) && !not.some(hit);
          },
        });
    });
    ranges.forEach((range) => {
      const asked = [
        range.ends[0].value === "" ? -Infinity : +range.ends[0].value,
        range.ends[1].value === "" ? Infinity : +range.ends[1].value,
      ];
      const low = Math.min(...asked),
        high = Math.max(...asked); // 9 to 2 is 2 to 9
      if (low > -Infinity || high < Infinity)
        active.push({
          key: range.key,
          ok(r) {
            return (r.facets[range.key] || []).some((v) => v >= low && v <= high);
          },
        });
    });
    return active;
  }

  function counts(active) {
    vocabularies.forEach((v) => {
      const others = active.filter((t) => t.key !== v.key || t.all),
        tally = {};
      rows.forEach((r) => {
        if (!others.every((t) => t.ok(r))) return;
        (r.facets[v.key] || []).forEach((value) => {
          tally[value] = (tally[value] || 0) + 1;
        });
      });
      Object.keys(v.chips).forEach((value) => {
        v.chips[value].querySelector("[data-n]").textContent = tally[value] || 0;
        v.chips[value].classList.toggle("nil", !tally[value]);
      });
    });
  }

  function filter() {
    const filters = tests();
    let matching = 0;
    rows.forEach((r) => {
      const ok = filters.every((t) => t.ok(r));
      r.tr.hidden = !ok;
      if (ok) matching++;
    });
    counts(filters);
    list.querySelectorAll("[data-shown]").forEach((counter) => {
      counter.textContent = String(matching);
    });
    list.querySelector("[data-none]").hidden = matching > 0;
    remarks.textContent = list.remarks.join(". ");
    remarks.hidden = !list.remarks.length;
    form.querySelector("[data-clear]").hidden = !filters.length;
    const active = form.querySelector("[data-active]"),
      n = filters.filter((t) => t.key).length;
    if (active) {
      active.textContent = String(n);
      active.hidden = !n;
    }
    remember();
  }

  function sort() {
    const down = order[0] === "-",
      at = Math.max(0, keys.indexOf(order.replace(/^-/, "")));
    rows.sort((a, b) => {
      const x = a.sort[at],
        y = b.sort[at],
        numbers = +(typeof y === "number") - +(typeof x === "number");
      const empty = +(x === "") - +(y === "");
      return (
        empty ||
        (numbers || (typeof x === "number" ? x - y : collate(x, y))) * (down ? -1 : 1) ||
        collate(a.name, b.name)
      );
    });
    body.append(...rows.map((r) => r.tr));
    heads.forEach((h, i) => {
      if (!h.dataset.key) return;
      if (i === at) h.setAttribute("aria-sort", down ? "descending" : "ascending");
      else h.removeAttribute("aria-sort");
    });
    if (picker) picker.value = order;
    remember();
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
      const values = chosen(v, "on").concat(chosen(v, "not").map((x) => "!" + x));
      if (values.length) q.set(v.key, values.join(","));
      if (values.length && mode(v) === "all") q.set(v.key + ".mode", "all");
    });
    if (order !== (list.dataset.sort || "name")) q.set("sort", order);
    if (list.compared?.length) q.set("compare", list.compared.join(","));
    const text = q.toString().replace(/%2C/g, ",").replace(/%21/g, "!");
    try {
      history.replaceState(null, "", location.pathname + (text ? "?" + text : "") + location.hash);
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
        const chip = v.chips[value.replace(/^!/, "")];
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
      sg.say("Sorted by " + h.textContent + (order[0] === "-" ? ", descending" : ", ascending"));
    });
    h.textContent = "";
    h.append(button);
  });
  const picker = sg.make("select");
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
  form.append(sg.make("label.order", null, "Order", picker));

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
    filter();
  });

  // Drawn as blocks on a phone, a table keeps its meaning only when told so.
  if (matchMedia("(max-width: 760px)").matches) {
    table.setAttribute("role", "table");
    body.setAttribute("role", "rowgroup");
    rows.forEach((r) => {
      r.tr.setAttribute("role", "row");
      [...r.tr.cells].forEach((c, i) => {
        c.setAttribute("role", i ? "cell" : "rowheader");
      });
    });
  }
  recall();
  sort();
  filter();
  ready = true;
})();
