"""The outline of a Markdown text: its blocks, and its headings with their ids, before what stands in them is read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from mdit_py_plugins.colon_fence import colon_fence_plugin

from sheetgen.markdown.fragment import Fragment
from sheetgen.markdown.syntax import comment
from sheetgen.text.addresses import slug

BOX = ":::"
"""How a directive begins and ends; also the name under which one that never ends is noted as failed."""
DEEPEST = 8
"""Directives within each other."""
_ATTRIBUTE = re.compile(r'#(?P<id>[\w-]+)|\.(?P<cls>[\w-]+)|(?P<key>\w+)="(?P<value>[^"]*)"|\w+')
_MAYBE_HEADING = re.compile(r"#|^[ \t>]*(?:=+|-+)[ \t]*$", re.MULTILINE)
"""A pattern of every heading (CommonMark 4.2 and 4.3); most texts do not match it and need no second parse."""


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


MOST_NESTED = 40
"""Levels of blocks in each other that are read, of which a list takes two; what lies deeper is left out."""


def block_parser(renderer: type[RendererHTML] = RendererHTML) -> MarkdownIt:
    """A parser of CommonMark without HTML, with tables, colon fences, and comments that are left out."""
    options = {"html": False, "typographer": True, "maxNesting": MOST_NESTED}
    parser = MarkdownIt("commonmark", options, renderer_cls=renderer)
    parser.enable(["table", "strikethrough", "replacements", "smartquotes"])
    parser.disable(["html_block", "html_inline", "autolink"])
    parser.use(colon_fence_plugin)
    parser.block.ruler.before("table", "comment", comment, {"alt": ["paragraph", "reference", "blockquote", "list"]})
    return parser


def _outline_parser() -> MarkdownIt:
    """Finds blocks only; the text of headings is not parsed."""
    parser = block_parser()
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


_OUTLINE = _outline_parser()
