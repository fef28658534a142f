"""Texts that differ between entries only in their figures: the words are the rules' own, each such figure a slot.

"Slow above 44, lost at 64." and the same with other numbers become "Slow above ____,
lost at ____."
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import groupby, takewhile

SLOT = "____"
"""A place to write a number into a text."""
REST = SLOT * 6
"""A place for the rest of a text."""
_FIGURE = re.compile(r"(?<![#\w])(\d+)(?!\w)")
_WORDS = re.compile(r"\w*[^\W\d]{3}\w*")
LEAST_WORDS = 3
"""Common words below which a text is taken for an entry's own."""


MOST_OF = 0.7
"""Part of the longest text that its common words have to be, where other words than figures differ."""


def slotted(texts: Sequence[str]) -> str:
    """The common part of texts, with slots for what differs; None where too much differs."""
    first, *others = (_FIGURE.split(text) for text in texts)
    if len(_WORDS.findall(" ".join(first[::2]))) < LEAST_WORDS:
        return ""
    if any(len(other) != len(first) or other[::2] != first[::2] for other in others):
        return _common(texts)
    same = (part if all(other[n] == part for other in others) else SLOT for n, part in enumerate(first))
    return "".join(same)


def begun(texts: Sequence[str]) -> str:
    """The words that all texts begin with and a place for the rest; nothing where none of them says anything."""
    if not any(texts):
        return ""
    words = list(takewhile(lambda same: len(set(same)) == 1, zip(*(text.split(" ") for text in texts), strict=False)))
    shared = " ".join(word for word, *_ in words)
    known = "<" not in shared and len(_WORDS.findall(shared)) >= LEAST_WORDS
    return f"{shared} {REST}" if known else REST


def _common(texts: Sequence[str]) -> str:
    """The words that all texts have in this order, a slot for each run of others; nothing where these are many."""
    first, *others = (text.split(" ") for text in texts)
    kept = set(range(len(first)))
    for other in others:
        blocks = SequenceMatcher(None, first, other, autojunk=False).get_matching_blocks()
        kept &= {n for block in blocks for n in range(block.a, block.a + block.size)}
    shared = " ".join(first[n] for n in sorted(kept))
    marked = any("<" in word for n, word in enumerate(first) if n not in kept)
    if marked or len(_WORDS.findall(shared)) < LEAST_WORDS or len(shared) < MOST_OF * max(map(len, texts)):
        return ""
    runs = groupby(range(len(first)), kept.__contains__)
    return " ".join(" ".join(first[n] for n in run) if known else SLOT for known, run in runs)
