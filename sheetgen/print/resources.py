"""The print templates, styles, fonts and marks that come with the program, read once."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from sheetgen.media import marks, outlines
from sheetgen.media.marks import plain_marks
from sheetgen.templating.script_parts import SCRIPTS, script, script_text
from sheetgen.text.shipped import shipped

_FORM = (*SCRIPTS["rules-runtime"], "form-fields")
"""The parts of the script that runs the rules of a form."""


@cache
def folder() -> Path:
    """The folder of templates."""
    return shipped("templates")


def fonts() -> Path:
    """The folder of fonts."""
    return folder() / "assets" / "fonts"


@cache
def stylesheet(name: str) -> str:
    """One style sheet of `assets/css`, or `tokens` for the shared tokens; sizes with those of blocks."""
    path = "assets/tokens.css" if name == "tokens" else f"assets/css/print-{name}.css"
    own = (folder() / "blocks").glob(f"*/{name.removesuffix('-sizes')}.css") if name.endswith("-sizes") else ()
    return "".join(file.read_text(encoding="utf-8") for file in (folder() / path, *sorted(own)))


@cache
def form_runtime() -> str:
    """The script that runs the rules of a form in a PDF reader."""
    return script(folder(), _FORM)


def glyph(name: str) -> str:
    """The character that draws a mark of the program in every font of marks; empty when there is no such mark."""
    return plain_marks().glyph(name)


@cache
def digest() -> str:
    """A digest of every template, font and line of this package: all that decides what is drawn."""
    total = hashlib.sha256()
    parts = ("print", "blocks", "assets/css", "assets/fonts", "assets/marks")
    files = [p for part in parts for p in sorted((folder() / part).rglob("*")) if p.is_file()]
    package = Path(__file__).parent
    files += sorted([*package.rglob("*.py"), *(package.parent / "blocks").rglob("*.py")])
    files += [Path(marks.__file__), Path(outlines.__file__), *sorted((package.parent / "languages").glob("*.*"))]
    for path in [*files, folder() / "assets/tokens.css"]:
        total.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    for part in _FORM:
        total.update(script_text(folder(), part).encode())
    return total.hexdigest()
