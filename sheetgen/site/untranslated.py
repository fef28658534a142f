"""Texts of a game that a second language has, and those that stand in the first one only."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import Any

from sheetgen.model.entries import Entry
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.kinds import COMMON
from sheetgen.model.ruleset.layered_documents import LayeredDocument
from sheetgen.model.ruleset.shapes import ListShape, MappingShape, RecordShape, ScalarShape, Shape
from sheetgen.site.games import SiteGame
from sheetgen.text.source import Span

_READ = frozenset(("title", "plural", "doc", "short", "label", "says", "heading", "caption"))
"""Keys under which stands what people read."""
_DECLARED = _READ | {"tagline", "play", "text", "skip"}
_RULED = _READ | {"text", "why", "source"}
_NAMES = frozenset((key,) for key in ("fields", "inputs", "records", "steps", "outputs", "derive"))
"""Keys under which stand names of the author's own."""


_COMMON_TEXTS = frozenset(("name", "aliases", "tags", "summary", "source"))
"""The fields of every kind that readers see; others are files, addresses and names of fields."""


@dataclass(frozen=True)
class Coverage:
    """How many texts of a game there are, and the places of those that its second language lacks."""

    language: str
    texts: int
    missing: tuple[Span, ...]

    def __str__(self) -> str:
        return f"{self.language}: {self.texts - len(self.missing):,} of {self.texts:,} texts"

    def lines(self) -> Iterator[str]:
        """What is missing: its place, and its first words."""
        for span in self.missing:
            line, column = span.file.position(span.start)
            text = " ".join(span.file.text[span.start : span.end].split())
            yield f"{span.file.name}:{line}:{column}: {text[:60]}"


def coverage_of(game: SiteGame) -> Coverage:
    """The texts of a game that is read in a second language."""
    spans = [place.span for place in _texts(game)]
    chapters = [page.file.whole for page in (*game.chapters, *game.pages)]
    every = [*spans, *chapters]
    missing = (span for span in every if not game.is_translated(span.file))
    ordered = sorted(missing, key=lambda span: (span.file.name, span.start))
    return Coverage(game.words.language, len(every), tuple(ordered))


def _texts(game: SiteGame) -> Iterator[YamlPlace]:
    ruleset = game.ruleset
    declared: Any = ruleset.place.data
    own = {key: declared[key] for key in declared if key in (*_DECLARED, "begin")}
    yield from _read_texts(ruleset.place, own, _DECLARED)
    for name, terms in (declared.get("vocabularies") or {}).items():
        if set(terms) == {"from"}:  # its terms are entries
            continue
        yield from _terms(ruleset.place.at("vocabularies", name), terms)
    for kind in ruleset.kinds.values():
        yield from _read_texts(kind.place, kind.place.data, _READ)
    places = [rule.place for rule in ruleset.rules.values()] + [table.place for table in ruleset.tables.values()]
    places += [ruling.place for ruling in ruleset.rulings.by_name.values()]
    for place in places:
        yield from _read_texts(place, place.data, _RULED)
    for entry in game.loaded.library:
        yield from _entry_texts(entry)


def _read_texts(place: YamlPlace, data: Any, keys: Set[str]) -> Iterator[YamlPlace]:
    """The texts below a place that stand under some keys."""
    parts = enumerate(data) if isinstance(data, list) else data.items() if isinstance(data, dict) else ()
    above = place.path[-1:]
    read: Set[str] = frozenset() if above in _NAMES else keys
    for key, value in parts:
        if not isinstance(value, str):
            yield from _read_texts(place.at(key), value, keys)
        elif value.strip() and (key in read or above == ("options",)):
            yield place.at(key)


def _terms(place: YamlPlace, terms: Any) -> Iterator[YamlPlace]:
    """The titles of terms; of those that have none, the place of their vocabulary in the first language."""
    layers = place.document.layers if isinstance(place.document, LayeredDocument) else (YamlPlace(place.document),)
    for term in terms if isinstance(terms, dict | list) else ():
        titled = isinstance(terms, dict) and isinstance(terms[term], dict) and "title" in terms[term]
        yield place.at(term, "title") if titled else layers[-1].at(*place.path)


def _entry_texts(entry: Entry) -> Iterator[YamlPlace]:
    for field in entry.kind.fields:
        if field.name in COMMON and field.name not in _COMMON_TEXTS:
            continue
        places = (entry.place_of(field.name, *path) for path in _paths(entry, field.shape, entry.fields[field.name]))
        yield from (place for place in places if isinstance(place.data, str))


def _paths(entry: Entry, shape: Shape, value: Any) -> Iterator[tuple[str | int, ...]]:
    """Where the texts of a value stand."""
    match shape:
        case ScalarShape(is_text=True) if isinstance(value, str) and value.strip():
            yield ()
        case ListShape(item=item) if value:
            for number, element in enumerate(value):
                yield from ((number, *path) for path in _paths(entry, item, element))
        case MappingShape(value=inner) if value:
            for key, element in value.items():
                yield from ((key, *path) for path in _paths(entry, inner, element))
        case RecordShape(record=record) if value:
            for part in entry.kind.parts[record]:
                yield from ((part.name, *path) for path in _paths(entry, part.shape, value.get(part.name)))
