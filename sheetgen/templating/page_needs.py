"""The styles and scripts that only some pages need, and which: pages, blocks and texts say what they need by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from sheetgen.blocks import BLOCKS
from sheetgen.markdown.token_words import ROLL, STACKED, TEXT
from sheetgen.views import pages

COMMON, RARE = (
    tuple(dict.fromkeys(sort.view.type for sort in BLOCKS.values() if sort.view.common == common))
    for common in (True, False)
)
"""Blocks whose styles stand in the stylesheet of every page, and those of which pages have them that need them."""

EXTRAS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        # what a page needs: its stylesheet, its script
        "chapter": ("chapter", "chapter"),
        "intro": ("chapter", ""),
        TEXT: ("text", ""),
        ROLL: ("roll", "roll"),
        STACKED: ("stacked", ""),
        **{block: (block, "") for block in RARE},
        "track-scale": ("track-scale", ""),
        "portrait": ("portrait", ""),
        "notebox": ("notebox", ""),
        "inline-entries": ("inline-entries", ""),
        "frames": ("", "inline-entry"),
        "home": ("home", ""),
        **{
            name: (name, "")
            for name in ("large-search", "front", "landing", "rulings", "downloads", "coverage", "tools")
        },
        "rulebox": ("rulebox", ""),
        "sample": ("sample", ""),
        "calculator": ("", "calculator"),
        "query": ("", "query"),
        "page-links": ("page-links", ""),
        "long-list": ("long-list", "long-list"),
        "list": ("list", "list"),
        "filter-lines": ("filter-lines", "filter-lines"),
        "entries": ("entries", ""),
        "board": ("board-paper", "board"),
        "tray": ("tray", "tray-page"),
    }
)
"""In the order in which they stand in a page."""

PAGES: Mapping[type, tuple[str, ...]] = MappingProxyType(
    {
        pages.HomePage: ("home",),
        pages.RulesetPage: ("large-search", "front", "landing", "tools"),
        pages.ChapterPage: ("chapter",),
        pages.GuidePage: ("chapter",),
        pages.ListPage: ("query", "list"),
        pages.EntriesPage: ("entries",),
        pages.RulePage: ("chapter", "tools"),
        pages.RulingsPage: ("chapter", "rulings", "tools", "filter-lines"),
        pages.SearchPage: ("notebox", "large-search", "tools"),
        pages.PrintPage: ("large-search", "downloads", "tools"),
        pages.TrayPage: ("notebox", "tray", "track-scale", *RARE),
        pages.CalculatorsPage: ("chapter", "notebox", "tools", "filter-lines"),
        pages.CoveragePage: ("coverage", "tools"),
        pages.NotFoundPage: ("large-search", "tools"),
    }
)
"""What every page of a sort needs."""


def needs_of(page: pages.Page) -> frozenset[str]:
    """The names of what a page needs beside the stylesheet and script of every page."""
    needed = frozenset((*PAGES.get(type(page), ()), *_contained(page)))
    return needed if page.shell.rolls else needed - {ROLL}


def _contained(page: pages.Page) -> Iterator[str]:
    """What is needed by what a page contains."""
    match page:
        case pages.HomePage():
            yield from (*page.needs, *(name for entry in page.samples for name in entry.needs()))
        case pages.RulesetPage(html=html) if html:
            yield from ("intro", *page.needs)
        case pages.ChapterPage():
            yield from page.needs
        case pages.EntryPage():
            yield from (*page.needs, *page.entry.needs())
            yield from ("board",) if page.board else ()
            yield from ("portrait",) if page.portrait else ()
        case pages.EntriesPage(pages=parts):
            yield from ("page-links",) if len(parts) > 1 else ()
            yield from (*page.needs, *(name for entry in page.entries for name in entry.needs()))
        case pages.ListPage(parts=parts) if parts:
            yield from ("page-links", "long-list")
        case pages.RulePage():
            yield from page.box.needs
        case pages.RulingsPage():
            yield from (name for ruling in page.rulings for name in ruling.needs)
        case pages.CalculatorsPage():
            yield from (name for group in page.groups for box in group.boxes for name in box.needs)
        case pages.PrintPage(missing=missing) if missing:
            yield "notebox"
