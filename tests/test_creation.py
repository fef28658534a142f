"""New entries made step by step: only legal choices, points left, what is rolled, and what stays open."""

from __future__ import annotations

import os
import pty
import re
import select
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import CliRunner
from projects import Write, loaded
from small_game import GAME

from sheetgen.build import Options, build_in_memory
from sheetgen.build import check as run_check
from sheetgen.cli import cli

KIND = """
    id: hero
    title: Hero
    plural: Heroes
    folder: heroes
    fields:
      calling: one of element
      stats: map element -> integer 0..5
      pet: ref beast
      brave: truth, default false
      moves: list of attack, default []
      ties: map text -> integer, default {}
      moods: list of one of affinity, default []
      motto: text, optional
    roll: {stats: d4, motto: mottos}
    creation:
      - {title: Who you are, text: What people see., fields: [calling, motto, brave]}
      - {title: What you can, fields: [stats], left: '6 - sum([stats[e] for e in element])'}
      - {title: What you have, fields: [pet, moves, ties, moods]}
    derive: {sum: 'sum([stats[e] for e in element])'}
    checks: [{that: motto != "No", says: a poor motto}]
    layout:
      subtitle: [calling]
      blocks: {sum: {type: figures, items: [{label: Sum, value: sum}]}}
      page: [sum]
      card: {front: [sum]}
      sheet: {play: [sum]}
    """
FILES = {
    **GAME,
    "game/kinds/hero.yaml": KIND,
    "game/rules/tables.yaml": "mottos: {title: Mottos, dice: d2, rows: [{Motto: Up}, {Motto: Down}]}\n",
}


def typed(folder: Path, *answers: str, more: str = "") -> str:
    """What `add hero --ask` says in a terminal in which these are typed, one after the other."""
    command = f"add hero {more} --ask --project {folder}".split()
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [sys.executable, "-m", "sheetgen", *command])
    rest, said = list(answers), ""
    for words in _words(terminal):
        said += words
        if said.endswith(": ") and rest:
            os.write(terminal, f"{rest.pop(0)}\n".encode())
            said += "\u2026"
    os.waitpid(pid, 0)
    assert not rest, said
    return re.sub(r"\x1b\[[0-9;]*m", "", said).replace("\r", "")


def _words(terminal: int) -> Iterator[str]:
    while select.select([terminal], [], [], 60)[0]:
        try:
            words = os.read(terminal, 65536)
        except OSError:
            return
        if not words:
            return
        yield words.decode()


def test_a_hero_is_made_by_answers(project: Write) -> None:
    folder = project(FILES)
    answers = "Bea|3|fire|roll|yes|5|2|5|1|otter|Bite|Ice||Ann|4||weak|".split("|")
    said = typed(folder, *answers, more="--seed a")
    assert "1 of 3: Who you are\nWhat people see." in said and "1 Fire  2 Ice" in said
    assert "`3` is not a term of element; it takes one of fire, ice" in said
    assert "left to spend: −1; that is too much" in said and "left to spend: 0" in said
    text = (folder / "heroes/bea.yaml").read_text("utf-8")
    lines = {line.partition(":")[0]: line.partition("#")[0].partition(":")[2].strip() for line in text.splitlines()}
    assert lines["calling"] == "fire" and lines["motto"] in ("Up", "Down") and lines["brave"] == "true"
    assert lines["stats"] == "{fire: 5, ice: 1}" and lines["pet"] == "otter"
    assert (
        lines["moves"] == "[{name: Bite, element: ice}]" and lines["ties"] == "{Ann: 4}" and lines["moods"] == "[weak]"
    )
    assert "open" not in lines and "heroes/bea.yaml holds what was answered" in said
    assert not list(run_check(folder)[0])


def test_what_is_not_answered_is_open_and_said_so_everywhere(project: Write) -> None:
    folder = project(FILES)
    said = typed(folder, "ice", "back", "", "", "", "roll", "", "stop", more="Bea")
    assert "open: calling, stats.ice, pet" in said
    assert not list(run_check(folder)[0])
    game, _ = loaded(folder)
    bea = game.library.entries["hero", "bea"].fields
    assert bea["open"] == ["calling", "stats.ice", "pet"]
    assert (bea["calling"], bea["stats"]["ice"], bea["pet"]) == ("fire", 0, "otter")
    page = build_in_memory(Options(folder, pdf=False)).files["small/heroes/bea.html"].decode()
    assert "Open: Calling, Stats: Ice, Pet" in page
    answer = CliRunner().invoke(cli, ["show", "bea", "--project", str(folder)]).output
    assert "Open: Calling, Stats: Ice, Pet" in answer


def test_a_kind_that_declares_no_steps_asks_for_what_it_needs(project: Write) -> None:
    kind = re.sub(r"    creation:\n(      - .*\n)+", "", KIND)
    folder = project({**FILES, "game/kinds/hero.yaml": kind})
    said = typed(folder, "1", "1", "2", "otter", more="Bea")
    assert "1 of 1: Hero" in said and "Motto" not in said
    assert "stats: {fire: 1, ice: 2}" in (folder / "heroes/bea.yaml").read_text("utf-8")


def test_what_the_game_objects_to_is_told_before_the_file_is_written(project: Write) -> None:
    said = typed(project(FILES), "fire", "No", "", "stop", more="Bea")
    assert "not yet right: Bea: a poor motto" in said


def test_without_a_terminal_it_says_so(project: Write) -> None:
    done = CliRunner().invoke(cli, ["add", "hero", "--ask", "--project", str(project(FILES))], input="Bea\n")
    assert done.exit_code == 2 and "asks its questions in a terminal, and there is none" in done.output
    done = CliRunner().invoke(cli, ["add", "hero", "--ask", "--roll", "--project", str(project(FILES))])
    assert done.exit_code == 2 and "leave out --roll" in done.output


@pytest.mark.parametrize(
    ("old", "new", "message", "hint"),
    [
        ("[calling, motto, brave]", "[caling]", "a hero has no field `caling`", "did you mean `calling`?"),
        ("[pet, moves", "[calling, moves", "`calling` is chosen twice", "leave it to one of the steps"),
        ("left: '6 -", "left: 'text(6) +", "", ""),
        ("left: '6 - sum", 'left: \'motto if true else "" #', "", ""),
    ],
)
def test_steps_that_cannot_be_are_told_at_their_line(
    project: Write, old: str, new: str, message: str, hint: str
) -> None:
    folder = project({**FILES, "game/kinds/hero.yaml": KIND.replace(old, new)})
    mistakes = [d for d in run_check(folder)[0] if d.span and d.span.file.name.endswith("hero.yaml")]
    assert mistakes and all(d.span and 14 <= d.span.line <= 18 for d in mistakes)
    assert not message or (mistakes[0].message, mistakes[0].hints) == (message, (hint,))


@pytest.mark.parametrize(
    ("open_places", "message"),
    [
        ("[tir]", "a beast has no field `tir`"),
        ("[attacks.Stone]", "`attacks` has nothing called `Stone`"),
        ("[tier.x]", "`tier` has no parts"),
    ],
)
def test_what_is_open_must_be_a_place(project: Write, open_places: str, message: str) -> None:
    otter = dedent(GAME["beasts/otter.yaml"]).lstrip()
    folder = project({**GAME, "beasts/otter.yaml": f"{otter}open: {open_places}\n"})
    [mistake] = run_check(folder)[0]
    assert mistake.message == message and mistake.span and (mistake.span.line, mistake.span.column) == (7, 8)


def test_a_page_makes_one_and_players_have_none(project: Write) -> None:
    folder = project(FILES)
    files = build_in_memory(Options(folder, pdf=False)).files
    assert b"small/heroes/new-hero.html" in files["index.html"], "the front leads there before there is a list"
    script = files["small/heroes/new-hero.edit.js"].decode()
    assert '"fields":["calling","motto","brave"]' in script and '"left":true' in script
    assert "small/heroes/new-hero.json" not in files and b"new-hero" not in files["small/beasts/index.json"]
    assert b"new-beast.html" in files["small/beasts/index.html"] and b"new-beast" not in files["index.html"]
    assert not any("new-hero" in data.decode("utf-8", "replace") for name, data in files.items() if "search-" in name)
    assert "small/beasts/new-beast.html" in files, "a kind with a sheet has one, too"
    public = build_in_memory(Options(folder, pdf=False, player=True)).files
    assert not any("new-" in name for name in public) and b"new-" not in public["small/beasts/index.html"]


def test_no_page_takes_the_place_of_an_entry(project: Write) -> None:
    hero = "name: New Hero\ncalling: fire\nstats: {fire: 1, ice: 1}\npet: otter\n"
    files = build_in_memory(Options(project({**FILES, "heroes/new-hero.yaml": hero}), pdf=False)).files
    assert b"New Hero" in files["small/heroes/new-hero.html"]
    assert b"A new hero" not in files["small/heroes/index.html"]
