"""Rules as a book has them: what each is for, and what it gives in a line, under the house rules of the copy.

What takes a program to say stays on the site: such a rule names what it is given and what comes out.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from markupsafe import Markup, escape

from sheetgen.formula.book_prose import in_book_words
from sheetgen.formula.calls_in_place import called_rule, with_calls_in_place
from sheetgen.formula.scope import Scope
from sheetgen.formula.settled import settled
from sheetgen.formula.types import TRUTH
from sheetgen.languages.program_words import ENGLISH, Words
from sheetgen.model.ruleset.rules import Rule, Step
from sheetgen.reference.context import ROOT, RenderContext

MOST_LINES, LONGEST_LINE, LONGEST = 6, 180, 420
"""What can be read as a formula: so many lines, letters in a line, and letters in all."""
_PROGRAM = re.compile(
    r"[\[\]{}]|\bnone\b|\bNone\b|\beach \w+ of |for each|each number|the first of|in the order of"
    r"|’s [^;]*’s |“”|[^\W\d]\.\w|\(([^()]*,){3}|\([^()]*\([^()]*\("
)
"""What only a program says so."""
_TAG = re.compile(r"<[^>]+>")
_BOX = Markup('<section class="rulebox" id="{}"><p><b class="rule-name">{}.</b> {}</p>{}</section>')
_LINE = Markup('<p class="line"><b>{}</b>{} {}</p>')
_MOST_BRANCHES = 2
MOST_NAMES = 8
"""So many things given and gained are named where the formula is not said."""


@dataclass(frozen=True)
class _Line:
    title: str
    """What it gives, with its unit in brackets, since its words may end in others: "rounded up"."""
    words: Markup
    english: str
    """The same in English, which says whether only a program would put it so."""
    condition: bool
    """Whether its formula says when something is so."""


def rule_in_short(context: RenderContext, rule: Rule) -> Markup:
    """A rule in a box of a book."""
    lines, words = list(_lines(context, rule)), context.ruleset.words
    signs = " =", f" {words('if')}"
    below = Markup("").join(_LINE.format(line.title, signs[line.condition], line.words) for line in lines)
    if rule.model.text or not _is_readable(lines):
        said = rule.model.text or _given_and_gained(rule, words)
        below = Markup('<p class="line">{}</p>').format(said) if said else Markup()
    return _BOX.format(f"rule-{rule.name.replace('_', '-')}", rule.model.title, _sentence(rule.model.doc), below)


def outputs_in_short(context: RenderContext, rule: Rule) -> Iterator[tuple[str, str]]:
    """What a rule gives: the title of each output, and a line that says it; nothing that only a program says."""
    titles, lines = {_title(step): _called(step) for step in rule.outputs}, list(_lines(context, rule))
    if rule.model.text:
        yield from ((called, rule.model.text) for called in titles.values())
    elif _is_readable(lines):
        signs = "=", context.ruleset.words("if")
        said = {line.title: f"{line.title} {signs[line.condition]} {line.words.striptags()}" for line in lines}
        steps = [text for title, text in said.items() if title not in titles]
        yield from ((called, "; ".join([said[title], *steps])) for title, called in titles.items() if title in said)


def _is_readable(lines: list[_Line]) -> bool:
    if not 0 < len(lines) <= MOST_LINES or sum(len(line.english) for line in lines) > LONGEST:
        return False
    return all(map(_is_plain, lines))


def _is_plain(line: _Line) -> bool:
    text = line.english
    branches = max(part.count(" if ") for part in text.split("; "))
    return len(text) <= LONGEST_LINE and branches <= _MOST_BRANCHES and not _PROGRAM.search(text)


def _lines(context: RenderContext, rule: Rule) -> Iterator[_Line]:
    """Its outputs, then the steps that they need; outputs that are those of another rule stand in one line."""
    if rule.formulas is None:
        return
    scope, checked = rule.formulas.scope, dict(rule.formulas.lines)
    types = {node: kind for line in checked.values() for node, kind in line.types.items()}
    own = {step.name for step in rule.steps}
    trees = settled(((name, line.formula.tree) for name, line in checked.items()), scope, context.house)
    trees = with_calls_in_place(trees, own, scope, types)
    outputs = rule.formulas.outputs or {}
    steps = [(step, outputs.get(step.name, step.name)) for step in rule.outputs]
    needed = {name for _, line in steps for name in _names(trees[line], own, trees)}
    steps += [(step, step.name) for step in rule.steps if step.name in needed]
    for group in _grouped(steps, trees, scope):
        (step, name), *others = group
        tree = _given_by(trees[name], scope) if others else trees[name]
        assert tree is not None
        words = in_book_words(tree, types, scope, lambda called: f"{ROOT}{context.addresses.rule(called)}")
        english = words if scope.words == ENGLISH else in_book_words(tree, types, replace(scope, words=ENGLISH), str)
        condition = not others and checked[name].type == TRUTH and not isinstance(tree, ast.Constant)
        titles = ", ".join(map(_called, (step for step, _ in group))) if others else _title(step)
        yield _Line(titles, words, _TAG.sub("", english), condition)


def _called(step: Step) -> str:
    return step.model.title or step.label


def _title(step: Step) -> str:
    """What a step or output is called, with its unit."""
    return f"{_called(step)} ({step.model.unit})" if step.model.unit else _called(step)


def _grouped(
    steps: Iterable[tuple[Step, str]], trees: Mapping[str, ast.expr], scope: Scope
) -> Iterator[list[tuple[Step, str]]]:
    """Steps with the names of their formulas, those together that another rule gives for the same inputs."""
    for call, several in groupby(steps, lambda step: _given_by(trees[step[1]], scope)):
        group = list(several)
        yield from [group] if call else [[step] for step in group]


def _given_by(tree: ast.expr, scope: Scope) -> ast.expr | None:
    """The call of a rule of which a formula is an output."""
    return tree.value if isinstance(tree, ast.Attribute) and called_rule(tree.value, scope) else None


def _names(tree: ast.expr, steps: Collection[str], trees: Mapping[str, ast.expr]) -> Iterator[str]:
    """The steps that a formula needs, and those that these need."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in steps:
            yield node.id
            yield from _names(trees[node.id], steps, trees)


def _given_and_gained(rule: Rule, words: Words) -> Markup:
    """What a rule is given, and what comes out; of so many that they would only be a list, what comes out, and that
    only where no sentence says what the rule is for."""
    given = ", ".join(field.title or field.label for field in rule.inputs)
    gained = ", ".join(map(_called, rule.outputs))
    if len(rule.inputs) + len(rule.outputs) > MOST_NAMES:
        return Markup() if rule.model.doc else escape(words("It gives {gained}.", gained=gained))
    if given:
        return escape(words("From {given}: {gained}.", given=given, gained=gained))
    return escape(words("It gives {gained}.", gained=gained))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if not text or text[-1] in '.!?:' else '.'}"
