"""Fields of entries: what is taken, what is refused, and in which words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from pydantic import ValidationError

from sheetgen.model.ruleset.field_problems import described, problems
from sheetgen.model.ruleset.field_types import TypeNames, read_field
from sheetgen.model.ruleset.shapes import Field, ReferenceShape
from sheetgen.model.ruleset.validation import DefaultError, ModelCompiler, plain_data
from sheetgen.model.ruleset.vocabulary import Vocabulary, VocabularyError, from_data
from sheetgen.yaml.load import parse_text_value

VOCABULARIES: dict[str, Vocabulary] = {
    "place": from_data(
        "place",
        {
            "head": {"short": "Hd"},
            "left_arm": {"title": "Left arm", "aliases": ["sinister arm"]},
            "no": {"title": "Nowhere"},
        },
    ),
    "state": from_data("state", ["weak", "normal", "resist"]),
}
WORDS = TypeNames(
    {name: tuple(vocabulary.terms) for name, vocabulary in VOCABULARIES.items()},
    {},
    frozenset({"attack"}),
    frozenset({"cat"}),
)
RECORDS = {"attack": (read_field("name", "text", WORDS), read_field("damage", "integer 0..99, default 1", WORDS))}
COMPILER = ModelCompiler(VOCABULARIES, RECORDS)


def fields(text: str) -> list[Field]:
    return [read_field("x", text, WORDS)]


def taken(text: str, value: Any) -> Any:
    return plain_data(COMPILER.model("thing", fields(text)).model_validate({"x": value}))["x"]


def refused(text: str, data: Any) -> tuple[str, str, tuple[str, ...], tuple[Any, ...]]:
    """Code, message, hints and path of the one problem."""
    with pytest.raises(ValidationError) as error:
        COMPILER.model("thing", fields(text)).model_validate(data)
    [problem] = problems(error.value, fields(text), COMPILER, "a thing")
    return problem.code, problem.message, problem.hints, problem.path


@pytest.mark.parametrize(
    ("text", "written", "value"),
    [
        ("integer", "12", 12),
        ("integer", "012", 12),
        ("number", "1.5", Fraction(3, 2)),
        ("number", "2.0", 2),
        ("truth", "true", True),
        ("dice", "2d6 + d4−1", "2d6 + d4−1"),
        ("dice", "4dF", "4dF"),
        ("dice", "3", "3"),
        ("text", "012", "012"),
        ("text", "1.50", "1.50"),
        ("text", "no", "no"),
        ("text", "true", "true"),
        ("text", "1:30", "1:30"),
        ("place", "Left arm", "left_arm"),
        ("place", "LEFT-ARM", "left_arm"),
        ("place", "hd", "head"),
        ("place", "sinister arm", "left_arm"),
        ("place", "no", "no"),
        ("place", "Nowhere", "no"),
        ("map place -> integer, default 0", "{Left arm: 2}", {"head": 0, "left_arm": 2, "no": 0}),
        ("map text -> any", "{a: [1, b]}", {"a": [1, "b"]}),
        ("list of attack", "[{name: Bite}]", [{"name": "Bite", "damage": 1}]),
        ("ref cat", "012", "012"),
        ("integer, default 3", "", 3),
        ("text, default a", "''", ""),
        ("text, optional", "' '", " "),
        ("integer, optional", "", None),
    ],
)
def test_what_is_taken(text: str, written: str, value: Any) -> None:
    read = taken(text, parse_text_value(written) if written else None)
    assert read == value and type(read) is type(value)


@pytest.mark.parametrize(
    ("text", "written", "code", "words", "hint"),
    [
        ("integer", "high", "wrong-type", "`x` takes a whole number, not `high`", ""),
        ("integer", "true", "wrong-type", "not `true`", ""),
        ("integer", "1.5", "wrong-type", "not `1.5`", ""),
        ("integer 0..9", "10", "out-of-range", "10 is out of range: `x` takes a whole number from 0 to 9", ""),
        ("integer 1..", "-4", "out-of-range", "−4 is out of range: `x` takes a whole number of 1 or more", ""),
        ("number ..2", "2.5", "out-of-range", "2.5 is out of range: `x` takes a number up to 2", ""),
        ("truth", "yes", "wrong-type", "`x` takes true or false, not `yes`", ""),
        ("text", "[a]", "wrong-type", "`x` takes a text, not a list", ""),
        ("integer 0..9", '"2"', "wrong-type", "a whole number from 0 to 9, not a text in quotes", "quotes out: 2"),
        ("number", '"1.5"', "wrong-type", "`x` takes a number, not a text in quotes", "leave the quotes out: 1.5"),
        (
            "truth",
            "'true'",
            "wrong-type",
            "`x` takes true or false, not a text in quotes",
            "leave the quotes out: true",
        ),
        ("integer", '"2.5"', "wrong-type", "`x` takes a whole number, not `2.5`", ""),
        ("integer", '""', "wrong-type", "`x` takes a whole number, not", ""),
        ("integer", '"true"', "wrong-type", "`x` takes a whole number, not `true`", ""),
        ("list of attack", "[{name: a}, Claws]", "wrong-type", "item 2 of `x` takes a mapping", ""),
        ("list of text", "[1, true, null]", "wrong-type", "item 3 of `x` takes a text, not nothing", ""),
        ("list of integer 0..9", "[1, 10]", "out-of-range", "10 is out of range: item 2 of `x` takes", ""),
        ("map text -> integer", "{1: a}", "wrong-type", "`1` takes a whole number, not `a`", ""),
        ("attack", "{name: a, 1: b}", "unknown-field", "`x` has no field called `1`", "known here: name, damage"),
        ("text", '""', "missing-field", "`x` is empty", "write a text"),
        ("markdown", '" \u200b\u00a0"', "missing-field", "`x` is empty", "write a text"),
        ("list of attack", "[{name: ' '}]", "missing-field", "`name` is empty", "write a text"),
        ("place", "hed", "unknown-term", "`hed` is not a term of place", "did you mean `head`?"),
        ("place", "moon", "unknown-term", "`moon` is not a term of place", "it takes one of head, left_arm, no"),
        (
            "one of [low, high]",
            "hihg",
            "unknown-term",
            "`hihg` is not one of the words allowed here",
            "did you mean `high`?",
        ),
        ("list of text", "a", "wrong-type", "`x` takes a list, not `a`", "square brackets"),
        (
            "map place -> state, default normal",
            "{head: weka}",
            "unknown-term",
            "`weka` is not a term of state",
            "`weak`",
        ),
        (
            "map place -> state, default normal",
            "{haed: weak}",
            "unknown-term",
            "`haed` is not a term of place",
            "`head`",
        ),
        ("map place -> state, default normal", "{head: weak, Head: weak}", "duplicate-key", "the same key", "keep one"),
        ("map place -> state", "{head: weak}", "missing-field", "`x` has nothing for left_arm, no", ""),
        ("map place -> state", "weak", "wrong-type", "a mapping of names to values", "{a: 1, b: 2}"),
        ("map place -> state", "[head: weak]", "wrong-type", "a mapping of names to values", "{a: 1, b: 2}"),
        ("list of attack", "[Bite]", "wrong-type", "item 1 of `x` takes a mapping", "write `{name: Bite}`"),
        ("list of attack", "{name: a}", "wrong-type", "takes a list, not a mapping", "[{a: 1}, {a: 2}]"),
        ("dice", "1d6+x", "wrong-type", "`x` takes dice, such as 2d6+1, not `1d6+x`", "`1d6` can be read, `+x` cannot"),
        ("dice", "2d", "wrong-type", "not `2d`", "a die needs the number of its faces, such as `2d6`"),
        ("dice", "2W6+1", "wrong-type", "not `2W6+1`", "write `2d6+1`"),
        ("dice", "d8!", "wrong-type", "not `d8!`", "write `d8`: that a die is rolled again"),
        ("list of dice", "[d6, 1000d6]", "wrong-type", "item 2 of `x` takes dice", "at most 200 of them"),
        ("dice", "sword", "wrong-type", "not `sword`", ""),
        ("dice", "' '", "missing-field", "`x` is empty", "write a text"),
        ("number", "3,5", "wrong-type", "takes a number", "write `3.5`"),
        ("list of attack", "[{damage: 2}]", "missing-field", "this needs `name`", "it takes a text"),
        (
            "list of attack",
            "[{name: a, dmage: 2}]",
            "unknown-field",
            "no field called `dmage`",
            "did you mean `damage`?",
        ),
        ("list of attack", "[{name: Bite, then run: }]", "unknown-field", "no field called `then run`", "wants quotes"),
        ("attack", "{name: a, damage: 100}", "out-of-range", "`damage` takes a whole number from 0 to 99", ""),
    ],
)
def test_what_is_refused(text: str, written: str, code: str, words: str, hint: str) -> None:
    refusal, message, hints, _ = refused(text, {"x": parse_text_value(written)})
    assert refusal == code and words in message
    assert any(hint in line for line in hints) or (not hint and not hints)


@pytest.mark.parametrize("written", ["integer, optional", "integer"])
def test_a_misspelt_field_names_the_nearest_which_is_then_not_missing(written: str) -> None:
    field = read_field("toughness", written, WORDS)
    with pytest.raises(ValidationError) as error:
        COMPILER.model("thing", [field]).model_validate({"toughnes": 3})
    [problem] = problems(error.value, [field], COMPILER, "a thing")
    assert (problem.code, problem.on_key, problem.hints) == ("unknown-field", True, ("did you mean `toughness`?",))
    assert problem.message == "a thing has no field called `toughnes`"


def test_a_missing_field_says_what_it_takes() -> None:
    assert refused("integer 0..9", {}) == (
        "missing-field",
        "a thing needs `x`",
        ("it takes a whole number from 0 to 9",),
        (),
    )


def test_several_missing_fields_are_one_mistake() -> None:
    fields = [read_field(name, "integer 1..", WORDS) for name in ("a", "b", "c")]
    with pytest.raises(ValidationError) as error:
        COMPILER.model("thing", fields).model_validate({})
    [problem] = problems(error.value, fields, COMPILER, "a thing")
    assert problem.message == "a thing needs `a`, `b` and `c`"
    assert problem.hints[0] == "`a` takes a whole number of 1 or more" and len(problem.hints) == 3


@pytest.mark.parametrize(
    "text", ["integer, default many", "place, default moon", "integer 0..9, default 12", "dice, default 2d"]
)
def test_a_default_that_its_field_would_not_take(text: str) -> None:
    with pytest.raises(DefaultError):
        COMPILER.default(fields(text)[0])


def test_defaults_are_complete_values() -> None:
    assert plain_data(COMPILER.default(fields("map place -> integer, default 2")[0])) == {
        "head": 2,
        "left_arm": 2,
        "no": 2,
    }
    assert plain_data(COMPILER.default(fields("list of attack, default [{name: Bite}]")[0])) == [
        {"name": "Bite", "damage": 1}
    ]
    assert COMPILER.default(fields("integer, optional")[0]) is None


def test_a_huge_number_is_a_text_and_refused_as_one() -> None:
    code, message, _, _ = refused("integer", {"x": parse_text_value("9" * 50)})
    assert code == "wrong-type" and "9" * 50 in message


@pytest.mark.parametrize(("kind", "said"), [("adversary", "the id of an adversary"), ("weapon", "the id of a weapon")])
def test_references_are_described_with_the_article_of_their_kind(kind: str, said: str) -> None:
    assert described(ReferenceShape(kind), COMPILER) == said


@pytest.mark.parametrize(
    ("given", "title"),
    [("Fire and ice", "Fire and ice"), ("Fire: hot", "..."), (["a"], "..."), (True, "..."), ("x" * 500, "...")],
    ids=["plain", "colon", "list", "truth", "long"],
)
def test_a_term_without_attributes_is_shown_with_its_title(given: object, title: str) -> None:
    with pytest.raises(VocabularyError) as refused:
        from_data("element", {"fire": given})
    assert str(refused.value) == f"the attributes of `fire` are a mapping, such as {{title: {title}}}"
