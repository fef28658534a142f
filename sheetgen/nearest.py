"""Which name was probably meant by a misspelt one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from operator import itemgetter

MOST_LISTED = 12
"""How many allowed names a hint lists when none is near."""


def fold(name: str) -> str:
    """A name as people compare names: case, accents, spaces, hyphens and underscores do not count."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in plain if c not in " -_" and not unicodedata.combining(c))


def nearest(name: str, candidates: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """The candidates most like a misspelt name, best first; of equals, the one that comes first.

    Near is: at most a third of its letters added, left out, changed or swapped, or one name begins the other.
    """
    wanted = fold(name)
    ranked = []
    for candidate in dict.fromkeys(candidates):
        rank = _rank(wanted, fold(candidate))
        if rank is not None:
            ranked.append((rank, candidate))
    return tuple(candidate for _, candidate in sorted(ranked, key=itemgetter(0))[:limit])


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """A hint for a misspelt name: the nearest candidate, or a short list of what is allowed, or nothing."""
    known = list(dict.fromkeys(candidates))
    near = nearest(name, known, 1)
    if near:
        return f"did you mean `{near[0]}`?"
    return f"known here: {', '.join(known)}" if 0 < len(known) <= MOST_LISTED else ""


def _rank(wanted: str, candidate: str) -> tuple[int, int] | None:
    """How far two folded names are apart, smaller is nearer; None where they have nothing in common."""
    if not wanted or not candidate:
        return None
    furthest = max(1, max(len(wanted), len(candidate)) // 3)
    distance = _distance(wanted, candidate, furthest)
    if distance <= furthest and distance < min(len(wanted), len(candidate)):
        return distance, abs(len(wanted) - len(candidate))
    shorter, longer = sorted((wanted, candidate), key=len)
    if len(shorter) >= 3 and longer.startswith(shorter):
        return furthest + 1, len(longer) - len(shorter)
    return None


def _distance(a: str, b: str, furthest: int) -> int:
    """Letters added, left out, changed, or swapped with their neighbour; gives up past `furthest`."""
    if abs(len(a) - len(b)) > furthest:
        return furthest + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        earlier, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            step = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                step = min(step, earlier[j - 2] + 1)
            row.append(step)
        if min(row) > furthest:
            return furthest + 1
    return row[-1]
