"""`kinds/*.yaml`, as authors write it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import Field

from sheetgen.model.ruleset.advance_models import AdvancesModel
from sheetgen.model.ruleset.attack_models import AttackModel
from sheetgen.model.ruleset.creation_models import CreationStepModel
from sheetgen.model.ruleset.layout_models import LayoutModel, ListModel
from sheetgen.model.ruleset.text_types import Name
from sheetgen.yaml.file_models import Formula, Model, Text


class CheckModel(Model):
    """Something that must hold of an entry, and the message where it does not."""

    that: Formula
    """What must hold."""
    says: Text
    """What is told where it does not; formulas in braces are filled in."""
    severity: Literal["error", "warning"] = "error"
    """Whether that stops a build."""


Checks = list[CheckModel]
CreationSteps = list[CreationStepModel]
Rolled = Text | list[Text]


class KindModel(Model):
    """A kind of entry: `kinds/*.yaml`."""

    elsewhere: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("records", "types", "vocabularies", "theme", "screen"), "it stands in `ruleset.yaml`"),
        **dict.fromkeys(("cards", "decks"), "kinds that are decks of cards stand in `ruleset.yaml`: `decks: [KIND]`"),
        **dict.fromkeys(("name", "label"), "it is called `title`"),
        "extends": "which game another extends stands in `ruleset.yaml`; a kind of the same id replaces the other",
    }
    id: Name
    """What lists and links call it."""
    title: Name
    """What one of it is called."""
    plural: Name
    """What several are called."""
    folder: Text = ""
    """The folder of its entries, else its id."""
    doc: Text = ""
    """One sentence about it."""
    order: int = 0
    """Its place among the kinds."""
    fields: dict[str, Any] = Field(default_factory=dict)
    """What an author writes: a type each, or the long form of a field."""
    derive: dict[str, Any] = Field(default_factory=dict)
    """What follows: a formula each, or its long form; groups of them have a name."""
    checks: Checks = Field(default_factory=list)
    """What must hold: `that`, `says`, and `severity`: error or warning."""
    creation: CreationSteps = Field(default_factory=list)
    """The steps in which a new entry is made; see below."""
    layout: LayoutModel = Field(default_factory=LayoutModel)
    """How it is drawn."""
    list: ListModel = Field(default_factory=ListModel)
    """How its list looks."""
    facets: dict[str, Formula] = Field(default_factory=dict)
    """What lists and searches are filtered by."""
    terms: bool = False
    """Whether the names of its entries are linked in texts of themselves."""
    reference: Text = ""
    """The heading that explains it."""
    roll: dict[str, Rolled] = Field(default_factory=dict)
    """How a new entry is rolled: for a field dice, such as `3d6`, or a table that is rolled on; for a list, several."""
    roster: Text = ""
    """The derived list that is an initiative board: rows with name, id, initiative, side."""
    events: Text = ""
    """The list of what comes up in a round of a fight, on the board of the game master: rows with round and text."""
    attack: AttackModel | None = None
    """How those in the roster attack each other; see below."""
    advances: AdvancesModel | None = None
    """What its entries buy with what they earned: `rows`, `cost`, `earned`, `planned`, `checks`."""
    conditions: bool = False
    """Whether its entries are states that a combatant can be in."""
    hidden: bool = False
    """Whether players do not see its entries, unless one says `hidden: false`."""
    book: Literal["full", "1 column", "2 columns", "3 columns", "table", "none"] = "full"
    """How the book has its entries: each in full, in as many columns as the text (more if they are short) or as are
    said; a table with the columns of its list; or not at all."""
