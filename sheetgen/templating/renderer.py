"""Pages to HTML: the Jinja environment and the few functions that templates may call.

Templates are looked up in the campaign, then in the ruleset, then in the shared folder; a template of
the same name replaces the shared one and may still extend it as `shared/NAME`. As soon as a folder
other than the shared one takes part, everything runs in Jinja's sandbox.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    PrefixLoader,
    StrictUndefined,
    TemplateError,
)
from markupsafe import Markup

from sheetgen.languages.program_words import Words
from sheetgen.markdown.token_words import TEXT
from sheetgen.model.ruleset.themes import Theme
from sheetgen.templating import filters
from sheetgen.templating.bundles import FURTHER_LETTERS, LATIN_FONTS, LATIN_LETTERS, StylesInPage
from sheetgen.templating.compiled_templates import CompiledTemplates, SiteEnvironment
from sheetgen.templating.filters import (
    FILTERS,
    address,
    board_forms,
    drawn_sign,
    game_sign,
    mark_rows,
    plain_sign,
    structured_data,
)
from sheetgen.templating.page_needs import EXTRAS, needs_of
from sheetgen.templating.policy import own_scripts, with_policy
from sheetgen.templating.theme_styles import (
    cover_address,
    heading_css,
    heading_font,
    marks_css,
    marks_font,
    ornament_css,
    text_css,
    text_font,
    theme_css,
)
from sheetgen.templating.untrusted import FolderLoader, Sandbox, TooManyStepsError, fault, sandbox_digest, with_filters
from sheetgen.text.cache import Cache, digest
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import SourceFile, Span
from sheetgen.views import pages

PAGES: dict[type, str] = {
    pages.HomePage: "home",
    pages.RulesetPage: "ruleset",
    pages.ChapterPage: "chapter",
    pages.GuidePage: "chapter",
    pages.EntryPage: "entry",
    pages.EntriesPage: "entries",
    pages.ListPage: "list",
    pages.RulePage: "rule",
    pages.RulingsPage: "rulings",
    pages.SearchPage: "search",
    pages.PrintPage: "print",
    pages.TrayPage: "tray",
    pages.CalculatorsPage: "calculators",
    pages.CoveragePage: "coverage",
    pages.NotFoundPage: "404",
}

FRAGMENTS: dict[type, str] = {
    pages.RuleBox: "rule",
    pages.ExampleBox: "example",
    pages.EntryTable: "table",
    pages.RulingNote: "ruling",
    pages.NoteBox: "note",
    pages.PreviewCard: "preview",
    pages.BlockSample: "block-sample",
}

MIXED = frozenset({"home", "tray", "404"})
"""Pages that show several games, so need every theme."""
FILLED = frozenset({"long-list", "tray"})
"""What pages need that are given names of which they do not know the letters."""

_ASCII = bytes(range(128))
RECORD = "\x1e"
"""What parts texts that are drawn together: a character that no text of an author has (YAML 1.2, 5.1)."""


def template_file(template: str, path: Path, root: Path) -> SourceFile:
    """The file of a template as messages show it, called by its way from `root`."""
    inside = path.is_relative_to(root)
    name = path.relative_to(root).as_posix() if inside else f"templates/{template}"
    text = path.read_bytes().decode("utf-8", "replace") if path.is_file() else ""
    return SourceFile(path, name, text.replace("\r\n", "\n"))


def line_span(file: SourceFile, number: int) -> Span:
    """A line of a file without the white around it."""
    start, line = file.offset(number), file.line(number)
    return file.span(start + len(line) - len(line.lstrip()), start + len(line.rstrip()))


class RenderError(Exception):
    """A template could not be drawn: which one, in which file, at which line, and why."""

    def __init__(self, template: str, file: str, line: int, message: str) -> None:
        super().__init__(f"templates/{template}:{line}: {message}")
        self.template, self.file, self.line, self.message = template, file, line, message

    def span(self, root: Path) -> Span | None:
        """The line in its file, called by its way from `root`; None where no file is to blame."""
        return line_span(template_file(self.template, Path(self.file), root), self.line) if self.file else None

    @property
    def is_endless(self) -> bool:
        """Whether the template took too long, so that drawing on would take as long again."""
        return isinstance(self.__cause__, TooManyStepsError)

    def report(self, root: Path, diagnostics: Diagnostics) -> None:
        """Report it at its line; files are called by their way from `root`."""
        span = self.span(root)
        diagnostics.error("template", self.message if span else str(self), span)


@dataclass(frozen=True)
class TemplateFolders:
    """Where templates are looked for; the shared folder is trusted, the others are not."""

    shared: Path
    ruleset: Path | None = None
    campaign: Path | None = None
    root: Path = Path()
    """The folder that messages call their files from."""

    @property
    def overrides(self) -> tuple[Path, ...]:
        """The untrusted folders, the strongest first."""
        return tuple(folder for folder in (self.campaign, self.ruleset) if folder is not None)


def template_loader(folders: TemplateFolders) -> BaseLoader:
    """The loaders in the order of strength; `shared/NAME` always means the shared template."""
    shared = FolderLoader(folders.shared)
    overrides = [FolderLoader(folder) for folder in folders.overrides]
    return ChoiceLoader([*overrides, shared, PrefixLoader({"shared": shared})])


def environment(folders: TemplateFolders) -> Environment:
    """A Jinja environment with autoescape and strict undefined, sandboxed where a campaign's or ruleset's templates
    take part."""
    sort = Sandbox if folders.overrides else SiteEnvironment
    env = sort(
        loader=template_loader(folders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
        bytecode_cache=CompiledTemplates(Cache.of_user(), sort.__name__, _filters_digest(), sandbox_digest()),
    )
    env.globals.update(at=address)
    return with_filters(env, FILTERS)


@cache
def _filters_digest() -> str:
    """A digest of what the filters of templates do."""
    return digest(Path(filters.__file__).read_bytes())


def structured(page: pages.Page) -> str:
    """Structured data about a page to read that has an address."""
    is_text = isinstance(page, pages.EntryPage | pages.ChapterPage | pages.GuidePage)
    if not page.shell.canonical or not is_text:
        return ""
    if isinstance(page, pages.EntryPage):
        return structured_data(page.shell, page.entry.name, page.entry.summary)
    assert isinstance(page, pages.ChapterPage | pages.GuidePage)
    return structured_data(page.shell, page.title, page.summary)


def fonts(page: pages.Page, needed: Set[str]) -> Iterator[str]:
    """The fonts that a page needs besides those of every page: its marks, and italics where there are formulas.

    The search has no figures and names in heavy letters, and rulings have theirs folded away.
    """
    theme = page.shell.page_theme
    if not isinstance(page, pages.SearchPage | pages.RulingsPage):
        yield "display-900"
    yield marks_font(theme) if theme else "marks"
    if theme and theme.font:
        yield heading_font(theme)
    if theme and theme.text:
        yield text_font(theme)
    if "rulebox" in needed:
        yield "text-400-italic"


def beyond_ascii(text: str) -> str:
    """The characters of a text that ASCII does not have: so few that looking for one of them takes no time."""
    return "" if text.isascii() else text.encode("utf-8", "ignore").translate(None, _ASCII).decode()


def unique(names: Iterable[str]) -> list[str]:
    """The names that are not empty, each once, in order."""
    return list(dict.fromkeys(name for name in names if name))


@dataclass(frozen=True)
class Renderer:
    """Draws pages and fragments; make one with `renderer(folders)` and keep it for the whole build."""

    env: Environment
    folders: TemplateFolders
    words: Words
    """What templates write in the program's own words."""
    scripts: frozenset[str] = frozenset()
    """The scripts that may stand in a page."""

    def render_page(self, page: pages.Page) -> str:
        """A whole HTML document. Raises RenderError where a template is wrong."""
        template = f"site/{PAGES[type(page)]}.html"
        main = self._draw(template, page=page, shell=page.shell, root=page.shell.root)
        needed = needs_of(page) | ({TEXT} if self.overrides(type(page)) else set())
        extras = [assets for name, assets in EXTRAS.items() if name in needed]
        html = self._draw(
            "site/shell.html",
            shell=page.shell,
            root=page.shell.root,
            main=Markup(main),
            kind=PAGES[type(page)],
            mixed=PAGES[type(page)] in MIXED,
            fonts=fonts(page, needed),
            styles=unique(style for style, _ in extras),
            scripts=unique(script for _, script in extras),
            structured=structured(page),
        )
        letters = beyond_ascii(html)
        further = f'<link rel="stylesheet" href="{page.shell.root}assets/letters.css">'
        lettered = FURTHER_LETTERS.search(letters) or not needed.isdisjoint(FILLED)
        html = html.replace("<!--letters-->", further if lettered else "", 1)
        if LATIN_LETTERS.search(letters):
            html = html.replace('data-fonts="', f'data-fonts="{" ".join(LATIN_FONTS)} ', 1)
        return with_policy(html, self.scripts)

    def render_fragment(self, view: pages.Fragment, root: str = "") -> Markup:
        """A box for use inside Markdown; `root` is the way from the page to the site root."""
        template = f"fragments/{FRAGMENTS[type(view)]}.html"
        return Markup(self._draw(template, view=view, root=root, anchors=True))

    def list_cells(self, cells: Sequence[tuple[pages.ListColumn, pages.ListCell]]) -> list[str]:
        """Cells of lists, each with its column, as the pages of lists have them."""
        return self._draw("site/list_cells.html", cells=cells).lstrip().split(RECORD)[:-1]

    def overrides(self, page: type[pages.Page]) -> bool:
        """Whether templates of the project's own draw a sort of page."""
        return any((folder / f"site/{PAGES[page]}.html").is_file() for folder in self.folders.overrides)

    def _draw(self, template: str, **view: object) -> str:
        folders = (*self.folders.overrides, self.folders.shared)
        try:
            return self.env.get_template(template).render(view)
        except Exception as error:
            mistake = fault(error, folders)
            if not mistake.file and not isinstance(error, TemplateError):
                raise
            raise RenderError(
                self._name(mistake.file) or template, mistake.file, mistake.line, mistake.message
            ) from error

    def _name(self, file: str) -> str:
        """The name of a template by its file; empty for files that are no templates."""
        for folder in (*self.folders.overrides, self.folders.shared):
            if Path(file).is_relative_to(folder):
                return Path(file).relative_to(folder).as_posix()
        return ""


def renderer(folders: TemplateFolders, words: Words | None = None) -> Renderer:
    """A renderer over these folders; in English where no words are given."""
    env, words = environment(folders), words or Words()
    env.globals["_"] = words
    env.globals.update(mark=plain_sign, symbol=drawn_sign, mark_rows=mark_rows, game_mark=game_sign)
    env.globals.update(colours=lambda theme, root: Markup(_theme_styles(theme, root)))
    env.globals.update(board_forms=board_forms, cover_address=cover_address)
    draw = Renderer(env, folders, words, own_scripts(_own_pages(folders)))
    env.globals.update(styled=StylesInPage(folders.shared))
    return draw


def _theme_styles(theme: Theme, root: str) -> str:
    return (
        theme_css(theme)
        + marks_css(theme, root)
        + heading_css(theme, root)
        + text_css(theme, root)
        + ornament_css(theme)
    )


def _own_pages(folders: TemplateFolders) -> Iterator[str]:
    """The program's own templates of pages."""
    for path in sorted((folders.shared / "site").glob("*.html")):
        yield path.read_text("utf-8")
