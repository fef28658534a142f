/* Colours and the menu: code that is loaded with the first touch or key, see lazy.js. */
(() => {
  "use strict";
  const doc = document,
    html = doc.documentElement,
    sg = window.sheetgen;

  // Colours: as the system, light, dark.
  const toggle = doc.querySelector("[data-theme-toggle]");
  if (toggle) {
    const names = {
        system: sg.words("Colours: as the system"),
        light: sg.words("Colours: light"),
        dark: sg.words("Colours: dark"),
      },
      label = toggle.querySelector(".sr-only");
    const update = () => {
      label.textContent = names[html.dataset.theme || "system"];
      toggle.title = label.textContent;
    };
    toggle.addEventListener("click", () => {
      const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
      const other = system === "dark" ? "light" : "dark",
        now = html.dataset.theme || "system";
      const next = now === "system" ? other : now === other ? system : "system";
      sg.colour(next);
      sg.save("theme", next);
      update();
      sg.say(label.textContent);
    });
    update();
  }

  doc.querySelector("[data-edit]")?.addEventListener("click", () => {
    sg.loadOnce("drafts.js").then(() => sg.openEditor());
  });

  // The menu closes on Escape, on a click elsewhere, and when focus leaves it.
  const menu = doc.querySelector(".menu");
  if (menu) {
    doc.addEventListener("click", (e) => {
      if (!menu.contains(e.target)) menu.open = false;
    });
    menu.addEventListener("focusout", (e) => {
      if (e.relatedTarget && !menu.contains(e.relatedTarget)) menu.open = false;
    });
    menu.addEventListener("keydown", (e) => {
      if (e.key === "Escape" && menu.open) {
        menu.open = false;
        menu.firstElementChild.focus();
      }
    });
    const bookmarks = () => {
      if (menu.open) sg.loadOnce("../bookmarks.css").then(() => sg.loadOnce("bookmarks.js"));
    };
    menu.addEventListener("toggle", bookmarks);
    bookmarks();
  }
})();
