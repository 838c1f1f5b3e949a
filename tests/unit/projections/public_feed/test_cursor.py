"""The cursor of the feed is the id of an entry; those of 0.3.0 are known to have expired."""

from base64 import urlsafe_b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from application.ports.feeds import START
from projections.public_feed.cursor import decode_cursor, encode_cursor

TODAY = 1_795_000_000_000


@given(st.tuples(st.integers(0, 2**48), st.integers(0, 2**20)))
def test_a_cursor_holds_the_position(position: tuple[int, int]) -> None:
    assert decode_cursor(encode_cursor(position)) == position


def test_a_cursor_is_short() -> None:
    assert len(encode_cursor((TODAY, 12))) < 32


def test_the_cursor_of_an_earlier_release_is_recognised() -> None:
    """It had a position in each of 64 partitions, after the number of its form."""
    packed = bytes([1, 0x80, 0x9C, 0xE1, 0x8E, 0x9D, 0x34, *range(64)])
    assert decode_cursor(urlsafe_b64encode(packed).decode().rstrip("=")) is None


@pytest.mark.parametrize("text", ["", "A", "AQ", "hello", encode_cursor(START) + "A", "AQAA"])
def test_anything_else_is_no_cursor(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode_cursor(text)
