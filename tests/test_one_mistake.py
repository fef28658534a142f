"""A mistake of a designer is answered once, at its place, with what was meant: nothing that follows from it is told."""

from __future__ import annotations

import pytest
from projects import Write
from small_game import GAME

from sheetgen.build import check
from sheetgen.text.diagnostics import Diagnostic

KIND, RULES, RULESET = "game/kinds/beast.yaml", "game/rules/wounds.yaml", "game/ruleset.yaml"
CHAPTER, CAMPAIGN = "game/reference/rules.md", "campaign.yaml"


def mistakes(project: Write, **files: str) -> list[Diagnostic]:
    """What is told of the small game with these files, by their names, replaced in it or added."""
    return list(check(project({**GAME, **files}))[0])


@pytest.mark.parametrize(
    ("name", "old", "new", "message", "hint"),
    [
        # settings that stand at another place
        (KIND, "        list: {columns", "          list: {columns", "there is no setting called `list` here",
         "it stands beside `layout`: write it as far left as that"),
        (KIND, "          page: [head", "            page: [head",
         "`page` takes a mapping of names to values, not a list",
         "it stands beside `blocks`: write it as far left as that"),
        (KIND, "        layout:", "        badge: {label: Tier, value: tier}\n        layout:",
         "there is no setting called `badge` here", "it stands under `layout`: write it below that, further right"),
        (KIND, "        fields:", "        records: {spell: {name: text}}\n        fields:",
         "there is no setting called `records` here", "it stands in `ruleset.yaml`"),
        (KIND, "        fields:", "        cards: true\n        fields:", "there is no setting called `cards` here",
         "kinds that are decks of cards stand in `ruleset.yaml`: `decks: [KIND]`"),
        (RULESET, "        types:", "        house_rules: {margin: 10}\n        types:",
         "there is no setting called `house_rules` here", "they stand in `rulings.yaml`"),
        (RULESET, "        types:", "        kinds: [beast]\n        types:", "there is no setting called `kinds` here",
         "they stand in the folder `kinds`"),
        (CAMPAIGN, "        house_rules", "        vocabularies: {a: [b]}\n        house_rules",
         "there is no setting called `vocabularies` here", "it stands in `ruleset.yaml` of the game"),
        # types in other words
        (KIND, "secret: {type: markdown", "secret: {type: string", "there is no type called `string`", "write `text`"),
        (KIND, "tier: integer 1..10", "tier: float 1..10", "there is no type called `float 1..10`",
         "write `number 1..10`"),
        (KIND, "friend: ref beast, optional", "friend: boolean", "there is no type called `boolean`", "write `truth`"),
        (KIND, "attacks: list of attack, default []", "attacks: list[attack]", "there is no type called `list[attack]`",
         "write `list of attack`"),
        (KIND, "attacks: list of attack, default []", "attacks: [attack]",
         "`attacks` takes a type, such as `integer` or `one of NAME`", "write `list of attack`"),
        (KIND, "attacks: list of attack, default []", "attacks: list of atack, default []",
         "there is no type called `atack`", "did you mean `attack`?"),
        (KIND, "tier: integer 1..10", "tier: integer 1..10, optional keys", "only a map has `optional keys`",
         "write `integer 1..10, optional`"),
        (KIND, "-> affinity, default normal", "-> affinity, optional keys, default normal",
         "a map with `optional keys` holds what is written, and has no default",
         "write `map element -> affinity, optional keys`"),
        (KIND, "tier: integer 1..10", "tier: integer 1..99999999999999999999", "a number reaches 10^15 at most",
         "write `integer` where it has no bound"),
        # kinds and vocabularies
        (KIND, "friend: ref beast", "mate: one of beast, optional\n          friend: ref beast",
         "`beast` is a kind, and no vocabulary", "`ref beast` is one of its entries"),
        (RULESET, "affinity: {weak", "pack: {from: beast}\n          affinity: {weak",
         "there are no entries of kind `beast`",
         "its words are entries of the ruleset itself, in `entries/`; those of a campaign are none"),
        # values
        ("beasts/otter.yaml", "tier: 2", "\u0442ier: 2", "a beast has no field called `\u0442ier`",
         "did you mean `tier`? the `\u0442` written here is a Cyrillic letter"),
        ("beasts/otter.yaml", "tier: 2", "tier: 2\n        stated: {\uff54B: 4}",
         "no derived value is called `\uff54B`",
         "did you mean `TB`? the `\uff54` written here is a Fullwidth letter"),
        # formulas
        (KIND, "kill_at: kill_at(defense=TB)", 'kill_at: "{TB}"', "this is not part of the rule language",
         'leave the braces out, or write a list in square brackets'),
        (RULES, "{damage: defense + house.margin}", '{damage: "bands(defense)"}',
         "there is no rule or function called `bands`", "`bands` is looked up, not called: `step(bands, …)`"),
        (KIND, "TB: {formula: toughness // 10", "bands: {formula: 'step(bands, toughness)', format: signed}\n"
         "          TB: {formula: toughness // 10", "these formulas need each other in a circle: bands → bands",
         "`bands` is this value here, and no longer the table that is called so: rename one of the two"),
        (KIND, "TB: {formula: toughness // 10", "bad: {formula: '{e: step(band, 1) for e in element}', format: signed}"
         "\n"
         "          TB: {formula: toughness // 10", "nothing here is called `band`", "did you mean `bands`?"),
    ],
)  # fmt: skip
def test_one_mistake_is_told_with_what_was_meant(
    project: Write, name: str, old: str, new: str, message: str, hint: str
) -> None:
    bands = "bands: {title: Bands, reference: rules#wounds, table: {..3: 0, 4+: 1}}\n"
    assert old in GAME[name]
    files = {name: GAME[name].replace(old, new, 1), "game/rules/bands.yaml": bands}
    [mistake] = mistakes(project, **files)
    assert (mistake.message, mistake.hints[0]) == (message, hint)


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("250g", "it is counted in lb: write that number, without a unit"),
        ("250 lbs", "write `250`"),
        ("{a: 1}", ""),
    ],
)
def test_a_number_with_another_unit_is_no_number_of_the_field(project: Write, written: str, hint: str) -> None:
    kind = GAME[KIND].replace("friend: ref", "weight: {type: 'number, default 1', unit: lb}\n          friend: ref")
    [mistake] = mistakes(
        project,
        **{KIND: kind, "beasts/otter.yaml": f"{GAME['beasts/otter.yaml'].rstrip()}\n        weight: {written}\n"},
    )
    assert (mistake.code, "".join(mistake.hints)) == ("wrong-type", hint)


def test_a_comma_within_a_number_is_told_where_it_ends_a_value(project: Write) -> None:
    otter = GAME["beasts/otter.yaml"].replace("damage: 3", "damage: 3,5")
    assert otter != GAME["beasts/otter.yaml"]
    [mistake] = mistakes(project, **{"beasts/otter.yaml": otter})
    assert mistake.hints[1] == "a number has a point, as in `3.5`: a comma ends it in brackets"


def test_a_field_whose_type_fails_is_not_the_vocabulary_of_its_name(project: Write) -> None:
    kind = GAME[KIND].replace("tier: integer 1..10", "tier: integer 1..10\n          element: one of elemnt")
    kind = kind.replace("facets: {", "facets: {hot: 'element == \"fire\"', ")
    [mistake] = mistakes(project, **{KIND: kind})
    assert mistake.message == "there is no vocabulary called `elemnt`"


@pytest.mark.parametrize(
    "type_", ["map element -> integer, optional keys, default {}", "map element -> integer, default {}, optional keys"]
)
def test_what_is_optional_may_stand_before_and_behind_a_default(project: Write, type_: str) -> None:
    kind = GAME[KIND].replace("friend: ref beast", f'held: "{type_}"\n          friend: ref beast')
    assert mistakes(project, **{KIND: kind}) == []


@pytest.mark.parametrize("expected", ["10/20", "1/2", "0.5"])
def test_a_case_takes_a_fraction_as_it_is_counted(project: Write, expected: str) -> None:
    rule = "half: {title: Half, reference: rules#wounds, inputs: {n: integer}, outputs: {half: n / 2}}\n"
    whole = f"- {{rule: half, given: {{n: 1}}, expect: {expected}}}\n"
    cases = f"- {{rule: half, given: {{n: 1}}, expect: {{half: {expected}}}}}\n{whole}"
    assert mistakes(project, **{"game/rules/half.yaml": rule, "game/cases.yaml": cases}) == []


def test_a_case_that_rounds_is_told_the_exact_number(project: Write) -> None:
    rule = "third: {title: A third, reference: rules#wounds, inputs: {n: integer}, outputs: {third: n / 3}}\n"
    cases = "- {rule: third, given: {n: 1}, expect: 0.333}\n- {rule: third, given: {n: 1}, expect: {third: 0.4}}\n"
    near, far = mistakes(project, **{"game/rules/third.yaml": rule, "game/cases.yaml": cases})
    assert near.hints == ("numbers are exact: write `1/3`",) and far.hints == ()


def test_facts_are_ids(project: Write) -> None:
    facts = "wounds:\n  - {id: w.one, says: One.}\n  - w.two\n"
    written, unstated = mistakes(project, **{"game/facts.yaml": facts})
    assert written.message == "a fact is its id alone, a word" and str(written.span) == "game/facts.yaml:2:5"
    assert (
        unstated.message == "no page and no rule states the fact `w.two`"
        and "<!-- facts: w.two -->" in unstated.hints[0]
    )


def test_facts_that_a_chapter_states_are_stated(project: Write) -> None:
    chapter = GAME[CHAPTER].replace("A blow kills", "<!-- facts: w.two -->\n\n        A blow kills")
    assert mistakes(project, **{"game/facts.yaml": "wounds: [w.two]\n", CHAPTER: chapter}) == []


def test_a_file_in_no_folder_of_entries_is_told_in_the_sample_of_a_game(project: Write) -> None:
    """The folder of a sample stands within that of its game, of which it is no part."""
    game = {name.removeprefix("game/"): text for name, text in GAME.items() if name.startswith("game/")}
    sample = {"campaign/campaign.yaml": "title: T\nruleset: ..\n", "campaign/beests/newt.yaml": "name: Newt\n"}
    [mistake] = check(project({**game, **sample}))[0]
    assert mistake.message == "this file is in no folder of entries; the folders are beasts"
    assert mistake.hints == ("did you mean `beasts`?",)


def test_a_heading_without_its_id_is_told_in_the_language_that_lacks_it(project: Write) -> None:
    files = {
        "game/languages/de/reference/rules.md": "---\ntitle: Regeln\n---\n\n## Wunden\n",
        "game/languages/de/ruleset.yaml": "title: Klein\n",
    }
    campaign = GAME[CAMPAIGN].replace("house_rules", "languages: [de]\n        house_rules")
    [mistake] = mistakes(project, **files, **{CAMPAIGN: campaign})
    assert mistake.message == "this chapter has no heading `{#wounds}`, where `reference: rules#wounds` leads"
    assert str(mistake.span).startswith("game/languages/de/reference/rules.md:")


@pytest.mark.parametrize(
    ("name", "text", "place", "message", "hint"),
    [
        ("kinds/beast.yaml", "fields: {teir: {title: Rang}}", "1:10", "field `teir`", "tier"),
        ("kinds/beast.yaml", "derive: {TBB: {title: Härte}}", "1:10", "derived value `TBB`", "TB"),
        ("kinds/beast.yaml", "layout: {blocks: {heads: {items: [{label: Tot}]}}}", "1:19", "block `heads`", "head"),
        ("rules/wounds.yaml", "track: {inputs: {tbb: {title: H}}}", "1:18", "input `tbb`", "tb"),
        ("rules/wounds.yaml", "track: {outputs: {lihgt: {title: L}}}", "1:19", "output `lihgt`", "light"),
        ("ruleset.yaml", "vocabularies: {element: {fier: {title: Feuer}}}", "1:26", "term `fier`", "fire"),
        (
            "ruleset.yaml",
            "vocabularies: {elements: {fire: {title: Feuer}}}",
            "1:16",
            "vocabulary `elements`",
            "element",
        ),
    ],
)
def test_texts_in_another_language_of_what_the_game_has_not_are_told(
    project: Write, name: str, text: str, place: str, message: str, hint: str
) -> None:
    campaign = GAME[CAMPAIGN].replace("house_rules", "languages: [de]\n        house_rules")
    texts = {"game/languages/de/ruleset.yaml": "title: Klein\n", f"game/languages/de/{name}": f"{text}\n"}
    [mistake] = mistakes(project, **{CAMPAIGN: campaign, **texts})
    assert mistake.message == f"there is no {message} whose texts these could be"
    assert (str(mistake.span), mistake.hints) == (f"game/languages/de/{name}:{place}", (f"did you mean `{hint}`?",))


def test_a_case_is_run_in_the_first_language_of_its_game(project: Write) -> None:
    """A table may give other texts in another."""
    table = "margin: {title: M, reference: rules#wounds, table: {..6: Miss, 7+: Hit}}\n"
    rule = "roll: {title: R, reference: rules#wounds, inputs: {n: integer}, outputs: {result: 'step(margin, n)'}}\n"
    files = {
        "game/rules/roll.yaml": table + rule,
        "game/cases.yaml": "- {rule: roll, given: {n: 7}, expect: Hit}\n",
        "game/languages/de/rules/roll.yaml": "margin: {table: {..6: Daneben, 7+: Treffer}}\n",
        CAMPAIGN: GAME[CAMPAIGN].replace("house_rules", "languages: [de]\n        house_rules"),
    }
    assert mistakes(project, **files) == []


def test_a_folder_of_texts_that_is_no_language_is_told(project: Write) -> None:
    game = {name.removeprefix("game/"): text for name, text in GAME.items() if name.startswith("game/")}
    [mistake] = check(project({**game, "languages/deutsch/ruleset.yaml": "title: Klein\n"}))[0]
    assert mistake.message == "nothing in `deutsch` is read" and "such as `de`" in mistake.hints[0]


@pytest.mark.parametrize(
    ("case", "place", "message"),
    [
        ("given: [4], expect: {light: 4}", "1:24", "`given` takes the inputs by their names"),
        ("given: {tb: 4}, expect: {light: 4}, alt: {margin: 10}", "1:67", "`margin` needs `option` and `expect`"),
        ("given: {tb: 4}, expect: {light: 4}, alt: [margin]", "1:58", "`alt` takes house rules by their names"),
        ("given: {tb: 4}, expect: {light: 4}, alt: {margni: {option: 10, expect: {light: 4}}}", "1:59",
         "there is no house rule called `margni`"),
    ],
)  # fmt: skip
def test_a_case_that_cannot_be_run_is_told(project: Write, case: str, place: str, message: str) -> None:
    [mistake] = mistakes(project, **{"game/cases.yaml": f"- {{rule: track, {case}}}\n"})
    assert (mistake.message, str(mistake.span)) == (message, f"game/cases.yaml:{place}")


def test_text_that_stands_only_under_a_condition_has_one(project: Write) -> None:
    more = "\n        ::: when house.margin\n        Much.\n        :::\n"
    [mistake] = mistakes(project, **{CHAPTER: GAME[CHAPTER] + more})
    assert mistake.message == "this takes a condition, not an option of the house rule margin"


def test_a_game_without_kinds_says_so(project: Write) -> None:
    files = {name: text for name, text in GAME.items() if name != KIND}
    messages = [mistake.message for mistake in check(project(files))[0]]
    assert messages == ["this file is in no folder of entries, since the game has no kinds"]


def test_a_file_in_place_of_a_folder_is_told(project: Write) -> None:
    reported = mistakes(project, **{"game/marks": "a file\n"})
    assert [mistake.message for mistake in reported] == ["`marks` is a file, where a ruleset has a folder"]


def test_the_game_of_a_sample_exists(project: Write) -> None:
    game = {name.removeprefix("game/"): text for name, text in GAME.items() if name.startswith("game/")}
    [mistake] = check(project({**game, "campaign/campaign.yaml": "title: T\nruleset: smal\n"}))[0]
    assert (mistake.message, mistake.hints) == ("there is no ruleset `smal`", ("write `ruleset: ..`",))


def test_ids_differ_in_more_than_capitals(project: Write) -> None:
    """Elsewhere their pages would be one file."""
    beasts = "newt: {name: Newt, tier: 1, toughness: 9}\nNewt: {name: Great Newt, tier: 2, toughness: 9}\n"
    [mistake] = mistakes(project, **{"game/entries/beasts.yaml": beasts})
    assert (mistake.message, str(mistake.span)) == (
        "two entries would have the address beast/Newt",
        "game/entries/beasts.yaml:2:1",
    )
    assert str(mistake.notes[0][1]) == "game/entries/beasts.yaml:1:1"


def test_what_a_mapping_lacks_is_told_at_once(project: Write) -> None:
    dark = "dark: {accent: '#ffffff', on-accent: '#000000', accent-text: '#ffffff'}"
    ruleset = GAME[RULESET].replace("types:", f"theme: {{accent: '#8a1020', {dark}}}\n        types:")
    [mistake] = mistakes(project, **{RULESET: ruleset})
    assert mistake.message == "`on-accent`, `accent-text`, `accent-bar`, `block` and `on-block` are missing here"
    assert mistake.hints[2] == "`accent-bar`: thin bars"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("[{a: 1, bow: 1}, {a: 2, bow: 2}, {a: 3, bwo: 3}]", ["only this row has `bwo`, and all others `bow`"]),
        ("[{a: 1, bow: 1}, {a: 2, bow: 2}, {a: 3, axe: 3}]", []),
        ("[{a: 1, bow: 1}, {a: 2, bwo: 2}]", []),
        ("[{a: 1, bow: 1}, {a: 2}, {a: 3, bow: 3, bwo: 3}]", []),
    ],
)
def test_a_column_that_one_row_misspells_is_told(project: Write, rows: str, message: list[str]) -> None:
    table = f"arms: {{title: Arms, reference: rules#wounds, rows: {rows}}}\n"
    reported = mistakes(project, **{"game/rules/arms.yaml": table})
    assert [(mistake.message, mistake.severity.value) for mistake in reported] == [
        (text, "warning") for text in message
    ]


def test_an_entry_that_is_still_empty_is_told_among_others(project: Write) -> None:
    beasts = "newt:\neft: {name: Eft, tier: 1, toughness: 9}\n"
    [mistake] = mistakes(project, **{"game/entries/beasts.yaml": beasts})
    assert (mistake.message, str(mistake.span)) == (
        "a beast is a mapping of fields to values", "game/entries/beasts.yaml:1:1",
    )  # fmt: skip


def test_a_field_that_is_still_empty_makes_no_list_of_entries(project: Write) -> None:
    [mistake] = mistakes(project, **{"beasts/newt.yaml": "tier: 1\ntoughness: 9\naffinities: {fire: weak}\nsecret:\n"})
    assert mistake.message == "a beast needs `name`"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("if", "`if` cannot be the name of a field: formulas keep this word for themselves"),
        ("2nd", "`2nd` cannot be the name of a field: write letters, digits and underscores, a letter first"),
        ("tags", "every entry has `tags` already"),
        ("source", "every entry has `source` already"),
    ],
)
def test_a_field_that_cannot_be_called_so_is_not_missed_where_it_is_used(
    project: Write, name: str, message: str
) -> None:
    kind = GAME[KIND].replace("tier: integer", f"{name}: integer").replace("value: tier", f"value: {name} + 1")
    kind = kind.replace("TB: {formula: toughness // 10", f"TB: {{formula: '{name} // 10'").replace("tier: tier, ", "")
    otter = GAME["beasts/otter.yaml"].replace("tier:", f"{name}:")
    [mistake] = mistakes(project, **{KIND: kind, "beasts/otter.yaml": otter})
    assert (mistake.message, str(mistake.span)) == (message, f"{KIND}:6:3")


@pytest.mark.parametrize(
    ("file", "names"),
    [("beasts/newt.yaml", ("newt", "[[Newt of the Fen]]")), ("game/entries/beasts.yaml", ("fen-newt", "nothing"))],
)
def test_an_empty_file_is_told_and_not_who_names_what_it_may_have_had(
    project: Write, file: str, names: tuple[str, str]
) -> None:
    friend, text = names
    otter = GAME["beasts/otter.yaml"].rstrip() + f"\n        friend: {friend}\n"
    [mistake] = mistakes(project, **{file: "# later\n", "beasts/otter.yaml": otter, "pages/p.md": f"# P\n\nBy {text}."})
    assert (mistake.message, mistake.severity.value) == ("this file is empty", "error")
    assert mistake.span and mistake.span.file.name == file and "the `name` of a beast" in mistake.hints[0]


def test_an_empty_file_without_references_to_it_is_a_warning(project: Write) -> None:
    assert [mistake.severity.value for mistake in mistakes(project, **{"beasts/newt.yaml": ""})] == ["warning"]


def test_an_empty_file_of_rules_is_told(project: Write) -> None:
    [mistake] = mistakes(project, **{"game/rules/more.yaml": ""})
    assert (mistake.message, mistake.severity.value) == ("this file is empty", "warning")


@pytest.mark.parametrize(("first", "second"), [("beast", "newt"), ("newt", "beast")])
def test_two_kinds_with_one_folder_are_one_mistake_at_the_one_less_like_it(
    project: Write, first: str, second: str
) -> None:
    """And of their entries nothing is told, whatever they hold."""
    newt = f"{{id: newt, title: Newt, plural: Newts, folder: {first}s, fields: {{tail: integer}}}}\n"
    kind = GAME[KIND].replace("folder: beasts", f"folder: {first}s")
    kind = kind.replace("tier:", "friends: list of ref newt, default []\n          tier:", 1)
    newts = {"game/kinds/newt.yaml": newt, "newts/eft.yaml": "name: Eft\ntail: 3\n"}
    [mistake] = mistakes(project, **{KIND: kind, **newts})
    assert mistake.message == f"the entries of `{first}` stand in the folder `{first}s` already"
    assert mistake.span and mistake.span.file.name == f"game/kinds/{second}.yaml"


def test_what_a_rule_cannot_compute_is_one_mistake_of_cases_and_entries(project: Write) -> None:
    """And a table of those that refer to what failed is not told to be empty."""
    rules = GAME[RULES].replace("light: tb", "light: tb // 0")
    cases = "- {id: four, rule: track, given: {tb: 4}, expect: {light: 4}}\n"
    chapter = GAME[CHAPTER].replace("light: 5, heavy: 2", "heavy: 2") + "\n        ::: table herd\n        :::\n"
    herd = "{id: herd, title: Herd, plural: Herds, fields: {led_by: ref beast}}\n"
    kinds = {"game/kinds/herd.yaml": herd, "herd/first.yaml": "name: First\nled_by: otter\n"}
    [mistake] = mistakes(project, **{RULES: rules, "game/cases.yaml": cases, CHAPTER: chapter}, **kinds)
    assert mistake.message.startswith("`track.light` cannot be computed for ") and "case four" in mistake.message


@pytest.mark.parametrize(
    ("name", "old", "new", "message", "hint"),
    [
        (RULES, "defense + house.margin", 'highest("2d") + defense + house.margin', "`2d` is no dice, such as 2d6+1",
         "a die needs the number of its faces, such as `2d6`"),
        (RULES, "defense + house.margin", "highest(d8) + defense + house.margin", "nothing here is called `d8`",
         'dice are a text: write `"d8"`'),
        (RULESET, 'damage: "integer, default 0"', 'damage: "dice, default none"', "the default of `damage` is not dice",
         "write `dice, optional`"),
        ("beasts/otter.yaml", "damage: 3", "damage: none", "`damage` takes a whole number, not `none`",
         "leave `damage` out"),
        ("beasts/otter.yaml", "damage: 3", "damage: 11.500", "`damage` takes a whole number, not `11.500`",
         "write `11500`"),
        (KIND, "items: [{label: Killed at, value: kill_at}]", "items: '[{\"label\": e} for e in element]'",
         "`items` takes a list, not `[{\"label\": e} for e in element]`",
         "write one item after another: no formula makes them"),
    ],
)  # fmt: skip
def test_what_was_meant_is_said(project: Write, name: str, old: str, new: str, message: str, hint: str) -> None:
    assert old in GAME[name]
    answers = {
        (item.message, hint)
        for item in mistakes(project, **{name: GAME[name].replace(old, new)})
        for hint in item.hints
    }
    assert (message, hint) in answers


def test_a_table_is_explained_by_a_heading_that_is_there(project: Write) -> None:
    table = "odds: {title: Odds, reference: rules#wound, table: {1..3: 10, 4..10: 20}}\n"
    [mistake] = mistakes(project, **{"game/rules/odds.yaml": table})
    assert (mistake.message, mistake.hints) == ("`rules#wound` leads nowhere", ("did you mean `rules#wounds`?",))
