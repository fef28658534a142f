"""Texts from right to left on lines from left to right (Unicode Standard Annex 9, implicit directional marks)."""

from __future__ import annotations

from unicodedata import bidirectional

MARK = "\u200e"
"""The left-to-right mark, which is not seen."""
RIGHT_MARK = "\u200f"
"""The same from right to left."""


def on_a_line(*parts: str) -> str:
    """What there is of parts on one line, in this order from left to right whichever way the letters of each run."""
    return "  /  ".join(f"{MARK}{part}{MARK}" if turns(part) else part for part in parts if part)


def closed(text: str) -> str:
    """A text whose first letter runs from right to left with a mark behind it: its full stop stands at its left end."""
    first = next((way for letter in text if (way := bidirectional(letter)) in ("L", "R", "AL")), "L")
    return text if first == "L" else f"{text}{RIGHT_MARK}"


def turns(text: str) -> bool:
    """Whether letters of a text run from right to left."""
    return any(bidirectional(letter) in ("R", "AL") for letter in text)
