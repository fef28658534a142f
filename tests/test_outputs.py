"""What can be printed stands in one table; the commands, the page of PDFs and the jobs are made from it."""

from __future__ import annotations

from importlib import import_module
from inspect import signature

import pytest

from sheetgen.cli import PRINTING, cli
from sheetgen.cli.print_options import ARGUMENTS, OPTIONS
from sheetgen.languages.program_words import Words
from sheetgen.print_outputs import OUTPUTS, commands


@pytest.mark.parametrize("name", OUTPUTS)
def test_every_output_has_a_command_and_jobs(name: str) -> None:
    output = OUTPUTS[name]
    module, _, function = output.offers.partition(".")
    offers = getattr(import_module(f"sheetgen.print.plan.{module}"), function)
    assert list(signature(offers).parameters) == ["request"]
    assert {*output.options} - {"output"} <= OPTIONS.keys()
    taken = [option for option in cli.commands[name].params if option.name != "help"]
    assert len(taken) == len(output.options) + bool(output.argument)
    assert all(line.startswith(f"sheetgen {name}") for line in output.examples)


def test_nothing_is_printed_that_the_table_does_not_know() -> None:
    assert [command.name for command in PRINTING] == [*OUTPUTS]
    options = {option for output in OUTPUTS.values() for option in output.options}
    assert options == {*OPTIONS, "output"}
    assert {output.argument for output in OUTPUTS.values()} == {*ARGUMENTS, ""}


def test_the_page_of_pdfs_lists_a_filter_where_there_is_one() -> None:
    assert [line for line, _ in commands("", Words()) if "cards" in line] == ["sheetgen cards"]
    assert ("sheetgen cards 'tier:2'", "only the cards that match") in commands("tier:2", Words())
    assert len(commands("tier:2", Words())) == len(commands("", Words())) + 1
