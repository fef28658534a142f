"""Pictures of pages of the site's own PDFs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sheetgen.print.engine.session import ByteCache
from sheetgen.print.errors import PrintError
from sheetgen.print.rasterise import makers, nothing, snapshot
from sheetgen.site.pdf_figures import PdfPicture
from sheetgen.text.cache import digest
from sheetgen.text.diagnostics import Diagnostics


def draw_pictures(
    pictures: Mapping[str, PdfPicture], pdfs: Mapping[str, bytes], cache: ByteCache, diagnostics: Diagnostics
) -> Iterator[tuple[str, bytes]]:
    """Every picture whose PDF was printed, by address; a page that is not there is a diagnostic."""
    for picture in pictures.values():
        if picture.pdf in pdfs:
            try:
                yield picture.path, _drawn(picture, pdfs[picture.pdf], cache)
            except PrintError as error:
                if not picture.sure:
                    yield picture.path, nothing(picture.size)
                    continue
                diagnostics.error("unknown-reference", f"{picture.pdf}: {error}", picture.span)


def _drawn(picture: PdfPicture, pdf: bytes, cache: ByteCache) -> bytes:
    """The picture as PNG, kept by what it follows from. Raises PrintError where there is no such page."""
    key = digest("picture", pdf, str(picture.page), str(picture.size), makers())
    kept = cache.get(key)
    if kept is None:
        kept = snapshot(pdf, picture.page, picture.size)
        cache.put(key, kept)
    return kept
