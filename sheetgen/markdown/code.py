"""Code within a line: what is typed or stands in a file."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_PARTED = re.compile(r"-\w")
"""Where browsers break a word."""
_LONGEST_WHOLE = 16
"""Letters of a word that is never broken; longer ones do not fit a table on a phone."""
_BEGINNING = re.compile(r"(?:-+\w{1,12})?")
"""What stays whole of a longer one: its hyphens with what follows."""


def code_html(text: str) -> Markup:
    """Code as HTML; words such as `--large-print` and `tier:-2` stay whole, for commands are copied as they look."""
    words = re.split(r"(\s+)", text)
    return Markup("<code>{}</code>").format(Markup("").join(map(_word, words)))


def _word(word: str) -> Markup:
    beginning = _BEGINNING.match(word)
    whole = word if len(word) <= _LONGEST_WHOLE or not beginning else beginning[0]
    if not _PARTED.search(whole):
        return escape(word)
    return Markup("<span>{}</span>{}").format(whole, word.removeprefix(whole))
