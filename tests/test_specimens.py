"""Blank sheets are made from the kind: nothing of any entry, no characters, boxes as its bounds and the kind say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from projects import Write, open_project
from small_game import GAME

from sheetgen.blocks import EntryView, Tracks
from sheetgen.model.ruleset.kinds import has_sheet
from sheetgen.model.specimens import MEASURES
from sheetgen.print.plan.entry_prints import generated_of, specimens_of
from sheetgen.print.plan.print_plan import plan_prints
from sheetgen.print.sheets import blank_form as blanks
from sheetgen.print.sheets.sheet_set import SheetSet, beside_single
from sheetgen.print.style import PrintStyle
from sheetgen.site.games import SiteGame
from sheetgen.text.diagnostics import Diagnostics

SIGNS = [measure.sign for measure in MEASURES]
GAMES = sorted(path.parent for path in Path(__file__).parents[1].glob("content/*/campaign/campaign.yaml"))
HERO = {
    "game/kinds/hero.yaml": """
        id: hero
        title: Hero
        plural: Heroes
        folder: heroes
        fields:
          health: integer 0..5
          momentum: integer -6..10
          luck: integer
          player: text
          oath: markdown
          items: list of attack, default []
        layout:
          blocks:
            who: {type: facts, items: [{label: Player, value: player}]}
            pools:
              type: tracks
              items:
                - {label: Health, value: health}
                - {label: Momentum, value: momentum}
                - {label: Luck, value: luck, blank: 7}
                - {label: Hit points, value: luck}
            oath: {type: prose, title: Oath, text: oath}
            rule: {type: prose, title: Rule, text: 'f"Every oath that is broken costs {health} health."'}
            items: {type: table, title: Items, rows: items, name: name, columns: [{label: Dmg, value: damage}]}
          page: [who]
          sheet: {play: [who, pools, items], reference: [oath, rule]}
        """,
}
ANN = """
    name: Ann of the Mill
    health: 4
    momentum: 9
    luck: 2
    player: Nell
    oath: Never to sleep under a roof again.
    items: [{name: Bent sickle, element: fire, damage: 3}]
    """


def blank(folder: Path, kind: str = "") -> tuple[SiteGame, EntryView, frozenset[str]]:
    diagnostics = Diagnostics()
    opened = open_project(folder, diagnostics)
    assert opened is not None and not diagnostics.has_errors
    game = opened[1][0]
    chosen = next(sort for sort in game.ruleset.kinds.values() if (sort.id == kind if kind else has_sheet(sort)))
    made = specimens_of(game, chosen)
    view, own = blanks.blank(made, blanks.kept(made))
    return game, view, own


@pytest.mark.parametrize("names", [(), ("Ann",), ("Ann", "Bo")])
def test_a_blank_sheet_says_nothing_of_however_many_there_are(project: Write, names: Sequence[str]) -> None:
    people = {f"heroes/{name.lower()}.yaml": ANN.replace("Ann", name) for name in names}
    _, view, _ = blank(project(GAME | HERO | people), "hero")
    said = repr(view)
    assert not [word for word in ("Ann", "Bo", "Nell", "sickle", "roof", *SIGNS, "player") if word in said]
    assert "Every oath that is broken costs ____ health." in said, "the words of the rules stay"
    assert [block.id for block in view.area("play")] == ["who", "pools", "items"]


def test_boxes_are_as_many_as_bounds_or_the_kind_itself_say(project: Write) -> None:
    _, view, _ = blank(project(GAME | HERO | {"heroes/ann.yaml": ANN}), "hero")
    tracks = next(block for block in view.area("play") if isinstance(block, Tracks))
    sizes = {track.label: track.number.size for track in tracks.items if not track.is_counter}
    assert sizes == {"Health": 5, "Momentum": 10, "Luck": 7}
    assert [(track.label, track.number.text) for track in tracks.items if track.is_counter] == [("Hit points", "")]


def test_a_game_without_characters_offers_its_blank_sheet(project: Write) -> None:
    folder = project(GAME | HERO)
    diagnostics = Diagnostics()
    opened = open_project(folder, diagnostics)
    assert opened is not None
    paths = [job.path for job in plan_prints(opened[1], opened[0]).jobs]
    assert "small/print/heroes-blank.pdf" in paths and "small/print/heroes-sheets.pdf" not in paths


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.parent.name)
def test_every_game_has_specimens_and_none_of_them_shows(game: Path) -> None:
    site, view, _ = blank(game)
    said = repr(view)
    assert view.area("play") and view.area("reference")
    assert not [measure.sign for measure in MEASURES if re.search(rf"\b{measure.sign}", said)]
    assert not [entry.entry.name for entry in site.entries.of(view.kind) if entry.entry.name in said]


@pytest.mark.parametrize("names", [("ann",), ("ann", "bo")])
def test_a_form_knows_what_the_rules_print_however_many_there_are(project: Write, names: Sequence[str]) -> None:
    bo = ANN.replace("Ann", "Bo").replace("Never to sleep under a roof", "To count the waves").replace("Bent", "New")
    people = {"ann": ANN, "bo": bo}
    game, _, _ = blank(project(GAME | HERO | {f"heroes/{name}.yaml": people[name] for name in names}))
    pairs = [(own, game.contents.entry(own).view) for own in game.entries.of("hero")]
    views = [view for _, view in pairs]
    others = beside_single(views, generated_of(game, pairs))
    (page, *_) = SheetSet(views, others, PrintStyle(game.ruleset.theme), "full", blank=False, fillable=True).pages()
    assert "rule" in page.own and not {"who", "oath", "items"} & page.own
    assert bool(others) == (len(names) == 1), "of several, nothing is generated"
