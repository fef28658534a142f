/* An attack of a fight. Who attacks whom, and with what, fills in the form of the rule; dice are written in or rolled; the
   answer is crossed off on the board. The data comes from PAGE.attacks.js, see fight_attacks.py. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen,
    board = doc.querySelector("[data-attack]"),
    holder = board.querySelector(".attack");
  const LONGEST = 30,
    DIE = /([+-]?)(?:(\d*)d(\d+|[F%])(!?)|(\d+))/g;

  const added = (sum, face) => sum + face;
  function choice(label, texts) {
    const select = sg.make("select", null);
    texts.forEach((text, i) => {
      select.append(sg.make("option", { value: i }, text));
    });
    return [sg.make("label.field", null, sg.make("span", null, label), select), select];
  }
  // What dice show, each face; one that explodes is added to while it shows its highest.
  function thrown(dice, die) {
    const faces = [];
    for (const [, sign, count, sides, explodes, plain] of dice.matchAll(DIE)) {
      const way = sign === "-" ? -1 : 1;
      if (plain) faces.push(way * +plain);
      for (let left = sides ? Number(count || 1) : 0; left; left--) {
        let face = sg.faceOf(sides, die),
          sum = face;
        while (explodes && face === +sides && +sides > 1) sum += face = sg.faceOf(sides, die);
        faces.push(way * sum);
      }
    }
    return faces;
  }

  function open(fight) {
    const { ruleset, rule, attacks, targets, sides } = fight,
      { inputs } = self.sheetgenForms[ruleset][rule],
      kinds = Object.fromEntries(inputs.map((input) => [input.name, input.type]));
    const random = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);
    let die = sg.dieOf(random()),
      asked = {},
      answer = {},
      known = {};
    const attackers = [...new Set(attacks.map((attack) => attack.by))],
      [whoField, who] = choice(sg.words("Attacker"), attackers),
      [attackField, attack] = choice(sg.words("Attack"), []),
      [targetField, target] = choice(
        sg.words("Target"),
        targets.map((row) => row.called || row.name),
      );
    const form = sg.make("form.calc", { "data-ruleset": ruleset, "data-calculator": rule }),
      log = sg.make("ol.rolls", { "aria-live": "polite", "aria-label": sg.words("Attacks so far") }),
      cross = sg.make("button.btn", { type: "button" }),
      bar = sg.make("p.acts"),
      chance = sg.make("p.odds"),
      brings = sg.make("p.brings"),
      counts = sg.make("p.counts.soft", { "aria-live": "polite" });

    const chosen = () => attacks.filter((row) => row.by === attackers[+who.value])[+attack.value];
    const aimed = () => targets[+target.value];
    const track = (label) => (aimed().tracks ? aimed().tracks + ": " + label : label),
      outcome = () => sg.attackBoard.outcome(fight, aimed(), fighter(), answer);
    const standing = (name) => sg.fight.fighters().find((row) => row.name === name),
      fighter = () => standing(aimed().name);
    const isList = (name) => kinds[name] === "list",
      fillings = (inputsOf, name) => sg.attackBoard.fillings(inputsOf, standing(name), isList),
      holding = () => [...fillings(fight.of_attacker, chosen().by), ...fillings(fight.of_target, aimed().name)];
    let filledBefore = "";
    function leftOf(label) {
      const standing = fighter()?.tracks.find((part) => part.label === label);
      return standing ? standing.most - standing.marked : null;
    }
    // A list of dice opens with one place for each of them, as if all were average.
    function unrolled() {
      const lists = Object.entries(fight.rolls).filter(
        ([name, dice]) => isList(name) && /^[\dd+!-]+$/.test(dice) && !asked[name]?.length,
      );
      return lists.map(([name, dice]) => [name, thrown(dice, (sides) => Math.ceil(sides / 2))]);
    }
    function fold(part, what, title) {
      const details = sg.make(what, null, sg.make("summary", null, title));
      part.before(details);
      details.append(part);
      return details;
    }
    // The form anew: what the two bring along is filled in, all else stays as it was set.
    function draw(changes = {}) {
      const left = Object.entries(fight.left)
        .map(([input, label]) => [input, leftOf(track(label))])
        .filter(([, boxes]) => boxes !== null);
      const filling = holding(),
        filled = { ...chosen().given, ...aimed().given, ...Object.fromEntries([...left, ...filling]) },
        counted = new Set(filling.filter(([, value]) => value).map(([input]) => input)),
        own = Object.entries(asked).filter(([name]) => !(name in known));
      known = filled;
      filledBefore = JSON.stringify(filling);
      const start = {
          ...fight.circumstances,
          ...Object.fromEntries([...own, ...unrolled()]),
          ...filled,
          ...changes,
        },
        from = sg.make("div.parts"),
        rolled = sg.make("div.rolled"),
        around = sg.make("div.parts"),
        unfolded = form.querySelector("details.around")?.open ?? !Object.keys(fight.rolls).length;
      const parts = {};
      for (const { name } of inputs)
        parts[name] = name in fight.rolls ? rolled : name in filled && !counted.has(name) ? from : around;
      sg.calculator(form, { start, parts, answered });
      fold(from, "details", sg.words("What the two bring along"));
      fold(around, "details.around", sg.words("Circumstances")).open = unfolded;
      form.prepend(rolled);
      const titles = inputs.filter(({ name }) => counted.has(name)).map((input) => input.title);
      counts.textContent = titles.length
        ? sg.words("Counted from the board: {names}", { names: titles.join(", ") })
        : "";
    }
    function answered(outputs, given) {
      answer = outputs;
      asked = given;
      if (asking)
        chance.textContent = oddsOf(given)
          .texts.map((text, at) => asking.outputs[at].title + " " + text)
          .join(", ");
      const done = sg.attackBoard.words(outcome());
      cross.disabled = !done;
      brings.textContent = done;
      cross.textContent = sg.words("Cross off: {name}", { name: aimed().called || aimed().name });
    }
    const asking = fight.odds && self.sheetgenForms[ruleset][fight.odds.rule];
    // The chances of an attack from those values that the rule of odds asks for: texts, and numbers, or that it failed.
    const reckoned = new Map();
    function oddsOf(given) {
      const own = Object.fromEntries(
          asking.inputs.map(({ name }) => [name, given[name]]).filter(([, value]) => value !== undefined),
        ),
        key = JSON.stringify(own);
      if (!reckoned.has(key)) reckoned.set(key, count(own));
      return reckoned.get(key);
    }
    function count(own) {
      try {
        const { outputs, numbers } = self.sheetgenRules.run(ruleset, fight.odds.rule, own, {});
        return {
          texts: asking.outputs.map(({ name, unit }) => outputs[name] + (unit ? "\u00a0" + unit : "")),
          numbers,
        };
      } catch {
        return { texts: asking.outputs.map(() => "–"), numbers: {}, failed: true };
      }
    }
    function values(name, given) {
      try {
        return self.sheetgenRules.values(ruleset, name, given, {});
      } catch {
        return null;
      }
    }
    // Each attacker's best attack on every enemy, or all of them; a few at a time, so that the page goes on.
    function oddsTable(all) {
      const body = sg.make("tbody"),
        gaps = sg.make("p.soft"),
        without = new Set(),
        waiting = sg.attackOdds
          .pairs(asItStands())
          .flatMap((pair) =>
            all ? pair.attacker.rows.map((row) => ({ ...pair, attacker: { ...pair.attacker, rows: [row] } })) : [pair],
          );
      function some() {
        const began = performance.now();
        while (waiting.length && performance.now() - began < 40) {
          const pair = waiting.shift(),
            { attack, odds, failed } = sg.attackOdds.best(fight, pair, oddsOf),
            cells = [pair.target.name, ...odds.texts].map((text) => sg.make("td", null, text));
          body.append(
            sg.make("tr", null, sg.make("th", { scope: "row" }, pair.attacker.name + ", " + attack.name), ...cells),
          );
          for (const name of failed) without.add(name);
        }
        if (waiting.length) setTimeout(some);
        else if (without.size)
          gaps.textContent = sg.words("No odds of {attacks}: the rule cannot reckon with them.", {
            attacks: [...without].join("; "),
          });
      }
      some();
      const heads = [sg.words("Attack"), sg.words("Target"), ...asking.outputs.map((output) => output.title)],
        head = sg.make("tr", null, ...heads.map((text) => sg.make("th", { scope: "col" }, text)));
      const table = sg.make("table.odds", null, sg.make("thead", null, head), body);
      return sg.make("div", null, sg.make("div.scroll", { tabindex: 0 }, table), gaps);
    }
    const unhurt = sg.make("input", { type: "checkbox" }),
      asItStands = () => sg.attackBoard.standing(fight, sg.fight.fighters(), unhurt.checked);
    // Tables that are counted when they are unfolded, and again when somebody stands otherwise.
    const tables = [];
    function unfolding(title, ...make) {
      const details = sg.make("details", null, sg.make("summary", null, title)),
        holder = sg.make("div");
      let drawnFor = "";
      function count() {
        const stands = details.open && JSON.stringify(asItStands());
        if (!stands || stands === drawnFor) return;
        drawnFor = stands;
        holder.replaceChildren(...make.map((part) => part()));
      }
      details.append(holder);
      details.addEventListener("toggle", count);
      tables.push(count);
      return details;
    }
    const recount = () => {
      for (const count of tables) count();
    };
    unhurt.addEventListener("change", recount);
    function note(...what) {
      log.prepend(sg.make("li", null, ...what));
      while (log.children.length > LONGEST) log.lastElementChild.remove();
    }
    function roll() {
      const changes = {},
        fallen = [];
      // What is rolled first may say how many dice are rolled then.
      for (const [name, dice] of Object.entries(fight.rolls)) {
        const text = String(answer[dice] ?? dice),
          parts = text.split(",").filter(Boolean),
          faces = text.includes(",") ? parts.map((part) => thrown(part, die).reduce(added, 0)) : thrown(text, die);
        if (!faces.length) continue;
        changes[name] = kinds[name] === "list" ? faces : faces.reduce(added, 0);
        fallen.push(text.replace(/,$/, "") + ": " + faces.join(", "));
        draw({ ...asked, ...changes });
      }
      const names = chosen().by + " → " + (aimed().called || aimed().name) + ", " + chosen().name,
        done = sg.attackBoard.words(outcome());
      note(sg.make("b", null, names), " " + [...fallen, done].filter(Boolean).join("; "));
    }

    function attacker() {
      const own = attacks.filter((row) => row.by === attackers[+who.value]);
      attack.replaceChildren(...own.map((row, i) => sg.make("option", { value: i }, row.name)));
      const side = sides[own[0].by],
        enemy = targets.findIndex((row) => sides[row.name] !== side);
      if (sides[aimed().name] === side && enemy >= 0) target.value = String(enemy);
      draw();
    }
    who.addEventListener("change", attacker);
    [attack, target].forEach((select) => {
      select.addEventListener("change", () => {
        draw();
      });
    });
    sg.fight.drawn = () => {
      if (JSON.stringify(holding()) !== filledBefore) draw();
      recount();
    };
    cross.addEventListener("click", () => {
      const done = outcome();
      if (!fighter()) return;
      sg.fight.struck(fighter().key, done);
      note(sg.make("b", null, aimed().name), " " + sg.attackBoard.words(done));
      draw();
    });
    if (board.dataset.attack && Object.keys(fight.rolls).length) {
      const seed = sg.make("input", { type: "text", size: 8, autocomplete: "off", spellcheck: "false" }),
        button = sg.make("button.btn", { type: "button" }, sg.words("Roll"));
      button.addEventListener("click", roll);
      seed.addEventListener("change", () => {
        die = sg.dieOf(seed.value || random());
      });
      bar.append(button, sg.make("label.soft", null, sg.words("Seed") + " ", seed));
    }
    bar.append(cross);
    holder.append(
      sg.make("div.calc.who-whom", null, whoField, attackField, targetField),
      counts,
      bar,
      brings,
      chance,
      form,
      log,
    );
    if (asking) {
      const taken = () => sg.make("p.soft", null, fight.odds.doc),
        most = () => sg.make("p.soft", null, sg.words("Of several attacks each has the one that does most."));
      holder.append(sg.make("label.cond.unhurt", null, unhurt, sg.make("span", null, sg.words("Odds as if unhurt"))));
      if (fight.fight) {
        const now = () => {
          const standing = asItStands();
          return {
            fight: standing,
            unhurt: unhurt.checked,
            steps: () => sg.fightPlan(standing, sg.attackOdds, values, oddsOf),
          };
        };
        const whole = sg.make("details", null, sg.make("summary", null, sg.words("The whole fight")));
        whole.append(...sg.attackCourse(fight, now));
        holder.append(whole);
      }
      holder.append(
        unfolding(sg.words("Odds of the best attacks"), most, taken, () => oddsTable(false)),
        unfolding(sg.words("Odds of all attacks"), taken, () => oddsTable(true)),
      );
    }
    const turn = attackers.indexOf(doc.querySelector("[data-whose]").textContent);
    if (turn >= 0) who.value = String(turn);
    attacker();
  }

  sg.loadOnce("../attack.css");
  sg.loadOnce("../../" + encodeURI(doc.body.dataset.path.replace(/html$/, "attacks.js")))
    .then(() => sg.loadOnce("rules-runtime.js"))
    .then(() => sg.loadOnce("../rules/" + window.sheetgenAttacks.ruleset + ".js"))
    .then(() => sg.loadOnce("calculator.js"))
    .then(() => {
      open(window.sheetgenAttacks);
    });
})();
