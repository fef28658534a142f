"""Which entries stand in the book, and how: in full, as a table, or not at all; those of a campaign on request."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from projects import Write, open_project
from small_game import GAME
from test_printing_entries import ROSE

from sheetgen.build import check
from sheetgen.markdown.tree import parsed
from sheetgen.print.books.book_page import BookPage
from sheetgen.print.paper import PAPERS
from sheetgen.print.plan.rulebook import Rulebook
from sheetgen.print.style import PrintStyle
from sheetgen.text.diagnostics import Diagnostics

NEWT = "{name: Newt, tier: 3, toughness: 20, friend: toad}"
TOAD = "{name: Toad, tier: 4, toughness: 30, friend: newt}"
FILES = {**GAME, "game/entries/beasts.yaml": f"- {NEWT}\n- {TOAD}\n"}
LIST = "/small/beasts/index.html"


def book(write: Write, way: str = "", campaign: bool = False, files: Mapping[str, str] = FILES) -> Rulebook:
    kind = files["game/kinds/beast.yaml"].rstrip() + (f"\n        book: {way}\n" if way else "\n")
    diagnostics = Diagnostics()
    opened = open_project(write({**files, "game/kinds/beast.yaml": kind}), diagnostics)
    assert opened is not None and not list(diagnostics), [diagnostic.message for diagnostic in diagnostics]
    return Rulebook(opened[1][0], "", campaign)


def beasts(rules: Rulebook) -> str:
    return "".join(str(chapter.html) for chapter in rules.chapters if chapter.href == LIST)


@pytest.mark.parametrize("way", ["", "full"])
def test_entries_of_the_rulebook_stand_in_full(project: Write, way: str) -> None:
    html = beasts(book(project, way))
    assert '<h2 id="newt">Newt</h2>' in html and "Killed at" in html and "Otter" not in html


def test_entries_may_stand_as_a_table(project: Write) -> None:
    rules = book(project, "table")
    html = beasts(rules)
    assert '<th scope="col">Beast</th><th scope="col">Tier</th>' in html and "Killed at" not in html
    assert '<th scope="row"><span id="newt">Newt</span></th><td>3</td>' in html and html.index("Newt") < html.index(
        "Toad"
    )
    assert rules.places["small/beasts/newt.html"] == f"{LIST}#newt", "links and the index lead to the row"


def test_a_kind_may_be_left_out(project: Write) -> None:
    rules = book(project, "none")
    assert not beasts(rules) and "small/beasts/newt.html" not in rules.places
    assert not [term for term in rules.terms if "Newt" in repr(term)]


def test_entries_of_the_campaign_stand_in_the_book_on_request(project: Write) -> None:
    html = beasts(book(project, campaign=True))
    assert '<h2 id="newt">' in html and '<h2 id="otter">Otter of Ill Repute</h2>' in html


def test_a_game_whose_entries_are_all_of_the_campaign(project: Write) -> None:
    assert not beasts(book(project, files=GAME))
    assert "Otter" in beasts(book(project, "table", True, GAME))


def test_entries_are_not_called_as_a_chapter_that_is_written(project: Write) -> None:
    page = {"game/reference/more.md": "---\ntitle: Beasts\n---\nWhat lives on the pier.\n"}
    titles = [chapter.title for chapter in book(project, files=FILES | page).chapters]
    assert titles.count("Beasts") == 1 and titles.index("Beasts") < titles.index("Beasts, A to Z")
    assert "Beasts" in [chapter.title for chapter in book(project).chapters]


def test_another_way_is_a_mistake(project: Write) -> None:
    kind = GAME["game/kinds/beast.yaml"].rstrip() + "\n        book: 4 columns\n"
    [mistake] = check(project({**GAME, "game/kinds/beast.yaml": kind}))[0]
    assert "`book` takes one of full, 1 column, 2 columns, 3 columns, table, none" in mistake.message


def test_entries_stand_in_as_many_columns_as_their_kind_says(project: Write) -> None:
    html = beasts(book(project, "3 columns"))
    assert '<div class="entries columns-3"><section class="entry">' in html and '<h2 id="newt">Newt</h2>' in html
    assert '<div class="entries">' in beasts(book(project))


@pytest.mark.parametrize(
    ("paper", "large", "widths"),
    [("A4", False, (174, 84, 54)), ("A5", False, (121, 57.5, 57.5)), ("A4", True, (174, 84, 84)),
     ("A5", True, (121, 121, 121))],
)  # fmt: skip
def test_columns_of_entries_are_no_narrower_than_can_be_read(
    paper: str, large: bool, widths: tuple[float, ...]
) -> None:
    page = BookPage(PrintStyle(ROSE, PAPERS[paper.lower()], large=large))
    assert tuple(page.entry_column(asked) for asked in (1, 2, 3)) == widths
    tree = parsed('<div class="entries columns-3"><section class="entry"><table></table></section></div>')
    assert page.room(next(tree.iter("table"))) == pytest.approx(widths[2])


def test_links_to_rules_lead_to_their_boxes_folded_or_open(project: Write) -> None:
    assert book(project).places["small/rules/track.html"] == "/small/rules.html#rule-track"
