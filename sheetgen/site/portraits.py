"""The pictures of entries: files of the campaign or the ruleset, shown on their pages and set into their sheets."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path

from sheetgen.media.images import PORTRAIT, TYPES, PictureError, published_picture
from sheetgen.model.entries import Entry
from sheetgen.model.project import Game
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.suggest import did_you_mean

_ENDINGS = (".svg", ".png", ".jpg", ".jpeg", ".webp")


def picture_folders(game: Game) -> tuple[Path, ...]:
    """Where pictures of a game's entries are looked for: first its campaign, then its ruleset and those below it."""
    layers = (layer.folder for layer in reversed(game.layers) if layer.sort == "game")
    return tuple(dict.fromkeys((*([game.campaign] if game.campaign else []), *layers)))


def portrait_file(folders: Iterable[Path], name: str) -> Path | None:
    """The first picture of this name in some folders; None where there is none, or it lies outside."""
    paths = ((folder, Path(os.path.realpath(folder / name))) for folder in folders if name)
    inside = (path for folder, path in paths if path.is_relative_to(os.path.realpath(folder)))
    return next((path for path in inside if path.suffix.lower() in _ENDINGS and path.is_file()), None)


def portrait_uri(folders: Iterable[Path], name: str) -> str | PictureError:
    """A picture of these folders as a data URI; empty where there is none, or why it cannot be used."""
    path = portrait_file(folders, name)
    if path is None:
        return ""
    try:
        picture = published_picture(path, PORTRAIT)
    except PictureError as error:
        return error
    return f"data:{TYPES[path.suffix.lower()]};base64,{b64encode(picture).decode()}"


def portrait_names(folders: Iterable[Path]) -> tuple[str, ...]:
    """The names of the pictures in the folders of portraits."""
    paths = ((folder, path) for folder in folders for path in folder.glob("portraits/**/*"))
    return tuple(
        sorted(path.relative_to(folder).as_posix() for folder, path in paths if path.suffix.lower() in _ENDINGS)
    )


def check_portrait(entry: Entry, portrait: str | PictureError, known: Iterable[str], diagnostics: Diagnostics) -> None:
    """Warn where an entry names a picture that there is not; one that cannot be used is an error."""
    name = entry.fields["portrait"]
    if isinstance(portrait, PictureError):
        diagnostics.error("unreadable-file", f"`{name}` {portrait.message}", entry.span("portrait"), portrait.hint)
    elif name and not portrait:
        types = ", ".join(suffix.removeprefix(".").upper() for suffix in _ENDINGS if suffix != ".jpeg")
        message = (
            f"there is no picture `{name}` ({types}) in the folder of the {'campaign' if entry.campaign else 'ruleset'}"
        )
        if Path(name).suffix and Path(name).suffix.lower() not in _ENDINGS:
            message = f"`{name}` is no picture of a sort that can be shown ({types})"
        diagnostics.warning("dead-link", message, entry.span("portrait"), did_you_mean(name, known))
