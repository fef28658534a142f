"""The words, headings and needs of Markdown that was drawn, from its tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markdown_it.token import Token

from sheetgen.markdown.drawn_text import END, DrawnText, SectionHead, plain_text

DRAWN = "drawn"
"""Where a token keeps what a link, figure or directive was drawn as."""
_PIECES = frozenset(("list_item_close", "td_close", "th_close", "heading_close"))
_SAID = frozenset(("text", "code_inline", "fence", "code_block", "loose_brace"))
_STYLED = frozenset(("bullet_list_open", "ordered_list_open", "blockquote_open", "table_open"))
TEXT = "text"
"""What texts with lists, quotes or tables need."""
STACKED = "stacked"
"""What tables need whose rows a phone stacks, and the remark of their first token."""
LONG = "long"
"""The remark of the first token of tables of which a phone shows the first rows."""
NARROW = "narrow"
"""The remark of the first token of tables that a wide screen does not spread."""
ROLL = "roll"
"""What tables need that dice are rolled on, and the attribute with their rows."""


def words(tokens: Iterable[Token]) -> Iterator[str | SectionHead]:
    """What tokens say; headings of the second and third level begin sections."""
    stream = iter(tokens)
    for token in stream:
        if token.tag in ("h2", "h3") and token.type == "heading_open":
            title = plain_text(words(next(stream).children or ()))
            next(stream)
            yield SectionHead(str(token.attrGet("id")), title, int(token.tag[1]))
        elif token.type == "inline":
            yield from words(token.children or ())
        elif DRAWN in token.meta:
            drawn: DrawnText = token.meta[DRAWN]
            yield from drawn.words
        elif token.type in _SAID:
            yield token.content
        if token.type in _PIECES:
            yield END
        elif (token.block and token.nesting < 1) or token.type in ("softbreak", "hardbreak"):
            yield " "


def needs(tokens: Iterable[Token]) -> frozenset[str]:
    """What the page of these tokens needs to show them."""
    names: set[str] = set()
    for token in tokens:
        if token.type in _STYLED:
            names |= {TEXT, *token.meta.keys() & {STACKED}, *({ROLL} if token.attrGet("data-roll") else ())}
        elif token.type == "colon_fence":
            names |= token.meta[DRAWN].needs
    return frozenset(names)
