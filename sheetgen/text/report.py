"""Diagnostics in the formats of users and programs: text, JSON, GitHub annotations, SARIF."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TypeAlias
from urllib.parse import quote

from sheetgen.text.diagnostics import CODES, Diagnostic, Severity
from sheetgen.text.digest import digest
from sheetgen.text.snippet import excerpt, is_visible, visible
from sheetgen.text.source import Span

Json: TypeAlias = "str | int | list[Json] | dict[str, Json] | None"

WIDTH = 100
"""Columns that an excerpt takes at most."""
_RESET = "\x1b[0m"
_BOLD, _RED, _YELLOW, _BLUE, _CYAN = "\x1b[1m", "\x1b[1;31m", "\x1b[1;33m", "\x1b[34m", "\x1b[36m"
_COLOURS = {Severity.ERROR: _RED, Severity.WARNING: _YELLOW, Severity.NOTE: _BLUE}


def render_text(diagnostics: Iterable[Diagnostic], colour: bool = False) -> str:
    """All diagnostics with excerpt, caret and hints, and a last line that counts them; empty for none."""
    collected = list(diagnostics)
    if not collected:
        return ""
    paint = _Paint(colour)
    parts = ["\n".join(_text(diagnostic, paint)) for diagnostic in digest(collected)]
    return "\n\n".join([*parts, paint(_BOLD, summary(collected))]) + "\n"


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """A summary of diagnostics in one line: `3 errors, 1 warning in 2 files`."""
    collected = list(diagnostics)
    errors = sum(d.severity is Severity.ERROR for d in collected)
    files = len({d.span.file.name for d in collected if d.span})
    counts = [(errors, "error"), (len(collected) - errors, "warning")]
    said = ", ".join(_count(number, noun) for number, noun in counts if number) or "no errors"
    return f"{said} in {_count(files, 'file')}" if files else said


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """A JSON list, one object a diagnostic; lines and columns from 1, the end not included."""
    return printable_json([_object(diagnostic) for diagnostic in digest(diagnostics)])


def render_github(diagnostics: Iterable[Diagnostic]) -> str:
    """Workflow commands, so that a pull request shows each message at its line."""
    return "".join(f"{_command(diagnostic)}\n" for diagnostic in digest(diagnostics))


def render_sarif(diagnostics: Iterable[Diagnostic], version: str = "") -> str:
    """A SARIF 2.1.0 log for code scanning."""
    chosen = digest(diagnostics)
    codes = sorted({diagnostic.code for diagnostic in chosen})
    driver: dict[str, Json] = {
        "name": "sheetgen",
        **({"version": version} if version else {}),
        "rules": [{"id": code, "shortDescription": {"text": CODES[code]}} for code in codes],
    }
    run: Json = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, codes) for diagnostic in chosen],
    }
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return printable_json(log)


def printable_json(value: object, indent: int | None = 2) -> str:
    """JSON that is safe to print: what moves the cursor or turns the direction of a terminal is escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return "".join(char if char == "\n" or is_visible(char) else json.dumps(char)[1:-1] for char in text) + "\n"


class _Paint:
    """Wraps text in the codes of a colour, or leaves it as it is."""

    def __init__(self, colour: bool) -> None:
        self._colour = colour

    def __call__(self, code: str, text: str) -> str:
        return f"{code}{text}{_RESET}" if self._colour and text else text


def _text(diagnostic: Diagnostic, paint: _Paint) -> list[str]:
    severity, message = diagnostic.severity, visible(diagnostic.message)
    places = [span for span in (diagnostic.span, *(span for _, span in diagnostic.notes)) if span]
    gutter = max([len(str(span.line)) for span in places], default=1)
    lines = [paint(_COLOURS[severity], f"{severity.value}[{diagnostic.code}]") + paint(_BOLD, f": {message}")]
    if diagnostic.span:
        lines += _place(diagnostic.span, gutter, _COLOURS[severity], paint)
    lead = f"{' ' * gutter} {paint(_BLUE, '=')} " if diagnostic.span else ""
    lines += [f"{lead}{paint(_CYAN, 'help:')} {visible(hint)}" for hint in diagnostic.hints]
    for said, span in diagnostic.notes:
        lines += [f"{paint(_BLUE, 'note')}: {visible(said)}", *_place(span, gutter, _BLUE, paint)]
    return lines


def _place(span: Span, gutter: int, colour: str, paint: _Paint) -> list[str]:
    line, marks = excerpt(span, max(20, WIDTH - gutter - 3))
    blank, number = " " * gutter, str(span.line).rjust(gutter)
    return [
        f"{blank}{paint(_BLUE, '-->')} {visible(str(span))}",
        f"{blank} {paint(_BLUE, '|')}",
        f"{paint(_BLUE, f'{number} |')} {line}".rstrip(),
        f"{blank} {paint(_BLUE, '|')} {paint(colour, marks)}",
    ]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _ends(span: Span) -> tuple[int, int, int, int]:
    return (*span.file.position(span.start), *span.file.position(max(span.start, min(span.end, len(span.file.text)))))


def _where(span: Span | None) -> dict[str, Json]:
    if span is None:
        return {"file": None, "line": None, "column": None, "end_line": None, "end_column": None}
    line, column, end_line, end_column = _ends(span)
    place: dict[str, Json] = {"file": span.file.name, "line": line, "column": column}
    return {**place, "end_line": end_line, "end_column": end_column}


def _object(diagnostic: Diagnostic) -> Json:
    return {
        "severity": diagnostic.severity.value,
        "code": diagnostic.code,
        "message": diagnostic.message,
        **_where(diagnostic.span),
        "hints": list(diagnostic.hints),
        "notes": [{"message": said, **_where(span)} for said, span in diagnostic.notes],
    }


def _command(diagnostic: Diagnostic) -> str:
    properties: dict[str, str | int] = {}
    if diagnostic.span:
        line, column, end_line, end_column = _ends(diagnostic.span)
        properties = {"file": diagnostic.span.file.name, "line": line, "endLine": end_line}
        if line == end_line:  # GitHub refuses columns for a span over several lines
            properties |= {"col": column, "endColumn": end_column}
    properties["title"] = diagnostic.code
    said = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    notes = [f"note: {text} ({span})" for text, span in diagnostic.notes]
    text = "\n".join([diagnostic.message, *notes, *(f"help: {hint}" for hint in diagnostic.hints)])
    level = "notice" if diagnostic.severity is Severity.NOTE else diagnostic.severity.value
    return f"::{level} {said}::{_data(text)}"


def _data(text: str) -> str:
    escaped = (visible(line) for line in text.replace("%", "%25").split("\n"))
    return "%0A".join(escaped)


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _result(diagnostic: Diagnostic, codes: list[str]) -> Json:
    result: dict[str, Json] = {
        "ruleId": diagnostic.code,
        "ruleIndex": codes.index(diagnostic.code),
        "level": diagnostic.severity.value,
        "message": {"text": "\n".join([diagnostic.message, *diagnostic.hints])},
    }
    if diagnostic.span:
        result["locations"] = [_location(diagnostic.span)]
    if diagnostic.notes:
        result["relatedLocations"] = [_location(span, said) for said, span in diagnostic.notes]
    return result


def _location(span: Span, message: str = "") -> Json:
    line, column, end_line, end_column = _ends(span)
    region: Json = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    place: Json = {"artifactLocation": {"uri": quote(span.file.name)}, "region": region}
    said: dict[str, Json] = {"message": {"text": message}} if message else {}
    return {"physicalLocation": place, **said}
