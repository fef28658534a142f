"""A PDF as PDF/X-1a (ISO 15930-1 and -4) wants it: four inks, boxes, an output intent, nothing that shows through.

With the profile of a printing condition it is PDF/X-4 (ISO 15930-7), which allows more, asks for that profile inside of
the file, and is told by metadata in XML.

Colours are turned into inks in page content, forms, shadings and pictures. What cannot be turned is an error, so that
no file says that it keeps the standard and does not.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterable
from hashlib import blake2b
from typing import TypeAlias
from uuid import UUID

import pikepdf
from pikepdf import (
    Array,
    ContentStreamInlineImage,
    ContentStreamInstruction,
    Dictionary,
    Name,
    Object,
    Operator,
    Pdf,
    Stream,
)

from sheetgen.print.errors import PrintError
from sheetgen.print.paper import POINT
from sheetgen.print.press.icc import InkProfile
from sheetgen.print.press.inks import inks, picture_inks
from sheetgen.print.press.xmp import metadata

Instruction: TypeAlias = ContentStreamInstruction | ContentStreamInlineImage

CONDITION = "CGATS TR 001"
"""The printing condition that colours are meant for, in the registry of the ICC: offset on coated paper (SWOP)."""
X4 = "PDF/X-4"
_VERSIONS = {"PDF/X-1a:2001": "1.3", "PDF/X-1a:2003": "1.4", X4: "1.6"}
"""The version of PDF that each standard is made of."""
_INKED = {"rg": "k", "RG": "K"}


def press_ready(
    pdf: Pdf, bleed: float, title: str, standard: str = "PDF/X-1a:2003", profile: InkProfile | None = None
) -> bytes:
    """The bytes of a PDF for a printing house; its pages have a bleed of so many mm on all sides.

    `standard` is PDF/X-1a:2003 or PDF/X-1a:2001, which differ in what a file says of itself only; with a `profile` it
    is PDF/X-4. Raises PrintError for what the first have no place for: colours of other spaces, and what shows through.
    """
    standard = X4 if profile else standard
    for item in list(pdf.objects):
        if isinstance(item, Stream):
            _turn(item)
    for page in pdf.pages:
        _turn_content(page.obj.Contents)
        _turn_resources(page.resources)
        _boxes(page, bleed)
        for key in ("/Annots", "/StructParents", "/Group", "/Tabs"):
            if key in page.obj:
                del page.obj[key]
    for key in ("/StructTreeRoot", "/MarkInfo", "/Names", "/Metadata", "/Lang", "/AcroForm"):
        if key in pdf.Root:
            del pdf.Root[key]
    pdf.Root.OutputIntents = Array([_intent_of(pdf, profile) if profile else _intent()])
    _name(pdf, title, standard)
    pdf.remove_unreferenced_resources()
    out = io.BytesIO()
    pdf.save(
        out, deterministic_id=True, compress_streams=True, force_version=_VERSIONS[standard],
        object_stream_mode=pikepdf.ObjectStreamMode.disable,
    )  # fmt: skip
    return out.getvalue()


def _turn(item: Stream) -> None:
    """Put what is drawn into inks: a picture, or a form or pattern with what it names."""
    kind = item.get("/Subtype")
    if kind == Name.Image:
        _turn_picture(item)
    elif kind == Name.Form or item.get("/PatternType") == 1:
        _turn_content(item)
        _turn_resources(item.get("/Resources", Dictionary()))
        if "/Group" in item:
            # All in it is opaque (`_opaque`), so that a group of its own changes nothing.
            del item["/Group"]


def _turn_resources(resources: Object) -> None:
    """Put the gradients that some content names into inks, and hold that its states are opaque."""
    for state in dict(resources.get("/ExtGState", Dictionary())).values():
        _opaque(state)
    for shading in dict(resources.get("/Shading", Dictionary())).values():
        _turn_shading(shading)
    for pattern in dict(resources.get("/Pattern", Dictionary())).values():
        if pattern.get("/PatternType") == 2:
            _turn_shading(pattern.Shading)


def _turn_content(stream: Object) -> None:
    written: list[Instruction] = []
    for item in pikepdf.parse_content_stream(stream):
        name = str(item.operator)
        if name in _INKED:
            item = ContentStreamInstruction(_inks_of(item.operands), Operator(_INKED[name]))
        elif name in ("cs", "CS") and item.operands[0] != Name.Pattern:
            raise PrintError(f"there is no ink for colours of {item.operands[0]}: write them as #rrggbb")
        written.append(item)
    stream.write(zlib.compress(pikepdf.unparse_content_stream(written)), filter=Name.FlateDecode)


def _inks_of(parts: Iterable[Object]) -> list[float]:
    red, green, blue = (float(part) for part in parts)
    return [*inks(red, green, blue)]


def _turn_shading(shading: Object) -> None:
    """A gradient between inks: the colours at its stops are turned, those between follow."""
    space = shading.get("/ColorSpace")
    if space == Name.DeviceRGB:
        shading.ColorSpace = Name.DeviceCMYK
        functions = shading.Function
        for function in functions if isinstance(functions, Array) else [functions]:
            _turn_function(function)
    elif space not in (Name.DeviceGray, Name.DeviceCMYK):
        raise PrintError("a gradient has colours that there is no ink for: write them as #rrggbb")


def _turn_function(function: Object) -> None:
    if function.FunctionType == 3:
        for part in function.Functions:
            _turn_function(part)
    elif function.FunctionType == 2:
        for key in ("/C0", "/C1"):
            if len(function[key]) == 3:
                function[key] = Array(_inks_of(function[key]))
        if "/Range" in function:
            function.Range = Array([0, 1] * 4)
    else:
        raise PrintError("a gradient cannot be printed in inks: use one between plain colours")


def _turn_picture(picture: Stream) -> None:
    mask = picture.get("/SMask")
    ready = mask is None and picture.get("/ColorSpace") in (Name.DeviceGray, Name.DeviceCMYK)
    if picture.get("/ImageMask") or ready:
        return
    image = pikepdf.PdfImage(picture).as_pil_image()
    if mask is not None:
        assert isinstance(mask, Stream)
        clear = pikepdf.PdfImage(mask).as_pil_image().convert("L")
        image = image.convert("RGB")
        image.putalpha(clear if clear.size == image.size else clear.resize(image.size))
    inked = picture_inks(image)
    for key in ("/SMask", "/Decode", "/DecodeParms", "/Intent", "/Interpolate"):
        if key in picture:
            del picture[key]
    picture.ColorSpace, picture.BitsPerComponent = Name.DeviceCMYK, 8
    picture.write(zlib.compress(inked.tobytes()), filter=Name.FlateDecode)


def _opaque(state: Object) -> None:
    """Hold that a graphics state lets nothing show through."""
    clear = any(float(state.get(key, 1)) < 1 for key in ("/ca", "/CA"))
    masked = state.get("/SMask", Name("/None")) != Name("/None")
    mixed = state.get("/BM", Name.Normal) not in (Name.Normal, Name.Compatible)
    if clear or masked or mixed:
        raise PrintError(
            "in a printer's file nothing may show through: leave out `opacity` and colours that are partly clear"
        )


def _boxes(page: pikepdf.Page, bleed: float) -> None:
    """The page, what is cut of it, and how far colour runs over, ISO 15930-4: 6.4."""
    left, bottom, right, top = (float(side) for side in page.mediabox)
    cut = bleed / POINT
    page.trimbox = Array([round(left + cut, 3), round(bottom + cut, 3), round(right - cut, 3), round(top - cut, 3)])
    page.obj.BleedBox = page.mediabox
    if "/CropBox" in page.obj:
        del page.obj["/CropBox"]


def _intent() -> Dictionary:
    return Dictionary(
        Type=Name.OutputIntent, S=Name.GTS_PDFX, OutputConditionIdentifier=CONDITION,
        RegistryName="http://www.color.org", Info="U.S. Web Coated (SWOP)",
    )  # fmt: skip


def _intent_of(pdf: Pdf, profile: InkProfile) -> Dictionary:
    """The printing condition by its profile, which the file carries."""
    stream = pdf.make_stream(profile.data, N=4)
    return Dictionary(
        Type=Name.OutputIntent, S=Name.GTS_PDFX, OutputConditionIdentifier=profile.title, Info=profile.title,
        DestOutputProfile=stream,
    )  # fmt: skip


def _name(pdf: Pdf, title: str, standard: str) -> None:
    """What the standard wants to be said of a file; its dates are fixed, so that the bytes are the same each time."""
    date = "D:20000101000000Z"
    pdf.docinfo = pdf.make_indirect(Dictionary(
        Title=title, Creator="sheetgen", Producer="sheetgen", CreationDate=date, ModDate=date, Trapped=Name("/False"),
    ))  # fmt: skip
    if standard == "PDF/X-1a:2001":
        pdf.docinfo["/GTS_PDFXVersion"], pdf.docinfo["/GTS_PDFXConformance"] = "PDF/X-1:2001", standard
    elif standard == X4:
        drawn = blake2b(b"".join(page.Contents.read_bytes() for page in pdf.pages), digest_size=16).digest()
        packet = metadata(title, standard, "sheetgen", "2000-01-01T00:00:00Z", str(UUID(bytes=drawn)))
        pdf.Root.Metadata = pdf.make_stream(packet, Type=Name.Metadata, Subtype=Name.XML)
    else:
        pdf.docinfo["/GTS_PDFXVersion"] = standard


FINE = 10**9
"""Dots an inch of what is no picture."""


def coarse_pictures(pdf: Pdf, least: int) -> list[tuple[int, int]]:
    """Pages (from 0) with a picture of fewer dots an inch than `least`, each with how many it has there."""
    return [
        (number, worst)
        for number, page in enumerate(pdf.pages)
        if (worst := _coarsest(page.obj, page.resources, pikepdf.Matrix())) < least
    ]


def _coarsest(stream: Object, resources: Object, place: pikepdf.Matrix) -> int:
    """The dots an inch of the coarsest picture that some content draws; a very large number where there is none."""
    worst, stack = FINE, list[pikepdf.Matrix]()
    drawn = resources.get("/XObject", Dictionary())
    for item in pikepdf.parse_content_stream(stream):
        name, operands = str(item.operator), item.operands
        if name == "q":
            stack.append(place)
        elif name == "Q" and stack:
            place = stack.pop()
        elif name == "cm":
            place = pikepdf.Matrix(*(float(part) for part in operands)) @ place
        elif name == "Do" and (form := drawn.get(str(operands[0]))) is not None:
            worst = min(worst, _dots(form, place, resources))
    return worst


def _dots(item: Object, place: pikepdf.Matrix, resources: Object) -> int:
    if item.get("/Subtype") == Name.Image:
        wide = (place.a**2 + place.b**2) ** 0.5
        return round(int(item.Width) / (wide / 72)) if wide else FINE
    inside = pikepdf.Matrix(*map(float, item.Matrix)) @ place if "/Matrix" in item else place
    return _coarsest(item, item.get("/Resources", resources), inside)
