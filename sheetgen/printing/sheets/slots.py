"""Texts that differ between entries only in their figures: the words are the rules' own, each such figure a slot.

"Fatigued above 44, exhausted at 64." and the same with other numbers become "Fatigued above ____,
exhausted at ____."
"""

from __future__ import annotations

import re
from collections.abc import Sequence

SLOT = "____"
"""A place to write a number into a text."""
_FIGURE = re.compile(r"(?<![#\w])(\d+)(?!\w)")
_WORDS = re.compile(r"\w*[^\W\d]{3}\w*")
LEAST_WORDS = 3
"""What has fewer words in common may be anybody's own."""


def slotted(texts: Sequence[str]) -> str:
    """What all these texts have in common, with slots for the figures that differ; nothing where words differ."""
    first, *others = (_FIGURE.split(text) for text in texts)
    if len(_WORDS.findall(" ".join(first[::2]))) < LEAST_WORDS:
        return ""
    if any(len(other) != len(first) or other[::2] != first[::2] for other in others):
        return ""
    same = (part if all(other[n] == part for other in others) else SLOT for n, part in enumerate(first))
    return "".join(same)
