"""The party on one sheet: a table that compares the numbers of all, and a strip for each with what is ticked off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sheetgen.blocks import Block, EntryView, Fact, Facts, Figures, Lines, Mark, Panel, Scores, Strip, Table
from sheetgen.print.engine.job import JobResult
from sheetgen.print.engine.run_jobs import missing_glyphs
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.fighters import FighterTracks, FightMember, fighter
from sheetgen.print.handout_documents import frame_of, in_rows, owner_width, set_handout, without_empty_page
from sheetgen.print.measure.frame import packed
from sheetgen.print.pdf.postprocess import finished
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.print.text_metrics.metrics import width

NAME, LEAST_NAME = 11.0, 34.0
"""Points of a name in the table, and mm that names have at least."""
CELL, SMALL, HEAD = 11.0, 7.5, 7.0
"""Points of a number in the table, of what stands beside it, and of the head of its column; as in `print-flow.css`."""
AIR = 2.6
"""White beside a column, in mm."""
STEPS = 48
"""In so many steps tables of the same rows are made about as wide as each other."""
LEAST_ACT = 55.0
"""Width of a row of the first table on a party sheet at least, in mm."""


@dataclass(frozen=True)
class Compared:
    """A number to compare: what it is called, its text, what stands beside it."""

    label: str
    text: str
    beside: str


@dataclass(frozen=True)
class Comparison:
    """A table of numbers: what those in it are, the heads of its columns, their widths and the names' in mm, and a row
    for each."""

    kind: str
    heads: tuple[str, ...]
    widths: tuple[float, ...]
    name_width: float
    rows: tuple[tuple[str, tuple[Compared, ...]], ...]


@dataclass(frozen=True)
class Stand:
    """What stands out in a strip of marks: each state that most do not have, with those that have it.

    `owner` is whose they are, where not the character's own.
    """

    owner: str
    states: tuple[tuple[str, tuple[Mark, ...]], ...]


@dataclass(frozen=True, kw_only=True)
class Member:
    """A character as its strip shows it."""

    name: str
    subtitle: str
    pools: tuple[FighterTracks, ...]
    table: Table | None
    stands: tuple[Stand, ...]
    facts: tuple[Fact, ...]


def member(entry: EntryView) -> Member:
    """The strip of a character: without what the table compares, and without what its subtitle says."""
    front, play = entry.area("front"), entry.area("play")
    said = {part.casefold() for part in entry.subtitle}
    facts = next((block.items for block in play if isinstance(block, Facts)), ())
    return Member(
        name=entry.name,
        subtitle=" / ".join(entry.subtitle),
        pools=fighter(FightMember(entry.name, entry)).pools,
        table=next((block for block in (front or play) if isinstance(block, Table)), None),
        stands=tuple(_stands((*front, *play))),
        facts=tuple(
            fact
            for fact in facts
            if fact.text and not {fact.text.casefold(), f"{fact.label} {fact.text}".casefold()} & said
        ),
    )


def _stands(blocks: Iterable[Block]) -> Iterator[Stand]:
    """What stands out in the strips of an entry, then of the entries that panels show; the same only once."""
    seen: set[tuple[tuple[str, tuple[Mark, ...]], ...]] = set()
    for owner, block in _owned(blocks):
        states = tuple((state.title, heads) for state, heads in block.unusual) if isinstance(block, Strip) else ()
        if states and states not in seen:
            seen.add(states)
            yield Stand(owner, states)


def _owned(blocks: Iterable[Block]) -> Iterator[tuple[str, Block]]:
    for block in blocks:
        yield "", block
        if isinstance(block, Panel):
            yield from (
                (entry.name, inner) for entry in block.entries for area in entry.areas.values() for inner in area
            )


def comparisons(entries: Sequence[EntryView], room: float) -> list[Comparison]:
    """Tables `room` mm wide that compare headline numbers and scores: for each kind, one for each set of these."""
    alike: dict[tuple[str, ...], list[tuple[str, tuple[Compared, ...]]]] = {}
    for entry in entries:
        if numbers := tuple(_numbers(entry)):
            alike.setdefault((entry.kind_title, *(n.label for n in numbers)), []).append((entry.name, numbers))
    return [table for (kind, *_), rows in alike.items() for table in _tables(kind, rows, room)]


def _numbers(entry: EntryView) -> Iterator[Compared]:
    """The headline numbers that are not ticked off, then all scores; each label once."""
    front, play = entry.area("front"), entry.area("play")
    figures = next((block.items for block in (*front, *play) if isinstance(block, Figures)), ())
    compared = [
        Compared(figure.label, figure.number.text, f"{figure.unit}{figure.after}")
        for figure in figures
        if not figure.tokens
    ]
    compared += [
        Compared(score.short or score.label, score.number.text, score.bonus.text if score.bonus else "")
        for block in play
        if isinstance(block, Scores)
        for score in block.items
    ]
    yield from {number.label: number for number in reversed(compared)}.values().__reversed__()


def _tables(kind: str, rows: Sequence[tuple[str, tuple[Compared, ...]]], room: float) -> Iterator[Comparison]:
    columns = [*zip(*(numbers for _, numbers in rows), strict=True)]
    widths = [max(_wide(number) for number in column) + AIR for column in columns]
    names = max(width(name, "bold", NAME) for name, _ in rows) + AIR
    name_width = min(max(names, LEAST_NAME), room * 0.4)
    start = 0
    for group in _even(columns, widths, room - name_width):
        end = start + len(group)
        free = (room - name_width - sum(widths[start:end])) / len(group)
        yield Comparison(
            kind,
            tuple(column[0].label for column in group),
            tuple(wide + free for wide in widths[start:end]),
            name_width,
            tuple((name, numbers[start:end]) for name, numbers in rows),
        )
        start = end


def _even(
    columns: Sequence[tuple[Compared, ...]], widths: Sequence[float], room: float
) -> list[list[tuple[Compared, ...]]]:
    """Columns in as few tables as there is room for, all about as wide."""
    fewest = len(packed(columns, widths, room))
    rooms = (sum(widths) / fewest + step * room / STEPS for step in range(STEPS))
    tables = (packed(columns, widths, min(less, room)) for less in rooms)
    return next((parted for parted in tables if len(parted) == fewest), [])


def _wide(number: Compared) -> float:
    beside = width(f" {number.beside}", "bold", SMALL) if number.beside else 0.0
    return max(width(number.label.upper(), "bold", HEAD, 0.06), width(number.text, "black", CELL) + beside)


def print_party(session: PrintSession, entries: Sequence[EntryView], style: PrintStyle) -> PrintResult:
    """The numbers of all side by side; one strip for each: tracks to tick, its first table, marks, who they are."""
    frame, title = frame_of(style), style.words("The {party}")
    values = {
        "title": title,
        "comparisons": comparisons(entries, frame.width),
        "members": [member(entry) for entry in entries],
        "kinds": Counter(entry.kind_title for entry in entries),
        "g": in_rows(frame).narrowed(frame.width - 8),
        "owner_width": owner_width,
        "act_columns": max(1, int(frame.width // LEAST_ACT)),
    }

    def set_paper(close: bool, lines: Lines | None) -> JobResult:
        return set_handout(session, "party", {**values, "close": close, "lines": lines}, style, title)

    text = without_empty_page(set_paper, style)
    warnings = missing_glyphs((entry.name, entry) for entry in entries)
    return PrintResult(finished(text, style, title), sum(text.pages), warnings, "party sheet")
