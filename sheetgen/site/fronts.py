"""The pages that lead somewhere: home, a game's landing page, rules, rulings, calculators, print, search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from markupsafe import Markup

from sheetgen import pages
from sheetgen.blocks import EntryView
from sheetgen.book import Drawn
from sheetgen.pages import Link, LinkGroup
from sheetgen.reference import WrittenPage
from sheetgen.ruleset.kinds import Kind
from sheetgen.ruleset.rules import Rule
from sheetgen.ruleset.rulings import Ruling
from sheetgen.ruleviews import rule_box
from sheetgen.search import SearchRecord, SearchSection
from sheetgen.site.games import SiteGame
from sheetgen.site.shells import Shells

RULE_KIND = "Rule"


def home_page(shells: Shells) -> pages.HomePage:
    """The first page: the search box in the middle, the games, tonight's jobs."""
    project, games = shells.project, shells.games
    first = games[0] if games else None
    lead = project.tagline or "A rulebook that computes: look a rule up, work a number out, print the sheet."
    samples = tuple(view for view in (_sample(first) if first else ()) if view)
    shell = shells.shell("index.html", "", None, lead)
    shelves = tuple(_shelves(games))
    return pages.HomePage(
        shell, _hero(shells), lead, "A rule, a name, a number", tuple(_tries(games)),
        tuple(_tile(game) for game in games), tuple(_tonight(games)), samples, shelves,
    )  # fmt: skip


def _hero(shells: Shells) -> tuple[str, ...]:
    if len(shells.games) == 1 and shells.games[0].loaded.game.campaign == shells.project.root:
        return (shells.project.title,)
    return ("Look it up.", "Work it out.", "Print it.")


def _main_kind(game: SiteGame) -> Kind | None:
    """The kind that a campaign has most of among those with a card and no sheet: its adversaries, as a rule."""
    kinds = [kind for kind in game.kinds() if kind.layout and kind.layout.areas["front"] and kind.layout.areas["back"]]
    kinds = [kind for kind in kinds if kind.layout and not kind.layout.areas["play"]] or kinds
    return max(kinds, key=lambda kind: sum(one.entry.campaign for one in game.entries(kind.id)), default=None)


def _sample(game: SiteGame) -> Iterator[EntryView | None]:
    """Two stat blocks of middling length, of some forty that are looked at."""
    kind = _main_kind(game)
    found = game.entries(kind.id) if kind else []
    views = [view for one in found[:: 1 + len(found) // 40] if (view := game.view(one))]
    views.sort(key=lambda view: (len(repr(view.areas)), view.id))
    third = len(views) // 3
    yield from views[third : third + 2]


def _tile(game: SiteGame) -> pages.GameTile:
    model = game.ruleset.model
    count = sum(len(game.entries(kind.id)) for kind in game.kinds())
    return pages.GameTile(game.ruleset.theme, f"{game.folder}index.html", model.dice, model.tagline, f"{count} entries")


def _tries(games: Iterable[SiteGame]) -> Iterator[Link]:
    for game in list(games)[:1]:
        for chapter in game.chapters[:2]:
            yield Link(chapter.title.lower(), f"search.html?q={chapter.title.lower()}")
        kind = _main_kind(game)
        found = game.entries(kind.id) if kind else []
        if kind is None or not found or game.drawer is None:
            return
        name = found[len(found) // 3].entry.name.lower()
        yield Link(name, f"search.html?q={name}")
        for facet, value in game.shown(found[len(found) // 3]).facets.items():
            if isinstance(value, int):
                yield Link(f"{facet}:{value}..{value + 2}", f"search.html?q={facet}:{value}..{value + 2}")
                return


def _tonight(games: Iterable[SiteGame]) -> Iterator[Link]:
    for game in list(games)[:1]:
        papers = "Sheets, cards, packets and the rulebook as PDF, made from these very numbers."
        yield Link("Print", f"{game.folder}print.html", papers)
        yield Link(
            "Calculators", f"{game.folder}calculators.html", "Every rule with its numbers filled in as you type."
        )
        yield Link(
            "Rulings", f"{game.folder}rulings.html", "Where the source says two things: readings, default, switch."
        )


def _shelves(games: Iterable[SiteGame]) -> Iterator[LinkGroup]:
    for game in games:
        if game.loaded.game.settings is None:
            continue
        links = [
            Link(
                kind.model.plural, game.book.list_address(kind.id), kind.model.doc, note=str(len(game.entries(kind.id)))
            )
            for kind in game.kinds()
            if any(one.entry.campaign for one in game.entries(kind.id))
        ]
        own = [Link(p.title, f"{game.folder}{p.slug}.html", p.meta.summary) for p in game.pages if p.slug != "index"]
        if links or own:
            yield LinkGroup(game.loaded.game.settings.title, (*own, *links))


def _list_link(game: SiteGame, kind: Kind) -> Link:
    count = str(len(game.entries(kind.id)))
    return Link(kind.model.plural, game.book.list_address(kind.id), kind.model.doc, note=count)


def ruleset_page(game: SiteGame, shells: Shells, drawn: Mapping[str, Drawn]) -> pages.RulesetPage:
    """The landing page of one game: chapters, lists, tools."""
    model, path = game.ruleset.model, f"{game.folder}index.html"
    own = drawn.get("index")
    groups = [LinkGroup("Rules", tuple(_chapter_links(game, game.chapters)))]
    pages_of_campaign = [page for page in game.pages if page.slug != "index"]
    if pages_of_campaign:
        groups.append(LinkGroup("Campaign", tuple(_chapter_links(game, pages_of_campaign))))
    lists = tuple(_list_link(game, kind) for kind in game.kinds())
    shell = shells.shell(path, game.title, game, model.tagline, (), own.previews if own else ())
    settings = game.loaded.game.settings
    return pages.RulesetPage(
        shell, game.title, model.tagline, model.dice, own.html if own else Markup(), tuple(groups), lists,
        tuple(_tools(game)), tuple(_tries([game])), settings.title if settings else "",
    )  # fmt: skip


def _chapter_links(game: SiteGame, written: Iterable[WrittenPage]) -> Iterator[Link]:
    for page in written:
        yield Link(page.title, f"{game.folder}{page.slug}.html", page.meta.summary)


def _tools(game: SiteGame) -> Iterator[Link]:
    yield Link("Calculators", f"{game.folder}calculators.html", "Every rule that takes numbers, ready to be filled in.")
    yield Link("All rules", f"{game.folder}rules/index.html", "The formulas, one by one.")
    if game.ruleset.rulings.by_name:
        yield Link(
            "Rulings and house rules", f"{game.folder}rulings.html", "How disputed passages are read, and the switch."
        )
    yield Link("Print", f"{game.folder}print.html", "Sheets, cards, packets and the rulebook as PDF.")


# ---- rules


def rule_page(game: SiteGame, shells: Shells, rule: Rule) -> pages.RulePage:
    """One rule: its box, what it uses, what uses it."""
    path = game.book.addresses.rule(rule.name)
    crumbs = [Link(game.title, f"{game.folder}index.html"), Link("Rules", f"{game.folder}rules/index.html")]
    target = game.book.atlas.find(rule.model.reference) if rule.model.reference else None
    uses = [_rule_link(game, game.ruleset.rules[name]) for name in sorted(rule.calls & game.ruleset.rules.keys())]
    if target:
        uses.insert(0, Link(f"In the rulebook: {target.title}", target.href))
    used_by = [_rule_link(game, other) for other in game.ruleset.callers.get(rule.name, ())]
    shell = shells.shell(path, rule.model.title, game, rule.model.doc, crumbs, source=rule.place.document.file.name)
    return pages.RulePage(shell, rule_box(game.book, rule, level=2), tuple(uses), tuple(used_by))


def _rule_link(game: SiteGame, rule: Rule) -> Link:
    return Link(rule.model.title, game.book.addresses.rule(rule.name))


def rule_record(game: SiteGame, rule: Rule) -> SearchRecord:
    """What the search knows of a rule."""
    aliases = (rule.name.replace("_", " "),)
    texts = " ".join(step.model.title for step in rule.outputs)
    return SearchRecord(
        rule.model.title, game.book.addresses.rule(rule.name), RULE_KIND, game.title, game.ruleset.id, aliases,
        rule.model.doc, (SearchSection("", "", f"{rule.model.doc} {texts}"),), {"kind": RULE_KIND}, minor=True,
    )  # fmt: skip


def rules_page(game: SiteGame, shells: Shells) -> pages.ListPage:
    """The list of all rules."""
    path = f"{game.folder}rules/index.html"
    rows = tuple(
        _rule_row(game, rule)
        for rule in sorted(game.ruleset.rules.values(), key=lambda rule: rule.model.title.casefold())
    )
    columns = (pages.ListColumn("chapter", "Chapter"), pages.ListColumn("doc", "What it works out", minor=True))
    lead = "Every rule of the game as a formula. What is computed on a sheet, a card or a page is computed by these."
    crumbs = [Link(game.title, f"{game.folder}index.html")]
    names = dict.fromkeys(str(row.facets["chapter"][0]) for row in rows)
    choices = tuple(
        pages.Choice(name, name, sum(name in row.facets["chapter"] for row in rows)) for name in sorted(names) if name
    )
    shell = shells.shell(path, "All rules", game, lead, crumbs)
    return pages.ListPage(
        shell, "All rules", "rules", lead, columns, rows, (pages.ListFilter("chapter", "Chapter", choices),)
    )


def _rule_row(game: SiteGame, rule: Rule) -> pages.ListRow:
    chapter, doc = _chapter_of(game, rule), rule.model.doc
    cells = (pages.ListCell(chapter, chapter), pages.ListCell(doc, doc))
    return pages.ListRow(
        rule.name, rule.model.title, game.book.addresses.rule(rule.name), cells, {"chapter": (chapter,)}
    )


def _chapter_of(game: SiteGame, rule: Rule) -> str:
    slug = rule.model.reference.partition("#")[0]
    return next((page.title for page in game.chapters if page.slug == slug), "")


def calculators_page(game: SiteGame, shells: Shells) -> pages.CalculatorsPage:
    """Every calculator, by chapter."""
    chapters = {chapter.slug: chapter.title for chapter in game.chapters}
    boxes: dict[str, list[pages.RuleBox]] = {title: [] for title in (*chapters.values(), "Further rules")}
    for rule in game.ruleset.rules.values():
        if rule.model.calculator and rule.inputs:
            title = chapters.get(rule.model.reference.partition("#")[0], "Further rules")
            boxes[title].append(rule_box(game.book, rule))
    groups = [pages.CalculatorGroup(title, tuple(found)) for title, found in boxes.items() if found]
    lead = "Fill in the numbers: the result and the reason follow at once. The same rules made the sheets and cards."
    crumbs = [Link(game.title, f"{game.folder}index.html")]
    shell = shells.shell(f"{game.folder}calculators.html", "Calculators", game, lead, crumbs)
    return pages.CalculatorsPage(shell, "Calculators", lead, tuple(groups))


def rulings_page(game: SiteGame, shells: Shells) -> pages.RulingsPage:
    """Every ruling, with the readings and the switch."""
    lead = (
        "Where the source contradicts itself, leaves a gap or can be read in two ways: the readings, the one that this "
        "site follows, and the line for a campaign that wants another."
    )
    crumbs = [Link(game.title, f"{game.folder}index.html")]
    shell = shells.shell(f"{game.folder}rulings.html", "Rulings", game, lead, crumbs)
    return pages.RulingsPage(shell, "Rulings", lead, game.rulings.items)


def ruling_record(game: SiteGame, ruling: Ruling) -> SearchRecord:
    """What the search knows of a ruling."""
    href = f"{game.book.rulings_address}#{ruling.name.replace('_', '-')}"
    text = " ".join((ruling.model.source, *ruling.options.values(), ruling.model.why))
    return SearchRecord(
        ruling.model.title, href, "Ruling", game.title, game.ruleset.id, (ruling.name.replace("_", " "),),
        ruling.model.source, (SearchSection("", "", text),), {"kind": "Ruling"}, minor=True,
    )  # fmt: skip


# ---- tools of the site


def search_page(shells: Shells) -> pages.SearchPage:
    """The search on its own page, its words explained."""
    words = (
        pages.QueryWord("hollow lan", "Names are found from their first letters, misspelt or not."),
        pages.QueryWord("kind:rule wounds", "Only one kind of thing: rule, ruling, chapter, or a kind of entry."),
        pages.QueryWord("tier:2..4", "A range of numbers; `tier:3..` and `tier:..3` are open at one end."),
        pages.QueryWord("weak:fire -weak:ice", "A property, and without another."),
        pages.QueryWord('"extra wound"', "These words, one after the other."),
        pages.QueryWord("2d6", "Numbers and signs are found as they are written."),
    )
    facets = tuple(
        LinkGroup(
            game.title,
            tuple(
                Link(f"{facet}:", f"search.html?q={facet}:", kind.model.plural)
                for kind in game.kinds()
                for facet in kind.model.facets
            ),
        )
        for game in shells.games
    )
    return pages.SearchPage(shells.shell("search.html", "Search", None, "Search all rules and entries."), words, facets)


def print_page(
    game: SiteGame, shells: Shells, groups: tuple[pages.DownloadGroup, ...], missing: str
) -> pages.PrintPage:
    """What was printed, and how to print more."""
    crumbs = [Link(game.title, f"{game.folder}index.html")]
    shell = shells.shell(f"{game.folder}print.html", "Print", game, "Sheets, cards, packets and the rulebook.", crumbs)
    commands = (
        ("sheetgen sheet ID ...", "character sheets, several in one file"),
        ("sheetgen sheet ID --blank", "the same sheet to fill in by hand"),
        ("sheetgen cards", "all cards, imposed on your paper with crop marks"),
        ("sheetgen cards 'tier:2..4 weak:fire'", "only the cards that match"),
        ("sheetgen packet ENCOUNTER", "a fight: turn order, trackers, cards, the rules in use"),
        ("sheetgen tents ENCOUNTER", "a tent for everybody in it"),
        ("sheetgen party", "the characters at a glance"),
        ("sheetgen screen", "the game master’s screen"),
        ("sheetgen book", "the rulebook"),
        ("sheetgen calibrate", "the page that shows how far off your printer’s backs are"),
    )
    options = (
        pages.PrintOption("--paper Letter", "A4, Letter, A5 or A6"),
        pages.PrintOption("--card tarot", "poker, bridge, tarot, a6, 3x5, half-letter or WIDTHxHEIGHT in mm"),
        pages.PrintOption("--ink", "outlines instead of filled areas"),
        pages.PrintOption("--player", "without what only the GM may know"),
    )
    lead = "Made from the same numbers as the pages. Print at 100 %, not fitted to the page."
    return pages.PrintPage(shell, lead, groups, options, commands, missing)


def tray_page(shells: Shells) -> pages.TrayPage:
    """Collected stat blocks, ready for the printer."""
    return pages.TrayPage(shells.shell("tray.html", "Print tray", None, "Stat blocks that you collected."))


def not_found_page(shells: Shells) -> pages.NotFoundPage:
    """What a web server shows for an address that is not there."""
    links = tuple(Link(game.title, f"{game.folder}index.html") for game in shells.games)
    return pages.NotFoundPage(shells.shell("404.html", "Not found", None), (*links, Link("Search", "search.html")))
