"""Typographic apostrophes for names and titles, which come from data as they are typed."""

from __future__ import annotations

import re

_TYPED = re.compile(r"(?<=[^\W\d_])(?:'|&#39;|&#x27;)(?![^<>]*>)")


def apostrophes(html: str) -> str:
    """Text or HTML whose apostrophes are those of print; what stands in tags stays as it is."""
    return _TYPED.sub("’", html)
