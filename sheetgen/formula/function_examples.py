"""A call of each function, an equals sign, and what that gives, exactly; a test runs them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_LINES = """
min: min(3, 5) = 3
max: max([3, 5, 4]) = 5
abs: abs(2 - 5) = 3
sum: sum([1, 2, 3]) = 6
totals: totals([1, 2, 3]) = 1, 3, 6
clamp: clamp(12, 0, 10) = 10
floor: floor(7 / 2) = 3
ceil: ceil(7 / 2) = 4
round_half: round_half(7 / 2) = 4
len: len([4, 4, 5]) = 3
count: count([n > 4 for n in [4, 5, 6]]) = 2
any: any([n > 5 for n in [4, 5, 6]]) = yes
all: all([n > 5 for n in [4, 5, 6]]) = no
range: range(1, 4) = 1, 2, 3
order_by: order_by(["b", "a"], [2, 1]) = a, b
step: step(bands, 5) = low
get: get({"a": 1}, "b", 0) = 0
keys: keys({"a": 1, "b": 2}) = a, b
values: values({"a": 1, "b": 2}) = 1, 2
pairs: [p.value for p in pairs({"a": 1})] = 1
zip: [z.first + z.second for z in zip([1, 2], [10, 20])] = 11, 22
first: first([n for n in [4, 5] if n > 4], 0) = 5
unique: unique([4, 4, 5]) = 4, 5
reversed: reversed([4, 5]) = 5, 4
index: index(["a", "b"], "b") = 1
join: join(["a", "b"], " or ") = a or b
text: text(5) + "th" = 5th
number: number("5") + 1 = 6
dice: dice(2, 6, 3) = 2d6+3
average: average("2d6") = 7
lowest: lowest("2d6+3") = 5
highest: highest("2d6") = 12
chances: chances("2d6")[7] = 1/6
added: added(chances("d6"), chances("d4"))[10] = 1/24
repeated: repeated({0: 0.5, 1: 0.5}, 4)[2] = 0.375
kept: kept(chances("d6"), 4, 3)[18] = 7/432
exploding: exploding(chances("d6"), 1)[7] = 1/36
gathered: gathered([r // 2 for r in chances("d6")], values(chances("d6")))[1] = 1/3
signed: signed(6) = +6
grouped: grouped(11500) = 11,500
title: title(place, "head") = Head
lower: lower("Oak") = oak
split: split("a-b", "-") = a, b
merge: merge({"a": 1}, {"b": 2}) = a 1, b 2
"""
EXAMPLES: Mapping[str, str] = MappingProxyType(
    {name: example for name, _, example in (line.partition(": ") for line in _LINES.strip().splitlines())}
)
"""Examples by the names of functions. `place` is a vocabulary, `bands` a table of ranges."""
