"""`schema`, `new` and `completion`: what is wanted once, before writing."""

from __future__ import annotations

import json
from pathlib import Path

import click

from sheetgen.cli.common import FOLDER, games, meant, path_argument, report, ruleset_of, shown, stop
from sheetgen.cli.completing import rulesets
from sheetgen.cli.group import MISTAKES, Misuse


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
    """Start a campaign: a folder with campaign.yaml, a page, and a place for entries.

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
    click.echo(f"{folder} is ready. Put entries into {', '.join(folders[:4])} and run:")
    click.echo(f"  sheetgen build {folder}")


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
