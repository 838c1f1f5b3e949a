"""Two API processes on one store: what one has shown, the other knows."""

from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from typing import Any

import httpx

from tests.support.documents.document_check import assert_problem
from tests.support.network.sse import open_stream
from tests.support.players.callers import Caller
from tests.support.tables.http_table import HttpTable, start_table


def test_commands_alternate_between_two_processes(http: httpx.Client, second: httpx.Client) -> None:
    here = start_table(http)
    there = here.with_people(lambda caller: caller.at(second))
    for at, elsewhere in cycle(((here, there), (there, here))):
        receipt = at.step()
        seen = elsewhere.seen()
        assert (seen["version"], seen["head"]) == (receipt["version"], receipt["head"])
        if seen["status"] != "running":
            break
    assert here.seen() == there.seen()
    assert history(here) == history(there)


def history(table: HttpTable) -> Any:
    return table.host.get(f"{table.path}/history").json()


def test_every_reading_there_is_as_young_as_the_receipt_here(
    race: HttpTable, second: httpx.Client
) -> None:
    for _ in range(5):
        receipt = race.step()
        other = race.host.at(second)
        version = receipt["version"]
        assert other.get(race.path).json()["version"] == version
        assert other.get(f"{race.path}/actions").json()["version"] == version
        assert other.get(f"{race.path}/events").json()["version"] == version
        assert (
            history(race.with_people(lambda caller: caller.at(second)))["header"]
            == (history(race)["header"])
        )


def test_a_long_poll_returns_events_of_another_process(
    race: HttpTable, second: httpx.Client
) -> None:
    last = race.seen()["version"]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(
            race.host.at(second).get, f"{race.path}/events", params={"after": last, "wait": 20}
        )
        receipt = race.step()
        assert waiting.result().json()["events"][0]["version"] == last + 1
    assert receipt["version"] > last


def test_a_stream_sends_events_of_another_process(race: HttpTable, second: httpx.Client) -> None:
    last = race.seen()["version"]
    with open_stream(race.host.at(second), race.path, after=last) as listener:
        listener.wait_for(lambda listener: listener.named("snapshot"))
        version = race.step()["version"]
        listener.wait_for(lambda listener: listener.last_id() >= version)
        assert [event["version"] for event in listener.events()] == list(
            range(last + 1, version + 1)
        )


def test_one_of_two_commands_at_the_same_time_wins(race: HttpTable, second: httpx.Client) -> None:
    for _ in range(6):
        asked, before = race.at_turn(), race.seen()["version"]
        one, other = race.commands(asked)[:2]
        with ThreadPoolExecutor(2) as pool:
            sent = [
                pool.submit(race.send, asked, one),
                pool.submit(race.send, asked.at(second), other),
            ]
            answers = [each.result() for each in sent]
        won = [answer for answer in answers if answer.status_code == 200]
        assert won
        for lost in (answer for answer in answers if answer.status_code != 200):
            assert lost.json()["type"] in ("/problems/not_your_turn", "/problems/card_not_in_hand")
        assert race.seen()["version"] == max(answer.json()["version"] for answer in won)
        assert before < race.seen()["version"]


def test_one_key_at_two_processes_at_once_is_one_command(
    race: HttpTable, second: httpx.Client
) -> None:
    for n in range(6):
        asked = race.at_turn()
        command, key = race.listed(asked), {"Idempotency-Key": f"race {n}".replace(" ", "-")}
        with ThreadPoolExecutor(2) as pool:
            sent = [
                pool.submit(race.send, caller, command, headers=key)
                for caller in (asked, asked.at(second))
            ]
            one, other = (each.result() for each in sent)
        assert (one.status_code, one.content) == (200, other.content)
        assert race.seen()["version"] == one.json()["version"]


def test_seats_taken_at_once_at_two_processes_are_all_different(
    http: httpx.Client, second: httpx.Client, anne: Caller, somebody: Any
) -> None:
    table = anne.post("/v1/tables", {"game": "gumball_rally"}).headers["location"]
    people = [somebody(f"P{n}") for n in range(10)]
    callers = [person.at(second) if n % 2 else person for n, person in enumerate(people)]
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda caller: caller.post(f"{table}/seats", {}), callers))
    seats = [answer.json()["seat"] for answer in answers if answer.status_code == 201]
    assert sorted(seats) == list(range(8))
    for answer in (answer for answer in answers if answer.status_code != 201):
        assert_problem(answer, 409, "table_full")


def test_a_token_revoked_here_is_soon_unknown_there(anne: Caller, second: httpx.Client) -> None:
    """A process believes a token for a few seconds without asking; one it never saw it asks for."""
    anne.erase()
    assert_problem(anne.at(second).get("/v1/players/me"), 401, "token_unknown")
