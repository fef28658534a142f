/* The numbers of a page, and the boxes beside them, as they are after a change. They are known by what they say and why;
   where that leaves a doubt, a number stays as it was built. `values` are those of sheetgenRules.entry. */
window.sheetgenPage = (root) => {
  "use strict";
  const ROW = 5; // boxes in a row
  const key = (why, text) => why + "\n" + text;
  const numbers = [...root.querySelectorAll(".number")].map((node) => ({
    node,
    text: node.textContent.trim(),
    why: node.title || node.dataset.said || "",
    boxes: boxesOf(node),
  }));

  function boxesOf(node) {
    const boxes = node.closest(".b-tracks > div, .b-figures > div")?.querySelector(".boxes");
    const sign = boxes && Array.from(boxes.textContent)[0];
    // Boxes of which some are ticked say more than their number.
    return sign && new Set(boxes.textContent).size === 1 ? { node: boxes, sign } : null;
  }
  /* What each old value has become; none where equal ones became different. */
  function become(old, now, keyOf) {
    const after = new Map(now.map((value) => [value.name, value])),
      known = new Map();
    for (const value of old) {
      const place = keyOf(value),
        next = after.get(value.name) || value,
        other = known.get(place);
      known.set(
        place,
        known.has(place) && (!other || other.text !== next.text || other.why !== next.why) ? null : next,
      );
    }
    return known;
  }
  function set(node, text, changed) {
    if (node.textContent.trim() !== text) node.textContent = text;
    node.classList.toggle("changed", changed);
  }
  function draw(boxes, count) {
    const made = [];
    for (let left = count; left > 0; left -= ROW) {
      const size = Math.min(ROW, left);
      const row = document.createElement("i");
      row.className = "row-" + size;
      row.textContent = boxes.sign.repeat(size);
      made.push(row);
    }
    boxes.node.replaceChildren(...made);
  }

  return (old, now) => {
    const by = become(old, now, (value) => key(value.why, value.text));
    for (const number of numbers) {
      const next = by.get(key(number.why, number.text)) || number,
        changed = next.text !== number.text || next.why !== number.why;
      set(number.node, next.text, changed);
      if (number.node.title) number.node.title = next.why;
      else if (number.node.dataset.said) number.node.dataset.said = next.why;
      if (number.boxes && /^\d{1,2}$/.test(next.text)) draw(number.boxes, Math.min(30, +next.text));
    }
  };
};
