"""One entry drawn as pages show it, with all that its Markdown links to and shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sheetgen.blocks import EntryView
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.media.images import PORTRAIT, PictureError, PublishedFile
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.project import Game
from sheetgen.reference.context import RenderContext, RenderedText
from sheetgen.site.entry_outlines import CheckedEntry, Columns
from sheetgen.site.portraits import check_portrait, picture_folders, portrait_file
from sheetgen.text.source import Span
from sheetgen.views.present import Drawer, Prose


@dataclass(frozen=True, eq=False, kw_only=True)
class DrawnEntry:
    """An entry with its blocks, and the links and previews of its Markdown."""

    view: EntryView
    texts: RenderedText
    facets: Mapping[str, Any]
    columns: Columns
    portrait: str
    checked: CheckedEntry


def drawn_entry(
    game: Game, drawer: Drawer, computed: ComputedEntry, context: RenderContext, computes: bool = True
) -> DrawnEntry:
    """An entry, drawn with what the context answers; its mistakes are reported there.

    Unless it `computes`, the formulas of its blocks give nothing.
    """
    texts, entry = RenderedText(), computed.entry

    def portrait_of(other: ComputedEntry) -> str | PictureError:
        name = other.entry.fields["portrait"]
        portrait: str | PictureError = context.answer("portrait", name) if name else ""
        return portrait

    def usable_portrait(other: ComputedEntry) -> str:
        portrait = portrait_of(other)
        return "" if isinstance(portrait, PictureError) else portrait

    drawer = replace(
        drawer,
        find=partial(context.answer, "entry"),
        page_of=partial(context.answer, "page"),
        prose=prose_in(context, texts),
        diagnostics=context.diagnostics,
        portrait=usable_portrait,
        computes=computes,
        spent=0,
    )
    view, portrait = drawer.view(computed), ""
    if entry.fields["portrait"]:
        known = () if portrait_of(computed) else context.answer("portraits")
        check_portrait(entry, portrait_of(computed), known, context.diagnostics)
    file = portrait_file(picture_folders(game), entry.fields["portrait"])
    if file is not None:
        portrait = f"{view.href.removesuffix('.html')}{file.suffix.lower()}"
        texts.files[portrait] = PublishedFile(file, PORTRAIT)
    facets, columns = drawer.facets(computed), drawer.columns(computed)
    aside = bool(view.area("aside")) or _has_whys(view)
    checked = CheckedEntry(aside=aside, steps=drawer.spent, files=texts.files)
    return DrawnEntry(view=view, texts=texts, facets=facets, columns=columns, portrait=portrait, checked=checked)


def _has_whys(view: EntryView) -> bool:
    """Whether a number of the stat block has a why, which its page tells beside it."""
    return any(number.why for block in view.area("page") for _, number in block.numbers())


def prose_in(context: RenderContext, drawn: RenderedText) -> Prose:
    """The function that draws an author's Markdown; what it links to and shows is added to `drawn`."""

    def prose(text: str, place: Callable[[], Span]) -> DrawnText:
        plain = DrawnText.unmarked(text)
        return context.prose(text, place(), drawn) if plain is None else plain

    return prose
