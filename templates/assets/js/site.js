/* Small things that every page shares. Classic scripts throughout: modules and fetch do not work from file://. */
(() => {
  "use strict";
  const doc = document,
    html = doc.documentElement,
    body = doc.body;
  const SETTLED = 1000; // milliseconds after which a page has loaded what it shows
  const site = (doc.querySelector(".word") || body).textContent;

  // What is kept lies in a database: a page from file:// is now and then handed an old copy of localStorage.
  // Pages opened by double-click share their databases, so the site's name is in its name.
  const place = "sheetgen:" + site,
    others = new BroadcastChannel(place);
  const opened = new Promise((yes, no) => {
    const ask = indexedDB.open(place);
    ask.onupgradeneeded = () => ask.result.createObjectStore("kept");
    ask.onsuccess = () => yes(ask.result);
    ask.onerror = no;
  });
  function asked(mode, act) {
    return opened.then(
      (database) =>
        new Promise((yes, no) => {
          const work = database.transaction("kept", mode),
            ask = act(work.objectStore("kept"));
          work.oncomplete = () => yes(ask.result);
          work.onabort = no;
          work.commit(); // a page that is left at once has kept it all the same
        }),
    );
  }

  const sg = (window.sheetgen = /** @type {Sheetgen} */ ({
    root: html.dataset.root,
    // A promise of what the reader keeps under a name.
    load(name, otherwise) {
      return asked("readonly", (store) => store.get(name))
        .catch(() => {})
        .then((stored) => stored || otherwise);
    },
    // Keep a value: a promise of whether the browser took it. Other windows hear of it, see `changed`.
    save(name, value) {
      return asked("readwrite", (store) => store.put(value, name))
        .then(() => {
          others.postMessage(name);
          return true;
        })
        .catch(() => false);
    },
    // Act when another window has kept something new under a name, and when this page comes back as it was left.
    changed(name, act) {
      others.addEventListener("message", (e) => {
        if (e.data === name) act();
      });
      addEventListener("pageshow", (e) => {
        if (e.persisted) act();
      });
    },
    // An element: make("p.soft", {id: "x"}, "text", child, ...)
    make(what, attributes, ...children) {
      const [tag, ...classes] = what.split("."),
        node = doc.createElement(tag);
      if (classes.length) node.className = classes.join(" ");
      for (const name in attributes || {})
        if (attributes[name] != null && attributes[name] !== false) node.setAttribute(name, attributes[name]);
      for (const child of children) if (child != null) node.append(/** @type {Node | string} */ (child));
      return node;
    },
    // A mark by its character in the marks font; pages hand these over in their settings.
    mark(glyph) {
      return sg.make("i.mark", { "aria-hidden": "true" }, glyph);
    },
    tray() {
      return sg.load("tray", []);
    },
    // A script or a stylesheet on its first use; a promise.
    loadOnce(name) {
      return window.sheetgenLoad(name);
    },
    // Speak a short message to screen readers.
    say(text) {
      sg.loadOnce("say.js").then(() => sg.speak(text));
    },
  }));

  if (doc.querySelector("[data-offline]") && "serviceWorker" in navigator && /^http/.test(doc.URL))
    addEventListener("load", () => setTimeout(sg.loadOnce, SETTLED, "offline.js"));

  if (html.classList.contains("inline-entry")) sg.loadOnce("inline-entry.js");

  // Printing unfolds what is folded, and folds it again.
  let folded = [];
  const unfold = (open) => {
    for (const d of folded) d.open = open;
  };
  addEventListener("beforeprint", () => {
    folded = [...doc.querySelectorAll(":is(main, footer) details:not([open], .folded-contents, [data-frame])")];
    unfold(true);
  });
  addEventListener("afterprint", () => unfold(false));
})();
