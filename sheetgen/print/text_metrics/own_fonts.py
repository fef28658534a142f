"""The fonts of a game on paper, and the faces that running text is measured and drawn in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from sheetgen.media.fonts import OwnFont, TextFonts
from sheetgen.media.marks import Marks, plain_marks


class TextFaces(NamedTuple):
    """The faces of running text, as `metrics` and drawings know them."""

    regular: str = "text"
    bold: str = "semi"
    italic: str = "italic"
    bold_italic: str = "semi-italic"


BUNDLED = TextFaces()
"""Those of the program's own font."""


@dataclass(frozen=True)
class OwnFonts:
    """The fonts that a game brings along: of its marks, of headings and of running text where it has such."""

    marks: Marks = field(default_factory=plain_marks)
    heading: OwnFont | None = None
    text: TextFonts | None = None

    @property
    def faces(self) -> TextFaces:
        """The faces of running text: the game's own, or those of the program."""
        if self.text is None:
            return BUNDLED
        text = self.text
        return TextFaces(text.regular.face, text.bold.face, text.italic.face, text.bold_italic.face)
