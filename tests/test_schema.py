"""JSON Schemas: held against every sample entry, and against a misspelt field."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from projects import Write, loaded
from small_game import GAME

from sheetgen.cli import cli
from sheetgen.model.file_schemas import file_schemas
from sheetgen.model.loaded import LoadedGame
from sheetgen.model.ruleset.schema import ENTRY, kind_schema
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import read
from sheetgen.yaml.load import parse

CAMPAIGNS = sorted((Path(__file__).parent.parent / "content").glob("*/campaign/campaign.yaml"))
TYPES: dict[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | Fraction) and not isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
}


def violations(schema: Any, value: Any, root: Any, at: str = "") -> Iterator[str]:
    """What a value has wrong by a schema: the keywords that ours use, of JSON Schema draft-07."""
    for part in schema.get("allOf", ()):
        yield from violations(part, value, root, at)
    if "$ref" in schema:
        yield from violations(root["definitions"][schema["$ref"].rpartition("/")[2]], value, root, at)
    if "anyOf" in schema and all(list(violations(part, value, root, at)) for part in schema["anyOf"]):
        yield f"{at}: none of anyOf"
    if "not" in schema and not list(violations(schema["not"], value, root, at)):
        yield f"{at}: not wanted"
    if "if" in schema:
        branch = "else" if list(violations(schema["if"], value, root, at)) else "then"
        yield from violations(schema.get(branch, {}), value, root, at)
    types = schema.get("type", ())
    if types and not any(TYPES[name](value) for name in ([types] if isinstance(types, str) else types)):
        yield f"{at}: {value!r} is not {types}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{at}: {value!r} is not {schema['const']}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r} is not in enum"
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        yield f"{at}: {value!r} is empty"
    if "minimum" in schema and not schema["minimum"] <= value <= schema.get("maximum", value):
        yield f"{at}: {value!r} is out of range"
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from violations(schema.get("items", {}), item, root, f"{at}.{number}")
    if isinstance(value, dict):
        yield from _of_mapping(schema, value, root, at)


def _of_mapping(schema: Any, value: dict[str, Any], root: Any, at: str) -> Iterator[str]:
    yield from (f"{at}: {name} is missing" for name in schema.get("required", ()) if name not in value)
    if len(value) < schema.get("minProperties", 0):
        yield f"{at}: too few"
    for key, item in value.items():
        yield from violations(schema.get("propertyNames", {}), key, root, f"{at}.{key}")
        further = schema.get("additionalProperties", {})
        subschema = schema.get("properties", {}).get(key, further)
        if subschema is False:
            yield f"{at}: {key} is unknown"
        elif item is not None:
            yield from violations(subschema, item, root, f"{at}.{key}")


@cache
def game_of(campaign: Path) -> LoadedGame:
    return loaded(campaign)[0]


@pytest.mark.parametrize("campaign", CAMPAIGNS, ids=lambda path: path.parts[-3])
def test_schemas_accept_every_entry_of_the_sample_campaign(campaign: Path) -> None:
    game = game_of(campaign)
    for kind in game.ruleset.kinds.values():
        schema = json.loads(json.dumps(kind_schema(game.ruleset, kind), default=str))
        for entry in game.library.of(kind.id):
            if entry.campaign or game.ruleset.folder in entry.place.document.file.path.parents:
                document = entry.place.document
                assert list(violations(schema, document.data, schema)) == [], document.file.name


@pytest.mark.parametrize("campaign", CAMPAIGNS, ids=lambda path: path.parts[-3])
def test_schemas_refuse_a_misspelt_field(campaign: Path) -> None:
    game = game_of(campaign)
    for kind in game.ruleset.kinds.values():
        schema = kind_schema(game.ruleset, kind)
        problems = list(violations(schema, {"extends": "x", "nmae": "Otter"}, schema))
        assert problems == [": nmae is unknown"], kind.id


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        ({"name": "A", "tier": 1, "toughness": 3}, []),
        ({"extends": "otter"}, []),
        ({"name": "A"}, [": none of anyOf"]),
        ({"name": 12, "tier": 1, "toughness": 3}, []),
        ({"name": "A", "tier": 0, "toughness": 121}, [".tier: 0 is out of range", ".toughness: 121 is out of range"]),
        ({"extends": "a", "affinities": {"fire": "Weak", "Ice": "resist"}}, []),
        ({"extends": "a", "affinities": {"fire": "weka"}}, [".affinities.fire: 'weka' is not in enum"]),
        ({"extends": "a", "attacks": [{"name": "Bite", "element": "ice"}]}, []),
        ({"extends": "a", "attacks": [{"name": "Bite"}]}, [".attacks.0: element is missing"]),
        ({"extends": "a", "name": " ", "summary": ""}, [".name: ' ' is empty"]),
        ({"extends": "a", "attacks": {}}, [".attacks: {} is not array"]),
        ([{"name": "A", "tier": 1, "toughness": 3}, {"extends": "a", "tier": 2}], []),
        ([{"name": "A", "tier": 1, "toughness": 3}, {"extends": "a", "teir": 2}], [".1: teir is unknown"]),
        ([{"name": "A"}, 3], [".0: none of anyOf", ".1: 3 is not object"]),
        ({"eel": {"name": "Eel", "tier": 1, "toughness": 3}, "ray": {"extends": "eel"}}, []),
        ({"eel": {"name": "Eel", "tier": 1, "toughness": 300}}, [".eel.toughness: 300 is out of range"]),
        (
            {"eel": {"tier": 1}, "ray": {"extends": "eel", "colour": "red"}},
            [".eel: none of anyOf", ".ray: colour is unknown"],
        ),
        ({"attacks": []}, [": none of anyOf"]),
        ({}, [": none of anyOf"]),
    ],
)
def test_what_the_schema_of_a_kind_says(project: Write, data: dict[str, Any], wrong: list[str]) -> None:
    game, _ = loaded(project(GAME))
    schema = kind_schema(game.ruleset, game.ruleset.kinds["beast"])
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert list(violations(schema, data, schema)) == wrong


@pytest.mark.parametrize(("damage", "fits"), [("2d6+1", True), ("4dF", True), (3, True), ("2d", False), ("d6!", False)])
def test_schemas_know_dice(project: Write, damage: object, fits: bool) -> None:
    kind = GAME["game/kinds/beast.yaml"].replace("tier: integer 1..10", "tier: integer 1..10\n          damage: dice")
    game, _ = loaded(project({**GAME, "game/kinds/beast.yaml": kind}))
    schema = kind_schema(game.ruleset, game.ruleset.kinds["beast"])
    assert (not list(violations(schema, {"extends": "a", "damage": damage}, schema))) == fits


def test_titles_docs_units_and_defaults_are_told(project: Write) -> None:
    kind = GAME["game/kinds/beast.yaml"].replace(
        "tier: integer 1..10",
        "tier: {type: 'integer 1..10, default 2', title: Tier, doc: How dangerous it is., unit: steps}",
    )
    game, _ = loaded(project({**GAME, "game/kinds/beast.yaml": kind}))
    tier = kind_schema(game.ruleset, game.ruleset.kinds["beast"])["definitions"][ENTRY]["properties"]["tier"]
    assert tier == {
        "type": "integer", "minimum": 1, "maximum": 10, "default": 2,
        "description": "Tier. How dangerous it is. Measured in steps",
    }  # fmt: skip


# ---- files of rulesets and campaigns

FILES = {
    "campaign": "*/campaign/campaign.yaml",
    "site": "site.yaml",
    "ruleset": "*/ruleset.yaml",
    "kind": "*/kinds/*.yaml",
    "rules": "*/rules/*.yaml",
    "rulings": "*/rulings.yaml",
    "cases": "*/cases.yaml",
}


@pytest.fixture(scope="module")
def schemas() -> Any:
    return json.loads(json.dumps(file_schemas(), default=str))


@pytest.mark.parametrize("name", FILES)
def test_schemas_of_files_accept_every_file_of_the_games(schemas: Any, name: str) -> None:
    root = Path(__file__).parent.parent
    paths = [*(root / "content").glob(FILES[name]), *(root / "templates/new-game").glob(FILES[name].removeprefix("*/"))]
    assert paths
    for path in paths:
        document = parse(read(path, root), Diagnostics())
        assert document is not None
        assert list(violations(schemas[name], document.data, schemas[name]))[:3] == [], path


@pytest.mark.parametrize(
    ("name", "data", "wrong"),
    [
        ("ruleset", {"id": "a", "title": "A", "vocabluaries": {}}, ": vocabluaries is unknown"),
        ("ruleset", {"id": "a"}, ": title is missing"),
        ("kind", {"id": "a", "feilds": {}}, ": feilds is unknown"),
        ("rules", {"a": {"title": "A", "outpts": {}}}, ".a: none of anyOf"),
        ("rulings", {"a": {"sort": "typos"}}, ".a.sort: 'typos' is not in enum"),
        ("campaign", {"title": "A", "ruleset": "a", "paper": "A3"}, ".paper: 'A3' is not in enum"),
        ("cases", [{"rule": "a", "expct": 1}], ".0: expect is missing"),
    ],
)
def test_schemas_of_files_refuse_what_is_wrong(schemas: Any, name: str, data: Any, wrong: str) -> None:
    assert wrong in list(violations(schemas[name], data, schemas[name]))


def test_schemas_of_files_say_what_settings_are_for(schemas: Any) -> None:
    tables = schemas["rules"]["definitions"]["TableModel"]["properties"]
    assert tables["dice"]["description"].startswith("What is rolled on it")
    assert schemas["kind"]["definitions"]["TracksSettings"]["properties"]["type"]["const"] == "tracks"


def test_new_and_add_tie_files_to_schemas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke
    assert run(cli, ["new", "tide", "--game"]).exit_code == 0
    assert run(cli, ["new", "ours", "--ruleset", "./tide"]).exit_code == 0
    for command in (["character", "Bo", "--project", "ours"], ["monster", "Eel", "--project", "tide"]):
        assert run(cli, ["add", *command]).exit_code == 0
    tied = 0
    for path in (*Path("tide").rglob("*.yaml"), *Path("ours").rglob("*.yaml")):
        named = re.match(r"# yaml-language-server: \$schema=(\S+)\n", path.read_text("utf-8"))
        if named:
            assert "$schema" in json.loads((path.parent / named[1]).read_text("utf-8")), path
            tied += 1
    assert tied == 12
