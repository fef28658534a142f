"""How a kind looks on pages, in lists, on cards and sheets, as authors write it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from sheetgen.blocks import AnySettings
from sheetgen.yaml.file_models import Formula, Model, Text


class ListColumnModel(Model):
    """A column of the list of a kind."""

    model_config = ConfigDict(title="a column of a list")

    label: Text
    """What stands over it."""
    value: Formula
    """What stands in it."""
    unit: Text = ""
    """Its unit."""
    sort: Formula = ""
    """What it is ordered by, where that is not what stands in it."""
    type: Literal["text", "number", "marks", "tracks"] = "text"
    """How a list shows it; `tracks`: the tracks of the page, each with its mark, ordered by the value."""


class ListModel(Model):
    """How the list page of a kind looks."""

    columns: list[ListColumnModel] = Field(default_factory=list)
    """`label`, `value`, `unit`, and `type`: text, number, marks, or tracks."""
    sort: Formula = "name"
    """What it is sorted by at first."""


class CardModel(Model):
    """The sides of a card, as names of blocks."""

    front: list[Text] = Field(default_factory=list)
    """Blocks of its front."""
    back: list[Text] = Field(default_factory=list)
    """Blocks of its back."""


class SheetPageModel(Model):
    """A page of a sheet that is laid out in a grid."""

    model_config = ConfigDict(title="a page of a sheet")

    columns: Annotated[list[Annotated[int, Field(ge=1, le=100)]], Field(max_length=12)] = Field(default_factory=list)
    """How wide each column is against the others, such as `[1, 3, 2]`; without it they are equally wide."""
    areas: Annotated[list[Annotated[list[Text], Field(min_length=1)]], Field(min_length=1, max_length=40)]
    """Its rows, each a list with the name of a block for every column. A block that is wider or higher has several
    places; `vows.2` is the second part of a block, `portrait` the picture of the entry, `.` an empty place."""


class SheetModel(Model):
    """The pages of a sheet, as names of blocks."""

    model_config = ConfigDict(title="a sheet")

    play: list[Text] = Field(default_factory=list)
    """Blocks of its page for play, which the program arranges."""
    pages: list[SheetPageModel] = Field(default_factory=list)
    """Pages with fixed places, `columns` and `areas`, in place of `play`."""
    reference: list[Text] = Field(default_factory=list)
    """Blocks of the pages that follow."""


class BadgeModel(Model):
    """The badge in the corner of a stat block."""

    label: Text
    """What stands over it."""
    value: Formula
    """What stands in it."""


class LayoutModel(Model):
    """How an entry of a kind looks on page, card and sheet."""

    subtitle: list[Formula] = Field(default_factory=list)
    """What stands under the name: formulas."""
    badge: BadgeModel | None = None
    """`label` and `value` of the badge in the corner."""
    lead: Formula = "summary"
    """The first sentence of a page."""
    blocks: dict[str, AnySettings] = Field(default_factory=dict)
    """The blocks by name."""
    page: list[Text] = Field(default_factory=list)
    """Blocks of its page."""
    aside: list[Text] = Field(default_factory=list)
    """Blocks beside them."""
    book: list[Text] = Field(default_factory=list)
    """Blocks of it in the book, where that has not all of its page: no tables that only work out what it says."""
    card: CardModel = Field(default_factory=CardModel)
    """Blocks of the `front` and the `back` of its card."""
    sheet: SheetModel = Field(default_factory=SheetModel)
    """Blocks of its sheet, which are `play`, `pages` and `reference`; see below."""
