"""Random formulas of every type, and values for the names in them."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from typing import Any

from sheetgen.formula.scope import Binding, Parameter, Scope, Signature
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
    Type,
)

PLACES = {
    "head": {"title": "Head", "height": 3, "kind": "top"},
    "left_arm": {"title": "Left arm", "height": 2, "kind": "limb"},
    "body": {"title": "The body", "height": 2, "kind": "middle"},
}
PLACE = Term("place", tuple(PLACES))
FIGHTER = Record("fighter", {"name": TEXT, "score": INTEGER, "at": PLACE, "extra": Optional(INTEGER)}, {"score": "Sc."})
TABLE = [(None, 0, "none"), (1, 5, "few"), (6, 20, "many")]
HOUSE = {"margin": 30, "counting": "from_zero", "strict": False}

VALUES: dict[str, Type] = {
    "a": INTEGER, "b": INTEGER, "q": NUMBER, "t": TRUTH, "s": TEXT, "p": PLACE, "o": Optional(INTEGER),
    "l": ListOf(INTEGER), "n": ListOf(NUMBER), "w": ListOf(TEXT), "m": MapOf(PLACE, INTEGER), "f": FIGHTER,
    "fs": ListOf(FIGHTER), "r": Optional(FIGHTER), "z": ANYTHING,
}  # fmt: skip

SCOPE = Scope(
    {
        **{name: Binding(kind, {"a": "Agility", "t": "in cover"}.get(name, "")) for name, kind in VALUES.items()},
        "place": Binding(ListOf(PLACE), "place", "vocabulary"),
        "amounts": Binding(Ranges(TEXT), "Amounts", "table"),
        "house": Binding(
            Record(
                "house",
                {
                    "margin": OptionOf("margin", (25, 30)),
                    "counting": OptionOf("counting", ("from_zero", "from_one")),
                    "strict": OptionOf("strict", (True, False)),
                },
            ),
            "house rule",
            "house",
        ),
    },
    {
        "half": Signature("half", "Half", (Parameter("a", INTEGER, "Whole"),), INTEGER, True, "half of {a}"),
        "both": Signature(
            "both",
            "Sum and gap",
            (Parameter("a", INTEGER), Parameter("b", INTEGER, default=1)),
            Record("Sum and gap", {"more": INTEGER, "gap": INTEGER}),
            False,
        ),
    },
    {"place": {term: values["title"] for term, values in PLACES.items()}},  # type: ignore[misc]
    {"place": Record("term of place", {"title": TEXT, "height": INTEGER, "kind": TEXT})},
)
RULES = {"half": (("a",), {"half": "a // 2"}), "both": (("a", "b"), {"more": "a + b", "gap": "abs(a - b)"})}
"""The rules that formulas call: inputs, and outputs in order."""

FORMS: dict[str, str] = {
    "integer": """
        a | b | 0 | 1 | 7 | house.margin | f.score | len(l) | m.body | o | z | r.score | f.extra | fs[0].score
        (<integer> + <integer>) | (<integer> - <integer>) | (<integer> * <integer>) | -<integer> | abs(<integer>)
        (<number> // <number>) | (<integer> % <integer>) | (<integer> - <integer> + <integer> - (<integer> + 2))
        (<integer> if <truth> else <integer>) | (o if o != none else <integer>)
        min(<integer>, <integer>) | max(<integer>, 3, <integer>) | min(<integers>) | max(<integers>) | sum(<integers>)
        floor(<number>) | ceil(<number>) | round_half(<number>) | clamp(<integer>, <integer>, <integer>)
        len(<integers>) | len(<texts>) | len(<text>) | len(m) | count([<truth> for x in fs])
        m[<place>] | place[<place>].height | half(<integer>) | both(<integer>, <integer>).more | both(<integer>).gap
        <integers>[<integer>] | first(<integers>, <integer>) | get(m, <text>, <integer>) | get({p: <integer>}, s, 1)
        index(<integers>, <integer>) | index(<texts>, <text>) | sum(<integer> for x in l) | sum(x.score for x in fs)
    """,
    "number": """
        q | a | 0.5 | 2.25 | first(n, 1) | <integer>
        (<number> / <number>) | (<number> + <number>) | (<number> - <number>) | (<number> * <number>)
        max(<number>, <number>) | number(text(<number>)) | (sum(n) % <number>)
        get(<chances>, <integer>, 0) | sum(values(<chances>)) | sum(<chances>)
        average(dice(<integer>, <integer>, <integer>)) | lowest(dice(a, b, a)) | highest(dice(a, b, <integer>))
    """,
    "chances": """
        chances("d6") | chances("2dF-1") | chances(dice(a, b, a)) | added(<chances>, <chances>) | repeated(<chances>, 2)
        repeated(<chances>, <integer>) | kept(<chances>, 3, 2) | kept(<chances>, 3, -1) | kept(<chances>, a, <integer>)
        exploding(<chances>, 2) | exploding(<chances>, a) | gathered(<integers>, n) | {x: 1 / 3 for x in l}
        gathered([x // 2 for x in chances("d6")], values(chances("d6"))) | gathered(<texts>, n)
    """,
    "truth": """
        t | true | house.strict | o == none | r != none | p == "head" | a > b | house.counting == "from_zero"
        <number> < <number> | <number> <= <number> | <number> >= <number> | <number> == <number> | (<text> == <text>)
        (<truth> and <truth>) | (<truth> or <truth>) | (not <truth>) | (<truth> and <truth> or <truth>)
        <integer> < <integer> <= <integer> | <integer> > <integer> != <integer> == <integer>
        <text> in <texts> | <text> not in <texts> | <integer> in <integers>
        <text> in s | <text> in m | <text> in place
        any(<truth> for x in fs if <truth>) | all(x > <integer> for x in l) | <integers> == <integers>
        (r != none and r.score > <integer>) | (o == none or o > <integer>) | (<truth> if <truth> else <truth>)
        {"a": <integer>, "b": s} == {"b": <text>, "a": <integer>}
    """,
    "text": """
        s | p | "left_arm" | f.name | "" | "_x y" | house.counting
        (<text> + <text>) | f'{<number>} of {a} in {p}' | f'{<integers>}, {t}'
        text(<number>) | text(<truth>) | text(<integers>) | text(m) | text(f) | join(<texts>, ", ")
        join(<integers>, s)
        dice(<integer>, <integer>, <integer>) | lower(<text>) | dice(dice(a, b, <integer>))
        signed(a) + grouped(<number>)
        title(place, <place>) | place[<place>].kind | place[<place>].title | step(amounts, <number>)
        (<text> if <truth> else <text>) | first(<texts>, <text>)
    """,
    "place": """
        p | "head" | "body" | f.at | (p if t else f.at) | [x for x in place][<integer>]
    """,
    "integers": """
        l | [a, b] | range(4) | values(m) | [] | [m[x] for x in place]
        [<integer>, <integer>, <integer>] | [<integer> for x in <integers>]
        [x + a for x in <integers> if x > <integer>]
        (<integers> + <integers>) | range(<integer> % 9, <integer> % 12) | unique(<integers>) | reversed(<integers>)
        [x.score for x in order_by(fs, [x.score for x in fs])]
        [x.score for x in order_by(fs, [[x.name, x.score] for x in fs])]
        order_by(<integers>, <integers>) | order_by(<integers>, [-x for x in <integers>]) | [x.value for x in pairs(m)]
        [x.first - x.second for x in zip(<integers>, <integers>)] | [x * y for x in <integers> for y in l if x > y]
        (<integers> if <truth> else <integers>)
    """,
    "texts": """
        w | ["a", s] | place | keys(m) | split(s, ",") | [x.name for x in fs]
        [<text> for x in fs] | (<texts> + [<text>]) | unique(<texts>) | split(<text>, "a") | order_by(<texts>, <texts>)
        [x.name for x in fs if <truth>] | [x for x in <texts> if x != <text>]
    """,
    "record": """
        f | m | both(a, b) | fs
        {"one": <integer>, "two": <text>, "three": {"deep": <truth>}} | {x: <integer> for x in place if <truth>}
        both(<integer>, b=<integer>) | merge({"one": <integer>, "gap": <text>}, both(a))
        merge(f, {"score": <integer>})
        [{"n": x.name, "v": <integer>} for x in fs] | ({"v": <integer>} if <truth> else {"v": <integer>})
        {x: [<integer>, y] for x in place for y in <integers>} | unique([{"v": x} for x in <integers>])
    """,
}
"""Ways to write a formula of each type; what stands in angle brackets is a formula of that type."""
WAYS = {name: [form.strip() for form in re.split(r" \| |\n", forms) if form.strip()] for name, forms in FORMS.items()}


def random_formula(chance: random.Random, kind: str, depth: int) -> str:
    """A formula of a type that nests about so deeply."""
    ways = WAYS[kind] if depth > 0 else [form for form in WAYS[kind] if "<" not in re.sub("< |<=", "", form)]
    return re.sub(r"<(\w+)>", lambda part: random_formula(chance, part[1], depth - 1), chance.choice(ways))


def random_values(chance: random.Random) -> list[Any]:
    """A value for each of `VALUES`."""
    return [_random(kind, chance) for kind in VALUES.values()]


def _random(kind: Type, chance: random.Random) -> Any:
    match kind:
        case Optional(of=of):
            return None if chance.random() < 0.4 else _random(of, chance)
        case ListOf(item=item):
            return [_random(item, chance) for _ in range(chance.choice((0, 1, 2, 3, 6)))]
        case MapOf(value=value):
            return {term: _random(value, chance) for term in PLACES}
        case Record(fields=fields):
            return {name: _random(shape, chance) for name, shape in fields.items()}
        case Term(terms=terms):
            return chance.choice(terms)
    if kind == ANYTHING:
        return _random(chance.choice((INTEGER, TEXT, TRUTH, ListOf(INTEGER), Optional(INTEGER))), chance)
    if kind == INTEGER:
        return chance.choice((0, 1, -1, 2, 5, 12, -30, 10**15, chance.randint(-100, 100)))
    if kind == NUMBER:
        number = Fraction(chance.randint(-40, 40), chance.choice((1, 2, 3, 8, 10)))
        return number.numerator if number.denominator == 1 else number
    return (
        chance.random() < 0.5 if kind == TRUTH else chance.choice(("", "a", "B, a", "left_arm", "Straße 𝔊", " -7/2 "))
    )
