"""The faces that running text is measured and drawn in: those of the program, or those that a game brings."""

from __future__ import annotations

from typing import NamedTuple

from sheetgen.media.fonts import TextFonts


class TextFaces(NamedTuple):
    """The faces of running text, as `metrics` and drawings know them."""

    regular: str = "text"
    bold: str = "semi"
    italic: str = "italic"
    bold_italic: str = "semi-italic"


BUNDLED = TextFaces()
"""Those of the program's own font."""


def text_faces(fonts: TextFonts | None) -> TextFaces:
    """The faces of a game's own fonts of running text, or those of the program where it brings none."""
    if fonts is None:
        return BUNDLED
    return TextFaces(fonts.regular.face, fonts.bold.face, fonts.italic.face, fonts.bold_italic.face)
