"""Colours of the site as stylesheets: the tokens that all games share, and a class for the theme of each."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sheetgen.media.fonts import HEADING, TEXT_CUTS, FontCut
from sheetgen.media.marks import plain_marks
from sheetgen.model.ruleset.themes import Theme

COMMENT = re.compile(r"/\*.*?\*/", re.S)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
VALUE = re.compile(r"[#\w.,%() /-]+\Z")
PAPER = re.compile(r"--(?:p-\w+|[ms]\d|on-badge|hair|line|heavy|large|slant|marks|display|text|t-small):[^;]*;?")
OWN = re.compile(rb"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|/\*.*?(?:\*/|\Z)""", re.S)
"""A quoted text, or a comment."""
NAMES = ("accent", "on-accent", "accent-text", "accent-bar", "block", "on-block")
CORNERS = {"slanted": "", "square": "--slope:0;", "round": "--slope:0;--round:14px;"}
RULES = {
    "single": "",
    "double": "--title-line:5px double;",
    "thick": "--title-line:6px solid;",
    "dotted": "--title-line:4px dotted;",
}
DARK = ':root[data-theme="dark"]'
SYSTEM = ':root:not([data-theme="light"])'


def without_comments(text: bytes) -> bytes:
    """A stylesheet without its comments, which its author did not write for readers."""
    return OWN.sub(lambda match: match[1] or b"", text)


def in_both(light: Mapping[str, str], dark: Mapping[str, str]) -> str:
    """Custom properties that are colours; `light-dark()` chooses by the colour scheme of the page, light on paper.

    What has a colour only in the dark has that of the text in the light.
    """
    days = {**dict.fromkeys(dark, "currentcolor"), **light}
    pairs = ((name, day, dark.get(name, day)) for name, day in days.items())
    return ";".join(f"--{name}:{day if day == night else f'light-dark({day},{night})'}" for name, day, night in pairs)


def token_css(text: str) -> str:
    """The tokens that no game owns: sizes and neutrals, and the colour scheme that a reader or the system chooses."""
    sizes, neutrals, dark = "", dict[str, str](), dict[str, str]()
    for selector, body in RULE.findall(COMMENT.sub("", text)):
        values = {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in body.split(";"))}
        if selector.strip() == DARK:
            dark = {name[2:]: value for name, value in values.items() if name.startswith("--")}
        elif selector.strip() == ":root":
            colours = {name[2:]: value for name, value in values.items() if value.startswith("#")}
            neutrals |= colours
            sizes += "".join(f"{name}:{value};" for name, value in values.items() if name and name[2:] not in colours)
    root = f":root{{color-scheme:light;{PAPER.sub('', sizes)}{in_both(neutrals, dark)}}}"
    chosen = f"@media screen{{{DARK}{{color-scheme:dark}}}}"
    return root + chosen + f"@media screen and (prefers-color-scheme:dark){{{SYSTEM}{{color-scheme:dark}}}}"


def theme_css(theme: Theme) -> str:
    """One theme as the class `g-RULESET`, in light and dark. Raises ValueError for what is not a plain colour."""
    for name, value in (*theme.light.items(), *theme.dark.items()):
        if not VALUE.match(value) or "url" in value.lower():
            raise ValueError(f"{name}: {value!r} is not a colour")
    own = {name: theme.light[name] for name in NAMES if name in theme.light}
    cut = {"slant": "italic 900", "bold": "700"}.get(theme.face, "900")
    shapes = CORNERS[theme.corners] + RULES[theme.rules]
    heading = f'--head:"{theme.font.family}",var(--display);--t-h1:clamp(32px,5.6vw,72px);' if theme.font else ""
    heading += f'--text:"{theme.text.family}","SG Text","SG Plain","Segoe UI",sans-serif;' if theme.text else ""
    marks = in_both(_marks(theme.mark_colours), _marks(theme.dark_mark_colours))
    colours = in_both(own, {name: theme.dark[name] for name in NAMES if name in theme.dark})
    return f".g-{theme.ruleset}{{{colours};--cut:{cut};{heading}{shapes}{marks}}}"


def _marks(colours: Mapping[str, str]) -> dict[str, str]:
    return {f"m-{mark}": colour for mark, colour in colours.items()}


def marks_css(theme: Theme, root: str) -> str:
    """The font of a game's marks, where it has marks of its own, for a page from which `root` leads to the site's."""
    name = theme.ruleset
    if not has_own_font(theme):
        return ""
    source = f"src:url({root}assets/fonts/web/{marks_font(theme)}.woff2)"
    face = f'@font-face{{font-family:"SG Marks {name}";font-display:block;{source}}}'
    return f'{face}.g-{name}{{--marks:"SG Marks {name}"}}'


def marks_font(theme: Theme) -> str:
    """The name of the font of a game's marks."""
    return f"marks-{theme.ruleset}" if has_own_font(theme) else "marks"


def cover_address(theme: Theme) -> str:
    """The address of the picture of a game's front, from the site's root; empty where it has none."""
    return f"assets/cover-{theme.ruleset}{theme.cover.ending}" if theme.cover else ""


def heading_font(theme: Theme) -> str:
    """The name of the font of a game's headings, where it brings its own."""
    return f"head-{theme.ruleset}"


def heading_css(theme: Theme, root: str) -> str:
    """The font of a game's headings, where it brings its own: most are wider, so they are set smaller."""
    if theme.font is None:
        return ""
    own, name, family = f".g-{theme.ruleset}", heading_font(theme), theme.font.family
    faces = "".join(
        _face(family, f"{root}assets/fonts/web/{name}{part.ending}.woff2", part.range) for part in theme.font.parts
    )
    sizes = f"{own} .cover h1{{font-size:clamp(30px,7vw,96px)}}{own} .stat-block .name{{font-size:min(38px,11.2vw)}}"
    return faces + sizes


def ornament_css(theme: Theme) -> str:
    """The ornament of a game between sections and at the end of chapters, which is not read aloud."""
    if not theme.ornament:
        return ""
    own, sign = f".g-{theme.ruleset} .prose:not(.intro)>.body", theme.marks.glyph(theme.ornament)
    drawn = f'content:"{sign}";content:"{sign}"/"";font:28px/1 var(--marks);color:var(--accent-text)'
    end = "display:block;text-align:center;margin-top:min(32px,4vw)"
    places = f"{own} hr{{border:0;text-align:center}}{own}::after{{{end}}}"
    return f"{places}{own} hr::before,{own}::after{{{drawn}}}"


def text_font(theme: Theme, cut: FontCut = TEXT_CUTS[0]) -> str:
    """The name of a font of a game's running text, where it brings its own."""
    style, weight = cut
    return f"text-{theme.ruleset}-{weight}{'-italic' if style == 'italic' else ''}"


def text_css(theme: Theme, root: str) -> str:
    """The fonts of a game's running text, where it brings its own; browsers load those that a page shows."""
    parts = []
    for font, cut in theme.text.cuts if theme.text else ():
        name, family = text_font(theme, cut), theme.text.family if theme.text else ""
        places = ((f"{root}assets/fonts/web/{name}{part.ending}.woff2", part.range) for part in font.parts)
        parts += [_face(family, place, characters, cut) for place, characters in places]
    return "".join(parts)


def _face(family: str, address: str, characters: str, cut: FontCut = HEADING) -> str:
    part = f";unicode-range:{characters}" if characters else ""
    style = f"{'font-style:italic;' if cut[0] == 'italic' else ''}font-weight:{cut[1]}"
    return f'@font-face{{font-family:"{family}";font-display:swap;{style};src:url({address}){part}}}'


def has_own_font(theme: Theme) -> bool:
    """Whether a game has marks besides those of the program."""
    return len(theme.marks.outlines) > len(plain_marks().outlines)
