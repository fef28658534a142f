"""What makes the site an app that is installed and used offline: its service worker and its manifest."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from rjsmin import jsmin

from sheetgen.languages.program_words import Words
from sheetgen.model.ruleset.themes import Theme
from sheetgen.templating.bundles import texts_asked
from sheetgen.text.json_script import json_text


def service_worker(
    shared: Path, words: Words, version: str, core: Iterable[str], paths: Iterable[str], size: int
) -> str:
    """The script that keeps the site for use offline, for `service-worker.js` at the root.

    `version` changes with the content (a digest); `core` is what is kept at once, `paths` are all that may be, relative
    to the root: pages, stylesheets, scripts, fonts; leave out PDFs, they are large. `size` is that of all, in bytes.
    """
    first = sorted(core)
    rest = sorted(set(paths) - set(first))
    script = (shared / "assets/js/service-worker.js").read_text("utf-8")
    asked = texts_asked(script)
    own = {text: wording for text, wording in words.different.items() if text in asked}
    site = {"version": version, "paths": first + rest, "core": len(first), "bytes": size}
    text = json_text(site | {"language": words.language, "words": own})
    return f"var SITE={text};\n" + str(jsmin(script))


def web_manifest(title: str, description: str, theme: Theme | None, language: str = "en") -> str:
    """The text of `manifest.webmanifest`: what makes the site installable."""
    icons = [{"src": f"assets/icon-{theme.ruleset}.svg", "sizes": "any", "type": "image/svg+xml"}] if theme else []
    manifest = {
        "name": title,
        "short_name": title[:24],
        "description": description,
        "lang": language,
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#131016",
        "theme_color": "#131016",
        "icons": icons,
    }
    return json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"
