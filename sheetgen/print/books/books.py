"""The rulebook as a book: title page, contents, chapters with running heads, an index of terms.

Chapters are the site's own safe HTML. Links between them become page references; links that lead
out of the book stay live where they are whole addresses, and plain text otherwise.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from sheetgen.print.books.binding import SCHEME, bind, link_to, page_of
from sheetgen.print.books.book_page import BookPage
from sheetgen.print.books.book_parts import Book, BookChapter, parted
from sheetgen.print.books.indexing import Index, IndexTerm, indexed
from sheetgen.print.engine.job import Job
from sheetgen.print.engine.run_jobs import missing_glyphs
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.errors import PaperError
from sheetgen.print.paper import Paper
from sheetgen.print.pdf.postprocess import touched
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.print.templates import cleaned
from sheetgen.print.text_metrics.apostrophes import apostrophes
from sheetgen.print.text_metrics.column_widths import with_columns

NARROWEST = 120.0
"""The width of the narrowest page that a book can be set on, in mm."""
_ANCHOR = re.compile(r"<a\b[^>]*?\bhref\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s>]+)[^>]*>(.*?)</a\s*>", re.DOTALL | re.I)
_ID = re.compile(r"\bid\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+))", re.IGNORECASE)
_RULE = re.compile(r"(<section class=\"rulebox\".*?</section>)", re.DOTALL)
_SPACED = re.compile(r"(?<=[^\s>])\s+(?=<(?:a|b|code|em|i|span|strong|var)\b)")
"""White at the end of a text, before a link say: the engine counts it to the line, and where there is room for all
but that it breaks after the first word. With a place to break behind it, it hangs out as it should."""
_LONG = re.compile(r"(?<=>)[^<]+")
_RUN = re.compile(r"[^\s<>&;]{20}(?=[^\s<>&;])")
"""So many letters without a space: a word may break here if it cannot elsewhere."""


@dataclass(frozen=True)
class Chapter:
    """A chapter: its address on the site (for links to it), its title, a lead, its HTML without `h1`."""

    href: str
    title: str
    html: Markup
    lead: str = ""


def print_book(
    session: PrintSession,
    title: str,
    chapters: Sequence[Chapter],
    style: PrintStyle,
    subtitle: str = "",
    colophon: str = "",
    terms: Sequence[IndexTerm] = (),
) -> PrintResult:
    """A book on the paper of `look`, tagged, with bookmarks. Raises EngineError, PaperError."""
    if not bookable(style.paper):
        raise PaperError(f"a rulebook does not fit on {style.paper.name}: print it on A5, A4 or Letter")
    page, places = BookPage(style), _places(chapters)
    bodies = [_body(chapter, places) for chapter in chapters]
    order = _order(chapters, bodies, places)
    known = set(order)
    bound = [
        BookChapter(
            places[chapter.href],
            apostrophes(chapter.title),
            apostrophes(chapter.lead),
            _tabled(_unlinked(body, known), page),
        )
        for chapter, body in zip(chapters, bodies, strict=True)
    ]
    book = Book(apostrophes(title), apostrophes(subtitle), apostrophes(colophon), bound, _index(terms, places, order))
    parts = parted(book, page)
    job = Job(
        (), page.css(), title, (), style.language, style.author, style.credits, True, safe=2.0, timeout=900,
        marks=style.theme.marks,
    )  # fmt: skip
    with bind(session, parts, job, page.characters, style.folders, page.low) as pdf:
        pages = len(pdf.pages)
        file = touched(pdf, style, title)
    text = "".join(part.html for part in parts)
    return PrintResult(file, pages, missing_glyphs(text), f"{pages} pages of {style.paper.name}")


def bookable(paper: Paper) -> bool:
    """Whether a book's tables and boxes fit on a paper."""
    return min(paper.width, paper.height) >= NARROWEST


def index_of(chapters: Sequence[Chapter], terms: Sequence[IndexTerm]) -> Index:
    """The index of a book of these chapters: the nth of them is the place `chN`, from 0, its sections are `chN-ID`."""
    places = _places(chapters)
    return _index(terms, places, _order(chapters, [_body(chapter, places) for chapter in chapters], places))


def _places(chapters: Sequence[Chapter]) -> dict[str, str]:
    return {chapter.href: f"ch{n}" for n, chapter in enumerate(chapters)}


def _order(chapters: Sequence[Chapter], bodies: Sequence[str], places: Mapping[str, str]) -> list[str]:
    """All places of a book in their order."""
    return [place for chapter, body in zip(chapters, bodies, strict=True) for place in _ids(places[chapter.href], body)]


def _body(chapter: Chapter, places: Mapping[str, str]) -> str:
    """A chapter's HTML with ids of its own and its links led to places of the book.

    Only the first link to a place tells its page; those of a rule never do, as a formula is read as one.
    """
    own = places[chapter.href]
    html = _ID.sub(
        lambda m: f'id="{own}-{_plain_title(m[1] or m[2] or m[3])}"', apostrophes(str(cleaned(chapter.html)))
    )
    html = _LONG.sub(lambda m: _RUN.sub("\\g<0>\u200b", m[0]), _SPACED.sub(" \u200b", html))
    pointed = {own}
    return "".join(
        _with_page_links(piece, chapter.href, places, None if n % 2 else pointed)
        for n, piece in enumerate(_RULE.split(html))
    )


def _with_page_links(html: str, base: str, places: Mapping[str, str], pointed: set[str] | None) -> str:
    """HTML of the chapter at `base` with links to places; they tell the pages of those not `told` of, if any do."""

    def lead(match: re.Match[str]) -> str:
        target, text = match[1].strip("\"'"), match[2]
        if re.match(r"https?://", target):
            return f'<a class=out href="{escape(target)}">{text}</a>'
        place = _place(target, base, places)
        if not place:
            return text
        again = " again" if pointed is None or place in pointed else ""
        if pointed is not None:
            pointed.add(place)
        return f'<a class="ref{again}" href="{link_to(place)}" data-page="{page_of(place)}">{text}</a>'

    return _ANCHOR.sub(lead, html)


def _tabled(html: str, page: BookPage) -> Markup:
    """The HTML of a chapter whose tables have columns; those of entries stand beside the names."""
    beside = page.name if 'class="entries"' in html else 0.0
    return Markup(with_columns(html, page.measure - beside, page.cells))


def _place(target: str, base: str, places: Mapping[str, str]) -> str:
    path, _, anchor = target.partition("#")
    address = posixpath.normpath(posixpath.join(posixpath.dirname(base), path)) if path else base
    chapter = places.get(address, "")
    return f"{chapter}-{_plain_title(anchor)}" if chapter and anchor else chapter


def _plain_title(name: str) -> str:
    return re.sub(r"[^\w-]", "-", name)


def _ids(chapter: str, html: str) -> list[str]:
    """The places of a chapter in their order."""
    return [chapter, *(match[1] for match in _ID.finditer(html) if match[1])]


def _unlinked(html: str, known: set[str]) -> str:
    """Links to places that the book does not hold become text."""
    return re.sub(
        rf'<a class="ref[^"]*" href="{SCHEME}([^"]*)"[^>]*>(.*?)</a>',
        lambda m: m[0] if m[1] in known else m[2],
        html,
        flags=re.DOTALL,
    )


def _index(terms: Sequence[IndexTerm], places: Mapping[str, str], order: Sequence[str]) -> Index:
    """The index of the places that the book holds."""
    known = set(order)
    placed = [
        replace(
            term,
            word=apostrophes(term.word),
            of=apostrophes(term.of),
            hrefs=tuple(place for href in term.hrefs if (place := _place(href, "", places)) in known),
        )
        for term in terms
    ]
    return indexed([term for term in placed if term.hrefs], order)
