"""Names that are linked of themselves, and where a text uses them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

_PART = re.compile(r"\w+|\s+|[^\w\s]")
_START = re.compile(r"(?<![\w-])(?:\w+|[^\w\s])")
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
                node = node.setdefault(_folded(part), {})
            node.setdefault(_END, set()).add(name)
        return tree

    def uses(self, text: str) -> Iterator[tuple[int, int]]:
        """Where a text uses names, from left to right: start and end, of the longest where several begin alike."""
        done = 0
        for first in _START.finditer(text):
            start = first.start()
            if start >= done and _folded(first[0]) in self._tree and (end := self._end(text, start)):
                done = end
                yield start, end

    def _end(self, text: str, start: int) -> int:
        """Where the longest name that begins at a place ends; 0 where none does."""
        node, end = self._tree, 0
        for part in _PART.finditer(text, start):
            node = node.get(_folded(part[0]), {})
            if not node:
                break
            if _END in node and not _GOES_ON.match(text, part.end()):
                used = spelling(text[start : part.end()])
                end = part.end() if {used, used.lower()} & node[_END] else end
        return end


def _folded(part: str) -> str:
    return " " if part.isspace() else part.lower()
