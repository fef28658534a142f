"""Clocks: a block that nothing but its own folders and a line of the table knows of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from projects import open_project
from small_game import GAME

from sheetgen.blocks.base import of_type
from sheetgen.blocks.clock import Clock, Clocks
from sheetgen.blocks.parts import Number
from sheetgen.build import Options, build, check
from sheetgen.languages.program_words import ENGLISH
from sheetgen.print.block_print import card_height, printed, running_text
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.sizes import SHEET
from sheetgen.text.diagnostics import Diagnostics

FRAME = SheetFrame(64.0, SHEET["normal"])
CLOCKS = Clocks(
    id="clocks",
    title="Clocks",
    items=(
        Clock(label="Alarm", number=Number("2", size=2), segments=6),
        Clock(label="The rite", number=Number("9", size=9), segments=8),
    ),
)


def clocked(settings: str) -> dict[str, str]:
    """The small game with a clock on page, card and sheet."""
    kind = GAME["game/kinds/beast.yaml"].replace(
        "tier: integer 1..10\n", "tier: integer 1..10\n          alarm: integer\n"
    )
    kind = kind.replace(
        "            strip: {type", f"            clocks: {{type: clock, {settings}}}\n            strip: {{type"
    )
    beast = GAME["beasts/otter.yaml"].rstrip() + "\n        alarm: 2\n        "
    kind = kind.replace("wounds, attacks", "wounds, clocks, attacks")
    return {**GAME, "game/kinds/beast.yaml": kind, "beasts/otter.yaml": beast}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("items: [{label: Alarm, value: alarm, segments: 5}]", "`segments` takes one of 4, 6, 8, not `5`"),
        ("items: [{label: Alarm, value: alarm, mark: square}]", "a clock has no `mark`"),
        ("items: [{label: Alarm, value: name}]", "this takes a number, not text"),
        ("title: Clocks", "a `clock` block needs `items`"),
        ("items: [], rows: attacks", "`rows` says which clocks there are, and `each` what each of them is"),
        ("rows: attacks, each: {label: name}", "the clock of each row needs `value`"),
        ("rows: attacks, each: {label: name, value: name}", "this takes a number, not text"),
        ("rows: attacks, each: {label: name, value: damage, segments: damage / 2}", "this takes a whole number"),
        ("rows: attacks, each: {label: nmae, value: damage}", "nothing here is called `nmae`"),
    ],
)
def test_mistakes_of_a_clock(project: Callable[[Mapping[str, str]], Path], settings: str, message: str) -> None:
    [mistake] = check(project(clocked(settings)))[0]
    assert message in mistake.message and mistake.span is not None
    assert "clocks: {type: clock" in mistake.span.file.line(mistake.span.line)


def test_a_clock_is_filled_as_far_as_its_value_says() -> None:
    first, second = CLOCKS.items
    assert (first.filled, first.said(ENGLISH), len(first.sectors)) == (2, "2 of 6", 6)
    assert (second.filled, second.said(ENGLISH)) == (8, "9 of 8")
    assert first.sectors[0] == "M0 0L0.00 -12.00A12 12 0 0 1 10.39 -6.00Z"
    assert [item.filled for item in CLOCKS.emptied(()).items] == [0, 0]
    assert [*CLOCKS.numbers()] == [("Alarm", first.number), ("The rite", second.number)]
    assert "".join(running_text((CLOCKS,))) == "<p><b>Alarm</b>\u00a02 of 6\u00a0· <b>The rite</b>\u00a09 of 8</p>"


def test_clocks_that_find_no_room_beside_each_other_stand_below() -> None:
    wide, slim = (
        printed(CLOCKS.type).sheet_height(CLOCKS, FRAME),
        printed(CLOCKS.type).sheet_height(CLOCKS, FRAME.narrowed(20.0)),
    )
    assert slim == pytest.approx(2 * wide)
    assert card_height(CLOCKS, FRAME) > wide


def test_each_row_is_a_clock_of_its_own(project: Callable[[Mapping[str, str]], Path]) -> None:
    files = clocked("rows: attacks, each: {label: name, value: damage, segments: 4 + 2 * tier}")
    folder = project(files)
    assert not build(Options(folder, pdf=False)).diagnostics
    page = (folder / "site/small/beasts/otter.html").read_text("utf-8")
    assert "<dt>Pebble<dd>" in page and page.count('<path class="on"') == 3 and "of 8</small>" in page
    opened = open_project(folder, Diagnostics())
    assert opened is not None
    game = opened[1][0]
    view = game.contents.view(game.entries.by_key["beast", "otter"])
    [clocks] = of_type(Clocks, view.area("play"))
    assert [(clock.label, clock.filled, clock.segments) for clock in clocks.items] == [("Pebble", 3, 8)]
    assert [(clock.label, clock.filled) for clock in clocks.emptied(()).items] == [("", 0)]
    assert [*clocks.words()] == ["Pebble"] and [track.label for track in clocks.ticked()] == ["Pebble"]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("segments: 40", "Pebble has 40 segments, and a clock has from 2 to 12"),
        ("segments: 2", "Pebble stands at 3, but its most is 2"),
    ],
)
def test_clocks_of_rows_that_cannot_be(project: Callable[[Mapping[str, str]], Path], row: str, message: str) -> None:
    [mistake] = check(project(clocked(f"rows: attacks, each: {{label: name, value: damage, {row}}}")))[0]
    assert message in mistake.message and mistake.span is not None
    assert "attacks:" in mistake.span.file.line(mistake.span.line)


def test_a_clock_of_derived_rows_is_told_where_they_follow_from(project: Callable[[Mapping[str, str]], Path]) -> None:
    files = clocked("rows: hard, each: {label: name, value: damage, segments: '2'}")
    derive = "derive:\n          sharp: attacks\n          hard: '[a for a in sharp]'\n"
    kind = files["game/kinds/beast.yaml"].replace("derive:\n", derive, 1)
    [mistake] = check(project({**files, "game/kinds/beast.yaml": kind}))[0]
    assert "Pebble stands at 3, but its most is 2" in mistake.message and mistake.span is not None
    assert "attacks:" in mistake.span.file.line(mistake.span.line)
