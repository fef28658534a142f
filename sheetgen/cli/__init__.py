"""The command line. The only package that prints or exits.

Exit status: 0 fine, 1 problems in the content, 2 usage, 3 a bug in sheetgen. Commands import what they run when
they run, so that help, completion and single rules answer at once.
"""

from __future__ import annotations

import atexit
import gc

import click

from sheetgen import __version__
from sheetgen.cli.app import Commands
from sheetgen.cli.building import build, cache, check
from sheetgen.cli.diff_command import diff_versions
from sheetgen.cli.export_command import export
from sheetgen.cli.odds_command import odds
from sheetgen.cli.print_handouts import book, calibrate, packet, party, quick_reference, screen, tents
from sheetgen.cli.printing import cards, sheet
from sheetgen.cli.read_command import read_form
from sheetgen.cli.roll_command import roll_table
from sheetgen.cli.rule_command import rule
from sheetgen.cli.scaffold import add, completion, new, schema
from sheetgen.cli.serve_command import serve
from sheetgen.cli.sharing import get, pack
from sheetgen.cli.show import show_entry
from sheetgen.cli.test_command import run_tests


@click.group(
    "sheetgen", cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="sheetgen")
def cli() -> None:
    """An executable rulebook: a site, sheets and cards from a game's rules and your YAML.

    \b
    sheetgen new my-campaign --ruleset GAME
    sheetgen add character "Vera Lindqvist" --project my-campaign
    sheetgen serve my-campaign
    sheetgen build my-campaign
    """


PRINTING = (sheet, cards, packet, tents, party, screen, quick_reference, book, calibrate)
"""The commands of `print_outputs.OUTPUTS`."""

cli.add_section("Write", (new, add, serve, check, build))
cli.add_section("Look up", (show_entry, rule, roll_table, odds, diff_versions, run_tests))
cli.add_section("Print", PRINTING)
cli.add_section("Share", (pack, get, read_form, export))
cli.add_section("Set up", (schema, completion, cache))


def main() -> None:
    """Run the command line; a bug in sheetgen itself exits with status 3.

    Nothing is searched for garbage, at its end either, which takes a tenth of the time of a large check; commands that
    go on for long have it searched for.
    """
    gc.disable()
    atexit.register(gc.freeze)
    cli.main()
