"""Which names stand in texts by themselves."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from sheetgen.site.backlinks import named_in

LETTERS = st.sampled_from("Aa é٣²_-.")
NAMES = st.text(LETTERS, max_size=3).map("A{}".format)


@given(names=st.sets(NAMES, max_size=4), text=st.text(LETTERS, max_size=14))
def test_a_name_is_no_part_of_a_longer_word(names: set[str], text: str) -> None:
    by_word: dict[str, dict[int, dict[str, list[tuple[str, str]]]]] = {}
    for name in names:
        (first, *_) = re.findall(r"\w+", name)
        by_word.setdefault(first, {}).setdefault(len(name), {})[name] = [("term", name)]
    standing = {name for name in names if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)}
    assert {name for _, name in named_in(text, by_word)} == standing
