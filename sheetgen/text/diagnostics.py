"""Messages to the author, collected over a whole run and sorted; `report` renders them once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from sheetgen.text.source import Span
from sheetgen.text.suggest import did_you_mean, nearest, spelling_key

__all__ = ["CODES", "Diagnostic", "Diagnostics", "Severity", "did_you_mean", "nearest"]


MOST = 200
"""Diagnostics that are shown of one run."""
MOST_APART = 3
"""Entries of which each is told by itself that one formula fails for it, for a reason of its own."""
MOST_SAMPLES = 3
"""Entries that are shown where more are told together."""
MOST_UNREAD = 100
"""Files that could not be read, of which the text is searched for a name that is missed."""


class Severity(Enum):
    """How bad it is: an error stops publishing, a warning does not (unless `--strict`), a note is no mistake at all."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, kw_only=True)
class SharedCause:
    """The formula that a message comes from, which may fail for many entries in the same way."""

    at: Span
    what: str
    """What fails, without a name: "`kill_at` cannot be computed"."""
    reason: str
    subject: str
    """The entry or row for which it fails."""
    noun: str = "entries"

    def of_several(self, several: Sequence[Diagnostic]) -> Diagnostic:
        """One message at the formula in place of several, with the first places where it fails as notes."""
        causes = [item.cause for item in several if item.cause]
        subjects = list(dict.fromkeys(cause.subject for cause in causes))
        noun = self.noun if {cause.noun for cause in causes} == {self.noun} else "places"
        message = f"{self.what} for {len(subjects):,} {noun}, such as {' and '.join(subjects[:2])}: {self.reason}"
        notes = tuple(
            (
                item.cause.subject
                if item.cause.reason == self.reason
                else f"{item.cause.subject}: {item.cause.reason}",
                item.span,
            )
            for item in several[:MOST_SAMPLES]
            if item.cause and item.span and item.span != self.at
        )
        return Diagnostic(several[0].severity, several[0].code, message, self.at, notes=notes)


@dataclass(frozen=True)
class Diagnostic:
    """One message to the author: what is wrong, where, and what was probably meant."""

    severity: Severity
    code: str
    message: str
    span: Span | None = None
    hints: tuple[str, ...] = ()
    notes: tuple[tuple[str, Span], ...] = ()
    """Other places that belong to the message, such as the first of two duplicates."""
    missed: tuple[str, ...] = ()
    """Names that were looked up in vain; where one of them failed itself, this message is left out."""
    cause: SharedCause | None = None
    """What it has in common with others, which are told together where there are many."""

    @property
    def identity(self) -> tuple[object, ...]:
        """What makes it the same as another, though its file may have been read once more."""
        return (self.severity, self.message, self.hints, *self.place)

    @property
    def place(self) -> tuple[object, ...]:
        """What sort of mistake it is, and where."""
        return (self.code, self.span and (self.span.file.path, self.span.start, self.span.end))

    @property
    def order(self) -> tuple[int, str, int, str, str]:
        """Sort key: files that could not be read first; then file, place in it, code."""
        rank = 0 if self.code in CAUSES else 1
        if self.span is None:
            return (rank, "", 0, self.code, self.message)
        return (rank, self.span.file.name, self.span.start, self.code, self.message)


@dataclass(frozen=True)
class FailedName:
    """A name whose definition could not be read, which was reported."""

    names: frozenset[str]
    at: Span | None
    unread: bool

    def explains(self, diagnostic: Diagnostic, name: str) -> bool:
        """Whether a message about another place only misses this name."""
        if self.at and _within(diagnostic.span, self.at):
            return False
        if spelling_key(name) in self.names:
            return True
        if self.at is None or not self.unread:
            return False
        return _stands_in(name, self.at.text) or any(_stands_in(own, name) for own in self.names)


@dataclass
class Diagnostics:
    """The one list that every stage of a run adds to.

    What failed is known by its names: `fail` notes them, and what only misses such a name, a link to a broken entry or
    a formula with a broken rule, is left out of the list, whichever of the two was found first.
    """

    _items: dict[tuple[object, ...], Diagnostic] = field(default_factory=dict)
    _failed: dict[FailedName, None] = field(default_factory=dict)
    _left_out: dict[str, Span] = field(default_factory=dict)
    """Where the author left out what had a name."""

    def error(self, code: str, message: str, span: Span | None = None, *hints: str, missed: Iterable[str] = ()) -> None:
        """Add an error. `code` is one of `CODES`; empty hints are left out; `missed` are names looked for in vain."""
        self.add(Diagnostic(Severity.ERROR, code, message, span, tuple(filter(None, hints)), missed=tuple(missed)))

    def warning(
        self, code: str, message: str, span: Span | None = None, *hints: str, missed: Iterable[str] = ()
    ) -> None:
        """Add a warning, like an error."""
        self.add(Diagnostic(Severity.WARNING, code, message, span, tuple(filter(None, hints)), missed=tuple(missed)))

    def fail(self, *names: str, at: Span | None = None, unread: bool = False) -> None:
        """Note a definition that failed and was reported: its names, and where it stands.

        Where it could not be read, any name that stands in its text may be one of its own.
        """
        self._failed.setdefault(FailedName(frozenset(spelling_key(name) for name in names if name), at, unread))

    def has_failed(self, name: str) -> bool:
        """Whether a definition of this name failed."""
        return any(spelling_key(name) in failed.names for failed in self._failed)

    def is_lost(self, name: str) -> bool:
        """Whether a definition of this name failed, was left out, or may stand in what could not be read."""
        key = spelling_key(name)
        return key in self._left_out or any(failed.unread or key in failed.names for failed in self._failed)

    def leave_out(self, name: str, at: Span) -> None:
        """Note what an author left out on purpose, for messages that miss it."""
        self._left_out.setdefault(spelling_key(name), at)

    def _noted(self, item: Diagnostic) -> Diagnostic:
        """A diagnostic with the place where what it misses was left out."""
        places = [self._left_out[key] for name in item.missed if (key := spelling_key(name)) in self._left_out]
        return replace(item, hints=(), notes=(*item.notes, ("left out here", places[0]))) if places else item

    def _causes(self) -> Iterable[Diagnostic]:
        """The diagnostics without those that only miss a failed name; all of them where no error would be left."""
        causes = list(self._without_followers())
        if not self.has_errors or any(item.severity is Severity.ERROR for item in causes):
            return causes
        raised = list(map(self._raised, causes))
        return self._items.values() if raised == causes else raised

    def _raised(self, item: Diagnostic) -> Diagnostic:
        """A warning of what could not be read as an error, since something misses it."""
        unread = any(failed.unread and failed.at and _within(item.span, failed.at) for failed in self._failed)
        return replace(item, severity=Severity.ERROR) if unread else item

    def _without_followers(self) -> Iterator[Diagnostic]:
        by_name: dict[str, list[FailedName]] = {}
        for failed in self._failed:
            for name in failed.names:
                by_name.setdefault(name, []).append(failed)
        unread = [failed for failed in self._failed if failed.unread][:MOST_UNREAD]
        for item in self._items.values():
            if not any(
                failed.explains(item, name)
                for name in item.missed
                for failed in (*by_name.get(spelling_key(name), [])[:MOST_UNREAD], *unread)
            ):
                yield self._noted(item) if self._left_out else item

    def add(self, diagnostic: Diagnostic) -> None:
        """Add one diagnostic; an equal one that is already there is kept once."""
        if diagnostic.code not in CODES:
            raise KeyError(f"diagnostic code {diagnostic.code!r} is not in the table of codes")
        self._items.setdefault(diagnostic.identity, diagnostic)

    def extend(self, other: Diagnostics) -> None:
        """Add everything that was found elsewhere, with what failed there."""
        self._items.update(other._items)
        self._failed.update(other._failed)
        self._left_out.update(other._left_out)

    def extend_in_another_language(self, other: Diagnostics) -> None:
        """Add what was found in a game's texts in another language, but for what is told of the same place already."""
        places = {item.place for item in self._items.values()}
        self.extend(
            replace(other, _items={key: item for key, item in other._items.items() if item.place not in places})
        )

    def each(self) -> list[Diagnostic]:
        """Every diagnostic by itself, in order."""
        return sorted(self._causes(), key=lambda d: d.order)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(sorted(_together(self.each()), key=lambda d: d.order))

    def __len__(self) -> int:
        return len(self._items)

    def count(self, severity: Severity) -> int:
        """How many diagnostics have this severity."""
        return sum(d.severity is severity for d in self._items.values())

    def extend_following(self, other: Diagnostics, name: str) -> None:
        """Add everything that was found elsewhere, and would not be there if this name had not failed."""
        for item in other.each():
            self.add(replace(item, missed=(*item.missed, name)))

    @property
    def is_empty(self) -> bool:
        """Whether nothing was found, and nothing failed."""
        return not self._items and not self._failed and not self._left_out

    @property
    def crowded(self) -> bool:
        """Whether there are more than will be shown, so that hints need not be looked for any more."""
        return len(self._items) >= MOST

    @property
    def has_errors(self) -> bool:
        """Whether anything was found that stops publishing."""
        return self.count(Severity.ERROR) > 0


def _together(diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """The diagnostics, those that one formula causes for the same reason, or for more than a few entries, as one."""
    by_cause: dict[object, list[Diagnostic]] = {}
    for item in diagnostics:
        cause = item.cause
        key = (item.code, cause.at.file.path, cause.at.start, cause.at.end, cause.what) if cause else item.identity
        by_cause.setdefault(key, []).append(item)
    for several in by_cause.values():
        cause = several[0].cause
        subjects, reasons = ({getattr(item.cause, part, "") for item in several} for part in ("subject", "reason"))
        if cause and len(subjects) > (1 if len(reasons) == 1 else MOST_APART):
            yield cause.of_several(several)
        else:
            yield from several


def _within(place: Span | None, part: Span) -> bool:
    """Whether a place lies in the lines of a part of a file."""
    if place is None or place.file.path != part.file.path:
        return False
    return part.line <= place.line <= part.file.position(part.end)[0]


def _stands_in(name: str, text: str) -> bool:
    """Whether a text holds a name as a word of its own, in whatever way its parts are joined."""
    words = [re.escape(word) for word in re.split(r"[\s_-]+", name.strip()) if word]
    pattern = r"[\s_-]*".join(words)
    return bool(words) and re.search(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE) is not None


CAUSES = ("unreadable-file", "yaml-syntax", "yaml-limits", "project", "duplicate-key")
"""Codes that are shown before all others: nothing in these files could be checked, or part of them was lost."""

CODES: dict[str, str] = {
    # reading
    "unreadable-file": "An input file is missing, too large, not UTF-8 text, or no file at all.",
    "yaml-syntax": "The file is not well-formed YAML.",
    "yaml-limits": "The file nests too deeply, repeats too many aliases, or holds too many values.",
    "comment": "A text that ends where a `#` begins a comment, though what follows it looks like part of the text.",
    "duplicate-key": "A key stands twice in one mapping.",
    "ignored-file": "A file that lies where others are read, and is not read itself.",
    "project": "The project, campaign or ruleset could not be found or is incomplete.",
    "style": "Something in a style sheet that browsers do not read.",
    # what authors write
    "unknown-field": "A field that this kind does not have.",
    "missing-field": "A required field is missing.",
    "wrong-type": "A value of another type than the field takes.",
    "out-of-range": "A number outside of the range that the field takes.",
    "unknown-term": "A term that is not in the vocabulary.",
    "unknown-reference": "A reference to an entry, heading or rule that does not exist.",
    "extends-cycle": "Entries that extend each other in a circle.",
    "duplicate-address": "Two entries or pages that would have the same address, or an address that no file can have.",
    "duplicate-name": "Two entries of one kind, or two pages, that are called the same.",
    "duplicate-label": "Two inputs, steps or outputs of a rule that are called the same.",
    "unknown-house-rule": "A house rule or an option of it that the ruleset does not have.",
    "stated-differs": "A stated value that the rules contradict.",
    "stated-agrees": "A misprint is accepted, but the rules give the number that is printed.",
    "check-failed": "Something that the ruleset asks of its entries does not hold.",
    "wrong-ruleset": "An entry that belongs to another game than its campaign.",
    "version": "A ruleset of another version than is asked for, or a version that is none.",
    # rules
    "formula-syntax": "A formula that cannot be read.",
    "formula-name": "A formula that uses a name that is not defined.",
    "formula-type": "A formula that combines values of the wrong types.",
    "formula-cycle": "Formulas or rules that need each other in a circle.",
    "formula-failed": "A formula that failed while it was computed.",
    "effect-conflict": "Two effects that set one value to different things.",
    "wrong-name": "A name that a ruleset gives to something and that cannot be one.",
    "ruleset": "A mistake in the files of a ruleset.",
    "no-reference": "A rule without a place in the reference.",
    # reference
    "markdown": "A mistake in the markup of a page.",
    "dead-link": "A link to a page, heading, entry or file that does not exist.",
    "example-differs": "A worked example whose stated result is not what the rule gives.",
    # output
    "template": "A template that failed.",
    "does-not-fit": "Text that does not fit its card or page even at the smallest size.",
    "print": "The PDF engine complained or is missing.",
    # what players see, as `check --player` tells it to other programs
    "hidden-entry": "An entry that players do not see.",
    "hidden-along": "An entry that players do not see, since it cannot be without a hidden one.",
    "hidden-page": "A page that players do not see.",
    "known-in-part": "An entry of which players see only what they know.",
    "left-out": "A reference to a hidden entry, which is left out for players.",
}
"""Every code a diagnostic can carry, and what it means."""
