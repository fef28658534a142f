"""Copyfitting: the candidates for setting something, the best first, each worked out only when those before it
failed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import overload


@dataclass(frozen=True)
class Candidate:
    """A way to set a unit: a variant of its page, and how many pages it may take."""

    variant: str = ""
    pages: int = 1
    turns: bool = False
    """Whether what has the id `KEY-back`, if anything, must stand on the second page."""


class Candidates(Sequence[Candidate]):
    """A lazy list of candidates, worked out as far as it is read."""

    def __init__(self, candidates: Iterable[Candidate]) -> None:
        self._rest = iter(candidates)
        self._known: list[Candidate] = []

    @overload
    def __getitem__(self, index: int) -> Candidate: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Candidate]: ...
    def __getitem__(self, index: int | slice) -> Candidate | Sequence[Candidate]:
        if isinstance(index, slice) or index < 0:
            self._known.extend(self._rest)
        else:
            while len(self._known) <= index and (candidate := next(self._rest, None)) is not None:
                self._known.append(candidate)
        return self._known[index]

    def __len__(self) -> int:
        self._known.extend(self._rest)
        return len(self._known)
