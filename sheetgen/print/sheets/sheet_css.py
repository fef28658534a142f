"""How sheets look: the measures of a page, the sizes of each density, the style sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from sheetgen.print import resources
from sheetgen.print.block_print import block_properties
from sheetgen.print.css import factors, lengths, points, resolve, tokens
from sheetgen.print.measure import frame, sheet_frame
from sheetgen.print.sheets.drawings import LATER_BAR
from sheetgen.print.sizes import FLOOR, LARGE, LARGE_PRINT, SHEET, Sizes
from sheetgen.print.style import PrintStyle

Layout = Literal["full", "one-page", "large-print", "digest", "screen"]
Mode = Literal["filled", "blank", "form"]
ONE: tuple[Layout, ...] = ("one-page", "digest")
"""Layouts that have to fit where they are."""

SIDE, TOP, FOOT = 9.0, 8.0, 11.0
"""White beside, above and below what stands on a page, in mm; the foot is in the last."""
PICTURE_TOP = 11.0
"""From the edge of the paper to the portrait, in mm."""
FACT_SIZE, FOOT_SIZE, LATER_SIZE, SUBTITLE = 10.5, 7.5, 10.0, 12.0
"""Points of the facts of a header, of the foot, of later headers, and of a subtitle that stands in place of facts;
where the smallest type of a sheet is larger than that, it is theirs."""
SUBTITLE_LEADING, SUBTITLE_TRACKING = 1.1, 0.05
HEAD_INSET, LATER_INSET, LATER_GAP = 5.0, 4.0, 6.0
"""White at the sides of the first header and of later ones, and there between the name and what is beside it, in mm."""
NAME_HIGH, SLIM_NAME_HIGH = 17.0, 10.0
"""Height of the name in the first header with the white above it, and in one of half a page, in mm."""
HEADERS = (
    lengths(
        head_inset=HEAD_INSET, later_inset=LATER_INSET, later_bar=LATER_BAR,
        name_high=NAME_HIGH, slim_name_high=SLIM_NAME_HIGH,
    )
    | points(header_fact=FACT_SIZE, foot_size=FOOT_SIZE, later_size=LATER_SIZE, subtitle_size=SUBTITLE)
    | factors(subtitle_leading=SUBTITLE_LEADING, subtitle_tracking=SUBTITLE_TRACKING)
)  # fmt: skip
"""The same as custom properties of style sheets."""
DENSITIES = ("roomy", "normal", "dense", "small", "floor")
TIGHT = "tight"
"""The density of a page, or half of one, that holds no other: type as small as ever, marks and white smaller still."""


def sheet_sizes(density: str, style: PrintStyle, layout: Layout, mode: Mode) -> Sizes:
    """The sizes of one density, larger on large print, smaller on small paper."""
    small = min(1.0, (style.paper.width - 2 * SIDE) / 180)
    least = least_type(style, layout)
    large = LARGE if least > FLOOR else 1.0
    sizes = SHEET[density].scaled(large * small, least)
    if mode == "filled":
        return sizes
    # Empty tracks are long: smaller boxes keep two groups of five on a line.
    box = min(sizes.box_mm, 4.3 * large * small)
    return replace(sizes, box_mm=box, gap_mm=box * 0.12, track_mm=box * 1.5)


def least_type(style: PrintStyle, layout: Layout) -> float:
    """Points of the smallest type on a sheet."""
    return LARGE_PRINT if layout == "large-print" or style.large else FLOOR


def sheet_css(style: PrintStyle, layout: Layout, mode: Mode = "filled") -> tuple[str, tuple[tuple[str, str], ...]]:
    """The style sheet of sheets, and the rules of each density."""
    values = sheet_values(style, least_type(style, layout))
    sheets = "".join(map(resources.stylesheet, ("base", "rich", "sheet")))
    text = resolve(sheets + style.css, values)
    parts = []
    for name in (*DENSITIES, TIGHT) if layout in ONE else DENSITIES:
        sizes = sheet_sizes(name, style, layout, mode)
        parts.append((name, sheet_rules(name, sizes, values)))
    return text, tuple(parts)


def sheet_values(style: PrintStyle, least: float = FLOOR) -> dict[str, str]:
    """The custom properties of sheets: colours, measures, and the smallest type in points."""
    paper = style.paper
    return tokens(style.theme, style.ink) | block_properties() | frame.PROPERTIES | sheet_frame.PROPERTIES | HEADERS | {
        "--paper-width": f"{paper.width:.2f}mm", "--paper-height": f"{paper.height:.2f}mm",
        "--page-height": f"{paper.height - 0.1:.2f}mm", "--page-side": f"{SIDE}mm", "--page-top": f"{TOP}mm",
        "--page-inner": f"{paper.width - 2 * SIDE:.2f}mm", "--picture-top": f"{PICTURE_TOP}mm",
        "--least": f"{least:g}pt",
    }  # fmt: skip


def sheet_rules(name: str, sizes: Sizes, values: Mapping[str, str]) -> str:
    """The rules for everything on a sheet that has a size, for elements of class `name`."""
    rules = resources.stylesheet("sheet-sizes").replace(".density", f".{name}")
    return resolve(rules, {**values, **sizes.properties})
