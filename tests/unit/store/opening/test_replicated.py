"""Writes that a replica confirms: which connection carries them."""

from store import keyspace
from store.lua import functions
from store.opening.replicated import LANES, lane_of


def test_all_commands_of_a_partition_use_one_connection() -> None:
    for p in range(keyspace.PARTITIONS):
        keys = keyspace.feed(p), keyspace.deadlines(p), keyspace.log_queue(p)
        calls = [functions.fcall("append", [key], "x") for key in keys]
        assert len({lane_of(call) for call in calls} | {lane_of(("HGET", keys[0], "x"))}) == 1


def test_partitions_are_spread_over_the_connections() -> None:
    lanes = [lane_of(("GET", keyspace.feed(p))) for p in range(keyspace.PARTITIONS)]
    assert [lanes.count(lane) for lane in range(LANES)] == [keyspace.PARTITIONS // LANES] * LANES
