"""Rulings and house rules: how disputed passages of a source are read, and what a campaign may choose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from sheetgen.formula.runtime import show
from sheetgen.formula.types import OptionOf, Record, Type, readable
from sheetgen.model.ruleset.documents import YamlPlace, document, model
from sheetgen.model.ruleset.field_types import ShapeError, TypeNames, read_shape
from sheetgen.model.ruleset.layered_files import LayeredFiles
from sheetgen.model.ruleset.names import RULINGS, check_names
from sheetgen.model.ruleset.ruling_models import OptionModel, RulingModel
from sheetgen.model.ruleset.shapes import ScalarShape
from sheetgen.model.ruleset.vocabulary import name_key
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.source import Span

Option: TypeAlias = str | int | bool


@dataclass(frozen=True, eq=False)
class Ruling:
    """One ruling. With `model.switch`, a campaign may choose another option."""

    name: str
    model: RulingModel
    place: YamlPlace

    @cached_property
    def options(self) -> dict[Option, str]:
        """Each option with its reading; options that are whole numbers are plain integers."""
        return {
            _plain_option(key): option if isinstance(option, str) else option.reading
            for key, option in self.model.options.items()
        }

    @cached_property
    def titles(self) -> dict[Option, str]:
        """The title of each option: its own, else the option itself."""
        return {_plain_option(key): _called(key, option) for key, option in self.model.options.items()}

    def title(self, option: Option) -> str:
        """The title of an option, one of the numbers that stand open included."""
        return self.titles.get(option, str(option))

    @property
    def choices(self) -> str:
        """The options as a campaign writes them, each with its title where that says more."""
        written = map(_written, self.options)
        said = [
            f"{option} ({title})" if readable(option) != title and title not in ("yes", "no") else option
            for option, title in zip(written, self.titles.values(), strict=True)
        ]
        return ", ".join([*said, self.model.open] if self.model.open else said)

    def reading_span(self, option: Option) -> Span:
        """Where the reading of an option is written."""
        place = self.place.at("options", option)
        return place.span if isinstance(self.model.options[option], str) else place.at("reading").span

    @property
    def default(self) -> Option:
        """The option that holds where the campaign chooses none."""
        return _plain_option(self.model.default)

    def option(self, value: object) -> Option | None:
        """The option that was meant, by its own or another spelling; None where there is none."""
        if isinstance(value, str) and value in self.options:
            return value
        key = _key(value)
        option = self._by_spelling.get(key, self._by_spelling.get(_TRUTHS.get(key, key)))
        return self._open(value) if option is None else option

    def _open(self, value: object) -> Option | None:
        """A number that is no listed option but within the range that stands open."""
        shape = read_shape(self.model.open, TypeNames()) if self.model.open else None
        if not isinstance(shape, ScalarShape) or not isinstance(value, int) or isinstance(value, bool):
            return None
        low_enough = shape.low is None or value >= shape.low
        return int(value) if low_enough and (shape.high is None or value <= shape.high) else None

    @cached_property
    def _by_spelling(self) -> dict[str, Option]:
        aliases = {_key(name): _plain_option(option) for name, option in self.model.option_aliases.items()}
        return {**aliases, **{_key(option): option for option in self.options}}

    @property
    def names(self) -> tuple[str, ...]:
        """Every name under which it can be set."""
        return (self.name, *filter(None, (self.model.conflict,)), *self.model.aliases)


def _called(option: Option, reading: str | OptionModel) -> str:
    if isinstance(reading, OptionModel):
        return reading.title
    return show(option) if isinstance(option, bool) else readable(str(option))


def _written(option: Option) -> str:
    """An option as authors write it."""
    return str(option).lower() if isinstance(option, bool) else str(option)


_TRUTHS = {"yes": "true", "no": "false", "true": "yes", "false": "no"}
"""Two ways to write a truth, either of which may be how an option is spelled."""


def _plain_option(option: Option) -> Option:
    return int(option) if isinstance(option, int) and not isinstance(option, bool) else option


def _key(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, list):
        return name_key(f"[{', '.join(map(str, value))}]")
    return ("true" if value else "false") if isinstance(value, bool) else name_key(str(value))


@dataclass(frozen=True)
class Rulings:
    """All rulings of a ruleset."""

    by_name: Mapping[str, Ruling]

    @property
    def type(self) -> Type:
        """The type of `house` in formulas."""
        return Record(
            "house",
            {
                name: OptionOf(name, tuple(ruling.options), tuple(ruling.titles[option] for option in ruling.options))
                for name, ruling in self.by_name.items()
            },
            {name: ruling.model.title for name, ruling in self.by_name.items()},
        )

    @property
    def switches(self) -> dict[str, Ruling]:
        """The house rules: rulings that a campaign may set."""
        return {name: ruling for name, ruling in self.by_name.items() if ruling.model.switch}

    def find(self, name: str, value: object = None) -> Ruling | None:
        """A ruling by its name, its conflict or an alias; of several for one conflict, the one with this option."""
        if name in self.by_name:
            return self.by_name[name]
        rulings = self._by_alias.get(name_key(name), [])
        return next((ruling for ruling in rulings if ruling.option(value) is not None), rulings[0] if rulings else None)

    @cached_property
    def _by_alias(self) -> dict[str, list[Ruling]]:
        by_alias: dict[str, list[Ruling]] = {}
        for ruling in self.by_name.values():
            for name in dict.fromkeys(map(name_key, ruling.names)):
                by_alias.setdefault(name, []).append(ruling)
        return by_alias

    @property
    def defaults(self) -> dict[str, Option]:
        """The option of each ruling where the campaign chooses none."""
        return dict(self._defaults)

    @cached_property
    def _defaults(self) -> dict[str, Option]:
        return {name: ruling.default for name, ruling in self.by_name.items()}


def read_rulings(files: LayeredFiles) -> Rulings:
    """The rulings of a game, from `rulings.yaml` of each layer; what is wrong with one is reported."""
    rulings: dict[str, Ruling] = {}
    for name, place in _places(files).items():
        described = model(RulingModel, place, place.data, files.diagnostics)
        if described:
            rulings[name] = Ruling(name, _with_sound_range(described, place, files.diagnostics), place)
            _check_options(rulings[name], files.diagnostics)
    return Rulings(rulings)


def _places(files: LayeredFiles) -> dict[str, YamlPlace]:
    """Where the rulings stand, by name."""
    places: dict[str, YamlPlace] = {}
    for layer in files.layers:
        for name in files.left_out("ruling", layer):
            places.pop(name)
        path = layer.folder / "rulings.yaml"
        written = document(path, layer.root, files.diagnostics) if path.exists() else None
        if written is None or not isinstance(written.data, dict):
            continue
        check_names(RULINGS, YamlPlace(written), files.diagnostics)
        for key in written.data:
            name, own = str(key), YamlPlace(written, (key,))
            if layer.language:
                files.translate("ruling", name, own, places)
            else:
                placed = files.parts.placed("ruling", name, places.get(name), own, layer, files.diagnostics)
                places |= {name: placed} if placed else {}
    return places


def _with_sound_range(described: RulingModel, place: YamlPlace, diagnostics: Diagnostics) -> RulingModel:
    """A ruling; without what stands open, with a diagnostic, where that is no type of whole numbers."""
    message = f"`open` takes a type of whole numbers, not `{described.open}`"
    hints: tuple[str, ...] = ("write `integer 0..20`",)
    try:
        shape = read_shape(described.open, TypeNames()) if described.open else None
        if shape is None or (isinstance(shape, ScalarShape) and shape.name == "integer"):
            return described
    except ShapeError as error:
        message, hints = str(error), error.hints
    diagnostics.error("ruleset", message, place.at("open").span, *hints)
    diagnostics.fail(str(place.path[-1]))
    return described.model_copy(update={"open": ""})


def _check_options(ruling: Ruling, diagnostics: Diagnostics) -> None:
    """Report a default, and other spellings, of which none is an option."""
    written = [_written(option) for option in ruling.options]
    named = [(ruling.default, ruling.place.at("default"))]
    named += [(option, ruling.place.at("option_aliases", name)) for name, option in ruling.model.option_aliases.items()]
    for option, at in named:
        if _plain_option(option) not in ruling.options:
            hint = did_you_mean(_written(option), written)
            diagnostics.error("unknown-house-rule", f"`{_written(option)}` is not one of the options", at.span, hint)
