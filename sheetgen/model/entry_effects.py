"""The effects that entries say they have, held against the kinds that refer to them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.effects import (
    ADD,
    ITSELF,
    SET,
    EffectCompiler,
    EffectProblem,
    EffectSource,
    rows_referring,
    target,
    targets,
)
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.shapes import EFFECT, Field, ListShape, RecordShape, options_field
from sheetgen.model.ruleset.vocabulary import Vocabulary
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.source import Span
from sheetgen.text.suggest import in_sentence, with_article
from sheetgen.yaml.load import Step


@dataclass(frozen=True, kw_only=True)
class WrittenEffect:
    """An effect as an entry says it: where, and what explanations call its source."""

    data: Mapping[str, str]
    path: tuple[Step, ...]
    source: str
    option: int | None = None
    """The place of the option that it belongs to, from 0."""
    ticked: bool = True
    """Whether what it stands in is ticked by itself."""

    def counts(self, chosen: Container[int | None]) -> bool:
        """Whether it counts where some options are chosen."""
        return self.ticked or (self.option is not None and self.option in chosen)


def written_effects(kind: Kind, values: Mapping[str, Any]) -> Iterator[WrittenEffect]:
    """The effects of an entry of a kind, in the order of its fields; `values` has its fields."""
    if kind.holding(_has_effects):
        outer = WrittenEffect(data={}, path=(), source=str(values["name"]))
        yield from _within(kind, "", values, outer)


def effects_of_term(vocabulary: Vocabulary, term: str) -> Iterator[WrittenEffect]:
    """The effects of a term; their paths lead from all vocabularies."""
    for number, data in enumerate(vocabulary.effects.get(term, ())):
        source = data["name"] or vocabulary.titles[term]
        yield WrittenEffect(data=data, path=(vocabulary.name, term, "effects", number), source=source)


def check_term_effects(compiler: EffectCompiler, diagnostics: Diagnostics) -> None:
    """Report effects of terms that cannot be had."""
    for vocabulary in compiler.vocabularies.values():
        assert compiler.place is not None
        effects = [effect for term in vocabulary.effects for effect in effects_of_term(vocabulary, term)]
        source = EffectSource.of_terms(vocabulary)
        WrittenEffects(source, None, compiler, compiler.place.at, diagnostics).check(effects)


def _has_effects(field: Field) -> bool:
    shape = field.shape
    return isinstance(shape, ListShape) and isinstance(shape.item, RecordShape) and shape.item == EFFECT


def _within(kind: Kind, record: str, values: Mapping[str, Any], outer: WrittenEffect) -> Iterator[WrittenEffect]:
    for field in kind.holding(_has_effects, record):
        shape, rows = field.shape, values.get(field.name)
        if not (isinstance(shape, ListShape) and isinstance(shape.item, RecordShape) and rows):
            continue
        for number, row in enumerate(rows):
            path = (*outer.path, field.name, number)
            if shape.item == EFFECT:
                yield replace(outer, data=row, path=path, source=row.get("name") or outer.source)
                continue
            is_option = not record and field.name == options_field(kind.fields)
            option = number if is_option else outer.option
            ticked = outer.ticked and row.get("ticked") is not False
            source = str(row.get("name") or outer.source)
            inner = WrittenEffect(data={}, path=path, source=source, option=option, ticked=ticked)
            yield from _within(kind, shape.item.record, row, inner)


@dataclass(frozen=True)
class WrittenEffects:
    """The effects of one entry, or of terms, and where their mistakes are shown."""

    source: EffectSource
    kind: Kind | None
    """That of the entry."""
    compiler: EffectCompiler
    place: Callable[..., YamlPlace]
    """The place of a part."""
    diagnostics: Diagnostics

    def check(self, effects: Iterable[WrittenEffect]) -> bool:
        """Whether all effects can be had; each that cannot is reported."""
        sound = [self._is_sound(effect) for effect in effects]
        return all(sound)

    def _is_sound(self, effect: WrittenEffect) -> bool:
        given = [slot for slot in (ADD, SET) if effect.data[slot]]
        if len(given) != 1:
            message = f"an effect takes one of `{ADD}` and `{SET}`"
            hint = "write `add: 1` for a bonus, or `set: 0` for another value"
            self.diagnostics.error("missing-field", message, self._at(effect), hint)
            return False
        own = effect.data["on"] == ITSELF
        owners = [self.kind] if own and self.kind else self.compiler.owners(self.source)
        having = [owner for owner in owners if target(owner, effect.data["target"])]
        if not having:
            self._report_target(effect, owners)
            return False
        for owner in having:
            rows = [""] if own else rows_referring(owner, self.source.id)
            compiled = [self.compiler.compiled(effect.data, owner, self.source, row) for row in rows]
            mistakes = [mistake for mistake in compiled if isinstance(mistake, EffectProblem)]
            if len(mistakes) == len(compiled):  # one that reads a record counts where there is one
                self._report(effect, mistakes[0])
                return False
        return True

    def _at(self, effect: WrittenEffect, *setting: str) -> Span:
        return self.place(*effect.path, *setting).span

    def _report(self, effect: WrittenEffect, mistake: EffectProblem) -> None:
        problem = mistake.problem
        at = self.place(*effect.path, mistake.setting).part(problem.start, problem.end)
        self.diagnostics.error(problem.code, problem.message, at, *problem.hints, missed=problem.missed)

    def _report_target(self, effect: WrittenEffect, owners: Sequence[Kind]) -> None:
        name, at = effect.data["target"], self._at(effect, "target")
        what = with_article(in_sentence(self.source.title))
        if not owners:
            message = f"no kind refers to {what}, so that its effects change nothing"
            hint = "write `on: itself` for its own values" if self.kind else ""
            self.diagnostics.error("unknown-field", message, at, hint)
            return
        known = dict.fromkeys(target for owner in owners for target in targets(owner, inner="." in name))
        hint = did_you_mean(name, known)
        whose = f"{what} has nothing" if effect.data["on"] == ITSELF else f"no kind that refers to {what} has a value"
        message = f"{whose} called `{name}` that an effect can change"
        self.diagnostics.error("unknown-field", message, at, hint, missed=(name,))
