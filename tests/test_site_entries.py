"""Pages of entries and lists of kinds: text as its author set it, labels of the ruleset, one layout a kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import dedent

import pytest
from small_game import GAME

from sheetgen.build import Options, build
from sheetgen.site import chapters

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
    paths = (site / "beasts").glob("*.html")
    pages = [path.read_text("utf-8") for path in paths if path.name not in ("index.html", "new-beast.html")]
    assert len(pages) == 5
    assert len({'class="container entry solo"' in page for page in pages}) == 1


TOOL = """
    id: tool
    title: Tool
    plural: Tools
    folder: tools
    fields: {reach: "integer, optional"}
    derive:
      twice: {title: Twice, formula: "none if reach == none else reach * 2"}
    layout:
      blocks: {head: {type: figures, items: [{label: Twice, value: twice}]}}
      page: [head]
    """


@pytest.mark.parametrize(("explained", "solo"), [(1, True), (2, False)])
def test_numbers_of_a_few_entries_do_not_change_their_layout(
    project: Callable[[Mapping[str, str]], Path], tmp_path: Path, explained: int, solo: bool
) -> None:
    tools = {f"tools/{n}.yaml": f"name: Tool {n}\n" + f"reach: {n + 2}\n" * (n < explained) for n in range(3)}
    folder = project({**GAME, "game/kinds/tool.yaml": TOOL, **tools})
    assert build(Options(folder, tmp_path / "out", pdf=False)).published
    pages = [(tmp_path / "out" / "small" / path).with_suffix(".html").read_text("utf-8") for path in tools]
    assert ["Where the numbers come from" in page for page in pages] == [n < explained for n in range(3)]
    assert ['class="container entry solo"' in page for page in pages] == [solo] * 3


def test_an_entry_leads_to_the_chapter_that_lists_it(site: Path) -> None:
    page = (site / "beasts/calf.html").read_text("utf-8")
    assert re.search(r'<h2 id="appears-in">.*?href="../rules\.html"', page, re.S)


@pytest.mark.parametrize(
    ("section", "said"), [("listed", "Heron, Otter of Ill Repute"), ("shown", "It has six wounds.")]
)
def test_a_section_without_text_is_previewed_by_its_table_or_its_example(
    project: Callable[[Mapping[str, str]], Path], tmp_path: Path, section: str, said: str
) -> None:
    table = "::: table beast\ncolumns: {Tier: tier}\nwhere: tier < 4\nsort: name\n:::\n"
    example = "::: example Six\nrule: track\ngiven: {tb: 6}\nexpect: {light: 6}\n---\nIt has six *wounds*.\n:::\n"
    chapter = (
        dedent(CHAPTER) + f"## Listed {{#listed}}\n\n{table}\n## Shown {{#shown}}\n\n::: rule track\n:::\n\n{example}"
    )
    files = {**GAME, "game/kinds/beast.yaml": KIND, "game/reference/rules.md": chapter, "beasts/otter.yaml": OTTER}
    files |= {"beasts/heron.yaml": "name: Heron\ntier: 3\ntoughness: 40\n", "beasts/plain.yaml": PLAIN}
    files["pages/town.md"] = f"# Town\n\nSee [[rules#{section}]].\n"
    assert build(Options(project(files), tmp_path / "out", pdf=False)).published
    page = (tmp_path / "out/small/town.html").read_text("utf-8")
    assert f'data-preview="rules#{section}"' in page
    [card] = re.findall(r"<template data-card=.*?</template>", page, re.S)
    assert re.findall(r'<span class="?preview-text"?>(.*?)</span>', card) == [said]


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


PLACES = """
    id: place
    title: Place
    plural: Places
    reference: rules#wounds
    terms: true
    fields: {text: "markdown, optional"}
    layout:
      blocks: {text: {type: prose, text: text}}
      page: [text]
    """


@pytest.fixture
def places(project: Callable[[Mapping[str, str]], Path], tmp_path: Path) -> Path:
    """The small game with places: an otter has one in a field and another in a plain text."""
    beast = GAME["game/kinds/beast.yaml"].replace(
        "attacks: list of attack",
        "home: one of place, optional\n          lore: text, optional\n          attacks: list of attack",
    )
    beast = beast.replace(
        "secret: {type: prose", "lore: {type: prose, text: lore}\n            secret: {type: prose"
    ).replace("page: [head,", "page: [lore, head,")
    files = {
        **GAME, "game/kinds/beast.yaml": beast, "game/kinds/place.yaml": PLACES,
        "game/ruleset.yaml": GAME["game/ruleset.yaml"].replace("types:", "  place: {from: place}\n        types:"),
        "game/entries/place.yaml": "weir: {name: The Weir}\nholt: {name: Holt, text: Wet.}\nsea: {name: Sea}\n",
        "beasts/otter.yaml": OTTER.rstrip() + "\n    home: holt\n    lore: Seen at The Weir, at Holts and at sea.\n",
    }  # fmt: skip
    result = build(Options(project(files), tmp_path / "out", pdf=False))
    assert result.published, [diagnostic.message for diagnostic in result.diagnostics]
    return tmp_path / "out" / "small"


def group(page: Path, heading: str) -> list[str]:
    """Where the links of a section of an entry's page lead."""
    section = page.read_text("utf-8").partition(f'id="{heading}"')[2].partition("</section>")[0]
    return re.findall(r'<a href="(.*?)"', section)


def test_entries_lead_to_their_chapter_to_who_has_them_and_to_what_they_name(places: Path) -> None:
    assert group(places / "place/holt.html", "appears-in") == ["../rules.html#wounds", "../beasts/otter.html"]
    assert group(places / "place/weir.html", "appears-in") == ["../rules.html#wounds", "../beasts/otter.html"]
    assert group(places / "place/sea.html", "appears-in") == ["../rules.html#wounds"]
    assert group(places / "beasts/otter.html", "related") == ["../place/weir.html", "../place/holt.html"]


def test_where_all_of_a_kind_have_it_their_list_is_named(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chapters, "MANY", 1)
    page = request.getfixturevalue("places") / "place/holt.html"
    assert group(page, "appears-in") == ["../rules.html#wounds", "../beasts/index.html"]
    assert '<a href="../beasts/index.html">All 1</a>' in page.read_text("utf-8")


def test_all_entries_of_a_kind_are_read_on_one_page(places: Path) -> None:
    listed, read = ((places / f"place/{name}.html").read_text("utf-8") for name in ("index", "list/all"))
    assert '<a href="../rules.html#wounds">' in listed and '<a href="list/all.html">' in listed
    assert re.findall(r'<h2 class="name"><bdi>(.*?)</bdi>', read) == ["Holt", "Sea", "The Weir"]
    assert '<div id="holt">' in read and "Wet." in read and 'href="../holt.html"' in read
    assert "list/all.html" not in (places / "beasts/index.html").read_text("utf-8"), "kinds with sheets have none"


def test_entries_of_many_blocks_stand_a_few_on_a_page(
    project: Callable[[Mapping[str, str]], Path], tmp_path: Path
) -> None:
    kind = """
        id: ghost
        title: Ghost
        plural: Ghosts
        folder: ghosts
        fields: {might: {type: integer}}
        derive: {fright: {title: Fright, formula: might * 2}}
        layout:
          blocks: {%s}
          page: [%s]
          card: {front: [b1]}
        """

    def layout(count: int) -> str:
        blocks = [f"b{n}: {{type: figures, items: [{{label: Fright, value: fright}}]}}" for n in range(1, count + 1)]
        return kind % (", ".join(blocks), ", ".join(f"b{n}" for n in range(1, count + 1)))

    ghosts = {f"ghosts/g{n:02}.yaml": f"name: Ghost {n:02}\nmight: {n}\n" for n in range(1, 14)}
    result = build(
        Options(project({**GAME, "game/kinds/ghost.yaml": layout(9), **ghosts}), tmp_path / "out", pdf=False)
    )
    assert not [*result.diagnostics]
    [folder] = (tmp_path / "out").rglob("ghosts/list")
    pages = [(folder / f"{name}.html").read_text("utf-8") for name in ("all", "all-2", "all-3")]
    names = [re.findall(r'<h2 class="name"><bdi>(.*?)</bdi>', page) for page in pages]
    assert [*map(len, names)] == [4, 4, 5] and names[2][-1] == "Ghost 13"
    for page in pages:
        links = re.findall(r'<a href="([^"]*#g\d\d)"><bdi>', page)
        assert [link.partition("#")[0][-10:] for link in links][::6] == ["all.html", "all-2.html", "all-3.html"]
        assert re.findall(r'<a href="([^"]*)"[^>]*>\s*(1–4|5–8|9–13)</a>', page) == [
            ("all.html", "1–4"), ("all-2.html", "5–8"), ("all-3.html", "9–13")
        ]  # fmt: skip
        assert page.count('aria-current="page">') >= 1
    assert "5 to 8 of 13 ghosts" in pages[1] and "<title>All Ghosts, 5–8" in pages[1]

    result = build(
        Options(project({**GAME, "game/kinds/ghost.yaml": layout(8), **ghosts}), tmp_path / "short", pdf=False)
    )
    assert not [*result.diagnostics]
    [folder] = (tmp_path / "short").rglob("ghosts/list")
    assert [page.name for page in folder.iterdir()] == ["all.html"], "these are short: all stand on one page"


def test_the_heading_that_explains_a_kind_exists(project: Callable[[Mapping[str, str]], Path], tmp_path: Path) -> None:
    kind = GAME["game/kinds/beast.yaml"].replace("folder: beasts", "folder: beasts\n        reference: rules#wound")
    result = build(Options(project({**GAME, "game/kinds/beast.yaml": kind}), tmp_path / "out", pdf=False))
    [mistake] = result.diagnostics
    assert (mistake.code, mistake.message) == ("dead-link", "`rules#wound` leads nowhere")
    assert mistake.span is not None and mistake.span.text == "rules#wound" and "wounds" in " ".join(mistake.hints)
