"""The words of marks when read aloud or copied: the ruleset's own."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.blocks.tracks import TracksSettings
from sheetgen.media import marks
from sheetgen.model.ruleset.ruleset import Ruleset

BOX, TICKED = "☐", "☒"


def spoken(ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    """Each mark that the ruleset uses with its words: titles of the terms that it stands for, or the track's label."""
    words = {"secret": ruleset.words("secret")} | ({ruleset.theme.mark: "◆"} if ruleset.theme.mark else {})
    for mark, label in _tracks(ruleset):
        words.setdefault(mark, f"{label} {BOX}")
        words.setdefault(f"{mark}{marks.TICKED}", f"{label} {TICKED}")
    titles: dict[str, dict[str, None]] = {}
    for mark, title in _terms(ruleset):
        titles.setdefault(mark, {})[title] = None
    return tuple((words | {mark: "/".join(some) for mark, some in titles.items()}).items())


def _terms(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """The marks of terms with their titles."""
    for vocabulary in ruleset.vocabularies.values():
        for term in vocabulary.terms.values():
            if mark := str(term.get("mark") or ""):
                yield mark, str(term["title"])


def _tracks(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """The marks of tracks with their labels."""
    for kind in ruleset.kinds.values():
        for block in kind.layout.blocks.values() if kind.layout else ():
            if isinstance(block.settings, TracksSettings):
                yield from ((item.mark, item.label) for item in block.settings.items if item.mark)
