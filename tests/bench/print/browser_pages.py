"""Cards and sheets as pages for a browser: what the engine is given, with drawings as SVG."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.print.made_up import STYLE, deck
from markupsafe import escape

from sheetgen.print import resources as assets
from sheetgen.print.cards.card_page import card_unit
from sheetgen.print.cards.shape import CardShape, card_css
from sheetgen.print.engine.job import Unit
from sheetgen.print.measure import texts
from sheetgen.print.paper import POINT, card_format
from sheetgen.print.text_metrics.drawing import FAMILIES, PlacedText

EMBED = re.compile(r'<embed class="([^"]*)" src="([^"]*)"></embed>')


def page(count: int) -> str:
    """The same cards as one HTML page for a browser: both faces, at card size."""
    style, shape = STYLE, CardShape(card_format("poker"), 2.0)
    css, parts = card_css(style, shape)
    return browser_page([card_unit(entry, style, shape) for entry, _ in deck(count)], css, parts)


def browser_page(units: Iterable[Unit], css: str, parts: Iterable[tuple[str, str]]) -> str:
    """What the engine is given, as one HTML page for a browser."""
    fonts = assets.stylesheet("fonts").replace("../fonts", assets.fonts().as_uri())
    flow = ".top,.foot{position:static!important}.unit{break-before:page}.face{position:relative}"
    bodies = []
    # A browser cannot show our drawings: it gets texts as text, and what is placed as the text of an SVG.
    with patch.object(texts, "paragraph", lambda *given: None):
        for unit in units:
            source = unit.source(unit.page.candidates()[0])
            html = EMBED.sub(partial(placed, source.drawings), source.html)
            bodies.append(f"<section class=unit>{html}</section>")
    rules = fonts + css + "".join(text for _, text in parts) + flow
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><style>{rules}</style><body>{''.join(bodies)}</body></html>"
    )


def placed(drawings: Mapping[str, PlacedText], embed: re.Match[str]) -> str:
    """A drawing as SVG, in mm."""
    drawing, lines = drawings[embed[2]], []
    for ink in drawing.inks:
        family, slope, weight = FAMILIES.get(ink.face, ("Marks", "normal", 400))
        font = f"font:{slope} {weight} {ink.size * POINT}px '{family}';letter-spacing:{ink.tracking}px"
        lines.append(f'<text x="{ink.x}" y="{ink.y}" style="{font}" fill="{ink.colour}">{escape(ink.text)}</text>')
    box = f'viewBox="0 0 {drawing.width} {drawing.height}" style="width:{drawing.width}mm;height:{drawing.height}mm"'
    return f'<svg class="{embed[1]}" {box}>{"".join(lines)}</svg>'
