"""Texts of sheets flow on as long as they need: no word of an entry is lost, whatever its shape."""

from __future__ import annotations

import io
import random
import re
from dataclasses import replace

import pypdfium2  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import Markup
from test_printing_entries import ROSE, aiko

from sheetgen.blocks import (
    Block,
    Column,
    EntryView,
    Fact,
    Facts,
    Figure,
    Grid,
    GridRow,
    Named,
    NamedList,
    Number,
    Panel,
    Prose,
    Row,
    Table,
)
from sheetgen.build import engine_missing
from sheetgen.print.engine.engine import Engine
from sheetgen.print.engine.job import Job, StaticPage, Unit
from sheetgen.print.errors import DoesNotFitError
from sheetgen.print.jobs import PrintResult, PrintSession, PrintStyle, print_sheets
from sheetgen.print.measure.running_text import FlowStyle, cut, height
from sheetgen.print.paper import paper
from sheetgen.print.sheets.sheet_css import Layout

LOOK = PrintStyle(ROSE)
STYLE = FlowStyle(9.0, 4.0, 1.0, 0.4)

pytestmark = pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")


class Writer:
    """Writes texts of many shapes in which no word occurs twice."""

    def __init__(self, seed: int) -> None:
        self.chance, self.count = random.Random(seed), 0

    def word(self) -> str:
        self.count += 1
        return f"w{self.count}x" + "a" * self.chance.choice([0, 1, 2, 5, 9, 9, 60])

    def words(self, most: int) -> str:
        return " ".join(self.word() for _ in range(self.chance.randint(1, most)))

    def text(self) -> Markup:
        """Paragraphs, lists and tables."""
        return Markup("\n".join(self.part() for _ in range(self.chance.randint(1, 6))))

    def part(self) -> str:
        kind = self.chance.random()
        if kind < 0.6:
            return f"<p>{self.words(60)}</p>"
        if kind < 0.8:
            tag = self.chance.choice(["ul", "ol"])
            return f"<{tag}>{''.join(f'<li>{self.words(20)}</li>' for _ in range(self.chance.randint(1, 6)))}</{tag}>"
        rows = "".join(
            f"<tr><td>{self.words(3)}</td><td>{self.words(20)}</td></tr>" for _ in range(self.chance.randint(1, 8))
        )
        head = f"<thead><tr><th>{self.words(1)}</th><th>{self.words(1)}</th></tr></thead>"
        return f"<table>{head}<tbody>{rows}</tbody></table>"

    def named(self, name: str, most: int) -> NamedList:
        items = tuple(Named(name=self.word(), text=self.text()) for _ in range(self.chance.randint(1, most)))
        return NamedList(id=name, title=name.title(), items=items)

    def table(self) -> Table:
        rows = tuple(
            Row(name=self.word(), cells=(), note=Markup(self.words(60))) for _ in range(self.chance.randint(1, 9))
        )
        return Table(id="gear", title="Gear", heading="Gear", columns=(Column("Weight"),), rows=rows)


def hero(seed: int) -> tuple[EntryView, int]:
    """A hero of `traits`, `gear` and `powers` beside each other, and the number of their words."""
    write = Writer(seed)
    play = (Facts(id="who", title="", items=(Fact("Origin", write.word()),)),)
    reference = (write.named("traits", 8), write.table(), write.named("powers", 8))
    return view(play, reference), write.count


def view(play: tuple[Block, ...], reference: tuple[Block, ...] = ()) -> EntryView:
    return replace(aiko(), areas={"play": play, "reference": reference})


def lost(result: PrintResult, count: int) -> list[str]:
    """The words of a writer that a PDF does not have; those too long for a line are broken anywhere."""
    document = pypdfium2.PdfDocument(io.BytesIO(result.pdf))
    text = "".join(page.get_textpage().get_text_range() for page in document)
    flat = re.sub(r"[\s\u00ad\ufffe-]", "", text).casefold()
    return [f"w{n}x" for n in range(1, count + 1) if f"w{n}x" not in flat]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("layout", "size"), [("full", "a4"), ("full", "a5"), ("large-print", "letter")])
def test_texts_of_every_shape_flow_on(session: PrintSession, seed: int, layout: Layout, size: str) -> None:
    entry, count = hero(seed)
    assert lost(print_sheets(session, [entry], replace(LOOK, paper=paper(size)), layout), count) == []


@pytest.mark.parametrize("layout", ["one-page", "digest"])
def test_a_layout_of_one_page_holds_all_or_says_that_it_does_not(session: PrintSession, layout: Layout) -> None:
    write = Writer(1)
    past = Prose(id="past", title="Past", text=Markup(f"<p>{write.words(60)}</p>"))
    entry = view((Facts(id="who", title="", items=(Fact("Origin", write.word()),)), past))
    assert lost(print_sheets(session, [entry], LOOK, layout), write.count) == []
    with pytest.raises(DoesNotFitError):
        print_sheets(session, [hero(0)[0]], LOOK, layout)


def test_one_text_longer_than_a_page_goes_on_overleaf(session: PrintSession) -> None:
    write = Writer(2)

    def long() -> Markup:
        return Markup(f"<p>{' '.join(write.word() for _ in range(500))}</p>")

    blocks: tuple[Block, ...] = (
        Prose(id="past", title="Past", text=long()),
        NamedList(id="traits", title="Traits", items=(Named(name=write.word(), text=long()),)),
        Table(
            id="gear", title="Gear", heading="Gear", columns=(), rows=(Row(name=write.word(), cells=(), note=long()),)
        ),
    )
    result = print_sheets(session, [view((), blocks)], replace(LOOK, paper=paper("a5")), "large-print")
    assert lost(result, write.count) == []


def test_a_panel_with_more_than_a_page_of_texts_opens_up(session: PrintSession) -> None:
    write = Writer(3)
    inner = replace(aiko(), id="shade", name=write.word(), areas={"panel": (write.named("powers", 12), write.table())})
    entry = view(
        (
            Facts(id="who", title="", items=(Fact("Origin", write.word()),)),
            Panel(id="shade", title="Shade", entries=(inner,)),
        )
    )
    assert lost(print_sheets(session, [entry], LOOK), write.count) == []


def test_a_sheet_of_facts_alone_shows_them(session: PrintSession) -> None:
    write = Writer(4)
    assert (
        lost(
            print_sheets(session, [view((Facts(id="who", title="", items=(Fact("Origin", write.word()),)),))], LOOK), 1
        )
        == []
    )


def test_what_the_engine_drops_is_a_fault() -> None:
    css = "@page {size: 50mm 50mm; margin: 0} .a {position: absolute; top: 0} .b {float: left; width: 40mm}"
    text = " ".join(f"word{n}" for n in range(400))
    page = StaticPage(f"<section id=x-start><div class=a><div class=b>{text}</div></div><p id=x-end></p></section>")
    fitted = Engine().fit(Job((Unit("x", "x", page),), css, "x"))
    assert fitted.candidates == (-1,)
    assert any("stand nowhere" in note for note in fitted.notes)


@settings(max_examples=60)
@given(st.integers(0, 10_000), st.integers(20, 900), st.booleans())
def test_a_cut_text_has_the_same_words(seed: int, letters: int, inside: bool) -> None:
    html = Writer(seed).text()
    parts = cut(html, lambda part: len(part) <= letters, inside)
    if parts is not None:
        words = [re.findall(r"w\d+x", part) for part in (html, *parts)]
        heads = set(re.findall(r"w\d+x", "".join(re.findall(r"<thead>.*?</thead>", html))))
        assert [w for w in words[0] if w not in heads] == [w for w in words[1] + words[2] if w not in heads]
        assert words[1] and words[2] and len(parts[0]) <= letters
        assert all(part.count(f"<{tag}>") == part.count(f"</{tag}>") for part in parts for tag in ("p", "td", "tr"))


def test_a_numbered_list_goes_on_with_its_number_and_a_table_with_its_head() -> None:
    items = "<ol start=3><li>a b</li><li><ol><li>x</li></ol></li><li>c d</li></ol>"
    parts = cut(items, lambda part: "c d" not in part)
    assert parts is not None and parts[1].startswith('<ol start="5">')
    rows = "<tr><td>one</td></tr><tr><td>two</td></tr>"
    table = f"<table><thead><tr><th>Head</th></tr></thead><tbody>{rows}</tbody></table>"
    parts = cut(table, lambda part: "two" not in part)
    assert parts is not None and "Head" in parts[1] and "two" in parts[1]
    assert cut(table, lambda part: "one" not in part) is None, "a head does not stand alone"


def test_paragraphs_lists_and_rows_count_for_a_height() -> None:
    measure = height("<p>Short.</p>", 80, STYLE)
    assert measure == pytest.approx(5.0)
    assert height("<p>Short.</p><ul><li>a</li><li>b</li></ul>", 80, STYLE) == pytest.approx(3 * measure)
    assert height("<table><tr><td>a</td></tr><tr><td>b</td></tr></table>", 80, STYLE) > 2 * 4.0


def test_a_header_is_as_high_as_what_stands_in_it(session: PrintSession) -> None:
    write = Writer(5)
    items = tuple(Fact(label, " ".join(write.word() for _ in range(24))) for label in ("School", "Player", "Past"))
    entry = replace(
        view((Facts(id="who", title="", items=items), Prose(id="p", title="Past", text=Markup("<p>Long.</p>")))),
        name="Ann " * 30,
    )
    result = print_sheets(session, [entry], LOOK)
    assert lost(result, write.count) == []
    document = pypdfium2.PdfDocument(io.BytesIO(result.pdf))
    text = document[0].get_textpage()
    height = document[0].get_height()
    last = text.search(f"w{write.count}x").get_next()
    assert last is not None
    left, bottom, right, top = text.get_charbox(last[0])
    place = (left - 2, height - top - 2, right + 2, height - bottom + 2)
    picture = document[0].render(scale=4).to_pil().convert("L").crop(tuple(round(4 * edge) for edge in place))
    assert sum(picture.histogram()[:90]) > 0.4 * picture.width * picture.height


def test_sheets_in_large_print_begin_on_the_front_of_a_leaf(session: PrintSession) -> None:
    entries = [replace(aiko(), id=f"a{n}", name=f"Person {n}") for n in range(3)]
    result = print_sheets(session, entries, LOOK, "large-print")
    document = pypdfium2.PdfDocument(io.BytesIO(result.pdf))
    first = [n for n, leaf in enumerate(document) if "1 of" in leaf.get_textpage().get_text_range()]
    assert len(first) == 3 and not any(n % 2 for n in first)
    assert len(document) == result.pages


def test_a_grid_whose_numbers_are_texts_loses_no_word(session: PrintSession) -> None:
    heads = tuple(Figure(label=f"Place {n}", number=Number(str(n))) for n in range(7))
    telling = Grid(id="g", title="When hit", heads=heads, rows=(GridRow("Save", (Number("61–100, then a save"),) * 7),))
    result = print_sheets(session, [replace(aiko(), areas={"play": (telling,)})], replace(LOOK, paper=paper("a5")))
    text = pypdfium2.PdfDocument(result.pdf)[0].get_textpage().get_text_range()
    assert (text.count("save"), text.count("61–")) == (7, 7)
