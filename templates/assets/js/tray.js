/* The print tray: what was collected, its count in the bar, and the button that adds an entry. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen;
  sg.trayLoaded = true;

  const add = doc.querySelector("[data-tray-add]"),
    path = add?.dataset.href;
  function has(held) {
    return held.some((one) => one.path === path);
  }
  function tell(held) {
    doc.querySelectorAll("[data-tray-count] b").forEach((b) => {
      b.textContent = held.length;
      b.hidden = !held.length;
    });
    if (!add) return;
    add.setAttribute("aria-pressed", has(held));
    add.querySelector("span").textContent = has(held) ? "In the print tray" : "Add to print tray";
  }

  // What is printed: the stat block and what stands beside it, but not where its numbers, as plain text, come from.
  function taken() {
    const beside = sg.make("div.prose.col-b.under"),
      copy = sg.make("div", null, beside);
    const block = doc.querySelector(".sb");
    if (block) beside.before(block.cloneNode(true));
    doc.querySelectorAll(".col-b > .bd").forEach((part) => {
      if (!part.querySelector("#numbers, .why")) beside.append(part.cloneNode(true));
    });
    copy.querySelectorAll(".pop").forEach((p) => {
      p.remove();
    });
    copy.querySelectorAll(".n").forEach((n) => {
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
        const held = before.filter((one) => one.path !== path);
        if (!has(before))
          held.push({
            id: add.dataset.trayAdd,
            path,
            title: add.dataset.title,
            game: doc.body.className,
            html: taken(),
          });
        return sg.save("tray", held).then((taken) => {
          if (!taken) return sg.say("This browser keeps nothing; the tray stays empty.");
          tell(held);
          sg.say(has(held) ? "Added to the print tray" : "Taken out of the print tray");
        });
      });
    });
  function look() {
    return sg.tray().then(tell);
  }
  sg.changed("tray", look);
  look();
})();
