"""Marks and a body for the views of tests: those of the shipped game that has the most of its own."""

from __future__ import annotations

from pathlib import Path

from sheetgen.blocks.parts import Emphasis, Mark, drawn_mark
from sheetgen.model.ruleset.bodies import read_bodies
from sheetgen.model.ruleset.layers import Layer
from sheetgen.model.ruleset.own_marks import read_marks
from sheetgen.model.ruleset.vocabulary import from_data
from sheetgen.text.diagnostics import Diagnostics

ROOT = Path(__file__).parent.parent
_LAYER = Layer(ROOT / "content" / "persona", ROOT)
MARKS = read_marks([_LAYER], Diagnostics())
PICTURES = {
    "melee": "sword", "missile": "crosshair", "fire": "flame", "ice": "snowflake", "wind": "gust", "elec": "bolt",
    "nuke": "trefoil", "psy": "eye", "bless": "sparkle", "curse": "skull",
    "normal": "dash", "light": "square", "heavy": "cut-square", "deadly": "hexagon", "fate": "coin",
}  # fmt: skip
_VOCABULARY = from_data("location", ["head", "left_arm", "right_arm", "body", "left_leg", "right_leg"])
BODY = read_bodies([_LAYER], {"location": _VOCABULARY}, Diagnostics())["location"]
EMPHASIS: dict[str, Emphasis] = {"weak": "strong", "normal": "soft", "fate": "strong"}


def mark(name: str, code: str, title: str) -> Mark:
    """The mark of a term."""
    return drawn_mark(MARKS, PICTURES.get(name, name), title, code, "", EMPHASIS.get(name, ""))
