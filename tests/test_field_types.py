"""The type language of fields and inputs."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from sheetgen.model.ruleset.field_sorts import holding, refers
from sheetgen.model.ruleset.field_types import ShapeError, TypeNames, read_field, read_shape
from sheetgen.model.ruleset.shapes import (
    Field,
    ListShape,
    MappingShape,
    RecordShape,
    ReferenceShape,
    ScalarShape,
    Shape,
    TermShape,
    natural_default,
    referred_kinds,
)

WORDS = TypeNames(
    {"element": ("fire", "ice")},
    {"score": "integer 0..120", "pair": "list of score", "knot": "list of knot"},
    frozenset({"attack"}),
    frozenset({"beast"}),
)
ELEMENT = TermShape("element", ("fire", "ice"))
SCORE = ScalarShape("integer", 0, 120)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("integer", ScalarShape("integer")),
        ("integer 0..120", SCORE),
        ("integer -3..", ScalarShape("integer", -3, None)),
        ("number ..9", ScalarShape("number", None, 9)),
        ("score", SCORE),
        ("pair", ListShape(SCORE)),
        ("one of element", ELEMENT),
        ("element", ELEMENT),
        ("one of [low, 012, no]", TermShape("", ("low", "012", "no"))),
        ("list of list of attack", ListShape(ListShape(RecordShape("attack")))),
        ("map element -> score", MappingShape(ELEMENT, SCORE)),
        ("map text -> list of element", MappingShape(ScalarShape("text"), ListShape(ELEMENT))),
        ("ref beast", ReferenceShape("beast")),
        ("dice", ScalarShape("dice")),
        ("list of dice", ListShape(ScalarShape("dice"))),
    ],
)
def test_types(text: str, shape: Shape) -> None:
    assert read_shape(text, WORDS) == shape


@pytest.mark.parametrize(
    "text",
    [
        "",
        "integr",
        "list of",
        "list of nothing",
        "map element",
        "map colour -> text",
        "one of colour",
        "one of []",
        "ref cat",
        "knot",
        "integer 1..x",
        "__class__",
    ],
)
def test_types_that_are_none(text: str) -> None:
    with pytest.raises(ShapeError):
        read_shape(text, WORDS)


@pytest.mark.parametrize(
    ("text", "optional", "default"),
    [
        ("integer, default 3", False, 3),
        ('text, default ""', False, ""),
        ("list of element, default [fire, ice]", False, ["fire", "ice"]),
        ("one of [a, b], default b", False, "b"),
        ("text, optional", True, None),
        ("integer, default 3, optional", True, 3),
        ("text, default a, b", False, "a, b"),
    ],
)
def test_suffixes(text: str, optional: bool, default: Any) -> None:
    field = read_field("x", text, WORDS)
    assert (field.optional, field.default) == (optional, default)


def test_the_default_of_a_map_is_that_of_every_missing_key() -> None:
    field = read_field("armour", "map element -> integer, default 0", WORDS)
    assert field.shape == MappingShape(ELEMENT, ScalarShape("integer"), 0, True) and field.default == {}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("integer", 0),
        ("integer 3..", 3),
        ("integer ..-2", -2),
        ("integer 0..9", 0),
        ("truth", False),
        ("text", ""),
        ("list of text", []),
        ("map element -> integer", {}),
        ("element", None),
        ("ref beast", None),
    ],
)
def test_what_stands_in_for_an_input_that_is_not_given(text: str, value: Any) -> None:
    assert natural_default(read_shape(text, WORDS)) == value


def test_kinds_are_found_in_records_that_hold_each_other() -> None:
    records = {"attack": (Field("next", ListShape(RecordShape("attack"))), Field("by", ReferenceShape("beast")))}
    assert referred_kinds((Field("a", MappingShape(ELEMENT, RecordShape("attack"))),), records) == {"beast"}


@pytest.mark.parametrize("text", ["integer 0..120", "list of attack", "ref beast", "one of element"])
def test_a_shape_reads_as_it_was_written(text: str) -> None:
    assert str(read_shape(text, WORDS)) == text


def test_fields_of_a_sort_are_found_far_within() -> None:
    """Records may hold each other in lists; a field counts once, however it holds what is looked for."""
    records = {
        "attack": (Field("damage", SCORE), Field("follows", ListShape(RecordShape("attack"))), Field("by", ELEMENT)),
        "hunt": (Field("of", MappingShape(ELEMENT, ListShape(ReferenceShape("beast")))), Field("text", SCORE)),
    }
    fields = (
        Field("attacks", ListShape(RecordShape("attack"))),
        Field("hunts", MappingShape(ScalarShape("text"), RecordShape("hunt"))),
        Field("affinities", MappingShape(ELEMENT, SCORE)),
        Field("score", SCORE),
    )
    for vocabularies, names in (((), ["hunts"]), (("element",), ["attacks", "hunts", "affinities"])):
        referring = holding(partial(refers, vocabularies), fields, records)
        assert [field.name for field in referring] == names
    assert [field.name for field in holding(partial(refers, ()), records["hunt"], records)] == ["of"]
    assert not holding(partial(refers, ()), records["attack"], records)
