"""Synonyms: words that people type and that the pages have other words for, such as `hp` and `hit points`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cache
from itertools import dropwhile

from sheetgen.site.search.words import LITTLE, words
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.shipped import shipped
from sheetgen.text.source import read
from sheetgen.yaml.load import parse

Synonyms = Mapping[str, Sequence[str]]
"""What is typed -> words that mean the same."""
SHARED = "synonyms.yaml"
ROOT = 4  # letters that a word of the index shares with one that means it in another form


@cache
def shared_synonyms() -> Synonyms:
    """Return the synonyms of every game, from `templates/synonyms.yaml`."""
    path = shipped("templates") / SHARED
    document = parse(read(path, path.parent), Diagnostics())
    assert document is not None and isinstance(document.data, Mapping)
    return {
        str(typed): [str(text) for text in meant] for typed, meant in document.data.items() if isinstance(meant, list)
    }


def answered(synonyms: Mapping[str, Synonyms], known: Container[str]) -> dict[str, Synonyms]:
    """Return the synonyms of each ruleset, in search words, without what no word of the index begins like.

    `known` are the first letters of the words of the index.
    """
    return {
        ruleset: {
            " ".join(words(typed)): meant
            for typed, meanings in own.items()
            if (meant := [text for text in meanings if any(word[:ROOT] in known for word in set(words(text)) - LITTLE)])
        }
        for ruleset, own in sorted(synonyms.items())
    }


def placed(
    synonyms: Mapping[str, Synonyms], first: Sequence[str], little: Container[str]
) -> tuple[dict[str, Synonyms], list[dict[str, Synonyms]]]:
    """Return the synonyms that are typed in little words alone, and the others by the part of the index they belong to.

    Each stands among the words that it begins like, which are read for a query that has it. `first` are the first words
    of the parts, in script order.
    """
    starts = list(map(_script_order, first))
    everywhere: dict[str, Synonyms] = {}
    parts: list[dict[str, Synonyms]] = [{} for _ in first]
    for ruleset, own in synonyms.items():
        cut: list[dict[str, Sequence[str]]] = [{} for _ in first]
        alone: dict[str, Sequence[str]] = {}
        for typed, meant in own.items():
            place = "".join(dropwhile(little.__contains__, typed.split()))
            part = cut[max(0, bisect_right(starts, _script_order(place)) - 1)] if place else alone
            part[typed] = meant
        everywhere[ruleset] = alone
        for named, part in zip(parts, cut, strict=True):
            named[ruleset] = part
    return everywhere, parts


def packed(synonyms: Mapping[str, Synonyms]) -> list[list[str]]:
    """Return the synonyms of each ruleset, a line for all that means the same, which begins with what is typed."""
    lines = {ruleset: list(_lines(own)) for ruleset, own in synonyms.items()}
    return [[ruleset, "\n".join(written)] for ruleset, written in lines.items() if written]


def _lines(synonyms: Synonyms) -> Iterator[str]:
    alike: dict[tuple[str, ...], list[str]] = {}
    for typed, meant in synonyms.items():
        alike.setdefault(tuple(meant), []).append(typed)
    for same, all_typed in alike.items():
        yield "\t".join(("\f".join(all_typed), *same))


def _script_order(word: str) -> bytes:
    return word.encode("utf-16-be")
