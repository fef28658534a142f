"""Text to search words, exactly as `templates/assets/js/search-words.js` does it in the browser.

Accents and case are folded, apostrophes dropped. A word is a run of characters that are not in
`SEPARATORS`; a sign before a number and a percent sign after it give a second, more exact word
(`+10` is found as `10` and as `+10`), dice give one without their count (`2d100`, `d100`), a run of
symbols is a word (`★★`). Scripts written without spaces become overlapping pairs of characters, so
that index and query agree without a dictionary of the language.
"""

from __future__ import annotations

import re
import unicodedata

# Spelled alike in search-words.js; a test walks through all of Unicode's first plane with both.
SEPARATORS = (
    r"\0-/:-@\[-`{-\u00bf\u00d7\u00f7\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4"
    r"\u0600-\u060d\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e2f\u0e5a\u0e5b\u1360-\u1368\u1680"
    r"\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d\u30a0"
    r"\u30fb\ud800-\uf8ff\ufe10-\ufe1f\ufe30-\ufe6f\ufff0-\uffff\U0001f000-\U0001faff"
)
SYMBOLS = r"\u2190-\u2bff\U0001f000-\U0001faff"
UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    r"\U00020000-\U0003ffff"
)

LITTLE = frozenset(
    "a able about actually again allowed also am an and another any anybody anyone anything are arent as at be "
    "because been being between both but by can cannot cant could couldnt count counts did didnt "
    "difference different do does doesnt doing done dont during each either else even ever every everybody "
    "everyone exactly explain for from get gets getting give gives go goes going got guy guys had hadnt happen "
    "happening happens has hasnt have havent he her here hes him his how hows i id if im in into is isnt it its "
    "ive just kind know let lets make makes many may maybe me mean means much must my nobody not now of off ok on "
    "only or other our people per person please possible really same say says she shes should shouldnt "
    "since so some somebody someone something sort still supposed sure take takes tell than that the their them "
    "then there theres these they theyre theyve thing things this those to too tried tries try trying until up "
    "very wanna want wanted wants was wasnt way we well were weve what whats when where wheres whether which "
    "while who whom whos whose why with without wont work working works would wouldnt yet you your youre youve".split()
)
"""English words that say nothing about what a query is for, where it has other words."""

_DROPPED = re.compile("['’‘ʼ`´ʹ′™℠\u00ad\u200b-\u200f\u2060\ufeff]")
_ACCENTS = re.compile("[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]")
SPELLED = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ς": "σ"}
SPELLED_TABLE = str.maketrans(SPELLED)
_ASCII_APOSTROPHES = str.maketrans("", "", "'`")
_RUN = re.compile(f"[+-]?[^{SEPARATORS}]+%?|[{SYMBOLS}]+")
_PLAIN = re.compile(r"[+-]?[0-9a-z]+%?")  # the same for folded ASCII, and faster
_UNSPACED_RUN = re.compile(f"([{UNSPACED}]+)")
_DICE = re.compile(r"[0-9]+(d[0-9]+)")


def search_form(text: str) -> str:
    """Return the text in the form that is compared: small letters, no accents, no apostrophes."""
    if text.isascii():
        return text.lower().translate(_ASCII_APOSTROPHES)
    text = unicodedata.normalize("NFKD", _DROPPED.sub("", text.replace("−", "-")))
    return unicodedata.normalize("NFC", _ACCENTS.sub("", text.lower())).translate(SPELLED_TABLE)


def words(text: str) -> list[str]:
    """Return the search words of a text, in order, with repetitions."""
    folded = search_form(text)
    result: list[str] = []
    for run in (_PLAIN if folded.isascii() else _RUN).findall(folded):
        if run.isalpha() and run.isascii():
            result.append(run)
        else:
            result.extend(_spellings(run))
    return result


def _spellings(run: str) -> list[str]:
    core = run.lstrip("+-").removesuffix("%")
    if not core.isascii() and _UNSPACED_RUN.search(core):
        return _pairs(core)
    spellings = [core]
    if core[:1] in "0123456789":
        if core != run:
            spellings.append(run)
        if dice := _DICE.fullmatch(core):
            spellings.append(dice[1])
    return spellings


def _pairs(core: str) -> list[str]:
    pairs: list[str] = []
    for piece in filter(None, _UNSPACED_RUN.split(core)):
        if _UNSPACED_RUN.match(piece):
            pairs.extend(piece[i : i + 2] for i in range(len(piece)))
        else:
            pairs.append(piece)
    return pairs
