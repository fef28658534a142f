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
    return list.compared
      .map((id) => ids.indexOf(id))
      .filter((i) => i >= 0)
      .map((i) => list.table.tr(i));
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
    const rows = picked();
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
      head.append(sg.make("th", { scope: "col" }, r.cells[0].querySelector("a").cloneNode(true)));
    });
    const body = sg.make("tbody");
    heads.forEach((label, i) => {
      if (!i) return;
      const line = sg.make("tr", null, sg.make("th", { scope: "row" }, label)),
        seen = {};
      rows.forEach((r) => {
        const from = r.cells[i],
          cell = sg.make("td", { class: from.className.replace(/minor|none/g, "") });
        [...from.childNodes].forEach((n) => {
          cell.append(n.cloneNode(true));
        });
        seen[from.textContent] = true;
        line.append(cell);
      });
      if (Object.keys(seen).length > 1) line.className = "diff";
      body.append(line);
    });
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
