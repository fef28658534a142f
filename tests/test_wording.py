"""Mistakes in a project's or ruleset's own files: where, and in which words."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pydantic import Field

from sheetgen.model.project_models import CampaignModel
from sheetgen.model.ruleset.documents import YamlPlace, model
from sheetgen.model.ruleset.layout_models import LayoutModel
from sheetgen.model.ruleset.rule_models import TableModel
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import SourceFile
from sheetgen.yaml.file_models import Model
from sheetgen.yaml.load import parse

Source = Callable[[str], SourceFile]


class Inner(Model):
    """A mapping in a mapping."""

    size: int | None = None


class Outer(Model):
    """Every sort of value that the files' own models take."""

    on: bool = False
    sizes: list[int] = Field(default=[])
    lists: list[list[int]] = Field(default=[])
    inner: dict[str, Inner] = Field(default={})
    count: int = Field(default=1, ge=1, le=9, alias="how-many")


def mistakes_in(source: Source, kind: type[Model], text: str) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """Code, place, message and hints of each mistake."""
    diagnostics = Diagnostics()
    document = parse(source(text), diagnostics)
    assert document is not None
    model(kind, YamlPlace(document), document.data, diagnostics)
    return [
        (diagnostic.code, str(diagnostic.span).partition(":")[2], diagnostic.message, diagnostic.hints)
        for diagnostic in diagnostics
    ]


BLOCK = "blocks:\n  a: "
CAMPAIGN = "title: T\nruleset: game\n"


@pytest.mark.parametrize(
    ("text", "code", "place", "message", "hint"),
    [
        ("", "missing-field", "1:1", "this file is empty", "it needs `title` and `ruleset`"),
        ("# nothing\n", "missing-field", "1:1", "this file is empty", "it needs `title` and `ruleset`"),
        ("- a\n", "wrong-type", "1:1", "this file takes a mapping of names to values, not a list", "write `name"),
        ("title: T\n", "missing-field", "1:1", "`ruleset` is missing here", "the game: one that comes along"),
        ('title: ""\nruleset: game\n', "missing-field", "1:8", "`title` is empty", "write a text that can be read"),
        ("title: T\nruleset: [a]\n", "wrong-type", "2:10", "`ruleset` takes a text, not a list", ""),
        (CAMPAIGN + "paper: A3", "wrong-type", "3:8", "`paper` takes one of A4, Letter, A5, A6, not `A3`", "`A4`?"),
        (CAMPAIGN + "paper: quarto", "wrong-type", "3:8", "`paper` takes one of A4, Letter, A5, A6, not `quarto`", ""),
        (CAMPAIGN + "corners: 99", "out-of-range", "3:10", "`corners` takes a number, at most 15", ""),
        (CAMPAIGN + "corners: wide", "wrong-type", "3:10", "`corners` takes a number, not `wide`", ""),
        (CAMPAIGN + "corners: '3'", "wrong-type", "3:10", "`corners` takes a number, not a text in quotes", "out: 3"),
        (CAMPAIGN + "printer: {offset: [1]}", "wrong-type", "3:19", "a list of at least 2 items, not of 1", ""),
        (CAMPAIGN + "printer: {offset: [1, 2, 3]}", "wrong-type", "3:19", "of at most 2 items, not of 3", ""),
        (CAMPAIGN + "printer: {offset: [1, x]}", "wrong-type", "3:23", "item 2 of `offset` takes a number", ""),
        (CAMPAIGN + "printer: {margn: 3}", "unknown-field", "3:11", "no setting called `margn` here", "`margin`?"),
        (CAMPAIGN + "papr: A4", "unknown-field", "3:1", "no setting called `papr` here", "`paper`?"),
        (CAMPAIGN + "house_rules: [a]", "wrong-type", "3:14", "`house_rules` takes a mapping of names", "write `name"),
        (CAMPAIGN + "house_rules: {x: [1]}", "wrong-type", "3:18", "a text or a whole number or true or false", ""),
        (CAMPAIGN + 'url: "javascript:alert(1)"', "wrong-type", "3:6", "`url`: the address of a page begins with", ""),
        (CAMPAIGN + "url: example.org", "wrong-type", "3:6", "`url`: the address of a page begins with https://", ""),
        (CAMPAIGN + "language: en_US", "wrong-type", "3:11", "a language is written as a tag such as `en`", ""),
        (CAMPAIGN + "edit: ftp://example.org", "wrong-type", "3:7", "`edit`: the address of a page begins with", ""),
    ],
)  # fmt: skip
def test_mistakes_of_a_campaign(source: Source, text: str, code: str, place: str, message: str, hint: str) -> None:
    [(found_code, found_place, said, hints)] = mistakes_in(source, CampaignModel, text)
    assert (found_code, found_place) == (code, place)
    assert message in said and len(hints) == bool(hint) and all(hint in line for line in hints)


@pytest.mark.parametrize(
    ("kind", "text", "place", "message"),
    [
        (Outer, "on: yes", "1:5", "`on` takes true or false, not `yes`"),
        (Outer, "how-many: 0", "1:11", "`0` is out of range: `how-many` takes a whole number, at least 1"),
        (Outer, "sizes: {a: 1}", "1:8", "`sizes` takes a list, not a mapping"),
        (Outer, "lists: [[1], [2, b]]", "1:18", "item 2 of item 2 of `lists` takes a whole number, not `b`"),
        (Outer, "inner: {a: {size: b}}", "1:19", "`size` takes a whole number, not `b`"),
        (Outer, "inner: {a: 3}", "1:12", "`a` takes a mapping of names to values, not `3`"),
        (TableModel, "title: T", "1:1", "a table has either `table`, `rows` or `entries`"),
        (LayoutModel, BLOCK + "{type: grid, heads: [], rows: {a: b}}", "2:36", "`rows` takes a list, not a mapping"),
        (LayoutModel, BLOCK + "{type: grid, rows: [], heads: [{label: [a]}]}", "2:45", "`label` takes a text"),
        (LayoutModel, BLOCK + "{type: grid, heads: [], rows: [{labl: a}]}", "2:38", "a row of a grid has no `labl`"),
        (LayoutModel, BLOCK + "{type: tracks, items: [{labl: a}]}", "2:30", "a track has no `labl`"),
        (LayoutModel, BLOCK + "{type: tracks, map: a, items: []}", "2:21", "a `tracks` block has no `map`"),
        (LayoutModel, BLOCK + "{type: tracks}", "2:3", "a `tracks` block needs `items`"),
        (LayoutModel, BLOCK + "{title: T}", "2:3", "`type` is missing here"),
        (LayoutModel, BLOCK + "{type: [grid]}", "2:13", "`type` takes one of figures, tracks"),
    ],
)  # fmt: skip
def test_mistakes_of_other_files(source: Source, kind: type[Model], text: str, place: str, message: str) -> None:
    first = mistakes_in(source, kind, text)[0]
    assert first[1] == place and first[2].startswith(message)


def test_each_place_is_told_once(source: Source) -> None:
    text = "blocks:\n  a: {type: figurs}\n  b:\n    type: grid\n    heads: many\n    rows: [{label: [so]}, b]\n"
    mistakes = mistakes_in(source, LayoutModel, text)
    assert [place for _, place, _, _ in mistakes] == ["2:13", "5:12", "6:20", "6:27"]
    assert mistakes[0][3] == ("did you mean `figures`?",)
    assert not any("pydantic" in said or "input" in said for _, _, said, _ in mistakes)
