"""`add --ask`: the game that is asked for, its entries and tables, and what follows from the choices."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from sheetgen.cli.app import Misuse
from sheetgen.cli.asking import BACK, STOP, Answers, Interview
from sheetgen.cli.common import opened
from sheetgen.cli.rolled_entry import rolled_entry

if TYPE_CHECKING:
    from sheetgen.formula.runtime import Exact
    from sheetgen.model.computed_entry import ComputedEntry
    from sheetgen.model.ruleset.creation import CreationStep
    from sheetgen.model.ruleset.kinds import Kind
    from sheetgen.model.ruleset.ruleset import Ruleset
    from sheetgen.site.games import SiteGame
    from sheetgen.text.diagnostics import Diagnostics


def asked_entry(ruleset: Ruleset, kind: Kind, name: str, seed: str, path: Path) -> Answers:
    """What the answers to the questions of a kind give a new entry. Raises `Misuse` where there is no terminal."""
    from sheetgen.model.ruleset.creation import undeclared_step
    from sheetgen.model.ruleset.shapes import ReferenceShape

    if not sys.stdin.isatty():
        hint = "leave `--ask` out: the file that is written then has every field, with what it takes"
        raise Misuse("`--ask` asks its questions in a terminal, and there is none", hint)
    _, games, _ = opened(path, ruleset=ruleset.id)
    game = next(games)
    own = game.ruleset.kinds[kind.id]
    entries = {of: {it.id: it.entry.name for it in game.entries.of(of)} for of in ruleset.kinds}
    click.echo(f"Enter alone leaves open what you do not know yet; `{BACK}` asks the last again, `{STOP}` ends.")
    name = name or input("Name: ").strip()
    draft = _Draft(game, own, name or "…")
    interview = Interview(
        kind=own,
        steps=own.creation or (undeclared_step(own.model, own.by_name),),
        read=input,
        entries=entries,
        rolled=cache(lambda: rolled_entry(game, own, seed, log=False)),
        left=draft.left,
    )
    answers = interview.answers()
    for open_name in answers.open:
        needed = own.by_name[open_name].shape if open_name in own.by_name else None
        if isinstance(needed, ReferenceShape) and entries.get(needed.kind):
            answers.values[open_name] = next(iter(entries[needed.kind]))
    for mistake in draft.mistakes(answers.values):
        click.echo(f"not yet right: {mistake}")
    answers.values["name"] = name
    return answers


@dataclass(frozen=True)
class _Draft:
    """A new entry before it is written: what is not chosen stands at its lowest value."""

    game: SiteGame
    kind: Kind
    name: str

    def left(self, step: CreationStep, values: Mapping[str, Any]) -> Exact | None:
        """What is left to spend in a step; nothing where that cannot be computed."""
        from sheetgen.formula.compile import guarded
        from sheetgen.formula.runtime import FormulaFailedError
        from sheetgen.text.diagnostics import Diagnostics

        computed = self._computed(values, Diagnostics())
        if computed is None or step.left is None:
            return None
        run = self.game.ruleset.evaluation(self.game.loaded.house)
        try:
            left = guarded(step.left.expression.value, run, computed.values)
        except FormulaFailedError:
            return None
        return left if isinstance(left, int | Fraction) else None

    def mistakes(self, values: Mapping[str, Any]) -> list[str]:
        """What the game objects to."""
        from sheetgen.text.diagnostics import Diagnostics

        diagnostics = Diagnostics()
        self._computed(values, diagnostics)
        return [diagnostic.message for diagnostic in diagnostics]

    def _computed(self, values: Mapping[str, Any], diagnostics: Diagnostics) -> ComputedEntry | None:
        from sheetgen.model.derive import computed_entry
        from sheetgen.model.entry_validation import validated_entry
        from sheetgen.model.ruleset.skeleton import starter
        from sheetgen.model.ruleset.written_entries import read_entries
        from sheetgen.output.publish import write

        ruleset, loaded = self.game.ruleset, self.game.loaded
        with TemporaryDirectory() as place:
            file = Path(place, "new.yaml")
            write(file, starter(self.kind, self.name, values=values).encode())
            written = read_entries(file, self.kind.id, Path(place), diagnostics)
        entry = validated_entry(ruleset, written, True, diagnostics) if written else None
        if entry is None or loaded.table is None:
            return None
        computed, _ = computed_entry(entry, loaded.table.entries, loaded.house, ruleset, diagnostics)
        return computed
