"""The game master's screen: panels of what a ruleset names under `screen`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any

from markupsafe import Markup

from sheetgen.blocks import EMPTY, Block, Cell, Column, Named, NamedList, Number, Prose, Row, Table
from sheetgen.formula.runtime import show
from sheetgen.markdown.tree import parsed, with_tail
from sheetgen.model.ruleset.dice_tables import is_rolled, rolled_table
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.models import TableModel
from sheetgen.model.ruleset.rules import Rule
from sheetgen.print.jobs import print_screen
from sheetgen.print.plan.print_job import TABLE, PrintJob, PrintOffer, PrintRequest, templates_of
from sheetgen.reference.rule_views import rule_box
from sheetgen.site.games import SiteGame
from sheetgen.site.screen_panels import screen_names
from sheetgen.text.diagnostics import Diagnostics

LEAST_ROWS = 6
"""Entries of a kind that are worth a table."""
LONGEST_FIGURE = 8
"""Letters of a figure beside a name; of a longer one the first word stands there, and all of it below."""
_FIGURE = re.compile(r"[+−±-]?\d")
SHORT = 24
"""Letters that the first column of a list may have to stand beside the name."""
_BOXES = frozenset(("rulebox", "example", "more", "anchor"))
"""Classes of what a panel leaves out: rules and examples, and links to more."""


def screen_offers(request: PrintRequest) -> Iterator[PrintOffer]:
    """The screen of a game, where there is anything to show."""
    game, style = request.game, request.style
    names = screen_names(game, Diagnostics())
    if not names:
        return
    title = screen_title(game)
    job = PrintJob(
        f"{game.folder}print/screen.pdf",
        game.words("{Game master}’s screen"),
        (),
        lambda session: print_screen(session, title, screen_blocks(game, names), style),
        lambda: repr(("screen", title, screen_blocks(game, names), style, templates_of(style))),
    )
    yield PrintOffer(job, TABLE)


def screen_title(game: SiteGame) -> str:
    """The title of a screen."""
    return game.words("{game}: screen", game=game.title)


def screen_blocks(game: SiteGame, names: list[str]) -> list[Block]:
    """The panels of a screen in order; kinds come before tables and rules of the same name."""
    return [block for name in names for block in _blocks(game, name)]


def _blocks(game: SiteGame, name: str) -> Iterator[Block]:
    ruleset = game.ruleset
    if name in ruleset.kinds:
        block = _kind(game, ruleset.kinds[name])
        if not isinstance(block, NamedList) or block.items:
            yield block
    elif name in ruleset.tables:
        yield _rolled(game, name) or _table(game, name, ruleset.tables[name].model)
    elif name in ruleset.rules:
        yield _rule(game, ruleset.rules[name])
    elif "#" in name:
        yield from _section(game, name)


def _kind(game: SiteGame, kind: Kind) -> Block:
    """The entries of a kind: a table where most have a figure in the first column of their list, else a list."""
    assert game.drawer is not None
    entries = sorted(game.entries.of(kind.id), key=game.drawer.sort_key)
    labels = [column.label for column in kind.model.list.columns]
    cells = [[number.text for number, _, _ in game.drawer.columns(computed)] for computed in entries]
    figures = sum(bool(_FIGURE.match(row[0])) for row in cells if row)
    if len(entries) < LEAST_ROWS or figures * 4 < len(entries) * 3:
        return _list(game, kind)
    rows = []
    for computed, (first, *others) in zip(entries, cells, strict=True):
        view = game.contents.view(computed)
        figure = first if len(first) <= LONGEST_FIGURE else first.partition(" ")[0].rstrip(",;")
        pairs = zip(labels, (first, *others), strict=True)
        rest = [(label, text) for label, text in pairs if text not in ("", figure)]
        facts = Markup(" · ").join(Markup("<b>{}</b> {}").format(label, text) for label, text in rest)
        note = Markup(" ").join(part for part in (Markup("{}").format(view.summary if view else ""), facts) if part)
        cell = Cell(number=Number(figure), label=labels[0])
        rows.append(Row(name=computed.entry.name, cells=(cell,), note=note))
    columns = (Column(labels[0], True),)
    return Table(
        id=f"k-{kind.id}", title=kind.model.plural, heading=kind.model.title, columns=columns, rows=tuple(rows)
    )


def _list(game: SiteGame, kind: Kind) -> NamedList:
    """The entries of a kind: the first column of their list beside the name, the others behind the summary."""
    assert game.drawer is not None
    entries = sorted(game.entries.of(kind.id), key=game.drawer.sort_key)
    labels = [column.label for column in kind.model.list.columns]
    items = []
    for computed in entries:
        cells = [number.text for number, _, _ in game.drawer.columns(computed)]
        view = game.contents.view(computed)
        summary = view.summary if view else ""
        beside = cells[0] if cells and 0 < len(cells[0]) <= SHORT and cells[0] != computed.entry.name else ""
        said = {"", beside, computed.entry.name, summary, summary.rstrip(".")}
        rest = [(label, text) for label, text in zip(labels, cells, strict=False) if text not in said]
        facts = Markup(" · ").join(Markup("<b>{}</b> {}").format(label, text) for label, text in rest)
        text = Markup(" ").join(part for part in (Markup("{}").format(summary), facts) if part)
        items.append(Named(name=computed.entry.name, text=text, value=beside))
    return NamedList(id=f"k-{kind.id}", title=kind.model.plural, items=tuple(items))


def _rolled(game: SiteGame, name: str) -> Table | None:
    """A table of the ruleset that dice are rolled on, these first; none where it is another."""
    entries = {kind.id: game.entries.of_rulebook(kind.id) or game.entries.of(kind.id) for kind in game.entries.kinds()}
    names = {kind: [computed.entry.name for computed in of_kind] for kind, of_kind in entries.items()}
    table = game.ruleset.tables[name]
    rolled = rolled_table(table, game.ruleset.tables, names, game.ruleset.titles) if is_rolled(table) else None
    if rolled is None:
        return None
    rows = tuple(
        Row(name=label, cells=tuple(Cell(Number(cell), head) for cell, head in zip(cells, rolled.heads, strict=True)))
        for label, cells in rolled.printed
    )
    columns = tuple(Column("" if head == rolled.title else head) for head in rolled.heads)
    title = f"{rolled.title}, {rolled.dice.text}"  # heads may be left out where rows stand in two columns
    return Table(id=f"t-{name}", title=title, heading=rolled.dice.text, columns=columns, rows=rows)


def _table(game: SiteGame, name: str, model: TableModel) -> Table:
    """A table of the ruleset: a row for each range or record."""
    if model.rows is not None:
        records = [row if isinstance(row, dict) else {"value": row} for row in model.rows]
        first = next(iter(records[0]), "") if records else ""
        pairs = [(record.get(first), {k: v for k, v in record.items() if k != first}) for record in records]
        heading = first.replace("_", " ").capitalize()
    else:
        pairs = [(str(key).replace("..", "–"), value) for key, value in (model.table or {}).items()]
        pairs = [(key, value if isinstance(value, dict) else {"": value}) for key, value in pairs]
        heading = next(iter(model.heads), "")
    heads = list(dict.fromkeys(key for _, values in pairs for key in values))
    titles = {"": next(iter(model.heads[1:]), "")}
    columns = tuple(Column(titles.get(str(head), str(head).replace("_", " ").capitalize())) for head in heads)
    rows = tuple(
        Row(
            name=_value_text(game, key),
            cells=tuple(Cell(Number(_value_text(game, values.get(head))), str(head)) for head in heads),
        )
        for key, values in pairs
    )
    return Table(id=f"t-{name}", title=model.title, heading=heading, columns=columns, rows=rows)


def _value_text(game: SiteGame, value: Any) -> str:
    """A value of a table: the title of a term, or how it is written."""
    if value is None:
        return ""
    titles: Mapping[str, str] = next((titles for titles in game.ruleset.titles.values() if value in titles), {})
    return titles.get(value, show(value)) if isinstance(value, str) else show(value)


def _rule(game: SiteGame, rule: Rule) -> NamedList:
    """The lines of a rule, each after its name with a capital."""
    lines = rule_box(game.context, rule).lines
    items = (
        Named(name=line.title[:1].upper() + line.title[1:], text=line.formula.html, value=line.unit) for line in lines
    )
    return NamedList(id=f"r-{rule.name}", title=rule.model.title, items=tuple(items))


def _section(game: SiteGame, name: str) -> Iterator[Block]:
    """A heading of a chapter with all that stands under it, but for rule boxes and examples."""
    slug, _, anchor = name.partition("#")
    page = next(page for page in (*game.chapters, *game.pages) if page.slug == slug)
    tree = parsed(game.contents.page(page).html)
    head = next((element for element in tree.iter("h2", "h3", "h4") if element.get("id") == anchor), None)
    if head is None:
        return
    body = list(takewhile(lambda element: not _closes(element, head), head.itersiblings()))
    for element in [box for part in body for box in part.iter() if _is_left_out(box)]:
        element.drop_tree()
    body = [part for part in body if not _is_left_out(part)]
    tables = [part for part in body if _data_table(part) is not None]
    text = "".join(with_tail(part) for part in body if part not in tables).strip()
    title = game.context.link_index.by_key[name].title
    if text:
        yield Prose(id=f"s-{slug}-{anchor}", title=title, text=Markup(text))
    for number, part in enumerate(tables):
        yield _drawn_table(f"s-{slug}-{anchor}-{number}", "" if text else title, _data_table(part))


def _is_left_out(element: Any) -> bool:
    return not _BOXES.isdisjoint((element.get("class") or "").split())


def _closes(element: Any, head: Any) -> bool:
    """Whether a section of the rank of `head` or above begins with an element."""
    return bool(element.get("id") and "h2" <= element.tag <= head.tag)


def _data_table(element: Any) -> Any:
    """The table of the ruleset's data that is all of an element, if one is."""
    return element.find("table[@class='data']") if element.get("class") == "scroll" else None


def _drawn_table(identity: str, title: str, table: Any) -> Table:
    """A table of a chapter as a block; what is long stands below its row."""
    lines = [[cell.text_content().strip() for cell in row] for row in table.iter("tr")]
    heads, rows = lines[0], lines[1:]
    long = [n for n in range(1, len(heads)) if any(len(row[n]) > SHORT for row in rows if n < len(row))]
    columns = tuple(Column(head) for n, head in enumerate(heads) if n and n not in long)
    drawn = []
    for row in rows:
        cells = tuple(Cell(Number(text), heads[n]) for n, text in enumerate(row) if n and n not in long)
        notes = [Markup("<b>{}</b> {}").format(heads[n], row[n]) for n in long if n < len(row) and row[n]]
        drawn.append(Row(name=row[0], cells=cells, mark=None, cost=0, note=Markup(" · ").join(notes) or EMPTY))
    return Table(id=identity, title=title, heading=heads[0], columns=columns, rows=tuple(drawn))
