/* What an attack takes from the board and brings to it. `fight` is what PAGE.attacks.js has; who stands on the board is
   {tracks: [{label, most, marked}], conditions: [NAME]}, or undefined for somebody who is not there. */
(() => {
  "use strict";
  // What fills one input in: the terms or the truth of conditions, the value of the last one that holds, or what is marked
  // on a track; undefined where nothing does.
  function filling(known, stands, isList) {
    if (typeof known === "string") return stands.tracks.find((track) => track.label === known)?.marked;
    if (!Array.isArray(known)) return known.values.findLast(([called]) => stands.conditions.includes(called))?.[1];
    const holding = known.filter(([, called]) => stands.conditions.includes(called));
    if (holding.length) return isList ? holding.map(([id]) => id) : true;
  }
  // The inputs that the board fills in, of one who attacks or is attacked; `isList` says which of them are lists.
  function fillings(inputs, stands, isList) {
    return Object.entries(inputs ?? {})
      .map(([input, known]) => [input, stands && filling(known, stands, isList(input))])
      .filter(([, value]) => value !== undefined);
  }
  // What an attack does to a target that stands so, by its outputs: boxes of tracks that it has, names of conditions, and
  // words to note.
  function outcome(fight, target, stands, outputs) {
    const track = (label) => (target.tracks ? target.tracks + ": " + label : label),
      some = Object.entries(fight.lost).map(([label, output]) => [track(label), +outputs[output] || 0]),
      lost = some.filter(([label, boxes]) => boxes > 0 && stands?.tracks.some((own) => own.label === label)),
      inflicted = fight.inflicts ? (outputs[fight.inflicts] ?? []) : [],
      noted = (fight.noted && outputs[fight.noted]) || "";
    return { lost, conditions: inflicted.map((id) => fight.conditions[id] ?? id), noted: String(noted) };
  }
  // What comes of an attack, in words.
  const words = ({ lost, conditions, noted }) =>
    [...lost.map(([label, boxes]) => label + " " + boxes), ...conditions, ...(noted ? [noted] : [])].join(", ");
  // The fight of those who go on, in the order of the board, and as they stand; with `unhurt` all that the encounter has,
  // with nothing marked. Who joined at the table has no attacks here.
  function standing(fight, fighters, unhurt) {
    const known = new Map(fighters.map((fighter) => [fighter.name, fighter])),
      goesOn = (name) => unhurt || (known.has(name) && !known.get(name).conditions.includes("Out"));
    const leftOf = (row) => (track) => {
      const label = row.tracks ? row.tracks + ": " + track : track,
        own = known.get(row.name)?.tracks.find((track) => track.label === label);
      return own && own.most - (unhurt ? 0 : own.marked);
    };
    const asItStands = (row) => {
      const left = Object.entries(fight.left).map(([input, track]) => [input, leftOf(row)(track)]);
      return {
        ...row,
        given: { ...row.given, ...Object.fromEntries(left.filter(([, boxes]) => boxes !== undefined)) },
      };
    };
    return {
      ...fight,
      order: (unhurt ? fight.order : fighters.map(({ name }) => name))?.filter((n) => n in fight.sides && goesOn(n)),
      attacks: fight.attacks.filter((row) => goesOn(row.by)),
      targets: fight.targets.filter((row) => goesOn(row.name)).map(asItStands),
    };
  }
  const board = { fillings, outcome, words, standing };
  if (typeof document === "undefined") module.exports = board;
  else window.sheetgen.attackBoard = board;
})();
