"""The list of each kind: what its rows, columns and filters are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from sheetgen.blocks import Mark
from sheetgen.formula.types import ListOf, Term, bare, each
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.layout_models import ListColumnModel
from sheetgen.site.chapters import explanation
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.entries_pages import entries_link
from sheetgen.site.entry_pages import Prints, data_address
from sheetgen.site.facets import facet_label
from sheetgen.site.games import SiteGame
from sheetgen.site.list_order import SortKey, sort_key
from sheetgen.site.long_lists import Listing
from sheetgen.views import pages
from sheetgen.views.pages import Link, ListPage


def kind_listing(
    game: SiteGame, shells: ShellMaker, kind: Kind, prints: Prints, new: Link | None = None
) -> Listing[ComputedEntry]:
    """The list of a kind; with the page on which a `new` entry of it is made."""
    rows, title = KindRows(game, kind), kind.model.plural
    path, all_of_it = game.context.list_address(kind.id), entries_link(game, kind)
    reading = (*explanation(game, kind.model.reference), *filter(None, (all_of_it, new)))

    def page(address: str, name: str) -> ListPage:
        crumbs = [Link(game.title, game.front)] + ([Link(title, path)] if address != path else [])
        # A chapter may be called like the kind; the list is told from it in tabs and bookmarks.
        document_title = game.words("List of {things}", things=game.words.noun(title)) if address == path else name
        return ListPage(
            shell=shells.shell(address, document_title, game, description=kind.model.doc, crumbs=crumbs),
            title=name,
            noun=game.words.noun(title),
            lead=kind.model.doc,
            columns=rows.columns,
            rows=(),
            total=0,
            sort="name" if rows.ordered_by is None else f"c{rows.ordered_by}",
            json=data_address(path),
            downloads=prints.get(path, ()),
            reading=reading,
        )

    return Listing(
        path=path,
        title=title,
        items=game.entries.by_name(kind.id),
        row=rows.row,
        page=page,
        filters=cache(lambda: tuple(rows.filters())),
        order=rows.order,
        size=lambda computed: game.contents.entry(computed).outline.row_size,
        made_from=lambda computed: game.contents.entry(computed).outline.row_digest,
    )


@dataclass(frozen=True)
class KindRows:
    """The rows of the entries of a kind."""

    game: SiteGame
    kind: Kind

    @property
    def columns(self) -> tuple[pages.ListColumn, ...]:
        """The columns after the name."""
        return tuple(
            pages.ListColumn(
                key=f"c{number}", label=column.label, style="badge" if column is self._badge else column.type
            )
            for number, column in enumerate(self.kind.model.list.columns)
        )

    @property
    def _badge(self) -> ListColumnModel | None:
        """The first column, where it is the number that stands in the badge of stat blocks."""
        badge, columns = self.kind.model.layout.badge, self.kind.model.list.columns[:1]
        return next(
            (column for column in columns if badge and column.value == badge.value and column.type == "number"), None
        )

    @property
    def ordered_by(self) -> int | None:
        """The column that orders the rows at first; None where their names do."""
        columns = [column.value for column in self.kind.model.list.columns]
        wanted = self.kind.model.list.sort
        return columns.index(wanted) if wanted in columns else None

    def order(self, computed: ComputedEntry) -> tuple[SortKey, ...]:
        """What a row is ordered by at first: its column, then its name."""
        name = sort_key(computed.entry.name)
        if self.ordered_by is None:
            return (name,)
        sorts = self.game.contents.entry(computed).outline.sorts
        return sort_key(sorts[self.ordered_by]), name

    def row(self, computed: ComputedEntry) -> pages.ListRow:
        """The row of an entry."""
        return self.game.contents.entry(computed).row()

    def filters(self) -> Iterator[pages.ListFilter]:
        """The filters over all entries of the kind: those that any entry has a value of."""
        assert self.kind.layout is not None
        counts = {name: Counter[str | int | float]() for name in self.kind.model.facets}
        for computed in self.game.entries.by_name(self.kind.id):
            for name, values in self.game.contents.entry(computed).outline.facets.items():
                counts[name].update(values)
        in_columns = {column.value for column in self.kind.model.list.columns}
        for name, value in self.kind.model.facets.items():
            formula = self.kind.layout.formulas.get(f"facets.{name}")
            if formula is None or not counts[name]:
                continue
            item = each(formula.type)
            vocabulary = item.vocabulary if isinstance(item, Term) else ""
            listed = self._filter(name, counts[name], vocabulary, isinstance(bare(formula.type), ListOf))
            yield replace(listed, column=value in in_columns)

    def _filter(
        self, name: str, counts: Mapping[str | int | float, int], vocabulary: str, many: bool
    ) -> pages.ListFilter:
        label = facet_label(self.kind, name)
        numbers = [float(value) for value in counts if not isinstance(value, str)]
        if len(numbers) == len(counts):
            return pages.ListFilter(key=name, label=label, low=min(numbers), high=max(numbers))
        order = list(self.game.ruleset.vocabularies[vocabulary].terms) if vocabulary else sorted(counts, key=str)
        choices = tuple(
            pages.FilterChoice(
                value=str(value),
                title=self._title(vocabulary, str(value)),
                count=counts[value],
                mark=self._mark(vocabulary, str(value)),
            )
            for value in order
            if value in counts
        )
        return pages.ListFilter(key=name, label=label, choices=choices, many=many)

    def _title(self, vocabulary: str, value: str) -> str:
        return self.game.ruleset.titles[vocabulary].get(value, value) if vocabulary else value

    def _mark(self, vocabulary: str, value: str) -> Mark | None:
        if not vocabulary or self.game.drawer is None:
            return None
        mark = self.game.drawer.mark(vocabulary, value)
        return mark if mark.name else None
