"""The printing functions for the rest of sheetgen: cards, sheets, handouts.

Every function takes a `PrintSession` (warm workers and a cache), entries as views, and a `PrintStyle`, and gives a
`PrintResult`. Mistakes are exceptions of `errors`, whose text is for users.
"""

from __future__ import annotations

from sheetgen.print.books.books import Chapter, bookable, print_book
from sheetgen.print.books.indexing import IndexTerm
from sheetgen.print.books.panel_pages import PanelText, print_quick_reference, print_screen
from sheetgen.print.cards.decks import print_calibration, print_cards
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.fighters import FightMember
from sheetgen.print.odds_tables import AttackLines, OddsTable, PacketOdds
from sheetgen.print.packets import RuleText, print_packet
from sheetgen.print.party import print_party
from sheetgen.print.sheets.sheet_set import print_sheets
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.print.tents import print_tents

__all__ = [
    "AttackLines",
    "Chapter",
    "FightMember",
    "IndexTerm",
    "OddsTable",
    "PacketOdds",
    "PanelText",
    "PrintResult",
    "PrintSession",
    "PrintStyle",
    "RuleText",
    "bookable",
    "print_book",
    "print_calibration",
    "print_cards",
    "print_packet",
    "print_party",
    "print_quick_reference",
    "print_screen",
    "print_sheets",
    "print_tents",
]
