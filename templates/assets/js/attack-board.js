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
  const board = { fillings, outcome, words };
  if (typeof document === "undefined") module.exports = board;
  else window.sheetgen.attackBoard = board;
})();
