"""Rulesets packed for others, and taken from folders, archives and repositories of git."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from projects import Write
from test_own_game import BARE, with_line

from sheetgen.cli import cli
from sheetgen.model.ruleset.ruleset_folders import installed_rulesets
from sheetgen.model.shared_rulesets import SharingError, unpacked

SHARED = {f"small/{name}": text for name, text in {**BARE, "ruleset.yaml": with_line("version: 1.2")}.items()}


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(part) for part in arguments])


@pytest.fixture
def here(project: Write, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = project(SHARED)
    monkeypatch.chdir(folder)
    return folder


def test_an_archive_holds_the_ruleset_and_nothing_that_was_built(here: Path) -> None:
    for name in ("site/index.html", ".sheetgen/x.json", "cards.pdf", ".git/config"):
        (here / "small" / name).parent.mkdir(exist_ok=True)
        (here / "small" / name).write_text("x")
    packed = run("pack", "small")
    assert packed.exit_code == 0 and packed.output.startswith("small-1.2.zip: 5 files, sha256 "), packed.output
    first = (here / "small-1.2.zip").read_bytes()
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert archive.namelist() == sorted(f"small/{name}" for name in BARE)
    assert run("pack", "small").exit_code == 0 and (here / "small-1.2.zip").read_bytes() == first


def test_a_ruleset_with_mistakes_is_not_packed(here: Path) -> None:
    (here / "small/ruleset.yaml").write_text("id: small\ntitel: x\n")
    assert run("pack", "small").exit_code == 1 and not list(here.glob("*.zip"))
    assert run("pack", "small/rules").exit_code == 2


def test_the_same_comes_from_a_folder_an_archive_and_a_repository(here: Path) -> None:
    run("pack", "small", "-o", "s.zip")
    shutil.copytree("small", "cloned")
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "x"]):
        subprocess.run([*git, "-C", "cloned", *command], check=True, capture_output=True)
    digests = set()
    for number, source in enumerate(("small", "s.zip", f"file://{here / 'cloned'}")):
        into = Path(f"games{number}")
        taken = run("get", source, "--into", into)
        assert taken.exit_code == 0, taken.output
        lock = json.loads((into / "rulesets.lock.json").read_text())
        assert lock["small"]["version"] == "1.2" and (into / "small/rules/wounds.yaml").is_file()
        digests.add(lock["small"]["sha256"])
        assert run("check", into / "small").exit_code == 0
    assert len(digests) == 1


def test_what_was_taken_is_fetched_again_as_it_was(here: Path) -> None:
    assert run("get", "small", "--into", "games", "--name", "ours").exit_code == 0
    lock = json.loads(Path("games/rulesets.lock.json").read_text())
    assert lock["ours"]["source"] == "../small"
    shutil.rmtree("games/ours")
    assert run("get", "--into", "games").exit_code == 0 and Path("games/ours/ruleset.yaml").is_file()
    Path("small/rules/more.yaml").write_text("")
    other = run("get", "--into", "games")
    assert other.exit_code == 1 and "holds something else than before" in other.output


def test_changes_of_ones_own_are_not_lost(here: Path) -> None:
    run("get", "small", "--into", "games")
    Path("games/small/rules/wounds.yaml").write_text("# mine\n")
    Path("small/rules/more.yaml").write_text("")
    refused = run("get", "small", "--into", "games")
    assert refused.exit_code == 1 and "changes that would be lost" in refused.output
    assert Path("games/small/rules/wounds.yaml").read_text() == "# mine\n"


@pytest.mark.parametrize("source", ["nowhere", "nowhere.zip", "ext::sh -c x", "http://example.org/x", "-u"])
def test_what_is_no_source(here: Path, source: str) -> None:
    assert run("get", "--", source).exit_code == 1 and not Path("rulesets.lock.json").exists()


def test_nothing_to_fetch_again(here: Path) -> None:
    assert run("get").exit_code == 2


def archive(*names: str, link: str = "") -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as zipped:
        for name in names:
            info = zipfile.ZipInfo(name)
            info.external_attr = (0xA1FF << 16) if name == link else 0o644 << 16
            zipped.writestr(info, "id: a\n")
    return data.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"no archive", "no archive that can be read"),
        (archive("a/rules/x.yaml"), "no ruleset.yaml"),
        (archive("a/ruleset.yaml", "a/../../x"), "no file of a ruleset"),
        (archive("ruleset.yaml", "/etc/x"), "no file of a ruleset"),
        (archive("a/ruleset.yaml", "a/CON.yaml"), "no file of a ruleset"),
        (archive("a/ruleset.yaml", "a/link", link="a/link"), "link is a link"),
    ],
)
def test_archives_that_are_refused(data: bytes, words: str) -> None:
    with pytest.raises(SharingError, match=words):
        unpacked(data, "x.zip")


def test_names_and_versions_of_others_do_not_move_the_cursor(here: Path) -> None:
    Path("odd.zip").write_bytes(archive("a/ruleset.yaml", "a/rules/\x1b]0;x\x07\x1b[31m\u202e.yaml"))
    refused = CliRunner().invoke(cli, ["get", "odd.zip"], color=True)
    assert refused.exit_code == 1 and "`rules/�]0;x��[31m�.yaml` has" in refused.output
    Path("small/ruleset.yaml").write_text('id: small\nversion: "1\\e[31m"\n')
    taken = CliRunner().invoke(cli, ["get", "small", "--into", "games"], color=True)
    assert taken.exit_code == 0 and "\x1b[31m" not in taken.output


# ---- what changed


def test_the_changes_of_a_version_are_told_in_words_of_the_rules(here: Path) -> None:
    shutil.copytree("small", "newer")
    for name, old, new in [
        ("ruleset.yaml", "version: 1.2", "version: 1.3"),
        ("ruleset.yaml", "ice: {title: Ice", "ice: {title: Frost"),
        ("rules/wounds.yaml", "max(1, tb // 2)", "max(2, tb // 2)"),
        ("rulings.yaml", "default: 20", "default: 10"),
        ("kinds/beast.yaml", "tier: integer 1..10", "tier: integer 1..12\n  mood: text, optional"),
    ]:
        text = Path("newer", name).read_text()
        assert old in text
        Path("newer", name).write_text(text.replace(old, new))
    Path("newer/entries").mkdir()
    Path("newer/entries/beasts.yaml").write_text("newt: {name: Newt, tier: 1, toughness: 2}\n")
    Path("newer/rules/more.yaml").write_text("rain: {title: Rain, reference: rules#wounds, table: {1: wet}}\n")
    answer = run("diff", "small", "newer")
    assert answer.exit_code == 0 and answer.output.splitlines() == [
        "Small game 1.2 → Small game 1.3",
        "Rule",
        "  Wound tracks: changed",
        "    outputs heavy: max(1, tb // 2) → max(2, tb // 2)",
        "Table",
        "  Rain: added",
        "Ruling",
        "  Kill margin: changed",
        "    default: 20 → 10",
        "Kind",
        "  Beasts: changed",
        "    fields tier: integer 1..10 → integer 1..12",
        "    fields mood: text, optional (new)",
        "Words",
        "  Element: changed",
        "    ice title: Ice → Frost",
        "Entry",
        "  Newt (beast): added",
    ]
    back = run("diff", "newer", "small").output
    assert "  Rain: removed" in back and "    fields mood: text, optional (gone)" in back
    assert run("diff", "small", "small").output.endswith("Nothing is different in what the rules say.\n")
    assert run("diff", "small", "nowhere").exit_code == 2


def committed(folder: str, *commands: Sequence[str]) -> None:
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-C", folder]
    for command in commands:
        subprocess.run([*git, *command], check=True, capture_output=True)


def test_a_folder_is_compared_with_a_revision_of_it_and_with_an_archive(here: Path) -> None:
    hack = Path("hack/ruleset.yaml")
    hack.parent.mkdir()
    hack.write_text("id: hack\ntitle: Hack\nversion: 1.0\nextends: ../small\n")
    committed(".", ["init", "-q"], ["add", "small"], ["commit", "-qm", "a"], ["tag", "v1"], ["add", "hack"],
              ["commit", "-qm", "b"], ["tag", "v2"])  # fmt: skip
    assert run("pack", "small", "-o", "small.zip").exit_code == 0
    rules = Path("small/rules/wounds.yaml")
    rules.write_text(rules.read_text().replace("max(1, tb // 2)", "max(2, tb // 2) # `more`"))
    changed = "    outputs heavy: max(1, tb // 2) → max(2, tb // 2)"
    for old, new in [("v1", "small"), ("small.zip", "small"), ("v2", "hack"), ("HEAD", "small")]:
        answer = run("diff", old, new)
        assert answer.exit_code == 0 and changed in answer.output.splitlines(), answer.output
    backwards = run("diff", "small", "v1").output
    assert "max(2, tb // 2) → max(1, tb // 2)" in backwards
    page = run("diff", "v1", "small", "-o", "small/reference/what-changed.md")
    assert page.output == "small/reference/what-changed.md: 1 change\n"
    text = Path("small/reference/what-changed.md").read_text("utf-8")
    assert 'title: "What changed in Small game 1.2"' in text and "## Rule\n\n- **Wound tracks**: changed\n" in text
    assert f"  - `{changed.strip()}`" in text
    assert run("check", "small").exit_code == 0, "the page is a chapter without mistakes"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("v9", "small", "no repository of git with such a revision"),
        ("v1", "nowhere", "there is no version `v1`"),
        ("v0", "small", "at `v0` there was no ruleset in small"),
        ("other.zip", "small", "no archive"),
    ],
)
def test_versions_that_are_none(here: Path, old: str, new: str, message: str) -> None:
    Path("note.txt").write_text("n")
    Path("other.zip").write_bytes(b"no zip")
    committed(".", ["init", "-q"], ["add", "note.txt"], ["commit", "-qm", "a"], ["tag", "v0"])
    answer = run("diff", old, new)
    assert answer.exit_code and message.casefold() in answer.output.casefold() and "Traceback" not in answer.output


@pytest.mark.parametrize("way", ["", "src/"])
@pytest.mark.parametrize(("direct", "is_known"), [("true", True), ("false", False), ("", False), ("]", False)])
def test_a_ruleset_of_a_package_that_is_worked_on_is_known(
    here: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch,
    way: str, direct: str, is_known: bool,
) -> None:  # fmt: skip
    site, work = tmp_path_factory.mktemp("installed"), tmp_path_factory.mktemp("work in progress")
    info = site / "tide_pool-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tide-pool\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text("[sheetgen.rulesets]\ntide-pool = tide_pool\n")
    if direct:
        (info / "direct_url.json").write_text(f'{{"url": "{work.as_uri()}", "dir_info": {{"editable": {direct}}}}}')
    shutil.copytree("small", work / way / "tide_pool")
    monkeypatch.syspath_prepend(str(site))
    expected = {"tide-pool": (work / way / "tide_pool").resolve()} if is_known else {}
    assert installed_rulesets() == expected


def test_a_ruleset_comes_with_an_installed_package_and_nothing_of_that_is_run(
    here: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, info = tmp_path_factory.mktemp("installed"), "tide_pool-1.2.dist-info"
    entry_points = "[sheetgen.rulesets]\ntide-pool = tide_pool.game\nout = ..etc\ngone = tide_pool.gone\n"
    for name, text in {
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: tide-pool\nVersion: 1.2\n",
        f"{info}/entry_points.txt": entry_points,
        "tide_pool/__init__.py": "raise SystemExit('this ran')\n",
    }.items():
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_text(text)
    shutil.copytree("small", site / "tide_pool/game")
    (site / "tide_pool/game/__init__.py").write_text("raise SystemExit('this ran')\n")
    monkeypatch.syspath_prepend(str(site))
    assert installed_rulesets() == {"tide-pool": (site / "tide_pool/game").resolve()}
    assert run("rule", "tide-pool", "track", "--json", '{"tb": 4}').exit_code == 0
    Path("wet").mkdir()
    Path("wet/campaign.yaml").write_text("title: Wet\nruleset: tide-pool >=1.2\n")
    assert run("check", "wet").exit_code == 0, run("check", "wet").output
    Path("dry").mkdir()
    Path("dry/ruleset.yaml").write_text("id: dry\ntitle: Dry\nextends: tide-pool\n")
    assert run("check", "dry").exit_code == 0
    Path("wet/campaign.yaml").write_text("title: Wet\nruleset: tide-pol\n")
    assert "did you mean `tide-pool`?" in run("check", "wet").output
