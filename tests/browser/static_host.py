"""A plain static host for the tests: a built site at / and at /sub/path/, its 404 page for all else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def parse_request(self) -> bool:
        # What is still connected when the host is gone hears nothing more.
        self.close_connection = isinstance(self.server, _Server) and self.server.gone
        return not self.close_connection and super().parse_request()

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix("/sub/path"))

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        body = (Path(self.directory) / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle(self) -> None:
        with suppress(ConnectionError):  # browsers hang up as they please
            super().handle()

    def log_message(self, format: str, *args: object) -> None:
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    gone = False


@contextmanager
def hosting(site: Path) -> Iterator[str]:
    """Serve a folder on a free port of this machine; the address, without a slash at its end."""
    server = _Server(("127.0.0.1", 0), partial(_Handler, directory=str(site)))
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.gone = True
        server.shutdown()
        server.server_close()
        thread.join(5)
