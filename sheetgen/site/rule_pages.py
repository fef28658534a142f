"""Pages of the rules: each rule, their list, their calculators, and the rulings."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from sheetgen.languages.collation import sort_form
from sheetgen.model.ruleset.rules import Rule
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.model.ruleset.rulings import Option, Ruling
from sheetgen.reference.rule_views import answered, rule_box
from sheetgen.reference.rules_in_short import outputs_in_short
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.entry_outlines import row_size
from sheetgen.site.games import SiteGame
from sheetgen.site.list_order import sort_key
from sheetgen.site.long_lists import Listing
from sheetgen.site.search import SearchRecord, SearchSection
from sheetgen.templating.filters import calculator_config
from sheetgen.text.value_format import ValueFormat
from sheetgen.views import pages
from sheetgen.views.pages import Link, Shell

CALCULATORS = "Fill in the numbers: the result and the reason follow at once. The same rules made the sheets and cards."


@dataclass(frozen=True, kw_only=True)
class RulePageParts:
    """What the page of a rule follows from, known without drawing its box."""

    around: Shell
    rule: str
    ruleset: Ruleset
    house: Mapping[str, Option]
    uses: tuple[Link, ...]
    used_by: tuple[Link, ...]


def rule_page_parts(game: SiteGame, shells: ShellMaker, rule: Rule) -> RulePageParts:
    """All that the page of a rule shows: its box follows from the ruleset and the house rules."""
    path = game.context.addresses.rule(rule.name)
    crumbs = [Link(game.title, game.front), Link(game.words("Rules"), f"{game.folder}rules/index.html")]
    target = game.context.link_index.find(rule.model.reference) if rule.model.reference else None
    uses = [_rule_link(game, game.ruleset.rules[name]) for name in sorted(rule.calls & game.ruleset.rules.keys())]
    if target:
        uses.insert(0, Link(game.words("In the rulebook: {title}", title=target.title), target.href))
    used_by = [_rule_link(game, other) for other in game.ruleset.callers.get(rule.name, ())]
    shell = shells.shell(
        path,
        rule.model.title,
        game,
        description=rule.model.doc,
        crumbs=crumbs,
        source=rule.place.document.file.name,
        replaces=game.note_of("rule", rule.name),
    )
    return RulePageParts(
        around=shell,
        rule=rule.name,
        ruleset=game.ruleset,
        house=game.context.house,
        uses=tuple(uses),
        used_by=tuple(used_by),
    )


def rule_page(game: SiteGame, parts: RulePageParts) -> pages.RulePage:
    """One rule: its box, what it uses, what uses it."""
    rule = parts.ruleset.rules[parts.rule]
    box = answered(game.context, rule, rule_box(game.context, rule, level=2))
    return pages.RulePage(shell=parts.around, box=box, uses=parts.uses, used_by=parts.used_by)


def _rule_link(game: SiteGame, rule: Rule) -> Link:
    return Link(rule.model.title, game.context.addresses.rule(rule.name))


_RECORDS = ValueFormat.of(SearchRecord, SearchSection)


def rule_record(game: SiteGame, rule: Rule) -> SearchRecord:
    """The search record of a rule, kept for as long as the ruleset and the house rules are the same."""
    inputs, name = (game.ruleset, game.context.house), ("rule record", game.ruleset.id, rule.name)
    record: SearchRecord = game.contents.memo.get(
        name, inputs, game.context.diagnostics, lambda report: _record(game, rule), form=lambda: _RECORDS
    )
    return record


def _record(game: SiteGame, rule: Rule) -> SearchRecord:
    given = " ".join(step.model.title for step in rule.outputs)
    return SearchRecord(
        title=rule.model.title,
        href=game.context.addresses.rule(rule.name),
        kind=game.words("Rule"),
        ruleset=game.title,
        ruleset_id=game.ruleset.id,
        summary=rule.model.doc,
        sections=(SearchSection("", "", rule.model.doc),),
        facets={"kind": game.words("Rule")},
        values=f"{given} {rule.name.replace('_', ' ')}",
        terms=tuple((title, said, "") for title, said in outputs_in_short(game.context, rule)),
        works=rule.model.calculator and bool(rule.inputs),
        minor=1,
    )


def rule_listing(game: SiteGame, shells: ShellMaker) -> Listing[Rule]:
    """The list of all rules."""
    words = game.words
    path, title = f"{game.folder}rules/index.html", words("All rules")
    rules = sorted(game.ruleset.rules.values(), key=lambda rule: sort_form(rule.model.title))
    columns = (
        pages.ListColumn(key="chapter", label=words("Chapter")),
        pages.ListColumn(key="doc", label=words("What it works out"), minor=True),
    )
    lead = words(
        "Every rule of the game as a formula. What is computed on a sheet, a card or a page is computed by these."
    )

    def page(address: str, name: str) -> pages.ListPage:
        crumbs = [Link(game.title, game.front)] + ([Link(title, path)] if address != path else [])
        shell = shells.shell(address, name, game, description=lead, crumbs=crumbs)
        return pages.ListPage(
            shell=shell, title=name, noun=words("rules"), lead=lead, columns=columns, rows=(), total=len(rules)
        )

    row = partial(_rule_row, game)
    return Listing(
        path=path,
        title=title,
        items=rules,
        row=row,
        page=page,
        filters=lambda: (_chapter_filter(game, rules),),
        order=lambda rule: (sort_key(rule.model.title),),
        size=lambda rule: row_size(row(rule)),
        made_from=row,
    )


def _chapter_filter(game: SiteGame, rules: Sequence[Rule]) -> pages.ListFilter:
    """The filter by the chapter that a rule belongs to."""
    counts = Counter(_chapter_of(game, rule) for rule in rules)
    choices = tuple(
        pages.FilterChoice(value=name, title=name, count=count) for name, count in sorted(counts.items()) if name
    )
    return pages.ListFilter(key="chapter", label=game.words("Chapter"), choices=choices)


def _rule_row(game: SiteGame, rule: Rule) -> pages.ListRow:
    chapter, doc = _chapter_of(game, rule), rule.model.doc
    cells = (pages.ListCell(chapter, chapter), pages.ListCell(doc, doc))
    return pages.ListRow(
        id=rule.name,
        name=rule.model.title,
        href=game.context.addresses.rule(rule.name),
        cells=cells,
        facets={"chapter": (chapter,)},
    )


def _chapter_of(game: SiteGame, rule: Rule) -> str:
    slug = rule.model.reference.partition("#")[0]
    return next((page.title for page in game.chapters if page.slug == slug), "")


@dataclass(frozen=True, kw_only=True)
class CalculatorsPageParts:
    """What the page of all calculators follows from, known without drawing their boxes."""

    around: Shell
    ruleset: Ruleset
    house: Mapping[str, Option]
    chapters: Mapping[str, str]
    """The titles of the chapters that calculators belong to."""


def calculators_page_parts(game: SiteGame, shells: ShellMaker) -> CalculatorsPageParts:
    """All that the page of all calculators shows: their boxes follow from the ruleset and the house rules."""
    crumbs, words = [Link(game.title, game.front)], game.words
    path = f"{game.folder}calculators.html"
    return CalculatorsPageParts(
        around=shells.shell(path, words("Calculators"), game, description=words(CALCULATORS), crumbs=crumbs),
        ruleset=game.ruleset,
        house=game.context.house,
        chapters={chapter.slug: chapter.title for chapter in game.chapters},
    )


def calculators_page(game: SiteGame, parts: CalculatorsPageParts) -> pages.CalculatorsPage:
    """Every calculator, by chapter."""
    chapters, words = parts.chapters, game.words
    further = words("Further rules")
    boxes: dict[str, list[pages.RuleBox]] = {title: [] for title in (*chapters.values(), further)}
    for rule in _calculated(parts.ruleset):
        title = chapters.get(rule.model.reference.partition("#")[0], further)
        boxes[title].append(rule_box(game.context, rule))
    groups = tuple(pages.CalculatorGroup(title, tuple(group)) for title, group in boxes.items() if group)
    return pages.CalculatorsPage(shell=parts.around, title=words("Calculators"), lead=words(CALCULATORS), groups=groups)


def calculator_forms(game: SiteGame) -> str:
    """The end of `assets/rules/RULESET.js`: what each calculator of a game asks for and answers."""
    forms = {rule.name: calculator_config(rule_box(game.context, rule)) for rule in _calculated(game.ruleset)}
    text = json.dumps({game.ruleset.id: forms}, ensure_ascii=False, separators=(",", ":"))
    return f"self.sheetgenForms=Object.assign(self.sheetgenForms||{{}},{text});\n"


def _calculated(ruleset: Ruleset) -> Iterator[Rule]:
    """The rules that have a calculator."""
    return (rule for rule in ruleset.rules.values() if rule.model.calculator and rule.inputs)


def rulings_page(game: SiteGame, shells: ShellMaker) -> pages.RulingsPage:
    """Every ruling, with the readings and the switch."""
    lead = game.words(
        "Where the source contradicts itself, leaves a gap or can be read in two ways: the readings, the one that this "
        "site follows, and the line for a campaign that wants another."
    )
    crumbs, title = [Link(game.title, game.front)], game.words("Rulings")
    shell = shells.shell(f"{game.folder}rulings.html", title, game, description=lead, crumbs=crumbs)
    return pages.RulingsPage(shell=shell, title=title, lead=lead, rulings=game.contents.rulings.items)


def ruling_record(game: SiteGame, ruling: Ruling) -> SearchRecord:
    """The search record of a ruling."""
    href = f"{game.context.rulings_address}#{ruling.name.replace('_', '-')}"
    text = " ".join((ruling.model.source, *ruling.options.values(), ruling.model.why))
    return SearchRecord(
        title=ruling.model.title,
        href=href,
        kind=game.words("Ruling"),
        ruleset=game.title,
        ruleset_id=game.ruleset.id,
        summary=ruling.model.source,
        sections=(SearchSection("", "", text),),
        facets={"kind": game.words("Ruling")},
        values=ruling.name.replace("_", " "),
        minor=2,
    )
