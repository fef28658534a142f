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
    for number, found in enumerate(_EXAMPLE.finditer(text)):
        if number:
            yield text[at : found.start()] + _line(found)
            at = found.end()
    yield text[at:]


def _line(found: re.Match[str]) -> str:
    identity, title, brief, rest = found.groups()
    known = "" if title == "Worked example" else f"<b>{title}</b> "
    told = f'<span class="soft">{brief}</span>' if len(brief) <= _LONGEST else ""
    return (
        f'<details class="example"{identity}><summary><span class="lab">Example</span> {known}{told}</summary>'
        f"{rest}</details>"
    )
