"""The site's stylesheets, which files each is put together of, and its scripts; both without needless white space.

`shared` is the folder of the shared templates, which their files stand in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from markupsafe import Markup
from rcssmin import cssmin

from sheetgen.languages.program_words import Words
from sheetgen.templating.page_needs import COMMON, RARE
from sheetgen.templating.script_parts import SCRIPTS, script, script_text
from sheetgen.templating.theme_styles import token_css
from sheetgen.text.json_script import json_text

FACES = ("display-700", "display-900", "display-900-italic", "text-400", "text-400-italic", "text-600")
"""Each in three files: what nearly every page needs, letters of Western Europe with rare signs, and further letters."""

WEB_FONTS: tuple[str, ...] = (
    *(f"assets/fonts/web/{face}{part}.woff2" for face in FACES for part in ("", "-latin", "-more")),
    *("assets/fonts/OFL-SofiaSans.txt", "assets/fonts/OFL-SourceSans3.txt"),
)
"""Files to copy beside the stylesheets: from the templates folder to the same address on the site."""

LATIN_LETTERS = re.compile("[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]")
FURTHER_LETTERS = re.compile(
    "[\u00a1-\u00af\u00b2-\u00b6\u00b8-\u00bc\u00be-\u00d6\u00d8-\u00f6\u00f8-\u1eff\u2007-\u200a\u202f-\u2038"
    "\u203c-\u2191\u2193\u2215\u2260\u25b2\u25bc\u2713]"
)
"""Letters of the second of those files, and all of the two further ones, as `letters.css` gives their ranges."""
LATIN_FONTS = ("text-400-latin", "text-600-latin", "display-700-latin")
"""The fonts that most pages need that have such letters."""

STYLES: Mapping[str, tuple[str, ...]] = {
    "site": ("fonts", "base", "shell", "parts", "statblock", *map("blocks/{}".format, COMMON), "paper"),
    "popover": ("popover",),
    "bookmarks": ("bookmarks",),
    "inline-entry": ("inline-entry",),
    "compare-lines": ("compare-lines",),
    "letters": ("letters",),
    "search": ("search",),
    "search-help": ("search-help",),
    "search-panel": ("search-panel",),
    "search-marks": ("search-marks",),
    "rulebox": ("rulebox",),
    "board": ("letters", "board"),
    "attack": ("rulebox", "roll", "attack"),
    "edit": ("roll", "edit"),
}
"""Stylesheets and their parts: what every page links, what some link, and what scripts load on first use."""

IN_PAGE: Mapping[str, tuple[str, ...]] = {
    "notebox": ("notebox",),
    "inline-entries": ("inline-entries",),
    "chapter": ("prose",),
    "text": ("text",),
    "stacked": ("stacked-tables",),
    **{block: (f"blocks/{block}",) for block in RARE},
    "track-scale": ("track-scale",),
    "portrait": ("portrait",),
    "home": ("large-search", "front", "home"),
    "large-search": ("large-search",),
    "front": ("front",),
    "landing": ("landing",),
    "rulings": ("rulings",),
    "downloads": ("downloads",),
    "coverage": ("coverage",),
    "tools": ("tools",),
    "rulebox": ("rulebox",),
    "list": ("name-filter", "list"),
    "filter-lines": ("name-filter",),
    "entries": ("entries",),
    "page-links": ("page-links",),
    "long-list": ("long-list",),
    "roll": ("roll",),
    "sample": ("block-sample",),
    "tray": ("tray",),
    "board-paper": ("board-paper",),
}
"""Styles that stand in the pages that need them: too little to wait for another file."""

_SPARED = re.compile(r"(?<![\w.])0(\.\d)| (/) ")
"""What cssmin leaves: the 0 before a point, and white around the stroke of a font."""


_LAYER = re.compile(r"@layer [\w-]+\{")
"""How a part begins that stands in a layer: with all that it has."""


def _text(shared: Path, file: str) -> str:
    return (shared / file).read_text("utf-8")


def bundle(shared: Path, parts: Iterable[str]) -> str:
    """The text of parts of the style, in order, without needless white space; `blocks/NAME` is the style of a block."""
    files = (f"{part}/site.css" if part.startswith("blocks/") else f"assets/css/{part}.css" for part in parts)
    named = [(_LAYER.match(style), style) for style in (_minified(_text(shared, file)) for file in files)]
    layers = groupby(named, key=lambda part: part[0] and part[0][0])
    return "".join(_in_layer(layer, [style for _, style in styles]) for layer, styles in layers)


def _minified(style: str) -> str:
    return _SPARED.sub(r"\1\2", cssmin(style))


def _in_layer(layer: str | None, styles: Sequence[str]) -> str:
    """Styles that follow each other in a layer, or in none, which each names as its beginning and ends with."""
    if not layer:
        return "".join(styles)
    return f"{layer}{''.join(style[len(layer) : -1] for style in styles)}}}"


class StylesInPage(dict[str, Markup]):
    """The styles that stand in pages, by name; each is read when the first page has it."""

    def __init__(self, shared: Path) -> None:
        super().__init__()
        self._shared = shared

    def __missing__(self, name: str) -> Markup:
        return self.setdefault(name, Markup(bundle(self._shared, IN_PAGE[name]).strip()))


def stylesheets(shared: Path) -> dict[str, str]:
    """The site's stylesheets by address."""
    sheets = {f"assets/{name}.css": bundle(shared, parts) for name, parts in STYLES.items()}
    tokens = cssmin(token_css(_text(shared, "assets/tokens.css")))
    return sheets | {"assets/site.css": f"@layer base{{{tokens}}}{sheets['assets/site.css']}"}


def scripts(shared: Path) -> dict[str, str]:
    """The site's scripts by address."""
    made = {f"assets/js/{name}.js": script(shared, parts) for name, parts in SCRIPTS.items()}
    plural = script_words(shared, Words()).replace("=", "??=", 1)
    return made | {path: plural + made[path] for path in ("assets/js/search.js", "assets/js/search-marks.js")}


_ASKED = re.compile(r"""\((?:(?<=\bwords\()|(?<=\bfail\()|(?<=\bsg\.parts\())\s*"([^"]+)\"""")


def texts_asked(script: str) -> list[str]:
    """The texts that a script asks for in the language of the page."""
    return _ASKED.findall(script)


def script_words(shared: Path, words: Words) -> str:
    """The texts of scripts in a language, as the script that hands them over; only those that are others in English."""
    parts = dict.fromkeys(part for bundle in SCRIPTS.values() for part in bundle)
    asked = {text for part in parts for text in texts_asked(script_text(shared, part))}
    own = {text: wording for text, wording in words.different.items() if text in asked}
    return f"self.sheetgenWords={json_text(own)};\n"
