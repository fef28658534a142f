"""What is printed is read aloud as a listener needs it: whose it is, headings before their texts, nothing twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import pytest
from game_marks import PICTURES
from printed_words import ordered_words, words
from read_aloud import Passage, Reading, read_aloud
from samples import RULESETS, opened, sample
from test_printing_entries import ROSE, element, moth, strip, wounds

from sheetgen.blocks import Block, Cell, Column, EntryView, Lines, Number, Pair, Row, Strip, Table
from sheetgen.build import engine_missing
from sheetgen.model.ruleset.kinds import Kind, has_card, has_sheet
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.jobs import Chapter, print_book, print_cards, print_sheets
from sheetgen.print.paper import card_format
from sheetgen.print.plan.entry_prints import printable
from sheetgen.print.plan.print_job import style_of
from sheetgen.print.plan.rulebook import Rulebook
from sheetgen.print.style import PrintStyle
from sheetgen.print.templates import cleaned
from sheetgen.site.games import SiteGame

pytestmark = pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")

HEADING = re.compile(r"<h[2-6][^>]*>(.*?)</h[2-6]>", re.DOTALL)
PARAGRAPH = re.compile(r"<(?:h\d|p|li|td|th|dt|dd)\b[^>]*>(.+?)(?=</?(?:h\d|p|li|td|th|dt|dd)\b)", re.DOTALL)
TABLES, BOXES = re.compile("<table"), re.compile('<(?:aside|section|div) class="[^"]*(?:example|rulebox|ruling)')


def entries(game: SiteGame, wanted: Callable[[Kind], bool]) -> list[EntryView]:
    """The entries of the first kind that is wanted, the fullest first."""
    kinds = filter(wanted, game.entries.kinds())
    views = next(views for kind in kinds if (views := [view for _, view in printable(game, kind)]))
    return sorted(views, key=lambda view: -len(repr(view)))


def look(game: SiteGame) -> PrintStyle:
    return style_of(game, opened()[0])


def straight(text: str) -> list[str]:
    """The words of a text, whichever apostrophes it has."""
    return words(text.replace("’", "'"))


def find(first: Sequence[str], read: Sequence[str], start: int) -> int | None:
    """Where some words begin, each of which may be an abbreviation."""
    for n in range(start, len(read) - len(first) + 1):
        if all(word.startswith(part) for word, part in zip(read[n:], first, strict=False)):
            return n
    return None


def out_of_order(openings: Iterable[Sequence[Sequence[str]]], read: Sequence[str]) -> list[str]:
    """What does not follow that before it in the words that are read; each may begin in several ways."""
    at, late = 0, list[str]()
    for ways in openings:
        places = [place for first in ways if (place := find(first, read, at)) is not None]
        at = min(places, default=at)
        late += [] if places else [" or ".join(" ".join(first) for first in ways)]
    return late


def openings(blocks: Iterable[Block]) -> list[list[list[str]]]:
    """The words that each block may begin with: its title, or the first of its labels; a place to write in has none."""
    named = [block for block in blocks if not isinstance(block, Lines)]
    return [[first for first in (words(block.title), ordered_words(block)[:1]) if first] for block in named]


def sections(reading: Reading) -> list[list[Passage]]:
    """What is read from each heading of the first level to the next."""
    starts = [n for n, passage in enumerate(reading.passages) if passage.type == "H1"]
    ends = [*starts[1:], len(reading.passages)]
    return [list(reading.passages[start:end]) for start, end in zip(starts, ends, strict=True)]


def nothing_amiss(reading: Reading, game: SiteGame) -> None:
    """All content is read once, and no feet of pages, no numbers of these, no mark without a word."""
    assert reading.amiss == ()
    assert not re.search("[\ue000-\uf8ff]", reading.text)
    assert look(game).credits not in reading.text
    assert not re.search(r"\b1 of \d|\b\d / \d back", reading.text)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_sheet_is_read_in_the_order_of_its_author(session: PrintSession, ruleset: str) -> None:
    game = sample(ruleset)
    view, *_ = peers = entries(game, has_sheet)
    reading = read_aloud(print_sheets(session, [view], look(game), peers=peers).pdf)
    nothing_amiss(reading, game)
    [[name, below, *passages]] = sections(reading)
    assert name.text.casefold() == view.name.casefold()
    assert words(below.text) == words(" ".join(view.subtitle))
    blocks = [*view.area("play"), *view.area("reference")]
    assert out_of_order(openings(blocks), words(" ".join(passage.text for passage in passages))) == []
    titles = {passage.text.casefold() for passage in passages if passage.is_heading}
    titled = [block for block in blocks if isinstance(block, Table) and block.title and not block.secret]
    assert titled and all(any(title.startswith(block.title.casefold()) for title in titles) for block in titled)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_deck_is_read_card_by_card_all_fronts_and_then_all_backs(session: PrintSession, ruleset: str) -> None:
    game = sample(ruleset)
    full, *_, brief = entries(game, has_card)
    deck = [(full, 1), (brief, 1)]
    reading = read_aloud(print_cards(session, deck, look(game), card_format("poker"), "long").pdf)
    nothing_amiss(reading, game)
    faces = sections(reading)
    names = [head.text.casefold() for head, *_ in faces]
    assert names == sorted(names[: len(names) // 2], key=[full.name.casefold(), brief.name.casefold()].index) * 2
    for view in (full, brief):
        own = [face[1:] for face in faces if face[0].text.casefold() == view.name.casefold()]
        badge = [view.badge.label, view.badge.text] if view.badge else []
        assert words(own[0][0].text) == words(" ".join((*badge, *view.subtitle))), "on every card, one that goes on too"
        read = words(" ".join(passage.text for face in own for passage in face[1:]))
        assert out_of_order(openings([*view.area("front"), *view.area("back")]), read) == []


def fullest(chapters: Iterable[Chapter]) -> Chapter:
    """The chapter that has most tables beside rules, examples and rulings."""
    return max(chapters, key=lambda chapter: min(len(TABLES.findall(chapter.html)), len(BOXES.findall(chapter.html))))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_chapter_is_read_in_the_order_in_which_it_was_written(session: PrintSession, ruleset: str) -> None:
    """Whichever columns its tables, rules and examples stand in."""
    game = sample(ruleset)
    chapter = fullest(Rulebook(game).chapters)
    reading = read_aloud(print_book(session, game.title, [chapter], look(game)).pdf)
    nothing_amiss(reading, game)
    passages = next(section for section in sections(reading) if straight(section[0].text) == straight(chapter.title))
    heads = [straight(passage.text) for passage in passages[1:] if passage.is_heading]
    assert heads == [straight(text) for text in HEADING.findall(cleaned(chapter.html))]
    begin = [[straight(text)[:5]] for text in PARAGRAPH.findall(cleaned(chapter.html)) if straight(text)]
    assert len(begin) > 30
    assert out_of_order(begin, straight(" ".join(passage.text for passage in passages))) == []


SPOKEN = tuple((name, term.title()) for term, name in PICTURES.items())
SOME = strip(fire="weak", ice="block")
UNDRAWN = replace(SOME, pairs=tuple(Pair(*(replace(m, glyph="") for m in (p.head, p.state))) for p in SOME.pairs))


@pytest.mark.parametrize("marks", [SOME, UNDRAWN], ids=["pictures", "letters"])
@pytest.mark.parametrize("paper", ["sheet", "card"])
def test_a_strip_says_what_its_marks_are_and_not_their_letters(session: PrintSession, paper: str, marks: Strip) -> None:
    assert set_alone(session, marks, paper).casefold() == " ".join(ordered_words(marks))


@pytest.mark.parametrize("upright", [False, True])
def test_a_single_box_is_a_box_where_its_label_has_said_of_what(session: PrintSession, upright: bool) -> None:
    tracks = replace(wounds(3, 1), title="", upright=upright)
    read = set_alone(session, replace(tracks, items=(*tracks.items[:2], replace(tracks.items[2], current=1))), "sheet")
    assert words(read) == ["light", "heavy", "deadly"]
    assert (read.count("☐"), read.count("☒")) == (4, 1)


def test_a_mark_before_its_own_name_is_not_read(session: PrintSession) -> None:
    rows = tuple(Row(name=name, mark=element("ice"), cells=(Cell(Number("3"), "Hit"),)) for name in ("Ice", "Icicle"))
    read = set_alone(session, Table(id="x", title="", heading="Type", columns=(Column("Hit"),), rows=rows), "sheet")
    assert read.casefold() == "ice 3 ice icicle 3"


def set_alone(session: PrintSession, block: Block, paper: str) -> str:
    """What is read of a block that stands alone on a sheet or a card."""
    view, style = replace(moth(), areas={"play": (block,), "front": (block,)}), PrintStyle(ROSE, spoken=SPOKEN)
    deck = [(view, 1)]
    card = paper == "card"
    made = print_cards(session, deck, style, card_format("poker")) if card else print_sheets(session, [view], style)
    [[_, _, *passages]] = sections(read_aloud(made.pdf))
    return " ".join(passage.text for passage in passages if passage.text not in ("Portrait", "AFFINITIES"))
