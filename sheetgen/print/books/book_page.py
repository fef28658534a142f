"""A page of a book: its margins, its type, its style sheet. Millimetres, and points for type."""

from __future__ import annotations

from dataclasses import dataclass

from sheetgen.print import resources
from sheetgen.print.css import resolve, tokens
from sheetgen.print.style import PrintStyle
from sheetgen.print.text_metrics.column_widths import CellStyle

TOP, BOTTOM = 24.0, 20.0
"""The margins above and below the text."""
CHARACTERS = 0.056
"""Characters of HTML on a square millimetre of a page, about."""


@dataclass(frozen=True)
class BookPage:
    """The page of a book on the paper of a look; on small paper everything is a little smaller."""

    style: PrintStyle

    @property
    def small(self) -> bool:
        """Whether there is no room for headings that hang out beside the text."""
        return self.style.paper.width < 180

    @property
    def size(self) -> float:
        """The size of the text."""
        return (9.2 if self.small else 10.0) * (1.4 if self.style.large else 1.0)

    @property
    def margins(self) -> tuple[float, float]:
        """The inner margin and the outer one."""
        return (16.0, 13.0) if self.small else (26.0, 22.0)

    @property
    def name(self) -> float:
        """How far the text of an entry stands from its name; nothing where it stands below."""
        return 0.0 if self.small else 42.0

    @property
    def measure(self) -> float:
        """How wide tables are."""
        return self.style.paper.width - sum(self.margins)

    @property
    def cells(self) -> CellStyle:
        """The type of tables."""
        return CellStyle(0.9 * self.size)

    @property
    def characters(self) -> float:
        """How many characters of HTML make a page, about."""
        return CHARACTERS * self.style.paper.width * self.style.paper.height * (10 / self.size) ** 2

    @property
    def low(self) -> float:
        """A last page that ends above this, from its top, has almost nothing on it."""
        return TOP + 0.2 * (self.style.paper.height - TOP - BOTTOM)

    def css(self) -> str:
        """The style sheet."""
        style, paper, (inner, outer) = self.style, self.style.paper, self.margins
        values = tokens(style.theme, style.ink) | {
            "--paper-width": f"{paper.width:.2f}mm", "--paper-height": f"{paper.height:.2f}mm",
            "--top": f"{TOP:g}mm", "--bottom": f"{BOTTOM:g}mm",
            "--inner": f"{inner:g}mm", "--outer": f"{outer:g}mm",
            "--toc-columns": "1" if self.small else "2", "--entry": "block" if self.small else "table",
            "--entry-part": "block" if self.small else "table-cell",
            "--entry-name": "auto" if self.small else f"{self.name:g}mm",
            "--index-columns": "2" if self.small else "3", "--hang": "0mm" if self.small else "30mm",
            "--size": f"{self.size}pt",
            "--colophon": "static" if self.small else "absolute",
            "--colophon-margin": f"8mm {outer:g}mm 0" if self.small else "0",
            "--plate": f"{paper.height * 0.44:.1f}mm",
        }  # fmt: skip
        return resolve(resources.stylesheet("base") + resources.stylesheet("book"), values) + style.css
