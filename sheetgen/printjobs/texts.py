"""Entries of the rulebook as running text: for the rules of a packet, and for the back of the book."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markupsafe import Markup

from sheetgen.blocks import Block, EntryView, Fact, Facts, Figures, NamedList, Prose, Scores, Strip, Table

_BOLD = Markup("<b>{}</b> {}")


def in_short(view: EntryView) -> Markup:
    """What an entry says, for somebody in the middle of a fight: its page without remarks."""
    return Markup("").join(_paragraphs(view.area("page")))


def in_full(view: EntryView) -> Markup:
    """All that an entry says, remarks included."""
    lead = [Markup("<p>{}</p>").format(view.summary)] if view.summary else []
    return Markup("").join([*lead, *_paragraphs((*view.area("page"), *view.area("aside")))])


def _paragraphs(blocks: Iterable[Block]) -> Iterator[Markup]:
    for block in blocks:
        title = _BOLD.format(f"{block.title}.", "") if block.title else Markup("")
        match block:
            case Prose(text=text):
                yield _told(text) if block.title in ("", "Effect") else _after(title, text)
            case Facts(items=items):
                yield Markup("<p>{}</p>").format(_facts(items))
            case Figures(items=figures):
                facts = [Fact(i.label, f"{i.number.text} {i.unit}".strip() + i.after) for i in figures]
                yield Markup("<p>{}</p>").format(_facts(facts))
            case NamedList(items=named) if block.id != "numbers":
                for item in named:
                    yield _after(_BOLD.format(f"{item.name}{' ' + item.value if item.value else ''}.", ""), item.text)
            case Table():
                yield _table(block)
            case Strip(pairs=pairs):
                states = ", ".join(f"{pair.head.title} {pair.state.title.lower()}" for pair in pairs)
                yield Markup("<p>{}{}</p>").format(title, states)
            case Scores(items=scores):
                yield Markup("<p>{}</p>").format(_facts([Fact(one.label, one.number.text) for one in scores]))


def _facts(items: Iterable[Fact]) -> Markup:
    return Markup("; ").join(_BOLD.format(item.label, item.text.rstrip(".;")) for item in items if item.text)


def _told(text: Markup) -> Markup:
    return text if text.lstrip().startswith("<") and "<p" in text else Markup("<p>{}</p>").format(text)


def _after(head: Markup, text: Markup) -> Markup:
    """A text behind its title, on one line where it begins with a paragraph."""
    if text.lstrip().startswith("<p>"):
        return Markup(str(text).replace("<p>", f"<p>{head}", 1))
    if "<p" in text or "<ul" in text or "<table" in text:
        return Markup("<p>{}</p>{}").format(head, text)
    return Markup("<p>{}{}</p>").format(head, text)


def _table(block: Table) -> Markup:
    labels = (block.heading, *(column.label for column in block.columns))
    heads = Markup("").join(Markup("<th>{}</th>").format(label) for label in labels)
    rows = []
    for row in block.rows:
        cells = Markup("").join(Markup("<td>{}</td>").format(cell.number.text) for cell in row.cells)
        rows.append(Markup("<tr><th>{}</th>{}</tr>").format(row.name, cells))
    return Markup("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>").format(heads, Markup("").join(rows))
