"""Every type of block has all its parts."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from sheetgen.blocks import BLOCKS, Block
from sheetgen.print.block_print import BlockPrint, printed

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


def test_no_folder_is_left_out_of_the_table() -> None:
    folders = {path.parent.name for path in (ROOT / "sheetgen" / "blocks").glob("*/__init__.py")}
    assert folders == set(BLOCKS)
    assert {path.name for path in TEMPLATES.iterdir() if path.is_dir()} == {b.view.type for b in BLOCKS.values()}
