"""The site's scripts: which files each is put together of.

`shared` is the folder of the shared templates, which their files stand in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from rjsmin import jsmin

SCRIPTS: Mapping[str, tuple[str, ...]] = {
    "site": ("search-loader", "site", "lazy"),
    "on-interaction": ("words", "on-interaction", "tray"),
    "popover": ("words", "popover"),
    "bookmarks": ("words", "bookmarks"),
    "recent": ("recent",),
    "editions": ("editions",),
    "chapter": ("words", "page"),
    "list": ("words", "fold", "list-filter", "list", "compare"),
    "compare-lines": ("compare-lines",),
    "entry-lines": ("entry-lines",),
    "long-list": ("long-list",),
    "filter-lines": ("words", "fold", "filter-lines"),
    "calculator": ("words", "calculator"),
    "roll": ("words", "dice", "roll", "rolled-values"),
    "attack": ("words", "dice", "attack-odds", "fight-plan", "fight-course", "attack-course", "attack-board", "attack"),
    "board": ("board-loader",),
    "board-print": ("words", "board-print"),
    "fight": ("words", "marks", "board-state", "board-row", "board-tools", "board"),
    "play": ("play",),
    "in-play": ("words", "marks", "board-row", "in-play"),
    "players": ("words", "board-players"),
    "inline-entry": ("inline-entry",),
    "offline": ("words", "offline"),
    "tray-page": ("words", "tray-page"),
    "query": ("query",),
    "search-meaning": (  # with `search` the engine: two files of about one size, since they come beside each other
        "query",
        "words",
        "search-words",
        "search-packing",
        "search-data",
        "search-meaning",
        "search-answers",
    ),
    "search": ("search-texts", "search-names", "search-properties", "search-order", "search-engine", "search"),
    "search-page": ("search-page",),
    "search-panel": ("search-chips", "search-panel"),
    "search-filters": ("search-chips", "search-filters"),
    "search-help": ("search-chips", "search-help"),
    "search-marks": ("words", "search-words", "search-texts", "search-marks"),
    "rules-runtime": (
        "rules-values",
        "rules-texts",
        "rules-runs",
        "rules-chances",
        "rules-answers",
        "rules-effects",
        "rules-runtime",
    ),
    "say": ("say",),
    "drafts": ("words", "drafts"),
    "edit": (
        "words",
        "yaml-edit",
        "edit-options",
        "edit-form",
        "edit-page",
        "edit-boxes",
        "edit-rows",
        "edit-roll",
        "edit",
    ),
}


def script_text(shared: Path, part: str) -> str:
    """One part of a script as it is written."""
    return (shared / "assets" / "js" / f"{part}.js").read_text("utf-8")


def script(shared: Path, parts: Iterable[str]) -> str:
    """The text of parts of a script, in order, comments and indentation dropped."""
    return str(jsmin("".join(script_text(shared, part) for part in parts)))
