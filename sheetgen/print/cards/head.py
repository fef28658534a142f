"""What stands in the head and the foot of a card, and in which sizes."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.blocks import EntryView
from sheetgen.print.cards.banner import CardBanner
from sheetgen.print.cards.shape import CardShape
from sheetgen.print.measure.colours import PrintColours
from sheetgen.print.measure.name_sizes import name_size
from sheetgen.print.paper import POINT
from sheetgen.print.sizes import FLOOR
from sheetgen.print.style import PrintStyle
from sheetgen.print.text_metrics.directions import on_a_line
from sheetgen.print.text_metrics.metrics import broken, largest, lines, width

NAME_STEPS = (21.0, 18.5, 16.5, 14.5, 12.5, 11.0, 9.5, 8.0, 7.0)
NAME_HIGH, LEADING = 8.8, 0.96
"""Height of a name in its header in mm, and of its lines against their type."""
BADGE_STEPS = (20.0, 17.0, 14.0, 12.0, 10.0, 8.5, 7.0)


def banner_of(
    entry: EntryView, style: PrintStyle, shape: CardShape, colours: PrintColours, pictured: bool = False
) -> CardBanner:
    """The texts of head and foot with their sizes; one with a picture has that in place of the badge."""
    scale = shape.card.scale
    face = style.theme.face
    badge, parts = None if pictured else entry.badge, entry.subtitle
    steps = tuple(size * scale for size in BADGE_STEPS)
    badge_size = largest(badge.text, face, steps, shape.tier - 3.2) if badge else 0.0
    if badge is not None and width(badge.text, face, badge_size) > shape.tier - 3.2:
        parts = (f"{badge.label} {badge.text}", *parts)
        badge = None
    room = shape.inner - (shape.tier * 1.22 - shape.side + 1 if badge or pictured else 0)
    name, size, count = _fitted(entry.name, room, NAME_HIGH * scale, [s * scale for s in NAME_STEPS], face)
    pad = max(0.6, (8.6 * scale - size * 0.94 * POINT) * 0.62 + 0.5) if count == 1 else 0.9
    subtitle, above = _subtitle(parts, room, scale)
    return CardBanner(
        colours=colours, face=face,
        name=broken(name.upper(), face, size, room) if count > 1 else (name,), name_size=size,
        name_top=pad, leading=1.0 if count == 1 else 0.94,
        subtitle=subtitle, subtitle_size=8 * scale, above=above if name == entry.name else (entry.name, *above),
        badge=badge, badge_size=badge_size, badge_left=shape.tier_left, badge_width=shape.tier, scale=scale,
        game=style.game, foot=_foot_of(entry, style, shape),
        inner=shape.inner,
    )  # fmt: skip


def _fitted(name: str, room: float, high: float, sizes: Sequence[float], face: str) -> tuple[str, float, int]:
    """A name, or as much of it as a head `high` mm high holds, with its size and the number of its lines."""
    size, count = name_size(name, room, high, sizes, face)
    if count > 1 and count * size * LEADING * POINT > high:
        name = _shortened(name, room, high, face, size)
        count = lines(name.upper(), face, size, room)
    return name, size, count


def _shortened(name: str, room: float, high: float, face: str, size: float) -> str:
    """As much of a name as the header holds, with dots; the whole of it stands below the header."""
    most = max(1, int(high / (size * LEADING * POINT)))
    kept = name
    while kept and lines(f"{kept}…".upper(), face, size, room) > most:
        kept = kept[:-1].rstrip()
    return f"{kept}…"


def _subtitle(parts: tuple[str, ...], room: float, scale: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The part of the subtitle that fits one line of the header, and the rest."""
    taken: list[str] = []
    for part in parts:
        if width(" / ".join([*taken, part]).upper(), "bold", 8 * scale, 0.05) > room:
            break
        taken.append(part)
    return tuple(taken), parts[len(taken) :]


def _foot_of(entry: EntryView, style: PrintStyle, shape: CardShape) -> str:
    """The text of the foot: game and source, as much as there is room for."""
    room = shape.inner - 14 - 3.4
    for text in (on_a_line(style.theme.title, entry.source), style.theme.title):
        if text and width(text, "bold", FLOOR, 0.02) <= room:
            return text
    return ""
