"""The browser that the tests of this folder drive."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from chromium_pipe import Chromium


@pytest.fixture(scope="module")
def browser(browser_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """One browser for all tests of a module; what it keeps is kept from test to test, as with a reader."""
    with Chromium(browser_path, tmp_path_factory.mktemp("profile")) as page:
        yield page


@pytest.fixture
def page(browser: Chromium) -> Iterator[Chromium]:
    """The browser's page; what a test does with it must not leave an error on the console."""
    yield browser
    assert browser.problems() == []
