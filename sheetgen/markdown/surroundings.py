"""What a Markdown text asks of its surroundings: where links lead, what figures come to, what directives draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from markupsafe import Markup

from sheetgen.languages.program_words import Words
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.markdown.fragment import Fragment
from sheetgen.markdown.terms import TermNames
from sheetgen.text.source import Span


class Surroundings(Protocol):
    """The surroundings of a Markdown text: links, figures, directives. Each may add diagnostics at the span."""

    @property
    def program(self) -> Words:
        """What the program says in the text."""

    def link(self, target: str, text: str, span: Span) -> DrawnText:
        """A `[[target|text]]` link; the text may be empty."""

    def href(self, address: str, span: Span) -> str:
        """The address of an ordinary link."""

    def picture(self, address: str, span: Span) -> Mapping[str, str]:
        """The attributes of a picture in HTML: `src`, and its size where that is known; empty where there is none."""

    def figure(self, formula: str, span: Span) -> str:
        """The text of a `{formula}`."""

    def loose_brace(self, message: str, hint: str, span: Span) -> None:
        """A brace without a partner: what is wrong with it, and what to write."""

    def directive(self, name: str, argument: str, body: Fragment) -> DrawnText:
        """A colon fence."""

    def problem(self, message: str, span: Span) -> None:
        """A mistake in the markup itself."""

    def terms(self) -> TermNames:
        """What is linked of itself in prose."""

    def term(self, word: str) -> tuple[str, Markup] | None:
        """For the name of a term: the key of its target, and the link."""
