"""Bytes kept on disk by digest, for what takes long to make: PDFs, pictures, compiled templates, finished runs.

Nothing in it is ever needed: a broken, missing or unwritable cache only costs time.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from platformdirs import user_cache_path

FOLDER = "SHEETGEN_CACHE"
"""The variable of the environment that names another folder than the one that the system has for such things."""
FRESH = "SHEETGEN_FRESH"
"""The variable of the environment that has everything made anew, and kept anew."""

LARGEST_CACHE = 500_000_000
"""Bytes that all kept values may take together before the ones used longest ago are dropped."""
_CHECK = 32
"""Bytes of digest before each kept value, to know a broken one."""


def digest(*parts: bytes | str) -> str:
    """A name for these parts, in this order; text counts as its UTF-8 bytes, yet differs from those bytes."""
    total = blake2b(digest_size=32)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        total.update(b"t" if isinstance(part, str) else b"b")
        total.update(len(data).to_bytes(8, "big"))
        total.update(data)
    return total.hexdigest()


@dataclass(frozen=True)
class Cache:
    """A folder of values by digest, bounded in size."""

    folder: Path
    largest: int = LARGEST_CACHE
    fresh: bool = False
    """Whether nothing that was kept is taken from it."""

    @classmethod
    def of_user(cls) -> Cache:
        """The cache in the folder that the user's system has for such things, or that `SHEETGEN_CACHE` names."""
        named = os.environ.get(FOLDER)
        folder = Path(named) if named else user_cache_path("sheetgen", appauthor=False)
        return cls(folder, fresh=bool(os.environ.get(FRESH)))

    def get(self, key: str) -> bytes | None:
        """The value kept under a digest; None where there is none or it is broken."""
        path = self._path(key)
        if self.fresh:
            return None
        try:
            stored = path.read_bytes()
        except OSError:
            return None
        value = stored[_CHECK:]
        if stored[:_CHECK] != _checksum(value):
            with suppress(OSError):
                path.unlink()
            return None
        with suppress(OSError):
            os.utime(path)
        return value

    def put(self, key: str, value: bytes) -> None:
        """Keep a value under its digest; a reader at the same time sees all of it or nothing."""
        path = self._path(key)
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=".part-")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_checksum(value) + value)
                Path(name).replace(path)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise

    def touch(self, key: str) -> bool:
        """Note that the value of a digest is used without reading it; whether there is one, broken or not."""
        try:
            os.utime(self._path(key))
        except (OSError, ValueError):
            return False
        return True

    def trim(self) -> int:
        """Drop the values used longest ago until the rest fits the bound; answers with the bytes dropped.

        Call it once at the end of a run: it looks at every kept value.
        """
        kept = sorted(self._kept_files(), key=lambda item: item[0], reverse=True)
        room, dropped = self.largest, 0
        for _, size, path in kept:
            room -= size
            if room < 0:
                with suppress(OSError):
                    path.unlink()
                    dropped += size
        return dropped

    def size(self) -> tuple[int, int]:
        """How many values are kept, and their bytes together."""
        sizes = [size for _, size, _ in self._kept_files()]
        return len(sizes), sum(sizes)

    def empty(self) -> None:
        """Drop every value."""
        for _, _, path in self._kept_files():
            with suppress(OSError):
                path.unlink()

    def _kept_files(self) -> list[tuple[int, int, Path]]:
        """When each kept value was last used, its size, and its file."""
        entries = []
        for path in self.folder.glob("??/*"):
            with suppress(OSError):
                status = path.stat()
                entries.append((status.st_mtime_ns, status.st_size, path))
        return entries

    def _path(self, key: str) -> Path:
        if len(key) < 8 or not key.isalnum() or not key.isascii():
            raise ValueError(f"{key!r} is not a digest")
        return self.folder / key[:2] / key[2:]


@contextmanager
def everything_anew(wanted: bool) -> Iterator[None]:
    """Take nothing from the user's cache meanwhile, here and in processes that start now, where that is wanted."""
    before = os.environ.get(FRESH, "")
    os.environ[FRESH] = "1" if wanted else before
    try:
        yield
    finally:
        os.environ[FRESH] = before


def _checksum(value: bytes) -> bytes:
    return blake2b(value, digest_size=_CHECK).digest()
