"""The coverage of a source: which page states which fact, for the page of them and the check that all are stated."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from sheetgen.model.project import display_root
from sheetgen.model.ruleset.documents import YamlPlace, document
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.games import SiteGame
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.source import Span, content
from sheetgen.views.pages import CoverageGroup, CoveragePage, FactHome, Link
from sheetgen.yaml.load import YamlDocument


def fact_list(game: SiteGame, root: Path, diagnostics: Diagnostics) -> YamlDocument | None:
    """`facts.yaml` of a ruleset: the ids of all facts of its source, by section; None where it keeps no such list."""
    path = game.ruleset.folder / "facts.yaml"
    if not os.path.lexists(path):
        return None
    inputs = root, content(path)
    return game.contents.memo.get(("facts", path), inputs, diagnostics, lambda report: document(path, root, report))


def homes(game: SiteGame) -> Iterator[tuple[str, Link, Callable[[], Span]]]:
    """The facts that pages, rules, tables, rulings and entries state, with the address of each, and where it stands."""
    words = game.words
    for page in (*game.chapters, *game.pages):
        for fact, anchor in page.facts:
            href = f"{game.folder}{page.slug}.html" + (f"#{anchor}" if anchor else "")
            heading = next((heading.title for heading in page.headings if heading.id == anchor), "")
            title = f"{page.title}: {heading}" if heading else page.title
            yield fact, Link(title, href), page.file.span
    for rule in game.ruleset.rules.values():
        link = Link(words("rule {title}", title=rule.model.title), game.context.addresses.rule(rule.name))
        yield from ((fact, link, _key_of(rule.place)) for fact in rule.model.facts)
    for table in game.ruleset.tables.values():
        target = game.context.link_index.find(table.model.reference) if table.model.reference else None
        link = Link(words("table {title}", title=table.model.title), target.href if target else game.front)
        yield from ((fact, link, _key_of(table.place)) for fact in table.model.facts)
    for ruling in game.ruleset.rulings.by_name.values():
        href = f"{game.context.rulings_address}#{ruling.name.replace('_', '-')}"
        link = Link(words("ruling {title}", title=ruling.model.title), href)
        yield from ((fact, link, _key_of(ruling.place)) for fact in ruling.model.facts)
    for entry in (entry for entry in game.loaded.library if entry.fields["facts"]):
        link = Link(entry.name, game.context.addresses.entry(entry.kind.id, entry.id))
        yield from ((fact, link, _key_of(entry.place)) for fact in entry.fields["facts"])


def _ids(listed: YamlDocument, section: str | int, ids: object, diagnostics: Diagnostics) -> Iterator[tuple[int, str]]:
    """The ids of the facts of a section, each with its number; what is none is reported."""
    if not isinstance(ids, list):
        hint = f"write `{section}: [FACT, FACT]`"
        diagnostics.error("wrong-type", f"`{section}` takes a list of facts", listed.span((section,)), hint)
        return
    for number, identity in enumerate(ids):
        if isinstance(identity, dict | list):
            hint = "what it says stands in the chapter that states it"
            diagnostics.error("wrong-type", "a fact is its id alone, a word", listed.span((section, number)), hint)
        else:
            yield number, str(identity)


def _key_of(place: YamlPlace) -> Callable[[], Span]:
    return lambda: place.key_span


def _written(fact: str, home: Span) -> Span:
    """The place of the id of a fact in what states it."""
    at = re.compile(rf"(?<![\w.-]){re.escape(fact)}(?![\w-]|\.\w)").search(home.file.text, home.start)
    return home.file.span(at.start(), at.end()) if at else home


def coverage_page(game: SiteGame, shells: ShellMaker, diagnostics: Diagnostics) -> CoveragePage | None:
    """The page of all facts and their homes; a fact without one, or one that the list does not know, is an error."""
    listed = fact_list(game, display_root(game.ruleset.folder, shells.project), diagnostics)
    if listed is None:
        return None
    if not isinstance(listed.data, dict):
        hint = "write `SECTION: [FACT, FACT]`"
        diagnostics.error("ruleset", "this file takes sections with lists of facts", listed.span(()), hint)
        return None
    sections = {section: list(_ids(listed, section, ids, diagnostics)) for section, ids in listed.data.items()}
    places: dict[str, dict[str, Link]] = {}
    known = {identity for ids in sections.values() for _, identity in ids}
    for fact, link, home in homes(game):
        places.setdefault(fact, {}).setdefault(link.href, link)
        if fact not in known:
            hint = did_you_mean(fact, known)
            message = f"no fact of the source is called `{fact}`"
            diagnostics.error("unknown-reference", message, _written(fact, home()), hint, missed=(fact,))
    groups = []
    for section, ids in sections.items():
        rows = []
        for number, identity in ids:
            links = tuple(places.get(identity, {}).values())
            rows.append(FactHome(identity, "", links))
            if not links:
                message = f"no page and no rule states the fact `{identity}`"
                hint = (
                    f"a chapter does with `<!-- facts: {identity} -->`, a rule or an entry with `facts: [{identity}]`"
                )
                diagnostics.error("no-reference", message, listed.span((section, number)), hint, missed=(identity,))
        groups.append(CoverageGroup(str(section), tuple(rows)))
    lead = game.words(
        "Every fact of the source by its id, and where this rulebook tells it. The build fails where one has no home."
    )
    crumbs, title = [Link(game.title, game.front)], game.words("Coverage")
    shell = shells.shell(f"{game.folder}coverage.html", title, game, description=lead, crumbs=crumbs)
    return CoveragePage(shell=shell, title=title, lead=lead, groups=tuple(groups))
