"""The streams of the lobby and of a player: what they show to whom, resumed, and ended."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.network.sse import EventStream, frames
from tests.support.players.callers import Caller
from tests.support.tables.http_table import GAME, HttpTable

pytestmark = pytest.mark.usefixtures("projector")

LOBBY, MINE = "/v1/tables/stream", "/v1/players/me/stream"


@contextmanager
def listening(
    caller: Caller, path: str, last_id: str | None = None, **query: Any
) -> Iterator[EventStream]:
    headers = {} if last_id is None else {"Last-Event-ID": last_id}
    stream = EventStream(caller, path, headers, {"max_seconds": 600, **query})
    try:
        stream.wait_for(lambda each: each.named("snapshot"))
        yield stream
    finally:
        stream.close()


def opened(caller: Caller, **wishes: Any) -> str:
    return str(caller.post("/v1/tables", {"game": GAME, "sit": True, **wishes}).json()["id"])


def about(stream: EventStream, table: str) -> list[str]:
    return [each["type"] for each in stream.events() if each["table"]["id"] == table]


def own(stream: EventStream, table: str) -> list[str]:
    return [each["type"] for each in stream.events() if each["table"] == table]


def test_the_lobby_shows_the_life_of_a_public_table_at_every_process(
    filled_table: HttpTable, anyone: Caller, second: httpx.Client
) -> None:
    with listening(Caller(second), LOBBY, game=GAME) as there, listening(anyone, LOBBY) as here:
        table = opened(filled_table.host)
        here.wait_for(lambda each: len(about(each, table)) == 2)  # a notice has the table of now
        filled_table.people[1].post(f"/v1/tables/{table}/seats", {})
        here.wait_for(lambda each: len(about(each, table)) == 3)
        filled_table.people[1].delete(f"/v1/tables/{table}/seats/1")
        filled_table.host.post(f"{filled_table.path}/start")
        expected = ["opened", "seat_taken", "seat_taken", "seat_left"]
        for stream in (here, there):
            stream.wait_for(lambda each: about(each, table)[:4] == expected)
            stream.wait_for(lambda each: "started" in about(each, filled_table.id))
        shown = [each["table"] for each in here.events() if each["table"]["id"] == table]
    assert [len(each["seats"]) for each in shown[:4]] == [1, 1, 2, 1]
    assert all(each["host_name"] for each in shown)


def test_a_private_table_is_in_no_lobby(anne: Caller, anyone: Caller) -> None:
    with listening(anyone, LOBBY) as stream:
        secret, public = opened(anne, private=True), opened(anne)
        stream.wait_for(lambda each: about(each, public))
        assert about(stream, secret) == []


def test_a_lobby_of_another_game_stays_quiet(anne: Caller, anyone: Caller) -> None:
    with listening(anyone, LOBBY, game="asterix") as quiet, listening(anyone, LOBBY) as stream:
        table = opened(anne)
        stream.wait_for(lambda each: about(each, table))
        assert about(quiet, table) == []


def test_a_player_is_notified_of_turns_starts_and_ends_at_any_process(
    filled_table: HttpTable, second: httpx.Client
) -> None:
    people = filled_table.people
    there = [each.at(second) for each in people]
    with listening(there[0], MINE) as first, listening(there[1], MINE) as other:
        filled_table.host.post(f"{filled_table.path}/start")
        for stream in (first, other):
            stream.wait_for(lambda each: "started" in own(each, filled_table.id))
        awaited = filled_table.seen()["decision"]["seats"]
        for seat, stream in enumerate((first, other)):
            if seat in awaited:
                stream.wait_for(lambda each: "your_turn" in own(each, filled_table.id))
        last = first.frames[-1].id or next(f.id for f in reversed(first.frames) if f.id)
    assert last is not None
    with listening(there[0], MINE, last) as resumed:
        assert resumed.named("snapshot")[0]["resumed"]
        assert "started" not in own(resumed, filled_table.id)
    begun = first.frames[0].resume_from
    assert begun is not None
    with listening(filled_table.host, MINE, begun) as resumed:  # at the other process
        resumed.wait_for(lambda each: "started" in own(each, filled_table.id))


def test_the_first_frame_has_the_tables_that_wait_for_me(race: HttpTable) -> None:
    seat = race.seen()["decision"]["seats"][0]
    person = race.people[seat]
    race.host.get("/v1/tables", params={"min_version": f"{race.id}:{race.seen()['version']}"})
    with listening(person, MINE) as stream:
        [snapshot] = stream.named("snapshot")
    assert race.id in [each["table"] for each in snapshot["your_turn"]]
    assert snapshot["resumed"] is False


def test_an_id_that_was_never_given_resumes_nothing(filled_table: HttpTable) -> None:
    with listening(filled_table.host, MINE, "9999999999999999-0") as stream:
        assert stream.named("snapshot")[0]["resumed"] is False
        filled_table.host.post(f"{filled_table.path}/start")
        stream.wait_for(lambda each: "started" in own(each, filled_table.id))


def test_my_stream_needs_a_token_or_a_ticket(anyone: Caller, anne: Caller) -> None:
    assert_problem(anyone.get(MINE), 401, "token_missing")
    wrong = anyone.get(MINE, params={"ticket": "no"})
    assert_problem(wrong, 401, "ticket_unknown")
    issued = anne.post("/v1/players/me/tickets").json()
    answer = anyone.get(issued["stream"] + "&max_seconds=0")
    assert [each.event for each in frames(answer.text) if each.data] == ["snapshot", "bye"]
    assert_problem(anyone.get(issued["stream"]), 401, "ticket_unknown")
    table = opened(anne)
    elsewhere = anne.post(f"/v1/tables/{table}/tickets").json()["ticket"]
    assert_problem(anyone.get(MINE, params={"ticket": elsewhere}), 401, "ticket_unknown")
