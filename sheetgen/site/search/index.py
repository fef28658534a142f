"""From records to the scripts that the browser loads on the first use of a search box."""

from __future__ import annotations

import base64
import json
import math
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from sheetgen.site.search.packing import DIGITS, front_code, in_script_order, pack, pack_rising
from sheetgen.site.search.record import SearchRecord
from sheetgen.site.search.search_facets import FacetIndex, Spellings, facets_of
from sheetgen.site.search.synonyms import ROOT, Synonyms, packed
from sheetgen.site.search.words import LITTLE, words

FORMAT = 1
SMALL = 20_000  # characters of places of the words of the text; more stand in scripts of their own
PLACES_SIZE = 6_000  # characters of places in one of these scripts, and ...
PASSAGES_SIZE = 8_000  # ... of text in one script of passages, up to ...
FEW = 120  # so many scripts; from there on both the scripts and their size grow with the root of the text
COMMON = Fraction(3, 10)  # a word in more of the text than this says nothing about where to look ...
COMMON_FROM = 60  # ... once it is in so many places
TITLE, ALIAS, HEADING = range(3)  # fields of the index of names
DERIVED = "*"  # stands for what a page's address repeats of its title


@dataclass(frozen=True)
class SearchIndex:
    """The scripts of a site's search: file name -> bytes. All lie in one folder.

    `search-index.js` comes first. `search-body-N.js`, where there is much text, say where its words stand, those that
    a query needs; `search-text-N.js` hold the passages that results show, loaded for those on the screen alone.
    """

    scripts: Mapping[str, bytes]


@dataclass(frozen=True)
class _SearchUnit:
    """The smallest thing that is found: the head of a page or one of its sections."""

    title: str
    anchor: str
    text: str
    aliases: tuple[str, ...] = ()
    names: str = ""
    """Names inside of it that are found like headings."""
    values: str = ""
    """More words that it is found by and that results do not show."""


_Units = Sequence[Sequence[_SearchUnit]]  # by record


@dataclass(frozen=True)
class _Postings:
    """Word -> rising numbers; and for words of the text, in which of its units a word is repeated."""

    places: dict[str, list[int]] = field(default_factory=dict)
    repeated: dict[str, list[int]] = field(default_factory=dict)

    def packed(self) -> dict[str, object]:
        ordered = in_script_order(self.places)
        return {"terms": front_code(ordered), "lists": " ".join([self._list(word) for word in ordered])}

    def parted(self) -> tuple[dict[str, object], list[str]]:
        """The words without their places, and those in parts, if they are many; the length of each says how many."""
        ordered = in_script_order(self.places)
        lists = [self._list(word) for word in ordered]
        if sum(map(len, lists)) <= SMALL:
            return self.packed(), []
        parts = _parts(lists, PLACES_SIZE)
        sizes = "".join([DIGITS[min(len(DIGITS) - 1, round(8 * math.log2(len(places))))] for places in lists])
        starts = [start for start, _ in parts]
        return {"terms": front_code(ordered), "sizes": sizes, "starts": starts}, [" ".join(part) for _, part in parts]

    def _list(self, word: str) -> str:
        places = pack_rising(self.places[word])
        return f"{places}-{pack_rising(self.repeated[word])}" if word in self.repeated else places


def build_index(
    records: Iterable[SearchRecord],
    facet_titles: Mapping[str, str],
    spellings: Spellings | None = None,
    synonyms: Mapping[str, Synonyms] | None = None,
    *,
    little: frozenset[str] = LITTLE,
) -> SearchIndex:
    """Return the index scripts of the records; the same records in any order give the same bytes.

    `facet_titles` gives the label of each facet; a facet without one is shown by its name. `spellings` are other names
    of values that queries may use, `synonyms` words that queries use in place of those of the records, by ruleset, and
    `little` those that say nothing about what a query is for.
    """
    ordered = sorted(records, key=lambda record: (record.href, record.title))
    units = [_units(record) for record in ordered]
    body, lengths = _body(units)
    common = in_script_order(_common(body, len(lengths)))
    for word in little & set(common):
        del body.places[word]
    chunks = _passages(units, [_numbers_of(record) for record in ordered])
    names = _names(ordered, units)
    known = {word[:ROOT] for postings in (names, body) for word in postings.places}
    words_of_text, places = body.parted()
    index: dict[str, object] = {
        "version": FORMAT,
        **_table(ordered, units),
        "lengths": lengths,
        "common": " ".join(common),
        "little": " ".join(sorted(little)),
        "numbered": pack_rising([number for number, record in enumerate(ordered) if record.numbers]),
        "works": pack_rising([number for number, record in enumerate(ordered) if record.works]),
        "own": pack_rising([number for number, record in enumerate(ordered) if record.own]),
        "minor": " ".join(
            pack_rising([number for number, record in enumerate(ordered) if record.minor == least]) for least in (1, 2)
        ),
        "chunks": [start for start, _ in chunks],
        "facets": [_facet(facet) for facet in facets_of(ordered, facet_titles, spellings or {})],
        "names": names.packed(),
        "body": words_of_text,
        "synonyms": packed(synonyms or {}, known),
    }
    scripts = {f"search-text-{i}.js": _script(f"sheetgenText{i}", text) for i, (_, text) in enumerate(chunks)}
    scripts |= {f"search-body-{i}.js": _script(f"sheetgenBody{i}", part) for i, part in enumerate(places)}
    return SearchIndex({"search-index.js": _script("sheetgenIndex", index), **scripts})


def _script(name: str, value: object) -> bytes:
    """A script that gives a name to a value, packed since many hosts pack nothing: JSON, zlib (RFC 1950), base 64."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return b'self.%s="%s";\n' % (name.encode(), base64.b64encode(zlib.compress(text.encode())))


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


def _table(records: Sequence[SearchRecord], units: _Units) -> dict[str, object]:
    """Return what is shown of every record, each column as one text with a line a record."""
    parts = [part for group in units for part in group[1:]]
    return {
        "titles": "\n".join(_line(record.title) for record in records),
        "hrefs": front_code(_short(record.href, record.title) for record in records),
        "aliases": "\n".join("\t".join(map(_line, _called(record))) for record in records),
        "inside": "\n".join("\t".join(map(_line, record.names)) for record in records),
        "counts": "".join(pack(len(group) - 1) for group in units),
        "headings": "\n".join(part.title for part in parts),
        "anchors": "\n".join(_short(part.anchor, part.title) for part in parts),
    }


def _facet(facet: FacetIndex) -> dict[str, object]:
    lists = " ".join(pack_rising(records) for records in facet.records)
    written: dict[str, object] = {"id": facet.id, "title": facet.title, "values": list(facet.values), "lists": lists}
    names = ["\t".join(names) for names in facet.spellings]
    return written | ({"number": 1} if facet.number else {}) | ({"names": names} if any(names) else {})


def _called(record: SearchRecord) -> Iterator[str]:
    """Return all other names of a record, those of its sections included."""
    yield from record.aliases
    for section in record.sections:
        yield from section.aliases


def _names(records: Sequence[SearchRecord], units: _Units) -> _Postings:
    """Return the words of titles, aliases and headings, as unit * 3 + field."""
    places: dict[str, list[int]] = {}
    number = 0
    for record, group in zip(records, units, strict=True):
        fields = {word: ALIAS for alias in record.aliases for word in words(alias)}
        fields |= dict.fromkeys(words(record.title), TITLE)
        fields = dict.fromkeys(words(group[0].names), HEADING) | fields
        for word, where in fields.items():
            places.setdefault(word, []).append(number * 3 + where)
        for offset, unit in enumerate(group[1:], 1):
            for word in dict.fromkeys(words(" ".join((unit.title, *unit.aliases)))):
                places.setdefault(word, []).append((number + offset) * 3 + HEADING)
        number += len(group)
    return _Postings(places)


def _body(units: _Units) -> tuple[_Postings, str]:
    """Return the words of the text by unit, and each unit's length as one digit."""
    places: dict[str, list[int]] = {}
    repeated: dict[str, list[int]] = {}
    lengths = []
    for number, unit in enumerate(unit for group in units for unit in group):
        text_words = words(f"{unit.text} {unit.values}")
        lengths.append(DIGITS[min(len(DIGITS) - 1, round(8 * math.log2(1 + len(text_words))))])
        for word, times in Counter(text_words).items():
            here = places.setdefault(word, [])
            if times > 1:
                repeated.setdefault(word, []).append(len(here))
            here.append(number)
    return _Postings(places, repeated), "".join(lengths)


def _common(body: _Postings, units: int) -> list[str]:
    """Return the words that are nearly everywhere."""
    least = max(COMMON_FROM, int(COMMON * units))
    return [word for word, places in body.places.items() if len(places) > least]


def _numbers_of(record: SearchRecord) -> str:
    lines = (*record.numbers, *(("", *term) for term in record.terms))
    return "".join("\n" + "\t".join(map(_line, line)) for line in lines)


def _passages(units: _Units, numbers: Sequence[str]) -> list[tuple[int, list[str]]]:
    """Return the text in scripts of about equal size: number of the first unit, then unit after unit.

    Behind the first text of a record stand its numbers and what it defines, a line each; the latter begin with a tab.
    """
    texts = [
        unit.text + ("" if at else own)
        for group, own in zip(units, numbers, strict=True)
        for at, unit in enumerate(group)
    ]
    return _parts(texts, PASSAGES_SIZE)


def _parts(texts: Sequence[str], least: int) -> list[tuple[int, list[str]]]:
    """Return texts in parts of about equal size: number of the first, then text after text."""
    size = most = least * max(1.0, math.sqrt(sum(map(len, texts)) / (FEW * least)))
    parts: list[tuple[int, list[str]]] = []
    for number, text in enumerate(texts):
        if size >= most:
            parts.append((number, []))
            size = 0
        parts[-1][1].append(text)
        size += len(text)
    return parts
