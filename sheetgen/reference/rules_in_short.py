"""Rules as a book has them: what each is for, and what it gives in a line, under the house rules of the copy.

What takes a program to say stays on the site: such a rule names what it is given and what comes out.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from sheetgen.formula.prose import in_book_words
from sheetgen.formula.settled import settled
from sheetgen.formula.types import TRUTH
from sheetgen.languages.program_words import ENGLISH, Words
from sheetgen.model.ruleset.rules import Rule
from sheetgen.reference.context import ROOT, RenderContext

MOST_LINES, LONGEST_LINE, LONGEST = 5, 110, 280
"""What can be read as a formula: so many lines, letters in a line, and letters in all."""
_PROGRAM = re.compile(
    r"[\[\]{}]|\bnone\b|\bNone\b|\beach \w+ of |for each|the first of|in the order of|’s |“”|\w\.\w|\(([^()]*,){2}"
)
"""What only a program says so."""
_TAG = re.compile(r"<[^>]+>")
_BOX = Markup('<section class="rulebox" id="{}"><p><b class="rule-name">{}.</b> {}</p>{}</section>')
_LINE = Markup('<p class="line"><b>{}</b>{} {}{}</p>')
_MOST_BRANCHES = 2


@dataclass(frozen=True)
class _Line:
    title: str
    words: Markup
    unit: str
    english: str
    """The same in English, which says whether only a program would put it so."""
    condition: bool
    """Whether its formula says when something is so."""


def rule_in_short(context: RenderContext, rule: Rule) -> Markup:
    """A rule in a box of a book."""
    lines, words = list(_lines(context, rule)), context.ruleset.words
    signs = " =", f" {words('if')}"
    below = Markup("").join(
        _LINE.format(line.title, signs[line.condition], line.words, f" {line.unit}" if line.unit else "")
        for line in lines
    )
    if rule.model.text or not _is_readable(lines):
        below = Markup('<p class="line">{}</p>').format(rule.model.text or _given_and_gained(rule, words))
    return _BOX.format(f"rule-{rule.name.replace('_', '-')}", rule.model.title, _sentence(rule.model.doc), below)


def _is_readable(lines: list[_Line]) -> bool:
    if not 0 < len(lines) <= MOST_LINES or sum(len(line.english) for line in lines) > LONGEST:
        return False
    return all(map(_is_plain, lines))


def _is_plain(line: _Line) -> bool:
    text = line.english
    return len(text) <= LONGEST_LINE and text.count(" if ") <= _MOST_BRANCHES and not _PROGRAM.search(text)


def _lines(context: RenderContext, rule: Rule) -> Iterator[_Line]:
    """Its outputs, then the steps that they need."""
    if rule.formulas is None:
        return
    scope, checked = rule.formulas.scope, dict(rule.formulas.lines)
    trees = settled(((name, line.formula.tree) for name, line in checked.items()), scope, context.house)
    outputs = rule.formulas.outputs or {step.name: step.name for step in rule.outputs}
    own = {step.name for step in rule.steps}
    needed: set[str] = set()
    for step in (*rule.outputs, *rule.steps):
        name = outputs.get(step.name, step.name) if step.name not in own else step.name
        if name in own and name not in needed and step in rule.steps:
            continue
        needed |= set(_names(trees[name], own, trees))
        tree, types = trees[name], checked[name].types
        words = in_book_words(tree, types, scope, lambda called: f"{ROOT}{context.addresses.rule(called)}")
        english = words if scope.words == ENGLISH else in_book_words(tree, types, replace(scope, words=ENGLISH), str)
        condition = checked[name].type == TRUTH and not isinstance(tree, ast.Constant)
        yield _Line(step.model.title or step.label, words, step.model.unit, _TAG.sub("", english), condition)


def _names(tree: ast.expr, steps: Collection[str], trees: Mapping[str, ast.expr]) -> Iterator[str]:
    """The steps that a formula needs, and those that these need."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in steps:
            yield node.id
            yield from _names(trees[node.id], steps, trees)


def _given_and_gained(rule: Rule, words: Words) -> Markup:
    """What a rule is given, and what comes out."""
    given = ", ".join(field.title or field.label for field in rule.inputs)
    gained = ", ".join(step.model.title or step.label for step in rule.outputs)
    if given:
        return escape(words("From {given}: {gained}.", given=given, gained=gained))
    return escape(words("It gives {gained}.", gained=gained))


def _sentence(text: str) -> str:
    return text if not text or text[-1] in ".!?:" else f"{text}."
