"""Files of a site are written to disk as they are made, by whichever process, and read one by one."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from io import FileIO
from pathlib import Path

import pytest

from sheetgen.processes import FEWEST_TASKS, results
from sheetgen.site.kept_files import KeptFiles
from sheetgen.site.lazy_files import JoinedFiles, LazyFiles
from sheetgen.text.memo import Memo
from sheetgen.text.spool import Spool, Spooled

COUNT = FEWEST_TASKS + 5
FILES = {f"{number}.html": (b"%d" % number) * (number * 1000) for number in range(COUNT)}
BOUNDED = rf"""
import re, sys
sys.path[:0] = {sys.path!r}
from functools import partial
from pathlib import Path
from sheetgen.output.publish import Artifact, publish
from sheetgen.text.spool import Spool
from sheetgen.site.kept_files import KeptFiles
from sheetgen.site.lazy_files import LazyFiles
from sheetgen.text.memo import Memo
makers = {{f"{{n}}.html": partial(bytes.__mul__, b"%04d" % n, 500_000) for n in range(200)}}
files = LazyFiles(makers, {{}}, {{}}, {{"all.json": [*makers][:80]}})
made = files.whole(Spool(), KeptFiles(Memo()))
publish((Artifact(path, partial(made.parts, path)) for path in made), Path(sys.argv[1]))
print(int(re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())[1]) // 1024)
"""


def whole() -> LazyFiles:
    def join(parts: Sequence[bytes]) -> Iterator[tuple[str, bytes]]:
        return ((f"many/{number}", part + parts[0]) for number, part in enumerate(parts, 1))

    together = {"many/": JoinedFiles({"1.html": lambda: b"one", "2.html": lambda: b"two"}, join)}
    return LazyFiles({path: partial(bytes, content) for path, content in FILES.items()}, together, {})


def test_files_of_several_processes_are_read_as_they_were_made() -> None:
    files = whole().whole(Spool(), KeptFiles(Memo())).with_files({"more": b"added", "1.html": b"in its place"})
    expected = {**FILES, "many/1": b"oneone", "many/2": b"twoone", "more": b"added", "1.html": b"in its place"}
    assert dict(files) == expected and list(files)[:COUNT] == list(FILES)
    assert files["2.html"] == FILES["2.html"]


def test_the_page_of_an_entry_and_its_data_are_made_one_after_the_other() -> None:
    """They are made of the same, which is read from a file where entries are many."""
    made: list[str] = []

    def maker(path: str) -> bytes:
        made.append(path)
        return path.encode()

    paths = ["a/b1.html", "a/b2.html", "c/b1.html", "a/b1.json", "a/b1.edit.js", "a/b2.json"]
    files = LazyFiles({path: partial(maker, path) for path in paths}, {}, {}).whole(Spool(), KeptFiles(Memo()))
    assert made == ["a/b1.html", "a/b1.json", "a/b1.edit.js", "a/b2.html", "a/b2.json", "c/b1.html"]
    assert dict(files) == {path: path.encode() for path in paths} and list(files) == paths


def test_what_is_joined_of_many_parts_is_joined_by_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheetgen.processes.available", lambda: 2)
    processes = []

    def join(parts: Sequence[bytes]) -> Iterator[tuple[str, bytes]]:
        yield "many/all", b"".join(parts)
        yield "many/by", b"%d" % os.getpid()

    for count in (3, FEWEST_TASKS):
        parts = {f"{number}": partial(bytes, b"%d," % number) for number in range(count)}
        files = LazyFiles({}, {"many/": JoinedFiles(parts, join)}, {}).whole(Spool(), KeptFiles(Memo()))
        assert files["many/all"] == b"".join(make() for make in parts.values())
        processes.append(int(files["many/by"]))
    assert processes[0] == os.getpid() != processes[1]


def _put_and_got(spool: Spool, content: bytes) -> bytes:
    return spool.get(spool.put(content))


def test_parts_of_a_content_stand_behind_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheetgen.text.spool.PART", 3)
    spool = Spool()
    assert spool.get(spool.put_parts(iter(()))) == b""
    place = spool.put_parts([b"one", b"", b", two"])
    assert isinstance(place, int) and [*spool.parts(place)] == [b"one", b", t", b"wo"]
    assert [*spool.parts(b"whole")] == [b"whole"]


def test_a_spool_goes_with_the_process_that_made_it() -> None:
    spool = Spool()
    spool.put(b"text")
    folder = spool.folder
    contents = [b"a" * number for number in range(COUNT)]
    assert results([partial(_put_and_got, spool, content) for content in contents], 2) == contents
    assert folder.is_dir()
    del spool
    gc.collect(0)
    assert not folder.exists()


def test_what_stood_in_a_spool_is_read_by_each_copy_of_the_process() -> None:
    """Each reads at a place of its own: contents of before and after the copy, of this process and of others."""
    spool = Spool()
    before = [spool.put(b"%04d" % number * number) for number in range(1, COUNT)]
    tasks = [partial(_got_around_a_put, spool, place) for place in before * 20]
    assert results(tasks, 4) == [b"%04d" % number * number + b"between" for number in range(1, COUNT)] * 20


def _got_around_a_put(spool: Spool, place: Spooled) -> bytes:
    return spool.get(place) + spool.get(spool.put(b"between"))


def test_where_the_disk_takes_no_more_files_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: FileIO, content: bytes) -> int:
        if len(content) > 3000:
            raise OSError("no space left")
        return len(os.fsencode(self.name)) and os.write(self.fileno(), content[:1000])

    monkeypatch.setattr("sheetgen.text.spool.FileIO", type("Full", (FileIO,), {"write": full}))
    assert dict(whole().whole(Spool(), KeptFiles(Memo()))) == {**FILES, "many/1": b"oneone", "many/2": b"twoone"}


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of a process is read as Linux tells it")
def test_memory_does_not_grow_with_the_site(tmp_path: Path) -> None:
    """Two hundred files of two megabytes, and a list of eighty of them."""
    done = subprocess.run(
        [sys.executable, "-c", BOUNDED, str(tmp_path / "site")], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < 100 and len(list((tmp_path / "site").iterdir())) == 202
    listed = (tmp_path / "site" / "all.json").read_bytes()
    assert listed.startswith(b"[00000000") and listed.endswith(b"00790079]") and listed.count(b", ") == 79
