"""Chapters as they are read on a screen: what is looked at now and then is folded to one line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markupsafe import Markup

_EXAMPLE = re.compile(
    r'<section class="example"((?: id="[^"]*")?) aria-label="([^"]*)" data-brief="([^"]*)">\n'
    r'<p class="lab">.*?</p>\n(?:<p class="ex-t">[^<]*</p>\n?)?((?:[^<]|<(?!/?section))*)</section>'
)
_STEPS = re.compile(r'((?:<div class="step-line">(?:[^<]|<(?!/?div))*</div>)+)</dl>')
_LONGEST = 90


def folded(html: Markup) -> Markup:
    """A chapter whose first worked example stands open, further ones folded, as are the steps of its formulas."""
    text = _STEPS.sub(
        r'</dl><details class="steps"><summary>How it is worked out</summary><dl>\1</dl></details>', str(html)
    )
    return Markup("".join(_examples(text)))


def _examples(text: str) -> Iterator[str]:
    at = 0
    for number, match in enumerate(_EXAMPLE.finditer(text)):
        if number:
            yield text[at : match.start()] + _line(match)
            at = match.end()
    yield text[at:]


def _line(match: re.Match[str]) -> str:
    identity, title, brief, rest = match.groups()
    known = "" if title == "Worked example" else f"<b>{title}</b> "
    words = f'<span class="soft">{brief}</span>' if len(brief) <= _LONGEST else ""
    return (
        f'<details class="example"{identity}><summary><span class="lab">Example</span> {known}{words}</summary>'
        f"{rest}</details>"
    )
