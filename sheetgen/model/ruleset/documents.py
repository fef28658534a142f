"""Reading a ruleset's own files: YAML documents, validated against their models, mistakes at their place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from sheetgen.formula.parse import Formula, parse
from sheetgen.formula.syntax_problems import FormulaError, Problem
from sheetgen.formula.types import Type, is_truth
from sheetgen.model.ruleset.messages import problems
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import YAML, Span, UnreadableError, files, read
from sheetgen.yaml.load import Step, YamlDocument
from sheetgen.yaml.load import parse as parse_yaml
from sheetgen.yaml.scalars import CutText

M = TypeVar("M", bound=BaseModel)


_COMMENT = re.compile(r":?[ \t]*(#[^\s#]+)")
"""A comment that may be meant as a value, since no space follows its `#`."""


@dataclass(frozen=True)
class YamlPlace:
    """A place in a YAML document: where a mistake in that part of the data is shown."""

    document: YamlDocument
    path: tuple[Step, ...] = ()

    def at(self, *steps: Step) -> YamlPlace:
        """The place of a part."""
        return YamlPlace(self.document, (*self.path, *steps))

    @property
    def data(self) -> Any:
        """The data that stands here; None where there is nothing."""
        data: Any = self.document.data
        for step in self.path:
            try:
                data = data[step]
            except (KeyError, IndexError, TypeError):
                return None
        return data

    @property
    def span(self) -> Span:
        """The value that stands here."""
        return self.document.span(self.path)

    @property
    def key_span(self) -> Span:
        """The key under which the value stands."""
        return self.document.key_span(self.path)

    @property
    def comment_hint(self) -> str:
        """What helps where nothing stands here, since a `#` made a comment of it; empty where there is none."""
        span = self.span
        file, (line, column) = span.file, span.file.position(span.start)
        comment = _COMMENT.match(file.line(line), column - 1)
        return f'a `#` after a space begins a comment: write "{comment[1]}" in quotation marks' if comment else ""

    def part(self, start: int, end: int) -> Span:
        """Part of the text that stands here, by offsets in its value."""
        return self.document.formula_span(self.path, start, end)


def documents(folder: Path, pattern: str, root: Path, diagnostics: Diagnostics) -> Iterable[YamlDocument]:
    """The readable YAML documents of a folder, in order of their names."""
    for path in (file for file in files(folder, *YAML) if fnmatch(file.name.lower(), pattern)):
        parsed = document(path, root, diagnostics)
        if parsed is not None:
            yield parsed


def document(path: Path, root: Path, diagnostics: Diagnostics) -> YamlDocument | None:
    """One YAML document; None, with a diagnostic, where it cannot be read."""
    try:
        file = read(path, root)
    except UnreadableError as error:
        diagnostics.error("unreadable-file", str(error), error.span, *error.hints)
        diagnostics.fail(path.stem, f"{path.stem}s", at=error.span.file.whole, unread=True)
        return None
    parsed = parse_yaml(file, diagnostics)
    if parsed is None:
        diagnostics.fail(path.stem, at=file.whole, unread=True)
    return parsed


def model(kind: type[M], place: YamlPlace, data: object, diagnostics: Diagnostics) -> M | None:
    """Validate part of a project's or ruleset's file. What is wrong in it is reported and left out, so that the rest
    is looked at as well; None where it cannot do without."""
    cut: list[CutText] = []
    try:
        return kind.model_validate(data, context=cut)
    except ValidationError as error:
        what = f"`{place.path[-1]}`" if place.path else "this file"
        wrong = list(problems(kind, what, error.errors(include_url=False)))
    finally:
        report_cut(cut, diagnostics)
    for mistake in wrong:
        at = place.at(*mistake.path)
        hints = (*mistake.hints, "" if mistake.on_key else at.comment_hint)
        diagnostics.error(mistake.code, mistake.message, at.key_span if mistake.on_key else at.span, *hints)
        diagnostics.fail(*mistake.meant, *(str(step) for step in place.path[-1:]))
    while paths := [mistake.path for mistake in wrong]:
        data = _without(data, paths, diagnostics)
        try:
            return kind.model_validate(data)
        except ValidationError as error:  # a part that cannot do without what was left out is left out itself
            left = problems(kind, what, error.errors(include_url=False))
            wrong = [mistake for mistake in left if mistake.path and mistake.path not in paths]
    diagnostics.fail(*(str(step) for step in place.path[-1:]), *declared(data))
    return None


def _without(data: Any, paths: Iterable[tuple[Step, ...]], diagnostics: Diagnostics) -> Any:
    """Data without what stands at some paths, which is noted as failed. Of a list, nothing or all is left out: its
    items keep their places."""
    without = [next((path[:at] for at, step in enumerate(path) if isinstance(step, int)), path) for path in paths]
    for kept in without:
        diagnostics.fail(
            *(word for step in kept for word in (str(step), *words_of(str(step)))),
            *(declared(_part(data, kept)) if kept else ()),
        )
    return _dropped(data, without)


def words_of(name: str) -> Iterator[str]:
    """The words of a name that cannot be one, and what follows the first, as in `name Wet through`."""
    words = re.findall(r"\w+", name)
    yield from words
    yield from (" ".join(words[1:]),) if len(words) > 2 else ()


def declared(data: Any) -> Iterator[str]:
    """The names that data which failed may have given to something: keys, words of lists, and what a key names so."""
    if isinstance(data, dict):
        yield from map(str, data)
        yield from (word for key in data for word in words_of(str(key)))
        yield from (str(data[key]) for key in ("id", "name", "folder") if isinstance(data.get(key), str))
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    for part in parts:
        yield from declared(part)
    if isinstance(data, list):
        yield from (part for part in data if isinstance(part, str))


def _part(data: Any, path: tuple[Step, ...]) -> Any:
    for step in path:
        data = data.get(step) if isinstance(data, dict) else None
    return data


def _dropped(data: Any, paths: Iterable[tuple[Step, ...]]) -> Any:
    """Data without what stands at some paths of keys."""
    if not isinstance(data, dict):
        return data
    deeper: dict[Step, list[tuple[Step, ...]]] = {}
    for path in paths:
        if path:
            deeper.setdefault(path[0], []).append(path[1:])
    return {
        key: _dropped(value, deeper[key]) if key in deeper else value
        for key, value in data.items()
        if () not in deeper.get(key, ())
    }


def report_cut(texts: Iterable[CutText], diagnostics: Diagnostics) -> None:
    """Warn of texts that end at a `#`, where what follows may belong to them."""
    for text in texts:
        comment = text.comment
        message = f"`{comment.text.split()[0]}` is no part of this text: a `#` after a space begins a comment"
        hint = f'write "{text} {comment.text.strip()}" in quotation marks, or a space after the `#` of a comment'
        diagnostics.warning("comment", message, comment, hint)


def cut_texts(data: Any) -> Iterator[CutText]:
    """The texts in some data that a comment has cut."""
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    yield from (data,) if isinstance(data, CutText) else ()
    for part in parts:
        yield from cut_texts(part)


def formula(text: str, place: YamlPlace, diagnostics: Diagnostics) -> Formula | None:
    """Read a formula; None, with a diagnostic inside of it, where it cannot be read."""
    try:
        return parse(text)
    except FormulaError as error:
        report(error.problem, place, diagnostics)
        return None


def check_condition(kind: Type, span: Span, diagnostics: Diagnostics) -> None:
    """Report a formula that is no condition, where one is asked for."""
    if not is_truth(kind):
        hint = "compare it with something, such as `x > 1`"
        diagnostics.error("formula-type", f"this takes a condition, not {kind}", span, hint)


def report(problem: Problem, place: YamlPlace, diagnostics: Diagnostics) -> None:
    """Show a problem of a formula at its place in the file; it may follow from a name in it that was refused."""
    at = place.part(problem.start, problem.end)
    missed = (*problem.missed, *map(refused, re.findall(r"\w+", at.text)))
    diagnostics.error(problem.code, problem.message, at, *problem.hints, missed=missed)


def refused(name: str) -> str:
    """The name under which it is noted that a name cannot be had, which formulas may have all the same."""
    return f"refused {name}"
