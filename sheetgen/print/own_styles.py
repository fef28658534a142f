"""What of an author's style sheet reaches paper: colours, grounds, kinds of lines and fonts in its `@media print`.

Sizes and places are reckoned before paper is set, so no style sheet changes them.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sheetgen.media.images import TYPES, PictureError
from sheetgen.media.style_files import local_file, style_file
from sheetgen.model.css_declarations import is_colour

COLOURS = frozenset(
    "color background-color border-color border-top-color border-right-color border-bottom-color border-left-color "
    "text-decoration-color".split()
)
"""Properties of one colour that paper takes."""
WORDS: Mapping[str, frozenset[str]] = {
    "text-decoration-line": frozenset(("none", "underline", "overline", "line-through")),
    "text-decoration-style": frozenset(("solid", "double", "dotted", "dashed", "wavy")),
    "background-repeat": frozenset(("repeat", "repeat-x", "repeat-y", "no-repeat", "space", "round")),
    "background-size": frozenset(("auto", "cover", "contain")),
    "background-position": frozenset(("left", "center", "right", "top", "bottom")),
    **{f"border-{side}-style": frozenset(("solid", "double", "dotted", "dashed")) for side in ("top", "bottom")},
}
"""Properties that paper takes, with the words that these may have."""


def paper_rules(text: str, folder: Path, known: Mapping[str, str]) -> str:
    """The rules of a style sheet of this folder that reach paper; `known` are the custom properties that there are."""
    import tinycss2  # only for projects with styles of their own

    rules = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
    printed = (rule for rule in rules if rule.type == "at-rule" and rule.lower_at_keyword == "media")
    inside = [rule.content or [] for rule in printed if tinycss2.serialize(rule.prelude).strip().lower() == "print"]
    printed_rules = (
        rule for part in inside for rule in tinycss2.parse_rule_list(part, skip_comments=True, skip_whitespace=True)
    )
    return "".join(_rule(rule, folder, known) for rule in printed_rules if rule.type == "qualified-rule")


def _rule(rule: Any, folder: Path, known: Mapping[str, str]) -> str:
    import tinycss2

    declarations = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
    kept = ";".join(_kept(declarations, folder, known))
    return f"{tinycss2.serialize(rule.prelude).strip()}{{{kept}}}\n" if kept else ""


def _kept(declarations: list[Any], folder: Path, known: Mapping[str, str]) -> Iterator[str]:
    """The declarations that reach paper, which win over the program's."""
    for declaration in (part for part in declarations if part.type == "declaration"):
        name = declaration.lower_name
        values = [node for node in declaration.value if node.type not in ("whitespace", "comment")]
        value = _value(name, values, folder, known)
        if value:
            yield f"{name}:{value}!important"


def _value(name: str, values: list[Any], folder: Path, known: Mapping[str, str]) -> str:
    if not values:
        return ""
    first = values[0]
    if name in COLOURS and len(values) == 1:
        if first.type == "function" and first.lower_name == "var":
            variable = next((node.value for node in first.arguments if node.type == "ident"), "")
            return f"var({variable})" if variable in known else ""
        return str(first.serialize()) if is_colour(first) else ""
    if name == "background-image" and len(values) == 1:
        return _picture(first, folder)
    words = [str(node.lower_value) for node in values if node.type == "ident"]
    return " ".join(words) if len(words) == len(values) and {*words} <= WORDS.get(name, frozenset()) else ""


def _picture(node: Any, folder: Path) -> str:
    """A picture beside the style sheet, as an address with the picture in it."""
    argument = node if node.type == "url" else next(iter(getattr(node, "arguments", ())), None)
    if argument is None or argument.type not in ("url", "string"):
        return ""
    path = local_file(folder, str(argument.value))
    if path is None or path.suffix.lower() not in TYPES:
        return ""
    try:
        data = b64encode(style_file(path, folder)).decode()
    except PictureError:  # reported where the style sheet is checked
        return ""
    return f'url("data:{TYPES[path.suffix.lower()]};base64,{data}")'
