"""The browser that the tests of this folder drive."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from chromium_pipe import Chromium


@pytest.fixture(scope="session")
def chromium(browser_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """The one browser of a process of the tests."""
    with Chromium(browser_path, tmp_path_factory.mktemp("profile")) as page:
        yield page


@pytest.fixture(scope="module")
def browser(chromium: Chromium) -> Chromium:
    """A browser without a past; what it keeps is kept from test to test of a module, as with a reader."""
    chromium.renew()
    return chromium


@pytest.fixture
def page(browser: Chromium, request: pytest.FixtureRequest) -> Iterator[Chromium]:
    """The browser's page; what a test does with it must not leave an error on the console."""
    unpainted = request.node.get_closest_marker("unpainted") is not None
    if unpainted:
        browser.paint(False)
    yield browser
    if unpainted:
        browser.paint(True)
    assert browser.problems() == []
