"""Long lists in a real browser: rows are drawn as they come into sight, filtered, sorted, compared, printed."""

from __future__ import annotations

import base64
import io
import re
from html import unescape
from pathlib import Path

import long_list
import pytest
import site_gallery
from chromium_pipe import Chromium
from pypdf import PdfReader

from sheetgen.site.list_order import sort_key
from sheetgen.site.long_lists import Listing
from sheetgen.views.pages import ListPage, ListRow

pytestmark = pytest.mark.browser

ROWS = 1200
LIST = "rose/shadows/index.html"
DRAWN = "[...document.querySelectorAll('.entries tbody tr:not(.gap)')]"
IN_SIGHT = (
    f"{DRAWN}.filter(tr => {{ const r = tr.getBoundingClientRect(); return r.bottom > 110 && r.top < innerHeight }})"
)
SETTLED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))))"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Listing[ListRow]]:
    folder = tmp_path_factory.mktemp("long")
    page = site_gallery.views(folder / "project")["list"]
    assert isinstance(page, ListPage)
    return folder / "site", long_list.write(folder / "site", page, ROWS, site_gallery.draw())


@pytest.fixture(scope="module")
def site(made: tuple[Path, Listing[ListRow]]) -> Path:
    return made[0]


@pytest.fixture(scope="module")
def names(made: tuple[Path, Listing[ListRow]]) -> list[str]:
    """All names in the order in which the list stands at first."""
    return [row.name for row in sorted(made[1].items, key=made[1].order)]


def scrolled(page: Chromium, to: str) -> None:
    page.run(f"scrollTo({{top: {to}, behavior: 'instant'}}); {SETTLED}")


def in_sight(page: Chromium) -> list[str]:
    return [str(name) for name in page.run(f"{IN_SIGHT}.map(tr => tr.querySelector('a').textContent)")]


@pytest.mark.parametrize("width", [390, 1280])
def test_rows_are_drawn_as_they_come_into_sight(page: Chromium, site: Path, names: list[str], width: int) -> None:
    page.visit(site, LIST, width=width)
    assert page.text("[data-shown]") == str(ROWS)
    assert page.run(f"{DRAWN}.length") < 120
    height = page.run("document.documentElement.scrollHeight")
    assert height > 40 * ROWS
    at = 0
    for part in (0.1, 0.102, 0.5, 0.49, 0.9):
        scrolled(page, f"{part} * document.documentElement.scrollHeight")
        seen = in_sight(page)
        at = names.index(seen[0])
        assert len(seen) > 2 and seen == names[at : at + len(seen)]
        assert abs(at / ROWS - part) < 0.06
        assert page.run(f"{IN_SIGHT}[0].ariaRowIndex") == str(at + 2)
        assert page.run(f"{DRAWN}.length") < 120
    assert page.run("document.querySelector('.entries').getAttribute('aria-rowcount')") == str(ROWS + 1)
    scrolled(page, "1e9")
    assert names[-1] in in_sight(page)
    assert page.run("document.documentElement.scrollWidth <= innerWidth") is True


def test_a_jump_draws_what_is_in_sight_and_then_what_is_around_it(page: Chromium, site: Path) -> None:
    """Each frame of very fast scrolling draws a window of rows, and no more."""
    page.visit(site, LIST)
    counts = page.run(
        "(async () => { await document.fonts.ready; await new Promise(done => setTimeout(done, 100));"
        " const counts = []; for (const to of [40000, 42000, 44000, 44000, 44000]) {"
        " scrollTo({top: to, behavior: 'instant'});"
        " await new Promise(done => requestAnimationFrame(() => setTimeout(done)));"
        f" counts.push([{IN_SIGHT}.length, {DRAWN}.length]) }} return counts }})()"
    )  # late fonts draw all anew
    whole = counts[-1][1]
    assert all(2 < seen <= drawn < 0.75 * whole for seen, drawn in counts[:3])


def test_rows_stay_where_they_are_while_others_are_drawn(page: Chromium, site: Path) -> None:
    """Up from a place that was jumped to, rows come into sight whose heights were not known."""
    page.visit(site, LIST)
    scrolled(page, "40000")
    moved = page.run(
        f"(async () => {{ const off = []; for (let n = 0; n < 40; n++) {{ const tr = {IN_SIGHT}[2],"
        " before = tr.getBoundingClientRect().top; scrollBy({top: -150, behavior: 'instant'});"
        f" await {SETTLED}; off.push(Math.abs(tr.getBoundingClientRect().top - before - 150)) }}"
        " return Math.max(...off) })()"
    )
    assert moved <= 1


def test_columns_keep_their_widths(page: Chromium, site: Path) -> None:
    page.visit(site, LIST)
    widths = "[...document.querySelectorAll('.entries thead th')].map(th => th.getBoundingClientRect().width)"
    before = page.run(widths)
    for place in ("9000", "50000"):
        scrolled(page, place)
        assert page.run(widths) == before
        over = f"{DRAWN}.flatMap(tr => [...tr.cells]).filter(c => c.scrollWidth > c.clientWidth + 1).length"
        assert page.run(over) == 0


def test_a_long_list_filters_and_sorts_as_a_short_one(page: Chromium, made: tuple[Path, Listing[ListRow]]) -> None:
    site, listing = made
    page.visit(site, f"{LIST}?q=lantern&tier=2..4")
    fitting = [
        row.name
        for row in sorted(listing.items, key=lambda row: sort_key(row.name))
        if "lantern" in row.name.lower() and 2 <= float(row.facets["tier"][0]) <= 4
    ]
    assert page.text("[data-shown]") == str(len(fitting)) and 0 < len(fitting) < ROWS
    page.click(".entries thead th:first-child button")
    scrolled(page, "0")
    assert page.run(f"{DRAWN}[0].querySelector('a').textContent") == fitting[0]
    page.click(".entries thead th:first-child button")
    scrolled(page, "0")
    assert page.run(f"{DRAWN}[0].querySelector('a').textContent") == fitting[-1]
    assert "sort=-name" in page.run("location.search")
    page.put(".name-filter input", "no such thing")
    assert page.run("document.querySelector('[data-none]').hidden") is False
    assert page.run(f"{DRAWN}.length") == 0


def test_the_focus_stays_in_its_row(page: Chromium, site: Path) -> None:
    page.visit(site, LIST)
    page.run("document.querySelectorAll('.entries tbody a')[2].focus()")
    href = page.run("document.activeElement.href")
    scrolled(page, "30000")
    assert page.run("document.activeElement.href") == href
    scrolled(page, "0")
    page.session("Tab")
    page.session("Tab")
    assert page.run("document.activeElement.closest('tr').ariaRowIndex") == "5"
    for _ in range(80):
        page.session("Tab")
    assert int(page.run("document.activeElement.closest('tr').ariaRowIndex")) == 45


def test_entries_far_apart_are_compared(page: Chromium, site: Path, names: list[str]) -> None:
    page.visit(site, LIST)
    page.click(".pick input")
    scrolled(page, "1e9")
    page.run(f"{IN_SIGHT}.at(-1).querySelector('.pick input').click()")
    page.click(".compare-bar button")
    heads = page.run("[...document.querySelectorAll('.compare thead th')].map(t => t.textContent)")
    assert heads == [names[0], names[-1]]
    scrolled(page, "0")
    assert page.run("document.querySelector('.entries .pick input').checked") is True


def test_a_reader_comes_back_to_the_same_row(page: Chromium, site: Path) -> None:
    """At the same place, to the half pixel that the script allows itself."""
    rows = f"{IN_SIGHT}.map(tr => [tr.dataset.id, tr.getBoundingClientRect().top])"
    page.visit(site, f"{LIST}?sort=-name")
    scrolled(page, "30000")
    page.wait(300)
    before = page.run(rows)
    page.leave(f"location = {(site / 'rose/shadows/list/2.html').as_uri()!r}")
    page.until("location.pathname.endsWith('/2.html') && document.readyState === 'complete'")
    page.leave("history.back()")
    page.until("location.search === '?sort=-name' && document.readyState === 'complete' && !!sheetgenRows")
    page.wait(200)
    after = page.run(rows)
    assert [row for row, _ in after] == [row for row, _ in before]
    assert max(abs(top - was) for (_, top), (_, was) in zip(after, before, strict=True)) < 0.6


def test_all_rows_are_printed_and_found(page: Chromium, site: Path, names: list[str]) -> None:
    page.visit(site, f"{LIST}?tier=2")
    count = int(page.text("[data-shown]"))
    leaves = PdfReader(
        io.BytesIO(base64.b64decode(page.send("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"]))
    ).pages
    text = " ".join(leaf.extract_text() for leaf in leaves)
    assert len(set(re.findall(r", \d+", text))) == count
    assert all("TIER" in leaf.extract_text().upper() for leaf in leaves)
    page.wait(100)
    assert page.run(f"{DRAWN}.length") < min(count, 120)
    page.send("Input.dispatchKeyEvent", type="rawKeyDown", key="f", code="KeyF", windowsVirtualKeyCode=70, modifiers=2)
    assert page.run(f"{DRAWN}.length") == count
    page.put(".name-filter input", "lantern")
    assert page.run(f"{DRAWN}.length") < count


def test_without_scripts_links_lead_from_page_to_page(page: Chromium, site: Path, names: list[str]) -> None:
    page.send("DOM.enable")
    seen: list[str] = []
    pages = [site / LIST, *(site / f"rose/shadows/list/{n}.html" for n in range(2, 99))]
    for path in filter(Path.is_file, pages):
        html = path.read_text("utf-8")
        seen += re.findall(r'<tr data-id="[^"]*"><th scope="row"><a href="[^"]*"><bdi>([^<]*)', html)
        assert path.stat().st_size < 150_000 and 'aria-current="page" title="' in html
    assert list(map(unescape, seen)) == names
    page.visit(site, LIST, scripts=False)
    root = page.send("DOM.getDocument", depth=0)["root"]["nodeId"]
    assert page.send("DOM.querySelectorAll", nodeId=root, selector="[data-parts] a")["nodeIds"]
    page.visit(site, "rose/shadows/list/2.html", width=390)
    assert page.run("document.documentElement.scrollWidth <= innerWidth") is True
    assert page.run("document.querySelector('[data-parts] [aria-current]').textContent") == "2"
