/* Asks every engine the same questions: node ask.mjs FOLDER PEERS ENGINES; prints one line of JSON. */
import { createRequire } from "node:module";
import { createServer } from "node:http";
import { readFileSync, writeFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import { inflateSync } from "node:zlib";

const [folder, peers, engines] = process.argv.slice(2);
const require = createRequire(join(peers, "x.js"));
const { documents, questions, scripts } = JSON.parse(readFileSync(join(folder, "job.json"), "utf8"));
const DEPTH = 20;
const quantile = (list, q) => list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))];
const times = {};

/* Reading a classic script as a page does: compile and run it. */
function load(name, context) {
  vm.runInContext(readFileSync(join(folder, name), "utf8"), context);
}

async function sheetgen() {
  const parses = [];
  let engine, unpack;
  for (let i = 0; i < 7; i++) {
    const context = vm.createContext({});
    context.self = context;
    for (const script of scripts) vm.runInContext(readFileSync(script, "utf8"), context);
    unpack = (packed) => JSON.parse(inflateSync(context.SheetgenPacking.fromBase85(packed)));
    const began = performance.now();
    for (const name of ["index", "parts", "records"]) load(`search-${name}.js`, context);
    let parts = 0;
    while (existsSync(join(folder, `search-places-${parts}.js`))) load(`search-places-${parts++}.js`, context);
    engine = new context.SheetgenSearch.SearchEngine({
      ...unpack(context.sheetgenIndex),
      records: unpack(context.sheetgenRecords),
      little: context.sheetgenParts.little,
    });
    for (let n = 0; n < parts; n++) engine.addPlaces(n, unpack(context["sheetgenPlaces" + n]));
    parses.push(performance.now() - began);
  }
  times["parse ms"] = quantile(parses, 0.5);
  const number = new Map(documents.map((d) => [d.href, d.id]));
  const ask = (query) => engine.search(query, { limit: DEPTH }).hits.map((hit) => number.get(hit.href));
  const strokes = [],
    all = Object.values(questions).flat();
  for (let i = 0; i < all.length; i += 8) {
    for (let n = 1; n <= all[i][0].length; n++) {
      const began = performance.now();
      engine.search(all[i][0].slice(0, n), { limit: 12 });
      strokes.push(performance.now() - began);
    }
  }
  times["keystroke p50"] = quantile(strokes, 0.5);
  times["keystroke p95"] = quantile(strokes, 0.95);
  times["keystroke p99"] = quantile(strokes, 0.99);
  return ask;
}

async function minisearch() {
  const MiniSearch = require("minisearch");
  const index = new MiniSearch({ fields: ["title", "text"], storeFields: ["title"] });
  index.addAll(documents);
  const boost = { title: 4, text: 1 };
  return (query) => {
    const found = new Map(),
      exact = query.toLowerCase();
    const tiers = [
      { combineWith: "AND", prefix: true, boost },
      { combineWith: "AND", prefix: true, fuzzy: 0.2, boost },
      { prefix: true, fuzzy: 0.2, boost },
    ];
    tiers.forEach((options, tier) => {
      for (const hit of index.search(query, options))
        if (!found.has(hit.id))
          found.set(hit.id, (hit.title.toLowerCase() === exact ? 1e9 : 0) + (3 - tier) * 1e6 + hit.score);
    });
    return [...found]
      .sort((a, b) => b[1] - a[1])
      .slice(0, DEPTH)
      .map(([id]) => id);
  };
}

async function lunr() {
  const lunr = require("lunr");
  const index = lunr(function () {
    this.ref("id");
    this.field("title", { boost: 4 });
    this.field("text");
    documents.forEach((d) => this.add(d));
  });
  return (query) =>
    index
      .query((q) => {
        for (const word of lunr.tokenizer(query)) {
          const term = String(word);
          q.term(term, { boost: 10 });
          q.term(term, { boost: 4, wildcard: lunr.Query.wildcard.TRAILING });
          q.term(term, { boost: 1, editDistance: 1 });
        }
      })
      .slice(0, DEPTH)
      .map((hit) => +hit.ref);
}

async function pagefind() {
  const { createIndex, close } = await import(pathToFileURL(join(peers, "node_modules/pagefind/lib/index.js")));
  const { index } = await createIndex({ writePlayground: false });
  const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  for (const d of documents) {
    await index.addHTMLFile({
      url: `/${d.id}.html`,
      content: `<html lang="en"><body><h1>${escaped(d.title)}</h1><p>${escaped(d.text)}</p></body></html>`,
    });
  }
  const output = join(folder, "pagefind");
  await index.writeFiles({ outputPath: output });
  await close();
  const server = createServer((request, response) => {
    const path = join(folder, decodeURIComponent(request.url.split("?")[0]));
    if (existsSync(path)) response.end(readFileSync(path));
    else {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  server.unref();
  const base = `http://127.0.0.1:${server.address().port}/pagefind/`;
  globalThis.window = { location: { origin: "about:blank" } }; // so that it keeps the address of our server whole
  globalThis.document = { querySelector: () => ({ getAttribute: () => "en" }), currentScript: null };
  writeFileSync(join(output, "pagefind.mjs"), readFileSync(join(output, "pagefind.js")));
  const client = await import(pathToFileURL(join(output, "pagefind.mjs")));
  await client.options({ basePath: base, baseUrl: "/" });
  await client.init();
  return async (query) => {
    const { results } = await client.search(query);
    const pages = await Promise.all(results.slice(0, DEPTH).map((result) => result.data()));
    return pages.map((page) => parseInt(page.raw_url ? page.raw_url.slice(1) : page.url.slice(1), 10));
  };
}

const makers = { sheetgen, minisearch, lunr, pagefind };
const rows = {};
for (const name of engines.split(",")) {
  const ask = await makers[name]();
  const row = {},
    taken = [];
  for (const [sort, list] of Object.entries(questions)) {
    let sum = 0;
    const missed = [];
    for (const [query, id] of list) {
      const began = performance.now();
      const found = await ask(query);
      taken.push(performance.now() - began);
      // Who asks for a name is as well served by another entry of that very name.
      const rank = found.findIndex((n) => n === id || (sort !== "body" && documents[n].title === documents[id].title));
      sum += rank < 0 ? 0 : 1 / (rank + 1);
      if (rank !== 0)
        missed.push(
          `${sort}: ${query} -> ${documents[id].title} is ${rank + 1}, first ${found.length ? documents[found[0]].title : "-"}`,
        );
    }
    if (process.env.MISSES === name) console.error(missed.join("\n"));
    row[sort] = sum / list.length;
  }
  row.p95 = quantile(taken, 0.95);
  rows[name] = row;
}
console.log(JSON.stringify({ engines: rows, times }));
process.exit(0);
