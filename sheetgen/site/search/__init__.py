"""The search index of the site: what can be found, written as scripts that work without a server.

A record is one page (an entry, a chapter, a rule); its sections can be found by themselves. The words
of names and of text are kept apart, so that on a large site names answer before the text has loaded.
"""

from __future__ import annotations

from sheetgen.site.search.blocks import written_block
from sheetgen.site.search.index import index_scripts
from sheetgen.site.search.record import FacetValue, SearchRecord, SearchSection
from sheetgen.site.search.words import search_form, words

__all__ = [
    "FacetValue",
    "SearchRecord",
    "SearchSection",
    "index_scripts",
    "search_form",
    "words",
    "written_block",
]
