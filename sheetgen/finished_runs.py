"""Finished runs, kept by the digest of all that they were made from: what has not changed need not be made again.

A run is kept under its command and options and the program itself. It is believed only where every file of its project
holds the same bytes, and where the site that it published still stands as it was written.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from sheetgen.output.publish import stands_as_published
from sheetgen.text.cache import Cache, digest
from sheetgen.text.diagnostics import Diagnostic, Diagnostics
from sheetgen.text.file_digests import digest_of_files, program
from sheetgen.text.git import head


@dataclass(frozen=True)
class Inputs:
    """The folders that a run reads, and the digest of all files in them as it began; none where they are too many."""

    folders: tuple[Path, ...]
    outputs: tuple[Path, ...]
    """The folders of sites in them, which a run does not read."""
    digest: str | None
    ignored: str = ""
    """The end of the names of files that a run does not read, if any."""
    histories: tuple[Path, ...] = ()
    """The folders of which it reads what git knows."""
    heads: tuple[str, ...] = ()
    """The commits that these stood at as it began."""

    @classmethod
    def now(
        cls, folders: Iterable[Path], outputs: Iterable[Path], ignored: str = "", histories: Iterable[Path] = ()
    ) -> Inputs:
        """What stands in some folders at this moment, but for files whose names end as is `ignored`, and the commits
        that others stand at."""
        known = dict.fromkeys(folder.resolve() for folder in folders)
        outermost = (path for path in known if not any(path != top and path.is_relative_to(top) for top in known))
        read, written = tuple(sorted(outermost)), tuple(path.resolve() for path in outputs)
        known_to_git = tuple(histories)
        files = digest_of_files(read, written, ignored)
        return cls(read, written, files, ignored, known_to_git, tuple(map(head, known_to_git)))

    @property
    def unchanged(self) -> bool:
        """Whether the same stands in the folders now."""
        if self.digest is None or self.heads != tuple(map(head, self.histories)):
            return False
        return digest_of_files(self.folders, self.outputs, self.ignored) == self.digest


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What a run has to say at its end."""

    title: str = ""
    pages: int = 0
    pdfs: int = 0
    changed: int = 0
    """Files of the site that it wrote."""
    entries: int = 0
    rules: int = 0
    languages: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """For each further language of a game how many texts it has, and those that it lacks, each with its place."""
    unseen: tuple[Diagnostic, ...] = ()
    """What players do not see, in a player's edition: notes in the order of their places."""
    audit: str = ""
    """How many of the numbers that sources state the rules give; empty where none are stated."""
    missing: str = ""
    """Why no PDFs were made, where there are none."""
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    site: Path | None = None
    """The folder of the site that it published."""
    published: str = ""
    """The digest of the list of that site's files."""
    data: bytes = b""
    """What it printed, a PDF or an archive of files; `pages` says how many there are."""
    file: Path | None = None
    """Where that belongs."""
    choice: str = ""
    """What was chosen in printing it, in words."""
    warnings: tuple[str, ...] = ()
    text: str = ""
    """What it printed, where that is all that it made."""


@dataclass(frozen=True)
class FinishedRuns:
    """The runs of one command with the same options; `name` holds all that decides an outcome beside the files."""

    cache: Cache
    name: tuple[str, ...]

    @classmethod
    def of(cls, cache: Cache, command: str, *options: object) -> FinishedRuns:
        """The runs of a command by this program."""
        return cls(cache, (command, *map(repr, options), program()))

    def get(self) -> Outcome | None:
        """The outcome of the last run, where another would have the same."""
        data = self.cache.get(digest("run", *self.name))
        if data is None:
            return None
        with suppress(Exception):  # whatever is wrong with what was kept, the run can be made
            inputs, outcome = pickle.loads(data)
            if inputs.unchanged and self._stands(outcome):
                return replace(outcome, changed=0) if isinstance(outcome, Outcome) else None
        return None

    def _stands(self, outcome: Outcome) -> bool:
        """Whether the site that a run published still stands."""
        return outcome.site is None or stands_as_published(outcome.site, outcome.published, self.cache)

    def keep(self, inputs: Inputs | None, outcome: Outcome) -> None:
        """Keep the outcome of a run, unless its files changed while it was made."""
        if inputs is not None and inputs.unchanged:
            self.cache.put(digest("run", *self.name), pickle.dumps((inputs, outcome)))
