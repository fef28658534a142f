"""Code within a line: what is typed or stands in a file."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_PARTED = re.compile(r"-\w")
"""Where browsers break a word."""
_LONGEST_WHOLE = 16
"""Letters of a word that is never broken; longer ones do not fit a table on a phone."""


def code_html(text: str) -> Markup:
    """Code as HTML; words such as `--large-print` and `tier:-2` stay whole, for commands are copied as they look."""
    words = re.split(r"(\s+)", text)
    return Markup("<code>{}</code>").format(Markup("").join(map(_word, words)))


def _word(word: str) -> Markup:
    return (
        Markup("<span>{}</span>").format(word) if _PARTED.search(word) and len(word) <= _LONGEST_WHOLE else escape(word)
    )
