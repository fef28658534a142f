"""Pages of finished PDFs as pictures for a screen: the only user of PDFium."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from sheetgen.print.errors import PrintError

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 300
"""Dots an inch that pictures for printers say they have."""
COLOURS = 32
"""Colours of a picture: enough for letters with soft edges in the few inks of a game."""


def makers() -> str:
    """The versions of the programs that decide the bytes of a picture besides the PDF."""
    return f"pypdfium2 {version('pypdfium2')}, pillow {version('pillow')}, {COLOURS} colours"


def snapshot(pdf: bytes, number: int, size: tuple[int, int]) -> bytes:
    """A page, counted from 1, as a small PNG of so many pixels; one of another shape stands in the middle.

    Raises PrintError where the PDF has no such page.
    """
    import pypdfium2  # type: ignore[import-untyped]
    from PIL import Image

    document = pypdfium2.PdfDocument(pdf)
    try:
        if not 1 <= number <= len(document):
            raise PrintError(f"it has no page {number}, only {len(document)}")
        document.init_forms()
        drawn = _drawn(document[number - 1], size)
    finally:
        document.close()
    canvas = Image.new("RGB", size, "white")
    canvas.paste(drawn, ((size[0] - drawn.width) // 2, (size[1] - drawn.height) // 2))
    return _packed(canvas)


def pixels(pdf: bytes, size: tuple[int, int]) -> Iterator[bytes]:
    """Every page as a PNG of exactly so many pixels, in all its colours."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            scale = max(size[0] / page.get_width(), size[1] / page.get_height())
            image: Image = page.render(scale=scale).to_pil().convert("RGB").crop((0, 0, *size))
            out = io.BytesIO()
            image.save(out, "PNG", dpi=(DPI, DPI))
            yield out.getvalue()
    finally:
        document.close()


def nothing(size: tuple[int, int]) -> bytes:
    """An empty page."""
    from PIL import Image

    return _packed(Image.new("RGB", size, "white"))


def _packed(image: Image) -> bytes:
    from PIL.Image import Dither, Quantize

    out = io.BytesIO()
    image.quantize(COLOURS, Quantize.MEDIANCUT, dither=Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _drawn(page: Any, size: tuple[int, int]) -> Image:
    scale = min(size[0] / page.get_width(), size[1] / page.get_height())
    image: Image = page.render(scale=scale).to_pil().convert("RGB")
    return image.crop((0, 0, min(image.width, size[0]), min(image.height, size[1])))
