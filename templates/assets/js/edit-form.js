/* The controls of an entry's fields, by their types. Each is an element that hands on every legal value that it is given;
   what is not legal is said beside it and goes no further. `forms` is what assets/rules/RULESET-forms.js says. */
window.sheetgenForm = (forms) => {
  "use strict";
  const sg = window.sheetgen;
  let seq = 0;
  const { same } = window.SheetgenYaml;
  const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  const options = (shape) =>
    shape.type === "ref"
      ? (forms.entries[shape.of] || []).map((entry) => [entry[0], entry[1]])
      : shape.options || forms.vocabularies[shape.of] || [];
  const fieldsOf = (shape) => forms.records[shape.of] || [];
  const isNumber = (shape) => shape.type === "integer" || shape.type === "number";
  const isSimple = (shape) => !["list", "map", "record", "options"].includes(shape.type);
  const without = (value, name) => Object.fromEntries(Object.entries(value).filter((pair) => pair[0] !== name));
  const put = (value, name, part) => (part === undefined ? without(value, name) : { ...value, [name]: part });
  const chosen = window.sheetgenChosen(forms, put, truth);

  // The fields of a record, or of `ref KIND`, that do not exist beside these values.
  const absent = (holder, values) => window.sheetgenRules.absent(forms.rules, holder, values);

  // ---- what is legal
  /* Why a value is none of a type; empty where it is. `beside` are the values that it stands with. */
  function problem(shape, value, beside = {}) {
    if (isNumber(shape)) {
      const whole = shape.type === "integer";
      if (whole ? !Number.isSafeInteger(value) : typeof value !== "number")
        return whole ? sg.words("a whole number") : sg.words("a number");
      if (value < shape.min) return sg.words("at least {n}", { n: shape.min });
      return value > shape.max ? sg.words("at most {n}", { n: shape.max }) : "";
    }
    if (shape.type === "text" || shape.type === "markdown") return typeof value === "string" ? "" : sg.words("a text");
    if (shape.type === "dice")
      return typeof value === "string" && new RegExp(shape.pattern).test(value.trim())
        ? ""
        : sg.words("dice, such as 2d6+1");
    if (shape.type === "truth") return typeof value === "boolean" ? "" : sg.words("yes or no");
    if (shape.type === "term" || shape.type === "ref")
      return options(shape).some((option) => option[0] === value) ? "" : sg.words("one of its words");
    if (shape.type === "list")
      return Array.isArray(value)
        ? value.map((item) => problem(shape.item, item)).find(Boolean) || ""
        : sg.words("a list");
    if (shape.type === "options") return chosen.problem(shape, value, beside);
    if (shape.type !== "map" && shape.type !== "record") return "";
    if (!isMap(value)) return sg.words("names with values");
    return shape.type === "map" ? problemOfMap(shape, value) : problemOfFields(fieldsOf(shape), value);
  }
  function problemOfMap(shape, value) {
    const parts = Object.keys(value).flatMap((name) => [problem(shape.key, name), problem(shape.value, value[name])]);
    return parts.find(Boolean) || "";
  }
  function problemOfFields(fields, value) {
    const known = Object.fromEntries(fields.map((field) => [field.name, field]));
    for (const name in value) {
      const words = Object.hasOwn(known, name) ? problem(known[name].shape, value[name], value) : sg.words("not known");
      if (words) return name + ": " + words;
    }
    const missing = fields.find((field) => !isOptional(field) && !Object.hasOwn(value, field.name));
    return missing ? sg.words("{title} is missing", missing) : "";
  }
  /* Values with others taken over as far as they are legal, null for one that is taken out; and the fields of the rest. */
  function taken(fields, before, values) {
    const isChoice = (field) => field.shape.type === "options",
      known = fields.filter((field) => Object.hasOwn(values, field.name)),
      isLegal = ({ name, shape }) => values[name] === null || !problem(shape, values[name]);
    const refused = known.filter((field) => !isChoice(field) && !isLegal(field)),
      legal = known.filter((field) => !refused.includes(field)),
      all = legal.reduce((now, { name }) => put(now, name, values[name] ?? undefined), before);
    // What is chosen of another entry is legal or not beside that.
    const choices = fields.filter(
        (field) => isChoice(field) && [field.name, field.shape.beside].some((name) => Object.hasOwn(values, name)),
      ),
      astray = choices.filter(({ name, shape }) => Object.hasOwn(all, name) && problem(shape, all[name], all));
    return [astray.reduce((now, { name }) => without(now, name), all), [...refused, ...astray]];
  }
  const isOptional = (field) => field.optional || "default" in field || field.shape.fill !== undefined;
  /* What a new value of a type begins as: no more than has to be there. */
  function blank(shape, title) {
    if (isNumber(shape)) return Math.min(Math.max(0, shape.min ?? 0), shape.max ?? Infinity);
    if (shape.type === "truth") return false;
    if (shape.type === "term" || shape.type === "ref") return options(shape)[0]?.[0] ?? "";
    if (shape.type === "list" || shape.type === "options") return [];
    if (shape.type === "map")
      return shape.key.type === "term" && shape.fill === undefined
        ? Object.fromEntries(options(shape.key).map((o) => [o[0], blank(shape.value, o[1])]))
        : {};
    if (shape.type !== "record") return title || sg.words("New");
    const needed = fieldsOf(shape).filter((field) => !isOptional(field));
    return Object.fromEntries(needed.map((field) => [field.name, blank(field.shape, sg.words("New"))]));
  }

  // ---- controls
  function labelled(field, input, id) {
    const label = sg.make("label", { for: id }, field.title);
    if (field.unit) label.append(" ", sg.make("span", null, field.unit));
    const note = sg.make("small.wrong", { id: id + "-wrong", hidden: true });
    input.setAttribute("aria-describedby", note.id);
    return sg.make("div.field", null, label, input, note);
  }
  function tell(input, words) {
    const note = input.parentNode.querySelector(".wrong");
    note.textContent = words;
    note.hidden = !words;
    input.setAttribute("aria-invalid", String(!!words));
  }
  function number(field, value, set) {
    const { shape } = field,
      whole = shape.type === "integer",
      id = "edit" + ++seq;
    const input = sg.make("input", {
      id,
      type: whole ? "number" : "text",
      inputmode: whole ? null : "decimal",
      step: whole ? 1 : null,
      min: shape.min,
      max: shape.max,
      value: value ?? field.default ?? shape.fill ?? "",
    });
    input.addEventListener("input", () => {
      const words = input.value.trim().replace("−", "-");
      if (!words && isOptional(field) && !input.validity.badInput) {
        tell(input, "");
        return set(undefined);
      }
      const given = /^[-+]?\d*\.?\d+$/.test(words) ? +words : NaN;
      const wrong = problem(shape, Number.isNaN(given) ? null : given);
      tell(input, wrong && field.title + ": " + wrong);
      if (!wrong) set(given);
    });
    return labelled(field, input, id);
  }
  function text(field, value, set) {
    const id = "edit" + ++seq,
      start = value ?? field.default ?? "",
      tail = /\n*$/.exec(start)[0],
      long = field.shape.type === "markdown" || start.length > 70 || start.trim().includes("\n");
    const input = long
      ? sg.make("textarea", { id, rows: Math.min(12, 2 + Math.floor(start.length / 60)) })
      : sg.make("input", { id, type: "text" });
    input.value = start.slice(0, start.length - tail.length);
    input.addEventListener("input", () => {
      const words = input.value.replace(/\r\n?/g, "\n");
      if (!words.trim()) {
        const wrong = isOptional(field) ? "" : field.title + ": " + sg.words("a text");
        tell(input, wrong);
        return wrong ? undefined : set(undefined);
      }
      const wrong = problem(field.shape, words);
      tell(input, wrong && field.title + ": " + wrong);
      if (!wrong) set(words + tail);
    });
    return labelled(field, input, id);
  }
  function truth(field, value, set) {
    const input = sg.make("input", { type: "checkbox" });
    input.checked = value ?? field.default ?? false;
    // One that nobody has said anything of stays so while it is not ticked.
    const unsaid = field.optional && value === undefined;
    input.addEventListener("change", () => set(input.checked || !unsaid ? input.checked : undefined));
    return sg.make("label.field.tick", null, input, field.title);
  }
  function choice(field, value, set) {
    const id = "edit" + ++seq,
      start = value ?? field.default ?? field.shape.fill,
      select = sg.make("select", { id });
    if (field.optional || start == null) select.append(sg.make("option", { value: "" }, "–"));
    for (const [name, title] of options(field.shape)) {
      const option = sg.make("option", { value: name }, title);
      option.selected = name === start;
      select.append(option);
    }
    select.addEventListener("change", () => set(select.value || undefined));
    return labelled(field, select, id);
  }
  /* What has parts is drawn again when one of them comes or goes. */
  function redrawn(title, draw) {
    const box = sg.make("div.parts"),
      again = (focus) => {
        box.replaceChildren(...draw(again));
        if (focus) box.querySelector(focus)?.focus();
      };
    again();
    return title ? sg.make("fieldset", null, sg.make("legend", null, title), box) : box;
  }
  function button(words, act, label) {
    const node = sg.make("button.flat", { type: "button", "aria-label": label }, words);
    node.addEventListener("click", act);
    return node;
  }
  const nameOf = (value) =>
    isMap(value) ? value.name || Object.values(value).find((part) => typeof part === "string") : value;
  function list(field, value, set) {
    let items = value ?? field.default ?? [];
    const { item } = field.shape,
      give = (next) => set((items = next));
    // Words that hold or do not, such as conditions, are switched on and off; they keep the order of the file.
    if (item.type === "term" && new Set(items).size === items.length)
      return sg.make(
        "div.terms",
        null,
        ...options(item).map(([name, title]) =>
          truth({ title, shape: { type: "truth" } }, items.includes(name), (holds) =>
            give(holds === items.includes(name) ? items : holds ? [...items, name] : items.filter((n) => n !== name)),
          ),
        ),
      );
    return redrawn("", (again) => [
      ...items.map((start, place) => {
        const title = isSimple(item) ? field.title + " " + (place + 1) : "";
        const part = control({ shape: item, title }, start, (now) => {
          if (now !== undefined) give(items.with(place, now));
        });
        const away = button(
          sg.words("Remove"),
          () => {
            give(items.toSpliced(place, 1));
            again(".add");
          },
          sg.words("Remove {title}", { title: nameOf(start) || place + 1 }),
        );
        return sg.make("div.item", null, part, away);
      }),
      addition(sg.words("Add to {title}", field), () => {
        give([...items, blank(item)]);
        again(".item:nth-last-child(2) :is(input, select, textarea)");
      }),
    ]);
  }
  function addition(words, act) {
    const node = button(words, act);
    node.classList.add("add");
    return node;
  }
  function record(field, value, set) {
    let now = value ?? field.default ?? {};
    const parts = fieldsOf(field.shape),
      change = chosen.changing(parts),
      settle = () => {
        const gone = absent(field.shape.of, now);
        parts.forEach((part, at) => {
          nodes[at].hidden = gone.includes(part.name);
        });
        return gone.reduce(without, now);
      },
      made = (part) => {
        const give = (next) => {
          now = change(now, part.name, next);
          for (const choice of chosen.choicesOf(parts, part.name)) {
            const at = parts.indexOf(choice),
              fresh = made(choice);
            nodes[at].replaceWith(fresh);
            nodes[at] = fresh;
          }
          set(settle());
        };
        const node = control(part, now[part.name], give, now);
        return part.shape.type === "options"
          ? sg.make("fieldset", null, sg.make("legend", null, part.title), node)
          : node;
      },
      nodes = parts.map(made);
    settle();
    return sg.make("div.record", null, ...nodes);
  }
  function map(field, value, set) {
    let now = value ?? field.default ?? {};
    const { key, value: inner, fill } = field.shape,
      give = (next) => set((now = next));
    if (key.type === "term" && isSimple(inner)) {
      const parts = options(key).map(([name, title]) =>
        control(
          { shape: inner, title, default: fill, optional: fill === undefined && !Object.hasOwn(now, name) },
          now[name],
          (next) => give(put(now, name, next)),
        ),
      );
      return sg.make("div.terms", null, ...parts);
    }
    return redrawn("", (again) => [
      ...Object.keys(now).map((name) => {
        const title = options(key).find((option) => option[0] === name)?.[1] || name;
        const part = control(
          { shape: inner, title },
          now[name],
          (next) => next !== undefined && give(put(now, name, next)),
        );
        const away = button(
          sg.words("Remove"),
          () => {
            give(without(now, name));
            again(".add");
          },
          sg.words("Remove {title}", { title }),
        );
        return sg.make(
          "div.item",
          null,
          isSimple(inner) ? part : sg.make("fieldset", null, sg.make("legend", null, title), part),
          away,
        );
      }),
      newKey(field, now, (name) => {
        give({ ...now, [name]: blank(inner) });
        again(".item:nth-last-child(2) :is(input, select, textarea)");
      }),
    ]);
  }
  function newKey(field, now, add) {
    const { key } = field.shape,
      id = "edit" + ++seq,
      open = options(key).filter((option) => !Object.hasOwn(now, option[0]));
    const input =
      key.type === "term"
        ? sg.make("select", { id }, ...open.map((o) => sg.make("option", { value: o[0] }, o[1])))
        : sg.make("input", { id, type: "text" });
    const act = () => {
      const name = input.value.trim();
      if (name && !Object.hasOwn(now, name)) add(name);
    };
    return sg.make(
      "div.item.new",
      null,
      labelled({ title: sg.words("New: {title}", field) }, input, id),
      addition(sg.words("Add"), act),
    );
  }
  const CONTROLS = {
    integer: number,
    number,
    text,
    markdown: text,
    dice: text,
    truth,
    term: choice,
    ref: choice,
    list,
    map,
    record,
    options: chosen.control,
  };
  /* The control of a field; `beside` are the values that it stands with. */
  function control(field, value, set, beside = {}) {
    const make = CONTROLS[field.shape.type];
    if (!make || (field.shape.type === "number" && typeof value === "string"))
      return sg.make(
        "p.field.soft",
        null,
        sg.words("{title}: to be changed in the file", { title: field.title || "" }),
      );
    // What is not written stays so while it is what it would be anyway.
    const unwritten = field.default ?? field.shape.fill ?? (isOptional(field) ? {} : undefined);
    return make(field, value, (now) => set(value === undefined && same(now, unwritten) ? undefined : now), beside);
  }

  // ---- the rows of lists, as pages show them: {name, text} of each part, such as `attacks.0.damage`
  function textOf(shape, value) {
    if (value === undefined || value === null) return "";
    if (shape.type === "term" || shape.type === "ref")
      return options(shape).find((option) => option[0] === value)?.[1] ?? String(value);
    return isNumber(shape) ? String(value).replace("-", "−") : String(value);
  }
  function rows(fields, values) {
    return fields.flatMap(({ name, shape }) =>
      shape.type === "list" && shape.item.type === "record" && Array.isArray(values[name])
        ? values[name].flatMap((row, place) =>
            fieldsOf(shape.item)
              .filter((part) => isSimple(part.shape))
              .map((part) => ({
                name: [name, place, part.name].join("."),
                text: textOf(part.shape, row[part.name] ?? part.default),
              })),
          )
        : [],
    );
  }

  return {
    fieldsOf,
    options,
    control,
    taken,
    problem,
    isSimple,
    nameOf,
    rows,
    absent,
    without,
    changing: chosen.changing,
    choicesOf: chosen.choicesOf,
  };
};
