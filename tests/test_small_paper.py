"""Sheets in large print on small paper: what goes on below, on the next page or over the whole width."""

from __future__ import annotations

import io
from dataclasses import replace

from pypdf import PdfReader
from test_printing_entries import LIGHT, ROSE, aiko
from test_printing_layout import FRAME, LARGE_FRAME, ids_by_column, play_blocks, prose, table

from sheetgen.blocks import CheckGroups, Checks, Figure, Grid, GridRow, Number, Row, Score, Scores, Table, Track, Tracks
from sheetgen.blocks.table import TableToWrite
from sheetgen.blocks.table.table_columns import columns_of, halves, in_parts
from sheetgen.blocks.table.table_texts import cell_style, signs
from sheetgen.languages.program_words import Words, languages
from sheetgen.print.block_print import sheet_height
from sheetgen.print.jobs import PrintSession, print_sheets
from sheetgen.print.measure.sheet_frame import MEASURE
from sheetgen.print.packets import _about_values
from sheetgen.print.paper import paper
from sheetgen.print.sheets.placing import PageSpace
from sheetgen.print.sheets.reference_page import lookup_pages
from sheetgen.print.sheets.sheet_layout import plan
from sheetgen.print.style import PrintStyle
from sheetgen.print.text_metrics.metrics import width

A5 = LARGE_FRAME.narrowed(130.0)
A6 = LARGE_FRAME.narrowed(87.0)


def to_write(labels: str, letters: tuple[int, ...], notes: bool = False) -> TableToWrite:
    block = table(labels)
    rows = (Row(name=""),) * 6
    return TableToWrite(
        id="t", title="Weapons", heading="Weapon", columns=block.columns, rows=rows, notes=notes, letters=letters
    )


def test_notes_to_write_have_room_for_their_heading() -> None:
    weapons = to_write("Damage Rolls Pen Reach Semi/full Confirm", (4, 4, 1, 6, 4, 2), notes=True)
    for wide in range(80, 240, 10):
        frame = replace(LARGE_FRAME.narrowed(float(wide)), mode="blank")
        parts = [part for part in in_parts(weapons, frame) if isinstance(part, TableToWrite)]
        assert [part.notes for part in parts] == [False] * (len(parts) - 1) + [True], "the last part has them"
        assert [column for part in parts for column in part.columns] == [*weapons.columns]
        for part in parts:
            shape = columns_of(part, frame)
            assert not part.notes or shape.note_width >= frame.label(frame.words("notes")) + 2.4, wide
            assert shape.name_width + sum(c.width for c in shape.columns) + shape.note_width <= wide + 0.01


def test_a_table_to_write_in_stands_in_halves_only_where_its_texts_have_room() -> None:
    frame = replace(A5, mode="blank")
    assert halves(to_write("Advance When", (4, 4)), frame) == 2
    assert halves(to_write("Use Place", (40, 9)), frame) == 1


def test_a_table_to_write_in_that_stands_alone_takes_the_whole_width() -> None:
    space, block = PageSpace(192.0, 120.0, 120.0, 0.0), to_write("A B C", (4, 4, 4))
    (page,) = lookup_pages([block], replace(FRAME.narrowed(192.0), mode="blank"), space, 1.0)
    assert [column.width for column in page.bands[0].columns] == [192.0]


def test_a_table_goes_on_below_before_a_word_of_it_is_broken() -> None:
    injuries = table("Head Arm Body Leg", "3 Disorientation Hand_Agony Puncture Broken_Leg", "2 Concussion – – –")
    parts = in_parts(injuries, A6)
    assert len(parts) == 2 and in_parts(injuries, LARGE_FRAME) == (injuries,)
    for part in parts:
        assert isinstance(part, Table)
        for column in columns_of(part, A6).columns:
            words = [row.cells[column.index].number.text for row in part.rows]
            assert max(width(word, "bold", A6.sizes.cell) for word in words) < column.width


def test_the_label_of_a_row_goes_on_below_where_its_mark_takes_the_room(session: PrintSession) -> None:
    row = GridRow("Extra wound at", (Number("12"),) * 4, mark=LIGHT)
    limits = Grid(id="g", title="Grid", heads=tuple(Figure(label=n, number=Number("")) for n in "ABCD"), rows=(row,))
    entry = replace(aiko(), areas={"reference": (limits,)})
    result = print_sheets(session, [entry], PrintStyle(ROSE, paper("a6")), "large-print")
    (page,) = PdfReader(io.BytesIO(result.pdf)).pages
    assert "Extra wound" in page.extract_text()


def test_boxes_that_fit_no_page_go_on_on_the_next() -> None:
    groups = tuple(Checks(f"Group {n}", tuple(f"Condition {n}{m}" for m in range(9))) for n in range(2))
    block = CheckGroups(id="c", title="States", groups=groups)
    high = sheet_height(block, A6) * 0.7
    pages = lookup_pages([block], A6, PageSpace(A6.width, high, high, 0.0), 1.0)
    placed = [p.block for page in pages for band in page.bands for column in band.columns for p in column.placed]
    assert [part.title for part in placed] == ["States", "States, continued"]
    boxes = [item for part in placed if isinstance(part, CheckGroups) for g in part.groups for item in g.items]
    assert boxes == [item for group in groups for item in group.items]
    assert all(sheet_height(part, A6) <= high for part in placed)
    (whole,) = lookup_pages([block], A6, PageSpace(A6.width, 200.0, 200.0, 0.0), 1.0)
    assert ids_by_column([whole]) == [["c"]]


def test_what_has_no_room_below_a_high_header_stands_on_the_next_page() -> None:
    tracks = Tracks(id="w", title="Wounds", items=(Track(label="Light", number=Number("4"), mark=LIGHT),) * 5)
    high = sheet_height(tracks, A6)
    space = PageSpace(A6.width, high * 0.9, high * 1.5, 0.0)
    pages = plan([tracks], [], {"normal": A6}, "normal", space, 1.0, True)
    assert pages is not None and [ids_by_column([page]) for page in pages] == [[], [["w"]]]


def test_the_last_table_leaves_a_play_page_that_has_no_room_for_it() -> None:
    tracks, long = play_blocks(1, 1)[-1], table("a b c d", *(f"Row{n} 1 2 3 4" for n in range(12)))
    scores = Scores(id="s", title="Scores", items=tuple(Score(label=n, short=n, number=Number("4")) for n in "ABCDEF"))
    space = PageSpace(192.0, 110.0, 250.0, 0.0)
    pages = plan([scores, tracks, long], [], {"normal": LARGE_FRAME}, "normal", space, 1.0, True, True)
    assert pages is not None
    assert [ids_by_column([page]) for page in pages] == [[["s"], ["w"]], [["t"]]]
    assert [len(page.bands[0].columns) for page in pages] == [2, 1], "what is ticked stands right"


def test_figures_of_a_crowded_table_are_narrow_so_that_its_words_have_room() -> None:
    order = table("Init Ag Evasion Fate", "Undressed_Mannequin 11 51 Dodge_43,_Parry_52 0", strong=(0,))
    words = [replace(c, number=Number(c.number.text.replace("_", " "))) for c in order.rows[0].cells]
    block = replace(order, rows=(replace(order.rows[0], name="Undressed Mannequin", cells=tuple(words)),))
    for wide in (60.0, 66.0, 72.0):
        init, agility, evasion, fate = (column.width for column in columns_of(block, FRAME.narrowed(wide)).columns)
        assert evasion > 1.8 * max(init, agility, fate)
        style = cell_style(block, 1, FRAME, figure=True)
        assert style.lines("51", agility) == ("51",), "no figure is broken"


def test_what_stands_alone_in_a_packet_is_as_wide_as_it_is_read() -> None:
    fight = replace(aiko(), areas={"page": tuple(prose(name, 3) for name in ("goal", "terrain", "secret"))})
    for frame, wide in ((A5, A5.width), (FRAME.narrowed(400.0), MEASURE * FRAME.sizes.body)):
        widths = [(own.width, len(row)) for own, row in _about_values(fight, frame)["about"]]  # type: ignore[attr-defined]
        assert widths == [((frame.width - 7) / 2, 2), (wide, 1)]


def test_the_head_over_stars_has_room_in_every_language() -> None:
    costly = replace(to_write("Hit", (2,)), costs=True)
    for language in languages():
        frame = replace(A5, mode="blank", words=Words(language))
        assert signs(costly, frame) > frame.label(frame.words("cost")), language
