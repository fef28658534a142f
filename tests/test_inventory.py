"""Slots that things fill: on page, card, sheet and form, and no more than there are."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from projects import Write, open_project
from pypdf import PdfReader
from test_printing_entries import ROSE, moth

from sheetgen.blocks import EntryView, of_type
from sheetgen.blocks.inventory import Inventory, InventorySlot, Thing, filled
from sheetgen.build import Options, build, check, engine_missing
from sheetgen.print.block_print import card_height, printed, running_text, sheet_height
from sheetgen.print.cards.decks import print_cards
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.jobs import print_sheets
from sheetgen.print.measure.frame import BlockFrame
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import POINT, card_format
from sheetgen.print.plan.entry_prints import specimens_of
from sheetgen.print.sheets.half_page import digested
from sheetgen.print.sizes import CARD, SHEET
from sheetgen.print.style import PrintStyle
from sheetgen.text.diagnostics import Diagnostics

PACK = {
    "campaign.yaml": "{title: Wood, ruleset: ./game}",
    "game/ruleset.yaml": """
        id: wood
        title: Wood
        vocabularies: {where: {hand: {title: Hand}, body: {title: Body}}}
        records: {gear: {name: text, bulk: "integer 0.., default 1", at: "where, optional"}}
        """,
    "game/kinds/hero.yaml": """
        id: hero
        title: Hero
        plural: Heroes
        folder: heroes
        fields:
          gear: list of gear, default []
          worn: list of gear, default []
        layout:
          blocks:
            pack: {type: inventory, title: Pack, slots: 10, rows: gear, name: name, takes: bulk}
            body:
              type: inventory
              title: Worn
              slots: '["Hand", "Hand", "Body"]'
              rows: worn
              name: name
              takes: bulk
              place: 'title(where, at) if at != none else ""'
          page: [pack, body]
          card: {front: [pack, body]}
          sheet: {play: [pack, body]}
        """,
    "heroes/bea.yaml": """
        name: Bea
        gear: [{name: Rope}, {name: Long ladder, bulk: 2}, {name: Ring, bulk: 0}]
        worn: [{name: Coat}, {name: Mail, at: body}]
        """,
}
SLOTS = "slots: 10, rows: gear"


def opened(folder: Path) -> tuple[EntryView, tuple[EntryView, ...], PrintStyle]:
    diagnostics = Diagnostics()
    project = open_project(folder, diagnostics)
    assert project is not None and not list(diagnostics)
    game = project[1][0]
    [bea] = [game.contents.view(computed) for computed in game.entries.of("hero")]
    assert bea is not None
    return bea, specimens_of(game, game.ruleset.kinds["hero"]), PrintStyle(game.ruleset.theme)


def test_things_fill_slots_in_order() -> None:
    slots, others, problem = filled(list("1234"), [Thing("Rope", 1), Thing("Saw", 2), Thing("Ring", 0)])
    assert [(slot.thing, slot.goes_on) for slot in slots] == [
        ("Rope", False),
        ("Saw", False),
        ("Saw", True),
        ("", False),
    ]
    assert (others, problem) == (("Ring",), "")
    slots, _, problem = filled(
        ["Hand", "Hand", "Body"], [Thing("Coat", 1), Thing("Bow", 1, "hand"), Thing("Mail", 1, "Body")]
    )
    assert [slot.thing for slot in slots] == ["Bow", "Coat", "Mail"] and not problem


@pytest.mark.parametrize(
    ("gear", "message"),
    [
        ("[{name: Anvil, bulk: 11}]", "Bea: Pack: Anvil finds no room: there are 10 slots"),
        ("[{name: A, bulk: 9}, {name: B, bulk: 2}]", "Bea: Pack: B finds no room: there are 10 slots"),
    ],
)
def test_what_finds_no_slot_is_a_mistake(project: Write, gear: str, message: str) -> None:
    [mistake] = check(project({**PACK, "heroes/bea.yaml": f"name: Bea\ngear: {gear}\n"}))[0]
    assert mistake.message == message and mistake.span is not None and mistake.span.line == 2


def test_a_slot_that_is_taken_is_a_mistake(project: Write) -> None:
    worn = "[{name: Mail, at: body}, {name: Cape, at: body}]"
    [mistake] = check(project({**PACK, "heroes/bea.yaml": f"name: Bea\nworn: {worn}\n"}))[0]
    assert mistake.message == "Bea: Worn: Cape finds no free slot called Body"


@pytest.mark.parametrize("place", ["at", 'title(where, at) if at != none else ""'])
def test_slots_may_be_terms_of_a_vocabulary(project: Write, place: str) -> None:
    slots = "where" if place == "at" else "[title(where, w) for w in where]"
    kind = PACK["game/kinds/hero.yaml"].replace("""'["Hand", "Hand", "Body"]'""", f"'{slots}'")
    kind = kind.replace("""'title(where, at) if at != none else ""'""", place if place == "at" else f"'{place}'")
    ruleset = PACK["game/ruleset.yaml"].replace("{title: Hand}", "{title: Left hand}")
    files = {**PACK, "game/kinds/hero.yaml": kind, "game/ruleset.yaml": ruleset}
    bea, _, _ = opened(project(files))
    worn = of_type(Inventory, bea.area("play"))[1]
    assert [(slot.label, slot.thing) for slot in worn.slots] == [("Left hand", "Coat"), ("Body", "Mail")]


def test_a_part_of_a_slot_is_a_whole_one(project: Write) -> None:
    kind = PACK["game/kinds/hero.yaml"].replace("takes: bulk}", "takes: bulk / 2}")
    bea, _, _ = opened(project({**PACK, "game/kinds/hero.yaml": kind}))
    assert of_type(Inventory, bea.area("play"))[0].used == 2


@pytest.mark.parametrize(
    ("slots", "message"),
    [
        ("slots: name, rows: gear", "this takes a whole number or a list, not text"),
        ("slots: 5 / 2, rows: gear", "this takes a whole number or a list, not number"),
        ("rows: gear", "an `inventory` block needs `slots`"),
        ("slots: 10, takes: name, rows: gear", "this takes a number, not text"),
        ("slots: 10, rows: gear, columns: []", "an `inventory` block has no `columns`"),
    ],
)
def test_settings_of_slots_are_checked(project: Write, slots: str, message: str) -> None:
    kind = PACK["game/kinds/hero.yaml"].replace(f"{SLOTS}, name: name, takes: bulk", f"{slots}, name: name")
    [mistake] = check(project({**PACK, "game/kinds/hero.yaml": kind}))[0]
    assert message in mistake.message


def test_a_page_shows_every_slot(project: Write) -> None:
    folder = project(PACK)
    assert not build(Options(folder, pdf=False)).diagnostics
    page = (folder / "site/wood/heroes/bea.html").read_text("utf-8")
    assert "3 of 10 slots" in page and "2 of 3 slots" in page and "<p>Ring</p>" in page
    assert "<li><span class=lab>2</span> <bdi>Long ladder</bdi><li class=on><span class=lab>3</span>" in page
    assert page.count("<span class=lab>Hand</span>") == 2


def test_slots_on_paper(project: Write) -> None:
    bea, made, _ = opened(project(PACK))
    pack, worn = of_type(Inventory, bea.area("play"))
    text = "".join(running_text((pack, worn)))
    assert "<b>Pack</b>\u00a03 of 10" in text and "Rope, Long ladder, Ring" in text and text.count("Long ladder") == 1
    wide, slim = SheetFrame(100.0, SHEET["normal"]), SheetFrame(60.0, SHEET["normal"])
    assert printed("inventory").shape(pack, wide).height < printed("inventory").shape(pack, slim).height
    large = SheetFrame(200.0, SHEET["normal"].scaled(2.5))
    assert all(slot.height > large.sizes.body * POINT for slot in printed("inventory").shape(pack, large).slots)
    assert sheet_height(worn, slim) < sheet_height(pack, slim) and card_height(pack, slim) > 0
    empty = pack.emptied([block for view in made for block in of_type(Inventory, view.area("play"))[:1]])
    assert [slot.thing for slot in empty.slots] == [""] * 10 and not empty.others and not [*empty.names()]


def _packed(*things: str) -> Inventory:
    """A pack of as many slots as there are things."""
    return Inventory(id="pack", title="Pack", slots=tuple(InventorySlot("Pack", thing) for thing in things), others=())


def test_one_longer_name_leaves_slots_on_cards_in_two_columns() -> None:
    frame = BlockFrame(56, CARD["normal"])
    for things, columns in (
        (["Rope"] * 10, 2),
        (["Rope"] * 9 + ["Lantern: everlasting"], 2),
        (["Honorificabilitudinitatibus"] * 10, 1),
    ):
        shape = printed("inventory").shape(_packed(*things), frame)
        assert len({slot.x for slot in shape.slots}) == columns, things
        assert "".join("".join(slot.lines) for slot in shape.slots).replace(" ", "") == "".join(things).replace(" ", "")


@pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")
@pytest.mark.parametrize("slots", [10, 12, 30])
def test_slots_go_on_on_a_further_card_and_their_title_stands_with_the_first_of_them(
    session: PrintSession, slots: int
) -> None:
    things = [f"Honorificabilitudo {n}" for n in range(slots)]
    view = replace(moth(), areas={"front": moth().area("front")[:2], "back": (_packed(*things),)})
    cards = print_cards(session, [(view, 1)], PrintStyle(ROSE), card_format("mini"), "none")
    text = PdfReader(io.BytesIO(cards.pdf)).pages[0].extract_text()
    assert [text.count(f"{thing}\n") + text.count(f"{thing} \n") for thing in things] == [1] * slots
    assert re.search(r"PACK\s+PACK Honorificabilitudo 0", text), "no title stands alone"
    assert ("2 / 2" in text) == (slots == 30)


def test_slots_are_read_and_filled_in_down_one_column_then_down_the_next() -> None:
    pack, frame = _packed(*(f"Rope {n}" for n in range(9))), SheetFrame(100.0, SHEET["normal"])
    shape = printed("inventory").shape(pack, frame)
    assert len({place.x for place in shape.slots}) == 2
    things = [f"Rope {n}" for n in range(9)]
    assert [ink.text for ink in shape.drawn().inks if ink.text != "PACK"] == things
    form = replace(frame, mode="form")
    assert [field.value for field in printed("inventory").fields(pack, form)] == things


def test_a_digest_has_the_slots_that_are_on_the_back_of_a_card() -> None:
    pack = _packed("Rope", "Torch")
    view = replace(moth(), areas={**moth().areas, "back": (*moth().area("back"), pack)})
    assert pack in digested(view).area("reference")


def test_slots_of_a_card_are_drawn_line_by_line_where_they_may_go_on() -> None:
    pack = replace(_packed(*["Rope"] * 9, "Honorificabilitudinitatibus of the old sea"), others=("A song",))
    for frame in (BlockFrame(56, CARD["normal"]), BlockFrame(26, CARD["floor"])):
        shape = printed("inventory").shape(pack, frame)
        lines = shape.drawings
        assert len(lines) == len({slot.top for slot in shape.slots}) + 1
        assert sum(line.height for line in lines) == pytest.approx(shape.height)
        said = [ink.text for line in lines for ink in line.inks]
        assert sorted(said) == sorted(ink.text for ink in shape.drawn().inks)
        assert all(0 < ink.y <= line.height for line in lines for ink in line.inks)
        assert len(printed("inventory").shape(pack, replace(frame, flows=False)).drawings) == 1


@pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")
def test_a_form_has_a_field_for_each_slot(project: Write, session: PrintSession) -> None:
    bea, made, style = opened(project(PACK))
    for views, blank, first in (((bea,), False, "Rope"), (made, True, "")):
        with pikepdf.open(io.BytesIO(print_sheets(session, views, style, "full", blank, True).pdf)) as pdf:
            fields = {str(field.T): str(field.get("/V", "")) for field in pdf.Root.AcroForm.Fields}
        assert {f"Pack {n}" for n in range(1, 11)} <= fields.keys()
        assert fields["Pack 1"] == first and fields["Pack 10"] == ""
