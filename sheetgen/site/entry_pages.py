"""The page of each entry, and its search record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from sheetgen.blocks import EntryView, Figures, Number, Track, Whys
from sheetgen.model.derive import ComputedEntry
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.site.chapters import entry_links, page_links
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.facets import entry_facets
from sheetgen.site.games import SiteGame
from sheetgen.site.search import SearchRecord, SearchSection
from sheetgen.views import pages
from sheetgen.views.pages import Download, EntryPage, Explained, Link, LinkGroup

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
