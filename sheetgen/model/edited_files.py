"""Changed values written into the file of an entry: only their lines change, comments, order and style stay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from sheetgen.model.overlays import holds
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.skeleton import written_on_one_line
from sheetgen.yaml.load import Step

Change: TypeAlias = tuple[tuple[Step, ...], Any]
Edit: TypeAlias = tuple[int, int, str]
"""A stretch of a file, by offsets, and what stands there instead."""


class UnwritableError(Exception):
    """A place whose writing is not understood well enough to be changed."""


def edited_text(place: YamlPlace, changes: Iterable[Change]) -> str:
    """The text of a file with values of its entry changed. Raises `UnwritableError`."""
    text, edits = place.document.file.text, []
    added: dict[tuple[Step, ...], dict[Step, Any]] = {}
    for path, value in changes:
        if holds(place, path):
            edits.append(_replaced(place.at(*path), value))
        else:
            known = next(size for size in range(len(path) - 1, -1, -1) if holds(place, path[:size]))
            inner = added.setdefault(path[:known], {})
            for step in path[known:-1]:
                inner = inner.setdefault(step, {})
            inner[path[-1]] = value
    edits += [_added(place.at(*path), values) for path, values in added.items()]
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _replaced(place: YamlPlace, value: Any) -> Edit:
    span = place.span
    if isinstance(place.data, dict) or (isinstance(place.data, list) and span.text[:1] != "["):
        raise UnwritableError("this takes several lines")
    if span.text[:1] in ("*", "&", "!"):
        raise UnwritableError("several places share this value")
    return span.start, span.end, _scalar(place, value, span.text)


def _scalar(place: YamlPlace, value: Any, before: str) -> str:
    """A value in the style of what stood there: a long text below its key, all else on the line."""
    if not isinstance(value, str) or not ("\n" in value or before[:1] in ("|", ">")):
        return written_on_one_line(value)
    if _is_flow(place):
        return written_on_one_line(value)
    indent = " " * (place.key_span.column + 1)
    return "|\n" + "\n".join(f"{indent}{line}".rstrip() for line in value.split("\n"))


def _is_flow(place: YamlPlace) -> bool:
    """Whether a value stands between brackets."""
    above = (YamlPlace(place.document, place.path[:size]) for size in range(len(place.path)))
    return any(outer.span.text[:1] in ("{", "[") for outer in above)


def _added(holder: YamlPlace, values: Mapping[Step, Any]) -> Edit:
    """Keys that a mapping does not have yet, behind its last."""
    if not isinstance(holder.data, Mapping):
        raise UnwritableError("this is a new row")
    span, text = holder.span, holder.span.file.text
    lines = [f"{written_on_one_line(key)}: {written_on_one_line(value)}" for key, value in values.items()]
    if span.text[:1] == "{":
        inside = span.text[1:-1].rstrip(" ,\n")
        before = ", " if inside.strip() else ""
        return span.start + 1 + len(inside), span.end, f"{before}{', '.join(lines)}}}"
    if not holder.data:
        raise UnwritableError("nothing is written here yet")
    indent = " " * (holder.at(next(iter(holder.data))).key_span.column - 1)
    end = text.find("\n", max(span.start, span.end - 1))
    new = "".join(f"\n{indent}{line}" for line in lines)
    return (len(text), len(text), f"{new}\n") if end < 0 else (end, end, new)
