"""Rules of the repository: what may import what, what may be named, what must be documented."""

from __future__ import annotations

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sheetgen.blocks import BLOCKS
from sheetgen.cli import cli
from sheetgen.model.ruleset.load import load
from sheetgen.text.diagnostics import CODES, Diagnostics

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "sheetgen"
SOURCES = sorted(PACKAGE.rglob("*.py"))

LAYERS = {
    "": (
        "processes text languages dice yaml formula output markdown media blocks model views templating print_outputs "
        "reference site print finished_runs opened_games build serve cli"
    ),
    "blocks": f"parts sheet_pages base slots {' '.join(BLOCKS)}",
    "cli": (
        "app completing common progress building explain_output select print_run print_options for_printers printing "
        "print_handouts serve_command rule_command roll_command test_command sharing entry_diff "
        "form_values form_changes read_command diff_command export_command asking rolled_entry asked_entry scaffold "
        "show odds_command"
    ),
    "formula": (
        "runtime partly_known dice_texts distributions reasons types number_formats builtins functions "
        "function_examples words_of_python syntax_problems parse scope checking check script_nodes python_tree emit "
        "named_parts explain compile known_part translate javascript prose book_prose settled calls_in_place"
    ),
    "formula/checking": "checker calls collections operators values",
    "dice": "notation rolled_tables roller",
    "languages": "collation program_words",
    "markdown": (
        "code units drawn_text tree plain syntax terms fragment surroundings outline token_words core_rules "
        "phone_tables table_dice render foreign_secrets torn_markup literal_markup near_misses"
    ),
    "media": "svg images fonts marks outlines style_files",
    "model": (
        "ruleset known_places lineage overlays entry_effects entries entry_validation library linked_library options "
        "changed_values calculation owned_effects filled_texts resolved_fields stated "
        "computed_entry entry_checks entry_json circular_entries steps_together derive "
        "attack_odds fight_course fight_plans course_texts "
        "players_edition css_declarations style_sheets unread_files "
        "project_file project_models project campaign_entries game_names editions file_schemas shared_rulesets "
        "ruleset_changes ruleset_effects loaded standing_fighters entry_versions entry_differences edited_files "
        "form_fields form_options form_scripts option_boxes memoised_steps query specimens"
    ),
    "model/ruleset": (
        "versions ruleset_folders text_types theme_models ruling_models attack_models advance_models creation_models "
        "rule_models layout_models kind_models ruleset_models shapes value_types field_types field_sorts "
        "vocabulary validation field_problems messages documents layers "
        "layered_documents written_entries translations replacements names layered_files sheet_grids layouts rules "
        "attacks field_conditions advances derivations creation kinds hidden_kinds circular_kinds effects "
        "computed_texts kind_files ruleset_entries records declarations rulings lookup_tables dice_tables rule_files "
        "rolled_fields own_marks themes bodies worked own_words ruleset_vocabularies ruleset load kept_rulesets "
        "run_rule cases schema script skeleton"
    ),
    "output": "exchange replace_file paths file_states publish",
    "print": (
        "errors paper resources sizes css text_metrics measure block_print text_parts blocks untrusted_templates "
        "style templates engine pdf books empty_columns cards fighters sheets own_styles "
        "odds_tables handout_documents packets party tents jobs rasterise press plan"
    ),
    "print/books": (
        "running_heads binding tables folded_tables table_lines content flat_boxes indexing book_page index_columns "
        "contents_fit book_parts books panel_pages"
    ),
    "print/cards": "banner shape candidates impose head back_picture card_page larger decks",
    "print/engine": (
        "overflow complete copyfit box_values shared_styles text_layouts shared_pictures html_tree job "
        "runs tagging filling galley engine pool session run_jobs worker"
    ),
    "print/measure": "colours frame draw estimate name_sizes rich_text texts running_text sheet_frame",
    "print/press": "inks icc xmp pdfx profiles press_cards press_book",
    "print/pdf": "embedding fields truetype font_merge calculating forms structure merging postprocess",
    "print/plan": (
        "pictures spoken print_job book_links entry_prints block_texts ornaments book_pictures rule_use packet_odds "
        "fights index_words table_list panels screens rulebook print_plan print_site own_templates check_templates"
    ),
    "print/sheets": (
        "placing half_page figure_slots blank_form kind_tables drawings split measured_bands "
        "reference_page play_page kind_places sheet_layout sheet_css sheet headers grid_pages sheet_page "
        "shorter_sheets sheet_job sheet_set"
    ),
    "print/text_metrics": (
        "own_fonts apostrophes directions system_fonts other_scripts metrics column_widths lowest_tables page_numbers "
        "shaping drawing paragraphs text_tables"
    ),
    "reference": (
        "calculators linked_files written_pages definitions links context rule_views rules_in_short record_tables "
        "entry_tables dice_table_views listings directives"
    ),
    "serve": "boards preview watching saving web",
    "site": (
        "assets portraits signs targets entry_index entry_sources play_fields entry_forms search entry_outlines "
        "fight_parts board_parts drawn_parts memoised_texts entry_contents drawn_entries dropped_texts contents "
        "backlinks games untranslated open_game fight_attacks chrome facets chapters guide_tables changes coverage "
        "tables_page entry_histories creation_pages entries_pages entry_pages list_order list_rows long_lists "
        "kind_lists settings block_samples pdf_figures guide samples listed_names front index_pages kept_files "
        "lazy_files planned_records entry_files machine_files list_records screen_panels rule_pages tool_pages plan "
        "planned_files assembly"
    ),
    "site/search": "record words packing search_facets blocks questions synonyms index",
    "templating": (
        "theme_styles filters policy page_needs script_parts bundles web_app inheritance compiled_templates untrusted "
        "renderer template_syntax"
    ),
    "templating/untrusted": "budget undefined faults instrument operations",
    "text": (
        "addresses cache source git suggest diagnostics digest json_script spool late_values value_format kept_values "
        "kept_contents same_values memo snippet report shipped file_digests pickled_fields"
    ),
    "views": "pages present",
    "views/pages": "page_parts entry fragments opening reading tools",
    "views/present": "entry_surroundings entry_values entry_views drawer",
    "yaml": "scalars file_models positions torn_texts compose syntax_errors load",
}
"""The packages from the ground up, then what each holds: a module imports only what stands before it."""


def imports(path: Path) -> Iterator[tuple[str, ...]]:
    """The modules of sheetgen that a file imports, by their names below the package."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "sheetgen":
            names = (node.module or "").split(".")[1:]
            for alias in node.names:
                deeper = PACKAGE.joinpath(*names, alias.name)
                known = deeper.is_dir() or deeper.with_suffix(".py").is_file()
                yield placed((*names, alias.name) if known else tuple(names))
        elif isinstance(node, ast.Import):
            yield from (tuple(a.name.split(".")[1:]) for a in node.names if a.name.startswith("sheetgen."))


def module(path: Path) -> tuple[str, ...]:
    """The name of a module below the package; a package goes by its folder."""
    return placed(path.relative_to(PACKAGE).with_suffix("").parts)


def placed(names: tuple[str, ...]) -> tuple[str, ...]:
    """The name of a module; what a block is on paper stands in its folder and belongs to print."""
    if names[:1] == ("blocks",) and len(names) == 3 and names[-1] != "__init__":
        return ("print", "blocks", names[1])
    return names[:-1] if names[-1:] == ("__init__",) else names


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_downward(path: Path) -> None:
    here = module(path)
    for name in filter(None, imports(path)):
        shared = next((n for n, (a, b) in enumerate(zip(here, name, strict=False)) if a != b), None)
        if shared is None or here[shared] == "__main__":
            continue
        order = LAYERS["/".join(here[:shared])].split()
        assert name[shared] in order and here[shared] in order, f"{'.'.join(name)} or {'.'.join(here)} has no layer"
        assert order.index(name[shared]) < order.index(here[shared]), f"{'.'.join(name)} is not below {'.'.join(here)}"


def test_every_module_has_its_place() -> None:
    for folder, order in LAYERS.items():
        inside = {path.stem for path in (PACKAGE / folder).iterdir() if path.suffix == ".py" or any(path.glob("*.py"))}
        inside |= {"blocks"} if folder == "print" else set()
        assert inside - {"__init__", "__main__"} == set(order.split()), folder or "sheetgen"


PRIVATE = frozenset(
    "one found told shown held press shelf atlas rung rungs ladder glimpse strangers nobody whoever peek hands dress "
    "caution looked_at heeds".split()
)
"""Words that name nothing of the field: a variable is called after its value, a class after what it is."""
OTHER_PYTHON = sorted([*(ROOT / "tests").rglob("*.py"), *(ROOT / ".ci").glob("*.py")])
DIALECT = re.compile(
    r"\b(?:strangers?|nobody|whoever|somebody|shelf|glimpse|rungs?|ladder|atlas|heeds?|dressed)\b", re.I
)
SAME_FILE_NAMES = {
    "load.py": "a ruleset, a YAML file",
    "paper.py": "one for each block, and the sizes of paper",
}
"""Names of files that are in use more than once, each plain from its package."""
MOST_LINES = 400
"""Of a module; one that grows beyond has a second subject, which gets a module of its own."""


@cache
def nodes(paths: tuple[Path, ...] = tuple(SOURCES)) -> list[tuple[str, Any]]:
    """The syntax tree of every module, node by node, with the name of its file."""
    trees = ((str(path.relative_to(ROOT)), ast.parse(path.read_text("utf-8"))) for path in paths)
    return [(name, node) for name, tree in trees for node in ast.walk(tree)]


def test_no_class_is_defined_twice() -> None:
    names = Counter(node.name for _, node in nodes() if isinstance(node, ast.ClassDef))
    assert [name for name, count in names.items() if count > 1] == []


def test_no_file_name_is_used_twice_without_a_reason() -> None:
    names = Counter(path.name for path in SOURCES if not path.name.startswith("__"))
    assert {name for name, count in names.items() if count > 1} <= SAME_FILE_NAMES.keys()


def test_every_module_can_be_read_at_a_sitting() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in SOURCES}
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


@pytest.mark.parametrize("paths", [SOURCES, OTHER_PYTHON], ids=["program", "tests"])
def test_identifiers_are_words_of_the_field(paths: list[Path]) -> None:
    kinds = {ast.Name: "id", ast.arg: "arg", ast.Attribute: "attr", ast.FunctionDef: "name", ast.ClassDef: "name"}
    named = (
        (file, node, getattr(node, kinds[type(node)])) for file, node in nodes(tuple(paths)) if type(node) in kinds
    )
    assert [f"{file}:{node.lineno}: {name}" for file, node, name in named if name.strip("_") in PRIVATE] == []


def test_identifiers_of_scripts_are_words_of_the_field() -> None:
    declared = re.compile(
        rf"(?:\b(?:const|let|var|function) |[(,\[{{] *|^ *)({'|'.join(PRIVATE)})\b(?= *(?:=|\)|,|\())", re.M
    )
    scripts = sorted((ROOT / "templates").rglob("*.js"))
    assert [
        f"{path.name}: {match[0]}" for path in scripts for match in declared.finditer(path.read_text("utf-8"))
    ] == []


@pytest.mark.parametrize("paths", [SOURCES, OTHER_PYTHON], ids=["program", "tests"])
def test_docstrings_are_in_plain_words(paths: list[Path]) -> None:
    """Of modules, classes, functions and attributes; names of tests are sentences, and held to the same."""
    texts = [
        (file, node.value.value)
        for file, node in nodes(tuple(paths))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    texts += [
        (file, node.name.replace("_", " ")) for file, node in nodes(tuple(paths)) if isinstance(node, ast.FunctionDef)
    ]
    assert [f"{file}: {text}" for file, text in texts if DIALECT.search(text)] == []


def test_the_map_of_the_guide_names_what_there_is() -> None:
    text = (ROOT / "content/guide/architecture.md").read_text("utf-8")
    named = re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.(?:py|js))`", text)
    assert named
    assert [name for name in named if not (PACKAGE / name).is_file() and not (ROOT / name).is_file()] == []
    for package in LAYERS[""].split():
        assert f"`{package}`" in text or f"`{package}.py`" in text, package


ALSO_ENGLISH = {
    "what every game master prepares, as commands and kinds of pages call it": (
        "character encounter condition action attack"
    ),
    "how code is written": (
        "frozen none state block first other element guarded half partial pool push run resolve reason failure hex "
        "command escape zero unnamed charge basic normal certain either focus free mixed guess move quality analysis "
        "recover mount delay"
    ),
    "where and how large type and boxes stand": (
        "body head size area long small large high low full light heavy medium main cover close off compact pinned "
        "semi standing moving reduced hide hidden strength star shift"
    ),
    "a property of CSS": "shadow",
    "ordinary prose": "will never ready natural ordinary ground huge likely sight reload status thrown effect",
}
"""Words of the language that are terms of some game as well, by the sense in which the program uses them."""


def names_of_games() -> Iterator[str]:
    """Ids of rulesets, kinds, terms and marks, of three letters or more."""
    for path in ROOT.glob("content/*/ruleset.yaml"):
        ruleset = load(path.parent, ROOT, Diagnostics())
        assert ruleset is not None
        yield from (ruleset.id, *ruleset.kinds)
        yield from (str(term) for vocabulary in ruleset.vocabularies.values() for term in vocabulary.terms)
        yield from (drawing.stem for drawing in (path.parent / "marks").glob("*.svg"))


def test_no_game_is_named_in_the_program_and_its_templates() -> None:
    allowed = {word for words in ALSO_ENGLISH.values() for word in words.split()}
    names = {name.casefold() for name in names_of_games() if len(name) > 2}
    assert len(names) > 300 and allowed <= names, f"no game uses {sorted(allowed - names)} any more"
    templates = [path for path in (ROOT / "templates").rglob("*") if path.suffix in (".html", ".css", ".js", ".svg")]
    assert [path.name for path in templates if path.stem in names - allowed] == []
    for path in (*SOURCES, *templates):
        text = path.read_text("utf-8").casefold()
        words = {*re.findall(r"[\w-]+", text), *re.findall(r"[^\W_]+", text)}
        named_here = words & (names - allowed) | {name for name in names if " " in name and name in text}
        assert not named_here, f"{path.relative_to(ROOT)} names {', '.join(sorted(named_here))}"


def test_only_the_command_line_prints_or_exits() -> None:
    calls = []
    for path in SOURCES:
        if module(path)[:1] == ("cli",) or path.name == "__main__.py":
            continue
        calls += [
            (path.name, node.lineno)
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("print", "exit")
        ]
    assert calls == []


def test_only_the_press_imports_weasyprint() -> None:
    importers = {
        path.relative_to(PACKAGE).parts[0]
        for path in SOURCES
        if re.search(r"\b(import|from) weasyprint|import_module\(.weasyprint", path.read_text("utf-8"))
    }
    assert importers == {"print"}


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
    for name in re.findall(r"^sheetgen ([a-z-]+)", text, re.MULTILINE):
        assert name in cli.commands, name
    for line in re.findall(r"^sheetgen ([a-z-]+)(.*)$", text, re.MULTILINE):
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


def test_lines_of_templates_can_be_read() -> None:
    """Biome sees to stylesheets and scripts, ruff to Python; drawings and inline scripts stay on their line."""
    templates = sorted((ROOT / "templates").rglob("*.html"))
    lines = [(path, line) for path in templates for line in path.read_text("utf-8").splitlines()]
    assert [
        path.name for path, line in lines if len(line) > 130 and "<svg" not in line and "<script>" not in line
    ] == []
