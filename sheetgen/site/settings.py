"""The settings of files and blocks as tables of the manual, from the models that read them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields
from inspect import getdoc
from types import MappingProxyType

from pydantic import BaseModel

from sheetgen.blocks import BLOCKS
from sheetgen.blocks.base import BlockSettings
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.model.file_schemas import CaseModel
from sheetgen.model.project_models import CampaignModel, SiteModel
from sheetgen.model.ruleset.bodies import BodyModel, PlaceModel
from sheetgen.model.ruleset.kind_models import KindModel
from sheetgen.model.ruleset.layout_models import LayoutModel, ListColumnModel, ListModel, SheetModel, SheetPageModel
from sheetgen.model.ruleset.messages import part_of, settings
from sheetgen.model.ruleset.rule_models import ExampleModel, FieldModel, RuleModel, StepModel, TableModel
from sheetgen.model.ruleset.ruleset_models import ListingModel, PanelModel, RulesetModel
from sheetgen.model.ruleset.ruling_models import RulingModel
from sheetgen.model.ruleset.theme_models import FontsModel, ThemeModel
from sheetgen.reference.written_pages import PageModel
from sheetgen.site.guide_tables import code, plain, table
from sheetgen.templating.renderer import FRAGMENTS, PAGES

MODELS: Mapping[str, type[BaseModel]] = MappingProxyType(
    {
        "campaign": CampaignModel,
        "site": SiteModel,
        "page": PageModel,
        "ruleset": RulesetModel,
        "theme": ThemeModel,
        "fonts": FontsModel,
        "body": BodyModel,
        "place": PlaceModel,
        "kind": KindModel,
        "field": FieldModel,
        "layout": LayoutModel,
        "sheet": SheetModel,
        "sheet-page": SheetPageModel,
        "list": ListModel,
        "column": ListColumnModel,
        "rule": RuleModel,
        "output": StepModel,
        "table": TableModel,
        "ruling": RulingModel,
        "case": CaseModel,
        "example": ExampleModel,
        "listing": ListingModel,
        "panel": PanelModel,
    }
)
"""The models that the manual lists, by the name that it lists them under."""


TEMPLATES: Mapping[str, Mapping[type, str]] = MappingProxyType({"site": PAGES, "fragments": FRAGMENTS})
"""The templates of views, by their folders."""
HEADS = ("Setting", "It takes", "What for")


def settings_table(kind: type[BaseModel]) -> DrawnText:
    """Every setting, what it takes, and what it is for; below one that has settings of its own, those."""
    return table(HEADS, _settings_of(kind, ()))


def block_table(name: str) -> DrawnText:
    """The settings of a type of block with those of its parts; of every block, where the name is empty."""
    if not name:
        return table(HEADS, _settings_of(BlockSettings, ()))
    common = [setting for setting, _, _ in settings(BlockSettings)]
    return table(HEADS, _settings_of(BLOCKS[name].settings, ("type", *common)))


def _settings_of(kind: type[BaseModel], known: Collection[str]) -> Iterator[tuple[DrawnText, ...]]:
    """The settings of a model but for those that are known; below one with parts, those of a part without a table."""
    for name, takes, says in settings(kind):
        if name not in known:
            yield code(name), plain(takes), marked(says)
            part = part_of(kind, name)
            part = None if part and (part in MODELS.values() or issubclass(part, BlockSettings)) else part
            for inner, inner_takes, inner_says in settings(part) if part else ():
                yield DrawnText.joined((code(name), code(inner)), " "), plain(inner_takes), marked(inner_says)


def templates_table() -> DrawnText:
    """The templates of pages and of boxes in texts, with what each draws and the values that it is given."""
    drawn = {f"{folder}/{name}.html": view for folder, views in TEMPLATES.items() for view, name in views.items()}
    rows = (
        (
            code(name),
            marked((getdoc(view) or "").partition("\n")[0]),
            plain(", ".join(part.name for part in fields(view))),
        )
        for name, view in drawn.items()
    )
    return table(("Template", "It draws", "It is given"), rows)


def marked(text: str) -> DrawnText:
    """A sentence of a docstring, what stands in backticks as code."""
    parts = text.replace("*", "").split("`")
    return DrawnText.joined(code(part) if number % 2 else plain(part) for number, part in enumerate(parts))
