from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.text.diagnostics import Diagnostic, Diagnostics
from sheetgen.text.source import SourceFile
from sheetgen.yaml import compose as yamlcompose
from sheetgen.yaml.load import Step, YamlDocument, parse, parse_all, parse_text_value, written
from sheetgen.yaml.positions import part


def read(text: str) -> tuple[YamlDocument | None, list[Diagnostic]]:
    diagnostics = Diagnostics()
    return parse(SourceFile(Path("a.yaml"), "a.yaml", text), diagnostics), list(diagnostics)


def good(text: str) -> YamlDocument:
    document, diagnostics = read(text)
    assert document is not None and diagnostics == []
    return document


def only(text: str) -> Diagnostic:
    (diagnostic,) = read(text)[1]
    return diagnostic


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("Yes", "Yes"),
        ("on", "on"),
        ("off", "off"),
        ("y", "y"),
        ("1:30", "1:30"),
        ("2024-05-01", "2024-05-01"),
        ("1_000", "1_000"),
        ("0b11", "0b11"),
        (".inf", ".inf"),
        ("+", "+"),
        (".", "."),
        ("1e", "1e"),
        ("2d6+3", "2d6+3"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("!!str 12", "12"),
        ("true", True),
        ("FALSE", False),
        ("tRue", "tRue"),
        ("null", None),
        ("~", None),
        ("", None),
        ("012", 12),
        ("-7", -7),
        ("+7", 7),
        ("0x1F", 31),
        ("0o17", 15),
        ("1.50", Fraction(3, 2)),
        (".1", Fraction(1, 10)),
        ("5.", Fraction(5)),
        ("5.e2", Fraction(500)),
        ("0.1e-2", Fraction(1, 1000)),
        ("1e99", "1e99"),
        ("9" * 41, "9" * 41),
        ("١٢", "١٢"),
    ],
)
def test_scalars_follow_the_core_schema_of_yaml_1_2(text: str, value: object) -> None:
    data = good(f"a: {text}").data
    assert data == {"a": value} and isinstance(data, dict)
    assert isinstance(data["a"], type(value) if value is not None else type(None))


@pytest.mark.parametrize("text", ["012", "0x1F", "1.50", "+7", "-0", "1e3"])
def test_numbers_keep_how_they_were_written(text: str) -> None:
    number = good(text).data
    for same in (number, copy.deepcopy(number), copy.copy(number), pickle.loads(pickle.dumps(number))):
        assert written(same) == text and same == number


def test_written_text_of_other_scalars() -> None:
    assert [written(v) for v in ("x", True, False, 3, Fraction(1, 2), None, [], {})] == [
        "x",
        "true",
        "false",
        "3",
        "1/2",
        None,
        None,
        None,
    ]


def test_a_document_knows_where_its_parts_stand() -> None:
    document = good("name: Claw\nscores: {melee: 35}  # fine\nlist:\n  - a\n  - b: [1, 2]\n\n# end\n")
    assert document.span(("name",)).text == "Claw"
    assert document.key_span(("name",)).text == "name"
    assert str(document.span(("scores", "melee"))) == "a.yaml:2:17"
    assert document.span(("scores",)).text == "{melee: 35}"
    assert document.key_span(("scores", "melee")).text == "melee"
    assert document.span(("list", 1, "b", 0)).text == "1"
    assert document.key_span(("list", 0)).text == "a"
    assert document.span(("list",)).text == "- a\n  - b: [1, 2]"
    assert document.span(("list", 7, "x")) == document.span(("list",))
    assert document.span(("nowhere",)) == document.span() and document.span().start == 0


def test_integer_keys_and_aliases() -> None:
    document = good("a: &x\n  1: one\n  02: two\nb: *x\n")
    assert document.data == {"a": {1: "one", 2: "two"}, "b": {1: "one", 2: "two"}}
    assert document.span(("b", 2)).text == "two" and document.span(("b", 2)).line == 3
    assert document.span(("a",)).text == "1: one\n  02: two"


def test_an_empty_file_holds_nothing() -> None:
    assert good("").data is None and good("# only a comment\n").span().start == 0


def test_several_documents() -> None:
    diagnostics = Diagnostics()
    documents = parse_all(SourceFile(Path("a"), "a", "a: 1\n---\nb: 2\n"), diagnostics)
    assert documents is not None and [d.data for d in documents] == [{"a": 1}, {"b": 2}]
    assert documents[1].span(("b",)).line == 3
    assert "second document" in only("a: 1\n---\nb: 2\n").message


def test_a_duplicate_key_names_both_places_and_spares_the_rest() -> None:
    document, (first, second) = read("a: 1\nb: {c: 1, d: 2, c: 3}\na: [4, 5]\ne: 6\n")
    assert document is not None and document.data == {"a": 1, "b": {"c": 1, "d": 2}, "e": 6}
    assert document.span(("e",)).text == "6" and document.span(("b", "d")).text == "2"
    assert (first.code, str(first.span), str(first.notes[0][1])) == ("duplicate-key", "a.yaml:2:17", "a.yaml:2:5")
    assert (second.code, str(second.span), str(second.notes[0][1])) == ("duplicate-key", "a.yaml:3:1", "a.yaml:1:1")


def test_keys_that_are_the_same_number_are_duplicates_but_a_text_is_another() -> None:
    assert only("1: a\n01: b").code == "duplicate-key"
    assert good("1: a\n'1': b").data == {1: "a", "1": "b"}


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("a: !python/object:os.system x", "tag", "1:4"),
        ("!!binary x", "tag", "1:1"),
        ("- !!set {a}", "tag", "1:3"),
        ("<<: {a: 1}", "merge keys", "1:1"),
        ("1.5: x", "a key must be", "1:1"),
        ("? [a]\n: x", "a key must be", "1:3"),
        ("? {}\n: x", "a key must be", "1:3"),
        ("~: x", "a key must be", "1:1"),
        ("a:\n\u00a0\u00a0b: 1", "the character U+00A0, which is no space", "2:1"),
        ("a:\n\u200bb: 1", "the character U+200B, which is no space", "2:1"),
    ],
)
def test_what_yaml_can_say_but_files_may_not(text: str, message: str, place: str) -> None:
    diagnostic = only(text)
    assert diagnostic.code == "yaml-syntax" and message in diagnostic.message
    assert str(diagnostic.span) == f"a.yaml:{place}" and diagnostic.hints


SYNTAX = [
    ("a:\n\tb: 1", "2:1", "a tab indents", "spaces"),
    ("a:\n  b: 1\n\tc: 2", "3:1", "a tab indents", "spaces"),
    ("name: Lantern: the second", "1:7", "contains `: `", '"Lantern: the second"'),
    ("- name: A: b", "1:9", "contains `: `", '"A: b"'),
    ("name:Foo\ntier: 2", "1:5", "a space is missing", "`name: Foo`"),
    ("tier: 2\nname:Foo\nx: 1", "2:5", "a space is missing", "`name: Foo`"),
    ("a: 'x", "1:4", "quote is never closed", "end the text with '"),
    ('a: "x\nb: "y"\n', "1:4", "quote is never closed", 'end the text with "'),
    ('a: "x\nb: y\nc: 1\n', "1:4", "quote is never closed", 'end the text with "'),
    ("a: [1, 2\nb: 3", "1:4", "`[` is never closed", "`]`"),
    ("a: {b: 1\nc: 3", "1:4", "`{` is never closed", "`}`"),
    ("a: [1, 2", "1:4", "`[` is never closed", "`]`"),
    ("a: {b: 1 c: 2}", "1:11", "a comma or `}` is missing", "comma"),
    ("a: ['x' 'y']", "1:9", "a comma or `]` is missing", "comma"),
    ("a: ]", "1:4", "closes nothing", "quotes"),
    ("a: *x", "1:4", "begins with `*`", '"*x"'),
    ("a: * 2", "1:4", "begins with `*`", '"* 2"'),
    ("a: &", "1:4", "begins with `&`", '"&"'),
    ("a: @x", "1:4", "cannot begin with `@`", '"@x"'),
    ("a: `x`", "1:4", "a backtick", '"`x`"'),
    ("a: %x", "1:4", "cannot begin with `%`", '"%x"'),
    ("%x", "1:1", "cannot begin with `%`", '"%x"'),
    ("a: , b", "1:4", "cannot begin with `,`", "quotes"),
    ("a: {x} y", "1:8", "has already ended", '"{x} y"'),
    ("a: [x] y # z", "1:8", "has already ended", '"[x] y"'),
    ('a: "x" y', "1:8", "has already ended", "'\"x\" y'"),
    ("a: 'x's", "1:7", "has already ended", "quotes"),
    ("a: 1\n  b: 2", "2:3", "indented deeper", "like the line above"),
    ("a\n  b: 2", "1:1", "a colon is missing", "key: value"),
    ("a:\n  b: 1\n c: 2", "3:2", "indentation", "number of spaces"),
    ("a: b\n- c", "2:1", "an item of a list", "indent the list"),
    ("- a\nb: 1", "2:1", "without `- `", "begin the line"),
    ("a: - b", "1:4", "`- ` cannot begin", "lines below"),
    ('a: "\\d"', "1:5", "a backslash in double quotes", "single quotes"),
    ('a: "\\xzz"', "1:5", "a backslash in double quotes", "single quotes"),
    ("a: |x\n  b", "1:4", "nothing may follow", "next line"),
    ("a: x\x01", "1:5", "U+0001", "delete"),
    ("x: &a 1\ny: &a 2", "2:4", "already taken", "another name"),
    ("a: 1\n...\nfoo", "3:1", "ends the file", "remove the line `...`"),
    ("x: é\né: 'é' é", "2:8", "has already ended", "quotes"),
    ("a: 1\ntier = 2\nb: 3", "2:1", "a colon is missing", "`tier: 2`"),
    ("a: 1\ntier：2\nb: 3", "2:1", "a colon is missing", "`tier: 2`"),
    ("tier = 2\nb: 3", "1:1", "a colon is missing", "`tier: 2`"),
    ("a: 1\ntier 2\nb: 3", "2:1", "a colon is missing", "key: value"),
]


@pytest.mark.parametrize(
    ("text", "data", "places"),
    [
        ("a: {b: max(1, n), c: 2}", {"b": "max(1, n)", "c": 2}, {"1:8": "max(1, n)"}),
        ("a: [title(b, c), d]", ["title(b, c)", "d"], {"1:5": "title(b, c)"}),
        ("a: {b: f(g(x, 1), 2), c: f(x,\n  y)}", {"b": "f(g(x, 1), 2)", "c": "f(x, y)"},
         {"1:8": "f(g(x, 1), 2)", "1:26": "f(x, y)"}),
        ("a: [f(x), x(, b, g(y]", ["f(x)", "x(", "b", "g(y"], {}),
        ("a: {b: x(, c: 1, d)}", {"b": "x(", "c": 1, "d)": None}, {}),
        ("a: {b: 'max(1', n): 2}", {"b": "max(1", "n)": 2}, {}),
    ],
)  # fmt: skip
def test_a_text_that_a_comma_ends_within_its_brackets_is_one_mistake(
    text: str, data: object, places: dict[str, str]
) -> None:
    document, mistakes = read(text)
    assert document is not None and document.data == {"a": data}
    assert [str(item.span).removeprefix("a.yaml:") for item in mistakes] == list(places)
    for item, whole in zip(mistakes, places.values(), strict=True):
        assert item.code == "yaml-syntax" and item.hints == (f'put quotes around it: "{whole}"',)


@pytest.mark.parametrize(("text", "place", "message", "hint"), SYNTAX)
def test_broken_syntax_is_one_diagnostic_in_plain_words(text: str, place: str, message: str, hint: str) -> None:
    document, (diagnostic,) = read(text)
    assert document is None and diagnostic.code == "yaml-syntax"
    assert message in diagnostic.message and hint in " ".join(diagnostic.hints)
    assert str(diagnostic.span) == f"a.yaml:{place}"


@pytest.mark.parametrize(("text", "place", "message", "hint"), SYNTAX)
def test_every_broken_file_is_also_found_without_the_c_library(
    text: str, place: str, message: str, hint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yamlcompose, "_FastLoader", yamlcompose._PythonLoader)
    diagnostic = only(text)
    assert diagnostic.code == "yaml-syntax" and diagnostic.hints


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 70 + "]" * 70, "64 levels"),
        ("a: &x [1, *x]", "an alias stands within"),
        ("a: &a {b: *a}", "an alias stands within"),
        (f"a: &a [{', '.join('x' * 600)}]\nb: &b [{', '.join(['*a'] * 600)}]\n", "200,000"),
        ("a: &a " + "x" * 100_000 + f"\nb: &b [{', '.join(['*a'] * 90)}]\nc: *b\n", "200,000"),
        ("[" + "1," * 200_001 + "]", "200,000"),
        ("&a [" * 40 + "]" * 40 + "\n", ""),
    ],
)
def test_limits(text: str, message: str) -> None:
    diagnostics = read(text)[1]
    if message:
        assert [d.code for d in diagnostics] == ["yaml-limits"] and message in diagnostics[0].message


def test_text_values() -> None:
    assert parse_text_value("[]") == [] and parse_text_value("{a: 1}") == {"a": 1}
    assert parse_text_value("0") == 0 and parse_text_value("fire") == "fire" and parse_text_value("") is None
    with pytest.raises(ValueError, match="never closed"):
        parse_text_value("[1")


@pytest.mark.parametrize(
    "text",
    [
        "a: max(1, tb // 2)",
        "a: 'it''s fine'",
        r'a: "one\ttwo \"three\" \u00e9 x"',
        "a: |\n  first line\n    deeper\n  third\n",
        "a: >-\n  folded line\n  goes on\n\n  new paragraph\n",
        "a: plain text\n   on two lines\n",
        'a: "double\n   folded \\\n   joined"\n',
        "a: &mark !!str max(1, x)",
        "a: |2-  # comment\n    two more\n  end\n",
    ],
)
def test_a_character_of_a_text_is_found_in_the_file(text: str) -> None:
    document = good(text)
    assert isinstance(document.data, dict)
    value = document.data["a"]
    assert isinstance(value, str)
    for offset, char in enumerate(value):
        at = document.locate(("a",), offset)
        assert text[at] == char or text[at] == "\\" or (char.isspace() and text[at].isspace())


@pytest.mark.parametrize(
    ("text", "wanted", "place"),
    [
        ("a: |\n  The frosen\n  are [[frosen]] here\n", "[[frosen]]", "3:7"),
        ("a: |\n  The frosen\n  are [[frosen]] here\n", "frosen", "3:9"),
        ("a: |\n    - one\n      {os}\n", "os", "3:8"),
        ("a: |+2\n  x\n\n  y  {x}\n", "x", "4:7"),
        ("a: >\n  Long and\n  [[folded\n  link]] here\n", "[[folded link]]", "3:3"),
        ("a: >\n  Long and [[x]],\n  short\n  and [[x]]\n", "[[x]]", "4:7"),
        ('a: "say \\"hi\\" to [[x]]"\n', "[[x]]", "1:19"),
        ("a: 'it''s [[x]]'\n", "[[x]]", "1:11"),
        ("a: >\n  it | is\n  x |\n", "|", "3:5"),
        ("a: see [[one\n   two]]\n", "[[one two]]", "1:8"),
        ('a: "see [[one\\x20two]]"\n', "[[one two]]", "1:4"),
    ],
)
def test_the_last_of_a_word_is_found_in_the_written_text(text: str, wanted: str, place: str) -> None:
    document = good(text)
    assert isinstance(document.data, dict)
    value = document.data["a"]
    assert isinstance(value, str)
    assert str(part(document.span(("a",)), value, value.rindex(wanted), len(wanted))) == f"a.yaml:{place}"


def test_a_word_that_is_not_written_there_stands_at_all_of_it() -> None:
    document = good("a: |\n  Some text of ours.\nb: c\n")
    span = document.span(("a",))
    assert part(span, "Put together: [[x]]", 14, 5) == part(span, "Some text", 3, 0) == span


def test_many_words_in_a_text_of_escapes_are_found_in_a_moment() -> None:
    document = good('a: "' + r"\x78 {x} " * 2_000 + '"\n')
    value, span = str(document.data["a"]), document.span(("a",))  # type: ignore[index,call-overload]
    spans = [part(span, value, at + 1, 1) for at in range(len(value)) if value[at] == "{"]
    assert len(spans) == 2_000 and spans[1].text == "x" and all(word.text == "x" or word == span for word in spans)


def test_formula_spans() -> None:
    document = good("outputs:\n  heavy: max(1, half)\n  light: 12\n  q: 'a'' + b'\n")
    assert document.formula_span(("outputs", "heavy"), 7, 11).text == "half"
    assert str(document.formula_span(("outputs", "heavy"), 7, 11)) == "a.yaml:2:17"
    assert document.formula_span(("outputs", "light"), 0, 2).text == "12"
    assert document.formula_span(("outputs", "q"), 5, 6).text == "b"
    assert document.formula_span(("outputs",), 5, 6).start == document.span(("outputs",)).start


scalars = st.one_of(
    st.text(st.characters(blacklist_categories=("Cs", "Cc"), blacklist_characters="\u2028\u2029\ufeff\ufffe\uffff"))
    | st.integers(-(10**15), 10**15)
    | st.booleans()
    | st.none()
)
trees = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abcé -", min_size=1), inner, max_size=4),
    max_leaves=15,
)


def leaves(value: object, path: tuple[Step, ...] = ()) -> list[tuple[tuple[Step, ...], object]]:
    if isinstance(value, dict):
        return [leaf for key, item in value.items() for leaf in leaves(item, (*path, key))]
    if isinstance(value, list):
        return [leaf for index, item in enumerate(value) for leaf in leaves(item, (*path, index))]
    return [(path, value)]


@given(trees, st.sampled_from([True, False, None]), st.sampled_from([20, 80, 1000]))
def test_data_round_trips_and_every_scalar_is_found_at_its_place(tree: object, flow: bool | None, width: int) -> None:
    text = yaml.safe_dump(tree, default_flow_style=flow, allow_unicode=True, width=width, sort_keys=False)
    document = good(text)
    assert document.data == tree
    for path, value in leaves(tree):
        span = document.span(path)
        assert yaml.safe_load(span.text) == value or "\n" in span.text
        if isinstance(value, str) and value.isalnum():
            decoded = "".join(text[document.locate(path, offset)] for offset in range(len(value)))
            assert decoded == value or '"' in text


@given(st.text(max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    document, diagnostics = read(text)
    assert document is not None or diagnostics
    for diagnostic in diagnostics:
        assert diagnostic.span is not None and 0 <= diagnostic.span.start <= len(text)


@given(st.text("ab:-[]{}'\"&*!|>#,?%@` \n\t\\", max_size=40))
def test_no_punctuation_breaks_the_reader(text: str) -> None:
    document, diagnostics = read(text)
    assert document is not None or diagnostics
    for diagnostic in diagnostics:
        assert diagnostic.span is not None and 0 <= diagnostic.span.start <= len(text)
