"""How long one call of a rule takes, in microseconds: `python tests/bench/formula/run.py [RULESET]`.

Each line gives a rule run plainly, run with its explanation, the same arithmetic written by hand in Python as what
the engine is measured against, and the ratio between the plain run and that.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from timeit import repeat
from typing import Any

from sheetgen.formula.runtime import Evaluation
from sheetgen.model.ruleset.load import load
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.run_rule import given_inputs
from sheetgen.text.diagnostics import Diagnostics

CONTENT = Path(__file__).parents[3] / "content"
CALLS = 20_000


def track(tb: int) -> dict[str, int]:
    """Wound tracks by hand."""
    light, heavy, deadly = tb, max(1, tb // 2), 1
    return {"light": light, "heavy": heavy, "deadly": deadly, "total": light + heavy + deadly}


def bonus(score: int) -> dict[str, int]:
    """The tens digit by hand."""
    return {"bonus": score // 10}


RULES: dict[str, tuple[dict[str, Any], Callable[..., Any] | None]] = {
    "track": ({"tb": 5}, track),
    "bonus": ({"score": 43}, bonus),
    "hit": ({"damage": 17, "defense": 7, "weakness": True, "headshot": True}, None),
    "apply": ({"light": 2, "heavy": 1, "deadly": 1, "std": 3, "sav": 1}, None),
}
"""Rules to run, where a ruleset has them: what is given, and the same by hand where that is a line or two."""


def microseconds(call: Callable[[], object]) -> float:
    """The best of five rounds."""
    return min(repeat(call, number=CALLS, repeat=5)) / CALLS * 1_000_000


def measure(ruleset: Ruleset, name: str) -> str:
    """One line of the table."""
    given, by_hand = RULES[name]
    rule = ruleset.rules[name]
    inputs, house = given_inputs(rule, ruleset, given), ruleset.rulings.defaults
    plain = microseconds(lambda: ruleset.program.run(name, Evaluation(house), inputs))
    explained = microseconds(lambda: ruleset.program.run(name, Evaluation(house, ruleset.titles), inputs, leaves=True))
    line = f"{name:<8}{plain:>9.2f}{explained:>12.2f}"
    if by_hand is None:
        return line
    direct = microseconds(lambda: by_hand(*inputs))
    return f"{line}{direct:>10.2f}{plain / direct:>8.1f}"


def fits(ruleset: Ruleset, name: str) -> bool:
    """Whether the rule of this name takes what is given here."""
    return RULES[name][0].keys() <= {field.name for field in ruleset.rules[name].inputs}


def main() -> None:
    """Print the table for one ruleset, or for each."""
    for name in sys.argv[1:] or sorted(path.parent.name for path in CONTENT.glob("*/ruleset.yaml")):
        ruleset = load(CONTENT / name, CONTENT, Diagnostics())
        if ruleset is None:
            raise SystemExit(f"there is no ruleset in {CONTENT / name}")
        rules = [rule for rule in RULES if rule in ruleset.rules and fits(ruleset, rule)]
        if rules:
            print(f"{name}, microseconds a call")
            print(f"{'rule':<8}{'plain':>9}{'explained':>12}{'by hand':>10}{'ratio':>8}")
            print(*(measure(ruleset, rule) for rule in rules), sep="\n")


if __name__ == "__main__":
    main()
