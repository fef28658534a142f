"""What the files of a game say of it before it is read: its settings, and whether they name an entry."""

from __future__ import annotations

from collections.abc import Iterable

from sheetgen.model.project import Game
from sheetgen.model.ruleset.documents import document
from sheetgen.model.ruleset.ruleset_folders import RULESET
from sheetgen.text.addresses import in_plain_letters, slug
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import YAML, content, files


def written_setting(game: Game, name: str) -> str:
    """What the ruleset of a game says of itself, such as its id or its language; empty where it says nothing."""
    written = document(game.own(RULESET), game.folder, Diagnostics())
    return str(written.data.get(name) or "") if written and isinstance(written.data, dict) else ""


def has_words(game: Game, words: Iterable[str]) -> bool:
    """Whether the files of a game, or their names, hold each of some words; the way they are spelt does not count."""
    paths = [path for layer in game.layers for path in files(layer.folder, *YAML, deep=True)]
    texts = [in_plain_letters(f"{path.stem} {(content(path) or b'').decode(errors='replace')}") for path in paths]
    return all(any(slug(word) in text for text in texts) for word in words)
