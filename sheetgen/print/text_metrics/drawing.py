"""Lines drawn where they stand: text whose place is reckoned beforehand, so that nothing has to be laid out.

A drawing stands in the HTML of a page as the address of a picture; the engine's cache of pictures holds it under
that address, as a picture that writes real text with the page's own fonts.
Millimetres from the top left; sizes of type in points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import zip_longest
from types import SimpleNamespace
from typing import Any, NamedTuple

from sheetgen.media.fonts import HEADING
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.metrics import MARKS, advance, covers, face_of, glyph_id, uncovered, width
from sheetgen.print.text_metrics.own_fonts import OwnFonts
from sheetgen.print.text_metrics.page_numbers import PageReference, PageReferenceImage
from sheetgen.print.text_metrics.shaping import measure, shaped
from sheetgen.print.text_metrics.system_fonts import lacking

PIXEL = 25.4 / 96
"""Millimetres in one CSS pixel, the unit of the engine."""
BLANK = 0.1
"""White between two stretches of text that is a blank, in their size."""

FAMILIES: dict[str, tuple[str, str, int]] = {
    "black": ("Sofia Sans XC", "normal", 900),
    "slant": ("Sofia Sans XC", "italic", 900),
    "bold": ("Sofia Sans XC", "normal", 700),
    "text": ("Source Sans 3", "normal", 400),
    "semi": ("Source Sans 3", "normal", 600),
    "italic": ("Source Sans 3", "italic", 400),
    "semi-italic": ("Source Sans 3", "italic", 600),
}
"""Family, style and weight of every face of text that can be drawn, as `print-fonts.css` declares them."""
FALLBACK = "Sheetgen Fallback"
"""The family in which the engine looks for what a face lacks, before it looks at those of the machine."""


class Ink(NamedTuple):
    """A stretch of text in one face, size and colour; `tracking` is white after each letter, in mm."""

    x: float
    y: float
    """Of the baseline."""
    text: str
    face: str
    size: float
    colour: str
    tracking: float = 0.0
    kerned: bool = False
    """Whether letters are kerned and joined as in running text; else each is as wide as it is."""
    said: str | None = None
    """What is read aloud instead of the text, where that is something else."""

    @property
    def spacing(self) -> int:
        """The white after each letter in thousandths of the type's size."""
        return round(self.tracking / (self.size * POINT) * 1000)

    @property
    def end(self) -> float:
        """Where the next letter would stand."""
        em = self.size * POINT
        wide = measure(self.text, self.face) * em if self.kerned else width(self.text, self.face, self.size)
        return self.x + wide + self.tracking * len(self.text)


@dataclass(frozen=True)
class FilledRectangle:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    colour: str


@dataclass(frozen=True)
class PlacedText:
    """Lines of text and rules in a box."""

    width: float
    height: float
    inks: tuple[Ink, ...]
    bars: tuple[FilledRectangle, ...] = ()

    @property
    def extent(self) -> float:
        """Right end of what is drawn."""
        return max((ink.end - ink.tracking for ink in self.inks), default=0.0)

    @property
    def over(self) -> float:
        """By how many mm it is wider than its box; 0 where it fits."""
        return max(0.0, self.extent - self.width)


@dataclass(frozen=True)
class PageSource:
    """The HTML of a page, and the drawings that stand in it, by the addresses of their pictures."""

    html: str
    drawings: Mapping[str, PlacedText | PageReference] = field(default_factory=dict)


class ImageCache(dict[str, Any]):
    """The engine's cache of pictures for one document, in which the drawings of its pages lie already."""

    def __init__(self, fonts: OwnFonts) -> None:
        """For a document of a game with such fonts."""
        super().__init__()
        heading, text = fonts.heading, fonts.text
        own = {heading.face: (heading.family, *HEADING)} if heading else {}
        # A font that serves for two cuts is the first of them.
        own |= {font.face: (text.family, *cut) for font, cut in reversed([*text.cuts])} if text else {}
        self._fonts = DocumentFonts({**FAMILIES, **own, "marks": (fonts.marks.family, "normal", 400)})

    def add(self, drawings: Mapping[str, PlacedText | PageReference]) -> None:
        """Keep the drawings of a page by their addresses."""
        for address, drawing in drawings.items():
            if isinstance(drawing, PageReference):
                self[address] = PageReferenceImage(drawing, self._fonts)
            else:
                self[address] = DrawingImage(drawing, self._fonts)


class DocumentFonts:
    """The engine's fonts of one document by their faces; `families` says how each face is declared."""

    def __init__(self, families: Mapping[str, tuple[str, str, int]]) -> None:
        self._families = families
        self._fonts: dict[str, Any] = {}
        self._used: dict[tuple[int, int], WrittenText] = {}

    def font(self, face: str, text: str, stream: Any, style: Any) -> Any:
        """The font of a face: made once, by setting a letter of a text in it."""
        if face not in self._fonts:
            layout = self.layout(self.style(face, style), text.strip()[:1])
            line, _ = layout.get_first_line()
            font, _ = stream.add_font(line.runs[0].data.item.analysis.font)
            self._fonts[face] = (font, layout)
        return self._fonts[face][0]

    def use(self, font: Any, text: WrittenText) -> None:
        """Let a font have the glyphs of a text, and know what each stands for."""
        if (key := (id(font), id(text))) in self._used:
            return
        # Kept, so that no other text gets its number.
        self._used[key] = text
        for number, letters, wide in text.glyphs:
            if number not in font.widths:
                font.widths[number] = wide
            font.to_unicode.setdefault(number, letters)

    def style(self, face: str, style: Any, boxed: bool = False) -> Any:
        """The engine's style of a text in another face; behind a game's own font stands the program's, as in HTML.

        Where it is `boxed` the boxes for letters that no font has are the program's: a game's font may have empty ones.
        """
        family, slope, weight = self._families[face]
        families = [family, FALLBACK]
        if face not in FAMILIES and face != MARKS:
            families.insert(1, FAMILIES["black" if (slope, weight) == HEADING else "text"][0])
        own = style.copy()
        own.update(font_family=tuple(families[::-1] if boxed else families), font_style=slope, font_weight=weight)
        return own

    def layout(self, style: Any, text: str) -> Any:
        """A text laid out on a line by the engine."""
        from weasyprint.text.line_break import Layout  # type: ignore[import-untyped]

        layout = Layout(style)
        layout.set_text(text)
        return layout


class DrawingImage:
    """A drawing as the engine takes a picture: it has a size, and draws itself."""

    def __init__(self, drawing: PlacedText, fonts: DocumentFonts) -> None:
        self.drawing = drawing
        self._fonts = fonts

    @property
    def text(self) -> str:
        """The text of the drawing."""
        return " ".join(ink.text for ink in self.drawing.inks)

    def get_intrinsic_size(self, image_resolution: Any, font_size: Any) -> tuple[float, float, float]:
        """Width and height in pixels, and their ratio."""
        drawing = self.drawing
        return drawing.width / PIXEL, drawing.height / PIXEL, drawing.width / drawing.height

    def draw(self, stream: Any, concrete_width: float, concrete_height: float, style: Any) -> None:
        """Write the text and fill the rules, in pixels, on a page of the engine."""
        for bar in self.drawing.bars:
            stream.set_color(_colour(bar.colour))
            stream.rectangle(bar.x / PIXEL, bar.y / PIXEL, bar.width / PIXEL, bar.height / PIXEL)
            stream.fill()
        stream.begin_text()
        colour, face, size, fonts = "", "", 0.0, self._fonts
        for ink, text in _parted(self.drawing.inks):
            written = _written(text, ink.face, ink.spacing, ink.kerned)
            if written is None:
                stream.end_text()
                self._set(ink, text, stream, style)
                stream.begin_text()
                colour, face = "", ""
                continue
            font = fonts.font(ink.face, text, stream, style)
            if ink.colour != colour:
                stream.set_color(_colour(colour := ink.colour))
            if ink.face != face or ink.size != size:
                face, size = ink.face, ink.size
                stream.set_font_size(font.hash, size * POINT / PIXEL)
            # Place and glyphs as one piece: the stream's own words take each number by itself.
            place = b"1 0 0 -1 %.3f %.3f Tm [" % (ink.x / PIXEL, ink.y / PIXEL)
            operators = (place + written.operand,)
            stream.stream += operators if ink.said is None else said_as(ink.said, *operators)
            fonts.use(font, written)
        stream.end_text()

    def _set(self, ink: Ink, text: str, stream: Any, style: Any) -> None:
        """A text with letters that its face lacks, by the engine: it finds other fonts, and joins and turns letters."""
        from weasyprint.draw.text import draw_emojis, draw_first_line  # type: ignore[import-untyped]
        from weasyprint.matrix import Matrix  # type: ignore[import-untyped]

        own = self._fonts.style(face_of(text, ink.face), style, bool(lacking(uncovered(ink.text))))
        own.update(font_size=ink.size * POINT / PIXEL, letter_spacing=ink.tracking / PIXEL)
        box = SimpleNamespace(text=text, pango_layout=self._fonts.layout(own, text), style=own, baseline=0)
        start = len(stream.stream)
        stream.begin_text()
        stream.set_color(_colour(ink.colour))
        x, y = ink.x / PIXEL, ink.y / PIXEL
        emojis = draw_first_line(stream, box, "clip", "none", Matrix(d=-1, e=x, f=y))
        stream.end_text()
        draw_emojis(stream, own, x, y, emojis)
        if ink.said is not None:
            stream.stream[start:] = said_as(ink.said, *stream.stream[start:])


def said_as(text: str, *operators: Any) -> tuple[Any, ...]:
    """Operators that show something, with a text that is read aloud in its place (ISO 32000-1, 14.9.4)."""
    return "/Span", b"<</ActualText <feff%s>>>" % text.encode("utf-16-be").hex().encode(), b"BDC", *operators, b"EMC"


def _parted(inks: Sequence[Ink]) -> Iterator[tuple[Ink, str]]:
    """Stretches of text, each with what is shown of it: with a blank where another word follows, behind white or on
    another line, so that text that is copied or read aloud has words."""
    for ink, after in zip_longest(inks, inks[1:]):
        yield ink, f"{ink.text} " if after is not None and _apart(ink, after) else ink.text


def _apart(ink: Ink, after: Ink) -> bool:
    if ink.text.endswith((" ", "-", "–", "\u00ad")) or after.text.startswith(" "):
        return False
    if abs(after.y - ink.y) < ink.size * POINT / 2:
        return max(after.x - ink.end, ink.x - after.end) > BLANK * ink.size * POINT
    return ink.face != "marks"


@lru_cache(maxsize=64)
def _colour(text: str) -> Any:
    from tinycss2.color5 import parse_color

    return parse_color(text)


class WrittenText(NamedTuple):
    """A text as it is written: operand and operator, with the white between its glyphs; what its font needs to know."""

    operand: bytes
    glyphs: Sequence[tuple[int, str, int]]
    """Number, letters and width of each."""


@lru_cache(maxsize=4096)
def _written(text: str, face: str, spacing: int, kerned: bool) -> WrittenText | None:
    """A text with white after each glyph, in thousandths of the type's size; None where the face lacks a letter."""
    if not covers(text, face):
        return None
    if kerned:
        glyphs = [
            (glyph.number, glyph.letters, round(glyph.width * 1000), round(glyph.kerning * 1000) + spacing)
            for glyph in shaped(text, face)
        ]
    else:
        glyphs = [(glyph_id(glyph, face), glyph, round(advance(glyph, face) * 1000), spacing) for glyph in text]
    operand = "".join(f"{number:04x}" + _white(white) for number, _, _, white in glyphs)
    return WrittenText(f"<{operand}>] TJ".encode("ascii"), [glyph[:3] for glyph in glyphs])


def _white(space: int) -> str:
    """White between two glyphs, by halves: one that is wider than half a space would be read as a space."""
    return f">{-(space // 2)}<>{space // 2 - space}<" if space else ""
