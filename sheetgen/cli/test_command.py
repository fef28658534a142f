"""`test`: the worked cases of the rulesets of a project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sheetgen.cli.app import ContentError
from sheetgen.cli.common import count, format_option, games, path_argument, report, stop

if TYPE_CHECKING:
    from sheetgen.model.ruleset.cases import CaseRun
    from sheetgen.model.ruleset.ruleset import Ruleset


@click.command("test")
@path_argument
@format_option
@click.option("-v", "--verbose", is_flag=True, help="Every case, with what its rule gives.")
def run_tests(path: Path, form: str, verbose: bool) -> None:
    """Run the worked cases of a ruleset, which stand in its cases.yaml.

    \b
    sheetgen test my-game
    sheetgen test my-game -v
    """
    from sheetgen.model.project import display_root
    from sheetgen.model.ruleset.cases import run_cases
    from sheetgen.text.diagnostics import Diagnostics

    diagnostics = Diagnostics()
    project, all_games = games(path, diagnostics)
    rulesets = [game.ruleset for game in all_games]
    if project is None or not rulesets or not all(ruleset.sound for ruleset in rulesets):
        report(diagnostics, form)
        stop()
    tried = [(it, run_cases(it, display_root(it.folder, project), diagnostics)) for it in rulesets]
    report(diagnostics, form)
    if form == "text":
        click.echo("\n".join(line for ruleset, runs in tried for line in _summary(ruleset, runs, verbose)))
    if form == "text" and not all(run.passed for _, runs in tried for run in runs):
        raise ContentError("not every case gives what is written")
    if diagnostics.has_errors:
        stop()


def _summary(ruleset: Ruleset, runs: Sequence[CaseRun], verbose: bool) -> list[str]:
    """What came out of the cases of a ruleset, in lines."""
    from sheetgen.formula.runtime import show
    from sheetgen.model.ruleset.cases import untried_options

    rules = list(dict.fromkeys(run.rule for run in runs))
    failed = sum(not run.passed for run in runs)
    cases, of = count(len(runs), "case"), count(len(rules), "rule")
    end = f"{failed} failed" if failed else "all give what is written"
    lines = [f"{ruleset.title}: {f'{cases} of {of}, {end}' if runs else 'no cases; write some into cases.yaml'}."]
    lines += [_line(run) for run in runs if verbose]
    without = [name for name in ruleset.rules if name not in rules]
    untried = [f"{name} ({', '.join(map(show, options))})" for name, options in untried_options(ruleset, runs).items()]
    if without and verbose:
        lines.append(f"  without a case: {', '.join(without)}")
    if untried and verbose:
        lines.append(f"  options of house rules without a case: {', '.join(untried)}")
    return lines


def _line(run: CaseRun) -> str:
    """A case in one line, such as `passed  wounds  tb 4 → light 4`."""
    word = "passed" if run.passed else "FAILED"
    result = _listed(run.result) if isinstance(run.result, dict) else str(run.result)
    house = f" with {_listed(run.house)}" if run.house else ""
    return f"  {word}  {run.name}: {run.rule}{house}  {_listed(run.given)} → {result}"


def _listed(values: Mapping[str, Any]) -> str:
    from sheetgen.formula.runtime import show

    return ", ".join(f"{name} {show(value)}" for name, value in values.items())
