"""Nothing is wider than a phone, however long the names are, and the menu is always there."""

from __future__ import annotations

from pathlib import Path

import pytest
from chromium_pipe import Chromium
from projects import Write
from small_game import GAME

from sheetgen.build import Options, build

pytestmark = pytest.mark.browser

WIDTHS = (320, 360, 390, 412, 640, 768, 1280)
TITLES = (
    "Low Water at Shiomachi",
    "The Wood at Hollow Ford, Part 2",
    "An account of the long night in which every clock of the lower town was wound back twice",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsversam",
)
LONG = "Ununterbrochenheitsvermutungsklausel of the Seventeenth Underwater Assembly"
OVER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
MENU = "(r => [r.left >= 0, r.right <= document.documentElement.clientWidth, r.width > 23])"


def built(project: Write, out: Path, title: str) -> Path:
    beast = f"""
        name: {LONG}
        tier: 7
        toughness: 98
        attacks:
          - {{name: {LONG}, element: ice, damage: 113}}
          - {{name: {"Pneumonoultramicroscopic" * 3}, element: fire, damage: 7}}
        secret: It owes everybody money.
        """
    game = {**GAME, "campaign.yaml": GAME["campaign.yaml"].replace("The small hours", f'"{title}"')}
    columns = "[" + ", ".join(f"{{label: Damage {n}, value: damage}}" for n in range(7)) + "]"
    kind = GAME["game/kinds/beast.yaml"].replace("[{label: Dmg, value: damage}]", columns)
    files = {**game, "game/kinds/beast.yaml": kind, "beasts/long.yaml": beast}
    assert build(Options(project(files), out, pdf=False)).published
    return out


@pytest.mark.unpainted
@pytest.mark.parametrize("title", TITLES, ids=len)
def test_the_menu_stays_on_the_screen_beside_any_title(
    page: Chromium, project: Write, tmp_path: Path, title: str
) -> None:
    site = built(project, tmp_path / "out", title)
    for path in ("index.html", "small/beasts/long.html"):
        for width in page.widths(site, path, WIDTHS):
            menu = page.run(f"{MENU}(document.querySelector('.menu summary').getBoundingClientRect())")
            assert menu == [True, True, True], (path, width)
            assert page.run(OVER) <= 0, (path, width)


@pytest.mark.unpainted
def test_a_long_title_leaves_room_for_the_search(page: Chromium, project: Write, tmp_path: Path) -> None:
    site = built(project, tmp_path / "out", TITLES[2])
    for width in page.widths(site, "index.html", (390, 1280)):
        foot = page.run("document.querySelector('.large-search').getBoundingClientRect().bottom")
        assert foot < 700, width


@pytest.mark.unpainted
def test_no_page_scrolls_sideways(page: Chromium, project: Write, tmp_path: Path) -> None:
    site, wrong = built(project, tmp_path / "out", TITLES[0]), []
    for path in sorted(site.rglob("*.html")):
        for width in page.widths(site, str(path.relative_to(site)), (320, 390)):
            wrong += [(str(path.relative_to(site)), width, page.run(OVER))] if page.run(OVER) > 0 else []
    assert not wrong


@pytest.mark.parametrize("width", [320, 390])
def test_queries_that_the_search_offers_fit_beside_what_they_mean(
    page: Chromium, project: Write, tmp_path: Path, width: int
) -> None:
    site = built(project, tmp_path / "out", TITLES[0])
    page.visit(site, "index.html", width=width)
    page.run("document.querySelector('main input[type=search]').focus()")
    page.until("!!document.querySelector('.search-hints')")
    offered = page.run("[...document.querySelectorAll('.search-hints button')].map(b => b.textContent)")
    assert max(len(word) for query in offered for word in query.split()) > 30
    assert page.run(OVER) <= 0


@pytest.mark.unpainted
def test_numbers_stay_in_sight_beside_a_long_name(page: Chromium, project: Write, tmp_path: Path) -> None:
    site = built(project, tmp_path / "out", TITLES[0])
    page.visit(site, "small/beasts/long.html", width=390)
    first = page.run("document.querySelector('.b-table td').getBoundingClientRect().right")
    assert first <= 390


@pytest.mark.unpainted
def test_a_word_that_no_column_has_room_for_is_broken(page: Chromium, project: Write, tmp_path: Path) -> None:
    columns = "[{label: Dmg, value: damage}, {label: Against, value: name}]"
    kind = GAME["game/kinds/beast.yaml"].replace("[{label: Dmg, value: damage}]", columns)
    word = "Unterseedienstgeheimhaltungsbeauftragtenwitwenversicherung"
    attacks = f"attacks:\n  - {{name: {word}, element: ice, damage: 1}}\n"
    beast = f'name: {word}\ntier: 1\ntoughness: 20\nsecret: "See [[otter]]."\n{attacks}'
    files = {**GAME, "game/kinds/beast.yaml": kind, "beasts/long.yaml": beast}
    out = tmp_path / "out"
    result = build(Options(project(files), out, pdf=False))
    assert result.published, result.diagnostics
    for path in ("small/beasts/long.html", "small/beasts/otter.html"):
        for width in page.widths(out, path, (320, 390)):
            assert page.run(OVER) <= 0, (path, width)
    assert page.run("document.querySelectorAll('.appears a').length") > 0


BADGE = """(() => {
  const box = e => { const r = document.createRange(); r.selectNodeContents(e); return [...r.getClientRects()]; },
    badge = document.querySelector(".stat-block .tier"), b = badge.getBoundingClientRect(),
    lines = box(badge.lastChild);
  return {lines: lines.length,
    inside: lines.every(r => r.left >= b.left && r.right <= b.right),
    apart: [...document.querySelectorAll(".stat-block .name bdi, .stat-block .sub bdi")].flatMap(box)
      .every(r => r.right <= b.left || r.top >= b.bottom)};
})()"""


@pytest.mark.unpainted
def test_the_badge_of_a_stat_block_stands_on_one_line(page: Chromium, project: Write, tmp_path: Path) -> None:
    kind = GAME["game/kinds/beast.yaml"].replace(
        "badge: {label: Tier, value: tier}", "badge: {label: Rank, value: rank}"
    )
    kind = kind.replace("tier: integer 1..10", "tier: integer 1..10\n          rank: text, default Low")
    files = {**GAME, "game/kinds/beast.yaml": kind}
    for number, rank in enumerate(("7", "1/2", "9999", "14200", "250000", "1000000", "Unfathomable")):
        for name in ("Ox", LONG):
            beast = f'name: {name} {number}\ntier: 7\nrank: "{rank}"\ntoughness: 98\n'
            files[f"beasts/{'long' if name == LONG else 'ox'}-{number}.yaml"] = beast
    out = tmp_path / "out"
    result = build(Options(project(files), out, pdf=False))
    assert result.published, result.diagnostics
    wrong = []
    for path in sorted((out / "small/beasts").glob("*-?.html")):
        for width in page.widths(out, str(path.relative_to(out)), (320, 390, 1280)):
            badge = page.run(BADGE)
            wrong += [(path.stem, width, badge)] if badge != {"lines": 1, "inside": True, "apart": True} else []
    assert not wrong


@pytest.mark.unpainted
@pytest.mark.parametrize("width", [390, 1280, 1620, 1920])
def test_no_score_runs_into_the_next_one(page: Chromium, whole_site: Path, width: int) -> None:
    """Seven scores stand in two rows where the column beside the stat block is half as wide."""
    page.visit(whole_site, "world-shapers/adversaries/dame-corvina.html", width=width)
    scores = page.run(
        """[...document.querySelectorAll('.b-scores > div')].map(score => score.getBoundingClientRect().right
        - score.querySelector('dd').lastElementChild.getBoundingClientRect().right)"""
    )
    assert len(scores) == 7 and min(scores) >= 0


@pytest.mark.unpainted
@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_few_scores_stand_below_those_above_them(page: Chromium, whole_site: Path, width: int) -> None:
    """The three of a second grid begin where the first grid's do."""
    page.visit(whole_site, "persona/characters/aiko-tanemura.html", width=width)
    above, below = page.run(
        """[...document.querySelectorAll('.b-scores')].slice(0, 2).map(grid =>
        [...grid.children].map(score => Math.round(score.getBoundingClientRect().left)))"""
    )
    assert len(below) == 3 and set(below) <= set(above)


@pytest.mark.unpainted
@pytest.mark.parametrize("width", [390, 412])
def test_no_row_of_thresholds_breaks_its_name(page: Chromium, whole_site: Path, width: int) -> None:
    """Ranges of a d100 stand beside it in four columns."""
    page.visit(whole_site, "persona/shadows/hollow-lantern.html", width=width)
    broken = page.run(
        """[...document.querySelectorAll('.b-grid tbody th')].filter(name => {
        const words = document.createRange();
        words.selectNodeContents(name.lastChild);
        return words.getClientRects().length > 1 }).map(name => name.textContent.trim())"""
    )
    assert broken == []


BROKEN = """(where => [...document.querySelectorAll(where)].flatMap(element => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), words = document.createRange(), broken = [];
  while (texts.nextNode())
    for (const {0: word, index} of texts.currentNode.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      words.setStart(texts.currentNode, index);
      words.setEnd(texts.currentNode, index + word.length);
      if (new Set([...words.getClientRects()].map(box => box.top)).size > 1) broken.push(word);
    }
  return broken }))"""


@pytest.mark.unpainted
@pytest.mark.parametrize("width", [320, 360, 390])
def test_no_word_of_a_name_or_a_table_is_broken(page: Chromium, whole_site: Path, width: int) -> None:
    page.visit(whole_site, "index.html", width=width)
    assert page.run(f"{BROKEN}('.game strong')") == []
    for path in (
        "action-dice/characters/jory-haldane.html",
        "persona/encounters/counting-house.html",
        "persona-classic/characters/casimir-vogt.html",
        "persona-classic/adversaries/escalator-maw.html",
        "persona-classic/encounters/lost-and-found.html",
        "world-shapers/adversaries/chimney-wyrm.html",
    ):
        page.visit(whole_site, path, width=width)
        page.run("document.fonts.ready.then(() => 0)")
        assert page.run(f"{BROKEN}('.stat-block .name, .b-table :is(tbody th, td)')") == [], path
        assert page.run(OVER) <= 0, path
