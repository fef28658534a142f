/* What waits for a hand: colours and the menu. It comes with the first touch or key, see first.js. */
(function () {
  "use strict";
  var doc = document, html = doc.documentElement, sg = window.sheetgen;

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
})();
