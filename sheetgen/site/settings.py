"""The settings of files and blocks as tables of the manual, from the models that read them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType

from pydantic import BaseModel

from sheetgen.blocks import BLOCKS
from sheetgen.blocks.base import BlockSettings
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.model.project import CampaignModel, SiteModel
from sheetgen.model.ruleset import models
from sheetgen.model.ruleset.bodies import BodyModel, PlaceModel
from sheetgen.model.ruleset.messages import part_of, settings
from sheetgen.model.ruleset.ruling_models import RulingModel
from sheetgen.model.ruleset.theme_models import FontsModel, ThemeModel
from sheetgen.reference.written_pages import PageModel
from sheetgen.site.guide_tables import code, plain, table

MODELS: Mapping[str, type[BaseModel]] = MappingProxyType(
    {
        "campaign": CampaignModel,
        "site": SiteModel,
        "page": PageModel,
        "ruleset": models.RulesetModel,
        "theme": ThemeModel,
        "fonts": FontsModel,
        "body": BodyModel,
        "place": PlaceModel,
        "kind": models.KindModel,
        "field": models.FieldModel,
        "layout": models.LayoutModel,
        "sheet": models.SheetModel,
        "sheet-page": models.SheetPageModel,
        "list": models.ListModel,
        "column": models.ListColumnModel,
        "rule": models.RuleModel,
        "output": models.StepModel,
        "table": models.TableModel,
        "ruling": RulingModel,
    }
)
"""The models that the manual lists, by the name that it lists them under."""


HEADS = ("Setting", "It takes", "What for")


def settings_table(kind: type[BaseModel]) -> DrawnText:
    """Every setting, what it takes, and what it is for."""
    return table(HEADS, ((code(name), plain(takes), marked(says)) for name, takes, says in settings(kind)))


def block_table(name: str) -> DrawnText:
    """The settings of a type of block with those of its parts; of every block, where the name is empty."""
    if not name:
        return table(HEADS, _settings_of(BlockSettings, ()))
    common = [setting for setting, _, _ in settings(BlockSettings)]
    return table(HEADS, _settings_of(BLOCKS[name].settings, ("type", *common)))


def _settings_of(kind: type[BaseModel], known: Collection[str]) -> Iterator[tuple[DrawnText, ...]]:
    """The settings of a block but for those that are known; below a list of parts, those of a part."""
    for name, takes, says in settings(kind):
        if name not in known:
            yield code(name), plain(takes), marked(says)
            part = part_of(kind, name)
            for inner, inner_takes, inner_says in settings(part) if part else ():
                yield DrawnText.joined((code(name), code(inner)), " "), plain(inner_takes), marked(inner_says)


def marked(text: str) -> DrawnText:
    """A sentence of a docstring, what stands in backticks as code."""
    parts = text.replace("*", "").split("`")
    return DrawnText.joined(code(part) if number % 2 else plain(part) for number, part in enumerate(parts))
