/* Calculators: forms that are answered by the rules themselves.

   Rules and settings come from assets/rules/RULESET.js, written by the build. It must provide
     sheetgenForms: {RULESET: {RULE: {inputs, outputs, house}}}
     sheetgenRules.run(ruleset, rule, given, house) -> {outputs: {NAME: value}, why: {NAME: text}, numbers: {NAME: number}}
   `given` holds inputs by name: numbers, texts, truth values, lists, maps (with free keys as pairs), null for what is
   left empty; `house` holds the switches that the reader changed, by name. Answers are what JSON can hold: terms by
   their titles, fractions that do not end as text ("7/3"). What a rule cannot answer is thrown as an Error whose
   message is for people. */
(() => {
  "use strict";
  const doc = document;
  const sg = window.sheetgen;
  let seq = 0;

  // ---- inputs: each answers {node, get}; `change` is called after every edit
  // What an input opens with: a value of a worked case, else its default.
  function opening(config) {
    return config.start != null ? config.start : config.default;
  }
  function from(config, start) {
    return start === undefined ? config : Object.assign({}, config, { start });
  }
  function label(config, id) {
    const text = sg.make("label", { for: id }, config.title);
    if (config.short && config.short !== config.title) text.append(" ", sg.make("span", null, config.short));
    if (config.unit) text.append(" ", sg.make("span", null, config.unit));
    return text;
  }
  function number(config, change) {
    const id = "calc" + ++seq,
      whole = config.type === "integer";
    const first = config.default != null ? config.default : config.optional ? "" : Math.max(0, config.min || 0);
    const start = opening(config);
    const input = sg.make("input", {
      id,
      type: "number",
      inputmode: whole ? "numeric" : "decimal",
      step: whole ? 1 : "any",
      min: config.min,
      max: config.max,
      value: start != null ? start : first,
    });
    function get() {
      let value = input.value.trim() === "" ? first : +input.value;
      if (value === "") return null;
      if (whole) value = Math.trunc(value);
      if (config.min != null) value = Math.max(config.min, value);
      if (config.max != null) value = Math.min(config.max, value);
      return value;
    }
    function by(step, name) {
      const button = sg.make(
        "button",
        { type: "button", "aria-label": name + ", " + config.title },
        step < 0 ? "−" : "+",
      );
      button.addEventListener("click", () => {
        input.value = get() + step;
        input.value = get();
        change();
      });
      return button;
    }
    input.addEventListener("input", change);
    input.addEventListener("change", () => {
      input.value = get();
    });
    return {
      node: sg.make(
        "div.field",
        null,
        label(config, id),
        sg.make("div.stepper", null, by(-1, sg.words("One less")), input, by(1, sg.words("One more"))),
      ),
      get,
    };
  }
  function truth(config, change) {
    const input = sg.make("input", { type: "checkbox" });
    input.checked = opening(config) === true;
    input.addEventListener("change", change);
    return {
      node: sg.make("label.field.tick", null, input, config.title),
      get() {
        return input.checked;
      },
    };
  }
  function choice(config, change) {
    const id = "calc" + ++seq,
      select = sg.make("select", { id });
    if (config.optional) select.append(sg.make("option", { value: "" }, "–"));
    config.options.forEach((o, i) => {
      const option = sg.make("option", { value: i }, o[1]);
      option.selected = o[0] === opening(config);
      select.append(option);
    });
    select.addEventListener("change", change);
    return {
      node: sg.make("div.field", null, label(config, id), select),
      get() {
        return select.value === "" ? null : config.options[select.value][0];
      },
    };
  }
  function text(config, change) {
    const id = "calc" + ++seq,
      input = sg.make("input", { id, type: "text", value: opening(config) || "" });
    input.addEventListener("input", change);
    return {
      node: sg.make("div.field", null, label(config, id), input),
      get() {
        return input.value;
      },
    };
  }
  function group(config, parts, style) {
    const box = sg.make("div" + (style ? "." + style : ""));
    parts.forEach((p) => {
      box.append(p.node);
    });
    if (!config.title) return box;
    return sg.make("fieldset", null, sg.make("legend", null, config.title), box);
  }
  function record(config, change) {
    const made = {},
      parts = config.fields.map(
        (field) => (made[field.name] = control(from(field, opening(config)?.[field.name]), change)),
      );
    return {
      node: group(config, parts),
      get() {
        return answers(made);
      },
    };
  }
  // A map with free keys is a list of names and values.
  function named(config, change) {
    const fields = [
      { name: "name", title: sg.words("Name"), type: "text" },
      Object.assign({}, config.of, { name: "value", title: sg.words("Value") }),
    ];
    const items = list(
      Object.assign({}, config, {
        default: [],
        start: Object.entries(opening(config) || {}).map((e) => ({
          name: e[0],
          value: e[1],
        })),
        of: { type: "record", fields },
      }),
      change,
    );
    return {
      node: items.node,
      get() {
        return items.get().map((i) => [i.name, i.value]);
      },
    };
  }
  function map(config, change) {
    if (!config.options) return named(config, change);
    const made = {},
      parts = config.options.map(
        (o) =>
          (made[o[0]] = control(from(Object.assign({}, config.of, { title: o[1] }), opening(config)?.[o[0]]), change)),
      );
    return {
      node: group(config, parts, "map-inputs"),
      get() {
        return answers(made);
      },
    };
  }
  function list(config, change) {
    const items = [],
      holder = sg.make("ul.items"),
      noun = config.of?.title || config.title;
    function add(start, quiet) {
      const item = control(
        from(Object.assign({}, config.of, { title: config.of?.title || String(items.length + 1) }), start),
        change,
      );
      const away = sg.make("button.flat", { type: "button" }, sg.words("Remove")),
        line = sg.make("li", null, sg.make("div", null, item.node), away);
      away.addEventListener("click", () => {
        items.splice(items.indexOf(item), 1);
        line.remove();
        more.focus();
        change();
      });
      items.push(item);
      holder.append(line);
      if (!quiet) {
        change();
        const first = line.querySelector("input, select");
        if (first) first.focus();
      }
    }
    const more = sg.make("button.flat", { type: "button" }, sg.words("Add: {title}", { title: noun }));
    more.addEventListener("click", () => {
      add();
    });
    (opening(config) || []).forEach((start) => {
      add(start, true);
    });
    return {
      node: sg.make("fieldset", null, sg.make("legend", null, config.title), holder, more),
      get() {
        return items.map((i) => i.get());
      },
    };
  }
  const KINDS = { integer: number, number, truth, choice, text, record, map, list };
  function control(config, change) {
    return KINDS[config.type](config, change);
  }
  function answers(made) {
    const given = {};
    Object.keys(made).forEach((name) => {
      given[name] = made[name].get();
    });
    return given;
  }

  // ---- outputs
  function words(value) {
    if (value === null || value === undefined) return "–";
    if (value === true) return sg.words("yes");
    if (value === false) return sg.words("no");
    if (Array.isArray(value)) return value.length ? value.map(words).join(", ") : sg.words("none");
    if (typeof value === "object")
      return (
        Object.keys(value)
          .map((k) => k.replace(/_/g, " ") + " " + words(value[k]))
          .join(", ") || sg.words("none")
      );
    return String(value)
      .replace(/^-(?=\d)/, "−")
      .replace(/_/g, " ");
  }
  // In rows of five, as the pages have them: see Marks.rows in sitehtml.py.
  function boxes(glyph, count) {
    const holder = sg.make("span.boxes", { "aria-hidden": "true" });
    for (let left = Math.min(count, 40); left > 0; left -= 5)
      holder.append(sg.make("i", null, glyph.repeat(Math.min(left, 5))));
    return holder;
  }
  function line(output, value, why) {
    const said = words(value),
      row = sg.make(
        "p",
        null,
        sg.make("span.lab", null, output.title),
        sg.make(said.length > 6 ? "b.long" : "b", null, said + (output.unit ? " " + output.unit : "")),
      );
    if (output.boxes && typeof value === "number") row.append(boxes(output.boxes, value));
    if (why && why !== said) row.append(sg.make("span.reason", null, why));
    return row;
  }

  // The form of a rule. Of `more`: `start` has values that inputs open with, by name; `parts` holders that inputs stand in
  // rather than in the form itself; `answered` hears of each answer, with all that was asked, and the house rules stay as
  // they are.
  function build(form, more = {}) {
    const { ruleset, calculator } = form.dataset,
      config = self.sheetgenForms[ruleset][calculator],
      rules = self.sheetgenRules;
    const made = {},
      house = {},
      out = sg.make("div.out", { role: "status" }),
      error = sg.make("p.err", { role: "alert", hidden: "" });
    function answer() {
      const switched = {};
      config.house.forEach((s) => {
        if (house[s.name] && house[s.name].get() !== s.value) switched[s.name] = house[s.name].get();
      });
      try {
        const given = answers(made),
          result = rules.run(ruleset, calculator, given, switched);
        out.textContent = "";
        const outputs =
          config.outputs.length > 0 && config.outputs.every((o) => o.name in result.outputs)
            ? config.outputs
            : Object.keys(result.outputs).map((name) => ({
                name,
                title: name.replace(/_/g, " "),
              }));
        outputs.forEach((o) => {
          out.append(line(o, result.outputs[o.name], result.why?.[o.name]));
        });
        error.hidden = true;
        more.answered?.(result.outputs, given);
      } catch (problem) {
        error.textContent = problem.message;
        error.hidden = false;
      }
    }
    function open() {
      form.textContent = "";
      form.inert = false;
      config.inputs.forEach((input) => {
        made[input.name] = control(more.start ? { ...input, start: more.start[input.name] } : input, answer);
        (more.parts?.[input.name] || form).append(made[input.name].node);
      });
      form.append(...new Set(Object.values(more.parts || {})));
      config.house.forEach((s) => {
        if (s.options.length < 2 || more.answered) return;
        house[s.name] = choice(
          { title: sg.words("House rule: {title}", { title: s.title }), options: s.options, default: s.value },
          answer,
        );
        form.append(house[s.name].node);
      });
      form.append(out, error, ...(more.answered ? [] : [again]));
      answer();
    }
    const again = sg.make("button.flat", { type: "button" }, sg.words("Reset"));
    again.addEventListener("click", () => {
      open();
      again.focus();
      sg.say(sg.words("As it was at first"));
    });
    form.addEventListener("submit", (e) => {
      e.preventDefault();
    });
    open();
  }
  sg.calculator = build;
  // Calculators wait until they come near, and so do the rules.
  function near(form) {
    sg.loadOnce("rules-runtime.js")
      .then(() => sg.loadOnce("../rules/" + form.dataset.ruleset + ".js"))
      .then(() => {
        build(form);
      });
  }
  sg.calculate = near;
  const forms = doc.querySelectorAll("[data-calculator]");
  if ("IntersectionObserver" in window) {
    const watch = new IntersectionObserver(
      (seen) => {
        seen.forEach((s) => {
          if (s.isIntersecting) {
            watch.unobserve(s.target);
            near(s.target);
          }
        });
      },
      { rootMargin: "300px" },
    );
    forms.forEach((f) => {
      watch.observe(f);
    });
  } else forms.forEach(near);
})();
