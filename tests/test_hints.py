"""What is written or asked in other words is understood, or a hint says how to write it."""

from __future__ import annotations

from pathlib import Path

import pytest
from bombs import kind, rules
from click.testing import CliRunner
from projects import Write
from small_game import GAME

from sheetgen.build import check
from sheetgen.cli import cli
from sheetgen.model.query import Facet, Value, read_query
from sheetgen.serve.web import _named
from sheetgen.text.diagnostics import nearest
from sheetgen.text.suggest import in_sentence, with_article


@pytest.fixture
def here(project: Write, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = project(GAME)
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize(
    "name", ["Otter of Ill Repute", "otter of ill repute", "beast:otter", "beast:Otter of Ill Repute"]
)
def test_show_takes_a_name(here: Path, name: str) -> None:
    answer = CliRunner().invoke(cli, ["show", name])
    assert answer.exit_code == 0 and answer.stdout.startswith("Otter of Ill Repute")


@pytest.mark.parametrize(
    ("command", "status", "words"),
    [
        (["sheet", "oter"], 1, "did you mean `otter`?"),
        (["cards", "tier:2..x"], 2, "“2..x” is no range: write 2..4"),
        (["rule", "./game", "track"], 0, "note: nothing is given, so tb are 0"),
        (["rule", "./game", "track", "--json", '{"bt": 3}'], 1, "did you mean `tb`?"),
        (["check", ".."], 2, "but holds some: name one of"),
    ],
)
def test_commands_tell_what_was_meant(here: Path, command: list[str], status: int, words: str) -> None:
    answer = CliRunner().invoke(cli, command)
    assert answer.exit_code == status and words in answer.output, answer.output


@pytest.mark.parametrize(
    ("field", "hint"),
    [
        ("toughness: 1,000", "write `1000`"),
        ("hidden: yes", "write `true`"),
        ("hidden: off", "write `false`"),
        (
            "affinities: [fire, ice]",
            "write `name: value` on each line, without `- ` before it, or in braces: {a: 1, b: 2}",
        ),
        ("attacks: Bite", "write a list in square brackets: [a, b]"),
        (
            "attacks: {name: x}",
            "begin each item of the list with `- `, or write it in square brackets: [{a: 1}, {a: 2}]",
        ),
        ("name: 'Don't Look'", 'put it in quotes: "Don\'t Look"'),
    ],
)
def test_values_are_told_as_they_are_written(project: Write, field: str, hint: str) -> None:
    kept = {"name": "Newt", "tier": "1", "toughness": "20"}
    kept.pop(field.partition(":")[0], None)
    text = "".join(f"{key}: {value}\n" for key, value in kept.items()) + field + "\n"
    [mistake] = check(project({**GAME, "beasts/newt.yaml": text}))[0]
    assert hint in mistake.hints, mistake


@pytest.mark.parametrize(
    ("setting", "hint"),
    [
        ("house_rules: [margin]", "write `name: value` lines, without `- ` before them"),
        ("printer: {margin: '1,000'}", "did you mean `1000`?"),
        ("colour: red", "settings here are title, ruleset, tagline"),
    ],
)
def test_settings_are_told_as_they_are_written(project: Write, setting: str, hint: str) -> None:
    [mistake] = check(project({**GAME, "campaign.yaml": f"title: T\nruleset: ./game\n{setting}\n"}))[0]
    assert any(said.startswith(hint) for said in mistake.hints), mistake


@pytest.mark.parametrize(
    ("name", "old", "new", "message", "hint"),
    [
        ("game/kinds/beast.yaml", "badge: {label: Tier, value: tier}", "card: [head]", "`card` takes a mapping",
         "its settings are front, back"),
        ("game/kinds/beast.yaml", "badge: {label: Tier, value: tier}", "page: head", "`page` takes a list, not `head`",
         "write `[head]`"),
        ("game/rules/wounds.yaml", "outputs: {damage: defense + house.margin}", "steps: {}",
         "`outputs` is missing here", "what it gives: a formula each, or one formula for all"),
        ("game/kinds/beast.yaml", "folder: beasts", "roster: fighters", "a beast has nothing called `fighters`",
         "it names a derived list, whose rows have name, id, initiative and side"),
        ("game/kinds/beast.yaml", "wounds: track(tb=TB)", "wounds: 'sum_of([toughness / 2])'",
         "`parts` of sum_of takes list of integer, not list of number",
         "round it with `//`, floor, ceil or round_half"),
        ("game/kinds/beast.yaml", "tier: integer 1..10", "tier: {type: integer 1..10, default: 3}",
         "there is no setting called `default` here",
         "it stands behind the type: `type: integer 0..10, default 5`"),
        ("game/kinds/beast.yaml", "tier: integer 1..10", "tier: {type: integer 1..10, optional keys: true}",
         "there is no setting called `optional keys` here",
         "it stands behind the type: `type: map element -> integer, optional keys`"),
        ("game/kinds/beast.yaml", "tier: integer 1..10", "tier: {type: integer, maximum: 10}",
         "there is no setting called `maximum` here", "bounds are part of the type: `type: integer 0..10`"),
    ],
)  # fmt: skip
def test_what_is_allowed_is_said(project: Write, name: str, old: str, new: str, message: str, hint: str) -> None:
    assert old in GAME[name]
    rule = "sum_of: {title: Sum, reference: rules#wounds, inputs: {parts: list of integer}, outputs: {s: sum(parts)}}\n"
    files = {**GAME, "game/rules/sums.yaml": rule, name: GAME[name].replace(old, new)}
    mistakes = [item for item in check(project(files))[0] if message in item.message]
    assert mistakes and hint in mistakes[0].hints, mistakes


def test_a_field_that_formulas_cannot_name_is_one_mistake(project: Write) -> None:
    """And no entry is blamed for lacking it."""
    kind = GAME["game/kinds/beast.yaml"].replace("tier: integer 1..10", "tier: integer 1..10\n          while: text")
    mistakes = list(check(project({**GAME, "game/kinds/beast.yaml": kind}))[0])
    assert [item.code for item in mistakes] == ["wrong-name"], mistakes


def test_a_second_kind_with_a_folder_shows_the_first(project: Write) -> None:
    twin = "{id: bird, title: Bird, plural: Birds, folder: beasts, fields: {wing: integer}}\n"
    mistakes = list(check(project({**GAME, "game/kinds/bird.yaml": twin}))[0])
    assert [(words, str(at)) for words, at in mistakes[0].notes] == [("that kind is here", "game/kinds/beast.yaml:1:5")]


def test_a_link_within_a_page_has_a_hint(project: Write) -> None:
    page = "# Plan\n\n## Valley {#valley}\n\nSee [x](#valey).\n"
    [mistake] = check(project({**GAME, "pages/plan.md": page}))[0]
    assert mistake.hints == ("did you mean `plan#valley`?",)


def test_missing_fields_and_terms_list_the_words(project: Write) -> None:
    kind = GAME["game/kinds/beast.yaml"].replace(
        "tier: integer 1..10", "tier: integer 1..10\n          nature: element"
    )
    [mistake] = check(project({**GAME, "game/kinds/beast.yaml": kind}))[0]
    assert mistake.hints == ("it takes one of fire, ice",)


def test_a_rule_that_a_chapter_shows_has_its_place(project: Write) -> None:
    rules = GAME["game/rules/wounds.yaml"].replace("          reference: rules#wounds\n", "")
    [mistake] = check(project({**GAME, "game/rules/wounds.yaml": rules}))[0]
    assert mistake.code == "no-reference" and "`kill_at`" in mistake.message and "::: rule kill_at" in mistake.hints[0]


def test_a_word_of_a_name_is_near_behind_all_that_are_near_as_a_whole() -> None:
    assert nearest("verra", ["aiko-tanemura", "vera-lindqvist"], 1) == ("vera-lindqvist",)
    assert nearest("verra", ["vera-lindqvist", "vera"], 1) == ("vera",)
    assert nearest("xyzzy", ["vera-lindqvist"]) == ()


def test_only_ranges_are_ranges() -> None:
    tier = Facet("tier", "Tier", [Value.of("2")])
    assert read_query("tier:2..4 tier:..3 tier:1..", [tier]).problems == ()
    assert "no range" in read_query("tier:2..x", [tier]).problems[0]


def test_the_address_of_a_preview_can_be_opened() -> None:
    assert _named("127.0.0.1") == "127.0.0.1" and _named("::1") == "[::1]"
    assert _named("0.0.0.0") not in ("0.0.0.0", "")


def test_a_misspelt_value_of_a_kind_that_refers_back_is_answered_with_the_nearest(project: Write) -> None:
    crab = """
        id: crab
        title: Crab
        plural: Crabs
        fields: {rival: ref beast}
        derive: {rank: rival.TB * 2, worth: rival.crab_rnak}
        """
    own, crabs = "          friend:", "          crab: ref crab, optional\n          friend:"
    kind = GAME["game/kinds/beast.yaml"].replace(own, crabs)
    kind = kind.replace("        layout:", "          crab_rank: crab.rank if crab != none else 0\n        layout:")
    [mistake] = check(project({**GAME, "game/kinds/beast.yaml": kind, "game/kinds/crab.yaml": crab}))[0]
    assert mistake.message == "a beast has nothing called `crab_rnak`"
    assert mistake.hints == ("did you mean `crab_rank`?",)


def test_a_table_of_a_kind_without_entries_is_a_warning(project: Write) -> None:
    crab = "id: crab\ntitle: Crab\nplural: Crabs\nfields: {tier: integer}\n"
    page = GAME["game/reference/rules.md"] + "\n        ::: table crab\n        :::\n"
    [mistake] = check(project({**GAME, "game/kinds/crab.yaml": crab, "game/reference/rules.md": page}))[0]
    assert mistake.severity.value == "warning" and "there are no entries of kind `crab`" in mistake.message


def test_what_is_shown_of_an_entry_leaves_the_terminal_alone(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    text = GAME["beasts/otter.yaml"].replace("name:", "summary: Seen \u202esdrawkcab\u202c.\n        name:", 1)
    monkeypatch.chdir(project({**GAME, "beasts/otter.yaml": text}))
    outputs, data = (CliRunner().invoke(cli, ["show", "otter", *more]).stdout for more in ((), ("--json",)))
    assert "Seen" in outputs and "\u202e" not in outputs and "\u202e" not in data and "\\u202e" in data


@pytest.mark.parametrize(
    ("that", "place"),
    [
        ("len(feats) < 1 or might < 5", "heroes/bert.yaml:3:8"),
        ("might < 5", "heroes/bert.yaml:2:8"),
        ("resolve > 90", "heroes/bert.yaml:2:8"),
        ("friend != none and might < 5", "heroes/bert.yaml:2:8"),
        ("all([f.cost < 2 for f in feats])", "heroes/bert.yaml:3:29"),
        ("all([f.cost + might > 11 for f in feats])", "heroes/bert.yaml:3:9"),
    ],
)
def test_a_check_that_does_not_hold_is_told_at_the_field_that_it_reads(project: Write, that: str, place: str) -> None:
    checked = kind("facets:", f"checks: [{{that: {that!r}, says: no}}]\nfacets:")
    files = {**checked, "heroes/bert.yaml": "name: Bert\nmight: 8\nfeats: [{name: x, cost: 1}, {name: y, cost: 3}]\n"}
    mistakes = [mistake for mistake in check(project(files))[0] if mistake.span and "bert" in mistake.span.file.name]
    assert [(mistake.code, str(mistake.span)) for mistake in mistakes] == [("check-failed", place)]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("rows: feats", [("a `tracks` block has no `rows`", "what it shows is written one by one under `items`")]),
        (
            "items: feats",
            [("`items` takes a list, not `feats`", "it is a list of mappings, each of which may have label")],
        ),
        ("items: {label: A}", [("`items` takes a list, not a mapping", "it is a list of mappings")]),
        ("title: A", [("a `tracks` block needs `items`", "the tracks, one after another")]),
    ],
)
def test_a_list_of_parts_that_is_none_is_told_once(
    project: Write, settings: str, expected: list[tuple[str, str]]
) -> None:
    files = kind("blocks:\n", f"blocks:\n    marks: {{type: tracks, {settings}}}\n")
    mistakes = check(project(files))[0]
    assert len(mistakes) == len(expected)
    for mistake, (message, hint) in zip(mistakes, expected, strict=True):
        assert mistake.message == message and mistake.hints[0].startswith(hint)


def test_what_a_check_says_has_its_numbers(project: Write) -> None:
    """A brace that is none of a formula, and a formula that is none, are told where they stand, of no entry."""
    says = '"{might} of {3 * 4}, of {[f.name for f in feats]} \\\\{so\\\\}"'
    checked = kind("facets:", f"checks: [{{that: might < 5, says: {says}}}]\nfacets:")
    bert = {"heroes/bert.yaml": "name: Bert\nmight: 8\nfeats: [{name: x, cost: 1}, {name: y, cost: 3}]\n"}
    mistakes = [mistake.message for mistake in check(project({**checked, **bert}))[0]]
    assert "Bert: 8 of 12, of x, y {so}" in mistakes
    wrong = kind("facets:", 'checks: [{that: might < 5, says: "{migth} and {"}]\nfacets:')
    messages = [(m.message, m.span.column if m.span else 0) for m in check(project({**wrong, **bert}))[0]]
    assert messages == [("nothing here is called `migth`", 36), ("this brace has no partner", 47)]


def test_an_output_called_like_another_input_is_told(project: Write) -> None:
    more = "a: {title: A, reference: rules#resolve, inputs: {n: integer}, outputs: {m: {formula: n, short: n}}}\n"
    [mistake] = check(project(rules(more)))[0]
    assert (mistake.code, mistake.message[:25]) == ("duplicate-label", "`m` is called n like `n`,")


def test_what_is_called_by_its_letters_is_spelt_within_a_sentence() -> None:
    titles = "Armor Class", "NPC", "GM Note", "Young NPC"
    said = [with_article(in_sentence(title)) for title in titles]
    assert said == ["an armor class", "an NPC", "a GM note", "a young NPC"]
    assert in_sentence("NPCs and PCs") == "NPCs and PCs"
