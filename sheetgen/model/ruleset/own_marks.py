"""A ruleset's own marks: drawings in its folder `marks`, each called as its file is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from sheetgen.media.marks import MOST_MARKS, Marks, plain_marks, with_own
from sheetgen.model.ruleset.layers import Layer
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import content, files, leads_out, nowhere

FOLDER = "marks"
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def read_marks(layers: Iterable[Layer], diagnostics: Diagnostics) -> Marks:
    """The marks of a ruleset with those of the program; drawings that cannot be one are diagnostics."""
    own: dict[str, str] = {}
    drawings = [(path, layer) for layer in layers for path in files(layer.folder / FOLDER, ".svg")]
    if not drawings:
        return plain_marks()
    from sheetgen.media.outlines import outline  # which takes longer than a rule
    from sheetgen.media.svg import SvgError

    for path, layer in drawings:
        message, hint = _misplaced(path, layer.folder, own)
        try:
            if not message:
                own[path.stem] = outline(content(path) or b"")
                continue
        except SvgError as error:
            message = f"this mark {error}"
            hint = "a mark is one filled shape, without strokes, pictures and text; its colour does not matter"
        diagnostics.error("ruleset", message, nowhere(path, layer.root), hint)
        diagnostics.fail(path.stem)
    return with_own(own)


def _misplaced(path: Path, folder: Path, own: Mapping[str, str]) -> tuple[str, str]:
    """Why a drawing cannot be a mark by its name or place, and what helps; empty where it can."""
    name, known = path.stem, plain_marks().outlines
    if leads_out(path, folder):
        return "this mark is a link that leads out of the folder", "put the file itself there"
    if not _NAME.fullmatch(name):
        return (
            f"`{name}` cannot be the name of a mark",
            "use small letters, digits and single hyphens, such as `half-disc`",
        )
    if name in known:
        return f"the program has a mark called `{name}` already", "give this one another name"
    if len(known) + len(own) >= MOST_MARKS:
        return f"a ruleset has at most {MOST_MARKS - len(known)} marks", "remove some of them"
    return "", ""
