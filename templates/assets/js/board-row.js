/* One fighter of a board: figures, tracks to cross off, conditions, timers, a note; folded into what stands now. A
   condition that stacks is a track of its name.
   `acts` are what its controls do: {cross, condition, clear, write}, and on a board {note, initiative, nextInitiative,
   timer, endTimer, fold, move, hide, leave} as well. */
window.sheetgenFighterRow = (fighter, conditions, acts) => {
  "use strict";
  const sg = window.sheetgen,
    FEW = 8, // conditions that stand open
    MOST_SIGNS = 12, // boxes that a folded row still shows
    named = fighter.name,
    crossed = fighter.tracks.filter((track) => track.most > track.least),
    stacks = new Set(crossed.map((track) => track.label).filter((label) => conditions.includes(label))),
    tracks = {},
    boxes = {};
  const button = (what, label, text, act) => {
    const node = sg.make(what, { type: "button", "aria-label": label }, text);
    node.addEventListener("click", act);
    return node;
  };

  // ---- tracks
  // Of a track with too many boxes what is left, of others the number that they stand at, to write over or to step.
  function counter(track) {
    const label = named + ", " + track.label,
      isLeft = track.way === "left",
      range = track.least
        ? sg.words("{first} to {last}", { first: track.least, last: track.most })
        : sg.words("of {all}", { all: track.most }),
      input = sg.make("input", {
        type: "number",
        min: track.least,
        max: track.most,
        "aria-label": label + (isLeft ? " " + sg.words("left") : "") + ", " + range,
      });
    const stand = (value) => acts.cross(track.label, isLeft ? track.most - value : value);
    const step = (by, sign, does) => button("button", does + ": " + label, sign, () => stand(+input.value + by));
    input.addEventListener("change", () => stand(Math.trunc(+input.value) || 0));
    tracks[track.label] = (marked) => {
      input.value = isLeft ? track.most - marked : marked;
    };
    return sg.make(
      "span.count",
      { role: "group", "aria-label": label },
      step(-1, "−", sg.words("One less")),
      input,
      step(1, "+", sg.words("One more")),
      sg.make("span.soft", null, " " + range.replaceAll("-", "−")),
    );
  }
  function ticks(track) {
    const [off, on] = track.boxes;
    let stands = 0;
    const holder = sg.make("span.boxes", { role: "group", "aria-label": named + ", " + track.label }),
      buttons = Array.from({ length: track.most }, (_, i) => {
        const of = sg.words("{some} of {all}", { some: i + 1, all: track.most });
        return button("button", named + ", " + track.label + " " + of, "", () =>
          acts.cross(track.label, stands === i + 1 ? i : i + 1),
        );
      });
    for (let i = 0; i < buttons.length; i += 5) holder.append(sg.make("span", null, ...buttons.slice(i, i + 5)));
    tracks[track.label] = (marked) => {
      stands = marked;
      buttons.forEach((box, i) => {
        box.setAttribute("aria-pressed", i < marked);
        box.replaceChildren(sg.mark(i < marked ? on : off));
      });
    };
    return holder;
  }
  function drawTrack(track) {
    const control = track.way === "boxes" ? ticks(track) : counter(track);
    return sg.make("div", { "data-track": track.label }, sg.make("span.lab", null, track.label), " ", control);
  }

  // ---- conditions
  function condition(name) {
    const box = (boxes[name] = sg.make("input", { type: "checkbox", value: name }));
    box.addEventListener("change", () => acts.condition(name, box.checked));
    return sg.make("label.cond", null, box, sg.make("span", null, name === "Out" ? sg.words("Out") : name));
  }
  // Of many conditions only those that hold are in sight, until one is looked for.
  function unfolding(holder) {
    const more = button(
      "button.cond",
      sg.words("Conditions of {name}, all of them", { name: named }),
      sg.make("span", null, sg.words("Conditions") + " +"),
      () => {
        const folded = holder.classList.toggle("folded");
        more.setAttribute("aria-expanded", !folded);
        more.firstChild.textContent = sg.words("Conditions") + (folded ? " +" : " −");
      },
    );
    more.setAttribute("aria-expanded", "false");
    holder.classList.add("folded");
    return more;
  }
  const conds = sg.make(
    "div.conds",
    { role: "group", "aria-label": sg.words("Conditions of {name}", { name: named }) },
    ...conditions.filter((name) => !stacks.has(name)).map(condition),
  );
  if (conditions.length > FEW) conds.prepend(unfolding(conds));

  // ---- timers
  const running = sg.make("ul.timers"),
    timer = sg.make("input.note-field", {
      type: "text",
      placeholder: sg.words("Timer, such as Torch 3"),
      "aria-label": sg.words("Timer for {name}, such as Torch 3", { name: named }),
    });
  timer.addEventListener("change", () => {
    if (timer.value.trim() && acts.timer(timer.value)) timer.value = "";
  });

  // ---- the row
  const note = sg.make("input.note-field", {
    type: "text",
    placeholder: sg.words("Note"),
    "aria-label": sg.words("Note about {name}", { name: named }),
  });
  note.addEventListener("input", () => acts.note(note.value));
  const initiative = sg.make("input.initiative", {
    type: "number",
    step: "any",
    "aria-label": sg.words("Initiative of {name}", { name: named }),
  });
  initiative.addEventListener("change", () => acts.initiative(initiative.value));
  initiative.addEventListener("keydown", (e) => {
    if (e.key === "Enter") acts.nextInitiative();
  });
  const name = sg.make("button", { type: "button", "aria-expanded": "true" }, sg.make("bdi.item-name", null, named)),
    glance = sg.make("p.glance"),
    side = fighter.side ? [sg.make("span.side-name", null, fighter.side)] : [],
    figures = fighter.figures.filter(([label]) => label),
    inside = sg.make("div.inside");
  name.addEventListener("click", () => acts.fold(!li.classList.contains("closed")));
  if (fighter.side || figures.length)
    inside.append(
      sg.make(
        "p.headlines",
        null,
        ...side,
        ...figures.map(([label, text]) => sg.make("span", null, sg.make("span.lab", null, label), " " + text)),
      ),
    );
  inside.append(sg.make("div.tracks", null, ...crossed.map(drawTrack)), conds);
  if (acts.move) inside.append(sg.make("div.notes", null, note, timer), running);
  const moves = sg.make("p.moves");
  const DIRECTIONS = [
    ["↑", -1, sg.words("Earlier")],
    ["↓", 1, sg.words("Later")],
  ];
  for (const [sign, by, does] of acts.move ? DIRECTIONS : []) {
    const move = button("button", does + ": " + named, sign, () => {
      acts.move(by);
      move.focus();
    });
    moves.append(move);
  }
  // What a button is called begins with what it shows, for those who speak to their device.
  const move = (text, act) => moves.append(button("button.flat", text + ": " + named, text, act));
  if (acts.leave) move(sg.words("Take out"), acts.leave);
  const hiding = sg.make("input", {
    type: "checkbox",
    "aria-label": sg.words("Hide {name} from players", { name: named }),
  });
  hiding.addEventListener("change", () => acts.hide(hiding.checked));
  if (acts.hide)
    moves.append(sg.make("label.cond", null, hiding, sg.make("span", null, sg.words("Hidden from players"))));
  // What goes with a fighter can be cleared, and written into its file.
  if (fighter.kept) {
    move(sg.words("Clear marks"), acts.clear);
    if (acts.write) move(sg.words("Write into the file"), acts.write);
  }
  if (fighter.page) inside.append(...lines(), statBlock());
  inside.append(moves);
  const li = sg.make("li", null, acts.fold ? sg.make("div.who", null, initiative, name, glance) : null, inside);

  // The lines that the page of the fight says of its entry, which leaves the page for the row.
  function lines() {
    const { href } = new URL(sg.root + encodeURI(fighter.page), location.href),
      entry = [...document.querySelectorAll(".inline-entries > li")].find((e) => e.querySelector("a")?.href === href),
      said = [...(entry?.querySelectorAll(":scope > p:not(.sub)") ?? [])];
    entry?.classList.add("on-board");
    return said.length ? [sg.make("div.lines", null, ...said.map((line) => line.cloneNode(true)))] : [];
  }
  // The stat block unfolds in place; its page leads on.
  function statBlock() {
    const address = sg.root + encodeURI(fighter.page);
    return sg.make(
      "details.stat-frame",
      { "data-frame": address },
      sg.make("summary", { "aria-label": sg.words("Stat block of {name}", { name: named }) }, sg.words("Stat block")),
      sg.make("a.flat", { href: address }, sg.words("Open its page")),
    );
  }

  // What a folded row still says: tracks as they stand, conditions, timers, the note.
  function atAGlance(stands) {
    let group = "";
    const marking = crossed.filter((track) => !stacks.has(track.label) || stands.tracks[track.label]);
    const parts = marking.map((track) => {
      const [head, own] = /^(.*?): (.*)$/.exec(track.label)?.slice(1) ?? ["", track.label],
        label = head && head === group ? "" : head || own;
      group = head;
      const marked = stands.tracks[track.label],
        [off, on] = track.boxes,
        number = track.way === "count" ? marked : track.most - marked;
      const sign =
        track.way === "boxes" && track.most <= MOST_SIGNS
          ? sg.make(
              "span",
              null,
              sg.mark(on.repeat(marked) + off.repeat(track.most - marked)),
              sg.make("span.sr-only", null, sg.words("{some} of {all}", { some: marked, all: track.most })),
            )
          : sg.make("b", null, String(number).replace("-", "−"));
      return sg.make("span", null, label && sg.make("span.lab", null, label), label && " ", sign);
    });
    const holds = stands.conditions.map((c) => sg.make("span.chip", null, c === "Out" ? sg.words("Out") : c)),
      timed = stands.timers.map(([text]) => sg.make("span.chip", null, text));
    glance.replaceChildren(...parts, ...holds, ...timed, stands.note && sg.make("span.soft", null, stands.note));
  }

  return {
    li,
    // Draw how the fighter stands: {now, closed, hidden, tracks, conditions, timers: [[text, whether over]], note, initiative}.
    draw(stands) {
      li.classList.toggle("now", stands.now);
      li.classList.toggle("down", stands.conditions.includes("Out"));
      li.classList.toggle("closed", stands.closed);
      name.setAttribute("aria-expanded", !stands.closed);
      if (stands.now) li.setAttribute("aria-current", "true");
      else li.removeAttribute("aria-current");
      for (const label in tracks) tracks[label](stands.tracks[label]);
      for (const c in boxes) boxes[c].checked = stands.conditions.includes(c);
      hiding.checked = stands.hidden;
      if (note !== document.activeElement) note.value = stands.note;
      initiative.value = stands.initiative ?? "";
      running.replaceChildren(
        ...stands.timers.map(([text, over], at) =>
          sg.make(
            "li" + (over ? ".over" : ""),
            null,
            text,
            button("button", sg.words("End {what}", { what: text }), "×", () => acts.endTimer(at)),
          ),
        ),
      );
      atAGlance(stands);
    },
  };
};
