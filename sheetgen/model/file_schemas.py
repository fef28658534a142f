"""JSON Schemas (draft-07) of the files of rulesets and campaigns, from the models that read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, Field

from sheetgen.model.project_models import CampaignModel, SiteModel
from sheetgen.model.ruleset.kind_models import KindModel
from sheetgen.model.ruleset.messages import settings
from sheetgen.model.ruleset.rule_models import RuleModel, TableModel
from sheetgen.model.ruleset.ruleset_models import RulesetModel
from sheetgen.model.ruleset.ruling_models import RulingModel
from sheetgen.yaml.file_models import Model

DRAFT = "http://json-schema.org/draft-07/schema#"
_SCALARS = ["string", "number", "boolean"]
"""What a text or formula may be written as."""


class CaseModel(Model):
    """A worked case."""

    id: str = ""
    """What it is called."""
    rule: str
    """The rule that is run."""
    given: dict[str, Any] = Field(default_factory=dict)
    """Its inputs."""
    expect: Any
    """What it gives; of a rule with one output, the value itself."""
    alt: dict[str, Any] = Field(default_factory=dict)
    """What it gives under other readings: `RULING: {option: OPTION, expect: ...}`."""
    facts: list[str] = Field(default_factory=list)
    """Facts of the source that it rests on."""
    reading: Any = None
    """How the source was read."""
    why: Any = None
    """Why it is so."""
    error: Any = None
    """Whether the rule refuses this."""


def file_schemas() -> Mapping[str, dict[str, Any]]:
    """The schema of each sort of file, by its name."""
    return {
        "campaign": _of_mapping(CampaignModel),
        "site": _of_mapping(SiteModel),
        "ruleset": _of_mapping(RulesetModel),
        "kind": _of_mapping(KindModel, required=("id",)),
        "rules": _named(RuleModel, TableModel),
        "rulings": _named(RulingModel),
        "cases": _listed(CaseModel),
    }


def _of_mapping(kind: type[BaseModel], required: tuple[str, ...] | None = None) -> dict[str, Any]:
    """The schema of a file that is one mapping."""
    whole, definitions = _parts(kind)
    needed = {} if required is None else {"required": list(required)}
    return {"$schema": DRAFT, **whole, **needed, "definitions": definitions}


def _named(*kinds: type[BaseModel]) -> dict[str, Any]:
    """The schema of a file of parts by name; a part may say only what it changes of another."""
    definitions: dict[str, Any] = {}
    for kind in kinds:
        whole, others = _parts(kind)
        definitions |= others | {kind.__name__: {key: value for key, value in whole.items() if key != "required"}}
    of = [{"$ref": f"#/definitions/{kind.__name__}"} for kind in kinds]
    return {
        "$schema": DRAFT,
        "type": ["object", "null"],
        "additionalProperties": {"anyOf": of} if len(of) > 1 else of[0],
        "definitions": definitions,
    }


def _listed(kind: type[BaseModel]) -> dict[str, Any]:
    """The schema of a file that is a list."""
    whole, definitions = _parts(kind)
    return {"$schema": DRAFT, "type": "array", "items": whole, "definitions": definitions}


def _parts(kind: type[BaseModel]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema of a model, and those of the models in it by name, with what each setting is for."""
    schema = kind.model_json_schema(ref_template="#/definitions/{model}")
    models = {model.__name__: model for model in _subclasses(BaseModel)}
    definitions = {
        name: _described(models[name], _plain(part)) for name, part in schema.pop("$defs", {}).items() if name in models
    }
    return _described(kind, _plain(schema)), definitions


def _described(kind: type[BaseModel], schema: dict[str, Any]) -> dict[str, Any]:
    said = {name: text for name, _, text in settings(kind)}
    properties = {
        name: {**({"allOf": [{"$ref": part.pop("$ref")}]} if "$ref" in part else {}), **part, "description": said[name]}
        if said.get(name)
        else part
        for name, part in schema.get("properties", {}).items()
    }
    return {**schema, "properties": properties}


def _plain(schema: Any) -> Any:
    """A schema as authors write: numbers are texts as well, and there are no titles made of names."""
    if isinstance(schema, list):
        return [_plain(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {
        "anyOf" if key == "oneOf" else key: (
            {name: _plain(part) for name, part in value.items()} if key in ("properties", "$defs") else _plain(value)
        )
        for key, value in schema.items()
        if not (key == "title" and isinstance(value, str))
        and key not in ("discriminator", "propertyNames")
        and value is not True
    }
    if kept.get("type") == "string" and not {"enum", "const"} & kept.keys():
        kept["type"] = _SCALARS
    return kept


def _subclasses(kind: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for below in kind.__subclasses__():
        yield below
        yield from _subclasses(below)
