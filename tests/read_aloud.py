"""What a screen reader says of a PDF: the texts of its structure, in its order.

Marked content, alternative and replacement texts: ISO 32000-1, 14.6, 14.9.3 and 14.9.4; the letters of a font: 9.10.3.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import pikepdf
from pdf_structure import HEADINGS, Element, tree

_PAIR = re.compile(rb"<([0-9a-fA-F]{4})>\s*<([0-9a-fA-F]+)>\s*\n")
_WITHIN_TEXT = frozenset("Span NonStruct Link Reference Lbl".split())

Mark = tuple[tuple[int, int], int]
"""The page or form on which a piece of content stands, and its number there."""


@dataclass(frozen=True)
class Passage:
    """What is read in one go: the type of its element, such as H2 or TD, and its words."""

    type: str
    text: str

    @property
    def is_heading(self) -> bool:
        return self.type in HEADINGS


@dataclass(frozen=True)
class Reading:
    """A file as it is read aloud, and the texts of it that are not read, or more than once."""

    passages: tuple[Passage, ...]
    amiss: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(passage.text for passage in self.passages)


def read_aloud(data: bytes) -> Reading:
    """All of a file that is content, in reading order."""
    [document] = tree(data).children
    texts, passages, times = _texts(document.file), list[Passage](), Counter[Mark]()
    for _, pieces in groupby(_pieces(document, document), key=lambda piece: id(piece[0])):
        read = list(pieces)
        times.update(mark for _, _, marks in read for mark in marks)
        text = "".join(said if said is not None else "".join(map(texts.__getitem__, marks)) for _, said, marks in read)
        passages.append(Passage(read[0][0].type, " ".join(text.split())))
    amiss = [text for mark, text in texts.items() if text.strip() and times[mark] != 1]
    return Reading(tuple(passage for passage in passages if passage.text), tuple(amiss))


def _pieces(element: Element, block: Element) -> Iterator[tuple[Element, str | None, list[Mark]]]:
    """The marks of an element, with what is said in their place, and the paragraph, cell or figure that they are of."""
    block = block if element.type in _WITHIN_TEXT else element
    inner = (piece for child in _kids(element) for piece in _kid_pieces(child, element, block))
    if instead := str(element.data.get("/Alt", element.data.get("/ActualText", ""))):
        yield block, instead, [mark for _, _, marks in inner for mark in marks]
    else:
        yield from inner


def _kids(element: Element) -> Iterator[Element | pikepdf.Object | int]:
    """What is in an element, in its order: elements, references to marks of a form, numbers of marks on its page."""
    children, kids = iter(element.children), element.data.get("/K")
    for kid in kids if isinstance(kids, pikepdf.Array) else (kids,):
        yield next(children) if isinstance(kid, pikepdf.Dictionary) and "/S" in kid else kid


def _kid_pieces(
    kid: Element | pikepdf.Object | int, element: Element, block: Element
) -> Iterator[tuple[Element, str | None, list[Mark]]]:
    if isinstance(kid, Element):
        yield from _pieces(kid, block)
    elif isinstance(kid, int):
        yield block, None, [(element.data.Pg.objgen, kid)]
    elif isinstance(kid, pikepdf.Dictionary) and "/MCID" in kid:
        yield block, None, [(kid.get("/Stm", kid.get("/Pg", element.data.get("/Pg"))).objgen, int(kid.MCID))]


def _texts(pdf: pikepdf.Pdf) -> dict[Mark, str]:
    """The text of each piece of marked content: on pages, and in the forms that are laid on them."""
    texts = dict[Mark, str]()
    for page in pdf.pages:
        page.contents_coalesce()
        texts |= _marked(page.obj, page.Contents)
        for form in page.get("/Resources", {}).get("/XObject", {}).values():
            if "/StructParents" in form:
                texts |= _marked(form, form)
    return texts


def _marked(holder: pikepdf.Object, content: pikepdf.Object) -> dict[Mark, str]:
    """The texts of a content stream by their marks; what has a replacement text is that."""
    texts, scopes, letters = dict[Mark, str](), list[dict[str, Any]](), dict[int, str]()
    fonts = {name: _letters(font) for name, font in holder.get("/Resources", {}).get("/Font", {}).items()}
    for operands, operator in pikepdf.parse_content_stream(content, "BMC BDC EMC Tf Tj TJ"):
        words = ""
        match str(operator):
            case "EMC":
                scopes.pop()
            case "Tf":
                letters = fonts[str(operands[0])]
            case "BMC" | "BDC":
                scopes.append(dict(operands[1]) if isinstance(operands[-1], pikepdf.Dictionary) else {})
                words = str(scopes[-1].get("/ActualText", ""))
            case _ if not any("/ActualText" in scope for scope in scopes):
                words = _text_shown(operands[0], letters)
        number = next((int(scope["/MCID"]) for scope in scopes if "/MCID" in scope), None)
        if number is not None:
            texts[holder.objgen, number] = texts.get((holder.objgen, number), "") + words
    return texts


def _text_shown(operand: Any, letters: dict[int, str]) -> str:
    """The text of an operator; what stands at another place is another word."""
    parts = operand if isinstance(operand, pikepdf.Array) else [operand]
    codes = b"".join(bytes(part) for part in parts if isinstance(part, pikepdf.String))
    return "".join(letters[int.from_bytes(codes[n : n + 2])] for n in range(0, len(codes), 2)) + " "


def _letters(font: pikepdf.Object) -> dict[int, str]:
    """The text of each glyph of a font."""
    mapping = font.ToUnicode.read_bytes()
    return {int(code, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in _PAIR.findall(mapping)}
