"""What questions look like that people type into a search, in the languages of a site."""

from __future__ import annotations

from collections.abc import Iterable

from sheetgen.languages.program_words import SOURCE, catalogue


def asked_in(languages: Iterable[str] = ()) -> dict[str, str]:
    """A regular expression for each sort of question, such as `amount`: those in English, and in other languages."""
    known = [catalogue(language).questions for language in (SOURCE, *sorted(languages))]
    return {
        sort: "|".join(dict.fromkeys(pattern for own in known for pattern in own.get(sort, ()))) for sort in known[0]
    }
