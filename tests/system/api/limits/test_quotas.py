"""What one caller may hold and do is bounded, over all processes, with a problem that helps."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.network.sse import open_stream
from tests.support.network.webhook_receiver import Receiver
from tests.support.players.callers import Caller, new_player
from tests.support.servers.processes import until
from tests.support.tables.http_table import HttpTable, open_table, play_table, start_table
from tests.support.tables.quotas import GAME, bots_only, over


def test_a_host_has_so_many_tables_even_if_processes_race(
    both: tuple[httpx.Client, httpx.Client],
) -> None:
    anne = new_player(both[0], "Anne")
    with ThreadPoolExecutor(8) as threads:
        asked = [threads.submit(anne.at(both[n % 2]).post, "/v1/tables", GAME) for n in range(16)]
        answers = [each.result() for each in asked]
    assert sorted(answer.status_code for answer in answers) == [201] * 3 + [409] * 13
    refused = next(answer for answer in answers if answer.status_code == 409)
    over(refused, "too_many_tables", 3)
    assert new_player(both[0], "Bob").post("/v1/tables", GAME).status_code == 201


def test_a_table_that_is_finished_makes_room(here: httpx.Client) -> None:
    table = start_table(here)
    for _ in range(2):
        assert table.host.post("/v1/tables", GAME).status_code == 201
    over(table.host.post("/v1/tables", GAME), "too_many_tables", 3)
    table.finish()
    made = table.host.post("/v1/tables", GAME)
    assert made.status_code == 201
    over(table.host.post("/v1/tables", GAME), "too_many_tables", 3)
    assert table.host.delete(made.headers["location"]).status_code == 204
    assert table.host.post("/v1/tables", GAME).status_code == 201


def test_a_table_that_was_refused_takes_no_room(here: httpx.Client) -> None:
    anne = new_player(here, "Anne")
    for _ in range(4):
        answer = anne.post("/v1/tables", {**GAME, "follows": "a" * 26})
        assert_problem(answer, 404, "no_such_table")
    for _ in range(3):
        assert anne.post("/v1/tables", GAME).status_code == 201


def test_bots_play_alone_at_so_many_tables_of_a_host(
    both: tuple[httpx.Client, httpx.Client],
) -> None:
    anne = new_player(both[0], "Anne")
    first, second = bots_only(anne), bots_only(anne)
    assert anne.post(f"{first}/start").status_code == 200
    for _ in range(2):
        over(anne.at(both[1]).post(f"{second}/start"), "too_many_bot_tables", 1)
    assert anne.delete(f"{second}/seats/2").status_code == 204
    assert anne.post(f"{second}/seats", {}).status_code == 201
    assert anne.post(f"{second}/start").status_code == 200  # a person sits here


def test_a_start_that_was_refused_takes_no_room(here: httpx.Client) -> None:
    anne = new_player(here, "Anne")
    path = bots_only(anne)
    assert_problem(new_player(here, "Bob").post(f"{path}/start"), 403, "not_the_host")
    for seat in (2, 1):
        assert anne.delete(f"{path}/seats/{seat}").status_code == 204
    assert_problem(anne.post(f"{path}/start"), 409, "bad_seats")
    other = bots_only(anne)
    assert anne.post(f"{other}/start").status_code == 200


def test_a_player_takes_and_leaves_so_many_seats(
    both: tuple[httpx.Client, httpx.Client],
) -> None:
    """Before there was a quota: 234 events per second of one token, without end."""
    table = start_table(both[0])
    guest, changes, answer = table.people[2], 1, None  # sitting down was the first
    while answer is None or answer.status_code in (201, 204):
        process = both[changes % 2]
        if answer is not None and answer.request.method == "DELETE":
            answer = guest.at(process).post(f"{table.path}/seats", {})
        else:
            answer = guest.at(process).delete(f"{table.path}/seats/2")
        changes += 1
        assert changes < 100
    assert changes - 1 == 30
    over(answer, "too_many_seat_changes", 30, 429)
    assert int(answer.headers["retry-after"]) <= 120


def test_a_table_has_so_many_events_before_its_start(here: httpx.Client) -> None:
    """Many players cannot do together what one may not do alone."""
    table = open_table(here)
    answer = None
    while answer is None or answer.status_code == 201:
        assert table.host.delete(f"{table.path}/seats/2").status_code == 204
        answer = new_player(here, "Guest").post(f"{table.path}/seats", {})
    problem = over(answer, "too_many_events", 12)
    assert problem["version"] <= 13
    bots = table.host.post(f"{table.path}/seats", {"bot": "random"})
    over(bots, "too_many_events", 12)
    assert table.host.post(f"{table.path}/start").status_code in (200, 409)


@pytest.fixture(scope="module")
def done(both: tuple[httpx.Client, httpx.Client]) -> HttpTable:
    return play_table(both[0])


def test_a_player_makes_so_many_forks(
    both: tuple[httpx.Client, httpx.Client], done: HttpTable
) -> None:
    anne = new_player(both[0], "Anne")
    history = anne.get(f"{done.path}/history").json()
    at = history["commands"][-2]["command"]["first"] - 1
    for process in both:
        made = anne.at(process).post(f"{done.path}/forks", {"at": at})
        assert made.status_code == 201, made.text
    over(anne.post(f"{done.path}/forks", {"at": at}), "too_many_forks", 2, 429)
    assert_problem(anne.post(f"{done.path}/forks", {"at": 10**6}), 409, "cannot_fork")


def test_a_caller_requests_so_many_audits(
    both: tuple[httpx.Client, httpx.Client], done: HttpTable
) -> None:
    anne = new_player(both[0], "Anne")
    for process in both:
        assert anne.at(process).post(f"{done.path}/audits").status_code == 202
    over(anne.post(f"{done.path}/audits"), "too_many_audits", 2, 429)
    for process in both:  # without a token the address counts
        nobody, there = Caller(process), {"X-Forwarded-For": "192.0.2.20"}
        assert nobody.post(f"{done.path}/audits", headers=there).status_code == 202
    over(nobody.post(f"{done.path}/audits", headers=there), "too_many_audits", 2, 429)


def test_a_player_has_so_many_webhooks(
    both: tuple[httpx.Client, httpx.Client], receiver: Receiver
) -> None:
    anne = new_player(both[0], "Anne")
    with ThreadPoolExecutor(6) as threads:
        asked = [
            threads.submit(anne.at(both[n % 2]).post, "/v1/webhooks", {"url": receiver.url})
            for n in range(6)
        ]
        answers = [each.result() for each in asked]
    assert sorted(answer.status_code for answer in answers) == [201] * 2 + [409] * 4
    over(anne.post("/v1/webhooks", {"url": receiver.url}), "too_many_webhooks", 2)


def test_an_address_has_so_many_webhooks_for_the_feed_and_the_lobby(
    both: tuple[httpx.Client, httpx.Client], receiver: Receiver
) -> None:
    feed = {"url": receiver.url, "events": ["feed"]}
    people = [new_player(both[0], name) for name in ("Anne", "Bob")]
    answers = [
        people[n % 2].at(both[n // 2]).post("/v1/webhooks", {**feed, "events": [event]})
        for n, event in enumerate(("feed", "lobby_opened", "feed", "feed"))
    ]
    assert [answer.status_code for answer in answers] == [201] * 3 + [409]
    over(answers[3], "too_many_webhooks", 3)
    assert "for the lobby and the feed" in answers[3].json()["detail"]
    assert people[1].delete(answers[1].headers["location"]).status_code == 204
    assert people[1].post("/v1/webhooks", feed).status_code == 201


def test_streams_are_counted_by_token_address_and_table_over_all_processes(
    both: tuple[httpx.Client, httpx.Client],
) -> None:
    table = start_table(both[0])
    stream = f"{table.path}/events/stream"

    def refused(caller: Caller, address: str) -> httpx.Response:
        return caller.get(stream, headers={"X-Forwarded-For": address})

    with ExitStack() as stack:

        def listen(caller: Caller, address: str) -> None:
            listener = stack.enter_context(
                open_stream(caller, table.path, headers={"X-Forwarded-For": address})
            )
            listener.wait_for(lambda listener: listener.named("snapshot"))

        for process in both:
            listen(table.host.at(process), "192.0.2.1")
        over(refused(table.host, "192.0.2.2"), "too_many_streams", 2, 429)
        listen(table.people[1].at(both[1]), "192.0.2.1")
        listen(Caller(both[0]), "192.0.2.1")
        problem = over(refused(table.people[2], "192.0.2.1"), "too_many_streams", 4, 429)
        assert "LUDOTHEQUE_LARGE_ADDRESSES" in problem["detail"]
        listen(Caller(both[0]), "192.0.2.3")
        problem = over(refused(Caller(both[1]), "192.0.2.4"), "too_many_streams", 5, 429)
        assert "table" in problem["detail"]

    def has_room() -> bool:
        with both[1].stream("GET", stream, params={"max_seconds": 0}) as answer:
            return answer.status_code == 200

    until(has_room)
