"""The sizes of type and marks on paper: one table for cards, one for sheets, by density.

Points for type, millimetres for marks and pitches. Templates read them as custom properties, and
`measure` reckons with the same numbers, so that what is measured is what is set.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

SMALLEST = 6.0
"""No field shows what is written in smaller type, in points."""


FLOOR = 7.0
"""No type is ever smaller, in points."""
BONUS = 0.49
"""Size of a bonus against the figure that it stands beside."""
STAR = 0.62
"""Size of the stars of a cost against that of their row, unless that is too small."""
UNSCALED = ("leading", "space", "least", "run_in")


@dataclass(frozen=True)
class Sizes:
    """Sizes of one density. Type in points, everything named `_mm` in millimetres."""

    body: float
    note: float
    label: float
    heading: float
    figure: float
    unit: float
    row: float
    cell: float
    grid: float
    grid_label: float
    box_mm: float
    gap_mm: float
    track_mm: float
    head_mm: float
    state_mm: float
    grid_mm: float
    leading: float
    space: float = 1.0
    """How much white stands between blocks: a factor."""
    least: float = FLOOR
    """No type is smaller, in points."""
    run_in: bool = False
    """Whether titles stand on the first line of their blocks."""

    def scaled(self, factor: float, least: float = FLOOR) -> Sizes:
        """All type and marks larger by `factor`; no type is under `least`, nor the bonus beside a large figure."""
        changes: dict[str, Any] = {
            f.name: max(least, round(value * factor, 2)) if not f.name.endswith("_mm") else value * factor
            for f in fields(self)
            if f.name not in UNSCALED and isinstance(value := getattr(self, f.name), float)
        }
        figure = max(changes["figure"], round(least / BONUS, 2))
        return replace(self, **changes | {"figure": figure, "least": least})

    @property
    def star(self) -> float:
        """Points of the stars of a cost in a table."""
        return max(STAR * self.row, self.least)

    @property
    def caption(self) -> float:
        """Points of what stands beside a title or a label."""
        return self.label + 1.5

    @property
    def properties(self) -> dict[str, str]:
        """The sizes as custom properties: `--z-figure: 22pt`, `--z-box: 3.7mm`."""
        values = {}
        for f in fields(self):
            value = float(getattr(self, f.name))
            unit = "" if f.name in ("leading", "space", "run_in") else "mm" if f.name.endswith("_mm") else "pt"
            # `grid_mm` is the pitch of a grid's rows; its numbers have a size of their own.
            name = "grid_pitch" if f.name == "grid_mm" else f.name.removesuffix("_mm")
            values["--z-" + name.replace("_", "-")] = f"{value:g}{unit}"
        return values | {"--z-star": f"{self.star:g}pt", "--z-caption": f"{self.caption:g}pt"}


CARD = {
    "roomy": Sizes(
        body=10.0, note=8.0, label=7.0, heading=11.5, figure=23.0, unit=8.0, row=13.0, cell=10.0, grid=10.0,
        grid_label=8.0, box_mm=4.4, gap_mm=0.7, track_mm=5.4, head_mm=3.6, state_mm=4.5, grid_mm=3.6,
        leading=1.28, space=1.7,
    ),
    "open": Sizes(
        body=8.8, note=7.8, label=7.0, heading=10.5, figure=22.5, unit=8.0, row=12.0, cell=9.5, grid=9.5,
        grid_label=7.8, box_mm=4.0, gap_mm=0.6, track_mm=4.9, head_mm=3.4, state_mm=4.3, grid_mm=3.3,
        leading=1.28, space=1.35,
    ),
    "normal": Sizes(
        body=8.0, note=7.5, label=7.0, heading=9.5, figure=22.0, unit=8.0, row=11.0, cell=9.0, grid=9.0,
        grid_label=7.5, box_mm=3.7, gap_mm=0.5, track_mm=4.4, head_mm=3.3, state_mm=4.1, grid_mm=3.05,
        leading=1.28,
    ),
    "close": Sizes(
        body=7.75, note=7.35, label=7.0, heading=9.25, figure=21.5, unit=8.0, row=10.5, cell=8.75, grid=8.75,
        grid_label=7.5, box_mm=3.6, gap_mm=0.47, track_mm=4.25, head_mm=3.25, state_mm=4.05, grid_mm=3.0,
        leading=1.24, space=0.9,
    ),
    "dense": Sizes(
        body=7.5, note=7.2, label=7.0, heading=9.0, figure=21.0, unit=8.0, row=10.0, cell=8.5, grid=8.5,
        grid_label=7.5, box_mm=3.5, gap_mm=0.45, track_mm=4.1, head_mm=3.2, state_mm=4.0, grid_mm=2.95,
        leading=1.2, space=0.8,
    ),
    "small": Sizes(
        body=7.25, note=7.1, label=7.0, heading=8.5, figure=19.0, unit=7.5, row=9.25, cell=8.0, grid=8.0,
        grid_label=7.25, box_mm=3.25, gap_mm=0.42, track_mm=3.85, head_mm=3.0, state_mm=3.75, grid_mm=2.82,
        leading=1.17, space=0.65,
    ),
    "floor": Sizes(
        body=7.0, note=7.0, label=7.0, heading=8.0, figure=17.0, unit=7.0, row=8.5, cell=7.5, grid=7.5,
        grid_label=7.0, box_mm=3.0, gap_mm=0.4, track_mm=3.6, head_mm=2.8, state_mm=3.5, grid_mm=2.7,
        leading=1.14, space=0.5,
    ),
    "tight": Sizes(
        body=7.0, note=7.0, label=7.0, heading=8.0, figure=16.0, unit=7.0, row=8.5, cell=7.5, grid=7.5,
        grid_label=7.0, box_mm=3.0, gap_mm=0.4, track_mm=3.6, head_mm=2.8, state_mm=3.5, grid_mm=2.7,
        leading=1.14, space=0.4, run_in=True,
    ),
}  # fmt: skip

SHEET = {
    "roomy": Sizes(
        body=9.5, note=9.0, label=7.5, heading=14.0, figure=24.0, unit=8.5, row=13.0, cell=10.5, grid=16.0,
        grid_label=9.5, box_mm=6.6, gap_mm=1.1, track_mm=8.6, head_mm=6.6, state_mm=8.0, grid_mm=6.6,
        leading=1.32, space=1.3,
    ),
    "normal": Sizes(
        body=9.0, note=8.5, label=7.0, heading=13.0, figure=22.5, unit=8.0, row=12.0, cell=10.0, grid=14.5,
        grid_label=9.0, box_mm=6.0, gap_mm=1.0, track_mm=7.6, head_mm=6.2, state_mm=7.6, grid_mm=5.8,
        leading=1.28,
    ),
    "dense": Sizes(
        body=8.2, note=7.8, label=7.0, heading=11.5, figure=19.0, unit=7.5, row=10.5, cell=9.0, grid=12.5,
        grid_label=8.2, box_mm=4.8, gap_mm=0.8, track_mm=6.0, head_mm=5.0, state_mm=6.2, grid_mm=4.7,
        leading=1.2, space=0.7,
    ),
    "small": Sizes(
        body=7.6, note=7.4, label=7.0, heading=10.5, figure=17.0, unit=7.25, row=9.5, cell=8.25, grid=11.25,
        grid_label=7.5, box_mm=4.3, gap_mm=0.7, track_mm=5.4, head_mm=4.5, state_mm=5.6, grid_mm=4.3,
        leading=1.17, space=0.57,
    ),
    "floor": Sizes(
        body=7.0, note=7.0, label=7.0, heading=9.5, figure=15.0, unit=7.0, row=8.5, cell=7.5, grid=10.0,
        grid_label=7.0, box_mm=3.8, gap_mm=0.6, track_mm=4.8, head_mm=4.0, state_mm=5.0, grid_mm=3.9,
        leading=1.15, space=0.45,
    ),
    "tight": Sizes(
        body=7.0, note=7.0, label=7.0, heading=8.0, figure=14.3, unit=7.0, row=8.0, cell=7.25, grid=8.5,
        grid_label=7.0, box_mm=3.1, gap_mm=0.5, track_mm=3.9, head_mm=3.3, state_mm=4.1, grid_mm=3.2,
        leading=1.1, space=0.28,
    ),
}  # fmt: skip

LARGE_PRINT = 14.0
"""Points of the smallest type in large print."""
LARGE = LARGE_PRINT / 9.0
"""How much larger than usual large print is."""
