"""`cards --press` and `book --press`: files for a printing house."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from sheetgen.cli.app import Misuse
from sheetgen.cli.common import nearest_name
from sheetgen.cli.print_run import printed

if TYPE_CHECKING:
    from sheetgen.blocks import EntryView
    from sheetgen.print.engine.session import PrintSession
    from sheetgen.print.plan.rulebook import Rulebook
    from sheetgen.print.press.icc import InkProfile
    from sheetgen.print.style import PrintResult, PrintStyle

Profile = TypeVar("Profile")
_OF_PAPER = ("paper", "duplex", "offset", "margin", "bleed", "corners")
"""Options of cards that say how they lie on paper."""


def print_cards_for_printer(
    views: Sequence[tuple[EntryView, int]], style: PrintStyle, card: str, printer: str, png: bool, stem: str,
    icc: Path | None, output: Path | None,
) -> None:  # fmt: skip
    """A deck as a printer wants it; what says how cards lie on paper has no place there."""
    from sheetgen.print.errors import PrintError
    from sheetgen.print.press.press_cards import print_press_cards
    from sheetgen.print.press.profiles import card_printers

    context = click.get_current_context()
    for option in _OF_PAPER:
        if context.get_parameter_source(option) is click.core.ParameterSource.COMMANDLINE:
            raise Misuse(f"--{option} is for cards on paper of your own", f"leave out --{option}, or --press and --png")
    profile = _chosen(card_printers(), printer)
    pictures = png or profile.files == "png"
    if pictures and icc is not None:
        raise Misuse("pictures have the colours of a screen, and no ICC profile", "leave out --icc")
    profile = replace(profile, icc=_icc(icc))
    try:
        size = profile.card(card)
    except PrintError as error:
        raise Misuse(str(error), "choose it with --card") from None
    file = _file(output, f"{stem}-{printer}", "zip" if pictures else "pdf")
    printed(lambda session: print_press_cards(session, views, style, size, profile, pictures), file)


def print_book_for_printer(
    rules: Rulebook, run: Callable[[PrintSession], PrintResult], style: PrintStyle, printer: str, spine: float | None,
    icc: Path | None, output: Path | None,
) -> None:  # fmt: skip
    """A rulebook as a printer wants it: its pages, which `run` prints, and its cover apart."""
    from sheetgen.print.press.press_book import CoverText, print_press_book
    from sheetgen.print.press.profiles import book_printers

    profile, file = (
        replace(_chosen(book_printers(), printer), icc=_icc(icc)),
        _file(output, f"rulebook-{printer}", "zip"),
    )
    cover = CoverText(rules.title, rules.subtitle, rules.colophon)
    printed(lambda session: print_press_book(session, run(session), cover, style, profile, spine), file)


def _icc(path: Path | None) -> InkProfile | None:
    """The ICC profile of a file, where one is given."""
    from sheetgen.print.errors import PrintError
    from sheetgen.print.press.icc import ink_profile
    from sheetgen.text.source import content

    if path is None:
        return None
    try:
        return ink_profile(content(path) or b"")
    except PrintError as error:
        raise Misuse(f"`{path}`: {error}", "take the profile for coated paper that your printer names") from None


def _chosen(known: Mapping[str, Profile], name: str) -> Profile:
    profile = known.get(name)
    if profile is None:
        raise Misuse(
            f"no printer `{name}` is known", nearest_name(name, [*known]) or f"choose one of {', '.join(known)}"
        )
    return profile


def _file(output: Path | None, stem: str, end: str) -> Path:
    """The file to write, which tells by its name what is in it."""
    if output is not None and output.suffix.lower() != f".{end}":
        raise Misuse(f"`{output}` would be a {end.upper()} file", f"name it {output.with_suffix(f'.{end}')}")
    return output or Path(f"{stem}.{end}")
