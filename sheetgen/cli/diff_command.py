"""`diff`: what changed between two versions of an entry, or of a ruleset."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from sheetgen.cli.app import Misuse
from sheetgen.cli.common import count, is_project, project_option, ruleset_of, short_path
from sheetgen.cli.completing import entry_ids
from sheetgen.text.git import GitError, git_answer

if TYPE_CHECKING:
    from sheetgen.cli.entry_diff import EntryChanges
    from sheetgen.model.entry_differences import VersionChange
    from sheetgen.model.ruleset.ruleset import Ruleset
    from sheetgen.model.ruleset_changes import Change

_PLAIN = re.compile(r"[\w ,.()’'–-]*\w[\w ,.()’'–-]*")
YAML = (".yaml", ".yml")
"""The ends of the names of files that hold entries."""
NOTHING = "Nothing is different in what the rules say."


@click.command("diff")
@click.argument("old", shell_complete=entry_ids)
@click.argument("new", shell_complete=entry_ids, required=False, default="")
@project_option
@click.option("--all", "everything", is_flag=True, help="Every number that follows, however many there are.")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write a page of Markdown.")
def diff_versions(old: str, new: str, path: Path, everything: bool, output: Path | None) -> None:
    """Tell what changed between two versions of an entry, in words of the game, or of a ruleset, by its parts.

    A version of an entry is its id, a file, or, beside one of these, a revision of git or two of them. With an id
    alone it is the whole history that git knows. A version of a ruleset is a folder, an archive of `pack`, or the name
    of a game; beside a folder, the other one may be a revision.

    \b
    sheetgen diff HEAD~3 grey-heron
    sheetgen diff session-3..session-5 grey-heron
    sheetgen diff grey-heron
    sheetgen diff old/grey-heron.yaml grey-heron
    sheetgen diff v1.1 my-game
    sheetgen diff my-game-1.1.zip my-game -o my-game/reference/what-changed.md
    """
    try:
        if new and (any(map(_is_ruleset, (old, new))) or not is_project(path)):
            _diff_rulesets(old, new, output)
        else:
            _diff_entries(old, new, path, everything, output)
    except GitError as error:
        raise Misuse(str(error), error.hint) from None


def _diff_entries(old: str, new: str, path: Path, everything: bool, output: Path | None) -> None:
    from sheetgen.cli.entry_diff import entry_changes
    from sheetgen.output.publish import write
    from sheetgen.text.snippet import visible

    changed = entry_changes(old, new, path, secrets=output is None)
    if output:
        write(output, "\n".join(_entry_page(changed, everything)).encode())
        click.echo(f"{short_path(output)}: {count(len(changed.steps), 'change')}")
        return
    click.echo(click.style(visible(changed.title), bold=True))
    for step in changed.steps:
        click.echo(visible(step.title))
        for line in _lines(step, everything):
            click.echo(f"  {visible(line)}")
    if not changed.steps:
        click.echo("Nothing is different.")


def _lines(change: VersionChange, everything: bool) -> Iterator[str]:
    yield from change.written_lines()
    yield from (f"so {line}" for line in change.derived_lines(everything))


def _is_ruleset(name: str) -> bool:
    """Whether a name is that of a folder, an archive or a game, rather than of an entry, its file or a revision."""
    from sheetgen.model.ruleset.ruleset_folders import known_rulesets, ruleset_folder

    path = Path(name)
    if path.exists():
        return path.is_dir() or path.suffix.lower() not in YAML
    return bool(ruleset_folder(name, Path.cwd()) or name in known_rulesets(Path.cwd() / "content"))


def _entry_page(changed: EntryChanges, everything: bool) -> Iterator[str]:
    """The changes as a page of a campaign, which players do not see before its author says so."""
    from json import dumps

    yield from ("---", f"title: {dumps(f'The history of {changed.title}', ensure_ascii=False)}", "hidden: true")
    yield from ("---", "")
    for step in changed.steps:
        yield from (f"## {_code(step.title)}", "")
        yield from (f"- {_code(line)}" for line in _lines(step, everything))
        yield ""
    if not changed.steps:
        yield from ("Nothing is different.", "")


def _diff_rulesets(old: str, new: str, output: Path | None) -> None:
    from sheetgen.model.ruleset_changes import changes
    from sheetgen.output.publish import write

    with TemporaryDirectory() as place:
        before = _version(old, new, Path(place, "old"))
        after = _version(new, old, Path(place, "new"))
        editions, changed = (before.edition, after.edition), list(changes(before, after))
    if output:
        write(output, "\n".join(_page(editions, changed)).encode())
        click.echo(f"{short_path(output)}: {count(len(changed), 'change')}")
        return
    click.echo(" → ".join(editions))
    for sort, of_sort in groupby(changed, key=lambda change: change.sort):
        click.echo(sort)
        for change in of_sort:
            click.echo(f"  {change.title}: {change.how}")
            for detail in change.details:
                click.echo(f"    {detail}")
    if not changed:
        click.echo(NOTHING)


def _page(editions: Sequence[str], changes: Iterable[Change]) -> Iterator[str]:
    """The changes as a chapter or a page of a campaign."""
    from json import dumps

    title, summary = f"What changed in {editions[1]}", f"What differs from {editions[0]}."
    yield from ("---", f"title: {dumps(title, ensure_ascii=False)}", f"summary: {dumps(summary, ensure_ascii=False)}")
    yield from ("---", "")
    changed = list(changes)
    for sort, of_sort in groupby(changed, key=lambda change: change.sort):
        yield from (f"## {sort}", "")
        for change in of_sort:
            title = f"**{change.title}**" if _PLAIN.fullmatch(change.title) else _code(change.title)
            yield f"- {title}: {change.how}"
            yield from (f"  - {_code(detail)}" for detail in change.details)
        yield ""
    if not changed:
        yield from (NOTHING, "")


def _code(text: str) -> str:
    """A text that Markdown leaves as it is, whatever stands in it."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _version(name: str, other: str, place: Path) -> Ruleset:
    """A version of a ruleset; what has to be unpacked for it goes into a place. Raises `Misuse` where there is none."""
    from sheetgen.model.ruleset.ruleset_folders import known_rulesets, ruleset_folder

    path, beside = Path(name), Path(other)
    if path.is_dir():
        return ruleset_of(str(path.resolve()))
    if path.is_file():
        return ruleset_of(str(_unpacked(path, place)))
    if ruleset_folder(name, Path.cwd()) or name in known_rulesets(Path.cwd() / "content"):
        return ruleset_of(name)
    if beside.is_dir():
        return ruleset_of(str(_revision(name, beside.resolve(), place)))
    raise Misuse(
        f"there is no version `{name}`", "name a folder, an archive, a game, or a revision of the other's folder"
    )


def _unpacked(archive: Path, place: Path) -> Path:
    """The folder of a packed ruleset."""
    from sheetgen.cli.app import ContentError
    from sheetgen.model.shared_rulesets import SharingError, unpacked
    from sheetgen.output.publish import write

    try:
        for way, data in unpacked(archive.read_bytes(), str(archive)).items():
            write(place / "ruleset" / way, data)
    except SharingError as error:
        raise ContentError(str(error)) from None
    return place / "ruleset"


def _revision(name: str, folder: Path, place: Path) -> Path:
    """A folder as it was at a revision of its repository, with those that its ruleset is made of."""
    import tarfile
    from io import BytesIO

    from sheetgen.model.ruleset.ruleset_folders import RULESET

    top = Path(git_answer(folder, "rev-parse", "--show-toplevel").decode().strip()).resolve()
    if not name or name.startswith("-"):
        raise Misuse(f"`{name}` is no revision")
    layers = [layer.folder.resolve() for layer in ruleset_of(str(folder)).layers]
    ways = [layer.relative_to(top).as_posix() for layer in layers if layer.is_relative_to(top)]
    commit = git_answer(folder, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}").decode().strip()
    known = git_answer(top, "ls-tree", "-r", "-z", "--name-only", commit, "--", *ways).decode().split("\0")
    there = [way for way in ways if any(file.startswith(f"{way}/") or way == "." for file in known)]
    try:
        with tarfile.open(fileobj=BytesIO(git_answer(top, "archive", "--format=tar", commit, "--", *there))) as archive:
            archive.extraction_filter = getattr(tarfile, "data_filter", None)  # there from Python 3.11.4 on
            archive.extractall(place)
    except tarfile.TarError as error:
        raise Misuse(f"the files of `{name}` cannot be read: {error}") from None
    old = place / folder.relative_to(top)
    if not (old / RULESET).is_file():
        raise Misuse(f"at `{name}` there was no ruleset in {short_path(folder)}", "name a later revision")
    return old
