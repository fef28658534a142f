"""How a job should look, and what comes out of one."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from sheetgen.languages.program_words import Words
from sheetgen.model.ruleset.themes import Theme
from sheetgen.print.paper import PAPERS, Paper
from sheetgen.print.text_metrics.own_fonts import OwnFonts


@dataclass(frozen=True)
class PrintStyle:
    """The style of all documents of one game on paper.

    `ink` prints without filled areas and in black; `large` is large print (body of 14 points); `credits` names source
    and licence and stands in the foot and in the metadata; `folders` hold a ruleset's or campaign's own print
    templates, `css` its own rules, set after the program's; `spoken` is what marks say when read aloud.
    """

    theme: Theme
    paper: Paper = PAPERS["a4"]
    ink: bool = False
    large: bool = False
    credits: str = ""
    author: str = ""
    words: Words = field(default_factory=Words)
    folders: tuple[Path, ...] = ()
    css: str = ""
    spoken: tuple[tuple[str, str], ...] = ()

    @property
    def language(self) -> str:
        """The language of what is printed, by its tag."""
        return self.words.language

    @property
    def own_fonts(self) -> OwnFonts:
        """The fonts that the game brings along."""
        return OwnFonts(self.theme.marks, self.theme.font, self.theme.text)

    @property
    def game(self) -> str:
        """The glyph of the game's mark."""
        return self.theme.marks.glyph(self.theme.mark)


class MissingLetters(str):
    """A warning of characters that no font has; `script` is theirs, by its code (ISO 15924)."""

    script: str

    def __new__(cls, text: str, script: str) -> MissingLetters:
        """The warning in words."""
        warning = super().__new__(cls, text)
        warning.script = script
        return warning


@dataclass(frozen=True)
class PrintResult:
    """A finished PDF; `choice` says in words what was chosen (the grid of cards, the layout).

    Where it is several files, `files` has them by their names, and there is no PDF.
    """

    pdf: bytes
    pages: int
    warnings: tuple[str, ...] = ()
    choice: str = ""
    files: tuple[tuple[str, bytes], ...] = ()
