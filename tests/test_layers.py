"""Hacks, supplements and house rules: games made of several folders, and mistakes in them at their places."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner
from packed_scripts import text_of
from projects import Write, loaded, open_project
from small_game import GAME

from sheetgen.build import BuildResult, Options, build, build_in_memory, check
from sheetgen.cli import cli
from sheetgen.model.project import read_project, sources
from sheetgen.model.ruleset.run_rule import run_rule
from sheetgen.serve.watching import watched
from sheetgen.text.diagnostics import Diagnostic, Diagnostics
from sheetgen.text.memo import Memo

BASE = {name: text for name, text in GAME.items() if name.startswith("game/")}
BEASTS = {
    "game/entries/beasts.yaml": """
        newt: {name: Newt, tier: 1, toughness: 20, affinities: {fire: weak}}
        toad: {name: Toad, tier: 2, toughness: 40, friend: newt}
        """,
    "game/rules/tables.yaml": """
        weather:
          title: Weather
          reference: rules#wounds
          table: {1..2: Rain, 3..5: Wind, 6: Sun}
        """,
}
HACK = {
    **BASE,
    **BEASTS,
    "hack/ruleset.yaml": """
        id: hard
        title: Hard game
        version: 2.1
        extends: ../game
        vocabularies:
          element:
            fire: {title: Flame}
            dusk: {title: Dusk, code: Du}
        """,
    "hack/rules/harder.yaml": """
        track:
          outputs: {heavy: "max(2, tb // 2)"}
        weather: {table: {1..2: Hail, 6: null, 6..7: Storm}}
        extra: {title: Extra, reference: rules#wounds, inputs: {a: integer}, outputs: {b: a + 1}}
        """,
    "hack/entries/beasts.yaml": """
        newt: {toughness: 70}
        toad: {name: Great Toad, tier: 9, toughness: 100}
        eft: {name: Eft, extends: newt}
        """,
}
SWAMP = {
    "swamp/ruleset.yaml": """
        id: swamp
        title: The Swamp
        version: 0.3
        extends: ../game
        licence: {text: CC BY 4.0}
        sources: [{title: An old map}]
        """,
    "swamp/entries/beasts.yaml": "reed-king: {name: Reed King, tier: 5, toughness: 50, friend: newt}\n",
    "swamp/rules/mud.yaml": "mud: {title: Mud, reference: mud, table: {1..2: Shallow, 3..6: Deep}}\n",
    "swamp/reference/mud.md": "---\ntitle: Mud\norder: -5\n---\n\n::: table mud\n:::\n\nHome of the [[Reed King]].\n",
}


def made(folder: Path, **options: bool) -> BuildResult:
    result = build(Options(folder, pdf=False, **options))
    assert result.published is not None, [f"{item.span}: {item.message}" for item in result.diagnostics]
    return result


def words(page: Path) -> str:
    text = re.sub(r"<[^>]+>", " ", page.read_text("utf-8").partition("<main")[2])
    return " ".join(unescape(text).split())


def places(diagnostics: Iterable[Diagnostic]) -> list[tuple[str, str]]:
    return [(str(item.span), item.message) for item in diagnostics]


# ---- a hack


def test_a_hack_has_what_it_extends_and_what_it_says_itself(project: Write) -> None:
    game, diagnostics = loaded(project(HACK) / "hack")
    assert places(diagnostics) == []
    assert (game.ruleset.id, game.ruleset.edition) == ("hard", "Hard game 2.1")
    assert run_rule(game.ruleset, "track", {"tb": 3}, {}) == {"light": 3, "heavy": 2}
    assert run_rule(game.ruleset, "kill_at", {"defense": 3}, {}) == {"damage": 23}
    assert run_rule(game.ruleset, "extra", {"a": 3}, {}) == {"b": 4}
    assert game.ruleset.tables["weather"].value == [(1, 2, "Hail"), (3, 5, "Wind"), (6, 7, "Storm")]
    assert game.ruleset.vocabularies["element"].titles == {"fire": "Flame", "ice": "Ice", "dusk": "Dusk"}
    assert game.ruleset.vocabularies["element"].terms["fire"]["code"] == "Fi"
    fields = {entry.id: (entry.name, entry.fields["toughness"], entry.fields["tier"]) for entry in game.library}
    assert fields == {"newt": ("Newt", 70, 1), "toad": ("Great Toad", 100, 9), "eft": ("Eft", 70, 1)}
    assert game.library.get("beast", "newt").fields["affinities"]["fire"] == "weak"  # type: ignore[union-attr]
    assert game.library.get("beast", "toad").fields["friend"] is None  # type: ignore[union-attr]


def test_each_replacement_is_shown(project: Write) -> None:
    folder = project(HACK) / "hack"
    made(folder)
    site = folder / "site/hard"
    changes = words(site / "changes.html")
    assert "Wound tracks changed in part, from Small game Hard game" in changes
    assert "Great Toad instead of that of Small game Hard game" in changes
    assert "Newt changed in part" in changes and "Flame" in changes and "Weather" in changes
    assert "Eft" not in changes and "Extra" not in changes and "Dusk" not in changes
    assert "Replaces that of Small game." in words(site / "beasts/toad.html")
    assert "Changed by Hard game; the rest is as in Small game." in words(site / "beasts/newt.html")
    assert "Changed by Hard game" in words(site / "rules/track.html")
    assert "Small game" not in words(site / "beasts/eft.html").partition("Sources")[0]
    assert 'href="hard/changes.html"' in (folder / "site/index.html").read_text("utf-8")
    answer = CliRunner().invoke(cli, ["show", "toad", "--project", str(folder)])
    assert "Stands for that of Small game." in answer.output


def test_a_game_that_replaces_nothing_has_no_page_of_changes(project: Write) -> None:
    folder = project(GAME)
    made(folder)
    assert not (folder / "site/small/changes.html").exists()


def test_a_chapter_of_a_hack_stands_for_the_one_of_its_name(project: Write) -> None:
    text = GAME["game/reference/rules.md"].replace("kills at", "stuns at")
    folder = project({**HACK, "hack/reference/rules.md": text.replace("heavy: 2", "heavy: 2 ")}) / "hack"
    made(folder)
    page = words(folder / "site/hard/rules.html")
    assert "A blow stuns at 20 above" in page and "Replaces that of Small game." in page
    assert "Rules instead of that of Small game Hard game" in words(folder / "site/hard/changes.html")


def test_a_kind_without_a_title_changes_the_one_that_it_is_called_after(project: Write) -> None:
    kind = """
        id: beast
        fields: {mood: "text, default calm", friend: null}
        layout:
          blocks: {mood: {type: facts, items: [{label: Mood, value: mood}]}}
          page: [head, mood]
        """
    entries = "newt: {name: N, tier: 1, toughness: 2}\n"
    changed = {"game/entries/beasts.yaml": entries, "hack/entries/beasts.yaml": "newt: {mood: grim}\n"}
    game, diagnostics = loaded(project({**HACK, **changed, "hack/kinds/beast.yaml": kind}) / "hack")
    assert places(diagnostics) == []
    fields = game.ruleset.kinds["beast"].by_name
    assert "mood" in fields and "toughness" in fields and "friend" not in fields
    assert game.library.get("beast", "newt").fields["mood"] == "grim"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("name", "old", "new", "place", "message"),
    [
        ("hack/rules/harder.yaml", "tb // 2", "bt // 2", "rules/harder.yaml:2:28", "nothing here is called `bt`"),
        ("hack/entries/beasts.yaml", "70", "700", "entries/beasts.yaml:1:19", "toughness"),
        ("hack/entries/beasts.yaml", "{toughness", "{toughnes", "entries/beasts.yaml:1:8", "no field called"),
        ("game/entries/beasts.yaml", "toughness: 20", "t: 20", "game/entries/beasts.yaml:1:29", "no field called"),
        ("hack/ruleset.yaml", "../game", "../gaem", "ruleset.yaml:4:10", "there is no ruleset `../gaem`"),
        ("hack/ruleset.yaml", "../game", "../game >=2", "ruleset.yaml:4:10", "Small game does not say its version"),
        ("game/ruleset.yaml", "title: Small", "extends: ../hack\n        title: Small", "/game/ruleset.yaml:2:10",
         "these rulesets are made of each other in a circle: hack → game → hack"),
        ("hack/rules/harder.yaml", "6: null, ", "", "rules/harder.yaml:3:31", "the row `6..7` overlaps `6`"),
        ("hack/rules/harder.yaml", "extra:", "mass:", "rules/more.yaml:1:1", "there are two rules called `mass`"),
    ],
)  # fmt: skip
def test_mistakes_are_told_in_the_layer_that_has_them(
    project: Write, name: str, old: str, new: str, place: str, message: str
) -> None:
    assert old in HACK[name]
    twin = {"hack/rules/more.yaml": "mass: {title: Mass, table: {1: a}}\n"}
    folder = project({**HACK, **twin, name: HACK[name].replace(old, new)}) / "hack"
    messages = places(check(folder)[0])
    assert any(at.endswith(place) and message in text for at, text in messages), messages


LESS = {
    **BASE,
    **BEASTS,
    "game/rulings.yaml": GAME["game/rulings.yaml"]
    + """
        tide:
          title: Tide
          source: Two tides.
          options: {high: High., low: Low.}
          default: high
          why: It is wet.
        """,
    "game/kinds/song.yaml": "{id: song, title: Song, plural: Songs, folder: songs, fields: {tune: text}}\n",
    "game/entries/songs.yaml": "ballad: {name: A ballad, tune: slow}\n",
    "game/reference/tides.md": "---\ntitle: Tides\n---\n\nUp and down.\n",
    "hack/ruleset.yaml": """
        id: less
        title: Less
        extends: ../game
        without:
          rules: [weather]
          rulings: [tide]
          kinds: [song]
          entries: [beast:toad]
          terms: [element:ice]
          chapters: [tides]
        """,
}


def test_a_hack_leaves_out_what_it_names(project: Write) -> None:
    folder = project(LESS) / "hack"
    game, diagnostics = loaded(folder)
    assert places(diagnostics) == []
    assert "weather" not in game.ruleset.tables and "tide" not in game.ruleset.rulings.by_name
    assert list(game.ruleset.kinds) == ["beast"] and [entry.id for entry in game.library] == ["newt"]
    assert list(game.ruleset.vocabularies["element"].terms) == ["fire"]
    made(folder)
    assert not (folder / "site/less/tides.html").exists()
    changes = words(folder / "site/less/changes.html")
    for name in ("Weather", "Tide", "Song", "Toad", "Ice", "Tides"):
        assert f"{name} left out; it is in Small game Less" in changes
    site = folder / "site-of-players"
    assert build(Options(folder, site, pdf=False, player=True)).published
    assert "Toad" not in words(site / "less/changes.html")


@pytest.mark.parametrize(
    ("name", "text", "place", "message", "note"),
    [
        ("hack/rules/more.yaml", "storm: {title: S, inputs: {a: integer}, outputs: {b: 'weather[a]'}}\n",
         "rules/more.yaml:1:55", "nothing here is called `weather`", "ruleset.yaml:5:11"),
        ("hack/entries/beasts.yaml", "eft: {name: Eft, tier: 1, toughness: 2, friend: toad}\n",
         "entries/beasts.yaml:1:49", "there is no beast called `toad`", "ruleset.yaml:8:13"),
        ("hack/entries/beasts.yaml", "eft: {name: Eft, tier: 1, toughness: 2, affinities: {ice: weak}}\n",
         "entries/beasts.yaml:1:54", "`ice`", "ruleset.yaml:9:11"),
        ("hack/reference/more.md", "---\ntitle: More\n---\n\nSee [[tides]].\n",
         "reference/more.md:5:5", "leads nowhere", "ruleset.yaml:10:14"),
        ("hack/entries/songs.yaml", "hymn: {name: Hymn, tune: slow}\n",
         "entries/songs.yaml", "this file belongs to no kind", "ruleset.yaml:7:11"),
        ("hack/rules/more.yaml", "storm: {title: S, inputs: {a: integer}, outputs: {b: house.tide}}\n",
         "rules/more.yaml:1:60", "nothing called `tide`", "ruleset.yaml:6:13"),
    ],
)  # fmt: skip
def test_what_names_a_part_that_is_left_out_is_a_mistake_there(
    project: Write, name: str, text: str, place: str, message: str, note: str
) -> None:
    mistakes = [item for item in check(project({**LESS, name: text}) / "hack")[0] if message in item.message]
    assert mistakes, name
    assert f"{mistakes[0].span}".endswith(place) or place in f"{mistakes[0].span}"
    assert [(words_of, str(at)) for words_of, at in mistakes[0].notes] == [("left out here", note)]


@pytest.mark.parametrize(
    ("named", "place", "message", "hint"),
    [
        ("rules: [wether]", "ruleset.yaml:5:18", "the game below has no rule `wether` to leave out", "`weather`?"),
        ("entries: [toad]", "ruleset.yaml:5:20", "the game below has no entry `toad` to leave out", "beast:toad"),
        ("rule: [weather]", "ruleset.yaml:5:10", "there is no setting called `rule` here", "rules"),
    ],
)  # fmt: skip
def test_what_cannot_be_left_out_is_said(project: Write, named: str, place: str, message: str, hint: str) -> None:
    own = f"id: less\ntitle: Less\nextends: ../game\nwithout:\n         {named}\n"
    mistakes = list(check(project({**LESS, "hack/ruleset.yaml": own}) / "hack")[0])
    assert [(str(item.span), item.message) for item in mistakes] == [(place, message)]
    assert hint in " ".join(mistakes[0].hints)


def test_a_part_that_is_left_out_can_be_said_anew(project: Write) -> None:
    own = {
        "hack/rules/own.yaml": "weather: {title: Sky, reference: rules#wounds, table: {1..6: Blue}}\n",
        "hack/kinds/verse.yaml": "{id: verse, title: Verse, plural: Verses, folder: songs, fields: {rhyme: text}}\n",
        "hack/entries/songs.yaml": "ode: {name: An ode, rhyme: none of it}\n",
    }
    game, diagnostics = loaded(project({**LESS, **own}) / "hack")
    assert places(diagnostics) == []
    assert game.ruleset.tables["weather"].model.title == "Sky"
    assert {entry.id for entry in game.library} == {"newt", "ode"}


# ---- a supplement


def test_a_supplement_adds_to_the_game_that_a_campaign_plays(project: Write) -> None:
    campaign = {"campaign.yaml": "title: Wet\nruleset: ./game\nuse: [./swamp >=0.2]\n"}
    folder = project({**BASE, **BEASTS, **SWAMP, **campaign})
    result = made(folder)
    assert places(result.diagnostics) == []
    site = folder / "site"
    assert "friend" in (site / "small/beasts/reed-king.json").read_text("utf-8")
    assert "Shallow" in words(site / "small/mud.html")
    scripts = "".join(map(text_of, (site / "assets/js").glob("search-*.js")))
    assert "Reed King" in scripts and "Mud" in scripts
    foot = words(site / "small/mud.html")
    assert "An old map" in foot and "The Swamp 0.3 (CC BY 4.0)" in foot
    cards = CliRunner().invoke(cli, ["cards", "reed-king", "--project", str(folder), "-o", str(folder / "c.pdf")])
    assert cards.exit_code == 0, cards.output


def test_a_supplement_is_in_the_book_after_the_chapters_of_the_game(project: Write) -> None:
    folder = project({**BASE, **BEASTS, **SWAMP, "campaign.yaml": "title: Wet\nruleset: ./game\nuse: [./swamp]\n"})
    from sheetgen.print.plan.rulebook import Rulebook

    opened = open_project(folder, Diagnostics())
    assert opened is not None
    book = Rulebook(opened[1][0])
    assert [chapter.title for chapter in book.chapters][:3] == ["Rules", "Mud", "Beasts"]
    assert "Reed King" in str(book.chapters[2]) and "The Swamp 0.3" in book.colophon


def test_a_supplement_can_be_checked_by_itself_and_used_by_a_hack(project: Write) -> None:
    use = HACK["hack/ruleset.yaml"].replace("extends: ../game", "extends: ../game\n        use: [../swamp]")
    folder = project({**HACK, **SWAMP, "hack/ruleset.yaml": use})
    assert places(check(folder / "swamp")[0]) == [] == places(check(folder / "hack")[0])
    assert {"reed-king", "newt", "eft"} <= {entry.id for entry in loaded(folder / "hack")[0].library}


@pytest.mark.parametrize(
    ("use", "message"),
    [
        ("[./swam]", "there is no ruleset `./swam`"),
        ("[./swamp >=1]", "The Swamp is version 0.3, and this asks for >=1"),
    ],
)
def test_supplements_that_cannot_be_had(project: Write, use: str, message: str) -> None:
    folder = project({**BASE, **BEASTS, **SWAMP, "campaign.yaml": f"title: Wet\nruleset: ./game\nuse: {use}\n"})
    assert ("campaign.yaml:3:7", message) in places(check(folder)[0])


# ---- a campaign


def test_a_campaign_has_house_rules_of_its_own_and_replaces_an_entry(project: Write) -> None:
    own = {
        "rules/ours.yaml": "kill_at: {outputs: {damage: defense + 1}}\n",
        "rulings.yaml": "margin: {default: 10}\n",
        "kinds/song.yaml": "{id: song, title: Song, plural: Songs, fields: {tune: text}}\n",
        "songs.yaml": "",
        "song/ballad.yaml": "{name: A ballad, tune: slow}\n",
        "beasts/newt.yaml": "{extends: newt, tier: 7}\n",
    }
    own.pop("songs.yaml")
    campaign = GAME["campaign.yaml"].replace("house_rules: {margin: 10}", "")
    folder = project({**BASE, **BEASTS, **own, "campaign.yaml": campaign})
    game, diagnostics = loaded(folder)
    assert places(diagnostics) == []
    assert run_rule(game.ruleset, "kill_at", {"defense": 3}, {}) == {"damage": 4}
    assert game.house["margin"] == 10
    newt = game.library.get("beast", "newt")
    assert newt is not None and (newt.name, newt.fields["tier"], newt.campaign) == ("Newt", 7, True)
    made(folder)
    changes = words(folder / "site/small/changes.html")
    assert "Killed at changed in part, from Small game this campaign" in changes and "Newt changed in part" in changes


LESS_PLAYED = {
    **{name: text for name, text in LESS.items() if not name.startswith("hack/")},
    "campaign.yaml": """
        title: Dry
        ruleset: ./game
        without:
          rules: [weather]
          rulings: [tide]
          kinds: [song]
          entries: [beast:toad]
          terms: [element:ice]
          chapters: [tides]
        """,
}


def test_a_campaign_leaves_out_what_it_names(project: Write) -> None:
    folder = project({**LESS_PLAYED, "beasts/eft.yaml": "{name: Eft, extends: newt}\n"})
    result = made(folder)
    assert places(result.diagnostics) == []
    game, _ = loaded(folder)
    assert "weather" not in game.ruleset.tables and "tide" not in game.ruleset.rulings.by_name
    assert list(game.ruleset.kinds) == ["beast"] and {entry.id for entry in game.library} == {"newt", "eft"}
    assert list(game.ruleset.vocabularies["element"].terms) == ["fire"]
    assert not (folder / "site/small/tides.html").exists()
    changes = words(folder / "site/small/changes.html")
    for name in ("Weather", "Tide", "Song", "Toad", "Ice", "Tides"):
        assert f"{name} left out; it is in Small game this campaign" in changes


@pytest.mark.parametrize(
    ("name", "text", "place", "message", "note"),
    [
        ("beasts/eft.yaml", "{name: Eft, extends: toad}\n", "beasts/eft.yaml:1:22", "toad", "campaign.yaml:7:13"),
        ("beasts/eft.yaml", "{name: Eft, extends: newt, affinities: {ice: weak}}\n", "eft.yaml:1:41", "`ice`",
         "campaign.yaml:8:11"),
        ("pages/plan.md", "See [[tides]].\n", "pages/plan.md:1:5", "leads nowhere", "campaign.yaml:9:14"),
        ("rules/own.yaml", "storm: {title: S, inputs: {a: integer}, outputs: {b: 'weather[a]'}}\n",
         "rules/own.yaml:1:55", "nothing here is called `weather`", "campaign.yaml:4:11"),
    ],
)  # fmt: skip
def test_what_names_a_part_that_a_campaign_leaves_out_is_a_mistake_there(
    project: Write, name: str, text: str, place: str, message: str, note: str
) -> None:
    mistakes = [item for item in check(project({**LESS_PLAYED, name: text}))[0] if message in item.message]
    assert [place in str(item.span) for item in mistakes] == [True], name
    assert [(words_of, str(at)) for words_of, at in mistakes[0].notes] == [("left out here", note)]


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("rules: [weather]", "rules: [wether]", "campaign.yaml:4:11", "the game below has no rule `wether` to leave"),
        ("rulings: [tide]", "ruling: [tide]", "campaign.yaml:5:3", "there is no setting called `ruling` here"),
        ("title: Dry", "title: Dry\n        house_rules: {tide: low}", "campaign.yaml:2:15", "no house rule called"),
    ],
)
def test_what_a_campaign_cannot_leave_out_is_said(project: Write, old: str, new: str, place: str, message: str) -> None:
    written = LESS_PLAYED["campaign.yaml"].replace(old, new)
    mistakes = list(check(project({**LESS_PLAYED, "campaign.yaml": written}))[0])
    assert [place] == [str(item.span) for item in mistakes] and message in mistakes[0].message


def test_a_preview_follows_what_a_campaign_leaves_out(project: Write) -> None:
    folder, memo = project(LESS_PLAYED), Memo()
    path = folder / "campaign.yaml"
    for old, new, stays in (
        ("Dry", "Dust", False),
        ("[beast:toad]", "[]", True),
        ("entries: []", "entries: [beast:toad]", False),
    ):
        path.write_text(path.read_text("utf-8").replace(old, new), encoding="utf-8")
        built = build_in_memory(Options(folder, pdf=False, live=True), memo=memo)
        assert places(built.diagnostics) == []
        assert ("small/beasts/toad.html" in built.files) is stays


def test_a_term_of_the_rules_is_not_replaced_by_a_campaign(project: Write) -> None:
    words_of = GAME["game/ruleset.yaml"].replace("affinity:", "creature: {from: beast}\n          affinity:")
    files = {**GAME, **BEASTS, "game/ruleset.yaml": words_of, "beasts/newt.yaml": "{name: N, tier: 1, toughness: 2}\n"}
    assert ("beasts/newt.yaml:1:1", "`newt` is a term of creature, which the rules are made of") in places(
        check(project(files))[0]
    )


def test_players_are_told_nothing_of_replaced_entries_that_are_hidden(project: Write) -> None:
    own = {
        "beasts/newt.yaml": "{name: Secret Newt, tier: 1, toughness: 2, hidden: true}\n",
        "campaign.yaml": GAME["campaign.yaml"],
    }
    game = {**BASE, **BEASTS, "game/entries/beasts.yaml": "newt: {name: Newt, tier: 1, toughness: 20}\n"}
    folder = project({**game, **own, "campaign.yaml": GAME["campaign.yaml"]})
    made(folder, player=True)
    assert not any(b"Secret Newt" in path.read_bytes() for path in (folder / "site").rglob("*.*"))
    assert not (folder / "site/small/changes.html").exists()


# ---- what is read


def test_all_layers_are_watched_and_decide_whether_a_run_is_finished(project: Write) -> None:
    folder = project({**HACK, **SWAMP}) / "hack"
    project_read = read_project(folder / "ruleset.yaml", Diagnostics())
    assert project_read is not None and folder.parent / "game" in sources(project_read, folder / "ruleset.yaml")
    assert (folder.parent / "game").resolve() in watched(folder)


def test_a_preview_follows_a_change_in_the_ruleset_below(project: Write) -> None:
    folder, memo = project({**HACK, "mine/campaign.yaml": "title: Mine\nruleset: ../hack\n",
                            "mine/beasts/toad.yaml": "{extends: toad, tier: 3}\n"}) / "mine", Memo()  # fmt: skip
    path = folder.parent / "game/entries/beasts.yaml"
    for name in ("Newt", "Old Newt"):
        path.write_text(path.read_text().replace("Newt", name))
        built = build_in_memory(Options(folder, pdf=False, live=True), memo=memo)
        assert places(built.diagnostics) == []
        newt, toad = (built.files[f"hard/beasts/{name}.html"].decode() for name in ("newt", "toad"))
        assert f"<title>{name}" in newt and "Changed by Hard game" in newt
        assert "Changed by this campaign; the rest is as in Hard game." in toad


def test_only_rulesets_are_read_outside_of_the_folder(project: Write) -> None:
    folder = project({**HACK, "else/secret.md": "No ruleset here.\n"})
    text = (folder / "hack/ruleset.yaml").read_text()
    (folder / "hack/ruleset.yaml").write_text(text.replace("../game", "../else"))
    assert [message for _, message in places(check(folder / "hack")[0])] == ["there is no ruleset `../else`"]
    (folder / "hack/ruleset.yaml").write_text(text)
    (folder / "hack/rules/linked.yaml").symlink_to(folder / "else/secret.md")
    assert any("leads out of the folder" in message for _, message in places(check(folder / "hack")[0]))
