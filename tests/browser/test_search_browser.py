"""The search box, the search page and the marks on the target, in a real browser from file://."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from chromium_pipe import Chromium
from packed_scripts import index_of

from sheetgen.site.search import SearchRecord, SearchSection, index
from sheetgen.templating.script_parts import SCRIPTS

pytestmark = pytest.mark.browser

ASSETS = Path(__file__).resolve().parents[2] / "templates" / "assets"
FORM = """<form data-search role="search" action="{root}search.html">
<input type="search" name="q" aria-label="Search"></form>"""
RESULTS = "<div data-search-results></div></div>"
PAGE = """<!doctype html><html lang="en" data-root="{root}"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="stylesheet" href="{root}assets/tokens.css"></head>
<body data-game="rose"><header>{form}</header><main>{main}</main><p><a id="end" href="#">End</a></p>
<script defer src="{root}assets/js/site.js"></script></body></html>"""
RECORDS = [
    SearchRecord(
        title="Hollow Lantern",
        href="shadows/hollow-lantern.html",
        kind="Shadow",
        ruleset="Rose",
        ruleset_id="rose",
        aliases=("Lampless One",),
        summary="A lamp with nothing in it.",
        sections=(),
        facets={"tier": 2, "weak": ("Fire", "Bless")},
    ),
    SearchRecord(
        title="Lantern Moth",
        href="shadows/lantern-moth.html",
        kind="Shadow",
        ruleset="Rose",
        ruleset_id="rose",
        aliases=(),
        summary="Drinks light.",
        sections=(),
        facets={"tier": 4, "weak": ("Ice",)},
    ),
    SearchRecord(
        title="Wounds",
        href="rules/wounds.html",
        kind="Chapter",
        ruleset="Rose",
        ruleset_id="rose",
        aliases=(),
        summary="What a hit costs.",
        sections=(
            SearchSection("Three tracks", "three-tracks", "Light, heavy and deadly wounds have a track each."),
            SearchSection("Getting better", "rest", "Sleep cures a light one. A medic's hand cures two."),
        ),
    ),
    *(
        SearchRecord(
            title=f"Note {n}",
            href=f"notes/{n}.html",
            kind="Page",
            ruleset="Cobalt",
            ruleset_id="cobalt",
            aliases=(),
            summary=f"Number {n}.",
        )
        for n in range(40)
    ),
]


def write_page(folder: Path, path: str, main: str) -> None:
    root = "../" * path.count("/")
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(PAGE.format(title=path, root=root, form=FORM.format(root=root), main=main), encoding="utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("search site"), RECORDS)  # the blank is meant


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    records = [
        SearchRecord(title=title, href=f"{game}/{title}.html", kind="Thing", ruleset=game.title(), ruleset_id=game)
        for title, game in (("Lantern", "rose"), ("Landing", "cobalt"))
    ]
    return write_site(tmp_path_factory.mktemp("games"), records)


PLURALS = 'window.sheetgenWords = { "{n} results": { one: "{n} result", other: "{n} results" } };'
"""The plural forms that a site has before its search."""


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    lantern = replace(RECORDS[0], numbers=(("Light", "4", "TB 4", ""), ("Heavy", "2", "TB 4 ÷ 2", "")))
    return write_site(tmp_path_factory.mktemp("numbers"), [lantern, *RECORDS[1:]])


def write_site(folder: Path, records: list[SearchRecord]) -> Path:
    scripts = folder / "assets" / "js"
    scripts.mkdir(parents=True)
    for name in ("site", "on-interaction", "query", *(name for name in SCRIPTS if name.startswith("search"))):
        parts = [(ASSETS / "js" / f"{part}.js").read_text("utf-8") for part in SCRIPTS[name]]
        (scripts / f"{name}.js").write_text("".join((PLURALS, *parts)), encoding="utf-8")
    for style in ("search", "search-help", "search-panel", "search-marks"):
        shutil.copy(ASSETS / "css" / f"{style}.css", folder / "assets")
    shutil.copy(ASSETS / "tokens.css", folder / "assets")
    with pytest.MonkeyPatch.context() as patch:  # places of words in many parts, as large sites have them
        patch.setattr(index, "SMALL", 0)
        patch.setattr(index, "PLACES_SIZE", 20)
        made = index_of(records, {"tier": "Tier", "weak": "Weak to"})
    for name, data in made.items():
        (scripts / name).write_bytes(data)
    write_page(folder, "index.html", "<h1>Home</h1><textarea id=area></textarea>")
    write_page(folder, "search.html", f"<h1>Search</h1><div data-search-page>{FORM.format(root='')}" + RESULTS)
    wounds = "<h1>Wounds</h1><h2 id=three-tracks>Three tracks</h2><p>Light wounds.</p><h2 id=rest>Getting better</h2>"
    write_page(folder, "rules/wounds.html", wounds + "<p>Sleep cures a light one. A medic’s hand cures two.</p>")
    write_page(folder, "shadows/hollow-lantern.html", "<h1>Hollow Lantern</h1>")
    return folder


def search(page: Chromium, site: Path, query: str, path: str = "index.html", **style: Any) -> None:
    """Type into the box of a page and wait for the results."""
    page.visit(site, path, **style)
    page.run("document.querySelector('header input').focus()")
    page.type(query)
    page.until("!!document.querySelector('header [role=option], header .search-none')")


CHOSEN = "document.querySelector('[aria-selected=true]')"
NAMES = "[...document.querySelectorAll('.search-name')].map(n => n.textContent)"


def test_what_helps_where_nothing_fits_comes_when_it_is_needed(page: Chromium, site: Path) -> None:
    help_loaded = """!!document.querySelector('script[src$="/search-help.js"]')"""
    page.visit(site, "search.html?q=lantern")
    page.until("document.querySelectorAll('.search-results h2').length > 0")
    assert not page.run(help_loaded)
    page.until("""!!document.querySelector('link[href$="/letters.css"]')""")
    page.visit(site, "search.html?q=xyzzyplugh")
    page.until("document.querySelector('.search-none')?.textContent.includes('Nothing fits')")
    assert page.run(help_loaded)


def test_what_is_folded_is_made_when_it_is_unfolded(page: Chromium, site: Path) -> None:
    chips = "document.querySelectorAll('.search-side .search-chip').length"
    page.visit(site, "search.html?q=lantern", width=390, height=844)
    page.until("document.querySelectorAll('.search-results h2').length > 0")
    assert page.run(chips) == 0 and not page.run("""!!document.querySelector('script[src$="/search-filters.js"]')""")
    page.click(".search-side summary")
    page.until(f"{chips} > 1")
    page.visit(site, "search.html?q=lantern", width=1280, height=900)
    page.until(f"{chips} > 1")


def test_nothing_is_loaded_before_search_is_used(page: Chromium, site: Path) -> None:
    page.visit(site, "index.html")
    assert page.run("document.scripts.length") == 1
    page.run("document.querySelector('header input').focus()")
    page.until("document.scripts.length > 3")


def test_typing_answers_and_the_best_is_chosen(page: Chromium, site: Path) -> None:
    search(page, site, "hollw lan")
    assert page.run(NAMES)[0] == "Hollow Lantern"
    state = page.run(
        "(i => [i.getAttribute('role'), i.getAttribute('aria-expanded'),"
        " !!document.getElementById(i.getAttribute('aria-controls')),"
        " document.getElementById(i.getAttribute('aria-activedescendant')).textContent.includes('Hollow')])"
        "(document.querySelector('header input'))"
    )
    assert state == ["combobox", "true", True, True]
    assert page.until("document.querySelector('[data-search] > [role=status]').textContent").startswith(
        ("1 result", "2 results")
    )


def test_arrows_enter_and_the_marks_on_the_target(page: Chromium, site: Path) -> None:
    search(page, site, "medic")
    page.session("ArrowDown")
    page.until(f"{CHOSEN}.textContent.includes('medic')")  # the passage came by itself
    assert page.run(f"{CHOSEN}.className") == "search-part"
    page.session("Enter")
    page.until("location.pathname.endsWith('/rules/wounds.html') && !!document.querySelector('mark')")
    assert page.run("location.hash") == "#rest"
    assert page.run("[...document.querySelectorAll('mark')].map(m => m.textContent)") == ["medic’s"]
    page.session("Escape")
    assert page.run("[document.querySelectorAll('mark').length, location.search]") == [0, ""]


def test_escape_closes_then_clears(page: Chromium, site: Path) -> None:
    search(page, site, "lantern")
    visible = "document.querySelector('header .search-panel').checkVisibility()"
    assert page.run(visible)
    page.session("Escape")
    assert not page.run(visible) and page.run("document.querySelector('header input').value") == "lantern"
    page.session("Escape")
    assert page.run("document.querySelector('header input').value") == ""


def test_slash_leads_to_the_box_but_not_while_typing(page: Chromium, site: Path) -> None:
    page.visit(site, "index.html")
    event = "new KeyboardEvent('keydown', {key: '/', bubbles: true, cancelable: true})"
    key = f"document.activeElement.dispatchEvent({event})"
    page.run("document.getElementById('area').focus()")
    page.run(key)
    assert page.run("document.activeElement.id") == "area"
    page.run("document.activeElement.blur()")
    page.run(key)
    assert page.run("document.activeElement.name") == "q"
    page.until("document.querySelector('.search-hints')?.checkVisibility()")


def test_tab_passes_an_empty_box_and_reaches_the_chips_of_a_full_one(page: Chromium, site: Path) -> None:
    page.visit(site, "index.html")
    page.session("Tab")
    page.wait(400)
    assert page.run("document.activeElement.name") == "q"
    page.session("Tab")
    assert page.run("document.activeElement.id") == "area"
    search(page, site, "l")
    chips = []
    for _ in range(3):
        page.session("Tab")
        chips.append(page.run("document.activeElement.dataset.chip"))
    assert chips == ["scope:game", "scope:all", "kind:Shadow"]
    page.session("Space")
    assert page.run("document.querySelector('header input').value").strip() == "l kind:shadow"
    assert page.run("document.activeElement.getAttribute('aria-pressed')") == "true"
    page.session("Space")
    assert page.run("document.querySelector('header input').value").strip() == "l"


def test_the_open_game_is_searched_and_all_games_are_one_tap_away(page: Chromium, games: Path) -> None:
    search(page, games, "lan")
    chips = "[...document.querySelectorAll('[data-chip^=scope]')].map(c => [c.textContent, c.ariaPressed])"
    assert page.run(chips) == [["In Rose 1", "true"], ["All games 2", "false"]]
    assert page.run(NAMES) == ["Lantern"]
    assert page.run("document.querySelector('.search-all').href").endswith("?q=lan%20game%3Arose")
    page.click("[data-chip='scope:all']")
    assert page.run(chips) == [["In Rose 1", "false"], ["All games 2", "true"]]
    assert page.run(NAMES) == ["Lantern", "Landing"]
    assert page.run("document.activeElement.dataset.chip") == "scope:all"
    page.click("[data-chip='scope:game']")
    assert page.run(NAMES) == ["Lantern"]


def test_a_number_answers_above_the_results(page: Chromium, numbers: Path) -> None:
    search(page, numbers, "lantern heavy")
    page.until("!!document.querySelector('.search-answer')")
    parts = "[...document.querySelector('.search-answer').children].map(c => c.textContent)"
    assert page.run(parts) == ["Number", "Hollow Lantern", "Heavy 2", "TB 4 ÷ 2"]
    assert page.run(f"{CHOSEN}.className") == "search-answer"
    assert page.until("document.querySelector('[data-search] > [role=status]').textContent").startswith(
        "Hollow Lantern: Heavy 2. 3 results in Rose."
    )
    page.session("Enter")
    page.until("location.pathname.endsWith('/hollow-lantern.html')")
    watch = """self.seen = []; new MutationObserver(() => {
        const [answer, first] = ["search-reply :is(.search-value, .search-text)", "search-results h2"].map(
            (what) => document.querySelector(`.${what}`)?.textContent || "");
        if (first) self.seen.push([answer, first]);
    }).observe(document, {childList: true, subtree: true})"""
    watching = page.send("Page.addScriptToEvaluateOnNewDocument", source=watch)["identifier"]
    page.visit(numbers, "search.html?q=three%20tracks")
    assert page.until(
        "document.querySelector('.search-reply .search-value, .search-reply .search-text')?.textContent"
    ) == ("Light, heavy and deadly wounds have a track each.")
    page.send("Page.removeScriptToEvaluateOnNewDocument", identifier=watching)
    seen = page.run("self.seen")
    assert seen and seen[0][0] == "Light, heavy and deadly wounds have a track each.", (
        "results wait for what answers above"
    )
    assert {heading for _, heading in seen} == {"Wounds"}


def test_nothing_found_helps(page: Chromium, site: Path) -> None:
    search(page, site, "hohloughw luntorno")
    assert "Hollow Lantern" in page.run("document.querySelector('.search-none').textContent")
    page.click(".search-none .search-chip")
    assert page.run(NAMES)[0] == "Hollow Lantern"
    search(page, site, "weak:vinegar")
    assert page.run("document.querySelector('.search-none').textContent").count("Fire") == 1


def test_the_panel_fits_the_screen(page: Chromium, site: Path) -> None:
    for width in (320, 390, 768, 1280):
        search(page, site, "n", width=width)
        left, right, bottom = page.run(
            "(r => [r.left, r.right, r.bottom])(document.querySelector('.search-panel').getBoundingClientRect())"
        )
        assert left >= 0 and right <= width and bottom <= 900, width
        assert page.run("document.documentElement.scrollWidth") <= width


def test_the_search_page_keeps_its_state_in_the_address(page: Chromium, site: Path) -> None:
    page.visit(site, "search.html?q=lantern%20weak:fire")
    heads = "[...document.querySelectorAll('.search-results h2')].map(h => h.textContent)"
    assert page.until(f"{heads}.length && {heads}") == ["Hollow Lantern"]
    assert page.run("document.querySelector('main .search-count').textContent") == "1 result"
    assert page.run("'ready' in document.querySelector('[data-search-results]').dataset"), "what stands below is seen"
    page.until("!!document.querySelector('[data-chip=\"weak:Ice\"]')")
    page.click('[data-chip="weak:Ice"]')
    assert page.run("new URLSearchParams(location.search).get('q')") == "lantern weak:fire,ice"
    assert len(page.run(heads)) == 2
    page.run(
        "(i => { i.value = '3'; i.dispatchEvent(new Event('change')) })"
        "(document.querySelector('[data-chip=\"tier:least\"]'))"
    )
    assert page.run("new URLSearchParams(location.search).get('q')") == "lantern weak:fire,ice tier:3.."
    assert page.run(heads) == ["Lantern Moth"]


def test_the_words_of_an_asked_search_come_without_waiting_for_the_index(
    page: Chromium, site: Path, tmp_path: Path
) -> None:
    shutil.copytree(site, tmp_path / "site")
    (tmp_path / "site/assets/js/search-index.js").unlink()
    page.visit(tmp_path / "site", "search.html?q=how+is+a+Lantern+lit")
    assert page.until("'ready' in document.querySelector('[data-search-results]').dataset")
    asked = page.run("[...document.scripts].map(s => s.src.match(/search-places-(\\d+)/)?.[1]).filter(Boolean)")
    first = page.run("self.sheetgenParts.first")
    loaded = {word for n in asked for word in ("lantern", "lit", "how") if first[int(n)] <= word < first[int(n) + 1]}
    assert loaded == {"lantern", "lit"}, "none of the words that say nothing"


def test_a_first_result_that_is_called_as_the_query_is_read_first(page: Chromium, site: Path) -> None:
    size = (
        "[...document.querySelectorAll('.search-results > li > .search-text')].map(s => getComputedStyle(s).fontSize)"
    )
    for query, larger in (("lantern+moth", True), ("lantern", False)):
        page.visit(site, f"search.html?q={query}")
        first, *others = page.until(f"{size}.length > 1 && {size}")
        assert (first > max(others)) is larger, query


def test_more_results_are_a_button_away(page: Chromium, site: Path) -> None:
    page.visit(site, "search.html?q=kind:page")
    count = "document.querySelectorAll('.search-results > li').length"
    for most in (10, 20, 30):
        page.until(f"{count} === {most}")
        page.run(
            "document.querySelector('.search-more').click()"
        )  # at no place: what results say comes as they come near
    assert page.run(count) == 40
    assert page.run("document.querySelector('.search-more').checkVisibility()") is False
    assert page.run("document.activeElement.closest('li') === document.querySelectorAll('.search-results > li')[30]")


def test_marked_words_are_read_in_colours_of_the_system(page: Chromium, site: Path) -> None:
    page.visit(site, "search.html?q=lantern", dark=True)
    page.until("document.querySelectorAll('.search-results mark').length > 1")
    page.send("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    grounds = "m => [getComputedStyle(m).color, getComputedStyle(m).backgroundColor]"
    marks = page.run(f"[...document.querySelectorAll('mark')].map({grounds})")
    assert all(ground.endswith(", 0.8)") or ground.startswith("rgb(") for _, ground in marks), marks
    assert len({colour for colour, _ in marks}) == 1 and all(colour != ground for colour, ground in marks)


@pytest.mark.parametrize("query", ["lantern heavy", "hollw lan"])
def test_the_chosen_option_is_read_in_colours_of_the_system(page: Chromium, numbers: Path, query: str) -> None:
    search(page, numbers, query)
    page.until(f"!!{CHOSEN}")
    page.send("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    colours = "(s => [s.color, s.backgroundColor])(getComputedStyle({}))"
    sample = page.run(
        "(e => {e.style.cssText = 'forced-color-adjust: none; color: HighlightText; background: Highlight';"
        f"document.body.append(e); return {colours.format('e')}; }})(document.createElement('p'))"
    )
    assert page.run(colours.format(CHOSEN)) == sample
