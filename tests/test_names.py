"""Names of a ruleset are held to their patterns where they are read, and no name or text becomes part of a program."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from in_node import NODE, needs_node
from projects import Write
from rule_calls import ROOT, RULESETS, from_script
from small_game import GAME

from sheetgen.build import Options, build_in_memory
from sheetgen.formula import compile as compiling
from sheetgen.formula.builtins import HELPERS
from sheetgen.formula.check import check
from sheetgen.formula.checking.checker import Checked
from sheetgen.formula.compile import Expression, Program, RuleFormulas, value_of
from sheetgen.formula.javascript import Input, ScriptRules, rules_script
from sheetgen.formula.parse import parse
from sheetgen.formula.python_tree import METHODS, GeneratedNames, GivenData
from sheetgen.formula.runtime import Evaluation
from sheetgen.formula.scope import Binding, Parameter, Scope, Signature
from sheetgen.formula.types import INTEGER, TEXT, ListOf, OptionOf, Record, Term
from sheetgen.formula.words_of_python import NAMES
from sheetgen.model.ruleset.load import load
from sheetgen.model.ruleset.names import SITE_FOLDERS
from sheetgen.model.ruleset.run_rule import run_rule
from sheetgen.model.ruleset.script import calculator_script
from sheetgen.text.diagnostics import Diagnostics

CODE = "half = __import__('os').abort(); h"
"""A name that runs a command where it is pasted into a program."""

PLACES = {
    "ruleset.yaml": """
id: game
title: Game
vocabularies: {size: [big, @TERM], @NAME: [a], mood: {calm: {title: Calm, @TERM: 1}, @TERM: }}
types: {@ID: integer}
records: {@ID: {a: text}, part: {@NAME: text}}
""",
    "rulings.yaml": """
@NAME: {title: A, options: {a: A.}, default: a}
b: {title: B, options: {@TERM: A., b: B.}, default: b, aliases: [@TERM]}
""",
    "rules/all.yaml": """
@NAME: {title: A, outputs: {a: "1"}}
b: {title: B, inputs: {@NAME: integer}, steps: {@NAME: 1 + 1}, outputs: {@NAME: "1", c: {@NAME: "1"}}}
c: {title: C, inputs: {a: {type: integer, aliases: [@TERM]}}, outputs: {formula: a}}
t: {title: T, table: {@TERM: 1, 1..5: {@TERM: 2}}}
u: {title: U, rows: [{@TERM: 1}]}
""",
    "kinds/beast.yaml": """
id: beast
title: Beast
plural: Beasts
fields: {@NAME: integer}
derive: {@NAME: "1", group: {@NAME: {formula: "1"}}}
layout: {blocks: {@ID: {type: facts, items: []}}}
facets: {@ID: name}
""",
    "kinds/other.yaml": "\nid: @PART\ntitle: Other\nplural: Others\n",
    "kinds/third.yaml": "\nid: third\ntitle: Third\nplural: Thirds\nfolder: @PART\n",
}
"""A ruleset with a mark at every place where a name stands."""
MARK = re.compile(r"@([A-Z]+)")
WRONG = {
    "NAME": [CODE, "a b", "_a", "1a", "a-b", "a.b", r"a\nb", "", "ﬁre", "x" * 81, "a#", "{a}"],
    "ID": [CODE, "a b", "-a", "../a", r"a\\b", "<b>", ""],
    "PART": [CODE, "../a", "/etc", "CON", "a/b", r"a\nb", ".", "x" * 81],
    "TERM": ["<b>", r"a\nb", " a", r"\"", "a`", "{a}", "", r"a\\", "a|"],
}
GOOD = {"NAME": "grüße_2", "ID": "a-b_2", "PART": "größe-b", "TERM": "½ of 10' (±2), d6+"}


def filled(text: str, words: Mapping[str, str]) -> tuple[str, set[tuple[int, int]]]:
    """A file with words at its marks, and the line and column of each."""
    lines, places = [], set()
    for number, line in enumerate(text.strip("\n").split("\n"), 1):
        while match := MARK.search(line):
            places.add((number, match.start() + 1))
            line = f'{line[: match.start()]}"{words[match[1]]}"{line[match.end() :]}'
        lines.append(line)
    return "\n".join(lines) + "\n", places


def wrong_names(write: Write, words: Mapping[str, str]) -> tuple[set[tuple[str, int, int]], set[tuple[str, int, int]]]:
    """Where wrong names are reported, and where the words stand."""
    files = {path: filled(text, words) for path, text in PLACES.items()}
    folder = write({path: text for path, (text, _) in files.items()})
    diagnostics = Diagnostics()
    load(folder, folder, diagnostics)
    spans = [d.span for d in diagnostics if d.code == "wrong-name" and d.span]
    expected = {(path, *place) for path, (_, places) in files.items() for place in places}
    return {(span.file.name, span.line, span.column) for span in spans}, expected


@pytest.mark.parametrize("number", range(max(map(len, WRONG.values()))))
def test_a_wrong_name_is_told_where_it_stands(project: Write, number: int) -> None:
    mistakes, expected = wrong_names(project, {sort: words[number % len(words)] for sort, words in WRONG.items()})
    assert mistakes == expected
    assert len(expected) == 26


def test_names_of_every_script_are_names(project: Write) -> None:
    assert wrong_names(project, GOOD)[0] == set()


def test_a_ruleset_whose_id_is_no_name_is_not_read(project: Write) -> None:
    folder = project({"ruleset.yaml": "id: ../../x\ntitle: T\n"})
    diagnostics = Diagnostics()
    assert load(folder, folder, diagnostics) is None
    [mistake] = diagnostics
    assert (mistake.code, mistake.span and (mistake.span.line, mistake.span.column)) == ("wrong-name", (1, 5))
    assert mistake.hints == ("write `x`",)


@pytest.mark.parametrize("name", ["assets", "Guide"])
def test_no_game_has_a_folder_that_all_games_of_a_site_share(project: Write, name: str) -> None:
    folder = project({"ruleset.yaml": f"id: {name}\ntitle: T\n"})
    diagnostics = Diagnostics()
    assert load(folder, folder, diagnostics) is None
    assert ["folder of this name" in mistake.message for mistake in diagnostics] == [True]


def test_every_shared_folder_of_a_site_is_kept_for_it(project: Write) -> None:
    """Whatever a site has beside the folder of its game is no name of a game."""
    files = {"content/site.yaml": "title: S\nrulesets: [game]\nguide: guide\n", "content/guide/a.md": "# A\n"}
    built = build_in_memory(Options(project({**files, **{f"content/{name}": text for name, text in GAME.items()}})))
    assert {path.partition("/")[0] for path in built.files if "/" in path} == {"small", *SITE_FOLDERS}


# ---- what is compiled

NODES = (
    ast.Module, ast.FunctionDef, ast.arguments, ast.arg, ast.Assign, ast.Expr, ast.Return, ast.Constant, ast.Name,
    ast.Attribute, ast.Subscript, ast.Call, ast.UnaryOp, ast.USub, ast.Not, ast.BinOp, ast.Add, ast.Sub,
    ast.FloorDiv, ast.Mod, ast.BoolOp, ast.And, ast.Or, ast.Compare, ast.cmpop, ast.IfExp, ast.List, ast.Dict,
    ast.ListComp, ast.DictComp, ast.comprehension, ast.Lambda, ast.JoinedStr, ast.FormattedValue, ast.expr_context,
)  # fmt: skip
OWN = re.compile(r"b|v|value|leaves|[rwxslc][0-9]+|f_(" + "|".join(HELPERS) + ")")
SCRIPT_WORDS = {
    "sheetgenRules", "add", "function", "f", "b", "const", "return", "null", "true", "false", "house", "titles",
    "records", "rules", "run", "single", "shown", "inputs", "__proto__", "q", "part", "record", "chain",
    "plus", "minus", "floordiv", "mod", "eq", "ne", "lt", "le", "gt", "ge", "isin", "notin", *HELPERS, *METHODS,
}  # fmt: skip


def assert_tree_is_ours(tree: ast.AST) -> None:
    for node in ast.walk(tree):
        assert isinstance(node, NODES), node
        match node:
            case ast.Name(id=name) | ast.FunctionDef(name=name) | ast.arg(arg=name):
                assert OWN.fullmatch(name), name
            case ast.Attribute(value=ast.Name(id="b"), attr=name):
                assert name in {*METHODS, "house", "at"}
            case ast.Attribute() | ast.Call(keywords=[_, *_]):
                raise AssertionError(ast.dump(node))


def assert_script_is_ours(script: str) -> None:
    assert not re.search("[<\u2028\u2029\ud800-\udfff]", script)
    bare = re.sub(r'"(?:[^"\\\n]|\\.)*"', "", script)
    assert '"' not in bare and "'" not in bare and "`" not in bare
    words = set(re.findall(r"[^\W\d]\w*", bare))
    assert {word for word in words if word not in SCRIPT_WORDS and not re.fullmatch(r"[rwxslc][0-9]+", word)} == set()
    assert re.fullmatch(r"[\w\s(){}\[\],;:.?!&|=>+*/-]*", bare)


@pytest.fixture
def trees(monkeypatch: pytest.MonkeyPatch) -> list[ast.AST]:
    """Every tree that is compiled while a test runs."""
    nodes: list[ast.AST] = []

    def compiled(tree: ast.AST, *rest: Any) -> CodeType:
        assert isinstance(tree, ast.AST), "only trees are compiled"
        nodes.append(tree)
        code: CodeType = compile(tree, *rest)
        return code

    monkeypatch.setattr(compiling, "compile", compiled, raising=False)
    return nodes


@pytest.fixture
def expressions(monkeypatch: pytest.MonkeyPatch) -> list[Expression]:
    """Every formula over an entry that is read while a test runs."""
    made: list[Expression] = []

    def expression(program: Program, checked: Checked, scope: Scope) -> Expression:
        made.append(Expression(program, checked, scope))
        return made[-1]

    monkeypatch.setattr(Program, "expression", expression)
    return made


HOSTILE = [
    CODE,
    "a(b):\n    __import__('os').abort()\ndef q",
    '"); alert(1); ("',
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "x\u2028alert(1)\u2029",
    "\\",
    "${alert(1)}`",
    "*/ alert(1) /*",
    "__proto__",
    "constructor",
    "{name} {0} %s",
    "import",
    "\ud800",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_program_holds_names_as_texts_only(name: str, trees: list[ast.AST]) -> None:
    """The generators are held to this without the check of names: whatever slips through it stays a text."""
    script = script_of(name, trees)
    assert_script_is_ours(script)
    if NODE and name.isprintable():
        [answer] = from_script(script, [[name, name, {"a": 3}, {}]])
        assert answer[name]["value"] == answer["two"]["value"] == 5


def script_of(name: str, trees: list[ast.AST]) -> str:
    """A game in which everything bears one name, run in Python; its script."""
    term = Term(name, (name,))
    called = Signature("other", name, (Parameter("a", INTEGER, name, default=0),), INTEGER, True, name)
    scope = Scope(
        {
            "a": Binding(INTEGER, name), "size": Binding(ListOf(term), name, "vocabulary"),
            "house": Binding(Record("house", {"so": OptionOf("so", (name,))}, {"so": name}), "house rule", "house"),
        },
        {"other": called},
        {"size": {name: name}},
        {"size": Record(name, {"title": TEXT})},
    )  # fmt: skip
    text = "other(a=a) + len([s for s in size if house.so != s and size[s].title == s]) + (2 if a > 1 else 0)"
    checked = check(parse(text), scope)
    assert not checked.problems
    # the names as authors would have them, put where the checker has been passed
    rules = [
        RuleFormulas("other", ("a",), (("b", check(parse("a"), scope)),), {"b": "b"}, True, scope),
        RuleFormulas(name, ("a", f"{name} too"), ((name, checked),), {name: name, "two": name}, False, scope),
    ]
    program = Program()
    program.define("vocabulary", "size", [name])
    program.define("terms", "size", {name: {"title": name, name: name}})
    program.add_rules(rules)
    run = Evaluation({"so": name}, {"size": {name: name}})
    assert program.run(name, run, [3, 0]) == {name: 5, "two": 5}
    assert value_of(program.run(name, run, [3, 0], leaves=True)) == {name: 5, "two": 5}
    for tree in trees:
        assert_tree_is_ours(tree)
    inputs = [
        Input("a", "integer"),
        Input(f"{name} too", ["map", GivenData("vocabulary", "size"), "integer"], {name: 1}),
    ]
    record = Record(name, {name: term}, {name: name})
    return rules_script(
        ScriptRules(
            name, rules[1:], {name: record}, {name: inputs}, {name: [Input(name, "integer", 0)]},
            program.given, {name: {name: name}, "size": {name: name}}, {"so": name, name: name}, rules,
        )
    )  # fmt: skip


@pytest.mark.parametrize("folder", RULESETS, ids=lambda path: path.name)
def test_every_game_compiles_to_nodes_and_names_of_ours(
    folder: Path, trees: list[ast.AST], expressions: list[Expression]
) -> None:
    ruleset = load(folder, ROOT, Diagnostics())
    assert ruleset is not None and not trees, "what is compiled before it is run"
    for expression in expressions:
        assert expression.value and expression.leaves
    rules = [rule.formulas for rule in ruleset.rules.values() if rule.formulas]
    trees += [compiling.compiled_rule(rule, GeneratedNames(), leaves) for rule in rules for leaves in (False, True)]
    assert len(trees) == 2 * (len(expressions) + len(rules)) > 40
    for tree in trees:
        assert_tree_is_ours(tree)
    assert_script_is_ours(calculator_script(ruleset, {}))


# ---- words that only Python keeps for itself


def test_words_of_python_that_formulas_do_not_need_are_names(project: Write) -> None:
    for word in sorted(NAMES):
        assert wrong_names(project, {**GOOD, "NAME": word})[0] == set(), word


POWER = """
        power:
          title: Power
          reference: rules#wounds
          inputs: {class: "one of [fighter, wizard]", with: integer}
          steps: {try: "sum([as + with for as in [1, 2]])"}
          outputs: {break: "try if class == 'fighter' else ranks[class]", from: "f'{class} with {with}, {break}'"}
        ranks: {title: Ranks, reference: rules#wounds, table: {fighter: 3, wizard: 9}}
        """
ASKED = ({"class": "fighter", "with": 4}, {"class": "wizard", "with": 4})
GIVES = ({"break": 11, "from": "fighter with 4, 11"}, {"break": 9, "from": "wizard with 4, 9"})


@needs_node
def test_formulas_read_such_names_here_and_in_browsers(project: Write) -> None:
    fields = "tier: integer 1..10\n          class: text, default x"
    kind = GAME["game/kinds/beast.yaml"].replace("tier: integer 1..10", fields)
    kind = kind.replace("derive:", "derive:\n          pass: class + power(class='wizard', with=tier).from")
    folder = project({**GAME, "game/kinds/beast.yaml": kind, "game/rules/power.yaml": POWER})
    built = build_in_memory(Options(folder, pdf=False))
    assert not list(built.diagnostics), [str(mistake) for mistake in built.diagnostics]
    ruleset = built.games[0].ruleset
    assert tuple(run_rule(ruleset, "power", given, {}) for given in ASKED) == GIVES
    script = "var self = globalThis;" + built.files["assets/rules/small.js"].decode()
    answers = from_script(script, [["small", "power", given, {}] for given in ASKED])
    assert [{name: leaf["value"] for name, leaf in answer.items()} for answer in answers] == list(GIVES)
    [otter] = [computed for (_, name), computed in built.games[0].entries.by_key.items() if name == "otter"]
    assert otter.values["pass"] == "xwizard with 2, 9"
