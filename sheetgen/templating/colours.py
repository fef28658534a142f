"""Colours of the site as stylesheets: the tokens that all games share, and a class for the theme of each."""

from __future__ import annotations

import re

from sheetgen.media.marks import plain_marks
from sheetgen.model.ruleset.themes import Theme

COMMENT = re.compile(r"/\*.*?\*/", re.S)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
VALUE = re.compile(r"[#\w.,%() /-]+\Z")
PAPER = re.compile(r"--(?:p-\w+|[ms]\d|hair|line|heavy|large|slant|marks|display|text|t-small):[^;]*;?")
OWN = re.compile(rb"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|/\*.*?(?:\*/|\Z)""", re.S)
"""A quoted text, or a comment."""
NAMES = ("accent", "on-accent", "accent-text", "accent-bar", "block", "on-block")
DARK = ':root[data-theme="dark"]'
SYSTEM = ':root:not([data-theme="light"])'


def without_comments(text: bytes) -> bytes:
    """A stylesheet without its comments, which its author did not write for readers."""
    return OWN.sub(lambda match: match[1] or b"", text)


def twice_dark(selector: str, body: str) -> str:
    """Dark values for a reader who asked for them and for a system that is dark; never on paper."""
    rest = f" {selector}" if selector else ""
    return (
        f"@media screen{{{DARK}{rest}{{{body}}}}}"
        f"@media screen and (prefers-color-scheme:dark){{{SYSTEM}{rest}{{{body}}}}}"
    )


def token_css(text: str) -> str:
    """The tokens that no game owns: sizes and neutrals, the dark ones for both ways to get them."""
    kept = []
    for selector, body in RULE.findall(COMMENT.sub("", text)):
        name = selector.strip()
        if name == DARK:
            kept.append(twice_dark("", body))
        elif name == ":root":
            kept.append(f"{name}{{{PAPER.sub('', body)}}}")
    return "".join(kept)


def declarations(values: dict[str, str]) -> str:
    """Theme values as custom properties. Raises ValueError for what is not a plain colour."""
    for name, value in values.items():
        if not VALUE.match(value) or "url" in value.lower():
            raise ValueError(f"{name}: {value!r} is not a colour")
    return ";".join(f"--{name}:{values[name]}" for name in NAMES if name in values)


def theme_css(theme: Theme) -> str:
    """One theme as the class `g-RULESET`, light and dark."""
    style = "italic" if theme.heading == "italic" else "normal"
    light = f".g-{theme.ruleset}{{{declarations(theme.light)};--head-style:{style}}}"
    dark = twice_dark(f".g-{theme.ruleset}", declarations(theme.dark)) if theme.dark else ""
    return f"{light}{dark}\n"


def marks_css(theme: Theme) -> str:
    """The font of a game's marks, where it has marks of its own, and their colours, in light and dark."""
    name, own = theme.ruleset, has_own_font(theme)
    face = (
        f'@font-face{{font-family:"SG Marks {name}";font-display:block;src:url(fonts/web/marks-{name}.woff2)}}'
        if own
        else ""
    )
    light = [f'--marks:"SG Marks {name}"'] if own else []
    light += [f"--m-{mark}:{colour}" for mark, colour in theme.mark_colours.items()]
    dark = ";".join(f"--m-{mark}:{colour}" for mark, colour in theme.dark_mark_colours.items())
    rule = f".g-{name}{{{';'.join(light)}}}" if light else ""
    text = face + rule + (twice_dark(f".g-{name}", dark) if dark else "")
    return f"{text}\n" if text else ""


def has_own_font(theme: Theme) -> bool:
    """Whether a game has marks besides those of the program."""
    return len(theme.marks.outlines) > len(plain_marks().outlines)
