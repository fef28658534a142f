"""The print templates that a campaign or ruleset brings along, compiled so that their mistakes come out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from sheetgen.print.errors import TemplateFailedError
from sheetgen.print.templates import environment
from sheetgen.templating.renderer import RenderError
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import own_files

_PRINTED = re.compile(r"print/.+|blocks/(.+/)?(card|sheet)\.html")
"""Names of templates that paper is made from."""


def check_print_templates(folders: Sequence[Path], root: Path, diagnostics: Diagnostics) -> None:
    """Report print templates that cannot be compiled, each at its line."""
    for folder in folders:
        for path in own_files(folder):
            name = path.relative_to(folder).as_posix()
            if not _PRINTED.fullmatch(name) or path.suffix != ".html":
                continue
            try:
                environment(tuple(folders)).get_template(name)
            except TemplateFailedError as error:
                place = RenderError(name, str(path), error.line, error.message)
                diagnostics.error("template", error.message, place.span(root))
