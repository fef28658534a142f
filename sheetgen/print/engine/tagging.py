"""The structure tree of a document as PDF/UA-1 asks for it, where the engine's own falls short of that.

ISO 14289-1:2014: 7.4.2 headings, 7.5 heads of tables, 7.6 lists, 7.8 what runs along with pages, 7.18.5 links.
The tree is mended before the file is written, while its objects are still those of `pydyf`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

TREE_ROOT = "StructTreeRoot"
HOLLOW = frozenset(f"/{name}" for name in "P Span NonStruct Div Sect Link L LI BlockQuote".split())
"""Elements that say nothing where nothing is in them."""
RUNNING = "/Art"
"""What the engine makes of an article: in our templates it repeats what is said elsewhere, as headers and feet do."""
HEADINGS = frozenset(f"/H{level}" for level in range(1, 7))
PRINTED = 4
"""The flag of an annotation that is there on paper too."""


def mend(document: object, pdf: Any) -> None:
    """Mend the structure tree of a PDF about to be written, where it has one; the engine's `finisher`."""
    if TREE_ROOT in pdf.catalog:
        _StructureTree(pdf).mend()


class _StructureTree:
    """The structure tree of a PDF, its elements by their numbers."""

    def __init__(self, pdf: Any) -> None:
        self._pdf = pdf
        root = self._at(pdf.catalog[TREE_ROOT])
        self._document = self._at(root["K"][0])
        self._owners = self._at(root["ParentTree"])["Nums"]
        """Number and owner of what is on the pages, by turns."""
        self._dropped: set[bytes] = set()
        """Annotations that repeat another one."""

    def mend(self) -> None:
        """Mend all of it."""
        self._leave_out_running(self._document)
        self._set_aside(self._reached(self._document))
        self._document["K"][:] = self._mended(self._document)
        self._nest_headings()
        self._forget_dropped()

    def _at(self, reference: bytes) -> Any:
        return self._pdf.objects[int(reference.split()[0])]

    def _kids(self, element: Any) -> Iterator[tuple[Any, Any]]:
        """The kids of an element as they are listed, each with its object; marks have none."""
        for kid in element["K"]:
            yield kid, self._at(kid) if isinstance(kid, bytes) else None

    def _elements(self, element: Any) -> Iterator[Any]:
        """The elements inside of one, in the order that they are read."""
        for _, kid in self._kids(element):
            if kid is not None and "S" in kid:
                yield kid
                yield from self._elements(kid)

    def _nest_headings(self) -> None:
        """Let every heading be at most one level below the one that it belongs to."""
        above: list[tuple[str, int]] = []
        for element in self._elements(self._document):
            if (written := str(element["S"])) in HEADINGS:
                while above and above[-1][0] >= written:
                    above.pop()
                level = min(int(written[2:]), above[-1][1] + 1) if above else int(written[2:])
                above.append((written, level))
                element["S"] = f"/H{level}"

    # -- what runs along with the pages ------------------------------------------------------

    def _leave_out_running(self, element: Any) -> None:
        """Let nothing that runs along with the pages be in the tree, wherever on them it stands."""
        running = [inner for _, inner in self._kids(element) if inner is not None and inner.get("S") == RUNNING]
        for inner in running:
            self._dropped |= set(self._annotations(inner))
        element["K"][:] = [kid for kid, inner in self._kids(element) if inner not in running]
        for _, inner in self._kids(element):
            if inner is not None and "S" in inner:
                self._leave_out_running(inner)

    def _annotations(self, element: Any) -> Iterator[bytes]:
        """The links on an element and on what is in it."""
        for _, kid in self._kids(element):
            if kid is not None and "S" in kid:
                yield from self._annotations(kid)
            elif kid is not None and self._at(kid["Obj"])["Subtype"] == "/Link":
                yield kid["Obj"]

    def _reached(self, element: Any) -> set[bytes]:
        reached = {element.reference}
        for _, kid in self._kids(element):
            if kid is not None and "S" in kid:
                reached |= self._reached(kid)
        return reached

    def _set_aside(self, reached: set[bytes]) -> None:
        """Take the margins of pages out of the tree, as they are no content.

        A header with a heading stays: it is the first thing of a page that is laid on another one.
        """
        for number, page in enumerate(self._pdf.page_references):
            owned = self._owners[2 * number + 1]
            unread = {mark: owner for mark, owner in enumerate(owned) if owner not in reached}
            stray = {mark for mark, owner in unread.items() if not self._is_headed(owner, reached)}
            for mark in self._decorated(self._at(self._at(page)["Contents"]), stray) if stray else ():
                owned[mark] = "null"

    def _is_headed(self, owner: bytes, reached: set[bytes]) -> bool:
        """Whether an element stands in a header of its page that has a heading."""
        top = self._at(owner)
        while top["P"] != self._document.reference:
            if top["S"] == RUNNING:
                return False
            top = self._at(top["P"])
        return top.reference not in reached and any(part["S"] in HEADINGS for part in (top, *self._elements(top)))

    def _decorated(self, page: Any, marks: set[int]) -> list[int]:
        """Turn those of some marks that are in the operators of a page into decoration."""
        decorated = []
        for at, (_, properties) in enumerate(pairwise(page.stream)):
            if isinstance(properties, dict) and properties.get("MCID") in marks:
                decorated.append(properties.pop("MCID"))
                properties["Type"], page.stream[at] = "/Pagination", "/Artifact"
        return decorated

    # -- elements ----------------------------------------------------------------------------

    def _mended(self, element: Any, link: Any = None, head: bool = False) -> list[Any]:
        """The kids of an element as they should be; it stands in `link`, and in the head of a table or not."""
        kind, mended = element["S"], []
        link = element if kind == "/Link" and link is None else link
        for kid, inner in self._kids(element):
            if inner is None:
                mended.append(kid)
                if link is not None:
                    self._owned(element, kid, link)
            elif "S" not in inner:
                mended += self._annotated(element, kid, inner, link)
            else:
                inner["K"][:] = self._mended(inner, link, head or kind == "/THead")
                mended += self._kept(kid, inner, element, link)
        if kind in _SHAPED:
            mended = _SHAPED[kind](self, element, mended, head)
        return mended

    def _owned(self, element: Any, mark: int, link: Any) -> None:
        """Give a mark of a link within a link to the outer one."""
        if element["S"] == "/Link" and element is not link:
            page = self._pdf.page_references.index(element["Pg"])
            self._owners[2 * page + 1][mark] = link.reference

    def _annotated(self, element: Any, kid: bytes, reference: Any, link: Any) -> list[bytes]:
        """An annotation of an element; of those on and in a link only the link's own is left."""
        annotation = self._at(reference["Obj"])
        if annotation["Subtype"] != "/Link":
            return [kid]
        annotation["F"] = PRINTED
        if link is None or element is link:
            return [kid]
        self._dropped.add(reference["Obj"])
        return []

    def _kept(self, kid: bytes, inner: Any, parent: Any, link: Any) -> list[Any]:
        """The remains of an element in its parent: nothing of an empty one, the contents of a link in a link.

        Of a heading in a heading as well: the engine makes one of each box that a heading is set in.
        """
        if inner["S"] in HOLLOW and not inner["K"]:
            return []
        if inner["S"] == "/Link" and link is not None:
            for _, part in self._kids(inner):
                if part is not None and "P" in part:
                    part["P"] = parent.reference
            return list(inner["K"])
        if inner["S"] in HEADINGS and inner["S"] == parent["S"]:
            return self._handed_on(inner, parent)
        return [kid]

    def _handed_on(self, inner: Any, parent: Any) -> list[Any]:
        """What is in an element, as its parent's own."""
        for kid, part in self._kids(inner):
            if part is None:
                page = self._pdf.page_references.index(inner["Pg"])
                self._owners[2 * page + 1][kid] = parent.reference
            elif "P" in part:
                part["P"] = parent.reference
        parent["Pg"] = inner["Pg"]
        return list(inner["K"])

    def _forget_dropped(self) -> None:
        """Leave annotations that repeat another one out of their pages, and of what is owned."""
        if not self._dropped:
            return
        numbers = {self._at(reference)["StructParent"] for reference in self._dropped}
        pairs = list(zip(self._owners[::2], self._owners[1::2], strict=True))
        self._owners[:] = [part for number, owner in pairs if number not in numbers for part in (number, owner)]
        for page in map(self._at, self._pdf.page_references):
            if "Annots" in page:
                page["Annots"][:] = [reference for reference in page["Annots"] if reference not in self._dropped]

    # -- tables, lists, contents ----------------------------------------------------------------

    def _row(self, row: Any, kids: list[Any], head: bool) -> list[Any]:
        """Let the heads in a row say whether they are those of their column or of their row; an empty one is none."""
        cells = [self._at(kid) for kid in kids]
        across = head or all(cell["S"] == "/TH" for cell in cells)
        for cell in cells:
            if cell["S"] == "/TH" and cell["K"]:
                cell["A"]["Scope"] = "/Column" if across else "/Row"
            elif cell["S"] == "/TH":
                cell["S"] = "/TD"
        return kids

    def _table(self, table: Any, kids: list[Any], head: bool) -> list[Any]:
        """Let cells name only heads that say something."""
        cells = [reference for kid in kids for reference in self._cells(self._at(kid))]
        named = {cell["ID"].string for cell in cells if cell["S"] == "/TH" and "ID" in cell}
        for cell in cells:
            if cell["S"] == "/TD":
                cell.pop("ID", None)
            if "Headers" in cell.get("A", {}):
                cell["A"]["Headers"][:] = [reference for reference in cell["A"]["Headers"] if reference.string in named]
        return kids

    def _cells(self, element: Any) -> Iterator[Any]:
        if element["S"] in ("/TH", "/TD"):
            yield element
        elif element["S"] in ("/TR", "/THead", "/TBody", "/TFoot"):
            for _, kid in self._kids(element):
                yield from self._cells(kid)

    def _list(self, element: Any, kids: list[Any], head: bool) -> list[Any]:
        """Make each term with its meaning an item: the engine leaves them in a division of no kind."""
        for item in map(self._at, kids):
            if item["S"] == "/Div":
                item["S"] = "/LI"
                for number, (_, part) in enumerate(self._kids(item)):
                    # What goes on from the page before has no term.
                    is_body = number or len(item["K"]) == 1
                    part["S"] = "/LBody" if is_body else "/Lbl"
                    for _, inner in self._kids(part):
                        if inner is not None and inner.get("S") == "/LBody":
                            inner["S"] = "/Div" if is_body else "/Span"
        return kids

    def _contents(self, part: Any, kids: list[Any], head: bool) -> list[Any]:
        """Make a part that holds but links, a division each, a table of contents; one in it is that of a chapter."""
        if not all(self._is(kid, "/TOC") or self._leads(kid) for kid in kids):
            return kids
        part["S"] = "/TOC"
        for item in map(self._at, kids):
            if item["S"] == "/Div":
                item["S"] = "/TOCI"
                item["K"][:] = [self._wrapped(item, "/Reference", item["K"])]
        return kids

    def _leads(self, kid: Any) -> bool:
        return self._is(kid, "/Div") and all(self._is(inner, "/Link") for inner in self._at(kid)["K"])

    def _item(self, item: Any, kids: list[Any], head: bool) -> list[Any]:
        """Put what an item says into its body, where the engine makes it none."""
        label = [kid for kid in kids if self._is(kid, "/Lbl")]
        rest: Sequence[Any] = [kid for kid in kids if kid not in label]
        if all(self._is(kid, "/LBody") for kid in rest):
            return kids
        return [*label, self._wrapped(item, "/LBody", rest)]

    def _wrapped(self, element: Any, kind: str, kids: Sequence[Any]) -> bytes:
        """A new element of a kind in another one, with some of its kids."""
        inner = type(element)({"Type": "/StructElem", "S": kind, "Pg": element["Pg"], "P": element.reference})
        self._pdf.add_object(inner)
        inner["K"] = type(element["K"])(kids)
        for kid in kids:
            if isinstance(kid, bytes):
                self._at(kid)["P"] = inner.reference
        reference: bytes = inner.reference
        return reference

    def _is(self, kid: Any, kind: str) -> bool:
        return isinstance(kid, bytes) and self._at(kid).get("S") == kind


_SHAPED = {
    "/TR": _StructureTree._row,
    "/Table": _StructureTree._table,
    "/L": _StructureTree._list,
    "/LI": _StructureTree._item,
    "/Part": _StructureTree._contents,
}
"""The function for elements of a kind, called once all their kids are in order."""
