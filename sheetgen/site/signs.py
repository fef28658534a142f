"""The marks that a ruleset names, held against those that there are, and how they are emphasised."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sheetgen.blocks.slots import marks as marks_of
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.themes import unknown_mark
from sheetgen.model.ruleset.vocabulary import EMPHASES
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.source import SourceFile

MOST_LETTERS = 12
"""So many missing letters are named."""


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


def check_letters(ruleset: Ruleset, names: Iterable[str], diagnostics: Diagnostics) -> None:
    """Warn of letters of names and headings, as capitals, that the game's own font of headings has not."""
    font = ruleset.theme.font
    if font is None:
        return
    kinds = (text for kind in ruleset.kinds.values() for text in _headings(kind))
    texts = [text.upper() for text in (ruleset.title, *kinds, *names)]
    if missing := font.lacks("".join(dict.fromkeys("".join(texts)))):
        example = next(text for text in texts if missing[0] in text)
        letters = " ".join(missing[:MOST_LETTERS]) + (" …" if len(missing) > MOST_LETTERS else "")
        message = f"this font has no {letters}, as in “{example}”: such letters are drawn in another"
        place = ruleset.place.at("theme", "fonts", "headings").span
        diagnostics.warning("ruleset", message, place, "take a font that has them")


def check_text_letters(ruleset: Ruleset, files: Iterable[SourceFile], diagnostics: Diagnostics) -> None:
    """Warn of letters of texts that the game's own font of running text has not."""
    font, where = ruleset.theme.text, dict[str, str]()
    for file in dict.fromkeys(files) if font else ():
        for letter in set(file.text):
            where.setdefault(letter, file.name)
    if font and (missing := sorted(font.regular.lacks("".join(where)))):
        letters = " ".join(missing[:MOST_LETTERS]) + (" …" if len(missing) > MOST_LETTERS else "")
        message = f"this font has no {letters}, as in {where[missing[0]]}: such letters are drawn in another"
        place = ruleset.place.at("theme", "fonts", "text").span
        diagnostics.warning("ruleset", message, place, "take a font that has them")


def _headings(kind: Kind) -> Iterator[str]:
    yield from (kind.model.title, kind.model.plural)
    yield from (block.title for block in kind.model.layout.blocks.values())


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
    theme = ruleset.model.theme
    for setting, name in (("mark", theme.mark), ("ornament", theme.ornament)) if theme else ():
        if name:
            yield name, ruleset.place.at("theme", setting)
    yield from _of_terms(ruleset, "mark")
    for rule in ruleset.rules.values():
        for step in (*rule.steps, *rule.outputs):
            if step.model.mark:
                yield step.model.mark, rule.place.at("outputs", step.name, "mark")
    for kind in ruleset.kinds.values():
        for name, block in kind.model.layout.blocks.items():
            at = kind.place.at("layout", "blocks", name)
            yield from ((slot.text, at.at(*slot.path)) for slot in marks_of(block))
