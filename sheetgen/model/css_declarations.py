"""Declarations in style sheets of authors: what a browser would pass over in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from sheetgen.text.diagnostics import did_you_mean
from sheetgen.text.shipped import shipped

PROPERTIES = frozenset(Path(__file__).with_name("css_properties.txt").read_text("utf-8").split())
"""The properties of mdn-data 2.37 (MDN, CC0) and of SVG 2, without those of single browsers; one that is not among them
is only told where it looks like one of them."""
_COLOURS = {name for name in PROPERTIES if name.endswith("color")} - {"scrollbar-color"}
"""Properties whose value is a colour."""
_LENGTHS = frozenset(
    "bottom font-size gap height inset left letter-spacing max-height max-width min-height min-width right top width "
    "column-gap row-gap word-spacing border-radius".split()
) | {name for name in PROPERTIES if name.startswith(("margin", "padding"))}
"""Properties whose numbers want a unit."""
_WORDS = frozenset(
    "accentcolor accentcolortext activetext auto buttonborder buttonface buttontext canvas canvastext field fieldtext "
    "graytext highlight highlighttext inherit initial invert linktext mark marktext none revert revert-layer "
    "selecteditem selecteditemtext unset visitedtext".split()
)
"""Words that stand for a colour of the browser, or for none."""
_CUSTOM = re.compile(r"--[a-z][\w-]*")


@cache
def custom_properties() -> frozenset[str]:
    """The custom properties of the site's own style."""
    sheets = shipped("templates").rglob("*.css")
    return frozenset(name for sheet in sheets for name in _CUSTOM.findall(sheet.read_text("utf-8")))


def own_properties(text: str) -> frozenset[str]:
    """The custom properties that a style sheet both declares and uses: they are its own."""
    return frozenset(re.findall(r"(--[\w-]+)\s*:", text)) & frozenset(re.findall(r"var\(\s*(--[\w-]+)", text))


def unread(declaration: Any, own: frozenset[str]) -> Iterator[tuple[Any, str, str]]:
    """What a browser does not read of a declaration: the node, what is wrong, a hint; `own` as in `own_properties`."""
    name, value = declaration.name, [node for node in declaration.value if node.type not in ("whitespace", "comment")]
    if name.startswith("--"):
        yield from _misspelt(declaration, name, custom_properties() | own)
    elif not name.startswith("-"):
        yield from _misspelt(declaration, name.lower(), PROPERTIES)
        yield from _unread_value(name.lower(), value)
    for node in value:
        if (
            node.type == "function"
            and node.lower_name == "var"
            and node.arguments
            and node.arguments[0].type == "ident"
        ):
            yield from _misspelt(node, node.arguments[0].value, custom_properties() | own)


def _misspelt(node: Any, name: str, known: frozenset[str]) -> Iterator[tuple[Any, str, str]]:
    near = did_you_mean(name, known) if name not in known else ""
    if near.startswith("did"):
        yield node, f"there is no property `{name}`", near


def _unread_value(name: str, value: Sequence[Any]) -> Iterator[tuple[Any, str, str]]:
    for before, node in zip([None, *value], value, strict=False):
        if node.type == "literal" and node.value == ":" and before is not None and before.type == "ident":
            yield before, "a semicolon is missing before this", "neither of the two declarations is read"
            return
        if node.type == "literal" and node.value == "!":
            yield node, "only `!important` can stand here", "the declaration is not read"
            return
        if name in _LENGTHS and node.type == "number" and node.value:
            hint = f"write `{node.representation}px`"
            yield node, f"a length wants a unit: `{node.representation}` alone is not read", hint
    if name in _COLOURS and len(value) == 1 and value[0].type in ("ident", "hash") and not is_colour(value[0]):
        yield value[0], f"there is no colour `{value[0].serialize()}`", ""


def is_colour(node: Any) -> bool:
    """Whether a part of a style sheet is a colour by itself."""
    from tinycss2.color4 import parse_color

    return (node.type == "ident" and node.lower_value in _WORDS) or parse_color(node) is not None
