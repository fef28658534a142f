/* How a whole fight may go, on its page: planned bit by bit, counted or played in a worker, told in the sentences of
   sheetgen/model/course_texts.py. */
(() => {
  "use strict";
  const FIGHTS = 1000,
    MOST_FIGHTS = 100000,
    MOST_ROUNDS = 50,
    ROUNDED = 1e-6; // what may be missing from what is sure, since chances are cut to parts of a word
  const sg = globalThis.sheetgen;

  // Parts that are 1 together in whole hundredths that are 100: the largest remainders are rounded up.
  function hundredths(parts) {
    const whole = parts.map((part) => Math.floor(100 * part)),
      left = 100 - whole.reduce((total, n) => total + n, 0),
      remainder = (n) => 100 * parts[n] - whole[n];
    for (const n of [...parts.keys()].sort((a, b) => remainder(b) - remainder(a)).slice(0, left)) whole[n]++;
    return whole;
  }
  // A part of 1 as it is in whole hundredths; what is neither never nor always is not shown as such.
  function percent(part, whole) {
    return (whole === 0 && part > ROUNDED ? "<1" : whole === 100 && part < 1 - ROUNDED ? ">99" : whole) + "\u00a0%";
  }
  const before = (name) => (/[0-9]$/.test(name) ? name + ":" : name);
  const shares = (parts, whole) =>
    parts.map(([name, part], n) => (before(name) + "\u00a0" + percent(part, whole[n])).trim()).join(", ");
  // The round by which this part of all fights that end has ended; null where no fight ends.
  function lasts(course, part) {
    const ended = course.rounds.reduce((total, share) => total + share, 0);
    let total = 0;
    for (const [at, share] of course.rounds.entries()) {
      total += share;
      if (total >= part * ended - 1e-12 && total > 0) return at + 1;
    }
    return null;
  }
  function lines(course, words) {
    const [low, middle, high] = [0.1, 0.5, 0.9].map((part) => lasts(course, part)),
      won = hundredths([...course.wins.map(([, part]) => part), course.undecided]),
      undecided = won.pop(),
      down = course.out.map(([, part]) => Math.floor(100 * part + 0.5));
    return [
      words("Wins: {shares}.", { shares: shares(course.wins, won) }),
      undecided > 0 &&
        words("Undecided after {n} rounds: {share}.", { n: MOST_ROUNDS, share: percent(course.undecided, undecided) }),
      middle !== null && words("Rounds: {middle}, in eight of ten fights {low} to {high}.", { middle, low, high }),
      words("Goes down: {shares}.", { shares: shares(course.out, down) }),
    ].filter(Boolean);
  }
  function notes(course, fight, words, unhurt) {
    const whom = {
      weakest: words("the enemy with the fewest boxes left"),
      best: words("the enemy against whom it does most"),
      first: words("the first enemy in the order"),
      anyone: words("any enemy"),
    };
    return [
      course.fights
        ? words("Played {n} times with the seed {seed}: a share may be {points} points off.", {
            n: course.fights,
            seed: course.seed,
            points: Math.ceil(100 * (0.98 / course.fights ** 0.5)),
          })
        : words("All ways that it can go are counted."),
      words("In the order of the roster everybody makes the best attack against {whom}.", {
        whom: whom[fight.fight.whom],
      }),
      !fight.times && words("Each attacks once in a turn."),
      unhurt ? words("All begin unhurt.") : words("All begin as they are marked."),
      words("Nobody is helped, heals, flees, or fights worse for being hurt."),
    ].filter(Boolean);
  }
  // The course of a plan: a promise that a worker of these scripts keeps, or this page where it may have none.
  function reckoned(plan, seed, fights) {
    const here = () => sg.fightCourse(plan, seed, fights, sg.dieOf);
    return new Promise((done) => {
      try {
        const code = `const dieOf=${sg.dieOf},course=${sg.fightCourse};onmessage=({data})=>postMessage(course(...data,dieOf));`,
          address = URL.createObjectURL(new Blob([code], { type: "text/javascript" })),
          worker = new Worker(address);
        const end = (course) => {
          worker.terminate();
          URL.revokeObjectURL(address);
          done(course);
        };
        worker.onmessage = ({ data }) => end(data);
        worker.onerror = () => end(here());
        worker.postMessage([plan, seed, fights]);
      } catch {
        done(here());
      }
    });
  }
  // The plan of a fight, made a few steps at a time, so that the page goes on.
  function planned(steps) {
    return new Promise((done) => {
      function some() {
        const began = performance.now();
        while (performance.now() - began < 40) {
          const step = steps.next();
          if (step.done) return done(step.value);
        }
        setTimeout(some);
      }
      some();
    });
  }
  // The part of the page: a seed, how often, a button, and what came of it. `now` gives the fight as it stands, whether
  // all are taken for unhurt, and the steps of its plan.
  function part(fight, now) {
    const seed = sg.make("input", {
        type: "text",
        size: 12,
        autocomplete: "off",
        spellcheck: "false",
        value: fight.id,
      }),
      often = sg.make("input", { type: "number", min: 1, max: MOST_FIGHTS, value: FIGHTS }),
      go = sg.make("button.btn", { type: "button" }, sg.words("Play the fight")),
      said = sg.make("div.course", { "aria-live": "polite" });
    let plan, planFor;
    async function play() {
      const { fight: standing, unhurt, steps } = now(),
        stands = JSON.stringify([standing.order, standing.targets]);
      go.disabled = true;
      said.replaceChildren(sg.make("p.soft", null, sg.words("Reckoning …")));
      if (stands !== planFor) plan = planned(steps());
      planFor = stands;
      const known = await plan,
        fights = Math.min(MOST_FIGHTS, Math.max(1, Math.trunc(+often.value) || FIGHTS)),
        course = known && (await reckoned(known, seed.value || fight.id, fights));
      const sides = new Set(standing.targets.map((row) => standing.sides[row.name])),
        none = sides.size < 2 ? sg.words("Only one side is left.") : sg.words("This fight takes too long to reckon."),
        texts = course ? lines(course, sg.words) : [none],
        below = course ? notes(course, fight, sg.words, unhurt) : [];
      said.replaceChildren(...texts.map((text) => sg.make("p", null, text)), sg.make("p.soft", null, below.join(" ")));
      go.disabled = false;
    }
    go.addEventListener("click", play);
    const field = (name, input) => sg.make("label.soft", null, name + " ", input),
      bar = sg.make("p.acts", null, go, field(sg.words("Seed"), seed), field(sg.words("Fights"), often));
    return [bar, said];
  }
  if (typeof document === "undefined") module.exports = { lines, notes };
  else sg.attackCourse = part;
})();
