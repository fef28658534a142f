"""Entries of the rulebook as running text: for the rules of a packet, and for the back of the book."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markupsafe import Markup

from sheetgen.blocks import (
    Block,
    Body,
    CheckGroups,
    EntryView,
    Fact,
    Facts,
    Figure,
    Figures,
    Grid,
    Named,
    NamedList,
    Panel,
    Prose,
    Row,
    Score,
    Scores,
    Strip,
    Table,
    Tracks,
)
from sheetgen.print.templates import stars

_BOLD = Markup("<b>{}</b> {}")
_GROUP = Markup('<p class="group"><b>{}</b></p>')
WORKING = "numbers"
"""The block that says where the numbers come from: a book has the rules themselves."""


def in_short(view: EntryView) -> Markup:
    """What an entry says, for somebody in the middle of a fight: its page without remarks."""
    return Markup("").join(_paragraphs(view.area("page")))


def in_full(view: EntryView) -> Markup:
    """All that an entry says, remarks included."""
    lead = [Markup("<p>{}</p>").format(view.summary)] if view.summary else []
    return Markup("").join([*lead, *_paragraphs((*view.area("page"), *view.area("aside")))])


def _paragraphs(blocks: Iterable[Block]) -> Iterator[Markup]:
    for block in blocks:
        match block:
            case Prose(text=text):
                yield _labelled(text) if block.title in ("", "Effect") else _after(_bold(f"{block.title}."), text)
            case Facts(items=items):
                yield _facts(items)
            case Figures(items=figures):
                yield _facts(Fact(figure.label, _figure(figure)) for figure in figures)
            case Scores(items=scores):
                yield _facts(
                    Fact(score.label, _pair(score.number.text, score.bonus.text if score.bonus else ""))
                    for score in scores
                )
            case Tracks(items=tracks):
                yield _facts(Fact(track.label, track.number.text) for track in tracks)
            case Body(parts=parts):
                yield _facts(Fact(part.label, _pair(part.number.text, part.note)) for part in parts)
            case CheckGroups(groups=groups):
                yield _facts(Fact(group.label, ", ".join(group.items)) for group in groups)
            case Strip(pairs=pairs):
                states = ", ".join(f"{pair.head.title} {pair.state.title.lower()}" for pair in pairs)
                yield Markup("<p>{}{}</p>").format(_bold(f"{block.title}.") if block.title else "", states)
            case NamedList(items=named) if block.id != WORKING:
                yield from _group(block.title)
                yield from (_after(_bold(f"{_name(item)}."), item.text) for item in named)
            case Table():
                yield from _group(block.title)
                yield _table(block)
            case Grid():
                yield from _group(block.title)
                yield _grid(block)
            case Panel(entries=entries):
                yield from (part for entry in entries for part in _panelled(entry))


def _group(title: str) -> Iterator[Markup]:
    """The title over several texts or rows, where there is one."""
    if title:
        yield _GROUP.format(title)


def _panelled(entry: EntryView) -> Iterator[Markup]:
    """An entry within another one."""
    yield from _group(entry.name)
    yield from _paragraphs(entry.area("page"))


def _bold(text: str | Markup) -> Markup:
    return _BOLD.format(text, "")


def _facts(items: Iterable[Fact]) -> Markup:
    line = Markup(" · ").join(_BOLD.format(item.label, item.text) for item in items if item.text)
    return Markup("<p>{}</p>").format(line) if line else line


def _figure(figure: Figure) -> str:
    """A headline number with its unit and what is said after it; another number stands in brackets."""
    after = figure.after.strip()
    number = f"{figure.number.text} {figure.unit}".strip()
    return _pair(number, after) if after[:1].isdigit() else f"{number} {after}".strip()


def _score(score: Score) -> str:
    return _pair(score.number.text, score.bonus.text if score.bonus else "")


def _pair(number: str, other: str) -> str:
    """A number, and what belongs to it in brackets."""
    return f"{number} ({other})" if other else number


def _name(item: Named | Row) -> Markup:
    """What something is called: its name, a number or a remark that belongs to it, the cost of an action."""
    value = item.value if isinstance(item, Named) else ""
    words = _pair(item.name, value) if any(map(str.isalpha, value)) else f"{item.name} {value}".strip()
    return Markup("{} {}").format(words, stars(item.cost)) if item.cost > 0 else Markup.escape(words)


def _labelled(text: Markup) -> Markup:
    return text if text.lstrip().startswith("<") and "<p" in text else Markup("<p>{}</p>").format(text)


def _after(head: Markup, text: Markup) -> Markup:
    """A text behind its title, on one line where it begins with a paragraph."""
    if text.lstrip().startswith("<p>"):
        return Markup(str(text).replace("<p>", f"<p>{head}", 1))
    if "<p" in text or "<ul" in text or "<table" in text:
        return Markup("<p>{}</p>{}").format(head, text)
    return Markup("<p>{}{}</p>").format(head, text)


def _table(block: Table) -> Markup:
    noted = any(row.note for row in block.rows)
    labels = [block.heading, *(column.label for column in block.columns), *([""] if noted else [])]
    rows = [
        (_name(row), [*(cell.number.text for cell in row.cells), *([row.note] if noted else [])]) for row in block.rows
    ]
    return _ruled(labels, rows)


def _grid(block: Grid) -> Markup:
    labels = ["", *(f"{head.label} {head.number.text}".strip() for head in block.heads)]
    return _ruled(labels, [(row.label, [number.text for number in row.numbers]) for row in block.rows])


def _ruled(labels: Iterable[str], rows: Iterable[tuple[str, Iterable[str]]]) -> Markup:
    """A table: labels of its columns, and rows of a name and cells."""
    heads = Markup("").join(Markup('<th scope="col">{}</th>').format(label) for label in labels)
    lines = [
        Markup('<tr><th scope="row">{}</th>{}</tr>').format(
            name, Markup("").join(Markup("<td>{}</td>").format(cell) for cell in cells)
        )
        for name, cells in rows
    ]
    return Markup("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>").format(heads, Markup("").join(lines))
