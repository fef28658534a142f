"""Texts between the brackets of YAML that a comma within their own round brackets ends: `{formula: max(1, n)}`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import yaml


@dataclass(frozen=True)
class TornTexts:
    """The parts of a list or mapping that begin such a text, each with the number after its last, and those after."""

    ends: dict[int, int] = field(default_factory=dict)
    followers: frozenset[int] = frozenset()


NONE = TornTexts()


def torn_items(items: Sequence[yaml.Node]) -> TornTexts:
    """The texts of a list that go on in its next items."""
    return _torn([item.value if _is_plain(item) else None for item in items], [False] * len(items), True)


def torn_values(pairs: Sequence[tuple[yaml.Node, yaml.Node]]) -> TornTexts:
    """The values of a mapping that go on in its next keys, which have no value."""
    alone = [_is_plain(key) and _is_plain(value) and not value.value for key, value in pairs]
    texts = [
        key.value if only else value.value if _is_plain(value) else None
        for (key, value), only in zip(pairs, alone, strict=True)
    ]
    return _torn(texts, alone, False)


def _torn(texts: Sequence[str | None], alone: Sequence[bool], is_list: bool) -> TornTexts:
    ends: dict[int, int] = {}
    followers: set[int] = set()
    for start, text in enumerate(texts):
        depth = _depth(text) if start not in followers and not alone[start] else 0
        end = start + 1
        while depth > 0 and end < len(texts) and texts[end] is not None and (is_list or alone[end]):
            depth, end = depth + _depth(texts[end]), end + 1
            if depth == 0:
                ends[start] = end
                followers.update(range(start + 1, end))
    return TornTexts(ends, frozenset(followers))


def _depth(text: str | None) -> int:
    """How many more round brackets open than close."""
    return text.count("(") - text.count(")") if text else 0


def _is_plain(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and not node.style
