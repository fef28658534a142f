"""The texts of a game in a second language, laid over those of the first: what is computed stays the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.layered_documents import over
from sheetgen.model.ruleset.written_entries import WrittenEntry
from sheetgen.text.diagnostics import Diagnostics, did_you_mean

_LONG_FORMS = {
    "fields": "type",
    "inputs": "type",
    "records": "type",
    "steps": "formula",
    "outputs": "formula",
    "derive": "formula",
}
"""What a text stands for where a mapping with a title may stand instead, by what it stands in."""


_NAMED = {
    "fields": "field",
    "inputs": "input",
    "records": "record",
    "steps": "step",
    "outputs": "output",
    "derive": "derived value",
    "blocks": "block",
    "vocabularies": "vocabulary",
}
"""Mappings whose keys are names of the game, to which no other language adds any, and what they name."""


def _sort(path: Sequence[str | int]) -> str:
    """What the keys of a mapping at a path name; nothing where they are settings."""
    if len(path) > 1 and path[-2] == "vocabularies":
        return "term"
    return _NAMED.get(str(path[-1]), "") if path else ""


def _added(base: Any, own: Any, place: YamlPlace) -> Iterator[tuple[str, str, YamlPlace, Sequence[str]]]:
    """What another language names that the game does not have: its sort, its name, its place, and what there is."""
    known = dict.fromkeys(base) if isinstance(base, list) and all(isinstance(item, str) for item in base) else base
    if not (isinstance(known, dict) and isinstance(own, dict)):
        return
    sort = _sort(place.path)
    for key, value in own.items():
        if sort and key not in known:
            yield sort, str(key), place.at(key), [*map(str, known)]
        else:
            yield from _added(known.get(key), value, place.at(key))


def report_added(base: Any, own: YamlPlace, diagnostics: Diagnostics) -> None:
    """Report what the texts of another language name that the game, whose data is `base`, does not have, and what is
    no text."""
    for sort, name, place, known in _added(base, own.data, own):
        TranslatedParts(sort, diagnostics).report(name, place, known)
    for place, message, hint in _computed(base, own.data, own):
        diagnostics.error("ruleset", message, place.span, hint)


def _computed(base: Any, own: Any, place: YamlPlace) -> Iterator[tuple[YamlPlace, str, str]]:
    """What is the game's own and stands otherwise in another language: numbers, types and formulas, items of lists."""
    match base, own:
        case dict(), dict():
            for key in (key for key in own if key in base or not _sort(place.path)):
                yield from _computed(base.get(key), own[key], place.at(key))
        case list(), list() if any(isinstance(item, dict) for item in base):
            for number, item in enumerate(own[: len(base)]):
                yield from _computed(base[number], item, place.at(number))
            if len(own) > len(base):
                yield (
                    place.at(len(base)),
                    f"the game has {len(base)} of these",
                    "leave it out, or write it into the game",
                )
        case str(), dict() if form := _long_form(place.path):
            yield from _computed({form: base}, own, place)
        case _ if _is_computed(place.path, base, own):
            message = "another language has texts only" + (f", and this is `{base}` in the game" if base else "")
            short = isinstance(own, str) and place.path[-1] not in _LONG_FORMS.values()
            yield place, message, f"write `{{title: {own}}}`" if short else "leave it out"


def _long_form(path: Sequence[str | int]) -> str:
    """What a text at a path stands for, where a mapping with a title may stand instead; else nothing."""
    return next((_LONG_FORMS[str(step)] for step in reversed(path[:-1]) if step in _LONG_FORMS), "")


def _is_computed(path: Sequence[str | int], base: Any, own: Any) -> bool:
    """Whether a value is no text, and another than in the game: a number, or a formula or type where these stand."""
    if own is None or own == base:
        return False
    *_, outer, inner, last = ("", "", "", *map(str, path))
    computed = inner in _LONG_FORMS or outer == "records" or last in ("outputs", _long_form(path))
    return isinstance(own, bool | int | float) or (isinstance(own, str) and isinstance(base, str) and computed)


def translated(base: Any, own: Any, *path: str | int) -> Any:
    """Data with the texts of another language.

    Mappings are merged key by key, lists item by item. A name that the other language knows otherwise stays as an
    alias, so that what refers to it finds it.
    """
    match base, own:
        case dict(), dict():
            new = {key for key in own.keys() - base.keys() if _sort(path) or _is_computed((*path, key), None, own[key])}
            known = {key: value for key, value in own.items() if key not in new}
            merged = {**base, **{key: translated(base.get(key), value, *path, key) for key, value in known.items()}}
            return {**merged, **_also(base, merged)}
        case list(), list():
            rest = [] if any(isinstance(item, dict) for item in base) else own[len(base) :]
            return [*(translated(a, b, *path, n) for n, (a, b) in enumerate(zip(base, own, strict=False))), *rest,
                    *base[len(own) :]]  # fmt: skip
        case list(), dict() if all(isinstance(item, str) for item in base):
            return translated({item: {} for item in base}, own, *path)
        case str(), dict():
            form = _long_form(path)
            return translated({form: base}, own, *path) if form else own
        case None, dict() if path:
            return own
        case _, None:
            return base
    return base if _is_computed(path, base, own) else own


def _also(base: Mapping[Any, Any], merged: Mapping[Any, Any]) -> Mapping[str, Any]:
    """The aliases of something whose name or title is another now: with that of the first language."""
    for key in ("name", "title"):
        before = base.get(key)
        if isinstance(before, str) and merged.get(key) != before and ("aliases" in base or key == "name"):
            known = merged.get("aliases") or []
            return {"aliases": [*known, before]} if isinstance(known, list) and before not in known else {}
    return {}


@dataclass(frozen=True)
class TranslatedParts:
    """The part of a second language that is laid over parts of one sort, known by their names."""

    sort: str
    diagnostics: Diagnostics

    def over(self, name: str, base: YamlPlace | None, own: YamlPlace, known: Sequence[str]) -> YamlPlace | None:
        """The place of a part with its texts in another language; None, reported, where there is no such part."""
        if base is None:
            self.report(name, own, known)
            return None
        report_added(base.data, own, self.diagnostics)
        return over(base, own, translated)

    def report(self, name: str, own: YamlPlace, known: Sequence[str]) -> None:
        """Report texts of something that the game does not have."""
        message = f"there is no {self.sort} `{name}` whose texts these could be"
        at = own.key_span if own.path else own.span
        self.diagnostics.error("unknown-reference", message, at, did_you_mean(name, known), missed=(name,))


def translated_entries(
    entries: Sequence[WrittenEntry], own: Sequence[WrittenEntry], diagnostics: Diagnostics
) -> list[WrittenEntry]:
    """Entries with their texts in another language."""
    result, places = list(entries), {(entry.kind, entry.id): number for number, entry in enumerate(entries)}
    for entry in own:
        number = places.get((entry.kind, entry.id))
        if number is None:
            known = [identity for kind, identity in places if kind == entry.kind]
            TranslatedParts(entry.kind, diagnostics).report(entry.id, entry.place, known)
            continue
        base = result[number]
        report_added(base.data, entry.place, diagnostics)
        place = over(base.place, entry.place, translated)
        result[number] = replace(base, data=place.data, find_place=partial(_same, place))
    return result


def _same(place: YamlPlace) -> YamlPlace:
    return place
