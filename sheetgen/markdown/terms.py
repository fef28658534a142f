"""Names that are linked of themselves, and where a text uses them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

_PART = re.compile(r"\w+|\s+|[^\w\s]")
_GOES_ON = re.compile(r"[\w-]")
_END = ""
"""The key of the names that end at a node of the tree."""


def spelling(name: str) -> str:
    """A name with single spaces, as names are compared."""
    return re.sub(r"\s+", " ", name)


@dataclass(frozen=True)
class TermNames:
    """Names of terms. One with capitals is used only where a text has these capitals ("One More", not "one more")."""

    names: frozenset[str]

    @cached_property
    def _tree(self) -> dict[str, Any]:
        """The names part by part, so that a text is read once however many names there are."""
        tree: dict[str, Any] = {}
        for name in self.names:
            node = tree
            for part in _PART.findall(name):
                node = node.setdefault(part.lower(), {})
            node[_END] = (*node.get(_END, ()), name)
        return tree

    def uses(self, text: str) -> Iterator[tuple[int, int]]:
        """Where a text uses names, from left to right: start and end, of the longest where several begin alike."""
        parts = [*_PART.finditer(text)]
        keys = [" " if part[0].isspace() else part[0].lower() for part in parts]
        done = 0
        for number, key in enumerate(keys):
            start = parts[number].start()
            if key not in self._tree or start < done or (start and _GOES_ON.match(text, start - 1)):
                continue
            if end := self._end(text, parts, keys, number):
                done = end
                yield start, end

    def _end(self, text: str, parts: Sequence[re.Match[str]], keys: Sequence[str], first: int) -> int:
        """Where the longest name that begins with a part of the text ends; 0 where none does."""
        node, end = self._tree, 0
        for number in range(first, len(parts)):
            node = node.get(keys[number], {})
            if not node:
                break
            if _END in node and not _GOES_ON.match(text, parts[number].end()):
                used = spelling(text[parts[first].start() : parts[number].end()])
                end = parts[number].end() if used in node[_END] or used.lower() in node[_END] else end
        return end
