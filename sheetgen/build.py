"""The pipeline: project, read, parse, validate, link, derive, plan, render, print, publish."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path

from sheetgen.model.loaded import LoadedGame, load_game
from sheetgen.model.project import Project, display_root, find, read_project
from sheetgen.model.ruleset.cases import check_cases
from sheetgen.model.ruleset.script import calculator_script
from sheetgen.model.unread_files import check_templates
from sheetgen.output.publish import Artifact, Published, publish
from sheetgen.print.engine.engine import load as load_engine
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.errors import EngineMissingError
from sheetgen.print.paper import paper
from sheetgen.print.plan import PdfThumbnails, PrintPlan, plan_prints, print_site
from sheetgen.print.plan.check_templates import check_print_templates
from sheetgen.print.plan.print_job import check_card
from sheetgen.site.assets import asset_files, offline_files, own_styles, templates_folder, web_files
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.entry_pages import NO_PRINTS
from sheetgen.site.games import SiteGame, open_game
from sheetgen.site.guide import guide_links, read_guide
from sheetgen.site.lazy_files import LazyFiles, Maker
from sheetgen.site.plan import SEARCH, Plan, makers, plan, search_scripts
from sheetgen.templating.renderer import Renderer, RenderError, TemplateFolders, renderer
from sheetgen.text.cache import Cache
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.memo import Memo, Tracker
from sheetgen.text.source import contents


@dataclass(frozen=True)
class Options:
    """What a build is asked for."""

    path: Path = Path()
    output: Path | None = None
    pdf: bool = True
    player: bool = False
    strict: bool = False
    live: bool = False


@dataclass
class Timings:
    """Seconds for each stage, in order."""

    seconds: dict[str, float] = field(default_factory=dict)
    report: Callable[[str], None] = lambda stage: None

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time one stage of the pipeline."""
        self.report(name)
        start = time.perf_counter()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - start


@dataclass(frozen=True, eq=False)
class BuildResult:
    """What a build did. Nothing is published where there are errors (or warnings, when strict)."""

    project: Project | None
    diagnostics: Diagnostics
    timings: Timings
    published: Published | None = None
    pages: int = 0
    pdfs: int = 0
    missing: str = ""
    """Why no PDFs were made, where the PDF engine is missing."""

    @property
    def output(self) -> Path:
        """The folder of the site."""
        assert self.project is not None
        return self.project.output


NOTHING_TO_PRINT = PrintPlan((), NO_PRINTS, {})


@dataclass(frozen=True, eq=False)
class Built:
    """A site in memory: every file but the PDFs, and how those would be printed."""

    project: Project | None
    diagnostics: Diagnostics
    timings: Timings
    files: Mapping[str, bytes] = field(default_factory=dict)
    """By address; in a live build a page is drawn when it is asked for, which may raise `RenderError`."""
    prints: PrintPlan = NOTHING_TO_PRINT
    pages: int = 0
    missing: str = ""


def build_in_memory(
    options: Options, timings: Timings | None = None, memo: Memo | None = None, visible_pages: Iterable[str] = ()
) -> Built:
    """Everything of a build up to its pages. Raises `ProjectError` where there is no project.

    With `looked_at`, a glimpse: these pages follow from what is written now, and of the rest what the build before
    left on the shelf is taken as it stands, links to them from elsewhere included.
    """
    timings, diagnostics, memo = timings or Timings(), Diagnostics(), memo or Memo()
    memo.visible_pages = set(visible_pages) or None
    with timings.stage("project"):
        project = read_project(find(options.path), diagnostics)
    if project is None:
        return Built(None, diagnostics, timings)
    with timings.stage("read, validate, derive"):
        games = _loaded(project, diagnostics, memo, options.player)
    try:
        with timings.stage("plan"):
            site = _Site(project, games, options, diagnostics, memo)
            missing = engine_missing() if options.pdf else "PDFs were switched off for this build."
            prints = plan_prints(site.games, project, diagnostics)
            prints = NOTHING_TO_PRINT if missing else prints
            gallery = site.gallery(prints, complete=not missing and not options.player)
            planned = plan(site.shells, prints.prints, prints.groups, missing, site.guide, diagnostics, gallery.figure)
            prints = prints.showing(gallery.pictures)
        with timings.stage("render"):
            files = _drawn(site, planned, prints, options)
    except RenderError as error:
        _tell(error, project, diagnostics)
        return Built(project, diagnostics, timings)
    if not diagnostics.has_errors:
        memo.evict_unused()
    return Built(project, diagnostics, timings, files, prints, len(planned.pages), missing)


def build(options: Options, session: PrintSession | None = None, timings: Timings | None = None) -> BuildResult:
    """Build and publish a site.

    Raises `ProjectError` where there is no project, and `PublishError` where the site cannot be written.
    """
    built = build_in_memory(options, timings)
    project, diagnostics, timings = built.project, built.diagnostics, built.timings
    printed: dict[str, bytes] = {}
    if built.prints.jobs and _sound(diagnostics, options):
        with timings.stage("print"):
            try:
                printed = _printed(built.prints, session, diagnostics)
            except RenderError as error:
                _tell(error, project, diagnostics)
    if project is None or not _sound(diagnostics, options):
        return BuildResult(project, diagnostics, timings, missing=built.missing)
    with timings.stage("publish"):
        files = {**built.files, **printed}
        published = publish(
            (Artifact(path, content) for path, content in files.items()), options.output or project.output
        )
    pdfs = len(built.prints.jobs)
    return BuildResult(project, diagnostics, timings, published, built.pages, pdfs, built.missing)


def check(path: Path, player: bool = False) -> tuple[Diagnostics, list[LoadedGame]]:
    """Everything of a build but writing: all mistakes of a project, or of its edition for players.

    Raises `ProjectError`.
    """
    diagnostics = Diagnostics()
    project = read_project(find(path), diagnostics)
    if project is None:
        return diagnostics, []
    games = _loaded(project, diagnostics, player=player)
    try:
        site = _Site(project, games, Options(player=player), diagnostics, Memo())
        gallery = site.gallery(NOTHING_TO_PRINT, complete=False)
        planned = plan(site.shells, NO_PRINTS, {}, "", site.guide, diagnostics, gallery.figure)
        plan_prints(site.games, project, diagnostics)
        for game in site.games:
            check_cases(game.ruleset, display_root(game.ruleset.folder, project), diagnostics)
        if not diagnostics.has_errors:
            site.whole(site.files(planned))
    except RenderError as error:
        _tell(error, project, diagnostics)
    return diagnostics, games


def open_site(path: Path, diagnostics: Diagnostics, player: bool = False) -> tuple[Project, Sequence[SiteGame]] | None:
    """A project with its games ready to draw, for commands that print. Raises `ProjectError`."""
    project = read_project(find(path), diagnostics)
    if project is None:
        return None
    loaded = _loaded(project, diagnostics, player=player)
    return project, _Site(project, loaded, Options(player=player), diagnostics, Memo()).games


def _tell(error: RenderError, project: Project | None, diagnostics: Diagnostics) -> None:
    span = error.span(project.root) if project else None
    diagnostics.error("template", error.message if span else str(error), span)


def _loaded(
    project: Project, diagnostics: Diagnostics, memo: Memo | None = None, player: bool = False
) -> list[LoadedGame]:
    for one in project.games:
        check_card(one, diagnostics)
    found = (load_game(one, project, diagnostics, memo, player) for one in project.games)
    return [game for game in found if game]


def engine_missing() -> str:
    """Why PDFs cannot be made on this machine; empty where they can."""
    try:
        load_engine()
    except EngineMissingError as error:
        return str(error)
    return ""


def _drawn(site: _Site, planned: Plan, prints: PrintPlan, options: Options) -> Mapping[str, bytes]:
    if not _sound(site.diagnostics, options):
        return {}
    files = site.files(planned)
    return files if options.live else site.whole(files, prints.pictures)


def _sound(diagnostics: Diagnostics, options: Options) -> bool:
    return not diagnostics.has_errors and not (options.strict and len(diagnostics))


def _printed(prints: PrintPlan, session: PrintSession | None, diagnostics: Diagnostics) -> dict[str, bytes]:
    if session is not None:
        return print_site(prints, session, diagnostics)
    with PrintSession(cache=Cache.of_user()) as own:
        return print_site(prints, own, diagnostics)


class _Site:
    """The games of a project opened for drawing, and the files that their plan becomes."""

    def __init__(
        self,
        project: Project,
        loaded: Sequence[LoadedGame],
        options: Options,
        diagnostics: Diagnostics,
        memo: Memo,
    ) -> None:
        self.project = project
        self.diagnostics = diagnostics
        self.memo = memo
        self.renderers = {game.ruleset.id: self._renderer(_folders(game)) for game in loaded}
        self.shared = next(iter(self.renderers.values()), None) or self._renderer(TemplateFolders(templates_folder()))
        self.games = tuple(
            open_game(game, project, self.renderers[game.ruleset.id], diagnostics, not options.player, memo)
            for game in loaded
        )
        for game in loaded:
            _check_templates(game, project, diagnostics)
        self.styles = list(own_styles(project.games, {game.game.folder: game.ruleset.id for game in loaded}))
        extra: dict[str, tuple[str, ...]] = {}
        for identity, address, _ in self.styles:
            extra[identity] = (*extra.get(identity, ()), address)
        self.guide = read_guide(project, diagnostics, memo)
        self.shells = ShellMaker(project, self.games, options.player, options.live, guide_links(self.guide), extra)

    def _renderer(self, folders: TemplateFolders) -> Renderer:
        inputs = (folders, contents((*folders.overrides, folders.shared), "**/*.html", "assets/*.svg", "assets/css/*"))
        return self.memo.get(("renderer", folders), inputs, self.diagnostics, lambda tracker, report: renderer(folders))

    def gallery(self, prints: PrintPlan, complete: bool) -> PdfThumbnails:
        """What draws pictures of PDFs; `complete` says whether these are all that the project prints."""
        return PdfThumbnails(prints.titles, paper(self.project.paper), complete, self.diagnostics)

    def files(self, planned: Plan) -> LazyFiles:
        """Every file of the site but the PDFs and what works offline, each made when it is asked for."""
        found = dict(makers(planned, self.renderers, self.shared))
        for game in self.games:
            if game.ruleset.sound:
                found[f"assets/rules/{game.ruleset.id}.js"] = self._calculators(game)
        ready = {**self._assets(), **{address: text for _, address, text in self.styles}}
        ready |= dict(web_files(self.project, planned.pages))
        found |= {path: partial(bytes, content) for path, content in ready.items()}
        return LazyFiles(found, {SEARCH: partial(search_scripts, planned)})

    def _calculators(self, game: SiteGame) -> Maker:
        """What writes the script of a game's calculators when it is first asked for, and then keeps it."""
        ruleset, house = game.ruleset, game.loaded.house

        def make(tracker: Tracker, report: Diagnostics) -> Maker:
            return cache(lambda: calculator_script(ruleset, house).encode())

        return self.memo.get(("calculators", ruleset.id), (ruleset, house), self.diagnostics, make)

    def _assets(self) -> Mapping[str, bytes]:
        themes = [game.ruleset.theme for game in self.games]
        inputs = (self.shared, themes, contents([templates_folder() / "assets"], "css/*", "js/*", "fonts/web/*"))
        return self.memo.get(
            "assets", inputs, self.diagnostics, lambda tracker, report: dict(asset_files(self.shared, themes))
        )

    def whole(self, files: LazyFiles, pictures: Iterable[str] = ()) -> Mapping[str, bytes]:
        """All files made, with those that keep the site and pictures of its PDFs for use offline.

        Raises RenderError where a template is wrong.
        """
        found = dict(files)
        theme = self.games[0].ruleset.theme if self.games else None
        kept = found | dict.fromkeys(pictures, b"")
        return found | dict(offline_files(self.project, self.shared, kept, theme))


def _check_templates(game: LoadedGame, project: Project, diagnostics: Diagnostics) -> None:
    overrides = _folders(game).overrides
    check_print_templates(overrides, project.root, diagnostics)
    for folder in overrides:
        root = project.root if folder.is_relative_to(project.root) else folder.parent
        check_templates(folder, templates_folder(), root, diagnostics)


def _folders(game: LoadedGame) -> TemplateFolders:
    ruleset = game.game.folder / "templates"
    campaign = game.game.campaign / "templates" if game.game.campaign else None
    return TemplateFolders(
        templates_folder(),
        ruleset if ruleset.is_dir() else None,
        campaign if campaign and campaign.is_dir() else None,
    )
