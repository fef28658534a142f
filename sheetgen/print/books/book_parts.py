"""A book as parts that are set by themselves: the front, chapters (the longest in several), the index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from markupsafe import Markup

from sheetgen.markdown.tree import parsed
from sheetgen.print.books.binding import BookPart, BookText, Numbers, link_to
from sheetgen.print.books.book_page import BookPage
from sheetgen.print.books.content import heads, split_chapter
from sheetgen.print.books.index_columns import index_pages
from sheetgen.print.books.indexing import Index
from sheetgen.print.templates import environment

INDEX = "index"
"""The place of the index."""
COLUMN = 60
"""Lines of contents that fit a column. Levelling columns costs the engine much, so longer ones are not levelled."""
PAGES = 32
"""Pages that a part has at most, about, where it can be parted: each takes a worker 2 to 3 MB."""
LONGEST_HEAD = 56
"""Letters of a title that run along with pages."""


@dataclass(frozen=True)
class BookChapter:
    """A chapter as the book has it: its place, its title, a lead, and a tree with links to places of the book."""

    id: str
    title: str
    lead: str
    tree: Any

    @property
    def heads(self) -> list[tuple[str, Markup]]:
        """Its sections: place and title of each."""
        return heads(self.tree)


@dataclass(frozen=True)
class Book:
    """The texts of a book: title, colophon, chapters, index."""

    title: str
    subtitle: str
    colophon: str
    chapters: Sequence[BookChapter]
    index: Index


def parted(book: Book, page: BookPage) -> BookText:
    """The parts of a book, in order."""
    most = page.characters * PAGES
    chapters = [
        BookPart(
            _rendered(book, page, "chapter", c=chapter, html=Markup(html), first=not n),
            running(chapter.title),
            right=not number and not n,
            goes_on=n > 0,
        )
        for number, chapter in enumerate(book.chapters)
        for n, html in enumerate(split_chapter(chapter.tree, most))
    ]
    return BookText(partial(_front, book, page), chapters, partial(_back, book, page), INDEX)


def running(title: str) -> str:
    """A title as it runs along with pages."""
    return title if len(title) <= LONGEST_HEAD else f"{title[: LONGEST_HEAD - 1].rstrip()}…"


def _front(book: Book, page: BookPage, numbers: Numbers) -> BookPart:
    contents = [*book.chapters, BookChapter(INDEX, "Index", "", parsed(""))] if book.index else book.chapters
    short = sum(1 + len(content.heads) for content in contents) <= COLUMN
    html = _rendered(
        book, page, "front", game=page.style.game, contents=contents, short=short, page=partial(_number, numbers)
    )
    return BookPart(html, "Contents", plain=2)


def _back(book: Book, page: BookPage, numbers: Numbers) -> list[BookPart]:
    pages = index_pages(book.index, page, numbers)
    values = {"id": INDEX, "leading": pages.leading}
    return [
        BookPart(_rendered(book, page, "index", columns=columns, first=not n, **values), "Index", goes_on=n > 0)
        for n, columns in enumerate(pages.columns)
    ]


def _number(numbers: Numbers, place: str) -> str:
    return str(numbers.get(place, ""))


def _rendered(book: Book, look: BookPage, name: str, **values: object) -> str:
    template = environment(look.style.folders).get_template(f"print/book-{name}.html")
    return template.render(book=book, link=link_to, **values)
