"""Folders that try to break sheetgen: deep, wide, long, circular, misnamed. Each is a few files of a tiny game."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from textwrap import dedent
from typing import TypeAlias

Files: TypeAlias = Mapping[str, str]
Cases: TypeAlias = Iterator[tuple[str, Files]]

RULESET = {
    "id": "mini",
    "title": "Mini",
    "vocabularies": "{virtue: {might: {title: Might}, wit: {title: Wit}}}",
    "records": "{feat: {name: text, cost: integer}}",
}
KIND = """
    id: hero
    title: Hero
    plural: Heroes
    folder: heroes
    fields:
      might: integer 0..20
      virtue: one of virtue, optional
      feats: list of feat, default []
      friend: ref hero, optional
      notes: markdown, optional
    derive: {resolve: resolve(might=might)}
    layout:
      blocks:
        head: {type: figures, items: [{label: Resolve, value: resolve}]}
        feats: {type: table, rows: feats, name: name, columns: [{label: Cost, value: cost}]}
        notes: {type: prose, text: notes}
      page: [head, feats, notes]
    facets: {might: might}
    """
RULES = """
    resolve:
      title: Resolve
      reference: rules#resolve
      inputs: {might: integer 0..20}
      outputs: might // 2
    """
HERO = "name: Ada\nmight: 8\n"
PAGE = "---\ntitle: Rules\n---\n\n## Resolve {#resolve}\n\nHalf of might.\n"


def ruleset(**changes: str) -> str:
    """The tiny game's `ruleset.yaml` with some of its keys written otherwise."""
    return "".join(f"{key}: {value}\n" for key, value in {**RULESET, **changes}.items())


GAME: Files = {
    "campaign.yaml": "title: Test\nruleset: ./game\n",
    "game/ruleset.yaml": ruleset(),
    "game/kinds/hero.yaml": dedent(KIND),
    "game/rules/resolve.yaml": dedent(RULES),
    "game/reference/rules.md": PAGE,
    "heroes/ada.yaml": HERO,
}
"""A campaign of one hero with its own ruleset, by path."""


def game(**files: str) -> Files:
    """The tiny game with some files added or replaced."""
    return {**GAME, **files}


def files(more: Files) -> Files:
    """The tiny game with some files added or replaced, by paths that are no names in Python."""
    return {**GAME, **more}


def hero(text: str) -> Files:
    """The tiny game with one more hero."""
    return files({"heroes/bert.yaml": text})


def page(text: str) -> Files:
    """The tiny game with a page of the campaign's own."""
    return files({"pages/plot.md": text})


def notes(text: str) -> Files:
    """The tiny game with a long text in an entry."""
    return hero("name: Bert\nmight: 3\nnotes: |\n" + "".join(f"  {line}\n" for line in text.split("\n")))


def kind(old: str, new: str) -> Files:
    """The tiny game with something in its kind written otherwise."""
    assert old in KIND
    return files({"game/kinds/hero.yaml": dedent(KIND).replace(old, new)})


def rules(text: str) -> Files:
    """The tiny game with one more file of rules."""
    return files({"game/rules/more.yaml": dedent(text)})


def reference(text: str) -> Files:
    """The tiny game with more text in its rulebook."""
    return files({"game/reference/rules.md": PAGE + "\n" + text})


def _filled(pattern: str, count: int) -> str:
    return "".join(pattern.format(n) for n in range(count))


def _yaml() -> Cases:
    yield "fields unknown", hero("name: B\nmight: 1\n" + _filled("odd{}: 1\n", 5000))
    yield "fields long and unknown", hero("name: B\nmight: 1\n" + _filled("v" * 300 + "{}: 1\n", 2000))
    yield "keys twice", hero("name: B\nmight: 1\n" + "might: 2\n" * 5000)
    yield "keys twice, many of them", hero(_filled("k{}: 1\n", 4000) * 2)
    yield "tags unknown", hero("name: B\ntags:\n" + "- !odd x\n" * 20000)
    yield "tags unknown on keys", hero("name: B\n" + _filled("!odd k{}: x\n", 20000))
    yield "keys that are lists", hero("name: B\n" + "? [a]\n: b\n" * 5000)
    yield "feats wrong", hero("name: B\nmight: 1\nfeats:\n" + "- {nam: x, cost: dear}\n" * 5000)
    yield "terms unknown", hero("name: B\nmight: 1\nvirtue: " + "m" * 50000)
    yield "name long", hero(f"name: {'n' * 100000}\nmight: 1\n")
    yield "name blank", hero("name: ' '\nmight: 1\n")
    yield "reference long", hero(f"name: B\nmight: 1\nfriend: {'v' * 100000}\n")
    yield "number long", hero(f"name: B\nmight: {'9' * 100000}\n")
    yield "fraction long", hero(f"name: B\nmight: 0.{'9' * 100000}\n")
    yield "nested lists", hero("name: B\nfeats: " + "[" * 5000 + "]" * 5000)
    yield "aliases within aliases", hero("name: B\nfeats:\n- &a0 [x,x]\n" + _filled("- &a{0}x [*a0,*a0,*a0]\n", 9))
    yield "an alias that holds itself", hero("name: B\nfeats: &a [*a]\n")
    yield "controls in a name", hero('name: "\\e]0;owned\\a\\e[31mred\\0"\nmight: x\n')
    yield "controls in a key", hero('name: B\nmight: 1\n"\\e[31mred\\0\\r": 1\n')
    yield "half a surrogate", hero('name: "\\uD800"\nmight: 1\n')
    yield "lines only", hero("\n" * 1_000_000)
    yield "a comment only", hero("#" * 1_000_000)
    yield "an open quote", hero("name: 'B\n" + "x: 'y\n" * 50000)
    yield "open brackets", hero("name: [B\n" + "x: [y\n" * 50000)
    yield "not text", hero("name: B\x00\nmight: 1\n")


def _entries() -> Cases:
    def chain(count: int, last: str) -> Files:
        links = (f"h{n}: {{name: H{n}, extends: h{n + 1}}}\n" for n in range(count))
        return files({"heroes/chain.yaml": "".join(links) + f"h{count}: {last}\n"})

    yield "extends chain", chain(3000, "{name: End, might: 1}")
    yield "extends chain of files", files({f"heroes/h{n}.yaml": f"name: H{n}\nextends: h{n + 1}\n" for n in range(800)})
    yield "extends circle", chain(3000, "{name: End, extends: h0}")
    yield "extends into a circle", chain(3000, "{name: End, extends: h2998}")
    yield "extends nothing", chain(3000, "{name: End, extends: nobody-at-all}")
    yield "extends itself", hero("name: B\nextends: bert\n")
    yield (
        "dead references",
        files({"heroes/many.yaml": _filled("h{0}: {{name: H{0}, might: 1, friend: nobody{0}}}\n", 2000)}),
    )
    yield (
        "dead references, long names",
        files(
            {
                "heroes/many.yaml": _filled(
                    "h{0}" + "x" * 200 + ": {{name: H{0}, might: 1, friend: g{0}" + "y" * 190 + "}}\n", 1000
                )
            }
        ),
    )
    yield (
        "references from one to the next",
        files(
            {
                "heroes/many.yaml": _filled("h{0}: {{name: H{0}, might: 1, friend: g{0}}}\n", 1)
                + "".join(f"g{n}: {{name: G{n}, might: 1, friend: g{n + 1}}}\n" for n in range(2000))
            }
        ),
    )
    yield "addresses twice", files({"heroes/many.yaml": "- {name: Same, might: 1}\n" * 3000})
    yield "files that are broken", files({f"heroes/h{n}.yaml": "name: [B\n" for n in range(1000)})
    yield "files many", files({f"heroes/h{n}.yaml": f"name: H{n}\nmight: 1\n" for n in range(2000)})
    long = " + ".join(["sum([a * b for a in range(99) for b in range(99)])"] * 6)
    heavy = kind("{resolve: resolve(might=might)}", f"{{resolve: {long!r}}}")
    yield "entries that take long", {**heavy, "heroes/many.yaml": _filled("h{0}: {{name: H{0}, might: 1}}\n", 2000)}
    layout = kind("{label: Resolve, value: resolve}", f"{{label: Resolve, value: {long!r}}}")
    yield "layouts that take long", {**layout, "heroes/many.yaml": _filled("h{0}: {{name: H{0}, might: 1}}\n", 2000)}
    yield "files of nobody", files({f"odd{n}/x.yaml": "name: B\n" for n in range(500)})


TABLE = "odds:\n  title: Odds\n  reference: rules#resolve\n  table: {{{}: 1, 2: 2}}\n"


def _rulesets() -> Cases:
    for key in (
        "'a..b+'",
        "'1..5+'",
        "'--5'",
        "'²'",
        "'..+'",
        "'..'",
        "'5..1'",
        "'1...5'",
        "''",
        "'9" + "9" * 5000 + "'",
        "'1..٣'",
        "'+'",
        "'1..'",
        "'..1'",
        "'-'",
        "'5-'",
        "'1..2..3'",
        "' '",
    ):
        yield f"table key {key[:12]}", rules(TABLE.format(key))
    for name, data in {
        "of lists": "[[a, b], [c]]",
        "of mappings": "[{a: b}, {c: d}]",
        "empty": "[]",
        "nothing": "",
        "a number": "5",
        "title is a list": "{a: {title: [x]}, b: {title: {c: d}}}",
        "title is a number": "{a: {title: 5}, b: {title: null}}",
        "alias is a mapping": "{a: {title: A, aliases: {x: y}}}",
        "aliases of lists": "{a: {title: A, aliases: [[x], 5]}}",
        "code is a list": "{a: {title: A, code: [x]}}",
        "from nothing": "{from: nothing}",
        "from a list": "{from: [hero]}",
        "from with more": "{from: hero, title: x}",
        "name open": "{'(': {title: '('}, '[': {title: '[a'}, '*': {title: '+?'}}",
        "name backslash": "{'a\\1': {title: '\\g<0>'}}",
        "name long": "{" + "t" * 5000 + ": {title: " + "T" * 5000 + "}}",
        "name empty": "{'': {title: ''}}",
        "numbers": "[1, 2, 3]",
        "truths": "[yes, no, true, null]",
        "same when folded": "[Ab, ab, 'a b']",
    }.items():
        yield (
            f"vocabulary {name}",
            files({"game/ruleset.yaml": ruleset(vocabularies=f"{{virtue: {data}}}" if data else "{virtue: }")}),
        )
    for name in ("(", "[", "a b", "1a", "", ".", "a" * 3000, "class", "\\\\", "one of"):
        yield (
            f"vocabulary called {name[:9]!r}",
            files({"game/ruleset.yaml": ruleset(vocabularies=f'{{virtue: [might, wit], "{name}": [x, y]}}')}),
        )
    yield (
        "vocabulary of many terms",
        files({"game/ruleset.yaml": ruleset(vocabularies="{virtue: [" + _filled("t{}, ", 20000) + "]}")}),
    )
    for name, text in {
        "default opens": '"feat, default ["',
        "default is a comma": '"integer, default ,"',
        "default is a tag": '"feat, default !x y"',
        "default is two": '"integer, default 1, default 2"',
        "default is controls": '"text, default \\"\\\\x00\\""',
        "list of nothing": '"list of"',
        "list of lists": '"' + "list of " * 3000 + 'integer"',
        "map of maps": '"' + "map text -> " * 3000 + 'integer"',
        "range wrong": '"integer 5..1"',
        "range long": '"integer 0..' + "9" * 5000 + '"',
        "a list": "[integer]",
        "a mapping": "{a: integer}",
        "nothing": "",
        "long": '"' + "q" * 50000 + '"',
        "commas": '"' + ", default " * 5000 + '"',
        "spaces": '"integer' + " " * 20000 + 'x"',
        "optional keys": '"map text -> integer,' + " " * 20000 + 'optional keysx"',
    }.items():
        yield f"field {name}", kind("might: integer 0..20\n", f"might: integer 0..20\n  odd: {text}\n")
        yield (
            f"record field {name}",
            files({"game/ruleset.yaml": ruleset(records=f"{{feat: {{name: text, cost: integer, odd: {text}}}}}")}),
        )
    for name, identity in {
        "dots": "../../x",
        "dot": ".",
        "absolute": "/etc",
        "html": "<script>alert(1)</script>",
        "css": '"a{}*{background:red}"',
        "empty": '""',
        "device": "CON",
        "line break": '"a\\nb"',
        "nul": '"a\\0b"',
        "long": "x" * 3000,
        "index": "index.html",
        "quote": "'a\"b'",
        "backslash": "'a\\b'",
        "question": "'a?b'",
        "number": "5",
        "list": "[a]",
        "spaces": '" a "',
        "assets": "assets",
        "search": "search",
        "guide": "guide",
        "dash": "-rf",
        "hidden": ".git",
        "slash": "a/b",
        "colon": "'a:b'",
    }.items():
        yield f"ruleset id {name}", files({"game/ruleset.yaml": ruleset(id=identity)})
    for name, folder in {
        "dots": "../..",
        "dot": ".",
        "absolute": "/usr",
        "root": "/",
        "slash": '"heroes/"',
        "slashes": '"a//b"',
        "nul": '"a\\0b"',
        "empty": '""',
        "deep": "a/b/c",
        "long": "x" * 3000,
        "device": "CON",
        "html": "'<b>'",
        "backslash": "'a\\b'",
        "list": "[a]",
        "number": "5",
        "pages": "pages",
        "site": "site",
        "hidden": ".git",
        "controls": '"a\\e[31m"',
        "rulings": "rulings.html",
        "spaces": '" a "',
        "star": "'*'",
        "bracket": "'[a'",
    }.items():
        yield (
            f"kind folder {name}",
            {
                **kind("folder: heroes", f"folder: {folder}"),
                "game/entries/hero.yaml": "eve: {name: Eve, might: 3}\n",
            },
        )
    for name, identity in {
        "dots": "../x",
        "nul": '"a\\0b"',
        "empty": '""',
        "long": "x" * 3000,
        "spaces": "a hero",
        "html": "'<b>'",
        "number": "5",
        "list": "[a]",
        "word": "text",
        "slash": "a/b",
        "bracket": "'['",
        "controls": '"a\\e[31m"',
        "python": "class",
    }.items():
        yield f"kind id {name}", kind("id: hero", f"id: {identity}")
    for name, formula in {
        "a record": "feats[0] if feats else none",
        "records": "feats",
        "record or nothing": "feats if might > 2 else []",
        "texts or nothing": "[f.name for f in feats] if feats else []",
        "a mapping": "{f.name: f.cost for f in feats}",
        "anything": "[might, name]",
        "lists of lists": "[[f.name] for f in feats]",
        "a truth": "might > 3",
        "nothing": "none",
        "mixed": "might if might > 5 else name",
        "fails": "might // 0",
        "a vocabulary": "virtue",
        "entry": "friend",
    }.items():
        yield (
            f"facet {name}",
            {
                **kind("{might: might}", "{odd: " + repr(formula) + "}"),
                "heroes/bert.yaml": "name: B\nmight: 2\nvirtue: wit\nfeats: [{name: x, cost: 3}]\nfriend: ada\n",
            },
        )
    for name, settings in {
        "ruleset long": "ruleset: " + "x" * 5000,
        "ruleset nul": 'ruleset: "a\\0b"',
        "ruleset dots": "ruleset: ../../../..",
        "ruleset absolute": "ruleset: /",
        "ruleset device": "ruleset: ./CON",
        "ruleset controls": 'ruleset: "./\\e[31m"',
        "output nul": 'ruleset: ./game\noutput: "a\\0b"',
        "output long": "ruleset: ./game\noutput: " + "x" * 5000,
        "output dots": "ruleset: ./game\noutput: ..",
        "output absolute": "ruleset: ./game\noutput: /etc",
        "output pages": "ruleset: ./game\noutput: pages",
        "output game": "ruleset: ./game\noutput: game/rules",
        "house list": "ruleset: ./game\nhouse_rules: [a]",
        "house odd": "ruleset: ./game\nhouse_rules: {'': 5}",
        "card odd": "ruleset: ./game\ncard: " + "9" * 5000 + "x1",
        "language odd": "ruleset: ./game\nlanguage: '\"><b>'",
        "url odd": "ruleset: ./game\nurl: 'https://['",
        "url port": "ruleset: ./game\nurl: 'https://a:b'",
        "title long": f"ruleset: ./game\ntagline: {'x' * 100000}",
    }.items():
        yield f"campaign {name}", files({"campaign.yaml": f"title: T\n{settings}\n"})
    yield (
        "rules many",
        rules(
            _filled("r{0}: {{title: R{0}, reference: rules#resolve, inputs: {{a: integer}}, outputs: a + {0}}}\n", 3000)
        ),
    )
    yield (
        "rules in a chain",
        rules(
            "r0: {title: R, reference: rules#resolve, inputs: {a: integer}, outputs: a}\n"
            + "".join(
                f"r{n}: {{title: R, reference: rules#resolve, inputs: {{a: integer}}, outputs: r{n - 1}(a=a)}}\n"
                for n in range(1, 500)
            )
        ),
    )
    yield (
        "rules in a circle",
        rules(
            "".join(
                f"r{n}: {{title: R, reference: rules#resolve, outputs: r{(n + 1) % 1500}()}}\n" for n in range(1500)
            )
        ),
    )
    yield (
        "kinds many",
        files(
            {
                f"game/kinds/k{n}.yaml": f"{{id: k{n}, title: K{n}, plural: K{n}s, fields: {{a: integer}}}}"
                for n in range(150)
            }
        ),
    )
    yield (
        "figures that take long",
        kind(
            "{resolve: resolve(might=might)}",
            "{resolve: 1, " + _filled("f{}: 'sum([a for a in range(100000) for b in range(100)])', ", 500) + "}",
        ),
    )
    yield (
        "derived in a circle",
        kind(
            "{resolve: resolve(might=might)}",
            "{resolve: 1, " + "".join(f"f{n}: f{(n + 1) % 1000}, " for n in range(1000)) + "}",
        ),
    )
    yield (
        "theme odd",
        files(
            {
                "game/ruleset.yaml": ruleset(
                    theme="{accent: '}*{x', on-accent: '', accent-text: x, accent-bar: x, block: x, "
                    "on-block: x, dark: {accent: x, on-accent: x, accent-text: x}}"
                )
            }
        ),
    )
    for name, text in {
        "a list": "[a, b]",
        "a text": "words",
        "nothing": "",
        "rule is a list": "a: [b]",
        "outputs is a list": "a: {title: A, outputs: [1, 2]}",
        "outputs is nothing": "a: {title: A, outputs: }",
        "numbers for names": "5: {title: A, outputs: 1}",
        "steps is a list": "a: {title: A, steps: [x], outputs: 1}",
        "rows of numbers": "a: {title: A, rows: [1, 2]}",
        "rows of lists": "a: {title: A, rows: [[1], [2]]}",
        "rows uneven": "a: {title: A, rows: [{a: 1}, {b: 2}, 5]}",
        "rows empty": "a: {title: A, rows: []}",
        "table empty": "a: {title: A, table: {}}",
        "table of lists": "a: {title: A, table: {1: [2], 3: {a: b}}}",
        "table of nothing": "a: {title: A, table: {1: , 2: }}",
    }.items():
        yield f"rules file {name}", rules(text + "\n")
    for name, text in {
        "a list": "[a]",
        "a text": "x",
        "a ruling is a text": "a: b",
        "options a list": "a: {title: A, options: [1], default: 1}",
        "options empty": "a: {title: A, options: {}, default: 1}",
        "default a list": "a: {title: A, options: {1: x}, default: [1]}",
        "open odd": "a: {title: A, options: {1: x}, default: 1, open: 'integer ..,'}",
        "number": "5: {title: A, options: {1: x}, default: 1}",
    }.items():
        yield f"rulings {name}", files({"game/rulings.yaml": text + "\n"})
    for name, text in {
        "layout a list": "layout: [a]",
        "blocks a list": "layout: {blocks: [a]}",
        "page unknown": "layout: {page: [nothing]}",
        "fields a list": "fields: [a]",
        "derive a list": "derive: [a]",
        "derive deep": "derive: " + "{a: " * 60 + "1" + "}" * 60,
        "derive dotted": "derive: {a.b: 1, a: {b: 2}}",
        "facets a list": "facets: [a]",
        "checks a text": "checks: x",
        "list sort odd": "list: {sort: '('}",
        "block holds itself": "layout: {blocks: {a: {type: panel, blocks: [a]}}, page: [a]}",
        "blocks in a circle": "layout: {blocks: {a: {type: body, blocks: [b]}, b: {type: body, blocks: [a]}}}",
        "table without rows": "layout: {blocks: {a: {type: table}}, page: [a]}",
        "strip without map": "layout: {blocks: {a: {type: strip}}, page: [a]}",
        "rows of a number": "layout: {blocks: {a: {type: table, rows: 5, columns: [{label: A, value: x}]}}, page: [a]}",
    }.items():
        yield (
            f"kind {name}",
            files(
                {
                    "game/kinds/thing.yaml": f"id: thing\ntitle: Thing\nplural: Things\n{text}\n",
                    "thing/x.yaml": "name: X\n",
                }
            ),
        )


LONG = int(os.environ.get("BOMB_LENGTH", "16000"))


def repeated(part: str, length: int = LONG) -> str:
    """A text of a length that holds the same again and again."""
    return (part * (length // len(part) + 1))[:length]


MARKDOWN = {
    "braces": "{ x ",
    "braces closed": "{a} ",
    "brace": "{",
    "brace quote": "{'",
    "brace quotes": '{"a" ',
    "wiki links": "[[ x ",
    "wiki links closed": "[[nobody]] ",
    "wiki links half": "[[a|",
    "wiki link lines": "[[a\n",
    "wiki": "[[",
    "quotes": '"a ',
    "quote": '"',
    "quote single": "'",
    "quotes both": "\"'a",
    "apostrophes": "'a' ",
    "comments open": "<!--",
    "comments open, words": "a <!-- b ",
    "comments open, lines": "a\n\n<!-- b\n\n",
    "comments": "<!-- a --> ",
    "comment lines": "<!-- a -->\n",
    "headings": "# a\n",
    "headings brace": "# a {\n",
    "headings braces": "# {a} {b} {\n",
    "headings under": "a\n=\n\n",
    "headings id": "# a {#a}\n",
    "heading mark": "#",
    "equals": "a\n=",
    "dashes": "a\n-",
    "link openers": "[a](",
    "links": "[a](b) ",
    "links away": "[a](https://a) ",
    "links angle": "[a](<b",
    "links titled": '[a](b "',
    "brackets": "[",
    "brackets closed": "]",
    "brackets words": "[a ",
    "brackets pair": "[]",
    "brackets pairs": "[a]",
    "brackets emphasis": "[*a](",
    "brackets nest": "[a [b](",
    "pictures": "![a](b.png) ",
    "pictures open": "![",
    "pictures nest": "![a](",
    "stars": "*",
    "stars words": "*a ",
    "stars mixed": "*a_ ",
    "stars pairs": "a**b",
    "underscores": "_a",
    "strikes": "~~a",
    "ticks": "`",
    "ticks growing": "`a``b```c",
    "backslashes": "\\",
    "entities": "&amp;",
    "entities open": "&#",
    "angles": "<",
    "angles links": "<a:",
    "html": "<b>",
    "quotations": "> ",
    "quotations deep": ">",
    "lists": "- ",
    "lists items": "- a\n",
    "lists numbers": "1. a\n",
    "lists loose": "- a\n\n",
    "tables": "|a|b|\n|-|-|\n|c|d|\n\n",
    "table bars": "|",
    "table row": "a|",
    "table lines": "|a\n",
    "rules": "---\n",
    "rules stars": "* * *\n",
    "fences": "```\n",
    "fences colons": ":::\n",
    "fences open": "::: note a\n",
    "fences unknown": "::: x\n:::\n",
    "fences rule": "::: rule nobody\n:::\n",
    "fences colon": ":",
    "definitions": "[a]: b\n",
    "definitions open": "[a]:\n",
    "definitions title": "[a]: b '",
    "code": "    a\n",
    "lines": "\n",
    "spaces": " ",
    "tabs": "\t",
    "line ends": "a  \n",
    "words": "word ",
    "word": "a",
    "terms": "Resolve might ",
    "dots": ".",
    "dots words": "a.. ",
    "dashes long": "--- ",
    "plus": "+-",
    "copyright": "(c) (tm) ",
    "exclamations": "!",
    "returns": "a\r",
    "nul": "\0",
    "joined": "a\u0301",
    "right to left": "\u202ea",
    "front": "---\n",
    "mail": "a@b ",
    "addresses": "https://a.b/ ",
    "facts": "<!-- facts: ",
    "when": "::: when might > 2\n:::\n",
}
"""Parts that are repeated to texts of 50 kB; the cost of a text must not grow with the square of its length."""


def _markdown() -> Cases:
    for name, part in MARKDOWN.items():
        yield f"page {name}", page(f"# Plot\n\n{repeated(part)}\n")
    for name in (
        "braces",
        "wiki links",
        "quotes",
        "headings brace",
        "comments open",
        "link openers",
        "fences open",
        "tables",
        "links",
    ):
        yield f"notes {name}", notes(repeated(MARKDOWN[name]))
    yield "page heading of spaces", page("# a" + " " * LONG + "b\n")
    yield "page heading of spaces and a brace", page("# a" + " " * LONG + "{\n")
    yield "page heading in a brace", page("# a {" + "#a " * 20000 + "}\n")
    yield "page heading of quotes", page("# a {" + 'a="' * 20000 + "}\n")
    yield "page heading of ids", page("# a {#" + "a" * LONG + "}\n")
    yield "page heading long", page("# " + "word " * 10000 + "\n")
    yield "page headings same", page("## Same\n\n" * 5000)
    yield "page headings that number each other", page("## a\n\n## a-2\n\n" * 2500)
    yield "page headings in a list", page("- # a\n" * 8000)
    yield "page table wide", page("|" + "a|" * 2000 + "\n|" + "-|" * 2000 + "\n" + ("|" + "b|" * 10 + "\n") * 2000)
    yield "page table long", page("|a|b|\n|-|-|\n" + "|c|d|\n" * 8000)
    yield "page nested brackets", page("[" * 20000 + "a" + "]" * 20000)
    yield "page nested brackets of links", page("[" * 8000 + "a" + "](b)" * 8000)
    yield "page nested quotations", page("> " * 20000 + "a")
    yield "page nested lists", page("".join("  " * n + "- a\n" for n in range(300)))
    yield (
        "page nested fences",
        page(
            "".join(":" * n + " note a\n" for n in range(300, 2, -1))
            + "a\n"
            + "".join(":" * n + "\n" for n in range(3, 301))
        ),
    )
    yield (
        "page nested fences of the gm",
        page(
            "".join(":" * n + " gm a\n" for n in range(300, 2, -1))
            + "a\n"
            + "".join(":" * n + "\n" for n in range(3, 301))
        ),
    )
    yield "page definitions that are long", page(f"[a]: {'a' * LONG}\n\n" + "[a] " * 10000)
    yield "page definitions to a file", page("[a]: x.png\n\n" + "![a] " * 10000)
    yield "page number of lists", page("".join(f"{n}. a\n" for n in range(6000)))
    yield "page front matter open", page("---\n" + "a: b\n" * 10000)
    yield "page front matter deep", page("---\ntitle: " + "[" * 5000 + "\n---\n\nText.\n")
    yield "page front matter a list", page("---\n- a\n---\n\nText.\n")
    yield "page front matter a text", page("---\nhello\n---\n\nText.\n")
    yield "page dead links, long", page("[[" + "a" * 20000 + "]]\n\n" + "[[" + "b" * 20000 + "]]\n")
    yield "page dead links to headings", page("".join(f"## Heading {n}\n\n[[Heding {n}x]]\n\n" for n in range(1000)))
    yield "page dead files", page("".join(f"![a](x{n}.png)\n" for n in range(2000)))
    yield "page figures wrong", page("".join(f"{{nobody{n}}}\n" for n in range(2000)))
    yield "page figures deep", page("{" + "(" * 5000 + "1" + ")" * 5000 + "}")
    yield "page figures long", page("{" + "1+" * 10000 + "1}")
    yield "page figures that take long", page("{sum([a for a in range(100000) for b in range(100)])}\n" * 500)
    yield "page directives unknown", page("".join(f"::: nobody{n}\n:::\n\n" for n in range(1500)))
    yield "page directive long", page("::: " + "x" * LONG + "\n:::\n")
    yield (
        "pages of dead links",
        files(
            {f"pages/p{n}.md": f"# P{n}\n\n" + "".join(f"[[pagee {n} {m}]]\n" for m in range(100)) for n in range(100)}
        ),
    )
    yield (
        "pages of headings",
        files(
            {f"pages/p{n}.md": f"# P{n}\n\n" + "".join(f"## H{n} {m}\n\na\n\n" for m in range(20)) for n in range(100)}
        ),
    )
    yield (
        "terms many",
        reference(
            "".join(f'## Word {n} {{#w{n} .term aliases="thing {n}, other {n}"}}\n\nText.\n\n' for n in range(3000))
            + "".join(f"A word {n} and a Thing {n}. " for n in range(2000))
        ),
    )
    yield (
        "terms alike",
        reference(
            "".join(f"## {'a ' * n}b {{#w{n} .term}}\n\nText.\n\n" for n in range(1, 100)) + "\n\n" + "a " * 20000
        ),
    )
    yield "pages many", files({f"pages/p{n}.md": f"# P{n}\n\nOf {n}. [[P{(n + 1) % 3000}]]\n" for n in range(3000)})
    yield "page of nothing", page("")
    yield (
        "page called oddly",
        files({"pages/(((.md": "# Odd\n", "pages/\x1b[31m.md": "# Red\n", "pages/....md": "# Dots\n"}),
    )
    yield "files called oddly", files({"heroes/\x1b]0;x\x07\x1b[31m.yaml": "nam: x\n", "heroes/‮.yaml": "nam: x\n"})


def _directives() -> Cases:
    def example(**changes: str) -> Files:
        keys = {"rule": "resolve", "given": "{might: 8}", "expect": "{result: 4}", **changes}
        return reference("::: example E\n" + "".join(f"{k}: {v}\n" for k, v in keys.items()) + "---\nText.\n:::\n")

    odd = {
        "text": "words",
        "list": "[a, b]",
        "number": "5",
        "nothing": "",
        "of lists": "{might: [8], result: [4], a: [b]}",
        "of mappings": "{might: {a: 8}, result: {a: 4}}",
        "numbered": "{5: 8}",
    }
    for key in ("rule", "given", "expect", "house"):
        for name, text in odd.items():
            yield f"example {key} {name}", example(**{key: text})
    yield "example body a list", reference("::: example E\n- a\n:::\n")
    yield "example body a text", reference("::: example E\nhello\n:::\n")
    yield "example body nothing", reference("::: example E\n:::\n")
    yield "example body broken", reference("::: example E\nrule: [\n:::\n")
    yield "example key unknown", example(expects="{result: 5}")
    yield (
        "examples many",
        reference(
            "".join(
                f"::: example E{n}\nrule: resolve\ngiven: {{might: 8}}\nexpect: {{result: {n}}}\n:::\n\n"
                for n in range(1000)
            )
        ),
    )
    yield "expected many", example(expect="{" + _filled("r{}: 1, ", 3000) + "}")
    table = "ranks: {title: Ranks, reference: rules#resolve, table: {1: a, 2: b}}\n"
    rows = "ranks: {title: Ranks, reference: rules#resolve, rows: [{name: a, cost: 1}, {name: b, cost: 2}]}\n"
    listings = {name: odd[name] for name in ("text", "list", "number")}
    for what, more in {"of a table": table, "of rows": rows}.items():
        for key in ("columns", "heads", "where", "sort"):
            for name, text in listings.items():
                yield (
                    f"table {what}, {key} {name}",
                    {
                        **reference(f"::: table ranks\n{key}: {text}\n:::\n"),
                        "game/rules/ranks.yaml": more,
                    },
                )
    for target in ("hero", "virtue"):
        for key in ("columns", "where", "sort"):
            for name, text in listings.items():
                yield (
                    f"table of {target}, {key} {name}",
                    {
                        **reference(f"::: table {target}\n{key}: {text}\n:::\n"),
                        "game/entries/hero.yaml": "eve: {name: Eve, might: 3}\n",
                    },
                )
    for name in ("rule", "table", "ruling", "when", "note", "gm", "example"):
        yield f"directive {name} of nothing", reference(f"::: {name}\n:::\n")
        yield f"directive {name} of much", reference(f"::: {name} {'x' * 20000}\n{'- [ {' * 5000}\n:::\n")


def _pictures() -> Cases:
    def portrait(inner: str, before: str = "") -> Files:
        drawing = f'{before}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{inner}</svg>'
        return {**hero("name: B\nmight: 3\nportrait: portraits/b.svg\n"), "portraits/b.svg": drawing}

    nest = "".join(f'<g id="u{n + 1}">' + f'<use href="#u{n}"/>' * 10 + "</g>" for n in range(6))
    yield "uses within uses", portrait(f'<defs><rect id="u0" width="1" height="1"/>{nest}</defs><use href="#u6"/>')
    yield "uses in a circle", portrait('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g><use href="#a"/>')
    yield "rectangles", portrait('<rect width="1" height="1"/>' * 100_000)
    yield "groups within groups", portrait("<g>" * 100_000 + "</g>" * 100_000)
    laughs = "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">' for n in range(9))
    yield "entities within entities", portrait("<text>&l9;</text>", f'<!DOCTYPE svg [<!ENTITY l0 "ha">{laughs}]>')
    yield "entity of a file", portrait("<text>&f;</text>", '<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]>')
    yield "path long", portrait('<path d="' + "M0 0L9 9" * 200_000 + '"/>')
    yield "no drawing", portrait("<g>")
    yield "name odd", hero('name: B\nmight: 3\nportrait: "../../../../etc/passwd"\n')


def _styles() -> Cases:
    for name, text in {
        "brackets open": "{" * 300_000,
        "brackets nested": "{" * 150_000 + "}" * 150_000,
        "brackets as many as are read": "{" * 199_999,
        "properties unknown": _filled("a{} {{ colr: red; widht: 1 }}\n", 8_000),
        "at-rules unknown": _filled("@medai{} print {{ a {{ color: red }} }}\n", 50_000),
    }.items():
        yield name, files({"theme.css": text})


GROUPS = {
    "yaml": _yaml(),
    "entries": _entries(),
    "ruleset": _rulesets(),
    "text": _markdown(),
    "directive": _directives(),
    "picture": _pictures(),
    "style": _styles(),
}
BOMBS: Mapping[str, Files] = {f"{group}: {name}": made for group, cases in GROUPS.items() for name, made in cases}
"""The files of each folder, by name."""
