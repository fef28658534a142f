/* Lists: filter, order, counts, and all of it in the address, so that a link keeps the list.
   ?q=lamp & tier=2..4 & weak=fire,!ice & weak.mode=all & sort=-tier & compare=a,b */
(function () {
  "use strict";
  var doc = document, sg = window.sheetgen, list = doc.querySelector("[data-list]"), form = list && list.querySelector(".filters");
  if (!form) return;
  var table = list.querySelector(".tb"), body = table.tBodies[0], heads = Array.prototype.slice.call(table.tHead.rows[0].cells);
  var keys = heads.map(function (h) { return h.dataset.key; });
  var collate = new Intl.Collator(doc.documentElement.lang, { numeric: true, sensitivity: "base" }).compare;
  var fold = function (t) { return t.normalize("NFD").replace(/[̀-ͯ]/g, "").toLowerCase(); };

  var rows = Array.prototype.map.call(body.rows, function (tr) {
    var cells = Array.prototype.slice.call(tr.cells), name = cells[0].querySelector("a").textContent;
    return {
      tr: tr, id: tr.dataset.id, name: name, facets: JSON.parse(tr.dataset.f || "{}"),
      text: fold(name + " " + (tr.dataset.also || "") + " " + ((cells[0].querySelector("small") || {}).textContent || "")),
      sort: cells.map(function (c, i) {
        var value = i ? ("sort" in c.dataset ? c.dataset.sort : c.textContent.trim()) : name;
        return value !== "" && !isNaN(value) ? +value : value;
      })
    };
  });
  list.rows = rows;

  var vocabularies = Array.prototype.map.call(form.querySelectorAll("[data-filter]"), function (set) {
    var chips = {};
    set.querySelectorAll(".chip").forEach(function (c) { chips[c.dataset.value] = c; });
    return { key: set.dataset.filter, chips: chips, mode: set.querySelector("[data-mode]") };
  });
  var ranges = Array.prototype.map.call(form.querySelectorAll("[data-range]"), function (set) {
    return { key: set.dataset.range, ends: set.querySelectorAll("input") };
  });
  var search = form.elements.q, order = list.dataset.sort || "name";

  function chosen(v, state) {
    return Object.keys(v.chips).filter(function (value) { return v.chips[value].dataset.state === state; });
  }
  function mode(v) { return v.mode && v.mode.querySelector("input:checked").value === "all" ? "all" : "any"; }
  function set(chip, state) {
    chip.dataset.state = state;
    chip.setAttribute("aria-pressed", state === "on" ? "true" : state === "not" ? "mixed" : "false");
    if (state === "not") chip.setAttribute("aria-label", "not " + chip.title); else chip.removeAttribute("aria-label");
  }
  function has(row, key, value) {
    return (row.facets[key] || []).some(function (v) { return String(v) === value; });
  }

  // Each filter as a test of a row; a filter that asks nothing is left out.
  function tests() {
    var found = [], words = fold(search.value).split(/\s+/).filter(Boolean);
    if (words.length) found.push({ key: "", ok: function (r) { return words.every(function (w) { return r.text.indexOf(w) >= 0; }); } });
    vocabularies.forEach(function (v) {
      var on = chosen(v, "on"), not = chosen(v, "not"), all = mode(v) === "all";
      if (v.mode) v.mode.hidden = on.length < 2;
      if (on.length || not.length) found.push({
        key: v.key, all: all, ok: function (r) {
          var hit = function (value) { return has(r, v.key, value); };
          return (!on.length || (all ? on.every(hit) : on.some(hit))) && !not.some(hit);
        }
      });
    });
    ranges.forEach(function (range) {
      var low = range.ends[0].value === "" ? -Infinity : +range.ends[0].value, high = range.ends[1].value === "" ? Infinity : +range.ends[1].value;
      if (low > -Infinity || high < Infinity) found.push({
        key: range.key, ok: function (r) { return (r.facets[range.key] || []).some(function (v) { return v >= low && v <= high; }); }
      });
    });
    return found;
  }

  function counts(found) {
    vocabularies.forEach(function (v) {
      var others = found.filter(function (t) { return t.key !== v.key || t.all; }), tally = {};
      rows.forEach(function (r) {
        if (!others.every(function (t) { return t.ok(r); })) return;
        (r.facets[v.key] || []).forEach(function (value) { tally[value] = (tally[value] || 0) + 1; });
      });
      Object.keys(v.chips).forEach(function (value) {
        v.chips[value].querySelector("[data-n]").textContent = tally[value] || 0;
        v.chips[value].classList.toggle("nil", !tally[value]);
      });
    });
  }

  function filter() {
    var found = tests(), shown = 0;
    rows.forEach(function (r) {
      var ok = found.every(function (t) { return t.ok(r); });
      r.tr.hidden = !ok;
      if (ok) shown++;
    });
    counts(found);
    list.querySelectorAll("[data-shown]").forEach(function (told) { told.textContent = shown; });
    list.querySelector("[data-none]").hidden = shown > 0;
    form.querySelector("[data-clear]").hidden = !found.length;
    var active = form.querySelector("[data-active]"), n = found.filter(function (t) { return t.key; }).length;
    if (active) { active.textContent = n; active.hidden = !n; }
    remember();
  }

  function sort() {
    var down = order[0] === "-", at = Math.max(0, keys.indexOf(order.replace(/^-/, "")));
    rows.sort(function (a, b) {
      var x = a.sort[at], y = b.sort[at], numbers = (typeof y === "number") - (typeof x === "number");
      var empty = (x === "") - (y === "");
      return empty || (numbers || (typeof x === "number" ? x - y : collate(x, y))) * (down ? -1 : 1) || collate(a.name, b.name);
    });
    body.append.apply(body, rows.map(function (r) { return r.tr; }));
    heads.forEach(function (h, i) {
      if (!h.dataset.key) return;
      if (i === at) h.setAttribute("aria-sort", down ? "descending" : "ascending"); else h.removeAttribute("aria-sort");
    });
    if (picker) picker.value = order;
    remember();
  }

  // ---- the address
  var ready = false;
  function remember() {
    if (!ready) return;
    var q = new URLSearchParams();
    if (search.value.trim()) q.set("q", search.value.trim());
    ranges.forEach(function (r) { if (r.ends[0].value !== "" || r.ends[1].value !== "") q.set(r.key, r.ends[0].value + ".." + r.ends[1].value); });
    vocabularies.forEach(function (v) {
      var values = chosen(v, "on").concat(chosen(v, "not").map(function (x) { return "!" + x; }));
      if (values.length) q.set(v.key, values.join(","));
      if (values.length && mode(v) === "all") q.set(v.key + ".mode", "all");
    });
    if (order !== (list.dataset.sort || "name")) q.set("sort", order);
    if (list.compared && list.compared.length) q.set("compare", list.compared.join(","));
    var text = q.toString().replace(/%2C/g, ",").replace(/%21/g, "!");
    try { history.replaceState(null, "", location.pathname + (text ? "?" + text : "") + location.hash); } catch (e) { }
  }
  list.remember = remember;

  function recall() {
    var q = new URLSearchParams(location.search);
    search.value = q.get("q") || "";
    ranges.forEach(function (r) {
      var ends = (q.get(r.key) || "..").split("..");
      r.ends[0].value = ends[0];
      r.ends[1].value = ends.length > 1 ? ends[1] : ends[0];
    });
    vocabularies.forEach(function (v) {
      Object.keys(v.chips).forEach(function (value) { set(v.chips[value], "off"); });
      (q.get(v.key) || "").split(",").forEach(function (value) {
        var chip = v.chips[value.replace(/^!/, "")];
        if (chip) set(chip, value[0] === "!" ? "not" : "on");
      });
      if (v.mode) v.mode.querySelectorAll("input").forEach(function (i) { i.checked = i.value === (q.get(v.key + ".mode") || "any"); });
    });
    order = keys.indexOf((q.get("sort") || "").replace(/^-/, "")) >= 0 ? q.get("sort") : order;
    list.compared = (q.get("compare") || "").split(",").filter(Boolean);
  }

  // ---- controls
  heads.forEach(function (h) {
    if (!h.dataset.key) return;
    var button = sg.make("button", { type: "button" }, h.textContent);
    button.addEventListener("click", function () {
      order = order === h.dataset.key ? "-" + h.dataset.key : h.dataset.key;
      sort();
      sg.say("Sorted by " + h.textContent + (order[0] === "-" ? ", descending" : ", ascending"));
    });
    h.textContent = "";
    h.append(button);
  });
  var picker = sg.make("select");
  heads.forEach(function (h) {
    picker.append(sg.make("option", { value: h.dataset.key }, h.textContent + " ▲"), sg.make("option", { value: "-" + h.dataset.key }, h.textContent + " ▼"));
  });
  picker.addEventListener("change", function () { order = picker.value; sort(); });
  form.append(sg.make("label.order", null, "Order", picker));

  form.addEventListener("input", function (e) { if (e.target !== picker) filter(); });
  form.addEventListener("submit", function (e) { e.preventDefault(); });
  form.addEventListener("click", function (e) {
    var chip = e.target.closest(".chip");
    if (!chip) return;
    set(chip, { off: "on", on: "not", not: "off" }[chip.dataset.state]);
    filter();
  });
  list.addEventListener("click", function (e) {
    if (!e.target.closest("[data-clear]")) return;
    e.preventDefault();
    form.reset();
    vocabularies.forEach(function (v) { Object.keys(v.chips).forEach(function (value) { set(v.chips[value], "off"); }); });
    filter();
    if (sg.pointer !== "touch") search.focus();
  });
  // Below the many filters on a phone: fold them and show what is left.
  list.addEventListener("click", function (e) {
    if (!e.target.closest("[data-see]")) return;
    form.querySelector(".more-f").open = false;
    table.scrollIntoView({ block: "start" });
  });
  addEventListener("popstate", function () { recall(); sort(); filter(); });

  // Drawn as blocks on a phone, a table keeps its meaning only when told so.
  if (matchMedia("(max-width: 760px)").matches) {
    table.setAttribute("role", "table");
    body.setAttribute("role", "rowgroup");
    rows.forEach(function (r) {
      r.tr.setAttribute("role", "row");
      Array.prototype.forEach.call(r.tr.cells, function (c, i) { c.setAttribute("role", i ? "cell" : "rowheader"); });
    });
  }
  recall();
  sort();
  filter();
  ready = true;
})();
