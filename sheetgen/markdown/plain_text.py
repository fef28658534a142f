"""Drawn HTML as plain text, for the search and for contents."""

from __future__ import annotations

import re
from html import unescape

_PIECES = re.compile(r"</(?:li|td|th|h\d|dt|summary|legend|label|button|figcaption)>")
"""What ends a piece of a page that is no sentence."""
_MARKS = re.compile("[\ue000-\uf8ff]")
"""Characters of the marks font: drawn, not said."""


def text_of(html: str) -> str:
    """HTML as plain text."""
    spaced = re.sub(r"<(script|style|template|button)\b.*?</\1>", "", html, flags=re.DOTALL)
    spaced = _MARKS.sub("", spaced)
    parted = _PIECES.sub("\0", re.sub(r"</(p|div|dd)>", " ", spaced))
    plain = unescape(re.sub(r"<[^>]+>", "", parted))
    return " · ".join(filter(None, (" ".join(piece.split()) for piece in plain.split("\0"))))
