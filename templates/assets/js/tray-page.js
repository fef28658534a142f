/* The tray's own page. What the browser kept is not trusted: only known elements and attributes return. */
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

  function draw(tray) {
    stack.textContent = "";
    tray.forEach((entry) => {
      const parsed = new DOMParser().parseFromString(String(entry.html), "text/html").body;
      const away = sg.make("button.flat", { type: "button" }, sg.words("Take out {title}", { title: entry.title }));
      away.addEventListener("click", () => {
        keep(
          tray.filter((other) => other.path !== entry.path),
          sg.words("{title} taken out", { title: entry.title }),
        );
      });
      const theme = (/(?:^| )(g-[\w-]+)/.exec(entry.game) || [])[1];
      const box = sg.make("section.held" + (theme ? "." + theme : ""), { "aria-label": entry.title }, away);
      [...clean(parsed).childNodes].forEach((n) => {
        box.append(n);
      });
      stack.append(box);
    });
    page.querySelector("[data-tray-none]").hidden = tray.length > 0;
    const line = page.querySelector("[data-tray-cmd]");
    line.hidden = !tray.length;
    const command = sg.make("code", null, "sheetgen cards " + tray.map((entry) => entry.id).join(" "));
    line.replaceChildren(...sg.parts("As cards from the command line: {command}", { command }));
    doc.querySelectorAll("[data-tray-count] b").forEach((b) => {
      b.textContent = tray.length;
      b.hidden = !tray.length;
    });
  }

  function look() {
    sg.tray().then(draw);
  }
  function keep(tray, message) {
    sg.save("tray", tray).then(() => {
      draw(tray);
      sg.say(message);
    });
  }

  page.querySelector("[data-tray-print]").addEventListener("click", () => {
    print();
  });
  page.querySelector("[data-tray-clear]").addEventListener("click", () => {
    keep([], sg.words("The tray is empty"));
  });
  page.querySelector("[data-tray-cols]").addEventListener("change", (e) => {
    stack.className = "stack columns-" + e.target.value;
  });
  sg.changed("tray", look);
  look();
})();
