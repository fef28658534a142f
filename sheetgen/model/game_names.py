"""What the files of a game say of it before it is read: its id, and whether they name an entry."""

from __future__ import annotations

from collections.abc import Iterable

from sheetgen.model.project import Game
from sheetgen.model.ruleset.documents import document
from sheetgen.model.ruleset.ruleset_folders import RULESET
from sheetgen.text.addresses import in_plain_letters, slug
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import YAML, content, files


def ruleset_id(game: Game) -> str:
    """The id that the ruleset of a game gives itself; empty where none can be read."""
    written = document(game.folder / RULESET, game.folder, Diagnostics())
    return str(written.data.get("id") or "") if written and isinstance(written.data, dict) else ""


def has_words(game: Game, words: Iterable[str]) -> bool:
    """Whether the files of a game, or their names, hold each of some words; the way they are spelt does not count."""
    paths = [path for layer in game.layers for path in files(layer.folder, *YAML, deep=True)]
    texts = [in_plain_letters(f"{path.stem} {(content(path) or b'').decode(errors='replace')}") for path in paths]
    return all(any(slug(word) in text for text in texts) for word in words)
