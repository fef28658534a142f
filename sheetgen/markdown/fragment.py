"""A stretch of Markdown and where it stands in its file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from sheetgen.text.source import SourceFile, Span
from sheetgen.yaml.positions import part


@dataclass(frozen=True)
class Fragment:
    """Markdown text and where it stands: from an offset of a file, or within one span as YAML writes it."""

    text: str
    file: SourceFile
    start: int
    fixed: Span | None = None
    """The span of the YAML value, for text that is not written as it stands: in quotes, or folded over lines."""
    depth: int = 0
    """In how many directives it stands."""
    is_first: bool = False
    """Whether it stands in the first directive of its name on its page, and in no other directive."""

    @cached_property
    def lines(self) -> Sequence[str]:
        """The text line by line."""
        return self.text.split("\n")

    @cached_property
    def _starts(self) -> Sequence[int]:
        return [0, *accumulate(len(line) + 1 for line in self.lines)]

    def span(self, line: int, column: int, length: int) -> Span:
        """The place of a stretch of the text, by line and column from 0."""
        if self.fixed is not None:
            return part(self.fixed, self.text, self._starts[min(line, len(self.lines))] + column, length)
        first = self.file.position(self.start)[0]
        start = self.file.offset(first + line, column + 1)
        return self.file.span(start, start + max(length, 1))

    def numbered(self, text: str) -> SourceFile:
        """Text from the beginning of this one as a file whose lines have the numbers that they have in the whole."""
        first = self.file.position(self.start)[0]
        return SourceFile(self.file.path, self.file.name, "\n" * (first - 1) + text)

    def part(self, text: str, line: int) -> Fragment:
        """The part of the text that begins on one of its lines, from 0."""
        first = self.file.position(self.start)[0]
        return Fragment(text, self.file, self.file.offset(first + line), self.fixed, self.depth)
