"""Papers for the game master: the encounter packet, the party sheet, tents for initiative."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from sheetgen.blocks import (
    Block,
    CheckGroups,
    EntryView,
    Figures,
    Lines,
    Panel,
    Table,
    Track,
)
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
    set_handout,
    tents_across,
    tents_down,
)
from sheetgen.print.measure.frame import packed
from sheetgen.print.measure.name_sizes import name_size
from sheetgen.print.measure.sheet_frame import LINE_PITCH, SheetFrame
from sheetgen.print.odds_tables import PacketOdds
from sheetgen.print.paper import POINT, CardFormat, lying, shared_out, solve_grid
from sheetgen.print.party import comparisons, member
from sheetgen.print.pdf.postprocess import finished
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.print.text_metrics.metrics import width
from sheetgen.print.text_metrics.own_fonts import TextFaces

INITIATIVE, WHO = 15.0, 52.0
"""Width of a fighter's initiative and of its name on a tracker, in mm; the first as in `print-flow.css`."""
BESIDE = 40.0
"""Width beside the tracks of a minion for what it is out of and a line to write on, in mm."""
TRACK_GAP = 4.4
"""White between tracks that share a line, in mm."""
LEAST_TRACKS = 40.0
"""From this width on, in mm, tracks stand beside the name of a fighter, else below it."""
TICK, LEAST_LINE = 8.0, 12.0
"""Points of a condition to tick, and mm of a line to write others on; as in `print-flow.css`."""
NEARLY_EMPTY = 0.3
"""Part of its last page that a packet should fill at least, if closer type saves that page."""
HALF_EMPTY, NOTES_HEAD = 0.65, 32.0
"""Part of its last page below which a paper has lines for notes, and mm that their heading and the page's foot take."""
OWNER, WIDEST_OWNER = 9.0, 30.0
"""Points of the name before tracks; as in `print-flow.css`; and the widest that stands beside them, in mm."""
TALL = 100.0
"""A text of an encounter that is higher than so many mm in half the width goes on over both columns and pages."""
LEAST_ACT = 55.0
"""Width of a row of the first table on a party sheet at least, in mm."""
MOST_BOXES = 12
"""Boxes of a track on a tent."""
TENT_TYPES, TENT_BOX, TENT_ROOM = (9.5, 8.6, 7.5), 3.3, 15.8
"""Points of the small type on a tent, mm of a box in the smallest, and the height that its lines have, in mm."""
TENT_GAP = 1.7
"""White around a figure or track on a tent and before the next, in mm; as in `print-flow.css`."""
TURN, SMALLER_TURNS = 22.0, (16.0, 10.0)
"""Points of the initiative on a tent: as a rule, and where that makes room for what stands below."""
TENT_HALF, TENT_RULE = 31.2, 3.2
"""Height of half a tent, and of the rule below its name with the white above it, in mm; as in `print-flow.css`."""


@dataclass(frozen=True)
class RuleText:
    """A piece of the reference to print along."""

    title: str
    text: Markup


@dataclass(frozen=True)
class _Tent:
    """A fighter on a tent, sizes of type in points, and how long a track may be that has boxes."""

    fighter: Fighter
    size: float
    near: float
    small: float
    """Of its numbers and tracks."""
    boxes: int
    turn: float
    """Size of its initiative."""
    above: float
    """White above the large name, in mm: as much as below its rule."""


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
    frame = frame_of(style)
    blocks = _about(encounter)
    wide = [b for b in blocks if isinstance(b, Table | Figures)]
    rest = [b for b in blocks if b not in wide]
    half = frame.narrowed((frame.width - 7) / 2)

    def is_tall(block: Block) -> bool:
        return sheet_height(block, half) > TALL

    order = any(c.initiative for c in combatants)
    room = frame.width - (INITIATIVE if order else 0.0)
    beside = room - WHO - 3 >= LEAST_TRACKS
    tracks = in_rows(frame).narrowed(room - WHO - 3 if beside else room)
    known = list(conditions) or listed_conditions(c.entry for c in combatants)
    # A line to write conditions on, behind those to tick where these leave room for it.
    line = tracks.width - sum(_tick_width(condition, frame) for condition in (style.words("out"), *known)) - 1
    values: dict[str, object] = {
        "encounter": encounter, "title": headed_title(encounter, style, frame), "wide": [*wide],
        "about": [*_rows(rest, is_tall)], "half": half, "is_tall": is_tall,
        "odds": odds, "fighters": [fighter(c) for c in combatants], "who": WHO if beside else room,
        "rules": rules, "order": order,
        "g": tracks, "owner_width": _owner_width, "conditions": known, "legend": line < LEAST_LINE,
        "line": line if line >= LEAST_LINE else tracks.width - 14,
    }  # fmt: skip
    values |= {
        "aside": BESIDE, "aside_line": BESIDE - _tick_width(style.words("out"), frame) - 1.0,
        "is_slim": lambda who: beside and (not known or line < LEAST_LINE) and _is_slim(who, tracks),
    }  # fmt: skip
    title = style.words("{encounter}: packet", encounter=encounter.name)
    try:
        text = _packet_text(session, values, style, title, card is None)
    except DoesNotFitError as error:
        raise _attributed(error, rules) from None
    warnings = missing_glyphs([(encounter.name, encounter), *((fighter.name, fighter) for fighter in combatants)])
    result = PrintResult(finished(text, style, title), sum(text.pages), warnings, "encounter packet")
    if card is None or not combatants:
        return result
    entries = cards_of(combatants)
    if not entries:
        return result
    try:
        solve_grid(style.paper, card, fold=True)
        duplex: Duplex = "fold"
    except PaperError:
        duplex = "none"
    cards = print_cards(session, [(entry, 1) for entry in entries], style, card, duplex, decks=decks)
    return replace(merged_results([result, cards]), warnings=(*result.warnings, *cards.warnings))


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


def _owner_width(name: str) -> float:
    """Width of the name before tracks that are not a fighter's own, in mm; 0 where it stands above them."""
    wide = width(name, "bold", OWNER) + 2.5 if name else 0.0
    return wide if wide <= WIDEST_OWNER else 0.0


def _packet_text(
    session: PrintSession, values: Mapping[str, object], style: PrintStyle, title: str, whole: bool
) -> JobResult:
    """The text of a packet: set closer where that saves a last page that is nearly empty."""

    def set_paper(close: bool, lines: Lines | None) -> JobResult:
        size = CLOSE_TYPE if close else RULE_TYPE
        own = {"rule": _rule_column(frame_of(style), size), "close": close, "lines": lines}
        return set_handout(session, "packet", {**values, **own}, style, title, whole, size)

    return _without_empty_page(set_paper, style)


def _without_empty_page(set_paper: Callable[[bool, Lines | None], JobResult], style: PrintStyle) -> JobResult:
    """A paper, set closer where that saves a last page that is nearly empty; half an empty page has lines for notes."""
    result, close = set_paper(False, None), False
    if sum(result.pages) > 1 and _end(result) <= NEARLY_EMPTY * style.paper.height:
        closer = set_paper(True, None)
        if close := sum(closer.pages) < sum(result.pages):
            result = closer
    if _end(result) > HALF_EMPTY * style.paper.height:
        return result
    free = style.paper.height - _end(result) - NOTES_HEAD
    lined = set_paper(close, Lines(id="notes", title=style.words("Your notes"), count=int(free / LINE_PITCH)))
    return lined if sum(lined.pages) == sum(result.pages) else result


def _end(paper: JobResult) -> float:
    """Where a paper ends on its last page, in mm from the top."""
    return paper.anchors["doc-end"][2]


def _attributed(error: DoesNotFitError, rules: Sequence[RuleText]) -> DoesNotFitError:
    """The error of a packet, with the rule that does not fit: the one that has its words, else the longest."""
    words = error.fault.partition("“")[2].partition("”")[0]
    texts = {rule.title: Markup(rule.text).striptags() for rule in rules}
    own = next((title for title, text in texts.items() if words and words in text), "")
    longest = max(texts, key=lambda title: len(texts[title]), default="")
    block = own if words else longest
    return DoesNotFitError(error.entry_id, error.over_mm, error.where, block, error.better, error.fault)


def print_party(session: PrintSession, entries: Sequence[EntryView], style: PrintStyle) -> PrintResult:
    """The numbers of all side by side; one strip for each: tracks to tick, its first table, marks, who they are."""
    frame, title = frame_of(style), style.words("The {party}")
    values = {
        "title": title,
        "comparisons": comparisons(entries, frame.width),
        "members": [member(entry) for entry in entries],
        "g": in_rows(frame).narrowed(frame.width - 8),
        "owner_width": _owner_width,
        "act_columns": max(1, int(frame.width // LEAST_ACT)),
    }

    def set_paper(close: bool, lines: Lines | None) -> JobResult:
        return set_handout(session, "party", {**values, "close": close, "lines": lines}, style, title)

    text = _without_empty_page(set_paper, style)
    warnings = missing_glyphs((entry.name, entry) for entry in entries)
    return PrintResult(finished(text, style, title), sum(text.pages), warnings, "party sheet")


def print_tents(
    session: PrintSession, combatants: Sequence[FightMember], style: PrintStyle, title: str = ""
) -> PrintResult:
    """Tents for the edge of the screen, in initiative order: fold each along its middle.

    They stand on paper on its side where that takes fewer sheets.
    """
    title = title or style.words("Initiative")
    ways = (style, replace(style, paper=lying(style.paper)))
    style = min(ways, key=lambda way: -(-len(combatants) // _tents_a_page(way)))
    frame = frame_of(style)
    across = frame.width / tents_across(frame)
    tents = [_tent(fighter(member), across - 5, style.theme.face, frame.faces) for member in combatants]
    values = {"title": title, "pages": shared_out(tents, _tents_a_page(style))}
    text = set_handout(session, "tents", values, style, title)
    warnings = missing_glyphs((member.name, member.name) for member in combatants)
    return PrintResult(finished(text, style, title), sum(text.pages), warnings, f"{len(tents)} tents")


def _tents_a_page(style: PrintStyle) -> int:
    return tents_across(frame_of(style)) * tents_down(style)


def _tent(fighter: Fighter, room: float, heading: str, faces: TextFaces) -> _Tent:
    size, lines = name_size(fighter.name, room, 14, (22, 19, 16, 14, 12, 10, 8), heading)
    near, _ = name_size(fighter.name, room, 9, (12, 10, 8, 7), "bold")
    ways = [(type_size, MOST_BOXES, TURN) for type_size in TENT_TYPES]
    ways += [(TENT_TYPES[-1], MOST_BOXES, turn) for turn in SMALLER_TURNS]
    ways += [(TENT_TYPES[-1], most, SMALLER_TURNS[-1]) for most in (6, 3)]
    small, boxes, turn = next((way for way in ways if _fits_tent(fighter, room, *way, faces)), ways[-1])
    above = max(0.0, (TENT_HALF - TENT_RULE - lines * size * POINT) / 2)
    return _Tent(fighter, size, near, small, boxes, turn, round(above, 2))


def _fits_tent(fighter: Fighter, room: float, size: float, most: int, turn: float, faces: TextFaces) -> bool:
    """Whether figures and tracks in type of `size` points take no more lines than a tent has."""
    figures = [
        *([fighter.kin] if fighter.kin else []),
        *(f"{f.label} {f.number.text} {f.unit}" for f in fighter.figures),
    ]
    count = _lines([width(text, faces.bold, size) + TENT_GAP for text in figures], room)
    for pool in fighter.pools:
        lead = [width(f"{pool.owner}:", faces.bold, size) + TENT_GAP] if pool.owner else []
        count += _lines([*lead, *(_track_width(track, size, most, faces.regular) for track in pool.tracks.items)], room)
    return count * size * 1.25 * POINT <= TENT_ROOM + (TURN - turn) * POINT


def _track_width(track: Track, size: float, most: int, face: str) -> float:
    """Width of a track on a tent: its boxes, or a line to write on where it is longer than `most`."""
    count, box = track.number.size, TENT_BOX * size / TENT_TYPES[-1]
    written = "" if count <= most else f"______ / {count}"
    return width(f"{track.label} {written}", face, size) + (count * box if count <= most else 0.0) + TENT_GAP


def _lines(widths: Sequence[float], room: float) -> int:
    """Lines that things of these widths take; the boxes of one that is too wide stand below its label."""
    return sum(map(bool, packed(widths, widths, room))) + sum(wide > room for wide in widths)


def _about(encounter: EntryView) -> list[Block]:
    areas = ("play", "reference") if encounter.area("play") else ("page", "aside")
    return [b for area in areas for b in encounter.area(area) if not isinstance(b, Panel)]


def listed_conditions(entries: Iterable[EntryView]) -> list[str]:
    """The conditions that entries list with a box to tick, each once."""
    conditions: dict[str, None] = {}
    for entry in entries:
        for blocks in entry.areas.values():
            for block in blocks:
                if isinstance(block, CheckGroups):
                    conditions |= dict.fromkeys(item for group in block.groups for item in group.items)
    return list(conditions)[:24]


def _rule_column(frame: SheetFrame, size: float) -> SheetFrame:
    """The column that rules are set in: two abreast where the paper is wide."""
    wide = (frame.width - 7) / 2 if frame.width >= TWO_COLUMNS else frame.width
    return replace(frame.narrowed(wide), sizes=replace(frame.sizes, body=size))
