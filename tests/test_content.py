"""The games and campaigns of this repository, found by themselves: no mistakes, every fact stated, no secret leaked."""

from __future__ import annotations

import os
import re
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from packed_scripts import text_of
from projects import Write
from samples import opened, sample

from sheetgen.blocks import Block, EntryView, Panel, Prose, Scores, Table, inner_blocks
from sheetgen.build import BuildResult, Options, build
from sheetgen.model.loaded import load_game
from sheetgen.model.project import read_project
from sheetgen.model.project_file import find
from sheetgen.model.ruleset.cases import run_cases, untried_options
from sheetgen.model.ruleset.kinds import has_card
from sheetgen.print.plan.entry_prints import printable
from sheetgen.text.diagnostics import Diagnostics

ROOT = Path(__file__).parent.parent
CAMPAIGNS = sorted(path.parent for path in ROOT.glob("content/*/campaign/campaign.yaml"))


def listed() -> list[str]:
    """The rulesets that the site of this repository shows."""
    project = read_project(find(ROOT), Diagnostics())
    assert project is not None
    return [game.folder.name for game in project.games]


@pytest.fixture(scope="module", params=CAMPAIGNS, ids=lambda path: path.parent.name)
def campaign(request: pytest.FixtureRequest) -> Path:
    """A sample campaign."""
    path: Path = request.param
    return path


@pytest.fixture(scope="module")
def player_site(campaign: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, BuildResult]:
    """The site of a campaign as players get it."""
    folder = tmp_path_factory.mktemp(campaign.parent.name) / "site"
    return folder, build(Options(campaign, folder, pdf=False, player=True))


def test_every_ruleset_is_on_the_site() -> None:
    assert sorted(path.parent.name for path in ROOT.glob("content/*/ruleset.yaml")) == sorted(listed())


@pytest.mark.parametrize("ruleset", listed())
def test_a_case_tries_each_option_of_the_house_rules_that_rules_read(ruleset: str) -> None:
    game = sample(ruleset).ruleset
    runs = run_cases(game, ROOT, Diagnostics())
    assert runs and all(run.passed for run in runs)
    assert untried_options(game, runs) == {}


def test_a_campaign_has_no_mistakes(player_site: tuple[Path, BuildResult]) -> None:
    """Also that each fact of the source has a home and each rule a place in the book: the build says so."""
    assert [str(d.span) + " " + d.message for d in player_site[1].diagnostics] == []


def test_every_ruleset_lists_its_facts_and_tells_them(campaign: Path, player_site: tuple[Path, BuildResult]) -> None:
    facts = (campaign.parent / "facts.yaml").read_text("utf-8")
    page = (player_site[0] / campaign.parent.name / "coverage.html").read_text("utf-8")
    ids = re.findall(r"^  - (\S+)$", facts, re.MULTILINE)
    assert len(ids) > 50 and all(identity in page for identity in ids)


def secrets(campaign: Path) -> list[str]:
    """What players must not read: the secret fields of entries, and what stands in a GM's box."""
    diagnostics = Diagnostics()
    project = read_project(find(campaign), diagnostics)
    assert project is not None
    game = load_game(project.games[0], project, diagnostics)
    assert game is not None
    values: list[Any] = [
        entry.fields[field.name] for entry in game.library for field in entry.kind.fields if field.secret
    ]
    for page in campaign.glob("pages/*.md"):
        values += re.findall(r"^:::+ gm.*?\n(.*?)^:::+$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [" ".join(text.split()) for text in values if isinstance(text, str) and text.strip()]


def test_no_secret_is_in_a_player_site(campaign: Path, player_site: tuple[Path, BuildResult]) -> None:
    folder = player_site[0]
    kept = secrets(campaign)
    assert kept
    text = " ".join(
        " ".join(unescape(text_of(path)).split())
        for path in folder.rglob("*")
        if path.suffix in (".html", ".json", ".js")
    )
    starts = [re.split(r"[*_\[{`’']", secret)[0][:60].strip() for secret in kept]
    assert [start for start in starts if len(start) > 12 and start in text] == []


def attributes(name: str, html: str) -> set[str]:
    """The values of an attribute; a pattern that begins with a literal is read many times faster."""
    written = re.finditer(f'{name}="([^"]*)"', html)
    return {match[1] for match in written if not re.match(r"[-\w]", html[match.start() - 1])}


def test_every_link_of_a_site_leads_to_a_file(player_site: tuple[Path, BuildResult]) -> None:
    pages = {path: path.read_text("utf-8") for path in sorted(player_site[0].rglob("*.html"))}
    ids = {str(page): attributes("id", html) for page, html in pages.items()}
    files = {str(path) for path in player_site[0].rglob("*") if path.is_file()}
    broken = set()
    for page, html in pages.items():
        for address in attributes("href", html) | attributes("src", html):
            if re.match(r"[a-z]+:", address) or address.startswith("//"):
                continue
            name, _, anchor = unescape(address).partition("#")
            path = name.partition("?")[0]
            target = os.path.normpath(page.parent / path) if path else str(page)
            missing = target not in files and page.name != "404.html"
            if missing or (anchor and anchor not in ids.get(target, {anchor})):
                broken.add((page.name, address))
    assert broken == set()


def hits(view: EntryView, area: str) -> dict[str, set[str]]:
    """What is to be rolled for each attack in an area of an entry, panels included."""
    blocks = [block for block in view.area(area) if isinstance(block, Table)]
    panels = [block for block in view.area(area) if isinstance(block, Panel)]
    inner = [block for panel in panels for entry in panel.entries for block in inner_blocks(entry)]
    tables = [*blocks, *(block for block in inner if isinstance(block, Table))]
    rolled: dict[str, set[str]] = {}
    for row in (row for table in tables if table.id == "attacks" for row in table.rows):
        rolled.setdefault(row.name, set()).update(c.number.text for c in row.cells if c.number and c.label == "Hit")
    return rolled


@pytest.mark.parametrize("rolls", ["evoker", "persona"])
def test_an_attack_of_a_persona_has_one_number_on_page_sheet_and_card(project: Write, rolls: str) -> None:
    """The Persona's own page and card have that number too, or name whose score is rolled."""
    campaign = ROOT / "content" / "persona" / "campaign"
    files = {
        path.relative_to(campaign).as_posix(): re.sub("(?m)^portrait:.*\n", "", path.read_text("utf-8"))
        for path in [*campaign.glob("characters/*.yaml"), *campaign.glob("personas/*.yaml")]
    }
    house = f"title: Low water\nruleset: persona\nhouse_rules: {{persona_attacks: {rolls}}}\n"
    site = opened(project({**files, "campaign.yaml": house}))[1][0]
    personas = {entry.id: entry for entry in site.entries.of("persona")}
    compared = 0
    for evoker in site.entries.of("character"):
        view = site.contents.view(evoker)
        for persona in evoker.values["personas"]:
            own = site.contents.view(personas[persona["id"]])
            assert view and own
            for attack in persona["attacks"]:
                scores = (persona if rolls == "persona" else evoker.values)["scores"]
                score = {"melee": "melee", "thrown": "melee", "ranged": "ranged", "magic": "magic"}[attack["kind"]]
                number = str(scores[attack["score"] or score])
                numbers = [hits(view, area)[attack["name"]] for area in ("page", "play", "front")]
                assert numbers == [{number}] * 3, (evoker.id, attack["name"])
                alone = {*hits(own, "page")[attack["name"]], *hits(own, "front")[attack["name"]]}
                assert alone == {number} if rolls == "persona" else not re.search(r"\d", "".join(alone))
                compared += 1
    assert compared > 10


def test_a_shadow_can_be_run_from_its_card() -> None:
    """Its card has every score with its bonus, and from which stress on it is fatigued and exhausted."""
    site = sample("persona")
    shadows = site.entries.of("shadow")
    for shadow in shadows:
        view = site.contents.view(shadow)
        assert view
        blocks = [*view.area("front"), *view.area("back")]
        scores = [score for block in blocks if isinstance(block, Scores) for score in block.items]
        assert [score.number.text for score in scores] == [str(value) for value in shadow.values["scores"].values()]
        bonuses = shadow.values["bonus_by_score"].values()
        assert [score.bonus and score.bonus.text for score in scores] == [str(value) for value in bonuses]
        texts = " ".join(str(block.text) for block in blocks if isinstance(block, Prose))
        fatigue = shadow.values["fatigue"]
        assert f"Fatigued above {fatigue['fatigued_above']}, exhausted at {fatigue['exhausted_at']}." in texts, view.id
    assert len(shadows) >= 30


@cache
def carded(campaign: Path) -> tuple[EntryView, ...]:
    """The entries of a campaign that have cards, as pages, sheets and cards show them."""
    site = sample(campaign.parent.name)
    return tuple(view for kind in filter(has_card, site.entries.kinds()) for _, view in printable(site, kind))


def everywhere(view: EntryView) -> list[Block]:
    """The blocks of all areas of an entry."""
    return [block for blocks in view.areas.values() for block in blocks]


def test_a_block_that_stands_in_several_areas_is_made_once(campaign: Path) -> None:
    blocks = [(view.id, block) for view in carded(campaign) for block in everywhere(view)]
    made = {id(block): (entry, block.id) for entry, block in blocks}
    assert len(made) == len(set(made.values())) < len(blocks)


def test_damage_is_as_strong_as_what_is_rolled(campaign: Path) -> None:
    numbers = {"Hit", "Roll", "Dmg", "Damage"}
    tables = [block for view in carded(campaign) for block in everywhere(view) if isinstance(block, Table)]
    attacks = [[column for column in table.columns if column.label in numbers] for table in tables]
    attacks = [columns for columns in attacks if any(column.strong for column in columns)]
    assert attacks
    weak = {tuple(column.label for column in columns if not column.strong) for columns in attacks}
    assert weak == {()}


def test_no_title_names_what_stands_under_a_title_of_its_own(campaign: Path) -> None:
    """`Attacks and powers` has no powers where `Powers` follow."""
    for view in carded(campaign):
        titles = {block.title.casefold() for block in everywhere(view) if block.title}
        lists = [title for title in titles if " and " in title]
        assert [title for title in lists if titles & {*re.split(", | and ", title)}] == [], view.id


def test_every_table_of_a_chapter_says_what_its_first_column_is() -> None:
    """An empty head is read aloud as nothing."""
    heads = re.compile(r"^\|([^|\n]*)\|.*\n\|[ :|-]+\|$", re.MULTILINE)
    texts = {path: path.read_text() for path in ROOT.glob("content/**/*.md")}
    first = [(path.name, head[1].strip()) for path, text in texts.items() for head in heads.finditer(text)]
    assert len(first) > 90 and not [name for name, head in first if not head]


@pytest.mark.parametrize("ruleset", CAMPAIGNS, ids=lambda path: path.parent.name)
def test_the_way_in_opens_with_what_a_roll_is_for(ruleset: Path) -> None:
    """The path and the first section of its first page say what is rolled and why: the first screens of a phone."""
    folder = ruleset.parent
    written = (folder / "ruleset.yaml").read_text("utf-8")
    [(first, said)] = re.findall(r"^begin:\n  - page: ([\w-]+)\n    text: (.*)", written, re.MULTILINE)
    section = (folder / f"reference/{first}.md").read_text("utf-8").split("\n## ")[1]
    assert "{#begin " in section and re.search(r"\b[Rr]oll", section) and re.search(r"\b(dic?e|d\d+)\b", section)
    assert re.search(r"\b(dice|d\d+)\b.* says? whether .* works", said)
    assert re.search(r"whether it works|whatever is in doubt", " ".join(section.split())[:200])
