"""The Content-Security-Policy of a page (W3C, CSP Level 3): what a browser may run and load there.

Only what comes with sheetgen: its scripts by their files, the few that stand in pages by their digests, and files of
the site itself. Whatever got into a page otherwise would not run. The digests are taken of the program's own
templates, never of a finished page.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from functools import lru_cache

FILES = "'self' file:"
"""The site's own files; a browser that opens a page from a folder calls them `file:`."""
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
MOST_POLICIES = 100
"""Policies that stand in memory at a time."""
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_PLACES = [re.compile(place, re.IGNORECASE) for place in ("<meta charset=[^>]*>", "<head[^>]*>", "<!doctype[^>]*>")]
"""Patterns of the text that the policy stands behind: the first of these that a page has."""


def own_scripts(templates: Iterable[str]) -> frozenset[str]:
    """The scripts that stand in templates."""
    return frozenset(script for template in templates for script in SCRIPT.findall(template))


def with_policy(html: str, scripts: frozenset[str]) -> str:
    """A finished page with its policy, as early as it can stand. `scripts` are those that may stand in pages.

    A worker may be made of a script that runs already, since a page opened from a folder can load none from a file.

    Of styles, those of the head may stand in the page. Attributes may style as well: Markdown's tables and the colours
    of marks do, and a style can load nothing from elsewhere.
    """
    head = html.partition("</head>")[0]
    running = sorted({script for script in SCRIPT.findall(html) if script in scripts})
    policy = _policy(tuple(running), tuple(_STYLE.findall(head)))
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    at = next((match.end() for place in _PLACES if (match := place.search(head))), 0)
    return f"{html[:at]}\n{meta}{html[at:]}"


@lru_cache(MOST_POLICIES)
def _policy(scripts: tuple[str, ...], styles: tuple[str, ...]) -> str:
    """The policy of pages in which some scripts and styles stand, which most pages of a site share."""
    rules = {
        "default-src": "'none'",
        "script-src": " ".join([FILES, *map(_digest, scripts)]),
        "style-src": f"{FILES} 'unsafe-inline'",
        "style-src-elem": " ".join([FILES, *map(_digest, styles)]),
        "style-src-attr": "'unsafe-inline'",
        "img-src": f"{FILES} data:",
        "font-src": FILES,
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "worker-src": "'self' blob:",
        "frame-src": FILES,
        "base-uri": "'self'",
        "form-action": FILES,
    }
    return ";".join(f"{name} {value}" for name, value in rules.items())


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
