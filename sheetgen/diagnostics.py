"""Messages to the author, collected over a whole run and sorted; `report` renders them once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from sheetgen.nearest import did_you_mean, nearest
from sheetgen.source import Span

__all__ = ["CODES", "Diagnostic", "Diagnostics", "Severity", "did_you_mean", "nearest"]


class Severity(Enum):
    """How bad it is: an error stops publishing, a warning does not (unless `--strict`)."""

    ERROR = "error"
    WARNING = "warning"


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

    @property
    def order(self) -> tuple[str, int, str, str]:
        """Sort key: file, then place in it, then code."""
        if self.span is None:
            return ("", 0, self.code, self.message)
        return (self.span.file.name, self.span.start, self.code, self.message)


@dataclass
class Diagnostics:
    """The one list that every stage of a run adds to."""

    _items: dict[Diagnostic, None] = field(default_factory=dict)

    def error(self, code: str, message: str, span: Span | None = None, *hints: str) -> None:
        """Add an error. `code` is one of `CODES`; empty hints are left out."""
        self.add(Diagnostic(Severity.ERROR, code, message, span, tuple(filter(None, hints))))

    def warning(self, code: str, message: str, span: Span | None = None, *hints: str) -> None:
        """Add a warning. `code` is one of `CODES`; empty hints are left out."""
        self.add(Diagnostic(Severity.WARNING, code, message, span, tuple(filter(None, hints))))

    def add(self, diagnostic: Diagnostic) -> None:
        """Add one diagnostic; an equal one that is already there is kept once."""
        if diagnostic.code not in CODES:
            raise KeyError(f"diagnostic code {diagnostic.code!r} is not in the table of codes")
        self._items.setdefault(diagnostic)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add several diagnostics."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(sorted(self._items, key=lambda d: d.order))

    def __len__(self) -> int:
        return len(self._items)

    def count(self, severity: Severity) -> int:
        """How many diagnostics have this severity."""
        return sum(d.severity is severity for d in self._items)

    @property
    def has_errors(self) -> bool:
        """Whether anything was found that stops publishing."""
        return self.count(Severity.ERROR) > 0


CODES: dict[str, str] = {
    # reading
    "unreadable-file": "An input file is missing, too large, not UTF-8 text, or no file at all.",
    "yaml-syntax": "The file is not well-formed YAML.",
    "yaml-limits": "The file nests too deeply, repeats too many aliases, or holds too many values.",
    "duplicate-key": "A key stands twice in one mapping.",
    "project": "The project, campaign or ruleset could not be found or is incomplete.",
    # what authors write
    "unknown-field": "A field that this kind does not have.",
    "missing-field": "A required field is missing.",
    "wrong-type": "A value of another type than the field takes.",
    "out-of-range": "A number outside of the range that the field takes.",
    "unknown-term": "A term that is not in the vocabulary.",
    "unknown-reference": "A reference to an entry, heading or rule that does not exist.",
    "extends-cycle": "Entries that extend each other in a circle.",
    "duplicate-address": "Two entries or pages that would have the same address.",
    "unknown-house-rule": "A house rule or an option of it that the ruleset does not have.",
    "stated-differs": "A stated value that the rules contradict.",
    "check-failed": "Something that the ruleset asks of its entries does not hold.",
    "wrong-ruleset": "An entry that belongs to another game than its campaign.",
    # rules
    "formula-syntax": "A formula that cannot be read.",
    "formula-name": "A formula that uses a name nobody defines.",
    "formula-type": "A formula that combines values of the wrong types.",
    "formula-cycle": "Formulas or rules that need each other in a circle.",
    "formula-failed": "A formula that failed while it was computed.",
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
}
"""Every code a diagnostic can carry, and what it means."""
