"""Files for programs: a catalogue of the data that the site carries, and its contents as `llms.txt` (llmstxt.org)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from sheetgen.model.project import Project
from sheetgen.site.entry_pages import data_address
from sheetgen.site.games import SiteGame

DATA_FORMAT = 1
"""How the data of a site is laid out; it is raised where programs that read it would have to change."""


def machine_files(project: Project, games: Iterable[SiteGame]) -> Iterator[tuple[str, bytes]]:
    """The files by address."""
    known = list(games)
    catalogue = {"format": DATA_FORMAT, "title": project.title, "games": [_of_game(game) for game in known]}
    yield "data.json", f"{json.dumps(catalogue, ensure_ascii=False, indent=1)}\n".encode()
    yield "llms.txt", "\n".join(_contents(project, known)).encode()


def _of_game(game: SiteGame) -> dict[str, Any]:
    model = game.ruleset.model
    kinds = [
        {
            "id": kind.id,
            "title": kind.model.plural,
            "entries": len(game.entries.of(kind.id)),
            "data": data_address(game.context.list_address(kind.id)),
        }
        for kind in game.entries.kinds()
    ]
    return {"id": model.id, "title": model.title, "version": model.version, "page": game.front, "kinds": kinds}


def _contents(project: Project, games: Iterable[SiteGame]) -> Iterator[str]:
    yield from (f"# {project.title}", "")
    if project.tagline:
        yield from (f"> {project.tagline}", "")
    yield from ("Every list of entries is also there as JSON; [data.json](data.json) says where.", "")
    for game in games:
        yield from (f"## {game.ruleset.edition}", "")
        if game.ruleset.model.tagline:
            yield from (game.ruleset.model.tagline, "")
        for page in (*game.chapters, *game.pages):
            if page.slug != "index":
                yield _line(page.title, f"{game.folder}{page.slug}.html", page.meta.summary)
        for kind in game.entries.kinds():
            yield _line(kind.model.plural, data_address(game.context.list_address(kind.id)), kind.model.doc)
        yield _line("Rules", f"{game.folder}rules/index.html", "Every rule as a formula.")
        yield ""


def _line(title: str, address: str, summary: str) -> str:
    said = " ".join(summary.split())
    return f"- [{title}]({address}){f': {said}' if said else ''}"
