"""The PDFs of a build: how each is made, what it follows from, and where the site offers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from sheetgen.blocks import EntryView
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.entries import Entry
from sheetgen.model.project import Game, Project
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.print.errors import PaperError
from sheetgen.print.paper import CardFormat, Paper, card_format, paper, solve_grid
from sheetgen.print.plan.spoken import spoken
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.site.entry_pages import Prints
from sheetgen.site.games import SiteGame
from sheetgen.site.pdf_figures import PdfPicture
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import content, contents, leads_out
from sheetgen.views.pages import DownloadGroup

if TYPE_CHECKING:
    from sheetgen.print.engine.session import PrintSession


@dataclass(frozen=True)
class PrintJob:
    """One PDF: its address on the site, what it is called, and how it is made."""

    path: str
    title: str
    entries: tuple[Entry, ...]
    """The entries that it is made from; the first is where its mistakes are shown."""
    run: Callable[[PrintSession], PrintResult]
    inputs: Callable[[], str]
    """Everything that the PDF follows from, for the cache."""
    waits: bool = False
    """Whether it is put together from pieces that other jobs set; these come first."""


@dataclass(frozen=True)
class PrintOffer:
    """A job, and where the site links to it."""

    job: PrintJob
    group: str
    """Its heading on the page of all PDFs."""
    pages: tuple[str, ...] = ()
    """Addresses of other pages that offer it."""
    label: str = ""
    """The text of its link there; its title where empty."""
    note: str = ""
    """A description for the page of all PDFs, where its title does not say enough."""
    on_demand: bool = False
    """Whether it is printed only where a page shows a picture of it, and offered nowhere."""


TABLE = "For the table"
"""The heading of what belongs to no kind of entry."""
RULEBOOK = "Decks of the rulebook"
"""The heading of cards of what the rulebook itself holds."""


Pair: TypeAlias = tuple[ComputedEntry, EntryView]


@dataclass(frozen=True, kw_only=True)
class PrintRequest:
    """What the jobs of a game are made from."""

    game: SiteGame
    style: PrintStyle
    card: CardFormat
    pairs: Callable[[Kind], Sequence[Pair]]
    """Gives the campaign's entries of a kind with their views, which several outputs print; links in them lead to `url`
    where there is one."""
    url: str = ""
    """The address of the site, to which links in PDFs lead."""


@dataclass(frozen=True)
class PrintPlan:
    """The PDFs of a site, and where its pages link to them."""

    jobs: tuple[PrintJob, ...]
    prints: Prints
    groups: Mapping[str, tuple[DownloadGroup, ...]]
    """The groups on each ruleset's page of PDFs."""
    on_demand: tuple[PrintJob, ...] = ()
    """Jobs that are printed only where a page shows a picture of their PDF."""
    pictures: Mapping[str, PdfPicture] = field(default_factory=dict)
    """Pages of these PDFs that pages of the site show, by address."""
    root: Path = Path()
    """The folder that messages call templates from."""

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """The title of each PDF, by address, those on demand included."""
        return {job.path: job.title for job in (*self.jobs, *self.on_demand)}

    def showing(self, pictures: Mapping[str, PdfPicture]) -> PrintPlan:
        """The plan of a site whose pages show these pictures."""
        pdfs = {picture.pdf for picture in pictures.values()}
        jobs = (*self.jobs, *(job for job in self.on_demand if job.path in pdfs))
        return replace(self, jobs=jobs, on_demand=(), pictures=pictures)


def paper_of(project: Project, name: str = "") -> Paper:
    """The paper called `name`, or else the project's, in the project's printer. Raises PaperError."""
    right, down = project.printer.offset
    return paper(name or project.paper, project.printer.margin, (right, down))


def style_of(game: SiteGame, project: Project, paper_name: str = "", ink: bool = False) -> PrintStyle:
    """How a game's documents look on paper."""
    model, settings = game.ruleset.model, game.loaded.game.settings
    licence = model.licence.text if model.licence else ""
    edition = game.ruleset.edition if model.version else ""
    folders = [game.loaded.game.own("templates")]
    if game.loaded.game.campaign:
        folders.insert(0, game.loaded.game.campaign / "templates")
    return PrintStyle(
        game.ruleset.theme,
        paper_of(project, paper_name),
        ink,
        credits=", ".join(filter(None, (settings.title if settings else "", edition, licence))),
        author=settings.title if settings else "",
        words=game.words,
        folders=tuple(folder for folder in folders if folder.is_dir()),
        css=_own_styles(game, ink),
        spoken=spoken(game.ruleset),
    )


def _own_styles(game: SiteGame, ink: bool) -> str:
    """What the style sheets of a game and of its campaign say of paper."""
    from sheetgen.print.css import tokens
    from sheetgen.print.own_styles import paper_rules

    own, campaign, known = game.loaded.game.own("theme.css"), game.loaded.game.campaign, tokens(game.ruleset.theme, ink)
    paths = [path for path in (own, campaign / "theme.css" if campaign else None) if path]
    texts = ((path.parent, content(path)) for path in dict.fromkeys(paths) if not leads_out(path, path.parent))
    return "".join(paper_rules(text.decode("utf-8", "replace"), folder, known) for folder, text in texts if text)


def check_card(game: Game, project: Project, diagnostics: Diagnostics) -> None:
    """Report a card size that a campaign's settings name and that is unknown, or that its paper cannot hold."""
    if game.settings and game.place:
        try:
            solve_grid(paper_of(project), card_format(game.settings.card))
        except PaperError as error:
            diagnostics.error("out-of-range", str(error), game.place.at("card").span)


def card_of(game: SiteGame) -> CardFormat:
    """The card that a game's campaign is printed on."""
    settings = game.loaded.game.settings
    with suppress(PaperError):  # reported where the campaign is read
        return card_format(settings.card, settings.corners) if settings else card_format("poker")
    return card_format("poker")


def templates_of(style: PrintStyle) -> list[bytes | None]:
    """The bytes of a ruleset's or campaign's own templates, which decide what is printed too."""
    return [data for _, data in contents(style.folders, "**/*.html")]
