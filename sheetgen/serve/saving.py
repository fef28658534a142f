"""What was changed on the page of an entry, written into its file."""

from __future__ import annotations

import codecs
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from sheetgen.output.replace_file import replace_file
from sheetgen.text.cache import digest
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import YAML, SourceFile, UnreadableError, read
from sheetgen.yaml.load import parse_all


class FileChange(BaseModel):
    """Another text for a part of a file, given in characters; `digest` is that of the file's text as the page knows
    it."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
    file: str
    digest: str
    start: int
    end: int
    text: str


class NotSavedError(Exception):
    """A change that is not written, with the reason for users."""


@dataclass(frozen=True)
class SavedFolder:
    """The folder of a project, whose entry files may be changed."""

    root: Path

    def save(self, change: FileChange) -> None:
        """Write a change into its file, in its line ends; never over another version. Raises `NotSavedError`."""
        path = self._path(change.file)
        file = self._current(path)
        if digest(file.text) != change.digest:
            raise NotSavedError("the file has changed since this page was built; look at the page again")
        if not 0 <= change.start <= change.end <= len(file.text):
            raise NotSavedError("this is no part of the file")
        text = file.text[: change.start] + change.text + file.text[change.end :]
        _check(SourceFile(path, file.name, text))
        try:
            written = path.read_bytes()
            replace_file(path, _encoded(text, written))
        except OSError as error:
            raise NotSavedError(f"the file cannot be written: {error.strerror or error}") from error

    def _path(self, name: str) -> Path:
        """The file of a name in messages: one that is there, inside of the project, and no link."""
        root = self.root.resolve()
        with suppress(OSError, ValueError):
            path = root / name
            named = not any(part.startswith(".") for part in path.relative_to(root).parts)
            if named and path.suffix.lower() in YAML and path.resolve() == path and path.is_file():
                return path
        raise NotSavedError("this file is not in the folder of the project: copy the text, and put it in its place")

    def _current(self, path: Path) -> SourceFile:
        try:
            return read(path, self.root)
        except UnreadableError as error:
            raise NotSavedError(str(error)) from error


def _check(file: SourceFile) -> None:
    diagnostics = Diagnostics()
    if parse_all(file, diagnostics) is None or diagnostics.has_errors:
        raise NotSavedError("that would be no YAML any more")


def _encoded(text: str, before: bytes) -> bytes:
    """A text as a file of the same sort: with its line ends and its byte order mark."""
    ends = text.replace("\n", "\r\n") if b"\r\n" in before else text
    return (codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b"") + ends.encode()
