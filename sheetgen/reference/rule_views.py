"""Rules and rulings as the pages of a book show them: their boxes, their inputs, their readings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sheetgen.blocks.parts import drawn_mark
from sheetgen.formula.prose import in_words, plain_words
from sheetgen.formula.runtime import show
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.media.images import PublishedFile
from sheetgen.media.marks import Marks
from sheetgen.model.ruleset.rules import Rule, Step
from sheetgen.model.ruleset.rulings import Ruling
from sheetgen.model.ruleset.run_rule import RuleError, as_json, given_inputs
from sheetgen.model.ruleset.shapes import Field, ListShape, MappingShape, RecordShape, ScalarShape, Shape, TermShape
from sheetgen.reference.calculators import first_answers
from sheetgen.reference.context import ROOT, RenderContext, RenderedText
from sheetgen.views import pages


def rule_box(context: RenderContext, rule: Rule, level: int = 3) -> pages.RuleBox:
    """A rule as its box shows it."""
    inputs = tuple(
        replace(_input(context, field, default), start=start)
        for field, default, start in zip(rule.inputs, _defaults(context, rule), _starts(context, rule), strict=True)
    )
    return pages.RuleBox(
        ruleset=context.ruleset.id,
        name=rule.name,
        title=rule.model.title,
        inputs=inputs,
        lines=tuple(_lines(context, rule)),
        switches=tuple(_switches(context, rule)),
        says=rule.model.doc,
        calculator=rule.model.calculator and bool(rule.inputs),
        href=context.addresses.rule(rule.name),
        level=level,
    )


def answered(context: RenderContext, rule: Rule, box: pages.RuleBox) -> pages.RuleBox:
    """The box of a rule whose calculator stands open, with its first answers."""
    if not box.calculator or rule.formulas is None:
        return box
    answers, failure = first_answers(context.ruleset, rule, box.inputs, box.lines, context.house)
    return replace(box, answers=answers, failure=failure)


def _defaults(context: RenderContext, rule: Rule) -> Iterator[Any]:
    by_name = {p.name: p.default for p in rule.signature.parameters}
    return (as_json(by_name.get(field.name)) for field in rule.inputs)


def _starts(context: RenderContext, rule: Rule) -> list[Any]:
    """The opening inputs of a calculator: the first worked case of the rule, or nothing in particular."""
    given = context.ruleset.worked.get(rule.name)
    with suppress(RuleError):
        if given is not None:
            return [as_json(value) for value in given_inputs(rule, context.ruleset, given)]
    return [None] * len(rule.inputs)


def _lines(context: RenderContext, rule: Rule) -> Iterator[pages.RuleLine]:
    if rule.formulas is None:
        return
    checked = dict(rule.formulas.lines)
    names = rule.formulas.outputs or {step.name: step.name for step in rule.outputs}
    for steps, is_step in ((rule.outputs, False), (rule.steps, True)):
        for step in steps:
            formula = checked[names.get(step.name, step.name) if not is_step else step.name]
            tree, types, scope = formula.formula.tree, formula.types, rule.formulas.scope
            html = in_words(tree, types, scope, lambda name: f"{ROOT}{context.addresses.rule(name)}")
            words = DrawnText(html, (plain_words(tree, types, scope),))
            yield _line(step, words, is_step, context.ruleset.theme.marks)


def _line(step: Step, words: DrawnText, is_step: bool, marks: Marks) -> pages.RuleLine:
    title = step.model.title or step.label
    mark = drawn_mark(marks, step.model.mark, title) if step.model.mark else None
    return pages.RuleLine(name=step.name, title=title, formula=words, unit=step.model.unit, mark=mark, step=is_step)


def _switches(context: RenderContext, rule: Rule) -> Iterator[pages.RuleSwitch]:
    for name in sorted(rule.houses):
        ruling = context.ruleset.rulings.by_name[name]
        if ruling.model.switch:
            options = tuple(pages.Option(option, title) for option, title in ruling.titles.items())
            setting = context.house[name]
            href = f"{context.rulings_address}#{name.replace('_', '-')}"
            yield pages.RuleSwitch(
                name=name,
                title=ruling.model.title,
                value=ruling.title(setting),
                href=href,
                options=options,
                setting=setting,
            )


def _input(context: RenderContext, field: Field, default: Any = None) -> pages.RuleInput:
    view = _shape_input(context, field.shape, field.name, field.title or field.label)
    return replace(view, short=field.short, unit=field.unit, note=field.doc, default=default, optional=_optional(field))


def _shape_input(context: RenderContext, shape: Shape, name: str, title: str) -> pages.RuleInput:
    match shape:
        case ScalarShape(name=("integer" | "number") as sort, low=low, high=high):
            return pages.RuleInput(name=name, title=title, type=sort, min=low, max=high)
        case ScalarShape(name="truth"):
            return pages.RuleInput(name=name, title=title, type="truth")
        case TermShape():
            return pages.RuleInput(name=name, title=title, type="choice", options=tuple(_options(context, shape)))
        case ListShape(item=item):
            return pages.RuleInput(name=name, title=title, type="list", of=_shape_input(context, item, name, title))
        case MappingShape(key=key, value=value):
            options = tuple(_options(context, key)) if isinstance(key, TermShape) else ()
            return pages.RuleInput(
                name=name, title=title, type="map", options=options, of=_shape_input(context, value, name, title)
            )
        case RecordShape(record=record):
            parts = tuple(_input(context, part, as_json(part.default)) for part in context.ruleset.records[record])
            return pages.RuleInput(name=name, title=title, type="record", fields=parts)
    return pages.RuleInput(name=name, title=title, type="text")


def _options(context: RenderContext, shape: TermShape) -> Iterator[pages.Option]:
    vocabulary, marks = context.ruleset.compiler.vocabulary(shape), context.ruleset.theme.marks
    for term, values in vocabulary.terms.items():
        mark = values.get("mark")
        sign = drawn_mark(marks, str(mark), values["title"], str(values.get("code") or "")) if mark else None
        yield pages.Option(term, str(values["title"]), sign)


def ruling_view(context: RenderContext, ruling: Ruling, files: dict[str, PublishedFile]) -> pages.RulingBox:
    """A ruling as its page shows it; pictures in its texts are added to `files`."""
    place, drawn, words = ruling.place, RenderedText(files=files), context.ruleset.words
    chosen = context.house.get(ruling.name, ruling.default)
    readings = tuple(
        pages.Reading(
            value=_written(option),
            text=context.prose(text, ruling.reading_span(option), drawn),
            chosen=option == chosen,
            default=option == ruling.default,
            title=ruling.title(option) if ruling.model.switch else "",
        )
        for option, text in ruling.options.items()
    )
    if ruling.model.open:
        number = "" if chosen in ruling.options else str(chosen)
        text = context.prose(words("Any other number: {text}.", text=ruling.model.open), place.at("open").span, drawn)
        readings += (
            pages.Reading(value=number or "…", text=text, chosen=bool(number), title=number or words("another")),
        )
    target = context.target(ruling.model.reference) if ruling.model.reference else None
    rules = tuple(
        pages.Link(rule.model.title, context.addresses.rule(rule.name))
        for rule in context.ruleset.rules.values()
        if ruling.name in rule.houses
    )
    return pages.RulingBox(
        name=ruling.name,
        title=ruling.model.title,
        sort=ruling.model.sort,
        severity=ruling.model.severity,
        source=context.prose(ruling.model.source, place.at("source").span, drawn),
        readings=readings,
        why=context.prose(ruling.model.why, place.at("why").span, drawn),
        switch=ruling.model.switch,
        reference=pages.Link(target.title, target.href) if target else None,
        rules=rules,
    )


def _written(option: object) -> str:
    """An option as a campaign writes it."""
    return str(option).lower() if isinstance(option, bool) else str(option)


def _optional(field: Field) -> bool:
    return field.optional or (field.has_default and field.default is None)


def brief(option: object) -> str:
    """An option as users read it."""
    return show(option) if isinstance(option, bool) else str(option).replace("_", " ")
