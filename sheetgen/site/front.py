"""The front of one game: what one plays, the way in, tonight, and where to look things up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from markupsafe import Markup

from sheetgen.model.ruleset.kinds import Kind, has_card, has_sheet
from sheetgen.reference.context import RenderedText
from sheetgen.reference.links import check_target
from sheetgen.site.chapters import page_link
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.games import SiteGame
from sheetgen.site.listed_names import report_name
from sheetgen.site.samples import tries
from sheetgen.site.tables_page import TITLE, tables_address
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.views import pages
from sheetgen.views.pages import Link, LinkGroup

MOST_FIGHTS = 6
MOST_MEMBERS = 12


def front_page(
    game: SiteGame, shells: ShellMaker, drawn: Mapping[str, RenderedText], path: str, made: Sequence[Link] = ()
) -> pages.RulesetPage:
    """The front of one game, with links to what is `made` on pages. It is the home of a site that has one game only,
    and then bears the name of the site."""
    model, settings, own = game.ruleset.model, game.loaded.game.settings, drawn.get("index")
    alone = shells.project.alone
    title = shells.project.title if alone else game.title
    lead = (alone and shells.project.tagline) or model.tagline
    shell = shells.shell(
        path,
        "" if path == "index.html" else title,
        game,
        description=lead,
        crumbs=(),
        previews=own.previews if own else (),
    )
    party, fights, printing = tuple(islice(_party(game), MOST_MEMBERS)), tuple(_fights(game)), print_link(game)
    played = bool(party or fights)
    table, looked_up, finer = _lists(game)
    return pages.RulesetPage(
        shell=shell,
        title=title,
        tagline=lead,
        dice=" · ".join(filter(None, (game.title if title != game.title else "", model.dice))),
        alone=alone,
        play=model.play,
        begin=tuple(_begin(game)),
        campaign="" if alone or not settings else settings.title,
        html=own.html if own else Markup(),
        needs=frozenset(own.needs if own else ()),
        party=party,
        tonight=(*fights, printing) if played else (),
        chapters=tuple(_chapters(game)),
        lists=tuple(list_link(game, kind) for kind in table),
        look_up=tuple(list_link(game, kind) for kind in looked_up),
        finer=tuple(replace(list_link(game, kind), summary="") for kind in finer),
        tools=(*made, *_tools(game), *(() if played else (printing,))),
        makers=tuple(_makers(game)),
        tries=tuple(tries([game])),
        placeholder=game.words("A rule, a name, a number") if alone else "",
    )


def check_front(game: SiteGame, diagnostics: Diagnostics) -> None:
    """Report steps of the way in that lead nowhere, and lists and decks of kinds that there are not."""
    model, place = game.ruleset.model, game.ruleset.place
    for number, step in enumerate(model.begin):
        span = place.at("begin", number, "page").span
        check_target(game.context.link_index, step.page, "", span, diagnostics, iter([step]))
    for number, name in enumerate(model.look_up or ()):
        _known_kind(game, name, "look_up", number, diagnostics)
    for number, name in enumerate(model.decks):
        if _known_kind(game, name, "decks", number, diagnostics) and not has_card(game.ruleset.kinds[name]):
            hint = f"give it `card:` in the layout of `kinds/{name}.yaml`"
            message = f"entries of the kind `{name}` have no cards"
            diagnostics.error("ruleset", message, place.at("decks", number).span, hint, missed=("layout",))


def _known_kind(game: SiteGame, name: str, setting: str, number: int, diagnostics: Diagnostics) -> bool:
    kinds = game.ruleset.kinds
    if name not in kinds:
        report_name(game, setting, number, name, f"there is no kind `{name}`", kinds, diagnostics)
    return name in kinds


def any_of_campaign(game: SiteGame) -> set[str]:
    """The kinds of which the campaign has entries of its own."""
    return {kind.id for kind in game.entries.kinds() if game.entries.of_campaign(kind.id)}


def list_link(game: SiteGame, kind: Kind) -> Link:
    """A link to the list of a kind, with how many entries it has."""
    count = str(len(game.entries.of(kind.id)))
    return Link(kind.model.plural, game.context.list_address(kind.id), summary=kind.model.doc, note=count)


def _begin(game: SiteGame) -> Iterator[pages.BeginStep]:
    for step in game.ruleset.model.begin:
        target = game.context.link_index.find(step.page)
        if target is not None:
            yield pages.BeginStep(link=Link(target.title, target.href, summary=step.text), skip=step.skip)


def _lists(game: SiteGame) -> tuple[list[Kind], list[Kind], list[Kind]]:
    """The kinds for the table, those to look up as the ruleset orders them, and the others.

    For the table are those with a sheet or a roster, and those that the campaign has entries of.
    """
    named, written = game.ruleset.model.look_up, any_of_campaign(game)
    kinds = {kind.id: kind for kind in game.entries.kinds()}
    table = [
        kind
        for kind in kinds.values()
        if (kind.id in written or kind.model.roster or has_sheet(kind)) and kind.id not in (named or ())
    ]
    others = [kind for kind in kinds.values() if kind not in table]
    if named is None:
        return table, others, []
    looked_up = [kinds[name] for name in named if name in kinds]
    return table, looked_up, [kind for kind in others if kind.id not in named]


def _party(game: SiteGame) -> Iterator[pages.PartyMember]:
    """The campaign's own entries of the first kind that has a sheet."""
    kinds = [kind for kind in game.entries.kinds() if has_sheet(kind) and game.entries.of_campaign(kind.id)]
    for computed in game.entries.of_campaign(kinds[0].id) if kinds else ():
        outline = game.contents.entry(computed).outline
        address = game.context.addresses.entry(computed.entry.kind.id, computed.id)
        link = Link(computed.entry.name, address, summary=outline.summary)
        yield pages.PartyMember(link=link, portrait=outline.portrait)


def _fights(game: SiteGame) -> Iterator[Link]:
    """The campaign's encounters, by name."""
    rosters = [kind for kind in game.entries.kinds() if kind.model.roster]
    fights = [computed for kind in rosters for computed in game.entries.by_name(kind.id) if computed.entry.campaign]
    for computed in fights[:MOST_FIGHTS]:
        yield Link(
            computed.entry.name,
            game.context.addresses.entry(computed.entry.kind.id, computed.id),
            summary=game.contents.entry(computed).outline.summary,
        )


def print_link(game: SiteGame) -> Link:
    """A link to the page of a game's PDFs."""
    text = game.words("Sheets, cards, packets and the rulebook as PDF.")
    return Link(game.words("Print"), f"{game.folder}print.html", summary=text)


def _chapters(game: SiteGame) -> Iterable[LinkGroup]:
    others: Sequence[Link] = [page_link(game, page) for page in game.pages if page.slug != "index"]
    campaign = LinkGroup(game.words("Campaign"), tuple(others))
    groups = campaign, LinkGroup(game.words("Rules"), tuple(page_link(game, p) for p in game.chapters))
    return (group for group in groups if group.links)


def _tools(game: SiteGame) -> Iterator[Link]:
    words = game.words
    text = words("Fill in your numbers, and see what comes out.")
    yield Link(words("Calculators"), f"{game.folder}calculators.html", summary=text)
    if game.ruleset.rulings.by_name:
        text = words("Where the rules can be read in two ways, and what your table may choose.")
        yield Link(words("Rulings and house rules"), f"{game.folder}rulings.html", summary=text)
    if any(game.rolled_tables()):
        text = words("Roll on any of them, and copy what fell.")
        yield Link(words(TITLE), tables_address(game), summary=text)


def _makers(game: SiteGame) -> Iterator[Link]:
    words = game.words
    yield Link(words("All rules"), f"{game.folder}rules/index.html", summary=words("The formulas, one by one."))
    if game.replaced:
        text = words("What stands here in place of what another book says.")
        yield Link(words("Changes"), f"{game.folder}changes.html", summary=text)
    if game.lists_facts:
        text = words("Which page states which fact of the source.")
        yield Link(words("Coverage"), f"{game.folder}coverage.html", summary=text)
