"""Presence: players with an open stream at any process."""

from typing import Any

import httpx

from tests.support.network.sse import EventStream, open_stream
from tests.support.players.callers import Caller
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import HttpTable


def here(listener: EventStream) -> Any:
    """As this stream was last told."""
    told = listener.named("presence") or [each["presence"] for each in listener.named("snapshot")]
    return told[-1] if told else None


def await_presence(listener: EventStream, seats: list[int], spectators: int = 0) -> None:
    listener.wait_for(lambda listener: here(listener) == {"seats": seats, "spectators": spectators})


def test_seats_come_and_go(race: HttpTable, anyone: Caller) -> None:
    with open_stream(race.people[1], race.path) as bob:
        await_presence(bob, [1])
        with open_stream(race.host, race.path) as anne, open_stream(race.host, race.path) as again:
            await_presence(bob, [0, 1])
            await_presence(anne, [0, 1])
            anne.close()
            with open_stream(anyone, race.path):
                await_presence(bob, [0, 1], 1)  # she is still here once
            await_presence(again, [0, 1])
        await_presence(bob, [1])


def test_players_at_another_process_are_present_too(race: HttpTable, second: httpx.Client) -> None:
    with open_stream(race.people[2], race.path) as cleo:
        await_presence(cleo, [2])
        with open_stream(race.host.at(second), race.path) as anne:
            anne.wait_for(lambda listener: listener.named("snapshot"))
            assert here(anne) == {"seats": [0, 2], "spectators": 0}
            await_presence(cleo, [0, 2])


def test_a_player_who_is_gone_is_forgotten(race: HttpTable, stored: StoreContents) -> None:
    with open_stream(race.host, race.path) as listener:
        await_presence(listener, [0])
        [seconds] = stored.ttls(f"*{race.id}:streams")
        assert 0 < seconds <= 620
    with open_stream(race.people[1], race.path) as bob:
        await_presence(bob, [1])
