"""Tables that dice are rolled on: their mistakes, how they are drawn, and rolls that a seed repeats."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import CliRunner, Result
from in_node import in_node, needs_node
from projects import Write, loaded, open_project
from small_game import GAME

from sheetgen.build import Options, build, check
from sheetgen.cli import cli
from sheetgen.dice.notation import Dice
from sheetgen.dice.rolled_tables import numbers, problems
from sheetgen.dice.roller import Roller, roll
from sheetgen.markdown.tree import parsed
from sheetgen.model.ruleset.dice_tables import rolled_table
from sheetgen.model.ruleset.rolled_fields import rolled_parts, rolled_values, roller_of
from sheetgen.print.plan.panels import panels_of
from sheetgen.site.entry_forms import forms_script
from sheetgen.site.screen_panels import asked_panels
from sheetgen.text.diagnostics import Diagnostics

ROOT = Path(__file__).parent.parent
TABLES = """
        weather:
          title: Weather
          reference: rules#wounds
          dice: 2d6
          table:
            ..5: Rain for d4 hours
            6..8: "Wind from the {direction}"
            9+: Sun
        direction: {title: Directions, reference: rules#wounds, dice: d4, table: {1: North, 2: East, 3: South, 4: West}}
        names:
          title: Names
          reference: rules#wounds
          dice: d2
          apart: true
          rows: [{First: Ada, Second: Ash}, {First: Bo, Second: Birch}]
        met: {title: Who is met, reference: rules#wounds, entries: beast}
        mist: {title: Mist, reference: rules#wounds, dice: 4dF+1, table: {-3..0: dF ships, 1..5: "a reef for d% days"}}
        plain: {title: Plain, reference: rules#wounds, table: {1: "{direction}"}}
        """
PAGE = """
        ---
        title: Finds
        ---

        ## In the mud {#mud}

        | d66 | Find | Worth |
        |-----|------|-------|
        | 11–36 | a shoe | 1 |
        | 41-65 | see [the bag](#bag) | 2d6 |
        | 66 | **gold** | 100 |

        ## In the bag {#bag}

        | d100 | Bag |
        |---|---|
        | 01–99 | sand |
        | 00 | a pearl |

        ## In the fog {#fog}

        | 4dF | Fog |
        |---|---|
        | -4--1 | a ship |
        | 0–4 | dF steps |

        ## No dice {#none}

        | 1d6 | 1 | 2 |
        |---|---|---|
        | is | a | b |
        """
FILES = {
    **GAME,
    "game/rules/tables.yaml": TABLES,
    "game/entries/beasts.yaml": "a: {name: Ant, tier: 1, toughness: 2}\nb: {name: Bee, tier: 1, toughness: 2}\n",
    "game/reference/rules.md": dedent(GAME["game/reference/rules.md"]).strip()
    + "".join(f"\n\n::: table {name}\n:::\n" for name in ("weather", "names", "met", "mist", "plain")),
    "pages/finds.md": PAGE,
}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


# ---- dice


@pytest.mark.parametrize(
    ("text", "count", "first", "last"),
    [
        ("d6", 6, 1, 6), ("2d6", 11, 2, 12), ("d66", 36, 11, 66), ("d%", 100, 1, 100), ("d100", 100, 1, 100),
        ("2d4+1", 7, 3, 9), ("d6−1", 6, 0, 5), ("3d6×10", 16, 30, 180), ("D20", 20, 1, 20), ("d666", 216, 111, 666),
        ("4dF", 9, -4, 4), ("2dF+1×10", 5, -10, 30),
    ],
)  # fmt: skip
def test_dice_have_their_results(text: str, count: int, first: int, last: int) -> None:
    dice = Dice.of(text)
    assert dice is not None and (len(dice.results), dice.results[0], dice.results[-1]) == (count, first, last)


@pytest.mark.parametrize("text", ["", "6", "d", "d0", "0d6", "dd6", "2d6 wolves", "d66+x", "100d6", "DF", "dFx"])
def test_what_is_no_dice(text: str) -> None:
    assert Dice.of(text) is None


@pytest.mark.parametrize(
    ("cell", "bounds"),
    [
        ("3", (3, 3)),
        ("4–6", (4, 6)),
        ("4-6", (4, 6)),
        ("1..3", (1, 3)),
        ("96–00", (96, 100)),
        ("01", (1, 1)),
        ("−4 … −2", (-4, -2)),
        ("-1", (-1, -1)),
        ("x", None),
    ],
)
def test_first_cells_are_numbers_or_ranges(cell: str, bounds: tuple[int, int] | None) -> None:
    assert numbers(cell) == bounds


@pytest.mark.parametrize(
    ("rows", "dice", "messages"),
    [
        ([(1, 3), (4, 6)], "d6", []),
        ([(1, 3), (3, 6)], "d6", ["1: the row `3–6` overlaps `1–3`"]),
        ([(1, 2), (5, 6)], "d6", ["1: this table has nothing for 3–4, which d6 can roll"]),
        ([(1, 5)], "d6", ["0: this table has nothing for 6, which d6 can roll"]),
        ([(1, 6), (7, 8)], "d6", ["1: `7–8` is never rolled with d6"]),
        ([(6, 1)], "d6", ["0: `6–1` counts backwards", "0: this table has nothing for 1–6, which d6 can roll"]),
        ([(11, 16), (21, 66)], "d66", []),
        ([(11, 15), (21, 66)], "d66", ["1: this table has nothing for 16, which d66 can roll"]),
    ],
)
def test_overlaps_and_holes(rows: list[tuple[int, int]], dice: str, messages: list[str]) -> None:
    known = Dice.of(dice)
    assert known is not None
    labelled = [(f"{low}–{high}", low, high) for low, high in rows]
    assert [f"{number}: {message}" for number, message in problems(labelled, known)] == messages


# ---- mistakes at their place


def test_tables_that_are_right_are_silent(project: Write) -> None:
    assert [str(item) for item in check(project(FILES))[0]] == []


@pytest.mark.parametrize("last", ["00", "100", "'00'"])
@pytest.mark.parametrize("before", ["98", "99"])
def test_two_noughts_are_a_hundred(project: Write, last: str, before: str) -> None:
    row = last if before == "99" else f"99..{last.strip(chr(39))}"
    omens = (
        f"omens: {{title: Omens, reference: rules#wounds, dice: d100, table: {{1..{before}: sand, {row}: a pearl}}}}"
    )
    assert [str(item) for item in check(project({**FILES, "game/rules/omens.yaml": omens}))[0]] == []


@pytest.mark.parametrize(
    ("name", "old", "new", "place", "message"),
    [
        ("game/rules/tables.yaml", "6..8", "5..8", "7:5", "the row `5..8` overlaps `..5`"),
        ("game/rules/tables.yaml", "6..8", "7..8", "7:5", "this table has nothing for 6, which 2d6 can roll"),
        ("game/rules/tables.yaml", "9+", "9..13", "8:5", None),
        ("game/rules/tables.yaml", "{direction}", "{direct}", "7:27", "there is no table called `direct` to roll on"),
        ("game/rules/tables.yaml", "{direction}", "{plain}", "7:27", "nothing is rolled on `plain`: give it `dice`"),
        ("game/rules/tables.yaml", "dice: 2d6", "dice: two", "4:9", "`two` is no dice for a table"),
        ("game/rules/tables.yaml", "dice: d2", "dice: d3", "13:9", "d3 has 3 results, and there are 2 rows"),
        ("game/rules/tables.yaml", "4: West", "west: West", "9:104", "`west` is no result of d4"),
        ("game/rules/tables.yaml", "entries: beast", "entries: beats", "16:60", "there is no kind `beats`"),
        ("game/rules/tables.yaml", "entries: beast", "entries: beast, dice: d3", "16:73",
         "d3 has 3 results, and there are 2 entries of kind `beast`"),
        ("pages/finds.md", "41-65", "35-65", "10:3", "the row `35-65` overlaps `11–36`"),
        ("pages/finds.md", "| 66 |", "| 6 |", "11:3", "`6` is never rolled with d66"),
        ("pages/finds.md", "01–99", "01–98", "18:3", "this table has nothing for 99, which d100 can roll"),
        ("pages/finds.md", "| 66 |", "| last |", "11:3", "`last` is no result of d66"),
    ],
)  # fmt: skip
def test_mistakes_of_rolled_tables(
    project: Write, name: str, old: str, new: str, place: str, message: str | None
) -> None:
    assert old in FILES[name]
    mistakes = [
        (str(item.span), item.message) for item in check(project({**FILES, name: FILES[name].replace(old, new)}))[0]
    ]
    assert mistakes[:1] == ([(f"{name}:{place}", message)] if message else [])


# ---- rolls


def test_a_seed_repeats_rolls(project: Write) -> None:
    folder = project(FILES)
    first, second = (run("roll", "weather", "--seed", "tide", "-n", "9", "--project", str(folder)) for _ in range(2))
    assert first.output == second.output and first.exit_code == 0
    wind = (
        r"Weather \(2d6\): [678]\n  Wind from the Directions\n  Directions \(d4\): [1-4]\n    (North|East|South|West)"
    )
    assert re.search(wind, first.output)
    assert re.search(r"Rain for d4 \[[1-4]\] hours", first.output) and "note:" not in first.output
    assert "note: the same again with --seed" in run("roll", "names", "--project", str(folder)).output
    apart = run("roll", "names", "--seed", "b", "-n", "20", "--project", str(folder)).output
    assert "First: Ada\n  Second: Birch" in apart and re.search(r"Names \(d2\): 1, 2\n", apart)


def test_a_table_of_several_words_is_rolled_as_well(project: Write) -> None:
    text = "a: {title: A, reference: rules#wounds, dice: d2, table: {1..2: {name: 'By {sea_or_land}'}}}\n" \
           "sea_or_land: {title: Ways, reference: rules#wounds, dice: d2, table: {1..2: over_land}}\n"  # fmt: skip
    game = open_project(project({**GAME, "game/rules/tables.yaml": text}), Diagnostics())
    assert game is not None
    ruleset = game[1][0].ruleset
    table = rolled_table(ruleset.tables["a"], ruleset.tables, {}, {})
    assert table is not None
    rolled = roll(table, Roller("x"), table.others)
    assert rolled.cells == (("name", "By Ways"),) and rolled.others[0].cells == (("Ways", "over land"),)


def test_tables_are_listed_and_found_by_page_and_heading(project: Write) -> None:
    folder = str(project(FILES))
    names = run("roll", "--project", folder).output
    assert [line.split()[:2] for line in names.splitlines()] == [
        ["weather", "2d6"], ["direction", "d4"], ["names", "d2"], ["met", "d2"], ["mist", "4dF+1"],
        ["finds#mud", "d66"], ["finds#bag", "d100"], ["finds#fog", "4dF"],
    ]  # fmt: skip
    mud = run("roll", "mud", "--seed", "3", "-n", "12", "--project", folder).output
    assert "Find: see In the bag" in mud and "In the bag (d100): " in mud and re.search(r"Worth: 2d6 \[\d+\]", mud)
    assert re.search(r"    (Ant|Bee)|  (Ant|Bee)", run("roll", "met", "--project", folder).output)
    wrong = run("roll", "wether", "--project", folder)
    assert wrong.exit_code == 2 and "did you mean `weather`?" in wrong.output


def test_a_roll_asks_for_a_bounded_number_of_others(project: Write) -> None:
    rows = "{a} " * 300
    text = f"a: {{title: A, reference: rules#wounds, dice: d2, table: {{1..2: '{rows}'}}}}\n"
    answer = run("roll", "a", "--seed", "1", "--project", str(project({**GAME, "game/rules/t.yaml": text})))
    assert answer.exit_code == 0 and answer.output.count("A (d2)") == 51


def test_tables_that_name_each_other_end(project: Write) -> None:
    text = "a: {title: A, reference: rules#wounds, dice: d2, table: {1: '{b}', 2: '{a} {b}'}}\n" \
           "b: {title: B, reference: rules#wounds, dice: d2, table: {1..2: '{a}'}}\n"  # fmt: skip
    answer = run("roll", "a", "--seed", "1", "--project", str(project({**GAME, "game/rules/t.yaml": text})))
    assert answer.exit_code == 0 and len(answer.output.splitlines()) < 600


@needs_node
def test_pages_roll_what_the_command_rolls(project: Write) -> None:
    game, _ = loaded(project(FILES))
    weather = rolled_table(game.ruleset.tables["weather"], game.ruleset.tables, {}, {})
    names = rolled_table(game.ruleset.tables["names"], game.ruleset.tables, {}, {})
    mist = rolled_table(game.ruleset.tables["mist"], game.ruleset.tables, {}, {})
    assert weather and names and mist
    expected = []
    for seed in ("", "tide", "Ä🎲", "7"):
        for table in (weather, names, mist):
            roller, known = Roller(seed), {**table.others, table.name: table}
            for _ in range(25):
                made = roll(table, roller, known)
                expected.append([made.result, [text for _, text in made.cells], [it.result for it in made.others]])
    script = """
        const {dieOf, roll} = require(data.script);
        const answers = [];
        for (const seed of ["", "tide", "Ä🎲", "7"]) for (const table of data.tables) {
          const die = dieOf(seed), all = [table, ...(table.others || [])];
          for (let n = 0; n < 25; n++) {
            const made = roll(table, die, (name) => all.find((it) => it.name === name), 1);
            answers.push([made.result, made.cells.map((cell) => cell[1]), made.others.map((it) => it.result)]);
          }
        }
        return answers;
        """
    data = {"script": str(ROOT / "templates/assets/js/roll.js"), "tables": [weather.data, names.data, mist.data]}
    assert in_node(script, data) == expected


# ---- new entries

MADE = {
    **FILES,
    "game/rules/tables.yaml": TABLES
    + """
        bites:
          title: Bites
          reference: rules#wounds
          dice: d2
          rows:
            - {name: "Bite of {direction} and d4 teeth", Element: Fire, damage: 3}
            - {name: Sting, element: ice, damage: 1}
        """,
}
ROLL = """
        roll: {name: names, tier: d6, toughness: 3d6+2, affinities: states, attacks: [bites, bites], friend: met}
        """
STATES = """
        states: {title: States, reference: rules#wounds, dice: d2, table: {1: weak, 2: resist}}
        """


def rolling(kind: str, tables: str = STATES) -> dict[str, str]:
    """The game with something rolled for its beasts."""
    return {
        **MADE,
        "game/kinds/beast.yaml": GAME["game/kinds/beast.yaml"] + kind,
        "game/rules/tables.yaml": MADE["game/rules/tables.yaml"] + tables,
    }


def test_a_new_entry_is_rolled_and_repeated_by_its_seed(project: Write) -> None:
    folder = project(rolling(ROLL))
    answer = run("add", "beast", "--roll", "--seed", "tide", "--project", str(folder))
    assert answer.exit_code == 0, answer.output
    [file] = [path for path in (folder / "beasts").glob("*-*.yaml") if path.stem[:3] in ("ada", "bo-")]
    assert file.stem in ("ada-ash", "ada-birch", "bo-ash", "bo-birch")
    game, diagnostics = loaded(folder)
    assert [item.message for item in diagnostics] == []
    made = game.library.get("beast", file.stem)
    assert made is not None and 1 <= made.fields["tier"] <= 6 and 5 <= made.fields["toughness"] <= 20
    assert f"Tier: d6 [{made.fields['tier']}]" in answer.output and f"[{made.fields['toughness']}]" in answer.output
    assert set(made.fields["affinities"].values()) <= {"weak", "resist"} and made.fields["friend"] in ("a", "b")
    assert len(made.fields["attacks"]) == 2
    for attack in made.fields["attacks"]:
        assert attack == {"name": "Sting", "element": "ice", "damage": 1} or (
            re.fullmatch(r"Bite of (North|East|South|West) and [1-4] teeth", attack["name"]) and attack["damage"] == 3
        )
    text = file.read_text("utf-8")
    file.unlink()
    run("add", "beast", "--roll", "--seed", "tide", "--project", str(folder))
    assert file.read_text("utf-8") == text
    named = run("add", "beast", "Old Newt", "--seed", "tide", "--project", str(folder))
    assert named.exit_code == 0 and "tier: " in (folder / "beasts/old-newt.yaml").read_text("utf-8")


@needs_node
def test_pages_give_a_new_entry_what_the_command_gives(project: Write) -> None:
    """Fifty rolls, each held against the values that the command writes; terms and references go by their ids."""
    opened = open_project(project(rolling(ROLL)), Diagnostics())
    assert opened is not None
    [game] = opened[1]
    kind = game.ruleset.kinds["beast"]
    table = roller_of(kind, game.ruleset.tables, game.rolled_names, game.ruleset.titles)
    assert table is not None
    identities = {of: {it.entry.name: it.id for it in game.entries.of(of)} for of in game.ruleset.kinds}
    roller, expected = Roller("tide"), []
    for _ in range(50):
        values = rolled_values(kind, roll(table, roller, table.others), identities)
        named = [attack | ({"element": attack["element"].lower()}) for attack in values["attacks"]]
        scores = {key: title.lower() for key, title in values["affinities"].items()}
        expected.append(values | {"attacks": named, "affinities": scores})
    forms = forms_script(game.ruleset, [computed.entry for computed in game.entries.by_key.values()])
    script = """
        const { dieOf, roll } = require(data.roll), { rolledValues } = require(data.values);
        const { forms } = data, fields = forms.kinds.beast.fields;
        const known = {
          fields: (shape) => forms.records[shape.of],
          options: (shape) =>
            shape.type === "ref" ? forms.entries[shape.of] : shape.options || forms.vocabularies[shape.of],
        };
        const shapes = Object.fromEntries(fields.map((field) => [field.name, field.shape])), die = dieOf("tide");
        return Array.from({ length: 50 }, () => {
          const made = roll(data.table, die, (name) => data.table.others.find((it) => it.name === name), 1);
          return rolledValues(data.parts, made, shapes, known);
        });
        """
    data = {
        "roll": str(ROOT / "templates/assets/js/roll.js"), "values": str(ROOT / "templates/assets/js/rolled-values.js"),
        "forms": json.loads(forms.rpartition("] = ")[2].removesuffix(";\n")), "table": table.data,
        "parts": [{"field": p.field, "key": p.key, "dice": bool(Dice.of(p.source))} for p in rolled_parts(kind)],
    }  # fmt: skip
    for made, wanted in zip(in_node(script, data), expected, strict=True):
        assert made == wanted


def test_where_nothing_is_rolled_that_is_said(project: Write) -> None:
    answer = run("add", "beast", "Newt", "--roll", "--project", str(project(FILES)))
    assert answer.exit_code and "nothing is rolled for a new beast" in answer.output and "roll: {" in answer.output


@pytest.mark.parametrize(
    ("roll_of", "message", "hint"),
    [
        ("{teir: d6}", "a beast has no field `teir`", "did you mean `tier`?"),
        ("{tier: d12}", "d12 gives 1 to 12, and this field takes integer 1..10", ""),
        ("{tier: wether}", "`wether` is neither dice, such as `3d6`, nor a table", "did you mean `weather`?"),
        ("{tier: plain}", "nothing is rolled on `plain`", "give it `dice`"),
        ("{friend: d6}", "dice give a number, and this field takes ref beast", "name a table"),
        ("{tier: [d6, d6]}", "several rolls make a list, and `tier` is integer 1..10", "name one table, or dice"),
    ],
)
def test_mistakes_in_what_is_rolled(project: Write, roll_of: str, message: str, hint: str) -> None:
    mistakes = list(check(project(rolling(f"\n        roll: {roll_of}\n")))[0])
    assert [item.message for item in mistakes] == [message]
    assert str(mistakes[0].span).startswith("game/kinds/beast.yaml:") and hint in " ".join(mistakes[0].hints)


def test_a_page_has_all_tables_and_rolls_new_entries(project: Write) -> None:
    folder = project(rolling(ROLL))
    assert build(Options(folder, pdf=False)).published
    page = (folder / "site/small/tables.html").read_text("utf-8")
    rolled = [json.loads(unescape(part)) for part in re.findall(r'data-roll="([^"]*)"', page)]
    assert [data["name"] for data in rolled][:3] == ["new-beast", "weather", "direction"]
    assert rolled[0]["dice"] == "d1" and rolled[0]["rows"][0][2][:2] == ["{names}", "d6"]
    assert {other["name"] for other in rolled[0]["others"]} >= {"names", "bites", "direction", "met", "states"}
    assert ">A new beast</h2>" in page and '<th scope="row">Toughness</th><td>3d6+2</td>' in page
    assert 'href="small/tables.html"' in (folder / "site/index.html").read_text("utf-8")


# ---- drawn


def test_the_dice_stand_first_on_pages_and_the_rows_are_data(project: Write) -> None:
    folder = project(FILES)
    assert build(Options(folder, pdf=False)).published
    page = (folder / "site/small/rules.html").read_text("utf-8")
    assert '<th scope="col">2d6</th><th scope="col">Weather</th>' in page and "2–5</th>" in page
    assert ">Wind from the Directions</td>" in page and "{direction}</td>" in page, "nothing is rolled on a plain table"
    data = json.loads(unescape(re.findall(r'data-roll="([^"]*)"', page)[0]))
    assert data["rows"][1] == [6, 8, ["Wind from the {direction}"]] and data["others"][0]["name"] == "direction"
    assert '<th scope="row">1</th><td><a' in page and "assets/js/roll" in page and "roll" in page
    own = (folder / "site/small/finds.html").read_text("utf-8")
    mud, bag, fog = (json.loads(unescape(part)) for part in re.findall(r'data-roll="([^"]*)"', own))
    assert (mud["name"], mud["dice"], mud["rows"][1]) == ("#mud", "d66", [41, 65, ["see {#bag}", "2d6"]])
    assert (bag["name"], bag["title"], bag["rows"][1]) == ("#bag", "In the bag", [100, 100, ["a pearl"]])
    assert [row[:2] for row in fog["rows"]] == [[-4, -1], [0, 4]]


def test_rolls_can_be_switched_off(project: Write) -> None:
    folder = project({**FILES, "campaign.yaml": GAME["campaign.yaml"] + "rolls: false\n"})
    assert build(Options(folder, pdf=False)).published
    assert "assets/js/roll" not in (folder / "site/small/finds.html").read_text("utf-8")


def test_the_screen_has_the_dice_first(project: Write) -> None:
    screen = GAME["game/ruleset.yaml"].replace("title: Small", "screen: [weather, met]\n        title: Small")
    opened = open_project(project({**FILES, "game/ruleset.yaml": screen}), Diagnostics())
    assert opened is not None
    weather, met = panels_of(opened[1][0], asked_panels(opened[1][0], "screen", Diagnostics()))
    rows = [[cell.text_content() for cell in row] for row in parsed(weather.html).iter("tr")]
    assert [row[0] for row in rows] == ["2d6", "2–5", "6–8", "9–12"]
    assert rows[2][1] == "Wind from the Directions" and rows[0][1] == ""
    assert [row[1].text_content() for row in parsed(met.html).iter("tr")][1:] == ["Ant", "Bee"]


def test_the_games_roll_on_their_own_tables() -> None:
    for game, line in (
        ("persona", "hit_locations                d100   Hit locations"),
        ("blackout", "directions           d6"),
    ):
        assert line in run("roll", "--project", str(ROOT / "content" / game / "campaign")).output
    content = str(ROOT / "content" / "persona" / "campaign")
    where = run("roll", "hit_locations", "--seed", "1", "-n", "30", "--project", content).output
    assert "Left arm" in where and "left_arm" not in where
