"""Versions of entries, held against each other: two entries, two files, revisions of git, or a whole history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sheetgen.cli.app import ContentError, Misuse
from sheetgen.cli.common import games, nearest_name, report, short_path
from sheetgen.text.git import GitError, UnknownRevisionError, revisions_below, text_at

if TYPE_CHECKING:
    from sheetgen.model.computed_entry import ComputedEntry
    from sheetgen.model.entries import Entry
    from sheetgen.model.entry_differences import VersionChange
    from sheetgen.model.loaded import LoadedGame
    from sheetgen.model.ruleset.written_entries import WrittenEntry
    from sheetgen.text.diagnostics import Diagnostics

NOW = "now"


@dataclass(frozen=True)
class EntryChanges:
    """The steps between versions of an entry, the latest first."""

    title: str
    steps: tuple[VersionChange, ...]


def entry_changes(old: str, new: str, path: Path, secrets: bool = True) -> EntryChanges:
    """The changes between two versions; with an empty `new`, all that git knows of the entry. Raises `Misuse`.

    A version is the id of an entry, a YAML file, or, beside one of these, a revision of git or two as `A..B`.
    """
    with TemporaryDirectory() as place:
        return _Versions(path, Path(place), secrets).compared(old, new)


@dataclass(frozen=True)
class _Version:
    """A version by the name that users give it: an entry as it is now, or what was written elsewhere."""

    title: str
    entry: Entry | None = None
    written: WrittenEntry | None = None


@dataclass(frozen=True)
class _Versions:
    """The versions of entries of a project; texts of other revisions are put into a place."""

    path: Path
    place: Path
    secrets: bool

    @cached_property
    def _games(self) -> list[LoadedGame]:
        from sheetgen.text.diagnostics import Diagnostics

        diagnostics = Diagnostics()
        _, loaded = games(self.path, diagnostics, identity=":")
        if not loaded:
            report(diagnostics)
            raise ContentError("nothing can be compared before the mistakes above are mended")
        return loaded

    def compared(self, old: str, new: str) -> EntryChanges:
        """The changes from an old version to a new one, or the whole history."""
        sides = [self._entry(side) for side in (old, new) if side]
        game, subject = next((side for side in reversed(sides) if side), None) or self._beside(old, new)
        if not new:
            return self._steps(game, list(self._history(game, subject)))
        before, _, after = old.partition("..")
        if after and sides[0] is None:
            pair = [self._revision(before, subject), self._revision(after, subject)]
        else:
            pair = [
                _Version(name, side[1]) if side else self._other(name, subject)
                for name, side in zip((old, new), sides, strict=True)
            ]
        return self._steps(game, pair)

    def _entry(self, name: str) -> tuple[LoadedGame, Entry] | None:
        """The entry of an id or a file, those of campaigns first; None for a file elsewhere, and for a revision."""
        own = Path(name).resolve() if _is_file(name) else None
        known = [(game, entry) for game in self._games for entry in (game.library if own else game.library.find(name))]
        if own:
            known = [(game, entry) for game, entry in known if entry.place.span.file.path.resolve() == own]
            if len(known) > 1:
                names = ", ".join(entry.id for _, entry in known)
                raise Misuse(f"{name} has several entries", f"name the one that you mean: {names}")
        return min(known, key=lambda pair: not pair[1].campaign, default=None)

    def _beside(self, old: str, new: str) -> tuple[LoadedGame, Entry]:
        """The entry that two files elsewhere are versions of, by their ids. Raises `Misuse` where there is none."""
        from sheetgen.text.addresses import slug

        for name in filter(_is_file, (new, old)):
            if entry := self._entry(slug(Path(name).stem)):
                return entry
        name = new or old
        if _is_file(name):
            raise Misuse(f"{name} is no file of this project", "name the entry that it is a version of, by its id")
        hint = nearest_name(name, [known for game in self._games for known in game.library.ids])
        raise Misuse(f"there is no entry `{name}`", hint or "name an entry by its id, or a file of one")

    def _other(self, name: str, subject: Entry) -> _Version:
        if not _is_file(name):
            return self._revision(name, subject)
        file = Path(name).resolve()
        root = Path.cwd() if file.is_relative_to(Path.cwd()) else file.parent
        return _Version(short_path(file), written=self._read(file, root, subject))

    def _revision(self, name: str, subject: Entry) -> _Version:
        """The version of a revision; without a name, that of now."""
        if not name:
            return _Version(NOW, subject)
        file = _file(subject)
        try:
            text = text_at(file, name)
        except GitError as error:
            hint = nearest_name(name, [known for game in self._games for known in game.library.ids])
            if not hint and not isinstance(error, UnknownRevisionError):
                raise
            message = f"`{name}` is no entry, no file and no revision of git"
            raise Misuse(
                message, hint or "name an entry by its id, a file of one, or a commit, tag or branch"
            ) from error
        return _Version(name, written=self._written(name, file.name, text, subject))

    def _history(self, game: LoadedGame, subject: Entry) -> Iterator[_Version]:
        """The versions that git knows of an entry, the first first, and that of now."""
        file = _file(subject)
        folder = next(layer.folder for layer in reversed(game.game.layers) if file.is_relative_to(layer.folder))
        revisions = revisions_below(folder, "*.yaml", "*.yml").get(file.relative_to(folder).as_posix())
        if not revisions:
            raise Misuse(f"git knows nothing of {short_path(file)}", "commit the file, and it has a history")
        for revision in reversed(revisions):
            written = self._written(revision.commit, Path(revision.name).name, revision.text, subject)
            yield _Version(f"{revision.day} {revision.subject}", written=written)
        yield _Version(NOW, subject)

    def _written(self, revision: str, name: str, text: bytes, subject: Entry) -> WrittenEntry:
        from sheetgen.output.publish import write
        from sheetgen.text.addresses import slug

        file = self.place / slug(revision) / name
        write(file, text)
        return self._read(file, self.place, subject)

    def _read(self, file: Path, root: Path, subject: Entry) -> WrittenEntry:
        """The entry in a file: that of the same id, else the only one."""
        from sheetgen.model.entry_versions import same_entry
        from sheetgen.model.ruleset.written_entries import read_entries
        from sheetgen.text.diagnostics import Diagnostics

        diagnostics = Diagnostics()
        entries = read_entries(file, subject.kind.id, root, diagnostics)
        if version := same_entry(entries, subject):
            return version
        report(diagnostics)
        raise ContentError(f"{short_path(file) if root != self.place else file.name} has no entry `{subject.id}`")

    def _steps(self, game: LoadedGame, versions: Sequence[_Version]) -> EntryChanges:
        """The steps from each version to the next, those without a change left out."""
        from sheetgen.model.entry_differences import EntryComparison

        made = self._computed(game, versions)
        kinds = {computed.entry.kind.id for computed in made}
        if len(kinds) > 1:
            raise Misuse(f"these are of different kinds: {', '.join(sorted(kinds))}", "compare two of one kind")
        kinds_of_game = game.ruleset.kinds.values()
        names = {
            kind.record.name: {entry.id: entry.name for entry in game.library.of(kind.id)} for kind in kinds_of_game
        }
        steps = []
        for (old, new), (before, after) in zip(pairwise(versions), pairwise(made), strict=True):
            title = new.title if len(versions) > 2 else f"{old.title} → {new.title}"
            steps.append(EntryComparison(before, after, game.ruleset.titles, names).change(title, self.secrets))
        return EntryChanges(
            made[-1].entry.name, tuple(step for step in reversed(steps) if step.written or step.derived)
        )

    def _computed(self, game: LoadedGame, versions: Sequence[_Version]) -> list[ComputedEntry]:
        """The versions computed together. Raises `ContentError` where one has mistakes, which are reported."""
        from sheetgen.cli.common import read
        from sheetgen.model.entry_versions import versions_of
        from sheetgen.text.diagnostics import Diagnostics

        diagnostics = Diagnostics()
        project = read(self.path, Diagnostics())
        assert project is not None
        entries = [version.entry for version in versions if version.entry]
        written = [version.written for version in versions if version.written]
        asked = [f"{entry.kind.id}:{entry.id}" for entry in entries]
        loaded, others = versions_of(game, project, asked, written, diagnostics)
        table, rest = loaded.table if loaded else None, iter(others)
        made = [
            (table.find(version.entry.id, version.entry.kind.id) if table else None) if version.entry else next(rest)
            for version in versions
        ]
        for version, computed in zip(versions, made, strict=True):
            if computed is None:
                report(_of_file(version, diagnostics))
                raise ContentError(f"`{version.title}` cannot be compared: it has mistakes under the rules of now")
        return [computed for computed in made if computed]


def _of_file(version: _Version, diagnostics: Diagnostics) -> Diagnostics:
    """The mistakes in the file of a version, where it has any; else all."""
    from sheetgen.text.diagnostics import Diagnostics

    file = version.written and version.written.place.span.file.path
    own = Diagnostics()
    for diagnostic in diagnostics:
        if diagnostic.span and diagnostic.span.file.path == file:
            own.add(diagnostic)
    return own if own.has_errors else diagnostics


def _is_file(name: str) -> bool:
    return Path(name).suffix.lower() in (".yaml", ".yml") and Path(name).is_file()


def _file(entry: Entry) -> Path:
    return entry.place.span.file.path
