"""The words of pages and prints in one language, as its file has them and a game renames them."""

from __future__ import annotations

import re
import tomllib
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from markupsafe import escape

from sheetgen.text.source import content
from sheetgen.text.suggest import in_sentence

if TYPE_CHECKING:
    from babel.core import Locale
    from babel.plural import PluralRule

FOLDER = Path(__file__).parent
SOURCE = "en"
"""The language that texts are asked for in, whose file lists all of them."""
PLACE = re.compile(r"\{([^{}]+)\}")
"""A place in a text: the name of a value, or one of the words that a game may rename."""
_ALIKE = (("GM", "game master"),)
"""Words for the same: a game that renames one of them renames both."""
MOST_GAMES = 16
"""Of so many games the texts are kept: a preview asks for them at each build."""
CAPITAL_NOUNS = frozenset({"de", "lb", "nds"})
"""German, Luxembourgish and Low German."""

Wording: TypeAlias = str | Mapping[str, str]
"""A text, or its plural forms by the categories of CLDR."""


@dataclass(frozen=True)
class IndexWords:
    """What a language has of words that an index of a book does not go by, as the search spells them."""

    asking: frozenset[str] = frozenset()
    """Those that a title which asks begins with."""
    little: frozenset[str] = frozenset()
    """Those that say nothing of a section by themselves."""
    articles: frozenset[str] = frozenset()
    plurals: Mapping[str, str] = field(default_factory=dict)
    """Endings of plurals -> what the word ends in without them."""


@dataclass(frozen=True)
class Catalogue:
    """The file of a language."""

    words: Mapping[str, str]
    """What a game may call otherwise, such as the game master."""
    texts: Mapping[str, Wording]
    little: frozenset[str] = frozenset()
    """Words that say nothing about what a query of the search is for, as the search spells them."""
    synonyms: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What players type -> words that rulebooks have for it."""
    questions: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What queries look like that ask for an amount, and the like: regular expressions."""
    index: IndexWords = IndexWords()

    @property
    def all(self) -> dict[str, Wording]:
        """Every text by what it is in English; an empty one is written as there."""
        return {key: text or key for key, text in (*self.words.items(), *self.texts.items())}


@cache
def catalogue(language: str) -> Catalogue:
    """The file of a language by its tag, else that of the language without its region, else the English one."""
    for name in (language.lower(), language.lower().partition("-")[0], SOURCE):
        data = content(FOLDER / f"{name}.toml")
        if data is not None:
            tables = tomllib.loads(data.decode())
            search = tables.get("search", {})
            return Catalogue(
                MappingProxyType(tables["words"]),
                MappingProxyType(tables["texts"]),
                frozenset(search.get("little", "").split()),
                MappingProxyType(search.get("synonyms", {})),
                MappingProxyType(search.get("questions", {})),
                _index_words(**tables["index"]),
            )
    raise FileNotFoundError(FOLDER / f"{SOURCE}.toml")


def _index_words(plurals: Mapping[str, str] = MappingProxyType({}), **listed: str) -> IndexWords:
    return IndexWords(plurals=plurals, **{name: frozenset(words.split()) for name, words in listed.items()})


def languages() -> list[str]:
    """The languages that have a file, by their tags."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


@dataclass(frozen=True, kw_only=True)
class ValueWords:
    """How values and comparisons are written in a language: the marks within numbers, and a few words."""

    decimal: str = "."
    group: str = ","
    """What stands between thousands."""
    yes: str = "yes"
    no: str = "no"
    none: str = "none"
    joints: tuple[str, str, str, str] = ("and", "or", "is", "is not")
    """What stands between conditions, and between the sides of a comparison."""

    @property
    def joining(self) -> list[str]:
        """All that stands between the parts of a condition, with the spaces around it."""
        return [f" {word} " for word in (*self.joints, "<", ">", "≤", "≥")]


@dataclass(frozen=True)
class Words:
    """The words of a language, with what a game calls otherwise.

    Called with a text in English, and a value for each of its places, it gives that text in its language. The value `n`
    chooses among plural forms. Where a value is HTML, the answer is.
    """

    language: str = SOURCE
    renamed: tuple[tuple[str, str], ...] = ()
    """Words and texts of the game's own, by what they are in English."""

    @cached_property
    def _texts(self) -> Mapping[str, Wording]:
        return _texts_in(self.language, self.renamed)

    @cached_property
    def _plural(self) -> PluralRule:
        return locale(self.language).plural_form

    def __call__(self, text: str, /, **values: object) -> str:
        """A text of the program in this language."""
        wording = self._texts.get(text, text)
        if not isinstance(wording, str):
            number = values["n"]
            category = self._plural(number if isinstance(number, int | float) else 0)
            wording = wording.get(category) or wording["other"]
        return _filled(wording, values) if values else wording

    @property
    def index(self) -> IndexWords:
        """The words that an index does not go by."""
        return catalogue(self.language).index

    @property
    def direction(self) -> str:
        """How it is written: ltr or rtl."""
        return "ltr" if self.language == SOURCE else locale(self.language).text_direction

    @cached_property
    def values(self) -> ValueWords:
        """How values are written, by CLDR and the texts of this language; digits are always 0 to 9."""
        marks = {} if self.language == SOURCE else locale(self.language).number_symbols["latn"]
        decimal, group = str(marks.get("decimal", ".")), str(marks.get("group", ","))
        joints = self("and"), self("or"), self("is"), self("is not")
        truth = {"yes": self("yes"), "no": self("no"), "none": self("none")}
        return ValueWords(decimal=decimal, group=group, joints=joints, **truth)

    @cached_property
    def quotes(self) -> tuple[str, str, str, str]:
        """The marks around what is quoted, and around what is quoted within that."""
        outer, inner = (self(text).partition("{text}") for text in ("“{text}”", "‘{text}’"))
        return outer[0], outer[2], inner[0], inner[2]

    def noun(self, title: str) -> str:
        """A title as a word within a sentence: in small letters, but for languages that write nouns with a capital."""
        return title if self.language.partition("-")[0] in CAPITAL_NOUNS else in_sentence(title)

    @property
    def different(self) -> Mapping[str, Wording]:
        """The texts that are not written as they are asked for."""
        return {key: text for key, text in self._texts.items() if text != key}

    @property
    def script(self) -> str:
        """The name of the script that has them; empty for those that the program itself asks for."""
        name = "-".join((self.language, *(f"{zlib.crc32(repr(self.renamed).encode()):08x}" for _ in self.renamed[:1])))
        return "" if self == Words() else f"words-{name}"


ENGLISH = Words()


def locale(language: str) -> Locale:
    """What CLDR knows of a language, by its tag; of one that it does not know, what it knows of English."""
    from babel.core import Locale, UnknownLocaleError

    try:
        return Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        return Locale.parse(SOURCE)


@cache
def name_of(language: str) -> str:
    """What a language is called in itself, such as Deutsch; its tag where that is not known."""
    from babel.core import Locale, UnknownLocaleError

    try:
        name = Locale.parse(language, sep="-").get_display_name()
    except (UnknownLocaleError, ValueError):
        name = None
    return name[:1].upper() + name[1:] if name else language


@lru_cache(maxsize=MOST_GAMES)
def _texts_in(language: str, renamed: tuple[tuple[str, str], ...]) -> Mapping[str, Wording]:
    """Every text in a language by what it is in English, with a game's own words in it; shared by all that show it."""
    own = dict(renamed)
    for word, other in (*_ALIKE, *(pair[::-1] for pair in _ALIKE)):
        if other in own:
            own.setdefault(word, own[other])
    texts = catalogue(SOURCE).all | catalogue(language).all | own
    names = {word: str(texts[word]) for word in catalogue(SOURCE).words}
    names |= {word[:1].upper() + word[1:]: name[:1].upper() + name[1:] for word, name in names.items()}
    return {key: _named(text, names) for key, text in texts.items()}


def places(text: str) -> set[str]:
    """The names of the places in a text."""
    return set(PLACE.findall(text))


def _named(text: Wording, names: Mapping[str, str]) -> Wording:
    if isinstance(text, str):
        return PLACE.sub(lambda place: names.get(place[1], place[0]), text)
    return {category: PLACE.sub(lambda place: names.get(place[1], place[0]), form) for category, form in text.items()}


def _filled(text: str, values: Mapping[str, object]) -> str:
    if any(hasattr(value, "__html__") for value in values.values()):
        parts = PLACE.split(text)
        return escape("").join(escape(values.get(part, "") if odd % 2 else part) for odd, part in enumerate(parts))
    return PLACE.sub(lambda place: str(values.get(place[1], place[0])), text)
