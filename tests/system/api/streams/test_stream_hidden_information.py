"""A stream reveals no hidden information and sends the same events as the page."""

from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from tests.support.histories.hidden_cards import HiddenCards, named_in
from tests.support.network.sse import EventStream, open_stream
from tests.support.players.callers import Caller, new_player
from tests.support.tables.http_table import HttpTable, start_table

BEFORE_THE_END = 12  # steps


@dataclass(frozen=True)
class ReceivedStream:
    """One stream of a table that is still played: its bytes, and what the page says to the same."""

    seat: int | None
    told: bytes
    events: list[Any]
    page: list[Any]


@dataclass(frozen=True)
class Listened:
    version: int
    streams: list[ReceivedStream]
    history: Any


@pytest.fixture(scope="module")
def listened(http: httpx.Client) -> Listened:
    race = start_table(http)
    callers: list[tuple[int | None, Caller]] = [*enumerate(race.people)]
    callers += [(None, Caller(http)), (None, new_player(http, "Stranger"))]
    with ExitStack() as stack:
        ears = [stack.enter_context(open_stream(c, race.path, lang="en")) for _, c in callers]
        for listener in ears:
            listener.wait_for(lambda listener: listener.named("snapshot"))
        for _ in range(BEFORE_THE_END):
            version = race.step()["version"]
        for listener in ears:
            listener.wait_for(lambda listener: listener.last_id() >= version)
        streams = [
            received_by(race, seat, caller, listener)
            for (seat, caller), listener in zip(callers, ears, strict=True)
        ]
    race.finish()
    history = race.host.get(f"{race.path}/history").json()
    history["events"] = [{**line["event"], "salt": line["salt"]} for line in history["events"]]
    return Listened(version, streams, history)


def received_by(
    race: HttpTable, seat: int | None, caller: Caller, listener: EventStream
) -> ReceivedStream:
    query = {"limit": 500, "lang": "en"}
    page = caller.get(f"{race.path}/events", params=query).json()["events"]
    told = "\n".join(line for frame in list(listener.frames) for line in frame.data).encode()
    return ReceivedStream(seat, told, listener.events(), page)


def test_no_card_is_streamed_before_the_caller_may_see_it(listened: Listened) -> None:
    secrets = HiddenCards(listened.history["events"])
    for stream in listened.streams:
        hidden = secrets.at(listened.version, stream.seat)
        assert len(hidden) > 10
        assert named_in(stream.told, hidden) == set()


def test_the_test_above_would_see_a_leak(listened: Listened) -> None:
    secrets = HiddenCards(listened.history["events"])
    assert named_in(listened.streams[0].told, secrets.at(listened.version, 1))


def test_no_seed_and_no_salt_of_a_sealed_event_is_streamed(listened: Listened) -> None:
    salts = {event["version"]: event["salt"].encode() for event in listened.history["events"]}
    seed = listened.history["header"]["seed"].encode()
    for stream in listened.streams:
        sealed = [event["version"] for event in stream.events if "sealed" in event]
        assert sealed
        assert seed not in stream.told
        assert not any(salts[version] in stream.told for version in sealed)


def test_the_page_has_the_same_events_and_seals(listened: Listened) -> None:
    for stream in listened.streams:
        assert stream.events == stream.page


def test_spectators_and_strangers_get_the_same_events(listened: Listened) -> None:
    one, other = (stream for stream in listened.streams if stream.seat is None)
    assert one.events == other.events
