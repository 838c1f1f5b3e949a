"""No answer reveals hidden information, and every client can verify what it may not see."""

from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from msgspec import json

from domain.fairness import chain
from domain.fairness.chain import canon, commitment, mix
from domain.fairness.draws import number, permutation
from tests.support.histories.hidden_cards import HiddenCards, named_in
from tests.support.histories.verifiers import ChainFollower
from tests.support.players.callers import Caller, new_player
from tests.support.tables.http_table import GAME, HttpTable, start_table

READINGS = ("", "/actions", "/events?limit=500", "/events?limit=500&lang=en", "/history")


@dataclass(frozen=True)
class Heard:
    """Something a caller was told: at which version of the table, and all the bytes of it."""

    version: int
    seat: int | None
    what: str
    told: bytes


@dataclass(frozen=True)
class Watched:
    """A table that was played while everybody listened, and now and then read everything."""

    race: HttpTable
    heard: list[Heard]
    receipts: dict[int, str]
    followers: list[ChainFollower]
    history: Any


@pytest.fixture(scope="module")
def watched(http: httpx.Client) -> Watched:
    race = start_table(http)
    stranger = new_player(http, "Stranger")
    callers: list[tuple[int | None, Caller]] = [*enumerate(race.people)]
    callers += [(None, Caller(http)), (None, stranger)]
    followers = [ChainFollower(race.id, caller) for _, caller in callers]
    heard: list[Heard] = []
    receipts: dict[int, str] = {}
    while (seen := race.seen())["status"] == "running":
        version = seen["version"]
        for (seat, caller), follower in zip(callers, followers, strict=True):
            if len(receipts) % 3 == 0:  # everything, every now and then
                heard += readings(race, seat, caller, version)
            follower.catch_up()
        asked = race.at_turn()
        receipt = race.send(asked, race.listed(asked))
        assert receipt.status_code == 200, receipt.text
        if race.seen()["status"] == "running":
            seat = race.people.index(asked)
            heard.append(Heard(receipt.json()["version"], seat, "receipt", receipt.content))
        receipts[receipt.json()["version"]] = receipt.json()["head"]
    history = race.host.get(f"{race.path}/history").json()
    history["events"] = [{**line["event"], "salt": line["salt"]} for line in history["events"]]
    return Watched(race, heard, receipts, followers, history)


def readings(race: HttpTable, seat: int | None, caller: Caller, version: int) -> list[Heard]:
    answers = {part: caller.get(race.path + part) for part in READINGS}
    wrong = {"type": f"{GAME}.play", "card": "R-black-1", "colour_passes": 0}
    asked = race.seen()["decision"]["seats"]
    if seat not in asked:
        answers["refusal"] = caller.post(f"{race.path}/commands", wrong)
    else:
        listed = race.listed(caller)
        answers["preview"] = race.send(caller, listed, params={"dry_run": "true"})
    return [Heard(version, seat, what, all_bytes(each)) for what, each in answers.items()]


def all_bytes(answer: httpx.Response) -> bytes:
    """Headers too: an ETag may tell tales."""
    headers = b"\n".join(name + b": " + value for name, value in answer.headers.raw)
    return headers + b"\n\n" + answer.content


def test_no_card_is_returned_before_the_caller_may_see_it(watched: Watched) -> None:
    secrets = HiddenCards(watched.history["events"])
    hidden = {
        (version, seat): secrets.at(version, seat)
        for version, seat in {(each.version, each.seat) for each in watched.heard}
    }
    assert max(map(len, hidden.values())) > 40
    for each in watched.heard:
        told = named_in(each.told, hidden[each.version, each.seat])
        assert told == set(), f"{each.what} tells seat {each.seat} of {told} at {each.version}"


def test_the_test_above_would_see_a_leak(watched: Watched) -> None:
    """Every hand is sent to its own seat; the same bytes sent to another would be a leak."""
    secrets = HiddenCards(watched.history["events"])
    own = [each for each in watched.heard if each.seat == 0 and each.what == ""]
    assert all(named_in(each.told, secrets.at(each.version, 1)) for each in own[:3])


def test_the_seed_is_hidden_before_the_end(watched: Watched) -> None:
    seed = watched.history["header"]["seed"].encode()
    assert not any(seed in each.told for each in watched.heard)


def test_the_salt_of_a_sealed_event_is_hidden_before_the_end(watched: Watched) -> None:
    salts = {event["version"]: event["salt"].encode() for event in watched.history["events"]}
    for follower, seat in zip(watched.followers, (0, 1, 2, None, None), strict=True):
        sealed = [salts[version] for version in follower.sealed]
        assert sealed
        told = b"".join(each.told for each in watched.heard if each.seat == seat)
        assert not any(salt in told for salt in sealed)


def test_spectators_and_strangers_get_the_same_bytes(watched: Watched) -> None:
    bodies: dict[tuple[int, str], list[bytes]] = {}
    for each in watched.heard:
        if each.seat is None and each.what not in ("refusal", "/actions"):
            body = each.told.partition(b"\n\n")[2]
            bodies.setdefault((each.version, each.what), []).append(body)
    assert all(one == other for one, other in bodies.values())


def test_everybody_can_follow_the_chain_to_every_receipt_while_it_grows(watched: Watched) -> None:
    for follower in watched.followers:
        met = follower.heads.keys() & watched.receipts.keys()
        assert len(met) > 10
        for version in met:
            assert follower.heads[version] == watched.receipts[version]


def test_everybody_follows_to_the_same_last_head(watched: Watched) -> None:
    for follower in watched.followers:
        follower.catch_up()
        assert follower.heads[max(follower.heads)] == watched.history["header"]["head"]


def test_the_seals_are_those_of_the_events_that_are_shown_at_the_end(watched: Watched) -> None:
    opened = {event["version"]: event for event in watched.history["events"]}
    for follower in watched.followers:
        for version, seal in follower.sealed.items():
            event = dict(opened[version])
            event.pop("command", None)
            event.pop("head", None)
            salt = bytes.fromhex(event.pop("salt"))
            assert chain.leaf(salt, canon(event)).hex() == seal


def test_the_seed_that_is_revealed_is_the_one_that_was_committed_to(watched: Watched) -> None:
    header = watched.history["header"]
    seed = bytes.fromhex(header["seed"])
    assert commitment(header["table"], seed) == header["commitment"]
    assert watched.history["events"][0]["data"]["commitment"] == header["commitment"]
    assert watched.history["events"][-1]["data"]["seed"] == header["seed"]


def test_every_draw_can_be_made_again_from_the_seed(watched: Watched) -> None:
    history = watched.history
    header = history["header"]
    nobody_gave_luck = [b""] * len(header["players"])
    key = mix(header["table"], bytes.fromhex(header["seed"]), nobody_gave_luck)
    drawn = [event["data"] for event in history["events"] if event["type"] == "table.luck_drawn"]
    draws = [draw for data in drawn for draw in data["draws"]]
    assert {type(draw["got"]) for draw in draws} == {int, list}
    for draw in draws:
        if isinstance(draw["got"], int):
            again: int | tuple[int, ...] = number(key, draw["label"], draw["of"])
        else:
            again = permutation(key, draw["label"], draw["of"])
        assert json.decode(json.encode(again)) == draw["got"]
