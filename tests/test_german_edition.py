"""The German edition of a game: no word of the program's own is English, on pages and in what is printed."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from markupsafe import Markup
from printed_words import pdf_text
from projects import open_project
from test_printing_entries import ROSE

from sheetgen.build import Options, build_in_memory
from sheetgen.cli import cli
from sheetgen.languages.program_words import PLACE, SOURCE, Words, catalogue
from sheetgen.model.editions import in_language
from sheetgen.opened_games import open_games
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.jobs import Chapter, print_book
from sheetgen.print.paper import PAPERS
from sheetgen.print.plan.rulebook import Rulebook
from sheetgen.print.style import PrintStyle
from sheetgen.text.diagnostics import Diagnostics

GAME = Path(__file__).parent / "games" / "twentyfour-xx"
SPOKEN = re.compile(r'\b(?:title|aria-label|placeholder|alt|content|data-label)="([^"]*)"')
NOT_READ = re.compile(
    r'(?s)<(script|style|code|pre)\b.*?</\1>|<meta http-equiv[^>]*>|<(\w+)[^>]*\blang="en"[^>]*>.*?</\2>'
)


ANY_SENTENCE = "{part} by {rule}"
"""A text that every sentence of a game's own matches that has this word, and the names of licences."""


def texts(language: str) -> re.Pattern[str]:
    """What the program says in a language, as it stands on a page."""
    words = Words(language)._texts
    forms = {
        form
        for key in catalogue(SOURCE).all.keys() - {ANY_SENTENCE}
        for text in [words[key]]
        for form in ([text] if isinstance(text, str) else text.values())
        if re.search(r"[A-Za-z]{2}", PLACE.sub("", form))
    }
    patterns = (PLACE.sub("\0", form) for form in sorted(forms))
    return re.compile("|".join(re.escape(form).replace("\0", ".+") for form in patterns), re.IGNORECASE)


ENGLISH, GERMAN = texts(SOURCE), texts("de")


def english(parts: Iterable[str]) -> set[str]:
    """Those parts that the program says in English, and not in German."""
    return {part for part in parts if ENGLISH.fullmatch(part) and not GERMAN.fullmatch(part)}


def fragments(page: str) -> Iterator[str]:
    """What is read or heard of a page, piece by piece."""
    page = NOT_READ.sub("", page)
    for text in (*re.split(r"<[^>]*>", page), *SPOKEN.findall(page)):
        if text := html.unescape(text).strip():
            yield text


def test_pages_have_no_english_word_of_the_program() -> None:
    built = build_in_memory(Options(GAME, pdf=False))
    pages = {path: data.decode() for path, data in built.files.items() if re.match(r"twentyfour-xx-de/.*\.html", path)}
    assert len(pages) > 50 and not list(built.diagnostics)
    assert {(path, text) for path, page in pages.items() for text in english(fragments(page))} == set()


@pytest.mark.parametrize("line", ["cards io", "sheet io", "party", "screen", "book --paper A5"])
def test_prints_have_no_english_word_of_the_program(line: str, tmp_path: Path) -> None:
    pdf = tmp_path / "printed.pdf"
    result = CliRunner().invoke(cli, [*line.split(), "--language", "de", "--project", str(GAME), "-o", str(pdf)])
    assert result.exit_code == 0, result.output
    text = pdf_text(pdf.read_bytes())
    assert english(part.strip() for part in re.split(r"[\r\n]+|  +|  /  ", text)) == set()
    assert "(p." not in text


def test_a_language_without_texts_is_told() -> None:
    result = CliRunner().invoke(cli, ["cards", "io", "--language", "fr", "--project", str(GAME)])
    assert result.exit_code == 2
    assert "no game here has texts in `fr`: there is en, de" in result.output


def test_the_index_of_the_book_has_german_names() -> None:
    opened = open_project(GAME, Diagnostics())
    assert opened is not None
    project = in_language(opened[0], "de")
    (game,) = open_games(project, Diagnostics())
    words = {term.word for term in Rulebook(game).terms}
    assert {"Androide", "Regeln", "Aufträge"} <= words and words.isdisjoint(
        {"Alien", "Human", "Rules", "Jobs", "Sneak"}
    )


LONG = Markup(
    "<h2 id=a>A</h2><div class=scroll><table><thead><tr><th>Wer</th><th>Was</th><th>Wo</th></tr></thead><tbody><tr>"
    + "<td>Schutzausrüstungsgegenstände sind Donaudampfschifffahrtsgesellschaften</td>" * 3
    + "</tr></tbody></table></div>"
)


@pytest.mark.parametrize(("language", "parted"), [("de", True), ("en", False)])
def test_long_words_in_narrow_cells_are_parted_as_the_language_does(
    session: PrintSession, language: str, parted: bool
) -> None:
    style = PrintStyle(ROSE, PAPERS["a5"], words=Words(language))
    pdf = print_book(session, "A", [Chapter("/a.html", "A", LONG)], style).pdf
    text = pdf_text(pdf).replace("\u00ad", "\u2010")
    assert bool(re.search("[a-zäöüß][\u2010-]", text)) == parted, text
