"""A failure is reported once, at its place; what only misses its result is not reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from projects import Write
from small_game import GAME

from sheetgen.build import check
from sheetgen.cli import cli

WIDE = {
    **GAME,
    "game/ruleset.yaml": GAME["game/ruleset.yaml"].replace(
        "        types:", "          state: {from: condition}\n          place: [wood, hill, river]\n        types:"
    ),
    "game/rules/more.yaml": """
        odds:
          title: Odds
          reference: rules#odds
          table: {1..3: 10, 4..10: 20}
        twice:
          title: Twice the wounds
          reference: rules#odds
          inputs: {tb: integer, states: list of one of state}
          steps: {all: track(tb=tb).light}
          outputs: {two: "all * 2 + step(odds, tb)"}
        """,
    "game/kinds/beast.yaml": GAME["game/kinds/beast.yaml"]
    .replace("          friend:", "          states: list of ref condition, default []\n          friend:")
    .replace(
        "        layout:",
        "          two: twice(tb=TB)\n          bad: '[s.name for s in states]'\n        layout:",
    ),
    "game/kinds/condition.yaml": """
        id: condition
        title: Condition
        plural: Conditions
        folder: conditions
        fields: {rank: integer 1..5, text: markdown}
        derive: {weight: rank * 2}
        layout:
          blocks:
            rank: {type: figures, items: [{label: Weight, value: weight}]}
            text: {type: prose, text: text}
          page: [rank, text]
        """,
    "game/entries/conditions.yaml": """
        wet: {name: Wet through, rank: 2, text: "Cold, see [[beast:otter]] and [[frozen]]."}
        frozen: {name: Frozen, rank: 3, text: Stiff.}
        """,
    "game/reference/rules.md": GAME["game/reference/rules.md"] + """
        ## Odds {#odds}

        Twice: {twice(4)}, the hill: {house.margin}, see [[odds]], [[Wet through]] and [[condition:frozen]].

        ::: table odds
        :::

        ::: table condition
        columns: {Rank: rank, Weight: weight}
        :::

        ::: table place
        :::

        ::: rule twice
        :::

        ::: ruling margin
        :::
        """,
    "beasts/otter.yaml": GAME["beasts/otter.yaml"].rstrip() + "\n        states: [wet]\n",
    "beasts/heron.yaml": """
        name: Grey Heron
        extends: otter
        friend: otter
        stated: {wounds.light: 4}
        """,
    "pages/plan.md": """
        # The plan

        [[otter]], [the heron](heron.md), [[Otter of Ill Repute]], [[wet]], [[rule:twice]], [[ruling:margin]],
        [wounds](rules.md#wounds), [[list:beast]].
        """,
}  # fmt: skip
"""The small game with everything that one thing may need of another."""

MISTAKES = [
    # file, what stands there, what stands there instead, the code, a text in the line told
    ("beasts/otter.yaml", "toughness: 45", "toughnes: 45", "unknown-field", "toughnes:"),
    ("beasts/otter.yaml", "tier: 2", "tier: [2", "yaml-syntax", "tier: [2"),
    ("beasts/otter.yaml", "tier: 2", "tier: high", "wrong-type", "tier: high"),
    ("beasts/otter.yaml", "tier: 2", "", "missing-field", "name: Otter"),
    ("beasts/otter.yaml", "states: [wet]", "states: [wett]", "unknown-reference", "wett"),
    ("beasts/otter.yaml", "{fire: weak}", "{fire: wek}", "unknown-term", "wek"),
    ("beasts/otter.yaml", "tier: 2", "tier: 2\n        tier: 3", "duplicate-key", "tier: 3"),
    ("beasts/otter.yaml", "name: Otter", "nam: Otter", "unknown-field", "nam: Otter"),
    ("game/entries/conditions.yaml", "rank: 2", "rank: 9", "out-of-range", "rank: 9"),
    ("game/entries/conditions.yaml", "rank: 2, text", "text", "missing-field", "wet:"),
    ("game/entries/conditions.yaml", "{name: Wet", "{name: [Wet", "yaml-syntax", "wet:"),
    ("game/kinds/condition.yaml", "id: condition\n", "\n", "missing-field", "title: Condition"),
    ("game/kinds/condition.yaml", "title: Condition", "titel: Condition", "unknown-field", "titel"),
    ("game/kinds/condition.yaml", "plural: Conditions", "plural: [Conditions", "yaml-syntax", "plural"),
    ("game/kinds/condition.yaml", "rank: integer 1..5", "rank: intger 1..5", "ruleset", "intger"),
    ("game/kinds/condition.yaml", "fields:", "filds:", "unknown-field", "filds"),
    ("game/kinds/condition.yaml", "rank * 2", "rank * two", "formula-name", "two"),
    ("game/kinds/condition.yaml", "rank * 2", "rank * (2", "formula-syntax", "(2"),
    ("game/kinds/condition.yaml", "derive:", "derives:", "unknown-field", "derives"),
    ("game/kinds/condition.yaml", "type: figures", "type: figres", "wrong-type", "figres"),
    ("game/kinds/condition.yaml", "text: {type: prose", "txt: {type: prose", "ruleset", "page:"),
    ("game/kinds/beast.yaml", "toughness: score", "toughness: scor", "ruleset", "scor"),
    ("game/kinds/beast.yaml", "map element", "map elemnt", "ruleset", "elemnt"),
    ("game/kinds/beast.yaml", "list of attack", "list of atack", "ruleset", "atack"),
    ("game/kinds/beast.yaml", "ref beast", "ref best", "ruleset", "ref best"),
    ("game/kinds/beast.yaml", "toughness // 10", "toughnes // 10", "formula-name", "toughnes //"),
    ("game/kinds/beast.yaml", "track(tb=TB)", "trak(tb=TB)", "formula-name", "trak"),
    ("game/kinds/beast.yaml", "default normal", "default norml", "ruleset", "norml"),
    ("game/kinds/beast.yaml", "        id: beast", "\tid: beast", "yaml-syntax", "id: beast"),
    ("game/kinds/beast.yaml", "type: tracks", "type: trackz", "wrong-type", "trackz"),
    ("game/rules/wounds.yaml", "light: tb", "light: tbb", "formula-name", "tbb"),
    ("game/rules/wounds.yaml", "light: tb", "light: (tb", "formula-syntax", "(tb"),
    ("game/rules/wounds.yaml", "tb: {type: integer 0..", "tb: {type: intger 0..", "ruleset", "intger"),
    ("game/rules/wounds.yaml", "title: Wound tracks", "titel: Wound tracks", "unknown-field", "titel"),
    ("game/rules/wounds.yaml", "outputs:\n            light", "output:\n            light", "unknown-field", "output:"),
    ("game/rules/wounds.yaml", "inputs: {tb:", "inputs: {tb", "yaml-syntax", "inputs"),
    ("game/rules/more.yaml", "title: Odds", "titel: Odds", "unknown-field", "titel"),
    ("game/rules/more.yaml", "table: {1..3: 10", "table: {1..3: 10]", "yaml-syntax", "table"),
    ("game/rules/more.yaml", "one of state", "one of stat", "ruleset", "one of stat"),
    ("game/rulings.yaml", "default: 20", "default: 25", "unknown-house-rule", "25"),
    ("game/rulings.yaml", "title: Kill margin", "titel: Kill margin", "unknown-field", "titel"),
    ("game/rulings.yaml", "options: {10", "options: {10: [", "yaml-syntax", "options"),
    ("game/rulings.yaml", "options:", "option:", "unknown-field", "option"),
    ("game/rulings.yaml", "switch:", "swtich:", "unknown-field", "swtich"),
    ("game/rulings.yaml", "margin:", "margin margin:", "wrong-name", "margin margin"),
    ("game/rulings.yaml", "{10: Ten", "{10 Ten", "wrong-type", "10 Ten"),
    ("game/rules/wounds.yaml", "track:", "track::", "wrong-name", "track::"),
    ("game/kinds/condition.yaml", "rank: integer", "rank:: integer", "wrong-name", "rank::"),
    ("game/kinds/condition.yaml", "derive: {", "derive {", "unknown-field", "derive {"),
    ("game/ruleset.yaml", "state: {", "state:: {", "wrong-name", "state::"),
    ("game/entries/conditions.yaml", "name: Wet", "name Wet", "unknown-field", "name Wet"),
    ("game/ruleset.yaml", "element:\n", "element: 3\n          lement:\n", "ruleset", "element: 3"),
    ("game/ruleset.yaml", "place: [wood", "place: wood #", "ruleset", "place"),
    ("game/ruleset.yaml", "{from: condition}", "{from: conditon}", "ruleset", "conditon"),
    ("game/ruleset.yaml", "score: integer 0..120", "score: intger 0..120", "ruleset", "intger"),
    ("game/ruleset.yaml", "element: one of element", "element: one of elemet", "ruleset", "elemet"),
    ("game/ruleset.yaml", 'damage: "integer, default 0"', 'damage: "integer, default x"', "ruleset", "damage"),
    ("game/ruleset.yaml", "title: Small game", "titel: Small game", "unknown-field", "titel"),
    ("game/ruleset.yaml", "records:", "recrds:", "unknown-field", "recrds"),
    ("game/ruleset.yaml", "types:", "typs:", "unknown-field", "typs"),
    ("game/reference/rules.md", "title: Rules", "titel: Rules", "unknown-field", "titel"),
    ("game/reference/rules.md", "title: Rules", "title: [Rules", "yaml-syntax", "title"),
    ("game/reference/rules.md", "::: rule track", "::: rle track", "markdown", "::: rle"),
    ("game/reference/rules.md", "[[odds]]", "[[odd]]", "dead-link", "[[odd]]"),
    ("campaign.yaml", "margin: 10", "margn: 10", "unknown-house-rule", "margn"),
    ("campaign.yaml", "house_rules", "house_rule", "unknown-field", "house_rule"),
    ("campaign.yaml", "ruleset: ./game", "ruleset: ./gam", "project", "./gam"),
    ("campaign.yaml", "title: The small hours", "titel: The small hours", "unknown-field", "titel"),
    ("pages/plan.md", "[[otter]]", "[[oter]]", "dead-link", "[[oter]]"),
]


def test_all_that_one_thing_needs_of_another_is_there(project: Write) -> None:
    assert not list(check(project(WIDE))[0])


@pytest.mark.parametrize(("name", "right", "wrong", "code", "line"), MISTAKES)
def test_a_mistake_is_one_message_at_its_place(
    project: Write, name: str, right: str, wrong: str, code: str, line: str
) -> None:
    assert right in WIDE[name]
    [mistake] = check(project({**WIDE, name: WIDE[name].replace(right, wrong, 1)}))[0]
    assert mistake.code == code and mistake.span is not None and mistake.span.file.name == name, mistake
    assert line in mistake.span.file.line(mistake.span.line), mistake


def codes(folder: Path) -> list[tuple[str, str, str]]:
    """Code, file and text of every diagnostic."""
    return [(d.code, d.span.file.name, d.span.text) for d in check(folder)[0] if d.span]


def test_all_mistakes_of_campaign_and_entries_come_together(project: Write) -> None:
    campaign = """
        title: The small hours
        ruleset: ./game
        papier: A4
        paper: A7
        card: huge
        output: ../elsewhere
        house_rules: {margn: 10}
        """
    entry = WIDE["beasts/otter.yaml"].replace("toughness", "toughnes")
    assert codes(project({**WIDE, "campaign.yaml": campaign, "beasts/otter.yaml": entry})) == [
        ("project", "campaign.yaml", "../elsewhere"),
        ("unknown-field", "beasts/otter.yaml", "toughnes"),
        ("unknown-field", "campaign.yaml", "papier"),
        ("wrong-type", "campaign.yaml", "A7"),
        ("out-of-range", "campaign.yaml", "huge"),
        ("unknown-house-rule", "campaign.yaml", "margn"),
    ]


def test_all_mistakes_of_a_site_come_together(project: Write) -> None:
    site = "title: Games\ntagg: x\npaper: A9\nrulesets: [./game, ./gone]\n"
    files = {name: text for name, text in WIDE.items() if name.startswith("game")}
    kind = WIDE["game/kinds/beast.yaml"].replace("toughness: score", "toughness: scor")
    assert codes(project({**files, "site.yaml": site, "game/kinds/beast.yaml": kind})) == [
        ("project", "site.yaml", "./gone"),
        ("ruleset", "game/kinds/beast.yaml", "scor"),
        ("unknown-field", "site.yaml", "tagg"),
        ("wrong-type", "site.yaml", "A9"),
    ]


def test_mistakes_of_rules_kinds_and_pages_come_together(project: Write) -> None:
    files = dict(WIDE)
    for name, right, wrong in (
        ("game/rules/wounds.yaml", "light: tb", "light: tbb"),
        ("game/kinds/condition.yaml", "rank * 2", "rnk * 2"),
        ("game/kinds/beast.yaml", "value: kill_at", "value: kil_at"),
        ("pages/plan.md", "[[otter]]", "[[oter]]"),
    ):
        files[name] = files[name].replace(right, wrong)
    assert [place[2] for place in codes(project(files))] == ["kil_at", "rnk", "tbb", "[[oter]]"]


def test_a_deck_of_a_kind_with_a_broken_block_is_no_mistake_of_its_own(project: Write) -> None:
    kind = GAME["game/kinds/beast.yaml"].replace("type: figures", "type: figurs")
    ruleset = GAME["game/ruleset.yaml"].rstrip() + "\n        decks: [beast]\n"
    mistakes = check(project({**GAME, "game/kinds/beast.yaml": kind, "game/ruleset.yaml": ruleset}))[0]
    assert [mistake.code for mistake in mistakes] == ["wrong-type"]


def test_two_that_make_the_same_mistake_are_both_told(project: Write) -> None:
    mole = "name: Mole\ntier: 1\ntoughnes: 20\ntoughness: 20\n"
    files = {**WIDE, "beasts/mole.yaml": mole, "beasts/vole.yaml": mole.replace("Mole", "Vole")}
    assert [place[1] for place in codes(project(files))] == ["beasts/mole.yaml", "beasts/vole.yaml"]


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("game/entries/conditions.yaml", "rank: 2", "rank: [2"),
        ("game/entries/conditions.yaml", "rank: 2", "rank: 9"),
        ("game/rules/wounds.yaml", "light: tb", "light: tbb"),
        ("game/reference/rules.md", "title: Rules", "title: [Rules"),
        ("game/kinds/condition.yaml", "rank: integer", "rank: intger"),
    ],
)
def test_facts_of_what_failed_are_not_missed(project: Write, name: str, right: str, wrong: str) -> None:
    files = {**WIDE, "game/facts.yaml": "all: [wet.cold, track.light, rules.odds]\n"}
    with_fact = files["game/entries/conditions.yaml"].replace("rank: 2,", "rank: 2, facts: [wet.cold],")
    rules = files["game/rules/wounds.yaml"].replace(
        "title: Wound tracks", "title: Wound tracks\n          facts: [track.light]"
    )
    page = files["game/reference/rules.md"].replace("title: Rules", "title: Rules\n        facts: [rules.odds]")
    files |= {
        "game/entries/conditions.yaml": with_fact,
        "game/rules/wounds.yaml": rules,
        "game/reference/rules.md": page,
    }
    assert not list(check(project(files))[0])
    [mistake] = check(project({**files, name: files[name].replace(right, wrong, 1)}))[0]
    assert mistake.span is not None and mistake.span.file.name == name, mistake


KIND_FILE = "game/kinds/beast.yaml"
FAILS = "1 // (tier - tier)"
FORMULAS = [
    # a file, what stands in it, what is written instead, and the formula that is told for all entries
    ("game/rules/wounds.yaml", "light: tb", "light: tb // (tb - 4)", "game/rules/wounds.yaml", "tb // (tb - 4)"),
    (KIND_FILE, "label: Killed at, value: kill_at", f"label: Killed at, value: {FAILS}", KIND_FILE, FAILS),
    (KIND_FILE, "value: wounds.light", f"value: {FAILS}", KIND_FILE, FAILS),
    (KIND_FILE, "value: damage", f"value: {FAILS}", KIND_FILE, FAILS),
    (KIND_FILE, "layout:", f"checks: [{{that: {FAILS} > 1, says: Tall}}]\nlayout:", KIND_FILE, f"{FAILS} > 1"),
    (KIND_FILE, "value: tier, type: number", f"value: {FAILS}", KIND_FILE, FAILS),
    (KIND_FILE, "{tier: tier", f"{{tier: {FAILS}", KIND_FILE, FAILS),
    ("pages/p.md", "B: 1", f"B: {FAILS}", "pages/p.md", FAILS),
]


def _many(project: Write, entries: int, name: str, old: str, new: str) -> Path:
    beast = "name: Otter {}\ntier: 2\ntoughness: 45\nattacks: [{{name: Pebble, element: ice}}]\n"
    others = {path: text for path, text in GAME.items() if not path.startswith("beasts/")}
    beasts = {f"beasts/otter-{number}.yaml": beast.format(number) for number in range(entries)}
    folder = project({**others, **beasts, "pages/p.md": "# P\n\n::: table beast\ncolumns: {B: 1}\n:::\n"})
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1))
    return folder


@pytest.mark.parametrize(("name", "old", "new", "file", "formula"), FORMULAS)
def test_a_formula_that_fails_for_many_entries_is_told_once_at_its_place(
    project: Write, name: str, old: str, new: str, file: str, formula: str
) -> None:
    [mistake] = check(_many(project, 6, name, old, new))[0]
    assert mistake.span and (mistake.span.file.name, mistake.span.text) == (file, formula), mistake
    assert "for 6 " in mistake.message and "such as Otter 0 and Otter 1: this divides by zero" in mistake.message


def test_an_entry_for_which_alone_a_rule_fails_is_told_where_it_stands(project: Write) -> None:
    [mistake] = check(_many(project, 1, *FORMULAS[0][:3]))[0]
    assert str(mistake.span) == "beasts/otter-0.yaml:1:1"
    assert mistake.message == "`wounds` of Otter 0 cannot be computed: this divides by zero"
    assert mistake.hints == ("by the formula at game/rules/wounds.yaml:6:12",)


def test_a_rule_that_fails_for_one_reason_is_told_once_wherever_it_is_asked(project: Write) -> None:
    folder = _many(project, 2, *FORMULAS[0][:3])
    (folder / "pages/p.md").write_text("# P\n\nIt is {track(4).light} in the sea.\n")
    [mistake] = check(folder)[0]
    assert mistake.message.startswith(
        "`track.light` cannot be computed for 3 places, such as Otter 0 and Otter 1: this"
    )
    assert [str(span) for _, span in mistake.notes] == [
        "beasts/otter-0.yaml:1:1", "beasts/otter-1.yaml:1:1", "pages/p.md:3:8",
    ]  # fmt: skip


def test_what_fails_behind_a_rule_that_was_called_is_no_mistake_of_that_rule(project: Write) -> None:
    [mistake] = check(_many(project, 2, KIND_FILE, "track(tb=TB)", "track(tb=track(tb=TB).light // (tier - 2))"))[0]
    assert mistake.span and mistake.span.file.name == KIND_FILE and mistake.message.startswith("`wounds` cannot be")


def test_a_few_entries_with_reasons_of_their_own_are_told_where_they_stand(project: Write) -> None:
    folder = _many(project, 3, "game/rules/wounds.yaml", "light: tb", "light: 'tb + [0, 0, 0, 0, 0, 0, 0][tb]'")
    for number in range(3):
        beast = folder / f"beasts/otter-{number}.yaml"
        beast.write_text(beast.read_text().replace("toughness: 45", f"toughness: {7 + number}5"))
    mistakes = check(folder)[0]
    assert [str(mistake.span) for mistake in mistakes] == [f"beasts/otter-{number}.yaml:1:1" for number in range(3)]
    assert all("game/rules/wounds.yaml:6:12" in mistake.hints[0] for mistake in mistakes)


def test_every_entry_is_told_when_asked_for(project: Write) -> None:
    folder = _many(project, 6, *FORMULAS[0][:3])
    plain, verbose = (CliRunner().invoke(cli, ["check", str(folder), *given]) for given in ([], ["-v"]))
    assert "1 error in 1 file" in plain.stderr and "6 errors in 6 files" in verbose.stderr
    assert all(f"`wounds` of Otter {number} cannot be computed" in verbose.stderr for number in range(6))


def test_entries_of_a_kind_that_has_the_folder_of_another_are_no_mistake_of_their_own(project: Write) -> None:
    newt = "{id: newt, title: Newt, plural: Newts, folder: beasts}"
    files = {**GAME, "game/kinds/newt.yaml": newt, "game/entries/newts.yaml": "- {name: Ann}\n"}
    [mistake] = check(project(files))[0]
    assert str(mistake.span) == "game/kinds/newt.yaml:1:48" and "already" in mistake.message, mistake


def test_a_file_of_no_kind_is_told_where_a_field_is_called_like_it(project: Write) -> None:
    """What fails since the file is not read, such as a field of its terms, is no reason to be silent about it."""
    files = {
        **WIDE,
        "game/kinds/condition.yaml": WIDE["game/kinds/condition.yaml"].replace("        folder: conditions\n", ""),
        "game/kinds/beast.yaml": WIDE["game/kinds/beast.yaml"].replace(
            "          states: list of ref",
            "          conditions: list of one of state, default []\n          states: list of ref",
        ),
    }
    mistakes = check(project(files))[0]
    assert [(str(mistake.span), mistake.message.partition(":")[0]) for mistake in mistakes] == [
        ("game/entries/conditions.yaml:1:1", "this file belongs to no kind")
    ]
