"""A ruleset folder, read and compiled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path

from sheetgen.formula.compile import Program
from sheetgen.formula.scope import Binding, Scope
from sheetgen.formula.types import ListOf, Record, Term
from sheetgen.languages.program_words import SOURCE, Words
from sheetgen.model.ruleset.attacks import check_conditions, check_tracks, track_labels
from sheetgen.model.ruleset.bodies import read_bodies
from sheetgen.model.ruleset.circular_kinds import circular_kinds
from sheetgen.model.ruleset.computed_texts import TextCompiler, check_sayings
from sheetgen.model.ruleset.declarations import Declaration, read_declaration
from sheetgen.model.ruleset.derivations import Formulas, KindFields
from sheetgen.model.ruleset.documents import YamlPlace, model
from sheetgen.model.ruleset.effects import EffectCompiler, has_effects
from sheetgen.model.ruleset.field_conditions import FieldHolder, effect_conditions, existence_conditions, holder_of
from sheetgen.model.ruleset.field_types import TypeNames
from sheetgen.model.ruleset.hidden_kinds import with_hidden
from sheetgen.model.ruleset.kind_files import KindFiles, find_kinds
from sheetgen.model.ruleset.kinds import Kind, check_choices, compile_kinds, fill_record, read_kind
from sheetgen.model.ruleset.layered_files import LayeredFiles
from sheetgen.model.ruleset.layers import Layer, layers_of
from sheetgen.model.ruleset.layouts import check_panels
from sheetgen.model.ruleset.lookup_tables import LookupTable
from sheetgen.model.ruleset.own_marks import read_marks
from sheetgen.model.ruleset.own_words import check_words
from sheetgen.model.ruleset.records import Fields, check_defaults, fill_types, read_records, record_types
from sheetgen.model.ruleset.replacements import Parts
from sheetgen.model.ruleset.rolled_fields import check_rolled_fields
from sheetgen.model.ruleset.rule_files import read_rules
from sheetgen.model.ruleset.rules import compile_rules, readable
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.ruleset_entries import RulesetEntries
from sheetgen.model.ruleset.ruleset_models import RulesetModel
from sheetgen.model.ruleset.ruleset_vocabularies import fill_vocabularies, kind_of_terms, read_vocabularies
from sheetgen.model.ruleset.rulings import Rulings, read_rulings
from sheetgen.model.ruleset.themes import theme_of
from sheetgen.model.ruleset.validation import ModelCompiler
from sheetgen.model.ruleset.vocabulary import Vocabulary
from sheetgen.model.ruleset.worked import first_given
from sheetgen.text.diagnostics import Diagnostics, Severity
from sheetgen.text.suggest import with_article


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
    files = LayeredFiles(known, parts, diagnostics)
    return _RulesetLoader(folder, written, described, files, words, only_rules, hidden).load()


@dataclass(frozen=True)
class _RulesetLoader:
    folder: Path
    declaration: Declaration
    model: RulesetModel
    files: LayeredFiles
    words: Words
    only_rules: bool
    hidden: YamlPlace | None
    """Where a campaign lists what players do not see."""

    def load(self) -> Ruleset:
        files, place, diagnostics = self.files, self.declaration.place, self.files.diagnostics
        errors = diagnostics.count(Severity.ERROR)
        self._say_terms()
        theme = theme_of(self.model, place, read_marks(files.layers, diagnostics), diagnostics)
        check_words(self.model.words, place.at("words"), diagnostics)
        kind_files = find_kinds(files)
        kind_types = {name: Record(with_article(name), KindFields(), {}) for name in kind_files.places}
        entries = RulesetEntries(files, kind_files, self._kinds_of_terms() if self.only_rules else None).read()
        vocabularies = read_vocabularies(
            self.model.vocabularies, place.at("vocabularies"), entries, kind_files.places, diagnostics
        )
        names = self._type_names(vocabularies, kind_files)
        records = read_records(self.model.records, place.at("records"), names, diagnostics)
        types = record_types(records)
        compiler = ModelCompiler(vocabularies, records)
        check_defaults(records, place.at("records"), compiler, diagnostics)
        terms = [vocabulary.kind for vocabulary in vocabularies.values() if vocabulary.kind]
        kinds = with_hidden(self._kinds(kind_files, kind_types, names, compiler), terms, self.hidden, diagnostics)
        holders = self._holders(records, types, kinds)
        check_choices([(holder.fields, holder.place) for holder in holders], kinds, diagnostics)
        compiler.effect_kinds = {
            name: vocabulary.kind
            for name, vocabulary in vocabularies.items()
            if vocabulary.kind in kinds and has_effects(kinds[vocabulary.kind].fields, records)
        }
        fill_types(types, records, kind_types)
        for kind in kinds.values():
            fill_record(kind, types, kind_types)
        rulings = read_rulings(files)
        program = Program()
        fill_vocabularies(vocabularies, kinds, entries)
        written = read_rules(files, names, kind_files.places)
        kinds = {name: check_rolled_fields(kind, written.tables, diagnostics) for name, kind in kinds.items()}
        scope = self._scope(vocabularies, rulings, written.tables, program)
        rules = compile_rules(written.rules, scope, types, kind_types, compiler, diagnostics)
        written.report_failed(rules, diagnostics)
        program.add_rules([rule.formulas for rule in rules.values() if rule.formulas])
        scope = replace(scope, rules={name: rule.signature for name, rule in rules.items()})
        effects, existence, texts = {}, {}, TextCompiler(types)
        if not self.only_rules:
            kinds = compile_kinds(kinds.values(), Formulas(scope, program, diagnostics))
            conditions = [entry for entry in entries if entry.kind in kinds and kinds[entry.kind].model.conditions]
            attacks = [(kind.model.attack, kind.place.at("attack")) for kind in kinds.values() if kind.model.attack]
            check_conditions(attacks, [condition.id for condition in conditions], diagnostics)
            drawn = track_labels(block for kind in kinds.values() for block in kind.model.layout.blocks.values())
            check_tracks(attacks, [*drawn, *(str(condition.data.get("name")) for condition in conditions)], diagnostics)
            for kind in kinds.values():
                check_sayings(kind, texts, diagnostics)
            effects = effect_conditions(holders, scope, program, diagnostics)
            existence = existence_conditions(holders, scope, program, diagnostics)
        return Ruleset(
            self.model.id, self.model, self.folder, place, theme, vocabularies, records, rulings,
            written.tables, rules, kinds, entries, compiler, program, scope,
            diagnostics.count(Severity.ERROR) == errors,
            {} if self.only_rules else read_bodies(files.layers, vocabularies, diagnostics),
            {} if self.only_rules else first_given(files),
            EffectCompiler(kinds, types, vocabularies, place.at("vocabularies"), effects),
            texts,
            existence,
            self.declaration.ids, files.layers, files.parts, circular_kinds(kinds, records),
            self.declaration.language, self.words,
        )  # fmt: skip

    def _say_terms(self) -> None:
        """Note which layer says each term of a vocabulary."""
        for layer in self.files.layers:
            self.files.left_out("term", layer)
            for term in (term for term, of in self.declaration.terms if of == layer):
                self.files.parts.say("term", term, layer)

    def _kinds_of_terms(self) -> Set[str]:
        """The kinds whose entries are terms of a vocabulary."""
        return {kind_of_terms(data) for data in self.model.vocabularies.values()}

    def _type_names(self, vocabularies: Mapping[str, Vocabulary], kinds: KindFiles) -> TypeNames:
        """The names that types may use, without those whose own type cannot be read, which is reported."""
        terms = {name: tuple(vocabulary.terms) for name, vocabulary in vocabularies.items()}
        names = TypeNames(terms, self.model.types, frozenset(self.model.records), frozenset(kinds.places))
        return replace(names, types={name: text for name, text in names.types.items() if self._is_sound(name, names)})

    def _is_sound(self, name: str, names: TypeNames) -> bool:
        """Whether the type that the ruleset gives this name can be read."""
        place = self.declaration.place.at("types", name)
        return readable(name, name, place, names, self.files.diagnostics) is not None

    def _kinds(
        self, files: KindFiles, types: Mapping[str, Record], names: TypeNames, compiler: ModelCompiler
    ) -> dict[str, Kind]:
        """The kinds that can be read, in the order in which readers meet them, not compiled yet."""
        diagnostics = self.files.diagnostics
        read = (read_kind(place, names, compiler, types, diagnostics) for place in files.places.values())
        kinds = [kind for kind in read if kind]
        for lost in {*files.places} - {kind.id for kind in kinds}:
            diagnostics.fail(lost, types[lost].name)
        check_panels([(kind.model, kind.place) for kind in kinds], diagnostics)
        return {kind.id: kind for kind in sorted(kinds, key=lambda kind: kind.model.order)}

    def _holders(self, records: Fields, types: Mapping[str, Record], kinds: Mapping[str, Kind]) -> list[FieldHolder]:
        """All that has fields: records, and kinds."""
        place = self.declaration.place
        of_records = [
            FieldHolder(name, fields, types[name], place.at("records", name)) for name, fields in records.items()
        ]
        of_kinds = [
            FieldHolder(holder_of(name), kind.fields, kind.record, kind.place.at("fields"))
            for name, kind in kinds.items()
        ]
        return of_records + of_kinds

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
