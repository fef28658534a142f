"""Which names stand in texts by themselves."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from sheetgen.site.backlinks import stands_alone

LETTERS = st.sampled_from("Aa é٣²_-.")


@given(name=st.text(LETTERS, min_size=1, max_size=4), text=st.text(LETTERS, max_size=14))
def test_a_name_is_no_part_of_a_longer_word(name: str, text: str) -> None:
    pattern = rf"(?<![\w-]){re.escape(name)}(?![\w-])"
    assert stands_alone(name, text) == bool(re.search(pattern, text))
