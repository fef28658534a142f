"""Whole projects, written as text, built end to end."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner
from projects import Write
from pypdf import PdfReader
from small_game import GAME

from sheetgen.build import BuildResult, Options, build, build_in_memory, engine_missing
from sheetgen.cli import cli

MISTAKEN = {
    **GAME,
    "beasts/a-field.yaml": """
        name: A
        tier: 1
        toughness: 30
        armor: 3                     # unknown-field 1
        """,
    "beasts/b-type.yaml": """
        name: B
        tier: high                   # wrong-type 7
        toughness: 30
        """,
    "beasts/c-range.yaml": """
        name: C
        tier: 1
        toughness: 130               # out-of-range 12
        """,
    "beasts/d-affinity.yaml": """
        name: D
        tier: 1
        toughness: 30
        affinities: {ice: resists}   # unknown-term 19
        """,
    "beasts/e-element.yaml": """
        name: E
        tier: 1
        toughness: 30
        affinities: {fyre: weak}     # unknown-term 14
        """,
    "beasts/f-missing.yaml": """
        name: F                      # missing-field 1
        tier: 1
        """,
    "beasts/g-twice.yaml": """
        name: G
        tier: 1
        toughness: 30
        tier: 2                      # duplicate-key 1
        """,
    "beasts/h-syntax.yaml": """
        name: H
        tags: [a, b                  # yaml-syntax
        tier: 1
        """,
    "beasts/i-dangling.yaml": """
        name: I
        tier: 1
        toughness: 30
        friend: oter                 # unknown-reference 9
        """,
    "beasts/j-circle.yaml": """
        name: J
        extends: k-circle            # extends-cycle 10
        """,
    "beasts/k-circle.yaml": """
        name: K
        extends: j-circle
        """,
    "beasts/l-twin.yaml": """
        name: L
        id: otter                    # duplicate-address 5
        tier: 1
        toughness: 30
        """,
    "pages/notes.md": """
        # Notes

        See [[oter]] for more.
        """,
}
"""The small game with one mistake of each sort; comments give the code and column expected on their line."""


def expected(files: Mapping[str, str]) -> set[tuple[str, int, str, int | None]]:
    """File, line, code and column of each expectation written in the files."""
    places = set()
    for name, text in files.items():
        for number, line in enumerate(text.strip("\n").split("\n"), 1):
            match = re.search(r"# ([a-z-]+)(?: (\d+))?$", line)
            if match:
                places.add((name, number, match[1], int(match[2]) if match[2] else None))
    return places


def run(folder: Path, **options: object) -> BuildResult:
    return build(Options(folder, pdf=False, **options))  # type: ignore[arg-type]


def places_of(result: BuildResult) -> list[tuple[str, int, int, str]]:
    return [
        (d.span.file.name if d.span else "", d.span.line if d.span else 0, d.span.column if d.span else 0, d.code)
        for d in result.diagnostics
    ]


def test_a_small_game_becomes_a_site(project: Write) -> None:
    folder = project(GAME)
    result = run(folder)
    assert not list(result.diagnostics)
    page = (folder / "site/small/beasts/otter.html").read_text("utf-8")
    assert "Otter of Ill Repute" in page and "the greater of 1 and TB 4 ÷ 2" in page
    rules = (folder / "site/small/rules.html").read_text("utf-8")
    assert "kills at 10 above" in rules
    data = json.loads((folder / "site/small/beasts/otter.json").read_text("utf-8"))
    assert data["derived"]["wounds"]["heavy"] == {"value": 2, "why": "the greater of 1 and TB 4 ÷ 2", "rule": "track"}
    assert data["derived"]["kill_at"]["value"] == 14


def test_a_house_rule_changes_number_why_and_text(project: Write) -> None:
    folder = project({**GAME, "campaign.yaml": "title: T\nruleset: ./game\n"})
    assert not list(run(folder).diagnostics)
    data = json.loads((folder / "site/small/beasts/otter.json").read_text("utf-8"))
    assert data["derived"]["kill_at"] == {"value": 24, "why": "defense 4 + Kill margin 20", "rule": "kill_at"}
    assert "kills at 20 above" in (folder / "site/small/rules.html").read_text("utf-8")


TWO_READINGS = """
    edge:
      title: The edge
      source: Nobody says.
      options:
        hard_edge: {title: the edge is hard, reading: Nothing passes.}
        soft_edge: {title: the edge gives way, reading: "Half of it passes, at {track(4).heavy}."}
      default: hard_edge
      why: The word is edge.
      switch: true
      reference: rules#wounds
    """
EDGED = {
    "game/rulings.yaml": GAME["game/rulings.yaml"].replace("        ", "    ") + TWO_READINGS,
    "game/rules/edges.yaml": """
        edged:
          title: Edged
          reference: rules#wounds
          inputs: {blow: integer}
          outputs: {through: {title: Through, formula: 'blow if house.edge == "soft_edge" else 0'}}
        """,
    "game/reference/edges.md": """
        # Edges

        ::: rule edged
        :::

        ::: ruling edge
        :::

        ::: example Through it
        rule: edged
        given: {blow: 4}
        house: {edge: soft_edge}
        expect: {through: 4}
        ---
        It gives way.
        :::
        """,
}


def test_a_reading_goes_by_its_title_and_is_set_by_its_option(project: Write) -> None:
    folder = project({**GAME, **EDGED})
    assert places_of(run(folder)) == []
    page = (folder / "site/small/edges.html").read_text("utf-8")
    assert "This book reads <b>the edge is hard</b>." in page
    assert "The edge: the edge gives way" in page and "if The edge is “the edge gives way”" in re.sub(
        r"<[^>]+>", "", page
    )
    rulings = (folder / "site/small/rulings.html").read_text("utf-8")
    assert "<b class=val>the edge gives way</b>" in rulings and "<code>soft_edge</code>" in rulings
    assert "Half of it passes, at 2." in re.sub(r"<[^>]+>", "", rulings)
    ruleset = project({"campaign.yaml": "title: T\nruleset: ./game\nhouse_rules: {edge: half}\n"})
    (message,) = list(run(ruleset).diagnostics)
    assert "soft_edge (the edge gives way)" in " ".join(message.hints)


def test_every_mistake_is_told_at_its_place_in_one_run(project: Write) -> None:
    result = run(project(MISTAKEN))
    places = places_of(result)
    for name, line, code, column in expected(MISTAKEN):
        assert any((f, ln, c) == (name, line, code) and column in (None, col) for f, ln, col, c in places), (
            name,
            line,
            code,
            column,
            places,
        )
    assert ("pages/notes.md", 3, 5, "dead-link") in places
    assert len(places) == len(expected(MISTAKEN)) + 1, places
    assert result.published is None


def test_each_mistake_has_a_hint(project: Write) -> None:
    hinted = {
        "unknown-field", "unknown-term", "unknown-reference", "missing-field", "duplicate-address", "dead-link",
        "yaml-syntax",
    }  # fmt: skip
    for diagnostic in run(project(MISTAKEN)).diagnostics:
        if diagnostic.code in hinted and "fields" not in diagnostic.message:
            assert diagnostic.hints, diagnostic


def test_the_good_entries_are_not_blamed(project: Write) -> None:
    assert not [place for place in places_of(run(project(MISTAKEN))) if "otter.yaml" in place[0]]


@pytest.mark.parametrize(
    ("formula", "code", "column"),
    [
        ("max(1, tbb // 2)", "formula-name", 19),
        ("max(1, tb // 2", "formula-syntax", 15),
        ('max(1, "two")', "formula-type", 12),
        ("heavy + 1", "formula-cycle", 12),
    ],
)
def test_a_wrong_formula_is_told_inside_of_it(project: Write, formula: str, code: str, column: int) -> None:
    rules = GAME["game/rules/wounds.yaml"].replace("max(1, tb // 2)", formula)
    folder = project({**GAME, "game/rules/wounds.yaml": rules})
    [mistake] = run(folder).diagnostics
    assert mistake.code == code and mistake.span is not None
    assert (mistake.span.file.name, mistake.span.line) == ("game/rules/wounds.yaml", 7)
    assert mistake.span.column == column


def test_formula_and_entry_mistakes_come_together(project: Write) -> None:
    rules = GAME["game/rules/wounds.yaml"].replace("light: tb", "light: tbb")
    files = {**MISTAKEN, "game/rules/wounds.yaml": rules}
    codes = {place[3] for place in places_of(run(project(files)))}
    assert {"formula-name", "unknown-field", "unknown-term", "dead-link", "extends-cycle"} <= codes


def test_nothing_is_published_and_the_old_site_stays(project: Write) -> None:
    folder = project(GAME)
    run(folder)
    before = {path: path.read_bytes() for path in (folder / "site").rglob("*") if path.is_file()}
    project(MISTAKEN)
    answer = CliRunner().invoke(cli, ["build", str(folder), "--no-pdf"])
    assert answer.exit_code == 1
    assert {path: path.read_bytes() for path in (folder / "site").rglob("*") if path.is_file()} == before


def test_two_builds_are_byte_equal(project: Write) -> None:
    folder = project(GAME)
    run(folder, output=folder / "one")
    run(folder, output=folder / "two")
    first = {path.relative_to(folder / "one"): path.read_bytes() for path in (folder / "one").rglob("*.*")}
    two = {path.relative_to(folder / "two"): path.read_bytes() for path in (folder / "two").rglob("*.*")}
    assert first == two and len(first) > 20


def test_a_second_build_changes_nothing(project: Write) -> None:
    folder = project(GAME)
    run(folder)
    again = run(folder)
    assert again.published is not None
    assert again.published.written == () and again.published.removed == ()


def test_a_player_build_holds_no_secret(project: Write) -> None:
    secret = "Zyxwvut keeper"
    folder = project({
        **GAME,
        "beasts/otter.yaml": GAME["beasts/otter.yaml"].replace("It owes everybody money.", secret),
        "beasts/shade.yaml": f"name: {secret} Shade\ntier: 1\ntoughness: 20\nhidden: true\n",
        "pages/plot.md": f"# Plot\n\n::: gm\n{secret} did it.\n:::\n",
    })  # fmt: skip
    assert not list(run(folder, output=folder / "gm").diagnostics)
    assert not list(run(folder, output=folder / "player", player=True).diagnostics)
    assert any(secret.encode() in path.read_bytes() for path in (folder / "gm").rglob("*.html"))
    leaks = [path for path in (folder / "player").rglob("*") if path.is_file() and b"Zyxwvut" in path.read_bytes()]
    assert leaks == []


def test_an_example_that_disagrees_fails_at_its_line(project: Write) -> None:
    text = GAME["game/reference/rules.md"].replace("heavy: 2", "heavy: 3")
    folder = project({**GAME, "campaign.yaml": "title: T\nruleset: ./game\n", "game/reference/rules.md": text})
    [mistake] = run(folder).diagnostics
    assert mistake.code == "example-differs" and mistake.span is not None and mistake.span.line == 15
    assert "heavy 3" in mistake.message and "gives 2" in mistake.message


def test_an_entry_of_another_game_is_one_clear_message(project: Write) -> None:
    folder = project({**GAME, "beasts/orc.yaml": "name: Orc\nruleset: other-game\nhp: 12\n"})
    assert [place[3] for place in places_of(run(folder))] == ["wrong-ruleset"]


def test_stated_values_that_differ_are_reported_with_both_numbers(project: Write) -> None:
    text = GAME["beasts/otter.yaml"].rstrip() + "\n        stated: {wounds.heavy: 5}\n"
    [mistake] = run(project({**GAME, "beasts/otter.yaml": text})).diagnostics
    assert mistake.code == "stated-differs" and "5" in mistake.message and "2" in mistake.message


def test_the_page_of_an_entry_says_what_is_printed_otherwise(project: Write) -> None:
    stated = "{kill_at: 1, TB: 4, wounds.heavy: {printed: 3, because: A slip of the pen.}}"
    text = GAME["beasts/otter.yaml"].rstrip() + f"\n        stated: {stated}\n"
    built = build_in_memory(Options(project({**GAME, "beasts/otter.yaml": text}), pdf=False))
    page = built.files["small/beasts/otter.html"].decode()
    assert "<dt>kill at <b>1</b></dt><dd>The source prints 1, the rules give 14.</dd>" in page
    assert "<dt>heavy <b>3</b></dt><dd>The source prints 3, the rules give 2. A slip of the pen.</dd>" in page
    assert page.count("The source prints") == 2


def test_no_project_is_a_usage_error(tmp_path: Path) -> None:
    answer = CliRunner().invoke(cli, ["build", str(tmp_path)])
    assert answer.exit_code == 2


@pytest.mark.parametrize(("campaign", "margin"), [("house_rules: {margin: 10}", 10), ("house_rules: {}", 20)])
def test_a_house_rule_changes_text_page_sheet_card_and_calculator_together(
    project: Write, campaign: str, margin: int
) -> None:
    if engine_missing():
        pytest.skip("needs Pango for PDFs")
    folder = project({**GAME, "campaign.yaml": f"title: T\nruleset: ./game\n{campaign}\n"})
    assert not list(build(Options(folder)).diagnostics)
    site, killed = folder / "site", str(4 + margin)
    assert f"kills at {margin} above" in (site / "small/rules.html").read_text("utf-8")
    assert f">{killed}<" in (site / "small/beasts/otter.html").read_text("utf-8").replace("\n", "")
    for name in ("otter-sheet.pdf", "otter-card.pdf"):
        text = PdfReader(site / "small/beasts" / name).pages[0].extract_text()
        assert re.search(rf"\b{killed}\b", text), (name, text)
    script = (site / "assets/rules/small.js").read_text("utf-8")
    assert f'["margin", {margin}]' in script


def test_records_that_hold_each_other_are_told(project: Write) -> None:
    text = GAME["game/ruleset.yaml"].replace("records:", "records:\n          part: {name: text, more: list of part}")
    [mistake] = run(project({**GAME, "game/ruleset.yaml": text})).diagnostics
    assert mistake.code == "ruleset" and mistake.span is not None and "part → part" in mistake.message
    assert mistake.span.text == "list of part"


def test_the_figures_of_a_page_have_a_bound_together(project: Write) -> None:
    heavy = "{len([sum([y for y in range(999)]) for x in range(150)])}"
    page = GAME["game/reference/rules.md"] + "\n".join([f"        {heavy} and {{1 + 1}}"] * 40)
    result = run(project({**GAME, "game/reference/rules.md": page}))
    [mistake] = result.diagnostics
    assert mistake.message == "the figures of this page take more than 2,000,000 steps together"
    assert mistake.span and mistake.span.line == 33
