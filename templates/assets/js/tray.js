/* The print tray: what was collected, its count in the bar, and the button that adds an entry. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen;
  sg.trayLoaded = true;

  const add = doc.querySelector("[data-tray-add]"),
    path = doc.body.dataset.path;
  function has(tray) {
    return tray.some((entry) => entry.path === path);
  }
  function tell(tray) {
    doc.querySelectorAll("[data-tray-count] b").forEach((b) => {
      b.textContent = tray.length;
      b.hidden = !tray.length;
    });
    if (!add) return;
    add.setAttribute("aria-pressed", has(tray));
    add.querySelector("span").textContent = has(tray) ? sg.words("In the print tray") : sg.words("Add to print tray");
  }

  // What is printed: the stat block and what stands beside it, but not where its numbers, as plain text, come from.
  function taken() {
    const beside = sg.make("div.prose.side-column.under"),
      copy = sg.make("div", null, beside);
    const block = doc.querySelector(".stat-block");
    if (block) beside.before(block.cloneNode(true));
    doc.querySelectorAll(".side-column > .part").forEach((part) => {
      if (!part.querySelector("#numbers, .why")) beside.append(part.cloneNode(true));
    });
    copy.querySelectorAll(".pop").forEach((p) => {
      p.remove();
    });
    copy.querySelectorAll(".number").forEach((n) => {
      n.replaceWith(n.textContent);
    });
    copy.querySelectorAll("[id]").forEach((n) => {
      n.removeAttribute("id");
    });
    return copy.innerHTML;
  }

  if (add)
    add.addEventListener("click", () => {
      sg.tray().then((before) => {
        const tray = before.filter((entry) => entry.path !== path);
        if (!has(before))
          tray.push({
            id: doc.querySelector(".stat-block").dataset.entry,
            path,
            title: doc.querySelector(".stat-block .name").textContent,
            game: doc.body.className,
            html: taken(),
          });
        return sg.save("tray", tray).then((taken) => {
          if (!taken) return sg.say(sg.words("This browser keeps nothing; the tray stays empty."));
          tell(tray);
          sg.say(has(tray) ? sg.words("Added to the print tray") : sg.words("Taken out of the print tray"));
        });
      });
    });
  function look() {
    return sg.tray().then(tell);
  }
  sg.changed("tray", look);
  look();
})();
