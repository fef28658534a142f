"""Tents for the edge of the screen, which show in which order fighters act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sheetgen.blocks import Track
from sheetgen.print.engine.run_jobs import missing_glyphs
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.fighters import Fighter, FightMember, fighter
from sheetgen.print.handout_documents import MARGINS, frame_of, set_handout, tents_across, tents_down
from sheetgen.print.measure.frame import packed
from sheetgen.print.measure.name_sizes import name_size
from sheetgen.print.paper import POINT, lying, shared_out
from sheetgen.print.pdf.postprocess import finished
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.print.text_metrics.metrics import width
from sheetgen.print.text_metrics.own_fonts import TextFaces

MOST_BOXES = 12
"""Boxes of a track on a tent."""
TENT_TYPES, TENT_BOX, TENT_ABOVE = (11.0, 9.5, 8.6, 7.5), 3.3, 15.4
"""Points of the small type on a tent, mm of a box in the smallest, and the height of what stands above its lines."""
TENT_GAP = 1.7
"""White around a figure or track on a tent and before the next, in mm; as in `print-flow.css`."""
TURN, SMALLER_TURNS = 22.0, (16.0, 10.0)
"""Points of the initiative on a tent: as a rule, and where that makes room for what stands below."""
TALLEST, SPARE, TENT_RULE = 84.0, 2.0, 3.2
"""Height of a tent at most, what a page of them leaves free, and the rule below a name with the white above it, in mm;
as in `print-flow.css`."""
NAME_SIZES, NAME_PART = (32, 27, 22, 19, 16, 14, 12, 10, 8), 0.25
"""Points of the large names, and the part of half a tent that one line of them is at most."""


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
    half = _half(len(combatants), style)
    tents = _alike([_tent(fighter(member), across - 5, half, style.theme.face, frame.faces) for member in combatants])
    values = {"title": title, "pages": shared_out(tents, _tents_a_page(style)), "half": round(half, 2)}
    text = set_handout(session, "tents", values, style, title)
    warnings = missing_glyphs((member.name, member.name) for member in combatants)
    return PrintResult(finished(text, style, title), sum(text.pages), warnings, f"{len(tents)} tents")


def _tents_a_page(style: PrintStyle) -> int:
    return tents_across(frame_of(style)) * tents_down(style)


def _half(count: int, style: PrintStyle) -> float:
    """Height of half a tent in mm: rows share the height of a page."""
    most = max(map(len, shared_out(range(count), _tents_a_page(style))), default=1)
    rows = -(-most // tents_across(frame_of(style)))
    return min(TALLEST, (style.paper.height - MARGINS - SPARE) / rows) / 2


def _tent(fighter: Fighter, room: float, half: float, heading: str, faces: TextFaces) -> _Tent:
    sizes = tuple(size for size in NAME_SIZES if size * POINT <= half * NAME_PART)
    size, lines = name_size(fighter.name, room, half * 2 * NAME_PART, sizes, heading)
    near, _ = name_size(fighter.name, room, 9, (12, 10, 8, 7), "bold")
    ways = [(type_size, MOST_BOXES, TURN) for type_size in TENT_TYPES]
    ways += [(TENT_TYPES[-1], MOST_BOXES, turn) for turn in SMALLER_TURNS]
    ways += [(TENT_TYPES[-1], most, SMALLER_TURNS[-1]) for most in (6, 3)]
    space = half - TENT_ABOVE
    small, boxes, turn = next((way for way in ways if _lines_high(fighter, room, *way, faces) <= space), ways[-1])
    above = max(0.0, (half - TENT_RULE - lines * size * POINT) / 2)
    return _Tent(fighter, size, near, small, boxes, turn, round(above, 2))


def _alike(tents: Sequence[_Tent]) -> list[_Tent]:
    """Tents of one fight in one small type, and one of the initiative: the smallest that any of them needs."""
    small, turn = min((tent.small for tent in tents), default=0.0), min((tent.turn for tent in tents), default=0.0)
    return [replace(tent, small=small, turn=turn) for tent in tents]


def _lines_high(fighter: Fighter, room: float, size: float, most: int, turn: float, faces: TextFaces) -> float:
    """Height of figures and tracks in type of `size` points, with what an initiative takes more or less than usual."""
    figures = [
        *([fighter.kin] if fighter.kin else []),
        *(f"{f.label} {f.number.text} {f.unit}" for f in fighter.figures),
    ]
    count = _lines([width(text, faces.bold, size) + TENT_GAP for text in figures], room)
    for pool in fighter.pools:
        lead = [width(f"{pool.owner}:", faces.bold, size) + TENT_GAP] if pool.owner else []
        count += _lines([*lead, *(_track_width(track, size, most, faces.regular) for track in pool.tracks.items)], room)
    return count * size * 1.25 * POINT - (TURN - turn) * POINT


def _track_width(track: Track, size: float, most: int, face: str) -> float:
    """Width of a track on a tent: its boxes, or a line to write on where it is longer than `most`."""
    count, box = track.number.size, TENT_BOX * size / TENT_TYPES[-1]
    written = "" if count <= most else f"______ / {count}"
    return width(f"{track.label} {written}", face, size) + (count * box if count <= most else 0.0) + TENT_GAP


def _lines(widths: Sequence[float], room: float) -> int:
    """Lines that things of these widths take; the boxes of one that is too wide stand below its label."""
    return sum(map(bool, packed(widths, widths, room))) + sum(wide > room for wide in widths)
