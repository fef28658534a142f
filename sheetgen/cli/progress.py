"""Progress of long work: a bar on a terminal, silence elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sheetgen.print.engine.pool import Workers
from sheetgen.print.engine.session import PrintSession
from sheetgen.text.cache import Cache

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


@dataclass
class ProgressBar:
    """Shows the stage that is running, and how many pieces of print are done."""

    display: Progress | None = None
    task: TaskID | None = None
    session: PrintSession = field(default_factory=lambda: PrintSession(cache=Cache.of_user()))

    def stage(self, name: str) -> None:
        """A stage begins."""
        if self.display is not None and self.task is not None:
            self.display.update(self.task, description=name, completed=0, total=None)

    def pieces(self, done: int, total: int) -> None:
        """Some pieces of print are done."""
        if self.display is not None and self.task is not None:
            self.display.update(self.task, completed=done, total=total)


@contextmanager
def progress(quiet: bool, workers: Workers | None = None) -> Iterator[ProgressBar]:
    """A progress bar on standard error while a command works, if that is a terminal; it stops the workers."""
    bar = ProgressBar()
    bar.session = PrintSession(workers or Workers(), Cache.of_user(), bar.pieces)
    with bar.session:
        if quiet or not sys.stderr.isatty():
            yield bar
            return
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as display:
            bar.display, bar.task = display, display.add_task("project", total=None)
            yield bar
