"""`diff`: what changed between two versions of a ruleset."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from sheetgen.cli.app import Misuse
from sheetgen.cli.common import ruleset_of, short_path

if TYPE_CHECKING:
    from sheetgen.model.ruleset.load import Ruleset
    from sheetgen.model.ruleset_changes import Change

SECONDS = 60
"""How long git may take to give a revision."""
_PLAIN = re.compile(r"[\w ,.()’'–-]*\w[\w ,.()’'–-]*")
NOTHING = "Nothing is different in what the rules say."


@click.command("diff")
@click.argument("old")
@click.argument("new")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write a page of Markdown.")
def diff_rulesets(old: str, new: str, output: Path | None) -> None:
    """Tell what changed between two versions of a ruleset, by rules, tables, words, kinds, entries and chapters.

    A version is a folder, an archive of `pack`, or the name of a game; beside a folder, the other one may be a revision
    of git, such as a tag.

    \b
    sheetgen diff games/my-game my-game
    sheetgen diff v1.1 my-game
    sheetgen diff my-game-1.1.zip my-game -o my-game/reference/what-changed.md
    """
    from sheetgen.model.ruleset_changes import changes
    from sheetgen.output.publish import write

    with TemporaryDirectory() as place:
        before = _version(old, new, Path(place, "old"))
        after = _version(new, old, Path(place, "new"))
        editions, changed = (before.edition, after.edition), list(changes(before, after))
    if output:
        write(output, "\n".join(_page(editions, changed)).encode())
        click.echo(f"{short_path(output)}: {len(changed)} changes")
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
    from io import BytesIO
    from tarfile import TarError
    from tarfile import open as open_archive

    from sheetgen.model.ruleset.ruleset_folders import RULESET

    top = Path(_git(folder, "rev-parse", "--show-toplevel").decode().strip()).resolve()
    if not name or name.startswith("-"):
        raise Misuse(f"`{name}` is no revision")
    layers = [layer.folder.resolve() for layer in ruleset_of(str(folder)).layers]
    ways = [layer.relative_to(top).as_posix() for layer in layers if layer.is_relative_to(top)]
    commit = _git(folder, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}").decode().strip()
    known = _git(top, "ls-tree", "-r", "-z", "--name-only", commit, "--", *ways).decode().split("\0")
    there = [way for way in ways if any(file.startswith(f"{way}/") or way == "." for file in known)]
    try:
        with open_archive(fileobj=BytesIO(_git(top, "archive", "--format=tar", commit, "--", *there))) as archive:
            archive.extractall(place, filter="data")
    except TarError as error:
        raise Misuse(f"the files of `{name}` cannot be read: {error}") from None
    old = place / folder.relative_to(top)
    if not (old / RULESET).is_file():
        raise Misuse(f"at `{name}` there was no ruleset in {short_path(folder)}", "name a later revision")
    return old


def _git(folder: Path, *command: str) -> bytes:
    """What git answers in a folder. Raises `Misuse` where it has no answer."""
    try:
        done = subprocess.run(
            ["git", "-c", "core.hooksPath=/dev/null", "-C", str(folder), *command],
            check=True, capture_output=True, timeout=SECONDS, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except (FileNotFoundError, subprocess.TimeoutExpired):
        raise Misuse("git is not installed, or gives no answer") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        message = f"{folder} is in no repository of git with such a revision"
        raise Misuse(message, said or "name a commit, a tag or a branch") from None
    return done.stdout
