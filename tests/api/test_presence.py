"""Who is here: whoever has a stream open, at any process; forgotten when he is gone."""

from typing import Any

import httpx

from tests.api.sitting import Sitting
from tests.api.stored import Stored
from tests.support.sse import InvalidationListener, listening
from tests.support.web import Caller


def here(ear: InvalidationListener) -> Any:
    """As this stream was last told."""
    told = ear.named("presence") or [each["presence"] for each in ear.named("snapshot")]
    return told[-1] if told else None


def told(ear: InvalidationListener, seats: list[int], spectators: int = 0) -> None:
    ear.hears(lambda ear: here(ear) == {"seats": seats, "spectators": spectators})


def test_seats_come_and_go(race: Sitting, anyone: Caller) -> None:
    with listening(race.people[1], race.path) as bob:
        told(bob, [1])
        with listening(race.host, race.path) as anne, listening(race.host, race.path) as again:
            told(bob, [0, 1])
            told(anne, [0, 1])
            anne.hang_up()
            with listening(anyone, race.path):
                told(bob, [0, 1], 1)  # she is still here once
            told(again, [0, 1])
        told(bob, [1])


def test_those_at_another_process_are_here_too(race: Sitting, second: httpx.Client) -> None:
    with listening(race.people[2], race.path) as cleo:
        told(cleo, [2])
        with listening(race.host.at(second), race.path) as anne:
            anne.hears(lambda ear: ear.named("snapshot"))
            assert here(anne) == {"seats": [0, 2], "spectators": 0}
            told(cleo, [0, 2])


def test_who_is_gone_is_forgotten(race: Sitting, stored: Stored) -> None:
    with listening(race.host, race.path) as ear:
        told(ear, [0])
        [seconds] = stored.lifetimes(f"*{race.id}:streams")
        assert 0 < seconds <= 45
    with listening(race.people[1], race.path) as bob:
        told(bob, [1])
