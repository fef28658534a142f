"""What is found room for, and what is left out, before anything is set: tables, facts, tracks, lines, headers."""

from __future__ import annotations

import io
import itertools
import pickle
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from markupsafe import Markup
from printed_words import block_words, missing, pdf_text, words
from pypdf import PdfReader
from samples import RULESETS, opened, printed, sample
from test_printing_entries import LIGHT, ROSE, aiko, moth, number, prose

from sheetgen.blocks import (
    Block,
    Body,
    Cell,
    Column,
    EntryView,
    Fact,
    Facts,
    Figure,
    Figures,
    Lines,
    Named,
    NamedList,
    Number,
    Panel,
    Prose,
    Row,
    Scores,
    Table,
    Track,
    Tracks,
    inner_blocks,
    of_type,
)
from sheetgen.blocks.facts.paper import fact_rows
from sheetgen.blocks.parts import MOST_BOXES
from sheetgen.blocks.table import TableToWrite, table_columns
from sheetgen.blocks.table.table_columns import columns_of, halves, sheet_tables
from sheetgen.blocks.table.table_parts import costed, rows_of
from sheetgen.blocks.table.table_texts import cell_style, cramped, figures_only, headed, signs
from sheetgen.blocks.tracks.paper import SMALLEST_BOX, line_tops, track_lines, tracked
from sheetgen.print import block_print
from sheetgen.print.block_print import shape_of, sheet_height, stacked
from sheetgen.print.css import tokens
from sheetgen.print.empty_columns import trimmed, without_empty_columns
from sheetgen.print.engine.copyfit import Candidate
from sheetgen.print.errors import DoesNotFitError
from sheetgen.print.jobs import PrintSession, PrintStyle, print_sheets
from sheetgen.print.measure.colours import PrintColours
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import POINT, paper
from sheetgen.print.plan.print_job import style_of
from sheetgen.print.sheets import blank_form as blanks
from sheetgen.print.sheets import sheet_page
from sheetgen.print.sheets.half_page import digested
from sheetgen.print.sheets.kind_tables import alike
from sheetgen.print.sheets.placing import PageSpace
from sheetgen.print.sheets.sheet_css import DENSITIES, sheet_css
from sheetgen.print.sheets.sheet_job import DigestPage, digest_units
from sheetgen.print.sheets.sheet_layout import plan
from sheetgen.print.sheets.sheet_page import SheetPage, in_places
from sheetgen.print.sizes import SHEET
from sheetgen.site.games import SiteGame

FRAME = SheetFrame(121.0, SHEET["normal"])


def table(heads: str, *rows: str, notes: tuple[str, ...] = ()) -> Table:
    """A table from words; `.` is an empty cell, `_` a space."""
    names = heads.split()
    lines = [[word.replace("_", " ").replace(".", "") for word in row.split()] for row in rows]
    cells = [tuple(Cell(Number(c), h) for c, h in zip(line[1:], names, strict=True)) for line in lines]
    texts = [*map(Markup, notes), *[Markup()] * len(rows)]
    drawn = tuple(
        Row(name=line[0], cells=cell, note=note) for line, cell, note in zip(lines, cells, texts, strict=False)
    )
    return Table(id="t", title="Table", heading="Name", columns=tuple(map(Column, names)), rows=drawn)


# -- tables ------------------------------------------------------------------------------------


def test_columns_that_say_nothing_are_left_out_of_what_is_filled() -> None:
    weapons = table("hit ammo range", "Claw 12 . close", "Bolt 9 . .")
    kept = without_empty_columns(weapons)
    assert [c.label for c in kept.columns] == ["hit", "range"]
    assert [[c.number.text for c in row.cells] for row in kept.rows] == [["12", "close"], ["9", ""]]
    entry = replace(moth(), areas={"play": (weapons,)})
    assert trimmed(entry).area("play") == (kept,)
    assert trimmed(replace(entry, areas={"play": (kept,)})).area("play") == (kept,)


def test_a_table_is_set_alike_for_all_entries_of_a_kind() -> None:
    """A column that is empty for one stays; figures stand right, and halves are made, for all or for none."""
    heads, more = "ammo range notes", [f"Row{n} . 3 ." for n in range(6)]
    tables = [
        table(heads, "Claw . 10 .", "Hook . 5 ."),
        table(heads, "Bow 12 60 .", *more),
        table(heads, "Gun 9 thrown ."),
    ]
    entries = [replace(moth(), id=f"e{n}", areas={"play": (block,)}) for n, block in enumerate(tables)]
    wide = SheetFrame(186.0, SHEET["normal"])
    assert [figures_only(block, 1) for block in tables] == [True, True, False], "each by itself"
    assert [halves(block, wide) for block in tables] == [1, 2, 1]
    own = [block for entry in alike(entries) for block in entry.area("play") if isinstance(block, Table)]
    assert [[column.label for column in block.columns] for block in own] == [["ammo", "range"]] * 3
    assert [figures_only(block, 1) for block in own] == [False] * 3
    assert [halves(block, wide) for block in own] == [2, 2, 1], "a single row stands by itself"
    words = "_".join(["thrown"] * 20)
    long = replace(moth(), id="long", areas={"play": (table(heads, *more, f"Rope . {words} ."),)})
    alone, both = long.area("play")[0], alike([*entries, long])[-1].area("play")[0]
    assert isinstance(alone, Table) and isinstance(both, Table)
    assert (halves(alone, wide), halves(both, wide)) == (1, 2), "what is wider than most of the kind wraps"


def test_notes_stand_below_their_rows_where_they_would_be_a_thin_column() -> None:
    heads = "hit wounded damage hurt reach"
    rows = ["Lamp 1d20+3d10 1d20+3d8 2d10+2d8 2d8+1d6 60_ft", "Hook 1d20+1d10 1d20+1d8 1d8+1d10 1d8+1d6 5_ft"]
    long = "On a critical hit the target is dazzled: one Challenge until its next turn."
    assert columns_of(table("hit", "Lamp 12", notes=(long,)), FRAME).note_width
    assert not columns_of(table(heads, *rows, notes=(long, long)), FRAME).note_width


def test_figures_stand_where_those_of_other_entries_do_though_only_these_have_notes() -> None:
    blocks = [table("hit dmg", "Crook 7 1d8"), table("hit dmg", "Crook 7 1d8", notes=("A hit may pull the target.",))]
    entries = [replace(moth(), id=f"e{n}", areas={"play": (block,)}) for n, block in enumerate(blocks)]
    bare, noted = (columns_of(block, FRAME) for entry in alike(entries) for block in of_type(Table, entry.area("play")))
    assert bare.note_width > 60 and [c.width for c in bare.columns] == [c.width for c in noted.columns]
    assert not columns_of(blocks[0], FRAME).note_width, "by itself the names take what is left"


def test_in_a_narrow_form_the_fields_of_notes_stand_below_their_rows(session: PrintSession) -> None:
    long = "It counts as a solid object that gives full cover, until it moves."
    written = table("stamina at_0", "Load-Bearing 2 Fortitude_2", "Stow 3 Fortitude_3", notes=(long, "Stowed."))
    spare = TableToWrite(**vars(written) | {"rows": (*written.rows, Row(name="", cells=())), "notes": True})
    narrow, wide = (replace(FRAME.narrowed(room), mode="form") for room in (62.0, 180.0))
    assert columns_of(spare, wide).note_width > 40 and not columns_of(spare, narrow).note_width
    assert not columns_of(replace(spare, rows=(replace(spare.rows[0], note=Markup(long * 30)),)), wide).note_width
    [own] = sheet_tables(spare, narrow)
    assert [own.note_height(row) > 0 for row in spare.rows] == [True, True, False]
    assert own.row_height(0) == own.line_height(0) + own.note_height(spare.rows[0])
    entry = replace(moth(), areas={"play": (spare,)})
    pdf = print_sheets(session, [entry], PrintStyle(ROSE, paper("a6")), "full", False, True).pdf
    fields = PdfReader(io.BytesIO(pdf)).get_form_text_fields()
    assert [value for name, value in fields.items() if name.endswith("notes")][:2] == [long, "Stowed."]


def test_a_part_of_a_table_is_set_as_the_whole_of_it() -> None:
    words = "the_target_is_moved_by_up_to_a_metre"
    rows = [f"Act{n} {n} short" for n in range(6)] + [f"Last 6 {words}"]
    whole = table("ap gist", *rows)
    part = rows_of(whole, 0, 3, "Table")
    assert columns_of(part, FRAME) == columns_of(whole, FRAME)
    style = cell_style(part, 1, FRAME)
    assert style == cell_style(whole, 1, FRAME) and (style.face, style.size) == ("text", FRAME.sizes.note)
    assert [row.name for row in part.rows] == ["Act0", "Act1", "Act2"]


def test_two_plain_columns_are_headed_and_one_says_what_it_is() -> None:
    assert headed(table("cost place", "Rope cheap belt"), FRAME)
    assert not headed(table("use", "Rope climbing"), FRAME)
    assert headed(table("die", "1 d4", "2 d6"), FRAME), "names that are figures need a word"


def test_a_table_below_another_has_no_rows_without_anything_to_say() -> None:
    heads = " ".join(f"column{n}" for n in range(10))
    full, half = ("Shear " + " ".join(["12"] * 10)), ("Pin " + " ".join(["12"] * 5 + ["."] * 5))
    first, *later = stacked(table(heads, full, half), FRAME.narrowed(60.0))
    assert isinstance(first, Table) and [row.name for row in first.rows] == ["Shear", "Pin"]
    last = later[-1]
    assert isinstance(last, Table) and [row.name for row in last.rows] == ["Shear"]


@pytest.mark.parametrize("factor", [0.6, 0.8, 1.0, 1.5])
def test_marks_stand_apart_from_names_in_every_size(factor: float) -> None:
    weapons = table("hit", "Claw 12")
    marked = replace(weapons, rows=(replace(weapons.rows[0], mark=LIGHT),))
    frame = replace(FRAME, sizes=FRAME.sizes.scaled(factor))
    mark = max(0.96 * frame.sizes.row, frame.sizes.least) * POINT
    assert signs(weapons, frame) == 0.0
    assert signs(marked, frame) >= 1.0 + mark + 0.5, "white, the mark, white"


def test_fields_are_as_wide_as_their_text_in_the_type_of_a_form() -> None:
    weapons = table("hit wounded", "Claw 1d20_+_2d10 1d20_+_2d8")
    form = columns_of(weapons, replace(FRAME, mode="form"))
    assert all(not cramped("1d20 + 2d10", column.width - 1.2, FRAME) for column in form.columns)
    assert cramped("1d20 + 2d10", 8.0, FRAME) and cramped("a text of more than 24 letters", 80.0, FRAME)


# -- facts, figures, tracks ----------------------------------------------------------------------


def test_facts_in_several_rows_stand_below_each_other() -> None:
    facts = [Fact(f"Label {n}", "Some words" if n % 2 else "x") for n in range(9)]
    rows = fact_rows(facts, FRAME)
    assert len(rows) > 1
    for above, below in itertools.pairwise(rows):
        assert [c.width for c in below] == [c.width for c in above][: len(below)]
    assert sum(c.width for c in rows[0]) <= FRAME.width


def test_a_number_to_write_in_has_room_for_its_line_and_its_unit() -> None:
    blank = replace(FRAME, mode="blank")
    bare, united = (Figure(label="I", number=Number("3"), unit=unit) for unit in ("", "ft"))
    first, second = (shape_of(Figures(id="f", title="", items=(figure,)), blank)[0][0] for figure in (bare, united))
    assert first.width >= 12
    assert second.width >= 12 + second.unit > 12


@pytest.mark.parametrize("count", [6, 9, 10, 14])
def test_boxes_shrink_to_stand_on_a_line(count: int) -> None:

    tracks = Tracks(id="w", title="", items=(Track(label="Wounds", number=number(count), mark=LIGHT),))
    slim = FRAME.narrowed(58.0)
    own = tracked(tracks, slim)
    assert SMALLEST_BOX <= own.sizes.box_mm <= slim.sizes.box_mm
    first = track_lines(tracks.items, own)[0][0]
    assert sum(first.groups) == (count if count <= 10 else count // 2), "on one line, or evenly on two"


# -- blank sheets ----------------------------------------------------------------------------------


def test_a_long_track_is_a_place_to_write_on_a_blank_sheet_too() -> None:

    def entry(size: int) -> EntryView:
        return replace(
            moth(),
            areas={"play": (Tracks(id="w", title="", items=(Track(label="HP", number=number(size), mark=LIGHT),)),)},
        )

    view, _ = blanks.blank([entry(26), entry(42)], frozenset())
    (tracks,) = view.area("play")
    assert isinstance(tracks, Tracks) and tracks.items[0].number.size > MOST_BOXES


def test_rows_that_all_entries_have_stay_on_a_blank_sheet() -> None:
    def entry(*names: str) -> EntryView:
        return replace(moth(), areas={"play": (table("score", *(f"{name} {len(name)}" for name in names)),)})

    peers = [entry("Strength", "Speed"), entry("Strength", "Speed", "Weatherwit")]
    view, own = blanks.blank(peers, frozenset())
    (rows,) = view.area("play")
    assert isinstance(rows, Table) and "t" in own
    assert [row.name for row in rows.rows] == ["Strength", "Speed", *[""] * blanks.SPARE]
    unlike = [entry("Sword"), entry("Bow", "Sword", "Axe")]
    assert not blanks.common(unlike), "one row in three is nothing that the rules print"


def test_a_text_without_a_title_is_no_line_on_a_blank_sheet() -> None:
    def entry(text: str) -> EntryView:
        return replace(
            moth(),
            areas={
                "play": (Prose(id="a", title="", text=Markup(text)), Prose(id="b", title="Notes", text=Markup(text)))
            },
        )

    view, _ = blanks.blank([entry("One."), entry("Two.")], frozenset())
    assert [block.id for block in view.area("play")] == ["b"]


# -- pages -------------------------------------------------------------------------------------------


def pages(blocks: list[Block], height: float) -> list[list[Block]]:
    planned = plan([], blocks, {"normal": FRAME}, "normal", PageSpace(192.0, height, height, 0.0), 1.0, True)
    assert planned is not None
    return [[p.block for band in page.bands for column in band.columns for p in column.placed] for page in planned]


def test_lines_to_write_on_take_what_room_there_is_and_no_page_of_their_own() -> None:
    text = Prose(id="p", title="Text", text=Markup("<p>" + "A sentence that is rather long. " * 40 + "</p>"))
    notes = Lines(id="l", title="Notes", count=6)
    tall, across = (sheet_height(text, FRAME.narrowed(width)) for width in (119.7, 192.0))
    (block, lines), *more = pages([text, notes], tall + 45.0)
    assert block == text and isinstance(lines, Lines) and 2 <= lines.count < 6 and not more
    assert pages([text, notes], tall + 2.0) == pages([text, notes], across + 2.0) == [[text]]


def test_a_table_is_not_halved_where_a_word_would_break() -> None:
    texts = [(f"Type {n}", "") for n in range(9)] + [("Poison", "Resistances")]
    rows = tuple(
        Row(name=name, cells=(Cell(Number("Armor"), "By"), Cell(Number(then), "Then"))) for name, then in texts
    )
    table = Table(id="t", title="T", heading="Type", columns=(Column("By"), Column("Then")), rows=rows)
    (entry,) = alike([replace(moth(), areas={"reference": (table,)})])
    block = next(b for b in entry.area("reference") if isinstance(b, Table))
    halved = [frame for wide in range(60, 131, 5) if halves(block, frame := FRAME.narrowed(float(wide))) == 2]
    assert len(halved) > 5
    for half in map(table_columns.half_of, halved):
        for column, text in zip(columns_of(block, half).columns, ("Armor", "Resistances"), strict=True):
            assert cell_style(block, column.index, half).lines(text, column.width) == (text,)


def test_a_table_without_a_heading_does_not_repeat_its_title(session: PrintSession) -> None:
    rows = tuple(Row(name=name, cells=(Cell(Number("d6"), "Damage", strong=True),)) for name in ("Bow", "Knife"))
    table = Table(id="t", title="Weaponry", heading="", columns=(Column("Damage", strong=True),), rows=rows)
    view = replace(moth(), areas={"play": (table,)})
    text = PdfReader(io.BytesIO(print_sheets(session, [view], PrintStyle(ROSE)).pdf)).pages[0].extract_text()
    assert text.upper().count("WEAPONRY") == 1 and "NAME" in text.upper()


def test_the_part_of_a_table_on_a_further_page_has_the_headings_of_the_whole() -> None:
    rows = tuple(Row(name=f"Row {n}", cells=(), cost=int(n == 0)) for n in range(4))
    table = Table(id="t", title="T", heading="Name", columns=(), rows=rows)
    assert costed(table) and costed(rows_of(table, 2, 4, "T, continued"))
    assert not costed(rows_of(replace(table, rows=rows[1:]), 1, 3, "T, continued"))


def test_white_stands_where_a_track_of_several_lines_ends() -> None:
    frame = SheetFrame(55.0, SHEET["normal"])
    sizes = (("Vigor", 26), ("Durability", 24), ("Health", 3), ("Luck", 3))
    tracks = [Track(label=label, number=number(size), mark=LIGHT) for label, size in sizes]
    lines = track_lines(tracks, frame)
    tops, pitch = line_tops(lines, frame), frame.sizes.track_mm
    assert len(tops) == len(lines) + 1 > 8
    for n, line in enumerate(lines[1:], 1):
        apart = tops[n] - tops[n - 1] - pitch
        assert (apart > 1.0) == (line[0].label in ("Durability", "Health")), (n, line[0].label)
    assert line_tops(lines, replace(frame, tight=True))[-1] == pytest.approx(len(lines) * pitch)


def test_a_sentence_in_a_row_of_a_digest_stands_by_itself() -> None:
    heads = tuple(map(Column, ("Vigor", "Roll", "When", "Then")))
    texts = ("5", "an attack", "You are attacked.", "Nothing")
    cells = tuple(Cell(Number(text), head.label) for text, head in zip(texts, heads, strict=True))
    table = Table(id="t", title="T", heading="Reaction", columns=heads, rows=(Row(name="Defense", cells=cells),))
    view = replace(moth(), areas={"front": moth().area("front")[:1], "play": (table,)})
    [facts] = [block for block in digested(view).area("reference") if isinstance(block, Facts)]
    assert [fact.text for fact in facts.items] == ["5, roll an attack. You are attacked. then Nothing"]


def test_dice_in_a_narrow_column_of_words_stay_whole() -> None:
    texts = ("5, 3 after Defend", "1d20 + 3d10", "You are attacked, and what is higher than the attack evades it.")
    heads = (Column("Vigor", strong=True), Column("Roll"), Column("When"))
    rows = tuple(
        Row(
            name=name,
            cells=tuple(Cell(Number(text), head.label, head.strong) for text, head in zip(own, heads, strict=True)),
        )
        for name, own in (("Defense", texts), ("Ready", ("", "", "")))
    )
    table = Table(id="t", title="T", heading="Reaction", columns=heads, rows=rows)
    for wide in range(60, 120, 3):
        frame = FRAME.narrowed(float(wide))
        roll = columns_of(table, frame).columns[1]
        assert cell_style(table, 1, frame).lines(texts[1], roll.width) == ("1d20\u00a0+\u00a03d10",), wide


def test_one_page_on_small_paper_closes_up_before_it_is_refused(session: PrintSession) -> None:
    page = SheetPage(aiko(), PrintStyle(ROSE, paper("a5")), "one-page")
    short = replace(page, entry=replace(page.entry, areas={"play": page.entry.area("play")[:7]}))
    tried = [candidate.variant.split()[0] for candidate in short.candidates()]
    assert tried[-1] == "tight" and "tight" in dict(sheet_css(page.style, "one-page")[1])
    assert "tight" not in dict(sheet_css(page.style, "full")[1])


def characters(game: SiteGame) -> list[EntryView]:
    return [view for entry in game.entries.of("character") if (view := game.contents.view(entry))]


@pytest.mark.parametrize("size", ["A4", "Letter"])
@pytest.mark.parametrize("layout", ["one-page", "digest"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_character_of_the_samples_fits_one_page(
    session: PrintSession, ruleset: str, layout: str, size: str
) -> None:
    views = characters(sample(ruleset))
    if size == "A4":
        pdf = printed(session, f"{ruleset}/print/characters-{layout}.pdf")
    else:
        style = style_of(sample(ruleset), opened()[0], size)
        pdf = print_sheets(session, views, style, layout).pdf  # type: ignore[arg-type]
    pages = len(PdfReader(io.BytesIO(pdf)).pages)
    assert len(views) >= 4 and pages == (len(views) if layout == "one-page" else -(-len(views) // 2))


def within(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks, and those of the entries in panels."""
    for block in blocks:
        yield block
        if isinstance(block, Panel):
            yield from (inner for entry in block.entries for inner in inner_blocks(entry))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_digest_has_all_that_is_spent_and_used_in_every_round(ruleset: str) -> None:
    for view in characters(sample(ruleset)):
        half = digested(view).area("reference")
        expected = block_words(half) + Counter(words(" ".join(block.title for block in half)))
        everywhere = [*within(view.area("play")), *within(view.area("reference"))]
        tracks, pools = (
            Counter(t.label for b in blocks if isinstance(b, Tracks) for t in b.items if t.number.size)
            for blocks in (everywhere, half)
        )
        assert tracks == pools
        faces = [*view.area("front"), *view.area("back"), *within(view.area("play"))]
        costly = [i.name for b in faces if isinstance(b, NamedList) for i in b.items if i.cost or i.value]
        listed = [row.name for b in faces if isinstance(b, Table) and b.id != "gear" for row in b.rows]
        names = [entry.name for b in view.area("play") if isinstance(b, Panel) for entry in b.entries]
        assert not Counter(words(" ".join({*costly, *listed, *names}))) - expected
        numbers = [s.number.text for b in view.area("play") if isinstance(b, Scores) for s in b.items]
        assert not set(words(" ".join(numbers))) - set(expected)


def as_printed(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks as a sheet has them: names of scores and heads of tables may be short or missing, titles in panels are."""
    for block in blocks:
        if isinstance(block, Table):
            block = replace(block, heading="", columns=tuple(replace(column, label="") for column in block.columns))
        if isinstance(block, Scores):
            block = replace(block, items=tuple(replace(score, label="", short="") for score in block.items))
        if isinstance(block, Panel):
            bare = ([replace(b, title="") for b in inner_blocks(entry)] for entry in block.entries)
            pairs = zip(block.entries, bare, strict=True)
            inner = (replace(entry, areas={"page": tuple(blocks)}) for entry, blocks in pairs)
            block = replace(block, title="", entries=tuple(inner))
        yield block


@pytest.mark.parametrize("ruleset", RULESETS)
def test_sheets_have_every_word_of_the_samples(session: PrintSession, ruleset: str) -> None:
    text = pdf_text(printed(session, f"{ruleset}/print/characters-sheets.pdf"))
    expected = Counter[str]()
    for view in map(trimmed, characters(sample(ruleset))):
        blocks = [*view.area("play"), *view.area("reference")]
        # The words of a figure are drawn: a test of tags reads them in what it says instead.
        expected += block_words(as_printed(block for block in blocks if not isinstance(block, Lines | Body)))
    assert missing(expected, text) == []


def test_who_needs_more_than_half_a_page_has_a_whole_one(session: PrintSession) -> None:
    powers = tuple(Named(name=f"Power {n}", text=Markup("<p>A long text. </p>" * 3), cost=1) for n in range(30))
    front = (NamedList(id="powers", title="Powers", items=powers),)
    views = [moth(), replace(moth(), id="high", areas={"front": front}), replace(moth(), id="last")]
    result = print_sheets(session, views, PrintStyle(ROSE), "digest")
    assert result.pages == 3
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(result.pdf)).pages)
    assert all(f"Power {n}" in text for n in range(30))


def test_the_portrait_is_given_up_last(session: PrintSession) -> None:
    page = SheetPage(aiko(), PrintStyle(ROSE, paper("letter")), "one-page")
    heads = [candidate.variant.split()[-1] for candidate in page.candidates()]
    assert heads == sorted(heads, key=["tall", "slim"].index) and "slim" in heads
    slim = page.source(
        next(candidate.variant for candidate in page.candidates() if candidate.variant.endswith("slim"))
    ).html
    assert "class=portrait" in page.source(page.candidates()[0].variant).html and "class=portrait" not in slim


def planned(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Whose pages are planned from now on, and how densely."""
    plans: list[tuple[str, str]] = []
    real = sheet_page._plan

    def counting(page: SheetPage, density: str, height_safety: float) -> Any:
        plans.append((page.entry.id, density))
        return real(page, density, height_safety)

    monkeypatch.setattr(sheet_page, "_plan", counting)
    return plans


def test_a_sheet_to_write_on_is_planned_until_it_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer rows to write in are tried where they save a page, and only then."""
    plans = planned(monkeypatch)
    page = SheetPage(moth(), PrintStyle(ROSE), mode="blank")
    candidates = page.candidates()
    assert candidates[0].pages <= 2 and len(plans) == 1
    filled = replace(page, entry=listed("long", 60, "words"), mode="blank")
    longer = [candidate.pages > 2 for candidate in filled.candidates()]
    assert longer == sorted(longer) and set(longer) == {False, True}


def test_what_has_no_room_is_not_reckoned_higher(monkeypatch: pytest.MonkeyPatch) -> None:
    """A header over two columns leaves room or not, however carefully heights are reckoned."""
    plans = planned(monkeypatch)
    taken = SheetPage(aiko(), PrintStyle(ROSE)).candidates()[0].variant.split()[0]
    assert taken != DENSITIES[0]
    assert [density for _, density in plans] == [*DENSITIES[: DENSITIES.index(taken) + 1]]


def test_heights_of_blocks_are_reckoned_once_for_all_plans_of_a_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known of them goes to no other process, and is nothing by which a sheet is kept."""
    asked: list[Block] = []
    real = block_print._sheet_height
    monkeypatch.setattr(block_print, "_sheet_height", lambda *given: asked.append(given[0]) or real(*given))
    page = SheetPage(aiko(), PrintStyle(ROSE))
    density, height_safety, rows, head = page.candidates()[0].variant.split()
    first = len(asked)
    assert first > 20 and page.known and page == SheetPage(aiko(), PrintStyle(ROSE))
    plan = sheet_page._plan(page.leaner(int(rows)).headed(head), density, float(height_safety))
    assert plan[2] and len(asked) - first < first / 10, "only parts of blocks, which each plan makes anew"
    away = pickle.loads(pickle.dumps(page))
    assert away == page and away.known == {} and repr(away) == repr(page)


def test_two_digests_on_a_page_are_planned_until_both_have_room(monkeypatch: pytest.MonkeyPatch) -> None:
    small, large = SheetPage(digested(moth()), PrintStyle(ROSE), "digest"), listed("large", 9, "words")
    both = DigestPage((small, replace(small, entry=large)))
    plans = planned(monkeypatch)
    assert both.candidates()[0].variant.count("|") == 1
    assert Counter(name for name, _ in plans) == {"paper-moth": 1, "large": 1}
    variants = [candidate.variant.split("|") for candidate in both.candidates()]
    each = [[candidate.variant for candidate in half.candidates()] for half in both.halves]
    assert len(variants) == max(map(len, each)) and variants[0] == [own[0] for own in each]
    assert variants[-1] == [own[-1] for own in each]
    texts = both.source(both.candidates()[-1].variant).html
    assert "Paper Moth" in texts and "large" in texts


def test_the_columns_of_a_table_and_of_its_parts_are_reckoned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Table] = []
    real = table_columns._columns_of
    monkeypatch.setattr(table_columns, "_columns_of", lambda *given: asked.append(given[0]) or real(*given))
    whole, frame = table("hit range", *(f"Claw{n} 12 close" for n in range(9))), FRAME.narrowed(120.0)
    columns = [table_columns.columns_of(part, frame) for part in (whole, rows_of(whole, 0, 3, "A"), whole)]
    assert columns[0] is columns[1] is columns[2] and asked == [whole]
    assert table_columns.columns_of(whole, frame.narrowed(60.0)) != columns[0] and len(asked) == 2


@pytest.mark.parametrize(("size", "wide"), [("a4", 64.0), ("letter", 64.0), ("a5", 46.2), ("a6", 30.9)])
def test_a_portrait_stands_on_small_paper_too_and_is_smaller_there(size: str, wide: float) -> None:
    page = SheetPage(aiko(), PrintStyle(ROSE, paper(size)))
    html = page.source(page.candidates()[0].variant).html
    picture = re.search(r'<img class=portrait [^>]*style="width:([\d.]+)mm;height:([\d.]+)mm', html)
    assert picture is not None
    assert [float(side) for side in picture.groups()] == pytest.approx([wide, wide * 52 / 64], abs=0.1)


def test_what_would_help_is_said_where_one_page_is_not_enough(session: PrintSession) -> None:
    full = replace(aiko(), areas={"play": (*aiko().area("play"), prose("History", "What nobody rolls. " * 300))})
    with pytest.raises(DoesNotFitError, match="or take A5 paper or take the full layout"):
        print_sheets(session, [full], PrintStyle(ROSE, paper("a6")), "one-page")


def test_large_print_sets_the_facts_of_its_header_larger(session: PrintSession) -> None:
    def sizes(layout: str) -> float:
        result = print_sheets(session, [aiko()], PrintStyle(ROSE), layout)  # type: ignore[arg-type]
        sizes: list[float] = []
        page = PdfReader(io.BytesIO(result.pdf)).pages[0]
        page.extract_text(
            visitor_text=lambda text, cm, tm, font, size: (
                sizes.append(size * abs(tm[3] * cm[3])) if text.strip() == "Nell" else None
            )
        )
        return sizes[0]

    assert sizes("large-print") > 1.25 * sizes("full")


@pytest.mark.parametrize("ink", [False, True])
def test_what_stands_on_the_badge_of_a_card_can_be_read(ink: bool) -> None:
    colours = PrintColours.of(tokens(ROSE, ink))
    assert colours.on_badge == (colours.ink if ink else colours.on_accent)


def test_no_list_goes_on_before_it_begins() -> None:
    pick = random.Random(11)
    for _ in range(25):
        # The last items are short: they may fit where the first do not.
        sizes = [sorted(pick.choices(range(1, 30), k=pick.randrange(3, 14)), reverse=True) for _ in range(4)]
        lists = [
            NamedList(
                id=f"l{n}",
                title=f"List {n}",
                items=tuple(Named(name=f"{n}.{m}", text=Markup("told " * (3 * s))) for m, s in enumerate(own)),
            )
            for n, own in enumerate(sizes)
        ]
        blocks = [block for page in pages([*lists], 200.0) for block in page]
        read = [item.name for block in blocks if isinstance(block, NamedList) for item in block.items]
        for n, whole in enumerate(lists):
            assert [name for name in read if name.startswith(f"{n}.")] == [item.name for item in whole.items]


def listed(name: str, rows: int, last: str) -> EntryView:
    """An entry with a table of five columns: a short text, three figures, and the last one."""
    cells = tuple(
        Cell(Number(text), label)
        for label, text in zip("abcde", ("Some six words or seven of it", "1", "2", "3", last), strict=True)
    )
    items = tuple(Row(name=f"Row {n}", cells=cells) for n in range(rows))
    block = Table(id="t", title="Table", heading="Name", columns=tuple(map(Column, "abcde")), rows=items)
    return replace(moth(), id=name, name=name, areas={"play": (block,)})


def test_a_sheet_of_one_page_is_set_by_itself_where_its_kind_leaves_it_no_room(session: PrintSession) -> None:
    own, peer = listed("own", 70, ""), listed("peer", 70, "Many words more " * 20)
    alone, in_kind = (
        in_places([SheetPage(view, PrintStyle(ROSE), "one-page") for view in alike(views)], [])[0]
        for views in ([own], [own, peer])
    )
    assert alone.fits and not in_kind.fits
    assert print_sheets(session, [own], PrintStyle(ROSE), "one-page", peers=[peer]).pages == 1


class Reckoned(SheetPage):
    """A sheet for which there is room with these factors on every reckoned height."""

    factors: tuple[float, ...] = ()

    def candidates(self) -> list[Candidate]:
        if not self.factors:
            raise DoesNotFitError(self.entry.id, 10.0, "one page")
        return [Candidate(f"tight {factor} 0 slim", 1) for factor in self.factors]


def test_a_sheet_is_set_by_itself_where_its_kind_leaves_it_no_more_than_it_needs() -> None:
    def with_factors(*factors: float) -> SheetPage:
        return type("Of", (Reckoned,), {"factors": factors})(moth(), PrintStyle(ROSE))

    none, just, more = with_factors(), with_factors(1.0), with_factors(1.0, 1.04)
    assert just.settled(more) is more and none.settled(more) is more
    assert more.settled(just) is more and more.settled(none) is more
    assert just.settled(none) is just, "the engine may still find that it fits"


def test_a_digest_takes_half_a_page_only_with_room_to_spare() -> None:
    none, just, more = (type("Of", (Reckoned,), {"factors": own})(moth(), PrintStyle(ROSE), "digest")
                        for own in ((), (1.0,), (1.0, 1.04)))  # fmt: skip
    units = digest_units([more, more, just, more, none])
    assert [[half.whole for half in unit.page.halves] for unit in units if isinstance(unit.page, DigestPage)] == [
        [False, False], [True], [False], [True],
    ]  # fmt: skip
