"""How wide letters run that a face lacks: shaped as the engine shapes them, in the fonts where it looks for them.

First that is the program's own font of further letters, then those of the machine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from sheetgen.print import resources
from sheetgen.print.text_metrics.system_fonts import fonts_for

WIDE = 1.0
"""Width in em of a character that no font has, such as a Han sign without a font."""
FURTHER = "DejaVuSansCondensed.ttf"
"""The program's font of further letters."""
SLACK = 1.02
"""How much wider a run is reckoned than it was shaped, since the engine may part it otherwise."""


def other_ems(text: str, known: Collection[int], bold: bool = False) -> float:
    """Width in em of a stretch of text whose letters a face lacks; `known` are those of the program's further font."""
    runs = ((inside, "".join(run)) for inside, run in groupby(text, lambda letter: ord(letter) in known))
    return SLACK * sum(_shaped(_further(), run) if inside else _of_machine(run, bold) for inside, run in runs)


def _of_machine(run: str, bold: bool) -> float:
    """Width of a run in the fonts that the machine has for it; what no font has is as wide as it may be."""
    fonts = fonts_for("".join(sorted(set(run))), "")
    chosen = [font for font in fonts if (font.weight > 400) == bold] or list(fonts)
    return _shaped(_font(chosen[0].path, chosen[0].index), run) if chosen else WIDE * len(run)


def _shaped(font: Any, run: str) -> float:
    import uharfbuzz  # type: ignore[import-untyped]  # only for texts in other scripts

    buffer = uharfbuzz.Buffer()
    buffer.add_str(run)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer)
    return float(sum(_advances(font, buffer)))


def _advances(font: Any, buffer: Any) -> Iterator[float]:
    """The advance of each glyph in em; one that the font lacks stands for a letter of another."""
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        yield place.x_advance / font.face.upem if info.codepoint else WIDE


def _further() -> Any:
    return _font(str(resources.fonts() / FURTHER), 0)


@cache
def _font(path: str, index: int) -> Any:
    import uharfbuzz

    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(Path(path).read_bytes()), index))
