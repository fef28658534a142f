"""How blocks are laid out before they are set: widths, reading order, what stays on a blank sheet."""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import unquote

import pytest
from markupsafe import Markup
from pypdf import PdfReader
from test_printing_entries import LIGHT, ROSE, aiko, auditor, lantern, moth, number

from sheetgen.blocks import (
    Block,
    Body,
    Cell,
    CheckGroups,
    Checks,
    Column,
    EntryView,
    Figure,
    Figures,
    Grid,
    GridRow,
    Lines,
    Named,
    NamedList,
    Number,
    Pair,
    Panel,
    Prose,
    Row,
    Score,
    Scores,
    Strip,
    Table,
    Track,
    Tracks,
    inner_blocks,
)
from sheetgen.blocks.checks.paper import PRINT as CHECKS
from sheetgen.blocks.table.table_columns import columns_of, parted
from sheetgen.blocks.table.table_parts import is_figure
from sheetgen.blocks.tracks.paper import track_lines, tracked
from sheetgen.model.ruleset.themes import Corners
from sheetgen.print.block_print import drawn, fields_of, holds, printed, shape_of, sheet_height, stacked
from sheetgen.print.cards.card_page import CardPage, card_job
from sheetgen.print.cards.shape import CardShape
from sheetgen.print.css import tokens
from sheetgen.print.engine.engine import Engine
from sheetgen.print.errors import DoesNotFitError
from sheetgen.print.measure.colours import PrintColours
from sheetgen.print.measure.sheet_frame import LINE_PITCH, SheetFrame
from sheetgen.print.paper import POINT, card_format
from sheetgen.print.sheets import blank_form as blanks
from sheetgen.print.sheets.figure_slots import REST, SLOT, slotted
from sheetgen.print.sheets.kind_places import band_places, play_places
from sheetgen.print.sheets.measured_bands import KindPlaces, band_of, filled
from sheetgen.print.sheets.placing import PagePlan, PageSpace
from sheetgen.print.sheets.play_page import PlayPage, play_page
from sheetgen.print.sheets.reference_page import lookup_pages, setting_of
from sheetgen.print.sheets.sheet_css import Mode
from sheetgen.print.sheets.sheet_layout import _holds, plan
from sheetgen.print.sheets.sheet_page import SheetPage, blank_in_places, in_places
from sheetgen.print.sheets.split import divided
from sheetgen.print.sizes import LARGE, SHEET
from sheetgen.print.style import PrintStyle
from sheetgen.print.templates import environment, page_source
from sheetgen.print.text_metrics.metrics import width

FRAME = SheetFrame(121.0, SHEET["normal"])


def table(labels: str, *rows: str, strong: tuple[int, ...] = ()) -> Table:
    """A table from words: `table("hit range", "Claw 12 close")`."""
    names = labels.split()
    lines = [row.split() for row in rows]
    columns = tuple(Column(name, n in strong) for n, name in enumerate(names))
    cells = [tuple(Cell(Number(c), h) for c, h in zip(line[1:], names, strict=True)) for line in lines]
    return Table(
        id="t",
        title="Table",
        heading="Name",
        columns=columns,
        rows=tuple(Row(name=line[0], cells=own) for line, own in zip(lines, cells, strict=True)),
    )


def grid(heads: int, text: str = "d10") -> Grid:
    figures = tuple(Figure(label=f"Head {n}", number=Number(str(n))) for n in range(heads))
    return Grid(id="g", title="Grid", heads=figures, rows=(GridRow("Whole", (Number(text),) * heads),))


@pytest.mark.parametrize(
    "text", ["12", "+6", "–", "", "2d8+1", "1d20 + 2d10", "3d10 + 1d8 − 2", "10 ft", "67%", "d10", "1½", "−4"]
)
def test_a_figure_is_short_and_has_a_digit(text: str) -> None:
    assert is_figure(text)


@pytest.mark.parametrize("text", ["close", "Fortitude 3", "1d20 + 2d10 of it", "2d6 + Strength", "Kinetic", "x"])
def test_words_are_no_figures(text: str) -> None:
    assert not is_figure(text)


def test_columns_of_figures_only_are_spread_evenly() -> None:
    shape = columns_of(table("-4 -2 0 +2 +4", "Whole d4 d6 d8 d10 d12", "Hurt d4 d4 d6 d8 d10"), FRAME)
    widths = [column.width for column in shape.columns]
    assert max(widths) - min(widths) < 2.5
    assert all(column.figure for column in shape.columns)
    assert sum(widths) + shape.name_width == pytest.approx(FRAME.width)


def test_figures_stay_narrow_where_there_are_words_to_take_the_width() -> None:
    shape = columns_of(table("rank quality guard", "Coat 2 Ordinary 20", "Hide 3 Heroic 10"), FRAME)
    rank, quality, guard = shape.columns
    assert quality.width > 2 * max(rank.width, guard.width)
    assert (rank.figure, quality.figure, guard.figure) == (True, False, True)


def test_figures_stand_right_under_their_heads_on_the_sheet() -> None:
    block = table("dice mood now", "Claw 12 angry 1")
    macros = environment().get_template("blocks/sheet.html").module
    html = str(macros.content(block, FRAME))  # type: ignore[attr-defined]
    assert "<th scope=col class=nu>dice</th>" in html
    assert '<td class="row-cell figure">12</td>' in html


def test_a_grid_shows_the_values_of_its_heads() -> None:
    macros = environment().get_template("blocks/sheet.html").module
    assert "Head 2 <b>2</b>" in str(macros.content(grid(3), FRAME))  # type: ignore[attr-defined]


def test_long_numbers_of_a_grid_are_set_smaller_not_broken() -> None:
    slim = FRAME.narrowed(64.0)
    wide = grid(6, "1d20+2")
    shape = shape_of(wide, slim)
    assert 0 < shape.size < slim.sizes.grid
    assert width("1d20+2", "black", shape.size) < shape.column
    assert shape_of(grid(3), FRAME).size == 0, "there is room: they keep their size"


@pytest.mark.parametrize("text", ["61–100", "61-100 or a save at 12+", "Devastating"])
def test_numbers_of_a_grid_that_are_texts_wrap_or_go_on_below(text: str) -> None:
    for heads, wide in itertools.product((2, 4, 12), (56.0, 92.0, 192.0)):
        frame = FRAME.narrowed(wide)
        parts = stacked(grid(heads, text), frame)
        assert sum(len(part.heads) for part in parts if isinstance(part, Grid)) == heads
        for part in parts:
            assert isinstance(part, Grid)
            shape = shape_of(part, frame)
            size = shape.size or frame.sizes.grid
            words = shape.breakable(text).replace("\u200b", " ").split() if shape.wrapped else [text]
            assert max(width(word, "black", size) for word in words) < shape.column
            assert shape.label_width + shape.column * len(part.heads) <= wide + 0.01


def test_headings_never_run_into_each_other() -> None:
    names = "standard half_aim aim called charge heavy stun swift lightning semi full suppr"
    for frame, cells in ((FRAME, "8"), (replace(FRAME, mode="blank"), "8"), (FRAME.narrowed(70.0), "any_attack")):
        block = table(names, f"Shear {' '.join([cells] * 12)}", f"Pin {' '.join([cells] * 12)}")
        for part in stacked(block, frame):
            assert isinstance(part, Table)
            shape = columns_of(part, frame)
            assert all(column.width > frame.label(column.label) for column in shape.columns)
            assert shape.name_width + sum(column.width for column in shape.columns) <= frame.width + 0.01


def test_a_table_too_wide_for_its_paper_goes_on_below() -> None:
    wide = table("a b c d e f g h i j", f"Shear {' '.join(['12'] * 10)}")
    noted = replace(wide, rows=(replace(wide.rows[0], note=Markup("Once.")),))
    assert stacked(noted, FRAME) == (noted,)
    first, second = stacked(noted, FRAME.narrowed(50.0))
    assert isinstance(first, Table) and isinstance(second, Table)
    assert [column.label for part in (first, second) for column in part.columns] == list("abcdefghij")
    assert (first.title, first.rows[0].note, second.title, second.rows[0].note) == ("Table", "Once.", "", "")
    assert second.rows[0].name == "Shear"


def test_a_table_to_write_in_goes_on_below_before_a_hand_lacks_room() -> None:
    names = "Guard_15 Guard_18 Guard_20 15_wounded With_a_charge Damage Average"
    block = table(names.replace("_", "-"), f"Sword {' '.join(['8'] * 7)}")
    slim = replace(FRAME.narrowed(87.0), mode="blank")
    first, second = stacked(replace(block, rows=(Row(name="", cells=()),) * 6), slim)
    assert isinstance(first, Table) and isinstance(second, Table)
    for part in (first, second):
        for column in columns_of(part, slim).columns:
            assert column.width >= max(8.0, slim.label(column.label) + 2.4)


def test_a_column_of_fields_is_as_wide_as_its_longest_word() -> None:
    block = table("Rank Guard Quality Durability Stops Ignored-by", "Sharkhide 2 1 Ordinary 20 Kinetic Legendary")
    form = replace(FRAME.narrowed(87.0), mode="form")
    widths = [column.width for column in columns_of(block, form).columns]
    words = [width(cell.number.text, "text", form.field_type[1]) for cell in block.rows[0].cells]
    assert all(wide >= word + 3.5 for wide, word in zip(widths, words, strict=True))


@pytest.mark.parametrize(
    ("room", "parts", "least", "shares"),
    [
        (10.0, [1, 1], [2, 2], [5, 5]),
        (10.0, [1, 9], [4, 2], [4, 6]),
        (10.0, [1, 4, 5], [3, 4, 0], [3, 4, 3]),
        (6.0, [1, 1], [4, 8], [2, 4]),
    ],
)
def test_room_is_shared_out_above_what_each_needs(
    room: float, parts: list[float], least: list[float], shares: list[float]
) -> None:
    assert parted(room, parts, least) == pytest.approx(shares)


def test_a_box_to_write_in_is_closed_where_no_bonus_follows() -> None:
    frame = replace(FRAME, mode="blank")
    for bonus, boxes in ((None, 1), (number(1), 2)):
        score = Score(label="Aim", short="", number=number(3), bonus=bonus)
        bars = drawn(Scores(id="s", title="", items=(score,)), frame).bars
        upright = sorted({round(bar.x, 2) for bar in bars if bar.width < bar.height})
        assert len(bars) == 4 * boxes and len(upright) == boxes + 1, "two boxes share a side"
        assert {round(bar.x + bar.width, 2) for bar in bars if bar.width > bar.height} <= {
            round(x + frame.colours.line, 2) for x in upright
        }


def test_labels_stand_beside_boxes_that_are_smaller_than_usual() -> None:
    block = Tracks(id="w", title="", items=(Track(label="Vigor", number=number(20), mark=LIGHT),))
    slim = LARGE_FRAME.narrowed(78.0)
    label, *boxes = drawn(block, slim).inks
    assert shape_of(block, slim)[1].sizes.box_mm < 0.7 * slim.sizes.box_mm
    assert 0 < boxes[0].y - label.y < 0.2 * boxes[0].size * POINT


def test_a_column_tells_what_it_can_hold() -> None:
    slim = FRAME.narrowed(64.0)
    assert holds(grid(3), slim) and not holds(grid(7), slim)
    assert holds(table("a b", "Claw 1 2"), slim) and not holds(table("a", f"Claw {'x' * 60}"), slim)


@pytest.mark.parametrize(("boxes", "lines"), [(11, [11]), (12, [12]), (21, [7, 7, 7]), (22, [8, 7, 7]), (30, [10] * 3)])
def test_long_tracks_have_ten_boxes_on_a_line_or_even_lines(boxes: int, lines: list[int]) -> None:
    block = Tracks(id="w", title="", items=(Track(label="Vigor", number=number(boxes), mark=LIGHT),))
    slim = FRAME.narrowed(64.0)
    rows = track_lines(block.items, tracked(block, slim))
    assert [sum(run.groups) for (run,) in rows] == lines
    assert sheet_height(block, slim) == pytest.approx(len(rows) * tracked(block, slim).sizes.track_mm)


@pytest.mark.parametrize(("boxes", "lines"), [(11, [4, 4, 3]), (26, [])])
def test_a_track_of_many_short_lines_is_written_down_on_a_small_card(boxes: int, lines: list[int]) -> None:
    block = Tracks(id="w", title="", items=(Track(label="Durability", number=number(boxes), mark=LIGHT),))
    card = replace(FRAME.narrowed(44.0), sheet=False)
    rows = track_lines(block.items, tracked(block, card))
    assert [sum(run.groups) for (run,) in rows if not run.write_in] == lines
    assert rows[0][0].write_in == (boxes == 26)


def test_columns_to_write_in_are_as_wide_as_each_other() -> None:
    names = "std half_aim aim called charge heavy stun swift lightning semi full suppr".split()
    block = Table(
        id="t",
        title="Roll under",
        heading="Weapon",
        columns=tuple(map(Column, names)),
        rows=(Row(name="", cells=()),) * 6,
    )
    shape = columns_of(block, replace(FRAME, mode="blank"))
    assert min(column.width for column in shape.columns) > 7.0
    assert shape.name_width < FRAME.width * 0.25


def test_short_tracks_keep_their_size() -> None:
    block = Tracks(id="w", title="", items=(Track(label="Heavy", number=number(4), mark=LIGHT),))
    assert tracked(block, FRAME.narrowed(64.0)).sizes == FRAME.sizes


def prose(name: str, lines: int) -> Prose:
    return Prose(id=name, title=name.title(), text="A line of some forty letters and then some. " * lines)  # type: ignore[arg-type]


def test_the_reference_is_read_down_the_left_column_first() -> None:
    blocks = [prose(name, 4 + n) for n, name in enumerate("abcdef")]
    pages = plan([], blocks, {"normal": FRAME}, "normal", PageSpace(192.0, 200.0, 250.0, 0.0), 1.0, True)
    assert pages is not None
    left, right = pages[0].bands[0].columns
    assert [p.block.id for c in (left, right) for p in c.placed] == list("abcdef")


def test_the_order_is_kept_where_no_cut_between_the_columns_will_do() -> None:
    blocks = [prose(name, lines) for name, lines in (("a", 4), ("b", 4), ("c", 4), ("first", 22), ("second", 22))]
    pages = plan([], blocks, {"normal": FRAME}, "normal", PageSpace(192.0, 200.0, 132.0, 0.0), 1.0, True)
    assert pages is not None
    assert [name for column in ids_by_column(pages) for name in column] == ["a", "b", "c", "first", "second"]


def ids_by_column(pages: Iterable[PagePlan]) -> list[list[str]]:
    """The ids of the blocks of each column, in reading order."""
    return [[p.block.id for p in column.placed] for page in pages for band in page.bands for column in band.columns]


SPACE = PageSpace(192.0, 200.0, 250.0, 0.0)


def test_blocks_stand_on_the_same_side_for_all_entries_of_a_kind() -> None:
    lengths = ((3, 3, 3, 3, 3, 3), (12, 2, 2, 2, 2, 2), (2, 2, 2, 2, 9, 9), (2, 2, 0, 2, 2, 2))
    entries = [[prose(name, n) for name, n in zip("abcdef", many, strict=True) if n] for many in lengths]
    alone = {tuple(ids_by_column(lookup_pages(blocks, FRAME, SPACE, 1.0))[0]) for blocks in entries}
    assert len(alone) >= 3, "each would be divided elsewhere"
    places = band_places(entries, setting_of(FRAME, SPACE, 1.0, {}))
    sides = {}
    for blocks in entries:
        left, right = ids_by_column(lookup_pages(blocks, FRAME, SPACE, 1.0, places=places))
        assert [*left, *right] == [block.id for block in blocks]
        for side, names in (("left", left), ("right", right)):
            for name in names:
                assert sides.setdefault(name, side) == side
    assert set(sides) == set("abcdef")


def test_a_block_that_has_no_room_in_its_place_stands_elsewhere() -> None:
    long = [prose(name, lines) for name, lines in zip("abcd", (40, 40, 40, 40), strict=True)]
    pages = lookup_pages(long, FRAME, SPACE, 1.0, places=dict.fromkeys("abc", "left") | {"d": "right"})
    assert [name for column in ids_by_column(pages) for name in column if name] == ["a", "b", "c", "d"]
    assert len(pages) == 1


def play_blocks(skills: int, powers: int) -> list[Block]:
    tracks = Tracks(id="w", title="Wounds", items=(Track(label="Light", number=number(4), mark=LIGHT),))
    listed = replace(table("n", *(f"Row{n} {n}" for n in range(skills))), id="skills", title="Skills")
    return [prose("attacks", 6), prose("powers", powers), listed, tracks]


def test_the_play_page_has_the_same_places_for_all_entries_of_a_kind() -> None:
    entries = [play_blocks(3, 4), play_blocks(28, 1), play_blocks(1, 14)]
    pages = [PlayPage.of(blocks, FRAME, SPACE, 1.0, {}) for blocks in entries]
    assert len({tuple(page.lowest().items()) for page in pages}) > 1, "each would stand otherwise"
    places = KindPlaces(*play_places(pages))
    layouts = set()
    for blocks in entries:
        page = play_page(blocks, FRAME, SPACE, 1.0, places)
        assert page is not None
        layouts.add(tuple(map(tuple, ids_by_column([page]))))
    assert len(layouts) == 1


def test_a_blank_sheet_has_its_blocks_where_filled_ones_have_them() -> None:
    lengths = ((3, 3, 3, 3, 3, 3), (12, 2, 2, 2, 2, 2), (2, 2, 2, 2, 9, 9))
    entries = [
        replace(moth(), areas={"reference": tuple(prose(name, n) for name, n in zip("abcdef", many, strict=True))})
        for many in lengths
    ]
    empty, own = blanks.blank(entries, frozenset())
    page = blank_in_places(SheetPage(empty, PrintStyle(ROSE), mode="blank", own=own), entries)
    filled = in_places([SheetPage(entry, PrintStyle(ROSE)) for entry in entries], [])
    assert page.places.reference and all(other.places == page.places for other in filled)


def test_what_stands_beside_a_short_column_takes_the_whole_width_below_it() -> None:
    words = "_".join(["words"] * 15)
    long = [table("a b c d", *(f"Row{n} 3 3 3 {words}" for n in range(4))) for _ in range(4)]
    tables = [replace(block, id=name) for block, name in zip(long, ("one", "two", "three", "four"), strict=True)]
    page = play_page([*tables, *play_blocks(1, 1)[-1:]], FRAME.narrowed(192.0), SPACE, 1.0, KindPlaces())
    assert page is not None
    assert len(page.bands) > 1 and page.bands[1].columns[0].placed[0].block.id in ("two", "three", "four")


LINES = Lines(id="l", title="In play", count=2)


def column_heights(page: PagePlan, frame: SheetFrame) -> list[float]:
    """Heights of the columns of the first band, from its top."""
    columns = page.bands[0].columns
    return [c.top + sum(p.gap + sheet_height(p.block, frame.narrowed(c.width)) for p in c.placed) for c in columns]


def test_lines_to_write_on_fill_the_right_column_of_the_play_page() -> None:
    *blocks, tracks = play_blocks(12, 16)
    wide = [
        replace(block, columns=(*block.columns, *block.columns * 4)) for block in blocks if isinstance(block, Table)
    ]
    frame = FRAME.narrowed(192.0)
    page = play_page([*blocks[:2], *wide, LINES, tracks], frame, SPACE, 1.0, KindPlaces())
    assert page is not None
    left, right = column_heights(page, frame)
    assert ids_by_column([page])[1] == ["w", "l"] and left - 7.0 < right <= left + 0.01
    lines = page.bands[0].columns[1].placed[-1].block
    assert isinstance(lines, Lines) and lines.count > 4


@pytest.mark.parametrize("mode", ["filled", "form"])
def test_lines_of_a_column_fill_the_play_page(mode: Mode) -> None:
    frame = replace(FRAME.narrowed(192.0), mode=mode)
    foot = CheckGroups(id="state", title="", groups=(Checks("State", ("Deprived",)),))
    page = play_page([prose("a", 12), *play_blocks(1, 1)[-1:], LINES, foot], frame, SPACE, 1.0, KindPlaces())
    assert page is not None
    more = [[""]] if mode == "filled" else []
    assert ids_by_column([page]) == [["a"], ["w", "l"], *more, ["state"]]
    below = [band.columns[0].placed[0] for band in page.bands[1:]]
    tall = max(column_heights(page, frame)) + sum(p.gap + sheet_height(p.block, frame) for p in below)
    assert SPACE.first - 2 * LINE_PITCH < tall <= SPACE.first


def test_lines_to_write_on_leave_the_play_page_before_texts() -> None:
    blocks = [*(prose(name, 20) for name in ("one", "two", "three")), *play_blocks(1, 1)[-1:]]
    frame = FRAME.narrowed(192.0)
    heights = (replace(SPACE, first=float(height)) for height in range(60, 250))
    space = next(space for space in heights if play_page(blocks, frame, space, 1.0, KindPlaces()))
    assert play_page([LINES, *blocks], frame, space, 1.0, KindPlaces()) is None, "lines have no room"
    for reference, later in (([], []), ([prose("a", 2)], [["a"], ["l"]]), ([replace(LINES, id="own")], [["own"]])):
        pages = plan([LINES, *blocks], reference, {"normal": frame}, "normal", space, 1.0, True)
        assert pages is not None
        assert sum(map(len, ids_by_column(pages[:1]))) == len(blocks) and ids_by_column(pages[1:]) == later


def test_a_short_reference_stands_at_the_foot_of_the_play_page() -> None:
    frame, play = FRAME.narrowed(192.0), [prose("one", 6), *play_blocks(1, 1)[-1:], LINES]
    for names, count in (([*"ab"], 1), ([*"abcdefghijk"], 2)):
        reference = [prose(name, 6) for name in names]
        pages = plan(play, reference, {"normal": frame}, "normal", SPACE, 1.0, False)
        assert pages is not None and len(pages) == count
        assert sorted(name for column in ids_by_column(pages) for name in column if name in names) == names
        assert set(names).isdisjoint(name for column in ids_by_column(pages[:1])[:2] for name in column)
        assert _holds(pages[0], frame, SPACE, 1.0)
    crowded = [*(prose(name, 20) for name in ("two", "three")), *play]
    spaces = (replace(SPACE, first=float(height)) for height in range(60, 250))
    space = next(space for space in spaces if play_page(crowded, frame, space, 1.0, KindPlaces()))
    pages = plan(crowded, [prose("a", 6)], {"normal": frame}, "normal", space, 1.0, False)
    assert pages is not None and len(pages) == 2


def test_lines_to_write_on_below_both_columns_fill_the_page() -> None:
    frame = FRAME.narrowed(192.0)
    page = play_page([prose("a", 2), *play_blocks(1, 1)[-1:], LINES], frame, SPACE, 1.0, KindPlaces({"l": "below"}))
    assert page is not None
    columns = [max(band.columns, key=lambda c: len(c.placed)) for band in page.bands]
    heights = [sum(p.gap + sheet_height(p.block, frame.narrowed(c.width)) for p in c.placed) for c in columns]
    assert ids_by_column([page])[-1] == ["l"] and SPACE.first - 9.0 < sum(heights) <= SPACE.first


@pytest.mark.parametrize(("length", "columns"), [(75, [["t"], ["a", "l"]]), (12, [["t"], ["a"], ["l"]])])
def test_lines_stand_in_a_short_column_of_the_reference_where_it_has_more_room(
    length: int, columns: list[list[str]]
) -> None:
    blocks = [prose("t", length), prose("a", 4), LINES]
    pages = lookup_pages(blocks, FRAME.narrowed(192.0), SPACE, 1.0, places={"t": "left", "a": "right"})
    assert ids_by_column(pages) == columns
    left, right = column_heights(pages[0], FRAME.narrowed(192.0))
    assert len(columns) == 3 or left - 7.0 < right <= left + 0.01


def test_white_gives_way_before_the_reference_takes_another_page() -> None:
    blocks = [prose(name, 9) for name in "abcdefgh"]

    def pages(high: float) -> int:
        return len(lookup_pages(blocks, FRAME.narrowed(192.0), PageSpace(192.0, high, high, 0.0), 1.0))

    high = next(high for high in range(60, 300) if pages(high) == 1) - 3.0
    assert pages(high) == 2
    closer = plan([], blocks, {"normal": FRAME}, "normal", PageSpace(192.0, high, high, 0.0), 1.0, True)
    assert closer is not None and len(closer) == 1
    assert max(column_heights(closer[0], FRAME)) <= high


@pytest.mark.parametrize(
    ("length", "widths", "titles"),
    [(4, [119.7], ["T"]), (40, [92.5, 92.5], ["T", "T, continued"]), (400, [92.5, 92.5], ["T", "T, continued"])],
)
def test_a_text_by_itself_is_no_wider_than_can_be_read(length: int, widths: list[float], titles: list[str]) -> None:
    """Short ones are narrower than the page, long ones stand in both columns, those longer than a page too."""
    text = replace(prose("t", 1), text=Markup("<p>A line of some forty letters and then some.</p>" * length))
    wide = table("a b c d e f", "Row 1 2 3 4 5 6")
    pages = lookup_pages([wide, text, wide], FRAME.narrowed(192.0), SPACE, 1.0)
    columns = [c for page in pages for band in page.bands for c in band.columns]
    texts = [(c.width, p.block.title) for c in columns for p in c.placed if isinstance(p.block, Prose)]
    assert [width for width, _ in texts][: len(widths)] == widths
    assert [title for _, title in texts][: len(titles)] == titles
    assert all(width in widths for width, _ in texts)


LARGE_FRAME = SheetFrame(192.0, SHEET["normal"].scaled(LARGE, 14.0))


def test_the_lower_part_of_a_wide_table_says_whose_it_is_on_a_page_of_its_own() -> None:
    labels, cells = (" ".join(f"{word}{n}" for n in range(12)) for word in ("Column", "4"))
    wide = table(labels, *(f"Row{n} {cells}" for n in range(4)))

    def titles(high: float) -> list[list[str]]:
        pages = lookup_pages([wide, prose("after", 2)], LARGE_FRAME, PageSpace(192.0, high, high, 0.0), 1.0)
        return [[p.block.title for band in page.bands for c in band.columns for p in c.placed] for page in pages]

    parts = len(titles(250.0)[0]) - 1
    assert titles(250.0) == [["Table", *[""] * (parts - 1), "After"]] and parts > 1
    first, *others = titles(sheet_height(stacked(wide, LARGE_FRAME)[0], LARGE_FRAME) + 8.0)
    assert first == ["Table"] and [page[0] for page in others[: parts - 1]] == ["Table, continued"] * (parts - 1)


def test_the_lower_part_of_a_wide_table_says_whose_it_is_at_the_head_of_a_column() -> None:
    setting = setting_of(FRAME.narrowed(192.0), SPACE, 1.0, {})
    upper = table("a b c", *(f"Row{n} 1 2 3" for n in range(3)))
    parts: list[Block] = [upper, replace(upper, title="")]
    high = setting.aside(upper).height
    side_by_side = band_of([[part] for part in parts], setting, high + 10.0)
    in_turn, rest = filled(parts, setting, high + 9.0)
    assert side_by_side and not rest
    for band in (side_by_side, in_turn):
        assert [[p.block.title for p in column] for column in band.columns] == [["Table"], ["Table, continued"]]


def test_the_lower_part_of_a_wide_table_never_stands_before_the_upper_one() -> None:
    wide = table("a b c d e f g h", *(f"Row{n} {'1d20+2d10 ' * 8}" for n in range(5)))
    wide = replace(wide, rows=tuple(replace(row, note=Markup("Ordinary, piercing.")) for row in wide.rows))
    small = replace(SPACE, width=124.0)
    assert len(stacked(wide, LARGE_FRAME.narrowed(small.width))) == 2
    for lines in range(1, 40):
        pages = lookup_pages([prose("long", lines), wide, prose("skills", 2)], LARGE_FRAME, small, 1.0)
        placed = [p.block for page in pages for band in page.bands for column in band.columns for p in column.placed]
        first, *others = [block for block in placed if isinstance(block, Table)]
        assert others and (first.title, first.columns[0].label) == ("Table", "a"), lines


def test_a_short_table_across_the_page_is_not_torn() -> None:
    def rows_by_page(count: int) -> list[list[int]]:
        wide = table("a b c d e f g h", *(f"Row{n} 1 2 3 4 5 6 7 8" for n in range(count)))
        high = sheet_height(prose("before", 6), FRAME) + 30.0
        pages = lookup_pages([prose("before", 6), wide], FRAME, PageSpace(192.0, high, high, 0.0), 1.0)
        blocks = [[p.block for band in page.bands for c in band.columns for p in c.placed] for page in pages]
        return [[len(b.rows) for b in page if isinstance(b, Table)] for page in blocks]

    assert rows_by_page(6) == [[], [6]]
    assert rows_by_page(9) == [[], [9]], "in two halves it is no longer"
    torn = rows_by_page(13)
    assert torn[0] and torn[0][0] >= 2 and sum(map(sum, torn)) == 13, "longer ones go on where there is room"


@pytest.mark.parametrize("mode", ["blank", "form"])
def test_no_row_of_a_torn_table_stands_alone_over_rows_to_write_in(mode: Mode) -> None:
    attacks = table("a b c d e f g h", *(f"Row{n} 1 2 3 4 5 6 7 8" for n in range(5)))
    attacks = replace(attacks, rows=(*attacks.rows, Row(name="", cells=()), Row(name="", cells=())))
    frame = replace(FRAME.narrowed(192.0), mode=mode, single=True)

    def written(height: float) -> list[int]:
        parts = divided(attacks, frame, height, 1.0)
        return [sum(bool(row.name) for row in part.rows) for part in parts if isinstance(part, Table)]

    tall = sheet_height(attacks, frame)
    counts = {tuple(written(tall * part / 100)) for part in range(100)}
    assert counts == {(), (2, 3), (3, 2), (5, 0)}


def test_in_large_print_the_body_stands_beside_the_tracks() -> None:
    body = next(block for block in aiko().area("play") if isinstance(block, Body))
    tracks = next(block for block in aiko().area("play") if isinstance(block, Tracks))
    pages = lookup_pages([body, tracks, prose("after", 3)], LARGE_FRAME, SPACE, 1.0)
    assert ids_by_column(pages) == [[body.id], [tracks.id], ["after"]]
    figure = shape_of(body, LARGE_FRAME.narrowed(92.5))
    assert figure.scale > 1.2 * shape_of(body, FRAME).scale and figure.width <= 92.5


def test_in_large_type_what_is_read_leaves_a_long_column_of_tracks() -> None:
    tracks = play_blocks(1, 1)[-1]
    blocks = [prose("a", 2), tracks, prose("recovery", 1), prose("rests", 1)]
    for frame, left in ((LARGE_FRAME, ["a", "rests"]), (FRAME, ["a"])):
        page = play_page(blocks, frame, SPACE, 1.0, KindPlaces())
        assert page is not None
        assert ids_by_column([page])[0] == left
    ticked = [prose("a", 1), tracks, *(replace(tracks, id=f"w{n}") for n in range(3))]
    page = play_page(ticked, LARGE_FRAME, SPACE, 1.0, KindPlaces())
    assert page is not None
    assert ids_by_column([page])[:2] == [["a"], ["w", "w0", "w1", "w2"]], "what is ticked stays under the thumb"


BLANK = replace(FRAME.narrowed(192.0), mode="blank", own=frozenset({"tall", "rules", "wide"}), lines=2)


def test_lines_fill_the_lowest_column_of_a_blank_sheet() -> None:
    wide = table("a b c d e f g h", *(f"Row{n} 1 2 3 4 5 6 7 8" for n in range(3)))
    tall = table("n", *(f"Row{n} 1" for n in range(20)))
    blocks = [replace(tall, id="tall"), prose("rules", 1), replace(wide, id="wide"), LINES]

    def columns(frame: SheetFrame) -> list[list[str]]:
        spaces = (replace(SPACE, later=float(tall)) for tall in range(100, 500, 5))
        tried = (lookup_pages(blocks, frame, space, 1.0, places={"tall": "left", "rules": "right"}) for space in spaces)
        return ids_by_column(next(pages for pages in tried if len(pages) == 1))

    assert columns(BLANK) == [["tall"], ["rules", "l"], ["wide"]]
    assert ["rules", "l"] not in columns(replace(BLANK, mode="filled")), "what is read goes on below"


def test_a_list_to_write_goes_on_as_far_as_its_neighbour() -> None:
    tall = replace(table("n", *(f"Row{n} 1" for n in range(20))), id="tall")
    blocks = [tall, NamedList(id="scars", title="Scars", items=())]
    places = {"tall": "left", "scars": "right"}
    (page,) = lookup_pages(blocks, BLANK, SPACE, 1.0, places=places)
    assert ids_by_column([page]) == [["tall"], ["scars", ""]]
    more = page.bands[0].columns[1].placed[1]
    assert isinstance(more.block, Lines) and more.block.count > 4 and more.gap == 0
    left, right = column_heights(page, BLANK)
    assert left - LINE_PITCH - 4 < right <= left
    own = replace(BLANK, own=BLANK.own | {"scars"})
    assert ids_by_column(lookup_pages(blocks, own, SPACE, 1.0, places=places)) == [["tall"], ["scars"]]


@pytest.mark.parametrize("mode", ["blank", "form"])
def test_a_table_to_write_in_ends_on_its_page_with_fewer_rows(mode: Mode) -> None:
    tall = replace(table("n", *(f"Row{n} 1" for n in range(20))), id="tall")
    empty, named = Row(name="", cells=()), Row(name="Hood", cells=())
    worn = replace(table("armor cap evasion by made_for worn_on note"), id="worn")
    frame = replace(BLANK, mode=mode, single=True)

    def counts(rows: tuple[Row, ...], height: int) -> list[int]:
        pages = lookup_pages([tall, replace(worn, rows=rows)], frame, replace(SPACE, later=float(height)), 1.0)
        placed = [p.block for page in pages for band in page.bands for column in band.columns for p in column.placed]
        return [len(block.rows) for block in placed if isinstance(block, Table) and block.id == "worn"]

    heights = range(90, 140, 2)
    assert {tuple(counts((empty,) * 6, height)) for height in heights} == {(6,), (4,), (3,), (2,)}
    assert (5, 2) in {tuple(counts((*(empty,) * 6, named), height)) for height in heights}, "what is said goes on"
    assert {tuple(counts((*(empty,) * 5, named), height)) for height in heights} == {(6,)}, "a short one not in parts"


def test_a_table_to_write_in_is_not_torn_between_columns() -> None:
    empty = Row(name="", cells=())
    known, worn = replace(prose("known", 6), id="rules"), replace(table("light heavy"), id="worn", rows=(empty,) * 7)
    for height in range(40, 120, 4):
        pages = lookup_pages([known, worn, prose("gear", 1)], BLANK, replace(SPACE, later=float(height)), 1.0)
        parts = [
            [
                p.block.id
                for band in page.bands
                for column in band.columns
                for p in column.placed
                if p.block.id == "worn"
            ]
            for page in pages
        ]
        assert max(map(len, parts)) == 1, height


def test_tracks_stand_across_a_small_page_in_large_type_where_their_boxes_would_shrink_or_wrap() -> None:
    tracks = next(block for block in aiko().area("play") if isinstance(block, Tracks))
    hits = replace(tracks, id="hits", items=(replace(tracks.items[0], label="HP", number=number(28)),))
    stacks = replace(tracks, id="stacks", items=(replace(tracks.items[0], label="Exhausted", number=number(5)),))
    bands = [
        len(lookup_pages([hits, stacks], LARGE_FRAME, replace(SPACE, width=width), 1.0)[0].bands)
        for width in (280.0, 124.0)
    ]
    assert bands == [1, 2]


def test_in_large_type_texts_of_a_panel_stand_across_its_frame() -> None:
    panel = next(block for block in aiko().area("play") if isinstance(block, Panel))
    small = LARGE_FRAME.narrowed(124.0)
    [columns] = shape_of(panel, small).columns
    assert len(columns) == 3 and columns[2].frame.width > 110 > columns[0].frame.width
    assert columns[2].top == max(column.foot for column in columns[:2])
    assert len(shape_of(panel, FRAME.narrowed(192.0)).columns[0]) == 2


def test_a_list_of_rules_says_on_a_blank_sheet_what_all_entries_have_in_common() -> None:
    turn, fall = "One action and one move each turn.", "Falling hurts by the height of the fall, {} for you."

    def entry(scent: str, times: str, *more: str) -> EntryView:
        texts = {"Turn": turn, "Fall": fall.format(times), "Scent": f"You smell what is {scent}"}
        texts |= dict.fromkeys(more, "Mine.")
        items = tuple(Named(name=name, text=Markup(text)) for name, text in texts.items())
        return replace(moth(), areas={"reference": (NamedList(id="r", title="Rules", items=items),)})

    peers = [entry("near and alive.", "twice"), entry("far off, or was burnt and buried long ago.", "half", "Oath")]
    block = blanks.common(peers)["r"]
    assert isinstance(block, NamedList)
    assert {item.name: item.text for item in block.items} == {
        "Turn": turn, "Fall": fall.format(SLOT), "Scent": f"You smell what is {REST}",
    }  # fmt: skip
    assert "r" not in blanks.common([*peers, entry("x", "y", *"abcdef")]), "half of it is an entry's own"
    unlike = [replace(block, items=(replace(block.items[0], text=Markup(text)),)) for text in ("Debts.", "A lost key.")]
    assert not blanks.common([replace(moth(), areas={"reference": (own,)}) for own in unlike]), "nothing in common"


def test_a_panel_that_does_not_fit_a_page_leaves_it_to_what_follows() -> None:
    panel = next(block for block in aiko().area("play") if isinstance(block, Panel))
    pages = lookup_pages([prose("long", 46), panel, prose("skills", 3)], LARGE_FRAME, SPACE, 1.0)
    assert ids_by_column(pages)[:3] == [["long"], ["skills"], [panel.id]]


def test_lines_to_write_on_are_kept_before_larger_type() -> None:
    frames = {name: SheetFrame(192.0, SHEET[name]) for name in ("roomy", "normal", "dense")}
    kept = []
    for count in range(4, 24):
        blocks = [*(prose(f"p{n}", 6) for n in range(count)), Lines(id="l", title="In play", count=3)]
        pages = plan([prose("play", 2)], blocks, frames, "roomy", SPACE, 1.0, True)
        assert pages is not None
        by_itself = {}
        for name in frames:
            alone = plan([], blocks, {name: frames[name]}, name, SPACE, 1.0, True)
            assert alone is not None
            by_itself[name] = (len(alone), any("l" in names for names in ids_by_column(alone)))
        fewest = min(size for size, _ in by_itself.values())
        kept.append(any("l" in names for names in ids_by_column(pages)))
        assert kept[-1] == any(lined for size, lined in by_itself.values() if size == fewest)
    assert sum(kept) > len(kept) / 2


def test_what_is_read_first_stands_left_where_a_table_is_divided() -> None:
    rows = [f"Row{n} {n}" for n in range(30)]
    pages = plan(
        [],
        [prose("a", 2), table("n", *rows)],
        {"normal": FRAME},
        "normal",
        PageSpace(192.0, 200.0, 250.0, 0.0),
        1.0,
        True,
    )
    assert pages is not None
    left, right = pages[0].bands[0].columns
    assert right.placed[0].block.title == "Table, continued"
    assert left.placed[-1].block.title == "Table"


@pytest.mark.parametrize("rows", [4, 12])
def test_a_text_without_a_title_stands_below_what_it_belongs_to(rows: int) -> None:
    bonds = replace(table("n", *(f"Row{n} {n}" for n in range(rows))), id="bonds")
    below = replace(prose("below", 2), title="")
    for first in (2, 6, 14):
        blocks: list[Block] = [prose("a", first), prose("b", 3), bonds, below, prose("c", 4), prose("d", 4)]
        pages = plan([], blocks, {"normal": FRAME}, "normal", PageSpace(192.0, 200.0, 120.0, 0.0), 1.0, True)
        assert pages is not None
        columns = [
            [p.block.id for p in column.placed] for page in pages for band in page.bands for column in band.columns
        ]
        column = next(ids for ids in columns if "below" in ids)
        assert column[column.index("below") - 1] == "bonds", columns


@pytest.mark.parametrize(
    ("texts", "shared"),
    [
        (["Fatigued above 44, exhausted at 64.", "Fatigued above 9, exhausted at 64."],
         "Fatigued above ____, exhausted at 64."),
        (["12", "14"], ""),
        (["Level 3", "Level 4"], ""),
        (["another 4 m than before", "another 4 m than after"], ""),
        (["Roll the d10 twice on 5 of them", "Roll the d12 twice on 5 of them"], "Roll the ____ twice on 5 of them"),
        (["Owes the rowing club an oar", "Owes his landlady three months of rent"], ""),
        (["the same words for all"] * 2, "the same words for all"),
    ],
)  # fmt: skip
def test_texts_that_differ_in_figures_only_have_slots_for_them(texts: list[str], shared: str) -> None:
    assert slotted(texts) == shared


def test_the_words_of_the_rules_stay_on_a_blank_sheet() -> None:
    def entry(run: int) -> EntryView:
        cells = (Cell(Number(f"another {run} m; melee against you +1", why=f"{run}"), "What"),)
        lines = (Row(name="Run", cells=cells), Row(name="Bite", cells=(Cell(Number(str(run)), "What"),)))
        rule = Prose(id="s", title="Stress", text=Markup(f"<p>Fatigued above {run}, exhausted after that.</p>"))
        return replace(
            moth(),
            areas={
                "play": (Table(id="t", title="Turn", heading="Action", columns=(Column("What"),), rows=lines), rule)
            },
        )

    view, own = blanks.blank([entry(4), entry(5)], frozenset())
    turn, stress = view.area("play")
    assert isinstance(turn, Table) and isinstance(stress, Prose)
    assert own == {"t", "s"}
    assert [row.cells[0].number.text for row in turn.rows] == ["another ____ m; melee against you +1", ""]
    assert stress.text == "<p>Fatigued above ____, exhausted after that.</p>"


def test_tracks_of_a_blank_sheet_have_as_many_boxes_as_the_longest_of_their_name() -> None:
    def entry(light: int) -> EntryView:
        items = (
            Track(label="Acid", number=number(3), mark=LIGHT),
            Track(label="Light", number=number(light), mark=LIGHT),
        )
        return replace(moth(), areas={"play": (Tracks(id="w", title="", items=items),), "reference": ()})

    peers = [entry(2), entry(5), entry(6)]
    view, _ = blanks.blank(peers, blanks.kept(peers))
    (tracks,) = view.area("play")
    assert isinstance(tracks, Tracks)
    assert [t.number.size for t in tracks.items] == [3, 6]
    assert all(t.current is None for t in tracks.items)


def test_a_leaner_sheet_gives_up_rows_to_write_in_but_nothing_written() -> None:
    areas: dict[str, tuple[Block, ...]] = {
        "play": (
            Table(id="t", title="T", heading="N", columns=(), rows=(Row(name="", cells=()),) * 6),
            Lines(id="l", title="Notes", count=8),
        ),
        "reference": (),
    }
    lean = blanks.leaner(replace(moth(), areas=areas), 3)
    empty, lines = lean.area("play")
    assert isinstance(empty, Table) and isinstance(lines, Lines)
    assert (len(empty.rows), lines.count) == (3, 3)
    full = table("n", "Claw 1", "Bite 2")
    roomy = replace(full, rows=(*full.rows, *(Row(name="", cells=()),) * blanks.SPARE))
    kept = blanks.leaner(replace(moth(), areas={"play": (roomy,), "reference": ()}), 4).area("play")[0]
    assert kept == full


def test_a_few_rows_to_write_in_are_given_up_for_pages_of_a_form_but_no_larger_type() -> None:
    claws, empty = table("n", "Claw 1", "Bite 2"), Row(name="", cells=())
    tables = [replace(claws, id=f"t{n}", title="T", rows=(*claws.rows, *(empty,) * 4)) for n in range(26)]
    entry = replace(moth(), areas={"play": (prose("a", 4), *play_blocks(1, 1)[-1:]), "reference": tuple(tables)})
    candidates = SheetPage(entry, PrintStyle(ROSE), mode="form").candidates()[:4]
    ways = [(candidate.variant, candidate.pages) for candidate in candidates]
    assert ways == [("roomy 1.0 4 tall", 3), ("roomy 1.0 5 tall", 4), ("roomy 1.0 6 tall", 5), ("roomy 1.04 6 tall", 5)]


def test_a_card_that_does_not_fit_names_its_longest_part() -> None:
    page = CardPage(auditor(), PrintStyle(ROSE), CardShape(card_format("poker"), 2.0))
    error = DoesNotFitError("auditor", 12.3, "its poker card", page.longest())
    assert "does not fit its poker card: at the smallest type it is 12 mm too long" in str(error)
    assert f"its longest part is “{page.longest()}”" in str(error) and page.longest()


def test_header_and_foot_stand_at_the_edges_of_both_faces() -> None:
    shape = CardShape(card_format("poker"), 2.0)
    fitted = Engine().fit(card_job([lantern()], PrintStyle(ROSE), shape))
    assert fitted.pages == (2,)
    for number_, page in enumerate(PdfReader(io.BytesIO(fitted.pdf)).pages):
        edges: dict[str, float] = {}

        def note(
            text: str, cm: list[float], tm: list[float], font: object, size: float, at: dict[str, float] = edges
        ) -> None:
            at[text.strip()] = (tm[5] * cm[3] + cm[5]) * POINT

        page.extract_text(visitor_text=note)
        heights = {text: y for text, y in edges.items() if text}
        assert any("HOLLOW" in text for text in heights), f"face {number_ + 1} has its name"
        low = min(heights.values())
        assert [text for text, y in heights.items() if y < low + 1 and ("1 / 1" in text or "Night School" in text)]


def test_what_is_drawn_stands_as_high_as_what_is_set() -> None:
    """The plan of a page reckons heights; a drawing may not differ from them."""
    style = PrintStyle(ROSE)
    frame = replace(FRAME, colours=PrintColours.of(tokens(style.theme, style.ink)))
    scores = Scores(
        id="s",
        title="",
        items=tuple(
            Score(label=name, short="", number=number(n * 11), bonus=number(n)) for n, name in enumerate("ABCDEFGHIJ")
        ),
    )
    tracks = Tracks(
        id="w",
        title="",
        items=(Track(label="Light", number=number(4), mark=LIGHT), Track(label="Heavy", number=number(2), mark=LIGHT)),
    )
    checks = CheckGroups(id="c", title="", groups=(Checks("Body", ("Burning", "Dizzy")), Checks("Mind", ("Enraged",))))
    for block, drawing in (
        (scores, drawn(scores, frame)),
        (tracks, drawn(tracks, frame)),
        (checks, drawn(checks, frame)),
    ):
        assert drawing.height == pytest.approx(sheet_height(block, FRAME), abs=1.2), block.type
    text = " ".join(ink.text for ink in drawn(checks, frame).inks)
    assert all(word in text for word in ("BODY", "Burning", "Dizzy", "MIND", "Enraged"))


def test_conditions_that_take_several_lines_share_them_evenly() -> None:
    def rows(*counts: int) -> list[int]:
        groups = tuple(Checks(f"Group {n}", ("Overwatch",) * count) for n, count in enumerate(counts))
        shape = CHECKS.shape(CheckGroups(id="c", title="", groups=groups), FRAME)
        assert shape.label + shape.column * max(len(items) for *_, items in shape.lines) <= FRAME.width + 0.01
        return [len(items) for *_, items in shape.lines]

    most = rows(40)[0]
    assert rows(most) == [most] and rows(most, 2) == [most, 2]
    half = most // 2 + 1
    assert rows(most + 1) == [half, most + 1 - half], "not one alone"
    assert rows(2 * most) == [most, most]


def test_bonuses_are_outlined_where_ink_is_saved() -> None:
    score = Score(label="Strength", short="Str", number=number(28), bonus=number(2))
    for ink in (False, True):
        frame = replace(FRAME, colours=PrintColours.of(tokens(ROSE, ink)))
        drawing = drawn(Scores(id="s", title="", items=(score,)), frame)
        assert drawing is not None
        assert all(min(bar.width, bar.height) <= 0.3 for bar in drawing.bars) == ink
        assert drawing.inks[-1].colour != (frame.colours.paper if ink else frame.colours.ink)


def test_codes_of_a_strip_stand_in_the_middle_below_their_marks() -> None:
    panel = next(block for block in aiko().area("play") if isinstance(block, Panel))
    strip = next(block for block in inner_blocks(panel.entries[0]) if isinstance(block, Strip))
    pitch, half = shape_of(strip, FRAME).pitch, FRAME.sizes.head_mm / 2
    inks = drawn(strip, FRAME).inks
    below = [ink for ink in inks if ink.y > inks[0].y]
    assert len(inks) == 3 * len(strip.pairs) and len(below) == 2 * len(strip.pairs)
    for ink in below:
        off = ((ink.x + ink.end - ink.tracking) / 2 - half) % pitch
        assert min(off, pitch - off) < 0.1


def test_a_panel_has_a_second_column_where_something_stands_in_both() -> None:
    panel = next(block for block in aiko().area("play") if isinstance(block, Panel))
    [entry] = panel.entries[:1]
    slim = tuple(block for block in inner_blocks(entry) if block.slim)
    rest = tuple(block for block in inner_blocks(entry) if not block.slim)
    assert slim and rest
    for blocks, apart in (((*slim, *rest), True), (slim, False), (rest, False)):
        [(first, second)] = shape_of(replace(panel, entries=(replace(entry, areas={"page": blocks}),)), FRAME).columns
        assert (first.left < second.left) == apart
        assert (first.frame.width < FRAME.width / 2) == apart


@pytest.mark.parametrize("corners", ["square", "round"])
def test_the_bar_of_an_empty_panel_is_level_where_bars_do_not_slant(corners: Corners) -> None:
    panel = next(block for block in aiko().area("play") if isinstance(block, Panel))
    colours = PrintColours.of(tokens(replace(ROSE, corners=corners), True))
    drawing = unquote(shape_of(panel, replace(FRAME, colours=colours)).bar)
    [(left, right)] = re.findall(r"17V([\d.]+)L[\d.]+ ([\d.]+)V17", drawing)
    [(left_foot, right_foot)] = re.findall(r"M.25 ([\d.]+)L[\d.]+ ([\d.]+)'", drawing)
    assert (left, left_foot) == (right, right_foot)


def test_fields_stand_where_the_drawing_has_what_they_hold() -> None:
    text = '{% import "blocks/sheet.html" as draw with context %}{{ draw.content(block, f) }}'
    panel = next(block for block in aiko().area("play") if isinstance(block, Panel))
    strip = next(block for block in inner_blocks(panel.entries[0]) if isinstance(block, Strip))
    pair = strip.pairs[0]
    lettered = Pair(replace(pair.head, glyph=""), replace(pair.state, glyph=""))
    for block, fields in (
        (Tracks(id="w", title="", items=(Track(label="Light", number=number(4), mark=LIGHT),)), 4),
        (Tracks(id="w", title="", items=(Track(label="Stress", number=number(64), mark=LIGHT),)), 1),
        (CheckGroups(id="c", title="", groups=(Checks("Body", ("Burning", "Dizzy")),)), 2),
        (Scores(id="s", title="", items=(Score(label="Aim", short="", number=number(3), bonus=number(1)),)), 2),
        (Figures(id="f", title="", items=(Figure(label="Move", number=number(8), unit="m"),)), 1),
        (Strip(id="a", title="", pairs=(pair,) * 3), 3),
        (Strip(id="a", title="", pairs=(lettered,) * 3), 3),
    ):
        filled, blank, form = (replace(FRAME, mode=mode) for mode in ("filled", "blank", "form"))
        html = page_source(environment().from_string(text), "x", {"block": block, "f": form}).html
        assert html.count("<input") == fields and html.count("<embed") == 1
        empty = {ink.text for ink in drawn(block, form).inks}
        assert empty <= {ink.text for ink in drawn(block, filled).inks} | {f" {unit}" for unit in ("m",)}
        assert len({drawn(block, frame).height for frame in (filled, blank, form)} - {0}) == 1 or block.type == "strip"
        for field in fields_of(block, form):
            assert 0 <= field.x <= field.x + field.width <= FRAME.width
            assert 0 <= field.y <= field.y + field.height <= drawn(block, form).height + 0.6, block.type
            assert not any(
                ink.x < field.x + field.width - 0.1
                and ink.end > field.x + 0.1
                and field.y < ink.y < field.y + field.height
                for ink in drawn(block, form).inks
            ), (block.type, field.name)


def test_headline_numbers_on_a_second_line_keep_off_the_first() -> None:
    block = Figures(
        id="p",
        title="",
        items=tuple(
            Figure(label=f"Number {n}", number=number(n), after="and what else there is to it") for n in range(5)
        ),
    )
    slim = FRAME.narrowed(64.0)
    rows = len(shape_of(block, slim))
    tops = sorted({round(ink.y, 2) for ink in drawn(block, slim).inks if ink.text.startswith("NUMBER")})
    assert rows > 1 and len(tops) == rows
    alone = sheet_height(replace(block, items=block.items[:1]), slim)
    assert sheet_height(block, slim) == pytest.approx(rows * alone + (rows - 1) * 2.0 * slim.sizes.space)


def test_a_header_to_write_in_has_room_for_its_lines() -> None:
    def height(page: SheetPage) -> float:
        html = page.source(page.candidates()[0].variant).html
        match = re.search(r'<header class="page-head [^>]*height:([\d.]+)mm', html)
        assert match is not None
        return float(match[1])

    filled, blank = (SheetPage(aiko(), PrintStyle(ROSE), mode=mode) for mode in ("filled", "blank"))
    assert height(blank) > height(filled) + 1


def test_the_frame_of_a_panel_begins_behind_its_bar() -> None:
    text = '{% import "blocks/sheet.html" as draw with context %}{{ draw.content(panel, f) }}'
    panel = next(b for b in aiko().area("play") if isinstance(b, Panel))
    values = {"panel": panel, "f": FRAME.narrowed(192.0)}
    html = page_source(environment().from_string(text), "x", values).html
    frame, bar = (
        re.search(rf'class={name} style="\s*[^"]*?(?:top|height):([\d.]+)mm', html) for name in ("panel-frame", "bar")
    )
    assert frame and bar and html.index("class=panel-frame") < html.index("class=bar")
    assert 0 < float(frame[1]) < float(bar[1])


def test_the_name_of_a_panel_is_as_small_as_a_narrow_place_needs() -> None:
    """Else it runs over the edge of the page, and the whole sheet is set in other places than the game says."""
    panel = next(b for b in aiko().area("play") if isinstance(b, Panel))
    panel = replace(panel, entries=(replace(panel.entries[0], name="The Cartographer"),))
    wide, narrow = (shape_of(panel, FRAME.narrowed(measure)).names[0] for measure in (192.0, 60.0))
    name = panel.entries[0].name.upper()
    assert narrow.type < wide.type and width(name, FRAME.heading, narrow.type) <= narrow.room < 60.0
    assert narrow.top > wide.top and narrow.lift < wide.lift


def test_the_entries_of_a_panel_stand_apart() -> None:
    text = '{% import "blocks/sheet.html" as draw with context %}{{ draw.content(panel, f) }}'
    (entry,) = next(b for b in aiko().area("play") if isinstance(b, Panel)).entries
    panel, frame = Panel(id="p", title="", entries=(entry, entry, entry)), FRAME.narrowed(192.0)
    html = page_source(environment().from_string(text), "x", {"panel": panel, "f": frame}).html
    gaps = [float(gap) for gap in re.findall(r'class=panel-entry style="[^"]*?margin-top:([\d.]+)mm', html)]
    assert gaps[0] == 0 and min(gaps[1:]) >= 2
    assert printed(panel.type).sheet_height(panel, frame) == pytest.approx(
        3 * shape_of(panel, frame).entries[0][1] + sum(gaps), abs=0.05
    )


def test_a_running_number_is_typed_in_and_its_limit_printed() -> None:
    block = Tracks(id="w", title="", items=(Track(label="Stress", number=number(64), mark=LIGHT),))
    form = replace(FRAME, mode="form")
    (field,) = fields_of(block, form)
    label, limit = drawn(block, form).inks
    assert (field.name, field.width, label.text, limit.text) == ("Stress", 20.0, "STRESS", "/ 64")
    assert label.end < field.x and field.x + field.width < limit.x and field.y < limit.y < field.y + field.height


@pytest.mark.parametrize("mode", ["filled", "blank", "form"])
def test_a_running_number_is_written_within_its_column_on_all_of_its_line(mode: Mode) -> None:
    block = Tracks(id="w", title="", items=(Track(label="Vitality", number=number(64), mark=LIGHT),))
    slim = replace(FRAME.narrowed(27.0), mode=mode)
    drawing = drawn(block, slim)
    right = max(bar.x + bar.width for bar in drawing.bars)
    assert right < max(ink.end for ink in drawing.inks) <= 27.0
    assert max(bar.height for bar in drawing.bars) >= 0.8 * slim.sizes.track_mm
    for field in fields_of(block, slim):
        assert field.x + field.width == pytest.approx(right) and field.height <= slim.sizes.track_mm


def test_what_leaves_the_play_page_takes_its_text_along() -> None:
    skills = replace(table("n", *(f"Row{n} {n}" for n in range(8))), id="skills")
    tracks = Tracks(id="w", title="Wounds", items=(Track(label="Light", number=number(4), mark=LIGHT),))
    notes = [replace(prose(name, 2), title="") for name in ("of-skills", "of-tracks")]
    play: list[Block] = [replace(skills, id="attacks"), skills, notes[0], tracks, notes[1]]
    pages = plan(play, [], {"dense": FRAME}, "dense", PageSpace(192.0, 75.0, 250.0, 0.0), 1.0, True)
    assert pages is not None
    first, second = ([p.block.id for band in page.bands for c in band.columns for p in c.placed] for page in pages)
    assert (first, second) == (["attacks", "w", "of-tracks"], ["skills", "of-skills"])


def test_notes_never_stand_in_a_thin_column() -> None:
    heads = ("damage", "rolls", "pen", "reach", "confirm")
    for width_ in range(80, 200, 10):
        frame = FRAME.narrowed(float(width_))
        for note in ("Fencing prize, 1988", "From the sports floor, on the house. " * 2):
            block = table(" ".join(heads), "Carbine 1d10+2 3-12 1 80m 42")
            noted = replace(block, rows=(replace(block.rows[0], note=Markup(note)),))
            shape = columns_of(noted, frame)
            assert shape.note_width == 0 or shape.note_width > 4 * frame.sizes.note


def test_the_reference_takes_smaller_type_before_another_page() -> None:
    frames = {name: SheetFrame(192.0, SHEET[name]) for name in ("normal", "dense")}
    sizes = set()
    for count in range(12, 30):
        blocks = [prose(f"p{n}", 6) for n in range(count)]
        space = PageSpace(192.0, 200.0, 250.0, 0.0)
        by_itself = {name: len(lookup_pages(blocks, frame, space, 1.0)) for name, frame in frames.items()}
        pages = plan([prose("play", 2)], blocks, frames, "normal", PageSpace(192.0, 200.0, 250.0, 0.0), 1.0, True)
        assert pages is not None and pages[0].density == "normal"
        closer = len(pages) - 1 < by_itself["dense"]
        assert len(pages) - 1 == by_itself["dense"] - closer
        assert (pages[1].density == "dense") == (closer or by_itself["dense"] < by_itself["normal"])
        sizes.add(pages[1].density)
    assert sizes == {"normal", "dense"}


def test_large_print_stays_large() -> None:
    html = "".join(
        SheetPage(aiko(), PrintStyle(ROSE), "large-print").source(candidate).html for candidate in ["normal 1.0 0 tall"]
    )
    assert 'class="page normal' in html and 'class="page dense' not in html


def test_labels_of_scores_stand_apart() -> None:
    names = ("Weapon Skill", "Ballistic Skill", "Strength", "Toughness", "Agility", "Willpower")
    six = Scores(
        id="s",
        title="",
        items=tuple(Score(label=name, short=name[:2].upper(), number=number(38), bonus=number(3)) for name in names),
    )
    for mode in ("filled", "blank", "form"):
        frame = replace(FRAME, mode=mode)
        rows = shape_of(six, frame)
        assert all(rows.label(score, frame) == score.label for score in six.items)
        assert (
            rows.width >= max(map(frame.label, names)) + 2.5
            and printed(six.type).natural_width(six, frame) <= frame.width
        )
    eight = replace(six, items=(*six.items, *six.items[:2]))
    short = [shape_of(eight, FRAME).label(score, FRAME) for score in eight.items]
    assert short == [score.short for score in eight.items], "no room for one: short for all"
    nine = replace(six, items=(*six.items, *six.items[:3]))
    rows = shape_of(nine, FRAME)
    assert [len(row) for row in rows.rows] == [5, 4], "fewer in a row, where that takes no more rows"
    assert all(rows.label(score, FRAME) == score.label for score in nine.items)
    for wide in range(150, 260, 2):
        large = replace(LARGE_FRAME, width=float(wide))
        rows = shape_of(nine, large)
        longest = max(large.label(rows.label(score, large)) for score in nine.items)
        assert rows.width - longest >= 0.5 * large.sizes.label * POINT


def test_heads_of_a_grid_keep_their_numbers_beside_them() -> None:
    heads = tuple(
        Figure(label=name, number=number(n)) for name, n in (("Head", 9), ("Arms", 8), ("Body", 10), ("Legs", 8))
    )
    block = Grid(
        id="g", title="When you are hit", heads=heads, rows=(GridRow("Instant kill at", (Number("40"),) * 4, LIGHT),)
    )
    for density in ("normal", "dense", "floor"):
        assert not shape_of(block, SheetFrame(64.0, SHEET[density])).stacked
    large = SheetFrame(192.0, SHEET["normal"].scaled(LARGE))
    assert not shape_of(block, large).stacked
