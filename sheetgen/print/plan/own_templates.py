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
    for folder in folders:
        for path in own_files(folder):
            name = path.relative_to(folder).as_posix()
            if _PRINTED.fullmatch(name) and path.suffix == ".html":
                yield name, path
