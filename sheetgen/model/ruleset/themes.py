"""The colours of a game: those of its theme, or plain ones, and whether they can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Literal

from sheetgen.media.fonts import ENDINGS, FontError, OwnFont, TextFonts, own_font
from sheetgen.media.images import TYPES, OwnPicture, PictureError
from sheetgen.media.marks import TICKED, Marks, plain_marks
from sheetgen.media.style_files import style_file
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.ruleset_models import RulesetModel
from sheetgen.model.ruleset.theme_models import FontsModel, ThemeModel
from sheetgen.text.diagnostics import Diagnostics, did_you_mean, nearest
from sheetgen.text.source import Span, content, leads_out

Corners = Literal["slanted", "square", "round"]
Rules = Literal["single", "double", "thick", "dotted"]


@dataclass(frozen=True)
class Theme:
    """The few tokens that set one game apart: colours as CSS values, a heading style, its marks."""

    ruleset: str
    title: str
    mark: str
    """The mark that stands for the game."""
    light: dict[str, str]
    """accent, on-accent, accent-text, accent-bar, block, on-block."""
    dark: dict[str, str]
    heading: Literal["italic", "upright"] = "italic"
    weight: Literal["black", "bold"] = "black"
    corners: Corners = "slanted"
    rules: Rules = "single"
    ornament: str = ""
    """The mark between sections and at the end of chapters."""
    cover: OwnPicture | None = None
    """The picture of its front, in place of the mark."""
    font: OwnFont | None = None
    """That of names and headings, where the game brings its own."""
    text: TextFonts | None = None
    """Those of running text, where the game brings its own."""
    marks: Marks = field(default_factory=plain_marks)
    mark_colours: Mapping[str, str] = field(default_factory=dict)
    dark_mark_colours: Mapping[str, str] = field(default_factory=dict)

    @property
    def face(self) -> str:
        """The face of names and headings."""
        if self.font:
            return self.font.face
        return "slant" if self.heading == "italic" else self.weight


FONTS, PICTURES = "fonts", "pictures"
"""The folders of a ruleset with its fonts and the pictures of its look."""
LEAST_CONTRAST = 4.5
"""Of text on its ground (WCAG 2.2, 1.4.3)."""
LEAST_CONTRAST_OF_MARKS = 3
"""Of a sign on its ground (WCAG 2.2, 1.4.11)."""
_PAPER, _DARK_PAPER = "#f4f2ef", "#1e1a22"
_PLAIN_THEME = {
    "accent": "#57515c", "on-accent": "#ffffff", "accent-text": "#57515c", "accent-bar": "#bdb6c2",
    "block": "#57515c", "on-block": "#ffffff",
}  # fmt: skip
_PLAIN_DARK = {"accent": "#bdb6c2", "on-accent": "#131016", "accent-text": "#cdc8cf"}
_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_TEXTS = (("on-accent", "accent"), ("on-block", "block"))
"""Colours of text, each with that of its ground."""


def theme_of(described: RulesetModel, place: YamlPlace, marks: Marks, diagnostics: Diagnostics) -> Theme:
    """The colours and marks of a ruleset. What is no colour is an error, and text that can hardly be read a warning."""
    theme = described.theme
    if theme is None:
        return Theme(described.id, described.title, "", _PLAIN_THEME, _PLAIN_DARK, "upright", marks=marks)
    at = place.at("theme")
    light = {key: value for key, value in theme.model_dump(by_alias=True).items() if key in _PLAIN_THEME}
    dark = {key: value for key, value in theme.dark.model_dump(by_alias=True).items() if key in _PLAIN_DARK}
    sound = dict(_sound(light, _PLAIN_THEME, at, diagnostics))
    sound_dark = dict(_sound(dark, _PLAIN_DARK, at.at("dark"), diagnostics))
    _check_contrast(sound, at, diagnostics)
    _check_contrast(sound_dark, at.at("dark"), diagnostics)
    colours = _of_marks(theme.marks, _PAPER, at.at("marks"), marks, diagnostics)
    dark_colours = _of_marks(theme.dark.marks, _DARK_PAPER, at.at("dark", "marks"), marks, diagnostics)
    font = _font(theme.fonts.headings, at.at("fonts", "headings"), diagnostics)
    text, cover = _text_fonts(theme.fonts, at.at("fonts"), diagnostics), _cover(theme, at, diagnostics)
    return Theme(
        described.id, described.title, theme.mark, sound, sound_dark, heading=theme.heading, weight=theme.weight,
        corners=theme.corners, rules=theme.rules, ornament=theme.ornament,
        cover=cover, font=font, text=text, marks=marks, mark_colours=colours, dark_mark_colours=dark_colours,
    )  # fmt: skip


def _cover(theme: ThemeModel, at: YamlPlace, diagnostics: Diagnostics) -> OwnPicture | None:
    """The picture of the front that a theme names. One that cannot be used is an error."""
    name, place = theme.cover, at.at("cover")
    if not name:
        return None
    folder = at.span.file.path.parent
    path, message, hint = folder / name, "", ""
    if path.parent != folder / PICTURES:
        message, hint = f"`{name}` is not in `{PICTURES}/`", f"put it there and write `{PICTURES}/{path.name}`"
    elif path.suffix.lower() not in TYPES:
        message, hint = f"`{name}` is no picture by its name", f"pictures end in {', '.join(TYPES)}"
    else:
        try:
            data = style_file(path, folder)
            return OwnPicture(str(path), blake2b(data, digest_size=16).hexdigest())
        except PictureError as error:
            message, hint = f"`{name}` {error.message}", error.hint
    diagnostics.error("ruleset", message, place.span, hint)
    return None


def _text_fonts(fonts: FontsModel, at: YamlPlace, diagnostics: Diagnostics) -> TextFonts | None:
    """The family of running text that a theme names. A part without the others is an error."""
    named = {"text": fonts.text, "italic": fonts.italic, "bold": fonts.bold}
    if not any((*named.values(), fonts.bold_italic)):
        return None
    if missing := [name for name, file in named.items() if not file]:
        known = next(name for name, file in (*named.items(), ("bold-italic", fonts.bold_italic)) if file)
        message = f"running text needs {' and '.join(f'`{name}`' for name in missing)} beside `{known}`"
        diagnostics.error("missing-field", message, at.at(known).key_span, "take all of them from one family")
        return None
    names = (*named.items(), ("bold-italic" if fonts.bold_italic else "bold", fonts.bold_italic or fonts.bold))
    own = [_font(file, at.at(name), diagnostics, running=True) for name, file in names]
    regular, italic, bold, both = own
    return TextFonts(regular, italic, bold, both) if regular and italic and bold and both else None


def _font(name: str, place: YamlPlace, diagnostics: Diagnostics, running: bool = False) -> OwnFont | None:
    """The font that a theme names, beside the file that names it. One that cannot be used is an error."""
    if not name:
        return None
    folder = place.span.file.path.parent
    path = folder / name
    message, hint = "", ""
    if path.suffix.lower() not in ENDINGS:
        message, hint = f"`{name}` is no font by its name", f"fonts end in {', '.join(ENDINGS)}"
    elif Path(name).is_absolute() or ".." in Path(name).parts or leads_out(path, folder):
        message, hint = f"`{name}` leads out of the folder of the ruleset", f"put the file itself into `{FONTS}/`"
    elif path.parent != folder / FONTS:
        message, hint = f"`{name}` is not in `{FONTS}/`", f"put it there and write `{FONTS}/{path.name}`"
    elif (data := content(path)) is None:
        known = [
            other.relative_to(folder).as_posix() for ending in ENDINGS for other in (folder / FONTS).glob(f"*{ending}")
        ]
        message, hint = f"there is no file `{name}`", did_you_mean(name, known)
    else:
        try:
            return own_font(path, data, running)
        except FontError as error:
            message = f"the font `{name}` {error}"
    diagnostics.error("ruleset", message, place.span, hint)
    return None


def _of_marks(
    colours: Mapping[str, str], paper: str, place: YamlPlace, marks: Marks, diagnostics: Diagnostics
) -> dict[str, str]:
    """Colours of marks, by name. Those of no mark are errors, and those that can hardly be seen warnings."""
    for name in colours.keys() - marks.outlines.keys():
        unknown_mark(name, place.at(name).key_span, marks, diagnostics)
    known = {name: colour for name, colour in colours.items() if name in marks.outlines}
    sound = dict(_sound(known, dict.fromkeys(known, _PLAIN_THEME["accent"]), place, diagnostics))
    for name, colour in sound.items():
        seen = contrast(colour, paper)
        if seen < LEAST_CONTRAST_OF_MARKS:
            message = f"the mark `{name}` can hardly be seen: its contrast with the paper is {seen:.1f} to 1"
            hint = f"{LEAST_CONTRAST_OF_MARKS} to 1 is the least that everybody can see"
            diagnostics.warning("ruleset", message, place.at(name).span, hint)
    return sound


def unknown_mark(name: str, span: Span, marks: Marks, diagnostics: Diagnostics) -> None:
    """Report a name that no mark has."""
    known = [other for other in marks.outlines if not other.endswith(TICKED)]
    near = nearest(name, known, 1)
    hint = f"did you mean `{near[0]}`?" if near else f"marks are {', '.join(known)}"
    diagnostics.error("unknown-term", f"there is no mark called `{name}`", span, hint, missed=(name,))


def _sound(
    colours: Mapping[str, str], plain: Mapping[str, str], place: YamlPlace, diagnostics: Diagnostics
) -> Iterator[tuple[str, str]]:
    for name, value in colours.items():
        try:
            _rgb(value)
            yield name, value
        except ValueError:
            hint = "write it as `#` and six digits, such as `#57515c`"
            diagnostics.error("ruleset", f"`{value}` is no colour", place.at(name).span, hint)
            yield name, plain[name]


def _check_contrast(colours: Mapping[str, str], place: YamlPlace, diagnostics: Diagnostics) -> None:
    for text, ground in _TEXTS:
        if text in colours and ground in colours:
            ratio = contrast(colours[text], colours[ground])
            if ratio < LEAST_CONTRAST:
                message = f"text in `{text}` on `{ground}` can hardly be read: their contrast is {ratio:.1f} to 1"
                hint = f"{LEAST_CONTRAST} to 1 is the least that everybody can read"
                diagnostics.warning("ruleset", message, place.at(text).span, hint)


def contrast(first: str, second: str) -> float:
    """The contrast of two colours, from 1 to 21 (WCAG 2.2, contrast ratio)."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _rgb(colour: str) -> Sequence[int]:
    """Red, green and blue from 0 to 255. Raises `ValueError` for what is no colour."""
    if _HEX.fullmatch(colour):
        return bytes.fromhex(colour[1:])
    from PIL import ImageColor  # names and functions of colours; no theme of these games has any

    return ImageColor.getrgb(colour)[:3]


def _luminance(colour: str) -> float:
    """The relative luminance of a colour, from 0 to 1."""
    parts = [part / 255 for part in _rgb(colour)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
