"""Words that Python keeps for itself, and formulas do not: names, for which others stand while Python reads."""

from __future__ import annotations

import ast
import keyword
import re

_QUOTED = re.compile(r"""(f?)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')""")
_SAID = re.compile(r"(?:^|\})[^{}]*")
"""The literal text of an f-string, outside of its braces."""
NAMES = frozenset("class from with as pass break global try".split())
"""Words of Python that formulas have no other use for: names like any other."""
_MASKS = {f"_{word[1:]}": word for word in NAMES}
"""What stands for them while Python reads a formula, as long as they are, so that every place stays the same."""
_NAME = re.compile(r"(?<!\w)[^\W\d]\w*")


def mask(text: str) -> str:
    """A formula with other names in the place of words that only Python keeps for itself."""
    if any(word[0] in _MASKS for word in _NAME.finditer(text)):
        return text  # nothing that could stand for them is a name: Python tells it
    words = (word for word in _NAME.finditer(code_of(text)) if word[0] in NAMES)
    letters = list(text)
    for word in words:
        letters[word.start()] = "_"
    return "".join(letters)


def unmask(tree: ast.expr) -> None:
    """Give names back that were others while Python read them."""
    for node in ast.walk(tree):
        for part in ("id", "attr", "arg"):
            if (name := getattr(node, part, None)) in _MASKS:
                setattr(node, part, _MASKS[name])


def code_of(text: str) -> str:
    """A formula with blanks in the place of its texts; what stands in braces of an f-string is part of it."""

    def blank(match: re.Match[str]) -> str:
        return " " * len(match[0])

    return _QUOTED.sub(lambda match: _SAID.sub(blank, match[0]) if match[1] else blank(match), text)


def is_reserved(name: str) -> bool:
    """Whether formulas keep a word for themselves, so that nothing can be called so."""
    return keyword.iskeyword(name) and name not in NAMES
