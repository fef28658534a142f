/* Small things that every page shares. Classic scripts throughout: modules and fetch do not work from file://. */
(function () {
  "use strict";
  var doc = document, html = doc.documentElement, body = doc.body;
  var site = (doc.querySelector(".word") || body).textContent;

  var sg = (window.sheetgen = {
    root: body.dataset.root,
    // Names of what is kept in the browser; pages opened by double-click share one store, so the site's name is in it.
    key: function (name) { return "sheetgen:" + site + ":" + name; },
    load: function (name, otherwise) {
      try { return JSON.parse(localStorage.getItem(sg.key(name))) || otherwise; } catch (e) { return otherwise; }
    },
    save: function (name, value) {
      try { localStorage.setItem(sg.key(name), JSON.stringify(value)); return true; } catch (e) { return false; }
    },
    // An element: make("p.soft", {id: "x"}, "text", child, ...)
    make: function (what, attributes) {
      var parts = what.split("."), node = doc.createElement(parts[0]);
      if (parts.length > 1) node.className = parts.slice(1).join(" ");
      for (var name in attributes || {}) if (attributes[name] != null && attributes[name] !== false) node.setAttribute(name, attributes[name]);
      for (var i = 2; i < arguments.length; i++) if (arguments[i] != null) node.append(arguments[i]);
      return node;
    },
    // A mark by its character in the marks font; pages hand these over in their settings.
    mark: function (glyph) { return sg.make("i.mk", { "aria-hidden": "true" }, glyph); },
    tray: function () { return sg.load("tray", []); },
    // A script or a stylesheet on its first use; a promise.
    need: function (name) { return window.sheetgenLoad(name); },
    // Speak a short message to screen readers.
    say: function (text) {
      var box = doc.getElementById("say") || body.appendChild(sg.make("div.vh", { id: "say", role: "status" }));
      box.textContent = "";
      setTimeout(function () { box.textContent = text; }, 30);
    }
  });

  // Offline: the mark appears once the service worker has stored every page; it only activates then.
  if ("offline" in body.dataset && "serviceWorker" in navigator && /^https?:$/.test(location.protocol)) {
    navigator.serviceWorker.register(sg.root + "service-worker.js").catch(function () { });
    navigator.serviceWorker.ready.then(function () {
      var mark = doc.querySelector("[data-offline-mark]");
      if (mark) mark.hidden = false;
    });
  }

  // Inside another page (see peek.js): say how tall this one is, and let links lead the whole window away.
  if (html.classList.contains("peek")) {
    doc.head.append(sg.make("base", { target: "_parent" }));
    new ResizeObserver(function () { parent.postMessage({ sheetgenPeek: doc.querySelector("main").offsetHeight }, "*"); }).observe(doc.querySelector("main"));
  }

  // Printing unfolds what is folded, and folds it again.
  var folded = [];
  addEventListener("beforeprint", function () {
    folded = Array.prototype.filter.call(doc.querySelectorAll("main details:not([open])"), function (d) { return !d.classList.contains("toc2") && !d.dataset.frame; });
    folded.forEach(function (d) { d.open = true; });
  });
  addEventListener("afterprint", function () { folded.forEach(function (d) { d.open = false; }); });
})();
