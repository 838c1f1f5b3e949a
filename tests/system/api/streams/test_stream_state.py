"""State on the stream: a table is played with one request for each move."""

import random
from contextlib import ExitStack
from functools import partial
from typing import Any

import httpx
import pytest

from tests.support.network.sse import EventStream, open_stream, read_stream
from tests.support.players.callers import Caller, new_player
from tests.support.tables.http_table import HttpTable, start_table


def states(stream: EventStream) -> list[Any]:
    return stream.named("state")


def is_at(stream: EventStream, version: int) -> bool:
    return bool(states(stream)[-1]["version"] == version)


def test_the_state_comes_after_the_events_of_its_version(race: HttpTable, anyone: Caller) -> None:
    for caller in (*race.people, anyone):
        frames = read_stream(caller, race.path, state=True)
        [state] = [each for each in frames if each.event == "state"]
        assert state.id is None
        assert frames[-2] is state
        assert int(str(frames[-3].id)) == state.json["version"]
        seen = race.seen(caller)
        for name in ("version", "head", "status", "seats", "decision", "view", "outcome"):
            assert state.json[name] == seen[name]
        assert state.json["seat"] == seen["you"]["seat"]


def test_only_the_awaited_seat_gets_actions_as_the_list_has_them(
    race: HttpTable, anyone: Caller
) -> None:
    asked = race.at_turn()
    for lang in ("en", "fr"):
        for caller in (*race.people, anyone):
            frames = read_stream(caller, race.path, state=True, lang=lang)
            state = next(each.json for each in frames if each.event == "state")
            if caller is not asked:
                assert (state["actions"], state["open_parameters"], state["tag"]) == (None,) * 3
                continue
            listed = caller.get(f"{race.path}/actions", params={"lang": lang})
            assert state["actions"] == listed.json()["actions"]
            assert state["open_parameters"] == listed.json()["open_parameters"]
            assert f'"{state["tag"]}"' == listed.headers["etag"]
            assert listed.headers["content-language"] == lang


def test_without_asking_there_is_no_state(race: HttpTable) -> None:
    assert "state" not in {each.event for each in read_stream(race.host, race.path)}


def test_every_command_is_followed_by_one_state(race: HttpTable, anyone: Caller) -> None:
    with ExitStack() as open_streams:
        streams = [
            open_streams.enter_context(open_stream(caller, race.path, state=True))
            for caller in (race.host, anyone)
        ]
        for stream in streams:
            stream.wait_for(states)
        for _ in range(5):
            version = race.step()["version"]
            for stream in streams:
                stream.wait_for(partial(is_at, version=version))
        for stream in streams:
            versions = [each["version"] for each in states(stream)]
            assert versions == sorted(set(versions))
            assert len(versions) == 6
            for number, frame in enumerate(stream.frames):
                if frame.event == "state":
                    ids = [int(each.id) for each in stream.frames[:number] if each.id]
                    assert max(ids) == frame.json["version"]


def test_a_seat_that_became_another_players_is_not_shown(http: httpx.Client) -> None:
    """Bob streams seat 1, leaves, and Carla moves up into it: Bob becomes a spectator."""
    anne, bob, carla, dora = (new_player(http, name) for name in ("Anne", "Bob", "Carla", "Dora"))
    body = {"game": "gumball_rally", "seats": 3, "sit": True, "clock": None}
    path = anne.post("/v1/tables", body).headers["location"]
    for person in (bob, carla):
        assert person.post(f"{path}/seats", {}).status_code == 201
    with open_stream(bob, path, state=True, seat=1) as stream:
        stream.wait_for(lambda s: states(s) and states(s)[-1]["seat"] == 1)
        assert bob.delete(f"{path}/seats/1").status_code == 204
        assert dora.post(f"{path}/seats", {}).status_code == 201
        assert anne.post(f"{path}/start").status_code == 200
        last = stream.wait_for(lambda s: states(s)[-1]["view"] and states(s)[-1])
        assert (last["seat"], last["view"]["hand"]) == (None, None)


def test_a_command_brings_the_new_state_if_it_is_preferred(race: HttpTable) -> None:
    asked = race.at_turn()
    command = race.listed(asked)
    headers = {"Prefer": "return=representation", "Accept-Language": "fr"}
    sent = race.send(asked, command, headers=headers)
    assert sent.headers["preference-applied"] == "return=representation"
    state, seen = sent.json()["state"], race.seen(asked)
    for name in ("version", "head", "status", "seats", "decision", "view"):
        assert state[name] == seen[name]
    assert state["seat"] == seen["you"]["seat"]
    other = race.at_turn()
    plain = race.send(other, race.listed(other))
    assert "state" not in plain.json()
    assert "preference-applied" not in plain.headers


def test_the_start_brings_the_state_too(http: httpx.Client) -> None:
    anne = new_player(http, "Anne")
    body = {"game": "gumball_rally", "seats": 3, "sit": True, "clock": None}
    path = anne.post("/v1/tables", body).headers["location"]
    for _ in range(2):
        anne.post(f"{path}/seats", {"bot": "random"})
    started = anne.post(f"{path}/start", headers={"Prefer": "return=representation"})
    assert started.json()["state"]["view"]["hand"] == anne.get(path).json()["view"]["hand"]
    assert started.headers["preference-applied"] == "return=representation"


@pytest.mark.parametrize(
    "game", ["gumball_rally", pytest.param("bug_race", marks=pytest.mark.long)]
)
def test_a_whole_race_takes_one_request_for_each_move_and_the_stream(
    game: str, http: httpx.Client
) -> None:
    """Two people play from their streams alone; every request of theirs is counted."""
    race = start_table(http, 3, game=game)
    requests: list[httpx.Request] = []
    moves, luck = 0, random.Random(1)
    acted: set[tuple[str, int]] = set()
    with ExitStack() as open_streams:
        streams = {
            person: open_streams.enter_context(
                open_stream(person, race.path, state=True, lang="fr")
            )
            for person in race.people
        }
        http.event_hooks["request"] = [requests.append]
        open_streams.callback(http.event_hooks.update, request=[])
        while not all(each.named("bye") for each in streams.values()):
            for person, stream in streams.items():
                for state in states(stream)[-1:]:
                    asked = (person.id, state["version"])
                    if state["actions"] and asked not in acted:
                        acted.add(asked)
                        race.send(person, luck.choice(state["actions"])["command"])
                        moves += 1
    assert all(states(each)[-1]["status"] == "finished" for each in streams.values())
    assert len(requests) == moves > 20
