"""The marks that a ruleset names, held against those that there are, and how they are emphasised."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from sheetgen.blocks.slots import marks as marks_of
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.themes import unknown_mark
from sheetgen.model.ruleset.vocabulary import EMPHASES
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.source import SourceFile, Span

MOST_LETTERS = 12
"""So many missing letters are named."""
Name = tuple[str, Callable[[], Span]]
"""A name that is set as a heading, and where it is written."""


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


def check_letters(ruleset: Ruleset, names: Iterable[Name], diagnostics: Diagnostics) -> None:
    """Warn of letters of names and headings, as capitals, that the game's own font of headings has not."""
    if font := ruleset.theme.font:
        named = [(text.upper(), place) for text, place in (*_headings(ruleset), *names)]
        missing = font.lacks("".join(dict.fromkeys("".join(text for text, _ in named))))
        for text, place in named if missing else ():
            if missing[0] in text:
                return _warn("headings", missing, f"“{text}”", place(), diagnostics)
    return None


def check_text_letters(ruleset: Ruleset, files: Iterable[SourceFile], diagnostics: Diagnostics) -> None:
    """Warn of letters of texts that the game's own font of running text has not."""
    font, where = ruleset.theme.text, dict[str, SourceFile]()
    for file in dict.fromkeys(files) if font else ():
        for letter in set(file.text):
            where.setdefault(letter, file)
    if font and (missing := "".join(sorted(font.regular.lacks("".join(where))))):
        file = where[missing[0]]
        _warn("text", missing, "this text", file.span(file.text.index(missing[0])), diagnostics)


def _warn(font: str, missing: str, example: str, place: Span, diagnostics: Diagnostics) -> None:
    """Warn of letters where the first of them is written: the font may be that of a game in another folder."""
    letters = " ".join(missing[:MOST_LETTERS]) + (" …" if len(missing) > MOST_LETTERS else "")
    message = f"the game's own font has no {letters}, as in {example}: such letters are drawn in another"
    diagnostics.warning("ruleset", message, place, f"take a font that has them, in `theme.fonts.{font}` of the ruleset")


def _headings(ruleset: Ruleset) -> Iterator[Name]:
    yield ruleset.title, lambda: ruleset.place.at("title").span
    for kind in ruleset.kinds.values():
        for key, title in (("title", kind.model.title), ("plural", kind.model.plural)):
            yield title, partial(_span, kind.place, key)
        for name, block in kind.model.layout.blocks.items():
            yield block.title, partial(_span, kind.place, "layout", "blocks", name)


def _span(place: YamlPlace, *path: str) -> Span:
    return place.at(*path).span


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
