"""Formulas that cannot be read: what is wrong, and where."""

from __future__ import annotations

import ast
from fractions import Fraction

import pytest
from formula_cases import cases, drawn, problems

from sheetgen.formula.parse import parse

REFUSED = r"""
tb ** 2
^^^^^^^ this is not part of the rule language | there is no power; multiply instead

# tb
^^^^ the formula is empty

\
^ the formula is empty

tb,
^^^ this is not part of the rule language | write a list in square brackets

name + '\ud800'
       ^^^^^^^^ this text holds the character U+D800, which no page can show

(1, 2)
^^^^^^ this is not part of the rule language | write a list in square brackets

{1, 2}
^^^^^^ this is not part of the rule language | leave the braces out, or write a list in square brackets

lambda: tb
^^^^^^^^^^ this is not part of the rule language | write a comprehension, `[... for x in list]`

(x := 4)
 ^^^^^^ this is not part of the rule language | give the value a name as a step of the rule

tb is none
^^^^^^^^^^ this is not part of the rule language | compare with `==`

attacks[0:2]
        ^^^ this is not part of the rule language | pick one item, or use a comprehension

max(*attacks)
    ^^^^^^^^ this is not part of the rule language | name each argument

track(**armour)
      ^^^^^^^^ arguments cannot be unpacked

[a for a, b in attacks]
^^^^^^^^^^^^^^^^^^^^^^^ a comprehension takes one plain name after `for`

[await x for x in attacks]
 ^^^^^^^ this is not part of the rule language

().__class__
   ^^^^^^^^^ names starting with an underscore are not allowed: `__class__`

name.__class__.__mro__
               ^^^^^^^ names starting with an underscore are not allowed: `__mro__`

__import__("os")
^^^^^^^^^^ names starting with an underscore are not allowed: `__import__`

attack._secret
       ^^^^^^^ names starting with an underscore are not allowed: `_secret`

name.upper()
^^^^^^^^^^^^ only rules and functions can be called, by their name

(lambda: 1)()
^^^^^^^^^^^^^ only rules and functions can be called, by their name

[1][0]()
^^^^^^^^ only rules and functions can be called, by their name

f"{score:.2f}"
^^^^^^^^^^^^^^ a number in a text takes no format

f"{name!r}"
^^^^^^^^^^^ a number in a text takes no format

b"bytes"
^^^^^^^^ this value is not part of the rule language

1j
^^ this value is not part of the rule language

...
^^^ this value is not part of the rule language

{**armour, "head": 1}
^^^^^^^^^^^^^^^^^^^^^ records cannot be unpacked | use merge(first, second)

(a for a in attacks)
^^^^^^^^^^^^^^^^^^^^ put the comprehension in square brackets

10000000000000001
^^^^^^^^^^^^^^^^^ this number is larger than 10^15

tb = 3
   ^ this formula cannot be read here | compare with `==`; a single `=` only names an argument

if tb
^^ `if` is a reserved word and cannot be a name

while
^^^^^ `while` is a reserved word and cannot be a name

_lass
^^^^^ names starting with an underscore are not allowed: `_lass`

max(1, tb // 2
   ^ this `(` is never closed | every bracket that opens must close

[tb, 2)
      ^ this formula cannot be read here | every bracket that opens must close

tb) + (tb
      ^ this `(` is never closed | every bracket that opens must close

Armour of each place
^^^^^^ this formula cannot be read here | a text has quotes of its own: '"Armour of each place"'

"open
^ this formula cannot be read here | a text needs a quote at both ends

tb +
    ^ this formula cannot be read here | is an operator, a comma or a bracket missing?

3 tb
^ this formula cannot be read here | is an operator, a comma or a bracket missing?

tb & 1
^^^^^^ this is not part of the rule language | write `and`

~tb
^^^ this is not part of the rule language

tb @ 2
^^^^^^ this is not part of the rule language | leave the `@` out

attacks[0, 1]
        ^^^^ this is not part of the rule language | write a list in square brackets

import os
^^^^^^ `import` is a reserved word and cannot be a name

open("/etc/passwd").read()
^^^^^^^^^^^^^^^^^^^^^^^^^^ only rules and functions can be called, by their name

tb; tb
  ^ `;` is no sign of formulas | give each value a name of its own, as a step

yield tb
^^^^^^^^ this is not part of the rule language

1e999999999
^^^^^^^^^^^ this number is larger than 10^15

999999999999999999999999
^^^^^^^^^^^^^^^^^^^^^^^^ this number is larger than 10^15

sum(x for x in attacks, 1)
    ^ this formula cannot be read here | is an operator, a comma or a bracket missing?

"""


@pytest.mark.parametrize(("formula", "expected"), cases(REFUSED))
def test_refused(formula: str, expected: list[str]) -> None:
    assert drawn(formula) == expected


BOUNDS = [
    ("", "the formula is empty"),
    ("  \n ", "the formula is empty"),
    ("x" * 4_001, "the formula is longer than 4000 characters"),
    ("-" * 70 + "1", "the formula nests too deeply"),
    ("(" * 300 + "1" + ")" * 300, "the formula nests too deeply"),
    ("[" * 1_900 + "]" * 1_900, "the formula nests too deeply"),
    (" + ".join(["tb"] * 80), "the formula nests too deeply"),
    ("\x00", "this formula cannot be read here"),
]


@pytest.mark.parametrize(("formula", "message"), BOUNDS, ids=[text[:12] for text, _ in BOUNDS])
def test_bounds(formula: str, message: str) -> None:
    [problem] = problems(formula)
    assert problem.message == message
    assert problem.code == "formula-syntax"


def test_as_deep_as_may_be() -> None:
    assert not problems("-" * 59 + "tb")
    assert not problems(" + ".join(["tb"] * 60))


NUMBERS = {
    "7": 7, "0.5": Fraction(1, 2), ".25": Fraction(1, 4), "2.0": 2, "1_000.5": Fraction(2001, 2), "0x10": 16,
    "0.1": Fraction(1, 10), "1e3": 1000, "1e-2": Fraction(1, 100), "1000000000000000": 10**15, "true": True,
    "none": None,
}  # fmt: skip


@pytest.mark.parametrize(("text", "value"), NUMBERS.items())
def test_constants_are_exact(text: str, value: object) -> None:
    tree = parse(text).tree
    assert isinstance(tree, ast.Constant)
    assert tree.value == value
    assert type(tree.value) is type(value)


def test_decimals_inside_of_texts() -> None:
    values = [
        node.value for node in ast.walk(parse('f"ü {tb * 1.5} and {0.25}"').tree) if isinstance(node, ast.Constant)
    ]
    assert {Fraction(3, 2), Fraction(1, 4)} <= {value for value in values if isinstance(value, Fraction)}


def test_places_count_characters_and_lines() -> None:
    formula = parse('"ü€𝔊" +\n  name')
    name = next(node for node in ast.walk(formula.tree) if isinstance(node, ast.Name))
    start, end = formula.place(name)
    assert formula.text[start:end] == "name"


def test_a_formula_may_go_over_several_lines() -> None:
    assert not problems("max(1,\n    tb // 2)\n")


def test_a_comment_is_no_part_of_a_formula() -> None:
    assert isinstance(parse("tb # the Toughness Bonus").tree, ast.Name)
