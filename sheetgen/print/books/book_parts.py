"""A book as parts that are set by themselves: the front, chapters (the longest in several), the index."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from markupsafe import Markup

from sheetgen.markdown.tree import parsed
from sheetgen.print.books.binding import TO, BookPart, BookText, Numbers, link_to, running, text_length
from sheetgen.print.books.book_page import BookPage
from sheetgen.print.books.content import heads, split_chapter
from sheetgen.print.books.contents_fit import fitted
from sheetgen.print.books.index_columns import index_pages
from sheetgen.print.books.indexing import Index
from sheetgen.print.engine.job import JobResult
from sheetgen.print.style import PrintResult
from sheetgen.print.templates import template

INDEX = "index"
"""The place of the index."""
PAGES = 36
"""Pages that a part has at most, about, where it can be parted: each takes a worker 2 to 3 MB."""
SHORT = 0.3
"""A chapter that takes no more than this part of a page, about, has none of its own: it runs on."""
PLAIN = 2
"""Pages before the contents: the title, and the imprint or nothing."""


@dataclass(frozen=True, kw_only=True)
class BookChapter:
    """A chapter as the book has it: its place, its title, a lead, and a tree with links to places of the book.

    Where it `runs_on`, it begins on the page that the one before ends on.
    """

    id: str
    title: str
    lead: str
    tree: Any
    runs_on: bool = False

    @property
    def heads(self) -> list[tuple[str, Markup]]:
        """Its sections: place and title of each."""
        return heads(self.tree)


@dataclass(frozen=True)
class BoundPaper:
    """A paper that is bound in at the end of a book as it is: a sheet, a page of tables. It is made when needed."""

    id: str
    title: str
    made: Callable[[], PrintResult]

    @property
    def chapter(self) -> BookChapter:
        """What the contents say of it."""
        return BookChapter(id=self.id, title=self.title, lead="", tree=parsed(""))

    @cached_property
    def result(self) -> PrintResult:
        """It as it was made."""
        return self.made()

    def part(self) -> BookPart:
        """It as a part, without running heads and numbers; what has two sides is a leaf, which can be cut out."""
        pages = self.result.pages
        made = JobResult(self.result.pdf, (), (pages,), (), {self.id: (0, 0.0, 0.0)})
        return BookPart("", self.title, right=pages == 2, plain=pages, made=made)


@dataclass(frozen=True)
class Book:
    """The texts of a book: title, colophon, chapters, index."""

    title: str
    subtitle: str
    colophon: str
    chapters: Sequence[BookChapter]
    index: Index
    papers: Sequence[BoundPaper] = ()


def parted(book: Book, page: BookPage) -> BookText:
    """The parts of a book, in order."""
    most = page.characters * PAGES
    chapters: list[BookPart] = []
    for number, chapter in enumerate(book.chapters):
        pieces = split_chapter(chapter.tree, most)
        for n, html in enumerate(pieces):
            continued = n + 1 < len(pieces)
            text = _rendered(book, page, "chapter", c=chapter, html=Markup(html), first=not n)
            runs_on = chapter.runs_on or text_length(text) < SHORT * page.characters
            if not n and runs_on and chapters and len(chapters[-1].html) + len(text) < most:
                first = chapters[-1].head.partition(TO)[0]
                head = running(f"{first}{TO}{chapter.title}")
                begun = (*chapters[-1].chapters, (chapter.id, chapter.title))
                chapters[-1] = replace(
                    chapters[-1], html=chapters[-1].html + text, head=head, chapters=begun, continued=continued
                )
            else:
                right = not number and not n
                begun = (("" if n else chapter.id, chapter.title),)
                head = running(chapter.title)
                chapters.append(BookPart(text, head, right, goes_on=n > 0, continued=continued, chapters=begun))
    return BookText(
        partial(_front, book, page), chapters, [paper.part for paper in book.papers],
        partial(_back, book, page), INDEX,
    )  # fmt: skip


def _front(book: Book, page: BookPage, numbers: Numbers) -> BookPart:
    contents = [*book.chapters, *(paper.chapter for paper in book.papers)]
    if book.index:
        contents.append(BookChapter(id=INDEX, title=page.style.words("Index"), lead="", tree=parsed("")))
    style = page.style
    cover = style.theme.cover.address if style.theme.cover else ""
    known = {"game": style.game, "cover": cover, "contents": contents, "page": partial(_number, numbers)}
    pages, known["close"] = fitted([len(chapter.heads) for chapter in contents], page)
    known["title_size"] = page.title_size(book.title, book.subtitle)
    html = _rendered(book, page, "front", **known)
    return BookPart(html, page.style.words("Contents"), plain=PLAIN, likely=PLAIN + pages)


def _back(book: Book, page: BookPage, numbers: Numbers) -> list[BookPart]:
    pages = index_pages(book.index, page, numbers)
    values = {"id": INDEX, "leading": pages.leading}
    return [
        BookPart(
            _rendered(book, page, "index", columns=columns, first=not n, **values),
            page.style.words("Index"),
            goes_on=n > 0,
        )
        for n, columns in enumerate(pages.columns)
    ]


def _number(numbers: Numbers, place: str) -> str:
    return str(numbers.get(place, ""))


def _rendered(book: Book, look: BookPage, name: str, **values: object) -> str:
    return template(f"print/book-{name}.html", look.style).render(book=book, link=link_to, **values)
