"""The rules and tables of a game, read from the files of its layers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sheetgen.model.ruleset.dice_tables import check_named_tables
from sheetgen.model.ruleset.documents import YamlPlace, model
from sheetgen.model.ruleset.field_types import TypeNames
from sheetgen.model.ruleset.layered_files import LayeredFiles
from sheetgen.model.ruleset.lookup_tables import LookupTable, table
from sheetgen.model.ruleset.names import RULES, check_names
from sheetgen.model.ruleset.rule_models import TableModel
from sheetgen.model.ruleset.rules import Rule, read_rule
from sheetgen.text.diagnostics import Diagnostics

_OF_TABLES = ("table", "rows", "entries")
"""The keys of which a table has one, and a rule none."""


@dataclass(frozen=True)
class RuleFiles:
    """What the rule files of a game hold."""

    tables: Mapping[str, LookupTable]
    rules: Mapping[str, Rule]
    """Its rules, before they are compiled."""
    names: frozenset[str]
    """The names of all its rules, those that could not be read included."""

    def report_failed(self, compiled: Iterable[str], diagnostics: Diagnostics) -> None:
        """Note which rules are not among the compiled ones, so that what asks for them is not reported as well."""
        for name in self.names.difference(compiled):
            diagnostics.fail(name, *(self.rules[name].model.facts if name in self.rules else ()))


def read_rules(files: LayeredFiles, words: TypeNames, kinds: Iterable[str]) -> RuleFiles:
    """Read the rules and tables; what is wrong with one is reported, and it is left out."""
    tables: dict[str, LookupTable] = {}
    rules: dict[str, Rule] = {}
    names: set[str] = set()
    for name, place in _places(files).items():
        data = place.data
        if isinstance(data, dict) and any(key in data for key in _OF_TABLES):
            described = model(TableModel, place, data, files.diagnostics)
            if described:
                tables[name] = table(name, described, place, files.diagnostics, kinds)
        else:
            names.add(name)
            rule = read_rule(name, place, words, files.diagnostics)
            if rule:
                rules[name] = rule
    check_named_tables(tables, files.diagnostics)
    return RuleFiles(tables, rules, frozenset(names))


def _places(files: LayeredFiles) -> dict[str, YamlPlace]:
    """Where the rules and tables stand, by name; of two in one layer it is not known which is meant."""
    places: dict[str, YamlPlace] = {}
    twice: set[str] = set()
    for layer in files.layers:
        for name in files.left_out("rule", layer):
            places.pop(name)
        for written in files.documents("rules", layer):
            check_names(RULES, YamlPlace(written), files.diagnostics)
            if written.data is None:
                files.diagnostics.warning("missing-field", "this file is empty", written.file.span())
            for key in (written.data or {}) if isinstance(written.data, dict | None) else ():
                name, place = str(key), YamlPlace(written, (key,))
                if layer.language:
                    files.translate("rule", name, place, places)
                elif files.parts.owner("rule", name) == layer:
                    files.diagnostics.error("ruleset", f"there are two rules called `{name}`", place.key_span)
                    files.diagnostics.fail(name)
                    twice.add(name)
                else:
                    placed = files.parts.placed("rule", name, places.get(name), place, layer, files.diagnostics)
                    places |= {name: placed} if placed else {}
    return {name: place for name, place in places.items() if name not in twice}
