"""Chapters on a screen: the first worked example stands open; rules, other examples and rulings are one line each."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from small_game import GAME

from sheetgen.build import Options, build
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.markdown.phone_tables import on_a_phone
from sheetgen.views import pages

MORE = """

::: example A small one
rule: track
given: {tb: 3}
expect: {light: 3, heavy: 1}
---
Three light, one heavy.
:::

::: rule killed
:::
"""
KILLED = """
killed:
  title: Killed
  reference: rules#wounds
  inputs: {defense: integer, armour: integer}
  steps: {guard: defense + armour}
  outputs: {damage: guard + 10}
"""


def made(project: Callable[[Mapping[str, str]], Path], out: Path) -> Path:
    """The small game with two examples, a listing that shows how one is written, and a rule that has a step."""
    folder = project({**GAME, "game/reference/rules.md": GAME["game/reference/rules.md"].rstrip() + "\n"})
    chapter = folder / "game/reference/rules.md"
    written = "````\n::: example How one is written\n:::\n````\n\n"
    first = chapter.read_text("utf-8").replace("::: example", written + "::: example", 1)
    chapter.write_text(first + MORE, encoding="utf-8")
    (folder / "game/rules/killed.yaml").write_text(KILLED, encoding="utf-8")
    assert build(Options(folder, out, pdf=False)).published
    return out / "small"


def test_the_first_example_is_open_and_the_others_are_one_line(
    project: Callable[[Mapping[str, str]], Path], tmp_path: Path
) -> None:
    page = (made(project, tmp_path / "out") / "rules.html").read_text("utf-8")
    examples = re.findall(r'<details class="example(?: first)?"( open)?>(.*?)</details>', page, re.S)
    assert [bool(opened) for opened, _ in examples] == [True, False]
    assert re.search(r'A small one</b> <span class="live">light 3, heavy 1</span></summary>', examples[1][1])
    assert "Three light, one heavy." in examples[1][1]
    assert re.search(
        r'<details class="steps"><summary><span class="live">How it is worked out</span></summary><dl>.*?guard',
        page,
        re.S | re.I,
    )


def test_a_rule_is_a_line_that_says_what_it_gives(project: Callable[[Mapping[str, str]], Path], tmp_path: Path) -> None:
    page = (made(project, tmp_path / "out") / "rules.html").read_text("utf-8")
    boxes = re.findall(r'<section class="rulebox fold".*?</section>', page, re.S)
    assert len(boxes) == page.count("data-calculator=") == 2
    lines = [box.partition("</summary>")[0].rpartition("<span")[2] for box in boxes]
    assert lines[0] == ' class="live">light = TB; heavy = the greater of 1 and TB ÷ 2 rounded down</span>'
    assert lines[1] == ' class="live">damage = guard + 10</span>'
    assert all('<a href="rules/' in box.partition("</summary>")[2] for box in boxes)


def test_long_rules_name_what_they_give() -> None:
    long = DrawnText.of("a sum of more than a few things, all of which are looked up in tables, and rounded down")
    lines = [pages.RuleLine(name=name, title=name.title(), formula=long) for name in ("hits", "wounds")]
    step = pages.RuleLine(name="step", title="Step", formula=long, step=True)
    box = pages.RuleBox(ruleset="g", name="r", title="R", inputs=(), lines=(*lines, step))
    assert box.brief == "Hits, Wounds"
    assert replace(box, lines=(lines[0], step)).brief.startswith("Hits = a sum of more than")
    assert replace(box, lines=(lines[0], step)).brief.endswith(" …")


@pytest.mark.parametrize(
    ("heads", "row", "stacked"),
    [
        ("TB Light Heavy Deadly", ["4", "4", "2", "1"], False),
        ("With Roll", ["something thrown", "Melee"], False),
        (
            "Ailment Sort Lasts With Gain",
            ["Burning", "Physical", "until it is doused by ice", "Nuclear, Wind", "1"],
            True,
        ),
        ("For When", ["Headshot or weakspot", "it struck a vital place: a human's head, on others their guard"], True),
        ("Word Means", ["Round", "About five seconds, one turn for everybody."], False),
        ("Attack Subtypes Modifiers Weapons Explanation", ["Aim", "Half", "+10", "any", "–"], True),
        ("A B", [], False),
    ],
)
def test_a_phone_stacks_the_cells_of_rows_where_these_are_narrow_columns(
    heads: str, row: list[str], stacked: bool
) -> None:
    assert on_a_phone(heads.split(), [row, row] if row else []).stacked is stacked


def test_a_phone_shows_the_first_rows_of_a_long_table() -> None:
    """What counts is how high it is there: many rows, or few of many words."""
    heads, many = ("Word", "Means"), "what a turn's Move gives you on good ground, in metres, " * 4
    assert not on_a_phone(heads, [("Round", "five seconds")] * 7).long
    assert on_a_phone(heads, [("Round", "five seconds")] * 8).long
    assert on_a_phone(heads, [("Round", many)] * 3).long
    assert on_a_phone(("Only",), [("one",)] * 40).long and not on_a_phone(heads, []).long


def test_stacked_cells_bear_the_heads_of_their_columns(
    project: Callable[[Mapping[str, str]], Path], tmp_path: Path
) -> None:
    row = "Burning | Physical | until it is [doused](#wounds) by **ice** | Nuclear, Wind | 1"
    table = f"\n| Ailment | Sort | Lasts | Technical | Gain |\n|-|-|-|-|-|\n| {row} |\n"
    small = "\n| A | B |\n|-|-|\n| 1 | {track(20 + 20 + 20 + 20 + 20).light + 0 * house.margin} |\n"
    folder = project(GAME)
    chapter = folder / "game/reference/rules.md"
    chapter.write_text(chapter.read_text("utf-8") + table + small, encoding="utf-8")
    assert build(Options(folder, tmp_path / "out", pdf=False)).published
    page = (tmp_path / "out/small/rules.html").read_text("utf-8")
    assert page.count(" data-stacked>") == 1 and not page.count(" data-long>")
    assert page.count(" data-narrow>") == 1
    assert re.findall(r'<td data-label="(.*?)">', page) == ["Sort", "Lasts", "Technical", "Gain"]


def test_a_calculator_is_drawn_where_it_is_open(project: Callable[[Mapping[str, str]], Path], tmp_path: Path) -> None:
    """On the page of its rule it stands open with its first answers; among others it waits until it is unfolded."""
    site = made(project, tmp_path / "out")
    page = (site / "rules/killed.html").read_text("utf-8")
    assert "rulebox fold" not in page and '<details class="steps" open>' in page and "<fieldset" not in page
    assert re.search(r'<form[^>]* data-calculator="killed"[^>]* inert><div class=field>', page)
    for name in ("rules.html", "calculators.html"):
        assert 'data-calculator="killed" data-ruleset="small"' in (page := (site / name).read_text("utf-8"))
        assert "class=field" not in page and "rulebox fold" in page
    assert '<a href="rules/killed.html">How it is worked out</a>' in page and "<dl>" not in page
    script = (site.parent / "assets/rules/small.js").read_text("utf-8")
    forms = json.loads(script.partition("sheetgenForms||{},")[2].rpartition(");")[0])["small"]
    assert [asked["title"] for asked in forms["killed"]["inputs"]] == ["defense", "armour"]
    assert forms["killed"]["outputs"] == [{"name": "damage", "title": "damage", "unit": ""}]


def test_a_ruling_is_one_line_that_unfolds(project: Callable[[Mapping[str, str]], Path], tmp_path: Path) -> None:
    """The line says what is disputed and how this book reads it; what the source says waits below."""
    chapter = GAME["game/reference/rules.md"].rstrip() + "\n\n        ::: ruling margin\n        :::\n"
    assert build(Options(project({**GAME, "game/reference/rules.md": chapter}), tmp_path / "out", pdf=False)).published
    page = (tmp_path / "out/small/rules.html").read_text("utf-8")
    line, _, rest = page.partition('data-ruling="margin"')[2].partition("</details>")[0].partition("</summary>")
    assert "House rule: Kill margin." in line and "This book reads <b>10</b>" in line
    assert "Two figures are printed." in rest and "Ten above." in rest


def test_the_page_of_rulings_is_a_list_of_lines(project: Callable[[Mapping[str, str]], Path], tmp_path: Path) -> None:
    site = made(project, tmp_path / "out")
    page = (site / "rulings.html").read_text("utf-8")
    lines = re.findall(r'<details class=ruling id="(.*?)"><summary>(.*?)</summary>(.*?)</details>', page, re.S)
    assert [name for name, *_ in lines] == ["margin"]
    assert "<h2>Kill margin</h2> <b>10</b>" in lines[0][1] and "<a " not in lines[0][1]
    assert "Two figures are printed." in lines[0][2] and 'href="#margin"' in lines[0][2]
