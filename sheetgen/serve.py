"""Live preview: the site from memory, rebuilt when a file is saved, with mistakes shown over the last good page.

PDFs are made when somebody asks for them. Only the loopback address is served unless another is given.
"""

from __future__ import annotations

import json
import mimetypes
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from watchfiles import watch

from sheetgen.assets import live_script
from sheetgen.build import Built, Options, build_in_memory
from sheetgen.printing.errors import PrintError
from sheetgen.printing.look import Press
from sheetgen.report import render_text

EVENTS = "/__events"
LIVE = "/__live.js"
WAIT = 20.0
"""Seconds after which a silent event stream says that it is still there."""


@dataclass
class Preview:
    """The last good site, its number, and the mistakes of the newest build."""

    options: Options
    press: Press
    told: Callable[[str], None] = lambda line: None
    built: Built | None = None
    epoch: int = 0
    mistakes: str = ""
    changed: threading.Condition = field(default_factory=threading.Condition)

    def rebuild(self) -> None:
        """Build anew; a build with mistakes keeps the last good pages."""
        built = build_in_memory(self.options)
        text = render_text(built.diagnostics) if len(built.diagnostics) else ""
        with self.changed:
            self.mistakes = text
            if not built.diagnostics.has_errors:
                self.built, self.epoch = built, self.epoch + 1
            self.changed.notify_all()
        self.told(text or f"built in {sum(built.timings.seconds.values()):.2f} s")

    def file(self, path: str) -> bytes | None:
        """A file of the site; a PDF is printed now. None where there is none."""
        built = self.built
        if built is None:
            return None
        name = path.lstrip("/") or "index.html"
        if name.endswith("/"):
            name += "index.html"
        return built.files.get(name) or self._pdf(built, name)

    def _pdf(self, built: Built, name: str) -> bytes | None:
        job = next((job for job in built.prints.jobs if job.path == name), None)
        try:
            return job.run(self.press).pdf if job else None
        except PrintError as error:
            self.told(str(error))
            return None

    def events(self) -> Iterator[tuple[int, str]]:
        """The number of the site and the mistakes: at once, and then whenever they change."""
        last: tuple[int, str] | None = None
        while True:
            with self.changed:
                if last == (self.epoch, self.mistakes):
                    self.changed.wait(WAIT)
                last = (self.epoch, self.mistakes)
            yield last


def server(preview: Preview, host: str, port: int) -> ThreadingHTTPServer:
    """A web server for the preview; port 0 takes any free one. Raises `OSError` where the port is taken."""

    class Handler(_Handler):
        pass

    Handler.preview = preview
    found = ThreadingHTTPServer((host, port), Handler)
    found.daemon_threads = True
    return found


def watch_and_rebuild(preview: Preview, folders: tuple[Path, ...], stop: threading.Event) -> None:
    """Rebuild whenever something below the folders is saved, until told to stop."""
    ignored = {".git", ".venv", ".sheetgen", "__pycache__", "site", "node_modules"}

    def wanted(change: object, path: str) -> bool:
        return not ignored & set(Path(path).parts)

    for _ in watch(*folders, watch_filter=wanted, stop_event=stop, debounce=60, step=20):
        preview.rebuild()


class _Handler(BaseHTTPRequestHandler):
    preview: Preview
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """A file of the site, or the stream of events."""
        path = unquote(urlsplit(self.path).path)
        if path == EVENTS:
            self._stream()
            return
        content = self.preview.file(path) if path != LIVE else live_script()
        status = HTTPStatus.OK
        if content is None:
            status, content = HTTPStatus.NOT_FOUND, self.preview.file("404.html") or self._waiting()
        kind = mimetypes.guess_type(path)[0] or "text/html"
        if kind == "text/html":
            content = self._live(content)
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)

    def _waiting(self) -> bytes:
        text = escape(self.preview.mistakes or "The first build is running.")
        return f"<!doctype html><title>sheetgen</title><body><pre>{text}</pre></body>".encode()

    def _live(self, page: bytes) -> bytes:
        script = f'<script src="{LIVE}" data-epoch="{self.preview.epoch}"></script>'.encode()
        return page.replace(b"</body>", script + b"</body>") if b"</body>" in page else page + script

    def _stream(self) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            for epoch, mistakes in self.preview.events():
                self.wfile.write(_event(epoch, mistakes))
                self.wfile.flush()
        except (BrokenPipeError, ConnectionError):
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Requests are not logged."""


def _event(epoch: int, mistakes: str) -> bytes:
    return f"data: {json.dumps({'epoch': epoch, 'mistakes': mistakes})}\n\n".encode()
