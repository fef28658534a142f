/* What players see of a fight, for a second screen: the round, names in the order of turns, conditions. The board keeps
   that apart from its own state, so no number comes here. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen,
    name = sg.board + ":players",
    box = doc.getElementById("players");
  function draw(view) {
    const rows = (Array.isArray(view?.fighters) ? view.fighters : []).map((fighter) => {
      const chips = fighter.conditions.map((condition) => sg.make("span.chip", null, condition)),
        li = sg.make(
          "li",
          { "aria-current": fighter.now && "true" },
          sg.make("bdi.item-name", null, fighter.name),
          ...chips,
        );
      li.classList.toggle("now", fighter.now);
      li.classList.toggle("down", fighter.out);
      return li;
    });
    const round = sg.words("Round {number}", { number: view?.round ?? 1 });
    box.replaceChildren(
      sg.make("h2", null, doc.querySelector("h1").textContent),
      sg.make("p.lead", { role: "status" }, rows.length ? round : sg.words("The fight has not begun.")),
      sg.make("ol", null, ...rows),
    );
    box.querySelector(".now")?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }
  const look = () => sg.load(name).then(draw);
  sg.changed(name, look);
  const hear = () => window.sheetgenNews && draw(window.sheetgenNews.players);
  doc.addEventListener("sheetgen-news", hear);
  look().then(hear);
})();
