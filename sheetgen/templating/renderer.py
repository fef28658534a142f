"""Pages to HTML: the Jinja environment and the few functions that templates may call.

Templates are looked up in the campaign, then in the ruleset, then in the shared folder; a template of
the same name replaces the shared one and may still extend it as `shared/NAME`. As soon as a folder
other than the shared one takes part, everything runs in Jinja's sandbox.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
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
from rcssmin import cssmin
from rjsmin import jsmin

from sheetgen.languages.program_words import Words
from sheetgen.markdown.token_words import TEXT
from sheetgen.model.ruleset.themes import Theme
from sheetgen.templating import filters
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
from sheetgen.templating.page_needs import COMMON, EXTRAS, RARE, needs_of
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
    token_css,
)
from sheetgen.templating.untrusted import FolderLoader, Sandbox, TooManyStepsError, fault, sandbox_digest, with_filters
from sheetgen.text.cache import Cache, digest
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.json_script import json_text
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
    """Structured data about a page with an address: its shell's own, else the usual."""
    is_text = isinstance(page, pages.EntryPage | pages.ChapterPage | pages.GuidePage)
    if page.shell.structured or not page.shell.canonical or not is_text:
        return page.shell.structured
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
        letters = f'<link rel="stylesheet" href="{page.shell.root}assets/letters.css">'
        html = html.replace("<!--letters-->", letters if FURTHER_LETTERS.search(html) else "", 1)
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

    def source(self, template: str) -> str:
        """The text of a shared file, such as a stylesheet."""
        return (self.folders.shared / template).read_text("utf-8")

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
    env.globals.update(styled=_StylesInPage(draw))
    return draw


def _theme_styles(theme: Theme, root: str) -> str:
    return (
        theme_css(theme)
        + marks_css(theme, root)
        + heading_css(theme, root)
        + text_css(theme, root)
        + ornament_css(theme)
    )


class _StylesInPage(dict[str, Markup]):
    """The styles that stand in pages, by name; each is read when the first page has it."""

    def __init__(self, draw: Renderer) -> None:
        super().__init__()
        self._draw = draw

    def __missing__(self, name: str) -> Markup:
        return self.setdefault(name, Markup(bundle(self._draw, IN_PAGE[name]).strip()))


def _own_pages(folders: TemplateFolders) -> Iterator[str]:
    """The program's own templates of pages."""
    for path in sorted((folders.shared / "site").glob("*.html")):
        yield path.read_text("utf-8")


# ---- assets --------------------------------------------------------------------------------------

FACES = ("display-700", "display-900", "display-900-italic", "text-400", "text-400-italic", "text-600")
"""Each in two files: what nearly every page needs, and further letters."""

WEB_FONTS: tuple[str, ...] = (
    *(f"assets/fonts/web/{face}{part}.woff2" for face in FACES for part in ("", "-more")),
    *("assets/fonts/OFL-SofiaSans.txt", "assets/fonts/OFL-SourceSans3.txt"),
)
"""Files to copy beside the stylesheets: from the templates folder to the same address on the site."""

FURTHER_LETTERS = re.compile("[\u0100-\u1eff\u2070-\u209f]")
"""The letters of those further files, as `letters.css` gives their range."""

MIXED = frozenset({"home", "search", "tray", "404"})
"""Pages that show several games, so need every theme."""

STYLES: Mapping[str, tuple[str, ...]] = {
    "site": ("fonts", "base", "shell", "parts", "statblock", *map("blocks/{}".format, COMMON), "paper"),
    "popover": ("popover",),
    "bookmarks": ("bookmarks",),
    "inline-entry": ("inline-entry",),
    "letters": ("letters",),
    "search": ("letters", "search"),
    "rulebox": ("rulebox",),
    "board": ("board",),
    "attack": ("rulebox", "roll", "attack"),
    "edit": ("edit",),
}
"""Stylesheets and their parts: what every page links, what some link, and what scripts load on first use."""

IN_PAGE: Mapping[str, tuple[str, ...]] = {
    "notebox": ("notebox",),
    "inline-entries": ("inline-entries",),
    "chapter": ("prose",),
    "text": ("text",),
    "stacked": ("stacked-tables",),
    **{block: (f"blocks/{block}",) for block in RARE},
    "home": ("large-search", "front", "home"),
    "large-search": ("large-search",),
    "front": ("front",),
    "landing": ("landing",),
    "rulings": ("rulings",),
    "downloads": ("downloads",),
    "coverage": ("coverage",),
    "tools": ("tools",),
    "rulebox": ("rulebox",),
    "list": ("list",),
    "entries": ("entries",),
    "long-list": ("long-list",),
    "roll": ("roll",),
    "sample": ("block-sample",),
    "tray": ("tray",),
    "board-paper": ("board-paper",),
}
"""Styles that stand in the pages that need them: too little to wait for another file."""

SCRIPTS: Mapping[str, tuple[str, ...]] = {
    "site": ("search-loader", "site", "lazy"),
    "on-interaction": ("words", "on-interaction", "tray"),
    "popover": ("words", "popover"),
    "bookmarks": ("words", "bookmarks"),
    "recent": ("recent",),
    "editions": ("editions",),
    "chapter": ("words", "page"),
    "list": ("words", "list-filter", "list", "compare"),
    "long-list": ("long-list",),
    "calculator": ("words", "calculator"),
    "roll": ("words", "dice", "roll"),
    "attack": ("words", "dice", "attack-odds", "fight-plan", "fight-course", "attack-course", "attack"),
    "board": ("board-loader",),
    "board-print": ("words", "board-print"),
    "fight": ("words", "marks", "board-state", "board-row", "board-tools", "board"),
    "play": ("play",),
    "in-play": ("words", "marks", "board-row", "in-play"),
    "players": ("words", "board-players"),
    "inline-entry": ("inline-entry",),
    "offline": ("words", "offline"),
    "tray-page": ("words", "tray-page"),
    "query": ("query",),
    "search": ("words", "search-words", "search-texts", "search-packing", "search-answers", "search-engine", "search"),
    "search-panel": ("search-panel",),
    "search-page": ("search-page",),
    "search-marks": ("words", "search-words", "search-texts", "search-marks"),
    "rules-runtime": ("rules-runtime",),
    "say": ("say",),
    "drafts": ("words", "drafts"),
    "edit": ("words", "yaml-edit", "edit-form", "edit-page", "edit-rows", "edit"),
}


_SPARED = re.compile(r"(?<![\w.])0(\.\d)| (/) ")
"""What cssmin leaves: the 0 before a point, and white around the stroke of a font."""


def bundle(draw: Renderer, parts: Iterable[str]) -> str:
    """The text of parts of the style, in order, without needless white space; `blocks/NAME` is the style of a block."""
    files = (f"{part}/site.css" if part.startswith("blocks/") else f"assets/css/{part}.css" for part in parts)
    return _SPARED.sub(r"\1\2", cssmin("".join(map(draw.source, files))))


def stylesheets(draw: Renderer) -> dict[str, str]:
    """The site's stylesheets by address."""
    sheets = {f"assets/{name}.css": bundle(draw, parts) for name, parts in STYLES.items()}
    tokens = cssmin(token_css(draw.source("assets/tokens.css")))
    return sheets | {"assets/site.css": f"@layer base{{{tokens}}}{sheets['assets/site.css']}"}


def scripts(draw: Renderer) -> dict[str, str]:
    """The site's scripts by address, comments and indentation dropped."""
    made = {
        f"assets/js/{name}.js": jsmin("".join(draw.source(f"assets/js/{part}.js") for part in parts))
        for name, parts in SCRIPTS.items()
    }
    plural = script_words(draw, Words()).replace("=", "??=", 1)
    return made | {path: plural + made[path] for path in ("assets/js/search.js", "assets/js/search-marks.js")}


_ASKED = re.compile(r"""\((?:(?<=\bwords\()|(?<=\bfail\()|(?<=\bsg\.parts\())\s*"([^"]+)\"""")


def script_words(draw: Renderer, words: Words) -> str:
    """The texts of scripts in a language, as the script that hands them over; only those that are others in English."""
    parts = dict.fromkeys(part for bundle in SCRIPTS.values() for part in bundle)
    asked = {text for part in parts for text in _ASKED.findall(draw.source(f"assets/js/{part}.js"))}
    own = {text: wording for text, wording in words.different.items() if text in asked}
    return f"self.sheetgenWords={json_text(own)};\n"


def service_worker(draw: Renderer, version: str, core: Iterable[str], paths: Iterable[str], size: int) -> str:
    """The script that keeps the site for use offline, for `service-worker.js` at the root.

    `version` changes with the content (a digest); `core` is what is kept at once, `paths` are all that may be, relative
    to the root: pages, stylesheets, scripts, fonts; leave out PDFs, they are large. `size` is that of all, in bytes.
    """
    first = sorted(core)
    rest = sorted(set(paths) - set(first))
    script, words = draw.source("assets/js/service-worker.js"), draw.words
    asked = _ASKED.findall(script)
    own = {text: wording for text, wording in words.different.items() if text in asked}
    site = {"version": version, "paths": first + rest, "core": len(first), "bytes": size}
    text = json_text(site | {"language": words.language, "words": own})
    return f"var SITE={text};\n" + str(jsmin(script))


def web_manifest(title: str, description: str, theme: Theme | None, language: str = "en") -> str:
    """The text of `manifest.webmanifest`: what makes the site installable."""
    icons = [{"src": f"assets/icon-{theme.ruleset}.svg", "sizes": "any", "type": "image/svg+xml"}] if theme else []
    manifest = {
        "name": title,
        "short_name": title[:24],
        "description": description,
        "lang": language,
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#131016",
        "theme_color": "#131016",
        "icons": icons,
    }
    return json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"
