"""The pipeline: project, read, parse, validate, link, derive, plan, render, print, publish.

`open_games` is its beginning, all that printing one card needs; `build_in_memory` goes on to every page, which is what
`check` looks at and the preview shows; `build` prints and publishes what that made. What only printing needs is
imported where something is printed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.finished_runs import FinishedRuns, Inputs, Outcome
from sheetgen.model.memoised_steps import MemoisedSteps
from sheetgen.model.project import Project, display_root, read_project, sources
from sheetgen.model.project_file import find
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.stated import Audit
from sheetgen.opened_games import open_games, shared_renderer
from sheetgen.output.publish import Artifact, Published, publish
from sheetgen.print.errors import EngineMissingError
from sheetgen.print.paper import paper
from sheetgen.print.plan.own_templates import print_templates
from sheetgen.print.plan.print_job import PrintPlan
from sheetgen.processes import Peers, peers, uncollected
from sheetgen.site.assembly import Site, assemble
from sheetgen.site.entry_pages import NO_PRINTS
from sheetgen.site.front import check_front
from sheetgen.site.games import SiteGame
from sheetgen.site.lazy_files import SpooledFiles
from sheetgen.site.pdf_figures import PdfFigures
from sheetgen.site.plan import Plan, plan
from sheetgen.site.screen_panels import asked_panels
from sheetgen.site.untranslated import coverage_of
from sheetgen.templating.renderer import RenderError
from sheetgen.text.cache import Cache
from sheetgen.text.diagnostics import Diagnostic, Diagnostics, Severity
from sheetgen.text.file_digests import program
from sheetgen.text.kept_values import KeptValues
from sheetgen.text.memo import Memo
from sheetgen.text.source import YAML, content, files
from sheetgen.text.spool import Spool

if TYPE_CHECKING:
    from sheetgen.print.engine.session import PrintSession


@dataclass(frozen=True)
class Options:
    """The options of a build."""

    path: Path = Path()
    output: Path | None = None
    pdf: bool = True
    player: bool = False
    strict: bool = False
    live: bool = False
    check: bool = False
    """Whether only mistakes are asked for: pages of the program's own templates, which have none, are not drawn."""


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
    """The outcome of a build. Nothing is published where there are errors (or warnings, when strict)."""

    project: Project | None
    diagnostics: Diagnostics
    timings: Timings
    published: Published | None = None
    pages: int = 0
    pdfs: int = 0
    missing: str = ""
    """Why no PDFs were made, where the PDF engine is missing."""
    folder: Path | None = None
    """Where the site stands."""

    @property
    def outcome(self) -> Outcome:
        """What it has to say at its end."""
        published = self.published
        return Outcome(
            title=self.project.title if self.project else "",
            pages=self.pages,
            pdfs=self.pdfs,
            changed=len(published.written) if published else 0,
            missing=self.missing,
            diagnostics=self.diagnostics,
            site=self.folder.resolve() if self.folder else None,
            published=published.manifest if published else "",
        )


NOTHING_TO_PRINT = PrintPlan((), NO_PRINTS, {})
SMALL_PROJECT = 150_000
"""Bytes of entries; one process makes a project of fewer, since starting others costs more than they save."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Built:
    """A site in memory: every file but the PDFs, and how those would be printed."""

    project: Project | None
    diagnostics: Diagnostics
    timings: Timings
    games: tuple[SiteGame, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    """By address; in a live build a page is drawn when it is asked for, which may raise `RenderError`."""
    prints: PrintPlan = NOTHING_TO_PRINT
    pages: int = 0
    missing: str = ""
    """Why no PDFs can be made, where they cannot."""
    inputs: Inputs | None = None
    """The files that it was made from, but for a live build."""


def build_in_memory(
    options: Options, timings: Timings | None = None, memo: Memo | None = None, visible_pages: Iterable[str] = ()
) -> Built:
    """Everything of a build up to its pages. Raises `ProjectError` where there is no project.

    With `visible_pages`, a partial build: these pages follow from the files as they are now; of the rest, what the memo
    keeps of the build before is taken unchecked, links to them from elsewhere included.
    """
    timings, diagnostics = timings or Timings(), Diagnostics()
    with timings.stage("project"):
        file = find(options.path)
        memo = memo or Memo(kept_values=None if options.live else _kept_values(file, options))
        memo.start(visible_pages)
        written = content(file)
        project = read_project(file, diagnostics)
        inputs = inputs_of(project, file, options.output) if project and not options.live else None
        inputs = inputs if content(file) == written else None
    if project is None:
        return Built(project=None, diagnostics=diagnostics, timings=timings)
    missing = engine_missing() if options.pdf else "PDFs were switched off for this build."
    spool = memo.kept_values.spool if memo.kept_values else Spool()
    making = _Making(project, options, memo, spool, missing)
    with timings.stage("read, validate, derive"):
        alone = making.is_soon_made()
    with peers(making.again, 1 if alone else None) as memo.peers:
        built = making.built(timings, diagnostics, inputs)
    if not diagnostics.has_errors:
        memo.evict_unused()
        memo.save()
    return built


@dataclass(frozen=True, eq=False)
class _Making:
    """The making of a site in memory, alone or together with other processes."""

    project: Project
    options: Options
    memo: Memo
    spool: Spool
    missing: str
    """Why no PDFs can be made, where they cannot."""

    def is_soon_made(self) -> bool:
        """Whether one process makes it soonest: where it is small, or where a run before kept most of it."""
        steps = MemoisedSteps(self.memo)
        rulesets = [steps.ruleset(game, self.project, Diagnostics()) for game in self.project.games]
        if not self.memo.is_first(tuple(rulesets)):
            return True
        layers = (layer for game in self.project.games for layer in game.layers)
        folders = (layer.folder / ("" if layer.sort == "campaign" else "entries") for layer in layers)
        paths = (path for folder in folders for path in files(folder, *YAML, deep=True))
        size = sum(path.stat().st_size for path in paths if path.is_file())
        return size < SMALL_PROJECT

    def again(self, others: Peers) -> None:
        """Make the same in another process, for its share of the values and pages."""
        self.memo.peers = others
        self.built(Timings(), Diagnostics(), None)

    def _check_cases(self, ruleset: Ruleset, diagnostics: Diagnostics) -> None:
        """Run the worked cases of a ruleset."""
        MemoisedSteps(self.memo).check_cases(ruleset, display_root(ruleset.folder, self.project), diagnostics)

    def built(self, timings: Timings, diagnostics: Diagnostics, inputs: Inputs | None) -> Built:
        """The site; without files, where templates are wrong."""
        project, options, memo = self.project, self.options, self.memo
        missing = self.missing
        games: tuple[SiteGame, ...] = ()
        try:
            with timings.stage("read, validate, derive"):
                games = open_games(project, diagnostics, memo=memo, player=options.player, check=options.check)
                is_whole = memo.visible_pages is None
                for game in games:
                    # In another language texts that tables give are others.
                    has_cases = is_whole and not game.loaded.game.language
                    beside = partial(self._check_cases, game.ruleset, Diagnostics()) if has_cases else None
                    game.contents.draw((*game.chapters, *game.pages), beside)
                    if has_cases:
                        self._check_cases(game.ruleset, diagnostics)
            with timings.stage("plan"):
                shared = shared_renderer(project, games, memo, diagnostics)
                site = assemble(
                    project,
                    games,
                    shared,
                    diagnostics,
                    memo,
                    options=("with PDFs",) if options.pdf else (),
                    player=options.player,
                    live=options.live,
                )
                for game in games if is_whole else ():
                    asked_panels(game, "screen", diagnostics)
                    asked_panels(game, "quick_reference", diagnostics)
                    check_front(game, diagnostics)
                prints = memo.of_last_build("prints", partial(_prints, games, project, missing))
                planned, prints = _plan(site, prints, missing, options)
            with timings.stage("render"):
                files = _drawn(site, planned, prints, options, self.spool)
        except RenderError as error:
            error.report(project.root, diagnostics)
            return Built(project=project, diagnostics=diagnostics, timings=timings, games=games)
        return Built(
            project=project,
            diagnostics=diagnostics,
            timings=timings,
            games=games,
            files=files,
            prints=prints,
            pages=len(planned.pages),
            missing=missing,
            inputs=inputs,
        )


def _kept_values(file: Path, options: Options) -> KeptValues:
    edition = "for players" if options.player else ""
    return KeptValues(Cache.of_user(), (str(file.resolve()), edition, program()))


def inputs_of(project: Project, file: Path, output: Path | None = None, ignored: str = "") -> Inputs:
    """What stands now in the folders that a project is read from, but for files whose names end as is `ignored`.

    `file` is the project's own, `output` the folder of another site.
    """
    outputs = filter(None, (project.output, output))
    return Inputs.now(sources(project, file), outputs, ignored, project.histories)


def build(
    options: Options,
    session: PrintSession | None = None,
    timings: Timings | None = None,
    runs: FinishedRuns | None = None,
) -> BuildResult:
    """Build and publish a site; its outcome is kept among finished `runs`.

    Raises `ProjectError` where there is no project, and `PublishError` where the site cannot be written.
    """
    with uncollected():
        built = build_in_memory(options, timings)
    project, diagnostics, timings = built.project, built.diagnostics, built.timings
    printed: dict[str, bytes] = {}
    if project and built.prints.jobs and _sound(diagnostics, options):
        with timings.stage("print"):
            try:
                printed = _printed(built.prints, session, diagnostics)
            except RenderError as error:
                error.report(project.root, diagnostics)
    if project is None or not _sound(diagnostics, options):
        return BuildResult(project, diagnostics, timings, missing=built.missing)
    with timings.stage("publish"):
        folder, cache = options.output or project.output, Cache.of_user()
        files = (_artifact(built.files, path) for path in built.files if path not in printed)
        published = publish((*files, *(Artifact(path, content) for path, content in printed.items())), folder, cache)
    pdfs = len(built.prints.jobs)
    result = BuildResult(project, diagnostics, timings, published, built.pages, pdfs, built.missing, folder)
    if runs is not None and not (options.pdf and built.missing):
        runs.keep(built.inputs, result.outcome)
    return result


def check(path: Path, player: bool = False, runs: FinishedRuns | None = None) -> tuple[Diagnostics, Outcome]:
    """All mistakes that would stop a build of a project, or of its edition for players; and what a check has to say at
    its end.

    The outcome is kept among finished `runs`. Raises `ProjectError`.
    """
    with uncollected():
        built = build_in_memory(Options(path, pdf=False, player=player, check=True))
    first = [game for game in built.games if not game.loaded.game.language] or list(built.games)
    games = [game.loaded for game in first]
    covered = [coverage_of(game) for game in built.games if game.loaded.game.language]
    audit = Audit.of([entry for game in games for entry in game.library], built.diagnostics)
    outcome = Outcome(
        audit=str(audit) if audit.stated else "",
        entries=sum(len(game.library.entries) for game in games),
        unseen=tuple(note for game in first for note in _unseen(game)),
        rules=sum(len(game.ruleset.rules) for game in games),
        languages=tuple((str(coverage), tuple(coverage.lines())) for coverage in covered),
        diagnostics=built.diagnostics,
    )
    if runs is not None:
        runs.keep(built.inputs, outcome)
    return built.diagnostics, outcome


def _unseen(game: SiteGame) -> Iterator[Diagnostic]:
    """What players do not see of a game: entries, pages, and what is left out of others."""
    yield from game.loaded.unseen
    for page in game.hidden_pages:
        message = f"players do not see the page “{page.title}”"
        yield Diagnostic(Severity.NOTE, "hidden-page", message, page.file.span())


def engine_missing() -> str:
    """Why PDFs cannot be made on this machine; empty where they can."""
    from sheetgen.print.engine.engine import load

    try:
        load()
    except EngineMissingError as error:
        return str(error)
    return ""


def _prints(games: Sequence[SiteGame], project: Project, missing: str) -> PrintPlan:
    if missing:
        return NOTHING_TO_PRINT
    from sheetgen.print.plan.print_plan import plan_prints

    return plan_prints(games, project)


def _draw_own_prints(site: Site) -> None:
    """Draw what is printed with templates that come with a campaign or ruleset, without setting it."""
    own = [game for game in site.shells.games if any(print_templates(game.context.renderer.folders.overrides))]
    if own:
        from sheetgen.print.plan.check_templates import draw_prints
        from sheetgen.print.plan.print_plan import plan_prints

        draw_prints(plan_prints(own, site.project).jobs, site.project.root, site.diagnostics)


def _plan(site: Site, prints: PrintPlan, missing: str, options: Options) -> tuple[Plan, PrintPlan]:
    """The plan of pages and of the PDFs to print for them: a page with a picture of a PDF needs that PDF."""
    sheet = paper(site.project.paper)
    complete = not missing and not options.player
    figures = PdfFigures(titles=prints.titles, height=sheet.height / sheet.width, complete=complete)
    planned = plan(site.shells, prints.prints, prints.groups, missing, site.guide, site.diagnostics, figures)
    return planned, prints.showing(planned.pictures)


def _drawn(site: Site, planned: Plan, prints: PrintPlan, options: Options, spool: Spool) -> Mapping[str, bytes]:
    if not _sound(site.diagnostics, options):
        return {}
    if options.check:
        _draw_own_prints(site)
        site.draw_untrusted(planned)
        return {}
    files = site.files(planned)
    return files if options.live else site.whole(files, spool, prints.pictures)


def _artifact(files: Mapping[str, bytes], path: str) -> Artifact:
    if isinstance(files, SpooledFiles):
        return Artifact(path, partial(files.parts, path), files.about(path)[1])
    return Artifact(path, files[path])


def _sound(diagnostics: Diagnostics, options: Options) -> bool:
    return not diagnostics.has_errors and not (options.strict and len(diagnostics))


def _printed(prints: PrintPlan, session: PrintSession | None, diagnostics: Diagnostics) -> dict[str, bytes]:
    from sheetgen.print.engine.session import PrintSession
    from sheetgen.print.plan.print_site import print_site

    if session is not None:
        return print_site(prints, session, diagnostics)
    with PrintSession(cache=Cache.of_user()) as own:
        return print_site(prints, own, diagnostics)
