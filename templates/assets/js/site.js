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
    mark: function (name) {
      var ns = "http://www.w3.org/2000/svg", svg = doc.createElementNS(ns, "svg"), use = doc.createElementNS(ns, "use");
      svg.setAttribute("class", "mk");
      svg.setAttribute("aria-hidden", "true");
      use.setAttribute("href", "#m-" + name);
      svg.append(use);
      return svg;
    },
    // Speak a short message to screen readers.
    say: function (text) {
      var box = doc.getElementById("say") || body.appendChild(sg.make("div.vh", { id: "say", role: "status" }));
      box.textContent = "";
      setTimeout(function () { box.textContent = text; }, 30);
    }
  });

  // Colours: as the system, light, dark.
  var toggle = doc.querySelector("[data-theme-toggle]");
  if (toggle) {
    var names = { "": "as the system", light: "light", dark: "dark" }, label = toggle.querySelector(".vh");
    var tell = function () { label.textContent = "Colours: " + names[html.dataset.theme || ""]; toggle.title = label.textContent; };
    toggle.addEventListener("click", function () {
      var system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
      var other = system === "dark" ? "light" : "dark", now = html.dataset.theme || "";
      var next = now === "" ? other : now === other ? system : "";
      if (next) html.dataset.theme = next; else delete html.dataset.theme;
      try { if (next) localStorage.setItem("sheetgen:theme", next); else localStorage.removeItem("sheetgen:theme"); } catch (e) { }
      tell();
      sg.say(label.textContent);
    });
    tell();
  }

  // The menu closes on Escape, on a click elsewhere, and when focus leaves it.
  var menu = doc.querySelector(".menu");
  if (menu) {
    doc.addEventListener("click", function (e) { if (!menu.contains(e.target)) menu.open = false; });
    menu.addEventListener("focusout", function (e) { if (e.relatedTarget && !menu.contains(e.relatedTarget)) menu.open = false; });
    menu.addEventListener("keydown", function (e) {
      if (e.key === "Escape" && menu.open) { menu.open = false; menu.firstElementChild.focus(); }
    });
  }

  // Offline: the mark appears once the service worker has stored every page; it only activates then.
  if ("offline" in body.dataset && "serviceWorker" in navigator && /^https?:$/.test(location.protocol)) {
    navigator.serviceWorker.register(sg.root + "service-worker.js").catch(function () { });
    navigator.serviceWorker.ready.then(function () {
      var mark = doc.querySelector("[data-offline-mark]");
      if (mark) mark.hidden = false;
    });
  }

  // Printing unfolds what is folded, and folds it again.
  var folded = [];
  addEventListener("beforeprint", function () {
    folded = Array.prototype.filter.call(doc.querySelectorAll("main details:not([open])"), function (d) { return !d.classList.contains("toc2"); });
    folded.forEach(function (d) { d.open = true; });
  });
  addEventListener("afterprint", function () { folded.forEach(function (d) { d.open = false; }); });
})();
