"""The order in which files of tests begin."""

from __future__ import annotations

LONGEST = (
    "test_whole_site",
    "test_printing_ua",
    "test_book_binding",
    "test_printing_book",
    "test_book_layout",
    "test_bombs",
    "test_printing_fit",
    "test_session",
    "test_site_live",
    "test_untrusted",
    "test_written_games",
)
"""Files of tests that take longest: begun first, none of them is what all cores but one wait for in the end."""


def place(file: str) -> int:
    """Where a file of tests stands: the longest before all others, which stay in their order."""
    return LONGEST.index(file) if file in LONGEST else len(LONGEST)
