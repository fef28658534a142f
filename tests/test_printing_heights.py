"""Tables on sheets stand as high as they are reckoned, and no wider than their columns, whatever is in them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from markupsafe import Markup
from test_printing_entries import LIGHT, ROSE

from sheetgen.blocks import Block, Cell, Column, Fact, Facts, Named, NamedList, Number, Prose, Row, Table
from sheetgen.blocks.table.table_columns import columns_of, sheet_tables
from sheetgen.print.block_print import card_height, sheet_height, stacked
from sheetgen.print.cards.shape import CardShape, card_css, card_frame
from sheetgen.print.engine.engine import PIXEL, Engine
from sheetgen.print.engine.job import Job
from sheetgen.print.measure import texts
from sheetgen.print.measure.estimate import line_height
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import card_format, paper
from sheetgen.print.sheets.sheet_css import DENSITIES, SIDE, Layout, Mode, sheet_css, sheet_sizes
from sheetgen.print.sizes import SHEET
from sheetgen.print.style import PrintStyle
from sheetgen.print.templates import environment, page_source
from sheetgen.print.text_metrics.drawing import ImageCache
from sheetgen.print.text_metrics.own_fonts import OwnFonts

WORDS = (
    "a the melee attack against somebody within reach of 3 m takes +1 fire 2d6 + 1 until long-range and/or 12–24 "
    "Strength; Überraschung O’Brien (half) (held) 1d10 [bare] ¼"
).split(" ")
PAGES = """{% import "blocks/sheet.html" as draw with context %}{% for block, f, density in tables %}
<div class="page {{ density }} {{ f.mode }}"><div style="width:{{ f.width }}mm">{{ draw.block(block, f) }}</div></div>
{% endfor %}"""
Columned = tuple[Block, SheetFrame, str]


def words(dice: random.Random, count: int) -> str:
    return " ".join(dice.choices(WORDS, k=count))


def wild_table(dice: random.Random) -> Table:
    """A table with up to six columns of figures, words and texts, with or without marks, costs and notes."""
    sorts = dice.choices(["figures", "words", "texts"], k=dice.randint(0, 6))
    strong = [sort == "figures" and dice.random() < 0.4 for sort in sorts]
    marked, costed, noted, long = (dice.random() < 0.3 for _ in range(4))
    rows = []
    for _ in range(dice.randint(1, 9)):
        most = {"figures": 0, "words": 4, "texts": 25}
        texts = [words(dice, dice.randint(1, most[s])) if most[s] else str(dice.randint(-9, 300)) for s in sorts]
        note = f"<p>{words(dice, dice.randint(2, 40))}</p><p><b>{words(dice, 2)}</b> {words(dice, 9)}</p>"
        rows.append(
            Row(
                name=words(dice, dice.randint(1, 7 if long else 2)),
                cells=tuple(Cell(Number(text), "", own) for text, own in zip(texts, strong, strict=True)),
                note=Markup(note if noted and dice.random() < 0.7 else ""),
                cost=dice.randint(0, 3) if costed else 0,
                mark=LIGHT if marked else None,
            )
        )
    columns = tuple(Column(words(dice, dice.randint(1, 2)) if dice.random() < 0.9 else "", own) for own in strong)
    return Table(id="t", title="Table", heading=dice.choice(["", "Name"]), columns=columns, rows=tuple(rows))


def wild_tables(size: str, mode: Mode, layout: Layout, count: int) -> Iterator[Columned]:
    dice = random.Random(f"{size} {mode} {layout}")
    style = PrintStyle(ROSE, paper(size))
    wide = style.paper.width - 2 * SIDE
    for number in range(count):
        density = DENSITIES[number % len(DENSITIES)]
        width = round(min(wide, dice.choice([wide, (wide - 7) / 2, 64.0, 121.0, dice.uniform(55, wide)])), 2)
        frame = SheetFrame(width, sheet_sizes(density, style, layout, mode), mode=mode)
        table = wild_table(dice)
        for part in stacked(table.emptied([]) if mode == "blank" else table, frame):
            yield part, frame, density


def drawn_heights(tables: list[Columned], size: str, mode: Mode, layout: Layout) -> list[float]:
    """The heights of blocks in mm, each on a page of its own."""
    css, parts = sheet_css(PrintStyle(ROSE, replace(paper(size), height=3000.0)), layout, mode)
    source = page_source(environment().from_string(PAGES), "x", {"tables": tables})
    job = Job((), css, "x", parts=parts, forms=mode == "form", own_fonts=OwnFonts(ROSE.marks))
    _, document = Engine()._render(job, ImageCache(job.own_fonts), [source])
    return [box.border_height() * PIXEL for page in document.pages for box in blocks(page._page_box)]


def blocks(box: Any) -> Iterator[Any]:
    element = getattr(box, "element", None)
    if element is not None and "block" in (element.get("class") or "").split() and type(box).__name__ == "BlockBox":
        yield box
    for child in getattr(box, "children", ()):
        yield from blocks(child)


@pytest.mark.parametrize(
    ("size", "mode", "layout", "count"),
    [
        ("a4", "filled", "full", 32),
        ("letter", "filled", "large-print", 16),
        ("a5", "filled", "full", 16),
        ("a5", "blank", "full", 8),
        ("letter", "form", "full", 8),
    ],
)
def test_tables_stand_as_high_as_they_are_reckoned(size: str, mode: Mode, layout: Layout, count: int) -> None:
    """Never higher; lower by a line where a text is more than words, at most."""
    tables = [*wild_tables(size, mode, layout, count)]
    heights = drawn_heights(tables, size, mode, layout)
    assert len(heights) == len(tables) >= count
    differences = [sheet_height(block, frame) - high for (block, frame, _), high in zip(tables, heights, strict=True)]
    assert min(differences) > -0.05
    assert sum(difference < 0.05 for difference in differences) >= 0.95 * len(tables)


def test_halves_stand_as_high_as_they_are_reckoned() -> None:
    rows = tuple(Row(name=f"Row {n}", cells=(Cell(Number(str(n)), ""),)) for n in range(7))
    block = Table(id="t", title="Table", heading="Name", columns=(Column("number"),), rows=rows)
    tables = [(block, SheetFrame(width, SHEET["normal"]), "normal") for width in (92.5, 121.0, 174.0, 197.9, 192.0)]
    assert [len(sheet_tables(block, frame)) for _, frame, _ in tables] == [2] * 5
    heights = drawn_heights([*tables], "a4", "filled", "full")
    assert heights == pytest.approx([sheet_height(block, frame) for _, frame, _ in tables], abs=0.05)
    assert heights[0] < 40


@pytest.mark.parametrize("mode", ["filled", "blank", "form"])
def test_facts_stand_as_high_as_they_are_reckoned(mode: Mode) -> None:
    """Those that take several lines, and places to write them."""
    dice, facts = random.Random(mode), list[Columned]()
    for number in range(12):
        density = DENSITIES[number % len(DENSITIES)]
        width = dice.choice([64.0, 92.5, 121.0, 192.0])
        sizes = sheet_sizes(density, PrintStyle(ROSE, paper("a4")), "full", mode)
        items = tuple(Fact(words(dice, 1), words(dice, dice.choice([1, 8, 40]))) for _ in range(dice.randint(1, 6)))
        items = (*items, Fact("Home", ""))
        facts.append((Facts(id="f", title="Facts", items=items), SheetFrame(width, sizes, mode=mode), density))
    heights = drawn_heights(facts, "a4", mode, "full")
    differences = [sheet_height(block, frame) - high for (block, frame, _), high in zip(facts, heights, strict=True)]
    assert min(differences) > -0.05 and sorted(differences)[9] < 0.05


def test_words_of_other_scripts_are_reckoned_no_lower_than_drawn() -> None:
    text = "Конец света (почти) " * 9
    row = Row(name=text[:40], cells=(Cell(Number(text), ""),), note=Markup(f"<p>{text}</p>"))
    block = Table(id="t", title="", heading="", columns=(Column("what it does"),), rows=(row,))
    tables = [(block, SheetFrame(width, SHEET["normal"]), "normal") for width in (70.0, 92.5, 121.0)]
    for (_, frame, _), high in zip(tables, drawn_heights([*tables], "a4", "filled", "full"), strict=True):
        assert -0.05 < sheet_height(block, frame) - high < 15


@pytest.mark.parametrize("mode", ["filled", "blank", "form"])
def test_columns_are_never_wider_than_their_table(mode: Mode) -> None:
    """Not where notes are left with no room at all either."""
    for block, frame, _ in wild_tables("a5", mode, "large-print", 100):
        assert isinstance(block, Table)
        for part in sheet_tables(block, frame):
            widths = [part.columns.name_width, part.columns.note_width, *(c.width for c in part.columns.columns)]
            assert sum(widths) <= part.frame.width + 0.05 and min(widths) >= 0
    figures = Row(name="Claw", cells=(Cell(Number("-1234567"), ""),) * 6, note=Markup("<p>Once.</p>"))
    block = Table(id="t", title="", heading="", columns=(Column("reach"),) * 6, rows=(figures,))
    assert sum(c.width for c in columns_of(block, SheetFrame(40.0, SHEET["normal"])).columns) < 40


CARDS = """{% import "blocks/card.html" as draw with context %}{% for block, f in blocks %}
<div class="face {{ density }}"><div class=block style="width:{{ f.width }}mm">{{ draw.block(block, f) }}</div></div>
{% endfor %}"""
ONE_PARAGRAPH = Markup("<p>Until next turn the <b>nearest</b> ally within reach is <em>Panicked</em>, and sings.</p>")
TWO_PARAGRAPHS = ONE_PARAGRAPH + Markup("<p>Once a scene.</p>")


def card_texts() -> Iterator[Block]:
    """Running text as cards have it: prose, names, notes of tables, all of these for the game master too."""
    for text in (ONE_PARAGRAPH, TWO_PARAGRAPHS, Markup("No paragraph of Markdown, but as many words as one has.")):
        items = tuple(
            Named(name=name, text=text, cost=cost, mark=LIGHT) for name, cost in (("Tide", 0), ("Undertow", 2))
        )
        row = Row(name="Hook", cells=(Cell(Number("12"), ""),), note=text)
        for secret in (False, True):
            yield Prose(id="p", title="Effect", text=text, secret=secret)
            yield NamedList(id="n", title="Traits", items=items, secret=secret)
        yield Table(id="t", title="Acts", heading="", columns=(Column("Hit"),), rows=(row, row))


@pytest.mark.parametrize("density", ["normal", "tight"])
def test_a_text_takes_the_same_room_drawn_and_set(density: str, monkeypatch: pytest.MonkeyPatch) -> None:
    style, several = PrintStyle(ROSE), [*card_texts()]
    shape = CardShape(replace(card_format("poker"), height=300.0), 2.0)
    css, parts = card_css(style, shape)
    frame = card_frame(density, style, shape, flows=False)

    def heights() -> tuple[list[float], int]:
        values = {"blocks": [(block, frame) for block in several], "density": density, "notes": True}
        source = page_source(environment().from_string(CARDS), "x", values)
        job = Job((), css, "x", parts=parts, own_fonts=OwnFonts(ROSE.marks))
        _, document = Engine()._render(job, ImageCache(job.own_fonts), [source])
        boxes = [box for page in document.pages for box in blocks(page._page_box)]
        return [box.border_height() * PIXEL for box in boxes], len(source.drawings)

    drawn, drawings = heights()
    monkeypatch.setattr(texts, "paragraph", lambda *given: None)
    set_by_engine, fewer = heights()
    assert len(drawn) == len(several) and drawings - fewer >= 2 * len(several)
    assert drawn == pytest.approx(set_by_engine, abs=0.02)


@pytest.mark.parametrize("density", ["normal", "floor"])
def test_texts_on_sheets_stand_as_high_as_they_are_reckoned(density: str) -> None:
    """With paragraphs of Markdown and without; a mark raises its line by a tenth of a millimetre."""
    frame = SheetFrame(92.5, sheet_sizes(density, PrintStyle(ROSE), "full", "filled"))
    columned: list[Columned] = [(block, frame, density) for block in card_texts() if not isinstance(block, Table)]
    heights = drawn_heights(columned, "a4", "filled", "full")
    assert heights == pytest.approx([sheet_height(block, frame) for block, _, _ in columned], abs=0.2)


@pytest.mark.parametrize("density", ["normal", "tight"])
def test_facts_on_cards_stand_as_high_as_they_are_reckoned(density: str) -> None:
    """Short ones side by side and long ones, white between them too; a few are reckoned a line higher or lower."""
    dice, style = random.Random(density), PrintStyle(ROSE)
    shape = CardShape(replace(card_format("poker"), height=3000.0), 2.0)
    css, parts = card_css(style, shape)
    frame = card_frame(density, style, shape, flows=False)
    several = [
        Facts(
            id="f",
            title="",
            items=tuple(
                Fact(label=words(dice, 1).capitalize(), text=words(dice, dice.choice([1, 2, 3, 9])))
                for _ in range(dice.randint(1, 8))
            ),
        )
        for _ in range(60)
    ]
    values = {"blocks": [(block, frame) for block in several], "density": density, "notes": True}
    job = Job((), css, "x", parts=parts, own_fonts=OwnFonts(ROSE.marks))
    source = page_source(environment().from_string(CARDS), "x", values)
    _, document = Engine()._render(job, ImageCache(job.own_fonts), [source])
    drawn = [box.border_height() * PIXEL for page in document.pages for box in blocks(page._page_box)]
    line, space = line_height(frame), 0.8 * frame.sizes.space
    lines = [
        (round((card_height(block, frame) - space) / line), round(high / line))
        for block, high in zip(several, drawn, strict=True)
    ]
    assert max(count for _, count in lines) >= 5
    assert all(abs(own - other) <= 1 for own, other in lines)
    assert sum(own == other for own, other in lines) >= 0.9 * len(lines), lines
