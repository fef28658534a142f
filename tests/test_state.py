"""What is marked now: on page, list, card, sheet, form and handouts, and no more than there is."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pikepdf
import pypdfium2  # type: ignore[import-untyped]
import pytest
from projects import Write, open_project
from state_game import STATE

from sheetgen.blocks import EntryView, Mark, Number, Track, Tracks, of_type
from sheetgen.blocks.checks import CheckGroups
from sheetgen.build import Options, build, check, engine_missing
from sheetgen.languages.program_words import ENGLISH
from sheetgen.media.marks import plain_marks
from sheetgen.print.block_print import DrawnBlock, printed, running_text
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.jobs import print_cards, print_party, print_sheets
from sheetgen.print.measure.sheet_frame import SheetFrame
from sheetgen.print.paper import card_format
from sheetgen.print.sizes import FLOOR, SHEET
from sheetgen.print.style import PrintStyle
from sheetgen.text.diagnostics import Diagnostics

OPEN, TICKED = (plain_marks().glyph(name) for name in ("square", "square-ticked"))
TICKED_BOX = plain_marks().glyph("tick-ticked")
TALLIES = [plain_marks().glyph(name) for name in ("tick", "tally-1", "tally-2", "tally-3", "tally-4")]


def heroes(folder: Path) -> tuple[list[EntryView], PrintStyle]:
    diagnostics = Diagnostics()
    opened = open_project(folder, diagnostics)
    assert opened is not None and not list(diagnostics)
    game = opened[1][0]
    views = [game.contents.view(computed) for computed in game.entries.of("hero")]
    return [view for view in views if view is not None], PrintStyle(game.ruleset.theme)


def changed(field: str, value: str) -> dict[str, str]:
    people = re.sub(rf" {field}: [^ ,}}]+\n", f" {field}: {value}\n", STATE["people/all.yaml"])
    return {**STATE, "people/all.yaml": people}


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("harm", "6", "Bea: Health stands at 6, but its most is 5"),
        ("harm", "-1", "Bea: Health stands at −1, but its least is 0"),
        ("momentum", "10", "Bea: Momentum stands at 10, but its most is 9"),
        ("momentum", "-7", "Bea: Momentum stands at −7, but its least is −6"),
        ("progress", "41", "Bea: Vow stands at 41, but its most is 40"),
        ("lost", "196", "Bea: HP stands at 196, but its most is 195"),
        ("alarm", "7", "Bea: Alarm stands at 7, but its most is 6"),
        ("luck", "4", "Bea: Luck stands at 4, but its most is 3"),
        ("share", "1", "Bea: Share stands at 1/2, but only a whole number can be marked"),
        ("debilities", "[shakn]", "Bea: `shakn` is ticked, but it is none of Now"),
    ],
)
def test_more_is_marked_than_there_is(project: Write, field: str, value: str, message: str) -> None:
    [mistake] = check(project(changed(field, value)))[0]
    assert mistake.message == message and mistake.code == "out-of-range" and mistake.span is not None
    assert mistake.span.file.line(mistake.span.line).strip() == f"{field}: {value}"


@pytest.mark.parametrize("boxes", ["of: virtue", "items: '[v for v in virtue]'"])
def test_what_is_ticked_are_terms_of_the_boxes(project: Write, boxes: str) -> None:
    """A box that no term can tick is told where the kind says it, whatever entries hold."""
    ruleset = STATE["game/ruleset.yaml"].replace("vocabularies:\n", "vocabularies:\n          virtue: [brave, calm]\n")
    kind = STATE["game/kinds/hero.yaml"].replace("list of text, default []", "list of one of debility, default []")
    kind = kind.replace("items: '[text(d) for d in debility]'", boxes)
    [mistake] = check(project({**STATE, "game/ruleset.yaml": ruleset, "game/kinds/hero.yaml": kind}))[0]
    assert mistake.message == "this takes terms of virtue, for which there are boxes, not of debility"
    assert mistake.code == "formula-type" and mistake.span is not None
    assert "ticked: debilities" in mistake.span.file.line(mistake.span.line)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("lowest: -6, mark: coin", "a scale has numbers, so it takes neither `mark` nor `ticks`"),
        ("lowest: -6, ticks: 2", "a scale has numbers, so it takes neither `mark` nor `ticks`"),
        ("ticks: 4, mark: coin", "boxes of several ticks have a drawing of their own, so they take no `mark`"),
        ("ticks: 5", "`ticks`"),
        ("show: nothing", "`show`"),
    ],
)
def test_settings_of_a_track_that_do_not_go_together(project: Write, setting: str, message: str) -> None:
    kind = STATE["game/kinds/hero.yaml"].replace("value: 195", f"value: 195, {setting}")
    [mistake] = check(project({**STATE, "game/kinds/hero.yaml": kind}))[0]
    assert message in mistake.message and mistake.span is not None
    assert "label: HP" in mistake.span.file.line(mistake.span.line)


def test_boxes_that_are_no_whole_number_are_told_with_where_they_are_worked_out(project: Write) -> None:
    kind = STATE["game/kinds/hero.yaml"].replace("10 - count(debilities)", "10 - count(debilities) / 2")
    [mistake] = check(project({**STATE, "game/kinds/hero.yaml": kind}))[0]
    assert mistake.message == "this takes a whole number, not number" and "round it" in mistake.hints[0]
    [(words, span)] = mistake.notes
    assert words == "it is worked out here" and "Highest momentum" in span.file.line(span.line)


def test_a_page_shows_what_is_marked(project: Write) -> None:
    folder = project(STATE)
    assert not build(Options(folder, pdf=False)).diagnostics
    page = (folder / "site/iron/people/bea.html").read_text("utf-8")
    assert f"{TICKED * 2}{OPEN * 3}<" in page and ", 2 marked" in page
    assert "<i>2</i><i class=on>3</i><i>4</i>" in page and "<i>−6</i>" in page and "<i>10</i>" not in page
    assert f"{TALLIES[4] * 3}{TALLIES[2]}{TALLIES[0]}</i>" in page and "14 <small>of 40" in page
    assert re.search(r"125 <small>of\s+195", page)
    assert "Shaken" not in page and re.search(r"shaken<span class=sr-only> \(ticked\)", page)
    assert page.count("(ticked)") == 1
    other = (folder / "site/iron/people/otto.html").read_text("utf-8")
    assert OPEN * 5 in other and "<i class=on>−2</i>" in other and "marked" not in other


def test_an_initiative_of_halves_is_a_number_of_the_board(project: Write) -> None:
    """As a fraction, the field of the board would be empty. A row without one has none."""
    kind = STATE["game/kinds/fight.yaml"].replace(
        "g.who.momentum}", "(g.who.momentum / 2 if g.who.momentum > 0 else none)}"
    )
    folder = project({**STATE, "game/kinds/fight.yaml": kind})
    assert not build(Options(folder, pdf=False)).diagnostics
    page = (folder / "site/iron/fights/quay.html").read_text("utf-8")
    assert re.findall("<b class=initiative>(.*?)</b>", page) == ["1.5", ""]


def test_boxes_of_a_vocabulary_are_its_terms(project: Write) -> None:
    kind = STATE["game/kinds/hero.yaml"].replace("items: '[text(d) for d in debility]'", "of: debility")
    [bea, otto], _ = heroes(project({**STATE, "game/kinds/hero.yaml": kind}))
    [groups] = [block.groups for block in of_type(CheckGroups, bea.area("page"))]
    assert groups[0].items == ("Wounded", "Shaken", "Maimed")
    [blank] = [block.emptied([block]).groups for block in of_type(CheckGroups, otto.area("page"))]
    assert blank[0].items == groups[0].items


def test_tracks_of_many_boxes_are_a_number_everywhere(project: Write) -> None:
    kind = STATE["game/kinds/hero.yaml"].replace("value: 195", "value: 40").replace("lost}", "lost, show: WAY}")
    for way, boxes in (("''", False), ("number", False), ("boxes", True)):
        files = {**changed("lost", "4"), "game/kinds/hero.yaml": kind.replace("WAY", way)}
        folder = project(files)
        [bea, _], _ = heroes(folder)
        [tracks] = of_type(Tracks, bea.area("page"))
        assert tracks.items[3].is_counter is not boxes
        build(Options(folder, pdf=False))
        page = (folder / "site/iron/people/bea.html").read_text("utf-8")
        assert ((TICKED_BOX * 4 + TALLIES[0]) + "</i>" in page) is boxes
        assert bool(re.search(r"36 <small>of\s+40", page)) is not boxes


def test_a_scale_of_very_many_numbers_is_a_number(project: Write) -> None:
    kind = STATE["game/kinds/hero.yaml"].replace("value: top, lowest: -6", "value: 1000000, lowest: -6")
    folder = project({**STATE, "game/kinds/hero.yaml": kind})
    assert not build(Options(folder, pdf=False)).diagnostics
    page = (folder / "site/iron/people/bea.html").read_text("utf-8")
    assert len(page) < 60_000 and "3 <small>−6 to 1000000</small>" in page
    [bea, _], _ = heroes(folder)
    assert "Momentum 3" in tracks_in_words(bea)


def test_numbers_of_a_scale_can_be_read(project: Write) -> None:
    [bea, _], _ = heroes(project(STATE))
    [tracks] = of_type(Tracks, bea.area("play"))
    side = printed("tracks")
    assert isinstance(side, DrawnBlock)
    inks = side.draw(tracks, SheetFrame(64.0, SHEET["normal"])).inks
    numbers = {ink.text: ink for ink in inks if ink.face == "bold" and ink.text.lstrip("−").isdigit()}
    assert {"−6", "0", "9"} <= numbers.keys() and min(ink.size for ink in numbers.values()) >= FLOOR
    assert numbers["3"].colour != numbers["2"].colour, "it stands on a dark ground"


def test_running_text_says_where_tracks_stand(project: Write) -> None:
    [bea, otto], _ = heroes(project(STATE))
    assert tracks_in_words(bea) == "Health 5, 2 marked · Momentum 3 · Vow 14 of 40 · HP 125 of 195"
    assert tracks_in_words(otto) == "Health 5 · Momentum −2 · Vow 0 of 40 · HP 195"


def tracks_in_words(entry: EntryView) -> str:
    """The tracks of an entry as running text."""
    html = "".join(running_text(of_type(Tracks, entry.area("page"))))
    return re.sub("<[^>]*>", "", html).replace("\u00a0", " ")


def test_a_blank_sheet_has_nothing_marked(project: Write) -> None:
    [bea, _], _ = heroes(project(STATE))
    for block in bea.area("play"):
        empty = block.emptied((block,))
        assert not any(track.current for track in empty.ticked())
        words = "".join(printed(block.type).text(empty, ENGLISH))
        assert "marked" not in words and "ticked" not in words


def test_a_blank_sheet_has_the_most_of_a_counter_only_where_all_have_the_same() -> None:
    def tracks(strength: int) -> Tracks:
        mosts = {"STR lost": strength, "Fear": 10}
        return Tracks(
            id="t",
            title="",
            items=tuple(
                Track(label=label, number=Number(str(most), size=most), mark=Mark("tick", "", ""), show="number")
                for label, most in mosts.items()
            ),
        )

    empty = tracks(14).emptied((tracks(14), tracks(8)))
    assert [(track.number.text, track.number.size) for track in empty.items] == [("", 14), ("10", 10)]


@pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")
def test_paper_has_what_is_marked(project: Write, session: PrintSession) -> None:
    views, style = heroes(project(STATE))
    sheet = print_sheets(session, views[:1], style).pdf
    words = text_of(sheet)
    # Boxes are read out as such, ticked ones as ticked; a scale is its numbers, a counter what is left.
    assert "☒ ☒ ☐ ☐ ☐" in words and "[4] [4] [4] [2] ☐" in words
    assert "125/195" in words.replace(" ", "") and "−6" in words
    card = text_of(print_cards(session, [(views[0], 1)], style, card_format("poker")).pdf)
    assert "☒ ☒ ☐ ☐ ☐" in card and "125" in card
    party = text_of(print_party(session, views, style).pdf)
    assert "3 (−6 to 9)" in party and "☒ ☒ ☐ ☐ ☐" in party and "−2 (−6 to 10)" in party


@pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")
def test_a_form_begins_with_what_is_marked(project: Write, session: PrintSession) -> None:
    views, style = heroes(project(STATE))
    with pikepdf.open(io.BytesIO(print_sheets(session, views[:1], style, fillable=True).pdf)) as pdf:
        fields = {str(field.T): str(field.get("/V", "")) for field in pdf.Root.AcroForm.Fields}
    assert [fields[f"Health {n}"] for n in range(1, 6)] == ["/Yes", "/Yes", "/Off", "/Off", "/Off"]
    assert (fields["Momentum"], fields["Vow"], fields["HP"], fields["Alarm"]) == ("3", "14", "125", "2")
    assert (fields["wounded"], fields["shaken"]) == ("/Off", "/Yes")


def text_of(data: bytes) -> str:
    """The words of a PDF; boxes have blanks between them, on cards and sheets alike."""
    text = "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data))
    return re.sub(r"(?<=[☐☒\]]) *(?=[☐☒\[])", " ", text)


def test_a_track_without_a_label_is_called_as_its_block_in_the_book() -> None:
    track = Track(label="", number=Number("10", size=10), mark=Mark("tick", "", ""), current=-2, lowest=-6)
    momentum = Tracks(id="m", title="Momentum", items=(track,))
    assert "".join(running_text((momentum,))) == "<p><b>Momentum</b>\u00a0−2</p>"
