"""Formulas that can be read but are wrong: names, types and arguments, each at its place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from formula_cases import SCOPE, cases, drawn, problems

from sheetgen.formula.check import check, names_used
from sheetgen.formula.parse import parse
from sheetgen.formula.scope import Binding
from sheetgen.formula.types import INTEGER, TEXT, Term

WRONG = """
max(1, tbx // 2)
       ^^^ nothing here is called `tbx` | did you mean `tb`?

bonsu(tb)
^^^^^ there is no rule or function called `bonsu` | did you mean `bonus`?

track
^^^^^ nothing here is called `track` | `track` is called with arguments: `track(...)`

bonus + 1
^^^^^ nothing here is called `bonus` | `bonus` is called with arguments: `bonus(...)`

attack.damge
       ^^^^^ attack has nothing called `damge` | did you mean `damage`?

attack.name + 1
^^^^^^^^^^^^^^^ `+` cannot take text and integer | make a text of the number with text(...)

attack.name * 2
^^^^^^^^^^^^^^^ `*` cannot take text and integer | make a text of the number with text(...)

[1, 2] * 3
^^^^^^^^^^ `*` cannot take list of integer and integer

house.margn
      ^^^^^ house has nothing called `margn` | did you mean `margin`?

house.ties == "resists"
              ^^^^^^^^^ `resists` is not an option of ties | did you mean `resist`?

house.margin == 20
                ^^ `20` is not an option of margin | known here: 25, 30

at == "left arm"
      ^^^^^^^^^^ `left arm` is not a term of place | did you mean `left_arm`?

at in ["head", "boddy"]
               ^^^^^^^ `boddy` is not a term of place | did you mean `body`?

armour["bdy"]
       ^^^^^ `bdy` is not a term of place | did you mean `body`?

armour.bdy
       ^^^ `bdy` is not a term of place | did you mean `body`?

at.title
^^^^^^^^ one of place has no parts, so `.title` cannot be read from it | write `place[at].title`

armour[tb]
       ^^ a key here is one of place, not integer

place[tb].title
      ^^ a key of place is one of its terms, not integer

place["head"].hight
              ^^^^^ term of place has nothing called `hight` | did you mean `height`?

attacks["name"]
        ^^^^^^ the place in a list is a whole number, not text

attacks[score]
        ^^^^^ the place in a list is a whole number, not number | round it with `//`, floor, ceil or round_half

tb.name
^^^^^^^ integer has no parts, so `.name` cannot be read from it

tb[0]
^^^^^ nothing can be picked from integer

name + tb
^^^^^^^^^ `+` cannot take text and integer | make a text of the number with text(...)

tb + name
^^^^^^^^^ `+` cannot take integer and text | make a text of the number with text(...)

tb and defending
^^ `and` and `or` take truth, not integer | compare it with something

not tb
^^^^^^ `not` takes truth, not integer

tb if tb else 1
      ^^ `if` takes truth, not integer | compare it with something

-name
^^^^^ a sign stands before a number, not text

tb < name
^^^^^^^^^ only numbers can be more or less, not integer and text

name < "b"
^^^^^^^^^^ only numbers can be more or less, not text and text

tb == name
^^^^^^^^^^ integer and text are never equal

tb in tb
^^^^^^^^ nothing is in integer

tb in ["a"]
^^^^^^^^^^^ integer is never in list of text

[x for x in tb]
            ^^ `for` goes over a list, not integer

[x for x in attacks if x.damage]
                       ^^^^^^^^ `if` takes truth, not integer

[x.foo for x in attacks]
   ^^^ attack has nothing called `foo` | known here: name, damage, range

{"a": 1}.b
         ^ record has nothing called `b` | known here: a

bonus(tb, 2)
          ^ `bonus` takes at most 1 argument | its inputs are score

bonus(scor=3)
      ^^^^ `bonus` has no input called `scor` | did you mean `score`?

bonus(score / 2)
      ^^^^^^^^^ `score` of bonus takes integer, not number | round it with `//`, floor, ceil or round_half

bonus(score=1, score=2)
               ^^^^^ `score` is given twice

track(name)
      ^^^^ `tb` of track takes integer, not text

track(tb).hevy
          ^^^^ Wound tracks has nothing called `hevy` | did you mean `heavy`?

rest(1)
     ^ `rest` takes no arguments | it has no inputs

max()
^^^^^ `max` takes 1 to 20 arguments | the greatest of several numbers or of a list

clamp(1, 2)
^^^^^^^^^^^ `clamp` takes 3 arguments | the number, held between two limits

max("a", "b")
^^^^^^^^^^^^^ `max` takes numbers | the greatest of several numbers or of a list

max(name=3)
^^^^^^^^^^^ `max` takes 1 to 20 arguments | the greatest of several numbers or of a list

len(tb)
^^^^^^^ `len` takes a list, a map or a text, not integer | how many items a list, or characters a text, has

step(armour, 3)
^^^^^^^^^^^^^^^ `step` takes a table of ranges as argument 1 | the value of the table row whose range holds a number

step(bands, name)
^^^^^^^^^^^^^^^^^ `step` takes a number as argument 2 | the value of the table row whose range holds a number

bands[3]
^^^^^^^^ a table of ranges is read with `step(table, number)`

get(tb, "a", 1)
^^^^^^^^^^^^^^^ `get` takes a map, not integer | the value of a key of a map, or a default

title(tb, "head")
      ^^ `title` takes a vocabulary first

title(place, "hed")
             ^^^^^ `hed` is not a term of place | did you mean `head`?

floor(name)
^^^^^^^^^^^ `floor` takes number as argument 1, not text | rounded down

join(name, 2)
^^^^^^^^^^^^^ `join` takes list of anything as argument 1, not text | the items of a list as one text

dice(1.5, 6, 0)
^^^^^^^^^^^^^^^ `dice` takes integer as argument 1, not number | dice as text: 2d6+3, from numbers or a text

range("a")
^^^^^^^^^^ `range` takes integer as argument 1, not text | whole numbers from 0, or from the first

first(tb, 1)
^^^^^^^^^^^^ `first` takes a list, not integer | the first item of a list, or a default

zip(tb, attacks)
^^^^^^^^^^^^^^^^ `zip` takes two lists, not integer | the items of two lists side by side, as `first` and `second`

order_by(attacks, tb)
^^^^^^^^^^^^^^^^^^^^^ `order_by` takes a list of sort keys as argument 2 | a list in ascending order of a list of keys

f"{tbx} and {name + 1}"
   ^^^ nothing here is called `tbx` | did you mean `tb`?
             ^^^^^^^^ `+` cannot take text and integer | make a text of the number with text(...)

tbx + naem + scoer
^^^ nothing here is called `tbx` | did you mean `tb`?
      ^^^^ nothing here is called `naem` | did you mean `name`?
             ^^^^^ nothing here is called `scoer` | did you mean `score`?

1 if defending else
                   ^ this formula cannot be read here | is an operator, a comma or a bracket missing?

tb in name
^^^^^^^^^^ integer is never in text

sum(tb)
^^^^^^^ `sum` takes a list of numbers | all numbers of a list added up

abs("x")
^^^^^^^^ `abs` takes a number | the number without its sign

min(attacks)
^^^^^^^^^^^^ `min` takes numbers | the smallest of several numbers or of a list

merge(tb, attack)
^^^^^^^^^^^^^^^^^ `merge` takes two maps or records, not integer | a record with another one put over it

{1.5: 2}
 ^^^ a key is a text or a whole number, not number

{x: 1 for x in attacks}
 ^ a key is a text or a whole number, not attack

rest(score)
     ^^^^^ `rest` takes no arguments | it has no inputs

[a.name for a in attacks for b in a.nams]
                                    ^^^^ attack has nothing called `nams` | did you mean `name`?

"""


@pytest.mark.parametrize(("formula", "expected"), cases(WRONG))
def test_wrong(formula: str, expected: list[str]) -> None:
    assert drawn(formula) == expected


CODES = {
    "tbx": "formula-name", "bonsu(1)": "formula-name", "attack.damge": "formula-name", "bonus(x=1)": "formula-name",
    "armour.bdy": "unknown-term", 'at == "bdy"': "unknown-term", 'house.ties == "no"': "unknown-term",
    "name + 1": "formula-type", "tb if tb else 1": "formula-type", "bonus(1, 2)": "formula-type",
}  # fmt: skip


@pytest.mark.parametrize(("formula", "code"), CODES.items())
def test_codes(formula: str, code: str) -> None:
    assert [problem.code for problem in problems(formula)] == [code]


TYPES = {
    "1": "integer",
    "0.5": "number",
    "tb + 1": "integer",
    "tb / 2": "number",
    "score // 2": "integer",
    "score % 2": "number",
    "tb > 1": "truth",
    "name + at": "text",
    'f"{tb}"': "text",
    "max(tb, score)": "number",
    "max(armour[l] for l in place)": "integer",
    "floor(score)": "integer",
    "[tb, score]": "list of number",
    "[tb, name]": "list of anything",
    "[]": "list of anything",
    "place": "list of one of place",
    "armour": "map one of place -> integer",
    "armour.head": "integer",
    "place[at].title": "text",
    "{l: tb for l in place}": "map one of place -> integer",
    "attacks[0].range": "integer or none",
    "attacks[0].range if tb > 1 else 2": "integer or none",
    "tb if defending else none": "integer or none",
    "track(tb).heavy": "integer",
    "track(tb)": "Wound tracks",
    "bonus(3)": "integer",
    "bonus()": "integer",
    "rest()": "integer",
    "house.margin": "an option of the house rule margin",
    "house.margin + 1": "integer",
    "step(bands, 3)": "text",
    "given": "anything",
    "given + 1": "anything",
    "given // 2": "integer",
    "given.a[3]": "anything",
    'get(armour, "head", none)': "integer or none",
    "keys(armour)": "list of one of place",
    "values(armour)": "list of integer",
    "pairs(armour)[0].value": "integer",
    "zip(attacks, [1])[0].first.name": "text",
    "first([1.5], 2)": "number",
    "order_by(attacks, [a.damage for a in attacks])[0].name": "text",
    'merge(attack, {"burst": 2}).burst': "integer",
    "count(a.damage > 3 for a in attacks)": "integer",
    "1 < tb <= 3": "truth",
    "limit + 1": "integer",
    "sum(x * 2 for x in [1, 2])": "integer",
    "place if tb > 3 else []": str(check(parse("[p for p in place]"), SCOPE).type),
    "[] if tb > 3 else [tb]": "list of integer",
    "[] + [tb]": "list of integer",
    "[[], [tb]]": "list of list of integer",
}


@pytest.mark.parametrize(("formula", "kind"), TYPES.items())
def test_types(formula: str, kind: str) -> None:
    checked = check(parse(formula), SCOPE)
    assert not checked.problems
    assert str(checked.type) == kind


NAMES = {
    "max(1, tb // 2)": {"tb"},
    "[l for l in place if armour[l] > tb]": {"place", "armour", "tb"},
    "bonus(score) + track(tb=tb).light": {"score", "tb"},
    "house.margin + attack.damage": {"house", "attack"},
    'f"{name}"': {"name"},
}


@pytest.mark.parametrize(("formula", "names"), NAMES.items())
def test_names_used(formula: str, names: set[str]) -> None:
    assert names_used(parse(formula).tree) == names


def test_rules_and_house_rules_are_noted() -> None:
    checked = check(parse("bonus(tb) + rest() + house.margin"), SCOPE)
    assert set(checked.rules) == {"bonus", "rest"}
    assert checked.houses == {"margin"}


@pytest.mark.parametrize(
    "formula",
    ["[p for p in place]", 'place["head"]'],
    ids=["gone over", "picked from"],
)
def test_a_name_that_hides_its_vocabulary_is_in_the_hint(formula: str) -> None:
    assert check(parse(formula), SCOPE).problems == []
    hiding = replace(SCOPE, names={**SCOPE.names, "place": Binding(INTEGER, "Place")})
    [problem] = check(parse(formula), hiding).problems
    assert [*problem.hints] == [
        "`place` is a field, input or step here and hides the vocabulary of that name: rename one of the two"
    ]


@pytest.mark.parametrize(
    "formula", ["title(place, at)", "title(place, place)", "place[place].title", "place[at].title"]
)
def test_a_term_may_be_called_like_its_vocabulary(formula: str) -> None:
    hiding = replace(SCOPE, names={**SCOPE.names, "place": Binding(Term("place", ("head", "arm")), "Place")})
    checked = check(parse(formula), hiding)
    assert checked.problems == [] and checked.type == TEXT
