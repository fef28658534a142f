"""Mutated files of the sample games and of tiny ones: whatever is written, there is an answer, and never a traceback.

A few seconds of a fixed sequence by default; `FUZZ_SECONDS=600 FUZZ_SEED=7 pytest tests/test_fuzz.py` goes on for
longer and elsewhere. A failure names its seed and number, and leaves the folder among pytest's temporary ones.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from bombs import GAME as TINY
from small_game import GAME as SMALL

from sheetgen.build import check
from sheetgen.model.project_file import ProjectError
from sheetgen.text.report import render_json, render_text

ROOT = Path(__file__).resolve().parents[1]
SECONDS = float(os.environ.get("FUZZ_SECONDS", "6"))
SEED = int(os.environ.get("FUZZ_SEED", "1"))
MOST = 400
"""Mutations without the variable: the same ones on every machine, as far as the time allows."""
ODD = [
    "",
    "none",
    "null",
    "[]",
    "{}",
    "[[]]",
    "{a: b}",
    "-1",
    "1e9",
    "0.1",
    "²",
    "'",
    '"',
    "{",
    "}",
    "[",
    "]",
    ":",
    "- ",
    "#",
    "|",
    ">",
    "&a",
    "*a",
    "!x",
    "---",
    ":::",
    "<!--",
    "[[",
    "]]",
    "{1 // 0}",
    "\t",
    "\r",
    "\x00",
    "\x1b",
    "\u202e",
    "\ufeff",
    "é",
    "..",
    "../x",
    "/etc",
    "name",
    "x" * 300,
    "9" * 400,
    "1..2",
    "a.b",
    "if",
    "for x in y",
    "@",
    "`",
    "%",
    "house.x",
    "list of",
    "ref x",
]
"""What is put into files."""

Mutation = Callable[[random.Random, str, list[str]], str]


def _bytes(chance: random.Random, text: str, others: list[str]) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(ODD) + text[at + chance.randrange(4) :]


def _lines(chance: random.Random, text: str, others: list[str]) -> str:
    lines = text.split("\n")
    start = chance.randrange(len(lines))
    moved = lines[start : start + chance.randrange(1, 4)]
    rest = lines[:start] + lines[start + len(moved) :]
    at = chance.randrange(len(rest) + 1)
    indent = " " * chance.choice([0, 0, 2, 4])
    return "\n".join(rest[:at] + [indent + line for line in moved * chance.choice([0, 1, 2])] + rest[at:])


def _tokens(chance: random.Random, text: str, others: list[str]) -> str:
    tokens = list(re.finditer(r"[\w.-]+|[^\w\s]", text))
    if not tokens:
        return text
    token = chance.choice(tokens)
    new = chance.choice([*ODD, chance.choice(tokens)[0]])
    return text[: token.start()] + new + text[token.end() :]


def _values(chance: random.Random, text: str, others: list[str]) -> str:
    """A value of another file in the place of one of this."""
    places = list(re.finditer(r"(?<=: )\S[^\n]*", text))
    given = re.findall(r"(?<=: )\S[^\n]*", chance.choice(others))
    if not places or not given:
        return text
    place = chance.choice(places)
    return text[: place.start()] + chance.choice(given) + text[place.end() :]


MUTATIONS: list[Mutation] = [_bytes, _lines, _tokens, _tokens, _values, _values]


def _mutated(chance: random.Random, text: str, others: list[str]) -> str:
    for _ in range(chance.choice([1, 1, 1, 2, 5])):
        text = chance.choice(MUTATIONS)(chance, text, others)
    return text


def _projects(tmp_path: Path) -> Iterator[Path]:
    for name, files in {"tiny": TINY, "small": SMALL}.items():
        for path, text in files.items():
            (tmp_path / name / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / path).write_text(dedent(text).lstrip("\n"), "utf-8")
        yield tmp_path / name
    game = tmp_path / "blackout"
    shutil.copytree(ROOT / "content/blackout", game / "blackout", ignore=shutil.ignore_patterns("*.png", "*.jpg"))
    shutil.move(game / "blackout" / "campaign", game / "table")
    settings = game / "table" / "campaign.yaml"
    settings.write_text(settings.read_text("utf-8").replace("ruleset: blackout", "ruleset: ../blackout"), "utf-8")
    yield game / "table"


def test_whatever_is_written_there_is_an_answer(tmp_path: Path) -> None:
    chance, projects = random.Random(SEED), list(_projects(tmp_path))
    home = {project: project.parent if project.name == "table" else project for project in projects}
    texts = {
        project: {
            path: path.read_text("utf-8") for end in ("yaml", "md") for path in sorted(home[project].rglob(f"*.{end}"))
        }
        for project in projects
    }
    others = [text for files in texts.values() for text in files.values()]
    end, number = time.monotonic() + SECONDS, 0
    while time.monotonic() < end and (number < MOST or "FUZZ_SECONDS" in os.environ):
        number += 1
        project = chance.choice([*projects[:2] * 4, projects[2]])
        path = chance.choice(list(texts[project]))
        path.write_bytes(_mutated(chance, texts[project][path], others).encode("utf-8", "surrogatepass"))
        before = time.process_time()
        try:
            mistakes, _ = check(project)
            render_text(mistakes, colour=True)
            render_json(mistakes)
        except ProjectError:
            pass
        except Exception as error:
            pytest.fail(f"seed {SEED}, number {number}, {path}: {type(error).__name__}: {error}")
        assert time.process_time() - before < 20, f"seed {SEED}, number {number}, {path}"
        path.write_text(texts[project][path], "utf-8")
