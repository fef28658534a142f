"""Which fields of a kind say what play changes: what is crossed off its tracks, and which conditions hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sheetgen.model.entries import Entry
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.shapes import ListShape, MappingShape, TermShape

_MARKED = re.compile(r"(?:(?P<most>.+?) - )?(?P<path>[a-z_]\w*(?:\.\w+)*)(?: if (?P=path) != none else 0)?")
"""The formula of what is marked on a track, `harm`, or of what is left, `hp_max - hp`, with a default or without."""

_AT_TIMES = re.compile(r"none if .+ else (?P<otherwise>.+)|(?P<then>.+) if .+ else none")
"""The formula of a track that is there only at times."""


@dataclass(frozen=True)
class TrackField:
    """The field that says what is marked on a track, or what is left of it."""

    path: tuple[str, ...]
    left: bool


@dataclass(frozen=True)
class ConditionField:
    """A field that says which conditions hold: a list of them, or a map with the strength of each."""

    name: str
    vocabulary: str
    counts: bool


def track_fields(kind: Kind) -> Iterator[tuple[str, TrackField]]:
    """Of each track by its label its field, where it has one."""
    for block in kind.layout.blocks.values() if kind.layout else ():
        for item in getattr(block.settings, "items", ()):
            current = item.value if hasattr(item, "segments") else getattr(item, "current", "")
            match = _MARKED.fullmatch(str(current))
            path = tuple(match["path"].split(".")) if match else ()
            if match and path[0] in kind.by_name and match["most"] in (None, *_mosts(str(item.value))):
                yield item.label, TrackField(path, match["most"] is not None)


def _mosts(formula: str) -> tuple[str, ...]:
    """How many boxes a track has, by the formula of that: itself, or what it is where the track is there at all."""
    match = _AT_TIMES.fullmatch(formula)
    return (formula, match["otherwise"] or match["then"]) if match else (formula,)


def condition_fields(kind: Kind, ruleset: Ruleset) -> Iterator[ConditionField]:
    """The fields that tick conditions of a fight on the kind's sheets."""
    groups = (
        [group for block in kind.layout.blocks.values() for group in _groups(block.settings)] if kind.layout else []
    )
    ticked = {word for group in groups for word in re.findall(r"\w+", group.ticked)}
    for written in kind.fields:
        match written.shape:
            case ListShape(item=TermShape(vocabulary=name)) | MappingShape(key=TermShape(vocabulary=name)):
                sort = ruleset.vocabularies[name].kind if name else ""
                if written.name in ticked and sort and ruleset.kinds[sort].model.conditions:
                    yield ConditionField(written.name, name, isinstance(written.shape, MappingShape))


def _groups(settings: Any) -> list[Any]:
    groups: list[Any] = [group for group in getattr(settings, "groups", ()) if hasattr(group, "ticked")]
    return groups


@dataclass(frozen=True, eq=False)
class PlayFields:
    """What play changes of the entries of a ruleset, worked out once for each kind."""

    ruleset: Ruleset
    _known: dict[str, tuple[frozenset[tuple[str, ...]], tuple[ConditionField, ...]]] = field(default_factory=dict)
    """The paths of the fields of tracks, and the fields of conditions, by kind."""

    def conditions_of(self, entry: Entry) -> tuple[str, ...]:
        """The names of the conditions that hold of an entry by its file, without those that it has a track for."""
        tracks, fields = self._of(entry.kind)
        names = []
        for known in fields:
            value = entry.fields[known.name]
            terms = [term for term in value if not known.counts or value[term]]
            titles = self.ruleset.vocabularies[known.vocabulary].titles
            names += [titles[str(term)] for term in terms if (known.name, str(term)) not in tracks]
        return tuple(dict.fromkeys(names))

    def _of(self, kind: Kind) -> tuple[frozenset[tuple[str, ...]], tuple[ConditionField, ...]]:
        if kind.id not in self._known:
            tracks = frozenset(track.path for _, track in track_fields(kind))
            self._known[kind.id] = tracks, tuple(condition_fields(kind, self.ruleset))
        return self._known[kind.id]
