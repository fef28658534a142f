"""Everything that can be printed: the table from which the commands, the page of PDFs and the site's jobs are made.

A new output is a line here, a command in `cli`, and, where the site offers it, a function in `print/plan`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sheetgen.languages.program_words import Words


@dataclass(frozen=True, kw_only=True)
class PrintOutput:
    """Something to print: how it is asked for, and who offers it on the site."""

    argument: str = ""
    """What its command is given, by the name of an argument in `cli/print_options.py`."""
    options: tuple[str, ...]
    """The options of its command, in the order of its help, by their names there."""
    file: str
    """The file that it is written to, unless another is named."""
    examples: Mapping[str, str]
    """How the page of PDFs writes its command, each with what it prints."""
    offers: str
    """The module and function of `print/plan` that give the jobs of a site; several outputs may share one."""
    rank: int
    """Its place among the jobs of a site: the rules first, then what lies beside the dice, then everybody's own."""
    secret: bool = False
    """Whether only a game master's site has it."""


OUTPUTS: Mapping[str, PrintOutput] = MappingProxyType({
    "sheet": PrintOutput(
        argument="ids",
        options=("project", "language", "output", "layout", "blank", "fillable", "sheet-paper", "ink", "player"),
        file="named after the entry",
        examples={
            "sheetgen sheet ID ...": "{character} sheets, several in one file",
            "sheetgen sheet ID --blank": "the same sheet to fill in by hand",
        },
        offers="entry_prints.sheet_offers", rank=6,
    ),
    "cards": PrintOutput(
        argument="filter",
        options=(
            "project", "language", "output", "card", "paper", "duplex", "copies", "encounter", "offset", "margin",
            "bleed", "corners", "press", "icc", "png", "ink", "player",
        ),
        file="cards.pdf",
        examples={
            "sheetgen cards": "all cards, imposed on your paper with crop marks",
            "sheetgen cards '{filter}'": "only the cards that match",
        },
        offers="entry_prints.card_offers", rank=7,
    ),
    "packet": PrintOutput(
        argument="encounter", options=("project", "language", "output", "packet-card", "paper", "ink"),
        file="ENCOUNTER-packet.pdf",
        examples={"sheetgen packet ENCOUNTER": "a fight: turn order, trackers, cards, the rules in use"},
        offers="fights.fight_offers", rank=5, secret=True,
    ),
    "tents": PrintOutput(
        argument="encounter", options=("project", "language", "output", "paper", "ink"), file="ENCOUNTER-tents.pdf",
        examples={"sheetgen tents ENCOUNTER": "a tent for everybody in it"},
        offers="fights.fight_offers", rank=5, secret=True,
    ),
    "party": PrintOutput(
        argument="ids", options=("project", "language", "ruleset", "output", "paper", "ink", "player"),
        file="party.pdf",
        examples={"sheetgen party": "the {characters} at a glance"}, offers="entry_prints.party_offers", rank=3,
    ),
    "screen": PrintOutput(
        options=("project", "language", "ruleset", "output", "paper", "ink"), file="screen.pdf",
        examples={"sheetgen screen": "the {game master}’s screen"}, offers="screens.screen_offers", rank=2, secret=True,
    ),
    "quick-reference": PrintOutput(
        options=("project", "language", "ruleset", "output", "paper", "ink"), file="quick-reference.pdf",
        examples={"sheetgen quick-reference": "what is looked up every round, on one page"},
        offers="screens.quick_reference_offers", rank=2,
    ),
    "book": PrintOutput(
        options=(
            "project", "language", "ruleset", "campaign", "output", "book-paper", "book-press", "icc", "spine", "ink",
            "player",
        ),
        file="rulebook.pdf",
        examples={"sheetgen book": "the rulebook"}, offers="rulebook.book_offers", rank=1,
    ),
    "calibrate": PrintOutput(
        options=("project", "language", "output", "paper", "turned"), file="calibration.pdf",
        examples={"sheetgen calibrate": "the page that shows how far off your printer’s backs are"},
        offers="entry_prints.calibration_offers", rank=4,
    ),
})  # fmt: skip
"""Everything that can be printed, by the names of the commands."""


def commands(filter_example: str, words: Words) -> tuple[tuple[str, str], ...]:
    """The commands as the page of PDFs lists them; without an example of a filter, those that need none."""
    return tuple(
        (line.replace("{filter}", filter_example), words(says))
        for output in OUTPUTS.values()
        for line, says in output.examples.items()
        if filter_example or "{filter}" not in line
    )
