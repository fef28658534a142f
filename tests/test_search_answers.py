"""What search answers at once: a number, a rule worked out, a definition."""

from __future__ import annotations

from dataclasses import replace

import pytest
from in_node import needs_node
from search_records import EXTRA, LANTERN, LANTERNS, WOUNDS, ask, titles

from sheetgen.site.search import SearchRecord, SearchSection, index

TRACKS = "Wound tracks"
NUMBERED = replace(
    LANTERN,
    numbers=(
        ("Init.", "4", "AB 4", "Initiative"), ("Light", "4", "TB 4", TRACKS), ("Heavy", "2", "TB 4 ÷ 2", TRACKS),
        ("Deadly", "1", "", TRACKS), ("Claw, dmg", "7", "4 + SB 3", "Damage"),
    ),
)  # fmt: skip
GLOSSARY = SearchRecord(
    title="Glossary", href="rose/glossary.html", kind="Chapter", names=("AP", "Wound medic"),
    sections=(
        SearchSection("For a Persona", "for", "A point calls it back."),
        SearchSection("Mending", "mend", "Hours · Smaller of 1 and skill · Mending. Then it is whole."),
    ),
    terms=(("AP", "AP: Action Points, two a turn.", "spending"), ("Wound medic", "Wound medic: Who mends.", "harm")),
)  # fmt: skip
POOL = SearchRecord(
    title="Pool", href="rose/rules/pool.html", kind="Rule", summary="What a week brings.", values="Tokens", works=True,
    minor=1, terms=(("Tokens", "Tokens = the bonus of Wit", ""),),
)  # fmt: skip
HURT = SearchRecord(
    title="Harm", href="rose/harm.html", kind="Chapter",
    sections=(
        SearchSection("Damaging", "ing", "Sharp rock."), SearchSection("Damage", "d", "Damage is what is left."),
        SearchSection(
            "Lying down", "back", "Whoever lies there is easily hit and slowly up again.", aliases=("flat out", "OYB")
        ),
        SearchSection("Flat stones", "stones", "Stones lie in the way.", aliases=("stone floor",)),
        SearchSection("Test", "test", "Pass, and you hit.", aliases=("to hit",)),
        SearchSection(
            "Lamps", "lamps", "Lamps of ships light what is near: nobody is afraid.", aliases=("lantern moth",)
        ),
    ),
)  # fmt: skip
WORKED = replace(EXTRA, title="Extra wounds", href="rose/rules/extra.html", works=True, minor=1)


@needs_node
@pytest.mark.parametrize(
    ("query", "sort", "title", "value", "why"),
    [
        ("hollow lantern heavy wounds", "number", "Hollow Lantern", "Heavy 2", "TB 4 ÷ 2"),
        ("how many heavy wounds has the hollow lantern", "number", "Hollow Lantern", "Heavy 2", "TB 4 ÷ 2"),
        ("hollow lantern wounds", "number", "Hollow Lantern", "Light 4 · Heavy 2 · Deadly 1", ""),
        ("lantern initiative", "number", "Hollow Lantern", "Init. 4", "AB 4"),
        ("lantern claw damage", "number", "Hollow Lantern", "Claw, dmg 7", "4 + SB 3"),
        ("what is getting better", "term", "Getting better", "Sleep cures a light one. A medic cures +10 of them.", ""),
        ("extra wounds", "rule", "Extra wounds", "Brings an extra wound.", ""),
        ("AP", "term", "AP", "AP: Action Points, two a turn.", ""),
        ("how many tokens", "term", "Tokens", "Tokens = the bonus of Wit", ""),
        ("damage", "term", "Damage", "Damage is what is left.", ""),
        ("what is a wound medic", "term", "Wound medic", "Wound medic: Who mends.", ""),
        ("hollwo lantern heavy wounds", "number", "Hollow Lantern", "Heavy 2", "TB 4 ÷ 2"),  # a slip in its name
        ("hollow lantern tier", "number", "Hollow Lantern", "Tier 2", ""),
        ("hollow lantern weak", "number", "Hollow Lantern", "Weak to Bless, Fire", ""),
        ("what if I am flat out", "term", "Lying down", "Whoever lies there is easily hit and slowly up again.", ""),
        ("oyb", "term", "Lying down", "Whoever lies there is easily hit and slowly up again.", ""),
        ("how do I calculate extra wounds for a boss", "rule", "Extra wounds", "Brings an extra wound.", ""),
    ],
)
def test_what_can_be_answered_is(query: str, sort: str, title: str, value: str, why: str) -> None:
    answer = ask(query, records=[NUMBERED, LANTERNS, WOUNDS, WORKED, GLOSSARY, POOL, HURT])["answer"]
    assert (answer["sort"], answer["title"], answer["value"], answer["why"]) == (sort, title, value, why)


@needs_node
@pytest.mark.parametrize(
    "query",
    [
        "hollow lantern", "lantern secret", "hollow lantern tier:2", "medic", "what is a persona", "mending",
        "lantern tag",  # says what it is
        "stone",  # no other name, but a part of one
        "to hit",  # tells too little
        "lantern moth",  # a result is called so, and is read first
        "extra wounds from poisoned darts",  # the rule says nothing of these
        "can I get extra wounds", "who has extra wounds", "what if I get extra wounds",  # no number answers that
        "what do I do with tokens", "do I have tokens",  # nor a formula
        "hollowing heavy wounds",  # no form of a name
    ],
)  # fmt: skip
def test_what_has_no_answer_has_none(query: str) -> None:
    assert ask(query, records=[NUMBERED, LANTERNS, WOUNDS, WORKED, GLOSSARY, HURT, POOL])["answer"] is None


@needs_node
def test_what_is_called_as_the_query_is_not_answered_by_a_number_of_another() -> None:
    claw = replace(LANTERNS, title="Lantern Claw", href="rose/shadows/lantern-claw.html")
    assert ask("lantern claw", records=[NUMBERED])["answer"]["title"] == NUMBERED.title
    assert ask("lantern claw", records=[NUMBERED, claw])["answer"] is None
    assert ask("lantern clwa", records=[NUMBERED, claw])["answer"] is None, "with a slip, too"


LEAPS = [
    SearchRecord(title=f"{name} leap", href=f"{name}.html", kind="Mode", summary="How far one leaps, and how high.")
    for name in ("Long", "High", "Running")
]
LEAP = SearchRecord(title="Leap", href="leap.html", kind="Rule", summary="Half of a run.", works=True, minor=1)
LEAP_ON = replace(LEAP, title="Leap on a thing", href="on.html")


@needs_node
@pytest.mark.parametrize(
    ("query", "rules", "title"),
    [
        ("how far can I leap", [LEAP], "Leap"),
        ("how far can I leap", [LEAP_ON], None),  # says something else of it
        ("far leap high", [LEAP], None),  # not for an amount
    ],
)
def test_an_amount_is_worked_out_by_a_rule_among_further_results(
    query: str, rules: list[SearchRecord], title: str | None
) -> None:
    answer = ask(query, records=[*LEAPS, *rules])["answer"]
    assert (answer and answer["title"]) == title


@needs_node
def test_a_name_in_any_form_stands_before_another_name_and_a_name_within_the_query_before_its_text() -> None:
    weapons = SearchRecord(title="Weapons", href="rose/weapons.html", kind="List", ruleset="Rose")
    effects = replace(
        WOUNDS, title="Effects", href="rose/effects.html", aliases=("weapon",),
        sections=(SearchSection("", "", "A weapon, another weapon, night and rifle damage, damage to a weapon."),),
    )  # fmt: skip
    rifle = replace(weapons, title="Night Rifle", href="rose/night-rifle.html")
    assert titles(ask("weapon", records=[effects, weapons, rifle]))[0] == "Weapons"
    assert titles(ask("night rifle damage", records=[effects, weapons, rifle]))[0] == "Night Rifle"


@needs_node
def test_all_passages_that_may_answer_are_asked_for_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "PASSAGES_SIZE", 1)
    rules = [POOL, *(replace(POOL, title=name, href=f"rose/rules/{name}.html") for name in ("Purse", "Well"))]
    assert len(ask("how many tokens", records=rules, texts=False)["unsaid"]) == len(rules)
    assert ask("how many tokens", records=rules)["answer"]["title"] == "Tokens"


@needs_node
def test_an_answer_asks_for_the_passage_that_has_it() -> None:
    before = ask("hollow lantern heavy wounds", records=[NUMBERED, WOUNDS], texts=False)
    assert before["answer"] is None and 0 in before["missing"]
