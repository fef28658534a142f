"""Which entries stand in the book, and how: in full, as a table, or not at all; those of a campaign on request."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from projects import Write
from small_game import GAME

from sheetgen.build import check, open_project
from sheetgen.print.plan.rulebook import Rulebook
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
    assert '<h3 id="newt">Newt</h3>' in html and "Killed at" in html and "Otter" not in html


def test_entries_may_stand_as_a_table(project: Write) -> None:
    rules = book(project, "table")
    html = beasts(rules)
    assert '<th scope="col">Beast</th><th scope="col">Tier</th>' in html and "Killed at" not in html
    assert '<th scope="row" id="newt">Newt</th><td>3</td>' in html and html.index("Newt") < html.index("Toad")
    assert rules.places["small/beasts/newt.html"] == f"{LIST}#newt", "links and the index lead to the row"


def test_a_kind_may_be_left_out(project: Write) -> None:
    rules = book(project, "none")
    assert not beasts(rules) and "small/beasts/newt.html" not in rules.places
    assert not [term for term in rules.terms if "Newt" in repr(term)]


def test_entries_of_the_campaign_stand_in_the_book_on_request(project: Write) -> None:
    html = beasts(book(project, campaign=True))
    assert '<h3 id="newt">' in html and '<h3 id="otter">Otter of Ill Repute</h3>' in html


def test_a_game_whose_entries_are_all_of_the_campaign(project: Write) -> None:
    assert not beasts(book(project, files=GAME))
    assert "Otter" in beasts(book(project, "table", True, GAME))


def test_another_way_is_a_mistake(project: Write) -> None:
    kind = GAME["game/kinds/beast.yaml"].rstrip() + "\n        book: nowhere\n"
    [mistake] = check(project({**GAME, "game/kinds/beast.yaml": kind}))[0]
    assert "`book` takes one of" in mistake.message and "full, table, none" in mistake.message


def test_links_to_rules_lead_to_their_boxes_folded_or_open(project: Write) -> None:
    assert book(project).places["small/rules/track.html"] == "/small/rules.html#rule-track"
