"""What a checker of PDF/UA-1 asks of a file: an answer in words for everything that is amiss.

The numbers in brackets are the clauses of ISO 14289-1:2014. What only a person can judge, such as whether an
alternative text is a good one, is not asked.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pikepdf

STANDARD = frozenset(
    "Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl"
    " LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu"
    " WT WP Figure Formula Form".split()
)
"""Structure types that every reader knows (ISO 32000-1, 14.8.4)."""
HOLDERS = {
    "TR": {"Table", "THead", "TBody", "TFoot"}, "TH": {"TR"}, "TD": {"TR"}, "THead": {"Table"}, "TBody": {"Table"},
    "TFoot": {"Table"}, "LI": {"L"}, "Lbl": {"LI", "Note", "Form"}, "LBody": {"LI"}, "TOCI": {"TOC"},
}  # fmt: skip
"""What a structure element may stand in."""
HEADINGS = ("H1", "H2", "H3", "H4", "H5", "H6")
PAINTING = frozenset("Tj TJ ' \" f F f* B B* b b* S s sh Do INLINE IMAGE".split())


@dataclass
class Element:
    """A structure element: its standard type, what it stands in, its dictionary, and the file, which it keeps open."""

    type: str
    parent: Element | None
    data: pikepdf.Object
    file: pikepdf.Pdf = field(repr=False)
    children: list[Element] = field(default_factory=list)

    def inside(self, *types: str) -> Iterator[Element]:
        """All elements of some types in it, in reading order."""
        for child in self.children:
            if child.type in types:
                yield child
            yield from child.inside(*types)


def faults(data: bytes) -> list[str]:
    """Everything that PDF/UA-1 asks for and this file does not have; each sort of fault once, with its number."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        tagged = "/StructTreeRoot" in pdf.Root
        checks = (_file, _notes, _content, _fonts) if tagged else (_file, _fonts)
        counts = Counter(fault for check in checks for fault in check(pdf))
        if tagged:
            top = _structure(pdf)
            counts.update(fault for check in (_tree, _headings, _tables, _figures) for fault in check(top))
    return [f"{fault} ({count} times)" if count > 1 else fault for fault, count in counts.items()]


def tree(data: bytes) -> Element:
    """The structure of a file, its types by way of the role map."""
    return _structure(pikepdf.open(io.BytesIO(data)))


def _structure(pdf: pikepdf.Pdf) -> Element:
    return _element(pdf, pdf.Root.StructTreeRoot, None, _roles(pdf))


def _roles(pdf: pikepdf.Pdf) -> dict[str, str]:
    return {name[1:]: str(standard)[1:] for name, standard in pdf.Root.StructTreeRoot.get("/RoleMap", {}).items()}


def _element(pdf: pikepdf.Pdf, data: pikepdf.Object, parent: Element | None, roles: dict[str, str]) -> Element:
    name = str(data.get("/S", "/"))[1:]
    while name in roles and name not in STANDARD:
        name = roles[name]
    element = Element(name, parent, data, pdf)
    element.children = [_element(pdf, kid, element, roles) for kid in _dictionaries(data.get("/K")) if "/S" in kid]
    return element


def _dictionaries(value: Any) -> Iterator[pikepdf.Object]:
    """One dictionary, or those of a list."""
    for kid in value if isinstance(value, pikepdf.Array) else (value,):
        if isinstance(kid, pikepdf.Dictionary):
            yield kid


def _file(pdf: pikepdf.Pdf) -> Iterator[str]:
    root, meta = pdf.Root, pdf.Root.get("/Metadata")
    title = pdf.open_metadata().get("dc:title") if meta is not None else None
    if not root.get("/MarkInfo", {}).get("/Marked", False):
        yield "it is not marked as tagged (7.1)"
    if not str(root.get("/Lang", "")):
        yield "it has no language (7.2)"
    if not root.get("/ViewerPreferences", {}).get("/DisplayDocTitle", False):
        yield "a reader shows its file name instead of its title (7.1)"
    if not title:
        yield "it has no title (7.1)"
    elif str(pdf.docinfo.get("/Title", "")) != title:
        yield "it has two titles (7.1)"
    if meta is None or b"pdfuaid:part" not in meta.read_bytes():
        yield "it does not say that it follows PDF/UA (5)"
    if len(pdf.pages) > 20 and "/First" not in root.get("/Outlines", {}):
        yield "it has no bookmarks (7.17)"


def _tree(top: Element) -> Iterator[str]:
    if [element.type for element in top.children] != ["Document"]:
        yield "its structure does not begin with one document (7.1)"
    for element in _all(top):
        if element.type not in STANDARD:
            yield f"{element.type} is no type of the standard (7.1)"
        holders = HOLDERS.get(element.type)
        if holders and element.parent and element.parent.type not in holders:
            yield f"a {element.type} stands in a {element.parent.type} (7.2)"
        if element.type == "L" and any(child.type not in ("LI", "L", "Caption") for child in element.children):
            yield "something in a list is no item (7.6)"
        if element.type == "TOC" and any(child.type not in ("TOCI", "TOC", "Caption") for child in element.children):
            yield "something in a table of contents is no item (7.2)"


def _all(element: Element) -> Iterator[Element]:
    for child in element.children:
        yield child
        yield from _all(child)


def _headings(top: Element) -> Iterator[str]:
    levels = [int(heading.type[1]) for heading in top.inside(*HEADINGS)]
    if not levels:
        yield "it has no heading"
    elif levels[0] != 1:
        yield f"its first heading is of level {levels[0]} (7.4.2)"
    for heading in top.inside(*HEADINGS):
        if any(True for _ in heading.inside(*HEADINGS)):
            yield "a heading stands in a heading"
    for above, below in pairwise(levels):
        if below > above + 1:
            yield f"a heading of level {above} is followed by one of level {below} (7.4.2)"


def _tables(top: Element) -> Iterator[str]:
    for table in top.inside("Table"):
        heads = list(table.inside("TH"))
        ids = {str(head.data["/ID"]) for head in heads if "/ID" in head.data}
        named = [str(name) for cell in table.inside("TD") for name in _attribute(cell, "/Headers") or ()]
        if not heads:
            yield "a table has no head (7.5)"
        if any(_attribute(head, "/Scope") is None for head in heads) and not named:
            yield "a head of a table says not what it is the head of (7.5)"
        if any(name not in ids for name in named):
            yield "a cell names a head that is not there (7.5)"
        rows = [list(row.inside("TH", "TD")) for row in table.inside("TR")]
        widths = {sum(int(_attribute(cell, "/ColSpan") or 1) for cell in row) for row in rows}
        if len(widths) > 1 and not any(_attribute(cell, "/RowSpan") for row in rows for cell in row):
            yield f"a table has rows of {' and '.join(map(str, sorted(widths)))} cells (7.2)"


def _attribute(element: Element, name: str) -> Any:
    return next((attributes[name] for attributes in _dictionaries(element.data.get("/A")) if name in attributes), None)


def _figures(top: Element) -> Iterator[str]:
    for figure in top.inside("Figure", "Formula"):
        if not str(figure.data.get("/Alt", "") or figure.data.get("/ActualText", "")).strip():
            yield f"a {figure.type.lower()} has no alternative text (7.3)"


def _notes(pdf: pikepdf.Pdf) -> Iterator[str]:
    """Links and form fields: in the structure, in its order, with words for those who cannot see them."""
    owners = _owners(pdf)
    for page in pdf.pages:
        notes = page.get("/Annots", ())
        visible = [note for note in notes if note.Subtype != "/Popup" and not int(note.get("/F", 0)) & 2]
        if visible and page.get("/Tabs") != "/S":
            yield "a page is not walked through in the order of its structure (7.18.3)"
        for note in visible:
            sort = str(note.Subtype)[1:]
            owner = owners.get(int(note.get("/StructParent", -1)))
            if owner is None:
                yield f"a {sort} is not in the structure (7.18.1)"
            elif owner != {"Link": "Link", "Widget": "Form"}.get(sort, owner):
                yield f"a {sort} stands in a {owner} (7.18.5)"
            if sort == "Widget" and not str(_inherited(note, "/TU") or "").strip():
                yield "a form field has no label (7.18.4)"
            elif sort != "Widget" and not str(note.get("/Contents", "")).strip():
                yield f"a {sort} does not say where it leads (7.18.5)"


def _inherited(note: pikepdf.Object, name: str) -> Any:
    while name not in note and "/Parent" in note:
        note = note.Parent
    return note.get(name)


def _owners(pdf: pikepdf.Pdf) -> dict[int, str]:
    """The type of the element that every number of the parent tree leads to, where it leads to one."""
    roles, parents = _roles(pdf), _parents(pdf)
    return {n: _owner(value, roles) for n, value in parents.items() if isinstance(value, pikepdf.Dictionary)}


def _owner(element: pikepdf.Object, roles: dict[str, str]) -> str:
    """The type of an element, or of what it stands in where it is of no kind itself."""
    name = str(element.get("/S", "/Root"))[1:]
    name = roles.get(name, name)
    parent = element.get("/P")
    return _owner(parent, roles) if name == "NonStruct" and parent is not None else name


def _parents(pdf: pikepdf.Pdf) -> dict[int, Any]:
    """The parent tree: what elements are of what has a number, or of the marks in a content with one."""
    return dict(_numbers(pdf.Root.StructTreeRoot.ParentTree))


def _numbers(node: pikepdf.Object) -> Iterator[tuple[int, Any]]:
    listed = list(node.get("/Nums", ()))
    yield from zip(map(int, listed[::2]), listed[1::2], strict=True)
    for kid in node.get("/Kids", ()):
        yield from _numbers(kid)


def _content(pdf: pikepdf.Pdf) -> Iterator[str]:
    """Everything painted is either in the structure or says that it is decoration."""
    parents, laid = _parents(pdf), set[tuple[int, int]]()
    for page in pdf.pages:
        page.contents_coalesce()
        yield from _painted(page.obj, page.get("/Contents"), parents)
        for form in _forms(page.obj).values():
            if "/StructParents" in form:
                yield from _painted(form, form, parents)
                if form.objgen in laid:
                    yield "something with marks is laid twice (7.20)"
                laid.add(form.objgen)


def _forms(holder: pikepdf.Object) -> dict[str, pikepdf.Object]:
    """What the resources of a page hold to be drawn, by name."""
    return dict(holder.get("/Resources", pikepdf.Dictionary()).get("/XObject", pikepdf.Dictionary()).items())


def _painted(holder: pikepdf.Object, content: pikepdf.Object | None, parents: dict[int, Any]) -> Iterator[str]:
    """The content of a page, or of a form on one that has marks of its own."""
    listed = parents.get(int(holder.get("/StructParents", -1)), ())
    known = {n for n, element in enumerate(listed) if isinstance(element, pikepdf.Dictionary)}
    structured = {name for name, form in _forms(holder).items() if "/StructParents" in form}
    marks: list[bool] = []
    for operands, operator in _operations(content):
        if operator in ("BMC", "BDC"):
            number = operands[1].get("/MCID") if operator == "BDC" and hasattr(operands[1], "get") else None
            if operands[0] == "/Artifact" and any(not artifact for artifact in marks):
                yield "decoration stands inside of content (7.1)"
            if number is not None and int(number) not in known:
                yield "marked content is in no element of the structure (7.1)"
            marks.append(operands[0] == "/Artifact" or (number is None and not any(marks)))
        elif operator == "EMC":
            marks.pop()
        elif operator == "Do" and str(operands[0]) in structured:
            if marks:
                yield "something with marks stands inside of content or decoration (7.1)"
        elif operator in PAINTING and not marks:
            yield "something painted is neither content nor decoration (7.1)"


def _operations(content: pikepdf.Object | None) -> list[tuple[Any, str]]:
    """The instructions of a content stream that mark or paint."""
    if content is None:
        return []
    wanted = "" if b"BI" in content.read_bytes() else " ".join(("BMC BDC EMC", *PAINTING))  # choosing drops pictures
    read = pikepdf.parse_content_stream(content, wanted)
    return [(instruction.operands, str(instruction.operator)) for instruction in read]


def _fonts(pdf: pikepdf.Pdf) -> Iterator[str]:
    for holder in [holder for page in pdf.pages for holder in (page.obj, *_forms(page.obj).values())]:
        for font in holder.get("/Resources", pikepdf.Dictionary()).get("/Font", pikepdf.Dictionary()).values():
            inner = font.DescendantFonts[0] if "/DescendantFonts" in font else font
            about = inner.get("/FontDescriptor", pikepdf.Dictionary())
            if not {"/FontFile", "/FontFile2", "/FontFile3"} & set(about.keys()):
                yield f"the font {font.get('/BaseFont', '?')} is not embedded (7.21.4)"
            if "/ToUnicode" not in font:
                yield f"the letters of {font.get('/BaseFont', '?')} cannot be read (7.21.7)"
