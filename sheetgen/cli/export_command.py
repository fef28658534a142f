"""`export`: entries for other programs, as a table or by templates of the ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sheetgen.cli.app import ContentError, Misuse
from sheetgen.cli.common import nearest_name, player_option, project_option, short_path
from sheetgen.cli.print_options import OPTIONS

if TYPE_CHECKING:
    from sheetgen.cli.select import Selection
    from sheetgen.site.games import SiteGame

FOLDER = "exports"
"""The folder of a ruleset that holds templates, each called after what it makes."""


@click.command("export")
@click.argument("words", nargs=-1)
@click.option("--as", "form", default="csv", show_default=True, help="csv, or a template in exports/ of the ruleset.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file of a table, the folder of other files.")
@project_option
@player_option
@OPTIONS["language"]
def export(words: tuple[str, ...], form: str, output: Path | None, path: Path, player: bool, language: str) -> None:
    """Write entries for other programs: a table of all their values, or a file each by a template of the ruleset.

    \b
    sheetgen export kind:monster > monsters.csv
    sheetgen export kind:monster --as obsidian -o vault/monsters
    """
    from sheetgen.cli.select import chosen
    from sheetgen.output.publish import write

    selection = chosen(path, words, "", lambda kind: True, player, language)
    if form == "csv":
        table = _table([_values(computed.values) for computed, _ in selection.pairs])
        if output is None:
            click.echo(table, nl=False)
        else:
            write(output, table.encode())
            click.echo(f"{short_path(output)}: {len(selection.pairs)} entries")
        return
    folder = output or Path(form)
    for name, text in _drawn(selection, _template(selection.game, form)):
        write(folder / name, text.encode())
    click.echo(f"{short_path(folder)}: {len(selection.pairs)} files")


def _values(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of an entry as plain data."""
    from sheetgen.formula.partly_known import visible_part
    from sheetgen.model.ruleset.run_rule import as_json

    return {name: as_json(value) for name, value in visible_part(values).items()}


def _table(rows: list[dict[str, Any]]) -> str:
    """Rows as CSV (RFC 4180): a column for each text, number and truth value, those in mappings by dotted names."""
    import csv
    from io import StringIO

    flat = [dict(_cells(row)) for row in rows]
    columns = list(dict.fromkeys(name for row in flat for name in row))
    text = StringIO()
    written = csv.DictWriter(text, ["id", "name", *(name for name in columns if name not in ("id", "name"))])
    written.writeheader()
    written.writerows(flat)
    return text.getvalue()


def _cells(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _cells(part, f"{name}.{key}" if name else str(key))
    elif isinstance(value, str | int | float):
        yield name, value
    elif isinstance(value, list) and value and all(isinstance(part, str | int) for part in value):
        yield name, ", ".join(map(str, value))


def _template(game: SiteGame, form: str) -> Path:
    """The template of this name in the nearest layer that has one. Raises `Misuse` where there is none."""
    from sheetgen.text.source import leads_out

    known: dict[str, Path] = {}
    for layer in game.ruleset.layers:
        folder = layer.folder / FOLDER
        for file in sorted(folder.iterdir()) if folder.is_dir() else ():
            if file.is_file() and not file.name.startswith(".") and not leads_out(file, folder):
                known[file.stem] = file
    if form not in known:
        hint = nearest_name(form, ["csv", *known]) or f"known: {', '.join(['csv', *known])}"
        raise Misuse(f"there is no template `{form}` in {FOLDER}/ of {game.title}", hint)
    return known[form]


def _drawn(selection: Selection, template: Path) -> Iterator[tuple[str, str]]:
    """A file for each entry: its name, and its text."""
    from jinja2 import TemplateError

    from sheetgen.formula.partly_known import PartOfMap
    from sheetgen.templating.untrusted import FolderLoader, Sandbox, TooManyStepsError, fault

    model = selection.game.ruleset.model
    sandbox = Sandbox(loader=FolderLoader(template.parent), keep_trailing_newline=True, trim_blocks=True)
    about = {"id": model.id, "title": model.title, "version": model.version}
    try:
        drawing = sandbox.get_template(template.name)
        for computed, _ in selection.pairs:
            unknown = computed.values.lacks if isinstance(computed.values, PartOfMap) else ()
            entry = {
                **dict.fromkeys(unknown),
                **_values(computed.values),
                "id": computed.id,
                "kind": computed.entry.kind.id,
            }
            yield f"{computed.id}{template.suffix}", drawing.render(entry=entry, game=about)
    except Exception as error:
        mistake = fault(error, [template.parent])
        if not (mistake.file or isinstance(error, TemplateError | TooManyStepsError)):
            raise
        line = f":{mistake.line}" if mistake.line else ""
        raise ContentError(f"{FOLDER}/{template.name}{line}: {mistake.message}") from None
