"""The lists of a site read the query grammar, in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from chromium_pipe import Chromium
from queried_game import GAME, TABLE

from sheetgen.build import Options, build

pytestmark = pytest.mark.browser

SHOWN = "[...document.querySelectorAll('.entries tbody tr:not([hidden]) th a')].map(a => a.textContent)"
REMARKS = "document.querySelector('[data-remarks]').textContent"


def test_lists_read_the_grammar(page: Chromium, project: Callable[[Mapping[str, str]], Path], tmp_path: Path) -> None:
    assert build(Options(project(GAME), tmp_path / "out", pdf=False)).published
    here = {name for name, facets in TABLE["entries"].items() if facets["kind"] == ["Beast"]}
    page.visit(tmp_path / "out", "asked/beast/index.html")
    for case in TABLE["cases"]:
        if "kind:" in case["query"]:
            continue
        page.put(".name-filter input", case["query"])
        assert page.run(SHOWN) == [name for name in case["chosen"] if name in here], case
        assert page.run(REMARKS) or not (case.get("problems") or case.get("unknown")), case
    page.visit(tmp_path / "out", "asked/beast/index.html?tier=>=4&q=-weak:china")
    assert page.run(SHOWN) == ["Lantern Moth"]
