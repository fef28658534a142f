"""The errors of printing, in words for users: what happened and what to do about it."""

from __future__ import annotations


class PrintError(Exception):
    """An error of printing that the user can mend; the text is the whole message."""


class EngineMissingError(PrintError):
    """The PDF engine, or a library that it needs, is not on this machine."""


class EngineError(PrintError):
    """The PDF engine refused a document, ran out of its time or memory, or complained."""


class TemplateFailedError(PrintError):
    """A template that a campaign or ruleset brings along is wrong, or takes too long: in which file, at which line."""

    def __init__(self, place: str, line: int, message: str, file: str = "") -> None:
        super().__init__(place, line, message, file)
        self.place, self.line, self.message, self.file = place, line, message, file

    def __str__(self) -> str:
        return f"{self.place}:{self.line}: {self.message}"


class PaperError(PrintError):
    """An unknown paper or card size, or a card that this paper cannot hold."""


class DoesNotFitError(PrintError):
    """An entry that does not fit at the smallest type.

    `entry_id` names it; `over_mm` is by how many millimetres of height (or width) it is too long;
    `where` is what it should fit, `block` the title of its longest part,
    `fault` what of its text does not fit; `better` is the advice.
    """

    def __init__(
        self,
        entry_id: str,
        over_mm: float,
        where: str = "its card",
        block: str = "",
        better: str = "shorten its longest texts or take a larger size",
        fault: str = "",
    ) -> None:
        part = f"; its longest part is “{block}”" if block else ""
        part += f" ({fault})" if fault else ""
        super().__init__(
            f"{entry_id} does not fit {where}: at the smallest type it is {over_mm:.0f} mm too long{part}; {better}"
        )
        self.where = where
        self.entry_id = entry_id
        self.over_mm = over_mm
        self.block = block
        self.better = better
        self.fault = fault

    def advising(self, better: str) -> DoesNotFitError:
        """The same error with other advice."""
        return DoesNotFitError(self.entry_id, self.over_mm, self.where, self.block, better, self.fault)

    def __reduce__(self) -> tuple[type[DoesNotFitError], tuple[str, float, str, str, str, str]]:
        return type(self), (self.entry_id, self.over_mm, self.where, self.block, self.better, self.fault)
