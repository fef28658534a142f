"""From the nodes that PyYAML composes to plain data and places, within limits.

Only the syntax is PyYAML's: what a scalar means is decided in `scalars`, because YAML 1.1 reads
`no` as false and `1:30` as ninety.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from sys import intern
from typing import Any, TypeAlias

import yaml

from sheetgen.text.diagnostics import Diagnostic, Diagnostics, Severity
from sheetgen.text.source import SourceFile, Span
from sheetgen.yaml.positions import Positions
from sheetgen.yaml.scalars import CONTROL, CutText, Value, resolve
from sheetgen.yaml.torn_texts import NONE, torn_items, torn_values

DEEPEST = 64
"""Levels of lists and mappings within each other."""
MOST_VALUES = 200_000
"""Keys and values of one file, every use of an alias counted in full."""
MOST_TEXT = 8_000_000
"""Characters of all keys and values together, every use of an alias counted in full."""

_TIGHT_COMMENT = re.compile(r"[ \t]+(#\w[^\n]*)")
"""A comment without a space after its `#`, behind a value."""
_ODD_SPACE = re.compile(r"[\s\u200b]")
"""A space; that of no width Python counts as none either."""
_TEXT_TAG = "tag:yaml.org,2002:str"
_SCALAR_TAGS: frozenset[str | None] = frozenset({_TEXT_TAG})
_COLLECTION_TAGS: frozenset[str | None] = frozenset({None, "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"})

_Collection: TypeAlias = yaml.SequenceNode | yaml.MappingNode
_Node: TypeAlias = yaml.ScalarNode | _Collection


class LimitError(Exception):
    """A document that nests, repeats or holds too much."""

    def __init__(self, message: str, span: Span, *hints: str) -> None:
        super().__init__(message)
        self.span = span
        self.hints = hints


def compose(file: SourceFile, diagnostics: Diagnostics) -> list[Positions]:
    """The documents of a file (one, holding nothing, for an empty file).

    Raises `yaml.YAMLError` for broken syntax and `LimitError` past a limit.
    """
    with _uncollected():
        loader = _FastLoader(file)
        documents = []
        while loader.check_node():
            node: Any = loader.get_node()
            documents.append(_NodeReader(file, diagnostics).document(node))
    return documents or [Positions.nothing(file)]


@contextmanager
def _uncollected() -> Iterator[None]:
    # Composing makes many objects that all stay; collecting garbage meanwhile costs more than composing.
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class _Bounded:
    """Mixed into a composer: leaves nodes without meaning, and stops at too many or too deep ones."""

    def __init__(self, file: SourceFile) -> None:
        super().__init__(file.text)  # type: ignore[call-arg]
        self._file = file
        self._depth = 0
        self._left = MOST_VALUES

    def descend_resolver(self, parent: _Node | None, index: object) -> None:
        self._depth += 1
        self._left -= 1
        if self._depth > DEEPEST + 1 and parent is not None:
            raise _too_deep(self._file.span(parent.start_mark.index))
        if self._left < 0:
            raise _too_many(self._file.span(0))

    def ascend_resolver(self) -> None:
        self._depth -= 1

    def resolve(self, kind: object, value: object, implicit: object) -> None:
        return None


class _PythonComposer(yaml.reader.Reader, yaml.scanner.Scanner, yaml.parser.Parser, yaml.composer.Composer):
    def __init__(self, text: str) -> None:
        yaml.reader.Reader.__init__(self, text)
        yaml.scanner.Scanner.__init__(self)
        yaml.parser.Parser.__init__(self)
        yaml.composer.Composer.__init__(self)


class _PythonLoader(_Bounded, _PythonComposer):
    """Where PyYAML came without its C library."""


if yaml.__with_libyaml__:
    from yaml.cyaml import CParser  # type: ignore[attr-defined]

    class _FastLoader(_Bounded, CParser):
        """Several times as fast."""

else:
    _FastLoader = _PythonLoader  # type: ignore[misc,assignment]


def _too_deep(span: Span) -> LimitError:
    return LimitError(f"lists and mappings nest more than {DEEPEST} levels deep", span)


def _too_many(span: Span) -> LimitError:
    message = f"the file holds more than {MOST_VALUES:,} keys and values"
    return LimitError(message, span, "split it into several files")


class _NodeReader:
    """Turns the nodes of one document into data, and writes down where each stands."""

    def __init__(self, file: SourceFile, diagnostics: Diagnostics) -> None:
        self._file = file
        self._diagnostics = diagnostics
        self._places = Positions(file)
        self._leaf = self._places.leaf
        self._plain: dict[str, bool | int | Fraction | str | None] = {}
        self._open: set[int] = set()
        self._text_left = MOST_TEXT

    def document(self, node: _Node) -> Positions:
        self._places.data = self._value(node)
        return self._places

    def _value(self, node: _Node) -> Value:
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node)
        self._enter(node)
        here = self._places.begin(node.start_mark.index, node.end_mark.index if node.flow_style else None)
        data: Value = self._list(node) if isinstance(node, yaml.SequenceNode) else self._mapping(node)
        self._places.finish(here)
        self._open.discard(id(node))
        return data

    def _enter(self, node: _Collection) -> None:
        if id(node) in self._open:
            raise LimitError("an alias stands within the value that it repeats", self._span(node))
        if len(self._open) >= DEEPEST:
            raise _too_deep(self._span(node))
        if self._text_left < 0 or len(self._places) > MOST_VALUES:
            raise _too_many(self._span(node))
        self._open.add(id(node))
        self._check_tag(node, _COLLECTION_TAGS)

    def _list(self, node: yaml.SequenceNode) -> list[Value]:
        torn = torn_items(node.value) if self._has_bracket(node) else NONE
        return [
            self._torn(node.value[number : torn.ends[number]]) if number in torn.ends else self._value(item)
            for number, item in enumerate(node.value)
            if number not in torn.followers
        ]

    def _has_bracket(self, node: _Collection) -> bool:
        start, end = node.start_mark.index, node.end_mark.index
        return bool(node.flow_style) and self._file.text.find("(", start, end) >= 0

    def _torn(self, parts: Sequence[_Node]) -> str:
        """A text that a comma within its brackets ends, as it was meant."""
        span = Span(self._file, parts[0].start_mark.index, parts[-1].end_mark.index)
        text = " ".join(span.text.split())
        self._leaf(span.start, span.end)
        quote = "'" if '"' in text else '"'
        message, hint = "a comma ends this text within its brackets", f"put quotes around it: {quote}{text}{quote}"
        self._diagnostics.error("yaml-syntax", message, span, hint)
        return text

    def _mapping(self, node: yaml.MappingNode) -> dict[str | int, Value]:
        data: dict[str | int, Value] = {}
        first: dict[str | int, _Node] = {}
        torn = torn_values(node.value) if self._has_bracket(node) else NONE
        for number, (key_node, value_node) in enumerate(node.value):
            if number in torn.followers:
                continue
            before = len(self._places)
            key = self._key(key_node)
            rest = [part for part, _ in node.value[number + 1 : torn.ends.get(number, 0)]]
            value = self._torn([value_node, *rest]) if rest else self._value(value_node)
            if key is None or key in data:
                if key is not None:
                    self._duplicate(key, key_node, first[key])
                self._places.forget(before)
            else:
                data[key], first[key] = value, key_node
        return data

    def _key(self, node: _Node) -> str | int | None:
        value = self._value(node)
        if isinstance(node, yaml.ScalarNode) and node.value == "<<" and not node.style:
            message, hint = "merge keys are not read here", "in an entry, write `extends: ` and the id of another"
        elif isinstance(node, yaml.ScalarNode) and not node.style and _ODD_SPACE.match(str(value)):
            message = (
                f"the space before this key is the character U+{ord(node.value[0]):04X}, which is no space to YAML"
            )
            hint = "write plain spaces in its place"
        elif isinstance(value, str):
            return intern(str(value))
        elif isinstance(value, int):
            return value
        else:
            message = "a key must be a text or a whole number"
            hint = "put the key in quotes" if isinstance(value, Fraction) else "write the key as a word"
        self._diagnostics.error("yaml-syntax", message, self._span(node), hint)
        return None

    def _scalar(self, node: yaml.ScalarNode) -> Value:
        text: str = node.value
        self._leaf(node.start_mark.index, node.end_mark.index)
        self._text_left -= len(text)
        if node.style == '"' and (control := CONTROL.search(text)):
            return self._without_controls(node, control[0])
        if node.tag is not None:
            self._check_tag(node, _SCALAR_TAGS)
            return text
        if node.style:
            return text
        if text not in self._plain:
            self._plain[text] = resolve(text)
        value = self._plain[text]
        comment = _TIGHT_COMMENT.match(self._file.text, node.end_mark.index) if isinstance(value, str) else None
        return CutText(text, Span(self._file, *comment.span(1))) if comment else value

    def _without_controls(self, node: yaml.ScalarNode, control: str) -> str:
        message = f"this text holds the character U+{ord(control):04X}, which no page can show"
        self._diagnostics.error("yaml-syntax", message, self._span(node), "leave it out")
        return CONTROL.sub("", str(node.value))

    def _check_tag(self, node: _Node, known: frozenset[str | None]) -> None:
        if node.tag in known:
            return
        self._diagnostics.error(
            "yaml-syntax",
            f"the tag `{node.tag}` is not known here; ruleset and campaign files are plain data",
            self._span(node),
            "remove the word that starts with `!`, or put the whole value in quotes",
        )

    def _duplicate(self, key: str | int, again: _Node, first: _Node) -> None:
        diagnostic = Diagnostic(
            Severity.ERROR,
            "duplicate-key",
            f"`{key}` stands twice in this mapping",
            self._span(again),
            ("keep one of the two",),
            (("it stands here first", self._span(first)),),
        )
        self._diagnostics.add(diagnostic)

    def _span(self, node: _Node) -> Span:
        start, end = node.start_mark.index, node.end_mark.index
        if node.start_mark.line != node.end_mark.line:
            end = start + 1
        return Span(self._file, start, max(start + 1, end))
