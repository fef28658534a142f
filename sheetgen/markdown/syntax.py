"""Marks of our own in Markdown, and what bounds the cost of a text: each is read in time that grows with its length."""

from __future__ import annotations

import re
from collections.abc import Mapping

from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_core.smartquotes import process_inlines
from markdown_it.rules_inline import StateInline

MOST_QUOTES = 200
"""Quotation marks of one paragraph that are made round; matching them takes the square of their number."""

_WIKI_LINK = re.compile(r"\[\[([^\[\]\n|]+)(?:\|([^\[\]]+))?\]\]")
_BRACE = re.compile(r"[\"'{}]")


def comment(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Leave out a comment that begins a line."""
    position = state.bMarks[start] + state.tShift[start]
    if not state.src.startswith("<!--", position):
        return False
    close = state.src.find("-->", position)
    line = start
    while line < end and close >= 0 and state.eMarks[line] < close:
        line += 1
    if not silent:
        state.line = (line if close >= 0 else end - 1) + 1
    return True


def inline_comment(state: StateInline, silent: bool) -> bool:
    """Leave out a comment within a line."""
    if not state.src.startswith("<!--", state.pos):
        return False
    close = state.src.find("-->", state.pos)
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
    """Read `{formula}`."""
    if state.src[state.pos] != "{":
        return False
    source, closes = state.env.setdefault("braces", (state.src, {}))
    if source is not state.src:
        state.env["braces"] = state.src, (closes := {})
    if state.pos not in closes:
        closes.update(_closing_braces(state.src, state.pos))
    close = closes[state.pos]
    if not 0 <= close < state.posMax:
        return False
    if not silent:
        token = state.push("figure", "", 0)
        token.content = state.src[state.pos + 1 : close]
        token.meta = {"start": state.pos + 1, "length": close - state.pos - 1}
    state.pos = close + 1
    return True


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
    """Make straight quotation marks round, in paragraphs that have not too many."""
    for token in state.tokens:
        count = token.content.count('"') + token.content.count("'") if token.type == "inline" else 0
        if 0 < count <= MOST_QUOTES and token.children:
            process_inlines(token.children, state)
