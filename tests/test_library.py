"""Entries by id: variants, references, addresses, names of every sort. Expectations stand on the offending line."""

from __future__ import annotations

import os
from textwrap import dedent

import pytest
from projects import Write, expected, loaded, places_of
from small_game import GAME

from sheetgen.model.ruleset import kinds
from sheetgen.text import source

MISTAKES = {
    "beasts/wrong-parent.yaml": """
        name: Wrong parent
        extends: oter                        # !unknown-reference
        """,
    "beasts/own-parent.yaml": """
        name: Own parent
        extends: own-parent                  # !extends-cycle
        """,
    "beasts/circle-a.yaml": """
        name: A
        extends: circle-b                    # !extends-cycle
        """,
    "beasts/circle-b.yaml": """
        name: B
        extends: circle-c
        """,
    "beasts/circle-c.yaml": """
        name: C
        extends: circle-a
        """,
    "beasts/parent.yaml": """
        name: Parent
        tier: high                           # !wrong-type
        toughness: 30
        """,
    "beasts/child.yaml": """
        name: Child of a broken parent, which is told there only
        extends: parent
        """,
    "beasts/friend.yaml": """
        name: Friend of nobody
        tier: 1
        toughness: 30
        friend: nobody                       # !unknown-reference
        """,
    "beasts/friend-of-friend.yaml": """
        name: Friend of somebody broken, which is told there only
        tier: 1
        toughness: 30
        friend: friend
        """,
    "beasts/several.yaml": """
        - {name: One, tier: 1, toughness: 10}
        - {name: Two, tier: 1, toughness: 200}   # !out-of-range
        - {name: one, tier: 1, toughness: 10}    # !duplicate-address
        - 12                                     # !wrong-type
        - {tier: 1, toughness: 10}               # !missing-field
        """,
    "beasts/by-id.yaml": """
        three: {name: Three, tier: 1, toughness: 10}
        four: {name: Four, tier: 1}              # !missing-field
        """,
    "beasts/nameless.yaml": """
        tier: 1
        name: "  "                               # !missing-field
        toughness: 10
        """,
    "beasts/nameless-ones.yaml": """
        - tier: 1
          name: ""                               # !missing-field
          toughness: 10
        """,
    "beasts/elsewhere.yaml": """
        name: Elsewhere
        ruleset: other                           # !wrong-ruleset
        hp: 12
        """,
    "besats/stray.yaml": """
        name: Stray                              # !project
        """,
}


def test_every_mistake_is_told_once_at_its_line(project: Write) -> None:
    game, diagnostics = loaded(project({**GAME, **MISTAKES}))
    assert places_of(diagnostics) == expected(MISTAKES)
    assert sorted(game.library.ids) == ["one", "otter", "three"]
    assert game.table is not None and len(game.table.entries) == 3


def test_a_stray_file_is_told_the_nearest_folder(project: Write) -> None:
    _, diagnostics = loaded(project({**GAME, "besats/stray.yaml": "name: Stray\n"}))
    [mistake] = diagnostics
    assert mistake.hints == ("did you mean `beasts`?",)


def test_a_reference_by_name_is_told_the_id(project: Write) -> None:
    friend = "{name: Friend, tier: 1, toughness: 30, friend: Gull of record}"
    gull = "{name: Gull of Record, tier: 1, toughness: 9}"
    _, diagnostics = loaded(project({**GAME, "beasts/g.yaml": gull, "beasts/f.yaml": friend}))
    [mistake] = diagnostics
    assert (mistake.code, mistake.hints) == ("unknown-reference", ("its id is `g`",))


@pytest.mark.parametrize(("given", "said"), [("[a]", "a list"), ("{a: b}", "a mapping")])
def test_only_an_id_can_be_extended(project: Write, given: str, said: str) -> None:
    files = {"beasts/a.yaml": f"name: A\nextends: {given}   # !wrong-type\n", "beasts/b.yaml": "name: B\nextends: a\n"}
    _, diagnostics = loaded(project({**GAME, **files}))
    assert places_of(diagnostics) == expected(files)
    assert [diagnostic.message for diagnostic in diagnostics] == [
        f"`extends` takes the id of another beast, not {said}"
    ]


def test_a_key_that_is_a_number_is_an_unknown_field(project: Write) -> None:
    _, diagnostics = loaded(project({**GAME, "beasts/a.yaml": "name: A\ntier: 1\ntoughness: 9\n1: x\n"}))
    [mistake] = diagnostics
    assert (mistake.code, mistake.message, str(mistake.span)) == (
        "unknown-field",
        "a beast has no field called `1`",
        "beasts/a.yaml:4:1",
    )


def test_a_variant_replaces_merges_and_keeps(project: Write) -> None:
    game, diagnostics = loaded(project({
        **GAME,
        "beasts/a-heron.yaml": "name: Heron\nextends: otter\ntier: 3\naffinities: {ice: resist}\nattacks: []\n",
        "beasts/b-crane.yaml": "extends: a-heron\nname: Crane\ntags: [tall]\n",
    }))  # fmt: skip
    assert not list(diagnostics)
    heron, crane = (game.library.find(name)[0] for name in ("a-heron", "b-crane"))
    assert (heron.fields["tier"], heron.fields["toughness"], heron.fields["attacks"]) == (3, 45, [])
    assert heron.fields["affinities"] == {"fire": "weak", "ice": "resist"}
    assert (crane.name, crane.fields["tier"], crane.fields["tags"]) == ("Crane", 3, ["tall"])
    assert crane.fields["secret"] == "It owes everybody money."
    assert [place.document.file.name for place in crane.places] == [
        "beasts/b-crane.yaml", "beasts/a-heron.yaml", "beasts/otter.yaml"
    ]  # fmt: skip
    assert str(crane.span("toughness")) == "beasts/otter.yaml:3:12"


def test_a_variant_takes_over_no_alias_id_or_stated_value(project: Write) -> None:
    otter = GAME["beasts/otter.yaml"].rstrip() + "\n        aliases: [Slick]\n        stated: {kill_at: 14}\n"
    heron = "extends: otter\nname: Heron\ntoughness: 80\n"
    game, diagnostics = loaded(project({**GAME, "beasts/otter.yaml": otter, "beasts/heron.yaml": heron}))
    assert not list(diagnostics)
    fields = game.library.find("heron")[0].fields
    assert (fields["aliases"], fields["stated"], fields["id"]) == ([], {}, "heron")


def test_a_value_that_the_parent_has_wrong_is_not_told_again(project: Write) -> None:
    files = {"beasts/a.yaml": "name: A\ntier: 99   # !out-of-range\ntoughness: 1\n",
             "beasts/b.yaml": "name: B\nextends: a\ntoughness: 999   # !out-of-range\n"}  # fmt: skip
    _, diagnostics = loaded(project({**GAME, **files}))
    assert places_of(diagnostics) == expected(files)


def test_entries_may_refer_to_each_other(project: Write) -> None:
    pair = {"beasts/a.yaml": "name: A\ntier: 1\ntoughness: 1\nfriend: b\n",
            "beasts/b.yaml": "name: B\ntier: 1\ntoughness: 1\nfriend: a\n"}  # fmt: skip
    game, diagnostics = loaded(project({**GAME, **pair}))
    assert not list(diagnostics) and {"a", "b"} <= set(game.library.ids)
    assert game.library.find("a")[0].references == ((("friend",), "beast", "b"),)


@pytest.mark.parametrize(
    ("name", "identity"),
    [
        ("Ängström O’Malley", "angstrom-omalley"),
        ("'Quoted' & \"double\"", "quoted-double"),
        ("<script>alert(1)</script>", "script-alert-1-script"),
        ("影の女王", "影の女王"),
        ("ظل البحر", "ظل-البحر"),
        ("../../etc/passwd", "etc-passwd"),
        ("x" * 300, "x" * 80),
        ("C:\\con", "c-con"),
    ],
)
def test_names_become_addresses_that_stay_in_their_folder(project: Write, name: str, identity: str) -> None:
    text = f"- name: {name!r}\n  tier: 1\n  toughness: 10\n" if '"' not in name else (
        "- name: |-\n    'Quoted' & \"double\"\n  tier: 1\n  toughness: 10\n"
    )  # fmt: skip
    game, diagnostics = loaded(project({**GAME, "beasts/many.yaml": text.replace("\\\\", "\\")}))
    assert not list(diagnostics)
    assert game.library.get("beast", identity)


@pytest.mark.parametrize("identity", ["../escape", "/etc/passwd", "a/b", "..", "a\\b", "%2e%2e"])
def test_an_id_is_no_path(project: Write, identity: str) -> None:
    text = f"id: {identity}\nname: Path\ntier: 1\ntoughness: 10\n"
    game, _ = loaded(project({**GAME, "beasts/path.yaml": text}))
    assert not [name for name in game.library.ids if set(name) & set("/\\.%")]


@pytest.mark.parametrize("key", ["../escape", "a/b", ".."])
def test_a_key_is_no_path_either(project: Write, key: str) -> None:
    game, _ = loaded(project({**GAME, "beasts/keys.yaml": f"{key!r}: {{name: Path, tier: 1, toughness: 10}}\n"}))
    assert not [name for name in game.library.ids if set(name) & set("/\\.%")]


def test_hidden_files_are_no_entries_and_capitals_do_not_matter(project: Write) -> None:
    gull = "name: Gull\ntier: 1\ntoughness: 9\n"
    hidden = [".hidden.yaml", "beasts/._x.yaml", "beasts/.#gull.yaml", "beasts/.old/gull.yaml", ".cache/x.yaml"]
    seen = ["beasts/LOUD.YAML", "beasts/deep/er.yml", "beast-More.YML", "beasts.YAML"]
    files = {**GAME, **dict.fromkeys([*hidden, "game/kinds/.#beast.yaml", "game/rules/._w.yaml"], gull)}
    files |= {path: gull.replace("Gull", f"Gull {number}") for number, path in enumerate(seen)}
    game, diagnostics = loaded(project(files))
    assert not list(diagnostics)
    assert sorted(game.library.ids) == ["beast-more", "beasts", "er", "loud", "otter"]


def test_a_stray_file_in_capitals_is_told_too(project: Write) -> None:
    _, diagnostics = loaded(project({**GAME, "elsewhere/STRAY.YML": "name: Stray\n", "game/entries/x.YAML": "a: 1\n"}))
    assert places_of(diagnostics) == [("elsewhere/STRAY.YML", 1, "project"), ("game/entries/x.YAML", 1, "project")]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("given", "name: Index Finger\nid: index   # !duplicate-address\ntier: 1\ntoughness: 10\n"),
        ("index", "tier: 1\nname: Index Finger   # !duplicate-address\ntoughness: 10\n"),
        (
            "keys",
            "Two: {name: Two, tier: 1, toughness: 1}\nIndex: {name: I, tier: 1, toughness: 1} # !duplicate-address",
        ),
    ],
)
def test_no_entry_takes_the_address_of_the_list(project: Write, name: str, text: str) -> None:
    files = {f"beasts/{name}.yaml": text}
    _, diagnostics = loaded(project({**GAME, **files}))
    assert places_of(diagnostics) == expected(files)
    assert [diagnostic.hints for diagnostic in diagnostics] == [("give the entry another `id`",)]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("con", "name: Con   # !duplicate-address\n", "the address beast/con has the part `con`"),
        ("a", "name: Nil\nid: NUL   # !duplicate-address\n", "the address beast/nul has the part `nul`"),
        ("b", 'name: Nix\nid: "!"   # !missing-field\n', "a beast needs `id`"),
        ("fire", 'id: ""\nname: "?"   # !missing-field\n', "a beast needs `id`"),
    ],
)
def test_an_address_that_no_file_can_have_is_told_where_it_comes_from(
    project: Write, name: str, text: str, message: str
) -> None:
    """Windows keeps some names for devices; an address is made of letters and digits."""
    files = {f"beasts/{name if name != 'fire' else '🔥'}.yaml": text + "tier: 1\ntoughness: 10\n"}
    _, diagnostics = loaded(project({**GAME, **files}))
    assert places_of(diagnostics) == expected(files)
    assert [diagnostic.message.startswith(message) for diagnostic in diagnostics] == [True]


@pytest.mark.skipif(os.name == "nt", reason="links want rights there")
def test_links_out_of_the_campaign_are_not_followed(project: Write, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "stranger.yaml"
    outside.write_text("name: Stranger\ntier: 1\ntoughness: 10\n", encoding="utf-8")
    folder = project(GAME)
    (folder / "beasts" / "linked.yaml").symlink_to(outside)
    (folder / "beasts" / "folder").symlink_to(outside.parent, target_is_directory=True)
    game, diagnostics = loaded(folder)
    assert game.library.ids == ["otter"]
    assert [(diagnostic.message, diagnostic.hints) for diagnostic in diagnostics] == [
        ("`beasts/linked.yaml` is a link that leads out of the folder", ("put the file itself there",))
    ]
    assert places_of(diagnostics) == [("beasts/linked.yaml", 1, "unreadable-file")]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"name: Caf\xe9\n", "1:10"),
        (b"\xef\xbb\xbfname: Cat\r\ntier: 1\r\nsummary: \xc3\xa9t\xe9\r\n", "3:12"),
        ("name: Cat\n".encode("utf-16"), "1:1"),
    ],
)
def test_a_file_in_another_encoding_is_told_the_place(project: Write, data: bytes, place: str) -> None:
    folder = project(GAME)
    (folder / "beasts" / "bad.yaml").write_bytes(data)
    [mistake] = loaded(folder)[1]
    assert (mistake.code, str(mistake.span)) == ("unreadable-file", f"beasts/bad.yaml:{place}")
    assert (mistake.message, mistake.hints) == ("`beasts/bad.yaml` is not UTF-8 text", ("save it as UTF-8",))


@pytest.mark.skipif(os.name == "nt", reason="there are no pipes in folders there, and links want rights")
def test_only_files_are_read(project: Write) -> None:
    folder = project(GAME)
    os.mkfifo(folder / "beasts" / "pipe.yaml")
    os.mkfifo(folder / "game" / "rules" / "pipe.yaml")
    (folder / "beasts" / "folder.yaml").mkdir()
    (folder / "beasts" / "dangling.yaml").symlink_to("nowhere.yaml")
    (folder / "beasts" / "huge.yaml").write_text("#" * (source.LARGEST_FILE + 1))
    game, diagnostics = loaded(folder)
    assert game.library.ids == ["otter"]
    assert [diagnostic.message for diagnostic in diagnostics] == [
        "`beasts/dangling.yaml` is a link that leads nowhere",
        "`beasts/folder.yaml` is a folder, not a file",
        "`beasts/huge.yaml` is 4,000,001 bytes; the most that is read is 4,000,000",
        "`beasts/pipe.yaml` is a pipe or a device, not a file",
        "`game/rules/pipe.yaml` is a pipe or a device, not a file",
    ]
    assert all(
        diagnostic.code == "unreadable-file" and diagnostic.span and diagnostic.hints for diagnostic in diagnostics
    )


def test_a_bomb_of_aliases_is_refused_in_a_moment(project: Write) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    _, diagnostics = loaded(project({**GAME, "beasts/bomb.yaml": "\n".join([*lines, "name: Bomb", ""])}))
    assert {diagnostic.code for diagnostic in diagnostics} <= {"yaml-syntax", "yaml-limits"} and len(diagnostics) >= 1


def test_a_huge_number_is_out_of_range_or_no_number(project: Write) -> None:
    files = {"beasts/a.yaml": f"name: A\ntier: 1\ntoughness: {'9' * 30}   # !out-of-range\n",
             "beasts/b.yaml": f"name: B\ntier: 1\ntoughness: {'9' * 3000}   # !wrong-type\n",
             "beasts/c.yaml": "name: C\ntier: 1e400   # !wrong-type\ntoughness: 1\n",
             "beasts/d.yaml": "name: D\ntier: 1\ntoughness: 1\nhoard: 2000000000000000   # !out-of-range\n",
             "beasts/e.yaml": "name: E\ntier: 1\ntoughness: 1\nweight: 2e15   # !out-of-range\n",
             "beasts/f.yaml": "name: F\ntier: 1\ntoughness: 1\nhoard: 1000000000000000\n"}  # fmt: skip
    kind = GAME["game/kinds/beast.yaml"]
    fields, worth = "  hoard: integer 0.., default 0\n  weight: number, default 0\n", '{"gold": hoard, "kilos": weight}'
    kind = dedent(kind).replace("derive:", f"{fields}derive:\n  worth: '{worth}'", 1)
    _, diagnostics = loaded(project({**GAME, **files, "game/kinds/beast.yaml": kind}))
    assert places_of(diagnostics) == expected(files)


def test_dead_references_are_told_beside_other_mistakes_of_an_entry(project: Write) -> None:
    """All mistakes of an entry come together; what is of another type refers to nothing."""
    kind = dedent(GAME["game/kinds/beast.yaml"]).replace("derive:", "  pack: list of ref beast, default []\nderive:", 1)
    files = {
        "beasts/a.yaml": "name: A\ntier: 99   # !out-of-range\ntoughness: 1\nfriend: oter   # !unknown-reference\n",
        "beasts/b.yaml": "name: B\nx: 1   # !unknown-field\ntier: 1\ntoughness: 1\n"
        "pack:\n- otter\n- nobody   # !unknown-reference\n",
        "beasts/c.yaml": "name: C\ntier: 1\ntoughness: 1\npack: otters   # !wrong-type\n",
    }
    _, diagnostics = loaded(project({**GAME, **files, "game/kinds/beast.yaml": kind}))
    assert places_of(diagnostics) == expected(files)


def test_a_key_without_its_value_is_where_the_value_is_missing(project: Write) -> None:
    files = {
        "beasts/a.yaml": "name: A\ntier:   # !missing-field\ntoughness: 1\n",
        "beasts/b.yaml": "name: B\ntier: 1\ntoughness: 1\nattacks:\n  - name: Bite\n    element:   # !missing-field\n",
    }
    _, diagnostics = loaded(project({**GAME, **files}))
    assert places_of(diagnostics) == expected(files)


def test_what_fields_hold_is_decided_once_for_a_kind(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many entries ask which of their fields refer, choose, bring effects or have formulas in them."""
    decided: list[object] = []
    holding = kinds.holding
    monkeypatch.setattr(kinds, "holding", lambda *given: decided.append(given) or holding(*given))
    counts = []
    for number in (1, 30):
        decided.clear()
        beasts = {f"beasts/b{n}.yaml": f"name: B{n}\ntier: 1\ntoughness: 20\n" for n in range(number)}
        loaded(project({**GAME, **beasts}))
        counts.append(len(decided))
    assert counts[0] == counts[1] > 0
