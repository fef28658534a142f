"""Where things stand on a line: widths in millimetres, reckoned from the fonts before setting.

A `Frame` is a column with its sizes. Its methods turn one block into the rows and widths that the
templates draw; nothing is drawn wider than the frame.
"""

from __future__ import annotations

from dataclasses import dataclass

from sheetgen.print.measure.figures import FigureMeasures
from sheetgen.print.measure.marks import MarkMeasures
from sheetgen.print.measure.tables import TableMeasures
from sheetgen.print.measure.tracks import TrackMeasures


@dataclass(frozen=True)
class BlockFrame(FigureMeasures, TrackMeasures, TableMeasures, MarkMeasures):
    """A column `width` mm wide in which blocks are set at these sizes."""
