"""The board of a fight in a real browser, while its encounter is written further."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from chromium_pipe import Chromium
from projects import Write
from state_game import STATE

from sheetgen.build import Options, build
from sheetgen.dice.roller import Roller
from sheetgen.print.engine.session import PrintSession
from sheetgen.serve import Preview, serving
from sheetgen.serve.boards import BoardNews

pytestmark = pytest.mark.browser

FIGHT = "small/fights/quay.html"
GAME = {
    "game/ruleset.yaml": """
        id: small
        title: Small game
        records:
          group: {who: ref fighter, count: "integer 1.., default 1", name: "text, optional"}
          event: {round: integer 1.., text: text}
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
    "game/rules/strike.yaml": """
        strike:
          title: Strike
          inputs:
            roll: {type: integer 1..20, title: Roll}
            quick: {type: integer, title: Quickness}
            cover: {type: truth, title: In cover}
            left: {type: integer 0.., title: HP left}
          outputs:
            lost: {formula: "min(left, 0 if cover else max(0, roll + quick - 10))", title: HP lost}
        """,
    "game/kinds/fight.yaml": """
        id: fight
        title: Fight
        plural: Fights
        folder: fights
        fields: {groups: list of group, events: "list of event, default []"}
        derive:
          everyone:
            title: Everyone
            formula: |
              [{"name": (g.name if g.name != none else g.who.name) + (" " + text(i + 1) if g.count > 1 else ""),
                "id": g.who.id, "initiative": g.who.quick} for g in groups for i in range(g.count)]
          roster: {title: Roster, formula: "order_by(everyone, [0 - c.initiative for c in everyone])"}
          blows: {title: Blows, formula: '[{"by": c.name, "name": "Blow", "quick": c.initiative} for c in everyone]'}
          targets: {title: Targets, formula: '[{"name": c.name} for c in everyone]'}
        layout:
          blocks:
            roster:
              {type: table, title: Turns, rows: roster, name: name, columns: [{label: Quick, value: initiative}]}
          page: [roster]
        roster: roster
        events: events
        attack: {rule: strike, attacks: blows, targets: targets, rolls: {roll: d20}, left: {left: HP}, lost: {HP: lost}}
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


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a fight of fourteen, with something in its second round."""
    groups = "[{who: inspector}, {who: hound, count: 10}, {who: otto}, {who: dragon}, {who: otto, name: Twin}]"
    return fight(tmp_path_factory.mktemp("crowd"), groups + ", events: [{round: 2, text: The tide turns.}]")


@pytest.fixture(autouse=True)
def forgotten(page: Chromium) -> Iterator[None]:
    """Each test begins with a fight that has not begun."""
    yield
    page.run(
        "Promise.all([sheetgen.board, sheetgen.board + ':players', 'play'].map(name => sheetgen.save(name, null)))"
    )


def begin(page: Chromium) -> None:
    """Run the fight of a page. Where it goes on, the page moves meanwhile: there is no place to click on."""
    page.run("document.querySelector('a[href=\"#board\"]').click()")
    page.until("!!document.querySelector('.fighters .who') && !!sheetgen.fight")


def opened(page: Chromium, site: Path, **style: int) -> None:
    page.visit(site, FIGHT, **style)
    begin(page)


def row(name: str) -> str:
    rows = "[...document.querySelectorAll('.fighters > li')]"
    return f"{rows}.find(li => li.querySelector('.item-name').textContent === '{name}')"


def ticked(page: Chromium, name: str) -> int:
    return int(page.run(f"{row(name)}.querySelectorAll('[aria-pressed=true]').length"))


def test_fighters_of_whom_the_page_says_no_lines_leave_it_for_their_rows_too(page: Chromium, project: Write) -> None:
    panel = "all: {type: panel, title: Fighters, entries: '[g.who for g in groups]', blocks: [head, hp]}"
    kind = GAME["game/kinds/fight.yaml"].replace(
        "          page: [roster]", f"            {panel}\n          page: [roster, all]"
    )
    quay = "{name: The quay, groups: [{who: inspector}, {who: hound}]}"
    folder = project({**GAME, "game/kinds/fight.yaml": kind, "fights/quay.yaml": quay})
    assert not build(Options(folder, pdf=False)).diagnostics
    left = "[...document.querySelectorAll('.inline-entries > li')].filter(entry => entry.checkVisibility()).length"
    page.visit(folder / "site", FIGHT)
    assert page.run(left) == 2
    begin(page)
    assert page.run(left) == 0


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


def test_an_attack_is_crossed_off_on_the_board(page: Chromium, tmp_path: Path) -> None:
    opened(page, fight(tmp_path, "[{who: inspector}, {who: hound}, {who: otto}]"))
    page.run("document.querySelector('.attack').open = true")
    lost = "document.querySelector('.attack .out b')?.textContent"
    page.until(lost)
    assert page.texts(".attack select")[0] == "InspectorHoundOtto"
    choose = "((at, value) => { const s = document.querySelectorAll('.attack select')[at];"
    choose += " s.value = value; s.dispatchEvent(new Event('change')) })"
    roll = "((value) => { const i = document.querySelector('.rolled input');"
    roll += " i.value = value; i.dispatchEvent(new Event('input')) })"
    page.run(f"{choose}(0, 1); {choose}(2, 2); {roll}(9)")
    assert page.run(lost) == "4", "9 and the quickness of the hound, which is 5"
    cross = "document.querySelectorAll('.attack .acts button')[1]"
    assert page.run(f"{cross}.textContent") == "Cross off: Otto"
    page.run(f"{cross}.click()")
    assert ticked(page, "Otto") == 4 and page.run(lost) == "2", "two are left, and the board has said so"
    page.run(f"{roll}(1)")
    assert page.run(lost) == "0" and page.run(f"{cross}.disabled")
    page.run("(s => { s.value = 'lantern'; s.dispatchEvent(new Event('change')) })"
             "(document.querySelector('.attack .acts input'))")  # fmt: skip
    page.run("document.querySelector('.attack .acts button').click()")
    fallen = Roller("lantern").die(20)
    assert page.run("document.querySelector('.rolled input').value") == str(fallen)
    assert page.texts(".rolls li")[0].startswith(f"Hound → Otto, Blow d20: {fallen}")
    assert page.problems() == []


def test_conditions_of_the_board_switch_inputs_of_an_attack_on(
    page: Chromium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = GAME["game/kinds/fight.yaml"].replace("lost: {HP: lost}}", "lost: {HP: lost}, of_target: {cover: [low]}}")
    monkeypatch.setitem(GAME, "game/kinds/fight.yaml", kind)
    monkeypatch.setitem(GAME, "game/kinds/state.yaml", "{id: state, title: State, plural: States, folder: states,"
                        " fields: {}, conditions: true}")  # fmt: skip
    monkeypatch.setitem(GAME, "game/entries/state.yaml", "low: {name: Lying low}\n")
    opened(page, fight(tmp_path, "[{who: inspector}, {who: otto}]"))
    page.run("document.querySelector('.attack').open = true")
    lost = "document.querySelector('.attack .out b')?.textContent"
    page.until(lost)
    roll = "(i => { i.value = 9; i.dispatchEvent(new Event('input')) })(document.querySelector('.rolled input'))"
    choose = "(s => { s.value = 1; s.dispatchEvent(new Event('change')) })"
    page.run(f"{choose}(document.querySelectorAll('.attack select')[2]); {roll}")
    assert page.run(lost) == "6"
    low = f"[...{row('Otto')}.querySelectorAll('label')].find(l => l.textContent.includes('Lying low'))"
    page.run(f"(({low})?.querySelector('input') ?? {low}).click()")
    page.until(f"{lost} === '0'")
    assert page.texts(".attack .soft")[0] == "Counted from the board: In cover"
    page.run(f"(({low})?.querySelector('input') ?? {low}).click()")
    page.until(f"{lost} === '6'")
    assert page.texts(".attack .soft")[0] == "" and page.problems() == []


def attacking(page: Chromium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fight in which values follow from conditions and tracks, and an attack brings a condition and a note."""
    filled = (
        "lost: {HP: lost}, circumstances: place, inflicts: brings, noted: scar,"
        " of_attacker: {worn: Luck, tired: {weary: 1, spent: 2}}, of_target: {ground: {low: hollow}}}"
    )
    derived = "          place:\n            ground: {title: Ground, formula: '\"hill\"'}\n          targets:"
    kind = GAME["game/kinds/fight.yaml"].replace("lost: {HP: lost}}", filled).replace("          targets:", derived)
    inputs = """cover: {type: truth, title: In cover}
            worn: {type: integer 0.., title: Luck spent}
            tired: {type: integer 0.., title: Weariness}
            ground: {type: "one of [flat, hill, hollow]", title: Ground}"""
    rule = GAME["game/rules/strike.yaml"].replace("cover: {type: truth, title: In cover}", inputs)
    outputs = """
            brings: {formula: '["low"] if left > 0 and lost >= left else []', title: Conditions}
            scar: {formula: '"A scar" if lost > 4 else ""', title: Scar}
            sum: {formula: 'f"{worn} {tired} {ground}"', title: Sum}
        """
    monkeypatch.setitem(GAME, "game/kinds/fight.yaml", kind)
    monkeypatch.setitem(GAME, "game/rules/strike.yaml", rule.rstrip() + outputs)
    monkeypatch.setitem(GAME, "game/kinds/state.yaml", "{id: state, title: State, plural: States, folder: states,"
                        " fields: {}, conditions: true}")  # fmt: skip
    monkeypatch.setitem(GAME, "game/entries/state.yaml", "low: {name: Low}\nweary: {name: Weary}\nspent: {name: Spent}")
    opened(page, fight(tmp_path, "[{who: otto}, {who: inspector}, {who: hound}]"))
    page.run("document.querySelector('.attack').open = true")
    page.until("document.querySelectorAll('.attack .out b').length === 4")


def test_values_follow_from_conditions_tracks_and_the_place(
    page: Chromium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attacking(page, tmp_path, monkeypatch)
    choose = "((at, value) => { const s = document.querySelectorAll('.attack select')[at];"
    choose += " s.value = value; s.dispatchEvent(new Event('change')) })"
    page.run(f"{choose}(0, 0); {choose}(2, 1)")
    last = "[...document.querySelectorAll('.attack .out b')].at(-1).textContent"
    assert page.run(last) == "0 0 hill", "the place of the fight"
    condition = "((li, name) => li.querySelector(`[value=${name}]`).click())"
    page.run(f"{condition}({row('Otto')}, 'Weary')")
    page.until(f"{last} === '0 1 hill'")
    page.run(
        f"{condition}({row('Otto')}, 'Spent'); {row('Otto')}.querySelectorAll('[data-track=Luck] button')[2].click()"
    )
    page.until(f"{last} === '3 2 hill'")
    assert page.texts(".attack .soft")[0] == "Counted from the board: Luck spent, Weariness"
    page.run(f"{condition}({row('Inspector')}, 'Low')")
    page.until(f"{last} === '3 2 hollow'")
    page.run(f"{condition}({row('Inspector')}, 'Low')")
    page.until(f"{last} === '3 2 hill'")
    ground = "[...document.querySelectorAll('.attack .field')].find(f => f.textContent.startsWith('Ground')).lastChild"
    page.run(f"(s => {{ s.selectedIndex = 0; s.dispatchEvent(new Event('change')) }})({ground})")
    page.run(f"{choose}(2, 2)")
    page.until(f"{last} === '3 2 flat'")
    assert page.problems() == [], "what is set otherwise at the table stays so"


def test_what_an_attack_brings_is_one_step(page: Chromium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    attacking(page, tmp_path, monkeypatch)
    page.run("((at, value) => { const s = document.querySelectorAll('.attack select')[at];"
             " s.value = value; s.dispatchEvent(new Event('change')) })(2, 1)")  # fmt: skip
    page.run("(i => { i.value = 15; i.dispatchEvent(new Event('input')) })(document.querySelector('.rolled input'))")
    page.until("document.querySelector('.attack .brings').textContent === 'HP 4, Low'")
    page.run("document.querySelectorAll('.attack .acts button')[1].click()")
    assert ticked(page, "Inspector") == 4
    low = f"{row('Inspector')}.querySelector('[value=Low]').checked"
    assert page.run(low) and page.texts(".rolls li")[0] == "Inspector HP 4, Low"
    page.run("((at, value) => { const s = document.querySelectorAll('.attack select')[at];"
             " s.value = value; s.dispatchEvent(new Event('change')) })(2, 0)")  # fmt: skip
    page.until("document.querySelector('.attack .brings').textContent === 'HP 6, Low, A scar'")
    page.run("document.querySelectorAll('.attack .acts button')[1].click()")
    note = f"{row('Otto')}.querySelector('.note-field').value"
    assert page.run(note) == "A scar"
    for _ in range(2):
        page.run("document.querySelector('.board-tools button').click()")
    assert (ticked(page, "Inspector"), page.run(low), page.run(note)) == (0, False, "")
    assert page.problems() == []


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
    begin(page)
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
    assert page.run(f"{momentum}.value") == "2", "what is marked on a hero is no matter of one fight"
    page.run(f"{row('Bea')}.querySelector('.moves .flat:nth-of-type(4)').click()")
    assert page.run(count) == [["3", "-6", "9"], ["14", "0", "40"], ["125", "0", "195"]]


def test_what_is_marked_goes_from_fight_to_fight_and_into_the_file(page: Chromium, project: Write) -> None:
    folder = project(STATE | {"fights/gate.yaml": "{name: Gate, groups: [{who: otto}, {who: bea}]}"})
    assert not build(Options(folder, pdf=False)).diagnostics
    page.visit(folder / "site", "iron/fights/quay.html")
    begin(page)
    for track in ("Health", "Alarm"):
        page.run(f"{row('Bea')}.querySelector('[data-track={track}] button:last-child').click()")
    page.run(f"{row('Bea')}.querySelector('[data-track=HP] button').click()")
    page.run(f"{row('Bea')}.querySelector('.note-field').value = 'hides'")
    page.run(f"{row('Bea')}.querySelector('[value=Out]').click()")
    page.visit(folder / "site", "iron/fights/gate.html")
    begin(page)
    standing = "sheetgen.fight.fighters().find(f => f.name === 'Bea')"
    marked = f"Object.fromEntries({standing}.tracks.map(t => [t.label, t.marked]))"
    assert page.run(marked) == {"Luck": 1, "Health": 5, "Momentum": 3, "Vow": 14, "HP": 71, "Alarm": 5}
    assert page.run(f"{standing}.conditions") == [], "who is out of a fight is in the next one"
    page.leave(f"{row('Bea')}.querySelector('.moves .flat:nth-of-type(5)').click()")
    page.until("!!document.querySelector('.edit .lines ins')")
    changes = [line.strip() for line in page.texts(".edit .lines :is(del, ins)")]
    assert changes == [
        "was: -   harm: 2", "now: +   harm: 5", "was: -   alarm: 2", "now: +   alarm: 5",
        "was: -   lost: 70", "now: +   lost: 71",
    ]  # fmt: skip
    page.run("sheetgen.save('drafts', null)")


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


def send_key(page: Chromium, key: str, **more: bool) -> None:
    """Press a key that the driver has no code for, or with others."""
    event = {"key": key, "bubbles": True, "cancelable": True, **more}
    page.run(f"document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {json.dumps(event)}))")


def test_a_fight_of_fourteen_fits_three_screens_of_a_phone(page: Chromium, crowd: Path) -> None:
    page.visit(crowd, FIGHT, width=390, height=844)
    begin(page)
    page.until("Math.abs(document.getElementById('board').getBoundingClientRect().top) < 120 && scrollY < 200")
    assert page.run("document.querySelectorAll('.fighters > li').length") == 14
    assert page.run("document.querySelector('.fighters').getBoundingClientRect().bottom + scrollY") <= 3 * 844
    opened = "[...document.querySelectorAll('.fighters > :not(.closed) .item-name')].map(n => n.textContent)"
    assert page.run(opened) == ["Inspector"], "whose turn it is"
    page.run(f"{row('Otto')}.querySelector('.who button').click()")
    page.run("document.querySelector('[data-next]').click()")
    assert page.run(opened) == ["Hound 1", "Otto"]
    page.run(f"{row('Otto')}.querySelector('[data-track=Luck] button').click()")
    page.run(f"{row('Otto')}.querySelector('.who button').click()")
    assert page.run(f"{row('Otto')}.querySelector('.glance').textContent").startswith("Luck")
    assert page.run(f"{row('Otto')}.querySelector('.glance .sr-only').textContent") == "1 of 8"
    assert page.run(f"{row('Dragon')}.querySelector('.glance').textContent") == "HP 195"
    frame = f"{row('Hound 1')}.querySelector('.stat-frame')"
    page.run(f"{frame}.open = true")
    assert page.until(f"{frame}.querySelector('iframe')?.src").endswith("/small/fighters/hound.html")
    assert page.until(f"parseInt({frame}.querySelector('iframe').style.height) > 100")


def test_fighters_join_and_leave_and_every_step_is_taken_back(page: Chromium, crowd: Path) -> None:
    opened(page, crowd)
    at_first = page.run(NAMES)
    add = "(name => { const form = document.querySelector('.adding'); form[0].value = name; form.requestSubmit() })"
    for name, called in [("Shade", "Shade"), ("hound", "Hound 11"), ("Old <b>man</b>", "Old <b>man</b>")]:
        page.run(f"{add}({json.dumps(name)})")
        page.until(f"{NAMES}[1] === {json.dumps(called)}")
    assert page.run(NAMES) == [at_first[0], "Old <b>man</b>", "Hound 11", "Shade", *at_first[1:]]
    sized = "t => [t.dataset.track, t.querySelectorAll('button').length]"
    tracks = f"(li => [...li.querySelectorAll('[data-track]')].map({sized}))"
    assert page.run(f"{tracks}({row('Shade')})") == [["HP", 2]], "an entry that is none of the encounter's"
    assert page.run(f"{tracks}({row('Hound 11')})") == [["HP", 3]]
    page.run(f"{row('Shade')}.querySelector('[data-track=HP] button').click()")
    page.run(f"{row('Inspector')}.querySelector('.moves .flat').click()")
    assert page.text("[data-whose]") == "Old <b>man</b>", "whose turn would be next"

    opened(page, crowd)
    page.until(f"{NAMES}[0] === 'Old <b>man</b>'")
    assert (ticked(page, "Shade"), page.text(".gone button")) == (1, "Inspector")
    page.run("document.querySelector('.gone button').click()")
    assert page.run(NAMES)[0] == "Inspector"
    for _ in range(4):
        send_key(page, "z", ctrlKey=True)
    assert page.run(NAMES) == [at_first[0], "Hound 11", "Shade", *at_first[1:]], "also over a reload"
    assert ticked(page, "Shade") == 0
    send_key(page, "Z", ctrlKey=True, shiftKey=True)
    send_key(page, "y", ctrlKey=True)
    assert (page.run(NAMES)[1], ticked(page, "Shade")) == ("Old <b>man</b>", 1)
    page.run("document.querySelector('.board-tools button').click()")
    for _ in range(9):
        send_key(page, "z", ctrlKey=True)
    assert page.run(NAMES) == at_first
    assert page.run("document.querySelector('.board-tools button').disabled") is True


def test_timers_count_and_remind(page: Chromium, crowd: Path) -> None:
    opened(page, crowd)
    page.run("""(i => { i.value = 'Burning 2'; i.dispatchEvent(new Event('change')) })(
        document.querySelector('.fighters .notes input:nth-child(2)'))""")
    page.run("(form => { form[0].value = 'Torch 1'; form.requestSubmit() })(document.querySelectorAll('.adding')[1])")
    assert page.text(".reminders") == "Torch 1 · Inspector: Burning 2"
    page.run("document.querySelector('[data-next]').click()")
    assert page.text(".reminders") == "Torch 1", "only what is up now"
    assert page.run(f"{row('Inspector')}.querySelector('.glance').textContent").endswith("Burning 2")
    rounds = []
    for _ in range(2):
        page.run("while (document.querySelector('[data-whose]').textContent !== 'Dragon')"
                 " document.querySelector('[data-next]').click()")  # fmt: skip
        page.run("document.querySelector('[data-next]').click()")
        rounds.append(page.text(".reminders"))
    assert rounds == [
        "The tide turns. · Torch is over · Inspector: Burning 1", "Torch is over · Inspector: Burning is over",
    ]  # fmt: skip
    page.run("document.querySelector('[data-prev]').click()")
    page.run("document.querySelector('[data-next]').click()")
    assert page.text(".reminders") == rounds[1], "going back counts back"
    page.run(f"{row('Inspector')}.querySelector('.timers button').click()")
    assert page.text(".reminders") == "Torch is over"


def test_players_see_names_turns_and_conditions_and_no_number(page: Chromium, crowd: Path) -> None:
    page.visit(crowd, FIGHT)
    page.run("location.hash = 'players'")
    page.until("document.querySelector('#players p')?.textContent === 'The fight has not begun.'")
    opened(page, crowd)
    page.run(f"{row('Inspector')}.querySelector('[value=Out]').click()")
    page.run(f"{row('Hound 2')}.querySelector('.moves input').click()")
    page.run("document.querySelector('[data-next]').click()")
    page.run("document.querySelector('[data-next]').click()")
    page.visit(crowd, FIGHT)
    page.run("location.hash = 'players'")
    names = "[...document.querySelectorAll('#players li')].map(li => [li.textContent, li.className])"
    assert page.until(f"{names}.length && {names}")[:3] == [["InspectorOut", "down"], ["Hound 1", ""], ["Hound 3", ""]]
    seen = page.run("document.body.innerText")
    assert "Round 1" in seen and "Hound 2" not in seen and "195" not in seen and "Init" not in seen
    view = "sheetgen.load(sheetgen.board + ':players').then(v => { v.fighters[1].now = true; return v })"
    page.run(f"{view}.then(v => sheetgen.save(sheetgen.board + ':players', v))")
    channel = "new BroadcastChannel('sheetgen:' + document.querySelector('.word').textContent)"
    page.run(f"{channel}.postMessage(sheetgen.board + ':players')")
    page.until("document.querySelector('#players .now')?.textContent === 'Hound 1'")
    page.run("history.replaceState(null, '', location.pathname)")


def test_who_is_hidden_by_its_file_is_hidden_from_players_until_it_is_shown(
    page: Chromium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = GAME["fighters/a.yaml"].replace("{name: Hound, hp: 3,", "{name: Hound, hidden: true, hp: 3,")
    people = people.replace("{name: Shade, ", "{name: Shade, hidden: true, ").replace(
        "{name: Otto, ", "{name: Otto, known: [name], "
    )
    monkeypatch.setitem(GAME, "fighters/a.yaml", people)
    opened(page, fight(tmp_path, "[{who: inspector}, {who: hound, count: 2}, {who: otto}]"))
    page.run("(form => { form[0].value = 'Shade'; form.requestSubmit() })(document.querySelector('.adding'))")
    page.until(f"{NAMES}.length === 5")
    page.run("document.querySelector('[data-next]').click()")
    seen = "sheetgen.load(sheetgen.board + ':players').then(v => v.fighters.map(f => f.name).join())"
    page.until(f"{seen}.then(names => names === 'Inspector,Otto')")
    page.run(f"{row('Hound 2')}.querySelector('.moves input').click()")
    page.until(f"{seen}.then(names => names === 'Inspector,Hound 2,Otto')")
    opened(page, tmp_path / "site")
    page.until(f"{NAMES}.length === 5")
    hidden = (
        f"{NAMES}.map((_, i) => document.querySelectorAll('.fighters > li')[i].querySelector('.moves input').checked)"
    )
    assert page.run(hidden) == [False, True, True, False, False], "also after a reload"


def shared(page: Chromium, preview: Preview, wanted: Callable[[BoardNews], bool]) -> BoardNews:
    """What the preview knows last of the fight, as soon as it is what is wanted."""
    for _ in range(200):
        if (news := preview.boards.of(FIGHT)) and wanted(news):
            return news
        page.wait(50)
    raise AssertionError(f"not told within 10 s: {news}")


def test_two_devices_have_one_fight(page: Chromium, tmp_path: Path) -> None:
    fight(tmp_path, "[{who: inspector}, {who: hound, count: 2}]")
    with PrintSession() as session:
        preview = Preview(Options(tmp_path, live=True, pdf=False), session)
        with serving(preview, "127.0.0.1", 0) as address:
            preview.rebuild()
            page.open(address + FIGHT)
            begin(page)
            page.run(f"{row('Hound 1')}.querySelector('[data-track=HP] button').click()")
            news = shared(page, preview, lambda news: True)
            assert news.players["fighters"][1] == {
                "name": "Hound 1", "now": False, "out": False, "conditions": [],
            }  # fmt: skip
            state = news.state | {"round": 4, "turn": "hound/Hound/2"}
            preview.boards.share(FIGHT, news.model_copy(update={"state": state, "sender": "another"}))
            page.until("document.querySelector('[data-whose]').textContent === 'Hound 2'")
            assert (page.text("[data-round]"), ticked(page, "Hound 1")) == ("4", 1)
            page.run("document.querySelector('.board-tools button').click()")
            assert page.text("[data-round]") == "1", "what another device did is a step here"
            page.run("document.querySelector('[data-next]').click()")
            latest = shared(page, preview, lambda news: news.state["turn"] == "hound/Hound/1")
            assert latest.sender == news.sender
            page.run("sheetgen.save('play', null).then(() => sheetgen.save(sheetgen.board, null))")
            page.open(address + FIGHT)
            page.until("document.querySelector('[data-whose]').textContent === 'Hound 1'")
            assert page.run("document.getElementById('board').checkVisibility()"), "where nothing is kept, it is begun"


def test_the_space_bar_moves_on(page: Chromium, crowd: Path) -> None:
    opened(page, crowd)
    page.run("document.getElementById('board').scrollIntoView({behavior: 'instant'}); document.activeElement.blur()")
    page.session("Space")
    assert page.text("[data-whose]") == "Hound 1"
    page.session("Space", shift=True)
    assert page.text("[data-whose]") == "Inspector"
    page.run("document.querySelector('.note-field').focus()")
    page.session("Space")
    page.run("document.querySelector('[data-prev]').focus()")
    page.session("Space")
    assert page.text("[data-whose]") == "Inspector", "what has the focus is pressed itself"
    page.run("document.querySelector('.fighters .initiative').focus()")
    page.session("Enter")
    page.until("document.activeElement.getAttribute('aria-label') === 'Initiative of Hound 1'")


def test_a_file_of_a_board_brings_only_what_a_board_has(page: Chromium, crowd: Path) -> None:
    opened(page, crowd)
    hostile = """{added: {id: 'x', name: '<img src=x onerror=hurt=1>', page: 'javascript:hurt=1//.html', tracks: [
        {label: 'HP', boxes: 5, way: 'boxes', least: 'x', most: 1e9, marked: -4}, null], figures: [[1], 2]},
        timers: [null, {name: 3, until: 'x'}], conditions: 5, tracks: 7}"""
    page.run(f"sheetgen.load(sheetgen.board).then(f => sheetgen.save(sheetgen.board, {{...(f || {{}}),"
             f" format: 'sheetgen board 2', board: 'small/quay', order: ['x', null, 7], fighters: {{x: {hostile}}},"
             " removed: {}, timers: 5, past: ['{', 7], future: 8}))")  # fmt: skip
    opened(page, crowd)
    page.until(f"{NAMES}.length === 15")
    assert page.run(f"{NAMES}.includes('<img src=x onerror=hurt=1>') && window.hurt === undefined")
    assert page.run("!document.querySelector('.fighters a[href^=javascript]')")
    page.run("document.querySelector('.board-tools button').click()")
    page.run("document.querySelector('[data-next]').click()")


TROUBLES = {
    **STATE,
    "game/ruleset.yaml": STATE["game/ruleset.yaml"].replace(
        "vocabularies:", "vocabularies:\n          trouble: {from: trouble}"
    ),
    "game/kinds/trouble.yaml": """
        id: trouble
        title: Trouble
        plural: Troubles
        folder: troubles
        conditions: true
        """,
    "game/entries/trouble.yaml": "lame: {name: Lame}\nblind: {name: Blind}\nlate: {name: Late}\n",
    "game/kinds/hero.yaml": STATE["game/kinds/hero.yaml"]
    .replace("fields:\n", 'fields:\n          troubles: "list of one of trouble, default []"\n', 1)
    .replace(
        "ticked: debilities}",
        "ticked: debilities}, {label: Troubles, items: '[title(trouble, t) for t in trouble]',"
        " ticked: '[title(trouble, t) for t in troubles]'}",
    ),
    "fights/pier.yaml": STATE["fights/quay.yaml"].replace("Quay", "Pier"),
    "people/all.yaml": STATE["people/all.yaml"].replace("- name: Bea", "- name: Bea\n          troubles: [lame]"),
}


def test_a_hero_is_played_from_its_own_page(page: Chromium, project: Write) -> None:
    folder = project(TROUBLES)
    assert [d.message for d in build(Options(folder, pdf=False)).diagnostics] == []
    page.visit(folder / "site", "iron/people/bea.html", width=390)
    page.until("!!sheetgenLoad && document.readyState === 'complete'")
    page.click("[data-play]")
    page.until("document.activeElement.id === 'play-title'")
    health = "document.querySelector('.in-play [data-track=Health]')"
    ticks = f"{health}.querySelectorAll('[aria-pressed=true]').length"
    checked = "[...document.querySelectorAll('.in-play .cond input:checked')].map(i => i.value)"
    assert (page.run(ticks), page.run(checked)) == (2, ["Lame"]), "as the file says"
    page.run(f"{health}.querySelectorAll('button')[3].dataset.fourth = ''")
    page.click("[data-fourth]")
    page.run("document.querySelector('.in-play input[value=Blind]').click()")
    page.run("document.querySelector('.in-play input[value=Lame]').click()")
    page.until("sheetgen.load('play').then(all => all?.['iron/hero:bea']?.conditions.join() === 'Blind')")
    page.send("Page.reload")
    page.until(f"document.readyState === 'complete' && {health} && {ticks} === 4")
    assert page.run(checked) == ["Blind"] and page.run("document.documentElement.scrollWidth <= innerWidth")
    page.visit(folder / "site", "iron/fights/pier.html")
    begin(page)
    bea = "sheetgen.fight.fighters().find(f => f.name === 'Bea')"
    assert page.run(f"{bea}.conditions") == ["Blind"]
    assert page.run(f"{bea}.tracks.find(t => t.label === 'Health').marked") == 4
    page.visit(folder / "site", "iron/people/bea.html")
    page.until(f"!!{health}")
    page.leave("[...document.querySelectorAll('.in-play .moves .flat')].at(-1).click()")
    page.until("document.querySelectorAll('.edit .lines ins').length === 2")
    changes = [line.strip() for line in page.texts(".edit .lines :is(del, ins)")]
    assert changes == [
        "was: -   troubles: [lame]",
        "now: +   troubles: [blind]",
        "was: -   harm: 2",
        "now: +   harm: 4",
    ]
    page.run("sheetgen.save('drafts', null)")
    page.run("[...document.querySelectorAll('.in-play .moves .flat')][0].click()")
    page.until("sheetgen.load('play', {}).then(all => !all['iron/hero:bea'])")
    assert (page.run(ticks), page.run(checked)) == (2, ["Lame"])


RIDERS = {
    **STATE,
    "game/kinds/hero.yaml": STATE["game/kinds/hero.yaml"]
    .replace("fields:\n", 'fields:\n          steeds: "list of ref steed, default []"\n', 1)
    .replace("          page: [head", "            steeds: {type: panel, title: Steeds, entries: steeds,"
             " blocks: [hp]}\n          aside: [steeds]\n          page: [head"),
    "game/kinds/steed.yaml": """
        id: steed
        title: Steed
        plural: Steeds
        folder: steeds
        fields: {harm: "integer, default 0"}
        layout: {blocks: {hp: {type: tracks, items: [{label: Health, value: 4, current: harm}]}}, page: [hp]}
        """,
    "people/all.yaml": STATE["people/all.yaml"].replace("- name: Bea", "- name: Bea\n          steeds: [mule, roan]"),
    "steeds/mule.yaml": "name: Mule\nharm: 1  # a thorn\n",
    "steeds/roan.yaml": "name: Roan\n",
}  # fmt: skip
"""A hero rides two that have tracks of their own."""


def test_marks_of_those_in_a_panel_are_written_into_their_files(page: Chromium, project: Write) -> None:
    folder = project(RIDERS)
    assert [d.message for d in build(Options(folder, pdf=False)).diagnostics] == []
    page.visit(folder / "site", "iron/fights/quay.html")
    page.run("sheetgen.save('drafts', null)")  # a form that another test left may have kept its draft as it went
    begin(page)
    track = "(name => [...document.querySelectorAll('.fighters [data-track]')].find(t => t.dataset.track === name))"
    assert page.run(f"{track}('Mule: Health').querySelectorAll('[aria-pressed=true]').length") == 1, "as its file says"
    page.run(f"{track}('Mule: Health').querySelectorAll('button')[2].click()")
    page.run(f"{track}('Roan: Health').querySelectorAll('button')[0].click()")
    write = f"[...{row('Bea')}.querySelectorAll('.moves .flat')].at(-1).click()"
    page.leave(write)
    page.until("document.querySelectorAll('.edit .lines ins').length === 1")
    assert page.run("location.pathname").endswith("/steeds/mule.html"), "nothing of the hero is another"
    assert page.run("document.querySelector('.edit .lines ins').textContent").strip() == "now: + harm: 3  # a thorn"
    page.until("document.querySelector('.drafts')?.textContent === 'Not saved: Roan'")
    page.leave("document.querySelector('.drafts a').click()")
    page.until("location.pathname.endsWith('/roan.html') && !!document.querySelector('.edit .lines ins')")
    assert page.run("document.querySelector('.edit .lines ins').textContent").strip() == "now: + harm: 1"
    page.run("sheetgen.save('drafts', null)")
    page.visit(folder / "site", "iron/people/bea.html")
    page.until("!!sheetgenLoad && document.readyState === 'complete'")
    page.run("document.querySelector('[data-play]')?.click()")
    page.until("!!document.querySelector('.in-play [data-track=Luck]')")
    page.run("document.querySelectorAll('.in-play [data-track=Luck] button')[1].click()")
    page.until("document.querySelectorAll('.in-play [data-track=Luck] [aria-pressed=true]').length === 2")
    page.leave("[...document.querySelectorAll('.in-play .moves .flat')].at(-1).click()")
    page.until("document.querySelector('.edit .state')?.textContent === 'Not saved: Luck.'")
    page.until("document.querySelector('.drafts')?.textContent === 'Not saved: Mule, Roan'")
    page.run("Promise.all([sheetgen.save('drafts', null), sheetgen.save('play', null)])")
    assert page.problems() == []
