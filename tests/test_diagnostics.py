from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.text.diagnostics import CODES, Diagnostic, Diagnostics, Severity, did_you_mean, nearest
from sheetgen.text.report import render_github, render_json, render_sarif, render_text, summary
from sheetgen.text.snippet import cells, excerpt, visible
from sheetgen.text.source import SourceFile, Span


def file(text: str, name: str = "shadows/lantern.yaml") -> SourceFile:
    return SourceFile(Path(name), name, text)


def at(source: SourceFile, text: str) -> Span:
    start = source.text.index(text)
    return source.span(start, start + len(text))


LANTERN = file("name: Lantern\naffinities:\n  fire: resists\nname: Moth\n")


@pytest.fixture
def wrong_lantern() -> Diagnostics:
    diagnostics = Diagnostics()
    diagnostics.error("unknown-term", "`resists` is not an affinity", at(LANTERN, "resists"), "did you mean `resist`?")
    notes = (("it stands here first", at(LANTERN, "name")),)
    again = LANTERN.span(LANTERN.text.rindex("name"), LANTERN.text.rindex("name") + 4)
    diagnostics.add(Diagnostic(Severity.ERROR, "duplicate-label", "`name` stands twice", again, ("keep one",), notes))
    diagnostics.warning("print", "no PDF engine")
    return diagnostics


def test_text_shows_the_line_the_place_the_hint_and_the_notes(wrong_lantern: Diagnostics) -> None:
    assert render_text(wrong_lantern) == dedent("""\
        warning[print]: no PDF engine

        error[unknown-term]: `resists` is not an affinity
         --> shadows/lantern.yaml:3:9
          |
        3 |   fire: resists
          |         ^^^^^^^
          = help: did you mean `resist`?

        error[duplicate-label]: `name` stands twice
         --> shadows/lantern.yaml:4:1
          |
        4 | name: Moth
          | ^^^^
          = help: keep one
        note: it stands here first
         --> shadows/lantern.yaml:1:1
          |
        1 | name: Lantern
          | ^^^^

        2 errors, 1 warning in 1 file
        """)


def test_colour_adds_codes_and_nothing_else(wrong_lantern: Diagnostics) -> None:
    coloured = render_text(wrong_lantern, colour=True)
    assert "\x1b[1;31m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render_text(wrong_lantern)


def test_nothing_found_is_nothing_said() -> None:
    assert render_text([]) == "" and summary([]) == "no errors" and render_github([]) == ""
    assert json.loads(render_json([])) == []


def test_counts() -> None:
    other = file("x", "b.yaml")
    error = Diagnostic(Severity.ERROR, "print", "a", at(LANTERN, "name"))
    warning = Diagnostic(Severity.WARNING, "print", "b", at(other, "x"))
    assert summary([error]) == "1 error in 1 file"
    assert summary([error, error, warning]) == "2 errors, 1 warning in 2 files"
    assert summary([warning]) == "1 warning in 1 file"


def test_equal_diagnostics_are_kept_once_in_the_order_of_the_files() -> None:
    diagnostics = Diagnostics()
    for span in (at(LANTERN, "resists"), at(LANTERN, "name"), at(LANTERN, "resists")):
        diagnostics.error("print", "x", span, "", "hint")
    assert [d.span.column for d in diagnostics if d.span] == [1, 9] and len(diagnostics) == 2
    assert all(d.hints == ("hint",) for d in diagnostics)
    assert diagnostics.has_errors and diagnostics.count(Severity.WARNING) == 0
    with pytest.raises(KeyError, match="no-such-code"):
        diagnostics.error("no-such-code", "x")


@pytest.mark.parametrize(
    ("line", "place", "drawing", "marks"),
    [
        ("name: x", "x", "name: x", "      ^"),
        ("\tname: x", "x", "    name: x", "          ^"),
        ("名前: x", "x", "名前: x", "      ^"),
        ("a: 名前 y", "名前", "a: 名前 y", "   ^^^^"),
        ("e\u0301: x", "x", "e\u0301: x", "   ^"),
        ("a\x1b[31m: x", "x", "a�[31m: x", "        ^"),
        ("שם: x", "x", "שם: x", "column 5: \u2068x\u2069"),
    ],
)
def test_excerpts(line: str, place: str, drawing: str, marks: str) -> None:
    assert excerpt(at(file(f"first\n{line}\nlast"), place), 80) == (drawing, marks)


def test_a_span_over_several_lines_is_marked_to_the_end_of_the_first() -> None:
    assert excerpt(at(LANTERN, "affinities:\n  fire"), 80) == ("affinities:", "^" * 11)


def test_a_span_at_the_end_of_a_file() -> None:
    source = file("a: 1\n")
    assert excerpt(source.span(5), 80) == ("", "^")
    assert excerpt(file("").span(), 80) == ("", "^")


@pytest.mark.parametrize("place", ["START", "MIDDLE", "END", "x" * 200])
def test_long_lines_are_shown_around_the_place(place: str) -> None:
    line = "START" + " word" * 50 + " MIDDLE " + "x" * 200 + "more " * 50 + "END"
    lines, marks = excerpt(at(file(line), place), 60)
    assert cells(lines) <= 60 and "…" in lines
    marked = lines[marks.index("^") : len(marks)]
    assert marked.strip("…") == place or (place.startswith(marked.strip("…")) and len(marked) > 30)


@given(st.text(max_size=80), st.integers(0, 80), st.integers(0, 80), st.integers(20, 100))
def test_excerpts_fit_and_point_into_the_line(text: str, start: int, length: int, width: int) -> None:
    source = file(text)
    start = min(start, len(text))
    lines, marks = excerpt(source.span(start, start + length), width)
    assert cells(lines) <= width + 4 and "\n" not in lines + marks and "\x1b" not in lines + marks


def test_messages_cannot_drive_the_terminal() -> None:
    assert visible("a\x1b]0;title\x07b\u202e") == "a�]0;title�b�"
    diagnostic = Diagnostic(Severity.ERROR, "print", "bad \x1b[2J", None, ("\u202ehint",))
    assert "\x1b" not in render_text([diagnostic]) + render_github([diagnostic])


def test_json(wrong_lantern: Diagnostics) -> None:
    engine, unknown, duplicate = json.loads(render_json(wrong_lantern))
    assert engine["file"] is None and engine["severity"] == "warning"
    assert unknown == {
        "severity": "error",
        "code": "unknown-term",
        "message": "`resists` is not an affinity",
        "file": "shadows/lantern.yaml",
        "line": 3,
        "column": 9,
        "end_line": 3,
        "end_column": 16,
        "hints": ["did you mean `resist`?"],
        "notes": [],
    }
    assert duplicate["notes"][0]["message"] == "it stands here first" and duplicate["notes"][0]["line"] == 1


def test_github_annotations_are_escaped() -> None:
    source = file("a: 100%\nb", "odd, name:1.yaml")
    diagnostic = Diagnostic(Severity.ERROR, "print", "50% of\nit", at(source, "100%"), ("a, b: c",))
    whole = Diagnostic(Severity.WARNING, "print", "all", at(source, "100%\nb"))
    assert render_github([diagnostic, whole]) == (
        "::error file=odd%2C name%3A1.yaml,line=1,endLine=1,col=4,endColumn=8,title=print"
        "::50%25 of%0Ait%0Ahelp: a, b: c\n"
        "::warning file=odd%2C name%3A1.yaml,line=1,endLine=2,title=print::all\n"
    )


def test_sarif(wrong_lantern: Diagnostics) -> None:
    log = json.loads(render_sarif(wrong_lantern, version="1.0"))
    run = log["runs"][0]
    assert log["version"] == "2.1.0" and run["tool"]["driver"]["version"] == "1.0"
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["duplicate-label", "print", "unknown-term"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    unknown = run["results"][1]
    assert unknown["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "shadows/lantern.yaml"},
        "region": {"startLine": 3, "startColumn": 9, "endLine": 3, "endColumn": 16},
    }
    assert run["results"][2]["relatedLocations"][0]["message"]["text"] == "it stands here first"


@pytest.mark.parametrize(
    ("name", "candidates", "expected"),
    [
        ("resists", ["weak", "resist", "repel"], ("resist",)),
        ("fier", ["fire", "wind"], ("fire",)),
        ("Left-Arm", ["left_arm", "right_arm"], ("left_arm",)),
        ("café", ["cafe"], ("cafe",)),
        ("tough", ["toughness", "agility"], ("toughness",)),
        ("x", ["y", "z"], ()),
        ("", ["a"], ()),
        ("instant_kil", ["instant_kill", "instant_kills"], ("instant_kill", "instant_kills")),
        ("abcdef", ["ghijkl"], ()),
    ],
)
def test_nearest(name: str, candidates: list[str], expected: tuple[str, ...]) -> None:
    assert nearest(name, candidates) == expected


def test_did_you_mean() -> None:
    assert did_you_mean("resists", ["weak", "resist"]) == "did you mean `resist`?"
    assert did_you_mean("zzz", ["weak", "resist"]) == "known here: weak, resist"
    assert did_you_mean("zzz", [f"very-different-{n}" for n in range(40)]) == ""
    assert did_you_mean("zzz", []) == ""
    many = [f"name{n}" for n in range(40)]
    listed = ", ".join(many[-12:])
    assert did_you_mean("zzz", ["a", *many], many) == f"known here: {listed}, and 29 others"


@given(st.text(max_size=12), st.lists(st.text(max_size=12), max_size=8))
def test_nearest_names_only_candidates(name: str, candidates: list[str]) -> None:
    assert set(nearest(name, candidates)) <= set(candidates)


def test_codes_read_as_sentences() -> None:
    for code, meaning in CODES.items():
        assert code == code.lower() and " " not in code and meaning.endswith(".") and meaning[0].isupper()
