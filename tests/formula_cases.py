"""Cases for formulas as text: a formula, and under it a caret below each mistake, with the message beside it."""

from __future__ import annotations

from sheetgen.formula.check import check
from sheetgen.formula.parse import parse
from sheetgen.formula.scope import Binding, Parameter, Scope, Signature
from sheetgen.formula.syntax_problems import FormulaError, Problem
from sheetgen.formula.types import (
    ANYTHING,
    INTEGER,
    NUMBER,
    TEXT,
    TRUTH,
    ListOf,
    MapOf,
    Optional,
    OptionOf,
    Ranges,
    Record,
    Term,
)

PLACE = Term("place", ("head", "left_arm", "body"))
ATTACK = Record("attack", {"name": TEXT, "damage": INTEGER, "range": Optional(INTEGER)}, {"damage": "Dmg"})
HOUSE = Record("house", {"margin": OptionOf("margin", (25, 30)), "ties": OptionOf("ties", ("resist", "defender"))}, {})

SCOPE = Scope(
    {
        "tb": Binding(INTEGER, "TB"),
        "armour": Binding(MapOf(PLACE, INTEGER), "Armour"),
        "score": Binding(NUMBER, "Score"),
        "name": Binding(TEXT, "Name"),
        "defending": Binding(TRUTH, "defending"),
        "at": Binding(PLACE, "Location"),
        "attack": Binding(ATTACK, "Attack"),
        "attacks": Binding(ListOf(ATTACK), "Attacks"),
        "limit": Binding(Optional(INTEGER), "Limit"),
        "given": Binding(ANYTHING, "Given"),
        "place": Binding(ListOf(PLACE), "place", "vocabulary"),
        "bands": Binding(Ranges(TEXT), "Bands", "table"),
        "house": Binding(HOUSE, "house rule", "house"),
    },
    {
        "bonus": Signature(
            "bonus", "Bonus", (Parameter("score", INTEGER, "Score", default=0),), INTEGER, True, "Bonus of {score}"
        ),
        "track": Signature(
            "track",
            "Wound tracks",
            (Parameter("tb", INTEGER, "TB", default=0), Parameter("extra", INTEGER, "Extra", default=0)),
            Record("Wound tracks", {"light": INTEGER, "heavy": INTEGER}),
            False,
        ),
        "rest": Signature("rest", "Rest", (), INTEGER, True),
    },
    {"place": {"head": "Head", "left_arm": "Left arm", "body": "Body"}},
    {"place": Record("term of place", {"title": TEXT, "height": INTEGER})},
)


def cases(text: str) -> list[tuple[str, list[str]]]:
    """Each formula of a table with the lines under it; cases are parted by empty lines."""
    blocks = (block.split("\n") for block in text.strip("\n").split("\n\n"))
    return [(formula, expected) for formula, *expected in blocks]


def problems(formula: str) -> list[Problem]:
    """Everything that is wrong with a formula in `SCOPE`."""
    try:
        return check(parse(formula), SCOPE).problems
    except FormulaError as error:
        return [error.problem]


def drawn(formula: str) -> list[str]:
    """The mistakes of a formula as the tables write them: carets, message, and hints after a bar."""
    lines = []
    for problem in problems(formula):
        message = " | ".join((problem.message, *problem.hints))
        lines.append(" " * problem.start + "^" * max(1, problem.end - problem.start) + " " + message)
    return lines
