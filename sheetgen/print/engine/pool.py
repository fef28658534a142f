"""Warm engines in processes of their own: each can be stopped, and takes nothing down with it."""

from __future__ import annotations

import contextlib
import os
import pickle
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import count as counter
from threading import Condition, Timer
from types import TracebackType

from sheetgen.print import resources
from sheetgen.print.engine.job import Job, JobResult
from sheetgen.print.errors import EngineError
from sheetgen.print.text_metrics.system_fonts import with_own_fonts
from sheetgen.text.cache import FOLDER, Cache

LARGE = 180.0
"""A worker that has held more memory than this, in MB, is not kept: the next job gets a new one."""


class Worker:
    """One engine process with its own folder for temporary files; `peak` is the most memory it held, in MB."""

    def __init__(self) -> None:
        self.peak = 0.0
        self._folder = tempfile.TemporaryDirectory(prefix="sheetgen-print-")
        variables = with_own_fonts(os.environ) | {
            "TMPDIR": self._folder.name,
            "XDG_CACHE_HOME": self._folder.name,
            FOLDER: str(Cache.of_user().folder),
            "FONTCONFIG_FILE": str(resources.fonts() / "fonts.conf"),
            "SOURCE_DATE_EPOCH": "0",
            "PYTHONHASHSEED": "0",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "sheetgen.print"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=variables,
        )

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.poll() is None

    def ask(self, job: Job, timeout: float | None = None) -> JobResult:
        """Have a job done. Raises EngineError when it fails or takes longer than `timeout` (else its own) seconds."""
        watch = Timer(timeout or job.timeout, self._process.kill)
        watch.start()
        try:
            answer = self._exchange(pickle.dumps(job))
        except (BrokenPipeError, EOFError):
            self.close()
            raise EngineError(
                f"the PDF engine was stopped while it printed {job.title!r}: it ran out of time or memory"
            ) from None
        finally:
            watch.cancel()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _exchange(self, message: bytes) -> JobResult | Exception:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(struct.pack("<I", len(message)) + message)
        self._process.stdin.flush()
        size = self._process.stdout.read(4)
        if len(size) < 4:
            raise EOFError
        answer: JobResult | Exception
        answer, self.peak = pickle.loads(self._process.stdout.read(struct.unpack("<I", size)[0]))
        return answer

    def close(self) -> None:
        """Stop the process and remove its folder."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()
        self._folder.cleanup()


class Workers:
    """A few workers that share a list of jobs; they start when first needed.

    Jobs that come with few others are done before those that come with many.
    """

    def __init__(self, count: int | None = None) -> None:
        self.count = max(1, count or min(os.cpu_count() or 1, 4))
        self._idle: list[Worker | None] = [None] * self.count
        self._free = Condition()
        self._waiting: list[tuple[int, int]] = []
        """Turns of those who wait for a worker: how many jobs they have, and who came first."""
        self._turns = counter()

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self, most: int = 1) -> None:
        """Let so many of them get ready, or all if there are less, so that they are when the first jobs come.

        One that has a job is not waited for: it runs already.
        """
        with self._free:
            ready = [self._idle.pop() or Worker() for _ in self._idle[-most:]]
            self._idle += ready

    def fit(self, job: Job, timeout: float | None = None, beside: int = 0) -> JobResult:
        """Have one job done by whichever worker is free; so many others are asked for together with it."""
        worker = self._taken(beside)
        try:
            worker = worker if worker and worker.alive else Worker()
            return worker.ask(job, timeout)
        finally:
            if worker and worker.peak > LARGE:
                worker.close()
                worker = None
            self._leave(worker)

    def _taken(self, beside: int) -> Worker | None:
        """A worker that is free, when it is the turn of those who have so many other jobs; None where none runs."""
        with self._free:
            turn = beside, next(self._turns)
            self._waiting.append(turn)
            try:
                self._free.wait_for(lambda: self._idle and turn == min(self._waiting))
                return self._idle.pop()
            finally:
                self._waiting.remove(turn)
                self._free.notify_all()

    def _leave(self, worker: Worker | None) -> None:
        with self._free:
            self._idle.append(worker)
            self._free.notify_all()

    def fit_all(self, jobs: Sequence[Job], done: Callable[[int, JobResult], None]) -> list[JobResult]:
        """Have several jobs done side by side; answers come in the order of the jobs.

        The largest start first, so that no worker is left waiting for another; `done` is called with the number of
        each job, from 0, and its answer as soon as that is there, one at a time.
        """
        order = sorted(range(len(jobs)), key=lambda n: -len(jobs[n].units))
        with ThreadPoolExecutor(min(self.count, max(1, len(jobs)))) as threads:
            running = {n: threads.submit(self.fit, jobs[n], None, len(jobs) - 1) for n in order}
            try:
                numbers = {answer: number for number, answer in running.items()}
                for answer in as_completed(numbers):
                    if answer.exception() is None:
                        done(numbers[answer], answer.result())
            except BaseException:
                # A stopped worker does not begin anything else.
                threads.shutdown(wait=False, cancel_futures=True)
                raise
        return [running[n].result() for n in range(len(jobs))]

    def close(self) -> None:
        """Stop every worker."""
        for worker in [self._taken(0) for _ in range(self.count)]:
            if worker is not None:
                worker.close()
            self._leave(None)
