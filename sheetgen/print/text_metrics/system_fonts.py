"""Fonts of the machine, asked only for characters that no bundled font has, so that other pages are the same anywhere.

Noto's are taken first. Fonts of pictures (colour emoji) and of bitmaps are left out: they have no outlines to print.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path

REGULAR, BOLD = 80, 200
"""Weights as fontconfig counts them."""
CSS_WEIGHTS = {REGULAR: 400, BOLD: 700}
REGIONS = {"zh": "SC", "zh-cn": "SC", "zh-tw": "TC", "zh-hk": "HK", "ko": "KR"}
"""The Noto CJK family of a language: the same Han characters are drawn otherwise; else Japan's is taken."""
PLACEHOLDERS = (".", "LastResort", "Last Resort", "Adobe Blank", "Noto Sans Tofu")
"""How families begin whose glyphs stand for missing ones, or that programs are asked to leave alone."""
_QUERY = ("fc-list", "--format", "%{file}\t%{index}\t%{family[0]}\t%{weight}\t%{slant}\t%{charset}\n")
_OUTLINES = ":scalable=true:color=false"
_SECONDS = 60
_OWN = "SHEETGEN_OWN_"
"""How variables begin that keep for a worker what those of its engine's fonts were before."""
_VARIABLES = ("FONTCONFIG_FILE", "XDG_CACHE_HOME")


def with_own_fonts(variables: Mapping[str, str]) -> dict[str, str]:
    """The variables of a process that has other fonts than the machine, from which `fc-list` can tell the machine's."""
    return {**variables, **{f"{_OWN}{name}": variables.get(name, "") for name in _VARIABLES}}


def _of_machine() -> dict[str, str]:
    """The variables with which `fc-list` tells the fonts of the machine, in a worker too."""
    variables = dict(os.environ)
    for name in _VARIABLES:
        before = variables.pop(f"{_OWN}{name}", None)
        if before is not None:
            variables.pop(name, None)
            variables |= {name: before} if before else {}
    return variables


@dataclass(frozen=True, kw_only=True)
class SystemFont:
    """A face of a file of fonts; `weight` is CSS's. The digest is of the file, so that another one is another font."""

    path: str
    index: int
    weight: int
    digest: str

    @property
    def name(self) -> str:
        """The name of a file of its own."""
        return f"system-{self.digest[:16]}-{self.index}.ttf"


@dataclass(frozen=True, kw_only=True)
class _Face:
    path: str
    index: int
    family: str
    weight: int
    upright: bool
    ranges: tuple[range, ...]

    def has(self, letter: str) -> bool:
        return any(ord(letter) in part for part in self.ranges)


def fonts_for(letters: str, language: str) -> tuple[SystemFont, ...]:
    """The fonts of the machine that draw these characters, in regular and bold; those of most of them first."""
    chosen: list[SystemFont] = []
    rest = set(letters)
    while rest:
        faces = [(face, sum(map(face.has, rest))) for face in _faces() if face.upright]
        able = [(_rank(face, language), -count, face.path, face.index, face) for face, count in faces if count]
        if not able:
            break
        best = min(able, key=lambda choice: choice[:-1])[-1]
        rest = {letter for letter in rest if not best.has(letter)}
        chosen += [_font(face) for face in _weights(best)]
    return tuple(chosen)


def lacking(letters: str) -> str:
    """The characters that no font of the machine draws either."""
    return "".join(letter for letter in letters if not any(face.has(letter) for face in _faces()))


@cache
def installed() -> str:
    """All fonts of the machine and their versions, as a text that changes with them."""
    try:
        query = ("fc-list", "--format", "%{file} %{fontversion}\n")
        listed = subprocess.run(query, capture_output=True, timeout=_SECONDS, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return ""
    return blake2b(b"\n".join(sorted(listed.splitlines())), digest_size=16).hexdigest()


def _rank(face: _Face, language: str) -> tuple[bool, ...]:
    """How a family is chosen: Noto Sans before Noto's others, before those of other makers; the least is best."""
    tag = language.lower()
    region = REGIONS.get(tag, REGIONS.get(tag.partition("-")[0], "JP"))
    return (
        not face.family.startswith("Noto"),
        not face.family.startswith(("Noto Sans", "Noto Emoji")),
        "Mono" in face.family or "UI" in face.family.split(),
        "CJK" in face.family and not face.family.endswith(f" {region}"),
        face.weight != REGULAR,
    )


def _weights(best: _Face) -> Iterator[_Face]:
    """A face, and the bold one of its family where there is one."""
    yield best
    bold = (f for f in _faces() if f.family == best.family and f.weight == BOLD and f.upright and f != best)
    yield from list(bold)[:1]


@cache
def _font(face: _Face) -> SystemFont:
    digest = blake2b(Path(face.path).read_bytes(), digest_size=16).hexdigest()
    weight = CSS_WEIGHTS.get(face.weight, 400)
    return SystemFont(path=face.path, index=face.index, weight=weight, digest=digest)


@cache
def _faces() -> tuple[_Face, ...]:
    """The faces of all fonts with outlines, by file; none where fontconfig's `fc-list` is missing."""
    try:
        listed = subprocess.run(
            [*_QUERY, _OUTLINES], capture_output=True, timeout=_SECONDS, check=True, env=_of_machine()
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return ()
    faces = map(_face, listed.decode("utf-8", "surrogateescape").splitlines())
    return tuple(sorted((face for face in faces if face), key=lambda face: (face.path, face.index)))


def _face(line: str) -> _Face | None:
    """A face as `fc-list` writes it; None for an instance of a variable font and for a family of placeholders."""
    path, index, family, weight, slant, letters = line.split("\t")
    if int(index) > 0xFFFF or family.startswith(PLACEHOLDERS):
        return None
    ends = (part.partition("-") for part in letters.split())
    ranges = tuple(range(int(first, 16), int(last or first, 16) + 1) for first, _, last in ends)
    number = int(weight) if weight.isdecimal() else REGULAR
    return _Face(path=path, index=int(index), family=family, weight=number, upright=slant in ("", "0"), ranges=ranges)
