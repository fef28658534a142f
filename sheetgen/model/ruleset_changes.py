"""What changed between two versions of a ruleset, in its own words: rules, rows, terms, fields, entries, chapters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.text.source import content, files

LONGEST = 70
"""Characters of a value that are shown."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """A part that was added, removed or changed, and how."""

    sort: str
    title: str
    how: str
    details: tuple[str, ...] = ()


def changes(old: Ruleset, new: Ruleset) -> Iterator[Change]:
    """The changes from one version of a ruleset to another, by sorts of parts, then in the order of the new one."""
    for (sort, before), (_, after) in zip(_parts(old), _parts(new), strict=True):
        for name in [*after, *(name for name in before if name not in after)]:
            if name not in before:
                yield Change(sort=sort, title=after[name][0], how="added")
            elif name not in after:
                yield Change(sort=sort, title=before[name][0], how="removed")
            elif before[name][1] != after[name][1]:
                details = tuple(_differences(before[name][1], after[name][1]))
                yield Change(sort=sort, title=after[name][0], how="changed", details=details)


Parts = Mapping[str, tuple[str, Any]]
"""Parts by name: what each is called, and what it says."""


def _parts(ruleset: Ruleset) -> Iterator[tuple[str, Parts]]:
    """The parts of a ruleset, by their sort."""
    yield "Rule", {name: (rule.model.title, rule.place.data) for name, rule in ruleset.rules.items()}
    yield "Table", {name: (table.model.title, table.place.data) for name, table in ruleset.tables.items()}
    rulings = ruleset.rulings.by_name
    yield "Ruling", {name: (ruling.model.title, ruling.place.data) for name, ruling in rulings.items()}
    yield "Kind", {name: (kind.model.plural, kind.place.data) for name, kind in ruleset.kinds.items()}
    lists = {name: words for name, words in ruleset.vocabularies.items() if not words.kind}
    yield "Words", {name: (name.replace("_", " ").capitalize(), words.terms) for name, words in lists.items()}
    yield (
        "Entry",
        {
            f"{entry.kind}:{entry.id}": (f"{entry.data.get('name', entry.id)} ({entry.kind})", dict(entry.data))
            for entry in ruleset.entries
        },
    )
    layers = [layer.folder / "reference" for layer in ruleset.layers if layer.sort != "campaign"]
    chapters = {path.stem: path for folder in layers for path in files(folder, ".md")}
    yield "Chapter", {name: (name, {"text": content(path)}) for name, path in chapters.items()}


def _differences(old: Any, new: Any, way: tuple[str, ...] = ()) -> Iterator[str]:
    """The differences of two values, each with the way to it."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*new, *(key for key in old if key not in new)]:
            if key not in old:
                yield f"{_way((*way, str(key)))}: {_short(new[key])} (new)"
            elif key not in new:
                yield f"{_way((*way, str(key)))}: {_short(old[key])} (gone)"
            elif old[key] != new[key]:
                yield from _differences(old[key], new[key], (*way, str(key)))
    elif isinstance(old, bytes) or isinstance(new, bytes):
        yield "another text"
    else:
        yield f"{_way(way)}: {_short(old)} → {_short(new)}" if way else f"{_short(old)} → {_short(new)}"


def _way(way: tuple[str, ...]) -> str:
    return " ".join(way)


def _short(value: Any) -> str:
    """A value on one line, cut where it is long."""
    if isinstance(value, dict):
        text = ", ".join(f"{key}: {_short(part)}" for key, part in value.items())
    elif isinstance(value, list):
        text = ", ".join(map(_short, value))
    else:
        text = "nothing" if value is None else "yes" if value is True else "no" if value is False else str(value)
    words = " ".join(text.split())
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"
