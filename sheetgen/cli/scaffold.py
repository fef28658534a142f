"""`new`, `add`, `schema` and `completion`: what is wanted before writing."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheetgen.cli.app import Misuse
from sheetgen.cli.common import (
    FOLDER,
    games,
    nearest_name,
    path_argument,
    project_option,
    read,
    report,
    ruleset_of,
    short_path,
    stop,
)
from sheetgen.cli.completing import kinds, rulesets

if TYPE_CHECKING:
    from sheetgen.model.ruleset.kinds import Kind
    from sheetgen.model.ruleset.load import Ruleset
    from sheetgen.model.ruleset.rulings import Ruling

SCHEMAS = ".sheetgen"
"""The folder of a project that holds JSON Schemas."""
IGNORED = """# What sheetgen writes; all else in this folder is yours to keep.
/site/
/public/
/.sheetgen/
*.pdf
"""
MOST_RULES = 12
"""House rules that a new campaign lists."""


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
    from sheetgen.model.ruleset.schema import kind_schema
    from sheetgen.output.publish import write
    from sheetgen.text.diagnostics import Diagnostics

    diagnostics = Diagnostics()
    project, all_games = games(path, diagnostics)
    if project is None or not all_games:
        report(diagnostics)
        stop()
    folder = output or project.root / SCHEMAS
    for game in all_games:
        for kind in game.ruleset.kinds.values():
            file = folder / f"{game.ruleset.id}.{kind.id}.schema.json"
            text = json.dumps(kind_schema(game.ruleset, kind), ensure_ascii=False, indent=2, default=str)
            write(file, f"{text}\n".encode())
            click.echo(short_path(file))


@click.command()
@click.argument("folder", type=FOLDER)
@click.option("--ruleset", default="", shell_complete=rulesets, metavar="GAME", help="The game to play.")
def new(folder: Path, ruleset: str) -> None:
    """Start a campaign: a folder with campaign.yaml and a first page.

    \b
    sheetgen new my-campaign --ruleset GAME
    """
    from sheetgen.model.project_file import known_rulesets, ruleset_folder
    from sheetgen.model.ruleset.kinds import has_card, has_sheet
    from sheetgen.output.publish import write

    known, game = known_rulesets(Path.cwd()), ruleset_folder(ruleset, Path.cwd()) if ruleset else None
    if game is None:
        hint = nearest_name(ruleset, known) if ruleset else ""
        message = f"there is no ruleset `{ruleset}`" if ruleset else "a campaign needs a game to play"
        choice = f"choose one with --ruleset: {', '.join(known)}"
        raise Misuse(message, f"{hint} {choice}" if hint else choice)
    if folder.exists() and any(folder.iterdir()):
        raise Misuse(f"{folder} is not empty", "a campaign begins in a new folder")
    loaded = ruleset_of(ruleset)
    named = ruleset if ruleset_folder(ruleset, folder) == game else _way(game, folder)
    title = folder.resolve().name.replace("-", " ").replace("_", " ").capitalize()
    write(folder / "campaign.yaml", _settings(title, named, loaded).encode())
    write(folder / ".gitignore", IGNORED.encode())
    write(folder / "pages" / "index.md", b"# Before we begin\n\nWhat everybody should know.\n")
    own = {entry.kind for entry in loaded.entries}
    drawn = [kind for kind in loaded.kinds.values() if has_card(kind) or has_sheet(kind) or kind.model.roster]
    kinds = [kind for kind in drawn if kind.id not in own] or drawn
    folders = ", ".join(f"{kind.folder}/" for kind in kinds or loaded.kinds.values())
    click.echo(f"{folder} is ready. Entries go into {folders}. To write the first and see it:")
    first = next((kind.id for kind in loaded.kinds.values() if has_sheet(kind)), next(iter(loaded.kinds), "KIND"))
    click.echo(f'  sheetgen add {first} "A name" --project {folder}')
    click.echo(f"  sheetgen build {folder}")


def _way(game: Path, folder: Path) -> str:
    """The way from a campaign to the folder of its game, as `ruleset` takes it."""
    way = Path(os.path.relpath(game, folder.resolve())).as_posix()
    return way if way.startswith(".") else f"./{way}"


def _settings(title: str, ruleset: str, loaded: Ruleset) -> str:
    """The `campaign.yaml` of a new campaign: what it needs, and behind a # what one may want."""
    rules = list(loaded.rulings.switches.values())
    names = [f"#   {rule.name}: {json.dumps(rule.default)}   # {rule.model.title}: {_options(rule)}" for rule in rules]
    if len(names) > MOST_RULES:
        names = [*names[:3], f"#   … and {len(names) - 3} more: see the page Rulings of the site"]
    lines = [
        f"title: {json.dumps(title, ensure_ascii=False)}",
        f"ruleset: {ruleset}",
        "",
        "# A line behind a # may be left out; take the # away to set it.",
        "# tagline: One line below the title on the front page",
        "# paper: A4          # or Letter, A5, A6",
        "# card: poker        # or bridge, tarot, a6, 3x5, half-letter, or a size in mm such as 70x100",
        "# corners: 3         # of cards, in mm",
        "# url: https://example.org/ours   # where the site will stand, for links in PDFs",
        "# language: en",
        "# output: site       # the folder that `sheetgen build` writes",
        *(["# house_rules:", *names] if names else []),
    ]
    return "\n".join(lines) + "\n"


def _options(ruling: Ruling) -> str:
    return ", ".join([json.dumps(option) if isinstance(option, bool) else str(option) for option in ruling.options])


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
    from sheetgen.model.ruleset.skeleton import starter
    from sheetgen.output.publish import write
    from sheetgen.text.addresses import slug

    game, root, chosen = _kind(kind, path)
    file = root / chosen.folder / f"{slug(name)}.yaml"
    if not slug(name):
        raise Misuse(f"`{name}` has no letters or digits to make a file's name of", "give the entry a name")
    if file.exists():
        raise Misuse(f"{short_path(file)} is there already", "choose another name, or open that file")
    schema_file = _schema(game, root, chosen, file.parent)
    write(file, starter(chosen, name, schema_file).encode())
    click.echo(
        f"{short_path(file)} is ready to be filled in: until then it holds the lowest values and the first words."
    )


def _schema(game: str, root: Path, kind: Kind, folder: Path) -> str:
    """The way from a folder to the JSON Schema of a kind, where `sheetgen schema` has written one."""
    file = root / SCHEMAS / f"{game}.{kind.id}.schema.json"
    return Path(os.path.relpath(file, folder)).as_posix() if file.is_file() else ""


def _kind(wanted: str, path: Path) -> tuple[str, Path, Kind]:
    """The kind of this name in one of the project's campaigns, with its game and the folder of the campaign.

    Raises `Misuse`.
    """
    from sheetgen.model.ruleset.vocabulary import name_key
    from sheetgen.text.diagnostics import Diagnostics

    diagnostics = Diagnostics()
    project = read(path, diagnostics)
    if project is None:
        report(diagnostics)
        stop()
    known: list[str] = []
    for game in project.games:
        if game.campaign is not None:
            ruleset = ruleset_of(str(game.folder))
            known += ruleset.kinds
            for kind in ruleset.kinds.values():
                if name_key(wanted) in {name_key(kind.id), name_key(kind.model.title), name_key(kind.model.plural)}:
                    return ruleset.id, game.campaign, kind
    hint = nearest_name(wanted, known)
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

    shell_class = get_completion_class(shell)
    assert shell_class is not None
    click.echo(shell_class(context.find_root().command, {}, "sheetgen", "_SHEETGEN_COMPLETE").source())
