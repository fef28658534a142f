"""Stylesheets of the site: the tokens for screens and print, the themes, and less white space."""

from __future__ import annotations

import re

from sheetgen.blocks import Theme

COMMENT = re.compile(r"/\*.*?\*/", re.S)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
VALUE = re.compile(r"[#\w.,%() /-]+\Z")
NAMES = ("accent", "on-accent", "accent-text", "accent-bar", "block", "on-block")
DARK = ":root[data-theme=dark]"
SYSTEM = ":root:not([data-theme=light])"


def twice_dark(selector: str, body: str) -> str:
    """Dark values for a reader who asked for them and for a system that is dark; never on paper."""
    rest = f" {selector}" if selector else ""
    return (
        f"@media screen{{{DARK}{rest}{{{body}}}}}"
        f"@media screen and (prefers-color-scheme:dark){{{SYSTEM}{rest}{{{body}}}}}"
    )


def token_css(text: str) -> str:
    """The tokens that no game owns: fonts, sizes and neutrals, the dark ones for both ways to get them."""
    kept = []
    for selector, body in RULE.findall(COMMENT.sub("", text)):
        name = selector.strip()
        if name == DARK:
            kept.append(twice_dark("", body))
        elif name in {":root", "@font-face"}:
            kept.append(f"{name}{{{body}}}")
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
    return light + (twice_dark(f".g-{theme.ruleset}", declarations(theme.dark)) if theme.dark else "") + "\n"


def squeeze(text: str) -> str:
    """A stylesheet without comments and needless white space."""
    text = re.sub(r"\s+", " ", COMMENT.sub("", text))
    text = re.sub(r"\s*([{};,])\s*", r"\1", text)
    return re.sub(r";}", "}", text).strip() + "\n"


def squeeze_script(text: str) -> str:
    """A script without comment lines and indentation; its templates hold no such lines."""
    text = re.sub(r"^[ \t]*/\*.*?\*/", "", text, flags=re.S | re.M)
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"
