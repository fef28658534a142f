"""Rules of the repository: what may import what, what may be named, what must be told."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from sheetgen.cli import cli
from sheetgen.diagnostics import CODES

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "sheetgen"
SOURCES = sorted(PACKAGE.rglob("*.py"))

LAYERS = [
    {"source", "shipped"},
    {"nearest"},
    {"diagnostics"},
    {"strays"},
    {"cache"},
    {"shelf"},
    {"svg"},
    {"images"},
    {"excerpt", "digest"},
    {"report"},
    {"scalars"},
    {"yamlplaces"},
    {"yamlcompose"},
    {"yamlsyntax"},
    {"yamlfile"},
    {"blocks"},
    {"jsontext", "outpaths"},
    {"formula"},
    {"ruleset"},
    {"filters"},
    {"marks"},
    {"markdown"},
    {"lineage"},
    {"library"},
    {"players"},
    {"project"},
    {"derive"},
    {"specimens"},
    {"game"},
    {"layout"},
    {"pages"},
    {"folding"},
    {"sitehtml", "sitecss", "policy"},
    {"sandbox"},
    {"render"},
    {"nearmisses"},
    {"reference"},
    {"book"},
    {"calculators"},
    {"ruleviews"},
    {"recordtables"},
    {"directives"},
    {"search"},
    {"site"},
    {"printing"},
    {"swap"},
    {"output"},
    {"assets"},
    {"printjobs"},
    {"build"},
    {"progress"},
    {"serve"},
    {"cli"},
]
"""The package from the ground up: a module imports only what stands below it (or its own package)."""

LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


def imports(path: Path) -> Iterator[str]:
    """The modules of sheetgen that a file imports, by their first name."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sheetgen"):
            parts = (node.module or "").split(".")
            yield from ([parts[1]] if len(parts) > 1 else [alias.name for alias in node.names])
        elif isinstance(node, ast.Import):
            yield from (a.name.split(".")[1] for a in node.names if a.name.startswith("sheetgen."))


def module(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_downward(path: Path) -> None:
    here = module(path)
    if here == "__init__":
        return
    assert here in LEVEL, f"{here} has no layer"
    for name in imports(path):
        if name in ("__version__", here):
            continue
        assert name in LEVEL, f"{name} has no layer"
        assert LEVEL[name] < LEVEL[here], f"{here} imports {name}, which is not below it"


def test_no_ruleset_is_named_in_the_program() -> None:
    names = [yaml.safe_load(path.read_text("utf-8"))["id"] for path in ROOT.glob("content/*/ruleset.yaml")]
    assert names
    found = [
        (path.name, name)
        for path in SOURCES
        for name in names
        if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", path.read_text("utf-8"), re.IGNORECASE)
    ]
    assert found == []


def test_only_the_command_line_prints_or_exits() -> None:
    found = []
    for path in SOURCES:
        if module(path) == "cli" or path.name == "__main__.py":
            continue
        found += [
            (path.name, node.lineno)
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("print", "exit")
        ]
    assert found == []


def test_only_the_press_imports_weasyprint() -> None:
    importers = {
        path.relative_to(PACKAGE).parts[0]
        for path in SOURCES
        if re.search(r"\b(import|from) weasyprint|import_module\(.weasyprint", path.read_text("utf-8"))
    }
    assert importers == {"printing"}


def test_every_code_is_used_and_in_the_guide() -> None:
    text = "".join(path.read_text("utf-8") for path in SOURCES if path.name != "diagnostics.py")
    assert [code for code in CODES if f'"{code}"' not in text] == []
    assert "::: diagnostics" in (ROOT / "content/guide/messages.md").read_text("utf-8")


def test_every_command_is_in_the_guide_and_has_help() -> None:
    guide = "".join(path.read_text("utf-8") for path in (ROOT / "content/guide").glob("*.md"))
    for name, command in cli.commands.items():
        assert f"sheetgen {name}" in guide, name
        assert command.help, name
        assert CliRunner().invoke(cli, [name, "--help"]).exit_code == 0


def test_every_command_of_the_guide_exists() -> None:
    pages = "".join(path.read_text("utf-8") for path in (ROOT / "content/guide").glob("*.md"))
    text = "".join(pages.split("```")[1::2])
    for name in re.findall(r"^sheetgen ([a-z]+)", text, re.MULTILINE):
        assert name in cli.commands, name
    for line in re.findall(r"^sheetgen ([a-z]+)(.*)$", text, re.MULTILINE):
        options = {option for parameter in cli.commands[line[0]].params for option in parameter.opts}
        for option in re.findall(r"(?<!\S)(--[a-z-]+)", line[1]):
            assert option in options, line


def test_no_path_of_a_machine_is_committed() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split(
        "\n"
    )
    suffixes = {".py", ".md", ".yaml", ".html", ".css", ".js", ".toml", ".txt", ""}
    for name in listed:
        path = ROOT / name
        if name and path.is_file() and path.suffix in suffixes:
            text = path.read_text("utf-8", errors="ignore")
            assert not re.search(r"/(?:home|Users|root)/\w", text), name
