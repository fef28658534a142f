"""The pictures of entries: files of the campaign, shown on their pages and set into their sheets."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

from sheetgen.diagnostics import Diagnostics
from sheetgen.library import Entry
from sheetgen.nearest import did_you_mean
from sheetgen.shelf import Notes

_TYPES = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
}


def portrait_file(campaign: Path | None, name: str) -> Path | None:
    """A picture of the campaign folder; None where there is none, or it lies outside."""
    if campaign is None or not name:
        return None
    path = (campaign / name).resolve()
    inside = path.is_relative_to(campaign.resolve()) and path.suffix.lower() in _TYPES
    return path if inside and path.is_file() else None


def portrait_uri(campaign: Path | None, name: str) -> str:
    """A picture of the campaign folder as a data URI; empty where `portrait_file` finds none."""
    path = portrait_file(campaign, name)
    return f"data:{_TYPES[path.suffix.lower()]};base64,{b64encode(path.read_bytes()).decode()}" if path else ""


def portrait_names(campaign: Path | None) -> tuple[str, ...]:
    """What an entry may name as its picture: those in the campaign's folder for them."""
    if campaign is None:
        return ()
    found = (path.relative_to(campaign) for path in campaign.glob("portraits/**/*") if path.suffix.lower() in _TYPES)
    return tuple(sorted(path.as_posix() for path in found))


def check_portrait(entry: Entry, campaign: Path | None, notes: Notes, diagnostics: Diagnostics) -> None:
    """Warn where an entry names a picture that its campaign does not have."""
    name = entry.fields["portrait"]
    if name and campaign is not None and not notes.ask("portrait", name):
        hint = did_you_mean(name, notes.ask("portraits"))
        types = ", ".join(suffix.removeprefix(".").upper() for suffix in _TYPES if suffix != ".jpeg")
        message = f"there is no picture `{name}` ({types}) in the campaign's folder"
        diagnostics.warning("dead-link", message, entry.span("portrait"), hint)
