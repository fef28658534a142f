"""What is nearly markup in a heading, a table or a paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from markdown_it.token import Token

from sheetgen.markdown.foreign_secrets import HINT, names_secret, secret_sign
from sheetgen.markdown.outline import BOX, split_attributes
from sheetgen.markdown.syntax import loose_brace, why_loose
from sheetgen.text.diagnostics import did_you_mean

_BAR = re.compile(r"(?<!\\)\|")
_TIGHT_HEADING = re.compile(r"(#{2,6})[^#\s]")
_TORN_LINK = re.compile(r"(?<!\\)\[\[(?![^\[\]\n|]+(?:\|[^\[\]]+)?\]\])[^\]]*")
"""Two brackets that begin no link."""
_FOOTNOTE = re.compile(r"\[\^[\w-]+\](?!:)")
_CALLOUT = re.compile(r"^[*_]{0,3}(\[!\s*([\w -]+)\][+-]?)[*_]{0,3}(?:\s|$)", re.MULTILINE)
COLONS = re.compile(r"\s*[:：]{2,}\s*([\w-]+)?")
_TORN = re.compile(r"#([\w-]++)[^{}]{0,400}\}\}|(?<!\{)#([\w-]++)\}\s*$|\{#([\w-]++)[^{}]{0,400}$")
"""An id of a heading with a brace too many or too few; bounded, so that a long heading is read once."""
TERM = ".term"
_WORD = re.compile(r'\w+="[^"]*"|\S+')
_KNOWN = re.compile(r'#[\w-]+|\.term|aliases="[^"]*"')
"""What a heading can have in braces."""
_CODE = re.compile(r"`[^`]*`")


@dataclass(frozen=True)
class NearMiss:
    """One such place: line and columns of the text from 0, what is wrong, and what to write."""

    line: int
    column: int
    length: int
    message: str
    hint: str
    lost: tuple[str, ...] = ()
    """Names of what a box that is never closed has taken in: headings, and boxes that seem to end nothing."""
    harmless: bool = False
    """Whether it is printed as it stands and takes nothing with it, so that a warning is enough."""


def bars(line: str) -> int:
    """The bars of a line of a table; 0 for other lines."""
    return line.count("|") - line.count("\\|") if line.lstrip(" \t>").startswith("|") else 0


def in_heading(token: Token, line: int, lines: list[str]) -> Iterator[NearMiss]:
    """The first thing wrong in the braces of a heading."""
    title, attributes = split_attributes(token.content)
    torn = _TORN.search(token.content)
    if attributes:
        yield from _in_attributes(token.content, len(title), line, lines)
    elif torn:
        name = torn[1] or torn[2] or torn[3]
        message, hint = f"the id `{name}` of this heading cannot be read", f"write `{{#{name}}}` at its end"
        yield at(lines, line, torn[0], message, hint, (name,))
    elif (loose := loose_brace(token.content)) is not None:
        column = max(lines[line].find(token.content), 0) + loose
        yield NearMiss(line, column, 1, *why_loose(token.content, loose))


def _in_attributes(content: str, start: int, line: int, lines: list[str]) -> Iterator[NearMiss]:
    """The first of what stands in the braces of a heading that no heading has."""
    inner = content.rstrip()[start:].strip().removeprefix("{").removesuffix("}")
    for word in _WORD.findall(inner):
        if not _KNOWN.fullmatch(word):
            hint = f'it has an id, the class of a term and other names: `{{#ID {TERM} aliases="NAME, NAME"}}`'
            near = did_you_mean(word.partition("=")[0], (TERM, "aliases"))
            hint = f"{near} {hint}" if near.startswith("did") else hint
            yield at(lines, line, word, f"`{word}` is nothing that a heading can have", hint)
            return


def in_table(start: int, end: int, lines: list[str]) -> Iterator[NearMiss]:
    """The first row of a table with more cells than it has columns, which are not drawn."""
    cells = [len(_BAR.findall(line.strip(" \t>").strip("|"))) + 1 for line in lines[start:end]]
    for number, count in enumerate(cells):
        if count > cells[0]:
            message = f"this row has {count} cells, and the table {cells[0]} columns: the rest is lost"
            yield at(lines, start + number, lines[start + number], message, "write `\\|` for a bar within a cell")
            return


def in_brackets(content: str, line: int, lines: list[str]) -> Iterator[NearMiss]:
    """Two brackets that begin no link, or a footnote."""
    plain = _CODE.sub(lambda code: " " * len(code[0]), content)
    torn = _TORN_LINK.search(plain)
    note = _FOOTNOTE.search(plain)
    if torn:
        number = plain.count("\n", 0, torn.start())
        message, hint = "this `[[` begins no link", "write `[[NAME]]`, or `[[NAME|TEXT]]`, on one line"
        yield replace(at(lines, line + number, torn[0].split("\n")[0], message, hint), length=2)
    elif note:
        number = plain.count("\n", 0, note.start())
        rest = re.search(rf"^\s*{re.escape(note[0])}:\s*(\S+)", "\n".join(lines), re.MULTILINE)
        message, hint = f"`{note[0]}` is no footnote here", "write it in brackets, or below in a box `::: note`"
        yield at(lines, line + number, note[0], message, hint, (rest[1],) if rest else ())


def in_prose(content: str, line: int, lines: list[str]) -> Iterator[NearMiss]:
    """What a paragraph was meant to begin, and a comment of another program."""
    callout = _CALLOUT.search(content)
    if callout:
        name = "gm" if names_secret(callout[2]) else "note"
        hint = f"write `::: {name}` above it and `:::` below it"
        number = content.count("\n", 0, callout.start())
        yield at(lines, line + number, callout[1], f"`{callout[1]}` is no box here", hint)
    rows = content.split("\n")
    if len(rows) > 1 and all(row.strip().startswith("|") and row.count("|") > 1 for row in rows[:2]):
        columns = "|---" * (bars(rows[0].strip()) - 1)
        yield at(lines, line, rows[0], "this is no table yet", f"write a line `{columns}|` below its head")
    elif heading := _TIGHT_HEADING.match(content):
        hint = f"write a space after `{heading[1]}`"
        yield at(lines, line, rows[0], "this is no heading: a space is missing", hint)
    for number, text in enumerate(_CODE.sub(lambda code: " " * len(code[0]), content).split("\n")):
        colons = COLONS.match(text)
        if colons:
            name = "gm" if names_secret(colons[1] or "gm") else colons[1]
            hint = f"a box begins with three colons at the margin, `::: {name}`, and ends with `:::`"
            yield at(lines, line + number, text, f"`{text.strip()}` opens no box", hint, (BOX,))
            return
        if sign := secret_sign(text):
            yield at(lines, line + number, sign, f"`{sign}` hides nothing here", HINT, (BOX,))
            return
        if "%%" in text:
            hint = "write `<!-- … -->` for a comment, or `::: gm` and `:::` around what only the game master may see"
            yield at(lines, line + number, "%%", "`%%` hides nothing here", hint)
            return


def at(lines: list[str], line: int, text: str, message: str, hint: str, lost: tuple[str, ...] = ()) -> NearMiss:
    """A near miss at the place of a text in one of the lines."""
    column = max(lines[line].find(text.strip()), 0)
    return NearMiss(line, column, len(text.strip()), message, hint, lost)
