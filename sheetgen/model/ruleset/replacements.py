"""What a layer of a game replaces of those before it: by name, as a whole or in part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal, TypeAlias

from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.layered_documents import over, overlaid
from sheetgen.model.ruleset.layers import Layer
from sheetgen.model.ruleset.written_entries import WrittenEntry
from sheetgen.text.diagnostics import Diagnostics, did_you_mean, nearest
from sheetgen.text.source import Span

Sort: TypeAlias = Literal["kind", "rule", "ruling", "term", "entry", "chapter"]
LISTS: Mapping[Sort, str] = {
    "kind": "kinds",
    "rule": "rules",
    "ruling": "rulings",
    "term": "terms",
    "entry": "entries",
    "chapter": "chapters",
}
"""Where `without` names the parts of a sort."""


@dataclass(frozen=True, kw_only=True)
class Replacement:
    """A part of a game that a later layer has instead of an earlier one, or leaves out."""

    sort: Sort
    name: str
    """The name of the part; of a term with its vocabulary, of an entry with its kind, as in `monster:troll`."""
    of: str
    """The title of the ruleset that had it."""
    by: str
    """The title of what has it now."""
    in_part: bool = False
    """Whether the rest of it is as it was."""
    is_left_out: bool = False
    """Whether nothing stands instead of it."""

    @property
    def note(self) -> str:
        """What it is, for readers of the part."""
        return f"Changed by {self.by}; the rest is as in {self.of}." if self.in_part else f"Replaces that of {self.of}."


@dataclass
class Parts:
    """The named parts of a game, as its layers say them one after another."""

    titles: Mapping[Layer, str]
    """What each layer is called."""
    without: Mapping[Layer, YamlPlace] = field(default_factory=dict)
    """Where a layer says what it leaves out of those before it."""
    replaced: dict[tuple[Sort, str], Replacement] = field(default_factory=dict)
    _owners: dict[tuple[Sort, str], Layer] = field(default_factory=dict)

    def copy(self) -> Parts:
        """The same parts, to go on with."""
        return Parts(self.titles, self.without, dict(self.replaced), dict(self._owners))

    def owner(self, sort: Sort, name: str) -> Layer | None:
        """The last layer that said a part."""
        return self._owners.get((sort, name))

    def say(self, sort: Sort, name: str, layer: Layer, in_part: bool = False) -> str:
        """Note that a layer says a part; the title of the layer whose part it replaces, or nothing."""
        before = self._owners.get((sort, name))
        self._owners[sort, name] = layer
        if before is None:
            self.replaced.pop((sort, name), None)
        if before is None or before == layer:
            return ""
        of, by = self.titles[before], self.titles[layer]
        self.replaced[sort, name] = Replacement(sort=sort, name=name, of=of, by=by, in_part=in_part)
        return of

    def leave_out(self, sort: Sort, layer: Layer, diagnostics: Diagnostics) -> dict[str, Span]:
        """The parts of the layers before one that it leaves out, and where it says so; an unknown one is reported."""
        listed = self.without.get(layer)
        names = listed.at(LISTS[sort]).data if listed else None
        gone: dict[str, Span] = {}
        for number, name in enumerate(names if isinstance(names, list) else ()):
            assert listed is not None
            at, before = listed.at(LISTS[sort], number).span, self._owners.pop((sort, str(name)), None)
            if before is None:
                known = [other for of, other in self._owners if of == sort]
                message = f"the game below has no {sort} `{name}` to leave out"
                diagnostics.error("ruleset", message, at, did_you_mean(str(name), known))
                continue
            of, by = self.titles[before], self.titles[layer]
            self.replaced[sort, str(name)] = Replacement(sort=sort, name=str(name), of=of, by=by, is_left_out=True)
            diagnostics.leave_out(str(name).rpartition(":")[2], at)
            gone[str(name)] = at
        return gone

    def _lacks_base(self, sort: Sort, name: str, place: YamlPlace, layer: Layer, diagnostics: Diagnostics) -> bool:
        """Whether a part of a layer that changes another has the name of none, but nearly that of one; reported."""
        if (sort, name) in self._owners and self._owners[sort, name] != layer:
            return False
        below = [other for (of, other), owner in self._owners.items() if of == sort and owner != layer]
        near = nearest(name, below, 1)
        if near:
            message = f"the game below has no {sort} `{name}` to change"
            written = "name" if sort == "entry" else "title"
            hints = (f"did you mean `{near[0].rpartition(':')[2]}`?", f"a new one has a `{written}`")
            at = place.at("id").span if sort == "kind" else place.key_span
            diagnostics.error("unknown-reference", message, at, *hints)
            diagnostics.fail(name.rpartition(":")[2])
        return bool(near)

    def placed(
        self, sort: Sort, name: str, base: YamlPlace | None, own: YamlPlace, layer: Layer, diagnostics: Diagnostics
    ) -> YamlPlace | None:
        """The place of a part that a layer says: its own, or with no `title`, that of the part with its changes.

        None, reported, where there is no such part, but one with nearly that name.
        """
        changes = isinstance(own.data, dict) and "title" not in own.data
        if changes and self._lacks_base(sort, name, own, layer, diagnostics):
            return None
        changes = changes and base is not None and isinstance(base.data, dict)
        self.say(sort, name, layer, changes)
        if base is None or not changes:
            return own
        for place, known in _removed_in_vain(base.data, own):
            message = f"the game below has no `{place.path[-1]}` here to take away"
            diagnostics.error("ruleset", message, place.key_span, did_you_mean(str(place.path[-1]), known))
        return over(base, own, partial(overlaid, removing=True))

    def with_entries(
        self, entries: Sequence[WrittenEntry], own: Sequence[WrittenEntry], layer: Layer, diagnostics: Diagnostics
    ) -> list[WrittenEntry]:
        """Entries, and those of a layer: one of a known kind and id takes the place of the one before."""
        result, places = list(entries), {(entry.kind, entry.id): number for number, entry in enumerate(entries)}
        for entry in own:
            name = f"{entry.kind}:{entry.id}"
            changes = layer.sort != "campaign" and not entry.data.keys() & {"name", "extends", "overlay"}
            if changes and self._lacks_base("entry", name, entry.place, layer, diagnostics):
                continue
            number = places.pop((entry.kind, entry.id), None)
            changes = number is not None and _changes(entry)
            of = self.say("entry", name, layer, changes)
            if number is None:
                result.append(entry)
            else:
                result[number] = replace(_changed(entries[number], entry) if changes else entry, replaces=of)
        return result


def _removed_in_vain(base: Any, own: YamlPlace) -> Iterator[tuple[YamlPlace, Sequence[str]]]:
    """What is taken away by `null` though it is not there: its place, and what is."""
    if not isinstance(own.data, dict) or not isinstance(base, dict):
        return
    for key, value in own.data.items():
        if value is None and key not in base:
            yield own.at(key), [*map(str, base)]
        else:
            yield from _removed_in_vain(base.get(key), own.at(key))


def _changes(entry: WrittenEntry) -> bool:
    """Whether an entry changes the one that it replaces: it extends its own id, or has no name."""
    extends = entry.data.get("extends")
    return extends == entry.id if extends is not None else "name" not in entry.data


def _changed(base: WrittenEntry, own: WrittenEntry) -> WrittenEntry:
    """An entry as another changes it."""
    place = over(base.place, own.place)
    data: dict[str, Any] = overlaid(base.data, {key: value for key, value in own.data.items() if key != "extends"})
    return WrittenEntry(own.kind, own.id, data, partial(YamlPlace, place.document, place.path))
