"""The sentences of a section that previews show: those that say what a name means, else the first ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import dropwhile
from pathlib import Path
from typing import NamedTuple

from sheetgen.markdown.outline import Heading
from sheetgen.reference.written_pages import WrittenPage

LONGEST = 240
"""Letters of a preview."""
MOST_LINES = 60
"""Lines below a heading that are looked through."""
_ITEM = re.compile(r"^\s*(?:[-*]|\d+\.)\s+")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^a-z])")
_DEFINED = re.compile(r"\|\s*\*\*[^*|]+\*\*\s*\|")
_RULED = re.compile(r"\|[-:| ]+\Z")
_SKIPPED = ("#", ":::", "<!--", "```")


class WrittenTable(NamedTuple):
    """A directive `::: table` as it is written: the name, the settings below it, and the file."""

    name: str
    settings: str
    path: Path


@dataclass(frozen=True)
class SectionPreview:
    """What previews say of a section: its lines up to the next heading are read once."""

    page: WrittenPage
    heading: Heading

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Its first lines, those in boxes left out."""
        return tuple(_lines(self.page, self.heading))

    @cached_property
    def paragraphs(self) -> tuple[str, ...]:
        """What is text in these, each paragraph and item in a line."""
        return tuple(_paragraphs(self.lines))

    @cached_property
    def opening(self) -> str:
        """Its first sentences as plain text, as many as a preview holds; of a table alone, its first rows, and where
        there is none, those of its first example."""
        if self.paragraphs:
            return _whole(_sentences(self.paragraphs[0]))
        below_head = dropwhile(lambda line: not _RULED.match(line), self.lines)
        rows = [said for _, said in _rows(below_head)]
        if rows or self.listing:
            return _whole(rows)
        examples = (box for box in self.boxes if box[0].split()[1:2] == ["example"] and "---" in box)
        texts = (next(_paragraphs(box[box.index("---") + 1 :]), "") for box in examples)
        return _whole(_sentences(next(filter(None, texts), "")))

    @cached_property
    def listing(self) -> WrittenTable | None:
        """The table of entries, terms or records that it has in place of text."""
        if self.paragraphs:
            return None
        tables = (box for box in self.boxes if box[0].split()[1:2] == ["table"] and len(box[0].split()) == 3)
        return next((WrittenTable(box[0].split()[2], "\n".join(box[1:]), self.page.file.path) for box in tables), None)

    @cached_property
    def boxes(self) -> tuple[Sequence[str], ...]:
        """The lines of the boxes among its first lines, without those that close them."""
        return tuple(_boxes(self.page, self.heading))

    def definitions(self) -> Iterator[tuple[str, str]]:
        """What it says of its names, where that is something else than its opening.

        It is the row of a table that begins with the name, or the sentences from the one that uses it; where none does,
        and of the title in any form, those of the paragraph that has its last word in bold. A row that begins in bold
        defines what it begins with, as in a glossary.
        """
        rows, title = dict(_rows(self.lines)), _roots(self.heading.title)
        known = (self.heading.title, *self.heading.aliases)
        for name in known:
            used = not _roots(name) <= title
            said = (used and rows.get(name)) or _said(name, self.paragraphs, used)
            if said and said != self.opening:
                yield name, said
        for cell, said in _rows(line for line in self.lines if _DEFINED.match(line)):
            yield from ((name, said) for name in cell.split(", ") if name not in known)


def _said(name: str, paragraphs: Sequence[str], used: bool) -> str:
    """The sentences that use a name, else those around its last word in bold; nothing where there are none."""
    bold = re.compile(rf"\*\*{re.escape(name.split()[-1])}s?\*\*", re.IGNORECASE)
    plain = re.compile(rf"\b{re.escape(name)}s?\b", re.IGNORECASE)
    for pattern in (plain, bold) if used else (bold,):
        for text in paragraphs:
            sentences = _sentences(text)
            uses = (n for n, text in enumerate(sentences) if pattern.search(text) and not text.endswith(":"))
            if (number := next(uses, None)) is not None:
                return _whole(
                    sentences if _length(" ".join(sentences[: number + 1])) <= LONGEST else sentences[number:]
                )
    return ""


def _lines(page: WrittenPage, heading: Heading) -> Iterator[str]:
    """The lines of a section up to the next heading, those in boxes left out."""
    inside = False
    for line in map(page.file.line, range(heading.line + 1, heading.line + MOST_LINES)):
        inside = inside != line.startswith(":::")  # every directive opens and closes with such a line
        if line.startswith("#") and not inside:
            return
        if not inside:
            yield line[: 4 * LONGEST]


def _boxes(page: WrittenPage, heading: Heading) -> Iterator[Sequence[str]]:
    box: list[str] = []
    for line in map(page.file.line, range(heading.line + 1, heading.line + MOST_LINES)):
        if line.startswith("#") and not box:
            return
        if box and line.startswith(":::"):
            yield box
            box = []
        elif box or line.startswith("::: "):
            box.append(line.rstrip())


def _paragraphs(lines: Sequence[str]) -> Iterator[str]:
    words: list[str] = []
    for line in (*lines, ""):
        if line.strip() and not line.startswith((*_SKIPPED, "|")):
            words.append(_ITEM.sub("", line).strip())
        elif words:
            yield " ".join(words)
            words = []


def _rows(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What the rows of tables say of the name in their first cell."""
    for line in lines:
        if line.startswith("|"):
            cells = [plain_text(cell.strip().replace("\\|", "|")) for cell in re.split(r"(?<!\\)\|", line.strip("| "))]
            if any(re.search(r"[^\W\d]{3}", cell) for cell in cells[1:]):
                yield cells[0], f"{cells[0]}: {', '.join(filter(None, cells[1:])).rstrip('.')}."


def _sentences(text: str) -> list[str]:
    """The sentences of a paragraph; figures are not parted."""
    sentences: list[str] = []
    for part in _SENTENCE.split(text):
        open_figure = bool(sentences) and sentences[-1].count("{") > sentences[-1].count("}")
        sentences[-1 if open_figure else len(sentences) :] = [f"{sentences[-1]} {part}" if open_figure else part]
    return sentences


def _whole(sentences: Sequence[str]) -> str:
    """As many sentences as a preview holds, or the beginning of the first."""
    said = ""
    for sentence in map(plain_text, sentences):
        if said and _length(f"{said} {sentence}") > LONGEST:
            break
        said = f"{said} {sentence}".strip()
    return said if _length(said) <= LONGEST else shorten(said)


def shorten(text: str) -> str:
    """As many words of a text as a preview holds; a figure is not parted."""
    return text if len(text) <= LONGEST else re.sub(r"\{[^{}]*$", "", text[:LONGEST]).rsplit(" ", 1)[0] + " …"


def _length(text: str) -> int:
    """The letters of a text, where a figure is a short word."""
    return len(re.sub(r"\{[^{}]*\}", "some", plain_text(text)))


def _roots(name: str) -> set[str]:
    return {word.rstrip("s") for word in name.lower().split()}


def plain_text(markdown: str) -> str:
    """Markdown without its marks, roughly, for previews; figures stay as they are written, see `with_figures`."""
    text = re.sub(r"<!--.*?(?:-->|\Z)", "", markdown, flags=re.DOTALL)
    text = re.sub(r"\[\[(?:[^\[\]|]*\|)?([^\[\]]*)\]\]", lambda m: m[1].rpartition(":")[2].rpartition("#")[2], text)
    text = re.sub(r"\[([^\[\]]*)\]\([^()]*\)", r"\1", text)
    return re.sub(r"(\{[^{}]*\})|[*_`\\]|^[-#>\s]+", lambda m: m[1] or "", text).strip()
