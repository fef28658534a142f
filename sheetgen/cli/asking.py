"""A new entry made by questions in the terminal: step by step, only legal choices, and the rest stays open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from sheetgen.formula.runtime import Exact, show
from sheetgen.model.ruleset.field_problems import described, problems
from sheetgen.model.ruleset.shapes import (
    Field,
    ListShape,
    MappingShape,
    RecordShape,
    ReferenceShape,
    ScalarShape,
    Shape,
    TermShape,
)
from sheetgen.model.ruleset.skeleton import least
from sheetgen.model.ruleset.vocabulary import name_key
from sheetgen.text.diagnostics import did_you_mean

if TYPE_CHECKING:
    from sheetgen.model.ruleset.creation import CreationStep
    from sheetgen.model.ruleset.kinds import Kind

OPEN, ROLL, BACK, STOP = "", "roll", "back", "stop"
MOST_LISTED = 30
"""Choices that are listed with their numbers."""
Read = Callable[[str], str]
"""Asks a question and gives the answer."""
Rolled = Callable[[], Mapping[str, Any]]
"""What the tables of the game give for the fields that they roll."""
Left = Callable[["CreationStep", Mapping[str, Any]], "Exact | None"]
"""What is left to spend in a step after some choices; nothing where that is not known."""


class StepBackError(Exception):
    """The last question is to be asked again."""


class StopError(Exception):
    """What is not asked yet stays open."""


@dataclass
class Answers:
    """What was chosen so far, by field, and the places that are open."""

    values: dict[str, Any] = field(default_factory=dict)
    open: dict[str, None] = field(default_factory=dict)


@dataclass(frozen=True)
class Interview:
    """The questions of a kind. `read` asks one; `entries` has the names of entries by their ids, for each kind."""

    kind: Kind
    steps: Sequence[CreationStep]
    read: Read
    entries: Mapping[str, Mapping[str, str]]
    rolled: Rolled
    left: Left

    def answers(self) -> Answers:
        """Ask everything, one field after another."""
        fields = [(step, name) for step in self.steps for name in step.model.fields]
        given: list[Answers] = []
        asked = 0
        try:
            while asked < len(fields):
                step, name = fields[asked]
                self._head(asked, fields)
                answers = Answers()
                try:
                    self._ask(self.kind.by_name[name], answers)
                except StepBackError:
                    given, asked = given[:-1], max(0, asked - 1)
                    continue
                if self._is_affordable(step, _together([*given, answers])):
                    given, asked = [*given, answers], asked + 1
        except StopError:
            for _, name in fields[asked:]:
                needs = self.kind.by_name[name]
                given.append(Answers(open={} if needs.optional or needs.has_default else {name: None}))
        return _together(given)

    def _head(self, asked: int, fields: Sequence[tuple[CreationStep, str]]) -> None:
        """Say which step begins with a question."""
        step = fields[asked][0]
        if asked == 0 or fields[asked - 1][0] is not step:
            click.echo()
            number = next(number for number, other in enumerate(self.steps, 1) if other is step)
            click.echo(click.style(f"{number} of {len(self.steps)}: {step.model.title}", bold=True))
            if step.model.text:
                click.echo(step.model.text)

    def _is_affordable(self, step: CreationStep, answers: Answers) -> bool:
        """Say what is left to spend; whether that is no less than nothing."""
        left = self.left(step, answers.values) if step.left else None
        if left is not None:
            click.echo(f"  left to spend: {show(left)}{'; that is too much' if left < 0 else ''}")
        return left is None or left >= 0

    def _ask(self, asked: Field, answers: Answers) -> None:
        """Ask for a field; what is not answered and has no value by itself is open."""
        name, label = asked.name, (asked.title or asked.label[:1].upper() + asked.label[1:])
        rolled = self.rolled if name in self.kind.model.roll else None
        if asked.doc:
            click.echo(f"  {asked.doc}")
        if isinstance(asked.shape, MappingShape) and isinstance(asked.shape.key, TermShape) and not _has_value(asked):
            self._ask_each(name, label, asked.shape, self.kind.compiler.vocabulary(asked.shape.key).titles, answers)
            return
        value = self._value(asked.shape, label, (lambda: rolled()[name]) if rolled else None)
        if value not in (None, [], {}):
            answers.values[name] = value
        elif not _has_value(asked):
            answers.open[name] = None

    def _ask_each(
        self, name: str, label: str, shape: MappingShape, titles: Mapping[str, str], answers: Answers
    ) -> None:
        """Ask for the value of each key of a map that has them all; those that are open stand at their least."""
        chosen: dict[str, Any] = {}
        for key, title in titles.items():
            own = partial(self._rolled_at, name, key) if name in self.kind.model.roll else None
            value = self._value(shape.value, f"{label}, {title}", own)
            chosen |= {} if value is None else {key: value}
        if chosen:
            answers.values[name] = {key: chosen.get(key, least(self.kind, shape.value)) for key in titles}
            answers.open |= dict.fromkeys(f"{name}.{key}" for key in titles if key not in chosen)
        else:
            answers.open[name] = None

    def _rolled_at(self, name: str, key: str) -> Any:
        return self.rolled()[name][key]

    def _value(self, shape: Shape, label: str, rolled: Callable[[], Any] | None = None) -> Any:
        """A value of a shape; None where it stays open."""
        match shape:
            case RecordShape(record=record):
                return self._record(record, label)
            case ListShape(item=item):
                return self._items(item, label, rolled)
            case MappingShape(key=key, value=inner):
                return self._pairs(key, inner, label)
        choices = dict(self._choices(shape))
        if 0 < len(choices) <= MOST_LISTED:
            listed = "  ".join(f"{number} {title}" for number, title in enumerate(choices.values(), 1))
            click.echo(f"  {listed}")
        while True:
            answer = self._answer(f"{label} ({self._takes(shape, choices, rolled)}): ")
            if answer == OPEN:
                return None
            value = rolled() if rolled and answer == ROLL else self._chosen(shape, answer, choices)
            parts = value if isinstance(value, list) else [value]
            problem = next(filter(None, (self._problem(shape, part, choices) for part in parts)), "")
            if not problem:
                if rolled and answer == ROLL:
                    click.echo(f"  rolled: {', '.join(map(str, parts))}")
                return value
            click.echo(f"  {problem}")

    def _record(self, record: str, label: str) -> dict[str, Any] | None:
        """The parts of a record: those that it needs, each asked for."""
        parts: dict[str, Any] = {}
        for part in self.kind.parts[record]:
            if not _has_value(part):
                value = self._value(part.shape, f"{label}, {part.label}")
                if value is None:
                    return None
                parts[part.name] = value
        return parts or None

    def _items(self, item: Shape, label: str, rolled: Callable[[], Any] | None) -> list[Any]:
        """The items of a list, asked for until one is left open."""
        items: list[Any] = []
        while True:
            number = f"{label} {len(items) + 1}"
            value = self._value(item, number, rolled if not items else None)
            if value is None:
                return items
            items += value if isinstance(value, list) else [value]

    def _pairs(self, key: Shape, inner: Shape, label: str) -> dict[str, Any]:
        """The values of a map that may have some of its keys only, asked for until a key is left open."""
        pairs: dict[str, Any] = {}
        while (name := self._value(key, f"{label}: for which")) is not None:
            value = self._value(inner, f"{label}, {name}")
            if value is not None:
                pairs[name] = value
        return pairs

    def _choices(self, shape: Shape) -> Iterator[tuple[str, str]]:
        """What there is to choose from, by id; nothing where that is no list."""
        match shape:
            case TermShape():
                yield from self.kind.compiler.vocabulary(shape).titles.items()
            case ReferenceShape(kind=kind):
                yield from self.entries.get(kind, {}).items()
            case ScalarShape(name="truth"):
                yield from (("true", "yes"), ("false", "no"))

    def _takes(self, shape: Shape, choices: Mapping[str, str], rolled: object) -> str:
        takes = "a number or a name" if choices else described(shape, self.kind.compiler)
        return f"{takes}, or `{ROLL}`" if rolled else takes

    def _answer(self, question: str) -> str:
        answer = self.read(f"  {question}").strip()
        if answer == BACK:
            raise StepBackError
        if answer == STOP:
            raise StopError
        return answer

    def _chosen(self, shape: Shape, answer: str, choices: Mapping[str, str]) -> Any:
        """The value that an answer means."""
        if choices:
            number = int(answer) if answer.isascii() and answer.isdigit() else 0
            if 0 < number <= len(choices):
                answer = list(choices)[number - 1]
            wanted = name_key(answer)
            answer = next((key for key, title in choices.items() if wanted in (name_key(key), name_key(title))), answer)
            return answer == "true" if shape == ScalarShape("truth") and answer in choices else answer
        plain = answer.removeprefix("-")
        whole = isinstance(shape, ScalarShape) and not shape.is_text and plain.isascii() and plain.isdigit()
        return int(answer) if whole and len(plain) < 15 else answer

    def _problem(self, shape: Shape, value: Any, choices: Mapping[str, str]) -> str:
        """What is wrong with a value; empty where it is legal."""
        from pydantic import ValidationError

        if isinstance(shape, ReferenceShape):
            meant = did_you_mean(str(value), [*choices, *choices.values()])
            return "" if value in choices else f"there is no {shape.kind} called `{value}`; {meant}".removesuffix("; ")
        asked = Field("answer", shape)
        try:
            self.kind.compiler.model("answer", [asked]).model_validate({"answer": value}, context=[])
        except ValidationError as error:
            [first, *_] = problems(error, [asked], self.kind.compiler, "an answer")
            message = first.message.replace("`answer` takes", "it takes")
            return "; ".join((message, *first.hints[:1]))
        return ""


def _has_value(asked: Field) -> bool:
    """Whether a field has a value where nothing is chosen."""
    return asked.optional or asked.has_default


def _together(given: Sequence[Answers]) -> Answers:
    all_of_them = Answers()
    for answers in given:
        all_of_them.values |= answers.values
        all_of_them.open |= answers.open
    return all_of_them
