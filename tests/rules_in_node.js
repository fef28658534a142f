// Runs rules in Node: reads {scripts: [paths], calls: [[ruleset, rule, given, house], ...]} from the standard input
// and writes one line of JSON for each call: what `answer` gives, or {"error": message}.
"use strict";
const fs = require("node:fs"),
  vm = require("node:vm");
const asked = JSON.parse(fs.readFileSync(0, "utf8"));
const page = vm.createContext({});
for (const path of asked.scripts) new vm.Script(fs.readFileSync(path, "utf8"), { filename: path }).runInContext(page);
const lines = asked.calls.map((call) => {
  try {
    return JSON.stringify(page.sheetgenRules[asked.method || "answer"](...call));
  } catch (problem) {
    return JSON.stringify({ error: problem.message });
  }
});
fs.writeSync(1, lines.join("\n") + "\n");
