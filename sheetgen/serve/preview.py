"""The state of a preview: the last good site, a partial build of the next one, and the mistakes."""

from __future__ import annotations

import gc
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from sheetgen.build import Built, Options, build_in_memory
from sheetgen.model.project_file import ProjectError, find
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.plan.print_site import print_one
from sheetgen.processes import uncollected
from sheetgen.serve.boards import BoardNews, Boards
from sheetgen.site.planned_files import SEARCH
from sheetgen.templating.renderer import RenderError
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.memo import Memo, SupersededError
from sheetgen.text.report import render_text

WAIT = 20.0
"""Seconds after which a silent event stream says that it is still there."""
FIRST_PAINT_DELAY = 0.2
"""Seconds that a browser has the processor for itself, to draw a page shown ahead of the rest."""


class DrawingError(Exception):
    """A page or PDF that could not be drawn, with a message for users."""


@dataclass(frozen=True, eq=False)
class PartialBuild:
    """The pages open in browsers, ahead of the rest of their build."""

    built: Built
    pages: Mapping[str, bytes]

    def file(self, name: str) -> bytes | None:
        """An open page, or an asset; none of the rest, which is not built yet."""
        is_asset = name.startswith("assets/") and not name.startswith(SEARCH) and name in self.built.files
        return self.built.files[name] if is_asset else self.pages.get(name)

    def equals(self, built: Built) -> bool:
        """Whether a whole build gives the same pages."""
        return all(path in built.files and built.files[path] == content for path, content in self.pages.items())


@dataclass
class Preview:
    """The last good site, its number, and the mistakes of the newest build."""

    options: Options
    session: PrintSession
    report: Callable[[str], None] = lambda line: None
    built: Built | None = None
    epoch: int = field(default_factory=lambda: int(time.time()))
    """Grows with every good build, from one start of the preview to the next, too."""
    mistakes: str = ""
    closed: bool = False
    changed: threading.Condition = field(default_factory=threading.Condition)
    memo: Memo = field(default_factory=Memo)
    drawing: threading.Lock = field(default_factory=threading.Lock)
    partial_build: PartialBuild | None = None
    """The partial build that is shown until the build under way is whole."""
    looking: Counter[str] = field(default_factory=Counter)
    """The number of readers of each page."""
    saved: threading.Event = field(default_factory=threading.Event)
    """Set when something was saved that no build has begun with."""

    boards: Boards = field(init=False)
    _builder: int = 0
    """The thread that builds."""

    def __post_init__(self) -> None:
        self.boards = Boards(self.changed, "" if self.options.player else secrets.token_urlsafe())
        self.memo.superseded = self._is_superseded

    def rebuild(self) -> None:
        """Build anew, the open pages first; a build with mistakes keeps the last good pages.

        Where something else is saved meanwhile, the build is given up for the next one.
        """
        self.saved.clear()
        self._builder = threading.get_ident()
        with suppress(SupersededError), _uncollected():
            if self._show_partial_build():
                self.saved.wait(FIRST_PAINT_DELAY)
            self._show_whole(*self._build())

    def _is_superseded(self) -> bool:
        """Whether the build under way is given up; a page that is asked for meanwhile is drawn all the same."""
        return self.saved.is_set() and threading.get_ident() == self._builder

    def _show_whole(self, built: Built | None, text: str) -> None:
        with self.drawing:
            unchanged = built is not None and self.partial_build is not None and _equal(self.partial_build, built)
        with self.changed:
            self.mistakes = text
            self.epoch += (built is not None or self.partial_build is not None) and not unchanged
            self.built, self.partial_build = built or self.built, None
            self.changed.notify_all()
        self.report(text or (f"built in {sum(built.timings.seconds.values()):.2f} s" if built else ""))

    def _show_partial_build(self) -> bool:
        """Show the open pages, where they can be drawn; mistakes are reported by the whole build."""
        with self.changed:
            pages = [page for page, count in self.looking.items() if count]
        if self.built is None or not pages:
            return False
        with suppress(Exception):
            built = build_in_memory(self.options, memo=self.memo, visible_pages=pages)
            if built.diagnostics.has_errors:
                return False
            partial_build = PartialBuild(built, {page: built.files[page] for page in pages if page in built.files})
            with self.changed:
                self.partial_build, self.epoch, self.mistakes = partial_build, self.epoch + 1, _text(built)
                self.changed.notify_all()
            return True
        return False

    def _build(self) -> tuple[Built | None, str]:
        try:
            built = build_in_memory(self.options, memo=self.memo)
        except ProjectError as error:
            return None, str(error)
        except SupersededError:
            raise
        except Exception as error:
            # The preview outlives a bug, as it outlives a mistake: the next save may well build again.
            return None, f"This is a bug in sheetgen: {type(error).__name__}: {error}"
        return (None if built.diagnostics.has_errors else built), _text(built)

    @property
    def root(self) -> Path:
        """The folder that files are named from."""
        project = self.built.project if self.built else None
        return project.root if project else find(self.options.path).parent

    def close(self) -> None:
        """End all event streams."""
        with self.changed:
            self.closed = True
            self.changed.notify_all()

    def file(self, path: str) -> bytes | None:
        """A file of the site, drawn or printed now; None where there is none. Raises `DrawingError`."""
        name = address(path)
        try:
            with self.drawing:
                partial_build = self.partial_build
                content = partial_build.file(name) if partial_build else None
            if content is not None:
                return content
            with self.changed:
                self.changed.wait_for(lambda: self.partial_build is None or self.closed)
                built = self.built
            if built is None:
                return None
            with self.drawing:
                return built.files[name] if name in built.files else self._pdf(built, name)
        except RenderError as error:
            raise DrawingError(str(error)) from None

    def _pdf(self, built: Built, name: str) -> bytes | None:
        diagnostics = Diagnostics()
        pdf = print_one(built.prints, name, self.session, diagnostics)
        if diagnostics.has_errors:
            raise DrawingError(render_text(diagnostics))
        return pdf

    def has_page(self, name: str) -> bool:
        """Whether the site has a page or file of this address."""
        return self.built is not None and name in self.built.files

    def is_folder(self, path: str) -> bool:
        """Whether a path without a slash at its end is a folder of the site."""
        return self.built is not None and f"{path.strip('/')}/index.html" in self.built.files

    def events(self, page: str) -> Iterator[tuple[int, str, BoardNews | None]]:
        """The number of the site, the mistakes and the news of a page's board: at once, and whenever they change."""
        last: tuple[int, str, BoardNews | None] | None = None
        self._count_reader(page, 1)
        try:
            while not self.closed:
                with self.changed:
                    if last == (self.epoch, self.mistakes, self.boards.of(page)) and not self.closed:
                        self.changed.wait(WAIT)
                    last = (self.epoch, self.mistakes, self.boards.of(page))
                yield last
        finally:
            self._count_reader(page, -1)

    def _count_reader(self, page: str, more: int) -> None:
        with self.changed:
            self.looking[page] += more


def address(path: str) -> str:
    """The address on the site of what is asked for by a path."""
    name = path.lstrip("/")
    return name + "index.html" if not name or name.endswith("/") else name


def _text(built: Built) -> str:
    return render_text(built.diagnostics) if len(built.diagnostics) else ""


def _equal(partial_build: PartialBuild, built: Built) -> bool:
    try:
        return partial_build.equals(built)
    except RenderError:
        return False


@contextmanager
def _uncollected() -> Iterator[None]:
    """Put the search for garbage off until a build is whole; what it leaves is not gone through at the next one."""
    with uncollected():
        yield
        gc.collect()
        gc.freeze()
