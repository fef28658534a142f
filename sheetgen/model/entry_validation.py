"""Written entries held against their kind: each with what it extends and with its overlays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import takewhile
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from sheetgen.model.entries import Entry, References, opening
from sheetgen.model.entry_effects import WrittenEffect, WrittenEffects
from sheetgen.model.known_places import KNOWN, OPEN, KnownCheck, check_open, seen_by_players
from sheetgen.model.overlays import OVERLAY, holds, layered, name_over, place_in, title_of
from sheetgen.model.ruleset.computed_texts import formula_texts
from sheetgen.model.ruleset.documents import YamlPlace, refused, report_cut
from sheetgen.model.ruleset.documents import report as report_problem
from sheetgen.model.ruleset.effects import EffectSource
from sheetgen.model.ruleset.field_problems import FieldProblem, problems
from sheetgen.model.ruleset.kinds import COMMON, Kind
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.shapes import ScalarShape
from sheetgen.model.ruleset.validation import plain_data
from sheetgen.model.ruleset.written_entries import WrittenEntry
from sheetgen.text.diagnostics import Diagnostic, Diagnostics, Severity
from sheetgen.text.kept_values import LentValue
from sheetgen.text.late_values import LACKS_NOTHING, LateMapping, LateSequence
from sheetgen.text.suggest import in_sentence, with_article
from sheetgen.text.value_format import ValueFormat
from sheetgen.yaml.scalars import CutText

OWN_KEYS = ("id", "name", "extends", "overlays", "aliases", "stated")
"""Fields that a variant does not take over from the entry it extends; what extends a hidden entry is hidden."""
NAME_KEY = "name"


def validated_entry(
    ruleset: Ruleset, line: Sequence[WrittenEntry], campaign: bool, diagnostics: Diagnostics
) -> Entry | None:
    """An entry held against its kind; `line` is what it says itself, then what it extends, near and far."""
    own, kind = line[0], ruleset.kinds[line[0].kind]
    data: dict[str, Any] = {}
    for ancestor in reversed(line[1:]):
        data = layered(data, ancestor.data, kind, OWN_KEYS)
    data = layered(data, own.data, kind) if len(line) > 1 else dict(own.data.items())
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
        what = with_article(in_sentence(kind.model.title))
        mistakes = problems(error, kind.fields, ruleset.compiler, what, OWN_KEYS if len(line) > 1 else None)
        _report([p for p in mistakes if not _inherited(p, line, places)], places, diagnostics)
        return None
    finally:
        report_cut(cut, diagnostics)
        _report_empty_texts(own, kind, diagnostics)
    overlays = _titles_of_overlays(line)
    entry = Entry.of(own.id, kind, {**fields, "id": own.id}, places, campaign, own.replaces, overlays)
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
        if own.data.get(part.name, "") is not None or not (part.optional or part.has_default):
            continue
        place = own.place.at(part.name)
        if place.comment_hint:
            diagnostics.warning("comment", f"`{part.name}` is empty", place.span, place.comment_hint)


_HEADS = ValueFormat.of(WrittenEffect)
_BLANK: Mapping[str, Any] = MappingProxyType(
    {"summary": "", "extends": "", "source": "", "reference": "", "portrait": "", "ruleset": "", "hidden": False}
    | {"aliases": [], "tags": [], "overlays": [], "known": [], "open": [], "facts": [], "stated": {}}
)
"""What most entries have as the values of fields that every kind has; these stand in memory once."""
_PLACE: Callable[[WrittenEntry], YamlPlace] = attrgetter("place")


@dataclass(frozen=True)
class ValidEntry:
    """The form on disk of a valid entry: the fields that every kind has, its references and its effects.

    It is validated again where more is asked for.
    """

    ruleset: Ruleset
    line: Sequence[WrittenEntry]
    campaign: bool
    late: LentValue[Mapping[str, Any]] | None = None
    """Where its fields wait, if entries are many."""

    def write(self, value: Entry | None) -> bytes:
        """The head of an entry."""
        if value is None:
            raise ValueError("only what is valid is kept")
        return _HEADS.write(({name: value.fields[name] for name in COMMON}, value.references, value.effects))

    def read(self, line: bytes) -> Entry | None:
        """The entry of a head."""
        known, references, effects = _HEADS.read(line)
        again = partial(_fields_again, self.ruleset, self.line, self.campaign)
        fields = cache(again) if self.late is None else self.late.later(again)
        return self._entry(known, references, effects, fields)

    def spooled(self, entry: Entry) -> Entry:
        """An entry that was just validated; where entries are many, its fields wait in a spool."""
        if self.late is None:
            return entry
        known = {name: entry.fields[name] for name in COMMON}
        return self._entry(known, entry.references, entry.effects, self.late.put(entry.fields))

    def _entry(
        self,
        known: Mapping[str, Any],
        references: References,
        effects: Sequence[WrittenEffect],
        fields: Callable[[], Mapping[str, Any]],
    ) -> Entry:
        own = self.line[0]
        own_values = {name: value for name, value in known.items() if value != _BLANK.get(name)}
        return Entry(
            id=own.id,
            kind=self.ruleset.kinds[own.kind],
            fields=LateMapping(own_values, LACKS_NOTHING, fields, _BLANK),
            places=LateSequence(self.line, _PLACE),
            campaign=self.campaign,
            replaces=own.replaces,
            overlays=_titles_of_overlays(self.line),
            references=references,
            effects=effects,
        )


def _fields_again(ruleset: Ruleset, line: Sequence[WrittenEntry], campaign: bool) -> Mapping[str, Any]:
    """The fields of an entry that was valid before."""
    entry = validated_entry(ruleset, line, campaign, Diagnostics())
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
        without_value = [place.at(name) for name in problem.lacks if holds(place, (name,))]
        if without_value:
            span = without_value[0].key_span
        empty = [place.at(name) for name in problem.lacks] if problem.on_key else [place]
        hints = tuple(filter(None, (*problem.hints, *(at.comment_hint for at in empty))))
        notes = () if layer == 0 else (("in this entry", opening(places[0])),)
        missed = (*problem.missed, *(refused(str(step)) for step in problem.path))
        error = Diagnostic(Severity.ERROR, problem.code, problem.message, span, hints, notes, missed=missed)
        diagnostics.add(error)


def _inherited(problem: FieldProblem, line: Sequence[WrittenEntry], places: Sequence[YamlPlace]) -> bool:
    """Whether the mistake stands in an entry that this one extends, where it is reported."""
    layer = line[place_in(places, problem.path)[0]]
    return layer is not line[0] and OVERLAY not in layer.data
