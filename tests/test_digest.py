"""Of a great many mistakes some are shown, and how many more there are; what they quote is bounded."""

from __future__ import annotations

import json
from pathlib import Path

from sheetgen.text.diagnostics import MOST, Diagnostic, Diagnostics, Severity, nearest
from sheetgen.text.digest import LONGEST, MOST_OF_FILE, digest
from sheetgen.text.report import render_json, render_text, summary
from sheetgen.text.source import SourceFile


def mistakes(files: int, of_file: int, severity: Severity = Severity.ERROR) -> Diagnostics:
    collected = Diagnostics()
    for number in range(files):
        file = SourceFile(Path(f"{number:03}.yaml"), f"{number:03}.yaml", "x\n" * (of_file + 1))
        for line in range(of_file):
            collected.add(Diagnostic(severity, "unknown-field", f"no {line}", file.span(2 * line)))
    return collected


def test_few_are_shown_as_they_are() -> None:
    collected = mistakes(3, 5)
    assert digest(collected) == list(collected)


def test_of_one_file_some_are_shown_and_the_rest_counted() -> None:
    collected = mistakes(1, 500)
    few = digest(collected)
    assert len(few) == MOST_OF_FILE + 1
    assert few[-1].message == "450 more mistakes from here on in this file"
    assert str(few[-1].span) == f"000.yaml:{MOST_OF_FILE + 1}:1"
    assert "500 errors in 1 file" in render_text(collected) == render_text(collected)
    assert summary(collected) == "500 errors in 1 file"


def test_of_many_files_some_are_shown_and_the_rest_counted() -> None:
    few = digest(mistakes(900, 1))
    assert len(few) == MOST + 1
    assert few[-1].message == "700 more mistakes in 700 files, of which this is the first"


def test_warnings_make_room_for_errors() -> None:
    collected = mistakes(1, 200, Severity.WARNING)
    file = next(iter(collected)).span
    assert file
    collected.error("wrong-type", "the one that matters", file.file.span(len(file.file.text) - 1))
    assert "the one that matters" in render_text(collected)


def test_what_is_quoted_is_bounded() -> None:
    collected = Diagnostics()
    file = SourceFile(Path("a.yaml"), "a.yaml", "v" * 100_000)
    collected.error("unknown-term", f"`{'v' * 100_000}` is no term", file.span(0, 100_000), "w" * 100_000)
    [mistake] = digest(collected)
    assert (
        len(mistake.message) < 200
        and mistake.message.endswith("v` is no term")
        and len(mistake.hints[0]) < LONGEST + 10
    )
    assert len(render_text(collected)) < 2000


def test_json_moves_no_cursor() -> None:
    collected = Diagnostics()
    text = "a\x1b\x9b\u202e\U000e0041z"
    collected.error("unknown-term", text, SourceFile(Path("a"), "a", text).span(0, 1))
    json_text = render_json(collected)
    assert all(char.isprintable() or char == "\n" for char in json_text)
    assert json.loads(json_text)[0]["message"] == text


def test_the_nearest_of_many_names_is_the_nearest() -> None:
    ids = [f"goblin-{number:04}" for number in range(3000)]
    assert nearest("goblim-1234", ids, 1) == ("goblin-1234",)
    assert nearest("Goblin 0007", ids, 1) == ("goblin-0007",)
    assert nearest("wraith", [*ids, "wraiths"], 1) == ("wraiths",)
    assert nearest("v" * 100_000, ids) == ()


def test_words_between_two_names_are_not_taken_for_a_name() -> None:
    collected = Diagnostics()
    collected.error("wrong-type", f"`type` takes {'one, ' * 40}not `none`", SourceFile(Path(), "a", "").span())
    [mistake] = digest(collected)
    assert mistake.message.count("one, ") == 40
