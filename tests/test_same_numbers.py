"""One number, four media: pages, sheets, cards and `show` say of each sample what its JSON says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click import unstyle
from printed_words import words
from read_aloud import read_aloud
from samples import RULESETS, printed, sample

from sheetgen.blocks import EntryView
from sheetgen.blocks.figures import FiguresSettings
from sheetgen.blocks.table import TableSettings
from sheetgen.blocks.tracks import TracksSettings
from sheetgen.build import engine_missing
from sheetgen.cli.explain_output import explained_lines
from sheetgen.model.entry_json import entry_json
from sheetgen.model.ruleset.kinds import Kind, has_card, has_sheet
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.plan.entry_prints import printable
from sheetgen.site.games import SiteGame

pytestmark = pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")

PATH = re.compile(r"[a-zA-Z_][\w.]*")
AREAS = {"page": ("page", "aside"), "card": ("front", "back"), "sheet": ("play", "reference")}
EXPLAINED = re.compile(r"(?:^|\s)([−+]?\d+)(?:[.]0+)?(?: ?\S+)?  = (.*)$")
NEXT, ROW = 4, 40
"""Words among which the number of a label is, and those of a row."""


class Stated(NamedTuple):
    """What a block says of an entry: a label or name, and the numbers behind it; a track may show boxes for its own."""

    block: str
    label: str
    numbers: tuple[str, ...]
    among: int
    """Words behind the label among which the numbers are."""
    is_track: bool = False


def stated(kind: Kind, answer: Mapping[str, Any]) -> Iterator[Stated]:
    """The numbers of the blocks of a kind that are values of an entry as they stand in its JSON, by their names."""
    for block, settings in kind.model.layout.blocks.items():
        if isinstance(settings, FiguresSettings | TracksSettings):
            for item in settings.items:
                if (number := number_at(answer, item.value)) is not None:
                    yield Stated(block, item.label, (number,), NEXT, isinstance(settings, TracksSettings))
        elif isinstance(settings, TableSettings) and settings.name == "name":
            for row in value_at(answer, settings.rows) or ():
                numbers = (number_at(row, column.value) for column in settings.columns)
                if known := tuple(number for number in numbers if number is not None):
                    yield Stated(block, plain(row["name"]), known, ROW)


def value_at(answer: Any, path: str) -> Any:
    """The value of a formula that is but a name or names joined by dots: derived first, then what was written."""
    if not PATH.fullmatch(path):
        return None
    for values in (answer.get("derived", answer), answer.get("fields", {})):
        for part in path.split("."):
            values = values.get(part) if isinstance(values, dict) else None
        if values is not None:
            return plain(values)
    return None


def number_at(answer: Any, path: str) -> str | None:
    value = value_at(answer, path)
    return str(value) if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def plain(value: Any) -> Any:
    return value["value"] if isinstance(value, dict) and value.keys() == {"value", "why", "rule"} else value


def says(number: Stated, medium: Sequence[str], text: str) -> bool:
    """Whether a text says a name and behind it the numbers; its words are given, too."""
    label = words(number.label)
    for start in (n for n in range(len(medium)) if medium[n : n + len(label)] == label):
        at = start + len(label)
        rest = iter(medium[at : at + number.among])
        if all(figure in rest for figure in number.numbers):
            return True
    [size] = number.numbers if number.is_track else [""]
    boxes = re.compile(rf"\b{re.escape(number.label)}\s*([☐☒ ]+)", re.IGNORECASE)
    return any(size == str(len(run.replace(" ", ""))) for run in boxes.findall(text))


@cache
def sections(pdf: bytes) -> dict[str, str]:
    """What is read of each entry in a PDF of many, by its name."""
    texts, name = dict[str, str](), ""
    for passage in read_aloud(pdf).passages:
        name = passage.text.casefold() if passage.type == "H1" else name
        texts[name] = f"{texts.get(name, '')} {passage.text}"
    return texts


def media(game: SiteGame, kind: Kind, view: EntryView, site: Path, session: PrintSession) -> Iterator[tuple[str, str]]:
    """The texts of an entry: of its page, and of its card and its sheet where it has them."""
    yield "page", (site / game.folder / kind.folder / f"{view.id}.html").read_text("utf-8")
    for medium, prints, wanted in (("card", "cards", has_card), ("sheet", "sheets", has_sheet)):
        if wanted(kind):
            pdf = printed(session, f"{game.folder}print/{kind.folder}-{prints}.pdf")
            yield medium, sections(pdf)[view.name.casefold()]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_medium_says_what_the_json_says(ruleset: str, whole_site: Path, session: PrintSession) -> None:
    game, compared, wrong = sample(ruleset), 0, list[str]()
    for kind in (kind for kind in game.entries.kinds() if has_card(kind) or has_sheet(kind)):
        for _, view in printable(game, kind):
            answer = json.loads((whole_site / game.folder / kind.folder / f"{view.id}.json").read_text("utf-8"))
            numbers = list(stated(kind, answer))
            for medium, text in media(game, kind, view, whole_site, session):
                blocks, read = {block.id for area in AREAS[medium] for block in view.area(area)}, words(text)
                expected = [number for number in numbers if number.block in blocks]
                compared += len(expected)
                wrong += [f"{view.id} {medium}: {number}" for number in expected if not says(number, read, text)]
    assert wrong == []
    assert compared > 300


def leaves(value: Any) -> Iterator[tuple[int, str]]:
    """The whole numbers of an answer with their reasons; of a list, `show` writes the values together."""
    if isinstance(value, dict) and value.keys() == {"value", "why", "rule"}:
        if isinstance(value["value"], int) and not isinstance(value["value"], bool) and value["why"]:
            yield value["value"], value["why"]
    elif isinstance(value, dict):
        for part in value.values():
            yield from leaves(part)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_show_says_every_number_of_the_json_beside_the_page(ruleset: str, whole_site: Path) -> None:
    game, missing, compared = sample(ruleset), list[str](), 0
    for kind in (kind for kind in game.entries.kinds() if has_card(kind) or has_sheet(kind)):
        for computed in game.entries.of(kind.id):
            file = whole_site / game.folder / kind.folder / f"{computed.id}.json"
            answer = json.loads(file.read_text("utf-8"))
            assert answer == json.loads(json.dumps(entry_json(computed, game.ruleset))), "as `show --json` has it"
            lines = [unstyle(line) for line in explained_lines(computed, game.ruleset.titles, True)]
            said = {(number, why) for line in lines for number, why in EXPLAINED.findall(line)}
            wanted = {(str(value).replace("-", "−"), why) for value, why in leaves(answer["derived"])}
            compared += len(wanted)
            missing += [f"{computed.id}: {number} = {why}" for number, why in wanted - said]
    assert missing == []
    assert compared > 100
