"""Chapters on a screen: the first worked example stands open, the others and the steps of formulas are one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from small_game import GAME

from sheetgen.build import Options, build

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
    """The small game with two examples, and a rule that has a step."""
    folder = project({**GAME, "game/reference/rules.md": GAME["game/reference/rules.md"].rstrip() + "\n"})
    chapter = folder / "game/reference/rules.md"
    chapter.write_text(chapter.read_text("utf-8") + MORE, encoding="utf-8")
    (folder / "game/rules/killed.yaml").write_text(KILLED, encoding="utf-8")
    assert build(Options(folder, out, pdf=False)).published
    return out / "small"


def test_the_first_example_is_open_and_the_others_are_one_line(
    project: Callable[[Mapping[str, str]], Path], tmp_path: Path
) -> None:
    page = (made(project, tmp_path / "out") / "rules.html").read_text("utf-8")
    examples = re.findall(r'<details class="example"( open)?>(.*?)</details>', page, re.S)
    assert [bool(opened) for opened, _ in examples] == [True, False]
    assert re.search(r'A small one</b> <span class="live">light 3, heavy 1</span></summary>', examples[1][1])
    assert "Three light, one heavy." in examples[1][1]
    assert re.search(
        r'<details class="steps"><summary><span class="live">How it is worked out</span></summary><dl>.*?guard',
        page,
        re.S | re.I,
    )
    assert page.count('<details class="try-it js-only">') == page.count("data-calculator=") > 0


def test_calculators_stand_open_where_one_looks_for_them(
    project: Callable[[Mapping[str, str]], Path], tmp_path: Path
) -> None:
    site = made(project, tmp_path / "out")
    for name in ("calculators.html", "rules/killed.html"):
        page = (site / name).read_text("utf-8")
        assert "try-it js-only" not in page and '<details class="steps" open>' in page and "data-calculator=" in page


def test_a_ruling_is_one_line_that_unfolds(project: Callable[[Mapping[str, str]], Path], tmp_path: Path) -> None:
    """The line says what is disputed and how this book reads it; what the source says waits below."""
    chapter = GAME["game/reference/rules.md"].rstrip() + "\n\n        ::: ruling margin\n        :::\n"
    assert build(Options(project({**GAME, "game/reference/rules.md": chapter}), tmp_path / "out", pdf=False)).published
    page = (tmp_path / "out/small/rules.html").read_text("utf-8")
    line, _, rest = page.partition('data-ruling="margin"')[2].partition("</details>")[0].partition("</summary>")
    assert "House rule: Kill margin." in line and "This book reads <b>10</b>" in line
    assert "Two figures are printed." in rest and "Ten above." in rest
