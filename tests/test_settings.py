"""The manual's tables of settings come from the models that read them, and leave nothing out."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheetgen.model.ruleset.blocktypes import BLOCKS, COMMON
from sheetgen.model.ruleset.messages import settings
from sheetgen.model.ruleset.models import BlockModel, ColumnModel, ItemModel
from sheetgen.site.settings import MODELS, blocks_table, settings_table
from sheetgen.views.present.entry import DRAW

GUIDE = Path(__file__).parent.parent / "content" / "guide" / "settings.md"


@pytest.mark.parametrize("name", MODELS)
def test_every_setting_says_what_it_is_for(name: str) -> None:
    assert [setting for setting, takes, says in settings(MODELS[name]) if not (takes and says)] == []
    assert f"::: settings {name}\n" in GUIDE.read_text("utf-8") or name == "column"


def test_every_type_of_block_is_drawn_and_all_that_a_block_may_say_belongs_to_one() -> None:
    assert BLOCKS.keys() == DRAW.keys()
    assert {name for sort in BLOCKS.values() for name in sort.settings} | {*COMMON} == {*BlockModel.model_fields}
    parts = {name for sort in BLOCKS.values() for names in sort.parts.values() for name in names}
    assert parts == {*ItemModel.model_fields, *ColumnModel.model_fields} - {"type"}


def test_the_tables_are_html_of_code_and_words() -> None:
    table = str(blocks_table())
    assert "<code>items</code> (<code>label</code>, <code>value</code>" in table and "<code>whys</code>" in table
    text = str(settings_table(BlockModel))
    assert "a formula, optional" in text and "<code>label</code>" in text and "`" not in text
