"""Rulesets on their way to others: packed into an archive, and taken from one, a folder or a repository of git.

Nothing of what is taken is run. What comes out of an archive is plain files below one folder, of bounded size.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from sheetgen.model.ruleset.ruleset_folders import RULESET
from sheetgen.output.paths import UnsafePathError, check_paths
from sheetgen.text.source import own_files

LOCK = "rulesets.lock.json"
"""The file of a folder that says where its rulesets were taken from, and what was in them."""
MOST_FILES = 20_000
LARGEST = 500_000_000
"""Bytes of all files of a ruleset together."""
_LEFT_OUT = ("site", "public", ".git", ".sheetgen")
_BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive: the same files make the same archive."""


class SharingError(Exception):
    """A ruleset that cannot be packed or taken, with a message for users."""


def files_of(folder: Path) -> dict[str, bytes]:
    """The files of a ruleset's folder by their ways, without what was built from them. Raises `SharingError`."""
    files: dict[str, bytes] = {}
    total = 0
    for path in own_files(folder):
        way = path.relative_to(folder)
        if way.parts[0] in _LEFT_OUT or path.suffix.lower() in (".pdf", ".zip"):
            continue
        if path.is_symlink() or not path.resolve().is_relative_to(folder.resolve()):
            raise SharingError(f"{way.as_posix()} is a link, and others would not have what it leads to")
        total += path.stat().st_size
        _check_size(len(files) + 1, total)
        files[way.as_posix()] = path.read_bytes()
    return _ruleset(files, str(folder))


def packed(files: Mapping[str, bytes], name: str) -> bytes:
    """An archive with the files of a ruleset in a folder of this name; the same files give the same bytes."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        for way in sorted(files):
            zipped.writestr(zipfile.ZipInfo(f"{name}/{way}", _BEGINNING), files[way], zipfile.ZIP_DEFLATED)
    return archive.getvalue()


def unpacked(data: bytes, source: str) -> dict[str, bytes]:
    """The files of the ruleset in an archive, by their ways in its folder. Raises `SharingError`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as zipped:
            members = [member for member in zipped.infolist() if not member.is_dir()]
            _check_size(len(members), sum(member.file_size for member in members))
            tops = {member.filename.partition("/")[0] for member in members}
            inside = len(tops) == 1 and all("/" in member.filename for member in members)
            files: dict[str, bytes] = {}
            for member in members:
                way = member.filename.partition("/")[2] if inside else member.filename
                if member.external_attr >> 28 == 0xA:
                    raise SharingError(f"{way} is a link")
                files[way] = zipped.read(member)
            check_paths(files)
    except UnsafePathError as error:
        raise SharingError(f"{source} holds what is no file of a ruleset: {error}") from None
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError) as error:
        raise SharingError(f"{source} is no archive that can be read: {error}") from None
    return _ruleset(files, source)


def digest_of(files: Mapping[str, bytes]) -> str:
    """A digest of files and their ways (SHA-256), the same from an archive, a folder or a repository."""
    total = sha256()
    for way in sorted(files):
        total.update(f"{way}\0{len(files[way])}\0".encode())
        total.update(files[way])
    return total.hexdigest()


def read_lock(folder: Path) -> dict[str, dict[str, str]]:
    """Where the rulesets in a folder came from, by their names. Raises `SharingError` where that cannot be read."""
    path = folder / LOCK
    if not path.is_file():
        return {}
    try:
        lock = json.loads(path.read_text(encoding="utf-8"))
        return {str(name): {str(key): str(value) for key, value in said.items()} for name, said in lock.items()}
    except (ValueError, AttributeError):
        raise SharingError(f"{path} cannot be read; delete it to begin a new one") from None


def lock_text(lock: Mapping[str, Mapping[str, str]]) -> bytes:
    """The file that says where rulesets came from."""
    return f"{json.dumps(dict(sorted(lock.items())), ensure_ascii=False, indent=2)}\n".encode()


def _ruleset(files: dict[str, bytes], source: str) -> dict[str, bytes]:
    if RULESET not in files:
        raise SharingError(f"there is no {RULESET} in {source}")
    return files


def _check_size(number: int, total: int) -> None:
    if number > MOST_FILES or total > LARGEST:
        raise SharingError(f"it has more than {MOST_FILES:,} files, or {LARGEST:,} bytes")
