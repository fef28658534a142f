"""Live preview: the site from memory, rebuilt when a file is saved, with mistakes shown over the last good page.

The pages that somebody looks at are shown first, from a glimpse of the build; then the rest is built, and held against
what was shown. Pages and PDFs are drawn when somebody asks for them. Only the loopback address is served unless
another is given.
"""

from __future__ import annotations

import gc
import ipaddress
import json
import mimetypes
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from watchfiles import watch

from sheetgen.assets import live_script, templates_folder
from sheetgen.build import Built, Options, build_in_memory
from sheetgen.diagnostics import Diagnostics
from sheetgen.printing.look import Press
from sheetgen.printjobs import print_one
from sheetgen.project import ProjectError, find, read_project
from sheetgen.render import RenderError
from sheetgen.report import render_text
from sheetgen.shelf import Shelf, SupersededError
from sheetgen.site.plan import SEARCH

EVENTS = "/__events"
LIVE = "/__live.js"
WAIT = 20.0
"""Seconds after which a silent event stream says that it is still there."""
HEAD_START = 0.2
"""Seconds that a browser has the processor for itself, to draw a page shown ahead of the rest."""
UNWATCHED = frozenset({".git", ".venv", ".sheetgen", "__pycache__", "node_modules"})


class DrawingError(Exception):
    """A page or PDF that could not be drawn; the message is for people."""


@dataclass(frozen=True, eq=False)
class Glimpse:
    """The pages that somebody looks at, ahead of the rest of their build."""

    built: Built
    pages: Mapping[str, bytes]

    def file(self, name: str) -> bytes | None:
        """A page that was looked at, or what pages are dressed in; none of the rest, which is not built yet."""
        dress = name.startswith("assets/") and not name.startswith(SEARCH) and name in self.built.files
        return self.built.files[name] if dress else self.pages.get(name)

    def equals(self, built: Built) -> bool:
        """Whether a whole build gives the same pages."""
        return all(path in built.files and built.files[path] == content for path, content in self.pages.items())


@dataclass
class Preview:
    """The last good site, its number, and the mistakes of the newest build."""

    options: Options
    press: Press
    told: Callable[[str], None] = lambda line: None
    built: Built | None = None
    epoch: int = field(default_factory=lambda: int(time.time()))
    """Grows with every good build, from one start of the preview to the next, too."""
    mistakes: str = ""
    closed: bool = False
    changed: threading.Condition = field(default_factory=threading.Condition)
    shelf: Shelf = field(default_factory=Shelf)
    drawing: threading.Lock = field(default_factory=threading.Lock)
    glimpse: Glimpse | None = None
    """What is shown until the build under way is whole."""
    looking: Counter[str] = field(default_factory=Counter)
    """How many look at each page."""
    saved: threading.Event = field(default_factory=threading.Event)
    """Set when something was saved that no build has begun with."""

    def __post_init__(self) -> None:
        self.shelf.superseded = self.saved.is_set

    def rebuild(self) -> None:
        """Build anew, the pages first that somebody looks at; a build with mistakes keeps the last good pages.

        Where something else is saved meanwhile, the build is given up for the next one.
        """
        self.saved.clear()
        with suppress(SupersededError), _uncollected():
            if self._show_glimpse():
                self.saved.wait(HEAD_START)
            self._show_whole(*self._build())

    def _show_whole(self, built: Built | None, text: str) -> None:
        with self.drawing:
            shown = built is not None and self.glimpse is not None and _equal(self.glimpse, built)
        with self.changed:
            self.mistakes = text
            self.epoch += (built is not None or self.glimpse is not None) and not shown
            self.built, self.glimpse = built or self.built, None
            self.changed.notify_all()
        self.told(text or (f"built in {sum(built.timings.seconds.values()):.2f} s" if built else ""))

    def _show_glimpse(self) -> bool:
        """Show the pages that somebody looks at, where they can be drawn; what is wrong is told by the whole build."""
        pages = [page for page, count in self.looking.items() if count > 0]
        if self.built is None or not pages:
            return False
        with suppress(Exception):
            built = build_in_memory(self.options, shelf=self.shelf, looked_at=pages)
            if built.diagnostics.has_errors:
                return False
            glimpse = Glimpse(built, {page: built.files[page] for page in pages if page in built.files})
            with self.changed:
                self.glimpse, self.epoch, self.mistakes = glimpse, self.epoch + 1, _text(built)
                self.changed.notify_all()
            return True
        return False

    def _build(self) -> tuple[Built | None, str]:
        try:
            built = build_in_memory(self.options, shelf=self.shelf)
        except ProjectError as error:
            return None, str(error)
        except SupersededError:
            raise
        except Exception as error:
            # The preview outlives a bug, as it outlives a mistake: the next save may well build again.
            return None, f"This is a bug in sheetgen: {type(error).__name__}: {error}"
        return (None if built.diagnostics.has_errors else built), _text(built)

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
                glimpse = self.glimpse
                found = glimpse.file(name) if glimpse else None
            if found is not None:
                return found
            with self.changed:
                self.changed.wait_for(lambda: self.glimpse is None or self.closed)
                built = self.built
            if built is None:
                return None
            with self.drawing:
                return built.files[name] if name in built.files else self._pdf(built, name)
        except RenderError as error:
            raise DrawingError(f"{error.template}, line {error.line}: {error.message}") from None

    def _pdf(self, built: Built, name: str) -> bytes | None:
        diagnostics = Diagnostics()
        found = print_one(built.prints, name, self.press, diagnostics)
        if diagnostics.has_errors:
            raise DrawingError(render_text(diagnostics))
        return found

    def is_folder(self, path: str) -> bool:
        """Whether a path without a slash at its end is a folder of the site."""
        return self.built is not None and f"{path.strip('/')}/index.html" in self.built.files

    def events(self, page: str = "") -> Iterator[tuple[int, str]]:
        """The number of the site and the mistakes: at once, and then whenever they change; to who looks at a page."""
        last: tuple[int, str] | None = None
        self.looking[page] += bool(page)
        try:
            while not self.closed:
                with self.changed:
                    if last == (self.epoch, self.mistakes) and not self.closed:
                        self.changed.wait(WAIT)
                    last = (self.epoch, self.mistakes)
                yield last
        finally:
            self.looking[page] -= bool(page)


def address(path: str) -> str:
    """The address on the site of what is asked for by a path."""
    name = path.lstrip("/")
    return name + "index.html" if not name or name.endswith("/") else name


def _text(built: Built) -> str:
    return render_text(built.diagnostics) if len(built.diagnostics) else ""


def _equal(glimpse: Glimpse, built: Built) -> bool:
    try:
        return glimpse.equals(built)
    except RenderError:
        return False


def server(preview: Preview, host: str, port: int) -> ThreadingHTTPServer:
    """A web server for the preview; port 0 takes any free one. Raises `OSError` where the port is taken."""

    class Handler(_Handler):
        pass

    Handler.preview = preview
    Handler.local = _is_local(host)
    found = ThreadingHTTPServer((host, port), Handler)
    found.daemon_threads = True
    return found


@contextmanager
def serving(preview: Preview, host: str, port: int) -> Iterator[str]:
    """Serve the preview while the body runs; gives the address. Raises `OSError` where the port is taken."""
    found = server(preview, host, port)
    thread = threading.Thread(target=found.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
    thread.start()
    try:
        yield f"http://{host}:{found.server_address[1]}/"
    finally:
        preview.close()
        found.shutdown()
        found.server_close()
        thread.join()


def watched(path: Path) -> tuple[Path, ...]:
    """The folders whose files a project is made from. Raises `ProjectError`."""
    project = read_project(find(path), Diagnostics())
    games = [game.folder for game in project.games] if project else []
    found = dict.fromkeys(folder.resolve() for folder in (find(path).parent, *games, templates_folder()))
    return tuple(one for one in found if not any(one != other and one.is_relative_to(other) for other in found))


def is_source(path: Path, folders: tuple[Path, ...], output: Path | None) -> bool:
    """Whether a file below the folders is one that a site is made from, rather than part of the site itself."""
    if output is not None and path.is_relative_to(output):
        return False
    return any(path.is_relative_to(one) and not UNWATCHED & set(path.relative_to(one).parts) for one in folders)


def watch_and_rebuild(preview: Preview, folders: tuple[Path, ...], stop: threading.Event) -> None:
    """Rebuild whenever something below the folders is saved, until told to stop."""

    def wanted(change: object, path: str) -> bool:
        project = preview.built.project if preview.built else None
        return is_source(Path(path), folders, project.output.resolve() if project else None)

    ended = threading.Event()
    builder = threading.Thread(target=_rebuild_when_saved, args=(preview, ended))
    builder.start()
    try:
        for _ in watch(*folders, watch_filter=wanted, stop_event=stop, debounce=50, step=10):
            preview.saved.set()
    finally:
        ended.set()
        preview.saved.set()
        builder.join()


def _rebuild_when_saved(preview: Preview, ended: threading.Event) -> None:
    while preview.saved.wait() and not ended.is_set():
        preview.rebuild()


@contextmanager
def _uncollected() -> Iterator[None]:
    """Put the search for garbage off until a build is whole; what it leaves is not gone through at the next one."""
    gc.disable()
    try:
        yield
        gc.collect()
        gc.freeze()
    finally:
        gc.enable()


def _is_local(host: str) -> bool:
    """Whether a name or number is that of this machine itself."""
    try:
        return host == "localhost" or ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class _Handler(BaseHTTPRequestHandler):
    preview: Preview
    local: bool
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    """Otherwise each answer waits 40 ms for its beginning to be acknowledged."""

    def handle(self) -> None:
        """Answer until the browser goes away, be it in the middle of an answer."""
        with suppress(ConnectionError):
            super().handle()

    def do_GET(self) -> None:
        """A file of the site, or the stream of events."""
        path, query = (unquote(part) for part in urlsplit(self.path)[2:4])
        if self.local and not _is_local((self.headers.get("Host") or "localhost").rsplit(":", 1)[0]):
            # Some other site whose name was made to lead here; what it asks for may hold the GM's secrets.
            self._send(HTTPStatus.FORBIDDEN, "text/plain", b"This preview is for this machine only.")
        elif path == EVENTS:
            self._stream(query)
        elif path == LIVE:
            self._send(HTTPStatus.OK, "text/javascript", live_script())
        else:
            self._file(path)

    def do_HEAD(self) -> None:
        """The same without its content."""
        self.do_GET()

    def _file(self, path: str) -> None:
        try:
            content = self.preview.file(path)
            if content is not None:
                self._send(HTTPStatus.OK, mimetypes.guess_type(path)[0] or "text/html", content)
            elif self.preview.is_folder(path):
                self.send_response(HTTPStatus.MOVED_PERMANENTLY)
                self.send_header("Location", f"/{quote(path.strip('/'))}/")
                self.send_header("Content-Length", "0")
                self.end_headers()
            else:
                missing = self.preview.file("404.html") or self._told(self.preview.mistakes)
                self._send(HTTPStatus.NOT_FOUND, "text/html", missing)
        except DrawingError as error:
            self._send(HTTPStatus.INTERNAL_SERVER_ERROR, "text/html", self._told(str(error)))

    def _send(self, status: HTTPStatus, kind: str, content: bytes) -> None:
        if kind == "text/html":
            content = self._live(content)
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _told(self, text: str) -> bytes:
        shown = escape(text or "The first build is running.")
        return f"<!doctype html><title>sheetgen</title><body><pre>{shown}</pre></body>".encode()

    def _live(self, page: bytes) -> bytes:
        script = f'<script src="{LIVE}" data-epoch="{self.preview.epoch}"></script>'.encode()
        return page.replace(b"</body>", script + b"</body>") if b"</body>" in page else page + script

    def _stream(self, page: str) -> None:
        self.close_connection = True
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        for epoch, mistakes in self.preview.events(address(page)) if self.command != "HEAD" else ():
            self.wfile.write(_event(epoch, mistakes))

    def log_message(self, format: str, *args: object) -> None:
        """Requests are not logged."""


def _event(epoch: int, mistakes: str) -> bytes:
    return f"data: {json.dumps({'epoch': epoch, 'mistakes': mistakes})}\n\n".encode()
