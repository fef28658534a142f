"""What hides a text in other programs and hides nothing here: boxes, tags and spoilers under any word for a secret."""

from __future__ import annotations

import re

_WORDS = (
    r"(?:gm|dm|sl|secrets?|spoilers?|hidden|warden|keeper|master|game ?master"
    r"|geheim\w*|versteckt|spielleit\w*|meister|秘密|ネタバレ|マスター)"
)
_WORD = re.compile(rf"(?<![^\W_]){_WORDS}(?![^\W_])", re.IGNORECASE)
HIDES_ELSEWHERE = (
    rf"(?i:^[ \t>]*(?:[:：]|[;!?+=~]{{2,9}})[ \t]*[\"{{.\[]{{0,3}}{_WORDS}\b"
    rf"|(?:```|~~~|:::)[ \t]*{_WORDS}\b|\[/{_WORDS}\]|</?{_WORDS}>)"
    r"|\|\|[^|\s](?:[^|\n]*[^|\s])?\|\||!<(?=[\s.,;]|$)|<!(?!--)[ \t]*-"
)
"""A pattern of such a sign: a box, code, a tag in square or pointed brackets, a spoiler, a torn comment."""
_SIGN = re.compile(HIDES_ELSEWHERE, re.MULTILINE)
HINT = "write `::: gm` above what only the game master may see and `:::` below it, each at the margin"


def names_secret(word: str) -> bool:
    """Whether a word that a box is called by says that it is the game master's; `GM`, `{.gm}`, `gm-only` do."""
    return _WORD.search(word.replace("g.m", "gm")) is not None


def secret_sign(line: str) -> str:
    """The first sign of another program in a line that was to hide a text; empty where there is none."""
    match = _SIGN.search(line)
    return match[0].lstrip(" \t>") if match else ""
