"""The state of printing from job to job: warm workers, a cache, a listener for progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from sheetgen.print.engine.pool import Workers


class ByteCache(Protocol):
    """A cache of bytes by the digest of what they were made from."""

    def get(self, digest: str, /) -> bytes | None:
        """The bytes of a digest, or None."""

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
class PrintSession:
    """Warm workers, a cache of finished pages, and a listener for progress (done, total)."""

    workers: Workers = field(default_factory=Workers)
    cache: ByteCache = field(default_factory=NoCache)
    progress: Callable[[int, int], None] = _silent

    def close(self) -> None:
        """Stop the workers."""
        self.workers.close()

    def __enter__(self) -> PrintSession:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()
