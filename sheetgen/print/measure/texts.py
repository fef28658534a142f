"""How a running text stands on paper: `set_text` alone decides whether it is drawn or set by the engine.

A text of plain paragraphs that ends on the face where it begins is drawn, which takes half the time. A drawing does not
break over pages, so a text that may go on elsewhere is HTML; so is one with lists, tables or letters of other scripts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from markupsafe import Markup

from sheetgen.blocks import EMPTY
from sheetgen.print.measure.frame import MARK, BlockFrame
from sheetgen.print.measure.rich_text import headed
from sheetgen.print.text_metrics.drawing import PlacedText
from sheetgen.print.text_metrics.paragraphs import ParagraphStyle, TextRun, only_paragraphs, paragraph, text_runs


@dataclass(frozen=True)
class SetText:
    """A text as it stands on paper: its paragraphs as drawings, or else HTML."""

    html: Markup = EMPTY
    drawings: tuple[PlacedText, ...] = ()
    titled: bool = False
    """Whether the title of its block stands on its first line."""


def set_text(
    frame: BlockFrame, html: Markup, head: Markup = EMPTY, *, style: ParagraphStyle | None = None, title: str = ""
) -> SetText:
    """A text in a column, with `head` on its first line, and before that the title of its block if it is drawn."""
    style = style or body_style(frame)
    sizes = frame.sizes if frame.sizes.body == style.size else replace(frame.sizes, body=style.size)
    column = BlockFrame(round(style.width, 2), sizes, faces=style.faces)
    text = _html(html, head, column)
    if frame.flows:
        return SetText(text)
    drawings = _drawings(text, style, _title(title, frame))
    return SetText(drawings=drawings, titled=bool(title)) if drawings else SetText(text)


def body_style(frame: BlockFrame, marks: float = 1.0) -> ParagraphStyle:
    """How running text is set; marks in it are `marks` times as large as the text."""
    z = frame.sizes
    return ParagraphStyle(frame.width, z.body, z.leading, frame.colours.ink, marks, faces=frame.faces)


def secret_style(frame: BlockFrame) -> ParagraphStyle:
    """How a text for the game master is set on its bar."""
    colours = frame.colours
    return replace(body_style(frame, MARK), colour=colours.on_bar, mark_colour=colours.accent_bar)


@lru_cache(maxsize=2000)
def _html(text: Markup, head: Markup, column: BlockFrame) -> Markup:
    return headed(text, head, column)


def _drawings(html: str, style: ParagraphStyle, title: tuple[TextRun, ...]) -> tuple[PlacedText, ...]:
    """A drawing for each paragraph of a text; none where one of them cannot be drawn."""
    drawings = []
    for number, part in enumerate(only_paragraphs(html)):
        runs = text_runs(part, style)
        drawing = None if runs is None else paragraph((*title, *runs) if number == 0 else runs, style)
        if drawing is None:
            return ()
        drawings.append(drawing)
    return tuple(drawings)


def _title(text: str, frame: BlockFrame) -> tuple[TextRun, ...]:
    scale = frame.sizes.heading / frame.sizes.body
    title = TextRun(text.upper(), frame.heading, scale, frame.colours.accent_text)
    return (title, TextRun(" ", frame.faces.regular)) if text else ()
