"""Pages of the site's own PDFs as pictures: what `::: picture PDF` draws in the manual."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from markupsafe import Markup

from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.markdown.fragment import Fragment
from sheetgen.reference.context import ROOT
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.source import Span
from sheetgen.yaml.load import parse

WIDTH = 680
"""Pixels of a picture, twice as many as it is wide on most screens."""
_FIGURE = Markup(
    '<figure class="printed"><div class="pages">{}</div><figcaption><a href="{}">{}</a></figcaption></figure>'
)
_IMAGE = Markup('<img src="{}" alt="{}" width="{}" height="{}" loading="lazy" decoding="async">')


@dataclass(frozen=True, kw_only=True)
class PdfPicture:
    """A page of a PDF, to be drawn to a size in pixels; `span` is where the manual asks for it.

    Without secrets a PDF may have fewer pages: where it is not `sure` to have this one, an empty page is drawn.
    """

    path: str
    pdf: str
    page: int
    size: tuple[int, int]
    span: Span
    sure: bool


@dataclass(frozen=True, kw_only=True)
class PdfFigures:
    """Draws figures of PDFs."""

    titles: Mapping[str, str] = field(default_factory=dict)
    """The title of every PDF of the site, by address; empty where it has no PDFs."""
    height: float = 1.0
    """Of a page of them, in widths."""
    complete: bool = False
    """Whether these are all; in a player build some are left out, and their pictures with them."""

    def figure(
        self, pictures: dict[str, PdfPicture], diagnostics: Diagnostics, pdf: str, body: Fragment, span: Span
    ) -> DrawnText:
        """Pages of a PDF side by side, added to `pictures` by address.

        The body says which pages, each with a text for those who cannot see it.
        """
        pages = _pages(body, span, diagnostics)
        if pdf not in self.titles:
            if self.complete:
                hint = did_you_mean(pdf, self.titles)
                diagnostics.error("unknown-reference", f"this site prints no `{pdf}`", span, hint)
            return DrawnText()
        drawn = [(self._picture(pdf, page, place), text) for page, (text, place) in pages.items()]
        pictures |= {picture.path: picture for picture, _ in drawn if picture.path not in pictures}
        images = (_IMAGE.format(f"{ROOT}{picture.path}", text, *picture.size) for picture, text in drawn)
        html = _FIGURE.format(Markup("").join(images), f"{ROOT}{pdf}", self.titles[pdf])
        return DrawnText(html, (self.titles[pdf],))

    def _picture(self, pdf: str, page: int, span: Span) -> PdfPicture:
        path = f"assets/printed/{pdf.removesuffix('.pdf')}-{page}.png"
        size = (WIDTH, round(WIDTH * self.height))
        return PdfPicture(path=path, pdf=pdf, page=page, size=size, span=span, sure=self.complete)


def _pages(body: Fragment, span: Span, diagnostics: Diagnostics) -> dict[int, tuple[str, Span]]:
    """The texts of the pages by their numbers."""
    document = parse(body.numbered(body.text), diagnostics)
    data = document.data if document else None
    if document is None or not isinstance(data, dict) or not all(_is_page(*item) for item in data.items()):
        diagnostics.error("markdown", "a picture needs lines such as `1: what the first page shows`", span)
        return {}
    return {int(str(page)): (str(text), document.key_span((page,))) for page, text in data.items()}


def _is_page(page: object, text: object) -> bool:
    return str(page).isdigit() and isinstance(text, str) and bool(text.strip())
