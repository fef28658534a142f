"""The indexes of the five rulebooks: every section is listed where it stands, and what players look up is there."""

from __future__ import annotations

import re

import pytest
from markupsafe import Markup
from samples import RULESETS, opened

from sheetgen.print.books.books import _index, _order, _places, _trees
from sheetgen.print.books.indexing import IndexLine, _form
from sheetgen.print.plan.rulebook import Rulebook

HEADING = re.compile(r'<h[23]\b[^>]*?\bid="([^"]+)"[^>]*>(.*?)</h[23]>', re.DOTALL)
NUMBER = re.compile(r"^\d+[.)]\s+")

Looked = dict[str, IndexLine]


@pytest.fixture(scope="module")
def books() -> dict[str, tuple[Rulebook, Looked]]:
    readers = {}
    for game in opened()[1]:
        book = Rulebook(game)
        places = _places(book.chapters)
        order = _order(places, _trees(book.chapters, places))
        lines = [line for _, letter in _index(book.terms, places, order) for line in letter]
        readers[game.ruleset.id] = book, {_form(line.word): line for line in lines}
    return readers


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_section_is_listed_with_the_place_where_it_stands(
    books: dict[str, tuple[Rulebook, Looked]], ruleset: str
) -> None:
    book, index = books[ruleset]
    missing = []
    for number, chapter in enumerate(book.chapters[: len(book.game.chapters)]):
        for name, html in HEADING.findall(chapter.html):
            title = Markup(re.sub(r"<a class=\"anchor\".*?</a>", "", html)).striptags()
            line = index.get(_form(title)) or index.get(_form(f"{chapter.title}, {title}"))
            if not name.startswith("rule-") and (line is None or f"ch{number}-{name}" not in (*line.main, *line.also)):
                missing.append((chapter.title, title))
    assert missing == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_another_name_leads_to_a_line_with_pages(books: dict[str, tuple[Rulebook, Looked]], ruleset: str) -> None:
    _, index = books[ruleset]
    words = {line.word: line for line in index.values()}
    for line in index.values():
        assert (line.see is None) == bool(line.main)
        if line.see:
            assert words[line.see[0]].main[0] == line.see[1]


LOOKED_UP = {
    "Action Point": "actions#points",
    "Advantage": "advantage#meaning",
    "Ailment": "ailments#what",
    "All-Out Attack": "one-more#all-out-attack",
    "Ambush": "advantage#ambushing",
    "Area attacks": "map-light#areas",
    "Baton Pass": "one-more#baton-pass",
    "Blood Loss": "conditions#blood-loss",
    "Breath": "conditions#suffocation",
    "Burst": "attacks#burst",
    "Called": "attacks#called",
    "Chance Attack": "advantage#chance-attacks",
    "Climbing": "movement#climbing",
    "Cover": "advantage#cover",
    "Critical Hit": "special-hits#critical-hits",
    "Defense": "attacks#defense",
    "Degrees": "tests#degrees",
    "Disengage": "movement#disengage",
    "Drowning": "conditions#suffocation",
    "Evasion": "attacks#evasion",
    "Falling": "movement#falling",
    "Flight": "movement#flight",
    "Fumble": "special-hits#fumbles",
    "Grappling": "actions#grapple",
    "Healing": "wounds#getting-wounds-back",
    "Helpless": "special-hits#helpless",
    "Initiative": "fights#initiative",
    "Instant Kill": "attacks#instant-kills",
    "Leaping": "movement#leaping",
    "Light Wounds": "wounds#light",
    "Miasma": "conditions#miasma",
    "One More": "one-more#earning-one",
    "Opposed test": "tests#opposed",
    "Outnumbering": "advantage#outnumbering",
    "Round": "time#round",
    "Savage": "attacks#savage",
    "Scatter": "special-hits#scattering",
    "Stress": "wounds#stress",
    "Surprise": "fights#surprise",
    "Turn": "time#turn",
}
"""What a player looks up, and the section that covers it."""


def test_what_players_look_up_leads_to_the_section_that_covers_it(books: dict[str, tuple[Rulebook, Looked]]) -> None:
    book, index = books["persona"]
    numbers = {page.slug: number for number, page in enumerate(book.game.chapters)}
    pages = {}
    for word, section in LOOKED_UP.items():
        page, _, name = section.partition("#")
        line = index.get(_form(word))
        first = (line.see[1] if line.see else line.main[0]) if line else ""
        if first != f"ch{numbers[page]}-{name}":
            pages[word] = first
    assert pages == {}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_line_of_an_index_asks_or_says_nothing_alone(
    books: dict[str, tuple[Rulebook, Looked]], ruleset: str
) -> None:
    book, index = books[ruleset]
    titles = tuple(page.title for page in book.game.chapters)
    alone = re.compile(
        r"(how|what|when|where|who) (is|it|they|a|an|the)\b|((the|a) )?list$|all of them$", re.IGNORECASE
    )
    assert [line.word for line in index.values() if alone.match(line.word) and not line.word.startswith(titles)] == []
