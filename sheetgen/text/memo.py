"""Memoisation between builds: finished values, each kept under the digest of all that it was made from.

A value is taken from the memo only where it would come out the same: where its inputs have the digest that they had.
What the memo made has the digest of its own inputs for its own; plain data has that of what it holds; of anything else
only the very same object is known. Diagnostics are reported again. Nothing goes by the time of a change, nor by what is
thought to have changed, so a build with a memo equals a build without.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, is_dataclass
from hashlib import blake2b
from itertools import chain, count
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

from sheetgen.processes import ALONE, Peers
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.kept_values import KeptValues
from sheetgen.text.same_values import compared_fields, is_same_subject, same

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
PagePart: TypeAlias = tuple[str, object]
"""The address of the page, or the file, that a value is a part of, and the subject: the entry or text that it is made
from, known by which object it is, or a tuple, known by what it holds."""
WHOLE: PagePart = ("", None)
"""A value of no one page."""


class Form(Protocol[T]):
    """How values are kept on disk."""

    def write(self, value: T) -> bytes:
        """A value as a line of text. Raises `TypeError` or `ValueError` for one that cannot be written."""

    def read(self, line: bytes) -> T:
        """The value of a line, or one that makes what it lacks when it is asked for it.

        Raises `ValueError`, `TypeError`, `KeyError` or `IndexError` where it is none.
        """


class SupersededError(Exception):
    """A build that a newer one replaces; the values made so far stay in the memo."""


@dataclass(eq=False, slots=True, kw_only=True)
class _Kept:
    value: object
    inputs: tuple[object, ...]
    digest: str
    diagnostics: Diagnostics | None
    """None where nothing was found."""
    subject: object = None
    """What it was made from, as it was when that was last checked."""
    build: int = 0
    """The last build that used it."""


@dataclass
class Memo:
    """Finished values by name."""

    visible_pages: set[str] | None = None
    """In a partial build, the addresses of the pages that must be right; None in a whole build."""
    superseded: Callable[[], bool] = lambda: False
    """Whether to give a whole build up, since a newer one is waiting."""
    kept_values: KeptValues | None = None
    """Where values that have a form on disk are kept for later runs."""
    peers: Peers = ALONE
    """The processes that make the values of this build together."""
    _entries: dict[Hashable, _Kept] = field(default_factory=dict)
    _of_last_build: dict[Hashable, tuple[Any, Any]] = field(default_factory=dict)
    """What the last whole build made some values from, and these values, where others follow it in this process."""
    _reports: dict[Hashable, tuple[str, Diagnostics]] = field(default_factory=dict)
    """The values of which something was told: the page that each is a part of, and what."""
    _build: int = 0
    """How many builds dropped what they had not used."""
    _digests: dict[int, tuple[str, object]] = field(default_factory=dict)
    """The digests of objects by their identity, which no other object can have while they stand here."""
    _numbers: count[int] = field(default_factory=count)
    _passes: bool = False
    """Whether the digest that is worked out rests on one that means something to this process only."""
    _compared: dict[type[object], Callable[[object], tuple[object, ...]] | None] = field(default_factory=dict)
    """What gives the fields that values of a type are equal by."""
    _most_digests: int = 0
    """From so many digests on, those of objects that are gone are dropped."""

    @property
    def is_last_build(self) -> bool:
        """Whether no other build follows in this process: then values are kept on disk, and those that nothing asks for
        again are dropped."""
        return self.kept_values is not None

    def start(self, visible_pages: Iterable[str]) -> None:
        """Begin a build: a partial one where some pages are visible."""
        self.visible_pages = set(visible_pages) or None
        if self.visible_pages is None and len(self._digests) > self._most_digests:
            self._digests = {}
            for kept in self._entries.values():
                self._name(kept)
            self._most_digests = 2 * len(self._digests)

    def get(
        self,
        name: Hashable,
        inputs: tuple[object, ...] | Callable[[], tuple[object, ...]],
        diagnostics: Diagnostics,
        make: Callable[[Diagnostics], T],
        part: PagePart = WHOLE,
        form: Callable[[], Form[T]] | None = None,
        *,
        cut_off: bool = False,
    ) -> T:
        """The value of a name: from the memo where its inputs are the same, else made anew and kept.

        With a `form` it is kept on disk too, unless mistakes were found as it was made, which tell its place in files.
        `make` must use nothing that may change but the inputs, which are a function where they cost something. In a
        partial build, a part of a page that is not visible is taken unchecked for as long as its subject is the same.
        With `cut_off`, a value that equals the one before stays that very object, so that nothing that rests on it is
        made again: only for values that are equal by all that they hold. Raises `SupersededError` where a newer build
        is waiting.
        """
        self.check_superseded()
        before = kept = self._entries.get(name)
        if kept is None or not self._is_unchecked(kept, part):
            given = inputs() if callable(inputs) else inputs
            if kept is None or not same(kept.inputs, given):
                kept = self._kept(name, kept, given, make, form)
                if cut_off and before is not None and before.value == kept.value:
                    kept.value = before.value
                self._entries[name] = kept
            kept.subject = part[1]
        kept.build = self._build
        if kept.diagnostics is not None:
            diagnostics.extend(kept.diagnostics)
            self._reports[name] = part[0], kept.diagnostics
        elif self._reports:
            self._reports.pop(name, None)
        value: T = kept.value  # type: ignore[assignment]
        return value

    def check_superseded(self) -> None:
        """Give a whole build up where a newer one is waiting. Raises `SupersededError`."""
        if self.visible_pages is None and self.superseded():
            raise SupersededError

    def _is_unchecked(self, kept: _Kept, part: PagePart) -> bool:
        """Whether a partial build takes a value as it is."""
        pages = self.visible_pages
        if pages is None or part[0] == "" or part[0] in pages:
            return False
        return is_same_subject(kept.subject, part[1])

    def of_last_build(self, name: Hashable, make: Callable[[], T], made_from: tuple[object, ...] = ()) -> T:
        """In a partial build, what the last whole build made under a name of the same, if it did; else what is made
        now."""
        before, value = self._of_last_build.get(name, (None, None))
        if self.visible_pages is not None and before is not None and same(before, made_from):
            return value  # type: ignore[no-any-return]
        return self._noted(name, made_from, make())

    def after_last_build(self, name: Hashable, make: Callable[[T | None], T]) -> T:
        """What is made from what the last whole build made under a name, if it did."""
        return self._noted(name, (), make(self._of_last_build.get(name, (None, None))[1]))

    def _noted(self, name: Hashable, made_from: object, made: T) -> T:
        """What was made, which the next build may go on from."""
        if self.visible_pages is None and not self.is_last_build:
            self._of_last_build[name] = made_from, made
        return made

    def keep(self, sort: str, whose: str) -> None:
        """Have the values whose names begin so, though a whole build need not ask for them."""
        for name, kept in self._entries.items() if self.visible_pages is None else ():
            if type(name) is tuple and name[0] == sort and name[1] == whose:
                kept.build = self._build

    @contextmanager
    def each(
        self,
        name: Hashable,
        subjects: Mapping[K, object],
        values: dict[K, T],
        keys_at: Callable[[Iterable[str]], Iterable[K]],
        diagnostics: Diagnostics,
    ) -> Iterator[None]:
        """Where `values` of many subjects are made, by key. A partial build begins with what the last whole build made
        of the very same subjects, and with what was told of these, but for the keys at the visible pages."""
        if self.visible_pages is None:
            yield
            self._noted(name, subjects, {key: value for key, value in values.items() if value is not None})
            return
        before, made = self._of_last_build.get(name, ({}, {}))
        values |= made
        others = [key for key, subject in subjects.items() if before.get(key) is not subject]
        changed = (key for key in others if not is_same_subject(before.get(key), subjects[key]))
        for key in chain(changed, keys_at(self.visible_pages), before.keys() - subjects.keys()):
            values.pop(key, None)
        for address, report in self._reports.values():
            if any(key in values for key in keys_at([address])):
                diagnostics.extend(report)
        yield

    def _kept(
        self,
        name: Hashable,
        before: _Kept | None,
        inputs: tuple[object, ...],
        make: Callable[[Diagnostics], T],
        form: Callable[[], Form[T]] | None,
    ) -> _Kept:
        key = self.digest((repr(name), *inputs))
        if before is not None and before.digest == key:
            before.inputs = inputs
            return before
        report = Diagnostics()
        value = self._taken_from_disk(key, form(), make, report) if form else make(report)
        diagnostics = None if report.is_empty else report
        made = _Kept(value=value, inputs=inputs, digest=key, diagnostics=diagnostics)
        self._name(made)
        return made

    def _taken_from_disk(
        self, key: str, form: Form[T], make: Callable[[Diagnostics], T], diagnostics: Diagnostics
    ) -> T:
        if self.kept_values is None or not is_lasting(key):
            return make(diagnostics)
        line = self.kept_values.get(key)
        with suppress(ValueError, TypeError, KeyError, IndexError):
            if line is not None:
                return form.read(line)
        value = make(diagnostics)
        if diagnostics.is_empty:
            with suppress(ValueError, TypeError):
                self.kept_values.put(key, form.write(value))
        return value

    def _name(self, kept: _Kept) -> None:
        """Give a value and its parts digests that follow from what it was made from."""
        value = kept.value
        if value is not None and not isinstance(value, str | int | bytes | tuple):
            self._digests[id(value)] = kept.digest, value
        if isinstance(value, list | tuple):
            self.name_parts(kept.digest, value)

    def name_parts(self, whole: str, parts: Iterable[object]) -> None:
        """Give the parts of a value digests that follow from its own."""
        for number, part in enumerate(parts):
            if is_dataclass(part):
                self._digests.setdefault(id(part), (f"{whole}/{number}", part))

    def digest(self, value: object) -> str:
        """The digest of an input; see `is_lasting`."""
        if type(value) is str:
            return f"str {value}"
        known = self._digests.get(id(value))
        if known is not None:
            return known[0]
        self._passes = False
        digest = _hash(self._plain(value))
        return f"{_PASSING}{digest}" if self._passes else digest

    def _plain(self, value: object) -> object:
        """A value as plain data, which `repr` writes at once: its items or fields behind the name of what it is, and
        the digests of those parts that have one."""
        kind = type(value)
        if kind in _PLAIN:
            return value
        known = self._digests.get(id(value))
        if known is not None:
            return self._named(known[0])
        if kind is tuple or kind is list:
            return "list", *(part if type(part) in _PLAIN else self._plain(part) for part in value)  # type: ignore[attr-defined]
        if (compared := self._compared.get(kind)) is not None:
            parts = compared(value)
            return kind.__qualname__, *(part if type(part) in _PLAIN else self._plain(part) for part in parts)
        return self._plain_of_type(value, kind)

    def _plain_of_type(self, value: object, kind: type[object]) -> object:
        """A value of a type that is rare, or that is met for the first time."""
        if isinstance(value, str | int | float | Path):
            return kind.__name__, str(value)
        if isinstance(value, bytes):
            return "bytes", len(value), blake2b(value).digest()
        if isinstance(value, Mapping):
            return "mapping", *(self._plain(part) for item in value.items() for part in item)
        if isinstance(value, frozenset):
            return "set", *sorted((self._plain(part) for part in value), key=repr)
        if isinstance(value, list | tuple):
            return "list", *map(self._plain, value)
        if kind not in self._compared:
            self._compared[kind] = compared_fields(kind)
            return self._plain(value)
        if kind.__eq__ is not object.__eq__:
            return kind.__name__, repr(value)
        return self._named(self._digests.setdefault(id(value), (f"{_PASSING}{next(self._numbers)}", value))[0])

    def _named(self, digest: str) -> object:
        """A part that is known by its digest."""
        self._passes = self._passes or digest.startswith(_PASSING)
        return "=", digest

    def share(self, stage: str, tasks: Iterable[tuple[str, Callable[[], object]]]) -> None:
        """Do this process's share of named tasks, and take over what others made that has a form on disk.

        What a task makes is had by asking the memo for it; so is what went wrong with it.
        """
        if self.peers.count == 1 or self.kept_values is None:
            return
        named = list(tasks)
        for place in self.peers.shares([name for name, _ in named]):
            with suppress(Exception):
                named[place][1]()
        self.kept_values.give(self.peers.exchange(stage, self.kept_values.made()))

    def is_first(self, made_from: tuple[object, ...]) -> bool:
        """Whether no run before kept values that rest on these; notes that this one does."""
        if self.kept_values is None:
            return False
        key = self.digest(("build", *made_from))
        known = self.kept_values.get(key) is not None
        if not known and is_lasting(key):
            self.kept_values.put(key, b"1")
        return not known

    def save(self) -> None:
        """Keep the values of a whole build that have a form on disk, for later runs."""
        if self.kept_values is not None:
            self.kept_values.save()

    def drop(self, *sorts: str) -> None:
        """Drop the values whose names begin with some sorts, where nothing asks for them again: in the last build of
        this process. What was made from them still has its digest."""
        if not self.is_last_build:
            return
        kept = (item for item in self._entries.items() if not (isinstance(item[0], tuple) and item[0][0] in sorts))
        self._entries = dict(kept)

    def drop_with_digests(self, *sorts: str) -> None:
        """Drop values likewise, and their digests, where nothing is made from them any more, either."""
        if not self.is_last_build:
            return
        for name, kept in self._entries.items():
            if isinstance(name, tuple) and name[0] in sorts:
                for part in (kept.value, *(kept.value if isinstance(kept.value, list | tuple) else ())):
                    self._digests.pop(id(part), None)
        self.drop(*sorts)

    def evict_unused(self) -> None:
        """Drop the values that were not used since the last call; after a partial build none, since that uses few."""
        if self.visible_pages is not None:
            return
        if any(kept.build != self._build for kept in self._entries.values()):
            self._entries = {name: kept for name, kept in self._entries.items() if kept.build == self._build}
            self._reports = {name: report for name, report in self._reports.items() if name in self._entries}
        self._build += 1


_PLAIN = frozenset({str, int, float, bool, type(None)})
"""Types of which `repr` writes a value as it writes no other."""
_PASSING = "~"
"""How digests begin that mean something to this process only."""


def is_lasting(digest: str) -> bool:
    """Whether a digest means the same in another process: it rests on nothing that is known by its identity."""
    return not digest.startswith(_PASSING)


def _hash(plain: object) -> str:
    """A digest of plain data, as it is written."""
    return blake2b(repr(plain).encode("utf-8", "surrogatepass"), digest_size=20).hexdigest()
