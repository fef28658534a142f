"""A line of a source file as it is shown under a message, with the place underlined."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from sheetgen.text.source import Span

TAB = 4
"""Cells that a tab is shown as."""
MOST_AROUND = 2000
"""Letters of a line that are looked at to each side of a place."""
_CUT = "…"
_JOINING = frozenset({"Mn", "Me"})


def visible(text: str) -> str:
    """A text that cannot move the cursor or turn the direction of a terminal: controls become `�`."""
    return "".join(_printable(char) for char in text)


def is_visible(char: str) -> bool:
    """Whether a character leaves the cursor and the direction of a terminal alone."""
    return char == "\u200d" or unicodedata.category(char) not in {"Cc", "Cf", "Cs"}


def cells(text: str) -> int:
    """How many cells of a terminal a text takes: two for wide characters, none for accents that join."""
    return sum(_cells(char) for char in text)


def excerpt(span: Span, width: int) -> tuple[str, str]:
    """The line of a span, at most `width` cells wide, and below it the row that points at the span.

    A span over several lines is underlined to the end of its first line.
    """
    line, start = span.file.line(span.line), span.column - 1
    left = max(0, start - MOST_AROUND)
    line, start = line[left : start + MOST_AROUND], min(start, len(line)) - left
    end = max(start, min(start + span.end - span.start, len(line)))
    if _turns(line):
        return _window(line, start, end, width)[0], f"column {span.column}: \u2068{visible(line[start:end])}\u2069"
    window, first, last = _window(line, start, end, width)
    return window, " " * cells(window[:first]) + "^" * max(1, cells(window[first:last]))


def _window(line: str, start: int, end: int, width: int) -> tuple[str, int, int]:
    """The part of a line around a place that fits, and where in it the place begins and ends."""
    parts = [_printable(char) for char in line]
    sizes = [cells(part) for part in parts]
    left, right = 0, len(line)
    if sum(sizes) > width:
        left = _reach(reversed(sizes[:start]), width // 3, start, -1)
        right = _reach(sizes[left:], width - 2, left, 1)
        left = _reach(reversed(sizes[:right]), width - 2, right, -1)
    head, tail = _CUT if left > 0 else "", _CUT if right < len(line) else ""
    before = head + "".join(parts[left:start])
    within = "".join(parts[start : min(end, right)])
    return before + within + "".join(parts[min(end, right) : right]) + tail, len(before), len(before) + len(within)


def _reach(sizes: Iterable[int], room: int, at: int, step: int) -> int:
    """How far one gets from `at`, character by character, before the room is used up."""
    for size in sizes:
        room -= size
        if room < 0:
            break
        at += step
    return at


def _printable(char: str) -> str:
    if char == "\t":
        return " " * TAB
    if char == "\n":
        return " "
    return char if is_visible(char) else "�"


def _cells(char: str) -> int:
    if unicodedata.category(char) in _JOINING or char == "\u200d":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _turns(line: str) -> bool:
    """Whether a terminal shows the line, or part of it, from right to left, where carets would lie."""
    return any(unicodedata.bidirectional(char) in {"R", "AL"} for char in line)
