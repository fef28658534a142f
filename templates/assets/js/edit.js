/* An entry edited on its page: a form, what follows from it, and the lines of its file that change.

   The page's own script (ENTRY.edit.js) holds the entry as it is written. A draft is kept under "drafts" by the address
   of the page: {title, digest, fields: {NAME: value, null for one that is taken out}}. Nothing else is written anywhere,
   but into the file itself where the page comes from `sheetgen serve`, when asked. */
(() => {
  "use strict";
  const doc = document,
    sg = window.sheetgen,
    yaml = window.SheetgenYaml,
    { path, game } = doc.body.dataset,
    article = doc.querySelector(".stat-block[data-entry]"),
    kind = doc.querySelector(".entry[data-kind]").dataset.kind,
    key = kind + ":" + article.dataset.entry;
  const NEAR = 2, // lines around a difference
    MOST = 10; // values that follow before the others are folded
  const clone = (value) => JSON.parse(JSON.stringify(value));

  function script(page) {
    return sg.loadOnce("../../" + encodeURI(page.replace(/html$/, "edit.js")));
  }
  const ready = Promise.all([
    sg.loadOnce("rules-runtime.js").then(() => sg.loadOnce("../rules/" + game + "-kinds.js")),
    sg.loadOnce("../rules/" + game + "-forms.js"),
    script(path),
  ]);

  function start() {
    const source = window.sheetgenSources[game + "/" + key],
      forms = window.sheetgenKinds[game],
      form = window.sheetgenForm(forms),
      redraw = window.sheetgenPage(doc.querySelector(".entry")),
      boxes = Object.fromEntries(
        Object.entries(forms.kinds[kind].boxes || {}).filter(([id]) =>
          article.querySelector(`[data-boxes="${CSS.escape(id)}"]`),
        ),
      ),
      redrawRows = window.sheetgenPageRows(doc.querySelector(".entry"), boxes),
      redrawBoxes = window.sheetgenPageBoxes(doc.querySelector(".entry"), boxes, forms.yes),
      fields = forms.kinds[kind].fields,
      change = form.changing(fields),
      titles = Object.fromEntries(fields.map((field) => [field.name, field.title])),
      steps = source.steps || []; // of a new entry
    let now = clone(source.fields),
      kept = true, // whether the browser keeps the draft
      shared = ""; // what was left out of values from an address

    // ---- the draft
    // What is there of it: fields that exist only beside other values are left out.
    let absent = [];
    const here = () => absent.reduce(form.without, now);
    const changed = () => {
      const values = here();
      return fields.map((field) => field.name).filter((name) => !yaml.same(source.fields[name], values[name]));
    };
    const draft = () => Object.fromEntries(changed().map((name) => [name, here()[name] ?? null]));
    function keep() {
      const mine = draft(),
        entry = { title: source.name, digest: source.digest, fields: mine };
      return sg.load("drafts", {}).then((drafts) => {
        const { [path]: before, ...others } = drafts;
        const all = Object.keys(mine).length ? { ...others, [path]: entry } : others;
        return before || all[path] ? sg.save("drafts", Object.keys(all).length ? all : null) : true;
      });
    }
    function take(values) {
      const [taken, refused] = form.taken(fields.filter(isOpen), now, values || {});
      now = taken;
      return refused.map((field) => field.title);
    }
    /* Whether a field can be changed here: its value, and what is chosen of what it refers to, each stand in one place. */
    function isOpen(field) {
      const entry = source.node[2][field.name];
      return (
        !source.added.includes(field.name) &&
        (!entry || whole(entry[2])) &&
        field.shape.type !== "any" &&
        form.choicesOf(fields, field.name).every(isOpen)
      );
    }
    const whole = (node) =>
      !!node &&
      (Array.isArray(node[2])
        ? node[2].every(whole)
        : !node[2] || Object.values(node[2]).every((entry) => whole(entry[2])));
    const text = () => yaml.edited(source.text, source.node, source.fields, here());

    // ---- what follows
    // All values, {whole, parts}: as they are explained, and what holds several by its parts.
    function derived(values) {
      const missing = new Set();
      function entry(other, id) {
        const page = (forms.entries[other] || []).find((known) => known[0] === id)?.[2],
          there = window.sheetgenSources[game + "/" + other + ":" + id];
        if (page && !there) missing.add(page);
        return there?.fields;
      }
      try {
        const [whole, parts] = [false, true].map((deep) =>
          window.sheetgenRules.entry(forms.rules, kind, values, entry, deep),
        );
        if (!missing.size) return { whole, parts };
      } catch (problem) {
        if (!missing.size) throw problem;
      }
      return Promise.all([...missing].map(script)).then(() => derived(values));
    }
    const attempt = (values) => new Promise((done) => setTimeout(done)).then(() => derived(values)); // a task of its own
    const before = attempt(source.fields);
    before.catch(() => {}); // told as it is shown

    // ---- the panel
    const state = sg.make("p.state", { role: "status" }),
      follows = sg.make("dl.why"),
      rest = sg.make("dl.why"),
      more = sg.make("details", { hidden: true }, sg.make("summary", null, ""), rest),
      trouble = sg.make("p.soft.follows"),
      lines = sg.make("pre.lines", { tabindex: "0", "aria-label": sg.words("Lines of the file that change") }),
      acts = sg.make("p.acts"),
      inputs = sg.make("div.inputs");
    const panel = sg.make(
      "section.edit",
      { "aria-labelledby": "edit-title", id: "edit" },
      sg.make("h2", { id: "edit-title", tabindex: "-1" }, steps.length ? sg.words("Step by step") : sg.words("Edit")),
      state,
      ...(source.roll ? [window.sheetgenRolling(source.roll, form, fields, rolled)] : []),
      inputs,
      sg.make("h3", null, sg.words("What follows")),
      trouble,
      follows,
      more,
      sg.make("h3", null, sg.words("In the file"), " ", sg.make("code", null, source.file)),
      lines,
      acts,
    );
    const LEFT = "left-to-spend-"; // how the names of what is left in each step begin
    const spent = steps.map(() => sg.make("p.soft", { role: "status" }));
    function draw() {
      if (!steps.length) return inputs.replaceChildren(...fields.map((field) => row(field)));
      const named = (name) => fields.filter((field) => field.name === name),
        chosen = new Set(["name", "open", ...steps.flatMap((step) => step.fields)]);
      inputs.replaceChildren(
        ...named("name").map((field) => row(field)),
        ...steps.flatMap((step, place) => [
          sg.make("h3", null, step.title),
          ...(step.text ? [sg.make("p.soft", null, step.text)] : []),
          ...step.fields.flatMap(named).map((field) => row(field, true)),
          spent[place],
        ]),
        sg.make(
          "details",
          null,
          sg.make("summary", null, sg.words("Further fields")),
          ...fields.filter((field) => !chosen.has(field.name)).map((field) => row(field)),
        ),
      );
    }
    /* What was chosen is open no more. */
    function choose(name) {
      const open = (now.open || []).filter((place) => place.split(".")[0] !== name);
      if (open.length) now.open = open;
      else delete now.open;
    }
    function rolled(values) {
      shared = "";
      judged(take(values));
      for (const name of Object.keys(values)) choose(name);
      draw();
      update(true);
    }
    const drawn = new Map(); // what stands for each field, by its name
    function row(field, unfolded) {
      drawn.set(field.name, drawnRow(field, unfolded));
      return drawn.get(field.name);
    }
    function drawnRow(field, unfolded) {
      const set = (value) => {
        now = change(now, field.name, value);
        for (const choice of form.choicesOf(fields, field.name)) {
          const before = drawn.get(choice.name);
          before?.replaceWith(row(choice, before.open));
        }
        if (steps.length) choose(field.name);
        update(true);
      };
      if (!isOpen(field)) return sg.make("p.field.soft", null, sg.words("{title}: to be changed in the file", field));
      const control = form.control(field, clone(now[field.name] ?? null) ?? undefined, set, now);
      if (form.isSimple(field.shape)) return control;
      return sg.make("details", { open: unfolded }, sg.make("summary", null, field.title), control);
    }
    let turn = 0;
    function update(store) {
      absent = form.absent("ref " + kind, now);
      for (const [name, node] of drawn) node.hidden = absent.includes(name);
      const names = changed(),
        mine = ++turn;
      if (store)
        keep().then((taken) => {
          kept = taken;
          if (mine === turn) say(names);
        });
      say(names);
      lines.replaceChildren(...difference());
      lines.hidden = !names.length;
      offer(names);
      Promise.all([before, names.length ? attempt(here()) : before]).then(
        ([old, next]) => mine === turn && show(old, next),
        (problem) => {
          if (mine !== turn) return;
          follows.replaceChildren();
          more.hidden = true;
          trouble.textContent = sg.words("The numbers are not known here: {why}.", { why: problem.message });
        },
      );
    }
    function say(names) {
      const words = names.length
        ? sg.words("Not saved: {what}.", { what: names.map((name) => titles[name]).join(", ") })
        : sg.words("Nothing is changed.");
      const lost =
        names.length && !kept ? sg.words("This browser keeps nothing: copy or save it before you leave.") : "";
      const unwritten = fields.filter(
          ({ name, needed }) => needed && !absent.includes(name) && now[name] === undefined,
        ),
        missing = names.length ? unwritten.map((field) => field.title).join(", ") : "",
        needed = missing && sg.words("Still missing: {what}.", { what: missing });
      const open = (steps.length ? now.open || [] : []).map((place) => titles[place] || place).join(", ");
      const left = open && sg.words("Open: {what}.", { what: open });
      state.textContent = [words, needed, left, lost, shared].filter(Boolean).join(" ");
      state.classList.toggle("unsaved", names.length > 0);
    }
    function difference() {
      const counted = yaml.difference(source.text, text(), NEAR);
      const WORDS = { "-": sg.words("was:") + " ", "+": sg.words("now:") + " " };
      return counted.map(([sign, line]) =>
        sg.make(
          sign === "-" ? "del" : sign === "+" ? "ins" : "span",
          null,
          sg.make("span.sr-only", null, WORDS[sign] || ""),
          (sign === "…" ? "⋯" : sign + " " + line) + "\n",
        ),
      );
    }
    function show(old, next) {
      const isFigure = (value) => !value.name.startsWith(LEFT) && !window.sheetgenInBoxes(boxes, value.name),
        figures = old.parts.filter(isFigure);
      for (const value of next.parts.filter((value) => value.name.startsWith(LEFT))) tellLeft(value);
      const was = new Map(figures.map((value) => [value.name, value])),
        is = new Set(next.parts.filter(isFigure).map((value) => value.name));
      const rows = next.parts
        .filter(isFigure)
        .filter((value) => was.get(value.name)?.text !== value.text)
        .map((value) => follow(value.label, was.get(value.name)?.text, value.text, value.why));
      const gone = figures
        .filter((value) => !is.has(value.name))
        .map((value) => follow(value.label, value.text, "", ""));
      const all = [...rows, ...gone];
      follows.replaceChildren(...all.slice(0, MOST));
      rest.replaceChildren(...all.slice(MOST));
      more.hidden = all.length <= MOST;
      more.firstChild.textContent = sg.words("{n} more", { n: all.length - MOST });
      trouble.textContent =
        rows.length + gone.length
          ? ""
          : changed().length
            ? sg.words("No number follows from that.")
            : sg.words("Change a value, and all that follows stands here with its reason.");
      redraw(old.whole, next.whole);
      redrawBoxes(old.parts, next.parts);
      redrawRows([...old.parts, ...form.rows(fields, source.fields)], [...next.parts, ...form.rows(fields, here())]);
    }
    function tellLeft(value) {
      const node = spent[+value.name.slice(LEFT.length)],
        n = value.text,
        over = /^[-−]/.test(n);
      if (!node) return;
      node.textContent = over
        ? sg.words("Left to spend: {n}; that is too much.", { n })
        : sg.words("Left to spend: {n}.", { n });
      node.classList.toggle("unsaved", over);
    }
    function follow(label, old, next, why) {
      const title = label[0].toUpperCase() + label.slice(1),
        value = sg.make("b", null, [old, next].filter(Boolean).join(" → ") || "–"),
        reason = why && why !== next ? sg.make("dd", null, why) : null;
      return sg.make("div", null, sg.make("dt", null, title, " ", value), reason);
    }
    function act(words, does) {
      const node = sg.make("button.flat", { type: "button" }, words);
      node.addEventListener("click", does);
      return node;
    }
    function copied(words) {
      const taken = navigator.clipboard ? navigator.clipboard.writeText(words) : Promise.reject(new Error());
      taken.then(
        () => sg.say(sg.words("Copied")),
        () => prompt("", words),
      );
    }
    function offer(names) {
      if (!names.length) return acts.replaceChildren();
      const address = () => location.href.replace(/#.*/, "") + "#edit=" + encodeURIComponent(JSON.stringify(draft()));
      acts.replaceChildren(
        ...(window.sheetgenSave && !steps.length ? [save()] : []),
        act(sg.words("Copy the text"), () => copied(text())),
        ...(source.whole ? [act(sg.words("Download the file"), download)] : []),
        act(sg.words("Copy an address with these values"), () => copied(address())),
        act(sg.words("Discard"), discard),
      );
    }
    function download() {
      const link = sg.make("a", {
        href: URL.createObjectURL(new Blob([text()], { type: "application/yaml" })),
        download: fileName(),
      });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    }
    function fileName() {
      const words = steps.length ? slug(now.name || "") : "";
      return words ? words + ".yaml" : source.file.replace(/.*\//, "");
    }
    function slug(words) {
      const plain = words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
      return plain.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
    }
    function discard() {
      now = clone(source.fields);
      shared = "";
      draw();
      update(true);
      panel.querySelector("h2").focus();
    }
    function save() {
      const node = act(sg.words("Save into the file"), () => {
        const { file, digest, start, end } = source,
          values = clone(here());
        node.disabled = true;
        window.sheetgenSave({ file, digest, start, end, text: text() }).then((wrong) => {
          node.disabled = false;
          if (wrong) state.textContent = sg.words("Not saved: {what}.", { what: wrong });
          else {
            source.fields = values;
            acts.replaceChildren();
            keep().then(() => {
              state.textContent = sg.words("Saved. The page follows as soon as it is built.");
            });
          }
        });
      });
      node.className = "btn";
      return node;
    }

    // Values of an address are taken over; whether there were some.
    function linked() {
      const given = /^#edit=(.+)/.exec(location.hash);
      // What comes back after a new build opens again; the page of a new entry does so by itself.
      if (!steps.length || given) history.replaceState(null, "", "#edit");
      try {
        if (given) judged(take(JSON.parse(decodeURIComponent(given[1]))));
      } catch {
        shared = sg.words("The address is broken, so that its values are left out.");
      }
      return !!given;
    }
    function judged(refused) {
      if (refused.length)
        shared = sg.words("Left out, since they are not legal: {what}.", { what: refused.join(", ") });
    }
    sg.load("drafts", {}).then((drafts) => {
      if (drafts[path] && drafts[path].digest !== source.digest)
        shared = sg.words("The file has changed since; these values go over it.");
      if (!/^#edit=/.test(location.hash)) judged(take(drafts[path]?.fields));
      const asked = !steps.length || location.hash, // by the reader, not by the page
        given = linked();
      draw();
      doc.querySelector("[data-steps]")?.remove();
      doc.querySelector(".side-column").prepend(panel);
      doc.querySelector(".entry").classList.add("edited");
      update(given);
      // Where the form stands in the place of its steps, the browser has gone there already.
      if (asked) panel.querySelector("h2").focus({ preventScroll: steps.length > 0 && !given });
    });
    addEventListener("hashchange", () => {
      if (!/^#edit=/.test(location.hash)) return;
      linked();
      draw();
      update(true);
      panel.querySelector("h2").focus();
    });
    addEventListener("beforeunload", (e) => {
      if (changed().length && !kept) e.preventDefault();
    });
  }

  ready.then(start, () => {
    sg.say(sg.words("What this page is made from could not be loaded"));
  });
})();
