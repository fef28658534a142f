"""Layouts: each block type over an entry, what is left out, and mistakes at their formula."""

from __future__ import annotations

import pytest
from projects import Write, open_project, places_of
from small_game import GAME

from sheetgen import blocks
from sheetgen.blocks import EntryView
from sheetgen.text.diagnostics import Diagnostics

KIND = """
    id: beast
    title: Beast
    plural: Beasts
    folder: beasts
    fields:
      tier: integer 1..10
      toughness: score
      affinities: map element -> affinity, default normal
      attacks: list of attack, default []
      friend: ref beast, optional
      notes: 'markdown, default ""'
      secret: {type: markdown, optional: true, secret: true}
    derive:
      TB: {formula: toughness // 10, title: Toughness Bonus, short: TB}
      wounds: track(tb=TB)
      guard: "{e: TB + index(element, e) for e in element}"
    layout:
      subtitle: ['"Tier " + text(tier)']
      badge: {label: Tier, value: tier}
      blocks:
        one: BLOCK
      page: [one]
    """


def drawn(
    project: Write, block: str, entry: str = "", player: bool = False, kind: str = KIND
) -> tuple[EntryView, Diagnostics]:
    """The otter as it is drawn with one block."""
    otter = GAME["beasts/otter.yaml"].rstrip() + entry
    files = {**GAME, "game/kinds/beast.yaml": kind.replace("BLOCK", block), "beasts/otter.yaml": otter}
    diagnostics = Diagnostics()
    opened = open_project(project(files), diagnostics, player)
    assert opened is not None
    game = opened[1][0]
    assert game.loaded.table is not None, [diagnostic.message for diagnostic in diagnostics]
    view = game.contents.view(game.loaded.table.entries["beast", "otter"])
    assert view is not None
    return view, diagnostics


def block(project: Write, text: str, entry: str = "", player: bool = False, kind: str = KIND) -> blocks.Block | None:
    view, diagnostics = drawn(project, text, entry, player, kind)
    assert not list(diagnostics), [diagnostic.message for diagnostic in diagnostics]
    return next(iter(view.area("page")), None)


def test_figures_have_numbers_units_and_whys(project: Write) -> None:
    figures = block(
        project,
        "{type: figures, items: [{label: Light, value: wounds.light, unit: boxes, after: '\" / \" + text(tier)'}]}",
    )
    assert isinstance(figures, blocks.Figures)
    [figure] = figures.items
    assert (figure.label, figure.number.text, figure.unit, figure.after) == ("Light", "4", "boxes", "/ 2")
    assert figure.number.why == "TB 4" and "track" in figure.number.rule


def test_whys_say_no_number_twice(project: Write) -> None:
    """One that is only chosen has the reason of what is chosen, or the conditions of its choice."""
    chosen = "wounds.heavy if tier > 1 else 0", "12 if tier > 1 else 3", "TB + 1"
    items = ", ".join(f"{{label: Guard, value: {formula}}}" for formula in chosen)
    whys = block(project, f"{{type: whys, items: [{items}]}}")
    assert isinstance(whys, blocks.Whys)
    assert [str(item.text) for item in whys.items] == ["= the greater of 1 and TB 4 ÷ 2", "tier 2", "= TB 4 + 1"]


def test_tracks_have_sizes(project: Write) -> None:
    tracks = block(project, "{type: tracks, items: [{label: Heavy, value: wounds.heavy, mark: cut-square}]}")
    assert isinstance(tracks, blocks.Tracks)
    assert [(item.label, item.number.size, item.mark.name) for item in tracks.items] == [("Heavy", 2, "cut-square")]


def test_tracks_without_a_box_are_left_out(project: Write) -> None:
    nothing = "{label: None, value: wounds.heavy - 2}"
    assert block(project, f"{{type: tracks, title: Empty, items: [{nothing}]}}") is None
    tracks = block(project, f"{{type: tracks, items: [{nothing}, {{label: Heavy, value: wounds.heavy}}]}}")
    assert isinstance(tracks, blocks.Tracks)


def test_tables_have_a_row_for_each_item(project: Write) -> None:
    columns = "[{label: Dmg, value: damage + TB, strong: true}]"
    text = f"{{type: table, title: Attacks, rows: attacks, name: name, mark: element, columns: {columns}}}"
    table = block(project, text)
    assert isinstance(table, blocks.Table)
    [row] = table.rows
    assert (row.name, row.mark and row.mark.title, row.cells[0].number.text) == ("Pebble", "Ice", "7")
    assert (row.cells[0].label, row.cells[0].strong, table.columns[0].label) == ("Dmg", True, "Dmg")
    assert row.cells[0].number.why == "damage 3 + TB 4"


def test_a_number_of_a_row_has_no_reason_of_a_derived_value_that_is_called_alike(project: Write) -> None:
    rows = '\'[{"name": n, "guard": 3, "TB": 9} for n in ["a"]]\''
    columns = "[{label: A, value: TB}, {label: B, value: wounds.heavy}]"
    table = block(project, f"{{type: table, rows: {rows}, name: name, columns: {columns}}}")
    assert isinstance(table, blocks.Table)
    assert [(cell.number.text, cell.number.why) for cell in table.rows[0].cells] == [
        ("9", ""),
        ("2", "the greater of 1 and TB 4 ÷ 2"),
    ]


def test_a_number_that_is_only_called_otherwise_has_no_reason(project: Write) -> None:
    """Not where a rule gives it, as a bonus, or dice that come with their reason."""
    light, dice = "track(TB).light", '"2d6" if a.damage < 9 else ""'
    rows = f'\'[{{"name": a.name, "blow": a.damage, "light": {light}, "dice": {dice}}} for a in attacks]\''
    columns = ", ".join(f"{{label: {name}, value: {name}}}" for name in ("blow", "light", "dice"))
    beast = KIND.replace("derive:", f"derive:\n      blows: {rows}")
    table = block(project, f"{{type: table, rows: blows, name: name, columns: [{columns}]}}", kind=beast)
    assert isinstance(table, blocks.Table)
    assert [cell.number.why for cell in table.rows[0].cells] == ["", "TB 4", "2d6 (damage 3)"]


def test_short_names_of_scores_tell_them_apart(project: Write) -> None:
    names = '{"Perception": 1, "Persuasion": 2, "Pilot": 3, "Lore": 4, "Lore of Stars": 5}'
    scores = block(project, f"{{type: scores, map: '{names}'}}")
    assert isinstance(scores, blocks.Scores)
    assert [score.short for score in scores.items] == ["Perc", "Pers", "Pil", "Lore", "Lore o"]


def test_strips_show_terms_and_states(project: Write) -> None:
    strip = block(project, "{type: strip, map: affinities, heads: element, states: affinity}")
    assert isinstance(strip, blocks.Strip)
    assert [(pair.head.code, pair.state.title) for pair in strip.pairs] == [("Fi", "Weak"), ("Ic", "Normal")]


def test_grids_align_maps(project: Write) -> None:
    heads = "[{label: Fire, value: guard.fire}, {label: Ice, value: guard.ice}]"
    grid = block(project, f"{{type: grid, heads: {heads}, rows: [{{label: Guard, map: guard}}]}}")
    assert isinstance(grid, blocks.Grid)
    assert [[number.text for number in row.numbers] for row in grid.rows] == [["4", "5"]]


def test_prose_is_markdown_and_safe(project: Write) -> None:
    view, diagnostics = drawn(
        project, "{type: prose, text: notes}", "\n        notes: 'a *b* <script> [[otter]]'\n", False
    )
    assert [diagnostic.message for diagnostic in diagnostics] == ["`<script>` is printed as it stands"]
    [prose] = view.area("page")
    assert isinstance(prose, blocks.Prose)
    assert "<em>b</em>" in prose.text and "&lt;script&gt;" in prose.text and "otter.html" in prose.text


def test_facts_and_lines(project: Write) -> None:
    drawn = block(project, "{type: facts, items: [{label: Tier, value: tier}, {label: Friend, value: friend}]}")
    assert isinstance(drawn, blocks.Facts)
    assert (drawn.items[0].label, drawn.items[0].text) == ("Tier", "2")
    drawn = block(project, "{type: lines, count: 4}")
    assert isinstance(drawn, blocks.Lines) and drawn.count == 4


@pytest.mark.parametrize(
    "text",
    [
        "{type: prose, text: notes}",
        "{type: table, rows: '[a for a in attacks if a.damage > 9]', name: name, columns: []}",
    ],
)
def test_a_block_without_content_is_left_out(project: Write, text: str) -> None:
    assert block(project, text) is None


def test_a_secret_block_is_for_the_game_master(project: Write) -> None:
    text = "{type: prose, text: secret, secret: true}"
    drawn = block(project, text)
    assert drawn is not None and drawn.secret
    assert block(project, text, player=True) is None


def test_subtitle_and_badge(project: Write) -> None:
    view, _ = drawn(project, "{type: lines, count: 1}")
    assert view.subtitle == ("Tier 2",) or view.subtitle == "Tier 2"
    assert view.badge is not None and "2" in repr(view.badge)


@pytest.mark.parametrize(
    ("text", "code", "name"),
    [
        ("{type: figures, items: [{label: A, value: toughnes}]}", "formula-name", "toughnes"),
        ("{type: table, rows: attacks, name: name, columns: [{label: D, value: damge}]}", "formula-name", "damge"),
        ("{type: table, rows: tier, name: name, columns: []}", "formula-type", "tier"),
        ("{type: tracks, items: [{label: A, value: 1 +}]}", "formula-syntax", ""),
        ("{type: blob}", "wrong-type", ""),
        ("{type: lines, cout: 3}", "unknown-field", ""),
    ],
)
def test_mistakes_stand_at_their_formula(project: Write, text: str, code: str, name: str) -> None:
    diagnostics = Diagnostics()
    open_project(project({**GAME, "game/kinds/beast.yaml": KIND.replace("BLOCK", text)}), diagnostics)
    line = KIND.lstrip("\n").split("\n").index("        one: BLOCK") + 1
    assert places_of(diagnostics) == [("game/kinds/beast.yaml", line, code)]
    [mistake] = diagnostics
    assert mistake.span is not None and (not name or mistake.span.text == name)


def test_an_area_that_names_no_block_says_which_there_are(project: Write) -> None:
    diagnostics = Diagnostics()
    kind = KIND.replace("BLOCK", "{type: lines, count: 1}").replace("page: [one]", "page: [oen]")
    open_project(project({**GAME, "game/kinds/beast.yaml": kind}), diagnostics)
    [mistake] = diagnostics
    assert mistake.span is not None and mistake.span.text == "oen" and mistake.hints == ("did you mean `one`?",)


def test_a_layout_that_cannot_be_computed_is_told_at_the_entry(project: Write) -> None:
    _, diagnostics = drawn(project, "{type: figures, items: [{label: A, value: 1 // (tier - 2)}]}")
    [mistake] = diagnostics
    assert (
        mistake.code == "formula-failed" and mistake.span is not None and mistake.span.file.name == "beasts/otter.yaml"
    )


def test_a_link_in_a_plain_text_is_its_name_and_its_author_is_told(project: Write) -> None:
    attacks = "\n        attacks: [{name: '[[track|Tracker]]', element: ice, damage: 3}]\n"
    table = "{type: table, rows: attacks, name: name, columns: [{label: D, value: damage}]}"
    otter = GAME["beasts/otter.yaml"].partition("\n        attacks:")[0].partition("attacks:")[0].rstrip()
    view, diagnostics = drawn(lambda files: project({**files, "beasts/otter.yaml": otter + attacks}), table)
    (page,) = view.area("page")
    assert isinstance(page, blocks.Table) and page.rows[0].name == "Tracker"
    [mistake] = diagnostics
    assert (mistake.code, mistake.severity.value) == ("markdown", "warning")
    assert (
        mistake.span is not None
        and mistake.span.file.name == "beasts/otter.yaml"
        and "[[track|Tracker]]" in mistake.message
    )
    assert mistake.span.file.line(mistake.span.line)[mistake.span.column - 1 :].startswith("'[[track")


def test_a_field_of_markdown_that_is_shown_plain_loses_its_links_in_silence(project: Write) -> None:
    facts = block(
        project, "{type: facts, items: [{label: Notes, value: notes}]}", "\n        notes: 'See [[otter]].'\n"
    )
    assert isinstance(facts, blocks.Facts) and facts.items[0].text == "See otter."


@pytest.mark.parametrize(
    ("written", "expected"),
    [("cover is no help", "Cover is no help"), ("a kilo", "A kilo"), ("d6 rounds", "d6 rounds"), ("2 m", "2\u00a0m")],
)
def test_what_follows_a_name_begins_with_a_capital(project: Write, written: str, expected: str) -> None:
    text = f"{{type: named, rows: attacks, name: name, text: '\"{written}\"'}}"
    drawn = block(project, text)
    assert isinstance(drawn, blocks.NamedList) and drawn.items[0].text == expected
