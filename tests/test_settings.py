"""The manual's tables of settings come from the models that read them, and leave nothing out."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from sheetgen.blocks import BLOCKS
from sheetgen.model.ruleset.messages import part_of, settings
from sheetgen.model.ruleset.models import ListModel
from sheetgen.site.settings import MODELS, blocks_table, settings_table

GUIDE = Path(__file__).parent.parent / "content" / "guide" / "settings.md"


@pytest.mark.parametrize("name", MODELS)
def test_every_setting_says_what_it_is_for(name: str) -> None:
    assert [setting for setting, takes, says in settings(MODELS[name]) if not (takes and says)] == []
    assert f"::: settings {name}\n" in GUIDE.read_text("utf-8")


@pytest.mark.parametrize("name", BLOCKS)
def test_every_block_says_what_its_settings_are_for(name: str) -> None:
    sort = BLOCKS[name].settings
    parts = [part for setting in sort.model_fields if (part := part_of(sort, setting))]
    assert [setting for kind in (sort, *parts) for setting in settings(kind) if not all(setting)] == []
    assert get_args(sort.model_fields["type"].annotation) == (name,)
    assert f"<code>{name}</code>" in blocks_table().html


def test_the_tables_are_html_of_code_and_words() -> None:
    table = blocks_table().html
    assert "<code>items</code> <code>label</code>" in table and "<code>whys</code>" in table
    assert "one of strong, soft" in table and "one of 4, 6, 8" in table
    text = settings_table(ListModel).html + table
    assert "a formula, optional" in text and "<code>label</code>" in text and "`" not in text
