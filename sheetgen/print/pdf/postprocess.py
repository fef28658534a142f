"""The last touch on a PDF: what marks say when read aloud, metadata, the same bytes every time."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping

import pikepdf

from sheetgen.media.marks import Marks
from sheetgen.print.engine.job import JobResult
from sheetgen.print.pdf import forms
from sheetgen.print.pdf.fields import FormFields
from sheetgen.print.pdf.font_merge import font_lists
from sheetgen.print.style import PrintStyle

_WORDS = {"star": "★", "star-open": "☆"}
_MAPPED = re.compile(rb"<([0-9a-fA-F]{4})>(?=\s*(?:\n|\r|$))")


def word(name: str, marks: Marks) -> str:
    """The text of a mark, when copied or read aloud, where a ruleset has no words for it."""
    return _WORDS.get(name) or marks.boxes.get(marks.glyph(name)) or name.replace("-", " ") + " "


def speak(pdf: pikepdf.Pdf, marks: Marks, spoken: Mapping[str, str]) -> None:
    """Give the marks words, those of `spoken` first: their glyphs sit on private code points, which cannot be read."""
    said = {name: f"{spoken[name]} " if name in spoken else word(name, marks) for name in marks.outlines}
    words = {ord(marks.glyph(name)): text.encode("utf-16-be").hex().encode() for name, text in said.items()}
    fonts = {font.objgen: font for dictionary in font_lists(pdf) for font in dict(dictionary).values()}
    for font in fonts.values():
        stream = font.get("/ToUnicode")
        if stream is None or "Marks" not in str(font.get("/BaseFont", "")):
            continue
        text = stream.read_bytes()
        stream.write(_MAPPED.sub(lambda m: b"<" + words.get(int(m[1], 16), m[1]) + b">", text))


def describe(pdf: pikepdf.Pdf, title: str, author: str = "", rights: str = "", language: str = "en") -> None:
    """Title, author, licence and language, in both places where a PDF keeps them; no dates."""
    pdf.Root.Lang = pikepdf.String(language)
    pdf.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as meta:
        meta["dc:title"] = title
        meta["dc:language"] = [language]
        if author:
            meta["dc:creator"] = [author]
        if rights:
            meta["dc:rights"] = rights
        meta["pdf:Producer"] = "sheetgen"
        if "/StructTreeRoot" in pdf.Root:
            meta["pdfuaid:part"] = "1"
    info = {"/Title": title, "/Author": author, "/Subject": rights, "/Producer": "sheetgen"}
    pdf.docinfo = pdf.make_indirect(
        pikepdf.Dictionary({name: pikepdf.String(value) for name, value in info.items() if value})
    )


def saved(pdf: pikepdf.Pdf) -> bytes:
    """The bytes of a PDF: compact, and the same for the same content."""
    out = io.BytesIO()
    pdf.save(
        out,
        deterministic_id=True,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
        compress_streams=True,
        recompress_flate=False,
    )
    return out.getvalue()


def finished(fitted: JobResult, style: PrintStyle, title: str) -> bytes:
    """A document's last touches: words for its marks, metadata, the same bytes each time."""
    with pikepdf.open(io.BytesIO(fitted.pdf)) as pdf:
        return touched(pdf, style, title)


def touched(pdf: pikepdf.Pdf, style: PrintStyle, title: str, fields: FormFields | None = None) -> bytes:
    """The same for a document that is open, which may be a form."""
    speak(pdf, style.theme.marks, dict(style.spoken))
    if fields is not None:
        forms.normalise(pdf, fields, style.theme.marks)
    describe(pdf, title, style.author, style.credits, style.language)
    return saved(pdf)
