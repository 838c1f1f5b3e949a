"""The event stream: snapshot, events, resuming, and the end."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from tests.support.documents.document_check import assert_problem, validator
from tests.support.histories.verifiers import ChainFollower as Chain
from tests.support.network.sse import open_stream, read_stream
from tests.support.players.callers import Caller
from tests.support.tables.http_table import HttpTable, start_table

BAD_IDS = ["", "x", "-1", "1.5", "0x1", "9" * 17, "1 2", "١", "null"]
BAD_QUERIES = [
    ("after", "-1"),
    ("after", "x"),
    ("max_seconds", "-1"),
    ("max_seconds", "601"),
    ("max_seconds", "nan"),
    ("seat", "8"),
    ("lang", "de"),
    ("head", "0" * 63),
    ("head", "A" * 64),
    ("ticket", ""),
    ("ticket", "x" * 65),
    ("wait", "1"),
]


def page(table: HttpTable, caller: Caller, after: int = 0) -> list[Any]:
    query = {"after": after, "limit": 500, "wait": 1}
    events: list[Any] = caller.get(f"{table.path}/events", params=query).json()["events"]
    return events


def test_the_first_frame_is_a_snapshot_of_what_the_caller_sees(
    read_only_table: HttpTable, anyone: Caller
) -> None:
    for caller in (*read_only_table.people, anyone):
        first, seen = read_stream(caller, read_only_table.path)[1], read_only_table.seen(caller)
        assert (first.event, first.id) == ("snapshot", None)
        for name in ("version", "head", "status", "view", "decision"):
            assert first.json[name] == seen[name]
        assert first.json["deadline"] == seen["decision"]["deadline"]
    seats = [
        read_stream(caller, read_only_table.path)[1].json["presence"]["seats"]
        for caller in read_only_table.people
    ]
    assert [seat in found for seat, found in enumerate(seats)] == [True] * 3


def test_the_page_has_the_same_events(read_only_table: HttpTable, anyone: Caller) -> None:
    for caller in (*read_only_table.people, anyone):
        told = [each for each in read_stream(caller, read_only_table.path) if each.id is not None]
        assert [each.json for each in told] == page(read_only_table, caller)
        assert [int(str(each.id)) for each in told] == [each.json["version"] for each in told]
        assert {each.event for each in told} == {"message"}


def test_a_language_adds_sentences(read_only_table: HttpTable) -> None:
    told = [
        each.json
        for each in read_stream(read_only_table.host, read_only_table.path, lang="fr")
        if each.id
    ]
    assert all("sealed" in event or event["sentence"] for event in told)


def test_every_stream_of_every_seat_gets_the_events(race: HttpTable, anyone: Caller) -> None:
    last = race.seen()["version"]
    callers = [*race.people, race.host, anyone, anyone]
    with ExitStack() as stack:
        ears = [
            stack.enter_context(open_stream(caller, race.path, after=last)) for caller in callers
        ]
        for listener in ears:
            listener.wait_for(lambda listener: listener.named("snapshot"))
        for _ in range(4):
            version = race.step()["version"]
        for caller, listener in zip(callers, ears, strict=True):
            listener.wait_for(lambda listener: listener.last_id() >= version)
            assert listener.events() == page(race, caller, last)


def test_a_reconnecting_stream_gets_every_event_once(race: HttpTable) -> None:
    told: list[Any] = []
    for n in range(6):
        headers = {"Last-Event-ID": str(told[-1]["version"])} if told else {}
        query = {"after": 3} if n else {}  # browsers keep the address they began with
        new = read_stream(race.people[1], race.path, headers=headers, **query)
        told += [each.json for each in new if each.id]
        race.step()
    assert [event["version"] for event in told] == list(range(1, len(told) + 1))
    assert told == page(race, race.people[1])[: len(told)]


def test_a_stream_resumes_after_any_event_of_a_command(race: HttpTable) -> None:
    """Past events come from the store, later ones from memory while another stream is open."""
    bob, begin = race.people[1], race.seen()["version"]
    with open_stream(race.host, race.path, after=begin) as other:
        other.wait_for(lambda stream: stream.named("snapshot"))
        for _ in range(3):
            race.step()
        whole = page(race, bob)
        assert sum("command" in event for event in whole[begin:]) < len(whole) - begin
        for version in range(len(whole)):
            for place in ({"after": version}, {"headers": {"Last-Event-ID": str(version)}}):
                told = read_stream(bob, race.path, **place)
                assert [each.json for each in told if each.id] == whole[version:]


def test_only_events_move_the_place_in_history(race: HttpTable) -> None:
    for each in read_stream(race.host, race.path):
        assert (each.id is not None) == (each.event == "message" and bool(each.data))


def test_a_stream_ends_by_itself_and_says_where_to_go_on(read_only_table: HttpTable) -> None:
    version = read_only_table.seen()["version"]
    for seconds in (0, 0.2):
        bye = read_stream(read_only_table.host, read_only_table.path, max_seconds=seconds)[-1]
        assert (bye.event, bye.json) == ("bye", {"reason": "max_seconds", "next_after": version})


def test_a_stream_ends_with_its_table(http: httpx.Client) -> None:
    race = start_table(http)
    with open_stream(race.host, race.path) as listener:
        race.finish()
        assert listener.bye() == {"reason": "finished", "next_after": race.seen()["version"]}
        assert listener.events()[-1]["type"] == "table.closed"
        assert len(listener.events()) == race.seen()["version"]


def test_a_finished_table_is_streamed_at_once_and_in_full(finished: HttpTable, bob: Caller) -> None:
    told = read_stream(bob, finished.path, max_seconds=600)
    assert told[-1].json["reason"] == "finished"
    assert [each.json for each in told if each.id] == page(finished, bob)
    assert not any("sealed" in each.json for each in told if each.id)


def test_a_browser_with_every_event_of_a_closed_table_gets_204(finished: HttpTable) -> None:
    last = {"Last-Event-ID": str(finished.seen()["version"])}
    answer = finished.host.get(f"{finished.path}/events/stream", headers=last)
    assert (answer.status_code, answer.content) == (204, b"")


def test_a_seat_may_be_asked_for_as_at_the_table(
    read_only_table: HttpTable, finished: HttpTable
) -> None:
    stream = f"{read_only_table.path}/events/stream"
    assert_problem(read_only_table.host.get(stream, params={"seat": 1}), 403, "not_finished")
    assert_problem(read_only_table.host.get(stream, params={"seat": 7}), 404, "no_such_seat")
    for seat in range(3):
        snapshot = read_stream(read_only_table.people[0], finished.path, seat=seat)[1].json
        assert snapshot["view"] == finished.seen(read_only_table.people[0], seat=seat)["view"]


@pytest.mark.parametrize("last", BAD_IDS, ids=repr)
def test_a_garbage_id_is_malformed(read_only_table: HttpTable, last: str) -> None:
    headers: Any = {"Last-Event-ID": last.encode()}
    answer = read_only_table.host.get(f"{read_only_table.path}/events/stream", headers=headers)
    assert assert_problem(answer, 400, "malformed")["field"].lower() == "last-event-id"


def test_a_place_beyond_the_end_is_not_there(read_only_table: HttpTable) -> None:
    beyond = read_only_table.seen()["version"] + 1
    for sent in ({"headers": {"Last-Event-ID": str(beyond)}}, {"params": {"after": beyond}}):
        answer = read_only_table.host.get(f"{read_only_table.path}/events/stream", **sent)
        assert_problem(answer, 404, "no_such_version")
    far = read_only_table.host.get(
        f"{read_only_table.path}/events/stream", headers={"Last-Event-ID": "9" * 16}
    )
    assert assert_problem(far, 404, "no_such_version")["field"] == "Last-Event-ID"


def test_a_head_of_another_history_is_rejected(race: HttpTable) -> None:
    heads = {0: Chain(race.id, race.host).head(), **dict(_receipts(race, 3))}
    for version, head in heads.items():
        assert read_stream(race.host, race.path, after=version, head=head)[-1].event == "bye"
    last = {"Last-Event-ID": str(max(heads))}
    assert read_stream(race.host, race.path, after=1, head=heads[max(heads)], headers=last)
    query = {"after": max(heads), "head": "0" * 64}
    answer = race.host.get(f"{race.path}/events/stream", params=query)
    assert_problem(answer, 409, "history_rewritten")


def _receipts(race: HttpTable, steps: int) -> Iterator[tuple[int, str]]:
    for _ in range(steps):
        receipt = race.step()
        yield receipt["version"], receipt["head"]


@pytest.mark.parametrize(("name", "value"), BAD_QUERIES)
def test_a_bad_query_is_malformed_and_named(
    read_only_table: HttpTable, name: str, value: str
) -> None:
    answer = read_only_table.host.get(f"{read_only_table.path}/events/stream", params={name: value})
    assert assert_problem(answer, 400, "malformed")["field"] == name


def test_an_unknown_table_or_token_has_no_stream(
    anyone: Caller, read_only_table: HttpTable
) -> None:
    assert_problem(anyone.get(f"/v1/tables/{'a' * 26}/events/stream"), 404, "no_such_table")
    assert_problem(anyone.get("/v1/tables/x/events/stream"), 404, "no_such_table")
    wrong = Caller(anyone.http, "wrong").get(f"{read_only_table.path}/events/stream")
    assert_problem(wrong, 401, "token_unknown")


def test_a_head_request_does_not_wait_for_events(read_only_table: HttpTable) -> None:
    answer = read_only_table.host.ask(
        "HEAD", f"{read_only_table.path}/events/stream", params={"max_seconds": 600}
    )
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"] == "no-store"


def test_a_table_where_nobody_sits_yet_can_be_watched(http: httpx.Client, anne: Caller) -> None:
    path = anne.post("/v1/tables", {"game": "gumball_rally"}).headers["location"]
    with open_stream(Caller(http), path) as listener:
        listener.wait_for(lambda listener: listener.named("snapshot"))
        assert listener.named("snapshot")[0]["view"] is None
        anne.post(f"{path}/seats", {})
        listener.wait_for(
            lambda listener: "table.seat_taken" in {e["type"] for e in listener.events()}
        )


def test_a_stream_shows_the_view_of_a_seat_once_it_is_taken(
    anne: Caller, somebody: Callable[[str], Caller]
) -> None:
    """The stream was opened without a seat; after taking one, the caller receives the hand."""
    table = anne.post("/v1/tables", {"game": "gumball_rally", "seats": 3}).headers["location"]
    with open_stream(anne, table) as listener:
        for caller in (anne, somebody("Bob"), somebody("Cleo")):
            caller.post(f"{table}/seats", {})
        anne.post(f"{table}/start")
        dealt = listener.wait_for(
            lambda listener: [
                e for e in listener.events() if e.get("type") == "gumball_rally.hand_dealt"
            ]
        )
    assert [event["data"]["seat"] for event in dealt] == [0]


def test_frames_are_as_documented(read_only_table: HttpTable, finished: HttpTable) -> None:
    names = {"snapshot": "TableSnapshot", "bye": "TableBye"}
    names |= {"presence": "PresenceSeen", "message": "Event"}
    for table in (read_only_table, finished):
        for each in read_stream(table.host, table.path):
            if each.data:
                schema = f'{{"$ref":"#/components/schemas/{names[each.event]}"}}'
                validator(schema).validate(each.json)
