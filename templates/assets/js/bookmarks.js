/* In the menu: pages that the reader has pinned, buttons that pin and share this one, and what was read last. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen,
    { path } = doc.body.dataset,
    game = doc.querySelector(".menu .lab")?.textContent || "",
    here = { path, game, title: doc.querySelector("h1")?.textContent.trim() };
  const box = sg.make("section.bookmarks", { "aria-label": "Pinned and recently read" });
  doc.querySelector(".menu .sheet").append(box);

  function row(page, more) {
    const link = sg.make("a", { href: sg.root + encodeURI(page.path) }, sg.make("bdi", null, page.title));
    if (page.game !== game) link.append(" ", sg.make("small", null, page.game));
    return sg.make("li", null, link, more);
  }
  function group(title, rows) {
    return rows.length && sg.make("div", null, sg.make("p.lab", null, title), sg.make("ul", null, ...rows));
  }
  function pin(page, wanted) {
    sg.load("pinned", []).then((all) => {
      const others = all.filter((other) => other.path !== page.path);
      sg.save("pinned", wanted ? [...others, page] : others).then((taken) => {
        if (!taken) return sg.say("This browser keeps nothing; no page can be pinned.");
        sg.say(page.title + (wanted ? " is pinned" : " is no longer pinned"));
        draw();
      });
    });
  }
  // By what the device has for sharing; else the address is copied, or shown where that is not allowed.
  function share() {
    const url = location.href;
    if (navigator.share) return navigator.share({ title: doc.title, url }).catch(() => {});
    const copied = navigator.clipboard ? navigator.clipboard.writeText(url) : Promise.reject(new Error());
    return copied.then(
      () => sg.say("Address copied"),
      () => prompt("The address of this page", url),
    );
  }
  const sharing = sg.make("button.flat", { type: "button" });
  sharing.textContent = navigator.share ? "Share this page" : "Copy the address of this page";
  sharing.addEventListener("click", () => {
    share().then(() => {
      if (!navigator.share) sharing.textContent = "Address copied";
    });
  });
  function draw() {
    Promise.all([sg.load("pinned", []), sg.load("recent", [])]).then(([pinned, recent]) => {
      const isPinned = (page) => pinned.some((other) => other.path === page.path),
        focused = box.contains(doc.activeElement);
      const button = sg.make("button.flat", { type: "button", "aria-pressed": String(isPinned(here)) });
      button.textContent = isPinned(here) ? "Unpin this page" : "Pin this page";
      button.addEventListener("click", () => pin(here, !isPinned(here)));
      const rows = pinned.map((page) => {
        const off = sg.make("button.flat", { type: "button", "aria-label": "Unpin " + page.title }, "×");
        off.addEventListener("click", () => pin(page, false));
        return row(page, off);
      });
      const read = recent.filter((page) => page.path !== path && !isPinned(page));
      box.textContent = "";
      const groups = [
        group("Pinned", rows),
        here.title && button,
        sharing,
        group(
          "Recently read",
          read.map((page) => row(page)),
        ),
      ];
      box.append(...groups.filter(Boolean));
      if (focused) button.focus();
    });
  }
  sg.changed("pinned", draw);
  draw();
})();
