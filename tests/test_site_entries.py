"""Pages of entries and lists of kinds: text as its author set it, labels of the ruleset, one layout a kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from small_game import GAME

from sheetgen.build import Options, build

KIND = (
    GAME["game/kinds/beast.yaml"]
    .replace("title: Game master only, text: secret", "title: Warden only, text: secret")
    .replace("facets: {tier: tier,", "facets: {tier: tier, tb: TB, tame: tier < 3,")
)
OTTER = """
    name: Otter of Ill Repute
    tier: 2
    toughness: 45
    secret: |
      Choose *one*:

      - first
      - second

      > and quote

      | Area | Off |
      |---|--:|
      | 3 | 4 |
    """
PLAIN = "name: Plain otter\ntier: 4\ntoughness: 30\n"
CHAPTER = """
    ---
    title: Rules
    ---

    ## Wounds {#wounds}

    ::: gm
    Unsaid.
    :::

    ::: gm Later
    Said.
    :::

    ::: table beast
    columns: {Tier: tier}
    :::
    """


@pytest.fixture
def site(project: Callable[[Mapping[str, str]], Path], tmp_path: Path) -> Path:
    files = {**GAME, "game/kinds/beast.yaml": KIND, "game/reference/rules.md": CHAPTER, "beasts/otter.yaml": OTTER}
    files |= {f"beasts/plain-{n}.yaml": PLAIN.replace("Plain", f"Plain {n}") for n in range(3)}
    files["game/ruleset.yaml"] += "licence: {text: CC BY-SA 4.0, url: 'https://example.org/by-sa'}\n"
    files |= {"game/entries/beast.yaml": "calf: {name: Calf, tier: 1, toughness: 10}\n"}
    result = build(Options(project(files), tmp_path / "out", pdf=False))
    assert result.published, [diagnostic.message for diagnostic in result.diagnostics]
    return tmp_path / "out" / "small"


def test_lists_quotes_and_tables_of_an_entry_are_set_as_in_chapters(site: Path) -> None:
    page = (site / "beasts/otter.html").read_text("utf-8")
    assert re.search(r"\.b-prose[^{}]*\)\s*\{[^}]*:is\(ul,\s*ol\):not\(\[class\]\)", page), (
        "the style stands in the page"
    )
    assert "list-style:square" in page and "list-style:decimal" in page and "blockquote" in page
    assert '<div class="scroll" role="group"' in page
    assert "list-style:square" not in (site / "beasts/plain-1.html").read_text("utf-8"), "only where it is needed"


def test_the_foot_names_the_licence_of_a_game_without_sources(site: Path) -> None:
    foot = (site / "beasts/otter.html").read_text("utf-8").partition('<div class="credit">')[2].partition("</div>")[0]
    assert re.findall(r'<span class="lab">(.*?)</span>', foot) == ["Licence"] and "CC BY-SA 4.0</a>" in foot


def test_a_secret_bears_its_title_once(site: Path) -> None:
    page, chapter = ((site / name).read_text("utf-8") for name in ("beasts/otter.html", "rules.html"))
    assert '<p class="gm-lab">Warden only</p>' in page and "Game master only" not in page.partition("<main")[2]
    assert re.findall(r'<p class="gm-lab">(.*?)</p>', chapter) == ["Game master only", "Game master only <b>Later</b>"]


def test_filters_are_called_what_their_values_are_called(site: Path) -> None:
    page = (site / "beasts/index.html").read_text("utf-8")
    assert re.findall(r"<legend>(.*?)</legend>", page) == ["Tier", "Toughness Bonus", "Tame"]
    assert 'data-value="yes"' in page and "True" not in page and "False" not in page


def test_all_entries_of_a_kind_have_one_layout(site: Path) -> None:
    pages = [path.read_text("utf-8") for path in (site / "beasts").glob("*.html") if path.name != "index.html"]
    assert len(pages) == 5
    assert len({'class="container entry solo"' in page for page in pages}) == 1


def test_an_entry_leads_to_the_chapter_that_lists_it(site: Path) -> None:
    page = (site / "beasts/calf.html").read_text("utf-8")
    assert re.search(r'<h2 id="appears-in">.*?href="../rules\.html"', page, re.S)


def test_a_figure_that_the_badge_says_already_is_not_said_again(
    project: Callable[[Mapping[str, str]], Path], tmp_path: Path
) -> None:
    kind = GAME["game/kinds/beast.yaml"].replace(
        "items: [{label: Killed", "items: [{label: Tier, value: tier}, {label: Killed"
    )
    folder = project({**GAME, "game/kinds/beast.yaml": kind})
    assert build(Options(folder, tmp_path / "out", pdf=False)).published
    html = (tmp_path / "out" / "small" / "beasts" / "otter.html").read_text("utf-8")
    assert html.count(">Tier<") == 1 and "<span>Tier</span>2" in html
    facts = re.sub(r"type: figures, items", "type: facts, items", GAME["game/kinds/beast.yaml"])
    facts = facts.replace("items: [{label: Killed", "items: [{label: Tier, value: tier}, {label: Killed")
    folder = project({**GAME, "game/kinds/beast.yaml": facts})
    assert build(Options(folder, tmp_path / "facts", pdf=False)).published
    html = (tmp_path / "facts" / "small" / "beasts" / "otter.html").read_text("utf-8")
    assert 'class="b-facts"' in html and html.count(">Tier<") == 1
