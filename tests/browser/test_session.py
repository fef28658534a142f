"""An evening with Persona: one fight played through in the browser, and what happened is in the files afterwards."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pytest
from chromium_pipe import Chromium
from click.testing import CliRunner
from samples import ROOT

from sheetgen.build import Options
from sheetgen.cli import cli
from sheetgen.print.engine.session import PrintSession
from sheetgen.serve import Preview, serving, watch_and_rebuild
from sheetgen.text.memo import Memo

pytestmark = pytest.mark.browser

SLIP = """\
# Written before the players come.
name: The Slip
shadows:
  - {shadow: hollow-lantern, count: 6}
  - {shadow: paper-moth, count: 4}
characters: [aiko-tanemura, bas-okoro, setsu-arakawa, ren-lindqvist]
events:
  - {round: 2, text: The tide turns.}
"""
FIGHT, NEXT = "persona/encounters/the-slip.html", "persona/encounters/counting-house.html"
REN = Path("characters/ren-lindqvist.yaml")
LAPTOP = (1366, 768)
"""A narrower window is touched by fingers."""
NAMES = "[...document.querySelectorAll('.fighters .item-name')].map(n => n.textContent)"
ROUND = "document.querySelector('[data-round]')?.textContent"
BOARD = f"!!document.querySelector('.fighters .who') && !!sheetgen.fight && {NAMES}"


@dataclass(frozen=True)
class Evening:
    """The campaign in the current folder, at its preview, in a window or on a device."""

    page: Chromium
    address: str
    touched: bool
    """Whether fingers press, instead of a mouse."""

    def find(self, where: str, text: str) -> str:
        """Mark what may be pressed in a place and says so, and that alone; a selector of it."""
        self.page.until(
            f"(() => {{ document.querySelectorAll('[data-meant]').forEach(e => delete e.dataset.meant);"
            f" const text = {json.dumps(text)}, bare = e => e.textContent.replace(/[\\ue000-\\uf8ff]/g, '').trim();"
            f" const node = [...{where}.querySelectorAll('button, a, summary, label')].find(e =>"
            " e.getClientRects().length && bare(e) === text);"
            " if (node) node.dataset.meant = ''; return !!node })()"
        )
        return "[data-meant]"

    def hit(self, selector: str) -> None:
        """Press an element once it stands still: what loads above it moves it."""
        self.page.until(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center',"
            " behavior: 'instant'}); const at = String(e.getBoundingClientRect().top + scrollY), was = e.dataset.at;"
            " e.dataset.at = at; return at === was })()"
        )
        (self.page.tap if self.touched else self.page.click)(selector)

    def choose(self, where: str, text: str) -> None:
        """Press what says so."""
        self.hit(self.find(where, text))

    def write(self, where: str, value: str) -> None:
        """Type a value into a field as with a keyboard, over what it holds."""
        self.page.until(f"!!{where}")
        self.page.run(f"{where}.scrollIntoView({{block: 'center', behavior: 'instant'}}); {where}.focus(),"
                      f" {where}.select?.()")  # fmt: skip
        self.page.type(value)
        self.page.run(f"{where}.dispatchEvent(new Event('change', {{bubbles: true}}))")

    def go(self, path: str) -> None:
        self.page.open(self.address + path)

    def board(self, path: str) -> None:
        """Open an encounter and run its fight."""
        self.go(path)
        if not self.page.run("!!document.querySelector('.fighters .who')"):
            self.choose("document", "Run this fight")
        self.page.until(BOARD)

    def standing(self, name: str) -> dict[str, int]:
        """What is marked on a fighter, by the label of its track; none where nothing is."""
        tracks = self.page.run(f"sheetgen.fight.fighters().find(f => f.name === {name!r}).tracks")
        return {track["label"]: track["marked"] for track in tracks if track["marked"]}


def row(name: str) -> str:
    rows = "[...document.querySelectorAll('.fighters > li')]"
    return f"{rows}.find(li => li.querySelector('.item-name').textContent === {name!r})"


def run(*arguments: str) -> str:
    answer = CliRunner().invoke(cli, arguments)
    assert answer.exit_code == 0, answer.output
    return answer.output


def git(*arguments: str) -> None:
    named = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run([*named, *arguments], check=True, capture_output=True)


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample campaign with one more fight, under git, as a folder of its own."""
    folder = tmp_path_factory.mktemp("evening") / "campaign"
    shutil.copytree(ROOT / "content/persona/campaign", folder)
    (folder / "encounters/the-slip.yaml").write_text(SLIP)
    return folder


@pytest.fixture(scope="module")
def memo() -> Memo:
    """What one evening computed and the next finds unchanged."""
    return Memo()


@contextmanager
def followed(campaign: Path, memo: Memo) -> Iterator[str]:
    """The address of a new preview of a campaign, which follows its files."""
    stop = threading.Event()
    with PrintSession() as session:
        preview = Preview(Options(campaign, live=True, pdf=False), session, memo=memo)
        with serving(preview, "127.0.0.1", 0) as address:
            preview.rebuild()
            watching = threading.Thread(target=watch_and_rebuild, args=(preview, (campaign,), stop))
            watching.start()
            yield address
            stop.set()
            watching.join(20)


@pytest.fixture
def address(campaign: Path, memo: Memo, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The preview of the campaign, which follows its files."""
    monkeypatch.chdir(campaign)
    shutil.copy(ROOT / "content/persona/campaign" / REN, REN)
    shutil.rmtree(".git", ignore_errors=True)
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "Before the evening")
    with followed(campaign, memo) as address:
        yield address


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), LAPTOP])
def test_an_evening_is_played_and_what_happened_is_kept(
    chromium: Chromium, address: str, width: int, height: int
) -> None:
    """Commands find the same lines in the file after each of the evenings, so that one of them is told by them."""
    chromium.renew()
    chromium.style(width, height)
    table = Evening(chromium, address, touched=width < LAPTOP[0])
    with chromium.touched() if table.touched else nullcontext():
        play(table)
        if (width, height) == LAPTOP:
            told_by_diff_and_by_a_form(table)
    assert chromium.problems() == []


def play(table: Evening) -> None:
    fight(table)
    carried_to_the_next_fight(table)
    written_into_the_file(table)
    advanced(table)


def fight(table: Evening) -> None:
    page = table.page
    table.go("persona/encounters/index.html")
    page.leave("[...document.querySelectorAll('main a')].find(a => a.textContent.includes('The Slip')).click()")
    page.until("document.body?.dataset.path?.endsWith('the-slip.html')")
    table.choose("document", "Run this fight")
    names = page.until(BOARD)
    assert len(names) == 14 and page.run(ROUND) == "1"
    assert page.run("document.documentElement.scrollWidth <= innerWidth")
    first_round(table, names)
    for number in (2, 3, 4):
        played(table, names)
        page.until(f"{ROUND} === '{number}'")
        if number == 2:
            page.until("document.querySelector('.reminders').textContent.includes('The tide turns.')")
    before = table.standing("Ren Lindqvist")
    page.send("Page.reload")
    page.until(f"document.readyState === 'complete' && {ROUND} === '4'")
    page.until(BOARD)
    assert (table.standing("Ren Lindqvist"), page.run(NAMES)) == (before, names)
    second_window(table)
    reinforced(table, names)


def first_round(table: Evening, names: list[str]) -> None:
    """A lantern attacks Ren, and what the rules say is crossed off; some stress is marked by hand."""
    page = table.page
    table.choose("document", "An attack")
    page.until("document.querySelectorAll('.attack select').length > 2")
    pick = "((at, text) => { const s = document.querySelectorAll('.attack select')[at];"
    pick += " s.value = [...s.options].findIndex(o => o.textContent === text);"
    pick += " s.dispatchEvent(new Event('change')) })"
    page.run(f"{pick}(0, 'Hollow Lantern 2'); {pick}(2, 'Ren Lindqvist')")
    rolled = "document.querySelectorAll('.attack .rolled input')"
    for at, value in enumerate(("12", "98", "45")):
        table.write(f"{rolled}[{at}]", value)
    table.choose("document.querySelector('.attack')", "Cross off: Ren Lindqvist")
    assert table.standing("Ren Lindqvist").get("Light", 0) > 0
    if page.run(f"{row('Ren Lindqvist')}.classList.contains('closed')"):
        table.choose(row("Ren Lindqvist"), "Ren Lindqvist")
    stress = f"{row('Ren Lindqvist')}.querySelector('[data-track=Stress] input')"
    table.write(stress, str(int(page.run(f"{stress}.max")) - 7) if page.run(f"{stress}.value") != "0" else "7")
    assert page.run("document.querySelector('[data-whose]').textContent") == names[0]


def played(table: Evening, names: list[str]) -> None:
    """A whole round, turn by turn."""
    for name in [*names[1:], names[0]]:
        table.hit("[data-next]")
        table.page.until(f"document.querySelector('[data-whose]').textContent === {name!r}")


def second_window(table: Evening) -> None:
    """What is marked in one window stands in the other."""
    page, name = table.page, "Bas Okoro"
    with page.second_window(table.address + FIGHT):
        page.until(BOARD)
        assert page.run(ROUND) == "4"
        if page.run(f"{row(name)}.classList.contains('closed')"):
            table.choose(row(name), name)
        page.run(f"{row(name)}.querySelector('[data-track=Light] button').dataset.first = ''")
        table.hit("[data-first]")
        assert table.standing(name) == {"Light": 1}
    page.until(f"sheetgen.fight.fighters().find(f => f.name === {name!r}).tracks.some(t => t.marked)")
    assert table.standing(name) == {"Light": 1}


def reinforced(table: Evening, names: list[str]) -> None:
    """A fighter joins, and a slip is taken back."""
    page = table.page
    table.write("document.querySelector('.adding input')", "Rain Clerk")
    table.choose("document.querySelector('.adding')", "Add")
    page.until(f"{NAMES}.length === 15")
    assert page.run(NAMES)[1] == "Rain Clerk", "behind the one whose turn it is"
    assert page.run("sheetgen.fight.fighters()[1].tracks.length") > 1, "the entry brings its tracks"
    if page.run(f"{row('Setsu Arakawa')}.classList.contains('closed')"):
        table.choose(row("Setsu Arakawa"), "Setsu Arakawa")
    page.run(f"{row('Setsu Arakawa')}.querySelector('[data-track=Deadly] button').dataset.slip = ''")
    table.hit("[data-slip]")
    assert table.standing("Setsu Arakawa") == {"Deadly": 1}
    table.choose("document.querySelector('.board-tools')", "Undo")
    assert table.standing("Setsu Arakawa") == {} and len(page.run(NAMES)) == 15
    page.send("Page.reload")
    page.until(f"document.readyState === 'complete' && {NAMES}.length === 15")


def carried_to_the_next_fight(table: Evening) -> None:
    before = table.standing("Ren Lindqvist")
    table.board(NEXT)
    assert table.standing("Ren Lindqvist") == before and before["Stress"] == 7
    assert table.standing("Setsu Arakawa") == {} and table.page.run(ROUND) == "1"


def written_into_the_file(table: Evening) -> None:
    page, marked = table.page, table.standing("Ren Lindqvist")
    old = REN.read_text().split("\n")
    if page.run(f"{row('Ren Lindqvist')}.classList.contains('closed')"):
        table.choose(row("Ren Lindqvist"), "Ren Lindqvist")
    table.choose(row("Ren Lindqvist"), "Write into the file")
    page.until("document.querySelector('.edit .state')?.textContent === 'Not saved: Marked.'")
    saved(table)
    new = REN.read_text().split("\n")
    [line] = [line for line in new if line not in old]
    assert [line for line in old if line not in new] == [] and line.startswith("marked: ")
    assert line == "marked: {" + ", ".join(f"{label.lower()}: {n}" for label, n in marked.items()) + "}"


def saved(table: Evening) -> None:
    """Save what is changed on the page, once the numbers that follow stand above, and wait until it is built anew."""
    table.page.until(
        "!!document.querySelector('.edit p.follows').textContent || !!document.querySelector('.edit dl.why dt')"
    )
    table.choose("document.querySelector('.edit .acts')", "Save into the file")
    table.page.until("document.querySelector('.edit .state')?.textContent === 'Nothing is changed.'", 30)


def field(title: str, where: str = ".edit") -> str:
    """The control of a field on the page of an entry that is edited, found by what stands before it."""
    fields = f"[...document.querySelectorAll('{where} .field')]"
    return f"{fields}.find(f => f.querySelector('label')?.textContent.trim() === {title!r})?.querySelector('input')"


def advanced(table: Evening) -> None:
    """Ren buys an advance: a row in the log, and what it raises."""
    page = table.page
    before = REN.read_text()
    table.choose("document.querySelector('.edit')", "Advances")
    table.choose("document.querySelector('.edit')", "Add to Advances")
    table.write(field("Advance", ".edit .item"), "Toughness 33 to 43")
    table.write(field("Experience", ".edit .item"), "400")
    table.choose("document.querySelector('.edit')", "Scores")
    table.write(field("Toughness"), "43")
    page.until("[...document.querySelectorAll('.edit .why > div')].some(d => d.textContent.includes('3 → 4'))")
    table.go("persona/index.html")
    page.until("document.querySelector('.drafts')?.textContent === 'Not saved: Ren Lindqvist'")
    page.leave("document.querySelector('.drafts a').click()")
    page.until("document.querySelector('.edit .state')?.textContent === 'Not saved: Scores, Advances.'")
    saved(table)
    text = REN.read_text()
    assert text.replace("toughness: 43", "toughness: 33").startswith(before.rstrip("\n"))
    assert text.rstrip().endswith("advances:\n  - {what: Toughness 33 to 43, paid: 400}")


def told_by_diff_and_by_a_form(table: Evening) -> None:
    difference = run("diff", "HEAD", "ren-lindqvist")
    for line in ("Scores: Toughness 33 → 43", "so Bonuses: TB 3 → 4", "Advances: Toughness 33 to 43"):
        assert line in difference
    run("sheet", "ren-lindqvist", "--fillable", "-o", "form.pdf")
    with pikepdf.open("form.pdf", allow_overwriting_input=True) as pdf:
        [experience] = (part for part in pdf.Root.AcroForm.Fields if str(part.get("/T")) == "Experience")
        experience.V = pikepdf.String("1080")
        pdf.save()
    before = REN.read_text()
    assert "+experience: 1080" in run("read", "form.pdf") and REN.read_text() == before
    run("read", "form.pdf", "--write")
    assert REN.read_text() == before.replace("experience: 1480", "experience: 1080")
    table.page.until("[...document.querySelectorAll('.side-column dd')].some(d => d.textContent.trim() === '1080')", 30)
