"""What is done with the tokens of a Markdown text before they are drawn: ids, places in the file, links of terms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.markdown.fragment import Fragment
from sheetgen.markdown.outline import Heading, split_attributes
from sheetgen.markdown.surroundings import Surroundings
from sheetgen.markdown.terms import TermNames
from sheetgen.markdown.token_words import DRAWN


@dataclass
class RenderState:
    """The state of one rendering, carried in markdown-it's environment."""

    fragment: Fragment
    surroundings: Surroundings
    content: str = ""
    """The paragraph that was looked at last, and where each of its lines begins."""
    starts: Sequence[int] = (0,)
    linked: set[str] = field(default_factory=set)
    directives: set[str] = field(default_factory=set)
    """The names of directives that were drawn."""


def attributes(state: StateCore) -> None:
    """Give headings their ids and take the attributes off their text, before that is parsed."""
    ids: Iterator[Heading] = state.env["ids"]
    for number, token in enumerate(state.tokens):
        if token.type == "heading_open":
            token.attrSet("id", next(ids).id)
            inline = state.tokens[number + 1]
            inline.content = split_attributes(inline.content)[0]


def below_title(state: StateCore) -> None:
    """Leave a title at the top of a titled text to the page around it, and put other headings of its level below it."""
    if state.env["titled"] and state.tokens and state.tokens[0].tag == "h1":
        del state.tokens[:3]
    for token in state.tokens:
        if token.tag == "h1":
            token.tag = "h2"


def placed_inline(state: StateCore) -> None:
    """markdown-it's own inline step, telling where each stretch of text begins."""
    line, heading = 0, False
    for token in state.tokens:
        line = token.map[0] if token.map else line
        heading = token.type == "heading_open" or (heading and token.type == "inline")
        if token.type == "inline":
            token.children = []
            state.md.inline.parse(token.content, state.md, state.env, token.children)
            for child in token.children:
                child.meta = {**child.meta, "line": line, "content": token.content, "heading": heading}


def without_empty_heads(state: StateCore) -> None:
    """Drop heads of tables that have none: Markdown's tables cannot do without one, readers can. A column without a
    head between others has a plain cell there."""
    tokens = state.tokens
    for opened, text, closed in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opened.type == "th_open" and not text.content:
            opened.tag = closed.tag = "td"
    for start in [number for number, token in enumerate(tokens) if token.type == "thead_open"][::-1]:
        end = next(number for number, token in enumerate(tokens) if number > start and token.type == "thead_close")
        if not any(token.content for token in tokens[start:end]):
            del tokens[start : end + 1]


def auto_terms(state: StateCore) -> None:
    """Link terms where a section first uses them, outside of headings, links and code."""
    if not state.env["auto"]:
        return
    rendering: RenderState = state.env["rendering"]
    names = rendering.surroundings.terms()
    inside = 0
    for token in state.tokens:
        if token.type == "heading_open":
            rendering.linked = set()
        inside += (token.type in ("heading_open", "th_open")) - (token.type in ("heading_close", "th_close"))
        if token.type == "inline" and not inside and token.children:
            token.children = list(_with_terms(token.children, names, rendering))


def _with_terms(children: Sequence[Token], names: TermNames, rendering: RenderState) -> Iterator[Token]:
    links = 0
    for child in children:
        links += child.nesting if child.type in ("link_open", "link_close") else 0
        if child.type == "text" and not links:
            yield from _split_terms(child, names, rendering)
        else:
            yield child


def _split_terms(token: Token, names: TermNames, rendering: RenderState) -> Iterator[Token]:
    start = 0
    for begin, end in names.uses(token.content):
        term = rendering.surroundings.term(token.content[begin:end])
        if term is None or term[0] in rendering.linked:
            continue
        rendering.linked.add(term[0])
        yield Token("text", "", 0, content=token.content[start:begin])
        word = DrawnText(term[1], (token.content[begin:end],))
        yield Token("html_inline", "", 0, content=str(term[1]), meta={DRAWN: word})
        start = end
    yield Token("text", "", 0, content=token.content[start:])
