"""What lists, the search and other pages show of an entry without its blocks: its outline, its row and its record.

They are plain data, small enough to be kept on disk for every entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Any

from sheetgen.blocks import EntryView, Mark, Number, Scores, Track, Tracks, of_type
from sheetgen.formula.runtime import ENGLISH, show
from sheetgen.formula.types import TRUTH, Term, Type, each
from sheetgen.languages.program_words import ValueWords
from sheetgen.media.images import PictureFrame, PublishedFile
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.shapes import ListShape, RecordShape, Shape, TermShape
from sheetgen.site.search.record import FacetValue, SearchRecord, SearchSection
from sheetgen.text.value_format import ValueFormat
from sheetgen.views import pages
from sheetgen.views.present import Drawer

MOST_NUMBERS = 24
"""Numbers of one block that the search answers with; a table of more, such as a turn order, says them of others."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckedEntry:
    """What stays in memory of an entry that was drawn, if only for its mistakes."""

    aside: bool
    """Whether something stands beside its stat block: texts, or where its numbers come from."""
    steps: int
    """What the formulas of its layout took."""
    files: Mapping[str, PublishedFile]
    """Pictures that its page shows, by address."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EntryOutline:
    """What is known of an entry where neither its blocks are drawn nor its row and its search record are read."""

    summary: str
    links: frozenset[str]
    """The targets of the links in its texts."""
    previews: frozenset[str]
    needs: frozenset[str]
    """The styles and scripts that its texts need beside those of every page."""
    checked: CheckedEntry
    portrait: str
    """Where its picture stands on the site; empty where it has none."""
    roster: tuple[str, ...]
    """The ids of those who take part, where it is an encounter."""
    terms: tuple[tuple[str, str], ...]
    """Kind and id of the entries that are terms of its fields."""
    facets: Mapping[str, tuple[str | int | float, ...]]
    """What its row is filtered by."""
    sorts: tuple[int | float | str, ...]
    """What each cell of its row is ordered by."""
    row_size: int
    """About how many bytes its row takes on a page."""
    row_digest: str
    """The digest of its row."""


OUTLINES = ValueFormat.of(
    EntryOutline,
    CheckedEntry,
    pages.ListRow,
    pages.ListCell,
    Mark,
    Track,
    Number,
    SearchRecord,
    SearchSection,
    PublishedFile,
    PictureFrame,
)
"""How outlines, rows and records, and what is left of checks, are written down."""
Columns = Sequence[tuple[Number, Any, Type]]
YES, NO = ENGLISH.yes, ENGLISH.no
"""What queries say for truth in every language."""


def list_row(
    drawer: Drawer, computed: ComputedEntry, view: EntryView, columns: Columns, facets: Mapping[str, Any]
) -> pages.ListRow:
    """The row of an entry in the list of its kind."""
    return pages.ListRow(
        id=computed.id,
        name=computed.entry.name,
        href=view.href,
        cells=tuple(_cells(drawer, computed, view, columns)),
        facets={name: tuple(_facet_values(value, drawer.ruleset.words.values)) for name, value in facets.items()},
        note=view.summary,
        aliases=tuple(computed.entry.fields["aliases"]),
    )


def _cells(drawer: Drawer, computed: ComputedEntry, view: EntryView, columns: Columns) -> Iterator[pages.ListCell]:
    for (number, value, kind), column in zip(columns, computed.entry.kind.model.list.columns, strict=False):
        marks: tuple[Mark, ...] = ()
        item = each(kind)
        if column.type == "marks" and isinstance(item, Term):
            values = value if isinstance(value, list) else [value]
            marks = tuple(drawer.mark(item.vocabulary, term) for term in values if term)
        text = f"{number.text}\u00a0{column.unit}".strip() if number.text else ""
        tracks = tuple(_tracks(view)) if column.type == "tracks" else ()
        yield pages.ListCell("" if marks or tracks else text, _sort(number, value), marks, tracks)


def _tracks(view: EntryView) -> Iterator[Track]:
    """The tracks that stand on the page of an entry, with boxes."""
    for block in of_type(Tracks, view.area("page")):
        yield from (track for track in block.items if track.number.size > 0)


def _sort(number: Number, value: Any) -> int | float | str:
    """What a cell is ordered by."""
    if isinstance(value, Fraction):
        return float(value)
    return value if isinstance(value, int) else number.text


def _facet_values(value: Any, words: ValueWords) -> Iterator[str | int | float]:
    for part in value if isinstance(value, list | tuple) else [value]:
        if isinstance(part, Fraction):
            yield float(part)
        elif part not in (None, ""):
            yield part if isinstance(part, int | str) and not isinstance(part, bool) else show(part, words)


def row_size(row: pages.ListRow) -> int:
    """About how many bytes a row takes on a page."""
    cells = sum(100 + 2 * len(cell.text) + 160 * len(cell.marks + cell.tracks) for cell in row.cells)
    return 120 + len(row.id) + len(row.href) + 2 * (len(row.name) + len(row.note)) + cells


def search_record(
    ruleset: Ruleset, computed: ComputedEntry, view: EntryView, facets: Mapping[str, Any]
) -> SearchRecord:
    """The search record of an entry."""
    kind, titled = computed.entry.kind, _titled_facets(ruleset, computed, facets)
    return SearchRecord(
        title=view.name, href=view.href, kind=kind.model.title, ruleset=ruleset.title, ruleset_id=ruleset.id,
        aliases=tuple(computed.entry.fields["aliases"]), summary=view.summary,
        sections=(SearchSection("", "", " · ".join(filter(None, _texts(view, kind)))),),
        facets=titled,
        names=tuple(_names_inside(view)), values=" ".join(_values(kind, view, titled)), own=computed.entry.campaign,
        numbers=tuple(dict.fromkeys(_numbers(ruleset, view))),
    )  # fmt: skip


def _titled_facets(ruleset: Ruleset, computed: ComputedEntry, facets: Mapping[str, Any]) -> dict[str, FacetValue]:
    """The values of an entry, by facet: titles of terms, numbers, texts."""
    kind, titled = computed.entry.kind, {}
    for name, value in facets.items():
        titles = facet_terms(ruleset, kind, name)
        titled[name] = (
            tuple(_titled(item, titles) for item in value) if isinstance(value, list) else _titled(value, titles)
        )
    own = {"kind": kind.model.title, "tag": tuple(computed.entry.fields["tags"])}
    return own | {name: value for name, value in titled.items() if value not in (None, (), "")}


def facet_terms(ruleset: Ruleset, kind: Kind, name: str) -> Mapping[str, str]:
    """The titles of the terms that a facet of a kind holds, and in other languages those of yes and no; else none."""
    formula = kind.layout.formulas.get(f"facets.{name}") if kind.layout else None
    item = each(formula.type) if formula else None
    if item == TRUTH and ruleset.words.values.yes != YES:
        return {YES: ruleset.words.values.yes, NO: ruleset.words.values.no}
    return ruleset.titles.get(item.vocabulary, {}) if isinstance(item, Term) else {}


def _titled(value: Any, titles: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return titles.get(value, value)
    if isinstance(value, bool):
        return titles.get(YES if value else NO, value)
    return show(value) if isinstance(value, dict) else value


def _texts(view: EntryView, kind: Kind) -> Iterator[str]:
    """The words of an entry, with remarks on the source last, where no preview of a result begins."""
    yield from view.subtitle
    yield from view.tags
    layout = {} if kind.layout is None else kind.layout.blocks
    blocks = [block for area in ("page", "aside") for block in view.area(area)]
    for block in sorted(blocks, key=lambda block: block.id in layout and layout[block.id].settings.editorial):
        yield from block.words()


def _names_inside(view: EntryView) -> Iterator[str]:
    """The names of attacks, traits and the like of an entry."""
    for block in (*view.area("page"), *view.area("aside")):
        yield from block.names()


def _numbers(ruleset: Ruleset, view: EntryView) -> Iterator[tuple[str, str, str, str]]:
    """The numbers of an entry as label, value, why and the rule behind it; not those of long tables."""
    blocks = (*view.area("page"), *view.area("aside"))
    for score in (score for block in of_type(Scores, blocks) for score in block.items):
        yield score.label, score.number.text, score.number.why, _rule_title(ruleset, score.number.rule)
    for block in blocks:
        numbers = [(label, number) for label, number in block.numbers() if label and re.search("[0-9]", number.text)]
        for label, number in numbers if len(numbers) <= MOST_NUMBERS else ():
            yield label, number.text, number.why, _rule_title(ruleset, number.rule)


def _rule_title(ruleset: Ruleset, address: str) -> str:
    rule = ruleset.rules.get(_rule_name(address))
    return rule.model.title if rule else ""


@lru_cache(1000)
def _rule_name(address: str) -> str:
    """The name of the rule at an address, which most numbers of a kind share."""
    return PurePosixPath(address.partition("#")[0]).stem.replace("-", "_")


def _values(kind: Kind, view: EntryView, facets: Mapping[str, Any]) -> Iterator[str]:
    """The words of an entry: its kind, its headings, and the values that it can be filtered by."""
    yield kind.model.title
    yield from (block.title for block in (*view.area("page"), *view.area("aside")))
    for name, value in facets.items():
        values = value if isinstance(value, tuple) else (value,)
        if name not in ("kind", "tag") and not isinstance(value, bool) and values:
            yield " ".join((name.replace("_", " "), *map(str, values)))


def term_entries(computed: ComputedEntry, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """The entries that are terms of the fields of an entry, kind and id.

    What every entry has a value for, as in a table of affinities, is none of its own.
    """
    for field in computed.entry.kind.fields:
        if not field.secret:
            yield from _terms(field.shape, computed.entry.fields.get(field.name), computed.entry.kind, ruleset)


def _terms(shape: Shape, value: Any, kind: Kind, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    match shape:
        case TermShape(vocabulary=name) if isinstance(value, str) and name:
            if of := ruleset.vocabularies[name].kind:
                yield of, value
        case ListShape(item=item):
            for part in value or ():
                yield from _terms(item, part, kind, ruleset)
        case RecordShape(record=record) if value:
            for part in kind.parts[record]:
                yield from _terms(part.shape, value.get(part.name), kind, ruleset)


def roster_ids(computed: ComputedEntry) -> Iterable[str]:
    """The ids of those who take part in an encounter; none of another entry."""
    roster = computed.entry.kind.model.roster
    rows = computed.value(roster) if roster else None
    return (str(row.get("id")) for row in rows) if isinstance(rows, list) else ()
