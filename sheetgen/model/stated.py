"""Numbers that a source states, held against what the rules give; misprints that an author accepts, with a reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sheetgen.formula.runtime import Leaf, exactly
from sheetgen.model.entries import Entry
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.suggest import MOST_LISTED

PRINTED, BECAUSE = "printed", "because"
DIFFERS = "stated-differs"
Leaves: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class StatedValue:
    """A number that a source prints of an entry."""

    name: str
    """The dotted name of the derived value."""
    printed: Any
    because: str | None = None
    """Why it is taken for a misprint; none where it is not."""

    def leaf(self, leaves: Leaves) -> Leaf | None:
        """The derived value that it states."""
        leaf: Any = leaves
        for step in self.name.split("."):
            leaf = leaf.get(step) if isinstance(leaf, dict) else None
        return leaf if isinstance(leaf, Leaf) else None


def stated_values(entry: Entry) -> Iterator[StatedValue]:
    """All that an entry states."""
    for name, stated in entry.fields["stated"].items():
        if isinstance(stated, dict) and PRINTED in stated:
            yield StatedValue(name=name, printed=stated[PRINTED], because=str(stated.get(BECAUSE) or ""))
        else:
            yield StatedValue(name=name, printed=stated)


def compare_with_stated(entry: Entry, leaves: Leaves, diagnostics: Diagnostics) -> None:
    """Report what an entry states and the rules contradict, unless its author accepts it as a misprint."""
    for stated in stated_values(entry):
        leaf, place = stated.leaf(leaves), entry.place.at("stated", stated.name)
        if leaf is None:
            known = list(_names(leaves))
            hint = _meant(stated.name, entry.fields["stated"][stated.name], known)
            message = f"no derived value is called `{stated.name}`"
            diagnostics.error("unknown-field", message, place.key_span, hint, missed=(stated.name,))
        elif stated.because == "":
            message, hint = "a misprint is accepted for a reason", f"write `{BECAUSE}: the second printing has 4`"
            diagnostics.error("missing-field", message, place.span, hint)
        elif leaf.value == stated.printed and stated.because is not None:
            message = f"{stated.name} is {exactly(leaf.value)} by the rules as well: there is no misprint to accept"
            hint = f"write `{stated.name}: {exactly(leaf.value)}`"
            diagnostics.warning("stated-agrees", message, place.span, hint)
        elif leaf.value != stated.printed and stated.because is None:
            message = f"stated {stated.name} is {exactly(stated.printed)}, but the rules give {exactly(leaf.value)}"
            why = f"{exactly(leaf.value)} = {leaf.why}"
            accept = f"to accept a misprint: `{stated.name}: {{{PRINTED}: {exactly(stated.printed)}, {BECAUSE}: …}}`"
            diagnostics.warning(DIFFERS, message, place.span, why, accept)


def _meant(name: str, stated: Any, known: Sequence[str]) -> str:
    """A hint for a stated value that does not exist: its parts by their dotted names, else the nearest name."""
    inner = {f"{name}.{part}": value for part, value in stated.items()} if isinstance(stated, dict) else {}
    if inner and inner.keys() <= {*known}:
        return f"write {', '.join(f'`{part}: {exactly(value)}`' for part, value in inner.items())}"
    parts = [part for part in known if part.startswith(f"{name}.")]
    return f"its parts are {', '.join(parts[:MOST_LISTED])}" if parts else did_you_mean(name, known)


def _names(leaves: Leaves) -> Iterator[str]:
    """The dotted names of all derived values."""
    for name, leaf in leaves.items():
        if isinstance(leaf, Leaf):
            yield str(name)
        elif isinstance(leaf, dict):
            yield from (f"{name}.{part}" for part in _names(leaf))


@dataclass(frozen=True, kw_only=True)
class Audit:
    """How many of the numbers that sources state the rules give."""

    stated: int = 0
    accepted: int = 0
    differing: int = 0

    @staticmethod
    def of(entries: Iterable[Entry], diagnostics: Diagnostics) -> Audit:
        """Of some entries, whose mistakes were reported."""
        stated = [value for entry in entries if not entry.partial for value in stated_values(entry)]
        wrong = (d for d in diagnostics if d.code == DIFFERS)
        accepted = sum(value.because is not None for value in stated)
        return Audit(stated=len(stated), accepted=accepted, differing=len(list(wrong)))

    def __str__(self) -> str:
        agreeing = self.stated - self.accepted - self.differing
        parts = [f"{agreeing:,} of {self.stated:,} agree with the rules"]
        parts += [f"{self.accepted:,} accepted as misprints"] if self.accepted else []
        parts += [f"{self.differing:,} differ"] if self.differing else []
        return f"Numbers that sources state: {', '.join(parts)}"
