"""Reading a ruleset's own files: YAML documents, validated against their models, mistakes at their place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from sheetgen.diagnostics import Diagnostics
from sheetgen.formula.parse import Formula, FormulaError, Problem, parse
from sheetgen.ruleset.wording import problems
from sheetgen.source import YAML, Span, UnreadableError, files, read
from sheetgen.yamlfile import Document, Step
from sheetgen.yamlfile import parse as parse_yaml

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True)
class Place:
    """A place in a YAML document: where a mistake in that part of the data is shown."""

    document: Document
    path: tuple[Step, ...] = ()

    def at(self, *steps: Step) -> Place:
        """The place of a part."""
        return Place(self.document, (*self.path, *steps))

    @property
    def span(self) -> Span:
        """The value that stands here."""
        return self.document.span(self.path)

    @property
    def key_span(self) -> Span:
        """The key under which the value stands."""
        return self.document.key_span(self.path)

    def part(self, start: int, end: int) -> Span:
        """Part of the text that stands here, by offsets in its value."""
        return self.document.formula_span(self.path, start, end)


def documents(folder: Path, pattern: str, root: Path, diagnostics: Diagnostics) -> Iterable[Document]:
    """The readable YAML documents of a folder, in order of their names."""
    for path in (one for one in files(folder, *YAML) if fnmatch(one.name.lower(), pattern)):
        found = document(path, root, diagnostics)
        if found is not None:
            yield found


def document(path: Path, root: Path, diagnostics: Diagnostics) -> Document | None:
    """One YAML document; None, with a diagnostic, where it cannot be read."""
    try:
        return parse_yaml(read(path, root), diagnostics)
    except UnreadableError as error:
        diagnostics.error("unreadable-file", str(error), error.span, *error.hints)
        return None


def model(kind: type[M], place: Place, data: object, diagnostics: Diagnostics) -> M | None:
    """Validate part of a ruleset's file; None, with diagnostics, where it is wrong."""
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        what = f"`{place.path[-1]}`" if place.path else "this file"
        for one in problems(kind, what, error.errors(include_url=False)):
            found = place.at(*one.path)
            diagnostics.error(one.code, one.message, found.key_span if one.on_key else found.span, *one.hints)
        return None


def formula(text: str, place: Place, diagnostics: Diagnostics) -> Formula | None:
    """Read a formula; None, with a diagnostic inside of it, where it cannot be read."""
    try:
        return parse(text)
    except FormulaError as error:
        report(error.problem, place, diagnostics)
        return None


def report(problem: Problem, place: Place, diagnostics: Diagnostics) -> None:
    """Show a problem of a formula at its place in the file."""
    diagnostics.error(problem.code, problem.message, place.part(problem.start, problem.end), *problem.hints)
