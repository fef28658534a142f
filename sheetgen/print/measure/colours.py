"""The colours of one game as drawings take them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sheetgen.print.css import resolve


@dataclass(frozen=True)
class PrintColours:
    """The colours of one game on paper, the thickness of its rules in mm, and the shape of its bars."""

    ink: str
    paper: str
    soft: str
    rule: str
    accent: str
    accent_text: str
    accent_bar: str
    bar: str
    on_accent: str
    on_badge: str
    on_bar: str
    on_bar_soft: str
    hair: float
    line: float
    slope: float = 1.0
    """Whether bars slant: 1 or 0."""
    corner: float = 0.0
    """Radius of corners in mm."""

    @property
    def saves_ink(self) -> bool:
        """Whether bars are left white, as everything that would be filled."""
        return self.on_bar == self.ink

    @classmethod
    def of(cls, tokens: Mapping[str, str]) -> PrintColours:
        """From the custom properties of a style sheet."""

        def value(name: str) -> str:
            return resolve(f"var(--{name})", tokens)

        return cls(
            ink=value("ink"),
            paper=value("paper"),
            soft=value("soft"),
            rule=value("rule"),
            accent=value("accent"),
            accent_text=value("accent-text"),
            accent_bar=value("accent-bar"),
            bar=value("bar"),
            on_accent=value("on-accent"),
            on_badge=value("on-badge"),
            on_bar=value("on-bar"),
            on_bar_soft=value("on-bar-soft"),
            hair=float(value("hair").removesuffix("mm")),
            line=float(value("line").removesuffix("mm")),
            slope=float(value("slope")),
            corner=float(value("corner")),
        )


BLACK = PrintColours(
    ink="#000", paper="#fff", soft="#000", rule="#000", accent="#000", accent_text="#000", accent_bar="#000",
    bar="#000", on_accent="#fff", on_badge="#fff", on_bar="#fff", on_bar_soft="#fff", hair=0.2, line=0.35,
)  # fmt: skip
"""Black on white, where something is measured only."""
