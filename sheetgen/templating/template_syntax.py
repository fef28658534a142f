"""The templates that come with a campaign or ruleset, compiled, so that all that cannot be are reported at once."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from jinja2 import Environment, TemplateError, TemplateNotFound

from sheetgen.templating.renderer import RenderError
from sheetgen.templating.untrusted import FolderLoader, fault
from sheetgen.text.diagnostics import Diagnostics


def check_syntax(env: Environment, templates: Iterable[tuple[str, Path]], root: Path, diagnostics: Diagnostics) -> None:
    """Report those of the templates, each by name and path, that cannot be compiled, each at its line."""
    for name, path in templates:
        folder = path.parents[name.count("/")]
        try:
            text, file, _ = FolderLoader(folder).get_source(env, name)
            env.compile(text, name, file)
        except TemplateNotFound:  # a link that leads elsewhere, which is reported with the files that are not read
            continue
        except TemplateError as error:
            mistake = fault(error, (folder,))
            diagnostics.error("template", mistake.message, RenderError(name, str(path), mistake.line, "").span(root))
