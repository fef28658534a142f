"""The worked cases of a ruleset, as far as a build needs them: what a calculator opens with."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from sheetgen.model.ruleset.documents import document
from sheetgen.model.ruleset.layers import Layer
from sheetgen.text.diagnostics import Diagnostics

CASES = "cases.yaml"


def first_given(layer: Layer, diagnostics: Diagnostics) -> dict[str, Mapping[str, Any]]:
    """The inputs of the first case of each rule in `cases.yaml`, by the rule's name; empty without such a file."""
    path = layer.folder / CASES
    written = document(path, layer.root, diagnostics) if os.path.lexists(path) else None
    cases: Any = written.data if written and isinstance(written.data, list) else []
    given: dict[str, Mapping[str, Any]] = {}
    for case in cases:
        if isinstance(case, dict) and isinstance(case.get("given"), dict) and "error" not in case:
            given.setdefault(str(case.get("rule")), case["given"])
    return given
