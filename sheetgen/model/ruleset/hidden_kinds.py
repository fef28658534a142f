"""Kinds and fields that players do not see, where a ruleset or campaign says it of all entries at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from sheetgen.model.ruleset.documents import YamlPlace
from sheetgen.model.ruleset.kinds import COMMON, Kind
from sheetgen.model.ruleset.shapes import Field, may_be_unsaid
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.suggest import with_article

HIDDEN = "hidden"
_ALWAYS_SEEN = ("id", "name", "extends", "overlays", "stated", HIDDEN, "ruleset")
"""Fields by which an entry is known at all."""


def with_hidden(
    kinds: Mapping[str, Kind], terms: Iterable[str], listed: YamlPlace | None, diagnostics: Diagnostics
) -> dict[str, Kind]:
    """Kinds, those that are hidden so that an entry is, unless it says `hidden: false`; and with their secret fields.

    `listed` is where a campaign names kinds, or fields as `KIND.FIELD`. The entries of kinds that are `terms` belong to
    the rules, which players have.
    """
    said = {kind.id: kind.place.at(HIDDEN) for kind in kinds.values() if kind.model.hidden}
    secret: dict[str, set[str]] = {}
    for number, name in enumerate(listed.data if listed and isinstance(listed.data, list) else ()):
        assert listed is not None
        place, (kind, _, field) = listed.at(number), str(name).partition(".")
        if kind not in kinds:
            _report_unknown(kind, kinds, place, diagnostics)
        elif field:
            if _can_be_secret(kinds[kind], field, place, diagnostics):
                secret.setdefault(kind, set()).add(field)
        else:
            said[kind] = place
    for name in {*said} & {*terms}:
        message, hint = f"{name} entries are terms of the rules, so they cannot be hidden", "name fields of it instead"
        diagnostics.error("ruleset", message, said.pop(name).span, hint)
    return {name: _changed(kind, name in said, secret.get(name, set())) for name, kind in kinds.items()}


def _changed(kind: Kind, hidden: bool, secret: set[str]) -> Kind:
    if not hidden and not secret:
        return kind
    fields = (replace(part, default=True) if hidden and part.name == HIDDEN else part for part in kind.fields)
    return replace(kind, fields=tuple(_as_secret(part) if part.name in secret else part for part in fields))


def _as_secret(field: Field) -> Field:
    return replace(field, secret=True, existing=field.existing and _as_secret(field.existing))


def _report_unknown(name: str, kinds: Mapping[str, Kind], place: YamlPlace, diagnostics: Diagnostics) -> None:
    spellings = {word.lower(): kind.id for kind in kinds.values() for word in (kind.folder, kind.model.plural, kind.id)}
    meant = spellings.get(name.lower())
    hint = f"write `{meant}`" if meant else did_you_mean(name, kinds) or "name kinds, or fields such as `KIND.FIELD`"
    diagnostics.error("unknown-reference", f"there is no kind `{name}`", place.span, hint, missed=(name,))


def _can_be_secret(kind: Kind, name: str, place: YamlPlace, diagnostics: Diagnostics) -> bool:
    field = kind.by_name.get(name)
    if field is None:
        own = [part for part in kind.by_name if part not in COMMON]
        message, hint = f"{kind.id} has no field `{name}`", did_you_mean(name, kind.by_name) or ", ".join(own)
        diagnostics.error("unknown-field", message, place.span, hint, missed=(name,))
        return False
    if name in _ALWAYS_SEEN or not may_be_unsaid(field):
        message, hint = (
            f"{with_article(kind.id)} that players see cannot be without `{name}`",
            f"hide it whole: `{kind.id}`",
        )
        diagnostics.error("ruleset", message, place.span, hint)
        return False
    return True
