"""The running text of a card as drawings: named texts, notes, prose, secrets.

None is given where a text needs more than plain paragraphs; then the block is set by the engine. A drawn
paragraph does not break over pages, so these are for faces that stand alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sheetgen.blocks import Named
from sheetgen.print import resources
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.rich_text import rich, run_in
from sheetgen.print.paper import POINT
from sheetgen.print.text_metrics.drawing import PlacedText
from sheetgen.print.text_metrics.paragraphs import ParagraphStyle, TextRun, only_paragraphs, paragraph, text_runs

SIGN = 0.85
"""Size of a mark in a text against the text's."""


@dataclass(frozen=True)
class TextPainter:
    """Draws the texts of one column."""

    frame: BlockFrame

    def named(self, item: Named, title: str = "") -> PlacedText | None:
        """A named text: the title of its list where that runs in, mark, name and cost, then what it says."""
        parts, glyph = text_runs(run_in(item.text), SIGN), item.mark.glyph if item.mark else ""
        if parts is None or (item.mark and not glyph):
            return None
        lead = [TextRun(glyph, "marks", SIGN), TextRun(" ")] if glyph else []
        name = TextRun(f"{item.name} ({item.value})" if item.value else item.name, "semi")
        stars = [TextRun(" ", "semi"), TextRun(resources.glyph("star") * min(item.cost, 9), "marks", SIGN)]
        end = "." if item.text and not item.name.endswith((".", "!", "?")) else ""
        costs = stars if item.cost > 0 else []
        return paragraph(
            [*self._title(title), *lead, name, *costs, TextRun(end, "semi"), TextRun(" "), *parts], self._body()
        )

    def note(self, aside: str, note: str) -> PlacedText | None:
        """The note below a row of a table."""
        z = self.frame.sizes
        style = ParagraphStyle(self.frame.width - 0.36 * z.row * POINT, z.note, 1.17, self.frame.colours.ink)
        parts = text_runs(run_in(note), 1.0)
        return paragraph([TextRun(f"{aside} " if aside else ""), *parts], style) if parts is not None else None

    def paragraphs(self, html: str, title: str = "") -> tuple[PlacedText, ...] | None:
        """Every paragraph of a text that is nothing but paragraphs, the first behind a title that runs in."""
        paragraphs = only_paragraphs(str(rich(html)))
        drawn = [self._paragraph(text, () if n else self._title(title)) for n, text in enumerate(paragraphs)]
        return tuple(text for text in drawn if text) if drawn and None not in drawn else None

    def secret(self, title: str, html: str) -> PlacedText | None:
        """A text for the game master, on its bar."""
        parts = text_runs(run_in(html), SIGN)
        if parts is None:
            return None
        sign = TextRun(resources.glyph("secret"), "marks", SIGN, self.frame.colours.accent_bar)
        style = replace(self._body(), width=self.frame.width - 4.8, colour=self.frame.colours.on_bar)
        lit = [p._replace(colour=self.frame.colours.accent_bar) if p.face == "marks" else p for p in parts]
        return paragraph([sign, TextRun(" "), TextRun(f"{title}.", "semi"), TextRun(" "), *lit], style)

    def _body(self) -> ParagraphStyle:
        z = self.frame.sizes
        return ParagraphStyle(self.frame.width, z.body, z.leading, self.frame.colours.ink)

    def _title(self, title: str) -> tuple[TextRun, ...]:
        z = self.frame.sizes
        text = TextRun(title.upper(), self.frame.heading, z.heading / z.body, self.frame.colours.accent_text)
        return (text, TextRun(" ")) if title else ()

    def _paragraph(self, html: str, lead: Sequence[TextRun]) -> PlacedText | None:
        parts = text_runs(html, 1.0)
        return paragraph([*lead, *parts], self._body()) if parts is not None else None
