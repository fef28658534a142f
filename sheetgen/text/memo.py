"""Memoisation between builds: finished values, each kept with everything that it was made from.

A value is taken from the memo only where it would come out the same: its inputs are the same, and all queries that it
asked of the rest of the project while it was made still have the same answers. Its diagnostics are reported again.
Nothing goes by the time of a change, nor by what is thought to have changed, so a build with a memo equals a build
without.
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
"""A query: its name and arguments."""
PagePart: TypeAlias = tuple[str, object]
"""The address of the page that a value is a part of, and the subject: the entry or text that it is made from."""
WHOLE: PagePart = ("", None)
"""A value of no one page."""


class SupersededError(Exception):
    """A build that a newer one replaces; the values made so far stay in the memo."""


class Queries:
    """The answers to queries about the rest of a project, each worked out once."""

    def __init__(self, ways: Mapping[str, Callable[..., Any]]) -> None:
        self._answer_functions = ways
        self._answers: dict[Query, Any] = {}

    def __call__(self, query: Query) -> Any:
        """The answer to a query."""
        if query not in self._answers:
            self._answers[query] = self._answer_functions[str(query[0])](*query[1:])
        return self._answers[query]


NO_QUERIES = Queries({})


@dataclass(frozen=True, eq=False)
class Tracker:
    """The queries that a value asks while it is made, with the answers."""

    queries: Queries = NO_QUERIES
    asked: dict[Query, Any] = field(default_factory=dict)

    def ask(self, *query: Hashable) -> Any:
        """The answer to a query, tracked."""
        answer = self.asked[query] = self.queries(query)
        return answer


class TrackedMapping(dict[K, V]):
    """A mapping whose reads are tracked, under a name for all of it."""

    def __init__(self, values: Mapping[K, V], name: str, tracker: Tracker) -> None:
        super().__init__(values)
        self._name, self._tracker = name, tracker

    def __getitem__(self, key: K) -> V:
        self._tracker.ask(self._name, key)
        return super().__getitem__(key)

    def get(self, key: K, default: Any = None) -> Any:
        """A value, tracked, or the default."""
        self._tracker.ask(self._name, key)
        return super().get(key, default)


@dataclass(frozen=True, eq=False)
class _Kept:
    value: Any
    subject: object
    inputs: tuple[object, ...]
    asked: Mapping[Query, Any]
    diagnostics: Diagnostics

    def holds(self, inputs: tuple[object, ...], queries: Queries) -> bool:
        return self.inputs == inputs and all(queries(query) == answer for query, answer in self.asked.items())


@dataclass
class Memo:
    """Finished values by name."""

    visible_pages: set[str] | None = None
    """In a partial build, the addresses of the pages that must be right; None in a whole build."""
    superseded: Callable[[], bool] = lambda: False
    """Whether to give a whole build up, since a newer one is waiting."""
    _entries: dict[Hashable, _Kept] = field(default_factory=dict)
    _taken: set[Hashable] = field(default_factory=set)

    def get(
        self,
        name: Hashable,
        inputs: tuple[object, ...],
        diagnostics: Diagnostics,
        make: Callable[[Tracker, Diagnostics], T],
        queries: Queries = NO_QUERIES,
        part: PagePart = WHOLE,
    ) -> T:
        """The value of a name: from the memo where it still holds, else made anew and kept.

        `make` must use nothing that may change but the inputs and what it asks of its tracker. In a partial build, a
        part of a page that is not visible is taken unchecked for as long as its subject is the same. Raises
        `SupersededError` where a newer build is waiting.
        """
        kept = self._entries.get(name)
        page, subject = part
        unseen = self.visible_pages is not None and bool(page) and page not in self.visible_pages
        if kept is None or not (kept.subject is subject if unseen else kept.holds(inputs, queries)):
            if self.visible_pages is None and self.superseded():
                raise SupersededError
            tracker, made = Tracker(queries), Diagnostics()
            kept = _Kept(make(tracker, made), subject, inputs, tracker.asked, made)
            self._entries[name] = kept
        self._taken.add(name)
        diagnostics.extend(kept.diagnostics)
        value: T = kept.value
        return value

    def evict_unused(self) -> None:
        """Drop the values that were not used since the last call. Call it after a whole build."""
        self._entries = {name: get for name, get in self._entries.items() if name in self._taken}
        self._taken = set()
