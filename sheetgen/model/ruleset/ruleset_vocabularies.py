"""The vocabularies of a ruleset: read from its lists of terms, or from its own entries of a kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pydantic import ValidationError

from sheetgen.formula.types import TEXT, Record
from sheetgen.model.ruleset.documents import YamlPlace, cut_texts, declared, model, report_cut
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.ruleset_models import EffectModel
from sheetgen.model.ruleset.validation import plain_data
from sheetgen.model.ruleset.vocabulary import Vocabulary, VocabularyError, from_data, misspelt_attributes
from sheetgen.model.ruleset.written_entries import WrittenEntry, entries_of
from sheetgen.text.diagnostics import Diagnostics, did_you_mean

EFFECTS = "effects"
OWN_ENTRIES = "its words are entries of the ruleset itself, in `entries/`; those of a campaign are none"


def kind_of_terms(data: object) -> str:
    """The kind of entry that the terms of a vocabulary are; empty where they are written in a list of their own."""
    written = isinstance(data, dict) and set(data) == {"from"} and isinstance(data["from"], str)
    return data["from"] if written else ""  # type: ignore[index]


def read_vocabularies(
    lists: Mapping[str, object],
    place: YamlPlace,
    entries: Sequence[WrittenEntry],
    kinds: Iterable[str],
    diagnostics: Diagnostics,
) -> dict[str, Vocabulary]:
    """The vocabularies that stand at a place, by name. What is wrong with one is reported, and it is left out."""
    vocabularies: dict[str, Vocabulary] = {}
    for name, data in lists.items():
        report_cut(cut_texts(data), diagnostics)
        kind = kind_of_terms(data)
        if kind:
            vocabulary = _of_entries(name, kind, entries, diagnostics)
            if not vocabulary.terms:
                missed, hint = (kind, entries_of(kind)), OWN_ENTRIES if kind in kinds else did_you_mean(kind, kinds)
                message, at = f"there are no entries of kind `{kind}`", place.at(name, "from").span
                diagnostics.error("ruleset", message, at, hint, missed=missed)
                diagnostics.fail(name)
                continue
            vocabularies[name] = vocabulary
            continue
        effects = {term: _effects(said, place.at(name, term), diagnostics) for term, said in _written(data)}
        data = _without_effects(data)
        try:
            vocabularies[name] = replace(
                from_data(name, data), effects={term: listed for term, listed in effects.items() if listed}
            )
        except VocabularyError as error:
            diagnostics.error("ruleset", str(error), place.at(name, *error.path).span)
            diagnostics.fail(name, *declared(data))
        for term, attribute, meant in misspelt_attributes(data):
            message = f"no other term of {name} has `{attribute}`, and all others have `{meant}`"
            at = place.at(name, term, attribute).key_span
            diagnostics.warning("unknown-field", message, at, f"did you mean `{meant}`?")
    return vocabularies


def _written(data: object) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The terms of a vocabulary that have attributes."""
    terms = data.items() if isinstance(data, dict) else ()
    yield from ((term, values) for term, values in terms if isinstance(values, dict))


def _without_effects(data: object) -> object:
    """A vocabulary without the effects of its terms, which are no attributes."""
    having = {term: {key: value for key, value in values.items() if key != EFFECTS} for term, values in _written(data)}
    return {**data, **having} if isinstance(data, dict) else data


def _effects(values: Mapping[str, object], place: YamlPlace, diagnostics: Diagnostics) -> list[Mapping[str, str]]:
    """The effects of a term as those of entries are; what is none is reported."""
    written = values.get(EFFECTS, [])
    if not isinstance(written, list):
        message, hint = "effects are a list", "write `effects: [{target: guard, add: -2}]`"
        diagnostics.error("ruleset", message, place.at(EFFECTS).span, hint)
        return []
    read = [model(EffectModel, place.at(EFFECTS, number), part, diagnostics) for number, part in enumerate(written)]
    return [{**effect.model_dump(), "on": "owner"} for effect in read if effect]


def _of_entries(name: str, kind: str, entries: Sequence[WrittenEntry], diagnostics: Diagnostics) -> Vocabulary:
    """The vocabulary of a kind's entries, with their titles only; none of them can be hidden."""
    own = [entry for entry in entries if entry.kind == kind and not entry.is_overlay]
    for entry in own:
        for setting in (setting for setting in ("hidden", "known") if entry.data.get(setting)):
            message = f"a term of {name} is part of the rules, so it cannot be hidden"
            diagnostics.error("ruleset", message, entry.place.at(setting).span)
    terms = {
        entry.id: {"title": str(entry.data.get("name", entry.id)), "aliases": entry.data.get("aliases", [])}
        for entry in own
    }
    return Vocabulary(name, terms, kind)


def fill_vocabularies(
    vocabularies: dict[str, Vocabulary], kinds: Mapping[str, Kind], entries: Sequence[WrittenEntry]
) -> None:
    """Give the terms that are entries of a kind their fields as attributes."""
    for name, vocabulary in vocabularies.items():
        kind = kinds.get(vocabulary.kind)
        if kind is None:
            continue
        for entry in entries:
            if entry.kind == kind.id and not entry.is_overlay:
                try:
                    fields = plain_data(kind.entry_model.model_validate(entry.data))
                except ValidationError:
                    continue  # reported where entries are validated
                assert isinstance(vocabulary.terms, dict)
                vocabulary.terms[entry.id] = {**fields, "id": entry.id, "title": fields["name"]}
        labels = {**kind.record.labels, "title": "title"}
        attributes = Record(f"term of {name}", {**kind.record.fields, "title": TEXT}, labels)
        vocabularies[name] = replace(vocabulary, attributes=attributes)
