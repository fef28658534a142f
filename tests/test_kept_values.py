"""Values that are kept on disk between runs: the same as made anew, and never believed where they are damaged."""

from __future__ import annotations

import dataclasses
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest
from markupsafe import Markup

from sheetgen.text import kept_values
from sheetgen.text.cache import Cache
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.kept_values import KeptValues, LentValue
from sheetgen.text.late_values import SpooledValues, Waiting
from sheetgen.text.memo import Memo
from sheetgen.text.spool import Spool, Stretch
from sheetgen.text.value_format import ValueFormat


@dataclass(frozen=True)
class Row:
    """A type of the format."""

    name: str
    cells: tuple[object, ...] = ()


@dataclass(frozen=True)
class Other:
    """A type that the format does not know."""


FORMAT = ValueFormat.of(Row)
VALUE = Row(
    "Nué \ud800\n",
    (
        1, -1.5, True, None, "1", (), [], ["list"], {"a": (1,), 2: {}}, frozenset("ab"), {"c"}, Fraction(1, 3),
        Path("a/b"), Markup("<b>"), Row(""), "tuple", ["tuple"],
    ),
)  # fmt: skip


def test_values_come_back_as_they_were() -> None:
    line = FORMAT.write(VALUE)
    read = FORMAT.read(line)
    assert read == VALUE and list(map(type, read.cells)) == list(map(type, VALUE.cells))
    assert b"\n" not in line and FORMAT.write(read) == line


@pytest.mark.parametrize("value", [Other(), Row("", (Other(),)), b"bytes", object()])
def test_a_value_of_another_type_is_not_written(value: object) -> None:
    with pytest.raises(TypeError, match="are not written"):
        FORMAT.write(value)


@pytest.mark.parametrize("line", [b"", b"[", b"[]", b'["Other"]', b'["Row"]', b'["Row","",[],1]', b'["Fraction","a"]'])
def test_a_line_that_is_no_value_is_refused(line: bytes) -> None:
    with pytest.raises((ValueError, TypeError, KeyError, IndexError)):
        FORMAT.read(line)


@dataclass
class Run:
    """A run of a program that makes rows of texts."""

    cache: Cache
    program: str = "1"

    def rows(self, *texts: str, warns: str = "") -> list[str]:
        """Make a row of each text; returns those that were made and not read."""
        made: list[str] = []
        memo = Memo(kept_values=KeptValues(self.cache, ("project", self.program)))
        for text in texts:

            def make(diagnostics: Diagnostics, text: str = text) -> Row:
                made.append(text)
                if text == warns:
                    diagnostics.warning("print", "a warning")
                return Row(text)

            diagnostics = Diagnostics()
            assert memo.get(("row", text), (text,), diagnostics, make, form=lambda: FORMAT) == Row(text)
            assert len(diagnostics) == (text == warns)
        memo.save()
        return made


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


def test_what_a_run_made_another_does_not_make(cache: Cache) -> None:
    assert Run(cache).rows("a", "b") == ["a", "b"]
    assert Run(cache).rows("a", "c", "b") == ["c"]
    assert Run(cache).rows("c") == []
    assert Run(cache).rows("a", "c") == ["a"], "what a run did not use is not kept"
    assert Run(cache, program="2").rows("a", "c") == ["a", "c"]
    assert Run(dataclasses.replace(cache, fresh=True)).rows("c") == ["c"]


def test_what_had_a_mistake_is_made_again(cache: Cache) -> None:
    for _ in range(2):
        assert "b" in Run(cache).rows("a", "b", warns="b")


def test_what_is_known_by_identity_only_is_not_kept(cache: Cache) -> None:
    made: list[int] = []
    for _ in range(2):
        memo = Memo(kept_values=KeptValues(cache, ("project",)))
        memo.get("row", (Path, object()), Diagnostics(), lambda report: made.append(1), form=lambda: FORMAT)
        memo.save()
    assert made == [1, 1]


def _lines(cache: Cache, lines: bytes) -> None:
    """Have the values of the project be some lines, packed."""
    cache.put("0" * 64, lines)
    cache.put(KeptValues(cache, ("project", "1"))._key, b"0" * 64)


def _packs(cache: Cache) -> dict[str, list[str]]:
    """The values that are kept, pack by pack."""
    kept = KeptValues(cache, ("project", "1"))
    return {pack: [kept._values[key].decode() for key in keys] for pack, keys in kept._packs.items()}


@pytest.mark.parametrize(
    "written", [b"", b"no lines", zlib.compress(b"\xff \n"), zlib.compress(b"\n \n\n"), zlib.compress(b"x y\nz")]
)
def test_what_is_of_another_form_is_made_again(cache: Cache, written: bytes) -> None:
    _lines(cache, written)
    assert Run(cache).rows("a") == ["a"]
    assert Run(cache).rows("a") == []


@pytest.mark.parametrize("listed", [b"no digest", b"\xff", b"0", b"0" * 64])
def test_a_list_of_packs_that_are_none_is_not_believed(cache: Cache, listed: bytes) -> None:
    cache.put(KeptValues(cache, ("project", "1"))._key, listed)
    assert Run(cache).rows("a") == ["a"]
    assert Run(cache).rows("a") == []


def test_no_flipped_byte_is_believed(cache: Cache) -> None:
    Run(cache).rows("a", "b")
    paths = sorted(cache.folder.glob("??/*"))
    assert len(paths) == len(("list", "pack"))
    for path in paths:
        whole = path.read_bytes()
        for place in range(len(whole)):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
            assert Run(cache).rows("a", "b") == ["a", "b"]
            path.write_bytes(whole)
    assert Run(cache).rows("a", "b") == []


def test_a_pack_stays_as_it_is_while_enough_of_it_is_used(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_values, "PACK", 1200)
    many = [f"{number:02}" * 20 for number in range(40)]
    assert Run(cache).rows(*many) == many
    before = _packs(cache)
    assert len(before) > 3
    assert {line for lines in before.values() for line in lines} == {FORMAT.write(Row(text)).decode() for text in many}
    assert Run(cache).rows(*many[1:], "new") == ["new"]
    after = _packs(cache)
    assert len(before.keys() - after.keys()) <= 1 and len(after.keys() - before.keys()) == 1
    assert Run(cache).rows(*many[1:], "new") == [] and _packs(cache) == after
    cache._path(next(iter(after))).unlink()
    assert len(Run(cache).rows(*many[1:], "new")) > 1
    assert Run(cache).rows(*many[1:], "new") == []
    assert Run(cache).rows("new") == [] and [*_packs(cache).values()] == [[FORMAT.write(Row("new")).decode()]]


def test_a_value_of_another_type_in_its_line_is_made_again(cache: Cache) -> None:
    kept = KeptValues(cache, ("project", "1"))
    Run(cache).rows("a")
    keys: Mapping[str, bytes] = kept._before
    assert len(keys) == 1
    _lines(cache, zlib.compress(b"\n".join(key.encode() + b' ["Other"]' for key in keys)))
    assert Run(cache).rows("a") == ["a"]


def test_a_value_that_waits_is_read_each_time_from_its_place_in_a_spool() -> None:
    rows = [{"name": f"Row {n}", "cells": ["some words"] * 20} for n in range(200)]
    content = json.dumps(rows).encode()
    waiting = Waiting(content, Spool(), json.loads)
    assert waiting() == rows and waiting() is not waiting()
    assert isinstance(waiting._place, int) and Stretch.of(waiting._place).length == len(content)


def test_what_is_lent_to_other_processes_is_not_kept(tmp_path: Path) -> None:
    spool, made = Spool(), [0]
    own, other = (KeptValues(Cache(tmp_path), ("values",), spool) for _ in range(2))
    again = LentValue(own, SpooledValues[list[int]](spool, 1), "numbers").put([1, 2])
    lent = LentValue(other, SpooledValues[list[int]](spool, 1), "numbers")
    assert lent.later(lambda: made)() is made, "nobody has it yet"
    other.give([own.made()])
    assert lent.later(lambda: made)() == again() == [1, 2]
    own.save()
    assert KeptValues(Cache(tmp_path), ("values",)).get("numbers") is None
