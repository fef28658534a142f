"""Markup that was meant for something and is nothing: boxes that never close, call-outs and comments of other programs.

All of it would be published as it stands, or take text with it that was to be published, so each is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from markdown_it.token import Token

from sheetgen.markdown.foreign_secrets import HIDES_ELSEWHERE, HINT, names_secret
from sheetgen.markdown.fragment import Fragment
from sheetgen.markdown.literal_markup import SUSPECT, defined_names, printed_as_it_stands
from sheetgen.markdown.outline import BOX, DEEPEST, blocks, headings
from sheetgen.markdown.torn_markup import COLONS, NearMiss, at, bars, in_brackets, in_heading, in_prose, in_table
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import SourceFile

_SUSPECTS = (
    r"^[ \t>]*(?:[:：]{2}|<{7}|>{7})",
    r"\[!\w|%%|\[\^\w",
    r"^#+\s.*(?:#[\w-]|[{}])",
    r"^\s*#{2,6}[^#\s]",
    r"\[\[(?![^\[\]\n|]+(?:\|[^\[\]]+)?\]\])",
    r"(?:\A|\n[ \t>]*\n)[ \t>]*\|.*\n[ \t>]*\|(?![ \t]*:?-)",
    r"^(?:[-*+>]|\d+[.)])[ \t]+.*::",
    r"<!--",
    HIDES_ELSEWHERE,
    *SUSPECT,
)
_SUSPECT = re.compile("|".join(_SUSPECTS), re.MULTILINE)
"""A pattern of every near miss; most texts do not match it and need no second parse."""
_INLINE_CODE = re.compile(r"`[^`\n]*`")
_FENCE = re.compile(r"^[ \t>]*(?:```|~~~)", re.MULTILINE)
_TEXT_BOX = re.compile(r":+\s*(?:note|gm|when)\b")
_CONFLICT = re.compile(r"(?:<{7}|>{7})(?: |$)")


_NOWHERE = SourceFile(Path(), "", "")


def report_near_misses(text: Fragment, diagnostics: Diagnostics) -> bool:
    """Report what is nearly markup in a text; whether there was any."""
    misses = list(_near_misses(text.text)) if _is_suspect(text.text) else []
    for miss in misses:
        tell = diagnostics.warning if miss.harmless else diagnostics.error
        tell("markdown", miss.message, text.span(miss.line, miss.column, miss.length), miss.hint)
        diagnostics.fail(*miss.lost)
    return bool(misses)


def _is_suspect(text: str) -> bool:
    """Whether a text may hold a near miss; most texts do not, and need no second parse."""
    if _SUSPECT.search(text) or len(_FENCE.findall(text)) % 2:
        return True
    lines = [bars(line) for line in text.split("\n")] if "|" in text else []
    return any(0 < above < below for above, below in pairwise(lines))


def _near_misses(text: str, depth: int = 0, around: str = "") -> Iterator[NearMiss]:
    """The near misses in a text; `around` is how the box that it stands in begins."""
    lines = text.split("\n")
    tokens, defined = blocks(text), defined_names(text)
    code = {number for fence in tokens if fence.type == "fence" and fence.map for number in range(*fence.map)}
    for number, line in enumerate(lines):
        if number not in code and _CONFLICT.match(line):
            hint = "keep one of the two versions, and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`"
            yield NearMiss(number, 0, len(line), "git left both sides of a conflict here", hint)
            return
    yield from _torn_comment(lines, code, tokens)
    for before, token in pairwise([*tokens[:1], *tokens]):
        if token.map:
            # Within a box, lines above `---` are its settings, and no heading.
            heading = before.type == "heading_open" and (before.markup.startswith("#") or not depth)
            yield from in_heading(token, token.map[0], lines) if heading else ()
            yield from _in_block(token, token.map[0], lines, depth, around, defined)


def _torn_comment(lines: list[str], code: set[int], tokens: Sequence[Token]) -> Iterator[NearMiss]:
    """The first comment that is never closed, which takes all that follows with it, or not where it began."""
    text = "\n".join(" " * len(line) if number in code else line for number, line in enumerate(lines))
    if (start := _open_comment(text)) >= 0:
        number, column = text.count("\n", 0, start), start - text.rfind("\n", 0, start) - 1
        message, hint = "this comment is never closed: nothing after it is read", "end it with `-->`"
        yield NearMiss(number, column, 4, message, hint, (BOX,))
        return
    for token in tokens:
        start = _open_comment(token.content) if token.type == "inline" and "<!--" in token.content else -1
        if token.map and start >= 0:
            number = token.map[0] + token.content.count("\n", 0, start)
            message = "this comment goes on beyond its paragraph, item or cell, and would be printed there"
            yield NearMiss(number, lines[number].rfind("<!--"), 4, message, "begin it on a line of its own", (BOX,))
            return


def _open_comment(text: str) -> int:
    """Where the first comment begins that is never closed; -1 where there is none."""
    text = _INLINE_CODE.sub(lambda match: " " * len(match[0]), text)
    start = text.find("<!--")
    while start >= 0 and (end := text.find("-->", start + 4)) >= 0:
        start = text.find("<!--", end + 3)
    return start


def _in_block(
    token: Token, line: int, lines: list[str], depth: int, around: str, defined: frozenset[str]
) -> Iterator[NearMiss]:
    if token.type == "colon_fence":
        yield from _in_box(token, line, lines, depth + 1, around)
    elif token.type == "code_block":
        hint = "begin it at the margin: what is indented by four is printed as it stands"
        for number, text in enumerate(token.content.split("\n")):
            if COLONS.match(text):
                yield at(lines, line + number, text, f"`{text.strip()}` opens no box here", hint)
                return
    elif token.type == "fence" and names_secret(token.info):
        yield at(lines, line, lines[line], f"`{lines[line].strip()}` is code, and hides nothing", HINT)
    elif token.type == "fence":
        last = lines[token.map[1] - 1 if token.map else line].strip(" \t>")
        if not last.startswith(token.markup) or token.map == [line, line + 1]:
            hint = f"end it with a line of its own, {token.markup}"
            yield at(lines, line, lines[line], "this code is never closed, so all that follows belongs to it", hint)
    elif token.type == "table_open" and token.map:
        yield from in_table(line, token.map[1], lines)
    elif token.type == "inline":
        yield from in_prose(token.content, line, lines)
        if not depth or _TEXT_BOX.match(around):
            yield from printed_as_it_stands(token.content, line, lines, defined)
        if not depth or _TEXT_BOX.match(around):  # in other boxes, brackets may be lists of YAML
            yield from in_brackets(token.content, line, lines)


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
        yield at(lines, line, opened, message, hint, (BOX, *_headed(token)))
    for miss in _near_misses(token.content, depth, opened.strip()) if depth < DEEPEST else ():
        headed = _headed(token) if BOX in miss.lost else ()
        yield replace(miss, line=miss.line + line + 1, lost=(*miss.lost, *headed))


def _headed(token: Token) -> tuple[str, ...]:
    """The names of the headings that stand in a box, under which links find them."""
    return tuple(
        name for heading in headings(Fragment(token.content, _NOWHERE, 0)) for name in (heading.id, heading.title)
    )
