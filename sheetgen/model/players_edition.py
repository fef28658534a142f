"""A game as players may see it: its entries and pages without what is hidden or secret.

Everything of a player's edition is made from this, so that no page, list, print or file can show more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from sheetgen.markdown.outline import blocks
from sheetgen.model.library import Entry, Library
from sheetgen.model.ruleset.field_types import (
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
from sheetgen.model.ruleset.replacements import Replacement
from sheetgen.model.ruleset.validation import plain_data

Key: TypeAlias = tuple[str, str]
SECRET_BOX = "gm"
"""The directive whose text is for the game master only."""
_COMMENT = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)|<!--.*?(?:-->|\Z)", re.DOTALL)
_NOTHING = object()


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


def taken_out(library: Library, public: Library) -> Iterator[tuple[Entry, tuple[str | int, ...], Entry]]:
    """What public entries would say of hidden ones: the entry, the path of the reference in it, and the hidden one."""
    for key in public.entries:
        entry = library.entries[key]
        for path, kind, identity in entry.references:
            if (kind, identity) not in public.entries and not _is_secret(entry, path):
                yield entry, path, library.entries[kind, identity]


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
    """Markdown with blanks in the place of boxes for the game master and of comments, every line where it was."""
    if ":::" not in markdown and "<!--" not in markdown:
        return markdown
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
        return re.sub(r"[^\n]", " ", match[0])

    return _COMMENT.sub(blank, text)


def _secret_lines(markdown: str, first: int = 0) -> Iterator[int]:
    """The lines of boxes for the game master, those within of other boxes included."""
    for token in blocks(markdown):
        if token.type != "colon_fence" or token.map is None:
            continue
        start, end = token.map
        if token.info.split()[:1] == [SECRET_BOX]:
            yield from range(first + start, min(first + end, first + markdown.count("\n") + 1))
        else:
            yield from _secret_lines(token.content, first + start + 1)


def _public(entry: Entry, public: Mapping[Key, Entry]) -> Entry | None:
    reader = _PublicReader(entry, public)
    fields = dict(entry.fields)
    for field in entry.kind.fields:
        value = reader.field(field, fields[field.name])
        if value is _NOTHING:
            return None
        fields[field.name] = value
    if fields["extends"] and (entry.kind.id, fields["extends"]) not in public:
        fields["extends"] = ""
    if fields == entry.fields:
        return entry
    return replace(entry, fields=fields, partial=True, known_references=None, known_effects=None)


@dataclass(frozen=True)
class _PublicReader:
    """Takes what players may not see out of the values of one entry; `_NOTHING` for a value that is gone."""

    entry: Entry
    public_entries: Mapping[Key, Entry]

    def field(self, field: Field, value: Any, listed: bool = False) -> Any:
        """The value of a field; one that is `listed`, within an item of a list, takes the item with it."""
        if field.secret:
            return self._unsaid(field)
        public = self._value(field.shape, value, listed)
        if public is _NOTHING and not listed and (field.optional or (field.has_default and field.default is None)):
            return None
        return public

    def _unsaid(self, field: Field) -> Any:
        """The public value of a secret field: its default, or the empty value of its type."""
        if field.has_default:
            return plain_data(self.entry.kind.compiler.default(field))
        return None if field.optional else natural_default(field.shape)

    def _value(self, shape: Shape, value: Any, listed: bool) -> Any:
        if value is None:
            return None
        match shape:
            case ScalarShape(name="markdown"):
                return public_text(value)
            case ReferenceShape(kind=kind):
                return value if (kind, value) in self.public_entries else _NOTHING
            case ListShape(item=item):
                values = [self._value(item, part, True) for part in value]
                return [part for part in values if part is not _NOTHING]
            case MappingShape(value=item):
                pairs = {key: self._value(item, part, True) for key, part in value.items()}
                return {key: part for key, part in pairs.items() if part is not _NOTHING}
            case RecordShape(record=record):
                return self._record(self.entry.kind.parts[record], value, listed)
        return value

    def _record(self, parts: Sequence[Field], value: Mapping[str, Any], listed: bool) -> Any:
        known = [part for part in parts if part.name in value]
        record = {**value, **{part.name: self.field(part, value[part.name], listed) for part in known}}
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
