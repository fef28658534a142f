"""Write the fake site to a folder, to look at: `python tests/site_gallery.py FOLDER`. Not a test."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import site_views

from sheetgen.site.assets import asset_files
from sheetgen.templating.renderer import Renderer, TemplateFolders, renderer

ROOT = Path(__file__).resolve().parents[1]
TEMPLATES = ROOT / "templates"


RULES = """(function () {
function track(given) {
  var tb = given.tb, heavy = Math.max(1, Math.floor(tb / 2));
  return {
    outputs: { light: tb, heavy: heavy, deadly: 1, total: tb + heavy + 1 },
    why: { light: "TB " + tb, heavy: "max(1, TB " + tb + " ÷ 2)", total: tb + " + " + heavy + " + 1" }
  };
}
function hit(given, house) {
  if (given.damage > 99) throw new Error("Damage is at most 99 here.");
  var margin = given.damage - given.defense;
  return {
    outputs: { standard: margin > 4 ? 2 : margin > 0 ? 1 : 0, savage: margin > 9, kill: house.instant_kill || 30 },
    why: { standard: "margin " + margin + " = damage " + given.damage + " - defense " + given.defense }
  };
}
var rules = { track: track, hit: hit };
window.sheetgenRules = { run: function (ruleset, rule, given, house) { return rules[rule](given, house); } };
})();
"""


def draw() -> Renderer:
    return renderer(TemplateFolders(TEMPLATES))


def write_site(folder: Path) -> dict[str, Path]:
    """Every fake page, with assets and fonts; pages by name."""
    drawn = draw()
    files = dict(asset_files(drawn, site_views.THEMES))
    files |= {"assets/rules/rose.js": RULES.encode(), "assets/js/rules-runtime.js": b""}
    where: dict[str, Path] = {}
    for name, page in site_views.site(drawn).items():
        path = page.shell.path if name not in {"404"} else "404.html"
        path = path if name in {"home", "404", "search", "tray"} else f"{path.rsplit('/', 1)[0]}/{name}.html"
        files[path] = drawn.render_page(page).encode()
        where[name] = folder / path
    for path, data in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return where


if __name__ == "__main__":
    for name, path in write_site(Path(sys.argv[1])).items():
        print(f"{name:12} {path.stat().st_size:7} {path}")
