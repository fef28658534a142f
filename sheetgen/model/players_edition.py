"""A game as players may see it: its entries and pages without what is hidden or secret.

Everything of a player's edition is made from this, so that no page, list, print or file can show more.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from sheetgen.model.entries import Entry, Unknown, opening
from sheetgen.model.known_places import HIDDEN, KNOWN, WHOLE, Tree, item_name, known_tree
from sheetgen.model.library import Library
from sheetgen.model.ruleset.replacements import Replacement
from sheetgen.model.ruleset.shapes import (
    Field,
    ListShape,
    MappingShape,
    RecordShape,
    ReferenceShape,
    ScalarShape,
    Shape,
    natural_default,
    records_of,
)
from sheetgen.model.ruleset.validation import plain_data
from sheetgen.text.diagnostics import Diagnostic, Severity
from sheetgen.yaml.load import Step

Key: TypeAlias = tuple[str, str]
Path: TypeAlias = tuple[Step, ...]
SECRET_BOX = "gm"
"""The directive whose text is for the game master only."""
_COMMENT = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)|<!--.*?(?:-->|\Z)", re.DOTALL)
_NOTHING = object()
_OF_RULES = ("id", HIDDEN, KNOWN, "ruleset")
"""Fields that say nothing of the entry."""


def public_library(library: Library) -> Library:
    """The entries that players may see, without secrets and without what they say of hidden ones.

    An item of a list that refers to a hidden entry is left out, an optional reference is none; an entry that cannot be
    without such a reference is hidden as well.
    """
    public = {key: entry for key, entry in library.entries.items() if not entry.fields["hidden"]}
    while True:
        reduced = {key: _public(entry, public) for key, entry in public.items()}
        kept = {key: entry for key, entry in reduced.items() if entry is not None}
        if len(kept) == len(public):
            return Library(_with_partial(kept), _public_parts(library, kept))
        public = {key: public[key] for key in kept}


def unseen(library: Library, public: Library) -> list[Diagnostic]:
    """What players do not see, in the order of its places: hidden entries, those that cannot be without one, what is
    known in part, and what visible entries would say of hidden ones."""
    notes = [_hidden_note(library, public, key) for key in library.entries if key not in public.entries]
    for key in public.entries:
        entry = library.entries[key]
        if known := entry.fields[KNOWN]:
            message = f"players see of {entry.name} only: {', '.join(known)}"
            notes.append(Diagnostic(Severity.NOTE, "known-in-part", message, entry.span(KNOWN)))
        notes += _references_left_out(entry, library, public)
    return sorted(notes, key=lambda note: note.order)


def _hidden_note(library: Library, public: Library, key: Key) -> Diagnostic:
    entry = library.entries[key]
    if entry.fields[HIDDEN]:
        message, code = f"players do not see {entry.name}", "hidden-entry"
    else:
        gone = [target for target in entry.targets if target not in public.entries]
        names = ", ".join(dict.fromkeys(library.entries[target].name for target in gone))
        message, code = f"players do not see {entry.name}, which names {names}", "hidden-along"
    return Diagnostic(Severity.NOTE, code, message, opening(entry.place))


def _references_left_out(entry: Entry, library: Library, public: Library) -> Iterator[Diagnostic]:
    tree = known_tree(entry.kind, entry.fields)
    for path, kind, identity in entry.references:
        if (kind, identity) in public.entries or _is_secret(entry, path) or (tree is not None and path[0] not in tree):
            continue
        message = f"`{path[0]}` of {entry.name} is without {library.entries[kind, identity].name}"
        yield Diagnostic(Severity.NOTE, "left-out", message, entry.span(*path))


def _is_secret(entry: Entry, path: Sequence[str | int]) -> bool:
    """Whether a path leads through a secret field."""
    fields: Mapping[str, Field] = entry.kind.by_name
    for step in path:
        field = fields.get(str(step))
        if field is not None:
            if field.secret:
                return True
            inner = (part for record in records_of(field.shape) for part in entry.kind.parts[record])
            fields = {part.name: part for part in inner}
    return False


def _public_parts(library: Library, kept: Mapping[tuple[str, str], Entry]) -> tuple[Replacement, ...]:
    """What the layers replace of each other, without entries that are hidden or left out."""
    known = {f"{kind}:{identity}" for kind, identity in kept}
    return tuple(part for part in library.replaced if part.sort != "entry" or part.name in known)


def public_text(markdown: str) -> str:
    """Markdown with blanks in the place of boxes for the game master and within comments, every line where it was."""
    if ":::" not in markdown and "<!--" not in markdown:
        return markdown
    from sheetgen.markdown.outline import blocks  # which takes longer than to compute an entry

    lines = markdown.split("\n")
    for number in _secret_lines(markdown):
        lines[number] = " " * len(lines[number])
    text = "\n".join(lines)
    code = {n for token in blocks(text) if token.type in ("fence", "code_block") for n in range(*(token.map or (0, 0)))}
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    printed = [(starts[n], starts[n + 1]) for n in code]

    def blank(match: re.Match[str]) -> str:
        if match[1] or any(start <= match.start() < end for start, end in printed):
            return match[0]
        end = "-->" if match[0].endswith("-->") else ""
        inner = match[0].removeprefix("<!--").removesuffix(end)
        return "<!--" + re.sub(r"[^\n]", " ", inner) + end

    return _COMMENT.sub(blank, text)


def _secret_lines(markdown: str, first: int = 0) -> Iterator[int]:
    """The lines of boxes for the game master, those within of other boxes included."""
    from sheetgen.markdown.outline import blocks

    for token in blocks(markdown):
        if token.type != "colon_fence" or token.map is None:
            continue
        start, end = token.map
        if token.info.split()[:1] == [SECRET_BOX]:
            yield from range(first + start, min(first + end, first + markdown.count("\n") + 1))
        else:
            yield from _secret_lines(token.content, first + start + 1)


def _public(entry: Entry, public: Mapping[Key, Entry]) -> Entry | None:
    reader, tree = _PublicReader(entry, public), known_tree(entry.kind, entry.fields)
    fields = {**entry.fields, KNOWN: []}
    known = entry.kind.fields if tree is None else [field for field in entry.kind.fields if field.name in tree]
    for field in known:
        value = reader.field(field, fields[field.name], (field.name,), WHOLE if tree is None else tree[field.name])
        if value is _NOTHING:
            return None
        fields[field.name] = value
    unknown = {field.name: field for field in entry.kind.fields if field not in known and field.name not in _OF_RULES}
    fields |= {name: reader.unsaid(field) for name, field in unknown.items()}
    if fields["extends"] and (entry.kind.id, fields["extends"]) not in public:
        fields["extends"] = ""
    if fields == entry.fields:
        return entry
    left = Unknown(frozenset(unknown), frozenset(reader.parts))
    return entry.known_in_part(fields, left)


@dataclass(frozen=True)
class _PublicReader:
    """Takes what players may not see out of the values of one entry; `_NOTHING` for a value that is gone."""

    entry: Entry
    public_entries: Mapping[Key, Entry]
    parts: set[Path] = dataclasses.field(default_factory=set)
    """The paths of what is known in part only."""

    def field(self, field: Field, value: Any, path: Path, known: Tree, listed: bool = False) -> Any:
        """What is known of the value of a field; one that is `listed`, within an item of a list, takes the item with
        it."""
        if field.secret:
            return self.unsaid(field)
        public = self._value(field.shape, value, path, known, listed)
        if public is _NOTHING and not listed and (field.optional or (field.has_default and field.default is None)):
            return None
        return public

    def unsaid(self, field: Field) -> Any:
        """The public value of a secret or unknown field: its default, or the empty value of its type."""
        if field.has_default:
            return plain_data(self.entry.kind.compiler.default(field))
        return None if field.optional else natural_default(field.shape)

    def _value(self, shape: Shape, value: Any, path: Path, known: Tree, listed: bool) -> Any:
        if value is None:
            return None
        if known:
            self.parts.add(path)
        match shape:
            case ScalarShape(name="markdown"):
                return public_text(value)
            case ReferenceShape(kind=kind):
                return value if (kind, value) in self.public_entries else _NOTHING
            case ListShape(item=item):
                kept: list[Any] = []
                for part in value:
                    if not known or item_name(part) in known:
                        here, inner = (*path, len(kept)), known.get(item_name(part), WHOLE)
                        public = self._value(item, part, here, inner, True)
                        kept += [] if public is _NOTHING else [public]
                return kept
            case MappingShape(value=item):
                pairs = {
                    key: self._value(item, part, (*path, key), known.get(key, WHOLE), True)
                    for key, part in value.items()
                    if not known or key in known
                }
                return {key: part for key, part in pairs.items() if part is not _NOTHING}
            case RecordShape(record=record):
                return self._record(self.entry.kind.parts[record], value, path, known, listed)
        return value

    def _record(self, parts: Sequence[Field], value: Mapping[str, Any], path: Path, known: Tree, listed: bool) -> Any:
        there = [part for part in parts if part.name in value and (not known or part.name in known)]
        public = {
            part.name: self.field(part, value[part.name], (*path, part.name), known.get(part.name, WHOLE), listed)
            for part in there
        }
        record = public if known else {**value, **public}
        return _NOTHING if any(part is _NOTHING for part in record.values()) else record


def _with_partial(entries: Mapping[Key, Entry]) -> dict[Key, Entry]:
    """The entries; those that refer to one with something left out are partial themselves."""
    needs = {key: {(kind, name) for _, kind, name in entry.references} for key, entry in entries.items()}
    partial = {key for key, entry in entries.items() if entry.partial}
    before = 0
    while len(partial) != before:
        before = len(partial)
        partial |= {key for key, needed in needs.items() if needed & partial}
    return {
        key: replace(entry, partial=True) if key in partial and not entry.partial else entry
        for key, entry in entries.items()
    }
