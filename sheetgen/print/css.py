"""Style sheets made ready for the engine: tokens and sizes filled in, simple sums worked out.

The engine reads a declaration with a custom property again for every element, so none is left in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from sheetgen.model.ruleset.themes import Theme
from sheetgen.print import resources
from sheetgen.print.errors import EngineError

_RULE = re.compile(r"(?:^|\n)\s*(:root|\.ink)\s*\{([^}]*)\}")
_PROPERTY = re.compile(r"(--[\w-]+)\s*:\s*([^;}]+)")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_VAR = re.compile(r"var\((--[\w-]+)(?:\s*,\s*([^()]*))?\)")
_PRODUCT = re.compile(r"calc\(\s*(-?[\d.]+)(mm|pt|em|)\s*\*\s*(-?[\d.]+)(mm|pt|em|)\s*\)")
_SUM = re.compile(r"calc\(\s*(-?[\d.]+)(mm|pt)\s*([+-])\s*(-?[\d.]+)\2\s*\)")
_LARGER = re.compile(r"max\(\s*(-?[\d.]+)(mm|pt)\s*,\s*(-?[\d.]+)\2\s*\)")
_VALUE = re.compile(r"[#\w.,%() /-]{1,80}$")
DEPTH = 12
CORNERS = {"slanted": "0", "square": "0", "round": "3"}
"""Radius of corners in mm."""
TITLE_LINES = {
    "single": ("var(--line) solid", 0.9),
    "double": ("0.95mm double", 0.3),
    "thick": ("0.8mm solid", 0.45),
    "dotted": ("0.5mm dotted", 0.75),
}
"""The line of a section title by the theme, and the white above it, which together are as high as ever."""


def tokens(theme: Theme, ink: bool = False) -> dict[str, str]:
    """The custom properties of one game on paper: shared tokens, its colours, ink-saving last.

    Raises EngineError for a colour that is not a plain CSS value.
    """
    layers: dict[str, dict[str, str]] = {":root": {}, ".ink": {}}
    for selector, body in _RULE.findall(_COMMENT.sub("", resources.stylesheet("tokens"))):
        layers[selector].update({name: value.strip() for name, value in _PROPERTY.findall(body)})
    values = layers[":root"]
    for name, value in theme.light.items():
        if not _VALUE.match(value):
            raise EngineError(f"the theme's {name} is not a colour: {value!r}")
        values[f"--{name}"] = value
    values["--marks"] = f'"{theme.marks.family}"'
    if theme.text:
        values["--text"] = f'"{theme.text.family}", {values["--text"]}'
    values |= head_properties(theme)
    values |= {"--slope": "1" if theme.corners == "slanted" else "0", "--corner": CORNERS[theme.corners]}
    line, white = TITLE_LINES[theme.rules]
    values |= {"--title-line": line, "--title-pad": f"{white:g}mm"}
    if ink:
        values |= layers[".ink"]
    return values


def head_properties(theme: Theme) -> dict[str, str]:
    """How headings are set: family, slant and weight."""
    style, weight = {"slant": ("italic", "900"), "bold": ("normal", "700")}.get(theme.face, ("normal", "900"))
    family = f'"{theme.font.family}", var(--display)' if theme.font else "var(--display)"
    return {"--head": family, "--head-style": style, "--head-weight": weight, "--cut": f"{style} {weight}"}


def lengths(**values: float) -> dict[str, str]:
    """Lengths in mm as custom properties: `lengths(panel_bar=17)` is `--panel-bar: 17mm`."""
    return {_property(name): f"{value:g}mm" for name, value in values.items()}


def points(**values: float) -> dict[str, str]:
    """Sizes of type in points as custom properties."""
    return {_property(name): f"{value:g}pt" for name, value in values.items()}


def factors(**values: float) -> dict[str, str]:
    """Plain numbers, such as the height of a line against its type, as custom properties."""
    return {_property(name): f"{value:g}" for name, value in values.items()}


def _property(name: str) -> str:
    return "--" + name.replace("_", "-")


def resolve(css: str, values: Mapping[str, str]) -> str:
    """`css` with every `var()` replaced and sums of one unit worked out.

    Raises EngineError for a custom property that is never set, or that goes round in a circle.
    """
    text = _COMMENT.sub("", css)
    for _ in range(DEPTH):
        filled = _VAR.sub(lambda match: _value(match, values), text)
        if filled == text:
            return _sums(text)
        text = filled
    raise EngineError("custom properties of a style sheet refer to each other in a circle")


def _value(match: re.Match[str], values: Mapping[str, str]) -> str:
    value = values.get(match[1], match[2])
    if value is None:
        raise EngineError(f"no style sheet sets {match[1]}")
    return value


def _sums(text: str) -> str:
    while True:
        worked = _PRODUCT.sub(_product, text)
        worked = _SUM.sub(lambda f: f"{_number(float(f[1]) + float(f[3] + '1') * float(f[4]))}{f[2]}", worked)
        worked = _LARGER.sub(lambda f: f"{_number(max(float(f[1]), float(f[3])))}{f[2]}", worked)
        if worked == text:
            return text
        text = worked


def _product(match: re.Match[str]) -> str:
    return f"{_number(float(match[1]) * float(match[3]))}{match[2] or match[4]}"


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".") or "0"
