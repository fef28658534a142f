"""Lists and the pages that they stand on: one, or of a long list several, of which a script draws all on the first.

Rows are made when a page shows them, so that no page needs those of another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Generic, TypeVar

from sheetgen.site.list_order import SortKey
from sheetgen.views.pages import FilterChoice, Link, ListFilter, ListPage, ListRow, Shell

T = TypeVar("T")
LONG = 200
"""Rows that a list may have and still stand on one page."""
ROWS = 100
"""Rows on each page of a long list ..."""
FEWEST_ROWS = 20
PAGE_SIZE = 100_000
"""... or as many as this many bytes hold, so that a page stays below 150 kB."""
CHOICES = 240
"""Values of filters that stand on the page of a long list; further ones are typed."""
NEAR, APART = 2, 10
"""Links between pages lead to this many before and after, and to every so many-th."""


@dataclass(frozen=True, kw_only=True)
class ListPageParts:
    """What a page of a list follows from, known without making its rows."""

    page: ListPage
    """The page without rows."""
    made_from: tuple[object, ...]
    """What its rows follow from."""
    rows: Sequence[Callable[[], ListRow]] = field(compare=False)

    @property
    def around(self) -> Shell:
        """The shell of the page."""
        return self.page.shell


def list_page(parts: ListPageParts) -> ListPage:
    """The page of its parts."""
    return replace(parts.page, rows=tuple(row() for row in parts.rows))


@dataclass(frozen=True, kw_only=True)
class Listing(Generic[T]):
    """A list of anything: which items, how each is a row, and what pages with rows of it show."""

    path: str
    title: str
    items: Sequence[T]
    """By name."""
    row: Callable[[T], ListRow]
    page: Callable[[str, str], ListPage]
    """The page of an address and a title, without rows and filters."""
    filters: Callable[[], tuple[ListFilter, ...]]
    order: Callable[[T], tuple[SortKey, ...]]
    """What the rows are ordered by at first, with scripts or without."""
    size: Callable[[T], int]
    """About how many bytes the row of an item takes on a page."""
    made_from: Callable[[T], object]
    """What the row of an item follows from, known without making it."""

    @property
    def is_long(self) -> bool:
        """Whether a script draws it."""
        return len(self.items) > LONG

    @property
    def data(self) -> str:
        """Where the script with all rows of a long list stands."""
        return f"{self._folder}rows.js"

    def whole_parts(self) -> ListPageParts:
        """The parts of a page with all rows, in their order."""
        return self._parts(self.whole(), self._ordered)

    def whole(self) -> ListPage:
        """The page of all rows, without them."""
        return replace(self._page(self.path, self.title), filters=self.filters())

    def rows(self) -> Iterator[ListRow]:
        """All rows by name, each made when it is asked for."""
        return map(self.row, self.items)

    def pages(self) -> Iterator[tuple[str, Callable[[], ListPageParts]]]:
        """The parts of the pages of a long list by their addresses, made when they are asked for."""
        for number in range(-(-len(self.items) // self._rows)):
            yield self._address(number), partial(self._part, number)

    def _page(self, path: str, title: str) -> ListPage:
        return replace(self.page(path, title), total=len(self.items))

    def _parts(self, page: ListPage, items: Sequence[T]) -> ListPageParts:
        rows = [partial(self.row, item) for item in items]
        return ListPageParts(page=page, made_from=tuple(map(self.made_from, items)), rows=rows)

    def _part(self, number: int) -> ListPageParts:
        first, path = number * self._rows, self._address(number)
        items = self._ordered[first : first + self._rows]
        links = tuple(self._link(other, number) for other in self._linked(number))
        if number == 0:
            page = replace(self._page(path, self.title), filters=shortened(self.filters()))
            return self._parts(replace(page, parts=links, data=self.data), items)
        page = self._page(path, f"{self.title}, {self._places(number)}")
        return self._parts(replace(page, parts=links, first=first + 1, downloads=(), json=""), items)

    @property
    def _folder(self) -> str:
        return f"{self.path.removesuffix('index.html')}list/"

    def _address(self, number: int) -> str:
        return f"{self._folder}{number + 1}.html" if number else self.path

    def _places(self, number: int) -> str:
        first = number * self._rows
        return f"{first + 1} to {min(first + self._rows, len(self.items))}"

    def _linked(self, number: int) -> Iterator[int]:
        """The pages that a page leads to: those near it, and some of the others."""
        last = (len(self.items) - 1) // self._rows
        for other in range(last + 1):
            if other in (0, last) or abs(other - number) <= NEAR or (other + 1) % APART == 0:
                yield other

    def _link(self, other: int, number: int) -> Link:
        return Link(f"{other + 1}", self._address(other), summary=self._places(other), current=other == number)

    @cached_property
    def _ordered(self) -> Sequence[T]:
        return sorted(self.items, key=self.order)

    @cached_property
    def _rows(self) -> int:
        """How many rows stand on a page."""
        size, rows = 0, 0
        for item in self._ordered[:ROWS]:
            size += self.size(item)
            rows += size <= PAGE_SIZE
        return max(rows, FEWEST_ROWS)


def shortened(filters: Sequence[ListFilter]) -> tuple[ListFilter, ...]:
    """Filters with so many choices that a page can hold them; of those with more the most frequent, in their order."""
    sizes = sorted(len(listed.choices) for listed in filters)
    left, most = CHOICES, CHOICES
    for place, size in enumerate(sizes):
        most = left // (len(sizes) - place)
        left -= min(size, most)
    return tuple(replace(listed, choices=_most_frequent(listed.choices, most)) for listed in filters)


def _most_frequent(choices: tuple[FilterChoice, ...], most: int) -> tuple[FilterChoice, ...]:
    if len(choices) <= most:
        return choices
    kept = set(sorted(range(len(choices)), key=lambda place: (-choices[place].count, place))[:most])
    return tuple(choice for place, choice in enumerate(choices) if place in kept)
