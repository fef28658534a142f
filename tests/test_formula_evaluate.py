"""What formulas answer: exact arithmetic, lists, maps, texts; and what stops one that goes too far."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from formula_cases import SCOPE

from sheetgen.formula.check import check
from sheetgen.formula.compile import Expression, Program, RuleFormulas, guarded, value_of
from sheetgen.formula.function_examples import EXAMPLES
from sheetgen.formula.functions import FUNCTIONS
from sheetgen.formula.parse import parse
from sheetgen.formula.runtime import Evaluation, FormulaFailedError, exactly
from sheetgen.formula.scope import Binding
from sheetgen.formula.types import INTEGER

TERMS = {
    "head": {"title": "Head", "height": 3},
    "left_arm": {"title": "Left arm", "height": 2},
    "body": {"title": "Body", "height": 2},
}
ATTACKS = [
    {"name": "Claw", "damage": 4, "range": None},
    {"name": "Pulse", "damage": 6, "range": 20},
    {"name": "Bite", "damage": 4},
]
VALUES: dict[str, Any] = {
    "tb": 5, "armour": {"head": 0, "left_arm": 1, "body": 3}, "score": Fraction(7, 2), "name": "Hollow Lantern",
    "defending": True, "at": "left_arm", "attack": ATTACKS[1], "attacks": ATTACKS, "limit": None,
    "given": {"any": ["thing", 3, None]},
}  # fmt: skip
HOUSE = {"margin": 30, "ties": "resist"}


def rules() -> list[RuleFormulas]:
    names = []
    for name, inputs, outputs in (
        ("bonus", ("score",), {"bonus": "score // 10"}),
        ("track", ("tb", "extra"), {"light": "tb + extra", "heavy": "max(1, tb // 2)"}),
        ("rest", (), {"hours": "8"}),
    ):
        scope = SCOPE.__class__({field: Binding(INTEGER, field) for field in inputs}, {})
        lines = tuple((output, check(parse(text), scope)) for output, text in outputs.items())
        names.append(RuleFormulas(name, inputs, lines, {o: o for o in outputs}, len(outputs) == 1, scope))
    return names


def compiled(formula: str) -> Expression:
    program = Program()
    program.define("vocabulary", "place", list(TERMS))
    program.define("terms", "place", TERMS)
    program.define("table", "bands", [(None, 0, "none"), (1, 9, "low"), (10, None, "high")])
    program.add_rules(rules())
    checked = check(parse(formula), SCOPE)
    assert not checked.problems, checked.problems
    return program.expression(checked, SCOPE)


def run() -> Evaluation:
    return Evaluation(HOUSE, {"place": {term: str(values["title"]) for term, values in TERMS.items()}})


def value(formula: str, **others: Any) -> Any:
    """The value of a formula; its leaves hold the same."""
    expression = compiled(formula)
    result = guarded(lambda: expression.value(run(), VALUES | others))
    assert value_of(guarded(lambda: expression.leaves(run(), VALUES | others))) == result
    return result


ANSWERS = {
    # arithmetic
    "tb + 2 * 3 - 1": 10,
    "7 // 2": 3,
    "-7 // 2": -4,
    "7 // -2": -4,
    "-7 % 3": 2,
    "7 % -3": -2,
    "score % 2": Fraction(3, 2),
    "1 / 3 + 1 / 6": Fraction(1, 2),
    "6 / 3": 2,
    "0.1 + 0.2": Fraction(3, 10),
    "-tb": -5,
    "1000000 * 1000000": 10**12,
    # rounding
    "floor(score)": 3,
    "floor(-score)": -4,
    "ceil(score)": 4,
    "ceil(-score)": -3,
    "round_half(2.5)": 3,
    "round_half(-2.5)": -2,
    "round_half(2.4)": 2,
    # choosing
    "min(tb, 3, score)": 3,
    "max([1, 9, 4])": 9,
    "max(a.damage for a in attacks)": 6,
    "clamp(12, 0, 10)": 10,
    "clamp(-1, 0, 10)": 0,
    "abs(-3)": 3,
    "sum([])": 0,
    "sum(armour[l] for l in place)": 4,
    "1 if tb > 4 else 2": 1,
    # comparing
    "1 < tb <= 5": True,
    "1 < tb <= 4": False,
    "limit == none": True,
    "limit != none and limit > 2": False,
    "1 / 2 == 0.5": True,
    '[1, [2]] == [1, [2]] and {"a": 1, "b": 2} == {"b": 2, "a": 1}': True,
    '"ow" in name and "x" not in name': True,
    '"head" in armour and at in place and 3 in [1, 3]': True,
    "not (defending and tb > 9)": True,
    # lists
    "[x * 2 for x in [1, 2, 3] if x != 2]": [2, 6],
    "[x + y for x in [1, 2] for y in [10, 20] if x * y > 10]": [21, 12, 22],
    "range(3)": [0, 1, 2],
    "range(2, 5)": [2, 3, 4],
    "range(3, 1)": [],
    "[a.name for a in order_by(attacks, [a.damage for a in attacks])]": ["Claw", "Bite", "Pulse"],
    "[a.name for a in order_by(attacks, [[-a.damage, a.name] for a in attacks])]": ["Pulse", "Bite", "Claw"],
    "unique([1, 2, 1, 4 / 2])": [1, 2],
    "unique([{'a': [1]}, {'a': [1]}])": [{"a": [1]}],
    "reversed([1, 2])": [2, 1],
    'index(["a", "b"], "b")': 1,
    'index(["a", "b"], "c")': -1,
    "first([], 7)": 7,
    "first([3, 4], 7)": 3,
    "len(attacks) + len(armour) + len(name)": 20,
    "count(a.damage == 4 for a in attacks)": 2,
    "any(a.damage > 5 for a in attacks)": True,
    "all(a.damage > 5 for a in attacks)": False,
    "[p.first + p.second for p in zip([1, 2, 3], [10, 20])]": [11, 22],
    "[1] + [2]": [1, 2],
    "attacks[1].name": "Pulse",
    "[a.range for a in attacks]": [None, 20, None],
    # maps and records
    "armour.body + armour[at]": 4,
    "{l: tb + armour[l] for l in place}": {"head": 5, "left_arm": 6, "body": 8},
    '{"a": {"b": tb}}.a.b': 5,
    'get(armour, "tail", 9)': 9,
    "keys(armour)": ["head", "left_arm", "body"],
    "values(armour)": [0, 1, 3],
    '[f"{p.key} {p.value}" for p in pairs(armour)]': ["head 0", "left_arm 1", "body 3"],
    'merge(attack, {"damage": 9})': {"name": "Pulse", "damage": 9, "range": 20},
    "place[at].height": 2,
    "title(place, at)": "Left arm",
    "step(bands, -4)": "none",
    "step(bands, 9)": "low",
    "step(bands, 10 / 1)": "high",
    "given.any[1]": 3,
    # texts
    'f"{tb} of {at}, {score}, {1 / 3}, {-2}, {defending}"': "5 of left_arm, 3.5, 1/3, -2, yes",
    "text([1, 2])": "1, 2",
    'join(["a", "b"], " + ")': "a + b",
    'number(" -7/2 ")': Fraction(-7, 2),
    'number("−3")': -3,
    'number("2.50")': Fraction(5, 2),
    "dice(2, 6, 3)": "2d6+3",
    "dice(1, 8, -1)": "1d8-1",
    "dice(2, 6, 0)": "2d6",
    "dice(0, 6, 4)": "4",
    'dice(" 2D8 + d4 − 1")': "2d8+d4-1",
    'average("2d8+4")': 13,
    'average("d6")': Fraction(7, 2),
    'floor(average("3d6 + 1d4 - 2"))': 11,
    'average("4d6-2d4")': 9,
    'lowest("2d6-1d4")': -2,
    'highest("2d6-1d4")': 11,
    'highest("7")': 7,
    "signed(6)": "+6",
    "signed(0)": "+0",
    "signed(-1)": "-1",
    "signed(7 / 2)": "+3.5",
    'lower("ÄB")': "äb",
    'split(" a, b ,, c", ",")': ["a", "b", "c"],
    'split("a b", "")': ["a b"],
    'split("", ",")': [],
    'name + "!"': "Hollow Lantern!",
    'len("𝔊é")': 2,
    # rules and house rules
    "bonus(43)": 4,
    "bonus()": 0,
    "track(tb, extra=1).light": 6,
    "track(tb=4)": {"light": 4, "heavy": 2},
    "rest() + house.margin": 38,
    'house.ties == "resist"': True,
}


@pytest.mark.parametrize(("formula", "answer"), ANSWERS.items())
def test_answers(formula: str, answer: object) -> None:
    result = value(formula)
    assert result == answer
    assert type(result) is type(answer)


FAILURES = {
    "tb / 0": "this divides by zero",
    "tb // 0": "this divides by zero",
    "tb % (5 - tb)": "this divides by zero",
    "max([])": "there is nothing to choose from: the list is empty",
    "attacks[7].name": "the list has no place 7: it holds 3, counted from 0",
    "attacks[-1].name": "the list has no place −1: it holds 3, counted from 0",
    'armour[given.any[0]] + given["none_such"]': "there is nothing for `thing`",
    "limit + 1": "a value is none where a number is needed",
    "max(limit, 2)": "a value is none where a number is needed",
    "given.any[2].name": "a part is asked for of a value that is none",
    'get(given.any[2], "name", 0)': "a part is asked for of a value that is none",
    "[x for x in given.any[1]]": "there is no list to go over",
    'number("seven")': "`seven` is not a number",
    'number("1/0")': "`1/0` is not a number",
    'number("1e9")': "`1e9` is not a number",
    "step(bands, 1 / 2)": "no row of the table holds 0.5",
    "order_by([1, 2], [1])": "order_by needs as many keys as items, not 1 for 2",
    # values of unknown type are looked at before anything is done with them
    "given.any[0] * 1000000": "the values do not fit together",
    "given.any[0] % 5": "the values do not fit together",
    "given.any * 3": "the values do not fit together",
    "given.any[0] - 1": "the values do not fit together",
    "bonus(given.any[0])": "the values do not fit together",
    'bonus(["%99999999d", 1][0])': "the values do not fit together",
    "max(given.any[0], given.any[0]) + 1": "the values do not fit together",
    # bounds
    "1000000 * 1000000 * 1000000": "the number grows past 10^15",
    "-1000000 * 1000000 * 1000000": "the number grows past 10^15",
    "1000000000000000 + 1": "the number grows past 10^15",
    "1 / 1000000000000000 / 1000000000000000 / 1000000000000000 / 1000000000000000 / 1000000000000000"
    " / 1000000000000000 / 1000000000000000": "the fraction grows finer than 1/10^100",
    "range(10001)": "a list or text holds more than 10,000 items",
    "range(10000) + [1]": "a list or text holds more than 10,000 items",
    'join([name for x in range(1000)], ", ")': "a list or text holds more than 10,000 items",
    "len([1 for x in range(1000) for y in range(20)])": "a list or text holds more than 10,000 items",
    "[[y for y in range(1000)] for x in range(1000)]": "this takes more than 200,000 steps",
    "[attacks for x in range(10000)] == [attacks for x in range(10000)]": "this takes more than 200,000 steps",
    "sum(sum(range(1000)) for x in range(1000))": "this takes more than 200,000 steps",
    "sum(len(unique(range(10000))) for x in range(100))": "this takes more than 200,000 steps",
    "sum(len(f'{x}, {range(100)}') for x in range(10000))": "this takes more than 200,000 steps",
}


@pytest.mark.parametrize(("formula", "message"), FAILURES.items())
def test_failures(formula: str, message: str) -> None:
    expression = compiled(formula)
    with pytest.raises(FormulaFailedError) as plain:
        guarded(lambda: expression.value(run(), VALUES))
    with pytest.raises(FormulaFailedError) as explained:
        guarded(lambda: value_of(expression.leaves(run(), VALUES)))
    assert [str(plain.value), str(explained.value)] == [message, message]


def test_rules_that_call_each_other_too_deeply() -> None:
    def deeper() -> None:
        deeper()

    with pytest.raises(FormulaFailedError, match="the rules call each other too deeply"):
        guarded(deeper)


def test_shared_lists_do_not_multiply() -> None:
    """Each step names the list of the step before a thousand times: refused long before it fills the memory."""
    big: list[object] = [1] * 1000
    for _ in range(5):
        big = [big] * 1000
    expression = compiled("given")
    with pytest.raises(FormulaFailedError, match="more than 200,000 steps"):
        guarded(lambda: expression.value(run(), {"given": big}))


HOSTILE = [
    "+".join(["tb"] * 60),
    "max(" * 55 + "tb" + ", 1)" * 55,
    "(" * 50 + "tb" + " // tb)" * 50,
    "(defending and " * 25 + "given.any[0] == given.any[1]" + ")" * 25,
    "(1 if 0 < " * 19 + "tb" + " < 9 else 2)" * 19,
    "[" * 55 + "tb" + "]" * 55,
    "(tb if defending else " * 25 + "tb" + ")" * 25,
    "bonus(" * 55 + "tb" + ")" * 55,
    "[[x for x in attacks] for x in [y for y in " * 8 + "attacks" + "]]" * 8,
    "given" + ".any" * 55,
    "f'{tb}" + "{name}" * 500 + "'",
]


@pytest.mark.parametrize("formula", HOSTILE, ids=range(len(HOSTILE)))
def test_formulas_made_to_be_large_compile_to_little(formula: str) -> None:
    """Neither the code of a formula nor of its explanation may grow faster than the formula."""
    expression = compiled(formula)
    for compute in (expression.value, expression.leaves):
        code = compute.__code__  # type: ignore[attr-defined]
        assert len(code.co_code) < 200_000
        try:
            guarded(lambda compute=compute: compute(run(), VALUES))
        except FormulaFailedError as error:
            assert str(error)


def test_nothing_of_python_can_be_reached() -> None:
    for name in (
        "open",
        "eval",
        "exec",
        "getattr",
        "vars",
        "globals",
        "type",
        "print",
        "Leaf",
        "Fraction",
        "f_pick",
        "b",
    ):
        [problem] = check(parse(f"{name}(tb)"), SCOPE).problems
        assert problem.message == f"there is no rule or function called `{name}`"
        [problem] = check(parse(name), SCOPE).problems
        assert problem.message == f"nothing here is called `{name}`"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_examples_of_functions_give_what_the_manual_says(name: str) -> None:
    call, _, gives = EXAMPLES[name].rpartition(" = ")
    assert f"{name}(" in call and exactly(value(call)) == gives
