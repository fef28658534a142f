"""`pack` and `get`: rulesets given to others, and taken from them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from sheetgen.cli.app import ContentError, Misuse
from sheetgen.cli.common import FOLDER, report, short_path, sound, stop

ADDRESSES = ("https://", "ssh://", "file://", "git@")
"""How the addresses of repositories begin."""
SECONDS = 300
"""How long a repository may take to come."""


@click.command()
@click.argument("folder", type=FOLDER, default=".")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="The archive to write.")
def pack(folder: Path, output: Path | None) -> None:
    """Pack a ruleset into an archive for others, unless it has mistakes.

    \b
    sheetgen pack my-game
    sheetgen pack my-game -o my-game.zip
    """
    from sheetgen.build import check
    from sheetgen.model.ruleset.load import load
    from sheetgen.model.ruleset.ruleset_folders import RULESET
    from sheetgen.model.shared_rulesets import SharingError, digest_of, files_of, packed
    from sheetgen.output.publish import write
    from sheetgen.text.diagnostics import Diagnostics

    if not (folder / RULESET).is_file():
        raise Misuse(f"there is no {RULESET} in {folder}", "name the folder of a ruleset")
    diagnostics, _ = check(folder)
    if diagnostics.has_errors:
        report(diagnostics)
        stop()
    own = Diagnostics()
    ruleset = sound(load(folder.resolve(), folder.resolve(), own), own)
    try:
        files = files_of(folder)
    except SharingError as error:
        raise ContentError(str(error)) from None
    file = output or Path(f"{'-'.join(filter(None, (ruleset.id, ruleset.model.version)))}.zip")
    write(file, packed(files, ruleset.id))
    click.echo(f"{short_path(file)}: {len(files)} files, sha256 {digest_of(files)}")
    for layer in ruleset.layers[:-1]:
        click.echo(f"It is made of {ruleset.parts.titles[layer]} as well, which others need beside it.")


@click.command()
@click.argument("source", required=False)
@click.option("--into", type=FOLDER, default=".", help="The folder that rulesets are put into (default: here).")
@click.option("--name", default="", help="What the ruleset's folder is called there (default: its id).")
def get(source: str | None, into: Path, name: str) -> None:
    """Take a ruleset from a folder, an archive or a repository of git. Nothing of it is run.

    Where it came from, and a digest of what it holds, are written into rulesets.lock.json. Without a source, all
    rulesets of that file are fetched again, and must hold the same.

    \b
    sheetgen get my-game-1.2.zip --into games
    sheetgen get https://example.org/my-game.git
    sheetgen get --into games
    """
    from sheetgen.model.shared_rulesets import SharingError, read_lock

    try:
        if source:
            _take(source, into, name, "")
            return
        lock = read_lock(into)
        if not lock:
            raise Misuse("there is nothing to fetch again", "name a folder, an archive or a repository of git")
        for known, said in lock.items():
            noted = said.get("source", "")
            _take(noted if noted.startswith(ADDRESSES) else str(into / noted), into, known, said.get("sha256", ""))
    except SharingError as error:
        raise ContentError(str(error)) from None


def _take(source: str, into: Path, name: str, wanted: str) -> None:
    """Put a ruleset into a folder and note it there; `wanted` is the digest that it must have, if any."""
    from sheetgen.model.ruleset.names import PART, name_problem
    from sheetgen.model.shared_rulesets import LOCK, SharingError, digest_of, files_of, lock_text, read_lock
    from sheetgen.output.publish import write
    from sheetgen.text.snippet import visible

    files = _fetched(source)
    digest, lock = digest_of(files), read_lock(into)
    if wanted and digest != wanted:
        raise SharingError(f"{source} holds something else than before: sha256 {digest}, and {wanted} was noted")
    identity, version = _declared(files)
    called = name or identity
    if problem := name_problem(called, PART):
        raise SharingError(f"`{called}` cannot be the name of a folder: {problem}; choose another with --name")
    folder, before = into / called, lock.get(called, {}).get("sha256", "")
    if folder.exists() and digest_of(files_of(folder)) not in (before, digest):
        raise SharingError(f"{folder} holds changes that would be lost; move it away first")
    fresh = folder.with_name(f".{called}.part")
    shutil.rmtree(fresh, ignore_errors=True)
    for way, data in files.items():
        write(fresh / way, data)
    shutil.rmtree(folder, ignore_errors=True)
    fresh.rename(folder)
    kept = source if source.startswith(ADDRESSES) else Path(os.path.relpath(source, into)).as_posix()
    lock[called] = {"source": kept, "version": version, "sha256": digest}
    write(into / LOCK, lock_text(lock))
    click.echo(f"{short_path(folder)}: {called} {visible(version)}".rstrip() + f", {len(files)} files, sha256 {digest}")


def _declared(files: dict[str, bytes]) -> tuple[str, str]:
    """The id and the version that a ruleset says."""
    from sheetgen.model.ruleset.ruleset_folders import RULESET
    from sheetgen.model.shared_rulesets import SharingError
    from sheetgen.text.diagnostics import Diagnostics
    from sheetgen.text.source import SourceFile
    from sheetgen.yaml.load import parse, written

    text = files[RULESET].decode("utf-8", "replace").replace("\r\n", "\n")
    document = parse(SourceFile(Path(RULESET), RULESET, text), Diagnostics())
    data = document.data if document else None
    if not isinstance(data, dict) or not isinstance(data.get("id"), str):
        raise SharingError(f"its {RULESET} says no id")
    return str(data["id"]), written(data.get("version")) or ""


def _fetched(source: str) -> dict[str, bytes]:
    """The files of a ruleset, from wherever it is."""
    import subprocess

    from sheetgen.model.shared_rulesets import SharingError, files_of, unpacked

    path = Path(source)
    if path.is_dir() and not (path / "HEAD").is_file():
        return files_of(path)
    if path.is_file():
        return unpacked(path.read_bytes(), source)
    if not path.exists() and not source.startswith(ADDRESSES):
        raise SharingError(f"there is no folder and no archive {source}, and it is no address of a repository")
    with TemporaryDirectory() as place:
        clone = Path(place) / "ruleset"
        command = ["git", "-c", "core.hooksPath=/dev/null", "-c", "core.symlinks=false", "clone", "-q", "--depth", "1"]
        try:
            subprocess.run(
                [*command, "--no-recurse-submodules", "--", source, str(clone)],
                check=True, capture_output=True, text=True, timeout=SECONDS, stdin=subprocess.DEVNULL,
                env={**os.environ, "GIT_TERMINAL_PROMPT": "0"},
            )  # fmt: skip
        except FileNotFoundError:
            raise SharingError("git is not installed, which fetches repositories") from None
        except subprocess.TimeoutExpired:
            raise SharingError(f"{source} did not come within {SECONDS} seconds") from None
        except subprocess.CalledProcessError as error:
            said = error.stderr.strip().rpartition("\n")[2]
            raise SharingError(f"git could not fetch {source}: {said}") from None
        return files_of(clone)
