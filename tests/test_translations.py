"""The texts of a game in a second language: laid over the first, formulas shared; pages lead to each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from sheetgen.build import Built, Options, build_in_memory
from sheetgen.cli import cli
from sheetgen.model.project import read_project
from sheetgen.text.diagnostics import Diagnostics

Write = Callable[[Mapping[str, str]], Path]

GAME = {
    "ruleset.yaml": """
        id: wood
        title: The Wood
        language: en
        vocabularies:
          element:
            fire: {title: Fire}
            frost: {title: Frost}
          mood: [calm, wild]
    """,
    "kinds/monster.yaml": """
        id: monster
        title: Monster
        plural: Monsters
        fields:
          strength: integer 0..10
          weak: one of element
          mood: one of mood
          text: markdown
          prey: {type: ref monster, optional: true}
        derive:
          wounds: {formula: wounds(strength=strength), title: Wounds}
        layout:
          subtitle: ["element[weak].title"]
          blocks:
            figures: {type: figures, items: [{label: Strength, value: strength}, {label: Wounds, value: wounds}]}
            text: {type: prose, text: text}
          page: [figures, text]
        list: {columns: [{label: Strength, value: strength, type: number}]}
    """,
    "rules/wounds.yaml": """
        wounds:
          title: Wounds
          doc: How much a monster takes.
          reference: fights#wounds
          inputs: {strength: integer}
          outputs: strength * 2 + 1
    """,
    "entries/monster.yaml": """
        wood-troll: {name: Wood troll, strength: 3, weak: Fire, mood: wild, text: It eats stones., prey: crow}
        crow: {name: Crow, strength: 1, weak: frost, mood: calm, text: It tells all it saw., facts: [crow.text]}
    """,
    "reference/fights.md": """
        ---
        title: Fights
        summary: How one fights.
        order: 10
        ---

        A troll takes much: [[wood-troll]].

        ## Wounds

        ::: rule wounds
        :::
    """,
}
GERMAN = {
    "languages/de/ruleset.yaml": """
        title: Der Wald
        vocabularies:
          element:
            fire: {title: Feuer}
          mood:
            wild: {title: ungezähmt}
    """,
    "languages/de/kinds/monster.yaml": """
        title: Ungeheuer
        plural: Ungeheuer
        fields: {strength: {title: Stärke}}
        layout: {blocks: {figures: {items: [{label: Stärke}, {label: Wunden}]}}}
        list: {columns: [{label: Stärke}]}
    """,
    "languages/de/rules/wounds.yaml": """
        wounds:
          title: Wunden
          inputs: {strength: {title: Stärke}}
    """,
    "languages/de/entries/monster.yaml": """
        wood-troll: {name: Waldtroll, text: Er frisst Steine.}
    """,
    "languages/de/reference/fights.md": """
        ---
        title: Kämpfe
        ---

        Ein Troll hält viel aus: [[wood-troll]] und [[Wood troll]].

        ## Wunden {#wounds}

        ::: rule wounds
        :::
    """,
}


def built(folder: Path) -> Built:
    return build_in_memory(Options(folder, pdf=False))


@pytest.fixture
def site(project: Write) -> Built:
    made = built(project(GAME | GERMAN))
    assert not list(made.diagnostics)
    return made


def text(site: Built, path: str) -> str:
    return site.files[path].decode()


def test_both_languages_stand_in_one_site(site: Built) -> None:
    english, german = text(site, "wood/monster/wood-troll.html"), text(site, "wood-de/monster/wood-troll.html")
    assert '<html lang="en"' in english and "Wood troll" in english and "It eats stones." in english
    assert '<html lang="de"' in german and "<h1" in german and "Waldtroll" in german and "Er frisst Steine." in german
    assert "Stärke<dd>3" in german and "Wunden<dd>" in german and "Feuer" in german
    assert "Strength<dd>3" in english and "Fire" in english
    assert german.count(">7<") == english.count(">7<") > 0


def test_pages_lead_to_themselves_in_the_other_language(site: Built) -> None:
    german = text(site, "wood-de/fights.html")
    assert '<link rel="alternate" hreflang="en" href="../wood/fights.html">' in german
    assert '<link rel="alternate" hreflang="de" href="fights.html">' in german
    assert '<a href="../wood/fights.html" hreflang="en" lang="en" data-language>English</a>' in german
    assert "data-language>Deutsch</a>" in text(site, "wood/fights.html")
    assert '<a href="wood-de/index.html" hreflang="de" lang="de" data-language>Deutsch</a>' in text(site, "index.html")
    assert '<a href="../index.html" hreflang="en"' in text(site, "wood-de/index.html")


def test_texts_find_what_they_name_in_either_language(site: Built) -> None:
    chapter = text(site, "wood-de/fights.html")
    assert chapter.count('href="monster/wood-troll.html"') >= 2
    assert 'id="wounds"' in chapter and "Kämpfe" in chapter
    assert "Wood troll" in text(site, "wood-de/monster/wood-troll.html")  # among its other names


def test_what_is_not_there_yet_is_in_the_first_language(site: Built) -> None:
    assert "It tells all it saw." in text(site, "wood-de/monster/crow.html")
    assert "Frost" in text(site, "wood-de/monster/crow.html")


def test_a_page_in_the_first_language_says_so(site: Built) -> None:
    assert '<div class="container entry' in text(site, "wood-de/monster/crow.html")
    assert 'data-kind="monster" lang="en">' in text(site, "wood-de/monster/crow.html")
    assert 'data-kind="monster">' in text(site, "wood-de/monster/wood-troll.html")
    assert 'data-kind="monster">' in text(site, "wood/monster/crow.html")


def test_check_lists_the_texts_that_are_missing(project: Write) -> None:
    folder = project(GAME | GERMAN)
    answer = CliRunner().invoke(cli, ["check", str(folder)])
    assert answer.exit_code == 0, answer.output
    assert "2 entries, 1 rule: no mistakes found." in answer.output
    assert "de: 15 of 21 texts; `sheetgen check --missing` lists the others." in answer.output
    lines = CliRunner().invoke(cli, ["check", str(folder), "--missing"]).output.splitlines()
    assert lines[1:] == [
        "de: 15 of 21 texts.",
        "entries/monster.yaml:2:14: Crow",
        "entries/monster.yaml:2:64: It tells all it saw.",
        "kinds/monster.yaml:11:55: Wounds",
        "rules/wounds.yaml:3:8: How much a monster takes.",
        "ruleset.yaml:7:20: Frost",
        "ruleset.yaml:8:9: [calm, wild]",
    ]


def test_a_game_without_other_languages_has_one(project: Write) -> None:
    made = built(project(GAME))
    assert "hreflang" not in text(made, "wood/monster/crow.html")
    assert not any(path.startswith("wood-") for path in made.files)


def test_texts_of_what_the_game_does_not_have_are_told(project: Write) -> None:
    wrong = {
        "languages/de/rules/wounds.yaml": "wonds: {title: Wunden}",
        "languages/de/entries/monster.yaml": "wood-trol: {name: Waldtroll}",
        "languages/de/reference/figths.md": "---\ntitle: Kämpfe\n---\nAha.\n",
    }
    mistakes = built(project(GAME | wrong)).diagnostics
    assert sorted((d.span.file.name, d.span.line, d.message, *d.hints) for d in mistakes if d.span) == [
        ("languages/de/entries/monster.yaml", 1, "there is no monster `wood-trol` whose texts these could be",
         "did you mean `wood-troll`?"),
        ("languages/de/reference/figths.md", 1, "there is no chapter `figths` whose text this could be",
         "did you mean `fights`?"),
        ("languages/de/rules/wounds.yaml", 1, "there is no rule `wonds` whose texts these could be",
         "did you mean `wounds`?"),
    ]  # fmt: skip


def test_a_campaign_chooses_its_language_and_has_texts_of_its_own(project: Write) -> None:
    files = {f"wood/{name}": text for name, text in (GAME | GERMAN).items()}
    files |= {
        "campaign.yaml": "title: Winter\nruleset: ./wood\nlanguages: [de]\n",
        "monster/bear.yaml": "name: Old bear\nstrength: 5\nweak: Fire\nmood: calm\ntext: Sleeps.\nprey: wood-troll\n",
        "languages/de/monster/bear.yaml": "name: Alter Bär\ntext: Schläft.\n",
    }
    made = built(project(files))
    assert not list(made.diagnostics)
    assert "Old bear" in text(made, "wood/monster/bear.html")
    assert "Alter Bär" in text(made, "wood-de/monster/bear.html") and "Schläft." in text(
        made, "wood-de/monster/bear.html"
    )
    alone = built(project(files | {"campaign.yaml": "title: Winter\nruleset: ./wood\nlanguage: de\n"}))
    assert not list(alone.diagnostics)
    assert "Alter Bär" in text(alone, "wood-de/monster/bear.html")
    assert '<html lang="de"' in text(alone, "index.html") and "wood/monster/bear.html" not in alone.files
    wrong = built(project(files | {"campaign.yaml": "title: Winter\nruleset: ./wood\nlanguages: [fr]\n"}))
    assert [d.message for d in wrong.diagnostics] == [NO_TEXTS]


NO_TEXTS = "the game has no texts in `fr`: they would stand in languages/fr"


@pytest.mark.parametrize(
    ("name", "settings"),
    [("campaign/campaign.yaml", "title: Winter\nruleset: ..\n"), ("site.yaml", "title: Shelf\nrulesets: [wood]\n")],
)
def test_a_language_without_texts_is_told_in_a_sample_campaign_and_in_a_site(
    project: Write, name: str, settings: str
) -> None:
    folder = "" if name.startswith("campaign") else "wood/"
    files = {f"{folder}{path}": text for path, text in (GAME | GERMAN).items()}
    diagnostics = Diagnostics()
    path = project(files | {name: f"{settings}languages: [de, fr]\n"})
    read_project(path / ("site.yaml" if folder else "ruleset.yaml"), diagnostics)
    reported = [(d.message, d.span.line) for d in diagnostics if d.span]
    assert reported == [(NO_TEXTS, 3)]


@pytest.mark.parametrize("command", [["show", "wood-troll", "--project"], ["test"]])
def test_commands_take_a_game_of_two_languages_once(project: Write, command: list[str]) -> None:
    folder = project({f"wood/{path}": text for path, text in (GAME | GERMAN).items()}) / "wood"
    answer = CliRunner().invoke(cli, [*command, str(folder)])
    assert answer.exit_code == 0, answer.output
    assert "this id is also" not in answer.output and "Der Wald" not in answer.output


def test_an_export_has_the_texts_of_a_language(project: Write) -> None:
    folder = project(GAME | GERMAN)
    table = CliRunner().invoke(cli, ["export", "troll", "--language", "de", "--project", str(folder)])
    assert table.exit_code == 0, table.output
    assert "\nwood-troll,Waldtroll," in table.output


def test_a_page_that_is_hidden_in_either_language_is_hidden_in_that_one(project: Write) -> None:
    files = {f"wood/{name}": text for name, text in (GAME | GERMAN).items()} | {
        "campaign.yaml": "title: Winter\nruleset: ./wood\nlanguages: [de]\n",
        "pages/plot.md": "---\nhidden: true\n---\n\n# Plot\n",
        "pages/camp.md": "# Camp\n",
        "languages/de/pages/plot.md": "# Ränke\n",
        "languages/de/pages/camp.md": "---\nhidden: true\n---\n\n# Lager\n",
    }
    made = build_in_memory(Options(project(files), pdf=False, player=True))
    assert "wood/camp.html" in made.files and "wood-de/camp.html" not in made.files
    assert not [path for path in made.files if "plot" in path]
    assert not [path for path, data in made.files.items() if "Ränke".encode() in data or b"Lager" in data]


def test_a_sample_campaign_chooses_its_language(project: Write) -> None:
    files = GAME | GERMAN | {"campaign/campaign.yaml": "title: Winter\nruleset: ..\nlanguage: de\n"}
    made = built(project(files))
    assert not list(made.diagnostics)
    assert "Waldtroll" in text(made, "wood-de/monster/wood-troll.html")
