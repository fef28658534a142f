"""The rulebook as a book: title page, contents, chapters with running heads, an index of terms.

Chapters are the site's own safe HTML. Links between them become page references; links that lead
out of the book stay live where they are whole addresses, and plain text otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from markupsafe import Markup

from sheetgen.languages.program_words import Words
from sheetgen.markdown.tree import parsed
from sheetgen.media.images import OwnPicture
from sheetgen.print.books.binding import Binder, running
from sheetgen.print.books.book_page import BookPage
from sheetgen.print.books.book_parts import Book, BookChapter, BoundPaper, parted
from sheetgen.print.books.content import (
    ids,
    lead,
    mark_leads,
    place_of,
    place_pictures,
    set_closer,
    settle,
    settle_entries,
    span_heads,
)
from sheetgen.print.books.flat_boxes import flatten
from sheetgen.print.books.folded_tables import fold
from sheetgen.print.books.indexing import Index, IndexTerm, indexed
from sheetgen.print.books.running_heads import PageFrame
from sheetgen.print.books.tables import HALF, WHOLE, add_class, mark, natural_width, set_columns
from sheetgen.print.engine.job import Job
from sheetgen.print.engine.run_jobs import missing_glyphs
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.errors import PaperError
from sheetgen.print.paper import Paper
from sheetgen.print.pdf.postprocess import touched
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.print.templates import cleaned
from sheetgen.print.text_metrics.apostrophes import apostrophes

NARROWEST = 120.0
"""The width of the narrowest page that a book can be set on, in mm."""


@dataclass(frozen=True)
class Chapter:
    """A chapter: its address on the site (for links to it), its title, a lead, its HTML without `h1`.

    Where it `runs_on`, it begins on the page that the one before ends on.
    """

    href: str
    title: str
    html: Markup
    lead: str = ""
    runs_on: bool = False
    pictures: Mapping[str, OwnPicture] = field(default_factory=dict)
    """Those in its HTML, by their addresses."""


def print_book(
    session: PrintSession,
    title: str,
    chapters: Sequence[Chapter],
    style: PrintStyle,
    subtitle: str = "",
    colophon: str = "",
    terms: Sequence[IndexTerm] = (),
    papers: Sequence[tuple[str, Callable[[], PrintResult]]] = (),
) -> PrintResult:
    """A book on the paper of `style`, tagged, with bookmarks; lines of `colophon` are those of its imprint.

    `papers` are asked for when the chapters are set and bound in before the index, each with its title. Raises
    EngineError and PaperError.
    """
    if not bookable(style.paper):
        raise PaperError(f"a rulebook does not fit on {style.paper.name}: print it on A5, A4 or Letter")
    page = BookPage(style)
    places, trees, order = set_on(page, chapters)
    bound = [
        BookChapter(
            id=places[chapter.href],
            title=apostrophes(chapter.title),
            lead=apostrophes(chapter.lead),
            tree=tree,
            runs_on=chapter.runs_on,
        )
        for chapter, tree in zip(chapters, trees, strict=True)
    ]
    bound_in = [BoundPaper(f"paper-{number}", name, made) for number, (name, made) in enumerate(papers)]
    book = Book(
        apostrophes(title),
        apostrophes(subtitle),
        apostrophes(colophon),
        bound,
        _index(terms, places, order, style.words),
        bound_in,
    )
    text = parted(book, page)
    job = job_on(page, title)
    frame = PageFrame(running(book.title), job, style.paper, *page.margins, colour=page.tab)
    binder = Binder(
        session=session, job=job, frame=frame, characters=page.characters, top=page.top,
        folders=style.folders, words=style.words,
        pictures={address: picture for chapter in chapters for address, picture in chapter.pictures.items()},
    )  # fmt: skip
    with binder.bind(text) as pdf:
        pages = len(pdf.pages)
        file = touched(pdf, style, title)
    # The contents say what the chapters do.
    texts = (book.title, book.subtitle, book.colophon, *(part.html for part in text.chapters), book.index)
    warnings = missing_glyphs((title, part) for part in (*texts, *(paper.title for paper in bound_in)))
    warnings = (*warnings, *(warning for paper in bound_in for warning in paper.result.warnings))
    return PrintResult(file, pages, warnings, f"{pages} pages of {style.paper.name}")


def job_on(page: BookPage, title: str) -> Job:
    """How parts of a document with such pages are set; it has no units yet."""
    style = page.style
    return Job(
        (), page.css(), title, language=style.language, direction=style.words.direction, author=style.author,
        tagged=True, safe=2.0, timeout=900, own_fonts=style.own_fonts, columns=page.grid, compressed=False,
    )  # fmt: skip


def set_on(page: BookPage, chapters: Sequence[Chapter]) -> tuple[Mapping[str, str], Sequence[Any], Sequence[str]]:
    """The places of chapters, what is in each with its links led and its tables as wide as they will be, all places."""
    places = _places(chapters)
    trees = _trees(chapters, places, page.hyphenated)
    order = _order(places, trees)
    for chapter, tree in zip(chapters, trees, strict=True):
        lead(tree, chapter.href, places, frozenset(order))
        mark_leads(tree)
        set_closer(tree)
        for table in list(tree.iter("table")):
            _set_table(table, page)
        for table in tree.iter("table"):
            if len(table.findall("tbody/tr")) <= page.whole:
                add_class(table, WHOLE)
        span_heads(tree)
    return places, trees, order


def _set_table(table: Any, page: BookPage) -> None:
    """Say how wide a table and its columns are; narrow ones may stand beside each other."""
    room, block, half = page.room(table), _is_block(table), page.half
    short = len(table.findall("tbody/tr")) < page.folded
    fold(table, room, page.cells, page.folded)
    if half and block and short and natural_width(table, page.cells) <= half:
        set_columns(table, half, page.cells)
        mark(table, HALF)
    else:
        set_columns(table, room, page.cells, page.widest if block else 0.0)


def bookable(paper: Paper) -> bool:
    """Whether a book's tables and boxes fit on a paper."""
    return min(paper.width, paper.height) >= NARROWEST


def _is_block(table: Any) -> bool:
    """Whether a table stands by itself between the paragraphs of a chapter."""
    around = table.getparent()
    return around.getparent() is None or (around.get("class") == "scroll" and around.getparent().getparent() is None)


def _places(chapters: Sequence[Chapter]) -> dict[str, str]:
    return {chapter.href: f"ch{n}" for n, chapter in enumerate(chapters)}


def _trees(chapters: Sequence[Chapter], places: Mapping[str, str], hyphenated: bool = False) -> list[Any]:
    """What is in each chapter, with ids of the book."""
    trees = [parsed(apostrophes(str(cleaned(chapter.html)))) for chapter in chapters]
    for chapter, tree in zip(chapters, trees, strict=True):
        flatten(tree)
        place_pictures(tree)
        settle_entries(tree)
        settle(tree, places[chapter.href], hyphenated)
    return trees


def _order(places: Mapping[str, str], trees: Sequence[Any]) -> list[str]:
    """All places of a book in their order."""
    return [place for own, tree in zip(places.values(), trees, strict=True) for place in (own, *ids(tree))]


def _index(terms: Sequence[IndexTerm], places: Mapping[str, str], order: Sequence[str], words: Words) -> Index:
    """The index of the places that the book holds."""
    known = set(order)
    placed = [
        replace(
            term,
            word=apostrophes(term.word),
            of=apostrophes(term.of),
            hrefs=tuple(place for href in term.hrefs if (place := place_of(href, "", places)) in known),
        )
        for term in terms
    ]
    return indexed([term for term in placed if term.hrefs], order, words.index)
