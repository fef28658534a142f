"""The policy of every page: it forbids nothing that sheetgen does, and stops what got into a page otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from chromium_pipe import Chromium
from small_game import GAME
from static_host import hosting

from sheetgen.build import Options, build

pytestmark = pytest.mark.browser

PAGES = (
    "index.html", "404.html", "search.html?q=otter", "tray.html", "small/index.html", "small/beasts/otter.html",
    "small/beasts/index.html", "small/rules.html", "small/rules/index.html", "small/rules/track.html",
    "small/rulings.html", "small/calculators.html", "small/print.html", "small/open.html",
)  # fmt: skip
INTRUDERS = """
<script>ran.push("script")</script>
<script src="data:text/javascript,ran.push('data')"></script>
<script src="https://elsewhere.invalid/x.js"></script>
<img src="x" onerror="ran.push('handler')">
<img src="https://elsewhere.invalid/x.png">
<style>body { color: rgb(1, 2, 3) !important }</style>
<link rel="stylesheet" href="data:text/css,body{background:rgb(1,2,3) !important}">
<iframe srcdoc="<script>parent.ran.push('frame')</script>"></iframe>
<iframe src="data:text/html,<script>parent.ran.push('frame')</script>"></iframe>
<object data="data:text/html,x"></object>
<base href="https://elsewhere.invalid/">
<svg><script>ran.push("svg")</script><a href="javascript:ran.push('link')"><text id="clicked">x</text></a></svg>
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("policy")
    table = "---\ntitle: Open\n---\n\n| a | b |\n|:--|--:|\n| 1 | 2 |\n"
    for name, text in {**GAME, "pages/open.md": table, "theme.css": "body { margin: 0 }\n"}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), "utf-8")
    assert not list(build(Options(root, pdf=False)).diagnostics)
    return root / "site"


@pytest.fixture(scope="module")
def host(site: Path) -> Iterator[str]:
    with hosting(site) as address:
        yield address


@pytest.mark.unpainted
def test_no_page_does_what_its_policy_forbids(page: Chromium, site: Path, host: str) -> None:
    for name in PAGES:
        for address in (f"{site.as_uri()}/{name}", f"{host}/{name}", f"{host}/sub/path/{name}"):
            page.style()
            page.open(address)
            assert page.until("document.documentElement.classList.contains('js') && self.sheetgenLoad && true")
            page.wait(50)
            assert page.problems() == [], address
    page.open(f"{host}/sub/path/small/nowhere/at/all.html")
    assert page.run("document.baseURI") == f"{host}/sub/path/"
    assert page.problems() == []


@pytest.mark.parametrize("over", ["file", "http"])
def test_what_pages_do_works(page: Chromium, site: Path, host: str, over: str) -> None:
    root = site.as_uri() if over == "file" else host
    page.style()
    page.open(f"{root}/search.html?q=otter")
    assert "Otter of Ill Repute" in page.until(
        "document.querySelector('main')?.textContent.match(/Otter of Ill Repute/)?.[0]"
    )
    page.open(f"{root}/small/calculators.html")
    page.run("[...document.querySelectorAll('summary')].forEach(one => one.click())")
    assert page.until("document.querySelector('.calc:not([inert]) .out b')?.textContent.length > 0")
    assert page.problems() == []


@pytest.mark.parametrize("over", ["file", "http"])
def test_what_got_into_a_page_does_not_run(page: Chromium, site: Path, host: str, over: str) -> None:
    text = (site / "small/beasts/otter.html").read_text("utf-8")
    changed = site / "small/beasts/changed.html"
    changed.write_text(text.replace('<main id="main"', f'{INTRUDERS}<main id="main"'), "utf-8")
    assert INTRUDERS in changed.read_text("utf-8")
    page.send("Page.addScriptToEvaluateOnNewDocument", source="self.ran = []")
    page.style()
    page.open(f"{site.as_uri() if over == 'file' else host}/small/beasts/changed.html")
    page.run("document.getElementById('clicked').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    page.wait(300)
    assert page.run("ran") == []
    style = "(s => [s.color, s.backgroundColor])(getComputedStyle(document.body))"
    assert "rgb(1, 2, 3)" not in page.run(style)
    assert "elsewhere" not in page.run("document.baseURI")
    assert (
        page.run(
            "performance.getEntriesByType('resource').filter(e => /elsewhere/.test(e.name) && e.transferSize).length"
        )
        == 0
    )
    assert len([problem for problem in page.problems() if "Content Security Policy" in problem]) >= 8
    page.events.clear()
