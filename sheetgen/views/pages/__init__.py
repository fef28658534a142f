"""Page views: everything that a page of the site shows, as plain frozen values.

The plan of the site (`site`) fills these, `templating` draws them. Text is final, Markup is safe HTML.
Every address is relative to the site root (`wounds.html#three-tracks`), a fragment (`#x`) or absolute
(`https://…`); templates put `Shell.root` in front of the first sort.
"""

from __future__ import annotations

from sheetgen.views.pages.chrome import (
    Download,
    Link,
    LinkGroup,
    Page,
    PreviewCard,
    Shell,
    Source,
)
from sheetgen.views.pages.entry import (
    Board,
    BoardRow,
    EntryPage,
    Explained,
    FilterChoice,
    ListCell,
    ListColumn,
    ListFilter,
    ListPage,
    ListRow,
)
from sheetgen.views.pages.fragments import (
    Answer,
    Box,
    EntryTable,
    ExampleBox,
    ExampleRow,
    Fragment,
    NoteBox,
    Option,
    Reading,
    RuleBox,
    RuleInput,
    RuleLine,
    RuleSwitch,
    RulingBox,
    RulingNote,
    TableCell,
    TableRow,
)
from sheetgen.views.pages.reading import (
    BeginStep,
    ChapterPage,
    GameTile,
    GuidePage,
    HomePage,
    NotFoundPage,
    PartyMember,
    RulePage,
    RulesetPage,
    RulingsPage,
)
from sheetgen.views.pages.tools import (
    CalculatorGroup,
    CalculatorsPage,
    CoverageGroup,
    CoveragePage,
    DownloadGroup,
    FactHome,
    PrintOption,
    PrintPage,
    QueryWord,
    SearchPage,
    TrayPage,
)

__all__ = [
    "Answer", "BeginStep", "Board", "BoardRow", "Box", "CalculatorGroup", "CalculatorsPage", "ChapterPage",
    "CoverageGroup", "CoveragePage", "Download", "DownloadGroup", "EntryPage", "EntryTable", "ExampleBox",
    "ExampleRow", "Explained", "FactHome", "FilterChoice", "Fragment", "GameTile", "GuidePage", "HomePage",
    "Link", "LinkGroup", "ListCell", "ListColumn", "ListFilter", "ListPage", "ListRow", "NotFoundPage",
    "NoteBox", "Option", "Page", "PartyMember", "PreviewCard", "PrintOption", "PrintPage", "QueryWord",
    "Reading", "RuleBox", "RuleInput", "RuleLine", "RulePage", "RuleSwitch", "RulesetPage", "RulingBox",
    "RulingNote", "RulingsPage", "SearchPage", "Shell", "Source", "TableCell", "TableRow", "TrayPage",
]  # fmt: skip
