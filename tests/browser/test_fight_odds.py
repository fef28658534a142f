"""The odds of a fight on its page, opened from a folder: the best attacks, and the whole fight, by a worker."""

from __future__ import annotations

import json
import re

import pytest
from chromium_pipe import Chromium
from fight_game import GAME, fight_of, plan_of
from projects import Write, loaded

from sheetgen.build import Options, build
from sheetgen.model.course_texts import course_lines
from sheetgen.model.fight_course import fight_course

pytestmark = pytest.mark.browser

LONG = re.sub(r"hp: \d", "hp: 60", GAME["fights/quay.yaml"]).replace("armour: 9", "armour: 1")
"""A fight with too many ways to go to be counted."""
WHOLE = "[...document.querySelectorAll('.attack details')].find(d => d.textContent.startsWith('The whole fight'))"


@pytest.mark.parametrize("fight", [GAME["fights/quay.yaml"], LONG], ids=["counted", "played"])
def test_the_whole_fight_is_told_as_in_its_packet(page: Chromium, project: Write, fight: str) -> None:
    folder = project({**GAME, "fights/quay.yaml": fight})
    assert not build(Options(folder, pdf=False)).diagnostics
    page.visit(folder / "site", "iron/fights/quay.html")
    page.session("Shift")
    page.until("!!document.querySelector('.attack')")
    page.run("document.querySelector('.attack').open = true")
    page.until(f"!!{WHOLE}")
    page.run(f"{WHOLE}.open = true")
    page.run(
        "window.workers = 0; window.Worker = class extends Worker { constructor(...a) { super(...a); workers++; } }"
    )
    page.until(f"!!{WHOLE}.querySelector('button')")
    page.run(f"{WHOLE}.querySelector('button').click()")
    page.until("document.querySelectorAll('.course p').length > 3")
    game, _ = loaded(folder)
    plan = plan_of(game, fight_of(game))
    assert plan is not None
    course = fight_course(plan, "quay")
    assert (course.fights == 0) is (fight != LONG)
    assert page.run("[...document.querySelectorAll('.course p:not(.soft)')].map(p => p.textContent)") == list(
        course_lines(course, game.words)
    )
    assert page.run("workers") == 1, "the page itself reckons nothing"
    assert page.problems() == []


def test_best_attacks_stand_apart_from_all(page: Chromium, project: Write) -> None:
    folder = project(GAME)
    assert not build(Options(folder, pdf=False)).diagnostics
    page.visit(folder / "site", "iron/fights/quay.html")
    page.session("Shift")
    page.until("!!document.querySelector('.attack')")
    page.run("document.querySelector('.attack').open = true")
    counts = {}
    for title in ("Odds of the best attacks", "Odds of all attacks"):
        parts = "[...document.querySelectorAll('.attack details')]"
        part = f"{parts}.find(d => d.textContent.startsWith({json.dumps(title)}))"
        page.until(f"!!{part}")
        page.run(f"{part}.open = true")
        page.until(f"{part}.querySelectorAll('tbody tr').length > 5")
        counts[title] = page.run(f"{part}.querySelectorAll('tbody tr').length")
    assert counts == {"Odds of the best attacks": 6, "Odds of all attacks": 10}
