"""The print templates that a campaign or ruleset brings along."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from sheetgen.text.source import own_files

_PRINTED = re.compile(r"print/.+|blocks/(.+/)?(card|sheet)\.html")
"""Names of templates that paper is made from."""


def print_templates(folders: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """The templates of the folders that paper is made from, each with its name."""
    return ((name, path) for name, path in _templates(folders) if _PRINTED.fullmatch(name))


def site_templates(folders: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """The templates of the folders that pages are made from, each with its name."""
    return ((name, path) for name, path in _templates(folders) if not _PRINTED.fullmatch(name))


def _templates(folders: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    for folder in folders:
        for path in own_files(folder):
            if path.suffix == ".html":
                yield path.relative_to(folder).as_posix(), path
