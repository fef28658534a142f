"""Stat cards: every entry on card-size pages, front and back, in whatever number they take."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from sheetgen.blocks import Block, EntryView
from sheetgen.print.block_print import card_height, notes_of
from sheetgen.print.cards.back_picture import card_picture
from sheetgen.print.cards.candidates import CardSetting, FaceHeights, candidates, tables_with_notes
from sheetgen.print.cards.head import banner_of
from sheetgen.print.cards.shape import CardShape, card_css, card_frame
from sheetgen.print.css import tokens
from sheetgen.print.empty_columns import trimmed
from sheetgen.print.engine.copyfit import Candidates
from sheetgen.print.engine.job import Job, Unit
from sheetgen.print.measure.colours import PrintColours
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.style import PrintStyle
from sheetgen.print.templates import page_source, portrait, template
from sheetgen.print.text_metrics.drawing import PageSource

CHUNK = 20
"""Cards in one document, on average: few enough that one edit is quick, enough to share fonts."""
KEPT = 0.6
"""Part of a face that a note for the game master and what stands before it may take to be kept together."""


@dataclass(frozen=True)
class CardPage:
    """One entry's card; a variant names the densities of front and back, and what moves to the back."""

    entry: EntryView
    style: PrintStyle
    shape: CardShape

    def candidates(self) -> Candidates:
        """The ways to set it, without those that cannot hold by far."""
        return Candidates(candidates(self.entry, self.style, self.shape))

    def longest(self) -> str:
        """The title of the block that takes most of its height."""
        frame = card_frame("floor", self.style, self.shape)
        blocks = [b for area in ("front", "back") for b in self.entry.area(area) if b.title]
        return max(blocks, key=lambda block: card_height(block, frame)).title if blocks else ""

    def source(self, variant: str) -> PageSource:
        """A way to set it."""
        setting, entry, style, shape = CardSetting.of(variant), self.entry, self.style, self.shape
        every = tokens(style.theme, style.ink)
        colours, faces = PrintColours.of(every), FaceHeights(entry, style, shape)
        front, back = faces.shared(setting)
        source = portrait(entry.portrait) if setting.alone else ""
        picture = card_picture(source, shape, faces.free(setting), every, style.ink)
        headed = picture is not None and picture.headed
        values = {
            "entry": entry, "notes": setting.notes, "turn": "turn" if setting.turns else "flow",
            "alone": setting.alone, "fore": setting.front, "rear": setting.back,
            "f": card_frame(setting.front, style, shape, colours, flows=not setting.alone),
            "g": card_frame(setting.back, style, shape, colours, flows=not setting.alone),
            "noted": [*map(notes_of, tables_with_notes(entry))], "front": front, "back": back,
            "paired": _paired(back, card_frame(setting.back, style, shape), shape.room),
            "banner": banner_of(entry, style, shape, colours), "picture": picture,
            "back_banner": banner_of(entry, style, shape, colours, headed),
        }  # fmt: skip
        return page_source(template("print/card.html", style), key(entry.id), values)


def _paired(back: Sequence[Block], frame: BlockFrame, room: float) -> int:
    """After how many blocks of a back the last ones are kept together, so that no note stands on a card alone."""
    last = back[-2:]
    short = sum(card_height(block, frame) for block in last) < KEPT * room
    return len(back) - 2 if len(last) == 2 and last[-1].secret and short else len(back)


def key(entry_id: str) -> str:
    """An id of HTML for an entry's id."""
    return "e" + hashlib.sha256(entry_id.encode()).hexdigest()[:12]


def card_unit(entry: EntryView, style: PrintStyle, shape: CardShape) -> Unit:
    """One entry as a unit."""
    return Unit(entry.id, key(entry.id), CardPage(entry, style, shape))


def card_chunks(entries: Sequence[EntryView]) -> list[list[EntryView]]:
    """A deck in lots of a few cards of one kind; where a lot ends hangs on the entries, not on their place.

    So a card more or less changes one lot, and the others stay cached.
    """
    chunks: list[list[EntryView]] = [[]]
    for entry in entries:
        if chunks[-1] and chunks[-1][-1].kind != entry.kind:
            chunks.append([])
        chunks[-1].append(entry)
        ends = int(hashlib.sha256(entry.id.encode()).hexdigest()[:8], 16) % CHUNK == 0
        if (ends and len(chunks[-1]) >= CHUNK // 2) or len(chunks[-1]) >= CHUNK * 2:
            chunks.append([])
    return [chunk for chunk in chunks if chunk]


def card_job(entries: Sequence[EntryView], style: PrintStyle, shape: CardShape) -> Job:
    """The cards of one lot as a document."""
    css, parts = card_css(style, shape)
    units = tuple(card_unit(trimmed(entry), style, shape) for entry in entries)
    place = f"its {shape.card.name} card"
    return Job(
        units,
        css,
        f"{style.theme.title}: cards",
        parts=parts,
        language=style.language,
        tagged=True,
        place=place,
        own_fonts=style.own_fonts,
        compressed=False,
    )
