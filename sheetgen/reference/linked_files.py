"""Files beside a page that it shows or links to, and addresses on the web."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from sheetgen.media.images import TYPES, PictureError, PublishedFile
from sheetgen.model.ruleset.layers import LANGUAGES
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.source import Span

FindFile: TypeAlias = Callable[[Path, str], "FileBeside"]
"""Gives the file that an address names from a folder."""
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
"""How addresses of other places than this site begin (RFC 3986, 4.2)."""


_TORN_WEB = re.compile(r"(?!https?://)(?:ht{0,2}ps?s?|https?)\s*[:;]/{0,2}|(?=www\.)", re.IGNORECASE)
"""How addresses of the web begin that are misspelt."""


def is_elsewhere(address: str, span: Span, diagnostics: Diagnostics) -> bool:
    """Whether an ordinary link leads away from the site; one that does not say by which protocol is an error."""
    if address.startswith("//"):
        diagnostics.error("dead-link", f"`{address}` leads nowhere", span, f"did you mean `https:{address}`?")
    elif torn := _TORN_WEB.match(address):
        meant = f"https://{address[torn.end() :]}"
        diagnostics.error("dead-link", f"`{address}` leads nowhere", span, f"did you mean `{meant}`?")
        return True
    return bool(_SCHEME.match(address))


def picture_file(
    address: str, folder: str, span: Span, diagnostics: Diagnostics, beside: FindFile | None = None
) -> LinkedFile | None:
    """A picture beside a page, as `page_file` says; a site loads none from anywhere else."""
    if _SCHEME.match(address):
        hint = "save it there, and write the name of its file"
        diagnostics.error("dead-link", "a picture must lie beside the page that shows it", span, hint)
        return None
    file = page_file(address, folder, span, diagnostics, beside or file_beside)
    if file and not file.size:
        hint = f"link to it, such as [the map]({address}), or save it as {', '.join(TYPES)}"
        diagnostics.error("dead-link", f"`{address}` is no picture", span, hint)
    return file if file and file.size else None


FILES = (*TYPES, ".pdf")
"""The files that a page may show or offer from its own folder."""


@dataclass(frozen=True)
class FileBeside:
    """What there is beside a page under an address: a file, or why none can be shown and what helps."""

    path: Path | None
    size: tuple[int, int] | None = None
    """Of a picture, in pixels."""
    fault: str = ""
    hint: str = ""
    name: str = ""
    """Its path below the folder that it lies in."""


@dataclass(frozen=True)
class LinkedFile:
    """A picture or PDF that a text shows: its address on the site, the file, and the size of a picture in pixels."""

    address: str
    file: PublishedFile
    size: tuple[int, int] | None

    @property
    def dimensions(self) -> dict[str, str]:
        """Width and height of a picture as attributes, so that its place is kept before it is there."""
        return dict(zip(("width", "height"), map(str, self.size), strict=True)) if self.size else {}


def file_beside(home: Path, address: str) -> FileBeside:
    """The picture or PDF in a folder or below that an address names; for a text in another language also in the folder
    of the first."""
    known: list[str] = []
    for folder in (home, *_of_first_language(home)):
        path = Path(os.path.realpath(folder / address))
        if path.is_file() and path.is_relative_to(folder) and path.suffix.lower() in FILES:
            name = path.relative_to(folder).as_posix()
            try:
                return FileBeside(path, PublishedFile(path).size(), name=name)
            except PictureError as error:
                return FileBeside(path, fault=error.message, hint=error.hint)
        files = (other for other in folder.rglob("*") if other.suffix.lower() in FILES)
        known += (other.relative_to(folder).as_posix() for other in files)
    return FileBeside(None, hint=did_you_mean(address, known))


def _of_first_language(home: Path) -> Iterator[Path]:
    """The folder whose texts those of a folder such as `languages/de/reference` say in another language."""
    if home.parent.parent.name == LANGUAGES:
        yield home.parents[2] / home.name


def page_file(
    address: str, folder: str, span: Span, diagnostics: Diagnostics, beside: FindFile = file_beside
) -> LinkedFile | None:
    """A picture or PDF beside a page.

    None, with a diagnostic, where there is none, it cannot be read, or it lies outside of the page's folder.
    """
    home = span.file.path.parent.resolve()
    file = beside(home, address)
    if file.path is None:
        diagnostics.error("dead-link", f"there is no file `{address}` beside this page", span, file.hint)
    elif file.fault:
        diagnostics.error("unreadable-file", f"`{address}` {file.fault}", span, file.hint)
    else:
        return LinkedFile(f"{folder}files/{file.name}", PublishedFile(file.path), file.size)
    return None
