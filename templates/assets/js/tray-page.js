/* The tray's own page. What the browser kept is treated as a stranger's: only known elements and attributes return. */
(function () {
  "use strict";
  var doc = document, sg = window.sheetgen, page = doc.querySelector("[data-tray-page]");
  if (!page) return;
  var stack = page.querySelector("[data-tray-stack]");
  var TAGS = /^(article|header|section|div|p|span|b|strong|em|i|small|h[1-6]|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|th|td|bdi|abbr|a|br|code)$/;
  var ATTRIBUTES = /^(class|title|dir|scope|colspan|role|aria-hidden|aria-label)$/;

  function clean(node) {
    Array.prototype.slice.call(node.children).forEach(function (child) {
      if (!TAGS.test(child.localName)) return child.remove();
      Array.prototype.slice.call(child.attributes).forEach(function (a) {
        if (!ATTRIBUTES.test(a.name.toLowerCase())) child.removeAttribute(a.name);
      });
      clean(child);
    });
    return node;
  }

  function draw() {
    var held = sg.tray();
    stack.textContent = "";
    held.forEach(function (one) {
      var parsed = new DOMParser().parseFromString(String(one.html), "text/html").body;
      var away = sg.make("button.flat", { type: "button" }, "Take out ", one.title);
      away.addEventListener("click", function () {
        sg.save("tray", sg.tray().filter(function (other) { return other.path !== one.path; }));
        draw();
        sg.say(one.title + " taken out");
      });
      var theme = (/(?:^| )(g-[\w-]+)/.exec(one.game) || [])[1];
      var box = sg.make("section.held" + (theme ? "." + theme : ""), { "aria-label": one.title }, away);
      Array.prototype.slice.call(clean(parsed).childNodes).forEach(function (n) { box.append(n); });
      stack.append(box);
    });
    page.querySelector("[data-tray-none]").hidden = held.length > 0;
    var line = page.querySelector("[data-tray-cmd]");
    line.hidden = !held.length;
    line.textContent = "As cards from the command line: ";
    line.append(sg.make("code", null, "sheetgen cards " + held.map(function (one) { return one.id; }).join(" ")));
    doc.querySelectorAll("[data-tray-count] b").forEach(function (b) { b.textContent = held.length; b.hidden = !held.length; });
  }

  page.querySelector("[data-tray-print]").addEventListener("click", function () { print(); });
  page.querySelector("[data-tray-clear]").addEventListener("click", function () { sg.save("tray", []); draw(); sg.say("The tray is empty"); });
  page.querySelector("[data-tray-cols]").addEventListener("change", function (e) { stack.className = "stack k" + e.target.value; });
  addEventListener("storage", draw);           // another page has put something in, or taken it out
  draw();
})();
