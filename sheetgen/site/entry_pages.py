"""The page of each entry, and its search record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from itertools import chain
from typing import Any, TypeAlias

from sheetgen.blocks import EntryView, Number, Whys
from sheetgen.formula.runtime import show
from sheetgen.formula.types import readable
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.known_places import HIDDEN
from sheetgen.model.ruleset.effects import target
from sheetgen.model.ruleset.kinds import Kind, has_sheet
from sheetgen.model.stated import stated_values
from sheetgen.site.board_parts import BoardParts
from sheetgen.site.chapters import entry_links, explanation, page_link, page_links
from sheetgen.site.chrome import ShellMaker, preview_cards
from sheetgen.site.entry_contents import EntryContent
from sheetgen.site.fight_parts import Combatant
from sheetgen.site.games import SiteGame
from sheetgen.site.play_fields import PlayFields
from sheetgen.text.json_script import json_text
from sheetgen.views import pages
from sheetgen.views.pages import Download, EntryPage, Explained, Link, LinkGroup, Misprint, PreviewCard, Shell

Prints: TypeAlias = Mapping[str, tuple[Download, ...]]
"""The PDFs that pages offer, by the address of the page."""
NO_PRINTS: Prints = {}


def data_address(path: str) -> str:
    """Where the JSON of a page stands."""
    return f"{path.removesuffix('.html')}.json"


@dataclass(frozen=True, kw_only=True)
class EntryPageParts:
    """What the page of an entry follows from, known without drawing the entry."""

    around: Shell
    """The shell of a page that stands where it does, with no title, text or neighbours."""
    computed: ComputedEntry
    content: EntryContent
    description: str
    previews: tuple[PreviewCard, ...]
    previous: Link | None
    following: Link | None
    backlinks: tuple[LinkGroup, ...]
    downloads: tuple[Download, ...]
    related: tuple[LinkGroup, ...]
    narrow: bool
    """Whether most entries of its kind have nothing beside their stat block."""
    combatants: tuple[EntryContent | None, ...]
    """Those who take part in an encounter."""
    conditions: tuple[str, ...]
    history: str
    """The address of the page of its history, if it has one."""


def entry_page_parts(
    game: SiteGame, around: Shell, computed: ComputedEntry, prints: Prints, history: str = ""
) -> EntryPageParts:
    """All that the page of an entry shows beside the shell of its kind: the entry, what links to it, downloads."""
    kind, content = computed.entry.kind, game.contents.entry(computed)
    outline, key = content.outline, (kind.id, computed.id)
    beside = game.entries.neighbours(kind.id)[computed.id]
    previous, following = (_entry_link(game, other) if other else None for other in beside)
    return EntryPageParts(
        around=around,
        computed=computed,
        content=content,
        description=outline.summary or kind.model.doc,
        previews=tuple(preview_cards(game.context, outline.previews)),
        previous=previous,
        following=following,
        backlinks=tuple(_backlinks(game, key)),
        downloads=prints.get(game.context.addresses.entry(*key), ()),
        related=tuple(_related(game, computed)),
        narrow=game.contents.is_narrow(kind.id),
        combatants=combatants(game, computed),
        conditions=tuple(game.entries.conditions) if outline.roster else (),
        history=history,
    )


def combatants(game: SiteGame, computed: ComputedEntry) -> tuple[EntryContent | None, ...]:
    """Those who take part in an encounter; None for one of whom nothing is known. None at all of another entry."""
    others = (game.entries.combatant(computed, identity) for identity in game.contents.entry(computed).outline.roster)
    return tuple(game.contents.entry(other) if other else None for other in others)


def digest_of_common_parts(game: SiteGame) -> str:
    """A digest of what the parts of the pages of entries may follow from beside the entries on them: how all entries
    and pages are called, and where they lead."""
    entries, backlinks = game.entries, game.backlinks

    def of(computed: ComputedEntry) -> tuple[object, ...]:
        entry, outline = computed.entry, game.contents.entry(computed).outline
        key = entry.kind.id, entry.id
        targets = [(kind, target) for _, kind, target in entry.references]
        made_of = entry.fields["extends"], entry.overlays
        links = sorted(outline.links), backlinks.named(key)
        return key, entry.name, made_of, targets, links, outline.checked.aside

    pages = [(page_link(game, page), sorted(game.contents.page(page).links)) for page in backlinks.pages]
    explained = [[*explanation(game, kind.model.reference)] for kind in entries.kinds()]
    total = blake2b(digest_size=20)
    for part in chain([pages, explained], map(of, entries.by_key.values())):
        total.update(repr(part).encode("utf-8", "surrogatepass"))
    return total.hexdigest()


def shell_of_kind(game: SiteGame, shells: ShellMaker, kind: Kind) -> Shell:
    """The shell that the pages of all entries of a kind have, but for what is each page's own."""
    crumbs = [Link(game.title, game.front), Link(kind.model.plural, game.context.list_address(kind.id))]
    return shells.shell(game.context.addresses.entry(kind.id, ""), "", game, crumbs=crumbs)


def entry_page(game: SiteGame, shells: ShellMaker, parts: EntryPageParts) -> EntryPage:
    """The page of an entry: stat block, whys, what links here, downloads."""
    computed, content, view = parts.computed, parts.content, parts.content.view
    path = game.context.addresses.entry(computed.entry.kind.id, computed.id)
    shell = shells.shell(
        path,
        computed.entry.name,
        game,
        description=parts.description,
        crumbs=parts.around.breadcrumbs,
        previous=parts.previous,
        following=parts.following,
        source=computed.entry.place.document.file.name,
        replaces=game.note_of("entry", f"{computed.entry.kind.id}:{computed.id}") if computed.entry.replaces else "",
    )
    shown_whys = any(isinstance(block, Whys) for block in view.area("aside"))
    numbers = () if shown_whys else tuple(_explained(view))
    return EntryPage(
        shell=replace(shell, previews=parts.previews),
        entry=view,
        language=game.language_of(computed.entry.place_of("name").span.file) if game.loaded.game.language else "",
        numbers=numbers,
        misprints=tuple(_misprints(computed)),
        backlinks=parts.backlinks,
        downloads=parts.downloads,
        json=data_address(path),
        history=parts.history,
        aliases=tuple(computed.entry.fields["aliases"]),
        related=parts.related,
        board=_board(game, parts),
        command=_command(computed),
        portrait=content.outline.portrait,
        plays=bool(_kept(content)),
        solo=parts.narrow,
        needs=content.outline.needs,
    )


def _explained(view: EntryView) -> Iterator[Explained]:
    """The numbers of the stat block that have a why, each once."""
    seen: set[str] = set()
    for block in view.area("page"):
        for label, number in block.numbers():
            if number.why and label not in seen:
                seen.add(label)
                yield Explained(label, number)


def _misprints(computed: ComputedEntry) -> Iterator[Misprint]:
    """The stated numbers of an entry that the rules contradict."""
    for stated in stated_values(computed.entry) if computed.entry.fields["stated"] else ():
        leaf = stated.leaf(computed.leaves)
        if leaf and leaf.value != stated.printed:
            value = target(computed.entry.kind, stated.name)
            label = value.label if value else readable(stated.name)
            because = stated.because or ""
            yield Misprint(label=label, printed=show(stated.printed), given=show(leaf.value), because=because)


def _backlinks(game: SiteGame, key: tuple[str, str]) -> Iterator[LinkGroup]:
    """Where an entry is explained, which pages link to it, and who has it."""
    name, reference = f"{key[0]}:{key[1]}", game.ruleset.kinds[key[0]].model.reference
    yield from page_links(game, game.words("Rules"), game.backlinks.of_pages.get(name, ()), reference)
    yield from entry_links(game, _who_has(game, key))


def _who_has(game: SiteGame, key: tuple[str, str]) -> set[tuple[str, str]]:
    naming = game.backlinks.of_entries.get(f"{key[0]}:{key[1]}", ())
    return {*naming, *game.entries.referring.get(key, ())} - {key}


def _related(game: SiteGame, computed: ComputedEntry) -> Iterator[LinkGroup]:
    """What an entry is a variant of, its variants, and what else it names without a link."""
    parent, kind = computed.entry.fields["extends"], computed.entry.kind.id
    if (kind, parent) in game.entries.by_key:
        overlays = ", ".join(computed.entry.overlays)
        made = game.words("Made with {overlays} from", overlays=overlays) if overlays else game.words("A variant of")
        yield LinkGroup(made, (_entry_link(game, game.entries.by_key[kind, parent]),))
    variants = tuple(_entry_link(game, other) for other in game.entries.variants((kind, computed.id)))
    if variants:
        yield LinkGroup(game.words("Variants"), variants)
    if computed.entry.kind.model.roster:  # whose page shows all that it names
        return
    linked = game.contents.entry(computed).outline.links | {f"{k}:{i}" for _, k, i in computed.entry.references}
    named = set(game.backlinks.named((kind, computed.id))) - _who_has(game, (kind, computed.id))
    yield from entry_links(game, (key for key in named if ":".join(key) not in linked))


def _entry_link(game: SiteGame, computed: ComputedEntry) -> Link:
    return Link(computed.entry.name, game.context.addresses.entry(computed.entry.kind.id, computed.id))


def _command(computed: ComputedEntry) -> str:
    """The line that prints an entry once more; empty where it has nothing to print."""
    kind = computed.entry.kind
    if not computed.entry.campaign or kind.layout is None:
        return ""
    if kind.model.roster:
        return f"sheetgen packet {computed.id}"
    if kind.layout.areas["play"]:
        return f"sheetgen sheet {computed.id}"
    return f"sheetgen cards {computed.id}" if kind.layout.areas["front"] else ""


def _board(game: SiteGame, parts: EntryPageParts) -> pages.Board | None:
    """The initiative board of an encounter: its roster in order, where its kind declares one."""
    fight = parts.content.parts.board().fight if parts.computed.entry.kind.model.roster else None
    if fight is None or not fight.roster:
        return None
    combatants = tuple(
        _combatant(game.play_fields, row, content, number)
        for number, (row, content) in enumerate(zip(fight.roster, parts.combatants, strict=True), 1)
    )
    return pages.Board(
        id=f"{game.ruleset.id}/{parts.computed.id}",
        title=parts.content.record().title,
        combatants=combatants,
        conditions=parts.conditions,
        events=fight.events if game.context.secrets else (),
        attacks=parts.computed.entry.kind.model.attack is not None,
    )


def play_address(page: str) -> str:
    """The script that the page of an entry loads when it is played from."""
    return f"{page.removesuffix('.html')}.play.js"


def play_script(fields: PlayFields, conditions: Sequence[str], content: EntryContent) -> str:
    """The script with what play changes of an entry: its tracks, and the conditions that there are."""
    entry = content.computed.entry
    key = json_text(f"{fields.ruleset.id}/{entry.kind.id}:{entry.id}")
    data = {"name": entry.name, "every": conditions, **board_data(fields, content)}
    return f"(window.sheetgenPlay ||= {{}})[{key}] = {json_text(data)};\n"


def board_data(fields: PlayFields, content: EntryContent) -> dict[str, Any]:
    """What the script of a board has of an entry that is added at the table."""
    board = content.parts.board()
    forms = ((track, pages.board_track(track)) for track in board.tracks)
    tracks = [{**asdict(form), "most": track.most, "marked": track.current or 0} for track, form in forms]
    conditions = fields.conditions_of(content.computed.entry)
    hidden = {"hidden": True} if content.computed.entry.fields[HIDDEN] else {}
    return {"figures": board.headline, "tracks": tracks, "kept": _kept(content), "conditions": conditions, **hidden}


def _kept(content: EntryContent) -> str:
    """The kind of an entry whose marks go with it; empty where its kind has no sheet."""
    kind = content.computed.entry.kind
    return kind.id if has_sheet(kind) else ""


def _combatant(fields: PlayFields, row: Combatant, content: EntryContent | None, order: int) -> pages.BoardRow:
    board = content.parts.board() if content else BoardParts((), ())
    return pages.BoardRow(
        id=row.id,
        name=row.name,
        href=fields.ruleset.address(content.computed.entry.kind.id, content.computed.id) if content else "",
        initiative=Number(row.initiative),
        order=order,
        side=row.side,
        kept=_kept(content) if content else "",
        tracks=board.tracks,
        headline=board.headline,
        conditions=fields.conditions_of(content.computed.entry) if content else (),
        hidden=bool(content and content.computed.entry.fields[HIDDEN]),
    )
