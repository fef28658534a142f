"""What calculators open with and answer first, in Python, is what the script opens with and answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import Write
from small_game import GAME

from sheetgen.build import Options, build
from sheetgen.views.pages import Option, RuleInput
from sheetgen.views.pages.opening import opening

WHOLE = RuleInput(name="n", title="Number")


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        (WHOLE, 0),
        (RuleInput(name="n", title="Number", min=3), 3),
        (RuleInput(name="n", title="Number", min=-5), 0),
        (RuleInput(name="n", title="Number", optional=True), None),
        (RuleInput(name="n", title="Number", default=4, start=7), 7),
        (RuleInput(name="t", title="Truth", type="truth"), False),
        (RuleInput(name="w", title="Text", type="text"), ""),
        (RuleInput(name="c", title="Choice", type="choice", options=(Option("a", "A"), Option("b", "B"))), "a"),
        (RuleInput(name="c", title="Choice", type="choice", options=(Option("a", "A"),), optional=True), None),
        (RuleInput(name="l", title="List", type="list", of=WHOLE, start=[2, None]), [2, 0]),
        (RuleInput(name="m", title="Map", type="map", options=(Option("a", "A"),), of=WHOLE, default={}), {"a": 0}),
        (RuleInput(name="m", title="Map", type="map", of=WHOLE, start={"x": 3}), {"x": 3}),
        (RuleInput(name="r", title="Record", type="record", fields=(WHOLE,), start={"n": 5}), {"n": 5}),
    ],
)
def test_an_input_opens_with_its_worked_case_its_default_or_what_is_natural(asked: RuleInput, value: object) -> None:
    assert opening(asked) == value


def test_a_page_holds_the_first_answers_of_its_calculators(project: Write, tmp_path: Path) -> None:
    assert build(Options(project(GAME), tmp_path / "out", pdf=False)).published
    page = (tmp_path / "out/small/rules/track.html").read_text("utf-8")
    form = page[page.index('<form class="calc') :].partition("</form>")[0]
    assert " inert>" in form
    assert "Toughness Bonus <span>TB</span>" in form and 'value="0">' in form
    assert "<b>1</b><span class=reason>the greater of 1 and TB 0 ÷ 2</span>" in form
