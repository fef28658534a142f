/* In the menu: pages that the reader has pinned, buttons that pin and share this one, and what was read last. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen,
    { path } = doc.body.dataset,
    game = doc.querySelector(".menu .lab")?.textContent || "",
    here = { path, game, title: doc.querySelector("h1")?.textContent.trim() };
  const box = sg.make("section.bookmarks", { "aria-label": sg.words("Pinned and recently read") });
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
        if (!taken) return sg.say(sg.words("This browser keeps nothing; no page can be pinned."));
        const { title } = page;
        sg.say(wanted ? sg.words("{title} is pinned", { title }) : sg.words("{title} is no longer pinned", { title }));
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
      () => sg.say(sg.words("Address copied")),
      () => prompt(sg.words("The address of this page"), url),
    );
  }
  const sharing = sg.make("button.flat", { type: "button" });
  sharing.textContent = navigator.share ? sg.words("Share this page") : sg.words("Copy the address of this page");
  sharing.addEventListener("click", () => {
    share().then(() => {
      if (!navigator.share) sharing.textContent = sg.words("Address copied");
    });
  });
  function draw() {
    Promise.all([sg.load("pinned", []), sg.load("recent", [])]).then(([pinned, recent]) => {
      const isPinned = (page) => pinned.some((other) => other.path === page.path),
        focused = box.contains(doc.activeElement);
      const button = sg.make("button.flat", { type: "button", "aria-pressed": String(isPinned(here)) });
      button.textContent = isPinned(here) ? sg.words("Unpin this page") : sg.words("Pin this page");
      button.addEventListener("click", () => pin(here, !isPinned(here)));
      const rows = pinned.map((page) => {
        const off = sg.make(
          "button.flat",
          { type: "button", "aria-label": sg.words("Unpin {title}", { title: page.title }) },
          "×",
        );
        off.addEventListener("click", () => pin(page, false));
        return row(page, off);
      });
      const read = recent.filter((page) => page.path !== path && !isPinned(page));
      box.textContent = "";
      const groups = [
        group(sg.words("Pinned"), rows),
        here.title && button,
        sharing,
        group(
          sg.words("Recently read"),
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
