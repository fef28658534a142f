"""Marks of our own in Markdown, and what bounds the cost of a text: each is read in time that grows with its length."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import SimpleNamespace
from typing import cast

from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_core.smartquotes import process_inlines
from markdown_it.rules_inline import StateInline

MOST_QUOTES = 200
"""Quotation marks of one paragraph that are made round; matching them takes the square of their number."""

_WIKI_LINK = re.compile(r"\[\[([^\[\]\n|]+)(?:\|([^\[\]]+))?\]\]")
_BRACE = re.compile(r"[\"'{}]")
_BRACE_OR_LITERAL = re.compile(r"`[^`]*`|\\.|[{}]")


_COMMENTS = re.compile(r"(?:<!--.*?-->[ \t]*)+", re.DOTALL)
"""Comments one after the other, with the white space behind them."""


def comment(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Leave out comments that begin a line; what follows them on it is read as if it began there."""
    position = state.bMarks[start] + state.tShift[start]
    if not state.src.startswith("<!--", position):
        return False
    match = _COMMENTS.match(state.src, position)
    if match is None:
        state.line = state.line if silent else end
        return True
    line = start
    while line < end and state.eMarks[line] < match.end():
        line += 1
    is_whole = line >= end or match.end() == state.eMarks[line]
    if line == start and not is_whole:
        return False  # a paragraph, which leaves it out
    if silent:
        return True
    state.line = line + is_whole
    if not is_whole:
        state.bMarks[line], state.tShift[line], state.sCount[line] = match.end(), 0, state.blkIndent
    return True


def inline_comment(state: StateInline, silent: bool) -> bool:
    """Leave out a comment within a line."""
    if not state.src.startswith("<!--", state.pos):
        return False
    close = state.src.find("-->", state.pos + 4)
    state.pos = close + 3 if close >= 0 else state.posMax
    return True


def wiki_link(state: StateInline, silent: bool) -> bool:
    """Read `[[target]]` or `[[target|text]]`."""
    match = _WIKI_LINK.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        token = state.push("wiki_link", "", 0)
        token.content, token.info = match[1].strip(), " ".join((match[2] or "").split())
        token.meta = {"start": state.pos, "length": match.end() - match.start()}
    state.pos = match.end()
    return True


def figure(state: StateInline, silent: bool) -> bool:
    """Read `{formula}`; the first brace of a paragraph that has no partner becomes a token that reports a mistake."""
    if state.src[state.pos] not in "{}":
        return False
    if state.src[state.pos] == "}":
        return _loose_brace(state, silent)
    source, closes = state.env.setdefault("braces", (state.src, {}))
    if source is not state.src:
        state.env["braces"] = state.src, (closes := {})
    if state.pos not in closes:
        closes.update(_closing_braces(state.src, state.pos))
    close = closes[state.pos]
    if not 0 <= close < state.posMax:
        return _loose_brace(state, silent)
    if not silent:
        token = state.push("figure", "", 0)
        token.content = state.src[state.pos + 1 : close]
        token.meta = {"start": state.pos + 1, "length": close - state.pos - 1}
    state.pos = close + 1
    return True


def _loose_brace(state: StateInline, silent: bool) -> bool:
    brace = state.src[state.pos]
    if state.env.get("loose") is state.src:
        return False
    if brace == "}" and (state.env.get("open") or state.src.find("\\{", 0, state.pos) >= 0):
        return False
    if not silent:
        state.env["loose"], state.env["open"] = state.src, brace == "{"  # its end may stand in a later paragraph
        token = state.push("loose_brace", "", 0)
        token.content = brace
        token.meta = {"start": state.pos, "length": 1}
    state.pos += 1
    return True


def loose_brace(text: str) -> int | None:
    """The place of the first brace of a text that has no partner."""
    start = 0
    while match := _BRACE_OR_LITERAL.search(text, start):
        start = match.end()
        if match[0] == "{":
            start = _closing_braces(text, match.start())[match.start()] + 1
        if start == 0 or (match[0] == "}" and text.find("\\{", 0, start) < 0):
            return match.start()
    return None


def why_loose(text: str, place: int) -> tuple[str, str]:
    """What is wrong with a brace of a text that has no partner, and what to write."""
    if text[place] == "}":
        return "this `}` closes nothing", "write `{` where its figure begins, or `\\}` for a brace itself"
    inner = text[place : max(text.find("}", place), place)]
    if quote := next((quote for quote in "\"'" if inner.count(quote) % 2), ""):
        return f"this `{{` is never closed, since its text in {quote} does not end", f"write {quote} at both ends of it"
    return "this `{` is never closed", "write `}` where its figure ends, or `\\{` for a brace itself"


def _closing_braces(text: str, start: int) -> Mapping[int, int]:
    """Where the brace at a place is closed, and every brace within it; -1 for never. In quotes none counts."""
    opened: list[int] = []
    closes: dict[int, int] = {}
    quote = ""
    for mark in _BRACE.finditer(text, start):
        if quote:
            quote = "" if mark[0] == quote else quote
        elif mark[0] in "\"'":
            quote = mark[0]
        elif mark[0] == "{":
            opened.append(mark.start())
        else:
            closes[opened.pop()] = mark.start()
            if not opened:
                break
    return {**closes, **dict.fromkeys(opened, -1)}


def quotes(state: StateCore) -> None:
    """Make straight quotation marks those of the language, in paragraphs that have not too many."""
    marks = state.env["rendering"].surroundings.program.quotes
    options = SimpleNamespace(md=SimpleNamespace(options=SimpleNamespace(quotes=marks)))
    for token in state.tokens:
        count = token.content.count('"') + token.content.count("'") if token.type == "inline" else 0
        if 0 < count <= MOST_QUOTES and token.children:
            process_inlines(token.children, cast(StateCore, options))
