"""Synonyms: words that people type and that the pages have other words for, such as `hp` and `hit points`."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cache

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


def packed(synonyms: Mapping[str, Synonyms], known: Container[str]) -> list[list[str]]:
    """Return the synonyms of each ruleset, a line for all that means the same, which begins with what is typed.

    What no word of the index begins like is left out. `known` are the first letters of the words of the index.
    """
    lines = {ruleset: list(_lines(own, known)) for ruleset, own in sorted(synonyms.items())}
    return [[ruleset, "\n".join(written)] for ruleset, written in lines.items() if written]


def _lines(synonyms: Synonyms, known: Container[str]) -> Iterator[str]:
    alike: dict[tuple[str, ...], list[str]] = {}
    for typed, meanings in synonyms.items():
        if meant := tuple(text for text in meanings if any(word[:ROOT] in known for word in _telling(text))):
            alike.setdefault(meant, []).append(" ".join(words(typed)))
    for same, all_typed in alike.items():
        yield "\t".join(("\f".join(all_typed), *same))


def _telling(text: str) -> Iterator[str]:
    yield from (word for word in words(text) if word not in LITTLE)
