"""The group of all commands: how it ends, and how it colours."""

from __future__ import annotations

import errno
import gc
import os
import re
import sys
import traceback
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

import click
from click.exceptions import NoArgsIsHelpError

FINE, MISTAKES, MISUSED, BUG = 0, 1, 2, 3
"""The exit statuses."""

SELDOM = (50_000, 20, 50)
"""How often Python looks for garbage: what a command makes lives to its end, and looking took a third of its time."""


class ContentError(click.ClickException):
    """An error in the content, with a message for users."""

    exit_code = MISTAKES


class Misuse(click.UsageError):
    """A command used wrongly; the message says what is wrong and `next_step` what to do."""

    def __init__(self, message: str, next_step: str = "") -> None:
        super().__init__(message)
        self.next_step = next_step


class Commands(click.Group):
    """A group that ends with 0, 1 for mistakes in the content, 2 for a wrong use, or 3 for a bug of its own."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._sections: dict[str, list[click.Command]] = {}

    def add_section(self, title: str, commands: Iterable[click.Command]) -> None:
        """Add commands which the help lists together."""
        self._sections[title] = list(commands)
        for command in self._sections[title]:
            self.add_command(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by section, each with the beginning of what it does."""
        longest = max(len(name) for name in self.commands)
        for title, commands in self._sections.items():
            with formatter.section(title):
                formatter.write_dl([(f"{command.name:<{longest}}", _in_short(command)) for command in commands])

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """A context without colours where NO_COLOR is set."""
        extra.setdefault("color", False if os.environ.get("NO_COLOR") else None)
        return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, to its end or until the reader closes the pipe, as in `sheetgen show ID | head`."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(FINE)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line and, in standalone mode, exit."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode, **extra)
        gc.set_threshold(*SELDOM)
        try:
            status = super().main(args, prog_name, complete_var, False, **extra)
        except click.ClickException as error:
            _report(error)
            sys.exit(error.exit_code)
        except click.Abort:
            click.echo("Stopped.", err=True)
            sys.exit(MISTAKES)
        except OSError as error:
            # A disk that is full under what is told, such as `sheetgen show ID --json > FILE`.
            if error.filename is not None or error.errno not in (errno.ENOSPC, errno.EIO):
                _report_bug(error)
            _line("error", "red", f"the output could not be written: {error.strerror}")
            sys.exit(MISTAKES)
        except Exception as error:
            from sheetgen.templating.renderer import RenderError

            if not isinstance(error, RenderError):
                _report_bug(error)
            _line("error", "red", str(error))
            sys.exit(MISTAKES)
        sys.exit(status if isinstance(status, int) else FINE)


def _in_short(command: click.Command) -> str:
    """What a command does, up to where its help goes into detail."""
    return re.split(r"[.:;]\s", " ".join((command.help or "").split()), maxsplit=1)[0]


def _report(error: click.ClickException) -> None:
    if isinstance(error, NoArgsIsHelpError):
        error.show()
        return
    _line("error", "red", error.format_message())
    if isinstance(error, click.UsageError):
        known = error.ctx.command_path if error.ctx else "sheetgen"
        step = getattr(error, "next_step", "")
        _line("help", "cyan", step or f"`{known} --help` tells how it is used")


def _report_bug(error: Exception) -> NoReturn:
    _line("error", "red", f"this is a bug in sheetgen: {type(error).__name__}: {error}")
    _line("help", "cyan", "please report it with the steps that led here; SHEETGEN_TRACEBACK=1 shows where it is")
    if os.environ.get("SHEETGEN_TRACEBACK") == "1":
        traceback.print_exception(error)
    sys.exit(BUG)


def _line(word: str, colour: str, text: str) -> None:
    """A line of an error. Names of files, those in an archive too, may hold what moves the cursor of a terminal."""
    from sheetgen.text.snippet import visible

    text = "\n".join(map(visible, text.expandtabs().split("\n")))
    plain = False if os.environ.get("NO_COLOR") else None
    click.echo(f"{click.style(word, fg=colour, bold=True)}: {text}", err=True, color=plain)
