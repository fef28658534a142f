"""The query words that choose entries."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sheetgen.model.query import FilterError, holds, read_filter

LANTERN = {
    "tier": 2,
    "size": Fraction(5, 2),
    "arcana": "moon",
    "weak": ["fire", "bless"],
    "left_arm": "torn",
    "boss": False,
    "tag": [],
    "mood": None,
}
NAMES = ("Hollow Lantern", "hollow-lantern", "Die Laterne ohne Öl")


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("", True),
        ("lantern", True),
        ("LANT", True),
        ("hollowlantern", True),
        ("ohne ol", True),
        ("moth", False),
        ("tier:2", True),
        ("tier:3", False),
        ("tier:2..4", True),
        ("tier:3..", False),
        ("tier:..2", True),
        ("tier:..", True),
        ("tier:>1", True),
        ("tier:>=2", True),
        ("tier:<2", False),
        ("tier:<=2", True),
        ("tier:two", False),
        ("tier:-5..5", True),
        ("tier:4..2", False),
        ("size:2.5", True),
        ("size:5/2", True),
        ("size:2..3", True),
        ("size:>2.5", False),
        ("size:1/0", False),
        ("size:1e999999999", False),
        ("weak:fire", True),
        ("weak:ice", False),
        ("-weak:ice", True),
        ("!weak:fire", False),
        ("weak:fire weak:bless", True),
        ("weak:fire tier:9", False),
        ("arcana:Moon", True),
        ('arcana:"moon"', True),
        ("Left-Arm:torn", True),
        ("leftarm:TORN", True),
        ('"hollow lan"', True),
        ('-"hollow lan"', False),
        ("tag:x", False),
        ("-tag:x", True),
        ("mood:none", False),
        ('"unclosed', False),
    ],
)
def test_words(text: str, chosen: bool) -> None:
    assert holds(read_filter(text, LANTERN), NAMES, LANTERN) is chosen


def test_an_unknown_facet_names_the_known_ones() -> None:
    with pytest.raises(FilterError, match=r"nothing called `teir` to filter by: arcana, .*, tier"):
        read_filter("teir:2", LANTERN)


def test_words_keep_their_sign_key_and_value() -> None:
    [word] = read_filter('-Arcana:"the moon"', LANTERN)
    assert (word.key, word.value, word.turned) == ("arcana", "the moon", True)
