"""Parts of running text: labelled values, paragraphs behind a title, tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markupsafe import Markup

from sheetgen.blocks import Fact, Named, Row
from sheetgen.print.measure.rich_text import stars

_BOLD = Markup("<b>{}</b> {}")
_FACT = Markup("<b>{}</b>\u00a0{}")
"""A label does not part from what it says."""
_GROUP = Markup('<p class="group"><b>{}</b></p>')


def group(title: str) -> Iterator[Markup]:
    """The title over several texts or rows, where there is one."""
    if title:
        yield _GROUP.format(title)


def bold(text: str | Markup) -> Markup:
    """A title that text follows."""
    return _BOLD.format(text, "")


def facts(items: Iterable[Fact]) -> Markup:
    """A paragraph of labelled texts, but for those that are empty; nothing where all are."""
    text = Markup("\u00a0· ").join(
        _FACT.format(f"{item.label}{_colon(item.label)}", item.text) for item in items if item.text
    )
    return Markup("<p>{}</p>").format(text) if text else text


def _colon(label: str) -> str:
    """A colon behind a label that ends in a number, which would run into another one."""
    return ":" if label[-1:].isdigit() else ""


def run_in(title: str, rows: Iterable[tuple[Markup, str]]) -> Markup:
    """A paragraph of names with short values, behind the title of all."""
    said = (Markup("{}{}\u00a0{}").format(name, _colon(name.striptags()), value) for name, value in rows)
    text = Markup("\u00a0· ").join(said)
    return Markup("<p><b>{}</b> {}</p>").format(title, text)


def with_brackets(number: str, other: str) -> str:
    """A number, and what belongs to it in brackets."""
    return f"{number} ({other})" if other else number


def named(item: Named | Row) -> Markup:
    """What something is called: its name, a number or a remark that belongs to it, the cost of an action."""
    value = item.value if isinstance(item, Named) else ""
    words = with_brackets(item.name, value) if any(map(str.isalpha, value)) else f"{item.name} {value}".strip()
    return Markup("{} {}").format(words, stars(item.cost)) if item.cost > 0 else Markup.escape(words)


def paragraph(text: Markup) -> Markup:
    """A text as paragraphs, if it is none yet."""
    return text if text.lstrip().startswith("<") and "<p" in text else Markup("<p>{}</p>").format(text)


def behind(head: Markup, text: Markup) -> Markup:
    """A text behind its title, on one line where it begins with a paragraph."""
    if text.lstrip().startswith("<p>"):
        return Markup(str(text).replace("<p>", f"<p>{head}", 1))
    if "<p" in text or "<ul" in text or "<table" in text:
        return Markup("<p>{}</p>{}").format(head, text)
    return Markup("<p>{}{}</p>").format(head, text)


def ruled(labels: Iterable[str], rows: Iterable[tuple[str, Iterable[str]]], noted: bool = False) -> Markup:
    """A table: labels of its columns, and rows of a name and cells, the last of which may be notes."""
    heads = Markup("").join(Markup('<th scope="col">{}</th>').format(label) for label in labels)
    lines = [
        Markup('<tr><th scope="row">{}</th>{}</tr>').format(
            name, Markup("").join(Markup("<td>{}</td>").format(cell) for cell in cells)
        )
        for name, cells in rows
    ]
    table = Markup("<table{}><thead><tr>{}</tr></thead><tbody>{}</tbody></table>")
    return table.format(Markup(' class="noted"') if noted else "", heads, Markup("").join(lines))
