"""Bytes kept on disk by digest, for what takes long to make: PDFs, and templates as Jinja compiles them.

Nothing in it is ever needed: a broken, missing or unwritable cache only costs time.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket, BytecodeCache
from platformdirs import user_cache_path

FOLDER = "SHEETGEN_CACHE"
"""The variable of the environment that names another folder than the one that the system has for such things."""

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

    @classmethod
    def of_user(cls) -> Cache:
        """The cache in the folder that the user's system has for such things, or that `SHEETGEN_CACHE` names."""
        named = os.environ.get(FOLDER)
        return cls(Path(named) if named else user_cache_path("sheetgen", appauthor=False))

    def get(self, key: str) -> bytes | None:
        """The value kept under a digest; None where there is none or it is broken."""
        path = self._path(key)
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


class CompiledTemplates(BytecodeCache):
    """Templates as Jinja compiles them, kept in a cache.

    `parts` is all that decides it besides their text: how their environment is made, and what their filters do,
    since Jinja works out at once what does not change.
    """

    def __init__(self, cache: Cache, *parts: str) -> None:
        self._cache = cache
        self._parts = (jinja2.__version__, *parts)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill a bucket with what was kept for it, if anything; Jinja itself looks whether it fits the text."""
        kept = self._cache.get(self._key(bucket))
        if kept is not None:
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what a bucket holds."""
        self._cache.put(self._key(bucket), bucket.bytecode_to_string())

    def _key(self, bucket: Bucket) -> str:
        return digest("template", *self._parts, bucket.key, bucket.checksum)


def _checksum(value: bytes) -> bytes:
    return blake2b(value, digest_size=_CHECK).digest()
