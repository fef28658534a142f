"""The search index of the site: what can be found, written as scripts that work without a server.

A record is one page (an entry, a chapter, a rule); its sections can be found by themselves. The words
of names and of text are kept apart, so that on a large site names answer before the text has loaded.
"""

from __future__ import annotations

from sheetgen.site.search.index import SearchIndex, build_index
from sheetgen.site.search.record import FacetValue, SearchRecord, SearchSection
from sheetgen.site.search.words import search_form, words

__all__ = ["FacetValue", "SearchIndex", "SearchRecord", "SearchSection", "build_index", "search_form", "words"]
