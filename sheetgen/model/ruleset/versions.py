"""Versions of rulesets, and what others ask of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import Span

FORMAT = 1
"""The newest way to write a ruleset that this program reads."""
_PARTS = re.compile(r"([^<>=!~]*)(.*)", re.DOTALL)


@dataclass(frozen=True)
class Asked:
    """What is asked for with `cairn >=1.2`: a name or path, and the versions that will do."""

    name: str
    versions: str

    @classmethod
    def of(cls, text: str) -> Asked:
        """The parts of what an author wrote."""
        parts = _PARTS.fullmatch(text)
        assert parts is not None
        return cls(parts[1].strip(), parts[2].strip())


def check_version(title: str, version: str, asked: Asked, span: Span, diagnostics: Diagnostics) -> None:
    """Report a ruleset whose version is none of those asked for (PEP 440, as packages of Python have them)."""
    if not asked.versions:
        return
    from packaging.specifiers import InvalidSpecifier, SpecifierSet  # which takes longer than a rule

    try:
        wanted = SpecifierSet(asked.versions)
    except InvalidSpecifier:
        message, hint = f"`{asked.versions}` asks for no version", "write `>=1.2`, `==1.2` or `>=1.2, <2`"
        diagnostics.error("version", message, span, hint)
        return
    if not version:
        message, hint = f"{title} does not say its version", "write `version: 1.2` into its ruleset.yaml"
        diagnostics.error("version", message, span, hint)
    elif is_version(version) and not wanted.contains(version, prereleases=True):
        message = f"{title} is version {version}, and this asks for {asked.versions}"
        diagnostics.error("version", message, span, "get that version, or ask for another")


def is_version(text: str) -> bool:
    """Whether a text is a version that can be compared with others, such as `1.2` or `2.0rc1`."""
    from packaging.version import InvalidVersion, Version

    try:
        Version(text)
    except InvalidVersion:
        return False
    return True
