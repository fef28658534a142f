"""The worker process: it reads jobs from its standard input and answers on its standard output.

It has limits of its own, so that a document can be stopped and takes nothing down with it.
"""

from __future__ import annotations

import contextlib
import gc
import pickle
import struct
import sys
from pathlib import Path
from typing import BinaryIO

from sheetgen.print.engine.engine import Engine
from sheetgen.print.engine.job import Job, JobResult
from sheetgen.print.errors import EngineError, PrintError

SECONDS = 120
"""Processor time that one job may take in a worker."""
MEMORY = 2 << 30
"""Address space of a worker, in bytes."""
GC_THRESHOLD = 10_000
"""New objects after which a worker collects garbage between jobs: that of some jobs together, which the processor's
caches no longer hold, takes longer than that of each."""


def _limit(seconds: int) -> None:
    """Bound this process: the next job's processor time, and all its memory (where that exists)."""
    try:
        import resource
    except ImportError:  # pragma: no cover - Windows
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    soft = int(used.ru_utime + used.ru_stime) + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.RLIM_INFINITY))
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, hard))


def peak() -> float:
    """The most memory that this process has used, in MB; 0 where the system does not count.

    From Linux's own account where there is one: `ru_maxrss` begins there with what the parent process used.
    """
    with contextlib.suppress(OSError):
        status = Path("/proc/self/status").read_text("ascii")
        return int(status.partition("VmHWM:")[2].split()[0]) / 1024
    try:
        import resource
    except ImportError:  # pragma: no cover - Windows
        return 0.0
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def _ready() -> Engine | None:
    """A warm engine; None where it is missing, which the first job then reports."""
    with contextlib.suppress(PrintError):
        engine = Engine()
        # What stays for good is not looked at again by every collection.
        gc.freeze()
        return engine
    return None


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer jobs until the other side closes. Each message is its length and a pickle.

    With an answer goes the most memory that the process has held, in MB.
    """
    gc.disable()
    engine = _ready()
    while size := requests.read(4):
        job: Job = pickle.loads(requests.read(struct.unpack("<I", size)[0]))
        answer: JobResult | Exception
        try:
            _limit(SECONDS)
            engine = engine or Engine()
            answer = engine.fit(job)
        except PrintError as error:
            answer = error
        except Exception as error:
            answer = EngineError(f"the PDF engine failed on {job.title!r}: {type(error).__name__}: {error}")
        message = pickle.dumps((answer, peak()))
        answers.write(struct.pack("<I", len(message)) + message)
        answers.flush()
        if gc.get_count()[0] > GC_THRESHOLD:
            gc.collect()
