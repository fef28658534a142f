"""A deck on paper: cards set, then imposed on sheets, with their copies and the marks to cut by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.metadata import version

from sheetgen.blocks import EntryView
from sheetgen.print import resources
from sheetgen.print.cards.card_page import CHUNK, card_chunks, card_job
from sheetgen.print.cards.impose import (
    CardPages,
    Duplex,
    Imposition,
    PlacedPage,
    SheetSide,
    beyond_marks,
    sheets,
)
from sheetgen.print.cards.larger import advised
from sheetgen.print.cards.shape import CardShape
from sheetgen.print.css import resolve, tokens
from sheetgen.print.engine.job import Job, JobResult, StaticPage, Unit
from sheetgen.print.engine.run_jobs import (
    KeyedJob,
    keep_result,
    kept_result,
    keyed,
    missing_glyphs,
    set_jobs,
    set_keyed,
)
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.errors import DoesNotFitError
from sheetgen.print.paper import CardFormat, CardGrid, solve_grid
from sheetgen.print.pdf.postprocess import describe, finished, saved, speak
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.print.templates import template
from sheetgen.print.text_metrics.metrics import width
from sheetgen.text.cache import digest

BLEED = 2.0
"""Bleed that every face is drawn with; the grid may use less of it."""
SLUG = 3.2
"""Height of the line at the foot of a sheet, in mm."""
LINES = 100
"""So many of these lines are set in one document."""


@dataclass(frozen=True)
class CardFace:
    """A face as it was set: its source, and the page there."""

    source: int
    page: int


def print_cards(
    session: PrintSession,
    entries: Sequence[tuple[EntryView, int]],
    style: PrintStyle,
    card: CardFormat,
    duplex: Duplex = "long",
    bleed: float | None = None,
    decks: Sequence[Sequence[EntryView]] = (),
) -> PrintResult:
    """A deck: every entry as many times as its number says, copies numbered, ready to cut.

    `duplex` is the edge that the printer turns the paper on, `fold` for backs beside their fronts, or `none` for fronts
    only; `bleed` in mm (else the best is chosen). `decks` are printed anyway: cards that are in them are
    set with them, so that the session's cache has both. Raises PaperError, DoesNotFitError, EngineError.
    """
    deck = _Deck(entries, style, CardShape(card, BLEED), solve_grid(style.paper, card, bleed, duplex == "fold"), duplex)
    if len(deck.views) > CHUNK:
        # What each lot is kept under is reckoned first, which takes as long as engines need to start.
        session.workers.start(session.workers.count)
    lots = lots_of(deck.views, decks)
    jobs = keyed([*(card_job(lot, style, deck.shape) for lot in lots), *deck.extras(deck.likely)], style.folders)
    warnings = missing_glyphs((view.name, view) for view in deck.views) if any(job.uncovered for job in jobs) else ()
    whole = deck.digest(jobs)
    if kept := kept_result(session, whole):
        session.progress(len(jobs), len(jobs))
        made = kept
    else:
        made = deck.imposed(session, lots, jobs, prepared=not decks)
        keep_result(session, whole, made)
    return PrintResult(made.pdf, sum(made.pages), warnings, deck.grid.described())


Lot = Sequence[EntryView]


@dataclass(frozen=True)
class _Deck:
    """A deck as it was asked for: entries with their numbers of copies, and the grid that they are cut from."""

    entries: Sequence[tuple[EntryView, int]]
    style: PrintStyle
    shape: CardShape
    grid: CardGrid
    duplex: Duplex

    @cached_property
    def views(self) -> list[EntryView]:
        """The entries, each once."""
        return distinct(self.entries)

    @cached_property
    def likely(self) -> list[SheetSide]:
        """The sheets where every entry has one card, as most have: what stands around is set along with the cards."""
        back = None if self.duplex == "none" else 0
        return self._sheets([CardPages(entry.name, 0, back) for entry, copies in self.entries for _ in range(copies)])

    def _sheets(self, pieces: Sequence[CardPages]) -> list[SheetSide]:
        return sheets(pieces, self.grid, self.duplex, self.style.paper.offset, self.style.words)

    def digest(self, jobs: Sequence[KeyedJob]) -> str:
        """Of all that the deck is made of. The style is part of every job."""
        order = [(entry.kind, entry.id, copies) for entry, copies in self.entries]
        return digest(*(job.digest for job in jobs), repr((order, self.grid, self.duplex)), version("pikepdf"))

    def extras(self, laid: Sequence[SheetSide]) -> list[Job]:
        """What stands around the cards on these sheets."""
        most = max((copies for _, copies in self.entries), default=1)
        return _extras(self.style, self.shape, self.grid, laid, most)

    def imposed(self, session: PrintSession, lots: list[Lot], jobs: Sequence[KeyedJob], prepared: bool) -> JobResult:
        """The sheets; `jobs` are those of the lots and of what stands around as many cards as are likely.

        The pages of a lot can be `prepared` while others are set, if all of them are on the sheets.
        """
        table, style = Imposition(self.grid, BLEED), self.style

        def ready(_: int, fitted: JobResult) -> None:
            source = table.add(fitted.pdf)
            if prepared:
                table.prepare(source)

        lots, done = set_cards(session, self.views, lots, jobs, style, self.shape, ready)
        cards, extras = done[: len(lots)], done[len(lots) :]
        pieces, faces = card_pages(self.entries, [view for lot in lots for view in lot], cards, self.duplex)
        if self._lacks_backs(pieces):
            cards = [*cards, *set_jobs(session, [set_back(style, self.shape)], style.folders)]
            faces.append(CardFace(len(cards) - 1, 0))
            pieces = [replace(p, back=len(faces) - 1) if p.back is None else p for p in pieces]
        laid = self._sheets(pieces)
        if not extras or _sides(laid) != _sides(self.likely):
            extras = set_jobs(session, self.extras(laid), style.folders)
        pdf, pages = _laid(table, cards, faces, laid, extras, style)
        return JobResult(pdf, (), (pages,), (), {})

    def _lacks_backs(self, pieces: Sequence[CardPages]) -> bool:
        """Whether cards without a back of their own lie beside such with one, or back to back with other sheets.

        On one sheet of fronts nothing is printed on the back of another one's.
        """
        if self.duplex == "none" or all(piece.back is not None for piece in pieces):
            return False
        several = self.duplex in ("long", "short") and len(pieces) > self.grid.count
        return several or any(piece.back is not None for piece in pieces)


def _sides(laid: Sequence[SheetSide]) -> list[tuple[int, bool]]:
    return [(side.number, side.back) for side in laid]


def lots_of(views: Lot, decks: Sequence[Lot]) -> list[Lot]:
    """The lots that hold these cards, those of `decks` first."""
    lots: list[Lot] = [lot for deck in decks for lot in card_chunks(deck) if any(view in lot for view in views)]
    return lots + card_chunks([view for view in views if not any(view in lot for lot in lots)])


def set_cards(
    session: PrintSession, views: Lot, lots: list[Lot], jobs: Sequence[KeyedJob], style: PrintStyle,
    shape: CardShape, each: Callable[[int, JobResult], None],
) -> tuple[list[Lot], list[JobResult]]:  # fmt: skip
    """The lots and what the jobs give, of which the first are theirs; other lots, and only these, if a card of another
    deck is at fault. Raises DoesNotFitError with advice, EngineError."""
    try:
        return lots, set_keyed(session, jobs, each)
    except DoesNotFitError as error:
        if at_fault := next((view for view in views if view.id == error.entry_id), None):
            raise advised(error, session, at_fault, style, shape) from error
    # Another card of the deck is at fault, and is told of when the deck is printed.
    lots = [*card_chunks(views)]
    return lots, set_jobs(session, [card_job(lot, style, shape) for lot in lots], style.folders)


def set_back(style: PrintStyle, shape: CardShape) -> Job:
    """The plain back, for cards that have no text of their own there."""
    page = template("print/set-back.html", style).render(key="b", game=style.game, title=style.theme.title)
    css = _slip_css(style, shape, shape.card.width, shape.card.height, shape.bleed)
    return Job(
        (Unit("back", "b", StaticPage(page)),),
        css,
        "back",
        safe=0.0,
        own_fonts=style.own_fonts,
    )


def print_calibration(session: PrintSession, style: PrintStyle, duplex: Duplex = "long") -> PrintResult:
    """Two pages with a cross in the middle: printed on both sides of one sheet, held against the
    light, they show by how much the printer's backs are off; that is the `offset` of the paper."""
    paper = style.paper
    page = template("print/calibration.html", style)
    units = tuple(
        Unit(side, f"c{n}", StaticPage(page.render(key=f"c{n}", back=bool(n), duplex=duplex, paper=paper)))
        for n, side in enumerate(("front", "back"))
    )
    values = tokens(style.theme, style.ink) | {
        "--paper-width": f"{paper.width:.2f}mm", "--paper-height": f"{paper.height:.2f}mm"
    }  # fmt: skip
    css = resolve(resources.stylesheet("base") + resources.stylesheet("calibration"), values)
    title = style.words("Calibration, {paper}", paper=paper.name)
    fitted = set_jobs(
        session,
        [
            Job(
                units,
                css,
                title,
                language=style.language,
                tagged=True,
                own_fonts=style.own_fonts,
            )
        ],
        style.folders,
    )[0]
    return PrintResult(finished(fitted, style, title), 2, (), f"{paper.name}, {duplex} edge")


def distinct(entries: Sequence[tuple[EntryView, int]]) -> list[EntryView]:
    """The entries of a deck, each once, without those that have no copies."""
    return list({(entry.kind, entry.id): entry for entry, copies in entries if copies > 0}.values())


def card_pages(
    entries: Sequence[tuple[EntryView, int]], views: Sequence[EntryView], done: Sequence[JobResult], duplex: Duplex
) -> tuple[list[CardPages], list[CardFace]]:
    """The cards in order, each copy complete before the next; their pages numbered over all sources."""
    faces: list[CardFace] = []
    own: dict[tuple[str, str], list[int]] = {}
    units = [(source, count) for source, fitted in enumerate(done) for count in fitted.pages]
    starts: dict[int, int] = {}
    for view, (source, count) in zip(views, units, strict=True):
        first = starts.get(source, 0)
        starts[source] = first + count
        own[view.kind, view.id] = list(range(len(faces), len(faces) + count))
        faces += [CardFace(source, first + n) for n in range(count)]
    sides = 1 if duplex == "none" else 2
    pieces = [
        CardPages(
            entry.name,
            pages[n],
            pages[n + 1] if sides == 2 and n + 1 < len(pages) else None,
            copy if copies > 1 else None,
        )
        for entry, copies in entries
        for copy in range(copies)
        for pages in (own[entry.kind, entry.id],)
        for n in range(0, len(pages), sides)
    ]
    return pieces, faces


def _extras(style: PrintStyle, shape: CardShape, grid: CardGrid, laid: Sequence[SheetSide], most: int) -> list[Job]:
    """Small PDFs: lines for so many sides each, and the numbers of copies (page n for copy n + 1) if there are any."""
    total = laid[-1].number if laid else 0
    sides = {False: f", {style.words('fronts')}", True: f", {style.words('backs')}"}
    names = sides if any(side.back for side in laid) else {False: ""}
    texts = [
        _line(style, grid, style.words("sheet {some} of {all}", some=s.number, all=total) + names[s.back]) for s in laid
    ]
    page = template("print/slip.html", style)
    lines = tuple(
        Unit(f"sheet {n}", f"s{n}", StaticPage(page.render(key=f"s{n}", copy=0, text=text, game=style.game)))
        for n, text in enumerate(texts)
    )
    css = _slip_css(style, shape, grid.width - 16, SLUG)
    parts = [lines[n : n + LINES] for n in range(0, len(lines), LINES)]
    jobs = [Job(part, css, "sheets", safe=0.0, own_fonts=style.own_fonts) for part in parts]
    return [*jobs, copy_numbers(style, shape, most)] if most > 1 else jobs


def copy_numbers(style: PrintStyle, shape: CardShape, most: int) -> Job:
    """The numbers of copies, as large as a card's foot: page n for copy n + 1."""
    page = template("print/slip.html", style)
    copies = tuple(
        Unit(f"copy {n}", f"c{n}", StaticPage(page.render(key=f"c{n}", copy=n, text="", game="")))
        for n in range(1, most + 1)
    )
    css = _slip_css(style, shape, shape.card.width, shape.tail)
    return Job(copies, css, "copies", safe=0.0, own_fonts=style.own_fonts)


def _line(style: PrintStyle, grid: CardGrid, side: str) -> str:
    """The line at the foot of a sheet, as much of it as the paper is wide."""
    note = f"{side}  /  {style.words('print at 100 %')}"
    lines = (
        f"{style.theme.title}  /  {grid.described(style.words)}  /  {note}",
        f"{style.theme.title}  /  {note}",
        note,
        side,
    )
    return next((line for line in lines if width(line, "bold", 6.5, 0.04) <= grid.width - 16 - 4), side)


def _slip_css(style: PrintStyle, shape: CardShape, width: float, height: float, bleed: float = 0.0) -> str:
    values = tokens(style.theme, style.ink) | shape.properties()
    values |= {
        "--slip-width": f"{width:.3f}mm", "--slip-height": f"{height:.3f}mm", "--bleed": f"{bleed}mm",
        "--copy-right": f"{shape.side + 9 * min(shape.card.scale, 1.2):.2f}mm",
        "--big": f"{shape.card.width * 0.45:.2f}mm", "--big-top": f"{shape.card.height * 0.28:.2f}mm",
    }  # fmt: skip
    return resolve(resources.stylesheet("base") + resources.stylesheet("slip") + style.css, values)


def _laid(
    table: Imposition, done: Sequence[JobResult], faces: Sequence[CardFace], laid: Sequence[SheetSide],
    extras: Sequence[JobResult], style: PrintStyle,
) -> tuple[bytes, int]:  # fmt: skip
    grid, sources = table.grid, [table.add(fitted.pdf) for fitted in done]
    around = [table.add(fitted.pdf) for fitted in extras]
    where = _beside(grid, table)
    for number, sheet in enumerate(laid):
        drawn = []
        for place in sheet.places:
            face = faces[place.page]
            drawn.append(PlacedPage(sources[face.source], face.page, table.face(place), place.title))
            if place.stamp is not None:
                bottom = grid.height - place.top - grid.card.height
                drawn.append(PlacedPage(around[-1], place.stamp, table.at(place.left, bottom)))
        drawn.append(PlacedPage(around[number // LINES], number % LINES, where))
        table.page(drawn, sheet)
    table.bookmarks(_titles(laid))
    speak(table.pdf, style.theme.marks, dict(style.spoken))
    describe(table.pdf, f"{style.theme.title}: cards", style.author, style.credits, style.language)
    return saved(table.pdf), len(laid)


def _beside(grid: CardGrid, table: Imposition) -> str:
    """Where the line of a sheet stands, clear of marks: below the cards, or beside them where that has more room."""
    beside, below = beyond_marks(grid)
    if below >= 2 * SLUG or below >= beside:
        return table.at(8, max(0.0, min(SLUG, below - SLUG)))
    return table.at(max(SLUG, min(2 * SLUG, beside)), 8, upright=False)


def _titles(laid: Sequence[SheetSide]) -> list[tuple[str, int]]:
    """Every entry once, with the page that its first card lies on."""
    titles: dict[str, int] = {}
    for page, side in enumerate(laid):
        if not side.back:
            for card in side.cards:
                titles.setdefault(card.title, page)
    return list(titles.items())
