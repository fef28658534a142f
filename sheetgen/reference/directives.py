"""Directives of the reference: rule boxes, executed examples, tables, rulings, notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from sheetgen.blocks.parts import drawn_mark
from sheetgen.formula.number_formats import formatted
from sheetgen.formula.runtime import exactly
from sheetgen.formula.types import ANYTHING, Record, bare
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.markdown.foreign_secrets import names_secret
from sheetgen.markdown.fragment import Fragment
from sheetgen.markdown.outline import BOX
from sheetgen.markdown.render import render
from sheetgen.model.ruleset.documents import YamlPlace, model
from sheetgen.model.ruleset.rule_models import ExampleModel
from sheetgen.model.ruleset.rules import Rule
from sheetgen.model.ruleset.ruleset_models import ListingModel
from sheetgen.model.ruleset.run_rule import RuleError, exact_result, failed_run, run_rule, same_result
from sheetgen.reference.context import PageSurroundings, RenderContext
from sheetgen.reference.listings import WrittenListing, listed
from sheetgen.reference.rule_views import brief, rule_box, ruling_view
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.source import Span
from sheetgen.views import pages
from sheetgen.yaml.file_models import Model
from sheetgen.yaml.load import YamlDocument, parse

M = TypeVar("M", bound=Model)


@dataclass(frozen=True)
class DirectiveContext:
    """Where directives are drawn: on which page of which book."""

    context: RenderContext
    surroundings: PageSurroundings

    def render(self, fragment: Fragment) -> DrawnText:
        """Markdown inside of a directive."""
        return render(fragment, self.surroundings, with_terms=True)


def draw(context: RenderContext, surroundings: PageSurroundings, name: str, argument: str, body: Fragment) -> DrawnText:
    """Draw a directive; an unknown one is a diagnostic."""
    directive = DirectiveContext(context, surroundings)
    drawer = _DIRECTIVES.get(name)
    span = body.span(-1, 0, len(name) + 4) if body.fixed is None else body.fixed
    if not name:
        hint = "a box within a box: give the outer one more colons, `::::`, at both ends"
        directive.context.diagnostics.error("markdown", "this `:::` closes nothing", span, hint, missed=(BOX,))
        return DrawnText()
    if drawer is None:
        hint = "did you mean `gm`?" if names_secret(name) else did_you_mean(name, _DIRECTIVES)
        directive.context.diagnostics.error("markdown", f"there is no directive called `{name}`", span, hint)
        return DrawnText()
    return drawer(directive, argument, body, span)


def _settings(
    directive: DirectiveContext, kind: type[M], body: Fragment
) -> tuple[M | None, YamlDocument | None, Fragment]:
    """The settings before a line `---`, their lines numbered as in the file, and the prose after it.

    What is wrong in them follows from a box that does not end, where there is one.
    """
    lines = body.text.split("\n")
    end = next((number for number, line in enumerate(lines) if line.strip() == "---"), len(lines))
    if any(line.startswith(BOX) for line in lines[:end]):
        return None, None, body.part("", end)  # a box that does not end, which is told where it begins
    mistakes = Diagnostics()
    document = parse(body.numbered("\n".join(lines[:end])), mistakes)
    written: Any = document.data if document else None
    asked = model(kind, YamlPlace(document), {} if written is None else written, mistakes) if document else None
    directive.context.diagnostics.extend_following(mistakes, BOX)
    return asked, document, body.part("\n".join(lines[end + 1 :]), end + 1)


def _unknown(directive: DirectiveContext, what: str, name: str, known: Iterable[str], span: Span) -> None:
    message, hint = f"there is no {what} called `{name}`", did_you_mean(name, known)
    if not name:
        message = f"this box does not say which {what} it shows"
    directive.context.diagnostics.error("unknown-reference", message, _place(name, span), hint, missed=(name,))


def _place(argument: str, span: Span) -> Span:
    """The place of what is written after the name of a directive, which begins the span."""
    start = span.file.text.find(argument, span.start) if argument else -1
    return span.file.span(start, start + len(argument)) if start >= 0 else span


# ---- rule boxes


def _check_empty(directive: DirectiveContext, name: str, body: Fragment) -> None:
    """Report text in a box that is drawn from the rules and shows none."""
    number = next((number for number, line in enumerate(body.lines) if line.strip()), None)
    if number is not None and not body.lines[number].startswith(BOX):
        span = body.span(number, 0, len(body.lines[number]))
        hint = "close the box with `:::` above it"
        directive.context.diagnostics.error("markdown", f"`::: {name}` shows nothing of what stands in it", span, hint)


def _rule(directive: DirectiveContext, argument: str, body: Fragment, span: Span) -> DrawnText:
    rule = directive.context.ruleset.rules.get(argument)
    if rule is None:
        _unknown(directive, "rule", argument, directive.context.ruleset.rules, span)
        return DrawnText()
    _check_empty(directive, "rule", body)
    return directive.context.fragment(rule_box(directive.context, rule))


# ---- executed examples


def _example(directive: DirectiveContext, argument: str, body: Fragment, span: Span) -> DrawnText:
    asked, document, prose = _settings(directive, ExampleModel, body)
    if asked is None or document is None:
        return DrawnText()
    rule = directive.context.ruleset.rules.get(asked.rule)
    if rule is None:
        _unknown(directive, "rule", asked.rule, directive.context.ruleset.rules, document.span(("rule",)))
        return DrawnText()
    given, expect, house = asked.given, asked.expect, asked.house
    result = _run(directive, rule, given, house, document)
    here = (
        result
        if directive.context.is_default_house
        else _run(directive, rule, given, {**directive.context.house, **house}, document)
    )
    if result is None or here is None:
        return DrawnText()
    _compare(directive, rule, expect, result, document)
    stated = {key: result.get(_output(result, key) or "", value) for key, value in expect.items()}
    other = {key: here.get(_output(here, key) or "", value) for key, value in expect.items()}
    box = pages.ExampleBox(
        title=argument,
        text=directive.render(prose),
        given=tuple(_given_rows(directive, rule, given)),
        results=tuple(_result_rows(directive, rule, stated)),
        rule=pages.Link(rule.model.title, directive.context.addresses.rule(rule.name)),
        house=tuple(_choice(directive, name, value) for name, value in house.items()),
        here=tuple(_result_rows(directive, rule, other)) if other != stated else (),
        first=body.is_first,
    )
    return directive.context.fragment(box)


def _choice(directive: DirectiveContext, name: str, value: object) -> str:
    """A house rule and its option by their titles; one that does not exist is reported where the example is run."""
    ruling = directive.context.ruleset.rulings.find(name)
    option = ruling.option(value) if ruling else None
    return (
        f"{ruling.model.title}: {ruling.title(option)}" if ruling and option is not None else f"{name}: {brief(value)}"
    )


def _run(
    directive: DirectiveContext, rule: Rule, given: Any, house: Mapping[str, Any], document: YamlDocument
) -> dict[str, Any] | None:
    try:
        return run_rule(directive.context.ruleset, rule.name, given, house)
    except RuleError as error:
        wrong = error.problem
        place = YamlPlace(document, ("given", *(wrong.path if wrong else ())))
        at = place.key_span if wrong and wrong.on_key else place.span
        message, context = f"this example cannot be run: {error}", directive.context
        context.diagnostics.add(failed_run(context.ruleset, error, message, str(at), at))
        return None


def _compare(
    directive: DirectiveContext,
    rule: Rule,
    expect: Mapping[str, Any],
    result: Mapping[str, Any],
    document: YamlDocument,
) -> None:
    for name, wanted in expect.items():
        output = _output(result, name)
        if output is None:
            hint = did_you_mean(str(name), list(result))
            at = document.key_span(("expect", name))
            directive.context.diagnostics.error("example-differs", f"`{rule.name}` gives no `{name}`", at, hint)
        elif not same_result(wanted, result[output]):
            message = f"the text says {name} {exactly(wanted)}, but `{rule.name}` gives {exactly(result[output])}"
            hint = exact_result(wanted, result[output])
            directive.context.diagnostics.error("example-differs", message, document.span(("expect", name)), hint)


def _output(result: Mapping[str, Any], name: object) -> str | None:
    return next((key for key in result if same_result(str(name), str(key))), None)


def _given_rows(directive: DirectiveContext, rule: Rule, given: Mapping[str, Any]) -> Iterator[pages.ExampleRow]:
    labels = {field.name: field.title or field.name.replace("_", " ") for field in rule.inputs}
    usual = {field.name: field.default for field in rule.signature.parameters if not field.required}
    telling = {name: value for name, value in given.items() if name not in usual or not same_result(value, usual[name])}
    kinds = {parameter.name: parameter.type for parameter in rule.signature.parameters}
    for name, value in (telling or given).items():
        text = formatted(value, kinds.get(name, ANYTHING), directive.context.ruleset.words.values)
        yield pages.ExampleRow(label=labels.get(name, name.replace("_", " ")), text=text)


def _result_rows(directive: DirectiveContext, rule: Rule, stated: Mapping[str, Any]) -> Iterator[pages.ExampleRow]:
    outputs, result = {step.name: step for step in rule.outputs}, bare(rule.signature.result)
    words = directive.context.ruleset.words.values
    for name, value in stated.items():
        kind = result.fields.get(name, ANYTHING) if isinstance(result, Record) else result
        step = outputs.get(name)
        label = (step.model.title or step.label) if step else name.replace("_", " ")
        count = value if step and step.model.mark and isinstance(value, int) else 0
        mark = drawn_mark(directive.context.ruleset.theme.marks, step.model.mark, label) if step and count else None
        yield pages.ExampleRow(label=label, text=formatted(value, kind, words), mark=mark, count=count)


# ---- tables


def _table(directive: DirectiveContext, argument: str, body: Fragment, span: Span) -> DrawnText:
    ruleset, listing = directive.context.ruleset, WrittenListing()
    if body.text.strip():
        asked, document, _ = _settings(directive, ListingModel, body)
        if asked is None:
            return DrawnText()
        listing = WrittenListing(asked, document)
    table = listed(directive.surroundings, argument, listing, span)
    if table is None:
        _unknown(directive, "table", argument, [*ruleset.kinds, *ruleset.vocabularies, *ruleset.tables], span)
        return DrawnText()
    return directive.context.fragment(table)


# ---- boxes of prose


def _ruling(directive: DirectiveContext, argument: str, body: Fragment, span: Span) -> DrawnText:
    ruling = directive.context.ruleset.rulings.find(argument)
    if ruling is None:
        _unknown(directive, "ruling", argument, directive.context.ruleset.rulings.by_name, span)
        return DrawnText()
    _check_empty(directive, "ruling", body)
    view = ruling_view(directive.context, ruling, directive.surroundings.drawn.files)
    return directive.context.fragment(pages.RulingNote(view, f"{directive.context.rulings_address}#{view.anchor}"))


def _when(directive: DirectiveContext, argument: str, body: Fragment, span: Span) -> DrawnText:
    holds = directive.context.condition_holds(argument, _place(argument, span))
    return directive.render(body) if holds else DrawnText()


def _note(directive: DirectiveContext, argument: str, body: Fragment, span: Span) -> DrawnText:
    return directive.context.fragment(pages.NoteBox(argument, directive.render(body)))


def _gm(directive: DirectiveContext, argument: str, body: Fragment, span: Span) -> DrawnText:
    if not directive.context.secrets:
        return DrawnText()
    return directive.context.fragment(pages.NoteBox(argument, directive.render(body), True))


_DIRECTIVES: dict[str, Callable[[DirectiveContext, str, Fragment, Span], DrawnText]] = {
    "rule": _rule,
    "example": _example,
    "table": _table,
    "ruling": _ruling,
    "when": _when,
    "note": _note,
    "gm": _gm,
}
