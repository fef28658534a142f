/* The text of a YAML file with some values of an entry changed: only lines that hold them change.

   A node says where a value stands, in characters: [start, end] of a scalar; of a list also its nodes; of a mapping its
   keys by name, each [start of the key, its end, node]. It is null where several places share a value by an anchor.
   Used by edit.js; has no DOM, so that tests run it by itself. */
var SheetgenYaml = (() => {
  "use strict";
  const WIDE = 118; // characters of a line beyond which a list or mapping gets lines of its own
  const ODD = /[\p{Cc}\u00a0\u2028\u2029\ufeff]/u, // what only an escape writes so that it can be seen
    ODD_IN_LINES = /[^\P{Cc}\n]|[\u2028\u2029\ufeff]/u;
  const UNFOLDED = /^[ \t]|[ \t]$| {2}/; // a line that folding would change
  const NUMBER = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$|^0[xo][0-9a-fA-F]+$/;
  const WORD = /^(~|null|Null|NULL|true|True|TRUE|false|False|FALSE|<<|)$/;
  const isList = Array.isArray;
  const isMap = (value) => value !== null && typeof value === "object" && !isList(value);

  function same(a, b) {
    if (isList(a) && isList(b)) return a.length === b.length && a.every((item, i) => same(item, b[i]));
    if (!isMap(a) || !isMap(b)) return a === b;
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]))
    );
  }

  // ---- values as YAML
  function isPlain(text, flow) {
    return !(
      WORD.test(text) ||
      /^[-?:,[\]{}#&*!|>'"%@`\s]|^(---|\.\.\.)|\s$|[:#]$|:\s|\s#/.test(text) ||
      ODD.test(text) ||
      NUMBER.test(text) ||
      (flow && /[,[\]{}:]/.test(text))
    );
  }
  function quoted(text) {
    return JSON.stringify(text).replace(
      /[\u007f-\u00a0\u2028\u2029\ufeff]/g,
      (sign) => "\\u" + sign.charCodeAt(0).toString(16).padStart(4, "0"),
    );
  }
  /* A scalar in one line, in the quotes that the one before it had. */
  function scalar(value, flow, before) {
    if (value === null || value === undefined) return "null";
    if (typeof value !== "string") return String(value);
    if (before[0] === "'" && !ODD.test(value)) return "'" + value.replace(/'/g, "''") + "'";
    return before[0] !== '"' && isPlain(value, flow) ? value : quoted(value);
  }
  function inFlow(value) {
    if (isList(value)) return "[" + value.map(inFlow).join(", ") + "]";
    if (!isMap(value)) return scalar(value, true, "");
    return (
      "{" +
      Object.keys(value)
        .map((name) => scalar(name, true, "") + ": " + inFlow(value[name]))
        .join(", ") +
      "}"
    );
  }
  const hasLines = (value) =>
    isList(value)
      ? value.some(hasLines)
      : isMap(value)
        ? Object.values(value).some(hasLines)
        : typeof value === "string" && value.includes("\n");
  const isEmpty = (value) => !(isList(value) ? value : Object.keys(value)).length;
  /* What follows `key:` or `-`, the blank before it included; `indent` is that of the key or the dash. */
  function after(value, indent) {
    if (typeof value === "string" && value.includes("\n")) return " " + literal(value, indent + 2);
    const line = isList(value) || isMap(value) ? inFlow(value) : scalar(value, false, "");
    const fits = line.length + indent < WIDE && !hasLines(value);
    const rows = isList(value) && value.some(isMap);
    if (!(isList(value) || isMap(value)) || isEmpty(value) || (fits && !rows)) return " " + line;
    const inner = "\n" + " ".repeat(indent + 2);
    if (isList(value)) return value.map((item) => inner + "-" + ofItem(item, indent + 2)).join("");
    return Object.keys(value)
      .map((name) => inner + scalar(name, false, "") + ":" + after(value[name], indent + 2))
      .join("");
  }
  /* What follows the dash of an item: a mapping begins beside it. */
  function ofItem(value, indent) {
    const words = after(value, indent);
    return isMap(value) && words[0] === "\n" ? " " + words.trimStart() : words;
  }
  function literal(text, indent) {
    const end = text.endsWith("\n") ? (text.endsWith("\n\n") ? "+" : "") : "-";
    if (/^\s|[ \t](\n|$)/.test(text) || ODD_IN_LINES.test(text) || end === "+") return quoted(text);
    const lines = text.replace(/\n$/, "").split("\n");
    return "|" + end + lines.map((line) => "\n" + (line && " ".repeat(indent)) + line).join("");
  }
  /* A text in the block style of the one before it, its lines as long as those were; none where it does not fit. */
  function block(value, before) {
    const [head, ...rest] = before.split("\n");
    const style = /^([|>])([-+]?)\s*(#.*)?$/.exec(head.trim());
    const first = rest.find((line) => line.trim());
    if (!style || !first || !value.trim() || /^\s/.test(value) || ODD_IN_LINES.test(value)) return null;
    if (style[2] === "+" || value.endsWith("\n") !== (style[2] === "") || value.endsWith("\n\n")) return null;
    const indent = /^ */.exec(first)[0],
      text = value.replace(/\n$/, "").split("\n");
    if (style[1] === ">" && text.some((line) => UNFOLDED.test(line))) return null;
    const made = style[1] === "|" ? text : folds(text, rest, indent.length);
    return [head, ...made.map((line) => line && indent + line)].join("\n");
  }
  /* The lines of a folded text: those before and after the words that changed stay as they are. */
  function folds(text, before, indent) {
    const paragraphs = [[]];
    for (const line of before)
      if (line.trim()) paragraphs[paragraphs.length - 1].push(line.slice(indent));
      else paragraphs.push([]);
    const width = Math.max(...before.map((line) => line.length)) - indent;
    return text.flatMap((words, place) => [...(place ? [""] : []), ...folded(words, paragraphs[place] || [], width)]);
  }
  function folded(text, before, width) {
    let head = 0,
      tail = 0,
      left = text;
    while (head < before.length && (left + " ").startsWith(before[head] + " "))
      left = left.slice(before[head++].length + 1);
    while (tail < before.length - head && (" " + left).endsWith(" " + before[before.length - 1 - tail]))
      left = left.slice(0, Math.max(0, left.length - before[before.length - 1 - tail++].length - 1));
    const line = before.length - head - tail === 1 && left.length < WIDE - 4;
    const middle = !left ? [] : line ? [left] : wrapped(left, width);
    return [...before.slice(0, head), ...middle, ...before.slice(before.length - tail)];
  }
  function wrapped(text, width) {
    const lines = [""];
    for (const word of text.split(" ")) {
      const last = lines[lines.length - 1];
      if (last && last.length + 1 + word.length > width) lines.push(word);
      else lines[lines.length - 1] = last ? last + " " + word : word;
    }
    return lines;
  }

  // ---- which items of a list are which of another: equal ones first, then the others between them in their order
  function pairs(old, now) {
    const long = old
      .map((_, i) => i)
      .concat(old.length)
      .map(() => new Array(now.length + 1).fill(0));
    for (let i = old.length - 1; i >= 0; i--)
      for (let j = now.length - 1; j >= 0; j--)
        long[i][j] = same(old[i], now[j]) ? long[i + 1][j + 1] + 1 : Math.max(long[i + 1][j], long[i][j + 1]);
    const matched = [];
    let i = 0,
      j = 0,
      waitingOld = [],
      waitingNow = [];
    const settle = () => {
      waitingOld.forEach((at, n) => matched.push([at, n < waitingNow.length ? waitingNow[n] : -1]));
      waitingNow.slice(waitingOld.length).forEach((at) => matched.push([-1, at]));
      waitingOld = [];
      waitingNow = [];
    };
    while (i < old.length || j < now.length) {
      if (i < old.length && j < now.length && same(old[i], now[j]) && long[i][j] === long[i + 1][j + 1] + 1) {
        settle();
        matched.push([i++, j++]);
      } else if (j >= now.length || (i < old.length && long[i + 1][j] >= long[i][j + 1])) waitingOld.push(i++);
      else waitingNow.push(j++);
    }
    settle();
    return matched;
  }

  class Edits {
    constructor(text) {
      this.text = Array.from(text);
      this.made = [];
    }
    slice(start, end) {
      return this.text.slice(start, end).join("");
    }
    put(start, end, text) {
      this.made.push([start, end, text]);
    }
    lineStart(at) {
      while (at > 0 && this.text[at - 1] !== "\n") at--;
      return at;
    }
    lineEnd(at) {
      while (at < this.text.length && this.text[at] !== "\n") at++;
      return at;
    }
    column(at) {
      return at - this.lineStart(at);
    }
    isFlow(node) {
      return "[{".includes(this.text[node[0]] || " ");
    }
    /* Where a line begins that holds nothing before this place but blanks; -1 where something stands there. */
    ownLine(at) {
      const start = this.lineStart(at);
      return this.slice(start, at).trim() ? -1 : start;
    }
    dash(at) {
      while (at > 0 && this.text[at] !== "-") at--;
      return at;
    }

    /* Change what stands at a node, which follows a key or a dash that ends at `from` and begins in column `indent`. */
    value(node, old, now, from, indent, flow) {
      if (same(old, now)) return;
      if (!node) throw new Error("shared");
      const inside = node[2];
      if (isMap(inside) && isMap(old) && isMap(now)) return this.mapping(node, old, now, from, indent, flow);
      if (isList(inside) && isList(old) && isList(now) && inside.length === old.length)
        return this.list(node, old, now, from, indent, flow);
      this.whole(node, now, from, indent, flow);
    }
    whole(node, now, from, indent, flow) {
      const before = this.slice(node[0], node[1]);
      const parts = isList(now) || isMap(now);
      if (flow || this.isFlow(node)) return this.put(node[0], node[1], parts ? inFlow(now) : scalar(now, flow, before));
      if (node[2] || parts) return this.put(from, Math.max(node[1], from), after(now, indent));
      const lines = typeof now === "string" && "|>".includes(before[0]) && block(now, before),
        alone = !this.slice(node[1], this.lineEnd(node[1])).trim();
      const several = typeof now === "string" && now.includes("\n") && alone;
      const line = lines || (several ? after(now, indent).slice(1) : scalar(now, false, before));
      if (node[0] === node[1]) this.put(from, from, " " + line);
      else this.put(node[0], node[1], line);
    }
    mapping(node, old, now, from, indent, flow) {
      const keys = node[2],
        written = Object.keys(keys),
        kept = written.filter((name) => !Object.hasOwn(old, name) || (Object.hasOwn(now, name) && now[name] !== null));
      const added = Object.keys(now).filter(
        (name) => !Object.hasOwn(keys, name) && !same(old[name], now[name]) && now[name] != null,
      );
      const isFlow = flow || this.isFlow(node);
      if (!kept.length) return this.whole(node, pick(now, [...written, ...added]), from, indent, flow);
      for (const name of kept)
        if (Object.hasOwn(now, name)) {
          const [start, end, inner] = keys[name];
          this.value(inner, old[name], now[name], this.colon(end), this.column(start), isFlow);
        }
      const spans = written.map((name) => [
        keys[name][0],
        (keys[name][2] || [0, keys[name][1]])[1],
        kept.includes(name),
      ]);
      this.cut(spans, isFlow);
      if (!added.length) return;
      const last = spans.filter((span) => span[2]).pop();
      if (isFlow)
        this.put(
          last[1],
          last[1],
          added.map((name) => ", " + scalar(name, true, "") + ": " + inFlow(now[name])).join(""),
        );
      else {
        const column = this.column(last[0]);
        const lines = added.map(
          (name) => "\n" + " ".repeat(column) + scalar(name, false, "") + ":" + after(now[name], column),
        );
        const at = this.lineEnd(Math.max(last[0], last[1]));
        this.put(at, at, lines.join(""));
      }
    }
    colon(at) {
      while (at < this.text.length && this.text[at] !== ":") at++;
      return at + 1;
    }
    list(node, old, now, from, indent, flow) {
      const items = node[2],
        isFlow = flow || this.isFlow(node),
        matched = pairs(old, now);
      if (!matched.some(([i, j]) => i >= 0 && j >= 0)) return this.whole(node, now, from, indent, flow);
      if (items.includes(null)) throw new Error("shared");
      const kept = new Set(matched.filter(([, j]) => j >= 0).map(([i]) => i));
      const starts = isFlow ? items.map((item) => item[0]) : items.map((item) => this.dash(item[0] - 1));
      for (const [i, j] of matched)
        if (i >= 0 && j >= 0)
          this.value(items[i], old[i], now[j], starts[i] + 1, isFlow ? 0 : this.column(starts[i]), isFlow);
      this.cut(
        items.map((item, i) => [starts[i], item[1], kept.has(i)]),
        isFlow,
      );
      let before = -1;
      for (const [i, j] of matched) {
        if (i >= 0 && j >= 0) before = i;
        else if (j >= 0) this.insert(now[j], before, items, starts, isFlow);
      }
    }
    /* A new item behind another one; before the first where that is -1. */
    insert(value, before, items, starts, isFlow) {
      const first = before < 0;
      if (isFlow && first) return this.put(starts[0], starts[0], inFlow(value) + ", ");
      if (isFlow) return this.put(items[before][1], items[before][1], ", " + inFlow(value));
      const column = this.column(starts[Math.max(0, before)]),
        line = " ".repeat(column) + "-" + ofItem(value, column);
      if (!first) {
        const at = this.lineEnd(Math.max(items[before][1], starts[before]));
        return this.put(at, at, "\n" + line);
      }
      const own = this.ownLine(starts[0]);
      if (own >= 0) this.put(own, own, line + "\n");
      else this.put(starts[0], starts[0], line.trimStart() + "\n" + " ".repeat(column));
    }
    /* Take out what is not kept of [start, end, kept] in order, of which something is. */
    cut(spans, isFlow) {
      spans.forEach(([start, end, isKept], place) => {
        if (isKept) return;
        const next = spans[place + 1],
          own = isFlow ? -1 : this.ownLine(start);
        if (own >= 0) this.put(own, Math.min(this.text.length, this.lineEnd(Math.max(start, end)) + 1), "");
        else if (next) this.put(start, next[0], "");
        else {
          const kept = spans.filter((span) => span[2]).pop();
          this.put(kept[1], end, "");
        }
      });
    }
    result() {
      const order = this.made.map((edit, i) => [...edit, i]).sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[3] - b[3]);
      let at = 0,
        text = "";
      for (const [start, end, put] of order) {
        if (end <= at && start < at) continue; // within what was cut already
        text += this.slice(at, Math.max(at, start)) + put;
        at = Math.max(at, end);
      }
      return text + this.slice(at);
    }
  }
  const pick = (value, names) =>
    Object.fromEntries(
      names.filter((name) => Object.hasOwn(value, name) && value[name] !== null).map((name) => [name, value[name]]),
    );

  // ---- the difference of two texts, line by line: [sign, line] with "-", "+" and " "
  function difference(before, now, around) {
    const old = before.split("\n"),
      next = now.split("\n");
    let start = 0,
      end = 0;
    while (start < old.length && start < next.length && old[start] === next[start]) start++;
    while (
      end < old.length - start &&
      end < next.length - start &&
      old[old.length - 1 - end] === next[next.length - 1 - end]
    )
      end++;
    const lines = pairsOfLines(old.slice(start, old.length - end), next.slice(start, next.length - end));
    const lead = old.slice(Math.max(0, start - around), start).map((line) => [" ", line]),
      rest = old.slice(old.length - end, old.length - end + around).map((line) => [" ", line]);
    return lines.length ? shortened([...lead, ...lines, ...rest], around) : [];
  }
  function pairsOfLines(old, now) {
    if (old.length * now.length > 4e6) return [...old.map((line) => ["-", line]), ...now.map((line) => ["+", line])];
    return pairs(old, now).flatMap(([i, j]) => {
      if (i >= 0 && j >= 0 && old[i] === now[j]) return [[" ", old[i]]];
      return [...(i >= 0 ? [["-", old[i]]] : []), ...(j >= 0 ? [["+", now[j]]] : [])];
    });
  }
  function shortened(lines, around) {
    const near = (at) => lines.slice(Math.max(0, at - around), at + around + 1).some((line) => line[0] !== " ");
    const made = [];
    lines.forEach((line, at) => {
      if (near(at)) made.push(line);
      else if (made.length && made[made.length - 1][0] !== "…") made.push(["…", ""]);
    });
    return made;
  }

  return {
    /* The text with the values of an entry changed from `old` to `now`; `indent` is the column of its own key. */
    edited: (text, node, old, now) => {
      const edits = new Edits(text);
      edits.value(node, old, now, node[0], 0, false);
      return edits.result();
    },
    same,
    difference,
  };
})();
if (typeof module === "object") module.exports = SheetgenYaml;
