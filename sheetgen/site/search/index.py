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
from itertools import accumulate

from sheetgen.site.search.packing import DIGITS, front_code, in_script_order, pack, pack_rising
from sheetgen.site.search.record import SearchRecord
from sheetgen.site.search.search_facets import FacetIndex, Spellings, facets_of
from sheetgen.site.search.synonyms import ROOT, Synonyms, packed
from sheetgen.site.search.words import LITTLE, search_form, words

FORMAT = 1
SMALL = 20_000  # characters of words and their places; more stand in scripts of their own
PLACES_SIZE = 3_000  # characters of places in one of these scripts, and ...
PASSAGES_SIZE = 8_000  # ... of text in one script of passages, up to ...
FEW = 120  # so many scripts; from there on both the scripts and their size grow with the root of the text
COMMON = Fraction(3, 10)  # a word in more of the text than this says nothing about where to look ...
COMMON_FROM = 60  # ... once it is in so many places
TITLE, ALIAS, HEADING = range(3)  # fields of the index of names
DERIVED = "*"  # stands for what a page's address repeats of its title


@dataclass(frozen=True)
class SearchIndex:
    """The scripts of a site's search: file name -> bytes. All lie in one folder.

    `search-index.js` comes first. `search-places-N.js`, where there is much, say which words there are and where they
    stand, each from one word to another, `search-places-all.js` which words there are at all, for those that are
    misspelt; `search-text-N.js` hold the passages that results show, loaded for those on the screen alone.
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

    def packed(self, words: Sequence[str]) -> dict[str, str]:
        """Some of the words, in order, with their places."""
        return {"terms": front_code(words), "lists": " ".join([self._list(word) for word in words])}

    def size(self, word: str) -> int:
        """The number of characters that a word takes with its places."""
        return len(word) + len(self._list(word)) if word in self.places else 0

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
    parts, places, vocabulary = _places(names, body)
    known = {word[:ROOT] for postings in (names, body) for word in postings.places}
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
        "places": places,
        "synonyms": packed(synonyms or {}, known),
    }
    scripts = {f"search-text-{i}.js": _script(f"sheetgenText{i}", text) for i, (_, text) in enumerate(chunks)}
    scripts |= {f"search-places-{i}.js": _script(f"sheetgenPlaces{i}", part) for i, part in enumerate(parts)}
    if parts:
        scripts["search-places-all.js"] = _script("sheetgenPlacesall", vocabulary)
    return SearchIndex({"search-index.js": _script("sheetgenIndex", index), **scripts})


def _script(name: str, value: object) -> bytes:
    """A script that gives a name to a value, packed since many hosts pack nothing: JSON, zlib (RFC 1950), base 85."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return b'self.%s="%s";\n' % (name.encode(), base64.b85encode(zlib.compress(text.encode())))


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
    hrefs = front_code(_short(record.href, record.title) for record in records).splitlines()
    lines = [
        (_line(record.title), href, _once(_called(record)), _once(record.names), "\t".join(p.title for p in group[1:]))
        for record, href, group in zip(records, hrefs, units, strict=True)
    ]
    return {
        "records": "\n".join("\f".join(line).rstrip("\f") for line in lines),
        "counts": "".join(pack(len(group) - 1) for group in units),
    }


def _once(texts: Iterable[str]) -> str:
    """Texts with tabs between, each once however it is written."""
    once: dict[str, str] = {}
    for text in texts:
        once.setdefault(search_form(_line(text)), _line(text))
    return "\t".join(once.values())


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


def _places(names: _Postings, body: _Postings) -> tuple[list[dict[str, object]], dict[str, object], dict[str, str]]:
    """Return the words with their places in parts, what the index says of the parts, and all words without places.

    Of words and places that are few, the index has the one part itself.
    """
    all_words = in_script_order(names.places.keys() | body.places.keys())
    sizes = [names.size(word) + body.size(word) for word in all_words]
    if sum(sizes) <= SMALL:
        return [], {"first": all_words[:1], "part": _places_part(names, body, all_words)}, {}
    parts = [part for _, part in _parts(all_words, PLACES_SIZE, sizes)]
    about: dict[str, object] = {"first": [part[0] for part in parts]}
    terms = dict[str, str]()
    for key, of in (("names", names), ("body", body)):
        about[key] = list(accumulate((sum(word in of.places for word in part) for part in parts), initial=0))
        terms[key] = front_code(word for word in all_words if word in of.places)
    return [_places_part(names, body, part) for part in parts], about, terms


def _places_part(names: _Postings, body: _Postings, part: Sequence[str]) -> dict[str, object]:
    return {
        key: of.packed([word for word in part if word in of.places]) for key, of in (("names", names), ("body", body))
    }


def _numbers_of(record: SearchRecord) -> str:
    lines = (*record.numbers, *(("", *term) for term in record.terms))
    return "".join("\n" + "\t".join(map(_line, line)) for line in lines)


def _passages(units: _Units, numbers: Sequence[str]) -> list[tuple[int, list[str]]]:
    """Return the text in scripts of about equal size: number of the first unit, then unit after unit.

    Before the text of a section stands its anchor, with a tab between.
    Behind the first text of a record stand its numbers and what it defines, a line each; the latter begin with a tab.
    """
    texts = [
        f"{_short(unit.anchor, unit.title)}\t{unit.text}" if at else unit.text + own
        for group, own in zip(units, numbers, strict=True)
        for at, unit in enumerate(group)
    ]
    return _parts(texts, PASSAGES_SIZE)


def _parts(texts: Sequence[str], least: int, sizes: Sequence[int] = ()) -> list[tuple[int, list[str]]]:
    """Return texts in parts of about equal size: number of the first, then text after text.

    `sizes` are those of the texts, where these are not their lengths.
    """
    sizes = sizes or [len(text) for text in texts]
    size = most = least * max(1.0, math.sqrt(sum(sizes) / (FEW * least)))
    parts: list[tuple[int, list[str]]] = []
    for number, (text, own) in enumerate(zip(texts, sizes, strict=True)):
        if size >= most:
            parts.append((number, []))
            size = 0
        parts[-1][1].append(text)
        size += own
    return parts
