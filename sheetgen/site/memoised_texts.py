"""Texts that are drawn once, and again only where what they are made from or what they ask of their game is another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Generic, TypeAlias, TypeVar

from sheetgen.markdown.drawn_text import Section
from sheetgen.media.images import PictureFrame, PublishedFile
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.reference.context import Question, RenderContext, RenderedText
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.memo import Form, Memo, PagePart
from sheetgen.text.value_format import ValueFormat

T = TypeVar("T")


Questions: TypeAlias = tuple[Question, ...]
"""What a text asks of its game."""
TEXTS = ValueFormat.of(RenderedText, Section, PublishedFile, PictureFrame)
"""How drawn texts, and what they ask, are written down."""


@dataclass(frozen=True, eq=False)
class MemoisedTexts:
    """The texts of a game, each from the memo where it is the same and all that it asks for is the same.

    First what it asks for is kept, by what it is made from; then what it becomes, by the answers as well.
    """

    memo: Memo
    context: RenderContext
    ruleset: Ruleset

    def drawn(
        self,
        sort: str,
        part: PagePart,
        made_from: object,
        draw: Callable[[RenderContext], T],
        form: Callable[[], Form[T | Questions]] | None = None,
    ) -> T:
        """What a text becomes; it is kept on disk where it has a form."""
        drawing = _Drawing(draw, self.context)
        asked: Questions = ()
        while True:
            drawn = self.memo.get(
                (sort, part[0], *asked),
                partial(self._inputs, made_from, asked),
                self.context.diagnostics,
                partial(drawing.result, asked),
                part,
                form,
            )
            if not isinstance(drawn, tuple):
                return drawn
            asked = (*asked, *drawn)

    def _inputs(self, made_from: object, asked: Iterable[Question]) -> tuple[object, ...]:
        answer = self.context.answer
        return (self._common, made_from, *[answer(*question) for question in asked])

    @cached_property
    def _common(self) -> str:
        context = self.context
        return self.memo.digest((self.ruleset, context.renderer, context.secrets, context.house))


@dataclass(frozen=True)
class _Drawing(Generic[T]):
    """A text that is drawn where it is needed, once, with its questions and mistakes."""

    draw: Callable[[RenderContext], T]
    context: RenderContext

    @cached_property
    def _drawn(self) -> tuple[T, dict[Question, Any], Diagnostics]:
        questions: dict[Question, Any] = {}
        mistakes = Diagnostics()
        return self.draw(self.context.noting(questions, mistakes)), questions, mistakes

    def result(self, asked: Questions, diagnostics: Diagnostics) -> T | Questions:
        """What the text becomes; its questions, where it asks for more than is known of."""
        drawn, questions, mistakes = self._drawn
        known = frozenset(asked)
        more = tuple(question for question in questions if question not in known)
        if not more:
            diagnostics.extend(mistakes)
        return more or drawn
