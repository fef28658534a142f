"""The drawn signs that a ruleset names, held against those that there are."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.blocks.slots import marks as marks_of
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.load import Ruleset
from sheetgen.templating.filters import Marks
from sheetgen.text.diagnostics import Diagnostics, nearest


def check_marks(ruleset: Ruleset, marks: Marks, diagnostics: Diagnostics) -> None:
    """Report marks of terms, blocks, outputs and the theme that nothing draws."""
    known = [name for name in marks.glyphs if not name.endswith(("-ticked", "-on"))]
    for name, place in _named(ruleset):
        if not marks.has(name) and not marks.has(f"game-{name}"):
            near = nearest(name, known, 1)
            hint = f"did you mean `{near[0]}`?" if near else f"marks are {', '.join(known)}"
            diagnostics.error("unknown-term", f"there is no mark called `{name}`", place.span, hint)


def _named(ruleset: Ruleset) -> Iterator[tuple[str, YamlPlace]]:
    """Every mark that a ruleset names, and where."""
    if ruleset.model.theme and ruleset.model.theme.mark:
        yield ruleset.model.theme.mark, ruleset.place.at("theme", "mark")
    for name, vocabulary in ruleset.vocabularies.items():
        for term, values in vocabulary.terms.items() if not vocabulary.kind else ():
            if values.get("mark"):
                yield str(values["mark"]), ruleset.place.at("vocabularies", name, term, "mark")
    for rule in ruleset.rules.values():
        for step in (*rule.steps, *rule.outputs):
            if step.model.mark:
                yield step.model.mark, rule.place.at("outputs", step.name, "mark")
    for kind in ruleset.kinds.values():
        for name, block in kind.model.layout.blocks.items():
            at = kind.place.at("layout", "blocks", name)
            yield from ((slot.text, at.at(*slot.path)) for slot in marks_of(block))
