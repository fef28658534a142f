"""`ruleset.yaml` of all layers of a game, put together: what it is called, its words, types and records."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sheetgen.languages.program_words import SOURCE
from sheetgen.model.ruleset.documents import YamlPlace, document
from sheetgen.model.ruleset.layered_documents import LayeredDocument, overlaid
from sheetgen.model.ruleset.layers import Layer
from sheetgen.model.ruleset.names import RULESET as NAMES
from sheetgen.model.ruleset.names import check_names
from sheetgen.model.ruleset.ruleset_folders import CAMPAIGN, RULESET
from sheetgen.model.ruleset.translations import report_added, translated
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import content
from sheetgen.yaml.load import YamlDocument
from sheetgen.yaml.scalars import written as written_as

_OWN = ("id", "title", "version", "format", "order", "extends", "use", "without")
"""What a ruleset says of itself alone."""
_WITHOUT = re.compile(rb"^[\"']?without[\"']?[ \t]*:|^\{", re.MULTILINE)
_SHARED = ("vocabularies", "types", "records", "synonyms")
"""What a supplement adds to a game."""


@dataclass(frozen=True)
class Declaration:
    """What the `ruleset.yaml` files of a game say together."""

    place: YamlPlace
    has_id: bool
    """Whether the id of the game can be used."""
    ids: tuple[str, ...]
    """Those of all layers."""
    titles: Mapping[Layer, str]
    terms: Sequence[tuple[str, Layer]]
    """The terms of each layer, as `vocabulary:term`."""
    without: Mapping[Layer, YamlPlace] = field(default_factory=dict)
    """Where each layer says what it leaves out."""
    language: str = SOURCE
    """The language of its own file."""


def read_declaration(folder: Path, layers: Sequence[Layer], diagnostics: Diagnostics) -> Declaration | None:
    """What the game in a folder says of itself, over what its layers say; None where its file cannot be read."""
    written, unusable = _read(layers, diagnostics)
    own_layer = next((layer for layer in written if layer.folder == folder), None)
    if own_layer is None:
        return None
    own, campaigns = written[own_layer], dict(_campaigns(layers))
    of_games = {layer: read for layer, read in written.items() if layer.sort != "language"}
    said = written | campaigns
    single = len(said) == 1 and not any(layer.language for layer in layers)
    place = YamlPlace(own)
    if not single and isinstance(own.data, dict):
        data = _all_said(own.data, layers, written, campaigns, diagnostics)
        places = [YamlPlace(written[layer]) for layer in _ranked(own_layer, written)]
        place = YamlPlace(LayeredDocument.of(data, places))
    return Declaration(
        place=place,
        has_id=own_layer not in unusable,
        ids=tuple(str(read.data.get("id")) for read in of_games.values() if isinstance(read.data, dict)),
        titles={layer: _title(written.get(layer), layer) for layer in layers},
        terms=[(term, layer) for layer, read in of_games.items() for term in _terms(read.data)],
        without={layer: YamlPlace(read, ("without",)) for layer, read in said.items() if _listed(read.data, "without")},
        language=str(own.data.get("language") or SOURCE) if isinstance(own.data, dict) else SOURCE,
    )


def _read(layers: Sequence[Layer], diagnostics: Diagnostics) -> tuple[dict[Layer, YamlDocument], set[Layer]]:
    """The files of the layers that have one and can be read, and the layers whose id cannot be used."""
    written: dict[Layer, YamlDocument] = {}
    unusable = set()
    for layer in layers:
        if layer.sort not in ("game", "supplement") and not (layer.folder / RULESET).is_file():
            continue
        read = document(layer.folder / RULESET, layer.root, diagnostics)
        if read is not None:
            written[layer] = read
            if layer.sort != "language" and ("id",) in check_names(NAMES, YamlPlace(read), diagnostics):
                unusable.add(layer)
    return written, unusable


def _all_said(
    own: Mapping[Any, Any],
    layers: Sequence[Layer],
    written: Mapping[Layer, YamlDocument],
    campaigns: Mapping[Layer, YamlDocument],
    diagnostics: Diagnostics,
) -> dict[Any, Any]:
    """What the files of all layers say, without the terms that campaigns leave out."""
    data = _together(written, own, diagnostics)
    for read in campaigns.values():
        words = _remaining(data.get("vocabularies"), _listed(read.data, "without"))
        data |= {"vocabularies": words} if words is not None else {}
    if language := next((layer.language for layer in layers if layer.language), ""):
        data |= {"id": f"{own.get('id')}-{language}", "language": language}
    return data


def _ranked(own: Layer, layers: Iterable[Layer]) -> list[Layer]:
    """The layers whose words stand before those of others, first: translations, the game's own, games, the later."""
    last = [*layers][::-1]
    return sorted(last, key=lambda layer: (layer.sort != "language", layer != own, layer.sort != "game"))


def _campaigns(layers: Iterable[Layer]) -> Iterator[tuple[Layer, YamlDocument]]:
    """The files of campaigns that leave something out; what is wrong in them is told where they are read."""
    for layer in layers:
        if layer.sort == "campaign" and _WITHOUT.search(content(layer.folder / CAMPAIGN) or b""):
            read = document(layer.folder / CAMPAIGN, layer.root, Diagnostics())
            if read is not None:
                yield layer, read


def _title(read: YamlDocument | None, layer: Layer) -> str:
    title = read.data.get("title") if read and isinstance(read.data, dict) else None
    return str(title or ("this campaign" if layer.sort == "campaign" else layer.folder.name))


def _terms(data: Any) -> list[str]:
    lists = data.get("vocabularies") if isinstance(data, dict) else None
    named = lists.items() if isinstance(lists, dict) else ()
    return [f"{name}:{term}" for name, terms in named if isinstance(terms, dict | list) for term in map(str, terms)]


def _together(
    written: Mapping[Layer, YamlDocument], own: Mapping[Any, Any], diagnostics: Diagnostics
) -> dict[Any, Any]:
    """What all layers say, each over those before it."""
    data: dict[Any, Any] = {}
    rulesets = {layer: read for layer, read in written.items() if layer.sort != "language"}
    sources: list[Any] = [_credit(read.data) for read in rulesets.values() if read.data is not own]
    for layer, read in written.items():
        if isinstance(read.data, dict) and layer.sort == "language":
            report_added(data, YamlPlace(read), diagnostics)
            data = translated(data, read.data)
        elif isinstance(read.data, dict):
            said = {key: value for key, value in read.data.items() if layer.sort == "game" or key in _SHARED}
            known = _remaining(data.get("vocabularies"), _listed(read.data, "without"))
            words = _vocabularies(known, said.get("vocabularies"))
            data = {**overlaid(data, said), **({"vocabularies": words} if words is not None else {})}
            listed = read.data.get("sources")
            sources += [source for source in listed if source not in sources] if isinstance(listed, list) else []
    data = {key: value for key, value in data.items() if key not in _OWN or key in own}
    data |= {key: own[key] for key in _OWN if key in own and key != "title"}
    return {**data, "sources": sources} if sources else data


def _credit(data: Any) -> dict[str, str]:
    """A ruleset that another is made of as one of its sources: its edition, and the licence of its words."""
    said = data if isinstance(data, dict) else {}
    licence = said.get("licence")
    text, url = (licence.get("text"), licence.get("url")) if isinstance(licence, dict) else (None, None)
    named = {
        "title": f"{said.get('title', '')} {written_as(said.get('version')) or ''}".strip(),
        "licence": text,
        "url": url,
    }
    return {key: value for key, value in named.items() if isinstance(value, str)}


def _vocabularies(known: Any, said: Any) -> Any:
    """Vocabularies with those of a later layer: terms are added and replaced by name."""
    if not isinstance(known, dict) or not isinstance(said, dict):
        return known if said is None else said
    merged = dict(known)
    for name, terms in said.items():
        before, now = _mapping(known.get(name)), _mapping(terms)
        listed = isinstance(before, dict) and isinstance(now, dict) and "from" not in (*before, *now)
        merged[name] = overlaid(before, now) if listed else terms
    return merged


def _remaining(known: Any, without: Mapping[Any, Any]) -> Any:
    """Vocabularies without the terms that a later layer leaves out."""
    terms = without.get("terms")
    gone = {str(name) for name in terms} if isinstance(terms, list) else set()
    if not gone or not isinstance(known, dict):
        return known
    lists = {name: _mapping(terms) for name, terms in known.items()}
    return {
        name: {term: said for term, said in terms.items() if f"{name}:{term}" not in gone}
        if isinstance(terms, dict)
        else terms
        for name, terms in lists.items()
    }


def _listed(data: Any, key: str) -> Mapping[Any, Any]:
    """The mapping under a key of a file; an empty one where there is none."""
    inner = data.get(key) if isinstance(data, dict) else None
    return inner if isinstance(inner, dict) else {}


def _mapping(terms: Any) -> Any:
    return {str(term): {} for term in terms} if isinstance(terms, list) else terms
