"""Columns that a text is cut into: what stays together, how full they are, what is levelled."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from sheetgen.print.engine.filling import AVOIDED, FREE, KEPT, NESTED, Piece, Slice, filled


def slices(*kinds: tuple[int, int], high: float = 10.0) -> list[Slice]:
    """Slices below each other, each with its columns and whether the text may break after it."""
    return [
        Slice(top=n * high, bottom=(n + 1) * high, columns=columns, after=after)
        for n, (columns, after) in enumerate(kinds)
    ]


def places(pieces: list[Piece]) -> list[tuple[int, int, int, int, float]]:
    return [(piece.first, piece.stop, piece.page, piece.column, piece.y) for piece in pieces]


def test_columns_are_filled_one_after_the_other_and_the_last_ones_are_level() -> None:
    assert places(filled(slices(*[(2, FREE)] * 26), 100)) == [
        (0, 10, 0, 0, 0),
        (10, 20, 0, 1, 0),
        (20, 23, 1, 0, 0),
        (23, 26, 1, 1, 0),
    ]
    assert filled([], 100) == []


def test_the_last_page_of_a_text_that_goes_on_elsewhere_is_filled() -> None:
    lines = slices(*[(1, FREE)] * 1030, high=1.0)
    ends = [[piece.stop - piece.first for piece in filled(lines, 100, goes_on=goes_on)] for goes_on in (False, True)]
    assert ends[0] == [*[100] * 10, 30]
    assert ends[1] == [*[96] * 10, 70], "all pages are a little lower"
    whole = slices(*[(1, AVOIDED), (1, FREE)] * 13)
    assert [piece.page for piece in filled(whole, 100, goes_on=True)] == [0, 1, 2], (
        "six lines are the fullest there are"
    )
    assert [len(filled(lines[:count], 100, goes_on=True)) for count in (0, 30)] == [0, 1]


def test_what_is_wider_stands_below_level_columns_and_above_others() -> None:
    assert places(filled(slices(*[(2, FREE)] * 6, *[(1, FREE)] * 2, *[(2, FREE)] * 4), 100)) == [
        (0, 3, 0, 0, 0),
        (3, 6, 0, 1, 0),
        (6, 8, 0, 0, 30),
        (8, 10, 0, 0, 50),
        (10, 12, 0, 1, 50),
    ]


def test_what_should_stay_together_does_where_that_leaves_no_column_empty() -> None:
    kept = slices(*[(1, FREE)] * 8, *[(1, AVOIDED)] * 3, *[(1, FREE)] * 5)
    assert places(filled(kept, 100))[0][:2] == (0, 8), "eight of ten lines, then all that stays together"
    kept = slices(*[(1, FREE)] * 5, *[(1, AVOIDED)] * 6, *[(1, FREE)] * 5)
    assert places(filled(kept, 100))[0][:2] == (0, 10), "a column would be half empty"
    kept = slices(*[(1, FREE)] * 5, *[(1, AVOIDED)] * 3, *[(1, NESTED)] * 4, *[(1, FREE)] * 5)
    assert places(filled(kept, 100))[0][:2] == (0, 8), "a table in an entry is torn after all else"
    kept = slices(*[(1, FREE)] * 5, (1, AVOIDED), *[(1, NESTED)] * 6, *[(1, FREE)] * 5)
    assert places(filled(kept, 100))[0][:2] == (0, 10), "but before a column would be half empty"
    kept = slices(*[(1, FREE)] * 5, *[(1, KEPT)] * 6, *[(1, FREE)] * 5)
    assert places(filled(kept, 100))[0][:2] == (0, 5), "a heading is never parted from its text"
    assert places(filled(slices(*[(1, KEPT)] * 15), 100))[0][:2] == (0, 10), "unless no page has room for it"


def test_nothing_is_torn_at_the_foot_of_a_page_that_is_full_enough() -> None:
    boxed = slices(*[(1, FREE)] * 8, *[(2, AVOIDED)] * 3, (2, FREE), *[(2, FREE)] * 2)
    assert places(filled(boxed, 100))[:2] == [(0, 8, 0, 0, 0), (8, 12, 1, 0, 0)], "two lines are left, the box has four"
    boxed = slices(*[(1, FREE)] * 5, *[(2, AVOIDED)] * 5, (2, FREE), *[(2, FREE)] * 2)
    assert places(filled(boxed, 100))[1:] == [(5, 9, 0, 0, 50), (9, 13, 0, 1, 50)], "the page would be half empty"
    after = slices(*[(1, FREE)] * 7, *[(2, FREE)] * 2, *[(2, AVOIDED)] * 3, (2, FREE))
    level = [(0, 7, 0, 0, 0), (7, 8, 0, 0, 70), (8, 9, 0, 1, 70), (9, 13, 1, 0, 0)]
    assert places(filled(after, 100)) == level, "what stands above an empty column is shared out"
    before, rows = slices(*[(2, FREE)] * 12), slices(*[(1, AVOIDED)] * 3, (1, FREE))
    apart = [replace(row, top=row.top + 130, bottom=row.bottom + 130) for row in rows]
    assert places(filled([*before, *apart], 100))[2:] == [(12, 15, 0, 0, 70), (15, 16, 1, 0, 0)], "white fills nothing"


def test_no_single_line_goes_on_from_what_is_torn() -> None:
    kept = slices(*[(1, FREE)] * 20, *[(1, AVOIDED)] * 20, *[(1, FREE)] * 2, high=3.0)
    assert [piece.stop for piece in filled(kept, 120)] == [38, 42], "one line would be left, so three go on"


def test_what_has_to_be_torn_at_the_end_is_level_as_well() -> None:
    whole = slices(*[(2, AVOIDED)] * 11, (2, FREE))
    assert places(filled(whole, 100)) == [(0, 6, 0, 0, 0), (6, 12, 0, 1, 0)]


def test_a_heading_goes_to_the_next_page_with_what_is_wider_below_it() -> None:
    heading = slices(*[(2, FREE)] * 6, (2, KEPT), *[(1, KEPT)] * 7, (1, FREE))
    assert places(filled(heading, 100))[-2:] == [(6, 7, 1, 0, 0), (7, 15, 1, 0, 10)]


def test_text_reaches_into_the_margin_where_that_spares_a_page() -> None:
    assert [piece.page for piece in filled(slices(*[(1, FREE)] * 11), 100, slack=10)] == [0]
    assert [piece.stop for piece in filled(slices(*[(1, FREE)] * 12), 100, slack=10)] == [10, 12], "else it does not"


def test_white_between_blocks_gives_way_where_that_spares_a_page() -> None:
    def blocks(count: int) -> list[Slice]:
        """Two lines each, with white below the second one."""
        starts = [n // 2 * 25 + n % 2 * 10 for n in range(2 * count)]
        return [Slice(top=top, bottom=top + 10, loose=n % 2 == 1) for n, top in enumerate(starts)]

    assert [(piece.first, piece.page, piece.y) for piece in filled(blocks(4), 94, slack=0.5)] == [
        (0, 0, 0), (2, 0, pytest.approx(24.25)), (4, 0, pytest.approx(48.5)), (6, 0, pytest.approx(72.75)),
    ]  # fmt: skip
    assert filled(blocks(4), 94)[-1].page == 1 == filled(blocks(4), 84, slack=0.5)[-1].page, "not much"
    assert len(filled(blocks(6), 100, slack=0.5)) == 2, "and not where that spares none"


def test_lines_stand_closer_where_that_spares_a_page() -> None:
    lines = slices(*[(1, FREE)] * 26, high=4.0)
    usual, close = filled(lines, 100)[-1], filled(lines, 100, slack=0.5)[-1]
    assert (usual.page, usual.leading) == (1, 1.0)
    assert (close.page, close.stop, close.leading) == (0, 26, 0.96)
    assert filled(slices(*[(1, FREE)] * 27, high=4.0), 100, slack=0.5)[-1].leading == 1.0, "else they do not"


def test_a_last_page_has_more_than_a_few_lines_where_the_others_can_be_lower() -> None:
    lines = slices(*[(1, FREE)] * 120, high=1.0)
    ends = [[piece.stop - piece.first for piece in filled(lines[:108], 100, slack=slack)] for slack in (0.0, 0.5)]
    assert ends == [[100, 8], [90, 18]]
    assert [piece.stop for piece in filled(lines, 100, slack=0.5)] == [100, 120], "twenty are enough"


def test_no_page_is_spared_where_a_few_lines_would_stand_on_the_last_one() -> None:
    def pages(lines: int) -> int:
        heights = [51.0] * 4 + [1.0] * lines
        tops = [sum(heights[:n]) for n in range(len(heights))]
        text = [Slice(top=top, bottom=top + high) for top, high in zip(tops, heights, strict=True)]
        return filled(text, 100, slack=0.5)[-1].page + 1

    assert (pages(5), pages(25)) == (4, 3)


def test_the_head_of_a_table_takes_room_in_each_column() -> None:
    rows = [
        Slice(top=n * 10, bottom=(n + 1) * 10, after=KEPT if not n else FREE, repeated=10.0 * (n > 1))
        for n in range(20)
    ]
    assert [(piece.first, piece.stop) for piece in filled(rows, 100)] == [(0, 10), (10, 19), (19, 20)]


@pytest.mark.parametrize("height", [35.0, 60.0, 100.0, 1000.0])
def test_every_slice_stands_once_on_its_page(height: float) -> None:
    kinds = [(1 + n // 7 % 3, (FREE, FREE, AVOIDED, NESTED, KEPT)[n * n % 5]) for n in range(120)]
    text = slices(*kinds)
    pieces = filled(text, height)
    assert [piece.first for piece in pieces] == [0, *(piece.stop for piece in pieces[:-1])] and pieces[-1].stop == 120
    for piece in pieces:
        high = text[piece.stop - 1].bottom - text[piece.first].top
        assert piece.y + high <= height + 0.1 and piece.column < text[piece.first].columns
    assert all((a.page, a.y) <= (b.page, b.y) for a, b in pairwise(pieces))
