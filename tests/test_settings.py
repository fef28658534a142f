"""The manual's tables of settings come from the models that read them, and leave nothing out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml
from projects import Write, loaded
from pydantic import BaseModel
from small_game import GAME

from sheetgen.blocks import BLOCKS
from sheetgen.blocks.base import BlockSettings
from sheetgen.build import Options, build
from sheetgen.model.ruleset.layout_models import ListModel
from sheetgen.model.ruleset.messages import part_of, settings
from sheetgen.model.ruleset.ruleset_models import RulesetModel
from sheetgen.model.ruleset.theme_models import ThemeModel
from sheetgen.model.unread_files import RULESET_FILES, RULESET_FOLDERS
from sheetgen.site.assets import templates_folder
from sheetgen.site.block_samples import block_directive, block_samples
from sheetgen.site.settings import MODELS, block_table, settings_table, templates_table
from sheetgen.templating.renderer import Renderer, TemplateFolders, renderer
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import SourceFile
from sheetgen.yaml.load import parse

GUIDE = Path(__file__).parent.parent / "content" / "guide"


@pytest.fixture(scope="module")
def draw() -> Renderer:
    """The program's own templates."""
    return renderer(TemplateFolders(templates_folder(), root=templates_folder()))


@pytest.mark.parametrize("name", MODELS)
def test_every_setting_says_what_it_is_for(name: str) -> None:
    assert [setting for setting, takes, says in settings(MODELS[name]) if not (takes and says)] == []
    assert f"::: settings {name}\n" in "".join(path.read_text("utf-8") for path in GUIDE.glob("*.md"))


def unspanned(html: str) -> str:
    """A table of the manual without what keeps words whole."""
    return re.sub("</?span>", "", html)


def models_within(annotation: object) -> Iterator[type[BaseModel]]:
    """The models that an annotation names."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from models_within(part)


def test_every_field_of_every_file_is_in_the_manual() -> None:
    pages = "".join(path.read_text("utf-8") for path in GUIDE.glob("*.md"))
    listed = {
        name: unspanned(settings_table(kind).html) for name, kind in MODELS.items() if f"::: settings {name}\n" in pages
    }
    assert listed.keys() == MODELS.keys()
    for name, kind in MODELS.items():
        for setting, field in kind.model_fields.items():
            outer = field.alias or setting
            assert f"<td><code>{outer}</code></td>" in listed[name], (name, outer)
            for part in {*models_within(field.annotation)} - {*MODELS.values()}:
                if not issubclass(part, BlockSettings):
                    rows = [f"<td><code>{outer}</code> <code>{key}</code></td>" for key, _, _ in settings(part)]
                    assert [row for row in rows if row not in listed[name]] == [], (name, outer)
                    assert all(all(setting) for setting in settings(part)), (name, outer)


def test_the_ruleset_file_of_the_manual_has_every_setting() -> None:
    page = (GUIDE / "ruleset-file.md").read_text("utf-8")
    text = page.partition("```yaml\n")[2].partition("\n```")[0]
    document = parse(SourceFile(GUIDE, "ruleset.yaml", text), Diagnostics())
    written: Any = document.data if document else None
    ruleset = RulesetModel.model_validate(written)
    for kind, data in ((RulesetModel, written), (ThemeModel, written["theme"])):
        assert data.keys() == {field.alias or name for name, field in kind.model_fields.items()}
    assert ruleset.theme and ruleset.theme.corners == "slanted"
    folders = page.partition("{#folder}")[2]
    assert [name for name in (*RULESET_FILES, *RULESET_FOLDERS) if name not in folders] == []


def test_the_tables_of_the_manual_are_tables(project: Write) -> None:
    page = (GUIDE / "tables.md").read_text("utf-8")
    blocks = [block.partition("\n```")[0] for block in page.split("```yaml\n")[1:]]
    rules = "\n".join(block for block in blocks if not block.startswith("#")).replace(", ...]", "]")
    rules = rules.replace("dice: d20", "dice: d1").replace("entries: monster", "entries: beast")
    tables = {name: {**table, "reference": "rules#wounds"} for name, table in yaml.safe_load(rules).items()}
    text = yaml.safe_dump(tables, allow_unicode=True, sort_keys=False)
    game, diagnostics = loaded(project({**GAME, "game/rules/tables.yaml": text}))
    assert not list(diagnostics) and set(tables) <= set(game.ruleset.tables)
    names = {"damage_bonus", "price_of", "weather", "boats", "night", "visitor", "names"}
    assert names == set(tables)


def test_templates_that_can_be_replaced_are_those_that_there_are() -> None:
    table = unspanned(templates_table().html)
    for path in sorted(re.findall(r"<td><code>((?:site|fragments)/[^<]+)</code>", table)):
        assert (templates_folder() / path).is_file()
    assert re.search(r"site/list.html</code></td><td>[^<]{10,}</td><td>[^<]*columns", table)


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


def test_a_block_of_ones_own_is_a_text_that_a_rule_gives(project: Write) -> None:
    rule, block = re.findall(r"^```yaml\n(.*?)^```", (GUIDE / "blocks.md").read_text("utf-8"), re.M | re.S)[-2:]
    own = f"            {block.splitlines()[1]}\n            attacks:".replace("kit(items)", "kit(attacks)")
    kind = GAME["game/kinds/beast.yaml"].replace("            attacks:", own).replace("wounds, a", "wounds, kit, a")
    for old, new in (("list of item", "list of attack"), ("armour", "damage"), ("how-to-play#gear", "rules#wounds")):
        rule = rule.replace(old, new)
    files = {**GAME, "game/kinds/beast.yaml": kind, "game/rules/blocks.yaml": rule}
    folder = project(files)
    assert not build(Options(folder, pdf=False)).diagnostics
    page = (folder / "site/small/beasts/otter.html").read_text("utf-8")
    assert re.search(r"Gear</h.*<table.*Armour.*<strong>Pebble</strong>[^P]*>3<", page, re.S)
