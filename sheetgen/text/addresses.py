"""Addresses made from names."""

from __future__ import annotations

import re
import unicodedata


def slug(text: str) -> str:
    """A name as an address, of 80 letters at most."""
    return in_plain_letters(text)[:80]


def in_plain_letters(text: str) -> str:
    """A text as small letters, digits and single hyphens, accents dropped; other scripts kept."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("'", "").replace("’", ""))
    kept = "".join(c if c.isalnum() else "-" for c in plain if not unicodedata.combining(c))
    return re.sub(r"-+", "-", kept).strip("-")
