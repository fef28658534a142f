/* On every page: the keys that lead to the search, and the search itself on first use. All of it are classic
   scripts beside this one, so that it works from file:// and under any path. */
(() => {
  "use strict";
  const doc = document,
    here = /** @type {HTMLScriptElement} */ (doc.currentScript).src,
    base = here.replace(/[^/]*$/, ""),
    mark = here.replace(/^[^?]*/, ""),
    known = {},
    FORM = "form[data-search]";

  /** Loads a script or a stylesheet once; a promise. */
  function load(name) {
    return (known[name] ??= new Promise((done, failed) => {
      const address = base + name + mark;
      doc.head.append(
        Object.assign(doc.createElement(/css$/.test(name) ? "link" : "script"), {
          rel: "stylesheet",
          async: false, // scripts run in the order they were asked for
          href: address,
          src: address,
          onload: done,
          onerror() {
            known[name] = null;
            failed(new Error(name));
          },
        }),
      );
    }));
  }

  load.tabbed = false; // whether the last key was Tab

  const ask = (name) => load(name).catch(() => {});
  const SCRIPTS = "search-parts.js search-meaning.js search.js search-index.js search-records.js ../search.css search-";
  /* What a search box needs, or the search page. */
  const start = (part) =>
    (SCRIPTS + (part.closest("[data-search-page]") ? "page.js" : "panel.js ../search-panel.css")).split(" ").map(ask);
  /* The words of an asked search with their places, which the index will ask for: they come while it does. */
  const early = (asked) =>
    load("search-parts.js").then(
      () => {
        const { first, little } = self.sheetgenParts,
          unasked = little.split(" ");
        for (const word of asked.toLowerCase().match(/[a-z]{2,}/g) || []) {
          const root = word.slice(0, Math.max(3, word.length - 1));
          if (!unasked.includes(word))
            first.forEach((start, n) => {
              if ((start <= word || start.startsWith(word)) && !(first[n + 1] <= root)) ask(`search-places-${n}.js`);
            });
        }
      },
      () => {},
    );
  self.sheetgenLoad = load;

  // The box that is in sight, else the first that can be focused.
  function box() {
    const all = [...doc.querySelectorAll(FORM + " input")].filter((i) => i.checkVisibility());
    return (
      all.find((i) => {
        const r = i.getBoundingClientRect();
        return i.closest("main") && r.top >= 0 && r.bottom <= innerHeight;
      }) || all[0]
    );
  }

  doc.addEventListener("focusin", (e) => {
    if (e.target.closest?.(FORM)) start(e.target);
  });
  doc.addEventListener(
    "pointerdown",
    () => {
      load.tabbed = false;
    },
    true,
  );
  doc.addEventListener("keydown", (e) => {
    load.tabbed = e.key === "Tab";
    const typing = e.target.closest?.("input,textarea,select,[contenteditable]");
    const ctrl = e.ctrlKey || e.metaKey,
      slash = e.key === "/" && !typing && !ctrl,
      key = e.key.toLowerCase() === "k" && ctrl && !e.shiftKey;
    if (e.defaultPrevented || e.altKey || !(slash || key)) return;
    const input = box();
    if (input) e.preventDefault();
    input?.focus();
    input?.select();
  });
  // The search page of a phone waits for a touch where nothing is asked yet: the index is larger than the page.
  const page = doc.querySelector("[data-search-page]"),
    query = location.search;
  if (page && matchMedia("(pointer: coarse)").matches && !/[?&]q=/.test(query))
    page.querySelector("[data-search-results]").dataset.ready = "";
  else if (page || doc.activeElement?.closest(FORM)) start(page || doc.activeElement);
  if (page) early(new URLSearchParams(query).get("q") || "");
  if (/[?&]h=/.test(query)) ask("search-marks.js");
})();
