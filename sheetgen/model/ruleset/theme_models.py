"""`theme` of `ruleset.yaml` as its author writes it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from sheetgen.yaml.file_models import Model, Text


class DarkThemeModel(Model):
    """Accent colours on dark paper."""

    accent: Text
    on_accent: Text = Field(alias="on-accent")
    accent_text: Text = Field(alias="accent-text")
    marks: dict[str, Text] = Field(default_factory=dict)
    """Colours of marks."""


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
    marks: dict[str, Text] = Field(default_factory=dict)
    """Colours of marks on pages, by their names; marks without one have the colour of the text."""
    dark: DarkThemeModel
    """`accent`, `on-accent`, `accent-text` and `marks` on dark paper."""
