"""Fixtures that every test may use."""

from __future__ import annotations

import gc
import os
import shutil
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import settings
from longest import place
from samples import ROOT

from sheetgen.build import Options, build
from sheetgen.print.engine.pool import Workers
from sheetgen.print.engine.session import PrintSession
from sheetgen.text.cache import Cache
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import SourceFile

# A loaded machine is slow now and then; how long an example takes says nothing.
settings.register_profile("sheetgen", deadline=None)
settings.load_profile("sheetgen")

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""Names under which a Chromium may be installed."""

HEADLESS = ("chromium-headless-shell", "chrome-headless-shell", *CHROMIUMS)
"""Browsers that tests drive: one that is made without windows first, which takes little more than half the time."""

PATIENCE = 300
"""Seconds in which another process builds the site, on a loaded machine too."""

Project = Callable[[Mapping[str, str]], Path]


def chromium(names: Sequence[str] = CHROMIUMS) -> str | None:
    """The path of the first browser of these names, where there is one."""
    return next((path for name in names if (path := shutil.which(name))), None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="Write golden files anew instead of comparing with them.")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Hold a text against a file of `tests/golden`; with --update, write it there."""

    def hold(name: str, text: str) -> None:
        path = Path(__file__).parent / "golden" / name
        if request.config.getoption("--update"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.is_file(), f"there is no {name}: run pytest with --update"
        expected = path.read_text("utf-8")
        assert text.splitlines() == expected.splitlines(), f"{name} differs: look at why, then run pytest with --update"

    return hold


def pytest_collection_finish() -> None:
    """What tests are made of stays: without looking at it, and seldom at the rest, garbage is found in less time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Each process of a run begins with other files: what one has compiled, the others take from its cache."""
    report = yield
    number, count = (os.environ.get(f"PYTEST_XDIST_WORKER{end}", "0").removeprefix("gw") for end in ("", "_COUNT"))
    if isinstance(collector, pytest.Directory) and int(count):
        begin = len(report.result) * int(number) // int(count)
        report.result = report.result[begin:] + report.result[:begin]
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: (place(item.path.stem), item.path))
    if chromium(HEADLESS) is not None:
        return
    skip = pytest.mark.skip(reason="needs Chromium: install the package chromium-headless-shell or chromium")
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(skip)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [
        report for report in terminalreporter.stats.get("skipped", []) if "needs Chromium" in str(report.longrepr)
    ]
    if skipped:
        terminalreporter.write_line(f"Browser tests left out because Chromium is not installed: {len(skipped)}")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Write a small project from texts, by path, into an empty folder; answers with the folder."""

    def write(files: Mapping[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
        return tmp_path

    return write


@pytest.fixture
def source() -> Callable[[str], SourceFile]:
    """Make a source file from a text, without a file on disk."""

    def make(text: str, name: str = "a.yaml") -> SourceFile:
        return SourceFile(Path(name), name, text)

    return make


@pytest.fixture
def diagnostics() -> Diagnostics:
    """An empty collector."""
    return Diagnostics()


@pytest.fixture(scope="session")
def session() -> Iterator[PrintSession]:
    """Warm engines for all tests of a process; what was printed before by the same program comes from the cache."""
    with PrintSession(Workers(2), Cache.of_user()) as warm:
        yield warm


@pytest.fixture(scope="session", autouse=True)
def warm_engines(session: PrintSession) -> Iterator[None]:
    """Commands, builds and tests share the engines of a process, unless they say how many they want."""
    begin, end, shared = Workers.__init__, Workers.close, vars(session.workers)

    def begin_or_share(workers: Workers, count: int | None = None) -> None:
        begin(workers, count)
        if count is None:
            vars(workers).update(shared)

    def end_if_own(workers: Workers) -> None:
        if workers is session.workers or vars(workers) != shared:
            end(workers)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Workers, "__init__", begin_or_share)
        patch.setattr(Workers, "close", end_if_own)
        yield


@pytest.fixture(scope="session")
def whole_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of this repository's own games: the first process of a run of the tests that asks for it builds it."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "whole-site"
    try:
        folder.mkdir()
    except FileExistsError:
        ready, until = folder / "ready", time.monotonic() + PATIENCE
        while not ready.exists():
            assert time.monotonic() < until, "the process that builds the site has failed"
            time.sleep(0.1)
    else:
        assert build(Options(ROOT / "content", folder / "site", pdf=False)).published
        (folder / "ready").touch()
    return folder / "site"


@pytest.fixture(scope="session")
def browser_path() -> str:
    """The path of Chromium; use together with the marker `browser`."""
    path = chromium(HEADLESS)
    assert path is not None, "mark the test with @pytest.mark.browser"
    return path
