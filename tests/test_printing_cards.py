"""Cards: every entry on its faces, imposed where the cutter and the other side expect them."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

import pikepdf
import pypdfium2
import pytest
from game_marks import mark
from pdf_structure import faults, tree
from pypdf import PdfReader
from samples import RULESETS, opened, sample
from test_printing_entries import LAMP, ROSE, aiko, auditor, hostile, lantern, moth, named, prose

from sheetgen.blocks import (
    Cell,
    Column,
    EntryView,
    Figure,
    Grid,
    GridRow,
    NamedList,
    Number,
    Row,
    Table,
    Track,
    Tracks,
)
from sheetgen.blocks.figures.paper import tokens as tokens_of
from sheetgen.blocks.table.card_table import CardTable
from sheetgen.blocks.tracks.paper import line_tops
from sheetgen.model.ruleset.kinds import has_card
from sheetgen.print.block_print import card_height, printed, shape_of
from sheetgen.print.cards import card_page, decks
from sheetgen.print.cards.candidates import CardSetting, FaceHeights, all_settings, densities, parted
from sheetgen.print.cards.card_page import card_job
from sheetgen.print.cards.decks import print_cards
from sheetgen.print.cards.head import banner_of
from sheetgen.print.cards.impose import CardPages, Duplex, Imposition, crop_marks, sheets
from sheetgen.print.cards.shape import CardShape, card_frame, card_sizes
from sheetgen.print.engine import pool as workers
from sheetgen.print.engine.engine import Engine
from sheetgen.print.engine.pool import Workers
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.errors import DoesNotFitError, PaperError
from sheetgen.print.measure.colours import BLACK
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.paper import CARDS, PAPERS, POINT, CardFormat, card_format, paper, solve_grid
from sheetgen.print.plan.entry_prints import printable
from sheetgen.print.plan.print_job import style_of
from sheetgen.print.sizes import CARD, FLOOR
from sheetgen.print.style import PrintResult, PrintStyle
from sheetgen.print.text_metrics.metrics import width

LOOK = PrintStyle(ROSE, credits="Night School, CC BY-SA 4.0", author="The club")


def texts(result: PrintResult) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(result.pdf)).pages]


def test_a_deck_has_every_number_of_its_entries(session: PrintSession) -> None:
    result = print_cards(session, [(lantern(), 1)], LOOK, card_format("poker"))
    front, back = texts(result)
    for word in ("HOLLOW LANTERN", "MOON / GLOOMY / SIZE 3", "Claw", "Dark Pulse", "adjacent", "Instant kill at"):
        assert word in front
    assert front.count("☐") == 2 + 6 + 3 + 1 + 4, "fate, light, heavy, deadly, and one mark a threshold row"
    for word in ("Unnatural Toughness", "Smoked glass", "Game master only", "1 / 1 back"):
        assert word in back
    assert result.warnings == ()


def test_the_same_deck_is_the_same_bytes(session: PrintSession) -> None:
    deck = [(lantern(), 2), (auditor(), 1)]
    first = print_cards(session, deck, LOOK, card_format("poker"))
    with PrintSession(Workers(1)) as other:
        assert print_cards(other, deck, LOOK, card_format("poker")).pdf == first.pdf


def test_which_worker_is_first_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    deck = [(replace(moth(), id=f"moth-{n}", name=f"Moth {n}"), 1) for n in range(6)]
    monkeypatch.setattr(card_page, "CHUNK", 1)
    made = set()
    for turn in (1, -1):
        monkeypatch.setattr(workers, "as_completed", lambda running, turn=turn: [*running][::turn])
        with PrintSession() as own:
            made.add(print_cards(own, deck, LOOK, card_format("poker")).pdf)
    assert len(made) == 1


def test_a_worker_gets_ready_before_there_is_a_job() -> None:
    with Workers(2) as own:
        own.start()
        [none, waiting] = own._idle
        assert waiting is not None and waiting.alive and none is None
    assert not waiting.alive


def test_faces_are_compressed_once_where_they_are_laid_on_sheets(session: PrintSession) -> None:
    """The engine leaves them plain, as they are changed before they are drawn."""
    assert not card_job([lantern()], LOOK, CardShape(card_format("poker"), 2.0)).compressed
    result = print_cards(session, [(lantern(), 3), (moth(), 2)], LOOK, card_format("poker"))
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf:
        streams = [item for item in pdf.objects if isinstance(item, pikepdf.Stream)]
        faces = [item for item in streams if item.get("/Subtype") == pikepdf.Name.Form and "/BBox" in item]
        plain = [len(item.read_raw_bytes()) for item in streams if "/Filter" not in item]
        sizes = [(len(item.read_raw_bytes()), len(item.read_bytes())) for item in faces]
    assert plain == [] or max(plain) < 2000, "XMP metadata is read by other programs"
    assert len(sizes) > 10 and sum(few for few, _ in sizes) < sum(many for _, many in sizes) / 2


def test_a_deck_names_itself_and_has_bookmarks_and_embedded_fonts(session: PrintSession) -> None:
    result = print_cards(session, [(lantern(), 1), (moth(), 9)], LOOK, card_format("poker"))
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf, pdf.open_outline() as outline:
        assert str(pdf.docinfo["/Title"]) == "Night School (d100): cards"
        assert str(pdf.docinfo["/Author"]) == "The club"
        assert pdf.open_metadata()["dc:rights"] == "Night School, CC BY-SA 4.0"
        assert [item.title for item in outline.root] == ["Hollow Lantern", "Paper Moth"]
        fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/FontDescriptor"]
        assert fonts and all("/FontFile2" in f or "/FontFile3" in f for f in fonts)


def places(result: PrintResult, page: int) -> list[tuple[float, float]]:
    """Where the faces of a page lie, in mm from the bottom left."""
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf:
        places = []
        for operands, operator in pikepdf.parse_content_stream(pdf.pages[page]):
            if str(operator) == "re":
                places.append((float(operands[0]) * POINT, float(operands[1]) * POINT))
        return places


@dataclass(frozen=True)
class Laid:
    """A face on a side of a sheet: its edges in mm from the bottom left, and whether it stands on its head."""

    left: float
    bottom: float
    right: float
    top: float
    upside: bool

    def turned(self, x: float | None = None, y: float | None = None) -> Laid:
        """As it lies seen through the paper, mirrored at an upright line or a level one."""
        if x is not None:
            return replace(self, left=2 * x - self.right, right=2 * x - self.left)
        assert y is not None
        return replace(self, bottom=2 * y - self.top, top=2 * y - self.bottom, upside=not self.upside)

    def near(self, other: Laid) -> bool:
        """Whether two lie behind each other within a tenth of a millimetre."""
        edges = ((self.left, other.left), (self.bottom, other.bottom), (self.right, other.right), (self.top, other.top))
        return self.upside == other.upside and all(abs(front - back) < 0.1 for front, back in edges)


def laid_faces(result: PrintResult, card: CardFormat) -> list[tuple[list[Laid], float, float]]:
    """The faces of each page as its operators place them, and the width and height of the page in mm."""
    pages = []
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf:
        for page in pdf.pages:
            faces = []
            for clip, place in pairwise(pikepdf.parse_content_stream(page, "re cm")):
                if (str(clip.operator), str(place.operator)) == ("re", "cm"):
                    across, _, _, up, x, y = (float(value) for value in place.operands)
                    left, right = sorted((x * POINT, x * POINT + across * card.width))
                    bottom, top = sorted((y * POINT, y * POINT + up * card.height))
                    faces.append(Laid(left, bottom, right, top, up < 0))
            across, up = (float(value) * POINT for value in page.mediabox[2:])
            pages.append((faces, across, up))
    return pages


@pytest.mark.parametrize("size", PAPERS)
@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("card", ["poker", "mini"])
def test_backs_lie_behind_their_fronts(session: PrintSession, size: str, duplex: Duplex, card: str) -> None:
    """As the paper turns in the printer: about its long edge or its short one, whichever way it lies."""
    style, format_ = PrintStyle(ROSE, paper(size)), card_format(card)
    result = print_cards(session, [(moth(), 3), (lantern(), 1)], style, format_, duplex)
    pages = laid_faces(result, format_)
    assert sum(len(faces) for faces, *_ in pages) >= 8
    for (fronts, wide, high), (backs, *_) in zip(pages[::2], pages[1::2], strict=True):
        upright_axis = (duplex == "long") == (high > wide)
        axis = {"x": wide / 2} if upright_axis else {"y": high / 2}
        assert all(front.near(back.turned(**axis)) for front, back in zip(fronts, backs, strict=True))


@pytest.mark.parametrize("size", sorted(PAPERS.keys() - {"a6"}))
def test_backs_lie_behind_their_fronts_when_cards_are_folded(session: PrintSession, size: str) -> None:
    style = PrintStyle(ROSE, paper(size))
    result = print_cards(session, [(moth(), 3), (lantern(), 1)], style, card_format("poker"), "fold")
    faces = [face for faces, *_ in laid_faces(result, card_format("poker")) for face in faces]
    assert len(faces) == 8 and "fold" in result.choice
    assert all(front.near(back.turned(x=front.right)) for front, back in zip(faces[::2], faces[1::2], strict=True))


def test_colour_runs_over_the_cut(session: PrintSession) -> None:
    for duplex, bled in (("long", True), ("fold", False)):
        grid = solve_grid(LOOK.paper, card_format("poker"), fold=not bled)
        front = picture(print_cards(session, [(lantern(), 1)], LOOK, card_format("poker"), duplex))  # type: ignore[arg-type]
        left, top = grid.corner(0, 0)
        assert max(front(left - 0.5 * grid.bleed, top + 3)) < 60, "the bar runs over the cut"
        assert min(front(left - grid.bleed - 0.5, top + 3)) > 240, "and no farther than the bleed"
        beyond = front(left + 63 + 0.5 * grid.bleed, top + 3)
        assert (beyond[0] > 150) is bled, "the badge runs over, but not on to a back that stands beside it"


def picture(result: PrintResult) -> Callable[[float, float], tuple[int, int, int]]:
    """The colour of the first page at a place in mm from its top left."""
    page = pypdfium2.PdfDocument(result.pdf)[0].render(scale=254 / 72).to_pil().convert("RGB")
    return lambda x, y: page.getpixel((round(x * 10), round(y * 10)))


def test_an_outline_with_round_corners_is_drawn_on_fronts(session: PrintSession) -> None:
    result = print_cards(session, [(lantern(), 2)], LOOK, card_format("poker", 3))
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf:
        curves = [
            [operands for operands, operator in pikepdf.parse_content_stream(page) if str(operator) == "c"]
            for page in pdf.pages
        ]
    assert [len(curve) for curve in curves] == [8, 0]
    grid = solve_grid(LOOK.paper, card_format("poker"))
    assert float(curves[0][0][4]) * POINT == pytest.approx(grid.left + 63, abs=0.01)
    with pytest.raises(PaperError, match="playing cards have 3"):
        card_format("poker", 40)


class Kept(dict[str, bytes]):
    """A cache in memory."""

    def put(self, key: str, data: bytes, /) -> None:
        self[key] = data


def test_a_deck_is_laid_on_its_sheets_once(session: PrintSession, monkeypatch: pytest.MonkeyPatch) -> None:
    """And again where its order, copies, paper or a card is another."""
    laid: list[int] = []
    page = Imposition.page
    monkeypatch.setattr(Imposition, "page", lambda table, *given: (laid.append(1), page(table, *given))[1])
    jobs: list[int] = []
    keeping = PrintSession(session.workers, Kept(), lambda done, total: jobs.append(total - done))

    def sheets_laid(entries: list[tuple[EntryView, int]], duplex: Duplex = "long", look: PrintStyle = LOOK) -> int:
        laid.clear()
        result = print_cards(keeping, entries, look, card_format("poker"), duplex)
        assert result == print_cards(session, entries, look, card_format("poker"), duplex)
        assert result == print_cards(PrintSession(session.workers), entries, look, card_format("poker"), duplex)
        return len(laid)

    deck = [(lantern(), 1), (auditor(), 2)]
    assert sheets_laid(deck) >= 4
    jobs.clear()
    laid.clear()
    again = print_cards(keeping, deck, LOOK, card_format("poker"))
    assert (laid, jobs, again.pages) == ([], [0], 2)
    for other in ([(auditor(), 2), (lantern(), 1)], [(lantern(), 1), (auditor(), 3)], [(moth(), 1)]):
        assert sheets_laid(other) >= 3
    assert sheets_laid(deck, "short") and sheets_laid(deck, look=replace(LOOK, author="Somebody"))


def test_lines_of_many_sheets_are_set_by_some(session: PrintSession, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decks, "LINES", 3)
    deck = [(replace(moth(), id=f"moth-{n}", name=f"Moth {n}"), 1) for n in range(20)]
    result = print_cards(PrintSession(session.workers), deck, LOOK, card_format("poker"))
    assert result.pages == 6
    for number, side in enumerate(texts(result)):
        assert f"sheet {number // 2 + 1} of 3, {('fronts', 'backs')[number % 2]}" in side.casefold()


@pytest.mark.parametrize(
    ("count", "fold", "shared"),
    [
        (1, True, [1]), (5, True, [3, 2]), (6, True, [4, 2]), (9, True, [3, 3, 3]), (13, True, [4, 3, 3, 3]),
        (9, False, [9]), (11, False, [6, 5]), (12, False, [9, 3]), (28, False, [7, 7, 7, 7]),
    ],
)  # fmt: skip
def test_no_sheet_of_several_is_a_quarter_full_or_less(count: int, fold: bool, shared: list[int]) -> None:
    grid = solve_grid(paper("a4"), card_format("poker"), fold=fold)
    pieces = [CardPages(f"Moth {n}", n, n) for n in range(count)]
    laid = sheets(pieces, grid, "fold" if fold else "long", (0.0, 0.0))
    for side in laid:
        assert len(side.places) == len(side.cards) * (2 if fold else 1)
        assert {place.title.removesuffix(", back") for place in side.places} == {card.title for card in side.cards}
    fronts = [side for side in laid if not side.back]
    assert [len(side.cards) for side in fronts] == shared
    assert [card for side in fronts for card in side.cards] == pieces, "in order, and none is left out"


@pytest.mark.parametrize("bleed", [None, 2.0])
def test_the_line_at_the_foot_of_a_sheet_keeps_off_its_cards(session: PrintSession, bleed: float | None) -> None:
    mini = card_format("mini")
    grid = solve_grid(paper("a4"), mini, bleed)
    result = print_cards(session, [(moth(), grid.count)], LOOK, mini, bleed=bleed)
    page = pypdfium2.PdfDocument(result.pdf)[1].get_textpage()
    start, count = page.search("print at 100").get_next()
    boxes = [page.get_charbox(at) for at in range(start, start + count)]
    top, right = (max(box[side] for box in boxes) * POINT for side in (3, 2))
    assert min(top, right) > 0 and (top <= grid.top - grid.bleed or right <= grid.left - grid.bleed)


def test_faces_stay_inside_the_paper_and_apart(session: PrintSession) -> None:
    for size in ("a4", "letter", "a5"):
        for card in ("poker", "tarot", "bridge"):
            grid = solve_grid(paper(size), card_format(card))
            cells = [grid.corner(c, r) for r in range(grid.rows) for c in range(grid.columns)]
            for x, y in cells:
                assert x >= grid.paper.margin - 1e-6 and y >= grid.paper.margin - 1e-6
                assert x + grid.cell_width <= grid.width - grid.paper.margin + 1e-6
                assert y + grid.card.height <= grid.height - grid.paper.margin + 1e-6


def test_more_text_than_one_card_flows_to_a_second_numbered_card(session: PrintSession) -> None:
    full = auditor()
    long = replace(full, areas=full.areas | {"back": (*full.area("back")[:2], *full.area("back"))})
    fronts, backs = texts(print_cards(session, [(long, 1)], LOOK, card_format("poker")))
    assert "1 / 2" in fronts and "2 / 2" in fronts and "1 / 2 back" in backs
    everything = fronts + backs
    for word in ("Recount", "Petty Cash", "brass abacus".title().replace("Abacus", "abacus"), "its own."):
        assert word in everything


def test_headings_of_a_text_that_goes_on_over_cards_stand_in_no_other(session: PrintSession) -> None:
    full = auditor()
    long = replace(full, areas=full.areas | {"back": (*full.area("back")[:2], *full.area("back"))})
    pdf = print_cards(session, [(long, 1)], LOOK, card_format("poker")).pdf
    headings = list(tree(pdf).inside("H2"))
    assert len(headings) > 3 and not [inner for heading in headings for inner in heading.inside("H2")]
    assert faults(pdf) == []


def test_titles_run_in_before_a_second_card_is_taken(session: PrintSession) -> None:
    faces = texts(print_cards(session, [(auditor(), 1)], LOOK, card_format("poker"), "none"))
    everything = " ".join("".join(faces).split())
    assert "2 / 2" not in everything and "1 / 1 back" in everything
    assert "TRAITS Unnatural Toughness (3)." in everything and "TACTICS Nails the flanks" in everything


def test_a_front_takes_what_begins_the_back_and_a_list_that_goes_on_repeats_its_title() -> None:
    traits, powers, *others = auditor().area("back")
    assert isinstance(powers, NamedList) and others[-1].secret
    frame = card_frame("floor", LOOK, CardShape(card_format("poker"), 2.0))
    whole, half = card_height(traits, frame), card_height(replace(powers, items=powers.items[:1]), frame)
    begun = replace(powers, items=powers.items[:1]), replace(powers, items=powers.items[1:])
    back = [traits, powers, *others]
    assert parted(back, frame, whole + half + 0.1) == ([traits, begun[0]], [begun[1], *others])
    assert parted(back, frame, whole + 0.1) == ([traits], [powers, *others])
    assert parted(back, frame, 500) == (back[:-1], back[-1:]), "what is for the game master stays on the back"


def test_a_text_that_is_parted_from_the_block_before_it_says_whose_it_is() -> None:
    traits, *others = auditor().area("back")
    limits = prose("", "Fatigued above 68, exhausted at 88.")
    frame = card_frame("floor", LOOK, CardShape(card_format("poker"), 2.0))
    back, room = [traits, limits, *others], card_height(traits, frame) + 0.1
    assert parted(back, frame, room) == ([traits], [replace(limits, title=traits.title), *others])
    assert parted(back, frame, room + card_height(limits, frame))[1] == others


def test_large_type_of_a_card_breaks_no_name_of_a_table() -> None:
    table = next(block for block in moth().area("front") if isinstance(block, Table))
    shape, places = CardShape(card_format("poker"), 2.0), Counter[bool]()
    for letters in range(4, 40, 3):
        row = replace(table.rows[0], name="Gust " + "n" * letters, cost=2)
        entry = replace(moth(), areas={"front": (replace(table, rows=(row,)),), "back": ()})
        front, _ = densities(FaceHeights(entry, LOOK, shape))
        whole = {name: shape_of(entry.area("front")[0], card_frame(name, LOOK, shape)).is_whole for name in CARD}
        assert whole[front] or not whole["dense"], letters
        places[whole["roomy"]] += front == "roomy"
    assert places[True] > 1
    black = tuple(Column(label, strong=True) for label in ("Hit", "Damage"))
    cells = tuple(Cell(Number("your Magic"), column.label, True) for column in black)
    row = replace(table.rows[0], name="Counterweight", cells=cells)
    entry = replace(moth(), areas={"front": (replace(table, columns=black, rows=(row,)),), "back": ()})
    front, _ = densities(FaceHeights(entry, LOOK, shape))
    lost = {name: shape_of(entry.area("front")[0], card_frame(name, LOOK, shape)).dropped for name in (front, "roomy")}
    assert not lost[front] and lost["roomy"], "nor does it move what is set black to the notes"


def test_an_entry_that_cannot_fit_is_named_with_the_surplus(session: PrintSession) -> None:
    with pytest.raises(DoesNotFitError, match="hostile") as failure:
        print_cards(session, [(hostile(400), 1)], LOOK, card_format("poker"))
    assert failure.value.entry_id == "hostile"
    assert failure.value.over_mm > 100


def test_a_drawing_higher_than_a_card_does_not_run_into_its_foot(session: PrintSession) -> None:
    track = Track(label="Light", number=Number("10", size=10), mark=mark("light", "", ""))
    view = replace(moth(), areas={"front": (Tracks(id="t", title="", items=(track,) * 19),)})
    with pytest.raises(DoesNotFitError, match="runs into the foot"):
        print_cards(session, [(view, 1)], LOOK, card_format("poker"))
    assert print_cards(session, [(view, 1)], LOOK, card_format("tarot")).pages == 1


def test_an_entry_too_long_for_its_card_is_told_which_one_holds_it(session: PrintSession) -> None:
    grid = next(block for block in moth().area("front") if isinstance(block, Grid))
    wide = replace(grid, rows=(GridRow("Range", (Number("Unfathomable"),) * len(grid.heads)),))
    with pytest.raises(DoesNotFitError, match=r"“Unfathomable” is wider.*a tarot card holds it"):
        print_cards(session, [(replace(moth(), areas={"front": (wide,)}), 1)], LOOK, card_format("44x68"))


def test_the_heading_over_names_does_not_run_into_the_next_one() -> None:
    heads = (Column("Target", strong=True), Column("Cautious", strong=True), Column("After heavy", strong=True))
    cells = tuple(Cell(Number("57"), head.label, head.strong) for head in heads)
    rows = tuple(Row(name=name, cells=(*cells, Cell(Number("melee"), "Against"))) for name in ("Dodge", "Parry"))
    table = Table(id="t", title="Evasion", heading="Evade with", columns=(*heads, Column("Against")), rows=rows)
    kept = Counter[int]()
    for wide in range(36, 60):
        frame = BlockFrame(float(wide), CARD["dense"])
        shape = CardTable.of(table, frame)
        kept[len(shape.columns)] += 1
        first, *others = sorted(shape.heads.inks, key=lambda ink: ink.x)
        assert first.text == "EVADE WITH" and all(first.end < other.x for other in others), wide
        assert shape.name_width + sum(column.width for column in shape.columns) == pytest.approx(wide)
    assert kept[4] > 8 and kept[3] > 2, "columns move closer before one of them goes to the notes"


def test_the_label_of_a_badge_grows_with_its_card() -> None:
    for card in ("poker", "mini", "a6", "half-letter"):
        shape = CardShape(card_format(card), 2.0)
        label, figure, *_ = banner_of(lantern(), LOOK, shape, BLACK).head.inks
        assert (label.text, label.size) == ("TIER", pytest.approx(FLOOR * shape.card.scale)), card
        assert shape.tier_left < label.x and label.end < shape.tier_left + shape.tier
        assert figure.y - figure.size * POINT * 0.75 > label.y, "the figure stands below its label"


def test_one_column_of_wide_numbers_does_not_break_the_labels_of_a_grid() -> None:
    heads = tuple(
        Figure(label=name, number=Number(str(n))) for n, name in enumerate(("Head", "Arms", "Body", "Legs"), 4)
    )
    rolls, wounds = ("1–10", "11–30", "31–60", "61–100"), ("10", "9", "9", "8")
    rows = (GridRow("Hit roll", tuple(map(Number, rolls))), GridRow("Extra wound at", tuple(map(Number, wounds))))
    grid, broken = Grid(id="hit", title="When hit", heads=heads, rows=rows), 0
    for wide in range(40, 70):
        frame = BlockFrame(float(wide), CARD["normal"])
        shape = shape_of(grid, frame)
        broken += not printed("grid").holds(grid, frame)
        if shape.own:
            lefts = [shape.left(n) for n in range(5)]
            assert lefts[0] == shape.label_width and lefts[-1] == pytest.approx(wide, abs=0.01)
            for n, text in enumerate(rolls):
                assert width(text, "black", frame.sizes.grid) < lefts[n + 1] - lefts[n]
    assert broken < 15


@pytest.mark.parametrize("card", ["poker", "bridge", "tarot", "a6", "3x5", "half-letter"])
def test_hostile_text_is_never_cut(session: PrintSession, card: str) -> None:
    style = PrintStyle(LAMP, paper("letter"), ink=True)
    result = print_cards(session, [(hostile(12), 1), (aiko(), 1), (moth(), 1)], style, card_format(card))
    everything = " ".join("".join(texts(result)).split())
    for n in range(12):
        assert f"Trait {n}" in everything and f"Trait text {n}" in everything
    assert everything.count("An ordinary sentence.") == 12


def test_a_card_that_the_paper_cannot_hold_is_explained() -> None:
    with pytest.raises(PaperError, match=r"half-letter card .* does not fit A6.*A6 holds poker.*half-letter fits A4"):
        solve_grid(paper("a6"), card_format("half-letter"))


def test_a_deck_without_texts_on_its_backs_has_backs_where_the_paper_turns(session: PrintSession) -> None:
    plain = replace(moth(), areas={"front": moth().area("front")})
    for duplex, copies, count in (("long", 10, 4), ("short", 10, 4), ("long", 9, 1), ("fold", 10, 3), ("none", 10, 2)):
        result = print_cards(session, [(plain, copies)], LOOK, card_format("poker"), duplex)  # type: ignore[arg-type]
        assert result.pages == count, (duplex, copies)


def test_crop_marks_begin_outside_of_the_colour_that_runs_over() -> None:
    grid = solve_grid(paper("a4"), card_format("poker"))
    left, top = grid.corner(0, 0)
    for x1, y1, x2, y2 in crop_marks(grid, 9):
        outside = max(left - max(x1, x2), top - max(y1, y2), min(x1, x2) - (210 - left), min(y1, y2) - (297 - top))
        assert outside >= grid.bleed, (x1, y1, x2, y2)


def test_white_stands_where_a_track_of_several_lines_ends_on_a_card() -> None:
    items = tuple(
        Track(label=name, number=Number("20", size=20), mark=mark("light", "", "")) for name in ("Light", "Heavy")
    )
    heights = {
        name: (lines[2] - lines[1], lines[1] - lines[0])
        for name in ("normal", "tight")
        for frame in [BlockFrame(56, CARD[name])]
        for lines in [line_tops(*shape_of(Tracks(id="t", title="", items=items), frame))]
    }
    assert all(apart > within for apart, within in heights.values())
    assert heights["normal"][0] / heights["normal"][1] > heights["tight"][0] / heights["tight"][1], "less in small type"


@pytest.mark.parametrize("size", [11, 12, 21])
def test_no_box_of_a_track_stands_alone_on_a_line(size: int) -> None:
    frame = BlockFrame(56, CARD["normal"])
    track = Track(label="Light", number=Number(str(size), size=size), mark=mark("light", "", ""))
    runs = [run for line in shape_of(Tracks(id="t", title="", items=(track,)), frame)[0] for run in line]
    assert all(sum(run.groups) > 1 for run in runs) and sum(sum(run.groups) for run in runs) == size
    assert len(runs) == (3 if size == 21 else 1), "eleven or twelve take one line, a little smaller"


@pytest.mark.parametrize(
    ("size", "lines"), [(22, [8, 7, 7]), (24, [8, 8, 8]), (13, [7, 6]), (15, [10, 5]), (20, [10, 10]), (18, [9, 9])]
)
def test_a_track_of_several_lines_is_even(size: int, lines: list[int]) -> None:
    frame = BlockFrame(56, CARD["normal"])
    track = Track(label="Light", number=Number(str(size), size=size), mark=mark("light", "", ""))
    runs = [run for line in shape_of(Tracks(id="t", title="", items=(track,)), frame)[0] for run in line]
    assert [sum(run.groups) for run in runs] == lines


def test_fate_above_six_has_boxes() -> None:
    fate = Figure(label="Fate", number=Number("8", size=8), tokens=mark("fate", "", "Fate"))
    assert [len(line) for line in tokens_of(fate, BlockFrame(56, CARD["normal"]))] == [4, 4]


def test_type_grows_with_a_card_only_where_it_has_room(session: PrintSession) -> None:
    shadow = auditor()
    pages = [print_cards(session, [(shadow, 1)], LOOK, CARDS[name], "none").pages for name in ("poker", "a6")]
    assert pages[1] <= pages[0] and card_sizes("floor", LOOK, CARDS["a6"]).body == 7.0
    assert card_sizes("normal", LOOK, CARDS["a6"]).body > 10


def test_no_step_of_type_leaves_a_third_of_a_large_front_white() -> None:
    game = sample("persona")
    views = filter(None, (game.contents.view(entry) for entry in game.entries.of_campaign("character")))
    style, shape = PrintStyle(game.ruleset.theme), CardShape(CARDS["half-letter"], 1.0)
    faces = [FaceHeights(view, style, shape) for view in views]
    filled = [own.front(densities(own)[0], True) / own.shape.room for own in faces]
    assert len(filled) == 6 and min(filled) > 0.75
    assert "close" not in CardShape(CARDS["poker"], 1.0).densities


def test_a_full_card_is_set_the_first_way_that_is_reckoned() -> None:
    full = auditor()
    both = {"front": full.area("front"), "back": (full.area("back")[0], full.area("back")[-1])}
    job = card_job([replace(full, areas=both)], LOOK, CardShape(card_format("poker"), 2.0))
    fitted = Engine().fit(job)
    assert (fitted.candidates, fitted.pages) == ((0,), (2,)), "every further way costs the whole card again"


@pytest.mark.parametrize("turns", [True, False])
def test_type_steps_down_to_the_floor_before_one_more_card_is_taken(turns: bool) -> None:
    ways = [way for way in all_settings(("normal", "normal")) if way.turns == turns and way.cards > 1]
    for cards in (2, 3):
        floor = next(n for n, way in enumerate(ways) if way.cards == cards and way.front == way.back == "floor")
        assert floor < next(n for n, way in enumerate(ways) if way.cards == cards + 1)


FEW = 4
"""Lines that are not worth a second card."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_sample_takes_a_second_card_for_a_few_lines(ruleset: str) -> None:
    project, games = opened()
    game = next(game for game in games if game.ruleset.id == ruleset)
    style, shape = style_of(game, project), CardShape(card_format("poker"), 2.0)
    few = FEW * card_sizes("tight", style, shape.card).body * 1.2 * POINT
    short = {
        view.id: max(
            faces.free(CardSetting(front, "tight", notes, True, 1, True))
            for front in ("floor", "tight")
            for notes in (True, False)
            if faces.front(front, notes) <= shape.room
        )
        for kind in filter(has_card, game.entries.kinds())
        for _, view in printable(game, kind)
        for faces in [FaceHeights(view, style, shape)]
    }
    assert [name for name, room in short.items() if -few < room < 0] == []


RED = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
)
"""A red picture."""


def red_on(result: PrintResult, page: int) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what is red on a page, in mm from the corner of its first card; zeros for none."""
    document = pypdfium2.PdfDocument(result.pdf)
    drawn = document[page].render(scale=POINT)
    pixels, stride, channels = bytes(drawn.buffer), drawn.stride, drawn.n_channels
    red = [
        (x, y)
        for y in range(drawn.height)
        for x in range(drawn.width)
        if pixels[y * stride + x * channels : y * stride + x * channels + 3] == b"\x00\x00\xff"
    ]
    across, down = zip(*red, strict=True) if red else ((0,), (0,))
    return min(across), min(down), max(across), max(down)


def test_the_picture_of_an_entry_is_on_the_back_of_its_card(session: PrintSession) -> None:
    full, bare = replace(lantern(), portrait=RED), replace(moth(), portrait=RED)
    bare = replace(bare, areas={"front": bare.area("front")})
    headed, alone = (print_cards(session, [(entry, 1)], LOOK, card_format("poker")) for entry in (full, bare))
    assert len(texts(alone)) == 2 and texts(alone)[1].startswith(bare.name.upper())
    left, top, right, bottom = red_on(headed, 1)
    assert 9 < right - left < 15 and 9 < bottom - top < 16, "in place of the badge"
    assert "TIER" in texts(headed)[0] and "TIER" not in texts(headed)[1]
    left, top, right, bottom = red_on(alone, 1)
    assert right - left == pytest.approx(CardShape(CARDS["poker"], 2.0).inner, abs=8) and 40 < bottom - top < 48
    assert red_on(headed, 0) == red_on(alone, 0) == (0, 0, 0, 0)


def test_a_picture_covers_no_text_that_is_longer_than_reckoned(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Writes with either hand, and each of them writes differently."
    traits = named("Traits", *((f"Trait {n}", text) for n in range(5)))
    wordy = replace(moth(), portrait=RED, areas={**moth().areas, "back": (traits,)})
    free = FaceHeights.free
    ways = []
    for more in (0.0, 25.0):
        monkeypatch.setattr(FaceHeights, "free", lambda own, setting, more=more: free(own, setting) + more)
        ways.append(Engine().fit(card_job([wordy], LOOK, CardShape(card_format("half-letter"), 2.0))).candidates)
    assert ways[0] == (0,) and ways[1] > (0,), "set in smaller type"


def test_a_picture_stands_below_a_short_text_and_what_is_none_is_left_out(session: PrintSession) -> None:
    short = replace(moth(), portrait=RED, areas={**moth().areas, "back": lantern().area("back")[:1]})
    left, top, right, bottom = red_on(print_cards(session, [(short, 1)], LOOK, card_format("a6")), 1)
    assert right - left > 40 and bottom - top > 40
    other = replace(moth(), portrait="javascript:alert(1)", areas={"front": moth().area("front")})
    assert len(texts(print_cards(session, [(other, 1)], LOOK, card_format("poker")))) == 1
