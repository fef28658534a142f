"""A page of a book: its margins, its type, its style sheet. Millimetres, and points for type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sheetgen.print import resources
from sheetgen.print.books.running_heads import NUMBER
from sheetgen.print.books.tables import POINT, Cells
from sheetgen.print.css import resolve, tokens
from sheetgen.print.style import PrintStyle

TOP, BOTTOM = 24.0, 20.0
"""The margins above and below the text."""
COLUMN_GAP = 5.0
"""The space between columns of the index."""
CHARACTERS = 0.056
"""Characters of HTML on a square millimetre of a page, about."""
_TABLE_TYPES = ((1.0, 8.0, 2.6), (0.92, 7.6, 2.0), (0.84, 7.2, 1.5))
"""Types of tables: of their usual size, the size of heads in points, the space between columns in mm."""
_SMALLEST = 7.5
_INSETS = {"aside": 8.0, "blockquote": 8.0, "figure": 8.0, "ul": 5.0, "ol": 5.0, "section": 8.4}
"""How much narrower than the page what stands in an element is, in mm."""
_BESIDE_MARK = 6.4


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
    def hang(self) -> float:
        """How far headings hang out beside the text."""
        return 0.0 if self.small else 30.0

    @property
    def tables(self) -> list[Cells]:
        """The types that tables are set in, the largest first."""
        usual = 0.9 * self.size
        return [Cells(max(share * usual, _SMALLEST), head, gap) for share, head, gap in _TABLE_TYPES]

    def room(self, table: Any) -> float:
        """How wide a table of a chapter is: as the page where it stands by itself, less in an entry or a box."""
        around = [table, *table.iterancestors()][:-1]
        outer = around[-1].get("class", "")
        wide = around[-1].tag == "table" or outer in ("scroll", "entries")
        beside = self.name if outer == "entries" else 0.0 if wide else self.hang
        insets = sum(_inset(element) for element in around if element.get("class") != "entry")
        return self.measure - beside - insets

    @property
    def index_columns(self) -> int:
        """How many columns the index has."""
        return 3 if self.small else 4

    @property
    def index_column(self) -> float:
        """The width of a column of the index."""
        return (self.measure + COLUMN_GAP) / self.index_columns - COLUMN_GAP

    @property
    def index_size(self) -> float:
        """The type of the index, in points."""
        return 0.82 * self.size

    @property
    def index_height(self) -> float:
        """The height of a column of the index that fills its page."""
        return self.style.paper.height - TOP - BOTTOM - 0.1

    @property
    def part_height(self) -> float:
        """The height of the title of a chapter, where it has one line."""
        return 9.3 + 30 * POINT

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
            "--head-foot": f"{TOP - 6:g}mm", "--number-foot": f"{paper.height - BOTTOM / 2 + NUMBER * POINT / 2:g}mm",
            "--inner": f"{inner:g}mm", "--outer": f"{outer:g}mm",
            "--toc-columns": "1" if self.small else "2", "--entry": "block" if self.small else "table",
            "--entry-part": "block" if self.small else "table-cell",
            "--entry-name": "auto" if self.small else f"{self.name:g}mm",
            "--index-size": f"{self.index_size:.2f}pt", "--column-gap": f"{COLUMN_GAP:g}mm",
            "--hang": f"{self.hang:g}mm", "--size": f"{self.size}pt",
            "--colophon": "static" if self.small else "absolute",
            "--colophon-margin": f"8mm {outer:g}mm 0" if self.small else "0",
            "--plate": f"{paper.height * 0.44:.1f}mm",
        }  # fmt: skip
        types = "".join(f"{_type(n, cells)}\n" for n, cells in enumerate(self.tables) if n)
        return resolve(resources.stylesheet("base") + resources.stylesheet("book"), values) + types + style.css


def _type(number: int, cells: Cells) -> str:
    """The rules of a smaller type of tables."""
    name = f".text .type{number}"
    return (
        f"{name} {{ font-size: {cells.size:.2f}pt }} {name} thead th {{ font-size: {cells.head}pt }}"
        f" {name} :is(th, td) {{ padding-right: {cells.gap}mm }}"
    )


def _inset(element: Any) -> float:
    before = element.getprevious()
    beside = element.tag == "div" and before is not None and "m" in before.get("class", "").split()
    return _INSETS.get(element.tag, 0.0) + _BESIDE_MARK * beside
