/* The print tray: what was collected, its count in the bar, and the button that adds an entry. */
(function () {
  "use strict";
  var doc = document, sg = window.sheetgen;
  sg.laid = true;

  function count() {
    var n = sg.tray().length;
    doc.querySelectorAll("[data-tray-count] b").forEach(function (b) { b.textContent = n; b.hidden = !n; });
  }
  function has(path) { return sg.tray().some(function (held) { return held.path === path; }); }

  // What is printed: the stat block and what stands beside it, but not where its numbers, as plain text, come from.
  function taken() {
    var beside = sg.make("div.prose.col-b.under"), copy = sg.make("div", null, beside);
    var block = doc.querySelector(".sb");
    if (block) beside.before(block.cloneNode(true));
    doc.querySelectorAll(".col-b > .bd").forEach(function (part) { if (!part.querySelector("#numbers, .why")) beside.append(part.cloneNode(true)); });
    copy.querySelectorAll(".pop").forEach(function (p) { p.remove(); });
    copy.querySelectorAll(".n").forEach(function (n) { n.replaceWith(n.textContent); });
    copy.querySelectorAll("[id]").forEach(function (n) { n.removeAttribute("id"); });
    return copy.innerHTML;
  }

  var add = doc.querySelector("[data-tray-add]");
  if (add) {
    var path = add.dataset.href, label = add.querySelector("span");
    var tell = function () {
      add.setAttribute("aria-pressed", has(path));
      label.textContent = has(path) ? "In the print tray" : "Add to print tray";
      count();
    };
    add.addEventListener("click", function () {
      var held = sg.tray().filter(function (one) { return one.path !== path; });
      if (!has(path)) held.push({ id: add.dataset.trayAdd, path: path, title: add.dataset.title, game: doc.body.className, html: taken() });
      if (!sg.save("tray", held)) sg.say("The browser keeps nothing here; the tray stays empty.");
      tell();
      sg.say(has(path) ? "Added to the print tray" : "Taken out of the print tray");
    });
    tell();
  }
  addEventListener("storage", count);
  count();
})();
