"""What pages show of one entry, and what is kept of it on disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sheetgen.blocks import EntryView
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.site.drawn_parts import DrawnAgain, DrawnParts
from sheetgen.site.entry_outlines import OUTLINES, CheckedEntry, EntryOutline
from sheetgen.site.memoised_texts import Questions
from sheetgen.site.search.record import SearchRecord
from sheetgen.views.pages import ListRow


@dataclass(frozen=True, eq=False, slots=True)
class EntryContent:
    """All that pages show of one entry; where its outline was kept, it is drawn when its blocks are needed."""

    computed: ComputedEntry
    checked: CheckedEntry
    outlined: Callable[[], EntryOutline]
    """Gives its outline."""
    row: Callable[[], ListRow]
    """Gives its row in lists, which stays in memory only where entries are few."""
    record: Callable[[], SearchRecord]
    """Gives what the search has of it, likewise."""
    parts: DrawnParts | DrawnAgain

    @property
    def outline(self) -> EntryOutline:
        """What is known of it where no more is needed."""
        return self.outlined()

    @property
    def view(self) -> EntryView:
        """The entry as templates see it."""
        return self.parts.view()


@dataclass(frozen=True)
class EntryForm:
    """The form of an entry's content on disk: its outline, row and record, with tabs between, or what is left of a
    check."""

    content: Callable[[CheckedEntry | EntryOutline, Sequence[bytes]], EntryContent]
    """Gives the content of what was read, and of a row and a record that are not read yet."""
    outlined: bool
    """Whether its outline is needed."""

    def write(self, value: EntryContent | Questions) -> bytes:
        """What is kept of a content."""
        if isinstance(value, tuple):
            return OUTLINES.write(value)
        parts = (value.outline, value.row(), value.record()) if self.outlined else (value.checked,)
        return b"\t".join(map(OUTLINES.write, parts))

    def read(self, line: bytes) -> EntryContent | Questions:
        """The content of what was kept, or the questions that an entry asks. Raises `ValueError` without an outline
        where one is needed."""
        first, *others = line.split(b"\t")
        kept = OUTLINES.read(first)
        if isinstance(kept, tuple):
            return kept
        if self.outlined and not (isinstance(kept, EntryOutline) and len(others) == len(("row", "record"))):
            raise ValueError("an entry that was only checked has no outline")
        return self.content(kept, others)
