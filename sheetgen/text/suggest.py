"""Which name was probably meant by a misspelt one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter

MOST_LISTED = 12
"""How many allowed names a hint lists when none is near."""
LONGEST = 60
"""The longest name that others are compared with; longer ones are hardly ever misspelt."""
MOST_CELLS = 6000
"""Letters by letters that are compared for one name: of many names only those that look alike are looked at."""

ABBREVIATION = re.compile(r"[A-Z]{2,}s?\b")
"""A word that is written in capitals, or several of what it stands for."""


def spelling_key(name: str) -> str:
    """A name as names are compared: case, accents, spaces, hyphens and underscores do not count."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in plain if c not in " -_" and not unicodedata.combining(c))


def nearest(name: str, candidates: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """The candidates most like a misspelt name, best first; of equals, the one that comes first.

    Near is: at most a third of its letters added, left out, changed or swapped, or one name begins the other.
    """
    wanted = spelling_key(name[:LONGEST])
    if len(name) > LONGEST:
        return ()
    ranked = []
    for folded, candidate in _index(tuple(dict.fromkeys(candidates))).alike(wanted):
        rank = _rank(wanted, folded) or _rank_of_words(wanted, candidate[:LONGEST])
        if rank is not None:
            ranked.append((rank, candidate))
    return tuple(candidate for _, candidate in sorted(ranked, key=itemgetter(0))[:limit])


def in_sentence(title: str) -> str:
    """A title as it stands within a sentence: in small letters, but for abbreviations such as HP and NPCs."""
    return re.sub(r"\w+", lambda word: word[0] if ABBREVIATION.fullmatch(word[0]) else word[0].lower(), title)


def with_article(noun: str) -> str:
    """A noun after "a" or "an", by its first letter; an abbreviation, which is spelt, by how that letter is called."""
    spelt = ABBREVIATION.match(noun)
    return f"{'an' if noun[:1] in ('AEFHILMNORSX' if spelt else 'aeiouAEIOU') else 'a'} {noun}"


def did_you_mean(name: str, candidates: Iterable[str], of_many: Sequence[str] = ()) -> str:
    """A hint for a misspelt name: the nearest candidate, or a short list of what is allowed, or nothing.

    Where that list would be long, it has the last `of_many`, and says how many others there are.
    """
    known = list(dict.fromkeys(candidates))
    near = nearest(name, known, 1)
    if near:
        return f"did you mean `{near[0]}`?{_other_letter(name, near[0])}"
    if 0 < len(known) <= MOST_LISTED:
        return f"known here: {', '.join(known)}"
    listed = of_many[-MOST_LISTED:]
    return f"known here: {', '.join(listed)}, and {len(known) - len(listed)} others" if listed else ""


def _other_letter(name: str, meant: str) -> str:
    """What is said of two names that look alike, since a letter of one is of another script; else nothing."""
    pairs = list(zip(name, meant, strict=False)) if len(name) == len(meant) else []
    other = next(((a, _script(a)) for a, b in pairs if a.isalpha() and b.isalpha() and _script(a) != _script(b)), None)
    return f" the `{other[0]}` written here is {with_article(other[1])} letter" if other else ""


def _script(letter: str) -> str:
    """The first word of what Unicode calls a letter: Latin, Cyrillic, Greek, Fullwidth."""
    return unicodedata.name(letter, "").partition(" ")[0].capitalize()


@dataclass(frozen=True)
class _Index:
    """Names, folded once, and for each pair of letters the names that have it, as bits of a number."""

    names: tuple[tuple[str, str], ...]
    pairs: Mapping[str, int]

    def alike(self, wanted: str) -> Sequence[tuple[str, str]]:
        """The names to compare with one: all where they are few, else those with most pairs of letters in common."""
        most = max(3, MOST_CELLS // max(1, len(wanted)) ** 2)
        if len(self.names) <= most:
            return self.names
        counts = _sums([self.pairs.get(pair, 0) for pair in _pairs(wanted)])
        left = (1 << len(self.names)) - 1
        chosen: list[int] = []
        while left and len(chosen) < most:
            best = left
            for bits in reversed(counts):
                best = best & bits or best
            left ^= best
            chosen += _places(best, most - len(chosen))
        return [self.names[at] for at in sorted(chosen)]


@lru_cache(maxsize=16)
def _index(names: tuple[str, ...]) -> _Index:
    folded = tuple((spelling_key(name[:LONGEST]), name) for name in names)
    pairs: dict[str, int] = {}
    for at, (letters, _) in enumerate(folded):
        for pair in _pairs(letters):
            pairs[pair] = pairs.get(pair, 0) | 1 << at
    return _Index(folded, pairs)


def _pairs(letters: str) -> set[str]:
    padded = f" {letters} "
    return {padded[at : at + 2] for at in range(len(padded) - 1)}


def _sums(numbers: Iterable[int]) -> list[int]:
    """How many of the numbers have each bit: the digits of the counts in base two, lowest first, each for all bits."""
    digits: list[int] = []
    for carry in numbers:
        for place, digit in enumerate(digits):
            digits[place], carry = digit ^ carry, digit & carry
        if carry:
            digits.append(carry)
    return digits


def _places(bits: int, most: int) -> list[int]:
    """Where the bits of a number stand, of the lowest so many."""
    places: list[int] = []
    while bits and len(places) < most:
        places.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return places


def _rank(wanted: str, candidate: str) -> tuple[int, int] | None:
    """How far two folded names are apart, smaller is nearer; None where they have nothing in common, as two numbers."""
    if not wanted or not candidate or (wanted.isdigit() and candidate.isdigit()):
        return None
    furthest = max(1, max(len(wanted), len(candidate)) // 3)
    distance = _distance(wanted, candidate, furthest)
    if distance <= furthest and distance < min(len(wanted), len(candidate)):
        return distance, abs(len(wanted) - len(candidate))
    shorter, longer = sorted((wanted, candidate), key=len)
    if len(shorter) >= 3 and longer.startswith(shorter):
        return furthest + 1, len(longer) - len(shorter)
    return None


def _rank_of_words(wanted: str, candidate: str) -> tuple[int, int] | None:
    """How far a folded name is from one word of several, behind all that are near as a whole."""
    words = [word for word in re.split(r"[\s_-]+", candidate) if len(word) > 3]
    if len(wanted) < 4 or len(words) < 2:
        return None
    ranks = [rank for word in words if (rank := _rank(wanted, spelling_key(word)))]
    return (len(wanted) + min(ranks)[0], len(candidate)) if ranks else None


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
