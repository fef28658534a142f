"""Entries to search through: made, not measured; the same for the same number and seed.

Text is written by a chain over pairs of words that stand next to each other in the sample content, and
peppered with coined names, so that common words are common, rare words are rare and the vocabulary
grows with the text as it does in real rulebooks. Names share words: families, grades, numbered kinds.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

CONTENT = Path(__file__).resolve().parents[3] / "content"

ADJECTIVES = """amber ashen bitter blind bright broken burning calm cold crooked dark deep drowned dull eager
early empty faded fallen famished fierce first forgotten frozen gentle gilded glass golden grave greedy grey
grim hallow hidden hollow honest hungry idle iron ivory jagged last late lesser living lonely lost loud lucky
marble mild mirrored narrow nimble old pale paper patient plain proud quiet ragged rapid restless rotten
salted scarlet second sharp shattered silent silver sleeping slow sly sober solemn sour steady stern still
stolen strange sullen swift tall tame tarnished third thorned tired twin unlit upright vain velvet violet
wandering wary weary wicked wild winter wise withered wooden young""".split()

NOUNS = """anchor angler apostle archer arrow auditor axe banner barrel beacon beast bell blade bloom bolt bone
book boot bow bramble brand bride bridge broom brother candle captain cask cat chain chalice charm chest choir
cinder clerk cloak clock coin collector cook crab crow crown crypt dagger dancer daughter doctor door dragon
drum duke eel ember engine eye fang feather fiddle finger flask flood flute fog forge fox friend frog gale gate
ghost giant glove goat goose guard guest hammer hand harp hat hawk heart hermit heron horn horse hound hunter
imp judge juggler key king knife knight knot ladder lady lamp lance lantern leaf ledger leech letter lion
lizard lock lord lute maid mantle map mask mason merchant mill miner mirror mist monk moon moth mouse needle
nest night nun oak oath ogre omen orb otter owl ox page paladin pike pilgrim pilot pit plague porter potion
prince prophet queen quill rain ram raven reaper ring river robe rogue root rope rose sailor saint salt scale
scholar scribe seal sentry serpent shade shell shepherd shield ship shrine sister skull smith snail soldier
song spade spark spear sphere spider squire staff stag star statue stone storm surgeon swan sword tailor tide
tinker toad tomb torch tower trapper tree twin urn veil vine viper wagon warden wasp watcher wave weaver well
wheel whip widow wind witch wolf worm wraith wren yew zealot""".split()

GRADES = ["", "", "", "", "", "", "Greater ", "Lesser ", "Elder ", "Young ", "Dire "]
TAILS = ["", "", "", "", "", " II", " III", " +1", " (swarm)", " (d6)"]
KINDS = ["Shadow", "Power", "Item", "Ailment", "Rule"]
ELEMENTS = ["Fire", "Ice", "Wind", "Bolt", "Psy", "Bless", "Curse"]
ONSETS = "b br c ch cr d dr f fl g gr h j k kr l m n p pr qu r s sh sk st t th tr v w z".split()
VOWELS = "a e i o u ae ai ea ia io ou".split()
CODAS = " l m n nd r rn rth s sk st th x".split(" ")


@dataclass(frozen=True)
class Entry:
    """One generated entry."""

    title: str
    text: str
    kind: str
    tier: int
    weak: str


def entries(count: int, seed: int = 1) -> list[Entry]:
    """Return `count` entries."""
    rng = random.Random(seed)
    chain, coined = _chain(), _coined(rng, count)
    titles: set[str] = set()
    made = []
    while len(made) < count:
        title = _title(rng, coined)
        if title in titles and rng.random() < 0.97:  # a few names are given twice, as in life
            continue
        titles.add(title)
        made.append(
            Entry(title, _text(rng, chain, coined), rng.choice(KINDS), rng.randint(1, 10), rng.choice(ELEMENTS))
        )
    return made


def _title(rng: random.Random, coined: list[str]) -> str:
    shape, noun, adjective = rng.random(), rng.choice(NOUNS), rng.choice(ADJECTIVES)
    name = _rarely(rng, coined)
    if shape < 0.08:
        title = rng.choice([noun, name, noun + rng.choice(NOUNS)])
    elif shape < 0.5:
        title = f"{adjective} {noun}"
    elif shape < 0.62:
        title = f"{noun} of {rng.choice(['the ' + rng.choice(NOUNS), name])}"
    elif shape < 0.74:
        title = f"{name}'s {noun}"
    elif shape < 0.86:
        title = f"{noun} {rng.choice(NOUNS)}"
    else:
        title = f"{adjective} {noun} of {name}"
    capital = " ".join(word if word in ("of", "the") else word[:1].upper() + word[1:] for word in title.split())
    return rng.choice(GRADES) + capital + rng.choice(TAILS)


def _text(rng: random.Random, chain: dict[str, list[str]], coined: list[str]) -> str:
    length, out, word = int(rng.lognormvariate(4.3, 0.6)) + 8, [], "."
    while len(out) < length:
        word = rng.choice(chain.get(word) or chain["."])
        said = word
        chance = rng.random()
        if chance < 0.04:
            said = _rarely(rng, coined)
        elif chance < 0.09:
            said = rng.choice(NOUNS)
        elif chance < 0.13:
            said = rng.choice(ADJECTIVES)
        elif chance < 0.14:
            said = f"{rng.randint(1, 6)}d{rng.choice([4, 6, 8, 10])}"
        out.append(said)
    return " ".join(out).replace(" .", ".").strip(". ") + "."


def _rarely(rng: random.Random, coined: list[str]) -> str:
    return coined[int(len(coined) * rng.random() ** 2.2)]


def _coined(rng: random.Random, count: int) -> list[str]:
    def syllable() -> str:
        return rng.choice(ONSETS) + rng.choice(VOWELS) + rng.choice(CODAS)

    names = {"".join(syllable() for _ in range(rng.choice([2, 2, 2, 3]))) for _ in range(1000 + 2 * count)}
    return sorted(names, key=lambda name: (hash_of(name), name))


def hash_of(text: str) -> int:
    """Return a number that mixes names up, the same in every run."""
    value = 0
    for char in text:
        value = (value * 131 + ord(char)) % 1_000_003
    return value


def _chain() -> dict[str, list[str]]:
    follows: dict[str, list[str]] = defaultdict(list)
    for words in _sentences():
        for a, b in pairwise([".", *words, "."]):
            follows[a].append(b)
    return follows


def _sentences() -> Iterator[list[str]]:
    for path in sorted(CONTENT.rglob("*.md")):
        prose = re.sub(
            r":::.*?\n:::\n|<!--.*?-->|^---.*?^---|\{[^}]*\}",
            " ",
            path.read_text("utf-8"),
            flags=re.DOTALL | re.MULTILINE,
        )
        for sentence in re.split(r"[.:;!?]\s|\n\n", prose):
            words = re.findall(r"[A-Za-z]+(?:['’][a-z]+)?|[0-9]+", sentence)
            if len(words) > 3:
                yield words
    # enough to run on before there is any content
    yield from ([a, "and", "the", b, "of", "a", c] for a, b, c in zip(ADJECTIVES, NOUNS, NOUNS[40:], strict=False))
