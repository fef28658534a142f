"""The odds of a fight on its page, opened from a folder: the best attacks, and the whole fight, by a worker."""

from __future__ import annotations

import json
import re

import pytest
from chromium_pipe import Chromium
from fight_game import GAME, fight_of, plan_of
from projects import Write, loaded
from test_board import begin
from test_standing_fighters import RIDERS

from sheetgen.build import Options, build
from sheetgen.model.attack_odds import OddsCounter
from sheetgen.model.course_texts import course_lines
from sheetgen.model.fight_course import fight_course
from sheetgen.model.fight_plans import fight_plan
from sheetgen.model.standing_fighters import opponents_of

pytestmark = pytest.mark.browser

LONG = re.sub(r"hp: \d", "hp: 60", GAME["fights/quay.yaml"]).replace("armour: 9", "armour: 1")
"""A fight with too many ways to go to be counted."""
WHOLE = "[...document.querySelectorAll('.attack details')].find(d => d.textContent.startsWith('The whole fight'))"


@pytest.mark.parametrize("fight", [GAME["fights/quay.yaml"], LONG], ids=["counted", "played"])
def test_the_whole_fight_is_told_as_in_its_packet(page: Chromium, project: Write, fight: str) -> None:
    folder = project({**GAME, "fights/quay.yaml": fight})
    assert not build(Options(folder, pdf=False)).diagnostics
    page.visit(folder / "site", "iron/fights/quay.html")
    begin(page)
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
    begin(page)
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
        gap = "No odds of Ann, Curse: the rule cannot reckon with them."
        assert page.run(f"{part}.querySelector('.scroll + p').textContent") == gap, "as packet and command name it"
    assert counts == {"Odds of the best attacks": 6, "Odds of all attacks": 10}


def test_odds_follow_the_board_or_take_all_for_unhurt(page: Chromium, project: Write) -> None:
    folder = project(RIDERS)
    assert not build(Options(folder, pdf=False)).diagnostics
    page.visit(folder / "site", "iron/fights/quay.html")
    begin(page)
    page.until("!!document.querySelector('.attack')")
    page.run("document.querySelector('.attack').open = true")
    best = "[...document.querySelectorAll('.attack details')].find(d => d.textContent.startsWith('Odds of the best'))"
    rows = f"[...{best}.querySelectorAll('tbody tr')].map(r => [...r.cells].map(c => c.textContent).join(' '))"
    page.until(f"!!{best}")
    page.run(f"{best}.open = true")
    page.until(f"{rows}.some(r => r === 'Ogre, Blow Otto 100\u00a0% 0')")
    assert page.run(f"{rows}.includes('Ann, Blow Ogre 100\u00a0% 1')"), "one box of the ogre is left by its file"
    ogre = "[...document.querySelectorAll('.fighters > li')].find(li => li.textContent.includes('Ogre'))"
    page.run(f"{ogre}.querySelectorAll('[data-track=HP] button')[5].click()")
    page.until(f"{rows}.includes('Ann, Blow Ogre 100\u00a0% 3')")
    whole = "document.querySelector('.course').parentElement"
    page.run(f"{whole}.open = true; {whole}.querySelector('button').click()")
    page.until("document.querySelector('.course .soft')?.textContent.includes('All begin as they are marked.')")
    page.run("document.querySelector('.unhurt input').click()")
    page.until(f"{rows}.includes('Ann, Blow Ogre 100\u00a0% 3.5')")
    page.run(f"{whole}.querySelector('button').click()")
    page.until("document.querySelector('.course .soft')?.textContent.includes('All begin unhurt.')")
    game, _ = loaded(folder)
    fight = fight_of(game)
    model = fight.entry.kind.model.attack
    assert model is not None
    plan = fight_plan(model, opponents_of(game, fight, unhurt=True), OddsCounter(game.ruleset, game.house))
    assert plan is not None
    lines = "[...document.querySelectorAll('.course p:not(.soft)')].map(p => p.textContent)"
    assert page.run(lines) == list(course_lines(fight_course(plan, "quay"), game.words))
    page.run("document.querySelector('.unhurt input').click()")
    page.run(f"{ogre}.querySelector('[value=Out]').click()")
    page.until(f"{rows}.length === 0")
    page.run(f"{whole}.querySelector('button').click()")
    page.until(f"{lines}[0] === 'Only one side is left.'")
    assert page.problems() == []
