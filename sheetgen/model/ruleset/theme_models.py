"""`theme` of `ruleset.yaml` as its author writes it."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field

from sheetgen.yaml.file_models import Model, Text


class DarkThemeModel(Model):
    """Accent colours on dark paper."""

    accent: Text
    """Colour of bars and links."""
    on_accent: Text = Field(alias="on-accent")
    """Text on it."""
    accent_text: Text = Field(alias="accent-text")
    """Text in that colour."""
    marks: dict[str, Text] = Field(default_factory=dict)
    """Colours of marks."""


class FontsModel(Model):
    """Fonts that a ruleset brings along."""

    model_config = ConfigDict(title="`fonts`")

    headings: Text = ""
    """The font of names and headings, a file in the folder of the ruleset such as `fonts/title.ttf`."""
    text: Text = ""
    """The font of running text, on pages and in the book; it needs `italic` and `bold` of the same family."""
    italic: Text = ""
    """What is slanted in it."""
    bold: Text = ""
    """What is bold in it."""
    bold_italic: Text = Field("", alias="bold-italic")
    """What is both, else `bold`."""


class ThemeModel(Model):
    """The tokens that set one game apart."""

    mark: Text = ""
    """The sign of the game."""
    accent: Text
    """Colour of bars and links on light paper."""
    on_accent: Text = Field(alias="on-accent")
    """Text on it."""
    accent_text: Text = Field(alias="accent-text")
    """Text in that colour."""
    accent_bar: Text = Field(alias="accent-bar")
    """Thin bars."""
    block: Text
    """Ground of head blocks."""
    on_block: Text = Field(alias="on-block")
    """Text on it."""
    heading: Literal["italic", "upright"] = "upright"
    """Whether headings slant."""
    weight: Literal["black", "bold"] = "black"
    """How heavy headings are."""
    corners: Literal["slanted", "square", "round"] = "slanted"
    """Whether bars slant, with cut corners, or are straight, with square or round ones."""
    rules: Literal["single", "double", "thick", "dotted"] = "single"
    """The lines of sections."""
    ornament: Text = ""
    """A mark in place of the lines between sections, `---` in a text, and at the end of chapters."""
    cover: Text = ""
    """A picture in place of the sign on the front page and in the book, such as `pictures/cover.jpg`."""
    fonts: FontsModel = Field(default_factory=lambda: FontsModel.model_validate({}))
    """Fonts of its own: files (TTF, OTF or WOFF2) in the folder of the ruleset."""
    marks: dict[str, Text] = Field(default_factory=dict)
    """Colours of marks on pages, by their names; marks without one have the colour of the text."""
    dark: DarkThemeModel
    """`accent`, `on-accent`, `accent-text` and `marks` on dark paper."""
