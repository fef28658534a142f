"""Formats of numbers: how they are written, and that they stay numbers."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest
from click.testing import CliRunner
from in_node import needs_node
from printed_words import words_and_signs
from projects import Write, expected, loaded, places_of
from read_aloud import read_aloud
from rule_calls import from_script
from samples import printed

from sheetgen.build import Options, build_in_memory, engine_missing
from sheetgen.cli import cli
from sheetgen.formula.number_formats import formatted, with_format
from sheetgen.formula.runtime import exactly, show
from sheetgen.formula.types import INTEGER, NUMBER, TEXT, Basic, ListOf, NumberFormat, Optional, join
from sheetgen.model.ruleset.script import calculator_script
from sheetgen.print.engine.session import PrintSession

SAME = """
    same:
      title: Same
      reference: r#r
      inputs: {x: number}
      outputs: {shown: {formula: text(x)}}
    """
GAME = {
    "campaign.yaml": "{title: Numbers, ruleset: ./game}\n",
    "game/ruleset.yaml": """
        id: numbers
        title: Numbers
        vocabularies: {ability: [might, wit], size: [tiny, huge]}
        """,
    "game/rules/r.yaml": """
        reward:
          title: Reward
          reference: r#r
          inputs: {cr: {type: number, format: fraction}}
          outputs:
            xp: {formula: floor(cr * 9200), format: grouped}
            bonus: {formula: 2 - floor(cr), format: signed}
            each: {formula: "{a: 0 - floor(cr) for a in ability}", format: signed}
            share: {formula: cr / 3, format: fraction}
            left: {formula: xp - 200, title: Left}
            odds: {formula: (cr + 13) / 13, title: Odds}
        """,
    "game/reference/r.md": """
        ---
        title: R
        ---
        ## R {#r}

        It gives {reward(cr=2).xp} for two, and {reward(cr=1/8).share}.

        ::: rule reward
        :::

        ::: example A pair
        rule: reward
        given: {cr: 2}
        expect: {xp: 18400}
        ---
        Two.
        :::
        """,
    "game/kinds/beast.yaml": """
        id: beast
        title: Beast
        plural: Beasts
        folder: beasts
        fields:
          cr: {type: number 0..30, format: fraction, title: Challenge}
          mods: {type: map ability -> integer, format: signed}
          size: one of size
        derive:
          reward: reward(cr=cr)
          attack: {formula: mods.might + 3, format: signed, title: Attack}
          same: attack
          plain: attack + 1
          spent: {formula: reward.xp - 200, title: Spent}
        layout:
          blocks:
            top:
              type: figures
              items:
                - {label: Attack, value: attack}
                - {label: Same, value: same}
                - {label: Plain, value: plain}
                - {label: XP, value: reward.xp}
                - {label: Spent, value: spent}
                - {label: Wit, value: mods.wit}
                - {label: Odds, value: reward.odds}
                - {label: Challenge, value: cr}
            grid: {type: scores, map: mods}
          page: [top]
          card: {front: [top]}
          sheet: {play: [top]}
        list:
          columns:
            - {label: CR, value: cr, type: number}
            - {label: XP, value: reward.xp, type: number}
            - {label: Size, value: size, sort: index(size_order, size)}
        """.replace("index(size_order, size)", "'0 if size == \"tiny\" else 1'"),
    "beasts/rat.yaml": "{name: Rat, cr: 1/8, mods: {might: -1, wit: 0}, size: tiny}\n",
    "beasts/ogre.yaml": "{name: Ogre, cr: 2.5, mods: {might: 4, wit: -2}, size: huge}\n",
}


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (6, "signed", "+6"), (0, "signed", "+0"), (-1, "signed", "−1"), (Fraction(1, 2), "signed", "+0.5"),
        (11_500, "grouped", "11,500"), (999, "grouped", "999"), (-1_234_567, "grouped", "−1,234,567"),
        (Fraction(25_001, 2), "grouped", "12,500.5"), (Fraction(10_000, 3), "grouped", "3,333.3"),
        (Fraction(1, 8), "fraction", "1/8"), (Fraction(-3, 2), "fraction", "−1 1/2"), (4, "fraction", "4"),
        (0, "fraction", "0"), (12, "", "12"),
    ],
)  # fmt: skip
def test_numbers_are_written_in_their_format(value: int | Fraction, form: NumberFormat, text: str) -> None:
    assert formatted(value, Basic("number", form)) == text


SHORT = {
    "1/3": "1/3", "-1/12": "−1/12", "0.015625": "0.015625", "15/13": "1.15", "1/13": "0.0769", "-22/3": "−7.33",
    "4651/7776": "0.598", "1/7776": "0.000129", "200003/3": "66667.7", "9999/10001": "0.9998", "1/128": "0.00781",
}  # fmt: skip
"""Numbers as they are and as readers see them; what is no whole number is not shown as one."""


@pytest.mark.parametrize(("number", "text"), SHORT.items())
def test_readers_see_numbers_as_they_are_where_that_is_short(number: str, text: str) -> None:
    assert show(Fraction(number)) == text
    assert Fraction(exactly(Fraction(number)).replace("−", "-")) == Fraction(number)


@needs_node
def test_calculators_show_them_so(project: Write) -> None:
    game, _ = loaded(project({**GAME, "game/rules/same.yaml": SAME}))
    calls = [["numbers", "same", {"x": number}, {}] for number in SHORT]
    answers = from_script(calculator_script(game.ruleset, {}), calls, "run")
    assert [answer["outputs"]["shown"] for answer in answers] == [text.replace("−", "-") for text in SHORT.values()]


def test_a_format_is_no_other_type() -> None:
    signed = with_format(INTEGER, "signed")
    assert signed == INTEGER and signed is not None and hash(signed) == hash(INTEGER)
    assert join(signed, INTEGER) == INTEGER and formatted(1, join(signed, INTEGER)) == "1"
    assert formatted(1, join(signed, signed)) == "+1"
    assert with_format(Optional(ListOf(NUMBER)), "signed") == Optional(ListOf(NUMBER))
    assert with_format(TEXT, "signed") is None


def test_pages_and_lists_write_them_and_keep_the_number_and_its_why(project: Write) -> None:
    built = build_in_memory(Options(project(GAME), pdf=False))
    assert not list(built.diagnostics), [d.message for d in built.diagnostics]
    page = built.files["numbers/beasts/ogre.html"].decode()
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
    for words in ("Attack +7", "Same +7", "Plain 8", "XP 23,000", "Wit −2", "Challenge 2 1/2", "Odds 1.19"):
        assert words in text, words
    for why in ("Might +4 + 3", "Attack +7 + 1", "xp 23,000 − 200"):
        assert f'title="{why}"' in page, why
    chapter = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", built.files["numbers/r.html"].decode()))
    assert "It gives 18,400 for two, and 1/24." in chapter and re.search("A pair.*18,400", chapter)
    rows = built.files["numbers/beasts/index.html"].decode().split("<tr")
    [rat] = [row for row in rows if "rat.html" in row]
    assert "1/8" in rat and "1,150" in rat and "0.125" in rat, "it is ordered by the number"
    assert re.search(r'data-sort="?0"?', rat), "the size is ordered by another formula"
    data = json.loads(built.files["numbers/beasts/ogre.json"])
    assert data["derived"]["attack"] == {"value": 7, "why": "Might +4 + 3", "rule": None}


@pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")
@pytest.mark.parametrize("prints", ["cards", "sheets"])
def test_cards_and_sheets_write_them(project: Write, session: PrintSession, prints: str) -> None:
    pdf = printed(session, f"numbers/print/beasts-{prints}.pdf", project(GAME))
    read = " ".join(words_and_signs(" ".join(passage.text for passage in read_aloud(pdf).passages)))
    for said in ("attack +7", "same +7", "plain 8", "xp 23,000", "wit −2", "odds 1.19", "challenge 2 1/2", "odds 1.01"):
        assert said in read, said


def test_show_writes_them(project: Write) -> None:
    lines = CliRunner().invoke(cli, ["show", "ogre", "--project", str(project(GAME))]).stdout
    assert re.search(r"Attack +\+7 ", lines) and re.search(r"xp +23,000 ", lines)
    assert re.search(r"Odds +1[.]19 ", lines), "31/26"


@needs_node
def test_calculators_write_them_as_pages_do(project: Write) -> None:
    game, diagnostics = loaded(project(GAME))
    assert not list(diagnostics)
    [answer] = from_script(calculator_script(game.ruleset, {}), [["numbers", "reward", {"cr": "9/2"}, {}]], "run")
    assert answer["outputs"] == {
        "xp": "41,400",
        "bonus": "−2",
        "each": {"Might": "−4", "Wit": "−4"},
        "share": "1 1/2",
        "left": 41200,
        "odds": 1.35,
    }
    assert answer["why"]["left"] == "xp 41,400 − 200"


MISTAKES = {
    "of a text": """
        id: beast
        title: Beast
        plural: Beasts
        folder: beasts
        fields:
          called:
            type: text
            format: signed        # !ruleset
        """,
    "unknown": """
        id: beast
        title: Beast
        plural: Beasts
        folder: beasts
        fields:
          tier:
            type: integer
            format: roman        # !wrong-type
        """,
    "of a derived text": """
        id: beast
        title: Beast
        plural: Beasts
        folder: beasts
        derive:
          called: {formula: name + "!", format: signed}        # !formula-type
        """,
}


@pytest.mark.parametrize("which", MISTAKES)
def test_mistakes_stand_at_their_line(project: Write, which: str) -> None:
    name = "game/kinds/beast.yaml"
    files = {k: v for k, v in GAME.items() if "beasts" not in k and "rules/" not in k and "reference" not in k}
    _, diagnostics = loaded(project({**files, name: MISTAKES[which]}))
    assert places_of(diagnostics) == expected({name: MISTAKES[which]})
