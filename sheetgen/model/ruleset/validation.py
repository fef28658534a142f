"""Strict pydantic models compiled from fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    PlainValidator,
    Strict,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    create_model,
    model_validator,
)
from pydantic import Field as ModelField
from pydantic_core import PydanticCustomError

from sheetgen.formula.dice_texts import is_dice
from sheetgen.formula.runtime import FormulaFailedError, exact
from sheetgen.model.ruleset.field_sorts import refers
from sheetgen.model.ruleset.shapes import (
    ChoiceShape,
    Field,
    ListShape,
    MappingShape,
    RecordShape,
    ReferenceShape,
    ScalarShape,
    Shape,
    TermShape,
)
from sheetgen.model.ruleset.vocabulary import Vocabulary, name_key, words
from sheetgen.yaml.file_models import note_cut
from sheetgen.yaml.scalars import is_blank, written


class DefaultError(Exception):
    """A declared default that its own field would not take."""

    def __init__(self, field: Field) -> None:
        super().__init__(f"the default of `{field.name}` is not {field.shape}")
        self.field = field
        self.hint = f"write `{field.shape}, optional`" if field.default == "none" else ""


class EntryModel(BaseModel):
    """The base of all compiled models: unknown fields are mistakes; an empty value is as good as none."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=False, defer_build=True)
    names: ClassVar[Mapping[str, str]] = {}
    """The names of fields as authors write them, by those of attributes."""

    @model_validator(mode="before")
    @classmethod
    def _without_empty(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        if None not in data.values():
            return data
        known = cls.names.values()
        return {key: value for key, value in data.items() if value is not None or key not in known}


def plain_data(value: Any) -> Any:
    """A validated model as plain data, fields by the names that authors write."""
    if isinstance(value, EntryModel):
        return {written: plain_data(getattr(value, name)) for name, written in value.names.items()}
    if isinstance(value, list):
        return [plain_data(item) for item in value]
    if isinstance(value, dict):
        return {key: plain_data(item) for key, item in value.items()}
    return value


class ModelCompiler:
    """Compiles fields to pydantic models over one ruleset's vocabularies and records."""

    def __init__(self, vocabularies: Mapping[str, Vocabulary], records: Mapping[str, Sequence[Field]]) -> None:
        self.vocabularies = vocabularies
        self.records = records
        self.effect_kinds: Mapping[str, str] = {}
        """The kinds of those vocabularies whose terms are entries that may have effects."""
        self._models: dict[str, type[EntryModel]] = {}
        self._adapters: dict[str, TypeAdapter[Any]] = {}

    def __getstate__(self) -> dict[str, Any]:
        """What the models are compiled from, which cannot be pickled themselves."""
        return {**self.__dict__, "_models": {}, "_adapters": {}}

    def refers(self, field: Field) -> bool:
        """Whether a field refers to entries, itself or by terms that are entries with effects."""
        return refers(self.effect_kinds, field)

    def model(self, name: str, fields: Sequence[Field]) -> type[EntryModel]:
        """A strict model of these fields; attributes are named `f_FIELD`, aliases as authors write them.

        Raises `DefaultError` for a default that does not fit.
        """
        definitions: dict[str, Any] = {f"f_{field.name}": self._definition(field) for field in fields}
        made = create_model(name, __base__=EntryModel, **definitions)
        made.names = {f"f_{field.name}": field.name for field in fields}
        return made

    def _definition(self, field: Field) -> tuple[Any, Any]:
        annotation = self.annotation(field.shape)
        if field.has_default:
            default = self.default(field)
            annotation = annotation | None if default is None else annotation
            return annotation, ModelField(default, alias=field.name)
        if field.optional:
            return annotation | None, ModelField(None, alias=field.name)
        if isinstance(field.shape, ScalarShape) and field.shape.is_text:
            annotation = Annotated[annotation, AfterValidator(_not_blank)]
        return annotation, ModelField(alias=field.name)

    def default(self, field: Field) -> Any:
        """The default of a field; none where it has none. Raises `DefaultError`."""
        if not field.has_default or field.default is None:
            return None
        try:
            return self._adapter(field.shape).validate_python(field.default)
        except ValidationError:
            raise DefaultError(field) from None

    def _adapter(self, shape: Shape) -> TypeAdapter[Any]:
        # A shape may hold lists, which cannot be keys; its text is as good.
        key = repr(shape)
        if key not in self._adapters:
            self._adapters[key] = TypeAdapter(self.annotation(shape))
        return self._adapters[key]

    def annotation(self, shape: Shape) -> Any:
        """The pydantic annotation of a shape."""
        match shape:
            case ScalarShape():
                return _scalar_type(shape)
            case TermShape():
                return Annotated[str, BeforeValidator(self._term(shape))]
            case ListShape(item=item):
                return list[self.annotation(item)]  # type: ignore[misc]
            case MappingShape(key=key, value=value):
                keyed: Any = dict[self.annotation(key), self.annotation(value)]  # type: ignore[misc]
                return Annotated[keyed, BeforeValidator(_no_twins), AfterValidator(self._complete(shape))]
            case RecordShape(record=record):
                return self._record(record)
            case ReferenceShape():
                return Annotated[str, BeforeValidator(_as_name)]
            case ChoiceShape():
                return list[Annotated[str, BeforeValidator(_as_name)]]

    def vocabulary(self, shape: TermShape) -> Vocabulary:
        """The vocabulary of a shape, or the nameless one of its words."""
        return self.vocabularies[shape.vocabulary] if shape.vocabulary else words(shape.words)

    def _record(self, name: str) -> type[EntryModel]:
        if name not in self._models:
            self._models[name] = self.model(name, self.records[name])
        return self._models[name]

    def _term(self, shape: TermShape) -> Callable[[Any], str]:
        vocabulary = self.vocabulary(shape)

        def find(value: Any) -> str:
            name = "none" if value is None else written(value)
            term = vocabulary.find(name) if name is not None else None
            if term is None:
                raise PydanticCustomError("unknown_term", "not a term", {"shape": shape})
            return term

        return find

    def _complete(self, shape: MappingShape) -> Callable[[dict[Any, Any]], dict[Any, Any]]:
        if not isinstance(shape.key, TermShape):
            return lambda given: given
        terms = list(self.vocabulary(shape.key).terms)
        fill = self._adapter(shape.value).validate_python(shape.fill) if shape.filled else None

        def complete(given: dict[Any, Any]) -> dict[Any, Any]:
            missing = [term for term in terms if term not in given]
            if shape.partial:
                return {term: given[term] for term in terms if term in given}
            if missing and not shape.filled:
                raise PydanticCustomError("missing_keys", "keys are missing", {"missing": missing})
            return {term: given.get(term, fill) for term in terms}

        return complete


def _scalar_type(shape: ScalarShape) -> Any:
    if shape.is_text:
        return Annotated[str, BeforeValidator(_as_text)]
    if shape.name == "dice":
        return Annotated[str, BeforeValidator(_as_name), AfterValidator(_not_blank), AfterValidator(_dice)]
    if shape.name == "integer":
        bounded = ModelField(ge=shape.low, le=shape.high)
        return Annotated[
            int, BeforeValidator(_without_fraction), Strict(), bounded, AfterValidator(int), AfterValidator(_computable)
        ]
    if shape.name == "number":
        return Annotated[Any, PlainValidator(_number(shape))]
    return Annotated[bool, Strict()] if shape.name == "truth" else Any


def _without_fraction(value: Any) -> Any:
    """A number written with a fraction of nothing, such as 3.0, as the integer that it is."""
    whole = isinstance(value, float | Fraction) and value == value // 1
    return int(value) if whole else value


def _as_text(value: Any, info: ValidationInfo) -> Any:
    note_cut(value, info)
    return _as_name(value)


def _as_name(value: Any) -> Any:
    text = written(value)
    return value if text is None else text


def _not_blank(text: str) -> str:
    """A text that must be given."""
    if is_blank(text):
        raise PydanticCustomError("blank_text", "nothing to read")
    return text


def _dice(text: str) -> str:
    if not is_dice(text):
        raise PydanticCustomError("no_dice", "no dice")
    return text


_WRITTEN_FRACTION = re.compile(r"-?[0-9]{1,15}/0*[1-9][0-9]{0,14}")


def _number(shape: ScalarShape) -> Callable[[Any], int | Fraction]:
    def number(value: Any) -> int | Fraction:
        if isinstance(value, float) or (isinstance(value, str) and _WRITTEN_FRACTION.fullmatch(value)):
            value = Fraction(str(value))
        if not isinstance(value, int | Fraction) or isinstance(value, bool):
            raise PydanticCustomError("number_type", "not a number")
        if (shape.low is not None and value < shape.low) or (shape.high is not None and value > shape.high):
            raise PydanticCustomError("less_than_equal", "out of range")
        return _computable(int(value) if value == int(value) else Fraction(value))

    return number


def _computable(value: int | Fraction) -> int | Fraction:
    """A number that formulas can take."""
    try:
        exact(value)
    except FormulaFailedError as error:
        raise PydanticCustomError("past_limit", "out of range", {"reason": str(error)}) from None
    return value


def _no_twins(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    seen: dict[str, Any] = {}
    for key in value:
        twin = seen.setdefault(name_key(str(key)), key)
        if twin != key:
            raise PydanticCustomError("twin_keys", "same key twice", {"key": str(key), "twin": str(twin)})
    return value
