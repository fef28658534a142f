"""The context in which a game's Markdown is rendered: what its pages, boxes and tables are made from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from markupsafe import Markup

from sheetgen.blocks import EMPTY
from sheetgen.blocks.base import LayoutFormula
from sheetgen.formula.check import check
from sheetgen.formula.checking.checker import Checked
from sheetgen.formula.compile import Expression, guarded
from sheetgen.formula.number_formats import formatted
from sheetgen.formula.parse import parse
from sheetgen.formula.partly_known import UnknownValueError, visible_part
from sheetgen.formula.runtime import FormulaFailedError, show
from sheetgen.formula.syntax_problems import FormulaError, Problem
from sheetgen.formula.types import ANYTHING, ListOf, Term, Type, bare
from sheetgen.languages.program_words import Words
from sheetgen.markdown.drawn_text import DrawnText, Section
from sheetgen.markdown.fragment import Fragment
from sheetgen.markdown.near_misses import report_near_misses
from sheetgen.markdown.render import render, render_run_in
from sheetgen.markdown.terms import TermNames
from sheetgen.media.images import PublishedFile
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.ruleset.documents import YamlPlace, check_condition
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.rulings import Option
from sheetgen.reference.linked_files import FileBeside, LinkedFile, is_elsewhere, page_file, picture_file
from sheetgen.reference.links import LinkIndex, Target, check_shared, check_target
from sheetgen.reference.written_pages import WrittenPage
from sheetgen.templating.renderer import Renderer, RenderError
from sheetgen.text.diagnostics import MOST, Diagnostic, Diagnostics, Severity, SharedCause
from sheetgen.text.source import Span
from sheetgen.views import pages
from sheetgen.views.present import Addresses
from sheetgen.yaml.load import YamlDocument

ROOT = "@/"
"""Stands for the way to the site root in HTML that may be shown on several pages; see `site.planned_files.rooted`."""
OF_ENTRY = "formulas over the entry itself stand in fields that have `computed: true`"
MOST_STEPS_OF_FIGURES = 2_000_000
"""The steps that all figures of a page may take together."""
_ATTRIBUTES = re.compile(r"[#.:]\s*[#.]?[^\W\d][\w-]*")
"""How the braces at the end of a heading begin, for its id or class."""
_TWICE = re.compile(r"\{[^{}:]*\}")
"""A figure within a second pair of braces, as in other languages of templates."""
_FIGURE = re.compile(r"\{([^{}]+)\}")
_OPENING = Markup('<p class="opening"><img src="{src}" alt="" width="{width}" height="{height}"></p>')
"""The picture that a page opens with, which says nothing that its text does not."""


class Directive(Protocol):
    """Draws a directive found on a page of a book."""

    def __call__(
        self, context: RenderContext, surroundings: PageSurroundings, name: str, argument: str, body: Fragment
    ) -> DrawnText:
        """The HTML of the directive."""


@dataclass
class RenderedText:
    """A rendered Markdown text: its HTML and sections, the previews it shows, what it links to, and what it needs."""

    html: Markup = EMPTY
    sections: tuple[Section, ...] = ()
    previews: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    files: dict[str, PublishedFile] = field(default_factory=dict)
    """Pictures and PDFs that it shows, by their address on the site."""
    needs: set[str] = field(default_factory=set)
    """The styles and scripts that it needs beside those of every page."""


Question: TypeAlias = tuple[Any, ...]
"""What a text asks of the rest of its game: `("entries", kind)`, `("file", folder, address)` and the like."""
Answer: TypeAlias = Callable[..., Any]
LINKS: Question = ("links",)
"""Asks for the digest of all that can be linked to."""


@dataclass(repr=False)
class RenderContext:
    """The context of one game's texts. It adds to its diagnostics."""

    ruleset: Ruleset
    house: Mapping[str, Option]
    link_index: LinkIndex
    addresses: Addresses
    renderer: Renderer
    diagnostics: Diagnostics
    directive: Directive
    folder: str
    """Where the game's pages are, relative to the site root, with a slash at the end."""
    answer: Answer
    """What a text asks of the rest of the game, by the name of the question and its arguments."""
    secrets: bool = True
    hints: Iterator[object] = field(default_factory=lambda: iter(range(MOST)))
    """As many as there are hints still to be looked for, since more will not be shown."""
    steps: int = MOST_STEPS_OF_FIGURES
    """The steps left for the figures and tables of a text; below 0 once its author was warned that they take more."""
    names_listed: dict[str, str] = field(default_factory=dict)
    """The names in tables of chapters that previews have told already, by the keys of their sections."""

    def noting(self, questions: dict[Question, Any], diagnostics: Diagnostics) -> RenderContext:
        """The context for one text, with its own diagnostics and all its steps, that notes what is asked.

        Where the text asks for all links, where single ones lead is not noted.
        """

        def answer(*question: Any) -> Any:
            reply = self.answer(*question)
            if question[0] not in ("target", "page") or LINKS not in questions:
                questions[question] = reply
            return reply

        return replace(self, answer=answer, diagnostics=diagnostics, steps=MOST_STEPS_OF_FIGURES)

    @property
    def is_default_house(self) -> bool:
        """Whether all house rules stand at their defaults, which the examples of the text rest on."""
        return self.house == self.ruleset.rulings.defaults

    def computed(self, kind: str) -> tuple[ComputedEntry, ...] | None:
        """The entries of a kind; none where nothing can be computed."""
        entries: tuple[ComputedEntry, ...] | None = self.answer("entries", kind)
        return entries

    def target(self, name: str, page: str = "") -> Target | None:
        """The target that a link names; of its summary only whether there is one."""
        target: Target | None = self.answer("target", name, page)
        return target

    def all_links(self) -> LinkIndex:
        """Everything that can be linked to."""
        self.answer(*LINKS)
        return self.link_index

    def file_beside(self, home: Path, address: str) -> FileBeside:
        """The file that an address names from a folder."""
        file: FileBeside = self.answer("file", home, address)
        return file

    @property
    def rulings_address(self) -> str:
        """The page of all rulings."""
        return f"{self.folder}rulings.html"

    def list_address(self, kind: str) -> str:
        """The list of a kind's entries."""
        return f"{self.folder}{self.ruleset.kinds[kind].folder}/index.html"

    # ---- Markdown

    def page(self, page: WrittenPage) -> RenderedText:
        """A page with its links, figures and directives."""
        drawn = RenderedText()
        surroundings = PageSurroundings(self, page.slug, drawn)
        text = render(page.body, surroundings, with_terms=True, titled=page.titled)
        opening = surroundings.picture(*page.opening) if page.opening else {}
        drawn.html = _OPENING.format(**opening) + text.html if "width" in opening else text.html
        drawn.sections, drawn.needs = text.sections, set(text.needs)
        return drawn

    def prose(self, text: str, span: Span, drawn: RenderedText) -> DrawnText:
        """An author's Markdown inside of an entry, without the paragraph around a single one."""
        plain = DrawnText.unmarked(text)
        if plain is not None:
            return plain
        fragment = Fragment(text, span.file, 0, span)
        report_near_misses(fragment, self.diagnostics)
        made = render_run_in(fragment, PageSurroundings(self, "", drawn))
        drawn.needs |= made.needs
        return made

    def fragment(self, view: pages.Box) -> DrawnText:
        """A box of the reference, drawn; nothing, with a diagnostic, where its template is wrong."""
        try:
            return DrawnText(
                self.renderer.render_fragment(view, ROOT), tuple(view.words(self.renderer.words)), view.needs
            )
        except RenderError as error:
            if error.is_endless:
                raise
            error.report(self.renderer.folders.root, self.diagnostics)
            return DrawnText()

    def cell(self, value: Any, kind: Type, span: Span, drawn: RenderedText) -> DrawnText:
        """A value in a table cell: terms by title, texts as Markdown."""
        kind = bare(kind)
        if value is None:
            return DrawnText()
        if isinstance(kind, Term) and kind.vocabulary:
            return DrawnText.of(self.ruleset.titles[kind.vocabulary].get(value, show(value)))
        if isinstance(value, list):
            item = kind.item if isinstance(kind, ListOf) else kind
            return DrawnText.joined((self.cell(item_value, item, span, drawn) for item_value in value), ", ")
        if isinstance(value, dict) and "name" in value:
            return DrawnText.of(str(value["name"]))
        return (
            self.prose(value, span, drawn)
            if isinstance(value, str)
            else DrawnText.of(formatted(value, kind, self.ruleset.words.values))
        )

    # ---- formulas in prose

    def condition_holds(self, text: str, span: Span) -> bool:
        """Whether a condition in prose holds; a formula that is none is reported."""
        checked = self._figure(text, span)
        if checked is None:
            return False
        if checked.type != ANYTHING:
            check_condition(checked.type, span, self.diagnostics)
        return self._value(checked, span) is True

    def figure_text(self, text: str, span: Span, hint: str = "") -> str:
        """A formula in prose as readers see its value; empty, with a diagnostic, where it fails. The hint is for a name
        that is not known here."""
        checked = self._figure(text, span, hint)
        value = self._value(checked, span) if checked else None
        if checked is None or value is None:
            return ""
        return value if isinstance(value, str) else formatted(value, checked.type, self.ruleset.words.values)

    def _figure(self, text: str, span: Span, hint: str = "") -> Checked | None:
        try:
            checked = check(parse(text), self.ruleset.scope)
        except FormulaError as error:
            self._problem(error.problem, span)
            return None
        for problem in checked.problems[:1]:
            hints = (*problem.hints, hint) if problem.code == "formula-name" and hint else problem.hints
            self._problem(replace(problem, hints=hints), span)
        return None if checked.problems else checked

    def _value(self, checked: Checked, span: Span) -> Any:
        if not self.ruleset.sound or self.steps < 0:
            return None
        return self.compute(self.ruleset.program.expression(checked, self.ruleset.scope), {}, span)

    def compute(self, expression: Expression, values: Mapping[str, Any], span: Span, whose: str = "") -> Any:
        """The value of a formula of this page; None, with a diagnostic, where it fails or the page takes too long."""
        if self.steps <= 0:
            message = f"the figures of this page take more than {MOST_STEPS_OF_FIGURES:,} steps together"
            if self.steps == 0:
                self.diagnostics.error("formula-failed", message, span, "make a rule of what they have in common")
            self.steps = -1
            return None
        run = self.ruleset.evaluation(self.house)
        try:
            return visible_part(guarded(expression.value, run, values))
        except UnknownValueError:
            return None
        except FormulaFailedError as error:
            message = f"{error}, for {whose}" if whose else str(error)
            failed, at = self.ruleset.line_of_rule(error.at) or ("this", span)
            what, noun = f"{failed} cannot be computed", "rows" if whose else "places"
            cause = SharedCause(at=at, what=what, reason=str(error), subject=whose or str(span), noun=noun)
            self.diagnostics.add(Diagnostic(Severity.ERROR, "formula-failed", message, span, cause=cause))
            return None
        finally:
            self.steps = max(0, self.steps - run.spent)

    def with_figures(self, text: str) -> str:
        """A plain text of the rulebook with its figures worked out, for previews; mistakes are reported by its own
        page."""
        return _FIGURE.sub(self._figure_text, text)

    def _figure_text(self, match: re.Match[str]) -> str:
        with suppress(FormulaError, FormulaFailedError):
            checked = check(parse(match[1]), self.ruleset.scope)
            if self.ruleset.sound and not checked.problems:
                expression = self.ruleset.program.expression(checked, self.ruleset.scope)
                value = guarded(expression.value, self.ruleset.evaluation(self.house), {})
                return value if isinstance(value, str) else formatted(value, checked.type, self.ruleset.words.values)
        return match[0]

    def _problem(self, problem: Problem, span: Span) -> None:
        start = min(span.start + problem.start, span.end - 1)
        at = Span(span.file, start, min(span.start + problem.end, span.end))
        self.diagnostics.error(problem.code, problem.message, at, *problem.hints, missed=problem.missed)

    def kind_formula(
        self, kind: Kind, text: str, document: YamlDocument, path: tuple[str, ...]
    ) -> LayoutFormula | None:
        """A formula over the entries of a kind, written in a directive."""
        if kind.layout is None:
            return None
        return kind.layout.compile(text, YamlPlace(document, path), self.diagnostics)


@dataclass
class PageSurroundings:
    """Links, figures and directives of one page or text."""

    context: RenderContext
    page: str
    drawn: RenderedText

    @property
    def program(self) -> Words:
        """The words of the game."""
        return self.context.ruleset.words

    def link(self, target: str, text: str, span: Span) -> DrawnText:
        """A `[[target]]` link, or its text where it leads nowhere."""
        linked = self._target(target, span)
        if linked is None:
            return DrawnText.of(text or target)
        return DrawnText(self._anchor(linked, text or linked.title), (text or linked.title,))

    def _target(self, name: str, span: Span) -> Target | None:
        context = self.context
        linked = context.target(name, self.page) or check_target(
            context.all_links(), name, self.page, span, context.diagnostics, context.hints
        )
        if linked and linked.of_campaign:
            check_shared(linked, span, context.ruleset.layers, context.diagnostics)
        return linked

    def _anchor(self, target: Target, text: str) -> Markup:
        self.drawn.links.add(target.key)
        preview = ""
        if target.previewed:
            preview = Markup(' data-preview="{}"').format(self.preview(target.preview_of(text)))
        return Markup('<a href="{}"{}>{}</a>').format(f"{ROOT}{target.href}", preview, text)

    def preview(self, key: str) -> str:
        """Note that the page shows the preview of a target."""
        self.drawn.previews.add(key)
        return key

    def href(self, address: str, span: Span) -> str:
        """The address of an ordinary link; one to a page of the game is looked up among the targets."""
        if is_elsewhere(address, span, self.context.diagnostics):
            return address
        name = re.sub(r"\.(?:md|html)(?=#|$)", "", address).removeprefix("./")
        if not re.search(r"\.\w+$", address.partition("#")[0]) or address.partition("#")[0].endswith((".md", ".html")):
            linked = self._target(name, span)
            if linked is None:
                return address
            self.drawn.links.add(linked.key)
            return f"{ROOT}{linked.href}"
        context = self.context
        return self._file(page_file(address, context.folder, span, context.diagnostics, context.file_beside))

    def picture(self, address: str, span: Span) -> dict[str, str]:
        """Address and size of a picture, which lies beside the page or entry."""
        context = self.context
        file = picture_file(address, context.folder, span, context.diagnostics, context.file_beside)
        return {"src": self._file(file), **file.dimensions} if file else {}

    def _file(self, file: LinkedFile | None) -> str:
        if file is None:
            return ""
        self.drawn.files[file.address] = file.file
        return f"{ROOT}{file.address}"

    def figure(self, formula: str, span: Span) -> str:
        """The text of a formula in prose."""
        if _ATTRIBUTES.match(formula):
            self.problem(f"`{{{formula}}}` stands at the end of a heading, once, and nowhere else", span)
            return ""
        if _TWICE.fullmatch(formula):
            self.problem("a figure stands in one pair of braces", span, f"write `{formula}`")
            return ""
        return self.context.figure_text(formula, span, "" if self.page else OF_ENTRY)

    def loose_brace(self, message: str, hint: str, span: Span) -> None:
        """A brace without a partner."""
        self.problem(message, span, hint)

    def directive(self, name: str, argument: str, body: Fragment) -> DrawnText:
        """A directive on the page."""
        return self.context.directive(self.context, self, name, argument, body)

    def problem(self, message: str, span: Span, *hints: str) -> None:
        """A mistake in the markup."""
        self.context.diagnostics.error("markdown", message, span, *hints)

    def terms(self) -> TermNames:
        """The names of all terms."""
        return self.context.all_links().terms[0]

    def term(self, word: str) -> tuple[str, Markup] | None:
        """The link of a term, except to the page that it stands on."""
        linked = self.context.all_links().term(word)
        if linked is None or linked.href.partition("#")[0] == f"{self.context.folder}{self.page}.html":
            return None
        return linked.key, self._anchor(linked, word)
