"""The order of names: letters with marks stand with those that they are made of, both kana together."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_HIRAGANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}


@lru_cache(maxsize=1 << 14)
def sort_form(text: str) -> str:
    """A text as it is sorted: without case and marks, katakana as hiragana; equal forms keep their order."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in plain if not unicodedata.combining(char)).translate(_HIRAGANA)
