"""Blocks of the search index: some records that follow one another, indexed by themselves.

A block is plain data, kept by what its records are made from: where one page of thousands is another, one block is made
again. Its numbers count from its first record, or from the first unit of that; `index.py` joins blocks.
"""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

from sheetgen.site.search.packing import DIGITS
from sheetgen.site.search.record import SearchRecord
from sheetgen.site.search.search_facets import BlockFacet, facets_of
from sheetgen.site.search.words import search_form, words

TITLE, ALIAS, HEADING = FIELDS = range(3)
"""Fields of the index of names."""
DERIVED = "*"
"""Stands for what a page's address repeats of its title."""
MARKS = ("numbered", "works", "own", "minor 1", "minor 2")
"""What is said of some records: what they have, are, or how far they stand behind others."""


class _SearchUnit(NamedTuple):
    """The smallest thing that is found: the head of a page or one of its sections."""

    title: str
    anchor: str
    text: str
    aliases: tuple[str, ...] = ()
    names: str = ""
    """Names inside of it that are found like headings."""
    values: str = ""
    """More words that it is found by and that results do not show."""


@dataclass(frozen=True, kw_only=True)
class SearchBlock:
    """What the index says of some records, but for their passages."""

    rows: Sequence[tuple[str, str, str]]
    """The title of each record, its address, and what else is shown of it."""
    sections: Sequence[int]
    """How many sections each record has."""
    lengths: str
    """The length of each unit as one digit."""
    names: dict[str, list[int]]
    """The words of titles, aliases and headings, as unit * 3 + field."""
    body: dict[str, list[int]]
    """The words of the text by unit."""
    repeated: dict[str, list[int]]
    """In which of its units, by their place in `body`, a word is repeated."""
    marks: dict[str, list[int]]
    """The records of each of `MARKS`."""
    facets: dict[str, BlockFacet]
    games: dict[str, str]
    """The ids of rulesets by their titles."""
    sizes: Sequence[int]
    """Characters of the passage of each unit."""


_Units = Sequence[Sequence[_SearchUnit]]
"""Those of each record."""
_FIELDS = tuple(part.name for part in fields(SearchBlock))


def written_block(records: Iterable[SearchRecord]) -> bytes:
    """Records as a block: a line of JSON with what the index says of them, and one with their passages."""
    ordered = sorted(records, key=lambda record: (record.href, record.title))
    units = [_units(record) for record in ordered]
    passages = list(_passages(ordered, units))
    block = _block(ordered, units, [len(text) for text in passages])
    said = {name: getattr(block, name) for name in _FIELDS}
    return b"\n".join(json.dumps(part, separators=(",", ":")).encode() for part in (said, passages))


def read_block(content: bytes) -> SearchBlock:
    """What the index says of the records of a block."""
    return SearchBlock(**json.loads(content.partition(b"\n")[0]))


def read_passages(content: bytes) -> list[str]:
    """The text of each unit of a block that results show.

    Before the text of a section stands its anchor, with a tab between.
    Behind the first text of a record stand its numbers, what it defines, and the other names of its sections, with the
    number of the section, a line each; all but numbers begin with a tab.
    """
    passages: list[str] = json.loads(content.partition(b"\n")[2])
    return passages


def _block(records: Sequence[SearchRecord], units: _Units, sizes: Sequence[int]) -> SearchBlock:
    body, repeated, lengths = _body(units)
    marks: dict[str, list[int]] = defaultdict(list)
    for number, record in enumerate(records):
        for mark in _marks_of(record):
            marks[mark].append(number)
    return SearchBlock(
        rows=[_row(record, group) for record, group in zip(records, units, strict=True)],
        sections=[len(group) - 1 for group in units],
        lengths=lengths,
        names=_names(records, units),
        body=body,
        repeated=repeated,
        marks=marks,
        facets=facets_of(records),
        games={record.ruleset: record.ruleset_id for record in records},
        sizes=sizes,
    )


def _marks_of(record: SearchRecord) -> Iterator[str]:
    """Those of `MARKS` that a record has."""
    had = record.numbers, record.works, record.own, record.minor == 1, record.minor == 2
    yield from (mark for mark, has in zip(MARKS, had, strict=True) if has)


def _line(text: str) -> str:
    return " ".join(text.split())


def _units(record: SearchRecord) -> list[_SearchUnit]:
    opening = _line(" ".join(s.text for s in record.sections if not s.anchor))
    summary = _line(record.summary)
    text = opening if opening.startswith(summary) else f"{summary} {opening}".strip()
    head = _SearchUnit("", "", text, names=" ".join(record.names), values=record.values)
    parts = [_SearchUnit(_line(s.title), s.anchor, _line(s.text), s.aliases) for s in record.sections if s.anchor]
    return [head, *parts]


def _slug(text: str) -> str:
    return "-".join(words(text))


def _short(address: str, title: str) -> str:
    """Return an address in which the title's slug is `*`; `*` itself is never part of one."""
    slug = _slug(title)
    head, middle, tail = address.rpartition(slug) if slug else (address, "", "")
    return f"{head}{DERIVED}{tail}" if middle else address


def _row(record: SearchRecord, group: Sequence[_SearchUnit]) -> tuple[str, str, str]:
    """Return the title and address of a record, and its other names, names inside of it and headings."""
    others = (_once(_called(record)), _once(record.names), "\t".join(unit.title for unit in group[1:]))
    return _line(record.title), _short(record.href, record.title), "\f".join(others).rstrip("\f")


def _once(texts: Iterable[str]) -> str:
    """Texts with tabs between, each once however it is written."""
    once: dict[str, str] = {}
    for text in texts:
        once.setdefault(search_form(_line(text)), _line(text))
    return "\t".join(once.values())


def _called(record: SearchRecord) -> Iterator[str]:
    """Return all other names of a record, those of its sections included."""
    yield from record.aliases
    for section in record.sections:
        yield from section.aliases


def _names(records: Sequence[SearchRecord], units: _Units) -> dict[str, list[int]]:
    places: dict[str, list[int]] = defaultdict(list)
    number = 0
    for record, group in zip(records, units, strict=True):
        of_words = {word: ALIAS for alias in record.aliases for word in words(alias)}
        of_words |= dict.fromkeys(words(record.title), TITLE)
        of_words = dict.fromkeys(words(group[0].names), HEADING) | of_words
        for word, where in of_words.items():
            places[word].append(number * len(FIELDS) + where)
        for offset, unit in enumerate(group[1:], 1):
            for word in dict.fromkeys(words(" ".join((unit.title, *unit.aliases)))):
                places[word].append((number + offset) * len(FIELDS) + HEADING)
        number += len(group)
    return places


def _body(units: _Units) -> tuple[dict[str, list[int]], dict[str, list[int]], str]:
    places: dict[str, list[int]] = defaultdict(list)
    repeated: dict[str, list[int]] = defaultdict(list)
    lengths = []
    for number, unit in enumerate(unit for group in units for unit in group):
        text_words = words(f"{unit.text} {unit.values}")
        lengths.append(DIGITS[min(len(DIGITS) - 1, round(8 * math.log2(1 + len(text_words))))])
        for word, times in Counter(text_words).items():
            if times > 1:
                repeated[word].append(len(places[word]))
            places[word].append(number)
    return places, repeated, "".join(lengths)


def _passages(records: Sequence[SearchRecord], units: _Units) -> Iterator[str]:
    for record, group in zip(records, units, strict=True):
        for at, unit in enumerate(group):
            if at:
                yield f"{_short(unit.anchor, unit.title)}\t{unit.text}"
            else:
                names = [("", name, "", str(n)) for n, section in enumerate(group) for name in section.aliases]
                lines = (*record.numbers, *(("", *term) for term in record.terms), *names)
                yield unit.text + "".join("\n" + "\t".join(map(_line, line)) for line in lines)
