"""Records to search in, and what the engine answers from them in Node."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from bench.search.engine_scripts import ENGINE
from in_node import in_node
from packed_scripts import index_of, unpacked

from sheetgen.site.search import SearchRecord, SearchSection

ROOT = Path(__file__).resolve().parents[1]
_API = "const api = { ...self.SheetgenWords, ...self.SheetgenPacking, ...self.SheetgenSearch };"


def node(script: str, data: object = None) -> Any:
    """What a script answers: it has `api`, the engine, and `data`, and returns something for JSON."""
    return in_node(f"runScripts(...{json.dumps(ENGINE)}); {_API} {script}", data)


LANTERN = SearchRecord(
    title="Hollow Lantern",
    href="rose/shadows/hollow-lantern.html",
    kind="Shadow",
    ruleset="Rose (d100)",
    ruleset_id="rose",
    aliases=("Lampless One",),
    summary="A ship's lamp with nothing in it.",
    sections=(SearchSection("", "", "A ship's lamp with nothing in it. Claw 2d6+3, costs ★★. Weak to blessings."),),
    facets={"tier": 2, "weak": ("Fire", "Bless"), "tag": ("harbour",)},
)
LANTERNS = SearchRecord(
    title="Lantern Moth",
    href="rose/shadows/lantern-moth.html",
    kind="Shadow",
    ruleset="Rose (d100)",
    ruleset_id="rose",
    summary="Drinks the light of a hollow lantern.",
    facets={"tier": 4, "weak": ("Ice",)},
)
WOUNDS = SearchRecord(
    title="Wounds",
    href="rose/wounds.html",
    kind="Chapter",
    ruleset="Rose (d100)",
    ruleset_id="rose",
    summary="What a hit costs.",
    sections=(
        SearchSection("", "", "Everybody has tracks."),
        SearchSection("Three tracks", "three-tracks", "Light, heavy and deadly wounds have a track each."),
        SearchSection("Getting better", "rest", "Sleep cures a light one. A medic cures +10 of them."),
    ),
)
OTHER = SearchRecord(
    title="Wounds",
    href="cobalt/wounds.html",
    kind="Chapter",
    ruleset="Cobalt (d20)",
    ruleset_id="cobalt",
    summary="Older wounds, kept as they were.",
    sections=(SearchSection("Extra wound", "extra", "A savage hit brings one wound extra."),),
)
FOREIGN = SearchRecord(
    title="火炎弾",
    href="cobalt/fire.html",
    kind="Power",
    ruleset="Cobalt (d20)",
    ruleset_id="cobalt",
    aliases=("Café Brûlé", "أسد"),
    summary="Burns. Costs half.",
    facets={"tier": Fraction(1, 2), "weak": ("Wind",)},
)
EXTRA = SearchRecord(
    title="Savage hits",
    href="rose/savage.html",
    kind="Rule",
    ruleset="Rose (d100)",
    ruleset_id="rose",
    summary="Brings an extra wound.",
)
RECORDS = [LANTERN, LANTERNS, WOUNDS, OTHER, FOREIGN, EXTRA]


def loaded(scripts: dict[str, bytes]) -> dict[str, Any]:
    """What each script puts into its one global; the index with what pages add to it of others."""
    values = {name: unpacked(data) for name, data in scripts.items()}
    of_others = {"records": values["search-records.js"], "little": values["search-parts.js"]["little"]}
    return values | {"search-index.js": values["search-index.js"] | of_others}


def ask(query: str, *more: str, records: list[SearchRecord] = RECORDS, texts: bool = True, **options: object) -> Any:
    """The answer of the engine to one query, or to several."""
    scripts = loaded(index_of(records, {"tier": "Tier", "weak": "Weak to"}))
    answers = node(
        """
        const engine = new api.SearchEngine(data.scripts["search-index.js"]);
        const parts = sort => Object.keys(data.scripts).filter(name => name.includes(sort));
        for (const name of parts("-places-").filter(name => /[0-9]/.test(name)))
          engine.addPlaces(+name.match(/[0-9]+/)[0], data.scripts[name]);
        const chunks = parts("-text-");
        if (data.texts) for (const name of chunks) engine.addText(+name.match(/[0-9]+/)[0], data.scripts[name]);
        return data.queries.map(query => {
          const { parsed, ...answer } = engine.search(query, data.options);
          return { ...answer, words: parsed.words };
        });
        """,
        {"scripts": scripts, "queries": [query, *more], "options": options, "texts": texts},
    )
    return answers if more else answers[0]


def plain(pieces: list[list[Any]]) -> str:
    return "".join(text for text, _ in pieces)


def marked(pieces: list[list[Any]]) -> list[str]:
    return [text for text, on in pieces if on]


def titles(answer: Any) -> list[str]:
    return [plain(hit["title"]) for hit in answer["hits"]]


def page(title: str, *sections: SearchSection, **more: Any) -> SearchRecord:
    """A page of a game."""
    defaults = {"kind": "Chapter", "ruleset": "Rose", "ruleset_id": "rose", **more}
    return SearchRecord(title=title, href=f"rose/{title.lower()}.html", sections=sections, **defaults)
