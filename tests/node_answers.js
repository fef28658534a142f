// Runs scripts for tests: reads lines of JSON {script, data}, answers each with a line {value} or {error}.
// One process for many scripts; each has `data`, and modules as nothing else has changed them.
"use strict";
const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", async (line) => {
  const { script, data } = JSON.parse(line);
  for (const path of Object.keys(require.cache)) delete require.cache[path];
  let answer;
  try {
    answer = { value: await new Function("require", "data", script)(require, data) };
  } catch (problem) {
    answer = { error: problem.stack };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
});
