"""Headings, texts and tables carried from finished pages to the sheets that they are laid on.

Tagged PDF, ISO 32000-1: 14.7.2 the tree, 14.7.4.2 marks inside a form, 14.8 the types of elements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import pikepdf
from pikepdf import Array, Dictionary, Name

HEADS = frozenset(f"/H{level}" for level in range(1, 7))
Marks = dict[int, pikepdf.Object]
KNOWN = ("/A", "/Alt", "/ID")
PLAIN = frozenset(("/Div", "/NonStruct", "/Sect", "/Span", "/Link"))
"""Elements that say nothing of what is in them: their contents stand in their place."""


@dataclass(frozen=True)
class StructureElement:
    """A piece of a page: its type, its pieces (numbers are marks on the page), what else is known of it."""

    type: str
    kids: tuple[StructureElement | int, ...]
    known: tuple[tuple[str, bytes], ...] = ()
    """Attributes, alternative text, number of a table's head, as they stand in the file."""

    @property
    def marks(self) -> frozenset[int]:
        """The numbers of all marks in it."""
        own = frozenset(kid for kid in self.kids if isinstance(kid, int))
        return own.union(*(kid.marks for kid in self.kids if isinstance(kid, StructureElement)))


@dataclass(frozen=True)
class PageContent:
    """The content of a page: its elements in reading order, and the marks on it that are no content."""

    elements: tuple[StructureElement, ...]
    stray: frozenset[int]

    def decorated(self, operators: bytes) -> bytes:
        """The operators of the page with its stray marks made decoration."""
        return _MARK.sub(lambda m: b"/Artifact BMC" if int(m[1]) in self.stray else m[0], operators)


_MARK = re.compile(rb"/\w+\s*<<\s*/MCID (\d+)\s*>>\s*BDC")


class PdfContents:
    """The content of every page, from 0, of a document that the engine has tagged, worked out when it is asked for.

    A header with a heading in the margin of a page, which the engine leaves out, is the first of its elements;
    whatever else runs along there is none.
    """

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self._pdf = pdf
        self._document = pdf.Root.StructTreeRoot.K[0]
        self._tops: dict[tuple[int, int], list[pikepdf.Object]] = {}
        """The elements at the top of the tree, by their page."""
        for kid in self._document.K:
            self._tops.setdefault(kid.Pg.objgen, []).append(kid)
        self._in_tree = {kid.objgen for kids in self._tops.values() for kid in kids}
        listed = list(pdf.Root.StructTreeRoot.ParentTree.Nums)
        self._owners = {int(number): owner for number, owner in zip(listed[::2], listed[1::2], strict=True)}
        self._known: dict[int, PageContent] = {}

    def __getitem__(self, number: int) -> PageContent:
        if number not in self._known:
            self._known[number] = self._content(self._pdf.pages[number].obj)
        return self._known[number]

    def _content(self, page: pikepdf.Object) -> PageContent:
        own = [block for top in self._tops.get(page.objgen, ()) for block in _blocks(top)]
        marks = self._owners[int(page.StructParents)]
        stray = frozenset(range(len(marks))).difference(*(element.marks for element in own))
        tops = [_top(marks[n], self._document) for n in sorted(stray) if marks[n] is not None]
        running = {top.objgen: top for top in tops if top.objgen not in self._in_tree}
        headers = [list(_blocks(top)) for top in running.values()]
        headed = [blocks for blocks in headers if any(element.type in HEADS for element in blocks)]
        elements = (*chain.from_iterable(headed), *own)
        return PageContent(elements, stray.difference(*(element.marks for element in elements)))


def _top(element: pikepdf.Object, document: pikepdf.Object) -> pikepdf.Object:
    while element.P.objgen != document.objgen:
        element = element.P
    return element


def _blocks(source: pikepdf.Object) -> Iterator[StructureElement]:
    """The blocks of an element: itself, or those in it; marks of no kind are a paragraph.

    Headings come a level higher: those who set pages keep the first level for the document, which has none here.
    """
    name, kids = str(source.S), _kids(source)
    if name not in PLAIN:
        if kids:
            yield StructureElement(_raised(name), tuple(_inside(kids)), _known(source))
        return
    if marks := tuple(kid for kid in kids if isinstance(kid, int)):
        yield StructureElement("/P", marks)
    for kid in kids:
        if not isinstance(kid, int):
            yield from _blocks(kid)


def _inside(kids: Sequence[pikepdf.Object | int]) -> Iterator[StructureElement | int]:
    """The kids of an element that count: text within text needs no element of its own."""
    for kid in kids:
        if isinstance(kid, int):
            yield kid
        elif (name := str(kid.S)) in PLAIN:
            yield from _inside(_kids(kid))
        else:
            yield StructureElement(_raised(name), tuple(_inside(_kids(kid))), _known(kid))


def _kids(source: pikepdf.Object) -> list[pikepdf.Object | int]:
    """The elements and the marks in an element."""
    content = source.get("/K")
    kids = () if content is None else content.as_list() if isinstance(content, Array) else (content,)
    return [kid for kid in kids if isinstance(kid, int) or "/S" in kid]


def _raised(name: str) -> str:
    level = name.removeprefix("/H")
    return f"/H{int(level) - 1}" if level.isdigit() and level != "1" else name


def _known(source: pikepdf.Object) -> tuple[tuple[str, bytes], ...]:
    return tuple((key, source[key].unparse(resolved=True)) for key in KNOWN if key in source)


def name_apart(element: pikepdf.Object, prefix: str) -> None:
    """Let the names of a table's heads, and what refers to them, begin with `prefix`: no other table has them then."""
    if "/ID" in element:
        element.ID = pikepdf.String(f"{prefix}{element.ID}")
    listed = element.get("/A", Array())
    for attributes in listed if isinstance(listed, Array) else [listed]:
        if "/Headers" in attributes:
            attributes.Headers = Array([pikepdf.String(f"{prefix}{header}") for header in attributes.Headers])


class Structure:
    """The tree of a new document, which grows with every form that is laid on its pages."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self._pdf = pdf
        self._owners = Array()
        root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        self._top = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document, P=root, K=Array()))
        root.K = Array([self._top])
        root.ParentTree = pdf.make_indirect(Dictionary(Nums=self._owners))
        pdf.Root.StructTreeRoot = root
        pdf.Root.MarkInfo = Dictionary(Marked=True)

    def lay(self, form: pikepdf.Object, page: pikepdf.Object, title: str, elements: Sequence[StructureElement]) -> None:
        """A form has been laid on a page, as a section with a title; a form with marks is laid only once."""
        form.StructParents = len(self._owners) // 2
        section = self._element(Name.Sect, self._top, page)
        section.T = pikepdf.String(title)
        self._top.K.append(section)
        marks: Marks = {}
        section.K = Array([self._grown(element, section, form, page, marks) for element in elements])
        listed = Array([marks.get(number) for number in range(max(marks, default=-1) + 1)])
        self._owners.extend([form.StructParents, listed])

    def _grown(
        self, source: StructureElement, parent: pikepdf.Object, form: pikepdf.Object, page: pikepdf.Object, marks: Marks
    ) -> pikepdf.Object:
        """A copy of an element with all its kids; `marks` learns to which element each mark belongs."""
        element = self._element(Name(source.type), parent, page)
        element.K = Array()
        for kid in source.kids:
            if isinstance(kid, int):
                element.K.append(Dictionary(Type=Name.MCR, Pg=page, Stm=form, MCID=kid))
                marks[kid] = element
            else:
                element.K.append(self._grown(kid, element, form, page, marks))
        for key, value in source.known:
            element[key] = pikepdf.Object.parse(value)
        if source.known:
            name_apart(element, f"{form.StructParents}-")
        return element

    def _element(self, name: Name, parent: pikepdf.Object, page: pikepdf.Object) -> pikepdf.Object:
        return self._pdf.make_indirect(Dictionary(Type=Name.StructElem, S=name, P=parent, Pg=page))
