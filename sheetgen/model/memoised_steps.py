"""The steps from files to computed entries, with what an earlier build made of the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from sheetgen.model.campaign_entries import read_campaign
from sheetgen.model.computed_entry import ComputedEntry, RecentValues
from sheetgen.model.derive import (
    ComputedEntries,
    Derivation,
    Key,
    Known,
    LateEntries,
    computed_entry,
    derive,
    known_to_compute,
)
from sheetgen.model.entries import Entry
from sheetgen.model.entry_validation import ValidEntry, validated_entry
from sheetgen.model.library import Library, Line, link
from sheetgen.model.linked_library import LinkedLibrary
from sheetgen.model.loaded import Steps, load_ruleset, says_of_ruleset
from sheetgen.model.players_edition import public_library
from sheetgen.model.project import Game, Project, display_root
from sheetgen.model.ruleset.cases import run_cases
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.ruleset_folders import RULESET_FILES
from sheetgen.model.ruleset.rulings import Option
from sheetgen.model.ruleset.written_entries import EntriesOfFile, WrittenEntry, read_entries
from sheetgen.text.cache import digest
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.kept_values import LentValue
from sheetgen.text.late_values import SpooledValues
from sheetgen.text.memo import Memo
from sheetgen.text.source import State, content, contents, state
from sheetgen.text.value_format import ValueFormat
from sheetgen.yaml.load import YamlDocument

T = TypeVar("T")
MANY_ENTRIES = 300
"""Entries of a game whose files, fields and views wait in a spool between their uses."""
MOST_IN_USE = 50
"""Files, and fields of entries, that then stand in memory at a time."""
MOST_RECENT = 400
"""Entries of a game whose values stand in memory at a time, where they are calculated once more rather than kept."""


@dataclass(frozen=True)
class MemoisedSteps(Steps):
    """Steps that make again only what is made from something else than before."""

    memo: Memo

    def ruleset(self, game: Game, project: Project, diagnostics: Diagnostics) -> Ruleset | None:
        """The ruleset of a game, compiled again only where one of its files holds other bytes."""
        root, spoken = display_root(game.folder, project), (game.spoken, project.language)
        files = contents([layer.folder for layer in game.layers], *RULESET_FILES)
        inputs = (root, game.layers, spoken, files, says_of_ruleset(game))
        name = ("ruleset", game.folder, *spoken)
        ruleset = self.memo.get(name, inputs, diagnostics, lambda report: load_ruleset(game, project, report))
        if ruleset is not None:
            self.memo.name_parts(self.memo.digest(ruleset), (ruleset.theme, *ruleset.entries))
        return ruleset

    def check_cases(self, ruleset: Ruleset, root: Path, diagnostics: Diagnostics) -> None:
        """Run the worked cases of a ruleset, unless they passed before."""

        def make(report: Diagnostics) -> str:
            run_cases(ruleset, root, report)
            return "run"

        self.memo.get(("cases", ruleset.id), (ruleset, root), diagnostics, make, form=ValueFormat.of)

    def campaign(self, game: Game, project: Project, ruleset: Ruleset, diagnostics: Diagnostics) -> list[WrittenEntry]:
        """The entries of a campaign, each file read again only where its bytes are others."""
        return read_campaign(game, project, ruleset, diagnostics, self._each_read)

    def _each_read(
        self, files: Sequence[tuple[str, str]], root: Path, diagnostics: Diagnostics
    ) -> Iterator[list[WrittenEntry]]:
        read = partial(self._read, root, self._spooled(len(files)))
        tasks = ((Path(path).stem, partial(read, path, kind, None, Diagnostics())) for path, kind in files)
        self.memo.share("read", tasks)
        states, made = {path: (kind, state(path)) for path, kind in files}, dict[str, list[WrittenEntry]]()
        with self.memo.each(("file", str(root), *files[:1]), states, made, iter, diagnostics):
            for path, (kind, stands) in states.items():
                if path not in made:
                    made[path] = read(path, kind, stands, diagnostics)
        return iter(made[path] for path, _ in files)

    def _spooled(self, count: int) -> SpooledValues[Any] | None:
        """Where so many values wait between the steps; nowhere but in memory where they are few."""
        kept_values = self.memo.kept_values
        return SpooledValues(kept_values.spool, MOST_IN_USE) if kept_values and count >= MANY_ENTRIES else None

    def _lent(self, values: SpooledValues[T] | None, name: str) -> LentValue[T] | None:
        """One of these values, for all processes of this build; none where they are few."""
        kept_values = self.memo.kept_values
        return LentValue(kept_values, values, name) if kept_values and values else None

    def _read(
        self,
        root: Path,
        documents: SpooledValues[YamlDocument] | None,
        path: str,
        kind: str,
        stands: State | None,
        diagnostics: Diagnostics,
    ) -> list[WrittenEntry]:
        read = cache(partial(content, path))

        def content_digest() -> str | None:
            data = read()
            return None if data is None else digest(data)

        def make(report: Diagnostics) -> list[WrittenEntry]:
            return form().spooled(read_entries(Path(path), kind, root, report))

        def form() -> EntriesOfFile:
            lent = self._lent(documents, f"{path} {content_digest()}")
            return EntriesOfFile(path, kind, root, read() or b"", lent)

        name, part = ("file", kind, path), (path, stands)
        return self.memo.get(name, lambda: (str(root), content_digest()), diagnostics, make, part, form)

    def library(self, ruleset: Ruleset, campaign: Sequence[WrittenEntry], diagnostics: Diagnostics) -> Library:
        """The valid entries, each validated again only where something in its line is others.

        Where no more follows from an edit, the library of the last whole build is gone on with.
        """

        def linked(before: LinkedLibrary | None) -> LinkedLibrary:
            after = before.after(ruleset, campaign, self._each_validated) if before else None
            if after:
                self.memo.keep("entry", ruleset.id)
            return after or self._linked(ruleset, campaign, diagnostics)

        library = self.memo.after_last_build(("library", ruleset.id), linked).library
        self.memo.drop_with_digests("file")
        self.memo.drop("entry")
        return library

    def _linked(self, ruleset: Ruleset, campaign: Sequence[WrittenEntry], diagnostics: Diagnostics) -> LinkedLibrary:
        lines: dict[Key, Line] = {}

        def validate(ruleset: Ruleset, given: Mapping[Key, Line], diagnostics: Diagnostics) -> Iterator[Entry | None]:
            self.memo.check_superseded()
            lines.update(given)
            return self._each_validated(ruleset, given, diagnostics)

        report = Diagnostics()
        library = link(ruleset, campaign, report, validate)
        diagnostics.extend(report)
        return LinkedLibrary(ruleset, campaign, library, lines, report.is_empty)

    def _each_validated(
        self, ruleset: Ruleset, lines: Mapping[Key, Line], diagnostics: Diagnostics
    ) -> Iterator[Entry | None]:
        validate = partial(self._validated, ruleset, self._spooled(len(lines)))
        tasks = ((key[1], partial(validate, *line, Diagnostics())) for key, line in lines.items())
        self.memo.share("validate", tasks)
        return (validate(*line, diagnostics) for line in lines.values())

    def _validated(
        self,
        ruleset: Ruleset,
        fields: SpooledValues[Mapping[str, Any]] | None,
        line: Sequence[WrittenEntry],
        campaign: bool,
        diagnostics: Diagnostics,
    ) -> Entry | None:
        def make(report: Diagnostics) -> Entry | None:
            entry = validated_entry(ruleset, line, campaign, report)
            return form().spooled(entry) if entry else None

        def form() -> ValidEntry:
            lent = self._lent(fields, f"fields {self.memo.digest(inputs)}") if fields else None
            return ValidEntry(ruleset, line, campaign, lent)

        name, inputs = ("entry", ruleset.id, line[0].kind, line[0].id), (ruleset, campaign, *line)
        return self.memo.get(name, inputs, diagnostics, make, form=form)

    def public(self, library: Library) -> Library:
        """The entries that players may see, each known by the whole one and by which others there are."""
        public = public_library(library)
        others = self.memo.digest(tuple(public.entries))
        for key, entry in public.entries.items():
            self.memo.name_parts(self.memo.digest((library.entries[key], entry.partial, others)), [entry])
        return public

    def computed(
        self, ruleset: Ruleset, library: Library, house: Mapping[str, Option], diagnostics: Diagnostics
    ) -> ComputedEntries:
        """Every entry, computed again only where it, what it refers to, or a house rule is another.

        In a partial build, what visible pages show is computed; the rest is as it was. Where values are kept on disk,
        an entry is computed when it is asked for, so that it can be drawn while its values still stand in memory.
        """
        if self.memo.visible_pages is not None:
            self.memo.visible_pages |= set(_addresses_behind(self.memo.visible_pages, ruleset, library))

        options, recent = self.memo.digest(house), RecentValues(MOST_RECENT) if self.memo.is_last_build else None

        def drops(entry: Entry) -> RecentValues | None:
            """What drops the values of an entry; nothing does in a circle, where each would be asked for by all."""
            return None if entry.kind.id in ruleset.circular else recent

        def compute(report: Diagnostics, entry: Entry, known: Known) -> tuple[ComputedEntry | None, int]:
            def make(report: Diagnostics) -> tuple[ComputedEntry | None, int]:
                return computed_entry(entry, known, house, ruleset, report, drops(entry))

            def form() -> _Computable:
                return _Computable(lambda: known_to_compute(entry, known, house, ruleset, recent=drops(entry)))

            address = ruleset.address(entry.kind.id, entry.id)
            inputs, part = (ruleset, entry, known, options), (address, entry)
            return self.memo.get(("computed", address), inputs, report, make, part, form)

        def late(report: Diagnostics) -> LateEntries:
            return LateEntries(Derivation(ruleset, library, house, report, partial(compute, report)))

        if recent is None:
            made: dict[Key, ComputedEntry | None] = {}
            with self.memo.each(("computed", ruleset.id), library.entries, made, ruleset.keys_at, diagnostics):
                return derive(ruleset, library, house, diagnostics, partial(compute, diagnostics), made=made)
        pairs = ((key[1], target) for key, entry in library.entries.items() for _, _, target in entry.references)
        self.memo.peers.keep_together(pairs, len(library.entries))
        keys = library.entries.keys()
        return ComputedEntries(house, late(diagnostics), keys, ComputedEntries(house, late(Diagnostics()), keys))


@dataclass(frozen=True)
class _Computable:
    """The form of a computed entry on disk: the steps that it took; it is computed again where values are needed."""

    again: Callable[[], ComputedEntry]

    def write(self, value: tuple[ComputedEntry | None, int]) -> bytes:
        """The steps of an entry that could be computed."""
        if value[0] is None:
            raise ValueError("only what can be computed is kept")
        return b"%d" % value[1]

    def read(self, line: bytes) -> tuple[ComputedEntry | None, int]:
        """The entry and its steps."""
        return self.again(), int(line)


def _addresses_behind(addresses: set[str], ruleset: Ruleset, library: Library) -> Iterator[str]:
    """The addresses of all entries that some pages and lists show, and that these refer to, near and far."""
    listed = {kind for kind in ruleset.kinds if ruleset.address(kind, "index") in addresses}
    left = [key for key in library.entries if key[0] in listed]
    left += (key for key in ruleset.keys_at(addresses) if key in library.entries and key[0] not in listed)
    seen = set(left)
    for key in left:
        yield ruleset.address(*key)
        referred = {(kind, target) for _, kind, target in library.entries[key].references} - seen
        seen |= referred
        left += sorted(referred)
