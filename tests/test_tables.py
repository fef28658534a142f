"""Tables of terms and of records on a page: keys, formulas over them, and mistakes at their place."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from projects import Write, open_project
from small_game import GAME

from sheetgen.build import check
from sheetgen.text.diagnostics import Diagnostics

RULESET = "game/ruleset.yaml"
PAGE = "game/reference/boats.md"
LINE = 3
"""The line of a page on which its directive has its first setting."""
BOATS = """
          boat:
            punt: {crew: 1, slow: true}
            ferry: {crew: 9, slow: false, owner: The town}
            raft: {crew: 0, slow: true}
"""
ROWS = """
        crews:
          title: Crews
          reference: rules#wounds
          rows: [{boat: punt, crew: 1}, {boat: ferry, crew: 9}]
        hulls:
          title: Hulls
          reference: rules#wounds
          table: {1..3: wood, 4..6: iron}
          heads: [Roll, Hull]
        """
MET = """
        met: {title: Who is met, reference: rules#wounds, entries: beast}
        wind: {title: Wind, reference: rules#wounds, dice: d2, table: {1: North, 2: South}}
        """
VOCABULARY = "vocabularies:" + BOATS


def drawn(
    project: Write, directive: str, more: Mapping[str, str] | None = None
) -> tuple[list[list[str]], list[tuple[str, int, int, str]]]:
    """The cells of the only table of a page, and the diagnostics, each with line and column."""
    ruleset = GAME[RULESET].replace("vocabularies:\n", VOCABULARY)
    files = GAME | {RULESET: ruleset, "game/rules/boats.yaml": ROWS, PAGE: "# Boats\n" + directive, **(more or {})}
    diagnostics = Diagnostics()
    opened = open_project(project(files), diagnostics)
    assert opened is not None
    game = opened[1][0]
    page = next(page for page in game.chapters if page.slug == "boats")
    html = str(game.contents.page(page).html)
    rows = [
        re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
        for row in re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
    ]
    places = [
        (diagnostic.code, diagnostic.span.line, diagnostic.span.column, diagnostic.message)
        for diagnostic in diagnostics
        if diagnostic.span
    ]
    return [[re.sub(r"<[^>]+>", "", cell).strip() for cell in row] for row in rows], places


@pytest.mark.parametrize(
    ("directive", "expected"),
    [
        ("columns: {Boat: title, Crew: crew}", [["Boat", "Crew"], ["Punt", "1"], ["Ferry", "9"], ["Raft", "0"]]),
        ("columns: {Boat: title, Twice: 2 * crew}", [["Boat", "Twice"], ["Punt", "2"], ["Ferry", "18"], ["Raft", "0"]]),
        ("columns: {Boat: title, Owner: '\"–\" if owner == none else owner'}",
         [["Boat", "Owner"], ["Punt", "–"], ["Ferry", "The town"], ["Raft", "–"]]),
        ("columns: {Boat: title, Kill: crew + house.margin}",
         [["Boat", "Kill"], ["Punt", "11"], ["Ferry", "19"], ["Raft", "10"]]),
        ("columns: {Boat: title}\nwhere: slow\nsort: crew", [["Boat"], ["Raft"], ["Punt"]]),
    ],
)  # fmt: skip
def test_columns_of_a_vocabulary_are_keys_or_formulas(
    project: Write, directive: str, expected: list[list[str]]
) -> None:
    assert drawn(project, f"::: table boat\n{directive}\n:::\n") == (expected, [])


def test_columns_of_records_are_keys_or_formulas(project: Write) -> None:
    table, mistakes = drawn(project, "::: table crews\ncolumns: {Boat: boat, Oars: 2 * crew}\nsort: -crew\n:::\n")
    assert (table, mistakes) == ([["Boat", "Oars"], ["ferry", "18"], ["punt", "2"]], [])


@pytest.mark.parametrize(
    ("directive", "code", "column", "message"),
    [
        ("columns: {Boat: title, Crew: crow}", "formula-name", 30, "crow"),
        ("columns: {Boat: title, Crew: 'crew +'}", "formula-syntax", 37, ""),
        ("where: crew + title", "formula-type", 8, ""),
        ("sort: crews + 1", "formula-type", 7, ""),
    ],
)
def test_a_mistake_in_a_column_is_told_at_its_place(
    project: Write, directive: str, code: str, column: int, message: str
) -> None:
    _, mistakes = drawn(project, f"::: table boat\n{directive}\n:::\n")
    assert [(place[0], place[1], place[2]) for place in mistakes] == [(code, LINE, column)]
    assert message in mistakes[0][3]


def test_a_formula_that_fails_names_its_row(project: Write) -> None:
    _, mistakes = drawn(project, "::: table boat\ncolumns: {Boat: title, Share: 12 / crew}\n:::\n")
    assert [(code, line, column) for code, line, column, _ in mistakes] == [("formula-failed", LINE, 31)]
    assert "Raft" in mistakes[0][3]


def test_plain_values_stand_under_the_headings_of_their_table(project: Write) -> None:
    assert drawn(project, "::: table hulls\n:::\n")[0] == [["Roll", "Hull"], ["1–3", "wood"], ["4–6", "iron"]]


@pytest.mark.parametrize(
    ("table", "rows"),
    [
        ("table: {..3: wood, 4..6: iron, 7..: stone}",
         [["Hulls 2", ""], ["≤ 3", "wood"], ["4–6", "iron"], ["7+", "stone"]]),
        ("table: {..-6: wood, -5..-2: iron, -1: tin, 0..3: stone, 4..: 8}",
         [["Hulls 2", ""], ["≤ −6", "wood"], ["−5 … −2", "iron"], ["−1", "tin"], ["0–3", "stone"], ["4+", "8"]]),
        ("dice: 2d4-4\n  table: {-2..-1: wood, 0: iron, 1..4: stone}",
         [["2d4-4", "Hulls 2"], ["−2 … −1", "wood"], ["0", "iron"], ["1–4", "stone"]]),
        ("table: {..3: {hull: wood}, 4+: {hull: iron}}", [["Hulls 2", "Hull"], ["≤ 3", "wood"], ["4+", "iron"]]),
        ("heads: [Roll, It is of]\n  table: {..3: {hull: wood}, 4+: {hull: iron}}",
         [["Roll", "It is of"], ["≤ 3", "wood"], ["4+", "iron"]]),
        ("heads: [It is of, Costs]\n  rows: [{hull: wood, price: 3}]", [["It is of", "Costs"], ["wood", "3"]]),
        ("heads: [Only one]\n  rows: [{hull: wood, price: 3}]", [["Hull", "Price"], ["wood", "3"]]),
    ],
)  # fmt: skip
def test_ranges_are_printed_as_they_are_read_under_the_headings_of_their_table(
    project: Write, table: str, rows: list[list[str]]
) -> None:
    more = {"game/rules/more.yaml": f"hulls2:\n  title: Hulls 2\n  reference: rules#wounds\n  {table}\n"}
    assert drawn(project, "::: table hulls2\n:::\n", more)[0] == rows


@pytest.mark.parametrize(
    ("directive", "cells"),
    [
        ("::: table boat\ncolumns: {Boat: title, Share: crew / 2}\nwhere: crew > 0\n:::\n", ["0.5", "4.5"]),
        ("::: table beast\ncolumns: {Beast: name, Share: tier / 4}\n:::\n", ["0.5"]),
    ],
)
def test_fractions_are_set_as_other_figures_are(project: Write, directive: str, cells: list[str]) -> None:
    ruleset = GAME[RULESET].replace("vocabularies:\n", VOCABULARY)
    opened = open_project(project(GAME | {RULESET: ruleset, PAGE: "# Boats\n" + directive}), Diagnostics())
    assert opened is not None
    page = next(page for page in opened[1][0].chapters if page.slug == "boats")
    html = str(opened[1][0].contents.page(page).html)
    assert re.findall(r'<td class="?nu"?[^>]*>(.*?)</td>', html) == cells


def test_a_chapter_lists_the_entries_of_the_rulebook_and_none_of_a_campaign(project: Write) -> None:
    beasts = "::: table beast\ncolumns: {Beast: name, Tier: tier}\n:::\n"
    assert drawn(project, beasts)[0] == [["Beast", "Tier"], ["Otter of Ill Repute", "2"]]
    more = {
        "game/entries/beasts.yaml": "otter-king: {name: Otter King, tier: 4, toughness: 60}\n",
        "beasts/uncle.yaml": "name: Uncle\nextends: otter-king\n",
    }
    assert drawn(project, beasts, more)[0] == [["Beast", "Tier"], ["Otter King", "4"]]
    assert drawn(project, "::: table beast\n:::\n", more)[0] == [["Beast"], ["Otter King"]]
    more["game/entries/beasts.yaml"] = "otter-king: {name: Otter King, tier: 4, toughness: 60, summary: Wet.}\n"
    assert drawn(project, "::: table beast\n:::\n", more)[0] == [["Beast", "Summary"], ["Otter King", "Wet."]]


@pytest.mark.parametrize(
    ("table", "setting", "message", "words"),
    [
        ("hulls", "columns: {Hull: title}", "`hulls` takes no `columns`", "heads"),
        ("crews", "heads: [A, B]", "`crews` takes no `heads`", "columns, where, sort"),
        ("boat", "heads: [A, B]", "`boat` takes no `heads`", "columns, where, sort"),
        ("beast", "heads: [A, B]", "`beast` takes no `heads`", "columns, where, sort"),
        ("met", "sort: tier", "`met` takes no `sort`", "columns"),
        ("wind", "columns: {Wind: title}", "`wind` takes no `columns`", "as it stands in the rules"),
    ],
)
def test_settings_that_a_table_does_not_take_are_told(
    project: Write, table: str, setting: str, message: str, words: str
) -> None:
    files = GAME | {"game/rules/boats.yaml": ROWS + MET, RULESET: GAME[RULESET].replace("vocabularies:\n", VOCABULARY)}
    files[PAGE] = f"# Boats\n::: table {table}\n{setting}\n:::\n"
    [mistake] = check(project(files))[0]
    assert (mistake.message, str(mistake.span)) == (message, f"{PAGE}:3:1") and words in mistake.hints[0], mistake


def test_a_table_of_entries_that_is_rolled_on_may_have_columns(project: Write) -> None:
    rows, mistakes = drawn(
        project, "::: table met\ncolumns: {Beast: name, Tier: tier}\n:::\n", {"game/rules/more.yaml": MET}
    )
    assert (rows, mistakes) == ([["d1", "Beast", "Tier"], ["1", "Otter of Ill Repute", "2"]], [])
    rows, mistakes = drawn(project, "::: table met\n:::\n", {"game/rules/more.yaml": MET})
    assert (rows, mistakes) == ([["d1", "Who is met"], ["1", "Otter of Ill Repute"]], [])
