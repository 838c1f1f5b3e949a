"""The append function changes nothing unless it returns OK."""

from collections.abc import Iterator
from typing import Any, TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from redis import Redis
from redis.exceptions import ResponseError

from store import keyspace
from store.embedded.server import EmbeddedServer
from store.lua import functions
from store.tables.log import append_command
from tests.support.tables.commits import commit

Client: TypeAlias = Any  # redis-py leaves most of it untyped
TABLE = "a" * 26
FEED, DUE, LOG = keyspace.append_keys(TABLE)[4:7]
NAMED = 3  # FCALL, function, number of keys; then nine keys, then the arguments
FIRST_ARGUMENT = NAMED + 9

LUDICROUS = st.one_of(
    st.binary(max_size=40),
    st.sampled_from([b"", b"0", b"1", b"2", b"-1", b"1e3", b"0x1", b" 1", b"1.5", b"9" * 15]),
    st.sampled_from([b"9" * 16, b"9" * 400, b"nan", b"inf", b"x" * 32, b"x" * 16, b"\0" * 32]),
)
OBSTACLES: dict[str, tuple[Any, ...]] = {
    "string": ("SET", "1"),
    "list": ("RPUSH", "1"),
    "hash": ("HSET", "v", "1"),
    "broken version": ("HSET", "v", "many"),
    "no version": ("HSET", "w", "1"),
    "set": ("SADD", "1"),
    "sorted set": ("ZADD", "1", "one"),
    "stream": ("XADD", "1-0", "e", "x"),
    "later stream": ("XADD", "9-0", "e", "x"),
    "full stream": ("XADD", "18446744073709551615-18446744073709551615", "e", "x"),
}


@pytest.fixture
def redis(server: EmbeddedServer) -> Iterator[Client]:
    with Redis(unix_socket_path=server.url[7:-5], protocol=2) as client:
        for text in functions.LIBRARIES:
            client.execute_command("FUNCTION", "LOAD", "REPLACE", text)
        yield client
        client.flushall()


def everything(client: Client) -> dict[bytes, Any]:
    """The whole content; the last id of a stream is not content."""
    return {key: _content(client, key) for key in client.keys("*")}


def _content(client: Client, key: bytes) -> Any:
    if client.type(key) == b"stream":
        return client.execute_command("XRANGE", key, "-", "+")
    return client.dump(key)


def outcome(client: Client, command: list[Any]) -> Any:
    try:
        answer = client.execute_command(*command)
    except ResponseError:
        return b"ERROR"
    return answer[0]


def unchanged_unless_ok(client: Client, command: list[Any]) -> None:
    before = everything(client)
    if outcome(client, command) == b"OK":
        whole(client)
    else:
        assert everything(client) == before


def whole(client: Client) -> None:
    """Version, head, stream and feed agree."""
    for key in client.keys("*:meta"):
        version = int(client.hget(key, "v") or -1)
        entries = client.execute_command("XRANGE", key[:-4] + b"events", "-", "+")
        last = 0
        for id_, fields in entries:
            count = len(fields[b"e"].split(b"\n"))
            last += count
            assert id_ == b"%d-%d" % (last, count)
        assert last == version
        assert int(client.hget(key, "n") or -1) == len(entries)
        assert len(client.hget(key, "h") or b"") == 32


def prepared(client: Client, expected: int) -> None:
    client.flushall()
    if expected:
        assert outcome(client, list(append_command(commit(TABLE, 0, expected)))) == b"OK"


FUZZ = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@FUZZ
@given(
    expected=st.sampled_from([0, 2]),
    count=st.integers(1, 3),
    bent=st.dictionaries(st.integers(0, 17), LUDICROUS, max_size=3),
    cut=st.integers(0, 14),
)
def test_ludicrous_arguments_change_nothing(
    redis: Client, expected: int, count: int, bent: dict[int, bytes], cut: int
) -> None:
    prepared(redis, expected)
    command = list(
        append_command(commit(TABLE, expected, count, key=b"k" * 32, due=1, log=b"\0\1x"))
    )
    for place, value in bent.items():
        if FIRST_ARGUMENT + place < len(command):
            command[FIRST_ARGUMENT + place] = value
    unchanged_unless_ok(redis, command[: len(command) - cut] if cut > 8 else command)


@FUZZ
@given(
    expected=st.sampled_from([0, 2]),
    place=st.integers(0, 6),
    obstacle=st.sampled_from(sorted(OBSTACLES)),
    key=st.booleans(),
)
def test_keys_of_another_kind_change_nothing(
    redis: Client, expected: int, place: int, obstacle: str, key: bool
) -> None:
    prepared(redis, expected)
    name = keyspace.append_keys(TABLE)[place]
    redis.delete(name)
    verb, *rest = OBSTACLES[obstacle]
    redis.execute_command(verb, name, *rest)
    idempotency = {"key": b"k" * 32} if key else {}
    sent = commit(TABLE, expected, 2, due=1, log=b"\0\1x", **idempotency)
    unchanged_unless_ok(redis, list(append_command(sent)))


@FUZZ
@given(names=st.lists(st.sampled_from(keyspace.append_keys(TABLE)), min_size=0, max_size=8))
def test_keys_in_disorder_change_nothing(redis: Client, names: list[str]) -> None:
    prepared(redis, 0)
    command = list(append_command(commit(TABLE, 0, 2, key=b"k" * 32)))
    unchanged_unless_ok(redis, [*command[:2], len(names), *names, *command[FIRST_ARGUMENT:]])


@pytest.mark.parametrize(
    "damage",
    [
        ("XDEL", keyspace.events(TABLE), "2-2"),
        ("XSETID", keyspace.events(TABLE), "9-0"),
        ("XSETID", FEED, "18446744073709551615-18446744073709551615"),
        ("XADD", LOG, "18446744073709551615-18446744073709551615", "t", "x"),
    ],
    ids=[
        "an entry is lost",
        "the stream is set to a later id",
        "the feed is set to the last id",
        "the queue of the log is full",
    ],
)
def test_a_damaged_stream_or_feed_is_not_written(redis: Client, damage: tuple[str, ...]) -> None:
    prepared(redis, 2)
    redis.execute_command(*damage)
    before = everything(redis)
    assert outcome(redis, list(append_command(commit(TABLE, 2, 2, log=b"\0\1x")))) == b"ERROR"
    assert everything(redis) == before


def test_a_server_out_of_memory_refuses_before_the_first_write(redis: Client) -> None:
    prepared(redis, 2)
    before = everything(redis)
    redis.config_set("maxmemory", 1)
    try:
        assert outcome(redis, list(append_command(commit(TABLE, 2, 2)))) == b"ERROR"
    finally:
        redis.config_set("maxmemory", 0)
    assert everything(redis) == before


@pytest.mark.parametrize("verb", ["xadd", "xdel", "hset", "zadd", "zrem", "set"])
def test_a_user_who_may_not_write_everything_writes_nothing(redis: Client, verb: str) -> None:
    """An append that needs this command; others are not affected."""
    prepared(redis, 0)
    before = everything(redis)
    redis.execute_command("ACL", "SETUSER", "weak", "on", ">pw", "~*", "+@all", f"-{verb}")
    path = redis.connection_pool.connection_kwargs["path"]
    try:
        with Redis(unix_socket_path=path, username="weak", password="pw", protocol=2) as weak:
            due = None if verb == "zrem" else 1
            command = list(append_command(commit(TABLE, 0, 2, key=b"k" * 32, due=due)))
            assert outcome(weak, command) == b"ERROR"
    finally:
        redis.execute_command("ACL", "DELUSER", "weak")
    assert everything(redis) == before


def test_one_commit_leaves_exactly_its_traces(redis: Client) -> None:
    prepared(redis, 0)
    sent = commit(TABLE, 0, 2, key=b"k" * 32, digest=b"d", due=7, log=b"\0\1x", moving=b"m")
    assert outcome(redis, list(append_command(sent))) == b"OK"
    told = {b"v": b"2", b"h": sent.next_head, b"n": b"1", b"d": b"m"}
    assert redis.hgetall(keyspace.meta(TABLE)) == told
    [(id_, fields)] = redis.execute_command("XRANGE", keyspace.events(TABLE), "-", "+")
    assert id_ == b"2-2"
    assert fields == {
        b"e": b"\n".join(sent.events),
        b"c": sent.record,
        b"i": sent.id,
        b"d": b"d",
        b"k": b"k" * 32,
        b"h": sent.next_head,
    }
    assert redis.hgetall(keyspace.idempotency(TABLE)) == {
        b"k" * 32: b"1:2:" + sent.next_head + b"d"
    }
    assert redis.get(keyspace.seed(TABLE)) == sent.seed
    assert redis.zscore(DUE, TABLE) == 7
    [(_, told)] = redis.execute_command("XRANGE", FEED, "-", "+")
    assert told == {b"t": TABLE.encode(), b"f": b"1", b"l": b"2", b"n": b""}
    [(_, waiting)] = redis.execute_command("XRANGE", LOG, "-", "+")
    assert waiting == {b"t": TABLE.encode(), b"e": b"\0\1x"}


@pytest.mark.parametrize(
    "parts",
    [
        [b"x" * (1 << 20) + b"x"],
        [b"x\n"],
        [b"\nx"],
        [b"x\n\nx"],
        [b""],
        [b"\n".join([b"x"] * 257)],
        [b"x", b"x"],
        [b"\n".join([b"x"] * 256), b"\n".join([b"x"] * 255), b"x"],
    ],
    ids=["too large", "no last", "no first", "none between", "none", "too many", "short", "gap"],
)
def test_parts_that_are_not_entries_are_rejected(redis: Client, parts: list[bytes]) -> None:
    prepared(redis, 0)
    command = append_command(commit(TABLE))
    assert outcome(redis, [*command[:-1], *parts]) == b"ERROR"
    assert everything(redis) == {}


def test_a_commit_without_entries_leaves_nothing_for_the_log(redis: Client) -> None:
    prepared(redis, 2)
    assert not redis.exists(LOG)
