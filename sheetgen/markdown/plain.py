"""Markdown in texts that are shown plain, where it would stay as it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sheetgen.text.source import Span

_MARKUP = re.compile(
    r"""\[\[[^\[\]]*\]\]                                        # a link to a page or an entry
    | \[[^\[\]\n]+\]\([^()\s]+\)                                # any other link
    | (?<![\w*])(?P<stars>\*{1,2})(?![\s*])[^*\n]+(?<!\s)(?P=stars)(?![\w*])  # emphasis""",
    re.X,
)


def plain_markup(text: str) -> Iterator[str]:
    """The links and the emphasis in a text that is shown plain."""
    if "[" in text or "*" in text:
        yield from (match[0] for match in _MARKUP.finditer(text))


def without_markup(markup: str, span: Span | None) -> tuple[str, Span | None, str]:
    """The warning about Markdown in a text that is shown plain: message, place and hint."""
    if markup.startswith("["):
        hint = "links work in texts that stand for themselves, such as notes, tactics and descriptions"
        return f"`{markup}` is no link here: this text is shown without links", span, hint
    hint = "emphasis works in texts that stand for themselves, such as notes, tactics and descriptions"
    return f"the stars of `{markup}` will be seen: this text is shown plain", span, hint
