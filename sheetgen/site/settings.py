"""The settings of files and blocks as tables of the manual, from the models that read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from markupsafe import Markup, escape
from pydantic import BaseModel

from sheetgen.model.project import CampaignModel, SiteModel
from sheetgen.model.ruleset import models
from sheetgen.model.ruleset.blocktypes import BLOCKS
from sheetgen.model.ruleset.messages import settings
from sheetgen.reference.links import PageModel

MODELS: Mapping[str, type[BaseModel]] = MappingProxyType(
    {
        "campaign": CampaignModel,
        "site": SiteModel,
        "page": PageModel,
        "ruleset": models.RulesetModel,
        "theme": models.ThemeModel,
        "kind": models.KindModel,
        "field": models.FieldModel,
        "layout": models.LayoutModel,
        "block": models.BlockModel,
        "item": models.ItemModel,
        "column": models.ColumnModel,
        "list": models.ListModel,
        "rule": models.RuleModel,
        "output": models.StepModel,
        "table": models.TableModel,
        "ruling": models.RulingModel,
    }
)
"""What the manual lists, by the name that it does so under."""


def settings_table(kind: type[BaseModel]) -> Markup:
    """Every setting, what it takes, and what it is for."""
    rows = ((code(name), escape(takes), marked(says)) for name, takes, says in settings(kind))
    return table(("Setting", "It takes", "What for"), rows)


def blocks_table() -> Markup:
    """Every type of block: what it shows, what it needs, and what it may have."""
    rows = (
        (
            code(name),
            escape(sort.shows),
            _listed(sort.needs, sort.parts),
            _listed(sort.takes, sort.parts),
        )
        for name, sort in BLOCKS.items()
    )
    return table(("Type", "What it shows", "It needs", "It may have"), rows)


def _listed(names: Iterable[str], parts: Mapping[str, tuple[str, ...]]) -> Markup:
    """Settings, those that are lists with what their items take."""
    said = (
        Markup("{} ({})").format(code(name), Markup(", ").join(map(code, parts[name]))) if name in parts else code(name)
        for name in names
    )
    return Markup(", ").join(said)


def code(text: str) -> Markup:
    """A text as it is written in a file."""
    return Markup("<code>{}</code>").format(text)


def marked(text: str) -> Markup:
    """A sentence of a docstring, what stands in backticks as code."""
    parts = text.replace("*", "").split("`")
    return Markup("").join(code(part) if number % 2 else escape(part) for number, part in enumerate(parts))


def table(heads: Iterable[str], rows: Iterable[Iterable[Markup]]) -> Markup:
    """Rows of cells under heads."""
    cells = (Markup("").join(Markup("<td>{}</td>").format(cell) for cell in row) for row in rows)
    return framed(heads, Markup("").join(Markup("<tr>{}</tr>").format(row) for row in cells))


def framed(heads: Iterable[str], body: Markup) -> Markup:
    """A table that scrolls by itself where it is too wide."""
    head = Markup("").join(Markup("<th>{}</th>").format(name) for name in heads)
    return Markup(
        '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table><thead><tr>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>"
    ).format(head, body)
