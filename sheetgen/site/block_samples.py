"""The types of blocks as the manual shows them: what an author writes, and what becomes of it.

They are blocks of a small game that comes along for this alone: each is called as its type is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from textwrap import dedent

from sheetgen.blocks import BLOCKS, Block
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.model.loaded import load_game
from sheetgen.model.project import Game, Project
from sheetgen.model.ruleset.layers import layers_of
from sheetgen.reference.context import ROOT
from sheetgen.site.assets import templates_folder
from sheetgen.site.guide_tables import yaml
from sheetgen.site.open_game import open_game
from sheetgen.site.settings import block_table
from sheetgen.templating.renderer import Renderer
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.memo import Memo
from sheetgen.text.source import Span, read
from sheetgen.views.pages import BlockSample
from sheetgen.views.present import Addresses

KIND = "hero"
"""The kind whose layout has a block of each type."""
_NOWHERE = Addresses(lambda kind, identity: "", lambda rule: "")
"""Samples have no pages that could be linked to."""


@dataclass(frozen=True)
class BlockSamples:
    """The sample of each type of block, by its name."""

    texts: Mapping[str, str]
    """YAML, as it stands in a layout."""
    blocks: Mapping[str, Block]
    entry: str
    """The entry whose values they show, as it is written."""


def block_directive(renderer: Renderer | None, diagnostics: Diagnostics) -> Callable[[str, Span], DrawnText]:
    """Draws a type of block: its sample as it is shown and as it is written, and its settings.

    Without a name, the entry of the samples and the settings of every block. Without a renderer, settings alone.
    """

    @cache
    def samples(renderer: Renderer) -> BlockSamples:
        return block_samples(renderer, diagnostics)

    def draw(name: str, span: Span) -> DrawnText:
        if name and name not in BLOCKS:
            hint = did_you_mean(name, BLOCKS)
            diagnostics.error("markdown", f"there is no block called `{name}`", span, hint)
            return DrawnText()
        if renderer is None:
            return block_table(name)
        known = samples(renderer)
        listing = yaml(known.texts[name] if name else known.entry)
        picture = _picture(known.blocks[name], renderer) if name in known.blocks else DrawnText()
        return DrawnText.joined((picture, listing, block_table(name)))

    return draw


def _picture(block: Block, renderer: Renderer) -> DrawnText:
    return DrawnText(renderer.render_fragment(BlockSample(block), ROOT), needs=frozenset((*block.needs(), "sample")))


def block_samples(renderer: Renderer, diagnostics: Diagnostics) -> BlockSamples:
    """The samples of all blocks; mistakes in them are diagnostics."""
    folder = templates_folder() / "block-samples"
    game = Game(folder, layers_of(folder, folder, diagnostics))
    project = Project(folder, "Samples", "", (game,), folder)
    loaded = load_game(game, project, diagnostics)
    layout, entry = (read(folder / part / f"{KIND}.yaml", folder).text for part in ("kinds", "entries"))
    blocks: dict[str, Block] = {}
    if loaded and loaded.table:
        drawer = open_game(loaded, project, renderer, diagnostics, True, Memo()).drawer
        assert drawer is not None
        view = replace(drawer, addresses=_NOWHERE).view(loaded.table.of(KIND)[0], tuple(BLOCKS))
        blocks = {block.id: block for block in view.area("page")}
    return BlockSamples({name: _written(layout, name) for name in BLOCKS}, blocks, entry)


def _written(layout: str, name: str) -> str:
    """The lines of a block, from its name to the next line that stands no deeper."""
    match = re.search(rf"^( *){name}: *\{{?.*type: {name}.*$|^( *){name}:\n(?:\2 +.*\n)+", layout, re.MULTILINE)
    return dedent(match[0]).strip("\n") if match else ""
