"""The entries of `data/queries.json` as a campaign with a ruleset of its own, in text."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

TABLE: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "queries.json").read_text("utf-8"))
"""Facets with their values, entries with theirs, and what queries choose from them."""


def _kind(title: str, name: str, plural: str) -> str:
    return f"""
        id: {name}
        title: {title}
        plural: {plural}
        folder: {name}
        fields:
          tier: number, optional
          size: number, optional
          arcana: one of arcana, optional
          weak: {{type: list of one of element, title: Weak to, optional: true}}
        layout:
          blocks: {{head: {{type: figures, items: [{{label: Tier, value: tier}}]}}}}
          page: [head]
          card: {{front: [head]}}
        list: {{columns: [{{label: Tier, value: tier}}]}}
        facets: {{tier: tier, size: size, arcana: arcana, weak: weak}}
        """


def _terms(facet: str) -> str:
    values = TABLE["facets"][facet]["values"]
    terms = {name or title.lower() if title.isascii() else "stars": title for title, name in values}
    return json.dumps({term: {"title": title} for term, title in terms.items()}, ensure_ascii=False)


def _entry(name: str, facets: dict[str, list[str]]) -> str:
    written = {"name": name, **{key: texts[0] for key, texts in facets.items() if key not in ("kind", "weak")}}
    numbers = {key: float(Fraction(written[key])) for key in ("tier", "size") if key in written}
    return json.dumps({**written, **numbers, "weak": facets.get("weak", [])}, ensure_ascii=False)


GAME = {
    "campaign.yaml": "title: Queries\nruleset: ./game\n",
    "game/ruleset.yaml": f"""
        id: asked
        title: Asked
        vocabularies: {{arcana: {_terms("arcana")}, element: {_terms("weak")}}}
        """,
    **{f"game/kinds/{names[1]}.yaml": _kind(*names) for names in TABLE["facets"]["kind"]["values"]},
    **{
        f"{facets['kind'][0].lower()}/{number}.yaml": _entry(name, facets)
        for number, (name, facets) in enumerate(TABLE["entries"].items())
    },
}
"""A campaign by path."""
