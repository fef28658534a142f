"""Markup that was meant for something and is nothing: boxes that never close, call-outs and comments of other programs.

All of it would be published as it stands, or take text with it that was to be published, so each is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from markdown_it.token import Token

from sheetgen.markdown.fragment import Fragment
from sheetgen.markdown.outline import BOX, DEEPEST, blocks, headings, split_attributes
from sheetgen.markdown.syntax import loose_brace, why_loose
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.source import SourceFile

_SUSPECTS = (
    r"^[ \t>]*(?::{2}|<{7}|>{7})",
    r"\[!\w|%%|\[\^\w",
    r"^#+\s.*(?:#[\w-]|[{}])",
    r"^\s*#{2,6}[^#\s]",
    r"\[\[(?![^\[\]\n|]+(?:\|[^\[\]]+)?\]\])",
    r"(?:\A|\n[ \t>]*\n)[ \t>]*\|.*\n[ \t>]*\|(?![ \t]*:?-)",
    r"^(?:[-*+>]|\d+[.)])[ \t]+.*::",
)
_SUSPECT = re.compile("|".join(_SUSPECTS), re.MULTILINE)
"""A pattern of every near miss; most texts do not match it and need no second parse."""
_FENCE = re.compile(r"^[ \t>]*(?:```|~~~)", re.MULTILINE)
_BAR = re.compile(r"(?<!\\)\|")
_TIGHT_HEADING = re.compile(r"(#{2,6})[^#\s]")
_TORN_LINK = re.compile(r"(?<!\\)\[\[(?![^\[\]\n|]+(?:\|[^\[\]]+)?\]\])[^\]]*")
"""Two brackets that begin no link."""
_FOOTNOTE = re.compile(r"\[\^[\w-]+\](?!:)")
_TEXT_BOX = re.compile(r":+\s*(?:note|gm|when)\b")
_CONFLICT = re.compile(r"(?:<{7}|>{7})(?: |$)")
_CALLOUT = re.compile(r"\[!\s*([\w -]+)\][+-]?(?:\s|$)")
_COLONS = re.compile(r"\s*:{2,}\s*([\w-]+)?")
_TORN = re.compile(r"#([\w-]++)[^{}]{0,400}\}\}|(?<!\{)#([\w-]++)\}\s*$|\{#([\w-]++)[^{}]{0,400}$")
"""An id of a heading with a brace too many or too few; bounded, so that a long heading is read once."""
TERM = ".term"
_WORD = re.compile(r'\w+="[^"]*"|\S+')
_KNOWN = re.compile(r'#[\w-]+|\.term|aliases="[^"]*"')
"""What a heading can have in braces."""
_CODE = re.compile(r"`[^`]*`")
_SECRET = re.compile(r"gm|dm|secret|spoiler|hidden|warden|keeper|master", re.IGNORECASE)


_NOWHERE = SourceFile(Path(), "", "")


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


def report_near_misses(text: Fragment, diagnostics: Diagnostics) -> bool:
    """Report what is nearly markup in a text; whether there was any."""
    misses = list(_near_misses(text.text)) if _is_suspect(text.text) else []
    for miss in misses:
        diagnostics.error("markdown", miss.message, text.span(miss.line, miss.column, miss.length), miss.hint)
        diagnostics.fail(*miss.lost)
    return bool(misses)


def _is_suspect(text: str) -> bool:
    """Whether a text may hold a near miss; most texts do not, and need no second parse."""
    if _SUSPECT.search(text) or len(_FENCE.findall(text)) % 2:
        return True
    bars = [_bars(line) for line in text.split("\n")] if "|" in text else []
    return any(0 < above < below for above, below in pairwise(bars))


def _bars(line: str) -> int:
    """The bars of a line of a table; 0 for other lines."""
    return line.count("|") - line.count("\\|") if line.lstrip(" \t>").startswith("|") else 0


def _near_misses(text: str, depth: int = 0, around: str = "") -> Iterator[NearMiss]:
    """The near misses in a text; `around` is how the box that it stands in begins."""
    lines = text.split("\n")
    tokens = blocks(text)
    code = {number for fence in tokens if fence.type == "fence" and fence.map for number in range(*fence.map)}
    for number, line in enumerate(lines):
        if number not in code and _CONFLICT.match(line):
            hint = "keep one of the two versions, and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`"
            yield NearMiss(number, 0, len(line), "git left both sides of a conflict here", hint)
            return
    for before, token in pairwise([*tokens[:1], *tokens]):
        if token.map:
            # Within a box, lines above `---` are its settings, and no heading.
            heading = before.type == "heading_open" and (before.markup.startswith("#") or not depth)
            yield from _in_heading(token, token.map[0], lines) if heading else ()
            yield from _in_block(token, token.map[0], lines, depth, around)


def _in_heading(token: Token, line: int, lines: list[str]) -> Iterator[NearMiss]:
    title, attributes = split_attributes(token.content)
    torn = _TORN.search(token.content)
    if attributes:
        yield from _in_attributes(token.content, len(title), line, lines)
    elif torn:
        name = torn[1] or torn[2] or torn[3]
        message, hint = f"the id `{name}` of this heading cannot be read", f"write `{{#{name}}}` at its end"
        yield _at(lines, line, torn[0], message, hint, (name,))
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
            yield _at(lines, line, word, f"`{word}` is nothing that a heading can have", hint)
            return


def _in_block(token: Token, line: int, lines: list[str], depth: int, around: str) -> Iterator[NearMiss]:
    if token.type == "colon_fence":
        yield from _in_box(token, line, lines, depth + 1, around)
    elif token.type == "code_block":
        hint = "begin it at the margin: what is indented by four is printed as it stands"
        for number, text in enumerate(token.content.split("\n")):
            if _COLONS.match(text):
                yield _at(lines, line + number, text, f"`{text.strip()}` opens no box here", hint)
                return
    elif token.type == "fence":
        last = lines[token.map[1] - 1 if token.map else line].strip(" \t>")
        if not last.startswith(token.markup) or token.map == [line, line + 1]:
            hint = f"end it with a line of its own, {token.markup}"
            yield _at(lines, line, lines[line], "this code is never closed, so all that follows belongs to it", hint)
    elif token.type == "table_open" and token.map:
        yield from _in_table(line, token.map[1], lines)
    elif token.type == "inline":
        yield from _in_prose(token.content, line, lines)
        if not depth or _TEXT_BOX.match(around):  # in other boxes, brackets may be lists of YAML
            yield from _in_brackets(token.content, line, lines)


def _in_box(token: Token, line: int, lines: list[str], depth: int, around: str) -> Iterator[NearMiss]:
    """A box that is never closed, or near misses inside of one that does not stand too deep to be drawn."""
    end = token.map[1] if token.map else line + 1
    last = lines[min(end, len(lines)) - 1].lstrip(" \t>").rstrip()
    closed = end - 1 > line and not last.strip(":") and len(last) >= len(token.markup)
    opened = lines[line][lines[line].find(token.markup) :]
    if not closed and token.info.strip():
        message = f"`{opened.strip()}` is never closed, so all that follows belongs to it"
        hint = f"write `{token.markup}` on a line of its own where it ends, before another box begins"
        if around:
            hint += f"; if that is there, `{around}` around it lacks its own and took this one"
        yield _at(lines, line, opened, message, hint, (BOX, *_headed(token)))
    for miss in _near_misses(token.content, depth, opened.strip()) if depth < DEEPEST else ():
        headed = _headed(token) if BOX in miss.lost else ()
        yield replace(miss, line=miss.line + line + 1, lost=(*miss.lost, *headed))


def _headed(token: Token) -> tuple[str, ...]:
    """The names of the headings that stand in a box, under which links find them."""
    return tuple(
        name for heading in headings(Fragment(token.content, _NOWHERE, 0)) for name in (heading.id, heading.title)
    )


def _in_table(start: int, end: int, lines: list[str]) -> Iterator[NearMiss]:
    """The first row of a table with more cells than it has columns, which are not drawn."""
    cells = [len(_BAR.findall(line.strip(" \t>").strip("|"))) + 1 for line in lines[start:end]]
    for number, count in enumerate(cells):
        if count > cells[0]:
            message = f"this row has {count} cells, and the table {cells[0]} columns: the rest is lost"
            yield _at(lines, start + number, lines[start + number], message, "write `\\|` for a bar within a cell")
            return


def _in_brackets(content: str, line: int, lines: list[str]) -> Iterator[NearMiss]:
    plain = _CODE.sub(lambda code: " " * len(code[0]), content)
    torn = _TORN_LINK.search(plain)
    note = _FOOTNOTE.search(plain)
    if torn:
        number = plain.count("\n", 0, torn.start())
        message, hint = "this `[[` begins no link", "write `[[NAME]]`, or `[[NAME|TEXT]]`, on one line"
        yield replace(_at(lines, line + number, torn[0].split("\n")[0], message, hint), length=2)
    elif note:
        number = plain.count("\n", 0, note.start())
        rest = re.search(rf"^\s*{re.escape(note[0])}:\s*(\S+)", "\n".join(lines), re.MULTILINE)
        message, hint = f"`{note[0]}` is no footnote here", "write it in brackets, or below in a box `::: note`"
        yield _at(lines, line + number, note[0], message, hint, (rest[1],) if rest else ())


def _in_prose(content: str, line: int, lines: list[str]) -> Iterator[NearMiss]:
    callout = _CALLOUT.match(content)
    if callout:
        name = "gm" if _SECRET.search(callout[1]) else "note"
        hint = f"write `::: {name}` above it and `:::` below it"
        yield _at(lines, line, callout[0].strip(), f"`{callout[0].strip()}` is no box here", hint)
    rows = content.split("\n")
    if len(rows) > 1 and all(row.strip().startswith("|") and row.count("|") > 1 for row in rows[:2]):
        columns = "|---" * (_bars(rows[0].strip()) - 1)
        yield _at(lines, line, rows[0], "this is no table yet", f"write a line `{columns}|` below its head")
    elif heading := _TIGHT_HEADING.match(content):
        hint = f"write a space after `{heading[1]}`"
        yield _at(lines, line, rows[0], "this is no heading: a space is missing", hint)
    for number, text in enumerate(_CODE.sub(lambda code: " " * len(code[0]), content).split("\n")):
        colons = _COLONS.match(text)
        if colons:
            name = colons[1] or "gm"
            hint = f"a box begins with three colons at the margin, `::: {name}`, and ends with `:::`"
            yield _at(lines, line + number, text, f"`{text.strip()}` opens no box", hint, (BOX,))
            return
        if "%%" in text:
            hint = "write `<!-- … -->` for a comment, or `::: gm` and `:::` around what only the game master may see"
            yield _at(lines, line + number, "%%", "`%%` hides nothing here", hint)
            return


def _at(lines: list[str], line: int, text: str, message: str, hint: str, lost: tuple[str, ...] = ()) -> NearMiss:
    column = max(lines[line].find(text.strip()), 0)
    return NearMiss(line, column, len(text.strip()), message, hint, lost)
