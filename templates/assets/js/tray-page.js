/* The tray's own page. What the browser kept is treated as a stranger's: only known elements and attributes return. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen,
    page = doc.querySelector("[data-tray-page]");
  if (!page) return;
  const stack = page.querySelector("[data-tray-stack]");
  const TAGS =
    /^(article|header|section|div|p|span|b|strong|em|i|small|h[1-6]|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|th|td|bdi|abbr|a|br|code)$/;
  const ATTRIBUTES = /^(class|title|dir|scope|colspan|role|aria-hidden|aria-label)$/;

  function clean(node) {
    [...node.children].forEach((child) => {
      if (!TAGS.test(child.localName)) return child.remove();
      [...child.attributes].forEach((a) => {
        if (!ATTRIBUTES.test(a.name.toLowerCase())) child.removeAttribute(a.name);
      });
      clean(child);
    });
    return node;
  }

  function draw(held) {
    stack.textContent = "";
    held.forEach((one) => {
      const parsed = new DOMParser().parseFromString(String(one.html), "text/html").body;
      const away = sg.make("button.flat", { type: "button" }, "Take out ", one.title);
      away.addEventListener("click", () => {
        keep(
          held.filter((other) => other.path !== one.path),
          one.title + " taken out",
        );
      });
      const theme = (/(?:^| )(g-[\w-]+)/.exec(one.game) || [])[1];
      const box = sg.make("section.held" + (theme ? "." + theme : ""), { "aria-label": one.title }, away);
      [...clean(parsed).childNodes].forEach((n) => {
        box.append(n);
      });
      stack.append(box);
    });
    page.querySelector("[data-tray-none]").hidden = held.length > 0;
    const line = page.querySelector("[data-tray-cmd]");
    line.hidden = !held.length;
    line.textContent = "As cards from the command line: ";
    line.append(sg.make("code", null, "sheetgen cards " + held.map((one) => one.id).join(" ")));
    doc.querySelectorAll("[data-tray-count] b").forEach((b) => {
      b.textContent = held.length;
      b.hidden = !held.length;
    });
  }

  function look() {
    sg.tray().then(draw);
  }
  function keep(held, told) {
    sg.save("tray", held).then(() => {
      draw(held);
      sg.say(told);
    });
  }

  page.querySelector("[data-tray-print]").addEventListener("click", () => {
    print();
  });
  page.querySelector("[data-tray-clear]").addEventListener("click", () => {
    keep([], "The tray is empty");
  });
  page.querySelector("[data-tray-cols]").addEventListener("change", (e) => {
    stack.className = "stack k" + e.target.value;
  });
  sg.changed("tray", look);
  look();
})();
