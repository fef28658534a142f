"""Pages conform to HTML: the Nu validator of the W3C (`vnu-jar` of npm) finds no error on a page of each type."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import site_gallery
from small_game import GAME

from sheetgen.build import Options, build

VALIDATOR = Path(__file__).parent.parent / ".ci" / "node" / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"
WORDS = """
    name: "Otter & <Sons>"
    tier: 2
    toughness: 45
    attacks: [{name: 'Pebble "&" <b>', element: ice, damage: 3}]
    friend: otter
    secret: |
      1. It owes *everybody* money.
      2. > and never pays

      | What | When |
      |---|--:|
      | a | b |
    """


@pytest.mark.skipif(not VALIDATOR.is_file(), reason="needs vnu-jar: npm install --prefix .ci/node")
@pytest.mark.skipif(shutil.which("java") is None, reason="needs Java for vnu-jar")
def test_a_page_of_each_type_conforms(
    project: Callable[[Mapping[str, str]], Path], tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    drawn = site_gallery.write_site(tmp_path_factory.mktemp("gallery"))
    assert build(Options(project({**GAME, "beasts/sons.yaml": WORDS}), tmp_path / "made", pdf=False)).published
    pages = [*drawn.values(), *(tmp_path / "made").rglob("*.html")]
    quick = ["-Xss8m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]  # for a program that ends soon
    asked = ["java", *quick, "-jar", str(VALIDATOR), "--errors-only", "--exit-zero-always", "--format", "json"]
    done = subprocess.run([*asked, *map(str, pages)], capture_output=True, text=True, check=True, timeout=300)
    messages = json.loads(done.stderr)["messages"]
    assert [
        (message["url"].rpartition("/")[2], message["lastLine"], message["message"], message["extract"])
        for message in messages
    ] == []
