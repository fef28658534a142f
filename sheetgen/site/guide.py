"""The manual of sheetgen: a section of the site that belongs to no game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from sheetgen.formula.function_examples import EXAMPLES
from sheetgen.formula.functions import FUNCTIONS
from sheetgen.languages.program_words import ENGLISH, Words
from sheetgen.markdown.drawn_text import END, DrawnText
from sheetgen.markdown.fragment import Fragment
from sheetgen.markdown.render import render
from sheetgen.markdown.terms import TermNames
from sheetgen.media.images import PublishedFile
from sheetgen.media.marks import TICKED, plain_marks
from sheetgen.model.project import Project
from sheetgen.reference.context import ROOT
from sheetgen.reference.linked_files import FILES, LinkedFile, is_elsewhere, page_file, picture_file
from sheetgen.reference.links import LinkIndex, check_target, page_targets
from sheetgen.reference.written_pages import WrittenPage, read_pages
from sheetgen.site.block_samples import block_directive
from sheetgen.site.chapters import search_sections
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.guide_tables import code, link, plain, table
from sheetgen.site.pdf_figures import PdfFigures, PdfPicture
from sheetgen.site.search import SearchRecord
from sheetgen.site.settings import MODELS, settings_table, templates_table
from sheetgen.templating.filters import plain_sign
from sheetgen.text.diagnostics import CODES, MOST, Diagnostics, did_you_mean
from sheetgen.text.memo import Memo
from sheetgen.text.source import Span
from sheetgen.views.pages import CoveragePage, GuidePage, Link, LinkGroup

FOLDER = "guide/"
Directive = Callable[[str, Fragment, Span], DrawnText]
"""Draws a colon fence from its argument, its body, and its place."""


def read_guide(project: Project, diagnostics: Diagnostics, memo: Memo) -> list[WrittenPage]:
    """The manual's pages in order; none where the project has no manual."""
    return read_pages(project.guide, project.root, diagnostics, memo) if project.guide else []


def guide_links(pages: Sequence[WrittenPage]) -> tuple[Link, ...]:
    """A link to the manual, for menus."""
    return (Link("Guide", f"{FOLDER}index.html"),) if pages else ()


def guide_pages(
    written: Sequence[WrittenPage],
    shells: ShellMaker,
    coverage: Sequence[CoveragePage],
    files: dict[str, PublishedFile],
    pictures: dict[str, PdfPicture],
    diagnostics: Diagnostics,
    figures: PdfFigures,
) -> Iterator[GuidePage]:
    """The manual's pages, drawn; what they show is added to `files`, and to `pictures` where it is printed first."""
    settings: Directive = partial(_settings, diagnostics)
    picture: Directive = partial(figures.figure, pictures, diagnostics)
    samples = block_directive(shells.games[0].context.renderer if shells.games else None, diagnostics)
    directives = {
        **_DIRECTIVES,
        "coverage": lambda *_: _coverage(coverage),
        "picture": picture,
        "settings": settings,
        "block": lambda argument, body, span: samples(argument, span),
    }
    targets = list(page_targets(written, FOLDER, "Guide"))
    targets += [target for game in shells.games for target in game.context.link_index.targets]
    link_index, hints = LinkIndex(tuple(targets)), iter(range(MOST))
    links = [Link(page.title, f"{FOLDER}{page.slug}.html", summary=page.meta.summary) for page in written]
    for number, page in enumerate(written):
        path = f"{FOLDER}{page.slug}.html"
        surroundings = _GuideHooks(link_index, hints, page.slug, files, diagnostics, directives)
        text = render(page.body, surroundings, titled=page.titled)
        crumbs = [Link("Guide", f"{FOLDER}index.html")] if page.slug != "index" else []
        shell = shells.shell(
            path,
            page.title,
            None,
            description=page.meta.summary,
            crumbs=crumbs,
            previews=(),
            previous=links[number - 1] if number else None,
            following=links[number + 1] if number + 1 < len(links) else None,
            source=page.file.name,
        )
        siblings = tuple(Link(link.title, link.href, current=link.href == path) for link in links)
        yield GuidePage(
            shell=shell,
            title=page.title,
            summary=page.meta.summary,
            html=text.html,
            sections=text.sections,
            needs=text.needs,
            siblings=(LinkGroup("Guide", siblings),),
        )


def guide_record(page: GuidePage) -> SearchRecord:
    """The search record of a page of the manual."""
    return SearchRecord(
        title=page.title,
        href=page.shell.path,
        kind="Guide",
        summary=page.summary,
        sections=tuple(search_sections(page.sections, {})),
        facets={"kind": "Guide"},
    )


@dataclass(frozen=True)
class _GuideHooks:
    """Links and directives of the manual; braces are what they are, since there is no game to compute with."""

    link_index: LinkIndex
    hints: Iterator[object]
    page: str
    files: dict[str, PublishedFile]
    diagnostics: Diagnostics
    directives: Mapping[str, Directive]
    program: Words = ENGLISH
    """The manual is in English, whatever the games are in."""

    def link(self, target: str, text: str, span: Span) -> DrawnText:
        """A `[[target]]` link within the manual or into a game."""
        linked = check_target(self.link_index, target, self.page, span, self.diagnostics, self.hints)
        if linked is None:
            return DrawnText.of(text or target)
        return link(f"{ROOT}{linked.href}", text or linked.title)

    def href(self, address: str, span: Span) -> str:
        """The address of an ordinary link."""
        if is_elsewhere(address, span, self.diagnostics):
            return address
        page, hash_, anchor = address.partition("#")
        if page.endswith(FILES):
            return self._file(page_file(page, FOLDER, span, self.diagnostics))
        name = page.removesuffix(".md").removesuffix(".html").removeprefix("./")
        target = f"{name}{hash_}{anchor}"
        linked = check_target(self.link_index, target, self.page, span, self.diagnostics, self.hints)
        return f"{ROOT}{linked.href}" if linked else address

    def picture(self, address: str, span: Span) -> dict[str, str]:
        """Address and size of a picture beside the page."""
        file = picture_file(address, FOLDER, span, self.diagnostics)
        return {"src": self._file(file), **file.dimensions} if file else {}

    def _file(self, file: LinkedFile | None) -> str:
        if file is None:
            return ""
        self.files[file.address] = file.file
        return f"{ROOT}{file.address}"

    def figure(self, formula: str, span: Span) -> str:
        """Braces in the manual are text."""
        return f"{{{formula}}}"

    def loose_brace(self, message: str, hint: str, span: Span) -> None:
        """Braces in the manual are text."""

    def problem(self, message: str, span: Span) -> None:
        """A mistake in the markup."""
        self.diagnostics.error("markdown", message, span)

    def directive(self, name: str, argument: str, body: Fragment) -> DrawnText:
        """A generated part of the manual."""
        directive = self.directives.get(name)
        span = body.span(-1, 0, len(name) + 4)
        if directive is None:
            hint = did_you_mean(name, self.directives)
            self.diagnostics.error("markdown", f"the guide has no directive called `{name}`", span, hint)
            return DrawnText()
        return directive(argument, body, span)

    def terms(self) -> TermNames:
        """Nothing is linked of itself."""
        return TermNames(frozenset())

    def term(self, word: str) -> tuple[str, Markup] | None:
        """Nothing is linked of itself."""
        return None


def _codes(argument: str, body: Fragment, span: Span) -> DrawnText:
    return table(("Code", "What it means"), ((code(name), plain(meaning)) for name, meaning in CODES.items()), CODES)


def _settings(diagnostics: Diagnostics, argument: str, body: Fragment, span: Span) -> DrawnText:
    kind = MODELS.get(argument)
    if kind is None:
        hint = did_you_mean(argument, MODELS)
        diagnostics.error("markdown", f"nothing called `{argument}` has settings", span, hint)
        return DrawnText()
    return settings_table(kind)


def _functions(argument: str, body: Fragment, span: Span) -> DrawnText:
    rows = (
        (code(function.name), plain(function.says), code(EXAMPLES[function.name])) for function in FUNCTIONS.values()
    )
    return table(("Function", "What it gives", "For instance"), rows)


def _marks(argument: str, body: Fragment, span: Span) -> DrawnText:
    names = [name for name in plain_marks().outlines if not name.endswith(TICKED)]
    items = (Markup("<li>{} <code>{}</code></li>").format(plain_sign(name), name) for name in names)
    html = Markup('<ul class="marks">{}</ul>').format(Markup("").join(items))
    return DrawnText(html, tuple(f"{name}{END}" for name in names))


def _coverage(pages: Sequence[CoveragePage]) -> DrawnText:
    rows = (
        (link(f"{ROOT}{page.shell.path}", page.shell.breadcrumbs[0].title), plain(f"{page.covered} of {page.total}"))
        for page in pages
    )
    return table(("Game", "Facts of its source that are stated"), rows)


_DIRECTIVES: dict[str, Directive] = {
    "diagnostics": _codes,
    "functions": _functions,
    "marks": _marks,
    "templates": lambda *_: templates_table(),
}
