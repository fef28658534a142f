/* Compare entries of a list side by side: tick two or more, and the columns become rows. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen,
    list = doc.querySelector("[data-list]");
  if (!list?.table) return;
  const { names, ids } = list.table.rows,
    table = list.querySelector(".entries"),
    panel = list.querySelector("[data-compare]");
  const heads = [...table.tHead.rows[0].cells].map((h) => h.textContent);
  table.tHead.rows[0].append(sg.make("th.pick", { scope: "col" }, sg.make("span.sr-only", null, sg.words("Compare"))));
  const bar = sg.make("div.compare-bar", { hidden: "" });
  const go = sg.make("button.flat", { type: "button" }),
    none = sg.make("button.flat", { type: "button" }, sg.words("Untick all"));
  bar.append(go, none);
  table.after(bar);

  list.table.each((tr, i) => {
    const box = sg.make("input", { type: "checkbox", "aria-label": sg.words("Compare {name}", { name: names[i] }) });
    box.checked = list.compared.includes(ids[i]);
    box.addEventListener("change", () => {
      list.compared = list.compared.filter((id) => id !== ids[i]);
      if (box.checked) list.compared.push(ids[i]);
      tell();
    });
    const cell = sg.make("td.pick", null, sg.make("label", { title: sg.words("Compare") }, box));
    if (tr.hasAttribute("role")) cell.setAttribute("role", "cell");
    tr.append(cell);
  });

  function picked() {
    return list.compared.map((id) => ids.indexOf(id)).filter((i) => i >= 0);
  }
  // What a row has of a filter that no column shows, drawn as its buttons are.
  function valuesOf(set, i) {
    const { titles, values, rows } = list.table.rows.facets[set.dataset.filter || set.dataset.range];
    return [rows[i]].flat().map((at) => {
      const chip = set.querySelector(`[data-value="${CSS.escape(values[at])}"]`),
        mark = chip?.querySelector(".mark, .sign");
      const title = titles ? titles[at] : values[at];
      if (!mark) return sg.make("span", null, title);
      return sg.make("span.sign", null, mark.cloneNode(true), sg.make("span.sr-only", null, title));
    });
  }
  function tell() {
    const n = picked().length;
    go.textContent = n < 2 ? sg.words("Tick one more to compare") : sg.words("Compare {n} entries", { n });
    go.disabled = n < 2;
    if (!panel.hidden) draw();
    bar.hidden = !n || !panel.hidden;
    list.remember();
  }
  function draw() {
    const places = picked(),
      rows = places.map((i) => list.table.tr(i));
    panel.textContent = "";
    panel.hidden = rows.length < 2;
    if (panel.hidden) return;
    const close = sg.make("button.flat", { type: "button" }, sg.words("Close"));
    close.addEventListener("click", () => {
      panel.hidden = true;
      tell();
      go.focus();
    });
    const head = sg.make("tr", null, sg.make("td"));
    rows.forEach((r) => {
      head.append(
        sg.make(
          "th",
          { scope: "col", style: `width:${100 / rows.length}%` },
          r.cells[0].querySelector("a").cloneNode(true),
        ),
      );
    });
    const body = sg.make("tbody"),
      said = heads.slice(1);
    function line(label, cells) {
      const texts = new Set(cells.map((cell) => cell.textContent));
      body.append(
        sg.make("tr", { class: texts.size > 1 ? "diff" : null }, sg.make("th", { scope: "row" }, label), ...cells),
      );
    }
    heads.forEach((label, i) => {
      if (!i) return;
      const copies = rows.map(({ cells }) => {
        const copy = sg.make("td", { class: cells[i].className.replace(/minor|none/g, "") });
        copy.append(...[...cells[i].childNodes].map((node) => node.cloneNode(true)));
        return copy;
      });
      line(label, copies);
    });
    for (const set of list.querySelectorAll(".filters fieldset:not([data-column])")) {
      const label = set.querySelector("legend").textContent;
      if (heads.includes(label)) continue; // a column whose blank cells the filter has a word for
      const cells = places.map((i) =>
        sg.make(set.dataset.range ? "td" : "td.cell-text.cell-marks", null, ...valuesOf(set, i)),
      );
      if (cells.some((cell) => cell.textContent)) {
        line(label, cells);
        said.push(label);
      }
    }
    sg.loadOnce("compare-lines.js").then(() => sg.compareLines(rows, said, body, line));
    const clear = sg.make("button.flat", { type: "button" }, sg.words("Untick all"));
    clear.addEventListener("click", untick);
    panel.append(
      sg.make("header", null, sg.make("h2", null, sg.words("Side by side")), clear, close),
      sg.make("table", null, sg.make("thead", null, head), body),
    );
  }

  go.addEventListener("click", () => {
    draw();
    bar.hidden = true;
    panel.focus();
    panel.scrollIntoView({ block: "start" });
  });
  function untick() {
    list.compared = [];
    table.querySelectorAll(".pick input").forEach((box) => {
      box.checked = false;
    });
    panel.hidden = true;
    tell();
    table.tHead.scrollIntoView({ block: "center" });
  }
  none.addEventListener("click", untick);
  if (picked().length > 1) draw();
  tell();
})();
