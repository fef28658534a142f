"""Lay finished card faces on sheets of paper: fronts and backs, crop marks, copies, bookmarks.

Positions are reckoned in mm from the top left of the sheet, and turned into PDF points at the end.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import pikepdf

from sheetgen.languages.program_words import ENGLISH, Words
from sheetgen.print.paper import POINT, CardGrid, shared_out
from sheetgen.print.pdf.structure import PageContent, PdfContents, Structure

Duplex = Literal["long", "short", "fold", "none"]
Side = Literal["left", "right", ""]

MARK, AWAY, STROKE = 3.0, 1.2, 0.25
"""Length of a crop mark and its distance from the cut, in mm; thickness in points."""
CIRCLE = 0.5523
"""How far the handles of a curve reach that stands for a quarter of a circle."""


@dataclass(frozen=True)
class CardPages:
    """One card to lay out: the pages of its faces in the source, its name, and its stamp if any."""

    title: str
    front: int
    back: int | None
    stamp: int | None = None

    def name(self, words: Words, back: bool = False) -> str:
        """Its title, which copy it is where there are several, and which side."""
        copy = words("copy {number}", number=self.stamp + 1) if self.stamp is not None else ""
        return ", ".join(filter(None, (self.title, copy, words("back") if back else "")))


@dataclass(frozen=True)
class FacePosition:
    """A face on a sheet: left and top of the card in mm; turned about its middle where `upside`."""

    page: int
    left: float
    top: float
    upside: bool = False
    stamp: int | None = None
    title: str = ""
    fold: Side = ""
    """The side on which its other face joins it, so that no colour may run over."""


@dataclass(frozen=True)
class SheetSide:
    """One side of a sheet of paper."""

    places: tuple[FacePosition, ...]
    back: bool
    number: int
    cards: Sequence[CardPages]
    """The cards that lie on the sheet."""


def sheets(
    pieces: Sequence[CardPages],
    grid: CardGrid,
    duplex: Duplex,
    offset: tuple[float, float],
    words: Words = ENGLISH,
) -> list[SheetSide]:
    """Where every face goes. Backs follow their fronts, ordered for the edge that the paper turns on.

    Along the long edge of upright paper a sheet turns sideways: columns are mirrored. Along the short
    edge it turns top over bottom: rows are mirrored and backs stand on their heads. On paper in
    landscape it is the other way round. `offset` moves the backs right and down, in mm.
    """
    sides = []
    for number, batch in enumerate(shared_out(pieces, grid.count), 1):
        sides.append(SheetSide(tuple(_fronts(batch, grid, duplex == "fold", words)), False, number, batch))
        if duplex in ("long", "short") and any(piece.back is not None for piece in pieces):
            sideways = (duplex == "long") != grid.turned
            sides.append(SheetSide(tuple(_backs(batch, grid, sideways, offset, words)), True, number, batch))
    return sides


def _fronts(batch: Sequence[CardPages], grid: CardGrid, fold: bool, words: Words) -> list[FacePosition]:
    places = []
    for n, piece in enumerate(batch):
        left, top = grid.corner(n % grid.columns, n // grid.columns)
        back = piece.back if fold else None
        side: Side = "right" if back is not None else ""
        places.append(FacePosition(piece.front, left, top, stamp=piece.stamp, title=piece.name(words), fold=side))
        if back is not None:
            places.append(
                FacePosition(back, left + grid.card.width, top, title=piece.name(words, back=True), fold="left")
            )
    return places


def _backs(
    batch: Sequence[CardPages], grid: CardGrid, sideways: bool, offset: tuple[float, float], words: Words
) -> list[FacePosition]:
    places = []
    for n, piece in enumerate(batch):
        column, row = n % grid.columns, n // grid.columns
        if sideways:
            column = grid.columns - 1 - column
        else:
            row = grid.rows - 1 - row
        left, top = grid.corner(column, row)
        if piece.back is not None:
            at = left + offset[0], top + offset[1]
            places.append(FacePosition(piece.back, *at, upside=not sideways, title=piece.name(words, back=True)))
    return places


def crop_marks(grid: CardGrid, used: int) -> list[tuple[float, float, float, float]]:
    """Lines outside the block of cards at every cut, in mm: x1, y1, x2, y2."""
    columns = min(used, grid.columns)
    rows = -(-used // grid.columns)
    xs = [x for c in range(columns) for x in _edges(grid.corner(c, 0)[0], grid.cell_width)]
    ys = [y for r in range(rows) for y in _edges(grid.corner(0, r)[1], grid.card.height)]
    away, reach = _mark_reach(grid)
    left, right = min(xs) - away, max(xs) + away
    top, bottom = min(ys) - away, max(ys) + away
    lines = [(x, top, x, top - reach) for x in xs] + [(x, bottom, x, bottom + reach) for x in xs]
    lines += [(left, y, left - reach, y) for y in ys] + [(right, y, right + reach, y) for y in ys]
    if grid.fold:
        folds = [grid.corner(c, 0)[0] + grid.card.width for c in range(columns)]
        for x in folds:
            lines += [(x, top, x, top - reach / 3), (x, top - reach * 2 / 3, x, top - reach)]
    return sorted(set(lines))


def beyond_marks(grid: CardGrid) -> tuple[float, float]:
    """White that crop marks leave beside and below the cards, in mm from the edges of the paper."""
    taken = sum(_mark_reach(grid))
    return grid.left - taken, grid.top - taken


def _mark_reach(grid: CardGrid) -> tuple[float, float]:
    """How far crop marks begin from the cut and how long they are, in mm.

    They are clear of the colour that runs over the cut, where the margin has room for marks beyond it.
    """
    margin, beyond = min(grid.left, grid.top), grid.bleed + 0.3
    away = beyond if margin - beyond >= 1.8 else AWAY
    return away, min(MARK, max(0.8, margin - away - 1))


def _edges(start: float, length: float) -> tuple[float, float]:
    return start, start + length


@dataclass(frozen=True)
class PlacedPage:
    """A page of a source on a sheet: the operators that place it (`NAME` is the page), and its title."""

    source: int
    page: int
    operators: str
    title: str = ""


@dataclass(frozen=True)
class _SourcePdf:
    pdf: pikepdf.Pdf
    contents: PdfContents | None


def _twin(pdf: pikepdf.Pdf, stream: pikepdf.Object) -> pikepdf.Object:
    return pikepdf.Stream(pdf, stream.read_raw_bytes(), pikepdf.Dictionary(dict(stream.stream_dict.items())))


def _form_of(page: pikepdf.Page) -> pikepdf.Object:
    """What is on a page, bleed and all, as a form that can be drawn; the page is not needed any more."""
    form = page.obj.Contents
    form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    form.BBox, form.Resources = page.mediabox, page.resources
    return form


def _decoration(operators: str) -> str:
    return f"/Artifact BMC\n{operators}\nEMC" if operators else ""


class Imposition:
    """The light table: faces and slugs of several PDFs, laid on the pages of a new one."""

    def __init__(self, grid: CardGrid, bleed: float, marks: bool = True) -> None:
        self.pdf = pikepdf.new()
        self._marks = marks
        self.grid = grid
        self.bleed = bleed
        """Bleed that the faces were drawn with, in mm."""
        self._structure = Structure(self.pdf)
        self._sources: list[_SourcePdf] = []
        self._numbers: dict[bytes, int] = {}
        self._forms: dict[tuple[int, int], pikepdf.Object] = {}
        self._ready: dict[tuple[int, int], pikepdf.Object] = {}

    def add(self, data: bytes) -> int:
        """Take in a PDF, once; returns its number. Where it is tagged, what is laid from it is tagged too."""
        if data not in self._numbers:
            pdf = pikepdf.open(io.BytesIO(data))
            self._numbers[data] = len(self._sources)
            self._sources.append(_SourcePdf(pdf, PdfContents(pdf) if "/StructTreeRoot" in pdf.Root else None))
        return self._numbers[data]

    def prepare(self, source: int) -> None:
        """Make ready all pages of a PDF that was taken in, so that laying them is quick."""
        for page in range(len(self._sources[source].pdf.pages)):
            self._drawable(source, page)

    def page(self, drawn: Sequence[PlacedPage], sheet: SheetSide) -> None:
        """Add a page: pages of the sources, and on fronts what to cut by; what has no structure is decoration."""
        width, height = self.grid.width / POINT, self.grid.height / POINT
        page = self.pdf.add_blank_page(page_size=(width, height)).obj
        lines = crop_marks(self.grid, len(sheet.cards)) if self._marks and not sheet.back else []
        names, parts = pikepdf.Dictionary(), [_decoration(self._strokes(lines, height))]
        for n, placed in enumerate(drawn):
            operators = placed.operators.replace("NAME", f"/F{n}")
            form = names[f"/F{n}"] = self._form(placed.source, placed.page)
            if (content := self._content(placed.source, placed.page)) is None:
                parts.append(_decoration(operators))
            else:
                parts.append(operators)
                self._structure.lay(form, page, placed.title, content.elements)
        if self.grid.card.corner and not sheet.back:
            parts.append(_decoration("\n".join(self._outline(place) for place in sheet.places)))
        page.Resources = pikepdf.Dictionary(XObject=names)
        page.Contents = self.pdf.make_stream("\n".join(parts).encode())

    def _form(self, source: int, page: int) -> pikepdf.Object:
        """A page of a source as something that can be drawn: one with content anew each time it is asked for."""
        key = source, page
        if key not in self._forms:
            # Taken over in the order of the sheets, since it decides the bytes of the file.
            self._forms[key] = self.pdf.copy_foreign(self._drawable(source, page))
            return self._forms[key]
        return self._forms[key] if self._content(source, page) is None else _twin(self.pdf, self._forms[key])

    def _drawable(self, source: int, page: int) -> pikepdf.Object:
        """The same in its own document."""
        if (key := (source, page)) not in self._ready:
            pdf, content = self._sources[source].pdf, self._content(source, page)
            form = self._ready[key] = _form_of(pdf.pages[page])
            if content is not None:
                operators = form.read_bytes()
                drawn = content.decorated(operators) if content.stray else operators
                form.write(zlib.compress(drawn), filter=pikepdf.Name.FlateDecode)
        return self._ready[key]

    def _content(self, source: int, page: int) -> PageContent | None:
        contents = self._sources[source].contents
        return contents[page] if contents is not None else None

    def _strokes(self, lines: Sequence[tuple[float, ...]], height: float) -> str:
        if not lines:
            return ""
        drawn = [
            f"{x1 / POINT:.3f} {height - y1 / POINT:.3f} m {x2 / POINT:.3f} {height - y2 / POINT:.3f} l S"
            for x1, y1, x2, y2 in lines
        ]
        return f"q {STROKE} w 0 G\n" + "\n".join(drawn) + "\nQ"

    def _outline(self, place: FacePosition) -> str:
        """A card's edge with its round corners, as a fine line that shows on black and on white."""
        card = self.grid.card
        left, right = place.left / POINT, (place.left + card.width) / POINT
        bottom = (self.grid.height - place.top - card.height) / POINT
        top, round_, pull = bottom + card.height / POINT, card.corner / POINT, card.corner / POINT * (1 - CIRCLE)
        near, far, low, high = left + round_, right - round_, bottom + round_, top - round_
        corners = (
            (far, bottom, right - pull, bottom, right, bottom + pull, right, low),
            (right, high, right, top - pull, right - pull, top, far, top),
            (near, top, left + pull, top, left, top - pull, left, high),
            (left, low, left, bottom + pull, left + pull, bottom, near, bottom),
        )
        path = " ".join(
            f"{x:.3f} {y:.3f} l " + " ".join(f"{value:.3f}" for value in curve) + " c" for x, y, *curve in corners
        )
        return f"q {STROKE} w 0.5 G {near:.3f} {bottom:.3f} m {path} h S Q"

    def face(self, place: FacePosition) -> str:
        """The operators that draw a face: clipped to the card and its bleed, moved, perhaps turned."""
        card, bleed = self.grid.card, self.grid.bleed
        bottom = self.grid.height - place.top - card.height
        left, right = (0.0 if place.fold == side else bleed for side in ("left", "right"))
        x, y = (place.left - left) / POINT, (bottom - bleed) / POINT
        w, h = (card.width + left + right) / POINT, (card.height + 2 * bleed) / POINT
        clip = f"{x:.3f} {y:.3f} {w:.3f} {h:.3f} re W n"
        if place.upside:
            right, top = (place.left + card.width) / POINT, (bottom + card.height) / POINT
            return f"q {clip} -1 0 0 -1 {right:.3f} {top:.3f} cm NAME Do Q"
        return f"q {clip} 1 0 0 1 {place.left / POINT:.3f} {bottom / POINT:.3f} cm NAME Do Q"

    def at(self, left: float, bottom: float, upright: bool = True) -> str:
        """The operators that draw a form at a place in mm from the bottom left; else turned left."""
        turn = "1 0 0 1" if upright else "0 1 -1 0"
        return f"q {turn} {left / POINT:.3f} {bottom / POINT:.3f} cm NAME Do Q"

    def bookmarks(self, titles: Sequence[tuple[str, int]]) -> None:
        """An outline: titles and the pages they lead to."""
        with self.pdf.open_outline() as outline:
            for title, page in titles:
                outline.root.append(pikepdf.OutlineItem(title, page))
