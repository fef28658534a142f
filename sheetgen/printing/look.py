"""How a job should look, and what comes out of one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from sheetgen.blocks import Theme
from sheetgen.printing import assets
from sheetgen.printing.paper import PAPERS, Paper
from sheetgen.printing.press.workers import Workers


@dataclass(frozen=True)
class Look:
    """What all documents of one game share on paper.

    `ink` prints without filled areas and in black; `large` is large print (body of 14 points);
    `credits` names source and licence and stands in the foot and in the metadata; `folders` hold a
    ruleset's or campaign's own print templates, `css` its own rules, set after ours; `spoken` is what marks say
    when read aloud.
    """

    theme: Theme
    paper: Paper = PAPERS["a4"]
    ink: bool = False
    large: bool = False
    credits: str = ""
    author: str = ""
    language: str = "en"
    folders: tuple[Path, ...] = ()
    css: str = ""
    spoken: tuple[tuple[str, str], ...] = ()

    @property
    def game(self) -> str:
        """The glyph of the game's mark."""
        return assets.glyph(self.theme.mark) or assets.glyph(f"game-{self.theme.ruleset}")


@dataclass(frozen=True)
class PrintResult:
    """A finished PDF; `choice` says in words what was chosen (the grid of cards, the layout)."""

    pdf: bytes
    pages: int
    warnings: tuple[str, ...] = ()
    choice: str = ""


class Cache(Protocol):
    """Somewhere to keep bytes by the digest of what they were made from."""

    def get(self, digest: str, /) -> bytes | None:
        """What was put there, or nothing."""

    def put(self, digest: str, data: bytes, /) -> None:
        """Keep `data`."""


class NoCache:
    """Keeps nothing."""

    def get(self, digest: str, /) -> bytes | None:
        """Nothing."""
        return None

    def put(self, digest: str, data: bytes, /) -> None:
        """Forget `data`."""


def _silent(done: int, total: int) -> None:
    return None


@dataclass(frozen=True)
class Press:
    """Warm workers, a cache of finished pieces, and someone to tell of progress (done, total)."""

    workers: Workers = field(default_factory=Workers)
    cache: Cache = field(default_factory=NoCache)
    progress: Callable[[int, int], None] = _silent

    def close(self) -> None:
        """Stop the workers."""
        self.workers.close()

    def __enter__(self) -> Press:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()
