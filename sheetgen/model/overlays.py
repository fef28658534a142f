"""Overlays: what makes another entry of an entry, such as a giant form of any beast; and what a variant adds.

An overlay is written like an entry of its kind, with `overlay: Giant {name}` for what its results are called. What it
writes takes the place of what was there, as in a variant; under `add` numbers are added, lists get more items, and
texts more paragraphs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.shapes import MappingShape
from sheetgen.model.ruleset.written_entries import WrittenEntry
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.yaml.load import Step
from sheetgen.yaml.scalars import written as written_as

OVERLAY, OVERLAYS, ADD, NAME = "overlay", "overlays", "add", "{name}"
Data: TypeAlias = Mapping[str, Any]
Key: TypeAlias = tuple[str, str]


def is_overlay(entry: WrittenEntry, kinds: Mapping[str, Kind]) -> bool:
    """Whether it is no entry itself, but made for others."""
    return OVERLAY in entry.data and entry.kind in kinds and OVERLAY not in kinds[entry.kind].by_name


def title_of(overlay: WrittenEntry) -> str:
    """What an overlay is called."""
    return " ".join(str(overlay.data[OVERLAY]).replace(NAME, " ").split())


@dataclass(frozen=True)
class Overlays:
    """The overlays of a game, by kind and id."""

    written: Mapping[Key, WrittenEntry]
    kinds: Mapping[str, Kind]
    diagnostics: Diagnostics

    def check(self) -> None:
        """Report what no overlay can have, whether one is used or not."""
        for overlay in self.written.values():
            pattern, place = overlay.data[OVERLAY], overlay.place
            if not isinstance(pattern, str) or NAME not in pattern:
                message = f"`{OVERLAY}` takes what its results are called, with `{NAME}` for the name of the entry"
                self.diagnostics.error("wrong-type", message, place.at(OVERLAY).span, f"write `Giant {NAME}`")
            known = [*self.kinds[overlay.kind].by_name, ADD, OVERLAY]
            self._check_keys(overlay.data, place, known)
            added = overlay.data.get(ADD)
            if isinstance(added, dict):
                self._check_keys(added, place.at(ADD), known[:-2])

    def _check_keys(self, data: Data, place: YamlPlace, known: Sequence[str]) -> None:
        for key in data.keys() - set(known):
            message, hint = f"this overlay has no field called `{key}`", did_you_mean(str(key), known)
            self.diagnostics.error("unknown-field", message, place.at(key).key_span, hint, missed=(str(key),))

    def over(self, entry: WrittenEntry) -> list[WrittenEntry] | None:
        """The overlays that an entry puts over the one that it extends, the last first; none, with a diagnostic,
        where it cannot."""
        named = entry.data.get(OVERLAYS)
        if named is None or entry.kind not in self.kinds:
            return []
        place = entry.place.at(OVERLAYS)
        if not isinstance(named, list):
            self.diagnostics.error("wrong-type", f"`{OVERLAYS}` takes a list of ids", place.span, "write `[giant]`")
            return None
        if named and not entry.data.get("extends"):
            message = "overlays go over the entry that `extends` names"
            self.diagnostics.error("missing-field", message, place.key_span, "write `extends: ` and its id")
            return None
        line = [self._named(entry, number, name) for number, name in enumerate(named)]
        sound = [overlay for overlay in reversed(line) if overlay]
        return sound if len(sound) == len(line) else None

    def _named(self, entry: WrittenEntry, number: int, name: Any) -> WrittenEntry | None:
        known = [identity for kind, identity in self.written if kind == entry.kind]
        overlay = self.written.get((entry.kind, str(written_as(name))))
        if overlay is None:
            message, at = f"there is no overlay of {entry.kind} called `{name}`", entry.place.at(OVERLAYS, number)
            self.diagnostics.error("unknown-reference", message, at.span, did_you_mean(str(name), known))
        return overlay


def layered(base: Data, layer: Data, kind: Kind, left_out: Sequence[str] = ()) -> dict[str, Any]:
    """Fields with those of an entry or overlay put over them, then with what it adds."""
    special = {OVERLAY, ADD} - kind.by_name.keys()
    data = merged(base, {key: value for key, value in layer.items() if key not in special and key not in left_out})
    added = layer.get(ADD) if ADD in special else None
    return _added_fields(data, added, kind) if isinstance(added, dict) else data


def merged(base: Data, over: Data) -> dict[str, Any]:
    """Fields put over others; mappings are merged key by key, everything else replaced."""
    result = dict(base)
    for key, value in over.items():
        old = result.get(key)
        result[key] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return result


def _added_fields(data: Data, added: Data, kind: Kind) -> dict[str, Any]:
    result = dict(data)
    for name, more in added.items():
        field = kind.by_name.get(name)
        before = data.get(name, field.default if field and field.has_default else None)
        fill = field.shape.fill if field and isinstance(field.shape, MappingShape) and field.shape.filled else None
        result[name] = _sum(before, more, fill)
    return result


def _sum(before: Any, more: Any, fill: Any = None) -> Any:
    """A value with more: numbers added, lists and texts put together, mappings key by key."""
    if before is None:
        before = {} if isinstance(more, dict) else fill
    if isinstance(before, dict) and isinstance(more, dict):
        keys = dict.fromkeys([*before, *more])
        return {key: _sum(before.get(key), more[key], fill) if key in more else before[key] for key in keys}
    if _is_number(before) and _is_number(more):
        total = Fraction(str(before)) + Fraction(str(more))
        return int(total) if total.denominator == 1 else total
    if isinstance(before, list) and isinstance(more, list):
        return [*before, *more]
    if isinstance(before, str) and isinstance(more, str) and before:
        return f"{before.rstrip()}\n\n{more}"
    return more


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Fraction) and not isinstance(value, bool)


def name_over(line: Sequence[WrittenEntry]) -> str:
    """What an entry is called by its overlays, where it has no name of its own: `Old Giant Otter`."""
    own, *above = line
    given = own.data.get("name")
    if given is not None or not above:
        return str(given or "")
    overlays = [layer for layer in above if OVERLAY in layer.data]
    count = next((at for at, layer in enumerate(above) if OVERLAY not in layer.data), len(above))
    name = name_over(above[count:]) if count < len(above) else ""
    for overlay in reversed(overlays[:count]):
        name = str(overlay.data[OVERLAY]).replace(NAME, name)
    return name


def place_in(places: Sequence[YamlPlace], path: Sequence[Step]) -> tuple[int, YamlPlace]:
    """Where a part of an entry is written: in which of its layers, and the place; its own where in none."""
    for number, place in enumerate(places):
        if holds(place, path):
            return number, place.at(*path)
        added = place.at(ADD)
        if path and holds(added, path[:1]):
            shifted = _within_added(places, number, path)
            if shifted is not None:
                return number, added.at(*shifted)
    return 0, places[0].at(*path)


def _within_added(places: Sequence[YamlPlace], number: int, path: Sequence[Step]) -> Sequence[Step] | None:
    """The path under `add` of a layer, items of lists counted from what the layers below have; none where it is not
    there."""
    added = places[number].at(ADD)
    for end in range(1, len(path)):
        if isinstance(added.at(*path[:end]).data, list):
            step = path[end]
            at = step - _length(places[number:], path[:end]) if isinstance(step, int) else -1
            path = [*path[:end], at, *path[end + 1 :]]
            return path if at >= 0 and holds(added, path) else None
    return path if holds(added, path) else None


def _length(places: Sequence[YamlPlace], path: Sequence[Step]) -> int:
    """The length of a list before the first layer adds to it."""
    below = 0
    for number, place in enumerate(places):
        if holds(place, path):
            return below + len(place.at(*path).data)
        if number and holds(place.at(ADD), path):
            below += len(place.at(ADD, *path).data)
    return below


def holds(place: YamlPlace, path: Sequence[Step]) -> bool:
    """Whether something is written at a path from a place."""
    data: Any = place.document.data
    for step in (*place.path, *path):
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return False
    return True
