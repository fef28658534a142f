"""What people type into the search box of a game, and how well an engine answers: ranks by sort of query.

`queries.txt` was written before any result was seen. A third of it, chosen by the query's own digest, is held out: the
search is tuned by the rest alone. `more-queries.txt` was written later, when those were answered, and when these were,
too, `forum-queries.txt`, in the words of players of other games. `asked-queries.txt` holds two sets that were written
without looking at the others: 207 queries of which .93/.96 were answered when first asked, and 120, .86/.91.
`fresh-queries.txt` holds two more such sets: of its 150 .93/.97 were answered when first asked, of its 60 .91/.95.
`mixed-queries.txt` holds four, with many of two things at once: of 101 .93/.95, of 60 .92/.97, of 40 .96/1, of 60
prefixes .96/.98.
`table-queries.txt` holds five more, most of them questions and two things at once: of 123 .91/.96, of 60 .95/.97, of
20 .88/.95, of 60 .94/.95, of 40 .87/.95.
`subject-queries.txt` goes through five games subject by subject: of its 990 queries of two .76/.82 were answered when
first asked, of its 896 of three .70/.76; `more-subject-queries.txt` does it again for the two, .69/.77.
"""

from __future__ import annotations

import html
import json
import re
import subprocess
import tempfile
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from engine_scripts import ENGINE

HERE = Path(__file__).resolve().parent
QUERIES = HERE / "queries.txt"
ALL = "all"


@dataclass(frozen=True)
class Query:
    """What is typed, the game that is open, the sort of query, and the pages that answer it."""

    text: str
    game: str
    _: KW_ONLY
    sort: str
    pages: tuple[str, ...]

    @property
    def held_out(self) -> bool:
        """Whether the search is not tuned by it."""
        return zlib.crc32(f"{self.game} {self.text}".encode()) % 3 == 0

    def answered_by(self, address: str) -> bool:
        """Whether a page of the site, with or without a fragment, is one of those that answer."""
        page = address.partition("#")[0].removesuffix(".html")
        return any(fnmatchcase(page, f"{self.game}/{wanted}") for wanted in self.pages)


@dataclass(frozen=True)
class Figures:
    """Mean reciprocal rank among twenty results, and the share that is answered among the first three."""

    mean: float
    three: float
    count: int

    def __str__(self) -> str:
        return f"{self.mean:.2f}/{self.three:.2f}".replace("0.", ".")


def queries(text: str) -> Iterator[Query]:
    """Read queries from their text."""
    game = sort = ""
    for line in text.splitlines():
        if head := re.fullmatch(r"\[([a-z-]+) ([a-z]+)\]", line):
            game, sort = head.groups()
        elif line and not line.startswith("#"):
            typed, _, pages = line.rpartition(" = ")
            yield Query(typed, game, sort=sort, pages=tuple(pages.split()))


def rank(query: Query, addresses: Sequence[str]) -> int:
    """Return the place of the first page that answers, from 1 on; 0 where there is none."""
    return next((place for place, address in enumerate(addresses, 1) if query.answered_by(address)), 0)


def figures(answers: Iterable[tuple[Query, Sequence[str]]]) -> dict[str, Figures]:
    """Return the figures of each sort of query, and of all."""
    ranks: dict[str, list[int]] = defaultdict(list)
    for query, addresses in answers:
        ranks[query.sort].append(rank(query, addresses))
        ranks[ALL].append(ranks[query.sort][-1])
    return {
        sort: Figures(
            sum(1 / place for place in places if place) / len(places),
            sum(1 <= place <= 3 for place in places) / len(places),
            len(places),
        )
        for sort, places in ranks.items()
    }


def compared(site: Path, peers: Path) -> str:
    """Return a table of what a built site and MiniSearch over the text of its pages answer."""
    asked = list(queries(QUERIES.read_text("utf-8")))
    job = {"pages": list(_pages(site)), "queries": [(query.game, query.text) for query in asked], "scripts": ENGINE}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(job, file)
        file.flush()
        command = ["node", str(HERE / "people.mjs"), file.name]
        command += [str(site / "assets" / "js"), str(peers)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    answers = {name: list(zip(asked, rows, strict=True)) for name, rows in json.loads(done.stdout).items()}
    lines = [f"  {len(asked)} queries of people: mean reciprocal rank / found among three"]
    for label, wanted in (("tuned by", False), ("held out", True)):
        rows = {name: figures(pair for pair in pairs if pair[0].held_out == wanted) for name, pairs in answers.items()}
        lines.append(f"  {label:<12}" + "".join(f"{sort:>10}" for sort in sorted(next(iter(rows.values())))))
        lines += [
            f"    {name:<10}" + "".join(f"{row[sort]!s:>10}" for sort in sorted(row)) for name, row in rows.items()
        ]
    return "\n".join(lines)


def _pages(site: Path) -> Iterator[dict[str, str]]:
    for page in sorted(site.rglob("*.html")):
        written = page.read_text("utf-8")
        title = re.search(r"<h1[^>]*>(.*?)</h1>", written, re.DOTALL)
        main = re.search(r"<main.*</main>", written, re.DOTALL)
        if title and main:
            yield {"href": str(page.relative_to(site)), "title": _text(title[1]), "text": _text(main[0])}


def _text(written: str) -> str:
    unseen = re.sub(r"<(script|style|template)\b.*?</\1>", " ", written, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", unseen)).split())
