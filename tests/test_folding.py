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


def test_the_first_example_is_open_and_the_others_are_one_line(
    project: Callable[[Mapping[str, str]], Path], tmp_path: Path
) -> None:
    files = {**GAME, "game/reference/rules.md": GAME["game/reference/rules.md"].rstrip() + "\n"}
    folder = project(files)
    chapter = folder / "game/reference/rules.md"
    chapter.write_text(chapter.read_text("utf-8") + MORE, encoding="utf-8")
    (folder / "game/rules/killed.yaml").write_text(KILLED, encoding="utf-8")
    assert build(Options(folder, tmp_path / "out", pdf=False)).published
    page = (tmp_path / "out/small/rules.html").read_text("utf-8")
    assert page.count('<section class="example"') == 1 and page.count('<details class="example"') == 1
    folded = page.partition('<details class="example"')[2].partition("</details>")[0]
    assert re.search(r"<b>A small one</b> <span class=\"soft\">light 3, heavy 1</span></summary>", folded)
    assert "Three light, one heavy." in folded
    assert re.search(r'<details class="steps"><summary>How it is worked out</summary><dl>.*?guard', page, re.S | re.I)
