"""Links lead where they say, in the site of whole games: nothing grows while a reader is on the way."""

from __future__ import annotations

import json
import random
import re
from html import unescape
from pathlib import Path

import pytest
from chromium_pipe import Chromium

pytestmark = pytest.mark.browser

SCREENS = ((390, 844), (1280, 900))
SAMPLE = 200
FRAGMENT = re.compile(r'<a [^>]*?href="([^"#:]*)#([^"]+)"')
SETTLED = """async () => {
  const near = () => [...document.querySelectorAll('[data-calculator][inert]')].filter(form => {
    const box = form.getBoundingClientRect();
    return form.checkVisibility() && box.bottom > 0 && box.top < innerHeight;
  });
  for (let waited = 0; waited < 100 && near().length; waited++) await new Promise(done => setTimeout(done, 20));
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
"""Waits until every calculator on the screen has come to life."""


@pytest.fixture(scope="module")
def site(whole_site: Path) -> Path:
    return whole_site


def fragments(site: Path, seed: int) -> dict[Path, list[str]]:
    """A sample of all links of a game into the middle of a page, another for each seed: where they lead, by page."""
    targets = set()
    for page in (site / "persona").rglob("*.html"):
        links = FRAGMENT.findall(page.read_text("utf-8"))
        targets |= {((page.parent / unescape(to)).resolve() if to else page, unescape(into)) for to, into in links}
    kept = random.Random(seed).sample(sorted(pair for pair in targets if pair[1] != "main"), SAMPLE)
    return {page: [into for to, into in kept if to == page] for page in sorted({page for page, _ in kept})}


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_links_into_a_page_land_on_their_targets(page: Chromium, site: Path, width: int, height: int) -> None:
    wrong = []
    page.style(width, height, scale=0.2)
    page.open("about:blank")
    for path, into in fragments(site, width).items():
        page.open(f"{path.as_uri()}#{into[0]}")
        tops = page.run(
            f"""(async () => {{
              const settled = {SETTLED}, tops = [];
              for (const into of {json.dumps(into)}) {{
                if (tops.length) location.hash = into;
                await settled();
                tops.push(document.getElementById(decodeURIComponent(into)).getBoundingClientRect().top);
              }}
              return tops;
            }})()"""
        )
        wrong += [(path.name, name, top) for name, top in zip(into, tops, strict=True) if not -1 <= top <= height / 3]
    assert not wrong


HALF = {
    "actions": 14521, "advantage": 15255, "affinities": 6182, "ailments": 10834, "attacks": 21591,
    "conditions": 11028, "fate": 4992, "fights": 8032, "glossary": 2443, "injuries": 5533, "map-light": 10802,
    "movement": 13597, "one-more": 10900, "personas": 6152, "special-hits": 5748, "tests": 9033, "time": 2059,
    "wounds": 5303,
}  # fmt: skip
"""Half of the height that chapters had on a phone when their rules and examples stood open, in CSS pixels."""


@pytest.mark.parametrize("chapter", HALF)
def test_a_chapter_is_half_as_long_on_a_phone_and_a_link_opens_its_rules(
    page: Chromium, site: Path, chapter: str
) -> None:
    page.visit(site, f"persona/{chapter}.html", width=390)
    assert page.run("document.documentElement.scrollHeight") <= HALF[chapter]
    folded = page.run("[...document.querySelectorAll('.fold:has(details:not([open]))')].map(box => box.id)")
    if folded:
        page.run(f"location.hash = {json.dumps(folded[-1])}")
        page.until(f"document.querySelector('#{folded[-1]} .calc, #{folded[-1]} dl').checkVisibility()")


@pytest.mark.parametrize(
    ("game", "halves"),
    [
        ("action-dice", {"checks": 2212, "gaps": 1017, "scores": 1107}),
        ("blackout", {"basics": 3461, "glossary": 1244, "takedowns": 1398}),
        ("persona-classic", {"ailments": 1242, "attack-actions": 8470, "conditions": 2284, "gaps": 1068, "time": 1692}),
        ("world-shapers", {"beyond": 911, "cinematic": 5326, "rounds": 7686, "states": 1887}),
    ],
)
def test_short_chapters_are_half_as_long_on_a_phone_as_well(
    page: Chromium, site: Path, game: str, halves: dict[str, int]
) -> None:
    """Those that come closest to half of the height that they had."""
    for chapter, half in halves.items():
        page.visit(site, f"{game}/{chapter}.html", width=390)
        assert page.run("document.documentElement.scrollHeight") <= half, chapter


def test_a_calculator_takes_the_same_room_before_and_after(page: Chromium, site: Path) -> None:
    """One that stands open has its place from the start; one that is unfolded pushes nothing that is above it."""
    for rule, (width, height) in zip(("track", "hit", "damage"), (*SCREENS, SCREENS[0]), strict=True):
        page.visit(site, f"persona/rules/{rule}.html", width=width, height=height)
        before, after = page.run(
            f"""(async () => {{
              const settled = {SETTLED}, form = document.querySelector('[data-calculator]');
              const asleep = form.inert && form.offsetHeight;
              form.scrollIntoView();
              await settled();
              return [asleep, !form.inert && form.offsetHeight];
            }})()"""
        )
        assert before == after > 100, rule
    page.style(390, 844)
    page.open(f"{(site / 'persona/calculators.html').as_uri()}#rule-technical")
    page.until("!!document.querySelector('#rule-technical .calc:not([inert]) .out p')")
    assert 0 <= page.run("document.querySelector('#rule-technical').getBoundingClientRect().top") <= 844 / 3
    assert page.run("document.querySelectorAll('*').length") < 3000


def test_back_returns_to_the_place(page: Chromium, site: Path) -> None:
    seen = """(() => {
      const box = [...document.querySelectorAll('.rulebox')].find(box => box.getBoundingClientRect().bottom > 100);
      return [box.id, box.getBoundingClientRect().top];
    })()"""
    page.visit(site, "persona/calculators.html", width=390, height=844)
    page.run("scrollTo(0, 4200)")
    page.run(f"({SETTLED})()")
    rule, top = page.run(seen)
    page.leave("document.querySelector('.foot-links a').click()")
    page.until("!location.pathname.endsWith('calculators.html') && document.readyState === 'complete'")
    page.leave("history.back()")
    page.until("location.pathname.endsWith('calculators.html') && document.readyState === 'complete' && scrollY > 0")
    page.run(f"({SETTLED})()")
    again = page.run(f"document.getElementById({json.dumps(rule)}).getBoundingClientRect().top")
    assert abs(again - top) <= 32, rule


def test_a_rule_that_is_found_is_worked_out_where_it_is_found(page: Chromium, site: Path) -> None:
    damage = "document.querySelector('.search-calc .out p b')?.textContent"
    page.visit(site, "persona/wounds.html", width=390, height=844)
    page.run("document.querySelector('header form[data-search] input').focus()")
    page.type("falling damage")
    calculator = "document.querySelector('.search-calc summary')?.textContent"
    assert page.until(calculator) == "Calculator: Fall"
    page.run("document.querySelector('.search-calc summary').click()")
    assert page.until(damage) == "3"
    page.put(".search-calc input[type=number]", "12")
    assert page.until(f"{damage} === '12' && document.querySelector('.search-panel').matches(':popover-open')")
    assert page.run("getComputedStyle(document.querySelector('.search-calc .calc')).display") == "grid"
    page.visit(site, "search.html?q=falling+damage+game:persona")
    assert page.until(calculator) == "Calculator: Fall"
    page.run("document.querySelector('.search-calc summary').click()")
    assert page.until(damage) == "3"
    page.visit(site, "search.html?q=hollow+lantern")
    page.until("document.querySelectorAll('.search-results h2').length")
    assert not page.run(calculator)
    assert not page.problems()


def test_what_is_long_shows_how_it_begins_on_a_phone(page: Chromium, site: Path) -> None:
    """A press shows it whole, and so does whatever scrolls into it; wide screens, paper, no scripts have it whole."""
    table = "document.querySelector('.scroll[data-long]')"
    last = f"{table}.querySelector('tbody tr:last-of-type a')"
    page.visit(site, "persona/glossary.html", width=390, height=844)
    folded = page.run(f"{table}.clientHeight")
    assert 150 < folded <= 200 and page.run(f"{table}.scrollHeight > 400")
    rows = page.run(f"{table}.querySelectorAll('tbody tr').length")
    assert page.run(f"{table}.querySelector('button').textContent") == f"All {rows}"
    page.run(f"{table}.querySelector('button').click()")
    assert page.run(f"{table}.clientHeight === {table}.scrollHeight && {table}.querySelector('button').ariaExpanded")
    page.run(f"{table}.querySelector('button').click()")
    assert abs(page.run(f"{table}.clientHeight") - folded) <= 1  # a browser rounds it
    page.run(f"{last}.focus()")  # a search of the browser scrolls in the same way
    page.until(f"{table}.classList.contains('whole')")
    assert 0 < page.run(f"{last}.getBoundingClientRect().top") < 844
    page.visit(site, "persona/glossary.html", width=1280)
    assert page.run(f"{table}.clientHeight > 400 && !{table}.querySelector('button')")
    page.style(width=390)
    page.until(f"!!{table}.querySelector('button')")
    page.style(width=1280)
    assert page.run(f"{table}.clientHeight > 400 && !{table}.querySelector('button').checkVisibility()")
    page.style(width=390)
    page.send("Emulation.setEmulatedMedia", media="print")
    assert page.run(f"{table}.clientHeight > 400 && !{table}.querySelector('button').checkVisibility()")
    page.send("Emulation.setEmulatedMedia", media="")
    page.visit(site, "persona/glossary.html", width=390, scripts=False)
    assert page.run(f"{table}.clientHeight > 400")


COVERED = """[...document.querySelectorAll('.read-on')].flatMap(button => {
  const box = button.closest('.scroll, .first, ul, ol');
  const {bottom} = box?.getBoundingClientRect() ?? {}, {top} = button.getBoundingClientRect();
  return [...box?.querySelectorAll('a, summary') ?? []].filter(link => [...link.getClientRects()].some(
    line => line.top < Math.min(top, bottom) - 1 && line.bottom > top + 1)).map(link => link.textContent);
})"""
"""Links that lie in part under the button of the list, table or example that they are in."""


@pytest.mark.parametrize("chapter", ["attacks", "glossary", "wounds", "movement", "one-more", "tests"])
def test_no_link_lies_in_part_under_the_button_that_reads_on(page: Chromium, site: Path, chapter: str) -> None:
    for width in (390, 345):
        page.visit(site, f"persona/{chapter}.html", width=width, height=844)
        page.run("document.fonts.ready.then(() => 0)")
        page.wait(50)
        assert page.run(COVERED) == []
        assert page.run("[...document.querySelectorAll('.read-on')].some(b => b.checkVisibility())")
    page.style(width=390)  # a phone that is turned
    page.wait(50)
    assert page.run(COVERED) == []


def test_the_tab_key_leads_from_what_is_in_sight_to_the_button_that_reads_on(page: Chromium, site: Path) -> None:
    page.visit(site, "persona/glossary.html", width=390, height=844)
    table = "document.querySelector('.scroll[data-long]')"
    page.run(f"{table}.querySelector('td a').focus()")
    for _ in range(10):
        page.session("Tab")
        if page.run("document.activeElement.className") == "read-on":
            break
        assert page.run(f"{table}.contains(document.activeElement)")
    else:
        raise AssertionError("the button is not reached")
    assert not page.run(f"{table}.matches('.whole')")
    page.session("Enter")
    assert page.run(f"{table}.matches('.whole') && !{table}.querySelector('[tabindex]')")
    page.session("Enter")
    assert page.run(f"!{table}.matches('.whole') && !!{table}.querySelector('[tabindex]')")


def test_an_open_example_shows_how_it_begins_on_a_phone(page: Chromium, site: Path) -> None:
    page.visit(site, "persona/time.html", width=390, height=844)
    example = "document.querySelector('.example[open]')"
    button = f"{example}.querySelector('.read-on')"
    assert page.run(f"{example}.offsetHeight") == 160
    assert page.run(f"{button}.getBoundingClientRect().bottom <= {example}.getBoundingClientRect().bottom")
    page.run(f"{button}.click()")
    assert page.run(f"{example}.offsetHeight > 250 && {example}.clientHeight === {example}.scrollHeight")
    page.visit(site, "persona/time.html", width=1280)
    assert page.run(f"{example}.offsetHeight > 200 && {example}.clientHeight === {example}.scrollHeight")


def test_the_foot_of_a_page_is_a_line_on_a_phone(page: Chromium, site: Path) -> None:
    page.visit(site, "persona/time.html", width=390)
    licence = "document.querySelector('.foot [rel=license]')"
    assert page.run("document.querySelector('.foot').offsetHeight") < 60 and not page.run(
        f"{licence}.checkVisibility()"
    )
    page.run("document.querySelector('.foot summary').click()")
    assert page.run(f"{licence}.checkVisibility()")
    page.visit(site, "persona/time.html", width=1280)
    assert page.run(f"{licence}.checkVisibility() && !document.querySelector('.foot summary').checkVisibility()")


def test_the_contents_of_a_page_lie_over_it_on_a_phone(page: Chromium, site: Path) -> None:
    page.visit(site, "persona/time.html", width=390)
    height = page.run("document.documentElement.scrollHeight")
    page.run("document.querySelector('.folded-contents summary').click()")
    assert page.run("document.documentElement.scrollHeight") == height
    page.run("document.querySelector('.folded-contents li:last-child a').click()")
    assert page.until("!document.querySelector('.folded-contents').open && scrollY > 600")


def test_pages_of_a_game_with_a_font_of_its_own_take_one_file_of_it(page: Chromium, site: Path) -> None:
    """Of three: what titles and the lines between chapters have stands in the first, and other letters are large."""
    for path in ("blackout/effects.html", "blackout/index.html", "persona-classic/modifiers/blades.html"):
        page.visit(site, path, width=390)
        taken = page.run('[...document.fonts].filter(f => /^"?Own/.test(f.family)).map(f => f.status)')
        assert taken == ["loaded", "unloaded", "unloaded"], path


def test_what_a_phone_folds_is_measured_before_any_of_it_is_changed(page: Chromium, site: Path) -> None:
    """A page is laid out once for all that it folds, not once for each."""
    counted = """self.late = 0; const height = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollHeight');
      Object.defineProperty(Element.prototype, 'scrollHeight', {get() {
        if (this.matches('.body > *') && document.querySelector('.read-on')) late++;
        return height.get.call(this);
      }});"""
    script = page.send("Page.addScriptToEvaluateOnNewDocument", source=counted)["identifier"]
    page.visit(site, "persona/actions.html", width=390)
    page.send("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    assert page.until("document.querySelectorAll('.read-on').length > 3") and page.run("late") == 0
