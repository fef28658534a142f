"""Pictures behind boxes, drawn once for all pages of a document that have them at the same place.

Bars of headers and frames are such pictures. The engine makes a form of each (ISO 32000-1, 8.10) on every page.
"""

from __future__ import annotations

from typing import Any

from weasyprint import draw  # type: ignore[import-untyped]
from weasyprint.images import SVGImage  # type: ignore[import-untyped]

_FORMS = "_picture_forms"
_ONCE = ("no-repeat", "no-repeat")
_draw = draw.draw_background_image


def draw_background_image(stream: Any, layer: Any, style: Any) -> None:
    """Draw a picture behind a box."""
    image = layer.image
    if not isinstance(image, SVGImage) or layer.repeat != _ONCE or 0 in layer.size:
        _draw(stream, layer, style)
        return
    left, top = (place + start for place, start in zip(layer.position, layer.positioning_area, strict=False))
    known: dict[Any, str] = stream._resources.__dict__.setdefault(_FORMS, {})
    key = image, left, top, layer.size, stream.page_rectangle
    with stream.artifact():
        if not layer.unbounded:
            stream.rectangle(*layer.painting_area)
            stream.clip()
            stream.end()
        if key not in known:
            form = stream.add_group(*stream.page_rectangle)
            form.transform(e=left, f=top)
            image.draw(form, *layer.size, style)
            known[key] = form.id
        stream.draw_x_object(known[key])


def share_pictures() -> None:
    """Have the engine draw pictures behind boxes so from now on."""
    draw.draw_background_image = draw_background_image
