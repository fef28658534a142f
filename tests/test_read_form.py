"""Filled forms read back: values into the lines of a file, and what is not understood is told."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner, Result
from projects import Write

from sheetgen.cli import cli, form_values

GAME = {
    "campaign.yaml": "{title: Gym, ruleset: ./game}\n",
    "game/ruleset.yaml": """
        id: gym
        title: Gym
        vocabularies:
          stat: {strong: {title: Strength}, quick: {title: Speed}}
          mood: [calm, angry]
          hobby: [chess]
          trouble: {lame: {title: Lame}, blind: {title: Blind}}
        records:
          thing: {name: text, use: "text, default ''", weight: "integer, default 0"}
          marks: {light: "integer 0.., default 0", heavy: "integer 0.., default 0"}
        """,
    "game/kinds/hero.yaml": """
        id: hero
        title: Hero
        plural: Heroes
        folder: heroes
        fields:
          player: text, optional
          mood: one of mood, default calm
          fame: {type: "integer 0..100, default 0", title: Fame}
          stats: map stat -> integer 0..100
          marked: marks, default {}
          hobbies: map hobby -> integer, default 2
          troubles: list of trouble, default []
          gear: list of thing, default []
          notes: markdown, optional
          mana_spent: {type: "integer 0..", optional: true}
          luck: integer, optional
        derive:
          health: stats.strong // 10
        layout:
          blocks:
            who: {type: facts, items: [{label: Player, value: player}, {label: Mood, value: mood}]}
            top:
              type: figures
              items: [{label: Fame, value: fame}, {label: Health, value: health}, {label: Twice, value: fame}]
            more: {type: figures, items: [{label: Twice, value: stats.quick}]}
            stats: {type: scores, map: '{s: stats[s] for s in stat}'}
            skill: {type: scores, map: '{h: 2 for h in hobby}'}
            hobbies: {type: scores, map: hobbies}
            wounds:
              type: tracks
              items:
                - {label: Light, value: health, current: marked.light}
                - {label: Heavy, value: 2, current: marked.heavy}
                - {label: Mana, value: 40 + health, current: mana_spent}
                - {label: Luck, value: 40, lowest: 0, show: number, current: luck}
            states: {type: checks, groups: [{of: trouble, ticked: troubles}]}
            gear: {type: table, rows: gear, name: name, columns: [{label: Use, value: use}, {label: Kg, value: weight}]}
            notes: {type: prose, text: notes}
          page: [who, top, more, stats, skill, hobbies, wounds, states, gear, notes]
          sheet: {play: [who, top, more, stats, wounds, states, gear], reference: [notes]}
        """,
    "heroes/bea.yaml": """
        # Bea's own file
        name: Bea
        player: Nell  # on Sundays
        stats: {strong: 38,  quick: 20}
        gear:
          - {name: Rope, use: climb}
          - name: Lamp
            weight: 2
        notes: |
          Long ago.

          Far away.
        """,
}
PRINTED: dict[str, str | bool] = {
    "Name": "Bea", "Player": "Nell", "Mood": "calm", "Fame": "0", "Health": "3", "Twice": "0", "Strength": "38",
    "Speed": "20", "Chess": "2", "gear 1": "Rope", "gear 1 Use": "climb", "gear 1 Kg": "0", "gear 2": "Lamp",
    "gear 2 Use": "", "gear 2 Kg": "2", "gear 3": "", "notes": "Long ago.\n\nFar away.", "lines": "",
    **dict.fromkeys(("Light 1", "Light 2", "Light 3", "Heavy 1", "Heavy 2", "Lame", "Blind"), False),
    "Mana": "", "Luck": "",
}  # fmt: skip


def filled(
    values: Mapping[str, str | bool], entry: str = "hero:bea", known: Mapping[str, str | bool] = PRINTED
) -> Path:
    """A form with these values."""
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        fields = []
        for name, printed in known.items():
            value, field = values.get(name, printed), pikepdf.Dictionary(T=pikepdf.String(f"bea {name}"))
            field.SheetgenField = pikepdf.String(f"{entry}/{name}")
            for key, content in (("/DV", printed), ("/V", value)):
                if isinstance(content, bool):
                    field[key] = pikepdf.Name.Yes if content else pikepdf.Name.Off
                else:
                    field[key] = pikepdf.String(content)
            field.FT = pikepdf.Name.Btn if isinstance(printed, bool) else pikepdf.Name.Tx
            fields.append(pdf.make_indirect(field))
        pdf.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array(fields))
        pdf.save("form.pdf")
    return Path("form.pdf")


@pytest.fixture
def here(project: Write, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = project(GAME)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(form_values, "form_values", lambda path: form_values.fields_of_form(str(path)))
    return folder


def read(*options: str) -> Result:
    return CliRunner().invoke(cli, ["read", "form.pdf", *options])


def difference(before: str, after: str) -> list[tuple[str, str]]:
    """The lines that differ, where there are as many of them."""
    return [pair for pair in zip(before.split("\n"), after.split("\n"), strict=True) if pair[0] != pair[1]]


def test_what_was_filled_in_changes_its_lines_alone(here: Path) -> None:
    before = Path("heroes/bea.yaml").read_text()
    filled({"Player": "Åsa", "Strength": "41", "gear 1 Use": "bind", "gear 2 Kg": " 3 "})
    answer = read()
    assert answer.exit_code == 0 and '  +player: "Åsa"  # on Sundays' in answer.output.splitlines(), answer.output
    assert Path("heroes/bea.yaml").read_text() == before, "nothing is written without being asked for"
    assert "heroes/bea.yaml: 4 values written" in read("--write").output
    assert difference(before, Path("heroes/bea.yaml").read_text()) == [
        ("player: Nell  # on Sundays", 'player: "Åsa"  # on Sundays'),
        ("stats: {strong: 38,  quick: 20}", "stats: {strong: 41,  quick: 20}"),
        ("  - {name: Rope, use: climb}", "  - {name: Rope, use: bind}"),
        ("    weight: 2", "    weight: 3"),
    ]
    assert "since this was printed" not in read().output, "what the file says already is nothing new"


def test_what_was_not_written_yet_stands_below(here: Path) -> None:
    filled({"Mood": "Angry", "Fame": "7", "Light 1": True, "Light 2": True, "Heavy 1": True, "Blind": True})
    assert read("--write").exit_code == 0
    text = Path("heroes/bea.yaml").read_text()
    assert text.startswith(GAME["heroes/bea.yaml"].replace("        ", "").lstrip("\n").rstrip())
    assert text.split("Far away.\n")[1].splitlines() == [
        "mood: Angry", "fame: 7", "marked: {light: 2, heavy: 1}", "troubles: [blind]",
    ]  # fmt: skip
    known: dict[str, str | bool] = {
        **PRINTED,
        "Fame": "7",
        "Mood": "Angry",
        "Light 1": True,
        "Light 2": True,
        "Heavy 1": True,
        "Blind": True,
    }
    filled({"Light 2": False, "Heavy 2": True, "Blind": False, "Lame": True, "notes": "Now.\n\nHere."}, known=known)
    assert read("--write").exit_code == 0
    text = Path("heroes/bea.yaml").read_text()
    assert "marked: {light: 1, heavy: 2}" in text and "troubles: [lame]" in text
    assert "notes: |\n  Now.\n\n  Here.\nmood" in text


def test_what_is_not_understood_is_told_and_nothing_is_guessed(here: Path) -> None:
    before = Path("heroes/bea.yaml").read_text()
    filled({
        "Health": "9", "Twice": "5", "Fame": "lots", "Mood": "merry", "gear 3": "Tent", "lines": "Ate a pie",
        "Strength": "40", "Player": "", "Chess": "3",
    }, known={**PRINTED, "Strength": "30"})  # fmt: skip
    answer = read("--write").output
    for said in (
        "Health: 3 → 9 (this follows from other values, or is not written so in the file)",
        "Twice: 0 → 5 (this follows from other values, or is not written so in the file)",
        "Chess: 2 → 3 (this follows from other values, or is not written so in the file)",
        "Fame: 0 → lots (`lots` is no whole number)",
        "Mood: calm → merry (`merry` is none of Calm, Angry)",
        "gear 3: nothing → Tent (this follows from other values, or is not written so in the file)",
        "lines: nothing → Ate a pie (this follows from other values, or is not written so in the file)",
        "Strength: 30 → 40 (the file says 38 since this was printed)",
        "Player: Nell → nothing (delete it in the file)",
    ):
        assert f"  not written: {said}" in answer.splitlines(), answer
    assert Path("heroes/bea.yaml").read_text() == before


def test_what_may_not_be_is_told_at_its_line_and_not_written(here: Path) -> None:
    before = Path("heroes/bea.yaml").read_text()
    filled({"Speed": "200", "Player": "Åsa"})
    answer = read("--write")
    assert answer.exit_code == 1 and "heroes/bea.yaml:4:29" in answer.output and "Traceback" not in answer.output
    assert Path("heroes/bea.yaml").read_text() == before


@pytest.mark.parametrize(
    ("values", "entry", "status", "message"),
    [
        ({}, "hero:bea", 0, "Nothing was filled in or changed."),
        ({"Player": "x"}, "hero:ann", 1, "this form is of `hero:ann`, and there is no such entry here"),
        ({"Player": "x"}, "", 1, "there is no such entry here"),
    ],
)
def test_forms_of_nothing(here: Path, values: dict[str, str | bool], entry: str, status: int, message: str) -> None:
    filled(values, entry)
    answer = read()
    assert (answer.exit_code, message in answer.output) == (status, True), answer.output


def test_files_that_are_no_forms_are_refused_by_a_process_of_its_own(
    project: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project(GAME))
    filled({"Player": "Åsa"})
    data = Path("form.pdf").read_bytes()
    assert '+player: "Åsa"' in read().output
    for broken, message in (
        (b"%PDF-1.7\n" + b"\0" * 999, "is no PDF with a form"),
        (data[: len(data) // 3], "is no PDF with a form"),
    ):
        Path("form.pdf").write_bytes(broken)
        answer = read()
        assert answer.exit_code == 1 and message in answer.output and "Traceback" not in answer.output
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.Root.AcroForm = pikepdf.Dictionary(
            Fields=pikepdf.Array([3, pikepdf.Dictionary(SheetgenField=3), pikepdf.Dictionary(T="x")])
        )
        pdf.save("form.pdf")
    assert "no fields that sheetgen printed" in read().output.replace("\n", " ") or "no such entry" in read().output


def test_a_track_that_is_a_number_is_read_by_what_is_left_of_it(here: Path) -> None:
    """Bea has 43 of it, since her health is 3."""
    filled({"Mana": "40", "Luck": "7"})
    answer = read("--write")
    assert answer.exit_code == 0, answer.output
    text = Path("heroes/bea.yaml").read_text()
    assert "mana_spent: 3" in text and "luck: 7" in text
    filled({"Mana": "38"}, known={**PRINTED, "Mana": "40", "Luck": "7"})
    assert "-mana_spent: 3" in read().output and "+mana_spent: 5" in read().output
    filled({"Mana": "44"}, known={**PRINTED, "Mana": "40"})
    assert "not written: Mana: 40 → 44 (there are 43 in all)" in read().output
    filled({"Mana": "lots"}, known={**PRINTED, "Mana": "40"})
    assert "is no whole number" in read().output


def test_a_form_of_several_entries_opens_the_project_once_and_is_written_whole_or_not_at_all(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sheetgen.cli import read_command

    opened: list[object] = []
    games = read_command.games
    monkeypatch.setattr(read_command, "games", lambda *given, **more: opened.append(given) or games(*given, **more))
    Path("heroes/ann.yaml").write_text("name: Ann\nstats: {strong: 30, quick: 20}\n")
    mine, hers = filled({"Fame": "7"}).read_bytes(), filled({"Fame": "8"}, "hero:ann").read_bytes()
    Path("a.pdf").write_bytes(mine)
    Path("b.pdf").write_bytes(hers)

    def both(path: Path) -> list[form_values.FormValue]:
        return [value for name in ("a.pdf", "b.pdf") for value in form_values.fields_of_form(name)]

    monkeypatch.setattr(form_values, "form_values", both)
    assert "fame: 7" in read().output and len(opened) == 1
    Path("b.pdf").write_bytes(filled({"Fame": "800"}, "hero:ann").read_bytes())
    answer = read("--write")
    assert answer.exit_code == 1 and "ann.yaml" in answer.output
    assert "fame" not in Path("heroes/bea.yaml").read_text() + Path("heroes/ann.yaml").read_text()
    Path("b.pdf").write_bytes(hers)
    assert read("--write").exit_code == 0
    assert "fame: 7" in Path("heroes/bea.yaml").read_text() and "fame: 8" in Path("heroes/ann.yaml").read_text()
