"""Running texts on paper: tables, headings, lists and emphasis can be read, and no word of an entry is lost."""

from __future__ import annotations

import io
import random
import re
from collections import Counter
from dataclasses import replace

import pikepdf
import pytest
from markupsafe import Markup
from printed_words import block_words, missing, pdf_text, words
from pypdf import PdfReader
from samples import RULESETS, printed, sample
from test_printing_entries import ROSE, moth

from sheetgen.blocks import (
    Block,
    Cell,
    Column,
    EntryView,
    Fact,
    Facts,
    Named,
    NamedList,
    Number,
    Prose,
    Row,
    Table,
)
from sheetgen.build import engine_missing
from sheetgen.model.ruleset.kinds import has_card
from sheetgen.print.cards.decks import print_cards
from sheetgen.print.cards.head import banner_of
from sheetgen.print.cards.shape import CardShape
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.measure.colours import BLACK
from sheetgen.print.measure.frame import BlockFrame as TextColumn
from sheetgen.print.measure.name_sizes import name_size
from sheetgen.print.measure.rich_text import bound, headed, rich, unparted
from sheetgen.print.paper import CARDS, POINT, card_format, paper
from sheetgen.print.plan.entry_prints import printable
from sheetgen.print.sizes import CARD
from sheetgen.print.style import PrintStyle
from sheetgen.print.text_metrics import metrics
from sheetgen.print.text_metrics.paragraphs import ParagraphStyle, TextRun, paragraph

COLUMN = TextColumn(56, CARD["normal"])
LOOK = PrintStyle(ROSE)
D100 = Markup(
    '<p>Roll:</p>\n<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>\n<thead>\n<tr>\n'
    '<th>d100</th>\n<th>Effect</th>\n<th style="text-align:right">Cost</th>\n</tr>\n</thead>\n<tbody>'
    + "".join(
        f"<tr>\n<td>{n:02}-{n + 4:02}</td>\n<td>Row{n} begins here and ends with stop{n}.</td>\n"
        f'<td style="text-align:right">{n} gp</td>\n</tr>\n'
        for n in range(1, 96, 5)
    )
    + "</tbody></table></div>"
)
WIDE = Markup(
    "<table><thead><tr>" + "".join(f"<th>Heading {n}</th>" for n in range(14)) + "</tr></thead><tbody><tr>"
    + "".join(f"<td>Extraordinary{n}</td>" for n in range(14)) + "</tr></tbody></table>"
)  # fmt: skip
HEADED = Markup(
    '<h3 id="rain">Rain <a class="anchor" href="#rain" aria-label="Link to this section">#</a></h3><p>x</p>'
)

pytestmark = pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")


def entry(*blocks: Block, name: str = "Wand") -> EntryView:
    """A card whose front is its first block."""
    return replace(moth(), id=name.casefold()[:20], name=name, areas={"front": blocks[:1], "back": blocks[1:]})


def fonts(pdf: bytes) -> set[str]:
    """The names of the fonts of a PDF, without their subset's."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        descriptors = [
            o for o in opened.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/FontDescriptor"
        ]
        return {str(descriptor["/FontName"]).partition("+")[2] for descriptor in descriptors}


def test_a_table_in_a_text_has_columns_as_wide_as_their_words() -> None:
    html = rich(D100, COLUMN)
    shares = [float(share) * 0.56 for share in re.findall(r'<col style="width:([\d.]+)%', html)]
    assert len(shares) == 3 and shares[0] > 8 and shares[1] > 30, "the first is no letter wide"
    assert '<td class="nu">' in html or "<td class=nu>" in html
    assert 'style="text-align' not in html and "tabindex" not in html


def test_a_table_too_wide_for_its_column_is_told_row_by_row() -> None:
    html = rich(WIDE, COLUMN)
    assert "<table" not in html and 'class="tabled"' in html
    assert "<b>Heading 13</b> Extraordinary13" in html
    assert words(WIDE).count("extraordinary13") == words(html).count("extraordinary13")
    assert "<table" in rich(WIDE, TextColumn(500, CARD["normal"]))


def test_cells_that_span_columns_and_short_rows_lose_nothing() -> None:
    html = Markup('<table><tr><td colspan="2">Both</td><td>c</td></tr><tr><td>a</td></tr></table>')
    assert {"both", "c", "a"} <= set(words(rich(html, COLUMN)))
    assert rich(Markup("<table></table>"), COLUMN) == ""


def test_headings_in_texts_stand_below_their_block_and_have_no_anchor() -> None:
    html = rich(HEADED, COLUMN)
    assert "#" not in html and "<h4>Rain" in html and "<h3" not in html


@pytest.mark.parametrize(
    ("text", "told_with_name"),
    [
        ("<p>One.</p><p>Two.</p>", "<p><b>Name.</b> One.</p><p>Two.</p>"),
        ("Plain.", "<p><b>Name.</b> Plain.</p>"),
    ],
)
def test_a_text_follows_its_name_on_the_same_line(text: str, told_with_name: str) -> None:
    assert headed(Markup(text), Markup("<b>Name.</b>")) == told_with_name


@pytest.mark.parametrize(
    "emphasis", ["<em><strong>Both</strong></em>", "<strong><em>Both</em></strong> <code>x</code>"]
)
def test_bold_italic_is_both(session: PrintSession, emphasis: str) -> None:
    text = Markup(f"<p>{emphasis} <strong>bold</strong> <em>lean</em></p>")
    pdf = print_cards(session, [(entry(Prose(id="a", title="", text=text)), 1)], LOOK, card_format("poker"), "none").pdf
    assert {"Source-Sans-3-Semi-Bold-Italic", "Source-Sans-3-Semi-Bold", "Source-Sans-3-Italic"} <= fonts(pdf)


def test_rows_keep_their_label_and_heads_are_repeated_on_the_next_face(session: PrintSession) -> None:
    wand = entry(Prose(id="a", title="", text=Markup("<p>A wand.</p>")), Prose(id="b", title="Effects", text=D100))
    result = print_cards(session, [(wand, 1)], LOOK, card_format("poker"), "none")
    text = pdf_text(result.pdf)
    assert missing(block_words(wand.area("back")), text) == []
    heads = text.count("D100")
    rows = re.findall(r"(\d\d)-\d\d Row(\d+)", " ".join(text.split()))
    assert len(rows) == 19 and all(int(a) == int(b) for a, b in rows), "every label stands beside its row"
    assert heads >= 2, "each face with rows has the heads"


def generated(seed: int) -> EntryView:
    """An entry of hostile lengths and shapes, the same for the same seed."""
    pick = random.Random(seed)
    count = iter(range(10_000))

    def phrase(length: int) -> str:
        return " ".join(
            pick.choice(["mud", "lantern", "overwhelmingly", "x", "12–18", f"w{next(count)}"]) for _ in range(length)
        )

    def text() -> Markup:
        shapes = [
            lambda: f"<p>{phrase(pick.randrange(1, 60))}</p>",
            lambda: f"<h3>{phrase(3)}</h3><p><em><strong>{phrase(2)}</strong></em> {phrase(9)}</p>",
            lambda: "<ul>" + "".join(f"<li>{phrase(5)}<ul><li>{phrase(2)}</li></ul></li>" for _ in range(4)) + "</ul>",
            lambda: f"<blockquote><p>{phrase(12)}</p></blockquote><pre><code>{phrase(9)}</code></pre><hr>",
            lambda: f"<p>{'z' * pick.randrange(20, 90)}{next(count)}</p>",
            lambda: table(pick.randrange(1, 11), pick.randrange(1, 12)),
        ]
        return Markup("\n".join(pick.choice(shapes)() for _ in range(pick.randrange(1, 5))))

    def table(wide: int, high: int) -> str:
        head = "".join(f"<th>{phrase(1)}</th>" for _ in range(wide))
        rows = ("".join(f"<td>{phrase(pick.randrange(0, 9))}</td>" for _ in range(wide)) for _ in range(high))
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'

    acts = tuple(
        Row(name=phrase(3), cells=(Cell(Number(phrase(1)), "Hit"),), mark=None, cost=0, note=text())
        for _ in range(pick.randrange(0, 4))
    )
    front: tuple[Block, ...] = (
        Facts(id="facts", title="", items=tuple(Fact(phrase(1), phrase(pick.randrange(1, 9))) for _ in range(6))),
        Table(id="acts", title="Attacks", heading="Attack", columns=(Column("Hit", True),), rows=acts),
    )
    back: tuple[Block, ...] = (
        NamedList(
            id="traits",
            title="Traits",
            items=tuple(Named(name=phrase(2), text=text(), value=phrase(1)) for _ in range(pick.randrange(0, 5))),
        ),
        Prose(id="tale", title="Tale", text=text()),
        Prose(id="secret", title="Game master only", text=text(), secret=True),
    )
    name = " ".join(["Unspeakable", "Lantern", "of", "the", "Harbour"] * 6)[: pick.choice([4, 30, 120])]
    return replace(entry(), id=f"e{seed}", name=name.strip(), areas={"front": front, "back": back})


@pytest.mark.parametrize("card", ["poker", "a6"])
def test_generated_cards_have_every_word(session: PrintSession, card: str) -> None:
    made = [generated(seed) for seed in range(6)]
    text = pdf_text(print_cards(session, [(view, 1) for view in made], LOOK, CARDS[card], "none").pdf)
    for view in made:
        assert missing(Counter(words(view.name)), text) == []
    assert missing(block_words(b for view in made for side in ("front", "back") for b in view.area(side)), text) == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_cards_of_the_samples_have_every_word(session: PrintSession, ruleset: str) -> None:
    game = sample(ruleset)
    decks = {kind.folder: deck for kind in filter(has_card, game.entries.kinds()) if (deck := printable(game, kind))}
    views = [view for deck in decks.values() for _, view in deck]
    text = "\n".join(pdf_text(printed(session, f"{ruleset}/print/{folder}-cards.pdf")) for folder in decks)
    expected = sum((block_words((*view.area("front"), *view.area("back"))) for view in views), Counter())
    assert missing(expected, text) == []
    assert missing(Counter(word for view in views for word in words(view.name)), text) == []
    foes = sum(view.kind in ("adversary", "shadow") for view in views)
    assert len(re.findall(r"\b2 / 2\b(?! back)", text)) * 3 <= foes, "few take a second card"


def secret_entry(lines: int) -> EntryView:
    """A card whose back runs over by about the note for the game master."""
    traits = tuple(
        Named(name=f"Trait{n}", text=Markup("<p>Reaches round two corners and is not seen to do so by anyone.</p>"))
        for n in range(lines)
    )
    note = Prose(id="secret", title="Game master only", text=Markup("<p>It is afraid of tea.</p>"), secret=True)
    loot = NamedList(id="loot", title="Loot", items=(Named(name="Kettle", text=Markup("<p>Worn.</p>")),))
    full = Prose(
        id="tale", title="Tale", text=Markup("<p>" + "Stands where it has always stood, and says so. " * 30 + "</p>")
    )
    return replace(
        entry(), areas={"front": (full,), "back": (NamedList(id="traits", title="Traits", items=traits), loot, note)}
    )


def test_a_note_for_the_game_master_never_stands_on_a_card_alone(session: PrintSession) -> None:
    small = replace(LOOK, paper=paper("a5"))
    for lines in range(37, 46):
        pdf = print_cards(session, [(secret_entry(lines), 1)], small, card_format("100x150"), "none").pdf
        noted = next(page for page in PdfReader(io.BytesIO(pdf)).pages if "afraid of tea" in page.extract_text())
        assert "LOOT" in noted.extract_text(), lines


def test_a_list_that_goes_on_repeats_its_title(session: PrintSession) -> None:
    traits = NamedList(id="traits", title="Traits", items=secret_entry(60).area("back")[0].items)  # type: ignore[union-attr]
    made = replace(
        entry(), areas={"front": (Prose(id="a", title="", text=Markup("<p>Short.</p>")),), "back": (traits,)}
    )
    text = pdf_text(print_cards(session, [(made, 1)], LOOK, card_format("poker"), "none").pdf)
    assert text.count("TRAITS") >= 3 and text.count("Reaches round") == 60


@pytest.mark.parametrize("note", ["", "Once a day, and never before noon."])
def test_a_table_that_goes_on_repeats_its_heads(session: PrintSession, note: str) -> None:
    rows = tuple(
        Row(name=f"Blow{n}", cells=(Cell(number=Number(text=str(n)), label="Hit"),), note=Markup(note))
        for n in range(60)
    )
    acts = Table(id="acts", title="Attacks", heading="Attack", columns=(Column(label="Hit", strong=True),), rows=rows)
    made = replace(entry(), areas={"front": (Prose(id="a", title="", text=Markup("<p>Short.</p>")),), "back": (acts,)})
    text = pdf_text(print_cards(session, [(made, 1)], LOOK, card_format("poker"), "none").pdf)
    faces = [face for face in re.split(r"\d / \d(?: back)?", text) if "Blow" in face]
    assert len(faces) >= 3 and all(face.count("ATTACK") == 1 == face.count("HIT") for face in faces)


def test_long_facts_have_lines_of_their_own_and_keep_their_units(session: PrintSession) -> None:
    facts = (Fact("Speed", "4 m"), Fact("Reach", "2 m"), Fact("The end", "Shock at 0 Health: 23 rounds, 345 / s."))
    made = replace(entry(), areas={"front": (Facts(id="f", title="", items=facts),)})
    pdf = print_cards(session, [(made, 1)], LOOK, card_format("poker"), "none").pdf
    lines = [" ".join(line.replace("\u00a0", " ").split()) for line in pdf_text(pdf).splitlines()]
    assert "Speed 4 m Reach 2 m" in lines and any(line.startswith("The end Shock at 0") for line in lines)
    assert any("345 / s." in line for line in lines)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("23 rounds, 345 / s.", "23 rounds, 345\u00a0/\u00a0s."),
        ("melee / ranged / −1", "melee / ranged /\u00a0−1"),
        ("on 6–8 or 11–20", '<span class="nb">6–8</span> or <span class="nb">11–20</span>'),
        ("2020-11-22", "2020-11-22"),
    ],
)
def test_numbers_stay_with_their_units_and_ranges_stay_whole(text: str, bound: str) -> None:
    assert bound in rich(Markup(f"<p>{text}</p>"))


def test_a_drawn_line_does_not_break_inside_of_a_range() -> None:
    lines = paragraph([TextRun("aaaa aaaa 61–100")], ParagraphStyle(14.0, 8.0, 1.2, "#000"))
    assert lines is not None and any("61–100" in ink.text for ink in lines.inks)


@pytest.mark.parametrize("card", ["poker", "a6"])
def test_a_very_long_name_is_never_white_on_white(session: PrintSession, card: str) -> None:
    name = "The Otter Who Had Rather More Names Than Anybody Could Be Asked To Remember " * 4
    made = replace(moth(), name=name.strip())
    banner = banner_of(made, LOOK, CardShape(CARDS[card], 2.0), BLACK)
    high = len(banner.name) * banner.name_size * 0.96 * POINT
    assert high <= 8.8 * CARDS[card].scale and banner.name[-1].endswith("…") and banner.above[0] == made.name
    text = pdf_text(print_cards(session, [(made, 1)], LOOK, CARDS[card], "none").pdf)
    assert missing(Counter(words(made.name)), text) == []


def test_a_name_is_parted_where_its_lines_are_much_larger_than_one() -> None:
    sizes = (32.0, 24.0, 20.0, 17.0, 14.0, 12.0)
    title = "Her Serene Highness Wilhelmina of Lower Saxony and the Marches"
    assert name_size("Bram", 110, 15.5, sizes, "black") == (32.0, 1)
    assert name_size(title, 110, 15.5, sizes, "black") == (20.0, 2)
    assert name_size(title, 110, 8.0, sizes, "black") == (12.0, 1), "the box is not high enough for more"
    assert name_size(title, 60, 8.0, sizes, "black") == (12.0, 2), "no line holds it"


def noted(title: str, text: str) -> str:
    """A note for the game master as the site has it."""
    label = f"Game master only{f' <b>{title}</b>' if title else ''}"
    mark = '<svg class="mark" aria-hidden="true"><use href="#secret"/></svg>'
    return f'<aside class="gm" role="note">{mark}<div><p class="gm-lab">{label}</p>{text}</div></aside>'


@pytest.mark.parametrize(
    ("title", "text", "start"),
    [
        ("", "<p>It sank.</p>", "<b>Game master only.</b> It sank.</p></div>"),
        ("Oars?", "<p>It sank.</p><p>Twice.</p>", "<b>Game master only: Oars?</b> It sank.</p><p>Twice.</p></div>"),
        ("Oar", "<ul><li>It sank.</li></ul>", "<b>Game master only: Oar.</b> </p><ul><li>It sank.</li></ul></div>"),
        ("Oar", f"<p>It sank.</p>{noted('', '<p>Twice.</p>')}", "<b>Game master only: Oar.</b> It sank.</p><div class"),
    ],
)  # fmt: skip
def test_a_note_inside_of_a_text_is_one_box_whose_title_runs_in(title: str, text: str, start: str) -> None:
    html = rich(Markup(f"<p>An oar.</p>{noted(title, text)}<p>A boat.</p>"))
    assert start in html and "aside" not in html and "gm-lab" not in html
    assert html.count('<div class="secret boxed">') == html.count("Game master only")
    assert html.count("<div") == html.count("</div") and html.index("</div>") < html.index("A boat")


@pytest.mark.parametrize(
    ("title", "text", "start"),
    [
        ("Oars", "<p>Two.</p>", "<blockquote><p><b>Oars.</b> Two.</p></blockquote>"),
        ("How many?", "<p>Two.</p><p>Or one.</p>", "<blockquote><p><b>How many?</b> Two.</p><p>Or one.</p>"),
        ("", "<p>Two.</p>", "<blockquote><p>Two.</p>"),
        ("Oars", noted("", "<p>Two.</p>"), '<blockquote><p class="lead"><b>Oars.</b> </p><div class="secret boxed">'),
    ],
)
def test_a_box_inside_of_a_text_has_its_title_on_its_first_line(title: str, text: str, start: str) -> None:
    label = f'<p class="lab">{title}</p>' if title else ""
    html = rich(Markup(f'<p>An oar.</p><aside class="notebox" role="note">{label}{text}</aside><p>A boat.</p>'))
    assert start in html and "aside" not in html and html.endswith("</blockquote><p>A boat.</p></div>")


def test_a_note_inside_of_a_text_on_a_card_stands_on_the_line_of_its_lock(session: PrintSession) -> None:
    tale = Prose(id="a", title="", text=Markup(f"<p>An oar.</p>{noted('Oar', '<p>It sank.</p>')}<p>A boat.</p>"))
    result = print_cards(session, [(entry(tale), 1)], LOOK, card_format("poker"), "none")
    lines = [line.strip() for line in pdf_text(result.pdf).splitlines()]
    assert any(line.endswith("Game master only: Oar. It sank.") for line in lines), lines


def test_a_name_above_a_box_stands_on_the_face_of_the_box(session: PrintSession) -> None:
    texts = [noted("", "<p>It sank.</p>") if n % 2 else f"<p>{'Two. ' * (1 + n * 7 % 31)}</p>" for n in range(80)]
    items = tuple(Named(name=f"Oar{n}", text=Markup(text)) for n, text in enumerate(texts))
    tale = Prose(id="a", title="", text=Markup("<p>An oar.</p>"))
    made = entry(tale, NamedList(id="oars", title="Oars", items=items))
    text = pdf_text(print_cards(session, [(made, 1)], LOOK, card_format("poker"), "none").pdf)
    assert len(re.findall(r"Oar\d+\.\s+secret Game master only", text)) == len(texts) / 2


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("another 6 m; melee against you +1, ranged −1", ("6 m;", "you +1,", "ranged −1")),
        ("23 rounds, 345 / s. and 2d6 + 1 of fire", ("345 / s.", "2d6 + 1")),
        ("damage after Soak: 1–6 ±0, 7–11 −10, 12–17 −20.", ("1–6 ±0,", "7–11 −10,", "12–17 −20.")),
        ("one word after the other", ()),
    ],
)
def test_no_line_of_a_cell_ends_between_a_number_and_its_unit(text: str, parts: tuple[str, ...]) -> None:
    cell = unparted(text)
    assert cell.replace("\u00a0", " ") == text and cell.count("\u00a0") == sum(part.count(" ") for part in parts)
    for measure in range(16, 60):
        lines = metrics.broken(cell, "text", 8, measure)
        assert all(any(part.replace(" ", "\u00a0") in line for line in lines) for part in parts)


def test_no_line_ends_behind_a_range_that_has_a_unit() -> None:
    assert bound("<p>7–11 −10, 3–5 m</p>") == (
        '<p><span class="nb">7–11</span>\u00a0−10, <span class="nb">3–5</span>\u00a0m</p>'
    )


def test_a_head_without_a_text_ends_where_its_words_do() -> None:
    assert headed("", Markup("After Heavy 37.")) == "<p>After Heavy 37.</p>"
    assert headed(Markup("<p>Once.</p>"), Markup("Range.")) == "<p>Range. Once.</p>"
