"""Pages of a sheet that are laid out in a grid: every place checked, mistakes at the place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sheetgen.blocks import BLOCKS
from sheetgen.blocks.named import NamedSettings
from sheetgen.blocks.panel import PanelSettings
from sheetgen.blocks.prose import ProseSettings
from sheetgen.blocks.sheet_pages import PICTURE, SheetGrid, SheetPlace, has_parts
from sheetgen.blocks.table import TableSettings
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.layout_models import LayoutModel, SheetPageModel
from sheetgen.text.diagnostics import Diagnostics, did_you_mean

WRITTEN = (TableSettings, NamedSettings, ProseSettings, PanelSettings)
"""Blocks for which there are lines to write on where an entry has nothing of them."""
NOTHING = "."
"""What stands in the place of no block."""


def sheet_grids(layout: LayoutModel, at: YamlPlace, diagnostics: Diagnostics) -> tuple[SheetGrid, ...]:
    """The pages of the sheet of a layout, without what is wrong in them; `at` is the place of `sheet`."""
    sheet = layout.sheet
    if sheet.pages and sheet.play:
        message, hint = "`pages` says where everything stands", "leave out `play`, or `pages`"
        diagnostics.error("ruleset", message, at.at("play").span, hint)
    known: dict[tuple[str, int], str] = {}
    grids = tuple(
        _GridReader(layout, at.at("pages", number), known, diagnostics).grid(page)
        for number, page in enumerate(sheet.pages)
    )
    for (block, part), name in known.items():
        if part > 1 and (block, part - 1) not in known:
            message = f"`{name}` has a place, but `{block}.{part - 1}` has none"
            diagnostics.error("ruleset", message, at.at("pages").key_span)
        if part and (block, 0) in known:
            message = f"`{block}` has a place as a whole, so `{name}` would stand there twice"
            diagnostics.error("ruleset", message, at.at("pages").key_span)
    return grids


@dataclass(frozen=True)
class _GridReader:
    """Reads one page; `known` are the blocks and parts that have a place already, as they are written."""

    layout: LayoutModel
    at: YamlPlace
    known: dict[tuple[str, int], str]
    diagnostics: Diagnostics

    def grid(self, page: SheetPageModel) -> SheetGrid:
        """The page."""
        width, widths = len(page.columns) or len(page.areas[0]), {len(row) for row in page.areas}
        if len(page.areas) > 1 and len(widths) == 1 and width not in widths:
            message, at = f"the page has {width} columns, but its rows have {_places(*widths)}", self.at.at("columns")
            self.diagnostics.error("ruleset", message, at.span, "write a width for each of them")
        for number, row in enumerate(page.areas):
            if len(row) != width and (len(page.areas) == 1 or len(widths) > 1):
                message = f"this row has {_places(len(row))}, but the page has {width} columns"
                hint = f"a block that is wider stands in several places of a row, and `{NOTHING}` leaves one empty"
                self.diagnostics.error("ruleset", message, self.at.at("areas", number).span, hint)
        rows = [[*row, *[NOTHING] * width][:width] for row in page.areas]
        return SheetGrid(columns=tuple(page.columns) or (1,) * width, rows=len(rows), places=tuple(self._places(rows)))

    def _places(self, rows: Sequence[Sequence[str]]) -> Iterator[SheetPlace]:
        names = dict.fromkeys(name for row in rows for name in row if name != NOTHING)
        for name in names:
            cells = [(r, c) for r, row in enumerate(rows) for c, other in enumerate(row) if other == name]
            (top, left), span = cells[0], self.at.at("areas", *cells[0]).span
            high, wide = cells[-1][0] - top + 1, max(c for _, c in cells) - left + 1
            block, _, part = name.partition(".")
            key = block, int(part) if part.isdecimal() else 0
            message, hint = self._objection(name, block, part)
            if not message and (min(c for _, c in cells) < left or len(cells) != high * wide):
                message, hint = f"the places of `{name}` are no rectangle", "all of them have to touch"
            if not message and key in self.known:
                message = f"`{name}` stands on a page already"
            if message:
                self.diagnostics.error("ruleset", message, span, hint, missed=(block,))
                continue
            self.known[key] = name
            settings = self.layout.blocks.get(block)
            title = settings.title if isinstance(settings, WRITTEN) and not settings.secret else ""
            yield SheetPlace(
                block=block, part=key[1], title=title, column=left, row=top, columns=wide, rows=high, where=str(span)
            )

    def _objection(self, name: str, block: str, part: str) -> tuple[str, str]:
        """What is wrong with the name in a place, and a hint."""
        blocks = self.layout.blocks
        if name == PICTURE:
            return "", ""
        if block not in blocks:
            hint = did_you_mean(block, (*blocks, PICTURE))
            return f"there is no block called `{block}`", hint
        if "." in name and (not part.isdecimal() or int(part) < 1):
            return f"`{part}` is no number of a part", f"write `{block}.1` for the first part of `{block}`"
        sort = BLOCKS[blocks[block].type].view  # type: ignore[attr-defined]
        if part and not has_parts(sort):
            return f"`{block}` is one piece, so it has no part {part}", f"write `{block}`"
        return "", ""


def _places(count: int) -> str:
    return f"{count} place{'' if count == 1 else 's'}"
