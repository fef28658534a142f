"""The two commands: what `make` does on machines that lack this or that, and that pins are exact."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from threading import Barrier
from types import ModuleType

import pytest
import yaml
from longest import LONGEST, place

from sheetgen.text.shipped import shipped

ROOT = Path(__file__).resolve().parent.parent
PINNED = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """`.ci/make.py` in a folder of its own; whatever it would run is written down in `make.ran` instead."""
    spec = importlib.util.spec_from_file_location("make", ROOT / ".ci" / "make.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    ran: list[str] = []

    def record(*command: object, **variables: str) -> int:
        ran.append(" ".join(map(str, command)).replace(f"{tmp_path}/", ""))
        if command[1:3] == ("-m", "venv"):
            module.PYTHON.parent.mkdir(parents=True, exist_ok=True)
            module.PYTHON.write_text("")
        return 0

    for name in ("pyproject.toml", "requirements.txt", "requirements-test.txt"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    for name, value in {
        "ROOT": tmp_path, "VENV": tmp_path / ".venv", "BIN": tmp_path / ".venv/bin",
        "PYTHON": tmp_path / ".venv/bin/python", "ran": ran, "_run": record, "_must": record,
        "_install": lambda *packages: False, "_libraries": lambda: True,
    }.items():  # fmt: skip
        monkeypatch.setattr(module, name, value, raising=False)
    return module


def test_a_site_is_built_from_nothing_and_then_without_pip(make: ModuleType) -> None:
    assert make.main(["site"]) == 0
    assert [command.split(" ", 1)[1] for command in make.ran] == [
        "-m venv .venv",
        "-m pip --disable-pip-version-check install -qq --require-hashes --requirement requirements.txt",
        f"-m pip --disable-pip-version-check install -qq --no-deps --no-build-isolation --editable {make.ROOT}",
        "build",
    ]
    make.ran.clear()
    assert make.main(["site"]) == 0
    assert make.ran == [".venv/bin/sheetgen build"]


def test_new_pins_are_installed(make: ModuleType) -> None:
    make.main(["site"])
    make.ran.clear()
    (make.ROOT / "requirements.txt").write_text("other==1")
    make.main(["site"])
    assert any("--requirement requirements.txt" in command for command in make.ran)


def test_tests_run_where_no_site_was_made(make: ModuleType) -> None:
    make.main(["test", "-k", "killed"])
    assert "--requirement requirements-test.txt" in make.ran[1]
    assert "-m pytest" in make.ran[-1] and make.ran[-1].endswith(" -k killed")


@pytest.mark.skipif(os.name == "nt", reason="there are no files in memory")
def test_tests_write_into_memory_where_there_is_room(
    make: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make, "SHARED_MEMORY", tmp_path)
    monkeypatch.setattr(make, "ROOM", 1 << 60)
    with make._files_in_memory() as variables:
        assert variables == {}
    monkeypatch.setattr(make, "ROOM", 0)
    with make._files_in_memory() as variables:
        folder = Path(variables["TMPDIR"])
        assert folder.is_dir() and folder.parent == tmp_path
    assert not folder.exists()
    monkeypatch.setattr(make, "SHARED_MEMORY", tmp_path / "nowhere")
    with make._files_in_memory() as variables:
        assert variables == {}


def test_modules_are_compiled_once_for_all_processes(make: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert "PYTHONDONTWRITEBYTECODE" not in make._environment()


def test_what_is_ready_to_test_is_ready_to_run(make: ModuleType) -> None:
    assert make.main(["check"]) == 0
    make.ran.clear()
    assert make.main(["site"]) == 0
    assert make.ran == [".venv/bin/sheetgen build"]


def test_scripts_are_checked_while_mypy_runs(make: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    both = Barrier(2, timeout=20)

    def together(*command: object, **variables: str) -> int:
        if "mypy" in command or "ci" in command:
            both.wait()
        return 3 if "--project" in command else 0

    make.main(["check"])
    (make.ROOT / "node_modules").mkdir()
    monkeypatch.setattr(make, "NODE", make.ROOT)
    monkeypatch.setattr(make, "_run", together)
    assert make.main(["check"]) == 3


def test_without_pango_the_site_has_no_pdfs_and_the_line_to_run_is_told(
    make: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(make, "_libraries", lambda: False)
    assert make.main(["site"]) == 0
    assert make.ran[-1] == ".venv/bin/sheetgen build --no-pdf"
    said = capsys.readouterr().out
    assert "without its PDFs" in said
    for line in (
        "sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
        "sudo dnf install pango",
        "brew install pango",
        "pacman -S mingw-w64-ucrt-x86_64-pango",
    ):
        assert line in said


def test_pango_is_installed_where_the_user_may(make: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    installed: list[str] = []
    monkeypatch.setattr(make, "_install", lambda *packages: installed.extend(packages))
    monkeypatch.setattr(make, "_libraries", lambda: bool(installed))
    make.main(["site"])
    assert installed == ["libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0"]
    assert make.ran[-1] == ".venv/bin/sheetgen build"


def test_without_venv_the_line_to_run_is_told(make: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="sudo apt-get install python3-venv"):
        make.main(["site"])
    assert make.ran == []


def test_an_old_python_is_told_so(
    make: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(make, "OLDEST", (99, 0))
    assert make.main(["site"]) == 2
    assert "PYTHON=" in capsys.readouterr().err and make.ran == []


def test_a_library_that_is_not_there_is_noticed(make: ModuleType) -> None:
    assert not make._loads(("libno-such-thing.so.0", "no-such-thing.dll"))


def test_clean_removes_what_was_made_and_nothing_else(make: ModuleType) -> None:
    site = make.ROOT / "site"
    (site / "a" / "b").mkdir(parents=True)
    for path in ("a/b/one.html", "mine.txt", ".gitignore", "../outside.txt"):
        (site / path).write_text("x")
    (site / ".sheetgen-manifest.json").write_text('{"files": {"a/b/one.html": "", "gone": "", "../outside.txt": ""}}')
    (make.ROOT / ".venv").mkdir()
    assert make.main(["clean"]) == 0
    assert sorted(path.name for path in site.iterdir()) == [".gitignore", "mine.txt"]
    assert (make.ROOT / "outside.txt").exists() and not (make.ROOT / ".venv").exists()


def test_every_requirement_is_pinned_with_hashes() -> None:
    pins = {}
    for name in ("requirements.txt", "requirements-test.txt"):
        text = (ROOT / name).read_text()
        pins[name] = dict(PINNED.findall(text))
        for block in re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)[1:]:
            assert PINNED.match(block) and "--hash=sha256:" in block, block.splitlines()[0]
        assert "://" not in text and "--index" not in text
    run, test = pins["requirements.txt"], pins["requirements-test.txt"]
    assert run.items() <= test.items()


def test_every_dependency_says_why_and_is_pinned() -> None:
    lines = (ROOT / "pyproject.toml").read_text().splitlines()
    matches = [match for line in lines if (match := re.match(r'    "([a-z0-9-]+)[<>=].*",\s*(# .{10,})?$', line))]
    pinned = dict(PINNED.findall((ROOT / "requirements-test.txt").read_text()))
    assert len(matches) > 15
    for match in matches:
        assert match[2], f"{match[1]} does not say why it is needed"
        assert match[1] in pinned


@pytest.mark.parametrize("path", sorted((ROOT / ".github" / "workflows").glob("*.yml")), ids=lambda path: path.name)
def test_workflows_are_yaml_with_jobs(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text())
    assert workflow["jobs"] and workflow["permissions"]
    assert all(job["timeout-minutes"] for job in workflow["jobs"].values())


def test_ci_runs_the_same_targets() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    assert subprocess.run(["bash", "-n", ROOT / ".ci" / "run"], check=False).returncode == 0
    assert all(f"make {target}" in script for target in ("check", "test", "site"))
    assert "poppler-utils" in script
    headless, windows = script.index("no-remove chromium-headless-shell"), script.index("recommends chromium\n")
    assert headless < windows, "tests run in half the time without windows; the other is for systems that lack it"


def test_the_package_s_own_folders_come_before_what_stands_beside_it(tmp_path: Path) -> None:
    package, beside = tmp_path / "sheetgen", tmp_path / "templates"
    beside.mkdir()
    assert shipped("templates", package) == beside, "in a checkout"
    (package / "data" / "templates").mkdir(parents=True)
    assert shipped("templates", package) == package / "data" / "templates", "another distribution's folder is not ours"


def test_benches_run_with_the_pins_of_the_tests(make: ModuleType) -> None:
    assert make.main(["bench", "--sizes", "40"]) == 0
    assert any("--requirement requirements-test.txt" in command for command in make.ran)
    assert make.ran[-1] == ".venv/bin/python tests/bench/run.py --sizes 40"


def test_the_makefile_tells_every_target() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    [targets] = re.findall(r"^\.PHONY: (.+)$", text, re.MULTILINE)
    lines = re.findall(r"^# make (\w+) ", text, re.MULTILINE)
    guide = re.findall(r"^make (\w+) ", (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE)
    assert lines == guide == targets.split()


def test_files_of_tests_that_take_longest_begin_first() -> None:
    files = list(dict.fromkeys(path.stem for path in (ROOT / "tests").rglob("test_*.py")))
    assert set(LONGEST) <= set(files)
    assert sorted(files, key=place) == [*LONGEST, *(name for name in files if name not in LONGEST)]


def test_files_of_tests_have_names_of_their_own() -> None:
    names = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name, count in names.items() if count > 1] == [], "pytest reads none of two files of one name"
    own = [path for path in (ROOT / "tests").rglob("test_*.py") if "from conftest import" in path.read_text("utf-8")]
    assert [path.name for path in own if path.name != "test_packaging.py"] == [], "there are two files of that name"


def test_python_runs_it_as_a_module_and_nothing_of_the_folder_that_one_stands_in(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("raise SystemExit('run')\n")
    asked = [sys.executable, "-m", "sheetgen", "--version"]
    answer = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert answer.stdout.startswith("sheetgen, version")
