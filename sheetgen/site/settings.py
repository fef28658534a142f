"""The settings of files and blocks as tables of the manual, from the models that read them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from inspect import getdoc
from types import MappingProxyType

from markupsafe import Markup, escape
from pydantic import BaseModel

from sheetgen.blocks import BLOCKS
from sheetgen.blocks.base import BlockSettings
from sheetgen.model.project import CampaignModel, SiteModel
from sheetgen.model.ruleset import models
from sheetgen.model.ruleset.bodies import BodyModel, PlaceModel
from sheetgen.model.ruleset.messages import part_of, settings
from sheetgen.reference.links import PageModel

MODELS: Mapping[str, type[BaseModel]] = MappingProxyType(
    {
        "campaign": CampaignModel,
        "site": SiteModel,
        "page": PageModel,
        "ruleset": models.RulesetModel,
        "theme": models.ThemeModel,
        "body": BodyModel,
        "place": PlaceModel,
        "kind": models.KindModel,
        "field": models.FieldModel,
        "layout": models.LayoutModel,
        "list": models.ListModel,
        "column": models.ListColumnModel,
        "rule": models.RuleModel,
        "output": models.StepModel,
        "table": models.TableModel,
        "ruling": models.RulingModel,
    }
)
"""The models that the manual lists, by the name that it lists them under."""


def settings_table(kind: type[BaseModel]) -> Markup:
    """Every setting, what it takes, and what it is for."""
    rows = ((code(name), escape(takes), marked(says)) for name, takes, says in settings(kind))
    return table(("Setting", "It takes", "What for"), rows)


def blocks_table() -> Markup:
    """Every type of block: what it shows, and its settings with those of its parts."""
    common = [name for name, _, _ in settings(BlockSettings)]
    rows = [_group(Markup("Every block"), _settings_of(BlockSettings, ()))]
    for name, sort in BLOCKS.items():
        title = Markup("{} {}").format(code(name), escape(getdoc(sort.settings) or ""))
        rows.append(_group(title, _settings_of(sort.settings, ("type", *common))))
    return framed(("Setting", "It takes", "What for"), Markup("").join(rows))


def _group(title: Markup, rows: Iterable[Iterable[Markup]]) -> Markup:
    """Rows of a table under a title of their own."""
    return Markup('<tr><th colspan="3" scope="rowgroup">{}</th></tr>{}').format(title, body(rows))


def _settings_of(kind: type[BaseModel], known: Collection[str]) -> Iterator[tuple[Markup, Markup, Markup]]:
    """The settings of a block but for those that are known; below a list of parts, those of a part."""
    for name, takes, says in settings(kind):
        if name not in known:
            yield code(name), escape(takes), marked(says)
            part = part_of(kind, name)
            for inner, inner_takes, inner_says in settings(part) if part else ():
                yield Markup("{} {}").format(code(name), code(inner)), escape(inner_takes), marked(inner_says)


def code(text: str) -> Markup:
    """A text as it is written in a file."""
    return Markup("<code>{}</code>").format(text)


def marked(text: str) -> Markup:
    """A sentence of a docstring, what stands in backticks as code."""
    parts = text.replace("*", "").split("`")
    return Markup("").join(code(part) if number % 2 else escape(part) for number, part in enumerate(parts))


def table(heads: Iterable[str], rows: Iterable[Iterable[Markup]]) -> Markup:
    """Rows of cells under heads."""
    return framed(heads, body(rows))


def body(rows: Iterable[Iterable[Markup]]) -> Markup:
    """Rows of cells."""
    cells = (Markup("").join(Markup("<td>{}</td>").format(cell) for cell in row) for row in rows)
    return Markup("").join(Markup("<tr>{}</tr>").format(row) for row in cells)


def framed(heads: Iterable[str], rows: Markup) -> Markup:
    """A table that scrolls by itself where it is too wide."""
    head = Markup("").join(Markup("<th>{}</th>").format(name) for name in heads)
    return Markup(
        '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table><thead><tr>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>"
    ).format(head, rows)
