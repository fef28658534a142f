"""`new`, `add`, `schema` and `completion`: what is wanted before writing."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sheetgen.cli.app import Misuse
from sheetgen.cli.common import (
    FOLDER,
    games,
    nearest_name,
    opened,
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
    from sheetgen.model.ruleset.ruleset import Ruleset
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
    """Write JSON Schemas, so that an editor completes and checks what you type: for each kind of entry, and for the
    files of rulesets and campaigns. `new` and `add` write them, too.

    The first line of a file names its schema:

    \b
    # yaml-language-server: $schema=../.sheetgen/GAME.KIND.schema.json
    # yaml-language-server: $schema=../.sheetgen/rules.schema.json

    \b
    sheetgen schema
    sheetgen schema my-campaign -o schemas
    """
    from sheetgen.text.diagnostics import Diagnostics

    diagnostics = Diagnostics()
    project, all_games = games(path, diagnostics)
    if project is None or not all_games:
        report(diagnostics)
        stop()
    folder = output or project.root / SCHEMAS
    for file in (*(file for game in all_games for file in _write_kinds(game.ruleset, folder)), *_write_files(folder)):
        click.echo(short_path(file))


def _write_kinds(ruleset: Ruleset, folder: Path, *kinds: Kind) -> list[Path]:
    """Write the schemas of some kinds of a ruleset, or of all."""
    from sheetgen.model.ruleset.schema import kind_schema

    chosen = kinds or tuple(ruleset.kinds.values())
    return [_write(folder / f"{ruleset.id}.{kind.id}.schema.json", kind_schema(ruleset, kind)) for kind in chosen]


def _write_files(folder: Path) -> list[Path]:
    """Write the schemas of the files of rulesets and campaigns."""
    from sheetgen.model.file_schemas import file_schemas

    return [_write(folder / f"{name}.schema.json", schema) for name, schema in file_schemas().items()]


def _write(file: Path, schema: object) -> Path:
    from sheetgen.output.publish import write

    write(file, f"{json.dumps(schema, ensure_ascii=False, indent=2, default=str)}\n".encode())
    return file


@click.command()
@click.argument("folder", type=FOLDER)
@click.option("--ruleset", default="", shell_complete=rulesets, metavar="GAME", help="The game to play.")
@click.option("--game", "own", is_flag=True, help="Start a game of your own instead: a small one that builds.")
def new(folder: Path, ruleset: str, own: bool) -> None:
    """Start a campaign: a folder with campaign.yaml and a first page. Or, with --game, a game of your own.

    \b
    sheetgen new my-campaign --ruleset GAME
    sheetgen new my-game --game
    """
    if own and ruleset:
        raise Misuse("a new game plays no other", "leave out --ruleset, or --game")
    game = None if own else _chosen_game(ruleset)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Misuse(f"{folder} is not empty", f"a {'game' if own else 'campaign'} begins in a new folder")
    if game is None:
        _start_game(folder)
    else:
        _start_campaign(folder, ruleset, game)


def _chosen_game(ruleset: str) -> Path:
    """The folder of the game to play. Raises `Misuse` where there is none."""
    from sheetgen.model.ruleset.ruleset_folders import known_rulesets, ruleset_folder

    known, game = known_rulesets(Path.cwd()), ruleset_folder(ruleset, Path.cwd()) if ruleset else None
    if game is None:
        hint = nearest_name(ruleset, known) if ruleset else ""
        message = f"there is no ruleset `{ruleset}`" if ruleset else "a campaign needs a game to play"
        choice = f"choose one with --ruleset: {', '.join(known)}; or start one of your own with --game"
        raise Misuse(message, f"{hint} {choice}" if hint else choice)
    return game


def _start_campaign(folder: Path, ruleset: str, game: Path) -> None:
    from sheetgen.model.ruleset.kinds import has_card, has_sheet
    from sheetgen.model.ruleset.ruleset_folders import ruleset_folder
    from sheetgen.output.publish import write

    loaded = ruleset_of(ruleset)
    named = ruleset if ruleset_folder(ruleset, folder) == game else _way(game, folder)
    write(folder / "campaign.yaml", _settings(_title(folder), named, loaded).encode())
    _write_kinds(loaded, folder / SCHEMAS)
    _write_files(folder / SCHEMAS)
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


def _start_game(folder: Path) -> None:
    """A small game with everything that a game has, in a new folder under its own id and title."""
    from sheetgen.output.publish import write
    from sheetgen.text.addresses import slug
    from sheetgen.text.shipped import shipped
    from sheetgen.text.source import own_files

    identity = slug(folder.resolve().name)
    if not identity[:1].isalpha():
        raise Misuse(f"`{folder.name}` cannot be the id of a game", "give the folder a name that begins with a letter")
    starter = shipped("templates") / "new-game"
    for path in own_files(starter):
        text = path.read_text(encoding="utf-8").replace("my-game", identity)
        titled = text.replace("title: My game", f"title: {json.dumps(_title(folder), ensure_ascii=False)}")
        write(folder / path.relative_to(starter), titled.encode())
    write(folder / ".gitignore", IGNORED.encode())
    _write_kinds(ruleset_of(str(folder.resolve())), folder / SCHEMAS)
    _write_files(folder / SCHEMAS)
    click.echo(f"{folder} is a game that works. Begin with {folder / 'ruleset.yaml'}; to see it and try its cases:")
    click.echo(f"  sheetgen serve {folder}")
    click.echo(f"  sheetgen test {folder}")


def _title(folder: Path) -> str:
    """The title that the name of a folder makes."""
    return folder.resolve().name.replace("-", " ").replace("_", " ").capitalize()


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
        f"# yaml-language-server: $schema={SCHEMAS}/campaign.schema.json",
        f"title: {json.dumps(title, ensure_ascii=False)}",
        f"ruleset: {ruleset}",
        "",
        "# A line behind a # may be left out; take the # away to set it.",
        "# tagline: One line below the title on the front page",
        "# paper: A4          # or Letter, A5, A6",
        "# card: poker        # or bridge, tarot, mini, jumbo, a6, 3x5, half-letter, or a size in mm such as 70x100",
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
@click.argument("name", required=False, default="")
@click.option("--roll", "rolled", is_flag=True, help="Roll for what the game has dice and tables for.")
@click.option("--ask", is_flag=True, help="Ask step by step what the entry shall be.")
@click.option("--seed", default="", help="The same seed rolls the same again.")
@project_option
def add(kind: str, name: str, rolled: bool, ask: bool, seed: str, path: Path) -> None:
    """Start an entry: a file with every field of its kind, ready to fill in; with --roll, made by the game's tables;
    with --ask, by your answers.

    \b
    sheetgen add character "Vera Lindqvist"
    sheetgen add character --ask
    sheetgen add character --roll --seed tonight
    sheetgen add encounter "The Lamp Room" --project my-campaign
    """
    from sheetgen.model.ruleset.skeleton import starter
    from sheetgen.output.paths import objection
    from sheetgen.output.publish import write
    from sheetgen.text.addresses import slug

    ruleset, root, chosen = _kind(kind, path)
    if rolled and ask:
        raise Misuse("`--ask` offers what is rolled, field by field", "leave out --roll")
    values, known = _values(ruleset, chosen, name, path, rolled, ask, seed)
    name = name or str(values.get("name", ""))
    if not name:
        raise Misuse("the entry needs a name", f'write `sheetgen add {kind} "NAME"`, or let it be rolled or asked for')
    file = root / chosen.folder / f"{slug(name)}.yaml"
    if not slug(name):
        raise Misuse(f"`{name}` has no letters or digits to make a file's name of", "give the entry a name that has")
    if reason := objection(file.name):
        raise Misuse(f"the file of `{name}` {reason}", "give the entry another name")
    if file.exists():
        raise Misuse(f"{short_path(file, path)} is there already", "choose another name, or open that file")
    [schema_file] = _write_kinds(ruleset, _project_of(root) / SCHEMAS, chosen)
    write(file, starter(chosen, name, Path(os.path.relpath(schema_file, file.parent)).as_posix(), values).encode())
    unrolled = "is ready to be filled in: until then it holds the lowest values and the first words."
    still = ", ".join(values.get("open", ()))
    rest = f"open: {still}" if still else "the rest waits to be filled in"
    filled = f"holds what was {'answered' if ask else 'rolled'}; {rest}."
    click.echo(f"{short_path(file, path)} {filled if known else unrolled}")


def _values(
    ruleset: Ruleset, kind: Kind, name: str, path: Path, rolled: bool, ask: bool, seed: str
) -> tuple[dict[str, Any], bool]:
    """What is known of a new entry: rolled, or answered; and whether that is anything. Raises `Misuse`."""
    from sheetgen.cli.asked_entry import asked_entry
    from sheetgen.cli.rolled_entry import rolled_entry

    if ask:
        answers = asked_entry(ruleset, kind, name, seed, path)
        return {**answers.values, **({"open": list(answers.open)} if answers.open else {})}, True
    if rolled or seed:
        _, games, _ = opened(path, ruleset=ruleset.id)
        return rolled_entry(next(games), kind, seed), True
    return {}, False


def _project_of(root: Path) -> Path:
    """The folder that keeps the schemas for a folder of entries: that of a campaign, or of a ruleset."""
    return root.parent if root.name == "entries" else root


def _kind(wanted: str, path: Path) -> tuple[Ruleset, Path, Kind]:
    """The kind of this name in one of the project's campaigns, with its game and the folder of its entries.

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
        if game.campaign is not None or len(project.games) == 1:
            ruleset = ruleset_of(str(game.folder))
            known += ruleset.kinds
            for kind in ruleset.kinds.values():
                if name_key(wanted) in {name_key(kind.id), name_key(kind.model.title), name_key(kind.model.plural)}:
                    return ruleset, game.campaign or game.folder / "entries", kind
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
