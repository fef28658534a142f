"""A site has the same bytes whatever surrounds its build: folder, hash seed, time zone, flags, other builds."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from bombs import GAME
from projects import Write

PLACES = {
    "as it is": ([], {}),
    "another seed and zone": ([], {"PYTHONHASHSEED": "7", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"}),
    "without checks": (["-O"], {"PYTHONHASHSEED": "99", "TZ": "America/St_Johns"}),
}


def start(folder: Path, output: Path, flags: list[str], variables: Mapping[str, str]) -> subprocess.Popen[bytes]:
    command = "import sys; from sheetgen.cli import cli; cli()"
    arguments = [sys.executable, *flags, "-c", command, "build", "--no-pdf", str(folder), "-o", str(output)]
    return subprocess.Popen(arguments, env={**os.environ, **variables}, stdout=subprocess.DEVNULL)


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_surroundings_change_no_byte(tmp_path: Path) -> None:
    trees = []
    for number, (flags, variables) in enumerate(PLACES.values()):
        folder = tmp_path / ("x" * (number + 1))
        for path, text in GAME.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, "utf-8")
        with start(folder, folder / "site", flags, variables) as run:
            assert run.wait(120) == 0
        trees.append(tree(folder / "site"))
    assert len(trees[0]) > 20 and trees[0] == trees[1] == trees[2]


@pytest.mark.skipif(sys.platform == "win32", reason="needs locks of the system")
def test_four_builds_at_once_leave_one_whole_site(project: Write, tmp_path: Path) -> None:
    folder = project(GAME)
    runs = [start(folder, folder / "site", [], {}) for _ in range(4)]
    assert [run.wait(120) for run in runs] == [0, 0, 0, 0]
    with start(folder, tmp_path / "alone", [], {}) as alone:
        assert alone.wait(120) == 0
    assert tree(folder / "site") == tree(tmp_path / "alone")
    assert not [path.name for path in folder.iterdir() if "sheetgen" in path.name]


def test_fonts_are_found_in_the_order_of_their_names() -> None:
    """pikepdf gives the keys of a dictionary as a set of texts, so that their order hangs on the hash seed."""
    program = (
        "import pikepdf; from sheetgen.print.pdf.font_merge import _font_lists\n"
        "pdf = pikepdf.new()\n"
        "forms = {f'/X{n}': pdf.make_stream(b'', Resources=pikepdf.Dictionary(Font=pikepdf.Dictionary({f'/F{n}': n})))"
        " for n in range(9)}\n"
        "page = pikepdf.Dictionary(Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(forms)))\n"
        "print(*(name for fonts in _font_lists([page], set()) for name in fonts.keys()))"
    )
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        listed = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
        assert listed.stdout.split() == [f"/F{n}" for n in range(9)], listed.stderr
