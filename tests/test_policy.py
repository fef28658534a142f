"""The policy of a page names the scripts of the program's own templates, and no other."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

from sheetgen.templating.policy import SCRIPT, own_scripts, with_policy

TEMPLATES = Path(__file__).parent.parent / "templates" / "site"


def digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def directives(html: str) -> dict[str, str]:
    """The policy of a page by directive."""
    [content] = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', html)
    return {name: rest for name, _, rest in (part.partition(" ") for part in content.split(";"))}


def test_scripts_of_templates_are_the_same_on_every_page() -> None:
    scripts = own_scripts(path.read_text("utf-8") for path in TEMPLATES.rglob("*.html"))
    assert len(scripts) >= 3
    assert not any("{{" in script or "{%" in script for script in scripts)


def test_only_known_scripts_and_styles_of_the_head_may_stand_in_a_page() -> None:
    page = (
        '<!doctype html>\n<html><head>\n<meta charset="utf-8"><style>a{}</style><script>known()</script></head>'
        "<body><script>injected()</script><style>b{}</style></body></html>"
    )
    html = with_policy(page, frozenset({"known()", "elsewhere()"}))
    sources = directives(html)
    assert sources["default-src"] == "'none'"
    assert sources["script-src"] == f"'self' file: {digest('known()')}"
    assert sources["style-src-elem"] == f"'self' file: {digest('a{}')}"
    assert "unsafe" not in sources["script-src"]
    assert html.index("charset") < html.index("Content-Security-Policy") < html.index("<style>")


def test_a_page_of_a_template_without_a_head_has_a_policy() -> None:
    for page in ("<!doctype html><title>T</title>x", "<html><head><title>T</title></head>x", "<p>x"):
        assert directives(with_policy(page, frozenset()))["script-src"] == "'self' file:"


def test_every_page_template_takes_its_scripts_from_files_or_as_they_stand() -> None:
    for path in TEMPLATES.rglob("*.html"):
        text = path.read_text("utf-8")
        for opening in re.findall(r"<script\b[^>]*>", text):
            assert opening == "<script>" or " src=" in opening or "ld+json" in opening, path
        assert not re.search(r"\son\w+\s*=", SCRIPT.sub("", text)), path
