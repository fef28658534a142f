"""Numbers, their reasons and formulas in words, in a game that is not written in English."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from in_node import in_node, needs_node
from rule_calls import RUNTIME

from sheetgen.build import Options, build_in_memory
from sheetgen.languages.program_words import Words
from sheetgen.model.derive import derive
from sheetgen.model.library import link
from sheetgen.model.ruleset.load import load
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.run_rule import run_rule
from sheetgen.model.ruleset.script import calculator_script
from sheetgen.text.diagnostics import Diagnostics

GAME = {
    "ruleset.yaml": """
        id: klein
        title: Kleines Spiel
        language: de
        vocabularies: {ort: {kopf: {title: Kopf}, arm: {title: Arm}}}
    """,
    "rules/last.yaml": """
        last:
          title: Traglast
          inputs: {kraft: {type: integer, title: Kraft}, gepaeck: {type: "integer, default 0", title: Gepäck}}
          outputs: {last: {formula: "max(1, kraft // 2) + gepaeck / 4", unit: kg}}
        schutz:
          title: Schutz
          inputs: {ort: one of ort, kraft: integer, gedeckt: truth}
          outputs: {schutz: 'kraft if ort == "kopf" and not gedeckt else min(kraft, 3, 2)'}
    """,
    "rules/preis.yaml": """
        preis:
          title: Preis
          reference: last#last
          inputs: {mark: number}
          outputs: {preis: 'f"{grouped(mark)} Mark"'}
    """,
    "kinds/held.yaml": """
        id: held
        title: Held
        plural: Helden
        fields:
          kraft: {type: integer, title: Kraft}
          ruhm: "integer, default 0"
          text: {type: "markdown, optional", computed: true}
        derive:
          last: {formula: "last(kraft)", title: Traglast}
          ertrag: {formula: "ruhm * 1000", format: grouped}
          schwer: {formula: "clamp(kraft / 4, 0, 9.5)"}
        layout:
          blocks:
            zahlen:
              type: figures
              items: [{label: Traglast, value: last}, {label: Ertrag, value: ertrag}, {label: Schwer, value: schwer}]
            text: {type: prose, text: text}
          page: [zahlen, text]
    """,
    "entries/held.yaml": "ute: {name: Ute, kraft: 5, ruhm: 12, text: 'Trägt {schwer} Steine.'}",
    "reference/last.md": "# Last\n\n:::rule last\n:::\n\n:::rule schutz\n:::\n\nEs sind {9 / 4} davon.\n",
}


@pytest.fixture
def folder(project: Callable[[Mapping[str, str]], Path]) -> Path:
    return project(GAME)


def loaded(folder: Path, **asked: str) -> Ruleset:
    ruleset = load(folder, folder, diagnostics := Diagnostics(), **asked)
    assert ruleset is not None and [d.message for d in diagnostics] == []
    return ruleset


def test_pages_have_numbers_and_formulas_as_the_language_writes_them(folder: Path) -> None:
    built = build_in_memory(Options(folder, pdf=False))
    assert [d.message for d in built.diagnostics] == []
    page, chapter = built.files["klein/held/ute.html"].decode(), built.files["klein/last.html"].decode()
    assert "12.000" in page and "Trägt 1,25 Steine." in page
    assert "Es sind 2,25 davon." in chapter
    assert "das Größere von 1 und <var>Kraft</var> ÷ 2 abgerundet" in chapter
    assert "wenn <var>ort</var> ist Kopf und nicht <var>gedeckt</var>, sonst das Kleinste von" in chapter


def reasons(ruleset: Ruleset) -> dict[str, str]:
    """Why the values of the only entry are so."""
    library = link(ruleset, [], Diagnostics())
    table = derive(ruleset, library, ruleset.rulings.defaults, Diagnostics())
    [ute] = table.entries.values()
    return {name: leaf.why for name in ("last", "schwer") if (leaf := ute.leaf((name,)))}


def test_a_reason_is_told_in_the_language_that_is_spoken(folder: Path) -> None:
    assert reasons(loaded(folder)) == {"last": "(das Größere von 1 und Kraft 5 ÷ 2 abgerundet)", "schwer": "1,25"}
    assert reasons(loaded(folder, language="en"))["last"] == "(the greater of 1 and Kraft 5 ÷ 2 rounded down)"


_RUN = """
const page = require("node:vm").createContext({});
for (const script of data.scripts) require("node:vm").runInContext(script, page);
return data.calls.map(([rule, given]) => page.sheetgenRules.run("klein", rule, given, {}));
"""


@needs_node
def test_a_browser_tells_the_same(folder: Path) -> None:
    ruleset = loaded(folder)
    scripts = [RUNTIME, calculator_script(ruleset, {})]
    calls: list[Any] = [["last", {"kraft": 5, "gepaeck": 7}], ["schutz", {"ort": "kopf", "kraft": 5, "gedeckt": False}]]
    calls += [["preis", {"mark": mark}] for mark in (-12500, 1234567.5, 999)]
    last, guard, *prices = in_node(_RUN, {"scripts": scripts, "calls": calls})
    assert [price["outputs"]["preis"] for price in prices] == ["-12.500 Mark", "1.234.567,5 Mark", "999 Mark"]
    assert [
        run_rule(ruleset, "preis", {"mark": mark}, {})["preis"] for mark in (-12500, Fraction(2469135, 2), 999)
    ] == [price["outputs"]["preis"] for price in prices]
    assert last == {
        "numbers": {"last": 3.75},
        "outputs": {"last": "3,75"},
        "why": {"last": "(das Größere von 1 und Kraft 5 ÷ 2 abgerundet) + Gepäck 7 ÷ 4"},
    }
    assert guard["why"] == {"schutz": "kraft 5 (ort Kopf)"}


_FAIL = """
const words = (text, { title }) => data.texts[text].replace("{title}", title);
const page = require("node:vm").createContext({ sheetgen: { words } });
for (const script of data.scripts) require("node:vm").runInContext(script, page);
try {
  return page.sheetgenRules.run("klein", "last", { kraft: 1.5 }, {});
} catch (problem) {
  return problem.message;
}
"""


@needs_node
def test_what_goes_wrong_in_a_browser_is_told_in_its_language(folder: Path) -> None:
    scripts = [RUNTIME, calculator_script(loaded(folder), {})]
    assert in_node(_FAIL, {"scripts": scripts, "texts": dict(Words("de").different)}) == "kraft nimmt eine ganze Zahl"


def test_marks_within_numbers_are_those_of_the_language() -> None:
    values = {language: Words(language).values for language in ("en", "de", "ja", "fr-CH", "xx")}
    assert {language: (words.decimal, words.group) for language, words in values.items()} == {
        "en": (".", ","), "de": (",", "."), "ja": (".", ","), "fr-CH": (",", "\u202f"), "xx": (".", ","),
    }  # fmt: skip
    assert (values["de"].yes, values["ja"].none) == ("ja", Words("ja")("none"))
