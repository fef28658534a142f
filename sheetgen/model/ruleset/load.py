"""A ruleset folder, read and compiled: one game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

from sheetgen.blocks.parts import BodyDrawing
from sheetgen.formula.compile import Program
from sheetgen.formula.runtime import MOST_STEPS, Evaluation
from sheetgen.formula.scope import Binding, Scope
from sheetgen.formula.types import ListOf, Record, Term
from sheetgen.languages.program_words import ENGLISH, SOURCE, Words
from sheetgen.model.ruleset.bodies import read_bodies
from sheetgen.model.ruleset.circular_kinds import circular_kinds
from sheetgen.model.ruleset.computed_texts import TextCompiler
from sheetgen.model.ruleset.declarations import Declaration, read_declaration
from sheetgen.model.ruleset.derivations import Formulas, KindFields
from sheetgen.model.ruleset.dice_tables import check_named_tables
from sheetgen.model.ruleset.documents import YamlPlace, declared, document, documents, model
from sheetgen.model.ruleset.effects import EffectCompiler, has_effects
from sheetgen.model.ruleset.field_conditions import (
    FieldCondition,
    FieldHolder,
    effect_conditions,
    existence_conditions,
    holder_of,
)
from sheetgen.model.ruleset.field_types import (
    GIVEN_FIELDS,
    GIVEN_RECORDS,
    ChoiceShape,
    Field,
    ReferenceShape,
    TypeNames,
    field_type,
    has_options,
    read_field,
    records_of,
)
from sheetgen.model.ruleset.hidden_kinds import with_hidden
from sheetgen.model.ruleset.kinds import Kind, compile_kinds, fill_record, read_kind, with_sound_default
from sheetgen.model.ruleset.layers import Layer, layers_of
from sheetgen.model.ruleset.layouts import check_panels
from sheetgen.model.ruleset.lookup_tables import LookupTable, table
from sheetgen.model.ruleset.models import RulesetModel, TableModel
from sheetgen.model.ruleset.names import KIND, OWN_FOLDERS, RULES, RULINGS, check_names
from sheetgen.model.ruleset.own_marks import read_marks
from sheetgen.model.ruleset.own_words import check_words
from sheetgen.model.ruleset.replacements import Parts, Sort
from sheetgen.model.ruleset.rolled_fields import check_rolled_fields
from sheetgen.model.ruleset.rules import Rule, compile_rules, read_input, read_rule
from sheetgen.model.ruleset.ruleset_vocabularies import fill_vocabularies, kind_of_terms, read_vocabularies
from sheetgen.model.ruleset.ruling_models import RulingModel
from sheetgen.model.ruleset.rulings import Ruling, Rulings
from sheetgen.model.ruleset.themes import Theme, theme_of
from sheetgen.model.ruleset.translations import TranslatedParts, translated_entries
from sheetgen.model.ruleset.validation import ModelCompiler
from sheetgen.model.ruleset.vocabulary import Vocabulary
from sheetgen.model.ruleset.worked import first_given
from sheetgen.model.ruleset.written_entries import WrittenEntry, entry_files, read_entries
from sheetgen.text.diagnostics import Diagnostic, Diagnostics, Severity, did_you_mean
from sheetgen.text.source import YAML, files
from sheetgen.text.suggest import with_article
from sheetgen.yaml.load import YamlDocument


@dataclass(frozen=True, eq=False, repr=False)
class Ruleset:
    """One game, compiled. `sound` is true where its rules and kinds are free of mistakes and can be run."""

    id: str
    model: RulesetModel
    folder: Path
    place: YamlPlace
    theme: Theme
    vocabularies: Mapping[str, Vocabulary]
    records: Mapping[str, tuple[Field, ...]]
    rulings: Rulings
    tables: Mapping[str, LookupTable]
    rules: Mapping[str, Rule]
    kinds: Mapping[str, Kind]
    entries: tuple[WrittenEntry, ...]
    compiler: ModelCompiler
    program: Program
    scope: Scope
    sound: bool
    bodies: Mapping[str, BodyDrawing] = field(default_factory=dict)
    """How regions are drawn, by their vocabulary."""
    worked: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The inputs of the first worked case of each rule, by rule."""
    effects: EffectCompiler = field(default_factory=lambda: EffectCompiler({}, {}))
    """Checks and compiles what entries say that they change."""
    texts: TextCompiler = field(default_factory=lambda: TextCompiler({}))
    """Checks and compiles formulas in texts of entries."""
    existence: Mapping[str, Sequence[FieldCondition]] = field(default_factory=dict)
    """When fields exist, by the kind or record that they are of, in the order in which that is to be asked."""
    ids: tuple[str, ...] = ()
    """The ids of the rulesets that it is made of."""
    layers: tuple[Layer, ...] = ()
    """The folders that it is read from; what a later one says stands over what those before it say."""
    parts: Parts = field(default_factory=lambda: Parts({}))
    """Which layer says what, and what it replaces."""
    circular: tuple[str, ...] = ()
    """The kinds that refer back to themselves, near or far."""
    first_language: str = SOURCE
    """The language of the game's own files, beside which it may be read in others."""
    words: Words = ENGLISH
    """What the program says on its pages and prints."""

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.model.title

    @property
    def edition(self) -> str:
        """The name of the game with its version, where it says one."""
        return f"{self.title} {self.model.version}".rstrip()

    def address(self, kind: str, identity: str) -> str:
        """Where the page of an entry stands on a site, relative to its root."""
        return f"{self.id}/{self.kinds[kind].folder}/{identity}.html"

    def evaluation(self, house: Mapping[str, Any], steps: int = MOST_STEPS) -> Evaluation:
        """A run of its formulas under house rules."""
        return Evaluation(house, self.titles, self.words.values, steps)

    @cached_property
    def callers(self) -> dict[str, list[Rule]]:
        """For each rule those that call it."""
        callers: dict[str, list[Rule]] = {}
        for rule in self.rules.values():
            for called in rule.calls:
                callers.setdefault(called, []).append(rule)
        return callers

    @cached_property
    def titles(self) -> dict[str, dict[str, str]]:
        """For each vocabulary the titles of its terms; for each house rule, as `house.NAME`, those of its options."""
        options = {
            f"house.{name}": {option: title for option, title in ruling.titles.items() if isinstance(option, str)}
            for name, ruling in self.rulings.by_name.items()
        }
        return {**{name: vocabulary.titles for name, vocabulary in self.vocabularies.items()}, **options}


def load(
    folder: Path,
    root: Path,
    diagnostics: Diagnostics,
    only_rules: bool = False,
    *,
    layers: Sequence[Layer] | None = None,
    language: str = "",
    otherwise: str = SOURCE,
    hidden: YamlPlace | None = None,
) -> Ruleset | None:
    """Read and compile the ruleset in a folder; None, with diagnostics, where `ruleset.yaml` cannot be used.

    `layers` are the folders that it is read from, where they are known. With `only_rules`, its kinds have their fields
    but no formulas, and it has no entries but those that are terms: enough for running rules, in half the time.
    The program speaks the `language` that is asked for, else that of the game, `otherwise` where it says none.
    `hidden` is where a campaign lists what players do not see, as `with_hidden` takes it.
    """
    known = layers_of(folder, root, diagnostics) if layers is None else tuple(layers)
    written = read_declaration(folder, known, diagnostics)
    if written is None:
        return None
    described = model(RulesetModel, written.place, written.place.data, diagnostics)
    if described is None or not written.has_id:
        return None
    parts = Parts(written.titles, written.without)
    words = Words(language or described.language or otherwise, tuple(sorted(described.words.items())))
    loader = _RulesetLoader(folder, written.place, described, diagnostics, known, parts, words, only_rules, hidden)
    return loader.load(written)


@dataclass
class _RulesetLoader:
    folder: Path
    place: YamlPlace
    model: RulesetModel
    diagnostics: Diagnostics
    layers: tuple[Layer, ...]
    parts: Parts
    words: Words
    only_rules: bool = False
    hidden: YamlPlace | None = None
    """Where a campaign lists what players do not see."""
    kind_places: dict[str, YamlPlace] = field(default_factory=dict)
    records: dict[str, Record] = field(default_factory=dict)
    kind_records: dict[str, Record] = field(default_factory=dict)
    folders: dict[str, str] = field(default_factory=dict)
    """The kinds by the folders of their entries."""
    rule_names: set[str] = field(default_factory=set)
    left_out: dict[str, tuple[YamlPlace, Layer]] = field(default_factory=dict)
    """Where the kinds stood that a layer leaves out, and which one does."""

    def load(self, written: Declaration) -> Ruleset:
        before = len(self.diagnostics)
        for layer in self.layers:
            self.parts.leave_out("term", layer, self.diagnostics)
            for term in (term for term, of in written.terms if of == layer):
                self.parts.say("term", term, layer)
        marks = read_marks(self.layers, self.diagnostics)
        theme = theme_of(self.model, self.place, marks, self.diagnostics)
        check_words(self.model.words, self.place.at("words"), self.diagnostics)
        self._find_kinds()
        entries = self._entries()
        place, lists = self.place.at("vocabularies"), self.model.vocabularies
        vocabularies = read_vocabularies(lists, place, entries, self.kind_places, self.diagnostics)
        words = self._words(vocabularies)
        given = {shape.record: self._given_fields(shape.record, words) for shape in GIVEN_RECORDS.values()}
        own = {name: self._record_fields(name, words) for name in self.model.records}
        fields = {**self._without_circles(own), **given}
        compiler = ModelCompiler(vocabularies, fields)
        self._check_defaults(fields, compiler)
        terms = [vocabulary.kind for vocabulary in vocabularies.values() if vocabulary.kind]
        kinds = with_hidden(self._kinds(words, compiler), terms, self.hidden, self.diagnostics)
        self._check_choices(fields, kinds)
        compiler.effect_kinds = {
            name: vocabulary.kind
            for name, vocabulary in vocabularies.items()
            if vocabulary.kind in kinds and has_effects(kinds[vocabulary.kind].fields, fields)
        }
        self._fill_records(fields, kinds)
        rulings = self._rulings()
        program = Program()
        fill_vocabularies(vocabularies, kinds, entries)
        tables, rules = self._rule_files(words)
        kinds = {name: check_rolled_fields(kind, tables, self.diagnostics) for name, kind in kinds.items()}
        scope = self._scope(vocabularies, rulings, tables, program)
        compiled = compile_rules(rules, scope, self.records, self.kind_records, compiler, self.diagnostics)
        for name in self.rule_names - compiled.keys():
            self.diagnostics.fail(name, *(rules[name].model.facts if name in rules else ()))
        program.add_rules([rule.formulas for rule in compiled.values() if rule.formulas])
        scope = replace(scope, rules={name: rule.signature for name, rule in compiled.items()})
        if not self.only_rules:
            kinds = compile_kinds(kinds.values(), Formulas(scope, program, self.diagnostics))
        effects, existence = {}, {}
        if not self.only_rules:
            holders = self._holders(fields, kinds)
            effects = effect_conditions(holders, scope, program, self.diagnostics)
            existence = existence_conditions(holders, scope, program, self.diagnostics)
        return Ruleset(
            self.model.id, self.model, self.folder, self.place, theme, vocabularies, fields, rulings,
            tables, compiled, kinds, entries, compiler, program, scope, len(self.diagnostics) == before,
            {} if self.only_rules else read_bodies(self.layers, vocabularies, self.diagnostics),
            {} if self.only_rules else self._worked(),
            EffectCompiler(kinds, self.records, vocabularies, place, effects),
            TextCompiler(self.records),
            existence,
            written.ids, self.layers, self.parts, circular_kinds(kinds, fields), written.language, self.words,
        )  # fmt: skip

    def _holders(self, fields: Mapping[str, Sequence[Field]], kinds: Mapping[str, Kind]) -> list[FieldHolder]:
        """All that has fields: records, and kinds."""
        records = [
            FieldHolder(name, parts, self.records[name], self.place.at("records", name))
            for name, parts in fields.items()
        ]
        own = [
            FieldHolder(holder_of(name), kind.fields, kind.record, kind.place.at("fields"))
            for name, kind in kinds.items()
        ]
        return records + own

    def _worked(self) -> Mapping[str, Mapping[str, Any]]:
        """The inputs of the first case of each rule, from a layer that has the rule as it is."""
        worked: dict[str, Mapping[str, Any]] = {}
        for layer in self.layers:
            given = first_given(layer, self.diagnostics)
            worked |= {name: inputs for name, inputs in given.items() if self._stands(name, layer)}
        return worked

    def _stands(self, rule: str, layer: Layer) -> bool:
        """Whether no layer after one replaces a rule."""
        owner = self.parts.owner("rule", rule)
        return owner is None or self.layers.index(owner) <= self.layers.index(layer)

    def _documents(self, folder: str, sort: Sort, known: dict[str, YamlPlace]) -> Iterator[tuple[Layer, YamlDocument]]:
        """The YAML documents in a folder of each layer, in order, once what it leaves out is no longer known."""
        for layer in self.layers:
            for name, at in self.parts.leave_out(sort, layer, self.diagnostics).items():
                place = known.pop(name)
                if sort == "kind":
                    self.left_out[name] = place, layer
                    self.diagnostics.leave_out(str(place.data.get("folder", name)), at)
            for written in documents(layer.folder / folder, "*.y*ml", layer.root, self.diagnostics):
                yield layer, written

    def _find_kinds(self) -> None:
        for layer, written in self._documents("kinds", "kind", self.kind_places):
            data = written.data if isinstance(written.data, dict) else {}
            name = data.get("id", written.file.path.stem if layer.language else None)
            if isinstance(name, str) and layer.language:
                self._translate("kind", name, YamlPlace(written), self.kind_places)
                continue
            if not isinstance(name, str):
                self.diagnostics.error("missing-field", "a kind needs `id`", written.span(()))
                self.diagnostics.fail(written.file.path.stem, *declared(written.data))
                continue
            wrong = check_names(KIND, YamlPlace(written), self.diagnostics)
            if data.get("folder", name) in OWN_FOLDERS:
                message = f"the folder `{data.get('folder', name)}` of a campaign holds no entries"
                hint = f"take another than {', '.join(OWN_FOLDERS)}"
                self.diagnostics.error("wrong-name", message, YamlPlace(written).at("folder").span, hint)
                wrong |= {("folder",)}
            if ("id",) in wrong or ("folder",) in wrong:
                self.diagnostics.fail(written.file.path.stem, *declared(written.data))
                continue
            place, folder = YamlPlace(written), str(data.get("folder") or name)
            base = self.kind_places.get(name)
            if "folder" not in data and base:
                folder = str(base.data.get("folder") or name)
            if self._is_taken(name, folder, place, layer):
                continue
            self.kind_places[name] = self.parts.placed("kind", name, base, place, layer)
            self.kind_records[name] = Record(self.kind_name(name), KindFields(), {})

    def _translate(self, sort: str, name: str, own: YamlPlace, places: dict[str, YamlPlace]) -> None:
        """Lay texts in another language over the part of a name."""
        place = TranslatedParts(sort, self.diagnostics).over(name, places.get(name), own, [*places])
        if place is not None:
            places[name] = place

    def _is_taken(self, name: str, folder: str, place: YamlPlace, layer: Layer) -> bool:
        """Whether another kind of the layer has this id, or any other this folder, which is reported."""
        if self.parts.owner("kind", name) == layer:
            message, at = f"two kinds have the id `{name}`", place.at("id").span
            note = ("the other one is here", self.kind_places[name].at("id").span)
            self.diagnostics.add(Diagnostic(Severity.ERROR, "ruleset", message, at, ("give it another `id`",), (note,)))
            return True
        owner = self.folders.get(folder, name)
        owner = self.folders[folder] = owner if owner in self.kind_places else name
        if owner != name:
            message = f"the entries of `{owner}` stand in the folder `{folder}` already"
            at = place.at("folder" if folder != name else "id").span
            note = ("that kind is here", self.kind_places[owner].at("id").span)
            hints = ("give this kind a `folder` of its own",)
            self.diagnostics.add(Diagnostic(Severity.ERROR, "ruleset", message, at, hints, (note,)))
            plural = str(place.data.get("plural", ""))
            self.diagnostics.fail(name, self.kind_name(name), plural, *declared(place.document.data))
        return owner != name

    @staticmethod
    def kind_name(kind: str) -> str:
        """The name of a kind's entries in messages."""
        return with_article(kind)

    def _entries(self) -> tuple[WrittenEntry, ...]:
        entries: Sequence[WrittenEntry] = ()
        for layer in self.layers:
            if layer.language:
                entries = translated_entries(entries, self._entries_of(layer), self.diagnostics)
                continue
            gone = self.parts.leave_out("entry", layer, Diagnostics() if self.only_rules else self.diagnostics)
            entries = [entry for entry in entries if f"{entry.kind}:{entry.id}" not in gone]
            if layer.sort != "campaign":
                entries = self.parts.with_entries(entries, self._entries_of(layer), layer)
        return tuple(entries)

    def _entries_of(self, layer: Layer) -> list[WrittenEntry]:
        entries: list[WrittenEntry] = []
        gone = {path for name, place in self._left_out_after(layer) for path in self._files_of(layer, name, place)}
        seen = set(gone)
        terms = {kind_of_terms(data) for data in self.model.vocabularies.values()}
        for kind, place in self.kind_places.items():
            if self.only_rules and kind not in terms:
                continue
            for path in (path for path in self._files_of(layer, kind, place) if path not in gone):
                seen.add(path)
                entries += read_entries(path, kind, layer.root, self.diagnostics)
        strays = () if self.only_rules else sorted({*files(layer.folder / "entries", *YAML, deep=True)} - seen)
        for path in strays:
            stray = document(path, layer.root, self.diagnostics)
            if stray is not None:
                hint = did_you_mean(path.stem, self.kind_places)
                message = "this file belongs to no kind: name it after a kind or after its folder of entries"
                missed = (path.stem, path.parent.name)
                self.diagnostics.error("project", message, stray.file.span(), hint, missed=missed)
                self.diagnostics.fail(path.stem, *declared(stray.data), at=stray.file.whole)
        return entries

    @staticmethod
    def _files_of(layer: Layer, kind: str, place: YamlPlace) -> Iterable[Path]:
        """The files of a layer that have entries of a kind."""
        return map(Path, entry_files(layer.folder / "entries", kind, str(place.data.get("folder", kind))))

    def _left_out_after(self, layer: Layer) -> Iterator[tuple[str, YamlPlace]]:
        """The kinds that a later layer leaves out, and where they stood."""
        for name, (place, by) in self.left_out.items():
            if self.layers.index(layer) < self.layers.index(by):
                yield name, place

    def _words(self, vocabularies: Mapping[str, Vocabulary]) -> TypeNames:
        terms = {name: tuple(vocabulary.terms) for name, vocabulary in vocabularies.items()}
        words = TypeNames(terms, self.model.types, frozenset(self.model.records), frozenset(self.kind_places))
        return replace(words, types={name: text for name, text in words.types.items() if self._is_sound(name, words)})

    def _is_sound(self, name: str, words: TypeNames) -> bool:
        """Whether the type that the ruleset gives this name can be read."""
        return read_input(name, name, self.place.at("types", name), words, self.diagnostics) is not None

    def _record_fields(self, name: str, words: TypeNames) -> tuple[Field, ...]:
        place = self.place.at("records", name)
        self.records[name] = Record(name, {}, {})
        fields = (
            read_input(key, data, place.at(key), words, self.diagnostics)
            for key, data in self.model.records[name].items()
        )
        return tuple(field for field in fields if field)

    def _given_fields(self, name: str, words: TypeNames) -> tuple[Field, ...]:
        """The fields of a record that every ruleset has."""
        self.records[name] = Record(name.rpartition(".")[2], {}, {})
        own = TypeNames()
        return tuple(read_field(key, text, own) for key, text in GIVEN_FIELDS[name].items())

    def _check_defaults(self, fields: dict[str, tuple[Field, ...]], compiler: ModelCompiler) -> None:
        """Report the defaults of records that their own fields would not take, and go on without them."""
        for name in self.model.records:
            parts = fields[name]
            places = {part.name: self.place.at("records", name, part.name) for part in parts}
            fields[name] = tuple(
                with_sound_default(part, compiler, places[part.name], self.diagnostics) for part in parts
            )

    def _without_circles(self, records: dict[str, tuple[Field, ...]]) -> dict[str, tuple[Field, ...]]:
        """The records, without fields through which one would hold itself."""
        inside = {name: {field.name: records_of(field.shape) for field in fields} for name, fields in records.items()}
        try:
            list(
                TopologicalSorter({name: set().union(*parts.values()) for name, parts in inside.items()}).static_order()
            )
        except CycleError as error:
            circle = error.args[1]
            inner, outer = circle[0], circle[1]
            name = next(name for name, parts in inside[outer].items() if inner in parts)
            message = f"these records hold each other in a circle: {' → '.join(reversed(circle))}"
            self.diagnostics.error("ruleset", message, self.place.at("records", outer, name).span)
            rest = tuple(field for field in records[outer] if field.name != name)
            return self._without_circles({**records, outer: rest})
        return records

    def _kinds(self, words: TypeNames, compiler: ModelCompiler) -> dict[str, Kind]:
        read = (
            read_kind(place, words, compiler, self.kind_records, self.diagnostics)
            for place in self.kind_places.values()
        )
        kinds = [kind for kind in read if kind]
        for lost in {*self.kind_places} - {kind.id for kind in kinds}:
            self.diagnostics.fail(lost, self.kind_records[lost].name)
        check_panels([(kind.model, kind.place) for kind in kinds], self.diagnostics)
        return {kind.id: kind for kind in sorted(kinds, key=lambda kind: kind.model.order)}

    def _check_choices(self, fields: Mapping[str, tuple[Field, ...]], kinds: Mapping[str, Kind]) -> None:
        """Report choices of options that stand beside no reference of the name, and go on without them."""
        holders = [(parts, self.place.at("records", name)) for name, parts in fields.items()]
        holders += [(kind.fields, kind.place.at("fields")) for kind in kinds.values()]
        for parts, place in holders:
            references = {part.name: part.shape.kind for part in parts if isinstance(part.shape, ReferenceShape)}
            for part in (part for part in parts if isinstance(part.shape, ChoiceShape)):
                assert isinstance(part.shape, ChoiceShape)
                name, at = part.shape.field, place.at(part.name).span
                kind = references.get(name)
                if kind is None:
                    message = f"no field beside this one is a `ref` called `{name}`"
                    self.diagnostics.error("ruleset", message, at, did_you_mean(name, references), missed=(name,))
                elif kind in kinds and not has_options(kinds[kind].fields):
                    message, hint = f"{with_article(kind)} has no options", "give it a field `options: list of option"
                    self.diagnostics.error("ruleset", message, at, f"{hint}, default []`")

    def _fill_records(self, fields: Mapping[str, tuple[Field, ...]], kinds: Mapping[str, Kind]) -> None:
        for name, record in self.records.items():
            assert isinstance(record.fields, dict) and isinstance(record.labels, dict)
            record.fields.update({f.name: field_type(f, self.records, self.kind_records) for f in fields[name]})
            record.labels.update({f.name: f.label for f in fields[name]})
        for kind in kinds.values():
            fill_record(kind, self.records, self.kind_records)

    def _rulings(self) -> Rulings:
        places: dict[str, YamlPlace] = {}
        for layer in self.layers:
            for name in self.parts.leave_out("ruling", layer, self.diagnostics):
                places.pop(name)
            path = layer.folder / "rulings.yaml"
            written = document(path, layer.root, self.diagnostics) if path.exists() else None
            if written is not None and isinstance(written.data, dict):
                check_names(RULINGS, YamlPlace(written), self.diagnostics)
                for key in written.data if not layer.language else ():
                    base, own = places.get(str(key)), YamlPlace(written, (key,))
                    places[str(key)] = self.parts.placed("ruling", str(key), base, own, layer)
                for key in written.data if layer.language else ():
                    self._translate("ruling", str(key), YamlPlace(written, (key,)), places)
        rulings: dict[str, Ruling] = {}
        for name, place in places.items():
            described = model(RulingModel, place, place.data, self.diagnostics)
            if described:
                rulings[name] = self._ruling(Ruling(name, described, place))
        return Rulings(rulings)

    def _ruling(self, ruling: Ruling) -> Ruling:
        if ruling.default not in ruling.options:
            hint = did_you_mean(str(ruling.default), [str(option) for option in ruling.options])
            at = ruling.place.at("default").span
            self.diagnostics.error("unknown-house-rule", f"`{ruling.default}` is not one of the options", at, hint)
        return ruling

    def _rule_files(self, words: TypeNames) -> tuple[dict[str, LookupTable], dict[str, Rule]]:
        tables: dict[str, LookupTable] = {}
        rules: dict[str, Rule] = {}
        for name, place in self._rule_places().items():
            data = place.data
            if isinstance(data, dict) and any(key in data for key in ("table", "rows", "entries")):
                described = model(TableModel, place, data, self.diagnostics)
                if described:
                    tables[name] = table(name, described, place, self.diagnostics, self.kind_places)
            else:
                self.rule_names.add(name)
                rule = read_rule(name, place, words, self.diagnostics)
                if rule:
                    rules[name] = rule
        check_named_tables(tables, self.diagnostics)
        return tables, rules

    def _rule_places(self) -> dict[str, YamlPlace]:
        """Where the rules and tables stand, by name; of two in one layer it is not known which is meant."""
        places: dict[str, YamlPlace] = {}
        twice: set[str] = set()
        for layer, written in self._documents("rules", "rule", places):
            check_names(RULES, YamlPlace(written), self.diagnostics)
            for key in (written.data or {}) if isinstance(written.data, dict | None) else ():
                name, place = str(key), YamlPlace(written, (key,))
                if layer.language:
                    self._translate("rule", name, place, places)
                    continue
                if self.parts.owner("rule", name) == layer:
                    self.diagnostics.error("ruleset", f"there are two rules called `{name}`", place.key_span)
                    self.diagnostics.fail(name)
                    twice.add(name)
                    continue
                places[name] = self.parts.placed("rule", name, places.get(name), place, layer)
        return {name: place for name, place in places.items() if name not in twice}

    def _scope(
        self,
        vocabularies: Mapping[str, Vocabulary],
        rulings: Rulings,
        tables: Mapping[str, LookupTable],
        program: Program,
    ) -> Scope:
        names: dict[str, Binding] = {"house": Binding(rulings.type, "house rule", "house")}
        for name, vocabulary in vocabularies.items():
            names[name] = Binding(ListOf(Term(name, tuple(vocabulary.terms))), name, "vocabulary")
            program.define("vocabulary", name, list(vocabulary.terms))
            program.define("terms", name, vocabulary.terms)
        for name, lookup in tables.items():
            names[name] = Binding(lookup.type, lookup.model.title, "table")
            program.define("table", name, lookup.value)
        titles = {name: vocabulary.titles for name, vocabulary in vocabularies.items()}
        attributes = {name: vocabulary.attributes for name, vocabulary in vocabularies.items()}
        return Scope(names, {}, titles, attributes, tables=frozenset(tables), words=self.words)
