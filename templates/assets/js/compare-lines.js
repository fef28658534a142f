/* What no row of a list has of its entries, for their comparison: each page tells it from a frame that nobody sees,
   since pages opened by double-click can neither fetch nor look into each other. */
(() => {
  "use strict";
  const sg = window.sheetgen,
    linesByPage = new Map(); // a promise of the lines of each page, by its address
  const SHORT = 12; // letters of a text that is set like a number
  const PATIENCE = 4000; // milliseconds that a page may take to tell them

  function linesOf(href) {
    if (!linesByPage.has(href)) linesByPage.set(href, asked(href));
    return linesByPage.get(href);
  }
  function asked(href) {
    const frame = sg.make("iframe", {
      name: "inline-entry",
      src: href,
      hidden: "",
      "aria-hidden": "true",
      tabindex: "-1",
    });
    const lines = new Promise((tell) => {
      addEventListener("message", (e) => {
        if (e.source === frame.contentWindow && e.data.sheetgenLines) tell(e.data.sheetgenLines);
      });
      frame.addEventListener("load", () => {
        frame.contentWindow.postMessage("sheetgenLines", "*");
        setTimeout(tell, PATIENCE, []);
      });
    });
    document.body.append(frame);
    return lines.finally(() => frame.remove());
  }

  function isSame(line, other) {
    return line.type === other.type && line.title === other.title && line.label === other.label;
  }
  // Lines of several entries under each other: what one alone has stands where it stands on its page.
  function merged(all) {
    const whole = [];
    for (const lines of all) {
      let at = -1;
      for (const line of lines) {
        const known = whole.findIndex((other) => isSame(line, other));
        at = known < 0 ? at + 1 : known;
        if (known < 0) whole.splice(at, 0, line);
      }
    }
    return whole.map((line) => ({
      ...line,
      texts: all.map((lines) => lines.find((other) => isSame(line, other))?.texts || []),
    }));
  }

  // A column may be headed by the beginning of a word.
  function means(head, label) {
    const start = head.replace(/\.$/, "").toLowerCase();
    return head.endsWith(".") ? label.toLowerCase().startsWith(start) : label.toLowerCase() === start;
  }

  const SINGLE = /b-(figures|tracks|scores|clock|facts)/; // a text each; other blocks have several

  // Whether a line says no more than another of its label, such as a score that has its bonus.
  function isSaid(line, others) {
    return others.some(
      (other) =>
        other !== line &&
        other.label === line.label &&
        SINGLE.test(other.type) &&
        line.texts.every((of, i) => !of.length || `${other.texts[i][0]} `.startsWith(`${of[0]} `)) &&
        (line.texts.join() !== other.texts.join() || others.indexOf(other) < others.indexOf(line)),
    );
  }
  // The states of a strip that not all have; none where heads say each of them.
  function ownStates(texts, heads) {
    const isHeaded = (text) => heads.some((head) => means(head, text.replace(/.*: /, "")));
    const own = texts.map((of) => of.filter((text) => !texts.every((other) => other.includes(text))));
    return own.flat().every(isHeaded) ? [] : own;
  }

  // Single texts first, of these those without a title; then what has several.
  function place({ type, title }) {
    return SINGLE.test(type) ? Number(title !== "") : 2;
  }

  // Lines that no head says already, of the pages with these addresses.
  async function linesBeside(hrefs, heads, tracked) {
    const all = merged(await Promise.all(hrefs.map(linesOf))),
      lines = all.map((line) => (line.type === "b-strip" ? { ...line, texts: ownStates(line.texts, heads) } : line));
    const left = lines.filter((line) => {
      if (line.type === "b-tracks" && tracked) return false;
      if (!SINGLE.test(line.type)) return line.texts.flat().length;
      return !heads.some((head) => means(head, line.label)) && !isSaid(line, lines);
    });
    return left.sort((line, next) => place(line) - place(next));
  }

  // Add to a comparison of rows what stands on their pages and in no row, once these have told it.
  sg.compareLines = async (rows, heads, body, add) => {
    const hrefs = rows.map((r) => r.cells[0].querySelector("a").href);
    const [lines] = await Promise.all([
      linesBeside(hrefs, heads, rows[0].querySelector(".track")),
      sg.loadOnce("../compare-lines.css"),
    ]);
    if (!body.isConnected) return; // others were ticked meanwhile
    let above = "";
    for (const { type, title, label, texts } of lines) {
      const across = { colspan: rows.length + 1 },
        head = title ? sg.make("th", { ...across, scope: "colgroup" }, title) : sg.make("td", across);
      if (title !== above) body.append(sg.make("tr.part", null, head));
      above = title;
      const short = /\d/.test(texts.join()) && texts.every((of) => of.length < 2 && of.join("").length <= SHORT);
      const cell = short ? "td" : type === "b-table" ? "td.cell-text.texts.rows" : "td.cell-text.texts";
      add(
        label,
        texts.map((of) =>
          sg.make(cell, null, ...of.flatMap((text, n) => [n ? " " : null, sg.make("span", null, text)])),
        ),
      );
    }
  };
})();
