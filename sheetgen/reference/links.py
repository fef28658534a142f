"""The targets of links: pages, headings, entries, rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from sheetgen.markdown.terms import TermNames, spelling
from sheetgen.model.ruleset.layers import Layer
from sheetgen.model.ruleset.vocabulary import name_key
from sheetgen.reference.definitions import SectionPreview, WrittenTable
from sheetgen.reference.written_pages import WrittenPage
from sheetgen.text.cache import digest
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.source import Span


@dataclass(frozen=True, slots=True)
class Target:
    """A target of links."""

    sort: Literal["page", "heading", "entry", "rule", "ruling", "list"]
    key: str
    """`page`, `page#heading`, `kind:id`, `rule:name`, `ruling:name`, `list:kind`: unique in an index."""
    title: str
    href: str
    """Relative to the site root."""
    summary: str = ""
    where: str = ""
    names: tuple[str, ...] = ()
    """Its other names."""
    term: bool = False
    """Whether its names are linked in prose of themselves."""
    definitions: tuple[tuple[str, str], ...] = ()
    """What it says of single names, where that is something else than its summary."""
    listing: WrittenTable | None = None
    """The table that a section has in place of text: a preview says the names in it."""
    of_campaign: bool = False
    """Whether only the campaign has it, and no other one of the game."""

    @property
    def previewed(self) -> bool:
        """Whether there is something to preview."""
        return bool(self.summary or self.listing)

    def preview_of(self, name: str) -> str:
        """The key of what a link with this text shows before it is followed: what the target says of the name."""
        known = next((known for known, _ in self.definitions if name_key(known) == name_key(name)), "")
        return f"{self.key}={known}" if known else self.key


@dataclass(frozen=True)
class LinkIndex:
    """The index of everything that can be linked to from the pages of one game."""

    targets: tuple[Target, ...]
    hidden: frozenset[str] = frozenset()
    """The names of what players must not know of, folded, in a player's edition."""

    @cached_property
    def digest(self) -> str:
        """A digest of all that texts with links depend on: of summaries only whether there is one to preview."""
        targets = (
            (t.sort, t.key, t.title, t.href, t.previewed, t.names, t.term, t.of_campaign, [n for n, _ in t.definitions])
            for t in self.targets
        )
        return digest(repr((sorted(self.hidden), *targets)))

    def hides(self, name: str) -> bool:
        """Whether a name that leads nowhere is that of something hidden."""
        return any(name_key(part) in self.hidden for part in (name.strip(), *parts_of(name)))

    @cached_property
    def by_key(self) -> Mapping[str, Target]:
        """Targets by their unique key."""
        return {target.key: target for target in self.targets}

    @cached_property
    def _by_name(self) -> Mapping[str, Target]:
        order = {"entry": 0, "page": 1, "heading": 2, "rule": 3, "ruling": 4, "list": 5}
        by_name: dict[str, Target] = {}
        for target in sorted(self.targets, key=lambda target: order[target.sort]):
            for name in (target.key.rpartition(":")[2].rpartition("#")[2], target.title, *target.names):
                by_name.setdefault(name_key(name), target)
        return by_name

    def find(self, name: str, page: str = "") -> Target | None:
        """The target that a link names: by key, by `#heading` of the same page, or by any of its names."""
        name = name.strip().removesuffix(".md")
        if name.startswith("#"):
            return self.by_key.get(f"{page}{name}")
        exact = self.by_key.get(name)
        if exact or "#" in name:
            return exact
        sort, colon, identity = name.partition(":")
        return self._of_sort.get((sort, name_key(identity))) if colon else self._by_name.get(name_key(name))

    @cached_property
    def _of_sort(self) -> Mapping[tuple[str, str], Target]:
        """The first target of a sort, such as a kind of entry, that goes by a name."""
        targets: dict[tuple[str, str], Target] = {}
        for target in self.targets:
            for name in (target.title, *target.names):
                targets.setdefault((target.key.partition(":")[0], name_key(name)), target)
        return targets

    def headings(self, page: str) -> Mapping[str, Target]:
        """The headings of a page by id, and the page itself under no id."""
        return self._by_page.get(page, {})

    @cached_property
    def _by_page(self) -> Mapping[str, Mapping[str, Target]]:
        by_page: dict[str, dict[str, Target]] = {}
        for target in (target for target in self.targets if target.sort in ("page", "heading")):
            page, _, heading = target.key.partition("#")
            by_page.setdefault(page, {})[heading] = target
        return by_page

    def nearest(self, name: str) -> str:
        """A hint for a name that leads nowhere."""
        if "/" in name and (meant := self.find(name.rpartition("/")[2].removesuffix(".html"))):
            return f"did you mean `{meant.key.rpartition(':')[2]}`?"
        known = [target.key.rpartition(":")[2] for target in self.targets] + [target.title for target in self.targets]
        known += [name for target in self.targets for name in target.names]
        known += [target.key for target in self.targets if target.sort in ("heading", "rule") or ":" in name]
        hint = did_you_mean(name, dict.fromkeys(known))
        return hint if hint.startswith("did") else ""

    @cached_property
    def terms(self) -> tuple[TermNames, Mapping[str, Target]]:
        """All names that are linked of themselves, and the target of each name."""
        targets: dict[str, Target] = {}
        for target in self.targets:
            if target.term:
                for name in (target.title, *target.names):
                    targets.setdefault(spelling(name), target)
        return TermNames(frozenset(name for name in targets if len(name) > 2)), targets

    def term(self, word: str) -> Target | None:
        """The target of a name found in prose."""
        name = spelling(word)
        return self.terms[1].get(name) or self.terms[1].get(name.lower())


def page_targets(pages: Iterable[WrittenPage], folder: str, where: str) -> Iterator[Target]:
    """The pages of a folder and their headings, at `FOLDER/SLUG.html#ID`."""
    for page in pages:
        href = f"{folder}{page.slug}.html"
        yield Target("page", page.slug, page.title, href, page.meta.summary, where, tuple(page.meta.aliases))
        for number, heading in enumerate(page.headings):
            place = f"{href}#{heading.id}" if number or not page.titled else href
            section = SectionPreview(page, heading)
            yield Target(
                "heading", f"{page.slug}#{heading.id}", heading.title, place,
                section.opening, f"{where} / {page.title}", heading.aliases, heading.term,
                tuple(section.definitions()), section.listing,
            )  # fmt: skip


def check_target(
    link_index: LinkIndex, name: str, page: str, span: Span, diagnostics: Diagnostics, hints: Iterator[object]
) -> Target | None:
    """The target of a link, or a diagnostic at its place, with a hint for as long as there are any of these left."""
    target = link_index.find(name, page)
    if target is None and link_index.hides(name):
        hint = "put this into a box `::: gm`, or do without the link"
        diagnostics.error("dead-link", f"`{name}` is hidden from players", span, hint)
    elif target is None:
        wanted = next(hints, None) is not None
        hint = link_index.nearest(f"{page}{name}" if name.startswith("#") else name) if wanted else ""
        diagnostics.error("dead-link", f"`{name}` leads nowhere", span, hint, missed=parts_of(name))
    return target


def check_shared(target: Target, span: Span, layers: Iterable[Layer], diagnostics: Diagnostics) -> None:
    """Warn of a link to what only the campaign has in a text of its game, which other campaigns have, too."""
    folders = (layer.folder for layer in layers if layer.sort == "campaign")
    if not any(span.file.path.is_relative_to(folder) for folder in folders):
        message = f"{target.title} is in this campaign only: in others of the game, this link leads nowhere"
        diagnostics.warning("dead-link", message, span, "link to what the game itself has, or to nothing")


def parts_of(link: str) -> tuple[str, ...]:
    """The names in a link any of which may be what it misses: `kind:id`, `page#heading`, and itself."""
    whole = link.strip().removesuffix(".md")
    return tuple(dict.fromkeys(filter(None, (whole, *re.split(r"[:#]", whole)))))
