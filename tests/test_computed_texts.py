"""Texts of entries with formulas in braces."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from projects import Write, loaded

from sheetgen.build import Options, build_in_memory

GAME = {
    "campaign.yaml": "{title: Texts, ruleset: ./game}\n",
    "game/ruleset.yaml": """
        id: texts
        title: Texts
        vocabularies: {ability: {str: {title: Strength}, con: {title: Constitution}}}
        records:
          action:
            name: text
            dice: {type: text, default: ""}
            to_hit: integer, default 0
            text: {type: "markdown, default ''", computed: true}
        """.replace('dice: {type: text, default: ""}', "dice: \"text, default ''\""),
    "game/kinds/beast.yaml": """
        id: beast
        title: Beast
        plural: Beasts
        folder: beasts
        fields:
          strength: {type: integer, format: signed}
          best: one of ability
          raw: {type: markdown, optional: true}
          note: {type: markdown, optional: true, computed: true}
          motto: {type: text, optional: true, computed: true}
          actions: list of action, default []
          friend: {type: ref beast, optional: true}
        derive:
          attack: {formula: strength + 2, format: signed}
          dc: {formula: 8 + strength + len(actions) - 1, title: DC}
          lines: '[{"name": f"The {a.name}", "text": a.text} for a in actions]'
        layout:
          blocks:
            note: {type: prose, text: note}
            motto: {type: facts, items: [{label: Motto, value: motto}]}
            actions: {type: named, rows: lines, name: name, text: text}
          page: [motto, note, actions]
          card: {front: [motto, actions]}
          sheet: {play: [motto], reference: [actions]}
        """,
    "beasts/ogre.yaml": """
        name: Ogre
        strength: 4
        best: con
        motto: "{best}: DC {dc} \\\\{not this\\\\}"
        note: |
          A DC {dc} {best} save, of {len(actions)} actions, `{code}` and \\{braces\\}.
        actions:
          - name: Club
            dice: 2d8+4
            to_hit: 3
            text: "Melee attack {attack}, {signed(to_hit)}; {floor(average(dice))} ({dice(dice)}) damage to {name}."
        """,
    "beasts/giant.yaml": "{name: Giant, extends: ogre, strength: 9}\n",
}


def words_of(folder: Path, page: str) -> str:
    """The words of a page, where nothing is wrong."""
    built = build_in_memory(Options(folder, pdf=False))
    assert not list(built.diagnostics), [(d.code, d.message, d.span and str(d.span)) for d in built.diagnostics]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", built.files[page].decode()))


def test_formulas_in_texts_are_worked_out_for_each_entry(project: Write) -> None:
    folder = project(GAME)
    words = words_of(folder, "texts/beasts/ogre.html")
    assert "Melee attack +6, +3; 13 (2d8+4) damage to Club." in words, "names are those of the row first"
    assert "A DC 12 Constitution save, of 1 actions, {code} and {braces}." in words.replace(" ,", ",").replace(
        "  ", " "
    )
    assert "Constitution: DC 12 {not this}" in words
    assert "Melee attack +11" in words_of(folder, "texts/beasts/giant.html"), "a variant has its own numbers"


def test_values_have_texts_with_their_numbers(project: Write) -> None:
    game, diagnostics = loaded(project(GAME))
    assert not list(diagnostics) and game.table is not None
    assert game.table.entries["beast", "ogre"].values["motto"] == "Constitution: DC 12 {not this}"
    assert game.table.entries["beast", "ogre"].entry.fields["motto"].startswith("{best}")


@pytest.mark.parametrize(
    ("note", "code", "message", "column"),
    [
        ("DC {dcc} save", "formula-name", "nothing here is called `dcc`", 12),
        ("DC {dc +} save", "formula-syntax", None, None),
        ("DC {dc save", "formula-syntax", "this brace has no partner", 11),
        ("DC dc} save", "formula-syntax", "this brace has no partner", 13),
        ("DC {friend} {best + 1}", "formula-type", None, 21),
        ("DC {{a: 1}}", "formula-syntax", "this brace has no partner", 11),
        ("DC {1 // (strength - 4)}", "formula-failed", None, 7),
        ("DC {average(motto)}", "formula-failed", None, 7),
    ],
)
def test_mistakes_stand_at_their_column(
    project: Write, note: str, code: str, message: str | None, column: int | None
) -> None:
    ogre = f"name: Ogre\nstrength: 4\nbest: con\nmotto: none\nnote: {note}\n"
    _, diagnostics = loaded(project({**GAME, "beasts/ogre.yaml": ogre.replace(f"note: {note}", f'note: "{note}"')}))
    first = next(iter(diagnostics))
    assert first.code == code and first.span is not None
    assert message is None or first.message == message
    if code != "formula-failed":
        assert first.span.line == 5 and column in (None, first.span.column)


def test_a_figure_of_the_entry_in_another_field_gets_a_hint(project: Write) -> None:
    kind = GAME["game/kinds/beast.yaml"].replace("text: note}", "text: raw}")
    files = {
        **GAME,
        "game/kinds/beast.yaml": kind,
        "beasts/cat.yaml": "name: Cat\nstrength: 1\nbest: str\nraw: 'DC {dc}'\n",
    }
    [problem] = list(build_in_memory(Options(project(files), pdf=False)).diagnostics)
    assert problem.message == "nothing here is called `dc`"
    assert "formulas over the entry itself stand in fields that have `computed: true`" in problem.hints


def test_texts_of_other_fields_stay_as_they_are(project: Write) -> None:
    game, diagnostics = loaded(project({**GAME, "beasts/cat.yaml": "name: Cat\nstrength: 1\nbest: str\nraw: '{dc}'\n"}))
    assert not list(diagnostics) and game.table is not None
    assert game.table.entries["beast", "cat"].values["raw"] == "{dc}"


def test_only_texts_are_computed(project: Write) -> None:
    kind = GAME["game/kinds/beast.yaml"].replace("format: signed}\n          best", "computed: true}\n          best")
    _, diagnostics = loaded(project({**GAME, "game/kinds/beast.yaml": kind}))
    assert "`computed` is for texts, and `strength` is integer" in [d.message for d in diagnostics]
