"""Every entry of a ruleset and campaign by id: validated, with variants resolved and references checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import takewhile
from typing import Any, TypeAlias

from pydantic import ValidationError

from sheetgen.model.entry_effects import WrittenEffect, WrittenEffects, check_term_effects, written_effects
from sheetgen.model.known_places import KNOWN, OPEN, KnownCheck, check_open, seen_by_players
from sheetgen.model.lineage import Lineage
from sheetgen.model.overlays import OVERLAY, Overlays, holds, is_overlay, layered, name_over, place_in, title_of
from sheetgen.model.ruleset.computed_texts import formula_texts
from sheetgen.model.ruleset.documents import YamlPlace, report_cut, words_of
from sheetgen.model.ruleset.documents import report as report_problem
from sheetgen.model.ruleset.effects import EffectSource
from sheetgen.model.ruleset.field_problems import FieldProblem, problems
from sheetgen.model.ruleset.kinds import COMMON, Kind
from sheetgen.model.ruleset.replacements import Parts, Replacement
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.shapes import (
    ListShape,
    MappingShape,
    RecordShape,
    ReferenceShape,
    ScalarShape,
    Shape,
    TermShape,
)
from sheetgen.model.ruleset.validation import plain_data
from sheetgen.model.ruleset.vocabulary import name_key
from sheetgen.model.ruleset.written_entries import WrittenEntry, entries_of
from sheetgen.text.diagnostics import Diagnostic, Diagnostics, Severity, did_you_mean
from sheetgen.text.late_values import LateMapping, LateSequence
from sheetgen.text.source import Span
from sheetgen.text.suggest import with_article
from sheetgen.text.value_format import ValueFormat
from sheetgen.yaml.scalars import CutText

LIST_PAGE = "index"
"""The page that lists the entries of a kind stands under this name beside theirs."""
OWN_KEYS = ("id", "name", "extends", "overlays", "aliases", "stated")
NAME_KEY = "name"
"""Fields that a variant does not take over from the entry it extends; what extends a hidden entry is hidden."""


References: TypeAlias = tuple[tuple[tuple[str | int, ...], str, str], ...]


@dataclass(frozen=True)
class Unknown:
    """What of an entry is not known: whole fields, and the paths of lists, maps and records of which only a part is."""

    fields: frozenset[str] = frozenset()
    parts: frozenset[tuple[str | int, ...]] = frozenset()


NOTHING_UNKNOWN = Unknown()


@dataclass(frozen=True, eq=False)
class Entry:
    """One valid entry: its fields as plain data, and the files that they come from."""

    id: str
    kind: Kind
    fields: Mapping[str, Any]
    places: Sequence[YamlPlace]
    """Its own place, then those of the entries that it extends."""
    campaign: bool
    """Whether it belongs to the campaign rather than to the rulebook."""
    replaces: str = ""
    """The title of the ruleset whose entry it stands for."""
    overlays: tuple[str, ...] = ()
    """What the overlays are called that made it of the entry that it extends, the first first."""
    partial: bool = False
    """Whether something was taken out of it that players may not see, or of what it refers to."""
    unknown: Unknown = NOTHING_UNKNOWN
    """What was taken out since players know it in part."""
    known_references: References | None = None
    """Its references, where they are known without its fields."""
    known_effects: Sequence[WrittenEffect] | None = None
    """Its effects, where they are known without its fields."""

    @property
    def name(self) -> str:
        """The entry's title."""
        return str(self.fields["name"])

    @property
    def place(self) -> YamlPlace:
        """Where it is written."""
        return self.places[0]

    @cached_property
    def references(self) -> References:
        """The entries that this one refers to: where, the kind, and the id."""
        if self.known_references is not None:
            return self.known_references
        fields = self.kind.holding(self.kind.compiler.refers)
        references = (_references(field.shape, self.fields.get(field.name), (field.name,), self) for field in fields)
        return tuple(reference for part in references for reference in part)

    @cached_property
    def effects(self) -> Sequence[WrittenEffect]:
        """What it says that it changes of other entries, or of itself."""
        return tuple(written_effects(self.kind, self.fields)) if self.known_effects is None else self.known_effects

    @cached_property
    def targets(self) -> tuple[tuple[str, str], ...]:
        """The kinds and ids of the entries that this one refers to, each once."""
        return tuple(dict.fromkeys((kind, identity) for _, kind, identity in self.references))

    def place_of(self, *path: str | int) -> YamlPlace:
        """The place of a field: in the entry itself, or in the one that it takes it over from."""
        return place_in(self.places, path)[1]

    def span(self, *path: str | int) -> Span:
        """Where a field is written."""
        return self.place_of(*path).span

    def is_own(self, path: Sequence[str | int]) -> bool:
        """Whether a field is written in the entry itself, rather than in one that it extends."""
        return holds(self.place, path)

    def written(self, name: str) -> Span | None:
        """Where a field is written; None where it is left to its default."""
        return next((place.at(name).span for place in self.places if holds(place, (name,))), None)


@dataclass(frozen=True)
class Library:
    """All valid entries, by kind and id, in the order of their files."""

    entries: Mapping[tuple[str, str], Entry] = field(default_factory=dict)
    replaced: Sequence[Replacement] = ()
    """What the game's layers replace of each other, the campaign's entries included."""

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries.values())

    def near_targets(self) -> list[tuple[str, str]]:
        """The keys of all entries, each right behind those that it refers to and that did not stand before."""
        referred = {target for entry in self for target in entry.targets}
        ordered, begun = dict[tuple[str, str], None](), set[tuple[str, str]]()
        left = [key for wanted in (True, False) for key in reversed([*self.entries]) if (key in referred) == wanted]
        while left:
            key = left[-1]
            if key in begun:
                ordered[left.pop()] = None
            else:
                begun.add(key)
                targets = (target for target in reversed(self.entries[key].targets) if target in self.entries)
                left += (target for target in targets if target not in begun)
        return list(ordered)

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
) -> Library:
    """Validate entries and hold their references against each other. What is wrong drops out with a diagnostic."""
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
    for key, line in written.items():
        if key not in sound:
            diagnostics.fail(line.id, entries_of(line.kind), *_names(line, ruleset.kinds.get(line.kind)))
    return Library(sound, tuple(parts.replaced.values()))


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
    return parts.with_entries(ruleset.entries, campaign, layer)


def _by_address(entries: Sequence[WrittenEntry], diagnostics: Diagnostics) -> dict[tuple[str, str], WrittenEntry]:
    by_address: dict[tuple[str, str], WrittenEntry] = {}
    for entry in entries:
        twin = by_address.setdefault((entry.kind, entry.id), entry)
        if entry.id.casefold() == LIST_PAGE:
            message = f"the address {entry.kind}/{entry.id} is that of the list of entries"
            diagnostics.error("duplicate-address", message, _named(entry), "give the entry another `id`")
        if twin is not entry:
            # Who asked for the address by `id` is told; of two that did or did not, the later one.
            first, second = (entry, twin) if "id" in twin.data and "id" not in entry.data else (twin, entry)
            by_address[entry.kind, entry.id] = first
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


def validated_entry(
    ruleset: Ruleset, line: Sequence[WrittenEntry], campaign: bool, diagnostics: Diagnostics
) -> Entry | None:
    """An entry held against its kind; `line` is what it says itself, then what it extends, near and far."""
    own, kind = line[0], ruleset.kinds[line[0].kind]
    data: dict[str, Any] = {}
    for ancestor in reversed(line[1:]):
        data = layered(data, ancestor.data, kind, OWN_KEYS)
    data = layered(data, own.data, kind) if len(line) > 1 else dict(own.data)
    data = seen_by_players(data, (layer.data for layer in line))
    if name := name_over(line):
        data[NAME_KEY] = own.data.get(NAME_KEY) or name
    places = tuple(ancestor.place for ancestor in line)
    if not _belongs(ruleset, own, diagnostics):
        return None
    cut: list[CutText] = []
    try:
        fields = plain_data(kind.entry_model.model_validate(data, context=cut))
    except ValidationError as error:
        what = with_article(kind.model.title.lower())
        mistakes = problems(error, kind.fields, ruleset.compiler, what, OWN_KEYS if len(line) > 1 else None)
        _report([p for p in mistakes if not _inherited(p, line, places)], places, diagnostics)
        return None
    finally:
        report_cut(cut, diagnostics)
        _report_empty_texts(own, kind, diagnostics)
    overlays = _titles_of_overlays(line)
    entry = Entry(own.id, kind, {**fields, "id": own.id}, places, campaign, own.replaces, overlays)
    known = KnownCheck(kind, entry.fields, entry.span, diagnostics)
    if entry.is_own((KNOWN,)) and not known.check():
        return None
    if entry.is_own((OPEN,)) and not check_open(kind, entry.fields, entry.span, diagnostics):
        return None
    source = EffectSource.of_entries(kind)
    effects = WrittenEffects(source, kind, ruleset.effects, entry.place_of, diagnostics)
    if not ruleset.sound:
        return entry
    sound = [effects.check(entry.effects), _check_texts(entry, ruleset, diagnostics)]
    return entry if all(sound) else None


def _titles_of_overlays(line: Sequence[WrittenEntry]) -> tuple[str, ...]:
    """What the overlays of an entry are called, the first first."""
    own = takewhile(lambda layer: OVERLAY in layer.data, line[1:])
    return tuple(title_of(overlay) for overlay in own)[::-1]


def _check_texts(entry: Entry, ruleset: Ruleset, diagnostics: Diagnostics) -> bool:
    """Report the mistakes of formulas in texts, each at its column; whether there are none."""
    mistakes = [
        (text, problem)
        for text in formula_texts(entry.kind, entry.fields)
        for problem in ruleset.texts.problems(entry.kind, text)
    ]
    for text, problem in mistakes:
        report_problem(problem, entry.place_of(*text.path), diagnostics)
    return not mistakes


def _report_empty_texts(own: WrittenEntry, kind: Kind, diagnostics: Diagnostics) -> None:
    """Warn of texts that may be left out and are empty, since a comment begins where they should."""
    for part in kind.fields:
        if not isinstance(part.shape, ScalarShape) or not part.shape.is_text:
            continue
        place = own.place.at(part.name)
        if own.data.get(part.name, "") is None and place.comment_hint and (part.optional or part.has_default):
            diagnostics.warning("comment", f"`{part.name}` is empty", place.span, place.comment_hint)


_HEADS = ValueFormat.of(WrittenEffect)


@dataclass(frozen=True)
class ValidEntry:
    """The form on disk of a valid entry: the fields that every kind has, its references and its effects.

    It is validated again where more is asked for.
    """

    ruleset: Ruleset
    line: Sequence[WrittenEntry]
    campaign: bool

    def write(self, value: Entry | None) -> bytes:
        """The head of an entry."""
        if value is None:
            raise ValueError("only what is valid is kept")
        return _HEADS.write(({name: value.fields[name] for name in COMMON}, value.references, value.effects))

    def read(self, line: bytes) -> Entry | None:
        """The entry of a head."""
        known, references, effects = _HEADS.read(line)
        own = self.line[0]
        places = LateSequence([partial(getattr, written, "place") for written in self.line])
        fields = LateMapping(known, frozenset(), self._fields)
        kind = self.ruleset.kinds[own.kind]
        overlays = _titles_of_overlays(self.line)
        return Entry(
            own.id,
            kind,
            fields,
            places,
            self.campaign,
            own.replaces,
            overlays,
            known_references=references,
            known_effects=effects,
        )

    def _fields(self) -> Mapping[str, Any]:
        entry = validated_entry(self.ruleset, self.line, self.campaign, Diagnostics())
        assert entry is not None
        return entry.fields


def _belongs(ruleset: Ruleset, written: WrittenEntry, diagnostics: Diagnostics) -> bool:
    named = written.data.get("ruleset")
    if named in (None, ruleset.id, *ruleset.ids):
        return True
    message = f"this entry is for `{named}`, but the campaign plays {ruleset.title}"
    diagnostics.error("wrong-ruleset", message, written.place.at("ruleset").span)
    return False


def _report(mistakes: list[FieldProblem], places: tuple[YamlPlace, ...], diagnostics: Diagnostics) -> None:
    for problem in mistakes:
        layer, place = place_in(places, problem.path)
        span = place.key_span if problem.on_key else place.span
        if problem.code == "missing-field" and not problem.path:
            span = opening(places[0])
        empty = [place.at(name) for name in problem.lacks] if problem.on_key else [place]
        hints = tuple(filter(None, (*problem.hints, *(at.comment_hint for at in empty))))
        notes = () if layer == 0 else (("in this entry", opening(places[0])),)
        error = Diagnostic(Severity.ERROR, problem.code, problem.message, span, hints, notes, missed=problem.missed)
        diagnostics.add(error)


def opening(place: YamlPlace) -> Span:
    """The first line of an entry, where a missing field is reported."""
    span = place.key_span if place.path else place.span
    end = span.file.text.find("\n", span.start)
    return Span(span.file, span.start, end if 0 <= end < span.end else span.end)


def _inherited(problem: FieldProblem, line: Sequence[WrittenEntry], places: Sequence[YamlPlace]) -> bool:
    """Whether the mistake stands in an entry that this one extends, where it is reported."""
    layer = line[place_in(places, problem.path)[0]]
    return layer is not line[0] and OVERLAY not in layer.data


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
                hint = "" if diagnostics.crowded else known.meant(kind, target)
                message = f"there is no {kind} called `{target}`"
                diagnostics.error("unknown-reference", message, entry.span(*path), hint, missed=(target,))
    dropped: set[tuple[str, str]] = set()
    missing = [target for target in referring if target not in entries]
    while missing:
        for key in referring.get(missing.pop(), ()):
            if key not in dropped:
                dropped.add(key)
                missing.append(key)
    return {key: entry for key, entry in entries.items() if key not in dropped}


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

    def meant(self, kind: str, target: str) -> str:
        """The id that was probably meant: that of the entry of this name, else the nearest."""
        named = self._by_name.get(kind, {}).get(name_key(target))
        return f"its id is `{named}`" if named else did_you_mean(target, self._ids.get(kind, ()))


def _references(
    shape: Shape, value: Any, path: tuple[str | int, ...], entry: Entry
) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    if value is None:
        return
    match shape:
        case ReferenceShape(kind=kind):
            yield path, kind, value
        case TermShape(vocabulary=vocabulary):
            if of_terms := entry.kind.compiler.effect_kinds.get(vocabulary):
                yield path, of_terms, value
        case ListShape(item=item):
            for number, element in enumerate(value):
                yield from _references(item, element, (*path, number), entry)
        case MappingShape(key=key_shape, value=inner):
            for key, element in value.items():
                if element:
                    yield from _references(key_shape, key, (*path, key), entry)
                yield from _references(inner, element, (*path, key), entry)
        case RecordShape(record=record):
            for part in entry.kind.holding(entry.kind.compiler.refers, record):
                yield from _references(part.shape, value.get(part.name), (*path, part.name), entry)
