"""Which entries are printed: by id, by filter, or those of an encounter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sheetgen.blocks import EntryView
from sheetgen.cli.app import ContentError, Misuse
from sheetgen.cli.common import nearest_name, opened
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.model.project import Project
from sheetgen.model.query import QueryError, read_query
from sheetgen.model.ruleset.kinds import Kind, has_sheet
from sheetgen.model.ruleset.vocabulary import name_key
from sheetgen.print.plan.entry_prints import all_printable, printable
from sheetgen.site.facets import query_facets
from sheetgen.site.games import SiteGame

Pair = tuple[ComputedEntry, EntryView]


@dataclass(frozen=True, eq=False)
class Selection:
    """The entries to print, of one game, each with its view."""

    project: Project
    game: SiteGame
    pairs: Sequence[Pair]

    @property
    def views(self) -> list[EntryView]:
        """The entries as they are drawn."""
        return [view for _, view in self.pairs]


def nothing_to_print(kinds: Sequence[str]) -> ContentError:
    """The error of a campaign that has no entries of these kinds, with how to start one."""
    hint = f'; start an entry: `sheetgen add {kinds[0]} "A name"`' if kinds else ""
    return ContentError(f"there is nothing to print{hint}")


def chosen(
    path: Path,
    words: Sequence[str],
    encounter: str,
    wanted: Callable[[Kind], bool],
    player: bool = False,
    language: str = "",
) -> Selection:
    """The game and the entries that ids or a filter choose, those of the rulebook too; without, all of the campaign."""
    project, games, _ = opened(path, player, _names([*words, *filter(None, [encounter])]), language=language)
    known: list[str] = []
    kinds: list[str] = []
    problem: Misuse | None = None
    for game in games:
        entries_of = printable if game.loaded.game.campaign and not (words or encounter) else all_printable
        pairs = [pair for kind in game.entries.kinds() if wanted(kind) for pair in entries_of(game, kind, project.url)]
        known += [computed.id for computed, _ in pairs]
        kinds += [kind.id for kind in game.ruleset.kinds.values() if wanted(kind)]
        try:
            pairs = _taking_part(game, pairs, encounter) if encounter else _filtered(game, pairs, words)
        except QueryError as error:
            problem = problem or Misuse(str(error), "`sheetgen cards --help` tells how a filter is written")
            continue
        if pairs:
            return Selection(project, game, pairs)
    if not (problem or encounter or words):
        raise nothing_to_print(kinds)
    raise problem or _nothing(encounter, words, known)


def chosen_kind(path: Path, words: Sequence[str], player: bool, language: str = "") -> tuple[Project, SiteGame, Kind]:
    """The kind whose blank sheet is asked for: by its name or the id of an entry, else the first that has sheets."""
    project, games, _ = opened(path, player, _names(words), language=language)
    known: list[str] = []
    for game in games:
        known += game.ruleset.kinds
        for kind in filter(has_sheet, game.ruleset.kinds.values()):
            if all(_is_called(kind, word) or game.loaded.library.get(kind.id, word) for word in words):
                return project, game, kind
    raise _nothing("", words, known)


def _names(words: Sequence[str]) -> Sequence[str]:
    """The words, unless one of them filters by a field."""
    return () if any(":" in word for word in words) else words


def _is_called(kind: Kind, word: str) -> bool:
    names = (kind.id, kind.model.title, kind.model.plural)
    return name_key(word.removeprefix("kind:")) in map(name_key, names)


def _nothing(encounter: str, words: Sequence[str], known: Sequence[str]) -> ContentError:
    if encounter:
        return ContentError(f"there is no encounter `{encounter}` with anybody to print")
    # Among several ids it is the unknown one.
    unknown_words = [word for word in words if word not in known and ":" not in word]
    several = len(unknown_words) < len(words)
    unknown = unknown_words[0] if several and unknown_words else ""
    hint = nearest_name(unknown or " ".join(words), known) if words else ""
    what = f"nothing that `{' '.join(words)}` chooses" if words else "nothing to print"
    what = f"nothing called `{unknown}` to print" if unknown else what
    return ContentError(f"there is {what}" + (f"; {hint}" if hint else ""))


def _taking_part(game: SiteGame, pairs: list[Pair], encounter: str) -> list[Pair]:
    names = {target for entry in game.loaded.library.find(encounter) for _, _, target in entry.references}
    return [pair for pair in pairs if pair[0].id in names]


def copies(game: SiteGame, encounter: str) -> dict[str, int]:
    """How often each entry takes part in an encounter."""
    counts: dict[str, int] = {}
    for entry in game.loaded.library.find(encounter)[:1]:
        for path, _, target in entry.references:
            holder = entry.fields
            for step in path[:-1]:
                holder = holder[step]  # type: ignore[index]
            count = holder.get("count", 1) if isinstance(holder, dict) else 1
            counts[target] = counts.get(target, 0) + count
    return counts


def _filtered(game: SiteGame, pairs: list[Pair], words: Sequence[str]) -> list[Pair]:
    by_id = {f"{computed.entry.kind.id}:{computed.id}": (computed, view) for computed, view in pairs}
    by_id |= {computed.id: (computed, view) for computed, view in pairs}
    if words and all(word in by_id for word in words):
        return [by_id[word] for word in words]
    facets, values = query_facets(game, [computed for computed, _ in pairs])
    query = read_query(" ".join(words), facets)
    if query.problems or query.unknown:
        raise QueryError("\n".join((*query.unknown, *query.problems)))
    called = [(computed.entry.name, computed.id, *computed.entry.fields["aliases"]) for computed, _ in pairs]
    return [pair for pair, names, own in zip(pairs, called, values, strict=True) if query.chooses(names, own)]
