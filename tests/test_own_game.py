"""A game of one's own: started, checked, tried, built and watched as a folder by itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from projects import Write
from small_game import GAME

from sheetgen.build import Options, build, check
from sheetgen.cli import cli
from sheetgen.model.project_file import find
from sheetgen.serve.watching import watched

BARE = {name.removeprefix("game/"): text for name, text in GAME.items() if name.startswith("game/")}
"""The small game without a campaign."""
CASES = """
    - {id: a, rule: track, given: {tb: 4}, expect: {light: 4, heavy: 2}}
    - {rule: kill_at, given: {defense: 4}, expect: 24, alt: {margin: {option: 10, expect: 14}}}
    """


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_game_works(here: Path) -> None:
    made = run("new", "low-tide", "--game")
    assert made.exit_code == 0 and "sheetgen serve low-tide" in made.output
    text = (here / "low-tide/ruleset.yaml").read_text("utf-8")
    assert "\nid: low-tide " in text and '\ntitle: "Low tide"\n' in text and "my-game" not in text
    result = build(Options(here / "low-tide", pdf=False))
    assert result.published is not None and not list(result.diagnostics)
    site = here / "low-tide/site"
    for page in ("characters/wren", "monsters/lamp-moth", "rules/hit", "how-to-play", "rulings"):
        assert (site / f"low-tide/{page}.html").is_file(), page
    assert "waist in cold water" in (site / "low-tide/how-to-play.html").read_text("utf-8")
    tried = run("test", "low-tide", "-v")
    assert "Low tide: 5 cases of 2 rules, all give what is written." in tried.output
    assert "  passed  layers: armour with armour_cap 2  pieces 1, 1, 2 → 2" in tried.output
    assert "wren" in run("show", "wren", "--project", "low-tide").output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["new", "a", "--game", "--ruleset", "persona"], "a new game plays no other"),
        (["new", "7", "--game"], "cannot be the id of a game"),
        (["new", "full", "--game"], "a game begins in a new folder"),
        (["new", "a"], "start one of your own with --game"),
    ],
)
def test_what_cannot_be_a_new_game_is_said(here: Path, arguments: list[str], words: str) -> None:
    (here / "full/x").mkdir(parents=True)
    result = run(*arguments)
    assert result.exit_code == 2 and words in result.output, result.output


def test_an_odd_name_of_a_folder_is_a_title_and_an_id(here: Path) -> None:
    assert run("new", 'Tide: the "# one"', "--game").exit_code == 0
    assert not list(check(here / 'Tide: the "# one"')[0])


def test_a_ruleset_is_a_project_by_itself(project: Write) -> None:
    folder = project({**BARE, "entries/beasts/otter.yaml": GAME["beasts/otter.yaml"], "cases.yaml": CASES})
    assert find(folder) == find(folder / "rules") == folder / "ruleset.yaml"
    assert watched(folder)[0] == folder.resolve()
    result = build(Options(folder, pdf=False))
    assert result.published is not None and not list(result.diagnostics)
    assert result.project is not None and (result.project.title, result.folder) == ("Small game", folder / "site")
    assert (folder / "site/small/beasts/otter.html").is_file()
    added = run("add", "beast", "Gull", "--project", str(folder))
    assert added.exit_code == 0 and added.stdout.startswith("entries/beasts/gull.yaml is ready"), added.stdout
    assert (folder / "entries/beasts/gull.yaml").is_file()


def test_a_campaign_is_found_before_the_game_in_it_unless_that_is_named(project: Write) -> None:
    folder = project(GAME)
    assert find(folder / "game/rules") == find(folder) == folder / "campaign.yaml"
    assert find(folder / "game") == folder / "game/ruleset.yaml"


def test_a_sample_belongs_to_its_ruleset(project: Write) -> None:
    sample = {
        "campaign/campaign.yaml": "title: A sample\nruleset: ..\n",
        "campaign/beasts/o.yaml": GAME["beasts/otter.yaml"],
    }
    diagnostics, outcome = check(project({**BARE, **sample}))
    assert not list(diagnostics) and outcome.entries == 1


def test_mistakes_of_a_bare_ruleset_are_told_once_at_their_place(project: Write) -> None:
    folder = project({**BARE, "ruleset.yaml": "id: small\ntitel: Small\n"})
    [mistake] = [d for d in check(folder)[0] if d.code == "unknown-field"]
    assert str(mistake.span) == "ruleset.yaml:2:1" and "did you mean `title`?" in mistake.hints


def test_cases_are_run_by_test_check_and_build_alike(project: Write) -> None:
    wrong = CASES.replace("heavy: 2", "heavy: 3")
    folder = project({**BARE, "cases.yaml": wrong})
    result = run("test", str(folder), "-v")
    assert result.exit_code == 1 and "Small game: 3 cases of 2 rules, 1 failed." in result.output
    assert "  FAILED  a: track  tb 4 → light 4, heavy 2" in result.output and "cases.yaml:1:" in result.output
    messages = [d.message for d in check(folder)[0]]
    assert messages == ["the case says heavy 3, but `track` gives 2"]
    built = build(Options(folder, pdf=False))
    assert [d.message for d in built.diagnostics] == messages and built.published is None


def test_a_game_does_not_link_to_its_sample(project: Write) -> None:
    """In another campaign of the game, such a link leads nowhere; pages of the sample may have it."""
    sample = {
        "campaign/campaign.yaml": "title: Sample\nruleset: ..\n",
        "campaign/beasts/otter.yaml": "name: Otter\ntier: 1\ntoughness: 30\n",
        "campaign/pages/plan.md": "---\ntitle: The plan\n---\n\nFind the [[Otter]].\n",
    }
    chapter = {"reference/rivers.md": "---\ntitle: Rivers\n---\n\nSome have an [[Otter]].\n"}
    diagnostics, _ = check(project({**BARE, **sample, **chapter}))
    [warning] = [diagnostic for diagnostic in diagnostics if diagnostic.code == "dead-link"]
    assert warning.message == "Otter is in this campaign only: in others of the game, this link leads nowhere"
    assert warning.span and warning.span.file.name.endswith("reference/rivers.md")


def test_cases_are_run_where_an_entry_of_the_sample_is_wrong(project: Write) -> None:
    """What is wrong is told beside it: a case that fails is no less so."""
    sample = {
        "campaign/campaign.yaml": "title: Sample\nruleset: ..\n",
        "campaign/beasts/bad.yaml": "name: Bad\ntier: 99\n",
    }
    folder = project({**BARE, **sample, "cases.yaml": CASES.replace("heavy: 2", "heavy: 3")})
    result = run("test", str(folder))
    assert result.exit_code == 1 and "3 cases of 2 rules, 1 failed." in result.output
    assert "out-of-range" in result.output and "the case says heavy 3" in result.output
    (folder / "cases.yaml").write_text(CASES, "utf-8")
    result = run("test", str(folder))
    assert (
        result.exit_code == 1 and "all give what is written" in result.output and "not every case" not in result.output
    )


def test_rules_without_a_case_are_named(project: Write) -> None:
    folder = project({**BARE, "cases.yaml": "- {rule: track, given: {tb: 4}, expect: {light: 4}}\n"})
    assert "without a case: kill_at" in run("test", str(folder), "-v").output
    (folder / "cases.yaml").unlink()
    assert "Small game: no cases; write some into cases.yaml." in run("test", str(folder)).output


def test_options_of_house_rules_without_a_case_are_named(project: Write) -> None:
    rulings = """\
        margin:
          title: Kill margin
          source: Three figures are printed.
          options: {10: Ten above., 15: Fifteen above., 20: Twenty above.}
          default: 20
          why: The last figure.
          switch: true
          reference: rules#wounds
        side:
          title: Who wins
          source: Nothing is said.
          options: {nobody: Nobody., first: The first., second: The second.}
          default: nobody
          why: It is the least.
          switch: true
          reference: rules#wounds
        """
    winner = """\
        winner:
          title: Winner
          reference: rules#wounds
          inputs: {a: integer}
          outputs: {place: 'none if house.side == "nobody" else a'}
        """
    tried = "- {rule: winner, given: {a: 4}, expect: null, alt: {side: {option: first, expect: 4}}}\n"
    folder = project({**BARE, "rulings.yaml": rulings, "rules/winner.yaml": winner, "cases.yaml": tried})
    named = "  options of house rules without a case: margin (10, 15), side (second)\n"
    assert named in run("test", str(folder), "-v").output
    numbers = "- {rule: kill_at, given: {defense: 4}, expect: 24, alt: {margin: {option: 10, expect: 14}}}\n"
    (folder / "cases.yaml").write_text(tried + numbers)
    assert "without a case: side (second)\n" in run("test", str(folder), "-v").output, "of numbers, one is enough"
    (folder / "cases.yaml").write_text(tried + tried.replace("first", "second") + numbers)
    assert "house rules without" not in run("test", str(folder), "-v").output


def test_a_case_that_means_nothing_is_told_how_to_write_it(project: Write) -> None:
    rule = """\
        half:
          title: Half
          reference: rules#wounds
          inputs: {a: integer}
          outputs: {b: none if a > 3 else a, c: a}
        """
    cases = "- {rule: half, given: {a: 4}, expect: {b: none, c: 4}}\n"
    diagnostics = check(project({**BARE, "rules/half.yaml": rule, "cases.yaml": cases}))[0]
    assert [(d.message, d.hints) for d in diagnostics] == [
        ("the case says b none, but `half` gives none", ("write `null` for nothing",))
    ]


# ---- versions


def with_line(line: str) -> str:
    """The `ruleset.yaml` of the small game with a line more, its second."""
    return GAME["game/ruleset.yaml"].replace("title: Small", f"{line}\n        title: Small")


VERSIONED = {**GAME, "game/ruleset.yaml": with_line("version: 1.10")}


def asking(versions: str) -> dict[str, str]:
    return {**VERSIONED, "campaign.yaml": GAME["campaign.yaml"].replace("./game", f"./game {versions}")}


@pytest.mark.parametrize("versions", ["", ">=1.2", ">=1.2, <2", "==1.10", "~=1.9"])
def test_a_campaign_gets_the_version_that_it_asks_for(project: Write, versions: str) -> None:
    assert not list(check(project(asking(versions)))[0])


@pytest.mark.parametrize(
    ("versions", "message", "hint"),
    [
        (">=1.11", "Small game is version 1.10, and this asks for >=1.11", "get that version, or ask for another"),
        ("<1.9", "Small game is version 1.10, and this asks for <1.9", "get that version, or ask for another"),
        (">=new", "`>=new` asks for no version", "write `>=1.2`, `==1.2` or `>=1.2, <2`"),
    ],
)
def test_another_version_than_is_asked_for_is_told(project: Write, versions: str, message: str, hint: str) -> None:
    [mistake] = check(project(asking(versions)))[0]
    assert (str(mistake.span), mistake.code) == ("campaign.yaml:2:10", "version")
    assert (mistake.message, mistake.hints) == (message, (hint,))


def test_a_version_is_asked_of_a_ruleset_that_has_none(project: Write) -> None:
    folder = project({**asking(">=1"), "game/ruleset.yaml": GAME["game/ruleset.yaml"]})
    assert [d.message for d in check(folder)[0]] == ["Small game does not say its version"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("version: first", "`version`: a version is written as numbers with dots, such as `1.2`"),
        ("format: 2", "`format`: this ruleset is written for a newer sheetgen: this one reads format 1"),
    ],
)
def test_versions_that_cannot_be_read(project: Write, line: str, message: str) -> None:
    [mistake] = check(project({**BARE, "ruleset.yaml": with_line(line)}))[0]
    assert (mistake.message, mistake.span and mistake.span.line) == (message, 2)


def test_the_version_stands_on_pages_and_in_pdfs(project: Write) -> None:
    from projects import open_project

    from sheetgen.print.plan.print_job import style_of
    from sheetgen.text.diagnostics import Diagnostics

    folder = project(VERSIONED)
    assert build(Options(folder, pdf=False)).published
    for page in ("index", "small/beasts/otter", "small/rules"):
        assert ">Small game 1.10<li" in (folder / f"site/{page}.html").read_text("utf-8")
    opened = open_project(folder, Diagnostics())
    assert opened is not None
    assert style_of(opened[1][0], opened[0]).credits == "The small hours, Small game 1.10"
