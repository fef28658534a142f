"""What one build leaves to the next: finished pieces, each kept with everything that it was made from.

A piece is taken from the shelf only where it would come out the same: its inputs are the same, and all that it asked
of the rest of the project while it was made is still answered alike. What was told of it is told again. Nothing goes
by the time of a change, nor by what is thought to have changed, so a build from the shelf equals a build from nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from sheetgen.text.diagnostics import Diagnostics

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")
Query: TypeAlias = tuple[Hashable, ...]
"""What is asked, and after what."""
PagePart: TypeAlias = tuple[str, object]
"""The address of the page that a piece is a part of, and the subject: the entry or text that it is made from."""
WHOLE: PagePart = ("", None)
"""A piece of no one page."""


class SupersededError(Exception):
    """A build that nobody waits for any more; the pieces made so far are on the shelf."""


class Queries:
    """Answers to what pieces ask of the rest, each worked out once."""

    def __init__(self, ways: Mapping[str, Callable[..., Any]]) -> None:
        self._ways = ways
        self._known: dict[Query, Any] = {}

    def __call__(self, question: Query) -> Any:
        """The answer to a question."""
        if question not in self._known:
            self._known[question] = self._ways[str(question[0])](*question[1:])
        return self._known[question]


NO_QUERIES = Queries({})


@dataclass(frozen=True, eq=False)
class Tracker:
    """What a piece asks while it is made, noted with the answers."""

    answers: Queries = NO_QUERIES
    asked: dict[Query, Any] = field(default_factory=dict)

    def ask(self, *question: Hashable) -> Any:
        """The answer to a question, noted."""
        answer = self.asked[question] = self.answers(question)
        return answer


class TrackedMapping(dict[K, V]):
    """A mapping of which every value that is read is noted, under a name for all of it."""

    def __init__(self, held: Mapping[K, V], name: str, notes: Tracker) -> None:
        super().__init__(held)
        self._name, self._notes = name, notes

    def __getitem__(self, key: K) -> V:
        self._notes.ask(self._name, key)
        return super().__getitem__(key)

    def get(self, key: K, default: Any = None) -> Any:
        """A value, noted, or the default."""
        self._notes.ask(self._name, key)
        return super().get(key, default)


@dataclass(frozen=True, eq=False)
class _Kept:
    value: Any
    subject: object
    inputs: tuple[object, ...]
    asked: Mapping[Query, Any]
    told: Diagnostics

    def holds(self, inputs: tuple[object, ...], answers: Queries) -> bool:
        return self.inputs == inputs and all(answers(question) == answer for question, answer in self.asked.items())


@dataclass
class Memo:
    """Finished pieces by name."""

    looked_at: set[str] | None = None
    """In a glimpse, the addresses of the pages that must be right; none in a whole build."""
    superseded: Callable[[], bool] = lambda: False
    """Whether to give a whole build up, since a newer one is waiting."""
    _pieces: dict[Hashable, _Kept] = field(default_factory=dict)
    _taken: set[Hashable] = field(default_factory=set)

    def piece(
        self,
        name: Hashable,
        inputs: tuple[object, ...],
        diagnostics: Diagnostics,
        make: Callable[[Tracker, Diagnostics], T],
        answers: Queries = NO_QUERIES,
        part: PagePart = WHOLE,
    ) -> T:
        """The piece of a name as it stands on the shelf where it still holds, else made anew and put there.

        `make` must use nothing that may change but the inputs and what it asks of its notes. In a glimpse, a part of
        a page that nobody looks at is taken as it stands for as long as its subject is the same. Raises
        `SupersededError` where a newer build is waiting.
        """
        kept = self._pieces.get(name)
        page, subject = part
        unseen = self.looked_at is not None and bool(page) and page not in self.looked_at
        if kept is None or not (kept.subject is subject if unseen else kept.holds(inputs, answers)):
            if self.looked_at is None and self.superseded():
                raise SupersededError
            notes, told = Tracker(answers), Diagnostics()
            kept = _Kept(make(notes, told), subject, inputs, notes.asked, told)
            self._pieces[name] = kept
        self._taken.add(name)
        diagnostics.extend(kept.told)
        value: T = kept.value
        return value

    def sweep(self) -> None:
        """Drop what was not taken since the last sweep. Call it after a build that was whole."""
        self._pieces = {name: piece for name, piece in self._pieces.items() if name in self._taken}
        self._taken = set()
