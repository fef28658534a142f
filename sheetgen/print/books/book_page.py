"""A page of a book: its margins, its type, its style sheet. Millimetres, and points for type."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sheetgen.print import resources
from sheetgen.print.books.running_heads import NUMBER
from sheetgen.print.books.tables import POINT, Cells
from sheetgen.print.css import resolve, tokens
from sheetgen.print.engine.job import ColumnGrid
from sheetgen.print.measure.name_sizes import book_title_size
from sheetgen.print.style import PrintStyle
from sheetgen.print.text_metrics.own_fonts import TextFaces

TOP, BOTTOM, SLACK = 20.0, 19.0, 5.0
"""The margins above and below the text, and how far it reaches into the lower one where that spares a page."""
PLATE, TITLE_ABOVE = 0.44, 14.0
"""The part of a title page that its picture takes, and the white between that and the title; as in `print-book.css`."""
COLUMN_GAP = 6.0
"""The space between columns."""
CHARACTERS = {1: 0.103, 2: 0.118}
"""Characters of HTML on a square millimetre of text, about, by the columns of a page: wide ones have emptier lines."""
GALLEY = 50000.0
"""The height of the page that a part is set on before it is cut."""
HYPHENATED = frozenset("cs da de fi hu is nb nl nn no pl ru sk sv uk".split())
"""Languages many of whose words are long for a cell or a narrow column: there they are parted as the language does."""
_HYPHENS = ".text :is(p, li, td, th){hyphens:auto;hyphenate-limit-chars:8 3 3}.text .rulebox p{hyphens:manual}"
_SMALLEST = 9.0
_INSETS = {"aside": 5.0, "blockquote": 5.0, "figure": 5.0, "ul": 4.4, "ol": 4.4, "section": 0.0}
"""How much narrower than the page what stands in an element is, in mm."""

MOST_COLUMNS = 3
"""Columns that entries stand in at most."""
_ENTRY_WIDTH = 50.0
"""The narrowest column of entries in usual type, in mm."""
_RGB = re.compile(r"#[0-9a-fA-F]{6}")
_ASKED = re.compile(r"\bcolumns-([1-3])\b")


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
        return (9.2 if self.small else 9.4) * (1.4 if self.style.large else 1.0)

    @property
    def note(self) -> float:
        """The size of what is set small."""
        return max(_SMALLEST, 0.92 * self.size)

    @property
    def columns(self) -> int:
        """In how many columns the text is set."""
        return 1 if self.small or self.style.large else 2

    @property
    def column(self) -> float:
        """The width of a column of text."""
        return self._column(self.columns)

    @property
    def margins(self) -> tuple[float, float]:
        """The inner margin and the outer one."""
        return (15.0, 12.0) if self.small else (20.0, 16.0)

    @property
    def measure(self) -> float:
        """The width of all columns."""
        return self.style.paper.width - sum(self.margins)

    @property
    def widest(self) -> float:
        """How wide a table may be that a column does not serve."""
        return self.measure

    @property
    def top(self) -> float:
        """The margin above the text."""
        return TOP

    @property
    def bottom(self) -> float:
        """The margin below the text."""
        return BOTTOM

    @property
    def grid(self) -> ColumnGrid:
        """How the pages of a part are cut."""
        return ColumnGrid(height=self.style.paper.height, top=self.top, bottom=self.bottom, gap=COLUMN_GAP, slack=SLACK)

    def entry_column(self, asked: int) -> float:
        """The width of a column of entries that are to stand in so many, where these would not be too narrow."""
        narrowest = _ENTRY_WIDTH * (1.4 if self.style.large else 1.0)
        widths = map(self._column, range(asked, 1, -1))
        return next((width for width in widths if width >= narrowest), self.measure)

    def _column(self, count: int) -> float:
        return (self.measure + COLUMN_GAP) / count - COLUMN_GAP

    @property
    def table_head(self) -> float:
        """The size of the heads of tables."""
        return _SMALLEST

    @property
    def cells(self) -> Cells:
        """How the cells of tables are set."""
        return Cells(self.note, self.faces, self.table_head)

    @property
    def faces(self) -> TextFaces:
        """The faces of its text."""
        return self.style.own_fonts.faces

    def room(self, table: Any) -> float:
        """How wide a table may be that stands in an entry, a box or a list."""
        around = [table, *table.iterancestors()][:-1]
        asked = next((match[1] for element in around if (match := _ASKED.search(element.get("class", "")))), "")
        column = self.entry_column(int(asked)) if asked else self.column
        return column - sum(_INSETS.get(element.tag, 0.0) for element in around)

    @property
    def folded(self) -> int:
        """So many rows a table has at least that is set in runs beside each other, where these are narrow enough."""
        return 10

    @property
    def whole(self) -> int:
        """So many rows a table has at most that is not torn if there is another way."""
        return 12

    @property
    def half(self) -> float:
        """The width of tables that stand beside each other where the text has one column; 0 where none do."""
        half = self.entry_column(2)
        return half if self.columns == 1 and half < self.measure else 0.0

    @property
    def index_columns(self) -> int:
        """How many columns the index has."""
        return 3 if self.small else 4

    @property
    def index_column(self) -> float:
        """The width of a column of the index."""
        return self._column(self.index_columns)

    @property
    def index_size(self) -> float:
        """The type of the index, in points."""
        return self.note

    @property
    def index_height(self) -> float:
        """The height of a column of the index that fills its page."""
        return self.style.paper.height - TOP - BOTTOM - 0.1

    @property
    def part_height(self) -> float:
        """The height of the title of a chapter, where it has one line."""
        return 12.8 + 30 * POINT

    @property
    def characters(self) -> float:
        """How many characters of HTML make a page, about."""
        return (
            CHARACTERS[min(self.columns, max(CHARACTERS))] * self.measure * self.index_height * (9.4 / self.size) ** 2
        )

    @property
    def hyphenated(self) -> bool:
        """Whether words are parted at the ends of lines."""
        return self.style.language.partition("-")[0] in HYPHENATED

    @property
    def tab(self) -> str:
        """The colour of the marks at the edge of the paper, none where ink is saved."""
        colour = tokens(self.style.theme)["--accent"]
        return colour if _RGB.fullmatch(colour) and not self.style.ink else ""

    def title_size(self, title: str, subtitle: str) -> float:
        """Points of the book's title on its page, where it stands below the picture and the white below that."""
        paper = self.style.paper
        height = paper.height * (1 - PLATE) - TITLE_ABOVE - self.bottom
        return book_title_size(title, subtitle, self.measure, height, self.style.theme.face)

    def css(self) -> str:
        """The style sheet."""
        style, paper, (inner, outer) = self.style, self.style.paper, self.margins
        shared = tokens(style.theme, style.ink)
        values = shared | {
            "--paper-width": f"{paper.width:.2f}mm", "--paper-height": f"{paper.height:.2f}mm",
            "--galley": f"{GALLEY:g}mm", "--top": f"{self.top:g}mm",
            "--head-foot": f"{self.top - 6:g}mm",
            "--number-foot": f"{paper.height - self.bottom / 2 + NUMBER * POINT / 2:g}mm",
            "--inner": f"{inner:g}mm", "--outer": f"{outer:g}mm", "--column": f"{self.column:.3f}mm",
            "--column-gap": f"{COLUMN_GAP:g}mm", "--cell-gap": f"{self.cells.gaps[0]:g}mm",
            "--close-gap": f"{self.cells.gaps[-1]:g}mm", "--size": f"{self.size}pt", "--note": f"{self.note:.2f}pt",
            "--table-head": f"{self.table_head:g}pt",
            "--imprint": f"{0.5 * paper.height:.1f}mm", "--toc": f"{self._column(2):.3f}mm",
            **{f"--columns-{count}": f"{self.entry_column(count):.3f}mm" for count in range(1, MOST_COLUMNS + 1)},
            "--plate": f"{paper.height * PLATE:.1f}mm", "--picture": f"{paper.height * 0.4:.1f}mm",
        }  # fmt: skip
        hyphens = _HYPHENS if self.hyphenated else ""
        return resolve(resources.stylesheet("base") + resources.stylesheet("book") + hyphens + style.css, values)
