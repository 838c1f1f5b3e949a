"""Which node of a cluster a command is sent to."""

import pytest

from store import keyspace
from store.cluster.client import slot_of
from tests.support.tables.commits import table_id

pytestmark = pytest.mark.anyio


def test_all_keys_of_a_command_share_the_slot_of_the_first() -> None:
    table = table_id()
    keys = keyspace.append_keys(table)
    slots = {slot_of(("GET", key)) for key in keys}
    assert slots == {slot_of(["FCALL", "f", len(keys), *keys])}
    feed = keyspace.feed(keyspace.partition(table))
    assert slots == {slot_of(("XREADGROUP", "GROUP", "STREAMS-like", "c", "STREAMS", feed, ">"))}
    assert slots == {slot_of(("XINFO", "GROUPS", feed)), slot_of(("HGET", feed.encode(), "x"))}
