"""`bodies.yaml` of a ruleset: how the regions of a vocabulary are drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from sheetgen.blocks.parts import BodyDrawing, Place
from sheetgen.model.ruleset.documents import YamlPlace, document, model
from sheetgen.model.ruleset.layers import Layer
from sheetgen.model.ruleset.vocabulary import Vocabulary
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.yaml.file_models import Model, Text

FILE = "bodies.yaml"
_PATH = re.compile(r"\s*[Mm][MmLlHhVvCcQqSsTtAaZz\d\s,.+-]{1,4000}")


def _path(text: str) -> str:
    if not _PATH.fullmatch(text):
        raise ValueError("is no path: write it as the `d` of a path in an SVG, such as `M0 0H10V10Z`")
    return text


def _number(value: object) -> object:
    return float(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else value


Shape = Annotated[Text, AfterValidator(_path)]
"""A shape, as the `d` of a path in an SVG."""
Unit = Annotated[float, BeforeValidator(_number), Field(ge=-100, le=200)]
Pair = Annotated[list[Unit], Field(min_length=2, max_length=2)]


class PlaceModel(Model):
    """Where a region stands: on a sheet on 64 units by 50.5, and on a page in hundredths of the figure."""

    outline: Shape
    """Its shape on a sheet, as the `d` of a path in an SVG."""
    number: Pair
    """The foot of its number on a sheet: how far from the left and from the top."""
    name: Pair
    """The foot of its name on a sheet."""
    anchor: Literal["start", "middle", "end"]
    """Which part of the name stands there; `middle` for a name inside of the shape."""
    room: Unit
    """Units that its name may take."""
    page: Pair
    """The left and top of its number on a page; the number is 34 hundredths wide."""


class BodyModel(Model):
    """How the regions of a vocabulary are drawn."""

    silhouette: Shape
    """What stands behind the numbers on a page, on 120 units by 200."""
    places: dict[str, PlaceModel]
    """The place of each region."""


def read_bodies(
    layers: Iterable[Layer], vocabularies: Mapping[str, Vocabulary], diagnostics: Diagnostics
) -> dict[str, BodyDrawing]:
    """The drawings of a ruleset, by the vocabulary of their regions; what does not fit it is a diagnostic."""
    drawings: dict[str, BodyDrawing] = {}
    for layer in layers:
        path = layer.folder / FILE
        read = document(path, layer.root, diagnostics) if path.exists() else None
        if read is not None and isinstance(read.data, dict):
            drawings |= _drawings(YamlPlace(read), read.data, vocabularies, diagnostics)
    return drawings


def _drawings(
    place: YamlPlace, data: Mapping[str | int, object], vocabularies: Mapping[str, Vocabulary], diagnostics: Diagnostics
) -> Iterator[tuple[str, BodyDrawing]]:
    for name, written in ((str(key), value) for key, value in data.items()):
        if name not in vocabularies:
            hint = did_you_mean(name, vocabularies)
            message = f"there is no vocabulary called `{name}`"
            diagnostics.error("unknown-term", message, place.at(name).key_span, hint, missed=(name,))
            continue
        described = model(BodyModel, place.at(name), written, diagnostics)
        if described and _fits(described, place.at(name, "places"), vocabularies[name], diagnostics):
            yield (
                name,
                BodyDrawing(described.silhouette, {region: _place(at) for region, at in described.places.items()}),
            )


def _fits(body: BodyModel, place: YamlPlace, vocabulary: Vocabulary, diagnostics: Diagnostics) -> bool:
    """Whether a drawing has a place for every term, and for nothing else, which is reported."""
    unknown = [name for name in body.places if name not in vocabulary.terms]
    for name in unknown:
        message = f"`{name}` is no term of {vocabulary.name}"
        diagnostics.error("unknown-term", message, place.at(name).key_span, did_you_mean(name, vocabulary.terms))
    missing = [name for name in vocabulary.terms if name not in body.places]
    if missing and not unknown:
        message = f"the drawing has no place for {', '.join(missing)}"
        hint = "every term of the vocabulary needs one"
        diagnostics.error("missing-field", message, place.key_span, hint, missed=missing)
    return not unknown and not missing


def _place(written: PlaceModel) -> Place:
    (x, y), (left, top), (number_x, number_y) = written.name, written.page, written.number
    return Place(
        outline=written.outline,
        number=(number_x, number_y),
        name=(x, y, written.anchor),
        room=written.room,
        page=(left, top),
    )
