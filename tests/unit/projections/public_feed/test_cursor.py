"""The cursor of the feed packs the positions of all partitions into a short text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from application.ports.feeds import START
from projections.public_feed.cursor import MOST_CHARACTERS, decode_cursor, encode_cursor

PARTITIONS = 64
TODAY = 1_795_000_000_000
ids = st.tuples(st.integers(0, 2**48), st.integers(0, 2**20))


@given(st.lists(ids, min_size=PARTITIONS, max_size=PARTITIONS))
def test_a_cursor_holds_every_position(positions: list[tuple[int, int]]) -> None:
    cursor = encode_cursor(tuple(positions))
    assert decode_cursor(cursor, PARTITIONS) == tuple(positions)
    assert len(cursor) <= MOST_CHARACTERS


def test_the_cursor_of_a_busy_server_is_short() -> None:
    positions = tuple((TODAY - 9_000 * p, p % 2) for p in range(PARTITIONS))
    assert len(encode_cursor(positions)) < 400


def test_a_feed_without_entries_takes_one_byte() -> None:
    assert len(encode_cursor((START,) * PARTITIONS)) < 100


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "AQ",
        "hello",
        "Ag" + "A" * 100,
        encode_cursor((START,) * 63),
        encode_cursor((START,) * 65),
        encode_cursor((START,) * 64) + "A",
        "AQ" + "__" * 40,
    ],
)
def test_anything_else_is_no_cursor(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode_cursor(text, PARTITIONS)
