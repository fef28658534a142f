"""The page of each entry and the list of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from sheetgen.blocks import EntryView, Figures, Mark, Number, Track, Whys
from sheetgen.formula.runtime import show
from sheetgen.formula.types import ListOf, Term, bare, each
from sheetgen.model.derive import ComputedEntry
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.site.chapters import entry_links, page_links
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.facets import entry_facets, facet_label
from sheetgen.site.games import SiteGame
from sheetgen.site.search import SearchRecord, SearchSection
from sheetgen.views import pages
from sheetgen.views.pages import Download, EntryPage, Explained, Link, LinkGroup, ListPage

Prints: TypeAlias = Mapping[str, tuple[Download, ...]]
"""The PDFs that pages offer, by the address of the page."""
NO_PRINTS: Prints = {}


def data_address(path: str) -> str:
    """Where the JSON of a page stands."""
    return f"{path.removesuffix('.html')}.json"


def entry_page(game: SiteGame, shells: ShellMaker, computed: ComputedEntry, prints: Prints) -> EntryPage:
    """The page of an entry: stat block, whys, what links here, downloads."""
    kind, view = computed.entry.kind, game.contents.view(computed)
    assert view is not None
    key = (kind.id, computed.id)
    path = game.context.addresses.entry(kind.id, computed.id)
    crumbs = [Link(game.title, game.front), Link(kind.model.plural, game.context.list_address(kind.id))]
    content = game.contents.entry(computed)
    previous, following = (_entry_link(game, other) if other else None for other in game.entries.neighbours[key])
    shell = shells.shell(
        path,
        computed.entry.name,
        game,
        description=view.summary or kind.model.doc,
        crumbs=crumbs,
        previews=content.drawn.previews,
        previous=previous,
        following=following,
        source=computed.entry.place.document.file.name,
    )
    shown_whys = any(isinstance(block, Whys) for block in view.area("aside"))
    numbers = () if shown_whys else tuple(_explained(view))
    return EntryPage(
        shell=shell,
        entry=view,
        numbers=numbers,
        backlinks=tuple(_backlinks(game, key)),
        downloads=prints.get(path, ()),
        json=data_address(path),
        aliases=tuple(computed.entry.fields["aliases"]),
        related=tuple(_related(game, computed)),
        board=_board(game, computed, view),
        command=_command(computed),
        portrait=content.portrait,
        solo=game.contents.is_narrow(kind.id) and not numbers,
        needs=frozenset(content.drawn.needs),
    )


def _explained(view: EntryView) -> Iterator[Explained]:
    """The numbers of the stat block that have a why, each once."""
    seen: set[str] = set()
    for block in view.area("page"):
        for label, number in block.numbers():
            if number.why and label not in seen:
                seen.add(label)
                yield Explained(label, number)


def _backlinks(game: SiteGame, key: tuple[str, str]) -> Iterator[LinkGroup]:
    name = f"{key[0]}:{key[1]}"
    yield from page_links(game, "Rules", game.backlinks.of_pages.get(name, ()))
    yield from entry_links(
        game, (game.backlinks.of_entries.get(name, set()) | game.entries.referring.get(key, set())) - {key}
    )


def _related(game: SiteGame, computed: ComputedEntry) -> Iterator[LinkGroup]:
    parent, kind = computed.entry.fields["extends"], computed.entry.kind.id
    if (kind, parent) in game.entries.by_key:
        yield LinkGroup("A variant of", (_entry_link(game, game.entries.by_key[kind, parent]),))
    variants = tuple(_entry_link(game, other) for other in game.entries.variants.get((kind, computed.id), ()))
    if variants:
        yield LinkGroup("Variants", variants)


def _entry_link(game: SiteGame, computed: ComputedEntry) -> Link:
    return Link(computed.entry.name, game.context.addresses.entry(computed.entry.kind.id, computed.id))


def _command(computed: ComputedEntry) -> str:
    """The line that prints an entry once more; empty where it has nothing to print."""
    kind = computed.entry.kind
    if not computed.entry.campaign or kind.layout is None:
        return ""
    if kind.model.roster:
        return f"sheetgen packet {computed.id}"
    if kind.layout.areas["play"]:
        return f"sheetgen sheet {computed.id}"
    return f"sheetgen cards {computed.id}" if kind.layout.areas["front"] else ""


def _board(game: SiteGame, computed: ComputedEntry, view: EntryView) -> pages.Board | None:
    """The initiative board of an encounter: its roster in order, where its kind declares one."""
    roster = computed.entry.kind.model.roster
    rows = computed.values.get(roster) if roster else None
    if not isinstance(rows, list) or not rows:
        return None
    combatants = tuple(
        _combatant(game, row, game.entries.combatant(computed, str(row.get("id"))), number)
        for number, row in enumerate(rows, 1)
    )
    return pages.Board(
        id=f"{game.ruleset.id}/{computed.id}",
        title=view.name,
        combatants=combatants,
        conditions=tuple(game.entries.conditions),
    )


def _tracks(view: EntryView) -> Iterator[Track]:
    """All that is crossed off in a fight: tracks and tokens of an entry, then of those that its panels show."""
    for block in (*view.area("page"), *view.area("aside")):
        yield from block.ticked()


def _combatant(game: SiteGame, row: Mapping[str, Any], computed: ComputedEntry | None, order: int) -> pages.BoardRow:
    view = game.contents.view(computed) if computed else None
    blocks = view.area("page") if view else ()
    tracks = tuple({track.label: track for track in _tracks(view)}.values()) if view else ()
    figures = next((block.items for block in blocks if isinstance(block, Figures)), ())
    name = str(row.get("name", ""))
    return pages.BoardRow(
        id=str(row.get("id", "")),
        name=name,
        href=view.href if view else "",
        initiative=Number(str(row.get("initiative", ""))),
        order=order,
        side=str(row.get("side", "")),
        tracks=tracks,
        headline=tuple((figure.label, figure.number.text) for figure in figures if not figure.tokens),
    )


# ---- lists


def list_page(game: SiteGame, shells: ShellMaker, kind: Kind, prints: Prints) -> ListPage:
    """The list of a kind: a complete table that sorts and filters."""
    assert game.drawer is not None
    path = game.context.list_address(kind.id)
    crumbs = [Link(game.title, game.front)]
    columns = tuple(
        pages.ListColumn(key=f"c{number}", label=column.label, style=column.type)
        for number, column in enumerate(kind.model.list.columns)
    )
    rows = tuple(_row(game, computed) for computed in game.entries.by_name(kind.id))
    return ListPage(
        shell=shells.shell(path, kind.model.plural, game, description=kind.model.doc, crumbs=crumbs),
        title=kind.model.plural,
        noun=kind.model.plural.lower(),
        lead=kind.model.doc,
        columns=columns,
        rows=rows,
        filters=tuple(_filters(game, kind, rows)),
        sort=_sort(kind),
        json=data_address(path),
        downloads=prints.get(path, ()),
    )


def _sort(kind: Kind) -> str:
    wanted = kind.model.list.sort
    for number, column in enumerate(kind.model.list.columns):
        if column.value == wanted:
            return f"c{number}"
    return "name"


def _row(game: SiteGame, computed: ComputedEntry) -> pages.ListRow:
    assert game.drawer is not None
    content, cells = game.contents.entry(computed), []
    for (number, value, kind), column in zip(content.columns, computed.entry.kind.model.list.columns, strict=False):
        marks: tuple[Mark, ...] = ()
        item = each(kind)
        if column.type == "marks" and isinstance(item, Term):
            values = value if isinstance(value, list) else [value]
            marks = tuple(game.drawer.mark(item.vocabulary, term) for term in values if term)
        sort: int | float | str = (
            float(value) if isinstance(value, Fraction) else value if isinstance(value, int) else number.text
        )
        text = f"{number.text}\u00a0{column.unit}".strip() if number.text else ""
        cells.append(pages.ListCell("" if marks else text, sort, marks))
    facets = {name: _facet_values(value) for name, value in content.facets.items()}
    href, note = game.context.addresses.entry(computed.entry.kind.id, computed.id), content.view.summary
    return pages.ListRow(
        id=computed.id,
        name=computed.entry.name,
        href=href,
        cells=tuple(cells),
        facets=facets,
        note=note,
        aliases=tuple(computed.entry.fields["aliases"]),
    )


def _facet_values(value: Any) -> tuple[str | int | float, ...]:
    values = value if isinstance(value, list) else [value]
    return tuple(_facet_value(part) for part in values if part not in (None, ""))


def _facet_value(value: Any) -> str | int | float:
    if isinstance(value, Fraction):
        return float(value)
    return value if isinstance(value, int | str) and not isinstance(value, bool) else show(value)


def _filters(game: SiteGame, kind: Kind, rows: tuple[pages.ListRow, ...]) -> Iterator[pages.ListFilter]:
    assert kind.layout is not None and game.drawer is not None
    for name in kind.model.facets:
        formula = kind.layout.formulas.get(f"facets.{name}")
        values = [value for row in rows for value in row.facets.get(name, ())]
        if formula is None or not values:
            continue
        label = facet_label(kind, name)
        item = each(formula.type)
        numbers = [float(value) for value in values if not isinstance(value, str)]
        if len(numbers) == len(values):
            yield pages.ListFilter(key=name, label=label, low=min(numbers), high=max(numbers))
            continue
        vocabulary = item.vocabulary if isinstance(item, Term) else ""
        counts = Counter(values)
        order = list(game.ruleset.vocabularies[vocabulary].terms) if vocabulary else sorted(counts, key=str)
        choices = tuple(
            pages.FilterChoice(
                value=str(value),
                title=_choice_title(game, vocabulary, str(value)),
                count=counts[value],
                mark=_choice_mark(game, vocabulary, str(value)),
            )
            for value in order
            if value in counts
        )
        yield pages.ListFilter(key=name, label=label, choices=choices, many=isinstance(bare(formula.type), ListOf))


def _choice_title(game: SiteGame, vocabulary: str, value: str) -> str:
    return game.ruleset.titles[vocabulary].get(value, value) if vocabulary else value


def _choice_mark(game: SiteGame, vocabulary: str, value: str) -> Mark | None:
    if not vocabulary or game.drawer is None:
        return None
    mark = game.drawer.mark(vocabulary, value)
    return mark if mark.name else None


# ---- search


def entry_record(game: SiteGame, computed: ComputedEntry) -> SearchRecord:
    """The search record of an entry."""
    content, kind = game.contents.entry(computed), computed.entry.kind
    view = content.view
    facets = entry_facets(game, computed)
    return SearchRecord(
        title=view.name, href=view.href, kind=kind.model.title, ruleset=game.title, ruleset_id=game.ruleset.id,
        aliases=tuple(computed.entry.fields["aliases"]), summary=view.summary or ", ".join(view.subtitle),
        sections=(SearchSection("", "", " · ".join(filter(None, _texts(view, kind)))),),
        facets=facets,
        names=tuple(_names_inside(view)), values=" ".join(_values(kind, view, facets)), own=computed.entry.campaign,
    )  # fmt: skip


def _texts(view: EntryView, kind: Kind) -> Iterator[str]:
    """The words of an entry, with remarks on the source last, where no preview of a result begins."""
    yield from view.subtitle
    yield from view.tags
    layout = {} if kind.layout is None else kind.layout.blocks
    blocks = [block for area in ("page", "aside") for block in view.area(area)]
    for block in sorted(blocks, key=lambda block: block.id in layout and layout[block.id].settings.editorial):
        yield from block.words()


def _names_inside(view: EntryView) -> Iterator[str]:
    """The names of attacks, traits and the like of an entry."""
    for block in (*view.area("page"), *view.area("aside")):
        yield from block.names()


def _values(kind: Kind, view: EntryView, facets: Mapping[str, Any]) -> Iterator[str]:
    """The words of an entry: its kind, its headings, and the values that it can be filtered by."""
    yield kind.model.title
    yield from (block.title for block in (*view.area("page"), *view.area("aside")))
    for name, value in facets.items():
        values = value if isinstance(value, tuple) else (value,)
        if name not in ("kind", "tag") and not isinstance(value, bool) and values:
            yield " ".join((name.replace("_", " "), *map(str, values)))
