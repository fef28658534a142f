/* Reading: the contents follow the text, and the link of a heading is copied by a click. */
(function () {
  "use strict";
  var doc = document, sg = window.sheetgen;

  var links = doc.querySelectorAll("[data-toc] a");
  if (links.length) {
    var targets = Array.prototype.map.call(links, function (a) { return doc.getElementById(decodeURIComponent(a.hash.slice(1))); });
    var waiting = false;
    var follow = function () {
      waiting = false;
      var current = 0, end = innerHeight + scrollY >= doc.documentElement.scrollHeight - 4;
      targets.forEach(function (t, i) { if (t && (t.getBoundingClientRect().top < 150 || (end && t.getBoundingClientRect().top < innerHeight))) current = i; });
      links.forEach(function (a, i) {
        a.parentNode.classList.toggle("on", i === current);
        if (i === current) a.setAttribute("aria-current", "true"); else a.removeAttribute("aria-current");
      });
    };
    addEventListener("scroll", function () { if (!waiting) { waiting = true; requestAnimationFrame(follow); } }, { passive: true });
    follow();
  }

  doc.addEventListener("click", function (e) {
    var anchor = e.target.closest("a.anchor");
    if (!anchor || !navigator.clipboard) return;
    navigator.clipboard.writeText(anchor.href).then(function () {
      sg.say("Address copied");
      anchor.textContent = "✓";
      setTimeout(function () { anchor.textContent = "#"; }, 1200);
    }, function () { });
  });

  // A link into something folded opens it.
  function unfold() {
    var target = location.hash.length > 1 && doc.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (var up = target; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
  }
  addEventListener("hashchange", unfold);
  unfold();
})();
