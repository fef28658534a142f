"""`rule`: one rule of a ruleset, or many."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Any

import click

from sheetgen.cli.app import ContentError, Misuse
from sheetgen.cli.common import folder_of_ruleset, nearest_name, ruleset_of
from sheetgen.cli.completing import rules, rulesets

if TYPE_CHECKING:
    from fractions import Fraction

    from sheetgen.finished_runs import FinishedRuns
    from sheetgen.model.ruleset.ruleset import Ruleset

LINE = '{"rule": NAME, "given": {...}, "house": {...}}'


@click.command()
@click.argument("ruleset", shell_complete=rulesets)
@click.argument("name", required=False, shell_complete=rules)
@click.option("--json", "given", metavar="JSON", help="The inputs, as a JSON object; those left out are 0 or empty.")
@click.option("--house", metavar="JSON", help="House rules, as a JSON object.")
@click.option("--why", is_flag=True, help="Every output with its why.")
@click.option(
    "--batch", type=click.File("rb"), help=f"A file (or - for standard input) of lines {LINE}; "
    'one line of JSON is written for each: the outputs, or {"error": ...}.',
)  # fmt: skip
def rule(
    ruleset: str, name: str | None, given: str | None, house: str | None, why: bool, batch: IO[bytes] | None
) -> None:
    """Run one rule of a ruleset, or many; without a name, list them.

    \b
    sheetgen rule GAME
    sheetgen rule GAME track --json '{"tb": 4}' --why
    sheetgen rule GAME track --json '{"tb": 4}' --house '{"margin": 25}'
    sheetgen rule GAME --batch cases.jsonl
    """
    if batch is not None and (name or given or house or why):
        raise Misuse("--batch stands alone", "each of its lines names its rule, inputs and house rules")
    from sheetgen.finished_runs import FinishedRuns
    from sheetgen.text.cache import Cache

    if batch is not None:
        _answer_lines(ruleset_of(ruleset, only_rules=True), batch)
        return
    runs = FinishedRuns.of(Cache.of_user(), "rule", folder_of_ruleset(ruleset), name, given, house, why)
    outcome = runs.get()
    click.echo(outcome.text if outcome else _answer(ruleset, runs, name, given, house, why), nl=False)


def _answer(ruleset: str, runs: FinishedRuns, name: str | None, given: str | None, house: str | None, why: bool) -> str:
    """What is printed of a rule, or of all, kept for as long as the files of the ruleset are the same."""
    from sheetgen.finished_runs import Inputs, Outcome
    from sheetgen.model.ruleset.layers import layers_of
    from sheetgen.model.ruleset.run_rule import find_rule
    from sheetgen.text.diagnostics import Diagnostics
    from sheetgen.text.report import printable_json

    folder = folder_of_ruleset(ruleset)
    layers = layers_of(folder, folder.parent.parent, Diagnostics())
    inputs = Inputs.now([folder, *(layer.folder for layer in layers)], [])
    loaded = ruleset_of(ruleset, only_rules=True)
    text = printable_json(_single_result(loaded, name, given, house, why), None) if name else _list(loaded)
    if name and given is None and (rule := find_rule(loaded, name)) and rule.inputs:
        missing = ", ".join(field.name for field in rule.inputs)
        click.echo(f"note: nothing is given, so {missing} are 0, empty or their default; see --json", err=True)
    else:
        runs.keep(inputs, Outcome(text=text))
    return text


def _answer_lines(ruleset: Ruleset, batch: IO[bytes]) -> None:
    from sheetgen.text.report import printable_json

    gc.enable()
    for answer in _answers(ruleset, batch):
        click.echo(printable_json(answer, None), nl=False)


def _single_result(ruleset: Ruleset, name: str, given: str | None, house: str | None, why: bool) -> Any:
    from sheetgen.model.ruleset.run_rule import RuleError, find_rule, run_rule

    if find_rule(ruleset, name) is None:
        step = f"`sheetgen rule {ruleset.id}` lists its rules"
        hint = nearest_name(name, list(ruleset.rules))
        raise Misuse(f"{ruleset.title} has no rule called `{name}`", f"{hint} {step}" if hint else step)
    try:
        return _as_plain_data(run_rule(ruleset, name, _object(given, "--json"), _object(house, "--house"), leaves=why))
    except RuleError as error:
        raise ContentError(str(error)) from None


def _list(ruleset: Ruleset) -> str:
    """Every rule with its inputs and title."""
    calls = [
        (f"{rule.name}({', '.join(field.name for field in rule.inputs)})", rule) for rule in ruleset.rules.values()
    ]
    width = min(max((len(call) for call, _ in calls), default=0), 48)
    return "".join(f"{call:{width}}  {click.style(rule.model.title, dim=True)}\n" for call, rule in calls)


def _answers(ruleset: Ruleset, lines: IO[bytes]) -> Iterator[Any]:
    """An answer to each line as it comes; a line that cannot be read is answered too."""
    from sheetgen.model.ruleset.run_rule import RuleError, as_json, run_rule

    for line in lines:
        if not line.strip():
            continue
        try:
            asked = read_json(line.decode("utf-8"))
            if not isinstance(asked, dict) or "rule" not in asked:
                raise ValueError
            given, house = asked.get("given") or {}, asked.get("house") or {}
            if not (isinstance(given, dict) and isinstance(house, dict)):
                raise ValueError
            yield as_json(run_rule(ruleset, str(asked["rule"]), given, house))
        except RuleError as error:
            yield {"error": str(error)}
        except (ValueError, RecursionError):
            yield {"error": f"a line is a JSON object {LINE}"}
        except Exception as error:
            # One line must not end the others, whatever it does.
            yield {"error": f"this is a bug in sheetgen: {type(error).__name__}: {error}"}


def read_json(text: str) -> Any:
    """JSON with exact numbers. Raises `ValueError`; a number of monstrous size is one, too."""
    return json.loads(text, parse_float=_exact, parse_int=_exact, parse_constant=_exact)


def _exact(text: str) -> int | Fraction:
    from fractions import Fraction

    from sheetgen.yaml.scalars import resolve

    number = resolve(text)
    if not isinstance(number, int | Fraction):
        raise ValueError(f"{text[:40]} is no number that can be computed with")
    return int(number) if isinstance(number, int) else Fraction(number)


def _object(text: str | None, option: str) -> dict[str, Any]:
    example = f"write it as {option} '{{\"tb\": 4}}'"
    try:
        data = read_json(text or "{}")
    except (ValueError, RecursionError) as error:
        raise Misuse(f"{option} takes a JSON object: {error}", example) from None
    if not isinstance(data, dict):
        raise Misuse(f"{option} takes a JSON object", example)
    return data


def _as_plain_data(value: Any) -> Any:
    from sheetgen.formula.runtime import Leaf
    from sheetgen.model.ruleset.run_rule import as_json

    if isinstance(value, Leaf):
        return {"value": as_json(value.value), "why": value.why, "rule": value.rule}
    if isinstance(value, dict):
        return {str(key): _as_plain_data(item) for key, item in value.items()}
    return [_as_plain_data(item) for item in value] if isinstance(value, list) else as_json(value)
