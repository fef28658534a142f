"""The targets of links in one game: pages, headings, entries, lists, rules and rulings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sheetgen.model.entries import Entry
from sheetgen.model.loaded import LoadedGame
from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.kinds import Kind
from sheetgen.model.ruleset.ruleset import Ruleset
from sheetgen.reference.definitions import plain_text
from sheetgen.reference.links import LinkIndex, Target, page_targets, parts_of
from sheetgen.reference.written_pages import WrittenPage
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.memo import Memo
from sheetgen.text.value_format import ValueFormat
from sheetgen.views.present import Addresses


def targets(
    loaded: LoadedGame,
    chapters: list[WrittenPage],
    own: list[WrittenPage],
    folder: str,
    front: str,
    addresses: Addresses,
    memo: Memo,
) -> Iterator[Target]:
    """Everything of a game that a link may lead to."""
    ruleset = loaded.ruleset
    for page in (*chapters, *(page for page in own if page.slug != "index")):
        yield from _page_targets(page, folder, ruleset.title, memo)
    yield from _front_targets(loaded, own, folder, front, memo)
    entries, made = loaded.library.entries, dict[tuple[str, str], Target]()
    with memo.each(("target", ruleset.id), entries, made, ruleset.keys_at, Diagnostics()):
        for key, entry in entries.items():
            if key not in made:
                made[key] = _entry_target(entry, ruleset, addresses, memo)
    yield from map(made.__getitem__, entries)
    for kind in ruleset.kinds.values():
        href = f"{folder}{kind.folder}/index.html"
        yield Target("list", f"list:{kind.id}", kind.model.plural, href, kind.model.doc, ruleset.title)
    for rule in ruleset.rules.values():
        summary = rule.model.doc or rule.model.title
        yield Target("rule", f"rule:{rule.name}", rule.model.title, addresses.rule(rule.name), summary, ruleset.title)
    for ruling in ruleset.rulings.by_name.values():
        href = f"{folder}rulings.html#{ruling.name.replace('_', '-')}"
        yield Target(
            "ruling",
            f"ruling:{ruling.name}",
            ruling.model.title,
            href,
            plain_text(ruling.model.source),
            loaded.words("Rulings"),
        )


def _front_targets(loaded: LoadedGame, own: list[WrittenPage], folder: str, front: str, memo: Memo) -> Iterator[Target]:
    """The front of the game and the headings of the page that opens it: `index`, `index#heading`."""
    title = loaded.game.settings.title if loaded.game.settings else loaded.ruleset.title
    first = [page for page in own if page.slug == "index"]
    if not first:
        yield Target("page", "index", title, front, "", loaded.ruleset.title)
    for target in (target for page in first for target in _page_targets(page, folder, title, memo)):
        names = (*target.names, title) if target.sort == "page" else target.names
        yield replace(target, href=target.href.replace(f"{folder}index.html", front, 1), names=names)


def _page_targets(page: WrittenPage, folder: str, where: str, memo: Memo) -> tuple[Target, ...]:
    def make(diagnostics: Diagnostics) -> tuple[Target, ...]:
        return tuple(page_targets([page], folder, where))

    return memo.get(("targets", page.file.path), (page, folder, where), Diagnostics(), make, form=_form_of_targets)


def _entry_target(entry: Entry, ruleset: Ruleset, addresses: Addresses, memo: Memo) -> Target:
    kind = entry.kind

    def make(diagnostics: Diagnostics) -> Target:
        summary = plain_text(entry.fields["summary"] or _first_text(entry.fields, kind))
        return Target(
            "entry", f"{kind.id}:{entry.id}", entry.name, addresses.entry(kind.id, entry.id), summary,
            f"{ruleset.title} / {kind.model.plural}", tuple(entry.fields["aliases"]), kind.model.terms,
            of_campaign=entry.campaign,
        )  # fmt: skip

    target: Target = memo.get(
        ("target", ruleset.id, kind.id, entry.id),
        (entry, ruleset),
        Diagnostics(),
        make,
        form=_form_of_targets,
        cut_off=True,
    )
    return target


def _first_text(fields: Mapping[str, object], kind: Kind) -> str:
    for field in kind.fields:
        if str(field.shape) == "markdown" and not field.secret and fields.get(field.name):
            return str(fields[field.name])
    return ""


_TARGETS = ValueFormat.of(Target)


def _form_of_targets() -> ValueFormat:
    return _TARGETS


_SHOWN = re.compile(r"^[ \t>]*:{3,}[ \t]*rule[ \t]+(\w+)", re.MULTILINE)


def check_references(
    loaded: LoadedGame, chapters: Sequence[WrittenPage], link_index: LinkIndex, diagnostics: Diagnostics
) -> None:
    """Every rule of a game with chapters has a place in them: it names one, or a chapter shows the rule. All exist, and
    so do the headings that explain kinds, rulings and tables."""
    folders = [layer.folder for layer in loaded.game.layers if layer.language]
    translated = {page.slug: page for page in chapters if any(page.file.path.is_relative_to(f) for f in folders)}
    rules_shown = {name for page in chapters for name in _SHOWN.findall(page.body.text)}
    for rule in loaded.ruleset.rules.values():
        if not rule.model.reference:
            if chapters and rule.name not in rules_shown:
                hint = f"give it `reference: CHAPTER#HEADING`, or write `::: rule {rule.name}` and `:::` in a chapter"
                message = f"the rule `{rule.name}` has no place in the chapters"
                diagnostics.error("no-reference", message, rule.place.key_span, hint)
        elif chapters:
            _check_reference(rule.model.reference, rule.place, link_index, translated, diagnostics)
    rulings, kinds = loaded.ruleset.rulings.by_name.values(), loaded.ruleset.kinds.values()
    tables = loaded.ruleset.tables.values()
    explained = [(part.model.reference, part.place) for parts in (rulings, kinds, tables) for part in parts]
    for reference, place in explained if chapters else ():
        if reference:
            _check_reference(reference, place, link_index, translated, diagnostics)


def _check_reference(
    reference: str,
    place: YamlPlace,
    link_index: LinkIndex,
    translated: Mapping[str, WrittenPage],
    diagnostics: Diagnostics,
) -> None:
    """Report a reference that is none; in another language, the chapter whose heading has lost its id."""
    if link_index.find(reference) is not None:
        return
    slug, _, heading = reference.partition("#")
    if heading and slug in translated:
        message = f"this chapter has no heading `{{#{heading}}}`, where `reference: {reference}` leads"
        hint = f"write the id behind its heading: `## … {{#{heading}}}`"
        diagnostics.error("dead-link", message, translated[slug].file.span(), hint)
        diagnostics.fail(reference)
    else:
        message, hint = f"`{reference}` leads nowhere", link_index.nearest(reference)
        diagnostics.error("dead-link", message, place.at("reference").span, hint, missed=parts_of(reference))
