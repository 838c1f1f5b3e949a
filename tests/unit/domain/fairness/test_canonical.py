"""Canonical JSON, against another implementation of RFC 8785."""

import hypothesis.strategies as st
import msgspec
import pytest
import rfc8785
from hypothesis import given, settings

from domain.fairness.canonical import canon
from domain.judging.codec import RecordedEvent, encode
from domain.kernel.moments import rfc3339
from ludotheque.laws.random_play import played
from tests.support.players.fixed_world import NOON

KEYS = st.text("abcxyz0189_", max_size=4).map(lambda tail: f"k{tail}")


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


LEAVES = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXTS


VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner), max_leaves=12
)


@settings(max_examples=200, deadline=None)
@given(VALUES)
def test_canonical_bytes_are_those_of_rfc_8785(value: object) -> None:
    assert canon(value) == rfc8785.dumps(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", range(2))
def test_the_bytes_of_every_event_of_a_table_are_canonical(number: int) -> None:
    for version, event in enumerate(played("gumball_rally", 4, number).events, 1):
        raw = encode(RecordedEvent(version, rfc3339(NOON), 1, event))
        assert rfc8785.dumps(msgspec.json.decode(raw)) == raw
