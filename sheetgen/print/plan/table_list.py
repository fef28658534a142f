"""The page of a book that says where its tables stand."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from sheetgen.languages.program_words import Words
from sheetgen.markdown.tree import parsed
from sheetgen.print.jobs import Chapter

LEAST_TABLES = 6
"""So many tables are worth a page that lists them."""
TITLE = "Tables"
LEAD = "Where each table of this book stands."
_CHAPTER = Markup("<p><b>{}</b> {}</p>")
_TITLE_TEXT = './/text()[not(ancestor::a[@class="anchor"])]'
_PLACE = Markup('<a href="{}#{}">{}</a>')


def table_list(chapters: list[Chapter], href: str, words: Words) -> Chapter | None:
    """The chapter at `href` that lists the sections of `chapters` with tables; none where these are few."""
    places = [(chapter, list(_sections(chapter))) for chapter in chapters]
    if sum(len(sections) for _, sections in places) < LEAST_TABLES:
        return None
    lines = [
        _CHAPTER.format(
            chapter.title, Markup("\u00a0· ").join(_PLACE.format(chapter.href, *section) for section in sections)
        )
        for chapter, sections in places
        if sections
    ]
    return Chapter(href, words(TITLE), Markup("").join(lines), words(LEAD))


def _sections(chapter: Chapter) -> Iterator[tuple[str, str]]:
    """The anchor and title of each section of a chapter in which a table stands, in their order.

    A table before the first section stands at the chapter itself, without an anchor.
    """
    section, listed = ("", str(chapter.title)), set()
    for element in parsed(chapter.html).iter("h2", "h3", "h4", "table") if "<table" in chapter.html else ():
        if element.tag == "table" and section[0] not in listed:
            listed.add(section[0])
            yield section
        elif element.tag != "table" and element.get("id"):
            section = element.get("id"), " ".join("".join(element.xpath(_TITLE_TEXT)).split())
