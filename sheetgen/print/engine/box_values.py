"""What the engine asks of boxes again and again though their style alone decides it, worked out once for each style.

Every layout of a box turns its lengths into used values, CSS 2.2, 6.1.3. Without percentages these are the same in any
containing block.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from weasyprint.formatting_structure import boxes  # type: ignore[import-untyped]
from weasyprint.layout import block, percent  # type: ignore[import-untyped]

_SIDES = ("top", "right", "bottom", "left")
_LENGTHS = (
    *(f"{edge}_{side}" for edge in ("margin", "padding") for side in _SIDES),
    *(f"{least}{axis}" for least in ("", "min_", "max_") for axis in ("width", "height")),
)
_USED = (*_LENGTHS, *(f"border_{side}_width" for side in _SIDES))
_KEPT, _CONTEXT = "_used_values", "_formatting_context"
_resolved = percent.resolve_percentages


def resolve_percentages(box: Any, containing_block: Any) -> None:
    """Give a box the used values of its lengths."""
    style = box.style
    kept: dict[str, Any] | None = style.__dict__.get(_KEPT)
    if kept:
        box.__dict__.update(kept)
        return
    _resolved(box, containing_block)
    if kept is None:
        fixed = style["border_collapse"] != "collapse" and all(_is_fixed(style[name]) for name in _LENGTHS)
        setattr(style, _KEPT, {name: box.__dict__[name] for name in _USED} if fixed else {})


def _is_fixed(length: Any) -> bool:
    """Whether a computed length hangs on nothing else: no percentage, no formula."""
    return length == "auto" or getattr(length, "unit", None) == "px"


def is_in_normal_flow(box: Any) -> bool:
    """Whether a box is neither floated nor positioned nor put elsewhere."""
    style = box.style
    return style["float"] == "none" and style["position"] in ("static", "relative")


def is_of_the_page(box: Any) -> bool:
    """Whether a box counts where pages part: in the flow, or floated."""
    style = box.style
    return style["float"] != "footnote" and style["position"] in ("static", "relative")


def page_values(box: Any) -> tuple[Any, Any]:
    """The names of the pages on which a box begins and ends (CSS Fragmentation 3, 4.1)."""
    own, children = box.style["page"], box.children
    first = next((child for child in children if is_of_the_page(child)), None)
    if first is None:
        return own, own
    last = next(child for child in reversed(children) if is_of_the_page(child))
    start, end = first.page_values() if last is first else (first.page_values()[0], last.page_values()[1])
    return start or own, end or own


def establishes_formatting_context(box: Any) -> bool:
    """Whether what floats in a box keeps to it (CSS 2.2, 9.4.1)."""
    style = box.style
    known: tuple[bool, bool] | None = style.__dict__.get(_CONTEXT)
    if known is None:
        apart = box.is_floated() or box.is_absolutely_positioned() or "flow-root" in style["display"]
        known = style.__dict__[_CONTEXT] = apart, style["overflow"] != "visible"
    apart, clips = known
    is_block = isinstance(box, boxes.BlockBox)
    return apart or box.is_column or (clips if is_block else isinstance(box, boxes.BlockContainerBox))


def collapse_margin(margins: Iterable[float]) -> float:
    """The margin that adjoining ones have in common (CSS 2.2, 8.3.1)."""
    most = least = 0.0
    for margin in margins:
        if margin > most:
            most = margin
        elif margin < least:
            least = margin
    return most + least


def keep_values() -> None:
    """Have the engine take values of boxes so from now on."""
    boxes.Box.is_in_normal_flow = is_in_normal_flow
    boxes.Box.establishes_formatting_context = establishes_formatting_context
    boxes.ParentBox.page_values, block.collapse_margin = page_values, collapse_margin
    for name, module in list(sys.modules.items()):
        if name.startswith("weasyprint.layout.") and hasattr(module, _resolved.__name__):
            setattr(module, _resolved.__name__, resolve_percentages)
