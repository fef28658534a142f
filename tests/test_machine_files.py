"""What programs are given: the catalogue of a site's data, llms.txt, and exports, each read back."""

from __future__ import annotations

import csv
import json
import re
from io import StringIO
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result
from projects import Write
from small_game import GAME

from sheetgen.build import Options, build, check
from sheetgen.cli import cli

PERSONA = str(Path(__file__).parent.parent / "content/persona/campaign")

HIDDEN = {"beasts/ghost.yaml": "{name: Grey Ghost, tier: 9, toughness: 3, hidden: true}\n"}


def site_of(project: Write, player: bool = False) -> Path:
    version = GAME["game/ruleset.yaml"].replace("title: Small game", "title: Small game\n        version: 1.4")
    folder = project({**GAME, **HIDDEN, "game/ruleset.yaml": version})
    assert build(Options(folder, pdf=False, player=player)).published
    return folder / "site"


def test_a_catalogue_leads_to_the_data_of_every_kind(project: Write) -> None:
    site = site_of(project)
    catalogue = json.loads((site / "data.json").read_text("utf-8"))
    [game] = catalogue["games"]
    assert (catalogue["format"], catalogue["title"]) == (1, "The small hours")
    assert (game["id"], game["title"], game["version"]) == ("small", "Small game", "1.4")
    for kind in game["kinds"]:
        entries = json.loads((site / kind["data"]).read_text("utf-8"))
        assert len(entries) == kind["entries"] > 0 and {entry["kind"] for entry in entries} == {kind["id"]}
        assert all({"id", "kind", "ruleset", "fields", "derived"} == entry.keys() for entry in entries)


def test_the_contents_of_the_site_are_links_that_lead_somewhere(project: Write) -> None:
    site = site_of(project)
    text = (site / "llms.txt").read_text("utf-8")
    assert text.startswith("# The small hours\n") and "## Small game 1.4\n" in text
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) >= 4 and all((site / link).is_file() for link in links)
    assert "- [Rules](small/rules.html)" in text and "- [Beasts](small/beasts/index.json)" in text


def test_players_are_told_of_no_hidden_entries(project: Write) -> None:
    whole, players = (
        json.loads((site_of(project, player) / "data.json").read_text("utf-8"))["games"][0]["kinds"][0]["entries"]
        for player in (False, True)
    )
    assert whole == players + 1


# ---- exports

EXPORTS = {
    **GAME,
    "game/exports/actor.json": """
        {"name": {{ entry.name|tojson }}, "hp": {{ entry.wounds.light }}, "of": "{{ game.id }}"}
        """,
    "game/exports/note.md": "# {{ entry.name }} & <{{ entry.kind }}>\n",
    "game/exports/broken.txt": "{{ entry.name }}\n{{ entry.tier + 'x' }}\n",
    "game/exports/misspelt.txt": "{{ entry.teir }}",
    "game/exports/endless.txt": "{% for a in range(99999) %}{% for b in range(99999) %}x{% endfor %}{% endfor %}",
    "game/exports/.hidden.md": "x",
    "beasts/newt.yaml": """
        name: 'Newt, "the" Old'
        tier: 1
        toughness: 43
        affinities: {fire: weak}
        secret: It sings.
        """,
}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


def test_a_table_has_all_values_and_reads_back(project: Write) -> None:
    folder = str(project(EXPORTS))
    rows = {row["id"]: row for row in csv.DictReader(StringIO(run("export", "--project", folder).output))}
    newt = rows["newt"]
    assert (newt["name"], newt["TB"], newt["wounds.light"], newt["affinities.fire"]) == (
        'Newt, "the" Old',
        "4",
        "4",
        "weak",
    )
    assert newt["secret"] == "It sings."
    answer = run("export", "newt", "--project", folder, "--player", "-o", f"{folder}/out/newt.csv")
    assert answer.exit_code == 0, answer.output
    [public] = csv.DictReader(StringIO(Path(folder, "out/newt.csv").read_text("utf-8")))
    assert public["kill_at"] and not public.get("secret")


def test_templates_of_the_ruleset_make_a_file_for_each_entry(project: Write) -> None:
    folder = project(EXPORTS)
    assert not [item for item in check(folder)[0] if item.code == "ignored-file"]
    answer = run("export", "newt", "--as", "actor", "-o", f"{folder}/out", "--project", str(folder))
    assert answer.exit_code == 0, answer.output
    made = json.loads((folder / "out/newt.json").read_text("utf-8"))
    assert made == {"name": 'Newt, "the" Old', "hp": 4, "of": "small"}
    run("export", "newt", "--as", "note", "-o", f"{folder}/out", "--project", str(folder))
    assert (folder / "out/newt.md").read_text("utf-8") == '# Newt, "the" Old & <beast>\n'


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ("aktor", "did you mean `actor`?"),
        ("hidden", "known: csv, actor, broken, endless, misspelt, note"),
        ("broken", "exports/broken.txt:2:"),
        ("misspelt", "exports/misspelt.txt:1: there is no `teir` here: did you mean `tier`?"),
        ("endless", "exports/endless.txt:1: this takes too long"),
    ],
)
def test_templates_that_are_none_or_wrong(project: Write, form: str, message: str) -> None:
    folder = project(EXPORTS)
    answer = run("export", "newt", "--as", form, "-o", f"{folder}/out", "--project", str(folder))
    assert answer.exit_code in (1, 2) and message in answer.output and "Traceback" not in answer.output, answer.output


def test_the_samples_of_a_game_read_back(tmp_path: Path) -> None:
    for form in ("foundry", "obsidian"):
        assert run("export", "hollow-lantern", "--as", form, "-o", str(tmp_path), "--project", PERSONA).exit_code == 0
    actor = json.loads((tmp_path / "hollow-lantern.json").read_text("utf-8"))
    assert actor["name"] == "Hollow Lantern" and actor["system"]["wounds"]["light"] == {"value": 6, "max": 6}
    note = (tmp_path / "hollow-lantern.md").read_text("utf-8")
    front, _, rest = note.removeprefix("---\n").partition("---\n")
    block = yaml.safe_load(rest.partition("```statblock\n")[2].partition("```")[0])
    assert yaml.safe_load(front)["name"] == block["name"] == "Hollow Lantern"
    assert block["defense"]["body"] == 9 and block["actions"][0]["name"] == "Claw"
