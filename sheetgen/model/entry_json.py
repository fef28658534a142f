"""A computed entry as JSON, for machines."""

from __future__ import annotations

import re
from typing import Any

from sheetgen.formula.runtime import Leaf
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.run_rule import as_json


def derived_json(leaves: Any) -> Any:
    """Leaves as JSON: `{"value", "why", "rule"}`, nested as declared."""
    if isinstance(leaves, Leaf):
        return {"value": as_json(leaves.value), "why": leaves.why, "rule": leaves.rule or None}
    if isinstance(leaves, dict):
        return {str(key): derived_json(item) for key, item in leaves.items()}
    return [derived_json(item) for item in leaves]


def _tidy(value: Any) -> Any:
    """Texts without the blanks that stand for what was taken out of them."""
    if isinstance(value, list):
        return [_tidy(item) for item in value]
    if isinstance(value, dict):
        return {key: _tidy(item) for key, item in value.items()}
    if isinstance(value, str):
        return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+(?=\n|$)", "", value)).strip()
    return value


def entry_json(computed: ComputedEntry, ruleset: Ruleset, secrets: bool = True) -> dict[str, Any]:
    """One entry for machines: its fields as written and everything derived; for players, not where its picture lies."""
    entry = computed.entry
    fields = {
        part.name: as_json(_tidy(entry.fields[part.name]) if entry.partial else entry.fields[part.name])
        for part in entry.kind.fields
        if part.name not in entry.unknown.fields
        and (secrets or not (part.secret or part.name == "portrait"))
        and entry.fields[part.name] not in (None, "", [], {}, False)
        and not (part.when and computed.values[part.name] is None)
    }
    return {
        "id": entry.id,
        "kind": entry.kind.id,
        "ruleset": ruleset.id,
        "fields": fields,
        "derived": derived_json(computed.leaves),
    }
