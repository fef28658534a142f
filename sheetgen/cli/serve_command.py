"""`serve`."""

from __future__ import annotations

import contextlib
import gc
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import click

from sheetgen.cli.app import Misuse
from sheetgen.cli.common import no_project, path_argument, player_option


@click.command()
@path_argument
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets a phone on the same network look.")
@player_option
def serve(path: Path, port: int, host: str, player: bool) -> None:
    """Show the site while you write: saved files are rebuilt, mistakes appear over the page.

    \b
    sheetgen serve my-campaign
    sheetgen serve my-campaign --port 0
    sheetgen serve --host 0.0.0.0 --player
    """
    gc.enable()
    from sheetgen.build import Options
    from sheetgen.model.project_file import ProjectError
    from sheetgen.print.engine.session import PrintSession
    from sheetgen.serve import Preview, serving, watch_and_rebuild, watched
    from sheetgen.text.cache import Cache

    try:
        folders = watched(path)
    except ProjectError as error:
        raise no_project(error) from None
    with _until_stopped() as stopped, PrintSession(cache=Cache.of_user()) as session:
        preview = Preview(Options(path, player=player, live=True), session, click.echo)
        try:
            with serving(preview, host, port) as address:
                click.echo(f"Serving on {address} until you press Ctrl-C.")
                preview.rebuild()
                watch_and_rebuild(preview, folders, stopped)
        except OSError as error:
            raise Misuse(
                f"port {port} of {host} cannot be used: {error.strerror}",
                "choose another with --port; 0 takes a free one",
            ) from None
    click.echo("Stopped.")


@contextlib.contextmanager
def _until_stopped() -> Iterator[threading.Event]:
    """Do something until the user or the system asks to end it, which sets the event, too.

    Where something is cleaned away, Python drops the interrupt after printing it: there the event alone says so.
    """
    stopped, print_dropped = threading.Event(), sys.unraisablehook

    def stop(number: int, frame: object) -> None:
        stopped.set()
        raise KeyboardInterrupt

    # Also when started in the background, where a shell has Ctrl-C ignored.
    for asked in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked, stop)
    sys.unraisablehook = lambda dropped: None if dropped.exc_type is KeyboardInterrupt else print_dropped(dropped)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            yield stopped
    finally:
        sys.unraisablehook = print_dropped
