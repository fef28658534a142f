"""Where in its file every key and value of a YAML document stands, found by path."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from sheetgen.text.source import SourceFile, Span
from sheetgen.yaml.scalars import Value

Step: TypeAlias = str | int
"""One step of a path: the key of a mapping, or the index in a list."""

_PROPERTIES = re.compile(r"(?:[&!][^\s,\[\]{}]*\s+)+")
_SPACE = " \t\r\n"
MOST_ALIKE = 500
"""Equal stretches of a text that are numbered."""
FURTHEST = 2_000
"""Characters that a text is walked along for one place in it, where it is not written as it reads."""


class WrittenValue(NamedTuple):
    """A value where it is written; from one its parts are had without a way through the whole document."""

    positions: Positions
    key: int
    """The record of its key; of an item of a list, its own."""
    record: int
    data: Value

    @property
    def bounds(self) -> tuple[int, int]:
        """Where it begins in its file, and where it ends."""
        return self.positions.bounds(self.record)

    @property
    def key_bounds(self) -> tuple[int, int]:
        """Where its key begins and ends."""
        return self.positions.bounds(self.key)

    def parts(self) -> Iterator[tuple[Step, WrittenValue]]:
        """Its items, or its values by their keys; none of a scalar."""
        positions, data = self.positions, self.data
        for step, (key, record) in positions.parts(self.record, data).items():
            yield step, WrittenValue(positions, key, record, data[step])  # type: ignore[index]


class Positions:
    """The offsets of all keys and values of one document, in the order in which they are written.

    Each is a record (start, end, number of records within, itself included) in three flat arrays: a
    large file has hundreds of thousands, and this is the form that costs least. The records of
    a mapping are key, value, key, value ... in the order of the keys of its data.
    """

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.data: Value = None
        self._starts = array("i")
        self._ends = array("i")
        self._sizes = array("i")
        self._children: dict[int, dict[Step, tuple[int, int]]] = {}

    @classmethod
    def nothing(cls, file: SourceFile) -> Positions:
        """The places of an empty file."""
        places = cls(file)
        places.leaf(0, 0)
        return places

    def __len__(self) -> int:
        return len(self._starts)

    def leaf(self, start: int, end: int) -> None:
        """Add a scalar."""
        self._starts.append(start)
        self._ends.append(end)
        self._sizes.append(1)

    def begin(self, start: int, end: int | None) -> int:
        """Add a list or mapping whose parts follow; the answer goes to `finish`.

        One without brackets has no `end`: it ends with its last part.
        """
        self.leaf(start, -1 if end is None else end)
        return len(self._starts) - 1

    def finish(self, record: int) -> None:
        """Say that all parts of a list or mapping were added."""
        self._sizes[record] = len(self._starts) - record

    def forget(self, record: int) -> None:
        """Take back everything that was added from this record on."""
        del self._starts[record:], self._ends[record:], self._sizes[record:]

    def forget_parts(self) -> None:
        """Free what was noted to find the parts of lists and mappings sooner."""
        self._children = {}

    def written(self, path: tuple[Step, ...]) -> WrittenValue:
        """The value at a path, or its nearest ancestor."""
        return WrittenValue(self, *self._find(path))

    def span(self, path: tuple[Step, ...]) -> Span:
        """The value at a path, or its nearest ancestor."""
        return self._span(self._find(path)[1])

    def key_span(self, path: tuple[Step, ...]) -> Span:
        """The key of the last step of a path; for an item of a list, the item."""
        return self._span(self._find(path)[0])

    def locate(self, path: tuple[Step, ...], offset: int) -> int:
        """The file offset of one character of the text at a path."""
        record, value = self._find(path)[1:]
        span = self._span(record)
        if isinstance(value, list | dict):
            return span.start
        if not isinstance(value, str) or span.text == value:
            return min(span.start + offset, max(span.start, span.end - 1))
        return _character(span, value, offset)

    def _find(self, path: tuple[Step, ...]) -> tuple[int, int, Value]:
        """The records of key and value, and the value, as far as the path goes."""
        key = record = 0
        value = self.data
        for step in path:
            inside = self._within(record, value).get(step)
            if inside is None:
                break
            key, record = inside
            value = value[step]  # type: ignore[index]
        return key, record, value

    def _within(self, record: int, value: Value) -> dict[Step, tuple[int, int]]:
        if record not in self._children:
            self._children[record] = self.parts(record, value)
        return self._children[record]

    def parts(self, record: int, value: Value) -> dict[Step, tuple[int, int]]:
        """The records of key and value of every part of a list or mapping."""
        parts: dict[Step, tuple[int, int]] = {}
        if not isinstance(value, list | dict):
            return parts
        at = record + 1
        for step in value if isinstance(value, dict) else range(len(value)):
            item = at + self._sizes[at] if isinstance(value, dict) else at
            parts[step] = (at, item)
            at = item + self._sizes[item]
        return parts

    def _span(self, record: int) -> Span:
        return Span(self.file, *self.bounds(record))

    def bounds(self, record: int) -> tuple[int, int]:
        """Where the key or value of a record begins and ends, without its anchor, its tag and the white after it."""
        start, end = self._starts[record], self._end(record)
        text = self.file.text
        properties = _PROPERTIES.match(text, start, end)
        if properties:
            start = properties.end()
        while end > start and text[end - 1] in _SPACE:
            end -= 1
        return start, end

    def _end(self, record: int) -> int:
        while self._ends[record] < 0:
            if self._sizes[record] == 1:  # every key of it was refused
                return self._starts[record] + 1
            part, after = record + 1, record + self._sizes[record]
            while part < after:
                record, part = part, part + self._sizes[part]
        return self._ends[record]


def part(span: Span, value: str, start: int, length: int) -> Span:
    """Where a stretch of a text is written, of which `span` is the written form, in whichever style.

    All of the span for a stretch that is not found in it, such as one that was put together elsewhere.
    """
    wanted, written = value[start : start + length], span.text
    if not wanted:
        return span
    before = value.count(wanted, 0, start)
    if before < MOST_ALIKE and value.count(wanted) == written.count(wanted):
        first = _nth(written, wanted, before)
        return Span(span.file, span.start + first, span.start + first + len(wanted))
    if start > FURTHEST:
        return span
    first = _character(span, value, start)
    place = Span(span.file, first, _character(span, value, start + len(wanted) - 1) + 1)
    return place if place.end <= span.end and place.text.split() == wanted.split() else span


def _nth(text: str, wanted: str, before: int) -> int:
    """Where a stretch stands in a text, after so many others like it."""
    at = text.find(wanted)
    for _ in range(before):
        at = text.find(wanted, at + len(wanted))
    return at


_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r",
    "e": "\x1b", " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_CODES = {"x": 2, "u": 4, "U": 8}


def _character(span: Span, value: str, offset: int) -> int:
    """Walk the written form and the value side by side up to a character of the value."""
    text, at = span.file.text, span.start
    style = text[at]
    if style in "|>":
        at = text.find("\n", at, span.end) + 1 or span.end
    elif style in "'\"":
        at += 1
    for wanted in value[:offset]:
        at = _next(text, at, wanted, style)[1]
    return min(_next(text, at, value[offset : offset + 1], style)[0], max(0, len(text) - 1))


def _next(text: str, at: int, wanted: str, style: str) -> tuple[int, int]:
    """Where a character of the value is written, from `at` on, and where the one after it may begin."""
    while at < len(text):
        if style == '"' and text[at] == "\\":
            char, after = _escape(text, at)
            if char:
                return at, after
            at = after
        elif wanted in _SPACE or text[at] not in _SPACE:
            break
        else:
            at += 1
    return at, at + (2 if style == "'" and text[at : at + 2] == "''" else 1)


def _escape(text: str, at: int) -> tuple[str, int]:
    """The character of an escape in double quotes, empty for an escaped line break, and where it ends."""
    code = text[at + 1 : at + 2]
    if code in _CODES:
        return chr(int(text[at + 2 : at + 2 + _CODES[code]], 16)), at + 2 + _CODES[code]
    return _ESCAPES.get(code, ""), at + 2
