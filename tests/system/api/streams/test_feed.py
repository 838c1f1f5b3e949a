"""The feed of the server: pages and streams of what spectators see, from any process."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis

from store import keyspace
from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import assert_problem
from tests.support.network.sse import EventStream
from tests.support.players.callers import Caller, calling
from tests.support.servers.processes import PATIENCE, serving, until
from tests.support.tables.http_table import HttpTable, play_table, start_table

pytestmark = pytest.mark.usefixtures("projector")


def pages(anyone: Caller, path: str, **query: Any) -> tuple[list[Any], str]:
    """Return all lines from here on and the last cursor; `Link` leads from page to page."""
    lines: list[Any] = []
    answer = anyone.get(path, params=query)
    while True:
        assert answer.status_code == 200, answer.text
        *events, end = map(json.loads, answer.text.splitlines())
        lines += events
        if not end["more"]:
            assert "link" not in answer.headers
            return lines, end["next"]
        following = answer.links["next"]["url"]
        assert end["next"] in following
        answer = anyone.get(following)


def now(anyone: Caller) -> str:
    return pages(anyone, "/v1/feed", **{"from": "now"})[1]


def versions(lines: list[Any], table: HttpTable) -> list[int]:
    return [line["event"]["version"] for line in lines if line["table"] == table.id]


def listening(caller: Caller, cursor: str, **query: Any) -> EventStream:
    return EventStream(caller, "/v1/feed/stream", {"Last-Event-ID": cursor}, query)


def sent(stream: EventStream) -> list[Any]:
    return [frame.json for frame in list(stream.frames) if frame.data and frame.event == "message"]


def wait_for_feed(anyone: Caller, begin: str, table: HttpTable) -> None:
    """Wait until the projector has added the last command of a table."""
    last = table.seen()["version"]
    until(lambda: last in versions(pages(anyone, "/v1/feed", cursor=begin)[0], table))


def test_pages_lead_through_all_events_of_public_tables(http: httpx.Client, anyone: Caller) -> None:
    begin = now(anyone)
    table, hidden = play_table(http), start_table(http, private=True)
    wait_for_feed(anyone, begin, table)
    lines, _ = pages(anyone, "/v1/feed", cursor=begin, limit=3)
    assert versions(lines, table) == list(range(1, table.seen()["version"] + 1))
    assert hidden.id not in json.dumps(lines)
    closed, _ = pages(anyone, "/v1/feed", cursor=begin, type="table.closed", game="gumball_rally")
    assert [line["status"] for line in closed if line["table"] == table.id] == ["finished"]
    history = anyone.get(f"{table.path}/events", params={"limit": 500}).json()["events"]
    public = {event["version"]: event for event in history}
    for line in lines:
        if line["table"] == table.id and "type" in line["event"]:
            assert line["event"] == public[line["event"]["version"]]


def test_what_is_not_a_filter_or_a_cursor_is_rejected(anyone: Caller) -> None:
    for path in ("/v1/feed", "/v1/feed/stream"):
        assert_problem(anyone.get(path, params={"cursor": "AQAA"}), 404, "no_such_page")
        assert_problem(anyone.get(path, params={"game": "chess"}), 400, "malformed")
        assert_problem(anyone.get(path, params={"type": "table.lost"}), 409, "bad_value")
        assert_problem(anyone.get(path, params={"status": "lost"}), 400, "malformed")


def test_an_expired_cursor_is_gone(
    http: httpx.Client, anyone: Caller, store: EmbeddedServer
) -> None:
    begin = now(anyone)
    wait_for_feed(anyone, begin, start_table(http))
    with Redis.from_url(store.url) as redis:
        last = redis.xrevrange(keyspace.PUBLIC_FEED, count=1)[0][0]
        redis.set(keyspace.PUBLIC_TRIMMED, last)  # as if everything up to it was trimmed
        try:
            for path in ("/v1/feed", "/v1/feed/stream"):
                answer = anyone.get(path, params={"cursor": begin})
                assert_problem(answer, 410, "cursor_expired")
        finally:
            redis.delete(keyspace.PUBLIC_TRIMMED)


def test_a_stream_sends_past_events_then_new_ones_of_every_process(
    http: httpx.Client, second: httpx.Client, anyone: Caller
) -> None:
    begin = now(anyone)
    table = start_table(http)
    hidden = start_table(http, private=True)
    stream = listening(anyone.at(second), begin, max_seconds=600)
    try:
        stream.wait_for(lambda s: len(versions(sent(s), table)) == table.seen()["version"])
        hidden.step()
        last = table.step()["version"]
        stream.wait_for(lambda s: last in versions(sent(s), table))
        assert versions(sent(stream), table) == list(range(1, last + 1))
        assert hidden.id not in json.dumps(sent(stream))
    finally:
        stream.close()


def test_a_stream_ends_with_the_cursor_to_continue_with(http: httpx.Client, anyone: Caller) -> None:
    begin = now(anyone)
    table = start_table(http)
    wait_for_feed(anyone, begin, table)
    stream = listening(anyone, begin, max_seconds=0, type="table.started")
    bye = stream.bye()
    assert bye["reason"] == "max_seconds"
    assert versions(sent(stream), table)
    following, _ = pages(anyone, "/v1/feed", cursor=bye["next"])
    assert versions(following, table) == []
    stream.close()


def test_nothing_is_missed_when_the_process_of_a_stream_is_killed(
    http: httpx.Client, anyone: Caller, store: EmbeddedServer, tmp_path: Path
) -> None:
    begin = now(anyone)
    table = start_table(http)
    with serving(store.url, tmp_path) as api, calling(api.base) as doomed:
        stream = listening(anyone.at(doomed), begin, max_seconds=600)
        stream.wait_for(lambda s: versions(sent(s), table))
        table.step()
        api.kill()
        assert stream.over.wait(PATIENCE)
        table.step()
    got = sent(stream)
    ids = [frame.id or frame.resume_from for frame in stream.frames]
    last_id = next(each for each in reversed(ids) if each)
    again = listening(anyone, last_id, max_seconds=600)
    last = table.seen()["version"]
    again.wait_for(lambda s: last in versions(sent(s), table))
    both = versions(got, table) + versions(sent(again), table)
    assert set(both) == set(range(1, last + 1))
    assert versions(sent(again), table) == sorted(versions(sent(again), table))
    for each in (stream, again):
        each.close()
