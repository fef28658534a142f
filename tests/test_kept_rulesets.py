"""Compiled rulesets that are kept on disk: the same as compiled anew, and never believed where they may be wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Write, loaded, places_of
from rule_calls import ROOT, RULESETS
from small_game import GAME

from sheetgen.model.entry_json import entry_json
from sheetgen.model.loaded import LoadedGame
from sheetgen.model.ruleset import kept_rulesets
from sheetgen.model.ruleset.cases import run_cases
from sheetgen.model.ruleset.kept_rulesets import load_kept
from sheetgen.model.ruleset.layers import layers_of
from sheetgen.model.ruleset.load import load
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.schema import kind_schema
from sheetgen.model.ruleset.script import calculator_script, kinds_script
from sheetgen.text.cache import FOLDER, FRESH
from sheetgen.text.diagnostics import Diagnostics

GAMES = [*RULESETS, *sorted(path.parent for path in (ROOT / "tests/games").glob("*/ruleset.yaml"))]


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders of rulesets that are compiled, in an own cache."""
    folders: list[Path] = []
    monkeypatch.setenv(FOLDER, str(tmp_path / "cache"))
    monkeypatch.delenv(FRESH, raising=False)

    def noted(folder: Path, *given: object, **settings: object) -> Ruleset | None:
        folders.append(folder)
        return load(folder, *given, **settings)  # type: ignore[arg-type]

    monkeypatch.setattr("sheetgen.model.ruleset.load.load", noted)
    return folders


def kept(folder: Path, only_rules: bool = False) -> Ruleset:
    diagnostics = Diagnostics()
    ruleset = load_kept(folder, ROOT, diagnostics, only_rules, layers=layers_of(folder, ROOT, diagnostics))
    assert ruleset is not None and diagnostics.is_empty
    return ruleset


def said(ruleset: Ruleset) -> list[object]:
    """What is made of a ruleset: for browsers, for editors, and by running its worked cases."""
    diagnostics = Diagnostics()
    cases = run_cases(ruleset, ROOT, diagnostics)
    assert diagnostics.is_empty
    house = ruleset.rulings.defaults
    schemas = [kind_schema(ruleset, kind) for kind in ruleset.kinds.values()]
    written = [(entry.kind, entry.id, entry.data, str(entry.place.span)) for entry in ruleset.entries]
    return [calculator_script(ruleset, house), kinds_script(ruleset, house), schemas, written, cases]


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_kept_ruleset_is_the_one_that_was_compiled(folder: Path, compiled: list[Path]) -> None:
    first = kept(folder)
    again = kept(folder)
    assert compiled == [folder] and again is not first
    assert said(again) == said(first)
    assert compiled == [folder]


def test_its_entries_have_the_same_values(project: Write, compiled: list[Path]) -> None:
    folder = project(GAME)

    def values() -> list[object]:
        game, diagnostics = loaded(folder)
        assert game.table is not None and diagnostics.is_empty
        return [entry_json(entry, game.ruleset) for entry in game.table.entries.values()]

    assert values() == values() and len(values()) == 1 and len(compiled) == 1


def write(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / "game" / name
    assert old in path.read_text("utf-8")
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")


def game_in(folder: Path) -> LoadedGame:
    game, diagnostics = loaded(folder)
    assert not diagnostics.has_errors, list(diagnostics)
    return game


def test_another_byte_of_a_file_of_it_is_another_ruleset(project: Write, compiled: list[Path]) -> None:
    folder = project({**GAME, "game/entries/beasts.yaml": "eft: {name: Eft, tier: 1, toughness: 20}\n"})
    changes: list[tuple[str, str, str, Callable[[LoadedGame], object], object]] = [
        ("ruleset.yaml", "title: Fire", "title: Flame", lambda it: it.ruleset.vocabularies["element"].titles["fire"],
         "Flame"),
        ("rulings.yaml", "default: 20", "default: 10", lambda it: it.ruleset.rulings.defaults, {"margin": 10}),
        ("rules/wounds.yaml", "tb // 2", "tb // 4", lambda it: it.ruleset.rules["track"].outputs[1].formula.text,
         "max(1, tb // 4)"),
        ("kinds/beast.yaml", "tier: integer 1..10", "tier: integer 1..20",
         lambda it: str(it.ruleset.kinds["beast"].by_name["tier"].shape), "integer 1..20"),
        ("entries/beasts.yaml", "toughness: 20", "toughness: 30", lambda it: [e.fields["toughness"] for e in
         it.library.of("beast")], [30, 45]),
    ]  # fmt: skip
    game_in(folder)
    for number, (name, old, new, find, value) in enumerate(changes, 2):
        write(folder, name, old, new)
        assert find(game_in(folder)) == value and len(compiled) == number, name
        assert find(game_in(folder)) == value and len(compiled) == number, name
    (folder / "game/kinds/newt.yaml").write_text("id: newt\ntitle: Newt\nplural: Newts\n", "utf-8")
    assert "newt" in game_in(folder).ruleset.kinds
    (folder / "game/kinds/newt.yaml").unlink()
    assert "newt" not in game_in(folder).ruleset.kinds


def test_what_only_entries_and_pages_say_needs_no_ruleset_compiled(project: Write, compiled: list[Path]) -> None:
    folder = project(GAME)
    game_in(folder)
    (folder / "beasts/otter.yaml").write_text("name: Otter\ntier: 2\ntoughness: 15\n", "utf-8")
    write(folder, "reference/rules.md", "Somebody", "Anybody")
    write(folder, "../campaign.yaml", "margin: 10", "margin: 20")
    game = game_in(folder)
    assert game.table is not None and game.house == {"margin": 20} and len(compiled) == 1
    assert game.table.entries["beast", "otter"].values["kill_at"] == 21


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize("damage", [flip, cut, lambda path: path.write_bytes(b"")])
def test_a_damaged_one_is_compiled_again(project: Write, compiled: list[Path], damage: Callable[[Path], None]) -> None:
    folder = project(GAME)
    game_in(folder)
    for path in Path(os.environ[FOLDER]).glob("??/*"):
        damage(path)
    game_in(folder)
    game_in(folder)
    assert len(compiled) == 2


def test_something_else_in_its_place_is_not_believed(
    project: Write, compiled: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = project(GAME)
    game_in(folder)
    for packed in (b"", b"no pickle", kept_rulesets.zlib.compress(kept_rulesets.pickle.dumps("no ruleset"))):
        with monkeypatch.context() as patched:
            patched.setattr(kept_rulesets.Cache, "get", lambda cache, key, data=packed: made_from(folder) + data)
            game_in(folder)
    assert len(compiled) == 4


def made_from(folder: Path) -> bytes:
    game = game_in_memory(folder)
    return kept_rulesets._digest_of(game.layers, kept_rulesets.RULESET_FILES)


def game_in_memory(folder: Path) -> Ruleset:
    ruleset = load(folder / "game", folder, Diagnostics(), layers=(*layers_of(folder / "game", folder, Diagnostics()),))
    assert ruleset is not None
    return ruleset


def test_that_of_another_program_is_not_believed(
    project: Write, compiled: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = project(GAME)
    game_in(folder)
    monkeypatch.setattr(kept_rulesets, "program", lambda: "another")
    game_in(folder)
    assert len(compiled) == 2


def test_everything_anew_compiles_it_anew(
    project: Write, compiled: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = project(GAME)
    game_in(folder)
    monkeypatch.setenv(FRESH, "1")
    game_in(folder)
    assert len(compiled) == 2


def test_the_rules_alone_are_kept_beside_the_whole(compiled: list[Path]) -> None:
    folder = RULESETS[0]
    whole, rules = kept(folder), kept(folder, only_rules=True)
    assert whole.entries and len(rules.entries) < len(whole.entries)
    assert len(kept(folder).entries) == len(whole.entries)
    assert len(kept(folder, only_rules=True).entries) == len(rules.entries) and len(compiled) == 2


def test_mistakes_and_warnings_are_told_every_time(project: Write, compiled: list[Path]) -> None:
    folder = project(GAME)
    write(folder, "rules/wounds.yaml", "light: tb\n", "light: {formula: tb, title: Toughness Bonus}\n")
    places = [places_of(loaded(folder)[1]) for _ in range(2)]
    assert places[0] == places[1] == [("game/rules/wounds.yaml", 6, "duplicate-label")] and len(compiled) == 2
    write(folder, "rules/wounds.yaml", "tb // 2", "tx // 2")
    places = [places_of(loaded(folder)[1]) for _ in range(2)]
    assert places[0] == places[1] and "formula-name" in {code for _, _, code in places[0]} and len(compiled) == 4


def test_a_file_in_whose_place_a_link_leads_out_is_a_mistake_though_it_holds_the_same(
    project: Write, compiled: list[Path], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = project(GAME)
    game_in(folder)
    path, outside = folder / "game/rules/wounds.yaml", tmp_path_factory.mktemp("outside") / "wounds.yaml"
    outside.write_bytes(path.read_bytes())
    path.unlink()
    path.symlink_to(outside)
    codes = {code for _, _, code in places_of(loaded(folder)[1])}
    assert "unreadable-file" in codes and len(compiled) == 2


def test_kinds_in_too_long_a_row_for_a_pickle_are_compiled_each_time(project: Write, compiled: list[Path]) -> None:
    """From Python 3.12 on the row is not too long."""
    kinds = {
        f"game/kinds/k{number}.yaml": f"""
            id: k{number}
            title: Kind {number}
            plural: Kinds {number}
            fields: {{next: ref k{min(number + 1, 149)}, size: integer}}
            derive: {{twice: next.size * 2}}
            """
        for number in range(150)
    }
    folder = project({**GAME, **kinds})
    assert len(game_in(folder).ruleset.kinds) == 151 == len(game_in(folder).ruleset.kinds)
    assert len(compiled) == (1 if sys.version_info >= (3, 12) else 2)
