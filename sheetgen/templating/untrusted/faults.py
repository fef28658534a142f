"""The faults of a template: in which file, at which line, in words for its author."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from traceback import walk_tb

from jinja2 import TemplateNotFound, TemplateSyntaxError


@dataclass(frozen=True)
class Fault:
    """The fault of a template; `file` is empty, and `line` 0, where no template is to blame."""

    file: str
    line: int
    message: str


def fault(error: Exception, folders: Sequence[Path]) -> Fault:
    """The fault that an error has in the templates of some folders: the innermost line that it went through."""
    if isinstance(error, TemplateSyntaxError):
        return Fault(error.filename or "", error.lineno, error.message or "")
    steps = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    file, line = next((step for step in reversed(steps) if _inside(step[0], folders)), ("", 0))
    return Fault(file, line, _error_text(error))


def _inside(file: str, folders: Sequence[Path]) -> bool:
    return not file.endswith(".py") and any(Path(file).is_relative_to(folder) for folder in folders)


def _error_text(error: Exception) -> str:
    if isinstance(error, TemplateNotFound):
        return f"there is no template {error.message}"
    if isinstance(error, RecursionError):
        return "templates, or macros, use one another without end"
    if isinstance(error, MemoryError):
        return "this takes too much memory"
    return str(error) or type(error).__name__
