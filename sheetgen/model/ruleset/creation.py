"""The steps in which a new entry of a kind is made: those that the kind declares, or one with all that it needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheetgen.blocks.base import LayoutFormula
from sheetgen.formula.types import NUMBER, Optional, accepts
from sheetgen.model.ruleset.creation_models import CreationStepModel
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.kind_models import KindModel
from sheetgen.model.ruleset.layouts import Layout
from sheetgen.model.ruleset.shapes import Field
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.suggest import in_sentence, with_article


@dataclass(frozen=True)
class CreationStep:
    """A step: its fields, and what is left to spend on them."""

    model: CreationStepModel
    left: LayoutFormula | None = None


def creation_steps(
    model: KindModel, fields: dict[str, Field], place: YamlPlace, layout: Layout, diagnostics: Diagnostics
) -> Iterator[CreationStep]:
    """The steps that a kind declares, each of them sound; mistakes are reported."""
    seen: set[str] = set()
    for number, step in enumerate(model.creation):
        at = place.at("creation", number)
        left = layout.compile(step.left, at.at("left"), diagnostics) if step.left else None
        if left and not accepts(Optional(NUMBER), left.type):
            message = f"what is left to spend is a number, not {left.type}"
            diagnostics.error("formula-type", message, left.span, "write how many points there are, less those spent")
            left = None
        known = []
        for order, name in enumerate(step.fields):
            span = at.at("fields", order).span
            if name not in fields:
                message = f"{with_article(in_sentence(model.title))} has no field `{name}`"
                diagnostics.error("unknown-field", message, span, did_you_mean(name, fields), missed=(name,))
            elif name in seen:
                diagnostics.error("ruleset", f"`{name}` is chosen twice", span, "leave it to one of the steps")
            else:
                known.append(name)
            seen.add(name)
        if known:
            yield CreationStep(step.model_copy(update={"fields": known}), left)


def undeclared_step(model: KindModel, fields: dict[str, Field]) -> CreationStep:
    """The one step of a kind that declares none: all that an entry needs, beside its name."""
    needed = [name for name, field in fields.items() if not (field.optional or field.has_default) and name != "name"]
    return CreationStep(CreationStepModel.model_construct(title=model.title, text=model.doc, fields=needed, left=""))
