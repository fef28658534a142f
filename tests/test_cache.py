from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import DictLoader, Environment
from jinja2.sandbox import SandboxedEnvironment

from sheetgen.templating.compiled_templates import CompiledTemplates
from sheetgen.text.cache import FOLDER, Cache, digest

KEY, OTHER, THIRD = digest("one"), digest("two"), digest("three")


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


def files(cache: Cache) -> list[Path]:
    return [path for path in cache.folder.rglob("*") if path.is_file()]


def test_what_is_put_is_got(cache: Cache) -> None:
    assert cache.get(KEY) is None
    cache.put(KEY, b"value")
    cache.put(OTHER, b"")
    assert (cache.get(KEY), cache.get(OTHER), cache.get(THIRD)) == (b"value", b"", None)
    cache.put(KEY, b"again")
    assert cache.get(KEY) == b"again" and len(files(cache)) == 2


@pytest.mark.parametrize("broken", [b"", b"short", b"x" * 200])
def test_a_broken_value_is_none_and_goes(cache: Cache, broken: bytes) -> None:
    cache.put(KEY, b"value")
    (path,) = files(cache)
    path.write_bytes(broken)
    assert cache.get(KEY) is None and files(cache) == []


def test_a_cut_value_is_broken(cache: Cache) -> None:
    cache.put(KEY, b"value" * 100)
    (path,) = files(cache)
    path.write_bytes(path.read_bytes()[:-1])
    assert cache.get(KEY) is None


def test_trimming_drops_what_was_used_longest_ago(tmp_path: Path) -> None:
    cache = Cache(tmp_path, largest=2500)
    for age, key in enumerate((KEY, OTHER, THIRD)):
        cache.put(key, bytes(1000))
        os.utime(cache._path(key), (age, age))
    assert cache.get(KEY) is not None  # used now, so no longer the oldest
    assert cache.trim() == 1032
    assert [cache.get(key) is not None for key in (KEY, OTHER, THIRD)] == [True, False, True]
    assert cache.trim() == 0


def test_a_cache_that_cannot_be_written_only_costs_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = Cache(tmp_path / "file")
    cache.put(KEY, b"value")
    assert cache.get(KEY) is None and cache.trim() == 0


@pytest.mark.parametrize("key", ["", "../../etc", "a/b/c/d/e/f", "short", "é" * 20])
def test_only_digests_are_keys(cache: Cache, key: str) -> None:
    with pytest.raises(ValueError, match="not a digest"):
        cache.get(key)


def test_the_cache_of_the_user_is_where_the_system_keeps_such_things(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDER, raising=False)
    assert Cache.of_user().folder.name in {"sheetgen", "Cache"} or "sheetgen" in str(Cache.of_user().folder)


def test_digests_do_not_depend_on_the_run() -> None:
    again = subprocess.run(
        [sys.executable, "-c", "from sheetgen.text.cache import digest; print(digest('a', b'b'))"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert again.stdout.strip() == digest("a", b"b")


@given(st.lists(st.binary() | st.text(), max_size=4), st.lists(st.binary() | st.text(), max_size=4))
def test_only_equal_parts_have_equal_digests(a: list[bytes | str], b: list[bytes | str]) -> None:
    assert (digest(*a) == digest(*b)) == (a == b)


def test_a_folder_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path / "mine"))
    assert Cache.of_user().folder == tmp_path / "mine"


def draw(cache: Cache, text: str, *parts: str, sort: type[Environment] = Environment) -> str:
    compiled = CompiledTemplates(cache, sort.__name__, *parts)
    return sort(loader=DictLoader({"x": text}), bytecode_cache=compiled).get_template("x").render(word="lamp")


def test_templates_are_compiled_once(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    assert draw(cache, "a {{ word }}") == "a lamp" and len(files(cache)) == 1
    with monkeypatch.context() as patch:
        patch.setattr(Environment, "_generate", None)
        assert draw(cache, "a {{ word }}") == "a lamp"
    assert draw(cache, "the {{ word }}") == "the lamp", "other text"
    assert draw(cache, "a {{ word }}", "other filters") == "a lamp" and len(files(cache)) == 3
    assert draw(cache, "a {{ word }}", sort=SandboxedEnvironment) == "a lamp" and len(files(cache)) == 4


def test_a_broken_compiled_template_is_compiled_again(cache: Cache) -> None:
    draw(cache, "a {{ word }}")
    for path in files(cache):
        path.write_bytes(b"nonsense")
    assert draw(cache, "a {{ word }}") == "a lamp"
