"""Every entry of a ruleset and campaign by id: one for each address, and references that lead to entries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from sheetgen.model.entries import Entry, opening, references_in
from sheetgen.model.entry_effects import check_term_effects
from sheetgen.model.entry_validation import validated_entry
from sheetgen.model.lineage import Lineage
from sheetgen.model.overlays import Overlays, is_overlay
from sheetgen.model.ruleset.documents import words_of
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.replacements import Parts, Replacement
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.vocabulary import name_key
from sheetgen.model.ruleset.written_entries import WrittenEntry, entries_of, unwritten
from sheetgen.output.paths import objection
from sheetgen.text.diagnostics import Diagnostic, Diagnostics, Severity, did_you_mean
from sheetgen.text.source import Span

LIST_PAGE = "index"
"""The page that lists the entries of a kind stands under this name beside theirs."""


@dataclass(frozen=True)
class Library:
    """All valid entries, by kind and id, in the order of their files."""

    entries: Mapping[tuple[str, str], Entry] = field(default_factory=dict)
    replaced: Sequence[Replacement] = ()
    """What the game's layers replace of each other, the campaign's entries included."""
    dropped: Sequence[WrittenEntry] = ()
    """The entries with mistakes, as they are written."""

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries.values())

    def near_targets(self) -> list[tuple[str, str]]:
        """The keys of all entries, each right behind those that it refers to and that did not stand before, and near
        others that refer to the same, if few do."""
        referring: dict[tuple[str, str], list[tuple[str, str]]] = {}
        for key, entry in self.entries.items():
            for target in entry.targets:
                referring.setdefault(target, []).append(key)
        ordered = dict[tuple[str, str], None]()
        for start in sorted(self.entries, key=referring.__contains__):
            near = [start]
            while near:
                placed = self._behind_targets(near.pop(), ordered)
                for key in sorted(placed, key=lambda key: -len(referring.get(key, ()))):
                    near += (other for other in reversed(referring.get(key, ())) if other not in ordered)
        return list(ordered)

    def _behind_targets(self, key: tuple[str, str], ordered: dict[tuple[str, str], None]) -> list[tuple[str, str]]:
        """Put an entry in order behind those that it refers to; gives all that did not stand there before."""
        left, begun, placed = [key], set[tuple[str, str]](), list[tuple[str, str]]()
        while left:
            key = left[-1]
            if key not in begun and key not in ordered:
                begun.add(key)
                left += (target for target in reversed(self.entries[key].targets) if target in self.entries)
            elif left.pop() not in ordered:
                ordered[key] = None
                placed.append(key)
        return placed

    def of(self, kind: str) -> list[Entry]:
        """The entries of one kind."""
        return [entry for entry in self if entry.kind.id == kind]

    def get(self, kind: str, identity: str) -> Entry | None:
        """One entry."""
        return self.entries.get((kind, identity))

    def find(self, identity: str) -> list[Entry]:
        """The entries of any kind that have this id, or `kind:id`; where there are none, those of this name."""
        kind, colon, name = identity.partition(":")
        name = name if colon else identity
        among = [entry for entry in self if not colon or entry.kind.id == kind]
        exact = [entry for entry in among if entry.id == name]
        return exact or [
            entry for entry in among if name_key(name) in map(name_key, (entry.name, *entry.fields["aliases"]))
        ]

    @property
    def ids(self) -> list[str]:
        """The ids of all entries."""
        return [entry.id for entry in self]


Line: TypeAlias = tuple[tuple[WrittenEntry, ...], bool]
"""What an entry says itself, then what it extends, near and far; whether it is the campaign's."""
Validate: TypeAlias = Callable[[Ruleset, Mapping[tuple[str, str], Line], Diagnostics], Iterable[Entry | None]]
"""Gives the entries of some lines, in their order."""


def validated(
    ruleset: Ruleset, lines: Mapping[tuple[str, str], Line], diagnostics: Diagnostics
) -> Iterator[Entry | None]:
    """Each entry held against its kind; none where it has mistakes."""
    return (validated_entry(ruleset, *line, diagnostics) for line in lines.values())


def link(
    ruleset: Ruleset,
    campaign: Sequence[WrittenEntry],
    diagnostics: Diagnostics,
    validate: Validate = validated,
    whole: bool = True,
) -> Library:
    """Validate entries and hold their references against each other. What is wrong drops out with a diagnostic.

    Where `validate` leaves out others than those with mistakes, it is not the `whole` library.
    """
    parts = ruleset.parts.copy()
    if ruleset.sound:
        check_term_effects(ruleset.effects, diagnostics)
    written = _by_address(_with_campaign(ruleset, parts, campaign, diagnostics), diagnostics)
    overlays = Overlays({k: w for k, w in written.items() if is_overlay(w, ruleset.kinds)}, ruleset.kinds, diagnostics)
    overlays.check()
    written = {key: entry for key, entry in written.items() if key not in overlays.written}
    rulebook, lineage = {id(entry) for entry in ruleset.entries}, Lineage(written, diagnostics)
    over = {key: overlays.over(entry) for key, entry in written.items()}
    lines: dict[tuple[str, str], Line] = {}
    for key, entry in written.items():
        ancestry = lineage.line(key)
        if ancestry is not None and entry.kind in ruleset.kinds:
            layers = [(above, over[above.kind, above.id]) for above in ancestry]
            if all(laid is not None for _, laid in layers):
                ancestors = tuple(layer for above, laid in layers for layer in (above, *(laid or ())))
                lines[key] = ancestors, id(entry) not in rulebook
    valid = validate(ruleset, lines, diagnostics)
    entries = {key: entry for key, entry in zip(lines, valid, strict=True) if entry}
    _report_equal_names(written.values(), diagnostics)
    sound = _with_known_references(entries, written, diagnostics)
    dropped = [line for key, line in written.items() if whole and key not in sound and line.kind in ruleset.kinds]
    unsound = [line for line in dropped if (line.kind, line.id) not in entries]
    _report_dead_references(unsound, ruleset, written, diagnostics)
    for key, line in written.items():
        if key not in sound:
            diagnostics.fail(line.id, entries_of(line.kind), *_names(line, ruleset.kinds.get(line.kind)))
    return Library(sound, tuple(parts.replaced.values()), dropped)


def _with_campaign(
    ruleset: Ruleset, parts: Parts, campaign: Sequence[WrittenEntry], diagnostics: Diagnostics
) -> Sequence[WrittenEntry]:
    """The entries of rulebook and campaign. One of the campaign's takes the place of that with its kind and id in the
    rulebook, but for terms, which rules are made of."""
    layer = next((layer for layer in ruleset.layers if layer.sort == "campaign"), None)
    if layer is None:
        return [*ruleset.entries, *campaign]
    terms = {vocabulary.kind: name for name, vocabulary in ruleset.vocabularies.items() if vocabulary.kind}
    known = {(entry.kind, entry.id) for entry in ruleset.entries if entry.kind in terms}
    for entry in campaign:
        if (entry.kind, entry.id) in known:
            message = f"`{entry.id}` is a term of {terms[entry.kind]}, which the rules are made of"
            hint = "give this entry another `id`, or change the term in a ruleset that extends this one"
            diagnostics.error("duplicate-address", message, opening(entry.place), hint)
    return parts.with_entries(ruleset.entries, campaign, layer, diagnostics)


def _by_address(entries: Sequence[WrittenEntry], diagnostics: Diagnostics) -> dict[tuple[str, str], WrittenEntry]:
    by_address: dict[tuple[str, str], WrittenEntry] = {}
    without_case: dict[tuple[str, str], WrittenEntry] = {}  # to many systems, `Ogre` and `ogre` are one file
    for entry in entries:
        twin = without_case.setdefault((entry.kind, entry.id.casefold()), entry)
        by_address.setdefault((entry.kind, entry.id), entry)
        reason = "is that of the list of entries" if entry.id.casefold() == LIST_PAGE else objection(entry.id)
        if reason:
            message = f"the address {entry.kind}/{entry.id} {reason}"
            diagnostics.error("duplicate-address", message, _named(entry), "give the entry another `id`")
        if twin is not entry:
            # Who asked for the address by `id` is told; of two that did or did not, the later one.
            first, second = (entry, twin) if "id" in twin.data and "id" not in entry.data else (twin, entry)
            without_case[entry.kind, entry.id.casefold()] = by_address[first.kind, first.id] = first
            message = f"two entries would have the address {entry.kind}/{entry.id}"
            hint = "give one of them another `id`"
            note = ("the other one is here", opening(first.place))
            at = second.place.at("id").span if "id" in second.data else opening(second.place)
            diagnostics.add(Diagnostic(Severity.ERROR, "duplicate-address", message, at, (hint,), (note,)))
            diagnostics.fail(second.place.span.file.path.stem, *_names(second, None))
    return by_address


def _report_equal_names(entries: Iterable[WrittenEntry], diagnostics: Diagnostics) -> None:
    """Warn of two entries of a kind that are called the same, as copies of one file are."""
    seen: dict[tuple[str, str], WrittenEntry] = {}
    for entry in entries:
        name = entry.data.get("name")
        twin = seen.setdefault((entry.kind, name_key(str(name))), entry) if isinstance(name, str) else entry
        if twin is not entry:
            message = f"another {entry.kind} is called {name}, too"
            at, note = entry.place.at("name").span, ("it stands here", twin.place.at("name").span)
            hint = "delete one of them if it is a copy, or give it another `name`"
            diagnostics.add(Diagnostic(Severity.WARNING, "duplicate-name", message, at, (hint,), (note,)))


def _named(entry: WrittenEntry) -> Span:
    """Where an entry gets its address from: its `id`, its key, else its name."""
    if "id" in entry.data or not entry.place.path or isinstance(entry.place.path[-1], int):
        return entry.place.at("id" if "id" in entry.data else "name").span
    return entry.place.key_span


def _names(written: WrittenEntry, kind: Kind | None) -> Iterator[str]:
    """The names that an entry would have: its name, aliases and facts, or texts under keys that may mean them."""
    for key, value in written.data.items():
        if key in ("name", "aliases", "facts") or (kind and key not in kind.by_name):
            yield from (str(part) for part in (value if isinstance(value, list) else [value]))
            yield from words_of(str(key)) if value is None else ()


def _with_known_references(
    entries: dict[tuple[str, str], Entry],
    written: Mapping[tuple[str, str], WrittenEntry],
    diagnostics: Diagnostics,
) -> dict[tuple[str, str], Entry]:
    """Drop entries whose references lead nowhere, and then those that refer to dropped ones."""
    referring: dict[tuple[str, str], list[tuple[str, str]]] = {}
    known = _KnownNames(written)
    for key, entry in entries.items():
        for path, kind, target in entry.references:
            referring.setdefault((kind, target), []).append(key)
            if (kind, target) not in written:
                known.report(kind, target, entry.span(*path), diagnostics)
    dropped: set[tuple[str, str]] = set()
    missing = [target for target in referring if target not in entries]
    while missing:
        for key in referring.get(missing.pop(), ()):
            if key not in dropped:
                dropped.add(key)
                missing.append(key)
    return {key: entry for key, entry in entries.items() if key not in dropped}


def _report_dead_references(
    unsound: Iterable[WrittenEntry],
    ruleset: Ruleset,
    written: Mapping[tuple[str, str], WrittenEntry],
    diagnostics: Diagnostics,
) -> None:
    """Report references of entries with other mistakes that lead nowhere, so that all come together."""
    known = _KnownNames(written)
    for entry in unsound:
        kind = ruleset.kinds[entry.kind]
        for path, of, target in references_in(kind, entry.data):
            if (of, target) not in written and of not in kind.compiler.effect_kinds.values():
                known.report(of, target, entry.place.at(*path).span, diagnostics)


@dataclass(frozen=True)
class _KnownNames:
    """The entries that are written, by their titles."""

    written: Mapping[tuple[str, str], WrittenEntry]

    @cached_property
    def _ids(self) -> Mapping[str, Mapping[str, str]]:
        """For each kind the ids, each with the name of its entry as it is compared."""
        ids: dict[str, dict[str, str]] = {}
        for (kind, identity), written in self.written.items():
            ids.setdefault(kind, {})[identity] = name_key(str(written.data.get("name")))
        return ids

    @cached_property
    def _by_name(self) -> Mapping[str, Mapping[str, str]]:
        pairs = {kind: reversed(list(ids.items())) for kind, ids in self._ids.items()}
        return {kind: {name: identity for identity, name in of_kind} for kind, of_kind in pairs.items()}

    def report(self, kind: str, target: str, span: Span, diagnostics: Diagnostics) -> None:
        """Say that a reference leads nowhere, and where it was probably meant to lead."""
        hint = "" if diagnostics.crowded else self.meant(kind, target)
        message = f"there is no {kind} called `{target}`"
        diagnostics.error("unknown-reference", message, span, hint, missed=(target, unwritten(kind)))

    def meant(self, kind: str, target: str) -> str:
        """The id that was probably meant: that of the entry of this name, else the nearest."""
        named = self._by_name.get(kind, {}).get(name_key(target))
        return f"its id is `{named}`" if named else did_you_mean(target, self._ids.get(kind, ()))
