"""One number, four media: pages, sheets, cards and `show` say of each sample what its JSON says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click import unstyle
from printed_words import words_and_signs
from read_aloud import read_aloud
from samples import RULESETS, printed, sample

from sheetgen.blocks import EntryView
from sheetgen.blocks.base import LayoutFormula
from sheetgen.blocks.facts import FactsSettings
from sheetgen.blocks.figures import FigureSettings, FiguresSettings
from sheetgen.blocks.table import TableSettings
from sheetgen.blocks.tracks import TracksSettings
from sheetgen.build import engine_missing
from sheetgen.cli.explain_output import explained_lines
from sheetgen.formula.number_formats import number_format
from sheetgen.formula.types import is_number
from sheetgen.model.entry_json import entry_json
from sheetgen.model.ruleset.kinds import Kind, has_card, has_sheet
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.plan.entry_prints import printable
from sheetgen.site.games import SiteGame

pytestmark = pytest.mark.skipif(bool(engine_missing()), reason="needs the PDF engine")

MARKUP = re.compile(r"[\[{*`]")
AREAS = {"page": ("page", "aside"), "card": ("front", "back"), "sheet": ("play", "reference")}
FORMATS = ("", "signed", "grouped", "fraction")
NEXT, ROW = 4, 40
"""Words among which the number of a label begins, and those of a row."""


class Stated(NamedTuple):
    """What a block says of an entry: a label or name, and the texts behind it; a track may show boxes for its own."""

    block: str
    label: str
    texts: tuple[str, ...]
    among: int
    """Words behind the label among which those of the texts begin."""
    is_track: bool = False


def stated(kind: Kind, answer: Mapping[str, Any]) -> Iterator[Stated]:
    """What the blocks of a kind show of the values of an entry as they stand in its JSON, by their names."""
    assert kind.layout is not None
    for block in kind.layout.blocks.values():
        settings, formulas = block.settings, block.formulas
        if isinstance(settings, FiguresSettings | TracksSettings | FactsSettings):
            for number, item in enumerate(settings.items):
                if text := text_of(answer, formulas[f"items.{number}.value"]):
                    unit = item.unit if isinstance(item, FigureSettings) else ""
                    texts = (text, unit) if unit else (text,)
                    yield Stated(block.id, item.label, texts, NEXT, isinstance(settings, TracksSettings))
        elif isinstance(settings, TableSettings) and formulas["name"].path == ("name",):
            columns = [formulas[f"columns.{number}.value"] for number in range(len(settings.columns))]
            for row in value_at(answer, formulas["rows"].path) or ():
                if known := tuple(filter(None, (text_of(row, column) for column in columns))):
                    yield Stated(block.id, plain(row["name"]), known, ROW)


def value_at(answer: Any, path: Sequence[str]) -> Any:
    """The value of a formula that is but a name or names joined by dots: derived first, then what was written."""
    for values in (answer.get("derived", answer), answer.get("fields", {})) if path else ():
        for part in path:
            values = values.get(part) if isinstance(values, dict) else None
        if values is not None:
            return plain(values)
    return None


def text_of(answer: Any, formula: LayoutFormula) -> str:
    """What readers see of a number, in its format, or of a text with numbers, such as dice; else nothing."""
    value = value_at(answer, formula.path)
    if isinstance(value, str) and not is_number(formula.type):
        return value if re.search(r"[0-9]", value) and not MARKUP.search(value) else ""
    if value is None or isinstance(value, bool) or not is_number(formula.type):
        return ""
    return in_format(Fraction(str(value)), number_format(formula.type))


def in_format(number: Fraction, form: str) -> str:
    """A number written in a format, as the manual describes it."""
    size, sign = abs(number), "−" if number < 0 else "+" if form == "signed" else ""
    if form == "fraction" and size.denominator > 1:
        whole, rest = divmod(size, 1)
        return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"
    return f"{sign}{size.numerator if size.denominator == 1 else float(size):{',' if form == 'grouped' else ''}}"


def plain(value: Any) -> Any:
    return value["value"] if isinstance(value, dict) and value.keys() == {"value", "why", "rule"} else value


def says(stated: Stated, medium: Sequence[str], text: str) -> bool:
    """Whether a text says a name and behind it what belongs to it, in order; its words and signs are given, too."""
    label, sought = words_and_signs(stated.label), [word for text in stated.texts for word in words_and_signs(text)]
    for start in (n for n in range(len(medium)) if medium[n : n + len(label)] == label):
        at = start + len(label)
        rest = iter(medium[at : at + stated.among + len(sought)])
        if all(word in rest for word in sought):
            return True
    [size] = stated.texts if stated.is_track else [""]
    boxes = re.compile(rf"\b{re.escape(stated.label)}\s*([☐☒ ]+)", re.IGNORECASE)
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
                blocks, read = {block.id for area in AREAS[medium] for block in view.area(area)}, words_and_signs(text)
                expected = [number for number in numbers if number.block in blocks]
                compared += len(expected)
                wrong += [f"{view.id} {medium}: {number}" for number in expected if not says(number, read, text)]
    assert wrong == []
    assert compared > 300


def leaves(value: Any) -> Iterator[tuple[int | float | str, str]]:
    """The numbers and texts of an answer with their reasons; of a list, `show` writes the values together."""
    if isinstance(value, dict) and value.keys() == {"value", "why", "rule"}:
        if isinstance(value["value"], int | float | str) and not isinstance(value["value"], bool) and value["why"]:
            yield value["value"], value["why"]
    elif isinstance(value, dict):
        for part in value.values():
            yield from leaves(part)


def shows(lines: Sequence[str], value: float | str, why: str) -> bool:
    """Whether a line has a number, in some format, and its reason; or lines, however they are broken, a text."""
    if isinstance(value, str):
        return unbroken(value.replace("_", " ")) in unbroken("".join(lines))
    formats = "|".join(re.escape(in_format(Fraction(str(value)), form)) for form in FORMATS)
    line = re.compile(rf".* ({formats})( \S+)?  = {re.escape(why)}")
    return any(map(line.fullmatch, lines))


def unbroken(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("ruleset", RULESETS)
def test_show_says_every_number_of_the_json_beside_the_page(ruleset: str, whole_site: Path) -> None:
    game, missing, compared = sample(ruleset), list[str](), 0
    for kind in (kind for kind in game.entries.kinds() if has_card(kind) or has_sheet(kind)):
        for computed in game.entries.of(kind.id):
            file = whole_site / game.folder / kind.folder / f"{computed.id}.json"
            answer = json.loads(file.read_text("utf-8"))
            assert answer == json.loads(json.dumps(entry_json(computed, game.ruleset))), "as `show --json` has it"
            lines = [unstyle(line) for line in explained_lines(computed, game.ruleset.titles, True)]
            for value, why in leaves(answer["derived"]):
                compared += 1
                if not shows(lines, value, why):
                    missing.append(f"{computed.id}: {value} = {why}")
    assert missing == []
    assert compared > 100
