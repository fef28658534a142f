"""Markdown to HTML, with links, figures and directives at their place in the file.

CommonMark with tables; raw HTML is off. Beyond that: `[[target|text]]`, `{formula}`, headings with
`{#id .term aliases="…"}`, colon fences `::: name argument`, and comments, which are dropped.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from itertools import accumulate
from typing import Any, Protocol

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markupsafe import Markup
from mdit_py_plugins.colon_fence import colon_fence_plugin

from sheetgen.markdown.syntax import comment, figure, inline_comment, quotes, why_loose, wiki_link
from sheetgen.markdown.terms import TermNames
from sheetgen.text.addresses import slug
from sheetgen.text.source import SourceFile, Span
from sheetgen.yaml.positions import part

BOX = ":::"
"""How a directive begins and ends; also the name under which one that never ends is noted as failed."""
_ATTRIBUTE = re.compile(r'#(?P<id>[\w-]+)|\.(?P<cls>[\w-]+)|(?P<key>\w+)="(?P<value>[^"]*)"|\w+')
_MAYBE_HEADING = re.compile(r"#|^[ \t>]*(?:=+|-+)[ \t]*$", re.MULTILINE)
"""A pattern of every heading (CommonMark 4.2 and 4.3); most texts do not match it and need no second parse."""


DEEPEST = 8
"""Directives within each other."""
LONGEST_ADDRESS = 2000
"""Letters of the address or title of a link or picture; a definition may be used any number of times."""


@dataclass(frozen=True)
class Heading:
    """A heading: its address on the page, its title, and what else it is called."""

    id: str
    title: str
    level: int
    line: int
    """Line of the file, counted from 1."""
    aliases: tuple[str, ...] = ()
    term: bool = False
    """Whether its title and aliases are linked where they occur in prose."""
    taken: bool = False
    """Whether its author gave it the id of a heading before it."""


class Hooks(Protocol):
    """The surroundings of a Markdown text: links, figures, directives. Each may add diagnostics at the span."""

    def link(self, target: str, text: str, span: Span) -> Markup:
        """A `[[target|text]]` link; the text may be empty."""

    def href(self, address: str, span: Span) -> str:
        """The address of an ordinary link."""

    def picture(self, address: str, span: Span) -> str:
        """The address of a picture; empty where there is none to show."""

    def figure(self, formula: str, span: Span) -> str:
        """The text of a `{formula}`."""

    def loose_brace(self, message: str, hint: str, span: Span) -> None:
        """A brace without a partner: what is wrong with it, and what to write."""

    def directive(self, name: str, argument: str, body: Fragment) -> Markup:
        """A colon fence."""

    def problem(self, message: str, span: Span) -> None:
        """A mistake in the markup itself."""

    def terms(self) -> TermNames:
        """What is linked of itself in prose."""

    def term(self, word: str) -> tuple[str, Markup] | None:
        """For the name of a term: the key of its target, and the link."""


@dataclass(frozen=True)
class Fragment:
    """Markdown text and where it stands: from an offset of a file, or within one span as YAML writes it."""

    text: str
    file: SourceFile
    start: int
    fixed: Span | None = None
    """The span of the YAML value, for text that is not written as it stands: in quotes, or folded over lines."""
    depth: int = 0
    """In how many directives it stands."""

    @cached_property
    def lines(self) -> Sequence[str]:
        """The text line by line."""
        return self.text.split("\n")

    @cached_property
    def _starts(self) -> Sequence[int]:
        return [0, *accumulate(len(line) + 1 for line in self.lines)]

    def span(self, line: int, column: int, length: int) -> Span:
        """The place of a stretch of the text, by line and column from 0."""
        if self.fixed is not None:
            return part(self.fixed, self.text, self._starts[min(line, len(self.lines))] + column, length)
        first = self.file.position(self.start)[0]
        start = self.file.offset(first + line, column + 1)
        return self.file.span(start, start + max(length, 1))

    def numbered(self, text: str) -> SourceFile:
        """Text from the beginning of this one as a file whose lines have the numbers that they have in the whole."""
        first = self.file.position(self.start)[0]
        return SourceFile(self.file.path, self.file.name, "\n" * (first - 1) + text)

    def part(self, text: str, line: int) -> Fragment:
        """The part of the text that begins on one of its lines, from 0."""
        first = self.file.position(self.start)[0]
        return Fragment(text, self.file, self.file.offset(first + line), self.fixed, self.depth)


@dataclass
class _RenderState:
    """The state of one rendering, carried in markdown-it's environment."""

    fragment: Fragment
    hooks: Hooks
    content: str = ""
    """The paragraph that was looked at last, and where each of its lines begins."""
    starts: Sequence[int] = (0,)
    linked: set[str] = field(default_factory=set)


def headings(fragment: Fragment) -> list[Heading]:
    """The headings of a text in order; ids are unique, by slug of the title where none is given."""
    if not _MAYBE_HEADING.search(fragment.text):
        return []
    result: list[Heading] = []
    seen: dict[str, int] = {}
    tokens = _OUTLINE.parse(fragment.text)
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            title, attributes = split_attributes(tokens[number + 1].content)
            plain = re.sub(r"[*_`]|\[\[(?:[^\]|]*\|)?([^\]]*)\]\]", r"\1", title)
            identity = attributes.get("id") or slug(plain) or "section"
            seen[identity] = seen.get(identity, 0) + 1
            taken = "id" in attributes and seen[identity] > 1
            if seen[identity] > 1:
                identity = f"{identity}-{seen[identity]}"
            aliases = tuple(filter(None, (a.strip() for a in attributes.get("aliases", "").split(","))))
            line = fragment.file.position(fragment.start)[0] + (token.map or [0])[0]
            term = "term" in attributes.get("class", "").split()
            result.append(Heading(identity, plain, int(token.tag[1]), line, aliases, term, taken))
    return result


def blocks(text: str) -> list[Token]:
    """The blocks of a text, one within the other, with what stands in them left as it is."""
    return _OUTLINE.parse(text)


def render(fragment: Fragment, hooks: Hooks, auto_terms: bool = False) -> Markup:
    """The HTML of a text. With `auto_terms`, terms are linked where a section first uses them."""
    return _drawn(*_parsed(fragment, hooks, auto_terms))


def render_run_in(fragment: Fragment, hooks: Hooks) -> Markup:
    """The HTML of a text, without the paragraph around a single one."""
    tokens, env = _parsed(fragment, hooks)
    return _drawn(tokens[1:2] if [token.type for token in tokens] == _SINGLE else tokens, env)


_SINGLE = ["paragraph_open", "inline", "paragraph_close"]


def _parsed(fragment: Fragment, hooks: Hooks, auto_terms: bool = False) -> tuple[list[Token], dict[str, Any]]:
    env = {"scene": _RenderState(fragment, hooks), "auto": auto_terms, "ids": iter(headings(fragment))}
    return _FULL.parse(fragment.text, env), env


def _drawn(tokens: Sequence[Token], env: MutableMapping[str, Any]) -> Markup:
    return Markup(_FULL.renderer.render(tokens, _FULL.options, env))


def split_attributes(content: str) -> tuple[str, dict[str, str]]:
    """The text of a heading and the id, classes and other names in braces at its end."""
    title, opening, inner = content.rstrip().removesuffix("}").rpartition("{")
    if not opening or not content.rstrip().endswith("}") or "}" in inner:
        return content, {}
    attributes: dict[str, str] = {}
    classes: list[str] = []
    for word in _ATTRIBUTE.finditer(inner):
        if word["id"]:
            attributes["id"] = word["id"]
        elif word["cls"]:
            classes.append(word["cls"])
        elif word["key"]:
            attributes[word["key"]] = word["value"]
    if classes:
        attributes["class"] = " ".join(classes)
    return (title.rstrip(), attributes) if attributes else (content, {})


# ---- parsing rules


def _attributes(state: StateCore) -> None:
    """Give headings their ids and take the attributes off their text, before that is parsed."""
    ids: Iterator[Heading] = state.env["ids"]
    for number, token in enumerate(state.tokens):
        if token.type == "heading_open":
            token.attrSet("id", next(ids).id)
            inline = state.tokens[number + 1]
            inline.content = split_attributes(inline.content)[0]


def _placed_inline(state: StateCore) -> None:
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


def _without_empty_heads(state: StateCore) -> None:
    """Drop heads of tables that have none: Markdown's tables cannot do without one, readers can."""
    tokens = state.tokens
    for start in [number for number, token in enumerate(tokens) if token.type == "thead_open"][::-1]:
        end = next(number for number, token in enumerate(tokens) if number > start and token.type == "thead_close")
        if not any(token.content for token in tokens[start:end]):
            del tokens[start : end + 1]


def _auto_terms(state: StateCore) -> None:
    """Link terms where a section first uses them, outside of headings, links and code."""
    if not state.env["auto"]:
        return
    scene: _RenderState = state.env["scene"]
    names = scene.hooks.terms()
    inside = 0
    for token in state.tokens:
        if token.type == "heading_open":
            scene.linked = set()
        inside += (token.type in ("heading_open", "th_open")) - (token.type in ("heading_close", "th_close"))
        if token.type == "inline" and not inside and token.children:
            token.children = list(_with_terms(token.children, names, scene))


def _with_terms(children: Sequence[Token], names: TermNames, scene: _RenderState) -> Iterator[Token]:
    links = 0
    for child in children:
        links += child.nesting if child.type in ("link_open", "link_close") else 0
        if child.type == "text" and not links:
            yield from _split_terms(child, names, scene)
        else:
            yield child


def _split_terms(token: Token, names: TermNames, scene: _RenderState) -> Iterator[Token]:
    start = 0
    for begin, end in names.uses(token.content):
        term = scene.hooks.term(token.content[begin:end])
        if term is None or term[0] in scene.linked:
            continue
        scene.linked.add(term[0])
        yield Token("text", "", 0, content=token.content[start:begin])
        yield Token("html_inline", "", 0, content=str(term[1]))
        start = end
    yield Token("text", "", 0, content=token.content[start:])


# ---- drawing rules


class _Renderer(RendererHTML):
    def wiki_link(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        scene, token = env["scene"], tokens[idx]
        return str(scene.hooks.link(token.content, token.info, _span(scene, token)))

    def figure(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        scene, token = env["scene"], tokens[idx]
        return escape(scene.hooks.figure(token.content, _span(scene, token)))

    def loose_brace(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        scene, token = env["scene"], tokens[idx]
        if not token.meta["heading"]:  # mistakes of headings are near misses, told where the page is read
            scene.hooks.loose_brace(*why_loose(token.meta["content"], token.meta["start"]), _span(scene, token))
        return token.content

    def link_open(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        scene, token = env["scene"], tokens[idx]
        address = _address(scene, token, "href")
        token.attrSet("href", scene.hooks.href(address, _address_span(scene, token, address)) if address else "")
        return self.renderToken(tokens, idx, options, env)

    def image(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        scene, token = env["scene"], tokens[idx]
        address = _address(scene, token, "src")
        source = scene.hooks.picture(address, _address_span(scene, token, address)) if address else ""
        if not source:
            return escape(self.renderInlineAsText(token.children, options, env))
        token.attrSet("src", source)
        return RendererHTML.image(self, tokens, idx, options, env)

    def heading_open(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        token = tokens[idx]
        return f'<{token.tag} id="{escape(str(token.attrGet("id")))}">'

    def heading_close(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        tag = tokens[idx].tag
        identity = escape(str(tokens[idx - 2].attrGet("id")))  # the heading's opening, then its text, then this
        anchor = f' <a class="anchor" href="#{identity}" aria-label="Link to this section">#</a>'
        return f"{anchor if tag != 'h1' else ''}</{tag}>\n"

    def table_open(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        return '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        return "</table></div>\n"

    def colon_fence(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        scene, token = env["scene"], tokens[idx]
        name, _, argument = token.info.strip().partition(" ")
        line = (token.map or [0])[0]
        body = replace(scene.fragment.part(token.content, line + 1), depth=scene.fragment.depth + 1)
        if body.depth > DEEPEST:
            message = f"directives nest more than {DEEPEST} deep; close one with a line of colons before the next"
            scene.hooks.problem(message, scene.fragment.span(line, 0, len(token.markup)))
            return ""
        return str(scene.hooks.directive(name, argument.strip(), body))


def _span(scene: _RenderState, token: Token) -> Span:
    content, start = str(token.meta.get("content", "")), int(token.meta.get("start", 0))
    if scene.content is not content:
        scene.content, scene.starts = content, [0, *(at + 1 for at, char in enumerate(content) if char == "\n")]
    number = bisect_right(scene.starts, start) - 1
    line, line_start = int(token.meta.get("line", 0)) + number, scene.starts[number]
    source = scene.fragment.lines
    opening = content[line_start : line_start + 200].split("\n", 1)[0]
    column = source[line].find(opening) if line < len(source) else 0
    return scene.fragment.span(line, max(column, 0) + start - line_start, int(token.meta.get("length", 1)))


def _address_span(scene: _RenderState, token: Token, address: str) -> Span:
    content = str(token.meta.get("content", ""))
    start = content.find(f"]({address}")
    token.meta = {**token.meta, "start": max(start + 2, 0), "length": len(address)}
    return _span(scene, token)


def _address(scene: _RenderState, token: Token, attribute: str) -> str:
    """The address of a link or picture; empty, with a diagnostic, where it or the title is too long."""
    address, title = str(token.attrGet(attribute) or ""), str(token.attrGet("title") or "")
    if max(len(address), len(title)) <= LONGEST_ADDRESS:
        return address
    token.attrs.pop("title", None)
    what = "address" if len(address) > LONGEST_ADDRESS else "title"
    scene.hooks.problem(f"the {what} of this link has more than {LONGEST_ADDRESS:,} letters", _span(scene, token))
    return ""


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "typographer": True}, renderer_cls=_Renderer)
    parser.enable(["table", "strikethrough", "replacements", "smartquotes"])
    parser.disable(["html_block", "html_inline", "autolink"])
    parser.use(colon_fence_plugin)
    parser.add_render_rule("colon_fence", _Renderer.colon_fence)
    parser.block.ruler.before("table", "comment", comment, {"alt": ["paragraph", "reference", "blockquote", "list"]})
    return parser


def _outline_parser() -> MarkdownIt:
    """Finds blocks only; the text of headings is not parsed."""
    parser = _parser()
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


def _full_parser() -> MarkdownIt:
    parser = _parser()
    parser.inline.ruler.before("link", "wiki_link", wiki_link)
    parser.inline.ruler.before("link", "figure", figure)
    parser.inline.ruler.before("link", "inline_comment", inline_comment)
    parser.core.ruler.before("inline", "attributes", _attributes)
    parser.core.ruler.at("inline", _placed_inline)
    parser.core.ruler.at("smartquotes", quotes)
    parser.core.ruler.push("without_empty_heads", _without_empty_heads)
    parser.core.ruler.push("auto_terms", _auto_terms)
    return parser


_OUTLINE = _outline_parser()
_FULL = _full_parser()
