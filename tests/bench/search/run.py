"""Measure search against MiniSearch, lunr and Pagefind: `python tests/bench/search/run.py [--sizes 500,2000]`.

Builds the same entries for every engine, asks all of them the same questions in the same run and prints
mean reciprocal ranks, sizes and times. The peers come from npm into a folder outside the repository.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[2])]

from corpus import Entry, entries  # noqa: E402
from engine_scripts import ENGINE  # noqa: E402
from people import compared  # noqa: E402

from sheetgen.build import Options, build  # noqa: E402
from sheetgen.site.planned_records import RECORDS_OF_A_BLOCK  # noqa: E402
from sheetgen.site.search import (  # noqa: E402
    SearchRecord,
    SearchSection,
    index_scripts,
    words,
    written_block,
)
from sheetgen.site.search.questions import asked_in  # noqa: E402

PEERS = ["minisearch@7.2.0", "lunr@2.3.9", "pagefind@1.6.0"]
ALPHABET = "abcdefghijklmnopqrstuvwxyz"
Question = tuple[str, int]


def read(path: Path) -> list[Entry]:
    """Return entries from lines of JSON."""
    with path.open(encoding="utf-8") as lines:
        return [Entry(**json.loads(line)) for line in lines]


def record(number: int, entry: Entry, first: bool = True) -> SearchRecord:
    """Return the record of a generated entry; every third one has its text in sections."""
    slug = "-".join(words(entry.title)) + ("" if first else f"-{number}")
    parts: tuple[SearchSection, ...] = (SearchSection("", "", entry.text),)
    if number % 3 == 0:
        half = entry.text.find(" ", len(entry.text) // 2)
        parts = (SearchSection("", "", entry.text[:half]), SearchSection("Use", "use", entry.text[half:]))
    return SearchRecord(
        title=entry.title,
        href=f"{entry.kind.lower()}s/{slug}.html",
        kind=entry.kind,
        ruleset="Bench",
        ruleset_id="bench",
        sections=parts,
        facets={"tier": entry.tier, "weak": (entry.weak,)},
    )


def questions(made: list[Entry], seed: int) -> dict[str, list[Question]]:
    """Return 200 questions of each sort with the number of the entry that is sought."""
    rng = random.Random(seed)
    chosen = rng.sample(range(len(made)), 200)
    used = Counter(word for entry in made for word in set(_words(entry.text)))
    return {
        "exact": [(made[n].title, n) for n in chosen],
        "prefix": [(_cut(made[n].title), n) for n in chosen],
        "typo": [(_edit(rng, made[n].title), n) for n in chosen],
        "body": [(_rare(rng, made[n], used), n) for n in chosen],
    }


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z]{4,}", text.lower())


def _cut(title: str) -> str:
    head, _, last = title.rpartition(" ")
    return f"{head} {last[:4]}".strip()


def _edit(rng: random.Random, title: str) -> str:
    places = [i for i, char in enumerate(title) if char.isalpha()]
    at, sort = rng.choice(places), rng.randrange(4)
    if sort == 0:
        return title[:at] + title[at + 1 :]
    if sort == 1:
        return title[:at] + rng.choice(ALPHABET) + title[at:]
    if sort == 2:
        return title[:at] + rng.choice(ALPHABET) + title[at + 1 :]
    return title[:at] + title[at + 1 : at + 2] + title[at] + title[at + 2 :]


def _rare(rng: random.Random, entry: Entry, used: Counter[str]) -> str:
    rare = sorted(set(_words(entry.text)) - set(_words(entry.title)), key=lambda word: (used[word], word))[:4]
    return " ".join(rng.sample(rare, 2)) if len(rare) > 1 else entry.title


@dataclass(frozen=True)
class Job:
    """How many entries, which questions, a folder to work in, the peers' folder, the engines to ask."""

    size: int
    seeds: Sequence[int]
    folder: Path
    peers: Path
    engines: str
    corpus: Path | None = None


def measure(job: Job) -> dict[str, Any]:
    """Build, ask and return what the Node script found."""
    folder = job.folder
    made = read(job.corpus)[: job.size] if job.corpus else entries(job.size)
    latest = {entry.title: n for n, entry in enumerate(made)}  # the others of a name have a number in their address
    records = [record(n, entry, latest[entry.title] == n) for n, entry in enumerate(made)]
    began = time.perf_counter()
    ordered = sorted(records, key=lambda record: record.href)
    blocks = [written_block(ordered[at : at + RECORDS_OF_A_BLOCK]) for at in range(0, len(ordered), RECORDS_OF_A_BLOCK)]
    index = dict(index_scripts(blocks, {"tier": "Tier", "weak": "Weak to"}, {}, {}, asked_in()))
    built = time.perf_counter() - began
    for name, data in index.items():
        (folder / name).write_bytes(data)
    main = [data for name, data in index.items() if "-text-" not in name]
    text = [data for name, data in index.items() if "-text-" in name]
    asked: dict[str, list[Question]] = {}
    for seed in job.seeds:
        for sort, some in questions(made, seed).items():
            asked.setdefault(sort, []).extend(some)
    documents = [{"id": n, "href": records[n].href, "title": e.title, "text": e.text} for n, e in enumerate(made)]
    (folder / "job.json").write_text(json.dumps({"documents": documents, "questions": asked, "scripts": ENGINE}))
    done = subprocess.run(
        ["node", str(HERE / "ask.mjs"), str(folder), str(job.peers), job.engines],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    sizes = {
        "index kB": sum(map(len, main)) / 1000, "gzip kB": sum(len(gzip.compress(d, 9)) for d in main) / 1000,
        "passages": len(text), "passages gzip kB": sum(len(gzip.compress(d, 9)) for d in text) / 1000, "build s": built,
    }  # fmt: skip
    return figures | {"sizes": sizes}


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="500,2000,10000")
    parser.add_argument("--seeds", default="777,2026,5", help="samples of 200 questions a column; one is quick")
    parser.add_argument("--engines", default="sheetgen,minisearch,lunr,pagefind")
    parser.add_argument("--peers", type=Path, default=Path(tempfile.gettempdir()) / "sheetgen-search-peers")
    parser.add_argument("--corpus", type=Path, help="lines of JSON: title, text, kind, tier, weak")
    options = parser.parse_args()
    if options.engines != "sheetgen" and not (options.peers / "node_modules").exists():
        options.peers.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--silent", "--prefix", str(options.peers), *PEERS], check=True)
    worse, seeds = 0, [int(seed) for seed in options.seeds.split(",")]
    for size in map(int, options.sizes.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            figures = measure(Job(size, seeds, Path(folder), options.peers, options.engines, options.corpus))
        asked = 200 * len(seeds)
        print(f"\n{size} entries, {asked} questions a column: mean reciprocal rank, 95th percentile of a question")
        worse += report(figures)
    with tempfile.TemporaryDirectory() as site:
        build(Options(HERE.parents[2] / "content", Path(site), pdf=False))
        print(f"\nThe games of this repository\n{compared(Path(site), options.peers)}")
    return 1 if worse else 0


def report(answer: dict[str, Any]) -> int:
    """Print what was found at one size; return in how many columns a peer is better."""
    columns = ["exact", "prefix", "typo", "body"]
    print(f"  {'engine':<12}" + "".join(f"{c:>9}" for c in columns) + f"{'p95 ms':>10}")
    for name, row in answer["engines"].items():
        print(f"  {name:<12}" + "".join(f"{row[c]:9.3f}" for c in columns) + f"{row['p95']:10.1f}")
    figures = answer["sizes"] | answer["times"]
    print(
        "  "
        + ", ".join(f"{name} {value:.2f}" if value < 10 else f"{name} {value:.0f}" for name, value in figures.items())
    )
    rows = dict(answer["engines"])
    own = rows.pop("sheetgen")
    behind = [c for c in columns if rows and own[c] < max(row[c] for row in rows.values()) - 1e-9]
    if behind:
        print("  a peer is better in: " + ", ".join(behind))
    return len(behind)


if __name__ == "__main__":
    sys.exit(main())
