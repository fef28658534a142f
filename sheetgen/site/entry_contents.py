"""What pages show of one entry, and what is kept of it on disk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sheetgen.blocks import EntryView
from sheetgen.markdown.drawn_text import Section
from sheetgen.media.images import PictureFrame, PublishedFile
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.reference.context import Question, RenderedText
from sheetgen.site.board_parts import BoardParts
from sheetgen.site.entry_outlines import OUTLINES, CheckedEntry, EntryOutline
from sheetgen.text.value_format import ValueFormat


@dataclass(frozen=True, eq=False)
class EntryContent:
    """All that pages show of one entry; where its outline was kept, it is drawn when its blocks are needed."""

    computed: ComputedEntry
    checked: CheckedEntry
    outlined: Callable[[], EntryOutline]
    """Gives its outline, which stays in memory only where entries are few."""
    draw: Callable[[], EntryView]
    board: Callable[[], BoardParts]
    """Gives what boards have of it, without its view where that was drawn before."""
    data: Callable[[], bytes]
    """Gives the JSON of it."""

    @property
    def outline(self) -> EntryOutline:
        """What is known of it where its blocks are not drawn."""
        return self.outlined()

    @property
    def view(self) -> EntryView:
        """The entry as templates see it."""
        return self.draw()


@dataclass(frozen=True)
class Questions:
    """What a text asks of its game."""

    items: tuple[Question, ...]


TEXTS = ValueFormat.of(RenderedText, Section, Questions, PublishedFile, PictureFrame)
"""How drawn texts, and what they ask, are written down."""


@dataclass(frozen=True)
class EntryForm:
    """The form of an entry's content on disk: its outline, or what is left of a check."""

    content: Callable[[CheckedEntry | EntryOutline], EntryContent]
    outlined: bool
    """Whether its outline is needed."""

    def write(self, value: EntryContent | Questions) -> bytes:
        """What is kept of a content."""
        if isinstance(value, Questions):
            return TEXTS.write(value)
        return OUTLINES.write(value.outline if self.outlined else value.checked)

    def read(self, line: bytes) -> EntryContent | Questions:
        """The content of what was kept, or the questions that an entry asks. Raises `ValueError` without an outline
        where one is needed."""
        if line.startswith(b'["Questions"'):
            questions: Questions = TEXTS.read(line)
            return questions
        kept = OUTLINES.read(line)
        if self.outlined and not isinstance(kept, EntryOutline):
            raise ValueError("an entry that was only checked has no outline")
        return self.content(kept)
