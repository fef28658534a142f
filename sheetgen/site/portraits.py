"""The pictures of entries: files of the campaign, shown on their pages and set into their sheets."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path

from sheetgen.media.images import PORTRAIT, TYPES, PictureError, published_picture
from sheetgen.model.library import Entry
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.suggest import did_you_mean

_ENDINGS = (".svg", ".png", ".jpg", ".jpeg", ".webp")


def portrait_file(campaign: Path | None, name: str) -> Path | None:
    """A picture of the campaign folder; None where there is none, or it lies outside."""
    if campaign is None or not name:
        return None
    path = Path(os.path.realpath(campaign / name))
    inside = path.is_relative_to(campaign.resolve()) and path.suffix.lower() in _ENDINGS
    return path if inside and path.is_file() else None


def portrait_uri(campaign: Path | None, name: str) -> str | PictureError:
    """A picture of the campaign folder as a data URI; empty where there is none, or why it cannot be used."""
    path = portrait_file(campaign, name)
    if path is None:
        return ""
    try:
        picture = published_picture(path, PORTRAIT)
    except PictureError as error:
        return error
    return f"data:{TYPES[path.suffix.lower()]};base64,{b64encode(picture).decode()}"


def portrait_names(campaign: Path | None) -> tuple[str, ...]:
    """The names of the pictures in the campaign's folder of portraits."""
    if campaign is None:
        return ()
    named = (path.relative_to(campaign) for path in campaign.glob("portraits/**/*") if path.suffix.lower() in _ENDINGS)
    return tuple(sorted(path.as_posix() for path in named))


def check_portrait(entry: Entry, portrait: str | PictureError, known: Iterable[str], diagnostics: Diagnostics) -> None:
    """Warn where an entry names a picture that its campaign does not have; one that cannot be used is an error."""
    name = entry.fields["portrait"]
    if isinstance(portrait, PictureError):
        diagnostics.error("unreadable-file", f"`{name}` {portrait.message}", entry.span("portrait"), portrait.hint)
    elif name and not portrait:
        types = ", ".join(suffix.removeprefix(".").upper() for suffix in _ENDINGS if suffix != ".jpeg")
        message = f"there is no picture `{name}` ({types}) in the campaign's folder"
        if Path(name).suffix and Path(name).suffix.lower() not in _ENDINGS:
            message = f"`{name}` is no picture of a sort that can be shown ({types})"
        diagnostics.warning("dead-link", message, entry.span("portrait"), did_you_mean(name, known))
