"""Work shared among processes that begin as copies of this one, so that nothing has to be handed to them.

`results` has others do tasks of which each stands alone. `Peers` do the same work all together, each its share of what
takes long, and give each other what came of it."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from mmap import mmap
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar
from zlib import crc32

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

S = TypeVar("S")
T = TypeVar("T")
Task: TypeAlias = Callable[[], T]
FEWEST_TASKS = 64
"""Fewer tasks are done by this process alone, since starting others costs more than they save."""
MOST_PROCESSES = 8
GROUPS = 4
"""Each process has at least so many groups of names to itself."""
MOST_GARBAGE = 20_000
"""Values that are made before garbage is searched for among them."""


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


@contextmanager
def collected() -> Iterator[None]:
    """Search for garbage among what is made meanwhile, and nowhere else."""
    was_enabled, thresholds = gc.isenabled(), gc.get_threshold()
    gc.freeze()
    gc.set_threshold(MOST_GARBAGE)
    gc.enable()
    try:
        yield
    finally:
        if not was_enabled:
            gc.disable()
        gc.set_threshold(*thresholds)
        gc.unfreeze()


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


def both(first: Task[S], second: Task[T], apart: bool) -> tuple[S, T]:
    """What two tasks give. With `apart` another process does the second one meanwhile, where there is one.

    Raises the error of the first task when the second one is done, too.
    """
    other = _Other([second]) if apart and available() > 1 else None
    try:
        given = first()
    finally:
        done = other.done() if other else []
    return given, done[0] if done else second()


NONE = bytearray()
MOST_NAMES = 1 << 22
"""Names of all stages of which other processes are told that they were begun; of more, each process does its own."""


class Peers:
    """This process and others that do the same work; each of them is one of as many, by its number."""

    def __init__(self, number: int, count: int, pipes: Sequence[Connection], begun: bytearray | mmap = NONE) -> None:
        self.number, self.count = number, count
        self._begun = begun
        """For each name of all stages, one after the other, which process began what goes by it, counted from 1; known
        to all."""
        self._asked = 0
        """How many names all stages had so far, with those of the last one."""
        self._names: Sequence[str] = ()
        """The names of the last stage."""
        self._taken: dict[str, int] = {}
        """The process that began what goes by a name in another's stead, and has it from then on."""
        self._pipes = list(pipes)
        """From the first process to each other one; from another one to the first."""
        self._groups: dict[str, str] = {}
        """The name that a group goes by, for each name in it."""

    def owns(self, name: str) -> bool:
        """Whether this process is the one to make what goes by a name."""
        return self._owner(name) == self.number

    def _owner(self, name: str) -> int:
        taken, group = self._taken.get(name), self._groups.get(name, name)
        return crc32(group.encode("utf-8", "surrogatepass")) % self.count if taken is None else taken

    def shares(self, names: Sequence[str]) -> Iterator[int]:
        """The places of the names of a stage that this process is to see to, each as it gets to it: its own, and then
        from the last on what others have not begun.

        Every process asks for the same names in the same order. Two may rarely begin the same at once, which makes no
        difference but to the time.
        """
        first = self._asked
        self._asked, self._names = first + len(names), names
        own = [place for place, name in enumerate(names) if self.owns(name)]
        if self._asked > len(self._begun):
            yield from own
            return
        others = sorted(set(range(len(names))).difference(own), reverse=True)
        for place in (*own, *others):
            if not self._begun[first + place]:
                self._begun[first + place] = self.number + 1
                yield place

    def keep_together(self, pairs: Iterable[tuple[str, str]], names: int) -> None:
        """Have the names of each pair, of so many names, owned by one process, so far as all get equal shares then.

        The same pairs in the same order give the same groups in every process.
        """
        members: dict[str, list[str]] = {}
        for pair in pairs if self.count > 1 else ():
            first, second = (self._groups.get(name, name) for name in pair)
            joined = members.get(first, [first]) + members.get(second, [second])
            if first != second and len(joined) * GROUPS * self.count <= names:
                members[first] = joined
                self._groups |= dict.fromkeys(joined, first)

    def exchange(self, stage: str, made: T) -> list[T]:
        """What every process has made in a stage, this one too, without those that ended before they gave it.

        Raises `EOFError` or `OSError` in another process than the first, where that one ended.
        """
        together = self.gather(stage, made)
        if self.number:
            (first,) = self._pipes
            together = pickle.loads(first.recv_bytes())
        else:
            data = pickle.dumps(together)
            for pipe in self._pipes:
                with suppress(OSError):
                    pipe.send_bytes(data)
        self._note_taken()
        return together

    def _note_taken(self) -> None:
        """Have the names of the last stage owned by those who began what goes by them, as all know when it is over."""
        begun = self._begun[self._asked - len(self._names) : self._asked]
        for name, number in zip(self._names, begun, strict=False):
            if number and self._owner(name) != number - 1:
                self._taken[name] = number - 1
        self._names = ()

    def gather(self, stage: str, made: T) -> list[T]:
        """In the first process what every process has made in a stage, as in an exchange; in another what it has made.

        Raises `OSError` in another process, where the first ended.
        """
        if self.number:
            (first,) = self._pipes
            first.send_bytes(pickle.dumps((stage, made)))
            return [made]
        return [made, *(part for pipe in self._pipes for part in self._received(pipe, stage))]

    def _received(self, pipe: Connection, stage: str) -> Iterator[Any]:
        with suppress(EOFError, OSError):
            name, made = pickle.loads(pipe.recv_bytes())
            if name == stage:
                yield made


ALONE = Peers(0, 1, ())
"""A process that does all of the work."""


@contextmanager
def peers(work: Callable[[Peers], object], processes: int | None = None) -> Iterator[Peers]:
    """Have other processes do some work while this one, the first, does the same; they end with it at the latest."""
    count = available() if processes is None else processes
    context = multiprocessing.get_context("fork")
    pipes: list[Connection] = []
    others: list[BaseProcess] = []
    begun = mmap(-1, MOST_NAMES) if count > 1 else NONE
    try:
        for number in range(1, count):
            own, given = context.Pipe()
            arguments = (work, Peers(number, count, [given], begun), [*pipes, own])
            others.append(_started(context.Process(target=_work, args=arguments, daemon=True)))
            given.close()
            pipes.append(own)
        yield Peers(0, count, pipes, begun)
    finally:
        for pipe in pipes:
            pipe.close()
        for other in others:
            other.terminate()
            other.join()


def _work(work: Callable[[Peers], object], own: Peers, inherited: Sequence[Connection]) -> None:
    """Do the work of another process than the first; whatever stops it, the first one does what it leaves."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for pipe in inherited:
        pipe.close()
    gc.disable()
    with suppress(Exception):
        work(own)


def _started(process: BaseProcess) -> BaseProcess:
    gc.freeze()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads: those here only draw progress
        process.start()
    gc.unfreeze()
    return process


class _Other(Generic[T]):
    """A process with its share of the tasks."""

    def __init__(self, tasks: Sequence[Task[T]]) -> None:
        context = multiprocessing.get_context("fork")
        self._receiver, sender = context.Pipe(duplex=False)
        self._process = _started(context.Process(target=_send, args=(tasks, sender), daemon=True))
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
    with suppress(Exception), collected():
        for task in tasks:
            done.append(task())  # noqa: PERF401 - those before an error are kept
    return done
