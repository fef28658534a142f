"""The web server of a preview: files of the site, and a stream of events about new builds."""

from __future__ import annotations

import gzip
import hmac
import ipaddress
import json
import mimetypes
import secrets
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote, unquote, urlsplit

from pydantic import ValidationError

from sheetgen.serve.boards import BoardNews
from sheetgen.serve.preview import DrawingError, Preview, address
from sheetgen.serve.saving import FileChange, NotSavedError, SavedFolder
from sheetgen.site.assets import live_script
from sheetgen.text.source import LARGEST_FILE

EVENTS = "/__events"
LIVE = "/__live.js"
SAVE, BOARD, TOKEN = "/__save", "/__board", "X-Sheetgen-Token"
"""Where a page of this server sends a change of its entry, and how its fight stands; the header with what only such a
page knows."""
MASTER, COOKIE = "gm", "sheetgen-gm"
"""What the address of the game master's other devices ends in, and the cookie that they keep of it."""
TEXTUAL = {"text/html", "text/css", "text/javascript", "application/json", "image/svg+xml"}
"""Types of content that are sent compressed, for the phone at the other end of a slow network."""
ASSETS = "assets/"
"""The folder of what hardly ever changes, and is asked for by every page."""
SMALL, LEVEL = 1000, 5
"""From how many bytes packing pays, and how hard it tries (of 9)."""


def server(preview: Preview, host: str, port: int) -> ThreadingHTTPServer:
    """A web server for the preview; port 0 takes any free one. Raises `OSError` where the port is taken."""

    class Handler(_Handler):
        pass

    Handler.preview = preview
    Handler.local = _is_local(host)
    Handler.token = secrets.token_urlsafe() if Handler.local and not preview.options.player else ""
    Handler.master = preview.boards.token
    http = ThreadingHTTPServer((host, port), Handler)
    http.daemon_threads = True
    return http


@contextmanager
def serving(preview: Preview, host: str, port: int) -> Iterator[str]:
    """Serve the preview while the body runs; gives the address. Raises `OSError` where the port is taken."""
    http = server(preview, host, port)
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
    thread.start()
    address = f"http://{_named(host)}:{http.server_address[1]}/"
    if preview.boards.token and not _is_local(host):
        preview.report(f"The game master's other devices open {address}?{MASTER}={preview.boards.token}")
    try:
        yield address
    finally:
        preview.close()
        http.shutdown()
        http.server_close()
        thread.join()


def _named(host: str) -> str:
    """A host as others on the network may open it: for all addresses of this machine, the one that leads out."""
    if host not in ("0.0.0.0", "::", ""):
        return f"[{host}]" if ":" in host else host
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address of documentation (RFC 5737): nothing is sent
        return str(probe.getsockname()[0])
    return "127.0.0.1"


def _is_local(host: str) -> bool:
    """Whether a name or number is that of this machine itself."""
    try:
        return host == "localhost" or ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class _Handler(BaseHTTPRequestHandler):
    preview: Preview
    local: bool
    token: str
    """What a page must send that saves; empty where none may."""
    master: str
    """What a page must send that shares a fight with the game master's other devices; empty where none may."""
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
        if self._is_foreign():
            self._send(HTTPStatus.FORBIDDEN, "text/plain", b"This preview is for this machine only.")
        elif self.master and query == f"{MASTER}={self.master}":
            self._remember_master(path)
        elif path == EVENTS:
            self._stream(query)
        elif path == LIVE:
            self._send(HTTPStatus.OK, "text/javascript", live_script())
        else:
            self._file(path)

    def _is_foreign(self) -> bool:
        """Whether some other site's name was made to lead here, or a page of another site asks for something within it
        (Fetch Metadata); what it asks for may hold the GM's secrets."""
        fetch = {name: self.headers.get(f"Sec-Fetch-{name}", "") for name in ("Site", "Mode", "Dest")}
        own = fetch["Site"] in ("", "none", "same-origin") or (fetch["Mode"], fetch["Dest"]) == ("navigate", "document")
        return not own or (self.local and not _is_local((self.headers.get("Host") or "localhost").rsplit(":", 1)[0]))

    def _is_master(self) -> bool:
        """Whether who asks is the game master: on this machine, or by the cookie of their other devices."""
        cookies = (self.headers.get("Cookie") or "").split("; ")
        known = any(hmac.compare_digest(it.encode(), f"{COOKIE}={self.master}".encode()) for it in cookies)
        return bool(self.master) and (self.local or known)

    def _remember_master(self, path: str) -> None:
        """Have a device keep that it is the game master's, and lead it to the page without that in its address."""
        self.send_response(HTTPStatus.SEE_OTHER)
        self.send_header("Location", quote(path) or "/")
        self.send_header("Set-Cookie", f"{COOKIE}={self.master}; Path=/; HttpOnly; SameSite=Strict")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_POST(self) -> None:
        """Save a change of an entry into its file, or share how a fight stands."""
        self.close_connection = True
        path, page = (unquote(part) for part in urlsplit(self.path)[2:4])
        expected = {SAVE: self.token, BOARD: self.master}.get(path, "")
        given, origin = self.headers.get(TOKEN, ""), self.headers.get("Origin")
        own = origin in (None, f"http://{self.headers.get('Host')}") and not self._is_foreign()
        known = expected and hmac.compare_digest(given.encode(), expected.encode())
        if not (own and known) or self.headers.get("Content-Type") != "application/json":
            return self._send(HTTPStatus.FORBIDDEN, "text/plain", b"only a page of this preview may save")
        content = self.rfile.read(self._length())
        return self._save(content) if path == SAVE else self._share(address(page), content)

    def _share(self, page: str, content: bytes) -> None:
        try:
            news = BoardNews.model_validate_json(content)
        except ValidationError:
            self._send(HTTPStatus.BAD_REQUEST, "text/plain", b"this is no fight")
        else:
            known = self.preview.has_page(page)
            if known:
                self.preview.boards.share(page, news)
            self._send(
                HTTPStatus.OK if known else HTTPStatus.NOT_FOUND, "text/plain", b"shared" if known else b"no page"
            )

    def _save(self, content: bytes) -> None:
        try:
            change = FileChange.model_validate_json(content)
            SavedFolder(self.preview.root).save(change)
        except ValidationError:
            self._send(HTTPStatus.BAD_REQUEST, "text/plain", b"this is no change of a file")
        except NotSavedError as error:
            self._send(HTTPStatus.CONFLICT, "text/plain", str(error).encode())
        else:
            self._send(HTTPStatus.OK, "text/plain", b"saved")

    def _length(self) -> int:
        """The bytes that a request brings along; none where it does not say, or brings more than a file may have."""
        written = self.headers.get("Content-Length", "")
        length = int(written) if written.isascii() and written.isdigit() and len(written) < 10 else 0
        return length if length <= 2 * LARGEST_FILE else 0

    def do_HEAD(self) -> None:
        """The same without its content."""
        self.do_GET()

    def _file(self, path: str) -> None:
        try:
            content = self.preview.file(path)
            if content is not None:
                tag = f'W/"{blake2b(content, digest_size=16).hexdigest()}"' if address(path).startswith(ASSETS) else ""
                self._send(HTTPStatus.OK, mimetypes.guess_type(path)[0] or "text/html", content, tag)
            elif self.preview.is_folder(path):
                self.send_response(HTTPStatus.MOVED_PERMANENTLY)
                self.send_header("Location", f"/{quote(path.strip('/'))}/")
                self.send_header("Content-Length", "0")
                self.end_headers()
            else:
                missing = self.preview.file("404.html") or self._mistakes_page(self.preview.mistakes)
                self._send(HTTPStatus.NOT_FOUND, "text/html", missing)
        except DrawingError as error:
            self._send(HTTPStatus.INTERNAL_SERVER_ERROR, "text/html", self._mistakes_page(str(error)))

    def _send(self, status: HTTPStatus, kind: str, content: bytes, tag: str = "") -> None:
        """Send an answer; one with an entity tag is kept by browsers, and not sent again to one that has it."""
        if tag and self.headers.get("If-None-Match") == tag:
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self._send_how_to_keep(tag)
            self.end_headers()
            return
        if kind == "text/html":
            content = self._live(content)
        packed = len(content) > SMALL and kind in TEXTUAL and "gzip" in self.headers.get("Accept-Encoding", "")
        if packed:
            content = gzip.compress(content, LEVEL, mtime=0)
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Vary", "Accept-Encoding")
        self.send_header("Content-Length", str(len(content)))
        self._send_how_to_keep(tag)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _send_how_to_keep(self, tag: str) -> None:
        if tag:
            self.send_header("ETag", tag)
        self.send_header("Cache-Control", "no-cache" if tag else "no-store")

    def _mistakes_page(self, text: str) -> bytes:
        escaped = escape(text or "The first build is running.")
        return f"<!doctype html><title>sheetgen</title><body><pre>{escaped}</pre></body>".encode()

    def _live(self, page: bytes) -> bytes:
        token = f' data-token="{self.token}"' if self.token else ""
        token += f' data-board="{self.master}"' if self._is_master() else ""
        script = f'<script src="{LIVE}" data-epoch="{self.preview.epoch}"{token}></script>'.encode()
        return page.replace(b"</body>", script + b"</body>") if b"</body>" in page else page + script

    def _stream(self, page: str) -> None:
        self.close_connection = True
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        sent, master = None, self._is_master()
        for epoch, mistakes, news in self.preview.events(address(page)) if self.command != "HEAD" else ():
            self.wfile.write(_event(epoch, mistakes))
            if news is not None and news is not sent:
                self.wfile.write(f"event: board\ndata: {news.text(master)}\n\n".encode())
                sent = news

    def log_message(self, format: str, *args: object) -> None:
        """Requests are not logged."""


def _event(epoch: int, mistakes: str) -> bytes:
    return f"data: {json.dumps({'epoch': epoch, 'mistakes': mistakes})}\n\n".encode()
