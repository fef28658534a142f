"""Work shared among processes: the same results in the same order, whatever happens to one of them."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest
from bombs import GAME

from sheetgen import processes
from sheetgen.build import Options, build_in_memory
from sheetgen.processes import FEWEST_TASKS, results, uncollected

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
