"""YAML 1.2 text -> plain data, and the place in the file of every key and value.

`parse` answers with a `Document`; broken syntax, keys that stand twice, tags, and files that
nest, repeat or hold too much are diagnostics at their place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import SourceFile, Span
from sheetgen.yaml.positions import Positions, Step, WrittenValue
from sheetgen.yaml.scalars import Value, WrittenFraction, WrittenInt, written

__all__ = [
    "Step",
    "Value",
    "WrittenFraction",
    "WrittenInt",
    "WrittenValue",
    "YamlDocument",
    "parse",
    "parse_all",
    "parse_text_value",
    "written",
]


_CONFLICT = re.compile(r"^<{7} .*$", re.MULTILINE)


@dataclass(frozen=True)
class YamlDocument:
    """One YAML document: its data, and where in the file each part of it stands."""

    file: SourceFile
    data: Value
    _places: Positions = field(repr=False, compare=False)

    def span(self, path: tuple[Step, ...] = ()) -> Span:
        """Where the value at `path` stands; for a path that is not there, its nearest ancestor."""
        return self._places.span(path)

    def key_span(self, path: tuple[Step, ...]) -> Span:
        """Where the key of the last step stands; for an item of a list, the item."""
        return self._places.key_span(path)

    def written(self, path: tuple[Step, ...] = ()) -> WrittenValue:
        """The value at `path` where it is written, to go from there to its parts."""
        return self._places.written(path)

    def forget_places(self) -> None:
        """Free memory that only makes it sooner to find many places of the document."""
        self._places.forget_parts()

    def locate(self, path: tuple[Step, ...], offset: int) -> int:
        """The file offset of character `offset` of the text at `path`, through quotes, escapes and folding."""
        return self._places.locate(path, offset)

    def formula_span(self, path: tuple[Step, ...], start: int, end: int) -> Span:
        """The span in the file of the characters from `start` up to `end` of the text at `path`."""
        first = self.locate(path, start)
        return Span(self.file, first, max(first, self.locate(path, max(start, end - 1)) + 1))


def parse(file: SourceFile, diagnostics: Diagnostics) -> YamlDocument | None:
    """Read a file that holds one document; None where its syntax is broken, which is then one diagnostic.

    Keys that stand twice and tags are errors as well, but the rest of the document is still given.
    """
    documents = parse_all(file, diagnostics)
    if documents is None or len(documents) == 1:
        return documents[0] if documents else None
    diagnostics.error(
        "yaml-syntax",
        "a second document begins here; this file may hold only one",
        documents[1].span(),
        "remove the line `---`, or move what follows it to a file of its own",
    )
    return None


def parse_all(file: SourceFile, diagnostics: Diagnostics) -> list[YamlDocument] | None:
    """Read every document of a file (one, for an empty file); None where its syntax is broken."""
    conflict = _CONFLICT.search(file.text)
    if conflict:
        hint = "keep one of the two versions, and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`"
        at = file.span(conflict.start(), conflict.end())
        diagnostics.error("yaml-syntax", "git left both sides of a conflict here", at, hint)
        return None
    from yaml import YAMLError  # which takes longer than a rule, as do modules that import it

    from sheetgen.yaml.compose import LimitError, compose

    try:
        composed = compose(file, diagnostics)
    except YAMLError as error:
        from sheetgen.yaml.syntax_errors import syntax_diagnostic

        diagnostics.add(syntax_diagnostic(file, error))
        return None
    except LimitError as error:
        diagnostics.error("yaml-limits", str(error), error.span, *error.hints)
        return None
    return [YamlDocument(file, places.data, places) for places in composed]


def parse_text_value(text: str) -> Value:
    """Read one value that is written within a text, such as `[]`, `{a: 1}`, `0` or `red`.

    Raises `ValueError` with a message for users where it is not one well-formed value.
    """
    diagnostics = Diagnostics()
    document = parse(SourceFile(Path(), "", text), diagnostics)
    for diagnostic in diagnostics:
        raise ValueError("; ".join([diagnostic.message, *diagnostic.hints]))
    return document.data if document else None
