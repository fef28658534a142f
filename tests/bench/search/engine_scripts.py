"""The scripts of the search engine, in the order in which a page runs them, without what a page adds."""

from pathlib import Path

from sheetgen.templating.script_parts import SCRIPTS

SITE_SCRIPTS = Path(__file__).resolve().parents[3] / "templates" / "assets" / "js"
_PARTS = (*SCRIPTS["search-meaning"], *SCRIPTS["search"])
ENGINE = [str(SITE_SCRIPTS / f"{part}.js") for part in _PARTS if part not in ("words", "search")]
