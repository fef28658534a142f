"""Every type of block has all its parts."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from sheetgen.blocks import BLOCKS, Block
from sheetgen.print.block_print import BlockPrint, printed
from sheetgen.print.measure import estimate, frame, sheet_frame

ROOT = Path(__file__).parent.parent
TEMPLATES = ROOT / "templates" / "blocks"


@pytest.mark.parametrize("name", BLOCKS)
def test_every_block_has_every_part(name: str) -> None:
    sort = BLOCKS[name]
    assert (ROOT / "sheetgen" / "blocks" / name / "__init__.py").is_file()
    assert not inspect.isabstract(sort.settings) and not inspect.isabstract(sort.view)
    assert issubclass(sort.view, Block) and inspect.getdoc(sort.settings) and inspect.getdoc(sort.view)
    folder = TEMPLATES / sort.view.type
    assert {"site.html", "line.html", "card.html", "sheet.html", "site.css"} <= {path.name for path in folder.iterdir()}
    assert isinstance(printed(sort.view.type), BlockPrint)


LENGTH = re.compile(r"(?<![\w#-])\d*\.?\d+(?:mm|pt|cm|px)\b|line-height: [\d.]*[2-9]|/ \d*\.\d+ ")
SHARED_STYLES = ("print-card-sizes.css", "print-card-run-in.css", "print-sheet-sizes.css")


@pytest.mark.parametrize("name", [*(b.view.type for b in BLOCKS.values() if b.view.type != "whys"), *SHARED_STYLES])
def test_lengths_of_geometry_stand_in_python_alone(name: str) -> None:
    """Style sheets of cards and sheets take every length from the modules that reckon with it."""
    styles = ROOT / "templates" / "assets" / "css" / name
    paths = [styles] if styles.is_file() else [*(TEMPLATES / name).glob("card.*"), *(TEMPLATES / name).glob("sheet.*")]
    assert paths
    texts = {path.name: path.read_text("utf-8") for path in paths}
    assert {file: LENGTH.findall(text) for file, text in texts.items() if LENGTH.search(text)} == {}
    sums = re.compile(r"\bmm\([^()]*\d\.|(?<=[*/]) ?\d+\.\d")
    assert {
        file: sums.findall(text) for file, text in texts.items() if file.endswith("html") and sums.search(text)
    } == {}


def test_every_length_is_said_once_and_used() -> None:
    sorts = {block.view.type for block in BLOCKS.values()}
    named = [name for sort in sorts for name in printed(sort).properties]
    named += [name for module in (frame, estimate) for name in module.PROPERTIES]
    assert len(named) == len(set(named)), "no name is given to two lengths"
    styles = "".join(path.read_text("utf-8") for path in (ROOT / "templates").rglob("*.css"))
    assert [name for name in {*named, *sheet_frame.PROPERTIES} if f"var({name})" not in styles] == []


def test_no_folder_is_left_out_of_the_table() -> None:
    folders = {path.parent.name for path in (ROOT / "sheetgen" / "blocks").glob("*/__init__.py")}
    assert folders == set(BLOCKS)
    assert {path.name for path in TEMPLATES.iterdir() if path.is_dir()} == {b.view.type for b in BLOCKS.values()}
