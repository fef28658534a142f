"""`read`: a filled form back into the file of its entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from sheetgen.cli.app import ContentError
from sheetgen.cli.common import count, games, project_option, report, stop

if TYPE_CHECKING:
    from sheetgen.cli.form_changes import FormChanges
    from sheetgen.cli.form_values import FormValue
    from sheetgen.model.entries import Entry
    from sheetgen.model.form_fields import FormTarget
    from sheetgen.model.loaded import LoadedGame
    from sheetgen.model.project import Project


@click.command("read")
@click.argument("form", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@project_option
@click.option("--write", "is_written", is_flag=True, help="Change the files, once they have no mistakes with it.")
def read_form(form: Path, path: Path, is_written: bool) -> None:
    """Read a filled form back: what was changed in it, as the lines of your files that change.

    Nothing is guessed: what follows from other numbers, and what a form says in other words than the file, is told and
    left to you. Without --write, nothing is changed.

    \b
    sheetgen sheet grey-heron --fillable -o grey-heron.pdf
    sheetgen read grey-heron.pdf
    sheetgen read grey-heron.pdf --write
    """
    from sheetgen.cli.form_values import form_values

    values = form_values(form)
    if not values:
        raise ContentError(f"{form} has no fields that sheetgen printed; `sheetgen sheet --fillable` prints them")
    changed = [value for value in values if value.value != value.printed]
    if not changed:
        click.echo("Nothing was filled in or changed.")
        return
    filled = _filled(values, changed, path)
    edits = [(changes, _reported(changes)) for changes in filled]
    sound = [(changes, edit) for changes, edit in edits if edit.values]
    if not _are_sound(sound, path):
        stop()
    if is_written:
        for changes, edit in sound:
            _write(changes.entry, edit.text, changes.root)
            click.echo(f"{changes.entry.place.span.file.name}: {count(edit.values, 'value')} written")
    elif len(sound) == len(edits):
        click.echo("Nothing is written without --write.", err=True)


@dataclass(frozen=True)
class Edit:
    """The text of a file with what was filled in, and how many values of it are others."""

    text: str
    values: int


def _filled(values: Sequence[FormValue], changed: Sequence[FormValue], path: Path) -> list[FormChanges]:
    """What was filled in for each entry of a form; the project is opened once."""
    from sheetgen.text.diagnostics import Diagnostics

    project, loaded = games(path, Diagnostics(), identity=":")
    assert project is not None or not loaded
    every = groupby(sorted(changed, key=lambda value: value.entry), key=lambda value: value.entry)
    return [
        _changes(name, [value for value in values if value.entry == name], list(of_entry), project, loaded)
        for name, of_entry in every
    ]


def _changes(
    name: str,
    values: Sequence[FormValue],
    changed: Sequence[FormValue],
    project: Project | None,
    loaded: Sequence[LoadedGame],
) -> FormChanges:
    """What was filled in for one entry. Raises `ContentError` where the project has no such entry."""
    from sheetgen.cli.form_changes import FormChanges
    from sheetgen.model.form_options import all_targets

    entries = [(game, entry) for game in loaded for entry in game.library.find(name)]
    if project is None or not entries:
        raise ContentError(f"this form is of `{name}`, and there is no such entry here")
    game, entry = min(entries, key=lambda pair: not pair[1].campaign)
    targets = all_targets(entry, game.library.get)
    changes = FormChanges(root=project.root, game=game, entry=entry, targets=targets, values=values)
    for value in _without_repeats(changed, targets):
        changes.take(value)
    return changes


def _without_repeats(changed: Sequence[FormValue], targets: Mapping[str, FormTarget]) -> Iterator[FormValue]:
    """The first of the fields that show one value of the file, and all that show none."""
    seen: set[tuple[str | int, ...]] = set()
    for value in changed:
        target = targets.get(value.name)
        if target is None or target.path not in seen:
            yield value
        if target is not None:
            seen.add(target.path)


def _reported(changes: FormChanges) -> Edit:
    """Tell what was filled in for an entry, and give the file with it."""
    from sheetgen.model.edited_files import UnwritableError, edited_text
    from sheetgen.text.snippet import visible

    entry = changes.entry
    click.echo(click.style(visible(entry.name), bold=True))
    kept: list[tuple[tuple[str | int, ...], Any]] = []
    for way, value in changes.written.items():
        try:
            if not entry.campaign or (not entry.is_own(way) and entry.fields["extends"]):
                raise UnwritableError("it stands in another file")
            edited_text(entry.place, [(way, value)])
            kept.append((way, value))
        except UnwritableError as error:
            changes.left.append(f"{'.'.join(map(str, way))}: {value} ({error})")
    text = edited_text(entry.place, kept)
    for line in _difference(entry, text):
        click.echo(visible(line))
    for said in changes.left:
        click.echo(f"  not written: {visible(said)}")
    return Edit(text, len(kept))


def _difference(entry: Entry, text: str) -> Iterator[str]:
    file = entry.place.document.file
    lines = unified_diff(file.text.splitlines(), text.splitlines(), file.name, file.name, n=0, lineterm="")
    yield from (f"  {line}" for line in lines)


def _are_sound(edits: Sequence[tuple[FormChanges, Edit]], path: Path) -> bool:
    """Whether no entry has mistakes with its new values; they are reported at the lines that they would be in."""
    from sheetgen.cli.common import read
    from sheetgen.model.entry_versions import versions_of
    from sheetgen.model.ruleset.written_entries import WrittenEntry, read_entries
    from sheetgen.output.publish import write
    from sheetgen.text.diagnostics import Diagnostics

    project, own = (read(path, Diagnostics()) if edits else None), Diagnostics()
    for game, of_game in groupby(edits, key=lambda pair: pair[0].game):
        diagnostics, versions, copies = Diagnostics(), list[WrittenEntry](), set[Path]()
        with TemporaryDirectory() as folder:
            for number, (changes, edit) in enumerate(of_game):
                copy = Path(folder, str(number), changes.entry.place.document.file.name)
                write(copy, edit.text.encode())
                copies.add(copy)
                entries = read_entries(copy, changes.entry.kind.id, Path(folder, str(number)), diagnostics)
                versions += [entry for entry in entries if entry.id == changes.entry.id]
            assert project is not None
            versions_of(game, project, (), versions, diagnostics)
            for diagnostic in diagnostics:
                if diagnostic.span and diagnostic.span.file.path in copies and diagnostic.code != "duplicate-name":
                    own.add(diagnostic)
    report(own)
    return not own.has_errors


def _write(entry: Entry, text: str, root: Path) -> None:
    """Put the new text into the file. Raises `ContentError`."""
    from sheetgen.serve.saving import FileChange, NotSavedError, SavedFolder
    from sheetgen.text.cache import digest

    file = entry.place.document.file
    change = FileChange(file=file.name, digest=digest(file.text), start=0, end=len(file.text), text=text)
    try:
        SavedFolder(root).save(change)
    except NotSavedError as error:
        raise ContentError(f"{file.name} is not written: {error}") from None
