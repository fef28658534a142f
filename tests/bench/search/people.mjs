/* Asks the search of a site what people ask: node people.mjs JOB SCRIPTS PEERS; prints one line of JSON, addresses by engine. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import vm from "node:vm";
import { inflateSync } from "node:zlib";

const [job, index, peers] = process.argv.slice(2);
const { pages, queries, scripts } = JSON.parse(readFileSync(job, "utf8"));
const DEPTH = 20;

function sheetgen() {
  const context = vm.createContext({});
  context.self = context;
  const run = (file) => existsSync(file) && vm.runInContext(readFileSync(file, "utf8"), context);
  for (const script of scripts) run(script);
  for (const name of ["index", "parts", "records"]) run(join(index, `search-${name}.js`));
  const unpack = (packed) => JSON.parse(inflateSync(context.SheetgenPacking.fromBase85(packed)));
  const engine = new context.SheetgenSearch.SearchEngine({
    ...unpack(context.sheetgenIndex),
    records: unpack(context.sheetgenRecords),
    little: context.sheetgenParts.little,
  });
  for (let n = 0; run(join(index, `search-places-${n}.js`)) !== false; n++)
    engine.addPlaces(n, unpack(context["sheetgenPlaces" + n]));
  return (game, text) => engine.search(text, { limit: DEPTH, ruleset: game }).hits.map((hit) => hit.href);
}

/* The visible text of the same pages, those of the open game only, as people set it up. */
function minisearch() {
  const MiniSearch = createRequire(join(peers, "x.js"))("minisearch"),
    index = new MiniSearch({ idField: "href", fields: ["title", "text"], storeFields: ["href"] });
  index.addAll(pages);
  const options = { prefix: true, fuzzy: 0.2, boost: { title: 4 } };
  return (game, text) =>
    index
      .search(text, { ...options, filter: (hit) => hit.href.startsWith(`${game}/`) })
      .slice(0, DEPTH)
      .map((hit) => hit.href);
}

const engines = existsSync(join(peers, "node_modules", "minisearch")) ? { sheetgen, minisearch } : { sheetgen };
const answers = {};
for (const [name, make] of Object.entries(engines)) {
  const ask = make();
  answers[name] = queries.map(([game, text]) => ask(game, text));
}
console.log(JSON.stringify(answers));
