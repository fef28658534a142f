"""Work shared among processes: the same results in the same order, whatever happens to one of them."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import time
import weakref
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from bombs import GAME
from small_game import GAME as SMALL_GAME

import sheetgen.build
from sheetgen import processes
from sheetgen.build import Built, Options, build_in_memory
from sheetgen.model import entry_validation, memoised_steps
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.ruleset import written_entries
from sheetgen.processes import FEWEST_TASKS, Peers, both, peers, results, uncollected
from sheetgen.site import assembly, contents, lazy_files
from sheetgen.site.kept_files import KeptFiles
from sheetgen.site.lazy_files import LazyFiles
from sheetgen.text.cache import FRESH
from sheetgen.text.memo import Memo
from sheetgen.text.report import render_text
from sheetgen.text.spool import Spool
from sheetgen.views.present import Drawer

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are copied on Linux alone")
HERE = os.getpid()


def square(number: int) -> int:
    return number * number


def failing(number: int) -> int:
    raise ValueError(str(number))


def killed_elsewhere(number: int) -> int:
    if os.getpid() != HERE:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


class UnsentError(Exception):
    """An error that cannot be sent through a pipe."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first)


def unsent() -> int:
    raise UnsentError("first", "second")


@pytest.mark.parametrize("count", [1, 2, 3, 8])
@pytest.mark.parametrize("number", [0, 1, FEWEST_TASKS - 1, FEWEST_TASKS, 201])
def test_results_stand_in_the_order_of_the_tasks(number: int, count: int) -> None:
    assert results([partial(square, n) for n in range(number)], count) == [n * n for n in range(number)]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_first_error_is_raised(count: int) -> None:
    tasks = [partial(failing if n in (70, 81, 93) else square, n) for n in range(100)]
    with pytest.raises(ValueError, match=r"^70$"):
        results(tasks, count)


def test_the_work_of_a_process_that_was_killed_is_done_here() -> None:
    tasks = [partial(killed_elsewhere if n == 33 else square, n) for n in range(100)]
    assert results(tasks, 2) == [n * n for n in range(100)]


def test_a_task_beside_another_is_done_by_another_process_or_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def pid_or_end() -> int:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return os.getpid()

    here = os.getpid()
    monkeypatch.setattr(processes, "available", lambda: 2)
    first, second = processes.both(os.getpid, os.getpid, apart=True)
    assert first == here != second
    assert processes.both(os.getpid, os.getpid, apart=False) == (here, here)
    assert processes.both(os.getpid, pid_or_end, apart=True) == (here, here)
    monkeypatch.setattr(processes, "available", lambda: 1)
    assert processes.both(os.getpid, os.getpid, apart=True) == (here, here)


def test_an_error_that_cannot_be_sent_is_raised_here() -> None:
    with pytest.raises(UnsentError, match=r"^first$"):
        results([*[partial(square, n) for n in range(99)], unsent], 2)


def test_a_site_is_the_same_by_any_number_of_processes(
    project: Callable[[Mapping[str, str]], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, sites = project(GAME), []
    monkeypatch.setattr(processes, "FEWEST_TASKS", 2)
    for count in (1, 2, 8):
        monkeypatch.setattr(processes, "available", lambda count=count: count)
        sites.append(dict(build_in_memory(Options(folder, pdf=False)).files))
    assert len(sites[0]) > 20 and sites[0] == sites[1] == sites[2]
    assert [*sites[0]] == [*sites[1]] == [*sites[2]]


def test_a_small_site_is_made_by_one_process(
    project: Callable[[Mapping[str, str]], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Styles, scripts and fonts are no work for another one."""
    monkeypatch.setattr(processes, "available", lambda: 2)
    monkeypatch.setattr(processes, "_started", None)
    files = build_in_memory(Options(project(GAME), pdf=False)).files
    assert len(files) > FEWEST_TASKS > len([path for path in files if not path.startswith("assets/")])


MANY = {
    **SMALL_GAME,
    **{
        f"beasts/b{n}.yaml": f"name: B{n}\ntier: {n % 9 + 1}\ntoughness: 4{n}\nsecret: See [[b{n // 2}]].\n"
        for n in range(9)
    },
    **{f"beasts/v{n}.yaml": f"name: Variant {n}\nextends: b{n}\n" for n in range(3)},
    "pages/news.md": "# News\n\nOf [[b3]] and [[v1]].\n",
}


@pytest.fixture
def made(
    project: Callable[[Mapping[str, str]], Path], monkeypatch: pytest.MonkeyPatch
) -> Callable[[Mapping[str, str], int], tuple[Built, int]]:
    """A project made from nothing by so many processes, and how many entries this one drew for it."""
    monkeypatch.setattr(sheetgen.build, "SMALL_PROJECT", 0)
    monkeypatch.setenv(FRESH, "1")
    drawn, view = [], Drawer.view

    def counted(drawer: Drawer, computed: ComputedEntry) -> object:
        drawn.append(computed.id)
        return view(drawer, computed)

    def made(files: Mapping[str, str], count: int) -> tuple[Built, int]:
        drawn.clear()
        monkeypatch.setattr(processes, "available", lambda: count)
        monkeypatch.setattr(contents, "MANY_ENTRIES", 2 if count > 1 else 99)
        return build_in_memory(Options(project(files), pdf=False)), len(drawn)

    monkeypatch.setattr(Drawer, "view", counted)
    return made


Made: TypeAlias = Callable[[Mapping[str, str], int], tuple[Built, int]]


@pytest.mark.parametrize("most", [1, processes.MOST_NAMES])
def test_each_of_several_processes_makes_a_share_of_a_site_with_packed_views(
    made: Made, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own, where it is not known what others have begun; else as much as it gets to."""
    monkeypatch.setattr(processes, "MOST_NAMES", most)
    alone, all_drawn = made(MANY, 1)
    for count in (2, 8):
        together, drawn = made(MANY, count)
        assert [*together.files] == [*alone.files]
        assert not [name for name, file in alone.files.items() if together.files[name] != file]
        assert 0 < drawn < all_drawn or most > 1


@pytest.mark.parametrize("portion", [1, 7, 10_000])
def test_another_process_tells_of_its_files_some_at_a_time(
    made: Made, portion: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that it made is taken over, and not made again."""
    here, whole = list[str](), lazy_files._FilesToMake.made

    def noted(making: Any, path: str) -> Any:
        here.append(path)
        return whole(making, path)

    monkeypatch.setattr(lazy_files, "PORTION", portion)
    alone, _ = made(MANY, 1)
    monkeypatch.setattr(lazy_files._FilesToMake, "made", noted)
    together, _ = made(MANY, 2)
    assert dict(together.files) == dict(alone.files)
    pages = {path for path in together.files if path.endswith(".html")}
    assert len(here) == len({*here}) and pages - {*here} and pages & {*here}


def test_all_files_of_an_entry_are_made_by_one_process() -> None:
    asked = set()

    class Noting(Peers):
        def owns(self, name: str) -> bool:
            asked.add(name)
            return super().owns(name)

    ends = (".html", ".json", ".edit.js", ".attacks.js")
    files = LazyFiles({f"small/beasts/b1{end}": end.encode for end in ends}, {}, {})
    made = files.whole(Spool(), KeptFiles(Memo()), Noting(0, 2, ()))
    assert asked == {"b1"} and [*made.values()] == [end.encode() for end in ends]


def test_an_entry_is_read_and_validated_by_one_process(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others have what it found, where they draw what it did not draw."""
    noted = tmp_path / "noted"

    def note(module: Any, name: str, about: Callable[..., object]) -> None:
        real = getattr(module, name)

        def called(*given: Any) -> Any:
            with noted.open("a") as file:
                file.write(f"{name} {about(*given)}\n")
            return real(*given)

        monkeypatch.setattr(module, name, called)

    monkeypatch.setattr(processes, "MOST_NAMES", 1)
    monkeypatch.setattr(memoised_steps, "MANY_ENTRIES", 2)
    for module in (memoised_steps, entry_validation):
        note(module, "validated_entry", lambda ruleset, line, *_: line[0].id)
    note(memoised_steps, "read_entries", lambda path, *_: path.stem)
    note(written_entries, "parse", lambda file, _: file.path.stem)
    made(MANY, 2)
    calls = noted.read_text().split("\n")
    assert calls.count("validated_entry b3") == calls.count("read_entries b3") == 1
    assert [call for call in calls if call.startswith("parse") or calls.count(call) > 1] == []


def test_what_goes_with_all_files_is_made_by_one_process(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offline, by = assembly.offline_files, tmp_path / "processes"

    def noted(*arguments: Any) -> Any:
        with by.open("a") as file:
            file.write(f"{os.getpid()}\n")
        return offline(*arguments)

    monkeypatch.setattr(assembly, "offline_files", noted)
    made(MANY, 3)
    assert by.read_text() == f"{os.getpid()}\n"


def test_whether_there_is_a_pdf_engine_is_asked_by_one_process(
    project: Callable[[Mapping[str, str]], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    by = tmp_path / "asking"

    def missing() -> str:
        with by.open("a") as file:
            file.write(f"{os.getpid()}\n")
        return "no engine"

    monkeypatch.setenv(FRESH, "1")
    monkeypatch.setattr(sheetgen.build, "SMALL_PROJECT", 0)
    monkeypatch.setattr(sheetgen.build, "engine_missing", missing)
    monkeypatch.setattr(processes, "available", lambda: 2)
    assert b"no engine" in build_in_memory(Options(project(GAME))).files["mini/print.html"]
    assert by.read_text() == f"{os.getpid()}\n"


def test_mistakes_are_told_once_by_any_number_of_processes(made: Made) -> None:
    wrong = {
        f"beasts/b{n}.yaml": f"name: B{n}\ntier: {n * 3}\ntoughness: 4{n}\nsecret: See [[w{n}]].\n" for n in range(8)
    }
    alone, _ = made({**MANY, **wrong}, 1)
    assert len(alone.diagnostics) > 6
    together, _ = made({**MANY, **wrong}, 3)
    assert render_text(together.diagnostics) == render_text(alone.diagnostics)


def test_what_killed_processes_leave_is_made_here(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    alone, gather = made(MANY, 1)[0], Peers.gather

    def killed(peers: Peers, name: str, made: object) -> list[object]:
        if ("", "validate", "draw", "files")[peers.number] == name:
            os.kill(os.getpid(), signal.SIGKILL)
        return gather(peers, name, made)

    monkeypatch.setattr(Peers, "gather", killed)
    assert dict(made(MANY, 4)[0].files) == dict(alone.files)


def test_an_error_in_one_of_two_tasks_leaves_no_process_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong() -> None:
        raise ValueError("of the first")

    monkeypatch.setattr(processes, "available", lambda: 2)
    with pytest.raises(ValueError, match="of the first"):
        both(wrong, partial(time.sleep, 0.2), apart=True)
    assert multiprocessing.active_children() == []


def test_peers_are_given_what_each_has_made_in_a_stage() -> None:
    def work(own: Peers) -> None:
        assert own.exchange("first", own.number) == [0, 1, 3]
        own.exchange("second" if own.number == 1 else "third", own.number)
        assert own.gather("last", own.number) == [own.number]

    def another(own: Peers) -> None:
        if own.number == 2:
            raise ValueError
        work(own)

    with peers(another, 4) as own:
        assert own.exchange("first", 0) == [0, 1, 3]
        assert own.exchange("second", 0) == [0, 1]
        assert own.gather("last", 0) == [0, 1, 3]
        assert own.exchange("none is left", 0) == [0]
        names = [f"n{n}" for n in range(400)]
        shares = [[name for name in names if Peers(n, 4, ()).owns(name)] for n in range(4)]
    assert sorted(name for share in shares for name in share) == sorted(names)
    assert all(70 < len(share) < 130 for share in shares)
    assert not multiprocessing.active_children()


def test_names_that_belong_together_are_made_by_one_process_unless_that_has_too_much_then() -> None:
    rounds = [[f"{name}-{n}" for name in ("fox", "owl", "fight", "den")] for n in range(60)]
    pairs = [(names[2], name) for names in rounds for name in names if name != names[2]]
    chain = [(f"n{n}", f"n{n + 1}") for n in range(399)]
    several, shares = [Peers(n, 2, ()) for n in range(2)], []
    for process in several:
        process.keep_together([*pairs, *chain], 640)
        shares.append([name for names in rounds for name in names if process.owns(name)])
        assert all(len({process.owns(name) for name in names}) == 1 for names in rounds)
        assert 100 < sum(process.owns(f"n{n}") for n in range(400)) < 300
    assert len(shares[0]) + len(shares[1]) == 240 and min(map(len, shares)) > 60


def test_a_process_that_is_done_with_its_own_does_what_others_have_not_begun() -> None:
    names, begun = [f"n{n}" for n in range(10)], bytearray(20)
    several = [Peers(n, 2, (), begun) for n in range(2)]
    own = [[place for place, name in enumerate(names) if peer.owns(name)] for peer in several]
    for _stage in range(2):
        quick, slow = (peer.shares(names) for peer in several)
        assert next(slow) == own[1][0]
        assert [*quick] == [*own[0], *own[1][:0:-1]] and [*slow] == []
    assert [[*peer.shares(names)] for peer in several] == own, "of more names than are told of, each does its own"


def test_what_a_process_took_over_stays_its_own() -> None:
    def work(own: Peers) -> None:
        assert next(own.shares(names)) == 0
        own.exchange("first", None)
        own.exchange("second", [own.owns(name) for name in names])

    names = [name for name in map(str, range(30)) if Peers(1, 2, ()).owns(name)]
    with peers(work, 2) as own:
        while not own._begun[0]:
            time.sleep(0.01)
        assert [*own.shares(names)] == [*range(len(names) - 1, 0, -1)]
        own.exchange("first", None)
        kept = [own.owns(name) for name in names]
        assert kept == [False] + [True] * (len(names) - 1)
        assert own.exchange("second", kept)[1] == [not owned for owned in kept]


def test_what_tasks_leave_behind_is_dropped_while_they_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    class Leftover:
        def __init__(self) -> None:
            self.own = self

    monkeypatch.setattr(processes, "MOST_GARBAGE", 100)
    left = [weakref.ref(Leftover()) for _ in range(2)]
    with uncollected():
        places = results([lambda: weakref.ref(Leftover())] * 1000, 1)
        assert sum(place() is not None for place in places) < 200 and not gc.isenabled()
        assert all(place() is not None for place in left), "what was there before is not looked at"


@pytest.mark.parametrize("enabled", [True, False])
def test_garbage_is_not_searched_for_in_a_build(enabled: bool) -> None:
    was_enabled = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        with pytest.raises(ValueError, match="wrong"), uncollected():
            assert not gc.isenabled()
            raise ValueError("wrong")
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if was_enabled else gc.disable)()


def test_what_a_build_leaves_is_found_soon() -> None:
    """By the first look at what is young: a process that makes many builds does not grow."""

    class Leftover:
        def __init__(self) -> None:
            self.own = self

    was_frozen = gc.get_freeze_count()
    with uncollected():
        left = weakref.ref(Leftover())
    gc.collect(0)
    assert left() is None and gc.get_freeze_count() == was_frozen
