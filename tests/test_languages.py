"""The program's own words: every language has all of them, no page writes others, and games rename some."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import search_records
from in_node import needs_node
from jinja2 import Environment, nodes
from packed_scripts import index_of

from sheetgen.build import Options, build_in_memory
from sheetgen.formula.named_parts import EXTREMES, ROUNDED
from sheetgen.formula.prose import FUNCTIONS, OF_THREE
from sheetgen.languages.collation import sort_form
from sheetgen.languages.program_words import SOURCE, Words, catalogue, languages, locale, places
from sheetgen.print_outputs import OUTPUTS
from sheetgen.site.search import SearchRecord, words
from sheetgen.site.search.questions import asked_in
from sheetgen.site.search.words import LITTLE

ROOT = Path(__file__).parent.parent
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*.html") if "new-game" not in path.parts)
SEARCH = ROOT / "templates" / "assets" / "js" / "search"
JINJA = Environment(trim_blocks=True, lstrip_blocks=True)
Write = Callable[[Mapping[str, str]], Path]

# ---- what is asked for ---------------------------------------------------------------------------


def constants(node: nodes.Node | None) -> Iterator[str]:
    """The texts that an expression of a template may write."""
    match node:
        case nodes.Const(value=str() as value):
            yield value
        case nodes.CondExpr(expr1=first, expr2=second):
            yield from (*constants(first), *constants(second))
        case nodes.Concat(nodes=parts):
            yield from (text for part in parts for text in constants(part))
        case nodes.Or(left=left, right=right) | nodes.And(left=left, right=right) | nodes.Add(left=left, right=right):
            yield from (*constants(left), *constants(right))
        case nodes.Filter(node=inner):
            yield from constants(inner)


def asked_by_templates() -> Iterator[str]:
    for path in TEMPLATES:
        for call in JINJA.parse(path.read_text("utf-8")).find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "_":
                yield from constants(call.args[0])


def python_constants(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str() as value):
            yield value
        case ast.IfExp(body=first, orelse=second):
            yield from (*python_constants(first), *python_constants(second))


def python_trees() -> Iterator[ast.Module]:
    return (ast.parse(path.read_text("utf-8")) for path in (ROOT / "sheetgen").rglob("*.py"))


def asked_by_python() -> Iterator[str]:
    for tree in python_trees():
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args):
            name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
            if name in ("words", "program", "phrase"):
                yield from python_constants(call.args[0])
    yield from (text for output in OUTPUTS.values() for text in output.examples.values())
    yield from (*FUNCTIONS.values(), *OF_THREE.values(), *ROUNDED.values())
    yield from (text for pair in EXTREMES.values() for text in pair)


def asked_by_scripts() -> Iterator[str]:
    for path in (ROOT / "templates/assets/js").glob("*.js"):
        text = path.read_text("utf-8")
        yield from re.findall(r"""(?:\bsg\.(?:words|parts)|(?<!\w)(?:words|fail))\(\s*"([^"]+)\"""", text)
        assert not re.search(r"sg\.(?:words|parts)\((?!\s*\"|text)", text), f"{path.name}: a text is asked for as it is"


def written_in_python() -> set[str]:
    """All texts in the program, for those that are asked for by a name."""
    return {
        node.value
        for tree in python_trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_text_that_is_asked_for_is_known_and_none_besides() -> None:
    asked, known = {*asked_by_templates(), *asked_by_python(), *asked_by_scripts()}, catalogue(SOURCE).all
    assert asked - known.keys() == set()
    named = {word for text in known for word in places(text)}
    unused = known.keys() - asked - written_in_python() - {word[:1].lower() + word[1:] for word in named} - named
    assert unused == set()


# ---- what stands in templates --------------------------------------------------------------------

SPOKEN = frozenset({"title", "aria-label", "placeholder", "alt"})
"""Attributes that people read or hear."""
VISIBLE = SPOKEN | {"text"}
PLAIN = frozenset({"PDF", "JSON", "campaign.yaml", "house_rules:", "mm", "sheetgen"})
"""Names that are the same in every language."""
LETTERS = re.compile(r"[A-Za-z]{2}")


def drawn(node: nodes.Node) -> Iterator[tuple[bool, str]]:
    """What a template writes in its order: whether it stands there as it is, and the text."""
    if isinstance(node, nodes.Output):
        for part in node.nodes:
            if isinstance(part, nodes.TemplateData):
                yield True, part.data
            else:
                yield from ((False, text) for text in constants(part))
    else:
        for child in node.iter_child_nodes():
            yield from drawn(child)


def visible(template: str) -> Iterator[str]:
    """The letters that a template itself shows or speaks, outside of tags, scripts and styles."""
    place = "text"
    for literal, text in drawn(JINJA.parse(re.sub(r"(?s)<(script|style)\b[^>]*>.*?</\1>", "", template))):
        if not literal:
            if place in VISIBLE and "<" not in text and not text.startswith(" "):
                yield text
            continue
        for token in re.split(r"(<[^\s>]*|>|[\w-]+=\"|\")", text):
            if token.startswith("<"):
                place = "tag"
            elif token == ">" and place != "text":
                place = "text"
            elif place == "tag" and token.endswith('="'):
                place = token[:-2]
            elif token == '"' and place != "text":
                place = "tag"
            elif place in VISIBLE:
                yield re.sub(r"&\w+;", "", token).strip()


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(ROOT / "templates").as_posix())
def test_templates_write_no_words_of_their_own(path: Path) -> None:
    assert [text for text in visible(path.read_text("utf-8")) if LETTERS.search(text) and text not in PLAIN] == []


def test_words_in_templates_are_seen() -> None:
    template = """<p class="lead">Two words<b title="three more">{{ "four" if x else y }}</b> <i class="{{ "no" }}">"""
    assert [text for text in visible(template) if text] == ["Two words", "three more", "four"]


QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
SENTENCE = re.compile(r"\s?[A-Za-z][A-Za-z’ ,;:-]*[A-Za-z] [A-Za-z][A-Za-z’ ,;:-]*[.:?]?\s?")
IN_ENGLISH = frozenset(("query.js", "types.d.ts", "live.js"))
"""Scripts whose messages are those of the command line, which are English: formulas and queries."""
CODE = frozenset({"use strict", "tbody tr", "sheetgen cards ", "stack columns-", " is not "})


@pytest.mark.parametrize("path", sorted((ROOT / "templates/assets/js").glob("*.js")), ids=lambda path: path.name)
def test_scripts_write_no_sentences_of_their_own(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/|^\s*//[^\n]*", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"""(?:words|fail|sg\.parts)\(\s*"[^"]*\"""", "", text) if path.name not in IN_ENGLISH else ""
    quoted = (match[1] or match[2] or "" for match in QUOTED.finditer(text))
    assert [text for text in quoted if SENTENCE.fullmatch(text) and text not in CODE] == []


# ---- the files -----------------------------------------------------------------------------------


def forms(text: Any) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


@pytest.mark.parametrize("language", languages())
def test_a_language_has_every_text_with_its_places(language: str) -> None:
    english, own = catalogue(SOURCE), catalogue(language)
    assert [*own.words, *own.texts] == [*english.words, *english.texts]
    renamed = {form for word in english.words for form in (word, word[:1].upper() + word[1:])}
    for key, text in own.all.items():
        for form in forms(text):
            assert places(form) - renamed == places(key) - renamed or (
                places(form) < places(key) and "n" in places(key)
            )
    for key, text in own.texts.items():
        assert text or language == SOURCE, key
        if not isinstance(text, str):
            assert text.keys() == locale(language).plural_form.tags | {"other"}, key


def test_plural_forms_follow_the_language() -> None:
    german = Words("de")
    assert [german("{n} entries", n=n) for n in (0, 1, 2)] == ["0 Einträge", "1 Eintrag", "2 Einträge"]
    assert [Words("ja")("{n} entries", n=n) for n in (1, 2)] == ["1項目", "2項目"]
    assert Words("de-AT")("Search") == "Suche"
    assert Words("xx")("Search") == "Search"


def test_a_word_that_is_renamed_is_renamed_wherever_it_stands() -> None:
    words = Words("en", (("GM", "Warden"), ("Tonight", "Now, {GM}")))
    assert words("{Game master} only") == "Warden only"
    assert words("without what only the {GM} may know") == "without what only the Warden may know"
    assert words("Tonight") == "Now, Warden"


# ---- in a game -----------------------------------------------------------------------------------

GAME = {
    "ruleset.yaml": """
        id: klein
        title: Kleines Spiel
        language: de
        words: {GM: Wächterin}
    """,
    "kinds/monster.yaml": """
        id: monster
        title: Ungeheuer
        plural: Ungeheuer
        fields:
          strength: integer 0..10
          plan: {type: markdown, secret: true}
        layout:
          blocks: {geheim: {type: prose, text: plan, secret: true}}
          page: [geheim]
          card: {front: [geheim]}
    """,
    "entries/monster.yaml": "troll: {name: Troll, strength: 3, plan: Er schläft.}",
}


def test_a_game_speaks_its_language(project: Write) -> None:
    built = build_in_memory(Options(project(GAME), pdf=False))
    assert not list(built.diagnostics)
    page = built.files["klein/monster/troll.html"].decode()
    assert '<html lang="de"' in page and "Zum Inhalt" in page
    assert "Nur für die Wächterin" in page and "Ausgabe für die Wächterin" in page
    listing = built.files["klein/monster/index.html"].decode()
    assert "1</output> von 1 Ungeheuer." in listing and 'aria-label="Ungeheuer filtern"' in listing
    assert '"lang": "de"' in built.files["manifest.webmanifest"].decode()
    assert "Suche" in built.files["search.html"].decode()


def test_a_word_that_the_program_does_not_have_is_told(project: Write) -> None:
    wrong = GAME | {
        "ruleset.yaml": """
            id: klein
            title: Kleines Spiel
            words:
              Game Master: Warden
              "{n} entries": "{count} things"
        """
    }
    mistakes = list(build_in_memory(Options(project(wrong), pdf=False)).diagnostics)
    assert [(d.message, d.span and d.span.line) for d in mistakes] == [
        ("the program has no word `Game Master`", 4),
        ("`{count}` is no place of the text `{n} entries`", 5),
    ]
    assert "did you mean `game master`" in mistakes[0].hints[0]


def test_names_are_sorted_as_people_do() -> None:
    names = ["Zwerg", "Äffchen", "apfel", "Öl", "Ofen"]
    assert sorted(names, key=sort_form) == ["Äffchen", "apfel", "Ofen", "Öl", "Zwerg"]
    assert sorted(["カラス", "おに", "ガマ"], key=sort_form) == ["おに", "ガマ", "カラス"]


# ---- the search ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
def test_little_words_are_spelled_as_the_search_spells_them(language: str) -> None:
    own = catalogue(language)
    for listed in (own.little, own.index.asking, own.index.little):
        assert all(words(word)[0] == word for word in listed)
    assert all(typed == typed.lower() and meant for typed, meant in own.synonyms.items())


@needs_node
@pytest.mark.parametrize(
    ("language", "query", "first"),
    [
        ("de", "wie viele LP hat man", "Wunden"),
        ("de", "was kann ich tun wenn ich sterbe", "Sterben"),
        ("ja", "傷はいくつありますか", "傷"),
    ],
)
def test_questions_are_answered_in_the_language_of_a_game(
    project: Write, language: str, query: str, first: str
) -> None:
    chapters = {
        "Wunden": "Vier leichte Wunden und eine schwere.", "Sterben": "Wer keine Wunde mehr hat, der stirbt.",
        "Kann man das tun": "Was man wann wie tun kann, wenn man es will, hat man.", "傷": "傷は四つ。",
        "行動": "何ができますか。いくつありますか。",
    }  # fmt: skip
    files = {
        f"reference/c{number}.md": f"---\ntitle: {title}\n---\n\n{text}\n"
        for number, (title, text) in enumerate(chapters.items())
    }
    game = GAME | {"ruleset.yaml": f"id: klein\ntitle: Kleines Spiel\nlanguage: {language}\n"} | files
    built = build_in_memory(Options(project(game), pdf=False))
    names = (f"search-{name}.js" for name in ("index", "parts", "records", "text-0"))
    scripts = search_records.loaded({name: built.files[f"assets/js/{name}"] for name in names})
    titles = search_records.node(
        """
        const engine = new api.SearchEngine(data["search-index.js"]);
        engine.addText(0, data["search-text-0.js"]);
        const { hits } = engine.search(data.query, { ruleset: "klein" });
        return hits.map(hit => hit.title.map(part => part[0]).join(""));
        """,
        scripts | {"query": query},
    )
    assert titles[0] == first


QUESTIONS = {
    "amount": {"en": "how far is a long jump", "de": "wie weit springt man"},
    "computed": {"en": "how is soak calculated", "de": "wie berechnet man den schutz"},
    "explained": {"en": "can i jump while prone", "de": "kann ich liegend springen"},
    "defines": {"en": "what does stunned mean", "de": "was bedeutet betaubt"},
    "relates": {"en": "With a shield", "de": "Mit einem Schild"},
}


@pytest.mark.parametrize(("sort", "asked"), QUESTIONS.items())
def test_what_a_question_asks_for_is_known_in_the_languages_of_a_site(sort: str, asked: dict[str, str]) -> None:
    english, german = (re.compile(asked_in(own)[sort], re.IGNORECASE) for own in ([], ["de"]))
    assert english.search(asked["en"]) and german.search(asked["en"]), "English is asked everywhere"
    assert german.search(asked["de"]) and not english.search(asked["de"])
    assert not german.search("schwert")


@needs_node
@pytest.mark.parametrize(
    ("query", "answer"),
    [("sprung", "Sprung"), ("kann ich beim sprung angreifen", None), ("wie weit ist ein sprung", "Sprung")],
)
def test_german_questions_get_the_answers_that_they_ask_for(query: str, answer: str | None) -> None:
    jump = SearchRecord(
        title="Sprung", href="regeln/sprung.html", kind="Regel", ruleset="Klein", ruleset_id="klein", minor=1,
        works=True, summary="Wie weit jemand springt.",
    )  # fmt: skip
    attack = SearchRecord(
        title="Angriff", href="angriff.html", kind="Kapitel", ruleset="Klein", ruleset_id="klein",
        summary="Beim Sprung angreifen kann man nicht.",
    )  # fmt: skip
    little = LITTLE | catalogue("de").little
    scripts = index_of([jump, attack], questions=asked_in(["de"]), little=little)
    answered = search_records.node(
        """
        const engine = new api.SearchEngine(data["search-index.js"]);
        engine.addText(0, data["search-text-0.js"]);
        return engine.search(data.query, { ruleset: "klein" }).answer;
        """,
        search_records.loaded(scripts) | {"query": query},
    )
    assert (answered and answered["title"]) == answer


# ---- styles ---------------------------------------------------------------------------------------

PHYSICAL = re.compile(
    r"\b(?:margin|padding|border)-(?:left|right)\b|(?m:^\s+(?:left|right):)|(?:align|float): (?:left|right)"
)
PLACED = frozenset({"popover.css"})
"""Styles of what a script places by the window."""


def test_styles_of_pages_mirror_themselves() -> None:
    sheets = [*(ROOT / "templates/assets/css").glob("*.css"), *(ROOT / "templates/blocks").glob("*/site.css")]
    pages = [
        path for path in sheets if path.name not in PLACED and "print-" not in path.name and "paper" not in path.name
    ]
    assert {path.name: sides for path in pages if (sides := PHYSICAL.findall(path.read_text("utf-8")))} == {}
