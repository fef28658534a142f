"""The query grammar: one table of cases for the command line, the site's lists and its search."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_node import needs_node
from packed_scripts import index_of
from projects import open_project
from queried_game import GAME, TABLE
from search_records import loaded, node

from sheetgen.model.query import Facet, Query, Value, read_query
from sheetgen.model.ruleset.vocabulary import name_key
from sheetgen.site.facets import query_facets
from sheetgen.site.search import SearchRecord
from sheetgen.text.diagnostics import Diagnostics

VALUES = {name: {texts[0]: Value.of(*texts) for texts in facet["values"]} for name, facet in TABLE["facets"].items()}
FACETS = [Facet(name, facet["title"], tuple(VALUES[name].values())) for name, facet in TABLE["facets"].items()]


def chosen(query: Query) -> list[str]:
    """The entries of the table that a query chooses."""
    return [name for name, facets in TABLE["entries"].items() if query.chooses([name], values(facets))]


def values(facets: Mapping[str, Sequence[str]]) -> dict[str, list[Value]]:
    return {name: [VALUES[name][text] for text in texts] for name, texts in facets.items()}


def answers(query: str) -> dict[str, Any]:
    read = read_query(query, FACETS)
    problems = {"problems": list(read.problems), "unknown": list(read.unknown)}
    return {"query": query, "chosen": chosen(read), **{key: texts for key, texts in problems.items() if texts}}


@pytest.mark.parametrize("case", TABLE["cases"], ids=lambda case: case["query"])
def test_commands_read_the_grammar(case: dict[str, Any]) -> None:
    assert answers(case["query"]) == case


def test_entries_of_a_game_are_chosen_by_ids_and_titles_of_terms_kinds_and_games(
    project: Callable[[Mapping[str, str]], Path], diagnostics: Diagnostics
) -> None:
    opened = open_project(project(GAME), diagnostics)
    assert opened is not None and not diagnostics.has_errors
    game = opened[1][0]
    entries = list(game.entries.by_key.values())
    facets, values = query_facets(game, entries)

    def names(text: str) -> list[str]:
        query = read_query(text, facets)
        return sorted(
            computed.entry.name
            for computed, own in zip(entries, values, strict=True)
            if query.chooses([computed.entry.name], own)
        )

    assert [names(case["query"]) for case in TABLE["cases"]] == [sorted(case["chosen"]) for case in TABLE["cases"]]
    assert len(names("game:asked")) == len(names("ruleset:*")) == len(entries)


def asked(script: str, data: object) -> Any:
    """What a script answers that has `query`, the grammar, `engine`, the search, and `data`."""
    return node(f"const query = self.SheetgenQuery, engine = api;\n{script}", data)


IN_LISTS = """
const facets = Object.entries(data.facets).map(
  ([id, { title, values }]) => query.facet(id, title, values.map(names => query.value(...names))));
const value = (facet, title) => facet.values.find(v => v.title === title);
return data.cases.map(({ query: text }) => {
  const { words, problems, unknown } = query.read(text, facets);
  const chosen = Object.keys(data.entries).filter(name => words.every(word => word.facet
    ? query.accepts(word, (data.entries[name][word.facet.id] || []).map(title => value(word.facet, title)))
    : query.fold(name).includes(query.fold(word.text)) !== word.excluded));
  return { query: text, chosen, ...(problems.length ? { problems } : {}), ...(unknown.length ? { unknown } : {}) };
});
"""


@needs_node
def test_pages_read_the_grammar() -> None:
    assert asked(IN_LISTS, TABLE) == TABLE["cases"]


@needs_node
def test_the_search_reads_the_grammar() -> None:
    records = [
        SearchRecord(
            title=name,
            href=f"{number}.html",
            kind=facets["kind"][0],
            ruleset="Rose",
            ruleset_id="rose",
            facets=typed(facets),
        )
        for number, (name, facets) in enumerate(TABLE["entries"].items())
    ]
    titles = {name: facet["title"] for name, facet in TABLE["facets"].items()}
    also = {name: {texts[0]: texts[1:] for texts in facet["values"]} for name, facet in TABLE["facets"].items()}
    index = loaded(index_of(records, titles, spellings=also))["search-index.js"]
    script = """
    const search = new engine.SearchEngine(data.index);
    return data.cases.map(({ query: text }) => {
      const { hits, parsed } = search.search(text), names = Object.keys(data.entries);
      const titles = hits.map(hit => hit.title.map(piece => piece[0]).join("")), { problems, unknown } = parsed;
      const chosen = names.filter(name => titles.includes(name));
      return { query: text, chosen, ...(problems.length ? { problems } : {}), ...(unknown.length ? { unknown } : {}) };
    });
    """
    data = {**TABLE, "index": index}
    data["cases"] = [
        case for case in TABLE["cases"] if all(word.facet for word in read_query(case["query"], FACETS).words)
    ]
    assert len(data["cases"]) > 40 and asked(script, data) == data["cases"]


def typed(facets: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Facets as the search has them: numbers as numbers."""
    numbers = {name: [value.amount for value in VALUES[name].values()] for name in facets}
    return {
        name: VALUES[name][texts[0]].amount if None not in numbers[name] else tuple(texts)
        for name, texts in facets.items()
        if name != "kind"
    }


LETTERS = st.text(st.sampled_from('aAéßΣς-_!:;"<>=*.,/ 0123456789★weaktiroin'), max_size=24)


@needs_node
@given(st.lists(LETTERS, min_size=60, max_size=80))
def test_python_and_javascript_agree_about_anything_typed(texts: list[str]) -> None:
    data = {**TABLE, "cases": [{"query": text} for text in texts]}
    assert asked(IN_LISTS, data) == [answers(text) for text in texts]


@needs_node
def test_names_are_folded_alike() -> None:
    names = [
        name_key.__doc__ or "",
        "Éclair façade",
        "ΣΊΣΥΦΟΣ",
        "Straße",
        "ﬁn",
        "1½ m²",
        "★★",
        " – ",
        "İstanbul",
        "火炎弾",
        "קֶשֶׁת",
    ]
    assert asked("return data.map(query.fold)", names) == [name_key(name) for name in names]
