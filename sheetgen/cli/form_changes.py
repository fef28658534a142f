"""What was filled in for an entry: the values of its file that are others now, and what is left to its author."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sheetgen.cli.form_values import FormValue
from sheetgen.formula.compile import guarded
from sheetgen.formula.runtime import FormulaFailedError
from sheetgen.model.derive import derive
from sheetgen.model.entries import Entry
from sheetgen.model.form_fields import FormTarget, FormValueError, shape_at, value_of_text
from sheetgen.model.loaded import LoadedGame
from sheetgen.model.ruleset.shapes import ScalarShape, TermShape
from sheetgen.text.diagnostics import Diagnostics


@dataclass(frozen=True, kw_only=True)
class FormChanges:
    """What was filled in for an entry: the values to write by path, and what is not understood."""

    root: Path
    game: LoadedGame
    entry: Entry
    targets: Mapping[str, FormTarget]
    """What the fields of the form show, by their names."""
    values: Sequence[FormValue]
    """All fields of the entry."""
    written: dict[tuple[str | int, ...], Any] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)

    def take(self, value: FormValue) -> None:
        """Note a value to write, where the file still says what was printed and the new one is understood."""
        target = self.targets.get(value.name)
        said = f"{value.name}: {_said(value.printed)} → {_said(value.value)}"
        if target is None:
            self.left.append(f"{said} (this follows from other values, or is not written so in the file)")
            return
        now = _at(self.entry.fields, target.path)
        try:
            printed, new = self._printed_and_new(target, value)
        except FormValueError as error:
            self.left.append(f"{said} ({error})")
            return
        if _same(now, new):
            return
        if not _same(now, printed):
            self.left.append(f"{said} (the file says {_said(str(now))} since this was printed)")
        elif new is None:
            self.left.append(f"{said} (delete it in the file)")
        else:
            is_term = isinstance(shape_at(self.entry.kind, target.path), TermShape)
            self.written[target.path] = value.value.strip() if is_term else new

    def _printed_and_new(self, target: FormTarget, value: FormValue) -> tuple[Any, Any]:
        """What the form was printed with and what it says, as the file has it. Raises `FormValueError`."""
        match target.sort:
            case "value":
                return self._value(target, value.printed), self._value(target, value.value)
            case "left":
                return self._marked(target, value.printed), self._marked(target, value.value)
            case "tick":
                return value.printed == "Yes", value.value == "Yes"
        boxes = self._boxes(target)
        if target.sort == "box":
            return sum(box.printed == "Yes" for box in boxes), sum(box.value == "Yes" for box in boxes)
        latest = {self.targets[box.name].item: box for box in boxes}
        latest |= {self.targets[box.name].item: box for box in boxes if box.value != box.printed}
        return (
            [item for item, box in latest.items() if box.printed == "Yes"],
            [item for item, box in latest.items() if box.value == "Yes"],
        )

    def _boxes(self, target: FormTarget) -> list[FormValue]:
        """The boxes of a track or list."""
        return [
            value
            for value in self.values
            if value.box and (other := self.targets.get(value.name)) and other.path == target.path
        ]

    def _value(self, target: FormTarget, text: str) -> Any:
        """A text as the value of a field; None where nothing is written."""
        shape = shape_at(self.entry.kind, target.path)
        if shape is None:
            raise FormValueError("this is not read from forms")
        return value_of_text(text, shape, self.entry.kind) if text.strip() else None

    def _marked(self, target: FormTarget, text: str) -> int | None:
        """How many boxes of a track are marked, from the number that is left of them."""
        if not text.strip():
            return None
        game, entry = self.game, self.entry
        left: int = value_of_text(text, ScalarShape("integer"), entry.kind)
        key = (entry.kind.id, entry.id)
        computed = derive(game.ruleset, game.library, game.house, Diagnostics(), asked=[key]).entries.get(key)
        if computed is None or target.total is None:
            raise FormValueError("this cannot be computed")
        try:
            total = guarded(target.total.expression.value, game.ruleset.evaluation(game.house), computed.values)
        except FormulaFailedError as error:
            raise FormValueError(str(error)) from None
        if not isinstance(total, int) or not 0 <= left <= total:
            raise FormValueError(f"there are {total} in all")
        return total - left


def _said(text: str) -> str:
    return " ".join(text.split()) or "nothing"


def _same(one_value: Any, other: Any) -> bool:
    """Whether two values are the same, an empty one like none and 0."""
    if isinstance(one_value, str) and isinstance(other, str):
        return one_value.split() == other.split()
    if isinstance(one_value, list) and isinstance(other, list):
        return sorted(map(str, one_value)) == sorted(map(str, other))
    return one_value == other or (not one_value and not other)


def _at(fields: Any, path: Sequence[str | int]) -> Any:
    for step in path:
        try:
            fields = fields[step]
        except (KeyError, IndexError, TypeError):
            return None
    return fields
