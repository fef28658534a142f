"""Where things stand on a line: widths in millimetres, reckoned from the fonts before setting.

A `Frame` is a column with its sizes. Its methods turn one block into the rows and widths that the
templates draw; nothing is drawn wider than the frame.
"""

from __future__ import annotations

from dataclasses import dataclass

from sheetgen.printing.frames.figures import FigureLines
from sheetgen.printing.frames.marks import MarkLines
from sheetgen.printing.frames.tables import TableLines
from sheetgen.printing.frames.tracks import TrackLines


@dataclass(frozen=True)
class Frame(FigureLines, TrackLines, TableLines, MarkLines):
    """A column `width` mm wide in which blocks are set at these sizes."""
