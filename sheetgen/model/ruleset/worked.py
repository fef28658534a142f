"""The worked cases of a ruleset, as far as a build needs them: what a calculator opens with."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from sheetgen.model.ruleset.documents import document
from sheetgen.model.ruleset.layered_files import LayeredFiles
from sheetgen.model.ruleset.layers import Layer
from sheetgen.text.diagnostics import Diagnostics

CASES = "cases.yaml"


def first_given(files: LayeredFiles) -> dict[str, Mapping[str, Any]]:
    """The inputs of the first worked case of each rule, by its name, from a layer that has the rule as it is."""
    given: dict[str, Mapping[str, Any]] = {}
    for layer in files.layers:
        own = _first_given(layer, files.diagnostics)
        given |= {name: inputs for name, inputs in own.items() if _stands(files, name, layer)}
    return given


def _stands(files: LayeredFiles, rule: str, layer: Layer) -> bool:
    """Whether no layer after one replaces a rule."""
    owner = files.parts.owner("rule", rule)
    return owner is None or files.layers.index(owner) <= files.layers.index(layer)


def _first_given(layer: Layer, diagnostics: Diagnostics) -> dict[str, Mapping[str, Any]]:
    """The inputs of the first case of each rule in `cases.yaml`, by the rule's name; empty without such a file."""
    path = layer.folder / CASES
    written = document(path, layer.root, diagnostics) if os.path.lexists(path) else None
    cases: Any = written.data if written and isinstance(written.data, list) else []
    given: dict[str, Mapping[str, Any]] = {}
    for case in cases:
        if isinstance(case, dict) and isinstance(case.get("given"), dict) and "error" not in case:
            given.setdefault(str(case.get("rule")), case["given"])
    return given
