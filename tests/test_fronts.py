"""Where readers arrive: the fronts of games of every size, and that nothing on a small site leads nowhere."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest
from projects import Write
from small_game import GAME

from sheetgen.build import Options, build, check
from sheetgen.print.paper import DIGEST, PAPERS, TABLET
from sheetgen.site.open_game import MADE_PAGES

LINK = re.compile(r'(?<![\w-])(?:href|src|action)="?([^"\s>]*)')
BARE = {
    "campaign.yaml": "title: Bare\nruleset: ./game\n",
    "game/ruleset.yaml": "id: bare\ntitle: Bare bones\n",
    "game/kinds/thing.yaml": """
        id: thing
        title: Thing
        plural: Things
        folder: things
        fields: {weight: integer}
        layout: {blocks: {head: {type: figures, items: [{label: Weight, value: weight}]}}, page: [head]}
        list: {columns: [{label: Weight, value: weight, type: number}]}
        """,
}
"""A game without rules, rulings, chapters or entries."""
STONE = {"things/stone.yaml": "name: Stone\nweight: 3\n"}
INDEX = {
    "pages/index.md": """
        ---
        title: The long road
        ---

        Somebody has moved the milestones.

        ## First evening {#first}

        Read [the town](town.md).
        """,
    "pages/town.md": """
        ---
        title: The town
        ---

        Back [home](index.md), [[index]], [[The small hours]], [[The long road]], [the evening](index.md#first).
        """,
}
TWO = {
    "site.yaml": "title: Two\nrulesets: [game, other]\n",
    **{name: text for name, text in BARE.items() if name.startswith("game/")},
    "other/ruleset.yaml": "id: other\ntitle: Other\n",
}


def dead_links(site: Path) -> list[tuple[str, str]]:
    """The links of a site that lead nowhere in it, by page."""
    links = []
    for page in site.rglob("*.html"):
        text = re.sub(r"<script\b(?![^>]*src=).*?</script>", "", page.read_text("utf-8"), flags=re.S)
        for link in map(unescape, LINK.findall(text)):
            path, _, into = link.partition("#")
            if re.match(r"[a-z]+:", link) or not link:
                continue
            target = page if not path else (page.parent / unquote(path.partition("?")[0])).resolve()
            there = target.is_file() and (not into or f'id="{into}"' in target.read_text("utf-8"))
            links += [] if there else [(page.relative_to(site).as_posix(), link)]
    return links


def made(project: Write, out: Path, files: Mapping[str, str], player: bool = False) -> Path:
    result = build(Options(project(files), out, pdf=False, player=player))
    assert result.published, [diagnostic.message for diagnostic in result.diagnostics]
    return out


@pytest.mark.parametrize(
    ("files", "player"),
    [
        (BARE, False),
        ({**BARE, **STONE}, False),
        ({**BARE, "things/stone.yaml": "name: Stone\nweight: 3\nhidden: true\n"}, True),
        (TWO, False),
        ({**TWO, "site.yaml": "title: One\nrulesets: [game]\n"}, False),
        ({name: text for name, text in GAME.items() if not name.startswith("beasts/")}, False),
        (GAME, True),
        ({**GAME, **INDEX}, False),
    ],
    ids=["bare", "one entry", "all hidden", "two games", "one of a site", "no entries", "players", "own pages"],
)
def test_every_link_of_a_small_site_leads_somewhere(
    project: Write, tmp_path: Path, files: Mapping[str, str], player: bool
) -> None:
    assert dead_links(made(project, tmp_path / "out", files, player)) == []


def test_the_home_of_one_campaign_is_its_front(project: Write, tmp_path: Path) -> None:
    files = {**GAME, **INDEX, "campaign.yaml": GAME["campaign.yaml"] + "tagline: Nobody sleeps.\n"}
    home = (made(project, tmp_path / "out", files) / "index.html").read_text("utf-8")
    assert "<h1>The small hours</h1>" in home and '<p class="lead">Nobody sleeps.</p>' in home
    places = [
        home.index(words) for words in ('id="find-big"', "milestones", 'id="first"', 'id="entries"', 'id="rules"')
    ]
    assert places == sorted(places)
    assert "Look it up." not in home and "One game" not in home
    assert (tmp_path / "out/small/index.html").is_file()


def test_own_pages_lead_home(project: Write, tmp_path: Path) -> None:
    town = (made(project, tmp_path / "out", {**GAME, **INDEX}) / "small/town.html").read_text("utf-8")
    body = town.partition('<div class="body">')[2].partition("</div>")[0]
    assert re.findall(r'href="([^"]+)"', body) == ["../index.html"] * 4 + ["../index.html#first"]


def test_every_page_has_its_title_once(project: Write, tmp_path: Path) -> None:
    """Whether it is written above the text or at its beginning; what else is written so large stands below it."""
    table = "| a | | b |\n|---|---|---|\n| 1 | | 2 |\n"
    town = f"# The town\n\nSee [[town#the-town]] and [[town#the-town-2]].\n\n# The town\n\n{table}"
    named = "---\ntitle: Named\n---\n# Otherwise\n\nText.\n"
    files = {"pages/index.md": "# Before we begin\n\nText.\n", "pages/town.md": town, "pages/named.md": named}
    site = made(project, tmp_path / "out", {**GAME, **files})
    pages = {path.name: path.read_text("utf-8") for path in (site / "small").glob("*.html")} | {
        "front": (site / "index.html").read_text("utf-8")
    }
    assert {name: html.count("<h1") for name, html in pages.items() if html.count("<h1") != 1} == {}
    assert '<h2 id="before-we-begin">' in pages["front"] and '<h2 id="otherwise">' in pages["named.html"]
    places = re.findall(r'(?:<h2 id|<a href)="(?:[^"]*/)?(town[^"]*|the-[^"]*)"', pages["town.html"].split('"body"')[1])
    assert places[:3] == ["town.html", "town.html#the-town-2", "the-town-2"]
    assert "<th>a</th><td></td><th>b" in re.sub(r"\s", "", pages["town.html"])


def test_rules_in_the_bar_lead_to_rules(project: Write, tmp_path: Path) -> None:
    site = made(project, tmp_path / "out", GAME)
    assert '<a href="../../index.html#rules">Rules</a>' in (site / "small/beasts/otter.html").read_text("utf-8")


def test_pages_teach_with_what_the_game_has(project: Write, tmp_path: Path) -> None:
    site = made(project, tmp_path / "out", GAME)
    printing, search = ((site / name).read_text("utf-8") for name in ("small/print.html", "search.html"))
    assert "sheetgen cards &#39;tier:2..4 weak:fire&#39;" in printing
    papers = printing.partition("--paper")[2].partition("</dd>")[0]
    assert all(size.name in papers for size in (*PAPERS.values(), TABLET, DIGEST))
    assert "<code>tier:2..4</code>" in search and "weak:fire" in search and "weak:ice" not in search


def test_a_filter_of_words_that_may_be_missing_calls_them_as_the_game_does(project: Write, tmp_path: Path) -> None:
    beast = GAME["game/kinds/beast.yaml"]
    terms = """'[a.element for a in attacks] if tier > 1 else []'"""
    files = {
        **GAME,
        "game/kinds/beast.yaml": beast.replace("facets: {tier: tier,", f"facets: {{tier: tier, used: {terms},"),
    }
    page = (made(project, tmp_path / "out", files) / "small/beasts/index.html").read_text("utf-8")
    filters = page.partition('data-filter="used"')[2].partition("</fieldset>")[0]
    assert re.findall(r'data-value="(.*?)".*? title="(.*?)"', filters) == [("ice", "Ice")]


def test_pages_of_a_game_without_facets_teach_none(project: Write, tmp_path: Path) -> None:
    site = made(project, tmp_path / "out", {**BARE, **STONE})
    for name in ("bare/print.html", "search.html"):
        assert not re.search(r"tier|weak|fire|wounds|lan\b", (site / name).read_text("utf-8").partition("<main")[2]), (
            name
        )


def test_a_title_names_the_game(project: Write, tmp_path: Path) -> None:
    """The list of a kind and a chapter of its name are told from each other."""
    chapter = {"game/reference/wild.md": "---\ntitle: Beasts\n---\n\nThey bite.\n"}
    site = made(project, tmp_path / "out", GAME | chapter)
    titles = [page.read_text("utf-8").partition("<title>")[2].partition("<")[0] for page in site.rglob("*.html")]
    assert len(set(titles)) == len(titles) and "Beasts · Small game · The small hours" in titles
    assert "<title>List of beasts · Small game · The small hours</title>" in (
        site / "small/beasts/index.html"
    ).read_text("utf-8")
    assert "<title>Otter of Ill Repute · Beasts · Small game · The small hours</title>" in (
        site / "small/beasts/otter.html"
    ).read_text("utf-8")
    assert "<title>Small game · The small hours</title>" in (site / "index.html").read_text("utf-8")


def test_a_chapter_cannot_take_the_place_of_the_front(project: Write, tmp_path: Path) -> None:
    files = {**GAME, "game/reference/index.md": "---\ntitle: Start\n---\n\nHere.\n"}
    result = build(Options(project(files), tmp_path / "out", pdf=False))
    assert [diagnostic.code for diagnostic in result.diagnostics] == ["duplicate-address"]


@pytest.mark.parametrize("name", [*sorted(MADE_PAGES), "rules", "con", "🔥"])
def test_an_own_page_takes_no_address_that_is_another_s(project: Write, tmp_path: Path, name: str) -> None:
    """Pages that are made, and names that Windows keeps for devices."""
    files = {**GAME, f"pages/{name}.md": "---\ntitle: Ours\n---\n\nHere.\n"}
    result = build(Options(project(files), tmp_path / "out", pdf=False))
    assert [(mistake.code, mistake.span and mistake.span.file.name) for mistake in result.diagnostics] == [
        ("duplicate-address", f"pages/{name}.md")
    ]


def test_what_players_do_not_get_bears_a_lock(project: Write, tmp_path: Path) -> None:
    plot = "---\ntitle: The plot\nhidden: true\n---\n\nIt was [[otter]].\n"
    files = {**GAME, "pages/plot.md": plot, "pages/town.md": "---\ntitle: Town\n---\n\nSee [[plot]].\n"}
    assert build(Options(project(files), tmp_path / "out", pdf=False)).published
    small = tmp_path / "out" / "small"
    plot = (small / "plot.html").read_text("utf-8")
    assert "Hidden page: left out of player editions." in plot
    for page in ("plot.html", "town.html", "index.html", "beasts/otter.html"):
        html = (small / page).read_text("utf-8")
        before = re.findall(r"(.{60})(?:<bdi>)?(?:The plot|Town)\s*</", html, re.S)
        assert any("Hidden: </span>" in text for text in before), page
    assert "Hidden" not in (small / "rules.html").read_text("utf-8")


def test_players_are_not_told_what_makers_write(project: Write, tmp_path: Path) -> None:
    folder = project(GAME)
    for player in (False, True):
        out = tmp_path / f"out-{player}"
        assert build(Options(folder, out, pdf=False, player=player)).published
        rulings, rule, chapter = (
            (out / "small" / path).read_text("utf-8") for path in ("rulings.html", "rules/kill-at.html", "rules.html")
        )
        assert ("house_rules" in rulings) is ("<code>kill_at</code>" in rule) is not player
        assert "<code>track</code>" not in chapter
        entry = (out / "small/beasts/otter.html").read_text("utf-8")
        makers = re.search(r"<summary>For makers</summary>(?:(?!</details>).)*<code>sheetgen ", entry, re.S)
        assert bool(makers) is ("<code>sheetgen " in entry) is not player


FRONT = """
        play: You play people awake at night. One of you plays the night.
        begin:
          - {page: rules#wounds, text: How hurt one can be., skip: the margin.}
          - {page: rules}
        """
BY_DAY = {
    "game/kinds/hour.yaml": """
        {id: hour, title: Hour, plural: Hours, folder: hours, fields: {length: integer}}
        """,
    "game/kinds/bell.yaml": """
        {id: bell, title: Bell, plural: Bells, folder: bells, fields: {length: integer}}
        """,
    "game/entries/hours/first.yaml": "name: First\nlength: 1\n",
    "game/entries/bells/low.yaml": "name: Low\nlength: 1\n",
}


def test_a_front_begins_with_what_one_plays_and_the_way_in(project: Write, tmp_path: Path) -> None:
    """Then the evening, what lies on the table, what is looked up as the ruleset orders it, and the finer points."""
    files = {**GAME, **BY_DAY, "game/ruleset.yaml": GAME["game/ruleset.yaml"] + FRONT + "look_up: [bell]\n"}
    home = (made(project, tmp_path / "out", files) / "index.html").read_text("utf-8").partition("<main")[2]
    marks = [
        "One of you plays the night.",
        'id="begin"',
        "Skip at first:</b> the margin.",
        'id="entries"',
        'id="look-up"',
    ]
    places = [home.index(mark) for mark in (*marks, ">Bells<", 'id="rules"', 'id="finer"', ">Hours<", "For makers")]
    assert places == sorted(places)
    path = home.partition('class="chapters path"')[2].partition("</ol>")[0]
    assert re.findall('href="(.*?)"', path) == ["small/rules.html#wounds", "small/rules.html"]
    assert path.count("Skip at first") == 1


def test_what_players_ask_is_offered_to_try(project: Write, tmp_path: Path) -> None:
    """In their words, three of them, in place of titles of chapters; an entry and a range of numbers follow."""
    asked = "questions: [how do I die, who goes first, can I swim, can I fly]\n"
    files = {**GAME, "game/ruleset.yaml": GAME["game/ruleset.yaml"] + asked}
    home = (made(project, tmp_path / "out", files) / "index.html").read_text("utf-8")
    links = re.findall('href="(search.html[^"]*)">(.*?)</a>', home)
    assert [text for _, text in links][:3] == ["how do I die", "who goes first", "can I swim"]
    assert links[0][0] == "search.html?q=how%20do%20I%20die" and "can I fly" not in home


def test_the_party_of_a_campaign_stands_on_its_front(project: Write, tmp_path: Path) -> None:
    """After the campaign's own words, where it is all that the site has."""
    home = (made(project, tmp_path / "out", {**GAME, **INDEX}) / "index.html").read_text("utf-8")
    party = home.partition('class="party bare"')[2].partition("</ul>")[0]
    assert party.count("<li>") == sum(name.startswith("beasts/") for name in GAME) and "<img" not in party
    assert home.index("milestones") < home.index('id="tonight"') < home.index('id="entries"')


def test_a_deck_of_a_kind_without_cards_is_told(project: Write) -> None:
    files = {**GAME, **BY_DAY, "game/ruleset.yaml": GAME["game/ruleset.yaml"] + "decks: [beast, bell]\n"}
    [mistake] = check(project(files))[0]
    assert mistake.span is not None and mistake.span.text == "bell" and "no cards" in mistake.message


@pytest.mark.parametrize(
    ("written", "wrong", "hint"),
    [
        ("begin: [{page: rules#wonds}]", "rules#wonds", "rules#wounds"),
        ("begin: [{page: rules}, {page: the end}]", "the end", ""),
        ("look_up: [beats]", "beats", "beast"),
        ("decks: [beats]", "beats", "beast"),
    ],
)
def test_fronts_lead_nowhere_only_with_a_word(project: Write, written: str, wrong: str, hint: str) -> None:
    files = {**GAME, "game/ruleset.yaml": GAME["game/ruleset.yaml"] + f"{written}\n"}
    [mistake] = check(project(files))[0]
    assert mistake.span is not None and mistake.span.text == wrong and hint in "".join(mistake.hints)
