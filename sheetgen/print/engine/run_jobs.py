"""Jobs run in a session: taken from the cache where the same job was done before, else set by a worker."""

from __future__ import annotations

import hashlib
import json
import re
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import version
from itertools import count
from pathlib import Path

from sheetgen.print import resources
from sheetgen.print.engine.job import Job, JobResult
from sheetgen.print.engine.session import PrintSession
from sheetgen.print.errors import DoesNotFitError, EngineError
from sheetgen.print.style import MissingLetters
from sheetgen.print.text_metrics.metrics import uncovered
from sheetgen.print.text_metrics.system_fonts import fonts_for, lacking
from sheetgen.text.source import contents

_SET = re.compile(r"frozenset\(\{([^{}]*)\}\)")
NOTO = "fonts-noto-core"
"""The Debian package with fonts for most scripts."""
PACKAGES = {"Zyyy": "fonts-symbola", "Hani": "fonts-noto-cjk", "Hang": "fonts-noto-cjk"}
"""The Debian packages of other scripts, by their codes (ISO 15924)."""
SCRIPTS = {"Zyyy": "symbols", "Hani": "Chinese and Japanese characters", "Hang": "Korean letters"}
"""Names of scripts in plain words, where Unicode's are not."""


@dataclass(frozen=True)
class KeyedJob:
    """A job with the fonts of the machine that it needs, by what its result is kept under."""

    job: Job
    digest: str
    """Of the job and of everything else that decides its bytes."""
    uncovered: str
    """The characters in it that no bundled font has."""


def keyed(jobs: Iterable[Job], folders: Sequence[Path] = ()) -> list[KeyedJob]:
    """Jobs, ready to be set; `folders` hold their own templates."""
    decisive = [resources.digest(), *_versions()]
    decisive += [hashlib.sha256(text).hexdigest() for _, text in sorted(contents(folders, "**/*.html")) if text]
    return [_keyed(job, decisive) for job in jobs]


def _keyed(job: Job, decisive: Sequence[str]) -> KeyedJob:
    text = repr(job)
    if letters := uncovered(text):
        job = replace(job, fonts=fonts_for("".join(sorted(letters)), job.language))
        text = repr(job)
    # The order of a set is another one in each process.
    text = _SET.sub(lambda match: ", ".join(sorted(match[1].split(", "))), text)
    total = hashlib.sha256(text.encode())
    for part in decisive:
        total.update(part.encode())
    return KeyedJob(job, total.hexdigest(), letters)


@cache
def _versions() -> tuple[str, ...]:
    """Whose versions decide the bytes of a document."""
    return tuple(version(name) for name in ("weasyprint", "pydyf", "fonttools"))


def set_jobs(session: PrintSession, jobs: Iterable[Job], folders: Sequence[Path] = ()) -> list[JobResult]:
    """The finished jobs, in order. Raises DoesNotFitError or EngineError for the first that failed."""
    return set_keyed(session, keyed(jobs, folders))


def set_in_turn(session: PrintSession, jobs: Sequence[KeyedJob], each: Callable[[JobResult], None]) -> list[JobResult]:
    """The same for jobs that are ready; `each` gets those that are set in their order, while others are being set."""
    waiting: dict[int, JobResult] = {}
    turn = count()
    following = next(turn)

    def ready(number: int, answer: JobResult) -> None:
        nonlocal following
        waiting[number] = answer
        while following in waiting:
            each(waiting.pop(following))
            following = next(turn)

    return set_keyed(session, jobs, ready)


def set_keyed(
    session: PrintSession, jobs: Sequence[KeyedJob], each: Callable[[int, JobResult], None] = lambda *_: None
) -> list[JobResult]:
    """The same; `each` gets the number of a job, from 0, and its result, while others are being set."""
    results = {job.digest: kept for job in jobs if (kept := kept_result(session, job.digest)) is not None}
    numbers = [number for number, job in enumerate(jobs) if job.digest not in results]
    missing = [jobs[number] for number in numbers]
    ready = count(len(jobs) - len(missing))
    untold = [number for number, job in enumerate(jobs) if job.digest in results]

    def tell_kept() -> None:
        # Once the workers have begun: this takes time.
        while untold:
            number = untold.pop(0)
            each(number, results[jobs[number].digest])

    def done(number: int, answer: JobResult) -> None:
        session.progress(next(ready), len(jobs))
        tell_kept()
        if answer.pdf:
            each(numbers[number], answer)

    session.progress(next(ready), len(jobs))
    answers = session.workers.fit_all([own.job for own in missing], done)
    for own, answer in zip(missing, answers, strict=True):
        _check(own.job, answer)
        results[own.digest] = answer
        keep_result(session, own.digest, answer)
    tell_kept()
    return [results[job.digest] for job in jobs]


def kept_result(session: PrintSession, digest: str) -> JobResult | None:
    """What is kept under a digest."""
    data = session.cache.get(digest)
    return _from_bytes(data) if data is not None else None


def keep_result(session: PrintSession, digest: str, result: JobResult) -> None:
    """Keep a result for the next time."""
    session.cache.put(digest, _as_bytes(result))


def _as_bytes(answer: JobResult) -> bytes:
    """Finished pages as bytes: a length, what is known of them as JSON, the PDF; compressed as fast as can be."""
    known = {"rungs": answer.candidates, "pages": answer.pages, "over": answer.over, "anchors": answer.anchors}
    head = json.dumps(known).encode()
    return zlib.compress(struct.pack("<I", len(head)) + head + answer.pdf, 1)


def _from_bytes(kept: bytes) -> JobResult:
    data = zlib.decompress(kept)
    size = struct.unpack("<I", data[:4])[0]
    known = json.loads(data[4 : 4 + size])
    anchors = {name: (int(page), float(x), float(y)) for name, (page, x, y) in known["anchors"].items()}
    candidates, pages, over = (tuple(known[name]) for name in ("rungs", "pages", "over"))
    return JobResult(data[4 + size :], candidates, pages, over, anchors)


def _check(job: Job, answer: JobResult) -> None:
    for unit, candidate, over, fault in zip(job.units, answer.candidates, answer.over, answer.notes, strict=True):
        if candidate < 0:
            raise DoesNotFitError(unit.id, over, job.place, unit.page.longest(), fault=fault)
    if answer.complaints:
        raise EngineError(f"the PDF engine complained about {job.title!r}: {'; '.join(answer.complaints[:5])}")


def missing_glyphs(texts: Iterable[tuple[str, object]]) -> tuple[str, ...]:
    """A warning for each script that texts need and no font has; with each text, the name of what it is printed in."""
    lacked: dict[str, str] = {}
    for name, text in texts:
        for letter in lacking(uncovered(text if isinstance(text, str) else repr(text))):
            lacked.setdefault(letter, name)
    return tuple(_warnings(lacked))


def _warnings(lacked: Mapping[str, str]) -> Iterator[str]:
    """A warning for each script of these characters; with each, the name of what it is printed in first."""
    from fontTools.unicodedata import script_name  # type: ignore[import-untyped]

    scripts = {letter: _script(letter) for letter in lacked}
    for code in dict.fromkeys(scripts.values()):
        letters = [letter for letter in lacked if scripts[letter] == code]
        sort, package = SCRIPTS.get(code) or script_name(code), PACKAGES.get(code, NOTO)
        message = (
            f"no font on this machine has {sort} such as “{''.join(letters[:10])}” in {lacked[letters[0]]}: boxes are "
            f"printed in their place. Install one; on Debian and Ubuntu: sudo apt install {package}"
        )
        yield MissingLetters(message, code)


def _script(letter: str) -> str:
    """The script of a character; kana and the punctuation that goes with Chinese characters count as these, marks that
    go with any letter as symbols."""
    from fontTools.unicodedata import block, script

    code: str = script(letter)
    code = "Zyyy" if code == "Zinh" else code
    with_han = code == "Zyyy" and any(name in block(letter) for name in ("CJK", "Fullwidth", "Katakana"))
    return "Hani" if with_han or code in ("Hira", "Kana", "Bopo") else code
