"""The settings of a project as its author writes them: `site.yaml` and `campaign.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from sheetgen.model.ruleset.ruleset_models import WithoutModel
from sheetgen.model.ruleset.text_types import Language, Name, Web
from sheetgen.yaml.file_models import Model, Text


class LinkModel(Model):
    """A link in the footer or on the home page."""

    title: Name
    """What stands there."""
    url: Web
    """Where it leads."""


class PrinterModel(Model):
    """What is known of the printer, in mm: the margin that it leaves white, and how far its backs are to be moved."""

    margin: float = Field(default=5.0, ge=0, le=30)
    """The white that it leaves at the edges."""
    offset: list[Annotated[float, Field(ge=-30, le=30)]] = Field(default=[0.0, 0.0], min_length=2, max_length=2)
    """How far its backs are to be moved, to the right and down."""


class SiteModel(Model):
    """`site.yaml`: a site of several games."""

    title: Name
    """What the site is called."""
    tagline: Text = ""
    """One line below the title, where the site opens."""
    rulesets: list[Text]
    """The games, in order: names of folders beside this file, or of games that come along."""
    guide: Text = ""
    """A folder of pages that is the manual of the site."""
    paper: Literal["A4", "Letter", "A5", "A6"] = "A4"
    """What PDFs are printed on."""
    printer: PrinterModel = Field(default_factory=PrinterModel)
    """The white `margin` that it leaves, and the `offset` of its backs, in mm."""
    url: Web = ""
    """Where the site will stand, for links in PDFs and for sharing."""
    edit: Web = ""
    """Where its files can be edited, such as `https://…/edit/main/`: pages link there."""
    language: Language = ""
    """The language of the pages, such as `en`, `de` or `ja`, where it is not that of its games."""
    links: list[LinkModel] = Field(default_factory=list)
    """Links on the home page and in the footer, each with `title` and `url`."""
    languages: list[Language] = Field(default_factory=list)
    """Further languages that the games are shown in, where they have their texts in them."""
    rolls: bool = True
    """Whether pages have buttons that roll on tables."""
    output: Text = "site"
    """The folder that a build writes."""


class CampaignModel(Model):
    """`campaign.yaml`: a GM's folder."""

    elsewhere: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(
            ("vocabularies", "types", "records", "theme", "words", "decks", "screen", "quick_reference"),
            "it stands in `ruleset.yaml` of the game",
        ),
        **dict.fromkeys(("kinds", "rules", "pages"), "they stand in a folder of that name"),
        **dict.fromkeys(("entries", "characters", "monsters"), "entries stand in folders named after their kinds"),
        "name": "it is called `title`",
        **dict.fromkeys(("game", "system"), "it is called `ruleset`"),
    }
    title: Name
    """What the campaign is called."""
    ruleset: Name
    """The game: one that comes along, one in a folder beside, or a path such as `./my-game`. `my-game >=1.2` asks for
    a version."""
    tagline: Text = ""
    """One line below the title, where the site opens."""
    use: list[Text] = Field(default_factory=list)
    """Supplements to the game, whose entries, tables, rules and chapters it takes in: folders of rulesets."""
    without: WithoutModel | None = None
    """What the campaign leaves out of the game: `rules`, `rulings`, `kinds`, `entries`, `terms`, `chapters`."""
    hidden: list[Text] = Field(default_factory=list)
    """What players do not see of any entry: kinds, such as `encounter`, and fields of kinds, such as
    `encounter.notes`. An entry of such a kind that they may see says `hidden: false`."""
    house_rules: dict[str, str | int | bool | None] = Field(default_factory=dict)
    """Readings that the campaign chooses, by the names on the page *Rulings*."""
    paper: Literal["A4", "Letter", "A5", "A6"] = "A4"
    """What PDFs are printed on."""
    printer: PrinterModel = Field(default_factory=PrinterModel)
    """The white `margin` that it leaves, and the `offset` of its backs, in mm."""
    card: Text = "poker"
    """The size of cards: poker, bridge, tarot, mini, jumbo, a6, 3x5, half-letter, or in mm, such as 70x100."""
    corners: float = Field(default=0.0, ge=0, le=15)
    """How round the corners of cards are cut, in mm; outlines to cut along are drawn."""
    url: Web = ""
    """Where the site will stand, for links in PDFs and for sharing."""
    edit: Web = ""
    """Where its files can be edited, such as `https://…/edit/main/`: pages link there."""
    language: Language = ""
    """The language of the pages, such as `en`, `de` or `ja`, where it is not that of its games."""
    languages: list[Language] = Field(default_factory=list)
    """Further languages that the game is shown in, where it has its texts in them."""
    rolls: bool = True
    """Whether pages have buttons that roll on tables."""
    history: bool = False
    """Whether each entry has a page of what git knows of its earlier versions; players' editions have none."""
    output: Text = "site"
    """The folder that a build writes."""
    synonyms: dict[str, list[str]] = Field(default_factory=dict)
    """Words that your table types, each with those of the book that mean the same: the search finds both."""
