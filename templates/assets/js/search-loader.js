/* On every page: the keys that lead to the search, and the search itself on first use. All of it are classic
   scripts beside this one, so that it works from file:// and under any path. */
(() => {
  "use strict";
  const doc = document,
    here = /** @type {HTMLScriptElement} */ (doc.currentScript).src,
    base = here.replace(/[^/]*$/, ""),
    mark = (here.match(/\?.*/) || [""])[0],
    known = {};

  /** Loads a script or a stylesheet once; a promise. */
  function load(name) {
    return (
      known[name] ||
      (known[name] = new Promise((done, failed) => {
        const address = base + name + mark;
        const node = /css$/.test(name)
          ? Object.assign(doc.createElement("link"), { rel: "stylesheet", href: address })
          : Object.assign(doc.createElement("script"), { async: false, src: address }); // run in the order they were asked for
        node.onload = done;
        node.onerror = () => {
          known[name] = null;
          failed(new Error(name));
        };
        doc.head.append(node);
      }))
    );
  }

  load.tabbed = false; // whether the last key was Tab

  function start() {
    load("../search.css");
    return Promise.all([load("query.js"), load("search-engine.js"), load("search.js"), load("search-index.js")]).catch(
      () => {},
    );
  }
  self.sheetgenLoad = load;

  // The box that is in sight, else the first that can be focused.
  function box() {
    const all = [...doc.querySelectorAll("form[data-search] input[type=search]")].filter(
      (i) => i.getClientRects().length,
    );
    return (
      all.filter((i) => {
        const r = i.getBoundingClientRect();
        return i.closest("main") && r.top >= 0 && r.bottom <= innerHeight;
      })[0] || all[0]
    );
  }

  doc.addEventListener("focusin", (e) => {
    if (e.target.closest?.("form[data-search] input")) start();
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
    const typing = e.target.closest?.("input, textarea, select, [contenteditable]");
    const slash = e.key === "/" && !typing && !e.ctrlKey && !e.metaKey && !e.altKey;
    if (
      e.defaultPrevented ||
      !(slash || (e.key.toLowerCase() === "k" && (e.ctrlKey || e.metaKey) && !e.altKey && !e.shiftKey))
    )
      return;
    const input = box();
    if (!input) return;
    e.preventDefault();
    input.focus();
    input.select();
  });
  // The search page of a phone waits for a touch where nothing is asked yet: the index is larger than the page.
  const page = doc.querySelector("[data-search-page]");
  if (page && matchMedia("(pointer: coarse)").matches && !/[?&]q=/.test(location.search))
    page.querySelector("[data-search-results]").dataset.ready = "";
  else if (page || /[?&]h=/.test(location.search) || doc.activeElement?.matches("form[data-search] input")) start();
})();
