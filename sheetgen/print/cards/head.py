"""The header and the foot of a card: name, badge and subtitle above, source and number below."""

from __future__ import annotations

from typing import Any

from sheetgen.blocks import EntryView, Fact
from sheetgen.print.cards.banner import CardBanner
from sheetgen.print.cards.shape import CardShape
from sheetgen.print.measure.colours import PrintColours
from sheetgen.print.measure.name_sizes import name_size
from sheetgen.print.paper import POINT
from sheetgen.print.sizes import FLOOR
from sheetgen.print.style import PrintStyle
from sheetgen.print.text_metrics.metrics import largest, lines, width

NAME_STEPS = (21.0, 18.5, 16.5, 14.5, 12.5, 11.0, 9.5, 8.0, 7.0)
NAME_HIGH, LEADING = 8.8, 0.96
"""Height of a name in its header in mm, and of its lines against their type."""
BADGE_STEPS = (20.0, 17.0, 14.0, 12.0, 10.0, 8.5, 7.0)


def header_of(entry: EntryView, style: PrintStyle, shape: CardShape) -> dict[str, Any]:
    """The header's texts and their sizes, as values of the template."""
    scale = shape.card.scale
    face = "slant" if style.theme.heading == "italic" else "black"
    steps = tuple(size * scale for size in BADGE_STEPS)
    badge: Fact | None = entry.badge
    parts = entry.subtitle
    badge_size = largest(badge.text, face, steps, shape.tier - 3.2) if badge else 0.0
    if badge is not None and width(badge.text, face, badge_size) > shape.tier - 3.2:
        parts = (f"{badge.label} {badge.text}", *parts)
        badge = None
    room = shape.inner - (shape.tier * 1.22 - shape.side + 1 if badge else 0)
    sizes, high = [s * scale for s in NAME_STEPS], NAME_HIGH * scale
    size, count = name_size(entry.name, room, high, sizes, face)
    name = entry.name
    if count > 1 and count * size * LEADING * POINT > high:
        name = _shortened(name, room, high, face, size)
        count = lines(name.upper(), face, size, room)
    pad = max(0.6, (8.6 * scale - size * 0.94 * POINT) * 0.62 + 0.5) if count == 1 else 0.9
    subtitle, above = _subtitle(parts, room, scale)
    if name != entry.name:
        above = (entry.name, *above)
    return {
        "headline": name, "name_size": round(size, 2), "name_lines": count,
        "name_pad": round(pad, 2), "name_width": round(room, 2),
        "subtitle": subtitle, "above": above, "sub_size": round(8 * scale, 2),
        "badge": badge, "badge_size": round(badge_size, 2),
    }  # fmt: skip


def _shortened(name: str, room: float, high: float, face: str, size: float) -> str:
    """As much of a name as the header holds, with dots; the whole of it stands below the header."""
    most = max(1, int(high / (size * LEADING * POINT)))
    kept = name
    while kept and lines(f"{kept}…".upper(), face, size, room) > most:
        kept = kept[:-1].rstrip()
    return f"{kept}…"


def banner_of(
    header: dict[str, Any], style: PrintStyle, shape: CardShape, colours: PrintColours, foot: str
) -> CardBanner:
    """The banner around a name that takes one line."""
    return CardBanner(
        colours=colours,
        subtitle=header["subtitle"],
        subtitle_size=header["sub_size"],
        below_name=header["name_pad"] + header["name_size"] * POINT,
        badge=header["badge"],
        badge_size=header["badge_size"],
        badge_face="slant" if style.theme.heading == "italic" else "black",
        badge_left=shape.tier_left,
        badge_width=shape.tier,
        scale=shape.card.scale,
        game=style.game,
        foot=foot,
        foot_top=shape.card.height - shape.tail + shape.foot_pad,
        inner=shape.inner,
    )


def _subtitle(parts: tuple[str, ...], room: float, scale: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The part of the subtitle that fits one line of the header, and the rest."""
    taken: list[str] = []
    for part in parts:
        if width(" / ".join([*taken, part]).upper(), "bold", 8 * scale, 0.05) > room:
            break
        taken.append(part)
    return tuple(taken), parts[len(taken) :]


def foot_of(entry: EntryView, style: PrintStyle, shape: CardShape) -> str:
    """The text of the foot: game and source, as much as there is room for."""
    room = shape.inner - 14 - 3.4
    for text in (f"{style.theme.title}  /  {entry.source}" if entry.source else "", style.theme.title):
        if text and width(text, "bold", FLOOR, 0.02) <= room:
            return text
    return ""


def foot_room(foot: str, number: str, shape: CardShape) -> float:
    """White between the text of the foot and the number of the face at its right end."""
    mark = FLOOR * POINT * 1.02
    return shape.inner - mark - width(f" {foot}{number}", "bold", FLOOR, 0.02) - 0.1
