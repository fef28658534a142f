"""Versions of an entry held against each other: files, entries, revisions of git, a whole history and its page."""

from __future__ import annotations

import re
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from projects import Write
from small_game import GAME

from sheetgen.build import BuildResult, Options, build
from sheetgen.cli import cli
from sheetgen.finished_runs import FinishedRuns
from sheetgen.model import entry_versions, library, loaded
from sheetgen.model.project import read_project
from sheetgen.text.cache import Cache
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.git import GitError, revisions_below

OTTER = "beasts/otter.yaml"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["diff", *arguments])


def lines(*arguments: str) -> list[str]:
    answer = run(*arguments)
    assert answer.exit_code == 0, answer.output
    return answer.output.splitlines()


def change(old: str, new: str) -> None:
    text = Path(OTTER).read_text()
    assert old in text
    Path(OTTER).write_text(text.replace(old, new))


def commit(said: str, *more: str) -> None:
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for command in (["add", "."], ["commit", "-qm", said], *([*part.split()] for part in more)):
        subprocess.run([*git, *command], check=True, capture_output=True)


@pytest.fixture
def here(project: Write, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = project(GAME)
    monkeypatch.chdir(folder)
    return folder


def test_two_files_are_told_apart_by_what_was_written_and_what_follows(here: Path) -> None:
    Path("mail").mkdir()
    Path("mail/otter.yaml").write_text(Path(OTTER).read_text())
    change("toughness: 45", "toughness: 61")
    change("{fire: weak}", "{fire: resist}")
    change("damage: 3", "damage: 4")
    change("}]\n", "}, {name: Bite, element: fire}]\nfriend: otter\n")
    after = [
        "  Toughness 45 → 61",
        "  Affinities: Fire Weak → Resist",
        "  Attacks: Pebble, Damage 3 → 4",
        "  Attacks: Bite (new)",
        "  Friend Otter of Ill Repute (new)",
        "  so TB 4 → 6",
        "  so Wounds: light 4 → 6; heavy 2 → 3",
        "  so kill at 14 → 16",
    ]
    answer = lines("mail/otter.yaml", "otter")
    assert answer[:2] == ["Otter of Ill Repute", "mail/otter.yaml → otter"]
    assert [line.lower() for line in answer[2:]] == [line.lower() for line in after]
    assert lines("mail/otter.yaml", OTTER)[2:] == answer[2:]
    assert "  Attacks: Bite (gone)" in lines("otter", "mail/otter.yaml")


def test_the_ruleset_is_compiled_once_and_each_entry_validated_once(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[Path] = []
    valid: list[str] = []
    real, validated = loaded.load_kept, library.validated_entry
    monkeypatch.setattr(
        loaded, "load_kept", lambda folder, *rest, **more: compiled.append(folder) or real(folder, *rest, **more)
    )
    for module in (library, entry_versions):
        monkeypatch.setattr(
            module, "validated_entry",
            lambda ruleset, line, *rest: valid.append(line[0].id) or validated(ruleset, line, *rest),
        )  # fmt: skip
    Path("mail").mkdir()
    Path("mail/otter.yaml").write_text(Path(OTTER).read_text())
    change("toughness: 45", "toughness: 61")
    assert "  Toughness 45 → 61" in lines("mail/otter.yaml", "otter") and len(compiled) == 1
    assert sorted(valid) == ["otter", "otter--0"]


def test_two_entries_and_the_same_twice(here: Path) -> None:
    Path("beasts/vole.yaml").write_text("name: Vole\ntier: 1\ntoughness: 45\n")
    answer = lines("otter", "vole")
    assert (
        "  Tier 2 → 1" in answer and "  Attacks: Pebble (gone)" in answer and not any("Toughness" in x for x in answer)
    )
    assert lines("otter", "otter") == ["Otter of Ill Repute", "Nothing is different."]


def test_revisions_and_the_whole_history(here: Path) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    commit("As it was", "tag s1", f"mv {OTTER} beasts/rat.yaml")
    Path("beasts/rat.yaml").write_text(Path("beasts/rat.yaml").read_text().replace("name", "id: otter\nname", 1))
    commit("Under another name", "mv beasts/rat.yaml " + OTTER)
    change("toughness: 45", "toughness: 51 # at last")
    commit("A winter in the gym", "tag s2")
    change("tier: 2", "tier: 3")
    change("everybody", "nobody")
    assert lines("s1..s2", "otter")[1:3] == ["s1 → s2", "  Toughness 45 → 51"]
    assert lines("s2", "otter")[1:] == [
        "s2 → otter",
        "  Tier 2 → 3",
        "  Secret It owes everybody money. → It owes nobody money.",
    ]
    history = lines("otter")
    assert [line[11:] if line[:2] == "20" else line for line in history[:6]] == [
        "Otter of Ill Repute", "now", "  Tier 2 → 3", "  Secret It owes everybody money. → It owes nobody money.",
        "A winter in the gym", "  Toughness 45 → 51",
    ]  # fmt: skip
    assert not any("Under another name" in line for line in history), "nothing of the game changed"
    assert run("otter", "-o", "pages/otter-history.md").output == "pages/otter-history.md: 2 changes\n"
    page = Path("pages/otter-history.md").read_text("utf-8")
    assert "hidden: true" in page and "- `Toughness 45 → 51`" in page and "money" not in page
    assert CliRunner().invoke(cli, ["check"]).exit_code == 0
    change("tier: 3", "tier: 3\nknown: [name, tier]")
    assert run("s1", "otter", "-o", "pages/otter-history.md").exit_code == 0
    page = Path("pages/otter-history.md").read_text("utf-8")
    assert "Tier 2 → 3" in page and "Toughness" not in page and "TB" not in page, "players know no more"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["s1", "oter"], "did you mean `otter`"),
        (["s9", "otter"], "is in no repository of git\nhelp: begin one with `git init`"),
        (["otter", "oter"], "`oter` is no entry, no file and no revision of git\nhelp: did you mean `otter`"),
        (["otter"], "is in no repository of git\nhelp: begin one with `git init`"),
        (["broken/otter.yaml", "otter"], "broken/otter.yaml:2:7"),
        (["broken/vole.yaml", "otter"], "cannot be compared"),
        (["pair.yaml", "otter"], "has no entry `otter`"),
        (["pair.yaml", ""], "no file of this project"),
    ],
)
def test_versions_that_are_none(here: Path, arguments: list[str], message: str) -> None:
    for name in ("otter", "vole"):
        Path("broken").mkdir(exist_ok=True)
        Path(f"broken/{name}.yaml").write_text("name: Otter\ntier: high\ntoughness: 30\n")
    Path("game/pair.yaml").write_text("")
    Path("pair.yaml").write_text("- {name: A, tier: 1, toughness: 1}\n- {name: B, tier: 1, toughness: 1}\n")
    answer = run(*arguments)
    assert answer.exit_code in (1, 2) and message in answer.output and "Traceback" not in answer.output, answer.output


def test_why_git_has_no_version_is_told(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    Path(OTTER).rename("otter.txt")
    commit("Before the otter", "tag s1")
    Path("otter.txt").rename(OTTER)
    assert "`s9` is no entry, no file and no revision of git\n" in run("s9", "otter").output
    assert "at `s1` there was no otter.yaml\nhelp: name a later revision" in run("s1", "otter").output
    monkeypatch.setenv("PATH", "")
    assert "git is not installed, or gives no answer" in run("s1", "otter").output
    assert "did you mean `otter`" in run("oter", "otter").output


def test_nothing_that_the_settings_of_a_repository_name_is_run(here: Path, tmp_path: Path) -> None:
    """A signed commit would have `git log` ask the program that is named for signatures."""
    ran, harm = tmp_path / "ran", tmp_path / "harm"
    harm.write_text(f"#!/bin/sh\ntouch {ran}\n")
    harm.chmod(0o755)

    def git(*command: str, given: str = "") -> str:
        return subprocess.run(["git", *command], input=given, check=True, capture_output=True, text=True).stdout

    git("init", "-q")
    commit("first")
    change("toughness: 45", "toughness: 61")
    commit("second")
    head, _, said = git("cat-file", "commit", "HEAD").partition("\n\n")
    signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----"
    signed = git("hash-object", "-t", "commit", "-w", "--stdin", given=f"{head}\n{signature}\n\n{said}")
    git("reset", "-q", "--soft", signed.strip())
    for name, value in (("gpg.program", str(harm)), ("log.showSignature", "true"), ("core.fsmonitor", str(harm))):
        git("config", name, value)
    assert lines("otter") and lines("HEAD~1", "otter") and not ran.exists()
    git("log", "-1")
    assert ran.exists(), "git itself would run it"


def page_of(folder: Path, name: str = "site/small/beasts/otter.history.html") -> str:
    text = re.sub(r"<[^>]+>", " ", (folder / name).read_text("utf-8").partition("<main")[2].partition("</main")[0])
    return " ".join(unescape(text).split())


def built(folder: Path, **options: Any) -> BuildResult:
    result = build(Options(folder, pdf=False, **options))
    assert result.published is not None, [f"{item.span}: {item.message}" for item in result.diagnostics]
    return result


@pytest.fixture
def kept(here: Path) -> Path:
    """A campaign with four commits, that asks for pages of its history."""
    change_settings = Path("campaign.yaml")
    change_settings.write_text(change_settings.read_text() + "history: true\n")
    Path("beasts/vole.yaml").write_text("name: Vole\ntier: 1\ntoughness: 45\n")
    Path("beasts/rat.yaml").write_text("extends: vole\nname: Rat\ntoughness: 50\n")
    subprocess.run(["git", "init", "-q"], check=True)
    commit("As it was")
    change("tier: 2", "tier: many")
    commit("A slip")
    change("tier: many", "tier: 2")
    change("toughness: 45", "toughness: 51")
    Path("beasts/rat.yaml").write_text("extends: vole\nname: Rat\ntoughness: 66\n")
    commit("A winter in the gym", f"mv {OTTER} beasts/stoat.yaml")
    Path("beasts/stoat.yaml").write_text(Path("beasts/stoat.yaml").read_text().replace("name", "id: otter\nname", 1))
    commit("Under another name")
    return here


def test_a_page_tells_what_git_knows_of_an_entry(kept: Path) -> None:
    Path("beasts/stoat.yaml").write_text(Path("beasts/stoat.yaml").read_text().replace("tier: 2", "tier: 3"))
    built(kept)
    page = page_of(kept)
    assert re.findall(r"20\d\d-\d\d-\d\d ([A-Z][a-z ]+?) (?:Toughness|This|The)", page) == [
        "A winter in the gym", "A slip", "As it was",
    ]  # fmt: skip
    assert "Not committed yet Tier 2 → 3" in page and "Under another name" not in page, "nothing of the game changed"
    assert "Toughness 45 → 51 What follows from it TB 4 → 5" in page and "by the rules of now" in page
    assert "Toughness 50 → 66" in page_of(kept, "site/small/beasts/rat.history.html"), "what it extends is found"
    assert page_of(kept, "site/small/beasts/vole.history.html").endswith("As it was The first version that git knows.")
    assert "beasts/otter.history.html" in (kept / "site/small/beasts/otter.html").read_text("utf-8").replace(
        'href="otter.', 'href="beasts/otter.'
    )


def test_players_see_no_history_and_neither_does_who_did_not_ask(kept: Path) -> None:
    built(kept, player=True)
    assert not [*kept.rglob("site/**/*.history.html")]
    assert "history" not in (kept / "site/small/beasts/otter.html").read_text("utf-8").partition("<main")[2]
    settings = Path("campaign.yaml")
    settings.write_text(settings.read_text().replace("history: true\n", ""))
    built(kept)
    assert not [*kept.rglob("site/**/*.history.html")]


def test_without_a_repository_there_is_no_history_and_no_word_of_it(here: Path) -> None:
    Path("campaign.yaml").write_text(Path("campaign.yaml").read_text() + "history: true\n")
    result = built(here)
    assert not [*here.rglob("site/**/*.history.html")] and not list(result.diagnostics)


def test_a_commit_is_noticed_by_runs_that_are_kept(kept: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    options, runs = Options(kept, pdf=False), FinishedRuns(Cache(tmp_path_factory.mktemp("runs")), ("build",))
    assert build(options, runs=runs).published and runs.get() is not None
    subprocess.run(["git", "commit", "-q", "--amend", "--allow-empty", "-m", "Said better"], check=True)
    assert runs.get() is None
    project = read_project(kept / "campaign.yaml", Diagnostics())
    assert project is not None and project.histories == (kept,)


def test_names_contents_and_commits_as_git_may_give_them(here: Path) -> None:
    """Lines of a subject, names that git quotes, a file that is no text, one that is deleted and comes again."""
    subprocess.run(["git", "init", "-q"], check=True)
    odd = Path("beasts/ü \\ 1.yaml")
    odd.write_bytes(b"name: \xff\n")
    commit("Two\nlines :100644 \x01")
    odd.unlink()
    commit("Gone")
    odd.write_text("name: Ü\ntier: 1\ntoughness: 45\n")
    commit("There again")
    known = revisions_below(here, "*.yaml")
    assert [(revision.subject, revision.text[:8]) for revision in known["beasts/ü \\ 1.yaml"]] == [
        ("There again", "name: Ü".encode()), ("Two lines :100644 \x01", b"name: \xff\n"),
    ]  # fmt: skip
    assert set(known) >= {"campaign.yaml", OTTER}
    with pytest.raises(GitError):
        revisions_below(here.parent, "*.yaml")
