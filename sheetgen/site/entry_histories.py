"""The page of what happened to an entry: the versions of its file that git knows, each held against the one before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from markupsafe import Markup

from sheetgen.markdown.token_words import TEXT
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.entry_differences import EntryComparison, Names
from sheetgen.model.entry_versions import older_versions, written_version
from sheetgen.model.memoised_steps import MemoisedSteps
from sheetgen.model.project import Project
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.written_entries import WrittenEntry
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.games import SiteGame
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.git import FileRevision, GitError, head, revisions_below
from sheetgen.views.pages import GuidePage, Link, Shell

_FOLDED = Markup("<details open><summary>{}</summary>{}</details>")
_WORD = re.compile(rb"[\w-]+")


@dataclass(frozen=True)
class HistoryParts:
    """What the page of an entry's history follows from."""

    around: Shell
    computed: ComputedEntry
    revisions: tuple[FileRevision, ...]
    """The latest first."""
    mentioned: tuple[ComputedEntry, ...]
    """The entries that any version may refer to."""
    ruleset: Ruleset


@dataclass(frozen=True, eq=False)
class EntryHistories:
    """The histories of a campaign's entries, where it asks for them and git knows any."""

    game: SiteGame
    project: Project

    @cached_property
    def _revisions(self) -> Mapping[str, tuple[FileRevision, ...]]:
        """The revisions of each file of the campaign."""
        folder, memo = self.game.loaded.game.campaign, self.game.contents.memo
        settings = self.game.loaded.game.settings
        if not (folder and settings and settings.history and self.game.context.secrets and self.game.loaded.table):
            return {}

        def read(diagnostics: Diagnostics) -> Mapping[str, tuple[FileRevision, ...]]:
            try:
                return revisions_below(folder, "*.yaml", "*.yml")
            except GitError:
                return {}

        return memo.get(("history", str(folder)), (str(folder), head(folder)), Diagnostics(), read)

    def of(self, computed: ComputedEntry) -> tuple[FileRevision, ...]:
        """The revisions of an entry's file, the latest first; none of an entry of the rulebook."""
        if not (computed.entry.campaign and self._revisions):
            return ()
        file = computed.entry.place.span.file.path
        inside = file.is_relative_to(self._folder)
        return self._revisions.get(file.relative_to(self._folder).as_posix(), ()) if inside else ()

    def address(self, computed: ComputedEntry) -> str:
        """Where the page of an entry's history stands; empty where there is none."""
        path = self.game.context.addresses.entry(computed.entry.kind.id, computed.id)
        return f"{path.removesuffix('.html')}.history.html" if self.of(computed) else ""

    def parts(self, shells: ShellMaker, computed: ComputedEntry) -> HistoryParts:
        """All that the page of an entry's history follows from."""
        game, kind, name, revisions = self.game, computed.entry.kind, computed.entry.name, self.of(computed)
        crumbs = [
            Link(game.title, game.front),
            Link(kind.model.plural, game.context.list_address(kind.id)),
            Link(name, game.context.addresses.entry(kind.id, computed.id)),
        ]
        title = game.words("The history of {name}", name=name)
        words = {word.decode("utf-8", "replace") for revision in revisions for word in _WORD.findall(revision.text)}
        return HistoryParts(
            around=shells.shell(self.address(computed), title, game, crumbs=crumbs),
            computed=computed,
            revisions=revisions,
            mentioned=tuple(other for other in game.entries.by_key.values() if other.id in words),
            ruleset=game.ruleset,
        )

    def page(self, parts: HistoryParts) -> GuidePage:
        """The page of its parts."""
        words = self.game.words
        lead = words(
            "What changed from one commit to the next, the latest first, each version by the rules as they are now."
        )
        html = Markup("").join(self._drawn(parts))
        return GuidePage(
            shell=parts.around, title=parts.around.title, summary=lead, html=html, needs=frozenset((TEXT,))
        )

    def _drawn(self, parts: HistoryParts) -> Iterator[Markup]:
        """What changed with each version, the latest first, and the version that there was at first."""
        words, after, revision = self.game.words, parts.computed, None
        passed: list[FileRevision] = []
        for older, before in zip(parts.revisions, self._versions(parts), strict=True):
            if before is None:
                passed.append(older)
                continue
            yield from self._changed(revision, before, after)
            yield from map(self._wrong, passed)
            after, revision, passed = before, older, []
        yield _section(self._title(revision), _line(words("The first version that git knows.")))
        yield from map(self._wrong, passed)

    def _changed(self, revision: FileRevision | None, before: ComputedEntry, after: ComputedEntry) -> Iterator[Markup]:
        """What a revision changed, where it changed anything of the game: what was written, and what follows."""
        comparison = EntryComparison(before, after, self.game.ruleset.titles, self._names)
        change, words = comparison.change(""), self.game.words
        if not (change.written or change.derived):
            return
        follows = list(change.derived_lines(words=words))
        folded = _FOLDED.format(words("What follows from it"), _list(follows)) if follows else Markup("")
        yield _section(self._title(revision), _list(change.written_lines(words)) + folded)

    def _wrong(self, revision: FileRevision) -> Markup:
        return _section(self._title(revision), _line(self.game.words("This version has mistakes by the rules of now.")))

    def _title(self, revision: FileRevision | None) -> str:
        return f"{revision.day} {revision.subject}" if revision else self.game.words("Not committed yet")

    def _versions(self, parts: HistoryParts) -> Iterator[ComputedEntry | None]:
        """The entry in each revision; None where it has mistakes, or was not there."""
        entry = parts.computed.entry
        written = [written_version(revision, entry, self._folder) for revision in parts.revisions]
        known = [version for version in written if version]
        computed = iter(older_versions(self.game.loaded, self._campaign, known))
        return (next(computed) if version else None for version in written)

    @property
    def _folder(self) -> Path:
        folder = self.game.loaded.game.campaign
        assert folder is not None
        return folder

    @cached_property
    def _campaign(self) -> Sequence[WrittenEntry]:
        """The entries of the campaign as they are written now."""
        loaded, steps = self.game.loaded, MemoisedSteps(self.game.contents.memo)
        return steps.campaign(loaded.game, self.project, loaded.ruleset, Diagnostics())

    @cached_property
    def _names(self) -> Names:
        """What entries are called, by the kinds that values refer to."""
        library = self.game.loaded.library
        return {
            kind.record.name: {entry.id: entry.name for entry in library.of(kind.id)}
            for kind in self.game.ruleset.kinds.values()
        }


def _section(title: str, body: Markup) -> Markup:
    return Markup("<h2>{}</h2>{}").format(title, body)


def _line(text: str) -> Markup:
    return Markup("<p>{}</p>").format(text)


def _list(lines: Iterable[str]) -> Markup:
    items = Markup("").join(Markup("<li>{}</li>").format(line) for line in lines)
    return Markup("<ul>{}</ul>").format(items) if items else Markup("")
