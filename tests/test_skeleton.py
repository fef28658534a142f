"""New entries to fill in: for every kind of every ruleset that is found, valid as they stand and when filled in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sheetgen.model.ruleset.load import load
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.skeleton import starter
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.source import SourceFile
from sheetgen.yaml.load import parse

CONTENT = Path(__file__).parents[1] / "content"
FOLDERS = sorted(path.parent for path in CONTENT.glob("*/ruleset.yaml"))


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.name)
def ruleset(request: pytest.FixtureRequest) -> Ruleset:
    loaded = load(request.param, CONTENT, Diagnostics())
    assert loaded is not None
    return loaded


@pytest.mark.parametrize("filled_in", [False, True], ids=["as it stands", "filled in"])
def test_a_new_entry_is_valid(ruleset: Ruleset, filled_in: bool) -> None:
    for kind in ruleset.kinds.values():
        text = starter(kind, 'Vera "No": 12 # Lindqvist')
        if filled_in:
            head, needed, waiting = text.split("\n\n")
            text = "\n".join([head, needed, re.sub(r"^# ", "", waiting, flags=re.MULTILINE)])
        diagnostics = Diagnostics()
        document = parse(SourceFile(Path("new.yaml"), "new.yaml", text), diagnostics)
        assert document is not None and isinstance(document.data, dict) and not len(diagnostics), (kind.id, text)
        kind.entry_model.model_validate(document.data)
        assert document.data["name"] == 'Vera "No": 12 # Lindqvist'
        named = set(document.data)
        expected = {field.name for field in kind.fields if not (field.optional or field.has_default)}
        assert named >= expected and (filled_in or named == expected), kind.id


def test_a_new_entry_tells_the_words_and_the_defaults() -> None:
    folder = next(folder for folder in FOLDERS if "one of element" in (folder / "ruleset.yaml").read_text("utf-8"))
    loaded = load(folder, CONTENT, Diagnostics())
    assert loaded is not None
    for kind in loaded.kinds.values():
        text = starter(kind, "Vera", "../.sheetgen/x.schema.json").replace("\n# ", " ").replace("# ", " ")
        assert text.startswith("# yaml-language-server") or "yaml-language-server: $schema=../.sheetgen/x" in text
        assert "a term of" not in text and "a mapping of names" not in text
