/* Rolling on tables: a button below each table that has its rows in data-roll, and a log of what fell.

   The dice are those of `sheetgen roll`: the same seed gives the same results. Without a seed each page begins with one
   of its own. */
(() => {
  "use strict";
  const DICE = /\b([1-9]\d?)?(?:d|D(?!F))([1-9]\d{0,3}|%|F)(?:\s?([+−-])\s?(\d{1,4}))?(?:\s?[×*]\s?(\d{1,4}))?(?!\w)/g;
  const DIGITS = { 44: [4, 2], 66: [6, 2], 88: [8, 2], 444: [4, 3], 666: [6, 3] };
  const DEEPEST = 8,
    MOST_OTHERS = 50,
    LONGEST = 30,
    ONE = "d1";
  const { dieOf, faceOf } = typeof document === "undefined" ? require("./dice.js") : window.sheetgen;

  function thrown(match, die) {
    const [count, faces, sign, plus, times] = match.slice(1);
    const digits = count === undefined ? DIGITS[faces] : undefined;
    const fallen = Array.from({ length: digits ? digits[1] : +(count || 1) }, () =>
      faceOf(digits ? digits[0] : faces, die),
    );
    const sum = digits ? +fallen.join("") : fallen.reduce((total, face) => total + face, 0);
    return (sum + (sign === "+" ? 1 : -1) * +(plus || 0)) * +(times || 1);
  }
  function throwDice(text, die) {
    return thrown([...text.matchAll(DICE)][0], die);
  }
  function roll(table, die, known, depth, asked = []) {
    const results = [],
      others = [];
    const cells = table.heads
      .map((head, number) => {
        if (!results.length || table.apart) results.push(throwDice(table.dice, die));
        const result = results[results.length - 1];
        const row = table.rows.find(([low, high]) => low <= result && result <= high);
        return [head, row ? row[2][number] : "–"];
      })
      .map(([head, text]) => {
        const fallen = text.replace(DICE, (...match) => `${match[0]} [${thrown(match.slice(0, 6), die)}]`);
        return [
          head,
          fallen.replace(/\{(#?\w[\w-]*)\}/g, (whole, name) => {
            const other = known(name);
            if (!other) return whole;
            if (depth < DEEPEST && asked.length < MOST_OTHERS) {
              asked.push(name);
              others.push(roll(other, die, known, depth + 1, asked));
            }
            return other.title;
          }),
        ];
      });
    return { title: table.title, dice: table.dice, result: results.join(", "), cells, others };
  }
  if (typeof document === "undefined") {
    module.exports = { dieOf, roll };
    return;
  }

  const doc = document;
  const sg = window.sheetgen;
  // One roll on a table with its others, and what fell as it is logged; for other scripts.
  sg.rolledOn = (table, die) => {
    const rolled = roll(table, die, knownFrom(table), 1);
    return { rolled, line: lines(rolled, false) };
  };
  let fallenOf = dieOf(String(crypto.getRandomValues(new Uint32Array(1))[0]));

  function lines(rolled, nested) {
    const item = sg.make(nested ? "div" : "li", null);
    if (rolled.dice === ONE) item.append(sg.make("b", null, rolled.title), "\n");
    else item.append(sg.make("b", null, rolled.result), ` ${rolled.title} (${rolled.dice}) `);
    for (const [head, text] of rolled.cells) {
      item.append(sg.make("span", null, rolled.cells.length > 1 && head ? `${head}: ${text}\n` : text));
    }
    for (const other of rolled.others) item.append("\n", lines(other, true));
    return item;
  }
  function read(table) {
    return JSON.parse(table.dataset.roll);
  }
  function knownFrom(own) {
    const others = [own, ...(own.others || [])];
    return (name) => {
      const known = others.find((other) => other.name === name);
      if (known || !name.startsWith("#")) return known;
      const heading = doc.getElementById(name.slice(1));
      const tables = [...doc.querySelectorAll("table[data-roll]")];
      const table =
        heading && tables.find((it) => heading.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_FOLLOWING);
      return table ? read(table) : undefined;
    };
  }
  /* Unfold a table of which a phone shows the first rows, where a marked row is among the others. What is pressed
     stays where it is, under the thumb. */
  function unfold(table, pressed) {
    const more = table.closest(".scroll:not(.whole)")?.querySelector(".read-on"),
      top = (node) => node.getBoundingClientRect().top;
    const fold = more?.checkVisibility() && top(more);
    if (!fold || ![...table.querySelectorAll(".rolled")].some((row) => row.getBoundingClientRect().bottom > fold))
      return;
    const before = top(pressed),
      root = doc.documentElement.style;
    root.overflowAnchor = "none"; // or the browser scrolls as well
    more.click();
    scrollBy({ top: top(pressed) - before, behavior: "instant" });
    requestAnimationFrame(() => {
      root.overflowAnchor = "";
    });
  }
  function attach(table) {
    const data = read(table);
    const log = sg.make("ol.rolls", {
      "aria-live": "polite",
      "aria-label": sg.words("Rolls on {table}", { table: data.title }),
    });
    const button = sg.make(
      "button.btn",
      { type: "button" },
      sg.words("Roll") + (data.dice === ONE ? "" : " " + data.dice),
    );
    const copy = sg.make("button.btn", { type: "button", hidden: "" }, sg.words("Copy"));
    copy.addEventListener("click", () => {
      const last = log.firstElementChild;
      const copied = navigator.clipboard
        ? navigator.clipboard.writeText(last.textContent.trim())
        : Promise.reject(new Error());
      copied.then(
        () => sg.say(sg.words("Copied")),
        () => getSelection().selectAllChildren(last),
      );
    });
    const seed = sg.make("input", { type: "text", size: 8, autocomplete: "off", spellcheck: "false" });
    const label = sg.make("label.soft", null, sg.words("Seed") + " ");
    label.append(seed);
    seed.addEventListener("change", () => {
      fallenOf = dieOf(seed.value || String(crypto.getRandomValues(new Uint32Array(1))[0]));
    });
    button.addEventListener("click", () => {
      const rolled = roll(data, fallenOf, knownFrom(data), 1);
      log.prepend(lines(rolled, false));
      copy.hidden = false;
      while (log.children.length > LONGEST) log.lastElementChild.remove();
      const bodyRows = [...table.tBodies[0].rows];
      const falls = rolled.result.split(", ").map(Number);
      data.rows.forEach(([low, high], number) => {
        if (bodyRows[number] && data.dice !== ONE) {
          bodyRows[number].classList.toggle(
            "rolled",
            falls.some((fall) => low <= fall && fall <= high),
          );
        }
      });
      unfold(table, button);
    });
    const bar = sg.make("div.roll", null);
    const line = sg.make("p.acts", null);
    line.append(button, copy, label);
    bar.append(line, log);
    (table.closest(".scroll") || table).after(bar);
  }
  doc.querySelectorAll("table[data-roll]").forEach(attach);
})();
