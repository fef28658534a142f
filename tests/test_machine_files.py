"""What programs find on a site: its catalogue of data, and its contents as llms.txt."""

from __future__ import annotations

import json
import re
from pathlib import Path

from projects import Write
from small_game import GAME

from sheetgen.build import Options, build

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
