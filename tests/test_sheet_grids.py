"""Sheets in a grid that the author sets: every block in its place, for all entries of a kind, and nothing lost."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2  # type: ignore[import-untyped]
import pytest
from printed_words import block_words, lost
from projects import Write, open_project
from samples import RULESETS, sample
from sheet_games import OATH, PACK
from test_printing_fit import table

from sheetgen.blocks import Cell, Column, EntryView, Number, Row, Table
from sheetgen.blocks.sheet_pages import PICTURE, SheetGrid, SheetPlace
from sheetgen.blocks.table import ROWS
from sheetgen.build import check
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.jobs import print_sheets
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import POINT, paper
from sheetgen.print.plan.entry_prints import specimens_of
from sheetgen.print.sheets.blank_form import leaner, roomy
from sheetgen.print.sheets.drawings import FALL
from sheetgen.print.sheets.grid_pages import GridPage
from sheetgen.print.sheets.headers import first_header
from sheetgen.print.sheets.sheet import sheet_frame
from sheetgen.print.sheets.sheet_css import SIDE, TOP
from sheetgen.print.sheets.sheet_page import SheetPage, in_places
from sheetgen.print.sizes import SHEET
from sheetgen.print.style import PrintStyle
from sheetgen.text.diagnostics import Diagnostics

KIND = "game/kinds/hero.yaml"


def opened(folder: Path) -> tuple[list[EntryView], tuple[EntryView, ...], PrintStyle]:
    """The heroes of a project, generated ones, and the style of its game."""
    diagnostics = Diagnostics()
    project = open_project(folder, diagnostics)
    assert project is not None and not list(diagnostics), [str(diagnostic) for diagnostic in diagnostics]
    game = project[1][0]
    views = [view for computed in game.entries.of("hero") if (view := game.contents.view(computed))]
    return views, specimens_of(game, game.ruleset.kinds["hero"]), PrintStyle(game.ruleset.theme)


def changed(files: Mapping[str, str], *changes: tuple[str, str], name: str = KIND) -> dict[str, str]:
    """A project with other words in one file."""
    text = files[name]
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    return {**files, name: text}


class Places:
    """Where words stand in a PDF, in mm from the top left of their page."""

    def __init__(self, data: bytes) -> None:
        document = pypdfium2.PdfDocument(data)
        self.pages = [page.get_textpage() for page in document]
        self.height = document[0].get_height()

    def at(self, word: str, page: int = 0) -> tuple[float, float]:
        """Left and top of a word where it stands first."""
        text = self.pages[page].get_text_range()
        assert word in text, f"{word} is not on page {page + 1}: {text}"
        left, _, _, top = self.pages[page].get_charbox(text.index(word))
        return left * POINT, (self.height - top) * POINT


def printed(session: PrintSession, views: list[EntryView], style: PrintStyle, **how: Any) -> bytes:
    result = print_sheets(session, views, style, **how)
    assert result.warnings == ()
    return result.pdf


@pytest.fixture(scope="module")
def oath(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[EntryView], tuple[EntryView, ...], PrintStyle]:
    from textwrap import dedent

    folder = tmp_path_factory.mktemp("oath")
    for name, text in OATH.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), "utf-8")
    return opened(folder)


def test_blocks_stand_where_their_author_put_them(
    session: PrintSession, oath: tuple[list[EntryView], tuple[EntryView, ...], PrintStyle]
) -> None:
    views, _, style = oath
    bea, otto = (Places(printed(session, [view], style, peers=[v for v in views if v != view])) for view in views)
    unit = (210 - 2 * SIDE - 3 * (210 - 2 * SIDE) / 8 / 4) / 17
    gutter = (210 - 2 * SIDE) / 8 / 4
    first, second, third = (SIDE + n * unit + k * gutter for n, k in ((2, 1), (7, 2), (12, 3)))
    lefts = {"MOMENTUM": SIDE, "VOWS": first, "STATUS": first, "DEBILITIES": second, "Hound": second, "Sworn": third}
    for word, left in lefts.items():
        assert bea.at(word)[0] == pytest.approx(left, abs=0.6), word
    for word in ("MOMENTUM", "VOWS", "STATUS", "DEBILITIES", "ASSETS", "NOTES"):
        assert bea.at(word) == pytest.approx(otto.at(word), abs=0.1), f"{word} stands elsewhere for the other"
    assert bea.at("Ironclad")[1] == pytest.approx(bea.at("Hound")[1], abs=0.1), "parts begin at the same height"
    tops = [bea.at(f"\n{n}".replace("-", "−").strip("\n"))[1] for n in ("10", "−6")]
    assert tops[0] + 60 < tops[1], "numbers grow upwards"


def test_what_has_no_place_follows(
    session: PrintSession, oath: tuple[list[EntryView], tuple[EntryView, ...], PrintStyle]
) -> None:
    views, _, style = oath
    data = printed(session, views[:1], style, peers=views[1:])
    places = Places(data)
    assert places.at("ASSETS, CONTINUED", 1) and places.at("There is no place for this one", 1)
    every = block_words([*views[0].area("play"), *views[0].area("reference")])
    assert lost(every, data) == []


def test_a_short_reference_stands_at_the_foot_of_the_last_page_with_places(
    session: PrintSession, project: Write
) -> None:
    creed = ("traits: markdown, optional", "traits: markdown, optional\n          creed: markdown, optional")
    block = (
        "            notes: {type: lines",
        "            creed: {type: prose, title: Creed, text: creed}\n            notes: {type: lines",
    )
    place = ("                  - [notes, notes]", "                  - [notes, notes]\n            reference: [creed]")
    game = changed(PACK, creed, block, place)
    for words, pages in ((40, 1), (900, 2)):
        text = " ".join(f"word{n}" for n in range(words))
        ada = PACK["people/ada.yaml"].replace("traits:", f"creed: {text}\n        traits:")
        views, _, style = opened(project({**game, "people/ada.yaml": ada}))
        data = printed(session, views, style)
        assert len(pypdfium2.PdfDocument(data)) == pages
        assert lost(block_words([*views[0].area("play"), *views[0].area("reference")]), data) == []
        if pages == 1:
            places = Places(data)
            assert places.at("NOTES")[1] < places.at("CREED")[1] < 297 - 12
            read = places.pages[0].get_text_range()
            assert read.index("NOTES") < read.index("CREED"), "and is read there"


def test_a_tall_page_is_set_smaller_and_what_is_too_much_goes_on(session: PrintSession, project: Write) -> None:
    long = " ".join(f"word{n}" for n in range(900))
    views, _, style = opened(
        project({**PACK, "people/ada.yaml": PACK["people/ada.yaml"].replace("Tall and grim.", long)})
    )
    data = printed(session, views, style)
    assert "word0" in Places(data).pages[0].get_text_range() and "word899" in Places(data).pages[1].get_text_range()
    assert lost(block_words(views[0].area("play")), data) == []


def test_a_blank_sheet_and_a_form_have_the_same_places(
    session: PrintSession, oath: tuple[list[EntryView], tuple[EntryView, ...], PrintStyle]
) -> None:
    views, generated, style = oath
    blank = Places(printed(session, list(generated), style, blank=True))
    for word in ("MOMENTUM", "STATUS", "DEBILITIES", "VOWS", "ASSETS", "NOTES"):
        assert blank.at(word)
    text = blank.pages[0].get_text_range()
    assert "Bea" not in text and "Find the ship" not in text
    form = printed(session, views[:1], style, peers=views[1:], fillable=True)
    with pikepdf.open(io.BytesIO(form)) as pdf:
        fields = [str(field.get("/T")) for field in pdf.Root.AcroForm.Fields]
    assert len(fields) == len(set(fields)) and len(fields) > 10
    assert {"assets-1", "assets-2", "assets-3"} <= {*fields}, fields


def test_on_one_page_and_on_small_paper(session: PrintSession, project: Write) -> None:
    views, _, style = opened(project(PACK))
    small = printed(session, views, replace(style, paper=paper("a5")))
    assert Places(small).at("INVENTORY")[0] == pytest.approx(148 / 2, abs=5), "the places are those of large paper"
    for layout in ("one-page", "large-print", "digest"):
        data = printed(session, views, style, layout=layout)
        assert lost(block_words(block for block in views[0].area("play") if block.id != "notes"), data) == []


def test_a_place_that_is_too_narrow_is_reported(session: PrintSession, project: Write) -> None:
    narrow = changed(PACK, ("- areas:", "- columns: [20, 1]\n                areas:"))
    folder = project(narrow)
    views, _, style = opened(folder)
    result = print_sheets(session, views, style)
    where, message = result.warnings[0].split(": ", 1)
    assert message == "the place of “Inventory” on the sheet is 9 mm wide, too narrow: it stands on the next page"
    file, line, column = where.split(":")
    assert (folder / file).read_text("utf-8").splitlines()[int(line) - 1][int(column) - 1 :].startswith("pack")
    assert len(result.warnings) == 1
    places = Places(result.pdf)
    assert places.at("INVENTORY", 1) and places.at("Tall and grim")[0] == pytest.approx(SIDE, abs=0.6)
    assert places.at("STR", 0)[0] == pytest.approx(210 - SIDE - 9, abs=0.6), "what is narrow enough keeps its place"
    assert lost(block_words(views[0].area("play")), result.pdf) == []


def test_the_subtitle_stands_above_the_slanted_foot_of_the_bar(session: PrintSession, project: Write) -> None:
    views, _, style = opened(project(PACK))
    view = replace(views[0], subtitle=("Keeper of the last lamp on the long road to the sea",))
    page = SheetPage(view, style, head="grid")
    head, _ = first_header(page, sheet_frame(page, "normal"), (), 1.0)
    places = Places(printed(session, [view], style))
    text = places.pages[0].get_text_range()
    _, bottom, right, _ = (value * POINT for value in places.pages[0].get_charbox(text.index("THE SEA") + 6))
    foot = TOP + head.height - 1.4 - (right - SIDE) * FALL
    assert places.height * POINT - bottom < foot - 0.8


@pytest.mark.parametrize("ruleset", RULESETS)
def test_sheets_of_the_repository_have_their_places_on_every_paper(ruleset: str) -> None:
    game = sample(ruleset)
    views = [view for own in game.entries.of("character") if (view := game.contents.view(own))]
    [empty, *_] = specimens_of(game, game.ruleset.kinds["character"])
    for name in ("a4", "a5"):
        style = PrintStyle(game.ruleset.theme, paper=paper(name))
        filled = in_places([SheetPage(view, style) for view in views], ())
        form = SheetPage(roomy(views[0], frozenset(), {}), style, mode="form")
        blank = SheetPage(leaner(empty, ROWS), style, mode="blank")
        for page in (*filled, form, blank):
            assert page.candidates()[0].variant.endswith(" grid"), (name, page.mode, page.entry.name)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_picture_has_a_place_on_the_sheet(ruleset: str) -> None:
    game = sample(ruleset)
    first = next(view for own in game.entries.of("character") if (view := game.contents.view(own)))
    assert any("portrait" in grid.blocks for grid in first.pages)


def test_a_table_with_notes_has_a_place_that_is_wide_enough(session: PrintSession, project: Write) -> None:
    ranked = "columns: [{label: Rank, value: rank}, {label: Progress, value: progress}]"
    noted = changed(OATH, (ranked, f"note: rank\n              {ranked}"))
    views, _, style = opened(project(noted))
    assert print_sheets(session, views, style).warnings == ()


def test_what_stands_at_the_foot_goes_on_first(session: PrintSession, project: Write) -> None:
    vows = ", ".join(f"{{name: Vow {n}, rank: epic}}" for n in range(140))
    long = changed(OATH, ("vows: [{name: Find", f"vows: [{vows}, {{name: Find"), name="people/bea.yaml")
    views, _, style = opened(project(long))
    places = Places(print_sheets(session, views[:1], style).pdf)
    pages = [page.get_text_range().upper() for page in places.pages]
    assert "MOMENTUM" in pages[0] and "VOWS" in pages[0]
    assert "ASSETS" not in pages[0] and "ASSETS" in "".join(pages[1:])


def test_empty_rows_at_the_foot_of_a_blank_page_are_given_up() -> None:
    empty, named = Row(name="", cells=()), Row(name="Hood", cells=())
    place = SheetPlace(block="worn", column=0, row=0, columns=1, rows=1)
    frame = SheetFrame(192.0, SHEET["normal"], mode="blank")
    heads = tuple(map(Column, ("Armor", "Cap", "Evasion", "By", "Made for", "Worn on", "Note")))

    def placed(room: float, *rows: Row) -> list[int]:
        """How many rows stand on the page, and how many go on."""
        worn = Table(id="worn", title="Worn", heading="Piece", columns=heads, rows=rows)
        page = GridPage(
            grid=SheetGrid(columns=(1,), rows=1, places=(place,)), frame=frame, height_safety=1.0, blocks={"worn": worn}
        )
        cells, over = page.fitted(page.cells(), room)
        return [len(block.rows) for block in (cells[0].block, *over) if isinstance(block, Table)]

    rooms = [float(room) for room in range(20, 60, 2)]
    assert {tuple(placed(room, *[empty] * 6)) for room in rooms} == {(n,) for n in range(1, 7)}
    assert (4, 3) in {tuple(placed(room, *[empty] * 6, named)) for room in rooms}, "what is said goes on"


def test_a_short_table_goes_on_as_a_whole() -> None:
    frame, heads = SheetFrame(192.0, SHEET["normal"]), tuple(map(Column, ("Armor", "Cap", "Evasion", "Made for", "On")))
    grid = SheetGrid(
        columns=(1,),
        rows=2,
        places=tuple(SheetPlace(block=name, column=0, row=row, columns=1, rows=1) for row, name in enumerate("ab")),
    )
    cells = tuple(Cell(Number("a long word in each"), column.label) for column in heads)

    def placed(rows: int) -> list[tuple[int, ...]]:
        """How many rows of the lower of two tables stand on the page, and how many go on, in rooms of all heights."""
        tables = [
            Table(id=name, title=name, heading="Piece", columns=heads, rows=(Row(name="Hood", cells=cells),) * count)
            for name, count in (("a", 20), ("b", rows))
        ]
        page = GridPage(grid=grid, frame=frame, height_safety=1.0, blocks={table.id: table for table in tables})
        whole = page.cells()
        high = page.rows(whole)
        fitted = [page.fitted(whole, sum(high) - less) for less in range(-20, round(high[1]) - 8, 4)]
        return [tuple(len(t.rows) for t in (kept[1].block, *over) if isinstance(t, Table)) for kept, over in fitted]

    assert set(placed(6)) == {(6,)}
    assert [counts for counts in placed(9) if len(counts) == 2], "longer ones are torn where there is room"


def test_what_stands_left_of_a_place_that_is_given_up_reaches_over_it() -> None:
    """A portrait moves to its end, and what is above and below takes nothing of it."""
    names = [["wounds", PICTURE, "body"], ["pace", "pace", "body"], ["matrix", "matrix", "matrix"]]
    places = [
        SheetPlace(block=name, column=row.index(name), row=at, columns=row.count(name), rows=1 + (name == "body"))
        for at, row in enumerate(names)
        for name in dict.fromkeys(row)
        if name != "body" or at == 0
    ]
    short = {name: replace(table("A", "Sword 1"), id=name) for name in ("wounds", "pace")}
    many = " ".join(f"Head_{n}" for n in range(12))
    wide = {name: replace(table(many, f"Sword {'52 ' * 12}"), id=name) for name in ("body", "matrix")}
    page = GridPage(
        grid=SheetGrid(columns=(3, 1, 2), rows=3, places=tuple(places)),
        frame=SheetFrame(90.0, SHEET["normal"]), height_safety=1.0, blocks=short | wide,
    )  # fmt: skip
    cells, moved = page.kept()
    assert [block.id for block in moved] == ["body", "matrix"], "one is too narrow, the other is set in parts elsewhere"
    spans = {cell.place.block: (cell.place.column, cell.place.columns) for cell in cells if cell.height}
    assert spans == {"wounds": (0, 2), PICTURE: (2, 1), "pace": (0, 3)}
    plan = page.plan(cells, page.rows(cells), 200.0, "play", "normal")
    picture = next(cell for cell in plan.cells if cell.block is None)
    assert picture.left + picture.width == pytest.approx(90.0) and picture.width == pytest.approx(page.width(places[1]))


def test_only_what_makes_the_page_too_long_goes_on(session: PrintSession, project: Write) -> None:
    places = "[[state, debilities], [vows, assets], [vows, tale]]"
    pages = OATH[KIND].partition("pages:")[2]
    vows = ", ".join(f"{{name: Vow {n}, rank: epic}}" for n in range(24))
    hoard = "{name: Hoard, text: " + "gold " * 1420 + "}"
    views, _, style = opened(
        project(
            {
                **changed(OATH, (pages, f" [{{areas: {places}}}]\n            reference: [notes]\n")),
                "people/bea.yaml": f"{{name: Bea, scores: {{edge: 2, iron: 3}}, vows: [{vows}], assets: [{hoard}], "
                f"tale: {'silver ' * 40}}}",
            }
        )
    )
    first, second = (page.get_text_range() for page in Places(print_sheets(session, views[:1], style).pdf).pages)
    assert first.count("Vow ") == 24 and "silver" not in first and "CONTINUED" not in (first + second).upper()
    assert second.count("silver") == 40 and "Vow " not in second


@pytest.mark.parametrize(
    ("before", "after", "at", "message"),
    [
        ("[traits, pack]", "[traits, pck]", "pck]", "there is no block called `pck`"),
        ("[traits, pack]", "[traits]", "[traits]", "this row has 1 place, but the page has 2 columns"),
        ("[traits, pack]", "[traits, portrait]", "[portrait, scores]", "the places of `portrait` are no rectangle"),
        ("[traits, pack]", "[traits.1, pack]", "traits.1", "`traits` is one piece, so it has no part 1"),
        ("[traits, pack]", "[traits, pack.2]", "pages:", "`pack.2` has a place, but `pack.1` has none"),
        ("[traits, pack]", "[traits, pack.x]", "pack.x", "`x` is no number of a part"),
        ("[notes, notes]", "[notes, pack.1]", "pages:", "`pack` has a place as a whole, so `pack.1` would stand there"),
        ("sheet:\n", "sheet:\n            play: [notes]\n", "play: [", "`pages` says where everything stands"),
        ("sheet:\n", "sheet:\n            reference: [pack]\n", "reference: [", "`pack` stands on a page already"),
        (
            "- areas:",
            "- columns: [1, 2, 3]\n                areas:",
            "columns: [1, 2, 3]",
            "the page has 3 columns, but its rows have 2 places",
        ),
        ("- areas:", "- columns: [0, 2]\n                areas:", "columns: [0", "1"),
        ("- areas:", "- colums: [1, 2]\n                areas:", "colums", "`colums`"),
        ("[notes, notes]", "[]", "- []", "takes a list of at least 1 items"),
    ],
)
def test_a_grid_is_checked_at_its_line(project: Write, before: str, after: str, at: str, message: str) -> None:
    files = changed(PACK, (before, after))
    mistakes = check(project(files))[0]
    messages = [(mistake.span.line if mistake.span else 0, mistake.message) for mistake in mistakes]
    line = files[KIND].lstrip("\n").partition(at)[0].count("\n") + 1
    assert any(place == line and message in text for place, text in messages), (line, messages)
