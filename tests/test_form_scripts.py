"""Forms that compute: what follows from a changed field, in the words of the rules, where a reader runs scripts."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from in_node import in_node, needs_node
from projects import Write, open_project
from samples import sample

from sheetgen.print.engine.session import PrintSession
from sheetgen.print.jobs import print_sheets
from sheetgen.print.plan.entry_prints import script_of_form
from sheetgen.print.style import PrintStyle
from sheetgen.site.games import SiteGame
from sheetgen.text.diagnostics import Diagnostics

GAME = {
    "campaign.yaml": "{title: Gym, ruleset: ./game}",
    "game/ruleset.yaml": """
        id: gym
        title: Gym
        vocabularies:
          stat: {strong: {title: Strength}, tough: {title: Toughness}}
          place: [head, body]
          grade: {mild: {title: Mild}, wild: {title: Wild}}
        records:
          blow: {name: text, force: integer, plot: {type: "text, optional", secret: true}}
        """,
    "game/rules/defense.yaml": """
        guard:
          title: Guard
          inputs: {tough: "integer 0..100", armour: "integer 0.."}
          outputs: {value: tough // 10 + armour}
        """,
    "game/kinds/mount.yaml": """
        id: mount
        title: Mount
        plural: Mounts
        folder: mounts
        fields: {speed: integer, temper: markdown}
        """,
    "game/kinds/hero.yaml": """
        id: hero
        title: Hero
        plural: Heroes
        folder: heroes
        fields:
          stats: map stat -> integer 0..100
          armour: {type: "map place -> integer 0.., default 0", title: Armour}
          grade: {type: one of grade, title: Grade}
          blows: list of blow, default []
          mount: ref mount, optional
          plan: {type: "markdown, optional", title: Plan, secret: true}
        derive:
          bonus: {title: Bonus, formula: "{s: stats[s] // 10 for s in stat}"}
          defense: {title: Defense, formula: "{p: guard(tough=stats.tough, armour=armour[p]) for p in place}"}
          worth: {title: Worth, formula: '10 if grade == "wild" else 2'}
          pace: {title: Pace, formula: "mount.speed + bonus.strong if mount != none else 1"}
          hits: '[{"name": b.name, "harm": b.force + bonus.strong} for b in blows]'
        layout:
          blocks:
            stats: {type: scores, title: Stats, map: '{s: stats[s] for s in stat}', bonuses: bonus}
            top:
              type: figures
              items:
                - {label: Defense, value: defense.body}
                - {label: Worth, value: worth}
                - {label: Pace, value: pace}
            who: {type: facts, items: [{label: Grade, value: grade}]}
            places: {type: scores, title: Guard, map: defense}
            hits: {type: table, title: Hits, rows: hits, name: name, columns: [{label: Harm, value: harm}]}
            plan: {type: prose, title: Plan, text: plan, secret: true}
          page: [stats, top]
          sheet: {play: [stats, top, who, places, hits, plan]}
        """,
    "mounts/grey.yaml": "{name: Grey, speed: 7, temper: Bites MARKEDONE.}",
    "heroes/ada.yaml": """
        name: Ada
        stats: {strong: 42, tough: 37}
        armour: {body: 2}
        grade: mild
        blows: [{name: Fist, force: 1, plot: MARKEDTWO}, {name: Foot, force: 3}]
        mount: grey
        plan: She lies MARKEDTHREE.
        """,
    "heroes/bo.yaml": "{name: Bo, stats: {strong: 10, tough: 90}, grade: wild}",
}

RUN = """
    const fields = data.fields, order = data.order, told = [];
    const doc = {getField: (name) => name in fields ? {get value() { return fields[name]; }} : null};
    const form = new Function(data.script + ";return sheetgenForm;").call(doc);
    for (const changes of data.edits) {
      Object.assign(fields, changes);
      const changed = {};
      for (const name of order) {
        const event = {target: {name}, value: fields[name]};
        form.calculate(doc, event);
        if (event.value !== fields[name]) fields[name] = changed[name] = event.value;
      }
      told.push(changed);
    }
    return [form.names(), told];
"""


def opened(folder: Path) -> SiteGame:
    diagnostics = Diagnostics()
    project = open_project(folder, diagnostics)
    assert project is not None and not list(diagnostics), [str(diagnostic) for diagnostic in diagnostics]
    return project[1][0]


def form_of(session: PrintSession, game: SiteGame, names: Sequence[str]) -> pikepdf.Pdf:
    """The form of some entries."""
    known = {own.id: own for own in game.entries.of_campaign("hero") or game.entries.of("character")}
    pairs = [(own, view) for name in names if (own := known.get(name)) and (view := game.contents.view(own))]
    style = PrintStyle(game.ruleset.theme)
    script = script_of_form(game, pairs)
    result = print_sheets(session, [view for _, view in pairs], style, fillable=True, script=script)
    return pikepdf.open(io.BytesIO(result.pdf))


def script_of(pdf: pikepdf.Pdf) -> str:
    data: bytes = pdf.Root.Names.JavaScript.Names[1].JS.read_bytes()
    return data[2:].decode("utf-16-be") if data[:2] == b"\xfe\xff" else data.decode("ascii")


def filled(pdf: pikepdf.Pdf, *edits: Mapping[str, str]) -> tuple[list[str], list[dict[str, str]]]:
    """The fields that a reader computes, and those that change with each of some edits."""
    fields = {str(field.T): str(field.get("/V", "")) for field in pdf.Root.AcroForm.Fields}
    for field in pdf.Root.AcroForm.CO:
        assert field.AA.C.S == "/JavaScript" and b"calculate(this, event)" in field.AA.C.JS.read_bytes()
    data: dict[str, Any] = {"fields": fields, "order": [str(field.T) for field in pdf.Root.AcroForm.CO]}
    names, changed = in_node(RUN, data | {"script": script_of(pdf), "edits": list(edits)})
    return names, changed


@needs_node
def test_what_follows_from_a_changed_field_changes(session: PrintSession, project: Write) -> None:
    pdf = form_of(session, opened(project(GAME)), ["ada"])
    edits = [{"Toughness": "61"}, {"Strength": "55"}, {"Grade": "wild"}, {"Grade": "Mild", "Strength": "42"}]
    names, changed = filled(pdf, *edits)
    assert {"Defense", "Worth", "Pace", "Head", "Body", "Toughness bonus", "hits 1 Harm", "hits 2 Harm"} <= {*names}
    assert changed[0] == {"Defense": "8", "Head": "6", "Body": "8", "Toughness bonus": "6"}
    assert changed[1] == {"Strength bonus": "5", "Pace": "12", "hits 1 Harm": "6", "hits 2 Harm": "8"}
    assert changed[2] == {"Worth": "10"}
    assert changed[3] == {"Worth": "2", "Strength bonus": "4", "Pace": "11", "hits 1 Harm": "5", "hits 2 Harm": "7"}


@needs_node
def test_texts_behind_values_columns_of_one_label_and_prose_follow(session: PrintSession, project: Write) -> None:
    kind = GAME["game/kinds/hero.yaml"].replace(
        "value: grade}]",
        """value: grade}, {label: Speed, value: pace, unit: ft, after: 'f", or {pace + worth}"'},
                                       {label: Rank, value: grade, after: 'f", {worth}"'}]""",
    )
    harm, plan = "{label: Harm, value: harm}", "            plan: {"
    kind = kind.replace(harm, f"{harm}, {harm}")
    kind = kind.replace(plan, "            told: {type: prose, text: 'f\"Worth {worth}.\"'}\n" + plan)
    kind = kind.replace("hits, plan]", "hits, told, plan]")
    pdf = form_of(session, opened(project({**GAME, "game/kinds/hero.yaml": kind})), ["ada"])
    _, changed = filled(pdf, {"Strength": "55", "Grade": "wild"})
    wanted = {"Speed": "12 ft, or 22", "hits 2 Harm": "8", "hits 2 Harm (2)": "8", "told": "Worth 10."}
    assert {name: changed[0].get(name) for name in wanted} == wanted


def test_rows_keep_their_numbers_where_a_table_goes_on_elsewhere(session: PrintSession, project: Write) -> None:
    kind = GAME["game/kinds/hero.yaml"].replace("rows: hits", "rows: blows").replace("value: harm", "value: force")
    blows = ", ".join(f"{{name: Fist {number}, force: {number}}}" for number in range(1, 91))
    ada = GAME["heroes/ada.yaml"].replace(
        "[{name: Fist, force: 1, plot: MARKEDTWO}, {name: Foot, force: 3}]", f"[{blows}]"
    )
    game = opened(project({**GAME, "game/kinds/hero.yaml": kind, "heroes/ada.yaml": ada}))
    pdf = form_of(session, game, ["ada"])
    fields = {str(field.T): str(field.get("/V", "")) for field in pdf.Root.AcroForm.Fields}
    assert {name: text for name, text in fields.items() if text and name.startswith("hits ")} == {
        f"hits {number}{ending}": text
        for number in range(1, 91)
        for ending, text in (("", f"Fist {number}"), (" Harm", f"{number}"))
    }


@needs_node
def test_in_tables_that_the_rules_print_what_differs_between_entries_is_a_field(session: PrintSession) -> None:
    pdf = form_of(session, sample("blackout"), ["forty-one", "juno-tack"])
    names, changed = filled(pdf, {"forty-one Dexterity": "5"})
    wanted = {"forty-one resist 5 Dice": "5 + 0", "forty-one resist 7 Dice": "5 + 3"}
    assert {name: changed[0].get(name) for name in wanted} == wanted and "juno-tack resist 5 Now" in names
    printed = ["forty-one resist 5", "forty-one glance_first 1", "forty-one glance_first 1 What it does"]
    assert not {*printed} & {str(field.T) for field in pdf.Root.AcroForm.Fields}, "names and texts stay printed"


@needs_node
def test_what_was_typed_over_stays_and_nonsense_changes_nothing(session: PrintSession, project: Write) -> None:
    pdf = form_of(session, opened(project(GAME)), ["ada"])
    edits = [{"Defense": "20"}, {"Strength": "50"}, {"Toughness": "soft"}, {"Toughness": "1e9"}, {"Toughness": "38"}]
    _, changed = filled(pdf, *edits)
    assert changed[0] == {} and "Defense" not in changed[1] and changed[2:] == [{}, {}, {}]


@needs_node
def test_sheets_in_one_form_are_computed_apart(session: PrintSession, project: Write) -> None:
    pdf = form_of(session, opened(project(GAME)), ["ada", "bo"])
    _, changed = filled(pdf, {"bo Toughness": "20"}, {"ada Strength": "2"})
    assert changed[0] == {"bo Defense": "2", "bo Head": "2", "bo Body": "2", "bo Toughness bonus": "2"}
    assert {name.split()[0] for name in changed[1]} == {"ada"}


def test_a_form_says_nothing_that_is_for_the_game_master_only(session: PrintSession, project: Write) -> None:
    files = {**GAME, "heroes/cy.yaml": "{name: Cy, stats: {strong: 1, tough: 1}, grade: mild, mount: dun}"}
    files["mounts/dun.yaml"] = "{name: Dun MARKEDFOUR, hidden: true, speed: 44, temper: Calm}"
    pdf = form_of(session, opened(project(files)), ["ada", "cy"])
    assert "MARKED" not in script_of(pdf), "secret fields, long texts and hidden entries are no business of a form"
    assert '"Fist"' in script_of(pdf)


def test_nothing_to_compute_is_no_script(session: PrintSession, project: Write) -> None:
    kind = GAME["game/kinds/hero.yaml"]
    plain = kind[: kind.index("        derive:")] + kind[kind.index("        layout:") :]
    written = plain.replace(", bonuses: bonus", "").replace("defense.body", "stats.tough")
    written = written.replace("value: worth", "value: stats.strong").replace("value: pace", "value: stats.strong")
    written = (
        written.replace("map: defense", "map: armour").replace("rows: hits", "rows: blows").replace("harm}", "force}")
    )
    pdf = form_of(session, opened(project({**GAME, "game/kinds/hero.yaml": written})), ["ada"])
    assert "/CO" not in pdf.Root.AcroForm and "/JavaScript" not in pdf.Root.get("/Names", {})


@needs_node
@pytest.mark.parametrize(
    ("game", "hero", "edit", "follows"),
    [
        ("persona", "aiko-tanemura", {"Toughness": "60"}, {"body body": "9", "Toughness bonus": "6", "Breath": "6"}),
        ("persona-classic", "odile-brandt", {"Toughness": "70"}, {"body body": "13", "Stun resistance": "11"}),
        ("world-shapers", "anselm-oyelaran", {"stats Strength": "18"}, {"rolls Strength": "9", "attacks 1 Hit": "10"}),
        ("action-dice", "jory-haldane", {"Strength bonus": "4"}, {"abilities 1 Dice": "4"}),
        (
            "action-dice",
            "jory-haldane",
            {"Agility bonus": "3", "Speed bonus": "2", "Stamina": "30"},
            {
                "attacks 1 Hit": "1d20 + 3d10",
                "attacks 1 Wounded": "1d20 + 3d8",
                "Defense": "1d20 + 2d10 / 5 Vigor, 3 after Defend",
                "recovery": "6 Vigor a round; from nothing, full after 5 rounds. Winded lasts 1.",
            },
        ),
        ("blackout", "forty-one", {"Dexterity": "5"}, {"resist 5 Dice": "5 + 0", "resist 7 Dice": "5 + 3"}),
    ],
)
def test_forms_of_the_repository_compute(
    session: PrintSession, game: str, hero: str, edit: Mapping[str, str], follows: Mapping[str, str]
) -> None:
    pdf = form_of(session, sample(game), [hero])
    names, changed = filled(pdf, edit)
    assert len(names) >= 0.75 * len(pdf.Root.AcroForm.CO), "a reader comes to what is printed"
    assert {name: changed[0].get(name) for name in follows} == follows
