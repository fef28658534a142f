"""`new`, `add`, `schema` and `completion`: what is wanted before writing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheetgen.cli.common import (
    FOLDER,
    games,
    meant,
    path_argument,
    project_option,
    read,
    report,
    ruleset_of,
    shown,
    stop,
)
from sheetgen.cli.completing import kinds, rulesets
from sheetgen.cli.group import MISTAKES, Misuse

if TYPE_CHECKING:
    from sheetgen.ruleset.kinds import Kind


@click.command()
@path_argument
@click.option("-o", "--output", type=FOLDER, help="The folder to write to (default: .sheetgen in the project).")
def schema(path: Path, output: Path | None) -> None:
    """Write a JSON Schema for each kind, so that an editor completes and checks what you type.

    Put its name on the first line of an entry:

    \b
    # yaml-language-server: $schema=../.sheetgen/GAME.KIND.schema.json

    \b
    sheetgen schema
    sheetgen schema my-campaign -o schemas
    """
    from sheetgen.diagnostics import Diagnostics
    from sheetgen.output import write
    from sheetgen.ruleset.schema import kind_schema

    diagnostics = Diagnostics()
    project, found = games(path, diagnostics)
    if project is None or not found:
        report(diagnostics)
        stop(MISTAKES)
    folder = output or project.root / ".sheetgen"
    for game in found:
        for kind in game.ruleset.kinds.values():
            file = folder / f"{game.ruleset.id}.{kind.id}.schema.json"
            text = json.dumps(kind_schema(game.ruleset, kind), ensure_ascii=False, indent=2, default=str)
            write(file, f"{text}\n".encode())
            click.echo(shown(file))


@click.command()
@click.argument("folder", type=FOLDER)
@click.option("--ruleset", default="", shell_complete=rulesets, metavar="GAME", help="The game to play.")
def new(folder: Path, ruleset: str) -> None:
    """Start a campaign: a folder with campaign.yaml and a first page.

    \b
    sheetgen new my-campaign --ruleset GAME
    """
    from sheetgen.output import write
    from sheetgen.printjobs import has_card, has_sheet
    from sheetgen.project import known_rulesets

    known = known_rulesets(Path.cwd())
    if ruleset not in known:
        hint = meant(ruleset, known) if ruleset else ""
        message = f"there is no ruleset `{ruleset}`" if ruleset else "a campaign needs a game to play"
        choice = f"choose one with --ruleset: {', '.join(known)}"
        raise Misuse(message, f"{hint} {choice}" if hint else choice)
    if folder.exists() and any(folder.iterdir()):
        raise Misuse(f"{folder} is not empty", "a campaign begins in a new folder")
    loaded = ruleset_of(ruleset)
    title = folder.resolve().name.replace("-", " ").replace("_", " ").capitalize()
    settings = f"title: {json.dumps(title, ensure_ascii=False)}\nruleset: {ruleset}\nhouse_rules: {{}}\npaper: A4\n"
    write(folder / "campaign.yaml", settings.encode())
    write(folder / "pages" / "index.md", b"# Before we begin\n\nWhat everybody should know.\n")
    folders = [f"{kind.folder}/" for kind in loaded.kinds.values() if has_card(kind) or has_sheet(kind)]
    click.echo(f"{folder} is ready. Entries go into {', '.join(folders[:4])}. To write the first and see it:")
    first = next((kind.id for kind in loaded.kinds.values() if has_sheet(kind)), next(iter(loaded.kinds), "KIND"))
    click.echo(f'  sheetgen add {first} "A name" --project {folder}')
    click.echo(f"  sheetgen build {folder}")


@click.command()
@click.argument("kind", shell_complete=kinds)
@click.argument("name")
@project_option
def add(kind: str, name: str, path: Path) -> None:
    """Start an entry: a file with every field of its kind, ready to fill in.

    \b
    sheetgen add character "Vera Lindqvist"
    sheetgen add encounter "The Lamp Room" --project my-campaign
    """
    from sheetgen.output import write
    from sheetgen.ruleset.entries import slug
    from sheetgen.ruleset.starter import starter

    root, found = _kind(kind, path)
    file = root / found.folder / f"{slug(name)}.yaml"
    if not slug(name):
        raise Misuse(f"`{name}` has no letters or digits to make a file's name of", "give the entry a name")
    if file.exists():
        raise Misuse(f"{shown(file)} is there already", "choose another name, or open that file")
    write(file, starter(found, name).encode())
    click.echo(f"{shown(file)} is ready to be filled in. `sheetgen check` tells what it still lacks.")


def _kind(wanted: str, path: Path) -> tuple[Path, Kind]:
    """The kind of this name, in one of the project's campaigns, and the folder of that campaign. Raises `Misuse`."""
    from sheetgen.diagnostics import Diagnostics
    from sheetgen.ruleset.vocabulary import fold

    diagnostics = Diagnostics()
    project = read(path, diagnostics)
    if project is None:
        report(diagnostics)
        stop(MISTAKES)
    known: list[str] = []
    for game in project.games:
        if game.campaign is not None:
            found = ruleset_of(str(game.folder))
            known += found.kinds
            for kind in found.kinds.values():
                if fold(wanted) in {fold(kind.id), fold(kind.model.title), fold(kind.model.plural)}:
                    return game.campaign, kind
    hint = meant(wanted, known)
    raise Misuse(f"there is no kind `{wanted}`", f"{hint} known: {', '.join(dict.fromkeys(known))}".strip())


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the completion script of a shell; commands, options, games, rules and ids are completed.

    \b
    sheetgen completion bash >> ~/.bashrc
    sheetgen completion fish > ~/.config/fish/completions/sheetgen.fish
    """
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(context.find_root().command, {}, "sheetgen", "_SHEETGEN_COMPLETE").source())
