"""A digest of many diagnostics: some of each file, errors first, and how many more there are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from sheetgen.text.diagnostics import MOST, Diagnostic, Severity

MOST_OF_FILE = 50
"""Mistakes of one file that are shown."""
LONGEST_NAME = 120
"""Letters of a name or value that a message quotes."""
LONGEST = 1000
"""Letters of a message or hint."""
MOST_NOTES = 8
"""Other places that are shown with a mistake."""

_QUOTED = re.compile(r"`([^`]*)`")


def digest(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics in their order, at most `MOST_OF_FILE` of a file and `MOST` in all, each of a bounded length.

    Where some are left out, the last of a file says how many. Errors are kept before warnings.
    """
    collected = list(diagnostics)
    kept = _shown_numbers(collected)
    chosen = [_shortened(collected[number]) for number in sorted(kept)]
    left_out = [diagnostic for number, diagnostic in enumerate(collected) if number not in kept]
    return (
        sorted([*chosen, *_counted(left_out, chosen)], key=lambda diagnostic: diagnostic.order) if left_out else chosen
    )


def _shown_numbers(diagnostics: Sequence[Diagnostic]) -> set[int]:
    """Which diagnostics are shown, by number."""
    of_file: Counter[str] = Counter()
    kept: set[int] = set()
    for number in sorted(range(len(diagnostics)), key=lambda at: diagnostics[at].severity is not Severity.ERROR):
        name = _file(diagnostics[number])
        of_file[name] += 1
        if of_file[name] <= MOST_OF_FILE and len(kept) < MOST:
            kept.add(number)
    return kept


def _counted(left_out: Sequence[Diagnostic], chosen: Sequence[Diagnostic]) -> list[Diagnostic]:
    """How many more there are: of each file of which some are shown, and of all others together."""
    partly = {_file(diagnostic) for diagnostic in chosen}
    groups: dict[str, list[Diagnostic]] = {}
    for diagnostic in left_out:
        groups.setdefault(_file(diagnostic) if _file(diagnostic) in partly else "", []).append(diagnostic)
    return [_more(several) for several in groups.values()]


def _more(several: Sequence[Diagnostic]) -> Diagnostic:
    first = min(several, key=lambda diagnostic: diagnostic.severity is not Severity.ERROR)
    files = len({_file(diagnostic) for diagnostic in several})
    where = "from here on in this file" if files == 1 else f"in {files:,} files, of which this is the first"
    noun = "mistake" if len(several) == 1 else "mistakes"
    message = f"{len(several):,} more {noun} {where}"
    return Diagnostic(first.severity, first.code, message, first.span, ("mend those that are shown, and look again",))


def _file(diagnostic: Diagnostic) -> str:
    return diagnostic.span.file.name if diagnostic.span else ""


def _shortened(diagnostic: Diagnostic) -> Diagnostic:
    notes = tuple((_short(text), span) for text, span in diagnostic.notes[:MOST_NOTES])
    return replace(
        diagnostic, message=_short(diagnostic.message), hints=tuple(map(_short, diagnostic.hints)), notes=notes
    )


def _short_name(quoted: re.Match[str]) -> str:
    name = quoted[1]
    return quoted[0] if len(name) <= LONGEST_NAME else f"`{name[: LONGEST_NAME - 20]}…{name[-20:]}`"


def _short(text: str) -> str:
    text = _QUOTED.sub(_short_name, text)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 200]} … {text[-200:]}"
