"""The packet of an encounter: everything for one fight on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from sheetgen.blocks import Block, CheckGroups, EntryView, Figures, Lines, Panel, Table
from sheetgen.blocks.base import of_type
from sheetgen.blocks.tracks.paper import track_lines
from sheetgen.print.block_print import sheet_height
from sheetgen.print.cards.decks import print_cards
from sheetgen.print.cards.impose import Duplex
from sheetgen.print.engine.job import JobResult
from sheetgen.print.engine.run_jobs import missing_glyphs
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.errors import DoesNotFitError, PaperError
from sheetgen.print.fighters import Fighter, FightMember, cards_of, fighter
from sheetgen.print.handout_documents import (
    CLOSE_TYPE,
    RULE_TYPE,
    TWO_COLUMNS,
    frame_of,
    headed_title,
    in_rows,
    merged_results,
    owner_width,
    set_handout,
    without_empty_page,
)
from sheetgen.print.measure.sheet_frame import MEASURE, SheetFrame
from sheetgen.print.odds_tables import PacketOdds
from sheetgen.print.paper import CardFormat, solve_grid
from sheetgen.print.pdf.postprocess import finished
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.print.text_metrics.metrics import width

INITIATIVE, WHO = 15.0, 52.0
"""Width of a fighter's initiative and of its name on a tracker, in mm; the first as in `print-flow.css`."""
BESIDE = 40.0
"""Width beside the tracks of a minion for what it is out of and a line to write on, in mm."""
TRACK_GAP = 4.4
"""White between tracks that share a line, in mm."""
LEAST_TRACKS = 70.0
"""From this width on, in mm, tracks stand beside the name of a fighter, else below it."""
TICK, LEAST_LINE = 8.0, 12.0
"""Points of a condition to tick, and mm of a line to write others on; as in `print-flow.css`."""
TALL = 100.0
"""A text of an encounter that is higher than so many mm in half the width goes on over both columns and pages."""


@dataclass(frozen=True)
class RuleText:
    """A piece of the reference to print along."""

    title: str
    text: Markup


def print_packet(
    session: PrintSession,
    encounter: EntryView,
    combatants: Sequence[FightMember],
    style: PrintStyle,
    conditions: Sequence[str] = (),
    rules: Sequence[RuleText] = (),
    card: CardFormat | None = None,
    decks: Sequence[Sequence[EntryView]] = (),
    odds: PacketOdds | None = None,
) -> PrintResult:
    """Everything for one fight: what it is about, its roster, a tracker for each copy, odds, cards, rules.

    `combatants` stand in initiative order; where `conditions` is empty, those that any entry lists are
    taken. With `card`, the cards of all entries follow, each once (`decks` as for `print_cards`): to fold
    over, since a packet is printed on one side, or their faces one by one where the paper is too small.
    Raises the errors of printing.
    """
    frame, title = frame_of(style), style.words("{encounter}: packet", encounter=encounter.name)
    known = list(conditions) or listed_conditions(member.entry for member in combatants)
    values = {
        "title": headed_title(encounter, style, frame),
        "odds": odds,
        "rules": rules,
        **_about_values(encounter, frame),
        **_roster_values(combatants, known, style, frame),
    }
    try:
        text = _packet_text(session, values, style, title, card is None)
    except DoesNotFitError as error:
        raise _attributed(error, rules) from None
    warnings = missing_glyphs([(encounter.name, encounter), *((member.name, member) for member in combatants)])
    result = PrintResult(finished(text, style, title), sum(text.pages), warnings, "encounter packet")
    entries = cards_of(combatants) if card else []
    if card is None or not entries:
        return result
    try:
        solve_grid(style.paper, card, fold=True)
        duplex: Duplex = "fold"
    except PaperError:
        duplex = "none"
    cards = print_cards(session, [(entry, 1) for entry in entries], style, card, duplex, decks=decks)
    return replace(merged_results([result, cards]), warnings=(*result.warnings, *cards.warnings))


def _about_values(encounter: EntryView, frame: SheetFrame) -> dict[str, object]:
    """What the template is given of the encounter itself: what is as wide as the page, and the rest in rows."""
    half = frame.narrowed((frame.width - 7) / 2)

    def is_tall(block: Block) -> bool:
        return sheet_height(block, half) > TALL

    blocks = _about(encounter)
    wide = [block for block in blocks if isinstance(block, Table | Figures)]
    rest = [block for block in blocks if block not in wide]
    alone = frame.narrowed(min(frame.width, MEASURE * frame.sizes.body))
    return {
        "encounter": encounter,
        "wide": wide,
        "about": [(alone if len(row) == 1 else half, row) for row in _rows(rest, is_tall)],
        "half": half,
        "is_tall": is_tall,
    }


def _roster_values(
    combatants: Sequence[FightMember], conditions: Sequence[str], style: PrintStyle, frame: SheetFrame
) -> dict[str, object]:
    """What the template is given of those who fight: their names, what is ticked off, and how wide each stands."""
    order = any(member.initiative for member in combatants)
    room = frame.width - (INITIATIVE if order else 0.0)
    beside = room - WHO - 3 >= LEAST_TRACKS
    tracks = in_rows(frame).narrowed(room - WHO - 3 if beside else room)
    out = style.words("out")
    # A line to write conditions on, behind those to tick where these leave room for it.
    line = tracks.width - sum(_tick_width(condition, frame) for condition in (out, *conditions)) - 1
    is_short = line < LEAST_LINE
    return {
        "fighters": [fighter(member) for member in combatants],
        "order": order,
        "beside": beside,
        "who": WHO if beside else room,
        "g": tracks,
        "owner_width": owner_width,
        "conditions": conditions,
        "legend": is_short,
        "line": tracks.width - 14 if is_short else line,
        "aside": BESIDE,
        "aside_line": BESIDE - _tick_width(out, frame) - 1.0,
        "is_slim": lambda who: (not conditions or is_short) and _is_slim(who, tracks),
    }


def _rows(blocks: Sequence[Block], is_tall: Callable[[Block], bool]) -> Iterator[list[Block]]:
    """What stands side by side: two blocks each, a tall one by itself."""
    row: list[Block] = []
    for block in blocks:
        if row and (len(row) > 1 or is_tall(row[0]) or is_tall(block)):
            yield row
            row = []
        row.append(block)
    if row:
        yield row


def _tick_width(condition: str, frame: SheetFrame) -> float:
    """Width of a condition to tick, in mm."""
    return width(f"O {condition}", frame.faces.regular, TICK) + 3.4


def _is_slim(who: Fighter, frame: SheetFrame) -> bool:
    """Whether a fighter has no more to tick than one line holds that ends with a line to write on."""
    if who.hero or len(who.pools) != 1 or who.pools[0].owner:
        return False
    first, *others = track_lines(who.tracks, frame)
    wide = sum(frame.label(run.label) + TRACK_GAP + run.width for run in first)
    return not others and wide <= frame.width - BESIDE


def _packet_text(
    session: PrintSession, values: Mapping[str, object], style: PrintStyle, title: str, whole: bool
) -> JobResult:
    """The text of a packet: set closer where that saves a last page that is nearly empty."""

    def set_paper(close: bool, lines: Lines | None) -> JobResult:
        size = CLOSE_TYPE if close else RULE_TYPE
        own = {"rule": _rule_column(frame_of(style), size), "close": close, "lines": lines}
        return set_handout(session, "packet", {**values, **own}, style, title, whole, size)

    return without_empty_page(set_paper, style)


def _attributed(error: DoesNotFitError, rules: Sequence[RuleText]) -> DoesNotFitError:
    """The error of a packet, with the rule that does not fit: the one that has its words, else the longest."""
    words = error.fault.partition("“")[2].partition("”")[0]
    texts = {rule.title: Markup(rule.text).striptags() for rule in rules}
    own = next((title for title, text in texts.items() if words and words in text), "")
    longest = max(texts, key=lambda title: len(texts[title]), default="")
    block = own if words else longest
    return DoesNotFitError(error.entry_id, error.over_mm, error.where, block, error.better, error.fault)


def _about(encounter: EntryView) -> list[Block]:
    areas = ("play", "reference") if encounter.area("play") else ("page", "aside")
    return [b for area in areas for b in encounter.area(area) if not isinstance(b, Panel)]


def listed_conditions(entries: Iterable[EntryView], known: Iterable[str] = ()) -> list[str]:
    """The conditions that entries list with a box to tick, each once.

    In a game that has entries for conditions, whose names are `known`, a list without any of them is of other things.
    """
    names, conditions = {name.casefold() for name in known}, dict[str, None]()
    for entry in entries:
        for blocks in entry.areas.values():
            for block in of_type(CheckGroups, blocks):
                items = [item for group in block.groups for item in group.items]
                if not names or any(item.casefold() in names for item in items):
                    conditions |= dict.fromkeys(items)
    return list(conditions)[:24]


def _rule_column(frame: SheetFrame, size: float) -> SheetFrame:
    """The column that rules are set in: two abreast where the paper is wide."""
    wide = (frame.width - 7) / 2 if frame.width >= TWO_COLUMNS else frame.width
    return replace(frame.narrowed(wide), sizes=replace(frame.sizes, body=size))
