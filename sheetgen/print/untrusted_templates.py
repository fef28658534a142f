"""Print templates that a campaign or a ruleset brings along: drawn in the sandbox, with messages for their authors."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Template, TemplateError

from sheetgen.print import resources
from sheetgen.print.errors import PrintError, TemplateFailedError
from sheetgen.templating.untrusted import CountedTemplate, Sandbox, fault


class UntrustedPrintTemplate(CountedTemplate):
    """A print template of a campaign or ruleset, or one of the program that is drawn together with such."""

    environment: UntrustedPrintTemplates

    def render(self, *args: Any, **kwargs: Any) -> str:
        """The text of the template. Raises TemplateFailedError where it is wrong, or takes too much."""
        try:
            return super().render(*args, **kwargs)
        except Exception as error:
            raise self.environment.failure(error, self.name or "") from error


class UntrustedPrintTemplates(Sandbox):
    """The sandbox of print templates; `folders` are those of campaigns and rulesets."""

    template_class = UntrustedPrintTemplate

    def __init__(self, folders: Sequence[Path], **settings: Any) -> None:
        self.folders = (*folders, resources.folder())
        super().__init__(**settings)

    def get_template(self, name: str | Template, *args: Any, **kwargs: Any) -> Template:
        """A template by name. Raises TemplateFailedError where it cannot be compiled."""
        try:
            return super().get_template(name, *args, **kwargs)
        except TemplateError as error:
            if self.budget.drawing:
                raise
            raise self.failure(error, str(name)) from error

    def failure(self, error: Exception, name: str) -> Exception:
        """The error as its author reads it; an error that no template is to blame for stays as it is."""
        mistake = fault(error, self.folders)
        if isinstance(error, PrintError) or not (mistake.file or isinstance(error, TemplateError)):
            return error
        homes = [folder for folder in self.folders if Path(mistake.file).is_relative_to(folder)]
        place = Path(mistake.file).relative_to(homes[0]).as_posix() if homes else name
        return TemplateFailedError(f"templates/{place}", mistake.line, mistake.message, mistake.file)
