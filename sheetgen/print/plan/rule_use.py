"""The rules that a fight needs beside it: what its combatants inflict first, what they carry last."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from markupsafe import Markup, escape

from sheetgen.blocks import EMPTY, Block, EntryView, NamedList, Prose, Table
from sheetgen.languages.collation import sort_form
from sheetgen.languages.program_words import Words
from sheetgen.model.computed_entry import ComputedEntry
from sheetgen.print.jobs import RuleText
from sheetgen.print.plan.block_texts import in_short
from sheetgen.site.games import SiteGame

MOST_OWN = 24
"""The most entries, such as gear, that a packet explains; it names the others."""
MOST_LETTERS = 1500
"""Letters that a packet takes of a rule."""
MOST_ROWS = 10
"""Rows of a table that a packet takes."""
_STEP = re.compile(r"^\d+\. ")
"""The number of a heading in its chapter."""
_TAG = re.compile(r"<[^>]+>")
_TABLE = re.compile(r"<table\b.*?</table>", re.DOTALL)
_BLOCK_END = re.compile(r"(?<=</p>)|(?<=</ul>)|(?<=</ol>)|(?<=</table>)|(?<=</div>)|(?<=</blockquote>)")


def rules_in_use(game: SiteGame, taking_part: Iterable[ComputedEntry]) -> list[RuleText]:
    """The rulebook's own entries and defined terms that the combatants' cards link to or name, or that they refer to.

    Conditions come first, then what texts link to or name, then what combatants refer to; by name within each.
    """
    everyone = list(taking_part)
    named = dict.fromkeys(key for way in (_linked, _named) for computed in everyone for key in way(game, computed))
    own = dict.fromkeys(key for computed in everyone for key in _referred(computed))
    lists = {kind.id for kind in game.ruleset.kinds.values() if kind.model.conditions}

    def rule_texts(keys: Iterable[str]) -> list[RuleText]:
        texts = {rule.title: rule for key in keys if (rule := _rule(game, key))}
        return sorted(texts.values(), key=lambda rule: sort_form(rule.title))

    inflicted = [key for key in (*named, *own) if key.partition(":")[0] in lists]
    rules = [key for key in named if key not in own and key not in inflicted]
    first = rule_texts(inflicted)
    second = [rule for rule in rule_texts(rules) if rule.title not in {computed.title for computed in first}]
    known = {rule.title for rule in (*first, *second)}
    last = [rule for rule in rule_texts(key for key in own if key not in inflicted) if rule.title not in known]
    shortened = (_shortened(rule, game.words) for rule in (*first, *second, *last[:MOST_OWN]))
    return [*shortened, *_others(last[MOST_OWN:], game.words)]


def _others(rest: Sequence[RuleText], words: Words) -> Iterator[RuleText]:
    """The rules that there is no room for, by name."""
    if rest:
        names = ", ".join(rule.title for rule in rest)
        text = Markup("<p>{}</p>").format(words("{n} more, told in the rulebook: {names}.", n=len(rest), names=names))
        yield RuleText(words("Also in use"), text)


def _shortened(rule: RuleText, words: Words) -> RuleText:
    """A rule as far as its first paragraphs take so many letters, without tables of very many rows."""
    kept: list[str] = []
    used = 0
    for part in _BLOCK_END.split(_TABLE.sub(partial(_short_table, words), str(rule.text))):
        used += len(_TAG.sub("", part))
        if used > MOST_LETTERS and kept:
            rest = Markup("<p><em>{}</em></p>").format(words("The rest stands in the rulebook."))
            return RuleText(rule.title, Markup("".join(kept)) + rest)
        kept.append(part)
    return RuleText(rule.title, Markup("".join(kept)))


def _short_table(words: Words, table: re.Match[str]) -> str:
    rows = table[0].count("</tr>") - table[0].count("</thead>")
    note = Markup("<p><em>{}</em></p>").format(words("A table of {n} rows stands in the rulebook.", n=rows))
    return note if rows > MOST_ROWS else table[0]


def _referred(computed: ComputedEntry) -> Iterator[str]:
    return (f"{kind}:{target}" for _, kind, target in computed.entry.references)


def _linked(game: SiteGame, computed: ComputedEntry) -> Iterator[str]:
    return iter(sorted(game.contents.entry(computed).outline.links))


def _named(game: SiteGame, computed: ComputedEntry) -> Iterator[str]:
    view, names = game.contents.view(computed), game.context.link_index.terms[0]
    if view is None:
        return
    text = " ; ".join(_TAG.sub("", part) for part in _texts(_at_the_table(view)))
    for start, end in names.uses(text):
        target = game.context.link_index.term(text[start:end])
        if target is not None:
            yield target.key


def _at_the_table(view: EntryView) -> tuple[Block, ...]:
    """The blocks that are looked at in a fight: those of the card, else of the page."""
    return (*view.area("front"), *view.area("back")) or (*view.area("page"), *view.area("aside"))


def _texts(blocks: Iterable[Block]) -> Iterator[str]:
    """The running texts of an entry: its prose, traits and attacks, but no labels and no lists to tick."""
    for block in blocks:
        match block:
            case Prose(text=text):
                yield text
            case NamedList(items=items):
                yield from (part for item in items for part in (item.name, item.text))
            case Table(rows=rows):
                yield from (part for row in rows for part in (row.name, row.note, *(c.number.text for c in row.cells)))


def _rule(game: SiteGame, key: str) -> RuleText | None:
    target = game.context.link_index.by_key.get(key)
    if target is None:
        return None
    if target.sort == "heading" and (sentences := _sentences(game.context.with_figures(target.summary))):
        return RuleText(_STEP.sub("", target.title), Markup("<p>{}</p>").format(sentences))
    kind, _, identity = key.partition(":")
    computed = game.loaded.table.entries.get((kind, identity)) if game.loaded.table and target.sort == "entry" else None
    if computed is None or computed.entry.campaign:
        return None
    view = game.contents.view(computed)
    text = in_short(view, game.words) if view else EMPTY
    return (
        RuleText(computed.entry.name, text) if text else RuleText(computed.entry.name, Markup(escape(target.summary)))
    )


def _sentences(text: str) -> str:
    """The opening of a section as far as its sentences are whole and lead to nothing that isn't printed."""
    whole = [sentence for sentence in re.split(r"(?<=[.!?])\s+", text) if not sentence.endswith(("…", ":"))]
    return " ".join(whole) or text
