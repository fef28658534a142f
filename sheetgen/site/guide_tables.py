"""Tables of the manual that are made from the program itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markupsafe import Markup

from sheetgen.languages.program_words import ENGLISH, Words
from sheetgen.markdown.code import code_html
from sheetgen.markdown.drawn_text import END, DrawnText
from sheetgen.markdown.token_words import TEXT

Rows = Iterable[Iterable[DrawnText]]
plain = DrawnText.of


def code(text: str) -> DrawnText:
    """A text as it is written in a file."""
    return DrawnText(code_html(text), (text,))


def yaml(text: str) -> DrawnText:
    """A listing, which the keyboard can scroll."""
    html = Markup('<pre tabindex="0"><code class="language-yaml">{}</code></pre>')
    return DrawnText(html.format(text), (text, END))


def link(href: str, title: str) -> DrawnText:
    """A link."""
    return DrawnText(Markup('<a href="{}">{}</a>').format(href, title), (title,))


def table(heads: Iterable[str], rows: Rows, ids: Iterable[str] = ()) -> DrawnText:
    """Rows of cells under heads, in a frame that scrolls by itself where it is too wide; each row may have an id."""
    return _framed(heads, _body(rows, ids))


def grouped(heads: Iterable[str], groups: Iterable[tuple[DrawnText, Rows]], words: Words = ENGLISH) -> DrawnText:
    """Groups of rows, each under a title of its own."""
    form = '<tr><th colspan="3" scope="rowgroup">{}</th></tr>'
    parts = (part for title, rows in groups for part in (_row(form, title), _body(rows)))
    return _framed(heads, DrawnText.joined(parts), words)


def _framed(heads: Iterable[str], body: DrawnText, words: Words = ENGLISH) -> DrawnText:
    head = DrawnText.joined(_row("<th>{}</th>", plain(name)) for name in heads)
    html = Markup(
        '<div class="scroll" role="group" aria-label="{}" tabindex="0"><table><thead><tr>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>"
    ).format(words("Table"), head, body)
    return DrawnText(html, (*head.words, *body.words), frozenset((TEXT,)))


def _body(rows: Rows, ids: Iterable[str] = ()) -> DrawnText:
    return DrawnText.joined(_rows(rows, iter(ids)))


def _rows(rows: Rows, ids: Iterator[str]) -> Iterator[DrawnText]:
    for row in rows:
        cells = DrawnText.joined(_row("<td>{}</td>", cell) for cell in row)
        identity = next(ids, "")
        opening = Markup('<tr id="{}">').format(identity) if identity else Markup("<tr>")
        yield DrawnText(Markup("{}{}</tr>").format(opening, cells), cells.words)


def _row(form: str, text: DrawnText) -> DrawnText:
    """A text in an element of a table, which is a piece of its own."""
    return DrawnText(Markup(form).format(text), (*text.words, END))
