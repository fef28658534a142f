"""Markdown to HTML, with links, figures and directives at their place in the file.

CommonMark with tables; raw HTML is off. Beyond that: `[[target|text]]`, `{formula}`, headings with
`{#id .term aliases="…"}`, colon fences `::: name argument`, and comments, which are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableMapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, Protocol

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markupsafe import Markup
from mdit_py_plugins.colon_fence import colon_fence_plugin

from sheetgen.ruleset.entries import slug
from sheetgen.source import SourceFile, Span
from sheetgen.yamlplaces import part

BOX = ":::"
"""How a directive begins and ends; also the name under which one that never ends is noted as failed."""
HEADING_ATTRIBUTES = re.compile(r"\s*\{([^{}]*)\}\s*$")
_ATTRIBUTE = re.compile(r'#(?P<id>[\w-]+)|\.(?P<cls>[\w-]+)|(?P<key>\w+)="(?P<value>[^"]*)"')
_MAYBE_HEADING = re.compile(r"#|^[\s>]*(?:=+|-+)\s*$", re.MULTILINE)
"""What a heading can't do without (CommonMark 4.2 and 4.3); most texts have none and need no second parse."""


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
    """What Markdown needs from its surroundings; each may add diagnostics at the span."""

    def link(self, target: str, text: str, span: Span) -> Markup:
        """A `[[target|text]]` link; the text may be empty."""

    def href(self, address: str, span: Span) -> str:
        """The address of an ordinary link."""

    def picture(self, address: str, span: Span) -> str:
        """The address of a picture; empty where there is none to show."""

    def figure(self, formula: str, span: Span) -> str:
        """The text of a `{formula}`."""

    def directive(self, name: str, argument: str, body: Fragment) -> Markup:
        """A colon fence."""

    def terms(self) -> re.Pattern[str] | None:
        """What is linked of itself in prose: one pattern for all terms."""

    def term(self, word: str) -> tuple[str, Markup] | None:
        """For a word that the pattern found: the key of its target, and the link."""


@dataclass(frozen=True)
class Fragment:
    """Markdown text and where it stands: from an offset of a file, or within one span as YAML writes it."""

    text: str
    file: SourceFile
    start: int
    fixed: Span | None = None
    """What the text is the value of, for text that is not written as it stands: in quotes, or folded over lines."""

    def span(self, line: int, column: int, length: int) -> Span:
        """The place of a stretch of the text, by line and column from 0."""
        if self.fixed is not None:
            before = sum(len(one) + 1 for one in self.text.split("\n")[:line])
            return part(self.fixed, self.text, before + column, length)
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
        return Fragment(text, self.file, self.file.offset(first + line), self.fixed)


@dataclass
class _Scene:
    """The state of one rendering, carried in markdown-it's environment."""

    fragment: Fragment
    hooks: Hooks
    line: int = 0
    content: str = ""
    linked: set[str] = field(default_factory=set)


def headings(fragment: Fragment) -> list[Heading]:
    """The headings of a text in order; ids are unique, by slug of the title where none is given."""
    if not _MAYBE_HEADING.search(fragment.text):
        return []
    found: list[Heading] = []
    seen: dict[str, int] = {}
    tokens = _PLAIN.parse(fragment.text)
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            title, attributes = _split_attributes(tokens[number + 1].content)
            plain = re.sub(r"[*_`]|\[\[(?:[^\]|]*\|)?([^\]]*)\]\]", r"\1", title)
            identity = attributes.get("id") or slug(plain) or "section"
            seen[identity] = seen.get(identity, 0) + 1
            taken = "id" in attributes and seen[identity] > 1
            if seen[identity] > 1:
                identity = f"{identity}-{seen[identity]}"
            aliases = tuple(filter(None, (a.strip() for a in attributes.get("aliases", "").split(","))))
            line = fragment.file.position(fragment.start)[0] + (token.map or [0])[0]
            term = "term" in attributes.get("class", "").split()
            found.append(Heading(identity, plain, int(token.tag[1]), line, aliases, term, taken))
    return found


def blocks(text: str) -> list[Token]:
    """The blocks of a text, one within the other, with what stands in them left as it is."""
    tokens: list[Token] = []
    _PLAIN.block.parse(text, _PLAIN, {}, tokens)
    return tokens


def render(fragment: Fragment, hooks: Hooks, auto_terms: bool = False) -> Markup:
    """The HTML of a text. With `auto_terms`, terms are linked where a section first uses them."""
    scene = _Scene(fragment, hooks)
    return Markup(_FULL.render(fragment.text, {"scene": scene, "auto": auto_terms, "ids": iter(headings(fragment))}))


def _split_attributes(content: str) -> tuple[str, dict[str, str]]:
    match = HEADING_ATTRIBUTES.search(content)
    if not match or not _ATTRIBUTE.search(match[1]):
        return content, {}
    found: dict[str, str] = {}
    for one in _ATTRIBUTE.finditer(match[1]):
        if one["id"]:
            found["id"] = one["id"]
        elif one["cls"]:
            found["class"] = f"{found.get('class', '')} {one['cls']}".strip()
        else:
            found[one["key"]] = one["value"]
    return content[: match.start()], found


# ---- parsing rules


def _comment(state: StateBlock, start: int, end: int, silent: bool) -> bool:
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


def _inline_comment(state: StateInline, silent: bool) -> bool:
    if not state.src.startswith("<!--", state.pos):
        return False
    close = state.src.find("-->", state.pos)
    state.pos = close + 3 if close >= 0 else state.posMax
    return True


def _wiki_link(state: StateInline, silent: bool) -> bool:
    match = re.compile(r"\[\[([^\]\n|]+)(?:\|([^\]]+))?\]\]").match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        token = state.push("wiki_link", "", 0)
        token.content, token.info = match[1].strip(), " ".join((match[2] or "").split())
        token.meta = {"start": state.pos, "length": match.end() - match.start()}
    state.pos = match.end()
    return True


def _figure(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "{":
        return False
    close = _closing_brace(state.src, state.pos)
    if close < 0:
        return False
    if not silent:
        token = state.push("figure", "", 0)
        token.content = state.src[state.pos + 1 : close]
        token.meta = {"start": state.pos + 1, "length": close - state.pos - 1}
    state.pos = close + 1
    return True


def _closing_brace(text: str, start: int) -> int:
    depth, quote = 0, ""
    for position in range(start, len(text)):
        character = text[position]
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'" and depth:
            quote = character
        elif character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                return position
    return -1


def _attributes(state: StateCore) -> None:
    """Give headings their ids and take the attributes off their text, before that is parsed."""
    ids: Iterator[Heading] = state.env["ids"]
    for number, token in enumerate(state.tokens):
        if token.type == "heading_open":
            token.attrSet("id", next(ids).id)
            inline = state.tokens[number + 1]
            inline.content = _split_attributes(inline.content)[0]


def _placed_inline(state: StateCore) -> None:
    """markdown-it's own inline step, telling where each stretch of text begins."""
    line = 0
    for token in state.tokens:
        line = token.map[0] if token.map else line
        if token.type == "inline":
            token.children = []
            state.md.inline.parse(token.content, state.md, state.env, token.children)
            for child in token.children:
                child.meta = {**child.meta, "line": line, "content": token.content}


def _auto_terms(state: StateCore) -> None:
    """Link terms where a section first uses them, outside of headings, links and code."""
    if not state.env["auto"]:
        return
    scene: _Scene = state.env["scene"]
    pattern = scene.hooks.terms()
    if pattern is None:
        return
    inside = 0
    for token in state.tokens:
        if token.type == "heading_open":
            scene.linked = set()
        inside += (token.type in ("heading_open", "th_open")) - (token.type in ("heading_close", "th_close"))
        if token.type == "inline" and not inside and token.children:
            token.children = list(_with_terms(token.children, pattern, scene))


def _with_terms(children: Sequence[Token], pattern: re.Pattern[str], scene: _Scene) -> Iterator[Token]:
    links = 0
    for child in children:
        links += child.nesting if child.type in ("link_open", "link_close") else 0
        if child.type == "text" and not links:
            yield from _split_terms(child, pattern, scene)
        else:
            yield child


def _split_terms(token: Token, pattern: re.Pattern[str], scene: _Scene) -> Iterator[Token]:
    start = 0
    for match in pattern.finditer(token.content):
        found = scene.hooks.term(match[0])
        if found is None or found[0] in scene.linked:
            continue
        scene.linked.add(found[0])
        yield Token("text", "", 0, content=token.content[start : match.start()])
        yield Token("html_inline", "", 0, content=str(found[1]))
        start = match.end()
    yield Token("text", "", 0, content=token.content[start:])


# ---- drawing rules


class _Renderer(RendererHTML):
    def wiki_link(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        scene, token = env["scene"], tokens[idx]
        return str(scene.hooks.link(token.content, token.info, _span(scene, token)))

    def figure(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        scene, token = env["scene"], tokens[idx]
        return escape(scene.hooks.figure(token.content, _span(scene, token)))

    def link_open(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        scene, token = env["scene"], tokens[idx]
        address = str(token.attrGet("href") or "")
        token.attrSet("href", scene.hooks.href(address, _address_span(scene, token, address)))
        return self.renderToken(tokens, idx, options, env)

    def image(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        scene, token = env["scene"], tokens[idx]
        address = str(token.attrGet("src") or "")
        found = scene.hooks.picture(address, _address_span(scene, token, address))
        if not found:
            return escape(self.renderInlineAsText(token.children, options, env))
        token.attrSet("src", found)
        return RendererHTML.image(self, tokens, idx, options, env)

    def heading_open(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        token = tokens[idx]
        return f'<{token.tag} id="{escape(str(token.attrGet("id")))}">'

    def heading_close(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        tag = tokens[idx].tag
        identity = escape(str(next(t.attrGet("id") for t in reversed(tokens[:idx]) if t.type == "heading_open")))
        anchor = f' <a class="anchor" href="#{identity}" aria-label="Link to this section">#</a>'
        return f"{anchor if tag != 'h1' else ''}</{tag}>\n"

    def table_open(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        return '<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        return "</table></div>\n"

    def colon_fence(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        scene, token = env["scene"], tokens[idx]
        name, _, argument = token.info.strip().partition(" ")
        line = (token.map or [0])[0]
        body = scene.fragment.part(token.content, line + 1)
        return str(scene.hooks.directive(name, argument.strip(), body))


def _span(scene: _Scene, token: Token) -> Span:
    content, start = str(token.meta.get("content", "")), int(token.meta.get("start", 0))
    line = int(token.meta.get("line", 0)) + content.count("\n", 0, start)
    line_start = content.rfind("\n", 0, start) + 1
    line_text = content[line_start:].split("\n", 1)[0]
    source = scene.fragment.text.split("\n")
    column = source[line].find(line_text) if line < len(source) else 0
    return scene.fragment.span(line, max(column, 0) + start - line_start, int(token.meta.get("length", 1)))


def _address_span(scene: _Scene, token: Token, address: str) -> Span:
    content = str(token.meta.get("content", ""))
    start = content.find(f"]({address}")
    token.meta = {**token.meta, "start": max(start + 2, 0), "length": len(address)}
    return _span(scene, token)


def _parser(full: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "typographer": True}, renderer_cls=_Renderer)
    parser.enable(["table", "strikethrough", "replacements", "smartquotes"])
    parser.disable(["html_block", "html_inline", "autolink"])
    parser.use(colon_fence_plugin)
    parser.add_render_rule("colon_fence", _Renderer.colon_fence)
    parser.block.ruler.before("table", "comment", _comment, {"alt": ["paragraph", "reference", "blockquote", "list"]})
    parser.inline.ruler.before("link", "wiki_link", _wiki_link)
    parser.inline.ruler.before("link", "figure", _figure)
    parser.inline.ruler.before("link", "inline_comment", _inline_comment)
    if full:
        parser.core.ruler.before("inline", "attributes", _attributes)
        parser.core.ruler.at("inline", _placed_inline)
        parser.core.ruler.push("auto_terms", _auto_terms)
    return parser


_PLAIN = _parser(full=False)
_FULL = _parser(full=True)
