"""The manual's tables of settings come from the models that read them, and leave nothing out."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
import yaml

from sheetgen.blocks import BLOCKS
from sheetgen.model.ruleset.messages import part_of, settings
from sheetgen.model.ruleset.models import ListModel
from sheetgen.site.assets import templates_folder
from sheetgen.site.block_samples import block_directive, block_samples
from sheetgen.site.settings import MODELS, block_table, settings_table
from sheetgen.templating.renderer import Renderer, TemplateFolders, renderer
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import SourceFile

GUIDE = Path(__file__).parent.parent / "content" / "guide"


@pytest.fixture(scope="module")
def draw() -> Renderer:
    """The program's own templates."""
    return renderer(TemplateFolders(templates_folder(), root=templates_folder()))


@pytest.mark.parametrize("name", MODELS)
def test_every_setting_says_what_it_is_for(name: str) -> None:
    assert [setting for setting, takes, says in settings(MODELS[name]) if not (takes and says)] == []
    assert f"::: settings {name}\n" in "".join(path.read_text("utf-8") for path in GUIDE.glob("*.md"))


@pytest.mark.parametrize("name", BLOCKS)
def test_every_block_says_what_its_settings_are_for(name: str) -> None:
    sort = BLOCKS[name].settings
    parts = [part for setting in sort.model_fields if (part := part_of(sort, setting))]
    assert [setting for kind in (sort, *parts) for setting in settings(kind) if not all(setting)] == []
    assert get_args(sort.model_fields["type"].annotation) == (name,)
    assert f"{{#{name}}}" in (page := (GUIDE / "blocks.md").read_text("utf-8")) and f"::: block {name}\n" in page


def test_every_block_has_a_sample_that_is_drawn(draw: Renderer) -> None:
    diagnostics = Diagnostics()
    samples = block_samples(draw, diagnostics)
    assert not list(diagnostics) and list(samples.blocks) == list(BLOCKS)
    for name, text in samples.texts.items():
        assert list(yaml.safe_load(text)) == [name] and yaml.safe_load(text)[name]["type"] == name
    assert samples.entry.startswith("name: Bea\n")


def test_a_block_of_the_manual_is_a_picture_its_lines_and_its_settings(draw: Renderer) -> None:
    diagnostics = Diagnostics()
    place = SourceFile(GUIDE, "blocks.md", "::: block trakcs").span(0, 16)
    block = block_directive(draw, diagnostics)
    clock = block("clock", place)
    assert (
        clock.html.index("The watch wakes") < clock.html.index("segments: 6") < clock.html.index("Into how many parts")
    )
    assert {"clock", "sample"} <= clock.needs and not list(diagnostics)
    assert "A remark on the source" in block("", place).html
    assert not block("trakcs", place)
    [mistake] = diagnostics
    assert mistake.hints == ("did you mean `tracks`?",) and str(mistake.span) == "blocks.md:1:1"


def test_the_tables_are_html_of_code_and_words() -> None:
    table = "".join(block_table(name).html for name in BLOCKS)
    assert "<code>items</code> <code>label</code>" in table
    assert "one of strong, soft" in table and "one of 4, 6, 8" in table
    text = settings_table(ListModel).html + table
    assert "a formula, optional" in text and "<code>label</code>" in text and "`" not in text
