"""Style sheets of authors: what browsers would pass over in silence is reported."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sheetgen.media.style_files import file_problem
from sheetgen.model.css_declarations import own_properties, unread
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.source import SourceFile, Span

AT_RULES = (
    "charset color-profile container counter-style font-face font-feature-values font-palette-values import keyframes "
    "layer media namespace page position-try property scope starting-style supports view-transition"
).split()
"""The at-rules of CSS at the beginning of a rule."""
_OF_RULES = {"container", "keyframes", "layer", "media", "scope", "starting-style", "supports"}
"""At-rules that hold rules and declarations like those around them."""
LONGEST_STYLES = 200_000
"""Letters of a style sheet that are looked through, without pictures that stand in it."""
_EMBEDDED = re.compile(r"data:[^\s'\")]*")
_END = "\n}"
"""Put after a style sheet, this is a mistake of its own, unless something before it is still open."""
_BROKEN = {"bad-string": "this text in quotes has no end", "bad-url": "this address has no end"}


Finding = tuple[Any, str, str]
"""The node that a browser does not read, what is wrong with it, and a hint."""


def check_styles(file: SourceFile, diagnostics: Diagnostics) -> None:
    """Warn of what a browser does not read in a style sheet, as CSS Syntax Level 3 has it."""
    if len(_EMBEDDED.sub("", file.text)) > LONGEST_STYLES:
        message = f"more than {LONGEST_STYLES:,} letters: mistakes in this style sheet are not looked for"
        diagnostics.warning("style", message, file.span())
        return
    for node, message, hint in _unread(file, diagnostics):
        start = file.offset(node.source_line, node.source_column)
        diagnostics.warning("style", message, Span(file, start, start + 1), hint)


def _unread(file: SourceFile, diagnostics: Diagnostics) -> Iterator[Finding]:
    """What is not read: all from a bracket or comment without an end on; else brackets that close nothing and files
    that are not there; without broken brackets, rules and declarations too."""
    import tinycss2  # only for projects with styles of their own

    *nodes, last = tinycss2.parse_component_value_list(file.text + _END)
    if last.type != "error":
        sort = "comment" if last.type == "comment" else "bracket"
        yield last, f"this {sort} is never closed: nothing after it is read", ""
        return
    broken = False
    for node in _all(nodes):
        if node.type == "error":
            broken = True
            yield node, _BROKEN.get(node.kind, f"this `{node.kind}` closes nothing"), ""
        elif address := _address(node):
            message, hint = file_problem(address, file.path.parent)
            if message:
                yield node, message, hint
    if not broken:
        yield from _unread_rules(nodes, own_properties(file.text), diagnostics)


def _unread_rules(nodes: list[Any], own: frozenset[str], diagnostics: Diagnostics) -> Iterator[Finding]:
    """Rules and declarations that are not read, those inside of others too; `own` as in `own_properties`."""
    import tinycss2

    waiting = tinycss2.parse_stylesheet(nodes, skip_comments=True, skip_whitespace=True)
    while waiting:
        rule = waiting.pop()
        if rule.type == "error" and rule.kind == "invalid":
            yield rule, "this is neither a rule nor a declaration such as `color: red`: it is not read", ""
        elif rule.type == "declaration" and not diagnostics.crowded:
            yield from unread(rule, own)
        elif _is_unknown(rule):
            hint = "" if diagnostics.crowded else did_you_mean(rule.lower_at_keyword, AT_RULES)
            yield rule, f"there is no `@{rule.at_keyword}` in CSS", hint if hint.startswith("did") else ""
        elif rule.type == "qualified-rule" or (rule.type == "at-rule" and rule.lower_at_keyword in _OF_RULES):
            inside = rule.content or ()
            waiting += tinycss2.parse_blocks_contents(inside, skip_comments=True, skip_whitespace=True)


def _is_unknown(rule: Any) -> bool:
    """Whether a rule begins with a word that is no at-rule of CSS, nor one of a single browser (`@-…`)."""
    at_rule: bool = rule.type == "at-rule"
    return at_rule and not rule.lower_at_keyword.startswith("-") and rule.lower_at_keyword not in AT_RULES


def _all(nodes: list[Any]) -> Iterator[Any]:
    """The nodes with all that stands inside of them."""
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(getattr(node, "content", None) or getattr(node, "arguments", None) or ())


def _address(node: Any) -> str:
    """The address in a `url()`; empty for any other node."""
    if node.type == "url":
        return str(node.value)
    if node.type == "function" and node.lower_name == "url":
        return next((str(part.value) for part in node.arguments if part.type == "string"), "")
    return ""
