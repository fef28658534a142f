"""The command line. The only module that prints or exits.

Exit status: 0 fine, 1 problems in the content, 2 usage, 3 a bug in sheetgen.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import click

from sheetgen import __version__, report
from sheetgen.assets import templates_folder
from sheetgen.blocks import EntryView
from sheetgen.build import BuildResult, Options, Timings, engine_missing, open_site
from sheetgen.build import build as run_build
from sheetgen.build import check as run_check
from sheetgen.cache import Cache
from sheetgen.derive import ComputedEntry, entry_json
from sheetgen.diagnostics import Diagnostics, did_you_mean
from sheetgen.filters import FilterError, holds, read_filter
from sheetgen.formula.runtime import Leaf, show
from sheetgen.game import LoadedGame, load_game
from sheetgen.outpaths import UnsafePathError
from sheetgen.output import PublishError, write
from sheetgen.printing.errors import PrintError
from sheetgen.printing.jobs import print_cards, print_sheets
from sheetgen.printing.look import Press, PrintResult
from sheetgen.printing.paper import card_format
from sheetgen.printjobs import has_card, has_sheet, look_of, printable
from sheetgen.progress import progress
from sheetgen.project import Project, ProjectError, find, known_rulesets, read_project, ruleset_folder
from sheetgen.ruleset.kinds import Kind
from sheetgen.ruleset.load import Ruleset, load
from sheetgen.ruleset.running import RuleError, as_json, run_rule
from sheetgen.ruleset.schema import kind_schema
from sheetgen.serve import Preview, server, watch_and_rebuild
from sheetgen.site.games import SiteGame

PROJECT = click.Path(path_type=Path, file_okay=True, dir_okay=True)
OUTPUT = click.Path(path_type=Path, dir_okay=False)
FORMATS = click.Choice(["text", "json", "github", "sarif"])


class Failure(click.ClickException):
    """Problems in the content."""

    exit_code = 1

    def show(self, file: Any = None) -> None:
        """Print the message to standard error."""
        click.echo(f"{click.style('error', fg='red', bold=True)}: {self.message}", err=True, file=file)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="sheetgen")
def cli() -> None:
    """An executable rulebook: a site, sheets and cards from a game's rules and your YAML."""


def main() -> None:
    """Run the command line; a bug in sheetgen itself exits with status 3."""
    try:
        cli.main(standalone_mode=True)
    except Exception as error:
        click.echo(f"sheetgen has a bug: {type(error).__name__}: {error}", err=True)
        click.echo("Please report it with the steps that led here; SHEETGEN_TRACEBACK=1 shows where.", err=True)
        import os
        import traceback

        if os.environ.get("SHEETGEN_TRACEBACK"):
            traceback.print_exc()
        sys.exit(3)


# ---- build


@cli.command()
@click.argument("path", type=PROJECT, default=".")
@click.option("-o", "--output", type=click.Path(path_type=Path, file_okay=False), help="Where the site goes.")
@click.option("--pdf/--no-pdf", default=True, help="With sheets and cards as PDF (default), or without.")
@click.option("--player", is_flag=True, help="Without secrets, GM notes and hidden entries.")
@click.option("--strict", is_flag=True, help="Warnings fail, too.")
@click.option("--format", "form", type=FORMATS, default="text", help="How mistakes are told.")
@click.option("--timings", is_flag=True, help="Seconds for each stage.")
@click.option("-q", "--quiet", is_flag=True, help="Only mistakes are told.")
def build(
    path: Path, output: Path | None, pdf: bool, player: bool, strict: bool, form: str, timings: bool, quiet: bool
) -> None:
    """Build the site of a project, with its PDFs.

    Where there are mistakes, nothing is published and the old site stays.

    \b
    sheetgen build
    sheetgen build my-campaign --player -o public
    """
    with progress(quiet or form != "text") as bar:
        try:
            result = run_build(Options(path, output, pdf, player, strict), bar.press, Timings(told=bar.stage))
        except (ProjectError, PublishError, UnsafePathError) as error:
            raise click.UsageError(str(error)) from None
    _report(result.diagnostics, form)
    if timings:
        for stage, seconds in result.timings.seconds.items():
            click.echo(f"{stage:24} {seconds:7.2f} s", err=True)
    if result.published is None:
        if form == "text":
            click.echo("Nothing was published; what was there before is as it was.", err=True)
        _stop(1)
    if form == "text" and not quiet:
        _tell(result, output)


def _tell(result: BuildResult, output: Path | None) -> None:
    assert result.published is not None and result.project is not None
    folder = output or result.project.output
    changed = len(result.published.written)
    pdfs = f", {result.pdfs} PDFs" if result.pdfs else ""
    click.echo(f"{result.project.title}: {result.pages} pages{pdfs}; {changed} files changed.")
    if result.missing:
        click.echo(result.missing)
    click.echo(f"Open {_shown(folder / 'index.html')}")


def _shown(path: Path) -> str:
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


# ---- check


@cli.command()
@click.argument("path", type=PROJECT, default=".")
@click.option("--format", "form", type=FORMATS, default="text", help="How mistakes are told.")
@click.option("--strict", is_flag=True, help="Warnings fail, too.")
def check(path: Path, form: str, strict: bool) -> None:
    """Look for mistakes in a project without building it.

    \b
    sheetgen check
    sheetgen check my-campaign --format json
    """
    try:
        diagnostics, games = run_check(path)
    except ProjectError as error:
        raise click.UsageError(str(error)) from None
    _report(diagnostics, form)
    _exit_on(diagnostics, strict)
    if form == "text":
        entries = sum(len(game.library.entries) for game in games)
        click.echo(f"{entries} entries, {sum(len(g.ruleset.rules) for g in games)} rules: no mistakes found.")


# ---- show


@cli.command("show")
@click.argument("identity", metavar="ID")
@click.option("--project", "path", type=PROJECT, default=".", help="The campaign or project (default: here).")
@click.option("--json", "as_data", is_flag=True, help="Fields and derived values as JSON.")
@click.option("--player", is_flag=True, help="Without what only the GM may see.")
def show_entry(identity: str, path: Path, as_data: bool, player: bool) -> None:
    """Show an entry with every computed number and where it comes from.

    \b
    sheetgen show hollow-lantern
    sheetgen show shadow:hollow-lantern --json
    """
    game, computed = _entry(identity, path)
    if as_data:
        click.echo(json.dumps(entry_json(computed, game.ruleset, not player), ensure_ascii=False, indent=2))
        return
    entry = computed.entry
    click.secho(entry.name, bold=True)
    click.echo(f"{entry.kind.model.title} of {game.ruleset.title}, {entry.place.span}")
    for name, leaf in _flat(computed.leaves):
        if not isinstance(leaf.value, list | dict | str):
            click.echo(f"  {name:32} {show(leaf.value):>6}   {click.style('= ' + leaf.why, dim=True)}")


def _flat(leaves: Any, prefix: str = "") -> Iterator[tuple[str, Leaf]]:
    if isinstance(leaves, Leaf):
        yield prefix, leaves
    elif isinstance(leaves, dict):
        for key, item in leaves.items():
            yield from _flat(item, f"{prefix}.{key}" if prefix else str(key))


# ---- rule


@cli.command()
@click.argument("ruleset")
@click.argument("name", required=False)
@click.option("--json", "given", metavar="JSON", help="The inputs, as a JSON object.")
@click.option("--house", metavar="JSON", help="House rules, as a JSON object.")
@click.option("--why", is_flag=True, help="Every output with its why.")
@click.option(
    "--batch",
    type=click.File(encoding="utf-8"),
    help='A file (or -) of lines {"rule", "given", "house"}; one line of JSON is written for each.',
)
def rule(ruleset: str, name: str | None, given: str | None, house: str | None, why: bool, batch: Any) -> None:
    """Run one rule of a ruleset, or many.

    \b
    sheetgen rule GAME track --json '{"tb": 4}'
    sheetgen rule GAME --batch cases.jsonl
    """
    loaded = _ruleset(ruleset)
    if batch is not None:
        for line in batch:
            if line.strip():
                click.echo(json.dumps(_answer(loaded, line), ensure_ascii=False))
        return
    if name is None:
        for one in loaded.rules.values():
            click.echo(f"{one.name:24} {one.model.title}")
        return
    try:
        result = run_rule(loaded, name, _object(given, "--json"), _object(house, "--house"), leaves=why)
    except RuleError as error:
        raise Failure(str(error)) from None
    click.echo(json.dumps(_plain(result), ensure_ascii=False))


def _answer(ruleset: Ruleset, line: str) -> Any:
    try:
        asked = json.loads(line, parse_float=_fraction)
        return as_json(run_rule(ruleset, str(asked["rule"]), asked.get("given") or {}, asked.get("house") or {}))
    except RuleError as error:
        return {"error": str(error)}
    except (ValueError, KeyError, TypeError, AttributeError):
        return {"error": 'a line is a JSON object {"rule": NAME, "given": {...}, "house": {...}}'}


def _plain(value: Any) -> Any:
    if isinstance(value, Leaf):
        return {"value": as_json(value.value), "why": value.why, "rule": value.rule}
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else as_json(value)


def _fraction(text: str) -> Any:
    from fractions import Fraction

    return Fraction(text)


def _object(text: str | None, option: str) -> dict[str, Any]:
    try:
        found = json.loads(text or "{}", parse_float=_fraction)
    except ValueError as error:
        raise click.UsageError(f"{option} takes a JSON object: {error}") from None
    if not isinstance(found, dict):
        raise click.UsageError(f"{option} takes a JSON object, such as '{{\"tb\": 4}}'")
    return found


# ---- print


@cli.command()
@click.argument("identities", metavar="[ID]...", nargs=-1)
@click.option("--project", "path", type=PROJECT, default=".", help="The campaign or project (default: here).")
@click.option("-o", "--output", type=OUTPUT, help="The file to write (default: named after the entry).")
@click.option("--layout", type=click.Choice(["full", "one-page", "large-print"]), default="full", show_default=True)
@click.option("--blank", is_flag=True, help="The same sheet without an entry, to fill in by hand.")
@click.option("--fillable", is_flag=True, help="With text fields and tick boxes to fill in on a screen.")
@click.option("--paper", help="A4, Letter, A5 or A6 (default: the project's).")
@click.option("--ink", is_flag=True, help="Outlines instead of filled areas.")
@click.option("--player", is_flag=True, help="Without what only the GM may see.")
def sheet(
    identities: tuple[str, ...], path: Path, output: Path | None, layout: str, blank: bool, fillable: bool,
    paper: str | None, ink: bool, player: bool,
) -> None:  # fmt: skip
    """Print character sheets, several in one PDF; without ids, all of the campaign.

    \b
    sheetgen sheet aiko-tanemura
    sheetgen sheet --fillable --paper Letter -o party.pdf
    """
    game, chosen = _chosen(path, identities, "", has_sheet, player)
    views = [view for _, view in chosen]
    peers = [view for kind in game.kinds() if has_sheet(kind) for _, view in printable(game, kind)]

    def run(press: Press) -> PrintResult:
        look = look_of(game, _project_of(path), paper or "", ink)
        return print_sheets(press, views[:1] if blank else views, look, layout, blank, fillable, peers)  # type: ignore[arg-type]

    name = f"{chosen[0][0].id}-sheet" if len(chosen) == 1 and not blank else "blank-sheet" if blank else "sheets"
    _print(run, output or Path(f"{name}.pdf"))


@cli.command()
@click.argument("words", metavar="[FILTER]...", nargs=-1)
@click.option("--project", "path", type=PROJECT, default=".", help="The campaign or project (default: here).")
@click.option("-o", "--output", type=OUTPUT, help="The file to write (default: cards.pdf).")
@click.option("--card", help="poker, bridge, tarot, a6, 3x5, half-letter, or a size such as 70x100 in mm.")
@click.option("--paper", help="A4, Letter, A5 or A6 (default: the project's).")
@click.option("--duplex", type=click.Choice(["long", "short", "fold", "none"]), default="long", show_default=True,
              help="The edge that the printer turns the paper on; fold puts backs beside their fronts.")  # fmt: skip
@click.option("--copies", type=click.IntRange(1, 50), default=1, help="Numbered copies of each card.")
@click.option("--encounter", metavar="ID", help="The cards of an encounter, with its copies.")
@click.option("--offset", metavar="RIGHT,DOWN", help="Moves the backs, in mm, as the calibration page tells.")
@click.option("--ink", is_flag=True, help="Outlines instead of filled areas.")
@click.option("--player", is_flag=True, help="Without what only the GM may see.")
def cards(
    words: tuple[str, ...], path: Path, output: Path | None, card: str | None, paper: str | None, duplex: str,
    copies: int, encounter: str | None, offset: str | None, ink: bool, player: bool,
) -> None:  # fmt: skip
    """Print stat cards, front and back, imposed on paper with crop marks.

    A filter is made of ids and of words such as tier:2..4, weak:fire, -arcana:moon.

    \b
    sheetgen cards hollow-lantern paper-moth
    sheetgen cards tier:2..4 weak:fire --card tarot
    sheetgen cards --encounter lamp-room
    """
    game, chosen = _chosen(path, words if not encounter else (), encounter or "", has_card, player)
    counts = _copies(game, encounter) if encounter else {}
    views = tuple((view, counts.get(one.id, 1) * copies) for one, view in chosen)

    def run(press: Press) -> PrintResult:
        settings = game.loaded.game.settings
        size = card_format(card or (settings.card if settings else "poker"))
        moved = _offset(offset)
        return print_cards(press, views, look_of(game, _project_of(path), paper or "", ink), size, duplex, offset=moved)  # type: ignore[arg-type]

    name = f"{chosen[0][0].id}-card" if len(chosen) == 1 else f"{encounter}-cards" if encounter else "cards"
    _print(run, output or Path(f"{name}.pdf"))


def _offset(text: str | None) -> tuple[float, float]:
    try:
        right, down = (float(part) for part in (text or "0,0").split(","))
    except ValueError:
        raise click.UsageError("--offset takes two numbers of mm, such as 0.5,-1") from None
    return right, down


def _copies(game: SiteGame, encounter: str) -> dict[str, int]:
    """How often each entry takes part in an encounter."""
    found = game.loaded.library.find(encounter)
    counts: dict[str, int] = {}
    for entry in found[:1]:
        for path, _, target in entry.references:
            holder = entry.fields
            for step in path[:-1]:
                holder = holder[step]  # type: ignore[index]
            count = holder.get("count", 1) if isinstance(holder, dict) else 1
            counts[target] = counts.get(target, 0) + count
    return counts


def _chosen(
    path: Path, words: tuple[str, ...], encounter: str, wanted: Callable[[Kind], bool], player: bool
) -> tuple[SiteGame, list[tuple[ComputedEntry, EntryView]]]:
    """The game and the entries that ids or a filter choose; all that can be printed where there is neither."""
    diagnostics = Diagnostics()
    try:
        opened = open_site(path, diagnostics, player)
    except ProjectError as error:
        raise click.UsageError(str(error)) from None
    if opened is None or diagnostics.has_errors:
        _report(diagnostics, "text")
        _stop(1)
    names = {target for g in opened[1] for e in g.loaded.library.find(encounter) for _, _, target in e.references}
    known: list[str] = []
    for game in opened[1]:
        found = [pair for kind in game.kinds() if wanted(kind) for pair in printable(game, kind)]
        known += [one.id for one, _ in found]
        found = [p for p in found if p[0].id in names] if encounter else _filtered(game, found, words)
        if found:
            return game, found
    hint = did_you_mean(" ".join(words), known) if words else ""
    what = f"`{encounter or ' '.join(words)}`" if words or encounter else "to print"
    raise Failure(f"there is nothing {what}" + (f"; {hint}" if hint.startswith("did") else ""))


def _filtered(
    game: SiteGame, found: list[tuple[ComputedEntry, EntryView]], words: tuple[str, ...]
) -> list[tuple[ComputedEntry, EntryView]]:
    by_id = {one.id: (one, view) for one, view in found}
    if words and all(word in by_id for word in words):
        return [by_id[word] for word in words]
    facets = {name for kind in game.kinds() for name in kind.model.facets}
    try:
        wanted = read_filter(" ".join(words), [*facets, "kind", "tag"])
    except FilterError as error:
        raise Failure(str(error)) from None
    assert game.drawer is not None
    drawer = game.drawer
    return [
        (one, view)
        for one, view in found
        if holds(
            wanted,
            [one.entry.name, one.id, *one.entry.fields["aliases"]],
            {**drawer.facets(one), "kind": one.entry.kind.id, "tag": one.entry.fields["tags"]},
        )
    ]


def _project_of(path: Path) -> Project:
    found = read_project(find(path), Diagnostics())
    assert found is not None
    return found


def _print(run: Callable[[Press], PrintResult], output: Path) -> None:
    missing = engine_missing()
    if missing:
        raise Failure(missing)
    with progress(False) as bar:
        bar.stage("print")
        try:
            result = run(bar.press)
        except PrintError as error:
            raise Failure(str(error)) from None
    for warning in result.warnings:
        click.echo(f"warning: {warning}", err=True)
    try:
        write(output, result.pdf)
    except PublishError as error:
        raise click.UsageError(str(error)) from None
    choice = f" ({result.choice})" if result.choice else ""
    click.echo(f"{_shown(output)}: {result.pages} pages{choice}")


# ---- serve


@cli.command()
@click.argument("path", type=PROJECT, default=".")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets a phone on the same network look.")
@click.option("--player", is_flag=True, help="As players see it.")
def serve(path: Path, port: int, host: str, player: bool) -> None:
    """Show the site while you write: saved files are rebuilt, mistakes appear over the page.

    \b
    sheetgen serve my-campaign
    sheetgen serve --host 0.0.0.0
    """
    try:
        file = find(path)
    except ProjectError as error:
        raise click.UsageError(str(error)) from None
    with Press(cache=Cache.of_user()) as press:
        preview = Preview(Options(path, player=player, live=True), press, click.echo)
        try:
            found = server(preview, host, port)
        except OSError as error:
            raise click.UsageError(
                f"port {port} cannot be used ({error.strerror}); choose another with --port"
            ) from None
        stop = threading.Event()
        click.echo(f"Serving on http://{host}:{found.server_address[1]}/ until you press Ctrl-C.")
        threading.Thread(target=found.serve_forever, daemon=True).start()
        preview.rebuild()
        try:
            watch_and_rebuild(preview, (file.parent, templates_folder()), stop)
        except KeyboardInterrupt:
            click.echo("Stopped.")
        finally:
            stop.set()
            found.shutdown()
            found.server_close()


# ---- schema


@cli.command()
@click.argument("path", type=PROJECT, default=".")
@click.option("-o", "--output", type=click.Path(path_type=Path, file_okay=False), help="Folder (default: .sheetgen).")
def schema(path: Path, output: Path | None) -> None:
    """Write a JSON Schema for each kind, so that an editor completes and checks what you type.

    Put its name on the first line of an entry:

    \b
    # yaml-language-server: $schema=../.sheetgen/GAME.KIND.schema.json
    """
    diagnostics = Diagnostics()
    project = _project(path, diagnostics)
    games = _games(project, diagnostics) if project else []
    if project is None or not games:
        _report(diagnostics, "text")
        _stop(1)
    folder = output or project.root / ".sheetgen"
    for game in games:
        for kind in game.ruleset.kinds.values():
            file = folder / f"{game.ruleset.id}.{kind.id}.schema.json"
            text = json.dumps(kind_schema(game.ruleset, kind), ensure_ascii=False, indent=2, default=str)
            write(file, f"{text}\n".encode())
            click.echo(_shown(file))


# ---- new


@cli.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--ruleset", default="", help="The game to play (asked for where there are several).")
def new(folder: Path, ruleset: str) -> None:
    """Start a campaign: a folder with campaign.yaml, a page, and a place for entries.

    \b
    sheetgen new my-campaign --ruleset GAME
    """
    known = known_rulesets(Path.cwd())
    if ruleset not in known:
        hint = did_you_mean(ruleset, known) if ruleset else ""
        raise click.UsageError(f"choose a game with --ruleset: {', '.join(known)}" + (f" ({hint})" if hint else ""))
    if folder.exists() and any(folder.iterdir()):
        raise click.UsageError(f"{folder} is not empty; a campaign begins in a new folder")
    loaded = _ruleset(ruleset)
    title = folder.resolve().name.replace("-", " ").replace("_", " ").capitalize()
    write(folder / "campaign.yaml", f"title: {title}\nruleset: {ruleset}\nhouse_rules: {{}}\npaper: A4\n".encode())
    write(folder / "pages" / "index.md", f"---\ntitle: {title}\n---\n\nWhat everybody should know.\n".encode())
    folders = [kind.folder for kind in loaded.kinds.values() if has_card(kind) or has_sheet(kind)]
    click.echo(f"{folder} is ready. Put entries into {', '.join(f'{name}/' for name in folders[:4])} and run:")
    click.echo(f"  sheetgen build {folder}")


@cli.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell.

    \b
    sheetgen completion bash >> ~/.bashrc
    """
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(cli, {}, "sheetgen", "_SHEETGEN_COMPLETE").source())


# ---- what the commands share


def _project(path: Path, diagnostics: Diagnostics) -> Project | None:
    try:
        return read_project(find(path), diagnostics)
    except ProjectError as error:
        raise click.UsageError(str(error)) from None


def _games(project: Project, diagnostics: Diagnostics) -> list[LoadedGame]:
    loaded = (load_game(game, project, diagnostics) for game in project.games)
    return [game for game in loaded if game]


def _ruleset(name: str) -> Ruleset:
    folder = ruleset_folder(name, Path.cwd()) or ruleset_folder(name, Path.cwd() / "content")
    if folder is None:
        hint = did_you_mean(name, known_rulesets(Path.cwd()))
        raise click.UsageError(f"there is no ruleset `{name}`" + (f"; {hint}" if hint else ""))
    diagnostics = Diagnostics()
    found = load(folder, folder.parent.parent, diagnostics)
    if found is None or not found.rules:
        _report(diagnostics, "text")
        _exit_on(diagnostics, False)
    assert found is not None
    return found


def _entry(identity: str, path: Path) -> tuple[LoadedGame, ComputedEntry]:
    diagnostics = Diagnostics()
    project = _project(path, diagnostics)
    games = _games(project, diagnostics) if project else []
    for game in games:
        for entry in game.library.find(identity):
            computed = game.table.entries.get((entry.kind.id, entry.id)) if game.table else None
            if computed:
                return game, computed
    if diagnostics.has_errors:
        _report(diagnostics, "text")
    hint = did_you_mean(identity, [name for game in games for name in game.library.ids])
    raise Failure(f"there is no entry `{identity}`" + (f"; {hint}" if hint.startswith("did") else ""))


def _report(diagnostics: Diagnostics, form: str) -> None:
    if form == "json":
        click.echo(report.render_json(diagnostics))
    elif form == "github":
        click.echo(report.render_github(diagnostics), nl=False)
    elif form == "sarif":
        click.echo(report.render_sarif(diagnostics, __version__))
    elif len(diagnostics):
        click.echo(report.render_text(diagnostics, colour=_colour()), err=True)


def _colour() -> bool:
    import os

    return sys.stderr.isatty() and not os.environ.get("NO_COLOR")


def _exit_on(diagnostics: Diagnostics, strict: bool) -> None:
    if diagnostics.has_errors or (strict and len(diagnostics)):
        _stop(1)


def _stop(status: int) -> NoReturn:
    raise SystemExit(status)
