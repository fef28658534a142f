"""From blocks of records to the scripts that the browser loads on the first use of a search box.

`search-index.js` comes first, with `search-records.js`, how records are called. `search-places-N.js`, where there is
much, say which words there are and where they stand, each from one word to another, `search-places-all.js` which words
there are at all, for those that are misspelt; `search-text-N.js` hold the passages that results show, loaded for those
on the screen alone. `search-parts.js` says where the parts of the words begin, and which words say nothing, so that the
parts of an asked search come with the index.
"""

from __future__ import annotations

import base64
import json
import math
import zlib
from array import array
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import accumulate, chain, islice, pairwise

from sheetgen.site.search.blocks import FIELDS, SearchBlock, read_block, read_passages
from sheetgen.site.search.packing import front_code, front_coded, in_script_order, pack, pack_rising, shared_start
from sheetgen.site.search.search_facets import FacetIndex, JoinedFacets, Spellings
from sheetgen.site.search.synonyms import ROOT, Synonyms, answered, packed, placed
from sheetgen.site.search.words import LITTLE

SMALL = 20_000  # characters of words and their places; more stand in scripts of their own
PLACES_SIZE = 2_000  # characters of places in one of these scripts, and ...
PASSAGES_SIZE = 6_000  # ... of text in one script of passages, up to ...
FEW = 120  # so many scripts; from there on both the scripts and their size grow with the root of the text
COMMON = Fraction(3, 10)  # a word in more of the text than this says nothing about where to look ...
COMMON_FROM = 60  # ... once it is in so many places

Places = defaultdict[str, "array[int]"]
"""Rising numbers by word."""
_places = partial(Places, partial(array, "I"))


def index_scripts(
    blocks: Sequence[bytes],
    facet_titles: Mapping[str, str],
    spellings: Spellings,
    synonyms: Mapping[str, Synonyms],
    questions: Mapping[str, str],
    little: frozenset[str] = LITTLE,
) -> Iterator[tuple[str, bytes]]:
    """The scripts of an index, by file name; the same records, however they are cut into blocks, give the same bytes.

    `blocks` are as they were written, in the order of their addresses; each is read twice, and none stays in memory.
    `facet_titles` gives the label of each facet; a facet without one is shown by its name. `spellings` are other names
    of values that queries may use, `synonyms` words that queries use in place of those of the records, by ruleset,
    `questions` what queries look like that ask for an amount and the like, see `asked_in`, and `little` the words that
    say nothing about what a query is for.
    """
    joined = _Joined()
    for block in map(read_block, blocks):
        joined.add(block)
    common = in_script_order(joined.common())
    for word in little & set(common):
        del joined.body[word]
    names, body = _packed(joined.names), _packed(joined.body, joined.repeated)
    said = answered(synonyms, {word[:ROOT] for word in chain(names, body)})
    about, parts, everywhere = _parts(names, body, said, little)
    chunks = _starts(joined.sizes, PASSAGES_SIZE)
    index: dict[str, object] = {  # words stand beside words, so that they pack well
        "facets": [_facet(facet) for facet in joined.facets.index(facet_titles, spellings)],
        "common": " ".join(common),
        "questions": dict(questions),
        "synonyms": packed(everywhere),
        "addresses": "\n".join(joined.addresses),
        "places": about,
        "chunks": pack_rising(chunks),
        **{mark: pack_rising(joined.marks[mark]) for mark in ("numbered", "works", "own")},
        "minor": " ".join(pack_rising(joined.marks[mark]) for mark in ("minor 1", "minor 2")),
        "counts": "".join(joined.sections),
        "lengths": "".join(joined.lengths),
    }
    yield "search-index.js", _script("Index", index)
    yield "search-records.js", _script("Records", "\n".join(joined.rows))
    known = {"first": about["first"] if parts else [], "little": " ".join(sorted(little))}
    yield "search-parts.js", b"self.sheetgenParts=%s;\n" % json.dumps(known, separators=(",", ":")).encode()
    for name, part in parts.items():
        yield f"search-places-{name}.js", _script(f"Places{name}", part)
    passages = chain.from_iterable(map(read_passages, blocks))
    for number, (start, end) in enumerate(pairwise((*chunks, len(joined.sizes)))):
        yield f"search-text-{number}.js", _script(f"Text{number}", list(islice(passages, end - start)))


@dataclass
class _Joined:
    """Blocks put one after the other, with numbers from the first record on."""

    rows: list[str] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)
    sections: list[str] = field(default_factory=list)
    lengths: list[str] = field(default_factory=list)
    names: Places = field(default_factory=_places)
    body: Places = field(default_factory=_places)
    repeated: Places = field(default_factory=_places)
    marks: Places = field(default_factory=_places)
    facets: JoinedFacets = field(default_factory=JoinedFacets)
    sizes: array[int] = field(default_factory=partial(array, "I"))
    _address: str = ""
    """Of the last record."""

    def add(self, block: SearchBlock) -> None:
        """Put a block behind the others."""
        records, units = len(self.rows), len(self.sizes)
        for title, address, others in block.rows:
            self.rows.append("\f".join((title, others)).rstrip("\f"))
            self.addresses.append(front_coded(address, self._address))
            self._address = address
        self.sections.append("".join(map(pack, block.sections)))
        self.lengths.append(block.lengths)
        for word, places in block.names.items():
            self.names[word].extend([units * len(FIELDS) + place for place in places])
        for word, places in block.repeated.items():
            before = len(self.body[word])
            self.repeated[word].extend([before + place for place in places])
        for word, places in block.body.items():
            self.body[word].extend([units + place for place in places])
        for mark, marked in block.marks.items():
            self.marks[mark].extend([records + number for number in marked])
        self.facets.add(block.facets, block.games, records)
        self.sizes.extend(block.sizes)

    def common(self) -> list[str]:
        """The words of the text that are nearly everywhere."""
        least = max(COMMON_FROM, int(COMMON * len(self.sizes)))
        return [word for word, places in self.body.items() if len(places) > least]


def _packed(places: Places, repeated: Mapping[str, Sequence[int]] | None = None) -> dict[str, str]:
    """Each word with its places, and those where it is repeated, as text; `places` are used up."""
    lists: dict[str, str] = {}
    while places:
        word, numbers = places.popitem()
        lists[word] = pack_rising(numbers)
        if repeated and word in repeated:
            lists[word] += f"-{pack_rising(repeated[word])}"
    return lists


def _parts(
    names: Mapping[str, str], body: Mapping[str, str], synonyms: Mapping[str, Synonyms], little: Container[str]
) -> tuple[dict[str, object], dict[str, object], Mapping[str, Synonyms]]:
    """What the index says of the words and their places; these in parts, by name; synonyms that belong to no part.

    A part has the synonyms that begin like its words; `all` has all words without places, and all synonyms. Of words
    and places that are few, the index has the one part itself.
    """
    all_words = in_script_order(names.keys() | body.keys())
    sizes = [sum(len(word) + len(of[word]) for of in (names, body) if word in of) for word in all_words]
    starts = _starts(sizes, PLACES_SIZE) if sum(sizes) > SMALL else [0]
    cut = [all_words[start:end] for start, end in pairwise((*starts, len(all_words)))]
    first = _beginnings(cut) if all_words else []
    about: dict[str, object] = {"first": first}
    everywhere, said = placed(synonyms, first or [""], little)
    made = [_part(names, body, part) | {"synonyms": packed(own)} for part, own in zip(cut, said, strict=True)]
    if len(made) == 1:
        return about | {"part": made[0]}, {}, everywhere
    for key, of in (("names", names), ("body", body)):
        about[key] = list(accumulate((sum(word in of for word in part) for part in cut), initial=0))
    whole = {"names": _terms(names, all_words), "body": _terms(body, all_words), "synonyms": packed(synonyms)}
    return about, {**{str(number): part for number, part in enumerate(made)}, "all": whole}, everywhere


def _beginnings(parts: Iterable[Sequence[str]]) -> list[str]:
    """The first letters of each part of the words, so many as no word before it has."""
    beginnings, before = [], ""
    for words in parts:
        beginnings.append(words[0][: shared_start(before, words[0]) + 1])
        before = words[-1]
    return beginnings


def _part(names: Mapping[str, str], body: Mapping[str, str], part: Sequence[str]) -> dict[str, object]:
    """Some of the words, in order, with their places."""
    return {
        key: {"terms": _terms(of, part), "lists": " ".join([of[word] for word in part if word in of])}
        for key, of in (("names", names), ("body", body))
    }


def _terms(of: Container[str], words: Iterable[str]) -> str:
    return front_code([word for word in words if word in of])


def _starts(sizes: Sequence[int], least: int) -> list[int]:
    """The number of the first text of each part, where texts of some sizes are cut into parts of about equal size."""
    size = most = least * max(1.0, math.sqrt(sum(sizes) / (FEW * least)))
    starts: list[int] = []
    for number, own in enumerate(sizes):
        if size >= most:
            starts.append(number)
            size = 0
        size += own
    return starts


def _script(name: str, value: object) -> bytes:
    """A script that gives a name to a value, packed since many hosts pack nothing: JSON, zlib (RFC 1950), base 85."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return b'self.sheetgen%s="%s";\n' % (name.encode(), base64.b85encode(zlib.compress(text.encode(), 9)))


def _facet(facet: FacetIndex) -> dict[str, object]:
    lists = " ".join(pack_rising(records) for records in facet.records)
    written: dict[str, object] = {"id": facet.id, "title": facet.title, "values": list(facet.values), "lists": lists}
    names = ["\t".join(names) for names in facet.spellings]
    return written | ({"number": 1} if facet.number else {}) | ({"names": names} if any(names) else {})
