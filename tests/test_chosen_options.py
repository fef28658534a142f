"""Mistakes in what a game offers to choose from: options of rulings, numbers that stand open, terms, slots."""

from __future__ import annotations

import pytest
from bombs import files, kind, ruleset
from projects import Write

from sheetgen.build import check

RULING = "luck:\n  title: Luck\n  options: {true: Yes, 10: Ten}\n  default: 10\n  switch: true\n"
CHOSEN = "title: Test\nruleset: ./game\nhouse_rules: {luck: 12}\n"


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("open: integr 4..20", ("game/rulings.yaml:6:9", "there is no type called `integr 4..20`")),
        ("open: text", ("game/rulings.yaml:6:9", "`open` takes a type of whole numbers, not `text`")),
        ("open: number 0..9", ("game/rulings.yaml:6:9", "`open` takes a type of whole numbers, not `number 0..9`")),
        ("open: integer 0..9", ("campaign.yaml:3:21", "`12` is not an option of luck")),
        (
            "option_aliases: {few: 7}\n  open: integer 0..20",
            ("game/rulings.yaml:6:25", "`7` is not one of the options"),
        ),
    ],
)
def test_what_stands_open_is_a_range_of_whole_numbers(project: Write, more: str, expected: tuple[str, str]) -> None:
    game = files({"game/rulings.yaml": f"{RULING}  {more}\n", "campaign.yaml": CHOSEN})
    assert [(str(mistake.span), mistake.message) for mistake in check(project(game))[0]] == [expected]


def test_options_are_told_as_they_are_written(project: Write) -> None:
    [mistake] = check(project(files({"game/rulings.yaml": RULING.replace("default: 10", "default: maybe")})))[0]
    assert mistake.hints == ("known here: true, 10",)


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ("luck: {option: maybe, expect: 4}", ("cases.yaml:1:70", "`maybe` is not an option of luck")),
        ("lukc: {option: 10, expect: 4}", ("cases.yaml:1:55", "there is no house rule called `lukc`")),
    ],
)
def test_a_case_names_readings_that_there_are(project: Write, other: str, expected: tuple[str, str]) -> None:
    case = f"- {{rule: resolve, given: {{might: 8}}, expect: 4, alt: {{{other}}}}}\n"
    [mistake] = check(project(files({"game/rulings.yaml": RULING, "game/cases.yaml": case})))[0]
    assert (str(mistake.span).removeprefix("game/"), mistake.message) == expected


def test_an_inventory_has_no_more_slots_than_can_be_drawn(project: Write) -> None:
    pack = kind(
        "blocks:\n", "blocks:\n    pack: {type: inventory, title: Pack, slots: might * 8, rows: feats, name: name}\n"
    )
    [mistake] = check(project(pack))[0]
    assert (str(mistake.span), mistake.message) == ("heroes/ada.yaml:2:8", "Ada: Pack has 64 slots, and can have 60")


def test_boxes_of_an_unknown_vocabulary_are_one_mistake(project: Write) -> None:
    boxes = "    marks: {type: checks, groups: [{of: virtu, ticked: '[virtue]'}]}\n"
    [mistake] = check(project(kind("blocks:\n", f"blocks:\n{boxes}")))[0]
    assert mistake.message == "there is no vocabulary called `virtu`" and mistake.hints == ("did you mean `virtue`?",)


def test_an_effect_on_a_value_of_a_map_is_told_the_near_one(project: Write) -> None:
    effect = "{brave: {title: Brave, effects: [{target: marks.brvae, add: 1}]}, calm: {title: Calm}}"
    game = kind("fields:\n", "fields:\n  marks: map virtue -> integer, default 0\n")
    written = {**game, "game/ruleset.yaml": ruleset(vocabularies=f"{{virtue: {effect}}}")}
    [mistake] = check(project(written))[0]
    assert mistake.hints == ("did you mean `marks.brave`?",)


def test_a_row_of_a_grid_has_no_more_numbers_than_there_are_heads(project: Write) -> None:
    """More would stand in no column: on paper a table cannot be drawn with them."""
    rows = "[{label: Twice, map: '[might, might * 2, might * 3]'}, {label: Once, map: '[might]'}]"
    grid = f"    odds: {{type: grid, title: Odds, heads: [{{label: A}}, {{label: B}}], rows: {rows}}}\n"
    [mistake] = check(project(kind("blocks:\n", f"blocks:\n{grid}")))[0]
    message = "Ada: Twice has 3 numbers, and there are 2 heads over them"
    assert (str(mistake.span), mistake.message) == ("heroes/ada.yaml:2:8", message)
