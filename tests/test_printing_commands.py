"""The commands that print: their files, their options, what they say where something is wrong."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from printed_game import PRINTED
from projects import Write
from pypdf import PdfReader
from small_game import GAME

import sheetgen.opened_games
from sheetgen.cli import cli
from sheetgen.cli.app import ContentError
from sheetgen.cli.select import chosen
from sheetgen.model.loaded import LoadedGame
from sheetgen.model.ruleset.kinds import has_card
from sheetgen.site.games import SiteGame


@pytest.fixture
def here(project: Write, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = project(PRINTED)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    return folder


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


def text(path: Path) -> str:
    return " ".join(" ".join(page.extract_text().split()) for page in PdfReader(path).pages)


@pytest.mark.parametrize(
    ("line", "file", "words"),
    [
        ("packet pier", "pier-packet.pdf", ["THE LONG PIER", "RULES IN USE", "1 / 1"]),
        ("packet encounter:pier --card none --ink", "pier-packet.pdf", ["TRACKERS"]),
        ("tents pier", "pier-tents.pdf", ["Gull of Record"]),
        ("party", "party.pdf", ["GULL OF RECORD", "OTTER OF ILL REPUTE"]),
        ("screen", "screen.pdf", ["HOW DAMP"]),
        ("book", "rulebook.pdf", ["CONTENTS", "INDEX"]),
        ("calibrate --duplex short", "calibration.pdf", ["-1.5,0.5"]),
        ("sheet --layout digest", "sheets-digest.pdf", ["GULL OF RECORD", "OTTER OF ILL REPUTE"]),
    ],
)
def test_each_paper_has_a_command(here: Path, line: str, file: str, words: list[str]) -> None:
    result = run(*line.split())
    assert result.exit_code == 0, result.output
    assert result.output.startswith(f"{file}: ")
    printed = text(here / file)
    assert [word for word in words if word not in printed] == []


def test_a_book_of_half_letter_is_called_digest_and_nothing_else_is(here: Path) -> None:
    assert run("book", "--paper", "Digest").exit_code == 0
    boxes = [page.cropbox for page in PdfReader(here / "rulebook.pdf").pages]
    assert {(round(box.width), round(box.height)) for box in boxes} == {(396, 612)}
    refused = run("cards", "--paper", "digest")
    assert refused.exit_code == 2 and "'digest' is not one of 'a4', 'letter', 'a5', 'a6'" in refused.output


def test_paper_output_and_selection(here: Path) -> None:
    result = run("party", "gull", "--paper", "Letter", "-o", "out/strip.pdf")
    assert result.exit_code == 0, result.output
    page = PdfReader(here / "out/strip.pdf").pages[0]
    assert (round(page.mediabox.width), round(page.mediabox.height)) == (612, 792)
    assert "OTTER" not in text(here / "out/strip.pdf").upper()


CARDED = PRINTED | {
    "game/kinds/condition.yaml": PRINTED["game/kinds/condition.yaml"].replace(
        "page: [effect]", "page: [effect]\n          card: {front: [effect]}"
    )
}


def test_what_the_rulebook_holds_is_printed_as_cards(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is asked for by a filter or by name; all cards are those of the campaign."""
    folder = project(CARDED)
    monkeypatch.chdir(folder)
    cards = {}
    for line in ("kind:condition", "becalmed otter", ""):
        result = run("cards", *line.split(), "-o", "deck.pdf")
        assert result.exit_code == 0, result.output
        names = ("BECALMED", "OTTER OF ILL REPUTE", "GULL OF RECORD")
        cards[line] = [name for name in names if name in text(folder / "deck.pdf").upper()]
    assert cards == {
        "kind:condition": ["BECALMED"],
        "becalmed otter": ["BECALMED", "OTTER OF ILL REPUTE"],
        "": ["OTTER OF ILL REPUTE", "GULL OF RECORD"],
    }


def test_a_game_by_itself_prints_cards_of_all_that_it_holds(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {name: words for name, words in CARDED.items() if name.startswith("game/")}
    monkeypatch.chdir(project({"site.yaml": "title: One\nrulesets: [game]\n", **files}))
    result = run("cards")
    assert result.exit_code == 0, result.output
    assert "BECALMED" in text(Path("cards.pdf")).upper()


def test_a_file_that_is_no_pdf_is_not_written_over(here: Path) -> None:
    before = (here / "campaign.yaml").read_bytes()
    result = run("tents", "pier", "-o", "campaign.yaml")
    assert result.exit_code == 2 and "is no PDF" in result.output
    assert (here / "campaign.yaml").read_bytes() == before
    assert run("tents", "pier").exit_code == run("tents", "pier").exit_code == 0, "a PDF is"


@pytest.mark.skipif(os.name == "nt", reason="links want rights there")
def test_a_link_is_followed(here: Path) -> None:
    (here / "to.pdf").touch()
    (here / "link.pdf").symlink_to(here / "to.pdf")
    assert run("tents", "pier", "-o", "link.pdf").exit_code == 0
    assert (here / "link.pdf").is_symlink() and (here / "to.pdf").read_bytes().startswith(b"%PDF")


def test_a_filter_may_begin_with_what_it_leaves_out(here: Path) -> None:
    assert run("cards", "-tier:2", "-o", "a.pdf").exit_code == 0
    assert run("cards", "-tier:2", "--ink", "--", "gull", "-o").exit_code == 2


def test_players_print_without_secrets(here: Path) -> None:
    assert run("cards", "otter", "--player").exit_code == 0
    assert "owes everybody" not in text(here / "otter-card.pdf")
    assert run("book", "--player").exit_code == 0
    for command in ("packet", "tents", "screen", "calibrate"):
        assert "--player" not in run(command, "--help").output


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("cards --bleed nan", "nan is no length"),
        ("cards --offset nan,inf", "no printer is off by nan,inf mm"),
        ("cards --offset 900,0", "50 mm at most"),
        ("cards --margin -1", "0<=x<=50"),
        ("packet peir", "did you mean `pier`?"),
        ("packet nowhere-at-all", "its encounters are pier"),
        ("packet pier --card giant", "poker, bridge"),
        ("tents otter", "there is no encounter `otter`"),
        ("party gul", "did you mean `gull`?"),
        ("book --ruleset smal", "did you mean `small`?"),
        ("screen --ruleset large", "choose one of small"),
    ],
)
def test_a_wrong_use_says_what_to_do(here: Path, line: str, said: str) -> None:
    result = run(*line.split())
    assert result.exit_code == 2
    assert said in result.output


def test_a_game_without_chapters_has_no_book(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {path: content for path, content in PRINTED.items() if "reference" not in path and "rulings" not in path}
    files = {path: content.replace("reference: rules#wounds", "") for path, content in files.items()}
    files["game/ruleset.yaml"] = files["game/ruleset.yaml"].replace(", rules#wounds", "")
    files["game/rules/wounds.yaml"] = files["game/rules/wounds.yaml"].replace("house.margin", "10")
    files["campaign.yaml"] = files["campaign.yaml"].replace("house_rules: {margin: 10}", "")
    files["game/entries/condition.yaml"] = "- {name: Soaked, effect: Wet.}\n"
    monkeypatch.chdir(project(files))
    result = run("book")
    assert result.exit_code == 1 and "has no chapters to make a book of" in result.output


def test_an_encounter_without_fighters_is_reported(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = PRINTED["encounters/pier.yaml"].replace("[otter, gull]", "[]")
    monkeypatch.chdir(project(PRINTED | {"encounters/pier.yaml": empty}))
    result = run("packet", "pier")
    assert result.exit_code == 1 and "no entry takes part in `pier`" in result.output


def test_an_own_template_without_the_element_that_begins_an_entry_is_reported(here: Path) -> None:
    (here / "templates/print").mkdir(parents=True)
    (here / "templates/print/sheet.html").write_text(
        "{% for p in pages %}<section class=page>{{ name }}</section>{% endfor %}"
    )
    result = run("sheet", "otter")
    assert result.exit_code == 1 and "Traceback" not in result.output
    assert "its own print template leaves out the element whose id ends with `-start`" in result.output
    assert not (here / "otter-sheet.pdf").exists()


SEVERAL = {
    "site.yaml": "title: Three\nrulesets: [first, second, third]\n",
    **{
        f"{game}/{name.removeprefix('game/')}": text.replace("id: small", f"id: {game}")
        for game in ("first", "second", "third")
        for name, text in GAME.items()
        if name.startswith("game/")
    },
    **{
        f"{game}/campaign/{name}": text
        for game, animal in (("first", "Otter"), ("second", "Gull"), ("third", "Grey heron"))
        for name, text in {
            "campaign.yaml": f"title: {animal}s\nruleset: {game}\n",
            "beasts/all.yaml": f"- {{name: {animal}, tier: 1, toughness: 30}}\n",
        }.items()
    },
}
"""A site of three games, each with a beast."""


@pytest.mark.parametrize(
    ("words", "games"),
    [
        ([], ["first"]),
        (["otter"], ["first"]),
        (["grey-heron"], ["third"]),
        (["tier:1"], ["first"]),
        (["tier:1", "gull"], ["first", "second"]),
        (["walrus"], ["first", "second", "third"]),
    ],
)
def test_only_games_that_are_looked_at_are_opened(
    project: Write, monkeypatch: pytest.MonkeyPatch, words: list[str], games: list[str]
) -> None:
    opened, made = [], sheetgen.opened_games.open_game

    def counted(loaded: LoadedGame, *arguments: Any) -> SiteGame:
        opened.append(loaded.ruleset.id)
        return made(loaded, *arguments)

    monkeypatch.setattr(sheetgen.opened_games, "open_game", counted)
    folder = project(SEVERAL)
    with suppress(ContentError):
        assert chosen(folder, words, "", has_card).game.ruleset.id == games[-1]
    assert opened == games


def test_a_mistake_in_one_game_stops_no_print_of_another(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project({**SEVERAL, "third/campaign/beasts/all.yaml": "- {name: Grey heron, tier: one}\n"}))
    assert run("calibrate").exit_code == 0
    stopped = run("cards", "grey-heron")
    assert stopped.exit_code == 1 and "third/campaign/beasts/all.yaml:1:28" in stopped.output
    other = run("screen", "--ruleset", "thrid")
    assert other.exit_code == 2 and "did you mean `third`?" in other.output
