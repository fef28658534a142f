"""Pictures of the site's own PDFs, for pages that show what is printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from markupsafe import Markup

from sheetgen.markdown.render import Fragment
from sheetgen.print.engine.session import ByteCache
from sheetgen.print.errors import PrintError
from sheetgen.print.paper import Paper
from sheetgen.print.rasterise import makers, nothing, snapshot
from sheetgen.reference.context import ROOT
from sheetgen.text.cache import digest
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.source import Span
from sheetgen.yaml.load import parse

WIDTH = 680
"""Pixels of a picture, twice as many as it is wide on most screens."""
_FIGURE = Markup(
    '<figure class="printed"><div class="pages">{}</div><figcaption><a href="{}">{}</a></figcaption></figure>'
)
_IMAGE = Markup('<img src="{}" alt="{}" width="{}" height="{}" loading="lazy" decoding="async">')


@dataclass(frozen=True)
class PdfThumbnail:
    """A page of a PDF, drawn to a size in pixels; `span` is where it is asked for.

    Without secrets a PDF may have fewer pages: where it is not `sure` to have this one, an empty page is drawn.
    """

    path: str
    pdf: str
    page: int
    size: tuple[int, int]
    span: Span
    sure: bool = True

    def drawn(self, pdf: bytes, cache: ByteCache) -> bytes:
        """The picture as PNG, kept by what it follows from. Raises PrintError where there is no such page."""
        key = digest("picture", pdf, str(self.page), str(self.size), makers())
        kept = cache.get(key)
        if kept is None:
            kept = snapshot(pdf, self.page, self.size)
            cache.put(key, kept)
        return kept


@dataclass
class PdfThumbnails:
    """Draws `::: picture PDF` and collects the pictures that pages show."""

    titles: Mapping[str, str]
    """What every PDF of the site is called, by address; nothing where it has no PDFs."""
    paper: Paper
    complete: bool
    """Whether these are all; in a player build some are left out, and their pictures with them."""
    diagnostics: Diagnostics
    pictures: dict[str, PdfThumbnail] = field(default_factory=dict)

    def figure(self, argument: str, body: Fragment, span: Span) -> Markup:
        """Pages of a PDF side by side. The body says which, each with a text for those who cannot see it."""
        pages = self._pages(body, span)
        if argument not in self.titles:
            if self.complete:
                hint = did_you_mean(argument, self.titles)
                self.diagnostics.error("unknown-reference", f"this site prints no `{argument}`", span, hint)
            return Markup()
        found = [(self._picture(argument, page, place), text) for page, (text, place) in pages.items()]
        images = (_IMAGE.format(f"{ROOT}{one.path}", text, *one.size) for one, text in found)
        return _FIGURE.format(Markup("").join(images), f"{ROOT}{argument}", self.titles[argument])

    def _pages(self, body: Fragment, span: Span) -> dict[int, tuple[str, Span]]:
        """The texts of the pages by their numbers."""
        document = parse(body.numbered(body.text), self.diagnostics)
        data = document.data if document else None
        if document is None or not isinstance(data, dict) or not all(_is_page(*one) for one in data.items()):
            self.diagnostics.error("markdown", "a picture needs lines such as `1: what the first page shows`", span)
            return {}
        return {int(str(page)): (str(text), document.key_span((page,))) for page, text in data.items()}

    def _picture(self, pdf: str, page: int, span: Span) -> PdfThumbnail:
        path = f"assets/printed/{pdf.removesuffix('.pdf')}-{page}.png"
        size = (WIDTH, round(WIDTH * self.paper.height / self.paper.width))
        return self.pictures.setdefault(path, PdfThumbnail(path, pdf, page, size, span, self.complete))


def _is_page(page: object, text: object) -> bool:
    return str(page).isdigit() and isinstance(text, str) and bool(text.strip())


def draw_pictures(
    pictures: Mapping[str, PdfThumbnail], pdfs: Mapping[str, bytes], cache: ByteCache, diagnostics: Diagnostics
) -> Iterator[tuple[str, bytes]]:
    """Every picture whose PDF was printed, by address; a page that is not there is a diagnostic."""
    for one in pictures.values():
        if one.pdf in pdfs:
            try:
                yield one.path, one.drawn(pdfs[one.pdf], cache)
            except PrintError as error:
                if not one.sure:
                    yield one.path, nothing(one.size)
                    continue
                diagnostics.error("unknown-reference", f"{one.pdf}: {error}", one.span)
