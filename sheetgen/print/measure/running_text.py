"""Running text: its paragraphs, lists and tables, how high they stand, and where they can be cut."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import unescape

from sheetgen.print.text_metrics.metrics import lines
from sheetgen.print.text_metrics.own_fonts import BUNDLED, TextFaces
from sheetgen.print.text_metrics.paragraphs import ParagraphStyle, line_count
from sheetgen.print.text_metrics.shaping import ROUNDING

_TOKEN = re.compile(r"<(?P<end>/?)(?P<tag>[a-zA-Z][\w-]*)[^>]*>|<!--.*?-->|[^\s<]+\s*|\s+", re.DOTALL)
_BLOCKS = frozenset(
    "p ul ol li table thead tbody tr td th caption blockquote pre div aside section dl dt dd hr".split()
)
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
_INDENTED = frozenset("ul ol blockquote dd".split())
_VOID = frozenset("br hr wbr col".split())
_CUTS = frozenset("p li ul ol table tr blockquote pre dd div aside section".split())
"""After the end of such an element a text may go on elsewhere."""
_SHARE = re.compile(r"<col style=\"width:([\d.]+)%\">")
_ROW = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
_CELL = re.compile(r"<(t[hd])\b[^>]*>(.*?)</\1>", re.DOTALL)
_TABLE = re.compile(r"<table\b.*?</table>", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_BREAK = re.compile(r"<br\b[^>]*>")
_HEAD = re.compile(r"<colgroup>.*?</colgroup>|<thead\b.*?</thead>", re.DOTALL)
Stack = tuple[str, ...]
FEWEST_WORDS = 12
"""Words of a paragraph that stay together at its ends where it is cut."""
INDENT = 3.2
"""Indent of a list, in mm."""
HAIR = 0.2
"""Height of the line below a row, in mm."""
CELL_GAP = 1.8
"""White beside a text in a column of a table inside of a text, in mm."""


@dataclass(frozen=True)
class FlowStyle:
    """How a text is set: points, the height of a line and the white below a paragraph in mm."""

    size: float
    line: float
    after: float
    pad: float
    """White above and below the text of a cell, in mm."""
    faces: TextFaces = BUNDLED


@lru_cache(maxsize=4000)
def height(html: str, measure: float, style: FlowStyle) -> float:
    """How high a text stands in a column `measure` mm wide; tables say how wide their columns are."""
    total = 0.0
    for part, deep in _parts(html):
        room = (measure - deep * INDENT) * 0.985
        if part.startswith("<table"):
            total += _table_height(part, room, style) + style.after
        else:
            total += _line_count(part, measure - deep * INDENT, style) * style.line + style.after
    return total


def _line_count(part: str, room: float, style: FlowStyle) -> int:
    """Lines of a paragraph: those that it is set in where it holds nothing but words, else about so many."""
    known = line_count(part, ParagraphStyle(room - ROUNDING, style.size, 1.0, "", faces=style.faces))
    if known is not None:
        return known
    breaks = _BREAK.split(part)
    texts = (unescape(_TAG.sub("", line)) for line in breaks)
    return sum(max(1, lines(line, style.faces.regular, style.size, room * 0.985)) for line in texts)


@lru_cache(maxsize=2000)
def _parts(html: str) -> tuple[tuple[str, int], ...]:
    """The paragraphs of a text and its tables, as HTML, each with the number of lists around it."""
    parts: list[tuple[str, int]] = []
    end = 0
    deep = 0
    for table in _TABLE.finditer(html):
        deep = _paragraphs(html[end : table.start()], deep, parts)
        parts.append((table[0], deep))
        end = table.end()
    _paragraphs(html[end:], deep, parts)
    return tuple(parts)


def _paragraphs(html: str, deep: int, parts: list[tuple[str, int]]) -> int:
    text: list[str] = []

    def flush() -> None:
        if unescape(_TAG.sub("", "".join(text))).strip():
            parts.append(("".join(text).strip(), deep))
        text.clear()

    for token in _TOKEN.finditer(html):
        tag = (token["tag"] or "").lower()
        if tag in _BLOCKS or tag in _HEADINGS:
            flush()
            deep += (1 if tag in _INDENTED else 0) * (-1 if token["end"] else 1)
        elif not token[0].startswith("<!"):
            text.append(token[0].replace("\n", " "))
    flush()
    return deep


def _table_height(html: str, measure: float, style: FlowStyle) -> float:
    shares = [float(share) / 100 for share in _SHARE.findall(html)]
    return sum(_row_height(_CELL.findall(row), shares, measure, style) for row in _ROW.findall(html))


def _row_height(cells: Sequence[tuple[str, str]], shares: Sequence[float], measure: float, style: FlowStyle) -> float:
    parts = shares if len(shares) >= len(cells) else [1 / len(cells)] * len(cells)
    faces = {"th": style.faces.bold, "td": style.faces.regular}
    count = max(
        (_cell_lines(html, faces[tag], measure * part, style) for (tag, html), part in zip(cells, parts, strict=False)),
        default=1,
    )
    return count * style.line + 2 * style.pad + HAIR


def _cell_lines(html: str, face: str, room: float, style: FlowStyle) -> int:
    own = [unescape(_TAG.sub("", part)) for part in re.split(r"<br\b[^>]*>|</p>|</li>", html)]
    return max(1, sum(lines(text, face, style.size, (room - CELL_GAP) * 0.995) for text in own))


def cut(html: str, fits: Callable[[str], bool], inside: bool = False) -> tuple[str, str] | None:
    """The longest beginning of a text that fits, and what follows; nothing where none does.

    It is cut between paragraphs, items and rows; with `inside`, in a paragraph where the first does not fit.
    """
    tokens = list(_TOKEN.finditer(html))
    stacks = _stacks(tokens)
    for places in (_between(tokens, stacks), _within(tokens, stacks) if inside else []):
        low, high = 0, len(places)
        while low < high:
            middle = (low + high) // 2
            if fits(_cut_at(tokens, stacks, places[middle])[0]):
                low = middle + 1
            else:
                high = middle
        if low:
            return _cut_at(tokens, stacks, places[low - 1])
    return None


def _between(tokens: Sequence[re.Match[str]], stacks: Sequence[Stack]) -> list[int]:
    """Where a text may be cut: after paragraphs, items and rows, yet not after the last, nor after a table's head."""
    last = max((n for n, token in enumerate(tokens) if not token["tag"] and token[0].strip()), default=0)
    return [
        number
        for number, token in enumerate(tokens[: last + 1], 1)
        if token["end"] and (token["tag"] or "").lower() in _CUTS
        if number <= last and not {"thead", "td", "th"} & set(_names(stacks[number]))
    ]


def _within(tokens: Sequence[re.Match[str]], stacks: Sequence[Stack]) -> list[int]:
    """Where paragraphs may be cut: between words, but for tables and headings."""
    words = [n for n, token in enumerate(tokens) if not token["tag"] and token[0].strip()]
    whole = _HEADINGS | {"table"}
    return [n for n in words[FEWEST_WORDS:-FEWEST_WORDS] if not whole & set(_names(stacks[n]))]


def _stacks(tokens: Sequence[re.Match[str]]) -> list[Stack]:
    """The tags that are open before each token, and after the last."""
    stacks: list[Stack] = [()]
    for token in tokens:
        tag, now = (token["tag"] or "").lower(), stacks[-1]
        if tag and tag not in _VOID:
            now = now[:-1] if token["end"] else (*now, token[0])
        stacks.append(now)
    return stacks


def _names(tags: Sequence[str]) -> list[str]:
    return [name[1].lower() for tag in tags if (name := re.match(r"<([\w-]+)", tag))]


def _cut_at(tokens: Sequence[re.Match[str]], stacks: Sequence[Stack], place: int) -> tuple[str, str]:
    before, after = ("".join(token[0] for token in part) for part in (tokens[:place], tokens[place:]))
    ends = "".join(f"</{name}>" for name in reversed(_names(stacks[place])))
    return before + ends, "".join(_again(tokens, stacks, place)) + after


def _again(tokens: Sequence[re.Match[str]], stacks: Sequence[Stack], place: int) -> Iterator[str]:
    """The opening tags that begin a cut text again: a table with its head, a numbered list with its next number."""
    for deep, tag in enumerate(stacks[place], 1):
        start = max(n for n in range(place) if len(stacks[n]) < deep)
        name = _names([tag])[0]
        if name == "ol":
            ended = [n for n in range(start, place) if tokens[n]["end"] and len(stacks[n + 1]) == deep]
            yield f'<ol start="{_number(tag) + len(ended)}">'
            continue
        yield tag
        if name == "table":
            yield from _HEAD.findall("".join(token[0] for token in tokens[start:place]))


def _number(tag: str) -> int:
    match = re.search(r"start=[\"']?(\d+)", tag)
    return int(match[1]) if match else 1
