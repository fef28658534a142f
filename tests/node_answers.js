// Runs scripts for tests: reads lines of JSON {script, data}, answers each with a line {value} or {error}.
// One process for many scripts; each has `data`, modules as nothing else has changed them, and `runScripts`, which runs
// scripts of the site as a page does: what they hand over stands in `self`.
"use strict";
const { readFileSync } = require("node:fs"),
  { runInThisContext } = require("node:vm");
globalThis.self = globalThis;
const runScripts = (...paths) => {
  for (const path of paths) runInThisContext(readFileSync(path, "utf8"), { filename: path });
};
const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", async (line) => {
  const { script, data } = JSON.parse(line);
  for (const path of Object.keys(require.cache)) delete require.cache[path];
  let answer;
  try {
    answer = { value: await new Function("require", "runScripts", "data", script)(require, runScripts, data) };
  } catch (problem) {
    answer = { error: problem.stack };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
});
