"""The print templates, styles, fonts and marks that come with the program, read once."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from sheetgen.text.shipped import shipped

_GLYPH = re.compile(r'<symbol id="m-([a-z0-9-]+)"[^>]*data-code="([0-9A-F]+)"[^>]*><path d="([^"]+)"')


@cache
def folder() -> Path:
    """The folder of templates."""
    return shipped("templates")


def fonts() -> Path:
    """The folder of fonts."""
    return folder() / "assets" / "fonts"


@cache
def stylesheet(name: str) -> str:
    """One style sheet of `assets/css`, or `tokens` for the shared tokens."""
    path = "assets/tokens.css" if name == "tokens" else f"assets/css/print-{name}.css"
    return (folder() / path).read_text(encoding="utf-8")


@cache
def _symbols() -> dict[str, tuple[int, str]]:
    text = (folder() / "assets" / "marks.svg").read_text(encoding="utf-8")
    return {name: (int(code, 16), path) for name, code, path in _GLYPH.findall(text)}


def glyph(name: str) -> str:
    """The character that draws a mark in the marks font; empty when there is no such mark."""
    symbol = _symbols().get(name)
    return chr(symbol[0]) if symbol else ""


def outline(name: str) -> str:
    """The path of a mark on its 24 × 24 grid; empty when there is no such mark."""
    symbol = _symbols().get(name)
    return symbol[1] if symbol else ""


def marks() -> dict[str, int]:
    """Every mark with its code point."""
    return {name: code for name, (code, _) in _symbols().items()}


def is_box(name: str) -> bool:
    """Whether a mark is a box to tick: it has a ticked form."""
    return name in ("tick", "tick-on") or f"{name}-ticked" in _symbols()


@cache
def names() -> dict[str, str]:
    """The name of every mark, by its character in the marks font."""
    return {chr(code): name for name, code in marks().items()}


@cache
def digest() -> str:
    """A digest of every template, font and line of this package: all that decides what is drawn."""
    total = hashlib.sha256()
    parts = ("print", "blocks", "assets/css", "assets/fonts")
    files = [p for part in parts for p in sorted((folder() / part).rglob("*")) if p.is_file()]
    package = Path(__file__).parent
    files += sorted([*package.rglob("*.py"), *(package.parent / "blocks").rglob("*.py")])
    for path in [*files, folder() / "assets/tokens.css", folder() / "assets/marks.svg"]:
        total.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()
