"""`check` reports everything that would stop a build, and runs the worked cases of a ruleset."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import CliRunner
from projects import Write, expected, places_of
from small_game import GAME

from sheetgen.blocks import EntryView
from sheetgen.build import Options, build, build_in_memory, check
from sheetgen.cli import cli
from sheetgen.site import contents
from sheetgen.text.cache import FRESH
from sheetgen.text.late_values import SpooledValues
from sheetgen.text.spool import Spooled


@pytest.mark.parametrize(
    ("name", "text", "code", "line"),
    [
        ("game/ruleset.yaml", GAME["game/ruleset.yaml"].replace("types:", "screen: [tarck]\n        types:"),
         "unknown-reference", 8),
        ("templates/print/card.html", "<p>\n{% if x %}\n</p>", "template", 3),
        ("game/templates/blocks/card.html", "{{ a b }}", "template", 1),
        ("campaign.yaml", "title: T\nruleset: ./game\ncard: huge\n", "out-of-range", 3),
        ("beasts/otter.yaml", GAME["beasts/otter.yaml"].replace("It owes", "It [[nobody]]"), "dead-link", 6),
    ],
)  # fmt: skip
def test_check_and_build_tell_the_same(project: Write, name: str, text: str, code: str, line: int) -> None:
    folder = project({**GAME, name: text})
    checked, built = check(folder)[0], build(Options(folder, pdf=False))
    [mistake] = checked
    assert mistake.span is not None and (mistake.code, mistake.span.file.name, mistake.span.line) == (
        code,
        name,
        line,
    ), mistake
    assert [(d.code, d.message) for d in built.diagnostics] == [(mistake.code, mistake.message)]


def test_templates_of_paper_are_drawn_by_check(project: Write) -> None:
    """A name that nothing has is found when a template is drawn, not when it is compiled."""
    folder = project({**GAME, "templates/print/card.html": '{% include "shared/print/card.html" %}'})
    assert [d.message for d in check(folder)[0]] == []
    (folder / "templates/print/card.html").write_text("<p>\n{{ entry.nonsense.x }}\n</p>")
    [mistake] = check(folder)[0]
    assert str(mistake.span) == "templates/print/card.html:2:1" and "nonsense" in mistake.message


@pytest.mark.parametrize("own", [{}, {"templates/site/entry.html": '{% include "shared/site/entry.html" %}'}])
def test_views_that_no_page_needs_are_not_kept_by_check(
    project: Write, monkeypatch: pytest.MonkeyPatch, own: dict[str, str]
) -> None:
    seen: list[object] = []

    class Watched(SpooledValues[object]):
        def place(self, value: object) -> Spooled:
            seen.extend([value] if isinstance(value, EntryView) else [])
            return super().place(value)

    monkeypatch.setenv(FRESH, "1")
    monkeypatch.setattr(contents, "MANY_ENTRIES", 1)
    monkeypatch.setattr(contents, "SpooledValues", Watched)
    folder = project({**GAME, **own})
    assert not check(folder)[0].has_errors
    assert bool(seen) == bool(own)
    assert dict(build_in_memory(Options(folder, pdf=False)).files) and seen


CASES = """
        - {id: a, rule: track, given: {tb: 4}, expect: {light: 4, heavy: 2}}
        - {id: b, rule: track, given: {tb: 5}, expect: {light: 5, heavy: 3}}
        - {id: c, rule: trak, given: {tb: 5}, expect: {light: 5}}
        - {id: d, rule: kill_at, given: {defense: 4}, expect: {damage: 24},
           alt: {margin: {option: 10, expect: {damage: 15}}}}
        - {id: e, rule: track, given: {bt: 5}, expect: {light: 5}}
        - {id: f, given: {tb: 5}}
        """


def test_worked_cases_are_run(project: Write) -> None:
    mistakes = list(check(project({**GAME, "game/cases.yaml": CASES}))[0])
    assert [(mistake.code, mistake.span.line, mistake.span.text) for mistake in mistakes if mistake.span] == [
        ("example-differs", 2, "3"),
        ("unknown-reference", 3, "trak"),
        ("example-differs", 5, "15"),
        ("unknown-field", 6, "bt"),
        ("missing-field", 7, "{id: f, given: {tb: 5}}"),
    ]
    assert mistakes[0].message == "the case says heavy 3, but `track` gives 2"
    assert mistakes[1].hints == ("did you mean `track`?",)


def test_what_new_and_add_write_is_sound_and_tells_what_is_allowed(
    project: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = GAME["game/kinds/beast.yaml"].replace("default normal", "default resist")
    monkeypatch.chdir(project({**GAME, "game/kinds/beast.yaml": kind}))
    run = CliRunner().invoke
    assert run(cli, ["new", "ours", "--ruleset", "game"]).exit_code == 0
    assert Path("ours/.gitignore").read_text().split("\n")[1:3] == ["/site/", "/public/"]
    settings = Path("ours/campaign.yaml").read_text()
    assert "# tagline:" in settings and "#   margin: 20   # Kill margin: 10, 20" in settings
    assert run(cli, ["schema", "ours"]).exit_code == 0
    answer = run(cli, ["add", "beast", "Quay Cat", "--project", "ours"])
    assert answer.exit_code == 0 and "lacks" not in answer.output
    entry = Path("ours/beasts/quay-cat.yaml").read_text()
    assert entry.startswith("# yaml-language-server: $schema=../.sheetgen/small.beast.schema.json\n")
    assert "affinities: {fire: resist}" in entry and "one of weak, normal, resist, for each of fire, ice" in entry
    assert not list(check(Path("ours"))[0])


def test_dead_links_are_told_beside_other_mistakes_of_an_entry(project: Write) -> None:
    """All mistakes of an entry come together; what has mistakes is linked to all the same, and formulas are no text."""
    ruleset = GAME["game/ruleset.yaml"].replace("attack: {", 'attack: {note: "markdown, optional", ')
    notes = "  notes: list of markdown, default []\nderive:"
    kind = dedent(GAME["game/kinds/beast.yaml"]).replace("derive:", notes, 1)
    bad = """
        name: Bad
        tier: 99              # !out-of-range
        toughness: 1
        secret: |
          It owes [[otter]] and [[bad]].
        notes:
        - Nothing.
        - It owes [[nobody]]. # !dead-link
        - "{tier} and [[formula]]"
        attacks:
        - {name: Bite, element: ice, note: "See [[the tail]]."}   # !dead-link
        """
    worse = "name: Worse\ntier: 1\ntoughness: 1\nfriend: oter   # !unknown-reference\nsecret: '[[x.md]]' # !dead-link\n"
    files = {"beasts/bad.yaml": dedent(bad).lstrip(), "beasts/worse.yaml": worse}
    folder = project({**GAME, **files, "game/kinds/beast.yaml": kind, "game/ruleset.yaml": ruleset})
    assert places_of(check(folder)[0]) == expected(files)
