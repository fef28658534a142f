"""Templates as Jinja compiles them, kept on disk."""

from __future__ import annotations

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from sheetgen.text.cache import Cache, digest


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
