"""Every paper of every game has the structure that a checker of PDF/UA asks for, and shows no markup."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from textwrap import dedent

import page as checker  # type: ignore[import-untyped,unused-ignore]
import pikepdf
import pytest
from pdf_structure import faults, tree
from printed_game import PRINTED
from printed_words import lost, packet_words, party_words, pdf_text, tent_words, words
from pypdf import PdfReader
from samples import LARGEST, ROOT, RULESETS, opened, printed

from sheetgen.blocks import EntryView
from sheetgen.build import engine_missing
from sheetgen.media.marks import plain_marks
from sheetgen.model.attack_odds import Answers
from sheetgen.model.ruleset.kinds import has_card, has_sheet
from sheetgen.print.cards.impose import Duplex
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.jobs import print_cards, print_sheets
from sheetgen.print.paper import card_format
from sheetgen.print.plan.entry_prints import party, printable
from sheetgen.print.plan.fights import Fight, fight, is_encounter
from sheetgen.print.plan.panels import panels_of
from sheetgen.print.plan.print_job import style_of
from sheetgen.print.style import PrintStyle
from sheetgen.print.text_metrics.apostrophes import apostrophes
from sheetgen.site.games import SiteGame
from sheetgen.site.screen_panels import Paper, asked_panels
from sheetgen.text.diagnostics import Diagnostics

Made = Callable[[PrintSession], bytes]
"""A PDF, printed when it is asked for."""

pytestmark = pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")


@dataclass(frozen=True, repr=False)
class Table:
    """A game with all that its papers are made from."""

    folder: Path
    game: SiteGame
    style: PrintStyle
    sheets: list[EntryView]
    party: list[EntryView]

    def at(self, address: str) -> Made:
        """A paper of its site."""
        return lambda session: printed(session, f"{self.game.folder}{address}", self.folder)

    def sheet(self, paper: str) -> Made:
        """Sheets of its first kind that has some, as its site has them all together."""
        return self.at(f"print/{self.game.ruleset.kinds[self.sheets[0].kind].folder}-{paper}.pdf")

    @cached_property
    def fights(self) -> list[Fight]:
        """The encounters of the game, the shortest first; what rules answered for one counts for all."""
        kinds, answers = filter(is_encounter, self.game.entries.kinds()), Answers()
        encounters = [computed for kind in kinds for computed in self.game.entries.of(kind.id)]
        listed = [fight(self.game, computed, answers=answers) for computed in encounters]
        return sorted(filter(None, listed), key=lambda battle: len(repr(battle)))


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Table]:
    folder = tmp_path_factory.mktemp("small")
    for name, text in PRINTED.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return {**laid(ROOT), **laid(folder)}


def laid(folder: Path) -> dict[str, Table]:
    project, games = opened(folder)
    return {game.ruleset.id: table(folder, game, style_of(game, project)) for game in games}


def table(folder: Path, game: SiteGame, style: PrintStyle) -> Table:
    kinds = filter(has_sheet, game.entries.kinds())
    sheets = next(views for kind in kinds if (views := [view for _, view in printable(game, kind)]))
    sheets.sort(key=lambda view: len(repr(view)))
    return Table(folder, game, style, sheets, [view for _, view in party(game)])


def large_print(products: Table) -> Made:
    few = [products.sheets[0], products.sheets[-1]]
    return lambda session: print_sheets(session, few, products.style, "large-print", peers=products.sheets).pdf


def deck(products: Table, copies: int, duplex: Duplex) -> Made:
    kinds = filter(has_card, products.game.entries.kinds())
    cards = next(views for kind in kinds if len(views := [view for _, view in printable(products.game, kind)]) > 1)
    few = [(view, copies) for view in sorted(cards, key=lambda view: len(repr(view)))[:: len(cards) - 1]]
    return lambda session: print_cards(session, few, products.style, card_format("poker"), duplex).pdf


def encounter(products: Table, battle: Fight, paper: str) -> Made:
    kind = products.game.ruleset.kinds[battle.view.kind]
    return products.at(f"{kind.folder}/{battle.view.id}-{paper}.pdf")


def panel_words(products: Table, panels: Paper) -> Counter[str]:
    texts = panels_of(products.game, asked_panels(products.game, panels, Diagnostics()))
    return Counter(word for panel in texts for word in words(apostrophes(f"{panel.title} {panel.html}")))


PAPERS: dict[str, Callable[[Table], Made]] = {
    "sheets": lambda products: products.sheet("sheets"),
    "fillable sheets": lambda products: products.sheet("fillable"),
    "blank sheet": lambda products: products.sheet("blank"),
    "large print": large_print,
    "digest": lambda products: products.sheet("digest"),
    "cards": lambda products: deck(products, 1, "long"),
    "copies of cards": lambda products: deck(products, 3, "fold"),
    "party": lambda products: products.at("print/party.pdf"),
    "packet": lambda products: encounter(products, products.fights[-1], "packet"),
    "tents": lambda products: encounter(products, products.fights[-1], "tents"),
    "screen": lambda products: products.at("print/screen.pdf"),
    "quick reference": lambda products: products.at("print/quick-reference.pdf"),
    "calibration": lambda products: products.at("print/calibration.pdf"),
}


EXPECTED: dict[str, Callable[[Table], Counter[str]]] = {
    "party": lambda products: party_words(products.party),
    "packet": lambda products: packet_words(products.fights[-1]),
    "tents": lambda products: tent_words(products.fights[-1]),
    "screen": lambda products: panel_words(products, "screen"),
    "quick reference": lambda products: panel_words(products, "quick_reference"),
}
"""The words that a paper must have."""


def complaints(pdf: bytes) -> list[str]:
    """What another checker of PDF/UA-1 has against a file."""
    return [
        f"{failure.rule_id} {failure.message}" for failure in checker.validate_pdf_bytes(pdf, profile="ua1").failures
    ]


def signs(data: bytes) -> list[str]:
    """What each mark that a file uses says."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        fonts = [obj for obj in pdf.objects if isinstance(obj, pikepdf.Dictionary) and "/ToUnicode" in obj]
        maps = [font.ToUnicode.read_bytes() for font in fonts if "Marks" in str(font.get("/BaseFont", ""))]
    # A form has the whole font, so that other boxes can be ticked.
    used = [mapping for mapping in maps[:1] if mapping.count(b"\n<") < len(plain_marks().outlines)]
    texts = [text for mapping in used for text in re.findall(rb"^<[0-9A-Fa-f]+> <([0-9A-Fa-f]+)>", mapping, re.M)]
    return [bytes.fromhex(text.decode()).decode("utf-16-be") for text in texts]


def sound(pdf: bytes) -> None:
    assert faults(pdf) == []
    assert complaints(pdf) == []
    assert PdfReader(io.BytesIO(pdf)).outline, "it has bookmarks"
    assert [sign for sign, count in Counter(signs(pdf)).items() if count > 1] == [], "marks that sound alike"
    text = pdf_text(pdf)
    assert not [sign for sign in ("[[", "]]", "{{", "{%", "&amp;", "<p>", "Undefined") if sign in text]


@pytest.mark.parametrize(
    ("ruleset", "paper"), [*product(RULESETS, PAPERS), *product(["small"], sorted(PAPERS.keys() - {"quick reference"}))]
)
def test_a_paper_has_the_structure_that_a_checker_asks_for(
    tables: dict[str, Table], session: PrintSession, ruleset: str, paper: str
) -> None:
    pdf = PAPERS[paper](tables[ruleset])(session)
    sound(pdf)
    if paper in EXPECTED:
        assert lost(EXPECTED[paper](tables[ruleset]), pdf) == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_papers_of_the_other_encounters_have_every_word(
    tables: dict[str, Table], session: PrintSession, ruleset: str
) -> None:
    *others, _ = tables[ruleset].fights
    for battle in others:
        for paper, expected in (("packet", packet_words(battle)), ("tents", tent_words(battle))):
            pdf = encounter(tables[ruleset], battle, paper)(session)
            assert lost(expected, pdf) == [], (battle.view.id, paper)
    for battle in tables[ruleset].fights:
        renamed = {combatant.entry.name for combatant in battle.combatants if combatant.renamed}
        blocks = [block for area in ("page", "aside") for block in battle.view.area(area)]
        rows = {row.name for block in blocks for row in getattr(block, "rows", ())}
        assert not renamed & rows, "tables of a fight call its fighters as its roster does"


def sound_book(pdf: bytes, links: int = 30) -> None:
    """A book that the other checker has nothing against, with at least so many notes that are there on paper too."""
    assert complaints(pdf) == []
    assert "run at every build" not in pdf_text(pdf), "what only a screen says"
    with pikepdf.open(io.BytesIO(pdf)) as document:
        notes = [note for page in document.pages for note in page.get("/Annots", ())]
        assert len(notes) > links
        assert all(int(note.F) & 4 for note in notes), "they are there on paper too"
        assert all(b"/Pagination" in page.Contents.read_bytes() for page in document.pages if "/Annots" in page)


@pytest.mark.parametrize("ruleset", [*sorted({*RULESETS} - {LARGEST}), "small"])
def test_a_rulebook_has_it_too(tables: dict[str, Table], session: PrintSession, ruleset: str) -> None:
    """As their sites have them; that of the largest game is looked at where its workers are watched."""
    sound_book(tables[ruleset].at("print/rulebook.pdf")(session), links=-1 if ruleset == "small" else 30)


def test_a_small_rulebook_has_it_wholly(tables: dict[str, Table], session: PrintSession) -> None:
    pdf = tables["small"].at("print/rulebook.pdf")(session)
    sound(pdf)
    kinds = {element.type for element in tree(pdf).inside("H1", "H2", "H3", "Table", "Link")}
    assert {"H1", "H2", "Table", "Link"} <= kinds


@pytest.mark.parametrize("ruleset", RULESETS)
def test_marks_say_the_titles_of_the_terms_that_they_stand_for(tables: dict[str, Table], ruleset: str) -> None:
    products = tables[ruleset]
    said = dict(products.style.spoken)
    for vocabulary in products.game.ruleset.vocabularies.values():
        for term in vocabulary.terms.values():
            assert not term.get("mark") or str(term["title"]) in said[str(term["mark"])].split("/")
    assert len(set(said.values())) == len(said)


def test_the_checker_finds_what_is_missing(tables: dict[str, Table], session: PrintSession) -> None:
    spoilt = io.BytesIO()
    with pikepdf.open(io.BytesIO(PAPERS["sheets"](tables["small"])(session))) as pdf:
        del pdf.Root.ViewerPreferences, pdf.Root.Lang
        for page in pdf.pages:
            del page.obj.StructParents
        pdf.save(spoilt)
    text = " ".join(faults(spoilt.getvalue()))
    assert "no language" in text and "file name" in text and "in no element of the structure" in text
