"""Which paths a site may have, so that it can be unpacked on every system and served by every host."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

MANIFEST = ".sheetgen-manifest.json"
"""The file in a site that lists what sheetgen wrote."""
LONGEST_NAME = 255
"""Bytes in one part of a path, on most file systems."""
MOST_NAMES = 1 << 10
"""Parts of paths, such as names of folders, that are looked at once."""
_FORBIDDEN = re.compile(r'[<>:"|?*\\\x00-\x1f\x7f-\x9f\ud800-\udfff]')
"""What Windows does not allow, and characters for control."""
_RESERVED = frozenset(
    ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
    + [f"{port}{digit}" for port in ("COM", "LPT") for digit in "0123456789¹²³"]
)


class UnsafePathError(ValueError):
    """A path that a site must not have, with the reason for users."""


def check_paths(paths: Iterable[str]) -> None:
    """Raise `UnsafePathError` for the first path that is unsafe or collides with another.

    Paths collide when they differ only in case or in the composition of accents, or
    when one is the folder of the other.
    """
    seen: dict[str, str] = {}
    for path in sorted(paths):
        check_path(path)
        folded = _case_key(path)
        if folded in seen:
            raise UnsafePathError(f"`{path}` and `{seen[folded]}` are one file on systems that ignore case")
        seen[folded] = path
    for folded, path in seen.items():
        folder = folded
        while "/" in folder:
            folder = folder.rpartition("/")[0]
            if folder in seen:
                raise UnsafePathError(f"`{seen[folder]}` is a file, and `{path}` needs a folder of that name")


def check_path(path: str) -> None:
    """Raise `UnsafePathError` unless the path is relative, stays inside, and is a good name everywhere."""
    if path.startswith("/"):
        raise UnsafePathError(f"`{path}` is absolute")
    if _case_key(path) == MANIFEST:
        raise UnsafePathError(f"`{path}` is the name of sheetgen's own list of files")
    for name in path.split("/"):
        reason = objection(name)
        if reason:
            raise UnsafePathError(f"`{path}` {reason}")


@lru_cache(maxsize=MOST_NAMES)
def objection(name: str) -> str:
    """The fault of one part of a path; empty where it has none."""
    if name in {"", ".", ".."}:
        return f"has the part `{name}`"
    if bad := _FORBIDDEN.search(name):
        return f"has the character {bad[0]!r}, which Windows does not allow"
    if name[-1] in ". " or name[0] == " ":
        return f"has the part `{name}`, which begins or ends in a way that Windows changes"
    if name.partition(".")[0].rstrip().upper() in _RESERVED:
        return f"has the part `{name}`, which is the name of a device on Windows"
    return "has a part that is too long" if len(name.encode()) > LONGEST_NAME else ""


def _case_key(path: str) -> str:
    if path.isascii():
        return path.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", path).casefold())
