"""Boxes that draw nothing of their own: most boxes of a page only hold others, as their style alone says.

The engine looks for pictures, corners, borders and outlines of every box, on each of its ways through a page.
"""

from __future__ import annotations

from typing import Any

from weasyprint import draw  # type: ignore[import-untyped]
from weasyprint.draw import border  # type: ignore[import-untyped]
from weasyprint.layout import background  # type: ignore[import-untyped]

_PLAIN = "_plain_box"
_CORNERS = tuple(f"border_{corner}_radius" for corner in ("top_left", "top_right", "bottom_right", "bottom_left"))
_SQUARE = dict.fromkeys(_CORNERS, (0, 0)) | {"background": None}
_layout_backgrounds, _draw_border = background.layout_box_backgrounds, border.draw_border


def _is_plain(style: Any) -> bool:
    """Whether boxes of a style have no ground, no picture, no round corners and no rules between columns."""
    known: bool | None = style.__dict__.get(_PLAIN)
    if known is None:
        known = style.__dict__[_PLAIN] = (
            style["border_image_source"][0] == style["mask_border_source"][0] == "none"
            and style["column_width"] == style["column_count"] == "auto"
            and not style["box_shadow"]
            and all((0, "px") in style[corner] for corner in _CORNERS)
            and not any(kind == "url" or picture for kind, picture in style["background_image"])
            and _is_clear(style, "background_color")
        )
    return known


def _is_clear(style: Any, name: str) -> bool:
    value = style[name]
    return bool((style["color"] if value == "currentcolor" else value).alpha == 0)


def layout_box_backgrounds(page: Any, box: Any, fetch: Any, layout_children: bool = True, style: Any = None) -> None:
    """Find and place the pictures behind a box and what is in it."""
    if style is not None or box is page or not _is_plain(box.style):
        _layout_backgrounds(page, box, fetch, layout_children, style)
        return
    # A box that was taken out of the flow stands behind another one there.
    vars(vars(box).get("_box", box)).update(_SQUARE)
    if layout_children:
        for child in box.all_children():
            layout_box_backgrounds(page, child, fetch)


def draw_border(stream: Any, box: Any) -> None:
    """Draw the borders of a box."""
    has_border = box.border_top_width or box.border_right_width or box.border_bottom_width or box.border_left_width
    if has_border or not _is_plain(box.style):
        _draw_border(stream, box)


def leave_out_plain_boxes() -> None:
    """Have the engine look only at boxes that draw something from now on."""
    background.layout_box_backgrounds = layout_box_backgrounds
    border.draw_border = draw.draw_border = draw_border
