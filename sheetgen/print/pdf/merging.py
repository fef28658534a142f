"""Several tagged documents as one: pages, structure, bookmarks and named places, nothing of them lost.

Tagged PDF, ISO 32000-1: 14.7.2 the structure tree, 14.7.4.4 from content to structure, 12.3.3 bookmarks,
12.3.2.3 named destinations. Form fields are not carried over.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf

from sheetgen.print.pdf.font_merge import share
from sheetgen.print.pdf.structure import HEADS, name_apart

_CELLS = frozenset(("/TH", "/TD"))
_LINES = HEADS | frozenset(("/P", "/Span", "/Link", "/Lbl", "/Reference", "/Figure", "/Form"))
"""Elements in which no table stands."""


class JoinedPdf:
    """Documents one after the other, as they come; each on the front of a leaf where `recto`."""

    def __init__(self, recto: bool = False) -> None:
        self._recto = recto
        self._pdf: Pdf | None = None
        self._count = 0

    def add(self, part: bytes) -> None:
        """Add a document."""
        self._count += 1
        if self._pdf is None:
            self._pdf = pikepdf.open(io.BytesIO(part))
            return
        if self._recto and len(self._pdf.pages) % 2:
            _, _, width, height = map(float, self._pdf.pages[-1].mediabox)
            self._pdf.add_blank_page(page_size=(width, height))
        with pikepdf.open(io.BytesIO(part)) as piece:
            append(self._pdf, piece)

    def whole(self) -> Pdf:
        """All of them, with one font for each typeface. At least one was added."""
        assert self._pdf is not None
        if self._count > 1:
            share(self._pdf)
        return self._pdf


def append(pdf: Pdf, other: Pdf, below: bool = False, first: bool = False) -> None:
    """Add the pages of another document with all that belongs to them; `other` is changed by it.

    They follow those of `pdf`, or come `first`. The title and language of `other` are left out. A name of a place that
    both have stays with `pdf`. The bookmarks of `other` stand beside those of `pdf`, or come below its last one.
    """
    start = _next_number(pdf)
    _renumber(other, start, f"{len(pdf.pages)}-")
    # Copies made later lead to these pages, so they come first.
    for number, page in enumerate(other.pages):
        pdf.pages.insert(number if first else len(pdf.pages), page)
    _join_structure(pdf, other, start, first)
    _join_bookmarks(pdf, other, below, first)
    _join_places(pdf, other)


def places_of(pdf: Pdf) -> dict[str, pikepdf.Object]:
    """The named places of a document."""
    tree = pdf.Root.get("/Names", Dictionary()).get("/Dests")
    return {str(name): place for name, place in pikepdf.NameTree(tree).items()} if tree is not None else {}


def _owners(tree: pikepdf.Object) -> list[tuple[int, pikepdf.Object]]:
    """Which elements own what is on the pages, by the numbers that these carry."""
    return list(pikepdf.NumberTree(tree.ParentTree).items())


def _next_number(pdf: Pdf) -> int:
    """The first number that is free for what is on another page."""
    tree = pdf.Root.get("/StructTreeRoot")
    if tree is None:
        return 0
    if "/ParentTreeNextKey" not in tree:
        tree.ParentTreeNextKey = max((number for number, _ in _owners(tree)), default=-1) + 1
    return int(tree.ParentTreeNextKey)


def _renumber(pdf: Pdf, start: int, prefix: str) -> None:
    """Let the numbers of a document begin at `start`, and the names of its tables' heads with `prefix`."""
    for page in pdf.pages:
        drawn = page.get("/Resources", Dictionary()).get("/XObject", Dictionary())
        for item in (page.obj, *page.get("/Annots", ()), *dict(drawn).values()):
            for key in ("/StructParents", "/StructParent"):
                if key in item:
                    item[key] = int(item[key]) + start
    if "/StructTreeRoot" in pdf.Root:
        _name_heads_apart(pdf.Root.StructTreeRoot, prefix)


def _name_heads_apart(element: pikepdf.Object, prefix: str) -> None:
    """Let the names of the heads of tables in an element begin with `prefix`; in a line of text no table stands."""
    kids = element.get("/K", Array())
    for kid in kids if isinstance(kids, Array) else [kids]:
        if isinstance(kid, int) or "/S" not in kid:
            continue
        kind = str(kid.S)
        if kind in _CELLS:
            name_apart(kid, prefix)
        if kind not in _LINES:
            _name_heads_apart(kid, prefix)


def _join_structure(pdf: Pdf, other: Pdf, start: int, first: bool) -> None:
    """The elements of `other` follow in the same document element, or come first."""
    if "/StructTreeRoot" not in other.Root:
        return
    added = pdf.copy_foreign(other.Root.StructTreeRoot)
    if "/StructTreeRoot" not in pdf.Root:
        pdf.Root.StructTreeRoot, pdf.Root.MarkInfo = added, Dictionary(Marked=True)
        return
    tree = pdf.Root.StructTreeRoot
    own = tree.K[0]
    for number, element in enumerate(added.K[0].K):
        element.P = own
        own.K.insert(number if first else len(own.K), element)
    for number, owner in _owners(added):
        tree.ParentTree.Nums.append(number + start)
        tree.ParentTree.Nums.append(owner)
    tree.ParentTreeNextKey = start + 1 + max((number for number, _ in _owners(added)), default=-1)
    if "/RoleMap" in added:
        tree.RoleMap = Dictionary({**dict(added.RoleMap), **dict(tree.get("/RoleMap", Dictionary()))})


def _join_bookmarks(pdf: Pdf, other: Pdf, below: bool, first: bool) -> None:
    """The bookmarks of `other` follow those that are there, or come first."""
    if "/Outlines" not in other.Root:
        return
    added = pdf.copy_foreign(other.Root.Outlines)
    if "/Outlines" not in pdf.Root:
        pdf.Root.Outlines = added
        return
    root = pdf.Root.Outlines
    above = root.Last if below else root
    for bookmark in _siblings(added.First):
        bookmark.Parent = above
    if first:
        above.First.Prev, added.Last.Next = added.Last, above.First
        above.First = added.First
    else:
        if "/Last" in above:
            above.Last.Next, added.First.Prev = added.First, above.Last
        else:
            above.First = added.First
        above.Last = added.Last
    for bookmark in (root, above) if below else (root,):
        bookmark.Count = int(bookmark.get("/Count", 0)) + int(added.Count)


def _siblings(item: pikepdf.Object | None) -> Iterator[pikepdf.Object]:
    while item is not None:
        yield item
        item = item.get("/Next")


def _join_places(pdf: Pdf, other: Pdf) -> None:
    """Named places of both, in the order of their names."""
    added = {name: pdf.copy_foreign(other.make_indirect(place)) for name, place in places_of(other).items()}
    _name(pdf, added)


def name_page(pdf: Pdf, name: str, number: int) -> None:
    """Name a page, the first one being 0, so that links can lead there."""
    page = pdf.pages[number].obj
    _name(pdf, {name: pdf.make_indirect(Array([page, Name.XYZ, 0, page.MediaBox[3], 0]))})


def _name(pdf: Pdf, added: Mapping[str, pikepdf.Object]) -> None:
    places = {**added, **places_of(pdf)}
    if not added:
        return
    # In the order of their bytes, ISO 32000-1, 7.9.6, where one in another script than Latin comes after all others.
    named = sorted(((pikepdf.String(name), place) for name, place in places.items()), key=lambda pair: bytes(pair[0]))
    listed = [part for pair in named for part in pair]
    if "/Names" not in pdf.Root:
        pdf.Root.Names = Dictionary()
    pdf.Root.Names.Dests = pdf.make_indirect(Dictionary(Names=Array(listed)))
