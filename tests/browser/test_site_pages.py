"""The pages in a real browser, from file://: what readers do with hands, eyes and keys."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import site_gallery
from chromium_pipe import Chromium
from PIL import Image
from pypdf import PdfReader
from small_game import GAME
from static_host import hosting
from test_board import begin

from sheetgen.build import Options, build

pytestmark = pytest.mark.browser

WIDTHS = (320, 390, 640, 768, 1280, 1920)
"""320 and 640 are also what 1280 is at a zoom of 400 and 200 per cent."""
SHIFTED = """new Promise(done => new PerformanceObserver(
  list => done(list.getEntries().reduce((sum, shift) => sum + shift.value, 0))
).observe({type: 'layout-shift', buffered: true}) || setTimeout(() => done(0), 400))"""
"""How far what was in sight has moved of itself, as Layout Instability has it."""
ESCAPED = """[...document.querySelectorAll('main .sr-only')].filter(e => {
  let up = e.parentElement;
  while (up !== document.body && getComputedStyle(up).position === 'static') {
    if (['auto', 'scroll'].includes(getComputedStyle(up).overflowX)) return true;
    up = up.parentElement;
  }
}).map(e => e.parentElement.outerHTML.slice(0, 100))"""
"""What is only read aloud and makes the page wider than the box that it is scrolled in."""
SHOWN = ".entries tbody tr:not([hidden]) th a"


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return site_gallery.write_site(tmp_path_factory.mktemp("site"))


@pytest.mark.unpainted
def test_no_page_is_wider_than_the_screen_or_breaks(page: Chromium, where: dict[str, Path]) -> None:
    wrong = []
    for name, path in where.items():
        for width in page.widths(path, "", WIDTHS):
            over = page.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            if over > 0 or page.problems():
                wrong.append((name, width, over, page.problems()))
        assert page.run(ESCAPED) == [], name
    assert not wrong


def test_targets_are_large_enough(page: Chromium, where: dict[str, Path]) -> None:
    small = """[...document.querySelectorAll(
        'button, summary, input:not(.sr-only, #find), select, .links a, .file, .crumb a, .nav a')]
      .filter(e => e.checkVisibility() && !e.closest('[inert]'))
      .map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
      .filter(([h, r]) => r.width && (r.height < 23.5 || r.width < 23.5)).map(([h, r]) => [h, r.width, r.height])"""
    for name in ("entry", "chapter", "list", "encounter", "calculators", "tray"):
        page.visit(where[name], width=390)
        assert page.run(small) == [], name


def test_a_box_for_the_game_master_is_a_line_on_a_phone(page: Chromium, where: dict[str, Path]) -> None:
    box = "document.querySelector('.body > .gm')"
    page.visit(where["chapter"], width=390, height=844)
    low = page.run(f"{box}.getBoundingClientRect().bottom")
    label, text = page.run(
        f"[{box}.querySelector('.gm-lab'), {box}.querySelector('.gm-lab + *')].map(e => e.getBoundingClientRect())"
        ".map(line => [line.top, line.bottom])"
    )
    assert page.run(f"{box}.offsetHeight") == 45 and label[1] < low <= text[0] + 1
    sides = f"[...{box}.querySelectorAll('.mark, .read-on')].map(e => e.getBoundingClientRect().left > 195)"
    assert page.run(sides) == [False, True]
    page.run("document.documentElement.dir = 'rtl'")
    assert page.run(sides) == [True, False]
    page.send("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    assert page.run(f"getComputedStyle({box}.querySelector('.read-on')).backgroundColor") == "rgb(255, 255, 255)"
    page.run(f"{box}.querySelector('.read-on').click()")
    assert page.run(f"{box}.offsetHeight > 80 && {box}.clientHeight === {box}.scrollHeight")
    page.visit(where["chapter"], width=1280)
    assert page.run(f"{box}.clientHeight === {box}.scrollHeight && !{box}.querySelector('.read-on')")


def test_a_number_says_why_on_hover_focus_and_tap(page: Chromium, where: dict[str, Path]) -> None:
    page.visit(where["entry"])
    number = ".b-tracks .number"
    page.hover(number)
    assert page.until("document.getElementById('pop')?.textContent") == "TB 6"
    page.session("Escape")
    assert page.run("document.getElementById('pop')") is None
    assert page.run(f"document.querySelector({json.dumps(number)}).title") == "TB 6"

    page.run("document.querySelector('.b-figures .number').focus({focusVisible: true})")
    assert "armour 1" in page.text("#pop")
    assert page.run("document.activeElement.getAttribute('aria-describedby')") == "pop"
    page.session("Enter")
    page.session("Tab")
    assert page.run("document.activeElement.getAttribute('href')") == "../../rose/rules/defend.html"
    page.session("Escape")
    assert page.run("document.activeElement.className") == "number"

    page.visit(where["entry"], width=390)
    with page.touched():
        page.tap(number)
        assert "TB 6" in page.until("document.getElementById('pop')?.textContent")


def test_a_number_is_called_by_what_it_is_of(page: Chromium, where: dict[str, Path]) -> None:
    """Without a touch or a key: who hears a page may have used neither."""
    page.visit(where["entry"])
    page.until("document.querySelector('.b-figures .number').hasAttribute('aria-labelledby')")
    nodes = page.send("Accessibility.getFullAXTree")["nodes"]
    names = [
        node["name"]["value"] for node in nodes if node.get("role", {}).get("value") == "button" and "name" in node
    ]
    named = page.run("[...document.querySelectorAll('.number')].filter(n => n.checkVisibility()).length")
    assert not [name for name in names if name.strip().isdigit()] and len(names) > named > 5
    assert {"DEFENSE 7", "LIGHT 6"} <= {name.upper() for name in names}, names
    assert page.run("new Set([...document.querySelectorAll('[id]')].map(n => n.id)).size") == page.run(
        "document.querySelectorAll('[id]').length"
    )


def test_a_popover_has_an_edge_on_what_is_as_dark(page: Chromium, where: dict[str, Path]) -> None:
    style = "(s => [s.boxShadow, s.color, s.backgroundColor])(getComputedStyle(document.getElementById('pop')))"
    for dark in (False, True):
        page.visit(where["entry"], dark=dark)
        page.run("document.querySelector('.b-figures .number').focus({focusVisible: true})")
        page.until("document.getElementById('pop')?.textContent")
        edge, colour, ground = page.run(style)
        assert edge == f"{colour} 0px 0px 0px 1px" and colour != ground


def test_a_link_shows_its_preview_and_the_first_tap_does_not_leave(page: Chromium, where: dict[str, Path]) -> None:
    page.visit(where["chapter"])
    page.run("document.querySelector('[data-preview=\"ailment:injury\"]').focus({focusVisible: true})")
    assert "Lasting harm" in page.until("document.getElementById('pop')?.textContent")
    assert page.run("document.querySelector('#pop strong').textContent") == "Injury"
    inside = page.run(
        "(() => { const r = document.getElementById('pop').getBoundingClientRect();"
        " return r.left >= 0 && r.right <= innerWidth && r.top >= 0 && r.bottom <= innerHeight })()"
    )
    assert inside is True
    page.visit(where["chapter"], width=390)
    with page.touched():
        page.tap('[data-preview="ailment:injury"]')
        assert page.until("document.querySelector('#pop a')?.textContent") == "Open"


def test_colours_are_chosen_and_remembered(page: Chromium, where: dict[str, Path]) -> None:
    paper = "getComputedStyle(document.body).backgroundColor"
    page.visit(where["entry"], dark=True)
    assert page.run(paper) == "rgb(19, 16, 22)"
    page.click("[data-theme-toggle]")
    page.until(f"{paper} === 'rgb(255, 255, 255)'")

    def remembered() -> bool:
        page.wait(100)
        page.visit(where["chapter"], dark=True)
        return bool(page.run(paper) == "rgb(255, 255, 255)")

    assert any(remembered() for _ in range(20))  # what a page keeps reaches the process of another a little later
    page.click("[data-theme-toggle]")
    page.until("sheetgen.trayLoaded")
    page.click("[data-theme-toggle]")
    assert page.run("document.documentElement.dataset.theme") is None
    page.visit(where["entry"], dark=True)
    page.send("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    assert page.run(paper) == "rgb(255, 255, 255)"
    page.send("Emulation.setEmulatedMedia", media="", features=[])


def test_a_list_sorts_filters_counts_and_keeps_it_in_the_address(page: Chromium, where: dict[str, Path]) -> None:
    page.visit(where["list"])
    assert len(page.texts(SHOWN)) == 12
    page.click("[data-filter=weak] [data-value=fire]")
    assert page.texts(SHOWN) == ["Coin Swallower", "Rain Clerk"]
    assert page.text("[data-shown]") == "2"
    page.click("[data-filter=weak] [data-value=psy]")
    assert page.text("[data-shown]") == "2", "any of them: Coin Swallower and Rain Clerk are weak to Psychic as well"
    page.run("document.querySelector('[data-mode] [value=all]').click()")
    assert "weak=fire,psy" in page.run("location.search") and "weak.mode=all" in page.run("location.search")
    page.click("[data-filter=weak] [data-value=psy]")
    assert page.texts(SHOWN) == [] and page.run("document.querySelector('[data-none]').hidden") is False
    assert "weak=fire,!psy" in page.run("location.search")
    page.click("[data-none] [data-clear]")
    assert len(page.texts(SHOWN)) == 12 and page.run("location.search") == ""

    page.put("[data-range=tier] input", "5")
    assert len(page.texts(SHOWN)) == 4 and page.run("location.search") == "?tier=5.."
    page.click("[data-key=c2] button")
    page.click("[data-key=c2] button")
    assert page.texts(SHOWN)[0] == "صاحب المصباح"
    assert page.run("document.querySelector('[aria-sort]').dataset.key") == "c2"

    page.visit(where["list"], "?q=LAMP&sort=-tier")
    assert page.texts(SHOWN) == ["Hollow Lantern"], "an alias counts"
    page.visit(where["list"], "?tier=1..2&weak=!ice&sort=-name")
    assert page.texts(SHOWN) == ["Paper Moth", "Hollow Lantern", "Coin Swallower"]


def test_a_list_forgives_a_range_from_above_and_a_misspelt_name(page: Chromium, where: dict[str, Path]) -> None:
    page.visit(where["list"])
    page.put("[data-range=tier] input", "2")
    page.put("[data-range=tier] input", "9", 1)
    there = page.texts(SHOWN)
    page.put("[data-range=tier] input", "9")
    page.put("[data-range=tier] input", "2", 1)
    assert page.texts(SHOWN) == there != []
    page.put("[data-range=tier] input", "")
    page.put("[data-range=tier] input", "", 1)
    for typed in ("swalower", "rain clerc", "clark"):
        page.put(".name-filter input", typed)
        assert len(page.texts(SHOWN)) == 1, typed
    page.put(".name-filter input", "zzzz")
    assert page.texts(SHOWN) == []


def test_the_order_of_a_list_is_seen_at_its_head(page: Chromium, where: dict[str, Path]) -> None:
    """An arrow as wide as a letter at the column that orders, and at no other; it turns with the order."""
    page.visit(where["list"])
    arrows = """[...document.querySelectorAll('.entries thead button')].map(b => getComputedStyle(b, '::after'))
      .filter(s => s.visibility === 'visible' && s.display !== 'none' && s.backgroundColor !== 'rgba(0, 0, 0, 0)')
      .map(s => [parseFloat(s.width), parseFloat(s.height), s.transform])"""
    assert page.run(arrows) == [[12, 8, "none"]]
    page.click(".entries [aria-sort] button")
    assert page.run(arrows) == [[12, 8, "matrix(1, 0, 0, -1, 0, 0)"]]


def test_a_list_on_a_phone_has_every_column_with_its_label(page: Chromium, where: dict[str, Path]) -> None:
    page.visit(where["list"], width=390)
    rows = """[...document.querySelectorAll('.entries tbody tr')].map(row => [...row.querySelectorAll('[data-label]')]
      .filter(cell => cell.checkVisibility() && cell.getBoundingClientRect().right <= innerWidth
        && getComputedStyle(cell, '::before').content !== 'none')
      .map(cell => cell.dataset.label))"""
    assert page.run(rows) == [["Tier", "Arcana", "Def.", "Wounds", "Weak"]] * 12


def test_no_text_of_the_front_of_a_game_lies_on_its_mark(page: Chromium, where: dict[str, Path]) -> None:
    sides = """(() => {
      const lead = document.querySelector('.cover .lead'), range = document.createRange();
      lead.textContent = 'One evening and a lantern. '.repeat(9);
      range.selectNodeContents(lead);
      return [range.getBoundingClientRect().right, document.querySelector('.cover .seal').getBoundingClientRect().left];
    })()"""
    for width in page.widths(where["ruleset"], "", (610, 820, 900, 901, 1280)):
        text, mark = page.run(sides)
        assert 100 < text <= mark, width


def test_the_mark_of_a_game_stands_whole_beside_the_shortest_title(page: Chromium, where: dict[str, Path]) -> None:
    for width in page.widths(where["ruleset"], "", (610, 900, 901, 1280, 1920)):
        cover, mark = page.run("""(() => {
          document.querySelector('.cover h1').textContent = 'Q';
          document.querySelector('.cover .lead').textContent = 'One evening.';
          return ['.cover', '.cover .seal'].map(place => document.querySelector(place).getBoundingClientRect())
            .map(box => [box.top, box.bottom]) })()""")
        assert cover[0] <= mark[0] and mark[1] <= cover[1] - 20, width


def test_a_phone_has_the_mark_of_a_game_beside_its_text(page: Chromium, where: dict[str, Path]) -> None:
    """The lines beside it end where it begins, those below it are as long as others."""
    rights = """(() => {
      const lead = document.querySelector('.cover .lead'), range = document.createRange(),
        mark = document.querySelector('.cover .seal').getBoundingClientRect();
      lead.textContent = 'One evening and a lantern. '.repeat(15);
      range.selectNodeContents(lead);
      const lines = [...range.getClientRects()], beside = lines.filter(line => line.top < mark.bottom);
      return [beside, lines.slice(beside.length)].map(some => Math.max(0, ...some.map(line => line.right)))
        .concat(mark.left);
    })()"""
    for width in page.widths(where["ruleset"], "", (390, 600)):
        beside, below, mark = page.run(rights)
        assert beside <= mark < below, width


def test_names_of_kinds_stand_whole_on_their_tiles(page: Chromium, where: dict[str, Path]) -> None:
    torn = """[...document.querySelectorAll('.tiles strong')].filter(name => {
      const range = document.createRange();
      name.textContent = 'Adversaries';
      name.style.font = '28px monospace';
      range.selectNodeContents(name);
      return range.getClientRects().length > 1;
    }).length"""
    for width in page.widths(where["ruleset"], "", WIDTHS):
        assert page.run(torn) == 0, width


def test_stat_blocks_to_read_are_as_wide_as_a_phone(page: Chromium, where: dict[str, Path]) -> None:
    """As on pages of their own, so that no table of theirs is cut that is whole there."""
    sides = """(name => [...document.querySelectorAll(name + ' .stat-block')].map(e => e.getBoundingClientRect())
      .map(box => [box.left, box.right]))"""
    page.visit(where["list"].parent / "list/all.html", width=390)
    together = page.run(f"{sides}('.read')")
    assert len(together) > 1 and all(block == [0, 390] for block in together)
    page.visit(where["entry"], width=390)
    assert page.run(f"{sides}('.main-column')") == [[0, 390]]


def test_marks_of_a_list_are_heard_one_by_one(page: Chromium, where: dict[str, Path]) -> None:
    """What they mean stands once in the page; it is shown when pointed at, and read out with pauses between."""
    page.visit(where["list"])
    row = "document.querySelector('tr[data-id=hollow-lantern]')"
    heard = f"[...{row}.querySelectorAll('.sign > .sr-only')].map(s => getComputedStyle(s, '::before').content)"
    per_cell = page.run(f"[...{row}.cells].map(cell => cell.querySelectorAll('.sign').length).filter(Boolean)")
    assert page.run(heard) == [sign for n in per_cell for sign in ["none", *['", "'] * (n - 1)]]
    assert page.run(f"[...{row}.querySelectorAll('.sign')].every(s => !s.title && s.querySelector('.sr-only'))")
    page.hover("tr[data-id=hollow-lantern] .track")
    page.until("document.querySelector('#pop:not([hidden])')?.textContent.trim() === 'Light'")


def test_rows_of_a_list_on_a_phone_lead_with_the_badge_and_are_low(page: Chromium, where: dict[str, Path]) -> None:
    """Badge, name and the first marks on one line, tracks by their marks and counts below; no summary between them."""
    page.visit(where["list"], width=390)
    row = "document.querySelector('tr[data-id=hollow-lantern]')"
    tracks = page.run(f"[...{row}.querySelectorAll('.track')].map(t => t.textContent)")
    assert [str(track)[1:].strip(", ") for track in tracks] == ["Light 6", "Heavy 3", "Deadly 1"]
    boxes = page.run(
        f"['.cell-badge b', 'th a', '.cell-tracks', '.cell-marks'].map(s => {row}.querySelector(s)"
        ".getBoundingClientRect()).map(r => [r.left, r.top, r.right])"
    )
    badge, name, tracks, marks = boxes
    assert badge[2] <= name[0] and abs(badge[1] - name[1]) < 12 and name[1] + 20 < tracks[1]
    assert name[2] <= marks[0] and abs(badge[1] - marks[1]) < 12
    heights = page.run(
        "[...document.querySelectorAll('.entries tbody tr')].map(tr => tr.getBoundingClientRect().height)"
    )
    assert sorted(heights)[len(heights) // 2] <= 64


def test_entries_are_compared_side_by_side(page: Chromium, where: dict[str, Path]) -> None:
    page.visit(where["list"])
    page.click("tr[data-id=hollow-lantern] .pick input")
    assert page.run("document.querySelector('.compare-bar button').disabled") is True
    page.click("tr[data-id=s4] .pick input")
    page.click(".compare-bar button")
    heads = page.run("[...document.querySelectorAll('.compare thead th')].map(t => t.textContent)")
    assert heads == ["Hollow Lantern", "Third Stair"]
    assert "compare=hollow-lantern,s4" in page.run("location.search")
    page.visit(where["list"], "?compare=s0,s2,s3")
    assert page.run("document.querySelectorAll('.compare thead th').length") == 3
    page.visit(where["list"], "?compare=s0,s2,s3,s4,hollow-lantern", width=390)
    page.until("document.querySelectorAll('.compare thead th').length === 5")
    assert page.run("document.documentElement.scrollWidth") == 390 and page.run(ESCAPED) == []
    edges = """(box => {
      box.scrollLeft = 1000;
      const left = part => part.getBoundingClientRect().left;
      return [box.scrollLeft, left(box) + box.clientLeft, left(box.querySelector('tbody th'))];
    })(document.querySelector('.compare'))"""
    scrolled, box, label = page.run(edges)
    assert scrolled > 100 and label == box, "what is compared is named beside each"
    page.visit(where["list"], "?compare=s4,hollow-lantern", width=390)
    page.until("document.querySelectorAll('.compare thead th').length === 2")
    assert page.run(edges)[0] == 0, "two stand beside each other on a phone"


def test_what_an_address_asks_for_is_shown_once_it_stands(page: Chromium, where: dict[str, Path]) -> None:
    """Scripts come late over a slow line: what they move is not shown before, or it would jump."""
    nodes = "['h1', '.filters', '.entries'].map(selector => document.querySelector(selector))"
    seen = f"{nodes}.map(node => node?.checkVisibility({{ visibilityProperty: true }}))"
    noted = f"document.addEventListener('readystatechange', () => {{ self.early ??= {seen} }})"
    script = page.send("Page.addScriptToEvaluateOnNewDocument", source=noted)["identifier"]
    try:
        for query, early in (("", True), ("?compare=s0,s2,s3", False), ("?q=ghost", False)):
            page.visit(where["list"], query)
            assert page.run("early") == [True, early, early]
            assert page.run(seen) == [True, True, True]
    finally:
        page.send("Page.removeScriptToEvaluateOnNewDocument", identifier=script)


def test_pages_print_as_they_are_read(page: Chromium, project: Callable[[Mapping[str, str]], Path]) -> None:
    beasts = {f"beasts/b{n}.yaml": f"name: Beast {n}\ntier: 1\ntoughness: 20\n" for n in range(70)}
    folder = project({**GAME, **beasts})
    assert build(Options(folder, folder / "out", pdf=False)).published
    page.visit(folder / "out", "small/beasts/index.html")
    leaves = printed(page)
    assert len(leaves) in (2, 3, 4) and all("TIER" in leaf.upper() for leaf in leaves)
    page.visit(folder / "out", "small/beasts/otter.html")
    [leaf] = printed(page)
    assert "Pebble" in leaf and "Appears in" not in leaf


def test_a_printed_chapter_fills_its_leaves(page: Chromium, where: dict[str, Path]) -> None:
    page.visit(where["chapter"])
    page.send("Emulation.setEmulatedMedia", media="print")
    widths = "['.body > p', '#rule-track'].map(s => document.querySelector(s).offsetWidth)"
    text, box = page.run(widths)
    assert text == box
    page.style()
    page.run("""(rows => rows.append(...Array.from({length: 20}, () => rows.firstChild.cloneNode(true))))(
      document.querySelector('#rule-track dl'))""")
    for gap in range(300, 900, 75):
        page.run(f"document.querySelector('#rule-track').style.marginTop = '{gap}px'")
        [leaf] = [leaf for leaf in printed(page) if "WOUND TRACKS" in leaf]
        assert leaf.count("light = TB") > 1, gap


def test_words_of_commands_stay_whole(page: Chromium, where: dict[str, Path]) -> None:
    for name, width in (("search", 320), ("search", 1280), ("print", 320), ("print", 700)):
        page.visit(where[name], width=width)
        words = page.run("[...document.querySelectorAll('dl code > span')].map(s => s.getClientRects().length)")
        assert words and set(words) == {1}, (name, width)


def test_readings_to_choose_from_are_legible(page: Chromium, where: dict[str, Path]) -> None:
    cut = """(pen => [...document.querySelectorAll('.calc select')].filter(select => {
      pen.font = getComputedStyle(select).font;
      select.selectedOptions[0].text = 'only where damage beats Defense';
      return pen.measureText(select.selectedOptions[0].text).width > select.clientWidth - 40
    }).map(select => select.ariaLabel))(document.createElement('canvas').getContext('2d'))"""
    for name in ("rule", "calculators"):
        page.visit(where[name])
        page.run("document.querySelectorAll('.fold > details').forEach(folded => (folded.open = true))")
        assert page.until("document.querySelectorAll('.calc select').length") and page.run(cut) == [], name


def test_the_help_of_the_search_follows_what_comes_first(page: Chromium, where: dict[str, Path]) -> None:
    gap = """(words => words && getComputedStyle(words).visibility === 'visible' && [
      words.getBoundingClientRect().top - document.querySelector('.search-results').getBoundingClientRect().bottom])
      (document.querySelector('[data-search-results] [data-empty] .words'))"""
    for query, width in (("", 390), ("", 1280), ("?q=lantern", 390), ("?q=lantern", 1280)):
        page.visit(where["search"], query, width=width)
        [white] = page.until(gap)
        assert white < 80 and page.run(SHIFTED) < 0.05, (query, width)


def test_an_asked_search_is_fetched_while_the_page_is_read(page: Chromium, where: dict[str, Path]) -> None:
    names = "[...document.querySelectorAll('{}')].map(at => (at.rel ? at.href : at.src).replace(/.*assets/, ''))"
    early = names.format('[rel=preload]:not([as=font], [href$="site.css"])')
    late = names.format("script[src], link[rel=stylesheet]")
    with hosting(where["search"].parent) as address:
        page.open(f"{address}/search.html?q=lantern")
        page.until("document.querySelectorAll('.search-results h2').length")
        assert len(page.run(early)) == 8 and set(page.run(early)) <= set(page.run(late))
        assert page.run(early)[0].endswith("/site.js"), "what asks for the places of the words comes first"
        page.open(f"{address}/search.html")
        assert page.run(early) == []


def test_a_title_of_some_words_stands_whole_on_the_smallest_phone(page: Chromium, where: dict[str, Path]) -> None:
    page.visit(where["search"], width=320)
    page.run("document.querySelector('.word').textContent = 'The small hours'")
    wide, high, bar = page.run(
        "(title => [title.scrollWidth - title.clientWidth, title.offsetHeight, title.parentNode.clientHeight])"
        "(document.querySelector('.word'))"
    )
    assert wide == 0 and 40 < high <= bar


def test_what_clears_a_search_is_light_on_the_dark_bar_and_nowhere_else(page: Chromium, where: dict[str, Path]) -> None:
    page.visit(where["search"], width=1280)
    scheme = "getComputedStyle(document.querySelector('{}')).colorScheme"
    assert page.run(scheme.format(".find input")) == "dark"
    assert "light" in page.run(scheme.format(".search-panel, main input[type=search]"))


def test_the_search_page_of_a_phone_fetches_its_index_with_the_first_touch(
    page: Chromium, where: dict[str, Path]
) -> None:
    fetched = """!!document.querySelector('script[src$="/search.js"]')"""
    with page.touched():
        page.visit(where["search"], width=390)
        words = "document.querySelector('.words')"
        assert page.run(f"[getComputedStyle({words}).visibility, {words}.getAnimations().length]") == ["visible", 0]
        page.wait(60)
        assert not page.run(fetched)
        page.tap("main input[type=search]")
        page.until("document.querySelector('.search-count')?.textContent.includes('can be found')")
        page.visit(where["search"], "?q=lantern", width=390)
        page.until("document.querySelectorAll('.search-results h2').length")
    page.visit(where["search"])
    page.until(fetched)


def test_what_can_be_typed_stands_beside_what_results_can_be_narrowed_down_to(
    page: Chromium, where: dict[str, Path]
) -> None:
    page.visit(where["search"], width=1280)
    page.until("document.querySelectorAll('.search-side .search-chip').length")
    side = page.run("document.querySelector('.search-side').getBoundingClientRect().toJSON()")
    words = page.run("document.getElementById('words').getBoundingClientRect().toJSON()")
    assert words["right"] < side["left"] and side["top"] < words["top"] < side["top"] + 150
    page.visit(where["search"], "?q=xyzzyq", width=390)
    page.until("document.querySelectorAll('.search-none').length")
    assert not page.run("document.querySelector('.search-side').checkVisibility()")


def printed(page: Chromium) -> list[str]:
    """The texts of the leaves that the browser prints of a page."""
    data = base64.b64decode(page.send("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"])
    return [leaf.extract_text() for leaf in PdfReader(io.BytesIO(data)).pages]


def test_calculators_answer_explain_and_complain(page: Chromium, where: dict[str, Path]) -> None:
    page.visit(where["chapter"])
    form = "#rule-track form"
    for box in ("#rule-hit", "#rule-track"):
        assert page.run(f"!document.querySelector('{box} form').checkVisibility()"), "it unfolds when it is asked for"
        page.run(f"document.querySelector('{box}').scrollIntoView({{behavior: 'instant'}})")
        page.click(f"{box} > details > summary")
        page.until(f"document.querySelectorAll('{box} .calc:not([inert]) .out p').length")
    assert page.run(f"[...document.querySelectorAll('{form} .out b')].map(b => b.textContent)") == ["6", "3", "1", "10"]
    page.click(f"{form} .stepper button:last-child")
    page.until(f"document.querySelector('{form} .out b')?.textContent === '7'")
    assert page.run(f"document.querySelector('{form} .out p:first-child .boxes').textContent.length") == 7
    assert "the greater of 1 and TB 7" in page.text(f"{form} .out")
    page.put("#rule-hit input", "0", 1)
    assert page.until("document.querySelector('#rule-hit .err').textContent") == "this divides by zero"
    page.run("[...document.querySelectorAll('#rule-hit button')].find(b => b.textContent === 'Add: Attackers').click()")
    assert page.run("document.querySelectorAll('#rule-hit .items > li').length") == 1
    assert page.run("[...document.querySelectorAll('#rule-hit label')].some(l => l.textContent === 'name')")


def test_a_printed_encounter_has_its_tracks_as_they_stand(page: Chromium, where: dict[str, Path]) -> None:
    page.visit(where["encounter"])
    rows = "[...document.querySelectorAll('.printed-board li')].map(li => [...li.children].map(c => c.textContent))"
    page.until("!!document.querySelector('script[src*=\"board-print\"]')")
    page.until(f"dispatchEvent(new Event('beforeprint')) && {rows}.length > 0")
    first = page.run(rows)
    fighters = page.texts(".fighters .item-name")
    assert [row[0] for row in first] == fighters and len(fighters) > 1
    light = next(part for part in first[0][1:] if part.startswith("Light "))
    assert len(set(light.removeprefix("Light "))) == 1, "all open"
    page.run("dispatchEvent(new Event('afterprint'))")
    assert page.run(rows) == []
    begin(page)
    page.run("document.querySelector('.fighters .boxes button').click()")
    page.run("dispatchEvent(new Event('beforeprint'))")
    assert len(set(page.run(rows)[0][1].partition(" ")[2])) == 2, "one is ticked"
    page.run("sheetgen.save('play', null).then(() => sheetgen.save(sheetgen.board, null))")


def test_contents_follow_the_text(page: Chromium, where: dict[str, Path]) -> None:
    page.visit(where["chapter"])
    page.run("document.documentElement.style.scrollBehavior = 'auto'")
    page.run("document.getElementById('stress').scrollIntoView()")
    page.wait(80)
    assert page.text(".toc .on") == "Stress"


def test_the_tray_collects_shows_and_lets_go(page: Chromium, where: dict[str, Path]) -> None:
    page.visit(where["entry"])
    page.click("[data-tray-add]")
    page.until("document.querySelector('[data-tray-count] b').textContent === '1'")
    name = "(document.querySelector('.held .name') || {}).textContent"
    page.visit(where["tray"])
    page.until(f"{name} === 'Hollow Lantern'")
    assert page.run("document.querySelectorAll('.held .boxes i').length") == 4
    assert page.text("[data-tray-cmd] code") == "sheetgen cards hollow-lantern"
    page.click(".held button")
    page.until("!document.querySelectorAll('.held').length")
    evil = (
        '<p onclick="x()">in<script>window.hurt=1</script><img src=x onerror="window.hurt=1">'
        '<a href="javascript:x">a</a></p>'
    )
    page.run(f"sheetgen.save('tray', [{{id: 'a', path: 'a', title: 'A', game: '', html: {json.dumps(evil)}}}])")
    page.visit(where["tray"])
    page.until("document.querySelector('.held p')?.outerHTML === '<p>in<a>a</a></p>'")
    assert page.run("window.hurt") is None
    assert all("Content Security Policy" in problem for problem in page.problems()), (
        "what is dropped was stopped before"
    )
    page.events.clear()
    page.run("sheetgen.save('tray', [])")


def test_the_board_keeps_the_fight_over_a_reload(page: Chromium, where: dict[str, Path]) -> None:
    page.visit(where["encounter"], width=390)
    begin(page)
    first = ".fighters > li:first-child"
    pressed = "[...document.querySelectorAll('.fighters [data-track] button')].map(b => b.ariaPressed)"
    at_first = page.run(pressed)
    page.click(f"{first} [data-track=Light] button:nth-child(2)")
    page.click(f"{first} .cond input")
    page.put(f"{first} .note-field", "hides")
    for _ in range(5):
        page.click("[data-next]")
    assert page.text("[data-round]") == "2"
    assert page.text(".fighters .now .item-name").strip() == "Hollow Lantern"
    page.click(".fighters > li:nth-child(4) .moves button")
    fought = "document.querySelector('.fighters .now') && document.querySelector('[data-round]').textContent === '2'"
    page.visit(where["encounter"], width=390)
    page.until(fought)
    assert page.text("[data-round]") == "2"
    assert page.run(f"document.querySelectorAll('{first} [data-track=Light] [aria-pressed=true]').length") == 2
    assert page.run(f"document.querySelector('{first} .cond input').checked") is True
    assert page.run(f"document.querySelector('{first} .note-field').value") == "hides"
    assert page.run("[...document.querySelectorAll('.fighters .item-name')].map(n => n.textContent)") == [
        "Toma Okonkwo",
        "Hollow Lantern",
        "Coin Swallower",
        "Paper Moth",
    ]
    page.run("window.confirm = () => true")
    page.click("[data-reset]")
    kept = f"document.querySelectorAll('{first} [data-track=Light] [aria-pressed=true]').length"
    assert page.run(kept) == 2, "what is marked on a character goes on"
    page.run(f"document.querySelector('{first} .moves .flat:nth-of-type(4)').click()")
    assert page.run(pressed) == at_first and at_first.count("true") == 2  # a clock that has begun


def test_without_scripts_everything_reads(page: Chromium, where: dict[str, Path]) -> None:
    for name in ("entry", "chapter", "list", "encounter", "calculators"):
        page.visit(where[name], width=390, scripts=False)
        page.send("DOM.enable")
        root = page.send("DOM.getDocument", depth=-1)["root"]["nodeId"]
        html = page.send("DOM.getOuterHTML", nodeId=root)["outerHTML"]
        assert 'class="js"' not in html
    page.visit(where["list"], scripts=False)
    root = page.send("DOM.getDocument", depth=0)["root"]["nodeId"]
    parts = [page.send("DOM.querySelector", nodeId=root, selector=part)["nodeId"] for part in (".lead", ".entries")]
    lead, table = (page.send("DOM.getBoxModel", nodeId=part)["model"]["border"] for part in parts)
    assert table[1] - lead[5] >= 20
    assert len(page.send("DOM.querySelectorAll", nodeId=root, selector=".entries tbody tr")["nodeIds"]) == 12
    page.style()


def test_the_keyboard_reaches_everything_in_order(page: Chromium, where: dict[str, Path]) -> None:
    page.visit(where["entry"])
    seen = []
    for _ in range(120):
        page.session("Tab")
        seen.append(
            page.run(
                "(e => e.dataset.themeToggle !== undefined ? 'theme' : e.dataset.preview ? 'preview' :"
                " e.className || e.id || e.tagName)"
                "(document.activeElement)"
            )
        )
        if seen[-1] == "BODY":
            break
    assert seen[0] == "skip"
    assert {"word", "find", "tool js-only", "theme", "number", "btn js-only", "preview", "tag"} - set(seen) <= {
        "tool js-only",
        "theme",
    }
    assert seen.index("word") < seen.index("number") < seen.index("btn js-only") < seen.index("preview")


def test_ranges_and_heads_of_a_grid_stand_on_one_line(page: Chromium, where: dict[str, Path]) -> None:
    """On a phone as well, whether a head explains itself or not."""
    page.visit(where["entry"], width=390)
    page.run("""document.querySelectorAll('.b-grid thead th').forEach((head, at) => {
      head.innerHTML = at % 2 ? '<button class=number title=why>Arms 6</button>' : 'Legs 6' })""")
    page.run("document.querySelectorAll('.b-grid td').forEach(cell => { cell.textContent = '11\u2013100' })")
    lines = """[...document.querySelectorAll('.b-grid thead th + th, .b-grid td')].map(cell => {
      const text = document.createRange(), end = cell.lastChild;
      text.selectNodeContents(end.lastChild || end);
      const box = text.getBoundingClientRect();
      return [cell.localName, Math.round(box.bottom), box.height] })"""
    drawn = page.run(lines)
    assert len({bottom for cell, bottom, _ in drawn if cell == "th"}) == 1
    assert max(height for _, _, height in drawn) < 30


def test_colours_of_the_system_leave_what_colours_said(page: Chromium, where: dict[str, Path]) -> None:
    """Whose turn it is, what is a button, what is chosen: in forced colours as well."""
    page.visit(where["encounter"])
    begin(page)
    page.send("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    edge = "[...document.querySelectorAll('.fighters > li')].map(li => getComputedStyle(li).borderInlineStartColor)"
    ground = page.run("getComputedStyle(document.body).backgroundColor")
    assert [colour != ground for colour in page.run(edge)].count(True) == 1
    assert page.run("[...document.querySelectorAll('.btn')].every(b => getComputedStyle(b).borderTopWidth === '2px')")
    page.visit(where["list"])
    page.send("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    page.run("document.querySelector('.more-filters').open = true")
    page.click(".chip")
    grounds = "new Set([...document.querySelectorAll('.chip')].map(c => getComputedStyle(c).backgroundColor)).size"
    assert page.run(grounds) == 2


def test_no_line_of_its_ground_shows_below_the_head_of_a_stat_block(page: Chromium, where: dict[str, Path]) -> None:
    """The ground and the stripe end above the edge of the head, where the slanted foot covers them at its thinnest."""
    page.visit(where["entry"])
    ground, left, stripe, covered = page.run("""(() => {
      const head = document.querySelector('.stat-block > header'), drawn = getComputedStyle(head),
        foot = getComputedStyle(head, '::after'), thinnest = Number(/polygon\\(\\w+ ([\\d.]+)%/.exec(foot.clipPath)[1]);
      return [[drawn.backgroundColor, drawn.backgroundRepeat, foot.bottom],
        parseFloat(drawn.backgroundSize.split(' - ')[1]) || 0,
        parseFloat(/calc\\(100% - ([\\d.]+px)\\)\\)$/.exec(getComputedStyle(head, '::before').clipPath)?.[1]) || 0,
        parseFloat(foot.height) * (1 - thinnest / 100)] })()""")
    assert ground == ["rgba(0, 0, 0, 0)", "no-repeat", "0px"]
    assert 1 <= left < covered and 1 <= stripe < covered


def test_the_menu_leads_to_all_of_a_game(page: Chromium, where: dict[str, Path]) -> None:
    """To every list and tool of it, the guide and the other games, at every width."""
    lists, tools = ["Ailments", "Characters", "Encounters", "Shadows"], ["Print", "Calculators", "Rulings"]
    for width in (390, 820, 1280):
        page.visit(where["entry"], width=width)
        page.click(".menu summary")
        seen = page.run("""[...document.querySelectorAll('.menu nav a')].filter(link => {
          const box = link.getBoundingClientRect();
          return link.checkVisibility() && link.scrollWidth <= link.clientWidth
            && box.left >= 0 && box.right <= innerWidth }).map(link => link.textContent)""")
        assert sorted(seen) == sorted(["Rules", *lists, *tools, "Guide", "All games"]), width


def test_the_menu_has_what_was_pinned_and_read_last(page: Chromium, where: dict[str, Path]) -> None:
    page.visit(where["chapter"])
    chapter = page.text("h1")
    page.until("sheetgen.load('recent', []).then(all => all[0]?.path === 'rose/wounds.html')")
    for width in (390, 1280):
        page.visit(where["entry"], width=width)
        page.click(".menu summary")
        assert chapter in page.until("[...document.querySelectorAll('.bookmarks li a')].map(a => a.textContent).join()")
        assert page.run("document.documentElement.scrollWidth <= innerWidth") is True
    assert page.run("document.querySelector('.bookmarks [aria-pressed]').textContent") == "Pin this page"
    page.click(".bookmarks [aria-pressed]")
    page.until("document.querySelector('.bookmarks [aria-pressed=true]')?.textContent === 'Unpin this page'")
    page.visit(where["list"], width=390)
    page.click(".menu summary")
    assert page.until("document.querySelector('.bookmarks li a')?.textContent") == "Hollow Lantern"
    page.click(".bookmarks li a")
    page.until("location.pathname.endsWith('/hollow-lantern.html') && document.readyState === 'complete'")
    page.click(".menu summary")
    page.until("!!document.querySelector('.bookmarks [aria-label=\"Unpin Hollow Lantern\"]')")
    page.click(".bookmarks [aria-label='Unpin Hollow Lantern']")
    page.until("!!document.querySelector('.bookmarks [aria-pressed=false]')")


def test_the_menu_shares_the_page(page: Chromium, where: dict[str, Path]) -> None:
    """By what the device has for it; else the address is copied."""
    button = ".bookmarks > button:not([aria-pressed])"
    for has, label in (("share", "Share this page"), ("clipboard", "Copy the address of this page")):
        page.visit(where["entry"], width=390)
        keep = "{value: %s, configurable: true}"
        taken = "data => (window.sent = data.url || data, Promise.resolve())"
        share, clipboard = (taken, "null") if has == "share" else ("null", f"{{writeText: {taken}}}")
        page.run(f"Object.defineProperty(navigator, 'share', {keep % f'({share})'})")
        page.run(f"Object.defineProperty(navigator, 'clipboard', {keep % f'({clipboard})'})")
        page.click(".menu summary")
        assert page.until(f"document.querySelector('{button}')?.textContent") == label
        page.click(button)
        assert page.until("window.sent") == page.run("location.href")
    page.until(f"document.querySelector('{button}').textContent === 'Address copied'")


def test_a_wide_screen_is_used(page: Chromium, where: dict[str, Path]) -> None:
    """Contents beyond the text, and two columns beside a stat block; nothing is cut."""
    left = "(s => Math.round(document.querySelector(s).getBoundingClientRect().left))"
    page.visit(where["chapter"], width=1920)
    chapters, text, contents = (
        page.run(f"{left}('{place}')") for place in (".chap", "article", ".side nav:not(.chap)")
    )
    assert chapters < text < contents
    page.visit(where["entry"], width=1920)
    places = "[...document.querySelectorAll('.side-column > section')].map(s => s.getBoundingClientRect().left)"
    assert len(set(page.run(places))) == 2


def test_a_bare_entry_has_its_links_beside_it_on_a_wide_screen(page: Chromium, where: dict[str, Path]) -> None:
    """On others they stand below its stat block."""
    boxes = "['.stat-block', '.side-column'].map(s => document.querySelector(s).getBoundingClientRect().toJSON())"
    for width, beside in ((390, False), (1280, False), (1920, True)):
        page.visit(where["entry-bare"], width=width)
        block, side = page.run(boxes)
        assert side["height"] > 0
        assert (side["left"] >= block["right"], side["top"] >= block["bottom"]) == (beside, not beside), width


CROSSED = """[...document.querySelectorAll('.game')].flatMap(game => {
  const mark = game.querySelector('.mark').getBoundingClientRect(), text = document.createRange();
  return [...game.querySelectorAll('strong, .item-text, .size')].filter(part => {
    text.selectNodeContents(part);
    return [...text.getClientRects()].some(line => line.right > mark.left && line.left < mark.right
      && line.bottom > mark.top && line.top < mark.bottom);
  }).map(part => part.textContent)
})"""
"""Texts of games that their marks lie across."""
HERO = """(() => {
  const box = s => document.querySelector(s).getBoundingClientRect(), lead = document.querySelector(".hero .lead"),
    lines = document.createRange();
  lead.textContent = `${lead.textContent} `.repeat(3);
  document.querySelectorAll(".leaf .stat-block").forEach(block => { block.style.minHeight = "850px" });
  lines.selectNodeContents(lead);
  const leaves = [...document.querySelectorAll(".leaf")].map(e => e.getBoundingClientRect()).filter(r => r.width),
    ground = box(".hero");
  return {leaves: leaves.length,
    lead: Math.max(...[...lines.getClientRects()].map(r => r.right)) <= ground.left + ground.width * 0.6,
    screen: leaves.every(r => r.right <= innerWidth),
    search: leaves.every(r => r.bottom <= box(".search-place").top),
    slant: leaves.every(r => r.bottom <= ground.bottom - 64 * r.right / ground.width)};
})()"""
"""Whether long cards of the first page are whole, and a long summary ends before the slanted ground at its right."""


def test_no_white_shines_through_at_the_turned_edge_of_a_card(
    page: Chromium, where: dict[str, Path], tmp_path: Path
) -> None:
    """What lies on the edge of its dark head is as dark; white has green in it, the ground and its stripe have not."""
    page.visit(where["home"], width=1280)
    edge = page.run("""(() => {
      const leaf = document.querySelector('.leaf + .leaf'), turned = new DOMMatrix(getComputedStyle(leaf).transform),
        fan = leaf.offsetParent.getBoundingClientRect();
      return [...Array(80).keys()].map(y => {
        const point = turned.transformPoint({x: 0, y: y + 10});
        return [Math.round(fan.left + point.x), Math.round(fan.top + point.y)] }) })()""")
    page.picture(tmp_path / "home.png")
    pixel = Image.open(tmp_path / "home.png").convert("RGB").getpixel
    assert max(pixel((x + beside, y))[1] for x, y in edge for beside in (-1, 0, 1)) < 50


def test_the_head_of_the_first_page_cuts_no_card_and_crosses_no_text(page: Chromium, where: dict[str, Path]) -> None:
    for width, leaves in ((640, 0), (820, 0), (1000, 2), (1280, 2), (1920, 2)):
        page.visit(where["home"], width=width)
        whole = {"leaves": leaves, "lead": True, "screen": True, "search": True, "slant": True}
        assert page.run(HERO) == whole, width
    for width in (320, 390, 601, 640, 700, 901, 1000, 1080, 1280):
        page.visit(where["home"], width=width)
        assert page.run(CROSSED) == [], width
    colours = "[...document.querySelectorAll('.leaf *')].map(e => getComputedStyle(e).color)"
    light = page.run(colours)
    page.visit(where["home"], width=1920, dark=True)
    assert page.run(colours) == light != [], "cards are white paper in the dark as well"
