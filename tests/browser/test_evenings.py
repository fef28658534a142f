"""Evenings with two more games: a fight of five played by keyboard on a phone, and what happened is in the file."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from chromium_pipe import Chromium
from samples import ROOT
from test_session import BOARD, NAMES, ROUND, Evening, followed, row, saved

from sheetgen.text.memo import Memo

pytestmark = pytest.mark.browser


@dataclass(frozen=True)
class PlayedFight:
    """A fight of five: one attack of it, and the line that the file of its target has afterwards."""

    game: str
    text: str
    attacker: str
    target: str
    dice: tuple[tuple[str, int], ...]
    """What is written into fields that begin so."""
    track: str
    condition: str
    filled: str
    """The input that the condition of the target fills in, as the page calls it."""
    line: str


FIGHTS = (
    PlayedFight(
        "world-shapers",
        "name: The Step\nadversaries: [{adversary: rope-cutter, count: 3}]\n"
        "characters: [{character: mina-okonjo}, {character: tobiah-rask}]\n",
        "Rope-Cutter 1", "Tobiah Rask", (("Natural rolls", 19), ("Damage as rolled", 9)), "Vitality", "Defending",
        "Other reasons for disadvantage", "vitality: 23",
    ),
    PlayedFight(
        "blackout",
        "name: The Shaft\nadversaries: [{adversary: hold-wraith, count: 3}]\ncharacters: [juno-tack, odile-brandt]\n",
        "Hold Wraith 1", "Juno Tack", (("Hits", 1), ("Damage as rolled", 8)), "HP", "Prone", "Target is Prone",
        "hp: 14",
    ),
)  # fmt: skip


@pytest.fixture(params=FIGHTS, ids=[fight.game for fight in FIGHTS])
def fight(request: pytest.FixtureRequest) -> PlayedFight:
    played: PlayedFight = request.param
    return played


@pytest.fixture
def folder(tmp_path: Path, fight: PlayedFight) -> Path:
    """The sample campaign of the game with this fight, as a folder of its own."""
    folder = tmp_path / "campaign"
    shutil.copytree(ROOT / "content" / fight.game / "campaign", folder)
    (folder / "encounters/evening.yaml").write_text(fight.text)
    return folder


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    """The preview of the campaign, which follows its files."""
    with followed(folder, Memo()) as address:
        yield address


def test_an_evening_on_a_phone(chromium: Chromium, folder: Path, address: str, fight: PlayedFight) -> None:
    chromium.renew()
    chromium.style(390, 844)
    table = Evening(chromium, address, touched=False)
    path = f"{fight.game}/encounters/evening.html"
    table.board(path)
    names = chromium.run(NAMES)
    assert len(names) == 5 and chromium.run("document.documentElement.scrollWidth <= innerWidth")
    attacked(table, fight)
    three_rounds(table, names)
    standing = table.standing(fight.target)
    chromium.send("Page.reload")
    chromium.until(f"document.readyState === 'complete' && {ROUND} === '4'")
    chromium.until(BOARD)
    assert table.standing(fight.target) == standing
    with chromium.second_window(address + path):
        chromium.until(BOARD)
        assert table.standing(fight.target) == standing and chromium.run(ROUND) == "4"
    written(table, next(folder.glob(f"characters/{fight.target.lower().replace(' ', '-')}.yaml")), fight)
    assert chromium.problems() == []


def attacked(table: Evening, fight: PlayedFight) -> None:
    """One attack crosses boxes off, is taken back and done again; a condition of the target changes the next."""
    page = table.page
    table.choose("document", "An attack")
    page.until("document.querySelectorAll('.attack .out b').length > 2")
    pick = "((at, text) => { const s = document.querySelectorAll('.attack .who-whom select')[at];"
    pick += " s.value = [...s.options].findIndex(o => o.textContent === text);"
    pick += " s.dispatchEvent(new Event('change')) })"
    page.run(f"{pick}(0, {fight.attacker!r}); {pick}(2, {fight.target!r})")
    for label, value in fight.dice:
        page.run(
            "((label, value) => { const input = [...document.querySelectorAll('.attack .field')].find(f =>"
            " f.textContent.startsWith(label)).querySelector('input'); input.value = value;"
            f" input.dispatchEvent(new Event('input', {{bubbles: true}})) }})({label!r}, {value})"
        )
    table.choose("document.querySelector('.attack')", f"Cross off: {fight.target}")
    lost = table.standing(fight.target)[fight.track]
    assert lost > 0
    table.choose("document.querySelector('.board-tools')", "Undo")
    assert table.standing(fight.target) == {}
    table.choose("document.querySelector('.board-tools')", "Redo")
    assert table.standing(fight.target) == {fight.track: lost}
    tick = f"{row(fight.target)}.querySelector('.cond input[value={fight.condition}]').click()"
    page.run(tick)
    page.until(f"document.querySelector('.counts').textContent === 'Counted from the board: {fight.filled}'")
    page.run(tick)
    page.until("document.querySelector('.counts').textContent === ''")


def three_rounds(table: Evening, names: list[str]) -> None:
    """Turn by turn, by the space bar."""
    page = table.page
    page.run("document.getElementById('board').scrollIntoView({behavior: 'instant'}); document.activeElement.blur()")
    for number in (2, 3, 4):
        for _ in names:
            page.session("Space")
        assert page.run(ROUND) == str(number)


def written(table: Evening, file: Path, fight: PlayedFight) -> None:
    """What is marked on the target is one more line of its file."""
    old = file.read_text().split("\n")
    if table.page.run(f"{row(fight.target)}.classList.contains('closed')"):
        table.choose(row(fight.target), fight.target)
    table.choose(row(fight.target), "Write into the file")
    table.page.until("document.querySelector('.edit .state')?.textContent.startsWith('Not saved: ')")
    saved(table)
    new = file.read_text().split("\n")
    assert [line for line in new if line not in old] == [fight.line] and len(new) == len(old) + 1
