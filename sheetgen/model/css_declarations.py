"""Declarations in style sheets of authors: what a browser would pass over in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from sheetgen.text.diagnostics import did_you_mean
from sheetgen.text.shipped import shipped

PROPERTIES = frozenset(
    """
    accent-color align-content align-items align-self all animation animation-delay animation-direction
    animation-duration animation-fill-mode animation-iteration-count animation-name animation-play-state
    animation-timing-function appearance aspect-ratio backdrop-filter backface-visibility background
    background-attachment background-blend-mode background-clip background-color background-image background-origin
    background-position background-repeat background-size block-size border border-block border-bottom
    border-bottom-color border-bottom-left-radius border-bottom-right-radius border-bottom-style border-bottom-width
    border-collapse border-color border-image border-inline border-left border-left-color border-left-style
    border-left-width border-radius border-right border-right-color border-right-style border-right-width
    border-spacing border-style border-top border-top-color border-top-left-radius border-top-right-radius
    border-top-style border-top-width border-width bottom box-decoration-break box-shadow box-sizing break-after
    break-before break-inside caption-side caret-color clear clip clip-path color color-scheme column-count column-fill
    column-gap column-rule column-span column-width columns contain container container-name container-type content
    counter-increment counter-reset cursor direction display empty-cells fill filter flex flex-basis flex-direction
    flex-flow flex-grow flex-shrink flex-wrap float font font-family font-feature-settings font-kerning font-size
    font-size-adjust font-stretch font-style font-variant font-variant-caps font-variant-numeric
    font-variation-settings font-weight gap grid grid-area grid-auto-columns grid-auto-flow grid-auto-rows grid-column
    grid-column-end grid-column-start grid-row grid-row-end grid-row-start grid-template grid-template-areas
    grid-template-columns grid-template-rows hanging-punctuation height hyphens image-rendering initial-letter
    inline-size inset inset-block inset-inline isolation justify-content justify-items justify-self left
    letter-spacing line-break line-clamp line-height list-style list-style-image list-style-position list-style-type
    margin margin-block margin-block-end margin-block-start margin-bottom margin-inline margin-inline-end
    margin-inline-start margin-left margin-right margin-top mask mask-image mask-position mask-repeat mask-size
    max-block-size max-height max-inline-size max-width min-block-size min-height min-inline-size min-width
    mix-blend-mode object-fit object-position opacity order orphans outline outline-color outline-offset outline-style
    outline-width overflow overflow-wrap overflow-x overflow-y overscroll-behavior padding padding-block
    padding-block-end padding-block-start padding-bottom padding-inline padding-inline-end padding-inline-start
    padding-left padding-right padding-top page page-break-after page-break-before page-break-inside perspective
    place-content place-items place-self pointer-events position print-color-adjust quotes resize right rotate row-gap
    scale scroll-behavior scroll-margin scroll-padding scroll-snap-align scroll-snap-type scrollbar-color
    scrollbar-gutter scrollbar-width size src stroke stroke-width tab-size table-layout text-align text-align-last
    text-decoration text-decoration-color text-decoration-line text-decoration-style text-decoration-thickness
    text-emphasis text-indent text-justify text-orientation text-overflow text-shadow text-transform
    text-underline-offset text-wrap top touch-action transform transform-origin transform-style transition
    transition-delay transition-duration transition-property transition-timing-function translate unicode-bidi
    unicode-range user-select vertical-align visibility white-space widows width will-change word-break word-spacing
    word-wrap writing-mode z-index zoom
    """.split()
)
"""Properties of CSS that are in use; one that is not among them is only told where it looks like one of them."""
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
    if name in _COLOURS and len(value) == 1 and value[0].type in ("ident", "hash") and not _is_colour(value[0]):
        yield value[0], f"there is no colour `{value[0].serialize()}`", ""


def _is_colour(node: Any) -> bool:
    from tinycss2.color4 import parse_color

    return (node.type == "ident" and node.lower_value in _WORDS) or parse_color(node) is not None
