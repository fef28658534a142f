"""Entries as running text in a rulebook: nothing of them is lost, no number runs into another."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest
from game_marks import BODY
from markupsafe import Markup
from printed_words import block_words, words
from samples import RULESETS, opened

from sheetgen.blocks import (
    Block,
    Body,
    Cell,
    CheckGroups,
    Checks,
    Column,
    EntryView,
    Fact,
    Facts,
    Figure,
    Figures,
    Grid,
    GridRow,
    Mark,
    Named,
    NamedList,
    Number,
    Pair,
    Panel,
    Part,
    Prose,
    Row,
    Score,
    Scores,
    Strip,
    Table,
)
from sheetgen.blocks.parts import drawn_mark
from sheetgen.languages.program_words import ENGLISH
from sheetgen.markdown.tree import inner
from sheetgen.media.marks import plain_marks
from sheetgen.print.books.books import _places, _trees
from sheetgen.print.measure.rich_text import stars
from sheetgen.print.plan.block_texts import in_full
from sheetgen.print.plan.rulebook import Rulebook


def entry(*blocks: Block, name: str = "Banshee") -> EntryView:
    return EntryView(
        id="b",
        kind="monster",
        kind_title="Monster",
        name=name,
        href="",
        subtitle=(),
        badge=None,
        summary="",
        tags=(),
        source="",
        portrait="",
        areas={"page": blocks},
    )


def plain(*blocks: Block) -> str:
    return " ".join(in_full(entry(*blocks), ENGLISH).replace("</p>", " / ").striptags().split())


def number(text: str) -> Number:
    return Number(text, size=int(text) if text.isdigit() else 0)


def test_what_follows_a_number_does_not_run_into_it() -> None:
    figures = (
        Figure(label="HP", number=number("9"), unit="", after="2d8"),
        Figure(label="AC", number=number("19"), unit="", after=" natural armor"),
        Figure(label="Speed", number=number("30"), unit="ft", after="(slowed 15)"),
        Figure(label="Defense", number=number("4"), unit="", after=" / on the ground 2"),
    )
    text = plain(Figures(id="f", title="", items=figures))
    assert text == "HP 9 (2d8) · AC 19 natural armor · Speed 30 ft (slowed 15) · Defense 4 / on the ground 2 /"


def test_scores_keep_their_bonuses() -> None:
    scores = (
        Score(label="Strength", short="Str", number=number("23"), bonus=number("+6")),
        Score(label="Luck", short="Lck", number=number("4")),
    )
    assert plain(Scores(id="s", title="Abilities", items=scores)) == "Strength 23 (+6) · Luck 4 /"


def marked(title: str) -> Mark:
    return drawn_mark(plain_marks(), "tick", title)


def test_of_a_strip_a_book_says_what_stands_out() -> None:
    def strip(**states: str) -> Strip:
        pairs = tuple(Pair(marked(head), marked(state)) for head, state in states.items())
        return Strip(id="s", title="Affinities", pairs=pairs)

    some = strip(Fire="Weak", Ice="Normal", Wind="Weak", Psy="Normal", Bless="Block", Curse="Normal")
    assert plain(some) == "Affinities. Weak: Fire, Wind · Block: Bless /"
    assert plain(strip(Fire="Normal", Ice="Normal")) == ""
    assert plain(strip(Fire="Weak", Ice="Normal")) == "Affinities. Weak: Fire · Normal: Ice /"


def test_rows_of_a_book_that_say_the_same_are_one_and_columns_that_say_nothing_are_none() -> None:
    said = {"Fire": "2 points", "Ice": "2 points", "Wind": "3 points", "Psy": "2 points"}
    rows = tuple(Row(name=name, cells=(Cell(number(text), ""), Cell(number(""), ""))) for name, text in said.items())
    table = Table(id="t", title="Soak", heading="Against", columns=(Column("Less"), Column("Then")), rows=rows)
    html = str(in_full(entry(table), ENGLISH)).replace("</th>", " ").replace("</td>", " ").replace("</tr>", "/")
    assert Markup(html).striptags() == "SoakAgainst Less /Fire, Ice 2 points /Wind 3 points /Psy 2 points /"
    wide = replace(
        table, columns=(Column("Less"),) * 4, rows=tuple(replace(row, cells=row.cells[:1] * 4) for row in rows)
    )
    assert str(in_full(entry(wide), ENGLISH)).count("<tr") == 5, "names have no room beside many columns"


def test_of_names_with_a_short_value_each_a_book_has_a_line() -> None:
    def line_of(**said: str) -> str:
        rows = tuple(Row(name=name, cells=(Cell(number(text), ""),)) for name, text in said.items())
        return plain(Table(id="t", title="Skills", heading="Skill", columns=(Column("Target"),), rows=rows))

    assert line_of(Dodge="47", Parry="41", Notice="41") == "Skills (Target) Dodge 47 · Parry, Notice 41 /"
    assert line_of(**{"Guard 2": "47"}) == "Skills (Target) Guard 2: 47 /", "a number does not run into another"
    assert line_of(Dodge="47 or less") == "Skills / SkillTargetDodge47 or less"


def test_a_label_stays_with_what_it_says() -> None:
    html = in_full(entry(Facts(id="f", title="", items=(Fact("Move", "6 m"), Fact("AV above 9", "3")))), ENGLISH)
    assert html == "<p><b>Move</b>\u00a06 m\u00a0· <b>AV above 9:</b>\u00a03</p>"


def test_a_book_has_the_blocks_that_a_kind_asks_for() -> None:
    first, second = (Prose(id=text, title="", text=Markup(f"<p>{text}</p>")) for text in ("one", "two"))
    wraith = replace(entry(first, second), areas={"page": (first,), "aside": (second,)})
    assert [
        in_full(view, ENGLISH) for view in (wraith, replace(wraith, areas={**wraith.areas, "book": (second,)}))
    ] == [
        "<p>one</p><p>two</p>",
        "<p>two</p>",
    ]


def test_lists_of_texts_keep_their_titles_uses_and_costs() -> None:
    breath = Named(name="Acid Breath", text=Markup("Hits all."), value="Recharge 5–6")
    claw = Named(name="Claw", text=Markup("<p>One target.</p><p>And another.</p>"), value="2", cost=1)
    text = plain(
        NamedList(id="a", title="Actions", items=(breath, claw)), NamedList(id="r", title="Reactions", items=(breath,))
    )
    assert text.startswith("Actions / Acid Breath (Recharge 5–6). Hits all. / Claw 2 ")
    assert "One target. / And another. / Reactions / Acid Breath" in text
    assert f"Claw 2 {stars(1).striptags()}. One target." in text


@pytest.mark.parametrize(
    "block",
    [
        Table(
            id="t",
            title="Attacks",
            heading="Attack",
            columns=(Column("Hit"),),
            rows=(Row(name="Claw", cells=(Cell(number("7"), ""),), note=Markup("Wet.")),),
        ),
        Grid(
            id="g",
            title="Thresholds",
            heads=(Figure(label="Head", number=number("2")),),
            rows=(GridRow("Wounded", (number("12"),)),),
        ),
        CheckGroups(id="c", title="", groups=(Checks("Physical", ("Burning", "Frozen")),)),
        Body(
            id="y",
            title="",
            parts=(Part(region="head", label="Head", number=number("3"), note="01–10", place=BODY.places["head"]),),
        ),
        Prose(id="p", title="Tactics", text=Markup("<ul><li>Wails.</li></ul>")),
        Panel(
            id="n",
            title="",
            entries=(entry(Prose(id="p", title="Habit", text=Markup("<p>Combs.</p>")), name="Comb of silver"),),
        ),
    ],
)
def test_every_block_is_told(block: Block) -> None:
    assert not block_words([block]) - words_in(in_full(entry(block), ENGLISH))


def words_in(html: str) -> Counter[str]:
    """The words of HTML, all with the apostrophe of print."""
    return Counter(word.replace("'", "’") for word in words(html))


@pytest.fixture(scope="module")
def books() -> dict[str, Rulebook]:
    return {game.ruleset.id: Rulebook(game) for game in opened()[1]}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_book_shows_no_markup_of_its_source(books: dict[str, Rulebook], ruleset: str) -> None:
    book = books[ruleset]
    texts = [
        text for chapter in book.chapters for text in (chapter.title, chapter.lead, Markup(chapter.html).striptags())
    ]
    for text in (*texts, *(kind.model.doc for kind in book.game.ruleset.kinds.values())):
        assert not re.findall(r"`|</?[a-z]+|&#\d+;|\*\*|\]\(", text)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_book_has_all_words_of_its_chapters_and_entries(books: dict[str, Rulebook], ruleset: str) -> None:
    book = books[ruleset]
    places = _places(book.chapters)
    trees = zip(places, _trees(book.chapters, places), strict=True)
    bodies = {href: words_in(inner(tree).replace("\u200b", "")) for href, tree in trees}
    for page in book.game.chapters:
        written = str(book.game.contents.page(page).html)
        body = bodies[f"/{book.game.folder}{page.slug}.html"]
        assert not sorted(words_in(DRAWN.sub("", RULE.sub("", written))) - body), page.slug
        rules = {name.replace("_", "-"): rule.model for name, rule in book.game.ruleset.rules.items()}
        for name in RULE.findall(written):
            assert not words_in(f"{rules[name].title} {rules[name].doc}") - body, name
    for kind in book.kinds:
        body = bodies[f"/{book.game.context.list_address(kind.id)}"]
        for entry in book.game.entries.of(kind.id):
            view = book.game.contents.view(entry)
            if not entry.entry.campaign and view is not None:
                blocks = [block for block in (*view.area("page"), *view.area("aside")) if block.id != "numbers"]
                expected = {word.replace("'", "’") for word in block_words(blocks)}
                # What it does needs no title in a book.
                assert sorted(expected - set(body) - {"effect"}) == [], entry.entry.name


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_book_ends_with_the_places_of_its_tables(books: dict[str, Rulebook], ruleset: str) -> None:
    book = books[ruleset]
    listed = re.findall(r'<a href="([^"#]+)#([^"]*)">([^<]+)</a>', book.chapters[-1].html)
    chapters = {chapter.href: str(chapter.html) for chapter in book.chapters[: len(book.game.chapters)]}
    assert "#" not in "".join(title for *_, title in listed)
    assert book.chapters[-1].title == "Tables" and len(listed) == len(set(listed)) >= 6
    assert {href for href, _, _ in listed} == {href for href, html in chapters.items() if "<table" in html}
    for href, anchor, title in listed:
        section = re.split(rf'<h[234][^>]* id="?{re.escape(anchor)}\b', chapters[href])[1] if anchor else chapters[href]
        assert "<table" in re.split(r"<h[234]\b[^>]* id=", section)[0], title


DRAWN = re.compile(
    r"<(svg|script|button|form)\b.*?</\1>|<p class=\"?more\"?>.*?</p>|<code>\w+</code>(?=\s*</header>)"
    r"|<(\w+) class=\"?live\"?>.*?</\2>|(?<=<span>)Worked(?= example</span>)",
    re.DOTALL,
)
"""What only a screen shows: pictures, buttons, labels, how a rule is called in a file, what runs at every build."""
RULE = re.compile(r'<section class="rulebox[^"]*" id="rule-([^"]+)".*?</section>', re.DOTALL)
POSSESSED = re.compile(r"(?:</\w+>)?’")
"""An apostrophe, with the end of what it hangs on."""
