"""Markdown to HTML, with links, figures and directives at their place in the file.

CommonMark with tables; raw HTML is off. Beyond that: `[[target|text]]`, `{formula}`, headings with
`{#id .term aliases="…"}`, colon fences `::: name argument`, and comments, which are dropped.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import MutableMapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup

from sheetgen.markdown.code import code_html
from sheetgen.markdown.core_rules import (
    RenderState,
    attributes,
    auto_terms,
    below_title,
    placed_inline,
    without_empty_heads,
)
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.markdown.fragment import Fragment
from sheetgen.markdown.outline import DEEPEST, block_parser, headings
from sheetgen.markdown.phone_tables import phone_tables
from sheetgen.markdown.surroundings import Surroundings
from sheetgen.markdown.syntax import figure, inline_comment, quotes, why_loose, wiki_link
from sheetgen.markdown.table_dice import rolled_tables
from sheetgen.markdown.token_words import DRAWN, LONG, NARROW, STACKED, needs, words
from sheetgen.markdown.units import after_number, with_units
from sheetgen.text.source import Span

LONGEST_ADDRESS = 2000
"""Letters of the address or title of a link or picture; a definition may be used any number of times."""


def render(fragment: Fragment, surroundings: Surroundings, with_terms: bool = False, titled: bool = False) -> DrawnText:
    """A text, drawn. With terms, these are linked where a section first uses them. A titled one begins with its title,
    which is left out."""
    return _drawn(*_parsed(fragment, surroundings, with_terms, titled))


def render_run_in(fragment: Fragment, surroundings: Surroundings) -> DrawnText:
    """A text, drawn without the paragraph around a single one."""
    tokens, env = _parsed(fragment, surroundings)
    return _drawn(tokens[1:2] if [token.type for token in tokens] == _SINGLE else tokens, env)


_SINGLE = ["paragraph_open", "inline", "paragraph_close"]


def _parsed(
    fragment: Fragment, surroundings: Surroundings, with_terms: bool = False, titled: bool = False
) -> tuple[list[Token], dict[str, Any]]:
    rendering, ids = RenderState(fragment, surroundings), iter(headings(fragment))
    env = {"rendering": rendering, "auto": with_terms, "ids": ids, "titled": titled}
    return _FULL.parse(fragment.text, env), env


def _drawn(tokens: Sequence[Token], env: MutableMapping[str, Any]) -> DrawnText:
    html = Markup(_FULL.renderer.render(tokens, _FULL.options, env))
    return DrawnText(html, tuple(words(tokens)), needs(tokens))


class _Renderer(RendererHTML):
    def text(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        text = with_units(RendererHTML.text(self, tokens, idx, options, env))
        return after_number(text) if idx and tokens[idx - 1].type == "figure" else text

    def wiki_link(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        rendering, token = env["rendering"], tokens[idx]
        return _kept(token, rendering.surroundings.link(token.content, token.info, _span(rendering, token)))

    def figure(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        rendering, token = env["rendering"], tokens[idx]
        text = rendering.surroundings.figure(token.content, _span(rendering, token))
        return _kept(token, DrawnText(Markup(escape(text)), (text,)))

    def loose_brace(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        rendering, token = env["rendering"], tokens[idx]
        if not token.meta["heading"]:  # mistakes of headings are near misses, told where the page is read
            rendering.surroundings.loose_brace(
                *why_loose(token.meta["content"], token.meta["start"]), _span(rendering, token)
            )
        return token.content

    def link_open(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        rendering, token = env["rendering"], tokens[idx]
        address = _address(rendering, token, "href")
        token.attrSet(
            "href", rendering.surroundings.href(address, _address_span(rendering, token, address)) if address else ""
        )
        return self.renderToken(tokens, idx, options, env)

    def image(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        rendering, token = env["rendering"], tokens[idx]
        address = _address(rendering, token, "src")
        attributes = (
            rendering.surroundings.picture(address, _address_span(rendering, token, address)) if address else {}
        )
        if not attributes:
            return escape(self.renderInlineAsText(token.children, options, env))
        token.attrs |= attributes
        if env.setdefault("pictured", token) is not token:  # the first may be in sight when the page opens
            token.attrSet("loading", "lazy")
        return RendererHTML.image(self, tokens, idx, options, env)

    def code_inline(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        return code_html(tokens[idx].content)

    def fence(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        return _scrolled(RendererHTML.fence(self, tokens, idx, options, env))

    def code_block(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        return _scrolled(RendererHTML.code_block(self, tokens, idx, options, env))

    def heading_open(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        token = tokens[idx]
        return f'<{token.tag} id="{escape(str(token.attrGet("id")))}">'

    def heading_close(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        identity = escape(str(tokens[idx - 2].attrGet("id")))  # the heading's opening, then its text, then this
        words = env["rendering"].surroundings.program
        anchor = f' <a class="anchor" href="#{identity}" aria-label="{escape(words("Link to this section"))}">#</a>'
        return f"{anchor}</{tokens[idx].tag}>\n"

    def table_open(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        ways = "".join(f" data-{name}" for name in (STACKED, LONG, NARROW) if name in tokens[idx].meta)
        data = tokens[idx].attrGet("data-roll")
        rolled = f' data-roll="{escape(str(data))}"' if data else ""
        name = escape(env["rendering"].surroundings.program("Table"))
        return f'<div class="scroll" role="group" aria-label="{name}" tabindex="0"{ways}><table{rolled}>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        return "</table></div>\n"

    def colon_fence(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        rendering, token = env["rendering"], tokens[idx]
        name, _, argument = token.info.strip().partition(" ")
        line = (token.map or [0])[0]
        fragment = rendering.fragment
        is_first = not fragment.depth and name not in rendering.directives
        rendering.directives.add(name)
        body = replace(fragment.part(token.content, line + 1), depth=fragment.depth + 1, is_first=is_first)
        if body.depth > DEEPEST:
            message = f"directives nest more than {DEEPEST} deep; close one with a line of colons before the next"
            rendering.surroundings.problem(message, rendering.fragment.span(line, 0, len(token.markup)))
            return _kept(token, DrawnText())
        return _kept(token, rendering.surroundings.directive(name, argument.strip(), body))


def _scrolled(listing: str) -> str:
    """A listing that the keyboard can scroll."""
    return listing.replace("<pre>", '<pre tabindex="0">', 1)


def _kept(token: Token, drawn: DrawnText) -> str:
    """The HTML of what a token was drawn as, which is kept with it."""
    token.meta[DRAWN] = drawn
    return str(drawn.html)


def _span(rendering: RenderState, token: Token) -> Span:
    content, start = str(token.meta.get("content", "")), int(token.meta.get("start", 0))
    if rendering.content is not content:
        rendering.content, rendering.starts = content, [0, *(at + 1 for at, char in enumerate(content) if char == "\n")]
    number = bisect_right(rendering.starts, start) - 1
    line, line_start = int(token.meta.get("line", 0)) + number, rendering.starts[number]
    source = rendering.fragment.lines
    opening = content[line_start : line_start + 200].split("\n", 1)[0]
    column = source[line].find(opening) if line < len(source) else 0
    return rendering.fragment.span(line, max(column, 0) + start - line_start, int(token.meta.get("length", 1)))


def _address_span(rendering: RenderState, token: Token, address: str) -> Span:
    content = str(token.meta.get("content", ""))
    start = content.find(f"]({address}")
    token.meta = {**token.meta, "start": max(start + 2, 0), "length": len(address)}
    return _span(rendering, token)


def _address(rendering: RenderState, token: Token, attribute: str) -> str:
    """The address of a link or picture; empty, with a diagnostic, where it or the title is too long."""
    address, title = str(token.attrGet(attribute) or ""), str(token.attrGet("title") or "")
    if max(len(address), len(title)) <= LONGEST_ADDRESS:
        return address
    token.attrs.pop("title", None)
    what = "address" if len(address) > LONGEST_ADDRESS else "title"
    rendering.surroundings.problem(
        f"the {what} of this link has more than {LONGEST_ADDRESS:,} letters", _span(rendering, token)
    )
    return ""


def _full_parser() -> MarkdownIt:
    parser = block_parser(_Renderer)
    parser.add_render_rule("colon_fence", _Renderer.colon_fence)
    parser.inline.ruler.before("link", "wiki_link", wiki_link)
    parser.inline.ruler.before("link", "figure", figure)
    parser.inline.ruler.before("link", "inline_comment", inline_comment)
    parser.core.ruler.before("inline", "attributes", attributes)
    parser.core.ruler.after("attributes", "below_title", below_title)
    parser.core.ruler.at("inline", placed_inline)
    parser.core.ruler.at("smartquotes", quotes)
    parser.core.ruler.push("without_empty_heads", without_empty_heads)
    parser.core.ruler.push("auto_terms", auto_terms)
    parser.core.ruler.push("phone_tables", phone_tables)
    parser.core.ruler.push("rolled_tables", rolled_tables)
    return parser


_FULL = _full_parser()
