"""Where the links in a game's texts stand, by what they lead to, and which entries name which."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias, TypeVar

from sheetgen.reference.written_pages import WrittenPage
from sheetgen.site.contents import GameContents
from sheetgen.site.entry_index import EntryIndex, Key
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.value_format import ValueFormat

T = TypeVar("T")
Names: TypeAlias = Mapping[str, Mapping[int, Mapping[str, Sequence[Key]]]]
"""Names of entries by their first word and their length, each with the entries that are called so."""
SHORTEST = 2
"""Names of so many letters are not looked for in texts."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, eq=False)
class Backlinks:
    """The links in the texts of a game."""

    pages: Sequence[WrittenPage]
    entries: EntryIndex
    contents: GameContents

    @cached_property
    def of_entries(self) -> Mapping[str, list[Key]]:
        """For each target of a link the entries in whose texts it stands; in a partial build, in which it stood."""
        return self._of_last_build("links", self._linking)

    def _linking(self) -> Mapping[str, list[Key]]:
        linking: dict[str, list[Key]] = {}
        for key, computed in self.entries.by_key.items():
            for target in self.contents.entry(computed).outline.links | {f"{k}:{i}" for k, i in self.named(key)}:
                linking.setdefault(target, []).append(key)
        self.contents.memo.drop("named")
        return linking

    def named(self, key: Key) -> tuple[Key, ...]:
        """The other entries that an entry names: as terms of its fields, or by names that texts link of themselves."""
        if key not in self._named:
            content = self.contents.entry(self.entries.by_key[key])

            def find(report: Diagnostics) -> tuple[Key, ...]:
                text = " ".join(section.text for section in content.record().sections)
                return tuple(sorted({*named_in(text, self._names)}))

            memo, game = self.contents.memo, self.contents.loaded.ruleset.id
            made_from = content, self._digest_of_names
            named = memo.get(("named", game, *key), made_from, Diagnostics(), find, form=ValueFormat.of)
            others = self.entries.by_key.keys() & {*named, *content.outline.terms}
            self._named[key] = tuple(sorted(others - {key}))
        return self._named[key]

    @cached_property
    def _named(self) -> dict[Key, tuple[Key, ...]]:
        return {}

    @cached_property
    def _names(self) -> Names:
        """The names of entries that texts link of themselves."""
        return self._of_last_build("names", self._names_now)

    def _names_now(self) -> Names:
        names: dict[str, dict[int, dict[str, list[Key]]]] = {}
        for kind in (kind for kind in self.entries.kinds() if kind.model.terms):
            for computed in self.entries.of(kind.id):
                for name in (computed.entry.name, *computed.entry.fields["aliases"]):
                    first = _WORD.match(name)
                    if first and name[:1].isupper() and len(name) > SHORTEST:
                        of_length = names.setdefault(first[0], {}).setdefault(len(name), {})
                        of_length.setdefault(name, []).append((kind.id, computed.id))
        return names

    @cached_property
    def _digest_of_names(self) -> str:
        """Their digest, which is worked out once for all entries."""
        return self._of_last_build("digest of names", lambda: self.contents.memo.digest(self._names))

    def _of_last_build(self, what: str, make: Callable[[], T]) -> T:
        """What holds for all entries, which a partial build takes as it was."""
        return self.contents.memo.of_last_build((what, self.contents.loaded.ruleset.id), make)

    @cached_property
    def of_pages(self) -> Mapping[str, list[WrittenPage]]:
        """For each page, by slug, and each other target the pages in whose texts a link to it stands."""
        linking: dict[str, list[WrittenPage]] = {}
        for page in self.pages:
            for target in {key.partition("#")[0] for key in self.contents.page(page).links}:
                linking.setdefault(target, []).append(page)
        return linking


def named_in(text: str, names: Names) -> Iterator[Key]:
    """The entries whose names stand in a text, and not as a part of longer words; the text is read once, however many
    names there are."""
    for word in _WORD.finditer(text):
        start = word.start()
        for length, of_length in names.get(word[0], {}).items():
            end = start + length
            keys = of_length.get(text[start:end])
            if keys and not (_is_of_word(text[start - 1 : start]) or _is_of_word(text[end : end + 1])):
                yield from keys


def _is_of_word(letter: str) -> bool:
    return letter.isalnum() or letter in ("_", "-")
