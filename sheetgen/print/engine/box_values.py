"""What the engine asks of boxes again and again though their style alone decides it, worked out once for each style.

Every layout of a box turns its lengths into used values, CSS 2.2, 6.1.3. Without percentages these are the same in any
containing block.
"""

from __future__ import annotations

import sys
from typing import Any

from weasyprint.formatting_structure import boxes  # type: ignore[import-untyped]
from weasyprint.layout import percent  # type: ignore[import-untyped]

_SIDES = ("top", "right", "bottom", "left")
_LENGTHS = (
    *(f"{edge}_{side}" for edge in ("margin", "padding") for side in _SIDES),
    *(f"{least}{axis}" for least in ("", "min_", "max_") for axis in ("width", "height")),
)
_USED = (*_LENGTHS, *(f"border_{side}_width" for side in _SIDES))
_KEPT = "_used_values"
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


def keep_values() -> None:
    """Have the engine take values of boxes so from now on."""
    boxes.Box.is_in_normal_flow = is_in_normal_flow
    for name, module in list(sys.modules.items()):
        if name.startswith("weasyprint.layout.") and hasattr(module, _resolved.__name__):
            setattr(module, _resolved.__name__, resolve_percentages)
