"""The panels of a game: tables and lists of what a ruleset names, as HTML for paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any

from markupsafe import Markup

from sheetgen.dice.rolled_tables import RolledTable
from sheetgen.formula.runtime import show
from sheetgen.markdown.tree import parsed, with_tail
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.ruleset.dice_tables import is_rolled, rolled_table
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.lookup_tables import range_text
from sheetgen.model.ruleset.rule_models import TableModel
from sheetgen.model.ruleset.rules import Rule
from sheetgen.print.jobs import PanelText
from sheetgen.reference.record_tables import of_table
from sheetgen.reference.rules_in_short import rule_in_short
from sheetgen.site.games import SiteGame
from sheetgen.site.screen_panels import AskedPanel, table_of
from sheetgen.text.diagnostics import Diagnostics

_BOXES = frozenset(("rulebox", "example", "more", "anchor"))
"""Classes of what a panel leaves out: rules and examples, and links to more."""
_DATA = frozenset(("ul", "ol", "table", "dl"))


def panels_of(game: SiteGame, asked: Iterable[AskedPanel]) -> list[PanelText]:
    """The panels that are asked for, in order, but for those that have nothing in them."""
    panels = (_panel(game, panel) for panel in asked)
    return [panel for panel in panels if panel.html]


def _panel(game: SiteGame, asked: AskedPanel) -> PanelText:
    """What a panel shows; kinds come before tables, vocabularies and rules of the same name."""
    ruleset, name = game.ruleset, asked.show
    if name in ruleset.kinds:
        kind = ruleset.kinds[name]
        return PanelText(asked.title or kind.model.plural, _kind(game, kind, asked))
    if name in ruleset.tables:
        table = ruleset.tables[name].model
        return PanelText(asked.title or table.title, _table(game, name, asked))
    if name in ruleset.vocabularies:
        return PanelText(asked.title or ruleset.vocabularies[name].name.capitalize(), _asked_table(game, asked))
    if name in ruleset.rules:
        rule = ruleset.rules[name]
        return PanelText(asked.title or rule.model.title, _rule(game, rule))
    return PanelText(asked.title or game.context.link_index.by_key[name].title, _section(game, name))


def _rule(game: SiteGame, rule: Rule) -> Markup:
    """The lines of a rule, without its name, and what it is for where it has none."""
    name, *lines = parsed(rule_in_short(game.context, rule))[0]
    name[0].drop_tree()
    return Markup("".join(map(with_tail, lines or [name])))


def _asked_table(game: SiteGame, asked: AskedPanel) -> Markup:
    return table_of(game, asked, Diagnostics()).html


def _kind(game: SiteGame, kind: Kind, asked: AskedPanel) -> Markup:
    """The entries of a kind in the columns that are asked for, or else in those of its list."""
    if asked.listing.asked.columns:
        return _asked_table(game, asked)
    assert game.drawer is not None
    entries = sorted(game.entries.of(kind.id), key=game.drawer.sort_key)
    return listed_entries(game, kind, entries) if entries else Markup()


def listed_entries(game: SiteGame, kind: Kind, entries: Sequence[ComputedEntry]) -> Markup:
    """Entries of a kind with the columns of its list."""
    assert game.drawer is not None
    labels = (column.label for column in kind.model.list.columns)
    cells = [[number.text for number, _, _ in game.drawer.columns(computed)] for computed in entries]
    names = [Markup('<span id="{}">{}</span>').format(computed.id, computed.entry.name) for computed in entries]
    return html_table([kind.model.title, *labels], [[name, *own] for name, own in zip(names, cells, strict=True)])


def html_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Markup:
    """A table; the first cell of each row is its head. A column without a head in any is left out of these."""
    cell, head = Markup("<td>{}</td>").format, Markup('<th scope="row">{}</th>').format
    body = Markup("").join(
        Markup("<tr>{}{}</tr>").format(head(row[0]), Markup("").join(map(cell, row[1:]))) for row in rows
    )
    titles = Markup("").join(map(Markup('<th scope="col">{}</th>').format, heads))
    above = Markup("<thead><tr>{}</tr></thead>").format(titles) if any(heads) else ""
    return Markup("<table>{}<tbody>{}</tbody></table>").format(above, body)


def _table(game: SiteGame, name: str, asked: AskedPanel) -> Markup:
    """A table of the ruleset: with the dice first where it is rolled on, else a row for each range or record."""
    if asked.listing.document is not None:
        return _asked_table(game, asked)
    rolled = _rolled(game, name)
    if rolled is None:
        return _plain(game, game.ruleset.tables[name].model)
    heads = ["" if head == rolled.title else head for head in rolled.heads]
    return html_table([rolled.dice.text, *heads], [[label, *cells] for label, cells in rolled.printed])


def _rolled(game: SiteGame, name: str) -> RolledTable | None:
    table = game.ruleset.tables[name]
    entries = {kind.id: game.entries.of_rulebook(kind.id) or game.entries.of(kind.id) for kind in game.entries.kinds()}
    names = {kind: [computed.entry.name for computed in of_kind] for kind, of_kind in entries.items()}
    return rolled_table(table, game.ruleset.tables, names, game.ruleset.titles) if is_rolled(table) else None


def _plain(game: SiteGame, model: TableModel) -> Markup:
    """A table that no dice are rolled on."""
    records = of_table(model)
    if records is None:
        pairs = (model.table or {}).items()
        return html_table([*model.heads, "", ""][:2], [[range_text(key), _text(game, value)] for key, value in pairs])
    columns = records.columns
    rows = [[_text(game, row.get(key)) for key in columns.values()] for row in records.rows]
    return html_table(list(columns), rows)


def _text(game: SiteGame, value: Any) -> str:
    """A value of a table: the title of a term, or how it is written."""
    if value is None:
        return ""
    titles = next((titles for titles in game.ruleset.titles.values() if value in titles), {})
    return titles.get(value, show(value)) if isinstance(value, str) else show(value)


def _section(game: SiteGame, name: str) -> Markup:
    """What stands under a heading of a chapter, but for rule boxes and examples: its tables and lists, if it has any.

    A text without these stands there as it is.
    """
    slug, _, anchor = name.partition("#")
    page = next(page for page in (*game.chapters, *game.pages) if page.slug == slug)
    tree = parsed(game.contents.page(page).html)
    head = next((element for element in tree.iter("h2", "h3", "h4") if element.get("id") == anchor), None)
    if head is None:
        return Markup()
    body = list(takewhile(lambda element: not _closes(element, head), head.itersiblings()))
    for element in [box for part in body for box in part.iter() if _is_left_out(box)]:
        element.drop_tree()
    body = [part for part in body if not _is_left_out(part) and part.tag != "aside"]
    data = [part for part in body if part.tag in _DATA or part.get("class") == "scroll"]
    return Markup("".join(map(with_tail, data or body)).strip())


def _is_left_out(element: Any) -> bool:
    return not _BOXES.isdisjoint((element.get("class") or "").split())


def _closes(element: Any, head: Any) -> bool:
    """Whether a section of the rank of `head` or above begins with an element."""
    return bool(element.get("id") and "h2" <= element.tag <= head.tag)
