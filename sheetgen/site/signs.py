"""The marks that a ruleset names, held against those that there are, and how they are emphasised."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.blocks.slots import marks as marks_of
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.load import Ruleset
from sheetgen.model.ruleset.themes import unknown_mark
from sheetgen.model.ruleset.vocabulary import EMPHASES
from sheetgen.text.diagnostics import Diagnostics, did_you_mean


def check_marks(ruleset: Ruleset, diagnostics: Diagnostics) -> None:
    """Report marks of terms, blocks, outputs and the theme that nothing draws, and emphases that there are not."""
    marks = ruleset.theme.marks
    for name, place in _named(ruleset):
        if name not in marks.outlines:
            unknown_mark(name, place.span, marks, diagnostics)
    for name, place in _of_terms(ruleset, "emphasis"):
        if name not in EMPHASES:
            hint = did_you_mean(name, EMPHASES)
            diagnostics.error("unknown-term", f"`{name}` is no emphasis of a mark", place.span, hint)


def _of_terms(ruleset: Ruleset, attribute: str) -> Iterator[tuple[str, YamlPlace]]:
    """The values of an attribute of the terms with a mark, each with the place where it is written."""
    for name, vocabulary in ruleset.vocabularies.items():
        for term, values in vocabulary.terms.items() if not vocabulary.kind else ():
            if values.get("mark") and values.get(attribute):
                yield str(values[attribute]), ruleset.place.at("vocabularies", name, term, attribute)
    kinds = {vocabulary.kind for vocabulary in ruleset.vocabularies.values()}
    for entry in ruleset.entries:
        if entry.kind in kinds and entry.data.get("mark") and isinstance(entry.data.get(attribute), str):
            yield str(entry.data[attribute]), entry.place.at(attribute)


def _named(ruleset: Ruleset) -> Iterator[tuple[str, YamlPlace]]:
    """Every mark that a ruleset names, and where."""
    if ruleset.model.theme and ruleset.model.theme.mark:
        yield ruleset.model.theme.mark, ruleset.place.at("theme", "mark")
    yield from _of_terms(ruleset, "mark")
    for rule in ruleset.rules.values():
        for step in (*rule.steps, *rule.outputs):
            if step.model.mark:
                yield step.model.mark, rule.place.at("outputs", step.name, "mark")
    for kind in ruleset.kinds.values():
        for name, block in kind.model.layout.blocks.items():
            at = kind.place.at("layout", "blocks", name)
            yield from ((slot.text, at.at(*slot.path)) for slot in marks_of(block))
