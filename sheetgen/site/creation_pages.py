"""The page on which a new entry of a kind is made: the page of an entry that is not there yet, open to be filled in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from sheetgen.dice.notation import Dice
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.derive import computed_entry
from sheetgen.model.entry_validation import validated_entry
from sheetgen.model.ruleset.creation import CreationStep, undeclared_step
from sheetgen.model.ruleset.kinds import Kind, has_sheet
from sheetgen.model.ruleset.rolled_fields import rolled_parts, roller_of
from sheetgen.model.ruleset.shapes import ReferenceShape
from sheetgen.model.ruleset.skeleton import starter
from sheetgen.model.ruleset.written_entries import entries_in
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.entry_contents import EntryContent
from sheetgen.site.entry_sources import EntrySources
from sheetgen.site.games import SiteGame
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import SourceFile
from sheetgen.views.pages import EntryPage, Link, MakingStep
from sheetgen.yaml.load import parse


@dataclass(frozen=True)
class NewEntry:
    """An entry of a kind before anything of it is chosen."""

    game: SiteGame
    kind: Kind
    text: str
    """Its file."""
    computed: ComputedEntry

    @property
    def path(self) -> str:
        """Where its page stands."""
        return self.game.context.addresses.entry(self.kind.id, self.computed.id)

    @property
    def link(self) -> Link:
        """The link to its page, and there to the form."""
        lead = self.game.words("Step by step; what is not chosen yet stays open.")
        return Link(self.computed.entry.name, f"{self.path}#edit", summary=lead)

    @property
    def is_offered_in_front(self) -> bool:
        """Whether the front of the game leads to it: the kind has steps of its own, or no list to find it by."""
        return bool(self.kind.creation) or not self.game.entries.of(self.kind.id)

    @cached_property
    def content(self) -> EntryContent:
        """What pages show of it."""
        return self.game.contents.unlisted(self.computed)

    def page(self, shells: ShellMaker) -> EntryPage:
        """The page."""
        kind, title = self.kind, self.computed.entry.name
        listed = Link(kind.model.plural, self.game.context.list_address(kind.id))
        crumbs = [Link(self.game.title, self.game.front), *([listed] if self.game.entries.of(kind.id) else [])]
        shell = shells.shell(self.path, title, self.game, description=self.link.summary, crumbs=crumbs)
        view, needs = self.content.view, self.content.outline.needs
        steps = tuple(MakingStep(step.model.title, step.model.text) for step in _steps(self.kind))
        return EntryPage(shell=shell, entry=view, needs=needs, solo=False, steps=steps)

    def script(self, sources: EntrySources, rolls: bool = True) -> bytes:
        """The script that the page loads, with the steps and, where dice are rolled, what they are rolled for."""
        steps = [_step(step) for step in _steps(self.kind)]
        return sources.script(self.computed.entry, steps=steps, roll=self.roll if rolls else None).encode()

    @cached_property
    def roll(self) -> dict[str, Any] | None:
        """The table of all that is rolled for it, and whose value each cell is; None where nothing is rolled."""
        ruleset = self.game.ruleset
        table = roller_of(self.kind, ruleset.tables, self.game.rolled_names, ruleset.titles)
        parts = ({"field": p.field, "key": p.key, "dice": bool(Dice.of(p.source))} for p in rolled_parts(self.kind))
        return {"table": table.data, "parts": list(parts)} if table else None


def _steps(kind: Kind) -> tuple[CreationStep, ...]:
    return kind.creation or (undeclared_step(kind.model, kind.by_name),)


def _step(step: CreationStep) -> dict[str, Any]:
    return {"title": step.model.title, "text": step.model.text, "fields": step.model.fields, "left": bool(step.left)}


def _identity(kind: Kind) -> str:
    return f"new-{kind.id.replace('_', '-')}"


def new_entries(game: SiteGame) -> Iterator[NewEntry]:
    """The new entries of a game that can be made on pages: of kinds that say how, and of those with a sheet."""
    for kind in game.ruleset.kinds.values() if game.context.secrets and game.loaded.table else ():
        taken = (kind.id, _identity(kind)) in game.entries.by_key
        if (kind.creation or has_sheet(kind)) and not taken:
            name, made_from = ("new entry", game.ruleset.id, kind.id), (game.ruleset, game.loaded.house)
            text, computed = game.contents.memo.of_last_build(name, partial(_new_entry, game, kind), made_from)
            if computed:
                yield NewEntry(game, kind, text, computed)


def _new_entry(game: SiteGame, kind: Kind) -> tuple[str, ComputedEntry | None]:
    """A new entry of a kind as it is written, and computed; None where the least values of its fields do not make
    one."""
    loaded, diagnostics = game.loaded, Diagnostics()
    assert loaded.table is not None
    name = game.words("A new {thing}", thing=game.words.noun(kind.model.title))
    values: dict[str, Any] = {"open": []}
    for field_name in (name for step in _steps(kind) for name in step.model.fields):
        part = kind.by_name[field_name]
        if not (part.optional or part.has_default):
            values["open"].append(field_name)
            if isinstance(part.shape, ReferenceShape):
                values[field_name] = next((computed.id for computed in game.entries.of(part.shape.kind)), "")
    text = starter(kind, name, values=values if values["open"] else {})
    file = SourceFile(Path(kind.folder, f"{_identity(kind)}.yaml"), f"{kind.folder}/{_identity(kind)}.yaml", text)
    document = parse(file, diagnostics)
    written = list(entries_in(document, kind.id, _identity(kind), diagnostics)) if document else []
    entry = validated_entry(loaded.ruleset, written, True, diagnostics) if written else None
    if entry is None:
        return text, None
    computed, _ = computed_entry(entry, loaded.table.entries, loaded.house, loaded.ruleset, diagnostics)
    return text, computed
