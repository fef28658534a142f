"""Sheets that have to fit a page or half of one, and what forms and blank sheets have places for."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from pypdf import PdfReader
from samples import RULESETS, opened, sample
from test_printing_entries import ROSE, aiko, prose
from test_printing_fit import FRAME, table

from sheetgen.blocks import (
    EMPTY,
    Body,
    Facts,
    Figure,
    Figures,
    Lines,
    NamedList,
    Number,
    Panel,
    Row,
    Score,
    Scores,
    Table,
    unnamed,
)
from sheetgen.blocks.scores.paper import FIELD_CELL
from sheetgen.blocks.table import ROWS, TableToWrite
from sheetgen.blocks.table.sheet_table import FIELD_LINE, FIELD_SIDES, SheetTable
from sheetgen.blocks.table.table_columns import columns_of, in_parts
from sheetgen.blocks.table.table_texts import FIGURE_PAD, cell_style, written_width
from sheetgen.model.specimens import MEASURES
from sheetgen.print.block_print import holds, printed, shape_of
from sheetgen.print.jobs import PrintSession, print_sheets
from sheetgen.print.paper import POINT, paper
from sheetgen.print.plan.entry_prints import specimens_of
from sheetgen.print.plan.print_job import style_of
from sheetgen.print.sheets import blank_form
from sheetgen.print.sheets.half_page import digested
from sheetgen.print.sheets.headers import NAME_LINE, later_header
from sheetgen.print.sheets.kind_tables import alike
from sheetgen.print.sheets.sheet import sheet_frame
from sheetgen.print.sheets.sheet_css import LATER_INSET, LATER_SIZE
from sheetgen.print.sheets.sheet_job import digest_units
from sheetgen.print.sheets.sheet_page import SheetPage
from sheetgen.print.sheets.shorter_sheets import shortened, shortening_warnings
from sheetgen.print.sheets.split import opened as opened_panel
from sheetgen.print.style import PrintStyle
from sheetgen.print.text_metrics.metrics import lines, width


def words_of(pdf: bytes) -> str:
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_blank_sheet_stands_on_one_page_of_a5(session: PrintSession, ruleset: str) -> None:
    game = sample(ruleset)
    generated = specimens_of(game, game.ruleset.kinds["character"])
    result = print_sheets(session, generated, style_of(game, opened()[0], "A5"), "one-page", blank=True)
    assert result.pages == 1
    said = f"{words_of(result.pdf)} {' '.join(result.warnings)}".casefold()
    empty, _ = blank_form.blank(generated, frozenset())
    titles = [block.title for block in empty.area("play") if block.title and not isinstance(block, Lines | Panel)]
    assert len(titles) >= 3 and [title for title in titles if title.casefold() not in said] == []
    assert len(result.warnings) <= 1, "what is left out is told in one sentence"


def test_a_page_of_a_blank_sheet_that_would_hold_little_is_spared_by_fewer_rows() -> None:
    def first(count: int) -> tuple[int, str]:
        """The pages of a sheet with so many tables to write in, the last for reference, and the rows of each."""
        columns, rows = table("What More Than A Few").columns, (Row(name="", cells=(), note=EMPTY),) * ROWS
        tables = [TableToWrite(id=f"t{n}", title="T", heading="Name", columns=columns, rows=rows) for n in range(count)]
        entry = replace(aiko(), areas={"play": tuple(tables[:-1]), "reference": tuple(tables[-1:])})
        candidate = SheetPage(entry, PrintStyle(ROSE), "full", "blank").candidates()[0]
        return candidate.pages, candidate.variant.split()[2]

    assert [first(count) for count in (4, 5, 8)] == [(1, "6"), (1, "4"), (2, "6")]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_half_a_page_to_write_on_has_no_generated_names(ruleset: str) -> None:
    game = sample(ruleset)
    generated = specimens_of(game, game.ruleset.kinds["character"])
    empty, own = blank_form.blank(generated, blank_form.kept(generated))
    page = SheetPage(digested(empty), style_of(game, opened()[0], "A4"), "digest", "blank", own=own)
    blocks = shortened(page).page.entry.area("reference")
    assert not [measure.sign for measure in MEASURES if re.search(rf"\b{measure.sign}", repr(blocks), re.IGNORECASE)]
    assert not [block.title for block in blocks if block.title.startswith(":")]
    tables = [block.title for block in blocks if isinstance(block, TableToWrite)]
    assert tables and len(tables) == len(set(tables)), "attacks are written down once"


def test_a_table_to_write_in_is_none_of_another_title() -> None:
    first, second = (TableToWrite(id=i, title=i, heading="Weapon", columns=(), rows=()) for i in ("melee", "bursts"))
    card = replace(first, id="again")
    entry = replace(aiko(), areas={"front": (card,), "play": (first, second)})
    assert sorted(block.title for block in digested(entry).area("reference")) == ["bursts", "melee"]


def test_a_blank_digest_stands_on_both_halves_of_its_page() -> None:
    page = SheetPage(replace(aiko(), areas={"reference": aiko().area("play")[:3]}), PrintStyle(ROSE), "digest", "blank")
    for mode, halves in (("blank", 2), ("filled", 1), ("form", 1)):
        (unit,) = digest_units([replace(page, mode=mode)])  # type: ignore[arg-type]
        html = unit.source(next(iter(unit.page.candidates()))).html
        names = re.findall(r' id="?([^"> ]+)', html)
        assert html.count("<section") == halves and len(names) == len(set(names)), mode


def test_what_one_page_leaves_out_is_the_last_that_is_read_and_it_is_told() -> None:
    long = tuple(prose(f"Text {n}", "What nobody rolls. " * 40) for n in range(3))
    play = (*aiko().area("play"), *long)
    entry = replace(aiko(), areas={"play": play})
    page = SheetPage(entry, PrintStyle(ROSE, paper("a5")), "one-page", "blank", own=frozenset(b.id for b in long))
    sheet = shortened(page)
    assert sheet.page.fits and sheet.left_out and sheet.left_out[-1] == "Text 2"
    kept = sheet.page.entry.area("play")
    assert kept == play[: len(kept)] or all(block in play for block in kept)
    assert [*shortening_warnings([sheet])] == [
        f"the full layout has what there is no room for here: {', '.join(sheet.left_out)}"
    ]
    roomy = replace(page, style=PrintStyle(ROSE))
    assert shortened(roomy).page is roomy and [*shortening_warnings([shortened(roomy)])] == []


def test_a_heading_over_black_figures_has_their_white_behind_it() -> None:
    heads = "Target Cautious After_heavy Against In_a_grapple".split()
    block = table(" ".join(heads), *(f"{name} . . . any_attack no" for name in ("Dodge", "Parry", "Deflect")))
    strong = replace(block, columns=tuple(replace(c, strong=n < 3) for n, c in enumerate(block.columns)))
    for wide in range(60, 90, 3):
        frame = FRAME.narrowed(float(wide))
        for column in (column for part in in_parts(strong, frame) for column in columns_of(part, frame).columns):
            assert column.width >= frame.label(column.label) + (FIGURE_PAD if column.strong else 0.0), wide


def test_parts_of_a_table_are_set_as_their_columns_are_in_all_entries_of_the_kind() -> None:
    heads = "Std Half_aim Aim Called Charge Heavy Stun Swift"
    block = table(heads, "Sword 52 62 72 32 62 72 22 32", "Carbine 48 58 68 28 . . . .")
    block = replace(block, columns=(replace(block.columns[0], strong=True), *block.columns[1:]))
    view = replace(aiko(), areas={"play": (block,)})
    (own,) = alike([view])[0].area("play")
    assert isinstance(own, Table)
    parts = in_parts(own, FRAME.narrowed(50.0))
    kinds = [[cell_style(part, c, FRAME).kind for c in range(len(part.columns))] for part in parts]
    assert len(parts) > 1 and [kind for part in kinds for kind in part] == ["nu", *["row-cell"] * 7]


def test_a_number_of_a_list_stands_behind_its_name_where_both_have_room() -> None:
    style = cell_style(table("Foci", "Acrobatics Dodge"), 0, FRAME)
    foci = "Dodge 74, Contortion 64, Sleight of hand 84"
    for wide in range(15, 60):
        lines = [line.replace("\u00a0", " ") for line in style.lines(foci, float(wide))]
        assert " ".join(lines) == foci, f"{wide}: no word is torn"
        roomy = width("Contortion 64,", style.face, style.size) + style.pad < wide - 0.5
        assert not roomy or not any(line[0].isdigit() for line in lines), wide


def test_a_score_on_a_form_has_room_for_its_bonus() -> None:
    items = tuple(Score(label=name, short=name, number=Number("46"), bonus=Number("4")) for name in "ABCDEFGH")
    block = Scores(id="s", title="Scores", items=items)
    for wide in (30.0, 55.0, 87.0, 130.0):
        fields = [*printed("scores").fields(block, replace(FRAME, mode="form").narrowed(wide))]
        assert len(fields) == 16 and min(field.width for field in fields) >= 0.3 * FIELD_CELL - 0.01
        assert max(field.x + field.width for field in fields) <= wide


def test_places_to_write_numbers_in_are_of_one_length() -> None:
    items = tuple(Figure(label=label, number=Number("")) for label in ("HP", "AP", "AV", "DR"))
    block = Figures(id="f", title="", items=items)
    for wide in (45.0, 70.0, 110.0):
        rows = shape_of(block, replace(FRAME, mode="blank").narrowed(wide))
        assert {len({round(item.width, 3) for item in row}) for row in rows} == {1}


def test_a_column_to_write_in_is_as_wide_as_what_entries_have_takes_by_hand() -> None:
    hit, frame = "1d20_+_2d10", replace(FRAME, mode="blank")
    attacks = table("Hit Wounded Reach", f"Sword {hit} {hit} 6_ft", notes=("Cuts.",))
    for wide in (190.0, 130.0):
        own = frame.narrowed(wide)
        columns = columns_of(attacks.emptied(()), own)
        need = written_width(len(hit), own)
        assert [column.width >= need - 0.01 for column in columns.columns] == [True, True, False], wide
        assert min(columns.name_width, columns.note_width) >= 0.2 * wide - 0.01
        assert columns.name_width + sum(c.width for c in columns.columns) + columns.note_width <= wide + 0.01


def test_a_head_begins_where_what_is_typed_below_it_begins() -> None:
    block = table("Score Armour", "Strength 19 3", "Agility 8 2")
    typed = tuple(replace(row, cells=(replace(row.cells[0], own=True), row.cells[1])) for row in block.rows)
    block, frame = replace(block, rows=typed), replace(FRAME, fields=True)
    part = SheetTable(block, columns_of(block, frame), frame, range(2))
    assert {c.label: part.head_style(c) for c in part.columns.columns} == {"Score": "", "Armour": "nu"}


def test_places_to_write_numbers_in_are_as_high_in_two_rows_as_in_one() -> None:
    items = tuple(Figure(label=f"Label {n}", number=Number("")) for n in range(7))
    block = Figures(id="f", title="", items=items)
    frame = replace(FRAME, mode="blank")
    rows = shape_of(block, frame.narrowed(60.0))
    assert len(rows) > 1 and {item.size for row in rows for item in row} == {frame.sizes.figure}


def test_headline_numbers_that_take_two_rows_are_shared_out_evenly() -> None:
    items = tuple(Figure(label=f"Label {n}", number=Number("10")) for n in range(7))
    block = Figures(id="f", title="", items=items)
    counts = {tuple(map(len, shape_of(block, FRAME.narrowed(float(wide))))) for wide in range(30, 110)}
    assert {(7,), (4, 3), (3, 3, 1)} <= counts
    assert not counts & {(6, 1), (5, 2)}


def test_what_is_called_by_its_letters_keeps_them_on_half_a_page() -> None:
    armour = replace(table("AV DR Kind", "Hull 16 2 worn"), heading="Piece")
    areas = {"front": (prose("Looks", "Tall."),), "play": (armour,)}
    block = digested(replace(aiko(), areas=areas)).area("reference")[0]
    assert isinstance(block, Facts) and block.items[0].text == "16, DR 2, kind worn"


def test_a_column_holds_a_body_where_what_stands_beside_it_has_room() -> None:
    body = next(block for block in aiko().area("play") if isinstance(block, Body))
    for mode in ("filled", "blank"):
        frame = replace(FRAME, mode=mode)
        fitting = {wide: holds(body, frame.narrowed(float(wide))) for wide in range(20, 90)}
        assert not fitting[25] and fitting[80]
        assert all(shape_of(body, frame.narrowed(float(w))).width < w + 0.1 for w, fits in fitting.items() if fits)


def test_blocks_of_a_panel_without_a_name_are_called_by_its_kind() -> None:
    panel = next(block for block in aiko().area("play") if isinstance(block, Panel))
    themis = panel.entries[0]
    for entry, name in ((themis, themis.name), (unnamed(themis), themis.kind_title)):
        titles = [block.title for block in opened_panel(replace(panel, title="", entries=(entry,)))][1:]
        assert titles and all(title.startswith(name) and name for title in titles)


def test_the_name_of_a_row_in_a_form_is_never_cut() -> None:
    name = "A coat of many colours that nobody would wear twice"
    frame = replace(FRAME, mode="form").narrowed(60.0)
    gear = table("Use Place", f"{name.replace(' ', '_')} armour worn")
    part = SheetTable(gear, columns_of(gear, frame), frame, range(1))
    least, count = frame.field_type[1], lines(name, "text", frame.field_type[1], part.name_field - FIELD_SIDES)
    assert count > 1 and part.cramped(name, part.name_field)
    assert part.line_height(0) >= count * least * FIELD_LINE * POINT


def test_the_line_for_a_name_ends_before_what_the_kind_is_called() -> None:
    for size in ("a4", "a5", "a6"):
        page = SheetPage(replace(aiko(), name="", subtitle=()), PrintStyle(ROSE, paper(size)), mode="blank")
        frame = sheet_frame(page, "normal")
        line = later_header(page, frame)["name_line"]
        assert isinstance(line, float) and 30 < line <= NAME_LINE
        label, kind = (width(text.upper(), "bold", LATER_SIZE) for text in ("Name", page.entry.kind_title))
        assert LATER_INSET + label + line + kind < frame.width - LATER_INSET, size


def test_a_form_has_places_for_what_an_entry_has_nothing_of_yet() -> None:
    attacks = table("Hit Dmg", "Sword 4 5")
    powers = NamedList(id="powers", title="Powers", items=())
    notes = prose("Notes", "Nothing.")
    armed = replace(aiko(), areas={"play": (prose("First", "One."), attacks, powers, notes)})
    bare = replace(aiko(), id="bare", areas={"play": (prose("First", "Two."), notes)})
    form = blank_form.roomy(blank_form.completed(bare, [armed]), frozenset(), {})
    assert [block.title for block in form.area("play")] == ["First", "Table", "Powers", "Notes"]
    empty = form.area("play")[1]
    assert isinstance(empty, Table) and len(empty.rows) == blank_form.SPARE
    assert not any(row.name for row in empty.rows)
    other = replace(armed, kind="monster")
    assert blank_form.completed(bare, [other]) == bare, "a kind has nothing of another"
