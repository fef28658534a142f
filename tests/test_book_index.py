"""The indexes of the five rulebooks: every section is listed where it stands, and what players look up is there."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest
from made_book import lines_of, links, of_one
from markupsafe import Markup
from samples import RULESETS, opened
from test_printing_entries import ROSE

from sheetgen.languages.program_words import Words
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.print.books.book_page import BookPage
from sheetgen.print.books.books import _index, _order, _places, _trees
from sheetgen.print.books.index_columns import LEADINGS, IndexPages, index_pages
from sheetgen.print.books.indexing import IndexLine, WordForms, indexed
from sheetgen.print.jobs import Chapter, IndexTerm, PrintSession, PrintStyle
from sheetgen.print.paper import paper
from sheetgen.print.plan.index_words import explained, words_of
from sheetgen.print.plan.rulebook import Rulebook, named
from sheetgen.reference.links import Target
from sheetgen.views.pages import Reading

HEADING = re.compile(r'<h[23]\b[^>]*?\bid="([^"]+)"[^>]*>(.*?)</h[23]>', re.DOTALL)
FORMS = WordForms(Words().index)
NUMBER = re.compile(r"^\d+[.)]\s+")

Looked = dict[str, IndexLine]


@pytest.fixture(scope="module")
def books() -> dict[str, tuple[Rulebook, Looked]]:
    readers = {}
    for game in opened()[1]:
        book = Rulebook(game)
        places = _places(book.chapters)
        order = _order(places, _trees(book.chapters, places))
        lines = [line for _, letter in _index(book.terms, places, order, Words()) for line in letter]
        readers[game.ruleset.id] = book, {FORMS.common(line.word): line for line in lines}
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
            line = index.get(FORMS.common(title)) or index.get(FORMS.common(f"{chapter.title}, {title}"))
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
        line = index.get(FORMS.common(word))
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


@pytest.mark.parametrize(
    ("language", "titles"),
    [
        ("en", ["The list, how it goes", "Howling", "The list, all of them"]),
        ("de", ["Die Liste, wie es geht", "Wiesen", "Die Liste, alle anderen", "How it goes"]),
        ("ja", ["表, 何が起きるか", "表, 一覧", "何者"]),
    ],
)
def test_headings_that_say_little_in_their_language_stand_behind_their_chapter(
    language: str, titles: list[str]
) -> None:
    known = Words(language).index
    for title in titles:
        chapter, _, little = title.rpartition(", ")
        own = f"{little[:1].upper()}{little[1:]}"
        target = Target("heading", f"list#{own}", own, "list.html")
        assert [term.word for term in words_of(target, "a", known, chapter or "The list")] == [title]


def test_names_stand_without_the_articles_and_with_the_plurals_of_their_language() -> None:
    places = {"Die Wunde": "ch0", "Wundbrand": "ch0-a", "Regeln": "ch0-a", "Die Regel": "ch0-b", "The Ends": "ch0"}
    terms = [IndexTerm(word, (place,)) for word, place in places.items()]
    letters = indexed(terms, ORDER, Words("de").index)
    assert [(letter, [line.word for line in lines]) for letter, lines in letters] == [
        ("R", ["Regeln"]),
        ("T", ["The Ends"]),
        ("W", ["Wundbrand", "Die Wunde"]),
    ]


@pytest.mark.parametrize(
    ("title", "name_and_text"),
    [("Full tens only", ("Full tens only", " (read here)")), ("", ("Read here:", ""))],
)
def test_readings_are_named_by_their_titles(title: str, name_and_text: tuple[str, str]) -> None:
    assert named(Reading(value="a", text=DrawnText.of("So."), chosen=True, title=title), Words()) == name_and_text
    assert named(Reading(value="b", text=DrawnText.of("Or so.")), Words()) == ("Or:", "")


def test_the_index_has_a_line_for_a_word_and_all_its_forms() -> None:
    words = {
        "Lamps": ["ch0-b"],
        "lamp": ["ch0-a", "ch0-b"],
        "The Lamp": ["ch0-b"],
        "A way out": ["ch0"],
        "4. Find the place": ["ch0-a"],
        "+10": ["ch0"],
        "Ties": ["ch0"],
        "Glass": ["ch0"],
        "Two-Lamp Bearer (Oil)": ["ch0-a"],
        "Two Lamp Bearer Oil": ["ch0-b"],
    }
    terms = [IndexTerm(word, tuple(places)) for word, places in words.items()]
    letters = [(letter, [(line.word, line.main) for line in lines]) for letter, lines in indexed(terms, ORDER, WORDS)]
    assert letters == [
        ("#", [("+10", ("ch0",))]),
        ("F", [("Find the place", ("ch0-a",))]),
        ("G", [("Glass", ("ch0",))]),
        ("L", [("lamp", ("ch0-a", "ch0-b"))]),
        ("T", [("Ties", ("ch0",)), ("Two Lamp Bearer Oil", ("ch0-a", "ch0-b"))]),
        ("W", [("A way out", ("ch0",))]),
    ]


ORDER = ["ch0", "ch0-a", "ch0-b"]
WORDS = Words().index


def test_the_index_tells_first_where_most_is_told_and_leads_other_names_there() -> None:
    terms = [
        IndexTerm("Blood Loss", ("ch0-b",), 4),
        IndexTerm("Blood Loss", ("ch0-a",)),
        IndexTerm("bleeding", ("ch0-a",), 2, "Blood Loss"),
        IndexTerm("Bleedings", ("ch0-b",), 6, "Blood Loss"),
        IndexTerm("Blood Loss table", ("ch0-a",), 2, "Blood Loss"),
        IndexTerm("Oil", ("ch0",), 2, "Lamps"),
        IndexTerm("Lamps", ("ch0",)),
        IndexTerm("Lamp light", ("ch0",), 2, "Lamps"),
        IndexTerm("Lamp light", ("ch0-b",), 6, "Blood Loss"),
        IndexTerm("Lamp oil", ("ch0",), 2, "Oil"),
    ]
    lines = {line.word: line for _, letter in indexed(terms, ORDER, WORDS) for line in letter}
    assert list(lines) == ["bleeding", "Blood Loss", "Lamp light", "Lamps", "Oil"], "what only goes on stands above"
    assert (lines["Blood Loss"].main, lines["Blood Loss"].also) == (("ch0-a",), ("ch0-b",))
    assert lines["bleeding"].see == ("Blood Loss", "ch0-a")
    assert (lines["Oil"].main, lines["Oil"].see) == (("ch0",), None), "one page is told, not where it is told"
    assert (lines["Lamp light"].main, lines["Lamp light"].also) == (("ch0",), ("ch0-b",))


def test_the_index_folds_other_names_that_stand_beside_a_word_for_the_same() -> None:
    terms = [
        IndexTerm("Amnesiac", ("ch0-a",), 2),
        IndexTerm("Amnesia", ("ch0-a",), 4, "Amnesiac"),
        IndexTerm("Charm", ("ch0-b",), 4, "Brainwashed"),
        IndexTerm("Charmed", ("ch0-b",), 4, "Brainwashed"),
        IndexTerm("Brainwashed", ("ch0-b",), 2),
        IndexTerm("Brains", ("ch0-a",), 4, "Amnesiac"),
        IndexTerm("Mend wounds", ("ch0",), 4, "Amnesiac"),
        IndexTerm("Mending", ("ch0",), 4, "Amnesiac"),
    ]
    lines = [line.word for _, letter in indexed(terms, ORDER, WORDS) for line in letter]
    assert lines == ["Amnesiac", "Brains", "Brainwashed", "Charm", "Mending"], "what leads elsewhere stays"


def test_the_index_tells_a_page_once_and_its_columns_are_level(session: PrintSession) -> None:
    heads = "".join(f'<h2 id="s{n}">Lamp {n}</h2>' for n in range(9))
    terms = [
        IndexTerm("Lamp", tuple(f"a.html#s{n}" for n in range(1, 9))),
        IndexTerm("Lamp", ("a.html#s0",), 4),
        *(IndexTerm(f"Bulb {n}", ("a.html",)) for n in range(39)),
    ]
    data = of_one(session, heads, terms=terms)
    last = lines_of(data)[-1]
    assert [link.text for link in links(data) if link.index] == ["5"] * 40
    columns = Counter(round(left / 100) for left, words in last if words.startswith(("Bulb", "Lamp")))
    assert len(columns) == 4 and max(columns.values()) - min(columns.values()) < 5


@pytest.mark.parametrize("size", ["a5", "a4"])
def test_the_index_fills_its_columns_and_pages(session: PrintSession, size: str) -> None:
    """Columns are reckoned beforehand: each line stands where it was reckoned, none on a page of its own."""
    words = ["Lamp", "Wick-trimmer", "Oil of the long night", "Nobody’s room beyond the harbour wall", "Ö"]
    heads = "".join(f'<h2 id="s{n}">Lamp {n}</h2><p>Out.</p>' for n in range(30))
    terms = [
        IndexTerm(f"{chr(65 + n % 26)}{words[n % 5].lower()} {n}", tuple(f"a.html#s{m}" for m in range(0, n % 30, 4)))
        for n in range(400)
    ]
    pages = lines_of(of_one(session, heads, size, [replace(term, hrefs=term.hrefs or ("a.html",)) for term in terms]))
    index = pages[next(n for n, page in enumerate(pages) if any(words.strip() == "INDEX" for _, words in page)) :]
    assert (
        sum(
            words.split()[0] in {f"{chr(65 + n)}{w}" for n in range(26) for w in ("lamp", "ö")}
            for page in index
            for _, words in page
            if words.split()
        )
        > 150
    )
    counts = [len(page) for page in index]
    assert len(counts) > 1 and min(counts[:-1]) > 0.8 * max(counts) and counts[-1] > 3


def test_the_index_is_set_closer_where_that_spares_a_page() -> None:
    page = BookPage(PrintStyle(ROSE, paper("a5")))

    def pages(count: int) -> IndexPages:
        return index_pages([("L", [IndexLine(f"Lamp {n}", ("ch0",)) for n in range(count)])], page, {"ch0": 1})

    full = max(n for n in range(100, 200) if len(pages(n).columns) == 1 and pages(n).leading == LEADINGS[0])
    assert [(len(pages(n).columns), pages(n).leading) for n in (full + 1, 2 * full)] == [(1, 1.25), (2, 1.3)]
    assert len(pages(full + 40).columns) == 2


def test_a_single_letter_of_a_glossary_is_not_listed() -> None:
    rows = "".join(
        f'<tr><td><strong>{name}</strong></td><td><a href="dice.html">what it is</a></td></tr>'
        for name in ("Rating, X", "D", "鬼")
    )
    chapter = Chapter("glossary.html", "Glossary", Markup(f"<table><tbody>{rows}</tbody></table>"))
    assert [term.word for term in explained([chapter])] == ["Rating", "鬼"]
