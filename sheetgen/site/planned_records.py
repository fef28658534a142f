"""What the search of a site will know: records that are planned, and the blocks of the index that they stand in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from zlib import crc32

from sheetgen.site.entry_contents import EntryContent
from sheetgen.site.kept_files import KeptFile, KeptFiles
from sheetgen.site.lazy_files import Maker
from sheetgen.site.search import SearchRecord, written_block

RECORDS_OF_A_BLOCK = 64
"""How many records of entries make a block on average."""


@dataclass(frozen=True, slots=True)
class PlannedRecord:
    """A record that is made when its block is."""

    href: str
    """The address of the record."""
    source: EntryContent | Callable[[], SearchRecord]
    """The entry that it is of, or what makes it."""

    def made(self) -> SearchRecord:
        """The record."""
        return self.source.record() if isinstance(self.source, EntryContent) else self.source()


def block_makers(blocks: Iterable[list[PlannedRecord]], kept: KeptFiles) -> dict[str, Maker]:
    """How the blocks of an index are made, by the address of the first record of each, in the order of addresses.

    A block of entries is made again only where one of them is another.
    """
    return {block[0].href: partial(_made, block, kept) for block in blocks}


def _href(record: PlannedRecord) -> str:
    return record.href


def blocks_of(planned: Iterable[PlannedRecord]) -> Iterator[list[PlannedRecord]]:
    """Records in blocks, in the order of their addresses; these begin at some addresses whatever stands before: so a
    record that comes or goes changes one of them."""
    records = sorted(planned, key=_href)
    starts = [number for number, pair in enumerate(pairwise(records), 1) if _is_start(*pair)]
    for start, end in pairwise((0, *starts, len(records))):
        if start < end:
            yield records[start:end]


def _is_start(before: PlannedRecord, record: PlannedRecord) -> bool:
    """Whether a block begins with a record. Entries, whose records are not made where a block is kept, stand apart."""
    if record.href == before.href:
        return False
    apart = isinstance(record.source, EntryContent) != isinstance(before.source, EntryContent)
    return apart or crc32(record.href.encode("utf-8", "surrogatepass")) % RECORDS_OF_A_BLOCK == 0


def _made(block: list[PlannedRecord], kept: KeptFiles) -> bytes | KeptFile:
    if all(isinstance(record.source, EntryContent) for record in block):
        made_from = [record.source for record in block]
        return kept.file(("search", *made_from), lambda: written_block([record.made() for record in block]))
    records = [record.made() for record in block]
    return kept.file(("search", *records), lambda: written_block(records))
