/* Rolling for a new entry on its page: a button, a seed, and a log of what fell. `roll` is what its script says of it,
   `form` the controls, `taken` is handed the values of fields. The dice are those of `sheetgen add --roll`. */
window.sheetgenRolling = (roll, form, fields, taken) => {
  "use strict";
  const sg = window.sheetgen,
    LONGEST = 10,
    shapes = Object.fromEntries(fields.map((field) => [field.name, field.shape])),
    random = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);
  let die = null;

  const button = sg.make("button.btn", { type: "button" }, sg.words("Roll")),
    seed = sg.make("input", { type: "text", size: 8, autocomplete: "off", spellcheck: "false" }),
    log = sg.make("ol.rolls", { "aria-live": "polite", "aria-label": sg.words("Rolls so far") });
  seed.addEventListener("change", () => {
    die = null;
  });
  button.addEventListener("click", () => {
    sg.loadOnce("roll.js").then(() => {
      die ??= sg.dieOf(seed.value || random());
      const { rolled, line } = sg.rolledOn(roll.table, die);
      log.prepend(line);
      while (log.children.length > LONGEST) log.lastElementChild.remove();
      taken(sg.rolledValues(roll.parts, rolled, shapes, { fields: form.fieldsOf, options: form.options }));
    });
  });
  return sg.make(
    "div.roll",
    null,
    sg.make("p.rolling", null, button, sg.make("label.soft", null, sg.words("Seed") + " ", seed)),
    log,
  );
};
