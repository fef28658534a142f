"""Work shared among processes that begin as copies of this one, so that nothing has to be handed to them."""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Generic, TypeAlias, TypeVar

T = TypeVar("T")
Task: TypeAlias = Callable[[], T]
FEWEST_TASKS = 64
"""Fewer tasks are done by this process alone, since starting others costs more than they save."""
MOST_PROCESSES = 8


def available() -> int:
    """How many processes share the work: as many as this one may use cores; one where none can be copied safely."""
    if sys.platform != "linux":
        return 1
    return min(len(os.sched_getaffinity(0)), MOST_PROCESSES)


@contextmanager
def uncollected() -> Iterator[None]:
    """Put the search for garbage off: what a build makes stays until its end, and going through it takes a tenth of
    its time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def results(tasks: Sequence[Task[T]], processes: int | None = None) -> list[T]:
    """What the tasks give, in their order. Raises the error of the first task that has one.

    Each process does every nth task, this one too, and at last what another one failed to do. What a process changes
    but for its results is lost with it.
    """
    count = (available() if processes is None else processes) if len(tasks) >= FEWEST_TASKS else 1
    others = [_Other(tasks[number::count]) for number in range(1, count)]
    shares = [_done(tasks[::count]), *(other.done() for other in others)]
    return [
        shares[number % count][number // count] if number // count < len(shares[number % count]) else task()
        for number, task in enumerate(tasks)
    ]


class _Other(Generic[T]):
    """A process with its share of the tasks."""

    def __init__(self, tasks: Sequence[Task[T]]) -> None:
        context = multiprocessing.get_context("fork")
        self._receiver, sender = context.Pipe(duplex=False)
        self._process = context.Process(target=_send, args=(tasks, sender), daemon=True)
        gc.freeze()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads: those here only draw progress
            self._process.start()
        gc.unfreeze()
        sender.close()

    def done(self) -> list[T]:
        """What its tasks gave up to the first that failed; nothing where it ended before it had sent that."""
        sent: list[T] = []
        with self._receiver, suppress(EOFError, OSError):
            sent = self._receiver.recv()
        self._process.join()
        return sent


def _send(tasks: Sequence[Task[T]], sender: Connection) -> None:
    gc.disable()
    sender.send(_done(tasks))


def _done(tasks: Sequence[Task[T]]) -> list[T]:
    """What the tasks give up to the first that fails; asking for that one again gives its error."""
    done: list[T] = []
    with suppress(Exception):
        for task in tasks:
            done.append(task())  # noqa: PERF401 - those before an error are kept
    return done
