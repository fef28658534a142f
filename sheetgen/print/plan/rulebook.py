"""The rulebook of a game as a book: its chapters, its own entries, an index, and where all of it comes from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache, cached_property, partial
from threading import Event

from markupsafe import Markup

from sheetgen.blocks import EMPTY, EntryView
from sheetgen.languages.collation import sort_form
from sheetgen.languages.program_words import Words
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.ruleset.kinds import Kind, has_sheet
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.jobs import (
    Chapter,
    IndexTerm,
    PanelText,
    bookable,
    print_book,
    print_quick_reference,
    print_sheets,
)
from sheetgen.print.paper import PAPERS
from sheetgen.print.plan.block_texts import in_full
from sheetgen.print.plan.book_pictures import with_pictures
from sheetgen.print.plan.entry_prints import specimens_of
from sheetgen.print.plan.index_words import explained, first_names, words_of
from sheetgen.print.plan.ornaments import ornamented
from sheetgen.print.plan.panels import listed_entries, panels_of
from sheetgen.print.plan.print_job import TABLE, PrintJob, PrintOffer, PrintRequest, templates_of
from sheetgen.print.plan.screens import quick_reference_title
from sheetgen.print.plan.table_list import table_list
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.reference.context import ROOT
from sheetgen.reference.rule_views import ruling_view
from sheetgen.reference.rules_in_short import rule_in_short
from sheetgen.reference.written_pages import WrittenPage
from sheetgen.site.games import SiteGame
from sheetgen.site.screen_panels import asked_panels
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.views.pages import Reading

_ADDRESS = re.compile(rf'href="{ROOT}([^"#]*)(#[^"]*)?"')
RULINGS = "Where the source says two things, or too little: the readings, and the one that this copy follows."
_ENTRIES = Markup('<div class="entries{}">{}</div>')
_ENTRY = Markup(
    '<section class="entry"><div class="what"><h2 id="{}">{}</h2>{}</div><div class="tale">{}</div></section>'
)
_BOX = re.compile(r'<section class="rulebox[^"]*" id="rule-([^"]+)".*?</section>', re.DOTALL)


def book_offers(request: PrintRequest) -> Iterator[PrintOffer]:
    """The rulebook, where the game has chapters; on A5 where the project's paper is too small for it."""
    game, style, url = request.game, request.style, request.url
    if not game.chapters:
        return
    if not bookable(style.paper):
        style = replace(style, paper=PAPERS["a5"])

    @cache
    def book() -> Rulebook:
        return Rulebook(game, url)

    job = PrintJob(
        f"{game.folder}print/rulebook.pdf",
        game.words("The rulebook"),
        (),
        lambda session: book().printed(session, style),
        lambda: repr(("book", book().parts, style, templates_of(style))),
    )
    yield PrintOffer(job, TABLE, (f"{game.folder}index.html",))


def _blank_sheet(views: Sequence[EntryView], session: PrintSession, style: PrintStyle) -> PrintResult:
    return print_sheets(session, views, style, blank=True)


def _begun(
    beside: ThreadPoolExecutor,
    made: Callable[[PrintSession, PrintStyle], PrintResult],
    session: PrintSession,
    style: PrintStyle,
) -> Callable[[], PrintResult]:
    """A print that goes on beside, given when engines have its first jobs: what is done here would delay these."""
    asked = Event()
    quiet = PrintSession(session.workers, session.cache, lambda done, total: asked.set())
    going_on = beside.submit(made, quiet, style)
    going_on.add_done_callback(lambda _: asked.set())
    asked.wait()
    return going_on.result


def named(reading: Reading, words: Words) -> tuple[str, str]:
    """The name of a reading of a ruling: its title, where a campaign may choose it."""
    if not reading.title:
        return words("Read here:" if reading.chosen else "Or:"), ""
    return reading.title, f" {words('(read here)')}" if reading.chosen else ""


class Rulebook:
    """The book of one game, drawn for paper when its chapters are first asked for."""

    def __init__(self, game: SiteGame, url: str = "", campaign: bool = False) -> None:
        """`campaign` says whether entries of the campaign stand in it as well."""
        self.game, self.url, self.campaign = game, url.rstrip("/"), campaign
        self.kinds = [kind for kind in game.entries.kinds() if kind.model.book != "none" and self._own(kind)]

    @cached_property
    def chapters(self) -> list[Chapter]:
        """Its chapters, drawn."""
        game = self.game
        chapters = [
            with_pictures(
                Chapter(href, page.title, self._text(html), page.meta.summary), game.contents.page(page).files
            )
            for href, page, html in self._pages
        ] + [replace(self._entries(kind), runs_on=n > 0) for n, kind in enumerate(self.kinds)]
        if game.ruleset.rulings.by_name:
            chapters.append(replace(self._rulings(), runs_on=bool(self.kinds)))
        tables = table_list(chapters[: len(self._pages)], f"/{game.folder}tables.html", game.words)
        return chapters + ([replace(tables, runs_on=True)] if tables else [])

    @cached_property
    def terms(self) -> Sequence[IndexTerm]:
        """The words of its index."""
        return list(self._terms())

    @cached_property
    def _pages(self) -> Sequence[tuple[str, WrittenPage, Markup]]:
        """The address, the page and the text of each chapter that is written."""
        game = self.game
        return [(f"/{game.folder}{page.slug}.html", page, game.contents.page(page).html) for page in game.chapters]

    @property
    def parts(self) -> object:
        """All that the book is made from."""
        papers = self.quick_reference, self.blank_sheets
        return self.title, self.subtitle, self.chapters, self.colophon, self.terms, papers

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.game.title

    @property
    def subtitle(self) -> str:
        """The subtitle of the book."""
        return self.game.ruleset.model.tagline

    @property
    def colophon(self) -> str:
        """Version, sources, licences, and the house rules that this copy follows, a line each."""
        model, game, words = self.game.ruleset.model, self.game, self.game.words
        parts = [words("Version {number}.", number=model.version)] if model.version else []
        for source in model.sources:
            credit = source.attribution or words("After {source}.", source=source.title)
            where = ", ".join(filter(None, (source.title if source.attribution else "", source.url, source.licence)))
            parts.append(f"{credit} {f'({where})' if where else ''}".strip())
        if model.licence:
            licence = ", ".join(filter(None, (model.licence.text, model.licence.url)))
            parts.append(words("This text: {licence}.", licence=licence))
        chosen = {
            name: value for name, value in game.loaded.house.items() if value != game.ruleset.rulings.defaults.get(name)
        }
        if chosen:
            rulings = game.ruleset.rulings.by_name
            titles = (f"{rulings[name].model.title}: {rulings[name].title(value)}" for name, value in chosen.items())
            parts.append(words("House rules of this copy: {rules}.", rules="; ".join(titles)))
        return "\n".join(parts)

    def printed(
        self, session: PrintSession, style: PrintStyle, drawn: Callable[[], object] = lambda: None
    ) -> PrintResult:
        """The book as a PDF. What is bound in at its end is being set while its chapters are drawn.

        `drawn` is called when these are, and may end it, such as for mistakes in them.
        """
        papers = list(self._papers())
        with ThreadPoolExecutor(len(papers) + 1) as beside:
            begun = [(title, _begun(beside, made, session, style)) for title, made in papers]
            chapters = self.chapters
            drawn()
            return print_book(session, self.title, chapters, style, self.subtitle, self.colophon, self.terms, begun)

    def _papers(self) -> Iterator[tuple[str, Callable[[PrintSession, PrintStyle], PrintResult]]]:
        """What is bound in at the end: the quick reference, and a blank sheet of each kind that has one."""
        if self.quick_reference:
            title, panels = quick_reference_title(self.game), self.quick_reference
            yield (
                self.game.words("Quick reference"),
                lambda session, style: print_quick_reference(session, title, panels, style),
            )
        for name, views in self.blank_sheets:
            yield name, partial(_blank_sheet, views)

    @cached_property
    def quick_reference(self) -> Sequence[PanelText]:
        """What stands on the quick reference."""
        return panels_of(self.game, asked_panels(self.game, "quick_reference", Diagnostics()))

    @cached_property
    def blank_sheets(self) -> Sequence[tuple[str, Sequence[EntryView]]]:
        """The title of each blank sheet, and what it is made from."""
        words, kinds = self.game.words, filter(has_sheet, self.game.ruleset.kinds.values())
        titles = ((words("Blank {thing} sheet", thing=words.noun(kind.model.title)), kind) for kind in kinds)
        return [(title, views) for title, kind in titles if (views := specimens_of(self.game, kind))]

    @cached_property
    def places(self) -> Mapping[str, str]:
        """Addresses of the site whose content stands elsewhere in the book: entries and rules."""
        places: dict[str, str] = {}
        for kind in self.kinds:
            for computed in self._own(kind):
                address = self.game.context.addresses.entry(kind.id, computed.id)
                places[address] = f"/{self.game.context.list_address(kind.id)}#{computed.id}"
        for href, _, html in self._pages:
            for name in _BOX.findall(html):
                address = self.game.context.addresses.rule(name.replace("-", "_"))
                places.setdefault(address, f"{href}#rule-{name}")
        return places

    def _own(self, kind: Kind) -> list[ComputedEntry]:
        own = self.game.entries.of(kind.id) if self.campaign else self.game.entries.of_rulebook(kind.id)
        return sorted(own, key=lambda computed: sort_form(computed.entry.name))

    def _led(self, html: Markup) -> Markup:
        """HTML whose links lead to places of the book, to the site, or nowhere."""
        inside = set(self._inside())

        def lead(match: re.Match[str]) -> str:
            path, anchor = match[1], match[2] or ""
            if path in self.places:
                return f'href="{self.places[path]}"'
            if f"/{path}" in inside:
                return f'href="/{path}{anchor}"'
            return f'href="{self.url}/{path}{anchor}"' if self.url else 'href="#-"'

        return Markup(_ADDRESS.sub(lead, str(html)))

    def _text(self, html: Markup) -> Markup:
        """The text of a chapter as the book has it."""
        return ornamented(self._led(self._with_short_rules(html)), self.game.ruleset.theme)

    def _with_short_rules(self, html: Markup) -> Markup:
        """HTML whose rules are those of a book."""
        rules = {name.replace("_", "-"): rule for name, rule in self.game.ruleset.rules.items()}
        return Markup(_BOX.sub(lambda box: str(rule_in_short(self.game.context, rules[box[1]])), str(html)))

    def _inside(self) -> Iterator[str]:
        yield from (f"/{self.game.folder}{page.slug}.html" for page in self.game.chapters)
        yield from (f"/{self.game.context.list_address(kind.id)}" for kind in self.kinds)
        yield f"/{self.game.context.rulings_address}"

    def _entries(self, kind: Kind) -> Chapter:
        """The entries of a kind, in full or as a table."""
        html = self._table(kind) if kind.model.book == "table" else self._in_full(kind)
        chapter = Chapter(f"/{self.game.context.list_address(kind.id)}", self._title(kind), html, kind.model.doc)
        files = {
            name: file for own in self._own(kind) for name, file in self.game.contents.entry(own).checked.files.items()
        }
        return with_pictures(chapter, files)

    def _title(self, kind: Kind) -> str:
        """What a chapter of entries is called: not as one that is written, of which the contents would name two."""
        plural = kind.model.plural
        written = {page.title.casefold() for _, page, _ in self._pages}
        return self.game.words("{things}, A to Z", things=plural) if plural.casefold() in written else plural

    def _table(self, kind: Kind) -> Markup:
        """The entries of a kind with the columns of its list."""
        return listed_entries(self.game, kind, self._own(kind))

    def _in_full(self, kind: Kind) -> Markup:
        """The entries of a kind, one after another."""
        parts = []
        for computed in self._own(kind):
            view = self.game.contents.view(computed)
            if view is None:
                continue
            sub = " / ".join(text for text in view.subtitle if text != kind.model.title)
            below = Markup('<p class="sub">{}</p>').format(sub) if sub else ""
            text = self._portrait(computed) + self._led(in_full(view, self.game.words))
            parts.append(_ENTRY.format(computed.id, computed.entry.name, below, text))
        asked, columns, _ = kind.model.book.partition(" column")
        return _ENTRIES.format(f" columns-{asked}" if columns else "", Markup("").join(parts))

    def _portrait(self, computed: ComputedEntry) -> Markup:
        """The picture of an entry, where it has one."""
        address = self.game.contents.entry(computed).outline.portrait
        picture = Markup('<img src="{}{}" alt="{}" class="portrait">')
        return picture.format(ROOT, address, computed.entry.name) if address else EMPTY

    def _rulings(self) -> Chapter:
        """Where the source can be read in two ways: the readings, and the one that this copy follows."""
        parts = []
        for written in self.game.ruleset.rulings.by_name.values():
            box = ruling_view(self.game.context, written, {})
            readings = Markup("").join(
                Markup('<p class="reading"><b>{}</b>{} {}</p>').format(*named(reading, self.game.words), reading.text)
                for reading in box.readings
            )
            text = Markup("<p>{}</p>{}<p>{}</p>").format(box.source, readings, box.why)
            parts.append(_ENTRY.format(box.anchor, box.title, "", text))
        html = _ENTRIES.format("", self._led(Markup("").join(parts)))
        href, words = f"/{self.game.context.rulings_address}", self.game.words
        chapter = Chapter(href, words("Appendix: Rulings"), html, words(RULINGS))
        return with_pictures(chapter, self.game.contents.rulings.files)

    def _terms(self) -> Iterator[IndexTerm]:
        """The words of the index."""
        yield from explained(self.chapters)
        foreign = first_names(self.game)
        titles = {href.removeprefix("/"): page.title for href, page, _ in self._pages}
        for target in self.game.context.link_index.targets:
            path = target.href.partition("#")[0]
            place = self.places.get(path, f"/{target.href}" if target.sort in ("heading", "page") else "")
            if place:
                yield from words_of(target, place, self.game.words.index, titles.get(path, ""), foreign)
