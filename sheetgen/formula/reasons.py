"""What explanations are put together of while formulas run: the words of sums and conditions, and explained values."""

from __future__ import annotations

from sys import intern

from sheetgen.formula.runtime import Leaf, Value


def reasons(texts: list[str]) -> str:
    """The reasons of a decision, in brackets; empty where there are none."""
    joined_texts = ", ".join(filter(None, texts))
    return f" ({joined_texts})" if joined_texts else ""


def leaf(value: Value, why: str, rule: str) -> Leaf:
    """An explained value; entries have most of their explanations in common, so equal ones are one text in memory."""
    return Leaf(value, intern(str(why)), rule)


def inner(leaves: Value, name: str) -> Value:
    """The leaf of one part of what a rule gave, which may have one explanation for the whole."""
    if isinstance(leaves, Leaf):
        return Leaf(leaves.value[name], leaves.why, leaves.rule)
    return leaves[name]


def addends(parts: list[tuple[str, str, bool]]) -> str:
    """A sum in words without the addends that come to nothing: parts of (sign, words, whether it is nothing).

    One addend is always left, and no minus leads.
    """
    return _sum(_kept(parts))


def bracketed(parts: list[tuple[str, str, bool]]) -> str:
    """The same in brackets, where more than one addend is left."""
    kept = _kept(parts)
    return f"({_sum(kept)})" if len(kept) > 1 else _sum(kept)


def _kept(parts: list[tuple[str, str, bool]]) -> list[tuple[str, str, bool]]:
    kept = [part for part in parts if not part[2]] or parts[:1]
    return [parts[0], *kept] if kept[0][0] == " − " else kept


def _sum(parts: list[tuple[str, str, bool]]) -> str:
    return parts[0][1] + "".join(sign + words for sign, words, _ in parts[1:])


def either(words: list[str], between: str) -> str:
    """The parts of a condition that are not empty, joined with `and` or `or`."""
    return between.join(filter(None, words))
