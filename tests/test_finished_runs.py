"""A run is not made again where nothing changed, and always where anything did."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from projects import Write
from small_game import GAME

import sheetgen.build
import sheetgen.opened_games
from sheetgen import finished_runs, processes
from sheetgen.cli import cli
from sheetgen.finished_runs import FinishedRuns, Inputs, Outcome
from sheetgen.model import derive, memoised_steps
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.entries import Entry
from sheetgen.model.ruleset import written_entries
from sheetgen.model.ruleset.rules import Rule
from sheetgen.model.ruleset.written_entries import read_entries
from sheetgen.reference.context import RenderContext
from sheetgen.reference.rule_views import rule_box
from sheetgen.site import long_lists, rule_pages
from sheetgen.templating.compiled_templates import CompiledTemplates
from sheetgen.templating.renderer import Renderer
from sheetgen.text import file_digests
from sheetgen.text.cache import FOLDER, FRESH, Cache
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.kept_contents import KeptContents
from sheetgen.text.source import SourceFile
from sheetgen.views.pages import Page, RuleBox
from sheetgen.views.present import Drawer
from sheetgen.yaml.load import parse

PICTURE = "<svg xmlns='http://www.w3.org/2000/svg'/>"
FILES = {**GAME, "pages/news.md": "# News\n\n![A map](map.svg)\n", "pages/map.svg": PICTURE}
BUILDS: list[str] = []


@pytest.fixture
def folder(tmp_path: Path, project: Write, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project, with a cache of its own but for templates, and a count of the builds that are made."""
    made = sheetgen.build.build_in_memory

    def counted(*arguments: object, **settings: object) -> object:
        BUILDS.append("")
        return made(*arguments, **settings)  # type: ignore[arg-type]

    BUILDS.clear()
    # Compiling templates takes most of a build, and is not what is asked here.
    compiled = Cache.of_user()
    # one that is made meanwhile keeps its own cache, since its environment outlives the test
    kept = property(lambda self: compiled, lambda self, own: self.__dict__.update(_cache=own))
    monkeypatch.setattr(CompiledTemplates, "_cache", kept, raising=False)
    monkeypatch.setenv(FOLDER, str(tmp_path / "cache"))
    monkeypatch.setattr(sheetgen.build, "build_in_memory", counted)
    return Path(shutil.copytree(project(FILES), tmp_path / "campaign", ignore=shutil.ignore_patterns("c*")))


@pytest.fixture
def campaign(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(processes, "available", lambda: 1)  # what is noted is noted in this process
    shutil.copy(folder.parent / "campaign.yaml", folder)
    return folder


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


def build(folder: Path, *options: object) -> str:
    result = run("build", folder, "--no-pdf", *options)
    assert result.exit_code == 0, result.output
    return str(result.stdout)


def site(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_what_has_not_changed_is_not_built_again(campaign: Path) -> None:
    first, files = build(campaign), site(campaign / "site")
    assert "; 0 files changed" not in first and len(BUILDS) == 1
    second = build(campaign)
    assert "; 0 files changed" in second and len(BUILDS) == 1
    assert [line.split(";")[0] for line in second.splitlines()] == [line.split(";")[0] for line in first.splitlines()]
    assert site(campaign / "site") == files


def test_a_check_repeats_what_it_said(campaign: Path) -> None:
    path = campaign / "pages/news.md"
    path.write_text(path.read_text() + "\n[[nowhere]]\n")
    first, second = run("check", campaign), run("check", campaign)
    assert len(BUILDS) == 1 and first.exit_code == second.exit_code == 1
    assert first.output == second.output and "pages/news.md:5:1" in first.output
    assert run("check", campaign, "--format", "json").stdout and len(BUILDS) == 1
    path.write_text(path.read_text().replace("nowhere", "news"))
    assert run("check", campaign).exit_code == 0 and len(BUILDS) == 2


def edit(path: Path, old: str, new: str) -> None:
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


CHANGES: dict[str, Callable[[Path], object]] = {
    "a word": lambda folder: edit(folder / "pages/news.md", "A map", "A mop"),
    "a setting": lambda folder: edit(folder / "campaign.yaml", "small hours", "long hours"),
    "a rule": lambda folder: edit(folder / "game/rules/wounds.yaml", "title: Killed at", "title: Slain at"),
    "a picture": lambda folder: (folder / "pages/map.svg").write_text(PICTURE.replace("/>", "><g/></svg>")),
    "a new file": lambda folder: (folder / "pages/more.md").write_text("# More\n"),
    "a renamed file": lambda folder: (folder / "pages/news.md").rename(folder / "pages/olds.md"),
    "a lost file": lambda folder: (folder / "pages/news.md").unlink(),
    "a template": lambda folder: _template(folder),
    "a file that is a link now": lambda folder: _linked(folder / "pages/map.svg"),
    "a page of the site": lambda folder: (folder / "site/index.html").write_text("changed"),
    "a page of the site is gone": lambda folder: (folder / "site/index.html").unlink(),
    "the site is gone": lambda folder: shutil.rmtree(folder / "site"),
    "the list of the site": lambda folder: (folder / "site/.sheetgen-manifest.json").write_text("{}"),
    "what a killed run left": lambda folder: (folder / ".site.sheetgen-staged").mkdir(),
}


def _template(folder: Path) -> None:
    (folder / "templates/site").mkdir(parents=True)
    (folder / "templates/site/404.html").write_text("<p>Gone.</p>")


def _linked(path: Path) -> None:
    path.rename(path.with_name("real.svg"))
    path.symlink_to("real.svg")


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changed_is_built_again(campaign: Path, change: str) -> None:
    build(campaign)
    CHANGES[change](campaign)
    result = run("build", campaign, "--no-pdf")
    assert len(BUILDS) == 2
    assert result.exit_code == 0 or change in ("the list of the site",), result.output


def test_times_alone_are_no_change_and_hide_none(campaign: Path) -> None:
    build(campaign)
    path = campaign / "pages/news.md"
    os.utime(path, ns=(5, 5))
    build(campaign)
    assert len(BUILDS) == 1
    edit(path, "map]", "mop]")
    os.utime(path, ns=(5, 5))
    assert len(BUILDS) == 1 and "0 files" not in build(campaign) and len(BUILDS) == 2


def test_each_set_of_options_is_a_run_of_its_own(campaign: Path) -> None:
    for options in ((), ("--player", "-o", campaign.parent / "p"), ("--strict",), ("-o", campaign.parent / "public")):
        build(campaign, *options)
    assert len(BUILDS) == 4
    assert "0 files" in build(campaign, "--player", "-o", campaign.parent / "p") and len(BUILDS) == 4


def damage_flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def damage_cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize("damage", [damage_flip, damage_cut, lambda path: path.write_bytes(b"")])
def test_a_damaged_cache_is_not_believed(campaign: Path, damage: Callable[[Path], None]) -> None:
    build(campaign)
    files = site(campaign / "site")
    for path in Path(os.environ[FOLDER]).glob("??/*"):
        damage(path)
    build(campaign)
    assert len(BUILDS) == 2 and site(campaign / "site") == files
    build(campaign)
    assert len(BUILDS) == 2


def test_what_another_program_kept_is_not_believed(campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(campaign)
    monkeypatch.setattr(finished_runs, "program", lambda: "another")
    build(campaign)
    assert len(BUILDS) == 2


def test_values_of_another_form_are_not_believed(tmp_path: Path) -> None:
    runs = FinishedRuns(Cache(tmp_path / "cache"), ("build",))
    for data in (b"", b"text", b"\x80\x04N.", b"\x80\x04K\x01K\x02\x86."):
        runs.cache.put(finished_runs.digest("run", *runs.name), data)
        assert runs.get() is None


def test_a_run_whose_files_change_meanwhile_is_not_kept(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    runs, inputs = FinishedRuns(Cache(tmp_path / "cache"), ("check",)), Inputs.now([tmp_path / "in"], [])
    (tmp_path / "in/late.md").write_text("# Late\n")
    runs.keep(inputs, Outcome())
    assert runs.get() is None
    runs.keep(Inputs.now([tmp_path / "in"], []), Outcome(rules=3))
    assert runs.get() == Outcome(rules=3)


def test_a_project_of_very_many_files_is_always_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_digests, "MOST_FILES", 2)
    for number in range(4):
        (tmp_path / f"{number}.md").touch()
    assert Inputs.now([tmp_path], []).digest is None and not Inputs.now([tmp_path], []).unchanged


def test_folders_that_lead_in_circles_are_read_once(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/b").symlink_to(tmp_path)
    assert Inputs.now([tmp_path], []).unchanged


def test_a_fresh_build_takes_nothing_from_the_cache(campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(campaign)
    files = site(campaign / "site")
    kept = Path(os.environ[FOLDER])
    before = {path: path.stat().st_mtime_ns for path in kept.glob("??/*")}
    build(campaign, "--fresh")
    assert len(BUILDS) == 2 and site(campaign / "site") == files
    assert {path: path.stat().st_mtime_ns for path in kept.glob("??/*")} != before
    build(campaign)
    assert len(BUILDS) == 2


def test_the_cache_is_told_and_emptied(campaign: Path) -> None:
    build(campaign)
    count = len(list(Path(os.environ[FOLDER]).glob("??/*")))
    assert run("cache").stdout.startswith(f"{count} value") and os.environ[FOLDER] in run("cache").stdout
    assert run("cache", "--empty").exit_code == 0
    assert run("cache").stdout.startswith("0 values, 0.0 MB")
    build(campaign)
    assert len(BUILDS) == 2


READ = """
import os, sys
from pathlib import Path
opened = set()
def note(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, bytes)):
        opened.add(os.path.realpath(os.fsdecode(arguments[0])))
sys.addaudithook(note)
from sheetgen.build import Options, build_in_memory
from sheetgen.text.file_digests import _files
built = build_in_memory(Options(Path(sys.argv[1]), pdf=False))
assert not len(built.diagnostics) and built.files
known = {os.path.realpath(file) for folder in built.inputs.folders for file in _files(str(folder), frozenset())}
root = os.path.realpath(sys.argv[2])
print(sorted(path for path in opened if path.startswith(root + os.sep) and path not in known))
"""


def test_everything_that_a_build_reads_is_among_its_inputs(
    campaign: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The files that the system opens for a build, all of the project's and of a ruleset beside it."""
    (campaign / "game").rename(campaign.parent / "beside")
    edit(campaign / "campaign.yaml", "./game", "../beside")
    environment = {**os.environ, FOLDER: str(tmp_path_factory.mktemp("cache"))}
    done = subprocess.run(
        [sys.executable, "-c", READ, str(campaign), str(campaign.parent)], capture_output=True, text=True,
        env=environment, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


@pytest.fixture
def drawn(campaign: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of the pages that are drawn, one after the other."""
    pages: list[str] = []
    draw = Renderer.render_page

    def noted(self: Renderer, page: Page) -> str:
        pages.append(page.shell.path)
        return draw(self, page)

    monkeypatch.setattr(Renderer, "render_page", noted)
    return pages


def test_what_the_search_has_of_rules_is_made_again_for_other_rules_only(
    campaign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    real = rule_pages.outputs_in_short
    monkeypatch.setattr(
        rule_pages, "outputs_in_short", lambda context, rule: made.append(rule.name) or real(context, rule)
    )
    build(campaign)
    assert sorted(made) == ["kill_at", "track"]

    def index() -> dict[str, bytes]:
        return {name: data for name, data in site(campaign / "site").items() if "/search" in name}

    before = index()
    (campaign / "beasts/otter.yaml").write_text("{name: Otter, tier: 2, toughness: 48}\n", "utf-8")
    build(campaign)
    assert len(made) == 2 and index() != before, "an entry is another"
    after = index()
    (campaign / "campaign.yaml").write_text(
        (campaign / "campaign.yaml").read_text("utf-8").replace("margin: 10", "margin: 20"), "utf-8"
    )
    build(campaign)
    assert len(made) == 4, "a house rule is another"
    build(campaign, "--fresh")
    assert len(made) == 6 and index().keys() == after.keys()


def test_after_a_change_only_the_pages_that_show_it_are_drawn(campaign: Path, drawn: list[str]) -> None:
    build(campaign)
    assert len(drawn) == len(set(drawn)) > 10
    drawn.clear()
    edit(campaign / "pages/news.md", "A map", "A mop")
    build(campaign)
    assert drawn == ["small/news.html"]
    drawn.clear()
    edit(campaign / "pages/news.md", "# News", "# Olds")
    build(campaign)
    assert {"small/news.html", "index.html"} <= set(drawn) and "rules/track.html" not in str(drawn)
    drawn.clear()
    build(campaign, "--fresh", "-o", campaign.parent / "fresh")
    assert len(drawn) > 10 and site(campaign.parent / "fresh") == site(campaign / "site")


def test_boxes_of_rules_are_made_again_where_a_rule_or_a_house_rule_changed(
    campaign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes: list[str] = []
    all_boxes = [*["kill_at"] * 3, *["track"] * 3]

    def noted(context: RenderContext, rule: Rule, level: int = 3) -> RuleBox:
        boxes.append(rule.name)
        return rule_box(context, rule, level)

    monkeypatch.setattr(rule_pages, "rule_box", noted)
    for change, made in (
        (lambda: None, all_boxes),
        (lambda: edit(campaign / "pages/news.md", "A map", "A mop"), []),
        (lambda: edit(campaign / "campaign.yaml", "margin: 10", "margin: 20"), all_boxes),
        (lambda: edit(campaign / "game/rules/wounds.yaml", "defense + house", "1 + defense + house"), all_boxes),
    ):
        boxes.clear()
        change()
        build(campaign)
        assert sorted(boxes) == made
    assert "1 + " in (campaign / "site/small/rules/kill-at.html").read_text()


@pytest.fixture
def calculated(campaign: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the entries that are computed, and those of the views that are drawn, in capitals.

    The empty beast of the page that makes a new one is in no file: it is computed in every run, and not noted.
    """
    known: list[str] = []
    calculate, view = derive._calculated, Drawer.view

    def noted(entry: Entry, *arguments: Any) -> Any:
        known.extend([entry.id] if entry.id != "new-beast" else [])
        return calculate(entry, *arguments)

    def viewed(self: Drawer, computed: ComputedEntry, *arguments: Any) -> Any:
        known.extend([computed.id.upper()] if computed.id != "new-beast" else [])
        return view(self, computed, *arguments)

    monkeypatch.setattr(derive, "_calculated", noted)
    monkeypatch.setattr(Drawer, "view", viewed)
    for name in ("stoat", "weasel"):
        beast = f"name: {name.title()}\ntier: 3\ntoughness: 31\naffinities: {{}}\n"
        friend = "friend: stoat\nsecret: See [[otter]].\n" if name == "weasel" else ""
        (campaign / f"beasts/{name}.yaml").write_text(beast + friend)
    return known


def test_after_a_change_only_entries_that_follow_from_it_are_computed(campaign: Path, calculated: list[str]) -> None:
    def built() -> set[str]:
        calculated.clear()
        build(campaign)
        return set(calculated)

    every = built()
    assert every == {"otter", "stoat", "weasel", "OTTER", "STOAT", "WEASEL"}
    edit(campaign / "pages/news.md", "A map", "A mop")
    assert built() == set(), "a page that shows no entry"
    edit(campaign / "beasts/stoat.yaml", "toughness: 31", "toughness: 52")
    assert built() == {"stoat", "weasel", "STOAT", "WEASEL"}, "what it shows, and who refers to it"
    edit(campaign / "beasts/otter.yaml", "Otter of Ill Repute", "Otter of Good Repute")
    assert {"otter", "OTTER", "WEASEL"} <= built(), "its neighbours and who links to it are drawn again"
    (campaign / "beasts/stoat.yaml").rename(campaign / "beasts/other.yaml")
    edit(campaign / "beasts/weasel.yaml", "friend: stoat", "friend: other")
    assert {"other", "weasel", "OTTER"} <= built(), "its neighbour has another address"
    edit(campaign / "campaign.yaml", "margin: 10", "margin: 20")
    assert {"otter", "other", "weasel"} <= built()
    build(campaign, "--fresh", "-o", campaign.parent / "fresh")
    assert site(campaign.parent / "fresh") == site(campaign / "site")


def test_after_a_change_only_files_that_changed_are_parsed(
    campaign: Path, calculated: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []

    def noted(path: Path, *arguments: Any) -> Any:
        parsed.append(path.stem)
        return read_entries(path, *arguments)

    def again(file: SourceFile, diagnostics: Diagnostics) -> Any:
        parsed.append(file.path.stem.upper())
        return parse(file, diagnostics)

    monkeypatch.setattr(memoised_steps, "read_entries", noted)
    monkeypatch.setattr(written_entries, "parse", again)
    (campaign / "beasts/many.yaml").write_text("".join(f"b{n}: {{extends: stoat, name: B{n}}}\n" for n in range(3)))
    build(campaign)
    assert sorted(parsed) == ["many", "otter", "stoat", "weasel"]
    parsed.clear()
    edit(campaign / "pages/news.md", "A map", "A mop")
    build(campaign)
    assert not parsed
    edit(campaign / "beasts/otter.yaml", "tier: 2", "tier: 3")
    build(campaign)
    assert parsed == ["otter"]
    parsed.clear()
    edit(campaign / "beasts/stoat.yaml", "tier: 3", "tier: 5")
    build(campaign)
    assert sorted(parsed) == ["MANY", "WEASEL", "stoat"], "those that extend it, together, and who refers to it"


@pytest.mark.parametrize(
    "change",
    [
        lambda campaign: (campaign / "beasts/stoat.yaml").unlink(),
        lambda campaign: (campaign / "beasts/twin.yaml").write_text("id: weasel\nname: Twin\n"),
        lambda campaign: edit(campaign / "beasts/stoat.yaml", "tier: 3", "tier: 3\nextends: ghost"),
        lambda campaign: edit(campaign / "beasts/stoat.yaml", "Stoat", "Weasel"),
        lambda campaign: edit(campaign / "game/kinds/beast.yaml", "integer 1..10", "integer 1..2"),
        lambda campaign: edit(campaign / "game/kinds/beast.yaml", "toughness // 10", "10 // (toughness - 31)"),
        lambda campaign: edit(campaign / "game/kinds/beast.yaml", "type: figures", "type: figurs"),
    ],
)
def test_mistakes_in_what_did_not_change_are_told_at_their_places(
    campaign: Path, calculated: list[str], change: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(campaign / "beasts/weasel.yaml", "tier: 3", "tier: 2")
    assert run("check", campaign).exit_code == 0
    change(campaign)
    kept = run("check", campaign)
    monkeypatch.setenv(FRESH, "1")
    fresh = run("check", campaign)
    assert (kept.exit_code, kept.output) == (fresh.exit_code, fresh.output) and ".yaml:" in kept.output


def test_a_check_after_a_change_computes_only_what_follows_from_it(campaign: Path, calculated: list[str]) -> None:
    assert run("check", campaign).exit_code == 0
    calculated.clear()
    edit(campaign / "beasts/stoat.yaml", "tier: 3", "tier: 30")
    result = run("check", campaign)
    assert result.exit_code == 1 and "stoat.yaml:2:7" in result.stdout + result.stderr and not calculated
    edit(campaign / "beasts/stoat.yaml", "tier: 30", "tier: 4\nstated: {TB: 9}")
    for _ in range(2):
        calculated.clear()
        result = run("check", campaign)
        assert "stated TB is 9" in result.stdout + result.stderr and "otter" not in calculated
        (campaign / "more.txt").write_text("Not the same.")


def test_a_check_draws_each_entry_once_however_long_the_lists_are(
    campaign: Path, calculated: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_lists, "LONG", 2)
    edit(campaign / "game/kinds/beast.yaml", "list: {columns", "list: {sort: tier, columns")
    assert run("check", campaign).exit_code == 0
    assert Counter(name for name in calculated if name.isupper()) == {"OTTER": 1, "STOAT": 1, "WEASEL": 1}


def test_builds_and_checks_in_turn_take_over_from_each_other(campaign: Path, calculated: list[str]) -> None:
    def seen(command: str) -> set[str]:
        calculated.clear()
        (campaign / "more.txt").write_text(f"{(campaign / 'more.txt').exists()} {command}")
        edit(campaign / "pages/news.md", "map", "map, a map")
        assert run(command, campaign, *(["--no-pdf"] if command == "build" else [])).exit_code == 0
        return set(calculated)

    every = {"otter", "stoat", "weasel", "OTTER", "STOAT", "WEASEL"}
    assert seen("check") == every and seen("check") == set()
    assert seen("build") == every, "a check keeps no outlines"
    assert seen("build") == seen("check") == seen("build") == set(), "a check leaves those of a build"


def test_pages_that_another_program_or_template_drew_are_drawn_again(
    campaign: Path, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    build(campaign)
    count = len(drawn)
    _template(campaign)
    build(campaign)
    assert len(drawn) == 2 * count
    monkeypatch.setattr(finished_runs, "program", lambda: "another")
    monkeypatch.setattr(sheetgen.build, "program", lambda: "another")
    build(campaign)
    assert len(drawn) == 3 * count


def test_damaged_pages_are_drawn_again(campaign: Path, drawn: list[str]) -> None:
    build(campaign)
    count, files = len(drawn), site(campaign / "site")
    for path in Path(os.environ[FOLDER]).glob("??/*"):
        damage_cut(path)
    (Path(os.environ[FOLDER]) / "ab").mkdir(exist_ok=True)
    (Path(os.environ[FOLDER]) / "ab/.part-killed").write_bytes(b"half of a pa")
    build(campaign)
    assert len(drawn) == 2 * count and site(campaign / "site") == files


def test_a_page_that_the_site_lacks_is_drawn_where_what_was_kept_of_it_is_damaged(
    campaign: Path, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    build(campaign)
    files = site(campaign / "site")
    lost = next(path for path in sorted(files) if path.startswith("small/beasts/") and path.endswith(".html"))
    drawn.clear()
    (campaign / "site" / lost).unlink()
    build(campaign)
    assert site(campaign / "site") == files and not drawn, "it is taken from the cache"
    (campaign / "site" / lost).unlink()
    monkeypatch.setattr(KeptContents, "get", lambda self, key: None)
    build(campaign)
    assert site(campaign / "site") == files and len(drawn) == 1


# -- prints ------------------------------------------------------------------------------------------------


def printing(folder: Path, *arguments: object) -> Result:
    """A command that prints, run in the project's folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        return run(*arguments)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A count of the times that games are opened to print from."""
    made, opened = sheetgen.opened_games.open_games, []

    def counted(*arguments: object, **settings: object) -> object:
        opened.append("")
        return made(*arguments, **settings)  # type: ignore[arg-type]

    monkeypatch.setattr(sheetgen.opened_games, "open_games", counted)
    return opened


@pytest.mark.skipif(bool(sheetgen.build.engine_missing()), reason="needs the PDF engine")
def test_what_has_not_changed_is_not_printed_again(campaign: Path, reads: list[str]) -> None:
    first = printing(campaign, "cards", "-o", "a.pdf")
    assert first.exit_code == 0 and len(reads) == 1, first.output
    pdf = (campaign / "a.pdf").read_bytes()
    (campaign / "a.pdf").unlink()
    second = printing(campaign, "cards", "-o", "a.pdf")
    assert len(reads) == 1 and second.output == first.output
    assert (campaign / "a.pdf").read_bytes() == pdf
    printing(campaign, "cards", "-o", "b.pdf", "--ink")
    assert len(reads) == 2 and (campaign / "b.pdf").read_bytes() != pdf, "other options, another print"
    assert printing(campaign, "cards", "-o", "a.pdf").output == first.output and len(reads) == 2
    news = campaign / "pages/news.md"
    news.write_text(news.read_text() + "\nAnd more.\n")
    assert printing(campaign, "cards", "-o", "a.pdf").output == first.output and len(reads) == 3


def test_what_cannot_be_printed_is_told_each_time(campaign: Path, reads: list[str]) -> None:
    for count in (1, 2):
        result = printing(campaign, "cards", "nowhere")
        assert result.exit_code and "nowhere" in result.output and len(reads) == count


def test_a_run_reads_each_file_once_for_its_digest(project: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, opened = project(GAME), Counter[str]()

    def read(path: str) -> bytes:
        opened[path] += 1
        return Path(path).read_bytes() if Path(path).is_file() else b""

    monkeypatch.setenv(FOLDER, str(folder.parent / "cache"))
    monkeypatch.setattr(file_digests, "JUST_NOW", 0)
    monkeypatch.setattr(file_digests, "_bytes", read)
    file_digests._known_digest.cache_clear()
    assert CliRunner().invoke(cli, ["check", str(folder)]).exit_code == 0
    files = [path for path in opened if path.startswith(str(folder)) and Path(path).is_file()]
    assert len(files) == len(GAME) and {opened[path] for path in files} == {1}
