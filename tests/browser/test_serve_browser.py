"""The live preview in a real browser: an edit appears where the reader is, mistakes lie over the last good page."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from chromium_pipe import Chromium
from projects import Write
from small_game import GAME

from sheetgen.build import Options
from sheetgen.print.engine.session import PrintSession
from sheetgen.serve import Preview, serving, watch_and_rebuild

pytestmark = pytest.mark.browser

TALE = GAME["beasts/otter.yaml"].replace("secret: It owes everybody money.", 'secret: "TALE"')


def otter(tale: str, tier: str = "2") -> dict[str, str]:
    text = TALE.replace("TALE", "\\n\\n".join([tale, *["A long story."] * 200]))
    return {"beasts/otter.yaml": text.replace("tier: 2", f"tier: {tier}")}


@pytest.fixture
def page(project: Write, chromium: Chromium) -> Iterator[Chromium]:
    """A browser that looks at the otter, in a preview that watches its folder."""
    folder, stop = project(GAME | otter("It owes money.")), threading.Event()
    chromium.renew()
    with PrintSession() as session:
        preview = Preview(Options(folder, live=True, pdf=False), session)
        with serving(preview, "127.0.0.1", 0) as address:
            preview.rebuild()
            watching = threading.Thread(target=watch_and_rebuild, args=(preview, (folder,), stop))
            watching.start()
            try:
                chromium.open(f"{address}small/beasts/otter.html")
                chromium.wait(300)
                yield chromium
            finally:
                stop.set()
                watching.join(20)


def until(page: Chromium, expression: str) -> None:
    """Wait until an expression holds; a page that is just loaded anew may have none of its objects yet."""
    for _ in range(100):
        try:
            if page.run(expression):
                return
            page.wait(50)
        except AssertionError:
            continue
    raise AssertionError(expression)


def test_an_edit_appears_and_the_reader_stays_at_the_same_place(project: Write, page: Chromium) -> None:
    page.run("scrollTo({top: 700, behavior: 'instant'})")
    project(otter("It owes a fish."))
    until(page, "document.body && document.body.textContent.includes('It owes a fish.')")
    until(page, "scrollY === 700")


def test_mistakes_lie_over_the_last_good_page_and_go_when_they_are_mended(project: Write, page: Chromium) -> None:
    project(otter("It owes a fish.", "high"))
    until(page, "!!document.querySelector('[role=alert]:not([hidden])')")
    alert = page.run("document.querySelector('[role=alert]').textContent")
    assert "beasts/otter.yaml:2:7" in alert
    assert page.run("document.body.textContent.includes('It owes money.')")
    project(otter("It owes two fish."))
    until(page, "document.body && document.body.textContent.includes('It owes two fish.')")
    until(page, "!document.querySelector('[role=alert]:not([hidden])')")


def test_an_entry_is_saved_from_its_page_which_follows(project: Write, page: Chromium) -> None:
    page.click("[data-edit]")
    until(page, "!!document.querySelector('.edit input[type=number]')")
    page.put(".edit input[type=number]", "4")
    until(page, "document.querySelector('.edit .state').textContent === 'Not saved: Tier.'")
    page.leave("document.querySelector('.edit .btn').click()")
    until(page, "document.querySelector('.stat-block .tier').textContent === 'Tier4'")
    until(page, "document.querySelector('.edit .state')?.textContent === 'Nothing is changed.'")
    assert page.run("sheetgen.load('drafts').then(drafts => !drafts)")
