"""Entries edited on their pages: what changes in their files, and that numbers follow as the program computes them."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from in_node import in_node, needs_node
from projects import open_project
from rule_calls import RUNTIME
from samples import ROOT, RULESETS, opened
from small_game import GAME
from test_conditional_fields import GAME as TOWER
from test_effects import GAME as SHIELDS
from test_form_options import GAME as SHORE

from sheetgen.build import Options, build
from sheetgen.formula.runtime import Leaf
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.ruleset.script import KINDS, LEFT_TO_SPEND, kinds_script
from sheetgen.model.ruleset_effects import script_effects
from sheetgen.site import entry_sources
from sheetgen.site.entry_forms import forms_script, values_script
from sheetgen.site.entry_sources import EntrySources
from sheetgen.site.games import SiteGame
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import SourceFile
from sheetgen.yaml.load import parse

pytestmark = needs_node
EDITOR = ROOT / "templates" / "assets" / "js" / "yaml-edit.js"
_EDIT = """
const yaml = require(data.editor);
return data.edits.map(([source, now]) => {
  try { return yaml.edited(source.text, source.node, source.fields, now); }
  catch (problem) { return { error: problem.message }; }
});
"""
_DERIVE = """
const page = require("node:vm").createContext({});
for (const script of data.scripts) require("node:vm").runInContext(script, page);
return data.entries.map(key => page.sheetgenRules.entry(
  data.game, key.split(":")[0], data.fields[key], (kind, id) => data.fields[kind + ":" + id]
));
"""


def source(computed: ComputedEntry, game: SiteGame) -> dict[str, Any]:
    """What the script of an entry's page says."""
    script = EntrySources(game.ruleset).script(computed.entry)
    said: dict[str, Any] = json.loads(script.partition("] = ")[2].removesuffix(";\n"))
    return said


def edited(*edits: tuple[dict[str, Any], dict[str, Any]]) -> list[Any]:
    texts: list[Any] = in_node(_EDIT, {"editor": str(EDITOR), "edits": edits})
    return texts


def derived(game: SiteGame, keys: list[str], fields: dict[str, Any]) -> list[dict[str, Any]]:
    """By the name of each value that follows from an entry its text, why and rule, as a browser computes them."""
    effects = script_effects(game.ruleset, [computed.entry for computed in game.entries.by_key.values()])
    scripts = [RUNTIME, kinds_script(game.ruleset, game.loaded.house, effects)]
    asked = {"scripts": scripts, "game": game.ruleset.id + KINDS, "entries": keys, "fields": fields}
    return [{value["name"]: value for value in answer} for answer in in_node(_DERIVE, asked)]


def leaves(tree: Any, name: str = "") -> dict[str, Leaf]:
    """All leaves by dotted name."""
    if isinstance(tree, Leaf):
        return {name: tree}
    parts = tree.items() if isinstance(tree, dict) else enumerate(tree)
    return {key: leaf for step, part in parts for key, leaf in leaves(part, f"{name}.{step}" if name else step).items()}


def game_of(ruleset: str) -> SiteGame:
    return next(game for game in opened()[1] if game.ruleset.id == ruleset)


def key_of(computed: ComputedEntry) -> str:
    return f"{computed.entry.kind.id}:{computed.id}"


def written(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], Any]]:
    """The single values of an entry, each with its path."""
    if isinstance(value, dict | list):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        return [leaf for step, part in parts for leaf in written(part, (*path, step))]
    return [(path, value)]


def changed(values: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy with another value at a path."""
    whole = copy.deepcopy(values)
    part = whole
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    return whole


# ---- the entries of all games


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_not_changed_stays_byte_for_byte_and_a_change_stays_in_its_line(ruleset: str) -> None:
    game, chance = game_of(ruleset), random.Random(16)
    edits, meant = [], []
    for computed in game.entries.by_key.values():
        said = source(computed, game)
        own = computed.entry.place.data
        edits.append((said, said["fields"]))
        meant.append(said["text"])
        numbers = [
            (path, value) for path, value in written(said["fields"]) if type(value) is int and _at(own, path) == value
        ]
        for path, value in chance.sample(numbers, min(2, len(numbers))):
            edits.append((said, changed(said["fields"], path, value + 1)))
            meant.append((said["text"], computed.entry.place.path, path, value + 1))
    for text, wanted in zip(edited(*edits), meant, strict=True):
        if isinstance(wanted, str):
            assert text == wanted
            continue
        before, _, path, value = wanted
        pairs = list(zip(before.split("\n"), text.split("\n"), strict=True))
        assert sum(old != new for old, new in pairs) == 1, (path, text)
        assert str(value) in next(new for old, new in pairs if old != new)


def _at(data: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return None
    return data


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_browser_computes_what_the_program_computes(ruleset: str) -> None:
    game = game_of(ruleset)
    every = game.entries.by_key.values()
    fields = {key_of(computed): source(computed, game)["fields"] for computed in every}
    asked = [computed for kind in game.entries.kinds() for computed in game.entries.of(kind.id)[:8]]
    answers = derived(game, [key_of(computed) for computed in asked], fields)
    for computed, answer in zip(asked, answers, strict=True):
        expected = {name: (leaf.why, leaf.rule) for name, leaf in leaves(computed.leaves).items()}
        assert {name: (value["why"], value["rule"]) for name, value in answer.items()} == expected, computed.id


# ---- one file, written and changed in every style

FILE = """\
# what stands here stays
name: "Grey, the heron"   # quoted
tier: 2
toughness: 38             # TB 3
affinities: {fire: weak,
             ice: resist}
attacks:
  # the first one
  - name: Beak            # sharp
    element: ice
    damage: 3
  - {name: 'Wing''s edge', element: fire, damage: 4}
friend: owl
secret: |
  It is not
  a heron.
summary: >-
  A bird that stands
  in the shallow water.
tags: [bird, grey]
"""
OWL = "{name: Owl, tier: 1, toughness: 20}\n"
BEAK = "  - name: Beak            # sharp\n    element: ice\n    damage: 3\n"
WING = "  - {name: 'Wing''s edge', element: fire, damage: 4}\n"
ATTACKS = [{"name": "Beak", "element": "ice", "damage": 3}, {"name": "Wing's edge", "element": "fire", "damage": 4}]
CRY = {"name": "Cry: long", "element": "ice"}
FOLDED = ">-\n  A bird that stands\n  in the shallow water."
EDITS: list[tuple[dict[str, Any], str, str]] = [
    ({"toughness": 41}, "toughness: 38 ", "toughness: 41 "),
    ({"name": 'He said "go"'}, '"Grey, the heron"', '"He said \\"go\\""'),
    ({"affinities": {"fire": "weak", "ice": "weak"}}, "ice: resist}", "ice: weak}"),
    ({"affinities": {"fire": "weak"}}, "fire: weak,\n             ice: resist", "fire: weak"),
    ({"secret": "It is not\na crane.\n"}, "a heron.\nsummary", "a crane.\nsummary"),
    ({"secret": "It is\n\n  - not\n"}, "  It is not\n  a heron.", "  It is\n\n    - not"),
    ({"summary": "A bird that stands in the deep water."}, "in the shallow", "in the deep"),
    ({"summary": "A grey bird that stands in the shallow water."}, "A bird", "A grey bird"),
    ({"summary": "no: # comment"}, FOLDED, ">-\n  no: # comment"),
    ({"tags": ["grey"]}, "[bird, grey]", "[grey]"),
    ({"tags": ["bird", "grey", "a, b"]}, "[bird, grey]", '[bird, grey, "a, b"]'),
    ({"tags": []}, "[bird, grey]", "[]"),
    ({"friend": None}, "friend: owl\n", ""),
    ({"source": "yes"}, "tags: [bird, grey]\n", "tags: [bird, grey]\nsource: yes\n"),
    ({"attacks": [{**ATTACKS[0], "damage": 5}, ATTACKS[1]]}, "    damage: 3", "    damage: 5"),
    ({"attacks": [ATTACKS[0], {**ATTACKS[1], "name": "It's"}]}, "'Wing''s edge'", "'It''s'"),
    ({"attacks": [ATTACKS[1]]}, BEAK, ""),
    ({"attacks": [ATTACKS[0]]}, WING, ""),
    ({"attacks": [*ATTACKS, CRY]}, WING, WING + '  - {name: "Cry: long", element: ice}\n'),
    ({"attacks": [ATTACKS[0], CRY, ATTACKS[1]]}, BEAK, BEAK + '  - {name: "Cry: long", element: ice}\n'),
    ({"attacks": [ATTACKS[0], {"name": "Wing's edge", "element": "fire"}]}, ", damage: 4", ""),
]
RULES = {name: text for name, text in GAME.items() if not name.startswith("beasts/")}
BIRDS = {**RULES, "beasts/heron.yaml": FILE, "beasts/owl.yaml": OWL}


@pytest.fixture
def birds(project: Any) -> SiteGame:
    folder = project(BIRDS)
    diagnostics = Diagnostics()
    game = open_project(folder, diagnostics)
    assert game is not None and [d.message for d in diagnostics] == []
    return game[1][0]


def test_a_change_is_written_in_the_style_that_stands_there(birds: SiteGame) -> None:
    said = source(birds.entries.by_key["beast", "heron"], birds)
    wanted = ({**said["fields"], **values} for values, _, _ in EDITS)
    edits = [(said, {name: value for name, value in fields.items() if value is not None}) for fields in wanted]
    for (values, old, new), text in zip(EDITS, edited(*edits), strict=True):
        assert FILE.count(old) == 1, old
        assert text == FILE.replace(old, new)
        diagnostics = Diagnostics()
        document = parse(SourceFile(Path(), "heron.yaml", text), diagnostics)
        assert document is not None and diagnostics.is_empty, text
        data: Any = document.data
        assert {name: data.get(name) for name in values} == values


@pytest.mark.parametrize(
    "value",
    ["no", "5", "1.5", "true", "~", "- a", "a: b", "a #b", "#", "'", '"', "[x]", "{x", "*a", "&a", "!a", "%", "@", "`",
     "a\nb", " a", "a ", "a:", "\\n", "\t", "\u2028", "\u0085", "𝔊 gamma", "?", "---", "a,b", "]", "<<", "|", ">"],
)  # fmt: skip
def test_any_text_is_read_back_as_it_was_written(birds: SiteGame, value: str) -> None:
    said = source(birds.entries.by_key["beast", "heron"], birds)
    fields = said["fields"]
    new = {
        **fields,
        "name": value,
        "secret": value,
        "summary": value,
        "tags": [value, *fields["tags"]],
        "source": value,
    }
    [text] = edited((said, new))
    diagnostics = Diagnostics()
    document = parse(SourceFile(Path(), "heron.yaml", text), diagnostics)
    assert document is not None and diagnostics.is_empty, text
    data: Any = document.data
    read = [data[name] for name in ("name", "secret", "summary", "source")] + [data["tags"][0]]
    assert {value if getattr(given, "written", given) in (value, True, None) else given for given in read} == {value}


def test_what_several_places_share_is_not_changed_here(project: Any) -> None:
    text = "name: Heron\ntier: 1\ntoughness: 30\nattacks:\n  - &a {name: Beak, element: ice}\n  - *a\n"
    game = open_project(project({**RULES, "beasts/heron.yaml": text}), Diagnostics())
    assert game is not None
    said = source(game[1][0].entries.by_key["beast", "heron"], game[1][0])
    assert said["node"][2]["attacks"][2][2] == [None, None]
    [same, other] = edited((said, said["fields"]), (said, {**said["fields"], "attacks": said["fields"]["attacks"][:1]}))
    assert same == text and other == {"error": "shared"}


def test_an_entry_among_others_of_its_file_is_edited_alone(project: Any) -> None:
    lines = [
        "# all\n",
        "owl:\n  name: Owl\n  tier: 1\n  toughness: 20\n",
        "heron: {name: Heron, tier: 2,\n  toughness: 30}\n",
    ]
    game = open_project(project({**RULES, "beasts/all.yaml": "".join(lines)}), Diagnostics())
    assert game is not None
    entries = game[1][0].entries.by_key
    owl, heron = (source(entries["beast", name], game[1][0]) for name in ("owl", "heron"))
    assert (owl["text"], heron["text"], owl["whole"]) == (lines[1], lines[2], False)
    assert "".join(lines)[heron["start"] : heron["end"]] == lines[2]
    changes = [(said, {**said["fields"], "tier": 9, "source": "Book"}) for said in (owl, heron)]
    assert edited(*changes) == [
        "owl:\n  name: Owl\n  tier: 9\n  toughness: 20\n  source: Book\n",
        "heron: {name: Heron, tier: 9,\n  toughness: 30, source: Book}\n",
    ]


def test_numbers_follow_a_change_as_they_do_once_it_is_saved(birds: SiteGame) -> None:
    heron = birds.entries.by_key["beast", "heron"]
    said, owl = source(heron, birds), source(birds.entries.by_key["beast", "owl"], birds)
    new = {**said["fields"], "toughness": 71, "attacks": []}
    [text] = edited((said, new))
    [answer] = derived(birds, ["beast:heron"], {"beast:heron": new, "beast:owl": owl["fields"]})
    file = heron.entry.place.document.file.path
    file.write_text(text, "utf-8")
    again = open_project(file.parent.parent, Diagnostics())
    assert again is not None
    expected = leaves(again[1][0].entries.by_key["beast", "heron"].leaves)
    assert {name: (v["text"], v["why"]) for name, v in answer.items()} == {
        name: (str(leaf.value), leaf.why) for name, leaf in expected.items()
    }
    assert (answer["wounds.heavy"]["text"], answer["TB"]["text"]) == ("3", "7")


def test_only_the_edition_of_game_masters_has_what_pages_are_edited_with(project: Any) -> None:
    for player in (False, True):
        folder = project({name: text for name, text in BIRDS.items() if name != "beasts/heron.yaml"})
        assert build(Options(folder, folder / "out", pdf=False, player=player)).published
        site = folder / "out" / "small"
        page = (site / "beasts" / "owl.html").read_text("utf-8")
        scripts = [*site.rglob("*.edit.js"), *(folder / "out" / "assets" / "rules").glob("*-*.js")]
        assert bool(scripts) is ("data-edit" in page) is not player
        assert "data-play" in page and [*site.rglob("*.play.js")], "players cross off on their own pages"


def test_what_is_not_written_is_worked_out_once_for_all_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("persona")
    sources, (_, computed) = EntrySources(game.ruleset), next(iter(game.entries.by_key.items()))
    script = sources.script(computed.entry)
    assert script == EntrySources(game.ruleset).script(computed.entry)
    monkeypatch.setattr(
        type(game.ruleset.compiler), "default", lambda *of: pytest.fail("a default is worked out again")
    )
    monkeypatch.setattr(entry_sources, "fill_of", lambda *of: pytest.fail("a fill is worked out again"))
    assert sources.script(computed.entry) == script


def test_effects_of_terms_and_entries_follow_a_change(project: Any) -> None:
    ruleset = RULES["game/ruleset.yaml"].replace(
        "ice: {title: Ice, code: Ic}", 'ice: {title: Ice, code: Ic, effects: [{target: TB, add: "len(name)"}]}'
    )
    beast = RULES["game/kinds/beast.yaml"].replace(
        "friend: ref beast, optional", 'friend: ref beast, optional\n          gifts: "list of effect, default []"'
    )
    assert ruleset != RULES["game/ruleset.yaml"] and beast != RULES["game/kinds/beast.yaml"]
    rules = {**RULES, "game/ruleset.yaml": ruleset, "game/kinds/beast.yaml": beast}
    gift = '{target: wounds.light, add: self.tier, when: "TB > 1"}, {target: tier, set: "7", on: itself, name: Pride}'
    owl = f"{{name: Owl, tier: 5, toughness: 20, gifts: [{gift}]}}\n"
    text = "name: Heron\ntier: 2\ntoughness: 30\nfriend: owl\nattacks:\n  - {name: Beak, element: ice}\n"
    opened_project = open_project(project({**rules, "beasts/owl.yaml": owl, "beasts/heron.yaml": text}), Diagnostics())
    assert opened_project is not None
    [game] = opened_project[1]
    said = {key_of(computed): source(computed, game)["fields"] for computed in game.entries.by_key.values()}
    for computed in game.entries.of("beast"):
        [answer] = derived(game, [key_of(computed)], said)
        expected = {name: (str(leaf.value), leaf.why) for name, leaf in leaves(computed.leaves).items()}
        assert {name: (value["text"], value["why"]) for name, value in answer.items()} == expected
    heron = {"name": "Heron", "tier": 2, "toughness": 10}
    [alone] = derived(game, ["beast:heron"], {**said, "beast:heron": heron})
    assert (alone["TB"]["text"], alone["wounds.light"]["text"]) == ("6", "6"), "a friend's gift is gone with the friend"


# ---- options chosen of other entries

IRONCLAD = """
    name: Ironclad
    options:
      - {name: Light, ticked: true, text: You may run., effects: [{target: defense, add: 1}]}
      - {id: b, name: "Zwölf Heavy", effects: [{target: defense, add: 2}, {target: speed, set: "0", name: Weight}]}
      - {text: For war., effects: [{target: strength, add: "len([o for o in row.asset.options if o.ticked])"},
                                   {target: TB, add: "len([o for o in self.options if o.ticked])"}]}
    """
RAVEN = "{name: Raven, options: [{id: '2', effects: [{target: speed, add: 1}]}, {name: Sly}, {name: sly}]}\n"
CHOSEN: list[list[dict[str, Any]]] = [
    [],
    [{"asset": "ironclad"}],
    [{"asset": "ironclad", "bought": ["B"]}],
    [{"asset": "ironclad", "bought": ["zwolf-heavy", "3"]}],
    [{"asset": "ironclad", "bought": ["light", "2", "b"]}, {"asset": "raven", "bought": ["2"]}],
    [{"asset": "raven", "bought": ["SLY", "1"]}, {"asset": "raven", "bought": ["3"]}],
    [{"asset": "ironclad", "bought": ["3"]}, {"asset": "ironclad", "bought": ["b"]}, {"asset": "raven"}],
]
"""What heroes have and have chosen of it: by ids, names and numbers, in any spelling."""


def test_a_browser_computes_what_follows_from_chosen_options(project: Any) -> None:
    kind = SHIELDS["game/kinds/hero.yaml"].replace(
        "stance: ", "every: '[[o.text, o.ticked] for a in assets for o in a.bought]'\n          stance: "
    )
    assert kind != SHIELDS["game/kinds/hero.yaml"]
    when = "len([o for a in assets for o in a.bought if o.ticked]) > 1"
    kind = kind.replace("traits:", f"burden: {{type: 'integer, default 3', when: '{when}'}}\n          traits:", 1)
    kind = kind.replace("none_yet: 0", "none_yet: 0 if burden == none else burden")
    heroes = {
        f"heroes/h{number}.yaml": json.dumps({"name": f"H{number}", "strength": 8, "armour": {}, "assets": assets})
        for number, assets in enumerate(CHOSEN)
    }
    assets = {"assets/ironclad.yaml": IRONCLAD, "assets/raven.yaml": RAVEN}
    _assert_a_browser_computes_the_same(project({**SHIELDS, "game/kinds/hero.yaml": kind, **assets, **heroes}))


def test_chosen_options_are_written_in_their_line_and_count_as_they_do_once_saved(project: Any) -> None:
    folder = project(SHORE)
    opened_project = open_project(folder, Diagnostics())
    assert opened_project is not None
    game = opened_project[1][0]
    said = {key_of(computed): source(computed, game)["fields"] for computed in game.entries.by_key.values()}
    bea = source(game.entries.by_key["hero", "bea"], game)
    assets = [{"asset": "iron", "bought": ["Heavy"]}, {"asset": "bird", "bought": ["3", "2"]}]
    new = {**bea["fields"], "assets": assets, "rigging": ["2", "sly"]}
    [text] = edited((bea, new))
    before = (folder / "heroes/bea.yaml").read_text("utf-8")
    assert [line for line in text.splitlines() if line not in before.splitlines()] == [
        "  - {asset: iron, bought: [Heavy]}",
        '  - {asset: bird, bought: [3, "2"]}',
        'rigging: ["2", sly]',
    ]
    [answer] = derived(game, ["hero:bea"], {**said, "hero:bea": new})
    (folder / "heroes/bea.yaml").write_text(text, "utf-8")
    again = open_project(folder, Diagnostics())
    assert again is not None
    saved = again[1][0].entries.by_key["hero", "bea"]
    assert {name: value["why"] for name, value in answer.items()} == {
        name: leaf.why for name, leaf in leaves(saved.leaves).items()
    }
    assert saved.value("told") == [
        "You may run.",
        "You may not run, nor swim, nor climb, nor hide from anybody who has ears.",
        "It speaks.",
        "It returns.",
    ]


def test_only_games_with_options_bring_something_for_them(project: Any) -> None:
    opened_project = open_project(project(SHORE), Diagnostics())
    assert opened_project is not None
    for game, brings in ((opened_project[1][0], True), (game_of("persona"), False)):
        every = [computed.entry for computed in game.entries.by_key.values()]
        forms = forms_script(game.ruleset, every)
        assert all((part in forms) is brings for part in ('"chosen":', '"boxes":', '"yes":'))
        assert ("boxes-" in values_script(game.ruleset, game.loaded.house, every)) is brings
    said = json.loads(forms_script(opened_project[1][0].ruleset, []).rpartition("] = ")[2].removesuffix(";\n"))
    [choice] = [field["shape"] for field in said["kinds"]["hero"]["fields"] if field["name"] == "rigging"]
    assert choice == {"type": "options", "of": "asset", "beside": "ship"}
    assert said["kinds"]["hero"]["boxes"]["again"] == {"text": "said", "ticked": "has", "rows": "every"}


def test_a_choice_may_exist_only_at_times(project: Any) -> None:
    ruleset = SHIELDS["game/ruleset.yaml"].replace(
        "bought: options of asset",
        'level: "integer, default 0", bought: {type: options of asset, when: level > 1}',
    )
    owned = [{}, {"level": 2}, {"level": 2, "bought": ["b"]}]
    heroes = {
        f"heroes/h{number}.yaml": json.dumps(
            {"name": f"H{number}", "strength": 8, "armour": {}, "assets": [{"asset": "ironclad", **given}]}
        )
        for number, given in enumerate(owned)
    }
    assert ruleset != SHIELDS["game/ruleset.yaml"]
    files = {**SHIELDS, "game/ruleset.yaml": ruleset, "assets/ironclad.yaml": IRONCLAD, **heroes}
    _assert_a_browser_computes_the_same(project(files))


def test_a_form_hides_nothing_that_chosen_options_decide(project: Any) -> None:
    when = "sum([len(a.bought) for a in assets]) > 2"
    kind = SHIELDS["game/kinds/hero.yaml"].replace(
        "traits:", f"oath: {{type: text, when: '{when}'}}\n          traits:", 1
    )
    opened_project = open_project(project({**SHIELDS, "game/kinds/hero.yaml": kind}), Diagnostics())
    assert opened_project is not None
    game = opened_project[1][0]
    scripts = [RUNTIME, kinds_script(game.ruleset, game.loaded.house)]
    entries = [("ref hero", {"strength": 8, "assets": assets}) for assets in ([], [{"asset": "x", "bought": ["1"]}])]
    given = {"scripts": scripts, "game": game.ruleset.id + KINDS, "entries": entries, "fields": {}}
    assert in_node(_ABSENT, given) == [["oath"], []]


def test_a_browser_computes_what_follows_from_options_in_any_game(project: Any) -> None:
    _assert_a_browser_computes_the_same(project(SHORE))
    _assert_a_browser_computes_the_same(ROOT / "tests/games/ironsworn/campaign")


def _assert_a_browser_computes_the_same(folder: Path) -> None:
    diagnostics = Diagnostics()
    opened_project = open_project(folder, diagnostics)
    assert opened_project is not None and [d.message for d in diagnostics] == []
    [game] = opened_project[1]
    every = list(game.entries.by_key.values())
    said = {key_of(computed): source(computed, game)["fields"] for computed in every}
    for computed, answer in zip(every, derived(game, list(said), said), strict=True):
        expected = leaves(computed.leaves)
        computed_here = {name: value for name, value in answer.items() if not name.startswith(LEFT_TO_SPEND)}
        assert {name: (value["why"], value["rule"]) for name, value in computed_here.items()} == {
            name: (leaf.why, leaf.rule) for name, leaf in expected.items()
        }, computed.id
        numbers = {name: leaf.value for name, leaf in expected.items() if type(leaf.value) is int}
        assert {name: computed_here[name]["text"].replace("−", "-") for name in numbers} == {
            name: str(value) for name, value in numbers.items()
        }, computed.id


# ---- what happens in play, written back

MARKS = {
    "action-dice": "Durability Health Mana Vigor",
    "blackout": "Acid Corroded Exhausted Fatigued HP Stamina Vulnerable Warded",
    "persona": "Deadly Fate Heavy Light Stress",
    "persona-classic": "Fate Wounds",
    "world-shapers": "Vitality WP",
}
"""What is crossed off a character of each game and has a place in its file."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_crossed_off_has_its_place_in_the_file_of_a_character(ruleset: str) -> None:
    game = game_of(ruleset)
    script = forms_script(game.ruleset, [computed.entry for computed in game.entries.of("character")])
    form = json.loads(script.rpartition("] = ")[2].removesuffix(";\n"))["kinds"]["character"]
    assert sorted(form["marks"]) == MARKS[ruleset].split()
    assert len(form["conditions"]) == 1


def test_what_is_crossed_off_a_persona_has_its_place_in_its_file() -> None:
    game = game_of("persona")
    script = forms_script(game.ruleset, [computed.entry for computed in game.entries.of("persona")])
    form = json.loads(script.rpartition("] = ")[2].removesuffix(";\n"))["kinds"]["persona"]
    assert sorted(form["marks"]) == ["Deadly", "Heavy", "Light"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_round_of_a_fight_can_have_its_event(ruleset: str) -> None:
    kinds = [kind for kind in game_of(ruleset).ruleset.kinds.values() if kind.model.roster]
    assert kinds and all(kind.model.events for kind in kinds)


def test_fields_that_exist_only_at_times_follow_a_change(project: Any) -> None:
    opened_project = open_project(project(TOWER), Diagnostics())
    assert opened_project is not None
    [game] = opened_project[1]
    said = {key_of(computed): source(computed, game)["fields"] for computed in game.entries.by_key.values()}
    keys = list(said)
    for key, answer in zip(keys, derived(game, keys, said), strict=True):
        computed = next(other for other in game.entries.by_key.values() if key_of(other) == key)
        expected = {name: (str(leaf.value), leaf.why) for name, leaf in leaves(computed.leaves).items()}
        assert {name: (value["text"], value["why"]) for name, value in answer.items()} == expected
    wizard, fighter = {**said["hero:bob"], "calling": "wizard"}, {**said["hero:ann"], "calling": "fighter", "mana": 9}
    [[grown], [fallen]] = [derived(game, ["hero:x"], {"hero:x": values}) for values in (wizard, fighter)]
    assert (grown["power"]["text"], fallen["power"]["text"]) == ("3", "0"), "the default, and none"


_ABSENT = _DERIVE.partition("return")[0] + "return data.entries.map(([holder, fields]) => "
_ABSENT += "page.sheetgenRules.absent(data.game, holder, fields));"


def test_a_form_knows_which_fields_there_are(project: Any) -> None:
    opened_project = open_project(project(TOWER), Diagnostics())
    assert opened_project is not None
    game = opened_project[1][0]
    scripts = [RUNTIME, kinds_script(game.ruleset, game.loaded.house)]
    asked = [
        ("ref hero", {"calling": "fighter"}),
        ("ref hero", {"calling": "wizard"}),
        ("ref hero", {"calling": "wizard", "mana": 4}),
        ("weapon", {"name": "Axe"}),
        ("weapon", {"name": "Bow", "ranged": True}),
        ("ref hero", {}),
    ]
    given = {"scripts": scripts, "game": game.ruleset.id + KINDS, "entries": asked, "fields": {}}
    missing = [
        ["mana", "spells", "staff"],
        ["oath", "staff"],
        ["oath"],
        ["range"],
        [],
        ["mana", "oath", "spells", "staff"],
    ]
    assert [sorted(names) for names in in_node(_ABSENT, given)] == missing
