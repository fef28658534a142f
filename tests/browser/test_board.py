"""The board of a fight in a real browser, while its encounter is written further."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from chromium_pipe import Chromium
from projects import Write
from state_game import STATE

from sheetgen.build import Options, build

pytestmark = pytest.mark.browser

FIGHT = "small/fights/quay.html"
GAME = {
    "game/ruleset.yaml": """
        id: small
        title: Small game
        records:
          group: {who: ref fighter, count: "integer 1.., default 1", name: "text, optional"}
        """,
    "game/kinds/fighter.yaml": """
        id: fighter
        title: Fighter
        plural: Fighters
        folder: fighters
        fields:
          hp: integer 0..
          luck: integer 0.., default 0
          quick: integer
          calls: list of ref fighter, default []
        layout:
          blocks:
            head: {type: figures, items: [{label: Quick, value: quick}, {label: Luck, value: luck, mark: coin}]}
            hp: {type: tracks, items: [{label: HP, value: hp, mark: square}]}
            called: {type: panel, title: Calls, entries: calls, blocks: [hp]}
          page: [head, hp]
          aside: [called]
        """,
    "game/kinds/fight.yaml": """
        id: fight
        title: Fight
        plural: Fights
        folder: fights
        fields: {groups: list of group}
        derive:
          everyone:
            title: Everyone
            formula: |
              [{"name": (g.name if g.name != none else g.who.name) + (" " + text(i + 1) if g.count > 1 else ""),
                "id": g.who.id, "initiative": g.who.quick} for g in groups for i in range(g.count)]
          roster: {title: Roster, formula: "order_by(everyone, [0 - c.initiative for c in everyone])"}
        layout:
          blocks:
            roster:
              {type: table, title: Turns, rows: roster, name: name, columns: [{label: Quick, value: initiative}]}
          page: [roster]
        roster: roster
        """,
    "campaign.yaml": "{title: Quay, ruleset: ./game}",
    "fighters/a.yaml": """
        - {name: Inspector, hp: 4, quick: 7}
        - {name: Hound, hp: 3, quick: 5}
        - {name: Otto, hp: 6, quick: 3, luck: 8, calls: [shade]}
        - {name: Dragon, hp: 195, quick: 1}
        - {name: Shade, hp: 2, quick: 0}
        """,
}
NAMES = "[...document.querySelectorAll('.fighters .item-name')].map(n => n.textContent)"


def fight(folder: Path, groups: str) -> Path:
    """The site of the fight between these groups."""
    for name, text in {**GAME, "fights/quay.yaml": f"{{name: The quay, groups: {groups}}}"}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    result = build(Options(folder, pdf=False))
    assert [diagnostic.message for diagnostic in result.diagnostics] == []
    return folder / "site"


def opened(page: Chromium, site: Path, **style: int) -> None:
    page.visit(site, FIGHT, **style)
    page.session("Shift")
    page.until("!!document.querySelector('.fighters .who')")


def row(name: str) -> str:
    rows = "[...document.querySelectorAll('.fighters > li')]"
    return f"{rows}.find(li => li.querySelector('.item-name').textContent === '{name}')"


def ticked(page: Chromium, name: str) -> int:
    return int(page.run(f"{row(name)}.querySelectorAll('[aria-pressed=true]').length"))


def test_a_fight_goes_on_when_its_encounter_changes(page: Chromium, tmp_path: Path) -> None:
    opened(page, fight(tmp_path, "[{who: inspector}, {who: hound, count: 3}, {who: otto}]"))
    page.run(f"{row('Inspector')}.querySelectorAll('[data-track=HP] button')[1].click()")
    page.run(f"{row('Hound 3')}.querySelectorAll('[data-track=HP] button')[0].click()")
    page.run(f"{row('Otto')}.querySelector('.note-field').value = 'hides'")
    page.run(f"{row('Otto')}.querySelector('.note-field').dispatchEvent(new Event('input'))")
    page.run("document.querySelector('[data-next]').click()")
    assert page.text("[data-whose]") == "Hound 1"

    opened(page, fight(tmp_path, "[{who: inspector, count: 2}, {who: hound, count: 4}, {who: otto, name: Otto Falk}]"))
    page.until("document.querySelector('[data-whose]').textContent === 'Hound 1'")
    order = ["Inspector 1", "Inspector 2", "Hound 1", "Hound 2", "Hound 3", "Hound 4", "Otto Falk"]
    assert page.run(NAMES) == order, "who is new acts when the roster says, not last"
    assert [ticked(page, name) for name in order] == [2, 0, 0, 0, 1, 0, 0]
    assert page.run(f"{row('Otto Falk')}.querySelector('.note-field').value") == "hides"

    opened(page, fight(tmp_path, "[{who: hound}, {who: otto}]"))
    page.until("document.querySelector('[data-whose]').textContent === 'Hound'")
    assert page.run(NAMES) == ["Hound", "Otto"]


def test_all_that_is_crossed_off_is_on_the_board(page: Chromium, tmp_path: Path) -> None:
    opened(page, fight(tmp_path, "[{who: otto}, {who: dragon}]"))
    tracks = f"[...{row('Otto')}.querySelectorAll('[data-track]')]"
    sizes = page.run(f"{tracks}.map(t => [t.dataset.track, t.querySelectorAll('button').length])")
    assert sizes == [["Luck", 8], ["HP", 6], ["Shade: HP", 2]]
    assert page.run(f"{row('Otto')}.querySelector('.headlines').textContent").strip() == "Quick 3"
    named = f"{row('Otto')}.querySelector('[data-track=HP] button').getAttribute('aria-label')"
    assert page.run(named) == "Otto, HP 1 of 6"


def test_a_track_of_many_is_a_number(page: Chromium, tmp_path: Path) -> None:
    opened(page, fight(tmp_path, "[{who: otto}, {who: dragon}]"))
    left = f"{row('Dragon')}.querySelector('[data-track=HP] input')"
    assert page.run(f"{left}.value") == "195"
    page.run(f"{left}.value = '168'; {left}.dispatchEvent(new Event('change'))")
    page.run(f"{row('Dragon')}.querySelector('[data-track=HP] button').click()")
    assert page.run(f"{left}.value") == "167"
    page.run(f"{left}.value = '900'; {left}.dispatchEvent(new Event('change'))")
    assert page.run(f"{left}.value") == "195"
    page.run(f"{left}.value = '12'; {left}.dispatchEvent(new Event('change'))")
    opened(page, tmp_path / "site")
    page.until(f"{left}.value === '12'")


def enter(page: Chromium, name: str, value: str) -> None:
    box = f"{row(name)}.querySelector('.initiative')"
    page.run(f"{box}.value = '{value}'; {box}.dispatchEvent(new Event('change'))")


def test_initiative_that_is_entered_puts_fighters_in_order(page: Chromium, tmp_path: Path) -> None:
    opened(page, fight(tmp_path, "[{who: inspector}, {who: hound}, {who: otto}, {who: dragon}]"))
    values = "[...document.querySelectorAll('.fighters .initiative')].map(n => n.value)"
    assert page.run(values) == ["7", "5", "3", "1"]
    enter(page, "Dragon", "6")
    assert page.run(NAMES) == ["Inspector", "Dragon", "Hound", "Otto"]
    enter(page, "Inspector", "5")
    assert page.run(NAMES) == ["Dragon", "Hound", "Inspector", "Otto"], "who comes later stands behind equals"
    enter(page, "Inspector", "-2.5")
    assert page.run(NAMES) == ["Dragon", "Hound", "Otto", "Inspector"]
    enter(page, "Inspector", "")
    assert page.run(NAMES) == ["Inspector", "Dragon", "Hound", "Otto"], "nothing is what the encounter has"
    enter(page, "Otto", "20")
    opened(page, tmp_path / "site")
    page.until("document.querySelector('.fighters .item-name').textContent === 'Otto'")
    assert page.run(values) == ["20", "7", "6", "5"]


def test_a_board_begins_with_what_is_marked(page: Chromium, project: Write) -> None:
    folder = project(STATE)
    assert not build(Options(folder, pdf=False)).diagnostics
    page.visit(folder / "site", "iron/fights/quay.html")
    page.session("Shift")
    page.until("!!document.querySelector('.fighters .who')")
    assert (ticked(page, "Bea"), ticked(page, "Otto")) == (5, 0), "two of Health and of the Alarm, one of Luck"
    count = f"[...{row('Bea')}.querySelectorAll('[data-track] input')].map(i => [i.value, i.min, i.max])"
    assert page.run(count) == [["3", "-6", "9"], ["14", "0", "40"], ["125", "0", "195"]]
    page.run(f"{row('Bea')}.querySelector('[data-track=Momentum] button').click()")
    page.run(f"{row('Bea')}.querySelector('[data-track=Health] button').click()")
    momentum = f"{row('Bea')}.querySelector('[data-track=Momentum] input')"
    page.run(f"{row('Otto')}.querySelector('[data-track=Momentum] input').value = '-9'")
    page.run(f"{row('Otto')}.querySelector('[data-track=Momentum] input').dispatchEvent(new Event('change'))")
    assert page.run(f"{momentum}.value") == "2" and ticked(page, "Bea") == 4
    assert page.run(f"{row('Otto')}.querySelector('[data-track=Momentum] input').value") == "-6"
    page.run("window.confirm = () => true; document.querySelector('[data-reset]').click()")
    assert page.run(count) == [["3", "-6", "9"], ["14", "0", "40"], ["125", "0", "195"]]


@pytest.mark.parametrize(("width", "height"), [(640, 450), (390, 700), (1280, 720)])
def test_what_has_the_focus_is_never_behind_a_bar(page: Chromium, tmp_path: Path, width: int, height: int) -> None:
    site = fight(tmp_path, "[{who: inspector}, {who: hound, count: 6}, {who: otto}]")
    opened(page, site, width=width, height=height)
    covered = """(e => { const r = e.getBoundingClientRect(), top = document.elementFromPoint(
        Math.min(innerWidth - 1, r.x + r.width / 2), Math.min(innerHeight - 1, Math.max(0, r.y + r.height / 2)));
      return e.closest('.fighters') && !(top && (e.contains(top) || top.contains(e))) ? e.outerHTML : '' })"""
    page.run("document.documentElement.style.scrollBehavior = 'auto'")
    page.run("document.querySelector('.fighters button').focus()")
    hidden = []
    for _ in range(60):
        page.session("Tab")
        hidden.append(page.run(f"{covered}(document.activeElement)"))
    assert [html for html in hidden if html] == []


def test_a_fight_is_begun_from_the_top(page: Chromium, tmp_path: Path) -> None:
    page.visit(fight(tmp_path, "[{who: otto}, {who: hound, count: 9}]"), FIGHT, width=390)
    page.click("a[href='#board']")
    page.until("(r => r.top >= 0 && r.top < innerHeight / 3)(document.getElementById('board').getBoundingClientRect())")
