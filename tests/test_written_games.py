"""Games written with the guide alone, a hack, a supplement and a German edition: they build, and can be printed.

Their sources and licences stand at the head of each `ruleset.yaml`.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from page_fill import half_empty
from projects import loaded
from pypdf import PdfReader

from sheetgen.build import check
from sheetgen.cli import cli
from sheetgen.model.loaded import LoadedGame, load_game
from sheetgen.model.project import read_project
from sheetgen.model.project_file import find
from sheetgen.text.diagnostics import Diagnostics

GAMES = Path(__file__).parent / "games"


@cache
def game(name: str) -> LoadedGame:
    """A game with its sample campaign, read and computed."""
    opened, diagnostics = loaded(GAMES / name)
    assert not list(diagnostics)
    return opened


@pytest.mark.parametrize("name", ["cairn", "ironsworn", "twentyfour-xx", "cairn-at-sea"])
def test_a_written_game_has_no_mistakes_and_its_cases_hold(name: str) -> None:
    diagnostics, outcome = check(GAMES / name)
    assert [str(diagnostic.message) for diagnostic in diagnostics] == [] and outcome.rules
    assert game(name).ruleset.model.licence and (GAMES / name / "ruleset.yaml").read_text("utf-8").startswith("#")


def test_the_games_are_whole() -> None:
    def count(name: str) -> Counter[str]:
        return Counter(kind for kind, _ in game(name).library.entries)

    assert count("cairn") >= Counter(spell=100, monster=35, item=70, scar=12, package=10, relic=4)
    assert count("ironsworn") >= Counter(move=35, asset=30, vow=2)
    assert sum(bool(table.dice) for table in game("ironsworn").ruleset.tables.values()) >= 10
    assert count("twentyfour-xx") >= Counter(specialty=6, origin=3, gear=20)


def values(name: str, entry: str) -> dict[str, object]:
    table = game(name).table
    computed = table.find(entry) if table else None
    assert computed is not None
    return dict(computed.values)


def test_what_one_carries_and_has_bought_counts() -> None:
    bea, emrys = values("cairn", "bea"), values("cairn", "emrys")
    assert (bea["armor"], emrys["armor"]) == (2, 2)
    assert (bea["load"], bea["most"]) == ({"used": 9, "hp": 5}, 5)
    kari = values("ironsworn", "kari")
    assert (kari["impacts"], kari["health_most"], kari["limits"]) == (1, 4, {"most": 9, "reset": 1})
    assert (values("twentyfour-xx", "io")["bulky"], values("twentyfour-xx", "io")["defenses"]) == (0, 1)


def test_a_hack_and_a_supplement_stand_on_their_game() -> None:
    sea = game("cairn-at-sea")
    entries = {identity for _, identity in sea.library.entries}
    assert {"wolf", "drowned", "reed-mother", "eel-lamp", "knock", "gull"} <= entries
    assert (values("cairn-at-sea", "wolf")["name"], values("cairn", "wolf")["name"]) == ("Sea Wolf", "Wolf")
    assert values("cairn-at-sea", "goblin")["scores"] == {"str": 8, "dex": 14, "wil": 8}
    assert sea.ruleset.tables["fen_path"].dice and sea.ruleset.rulings.defaults["armor_cap"] == 4
    assert {"sailing", "fen", "magic"} <= {
        path.stem for layer in sea.game.layers for path in (layer.folder / "reference").glob("*.md")
    }


def test_a_german_edition_has_german_texts_and_the_same_numbers() -> None:
    diagnostics = Diagnostics()
    project = read_project(find(GAMES / "twentyfour-xx"), diagnostics)
    assert project is not None and len(project.games) == 2
    german = load_game(project.games[1], project, diagnostics)
    assert german is not None and german.table is not None and not list(diagnostics)
    io = german.table.find("io")
    assert io is not None and io.values["defenses"] == values("twentyfour-xx", "io")["defenses"] == 1
    assert german.ruleset.kinds["specialty"].model.plural == "Fachgebiete"
    names = {entry.name for (kind, _), entry in german.library.entries.items() if kind == "specialty"}
    assert names == {"Gesicht", "Muskel", "Medium", "Arzt", "Schleicher", "Technik"}
    skills = german.ruleset.vocabularies["skill"].terms.values()
    assert {"Menschenkenntnis", "Nahkampf"} < {term["title"] for term in skills}


@pytest.mark.parametrize(
    ("name", "line", "pages", "words"),
    [
        ("cairn", "sheet emrys", 1, ["EMRYS MALKSMILK", "Fatigue", "Hamstrung", "Cairn 1.0"]),
        ("cairn", "cards knock sleep", 2, ["KNOCK", "SLEEP"]),
        ("cairn", "book --paper A5", 40, ["Wood Troll", "Leycap", "X-Ray Vision"]),
        ("cairn", "party --paper A5", 1, ["BEATRICE HARKNESS", "STR LOST", "/ 10"]),
        ("ironsworn", "sheet kari", 1, ["KARI", "Maimed", "THE REEF"]),
        ("ironsworn", "cards ironclad raven face-danger", 2, ["IRONCLAD", "RAVEN", "FACE DANGER"]),
        ("twentyfour-xx", "sheet --blank", 1, ["SKILLS", "GEAR"]),
    ],
)
def test_what_is_sold_can_be_printed(name: str, line: str, pages: int, words: list[str], tmp_path: Path) -> None:
    pdf = tmp_path / "printed.pdf"
    result = CliRunner().invoke(cli, [*line.split(), "--project", str(GAMES / name), "-o", str(pdf)])
    assert result.exit_code == 0, result.output
    printed = PdfReader(pdf)
    assert len(printed.pages) <= pages
    assert half_empty(pdf.read_bytes()) == []
    text = " ".join(page.extract_text() for page in printed.pages)
    assert [word for word in words if word not in text] == []
