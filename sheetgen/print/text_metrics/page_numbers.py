"""References to pages whose numbers are not known yet: room for so many figures, which are written in later.

All figures of their face are of one width, so that a number moves nothing; around one with fewer figures than there is
room for, some white is left. Sizes in em of the text around.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sheetgen.print.text_metrics.metrics import advance, covers, glyph_id

FACE = "text"
FIGURES = "0123456789"
HEIGHT = 0.6
"""The height of a reference, which stands on the line: it makes no line higher."""
_ROOM = re.compile(rb"<(\w*)@(\d+) (\d+)@(\w*)>")


@dataclass(frozen=True)
class PageReference:
    """A reference to a page: its place in a list of numbers, and the room for its own, in figures."""

    index: int
    figures: int
    around: tuple[str, str]
    """What stands before and after the number."""
    face: str = FACE

    @property
    def sample(self) -> str:
        """Its text with some number."""
        return ("0" * self.figures).join(self.around)

    @property
    def width(self) -> float:
        """The width of all of it."""
        return sum(advance(letter, self.face) for letter in self.sample)


class PageReferenceImage:
    """A reference as the engine takes a picture: it is as large as its text, and writes it."""

    def __init__(self, reference: PageReference, fonts: Any) -> None:
        self._reference = reference
        self._fonts = fonts

    def get_intrinsic_size(self, image_resolution: Any, font_size: float) -> tuple[float, float, float]:
        """Width and height in pixels, and their ratio."""
        width = self._reference.width
        return width * font_size, HEIGHT * font_size, width / HEIGHT

    def draw(self, stream: Any, concrete_width: float, concrete_height: float, style: Any) -> None:
        """Write the text, with a mark for its number, on a page of the engine; `write_numbers` puts it there."""
        face = self._reference.face
        font = self._fonts.font(face, FIGURES, stream, style)
        before, after = self._reference.around
        for letter in before + FIGURES + after:
            font.widths[glyph_id(letter, face)] = round(advance(letter, face) * 1000)
            font.to_unicode[glyph_id(letter, face)] = letter
        stream.begin_text()
        stream.set_color(style["color"])
        stream.set_font_size(font.hash, style["font_size"])
        room = f"@{self._reference.index} {self._reference.figures}@"
        operand = f"<{_glyphs(before, face)}{room}{_glyphs(after, face)}>"
        stream.stream.append(f"1 0 0 -1 0 {concrete_height:.3f} Tm [{operand}] TJ".encode("ascii"))
        stream.end_text()


def write_numbers(operators: bytes, numbers: Sequence[int], face: str = FACE) -> bytes:
    """The operators of a page with the numbers that its references, in this face, have room for."""

    def written(room: re.Match[bytes]) -> bytes:
        number = str(numbers[int(room[2])])
        spare = (int(room[3]) - len(number)) * advance(FIGURES[0], face)
        # Numbers among the operands of TJ, ISO 32000-1, 9.4.3: thousandths of the type, to the left. A third of what is
        # spare stands before the text, a third before the number and a third behind.
        moved = b"%d" % round(-1000 * spare / 3) if spare else b""
        return b"%s<%s>%s<%s%s>" % (moved, room[1], moved, _glyphs(number, face).encode("ascii"), room[4])

    return _ROOM.sub(written, operators)


def face_of_numbers(own: str, around: str) -> str:
    """The face of references in a text whose face is `own`: that, if it has their letters and figures of one width."""
    fits = covers(FIGURES + around, own) and len({advance(figure, own) for figure in FIGURES}) == 1
    return own if fits else FACE


def _glyphs(text: str, face: str) -> str:
    return "".join(f"{glyph_id(letter, face):04x}" for letter in text)
