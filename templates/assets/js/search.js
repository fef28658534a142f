/* What the search box and the search page share: the index, addresses of results, and how one is shown. */
(() => {
  "use strict";
  const sg = window.sheetgen,
    { root, make } = sg,
    { SearchEngine } = self.SheetgenSearch,
    { fold } = self.SheetgenWords,
    { unpack } = self.SheetgenPacking,
    load = self.sheetgenLoad;
  const ruleset = document.body.dataset.game || "";
  const PASSAGES = 4; // those of the results that are seen first; the others follow
  let engine = null,
    waiting = null,
    all = false; // whether all words are on their way

  const marked = (pieces) => pieces.map(([text, on]) => (on ? make("mark", {}, text) : text));

  /* ---- the index, once ---- */
  /* What a script of the index holds, once. */
  const parts = {};
  function part(file, name) {
    const read = async () => {
      await load(file);
      const packed = self[name];
      self[name] = null;
      return unpack(packed);
    };
    parts[file] ||= read().catch((error) => {
      parts[file] = null;
      throw error;
    });
    return parts[file];
  }

  /* What an act gives, done when the browser has seen to what else there is: each step is short. */
  const afterPause = (act) => new Promise((done) => setTimeout(() => done(act())));

  /* Calls again once the index is there. */
  function ready(again) {
    if (!waiting)
      waiting = Promise.all([
        part("search-index.js", "sheetgenIndex"),
        part("search-records.js", "sheetgenRecords"),
        load("search-parts.js"),
      ])
        .then(async ([data, records]) => {
          const { little } = self.sheetgenParts;
          engine = await afterPause(() => new SearchEngine({ ...data, records, little }));
          await afterPause(() => {});
        })
        .catch(() => {
          waiting = null;
          throw new Error("index");
        });
    return waiting.then(again);
  }

  /* Does what a search takes longest for, in short steps, before it is asked; not where another search comes between. */
  async function prepare(query, options) {
    const steps = engine.steps(query, options),
      next = () => steps.next().done;
    let done = next();
    const { searches } = engine;
    while (!done) done = await afterPause(() => engine.searches !== searches || next());
  }

  /* The passages that would tell more about results, by their numbers, a few at a time, or so many as are needed; calls
     again when they are here. */
  function passages(missing, again, failed = () => {}, needed = 0) {
    const wanted = missing.slice(0, Math.max(PASSAGES, needed));
    if (!wanted.length) return;
    Promise.all(
      wanted.map((n) => part(`search-text-${n}.js`, "sheetgenText" + n).then((list) => engine.addText(n, list))),
    )
      .then(again, failed)
      .then(() => load("../letters.css")) // few results have letters that English has not
      .catch(() => {});
  }

  /* The words of a query with their places, where it needs some that are not there; calls again when they are here. */
  function places(result, again) {
    if (!result.places.length) return false;
    passages(result.missing, () => {});
    Promise.all(result.places.map(placesOf)).then(again);
    return true;
  }
  /* A part that cannot be loaded is one without places. */
  const placesOf = (n) =>
    part(`search-places-${n}.js`, "sheetgenPlaces" + n)
      .catch(() => null)
      .then((read) => engine.addPlaces(n, read));

  /* The words that were not asked for, one part after the other while there is nothing else to do: who types goes on. */
  function others() {
    if (all || !engine) return;
    all = true;
    const left = [...engine.places.first.keys()].filter((n) => !engine.places.known.has(n)),
      idle = self.requestIdleCallback || ((act) => setTimeout(act, 200)),
      next = () => left.length && idle(() => placesOf(left.shift()).then(next));
    next();
  }

  /* ---- addresses ---- */
  const FIRST_LETTERS = /^\s*[a-z]{1,2}\s*$/i; // they find a name; what else begins with them on its page is nothing to mark

  function address(hit, part, query) {
    const [path, hash] = hit.href.split("#"),
      pieces = [...hit.title, ...hit.text, ...(part ? [...part.title, ...part.text] : [])];
    const terms = new Set(FIRST_LETTERS.test(query) ? [] : pieces.filter((p) => p[1]).map((p) => fold(p[0])));
    const sought = terms.size ? "?h=" + encodeURIComponent([...terms].slice(0, 6).join(" ")) : "";
    const anchor = part ? part.anchor : hash;
    return root + path + sought + (anchor ? "#" + anchor : "");
  }

  /* ---- one result ---- */
  const labels = (hit) => [hit.kind, hit.ruleset].filter(Boolean).join(" · ");

  function summary(hit) {
    return [
      hit.alias
        ? make("span.search-alias", {}, ...sg.parts("also {name}", { name: make("bdi", {}, ...marked(hit.alias)) }))
        : null,
      hit.text.length ? make("span.search-text", { dir: "auto" }, ...marked(hit.text)) : null,
    ];
  }

  /* What answers by itself: a number with its why, a term with its definition, a rule to work out. */
  const SORTS = { number: sg.words("Number"), term: sg.words("In short"), rule: sg.words("Work it out") };
  function answered({ sort, title, label, value, why }) {
    return [
      make("span.search-label", {}, [SORTS[sort], label].filter(Boolean).join(" · ")),
      make("span.search-name", { dir: "auto" }, title),
      make(sort === "number" ? "strong.search-value" : "span.search-text", { dir: "auto" }, value),
      why ? make("span.search-text", { dir: "auto" }, why) : null,
    ];
  }
  const answerAddress = ({ href, anchor }) => root + href + (anchor ? "#" + anchor : "");

  /* The calculator of a rule that is found, which is made where it is unfolded and stays while the rule is found. */
  function worked(result, before) {
    const first = result.hits.slice(0, 3).filter((hit) => hit.works),
      hit = first.find(({ record }) => record === result.answer?.record) || first[0];
    if (!hit) return null;
    if (before?.dataset.rule === hit.href) return before;
    const title = hit.title.map(([text]) => text).join(""),
      named = sg.words("Calculator: {title}", { title }),
      form = make("form.calc", { "aria-label": named, "data-ruleset": hit.rulesetId || ruleset }),
      box = make("details.search-calc", { "data-rule": hit.href }, make("summary", {}, named), form);
    box.addEventListener("toggle", () => help("calculate", form, hit.href), { once: true });
    return box;
  }

  const remarks = (texts) => texts.map((text) => make("p.search-remark", {}, text));

  /* What only some searches need, once its script is there. */
  const helps = () => Promise.all([load("search-help.js"), load("../search-help.css")]),
    help = (what, ...given) => helps().then(() => sg.search.helps[what](...given));

  /* What helps where nothing is typed or nothing fits, in its place. */
  function helping(...given) {
    const box = make("div", { "data-help": "" });
    help(...given).then(
      (made) => box.replaceWith(made),
      () => {},
    );
    return box;
  }
  const hints = (set, ruleset) => helping("hints", set, ruleset),
    nothing = (result, query, set) => helping("nothing", result, query, set);

  sg.search = {
    get engine() {
      return engine;
    },
    ruleset,
    ...{ ready, prepare, passages, places, others },
    ...{ marked, address, labels, summary, answered, answerAddress, worked, hints, helps, remarks, nothing },
  };
})();
